/* mcp-own-tasks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-questions.h"
#include "mcp-task.h"

G_BEGIN_DECLS

#define MCP_TYPE_OWN_TASKS (mcp_own_tasks_get_type ())

/*
 * Questions that a server asks as tasks (2025-11-25, basic/utilities/tasks), and the responder of
 * all that it sends about them. Signal: told (char *params), for notifications/tasks/status.
 */
G_DECLARE_FINAL_TYPE (McpOwnTasks, mcp_own_tasks, MCP, OWN_TASKS, GObject)

McpOwnTasks *mcp_own_tasks_new                 (McpProfile   *profile,
                                                McpQuestions *questions);
GListModel  *mcp_own_tasks_get_list            (McpOwnTasks  *self);     /* of McpTask; the last 1,000 */
gboolean     mcp_own_tasks_takes               (McpOwnTasks  *self,
                                                McpMessage   *request);  /* about a task, or to be one */
gboolean     mcp_own_tasks_knows               (McpOwnTasks  *self,
                                                const char   *id);
void         mcp_own_tasks_append_capabilities (McpOwnTasks  *self,
                                                GString      *members);  /* unless nobody would answer */
void         mcp_own_tasks_drop_all            (McpOwnTasks  *self);     /* the connection ended */

G_END_DECLS
