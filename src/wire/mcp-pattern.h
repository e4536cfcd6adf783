/* mcp-pattern.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"

G_BEGIN_DECLS

/* A regular expression that a server has written, or that is looked for in what one wrote: ECMA-262's, as far as PCRE
 * understands it. */
typedef struct _McpPattern McpPattern;

typedef enum {
  MCP_PATTERN_MATCHES,
  MCP_PATTERN_DIFFERS,
  MCP_PATTERN_GAVE_UP,
} McpPatternResult;

McpPattern       *mcp_pattern_new   (const char *text,
                                     GError    **error);
gboolean          mcp_pattern_is_malformed (const char *text);
void              mcp_pattern_free  (McpPattern *self);
McpPatternResult  mcp_pattern_match (McpPattern *self,
                                     const char *subject,
                                     gsize       length,
                                     gint64      deadline_usec,
                                     guint64    *n_steps);
McpPatternResult  mcp_pattern_find  (McpPattern *self,
                                     const char *subject,
                                     gsize       length,
                                     gsize       at,
                                     guint64    *n_left,
                                     McpSpan    *found);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpPattern, mcp_pattern_free)

G_END_DECLS
