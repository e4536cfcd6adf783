/* mcp-revision.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-era.h"
#include "mcp-version.h"

G_BEGIN_DECLS

/* Which revision of the protocol is spoken, as far as it is known. {0} is not at all. */
typedef struct
{
  McpEra     era;
  McpVersion version;
} McpRevision;

/* What some revisions have and others do not; mcp-revision.c says which. */
typedef enum {
  MCP_FEATURE_ARGUMENT_HEADERS,
  MCP_FEATURE_AUDIO,
  MCP_FEATURE_BATCHES,
  MCP_FEATURE_CACHE_HINTS,
  MCP_FEATURE_CLIENT_TASKS,
  MCP_FEATURE_COMPLETION_CONTEXT,
  MCP_FEATURE_DISCOVERY,
  MCP_FEATURE_ERROR_CODES,
  MCP_FEATURE_FALLBACK_STATUSES,
  MCP_FEATURE_LIST_ORDER,
  MCP_FEATURE_LOG_LEVEL_IN_REQUESTS,
  MCP_FEATURE_MANY_SAMPLING_BLOCKS,
  MCP_FEATURE_META_KEYS,
  MCP_FEATURE_OUTPUT_SCHEMA,
  MCP_FEATURE_OUTPUT_SCHEMA_OF_ANY_TYPE,
  MCP_FEATURE_PING,
  MCP_FEATURE_RESOURCE_LINKS,
  MCP_FEATURE_RESULT_TYPE,
  MCP_FEATURE_ROOTS_LIST_CHANGED,
  MCP_FEATURE_SCHEMA_DIALECT,
  MCP_FEATURE_SERVER_REQUESTS,
  MCP_FEATURE_SUBSCRIPTION_STREAMS,
  MCP_FEATURE_TASKS,
  MCP_FEATURE_TASKS_EXTENSION,
  MCP_FEATURE_TOOL_NAMES,
  MCP_N_FEATURES
} McpFeature;

gboolean    mcp_revision_is_known         (McpRevision  self);
gboolean    mcp_revision_has              (McpRevision  self,
                                           McpFeature   feature);
McpRevision mcp_revision_offered          (McpVersion   pinned); /* by a handshake; MCP_VERSION_UNKNOWN: nobody chose one */
gboolean    mcp_revision_deprecates       (McpRevision  self,
                                           const char  *capability);
gboolean    mcp_revision_is_between       (McpRevision  self,
                                           McpVersion   since,   /* MCP_VERSION_UNKNOWN: from the first */
                                           McpVersion   until);  /* MCP_VERSION_UNKNOWN: to the last */

G_END_DECLS
