/* test-tcp-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "mcp-error.h"
#include "mcp-tcp-transport.h"
#include "test-lifecycle.h"
#include "test-support.h"

/*
 * What is not the same as over a Unix socket: looking up, connecting for a while, and ends that a
 * network makes.
 */

/* A server in this very process, and an address where nobody takes a connection. */
typedef struct
{
  GSocketService    *service;
  guint16            port;
  GSocketConnection *peer;        /* the last that was accepted */

  GSocket           *full;        /* its backlog is full */
  GPtrArray         *waiting;     /* of GSocket: what it is full of */
  guint16            full_port;
} Server;

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  Server *server = user_data;

  g_set_object (&server->peer, connection);
  g_socket_set_blocking (g_socket_connection_get_socket (connection), FALSE);

  return TRUE;
}

static GSocketAddress *
new_loopback (guint16 port)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);

  return g_inet_socket_address_new (loopback, port);
}

static GSocket *
new_socket (void)
{
  return g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
}

static guint16
get_port (GSocket *socket)
{
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (socket, NULL);

  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
}

/* The kernel drops what comes when there is no room: who connects waits. */
static void
make_full (Server *server)
{
  g_autoptr (GSocketAddress) any = new_loopback (0);
  g_autoptr (GSocketAddress) address = NULL;

  server->full = new_socket ();
  server->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  g_socket_set_listen_backlog (server->full, 0);
  g_assert_true (g_socket_bind (server->full, any, FALSE, NULL));
  g_assert_true (g_socket_listen (server->full, NULL));
  server->full_port = get_port (server->full);
  address = new_loopback (server->full_port);
  for (guint i = 0; i < 4; i++)
    {
      GSocket *socket = new_socket ();

      g_socket_set_blocking (socket, FALSE);
      g_socket_connect (socket, address, NULL, NULL);
      g_ptr_array_add (server->waiting, socket);
    }
}

static Server *
server_new (void)
{
  Server *server = g_new0 (Server, 1);
  g_autoptr (GSocketAddress) any = new_loopback (0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  server->service = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (server->service), any, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error);
  g_assert_no_error (error);
  server->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  g_signal_connect (server->service, "incoming", G_CALLBACK (incoming_cb), server);
  make_full (server);

  return server;
}

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
  g_ptr_array_unref (server->waiting);
  g_object_unref (server->full);
  g_free (server);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Server, server_free)

static void
server_write (Server     *server,
              const char *text)
{
  g_autoptr (GError) error = NULL;

  g_socket_send (g_socket_connection_get_socket (server->peer), text, strlen (text), NULL, &error);
  g_assert_no_error (error);
}

/* Appends what is there to @text; TRUE at its end. */
static gboolean
server_read (Server  *server,
             GString *text)
{
  char buffer[4096];
  gssize n_read = g_socket_receive (g_socket_connection_get_socket (server->peer), buffer,
                                    sizeof buffer, NULL, NULL);

  if (n_read > 0)
    g_string_append_len (text, buffer, n_read);

  return n_read == 0;
}

static TestSink *
open_sink (Server *server)
{
  TestSink *sink = test_sink_new_for (mcp_tcp_transport_new ("127.0.0.1", server->port, 0));

  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  TEST_AWAIT (server->peer != NULL);

  return sink;
}

static void
test_tcp_send_and_frame (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink =
    test_sink_new_for (mcp_tcp_transport_new ("127.0.0.1", server->port, 0));
  g_autofree char *text = mcp_transport_describe (sink->transport);
  g_autofree char *expected = g_strdup_printf ("tcp · 127.0.0.1:%u", server->port);
  g_autoptr (GString) got = g_string_new (NULL);
  gsize n_steps;

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (mcp_transport_get_steps (sink->transport, &n_steps)[0], ==, MCP_STEP_RESOLVE);
  g_assert_cmpuint (n_steps, ==, 3);

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  g_assert_cmpstr (sink->steps->str, ==, "resolve:skipped connect:began connect:succeeded");
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
  g_assert_cmpstr (sink->log->str, ==, "sent-1 sent-2");
}

/* A name is looked up, and both are steps. */
static void
test_tcp_name (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink =
    test_sink_new_for (mcp_tcp_transport_new ("localhost", server->port, 0));

  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  g_assert_cmpstr (sink->steps->str, ==,
                   "resolve:began resolve:succeeded connect:began connect:succeeded");
}

static void
check_open_error (const char *host,
                  guint16     port,
                  const char *words,
                  const char *steps)
{
  g_autoptr (TestSink) sink = test_sink_new_for (mcp_tcp_transport_new (host, port, 0));

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_nonnull (strstr (sink->open_error->message, words));
  g_assert_cmpstr (sink->steps->str, ==, steps);
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_cmpstr (sink->log->str, ==, "unsent-1");
}

static void
test_tcp_open_errors (void)
{
  g_autoptr (Server) server = server_new ();
  guint16 port = server->port;

  server_end (server);
  check_open_error ("127.0.0.1", port, "No server listens at 127.0.0.1",
                    "resolve:skipped connect:began connect:broke");
  check_open_error ("localhost", port, "No server listens at localhost",
                    "resolve:began resolve:succeeded connect:began connect:broke");
  check_open_error ("no-such-host.invalid", port, "no-such-host.invalid", "resolve:began resolve:broke");
}

/* With IPv6 the port stands behind the brackets. */
static void
test_tcp_place (void)
{
  g_autoptr (McpTransport) transport = mcp_tcp_transport_new ("::1", 9, 0);
  g_autofree char *text = mcp_transport_describe (transport);

  g_assert_cmpstr (text, ==, "tcp · [::1]:9");
}

static void
test_tcp_died (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server);

  server_write (server, "last");
  g_io_stream_close (G_IO_STREAM (server->peer), NULL, NULL);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpuint (sink->frames->len, ==, 1);
  g_assert_cmpstr (sink->log->str, ==, "closed");
}

/* A reset is what is left of a program that ended without having read all. */
static void
test_tcp_reset (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server);
  struct linger at_once = { 1, 0 };

  setsockopt (g_socket_get_fd (g_socket_connection_get_socket (server->peer)), SOL_SOCKET,
              SO_LINGER, &at_once, sizeof at_once);
  g_io_stream_close (G_IO_STREAM (server->peer), NULL, NULL);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
}

static void
test_tcp_close (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server);
  g_autoptr (GString) got = g_string_new (NULL);

  test_sink_send (sink, "last");
  test_sink_close (sink);
  TEST_AWAIT_POLL (server_read (server, got));
  g_assert_cmpstr (got->str, ==, "last\n");
  server_write (server, "bye\n");
  g_io_stream_close (G_IO_STREAM (server->peer), NULL, NULL);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_no_error (sink->close_error);
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "bye");
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

static TestSink *
way_new_sink (gpointer user_data,
              gboolean silent)
{
  Server *server = user_data;

  return test_sink_new_for (
    mcp_tcp_transport_new ("127.0.0.1", silent ? server->full_port : server->port, 0));
}

static void
way_go_to_stage (gpointer  server,
                 TestSink *sink,
                 guint     stage)
{
  TEST_AWAIT (strstr (sink->steps->str, "connect:began") != NULL);
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
  .prefix = "/transport/tcp",
  .n_stages = 2,
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

  g_test_add_func ("/transport/tcp/send-and-frame", test_tcp_send_and_frame);
  g_test_add_func ("/transport/tcp/name", test_tcp_name);
  g_test_add_func ("/transport/tcp/open-errors", test_tcp_open_errors);
  g_test_add_func ("/transport/tcp/place", test_tcp_place);
  g_test_add_func ("/transport/tcp/died", test_tcp_died);
  g_test_add_func ("/transport/tcp/reset", test_tcp_reset);
  g_test_add_func ("/transport/tcp/close", test_tcp_close);
  test_lifecycle_add (&way);

  return g_test_run ();
}
