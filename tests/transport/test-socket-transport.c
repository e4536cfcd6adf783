/* test-socket-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <linux/sockios.h>

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-socket-transport.h"
#include "test-lifecycle.h"
#include "test-support.h"

/* A server in this very process, that does only what a test tells it. */
typedef struct
{
  char              *directory;
  char              *path;
  GSocketService    *service;
  GSocketConnection *peer;       /* the last that was accepted */
  GInputStream      *input;
  GOutputStream     *output;
} Server;

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  Server *server = user_data;

  g_set_object (&server->peer, connection);
  server->input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  server->output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_socket_set_blocking (g_socket_connection_get_socket (connection), FALSE);

  return TRUE;
}

static Server *
server_new (void)
{
  Server *server = g_new0 (Server, 1);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GError) error = NULL;

  server->directory = g_dir_make_tmp ("sounder-socket-XXXXXX", &error);
  g_assert_no_error (error);
  server->path = g_build_filename (server->directory, "server", NULL);
  server->service = g_socket_service_new ();
  address = g_unix_socket_address_new (server->path);
  g_socket_listener_add_address (G_SOCKET_LISTENER (server->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (server->service, "incoming", G_CALLBACK (incoming_cb), server);

  return server;
}

static void
server_hang_up (Server *server)
{
  g_io_stream_close (G_IO_STREAM (server->peer), NULL, NULL);
  g_clear_object (&server->peer);
}

/* The file stays. */
static void
server_end (Server *server)
{
  if (server->service == NULL)
    return;

  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  g_clear_object (&server->service);
}

static void
server_free (Server *server)
{
  server_end (server);
  g_clear_object (&server->peer);
  g_unlink (server->path);
  g_rmdir (server->directory);
  g_free (server->path);
  g_free (server->directory);
  g_free (server);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Server, server_free)

static void
server_write (Server     *server,
              const char *text)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (server->output, text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
}

/* Appends what is there to @text; TRUE at its end. */
static gboolean
server_read (Server  *server,
             GString *text)
{
  char buffer[65536];
  g_autoptr (GError) error = NULL;
  gssize n_read = g_pollable_input_stream_read_nonblocking (
    G_POLLABLE_INPUT_STREAM (server->input), buffer, sizeof buffer, NULL, &error);

  if (n_read > 0)
    g_string_append_len (text, buffer, n_read);
  else if (n_read < 0)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);

  return n_read == 0;
}

static TestSink *
open_sink (Server *server,
           gsize   cap_bytes)
{
  TestSink *sink = test_sink_new_for (mcp_socket_transport_new (server->path, cap_bytes));

  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  TEST_AWAIT (server->peer != NULL);

  return sink;
}

static void
test_socket_send_and_frame (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = test_sink_new_for (mcp_socket_transport_new (server->path, 0));
  g_autofree char *text = mcp_transport_describe (sink->transport);
  g_autofree char *expected = g_strdup_printf ("socket · %s", server->path);
  g_autoptr (GString) got = g_string_new (NULL);
  McpFrame *frame;
  gsize n_steps;

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (mcp_transport_get_steps (sink->transport, &n_steps)[0], ==, MCP_STEP_CONNECT);
  g_assert_cmpuint (n_steps, ==, 2);

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  g_assert_cmpstr (sink->steps->str, ==, "connect:began connect:succeeded");
  test_sink_send (sink, "{\"one\":1}");
  TEST_AWAIT (server->peer != NULL);
  TEST_AWAIT_POLL (server_read (server, got) || got->len == 16);
  g_assert_cmpstr (got->str, ==, "early\n{\"one\":1}\n");

  server_write (server, "{\"two\":2}\r\n{\"thr");
  TEST_AWAIT (sink->frames->len == 1);
  server_write (server, "ee\":3}\n");
  TEST_AWAIT (sink->frames->len == 2);
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{\"two\":2}");
  g_assert_cmpstr (test_sink_frame (sink, 1), ==, "{\"three\":3}");
  frame = g_ptr_array_index (sink->frames, 0);
  g_assert_cmpint (frame->source, ==, MCP_FRAME_LINE);
  g_assert_cmpint (frame->end, ==, MCP_LINE_END_CRLF);
  g_assert_cmpuint (frame->exchange, ==, 0);
  g_assert_cmpstr (sink->log->str, ==, "sent-1 sent-2");
}

static void
test_socket_any_bytes (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  server_write (server, "\n\xff\xfe\nno json\n");
  TEST_AWAIT (sink->frames->len == 3);

  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "");
  g_assert_cmpstr (test_sink_frame (sink, 1), ==, "\xff\xfe");
  g_assert_cmpstr (test_sink_frame (sink, 2), ==, "no json");
}

static gboolean
count_cb (gpointer user_data)
{
  (*(guint *) user_data)++;

  return G_SOURCE_CONTINUE;
}

/* Waits until the client has read all, without its main loop. */
static void
server_await_read (Server *server)
{
  int fd = g_socket_get_fd (g_socket_connection_get_socket (server->peer));
  gint64 deadline_usec = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  int n_bytes = 1;

  while (ioctl (fd, SIOCOUTQ, &n_bytes) == 0 && n_bytes > 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline_usec);
      g_usleep (1000);
    }
  g_assert_cmpint (n_bytes, ==, 0);
}

/* A time is of the reading, whatever the main loop is busy with. */
static void
test_socket_times (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  gint64 before_usec = g_get_monotonic_time ();
  gint64 after_usec;
  McpFrame *frame;

  server_write (server, "one\n");
  server_await_read (server);
  /* What has read the second one has stamped the first. */
  server_write (server, "two\n");
  server_await_read (server);
  after_usec = g_get_monotonic_time ();

  g_assert_cmpuint (sink->frames->len, ==, 0);
  TEST_AWAIT (sink->frames->len == 2);
  frame = g_ptr_array_index (sink->frames, 0);
  g_assert_cmpint (frame->first_usec, >=, before_usec);
  g_assert_cmpint (frame->last_usec, <=, after_usec);
}

/* A flood leaves the main loop to others. */
static void
test_socket_flood (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autofree char *lines = g_strnfill (100000, '\n');
  guint n_ticks = 0;
  guint tick = g_timeout_add (1, count_cb, &n_ticks);
  gsize n_written = 0;

  sink->keep_frames = FALSE;
  while (n_written < 100000)
    {
      gssize n_bytes = g_pollable_output_stream_write_nonblocking (
        G_POLLABLE_OUTPUT_STREAM (server->output), lines + n_written, 100000 - n_written, NULL,
        NULL);

      n_written += MAX (n_bytes, 0);
      test_iterate_until (g_get_monotonic_time () + 1000);
    }
  TEST_AWAIT (sink->n_frames == 100000);
  g_source_remove (tick);

  g_assert_cmpuint (n_ticks, >, 0);
}

static void
check_open_error (const char *path,
                  const char *words)
{
  g_autoptr (TestSink) sink = test_sink_new_for (mcp_socket_transport_new (path, 0));

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_nonnull (strstr (sink->open_error->message, words));
  g_assert_cmpstr (sink->steps->str, ==, "connect:began connect:broke");
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_cmpstr (sink->log->str, ==, "unsent-1");
}

static void
test_socket_open_errors (void)
{
  g_autoptr (Server) server = server_new ();
  g_autofree char *file = g_build_filename (server->directory, "file", NULL);
  g_autofree char *under_file = g_build_filename (file, "socket", NULL);
  g_autofree char *missing = g_build_filename (server->directory, "missing", NULL);
  g_autofree char *datagram = g_build_filename (server->directory, "datagram", NULL);
  g_autofree char *name = g_strnfill (120, 'x');
  g_autofree char *long_path = g_build_filename (server->directory, name, NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (datagram);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) error = NULL;

  g_file_set_contents (file, "text", -1, &error);
  g_assert_no_error (error);
  socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_DEFAULT,
                         &error);
  g_socket_bind (socket, address, FALSE, &error);
  g_assert_no_error (error);

  check_open_error (missing, "There is no socket");
  check_open_error (under_file, "There is no socket");
  check_open_error (file, "is not a socket");
  check_open_error (datagram, "stream socket");
  check_open_error (long_path, "too long");

  server_end (server);
  check_open_error (server->path, "No server listens");

  g_unlink (file);
  g_unlink (datagram);
}

static void
test_socket_died (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  server_write (server, "last");
  server_hang_up (server);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpuint (sink->frames->len, ==, 1);
  g_assert_cmpint (((McpFrame *) g_ptr_array_index (sink->frames, 0))->end, ==, MCP_LINE_END_NONE);
  g_assert_cmpstr (sink->log->str, ==, "closed");
}

/* It would go on listening, but can say nothing any more. */
static void
test_socket_half_closed (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  g_socket_shutdown (g_socket_connection_get_socket (server->peer), FALSE, TRUE, NULL);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
}

static void
test_socket_died_with_queue (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autofree char *big = g_strnfill (4 * 1024 * 1024, 'x');

  test_sink_send (sink, big);
  test_sink_send (sink, "second");
  g_assert_cmpstr (sink->log->str, ==, "");
  g_assert_false (mcp_transport_unsend (sink->transport, 1));
  server_hang_up (server);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpstr (sink->log->str, ==, "unsent-1 unsent-2 closed");
}

static void
test_socket_unsend (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autofree char *big = g_strnfill (4 * 1024 * 1024, 'x');
  g_autoptr (GString) got = g_string_new (NULL);

  test_sink_send (sink, big);
  test_sink_send (sink, "second");
  g_assert_true (mcp_transport_unsend (sink->transport, 2));
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CANCELLED);

  TEST_AWAIT_POLL (server_read (server, got) || strstr (sink->log->str, "sent-1") != NULL);
  g_assert_cmpstr (sink->log->str, ==, "unsent-2 sent-1");
}

static void
test_socket_close (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autoptr (GString) got = g_string_new (NULL);

  test_sink_send (sink, "last");
  test_sink_close (sink);
  test_sink_close (sink);
  /* The server sees the end, and what it says then is still told. */
  TEST_AWAIT_POLL (server_read (server, got));
  g_assert_cmpstr (got->str, ==, "last\n");
  g_assert_false (sink->is_closed);
  server_write (server, "bye\n");
  server_hang_up (server);
  TEST_AWAIT (sink->n_close_answers == 2);

  g_assert_no_error (sink->close_error);
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "bye");
  g_assert_cmpstr (sink->log->str, ==, "sent-1 closed");

  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 3);
}

static void
test_socket_close_server_stays (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  gint64 begin_usec = g_get_monotonic_time ();

  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_cmpint (g_get_monotonic_time () - begin_usec, >=, 900 * 1000);
  g_assert_no_error (sink->close_error);
}

/* A backlog that is full is waited for, and the wait can be ended. */
static void
test_socket_full_backlog (void)
{
  g_autoptr (Server) server = server_new ();
  g_autofree char *path = g_build_filename (server->directory, "full", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) listener = NULL;
  g_autoptr (GSocket) first = NULL;
  g_autoptr (GSocket) accepted = NULL;
  g_autoptr (TestSink) sink = test_sink_new_for (mcp_socket_transport_new (path, 0));
  g_autoptr (TestSink) waiting = test_sink_new_for (mcp_socket_transport_new (path, 0));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  listener = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                           NULL);
  g_socket_set_listen_backlog (listener, 0);
  g_assert_true (g_socket_bind (listener, address, FALSE, NULL));
  g_assert_true (g_socket_listen (listener, NULL));
  first = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                        NULL);
  g_assert_true (g_socket_connect (first, address, NULL, NULL));

  test_sink_open_with (sink, cancellable);
  test_sink_open_with (waiting, NULL);
  TEST_AWAIT (sink->steps->len > 0 && waiting->steps->len > 0);
  g_assert_false (sink->opened);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (sink->opened);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_CANCELLED);

  g_assert_false (waiting->opened);
  accepted = g_socket_accept (listener, NULL, NULL);
  TEST_AWAIT (waiting->opened);
  g_assert_no_error (waiting->open_error);
  mcp_transport_kill (waiting->transport);
  TEST_AWAIT (waiting->is_closed);
  g_unlink (path);
}

static void
test_socket_oversized (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 1000);
  g_autofree char *big = g_strnfill (50000, 'x');
  McpFrame *frame;

  server_write (server, big);
  server_write (server, "\nafter\n");
  TEST_AWAIT (sink->frames->len == 2);

  frame = g_ptr_array_index (sink->frames, 0);
  g_assert_true (frame->oversized);
  g_assert_cmpuint (frame->total_bytes, ==, 50000);
  g_assert_cmpstr (test_sink_frame (sink, 1), ==, "after");
}

static void
pause_each (TestSink       *sink,
            const McpFrame *frame)
{
  mcp_transport_pause (sink->transport, 0);
}

/* What is not taken stays in the socket, and the server has to wait. */
static void
test_socket_pause (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autofree char *line = g_strnfill (999, 'x');
  guint n_written = 0;
  gssize n_bytes;

  line[998] = '\n';
  sink->on_frame = pause_each;
  do
    {
      n_bytes = g_pollable_output_stream_write_nonblocking (
        G_POLLABLE_OUTPUT_STREAM (server->output), line, 999, NULL, NULL);
      if (n_bytes == 999)
        n_written++;
    }
  while (n_bytes == 999 && n_written < 10000);
  g_assert_cmpuint (n_written, <, 10000);
  TEST_AWAIT (sink->n_frames == 1);

  for (guint i = 1; i < 50; i++)
    {
      mcp_transport_resume (sink->transport, 0);
      g_assert_cmpuint (sink->n_frames, ==, i);
      TEST_AWAIT (sink->n_frames > i);
      g_assert_cmpuint (sink->n_frames, ==, i + 1);
    }

  /* A sink that never resumes does not keep it open. */
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);
}

static void
close_in_frame (TestSink       *sink,
                const McpFrame *frame)
{
  sink->on_frame = NULL;
  test_sink_close (sink);
}

/* The second, which was read with it, is still told. */
static void
test_socket_close_in_first_frame (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autoptr (GString) got = g_string_new (NULL);

  sink->on_frame = close_in_frame;
  server_write (server, "one\ntwo\n");
  TEST_AWAIT_POLL (server_read (server, got));
  server_hang_up (server);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_cmpuint (sink->frames->len, ==, 2);
}

/* --- As a way, for what all of them have in common --- */

static gpointer
way_server_new (void)
{
  return server_new ();
}

static void
way_server_free (gpointer server)
{
  server_free (server);
}

/* A socket connects at once: it has no stages. */
static TestSink *
way_new_sink (gpointer server,
              gboolean silent)
{
  return test_sink_new_for (mcp_socket_transport_new (((Server *) server)->path, 0));
}

static void
way_open (gpointer  user_data,
          TestSink *sink)
{
  Server *server = user_data;

  test_sink_open (sink);
  TEST_AWAIT (server->peer != NULL);
}

static void
way_say_two (gpointer server)
{
  server_write (server, "one\ntwo\n");
}

static gboolean
way_is_left (gpointer server)
{
  g_autoptr (GString) got = g_string_new (NULL);

  return server_read (server, got);
}

static const TestWay way = {
  .prefix = "/transport/socket",
  .n_stages = 1,
  .server_new = way_server_new,
  .server_free = way_server_free,
  .new_sink = way_new_sink,
  .open = way_open,
  .say_two = way_say_two,
  .is_left = way_is_left,
};

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/socket/send-and-frame", test_socket_send_and_frame);
  g_test_add_func ("/transport/socket/any-bytes", test_socket_any_bytes);
  g_test_add_func ("/transport/socket/times", test_socket_times);
  g_test_add_func ("/transport/socket/flood", test_socket_flood);
  g_test_add_func ("/transport/socket/open-errors", test_socket_open_errors);
  g_test_add_func ("/transport/socket/died", test_socket_died);
  g_test_add_func ("/transport/socket/half-closed", test_socket_half_closed);
  g_test_add_func ("/transport/socket/died-with-queue", test_socket_died_with_queue);
  g_test_add_func ("/transport/socket/unsend", test_socket_unsend);
  g_test_add_func ("/transport/socket/close", test_socket_close);
  g_test_add_func ("/transport/socket/close-server-stays", test_socket_close_server_stays);
  g_test_add_func ("/transport/socket/full-backlog", test_socket_full_backlog);
  g_test_add_func ("/transport/socket/oversized", test_socket_oversized);
  g_test_add_func ("/transport/socket/pause", test_socket_pause);
  g_test_add_func ("/transport/socket/close-in-first-frame", test_socket_close_in_first_frame);
  test_lifecycle_add (&way);

  return g_test_run ();
}
