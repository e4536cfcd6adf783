/* test-http-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"

/*
 * Messages over HTTP that are no event streams: what answers mean, and what is made of bad ones. How
 * they are given up is in test-http-end.c.
 */

/* What a server answers a message with, and what is made of it. */
typedef struct
{
  const char *name;
  gboolean    is_note;         /* a notification; else a request */
  guint       status;
  const char *content_type;
  const char *body;
  const char *log;
  int         error;           /* McpError of ::failed; -1 for none */
  const char *violation;
} AnswerCase;

static const AnswerCase answer_cases[] = {
  { "json", FALSE, 200, "application/json", PONG, "start-1 sent-1 head-1-200 end-1", -1 },
  { "json-charset", FALSE, 200, "Application/JSON; charset=utf-8", PONG,
    "start-1 sent-1 head-1-200 end-1", -1 },
  { "no-type-json", FALSE, 200, NULL, PONG,
    "start-1 sent-1 head-1-200 violation-no-content-type end-1", -1, "no-content-type" },
  { "no-type-text", FALSE, 200, NULL, "hello",
    "start-1 sent-1 head-1-200 violation-no-content-type end-1 failed-1-200", MCP_ERROR_HTTP,
    "no-content-type" },
  { "type-lies", FALSE, 200, "text/plain", PONG,
    "start-1 sent-1 head-1-200 violation-content-type end-1", -1, "content-type: text/plain" },
  { "html", FALSE, 200, "text/html", "<!DOCTYPE html>",
    "start-1 sent-1 head-1-200 violation-content-type end-1 failed-1-200", MCP_ERROR_HTTP,
    "content-type: text/html" },
  { "json-of-another", FALSE, 200, "application/json", "{}",
    "start-1 sent-1 head-1-200 end-1 failed-1-200", MCP_ERROR_INVALID_RESPONSE },
  { "empty", FALSE, 200, "application/json", "", "start-1 sent-1 head-1-200 end-1 failed-1-200",
    MCP_ERROR_HTTP },
  { "accepted-only", FALSE, 202, NULL, NULL, "start-1 sent-1 head-1-202 end-1 failed-1-202",
    MCP_ERROR_HTTP },
  { "no-content", FALSE, 204, NULL, NULL, "start-1 sent-1 head-1-204 end-1 failed-1-204",
    MCP_ERROR_HTTP },
  { "error-in-body", FALSE, 400, "application/json", PONG, "start-1 sent-1 head-1-400 end-1", -1 },
  { "400", FALSE, 400, "text/plain", "bad", "start-1 sent-1 head-1-400 end-1 failed-1-400",
    MCP_ERROR_HTTP },
  { "401", FALSE, 401, "text/plain", "who?", "start-1 sent-1 head-1-401 end-1 failed-1-401",
    MCP_ERROR_AUTH },
  { "403", FALSE, 403, NULL, NULL, "start-1 sent-1 head-1-403 end-1 failed-1-403",
    MCP_ERROR_HTTP },
  { "404", FALSE, 404, "text/plain", "none", "start-1 sent-1 head-1-404 end-1 failed-1-404",
    MCP_ERROR_HTTP },
  { "405", FALSE, 405, NULL, NULL, "start-1 sent-1 head-1-405 end-1 failed-1-405",
    MCP_ERROR_HTTP },
  { "406", FALSE, 406, NULL, NULL, "start-1 sent-1 head-1-406 end-1 failed-1-406",
    MCP_ERROR_HTTP },
  { "415", FALSE, 415, NULL, NULL, "start-1 sent-1 head-1-415 end-1 failed-1-415",
    MCP_ERROR_HTTP },
  { "429", FALSE, 429, NULL, NULL, "start-1 sent-1 head-1-429 end-1 failed-1-429",
    MCP_ERROR_HTTP },
  { "500", FALSE, 500, "text/html", "<p>", "start-1 sent-1 head-1-500 end-1 failed-1-500",
    MCP_ERROR_HTTP },
  { "503", FALSE, 503, NULL, NULL, "start-1 sent-1 head-1-503 end-1 failed-1-503",
    MCP_ERROR_HTTP },
  { "note-202", TRUE, 202, NULL, NULL, "start-1 sent-1 head-1-202 end-1", -1 },
  { "note-200", TRUE, 200, NULL, NULL, "start-1 sent-1 head-1-200 end-1 violation-not-202", -1,
    "not-202: 200" },
  { "note-204", TRUE, 204, NULL, NULL, "start-1 sent-1 head-1-204 end-1 violation-not-202", -1,
    "not-202: 204" },
  { "note-400", TRUE, 400, "application/json", "{\"jsonrpc\":\"2.0\",\"error\":{}}",
    "start-1 sent-1 head-1-400 end-1 failed-1-400", MCP_ERROR_HTTP },
};

static void
test_http_answers (gconstpointer data)
{
  const AnswerCase *expected = data;
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  gboolean has_body = expected->body != NULL && expected->body[0] != '\0';

  http_fixture_queue (fixture, "POST", expected->status, expected->content_type, expected->body);
  if (expected->is_note)
    test_sink_send (sink, NOTE);
  else
    test_sink_request (sink, PING);
  TEST_AWAIT (sink->log->len >= strlen (expected->log));

  g_assert_cmpstr (sink->log->str, ==, expected->log);
  g_assert_cmpuint (sink->frames->len, ==, has_body ? 1 : 0);
  if (has_body)
    {
      McpFrame *frame = g_ptr_array_index (sink->frames, 0);

      g_assert_cmpstr (test_sink_frame (sink, 0), ==, expected->body);
      g_assert_cmpint (frame->source, ==, MCP_FRAME_BODY);
      g_assert_cmpuint (frame->exchange, ==, 1);
      g_assert_cmpuint (sink->end.body_bytes, ==, strlen (expected->body));
    }
  if (expected->error >= 0)
    g_assert_error (sink->failed_error, MCP_ERROR, expected->error);
  if (expected->violation != NULL)
    g_assert_nonnull (strstr (sink->violations->str, expected->violation));
  else
    g_assert_cmpstr (sink->violations->str, ==, "");

  http_sink_end (sink, fixture);
}

static void
test_http_request (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const char *users[] = { "Accept", "x/y", "X-One", "1", "X-Two", "2", "X-Two", "3", NULL };
  const char *own[] = { "Mcp-Method", "ping", NULL };
  const McpHttpOptions options = { .url = http_fixture_get_url (fixture), .headers = users };
  const McpSendOptions how = { .expects_answer = TRUE, .headers = own };
  g_autoptr (GBytes) bytes = g_bytes_new_static (PING, strlen (PING));
  TestSink *sink = http_sink_new_with (&options);
  McpHttpTransport *transport = MCP_HTTP_TRANSPORT (sink->transport);
  HttpRequest *request;

  g_assert_true (mcp_http_transport_set_header (transport, "MCP-Session-Id", "abc"));
  g_assert_true (mcp_http_transport_set_header (transport, "X-Gone", "1"));
  g_assert_true (mcp_http_transport_set_header (transport, "x-gone", NULL));
  g_assert_false (mcp_http_transport_set_header (transport, "X-Bad", "a\r\nB: c"));
  g_assert_false (mcp_http_transport_set_header (transport, "X Bad", "a"));

  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  mcp_transport_send (sink->transport, bytes, &how);
  TEST_AWAIT (http_has (sink, "end-1"));

  request = http_fixture_get_request (fixture, 0);
  g_assert_cmpstr (http_request_get_method (request), ==, "POST");
  g_assert_cmpstr (http_request_get_path (request), ==, "/mcp");
  g_assert_true (g_bytes_equal (http_request_get_body (request), bytes));
  g_assert_cmpstr (http_request_get_header (request, "Content-Type"), ==, "application/json");
  g_assert_cmpstr (http_request_get_header (request, "Accept"), ==,
                   "application/json, text/event-stream");
  g_assert_cmpstr (http_request_get_header (request, "MCP-Session-Id"), ==, "abc");
  g_assert_cmpstr (http_request_get_header (request, "Mcp-Method"), ==, "ping");
  g_assert_cmpstr (http_request_get_header (request, "X-One"), ==, "1");
  g_assert_null (http_request_get_header (request, "X-Gone"));
  g_assert_null (http_request_get_header (request, "X-Bad"));
  g_assert_cmpstr (http_request_get_header (request, "User-Agent"), ==, "Sounder/" PACKAGE_VERSION);

  /* What was said of it is what was sent. */
  g_assert_cmpstr (sink->method, ==, "POST");
  g_assert_cmpstr (sink->url, ==, http_fixture_get_url (fixture));
  for (guint i = 0; sink->sent_headers[i] != NULL; i += 2)
    if (!g_str_equal (sink->sent_headers[i], "X-Two"))
      g_assert_cmpstr (http_request_get_header (request, sink->sent_headers[i]), ==,
                       sink->sent_headers[i + 1]);
  g_assert_nonnull (test_sink_header (sink->sent_headers, "Host"));
  g_assert_nonnull (test_sink_header (sink->sent_headers, "Accept-Encoding"));
  g_assert_cmpint (sink->start.purpose, ==, MCP_EXCHANGE_SEND);
  g_assert_cmpuint (sink->start.ticket, ==, 1);

  http_sink_end (sink, fixture);
}

static void
test_http_times (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  McpExchangeTimings *timings = &sink->end.timings;

  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));

  g_assert_true (g_str_has_prefix (sink->peer, "127.0.0.1:"));
  g_assert_null (sink->tls);
  g_assert_cmpstr (test_sink_header (sink->headers, "content-type"), ==, "application/json");
  g_assert_cmpint (timings->connected_usec, >, 0);
  g_assert_cmpint (timings->secured_usec, ==, -1);
  g_assert_cmpint (timings->sent_usec, >=, timings->connected_usec);
  g_assert_cmpint (timings->first_byte_usec, >=, timings->sent_usec);
  g_assert_cmpint (timings->ended_usec, >=, timings->first_byte_usec);
  g_assert_cmpuint (sink->end.wire_bytes, ==, strlen (PONG));

  /* The second goes over the same connection. */
  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-2"));
  g_assert_cmpint (timings->connected_usec, ==, -1);
  g_assert_cmpint (timings->sent_usec, >=, 0);
  g_assert_cmpuint (http_fixture_get_n_connections (fixture), ==, 1);

  http_sink_end (sink, fixture);
}

static void
test_http_redirect (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
    { RAW_AWAIT_BODY },
    { RAW_WRITE, "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://elsewhere.test/\r\n"
                 "Content-Length: 0\r\n\r\n" },
    { RAW_END } });
  g_autoptr (TestSink) sink = http_sink_new (raw_fixture_get_url (raw));

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-307"));
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_nonnull (strstr (sink->failed_error->message, "http://elsewhere.test/"));
  g_assert_cmpuint (http_count (sink, "start-"), ==, 1);
}

static void
test_http_refused (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (TestSink) sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_stop (fixture);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));

  g_assert_cmpstr (sink->log->str, ==, "start-1 end-1-error unsent-1 failed-1-0");
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_NETWORK);
  /* The doctor reads the code as GIO said it. */
  g_assert_error (sink->end_error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
  g_assert_nonnull (strstr (sink->steps->str, "connect:broke"));
}

/* --- Connections that were kept --- */

/* How a server treats the second request on a connection. */
typedef struct
{
  const char *name;
  RawStep     steps[8];
  const char *log;
  guint       n_connections;
} KeptCase;

#define ANSWER "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n" PONG

static const KeptCase kept_cases[] = {
  /* Closed while nobody used it: the second request never went there, and nothing is lost. */
  { "closed-idle", { { RAW_AWAIT_BODY }, { RAW_WRITE, ANSWER }, { RAW_CLOSE } },
    "start-1 sent-1 head-1-200 end-1 start-2 sent-2 head-2-200 end-2", 2 },
  /* Closed when the request was there: it may have been carried out. It is not sent again. */
  { "closed-on-request",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, ANSWER }, { RAW_AWAIT_BODY }, { RAW_CLOSE } },
    "start-1 sent-1 head-1-200 end-1 start-2 sent-2 end-2-error failed-2-0", 1 },
  { "reset-on-request",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, ANSWER }, { RAW_AWAIT_BODY }, { RAW_RESET } },
    "start-1 sent-1 head-1-200 end-1 start-2 sent-2 end-2-error failed-2-0", 1 },
  { "closed-in-head",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, ANSWER }, { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 20" },
      { RAW_CLOSE } },
    "start-1 sent-1 head-1-200 end-1 start-2 sent-2 end-2-error failed-2-0", 1 },
};

static void
test_http_kept (gconstpointer data)
{
  const KeptCase *expected = data;
  g_autoptr (RawFixture) raw = raw_fixture_new (expected->steps);
  g_autoptr (TestSink) sink = http_sink_new (raw_fixture_get_url (raw));

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  if (expected->n_connections > 1)
    TEST_AWAIT_POLL (raw_fixture_get_n_connections (raw) == 0);
  test_sink_request (sink, PING);
  TEST_AWAIT (sink->log->len >= strlen (expected->log));
  http_spin (100);

  g_assert_cmpstr (sink->log->str, ==, expected->log);
  g_assert_cmpuint (raw_fixture_get_n_accepted (raw), ==, expected->n_connections);
  if (expected->n_connections == 1)
    g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_LOST);
}

/* --- Bad input --- */

typedef struct
{
  const char *name;
  RawStep     steps[6];
  gsize       cap_bytes;
  const char *log;
  int         error;
} BadCase;

#define OK_JSON "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

static const BadCase bad_cases[] = {
  { "not-http", { { RAW_AWAIT_BODY }, { RAW_WRITE, "220 mail.test ESMTP\r\n\r\n" }, { RAW_CLOSE } },
    0, "start-1 sent-1 end-1-error failed-1-0", MCP_ERROR_HTTP },
  { "nothing", { { RAW_AWAIT_BODY }, { RAW_CLOSE } }, 0, "start-1 sent-1 end-1-error failed-1-0",
    MCP_ERROR_NETWORK },
  { "endless-header",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 200 OK\r\nX: " },
      { RAW_REPEAT, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" } },
    0, "start-1 sent-1 end-1-error failed-1-0", -1 },
  { "endless-headers",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 200 OK\r\n" }, { RAW_REPEAT, "X: y\r\n" } }, 0,
    "start-1 sent-1 end-1-error failed-1-0", -1 },
  { "endless-informational",
    { { RAW_AWAIT_BODY }, { RAW_REPEAT, "HTTP/1.1 102 Processing\r\nX: y\r\n\r\n" } }, 0,
    "start-1 sent-1 end-1-error failed-1-0", MCP_ERROR_INVALID_RESPONSE },
  { "endless-status",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 200 " },
      { RAW_REPEAT, "okokokokokokokokokokokokokokokokokokokokokokokokokokokokokokokokokokokok" } },
    0, "start-1 sent-1 end-1-error failed-1-0", -1 },
  { "short-body",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, OK_JSON "Content-Length: 100\r\n\r\n{\"a\":" },
      { RAW_CLOSE } }, 0,
    "start-1 sent-1 head-1-200 end-1-error failed-1-200", MCP_ERROR_LOST },
  { "over-the-cap",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, OK_JSON "Content-Length: 999999999\r\n\r\n[" },
      { RAW_REPEAT, "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1," } },
    100000, "start-1 sent-1 head-1-200 end-1-error failed-1-200", MCP_ERROR_TOO_LARGE },
  { "refusal-with-body",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 500 No\r\nContent-Length: 5\r\n\r\nabcde" } }, 0,
    "start-1 sent-1 head-1-500 end-1 failed-1-500", MCP_ERROR_HTTP },
};

static void
test_http_bad (gconstpointer data)
{
  const BadCase *expected = data;
  g_autoptr (RawFixture) raw = raw_fixture_new (expected->steps);
  const McpHttpOptions options = { .url = raw_fixture_get_url (raw),
                                   .cap_bytes = expected->cap_bytes };
  g_autoptr (TestSink) sink = http_sink_new_with (&options);

  test_sink_request (sink, PING);
  TEST_AWAIT (strstr (sink->log->str, "failed") != NULL);

  g_assert_cmpstr (sink->log->str, ==, expected->log);
  g_test_message ("%s", sink->failed_error->message);
  if (expected->error >= 0)
    g_assert_error (sink->failed_error, MCP_ERROR, expected->error);
  if (expected->error == MCP_ERROR_TOO_LARGE)
    {
      McpFrame *frame = g_ptr_array_index (sink->frames, 0);

      g_assert_true (frame->oversized);
      g_assert_cmpuint (frame->total_bytes, ==, 999999999);
      g_assert_cmpuint (g_bytes_get_size (frame->bytes), ==, 64 * 1024);
    }
  /* What is not read to its end is closed. */
  if (expected->error == MCP_ERROR_TOO_LARGE)
    TEST_AWAIT_POLL (raw_fixture_get_n_connections (raw) == 0);
}

static GBytes *
compress (gsize n_bytes)
{
  g_autoptr (GConverter) converter =
    G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autofree char *spaces = g_strnfill (n_bytes, ' ');
  g_autoptr (GInputStream) plain = g_memory_input_stream_new_from_data (spaces, n_bytes, NULL);
  g_autoptr (GInputStream) packed = g_converter_input_stream_new (plain, converter);
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_output_stream_splice (out, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

static void
gzip_handler (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
  http_request_add_header (request, "Content-Encoding", "gzip");
  http_request_reply_bytes (request, 200, "application/json", user_data);
}

/* A few bytes on the wire, 64 MiB behind them: the cap is on what comes out. */
static void
test_http_gzip_bomb (void)
{
  g_autoptr (GBytes) bomb = compress (64 * 1024 * 1024);
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const McpHttpOptions options = { .url = http_fixture_get_url (fixture), .cap_bytes = 1000000 };
  TestSink *sink = http_sink_new_with (&options);

  http_fixture_set_handler (fixture, gzip_handler, bomb);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-200"));
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
  g_assert_cmpuint (sink->end.body_bytes, <, 2000000);
  g_assert_cmpuint (sink->end.wire_bytes, <, 100000);

  http_sink_end (sink, fixture);
}

/* Compressed answers are read, and the sizes are told apart. */
static void
test_http_gzip (void)
{
  g_autoptr (GBytes) packed = compress (5000);
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_set_handler (fixture, gzip_handler, packed);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpuint (sink->end.body_bytes, ==, 5000);
  g_assert_cmpuint (sink->end.wire_bytes, ==, g_bytes_get_size (packed));

  http_sink_end (sink, fixture);
}

/* An answer that comes byte by byte is one answer. */
static void
test_http_slow_loris (void)
{
  g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
    { RAW_AWAIT_BODY }, { RAW_TRICKLE, ANSWER, 0, 2 }, { RAW_END } });
  g_autoptr (TestSink) sink = http_sink_new (raw_fixture_get_url (raw));

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpuint (sink->frames->len, ==, 1);
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, PONG);
  g_assert_null (strstr (sink->log->str, "failed"));
}

/* A big answer is told of while it grows. */
static void
test_http_partial (void)
{
  g_autofree char *big = g_strnfill (4 * 1024 * 1024, ' ');
  g_autoptr (GBytes) bytes = g_bytes_new (big, 4 * 1024 * 1024);
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_queue (fixture, "POST", 200, "application/json", big);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpuint (sink->partials->len, >, 10);
  g_assert_cmpuint (g_array_index (sink->partials, guint64, 0), >=, 1024 * 1024);
  g_assert_cmpuint (sink->n_frame_bytes, ==, 4 * 1024 * 1024);

  http_sink_end (sink, fixture);
}

/* A message of many megabytes leaves whole, and is sent when all of it is. */
static void
test_http_big_request (void)
{
  g_autofree char *big = g_strnfill (8 * 1024 * 1024, 'x');
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  test_sink_request (sink, big);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpuint (
    g_bytes_get_size (http_request_get_body (http_fixture_get_request (fixture, 0))), ==,
    8 * 1024 * 1024);
  g_assert_cmpint (sink->last_usec, >, sink->first_usec);

  http_sink_end (sink, fixture);
}

/* --- Steps --- */

static void
test_http_steps (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  const McpStep *steps;
  gsize n_steps;

  steps = mcp_transport_get_steps (sink->transport, &n_steps);
  g_assert_cmpuint (n_steps, ==, 6);
  g_assert_cmpint (steps[0], ==, MCP_STEP_RESOLVE);
  g_assert_cmpint (steps[5], ==, MCP_STEP_HANDSHAKE);

  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  http_fixture_queue (fixture, "POST", 500, NULL, NULL);
  /* Which of two at once the server has first is not ours to say. */
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-2"));
  g_test_message ("%s", sink->steps->str);
  g_assert_nonnull (strstr (sink->steps->str,
                            "connect:began connect:succeeded response:began response:succeeded "
                            "content-type:succeeded"));
  g_assert_null (strstr (sink->steps->str, "broke"));

  http_sink_end (sink, fixture);
}

static void
test_http_steps_broke (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_queue (fixture, "POST", 404, "text/html", "<p>");
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_true (g_str_has_suffix (sink->steps->str, "response:began response:broke"));

  http_sink_end (sink, fixture);
}

/* --- Options --- */

typedef struct
{
  const char *url;
  const char *headers[3];
  const char *words;       /* NULL: it is fine */
} OptionCase;

static const OptionCase option_cases[] = {
  { "http://localhost:3000/mcp" },
  { "https://example.test/mcp?x=1", { "Authorization", "Bearer x" } },
  { "wss://example.test/mcp" },
  { "", { NULL }, "There is no URL" },
  { "localhost:3000", { NULL }, "localhost:3000" },
  { "ftp://example.test/", { NULL }, "ftp://example.test/" },
  { "http:///mcp", { NULL }, "http:///mcp" },
  { "http://a:b@example.test/", { NULL }, "Authorization" },
  { "http://example.test/", { "X Y", "1" }, "X Y" },
  { "http://example.test/", { "X", "1\r\nY: 2" }, "“X”" },
  { "http://example.test/", { "content-length", "1" }, "content-length" },
};

static void
test_http_options (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (option_cases); i++)
    {
      const McpHttpOptions options = { .url = option_cases[i].url,
                                       .headers = option_cases[i].headers };
      g_autoptr (GError) error = NULL;
      g_autoptr (McpHttpOptions) copy = mcp_http_options_copy (&options);

      g_assert_cmpstr (copy->url, ==, options.url);
      if (option_cases[i].words == NULL)
        {
          g_assert_true (mcp_http_options_check (copy, &error));
          g_assert_no_error (error);
          continue;
        }
      g_assert_false (mcp_http_options_check (copy, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      if (strstr (error->message, option_cases[i].words) == NULL)
        g_error ("“%s” is not in: %s", option_cases[i].words, error->message);
    }
}

static void
test_http_ca_file_missing (void)
{
  const McpHttpOptions options = { .url = "https://example.test/", .ca_file = "/nonexistent.pem" };
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_http_transport_new (&options, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "/nonexistent.pem"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (answer_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http/answers/%s", answer_cases[i].name);

      g_test_add_data_func (path, &answer_cases[i], test_http_answers);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (kept_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http/kept/%s", kept_cases[i].name);

      g_test_add_data_func (path, &kept_cases[i], test_http_kept);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http/bad/%s", bad_cases[i].name);

      g_test_add_data_func (path, &bad_cases[i], test_http_bad);
    }
  g_test_add_func ("/transport/http/request", test_http_request);
  g_test_add_func ("/transport/http/times", test_http_times);
  g_test_add_func ("/transport/http/redirect", test_http_redirect);
  g_test_add_func ("/transport/http/refused", test_http_refused);
  g_test_add_func ("/transport/http/gzip", test_http_gzip);
  g_test_add_func ("/transport/http/gzip-bomb", test_http_gzip_bomb);
  g_test_add_func ("/transport/http/slow-loris", test_http_slow_loris);
  g_test_add_func ("/transport/http/partial", test_http_partial);
  g_test_add_func ("/transport/http/big-request", test_http_big_request);
  g_test_add_func ("/transport/http/steps/ok", test_http_steps);
  g_test_add_func ("/transport/http/steps/broke", test_http_steps_broke);
  g_test_add_func ("/transport/http/options", test_http_options);
  g_test_add_func ("/transport/http/ca-file-missing", test_http_ca_file_missing);

  return g_test_run ();
}
