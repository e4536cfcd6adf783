/* test-interop-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "interop-http.h"

/*
 * Real servers over HTTP: both generations of the TypeScript SDK, Go's SDK, and HTTP+SSE. What is
 * right is what a raw client reads from the same server, and what the server itself says.
 */

#define ROOT "file:///srv/soundings"

/* The session of one test, and the server it is on. */
typedef struct
{
  HttpServer *server;
  char       *url;
  gboolean    sse;
  McpSession *session;
} Fixture;

static McpProfile *
make_profile (const char          *url,
              McpProfileTransport  transport)
{
  McpProfile *profile = mcp_profile_new_for_url ("real", url);
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  g_ptr_array_add (roots, mcp_root_new (ROOT, "soundings"));
  mcp_profile_set_roots (profile, roots);
  g_object_set (profile, "advertise-roots", TRUE, NULL);
  g_object_set (profile, "transport", transport, NULL);
  mcp_profile_set_reconnect (profile, FALSE);

  return profile;
}

static void
set_up (Fixture             *self,
        const char * const  *argv,
        const char * const  *env,
        const char          *host,
        const char          *path,
        McpProfileTransport  transport)
{
  g_autoptr (McpProfile) profile = NULL;

  self->server = http_server_start (argv, env);
  self->url = http_server_dup_url (self->server, host, path);
  self->sse = g_str_equal (path, "sse");
  profile = make_profile (self->url, transport);
  self->session = interop_open (profile);
}

static guint
count_requests (McpJournal *journal,
                const char *purpose)
{
  g_autofree char *member = g_strdup_printf ("\"purpose\":\"%s\"", purpose);
  guint count = 0;

  mcp_journal_flush (journal);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autofree char *text = NULL;

      if (mcp_record_get_kind (record) != MCP_RECORD_HTTP_REQUEST)
        continue;

      text = session_dup_text (record);
      count += strstr (text, member) != NULL;
    }

  return count;
}

/* Closes; the server is told, unless the transport has no way to, and nothing is left. */
static void
tear_down (Fixture *self)
{
  g_autoptr (McpJournal) journal = g_object_ref (mcp_session_get_journal (self->session));

  g_assert_cmpuint (interop_count_errors (self->session), ==, 0);
  session_finish (self->session);
  g_assert_cmpuint (count_requests (journal, "end"), ==, self->sse ? 0 : 1);
  http_server_stop (self->server);
  g_free (self->url);
}

static void
compare_lists (Fixture *self)
{
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (self->session);
  g_autoptr (RawHttp) raw = raw_http_new (self->url, self->sse, capabilities);

  interop_compare_lists (self->session, (RawAsk) raw_http_ask, raw);
}

/*
 * The reference server, over all its transports.
 */

static void
everything (const char          *mode,
            const char          *path,
            McpProfileTransport  transport)
{
  const char *arguments[] = { mode, NULL };
  const char *env[] = { "PORT=@PORT@", NULL };
  g_auto (GStrv) argv = interop_server ("server-everything", arguments);
  g_autoptr (McpCall) read = NULL;
  g_autoptr (McpCatalogItem) first = NULL;
  g_autoptr (GError) error = NULL;
  Fixture self = { NULL };

  if (argv == NULL)
    return;

  set_up (&self, (const char * const *) argv, env, "127.0.0.1", path, transport);
  g_assert_cmpint (mcp_session_get_version (self.session), ==, MCP_VERSION_2025_11_25);
  g_assert_true (mcp_session_has_capability (self.session, "resources.subscribe"));
  TEST_AWAIT (session_has_stream (self.session, MCP_EXCHANGE_LISTEN));

  /* This tool comes when the client is known to have roots, and asks for them during its call. */
  TEST_AWAIT (mcp_catalog_find (mcp_session_get_catalog (self.session, MCP_CATALOG_TOOLS),
                                "get-roots-list") != NULL);
  interop_assert_call (self.session, "get-roots-list", "{}", ROOT);
  compare_lists (&self);

  interop_assert_call (self.session, "echo", "{\"message\":\"sonar ⚓\"}", "Echo: sonar ⚓");
  interop_assert_progress (self.session, "trigger-long-running-operation",
                   "{\"duration\":0.4,\"steps\":4}", 4);

  first = g_list_model_get_item (G_LIST_MODEL (mcp_session_get_catalog (self.session,
                                                                        MCP_CATALOG_RESOURCES)), 0);
  g_assert_nonnull (first);
  read = mcp_session_new_resource_read (mcp_catalog_item_get_uri (first));
  session_run (self.session, read, &error);
  g_assert_no_error (error);

  tear_down (&self);
}

static void
test_everything (void)
{
  everything ("streamableHttp", "mcp", MCP_PROFILE_TRANSPORT_AUTO);
}

static void
test_everything_sse (void)
{
  everything ("sse", "sse", MCP_PROFILE_TRANSPORT_SSE);
}

/* The fallback: the POST of initialize is refused, and HTTP+SSE is tried. */
static void
test_everything_fallback (void)
{
  everything ("sse", "sse", MCP_PROFILE_TRANSPORT_AUTO);
}

/*
 * Other people's servers.
 */

/* Asks for the client's roots on the stream of GET before a tool runs, whatever comes of that. */
static void
test_playwright (void)
{
  g_autofree char *script = interop_file ("node_modules/@playwright/mcp/cli.js");
  g_autofree char *node = script != NULL ? interop_file ("bin/node") : NULL;
  const char *argv[] = { node, script, "--headless", "--port", "@PORT@", NULL };
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;
  Fixture self = { NULL };

  if (script == NULL)
    return;

  /* It answers to this name only. */
  set_up (&self, argv, NULL, "localhost", "mcp", MCP_PROFILE_TRANSPORT_HTTP);
  g_assert_cmpint (mcp_session_get_version (self.session), ==, MCP_VERSION_2025_11_25);
  compare_lists (&self);

  call = mcp_session_new_tool_call ("browser_close", "{}");
  session_run (self.session, call, &error);
  g_assert_no_error (error);

  tear_down (&self);
}

/* Go's SDK, which over HTTP speaks no revision from 2026-07-28 on. */
static void
test_kubernetes (void)
{
  g_autofree char *program = NULL;
  g_autofree char *config = NULL;
  Fixture self = { NULL };

  if (!interop_kubernetes (&program, &config))
    return;

  {
    const char *argv[] = { program, "--kubeconfig", config, "--port", "@PORT@",
                           "--bind-address", "127.0.0.1", NULL };

    set_up (&self, argv, NULL, "127.0.0.1", "mcp", MCP_PROFILE_TRANSPORT_HTTP);
  }
  g_assert_cmpint (mcp_session_get_version (self.session), ==, MCP_VERSION_2025_11_25);
  compare_lists (&self);
  interop_assert_call (self.session, "configuration_view", "{\"minified\":true}", "current-context: reef");

  tear_down (&self);
  g_unlink (config);
}

/*
 * Our own server on the TypeScript SDK, version 2.
 */

static char *
sdk_script (void)
{
  return g_test_build_filename (G_TEST_DIST, "interop", "servers", "sdk-server.mjs", NULL);
}

static gboolean
sdk_server (Fixture *self)
{
  g_autofree char *node = interop_file ("bin/node");
  g_autofree char *script = sdk_script ();
  const char *argv[] = { node, script, g_getenv ("SOUNDER_INTEROP_DIR"), "@PORT@", NULL };

  if (node == NULL)
    return FALSE;

  set_up (self, argv, NULL, "127.0.0.1", "mcp", MCP_PROFILE_TRANSPORT_AUTO);
  TEST_AWAIT (session_has_stream (self->session, MCP_EXCHANGE_LISTEN));

  return TRUE;
}

static void
test_sdk (void)
{
  g_autofree char *title = NULL;
  Fixture self = { NULL };

  if (!sdk_server (&self))
    return;

  title = mcp_session_lookup (self.session, "serverInfo.title");
  g_assert_cmpstr (title, ==, "Sounding line ⚓");
  compare_lists (&self);
  interop_assert_progress (self.session, "lead", "{\"fathoms\":7}", 7);
  interop_assert_call (self.session, "hail", "{}", ROOT);

  tear_down (&self);
}

static void
note_cb (McpSession *session,
         McpMessage *message,
         guint       serial,
         gpointer    user_data)
{
  guint *n_logged = user_data;

  *n_logged += g_strcmp0 (mcp_message_get_method (message), "notifications/message") == 0;
}

/* What is not of a call comes on the stream of GET. */
static void
test_sdk_listen (void)
{
  guint n_logged = 0;
  Fixture self = { NULL };

  if (!sdk_server (&self))
    return;

  g_signal_connect (self.session, "notification", G_CALLBACK (note_cb), &n_logged);
  interop_assert_call (self.session, "signal", "{}", "signalled");
  TEST_AWAIT (n_logged == 1);

  tear_down (&self);
}

/* A stream that breaks off in mid-call goes on where it was. */
static void
test_sdk_resume (void)
{
  Fixture self = { NULL };

  if (!sdk_server (&self))
    return;

  interop_assert_call (self.session, "cut", "{}", "spliced");
  g_assert_cmpuint (count_requests (mcp_session_get_journal (self.session), "resume"), ==, 1);

  tear_down (&self);
}

/* A session that the server has lost is begun anew, and the call that found out is done. */
static void
test_sdk_renew (void)
{
  g_autofree char *before = NULL;
  Fixture self = { NULL };

  if (!sdk_server (&self))
    return;

  before = g_strdup (mcp_session_get_http_session_id (self.session));
  interop_assert_call (self.session, "forget", "{}", "who?");
  interop_assert_call (self.session, "sessions", "{}", "\"1\"");
  g_assert_cmpstr (before, !=, mcp_session_get_http_session_id (self.session));
  g_assert_cmpint (mcp_session_get_state (self.session), ==, MCP_SESSION_READY);

  tear_down (&self);
}

/* The server forgets a session that was ended. */
static void
test_sdk_delete (void)
{
  g_autofree char *answer = NULL;
  RawHttp *raw;
  Fixture self = { NULL };

  if (!sdk_server (&self))
    return;

  raw = raw_http_new (self.url, FALSE, "{}");
  interop_assert_call (self.session, "sessions", "{}", "\"2\"");
  session_close (self.session);
  answer = raw_http_ask (raw, "tools/call", "{\"name\":\"sessions\",\"arguments\":{}}");
  g_assert_nonnull (strstr (answer, "\"text\":\"1\""));
  raw_http_free (raw);

  tear_down (&self);
}

/*
 * The same through sounder-cli.
 */

/* The document on standard output. */
static JsonNode *
run_cli (const char * const *arguments)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  g_autofree char *output = NULL;
  g_autofree char *complaint = NULL;
  g_autoptr (GError) error = NULL;
  JsonNode *document;
  int status;

  g_strv_builder_add_many (builder, g_getenv ("SOUNDER_CLI"), "--format", "json", NULL);
  g_strv_builder_addv (builder, (const char **) arguments);
  argv = g_strv_builder_end (builder);
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, &complaint, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("sounder-cli %s: %s%s", arguments[0], output, complaint);

  document = json_from_string (output, &error);
  g_assert_no_error (error);
  g_assert_nonnull (document);

  return document;
}

static void
assert_member (JsonNode   *node,
               const char *name,
               const char *value)
{
  g_assert_cmpstr (json_object_get_string_member_with_default (json_node_get_object (node), name,
                                                               NULL), ==, value);
}

/* `tools list` prints what the raw client reads. */
static void
compare_cli_list (const char * const *arguments,
                  const char         *url,
                  gboolean            sse)
{
  g_autoptr (JsonNode) printed = run_cli (arguments);
  g_autoptr (RawHttp) raw = raw_http_new (url, sse, "{\"roots\":{\"listChanged\":true}}");
  g_autofree char *answer = raw_http_ask (raw, "tools/list", "{}");
  g_autoptr (JsonNode) read = json_from_string (answer, NULL);
  JsonObject *result = json_object_get_object_member (json_node_get_object (read), "result");

  g_assert_true (json_node_equal (json_object_get_member (json_node_get_object (printed), "tools"),
                                  json_object_get_member (result, "tools")));
}

static void
test_cli (void)
{
  g_autofree char *node = interop_file ("bin/node");
  g_autofree char *script = sdk_script ();
  const char *argv[] = { node, script, g_getenv ("SOUNDER_INTEROP_DIR"), "@PORT@", NULL };
  g_autoptr (HttpServer) server = NULL;
  g_autoptr (JsonNode) info = NULL;
  g_autoptr (JsonNode) result = NULL;
  g_autofree char *url = NULL;

  if (node == NULL)
    return;

  server = http_server_start (argv, NULL);
  url = http_server_dup_url (server, "127.0.0.1", "mcp");

  {
    const char *info_arguments[] = { "--url", url, "info", NULL };
    const char *list_arguments[] = { "--url", url, "tools", "list", NULL };
    const char *call_arguments[] = { "--url", url, "tools", "call", "cut", NULL };

    info = run_cli (info_arguments);
    assert_member (info, "protocolVersion", "2025-11-25");
    compare_cli_list (list_arguments, url, FALSE);
    result = run_cli (call_arguments);
    g_assert_true (json_object_has_member (json_node_get_object (result), "content"));
  }
}

static void
test_cli_sse (void)
{
  const char *mode[] = { "sse", NULL };
  const char *env[] = { "PORT=@PORT@", NULL };
  g_auto (GStrv) argv = interop_server ("server-everything", mode);
  g_autoptr (HttpServer) server = NULL;
  g_autoptr (JsonNode) info = NULL;
  g_autofree char *url = NULL;

  if (argv == NULL)
    return;

  server = http_server_start ((const char * const *) argv, env);
  url = http_server_dup_url (server, "127.0.0.1", "sse");

  {
    const char *info_arguments[] = { "--url", url, "--transport", "sse", "info", NULL };
    const char *list_arguments[] = { "--url", url, "tools", "list", NULL };

    info = run_cli (info_arguments);
    assert_member (info, "protocolVersion", "2025-11-25");
    compare_cli_list (list_arguments, url, TRUE);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/interop/http/everything", test_everything);
  g_test_add_func ("/interop/http/everything-sse", test_everything_sse);
  g_test_add_func ("/interop/http/everything-fallback", test_everything_fallback);
  g_test_add_func ("/interop/http/playwright", test_playwright);
  g_test_add_func ("/interop/http/kubernetes", test_kubernetes);
  g_test_add_func ("/interop/http/sdk", test_sdk);
  g_test_add_func ("/interop/http/sdk/listen", test_sdk_listen);
  g_test_add_func ("/interop/http/sdk/resume", test_sdk_resume);
  g_test_add_func ("/interop/http/sdk/renew", test_sdk_renew);
  g_test_add_func ("/interop/http/sdk/delete", test_sdk_delete);
  g_test_add_func ("/interop/http/cli", test_cli);
  g_test_add_func ("/interop/http/cli/sse", test_cli_sse);

  return g_test_run ();
}
