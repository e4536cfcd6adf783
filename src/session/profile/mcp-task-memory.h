/* mcp-task-memory.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"
#include "mcp-task.h"

G_BEGIN_DECLS

/*
 * Handles of tasks that are not done, kept by server in the user's state folder: a task outlives
 * its connection and this program. For its owner only, as whoever has a handle may use it.
 */
GPtrArray *mcp_task_memory_load   (McpProfile *profile);  /* (transfer full) of McpTask */
void       mcp_task_memory_store  (McpProfile *profile,
                                   McpTask    *task);
void       mcp_task_memory_forget (McpProfile *profile,
                                   const char *id);

G_END_DECLS
