/* sounder-session-view-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-session-view-private.h"

/*
 * The Tasks page is there for servers that have tasks, where a handle was kept, and where the server asked as a task; Skills for those that have skills.
 */
static void
update_page (SounderSessionView *self)
{
  McpSession *session = self->server != NULL ? sounder_server_get_session (self->server) : NULL;
  McpTasks *tasks = session != NULL ? mcp_session_get_tasks (session) : NULL;
  GListModel *own = session != NULL ? mcp_own_tasks_get_list (mcp_session_get_own_tasks (session)) : NULL;

  adw_view_stack_page_set_visible (self->tasks_page,
                                   tasks != NULL
                                     && (g_list_model_get_n_items (G_LIST_MODEL (tasks)) > 0
                                         || g_list_model_get_n_items (own) > 0
                                         || mcp_tasks_is_supported (tasks)));
  adw_view_stack_page_set_visible (self->skills_page,
                                   session != NULL && mcp_session_has_list (session, MCP_CATALOG_SKILLS));
  if (self->awaited_page != NULL)
    sounder_session_view_set_page (self, self->awaited_page);
}

void
sounder_session_view_set_up_tasks (SounderSessionView *self)
{
  self->tasks_signals = g_signal_group_new (MCP_TYPE_TASKS);
  g_signal_group_connect_swapped (self->tasks_signals, "notify::n-items",
                                  G_CALLBACK (update_page), self);
  self->own_tasks_signals = g_signal_group_new (G_TYPE_LIST_MODEL);
  g_signal_group_connect_swapped (self->own_tasks_signals, "items-changed", G_CALLBACK (update_page), self);
  self->tasks_session_signals = g_signal_group_new (MCP_TYPE_SESSION);
  g_signal_group_connect_swapped (self->tasks_session_signals, "notify::state",
                                  G_CALLBACK (update_page), self);
  update_page (self);
}

void
sounder_session_view_watch_tasks (SounderSessionView *self,
                                  McpSession         *session)
{
  g_signal_group_set_target (self->tasks_signals,
                             session != NULL ? mcp_session_get_tasks (session) : NULL);
  g_signal_group_set_target (self->own_tasks_signals,
                             session != NULL ? mcp_own_tasks_get_list (mcp_session_get_own_tasks (session)) : NULL);
  g_signal_group_set_target (self->tasks_session_signals, session);
  update_page (self);
}
