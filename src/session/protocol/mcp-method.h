/* mcp-method.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-revision.h"

G_BEGIN_DECLS

/* The requests of clients that are treated each in a way of its own. */
typedef enum {
  MCP_REQUEST_OTHER,
  MCP_REQUEST_INITIALIZE,
  MCP_REQUEST_DISCOVER,
  MCP_REQUEST_PING,
  MCP_REQUEST_SET_LEVEL,
  MCP_REQUEST_COMPLETE,
  MCP_REQUEST_LISTEN,
  MCP_REQUEST_TOOLS_LIST,
  MCP_REQUEST_TOOLS_CALL,
  MCP_REQUEST_RESOURCES_LIST,
  MCP_REQUEST_TEMPLATES_LIST,
  MCP_REQUEST_RESOURCES_READ,
  MCP_REQUEST_DIRECTORY_READ,
  MCP_REQUEST_PROMPTS_LIST,
  MCP_REQUEST_PROMPTS_GET,
  MCP_REQUEST_SKILLS_LIST,
  MCP_REQUEST_SKILLS_GET,
  MCP_REQUEST_TASKS_RESULT,
} McpRequestKind;

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

McpRequestKind  mcp_method_find_request        (const char   *method);
gboolean        mcp_method_may_be_sent         (const char   *method,
                                                McpRevision   revision);
gboolean        mcp_method_is_repeatable       (const char   *method);
const char     *mcp_method_get_capability      (const char   *method,
                                                McpRevision   revision);    /* (nullable): that the server must have */
const char     *mcp_method_get_probe           (McpRevision   revision);
McpNotification mcp_method_find_notification   (const char   *method,
                                                McpRevision   revision,
                                                const char  **capability);  /* (out) (nullable): the same */

G_END_DECLS
