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
#include "mcp-json.h"
#include "mcp-listener.h"
#include "mcp-pass-host.h"
#include "mcp-pass-relay.h"
#include "mcp-read-thread.h"
#include "mcp-tls.h"

#define CHUNK_BYTES (64 * 1024)

/*
 * Of clients at once: each takes two threads and the descriptors of both ends, of what wakes them
 * and, for a moment, of what connects and of TLS. Who comes then waits to be accepted.
 */
#define MAX_CONNECTIONS 256
#define N_DESCRIPTORS   5

/* Who was refused may have more to say, and hears of nothing when the connection breaks while it
 * does. */
#define LEAVE_SEC         1
#define MAX_IGNORED_BYTES (64 * 1024 * 1024)

/* Shared with the threads, of which the last one frees it. */
struct _McpPassRelay
{
  gatomicrefcount  ref_count;
  McpPassQueue    *queue;
  GMainContext    *context;       /* of the thread that takes connections */
  McpListener     *listener;
  guint            n_clients;     /* ever */
  GMutex           mutex;
  GQueue           relayed;       /* of Relayed; not references */
  GCancellable    *cancellable;   /* when all is over */

  char            *host;          /* of the server */
  guint16          server_port;
  gboolean         use_tls;
  char            *host_header;   /* (nullable) the line in place of the client's */
  McpOwnHosts      hosts;         /* that a client may name where that is done */
  char           **names;         /* of them */
  GTlsDatabase    *ca_database;   /* (nullable) */
  char            *accepted_certificate;
};

/* One connection of a client, and ours to the server. Both threads hold it. */
typedef struct
{
  gatomicrefcount     ref_count;
  McpPassRelay       *relay;
  GList               link;
  guint               number;
  char               *peer;
  int                 has_spoken;   /* atomic */
  GSocketConnection  *client;
  GSocketConnection  *server;
  GCancellable       *cancellable;  /* when one end has broken off */
  gulong              cancel_handler;
  int                 broken;       /* atomic */
  int                 refused;      /* atomic */
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

  g_clear_pointer (&self->listener, mcp_listener_free);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->mutex);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->ca_database);
  g_clear_pointer (&self->queue, mcp_pass_queue_unref);
  g_free (self->host);
  g_free (self->host_header);
  g_strfreev (self->names);
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

  g_mutex_lock (&relayed->relay->mutex);
  g_queue_unlink (&relayed->relay->relayed, &relayed->link);
  g_mutex_unlock (&relayed->relay->mutex);

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
  mcp_listener_leave (relayed->relay->listener, relayed->peer);
  relay_unref (relayed->relay);
  g_free (relayed->peer);
  g_free (relayed);
}

/* One direction while it runs. */
typedef struct
{
  Relayed       *relayed;
  guint          stream;
  GInputStream  *from;
  GOutputStream *to;
  McpPassHost   *host;   /* (nullable) rewrites input before sending */
} Direction;

static gboolean
write_chunk (Direction  *direction,
             const char *data,
             gsize       length,
             gsize      *n_missing)
{
  gsize n_written = 0;
  gboolean written;

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
end_direction (Direction *direction)
{
  if (direction->host != NULL)
    {
      const GString *rest = mcp_pass_host_finish (direction->host);

      g_output_stream_write_all (direction->to, rest->str, rest->len, NULL,
                                 direction->relayed->cancellable, NULL);
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

/*
 * The server would have refused this request by its Host, which it does not get to see: the client
 * hears that instead, and nothing more of it is passed on.
 */
static void
refuse (Direction  *direction,
        char       *buffer) /* of CHUNK_BYTES */
{
  static const char answer[] =
    "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 25\r\n"
    "Connection: close\r\n\r\nThis Host is not allowed\n";
  Relayed *relayed = direction->relayed;
  McpPassQueue *queue = relayed->relay->queue;
  const char *host = mcp_pass_host_get_foreign (direction->host);
  GSocket *client = g_socket_connection_get_socket (relayed->client);
  gsize n_ignored = 0;
  gssize n;

  g_atomic_int_set (&relayed->refused, 1);
  mcp_pass_queue_put (queue, MCP_PASS_REFUSED, direction->stream, host, strlen (host));
  mcp_pass_queue_put (queue, MCP_PASS_DATA, MCP_PASS_ANSWERS (relayed->number), answer,
                      strlen (answer));
  mcp_pass_queue_put_end (queue, MCP_PASS_END, direction->stream, 0);
  mcp_pass_queue_wake (queue);

  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (relayed->client)), answer,
                             strlen (answer), NULL, relayed->cancellable, NULL);
  g_socket_shutdown (client, FALSE, TRUE, NULL);
  g_socket_set_timeout (client, LEAVE_SEC);
  do
    {
      n = g_input_stream_read (direction->from, buffer, CHUNK_BYTES, relayed->cancellable, NULL);
      n_ignored += MAX (n, 0);
    }
  while (n > 0 && n_ignored < MAX_IGNORED_BYTES);
  g_cancellable_cancel (relayed->cancellable);
}

/* Writes a chunk that was read; FALSE: that was the last one. */
static gboolean
pass_chunk (Direction *direction,
            char      *buffer,
            gsize      length)
{
  const GString *edited = NULL;
  gsize n_missing = 0;

  mcp_pass_queue_put (direction->relayed->relay->queue, MCP_PASS_DATA, direction->stream, buffer,
                      length);
  if (direction->host != NULL)
    edited = mcp_pass_host_push (direction->host, buffer, length);
  if (edited != NULL && mcp_pass_host_get_foreign (direction->host) != NULL)
    {
      refuse (direction, buffer);
      return FALSE;
    }
  if (!write_chunk (direction, edited != NULL ? edited->str : buffer,
                    edited != NULL ? edited->len : length, &n_missing))
    {
      break_off (direction, n_missing);
      return FALSE;
    }
  mcp_pass_queue_wake (direction->relayed->relay->queue);

  return TRUE;
}

static void
pass (Direction *direction)
{
  g_autofree char *buffer = g_malloc (CHUNK_BYTES);

  for (;;)
    {
      gssize length = g_input_stream_read (direction->from, buffer, CHUNK_BYTES,
                                           direction->relayed->cancellable, NULL);

      if (length == 0)
        {
          end_direction (direction);
          shut_down_output (direction);
          return;
        }
      if (length < 0)
        {
          if (!g_atomic_int_get (&direction->relayed->refused))
            break_off (direction, 0);
          return;
        }
      if (direction->stream % 2 == 0)
        g_atomic_int_set (&direction->relayed->has_spoken, 1);
      if (!pass_chunk (direction, buffer, length))
        return;
    }
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
      /* Else it had to make way. */
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
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
      if (relayed->relay->host_header != NULL)
        direction.host = mcp_pass_host_new (relayed->relay->host_header, &relayed->relay->hosts);
      pass (&direction);
      g_clear_pointer (&direction.host, mcp_pass_host_free);
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
take (GSocketConnection *client,
      gpointer           user_data)
{
  McpPassRelay *self = user_data;
  Relayed *relayed = g_new0 (Relayed, 1);
  g_autoptr (GSocketAddress) address = g_socket_connection_get_remote_address (client, NULL);
  g_autofree char *from =
    address != NULL ? g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address)) : g_strdup ("");

  g_atomic_ref_count_init (&relayed->ref_count);
  relayed->relay = relay_ref (self);
  relayed->number = ++self->n_clients;
  relayed->peer = mcp_listener_dup_peer (client);
  relayed->client = g_object_ref (client);
  relayed->cancellable = g_cancellable_new ();
  relayed->cancel_handler = g_cancellable_connect (self->cancellable, G_CALLBACK (cancelled_cb),
                                                   relayed->cancellable, NULL);
  relayed->link.data = relayed;
  g_mutex_lock (&self->mutex);
  g_queue_push_tail_link (&self->relayed, &relayed->link);
  g_mutex_unlock (&self->mutex);

  send_at_once (client);
  mcp_pass_queue_put (self->queue, MCP_PASS_OPENED, MCP_PASS_REQUESTS (relayed->number), from,
                      strlen (from));
  g_thread_unref (g_thread_new ("requests", run_requests, relayed));
}

/* Who has said nothing yet makes way, those first who came first: one of a peer, or some of all. */
static gboolean
make_room (const char *peer,
           gpointer    user_data)
{
  McpPassRelay *self = user_data;
  g_autoptr (GPtrArray) silent = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_wanted;

  g_mutex_lock (&self->mutex);
  n_wanted = peer != NULL ? 1 : self->relayed.length / 8 + 1;
  for (GList *l = self->relayed.head; l != NULL && silent->len < n_wanted; l = l->next)
    {
      Relayed *relayed = l->data;

      if (!g_atomic_int_get (&relayed->has_spoken)
          && !g_cancellable_is_cancelled (relayed->cancellable)
          && (peer == NULL || g_str_equal (relayed->peer, peer)))
        g_ptr_array_add (silent, g_object_ref (relayed->cancellable));
    }
  g_mutex_unlock (&self->mutex);

  for (guint i = 0; i < silent->len; i++)
    g_cancellable_cancel (silent->pdata[i]);

  return silent->len > 0;
}

static gpointer
run_listener (gpointer data)
{
  McpPassRelay *self = data;

  mcp_block_signals ();
  while (!g_cancellable_is_cancelled (self->cancellable))
    g_main_context_iteration (self->context, TRUE);
  mcp_listener_close (self->listener);
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
  static const McpListenerFuncs funcs = { take, make_room };
  g_autoptr (GSocketAddress) address =
    g_inet_socket_address_new_from_string (options->listen_address, options->listen_port);

  if (address == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is not an address to listen at"),
                   options->listen_address);
      return FALSE;
    }

  self->hosts.addresses = !g_inet_address_get_is_loopback (
    g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
  g_main_context_push_thread_default (self->context);
  self->listener = mcp_listener_new (address, MAX_CONNECTIONS, N_DESCRIPTORS, &funcs, self, error);
  g_main_context_pop_thread_default (self->context);

  return self->listener != NULL;
}

/**
 * mcp_pass_relay_new:
 * @options: where to listen, and whom to pass on to
 * @queue: what hears of it
 * @error: of %MCP_ERROR_CONFIG or %G_IO_ERROR
 *
 * Listens, and passes on what comes. Bytes are changed only where the options say so: the line of
 * Host, which a server behind TLS is found by. Where it is changed, a request is refused that does
 * not name this computer.
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
  self->context = g_main_context_new ();
  g_mutex_init (&self->mutex);
  g_queue_init (&self->relayed);
  self->names = mcp_own_host_dup_names (options->allowed_hosts);
  self->hosts.names = (const char * const *) self->names;
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
  return mcp_listener_get_port (self->listener);
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
  g_main_context_wakeup (self->context);
  relay_unref (self);
}
