/* mcp-read-source.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-read-source.h"

struct _McpReadSource
{
  GSource     *polite;
  GSource     *overdue;  /* of the default priority, ready when @polite had no turn for too long */
  int          woken;    /* atomic: and has not been called since; a source that was found ready may be
                            dispatched late */
  GSourceFunc  func;
  gpointer     user_data;
};

static void
clear (gpointer data)
{
  McpReadSource *self = data;

  g_source_unref (self->polite);
  g_source_unref (self->overdue);
}

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     user_data)
{
  return callback (user_data);
}

/* Not ready before it is called: what comes meanwhile makes it ready again. */
static gboolean
ready_cb (gpointer user_data)
{
  McpReadSource *self = g_atomic_rc_box_acquire (user_data);

  g_source_set_ready_time (self->polite, -1);
  g_source_set_ready_time (self->overdue, -1);
  if (g_atomic_int_compare_and_exchange (&self->woken, TRUE, FALSE) && self->func (self->user_data))
    mcp_read_source_wake (self);
  mcp_read_source_unref (self);

  return G_SOURCE_CONTINUE;
}

static GSource *
attach (McpReadSource *self,
        int            priority)
{
  static GSourceFuncs funcs = { .dispatch = dispatch };
  GSource *source = g_source_new (&funcs, sizeof (GSource));

  g_source_set_priority (source, priority);
  g_source_set_callback (source, ready_cb, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());

  return source;
}

/**
 * mcp_read_source_new:
 * @priority: in the main loop of the calling thread
 * @func: called once for each mcp_read_source_wake(), and again while it returns %TRUE
 *
 * Creates a source that is not ready yet.
 *
 * Returns: (transfer full): a source; mcp_read_source_destroy() comes before it is unreferenced
 */
McpReadSource *
mcp_read_source_new (int          priority,
                     GSourceFunc  func,
                     gpointer     user_data)
{
  McpReadSource *self = g_atomic_rc_box_new0 (McpReadSource);

  self->func = func;
  self->user_data = user_data;
  self->polite = attach (self, priority);
  self->overdue = attach (self, G_PRIORITY_DEFAULT);

  return self;
}

/* Has its function called from the main loop. From any thread. */
void
mcp_read_source_wake (McpReadSource *self)
{
  if (g_atomic_int_exchange (&self->woken, TRUE))
    return;

  g_source_set_ready_time (self->overdue, g_get_monotonic_time () + MCP_READ_PATIENCE_MSEC * 1000);
  g_source_set_ready_time (self->polite, 0);
}

/* Its function is not called any more. From the main loop. */
void
mcp_read_source_destroy (McpReadSource *self)
{
  g_source_destroy (self->polite);
  g_source_destroy (self->overdue);
}

void
mcp_read_source_unref (McpReadSource *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
