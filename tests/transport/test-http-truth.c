/* test-http-truth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"
#include "mcp-sse-transport.h"

/*
 * The times that are reported, beside those that a server with a thread of its own writes down: a
 * round trip is never shown shorter than it was, what the main loop does is not in it, and nothing is
 * answered before it was sent.
 */

#define N_REQUESTS 200

/* How long the main loop is kept busy, and how much of that may be seen. */
#define BUSY_USEC (100 * 1000)
#define SEEN_USEC (BUSY_USEC / 2)
#define N_BUSY    20

typedef struct
{
  GSocketListener *listener;
  GThread         *thread;
  char            *url;
  gboolean         in_events;  /* answers as an event stream, a chunk for each event */
  GArray          *got_usec;   /* when a whole request was there */
  GArray          *said_usec;  /* before the first byte of its answer */
} Clock;

static gpointer
serve (gpointer data)
{
  Clock *self = data;
  g_autoptr (GSocketConnection) connection = g_socket_listener_accept (self->listener, NULL, NULL,
                                                                       NULL);
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  const char *answer = self->in_events
    ? "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
      "2c\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n\r\n0\r\n\r\n"
    : "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n" PONG;
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[4096];
  gssize n;

  while ((n = g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL)) > 0)
    {
      gint64 now_usec = g_get_monotonic_time ();

      g_string_append_len (text, buffer, n);
      if (!g_str_has_suffix (text->str, PING))
        continue;

      g_string_truncate (text, 0);
      g_array_append_val (self->got_usec, now_usec);
      now_usec = g_get_monotonic_time ();
      g_array_append_val (self->said_usec, now_usec);
      g_output_stream_write_all (output, answer, strlen (answer), NULL, NULL, NULL);
    }

  return NULL;
}

static void
clock_init (Clock    *self,
            gboolean  in_events)
{
  g_autoptr (GError) error = NULL;
  guint16 port;

  self->in_events = in_events;
  self->got_usec = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->said_usec = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->listener = g_socket_listener_new ();
  port = g_socket_listener_add_any_inet_port (self->listener, NULL, &error);
  g_assert_no_error (error);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  self->thread = g_thread_new ("clock", serve, self);
}

static void
clock_clear (Clock *self)
{
  g_object_unref (self->listener);
  g_array_unref (self->got_usec);
  g_array_unref (self->said_usec);
  g_free (self->url);
}

static void
test_http_truth (gconstpointer data)
{
  g_autoptr (GArray) sent_usec = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) came_usec = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 late_usec = G_MAXINT64;
  TestSink *sink;
  Clock clock;

  clock_init (&clock, GPOINTER_TO_INT (data));
  sink = http_sink_new (clock.url);
  for (guint i = 0; i < N_REQUESTS; i++)
    {
      McpFrame *frame;

      test_sink_request (sink, PING);
      if (i < N_BUSY)
        g_usleep (BUSY_USEC);
      TEST_AWAIT (http_count (sink, "end-") == i + 1);
      g_assert_cmpuint (sink->frames->len, ==, i + 1);
      frame = g_ptr_array_index (sink->frames, i);
      g_array_append_val (sent_usec, sink->last_usec);
      g_array_append_val (came_usec, frame->last_usec);
    }
  test_sink_free (sink);
  g_thread_join (clock.thread);

  for (guint i = 0; i < N_REQUESTS; i++)
    {
      gint64 said_usec = g_array_index (clock.said_usec, gint64, i);

      g_assert_cmpint (g_array_index (sent_usec, gint64, i), <=,
                       g_array_index (clock.got_usec, gint64, i));
      g_assert_cmpint (g_array_index (came_usec, gint64, i), >=, said_usec);
      if (i < N_BUSY)
        late_usec = MIN (late_usec, g_array_index (came_usec, gint64, i) - said_usec);
    }
  g_assert_cmpint (late_usec, <, SEEN_USEC);
  clock_clear (&clock);
}

/* --- What comes first --- */

#define N_ORDERED 400

/* Shorter than the main loop hands out events for in one go: the answer is taken in the same one. */
#define PAUSE_USEC 2000

/* A server with a thread of its own, which answers on the stream before it accepts. */
typedef struct
{
  GSocketListener *listener;
  GThread         *thread;
} QuickServer;

static void
write_text (GSocketConnection *connection,
            const char        *text)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), text,
                             strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
read_until (GSocketConnection *connection,
            const char        *end)
{
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[4096];

  while (!g_str_has_suffix (text->str, end))
    {
      gssize n = g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL);

      g_assert_cmpint (n, >, 0);
      g_string_append_len (text, buffer, n);
    }
}

static gpointer
quick_server_run (gpointer data)
{
  QuickServer *self = data;
  g_autoptr (GSocketConnection) stream = g_socket_listener_accept (self->listener, NULL, NULL, NULL);

  read_until (stream, "\r\n\r\n");
  write_text (stream, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                      "Connection: close\r\n\r\n"
                      "event: endpoint\ndata: /messages\n\n");

  for (guint i = 0; i < N_ORDERED; i++)
    {
      g_autoptr (GSocketConnection) post = g_socket_listener_accept (self->listener, NULL, NULL, NULL);

      read_until (post, "\"ping\"}");
      write_text (stream, "data: {\"result\":{}}\n\n");
      write_text (post, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }

  return NULL;
}

static void
ask_next (TestSink       *sink,
          const McpFrame *frame)
{
  g_autofree char *sent = g_strdup_printf ("sent-%" G_GUINT64_FORMAT, sink->n_frames);

  g_assert_nonnull (strstr (sink->log->str, sent));
  if (sink->n_frames == N_ORDERED)
    return;

  test_sink_request (sink, "{\"method\":\"ping\"}");
  if (sink->n_frames % 2 == 0)
    g_usleep (PAUSE_USEC);
}

/* An answer is read by another exchange than its request is sent by. */
static void
test_sse_sent_first (void)
{
  QuickServer server = { g_socket_listener_new (), NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *url = NULL;
  McpHttpOptions options = { 0 };
  TestSink *sink;

  url = g_strdup_printf ("http://127.0.0.1:%u/sse",
                         g_socket_listener_add_any_inet_port (server.listener, NULL, &error));
  g_assert_no_error (error);
  server.thread = g_thread_new ("quick-server", quick_server_run, &server);

  options.url = url;
  sink = test_sink_new_for (mcp_sse_transport_new (&options, &error));
  g_assert_no_error (error);
  sink->on_frame = ask_next;
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  test_sink_request (sink, "{\"method\":\"ping\"}");
  TEST_AWAIT (sink->n_frames == N_ORDERED);

  test_sink_free (sink);
  g_thread_join (server.thread);
  g_object_unref (server.listener);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/transport/http-truth/body", GINT_TO_POINTER (FALSE), test_http_truth);
  g_test_add_data_func ("/transport/http-truth/events", GINT_TO_POINTER (TRUE), test_http_truth);
  g_test_add_func ("/transport/http-truth/sent-first", test_sse_sent_first);

  return g_test_run ();
}
