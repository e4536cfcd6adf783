/* test-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "mcp-error.h"
#include "mcp-profile.h"

static const char full_json[] =
  "{\"type\": \"stdio\", \"command\": \"server\", \"args\": [\"-v\", \"a b\"], \"mystery\": 1.10,"
  " \"env\": {\"KEY\": \"secret\", \"EMPTY\": \"\"}, \"cwd\": \"/tmp\","
  " \"sounder\": {\"inheritEnv\": \"all\", \"future\": [9007199254740993],"
  " \"timeouts\": {\"call\": 1.50, \"unknown\": 1}, \"roots\": [{\"uri\": \"file:///a\", \"name\": \"A\"},"
  " {\"uri\": \"file:///b\"}], \"protocol\": \"2025-06-18\","
  " \"ping\": {\"enabled\": false, \"interval\": 0.25, \"failures\": 7, \"reaction\": \"restart\"},"
  " \"waits\": {\"close\": 0, \"term\": 0.1}, \"maxMessageBytes\": 4096, \"maxServerRequests\": 7,"
  " \"maxJournalBytes\": 2000000, \"progressResets\": false, \"confirmDestructive\": false, \"listByPage\": true,"
  " \"group\": \" At work \", \"advertiseRoots\": false}}";

static McpProfile *
profile_from (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json ("test", json, -1, &error);

  g_assert_no_error (error);

  return profile;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_profile_reads_everything (void)
{
  g_autoptr (McpProfile) profile = profile_from (full_json);
  g_autoptr (McpRoot) root = NULL;
  g_autofree char *command = mcp_profile_dup_command (profile);
  const char * const *env = mcp_profile_get_env (profile);

  g_assert_cmpstr (command, ==, "server -v 'a b'");
  g_assert_true (mcp_profile_is_stdio (profile));
  g_assert_cmpstr (env[0], ==, "KEY=secret");
  g_assert_cmpstr (env[1], ==, "EMPTY=");
  g_assert_null (env[2]);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->cwd, ==, "/tmp");
  g_assert_cmpint (mcp_profile_get_settings (profile)->inherit_env, ==, MCP_INHERIT_ALL);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_CALL), ==, 1500);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_PING), ==, 2000);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->protocol, ==, "2025-06-18");
  g_assert_cmpuint (g_list_model_get_n_items (mcp_profile_get_roots (profile)), ==, 2);
  root = g_list_model_get_item (mcp_profile_get_roots (profile), 0);
  g_assert_cmpstr (mcp_root_get_uri (root), ==, "file:///a");
  g_assert_cmpstr (mcp_root_get_name (root), ==, "A");
  g_assert_cmpuint (mcp_profile_get_settings (profile)->close_wait_msec, ==, 0);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->term_wait_msec, ==, 100);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, 4096);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_server_requests, ==, 7);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_journal_bytes, ==, 2000000);
  g_assert_false (mcp_profile_get_settings (profile)->progress_resets);
  g_assert_false (mcp_profile_get_settings (profile)->confirm_destructive);
  g_assert_true (mcp_profile_get_settings (profile)->list_by_page);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->group, ==, "At work");
  g_assert_false (mcp_profile_get_settings (profile)->advertise_roots);
  g_assert_false (mcp_profile_is_temporary (profile));
}

static void
test_profile_defaults (void)
{
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"x\", \"cwd\": null}");
  g_autoptr (McpProfile) remote = profile_from ("{\"url\": \"https://example.com/mcp\"}");

  g_assert_cmpint (mcp_profile_get_settings (profile)->inherit_env, ==, MCP_INHERIT_BASIC);
  g_assert_true (mcp_profile_get_settings (profile)->advertise_roots);
  g_assert_true (mcp_profile_get_settings (profile)->progress_resets);
  g_assert_true (mcp_profile_get_settings (profile)->confirm_destructive);
  g_assert_false (mcp_profile_get_settings (profile)->list_by_page);
  g_assert_null (mcp_profile_get_settings (profile)->group);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_INITIALIZE), ==, 10000);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_START), ==, 60000);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_MAXIMUM), ==, 300000);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->close_wait_msec, ==, 5000);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, 256 * 1024 * 1024);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_server_requests, ==, 1000);
  g_assert_null (mcp_profile_get_settings (profile)->cwd);
  g_assert_null (mcp_profile_get_settings (profile)->protocol);

  g_assert_false (mcp_profile_is_stdio (remote));
  g_assert_cmpstr (mcp_profile_get_url (remote), ==, "https://example.com/mcp");
}

static void
test_profile_names_what_is_wrong (void)
{
  const struct { const char *json; const char *named; } cases[] = {
    { "[]", "“command” or “url”" },
    { "{}", "neither “command” nor “url”" },
    { "{\"command\": 1}", "“command”" },
    { "{\"command\": \"\"}", "“command”" },
    { "{\"command\": \"x\", \"args\": \"y\"}", "“args”" },
    { "{\"command\": \"x\", \"args\": [1]}", "“args”" },
    { "{\"command\": \"x\", \"env\": []}", "“env”" },
    { "{\"command\": \"x\", \"env\": {\"A\": 1}}", "“env.A”" },
    { "{\"command\": \"x\", \"env\": {\"A=B\": \"\"}}", "“env”" },
    { "{\"command\": \"x\", \"cwd\": {}}", "“cwd”" },
    { "{\"url\": true}", "“url”" },
    { "{\"url\": \"http://x\", \"headers\": {\"A\": []}}", "“headers.A”" },
    { "{\"command\": \"x\", \"sounder\": 1}", "“sounder”" },
    { "{\"command\": \"x\", \"sounder\": {\"inheritEnv\": \"some\"}}", "“sounder.inheritEnv”" },
    { "{\"command\": \"x\", \"sounder\": {\"timeouts\": {\"ping\": 0}}}", "“sounder.timeouts.ping”" },
    { "{\"command\": \"x\", \"sounder\": {\"timeouts\": {\"ping\": 1e400}}}", "“sounder.timeouts.ping”" },
    { "{\"command\": \"x\", \"sounder\": {\"roots\": [{}]}}", "“sounder.roots.uri”" },
    { "{\"command\": \"x\", \"sounder\": {\"ping\": {\"enabled\": 1}}}", "“sounder.ping.enabled”" },
    { "{\"command\": \"x\", \"sounder\": {\"ping\": {\"failures\": 0}}}", "“sounder.ping.failures”" },
    { "{\"command\": \"x\", \"sounder\": {\"ping\": {\"reaction\": \"cry\"}}}", "“sounder.ping.reaction”" },
    { "{\"command\": \"x\", \"sounder\": {\"health\": []}}", "“sounder.health”" },
    { "{\"command\": \"x\", \"sounder\": {\"waits\": {\"term\": -1}}}", "“sounder.waits.term”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxMessageBytes\": \"1\"}}", "“sounder.maxMessageBytes”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxMessageBytes\": 4294967296}}",
      "“sounder.maxMessageBytes”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxServerRequests\": 0}}",
      "“sounder.maxServerRequests”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxJournalBytes\": 1}}", "“sounder.maxJournalBytes”" },
    { "{\"command\": \"x\"", "JSON" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_profile_new_from_json ("my server", cases[i].json, -1, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, "“my server”"));
      if (strstr (error->message, cases[i].named) == NULL)
        g_error ("%s: %s", cases[i].json, error->message);
    }
}

static void
test_profile_keeps_text_it_does_not_know (void)
{
  g_autoptr (McpProfile) profile = profile_from (full_json);
  g_autofree char *same = mcp_profile_to_json (profile);
  g_autofree char *changed = NULL;

  g_assert_cmpstr (same, ==, full_json);

  mcp_profile_set_ping (profile, TRUE, 250, 7, MCP_REACTION_RESTART);
  g_object_set (profile, "cwd", NULL, NULL);
  changed = mcp_profile_to_json (profile);

  g_assert_nonnull (strstr (changed, "\"mystery\": 1.10"));
  g_assert_nonnull (strstr (changed, "[9007199254740993]"));
  g_assert_nonnull (strstr (changed, "{\"call\": 1.50, \"unknown\": 1}"));
  g_assert_null (strstr (changed, "cwd"));
}

static void
test_profile_round_trips_every_setting (void)
{
  const char * const argv[] = { "prog", "", "é\n\"", NULL };
  const char * const env[] = { "A=b=c", "B=", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_autoptr (McpProfile) read = NULL;
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *json = NULL;
  g_autofree char *again = NULL;

  mcp_profile_set_argv (profile, argv);
  mcp_profile_set_env (profile, env);
  g_object_set (profile, "cwd", "/x y", NULL);
  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  for (guint i = 0; i < MCP_N_TIMEOUTS; i++)
    mcp_profile_set_timeout_msec (profile, i, 1001 + i);
  g_object_set (profile, "progress-resets", FALSE, NULL);
  g_object_set (profile, "protocol", "1999-01-01", NULL);
  g_ptr_array_add (roots, mcp_root_new_for_path ("sub", "/base"));
  mcp_profile_set_roots (profile, roots);
  g_object_set (profile, "advertise-roots", FALSE, NULL);
  g_object_set (profile, "close-wait-msec", 1, "term-wait-msec", 2, NULL);
  g_object_set (profile, "max-message-bytes", (guint64) G_MAXSIZE, NULL);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, MCP_PROFILE_MAX_MESSAGE_BYTES);
  g_object_set (profile, "max-message-bytes", (guint64) 123456, NULL);
  mcp_profile_set_ping (profile, FALSE, 1, 2, MCP_REACTION_DISCONNECT);

  json = mcp_profile_to_json (profile);
  read = profile_from (json);
  again = mcp_profile_to_json (read);
  g_assert_cmpstr (json, ==, again);
  g_assert_true (g_strv_equal (mcp_profile_get_argv (read), argv));
  g_assert_true (g_strv_equal (mcp_profile_get_env (read), env));
  g_assert_cmpuint (mcp_profile_get_timeout_msec (read, MCP_TIMEOUT_MAXIMUM), ==,
                    1001 + MCP_TIMEOUT_MAXIMUM);
  g_assert_cmpuint (mcp_profile_get_settings (read)->term_wait_msec, ==, 2);
  g_assert_nonnull (strstr (json, "file:///base/sub"));
}

static void
test_profile_hides_secrets (void)
{
  g_autoptr (McpProfile) profile = profile_from (full_json);
  g_autoptr (McpProfile) remote =
    profile_from ("{\"url\": \"https://me:pw@example.com/mcp?key=abc\", \"headers\": {\"Authorization\": \"Bearer t\"}}");
  g_autofree char *json = mcp_profile_to_public_json (profile);
  g_autofree char *remote_json = mcp_profile_to_public_json (remote);

  g_assert_null (strstr (json, "secret"));
  g_assert_nonnull (strstr (json, "KEY"));
  g_assert_null (strstr (json, "mystery"));
  g_assert_null (strstr (remote_json, "pw"));
  g_assert_null (strstr (remote_json, "abc"));
  g_assert_null (strstr (remote_json, "Bearer"));
  g_assert_nonnull (strstr (remote_json, "example.com"));
}

static void
test_profile_names_temporary_ones (void)
{
  const struct { const char *argv[4]; const char *name; } cases[] = {
    { { "/usr/bin/my-server", "--x", NULL }, "my-server" },
    { { "npx", "-y", "@modelcontextprotocol/server-everything@2.0.1", NULL }, "server-everything" },
    { { "python3", "server.py", NULL }, "server.py" },
    { { "npx", NULL }, "npx" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpProfile) profile = mcp_profile_new_for_argv (NULL, cases[i].argv);

      g_assert_cmpstr (mcp_profile_get_name (profile), ==, cases[i].name);
      g_assert_true (mcp_profile_is_temporary (profile));
      g_assert_cmpint (mcp_profile_get_settings (profile)->inherit_env, ==, MCP_INHERIT_BASIC);
    }
}

static void
test_profile_inherits_basic (void)
{
  const char * const base[] = {
    "HOME=/h", "PATH=/bin", "SECRET=1", "LC_ALL=C", "XDG_DATA_HOME=/d", "NVM_DIR=/n",
    "https_proxy=p", "HTTP_PROXY=q", "HOMELESS=1", "LANGUAGE=x", NULL
  };
  const char * const env[] = { "PATH=/mine", "NEW=1", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_auto (GStrv) basic = NULL;
  g_auto (GStrv) all = NULL;

  mcp_profile_set_base_environ (profile, base);
  mcp_profile_set_env (profile, env);
  basic = mcp_profile_dup_environ (profile);
  g_assert_cmpuint (g_strv_length (basic), ==, 8);
  g_assert_cmpstr (g_environ_getenv (basic, "PATH"), ==, "/mine");
  g_assert_cmpstr (g_environ_getenv (basic, "HTTP_PROXY"), ==, "q");
  g_assert_cmpstr (g_environ_getenv (basic, "NEW"), ==, "1");
  g_assert_null (g_environ_getenv (basic, "SECRET"));
  g_assert_null (g_environ_getenv (basic, "HOMELESS"));
  g_assert_null (g_environ_getenv (basic, "LANGUAGE"));

  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  all = mcp_profile_dup_environ (profile);
  g_assert_cmpstr (g_environ_getenv (all, "SECRET"), ==, "1");
}

static void
test_profile_assign_notifies (void)
{
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"a\"}");
  g_autoptr (McpProfile) other = profile_from (full_json);
  g_autoptr (McpProfile) copy = NULL;
  g_autofree char *json = NULL;
  GListModel *roots = mcp_profile_get_roots (profile);
  guint n_command = 0;
  guint n_health = 0;
  guint n_roots = 0;
  guint n_name = 0;

  g_signal_connect_swapped (profile, "notify::command", G_CALLBACK (count_cb), &n_command);
  g_signal_connect_swapped (profile, "notify::health", G_CALLBACK (count_cb), &n_health);
  g_signal_connect_swapped (profile, "notify::name", G_CALLBACK (count_cb), &n_name);
  g_signal_connect_swapped (roots, "items-changed", G_CALLBACK (count_cb), &n_roots);

  mcp_profile_assign (profile, other);
  g_assert_cmpuint (n_command, ==, 1);
  g_assert_cmpuint (n_health, ==, 1);
  g_assert_cmpuint (n_roots, ==, 1);
  g_assert_cmpuint (n_name, ==, 0);
  g_assert_true (mcp_profile_get_roots (profile) == roots);

  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, full_json);

  copy = mcp_profile_copy (profile);
  mcp_profile_assign (profile, copy);
  g_assert_cmpuint (n_command, ==, 1);
  g_assert_cmpuint (n_roots, ==, 1);

  g_assert_finalize_object (g_steal_pointer (&copy));
  g_assert_finalize_object (g_steal_pointer (&other));
  g_assert_finalize_object (g_steal_pointer (&profile));
}

static void
test_profile_becomes_stdio (void)
{
  const char * const argv[] = { "prog", NULL };
  g_autoptr (McpProfile) profile = profile_from ("{\"url\": \"http://x\", \"other\": []}");
  g_autofree char *json = NULL;

  mcp_profile_set_argv (profile, argv);
  g_assert_true (mcp_profile_is_stdio (profile));
  json = mcp_profile_to_json (profile);
  g_assert_null (strstr (json, "url"));
  g_assert_nonnull (strstr (json, "\"other\": []"));
  g_assert_nonnull (strstr (json, "\"command\": \"prog\""));
}

static void
test_profile_finds_demo (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sounder-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "sounder-demo-server", NULL);
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  McpHealthSettings health;

  g_assert_true (g_file_set_contents (path, "#!/bin/sh\n", -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  g_setenv ("SOUNDER_DEMO_SERVER", path, TRUE);

  profile = mcp_profile_new_for_demo (&error);
  g_assert_no_error (error);
  g_assert_true (mcp_profile_get_settings (profile)->demo);
  g_assert_true (mcp_profile_is_temporary (profile));
  mcp_profile_get_health (profile, &health);
  g_assert_cmpuint (health.interval_msec, ==, 1000);
  g_assert_cmpstr (mcp_profile_get_argv (profile)[0], ==, path);

  g_unsetenv ("SOUNDER_DEMO_SERVER");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_profile_root_for_path (void)
{
  g_autoptr (McpRoot) relative = mcp_root_new_for_path ("a/../b", "/base");
  g_autoptr (McpRoot) absolute = mcp_root_new_for_path ("/x y", NULL);
  g_autoptr (McpRoot) uri = mcp_root_new_for_path ("file:///z", "/base");

  g_assert_cmpstr (mcp_root_get_uri (relative), ==, "file:///base/b");
  g_assert_cmpstr (mcp_root_get_name (relative), ==, "b");
  g_assert_cmpstr (mcp_root_get_uri (absolute), ==, "file:///x%20y");
  g_assert_cmpstr (mcp_root_get_uri (uri), ==, "file:///z");
  g_assert_finalize_object (g_steal_pointer (&relative));
}

/* With their own settings or those that are usual; that of tasks is not told to those who have other tasks. */
static void
test_profile_extensions (void)
{
  static const struct
  {
    const char *saved;     /* (nullable) */
    const char *legacy;
    const char *modern;
  } cases[] = {
    { NULL, "{\"extensions\":{\"io.modelcontextprotocol/skills\":{}}",
      "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"io.modelcontextprotocol/skills\":{}}" },
    { "[]", "{", "{" },
    { "[\"io.modelcontextprotocol/ui\"]",
      "{\"extensions\":{\"io.modelcontextprotocol/ui\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}",
      "{\"extensions\":{\"io.modelcontextprotocol/ui\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}" },
    { "{\"a.b/c\": {\"x\": [1.50]}, \"io.modelcontextprotocol/tasks\": {}}",
      "{\"extensions\":{\"a.b/c\":{\"x\": [1.50]}}",
      "{\"extensions\":{\"a.b/c\":{\"x\": [1.50]},\"io.modelcontextprotocol/tasks\":{}}" },
  };
  static const char * const kept[] = { "a.b/c", "d.e/f", NULL };
  static const char * const broken[] = { "1", "[1]", "{\"a.b/c\":1}" };
  g_autoptr (McpProfile) profile =
    mcp_profile_new_from_json ("x", "{\"command\":\"y\",\"sounder\":{\"extensions\":{\"a.b/c\":{\"z\":1}}}}", -1, NULL);
  g_autofree char *written = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json =
        cases[i].saved != NULL
          ? g_strdup_printf ("{\"command\":\"y\",\"sounder\":{\"extensions\":%s}}", cases[i].saved)
          : g_strdup ("{\"command\":\"y\"}");
      g_autoptr (McpProfile) one = mcp_profile_new_from_json ("x", json, -1, NULL);
      g_autoptr (GString) legacy = g_string_new ("{");
      g_autoptr (GString) modern = g_string_new ("{");

      mcp_profile_append_extensions (one, legacy, FALSE);
      mcp_profile_append_extensions (one, modern, TRUE);
      g_assert_cmpstr (legacy->str, ==, cases[i].legacy);
      g_assert_cmpstr (modern->str, ==, cases[i].modern);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"command\":\"y\",\"sounder\":{\"extensions\":%s}}", broken[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_profile_new_from_json ("x", json, -1, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
    }

  mcp_profile_set_extensions (profile, kept);
  written = mcp_profile_to_json (profile);
  g_assert_nonnull (strstr (written, "\"a.b/c\": {\"z\":1}, \"d.e/f\": {}"));
}

/* A setting that is a property, as the file has it; the defaults are those of nobody having said anything. */
static const struct
{
  const char *property;
  const char *set;     /* as a GValue is written */
  const char *member;  /* of "sounder", then: what is written */
} properties[] = {
  { "inherit-env", "1", "\"inheritEnv\": \"all\"" },
  { "inputs", "[{\"id\":\"a\"}]", "\"inputs\": [{\"id\":\"a\"}]" },
  { "transport", "2", "\"transport\": \"sse\"" },
  { "ca-file", "/etc/own é.pem", "\"caFile\": \"/etc/own é.pem\"" },
  { "tests", "/home/x/a.json", "\"tests\": \"/home/x/a.json\"" },
  { "accepted-certificate", "AB:CD", "\"acceptedCertificate\": \"AB:CD\"" },
  { "read-timeout-msec", "1", "\"timeouts\": {\"read\": 0.001}" },
  { "call-timeout-msec", "86400000", "\"timeouts\": {\"call\": 86400}" },
  { "initialize-timeout-msec", "1234", "\"timeouts\": {\"initialize\": 1.234}" },
  { "start-timeout-msec", "59999", "\"timeouts\": {\"start\": 59.999}" },
  { "other-timeout-msec", "250", "\"timeouts\": {\"other\": 0.25}" },
  { "maximum-timeout-msec", "2000000000", "\"timeouts\": {\"maximum\": 2000000}" },
  { "progress-resets", "FALSE", "\"progressResets\": false" },
  { "protocol", "1999-01-01", "\"protocol\": \"1999-01-01\"" },
  { "advertise-roots", "FALSE", "\"advertiseRoots\": false" },
  { "close-wait-msec", "0", "\"waits\": {\"close\": 0}" },
  { "term-wait-msec", "1", "\"waits\": {\"term\": 0.001}" },
  { "max-message-bytes", "1073741824", "\"maxMessageBytes\": 1073741824" },
  { "max-server-requests", "1000000", "\"maxServerRequests\": 1000000" },
  { "max-journal-bytes", "1125899906842624", "\"maxJournalBytes\": 1125899906842624" },
  { "restart-on-change", "TRUE", "\"restartOnChange\": true" },
  { "list-by-page", "TRUE", "\"listByPage\": true" },
  { "group", "At \"work\"", "\"group\": \"At \\\"work\\\"\"" },
  { "origin", "/tmp/mcp.json", "\"origin\": \"/tmp/mcp.json\"" },
  { "confirm-destructive", "FALSE", "\"confirmDestructive\": false" },
  { "record", "TRUE", "\"record\": true" },
  { "record-folder", "/srv/recordings", "\"recordFolder\": \"/srv/recordings\"" },
  { "era", "2", "\"era\": \"modern\"" },
  { "log-level", "notice", "\"logLevel\": \"notice\"" },
  { "max-rounds", "1000", "\"maxRounds\": 1000" },
};

static void
init_value (McpProfile *profile,
            const char *property,
            GValue     *value)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (profile), property);

  g_assert_nonnull (pspec);
  g_value_init (value, pspec->value_type);
}

static void
set_from_text (McpProfile *profile,
               const char *property,
               const char *text)
{
  g_auto (GValue) value = G_VALUE_INIT;

  init_value (profile, property, &value);
  if (G_VALUE_HOLDS_STRING (&value))
    g_value_set_string (&value, text);
  else if (G_VALUE_HOLDS_BOOLEAN (&value))
    g_value_set_boolean (&value, g_str_equal (text, "TRUE"));
  else if (G_VALUE_HOLDS_UINT64 (&value))
    g_value_set_uint64 (&value, g_ascii_strtoull (text, NULL, 10));
  else
    g_value_set_uint (&value, (guint) g_ascii_strtoull (text, NULL, 10));
  g_object_set_property (G_OBJECT (profile), property, &value);
}

static char *
dup_text (McpProfile *profile,
          const char *property)
{
  g_auto (GValue) value = G_VALUE_INIT;

  init_value (profile, property, &value);
  g_object_get_property (G_OBJECT (profile), property, &value);
  if (G_VALUE_HOLDS_STRING (&value))
    return g_value_dup_string (&value);
  if (G_VALUE_HOLDS_BOOLEAN (&value))
    return g_strdup (g_value_get_boolean (&value) ? "TRUE" : "FALSE");

  return G_VALUE_HOLDS_UINT64 (&value)
           ? g_strdup_printf ("%" G_GUINT64_FORMAT, g_value_get_uint64 (&value))
           : g_strdup_printf ("%u", g_value_get_uint (&value));
}

/* The table is of all of them: one that is added is added here too. */
static void
test_profile_knows_its_properties (void)
{
  static const char * const others[] = { "name", "command", "health", "temporary", "demo", "cwd", NULL };
  g_autoptr (GTypeClass) klass = g_type_class_ref (MCP_TYPE_PROFILE);
  g_autofree GParamSpec **pspecs = NULL;
  guint n_pspecs;

  pspecs = g_object_class_list_properties (G_OBJECT_CLASS (klass), &n_pspecs);
  for (guint i = 0; i < n_pspecs; i++)
    {
      gboolean found = g_strv_contains (others, pspecs[i]->name);

      for (gsize j = 0; j < G_N_ELEMENTS (properties); j++)
        found = found || g_str_equal (properties[j].property, pspecs[i]->name);
      if (!found)
        g_error ("no test of %s", pspecs[i]->name);
    }
  g_assert_cmpuint (n_pspecs, ==, G_N_ELEMENTS (properties) + g_strv_length ((char **) others));
}

/* Each property alone: it is announced once, written as one member, read back, and goes when it is as before. */
static void
test_profile_property (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"x\"}");
  g_autofree char *before = dup_text (profile, properties[i].property);
  g_autofree char *signal = g_strconcat ("notify::", properties[i].property, NULL);
  g_autofree char *expected = g_strdup_printf ("{\"command\": \"x\", \"sounder\": {%s}}", properties[i].member);
  g_autofree char *json = NULL;
  g_autofree char *untouched = NULL;
  g_autofree char *after = NULL;
  g_autofree char *reread = NULL;
  g_autofree char *again = NULL;
  g_autoptr (McpProfile) read = NULL;
  g_autoptr (McpProfile) copy = NULL;
  g_autofree char *copied = NULL;
  guint n_own = 0;
  guint n_all = 0;

  g_signal_connect_swapped (profile, signal, G_CALLBACK (count_cb), &n_own);
  g_signal_connect_swapped (profile, "notify", G_CALLBACK (count_cb), &n_all);

  set_from_text (profile, properties[i].property, properties[i].set);
  g_assert_cmpuint (n_own, ==, 1);
  g_assert_cmpuint (n_all, ==, 1);
  set_from_text (profile, properties[i].property, properties[i].set);
  g_assert_cmpuint (n_all, ==, 1);
  after = dup_text (profile, properties[i].property);
  g_assert_cmpstr (after, ==, properties[i].set);

  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, expected);
  read = profile_from (json);
  reread = dup_text (read, properties[i].property);
  g_assert_cmpstr (reread, ==, properties[i].set);
  again = mcp_profile_to_json (read);
  g_assert_cmpstr (again, ==, expected);

  copy = mcp_profile_copy (profile);
  set_from_text (profile, properties[i].property, before);
  g_assert_cmpuint (n_own, ==, 2);
  untouched = mcp_profile_to_json (profile);
  g_assert_cmpstr (untouched, ==, "{\"command\": \"x\"}");
  copied = dup_text (copy, properties[i].property);
  g_assert_cmpstr (copied, ==, properties[i].set);

  /* Assigning tells of it, and of nothing else. */
  n_own = n_all = 0;
  mcp_profile_assign (profile, copy);
  g_assert_cmpuint (n_own, ==, 1);
  g_assert_cmpuint (n_all, ==, 1);
}

/* How a value is spelled stays, as long as it is not another one. */
static void
test_profile_keeps_spelling (void)
{
  static const char json[] =
    "{\"command\": \"x\", \"sounder\": {\"maxMessageBytes\": 4.096e3, \"timeouts\": {\"call\": 1.50, \"own\": [ ]}, "
    "\"era\": \"mod\\u0065rn\", \"record\": true, \"recordFolder\": \"\\/a\", \"maxRounds\": 3.0, \"zeta\": {}}}";
  g_autoptr (McpProfile) profile = profile_from (json);
  g_autofree char *same = mcp_profile_to_json (profile);
  g_autofree char *changed = NULL;

  g_assert_cmpstr (same, ==, json);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->record_folder, ==, "/a");
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, 4096);

  g_object_set (profile, "read-timeout-msec", 7000, "record", FALSE, NULL);
  changed = mcp_profile_to_json (profile);
  g_assert_nonnull (strstr (changed, "\"maxMessageBytes\": 4.096e3"));
  g_assert_nonnull (strstr (changed, "\"call\": 1.50, \"own\": [ ]"));
  g_assert_nonnull (strstr (changed, "\"read\": 7"));
  g_assert_nonnull (strstr (changed, "\"era\": \"mod\\u0065rn\""));
  g_assert_nonnull (strstr (changed, "\"record\": false"));
  g_assert_nonnull (strstr (changed, "\"maxRounds\": 3.0"));
  g_assert_nonnull (strstr (changed, "\"zeta\": {}"));
}

/* What is too much or too little to be set is the most or the least; nothing wraps around. */
static void
test_profile_bounds (void)
{
  const struct { const char *property; guint64 value; guint64 becomes; } cases[] = {
    { "max-message-bytes", G_MAXUINT64, MCP_PROFILE_MAX_MESSAGE_BYTES },
    { "max-message-bytes", 0, 1 },
    { "max-message-bytes", 100, 100 },
    { "max-journal-bytes", G_MAXUINT64, G_GUINT64_CONSTANT (1) << 50 },
    { "max-journal-bytes", 0, 1 },
    { "max-server-requests", 0, 1 },
    { "max-server-requests", G_MAXUINT, 1000000 },
    { "max-rounds", 0, 1 },
    { "max-rounds", G_MAXUINT, 1000 },
    { "call-timeout-msec", 0, 1 },
    { "call-timeout-msec", G_MAXUINT, G_MAXINT },
    { "close-wait-msec", 0, 0 },
    { "era", 17, MCP_ERA_CHOICE_MODERN },
    { "transport", 3, MCP_PROFILE_TRANSPORT_SSE },
    { "inherit-env", 2, MCP_INHERIT_ALL },
  };
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, cases[i].value);
      g_autofree char *becomes = g_strdup_printf ("%" G_GUINT64_FORMAT, cases[i].becomes);
      g_autofree char *is = NULL;

      set_from_text (profile, cases[i].property, text);
      is = dup_text (profile, cases[i].property);
      if (!g_str_equal (is, becomes))
        g_error ("%s of %s is %s", cases[i].property, text, is);
    }
}

/* An empty text is none, whoever sets it; and what can only be said in one way is said so. */
static void
test_profile_normalizes (void)
{
  static const char * const texts[] = {
    "cwd", "ca-file", "tests", "accepted-certificate", "protocol", "group", "origin", "record-folder", "log-level",
  };
  g_autofree char *default_folder = g_build_filename (g_get_user_data_dir (), "sounder", "recordings", NULL);
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_autofree char *json = NULL;
  g_autofree char *empty = NULL;
  g_autofree char *folder = NULL;
  guint n_group = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = NULL;

      set_from_text (profile, texts[i], "/something");
      set_from_text (profile, texts[i], "");
      text = dup_text (profile, texts[i]);
      g_assert_null (text);
    }
  empty = mcp_profile_to_json (profile);
  g_assert_cmpstr (empty, ==, "{}");

  g_signal_connect_swapped (profile, "notify::group", G_CALLBACK (count_cb), &n_group);
  g_object_set (profile, "group", "  a b\t", NULL);
  g_object_set (profile, "group", "a b ", NULL);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->group, ==, "a b");
  g_assert_cmpuint (n_group, ==, 1);
  g_object_set (profile, "group", " \n ", NULL);
  g_assert_null (mcp_profile_get_settings (profile)->group);

  g_object_set (profile, "origin", "a\xff" "b", NULL);
  g_assert_true (g_utf8_validate (mcp_profile_get_settings (profile)->origin, -1, NULL));
  g_object_set (profile, "origin", NULL, NULL);

  g_object_set (profile, "record", TRUE, "record-folder", default_folder, NULL);
  folder = mcp_profile_dup_record_folder (profile);
  g_assert_cmpstr (folder, ==, default_folder);
  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, "{\"sounder\": {\"record\": true}}");
}

/* Every member with a value of every type that it does not have. */
static void
test_profile_names_each_member (void)
{
  static const struct
  {
    const char *member;
    const char *types;  /* that it has: [s]tring, [n]umber, [b]oolean, [a]rray, [o]bject */
  } members[] = {
    { "command", "s" }, { "args", "a" }, { "url", "s" }, { "cwd", "s" }, { "env", "o" }, { "headers", "o" },
    { "type", "s" }, { "sounder", "o" }, { "sounder.inputs", "a" }, { "sounder.values", "o" },
    { "sounder.secretHeaders", "a" }, { "sounder.secretId", "s" }, { "sounder.caFile", "s" },
    { "sounder.tests", "s" }, { "sounder.acceptedCertificate", "s" }, { "sounder.oauth", "o" },
    { "sounder.reconnect", "b" }, { "sounder.timeouts", "o" }, { "sounder.progressResets", "b" },
    { "sounder.protocol", "s" }, { "sounder.roots", "a" }, { "sounder.advertiseRoots", "b" },
    { "sounder.health", "o" }, { "sounder.ping", "o" }, { "sounder.waits", "o" },
    { "sounder.restartOnChange", "b" }, { "sounder.listByPage", "b" }, { "sounder.group", "s" },
    { "sounder.origin", "s" }, { "sounder.confirmDestructive", "b" }, { "sounder.record", "b" },
    { "sounder.recordFolder", "s" }, { "sounder.demo", "b" }, { "sounder.clientCapabilities", "o" },
    { "sounder.logLevel", "s" }, { "sounder.extensions", "ao" }, { "sounder.answers", "a" },
    /* These have to be some string or number, which none of below is. */
    { "sounder.inheritEnv", "" }, { "sounder.transport", "" }, { "sounder.era", "" },
    { "sounder.maxMessageBytes", "" }, { "sounder.maxServerRequests", "n" }, { "sounder.maxJournalBytes", "" },
    { "sounder.maxRounds", "n" }, { "sounder.timeouts.call", "n" }, { "sounder.waits.close", "n" },
    { "sounder.health.strategy", "" }, { "sounder.health.preset", "" }, { "sounder.health.interval", "n" },
    { "sounder.health.failures", "n" }, { "sounder.health.adaptiveTimeout", "b" }, { "sounder.health.reaction", "" },
    { "sounder.oauth.clientId", "s" },
  };
  static const struct { char type; const char *json; } values[] = {
    { 's', "\"text\"" }, { 'n', "7" }, { 'b', "true" }, { 'a', "[]" }, { 'o', "{}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (values) + 1; j++)
      {
        gboolean is_null = j == G_N_ELEMENTS (values);
        gboolean fits = is_null || strchr (members[i].types, values[j].type) != NULL;
        g_auto (GStrv) path = g_strsplit (members[i].member, ".", -1);
        g_autofree char *json = g_strdup (is_null ? "null" : values[j].json);
        g_autofree char *named = g_strdup_printf ("“%s”", members[i].member);
        g_autoptr (McpProfile) profile = NULL;
        g_autoptr (GError) error = NULL;

        for (guint k = g_strv_length (path); k > 0; k--)
          {
            g_autofree char *inner = g_steal_pointer (&json);
            const char *beside = k > 1                                       ? ""
                                 : g_strcmp0 (path[0], "command") == 0 ? ",\"url\":\"http://h\""
                                                                       : ",\"command\":\"c\"";

            json = g_strdup_printf ("{\"%s\":%s%s}", path[k - 1], inner, beside);
          }

        profile = mcp_profile_new_from_json ("my server", json, -1, &error);
        if (fits != (profile != NULL))
          g_error ("%s: %s", json, error != NULL ? error->message : "read");
        if (profile != NULL)
          {
            /* What is there is not touched by writing it. */
            g_autofree char *same = mcp_profile_to_json (profile);

            g_assert_cmpstr (same, ==, json);
            continue;
          }

        g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
        g_assert_true (g_str_has_prefix (error->message, "Server “my server”"));
        if (strstr (error->message, named) == NULL)
          g_error ("%s: %s", json, error->message);
      }
}

/* Numbers at and just beyond both ends. */
static void
test_profile_ranges (void)
{
  static const struct
  {
    const char *object;  /* of "sounder", or "" */
    const char *key;
    const char *good[3];
    const char *bad[4];
  } cases[] = {
    { "", "maxMessageBytes", { "1024", "1073741824" }, { "1023", "1073741825", "-1", "1e999" } },
    { "", "maxServerRequests", { "1", "1000000" }, { "0", "1000001", "0.5" } },
    { "", "maxJournalBytes", { "1048576", "1125899906842624" }, { "1048575", "1125899906842625" } },
    { "", "maxRounds", { "1", "1000" }, { "0", "1001", "-3" } },
    { "timeouts", "read", { "0.001", "2147483" }, { "0", "0.0009", "2147484" } },
    { "timeouts", "maximum", { "0.001", "2147483" }, { "0", "-0.001", "2147484" } },
    { "waits", "close", { "0", "-0", "2147483" }, { "-0.001", "2147484" } },
    { "waits", "term", { "0", "2147483" }, { "-1", "1e7" } },
    { "health", "interval", { "0.001", "2147483" }, { "0", "1e10" } },
    { "health", "throttle", { "0", "2147483" }, { "-1" } },
    { "health", "failures", { "1", "1000" }, { "0", "1001" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < 7; j++)
      {
        gboolean good = j < 3;
        const char *number = good ? cases[i].good[j] : cases[i].bad[j - 3];
        g_autofree char *member = g_strdup_printf ("{\"%s\":%s}", cases[i].key, number);
        g_autofree char *json = *cases[i].object != '\0'
                                  ? g_strdup_printf ("{\"command\":\"c\",\"sounder\":{\"%s\":%s}}", cases[i].object, member)
                                  : g_strdup_printf ("{\"command\":\"c\",\"sounder\":%s}", member);
        g_autofree char *named = g_strdup_printf ("sounder%s%s.%s”", *cases[i].object != '\0' ? "." : "",
                                                  cases[i].object, cases[i].key);
        g_autoptr (McpProfile) profile = NULL;
        g_autoptr (GError) error = NULL;

        if (number == NULL)
          continue;

        profile = mcp_profile_new_from_json ("n", json, -1, &error);
        if (good != (profile != NULL))
          g_error ("%s: %s", json, error != NULL ? error->message : "read");
        if (good)
          {
            g_autofree char *same = mcp_profile_to_json (profile);

            g_assert_cmpstr (same, ==, json);
          }
        else if (strstr (error->message, named) == NULL || strstr (error->message, "a number from") == NULL)
          g_error ("%s: %s", json, error->message);
      }
}

/* A file cannot say that it is the demo, which nobody is asked about. */
static void
test_profile_demo_of_file (void)
{
  g_autoptr (McpProfile) profile = profile_from ("{\"command\":\"evil\",\"sounder\":{\"demo\":true}}");
  g_autofree char *json = NULL;

  g_assert_false (mcp_profile_get_settings (profile)->demo);
  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, "{\"command\":\"evil\",\"sounder\":{\"demo\":true}}");
}

/* What other clients write of signing in is read, ours wins, and what is changed is no longer said in two ways. */
static void
test_profile_foreign_auth (void)
{
  static const char json[] =
    "{\"url\":\"https://h/mcp\",\"oauth\":{\"clientId\":\"theirs\",\"scopes\":[\"a\",\"b\"],\"audiences\":[1]},"
    "\"auth\":{\"CLIENT_SECRET\":\"${env:X}\"},\"sounder\":{\"oauth\":{\"clientId\":\"ours\"}}}";
  g_autoptr (McpProfile) profile = profile_from (json);
  const McpAuthSettings *auth = mcp_profile_get_settings (profile)->auth;
  g_autoptr (McpAuthSettings) changed = NULL;
  g_autofree char *same = mcp_profile_to_json (profile);
  g_autofree char *written = NULL;

  g_assert_cmpstr (same, ==, json);
  g_assert_cmpstr (mcp_auth_settings_get (auth, MCP_AUTH_CLIENT_ID), ==, "ours");
  g_assert_cmpstr (mcp_auth_settings_get (auth, MCP_AUTH_SCOPE), ==, "a b");
  g_assert_null (mcp_auth_settings_get (auth, MCP_AUTH_CLIENT_SECRET));

  changed = mcp_auth_settings_copy (auth);
  mcp_auth_settings_set (changed, MCP_AUTH_SCOPE, "c");
  mcp_profile_set_auth (profile, changed);
  written = mcp_profile_to_json (profile);
  g_assert_null (strstr (written, "scopes"));
  g_assert_nonnull (strstr (written, "\"audiences\": [1]"));
  g_assert_nonnull (strstr (written, "\"clientId\": \"theirs\""));
  g_assert_nonnull (strstr (written, "\"scope\": \"c\""));
}

/* Each way of saying when to connect again, by kind of server. */
static void
test_profile_reconnect (void)
{
  static const struct { const char *json; gboolean is; } cases[] = {
    { "{\"command\":\"c\"}", FALSE },
    { "{\"command\":\"c\",\"sounder\":{\"reconnect\":true}}", TRUE },
    { "{\"command\":\"c\",\"sounder\":{\"reconnect\":null}}", FALSE },
    { "{\"url\":\"http://h\"}", TRUE },
    { "{\"url\":\"http://h\",\"sounder\":{\"reconnect\":false}}", FALSE },
    { "{\"url\":\"http://h\",\"sounder\":{\"reconnect\":null}}", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (cases[i].json);
      g_autoptr (McpProfile) read = NULL;
      g_autofree char *json = mcp_profile_to_json (profile);
      g_autofree char *written = NULL;

      g_assert_cmpint (mcp_profile_get_reconnect (profile), ==, cases[i].is);
      g_assert_cmpstr (json, ==, cases[i].json);
      mcp_profile_set_reconnect (profile, !cases[i].is);
      written = mcp_profile_to_json (profile);
      read = profile_from (written);
      g_assert_cmpint (mcp_profile_get_reconnect (read), ==, !cases[i].is);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/profile/reads-everything", test_profile_reads_everything);
  g_test_add_func ("/session/profile/defaults", test_profile_defaults);
  g_test_add_func ("/session/profile/names-what-is-wrong", test_profile_names_what_is_wrong);
  g_test_add_func ("/session/profile/keeps-text-it-does-not-know",
                   test_profile_keeps_text_it_does_not_know);
  g_test_add_func ("/session/profile/round-trips-every-setting",
                   test_profile_round_trips_every_setting);
  g_test_add_func ("/session/profile/hides-secrets", test_profile_hides_secrets);
  g_test_add_func ("/session/profile/names-temporary-ones", test_profile_names_temporary_ones);
  g_test_add_func ("/session/profile/inherits-basic", test_profile_inherits_basic);
  g_test_add_func ("/session/profile/assign-notifies", test_profile_assign_notifies);
  g_test_add_func ("/session/profile/becomes-stdio", test_profile_becomes_stdio);
  g_test_add_func ("/session/profile/finds-demo", test_profile_finds_demo);
  g_test_add_func ("/session/profile/root-for-path", test_profile_root_for_path);
  g_test_add_func ("/session/profile/extensions", test_profile_extensions);
  g_test_add_func ("/session/profile/knows-its-properties", test_profile_knows_its_properties);
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      g_autofree char *path = g_strconcat ("/session/profile/property/", properties[i].property, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_profile_property);
    }
  g_test_add_func ("/session/profile/keeps-spelling", test_profile_keeps_spelling);
  g_test_add_func ("/session/profile/bounds", test_profile_bounds);
  g_test_add_func ("/session/profile/normalizes", test_profile_normalizes);
  g_test_add_func ("/session/profile/names-each-member", test_profile_names_each_member);
  g_test_add_func ("/session/profile/ranges", test_profile_ranges);
  g_test_add_func ("/session/profile/demo-of-file", test_profile_demo_of_file);
  g_test_add_func ("/session/profile/foreign-auth", test_profile_foreign_auth);
  g_test_add_func ("/session/profile/reconnect", test_profile_reconnect);

  return g_test_run ();
}
