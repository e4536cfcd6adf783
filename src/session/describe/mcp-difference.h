/* mcp-difference.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  MCP_DIFFERENCE_ONLY_LEGACY,
  MCP_DIFFERENCE_ONLY_MODERN,
  MCP_DIFFERENCE_VALUE,       /* there in both, with other contents */
} McpDifferenceKind;

#define MCP_TYPE_DIFFERENCE (mcp_difference_get_type ())

/* One place where a server is another as legacy than as modern; see mcp_differences_of(). */
G_DECLARE_FINAL_TYPE (McpDifference, mcp_difference, MCP, DIFFERENCE, GObject)

const char        *mcp_difference_get_path    (McpDifference     *self);     /* JSON pointer: "/tools/add/description" */
McpDifferenceKind  mcp_difference_get_kind    (McpDifference     *self);
const char        *mcp_difference_get_legacy  (McpDifference     *self);     /* (nullable): JSON */
const char        *mcp_difference_get_modern  (McpDifference     *self);     /* (nullable): JSON */
gboolean           mcp_difference_is_expected (McpDifference     *self);     /* the revisions themselves differ there */

GPtrArray         *mcp_differences_of         (const char        *legacy,
                                               const char        *modern,
                                               gboolean          *truncated); /* (out) (optional) */

G_END_DECLS
