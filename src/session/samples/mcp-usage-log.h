/* mcp-usage-log.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-process.h"

G_BEGIN_DECLS

#define MCP_TYPE_USAGE_LOG (mcp_usage_log_get_type ())

/* Readings of a server's processes, in the order of time. Signals: added (guint index). */
G_DECLARE_FINAL_TYPE (McpUsageLog, mcp_usage_log, MCP, USAGE_LOG, GObject)

McpUsageLog *mcp_usage_log_new              (guint                  max_readings); /* 0: a week at one a second; the oldest go */
void         mcp_usage_log_append           (McpUsageLog           *self,
                                             const McpProcessUsage *usage);
guint        mcp_usage_log_get_first        (McpUsageLog           *self);         /* indices never shift */
guint        mcp_usage_log_get_end          (McpUsageLog           *self);         /* one past the last */
guint        mcp_usage_log_get_n            (McpUsageLog           *self);
gboolean     mcp_usage_log_get              (McpUsageLog           *self,
                                             guint                  index,
                                             McpProcessUsage       *usage);
guint        mcp_usage_log_find             (McpUsageLog           *self,
                                             gint64                 time_usec);    /* first at or after */
gsize        mcp_usage_log_get_memory_bytes (McpUsageLog           *self);

G_END_DECLS
