/* mcp-socket-gate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <glib-unix.h>

#include "mcp-socket-gate.h"

/*
 * Back-pressure for a reader that has none. libsoup reads a WebSocket for as long as there is
 * something to read, and hands out all of it; there is no way to ask it to wait. So its
 * descriptor's number is made to stand for one end of a pair of local sockets, and what comes in
 * and goes out is passed on between the other end and the real socket, from the main context of
 * whoever made the gate. While the gate is shut nothing is read from the real one: the kernel's
 * window stops the server. What goes out is passed on all the same, or each side might wait for the
 * other.
 */

#define BUFFER_BYTES (64 * 1024)

/* How many buffers are passed on before others have their turn. */
#define ROUNDS 16

enum { INSIDE, OUTSIDE };

/* Bytes read from one descriptor, to be written to the other. */
typedef struct
{
  char     *buffer;
  gsize     start;
  gsize     end;
  gboolean  over;  /* nothing more is read */
} Flow;

struct _McpSocketGate
{
  GSource  *source;
  int       fds[2];
  gpointer  tags[2];     /* (nullable) of the descriptors that are waited for */
  Flow      flows[2];    /* from the descriptor of that index to the other */
  gboolean  shut;
  int       read_errno;  /* of the real socket; 0 for none */
};

typedef struct
{
  GSource        parent;
  McpSocketGate *gate;
} GateSource;

static gboolean
is_blocked (int number)
{
  return number == EAGAIN || number == EWOULDBLOCK || number == EINTR;
}

/* FALSE when there is nothing to pass on now. */
static gboolean
fill (McpSocketGate *self,
      guint          from)
{
  Flow *flow = &self->flows[from];
  gssize n_read;

  if (flow->start < flow->end)
    return TRUE;
  if (flow->over || (from == OUTSIDE && self->shut))
    return FALSE;

  n_read = recv (self->fds[from], flow->buffer, BUFFER_BYTES, MSG_DONTWAIT);
  if (n_read < 0 && is_blocked (errno))
    return FALSE;
  if (n_read <= 0)
    {
      if (n_read < 0 && from == OUTSIDE)
        self->read_errno = errno;
      flow->over = TRUE;
      shutdown (self->fds[!from], SHUT_WR);
      return FALSE;
    }

  flow->start = 0;
  flow->end = n_read;

  return TRUE;
}

static void
pass_on (McpSocketGate *self,
         guint          from)
{
  Flow *flow = &self->flows[from];

  for (guint i = 0; i < ROUNDS && fill (self, from); i++)
    {
      gssize n_sent = send (self->fds[!from], flow->buffer + flow->start, flow->end - flow->start,
                            MSG_DONTWAIT | MSG_NOSIGNAL);

      if (n_sent < 0 && is_blocked (errno))
        return;
      /* Nobody takes it any more. Whoever reads there hears of it from the other direction. */
      if (n_sent < 0)
        flow->over = TRUE;
      flow->start = n_sent < 0 ? flow->end : flow->start + n_sent;
    }
}

/* A descriptor that nothing is wanted of is not looked at: its end would be told without end. */
static void
await (McpSocketGate *self,
       guint          index)
{
  const Flow *from = &self->flows[index];
  const Flow *to = &self->flows[!index];
  GIOCondition condition = 0;

  if (from->start == from->end && !from->over && !(index == OUTSIDE && self->shut))
    condition |= G_IO_IN;
  if (to->start < to->end)
    condition |= G_IO_OUT;

  if (condition != 0 && self->tags[index] != NULL)
    g_source_modify_unix_fd (self->source, self->tags[index], condition);
  else if (condition != 0)
    self->tags[index] = g_source_add_unix_fd (self->source, self->fds[index], condition);
  else if (self->tags[index] != NULL)
    g_source_remove_unix_fd (self->source, g_steal_pointer (&self->tags[index]));
}

static void
work (McpSocketGate *self)
{
  pass_on (self, INSIDE);
  pass_on (self, OUTSIDE);
  await (self, INSIDE);
  await (self, OUTSIDE);
}

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     user_data)
{
  work (((GateSource *) source)->gate);

  return G_SOURCE_CONTINUE;
}

/**
 * mcp_socket_gate_new:
 * @socket: a connected socket, on which nothing is under way
 * @error: when there are no descriptors left
 *
 * Makes an open gate of the calling thread's main context. The socket is used as before; when it is
 * closed, so is the real one.
 *
 * Returns: (transfer full) (nullable): a gate
 */
McpSocketGate *
mcp_socket_gate_new (GSocket  *socket,
                     GError  **error)
{
  static GSourceFuncs source_funcs = { .dispatch = dispatch };
  g_autoptr (McpSocketGate) self = g_new0 (McpSocketGate, 1);
  int fd = g_socket_get_fd (socket);
  int pair[2] = { -1, -1 };
  gboolean done;

  self->fds[OUTSIDE] = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  done = self->fds[OUTSIDE] >= 0
         && socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) == 0
         && dup3 (pair[0], fd, O_CLOEXEC) >= 0;
  if (!done)
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  self->fds[INSIDE] = pair[1];
  if (pair[0] >= 0)
    close (pair[0]);
  if (!done)
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (self->flows); i++)
    self->flows[i].buffer = g_malloc (BUFFER_BYTES);
  self->source = g_source_new (&source_funcs, sizeof (GateSource));
  ((GateSource *) self->source)->gate = self;
  await (self, INSIDE);
  await (self, OUTSIDE);
  g_source_attach (self->source, g_main_context_get_thread_default ());

  return g_steal_pointer (&self);
}

/**
 * mcp_socket_gate_free:
 * @self: (transfer full): a gate
 *
 * Passes on what is there to go out, as far as that is possible at once, and closes the connection.
 */
void
mcp_socket_gate_free (McpSocketGate *self)
{
  if (self->source != NULL)
    {
      pass_on (self, INSIDE);
      g_source_destroy (self->source);
      g_source_unref (self->source);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->fds); i++)
    {
      if (self->fds[i] >= 0)
        close (self->fds[i]);
      g_free (self->flows[i].buffer);
    }
  g_free (self);
}

/**
 * mcp_socket_gate_set_shut:
 * @shut: whether nothing more is let in; what is inside already is still there to be read
 *
 * Opens or shuts it.
 */
void
mcp_socket_gate_set_shut (McpSocketGate *self,
                          gboolean       shut)
{
  self->shut = shut;
  await (self, OUTSIDE);
}

/**
 * mcp_socket_gate_has_error:
 * @error: return location for what went wrong
 *
 * Gets how the real socket broke: its reader sees nothing but an end.
 *
 * Returns: %FALSE when it did not
 */
gboolean
mcp_socket_gate_has_error (McpSocketGate  *self,
                           GError        **error)
{
  if (self->read_errno == 0)
    return FALSE;

  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (self->read_errno),
                       g_strerror (self->read_errno));

  return TRUE;
}
