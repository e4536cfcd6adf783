/* test-interop-eras.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "interop-http.h"

/*
 * Real servers of both eras, without being told which: the TypeScript SDK, Go's SDK, which speaks
 * 2026-07-28 over stdio and not over HTTP, and servers from before.
 */

#define ROOT    "file:///srv/soundings"
#define ANSWERS "[{\"do\": \"accept\"}]"

/* A server to be reached in one of two ways. */
typedef struct
{
  char       **argv;    /* stdio */
  HttpServer  *server;  /* HTTP */
  char        *url;
  McpSession  *session;
} Fixture;

static McpProfile *
make_profile (Fixture *self)
{
  McpProfile *profile = self->url != NULL
                          ? mcp_profile_new_for_url ("real", self->url)
                          : mcp_profile_new_for_argv ("real", (const char * const *) self->argv);
  g_autoptr (McpAnswerRules) answers = mcp_answer_rules_new_from_json (ANSWERS, -1, NULL);
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (roots, mcp_root_new (ROOT, "soundings"));
  mcp_profile_set_roots (profile, roots);
  g_object_set (profile, "advertise-roots", TRUE, NULL);
  mcp_profile_set_answer_rules (profile, answers);
  mcp_profile_set_reconnect (profile, FALSE);
  g_object_set (profile, "close-wait-msec", 500, "term-wait-msec", 2000, NULL);

  return profile;
}

/* "@PORT@" in @argv makes it a server over HTTP. */
static void
prepare (Fixture            *self,
         const char * const *argv)
{
  gboolean http = FALSE;

  for (guint i = 0; argv[i] != NULL; i++)
    http = http || strstr (argv[i], "@PORT@") != NULL;

  self->argv = g_strdupv ((char **) argv);
  if (http)
    {
      self->server = http_server_start (argv, NULL);
      self->url = http_server_dup_url (self->server, "127.0.0.1", "mcp");
    }
}

/* With the era found out. */
static void
open_and_expect (Fixture    *self,
                 McpEra      era,
                 McpVersion  version)
{
  g_autoptr (McpProfile) profile = make_profile (self);

  self->session = interop_open (profile);
  g_test_message ("%s: %s", mcp_version_to_string (mcp_session_get_version (self->session)),
                  mcp_session_get_era_evidence (self->session));
  g_assert_cmpint (mcp_session_get_era (self->session), ==, era);
  g_assert_cmpint (mcp_session_get_version (self->session), ==, version);
}

static void
compare_lists (Fixture *self)
{
  gboolean modern = mcp_session_get_era (self->session) == MCP_ERA_MODERN;
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (self->session);

  if (self->url != NULL)
    {
      g_autoptr (RawHttp) raw = modern ? raw_http_new_modern (self->url)
                                       : raw_http_new (self->url, FALSE, capabilities);

      interop_compare_lists (self->session, (RawAsk) raw_http_ask, raw);
    }
  else
    {
      const char * const *argv = (const char * const *) self->argv;
      g_autoptr (RawClient) raw = modern ? raw_client_new_modern (argv)
                                         : raw_client_new (argv, NULL, capabilities);

      interop_compare_lists (self->session, (RawAsk) raw_client_ask, raw);
    }
}

static void
finish (Fixture *self)
{
  g_assert_cmpuint (interop_count_errors (self->session), ==, 0);
  session_finish (self->session);
  self->session = NULL;
}

static void
tear_down (Fixture *self)
{
  g_clear_pointer (&self->server, http_server_stop);
  g_clear_pointer (&self->argv, g_strfreev);
  g_clear_pointer (&self->url, g_free);
}

/*
 * Our own server on the TypeScript SDK, version 2.
 */

static gboolean
prepare_sdk (Fixture  *self,
             gboolean  http,
             gboolean  modern_only)
{
  g_autofree char *node = interop_file ("bin/node");
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "interop", "servers",
                                                   "eras-server.mjs", NULL);
  const char *argv[7] = { node, script, g_getenv ("SOUNDER_INTEROP_DIR") };
  guint n = 3;

  if (node == NULL)
    return FALSE;

  if (modern_only)
    argv[n++] = "--modern-only";
  if (http)
    {
      argv[n++] = "--port";
      argv[n++] = "@PORT@";
    }
  prepare (self, argv);

  return TRUE;
}

static McpSubscription *
first_subscription (McpSession *session)
{
  return g_list_model_get_item (mcp_session_get_subscriptions (session), 0);
}

/* What only this era has: rounds, subscriptions, arguments in headers. */
static void
speak_modern (Fixture *self)
{
  McpSession *session = self->session;
  g_autoptr (McpCall) pilot = mcp_session_new_tool_call ("pilot", "{}");
  g_autoptr (McpSubscription) subscription = first_subscription (session);
  g_autoptr (GError) error = NULL;
  g_autofree char *piloted = NULL;
  McpCallRound round;

  session_run (session, pilot, &error);
  g_assert_no_error (error);
  piloted = session_dup_result (pilot);
  g_assert_nonnull (strstr (piloted, "12 fathoms at " ROOT));
  g_assert_cmpuint (mcp_call_get_n_rounds (pilot), ==, 2);
  g_assert_true (mcp_call_get_round (pilot, 1, &round));
  g_assert_cmpstr (round.request_state, ==, "\"12\"");

  interop_assert_call (session, "steer", "{\"course\":\"Süd-West\"}",
                       self->url != NULL ? "Süd-West =?base64?U8O8ZC1XZXN0?=" : "Süd-West no header");

  g_assert_nonnull (subscription);
  TEST_AWAIT (mcp_subscription_get_state (subscription) == MCP_SUBSCRIPTION_LISTENING);
  interop_assert_call (session, "hoist", "{}", "hoisted");
  TEST_AWAIT (mcp_subscription_get_n_notifications (subscription) == 1);
}

/* What both eras have. */
static void
speak (McpSession *session)
{
  g_autoptr (McpCall) read = mcp_session_new_resource_read ("chart:///reef");
  g_autoptr (McpCall) prompt = mcp_session_new_prompt_get ("hail", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *title = mcp_session_lookup (session, "serverInfo.title");
  g_autofree char *content = NULL;
  g_autofree char *message = NULL;

  g_assert_cmpstr (title, ==, "Sounding line ⚓");
  interop_assert_progress (session, "lead", "{\"fathoms\":7}", 7);

  session_run (session, read, &error);
  g_assert_no_error (error);
  content = session_dup_result (read);
  g_assert_nonnull (strstr (content, "by the deep four"));

  session_run (session, prompt, &error);
  g_assert_no_error (error);
  message = session_dup_result (prompt);
  g_assert_nonnull (strstr (message, "What ship?"));
}

static void
sdk (gboolean http,
     gboolean modern_only)
{
  Fixture self = { NULL };

  if (!prepare_sdk (&self, http, modern_only))
    return;

  open_and_expect (&self, MCP_ERA_MODERN, MCP_VERSION_2026_07_28);
  compare_lists (&self);
  speak (self.session);
  speak_modern (&self);
  finish (&self);

  /* It is remembered, and true again. */
  open_and_expect (&self, MCP_ERA_MODERN, MCP_VERSION_2026_07_28);
  finish (&self);

  tear_down (&self);
}

static void
test_sdk_stdio (void)
{
  sdk (FALSE, FALSE);
}

static void
test_sdk_http (void)
{
  sdk (TRUE, FALSE);
}

static void
test_sdk_stdio_only (void)
{
  sdk (FALSE, TRUE);
}

static void
test_sdk_http_only (void)
{
  sdk (TRUE, TRUE);
}

/* A revision that is pinned settles the era of a server that has both. */
static void
sdk_pinned (gboolean http)
{
  g_autoptr (McpProfile) profile = NULL;
  Fixture self = { NULL };

  if (!prepare_sdk (&self, http, FALSE))
    return;

  profile = make_profile (&self);
  g_object_set (profile, "protocol", "2025-06-18", NULL);
  self.session = interop_open (profile);
  g_assert_cmpint (mcp_session_get_era (self.session), ==, MCP_ERA_LEGACY);
  g_assert_cmpint (mcp_session_get_version (self.session), ==, MCP_VERSION_2025_06_18);
  compare_lists (&self);
  speak (self.session);

  finish (&self);
  tear_down (&self);
}

static void
test_sdk_stdio_pinned (void)
{
  sdk_pinned (FALSE);
}

static void
test_sdk_http_pinned (void)
{
  sdk_pinned (TRUE);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GError **error = user_data;

  g_assert_false (mcp_session_open_finish (MCP_SESSION (source), result, error));
}

/* A server without the old revisions, and a client that is told to speak one: it says so. */
static void
sdk_refused (gboolean http)
{
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (McpSession) session = NULL;
  g_autoptr (GError) error = NULL;
  Fixture self = { NULL };

  if (!prepare_sdk (&self, http, TRUE))
    return;

  profile = make_profile (&self);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  session = mcp_session_new (profile, NULL);
  mcp_session_open_async (session, NULL, opened_cb, &error);
  TEST_AWAIT (error != NULL);
  g_test_message ("%s", error->message);
  g_assert_cmpint (mcp_session_get_failed_step (session), !=, MCP_N_STEPS);
  g_assert_nonnull (strstr (error->message, "2026-07-28"));

  session_close (session);
  tear_down (&self);
}

static void
test_sdk_stdio_refused (void)
{
  sdk_refused (FALSE);
}

static void
test_sdk_http_refused (void)
{
  sdk_refused (TRUE);
}

/*
 * Go's SDK.
 */

static void
kubernetes (gboolean   http,
            McpEra     era,
            McpVersion version)
{
  g_autofree char *program = NULL;
  g_autofree char *config = NULL;
  Fixture self = { NULL };

  if (!interop_kubernetes (&program, &config))
    return;

  {
    const char *stdio[] = { program, "--kubeconfig", config, NULL };
    const char *port[] = { program, "--kubeconfig", config, "--port", "@PORT@",
                           "--bind-address", "127.0.0.1", NULL };

    prepare (&self, http ? port : stdio);
  }

  /* The second time it is remembered. */
  for (guint i = 0; i < 2; i++)
    {
      open_and_expect (&self, era, version);
      compare_lists (&self);
      interop_assert_call (self.session, "configuration_view", "{\"minified\":true}",
                           "current-context: reef");
      finish (&self);
    }

  tear_down (&self);
  g_unlink (config);
}

static void
test_kubernetes_stdio (void)
{
  kubernetes (FALSE, MCP_ERA_MODERN, MCP_VERSION_2026_07_28);
}

/* It answers server/discover, and lists only revisions from before. */
static void
test_kubernetes_http (void)
{
  kubernetes (TRUE, MCP_ERA_LEGACY, MCP_VERSION_2025_11_25);
}

/*
 * Servers from before: -32601 over stdio, status 400 over HTTP.
 */

static void
everything (gboolean http)
{
  const char *arguments[] = { http ? "streamableHttp" : "stdio", NULL };
  const char *env[] = { "PORT=@PORT@", NULL };
  g_auto (GStrv) argv = interop_server ("server-everything", arguments);
  Fixture self = { NULL };

  if (argv == NULL)
    return;

  if (http)
    {
      self.server = http_server_start ((const char * const *) argv, env);
      self.url = http_server_dup_url (self.server, "127.0.0.1", "mcp");
    }
  self.argv = g_steal_pointer (&argv);

  for (guint i = 0; i < 2; i++)
    {
      open_and_expect (&self, MCP_ERA_LEGACY, MCP_VERSION_2025_11_25);
      interop_assert_call (self.session, "echo", "{\"message\":\"sonar\"}", "Echo: sonar");
      finish (&self);
    }

  tear_down (&self);
}

static void
test_everything_stdio (void)
{
  everything (FALSE);
}

static void
test_everything_http (void)
{
  everything (TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autofree char *state = g_dir_make_tmp ("sounder-eras-XXXXXX", &error);
  g_autofree char *folder = g_build_filename (state, "sounder", NULL);
  g_autofree char *file = g_build_filename (folder, "eras.json", NULL);
  int status;

  /* What is remembered of the eras is of this run. */
  g_assert_no_error (error);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/interop/eras/sdk/stdio", test_sdk_stdio);
  g_test_add_func ("/interop/eras/sdk/stdio/only", test_sdk_stdio_only);
  g_test_add_func ("/interop/eras/sdk/stdio/pinned", test_sdk_stdio_pinned);
  g_test_add_func ("/interop/eras/sdk/stdio/refused", test_sdk_stdio_refused);
  g_test_add_func ("/interop/eras/sdk/http", test_sdk_http);
  g_test_add_func ("/interop/eras/sdk/http/only", test_sdk_http_only);
  g_test_add_func ("/interop/eras/sdk/http/pinned", test_sdk_http_pinned);
  g_test_add_func ("/interop/eras/sdk/http/refused", test_sdk_http_refused);
  g_test_add_func ("/interop/eras/kubernetes/stdio", test_kubernetes_stdio);
  g_test_add_func ("/interop/eras/kubernetes/http", test_kubernetes_http);
  g_test_add_func ("/interop/eras/everything/stdio", test_everything_stdio);
  g_test_add_func ("/interop/eras/everything/http", test_everything_http);

  status = g_test_run ();
  g_unlink (file);
  g_rmdir (folder);
  g_rmdir (state);

  return status;
}
