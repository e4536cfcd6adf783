/* mcp-method.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-revision.h"

G_BEGIN_DECLS

/* What a server tells of by itself. */
typedef enum {
  MCP_NOTIFICATION_UNKNOWN,
  MCP_NOTIFICATION_LOG,
  MCP_NOTIFICATION_PROGRESS,
  MCP_NOTIFICATION_CANCELLED,
  MCP_NOTIFICATION_TOOLS_CHANGED,
  MCP_NOTIFICATION_RESOURCES_CHANGED,
  MCP_NOTIFICATION_PROMPTS_CHANGED,
  MCP_NOTIFICATION_RESOURCE_UPDATED,
  MCP_NOTIFICATION_TASK_STATUS,
  MCP_NOTIFICATION_ELICITATION_COMPLETE,
  MCP_NOTIFICATION_ACKNOWLEDGED,
} McpNotification;

gboolean        mcp_method_may_be_sent         (const char   *method,
                                                McpRevision   revision);
const char     *mcp_method_get_capability      (const char   *method,
                                                McpRevision   revision);    /* (nullable): that the server must have */
const char     *mcp_method_get_probe           (McpRevision   revision);
McpNotification mcp_method_find_notification   (const char   *method,
                                                McpRevision   revision,
                                                const char  **capability);  /* (out) (nullable): the same */

G_END_DECLS
