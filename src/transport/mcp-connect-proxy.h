/* mcp-connect-proxy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define MCP_TYPE_CONNECT_PROXY (mcp_connect_proxy_get_type ())

/*
 * A proxy that is asked for a tunnel by CONNECT (RFC 9110 section 9.3.6), in plain text or over
 * TLS. Unlike those of GIO and libsoup it keeps what a proxy answers that refuses: the error is an
 * MCP_ERROR with mcp_error_get_proxy().
 */
G_DECLARE_FINAL_TYPE (McpConnectProxy, mcp_connect_proxy, MCP, CONNECT_PROXY, GObject)

void  mcp_connect_proxy_register (void);             /* with GIO; any number of times */
char *mcp_connect_proxy_dup_uri  (const char *uri);  /* of an http: or https: proxy, so that GIO takes this one */

G_END_DECLS
