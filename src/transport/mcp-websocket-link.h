/* mcp-websocket-link.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-chunk-queue.h"
#include "mcp-http-client.h"
#include "mcp-websocket-queue.h"

G_BEGIN_DECLS

/*
 * libsoup's side of a WebSocket, in the thread of its client. What becomes of it comes stamped out
 * of two queues of the main loop, as chunks of these kinds: what it does at once, and what it reads
 * when the window is drawn. What is told before something is read is in its queue before. Private
 * to the transports.
 */
typedef struct _McpWebsocketLink McpWebsocketLink;

typedef enum {
  /* Told. */
  MCP_WEBSOCKET_LINK_START,        /* McpHttpStart of the upgrade; it may fail before */
  MCP_WEBSOCKET_LINK_NETWORK,      /* McpHttpNetwork; any number */
  MCP_WEBSOCKET_LINK_CERTIFICATE,  /* McpCertificate, one that does not verify */
  MCP_WEBSOCKET_LINK_BEGUN,        /* from here on bytes of the upgrade may leave */
  MCP_WEBSOCKET_LINK_UPGRADED,     /* all have left */
  MCP_WEBSOCKET_LINK_TIMINGS,      /* McpExchangeTimings, but @sent_usec and @ended_usec */
  MCP_WEBSOCKET_LINK_HEAD,         /* McpHttpHead of the answer */
  MCP_WEBSOCKET_LINK_OPEN,
  MCP_WEBSOCKET_LINK_SENT,         /* for mcp_websocket_queue_report_sent() */

  /* Read. */
  MCP_WEBSOCKET_LINK_TEXT,         /* a message */
  MCP_WEBSOCKET_LINK_BINARY,       /* one that should have been text */
  MCP_WEBSOCKET_LINK_HELD,         /* reading stands still until mcp_websocket_link_go_on() */
  MCP_WEBSOCKET_LINK_END,          /* GError, an McpError, unless we asked for it: once, last */
} McpWebsocketLinkKind;

McpWebsocketLink *mcp_websocket_link_new   (McpHttpClient     *client,
                                            McpWebsocketQueue *queue,
                                            McpChunkQueue     *told,
                                            McpChunkQueue     *read);
void              mcp_websocket_link_free  (McpWebsocketLink  *self);
void              mcp_websocket_link_work  (McpWebsocketLink  *self);
void              mcp_websocket_link_go_on (McpWebsocketLink  *self);
void              mcp_websocket_link_close (McpWebsocketLink  *self);
void              mcp_websocket_link_drop  (McpWebsocketLink  *self);

G_END_DECLS
