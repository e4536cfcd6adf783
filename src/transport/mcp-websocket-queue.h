/* mcp-websocket-queue.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-transport.h"

G_BEGIN_DECLS

/* Messages on their way into a WebSocket. Reports sent and unsent to the owner's sink. */
typedef struct _McpWebsocketQueue McpWebsocketQueue;

McpWebsocketQueue *mcp_websocket_queue_new         (McpTransport            *owner);
void               mcp_websocket_queue_free        (McpWebsocketQueue       *self);
void               mcp_websocket_queue_open        (McpWebsocketQueue       *self,
                                                    SoupWebsocketConnection *connection);
void               mcp_websocket_queue_hold        (McpWebsocketQueue       *self,
                                                    gboolean                 hold);
guint64            mcp_websocket_queue_send        (McpWebsocketQueue       *self,
                                                    GBytes                  *bytes);
gboolean           mcp_websocket_queue_unsend      (McpWebsocketQueue       *self,
                                                    guint64                  ticket);
void               mcp_websocket_queue_close       (McpWebsocketQueue       *self,
                                                    const GError            *error);
void               mcp_websocket_queue_report_lost (McpWebsocketQueue       *self);

G_END_DECLS
