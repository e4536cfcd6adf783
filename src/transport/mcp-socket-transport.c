/* mcp-socket-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-socket-transport"

#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-line-reader.h"
#include "mcp-socket-transport.h"
#include "mcp-transport-private.h"
#include "mcp-write-queue.h"

/**
 * McpSocketTransport:
 *
 * Messages as lines over a Unix socket: a custom transport with the framing of stdio
 * (specification, basic/transports, "Custom Transports").
 *
 * Reading and writing are helpers that it shares with stdio; both use the one descriptor. The end
 * of what the server writes is the end of the connection: a server that only listens cannot answer.
 *
 * No helper holds a reference to it: dropping the last one closes the socket.
 * docs/adding-a-transport.md goes through this file.
 */

#define DEFAULT_CAP_BYTES (256u * 1024 * 1024)
#define PARTIAL_BYTES     (1024u * 1024)

/* A full backlog is no refusal: the server may be starting. Nothing tells when there is room. */
#define RETRY_MSEC        50
#define CONNECT_WAIT_USEC (10 * G_USEC_PER_SEC)

/* How long a server may take to end its side after we have ended ours. */
#define CLOSE_WAIT_MSEC 1000

struct _McpSocketTransport
{
  McpConnectionTransport  parent_instance;

  char                   *path;
  gsize                   cap_bytes;

  gint64                  open_usec;   /* when connecting began; 0 before */
  int                     fd;          /* -1 while there is none */
  int                     fd_errno;    /* why it could not be connected */
  McpLineReader          *reader;
  McpWriteQueue          *queue;
  gboolean                paused;
};

G_DEFINE_FINAL_TYPE (McpSocketTransport, mcp_socket_transport, MCP_TYPE_CONNECTION_TRANSPORT)

static GError *
new_connect_error (McpSocketTransport *self,
                   int                 connect_errno)
{
  struct stat status;
  const char *format;

  if (connect_errno == ENOENT || connect_errno == ENOTDIR)
    format = _("There is no socket “%s”. Start the server, or correct the path.");
  else if (connect_errno == ECONNREFUSED && stat (self->path, &status) == 0
           && !S_ISSOCK (status.st_mode))
    format = _("“%s” is not a socket. Correct the path.");
  else if (connect_errno == ECONNREFUSED)
    format = _("No server listens on the socket “%s”: the one that made it has ended. Start it "
               "again.");
  else if (connect_errno == EACCES || connect_errno == EPERM)
    format = _("You have no permission to use the socket “%s”. It needs to be writable for you.");
  else if (connect_errno == EPROTOTYPE)
    format = _("The socket “%s” is of another kind: a stream socket is needed.");
  else if (connect_errno == ENAMETOOLONG)
    format = _("The path “%s” is too long for a socket: 107 bytes are the limit.");
  else if (connect_errno == EAGAIN)
    format = _("The server on the socket “%s” does not take any connection. Look at the server.");
  else
    return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK,
                        _("Connecting to the socket “%s” failed: %s"), self->path,
                        g_strerror (connect_errno));

  return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, format, self->path);
}

static void
close_fd (McpSocketTransport *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

/* The server has ended it, or has been waited for long enough. The caller holds a reference. */
static void
end_connection (McpSocketTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  GError *error = NULL;

  if (!mcp_connection_transport_is_closing (connection))
    error = g_error_new (MCP_ERROR, MCP_ERROR_DIED,
                         _("The server on the socket “%s” has closed the connection."), self->path);

  mcp_connection_transport_end (connection, error);
}

static void
ended_cb (McpTransport *transport)
{
  end_connection (MCP_SOCKET_TRANSPORT (transport));
}

/* What some lines cause goes out in one write. */
static void
begin_lines (McpTransport *transport)
{
  mcp_write_queue_hold (MCP_SOCKET_TRANSPORT (transport)->queue);
}

static void
end_lines (McpTransport *transport)
{
  mcp_write_queue_release (MCP_SOCKET_TRANSPORT (transport)->queue);
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

static void
become_open (McpSocketTransport *self)
{
  GError *error = NULL;

  self->reader = mcp_line_reader_new (MCP_TRANSPORT (self), &reader_funcs, self->fd,
                                      self->cap_bytes, PARTIAL_BYTES, &error);
  if (self->reader == NULL)
    {
      mcp_connection_transport_fail_open (MCP_CONNECTION_TRANSPORT (self), error);
      return;
    }

  mcp_connection_transport_set_open (MCP_CONNECTION_TRANSPORT (self));
  if (self->paused)
    mcp_line_reader_pause (self->reader);

  mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_CONNECT, MCP_STEP_SUCCEEDED,
                             self->path);
  mcp_write_queue_open (self->queue, self->fd);
  mcp_connection_transport_return_open (MCP_CONNECTION_TRANSPORT (self));
}

/* Returns 0 or an errno. */
static int
connect_socket (McpSocketTransport *self)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  if (strlen (self->path) >= sizeof address.sun_path)
    return ENAMETOOLONG;

  strcpy (address.sun_path, self->path);
  if (self->fd < 0)
    self->fd = socket (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

  /* A Unix socket connects at once or not at all: there is no EINPROGRESS. */
  if (self->fd < 0 || connect (self->fd, (struct sockaddr *) &address, sizeof address) != 0)
    return errno;

  return 0;
}

static void
try_to_connect (McpSocketTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);

  if (mcp_connection_transport_is_given_up (connection))
    {
      mcp_connection_transport_fail_open (connection, NULL);
      return;
    }

  self->fd_errno = connect_socket (self);
  if (self->fd_errno == 0)
    become_open (self);
  else if (self->fd_errno == EAGAIN
           && g_get_monotonic_time () < self->open_usec + CONNECT_WAIT_USEC)
    mcp_connection_transport_start_timer (connection, RETRY_MSEC);
  else
    mcp_connection_transport_fail_open (connection, new_connect_error (self, self->fd_errno));
}

static void
mcp_socket_transport_connect (McpConnectionTransport *connection)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (connection);

  self->open_usec = g_get_monotonic_time ();
  mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_CONNECT, MCP_STEP_BEGAN, self->path);
  try_to_connect (self);
}

static void
mcp_socket_transport_open_failed (McpConnectionTransport *connection,
                                  const GError           *error)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (connection);
  gboolean refused = !mcp_connection_transport_is_given_up (connection);

  close_fd (self);
  mcp_write_queue_close (self->queue, error);
  if (self->open_usec != 0)
    mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_CONNECT, MCP_STEP_BROKE,
                               refused ? g_strerror (self->fd_errno) : NULL);
}

/* --- The end --- */

static void
mcp_socket_transport_ended (McpConnectionTransport *connection,
                            const GError           *error,
                            const GError           *lost_error)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (connection);

  mcp_line_reader_stop (self->reader);
  mcp_write_queue_close (self->queue, lost_error);
  mcp_write_queue_report_lost (self->queue);
  close_fd (self);
}

/* Then the server is to end its side; what it says until then is still told. */
static void
mcp_socket_transport_disconnect (McpConnectionTransport *connection)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (connection);
  g_autoptr (GError) error = mcp_connection_transport_new_closed_error ();

  mcp_write_queue_close (self->queue, error);
  mcp_write_queue_report_lost (self->queue);
  if (self->fd < 0)
    return;

  shutdown (self->fd, SHUT_WR);
  mcp_connection_transport_start_timer (connection, CLOSE_WAIT_MSEC);
}

/* There is room in the backlog perhaps; or all that the server wrote until now is dropped. */
static void
mcp_socket_transport_timed_out (McpConnectionTransport *connection)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (connection);

  if (mcp_connection_transport_get_state (connection) == MCP_CONNECTION_OPENING)
    try_to_connect (self);
  else
    end_connection (self);
}

static void
mcp_socket_transport_hurry (McpConnectionTransport *connection)
{
  end_connection (MCP_SOCKET_TRANSPORT (connection));
}

static void
mcp_socket_transport_kill (McpTransport *transport)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);

  MCP_TRANSPORT_CLASS (mcp_socket_transport_parent_class)->kill (transport);
  /* The reader sees the end of it; the descriptor stays until then. */
  if (self->fd >= 0)
    shutdown (self->fd, SHUT_RDWR);
}

/* --- The rest --- */

static guint64
mcp_socket_transport_send (McpTransport         *transport,
                           GBytes               *bytes,
                           const McpSendOptions *options)
{
  return mcp_write_queue_send (MCP_SOCKET_TRANSPORT (transport)->queue, bytes,
                               options == NULL || !options->no_line_end);
}

static gboolean
mcp_socket_transport_unsend (McpTransport *transport,
                             guint64       ticket)
{
  return mcp_write_queue_unsend (MCP_SOCKET_TRANSPORT (transport)->queue, ticket);
}

static void
mcp_socket_transport_pause (McpTransport *transport,
                            guint         exchange)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);

  self->paused = TRUE;
  if (self->reader != NULL)
    mcp_line_reader_pause (self->reader);
}

static void
mcp_socket_transport_resume (McpTransport *transport,
                             guint         exchange)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);

  self->paused = FALSE;
  if (self->reader != NULL)
    mcp_line_reader_resume (self->reader);
}

static const McpStep *
mcp_socket_transport_get_steps (McpTransport *transport,
                                gsize        *n_steps)
{
  static const McpStep steps[] = { MCP_STEP_CONNECT, MCP_STEP_HANDSHAKE };

  *n_steps = G_N_ELEMENTS (steps);

  return steps;
}

static char *
mcp_socket_transport_describe (McpTransport *transport)
{
  return g_strdup_printf ("socket · %s", MCP_SOCKET_TRANSPORT (transport)->path);
}

static void
mcp_socket_transport_dispose (GObject *object)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (object);

  g_clear_pointer (&self->reader, mcp_line_reader_free);
  g_clear_pointer (&self->queue, mcp_write_queue_free);
  close_fd (self);

  G_OBJECT_CLASS (mcp_socket_transport_parent_class)->dispose (object);
}

static void
mcp_socket_transport_finalize (GObject *object)
{
  g_free (MCP_SOCKET_TRANSPORT (object)->path);

  G_OBJECT_CLASS (mcp_socket_transport_parent_class)->finalize (object);
}

static void
mcp_socket_transport_class_init (McpSocketTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_socket_transport_dispose;
  object_class->finalize = mcp_socket_transport_finalize;

  transport_class->send = mcp_socket_transport_send;
  transport_class->unsend = mcp_socket_transport_unsend;
  transport_class->pause = mcp_socket_transport_pause;
  transport_class->resume = mcp_socket_transport_resume;
  transport_class->get_steps = mcp_socket_transport_get_steps;
  transport_class->describe = mcp_socket_transport_describe;
  transport_class->kill = mcp_socket_transport_kill;

  connection_class->connect = mcp_socket_transport_connect;
  connection_class->open_failed = mcp_socket_transport_open_failed;
  connection_class->disconnect = mcp_socket_transport_disconnect;
  connection_class->ended = mcp_socket_transport_ended;
  connection_class->hurry = mcp_socket_transport_hurry;
  connection_class->timed_out = mcp_socket_transport_timed_out;
}

static void
mcp_socket_transport_init (McpSocketTransport *self)
{
  self->fd = -1;
  self->queue = mcp_write_queue_new (MCP_TRANSPORT (self), &queue_funcs);
}

/**
 * mcp_socket_transport_new:
 * @path: the file name of a listening Unix stream socket
 * @cap_bytes: the longest line that is kept whole; 0 is 256 MiB
 *
 * Creates a transport that connects when it is opened.
 */
McpTransport *
mcp_socket_transport_new (const char *path,
                          gsize       cap_bytes)
{
  McpSocketTransport *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (MCP_TYPE_SOCKET_TRANSPORT, NULL);
  self->path = g_strdup (path);
  self->cap_bytes = cap_bytes > 0 ? cap_bytes : DEFAULT_CAP_BYTES;

  return MCP_TRANSPORT (self);
}
