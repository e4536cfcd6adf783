/* mcp-line-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-line-reader.h"
#include "mcp-line-transport.h"
#include "mcp-transport-private.h"
#include "mcp-write-queue.h"

/**
 * McpLineTransport:
 *
 * Messages as lines over one connected stream socket: a custom transport with the framing of stdio
 * (specification, basic/transports, "Custom Transports"). Who derives from it connects.
 *
 * Reading and writing are helpers that it shares with stdio; both use the one descriptor. The end
 * of what the server writes is the end of the connection: a server that only listens cannot answer.
 *
 * No helper holds a reference to it: dropping the last one closes the socket.
 * docs/adding-a-transport.md goes through this file.
 */

#define DEFAULT_CAP_BYTES (256u * 1024 * 1024)
#define PARTIAL_BYTES     (1024u * 1024)

/* How long a server may take to end its side after we have ended ours. */
#define CLOSE_WAIT_MSEC 1000

typedef struct
{
  char          *place;      /* what connects to, for people */
  gsize          cap_bytes;
  int            fd;         /* -1 while there is none */
  McpLineReader *reader;
  McpWriteQueue *queue;
  gboolean       paused;
} McpLineTransportPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpLineTransport, mcp_line_transport,
                                     MCP_TYPE_CONNECTION_TRANSPORT)

#define PRIV(self) ((McpLineTransportPrivate *) mcp_line_transport_get_instance_private (self))

static void
close_fd (McpLineTransport *self)
{
  McpLineTransportPrivate *priv = PRIV (self);

  if (priv->fd >= 0)
    close (priv->fd);
  priv->fd = -1;
}

/* The server has ended it, or has been waited for long enough. The caller holds a reference. */
static void
end_connection (McpLineTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  int read_errno = mcp_line_reader_get_errno (PRIV (self)->reader);
  GError *error = NULL;

  /* A reset is what a program that ends leaves behind it when it has not read all. */
  if (!mcp_connection_transport_is_closing (connection) && read_errno != 0
      && read_errno != ECONNRESET)
    error = g_error_new (MCP_ERROR, MCP_ERROR_LOST, _("The connection to %s broke: %s"),
                         PRIV (self)->place, g_strerror (read_errno));
  else if (!mcp_connection_transport_is_closing (connection))
    error = MCP_LINE_TRANSPORT_GET_CLASS (self)->new_ended_error (self);

  mcp_connection_transport_end (connection, error);
}

static void
ended_cb (McpTransport *transport)
{
  end_connection (MCP_LINE_TRANSPORT (transport));
}

/* What some lines cause goes out in one write. */
static void
begin_lines (McpTransport *transport)
{
  mcp_write_queue_hold (PRIV (MCP_LINE_TRANSPORT (transport))->queue);
}

static void
end_lines (McpTransport *transport)
{
  mcp_write_queue_release (PRIV (MCP_LINE_TRANSPORT (transport))->queue);
}

static const McpLineReaderFuncs reader_funcs = {
  .line = mcp_transport_report_line,
  .partial = mcp_transport_report_partial_line,
  .ended = ended_cb,
  .begin = begin_lines,
  .end = end_lines,
};

static const McpWriteQueueFuncs queue_funcs = {
  mcp_transport_report_sent,
  mcp_transport_report_unsent,
};

/* --- Opening --- */

/**
 * mcp_line_transport_become_open:
 * @self: a transport that is opening
 * @fd: (transfer full): a connected, non-blocking stream socket
 * @detail: what it is connected to
 *
 * Ends the opening, well or not.
 */
void
mcp_line_transport_become_open (McpLineTransport *self,
                                int               fd,
                                const char       *detail)
{
  McpLineTransportPrivate *priv = PRIV (self);
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  GError *error = NULL;

  priv->fd = fd;
  priv->reader = mcp_line_reader_new (MCP_TRANSPORT (self), &reader_funcs, fd, priv->cap_bytes,
                                      PARTIAL_BYTES, &error);
  if (priv->reader == NULL)
    {
      mcp_connection_transport_fail_open (connection, error);
      return;
    }

  mcp_connection_transport_set_open (connection);
  if (priv->paused)
    mcp_line_reader_pause (priv->reader);

  mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_CONNECT, MCP_STEP_SUCCEEDED, detail);
  mcp_write_queue_open (priv->queue, fd);
  mcp_connection_transport_return_open (connection);
}

static void
mcp_line_transport_open_failed (McpConnectionTransport *connection,
                                const GError           *error)
{
  McpLineTransport *self = MCP_LINE_TRANSPORT (connection);

  close_fd (self);
  mcp_write_queue_close (PRIV (self)->queue, error);
}

/* --- The end --- */

static void
mcp_line_transport_ended (McpConnectionTransport *connection,
                          const GError           *error,
                          const GError           *lost_error)
{
  McpLineTransport *self = MCP_LINE_TRANSPORT (connection);
  McpLineTransportPrivate *priv = PRIV (self);
  guint64 n_lines;
  guint64 n_bytes;

  mcp_line_reader_stop (priv->reader);
  n_bytes = mcp_line_reader_get_dropped (priv->reader, &n_lines);
  if (n_bytes > 0)
    mcp_transport_report_dropped (MCP_TRANSPORT (self), n_bytes, n_lines);
  mcp_write_queue_close (priv->queue, lost_error);
  mcp_write_queue_report_lost (priv->queue);
  close_fd (self);
}

/* Then the server is to end its side; what it says until then is still told. */
static void
mcp_line_transport_disconnect (McpConnectionTransport *connection)
{
  McpLineTransportPrivate *priv = PRIV (MCP_LINE_TRANSPORT (connection));
  g_autoptr (GError) error = mcp_connection_transport_new_closed_error ();

  mcp_write_queue_close (priv->queue, error);
  mcp_write_queue_report_lost (priv->queue);
  if (priv->fd < 0)
    return;

  mcp_line_reader_hurry (priv->reader);
  shutdown (priv->fd, SHUT_WR);
  mcp_connection_transport_start_timer (connection, CLOSE_WAIT_MSEC);
}

/* All that the server wrote until now is dropped. */
static void
mcp_line_transport_hurry (McpConnectionTransport *connection)
{
  end_connection (MCP_LINE_TRANSPORT (connection));
}

static void
mcp_line_transport_kill (McpTransport *transport)
{
  McpLineTransportPrivate *priv = PRIV (MCP_LINE_TRANSPORT (transport));

  MCP_TRANSPORT_CLASS (mcp_line_transport_parent_class)->kill (transport);
  /* The reader sees the end of it; the descriptor stays until then. */
  if (priv->fd >= 0)
    shutdown (priv->fd, SHUT_RDWR);
}

/* --- The rest --- */

static guint64
mcp_line_transport_send (McpTransport         *transport,
                         GBytes               *bytes,
                         const McpSendOptions *options)
{
  return mcp_write_queue_send (PRIV (MCP_LINE_TRANSPORT (transport))->queue, bytes,
                               options == NULL || !options->no_line_end);
}

static gboolean
mcp_line_transport_unsend (McpTransport *transport,
                           guint64       ticket)
{
  return mcp_write_queue_unsend (PRIV (MCP_LINE_TRANSPORT (transport))->queue, ticket);
}

static void
mcp_line_transport_pause (McpTransport *transport,
                          guint         exchange)
{
  McpLineTransportPrivate *priv = PRIV (MCP_LINE_TRANSPORT (transport));

  priv->paused = TRUE;
  if (priv->reader != NULL)
    mcp_line_reader_pause (priv->reader);
}

static void
mcp_line_transport_resume (McpTransport *transport,
                           guint         exchange)
{
  McpLineTransportPrivate *priv = PRIV (MCP_LINE_TRANSPORT (transport));

  priv->paused = FALSE;
  if (priv->reader != NULL)
    mcp_line_reader_resume (priv->reader);
}

static void
mcp_line_transport_dispose (GObject *object)
{
  McpLineTransport *self = MCP_LINE_TRANSPORT (object);
  McpLineTransportPrivate *priv = PRIV (self);

  g_clear_pointer (&priv->reader, mcp_line_reader_free);
  g_clear_pointer (&priv->queue, mcp_write_queue_free);
  close_fd (self);

  G_OBJECT_CLASS (mcp_line_transport_parent_class)->dispose (object);
}

static void
mcp_line_transport_finalize (GObject *object)
{
  g_free (PRIV (MCP_LINE_TRANSPORT (object))->place);

  G_OBJECT_CLASS (mcp_line_transport_parent_class)->finalize (object);
}

static void
mcp_line_transport_class_init (McpLineTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_line_transport_dispose;
  object_class->finalize = mcp_line_transport_finalize;

  transport_class->send = mcp_line_transport_send;
  transport_class->unsend = mcp_line_transport_unsend;
  transport_class->pause = mcp_line_transport_pause;
  transport_class->resume = mcp_line_transport_resume;
  transport_class->kill = mcp_line_transport_kill;

  connection_class->open_failed = mcp_line_transport_open_failed;
  connection_class->disconnect = mcp_line_transport_disconnect;
  connection_class->ended = mcp_line_transport_ended;
  connection_class->hurry = mcp_line_transport_hurry;
  connection_class->timed_out = mcp_line_transport_hurry;
}

static void
mcp_line_transport_init (McpLineTransport *self)
{
  PRIV (self)->fd = -1;
  PRIV (self)->queue = mcp_write_queue_new (MCP_TRANSPORT (self), &queue_funcs);
}

/**
 * mcp_line_transport_set_up:
 * @place: what it connects to, for people
 * @cap_bytes: the longest line that is kept whole; 0 is 256 MiB
 *
 * Says what every one has to know. Called once, right after it was made.
 */
void
mcp_line_transport_set_up (McpLineTransport *self,
                           const char       *place,
                           gsize             cap_bytes)
{
  PRIV (self)->place = g_strdup (place);
  PRIV (self)->cap_bytes = cap_bytes > 0 ? cap_bytes : DEFAULT_CAP_BYTES;
}

const char *
mcp_line_transport_get_place (McpLineTransport *self)
{
  return PRIV (self)->place;
}
