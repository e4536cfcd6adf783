/* mcp-auth-http.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-auth-exchange.h"

G_BEGIN_DECLS

#define MCP_AUTH_MAX_BODY_BYTES (1024 * 1024)
#define MCP_AUTH_TIMEOUT_MSEC   30000

#define MCP_TYPE_AUTH_HTTP (mcp_auth_http_get_type ())

/*
 * Sends the requests of a sign-in, bounded: an answer ends after MCP_AUTH_MAX_BODY_BYTES or
 * MCP_AUTH_TIMEOUT_MSEC, a redirect is never followed, and a name that leads to an address of this
 * machine or a local network is not talked to unless that is allowed.
 */
G_DECLARE_FINAL_TYPE (McpAuthHttp, mcp_auth_http, MCP, AUTH_HTTP, GObject)

McpAuthHttp *mcp_auth_http_new         (const char           *ca_file,      /* (nullable): trusted beside the system's store */
                                        const char           *accepted);    /* (nullable): fingerprint of a certificate that the user accepted */
/* A certificate of ours, for @host alone: others need not learn who asks. */
void         mcp_auth_http_show_own    (McpAuthHttp          *self,
                                        GTlsCertificate      *certificate,  /* (nullable) */
                                        const char           *host);
void         mcp_auth_http_send_async  (McpAuthHttp          *self,
                                        McpAuthExchange      *exchange,
                                        gboolean              allow_private,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
/* FALSE: no answer, and @exchange says so too. Any status is an answer. */
gboolean     mcp_auth_http_send_finish (McpAuthHttp          *self,
                                        GAsyncResult         *result,
                                        GError              **error);  /* MCP_ERROR_NETWORK, _TLS, _AUTH, _TOO_LARGE, _TIMED_OUT, _CANCELLED */

G_END_DECLS
