/* mcp-websocket-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-client.h"
#include "mcp-http-report.h"
#include "mcp-read-source.h"
#include "mcp-transport-private.h"
#include "mcp-websocket-link.h"
#include "mcp-websocket-transport.h"

/**
 * McpWebsocketTransport:
 *
 * Messages as text frames of a WebSocket (RFC 6455): a custom transport (specification,
 * basic/transports, "Custom Transports"). Address, headers and trust are those of HTTP.
 *
 * The upgrade is exchange 1, which lasts as long as the connection; all frames are of it.
 *
 * libsoup reads and writes in a thread, see McpWebsocketLink; here what it tells is reported.
 */

#define EXCHANGE 1

#define CLOSE_WAIT_MSEC 1000

/* How much is read ahead, so that what comes while the window draws has its true time. */
#define READ_BYTES (4 * 1024 * 1024)

/* How long one dispatch may hand out frames, and after how many the clock is asked. */
#define DISPATCH_USEC   5000
#define DISPATCH_FRAMES 64

struct _McpWebsocketTransport
{
  McpConnectionTransport  parent_instance;

  McpHttpClient          *client;
  McpWebsocketLink       *link;          /* (nullable) before it connects */
  McpChunkQueue          *told;
  McpChunkQueue          *read;
  McpWebsocketQueue      *queue;

  gboolean                paused;
  gint64                  started_usec;  /* 0 before */
  gint64                  sent_usec;     /* the upgrade; 0 before */
  char                   *answer;        /* (nullable) status and reason of the upgrade's */
  McpExchangeTimings      timings;
  guint64                 n_bytes;
  guint                   n_frames;
};

G_DEFINE_FINAL_TYPE (McpWebsocketTransport, mcp_websocket_transport, MCP_TYPE_CONNECTION_TRANSPORT)

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
  end.body_bytes = self->n_bytes;
  end.wire_bytes = self->n_bytes;
  end.n_events = self->n_frames;
  end.time_usec = g_get_monotonic_time ();
  end.timings = self->timings;
  end.timings.sent_usec = self->sent_usec != 0 ? self->sent_usec - self->started_usec : -1;
  end.timings.ended_usec = end.time_usec - self->started_usec;
  mcp_transport_report_exchange_ended (MCP_TRANSPORT (self), &end);
}

static void
count (McpWebsocketTransport *self,
       const McpChunk        *chunk)
{
  if (chunk->kind != MCP_WEBSOCKET_LINK_TEXT && chunk->kind != MCP_WEBSOCKET_LINK_BINARY)
    return;

  self->n_frames++;
  self->n_bytes += g_bytes_get_size (chunk->bytes);
}

/* Lets go of the connection. What has left until now was sent, and what was read was received. */
static void
drop_link (McpWebsocketTransport *self,
           const GError          *error)
{
  g_auto (McpChunk) chunk = { 0 };

  mcp_websocket_queue_refuse (self->queue, error);
  mcp_websocket_queue_drop (self->queue);
  mcp_websocket_link_drop (self->link);
  while (mcp_chunk_queue_take (self->told, &chunk))
    {
      if (chunk.kind == MCP_WEBSOCKET_LINK_SENT)
        mcp_websocket_queue_report_sent (self->queue, &chunk);
      mcp_chunk_clear (&chunk);
    }
  while (mcp_chunk_queue_take (self->read, &chunk))
    {
      count (self, &chunk);
      mcp_chunk_clear (&chunk);
    }
  mcp_chunk_queue_close (self->told);
  mcp_chunk_queue_close (self->read);
}

static void
mcp_websocket_transport_ended (McpConnectionTransport *connection,
                               const GError           *error,
                               const GError           *lost_error)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);

  drop_link (self, lost_error);
  mcp_websocket_queue_report_lost (self->queue);
  report_end (self, error);
}

static void
mcp_websocket_transport_open_failed (McpConnectionTransport *connection,
                                     const GError           *error)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);

  if (self->link != NULL)
    {
      drop_link (self, error);
    }
  else
    {
      mcp_websocket_queue_refuse (self->queue, error);
      mcp_websocket_queue_drop (self->queue);
    }

  if (self->answer != NULL)
    mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_RESPONSE, MCP_STEP_BROKE,
                               self->answer);
  else if (self->started_usec != 0)
    mcp_http_client_saw_failure (self->client, self, error);
  report_end (self, error);
}

/* The caller holds a reference. */
static void
take_end (McpWebsocketTransport *self,
          const McpChunk        *chunk)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  McpConnectionState state = mcp_connection_transport_get_state (connection);
  GError *error = chunk->bytes != NULL ? g_error_copy (g_bytes_get_data (chunk->bytes, NULL)) : NULL;

  if (state == MCP_CONNECTION_OPENING)
    {
      mcp_connection_transport_fail_open (connection, error);
      return;
    }

  if (mcp_connection_transport_is_closing (connection))
    g_clear_error (&error);
  mcp_connection_transport_end (connection, error);
}

/* --- What is told --- */

static void
take_start (McpWebsocketTransport *self,
            const McpChunk        *chunk)
{
  McpExchangeStart start = { .exchange = EXCHANGE, .purpose = MCP_EXCHANGE_UPGRADE };

  self->started_usec = chunk->time_usec;
  start.time_usec = self->started_usec;
  mcp_http_report_start (MCP_TRANSPORT (self), g_bytes_get_data (chunk->bytes, NULL), &start);
}

static void
take_head (McpWebsocketTransport *self,
           const McpChunk        *chunk)
{
  const McpHttpHead *head = g_bytes_get_data (chunk->bytes, NULL);

  self->answer = g_strdup_printf ("%u %s", head->status, head->reason != NULL ? head->reason : "");
  g_strchomp (self->answer);
  mcp_http_report_head (MCP_TRANSPORT (self), head, EXCHANGE, chunk->time_usec);
}

static void
take_open (McpWebsocketTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);

  /* The link is being dropped then, and says so. */
  if (mcp_connection_transport_is_given_up (connection))
    return;

  mcp_connection_transport_set_open (connection);
  mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_RESPONSE, MCP_STEP_SUCCEEDED,
                             self->answer);
  mcp_connection_transport_return_open (connection);
}

static void
take_told (McpWebsocketTransport *self,
           const McpChunk        *chunk)
{
  gconstpointer data = chunk->bytes != NULL ? g_bytes_get_data (chunk->bytes, NULL) : NULL;

  switch ((McpWebsocketLinkKind) chunk->kind)
    {
    case MCP_WEBSOCKET_LINK_START:
      take_start (self, chunk);
      break;
    case MCP_WEBSOCKET_LINK_NETWORK:
      mcp_http_client_network_event (self->client, self, data);
      break;
    case MCP_WEBSOCKET_LINK_CERTIFICATE:
      mcp_http_client_set_certificate (self->client, (McpCertificate *) data);
      break;
    case MCP_WEBSOCKET_LINK_BEGUN:
      mcp_http_client_saw_request (self->client, self);
      break;
    case MCP_WEBSOCKET_LINK_UPGRADED:
      self->sent_usec = chunk->time_usec;
      break;
    case MCP_WEBSOCKET_LINK_TIMINGS:
      self->timings = *(const McpExchangeTimings *) data;
      break;
    case MCP_WEBSOCKET_LINK_HEAD:
      take_head (self, chunk);
      break;
    case MCP_WEBSOCKET_LINK_OPEN:
      take_open (self);
      break;
    case MCP_WEBSOCKET_LINK_SENT:
      mcp_websocket_queue_report_sent (self->queue, chunk);
      break;
    case MCP_WEBSOCKET_LINK_TEXT:
    case MCP_WEBSOCKET_LINK_BINARY:
    case MCP_WEBSOCKET_LINK_HELD:
    case MCP_WEBSOCKET_LINK_END:
    default:
      break;
    }
}

static gboolean
told_cb (gpointer user_data)
{
  McpWebsocketTransport *self = user_data;
  g_autoptr (McpWebsocketTransport) hold = g_object_ref (self);
  g_auto (McpChunk) chunk = { 0 };

  while (mcp_chunk_queue_take (self->told, &chunk))
    {
      take_told (self, &chunk);
      mcp_chunk_clear (&chunk);
    }

  return G_SOURCE_REMOVE;
}

/* --- What is read --- */

static void
take_message (McpWebsocketTransport *self,
              const McpChunk        *chunk)
{
  McpFrame frame = { 0 };
  g_autofree char *size = NULL;

  frame.source = MCP_FRAME_PACKET;
  frame.exchange = EXCHANGE;
  frame.bytes = chunk->bytes;
  frame.total_bytes = g_bytes_get_size (chunk->bytes);
  frame.first_usec = chunk->time_usec;
  frame.last_usec = chunk->time_usec;
  mcp_transport_report_frame (MCP_TRANSPORT (self), &frame);

  if (chunk->kind != MCP_WEBSOCKET_LINK_BINARY)
    return;

  size = g_strdup_printf ("%" G_GUINT64_FORMAT, frame.total_bytes);
  mcp_transport_report_violation (MCP_TRANSPORT (self), EXCHANGE, "binary-message", size);
}

static void
take_read (McpWebsocketTransport *self,
           const McpChunk        *chunk)
{
  count (self, chunk);
  if (chunk->kind == MCP_WEBSOCKET_LINK_HELD)
    mcp_websocket_link_go_on (self->link);
  else if (chunk->kind == MCP_WEBSOCKET_LINK_END)
    take_end (self, chunk);
  else
    take_message (self, chunk);
}

/* Does not keep the main loop from others for long. */
static gboolean
read_cb (gpointer user_data)
{
  McpWebsocketTransport *self = user_data;
  g_autoptr (McpWebsocketTransport) hold = g_object_ref (self);
  gint64 deadline_usec = g_get_monotonic_time () + DISPATCH_USEC;
  g_auto (McpChunk) chunk = { 0 };
  guint n_chunks = 0;

  while (!self->paused && mcp_chunk_queue_take (self->read, &chunk))
    {
      /* What was sent before this came is told before. */
      told_cb (self);
      take_read (self, &chunk);
      mcp_chunk_clear (&chunk);
      if (++n_chunks % DISPATCH_FRAMES == 0 && g_get_monotonic_time () > deadline_usec)
        return G_SOURCE_CONTINUE;
    }

  return G_SOURCE_REMOVE;
}

/* --- What is asked for --- */

static void
mcp_websocket_transport_connect (McpConnectionTransport *connection)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);

  self->link = mcp_websocket_link_new (self->client, self->queue, self->told, self->read);
}

static void
mcp_websocket_transport_abort_open (McpConnectionTransport *connection)
{
  mcp_websocket_link_drop (MCP_WEBSOCKET_TRANSPORT (connection)->link);
}

static void
mcp_websocket_transport_disconnect (McpConnectionTransport *connection)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (connection);
  g_autoptr (GError) error = mcp_connection_transport_new_closed_error ();

  mcp_websocket_queue_refuse (self->queue, error);
  mcp_websocket_link_close (self->link);
  mcp_connection_transport_start_timer (connection, CLOSE_WAIT_MSEC);
}

static void
mcp_websocket_transport_hurry (McpConnectionTransport *connection)
{
  mcp_connection_transport_end (connection, NULL);
}

static void
mcp_websocket_transport_resume (McpTransport *transport,
                                guint         exchange)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);

  self->paused = FALSE;
  mcp_chunk_queue_wake (self->read);
}

static void
mcp_websocket_transport_pause (McpTransport *transport,
                               guint         exchange)
{
  MCP_WEBSOCKET_TRANSPORT (transport)->paused = TRUE;
}

static void
mcp_websocket_transport_kill (McpTransport *transport)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);

  MCP_TRANSPORT_CLASS (mcp_websocket_transport_parent_class)->kill (transport);
  if (self->link == NULL)
    return;

  mcp_websocket_link_drop (self->link);
  mcp_websocket_transport_resume (transport, EXCHANGE);
}

static guint64
mcp_websocket_transport_send (McpTransport         *transport,
                              GBytes               *bytes,
                              const McpSendOptions *options)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);
  guint64 ticket = mcp_websocket_queue_send (self->queue, bytes);

  if (self->link != NULL)
    mcp_websocket_link_work (self->link);

  return ticket;
}

static gboolean
mcp_websocket_transport_unsend (McpTransport *transport,
                                guint64       ticket)
{
  return mcp_websocket_queue_unsend (MCP_WEBSOCKET_TRANSPORT (transport)->queue, ticket);
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

  if (self->link != NULL)
    mcp_websocket_link_drop (self->link);
  mcp_chunk_queue_close (self->told);
  mcp_chunk_queue_close (self->read);
  /* Its thread ends with it. */
  g_clear_pointer (&self->client, mcp_http_client_free);
  g_clear_pointer (&self->link, mcp_websocket_link_free);

  G_OBJECT_CLASS (mcp_websocket_transport_parent_class)->dispose (object);
}

static void
mcp_websocket_transport_finalize (GObject *object)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (object);

  mcp_chunk_queue_unref (self->told);
  mcp_chunk_queue_unref (self->read);
  mcp_websocket_queue_free (self->queue);
  g_free (self->answer);

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
  connection_class->timed_out = mcp_websocket_transport_hurry;
}

static void
mcp_websocket_transport_init (McpWebsocketTransport *self)
{
  self->queue = mcp_websocket_queue_new (MCP_TRANSPORT (self));
  self->told = mcp_chunk_queue_new (G_MAXSIZE, G_PRIORITY_DEFAULT, told_cb, self);
  self->read = mcp_chunk_queue_new (READ_BYTES, MCP_READ_PRIORITY, read_cb, self);
  self->timings = (McpExchangeTimings) { -1, -1, -1, -1, -1, -1 };
}

/**
 * mcp_websocket_transport_new:
 * @options: how to reach the server; copied
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
