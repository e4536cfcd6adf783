/* sounder-task-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-task.h"

G_BEGIN_DECLS

/* How a task stands, for people. */
char       *sounder_task_dup_status    (McpTask *task);
const char *sounder_task_get_icon_name (McpTask *task);
const char *sounder_task_get_css_class (McpTask *task);

G_END_DECLS
