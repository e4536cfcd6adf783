/* mcp-auth-remedy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdarg.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"

/*
 * What a person can set where signing in fails, and what a setting does against a rule: the
 * departures of one server, which are told each time.
 */

/* By McpAuthSetting. */
static const char * const remedies[MCP_AUTH_N_SETTINGS] = {
  [MCP_AUTH_GRANT] =
    N_("Set “grant” to a way that the authorization server offers to this client."),
  [MCP_AUTH_CLIENT_ID] =
    N_("Register Sounder at the authorization server by hand, and set “clientId” to the "
       "id that it gives."),
  [MCP_AUTH_CLIENT_SECRET] =
    N_("Look whether “clientId” and “clientSecret” are those that the authorization "
       "server gave out, and “tokenAuthMethod” the way that it wants them."),
  [MCP_AUTH_SCOPE] = N_("Set “scope” to scopes that the authorization server knows."),
  [MCP_AUTH_REDIRECT_URI] =
    N_("Set “redirectUri” to an address of this machine that the authorization server "
       "takes, with a port that is free."),
  [MCP_AUTH_ISSUER] = N_("Set “issuer” to the authorization server that is to be used."),
  [MCP_AUTH_AUTHORIZATION_ENDPOINT] =
    N_("Set “authorizationEndpoint” to the address that the authorization server’s "
       "manual names."),
  [MCP_AUTH_TOKEN_ENDPOINT] =
    N_("Set “tokenEndpoint” and “authorizationEndpoint” to the addresses that the "
       "authorization server’s manual names."),
  [MCP_AUTH_REGISTRATION_ENDPOINT] =
    N_("Set “registrationEndpoint” to the address that the authorization server’s manual"
       " names."),
  [MCP_AUTH_KEY_FILE] = N_("Set “keyFile” to a file with the private key, as PEM."),
  [MCP_AUTH_ASSERTION_FILE] = N_("Set “assertionFile” to the file with the token of the workload."),
  [MCP_AUTH_IDP_TOKEN_ENDPOINT] =
    N_("Set “idpTokenEndpoint” and “idpIdToken” to what the identity provider has for "
       "them."),
  [MCP_AUTH_DPOP] =
    N_("If nobody needs tokens that are bound to a key, take “dpop” out of the settings."),
  [MCP_AUTH_ASSUME_PKCE] =
    N_("If the authorization server does understand PKCE with S256, set “assumePkce” to "
       "“true”."),
  [MCP_AUTH_ALLOW_PRIVATE] =
    N_("If the server may name addresses of this machine and the local network, set "
       "“allowPrivate” to “true”."),
  [MCP_AUTH_ALLOW_HTTP] =
    N_("If nobody can read along on the way there, set “allowHttp” to “true”."),
  [MCP_AUTH_RESOURCE] =
    N_("Set “resource” to what the authorization server knows the server as, or to "
       "“none” to leave it out."),
  [MCP_AUTH_IGNORE_ISSUER_SLASH] =
    N_("If both are the same authorization server, set “ignoreIssuerSlash” to “true”."),
  [MCP_AUTH_PARAM] =
    N_("Set the parameter that the authorization server wants in addition, such as "
       "“param.audience”."),
};

/* Where no setting helps. */
static const char * const stage_remedies[MCP_AUTH_N_STAGES] = {
  [MCP_AUTH_STAGE_CHALLENGE] = N_("Look whether the address is that of the server."),
  [MCP_AUTH_STAGE_RESOURCE] =
    N_("Look whether the address is that of the server. If it is, its metadata have to "
       "be corrected there."),
  [MCP_AUTH_STAGE_SERVER] =
    N_("The metadata of the authorization server have to be corrected there."),
  [MCP_AUTH_STAGE_REGISTRATION] =
    N_("Register Sounder at the authorization server by hand, and set “clientId” to the "
       "id that it gives."),
  [MCP_AUTH_STAGE_AUTHORIZATION] = N_("Sign in again."),
  [MCP_AUTH_STAGE_CALLBACK] =
    N_("Sign in again. If it stays so, whoever runs the authorization server has to look"
       " into it."),
  [MCP_AUTH_STAGE_TOKEN] =
    N_("Sign in again. If it stays so, whoever runs the authorization server has to look"
       " into it."),
  [MCP_AUTH_STAGE_USE] = N_("Sign in again."),
};

/* Codes of OAuth: RFC 6749 sections 4.1.2.1 and 5.2, RFC 8707 section 2, RFC 9449 section 5. */
static const struct
{
  const char     *code;
  McpAuthSetting  setting;
} codes[] = {
  { "invalid_target", MCP_AUTH_RESOURCE },
  { "invalid_scope", MCP_AUTH_SCOPE },
  { "invalid_client", MCP_AUTH_CLIENT_SECRET },
  { "unauthorized_client", MCP_AUTH_CLIENT_ID },
  { "unsupported_grant_type", MCP_AUTH_GRANT },
  { "invalid_redirect_uri", MCP_AUTH_REDIRECT_URI },
  { "invalid_dpop_proof", MCP_AUTH_DPOP },
};

/* What known authorization servers write beside a code that says little. It names a setting, and
 * chooses nothing else; docs/authorization.md has the same table. */
static const struct
{
  const char     *pattern;
  McpAuthSetting  setting;
} patterns[] = {
  { "AADSTS9010010", MCP_AUTH_RESOURCE },        /* Entra: the resource does not fit the scopes */
  { "AADSTS901002", MCP_AUTH_RESOURCE },         /* Entra: the parameter is not supported */
  { "AADSTS650053", MCP_AUTH_SCOPE },            /* Entra: the resource has no such scope */
  { "AADSTS50011", MCP_AUTH_REDIRECT_URI },      /* Entra: the redirect is not registered */
  { "AADSTS7000215", MCP_AUTH_CLIENT_SECRET },   /* Entra: the secret is a wrong one */
  { "redirect_uri", MCP_AUTH_REDIRECT_URI },
  { "audience", MCP_AUTH_PARAM },                /* Auth0, Ory */
};

void
mcp_auth_flow_suggest (McpAuthFlow    *self,
                       McpAuthSetting  setting)
{
  self->remedy_setting = setting;
  self->remedy = remedies[setting] != NULL ? _(remedies[setting]) : NULL;
}

void
mcp_auth_flow_suggest_for_address (McpAuthFlow    *self,
                                   const char     *address,
                                   McpAuthSetting  otherwise)
{
  g_autoptr (GUri) secure = mcp_auth_url_parse (address, mcp_auth_flow_allows_http (self), NULL);
  g_autoptr (GUri) any = mcp_auth_url_parse (address, TRUE, NULL);

  if (any != NULL && secure == NULL)
    mcp_auth_flow_suggest (self, MCP_AUTH_ALLOW_HTTP);
  else if (any != NULL)
    mcp_auth_flow_suggest (self, MCP_AUTH_ALLOW_PRIVATE);
  else if (otherwise != MCP_AUTH_N_SETTINGS)
    mcp_auth_flow_suggest (self, otherwise);
}

void
mcp_auth_flow_suggest_for_refusal (McpAuthFlow *self,
                                   const char  *code,
                                   const char  *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_strcmp0 (code, codes[i].code) == 0)
      {
        mcp_auth_flow_suggest (self, codes[i].setting);
        return;
      }

  for (gsize i = 0; text != NULL && i < G_N_ELEMENTS (patterns); i++)
    if (strstr (text, patterns[i].pattern) != NULL)
      {
        mcp_auth_flow_suggest (self, patterns[i].setting);
        return;
      }
}

void
mcp_auth_flow_suggest_again (McpAuthFlow *self)
{
  self->remedy = _(stage_remedies[MCP_AUTH_STAGE_USE]);
}

void
mcp_auth_flow_suggest_by_stage (McpAuthFlow *self)
{
  if (self->remedy == NULL && self->error->domain == MCP_ERROR && self->error->code == MCP_ERROR_AUTH)
    self->remedy = _(stage_remedies[self->stage]);
}

const char *
mcp_auth_flow_get_remedy (McpAuthFlow    *self,
                          McpAuthSetting *setting)
{
  if (setting != NULL)
    *setting = self->remedy_setting;

  return self->error != NULL ? self->remedy : NULL;
}

/* --- Departures --- */

void
mcp_auth_flow_depart (McpAuthFlow *self,
                      const char  *key,
                      const char  *paragraph,
                      const char  *format,
                      ...)
{
  g_autofree char *before = g_steal_pointer (&self->departures);
  g_autofree char *text = NULL;
  va_list arguments;

  self->departures = mcp_auth_scope_union (before, key);
  if (g_strcmp0 (before, self->departures) == 0)
    return;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.departure", paragraph,
                       _("“%s” is set: %s"), key, text);
}

void
mcp_auth_flow_depart_in_requests (McpAuthFlow *self)
{
  const char *resource = mcp_auth_settings_get (self->settings, MCP_AUTH_RESOURCE);
  g_auto (GStrv) params = mcp_auth_settings_dup_params (self->settings);

  if (resource != NULL && g_str_equal (resource, "none"))
    mcp_auth_flow_depart (self, "resource", "basic/authorization, Resource Parameter Implementation",
                          _("the requests do not say which server the token is for"));
  else if (resource != NULL && g_strcmp0 (resource, self->resource) != 0)
    mcp_auth_flow_depart (self, "resource", "basic/authorization, Resource Parameter Implementation",
                          _("the requests are for %s, and the server is %s"), resource,
                          self->resource);
  for (gsize i = 0; params[i] != NULL; i += 2)
    {
      g_autofree char *key = g_strconcat ("param.", params[i], NULL);

      mcp_auth_flow_depart (self, key, "OAuth 2.1 section 3.1",
                            _("the requests have a parameter that the specification does not name"));
    }
}
