/* mcp-socket-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error-cause.h"
#include "mcp-socket-transport.h"
#include "mcp-transport-private.h"

/**
 * McpSocketTransport:
 *
 * An #McpLineTransport over a Unix socket.
 */

/* A full backlog is no refusal: the server may be starting. Nothing tells when there is room. */
#define RETRY_MSEC        50
#define CONNECT_WAIT_USEC (10 * G_USEC_PER_SEC)

struct _McpSocketTransport
{
  McpLineTransport  parent_instance;

  char             *path;
  gint64            open_usec;   /* when connecting began; 0 before */
  int               fd;          /* the socket while it connects; -1 otherwise */
  int               fd_errno;    /* why it could not be connected */
};

G_DEFINE_FINAL_TYPE (McpSocketTransport, mcp_socket_transport, MCP_TYPE_LINE_TRANSPORT)

/*
 * What it was is known by the cause: what is no socket cannot be told from one without a server by
 * errno.
 */
static GError *
new_connect_error (McpSocketTransport *self,
                   int                 connect_errno)
{
  struct stat status;
  gboolean is_none = connect_errno == EPROTOTYPE
                     || (connect_errno == ECONNREFUSED && stat (self->path, &status) == 0
                         && !S_ISSOCK (status.st_mode));
  int code = is_none ? G_IO_ERROR_NOT_REGULAR_FILE : (int) g_io_error_from_errno (connect_errno);
  g_autoptr (GError) cause = g_error_new_literal (G_IO_ERROR, code, g_strerror (connect_errno));
  const char *format;
  GError *error;

  if (connect_errno == ENOENT || connect_errno == ENOTDIR)
    format = _("There is no socket “%s”");
  else if (connect_errno == EPROTOTYPE)
    format = _("The socket “%s” is not a stream socket");
  else if (is_none)
    format = _("“%s” is not a socket");
  else if (connect_errno == ECONNREFUSED)
    format = _("No server listens on the socket “%s”: the one that made it has ended");
  else if (connect_errno == EACCES || connect_errno == EPERM)
    format = _("You have no permission to use the socket “%s”");
  else if (connect_errno == ENAMETOOLONG)
    format = _("The path “%s” is too long for a socket: 107 bytes are the limit");
  else if (connect_errno == EAGAIN)
    format = _("The server on the socket “%s” does not take any connection");
  else
    format = _("The socket “%s” could not be connected to");

  error = g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, format, self->path);
  mcp_error_set_cause (error, cause);

  return error;
}

static void
close_fd (McpSocketTransport *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

static GError *
mcp_socket_transport_new_ended_error (McpLineTransport *transport)
{
  return g_error_new (MCP_ERROR, MCP_ERROR_DIED,
                      _("The server on the socket “%s” has closed the connection."),
                      MCP_SOCKET_TRANSPORT (transport)->path);
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
    mcp_line_transport_become_open (MCP_LINE_TRANSPORT (self), g_steal_fd (&self->fd), self->path);
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
  mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_CONNECT, MCP_STEP_BEGAN, NULL);
  try_to_connect (self);
}

static void
mcp_socket_transport_open_failed (McpConnectionTransport *connection,
                                  const GError           *error)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (connection);
  gboolean refused = !mcp_connection_transport_is_given_up (connection);

  close_fd (self);
  MCP_CONNECTION_TRANSPORT_CLASS (mcp_socket_transport_parent_class)->open_failed (connection, error);
  if (self->open_usec != 0)
    mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_CONNECT, MCP_STEP_BROKE,
                               refused ? g_strerror (self->fd_errno) : NULL);
}

/* There is room in the backlog perhaps. */
static void
mcp_socket_transport_timed_out (McpConnectionTransport *connection)
{
  if (mcp_connection_transport_get_state (connection) == MCP_CONNECTION_OPENING)
    try_to_connect (MCP_SOCKET_TRANSPORT (connection));
  else
    MCP_CONNECTION_TRANSPORT_CLASS (mcp_socket_transport_parent_class)->timed_out (connection);
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
mcp_socket_transport_finalize (GObject *object)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (object);

  close_fd (self);
  g_free (self->path);

  G_OBJECT_CLASS (mcp_socket_transport_parent_class)->finalize (object);
}

static void
mcp_socket_transport_class_init (McpSocketTransportClass *klass)
{
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_socket_transport_finalize;
  transport_class->get_steps = mcp_socket_transport_get_steps;
  transport_class->describe = mcp_socket_transport_describe;

  connection_class->connect = mcp_socket_transport_connect;
  connection_class->open_failed = mcp_socket_transport_open_failed;
  connection_class->timed_out = mcp_socket_transport_timed_out;

  MCP_LINE_TRANSPORT_CLASS (klass)->new_ended_error = mcp_socket_transport_new_ended_error;
}

static void
mcp_socket_transport_init (McpSocketTransport *self)
{
  self->fd = -1;
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
  mcp_line_transport_set_up (MCP_LINE_TRANSPORT (self), path, cap_bytes);

  return MCP_TRANSPORT (self);
}
