/* test-http-listen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"

/* The stream of what a server says unasked, and how a stream looks to those who watch it. */

static void
test_listen_refused (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_queue (fixture, "GET", 405, "text/plain", "no");
  mcp_http_transport_listen (MCP_HTTP_TRANSPORT (sink->transport));
  g_assert_cmpuint (http_count_streams (sink), ==, 1);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-405 end-1");
  g_assert_cmpuint (http_count_streams (sink), ==, 0);
  g_assert_cmpint (sink->start.purpose, ==, MCP_EXCHANGE_LISTEN);

  http_sink_end (sink, fixture);
}

/* What answers a GET with something else answers it so for ever. */
static void
test_listen_content_type (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_queue (fixture, "GET", 200, "text/html", "<p>");
  mcp_http_transport_listen (MCP_HTTP_TRANSPORT (sink->transport));
  TEST_AWAIT (http_count (sink, "end-") == 1);
  g_assert_cmpstr (sink->violations->str, ==, "listen-content-type: text/html\n");
  g_assert_cmpuint (http_count_streams (sink), ==, 0);
  http_spin (200);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 1);

  http_sink_end (sink, fixture);
}

static void
test_listen_again (void)
{
  static const HttpScript first = { "retry: 20\n\n" HTTP_EVENT ("7", "{\"method\":\"a\"}"), TRUE };
  static const HttpScript second = { HTTP_EVENT ("8", "{\"method\":\"b\"}"), FALSE, TRUE };
  static const HttpScript third = { HTTP_EVENT ("9", "{\"method\":\"c\"}") };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  McpHttpStream *stream;

  http_queue_events (fixture, "GET", &first);
  http_queue_events (fixture, "GET", &second);
  http_queue_events (fixture, "GET", &third);
  mcp_http_transport_listen (MCP_HTTP_TRANSPORT (sink->transport));
  TEST_AWAIT (sink->frames->len == 3);

  g_assert_null (http_request_get_header (http_fixture_get_request (fixture, 0), "Last-Event-ID"));
  g_assert_cmpstr (http_request_get_header (http_fixture_get_request (fixture, 1), "Last-Event-ID"),
                   ==, "7");
  g_assert_cmpstr (http_request_get_header (http_fixture_get_request (fixture, 2), "Last-Event-ID"),
                   ==, "8");
  stream = http_get_stream (sink, 0);
  g_assert_cmpuint (mcp_http_stream_get_n_resumes (stream), ==, 2);
  g_assert_cmpuint (mcp_http_stream_get_n_events (stream), ==, 4);
  g_assert_cmpint (mcp_http_stream_get_state (stream), ==, MCP_STREAM_OPEN);
  g_assert_cmpuint (mcp_http_stream_get_exchange (stream), ==, 3);

  mcp_http_transport_stop_listening (MCP_HTTP_TRANSPORT (sink->transport));
  g_assert_cmpuint (http_count_streams (sink), ==, 0);
  TEST_AWAIT (http_has (sink, "end-3-cancelled"));
  TEST_AWAIT_POLL (http_fixture_get_n_open_requests (fixture) == 0);

  http_sink_end (sink, fixture);
}

/* A server that closes at once, again and again, is asked less and less often. */
static void
test_listen_storm (void)
{
  static const HttpScript script = { "", TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  static const HttpScript first = { "retry: 0\n\n", TRUE };

  http_queue_events (fixture, "GET", &first);
  http_fixture_set_handler (fixture, http_events_handler, (gpointer) &script);
  mcp_http_transport_listen (MCP_HTTP_TRANSPORT (sink->transport));
  TEST_AWAIT (http_count (sink, "end-") == 6);
  http_spin (500);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), <=, 7);
  g_assert_cmpint (mcp_http_stream_get_state (http_get_stream (sink, 0)), ==, MCP_STREAM_WAITING);

  http_sink_end (sink, fixture);
}

static void
count_notify_cb (GObject    *object,
                 GParamSpec *pspec,
                 gpointer    user_data)
{
  guint *n = user_data;

  (*n)++;
}

static void
test_stream_properties (void)
{
  static const HttpScript script = { HTTP_EVENT ("7", "{\"method\":\"a\"}") };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  McpHttpStream *stream;
  guint n_states = 0;
  guint n_events = 0;

  http_queue_events (fixture, "GET", &script);
  mcp_http_transport_listen (MCP_HTTP_TRANSPORT (sink->transport));
  stream = g_object_ref (http_get_stream (sink, 0));
  g_signal_connect (stream, "notify::state", G_CALLBACK (count_notify_cb), &n_states);
  g_signal_connect (stream, "notify::n-events", G_CALLBACK (count_notify_cb), &n_events);
  g_assert_cmpint (mcp_http_stream_get_state (stream), ==, MCP_STREAM_OPENING);
  g_assert_cmpint (mcp_http_stream_get_purpose (stream), ==, MCP_EXCHANGE_LISTEN);
  g_assert_cmpint (mcp_http_stream_get_last_event_usec (stream), ==, 0);
  g_assert_null (mcp_http_stream_get_last_event_id (stream));
  TEST_AWAIT (sink->frames->len == 1);
  g_assert_cmpuint (n_states, ==, 1);
  g_assert_cmpuint (n_events, ==, 1);
  g_assert_cmpint (mcp_http_stream_get_state (stream), ==, MCP_STREAM_OPEN);
  g_assert_cmpint (mcp_http_stream_get_last_event_usec (stream), >=,
                   mcp_http_stream_get_since_usec (stream));
  g_assert_cmpstr (mcp_http_stream_get_last_event_id (stream), ==, "7");

  http_sink_end (sink, fixture);
  g_assert_cmpint (mcp_http_stream_get_state (stream), ==, MCP_STREAM_ENDED);
  g_assert_finalize_object (stream);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/http-listen/properties", test_stream_properties);
  g_test_add_func ("/transport/http-listen/refused", test_listen_refused);
  g_test_add_func ("/transport/http-listen/content-type", test_listen_content_type);
  g_test_add_func ("/transport/http-listen/again", test_listen_again);
  g_test_add_func ("/transport/http-listen/storm", test_listen_storm);

  return g_test_run ();
}
