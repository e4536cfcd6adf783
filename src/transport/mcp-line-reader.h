/* mcp-line-reader.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/* Reads a non-blocking descriptor in a thread, and hands out its lines on the main loop. */
typedef struct _McpLineReader McpLineReader;

/* Called with the owner, from the main loop only. Each may pause the reader. */
typedef struct
{
  void (*line)    (McpTransport  *owner,
                   const McpLine *line,
                   gint64         last_usec);
  void (*partial) (McpTransport  *owner,         /* (nullable) */
                   guint64        size_bytes,
                   gint64         first_usec);
  void (*ended)   (McpTransport  *owner);        /* once, after the last line */
  void (*begin)   (McpTransport  *owner);        /* (nullable): before some lines at once */
  void (*end)     (McpTransport  *owner);        /* (nullable): ... and behind them */
} McpLineReaderFuncs;

McpLineReader *mcp_line_reader_new         (McpTransport              *owner,
                                            const McpLineReaderFuncs  *funcs,
                                            int                        fd,
                                            gsize                      cap_bytes,
                                            gsize                      partial_bytes,
                                            GError                   **error);
void           mcp_line_reader_free        (McpLineReader             *self);
void           mcp_line_reader_pause       (McpLineReader             *self);
void           mcp_line_reader_resume      (McpLineReader             *self);
void           mcp_line_reader_finish_soon (McpLineReader             *self);
void           mcp_line_reader_hurry       (McpLineReader             *self);
GBytes        *mcp_line_reader_dup_unfinished (McpLineReader          *self,
                                               gsize                   max_bytes,
                                               gint64                 *first_usec); /* (out) (optional) */
void           mcp_line_reader_stop        (McpLineReader             *self);
int            mcp_line_reader_get_errno   (McpLineReader             *self);
guint64        mcp_line_reader_get_dropped (McpLineReader             *self,
                                            guint64                   *n_lines); /* (out) */

G_END_DECLS
