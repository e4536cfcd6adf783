/* sounder-session-view-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-session-view-private.h"

/*
 * The Tasks page is there for servers that have tasks, where a handle was kept, and where the server asked as a
 * task; Skills for those that have skills.
 */
static void
update_page (SounderSessionView *self)
{
  McpSession *session = self->base.session;
  McpTasks *tasks = mcp_session_get_tasks (session);
  GListModel *own = mcp_own_tasks_get_list (mcp_session_get_own_tasks (session));

  adw_view_stack_page_set_visible (self->tasks_page,
                                   g_list_model_get_n_items (G_LIST_MODEL (tasks)) > 0
                                     || g_list_model_get_n_items (own) > 0
                                     || mcp_tasks_is_supported (tasks));
  adw_view_stack_page_set_visible (self->skills_page,
                                   mcp_session_has_list (session, MCP_CATALOG_SKILLS));
  if (self->awaited_page != NULL)
    sounder_session_view_set_page (self, self->awaited_page);
}

void
sounder_session_view_set_up_tasks (SounderSessionView *self)
{
  McpSession *session = self->base.session;

  g_signal_connect_object (mcp_session_get_tasks (session), "notify::n-items",
                           G_CALLBACK (update_page), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (mcp_own_tasks_get_list (mcp_session_get_own_tasks (session)),
                           "items-changed", G_CALLBACK (update_page), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update_page), self,
                           G_CONNECT_SWAPPED);
  update_page (self);
}
