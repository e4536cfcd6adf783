/* test-modern-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "health-fixture.h"
#include "mcp-composition.h"
#include "mcp-era-memory.h"
#include "mcp-param-header.h"
#include "session-http-support.h"

/* Both eras over HTTP (2026-07-28, basic/versioning and basic/transports/streamable-http). */

#define TICK_MSEC 10

#define MIRRORED                                                                                   \
  "[{'name':'weather','inputSchema':{'type':'object','properties':{"                               \
  "'region':{'type':'string','x-mcp-header':'Region'},"                                            \
  "'count':{'type':'integer','x-mcp-header':'Count'},"                                             \
  "'fresh':{'type':'boolean','x-mcp-header':'Fresh'},"                                             \
  "'place':{'type':'object','properties':{'code':{'type':'string','x-mcp-header':'Code'}}}}}}]"

static McpSession *
new_session (HttpFixture  *fixture,
             McpEraChoice  choice)
{
  McpSession *session = session_new_url (http_fixture_get_url (fixture));

  mcp_profile_set_era (mcp_session_get_profile (session), choice);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_START, TEST_AWAIT_MSEC);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_DISCOVER, TEST_AWAIT_MSEC);
  mcp_era_memory_store (mcp_session_get_profile (session), MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);

  return session;
}

static HttpFixture *
new_server (const HttpModernOptions *options)
{
  HttpFixture *fixture = http_fixture_new ();

  http_fixture_serve_modern (fixture, options);

  return fixture;
}

typedef struct
{
  const char  *name;
  guint        status;
  const char  *content_type;
  const char  *body;          /* $id is the request's */
  McpEra       era;           /* UNKNOWN: it fails */
  int          error;
  guint        n_discovers;
} EraCase;

#define RPC_ERROR(code, more)                                                                      \
  "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" code ",\"message\":\"No\"" more "}}"
#define JSON "application/json"

static const EraCase cases[] = {
  { "discover-legacy-versions", 200, JSON,
    "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"resultType\":\"complete\",\"supportedVersions\":"
    "[\"2025-11-25\",\"2025-06-18\"],\"capabilities\":{}}}", MCP_ERA_LEGACY, 0, 1 },
  { "foreign-result", 200, JSON, "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"ok\":true}}",
    MCP_ERA_LEGACY, 0, 1 },
  { "bad-request-32000", 400, JSON, RPC_ERROR ("-32000", ""), MCP_ERA_LEGACY, 0, 1 },
  { "bad-request-null-id", 400, JSON,
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"No session\"}}",
    MCP_ERA_LEGACY, 0, 1 },
  { "foreign-id", 400, JSON,
    "{\"jsonrpc\":\"2.0\",\"id\":\"server-error\",\"error\":{\"code\":-32600,\"message\":\"No\"}}",
    MCP_ERA_LEGACY, 0, 1 },
  { "not-found-32601", 404, JSON, RPC_ERROR ("-32601", ""), MCP_ERA_LEGACY, 0, 1 },
  { "not-found-200", 200, JSON, RPC_ERROR ("-32601", ""), MCP_ERA_LEGACY, 0, 1 },
  { "bad-request-empty", 400, NULL, NULL, MCP_ERA_LEGACY, 0, 1 },
  { "not-acceptable", 406, "text/plain", "no", MCP_ERA_LEGACY, 0, 1 },
  { "html-200", 200, "text/html", "<html></html>", MCP_ERA_LEGACY, 0, 1 },
  { "internal-error", 500, "text/plain", "Traceback", MCP_ERA_LEGACY, 0, 1 },
  { "version-retried", 400, JSON,
    RPC_ERROR ("-32022", ",\"data\":{\"supported\":[\"2026-07-28\"]}"), MCP_ERA_MODERN, 0, 2 },
  { "version-legacy", 400, JSON,
    RPC_ERROR ("-32022", ",\"data\":{\"supported\":[\"2025-06-18\"]}"), MCP_ERA_LEGACY, 0, 1 },
  { "version-disjoint", 400, JSON,
    RPC_ERROR ("-32022", ",\"data\":{\"supported\":[\"2099-01-01\"]}"), MCP_ERA_UNKNOWN,
    MCP_ERROR_VERSION, 1 },
  { "mismatch", 400, JSON, RPC_ERROR ("-32020", ""), MCP_ERA_UNKNOWN, MCP_ERROR_HTTP, 1 },
  { "version-null-id", 400, JSON,
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\"message\":\"No\"}}",
    MCP_ERA_UNKNOWN, MCP_ERROR_VERSION, 1 },
  { "unauthorized", 401, NULL, NULL, MCP_ERA_UNKNOWN, MCP_ERROR_AUTH, 1 },
  { "bad-gateway", 502, "text/html", "<html></html>", MCP_ERA_UNKNOWN, MCP_ERROR_HTTP, 1 },
  { "too-many", 429, NULL, NULL, MCP_ERA_UNKNOWN, MCP_ERROR_HTTP, 1 },
  { "redirect", 307, NULL, NULL, MCP_ERA_UNKNOWN, MCP_ERROR_HTTP, 1 },
};

static void
reply_case (HttpFixture *fixture,
            HttpRequest *request,
            gpointer     user_data)
{
  const EraCase *expected = user_data;
  g_autoptr (GString) body = g_string_new (expected->body);

  g_string_replace (body, "$id", http_request_get_rpc_id (request), 0);
  http_request_reply (request, expected->status, expected->content_type,
                      expected->body != NULL ? body->str : NULL);
}

/* Nothing of the new era may be in what is said to an old server. */
static void
assert_no_modern_headers (HttpFixture *fixture)
{
  for (guint i = 0; i < http_fixture_get_n_requests (fixture); i++)
    {
      HttpRequest *request = http_fixture_get_request (fixture, i);
      GBytes *body = http_request_get_body (request);

      if (g_strcmp0 (http_request_get_rpc_method (request), "server/discover") == 0)
        continue;
      g_assert_null (http_request_get_header (request, "Mcp-Method"));
      g_assert_null (http_request_get_header (request, "Mcp-Name"));
      g_assert_null (g_strstr_len (g_bytes_get_data (body, NULL), g_bytes_get_size (body),
                                   "io.modelcontextprotocol/protocolVersion"));
      if (g_strcmp0 (http_request_get_rpc_method (request), "initialize") == 0)
        g_assert_null (http_request_get_header (request, "MCP-Protocol-Version"));
    }
}

static void
test_era (gconstpointer data)
{
  const EraCase *expected = data;
  const HttpMcpOptions legacy = { .prime = TRUE, .retry_msec = 10, .answer_by_events = TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_AUTO);
  g_autoptr (GError) error = NULL;

  http_fixture_serve_mcp (fixture, &legacy);
  if (expected->era == MCP_ERA_MODERN)
    http_fixture_serve_modern (fixture, NULL);
  http_fixture_queue_handler (fixture, "POST", reply_case, (gpointer) expected);

  session_open (session, &error);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "server/discover"), ==,
                    expected->n_discovers);
  if (expected->era == MCP_ERA_UNKNOWN)
    {
      g_assert_error (error, MCP_ERROR, expected->error);
      g_assert_cmpuint (http_fixture_count (fixture, NULL, "initialize"), ==, 0);
    }
  else
    {
      g_assert_no_error (error);
      g_assert_cmpint (mcp_session_get_era (session), ==, expected->era);
      g_assert_nonnull (mcp_session_get_era_evidence (session));
      if (g_list_model_get_n_items (mcp_journal_get_findings (mcp_session_get_journal (session))) == 0)
        session_assert_no_errors (session);
      else
        g_assert_cmpuint (session_count_findings (session, "rpc.unknown-id")
                            + session_count_findings (session, "http.content-type"),
                          ==, 1);
    }

  /* Streams that break are gone on with again. */
  if (expected->era == MCP_ERA_LEGACY)
    {
      g_autoptr (McpCall) call = session_new_slow (3, 1, ",\"break_after\":1,\"finish\":true");

      session_run (session, call, &error);
      g_assert_no_error (error);
      assert_no_modern_headers (fixture);
    }

  session_finish_http (session, fixture);
}

/* Kept for later: an answer that hangs. */
static void
keep_request (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
  *(HttpRequest **) user_data = request;
}

#define DISCOVERED                                                                                 \
  "{'resultType':'complete','supportedVersions':['2026-07-28'],'capabilities':{'tools':{}},"       \
  "'ttlMs':0,'cacheScope':'private','_meta':{'io.modelcontextprotocol/serverInfo':"                \
  "{'name':'m','version':'1'}}}"

/* server/discover hangs: initialize is sent, and an old server is not kept from answering it. */
static void
test_discover_hangs (void)
{
  const HttpMcpOptions legacy = { 0 };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_AUTO);
  HttpRequest *discover = NULL;

  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_DISCOVER, 20);
  http_fixture_serve_mcp (fixture, &legacy);
  http_fixture_queue_handler (fixture, "POST", keep_request, &discover);
  session_open_ok (session);
  g_assert_nonnull (discover);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_LEGACY);
  g_assert_cmpint (mcp_era_memory_lookup (mcp_session_get_profile (session), NULL), ==, MCP_ERA_LEGACY);
  assert_no_modern_headers (fixture);

  /* That it is modern all the same is seen, and there is no call to wait for. */
  http_fixture_serve_modern (fixture, NULL);
  http_request_reply_result (discover, DISCOVERED);
  TEST_AWAIT (mcp_session_get_life (session) == 2 && mcp_session_get_state (session) == MCP_SESSION_READY);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_MODERN);
  session_finish_http (session, fixture);
}

/* Both hang, and the modern answer comes first: the answer to initialize begins no HTTP session. */
static void
test_discover_late (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_AUTO);
  HttpRequest *discover = NULL;
  HttpRequest *initialize = NULL;

  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_DISCOVER, 20);
  http_fixture_queue_handler (fixture, "POST", keep_request, &discover);
  http_fixture_queue_handler (fixture, "POST", keep_request, &initialize);
  mcp_session_open_async (session, NULL, NULL, NULL);
  TEST_AWAIT (initialize != NULL);
  http_request_reply_result (discover, DISCOVERED);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_MODERN);
  g_assert_null (mcp_session_get_http_session_id (session));
  TEST_AWAIT (!http_request_is_open (initialize));
  session_finish_http (session, fixture);
}

/* Until a request can leave nothing is asked, and no second request makes a second connection. */
static void
test_never_secured (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *url = g_strdup_printf ("https://127.0.0.1:%u/mcp", port);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("silent", url);
  g_autoptr (McpSession) session = NULL;
  g_autoptr (GError) error = NULL;

  mcp_profile_set_reconnect (profile, FALSE);
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, 300);
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_DISCOVER, 20);
  session = mcp_session_new (profile, NULL);
  session_open (session, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpint (mcp_session_get_failed_step (session), <, MCP_STEP_RESPONSE);
  session_close (session);
}

/* Nobody listens: no verdict, and what was remembered stays. */
static void
test_unreachable (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_AUTO);
  g_autoptr (GError) error = NULL;

  mcp_era_memory_store (mcp_session_get_profile (session), MCP_ERA_MODERN, MCP_ERA_FROM_ANSWER, NULL);
  http_fixture_stop (fixture);
  session_open (session, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_UNKNOWN);
  g_assert_cmpint (mcp_era_memory_lookup (mcp_session_get_profile (session), NULL), ==, MCP_ERA_MODERN);
  session_finish_http (session, fixture);
}

static const char *
header_of (HttpFixture *fixture,
           const char  *method,
           guint        index,
           const char  *name)
{
  HttpRequest *request = http_fixture_find (fixture, "POST", method, index);

  g_assert_nonnull (request);

  return http_request_get_header (request, name);
}

/* What each POST says in its head; the fixture refuses what differs from the body. */
static void
test_headers (void)
{
  const HttpModernOptions options = { .tools = MIRRORED, .answer_by_events = TRUE };
  g_autoptr (HttpFixture) fixture = new_server (&options);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_AUTO);
  McpProfile *profile = mcp_session_get_profile (session);
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (own, mcp_header_new ("Mcp-Method", "mine", FALSE));
  g_ptr_array_add (own, mcp_header_new ("X-Own", "yes", FALSE));
  mcp_profile_set_headers (profile, own);
  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS))
              == MCP_CATALOG_LOADED);

  call = mcp_session_new_tool_call ("weather",
                                    "{\"region\":\" Zürich \",\"count\":42,\"fresh\":true,"
                                    "\"place\":{\"code\":\"ZRH 1\"}}");
  session_run (session, call, &error);
  g_assert_no_error (error);

  g_assert_cmpstr (header_of (fixture, "server/discover", 0, "MCP-Protocol-Version"), ==, "2026-07-28");
  g_assert_cmpstr (header_of (fixture, "server/discover", 0, "Mcp-Method"), ==, "server/discover");
  g_assert_null (header_of (fixture, "server/discover", 0, "Mcp-Name"));
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Method"), ==, "tools/call");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Name"), ==, "weather");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Param-Region"), ==,
                   "=?base64?IFrDvHJpY2gg?=");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Param-Count"), ==, "42");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Param-Fresh"), ==, "true");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Param-Code"), ==, "ZRH 1");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "X-Own"), ==, "yes");

  session_close (session);
  g_assert_cmpuint (http_fixture_count (fixture, "GET", NULL), ==, 0);
  g_assert_cmpuint (http_fixture_count (fixture, "DELETE", NULL), ==, 0);
  for (guint i = 0; i < http_fixture_get_n_requests (fixture); i++)
    {
      HttpRequest *request = http_fixture_get_request (fixture, i);

      g_assert_null (http_request_get_header (request, "MCP-Session-Id"));
      g_assert_nonnull (http_request_get_rpc_method (request));
    }
  session_finish_http (session, fixture);
}

/* Both eras at one address. */
static void
test_both (gconstpointer data)
{
  McpEraChoice choice = GPOINTER_TO_INT (data);
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, choice);

  http_fixture_serve_mcp (fixture, NULL);
  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_era (session), ==,
                   choice == MCP_ERA_CHOICE_LEGACY ? MCP_ERA_LEGACY : MCP_ERA_MODERN);
  if (choice == MCP_ERA_CHOICE_LEGACY)
    assert_no_modern_headers (fixture);
  session_finish_http (session, fixture);
}

/* Closing the stream is the cancellation; nothing else is said. */
static void
test_cancel (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = session_new_slow (1000, 20, NULL);
  HttpRequest *request;
  guint n;

  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_get_outcome (call)->progress >= 1);
  request = http_fixture_find (fixture, "POST", "tools/call", 0);
  g_assert_true (http_request_is_open (request));
  n = http_fixture_get_n_requests (fixture);

  mcp_call_cancel (call, "enough");
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  TEST_AWAIT_POLL (!http_request_is_open (request));
  g_assert_true (http_request_is_broken (request));
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, n);
  session_finish_http (session, fixture);
}

/* A stream that breaks is a lost call, whatever event ids it had. */
static void
test_broken_stream (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = session_new_slow (1000, 20, NULL);

  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_get_outcome (call)->progress >= 1);
  http_request_reset (http_fixture_find (fixture, "POST", "tools/call", 0));
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_LOST);
  g_assert_cmpuint (http_fixture_count (fixture, "GET", NULL), ==, 0);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "tools/call"), ==, 1);
  session_finish_http (session, fixture);
}

/* Headers that do not suit: the tools are listed again, and the call goes out once more. */
static void
test_mismatch (gconstpointer data)
{
  const guint n_mismatches = GPOINTER_TO_UINT (data);
  const HttpModernOptions options = { .mismatches = n_mismatches };
  g_autoptr (HttpFixture) fixture = new_server (&options);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("weather", "{\"region\":\"Bern\"}");
  McpJournal *journal = mcp_session_get_journal (session);

  session_open_ok (session);
  http_fixture_set_tools (fixture, MIRRORED);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  if (n_mismatches == 1)
    g_assert_no_error (mcp_call_get_outcome (call)->error);
  else
    g_assert_cmpint (mcp_call_get_outcome (call)->error_code, ==, -32020);

  g_assert_cmpuint (http_fixture_count (fixture, NULL, "tools/list"), ==, 1);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "tools/call"), ==, 2);
  g_assert_null (header_of (fixture, "tools/call", 0, "Mcp-Param-Region"));
  g_assert_cmpstr (header_of (fixture, "tools/call", 1, "Mcp-Param-Region"), ==, "Bern");
  g_assert_cmpuint (mcp_journal_get_conversation (journal, mcp_call_get_outcome (call)->serial), >, 0);
  session_finish_http (session, fixture);
}

static void
test_missing_capability (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("needy", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SERVER);
  g_assert_cmpint (mcp_call_get_outcome (call)->error_code, ==, -32021);
  g_assert_nonnull (strstr (error->message, "sampling, elicitation.url"));
  session_finish_http (session, fixture);
}

static void
reply_with_200 (HttpFixture *fixture,
                HttpRequest *request,
                gpointer     user_data)
{
  http_request_reply_error (request, 200, -32021, NULL);
}

static void
reply_with_unknown (HttpFixture *fixture,
                    HttpRequest *request,
                    gpointer     user_data)
{
  http_request_reply_error (request, GPOINTER_TO_UINT (user_data), -32601, NULL);
}

/* What the server does not have is not found. */
static void
test_unknown_status (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  const guint statuses[] = { 404, 200 };

  session_open_ok (session);
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr (McpCall) call = mcp_session_new_tool_call ("needy", NULL);
      g_autoptr (GError) error = NULL;

      http_fixture_queue_handler (fixture, "POST", reply_with_unknown,
                                  GUINT_TO_POINTER (statuses[i]));
      session_run (session, call, &error);
      g_assert_nonnull (error);
      g_assert_cmpuint (session_count_findings (session, "modern.error-status"), ==, i);
    }
  session_finish_http (session, fixture);
}

/* An error of the transport's has the status for it. */
static void
test_error_status (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("needy", NULL);
  g_autoptr (McpCall) again = mcp_session_new_tool_call ("needy", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_cmpuint (session_count_findings (session, "modern.error-status"), ==, 0);
  g_clear_error (&error);
  http_fixture_queue_handler (fixture, "POST", reply_with_200, NULL);
  session_run (session, again, &error);
  g_assert_cmpuint (session_count_findings (session, "modern.error-status"), ==, 1);
  session_finish_http (session, fixture);
}

/* The monitor asks what there is to ask in this era. */
static void
test_health (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  McpHealth *health = mcp_session_get_health (session);
  g_autoptr (McpRecord) record = NULL;
  McpHealthStatistics statistics;

  health_fixture_set_ping (mcp_session_get_profile (session), TRUE, 60000, 3, MCP_REACTION_MARK);
  session_open_ok (session);
  g_assert_cmpstr (mcp_health_get_method (health), ==, "server/discover");
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) == 1);
  mcp_sample_store_get_statistics (mcp_health_get_probes (health), G_MININT64, G_MAXINT64,
                                   &statistics);
  g_assert_cmpuint (statistics.received, ==, 1);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "ping"), ==, 0);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "server/discover"), ==, 2);
  record = session_get_record (session, MCP_RECORD_REQUEST);
  g_assert_true (mcp_record_get_flags (record) & MCP_RECORD_FLAG_PROBE);
  session_finish_http (session, fixture);
}

/* A request verifies the connection first; of a server elsewhere there is no process to read. */
static void
test_health_before_requests (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  McpHealth *health = mcp_session_get_health (session);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (McpCall) failed = session_new_echo ("x");
  g_autoptr (GError) error = NULL;
  McpHealthSettings settings;
  McpHealthSample probe;
  McpHealthSample request;

  mcp_profile_get_health (mcp_session_get_profile (session), &settings);
  settings.strategy = MCP_STRATEGY_BEFORE_REQUESTS;
  mcp_profile_set_health (mcp_session_get_profile (session), &settings);
  session_open_ok (session);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "server/discover"), ==, 1);
  g_assert_true (session_run (session, call, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "server/discover"), ==, 2);

  g_assert_true (mcp_sample_store_get (mcp_health_get_probes (health), 0, &probe));
  g_assert_true (mcp_sample_store_get (mcp_health_get_requests (health), 0, &request));
  g_assert_true (probe.modern);
  g_assert_cmpint (request.time_usec, >=, probe.time_usec + probe.rtt_usec);
  g_assert_cmpint (request.queued_usec, >=, probe.rtt_usec);
  g_assert_cmpint (request.rtt_usec, ==, mcp_call_get_outcome (call)->latency_usec);
  g_assert_cmpuint (mcp_usage_log_get_n (mcp_health_get_usage (health)), ==, 0);

  /* Nobody there: the next life's first request finds out, and is not sent. */
  session_close (session);
  session_open_ok (session);
  http_fixture_stop (fixture);
  g_assert_false (session_run (session, failed, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_nonnull (strstr (error->message, "refuses connections"));
  g_assert_cmpuint (mcp_call_get_outcome (failed)->serial, ==, 0);
  session_finish_http (session, fixture);
}

/* A request by hand has the headers that its body asks for. */
static void
test_raw (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const char *text = "{\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"method\":\"tools/call\","
                     "\"params\":{\"name\":\"é\",\"_meta\":{"
                     "\"io.modelcontextprotocol/protocolVersion\":\"2099-01-01\","
                     "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

  session_open_ok (session);
  bytes = g_bytes_new_static (text, strlen (text));
  mcp_session_send_raw (session, bytes, &error);
  g_assert_no_error (error);
  TEST_AWAIT (http_fixture_count (fixture, NULL, "tools/call") == 1);
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "MCP-Protocol-Version"), ==, "2099-01-01");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Name"), ==, "=?base64?w6k=?=");
  session_finish_http (session, fixture);
}

typedef struct
{
  gint64 expected_usec;
  gint64 worst_usec;
} Ticks;

static gboolean
tick_cb (gpointer user_data)
{
  Ticks *ticks = user_data;
  gint64 now_usec = g_get_monotonic_time ();

  ticks->worst_usec = MAX (ticks->worst_usec, now_usec - ticks->expected_usec);
  ticks->expected_usec = now_usec + TICK_MSEC * 1000;

  return G_SOURCE_CONTINUE;
}

static void
made_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(McpMessage **) user_data = mcp_composition_make_finish (result, NULL);
}

/* A tool call of this size: what its headers repeat stands before and behind what is large. */
static GBytes *
make_huge (gsize n_bytes)
{
  g_autofree char *filler = g_strnfill (n_bytes, 'x');
  char *text = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"arguments\":{\"region\":"
    "\"Bern\",\"filler\":\"%s\",\"place\":{\"filler\":[\"%s\"],\"code\":\"B 1\"}},\"name\":\"weather\","
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
    "\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
    filler, filler);

  return g_bytes_new_take (text, strlen (text));
}

/* The headers of what is huge are read by the worker that makes it: little is left to send it. */
static void
test_huge (void)
{
  const HttpModernOptions options = { .tools = MIRRORED };
  g_autoptr (HttpFixture) fixture = new_server (&options);
  McpSession *session = new_session (fixture, MCP_ERA_CHOICE_MODERN);
  g_autoptr (GBytes) bytes = make_huge (4 * 1024 * 1024);
  g_autoptr (McpMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  Ticks ticks = { 0 };
  gint64 start_usec;
  guint source;

  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS))
              == MCP_CATALOG_LOADED);
  mcp_composition_make_async (bytes, mcp_session_take_id (session), 0, NULL, made_cb, &message);
  TEST_AWAIT (message != NULL);

  ticks.expected_usec = g_get_monotonic_time () + TICK_MSEC * 1000;
  source = g_timeout_add (TICK_MSEC, tick_cb, &ticks);
  start_usec = g_get_monotonic_time ();
  g_assert_true (mcp_session_send_raw_message (session, message, TRUE, &error));
  g_assert_no_error (error);
  g_test_message ("sent in %.1f ms", (g_get_monotonic_time () - start_usec) / 1000.0);
  TEST_AWAIT (http_fixture_count (fixture, NULL, "tools/call") == 1);
  g_source_remove (source);
  g_test_message ("a timer was late by %.1f ms", ticks.worst_usec / 1000.0);

  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Name"), ==, "weather");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Param-Region"), ==, "Bern");
  g_assert_cmpstr (header_of (fixture, "tools/call", 0, "Mcp-Param-Code"), ==, "B 1");
  session_finish_http (session, fixture);
}

/* What was remembered goes with its folder. */
static int
finish_tests (const char *state)
{
  g_autofree char *folder = g_build_filename (state, "sounder", NULL);
  g_autofree char *file = g_build_filename (folder, "eras.json", NULL);
  int status = g_test_run ();

  g_unlink (file);
  g_rmdir (folder);
  g_rmdir (state);

  return status;
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *state = g_dir_make_tmp ("sounder-XXXXXX", NULL);

  /* Only this: the proxy resolver needs the system's schemas. */
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/session/modern-http/era/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_era);
    }
  g_test_add_func ("/session/modern-http/era/discover-hangs", test_discover_hangs);
  g_test_add_func ("/session/modern-http/era/discover-late", test_discover_late);
  g_test_add_func ("/session/modern-http/era/never-secured", test_never_secured);
  g_test_add_func ("/session/modern-http/era/unreachable", test_unreachable);
  g_test_add_data_func ("/session/modern-http/both", GINT_TO_POINTER (MCP_ERA_CHOICE_AUTO), test_both);
  g_test_add_data_func ("/session/modern-http/both-as-legacy",
                        GINT_TO_POINTER (MCP_ERA_CHOICE_LEGACY), test_both);
  g_test_add_func ("/session/modern-http/headers", test_headers);
  g_test_add_func ("/session/modern-http/cancel", test_cancel);
  g_test_add_func ("/session/modern-http/broken-stream", test_broken_stream);
  g_test_add_data_func ("/session/modern-http/mismatch", GUINT_TO_POINTER (1), test_mismatch);
  g_test_add_data_func ("/session/modern-http/mismatch-twice", GUINT_TO_POINTER (2), test_mismatch);
  g_test_add_func ("/session/modern-http/missing-capability", test_missing_capability);
  g_test_add_func ("/session/modern-http/error-status", test_error_status);
  g_test_add_func ("/session/modern-http/unknown-status", test_unknown_status);
  g_test_add_func ("/session/modern-http/health", test_health);
  g_test_add_func ("/session/modern-http/health-before-requests", test_health_before_requests);
  g_test_add_func ("/session/modern-http/raw", test_raw);
  g_test_add_func ("/session/modern-http/huge", test_huge);

  return finish_tests (state);
}
