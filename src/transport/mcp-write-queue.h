/* mcp-write-queue.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/* Writes messages as lines to a non-blocking descriptor, one after the other. */
typedef struct _McpWriteQueue McpWriteQueue;

/* Called with the owner: unsent from the main loop only, sent also from within a send. */
typedef struct
{
  void (*sent)   (McpTransport *owner,
                  guint64       ticket,
                  GBytes       *bytes,
                  gint64        queued_usec,
                  gint64        first_usec,
                  gint64        last_usec);
  void (*unsent) (McpTransport *owner,
                  guint64       ticket,
                  GBytes       *bytes,
                  const GError *error);
} McpWriteQueueFuncs;

McpWriteQueue *mcp_write_queue_new         (McpTransport             *owner,
                                            const McpWriteQueueFuncs *funcs);
void           mcp_write_queue_free        (McpWriteQueue            *self);
void           mcp_write_queue_open        (McpWriteQueue            *self,
                                            int                       fd);
guint64        mcp_write_queue_send        (McpWriteQueue            *self,
                                            GBytes                   *bytes,
                                            gboolean                  with_line_end);
void           mcp_write_queue_hold        (McpWriteQueue            *self);
void           mcp_write_queue_release     (McpWriteQueue            *self);
gboolean       mcp_write_queue_unsend      (McpWriteQueue            *self,
                                            guint64                   ticket);
void           mcp_write_queue_close       (McpWriteQueue            *self,
                                            const GError             *error);
void           mcp_write_queue_report_lost (McpWriteQueue            *self);
void           mcp_ignore_sigpipe          (void);

G_END_DECLS
