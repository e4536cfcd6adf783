/* mcp-meta.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json.h"

G_BEGIN_DECLS

/* The keys of `_meta` that the protocol owns (basic, _meta). */
#define MCP_META_PREFIX              "io.modelcontextprotocol/"
#define MCP_META_PROTOCOL_VERSION    MCP_META_PREFIX "protocolVersion"
#define MCP_META_CLIENT_INFO         MCP_META_PREFIX "clientInfo"
#define MCP_META_CLIENT_CAPABILITIES MCP_META_PREFIX "clientCapabilities"
#define MCP_META_LOG_LEVEL           MCP_META_PREFIX "logLevel"
#define MCP_META_SERVER_INFO         MCP_META_PREFIX "serverInfo"
#define MCP_META_SUBSCRIPTION_ID     MCP_META_PREFIX "subscriptionId"
#define MCP_META_RELATED_TASK        MCP_META_PREFIX "related-task"

char     *mcp_meta_add  (const char         *params,   /* (nullable): a JSON object */
                         const char * const *members); /* keys and JSON values in turn, NULL at the end */
char     *mcp_meta_add_object (const char   *params,   /* (nullable): a JSON object */
                               const char   *object);
gboolean  mcp_meta_find (const char         *text,     /* an object that has a _meta */
                         gsize               length,
                         const char         *key,
                         McpSpan            *value);
gboolean  mcp_meta_check_key (const char    *key,
                              GError       **error);
gboolean  mcp_meta_check     (const char    *meta,
                              GError       **error);

G_END_DECLS
