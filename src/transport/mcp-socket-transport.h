/* mcp-socket-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-line-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_SOCKET_TRANSPORT (mcp_socket_transport_get_type ())

/* A Unix socket with the framing of stdio: one message a line. */
G_DECLARE_FINAL_TYPE (McpSocketTransport, mcp_socket_transport, MCP, SOCKET_TRANSPORT, McpLineTransport)

McpTransport *mcp_socket_transport_new (const char *path,
                                        gsize       cap_bytes); /* 0 is 256 MiB */

G_END_DECLS
