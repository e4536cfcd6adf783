/* mcp-websocket-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-websocket-transport"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-client.h"
#include "mcp-http-limits.h"
#include "mcp-http-report.h"
#include "mcp-transport-private.h"
#include "mcp-websocket-error.h"
#include "mcp-websocket-inbox.h"
#include "mcp-websocket-queue.h"
#include "mcp-websocket-transport.h"

/**
 * McpWebsocketTransport:
 *
 * Messages as text frames of a WebSocket (RFC 6455): a custom transport (specification,
 * basic/transports, "Custom Transports"). Address, headers and trust are those of HTTP.
 *
 * The upgrade is exchange 1, which lasts as long as the connection; all frames are of it.
 *
 * libsoup reads and writes; inbox and queue stand between it and the main loop. When it has taken a
 * message, it does not tell when the last byte left, so "sent" is when it was taken.
 *
 * Only libsoup's connecting holds a reference to it: dropping the last one closes the connection
 * without a word.
 */

#define EXCHANGE 1

#define OPEN_WAIT_MSEC  30000
#define CLOSE_WAIT_MSEC 1000

struct _McpWebsocketTransport
{
  McpConnectionTransport   parent_instance;

  McpHttpClient           *client;

  SoupSession             *session;
  SoupMessage             *message;        /* of the upgrade */
  GCancellable            *cancellable;    /* ends the connecting */
  GSocket                 *socket;         /* (nullable) under all of it */
  gint64                   started_usec;   /* 0 before */
  gint64                   sent_usec;      /* the request; 0 before */
  SoupWebsocketConnection *connection;

  McpWebsocketInbox       *inbox;
  McpWebsocketQueue       *queue;

  GError                  *end_error;      /* (nullable) why, as libsoup said it, or we */
};

G_DEFINE_FINAL_TYPE (McpWebsocketTransport, mcp_websocket_transport, MCP_TYPE_CONNECTION_TRANSPORT)

static const char *
get_host (McpWebsocketTransport *self)
{
  return g_uri_get_host (mcp_http_client_get_uri (self->client));
}

/* --- The end --- */

static void
report_end (McpWebsocketTransport *self,
            const GError          *error)
{
  McpExchangeEnd end = { 0 };

  if (self->started_usec == 0)
    return;

  end.exchange = EXCHANGE;
  end.error = error;
  end.cancelled = mcp_connection_transport_is_closing (MCP_CONNECTION_TRANSPORT (self));
  end.body_bytes = mcp_websocket_inbox_get_n_bytes (self->inbox);
  end.wire_bytes = end.body_bytes;
  end.n_events = mcp_websocket_inbox_get_n_frames (self->inbox);
  end.time_usec = g_get_monotonic_time ();
  mcp_http_fill_timings (self->message, self->started_usec, &end.timings);
  end.timings.sent_usec = self->sent_usec != 0 ? self->sent_usec - self->started_usec : -1;
  end.timings.ended_usec = end.time_usec - self->started_usec;
  mcp_transport_report_exchange_ended (MCP_TRANSPORT (self), &end);
}

/* Lets go of the connection; one that is still open is closed by it. */
static void
drop_connection (McpWebsocketTransport *self)
{
  mcp_websocket_inbox_close (self->inbox);
  g_clear_object (&self->socket);
  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);
  g_clear_object (&self->connection);
}

/* The caller holds a reference. */
static void
end_connection (McpWebsocketTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  GError *error = NULL;

  if (!mcp_connection_transport_is_closing (connection))
    error = mcp_websocket_new_end_error (self->connection, get_host (self),
                                         mcp_http_client_get_options (self->client)->cap_bytes,
                                         self->end_error);

  mcp_connection_transport_end (connection, error);
}

static void
mcp_websocket_transport_ended (McpConnectionTransport *connection,
                               const GError           *error,
                               const GError           *lost_error)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);

  drop_connection (self);
  mcp_websocket_queue_close (self->queue, lost_error);
  mcp_websocket_queue_report_lost (self->queue);
  report_end (self, error);
}

/* --- What libsoup tells --- */

static void
message_cb (SoupWebsocketConnection *connection,
            int                      type,
            GBytes                  *bytes,
            McpWebsocketTransport   *self)
{
  if (mcp_websocket_inbox_push (self->inbox, bytes, type == SOUP_WEBSOCKET_DATA_BINARY)
      || self->end_error != NULL)
    return;

  self->end_error = g_error_new (MCP_ERROR, MCP_ERROR_TOO_LARGE,
                                 _("%s sends faster than it can be taken, and could not be slowed "
                                   "down."), get_host (self));
  soup_websocket_connection_close (connection, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION, NULL);
}

static void
error_cb (SoupWebsocketConnection *connection,
          GError                  *error,
          McpWebsocketTransport   *self)
{
  if (self->end_error == NULL)
    self->end_error = g_error_copy (error);
}

static void
ended_cb (SoupWebsocketConnection *connection,
          McpWebsocketTransport   *self)
{
  mcp_websocket_inbox_finish (self->inbox);
}

/* ... and all that it sent is out. */
static void
all_out_cb (McpTransport *transport)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (transport);
  McpConnectionState state = mcp_connection_transport_get_state (connection);

  if (state == MCP_CONNECTION_OPEN || state == MCP_CONNECTION_CLOSING)
    end_connection (MCP_WEBSOCKET_TRANSPORT (transport));
}

/* --- Opening --- */

static void
report_response_step (McpWebsocketTransport *self,
                      McpStepPhase           phase)
{
  const char *reason = soup_message_get_reason_phrase (self->message);
  g_autofree char *detail = g_strdup_printf ("%u %s", soup_message_get_status (self->message),
                                             reason != NULL ? reason : "");

  mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_RESPONSE, phase, g_strchomp (detail));
}

static void
report_head (McpWebsocketTransport *self)
{
  g_autoptr (McpHttpHead) head = mcp_http_head_new (self->message);

  mcp_http_report_head (MCP_TRANSPORT (self), head, EXCHANGE, g_get_monotonic_time ());
}

static void
mcp_websocket_transport_open_failed (McpConnectionTransport *connection,
                                     const GError           *error)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);

  g_clear_object (&self->socket);
  mcp_websocket_queue_close (self->queue, error);

  if (self->started_usec != 0 && soup_message_get_status (self->message) != 0)
    {
      report_head (self);
      report_response_step (self, MCP_STEP_BROKE);
    }
  else if (self->started_usec != 0)
    mcp_http_client_saw_failure (self->client, self, error);
  report_end (self, error);
}

static void
hold_connection (McpWebsocketTransport   *self,
                 SoupWebsocketConnection *connection)
{
  gsize cap_bytes = mcp_http_client_get_options (self->client)->cap_bytes;

  self->connection = connection;
  soup_websocket_connection_set_max_incoming_payload_size (connection, cap_bytes);
  mcp_http_limit_fragments (connection, cap_bytes, self->socket);

  g_signal_connect (connection, "message", G_CALLBACK (message_cb), self);
  g_signal_connect (connection, "error", G_CALLBACK (error_cb), self);
  g_signal_connect (connection, "closed", G_CALLBACK (ended_cb), self);
  mcp_websocket_inbox_open (self->inbox, self->socket);
}

static void
connected_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (McpWebsocketTransport) self = user_data;
  McpConnectionTransport *base = MCP_CONNECTION_TRANSPORT (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (SoupWebsocketConnection) connection =
    soup_session_websocket_connect_finish (SOUP_SESSION (object), result, &error);

  if (mcp_connection_transport_is_given_up (base))
    {
      g_clear_object (&connection);
      mcp_connection_transport_fail_open (base, NULL);
      return;
    }
  if (connection == NULL)
    {
      mcp_connection_transport_fail_open (
        base, mcp_websocket_new_open_error (self->message,
                                            mcp_http_client_get_certificate (self->client),
                                            self->sent_usec != 0, error));
      return;
    }

  mcp_connection_transport_set_open (base);
  hold_connection (self, g_steal_pointer (&connection));

  report_head (self);
  report_response_step (self, MCP_STEP_SUCCEEDED);
  mcp_websocket_queue_open (self->queue, self->connection);
  mcp_connection_transport_return_open (base);
}

static void
starting_cb (SoupMessage           *message,
             McpWebsocketTransport *self)
{
  mcp_http_client_saw_request (self->client, self);
}

static void
wrote_body_cb (SoupMessage           *message,
               McpWebsocketTransport *self)
{
  self->sent_usec = g_get_monotonic_time ();
}

static gboolean
accept_certificate_cb (SoupMessage           *message,
                       GTlsCertificate       *certificate,
                       GTlsCertificateFlags   problems,
                       McpWebsocketTransport *self)
{
  g_autoptr (McpCertificate) shown = NULL;
  gboolean accepts = mcp_http_client_judge_certificate (self->client, certificate, problems,
                                                        &shown);

  mcp_http_client_set_certificate (self->client, shown);

  return accepts;
}

static void
network_event_cb (SoupMessage           *message,
                  GSocketClientEvent     event,
                  GIOStream             *connection,
                  McpWebsocketTransport *self)
{
  g_autoptr (McpHttpNetwork) network = mcp_http_network_new (event, connection);

  if (event == G_SOCKET_CLIENT_CONNECTED && G_IS_SOCKET_CONNECTION (connection))
    g_set_object (&self->socket,
                  g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)));

  mcp_http_client_network_event (self->client, self, network);
}

static void
prepare_message (McpWebsocketTransport *self)
{
  self->message = soup_message_new_from_uri ("GET", mcp_http_client_get_uri (self->client));
  soup_message_set_flags (self->message,
                          SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS);
  /* Compressed, a message could grow past every limit after it was let in. */
  soup_message_disable_feature (self->message, SOUP_TYPE_WEBSOCKET_EXTENSION_MANAGER);
  mcp_http_client_fill_headers (self->client, self->message, NULL);

  mcp_http_limit_informational (self->message, self->cancellable);
  g_signal_connect_object (self->message, "starting", G_CALLBACK (starting_cb), self, 0);
  g_signal_connect_object (self->message, "wrote-body", G_CALLBACK (wrote_body_cb), self, 0);
  g_signal_connect_object (self->message, "network-event", G_CALLBACK (network_event_cb), self, 0);
  g_signal_connect_object (self->message, "accept-certificate",
                           G_CALLBACK (accept_certificate_cb), self, 0);
}

static void
mcp_websocket_transport_connect (McpConnectionTransport *connection)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);
  McpExchangeStart start = { .exchange = EXCHANGE, .purpose = MCP_EXCHANGE_UPGRADE };
  char *protocols[] = { (char *) "mcp", NULL };
  g_autoptr (McpHttpStart) request = NULL;

  prepare_message (self);
  self->session = mcp_http_thread_new_session (mcp_http_client_get_thread (self->client));
  self->started_usec = g_get_monotonic_time ();
  mcp_connection_transport_start_timer (connection, OPEN_WAIT_MSEC);
  soup_session_websocket_connect_async (self->session, self->message,
                                        NULL, protocols, G_PRIORITY_DEFAULT, self->cancellable,
                                        connected_cb, g_object_ref (self));
  start.time_usec = self->started_usec;
  /* Only now, as libsoup has added its own headers. */
  request = mcp_http_start_new (self->message);
  mcp_http_report_start (MCP_TRANSPORT (self), request, &start);
}

static void
mcp_websocket_transport_abort_open (McpConnectionTransport *connection)
{
  g_cancellable_cancel (MCP_WEBSOCKET_TRANSPORT (connection)->cancellable);
}

/* --- Closing --- */

static void
mcp_websocket_transport_disconnect (McpConnectionTransport *connection)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);
  g_autoptr (GError) error = mcp_connection_transport_new_closed_error ();

  mcp_websocket_queue_close (self->queue, error);
  mcp_websocket_queue_report_lost (self->queue);
  if (mcp_connection_transport_get_state (connection) != MCP_CONNECTION_CLOSING)
    return;

  mcp_websocket_inbox_let_in (self->inbox);
  if (soup_websocket_connection_get_state (self->connection) == SOUP_WEBSOCKET_STATE_OPEN)
    soup_websocket_connection_close (self->connection, SOUP_WEBSOCKET_CLOSE_NORMAL, NULL);
  mcp_connection_transport_start_timer (connection, CLOSE_WAIT_MSEC);
}

static void
mcp_websocket_transport_timed_out (McpConnectionTransport *connection)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);

  if (mcp_connection_transport_get_state (connection) != MCP_CONNECTION_OPENING)
    end_connection (self);
  else
    mcp_connection_transport_give_up (connection,
                                      g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                                   _("%s did not answer in %d seconds."),
                                                   get_host (self), OPEN_WAIT_MSEC / 1000));
}

static void
mcp_websocket_transport_hurry (McpConnectionTransport *connection)
{
  end_connection (MCP_WEBSOCKET_TRANSPORT (connection));
}

static void
mcp_websocket_transport_kill (McpTransport *transport)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);

  MCP_TRANSPORT_CLASS (mcp_websocket_transport_parent_class)->kill (transport);
  if (self->connection != NULL)
    {
      mcp_websocket_inbox_resume (self->inbox);
      mcp_websocket_inbox_finish (self->inbox);
    }
}

/* --- The rest --- */

static guint64
mcp_websocket_transport_send (McpTransport         *transport,
                              GBytes               *bytes,
                              const McpSendOptions *options)
{
  return mcp_websocket_queue_send (MCP_WEBSOCKET_TRANSPORT (transport)->queue, bytes);
}

static gboolean
mcp_websocket_transport_unsend (McpTransport *transport,
                                guint64       ticket)
{
  return mcp_websocket_queue_unsend (MCP_WEBSOCKET_TRANSPORT (transport)->queue, ticket);
}

static void
mcp_websocket_transport_pause (McpTransport *transport,
                               guint         exchange)
{
  mcp_websocket_inbox_pause (MCP_WEBSOCKET_TRANSPORT (transport)->inbox);
}

static void
mcp_websocket_transport_resume (McpTransport *transport,
                                guint         exchange)
{
  mcp_websocket_inbox_resume (MCP_WEBSOCKET_TRANSPORT (transport)->inbox);
}

static McpCertificate *
mcp_websocket_transport_get_certificate (McpTransport *transport)
{
  return mcp_http_client_get_certificate (MCP_WEBSOCKET_TRANSPORT (transport)->client);
}

static const McpStep *
mcp_websocket_transport_get_steps (McpTransport *transport,
                                   gsize        *n_steps)
{
  static const McpStep plain[] = {
    MCP_STEP_RESOLVE, MCP_STEP_CONNECT, MCP_STEP_RESPONSE, MCP_STEP_HANDSHAKE,
  };
  static const McpStep secure[] = {
    MCP_STEP_RESOLVE, MCP_STEP_CONNECT, MCP_STEP_TLS, MCP_STEP_RESPONSE, MCP_STEP_HANDSHAKE,
  };
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);
  const char *scheme = g_uri_get_scheme (mcp_http_client_get_uri (self->client));
  gboolean is_secure = g_str_equal (scheme, "wss") || g_str_equal (scheme, "https");

  *n_steps = is_secure ? G_N_ELEMENTS (secure) : G_N_ELEMENTS (plain);

  return is_secure ? secure : plain;
}

static char *
mcp_websocket_transport_describe (McpTransport *transport)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);

  return mcp_http_describe ("WebSocket", mcp_http_client_get_uri (self->client));
}

static void
mcp_websocket_transport_dispose (GObject *object)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (object);

  if (self->inbox != NULL)
    drop_connection (self);
  g_clear_pointer (&self->inbox, mcp_websocket_inbox_free);
  g_clear_object (&self->session);
  g_clear_object (&self->message);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->queue, mcp_websocket_queue_free);
  g_clear_pointer (&self->client, mcp_http_client_free);

  G_OBJECT_CLASS (mcp_websocket_transport_parent_class)->dispose (object);
}

static void
mcp_websocket_transport_finalize (GObject *object)
{
  g_clear_error (&MCP_WEBSOCKET_TRANSPORT (object)->end_error);

  G_OBJECT_CLASS (mcp_websocket_transport_parent_class)->finalize (object);
}

static void
mcp_websocket_transport_class_init (McpWebsocketTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_websocket_transport_dispose;
  object_class->finalize = mcp_websocket_transport_finalize;

  transport_class->send = mcp_websocket_transport_send;
  transport_class->unsend = mcp_websocket_transport_unsend;
  transport_class->pause = mcp_websocket_transport_pause;
  transport_class->resume = mcp_websocket_transport_resume;
  transport_class->get_certificate = mcp_websocket_transport_get_certificate;
  transport_class->get_steps = mcp_websocket_transport_get_steps;
  transport_class->describe = mcp_websocket_transport_describe;
  transport_class->kill = mcp_websocket_transport_kill;

  connection_class->connect = mcp_websocket_transport_connect;
  connection_class->abort_open = mcp_websocket_transport_abort_open;
  connection_class->open_failed = mcp_websocket_transport_open_failed;
  connection_class->disconnect = mcp_websocket_transport_disconnect;
  connection_class->ended = mcp_websocket_transport_ended;
  connection_class->hurry = mcp_websocket_transport_hurry;
  connection_class->timed_out = mcp_websocket_transport_timed_out;
}

static void
mcp_websocket_transport_init (McpWebsocketTransport *self)
{
  self->cancellable = g_cancellable_new ();
  self->queue = mcp_websocket_queue_new (MCP_TRANSPORT (self));
  self->inbox = mcp_websocket_inbox_new (MCP_TRANSPORT (self), EXCHANGE, self->queue, all_out_cb);
}

/**
 * mcp_websocket_transport_new:
 * @options: how to reach the server; copied
 * @error: return location for a #GError
 *
 * Creates a transport that connects when it is opened.
 *
 * Returns: (transfer full): a new transport, or %NULL with %MCP_ERROR_CONFIG
 */
McpTransport *
mcp_websocket_transport_new (const McpHttpOptions  *options,
                             GError               **error)
{
  g_autoptr (McpWebsocketTransport) self = NULL;

  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (MCP_TYPE_WEBSOCKET_TRANSPORT, NULL);
  self->client = mcp_http_client_new (MCP_TRANSPORT (self), options, error);
  if (self->client == NULL)
    return NULL;

  return MCP_TRANSPORT (g_steal_pointer (&self));
}
