/* mcp-websocket-inbox.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"
#include "mcp-websocket-queue.h"

G_BEGIN_DECLS

/* Messages that came by a WebSocket, on their way to the sink. Reports frames by itself. */
typedef struct _McpWebsocketInbox McpWebsocketInbox;

McpWebsocketInbox *mcp_websocket_inbox_new         (McpTransport       *owner,
                                                    guint               exchange,   /* of its frames */
                                                    McpWebsocketQueue  *queue,      /* held while the gate is shut */
                                                    void              (*ended) (McpTransport *owner));
void               mcp_websocket_inbox_free        (McpWebsocketInbox  *self);
void               mcp_websocket_inbox_open        (McpWebsocketInbox  *self,
                                                    GSocket            *socket);    /* (nullable) */
gboolean           mcp_websocket_inbox_push        (McpWebsocketInbox  *self,
                                                    GBytes             *bytes,
                                                    gboolean            is_binary);
void               mcp_websocket_inbox_finish      (McpWebsocketInbox  *self);
void               mcp_websocket_inbox_pause       (McpWebsocketInbox  *self);
void               mcp_websocket_inbox_resume      (McpWebsocketInbox  *self);
void               mcp_websocket_inbox_let_in      (McpWebsocketInbox  *self);
void               mcp_websocket_inbox_close       (McpWebsocketInbox  *self);
guint64            mcp_websocket_inbox_get_n_bytes (McpWebsocketInbox  *self);
guint              mcp_websocket_inbox_get_n_frames (McpWebsocketInbox *self);

G_END_DECLS
