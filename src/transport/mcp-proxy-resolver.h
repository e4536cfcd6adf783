/* mcp-proxy-resolver.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define MCP_TYPE_PROXY_RESOLVER (mcp_proxy_resolver_get_type ())

/*
 * The proxies of the system's settings, as all that Sounder reaches by URL goes through them: none
 * for what is on this machine, those of http: and https: for WebSockets, and McpConnectProxy for
 * each that is asked for a tunnel. For one SoupSession; may be asked in any thread.
 */
G_DECLARE_FINAL_TYPE (McpProxyResolver, mcp_proxy_resolver, MCP, PROXY_RESOLVER, GObject)

GProxyResolver *mcp_proxy_resolver_new       (void);
char           *mcp_proxy_resolver_dup_proxy (McpProxyResolver *self,
                                              const char       *host);  /* (transfer full) (nullable): the first of it, as last
                                                                           looked up: "http://proxy:3128" */

G_END_DECLS
