/* mcp-socket-gate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-socket-gate"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mcp-socket-gate.h"

/*
 * Back-pressure for a reader that has none. libsoup reads a WebSocket for as long as there is
 * something to read, and hands out all of it; there is no way to ask it to wait. What makes it
 * wait is a socket on which nothing comes: while the gate is shut, the descriptor's number stands
 * for a dead end, one half of a pair of sockets that gives nothing and takes nothing, and the
 * real one is kept aside. The reader sees the same as with a server that is silent and does not
 * read; the kernel's window stops the server.
 *
 * Nothing is lost in either direction: the dead end is full, so that no write succeeds meanwhile.
 */

struct _McpSocketGate
{
  GSocket *socket;
  int      aside_fd;  /* the real one while the gate is shut, else -1 */
  int      peer_fd;   /* the other half of the dead end, else -1 */
};

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* FALSE when it would still take something. */
static gboolean
fill (int fd)
{
  static const char zeros[4096];
  int size = sizeof zeros;
  gssize n_written;

  setsockopt (fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  do
    n_written = send (fd, zeros, sizeof zeros, MSG_NOSIGNAL);
  while (n_written > 0 || (n_written < 0 && errno == EINTR));

  return n_written < 0 && errno == EAGAIN;
}

/**
 * mcp_socket_gate_new:
 * @socket: a connected socket; referenced
 *
 * Creates an open gate.
 *
 * Returns: (transfer full): a gate
 */
McpSocketGate *
mcp_socket_gate_new (GSocket *socket)
{
  McpSocketGate *self = g_new0 (McpSocketGate, 1);

  self->socket = g_object_ref (socket);
  self->aside_fd = -1;
  self->peer_fd = -1;

  return self;
}

/**
 * mcp_socket_gate_free:
 * @self: (transfer full): a gate
 *
 * Opens and frees it.
 */
void
mcp_socket_gate_free (McpSocketGate *self)
{
  mcp_socket_gate_open (self);
  g_object_unref (self->socket);
  g_free (self);
}

/**
 * mcp_socket_gate_shut:
 * @self: a gate
 *
 * Lets nothing through. A reader that is reading now finds nothing the next time it asks.
 *
 * Returns: %FALSE when it cannot: the socket is closed, or there are no descriptors left
 */
gboolean
mcp_socket_gate_shut (McpSocketGate *self)
{
  int pair[2];
  int fd;

  if (self->aside_fd >= 0)
    return TRUE;
  if (g_socket_is_closed (self->socket)
      || socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
    return FALSE;

  fd = g_socket_get_fd (self->socket);
  self->peer_fd = pair[1];
  if (fill (pair[0]))
    self->aside_fd = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  if (self->aside_fd >= 0 && dup3 (pair[0], fd, O_CLOEXEC) < 0)
    close_fd (&self->aside_fd);
  close (pair[0]);
  if (self->aside_fd < 0)
    close_fd (&self->peer_fd);

  return self->aside_fd >= 0;
}

/**
 * mcp_socket_gate_open:
 * @self: a gate
 *
 * Lets everything through again.
 */
void
mcp_socket_gate_open (McpSocketGate *self)
{
  if (self->aside_fd < 0)
    return;

  /* Once closed the number may be somebody else's. */
  if (!g_socket_is_closed (self->socket))
    dup3 (self->aside_fd, g_socket_get_fd (self->socket), O_CLOEXEC);
  close_fd (&self->aside_fd);
  close_fd (&self->peer_fd);
}

/**
 * mcp_socket_gate_is_shut:
 * @self: a gate
 *
 * Tells whether it is shut.
 *
 * Returns: %TRUE between mcp_socket_gate_shut() and mcp_socket_gate_open()
 */
gboolean
mcp_socket_gate_is_shut (McpSocketGate *self)
{
  return self->aside_fd >= 0;
}
