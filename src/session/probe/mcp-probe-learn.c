/* mcp-probe-learn.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-probe-private.h"

/* Asking a server for all of its lists, over an ordinary connection: probes need to know what there is. */

static void learn_list (GTask *task,
                        guint  kind);

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpCatalog *catalog = MCP_CATALOG (source);

  /* A list that fails has nothing to be probed. */
  mcp_catalog_refresh_finish (catalog, result, NULL);
  if (!g_task_return_error_if_cancelled (task))
    learn_list (task, mcp_catalog_get_kind (catalog) + 1);
}

static void
learn_list (GTask *task,
            guint  kind)
{
  McpSession *session = g_task_get_source_object (task);

  while (kind < MCP_N_CATALOGS && !mcp_session_has_list (session, kind))
    kind++;
  if (kind >= MCP_N_CATALOGS)
    g_task_return_boolean (task, TRUE);
  else
    mcp_catalog_refresh_async (mcp_session_get_catalog (session, kind), g_task_get_cancellable (task),
                               listed_cb, g_object_ref (task));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (!mcp_session_open_finish (MCP_SESSION (source), result, &error))
    g_task_return_error (task, error);
  else if (!g_task_return_error_if_cancelled (task))
    learn_list (task, 0);
}

void
mcp_probe_learn_async (McpSession          *session,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (session, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_probe_learn_async);
  if (mcp_session_get_state (session) == MCP_SESSION_READY)
    learn_list (task, 0);
  else
    mcp_session_open_async (session, cancellable, opened_cb, g_object_ref (task));
}

gboolean
mcp_probe_learn_finish (McpSession    *session,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, session), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
