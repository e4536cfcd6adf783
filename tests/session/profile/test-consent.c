/* test-consent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-comparison.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-probe-run.h"
#include "mcp-remedy.h"
#include "mcp-sent-value.h"
#include "mcp-server-list.h"
#include "mcp-session.h"
#include "test-support.h"

/* A server from a file: a program that leaves a file when it is started. */
static McpProfile *
new_writer (const char *folder,
            const char *name)
{
  g_autofree char *json = g_strdup_printf ("{\"command\": \"/bin/sh\", \"args\": [\"-c\", \"echo > '%s/%s'\"]}", folder, name);
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json (name, json, -1, &error);

  g_assert_no_error (error);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);

  return profile;
}

static gboolean
has_run (const char *folder,
         const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* --- What is agreed to --- */

static McpProfile *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json ("x", json, -1, &error);

  g_assert_no_error (error);

  return profile;
}

static void
assert_digests (const char *a,
                const char *b,
                gboolean    same)
{
  g_autoptr (McpProfile) one = parse (a);
  g_autoptr (McpProfile) other = parse (b);
  g_autofree char *one_digest = mcp_consent_dup_digest (one);
  g_autofree char *other_digest = mcp_consent_dup_digest (other);

  g_test_message ("%s and %s", a, b);
  g_assert_cmpuint (strlen (one_digest), ==, 64);
  g_assert_true ((strcmp (one_digest, other_digest) == 0) == same);
}

static void
test_digest (void)
{
  const char *base = "{\"command\": \"a\", \"args\": [\"b\"], \"cwd\": \"/c\", \"env\": {\"D\": \"1\", \"E\": \"2\"}}";

  assert_digests (base, base, TRUE);
  assert_digests (base, "{\"env\": {\"E\": \"2\", \"D\": \"1\"}, \"cwd\": \"/c\", \"args\": [\"b\"], \"command\": \"a\"}", TRUE);
  assert_digests (base, "{\"command\": \"a\", \"args\": [\"b\"], \"cwd\": \"/c\", \"env\": {\"D\": \"1\", \"E\": \"2\"},"
                        "\"sounder\": {\"protocol\": \"2025-06-18\", \"timeouts\": {\"call\": 3}}}", TRUE);
  assert_digests (base, "{\"command\": \"A\", \"args\": [\"b\"], \"cwd\": \"/c\", \"env\": {\"D\": \"1\", \"E\": \"2\"}}", FALSE);
  assert_digests (base, "{\"command\": \"a\", \"args\": [\"b\", \"\"], \"cwd\": \"/c\", \"env\": {\"D\": \"1\", \"E\": \"2\"}}", FALSE);
  assert_digests (base, "{\"command\": \"a\", \"args\": [\"b\"], \"cwd\": \"/d\", \"env\": {\"D\": \"1\", \"E\": \"2\"}}", FALSE);
  assert_digests (base, "{\"command\": \"a\", \"args\": [\"b\"], \"cwd\": \"/c\", \"env\": {\"D\": \"1\", \"E\": \"3\"}}", FALSE);
  assert_digests (base, "{\"command\": \"a\", \"args\": [\"b\"], \"cwd\": \"/c\", \"env\": {\"D\": \"1\"}}", FALSE);
  assert_digests (base, "{\"command\": \"a\", \"args\": [\"b\"], \"cwd\": \"/c\", \"env\": {\"D\": \"1\", \"E\": \"2\"},"
                        "\"sounder\": {\"inheritEnv\": \"all\"}}", FALSE);
  assert_digests ("{\"command\": \"a\", \"args\": [\"bc\"]}", "{\"command\": \"a\", \"args\": [\"b\", \"c\"]}", FALSE);
  assert_digests ("{\"command\": \"a\", \"args\": [\"b\"]}", "{\"command\": \"a\", \"cwd\": \"b\"}", FALSE);

  assert_digests ("{\"url\": \"https://a/\"}", "{\"url\": \"https://b/\"}", FALSE);
  assert_digests ("{\"url\": \"https://a/\", \"headers\": {\"X\": \"1\"}}", "{\"url\": \"https://a/\"}", FALSE);
  assert_digests ("{\"url\": \"https://a/\", \"headers\": {\"X\": \"1\"}}", "{\"url\": \"https://a/\", \"headers\": {\"x\": \"2\"}}", TRUE);
}

static void
test_check (void)
{
  const char *argv[] = { "other", NULL };
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"check-me\"}");
  g_autoptr (McpProfile) open = parse ("{\"url\": \"https://example.com/mcp\"}");
  g_autoptr (McpProfile) near = parse ("{\"url\": \"http://192.168.1.1/mcp\"}");
  g_autoptr (McpProfile) copy = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (mcp_consent_check (profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONSENT);
  g_clear_error (&error);

  /* By content: a copy with another name is agreed to, what was changed is not. */
  mcp_consent_give (profile, MCP_CONSENT_ASKED, FALSE);
  copy = mcp_profile_copy (profile);
  mcp_profile_set_name (copy, "another");
  g_assert_true (mcp_consent_check (copy, NULL));
  mcp_profile_set_argv (copy, argv);
  g_assert_false (mcp_consent_check (copy, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONSENT);
  g_clear_error (&error);

  g_assert_true (mcp_consent_check (open, &error));
  g_assert_no_error (error);
  g_assert_false (mcp_consent_check (near, NULL));
}

/* What is run is what was shown; once it was started, it may change. */
static void
test_changed (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *script = g_build_filename (folder, "server.py", NULL);
  g_autofree char *json =
    g_strdup_printf ("{\"command\": \"/bin/sh\", \"args\": [\"%s\"]}", script);
  g_autoptr (McpProfile) profile = parse (json);
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *again = NULL;

  g_assert_true (g_file_set_contents (script, "exit 0\n", -1, NULL));
  shown = mcp_consent_dup_shown (profile);
  mcp_consent_give_shown (profile, shown);
  g_assert_true (mcp_consent_check (profile, NULL));

  /* As long as before. */
  g_assert_true (g_file_set_contents (script, "exit 1\n", -1, NULL));
  g_assert_false (mcp_consent_check (profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONSENT);
  g_clear_error (&error);
  g_assert_false (mcp_consent_check (profile, NULL));

  again = mcp_consent_dup_shown (profile);
  mcp_consent_give_shown (profile, again);
  mcp_consent_spend (profile);
  g_assert_true (g_file_set_contents (script, "exit 2\n", -1, NULL));
  g_assert_true (mcp_consent_check (profile, NULL));
}

/* To type a host that looks like another, or to paste it, is no consent. */
static void
test_deceptive (void)
{
  g_autoptr (McpProfile) alike = parse ("{\"url\": \"https://p\320\260ypal.example/mcp\"}");
  g_autoptr (McpProfile) plain = parse ("{\"url\": \"https://m\303\274nchen.example/mcp\"}");

  mcp_consent_give (alike, MCP_CONSENT_TYPED, FALSE);
  mcp_consent_give (plain, MCP_CONSENT_TYPED, FALSE);
  g_assert_false (mcp_consent_check (alike, NULL));
  g_assert_true (mcp_consent_check (plain, NULL));
  mcp_consent_give (alike, MCP_CONSENT_ASKED, FALSE);
  g_assert_true (mcp_consent_check (alike, NULL));
}

/* A button that names the change is no less than typing it. Another origin is none of it. */
static void
test_remedy (void)
{
  g_autoptr (McpProfile) program = parse ("{\"command\": \"npx\", \"args\": [\"mend-me\"]}");
  g_autoptr (McpProfile) near = parse ("{\"url\": \"http://192.168.1.1/mend\"}");

  mcp_remedy_apply (MCP_REMEDY_ADD_ARGUMENT, "-y", program);
  g_assert_false (mcp_consent_check (program, NULL));
  mcp_consent_give (program, MCP_CONSENT_ASKED, FALSE);
  mcp_remedy_apply (MCP_REMEDY_SET_VARIABLE, "PYTHONUNBUFFERED=1", program);
  g_assert_true (mcp_consent_check (program, NULL));

  mcp_consent_give (near, MCP_CONSENT_ASKED, FALSE);
  mcp_remedy_apply (MCP_REMEDY_USE_URL, "http://192.168.1.1/mend/", near);
  g_assert_true (mcp_consent_check (near, NULL));
  mcp_remedy_apply (MCP_REMEDY_USE_URL, "http://192.168.1.2/mend/", near);
  g_assert_false (mcp_consent_check (near, NULL));
}

/* --- The file --- */

static void
test_memory (void)
{
  g_autofree char *path = mcp_consent_get_path ();
  g_autofree char *text = NULL;
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"remember-me\", \"env\": {\"KEY\": \"secret-value\"}}");
  g_autofree char *digest = mcp_consent_dup_digest (profile);
  g_autoptr (GPtrArray) digests = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GStatBuf status;

  g_assert_false (mcp_consent_memory_has (digest));
  mcp_consent_give (profile, MCP_CONSENT_ASKED, TRUE);
  g_assert_true (mcp_consent_memory_has (digest));
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"asked\""));
  g_assert_null (strstr (text, "secret-value"));

  /* Taken back, here and in the file. */
  mcp_consent_withdraw (profile);
  g_assert_false (mcp_consent_memory_has (digest));
  g_assert_false (mcp_consent_check (profile, NULL));
  mcp_consent_give (profile, MCP_CONSENT_ASKED, TRUE);
  g_assert_true (mcp_consent_check (profile, NULL));

  /* One that others may write to says nothing, nor one that is broken, or of a newer format. */
  g_assert_cmpint (g_chmod (path, 0620), ==, 0);
  g_assert_false (mcp_consent_memory_has (digest));
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  g_assert_true (mcp_consent_memory_has (digest));
  g_assert_true (g_file_set_contents (path, "{\"version\": 2, \"agreed\": {}}", -1, NULL));
  mcp_consent_memory_add (digest, "x", MCP_CONSENT_TYPED);
  g_assert_false (mcp_consent_memory_has (digest));
  g_assert_true (g_file_set_contents (path, "{\"agreed\"", -1, NULL));
  g_assert_false (mcp_consent_memory_has (digest));
  mcp_consent_memory_add (digest, "x", MCP_CONSENT_TYPED);
  g_assert_true (mcp_consent_memory_has (digest));

  /* All at once, for each one is a file that is written. */
  g_unlink (path);
  for (guint i = 0; i < 1100; i++)
    {
      g_ptr_array_add (digests, g_strdup_printf ("digest-%u", i));
      g_ptr_array_add (names, g_strnfill (5000, 'n'));
    }
  mcp_consent_memory_begin (digests, names);
  g_assert_false (mcp_consent_memory_has ("digest-0"));
  g_assert_true (mcp_consent_memory_has ("digest-1099"));
  mcp_consent_memory_add (digest, "x", MCP_CONSENT_TYPED);
  g_assert_false (mcp_consent_memory_has ("digest-100"));
  g_assert_true (mcp_consent_memory_has (digest));
}

/* What was saved before anybody was asked is agreed to, once; what another program writes later is not. */
static void
test_adopt (void)
{
  g_autofree char *path = mcp_consent_get_path ();
  g_autofree char *servers = mcp_server_list_get_default_path ();
  g_autofree char *folder = g_path_get_dirname (servers);
  g_autoptr (McpServerList) list = mcp_server_list_new (NULL);
  g_autoptr (McpServerList) again = mcp_server_list_new (NULL);
  g_autoptr (McpProfile) typed = parse ("{\"command\": \"typed\"}");
  g_autoptr (McpProfile) imported = parse ("{\"command\": \"imported\"}");
  g_autofree char *digest = NULL;
  g_autoptr (GError) error = NULL;

  g_unlink (path);
  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (servers, "{\"mcpServers\": {\"old\": {\"command\": \"old\"},"
                                     " \"sends\": {\"url\": \"https://a.example\", \"headers\": {\"X\": \"${env:S}\"}}}}", -1, NULL));
  mcp_server_list_load (list, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_consent_check (mcp_server_list_find (list, "old"), &error));
  g_assert_no_error (error);
  /* Nobody has seen what this one gets. */
  g_assert_false (mcp_consent_check (mcp_server_list_find (list, "sends"), NULL));

  g_assert_true (g_file_set_contents (
    servers, "{\"mcpServers\": {\"old\": {\"command\": \"old\", \"args\": [\"x\"]}, \"new\": {\"command\": \"new\"}}}", -1, NULL));
  mcp_server_list_load (again, &error);
  g_assert_no_error (error);
  g_assert_false (mcp_consent_check (mcp_server_list_find (again, "old"), NULL));
  g_assert_false (mcp_consent_check (mcp_server_list_find (again, "new"), NULL));

  /* What is saved is remembered when it was agreed to, and not otherwise. */
  mcp_profile_set_name (typed, "typed");
  mcp_profile_set_name (imported, "imported");
  mcp_consent_give (typed, MCP_CONSENT_TYPED, FALSE);
  mcp_server_list_add (again, typed, &error);
  g_assert_no_error (error);
  mcp_server_list_add (again, imported, &error);
  g_assert_no_error (error);
  digest = mcp_consent_dup_digest (typed);
  g_assert_true (mcp_consent_memory_has (digest));
  g_free (digest);
  digest = mcp_consent_dup_digest (imported);
  g_assert_false (mcp_consent_memory_has (digest));
}

/* --- Nothing is started --- */

typedef struct
{
  gboolean  done;
  GError   *error;
} Result;

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Result *r = user_data;

  mcp_session_open_finish (MCP_SESSION (source), result, &r->error);
  r->done = TRUE;
}

static void
restarted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Result *r = user_data;

  mcp_session_restart_finish (MCP_SESSION (source), result, &r->error);
  r->done = TRUE;
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Result *r = user_data;

  mcp_comparison_run_finish (MCP_COMPARISON (source), result, &r->error);
  r->done = TRUE;
}

static void
probed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Result *r = user_data;

  mcp_probe_run_finish (MCP_PROBE_RUN (source), result, &r->error);
  r->done = TRUE;
}

static void
needed_cb (McpSession *session,
           guint      *n_asked)
{
  ++*n_asked;
}

static void
close_session (McpSession *session)
{
  mcp_session_close_async (session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_CLOSED || mcp_session_get_state (session) == MCP_SESSION_IDLE);
}

/* Opened and restarted, by itself and beside another session: refused, told, and started once it is agreed to. */
static void
test_sessions (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (McpProfile) profile = new_writer (folder, "started");
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  g_autoptr (McpSession) beside = mcp_session_new_beside (profile);
  Result open = { FALSE, NULL };
  Result restart = { FALSE, NULL };
  Result other = { FALSE, NULL };
  Result agreed = { FALSE, NULL };
  guint n_asked = 0;

  g_signal_connect (session, "consent-needed", G_CALLBACK (needed_cb), &n_asked);
  mcp_session_open_async (session, NULL, opened_cb, &open);
  TEST_AWAIT (open.done);
  g_assert_error (open.error, MCP_ERROR, MCP_ERROR_CONSENT);
  g_assert_cmpuint (n_asked, ==, 1);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  g_assert_error (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_CONSENT);

  mcp_session_restart_async (session, NULL, restarted_cb, &restart);
  TEST_AWAIT (restart.done);
  g_assert_error (restart.error, MCP_ERROR, MCP_ERROR_CONSENT);
  g_assert_cmpuint (n_asked, ==, 2);

  mcp_session_open_async (beside, NULL, opened_cb, &other);
  TEST_AWAIT (other.done);
  g_assert_error (other.error, MCP_ERROR, MCP_ERROR_CONSENT);
  g_assert_false (has_run (folder, "started"));

  mcp_consent_give (profile, MCP_CONSENT_ASKED, FALSE);
  mcp_session_open_async (session, NULL, opened_cb, &agreed);
  TEST_AWAIT (agreed.done);
  g_assert_nonnull (agreed.error);
  g_assert_false (g_error_matches (agreed.error, MCP_ERROR, MCP_ERROR_CONSENT));
  g_assert_true (has_run (folder, "started"));
  close_session (session);

  g_clear_error (&open.error);
  g_clear_error (&restart.error);
  g_clear_error (&other.error);
  g_clear_error (&agreed.error);
}

static void
test_tools (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (McpProfile) profile = new_writer (folder, "started");
  g_autoptr (McpComparison) comparison = mcp_comparison_new (profile);
  g_autoptr (McpSession) session = mcp_session_new_beside (profile);
  g_autoptr (McpProbeRun) run = mcp_probe_run_new (session);
  Result compared = { FALSE, NULL };
  Result probed = { FALSE, NULL };

  mcp_comparison_run_async (comparison, NULL, compared_cb, &compared);
  TEST_AWAIT (compared.done);
  mcp_probe_run_async (run, NULL, probed_cb, &probed);
  TEST_AWAIT (probed.done);
  g_assert_false (has_run (folder, "started"));
  g_clear_error (&compared.error);
  g_clear_error (&probed.error);
}

/* Connected, then changed on the disk, then lost: what would come back is another program. */
static void
test_reconnect (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (McpProfile) writer = new_writer (folder, "started");
  g_auto (GStrv) argv = test_mock_argv ("[{'handshake':{}},{'serve':{}}]");
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("mock", (const char * const *) argv);
  g_autoptr (McpSession) session = NULL;
  Result open = { FALSE, NULL };
  guint n_asked = 0;

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);
  mcp_profile_set_reconnect (profile, TRUE);
  mcp_consent_give (profile, MCP_CONSENT_TYPED, FALSE);
  session = mcp_session_new (profile, NULL);
  g_signal_connect (session, "consent-needed", G_CALLBACK (needed_cb), &n_asked);
  mcp_session_open_async (session, NULL, opened_cb, &open);
  TEST_AWAIT (open.done);
  g_assert_no_error (open.error);

  mcp_profile_set_argv (profile, mcp_profile_get_argv (writer));
  mcp_profile_set_reconnect (profile, TRUE);
  mcp_session_kill (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  mcp_session_retry_now (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_CLOSED);
  g_assert_error (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_CONSENT);
  g_assert_cmpuint (n_asked, ==, 1);
  g_assert_false (has_run (folder, "started"));
}

/* It comes with Sounder. */
static void
test_demo (void)
{
  g_autoptr (McpProfile) demo = mcp_profile_new_for_demo (NULL);
  g_autoptr (McpProfile) changed = NULL;
  const char *env[] = { "LD_PRELOAD=/x.so", NULL };

  if (demo == NULL)
    {
      g_test_skip ("there is no demo server");
      return;
    }

  /* Ours, unless somebody says more than we do. */
  g_assert_true (mcp_consent_check (demo, NULL));
  changed = mcp_profile_copy (demo);
  mcp_profile_set_env (changed, env);
  g_assert_false (mcp_consent_check (changed, NULL));
}

/* --- What leaves --- */

static void
test_sent_values (void)
{
  static const struct
  {
    const char *json;
    const char *expected;  /* reference@host:header of each that was not given, with a bar between */
  } cases[] = {
    { "{\"url\": \"https://a.example/mcp\"}", "" },
    { "{\"url\": \"https://a.example/mcp\", \"headers\": {\"X\": \"Bearer t\"}}", "" },
    { "{\"url\": \"https://a.example/mcp\", \"headers\": {\"X\": \"${env:S}\"}}", "env:S@a.example:X" },
    { "{\"url\": \"https://a.example/mcp\", \"headers\": {\"X\": \"Bearer ${S}\", \"Y\": \"${T}${U}\"}}",
      "env:S@a.example:X|env:T@a.example:Y|env:U@a.example:Y" },
    { "{\"url\": \"https://a.example/mcp\", \"headers\": {\"X\": \"${S:-${env:T}}\"}}", "env:S@a.example:X|env:T@a.example:X" },
    { "{\"url\": \"https://a.example:8443/${S}?k=${env:T}\"}", "env:S@a.example:8443:|env:T@a.example:8443:" },
    { "{\"url\": \"https://${env:S}.evil.example/mcp\"}", "env:S@https://${env:S}.evil.example/mcp:" },
    { "{\"url\": \"https://a.example/%USERNAME%${/}\"}", "env:%USERNAME%@a.example:" },
    { "{\"url\": \"https://a.example/mcp\", \"headers\": {\"X\": \"${input:t}\", \"Y\": \"${input:u}\"},"
      " \"sounder\": {\"inputs\": [{\"id\": \"t\", \"type\": \"promptString\", \"password\": true},"
      " {\"id\": \"u\", \"type\": \"promptString\"}]}}", "keyring:t@a.example:X" },
    { "{\"url\": \"https://a.example/mcp\", \"sounder\": {\"secretHeaders\": [\"X-Key\"], \"secretId\": \"i\"}}",
      "keyring:X-Key@a.example:X-Key" },
    { "{\"url\": \"https://a.example/mcp\", \"sounder\": {\"clientCertificate\": \"/c.pem\","
      " \"oauth\": {\"assertionFile\": \"/etc/passwd\"}}}", "file:/etc/passwd@a.example:|cert:/c.pem@a.example:" },
    /* What a person said it is comes from there. */
    { "{\"url\": \"https://a.example/${env:S}\", \"sounder\": {\"values\": {\"env:S\": \"x\"}}}", "" },
    /* A program is asked about as it is. */
    { "{\"command\": \"a\", \"args\": [\"${env:S}\"]}", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpProfile) profile = parse (cases[i].json);
      g_autoptr (GPtrArray) values = mcp_sent_values_list (profile);
      g_autoptr (GString) found = g_string_new (NULL);

      for (guint j = 0; j < values->len; j++)
        {
          const McpSentValue *value = values->pdata[j];

          if (!value->given)
            g_string_append_printf (found, "%s%s@%s:%s", found->len > 0 ? "|" : "", value->reference, value->host,
                                    value->header != NULL ? value->header : "");
        }
      g_test_message ("%s", cases[i].json);
      g_assert_cmpstr (found->str, ==, cases[i].expected);
      g_assert_true (found->len == 0 || mcp_consent_is_needed (profile));
    }

  /* Another value under the same name is asked about anew; another text in its place is not. */
  assert_digests ("{\"url\": \"https://a.example\", \"headers\": {\"X\": \"${env:S}\"}}",
                  "{\"url\": \"https://a.example\", \"headers\": {\"X\": \"${env:T}\"}}", FALSE);
  assert_digests ("{\"url\": \"https://a.example\", \"headers\": {\"X\": \"y\"}}",
                  "{\"url\": \"https://a.example\", \"headers\": {\"X\": \"${env:T}\"}}", FALSE);
  assert_digests ("{\"url\": \"https://a.example\", \"headers\": {\"X\": \"y\"}}",
                  "{\"url\": \"https://a.example\", \"headers\": {\"X\": \"z\"}}", TRUE);
}

/* The secret of a client is the server's, whichever file names the server. */
static void
test_sent_values_of_signing_in (void)
{
  g_autoptr (McpProfile) own =
    parse ("{\"url\": \"https://a.example/mcp\", \"oauth\": {\"clientId\": \"c\", "
               "\"tokenUrl\": \"https://a.example:8443/token\"}}");
  g_autoptr (McpProfile) other =
    parse ("{\"url\": \"https://a.example/mcp\", \"oauth\": {\"clientId\": \"c\", "
               "\"tokenUrl\": \"https://b.example/token\"}}");
  g_autoptr (GPtrArray) values = mcp_sent_values_list (other);
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_consent_check (own, NULL));
  g_assert_false (mcp_consent_check (other, NULL));
  g_assert_cmpuint (values->len, ==, 1);
  g_assert_cmpstr (((const McpSentValue *) values->pdata[0])->reference, ==, "keyring:oauth");
  g_assert_cmpstr (((const McpSentValue *) values->pdata[0])->host, ==, "b.example");

  mcp_sent_value_allow ("keyring:oauth=b.example", &error);
  g_assert_no_error (error);
  g_assert_true (mcp_consent_check (other, NULL));
}

/* References in one another end somewhere, and none is lost there. */
static void
test_sent_values_nested (void)
{
  g_autoptr (GString) json = g_string_new ("{\"url\": \"https://a.example\", \"headers\": {\"X\": \"");
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (GPtrArray) values = NULL;

  for (guint i = 0; i < 10000; i++)
    g_string_append (json, "${A:-");
  g_string_append (json, "${env:LAST}");
  for (guint i = 0; i < 10000; i++)
    g_string_append_c (json, '}');
  g_string_append (json, "\"}}");

  profile = parse (json->str);
  values = mcp_sent_values_list (profile);
  g_assert_cmpuint (values->len, <, 100);
  g_assert_nonnull (strstr (((const McpSentValue *) values->pdata[values->len - 1])->reference, "env:LAST"));
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = test_make_folder ();

  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/consent/digest", test_digest);
  g_test_add_func ("/session/consent/check", test_check);
  g_test_add_func ("/session/consent/changed", test_changed);
  g_test_add_func ("/session/consent/deceptive", test_deceptive);
  g_test_add_func ("/session/consent/remedy", test_remedy);
  g_test_add_func ("/session/consent/memory", test_memory);
  g_test_add_func ("/session/consent/adopt", test_adopt);
  g_test_add_func ("/session/consent/sent-values", test_sent_values);
  g_test_add_func ("/session/consent/sent-values/of-signing-in", test_sent_values_of_signing_in);
  g_test_add_func ("/session/consent/sent-values/nested", test_sent_values_nested);
  g_test_add_func ("/session/consent/sessions", test_sessions);
  g_test_add_func ("/session/consent/tools", test_tools);
  g_test_add_func ("/session/consent/reconnect", test_reconnect);
  g_test_add_func ("/session/consent/demo", test_demo);

  return g_test_run ();
}
