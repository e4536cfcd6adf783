/* mcp-auth-token.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Who we are to one authorization server. Credentials are never used with another issuer. */
typedef struct
{
  char *kind;               /* "configured", "metadata-document", "dynamic" */
  char *issuer;
  char *client_id;
  char *client_secret;      /* (nullable) */
  char *token_auth_method;  /* (nullable) */
  char *redirect_uri;       /* (nullable): as it was registered */
} McpAuthClient;

/* A token for one server, and what it takes to get the next one. */
typedef struct
{
  char   *access_token;
  char   *token_type;          /* "Bearer" or "DPoP" */
  char   *refresh_token;       /* (nullable) */
  char   *id_token;            /* (nullable) */
  char   *scope;               /* (nullable): granted */
  char   *requested_scope;     /* (nullable) */
  char   *resource;
  char   *issuer;
  char   *token_endpoint;
  char   *revocation_endpoint; /* (nullable) */
  char   *jwks_uri;            /* (nullable) */
  char   *dpop_key;            /* (nullable): PEM */
  char   *grant;               /* see mcp_auth_grant_get_name() */
  char   *departures;          /* (nullable): keys of the settings without which it could not be had as it was */
  char   *expires;             /* (nullable): seconds since the epoch, as text */
  char   *obtained;            /* the same */
} McpAuthToken;

McpAuthClient *mcp_auth_client_copy       (const McpAuthClient *self);
void           mcp_auth_client_free       (McpAuthClient       *self);
void           mcp_auth_client_append     (const McpAuthClient *self,
                                           GString             *json);    /* an object */
McpAuthClient *mcp_auth_client_parse      (const char          *json,
                                           gsize                length);  /* (nullable): no client id */

McpAuthToken  *mcp_auth_token_copy        (const McpAuthToken  *self);
void           mcp_auth_token_free        (McpAuthToken        *self);
void           mcp_auth_token_append      (const McpAuthToken  *self,
                                           GString             *json);
McpAuthToken  *mcp_auth_token_parse       (const char          *json,
                                           gsize                length);  /* (nullable): no access token */
/* Of a token endpoint (OAuth 2.1 section 3.2.3): what it says itself, nothing else is filled in. (nullable): no JSON
 * object with an access token that can stand in a header. */
McpAuthToken  *mcp_auth_token_new_from_answer (const char      *body,
                                               gsize            length,
                                               gint64           now_s);
gint64         mcp_auth_token_get_expires (const McpAuthToken  *self);    /* seconds since the epoch; 0: it does not say */
gint64         mcp_auth_token_get_left    (const McpAuthToken  *self);    /* seconds; G_MAXINT64: it does not say */
gboolean       mcp_auth_token_is_dpop     (const McpAuthToken  *self);

/* Sets of scopes, as text with spaces between them. */
char          *mcp_auth_scope_union       (const char          *a,        /* (nullable) */
                                           const char          *b);       /* (nullable) */
char          *mcp_auth_scope_missing     (const char          *wanted,   /* (nullable) */
                                           const char          *granted); /* (nullable): those of @wanted that it lacks; %NULL: none */
gboolean       mcp_auth_scope_has         (const char          *scope,    /* (nullable) */
                                           const char          *word);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthClient, mcp_auth_client_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthToken, mcp_auth_token_free)

G_END_DECLS
