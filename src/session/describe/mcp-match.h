/* mcp-match.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "mcp-scan.h"

G_BEGIN_DECLS

/* The rank of what does not match. */
#define MCP_MATCH_NONE G_MAXUINT

/* Words that somebody looks for in a list, in any order and however a name joins them. */
typedef struct _McpMatch McpMatch;

McpMatch *mcp_match_new   (const char         *sought);
void      mcp_match_free  (McpMatch           *self);
guint     mcp_match_rank  (const McpMatch     *self,
                           const char *const  *fields,
                           guint               n_fields);
GArray   *mcp_match_find  (const McpMatch     *self,
                           const char         *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpMatch, mcp_match_free)

G_END_DECLS
