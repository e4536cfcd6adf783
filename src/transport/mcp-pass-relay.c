/* mcp-pass-relay.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <glib/gi18n-lib.h>

#include "mcp-certificate.h"
#include "mcp-error.h"
#include "mcp-http-parser.h"
#include "mcp-json.h"
#include "mcp-pass-relay.h"
#include "mcp-read-thread.h"
#include "mcp-tls.h"

#define CHUNK_BYTES (64 * 1024)

/*
 * Of clients at once: each takes two threads and three descriptors. Who comes then waits to be
 * accepted.
 */
#define MAX_CONNECTIONS 256

/* How long until it is looked again whether one has ended. */
#define FULL_WAIT_USEC 10000

/* Shared with the threads, of which the last one frees it. */
struct _McpPassRelay
{
  gatomicrefcount  ref_count;
  McpPassQueue    *queue;
  GSocketListener *listener;
  guint16          port;
  int              n_connections; /* atomic */
  GCancellable    *cancellable;   /* when all is over */

  char            *host;          /* of the server */
  guint16          server_port;
  gboolean         use_tls;
  char            *host_header;   /* (nullable) the line in place of the client's */
  GTlsDatabase    *ca_database;   /* (nullable) */
  char            *accepted_certificate;
};

/* One connection of a client, and ours to the server. Both threads hold it. */
typedef struct
{
  gatomicrefcount     ref_count;
  McpPassRelay       *relay;
  guint               number;
  GSocketConnection  *client;
  GSocketConnection  *server;
  GCancellable       *cancellable;  /* when one end has broken off */
  gulong              cancel_handler;
  int                 broken;       /* atomic */
} Relayed;

static McpPassRelay *
relay_ref (McpPassRelay *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

static void
relay_unref (McpPassRelay *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_object (&self->listener);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->ca_database);
  g_clear_pointer (&self->queue, mcp_pass_queue_unref);
  g_free (self->host);
  g_free (self->host_header);
  g_free (self->accepted_certificate);
  g_free (self);
}

/* An answer is a small packet, and must not wait for the next one. */
static void
send_at_once (GSocketConnection *connection)
{
  g_socket_set_option (g_socket_connection_get_socket (connection), IPPROTO_TCP, TCP_NODELAY, 1,
                       NULL);
}

/* Lets the other end see what this one has seen: that the connection was broken off. */
static void
reset (GSocketConnection *connection)
{
  struct linger at_once = { 1, 0 };

  if (connection != NULL)
    setsockopt (g_socket_get_fd (g_socket_connection_get_socket (connection)), SOL_SOCKET,
                SO_LINGER, &at_once, sizeof at_once);
}

static void
relayed_unref (Relayed *relayed)
{
  if (!g_atomic_ref_count_dec (&relayed->ref_count))
    return;

  if (g_atomic_int_get (&relayed->broken))
    {
      reset (relayed->client);
      reset (relayed->server);
    }

  g_io_stream_close (G_IO_STREAM (relayed->client), NULL, NULL);
  if (relayed->server != NULL)
    g_io_stream_close (G_IO_STREAM (relayed->server), NULL, NULL);
  g_cancellable_disconnect (relayed->relay->cancellable, relayed->cancel_handler);

  mcp_pass_queue_put_end (relayed->relay->queue, MCP_PASS_CLOSED,
                          MCP_PASS_REQUESTS (relayed->number), 0);
  mcp_pass_queue_wake (relayed->relay->queue);

  g_object_unref (relayed->client);
  g_clear_object (&relayed->server);
  g_object_unref (relayed->cancellable);
  g_atomic_int_dec_and_test (&relayed->relay->n_connections);
  relay_unref (relayed->relay);
  g_free (relayed);
}

/* One direction while it runs. */
typedef struct
{
  Relayed       *relayed;
  guint          stream;
  GInputStream  *from;
  GOutputStream *to;
  GString       *edited;   /* (nullable) what is sent in place of what was read */
} Direction;

static void
edit_cb (const char *data,
         gsize       length,
         gboolean    is_head_line,
         gpointer    user_data)
{
  Direction *direction = user_data;

  if (is_head_line && length > 5 && g_ascii_strncasecmp (data, "Host:", 5) == 0)
    g_string_append (direction->edited, direction->relayed->relay->host_header);
  else
    g_string_append_len (direction->edited, data, length);
}

static gboolean
ignore_head (const McpHttpParserHead *head,
             gpointer                 user_data)
{
  return TRUE;
}

static void
ignore_body (const char *data,
             gsize       length,
             gpointer    user_data)
{
}

static void
ignore_end (gboolean whole,
            gpointer user_data)
{
}

/* Requests are told apart from their bodies only where a header is replaced. */
static McpHttpParser *
make_editor (Direction *direction)
{
  static const McpHttpParserFuncs funcs = {
    ignore_head, ignore_body, ignore_end, ignore_end, edit_cb,
  };

  if (direction->relayed->relay->host_header == NULL || direction->stream % 2 != 0)
    return NULL;

  direction->edited = g_string_new (NULL);

  return mcp_http_parser_new (FALSE, &funcs, direction);
}

static gboolean
write_chunk (Direction     *direction,
             McpHttpParser *editor,
             const char    *data,
             gsize          length,
             gsize         *n_missing)
{
  gsize n_written = 0;
  gboolean written;

  if (editor != NULL)
    {
      g_string_truncate (direction->edited, 0);
      mcp_http_parser_push (editor, data, length);
      data = direction->edited->str;
      length = direction->edited->len;
    }

  written = g_output_stream_write_all (direction->to, data, length, &n_written,
                                       direction->relayed->cancellable, NULL);
  *n_missing = length - n_written;

  return written;
}

static void
break_off (Direction *direction,
           gsize      n_missing)
{
  g_atomic_int_set (&direction->relayed->broken, 1);
  mcp_pass_queue_put_end (direction->relayed->relay->queue, MCP_PASS_BROKEN, direction->stream,
                          n_missing);
  mcp_pass_queue_wake (direction->relayed->relay->queue);
  g_cancellable_cancel (direction->relayed->cancellable);
}

static void
end_direction (Direction     *direction,
               McpHttpParser *editor)
{
  if (editor != NULL)
    {
      /* A line that was held back for the end that never came. */
      g_string_truncate (direction->edited, 0);
      mcp_http_parser_finish (editor);
      g_output_stream_write_all (direction->to, direction->edited->str, direction->edited->len,
                                 NULL, direction->relayed->cancellable, NULL);
    }

  mcp_pass_queue_put_end (direction->relayed->relay->queue, MCP_PASS_END, direction->stream, 0);
  mcp_pass_queue_wake (direction->relayed->relay->queue);
}

/* Of TCP the one direction, of TLS what says that no more comes. */
static void
shut_down_output (Direction *direction)
{
  gboolean to_server = direction->stream % 2 == 0;
  GSocketConnection *connection = to_server ? direction->relayed->server
                                            : direction->relayed->client;

  if (to_server && direction->relayed->relay->use_tls)
    g_output_stream_close (direction->to, direction->relayed->cancellable, NULL);
  g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
}

static void
pass (Direction *direction)
{
  g_autofree char *buffer = g_malloc (CHUNK_BYTES);
  g_autoptr (McpHttpParser) editor = make_editor (direction);
  McpPassQueue *queue = direction->relayed->relay->queue;

  for (;;)
    {
      gssize length = g_input_stream_read (direction->from, buffer, CHUNK_BYTES,
                                           direction->relayed->cancellable, NULL);
      gsize n_missing = 0;

      if (length == 0)
        {
          end_direction (direction, editor);
          shut_down_output (direction);
          break;
        }
      if (length < 0)
        {
          break_off (direction, 0);
          break;
        }

      mcp_pass_queue_put (queue, MCP_PASS_DATA, direction->stream, buffer, length);
      if (!write_chunk (direction, editor, buffer, length, &n_missing))
        {
          break_off (direction, n_missing);
          break;
        }
      mcp_pass_queue_wake (queue);
    }

  if (direction->edited != NULL)
    g_string_free (direction->edited, TRUE);
}

static gpointer
run_answers (gpointer data)
{
  Relayed *relayed = data;
  Direction direction = {
    relayed, MCP_PASS_ANSWERS (relayed->number),
    g_io_stream_get_input_stream (G_IO_STREAM (relayed->server)),
    g_io_stream_get_output_stream (G_IO_STREAM (relayed->client)), NULL,
  };

  pass (&direction);
  relayed_unref (relayed);

  return NULL;
}

static gboolean
accept_certificate_cb (GTlsConnection       *connection,
                       GTlsCertificate      *certificate,
                       GTlsCertificateFlags  problems,
                       McpPassRelay         *self)
{
  g_autoptr (GSocketConnectable) identity = g_network_address_new (self->host, self->server_port);
  g_autoptr (McpCertificate) shown = mcp_certificate_new (certificate, problems, self->host);
  g_autoptr (GError) error = NULL;

  if (self->ca_database != NULL &&
      g_tls_database_verify_chain (self->ca_database, certificate,
                                   G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER, identity, NULL,
                                   G_TLS_DATABASE_VERIFY_NONE, NULL, &error) == 0 && error == NULL)
    return TRUE;

  return g_strcmp0 (mcp_certificate_get_fingerprint (shown), self->accepted_certificate) == 0;
}

static void
client_event_cb (GSocketClient      *client,
                 GSocketClientEvent  event,
                 GSocketConnectable *connectable,
                 GIOStream          *connection,
                 McpPassRelay       *self)
{
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    g_signal_connect (connection, "accept-certificate", G_CALLBACK (accept_certificate_cb), self);
}

/* Reports the peer and the TLS version, for the head of each answer. */
static void
tell_reached (Relayed *relayed,
              gint64   took_usec)
{
  g_autoptr (GSocketAddress) address =
    g_socket_connection_get_remote_address (relayed->server, NULL);
  g_autofree char *peer =
    address != NULL ? g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address)) : NULL;
  g_autoptr (GString) json = g_string_new ("{");

  mcp_json_append_member_string (json, "peer", peer);
  mcp_json_append_member_int (json, "connected", took_usec);
  if (G_IS_TCP_WRAPPER_CONNECTION (relayed->server))
    {
      GIOStream *base =
        g_tcp_wrapper_connection_get_base_io_stream (G_TCP_WRAPPER_CONNECTION (relayed->server));
      g_autofree char *tls =
        G_IS_TLS_CONNECTION (base)
          ? mcp_tls_describe (g_tls_connection_get_protocol_version (G_TLS_CONNECTION (base)),
                              g_tls_connection_get_ciphersuite_name (G_TLS_CONNECTION (base)))
          : NULL;

      mcp_json_append_member_string (json, "tls", tls);
    }
  g_string_append_c (json, '}');
  mcp_pass_queue_put (relayed->relay->queue, MCP_PASS_REACHED, MCP_PASS_REQUESTS (relayed->number),
                      json->str, json->len);
}

static gboolean
connect_on (Relayed *relayed)
{
  McpPassRelay *self = relayed->relay;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  gint64 start_usec = g_get_monotonic_time ();

  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_set_tls (client, self->use_tls);
  g_signal_connect (client, "event", G_CALLBACK (client_event_cb), self);
  relayed->server = g_socket_client_connect_to_host (client, self->host, self->server_port,
                                                     relayed->cancellable, &error);
  if (relayed->server == NULL)
    {
      mcp_pass_queue_put (self->queue, MCP_PASS_FAILED, MCP_PASS_REQUESTS (relayed->number),
                          error->message, strlen (error->message));
      mcp_pass_queue_wake (self->queue);
      g_atomic_int_set (&relayed->broken, 1);
      return FALSE;
    }

  send_at_once (relayed->server);
  tell_reached (relayed, g_get_monotonic_time () - start_usec);

  return TRUE;
}

static gpointer
run_requests (gpointer data)
{
  Relayed *relayed = data;
  Direction direction = { relayed, MCP_PASS_REQUESTS (relayed->number), NULL, NULL, NULL };

  mcp_block_signals ();
  if (connect_on (relayed))
    {
      g_atomic_ref_count_inc (&relayed->ref_count);
      g_thread_unref (g_thread_new ("answers", run_answers, relayed));

      direction.from = g_io_stream_get_input_stream (G_IO_STREAM (relayed->client));
      direction.to = g_io_stream_get_output_stream (G_IO_STREAM (relayed->server));
      pass (&direction);
    }
  relayed_unref (relayed);

  return NULL;
}

static void
cancelled_cb (GCancellable *all,
              GCancellable *one)
{
  g_cancellable_cancel (one);
}

static void
begin_connection (McpPassRelay      *self,
                  GSocketConnection *client,
                  guint              number)
{
  Relayed *relayed = g_new0 (Relayed, 1);
  g_autoptr (GSocketAddress) address = g_socket_connection_get_remote_address (client, NULL);
  g_autofree char *peer =
    address != NULL ? g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address)) : g_strdup ("");

  g_atomic_ref_count_init (&relayed->ref_count);
  relayed->relay = relay_ref (self);
  g_atomic_int_inc (&self->n_connections);
  relayed->number = number;
  relayed->client = g_object_ref (client);
  relayed->cancellable = g_cancellable_new ();
  relayed->cancel_handler = g_cancellable_connect (self->cancellable, G_CALLBACK (cancelled_cb),
                                                   relayed->cancellable, NULL);
  send_at_once (client);
  mcp_pass_queue_put (self->queue, MCP_PASS_OPENED, MCP_PASS_REQUESTS (number), peer,
                      strlen (peer));
  g_thread_unref (g_thread_new ("requests", run_requests, relayed));
}

static gpointer
run_listener (gpointer data)
{
  McpPassRelay *self = data;
  guint number = 0;

  mcp_block_signals ();
  while (!g_cancellable_is_cancelled (self->cancellable))
    {
      g_autoptr (GSocketConnection) client = NULL;

      if (g_atomic_int_get (&self->n_connections) < MAX_CONNECTIONS)
        client = g_socket_listener_accept (self->listener, NULL, self->cancellable, NULL);

      /* Without one there are no descriptors left, and one becomes free when a connection ends. */
      if (client != NULL)
        begin_connection (self, client, ++number);
      else if (!g_cancellable_is_cancelled (self->cancellable))
        g_usleep (FULL_WAIT_USEC);
    }
  relay_unref (self);

  return NULL;
}

static gboolean
read_url (McpPassRelay               *self,
          const McpPassRelayOptions  *options,
          GError                    **error)
{
  g_autoptr (GUri) uri = g_uri_parse (options->url, G_URI_FLAGS_NONE, error);
  gboolean is_ipv6;
  int port;

  if (uri == NULL)
    return FALSE;

  self->use_tls = g_ascii_strcasecmp (g_uri_get_scheme (uri), "https") == 0;
  if (g_uri_get_host (uri) == NULL ||
      (!self->use_tls && g_ascii_strcasecmp (g_uri_get_scheme (uri), "http") != 0))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s”: only http: and https: can be tapped"), options->url);
      return FALSE;
    }

  port = g_uri_get_port (uri);
  self->host = g_strdup (g_uri_get_host (uri));
  self->server_port = port > 0 ? port : self->use_tls ? 443 : 80;
  is_ipv6 = strchr (self->host, ':') != NULL;
  if (options->rewrite_host || self->use_tls)
    self->host_header = port > 0
                          ? g_strdup_printf (is_ipv6 ? "Host: [%s]:%d\r\n" : "Host: %s:%d\r\n",
                                             self->host, port)
                          : g_strdup_printf (is_ipv6 ? "Host: [%s]\r\n" : "Host: %s\r\n",
                                             self->host);

  return TRUE;
}

static gboolean
begin_listening (McpPassRelay               *self,
                 const McpPassRelayOptions  *options,
                 GError                    **error)
{
  g_autoptr (GSocketAddress) address =
    g_inet_socket_address_new_from_string (options->listen_address, options->listen_port);
  g_autoptr (GSocketAddress) bound = NULL;

  if (address == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is not an address to listen at"),
                   options->listen_address);
      return FALSE;
    }

  self->listener = g_socket_listener_new ();
  g_socket_listener_set_backlog (self->listener, 128);
  if (!g_socket_listener_add_address (self->listener, address, G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_TCP, NULL, &bound, error))
    return FALSE;

  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));

  return TRUE;
}

/**
 * mcp_pass_relay_new:
 * @options: where to listen, and whom to pass on to
 * @queue: what hears of it
 * @error: of %MCP_ERROR_CONFIG or %G_IO_ERROR
 *
 * Listens, and passes on what comes. Bytes are changed only where the options say so: the line of
 * Host, which a server behind TLS is found by.
 *
 * Returns: (transfer full) (nullable): the relay, for mcp_pass_relay_stop()
 */
McpPassRelay *
mcp_pass_relay_new (const McpPassRelayOptions *options,
                    McpPassQueue              *queue,
                    GError                   **error)
{
  McpPassRelay *self = g_new0 (McpPassRelay, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->queue = mcp_pass_queue_ref (queue);
  self->cancellable = g_cancellable_new ();
  self->accepted_certificate = g_strdup (options->accepted_certificate);

  if (!read_url (self, options, error) ||
      (options->ca_file != NULL &&
       (self->ca_database = g_tls_file_database_new (options->ca_file, error)) == NULL) ||
      !begin_listening (self, options, error))
    {
      relay_unref (self);
      return NULL;
    }

  g_thread_unref (g_thread_new ("listener", run_listener, relay_ref (self)));

  return self;
}

guint16
mcp_pass_relay_get_port (McpPassRelay *self)
{
  return self->port;
}

/**
 * mcp_pass_relay_stop:
 * @self: (transfer full): a relay
 *
 * Takes no more connections and breaks off those that are there. The last thread of it frees it.
 */
void
mcp_pass_relay_stop (McpPassRelay *self)
{
  g_cancellable_cancel (self->cancellable);
  relay_unref (self);
}
