/* test-http-hostile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mcp-session-private.h"
#include "raw-fixture.h"
#include "session-http-support.h"

/*
 * What broken and hostile servers do over HTTP: each is a finding, costs a bounded amount of
 * memory, and the session goes on or fails with a reason.
 */

#define MIB          (1024 * 1024)
#define SERVER_INFO  "'capabilities':{'tools':{}},'serverInfo':{'name':'n','version':'1'}"
#define ANSWER(id)   "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{\"content\":[]}}"

/* How the next tools/call is answered; everything else as a simple server does. */
typedef struct
{
  HttpHandler  call;        /* (nullable): an empty result */
  const char  *session_id;  /* (nullable) */
  gpointer     data;
} Hostile;

static void
serve (HttpFixture *fixture,
       HttpRequest *request,
       gpointer     user_data)
{
  Hostile *hostile = user_data;
  const char *method = http_request_get_rpc_method (request);

  if (!g_str_equal (http_request_get_method (request), "POST"))
    {
      http_request_reply (request, 405, NULL, NULL);
    }
  else if (g_strcmp0 (method, "initialize") == 0)
    {
      if (hostile->session_id != NULL)
        http_request_add_header (request, "MCP-Session-Id", hostile->session_id);
      http_request_reply_result (request, "{'protocolVersion':'2025-11-25'," SERVER_INFO "}");
    }
  else if (http_request_get_rpc_id (request) == NULL)
    {
      http_request_reply (request, 202, NULL, NULL);
    }
  else if (hostile->call != NULL)
    {
      HttpHandler call = g_steal_pointer (&hostile->call);

      call (fixture, request, hostile);
    }
  else
    {
      http_request_reply_result (request, "{'content':[]}");
    }
}

static McpSession *
new_session (HttpFixture *fixture,
             Hostile     *hostile)
{
  McpSession *session = session_new_url (http_fixture_get_url (fixture));

  http_fixture_set_handler (fixture, serve, hostile);
  g_object_set (mcp_session_get_profile (session), "max-message-bytes", (guint64) MIB, NULL);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_CALL, 5000);

  return session;
}

static gboolean
make_call (McpSession  *session,
           GError     **error)
{
  g_autoptr (McpCall) call = session_new_echo ("x");

  return session_run (session, call, error);
}

static void
assert_goes_on (McpSession *session)
{
  g_autoptr (GError) error = NULL;

  make_call (session, &error);
  g_assert_no_error (error);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
}

#ifdef __SANITIZE_ADDRESS__
/* It keeps what was freed: there is nothing to measure. */
static gsize
memory (void)
{
  return 0;
}
#else
/* Resident memory in bytes. */
static gsize
memory (void)
{
  g_autofree char *text = NULL;
  unsigned long size = 0;
  unsigned long resident = 0;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%lu %lu", &size, &resident), ==, 2);

  return resident * (gsize) sysconf (_SC_PAGESIZE);
}
#endif

/* --- Streams --- */

static void
cut_stream (HttpFixture *fixture,
            HttpRequest *request,
            gpointer     user_data)
{
  Hostile *hostile = user_data;
  guint length = GPOINTER_TO_UINT (hostile->data);
  g_autofree char *event = http_request_dup_result_event (request, "{'content':[]}");
  g_autofree char *cut = g_strndup (event, length);

  http_request_start_events (request);
  if (length > 0)
    http_request_push (request, cut);
  http_request_finish (request);
}

static void
test_hostile_stream_cut_anywhere (void)
{
  Hostile hostile = { 0 };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);
  guint n_answered = 0;
  guint n_lost = 0;

  session_open_ok (session);
  for (guint length = 0; n_answered < 2; length++)
    {
      g_autoptr (GError) error = NULL;

      hostile.call = cut_stream;
      hostile.data = GUINT_TO_POINTER (length);
      if (make_call (session, &error))
        {
          n_answered++;
        }
      else
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_LOST);
          n_lost++;
        }
    }

  g_assert_cmpuint (n_lost, >, 40);
  g_assert_cmpuint (session_count_findings (session, "sse.unfinished"), ==, n_lost - 1);
  assert_goes_on (session);
  session_finish_http (session, fixture);
}

#define N_EMPTY 20000

static void
say_nothing (HttpFixture *fixture,
             HttpRequest *request,
             gpointer     user_data)
{
  static const char *const nothing[] =
    { ":\n", ": \n", "data\n\n", "data:\n\n", "event\n\n", "x: y\n\n" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *event = http_request_dup_result_event (request, "{'content':[]}");

  for (guint i = 0; i < N_EMPTY; i++)
    g_string_append (text, nothing[i % G_N_ELEMENTS (nothing)]);
  http_request_start_events (request);
  http_request_push (request, text->str);
  http_request_push (request, event);
  http_request_finish (request);
}

/* Comments and events without a word are counted; the answer behind them is an answer. */
static void
test_hostile_nothing (void)
{
  Hostile hostile = { .call = say_nothing };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);
  g_autoptr (GError) error = NULL;
  guint n_rows;

  session_open_ok (session);
  make_call (session, &error);
  g_assert_no_error (error);
  n_rows = session_count_records (session, MCP_RECORD_COMMENT)
           + session_count_records (session, MCP_RECORD_EVENT);
  g_assert_cmpuint (n_rows, ==, 1000);
  assert_goes_on (session);
  session_finish_http (session, fixture);
}

static void
never_end (HttpFixture *fixture,
           HttpRequest *request,
           gpointer     user_data)
{
  http_request_start_events (request);
}

/* Ten thousand that are answered on streams which bring nothing: no more are open than can be. */
static void
test_hostile_too_many_streams (void)
{
  const HttpMcpOptions options = { .no_answer = TRUE, .answer_by_events = TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func (g_object_unref);
  gsize before;

  http_fixture_serve_mcp (fixture, &options);
  session_open_ok (session);
  before = memory ();
  for (guint i = 0; i < 10000; i++)
    {
      g_ptr_array_add (calls, session_new_echo ("x"));
      mcp_session_start_call (session, g_ptr_array_index (calls, i));
    }

  TEST_AWAIT_POLL (http_fixture_count (fixture, "POST", "tools/call") >= 256);
  g_assert_cmpuint (http_fixture_get_n_open_requests (fixture), <=, 300);
  g_assert_cmpuint (memory () - before, <, 256 * MIB);
  session_close (session);
  for (guint i = 0; i < calls->len; i++)
    TEST_AWAIT (mcp_call_is_finished (g_ptr_array_index (calls, i)));
  session_finish_http (session, fixture);
}

static void
test_hostile_silent_stream (void)
{
  Hostile hostile = { .call = never_end };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  mcp_call_set_timeout (call, 100);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  assert_goes_on (session);
  session_finish_http (session, fixture);
}

/* A server of its own for one answer that no HTTP library would write. */
#define INITIALIZE_HEAD \
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

static void
run_raw (const RawStep *steps,
         const char    *rule)
{
  g_autoptr (RawFixture) fixture = raw_fixture_new (steps);
  McpSession *session = session_new_url (raw_fixture_get_url (fixture));
  McpProfile *profile = mcp_session_get_profile (session);
  g_autoptr (GError) error = NULL;
  gsize before = memory ();

  g_object_set (profile, "max-message-bytes", (guint64) MIB, NULL);
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_INITIALIZE, 2000);
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, 4000);
  g_object_set (profile, "transport", MCP_PROFILE_TRANSPORT_HTTP, NULL);

  g_assert_false (session_open (session, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (error->domain, ==, MCP_ERROR);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  g_assert_cmpuint (memory () - MIN (before, memory ()), <, 64 * MIB);
  if (rule != NULL)
    g_assert_cmpuint (session_count_findings (session, rule), >=, 1);

  TEST_AWAIT_POLL (raw_fixture_get_n_connections (fixture) == 0);
  session_close (session);
  session_release (session);
}

static void
test_hostile_event_of_100_mib (void)
{
  g_autofree char *block = g_strnfill (64 * 1024, 'x');
  g_autofree char *chunk = g_strdup_printf ("10000\r\n%s\r\n", block);
  const RawStep steps[] = {
    { RAW_AWAIT_BODY, NULL, 0, 0 },
    { RAW_WRITE, INITIALIZE_HEAD "6\r\ndata: \r\n", 0, 0 },
    { RAW_REPEAT, chunk, 1600, 0 },
    { RAW_WRITE, "2\r\n\n\n\r\n0\r\n\r\n", 0, 0 },
    { RAW_CLOSE, NULL, 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };

  run_raw (steps, "sse.oversized");
}

static void
test_hostile_line_without_end (void)
{
  g_autofree char *block = g_strnfill (64 * 1024, 'x');
  g_autofree char *chunk = g_strdup_printf ("10000\r\n%s\r\n", block);
  const RawStep steps[] = {
    { RAW_AWAIT_BODY, NULL, 0, 0 },
    { RAW_WRITE, INITIALIZE_HEAD "6\r\ndata: \r\n", 0, 0 },
    { RAW_REPEAT, chunk, 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };

  run_raw (steps, "sse.oversized");
}

static void
test_hostile_slow_head (void)
{
  const RawStep steps[] = {
    { RAW_AWAIT_BODY, NULL, 0, 0 },
    { RAW_TRICKLE, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Long: "
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      0, 100 },
    { RAW_END, NULL, 0, 0 },
  };

  run_raw (steps, NULL);
}

static void
test_hostile_slow_body (void)
{
  const RawStep steps[] = {
    { RAW_AWAIT_BODY, NULL, 0, 0 },
    { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n",
      0, 0 },
    { RAW_TRICKLE, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa", 0,
      100 },
    { RAW_END, NULL, 0, 0 },
  };

  run_raw (steps, "http.slow-answer");
}

/* --- Heads --- */

static void
test_hostile_header_with_controls (void)
{
  const RawStep steps[] = {
    { RAW_AWAIT_BODY, NULL, 0, 0 },
    { RAW_WRITE, "HTTP/1.1 500 No\r\nContent-Type: text/plain\r\nX-Bad: a\001\033[31mb\r\n"
                 "Content-Length: 2\r\n\r\nno",
      0, 0 },
    { RAW_CLOSE, NULL, 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };

  run_raw (steps, "http.header-value");
}

static void
test_hostile_session_id (void)
{
  Hostile hostile = { .session_id = "not visible ascii" };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);
  HttpRequest *initialized;

  session_open_ok (session);
  assert_goes_on (session);
  g_assert_cmpuint (session_count_findings (session, "http.session-id"), ==, 1);
  g_assert_null (mcp_session_get_http_session_id (session));
  initialized = http_fixture_find (fixture, "POST", "notifications/initialized", 0);
  g_assert_null (http_request_get_header (initialized, "MCP-Session-Id"));
  session_finish_http (session, fixture);
}

static void
other_session_id (HttpFixture *fixture,
                  HttpRequest *request,
                  gpointer     user_data)
{
  http_request_add_header (request, "MCP-Session-Id", "another");
  http_request_reply_result (request, "{'content':[]}");
}

static void
test_hostile_session_id_changes (void)
{
  Hostile hostile = { .session_id = "first", .call = other_session_id };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);

  session_open_ok (session);
  assert_goes_on (session);
  g_assert_cmpuint (session_count_findings (session, "http.session-id-changed"), ==, 1);
  g_assert_cmpstr (mcp_session_get_http_session_id (session), ==, "first");
  assert_goes_on (session);
  session_finish_http (session, fixture);
}

/* --- Content types --- */

static void
json_as_text (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
  g_autofree char *body = g_strdup_printf (ANSWER ("%s"), http_request_get_rpc_id (request));

  http_request_reply (request, 200, "text/plain", body);
}

static void
page_as_json (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
  http_request_reply (request, 200, "application/json", "<!DOCTYPE html><p>hello");
}

static void
json_as_events (HttpFixture *fixture,
                HttpRequest *request,
                gpointer     user_data)
{
  g_autofree char *body = g_strdup_printf (ANSWER ("%s"), http_request_get_rpc_id (request));

  http_request_reply (request, 200, "text/event-stream", body);
}

static void
events_as_json (HttpFixture *fixture,
                HttpRequest *request,
                gpointer     user_data)
{
  g_autofree char *event = http_request_dup_result_event (request, "{'content':[]}");

  http_request_reply (request, 200, "application/json", event);
}

static void
test_hostile_content_types (void)
{
  const struct { HttpHandler call; } cases[] = {
    { json_as_text }, { page_as_json }, { json_as_events }, { events_as_json },
  };
  Hostile hostile = { 0 };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);

  session_open_ok (session);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      guint before = session_count_findings (session, "http.content-type");

      hostile.call = cases[i].call;
      make_call (session, &error);
      g_assert_cmpuint (session_count_findings (session, "http.content-type"), >, before);
      assert_goes_on (session);
    }

  session_finish_http (session, fixture);
}

static GBytes *
make_bomb (void)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GOutputStream) memory_stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) out = g_converter_output_stream_new (memory_stream, G_CONVERTER (gzip));
  g_autofree char *block = g_strnfill (MIB, ' ');
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 200; i++)
    g_output_stream_write_all (out, block, MIB, NULL, NULL, &error);
  g_output_stream_close (out, NULL, &error);
  g_assert_no_error (error);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory_stream));
}

static void
send_bomb (HttpFixture *fixture,
           HttpRequest *request,
           gpointer     user_data)
{
  Hostile *hostile = user_data;

  http_request_add_header (request, "Content-Encoding", "gzip");
  http_request_reply_bytes (request, 200, "application/json", hostile->data);
}

static void
test_hostile_gzip_bomb (void)
{
  g_autoptr (GBytes) bomb = make_bomb ();
  Hostile hostile = { .call = send_bomb, .data = bomb };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);
  g_autoptr (GError) error = NULL;
  gsize before = memory ();

  g_assert_cmpuint (g_bytes_get_size (bomb), <, MIB);
  session_open_ok (session);
  g_assert_false (make_call (session, &error));
  g_assert_cmpuint (session_count_findings (session, "http.oversized"), ==, 1);
  g_assert_cmpuint (memory () - MIN (before, memory ()), <, 64 * MIB);
  assert_goes_on (session);
  session_finish_http (session, fixture);
}

/* --- One message on two streams --- */

static void
test_hostile_answer_on_two_streams (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;
  g_autofree char *event = NULL;
  HttpRequest *get;

  http_fixture_serve_mcp (fixture, NULL);
  session_open_ok (session);
  TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);
  session_run (session, call, &error);
  g_assert_no_error (error);

  get = http_fixture_find (fixture, "GET", NULL, 0);
  event = g_strdup_printf ("data: " ANSWER ("%s") "\n\n", mcp_id_get_token (mcp_call_get_outcome (call)->id));
  http_request_push (get, event);
  TEST_AWAIT (session_count_findings (session, "rpc.second-answer") == 1);
  g_assert_cmpuint (session_count_findings (session, "sse.answer-on-get"), ==, 1);
  assert_goes_on (session);
  session_finish_http (session, fixture);
}

static void
accept_with_200 (HttpFixture *fixture,
                 HttpRequest *request,
                 gpointer     user_data)
{
  if (g_strcmp0 (http_request_get_rpc_method (request), "notifications/initialized") == 0)
    http_request_reply (request, 200, NULL, NULL);
  else
    serve (fixture, request, user_data);
}

static void
test_hostile_notification_is_answered (void)
{
  Hostile hostile = { 0 };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &hostile);

  http_fixture_set_handler (fixture, accept_with_200, &hostile);
  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "http.accepted-status") == 1);
  assert_goes_on (session);
  session_finish_http (session, fixture);
}

static void
accept_with_body (HttpFixture *fixture,
                  HttpRequest *request,
                  gpointer     user_data)
{
  Hostile *hostile = user_data;

  if (g_strcmp0 (http_request_get_rpc_method (request), "notifications/initialized") == 0)
    http_request_reply (request, 202, *(const char *) hostile->data == '{' ? "application/json"
                                                                          : "text/plain",
                        hostile->data);
  else
    serve (fixture, request, user_data);
}

/* 202 has no body: whatever it is, that is the one fault. */
static void
test_hostile_accepted_with_body (void)
{
  static const char * const bodies[] = { "Accepted", "{\"status\":\"accepted\"}", "{\"cut" };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      Hostile hostile = { .data = (gpointer) bodies[i] };
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = new_session (fixture, &hostile);
      GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));

      http_fixture_set_handler (fixture, accept_with_body, &hostile);
      session_open_ok (session);
      TEST_AWAIT (session_count_findings (session, "http.accepted-status") == 1);
      assert_goes_on (session);
      g_assert_cmpuint (g_list_model_get_n_items (findings), ==, 1);
      session_finish_http (session, fixture);
    }
}

static void
test_hostile_addresses (void)
{
  const struct { const char *url; const char *rule; } cases[] = {
    { "http://127.0.0.1:%u/mcp", NULL },
    { "http://localhost:%u/mcp", NULL },
    { "http://0.0.0.0:%u/mcp", "http.any-address" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Hostile hostile = { 0 };
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      g_autofree char *url = g_strdup_printf (cases[i].url, http_fixture_get_port (fixture));
      McpSession *session = new_session (fixture, &hostile);

      mcp_profile_set_url (mcp_session_get_profile (session), url);
      session_open_ok (session);
      assert_goes_on (session);
      g_assert_cmpuint (session_count_findings (session, "http.any-address"), ==,
                        cases[i].rule != NULL);
      g_assert_cmpuint (session_count_findings (session, "http.cleartext"), ==, 0);
      session_finish_http (session, fixture);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/http-hostile/stream-cut-anywhere", test_hostile_stream_cut_anywhere);
  g_test_add_func ("/session/http-hostile/nothing", test_hostile_nothing);
  g_test_add_func ("/session/http-hostile/too-many-streams", test_hostile_too_many_streams);
  g_test_add_func ("/session/http-hostile/silent-stream", test_hostile_silent_stream);
  g_test_add_func ("/session/http-hostile/event-of-100-mib", test_hostile_event_of_100_mib);
  g_test_add_func ("/session/http-hostile/line-without-end", test_hostile_line_without_end);
  g_test_add_func ("/session/http-hostile/slow-head", test_hostile_slow_head);
  g_test_add_func ("/session/http-hostile/slow-body", test_hostile_slow_body);
  g_test_add_func ("/session/http-hostile/header-with-controls",
                   test_hostile_header_with_controls);
  g_test_add_func ("/session/http-hostile/session-id", test_hostile_session_id);
  g_test_add_func ("/session/http-hostile/session-id-changes", test_hostile_session_id_changes);
  g_test_add_func ("/session/http-hostile/content-types", test_hostile_content_types);
  g_test_add_func ("/session/http-hostile/gzip-bomb", test_hostile_gzip_bomb);
  g_test_add_func ("/session/http-hostile/answer-on-two-streams",
                   test_hostile_answer_on_two_streams);
  g_test_add_func ("/session/http-hostile/notification-is-answered",
                   test_hostile_notification_is_answered);
  g_test_add_func ("/session/http-hostile/accepted-with-body", test_hostile_accepted_with_body);
  g_test_add_func ("/session/http-hostile/addresses", test_hostile_addresses);

  return g_test_run ();
}
