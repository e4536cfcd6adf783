/* mcp-difference.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  MCP_DIFFERENCE_ONLY_LEGACY,
  MCP_DIFFERENCE_ONLY_MODERN,
  MCP_DIFFERENCE_VALUE,       /* there in both, with other contents */
} McpDifferenceKind;

/* One place where a server is another as legacy than as modern. */
typedef struct
{
  McpDifferenceKind  kind;
  char              *path;         /* JSON pointer (RFC 6901): "/tools/add/description" */
  char              *legacy;       /* (nullable): JSON */
  char              *modern;       /* (nullable): JSON */
  gboolean           is_expected;  /* the revisions themselves differ there: it says nothing about the server */
} McpDifference;

GPtrArray *mcp_differences_of (const char *legacy,
                               const char *modern,
                               gboolean   *truncated); /* (out) (optional) */

G_END_DECLS
