/* mcp-authorizer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-authorizer.h"

G_BEGIN_DECLS

/* Sends a request of its own, and tells of it. */
void      mcp_authorizer_send_async    (McpAuthorizer        *self,
                                        McpAuthExchange      *exchange,
                                        GAsyncReadyCallback   callback,  /* of the McpAuthHttp */
                                        gpointer              user_data);
void      mcp_authorizer_tell_secret   (McpAuthorizer        *self,
                                        const char           *value);
/* An address that a server named, checked as those of a sign-in are. */
gboolean  mcp_authorizer_check_address (McpAuthorizer        *self,
                                        const char           *address,
                                        GError              **error);    /* MCP_ERROR_AUTH */

G_END_DECLS
