/* mcp-json-compare.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"

G_BEGIN_DECLS

typedef enum {
  MCP_JSON_CHANGE_ADDED,
  MCP_JSON_CHANGE_REMOVED,
  MCP_JSON_CHANGE_VALUE,     /* there in both, with other contents */
  MCP_JSON_CHANGE_SPELLING,  /* the same value in other tokens: 1.0 and 1.00 */
  MCP_JSON_CHANGE_MOVED,     /* the same value in another place */
} McpJsonChangeKind;

/* One place where two texts differ. */
typedef struct
{
  McpJsonChangeKind  kind;
  char              *path;      /* (nullable): JSON pointer (RFC 6901) before; NULL for ADDED */
  char              *new_path;  /* (nullable): and after; NULL for REMOVED */
  McpSpan            before;    /* in the first text; length 0 for ADDED */
  McpSpan            after;     /* in the second one; length 0 for REMOVED */
} McpJsonChange;

typedef enum {
  MCP_JSON_COMPARE_EXACT    = 0,
  MCP_JSON_COMPARE_BY_VALUE = 1 << 0, /* other spellings are no change */
  MCP_JSON_COMPARE_BY_INDEX = 1 << 1, /* elements are compared in their order, nothing moves */
} McpJsonCompareFlags;

GPtrArray  *mcp_json_compare              (const char        *before,
                                           gsize              before_length,
                                           const char        *after,
                                           gsize              after_length,
                                           guint              flags,
                                           guint              max_changes,
                                           gboolean          *truncated);

G_END_DECLS
