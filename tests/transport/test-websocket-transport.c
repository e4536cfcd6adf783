/* test-websocket-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <libsoup/soup.h>

#include "mcp-error.h"
#include "mcp-websocket-transport.h"
#include "raw-fixture.h"
#include "test-lifecycle.h"
#include "test-support.h"

/*
 * WebSockets against a server in this very process. It is long because that server stands here too:
 * nobody else uses it.
 */

#define PATH "/ws"

/* A server in this very process, that does only what a test tells it. */
typedef struct
{
  SoupServer              *server;
  GSocketService          *service;
  GTlsCertificate         *certificate; /* (nullable) */
  char                    *url;
  int                      port;
  GPtrArray               *peers;      /* SoupWebsocketConnection; all that were ever accepted */
  SoupWebsocketConnection *peer;       /* the last, owned by @peers */
  GString                 *got;        /* all text messages, separated by spaces */
  gboolean                 peer_closed;
  char                    *token;      /* the header X-Token of the last handshake */
} Server;

static void
peer_message_cb (SoupWebsocketConnection *peer,
                 int                      type,
                 GBytes                  *bytes,
                 Server                  *server)
{
  if (server->got->len > 0)
    g_string_append_c (server->got, ' ');
  g_string_append_len (server->got, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
peer_closed_cb (SoupWebsocketConnection *peer,
                Server                  *server)
{
  server->peer_closed = TRUE;
}

static void
peer_cb (SoupServer              *soup,
         SoupServerMessage       *message,
         const char              *path,
         SoupWebsocketConnection *peer,
         gpointer                 user_data)
{
  Server *server = user_data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);

  server->peer = g_object_ref (peer);
  g_ptr_array_add (server->peers, peer);
  g_free (server->token);
  server->token = g_strdup (soup_message_headers_get_one (headers, "X-Token"));
  soup_websocket_connection_set_max_incoming_payload_size (peer, 0);
  g_signal_connect (peer, "message", G_CALLBACK (peer_message_cb), server);
  g_signal_connect (peer, "closed", G_CALLBACK (peer_closed_cb), server);
}

/* "/401" and so on answer with that status. */
static void
status_cb (SoupServer        *soup,
           SoupServerMessage *message,
           const char        *path,
           GHashTable        *query,
           gpointer           user_data)
{
  guint status = g_ascii_strtoull (path + 1, NULL, 10);

  soup_server_message_set_status (message, status != 0 ? status : 404, NULL);
  soup_server_message_set_response (message, "text/html", SOUP_MEMORY_STATIC, "<p>no</p>", 9);
}

/* libsoup's own way of accepting leaks each socket. */
static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  Server *server = user_data;
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (connection, NULL);
  g_autoptr (GIOStream) stream = G_IO_STREAM (g_object_ref (connection));
  g_autoptr (GError) error = NULL;

  /* Gone before we came to it. */
  if (local == NULL || remote == NULL)
    return TRUE;

  if (server->certificate != NULL)
    {
      GIOStream *plain = g_steal_pointer (&stream);

      stream = g_tls_server_connection_new (plain, server->certificate, &error);
      g_assert_no_error (error);
      g_object_unref (plain);
    }
  soup_server_accept_iostream (server->server, stream, local, remote, &error);
  g_assert_no_error (error);

  return TRUE;
}

/* Over TLS with one of the tests' certificates. */
static Server *
server_new_tls (const char *certificate)
{
  Server *server = g_new0 (Server, 1);
  char *protocols[] = { (char *) "mcp", NULL };
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  if (certificate != NULL)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", certificate, NULL);

      server->certificate = g_tls_certificate_new_from_file (path, &error);
      g_assert_no_error (error);
    }
  server->server = soup_server_new (NULL, NULL);
  server->peers = g_ptr_array_new_with_free_func (g_object_unref);
  server->got = g_string_new (NULL);
  soup_server_add_handler (server->server, NULL, status_cb, server, NULL);
  soup_server_add_websocket_handler (server->server, PATH, NULL, protocols, peer_cb, server, NULL);

  server->service = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (server->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error);
  g_assert_no_error (error);
  g_signal_connect (server->service, "incoming", G_CALLBACK (incoming_cb), server);
  server->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  if (certificate != NULL)
    server->url = g_strdup_printf ("wss://localhost:%d" PATH, server->port);
  else
    server->url = g_strdup_printf ("ws://127.0.0.1:%d" PATH, server->port);

  return server;
}

static Server *
server_new (void)
{
  return server_new_tls (NULL);
}

static void
server_stop_listening (Server *server)
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
  for (guint i = 0; i < server->peers->len; i++)
    g_signal_handlers_disconnect_by_data (server->peers->pdata[i], server);
  server_stop_listening (server);
  g_ptr_array_unref (server->peers);
  soup_server_disconnect (server->server);
  g_object_unref (server->server);
  g_clear_object (&server->certificate);
  /* Its connections close in their own time. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_string_free (server->got, TRUE);
  g_free (server->token);
  g_free (server->url);
  g_free (server);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Server, server_free)

static TestSink *
new_sink (const char *url,
          gsize       cap_bytes)
{
  const char *headers[] = { "X-Token", "secret", NULL };
  const McpHttpOptions options = { .url = url, .headers = headers, .cap_bytes = cap_bytes };
  g_autoptr (GError) error = NULL;
  McpTransport *transport = mcp_websocket_transport_new (&options, &error);

  g_assert_no_error (error);

  return test_sink_new_for (transport);
}

static TestSink *
open_sink (Server *server,
           gsize   cap_bytes)
{
  TestSink *sink = new_sink (server->url, cap_bytes);

  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  TEST_AWAIT (server->peer != NULL);

  return sink;
}

static void
test_websocket_send_and_frame (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = new_sink (server->url, 0);
  g_autofree char *text = mcp_transport_describe (sink->transport);
  g_autofree char *expected = g_strdup_printf ("WebSocket · 127.0.0.1:%d", server->port);
  McpFrame *frame;
  gsize n_steps;

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (mcp_transport_get_steps (sink->transport, &n_steps)[0], ==, MCP_STEP_RESOLVE);
  g_assert_cmpuint (n_steps, ==, 4);

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  g_assert_cmpstr (sink->steps->str, ==,
                   "resolve:began resolve:succeeded connect:began connect:succeeded "
                   "response:began response:succeeded");
  TEST_AWAIT (server->peer != NULL);
  g_assert_cmpstr (server->token, ==, "secret");
  g_assert_cmpstr (soup_websocket_connection_get_protocol (server->peer), ==, "mcp");
  TEST_AWAIT (server->got->len == 5);
  test_sink_send (sink, "{\"one\":1}");
  TEST_AWAIT (server->got->len > 6);
  g_assert_cmpstr (server->got->str, ==, "early {\"one\":1}");

  soup_websocket_connection_send_text (server->peer, "{\"two\":\n2}");
  TEST_AWAIT (sink->frames->len == 1);
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{\"two\":\n2}");
  frame = g_ptr_array_index (sink->frames, 0);
  g_assert_cmpint (frame->source, ==, MCP_FRAME_PACKET);
  g_assert_cmpuint (frame->exchange, ==, 1);
  g_assert_cmpuint (frame->total_bytes, ==, 10);
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-101 sent-1 sent-2");
  g_assert_cmpint (sink->start.purpose, ==, MCP_EXCHANGE_UPGRADE);
  g_assert_cmpstr (sink->method, ==, "GET");
  g_assert_cmpstr (sink->url, ==, server->url);
  g_assert_cmpstr (test_sink_header (sink->sent_headers, "Upgrade"), ==, "websocket");
  g_assert_cmpstr (test_sink_header (sink->sent_headers, "Sec-WebSocket-Protocol"), ==, "mcp");
  g_assert_nonnull (test_sink_header (sink->sent_headers, "Host"));
  g_assert_nonnull (test_sink_header (sink->headers, "Sec-WebSocket-Accept"));
  g_assert_nonnull (sink->peer);
  g_assert_null (sink->tls);
}

static void
test_websocket_binary (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  soup_websocket_connection_send_binary (server->peer, "{}", 2);
  TEST_AWAIT (sink->violations->len > 0);

  g_assert_cmpstr (sink->violations->str, ==, "binary-message: 2\n");
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{}");
}

static void
test_websocket_empty_message (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  soup_websocket_connection_send_text (server->peer, "");
  soup_websocket_connection_send_text (server->peer, "after");
  TEST_AWAIT (sink->frames->len == 2);

  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "");
  g_assert_cmpstr (test_sink_frame (sink, 1), ==, "after");
}

/* A status that is no upgrade. */
static void
test_websocket_refused (gconstpointer data)
{
  const char *status = data;
  g_autoptr (Server) server = server_new ();
  g_autofree char *path = g_strconcat ("/", status, NULL);
  g_autofree char *url = g_uri_resolve_relative (server->url, path, G_URI_FLAGS_NONE, NULL);
  g_autofree char *log = g_strdup_printf ("start-1 head-1-%s end-1-error unsent-1", status);
  g_autoptr (TestSink) sink = new_sink (url, 0);

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_nonnull (strstr (sink->open_error->message, status));
  TEST_AWAIT (sink->unsent_error != NULL);

  g_assert_cmpstr (sink->log->str, ==, log);
  g_assert_true (g_str_has_suffix (sink->steps->str, "response:began response:broke"));
  g_assert_false (sink->is_closed);
}

static void
test_websocket_unreachable (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = new_sink (server->url, 0);
  g_autoptr (TestSink) nowhere = new_sink ("ws://no-such-host.invalid/", 0);

  server_stop_listening (server);
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_true (g_str_has_suffix (sink->steps->str, "connect:began connect:broke"));
  g_assert_cmpstr (sink->log->str, ==, "start-1 end-1-error");

  test_sink_open (nowhere);
  g_assert_error (nowhere->open_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_cmpstr (nowhere->steps->str, ==, "resolve:began resolve:broke");
}

/* A server that is told what to answer, byte for byte. */
typedef struct
{
  GSocketService    *service;
  char              *url;
  const char        *answer;
  GSocketConnection *connection;
} RawServer;

static gboolean
raw_incoming_cb (GSocketService    *service,
                 GSocketConnection *connection,
                 GObject           *source,
                 RawServer         *server)
{
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));

  g_set_object (&server->connection, connection);
  if (server->answer != NULL)
    g_output_stream_write_all (output, server->answer, strlen (server->answer), NULL, NULL, NULL);

  return TRUE;
}

static void
raw_server_init (RawServer  *server,
                 const char *answer)
{
  g_autoptr (GError) error = NULL;
  guint16 port;

  server->service = g_socket_service_new ();
  server->answer = answer;
  server->connection = NULL;
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (server->service), NULL, &error);
  g_assert_no_error (error);
  server->url = g_strdup_printf ("ws://127.0.0.1:%u/", port);
  g_signal_connect (server->service, "incoming", G_CALLBACK (raw_incoming_cb), server);
}

static void
raw_server_clear (RawServer *server)
{
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  g_object_unref (server->service);
  g_clear_object (&server->connection);
  g_free (server->url);
}

static void
check_bad_answer (const char *answer,
                  McpError    code)
{
  RawServer server;

  raw_server_init (&server, answer);
  {
    g_autoptr (TestSink) sink = new_sink (server.url, 0);

    test_sink_open_with (sink, NULL);
    TEST_AWAIT (sink->opened || server.connection != NULL);
    if (!sink->opened && answer[0] == '\0')
      g_io_stream_close (G_IO_STREAM (server.connection), NULL, NULL);
    TEST_AWAIT (sink->opened);
    g_assert_error (sink->open_error, MCP_ERROR, (int) code);
  }
  raw_server_clear (&server);
}

static void
test_websocket_bad_answers (void)
{
  check_bad_answer ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Accept: d3Jvbmc=\r\n\r\n",
                    MCP_ERROR_HTTP);
  check_bad_answer ("HTTP/1.1 302 Found\r\nLocation: http://example.invalid/\r\n"
                    "Content-Length: 0\r\n\r\n", MCP_ERROR_HTTP);
  check_bad_answer ("", MCP_ERROR_NETWORK);
}

/* Writes its first messages together with the answer to the upgrade. */
static gpointer
greet (gpointer data)
{
  g_autoptr (GSocketConnection) connection = data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autoptr (GChecksum) sha1 = g_checksum_new (G_CHECKSUM_SHA1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *accept_key = NULL;
  char buffer[4096];
  guint8 digest[20];
  gsize n_digest = sizeof digest;
  const char *key;
  gssize n;

  while (strstr (text->str, "\r\n\r\n") == NULL
         && (n = g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL)) > 0)
    g_string_append_len (text, buffer, n);
  key = strstr (text->str, "Sec-WebSocket-Key: ");
  g_assert_nonnull (key);
  g_checksum_update (sha1, (const guint8 *) key + strlen ("Sec-WebSocket-Key: "), 24);
  g_checksum_update (sha1, (const guint8 *) "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
  g_checksum_get_digest (sha1, digest, &n_digest);
  accept_key = g_base64_encode (digest, n_digest);

  g_string_printf (text,
                   "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n\x81\x02{}", accept_key);
  /* Bigger than what libsoup takes without being told otherwise. */
  g_string_append_len (text, "\x81\x7f\0\0\0\0\0\x04\0\0", 10);
  for (guint i = 0; i < 0x40000; i++)
    g_string_append_c (text, 'x');
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), text->str,
                             text->len, NULL, NULL, NULL);
  while (g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL) > 0)
    ;

  return NULL;
}

static gboolean
greet_cb (GSocketService    *service,
          GSocketConnection *connection,
          GObject           *source,
          GThread          **thread)
{
  *thread = g_thread_new ("greet", greet, g_object_ref (connection));

  return TRUE;
}

static void
test_websocket_greeting (void)
{
  GThread *thread = NULL;
  RawServer server;
  TestSink *sink;

  raw_server_init (&server, NULL);
  g_signal_handlers_disconnect_by_data (server.service, &server);
  g_signal_connect (server.service, "incoming", G_CALLBACK (greet_cb), &thread);
  sink = new_sink (server.url, 0);
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  TEST_AWAIT (sink->frames->len == 2);

  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{}");
  g_assert_cmpuint (sink->n_frame_bytes, ==, 2 + 0x40000);
  test_sink_free (sink);
  raw_server_clear (&server);
  g_thread_join (thread);
}

static void
test_websocket_endless_informational (void)
{
  g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
    { RAW_AWAIT_HEAD }, { RAW_REPEAT, "HTTP/1.1 102 Processing\r\n\r\n" }, { RAW_END } });
  g_autofree char *url = g_strdup_printf ("ws://127.0.0.1:%u/", raw_fixture_get_port (raw));
  g_autoptr (TestSink) sink = new_sink (url, 0);

  test_sink_open (sink);

  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_nonnull (strstr (sink->open_error->message, "1xx"));
}

static void
test_websocket_options (void)
{
  const McpHttpOptions options = { .url = "gopher://localhost/" };
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_websocket_transport_new (&options, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
}

typedef struct
{
  const char *name;
  gushort     code;
  const char *reason;
  const char *words;
} CloseCase;

static const CloseCase close_cases[] = {
  { "normal", 1000, NULL, "closed the connection (1000)." },
  { "reason", 1001, "going to sleep", "closed the connection (1001: going to sleep)." },
  { "policy", 1008, "no", "closed the connection (1008: no)." },
};

static void
test_websocket_closed_by_server (gconstpointer data)
{
  const CloseCase *expected = data;
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  soup_websocket_connection_send_text (server->peer, "last");
  soup_websocket_connection_close (server->peer, expected->code, expected->reason);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_nonnull (strstr (sink->close_error->message, expected->words));
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "last");
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-101 end-1-error closed");
  g_assert_cmpuint (sink->end.body_bytes, ==, 4);
}

static void
test_websocket_broke_off (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  g_io_stream_close (soup_websocket_connection_get_io_stream (server->peer), NULL, NULL);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
}

static void
test_websocket_too_large (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 1000);
  g_autofree char *big = g_strnfill (5000, 'x');

  soup_websocket_connection_send_text (server->peer, "small");
  soup_websocket_connection_send_text (server->peer, big);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
  g_assert_cmpuint (sink->frames->len, ==, 1);
}

/* Fragments that never become a message; what others are made of is not counted. */
static void
test_websocket_endless_fragments (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 100 * 1000);
  GOutputStream *output = g_io_stream_get_output_stream (
    soup_websocket_connection_get_io_stream (server->peer));
  GPollableOutputStream *pollable = G_POLLABLE_OUTPUT_STREAM (output);
  g_autofree char *text = g_strnfill (90 * 1000, 'x');
  char fragment[1004] = { 0, 126, 1000 >> 8, 1000 & 0xff };
  gsize n_written = 0;

  for (guint i = 0; i < 10; i++)
    soup_websocket_connection_send_text (server->peer, text);
  TEST_AWAIT (sink->n_frames == 10);

  memset (fragment + 4, 'x', 1000);
  fragment[0] = 1;
  while (!sink->is_closed && n_written < 50 * 1000 * 1000)
    {
      gssize n = g_pollable_output_stream_write_nonblocking (
        pollable, fragment + n_written % sizeof fragment,
        sizeof fragment - n_written % sizeof fragment, NULL, NULL);

      if (n > 0)
        n_written += n;
      if (n_written >= sizeof fragment)
        fragment[0] = 0;
      g_main_context_iteration (NULL, FALSE);
    }

  g_assert_true (sink->is_closed);
  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
  g_assert_cmpuint (sink->n_frames, ==, 10);
}

static void
test_websocket_close (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  test_sink_send (sink, "last");
  test_sink_close (sink);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 2);

  g_assert_no_error (sink->close_error);
  TEST_AWAIT (server->peer_closed);
  g_assert_cmpint (soup_websocket_connection_get_close_code (server->peer), ==, 1000);
  g_assert_cmpstr (server->got->str, ==, "last");
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-101 sent-1 end-1-cancelled closed");
}

static void
test_websocket_send_not_utf_8 (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  test_sink_send (sink, "\xff");
  test_sink_send (sink, "after");
  TEST_AWAIT (sink->unsent_error != NULL && server->got->len > 0);

  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_cmpstr (server->got->str, ==, "after");
}

static void
pause_each (TestSink       *sink,
            const McpFrame *frame)
{
  mcp_transport_pause (sink->transport, 1);
}

static gboolean
count_cb (gpointer user_data)
{
  (*(guint *) user_data)++;

  return G_SOURCE_CONTINUE;
}

static void
test_websocket_pause (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  sink->on_frame = pause_each;
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      soup_websocket_connection_send_text (server->peer, text);
    }
  TEST_AWAIT (sink->n_frames == 1);

  /* What is sent goes out meanwhile: the server may wait for it. */
  test_sink_send (sink, "free");
  TEST_AWAIT (server->got->len > 0);
  g_assert_cmpstr (server->got->str, ==, "free");
  g_assert_cmpuint (sink->n_frames, ==, 1);

  for (guint i = 1; i < 20; i++)
    {
      mcp_transport_resume (sink->transport, 1);
      g_assert_cmpuint (sink->n_frames, ==, i);
      TEST_AWAIT (sink->n_frames > i);
      g_assert_cmpuint (sink->n_frames, ==, i + 1);
    }

  g_assert_cmpstr (test_sink_frame (sink, 19), ==, "19");
}

/* What the server does not take waits here, where it can be taken back; it is not sent yet. */
static void
test_websocket_untaken (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autofree char *text = g_strnfill (10000, 'x');

  for (guint i = 0; i < 3000; i++)
    test_sink_send (sink, text);
  test_sink_send (sink, "last");
  /* Without the main loop the server does not read. 30 MB do not fit between us. */
  g_usleep (200 * 1000);
  g_assert_true (mcp_transport_unsend (sink->transport, 3001));
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CANCELLED);
  test_sink_send (sink, "end");
  TEST_AWAIT (g_str_has_suffix (server->got->str, "end"));

  g_assert_cmpuint (server->got->len, ==, 3000 * 10001 + 3);
}

/* What is not taken stays with the server; and all of it comes in the end. */
static void
test_websocket_back_pressure (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  g_autofree char *text = g_strnfill (10000, 'x');
  GIOStream *stream = soup_websocket_connection_get_io_stream (server->peer);
  GPollableOutputStream *output =
    G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (stream));
  guint n_ticks = 0;
  guint tick = g_timeout_add (1, count_cb, &n_ticks);

  sink->keep_frames = FALSE;
  mcp_transport_pause (sink->transport, 1);
  for (guint i = 0; i < 3000; i++)
    soup_websocket_connection_send_text (server->peer, text);
  TEST_AWAIT (n_ticks >= 50);
  g_source_remove (tick);
  /* 30 MB do not fit into what the kernel keeps between them. */
  g_assert_false (g_pollable_output_stream_is_writable (output));
  g_assert_cmpuint (sink->n_frames, ==, 0);

  mcp_transport_resume (sink->transport, 1);
  TEST_AWAIT (sink->n_frames == 3000);
  g_assert_cmpuint (sink->n_frame_bytes, ==, 30000000);
}

static void
linger (TestSink       *sink,
        const McpFrame *frame)
{
  g_usleep (20);
}

/* A flood leaves the main loop to others. */
static void
test_websocket_flood (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);
  guint n_ticks = 0;
  guint tick = g_timeout_add (1, count_cb, &n_ticks);

  sink->keep_frames = FALSE;
  sink->on_frame = linger;
  for (guint i = 0; i < 5000; i++)
    soup_websocket_connection_send_text (server->peer, "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}");
  TEST_AWAIT (sink->n_frames == 5000);
  g_source_remove (tick);

  g_assert_cmpuint (n_ticks, >, 5);
}

static void
test_websocket_close_while_paused (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestSink) sink = open_sink (server, 0);

  sink->on_frame = pause_each;
  for (guint i = 0; i < 1000; i++)
    soup_websocket_connection_send_text (server->peer, "again");
  TEST_AWAIT (sink->n_frames == 1);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_cmpuint (sink->n_frames, ==, 1);
  TEST_AWAIT (server->peer_closed);
}

static TestSink *
new_tls_sink (Server     *server,
              const char *ca_file,
              const char *fingerprint)
{
  const McpHttpOptions options = {
    .url = server->url, .ca_file = ca_file, .accepted_certificate = fingerprint,
  };
  g_autoptr (GError) error = NULL;
  McpTransport *transport = mcp_websocket_transport_new (&options, &error);

  g_assert_no_error (error);

  return test_sink_new_for (transport);
}

/* The gate holds what is encrypted as well. */
static void
test_websocket_tls (void)
{
  g_autofree char *ca_file = g_test_build_filename (G_TEST_DIST, "fixtures", "ca.pem", NULL);
  g_autofree char *text = g_strnfill (10000, 'x');
  g_autoptr (Server) server = server_new_tls ("signed.pem");
  g_autoptr (TestSink) sink = new_tls_sink (server, ca_file, NULL);
  gsize n_steps;

  g_assert_cmpint (mcp_transport_get_steps (sink->transport, &n_steps)[2], ==, MCP_STEP_TLS);
  g_assert_cmpuint (n_steps, ==, 5);
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  g_assert_nonnull (strstr (sink->steps->str, "tls:succeeded"));
  g_assert_nonnull (sink->tls);
  g_assert_nonnull (mcp_transport_get_certificate (sink->transport));
  TEST_AWAIT (server->peer != NULL);

  sink->keep_frames = FALSE;
  sink->on_frame = pause_each;
  for (guint i = 0; i < 1000; i++)
    soup_websocket_connection_send_text (server->peer, text);
  TEST_AWAIT (sink->n_frames == 1);
  test_sink_send (sink, "free");
  sink->on_frame = NULL;
  mcp_transport_resume (sink->transport, 1);
  TEST_AWAIT (sink->n_frames == 1000 && server->got->len > 0);

  g_assert_cmpuint (sink->n_frame_bytes, ==, 10000000);
  g_assert_cmpstr (server->got->str, ==, "free");
}

/* One that nobody vouches for is shown; and taken when it is the one that was accepted. */
static void
test_websocket_certificate (void)
{
  g_autoptr (Server) server = server_new_tls ("self-signed.pem");
  g_autoptr (TestSink) refused = new_tls_sink (server, NULL, NULL);
  g_autoptr (TestSink) accepted = NULL;
  McpCertificate *certificate;

  test_sink_open (refused);
  g_assert_error (refused->open_error, MCP_ERROR, MCP_ERROR_TLS);
  g_assert_true (g_str_has_suffix (refused->steps->str, "tls:broke"));
  certificate = mcp_transport_get_certificate (refused->transport);
  g_assert_nonnull (certificate);
  g_assert_cmpint (mcp_certificate_get_problems (certificate), !=, 0);

  accepted = new_tls_sink (server, NULL, mcp_certificate_get_fingerprint (certificate));
  test_sink_open (accepted);
  g_assert_no_error (accepted->open_error);
}

/* --- As a way, for what all of them have in common --- */

typedef struct
{
  Server    *server;
  RawServer  silent;
} Servers;

static gpointer
way_server_new (void)
{
  Servers *servers = g_new0 (Servers, 1);

  servers->server = server_new ();
  raw_server_init (&servers->silent, NULL);

  return servers;
}

static void
way_server_free (gpointer user_data)
{
  Servers *servers = user_data;

  server_free (servers->server);
  raw_server_clear (&servers->silent);
  g_free (servers);
}

static TestSink *
way_new_sink (gpointer user_data,
              gboolean silent)
{
  Servers *servers = user_data;

  return new_sink (silent ? servers->silent.url : servers->server->url, 0);
}

/* While it connects, and while the server is silent. */
static void
way_go_to_stage (gpointer  servers,
                 TestSink *sink,
                 guint     stage)
{
  if (stage == 1)
    TEST_AWAIT (sink->steps->len > 0);
  else
    TEST_AWAIT (strstr (sink->steps->str, "response:began") != NULL);
}

static void
way_open (gpointer  user_data,
          TestSink *sink)
{
  Servers *servers = user_data;

  test_sink_open (sink);
  TEST_AWAIT (servers->server->peer != NULL);
}

static void
way_say_two (gpointer user_data)
{
  Servers *servers = user_data;

  soup_websocket_connection_send_text (servers->server->peer, "one");
  soup_websocket_connection_send_text (servers->server->peer, "two");
}

static gboolean
way_is_left (gpointer servers)
{
  return ((Servers *) servers)->server->peer_closed;
}

static const TestWay way = {
  .prefix = "/transport/websocket",
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
  static const char * const statuses[] = { "200", "401", "404", "500" };

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/websocket/send-and-frame", test_websocket_send_and_frame);
  g_test_add_func ("/transport/websocket/binary", test_websocket_binary);
  g_test_add_func ("/transport/websocket/empty-message", test_websocket_empty_message);
  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/websocket/refused/", statuses[i], NULL);

      g_test_add_data_func (path, statuses[i], test_websocket_refused);
    }
  g_test_add_func ("/transport/websocket/unreachable", test_websocket_unreachable);
  g_test_add_func ("/transport/websocket/bad-answers", test_websocket_bad_answers);
  g_test_add_func ("/transport/websocket/greeting", test_websocket_greeting);
  g_test_add_func ("/transport/websocket/endless-informational",
                   test_websocket_endless_informational);
  g_test_add_func ("/transport/websocket/options", test_websocket_options);
  for (gsize i = 0; i < G_N_ELEMENTS (close_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/websocket/closed-by-server/",
                                           close_cases[i].name, NULL);

      g_test_add_data_func (path, &close_cases[i], test_websocket_closed_by_server);
    }
  g_test_add_func ("/transport/websocket/broke-off", test_websocket_broke_off);
  g_test_add_func ("/transport/websocket/too-large", test_websocket_too_large);
  g_test_add_func ("/transport/websocket/endless-fragments", test_websocket_endless_fragments);
  g_test_add_func ("/transport/websocket/close", test_websocket_close);
  g_test_add_func ("/transport/websocket/send-not-utf-8", test_websocket_send_not_utf_8);
  g_test_add_func ("/transport/websocket/pause", test_websocket_pause);
  g_test_add_func ("/transport/websocket/untaken", test_websocket_untaken);
  g_test_add_func ("/transport/websocket/back-pressure", test_websocket_back_pressure);
  g_test_add_func ("/transport/websocket/flood", test_websocket_flood);
  g_test_add_func ("/transport/websocket/close-while-paused", test_websocket_close_while_paused);
  g_test_add_func ("/transport/websocket/tls", test_websocket_tls);
  g_test_add_func ("/transport/websocket/certificate", test_websocket_certificate);
  test_lifecycle_add (&way);

  return g_test_run ();
}
