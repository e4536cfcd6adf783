/* mcp-connection-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-close-waiters.h"
#include "mcp-connection-transport.h"
#include "mcp-error.h"
#include "mcp-source.h"
#include "mcp-transport-private.h"

/**
 * McpConnectionTransport:
 *
 * What every way to reach a server has to get right around its own connection: it lives from
 * %MCP_CONNECTION_NEW over opening and open to %MCP_CONNECTION_CLOSED, once, whoever opens it
 * twice, cancels, closes in the middle, or closes from within a report.
 *
 * No source holds a reference to it, only the tasks of those who wait: dropping the last
 * reference ends all of it without a word. Each function of the class is called with a reference
 * held, and none from within the call that asked for it, but abort_open.
 */

typedef struct
{
  McpConnectionState  state;
  gboolean            closing;        /* we asked for the end; also while opening */
  GTask              *open_task;
  GSource            *cancel_source;  /* of the open's cancellable */
  GError             *give_up_error;  /* (nullable) why the open is not wanted any more */
  GSource            *work_source;    /* connects or disconnects, from the main loop */
  guint               timer;
  McpCloseWaiters    *close_waiters;
  GError             *close_error;    /* (nullable) what who waits for the close gets */
} McpConnectionTransportPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpConnectionTransport, mcp_connection_transport,
                                     MCP_TYPE_TRANSPORT)

#define PRIV(self) \
  ((McpConnectionTransportPrivate *) mcp_connection_transport_get_instance_private (self))

/* From the main loop: who asks is not called back before it has returned, and a sink may close in
 * the middle of a frame. */
static void
work_later (McpConnectionTransport *self,
            GSourceFunc             func)
{
  GSource *source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  PRIV (self)->work_source = source;
}

static void
become_closed (McpConnectionTransportPrivate *priv)
{
  priv->state = MCP_CONNECTION_CLOSED;
  mcp_source_clear (&priv->work_source);
  mcp_source_clear (&priv->cancel_source);
  g_clear_handle_id (&priv->timer, g_source_remove);
}

static GError *
new_cancelled_error (void)
{
  return g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("Connecting was cancelled."));
}

GError *
mcp_connection_transport_new_closed_error (void)
{
  return g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED, _("The connection was closed."));
}

/* --- Opening --- */

static gboolean
connect_cb (gpointer user_data)
{
  McpConnectionTransport *self = user_data;
  g_autoptr (McpConnectionTransport) hold = g_object_ref (self);
  McpConnectionTransportPrivate *priv = PRIV (self);

  mcp_source_clear (&priv->work_source);
  if (priv->give_up_error == NULL
      && g_cancellable_is_cancelled (g_task_get_cancellable (priv->open_task)))
    priv->give_up_error = new_cancelled_error ();

  if (priv->give_up_error != NULL)
    mcp_connection_transport_fail_open (self, NULL);
  else
    MCP_CONNECTION_TRANSPORT_GET_CLASS (self)->connect (self);

  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  McpConnectionTransport *self = user_data;
  g_autoptr (McpConnectionTransport) hold = g_object_ref (self);

  mcp_connection_transport_give_up (self, new_cancelled_error ());

  return G_SOURCE_REMOVE;
}

static void
mcp_connection_transport_open_async (McpTransport        *transport,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  McpConnectionTransport *self = MCP_CONNECTION_TRANSPORT (transport);
  McpConnectionTransportPrivate *priv = PRIV (self);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_connection_transport_open_async);
  g_task_set_check_cancellable (task, FALSE);

  if (priv->state >= MCP_CONNECTION_CLOSING)
    {
      g_task_return_error (task, mcp_connection_transport_new_closed_error ());
      return;
    }
  if (priv->state != MCP_CONNECTION_NEW)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_USAGE,
                               _("The connection is open already."));
      return;
    }

  priv->state = MCP_CONNECTION_OPENING;
  priv->open_task = g_steal_pointer (&task);
  if (cancellable != NULL)
    {
      priv->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (priv->cancel_source, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (priv->cancel_source, g_main_context_get_thread_default ());
    }
  work_later (self, connect_cb);
}

static gboolean
mcp_connection_transport_finish (McpTransport  *transport,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, transport), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

McpConnectionState
mcp_connection_transport_get_state (McpConnectionTransport *self)
{
  return PRIV (self)->state;
}

/**
 * mcp_connection_transport_is_closing:
 *
 * Gets whether we asked for the end, also before it was open and when it has come.
 *
 * Returns: %TRUE once closed or killed
 */
gboolean
mcp_connection_transport_is_closing (McpConnectionTransport *self)
{
  return PRIV (self)->closing;
}

/**
 * mcp_connection_transport_is_given_up:
 *
 * Gets whether the open is to fail, and why is known: cancelled, closed, or
 * mcp_connection_transport_give_up().
 *
 * Returns: %TRUE when all that is left is mcp_connection_transport_fail_open()
 */
gboolean
mcp_connection_transport_is_given_up (McpConnectionTransport *self)
{
  return PRIV (self)->give_up_error != NULL;
}

/**
 * mcp_connection_transport_give_up:
 * @error: (transfer full): why
 *
 * Makes the open fail. The first reason counts, before whatever comes of it. Nothing happens when
 * it is not opening.
 */
void
mcp_connection_transport_give_up (McpConnectionTransport *self,
                                  GError                 *error)
{
  McpConnectionTransportPrivate *priv = PRIV (self);

  if (priv->state != MCP_CONNECTION_OPENING || priv->give_up_error != NULL)
    {
      g_error_free (error);
      return;
    }

  priv->give_up_error = error;
  /* Before connect() nothing is under way, and it is not called any more. */
  if (priv->work_source == NULL)
    MCP_CONNECTION_TRANSPORT_GET_CLASS (self)->abort_open (self);
}

/**
 * mcp_connection_transport_set_open:
 * @self: a transport that is opening
 *
 * Makes it open. Whoever opened it is told by mcp_connection_transport_return_open(), which comes
 * right behind it, and behind the reports that belong to opening. The timer is stopped.
 */
void
mcp_connection_transport_set_open (McpConnectionTransport *self)
{
  McpConnectionTransportPrivate *priv = PRIV (self);

  g_return_if_fail (priv->state == MCP_CONNECTION_OPENING);

  priv->state = MCP_CONNECTION_OPEN;
  mcp_source_clear (&priv->cancel_source);
  g_clear_handle_id (&priv->timer, g_source_remove);
}

/* Answers who opened it: it is open. The caller holds a reference. */
void
mcp_connection_transport_return_open (McpConnectionTransport *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&PRIV (self)->open_task);

  g_task_return_boolean (task, TRUE);
}

/**
 * mcp_connection_transport_fail_open:
 * @self: a transport that is opening
 * @error: (transfer full) (nullable): why; may be %NULL, and does not count, when it was given up
 *
 * Ends the life of a transport that was never open, and answers all who wait. The caller holds a
 * reference.
 */
void
mcp_connection_transport_fail_open (McpConnectionTransport *self,
                                    GError                 *error)
{
  McpConnectionTransportPrivate *priv = PRIV (self);
  g_autoptr (GTask) task = g_steal_pointer (&priv->open_task);
  g_autoptr (GError) own = error;
  g_autoptr (GError) reason = NULL;

  g_return_if_fail (priv->state == MCP_CONNECTION_OPENING);

  reason = priv->give_up_error != NULL ? g_error_copy (priv->give_up_error)
                                       : g_steal_pointer (&own);
  become_closed (priv);
  MCP_CONNECTION_TRANSPORT_GET_CLASS (self)->open_failed (self, reason);
  g_task_return_error (task, g_steal_pointer (&reason));
  mcp_close_waiters_return_all (priv->close_waiters, NULL);
}

/* --- The end --- */

static gboolean
disconnect_cb (gpointer user_data)
{
  McpConnectionTransport *self = user_data;
  g_autoptr (McpConnectionTransport) hold = g_object_ref (self);

  mcp_source_clear (&PRIV (self)->work_source);
  MCP_CONNECTION_TRANSPORT_GET_CLASS (self)->disconnect (self);

  return G_SOURCE_REMOVE;
}

static void
begin_close (McpConnectionTransport *self)
{
  McpConnectionTransportPrivate *priv = PRIV (self);

  /* What has ended by itself stays that. */
  if (priv->closing || priv->state == MCP_CONNECTION_CLOSED)
    return;

  priv->closing = TRUE;
  if (priv->state == MCP_CONNECTION_NEW)
    {
      priv->state = MCP_CONNECTION_CLOSED;
    }
  else if (priv->state == MCP_CONNECTION_OPENING)
    {
      mcp_connection_transport_give_up (self, mcp_connection_transport_new_closed_error ());
    }
  else if (priv->state == MCP_CONNECTION_OPEN)
    {
      priv->state = MCP_CONNECTION_CLOSING;
      work_later (self, disconnect_cb);
    }
}

static void
mcp_connection_transport_close_async (McpTransport        *transport,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  McpConnectionTransport *self = MCP_CONNECTION_TRANSPORT (transport);
  McpConnectionTransportPrivate *priv = PRIV (self);

  mcp_close_waiters_add (priv->close_waiters, cancellable, callback, user_data);
  begin_close (self);
  if (priv->state == MCP_CONNECTION_CLOSED)
    mcp_close_waiters_return_all (priv->close_waiters, NULL);
}

/* What is done at once is the implementation's, which chains up before. */
static void
mcp_connection_transport_kill (McpTransport *transport)
{
  begin_close (MCP_CONNECTION_TRANSPORT (transport));
}

static void
hurry_cb (McpTransport *transport)
{
  McpConnectionTransport *self = MCP_CONNECTION_TRANSPORT (transport);

  /* An open is given up by the close as it is. */
  if (PRIV (self)->state == MCP_CONNECTION_CLOSING)
    MCP_CONNECTION_TRANSPORT_GET_CLASS (self)->hurry (self);
}

/**
 * mcp_connection_transport_end:
 * @self: a transport that was open
 * @error: (transfer full) (nullable): why; %NULL when we asked for it
 *
 * Ends its life: the last thing that happens. The caller holds a reference.
 */
void
mcp_connection_transport_end (McpConnectionTransport *self,
                              GError                 *error)
{
  McpConnectionTransportPrivate *priv = PRIV (self);
  g_autoptr (GError) reason = error;
  g_autoptr (GError) lost_error = reason != NULL ? g_error_copy (reason)
                                                 : mcp_connection_transport_new_closed_error ();

  g_return_if_fail (priv->state == MCP_CONNECTION_OPEN || priv->state == MCP_CONNECTION_CLOSING);

  become_closed (priv);
  MCP_CONNECTION_TRANSPORT_GET_CLASS (self)->ended (self, reason, lost_error);
  mcp_transport_report_closed (MCP_TRANSPORT (self), reason);
  mcp_close_waiters_return_all (priv->close_waiters, priv->close_error);
}

/**
 * mcp_connection_transport_set_close_error:
 * @error: (transfer full): what is left of the peer
 *
 * Makes those who wait for the close get an error. Before mcp_connection_transport_end().
 */
void
mcp_connection_transport_set_close_error (McpConnectionTransport *self,
                                          GError                 *error)
{
  g_clear_error (&PRIV (self)->close_error);
  PRIV (self)->close_error = error;
}

/* --- The timer --- */

static gboolean
timer_cb (gpointer user_data)
{
  McpConnectionTransport *self = user_data;
  g_autoptr (McpConnectionTransport) hold = g_object_ref (self);

  PRIV (self)->timer = 0;
  MCP_CONNECTION_TRANSPORT_GET_CLASS (self)->timed_out (self);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_connection_transport_start_timer:
 * @msec: milliseconds
 *
 * Has timed_out called, unless it is open or closed before. There is one timer: it starts anew.
 */
void
mcp_connection_transport_start_timer (McpConnectionTransport *self,
                                      guint                   msec)
{
  mcp_connection_transport_stop_timer (self);
  PRIV (self)->timer = g_timeout_add (msec, timer_cb, self);
}

/* Stops the timer, if it runs. */
void
mcp_connection_transport_stop_timer (McpConnectionTransport *self)
{
  g_clear_handle_id (&PRIV (self)->timer, g_source_remove);
}

/* --- The class --- */

static void
do_nothing (McpConnectionTransport *self)
{
}

static void
mcp_connection_transport_dispose (GObject *object)
{
  McpConnectionTransportPrivate *priv = PRIV (MCP_CONNECTION_TRANSPORT (object));

  mcp_source_clear (&priv->work_source);
  mcp_source_clear (&priv->cancel_source);
  g_clear_handle_id (&priv->timer, g_source_remove);

  G_OBJECT_CLASS (mcp_connection_transport_parent_class)->dispose (object);
}

static void
mcp_connection_transport_finalize (GObject *object)
{
  McpConnectionTransportPrivate *priv = PRIV (MCP_CONNECTION_TRANSPORT (object));

  mcp_close_waiters_free (priv->close_waiters);
  g_clear_error (&priv->give_up_error);
  g_clear_error (&priv->close_error);

  G_OBJECT_CLASS (mcp_connection_transport_parent_class)->finalize (object);
}

static void
mcp_connection_transport_class_init (McpConnectionTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_connection_transport_dispose;
  object_class->finalize = mcp_connection_transport_finalize;

  transport_class->open_async = mcp_connection_transport_open_async;
  transport_class->open_finish = mcp_connection_transport_finish;
  transport_class->close_async = mcp_connection_transport_close_async;
  transport_class->close_finish = mcp_connection_transport_finish;
  transport_class->kill = mcp_connection_transport_kill;

  klass->abort_open = do_nothing;
  klass->hurry = do_nothing;
  klass->timed_out = do_nothing;
}

static void
mcp_connection_transport_init (McpConnectionTransport *self)
{
  PRIV (self)->close_waiters = mcp_close_waiters_new (MCP_TRANSPORT (self), hurry_cb);
}
