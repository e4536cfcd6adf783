/* mcp-program-watch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

#define MCP_TYPE_PROGRAM_WATCH (mcp_program_watch_get_type ())

/* Property changed: whether what was started is another file now. Notified for each further change. */
G_DECLARE_FINAL_TYPE (McpProgramWatch, mcp_program_watch, MCP, PROGRAM_WATCH, GObject)

McpProgramWatch *mcp_program_watch_new         (void);
void             mcp_program_watch_start       (McpProgramWatch *self,
                                                McpProfile      *profile); /* is about to be started */
void             mcp_program_watch_stop        (McpProgramWatch *self);
gboolean         mcp_program_watch_get_changed (McpProgramWatch *self);

G_END_DECLS
