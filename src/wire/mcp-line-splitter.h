/* mcp-line-splitter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a line ended on the wire. */
typedef enum {
  MCP_LINE_END_LF,
  MCP_LINE_END_CRLF,
  MCP_LINE_END_NONE, /* the stream ended in mid-line */
} McpLineEnd;

/* A line without its end. Over the cap, @bytes hold the first part and @total_bytes count all. */
typedef struct
{
  GBytes     *bytes;
  McpLineEnd  end;
  gboolean    oversized;
  guint64     total_bytes;  /* without the line end */
  gint64      first_usec;   /* when the first byte was pushed, as the caller told it */
} McpLine;

typedef struct _McpLineSplitter McpLineSplitter;

McpLineSplitter *mcp_line_splitter_new         (gsize            cap_bytes);
void             mcp_line_splitter_free        (McpLineSplitter *self);
void             mcp_line_splitter_push        (McpLineSplitter *self,
                                                const char      *data,
                                                gsize            length,
                                                gint64           now_usec);
void             mcp_line_splitter_finish      (McpLineSplitter *self);
gboolean         mcp_line_splitter_next        (McpLineSplitter *self,
                                                McpLine         *line);
guint64          mcp_line_splitter_get_pending (McpLineSplitter *self);
GBytes          *mcp_line_splitter_dup_pending (McpLineSplitter *self,
                                                gsize            max_bytes); /* (nullable): none */
void             mcp_line_clear                (McpLine         *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpLineSplitter, mcp_line_splitter_free)

G_END_DECLS
