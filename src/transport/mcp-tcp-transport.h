/* mcp-tcp-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-line-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_TCP_TRANSPORT (mcp_tcp_transport_get_type ())

/* A TCP connection with the framing of stdio: one message a line. */
G_DECLARE_FINAL_TYPE (McpTcpTransport, mcp_tcp_transport, MCP, TCP_TRANSPORT, McpLineTransport)

McpTransport *mcp_tcp_transport_new (const char *host,
                                     guint16     port,
                                     gsize       cap_bytes); /* 0 is 256 MiB */

G_END_DECLS
