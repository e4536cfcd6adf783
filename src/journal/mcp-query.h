/* mcp-query.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

#define MCP_TYPE_QUERY (mcp_query_get_type ())

/*
 * A filter, compiled. Words (all must be in the message's bytes, letter case ignored),
 * "quoted words", method:GLOB, dir:in|out, kind:KIND, and - before any of them.
 * An unknown field is an error of MCP_ERROR_USAGE that names it and where it stands.
 */
typedef struct _McpQuery McpQuery;

GType       mcp_query_get_type   (void) G_GNUC_CONST;
McpQuery   *mcp_query_new        (const char  *text,
                                  GError     **error);
McpQuery   *mcp_query_ref        (McpQuery    *self);
void        mcp_query_unref      (McpQuery    *self);
const char *mcp_query_get_text   (McpQuery    *self);
gboolean    mcp_query_is_empty   (McpQuery    *self);
gboolean    mcp_query_needs_body (McpQuery    *self);
gboolean    mcp_query_matches    (McpQuery    *self,
                                  McpJournal  *journal,
                                  guint        serial);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpQuery, mcp_query_unref)

G_END_DECLS
