/* mcp-auth-listener.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define MCP_TYPE_AUTH_LISTENER (mcp_auth_listener_get_type ())

/*
 * Waits on this machine for the browser to come back (RFC 8252 section 7.3): one address, one
 * path. Signal: answered (char *query): the query as it came; returns whether it is the
 * one that was waited for. Others may come by, and are told that nothing is here.
 */
G_DECLARE_FINAL_TYPE (McpAuthListener, mcp_auth_listener, MCP, AUTH_LISTENER, GObject)

McpAuthListener *mcp_auth_listener_new              (const char      *redirect_uri,  /* (nullable): http://127.0.0.1:PORT/PATH; a free port where it names none */
                                                     GError         **error);        /* MCP_ERROR_AUTH: it cannot listen there */
const char      *mcp_auth_listener_get_redirect_uri (McpAuthListener *self);         /* with the port */

G_END_DECLS
