/* mcp-tasks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-task.h"

G_BEGIN_DECLS

/* Whether a tool may be called as a task (2025-11-25, basic/utilities/tasks). */
typedef enum {
  MCP_TASK_SUPPORT_FORBIDDEN,
  MCP_TASK_SUPPORT_OPTIONAL,
  MCP_TASK_SUPPORT_REQUIRED,
} McpTaskSupport;

#define MCP_TYPE_TASKS (mcp_tasks_get_type ())

/*
 * The tasks of a session: a GListModel of McpTask, oldest first. Those it made are followed until
 * they end; those kept from before are, as soon as the session is ready. Property: n-items.
 */
G_DECLARE_FINAL_TYPE (McpTasks, mcp_tasks, MCP, TASKS, GObject)

gboolean        mcp_tasks_is_supported  (McpTasks            *self);   /* the server declared them */
gboolean        mcp_tasks_can_list      (McpTasks            *self);   /* it has tasks/list */
gboolean        mcp_tasks_can_cancel    (McpTasks            *self);
McpTaskSupport  mcp_tasks_get_support   (McpTasks            *self,
                                         const char          *tool);   /* by what the tool's list says */
McpTask        *mcp_tasks_find          (McpTasks            *self,
                                         const char          *id);     /* (transfer none) (nullable) */
McpTask        *mcp_tasks_add           (McpTasks            *self,
                                         const char          *id);     /* (transfer none): a handle from elsewhere */
void            mcp_tasks_set_restore   (McpTasks            *self,
                                         gboolean             restore); /* whether kept ones are followed; default TRUE */
void            mcp_tasks_refresh       (McpTasks            *self,
                                         McpTask             *task);   /* ask now, and go on until it ends */
void            mcp_tasks_forget        (McpTasks            *self,
                                         McpTask             *task);   /* the handle; the task goes on */
void            mcp_tasks_list_async    (McpTasks            *self,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
gboolean        mcp_tasks_list_finish   (McpTasks            *self,
                                         GAsyncResult        *result,
                                         GError             **error);
void            mcp_tasks_cancel_async  (McpTasks            *self,
                                         McpTask             *task,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
gboolean        mcp_tasks_cancel_finish (McpTasks            *self,
                                         GAsyncResult        *result,
                                         GError             **error);

G_END_DECLS
