/* mcp-process-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-process.h"

G_BEGIN_DECLS

/* What /proc tells about process groups. A zombie is not alive: it holds nothing any more. */

guint mcp_process_group_read     (GPid             group,
                                  McpProcessUsage *usage);  /* (out) (optional) */
guint mcp_process_group_count_fds (GPid            pid);

G_END_DECLS
