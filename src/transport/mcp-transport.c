/* mcp-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-transport"

#include "config.h"

#include "mcp-transport-private.h"
#include "mcp-transport.h"

/**
 * McpTransport:
 *
 * Moves bytes to a server and back, and knows no method name. An implementation reports to one
 * sink; who implements it overrides all functions of the class.
 */

typedef struct
{
  /* Weak: the sink owns the transport. */
  McpTransportSink *sink;
} McpTransportPrivate;

G_DEFINE_INTERFACE (McpTransportSink, mcp_transport_sink, G_TYPE_OBJECT)
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpTransport, mcp_transport, G_TYPE_OBJECT)

static void
mcp_transport_sink_default_init (McpTransportSinkInterface *iface)
{
}

static void
mcp_transport_dispose (GObject *object)
{
  mcp_transport_set_sink (MCP_TRANSPORT (object), NULL);

  G_OBJECT_CLASS (mcp_transport_parent_class)->dispose (object);
}

static void
mcp_transport_class_init (McpTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_transport_dispose;
}

static void
mcp_transport_init (McpTransport *self)
{
}

/**
 * mcp_transport_set_sink:
 * @self: a transport
 * @sink: (nullable): who is told of everything, or %NULL for nobody
 *
 * Sets where the transport reports. The sink is not referenced.
 */
void
mcp_transport_set_sink (McpTransport     *self,
                        McpTransportSink *sink)
{
  McpTransportPrivate *priv;

  g_return_if_fail (MCP_IS_TRANSPORT (self));
  g_return_if_fail (sink == NULL || MCP_IS_TRANSPORT_SINK (sink));

  priv = mcp_transport_get_instance_private (self);
  g_set_weak_pointer (&priv->sink, sink);
}

/**
 * mcp_transport_get_sink:
 * @self: a transport
 *
 * Gets where the transport reports.
 *
 * Returns: (transfer none) (nullable): the sink
 */
McpTransportSink *
mcp_transport_get_sink (McpTransport *self)
{
  McpTransportPrivate *priv;

  g_return_val_if_fail (MCP_IS_TRANSPORT (self), NULL);

  priv = mcp_transport_get_instance_private (self);

  return priv->sink;
}

/**
 * mcp_transport_open_async:
 * @self: a transport that was never opened
 * @cancellable: (nullable): ends the attempt
 * @callback: called when bytes can flow, or never will
 * @user_data: for @callback
 *
 * Reaches the server. When this fails nothing needs to be closed, and the sink is not told.
 */
void
mcp_transport_open_async (McpTransport        *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->open_async (self, cancellable, callback, user_data);
}

/**
 * mcp_transport_open_finish:
 * @self: a transport
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Finishes mcp_transport_open_async().
 *
 * Returns: %FALSE with an #McpError: %MCP_ERROR_SPAWN or %MCP_ERROR_NETWORK; %MCP_ERROR_CANCELLED;
 *   %MCP_ERROR_CLOSED when it was closed meanwhile
 */
gboolean
mcp_transport_open_finish (McpTransport  *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), FALSE);

  return MCP_TRANSPORT_GET_CLASS (self)->open_finish (self, result, error);
}

/**
 * mcp_transport_close_async:
 * @self: a transport
 * @cancellable: (nullable): when cancelled, closing goes on without any more politeness
 * @callback: called when nothing is left
 * @user_data: for @callback
 *
 * Ends the connection in an orderly way. May be called at any time and more than once.
 */
void
mcp_transport_close_async (McpTransport        *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->close_async (self, cancellable, callback, user_data);
}

/**
 * mcp_transport_close_finish:
 * @self: a transport
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Finishes mcp_transport_close_async().
 *
 * Returns: %FALSE with an #McpError if something of the peer is left
 */
gboolean
mcp_transport_close_finish (McpTransport  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), FALSE);

  return MCP_TRANSPORT_GET_CLASS (self)->close_finish (self, result, error);
}

/**
 * mcp_transport_send:
 * @self: a transport
 * @bytes: one message, without a line end
 *
 * Sends a message at once, or queues it behind those that wait. The sink is told of each
 * message exactly once: sent, which may happen in here, or unsent.
 *
 * Returns: a ticket, greater than all before it
 */
guint64
mcp_transport_send (McpTransport *self,
                    GBytes       *bytes)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), 0);
  g_return_val_if_fail (bytes != NULL, 0);

  return MCP_TRANSPORT_GET_CLASS (self)->send (self, bytes);
}

/**
 * mcp_transport_unsend:
 * @self: a transport
 * @ticket: what mcp_transport_send() returned
 *
 * Takes a message back, if not a byte of it has left: half a message would break all later ones.
 *
 * Returns: %TRUE when it will not be sent
 */
gboolean
mcp_transport_unsend (McpTransport *self,
                      guint64       ticket)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), FALSE);

  return MCP_TRANSPORT_GET_CLASS (self)->unsend (self, ticket);
}

/**
 * mcp_transport_pause:
 * @self: a transport
 *
 * Stops frames, also those that have been read already, and reading. What the server writes
 * then waits in the pipe: the back-pressure that keeps memory bounded. May be called by the
 * sink in the middle of a frame.
 */
void
mcp_transport_pause (McpTransport *self)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->pause (self);
}

/**
 * mcp_transport_resume:
 * @self: a transport
 *
 * Lets frames come again, from the main loop, never from in here.
 */
void
mcp_transport_resume (McpTransport *self)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->resume (self);
}

/**
 * mcp_transport_describe:
 * @self: a transport
 *
 * Says what the connection is in a few words: “stdio · pid 4821”.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_transport_describe (McpTransport *self)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), NULL);

  return MCP_TRANSPORT_GET_CLASS (self)->describe (self);
}

/**
 * mcp_transport_kill:
 * @self: a transport
 *
 * Ends the connection at once, without any politeness, for an application that has no time left.
 */
void
mcp_transport_kill (McpTransport *self)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->kill (self);
}

/* Calls @method of the sink, which may be dropped meanwhile. */
#define REPORT(self, method, ...) \
  G_STMT_START \
  { \
    McpTransportPrivate *report_priv = mcp_transport_get_instance_private (self); \
    if (report_priv->sink != NULL) \
      { \
        McpTransportSinkInterface *report_iface = \
          MCP_TRANSPORT_SINK_GET_IFACE (report_priv->sink); \
        if (report_iface->method != NULL) \
          report_iface->method (report_priv->sink __VA_OPT__ (, ) __VA_ARGS__); \
      } \
  } \
  G_STMT_END

void
mcp_transport_report_frame (McpTransport  *self,
                            const McpLine *line,
                            gint64         last_usec)
{
  REPORT (self, frame, line, last_usec);
}

void
mcp_transport_report_partial (McpTransport *self,
                              guint64       size_bytes,
                              gint64        first_usec)
{
  REPORT (self, partial, size_bytes, first_usec);
}

void
mcp_transport_report_sent (McpTransport *self,
                           guint64       ticket,
                           GBytes       *bytes,
                           gint64        queued_usec,
                           gint64        first_usec,
                           gint64        last_usec)
{
  REPORT (self, sent, ticket, bytes, queued_usec, first_usec, last_usec);
}

void
mcp_transport_report_unsent (McpTransport *self,
                             guint64       ticket,
                             GBytes       *bytes,
                             const GError *error)
{
  REPORT (self, unsent, ticket, bytes, error);
}

void
mcp_transport_report_stderr_line (McpTransport  *self,
                                  const McpLine *line,
                                  gint64         last_usec)
{
  REPORT (self, stderr_line, line, last_usec);
}

void
mcp_transport_report_spawned (McpTransport       *self,
                              GPid                pid,
                              const char * const *argv,
                              const char         *cwd,
                              const char * const *environ_names,
                              gint64              took_usec)
{
  REPORT (self, spawned, pid, argv, cwd, environ_names, took_usec);
}

void
mcp_transport_report_exited (McpTransport  *self,
                             const McpExit *status)
{
  REPORT (self, exited, status);
}

void
mcp_transport_report_output_closed (McpTransport *self)
{
  REPORT (self, output_closed);
}

void
mcp_transport_report_shutdown_step (McpTransport *self,
                                    const char   *step,
                                    gint64        waited_usec)
{
  REPORT (self, shutdown_step, step, waited_usec);
}

void
mcp_transport_report_closed (McpTransport *self,
                             const GError *error)
{
  REPORT (self, closed, error);
}
