/* test-http-refusals.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "session-http-support.h"

/* What servers, gateways and balancers answer in an HTTP session instead of what was asked for. */

typedef struct
{
  const char *what;
  guint       status;
  const char *header;   /* (nullable): "Name: value" */
  const char *type;     /* (nullable) */
  const char *body;     /* (nullable); %s is the id of the request */
  const char *told;     /* (nullable): in the error, where there is one */
} Refusal;

static void
add_header (HttpRequest *request,
            const char  *header)
{
  g_auto (GStrv) parts = header != NULL ? g_strsplit (header, ": ", 2) : NULL;

  if (parts != NULL)
    http_request_add_header (request, parts[0], parts[1]);
}

static void
refuse (HttpFixture *fixture,
        HttpRequest *request,
        gpointer     user_data)
{
  const Refusal *refusal = user_data;
  g_auto (GStrv) parts = refusal->body != NULL ? g_strsplit (refusal->body, "%s", -1) : NULL;
  g_autofree char *body = parts != NULL ? g_strjoinv (http_request_get_rpc_id (request), parts) : NULL;

  add_header (request, refusal->header);
  http_request_reply (request, refusal->status, refusal->type, body);
}

/* Opens a session, and has its next call answered so. */
static McpSession *
open_refusing (HttpFixture   *fixture,
               const Refusal *refusal)
{
  McpSession *session = session_new_url (http_fixture_get_url (fixture));

  http_fixture_serve_mcp (fixture, NULL);
  session_open_ok (session);
  TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);
  http_fixture_queue_handler (fixture, "POST", refuse, (gpointer) refusal);

  return session;
}

static gboolean
has_note (McpSession *session,
          const char *type)
{
  McpJournal *journal = mcp_session_get_journal (session);
  g_autofree char *needle = g_strdup_printf ("\"type\":\"%s\"", type);

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autofree char *text = session_dup_text (record);

      if (mcp_record_get_kind (record) == MCP_RECORD_NOTE && strstr (text, needle) != NULL)
        return TRUE;
    }

  return FALSE;
}

/* --- The HTTP session --- */

static const Refusal lost[] = {
  { "401 that asks for nothing", 401, NULL, "application/json", "{\"error\":\"Session not found\"}", NULL },
  { "401 without a word", 401, NULL, NULL, NULL, NULL },
  { "401 with an error that names its request", 401, NULL, "application/json",
    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}", NULL },
  { "an event", 200, NULL, "text/event-stream", "data: {\"error\":\"Session not found\"}\n\n", NULL },
  { "an event of another name", 200, NULL, "text/event-stream",
    "event: error\ndata: {\"message\":\"session expired\"}\n\n", NULL },
  { "an event of plain words", 200, NULL, "text/event-stream", "data: Invalid session\n\n", NULL },
  { "an event with an error that names nothing", 200, NULL, "text/event-stream",
    "data: {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}\n\n", NULL },
  { "400 of a session that was never opened", 400, NULL, "application/json",
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Bad Request: Server not initialized\"}}", NULL },
  { "the same in an event", 400, NULL, "text/event-stream",
    "data: {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Server not initialized\"}}\n\n", NULL },
  { "503", 503, NULL, "application/json", "{\"error\":\"MCP session not found. Reconnect.\"}", NULL },
  { "410", 410, NULL, "text/plain", "Session expired", NULL },
  { "a body", 200, NULL, "application/json", "{\"error\":{\"message\":\"No valid session ID provided\"}}", NULL },
};

static void
test_refusals_lost (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lost); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = open_refusing (fixture, &lost[i]);
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", lost[i].what);
      session_run (session, call, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 2);
      g_assert_cmpuint (session_count_findings (session, "http.no-challenge"), ==, lost[i].status == 401);
      session_finish_http (session, fixture);
    }
}

/* A server without sessions to lose, that serves one tool. */
static void
serve (HttpRequest *request)
{
  const char *method = http_request_get_rpc_method (request);

  if (g_strcmp0 (http_request_get_method (request), "DELETE") == 0)
    http_request_reply (request, 200, NULL, NULL);
  else if (g_strcmp0 (http_request_get_method (request), "POST") != 0)
    http_request_reply (request, 405, NULL, NULL);
  else if (g_strcmp0 (method, "initialize") == 0)
    http_request_reply_result (request, "{'protocolVersion':'2025-11-25','capabilities':{'tools':{}},"
                                        "'serverInfo':{'name':'n','version':'1'}}");
  else if (http_request_get_rpc_id (request) == NULL)
    http_request_reply (request, 202, NULL, NULL);
  else
    http_request_reply_result (request, "{'content':[{'type':'text','text':'x'}]}");
}

static void
refuse_always (HttpFixture *fixture,
               HttpRequest *request,
               gpointer     user_data)
{
  const char *method = http_request_get_rpc_method (request);

  if (g_strcmp0 (method, "initialize") == 0)
    http_request_add_header (request, "MCP-Session-Id", "8c2ad1f2-0b0a-4b6e-9f8e-2a54f8a1d6a7");
  if (g_strcmp0 (method, "tools/call") == 0)
    http_request_reply (request, 401, "application/json", "{\"error\":\"Not for you\"}");
  else
    serve (request);
}

/* A tool that is refused in a new session as well was not refused for its session. */
static void
test_refusals_in_vain (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));

  http_fixture_set_handler (fixture, refuse_always, NULL);
  session_open_ok (session);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      g_assert_false (session_run (session, call, &error));
      g_assert_nonnull (strstr (error->message, "Not for you"));
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);
    }
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  session_finish_http (session, fixture);
}

/* --- What is no answer --- */

static const Refusal strays[] = {
  { "events labelled JSON", 200, NULL, "application/json",
    "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\n\n", "“application/json”, and it is an event stream: event: message" },
  { "JSON labelled events", 200, NULL, "text/event-stream", "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}",
    "“text/event-stream”, and it is JSON: {\"jsonrpc\"" },
  { "JSON and an empty line, labelled events", 200, NULL, "text/event-stream; charset=utf-8",
    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\n\n", "“text/event-stream”, and it is JSON: {\"jsonrpc\"" },
  { "a page labelled JSON", 200, NULL, "application/json",
    "<!doctype html><html><head><title>Maintenance</title></head></html>", "neither JSON nor an event stream: Maintenance" },
  { "an error without envelope", 200, NULL, "application/json", "{\"error\":\"quota used up\"}", "quota used up" },
  { "an event without envelope", 200, NULL, "text/event-stream", "data: {\"error\":\"boom\"}\n\n", "boom" },
  { "an encoding that nobody asked for", 200, "Content-Encoding: zstd", "application/json", "(\xb5/\xfd\x04",
    "compressed as “zstd”" },
  { "the same before events", 200, "Content-Encoding: zstd", "text/event-stream", "(\xb5/\xfd\n\n", "compressed as “zstd”" },
  { "a page of a gateway", 503, NULL, "text/html",
    "<html><head><title>Service temporarily unavailable</title></head></html>", "503 Service Unavailable: Service temporarily unavailable" },
  { "words", 504, NULL, "text/plain", "upstream request timeout", "upstream request timeout" },
  { "a wait beyond the time of the call", 429, "Retry-After: 3600", "application/json",
    "{\"message\":\"slow down\"}", "slow down (It asks to wait 3600 s" },
  { "a wait that cannot be read", 429, "Retry-After: soon", NULL, "slow down", "slow down" },
};

static void
test_refusals_told (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (strays); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = open_refusing (fixture, &strays[i]);
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", strays[i].what);
      g_assert_false (session_run (session, call, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, strays[i].told));
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 1);
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 1);
      g_assert_cmpuint (session_count_findings (session, "http.content-encoding"), ==, strays[i].header != NULL && strstr (strays[i].header, "zstd") != NULL);
      session_finish_http (session, fixture);
    }
}

/* A label that is no encoding, before bytes that can be read: a finding, and no more. */
static void
test_refusals_harmless_encoding (void)
{
  const Refusal refusal = { "utf-8", 200, "Content-Encoding: utf-8", "application/json",
                            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[]}}", NULL };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = open_refusing (fixture, &refusal);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (session_count_findings (session, "http.content-encoding"), ==, 1);
  session_finish_http (session, fixture);
}

/* --- Waiting --- */

static const Refusal waits[] = {
  { "429", 429, "Retry-After: 0", "text/plain", "slow down", NULL },
  { "503", 503, "Retry-After: 0.05", "text/html", "<html><title>Busy</title></html>", NULL },
  { "a date that has passed", 503, "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", NULL, NULL, NULL },
  { "an error that names its request", 429, "Retry-After: 0", "application/json",
    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32000,\"message\":\"Rate limit\"}}", NULL },
};

static void
test_refusals_waited_for (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = open_refusing (fixture, &waits[i]);
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", waits[i].what);
      session_run (session, call, &error);
      g_assert_no_error (error);
      g_assert_true (has_note (session, "postponed"));
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 1);
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 2);
      session_finish_http (session, fixture);
    }
}

/* A gateway that does not wait for the server once. */
typedef struct
{
  const char *annotations; /* of the tool; (nullable): it is not listed */
  guint       status;
  const char *method;
  const char *params;
  gboolean    is_repeated;
  guint       n_refused;
} Gateway;

static void
pass_on (HttpFixture *fixture,
         HttpRequest *request,
         gpointer     user_data)
{
  Gateway *gateway = user_data;
  const char *method = http_request_get_rpc_method (request);

  if (g_strcmp0 (method, "initialize") == 0)
    {
      http_request_reply_result (request, "{'protocolVersion':'2025-11-25','capabilities':{'tools':{},'prompts':{}},"
                                          "'serverInfo':{'name':'n','version':'1'}}");
    }
  else if (g_strcmp0 (method, "tools/list") == 0)
    {
      g_autofree char *list = g_strdup_printf ("{'tools':[{'name':'%s','inputSchema':{'type':'object'},"
                                               "'annotations':%s}]}", gateway->annotations != NULL ? "echo" : "other",
                                               gateway->annotations != NULL ? gateway->annotations : "{}");

      http_request_reply_result (request, list);
    }
  else if (g_strcmp0 (method, gateway->method) == 0 && gateway->n_refused++ == 0)
    {
      http_request_add_header (request, "Retry-After", "0");
      http_request_reply (request, gateway->status, "text/plain", "upstream request timeout");
    }
  else if (g_strcmp0 (method, "prompts/list") == 0)
    {
      http_request_reply_result (request, "{'prompts':[]}");
    }
  else
    {
      serve (request);
    }
}

static void
test_refusals_repeated (void)
{
  Gateway gateways[] = {
    { "{'readOnlyHint':true}", 504, "tools/call", "{\"name\":\"echo\"}", TRUE },
    { "{'readOnlyHint':false,'idempotentHint':true}", 504, "tools/call", "{\"name\":\"echo\"}", TRUE },
    { "{'readOnlyHint':false}", 504, "tools/call", "{\"name\":\"echo\"}", FALSE },
    { "{'readOnlyHint':'yes'}", 504, "tools/call", "{\"name\":\"echo\"}", FALSE },
    { "{}", 504, "tools/call", "{\"name\":\"echo\"}", FALSE },
    { NULL, 504, "tools/call", "{\"name\":\"echo\"}", FALSE },
    { "{}", 503, "tools/call", "{\"name\":\"echo\"}", TRUE },
    { "{}", 429, "tools/call", "{\"name\":\"echo\"}", TRUE },
    { "{}", 504, "prompts/list", "{}", TRUE },
    { "{}", 504, "prompts/get", "{\"name\":\"p\"}", TRUE },
    { "{}", 504, "example/own", "{}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (gateways); i++)
    {
      Gateway *gateway = &gateways[i];
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = session_new_url (http_fixture_get_url (fixture));
      g_autoptr (McpCall) call = mcp_call_new (gateway->method, gateway->params);
      McpCatalog *tools;
      g_autoptr (GError) error = NULL;

      g_test_message ("%u: %s %s", gateway->status, gateway->method, gateway->annotations);
      http_fixture_set_handler (fixture, pass_on, gateway);
      session_open_ok (session);
      tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
      mcp_catalog_refresh_async (tools, NULL, NULL, NULL);
      TEST_AWAIT (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
      session_run (session, call, &error);
      if (gateway->is_repeated)
        {
          g_assert_no_error (error);
        }
      else
        {
          g_assert_nonnull (error);
          g_assert_nonnull (strstr (error->message, "upstream request timeout"));
          g_assert_nonnull (strstr (error->message, "was not sent again"));
        }
      g_assert_cmpuint (http_fixture_count (fixture, "POST", gateway->method), ==, gateway->is_repeated ? 2 : 1);
      g_assert_cmpint (has_note (session, "postponed"), ==, gateway->is_repeated);
      session_finish_http (session, fixture);
    }
}

/* One that is cancelled while it waits is not sent again. */
static void
test_refusals_cancelled_wait (void)
{
  const Refusal refusal = { "a wait", 429, "Retry-After: 20", NULL, NULL, NULL };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = open_refusing (fixture, &refusal);
  g_autoptr (McpCall) call = session_new_echo ("x");

  mcp_session_start_call (session, call);
  TEST_AWAIT (has_note (session, "postponed"));
  mcp_call_cancel (call, NULL);
  g_assert_true (mcp_call_is_finished (call));
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  session_finish_http (session, fixture);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 1);
}

/* --- Cookies --- */

static void
balance (HttpFixture *fixture,
         HttpRequest *request,
         gpointer     user_data)
{
  const char *cookie = http_request_get_header (request, "Cookie");

  if (g_strcmp0 (http_request_get_rpc_method (request), "initialize") == 0)
    {
      http_request_add_header (request, "MCP-Session-Id", "8c2ad1f2-0b0a-4b6e-9f8e-2a54f8a1d6a7");
      http_request_add_header (request, "Set-Cookie", "__cf_bm=z; path=/; HttpOnly");
      http_request_add_header (request, "Set-Cookie", "lb=node-a; Path=/mcp; HttpOnly; SameSite=Lax");
      http_request_add_header (request, "Set-Cookie", "far=1; Domain=example.com");
    }
  else if (cookie == NULL || strstr (cookie, "lb=node-a") == NULL || strstr (cookie, "far=") != NULL)
    {
      http_request_reply (request, 404, "text/plain", "Session not found (another node)");
      return;
    }
  serve (request);
}

static void
test_refusals_cookies (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (headers, mcp_header_new ("Cookie", "mine=1; __cf_bm=own", FALSE));
  mcp_profile_set_headers (mcp_session_get_profile (session), headers);
  http_fixture_set_handler (fixture, balance, NULL);
  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (http_request_get_header (http_fixture_find (fixture, "POST", "initialize", 0), "Cookie"), ==,
                   "mine=1; __cf_bm=own");
  g_assert_cmpstr (http_request_get_header (http_fixture_find (fixture, "POST", "tools/call", 0), "Cookie"), ==,
                   "mine=1; __cf_bm=own; lb=node-a");
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "http.cookie"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "http.cookie-needed"), ==, 0);
  session_finish_http (session, fixture);
}

static void
test_refusals_no_cookies (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  g_object_set (mcp_session_get_profile (session), "keep-cookies", FALSE, NULL);
  http_fixture_set_handler (fixture, balance, NULL);
  session_open_ok (session);
  g_assert_false (session_run (session, call, &error));
  g_assert_nonnull (strstr (error->message, "Session not found (another node)"));
  g_assert_null (http_request_get_header (http_fixture_find (fixture, "POST", "tools/call", 0), "Cookie"));
  g_assert_cmpuint (session_count_findings (session, "http.cookie-needed"), ==, 1);
  session_finish_http (session, fixture);
}

/* --- Connecting --- */

static void
serve_at (HttpFixture *fixture,
          HttpRequest *request,
          gpointer     user_data)
{
  if (g_strcmp0 (http_request_get_path (request), user_data) == 0)
    serve (request);
  else
    http_request_reply (request, 404, "text/plain", "Not Found");
}

/* A path with a slash more or less is advised where a server answers, and nowhere else. */
static void
test_refusals_other_path (void)
{
  static const struct { const char *given; const char *served; const char *advised; } rows[] = {
    { "/mcp", "/mcp/", "/mcp/" }, { "/api/mcp/", "/api/mcp", "/api/mcp" }, { "/mcp", "/nowhere", "/sse" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      g_autofree char *url = http_fixture_dup_url (fixture, rows[i].given);
      McpSession *session = session_new_url (url);
      g_autoptr (GError) error = NULL;

      http_fixture_set_handler (fixture, serve_at, (gpointer) rows[i].served);
      g_assert_false (session_open (session, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
      g_assert_nonnull (strstr (error->message, "nothing at the path"));
      g_assert_cmpint (mcp_session_get_failure (session)->action, ==, MCP_REMEDY_USE_PATH);
      g_assert_cmpstr (mcp_session_get_failure (session)->target, ==, rows[i].advised);
      session_finish_http (session, fixture);
    }
}

static void
refuse_revision (HttpFixture *fixture,
                 HttpRequest *request,
                 gpointer     user_data)
{
  const char *body = g_bytes_get_data (http_request_get_body (request), NULL);

  if (g_strcmp0 (http_request_get_rpc_method (request), "initialize") == 0 && strstr (body, "2025-11-25") != NULL)
    refuse (fixture, request, user_data);
  else
    serve (request);
}

/* What the server names is asked for where it stands in the data of its error, and offered where it stands in words. */
static void
test_refusals_revision (void)
{
  static const Refusal rows[] = {
    { "data", 200, NULL, "application/json",
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"no\",\"data\":{\"expected\":\"2025-06-18\"}}}", NULL },
    { "words", 200, NULL, "application/json",
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"use 2025-06-18\"}}", "2025-06-18" },
    { "a number", 200, NULL, "application/json",
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":20250618,\"capabilities\":{}}}", "20250618" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = session_new_url (http_fixture_get_url (fixture));
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].what);
      http_fixture_set_handler (fixture, refuse_revision, (gpointer) &rows[i]);
      g_assert_cmpint (session_open (session, &error), ==, rows[i].told == NULL);
      if (rows[i].told != NULL)
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
          g_assert_nonnull (strstr (error->message, rows[i].told));
        }
      if (g_str_equal (rows[i].what, "words"))
        {
          g_assert_cmpint (mcp_session_get_failure (session)->action, ==, MCP_REMEDY_USE_PROTOCOL);
          g_assert_cmpstr (mcp_session_get_failure (session)->target, ==, "2025-06-18");
        }
      session_finish_http (session, fixture);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/http-refusals/lost", test_refusals_lost);
  g_test_add_func ("/session/http-refusals/in-vain", test_refusals_in_vain);
  g_test_add_func ("/session/http-refusals/told", test_refusals_told);
  g_test_add_func ("/session/http-refusals/harmless-encoding", test_refusals_harmless_encoding);
  g_test_add_func ("/session/http-refusals/waited-for", test_refusals_waited_for);
  g_test_add_func ("/session/http-refusals/cancelled-wait", test_refusals_cancelled_wait);
  g_test_add_func ("/session/http-refusals/repeated", test_refusals_repeated);
  g_test_add_func ("/session/http-refusals/cookies", test_refusals_cookies);
  g_test_add_func ("/session/http-refusals/no-cookies", test_refusals_no_cookies);
  g_test_add_func ("/session/http-refusals/other-path", test_refusals_other_path);
  g_test_add_func ("/session/http-refusals/revision", test_refusals_revision);

  return g_test_run ();
}
