/* mcp-markdown.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A longer text is not read: its source is shown. */
#define MCP_MARKDOWN_MAX_BYTES  (64 * 1024)
#define MCP_MARKDOWN_MAX_BLOCKS 1000

typedef enum {
  MCP_MARKDOWN_PARAGRAPH,
  MCP_MARKDOWN_HEADING,
  MCP_MARKDOWN_CODE,
  MCP_MARKDOWN_TABLE,
  MCP_MARKDOWN_RULE,
} McpMarkdownKind;

/* A block, with where it stands: blocks in blocks are flat, and say how deep they are. */
typedef struct
{
  McpMarkdownKind  kind;
  guint            level;       /* of a heading, 1 to 6 */
  guint            list_depth;  /* 0: in no list */
  guint            quote_depth;
  char            *marker;      /* (nullable): “•”, “1.”, “☑”, of the first block of an item */
  char            *markup;      /* of PARAGRAPH and HEADING: Pango markup, escaped; links are <a> */
  char            *picture;     /* (nullable): of PARAGRAPH that is one picture alone: its address */
  char            *code;        /* of CODE: as it is */
  char            *language;    /* (nullable): of CODE: what the fence says */
  GPtrArray       *rows;        /* of TABLE: GPtrArray of markup, the first one is the head */
} McpMarkdownBlock;

GPtrArray *mcp_markdown_parse     (const char *text);
gboolean   mcp_markdown_is_likely (const char *text);
char      *mcp_markdown_dup_plain (const char *markup);

G_END_DECLS
