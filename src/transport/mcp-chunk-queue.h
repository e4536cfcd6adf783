/* mcp-chunk-queue.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Hands stamped bytes from a thread that reads to the main loop, a bounded number at a time. */
typedef struct _McpChunkQueue McpChunkQueue;

typedef struct
{
  int     kind;       /* what it is, as the two sides have agreed */
  gint64  time_usec;  /* monotonic; of bytes from right behind the read */
  GBytes *bytes;      /* (nullable) */
  guint   n_lines;    /* that end in them, where they are lines */
} McpChunk;

/* The side of the main loop. */
McpChunkQueue *mcp_chunk_queue_new   (gsize           limit_bytes,
                                      int             priority,
                                      GSourceFunc     func,
                                      gpointer        user_data);
gboolean       mcp_chunk_queue_take  (McpChunkQueue  *self,
                                      McpChunk       *chunk);
void           mcp_chunk_queue_wake  (McpChunkQueue  *self);
void           mcp_chunk_queue_close (McpChunkQueue  *self);

/* The side that reads, in any thread. */
gboolean       mcp_chunk_queue_put   (McpChunkQueue  *self,
                                      int             kind,
                                      gint64          time_usec,
                                      GBytes         *bytes);
gboolean       mcp_chunk_queue_put_all (McpChunkQueue *self,
                                        McpChunk      *chunks,
                                        guint          n_chunks);
gboolean       mcp_chunk_queue_wait  (McpChunkQueue  *self);

McpChunkQueue *mcp_chunk_queue_ref   (McpChunkQueue  *self);
void           mcp_chunk_queue_unref (McpChunkQueue  *self);

void           mcp_chunk_clear       (McpChunk       *chunk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpChunkQueue, mcp_chunk_queue_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (McpChunk, mcp_chunk_clear)

G_END_DECLS
