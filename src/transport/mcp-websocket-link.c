/* mcp-websocket-link.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hop-trace.h"
#include "mcp-http-limits.h"
#include "mcp-socket-gate.h"
#include "mcp-source.h"
#include "mcp-websocket-error.h"
#include "mcp-websocket-link.h"

/*
 * All but the functions that the main loop calls runs in the thread, which ends before the link is
 * freed.
 *
 * libsoup takes any number of messages and does not tell when one has left. So it gets the next one
 * when the socket can be written to and libsoup has nothing to write: its own source for that is
 * asked before ours. A message counts as sent when libsoup is given it, before its first byte can
 * leave: a round trip is never shown shorter than it was.
 *
 * Only libsoup's connecting holds a reference to the connection: dropping the last one closes it
 * without a word.
 */

/* Behind libsoup's own sources, which have the default. */
#define WRITE_PRIORITY (G_PRIORITY_DEFAULT + 1)

struct _McpWebsocketLink
{
  McpHttpClient           *client;       /* of which only what never changes is read */
  McpHttpThread           *thread;
  McpWebsocketQueue       *queue;
  McpChunkQueue           *told;
  McpChunkQueue           *read;
  GCancellable            *cancellable;  /* ends the connecting */

  SoupSession             *session;
  SoupMessage             *message;      /* of the upgrade; NULL when it has ended */
  McpCertificate          *certificate;  /* (nullable) that was shown and does not verify */
  GSocket                 *socket;       /* (nullable) under all of it */
  McpSocketGate           *gate;         /* (nullable) */
  SoupWebsocketConnection *connection;   /* (nullable) */
  GSource                 *writable;     /* (nullable) while something waits to be sent */
  McpHopTrace              hops;
  gint64                   started_usec;
  gboolean                 upgraded;     /* the request for it has left */
  gboolean                 connecting;   /* libsoup will call back */
  gboolean                 dropped;
  gboolean                 closing;      /* by us: nothing is held back any more */
  GError                  *error;        /* (nullable) why, as libsoup said it */
};

static void
tell (McpWebsocketLink     *self,
      McpWebsocketLinkKind  kind,
      gpointer              data,
      gsize                 size,
      GDestroyNotify        notify)
{
  mcp_chunk_queue_put (self->told, kind, g_get_monotonic_time (),
                       data != NULL ? g_bytes_new_with_free_func (data, size, notify, data) : NULL);
}

/* --- The end --- */

/* Lets go of all that is libsoup's; a connection that is still open is closed by it. */
static void
clear (McpWebsocketLink *self)
{
  mcp_source_clear (&self->writable);
  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->gate, mcp_socket_gate_free);
  g_clear_object (&self->socket);
  g_signal_handlers_disconnect_by_data (self->message, self);
  g_signal_handlers_disconnect_by_data (self->message, &self->hops);
  g_clear_object (&self->message);
  g_clear_object (&self->session);
}

/* Takes @error. */
static void
end (McpWebsocketLink *self,
     GError           *error)
{
  clear (self);
  mcp_chunk_queue_put (self->read, MCP_WEBSOCKET_LINK_END, g_get_monotonic_time (),
                       error != NULL ? g_bytes_new_with_free_func (error, sizeof *error,
                                                                   (GDestroyNotify) g_error_free,
                                                                   error)
                                     : NULL);
  mcp_http_thread_release (self->thread);
}

static void
end_open (McpWebsocketLink *self)
{
  const char *host = g_uri_get_host (mcp_http_client_get_uri (self->client));
  gsize cap_bytes = mcp_http_client_get_options (self->client)->cap_bytes;

  if (self->error == NULL && self->gate != NULL)
    mcp_socket_gate_has_error (self->gate, &self->error);

  end (self, mcp_websocket_new_end_error (self->connection, host, cap_bytes, self->error));
}

/* --- What libsoup tells --- */

static void
message_cb (SoupWebsocketConnection *connection,
            int                      type,
            GBytes                  *bytes,
            McpWebsocketLink        *self)
{
  gint64 now_usec = g_get_monotonic_time ();
  McpWebsocketLinkKind kind = type == SOUP_WEBSOCKET_DATA_BINARY ? MCP_WEBSOCKET_LINK_BINARY
                                                                 : MCP_WEBSOCKET_LINK_TEXT;

  /* libsoup goes on with what is behind a broken frame; nobody is to (RFC 6455 section 7.1.7). */
  if (self->error != NULL)
    return;

  if (mcp_chunk_queue_put (self->read, kind, now_usec, g_bytes_ref (bytes)) || self->closing)
    return;

  /* libsoup goes on with what it has; more does not come. */
  mcp_socket_gate_set_shut (self->gate, TRUE);
  mcp_chunk_queue_put (self->read, MCP_WEBSOCKET_LINK_HELD, now_usec, NULL);
}

static void
error_cb (SoupWebsocketConnection *connection,
          GError                  *error,
          McpWebsocketLink        *self)
{
  if (self->error == NULL)
    self->error = g_error_copy (error);
}

static void
closed_cb (SoupWebsocketConnection *connection,
           McpWebsocketLink        *self)
{
  g_autoptr (SoupWebsocketConnection) hold = g_object_ref (connection);

  end_open (self);
}

/* --- Sending --- */

/* FALSE when nothing waits. */
static gboolean
send_next (McpWebsocketLink *self)
{
  g_autoptr (GBytes) bytes = NULL;

  if (soup_websocket_connection_get_state (self->connection) == SOUP_WEBSOCKET_STATE_OPEN)
    bytes = mcp_websocket_queue_take (self->queue, self->told, MCP_WEBSOCKET_LINK_SENT);
  if (bytes == NULL)
    return FALSE;

  soup_websocket_connection_send_message (self->connection, SOUP_WEBSOCKET_DATA_TEXT, bytes);

  return TRUE;
}

static gboolean
writable_cb (GSocket      *socket,
             GIOCondition  condition,
             gpointer      user_data)
{
  McpWebsocketLink *self = user_data;

  if (send_next (self))
    return G_SOURCE_CONTINUE;

  g_clear_pointer (&self->writable, g_source_unref);

  return G_SOURCE_REMOVE;
}

static gboolean
work_cb (gpointer user_data)
{
  McpWebsocketLink *self = user_data;

  if (self->connection == NULL || self->closing || self->writable != NULL)
    return G_SOURCE_REMOVE;

  self->writable = g_socket_create_source (self->socket, G_IO_OUT, NULL);
  g_source_set_priority (self->writable, WRITE_PRIORITY);
  g_source_set_callback (self->writable, G_SOURCE_FUNC (writable_cb), self, NULL);
  g_source_attach (self->writable, g_main_context_get_thread_default ());

  return G_SOURCE_REMOVE;
}

/* --- Opening --- */

static void
tell_answer (McpWebsocketLink *self)
{
  McpExchangeTimings *timings = g_new0 (McpExchangeTimings, 1);

  mcp_http_fill_timings (self->message, self->started_usec, timings);
  tell (self, MCP_WEBSOCKET_LINK_TIMINGS, timings, sizeof *timings, g_free);
  if (soup_message_get_status (self->message) == 0)
    return;

  tell (self, MCP_WEBSOCKET_LINK_HEAD, mcp_http_head_new (self->message), sizeof (McpHttpHead),
        (GDestroyNotify) mcp_http_head_free);
}

/* Takes @connection. */
static void
hold_connection (McpWebsocketLink        *self,
                 SoupWebsocketConnection *connection)
{
  gsize cap_bytes = mcp_http_client_get_options (self->client)->cap_bytes;

  self->connection = connection;
  soup_websocket_connection_set_max_incoming_payload_size (connection, cap_bytes);
  mcp_http_limit_fragments (connection, cap_bytes, self->socket);

  g_signal_connect (connection, "message", G_CALLBACK (message_cb), self);
  g_signal_connect (connection, "error", G_CALLBACK (error_cb), self);
  g_signal_connect (connection, "closed", G_CALLBACK (closed_cb), self);
}

static void
connected_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  McpWebsocketLink *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SoupWebsocketConnection) connection =
    soup_session_websocket_connect_finish (SOUP_SESSION (object), result, &error);

  self->connecting = FALSE;
  tell_answer (self);
  if (connection == NULL)
    {
      error = mcp_hop_trace_blame (&self->hops, SOUP_SESSION (object), self->message,
                                     g_steal_pointer (&error));
      end (self, mcp_websocket_new_open_error (self->message, self->certificate, self->upgraded,
                                               error));
      return;
    }
  if (self->dropped)
    {
      g_clear_object (&connection);
      end (self, NULL);
      return;
    }

  hold_connection (self, g_steal_pointer (&connection));
  self->gate = mcp_socket_gate_new (self->socket, &self->error);
  if (self->gate == NULL)
    {
      end_open (self);
      return;
    }
  tell (self, MCP_WEBSOCKET_LINK_OPEN, NULL, 0, NULL);
  work_cb (self);
}

static void
starting_cb (SoupMessage      *message,
             McpWebsocketLink *self)
{
  mcp_hop_trace_authorize (message);
  tell (self, MCP_WEBSOCKET_LINK_BEGUN, NULL, 0, NULL);
}

static void
wrote_body_cb (SoupMessage      *message,
               McpWebsocketLink *self)
{
  self->upgraded = TRUE;
  tell (self, MCP_WEBSOCKET_LINK_UPGRADED, NULL, 0, NULL);
}

static gboolean
accept_certificate_cb (SoupMessage          *message,
                       GTlsCertificate      *certificate,
                       GTlsCertificateFlags  problems,
                       McpWebsocketLink     *self)
{
  gboolean accepts;

  g_clear_object (&self->certificate);
  accepts = mcp_http_client_judge_certificate (self->client, certificate, problems,
                                               &self->certificate);
  tell (self, MCP_WEBSOCKET_LINK_CERTIFICATE, g_object_ref (self->certificate), 1, g_object_unref);

  return accepts;
}

static void
network_event_cb (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  McpWebsocketLink   *self)
{
  mcp_hop_trace_event (&self->hops, event, connection);
  if (event == G_SOCKET_CLIENT_CONNECTED && G_IS_SOCKET_CONNECTION (connection))
    g_set_object (&self->socket,
                  g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)));

  tell (self, MCP_WEBSOCKET_LINK_NETWORK, mcp_http_network_new (event, connection),
        sizeof (McpHttpNetwork), (GDestroyNotify) mcp_http_network_free);
}

static gboolean
begin_cb (gpointer user_data)
{
  McpWebsocketLink *self = user_data;
  char *protocols[] = { (char *) "mcp", NULL };

  mcp_http_thread_hold (self->thread);
  g_signal_connect (self->message, "starting", G_CALLBACK (starting_cb), self);
  g_signal_connect (self->message, "wrote-body", G_CALLBACK (wrote_body_cb), self);
  g_signal_connect (self->message, "network-event", G_CALLBACK (network_event_cb), self);
  g_signal_connect (self->message, "accept-certificate", G_CALLBACK (accept_certificate_cb), self);
  mcp_hop_trace_watch (&self->hops, self->message);
  mcp_http_limit_informational (self->message, self->cancellable);

  self->connecting = TRUE;
  self->started_usec = g_get_monotonic_time ();
  self->session = mcp_http_thread_new_session (self->thread);
  soup_session_websocket_connect_async (self->session, self->message, NULL, protocols,
                                        G_PRIORITY_DEFAULT, self->cancellable, connected_cb, self);
  /* Only now, as libsoup has added its own headers. */
  tell (self, MCP_WEBSOCKET_LINK_START, mcp_http_start_new (self->message), sizeof (McpHttpStart),
        (GDestroyNotify) mcp_http_start_free);

  return G_SOURCE_REMOVE;
}

/* --- The side of the main loop --- */

/**
 * mcp_websocket_link_new:
 * @client: how to reach the server; its thread ends before the link is freed
 * @queue: what is sent; must stay as long
 * @told: what comes out at once; referenced
 * @read: what comes out as it is read; referenced
 *
 * Begins to open a WebSocket (RFC 6455 section 4.1).
 *
 * Returns: (transfer full): it
 */
McpWebsocketLink *
mcp_websocket_link_new (McpHttpClient     *client,
                        McpWebsocketQueue *queue,
                        McpChunkQueue     *told,
                        McpChunkQueue     *read)
{
  McpWebsocketLink *self = g_new0 (McpWebsocketLink, 1);

  self->client = client;
  self->thread = mcp_http_client_get_thread (client);
  self->queue = queue;
  self->told = mcp_chunk_queue_ref (told);
  self->read = mcp_chunk_queue_ref (read);
  self->cancellable = g_cancellable_new ();

  self->message = soup_message_new_from_uri ("GET", mcp_http_client_get_uri (client));
  soup_message_set_flags (self->message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS);
  /* Compressed, a message could grow past every limit after it was let in. */
  soup_message_disable_feature (self->message, SOUP_TYPE_WEBSOCKET_EXTENSION_MANAGER);
  mcp_http_client_fill_headers (client, self->message, NULL);
  mcp_http_client_show_own (client, self->message);
  mcp_http_thread_post (self->thread, begin_cb, self, NULL);

  return self;
}

/**
 * mcp_websocket_link_free:
 * @self: (transfer full): a link that was dropped, and whose thread has ended
 *
 * Frees it.
 */
void
mcp_websocket_link_free (McpWebsocketLink *self)
{
  mcp_chunk_queue_unref (self->told);
  mcp_chunk_queue_unref (self->read);
  g_clear_object (&self->certificate);
  g_clear_error (&self->error);
  g_object_unref (self->cancellable);
  mcp_hop_trace_clear (&self->hops);
  g_free (self);
}

/* Sends what is in the queue, as soon as it can. */
void
mcp_websocket_link_work (McpWebsocketLink *self)
{
  mcp_http_thread_post (self->thread, work_cb, self, NULL);
}

static gboolean
go_on_cb (gpointer user_data)
{
  McpWebsocketLink *self = user_data;

  if (self->gate != NULL)
    mcp_socket_gate_set_shut (self->gate, FALSE);

  return G_SOURCE_REMOVE;
}

/* Reads on, behind %MCP_WEBSOCKET_LINK_HELD. */
void
mcp_websocket_link_go_on (McpWebsocketLink *self)
{
  mcp_http_thread_post (self->thread, go_on_cb, self, NULL);
}

static gboolean
close_cb (gpointer user_data)
{
  McpWebsocketLink *self = user_data;

  if (self->connection == NULL)
    return G_SOURCE_REMOVE;

  self->closing = TRUE;
  go_on_cb (self);
  while (send_next (self))
    ;
  if (soup_websocket_connection_get_state (self->connection) == SOUP_WEBSOCKET_STATE_OPEN)
    soup_websocket_connection_close (self->connection, SOUP_WEBSOCKET_CLOSE_NORMAL, NULL);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_websocket_link_close:
 * @self: a link that is open
 *
 * Sends what is in the queue, and asks for the end (RFC 6455 section 7.1.2). Nothing is held back
 * any more, for the server has to be heard.
 */
void
mcp_websocket_link_close (McpWebsocketLink *self)
{
  mcp_http_thread_post (self->thread, close_cb, self, NULL);
}

static gboolean
drop_cb (gpointer user_data)
{
  McpWebsocketLink *self = user_data;

  self->dropped = TRUE;
  g_cancellable_cancel (self->cancellable);
  if (self->message != NULL && !self->connecting)
    end (self, NULL);

  return G_SOURCE_REMOVE;
}

/* Ends it at once, also while it opens. */
void
mcp_websocket_link_drop (McpWebsocketLink *self)
{
  mcp_http_thread_post (self->thread, drop_cb, self, NULL);
}
