/* mcp-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

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
  McpTransportSink *sink;             /* (nullable) */
  McpTransportSinkInterface *sink_iface; /* of it: not looked up for each message */
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

/* Where the bytes of all messages share one stream, an answer ends nothing. */
static void
mcp_transport_ignore_ticket (McpTransport *self,
                             guint64       ticket)
{
}

static GListModel *
mcp_transport_real_get_streams (McpTransport *self)
{
  return NULL;
}

static McpCertificate *
mcp_transport_real_get_certificate (McpTransport *self)
{
  return NULL;
}

static void
mcp_transport_class_init (McpTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_transport_dispose;

  klass->answered = mcp_transport_ignore_ticket;
  klass->abandon = mcp_transport_ignore_ticket;
  klass->get_streams = mcp_transport_real_get_streams;
  klass->get_certificate = mcp_transport_real_get_certificate;
}

static void
mcp_transport_init (McpTransport *self)
{
}

/**
 * mcp_transport_set_sink:
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
  priv->sink_iface = sink != NULL ? MCP_TRANSPORT_SINK_GET_IFACE (sink) : NULL;
}

/**
 * mcp_transport_open_async:
 * @self: a transport that was never opened
 * @cancellable: (nullable): ends the attempt
 * @callback: called when bytes can flow, or never will
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
 * @cancellable: (nullable): when cancelled, closing goes on without any more politeness
 * @callback: called when nothing is left
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
 * @bytes: one message, without a line end
 * @options: (nullable): how; %NULL for a message that needs no answer
 *
 * Sends a message at once, or queues it behind those that wait. The sink is told of each
 * message exactly once: sent, which may happen in here, or unsent.
 *
 * Returns: a ticket, greater than all before it
 */
guint64
mcp_transport_send (McpTransport         *self,
                    GBytes               *bytes,
                    const McpSendOptions *options)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), 0);
  g_return_val_if_fail (bytes != NULL, 0);

  return MCP_TRANSPORT_GET_CLASS (self)->send (self, bytes, options);
}

/**
 * mcp_transport_unsend:
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
 * mcp_transport_answered:
 * @ticket: what mcp_transport_send() returned
 *
 * Tells that a message has its answer: the event stream it is answered on may end now, and is
 * not resumed. Only HTTP cares.
 */
void
mcp_transport_answered (McpTransport *self,
                        guint64       ticket)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->answered (self, ticket);
}

/**
 * mcp_transport_abandon:
 * @ticket: what mcp_transport_send() returned
 *
 * Closes what a message would be answered on. Nothing is reported of it but the end of its
 * exchange. Only HTTP cares.
 */
void
mcp_transport_abandon (McpTransport *self,
                       guint64       ticket)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->abandon (self, ticket);
}

/**
 * mcp_transport_get_streams:
 *
 * Gets the event streams that are open or will be tried again.
 *
 * Returns: (transfer none) (nullable): a list of #McpHttpStream; %NULL where there are none
 */
GListModel *
mcp_transport_get_streams (McpTransport *self)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), NULL);

  return MCP_TRANSPORT_GET_CLASS (self)->get_streams (self);
}

McpCertificate *
mcp_transport_get_certificate (McpTransport *self)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), NULL);

  return MCP_TRANSPORT_GET_CLASS (self)->get_certificate (self);
}

/**
 * mcp_transport_get_steps:
 * @n_steps: (out): how many there are
 *
 * Gets what reaching a server this way takes, in order.
 *
 * Returns: (array length=n_steps): the steps
 */
const McpStep *
mcp_transport_get_steps (McpTransport *self,
                         gsize        *n_steps)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), NULL);
  g_return_val_if_fail (n_steps != NULL, NULL);

  return MCP_TRANSPORT_GET_CLASS (self)->get_steps (self, n_steps);
}

/**
 * mcp_transport_pause:
 * @exchange: the one whose frames are to wait; 0 where there are none
 *
 * Stops frames, also those that have been read already, and reading. What the server writes
 * then waits in the pipe: the back-pressure that keeps memory bounded. May be called by the
 * sink in the middle of a frame.
 */
void
mcp_transport_pause (McpTransport *self,
                     guint         exchange)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->pause (self, exchange);
}

/**
 * mcp_transport_resume:
 * @exchange: as it was given to mcp_transport_pause()
 *
 * Lets frames come again, from the main loop, never from in here.
 */
void
mcp_transport_resume (McpTransport *self,
                      guint         exchange)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->resume (self, exchange);
}

/**
 * mcp_transport_describe:
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

/* Ends the connection at once, without any politeness, for an application that has no time left. */
void
mcp_transport_kill (McpTransport *self)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));

  MCP_TRANSPORT_GET_CLASS (self)->kill (self);
}

/* Calls @method of the sink, and holds it meanwhile: what it hears may end its last user. */
#define REPORT(self, method, ...) \
  G_STMT_START \
  { \
    McpTransportPrivate *report_priv = mcp_transport_get_instance_private (self); \
    if (report_priv->sink != NULL) \
      { \
        McpTransportSink *report_sink = g_object_ref (report_priv->sink); \
        McpTransportSinkInterface *report_iface = report_priv->sink_iface; \
        if (report_iface->method != NULL) \
          report_iface->method (report_sink __VA_OPT__ (, ) __VA_ARGS__); \
        g_object_unref (report_sink); \
      } \
  } \
  G_STMT_END

void
mcp_transport_report_frame (McpTransport   *self,
                            const McpFrame *frame)
{
  REPORT (self, frame, frame);
}

void
mcp_transport_report_line (McpTransport  *self,
                           const McpLine *line,
                           gint64         last_usec)
{
  McpFrame frame = { 0 };

  frame.source = MCP_FRAME_LINE;
  frame.bytes = line->bytes;
  frame.end = line->end;
  frame.oversized = line->oversized;
  frame.total_bytes = line->total_bytes;
  frame.first_usec = line->first_usec;
  frame.last_usec = last_usec;

  REPORT (self, frame, &frame);
}

void
mcp_transport_report_partial_line (McpTransport *self,
                                   guint64       size_bytes,
                                   gint64        first_usec)
{
  REPORT (self, partial, 0, size_bytes, first_usec);
}

void
mcp_transport_report_partial (McpTransport *self,
                              guint         exchange,
                              guint64       size_bytes,
                              gint64        first_usec)
{
  REPORT (self, partial, exchange, size_bytes, first_usec);
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
mcp_transport_report_dropped (McpTransport *self,
                              guint64       n_bytes,
                              guint64       n_lines)
{
  REPORT (self, dropped, n_bytes, n_lines);
}

void
mcp_transport_report_step (McpTransport *self,
                           McpStep       step,
                           McpStepPhase  phase,
                           const char   *detail)
{
  REPORT (self, step, step, phase, detail);
}

void
mcp_transport_report_exchange_started (McpTransport           *self,
                                       const McpExchangeStart *start)
{
  REPORT (self, exchange_started, start);
}

void
mcp_transport_report_exchange_head (McpTransport          *self,
                                    const McpExchangeHead *head)
{
  REPORT (self, exchange_head, head);
}

void
mcp_transport_report_stream_item (McpTransport        *self,
                                  const McpStreamItem *item)
{
  REPORT (self, stream_item, item);
}

void
mcp_transport_report_exchange_ended (McpTransport         *self,
                                     const McpExchangeEnd *end)
{
  REPORT (self, exchange_ended, end);
}

void
mcp_transport_report_violation (McpTransport *self,
                                guint         exchange,
                                const char   *rule,
                                const char   *detail)
{
  REPORT (self, violation, exchange, rule, detail);
}

void
mcp_transport_report_failed (McpTransport *self,
                             guint64       ticket,
                             guint         status,
                             const GError *error)
{
  REPORT (self, failed, ticket, status, error);
}

void
mcp_transport_report_closed (McpTransport *self,
                             const GError *error)
{
  REPORT (self, closed, error);
}
