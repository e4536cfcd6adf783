/* mcp-auth-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a user may set for signing in to one server. Everything may be absent. */
typedef enum {
  MCP_AUTH_GRANT,                  /* see McpAuthGrant; absent is "authorization_code" */
  MCP_AUTH_CLIENT_ID,              /* given out by the authorization server beforehand */
  MCP_AUTH_CLIENT_SECRET,
  MCP_AUTH_CLIENT_METADATA_URL,    /* of a client ID metadata document */
  MCP_AUTH_SCOPE,                  /* asked for instead of what the server names; space-separated */
  MCP_AUTH_REDIRECT_URI,           /* http://127.0.0.1:PORT/PATH or http://localhost:PORT/PATH */
  MCP_AUTH_ISSUER,                 /* the authorization server to use, where there are several */
  MCP_AUTH_AUTHORIZATION_ENDPOINT, /* for what metadata lacks */
  MCP_AUTH_TOKEN_ENDPOINT,
  MCP_AUTH_REGISTRATION_ENDPOINT,
  MCP_AUTH_TOKEN_AUTH_METHOD,      /* "client_secret_basic", "client_secret_post", "private_key_jwt", "none" */
  MCP_AUTH_KEY,                    /* PEM text of the private key, for private_key_jwt */
  MCP_AUTH_KEY_FILE,               /* or the file that has it */
  MCP_AUTH_KEY_ID,                 /* "kid" of assertions */
  MCP_AUTH_KEY_ALGORITHM,          /* "ES256", "RS256", …; absent fits the key */
  MCP_AUTH_ASSERTION,              /* of a workload: a JWT */
  MCP_AUTH_ASSERTION_FILE,         /* or the file that has it, read each time */
  MCP_AUTH_IDP_TOKEN_ENDPOINT,     /* enterprise-managed authorization: who exchanges the ID token */
  MCP_AUTH_IDP_CLIENT_ID,
  MCP_AUTH_IDP_CLIENT_SECRET,
  MCP_AUTH_IDP_ID_TOKEN,
  MCP_AUTH_DPOP,                   /* "true": bind tokens to a key although nobody asks for it */
  MCP_AUTH_ASSUME_PKCE,            /* "true": where metadata does not say that S256 is understood */
  MCP_AUTH_ALLOW_PRIVATE,          /* "true": addresses of the local network that a server names */
  MCP_AUTH_ALLOW_HTTP,             /* "true": without TLS where it is not this machine */
  MCP_AUTH_RESOURCE,               /* sent instead of the server's own; "none" leaves it out */
  MCP_AUTH_IGNORE_ISSUER_SLASH,    /* "true": an issuer is the same with a slash behind its host */
  MCP_AUTH_PARAM,                  /* sent in addition, as a form: see mcp_auth_settings_set_param() */
  MCP_AUTH_N_SETTINGS
} McpAuthSetting;

typedef enum {
  MCP_AUTH_GRANT_CODE,               /* a person signs in, in a browser */
  MCP_AUTH_GRANT_CLIENT_CREDENTIALS,
  MCP_AUTH_GRANT_WORKLOAD,           /* RFC 7523: the assertion of a workload */
  MCP_AUTH_GRANT_ENTERPRISE,         /* RFC 8693 to an ID-JAG, then RFC 7523 */
  MCP_AUTH_N_GRANTS
} McpAuthGrant;

typedef struct _McpAuthSettings McpAuthSettings;

McpAuthSettings *mcp_auth_settings_new         (void);
McpAuthSettings *mcp_auth_settings_copy        (const McpAuthSettings *self);
void             mcp_auth_settings_free        (McpAuthSettings       *self);
void             mcp_auth_settings_set         (McpAuthSettings       *self,
                                                McpAuthSetting         setting,
                                                const char            *value);  /* (nullable); empty is absent */
const char      *mcp_auth_settings_get         (const McpAuthSettings *self,
                                                McpAuthSetting         setting); /* (nullable) */
gboolean         mcp_auth_settings_is_on       (const McpAuthSettings *self,
                                                McpAuthSetting         setting); /* "true" */
McpAuthGrant     mcp_auth_settings_get_grant   (const McpAuthSettings *self);
gboolean         mcp_auth_settings_is_empty    (const McpAuthSettings *self);
gboolean         mcp_auth_settings_check_one   (const McpAuthSettings *self,
                                                McpAuthSetting         setting,
                                                GError               **error);  /* MCP_ERROR_CONFIG */
gboolean         mcp_auth_settings_check       (const McpAuthSettings *self,
                                                GError               **error);  /* MCP_ERROR_CONFIG, names what is wrong */

/* Parameters that are sent with the requests to authorize and for a token, by their names. */
void             mcp_auth_settings_set_param   (McpAuthSettings       *self,
                                                const char            *name,
                                                const char            *value);  /* (nullable): none */
GStrv            mcp_auth_settings_dup_params  (const McpAuthSettings *self);   /* names and values in turn; what is no form is left out */

/* "clientId": the key in a file. Parameters have one each: "param." and their name. */
const char      *mcp_auth_setting_get_key      (McpAuthSetting         setting);
const char      *mcp_auth_setting_get_param    (const char            *key);     /* (nullable): the name of a parameter, in its key */
gboolean         mcp_auth_setting_is_secret    (McpAuthSetting         setting); /* is kept in the keyring, not in a file */
gboolean         mcp_auth_setting_is_switch    (McpAuthSetting         setting); /* is "true" or absent */
const char      *mcp_auth_grant_get_name       (McpAuthGrant           grant);   /* "client_credentials": the value of MCP_AUTH_GRANT */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthSettings, mcp_auth_settings_free)

G_END_DECLS
