/* mcp-authorizer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-authorizer.h"
#include "mcp-jwt-key.h"

G_BEGIN_DECLS

struct _McpAuthorizer
{
  GObject              parent_instance;

  char                *url;
  GUri                *uri;
  McpAuthSettings     *settings;       /* (nullable) */
  McpAuthStore        *store;
  McpAuthHttp         *http;
  McpAuthFlow         *flow;           /* (nullable): the running one or the last */
  McpAuthorizerStatus  status;
  gboolean             interactive;
  gboolean             may_ask;        /* who waits lets a person be asked */
  gboolean             loaded;

  guint                challenge_status;  /* of the last 401 or 403; 0 */
  GStrv                challenge;         /* (nullable) */
  GPtrArray           *waiting;           /* of GTask: who asked for a token */
  char                *refused;           /* (nullable): the token that the server did not take */
  char                *refreshed;         /* (nullable): the token that came by refreshing and was not taken once yet */
  char                *nonce;             /* (nullable): DPoP-Nonce of the server */
  McpJwtKey           *dpop_key;          /* (nullable): of the present token */
  GSource             *timer;             /* (nullable): refreshes ahead */
};

void      mcp_authorizer_set_status    (McpAuthorizer        *self,
                                        McpAuthorizerStatus   status);
/* Gives the token, or the error, to every waiting request. */
void      mcp_authorizer_return_all    (McpAuthorizer        *self,
                                        const GError         *error);    /* (nullable) */
/* Whether the grant that is set needs nobody to sign in. */
gboolean  mcp_authorizer_needs_no_person (McpAuthorizer      *self);
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
