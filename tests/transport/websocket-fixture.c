/* websocket-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-websocket-transport.h"
#include "test-support.h"
#include "websocket-fixture.h"

#define PATH "/ws"

static void
peer_message_cb (SoupWebsocketConnection *peer,
                 int                      type,
                 GBytes                  *bytes,
                 WsServer                *server)
{
  if (server->got->len > 0)
    g_string_append_c (server->got, ' ');
  g_string_append_len (server->got, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
peer_closed_cb (SoupWebsocketConnection *peer,
                WsServer                *server)
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
  WsServer *server = user_data;
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
  WsServer *server = user_data;
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
WsServer *
ws_server_new_tls (const char *certificate)
{
  WsServer *server = g_new0 (WsServer, 1);
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

WsServer *
ws_server_new (void)
{
  return ws_server_new_tls (NULL);
}

void
ws_server_stop_listening (WsServer *server)
{
  if (server->service == NULL)
    return;

  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  g_clear_object (&server->service);
}

void
ws_server_free (WsServer *server)
{
  for (guint i = 0; i < server->peers->len; i++)
    g_signal_handlers_disconnect_by_data (server->peers->pdata[i], server);
  ws_server_stop_listening (server);
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

TestSink *
ws_new_sink (const char *url,
             gsize       cap_bytes)
{
  const char *headers[] = { "X-Token", "secret", NULL };
  const McpHttpOptions options = { .url = url, .headers = headers, .cap_bytes = cap_bytes };
  g_autoptr (GError) error = NULL;
  McpTransport *transport = mcp_websocket_transport_new (&options, &error);

  g_assert_no_error (error);

  return test_sink_new_for (transport);
}

TestSink *
ws_open_sink (WsServer *server,
              gsize     cap_bytes)
{
  TestSink *sink = ws_new_sink (server->url, cap_bytes);

  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  TEST_AWAIT (server->peer != NULL);

  return sink;
}

TestSink *
ws_new_tls_sink (WsServer   *server,
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

static gboolean
raw_incoming_cb (GSocketService    *service,
                 GSocketConnection *connection,
                 GObject           *source,
                 WsRawServer       *server)
{
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));

  g_set_object (&server->connection, connection);
  if (server->answer != NULL)
    g_output_stream_write_all (output, server->answer, strlen (server->answer), NULL, NULL, NULL);

  return TRUE;
}

void
ws_raw_server_init (WsRawServer *server,
                    const char  *answer)
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

void
ws_raw_server_clear (WsRawServer *server)
{
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  g_object_unref (server->service);
  g_clear_object (&server->connection);
  g_free (server->url);
}

/* --- What is written byte for byte behind an upgrade --- */

#define WEBSOCKET_GUID "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

/* RFC 6455 section 4.2.2. */
static char *
dup_accept_key (const char *head)
{
  const char *key = strstr (head, "Sec-WebSocket-Key: ");
  g_autoptr (GChecksum) sha1 = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 digest[20];
  gsize n_digest = sizeof digest;

  g_assert_nonnull (key);
  g_checksum_update (sha1, (const guint8 *) key + strlen ("Sec-WebSocket-Key: "), 24);
  g_checksum_update (sha1, (const guint8 *) WEBSOCKET_GUID, strlen (WEBSOCKET_GUID));
  g_checksum_get_digest (sha1, digest, &n_digest);

  return g_base64_encode (digest, n_digest);
}

typedef struct
{
  WsScript          *script;
  GSocketConnection *connection;
} ScriptRun;

/* The last frame of a client: two bytes, a mask of four, and a code. */
static gboolean
ends_in_close (GByteArray *received)
{
  const guint8 *p = received->len >= 8 ? received->data + received->len - 8 : NULL;

  return p != NULL && p[0] == 0x88 && p[1] == 0x82;
}

static gpointer
run_script (gpointer data)
{
  g_autofree ScriptRun *run = data;
  g_autoptr (GSocketConnection) connection = run->connection;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  WsScript *script = run->script;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *accept_key = NULL;
  gsize length;
  const char *bytes = g_bytes_get_data (script->bytes, &length);
  char buffer[4096];
  gssize n;

  while (strstr (text->str, "\r\n\r\n") == NULL
         && (n = g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL)) > 0)
    g_string_append_len (text, buffer, n);
  accept_key = dup_accept_key (text->str);

  g_string_printf (text,
                   "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", accept_key);
  g_string_append_len (text, bytes, length);
  g_output_stream_write_all (output, text->str, text->len, NULL, NULL, NULL);
  if (script->finishes)
    g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
  while (!ends_in_close (script->received)
         && (n = g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL)) > 0)
    g_byte_array_append (script->received, (const guint8 *) buffer, n);

  return NULL;
}

static gboolean
script_incoming_cb (GSocketService    *service,
                    GSocketConnection *connection,
                    GObject           *source,
                    WsScript          *script)
{
  ScriptRun *run = g_new0 (ScriptRun, 1);

  g_assert_null (script->thread);
  run->script = script;
  run->connection = g_object_ref (connection);
  script->thread = g_thread_new ("script", run_script, run);

  return TRUE;
}

void
ws_script_init (WsScript   *script,
                const char *bytes,
                gsize       length,
                gboolean    finishes)
{
  g_autoptr (GError) error = NULL;
  guint16 port;

  *script = (WsScript) { .finishes = finishes };
  script->bytes = g_bytes_new (bytes, length);
  script->received = g_byte_array_new ();
  script->service = g_socket_service_new ();
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (script->service), NULL, &error);
  g_assert_no_error (error);
  script->url = g_strdup_printf ("ws://127.0.0.1:%u/", port);
  g_signal_connect (script->service, "incoming", G_CALLBACK (script_incoming_cb), script);
}

void
ws_script_join (WsScript *script)
{
  g_clear_pointer (&script->thread, g_thread_join);
}

void
ws_script_clear (WsScript *script)
{
  ws_script_join (script);
  g_socket_service_stop (script->service);
  g_socket_listener_close (G_SOCKET_LISTENER (script->service));
  g_object_unref (script->service);
  g_byte_array_unref (script->received);
  g_bytes_unref (script->bytes);
  g_free (script->url);
}
