/* mcp-query-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-query.h"

G_BEGIN_DECLS

typedef enum {
  MCP_VERDICT_NO,
  MCP_VERDICT_YES,
  MCP_VERDICT_MORE,  /* ask again: a large body takes several looks */
} McpVerdict;

/* How far a query has come with one record. Zero at first. */
typedef struct
{
  guint   term;
  guint64 offset;
} McpQueryCursor;

McpVerdict mcp_query_look (McpQuery       *self,
                           McpJournal     *journal,
                           guint           serial,
                           McpQueryCursor *cursor);
gboolean   mcp_view_scope_takes (guint       scope,
                                 McpJournal *journal,
                                 guint       serial);

G_END_DECLS
