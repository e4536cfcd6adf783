/* test-http-stream.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"
#include "mcp-sse-parser.h"

/*
 * Event streams, over all the exchanges that carry them: how they break, wait, are resumed and given
 * up. What a server says unasked is in test-http-listen.c.
 */

/* An answer by events, and what else may be on a stream. */
static void
test_stream_answer (void)
{
  static const HttpScript script = {
    "\xef\xbb\xbf: hello\n\nid: 1\ndata: \n\nretry: 10\n\nevent: other\ndata: x\n\n"
    "event: message\ndata: {\"jsonrpc\":\"2.0\",\ndata:  \"method\":\"a\"}\n\n"
    "id: 2\ndata: " PONG "\n\ndata: unfin",
    TRUE
  };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  g_autofree char *joined = NULL;
  g_autofree char *answer = NULL;
  McpFrame *frame;

  http_queue_events (fixture, "POST", &script);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));

  g_assert_cmpuint (sink->frames->len, ==, 2);
  frame = g_ptr_array_index (sink->frames, 0);
  g_assert_cmpint (frame->source, ==, MCP_FRAME_EVENT);
  g_assert_true (frame->joined);
  joined = http_dup_message (sink, 0);
  g_assert_cmpstr (joined, ==, "{\"jsonrpc\":\"2.0\",\n \"method\":\"a\"}");
  frame = g_ptr_array_index (sink->frames, 1);
  g_assert_false (frame->joined);
  g_assert_cmpuint (frame->lead, ==, strlen ("id: 2\ndata: "));
  answer = http_dup_message (sink, 1);
  g_assert_cmpstr (answer, ==, PONG);

  g_assert_cmpstr (sink->log->str, ==,
                   "start-1 sent-1 head-1-200 comment-1 event-1 retry-1 event-1 unfinished-1 end-1");
  g_assert_cmpuint (sink->end.n_events, ==, 5);
  g_assert_cmpuint (http_count_streams (sink), ==, 0);
  g_assert_cmpstr (sink->violations->str, ==, "");

  http_sink_end (sink, fixture);
}

/* The same stream cut in two at every byte gives the same. */
static void
cut_handler (HttpFixture *fixture,
             HttpRequest *request,
             gpointer     user_data)
{
  guint cut = GPOINTER_TO_UINT (user_data);
  static const char text[] = "id: 1\r\ndata: {\"jsonrpc\":\"2.0\",\r\ndata: \"result\":{}}\r\n\r\n";
  g_autofree char *first = g_strndup (text, cut);

  http_request_start_events (request);
  http_request_push (request, first);
  http_request_push (request, text + cut);
  http_request_finish (request);
}

static void
test_stream_cut (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  for (guint cut = 1; cut < 54; cut++)
    {
      g_autofree char *message = NULL;

      http_fixture_queue_handler (fixture, "POST", cut_handler, GUINT_TO_POINTER (cut));
      test_sink_request (sink, PING);
      TEST_AWAIT (sink->end.exchange == cut);
      g_assert_cmpuint (sink->frames->len, ==, cut);
      message = http_dup_message (sink, cut - 1);
      g_assert_cmpstr (message, ==, "{\"jsonrpc\":\"2.0\",\n\"result\":{}}");
    }
  g_assert_null (strstr (sink->log->str, "failed"));

  http_sink_end (sink, fixture);
}

/* How a stream breaks, and what comes of it. */
typedef struct
{
  const char *name;
  HttpScript      first;
  guint       status;        /* of what resumes it; 0: by events */
  const char *content_type;
  HttpScript      second;
  const char *last_event_id; /* NULL: it is not resumed */
  const char *log;
  gboolean    lost;
} BreakCase;

#define NOTED HTTP_EVENT ("a", "{\"method\":\"x\"}")

static const BreakCase break_cases[] = {
  { "finish", { "retry: 50\n\n" NOTED, TRUE }, 0, NULL, { HTTP_EVENT ("b", PONG), TRUE }, "a",
    "start-1 sent-1 head-1-200 retry-1 end-1 start-2 head-2-200 end-2", FALSE },
  { "reset", { "retry: 50\n\n" NOTED, FALSE, TRUE }, 0, NULL, { HTTP_EVENT ("b", PONG), TRUE }, "a",
    "start-1 sent-1 head-1-200 retry-1 end-1-error start-2 head-2-200 end-2", FALSE },
  { "primed", { "id: p\nretry: 50\ndata:\n\n", TRUE }, 0, NULL, { HTTP_EVENT ("b", PONG), TRUE }, "p",
    "start-1 sent-1 head-1-200 event-1 end-1 start-2 head-2-200 end-2", FALSE },
  { "unfinished-id-does-not-count", { "retry: 50\n\n" NOTED "id: c\ndata: half", TRUE }, 0, NULL,
    { HTTP_EVENT ("b", PONG), TRUE }, "a",
    "start-1 sent-1 head-1-200 retry-1 unfinished-1 end-1 start-2 head-2-200 end-2", FALSE },
  { "no-id", { "data: {\"method\":\"x\"}\n\n", TRUE }, 0, NULL, { "" }, NULL,
    "start-1 sent-1 head-1-200 end-1 failed-1-0", TRUE },
  { "empty-id-takes-it-away", { NOTED "id\ndata: {}\n\n", TRUE }, 0, NULL, { "" }, NULL,
    "start-1 sent-1 head-1-200 end-1 failed-1-0", TRUE },
  { "id-that-no-header-takes", { "id: a\x01z\ndata: {}\n\n", TRUE }, 0, NULL, { "" }, NULL,
    "start-1 sent-1 head-1-200 end-1 failed-1-0", TRUE },
  { "refused", { "retry: 50\n\n" NOTED, TRUE }, 404, "text/plain", { "gone" }, "a",
    "start-1 sent-1 head-1-200 retry-1 end-1 start-2 head-2-404 end-2 failed-1-404", TRUE },
  { "wrong-type", { "retry: 50\n\n" NOTED, TRUE }, 200, "text/html", { "<p>" }, "a",
    "start-1 sent-1 head-1-200 retry-1 end-1 start-2 head-2-200 end-2-cancelled failed-1-200",
    TRUE },
};

static void
test_stream_break (gconstpointer data)
{
  const BreakCase *expected = data;
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  HttpRequest *resumption;

  http_queue_events (fixture, "POST", &expected->first);
  if (expected->status != 0)
    http_fixture_queue (fixture, "GET", expected->status, expected->content_type,
                        expected->second.text);
  else
    http_queue_events (fixture, "GET", &expected->second);
  test_sink_request (sink, PING);
  TEST_AWAIT (sink->log->len >= strlen (expected->log));

  g_assert_cmpstr (sink->log->str, ==, expected->log);
  if (expected->lost)
    g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_LOST);
  else
    g_assert_no_error (sink->failed_error);
  resumption = http_fixture_find (fixture, "GET", NULL, 0);
  if (expected->last_event_id != NULL)
    {
      g_assert_cmpstr (http_request_get_header (resumption, "Last-Event-ID"), ==,
                       expected->last_event_id);
      g_assert_cmpstr (http_request_get_header (resumption, "Accept"), ==, "text/event-stream");
      g_assert_cmpint (sink->start.purpose, ==, MCP_EXCHANGE_RESUME);
      g_assert_cmpuint (sink->start.resumes, ==, 1);
      g_assert_cmpuint (sink->start.ticket, ==, 1);
    }
  else
    g_assert_null (resumption);
  g_assert_cmpuint (http_count_streams (sink), ==, 0);

  http_sink_end (sink, fixture);
}

/* Resumption that is turned off. */
static void
test_stream_no_resume (void)
{
  static const HttpScript script = { NOTED, TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  mcp_http_transport_set_resume (MCP_HTTP_TRANSPORT (sink->transport), FALSE);
  http_queue_events (fixture, "POST", &script);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_LOST);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 1);

  http_sink_end (sink, fixture);
}

/* An answered stream is left alone when it ends. */
static void
test_stream_answered_is_not_resumed (void)
{
  static const HttpScript script = { "retry: 1\n\n" HTTP_EVENT ("a", PONG), TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_queue_events (fixture, "POST", &script);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  http_spin (100);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 1);

  http_sink_end (sink, fixture);
}

/* Never early, and planned for no later than the server asked. */
static void
test_stream_retry (void)
{
  static const HttpScript first = { "retry: 400\nid: a\ndata:\n\n", TRUE };
  static const HttpScript second = { HTTP_EVENT ("b", PONG), TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  gint64 ended_usec;
  gint64 waited_usec;

  http_queue_events (fixture, "POST", &first);
  http_queue_events (fixture, "GET", &second);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  ended_usec = sink->end.time_usec;
  TEST_AWAIT (http_count_streams (sink) == 1 &&
              mcp_http_stream_get_state (http_get_stream (sink, 0)) == MCP_STREAM_WAITING);
  g_assert_cmpstr (mcp_http_stream_get_last_event_id (http_get_stream (sink, 0)), ==, "a");
  g_assert_cmpint (mcp_http_stream_get_next_usec (http_get_stream (sink, 0)), >=,
                   ended_usec + 400 * 1000);
  g_assert_cmpint (mcp_http_stream_get_next_usec (http_get_stream (sink, 0)), <=,
                   g_get_monotonic_time () + 400 * 1000);
  TEST_AWAIT (http_has (sink, "start-2"));

  waited_usec = sink->start.time_usec - ended_usec;
  g_test_message ("waited %" G_GINT64_FORMAT " µs", waited_usec);
  g_assert_cmpint (waited_usec, >=, 400 * 1000);
  TEST_AWAIT (http_has (sink, "end-2"));

  http_sink_end (sink, fixture);
}

/* An absurd one is shown, and is a minute. */
static void
test_stream_retry_too_long (void)
{
  static const HttpScript first = { "retry: 99999999\nid: a\ndata:\n\n", TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  McpHttpStream *stream;
  gint64 pause_usec;

  http_queue_events (fixture, "POST", &first);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpstr (sink->violations->str, ==, "retry-too-long: 99999999\n");
  stream = http_get_stream (sink, 0);
  TEST_AWAIT (mcp_http_stream_get_state (stream) == MCP_STREAM_WAITING);
  pause_usec = mcp_http_stream_get_next_usec (stream) - sink->end.time_usec;
  g_assert_cmpint (pause_usec, >=, 60 * G_USEC_PER_SEC);
  g_assert_cmpint (mcp_http_stream_get_next_usec (stream), <=,
                   g_get_monotonic_time () + 60 * G_USEC_PER_SEC);

  /* A call that is given up waits for nothing. */
  mcp_transport_abandon (sink->transport, 1);
  g_assert_cmpuint (http_count_streams (sink), ==, 0);
  g_assert_null (strstr (sink->log->str, "failed"));

  http_sink_end (sink, fixture);
}

/* Ten breaks, every event once and in order. */
typedef struct
{
  guint next;
} Replay;

static void
replay_handler (HttpFixture *fixture,
                HttpRequest *request,
                gpointer     user_data)
{
  Replay *replay = user_data;
  const char *last = http_request_get_header (request, "Last-Event-ID");

  /* A reset may have swallowed what was written before it. */
  if (last != NULL)
    replay->next = g_ascii_strtoull (last, NULL, 10) + 1;
  http_request_start_events (request);
  for (guint i = 0; i < 3 && replay->next <= 30; i++, replay->next++)
    {
      g_autofree char *event =
        replay->next < 30
          ? g_strdup_printf ("id: %u\nretry: 5\ndata: {\"n\":%u}\n\n", replay->next, replay->next)
          : g_strdup_printf ("id: 30\ndata: {\"n\":30,\"result\":1}\n\n");

      http_request_push (request, event);
    }
  if (replay->next % 2 == 0)
    http_request_finish (request);
  else
    {
      http_request_push (request, "id: 99\ndata: {\"n\":");
      g_timeout_add (HTTP_RESET_MSEC, http_reset_cb, request);
    }
}

static void
test_stream_nothing_lost (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  Replay replay = { 1 };

  http_fixture_set_handler (fixture, replay_handler, &replay);
  test_sink_request (sink, PING);
  TEST_AWAIT (sink->frames->len == 30);
  TEST_AWAIT (http_count_streams (sink) == 0);

  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *message = http_dup_message (sink, i);
      g_autofree char *begin = g_strdup_printf ("{\"n\":%u", i + 1);

      g_assert_true (g_str_has_prefix (message, begin));
    }
  g_assert_null (strstr (sink->log->str, "failed"));
  g_assert_cmpstr (sink->violations->str, ==, "");

  http_sink_end (sink, fixture);
}

/* A server that repeats itself is told of. */
static void
test_stream_duplicate_id (void)
{
  static const HttpScript script = { HTTP_EVENT ("a", "{}") HTTP_EVENT ("a", PONG), TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_queue_events (fixture, "POST", &script);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpuint (sink->frames->len, ==, 2);
  g_assert_cmpstr (sink->violations->str, ==, "duplicate-event-id: a\n");

  http_sink_end (sink, fixture);
}

/* Nobody could ask for what comes behind it. */
static void
test_stream_long_id (void)
{
  g_autofree char *id = g_strnfill (MCP_SSE_MAX_ID_BYTES + 1, 'x');
  g_autofree char *events = g_strconcat ("id: ", id, "\n\ndata: " PONG "\n\n", NULL);
  const HttpScript script = { events, TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_queue_events (fixture, "POST", &script);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpuint (sink->frames->len, ==, 1);
  g_assert_cmpstr (sink->violations->str, ==, "event-id-too-long: 8193\n");

  http_sink_end (sink, fixture);
}

static void
reset_handler (HttpFixture *fixture,
               HttpRequest *request,
               gpointer     user_data)
{
  http_request_reset (request);
}

/* The network fails while it is resumed: tried again, later each time. */
static void
test_stream_resume_network (void)
{
  static const HttpScript first = { "retry: 1\nid: a\ndata:\n\n", TRUE };
  static const HttpScript last = { HTTP_EVENT ("b", PONG), TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_queue_events (fixture, "POST", &first);
  http_fixture_queue_handler (fixture, "GET", reset_handler, NULL);
  http_fixture_queue_handler (fixture, "GET", reset_handler, NULL);
  http_queue_events (fixture, "GET", &last);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  TEST_AWAIT (sink->frames->len == 1);
  g_assert_true (http_has (sink, "end-2-error"));
  g_assert_null (strstr (sink->log->str, "failed"));

  http_sink_end (sink, fixture);
}

/* --- Many --- */

static void
hold_handler (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
  http_request_start_events (request);
  http_request_push (request, ": here\n\n");
}

/* Where nothing is resumed, the messages have the numbers of their exchanges. */
static void
answer_own (TestSink       *sink,
            const McpFrame *frame)
{
  mcp_transport_answered (sink->transport, frame->exchange);
}

static void
test_stream_many (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  sink->on_frame = answer_own;
  http_fixture_set_handler (fixture, hold_handler, NULL);
  for (guint i = 0; i < 64; i++)
    test_sink_request (sink, PING);
  TEST_AWAIT (http_count_streams (sink) == 64);
  g_assert_cmpuint (http_fixture_get_n_open_requests (fixture), ==, 64);

  /* And others go on beside them. */
  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-65"));

  for (guint i = 0; i < 64; i++)
    {
      HttpRequest *request = http_fixture_get_request (fixture, i);

      http_request_push (request, "data: " PONG "\n\n");
      http_request_finish (request);
    }
  TEST_AWAIT (sink->frames->len == 65);
  TEST_AWAIT (http_count_streams (sink) == 0);
  g_assert_null (strstr (sink->log->str, "failed"));

  http_sink_end (sink, fixture);
}

/* Beyond the limit a request waits; what is no request does not. */
static void
test_stream_limit (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const McpHttpOptions options = { .url = http_fixture_get_url (fixture), .max_streams = 2 };
  TestSink *sink = http_sink_new_with (&options);

  http_fixture_set_handler (fixture, hold_handler, NULL);
  for (guint i = 0; i < 4; i++)
    test_sink_request (sink, PING);
  TEST_AWAIT (http_count_streams (sink) == 2);
  http_fixture_queue (fixture, "POST", 202, NULL, NULL);
  test_sink_send (sink, NOTE);
  TEST_AWAIT (http_has (sink, "head-3-202"));
  g_assert_true (http_has (sink, "sent-5"));
  g_assert_false (http_has (sink, "sent-3"));

  /* The last one is taken back; the third gets its turn when the first is answered, although the
   * server leaves that stream open. */
  g_assert_true (mcp_transport_unsend (sink->transport, 4));
  g_assert_false (mcp_transport_unsend (sink->transport, 4));
  g_assert_false (mcp_transport_unsend (sink->transport, 1));
  mcp_transport_answered (sink->transport, 1);
  TEST_AWAIT (http_has (sink, "sent-3"));
  g_assert_true (http_has (sink, "unsent-4"));
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpint (sink->first_usec - sink->queued_usec, >, 0);
  g_assert_false (http_has (sink, "failed-4-0"));

  http_sink_end (sink, fixture);
}

/* Frames and the end wait while it is paused. */
static void
pause_on_frame (TestSink       *sink,
                const McpFrame *frame)
{
  mcp_transport_pause (sink->transport, frame->exchange);
}

static void
test_stream_pause (void)
{
  static const HttpScript script = { HTTP_EVENT ("a", "{}") HTTP_EVENT ("b", PONG), TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  sink->on_frame = pause_on_frame;
  http_queue_events (fixture, "POST", &script);
  test_sink_request (sink, PING);
  TEST_AWAIT (sink->frames->len == 1);
  http_spin (50);
  g_assert_cmpuint (sink->frames->len, ==, 1);
  mcp_transport_resume (sink->transport, 1);
  TEST_AWAIT (sink->frames->len == 2);
  http_spin (50);
  g_assert_false (http_has (sink, "end-1"));
  mcp_transport_answered (sink->transport, 1);
  mcp_transport_resume (sink->transport, 1);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_null (strstr (sink->log->str, "failed"));

  http_sink_end (sink, fixture);
}

/* --- In the middle of a frame --- */

static void
close_on_frame (TestSink       *sink,
                const McpFrame *frame)
{
  if (sink->frames->len == 1)
    test_sink_close (sink);
}

static void
abandon_on_frame (TestSink       *sink,
                  const McpFrame *frame)
{
  mcp_transport_abandon (sink->transport, 1);
}

static void
drop_on_frame (TestSink       *sink,
               const McpFrame *frame)
{
  mcp_transport_set_sink (sink->transport, NULL);
  g_clear_object (&sink->transport);
}

static void
pause_and_abandon_on_frame (TestSink       *sink,
                            const McpFrame *frame)
{
  mcp_transport_pause (sink->transport, frame->exchange);
  mcp_transport_abandon (sink->transport, 1);
}

typedef struct
{
  const char    *name;
  TestSinkFrame  on_frame;
  gboolean       is_body;
} FrameCase;

static const FrameCase frame_cases[] = {
  { "close", close_on_frame, FALSE },   { "close-body", close_on_frame, TRUE },
  { "abandon", abandon_on_frame, FALSE }, { "abandon-body", abandon_on_frame, TRUE },
  { "drop", drop_on_frame, FALSE },     { "drop-body", drop_on_frame, TRUE },
  { "pause-abandon", pause_and_abandon_on_frame, FALSE },
  { "pause-abandon-body", pause_and_abandon_on_frame, TRUE },
};

/*
 * A sink may do anything in a frame. What was read behind it is not handed out any more, but when
 * closing, which is from the main loop.
 */
static void
test_stream_in_frame (gconstpointer data)
{
  const FrameCase *expected = data;
  static const HttpScript script = { HTTP_EVENT ("a", "{}") HTTP_EVENT ("b", PONG) };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  sink->on_frame = expected->on_frame;
  if (expected->is_body)
    http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  else
    http_queue_events (fixture, "POST", &script);
  test_sink_request (sink, PING);
  TEST_AWAIT (sink->frames->len >= 1);
  if (!expected->is_body || sink->transport == NULL)
    TEST_AWAIT_POLL (http_fixture_get_n_connections (fixture) == 0);
  http_spin (20);
  if (expected->on_frame != close_on_frame)
    g_assert_cmpuint (sink->frames->len, ==, 1);
  g_assert_null (strstr (sink->log->str, "failed"));

  if (sink->transport == NULL)
    g_assert_finalize_object (sink);
  else
    http_sink_end (sink, fixture);
}

/* --- What does not fit --- */

static void
endless_handler (HttpFixture *fixture,
                 HttpRequest *request,
                 gpointer     user_data)
{
  g_autofree char *line = g_strnfill (3 * 1000 * 1000, 'x');

  http_request_start_events (request);
  http_request_push (request, "data: ");
  http_request_push (request, line);
  http_request_push (request, "\n\ndata: " PONG "\n\n");
  http_request_finish (request);
}

/* An event over the cap is one frame that says so, and the next is read as ever. */
static void
test_stream_oversized (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const McpHttpOptions options = { .url = http_fixture_get_url (fixture), .cap_bytes = 1000000 };
  TestSink *sink = http_sink_new_with (&options);
  McpFrame *frame;
  g_autofree char *answer = NULL;

  http_fixture_set_handler (fixture, endless_handler, NULL);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpuint (sink->frames->len, ==, 2);
  frame = g_ptr_array_index (sink->frames, 0);
  g_assert_true (frame->oversized);
  g_assert_cmpuint (frame->total_bytes, >=, 3000000);
  g_assert_cmpuint (g_bytes_get_size (frame->bytes), <=, 1000000);
  g_assert_cmpuint (sink->partials->len, >, 0);
  answer = http_dup_message (sink, 1);
  g_assert_cmpstr (answer, ==, PONG);

  http_sink_end (sink, fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (break_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http-stream/break/%s",
                                               break_cases[i].name);

      g_test_add_data_func (path, &break_cases[i], test_stream_break);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (frame_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http-stream/in-frame/%s",
                                               frame_cases[i].name);

      g_test_add_data_func (path, &frame_cases[i], test_stream_in_frame);
    }
  g_test_add_func ("/transport/http-stream/oversized", test_stream_oversized);
  g_test_add_func ("/transport/http-stream/answer", test_stream_answer);
  g_test_add_func ("/transport/http-stream/cut", test_stream_cut);
  g_test_add_func ("/transport/http-stream/no-resume", test_stream_no_resume);
  g_test_add_func ("/transport/http-stream/answered-is-not-resumed",
                   test_stream_answered_is_not_resumed);
  g_test_add_func ("/transport/http-stream/retry", test_stream_retry);
  g_test_add_func ("/transport/http-stream/long-id", test_stream_long_id);
  g_test_add_func ("/transport/http-stream/retry-too-long", test_stream_retry_too_long);
  g_test_add_func ("/transport/http-stream/nothing-lost", test_stream_nothing_lost);
  g_test_add_func ("/transport/http-stream/duplicate-id", test_stream_duplicate_id);
  g_test_add_func ("/transport/http-stream/resume-network", test_stream_resume_network);
  g_test_add_func ("/transport/http-stream/many", test_stream_many);
  g_test_add_func ("/transport/http-stream/limit", test_stream_limit);
  g_test_add_func ("/transport/http-stream/pause", test_stream_pause);

  return g_test_run ();
}
