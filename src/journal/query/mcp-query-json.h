/* mcp-query-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is asked of the value at a path. */
typedef enum {
  MCP_JSON_EXISTS,
  MCP_JSON_EQUAL,
  MCP_JSON_UNEQUAL,
  MCP_JSON_LESS,
  MCP_JSON_AT_MOST,
  MCP_JSON_GREATER,
  MCP_JSON_AT_LEAST,
  MCP_JSON_CONTAINS,
} McpJsonRelation;

/* A path into JSON and what its value must be. Immutable. */
typedef struct _McpJsonTest McpJsonTest;

McpJsonTest *mcp_json_test_new     (const char        *path,
                                    gsize              length,
                                    McpJsonRelation    relation,
                                    const char        *value,
                                    gboolean           quoted,
                                    gsize             *fault);
void         mcp_json_test_free    (McpJsonTest       *self);
gboolean     mcp_json_test_matches (const McpJsonTest *self,
                                    const char        *text,
                                    gsize              length);
GArray      *mcp_json_test_find    (const McpJsonTest *self,
                                    const char        *text,
                                    gsize              length);
gsize        mcp_json_path_get_length (const char     *text,
                                       gboolean        in_group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJsonTest, mcp_json_test_free)

G_END_DECLS
