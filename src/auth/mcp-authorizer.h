/* mcp-authorizer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-auth-flow.h"

G_BEGIN_DECLS

typedef enum {
  MCP_AUTHORIZER_UNUSED,     /* nobody asked for a token */
  MCP_AUTHORIZER_NEEDED,     /* the server wants a token, and refuses ours */
  MCP_AUTHORIZER_WORKING,    /* a flow runs */
  MCP_AUTHORIZER_SIGNED_IN,
  MCP_AUTHORIZER_FAILED,     /* the last flow did: see its error */
} McpAuthorizerStatus;

#define MCP_TYPE_AUTHORIZER (mcp_authorizer_get_type ())

/*
 * The token that the requests to one server carry, and the one place that gets the next: whoever
 * asks meanwhile waits for the same.
 *
 * Properties: status, flow (McpAuthFlow, the running one or the last). Signals: exchange
 * (McpAuthExchange, McpAuthExchangeEvent), secret (char *), token-changed.
 */
G_DECLARE_FINAL_TYPE (McpAuthorizer, mcp_authorizer, MCP, AUTHORIZER, GObject)

McpAuthorizer       *mcp_authorizer_new            (const char            *server_url,
                                                    const McpAuthSettings *settings,   /* (nullable) */
                                                    const char            *ca_file,    /* (nullable) */
                                                    const char            *accepted);  /* (nullable): see mcp_auth_http_new() */
void                 mcp_authorizer_show_own       (McpAuthorizer         *self,
                                                    const char            *file,       /* (nullable): our certificate, shown to
                                                                                          the server's own host */
                                                    const char            *key);       /* (nullable) */
void                 mcp_authorizer_set_settings   (McpAuthorizer         *self,
                                                    const McpAuthSettings *settings);  /* (nullable) */
/* Whether a person may be asked without having begun it; default FALSE. */
void                 mcp_authorizer_set_interactive (McpAuthorizer        *self,
                                                     gboolean              interactive);
const char          *mcp_authorizer_get_server_url (McpAuthorizer         *self);
McpAuthorizerStatus  mcp_authorizer_get_status     (McpAuthorizer         *self);
McpAuthFlow         *mcp_authorizer_get_flow       (McpAuthorizer         *self);      /* (nullable) */
const McpAuthToken  *mcp_authorizer_get_token      (McpAuthorizer         *self);      /* (nullable) */
const GError        *mcp_authorizer_get_store_error (McpAuthorizer        *self);      /* (nullable): why the keyring has not got it */
/* Reads what the keyring has. */
void                 mcp_authorizer_load_async     (McpAuthorizer         *self,
                                                    GCancellable          *cancellable,
                                                    GAsyncReadyCallback    callback,
                                                    gpointer               user_data);
void                 mcp_authorizer_load_finish    (McpAuthorizer         *self,
                                                    GAsyncResult          *result);

/*
 * For every request: names and values in turn; %NULL without a token. Only for the server's own
 * origin.
 */
GStrv                mcp_authorizer_dup_headers    (McpAuthorizer         *self,
                                                    const char            *method,
                                                    const char            *url);
void                 mcp_authorizer_saw_answer     (McpAuthorizer         *self,
                                                    guint                  status,
                                                    const char * const    *challenges, /* (nullable): WWW-Authenticate */
                                                    const char            *nonce);     /* (nullable): DPoP-Nonce */
/* Whether the last 401 or 403 is about a token that can be had; @may_ask: with a person. */
gboolean             mcp_authorizer_can_obtain     (McpAuthorizer         *self,
                                                    gboolean               may_ask);
/* Scopes that the last 403 asked for, and the token has not. */
char                *mcp_authorizer_dup_wanted_scope (McpAuthorizer       *self);      /* (nullable) */
/* Whether the last 401 wants nothing but a nonce, which is there now (RFC 9449 section 9). */
gboolean             mcp_authorizer_wants_nonce    (McpAuthorizer         *self);
/* Gets a token that is not @refused: by refreshing, by itself, or with a person where that is allowed.
 * Of a 403 it asks for more. */
void                 mcp_authorizer_obtain_async   (McpAuthorizer         *self,
                                                    const char            *refused,    /* (nullable): what the refused request had */
                                                    gboolean               may_ask,
                                                    GAsyncReadyCallback    callback,
                                                    gpointer               user_data);
gboolean             mcp_authorizer_obtain_finish  (McpAuthorizer         *self,
                                                    GAsyncResult          *result,
                                                    GError               **error);     /* MCP_ERROR_AUTH, … */

/* A person wants it: replaces a flow that runs. The caller configures and runs nothing. */
McpAuthFlow         *mcp_authorizer_begin          (McpAuthorizer         *self,
                                                    McpAuthGoal            goal,
                                                    gboolean               stepping);  /* (transfer none) */
void                 mcp_authorizer_cancel         (McpAuthorizer         *self);
/* Whether a JWT was signed with one of the keys that the issuer of the token publishes. */
void                 mcp_authorizer_verify_async   (McpAuthorizer         *self,
                                                    const char            *jwt,
                                                    GAsyncReadyCallback    callback,
                                                    gpointer               user_data);
gboolean             mcp_authorizer_verify_finish  (McpAuthorizer         *self,
                                                    GAsyncResult          *result,
                                                    GError               **error);     /* MCP_ERROR_AUTH: bad signature or no keys */
/* Makes a mistake, in signing in or with the token that is there, and sees whether it is refused. Nothing
 * that it got is kept. @patience_s: how long the browser may take to come back; 0: as long as it likes. */
void                 mcp_authorizer_try_async      (McpAuthorizer         *self,
                                                    McpAuthMistake         mistake,
                                                    guint                  patience_s,
                                                    GAsyncReadyCallback    callback,
                                                    gpointer               user_data);
McpAuthVerdict       mcp_authorizer_try_finish     (McpAuthorizer         *self,
                                                    GAsyncResult          *result,
                                                    char                 **detail);    /* (out) (nullable): what was seen; a server's text */
/* Token and registrations, here only. */
void                 mcp_authorizer_forget_async   (McpAuthorizer         *self,
                                                    GAsyncReadyCallback    callback,
                                                    gpointer               user_data);
gboolean             mcp_authorizer_forget_finish  (McpAuthorizer         *self,
                                                    GAsyncResult          *result,
                                                    GError               **error);     /* MCP_ERROR_STORAGE */

G_END_DECLS
