/* cli-tasks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"

G_BEGIN_DECLS

int cli_tasks_wait_for (CliConnection *connection,
                        McpTask       *task,
                        const char    *what);
int cli_tasks_print    (CliConnection *connection,
                        McpTask       *task);

G_END_DECLS
