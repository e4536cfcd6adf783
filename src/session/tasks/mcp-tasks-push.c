/* mcp-tasks-push.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-json.h"
#include "mcp-source.h"
#include "mcp-tasks-private.h"

/*
 * Being told of the tasks of the extension: one subscription with the ids of those that are
 * followed, replaced when they change. It is asked for where the server declared tasks, and
 * nothing depends on it: they are asked for all the same.
 */

static char *
make_filter (McpTasks *self)
{
  GString *filter = g_string_new ("{\"taskIds\":[");
  GHashTableIter iter;
  gpointer task;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->follows);
  while (g_hash_table_iter_next (&iter, &task, NULL))
    {
      if (n++ > 0)
        g_string_append_c (filter, ',');
      mcp_json_append_string (filter, mcp_task_get_info (task)->id, -1);
    }
  g_string_append (filter, "]}");

  return g_string_free (filter, n == 0); /* NULL for none */
}

static gboolean
update_cb (gpointer user_data)
{
  McpTasks *self = user_data;
  g_autoptr (McpSubscription) old = g_steal_pointer (&self->push);
  g_autofree char *filter = make_filter (self);

  g_clear_pointer (&self->push_idle, g_source_unref);
  if (filter != NULL && mcp_session_get_state (self->session) == MCP_SESSION_READY)
    self->push = mcp_session_listen (self->session, filter);
  if (old != NULL)
    mcp_subscription_close (old);

  return G_SOURCE_REMOVE;
}

/* The tasks that are followed changed. All changes of one turn are one subscription. */
void
mcp_tasks_update_push (McpTasks *self)
{
  if (self->push_idle != NULL || self->session == NULL
      || !mcp_session_has_feature (self->session, MCP_FEATURE_SUBSCRIPTION_STREAMS)
      || !mcp_tasks_is_supported (self))
    return;

  self->push_idle = mcp_source_attach (g_idle_source_new (), update_cb, self);
}

/* The connection is over, and its subscriptions with it. */
void
mcp_tasks_drop_push (McpTasks *self)
{
  mcp_source_clear (&self->push_idle);
  g_clear_object (&self->push);
}
