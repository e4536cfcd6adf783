/* mcp-websocket-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-connection-transport.h"
#include "mcp-http-options.h"

G_BEGIN_DECLS

#define MCP_TYPE_WEBSOCKET_TRANSPORT (mcp_websocket_transport_get_type ())

/* A WebSocket (RFC 6455), one message a text frame, subprotocol "mcp" offered. */
G_DECLARE_FINAL_TYPE (McpWebsocketTransport, mcp_websocket_transport, MCP, WEBSOCKET_TRANSPORT, McpConnectionTransport)

McpTransport *mcp_websocket_transport_new (const McpHttpOptions *options,
                                           GError              **error);

G_END_DECLS
