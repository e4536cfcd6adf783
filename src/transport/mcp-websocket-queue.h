/* mcp-websocket-queue.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-chunk-queue.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

/* What waits to be sent over a WebSocket. Private to the transports. */
typedef struct _McpWebsocketQueue McpWebsocketQueue;

/* The side of the main loop. */
McpWebsocketQueue *mcp_websocket_queue_new         (McpTransport      *owner);
void               mcp_websocket_queue_free        (McpWebsocketQueue *self);
guint64            mcp_websocket_queue_send        (McpWebsocketQueue *self,
                                                    GBytes            *bytes);
gboolean           mcp_websocket_queue_unsend      (McpWebsocketQueue *self,
                                                    guint64            ticket);
void               mcp_websocket_queue_refuse      (McpWebsocketQueue *self,
                                                    const GError      *error);
void               mcp_websocket_queue_drop        (McpWebsocketQueue *self);
void               mcp_websocket_queue_report_lost (McpWebsocketQueue *self);
void               mcp_websocket_queue_report_sent (McpWebsocketQueue *self,
                                                    const McpChunk    *chunk);

/* The side that writes, in any thread. */
GBytes            *mcp_websocket_queue_take        (McpWebsocketQueue *self,
                                                    McpChunkQueue     *told,
                                                    int                kind);

G_END_DECLS
