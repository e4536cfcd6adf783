/* mcp-sse-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-connection-transport.h"
#include "mcp-http-options.h"

G_BEGIN_DECLS

#define MCP_TYPE_SSE_TRANSPORT (mcp_sse_transport_get_type ())

/*
 * HTTP+SSE of revision 2024-11-05: one GET stream carries all that comes, its first event
 * `endpoint` says where to POST. Opening succeeds with that event; the connection is over when
 * the stream is.
 */
G_DECLARE_FINAL_TYPE (McpSseTransport, mcp_sse_transport, MCP, SSE_TRANSPORT, McpConnectionTransport)

McpTransport *mcp_sse_transport_new          (const McpHttpOptions *options,
                                              GError              **error);
const char   *mcp_sse_transport_get_endpoint (McpSseTransport      *self); /* (nullable): absolute */
const char   *mcp_sse_transport_get_given    (McpSseTransport      *self); /* (nullable): as the server gave it, followed or not */

G_END_DECLS
