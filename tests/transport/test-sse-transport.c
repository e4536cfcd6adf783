/* test-sse-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "http-fixture.h"
#include "mcp-error.h"
#include "mcp-http-stream.h"
#include "mcp-sse-transport.h"
#include "test-lifecycle.h"
#include "test-support.h"

#define ENDPOINT "event: endpoint\ndata: /messages?session=1\n\n"

static TestSink *
new_sink (HttpFixture *fixture)
{
  const char *headers[] = { "X-Token", "secret", NULL };
  const McpHttpOptions options = { .url = http_fixture_get_url (fixture), .headers = headers };
  g_autoptr (GError) error = NULL;
  McpTransport *transport = mcp_sse_transport_new (&options, &error);

  g_assert_no_error (error);

  return test_sink_new_for (transport);
}

/* Begins to open, and waits for the GET. */
static HttpRequest *
begin_open (HttpFixture *fixture,
            TestSink    *sink)
{
  test_sink_open_with (sink, NULL);
  TEST_AWAIT (http_fixture_find (fixture, "GET", NULL, 0) != NULL);

  return http_fixture_find (fixture, "GET", NULL, 0);
}

/* Does nothing: a test answers when it wants to. */
static void
hold_handler (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
}

static HttpFixture *
new_fixture (void)
{
  HttpFixture *fixture = http_fixture_new ();

  http_fixture_set_handler (fixture, hold_handler, NULL);

  return fixture;
}

static HttpRequest *
open_ok (HttpFixture *fixture,
         TestSink    *sink)
{
  HttpRequest *stream = begin_open (fixture, sink);

  http_request_start_events (stream);
  http_request_push (stream, ENDPOINT);
  TEST_AWAIT (sink->opened);
  g_assert_no_error (sink->open_error);

  return stream;
}

static HttpRequest *
await_post (HttpFixture *fixture,
            guint        index)
{
  TEST_AWAIT (http_fixture_find (fixture, "POST", NULL, index) != NULL);

  return http_fixture_find (fixture, "POST", NULL, index);
}

static void
test_sse_send_and_frame (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  g_autofree char *expected = g_strdup_printf ("HTTP+SSE · 127.0.0.1:%u",
                                               http_fixture_get_port (fixture));
  g_autofree char *text = mcp_transport_describe (sink->transport);
  g_autofree char *endpoint = http_fixture_dup_url (fixture, "/messages?session=1");
  GListModel *streams = mcp_transport_get_streams (sink->transport);
  McpSseTransport *transport = MCP_SSE_TRANSPORT (sink->transport);
  HttpRequest *stream;
  HttpRequest *post;
  McpFrame *frame;

  g_assert_cmpstr (text, ==, expected);
  g_assert_null (mcp_sse_transport_get_endpoint (transport));
  test_sink_request (sink, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  stream = open_ok (fixture, sink);
  g_assert_cmpstr (http_request_get_header (stream, "Accept"), ==, "text/event-stream");
  g_assert_cmpstr (http_request_get_header (stream, "X-Token"), ==, "secret");
  g_assert_cmpstr (mcp_sse_transport_get_endpoint (transport), ==, endpoint);
  g_assert_cmpuint (g_list_model_get_n_items (streams), ==, 1);

  post = await_post (fixture, 0);
  g_assert_cmpstr (http_request_get_path (post), ==, "/messages?session=1");
  g_assert_cmpstr (http_request_get_header (post, "X-Token"), ==, "secret");
  g_assert_cmpstr (http_request_get_header (post, "Content-Type"), ==, "application/json");
  http_request_reply (post, 202, NULL, "Accepted");
  http_request_push (stream, ": hello\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1}\n\n");
  TEST_AWAIT (strstr (sink->log->str, "end-2") != NULL && sink->frames->len == 2);

  /* The word that came with the 202 is shown, and no fault. */
  for (guint i = 0; i < 2; i++)
    {
      frame = g_ptr_array_index (sink->frames, i);
      if (frame->source == MCP_FRAME_BODY)
        g_assert_cmpuint (frame->exchange, ==, 2);
      else
        {
          g_assert_cmpuint (frame->exchange, ==, 1);
          g_assert_cmpuint (frame->total_bytes, ==, strlen ("{\"jsonrpc\":\"2.0\",\"id\":1}"));
        }
    }
  g_assert_cmpstr (sink->violations->str, ==, "");
  g_assert_nonnull (strstr (sink->log->str, "sent-1"));
  g_assert_nonnull (strstr (sink->log->str, "comment-1"));
  g_assert_null (strstr (sink->log->str, "failed"));
  g_assert_true (g_str_has_suffix (sink->steps->str, "content-type:succeeded"));
}

/* A GET that does not become a stream with an endpoint. */
typedef struct
{
  const char *name;
  guint       status;        /* 0: the connection is cut */
  const char *content_type;
  const char *body;          /* then the end */
  McpError    code;
  const char *words;
  const char *violations;
} OpenCase;

static const OpenCase open_cases[] = {
  { "401", 401, NULL, "no", MCP_ERROR_AUTH, "401", "" },
  { "404", 404, "text/html", "<p>", MCP_ERROR_HTTP, "404", "" },
  { "405", 405, NULL, NULL, MCP_ERROR_HTTP, "405", "" },
  { "204", 204, NULL, NULL, MCP_ERROR_HTTP, "204", "" },
  { "500", 500, NULL, "oops", MCP_ERROR_HTTP, "500", "" },
  { "html", 200, "text/html", "<p>hello", MCP_ERROR_HTTP, "text/html",
    "content-type: text/html\n" },
  { "json", 200, "application/json", "{}", MCP_ERROR_HTTP, "application/json",
    "content-type: application/json\n" },
  { "ended", 200, "text/event-stream", ": hello\n\n", MCP_ERROR_HTTP, "endpoint", "" },
  { "other-first", 200, "text/event-stream", "data: {}\n\n", MCP_ERROR_HTTP, "endpoint", "" },
  { "empty-endpoint", 200, "text/event-stream", "event: endpoint\ndata:\n\n", MCP_ERROR_INVALID_RESPONSE,
    "no address", "endpoint-invalid: \n" },
  { "no-url", 200, "text/event-stream", "event: endpoint\ndata: http://[\n\n", MCP_ERROR_INVALID_RESPONSE,
    "no address", "endpoint-invalid: http://[\n" },
  { "other-host", 200, "text/event-stream", "event: endpoint\ndata: http://evil.invalid/m\n\n",
    MCP_ERROR_INVALID_RESPONSE, "not sent to another origin", "endpoint-origin: http://evil.invalid/m\n" },
  { "other-port", 200, "text/event-stream", "event: endpoint\ndata: http://127.0.0.1:1/m\n\n",
    MCP_ERROR_INVALID_RESPONSE, "not sent to another origin", "endpoint-origin: http://127.0.0.1:1/m\n" },
  { "other-scheme", 200, "text/event-stream", "event: endpoint\ndata: https://127.0.0.1/m\n\n",
    MCP_ERROR_INVALID_RESPONSE, "not sent to another origin", "endpoint-origin: https://127.0.0.1/m\n" },
  { "no-scheme", 200, "text/event-stream", "event: endpoint\ndata: //evil.invalid/m\n\n",
    MCP_ERROR_INVALID_RESPONSE, "not sent to another origin", "endpoint-origin: //evil.invalid/m\n" },
  { "file", 200, "text/event-stream", "event: endpoint\ndata: file:///etc/passwd\n\n",
    MCP_ERROR_INVALID_RESPONSE, "not sent to another origin", "endpoint-origin: file:///etc/passwd\n" },
  { "reset", 0, NULL, NULL, MCP_ERROR_NETWORK, "", "" },
};

static void
test_sse_open_fails (gconstpointer data)
{
  const OpenCase *expected = data;
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *stream;

  test_sink_send (sink, "{}");
  stream = begin_open (fixture, sink);
  if (expected->status == 0)
    http_request_reset (stream);
  else if (g_strcmp0 (expected->content_type, "text/event-stream") == 0)
    {
      http_request_start_events (stream);
      http_request_push (stream, expected->body);
      /* A bad endpoint is enough. */
      if (expected->violations[0] == '\0')
        http_request_finish (stream);
    }
  else
    http_request_reply (stream, expected->status, expected->content_type, expected->body);
  TEST_AWAIT (sink->opened);

  g_assert_error (sink->open_error, MCP_ERROR, (int) expected->code);
  g_assert_nonnull (strstr (sink->open_error->message, expected->words));
  g_assert_cmpstr (sink->violations->str, ==, expected->violations);
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_false (sink->is_closed);
  if (g_str_has_prefix (expected->violations, "content-type"))
    g_assert_true (g_str_has_suffix (sink->steps->str, "content-type:broke"));
  g_assert_nonnull (strstr (sink->log->str, "end-1"));
  g_assert_cmpuint (http_fixture_count (fixture, "POST", NULL), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_transport_get_streams (sink->transport)), ==, 0);
  TEST_AWAIT_POLL (http_fixture_get_n_open_requests (fixture) == 0);
}

static void
test_sse_unreachable (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);

  http_fixture_stop (fixture);
  test_sink_open (sink);

  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_true (g_str_has_suffix (sink->steps->str, "connect:began connect:broke"));
}

/* An address that no server takes is none, and not copied about. */
static void
test_sse_long_endpoint (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  g_autofree char *path = g_strnfill (2 * 1024 * 1024, 'x');
  g_autofree char *event = g_strdup_printf ("event: endpoint\ndata: /%s\n\n", path);
  HttpRequest *stream = begin_open (fixture, sink);

  http_request_start_events (stream);
  http_request_push (stream, event);
  TEST_AWAIT (sink->opened);

  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_true (g_str_has_prefix (sink->violations->str, "endpoint-invalid: /xxx"));
  g_assert_cmpuint (strlen (sink->open_error->message), <, 1000);
  TEST_AWAIT_POLL (http_fixture_get_n_open_requests (fixture) == 0);
}

/* Takes the ten seconds that a server has. */
static void
test_sse_no_endpoint (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *stream;
  gint64 begin_usec;

  stream = begin_open (fixture, sink);
  http_request_start_events (stream);
  begin_usec = g_get_monotonic_time ();
  while (!sink->opened && g_get_monotonic_time () < begin_usec + 20 * G_USEC_PER_SEC)
    test_iterate_until (begin_usec + 20 * G_USEC_PER_SEC);

  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpint (g_get_monotonic_time () - begin_usec, >=, 9 * G_USEC_PER_SEC);
}

static void
test_sse_absolute_endpoint (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  g_autofree char *url = http_fixture_dup_url (fixture, "/other/path?a=b");
  g_autofree char *event = g_strdup_printf ("event: endpoint\r\ndata: %s#x\r\n\r\n", url);
  HttpRequest *stream = begin_open (fixture, sink);

  http_request_start_events (stream);
  http_request_push (stream, event);
  TEST_AWAIT (sink->opened);
  g_assert_no_error (sink->open_error);
  g_assert_cmpstr (mcp_sse_transport_get_endpoint (MCP_SSE_TRANSPORT (sink->transport)), ==, url);
}

static void
test_sse_second_endpoint (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *stream = open_ok (fixture, sink);

  http_request_push (stream, "event: endpoint\ndata: /elsewhere\n\n");
  TEST_AWAIT (sink->violations->len > 0);
  g_assert_cmpstr (sink->violations->str, ==, "second-endpoint: /elsewhere\n");

  test_sink_send (sink, "{}");
  g_assert_cmpstr (http_request_get_path (await_post (fixture, 0)), ==, "/messages?session=1");
}

typedef struct
{
  const char *name;
  guint       status;
  const char *content_type;
  const char *body;
  guint       failed_code;  /* MCP_ERROR_…; 0: it did not */
  const char *violations;
} PostCase;

static const PostCase post_cases[] = {
  { "200", 200, NULL, NULL, 0, "" },
  { "204", 204, NULL, NULL, 0, "" },
  { "html", 200, "text/html", "<p>ok", 0, "" },
  { "some-json", 202, "application/json", "{\"ok\":true}", 0, "" },
  { "answer", 200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", 0,
    "answer-on-post: \n" },
  { "400", 400, "text/plain", "bad session", MCP_ERROR_HTTP, "" },
  { "401", 401, NULL, NULL, MCP_ERROR_AUTH, "" },
  { "404", 404, NULL, NULL, MCP_ERROR_HTTP, "" },
  { "500", 500, "text/html", "<p>oops", MCP_ERROR_HTTP, "" },
};

static void
test_sse_post (gconstpointer data)
{
  const PostCase *expected = data;
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  g_autofree char *failed = g_strdup_printf ("failed-1-%u", expected->status);

  open_ok (fixture, sink);
  test_sink_request (sink, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  http_request_reply (await_post (fixture, 0), expected->status, expected->content_type,
                      expected->body);
  TEST_AWAIT (strstr (sink->log->str, "end-2") != NULL);
  if (expected->failed_code != 0)
    {
      TEST_AWAIT (strstr (sink->log->str, failed) != NULL);
      g_assert_error (sink->failed_error, MCP_ERROR, (int) expected->failed_code);
    }

  g_assert_cmpstr (sink->violations->str, ==, expected->violations);
  g_assert_cmpuint (sink->frames->len, ==, expected->body != NULL ? 1 : 0);
  g_assert_false (sink->is_closed);

  /* The connection goes on. */
  test_sink_send (sink, "{}");
  http_request_reply (await_post (fixture, 1), 202, NULL, NULL);
  TEST_AWAIT (strstr (sink->log->str, "end-3") != NULL);
  g_assert_cmpint (strstr (sink->log->str, "failed-1") != NULL, ==, expected->failed_code != 0);
  g_assert_null (strstr (sink->log->str, "failed-2"));
}

static void
test_sse_post_broke (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);

  open_ok (fixture, sink);
  test_sink_request (sink, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  http_request_reset (await_post (fixture, 0));
  TEST_AWAIT (sink->failed_error != NULL);

  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_LOST);
  g_assert_false (sink->is_closed);
}

/* An answer that came before its POST broke is an answer. */
static void
test_sse_forgotten (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *first;
  HttpRequest *second;

  open_ok (fixture, sink);
  test_sink_request (sink, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  test_sink_request (sink, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
  first = await_post (fixture, 0);
  second = await_post (fixture, 1);
  mcp_transport_answered (sink->transport, 1);
  mcp_transport_abandon (sink->transport, 2);
  /* Nothing is cut off. */
  g_assert_true (http_request_is_open (first));
  g_assert_true (http_request_is_open (second));
  http_request_reset (first);
  http_request_reply (second, 500, NULL, NULL);
  TEST_AWAIT (strstr (sink->log->str, "end-2") != NULL && strstr (sink->log->str, "end-3") != NULL);

  g_assert_null (strstr (sink->log->str, "failed"));
}

static void
test_sse_unsend (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  gboolean taken_back;

  test_sink_send (sink, "{}");
  g_assert_true (mcp_transport_unsend (sink->transport, 1));
  g_assert_false (mcp_transport_unsend (sink->transport, 1));
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CANCELLED);

  /* Taken back before it has begun, and from the same queue while opening. */
  test_sink_send (sink, "{\"two\":2}");
  mcp_transport_unsend (sink->transport, 2);
  open_ok (fixture, sink);
  test_sink_send (sink, "{\"three\":3}");
  /* It goes from a thread: at once, or not yet. */
  taken_back = mcp_transport_unsend (sink->transport, 3);
  test_sink_send (sink, "{\"four\":4}");
  for (guint i = 0; i < (taken_back ? 1 : 2); i++)
    http_request_reply (await_post (fixture, i), 202, NULL, NULL);
  TEST_AWAIT (strstr (sink->log->str, taken_back ? "unsent-3" : " sent-3") != NULL
              && strstr (sink->log->str, " sent-4") != NULL);

  g_assert_cmpuint (http_fixture_count (fixture, "POST", NULL), ==, taken_back ? 1 : 2);
  g_assert_null (strstr (sink->log->str, "failed"));
  g_assert_false (mcp_transport_unsend (sink->transport, 4));
}

static void
test_sse_stream_ended (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *stream = open_ok (fixture, sink);

  /* One that is on its way when the stream ends. */
  test_sink_request (sink, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  await_post (fixture, 0);
  http_request_push (stream, "data: last\n\n");
  http_request_finish (stream);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpuint (sink->frames->len, ==, 1);
  g_assert_null (strstr (sink->log->str, "failed"));
  g_assert_nonnull (strstr (sink->log->str, "end-2"));
  g_assert_true (g_str_has_suffix (sink->log->str, "closed"));
  g_assert_cmpuint (g_list_model_get_n_items (mcp_transport_get_streams (sink->transport)), ==, 0);
}

static void
test_sse_stream_broke (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *stream = open_ok (fixture, sink);

  http_request_reset (stream);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_LOST);
}

static void
test_sse_close (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *stream = open_ok (fixture, sink);

  test_sink_send (sink, "{}");
  await_post (fixture, 0);
  test_sink_close (sink);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 2);

  g_assert_no_error (sink->close_error);
  g_assert_nonnull (strstr (sink->log->str, "end-1-cancelled"));
  g_assert_nonnull (strstr (sink->log->str, "end-2-cancelled"));
  g_assert_true (g_str_has_suffix (sink->log->str, "closed"));
  g_assert_null (strstr (sink->log->str, "failed"));
  TEST_AWAIT_POLL (!http_request_is_open (stream));
  TEST_AWAIT_POLL (http_fixture_get_n_connections (fixture) == 0);
}

static void
pause_each (TestSink       *sink,
            const McpFrame *frame)
{
  mcp_transport_pause (sink->transport, frame->exchange);
}

static void
test_sse_pause (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);
  HttpRequest *stream = open_ok (fixture, sink);

  sink->on_frame = pause_each;
  for (guint i = 0; i < 20; i++)
    http_request_push (stream, "data: {}\n\n");
  for (guint i = 0; i < 20; i++)
    {
      TEST_AWAIT (sink->n_frames > i);
      g_assert_cmpuint (sink->n_frames, ==, i + 1);
      mcp_transport_resume (sink->transport, 1);
    }
}

/* Dropped with a message on its way. */
static void
test_sse_finalize_sending (void)
{
  g_autoptr (HttpFixture) fixture = new_fixture ();
  g_autoptr (TestSink) sink = new_sink (fixture);

  open_ok (fixture, sink);
  test_sink_send (sink, "{}");
  await_post (fixture, 0);
  test_sink_drop (sink);
  TEST_AWAIT_POLL (http_fixture_get_n_open_requests (fixture) == 0);

  g_assert_false (sink->is_closed);
}

/* --- As a way, for what all of them have in common --- */

static gpointer
way_server_new (void)
{
  return new_fixture ();
}

/* Nothing of the GET is left by then, however it ended. */
static void
way_server_free (gpointer fixture)
{
  TEST_AWAIT_POLL (http_fixture_get_n_open_requests (fixture) == 0);
  http_fixture_free (fixture);
}

static TestSink *
way_new_sink (gpointer fixture,
              gboolean silent)
{
  return new_sink (fixture);
}

/* With the request under way, and with the stream open and no endpoint yet. */
static void
way_go_to_stage (gpointer  fixture,
                 TestSink *sink,
                 guint     stage)
{
  HttpRequest *stream;

  TEST_AWAIT (http_fixture_get_n_requests (fixture) > 0);
  if (stage == 1)
    return;

  stream = http_fixture_get_request (fixture, 0);
  http_request_start_events (stream);
  http_request_push (stream, ": wait\n\n");
  TEST_AWAIT (strstr (sink->log->str, "comment-1") != NULL);
}

static void
way_open (gpointer  fixture,
          TestSink *sink)
{
  open_ok (fixture, sink);
}

static void
way_say_two (gpointer fixture)
{
  http_request_push (http_fixture_find (fixture, "GET", NULL, 0), "data: 1\n\ndata: 2\n\n");
}

static gboolean
way_is_left (gpointer fixture)
{
  return http_fixture_get_n_open_requests (fixture) == 0;
}

static const TestWay way = {
  .prefix = "/transport/sse",
  .n_stages = 3,
  .server_new = way_server_new,
  .server_free = way_server_free,
  .new_sink = way_new_sink,
  .go_to_stage = way_go_to_stage,
  .open = way_open,
  .say_two = way_say_two,
  .is_left = way_is_left,
};

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/sse/send-and-frame", test_sse_send_and_frame);
  for (gsize i = 0; i < G_N_ELEMENTS (open_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/sse/open-fails/", open_cases[i].name, NULL);

      g_test_add_data_func (path, &open_cases[i], test_sse_open_fails);
    }
  g_test_add_func ("/transport/sse/unreachable", test_sse_unreachable);
  g_test_add_func ("/transport/sse/long-endpoint", test_sse_long_endpoint);
  g_test_add_func ("/transport/sse/no-endpoint", test_sse_no_endpoint);
  g_test_add_func ("/transport/sse/absolute-endpoint", test_sse_absolute_endpoint);
  g_test_add_func ("/transport/sse/second-endpoint", test_sse_second_endpoint);
  for (gsize i = 0; i < G_N_ELEMENTS (post_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/sse/post/", post_cases[i].name, NULL);

      g_test_add_data_func (path, &post_cases[i], test_sse_post);
    }
  g_test_add_func ("/transport/sse/post-broke", test_sse_post_broke);
  g_test_add_func ("/transport/sse/forgotten", test_sse_forgotten);
  g_test_add_func ("/transport/sse/unsend", test_sse_unsend);
  g_test_add_func ("/transport/sse/stream-ended", test_sse_stream_ended);
  g_test_add_func ("/transport/sse/stream-broke", test_sse_stream_broke);
  g_test_add_func ("/transport/sse/close", test_sse_close);
  g_test_add_func ("/transport/sse/pause", test_sse_pause);
  g_test_add_func ("/transport/sse/finalize-sending", test_sse_finalize_sending);
  test_lifecycle_add (&way);

  return g_test_run ();
}
