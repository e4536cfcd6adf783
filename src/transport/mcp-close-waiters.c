/* mcp-close-waiters.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-close-waiters.h"

/*
 * A transport may be closed more than once and by several at a time: all are answered when it is
 * closed, and each may make it hurry by its cancellable. While somebody waits the task keeps the
 * transport alive, nothing else here does.
 */

struct _McpCloseWaiters
{
  McpTransport  *owner;    /* not a reference: it owns us */
  McpCloseHurry  hurry;
  GPtrArray     *tasks;    /* GTask */
  GPtrArray     *sources;  /* GSource; of their cancellables */
};

static void
source_free (gpointer data)
{
  GSource *source = data;

  g_source_destroy (source);
  g_source_unref (source);
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  McpCloseWaiters *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);

  self->hurry (self->owner);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_close_waiters_new:
 * @owner: the transport; not referenced
 * @hurry: what to call when a cancellable is cancelled
 *
 * Creates an empty list.
 *
 * Returns: (transfer full): a list; @owner frees it no sooner than when it is finalized
 */
McpCloseWaiters *
mcp_close_waiters_new (McpTransport  *owner,
                       McpCloseHurry  hurry)
{
  McpCloseWaiters *self = g_new0 (McpCloseWaiters, 1);

  self->owner = owner;
  self->hurry = hurry;
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  self->sources = g_ptr_array_new_with_free_func (source_free);

  return self;
}

/**
 * mcp_close_waiters_free:
 * @self: (transfer full): a list
 *
 * Frees a list; nobody can be in it, for who waits holds the transport.
 */
void
mcp_close_waiters_free (McpCloseWaiters *self)
{
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->sources);
  g_free (self);
}

/**
 * mcp_close_waiters_add:
 * @cancellable: (nullable): makes the closing hurry; does not undo it
 * @callback: called once it is closed; finish with g_task_propagate_boolean()
 *
 * Adds one who waits.
 */
void
mcp_close_waiters_add (McpCloseWaiters     *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  GTask *task = g_task_new (self->owner, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_close_waiters_add);
  g_task_set_check_cancellable (task, FALSE);
  g_ptr_array_add (self->tasks, task);

  if (cancellable != NULL)
    {
      GSource *source = g_cancellable_source_new (cancellable);

      g_source_set_callback (source, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (source, g_main_context_get_thread_default ());
      g_ptr_array_add (self->sources, source);
    }
}

/**
 * mcp_close_waiters_return_all:
 * @error: (nullable): what all of them get; %NULL when nothing is left
 *
 * Answers all who wait: it is closed. The caller holds a reference to the transport.
 */
void
mcp_close_waiters_return_all (McpCloseWaiters *self,
                              const GError    *error)
{
  g_autoptr (GPtrArray) tasks = g_steal_pointer (&self->tasks);

  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_set_size (self->sources, 0);

  for (guint i = 0; i < tasks->len; i++)
    {
      if (error != NULL)
        g_task_return_error (g_ptr_array_index (tasks, i), g_error_copy (error));
      else
        g_task_return_boolean (g_ptr_array_index (tasks, i), TRUE);
    }
}
