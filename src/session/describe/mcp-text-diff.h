/* mcp-text-diff.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"

G_BEGIN_DECLS

typedef enum {
  MCP_DIFF_SAME = ' ',
  MCP_DIFF_REMOVED = '-',
  MCP_DIFF_ADDED = '+',
} McpDiffKind;

/* A line of two texts. */
typedef struct
{
  McpDiffKind  kind;
  McpSpan      text;     /* with its newline: of ADDED in the text after, otherwise in the one before */
  guint        before;   /* lines above it, in each of them */
  guint        after;
  GArray      *changed;  /* of McpSpan, as @text: the words that are other ones; empty: all of it */
} McpDiffLine;

/* How two texts differ, line by line, as "diff -u" has it. */
char      *mcp_text_diff       (const char *before,
                                const char *after,
                                const char *before_name,
                                const char *after_name);
GPtrArray *mcp_text_diff_lines (const char *before,
                                const char *after);

G_END_DECLS
