/* mcp-http-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-connection-transport.h"
#include "mcp-http-options.h"

G_BEGIN_DECLS

#define MCP_TYPE_HTTP_TRANSPORT (mcp_http_transport_get_type ())

/*
 * Streamable HTTP: each message is a POST, each answer a body or an event stream; GET streams
 * beside them. Knows exchanges, headers that stay, resumption by Last-Event-ID and `retry`; what
 * the headers mean is the dialect's business. Opening succeeds at once: the network is touched
 * by the first message.
 */
G_DECLARE_FINAL_TYPE (McpHttpTransport, mcp_http_transport, MCP, HTTP_TRANSPORT, McpConnectionTransport)

McpTransport *mcp_http_transport_new            (const McpHttpOptions *options,
                                                 GError              **error);
/* On every later exchange. NULL takes it away. FALSE: the value cannot be a header's. */
gboolean      mcp_http_transport_set_header     (McpHttpTransport     *self,
                                                 const char           *name,
                                                 const char           *value);
/* Opens a GET stream, and opens it again when it breaks, until it is refused (any status that is
 * not 2xx: see ::exchange_head), or stopped. At most one. */
void          mcp_http_transport_listen         (McpHttpTransport     *self);
void          mcp_http_transport_stop_listening (McpHttpTransport     *self);
/* Whether event streams that break are resumed by GET with Last-Event-ID. Default TRUE. */
void          mcp_http_transport_set_resume     (McpHttpTransport     *self,
                                                 gboolean              resume);
/* Send a DELETE with the headers that stay before closing, and wait for it at most 2 s. */
void          mcp_http_transport_set_delete     (McpHttpTransport     *self,
                                                 gboolean              send_delete);

G_END_DECLS
