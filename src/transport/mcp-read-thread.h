/* mcp-read-thread.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-chunk-queue.h"

G_BEGIN_DECLS

/* Reads a descriptor beside the main loop, and stamps what it reads. */
typedef struct _McpReadThread McpReadThread;

/* What it puts into its queue. */
typedef enum {
  MCP_READ_BYTES,
  MCP_READ_END,    /* once, last: nothing more will come */
} McpReadKind;

McpReadThread *mcp_read_thread_new         (int             fd,
                                            McpChunkQueue  *queue,
                                            GError        **error);
void           mcp_read_thread_free        (McpReadThread  *self);
void           mcp_read_thread_finish_soon (McpReadThread  *self);
int            mcp_read_thread_get_errno   (McpReadThread  *self);
void           mcp_block_signals           (void);

G_END_DECLS
