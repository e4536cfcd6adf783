/* mcp-auth-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-auth"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-auth-settings.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"

struct _McpAuthSettings
{
  char *values[MCP_AUTH_N_SETTINGS];
};

static const struct
{
  const char *key;
  gboolean    is_secret;
} settings[MCP_AUTH_N_SETTINGS] = {
  [MCP_AUTH_GRANT] = { "grant", FALSE },
  [MCP_AUTH_CLIENT_ID] = { "clientId", FALSE },
  [MCP_AUTH_CLIENT_SECRET] = { "clientSecret", TRUE },
  [MCP_AUTH_CLIENT_METADATA_URL] = { "clientMetadataUrl", FALSE },
  [MCP_AUTH_SCOPE] = { "scope", FALSE },
  [MCP_AUTH_REDIRECT_URI] = { "redirectUri", FALSE },
  [MCP_AUTH_ISSUER] = { "issuer", FALSE },
  [MCP_AUTH_AUTHORIZATION_ENDPOINT] = { "authorizationEndpoint", FALSE },
  [MCP_AUTH_TOKEN_ENDPOINT] = { "tokenEndpoint", FALSE },
  [MCP_AUTH_REGISTRATION_ENDPOINT] = { "registrationEndpoint", FALSE },
  [MCP_AUTH_TOKEN_AUTH_METHOD] = { "tokenAuthMethod", FALSE },
  [MCP_AUTH_KEY] = { "key", TRUE },
  [MCP_AUTH_KEY_FILE] = { "keyFile", FALSE },
  [MCP_AUTH_KEY_ID] = { "keyId", FALSE },
  [MCP_AUTH_KEY_ALGORITHM] = { "keyAlgorithm", FALSE },
  [MCP_AUTH_ASSERTION] = { "assertion", TRUE },
  [MCP_AUTH_ASSERTION_FILE] = { "assertionFile", FALSE },
  [MCP_AUTH_IDP_TOKEN_ENDPOINT] = { "idpTokenEndpoint", FALSE },
  [MCP_AUTH_IDP_CLIENT_ID] = { "idpClientId", FALSE },
  [MCP_AUTH_IDP_CLIENT_SECRET] = { "idpClientSecret", TRUE },
  [MCP_AUTH_IDP_ID_TOKEN] = { "idpIdToken", TRUE },
  [MCP_AUTH_DPOP] = { "dpop", FALSE },
  [MCP_AUTH_ASSUME_PKCE] = { "assumePkce", FALSE },
  [MCP_AUTH_ALLOW_PRIVATE] = { "allowPrivate", FALSE },
  [MCP_AUTH_ALLOW_HTTP] = { "allowHttp", FALSE },
};

static const char * const grants[MCP_AUTH_N_GRANTS] = {
  [MCP_AUTH_GRANT_CODE] = "authorization_code",
  [MCP_AUTH_GRANT_CLIENT_CREDENTIALS] = "client_credentials",
  [MCP_AUTH_GRANT_WORKLOAD] = "workload",
  [MCP_AUTH_GRANT_ENTERPRISE] = "enterprise",
};

static const char * const token_auth_methods[] = { "client_secret_basic", "client_secret_post",
                                                   "private_key_jwt", "none", NULL };

McpAuthSettings *
mcp_auth_settings_new (void)
{
  return g_new0 (McpAuthSettings, 1);
}

McpAuthSettings *
mcp_auth_settings_copy (const McpAuthSettings *self)
{
  McpAuthSettings *copy = mcp_auth_settings_new ();

  for (gsize i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    copy->values[i] = g_strdup (self->values[i]);

  return copy;
}

void
mcp_auth_settings_free (McpAuthSettings *self)
{
  for (gsize i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    g_free (self->values[i]);
  g_free (self);
}

void
mcp_auth_settings_set (McpAuthSettings *self,
                       McpAuthSetting   setting,
                       const char      *value)
{
  char *copy = value != NULL && value[0] != '\0' ? g_strdup (value) : NULL;

  g_free (self->values[setting]);
  self->values[setting] = copy;
}

const char *
mcp_auth_settings_get (const McpAuthSettings *self,
                       McpAuthSetting         setting)
{
  return self->values[setting];
}

gboolean
mcp_auth_settings_is_on (const McpAuthSettings *self,
                         McpAuthSetting         setting)
{
  return g_strcmp0 (self->values[setting], "true") == 0;
}

McpAuthGrant
mcp_auth_settings_get_grant (const McpAuthSettings *self)
{
  for (gsize i = 0; i < MCP_AUTH_N_GRANTS; i++)
    if (g_strcmp0 (self->values[MCP_AUTH_GRANT], grants[i]) == 0)
      return i;

  return MCP_AUTH_GRANT_CODE;
}

gboolean
mcp_auth_settings_is_empty (const McpAuthSettings *self)
{
  for (gsize i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (self->values[i] != NULL)
      return FALSE;

  return TRUE;
}

gboolean
mcp_auth_settings_equal (const McpAuthSettings *a,
                         const McpAuthSettings *b)
{
  for (gsize i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (g_strcmp0 (a->values[i], b->values[i]) != 0)
      return FALSE;

  return TRUE;
}

static gboolean
check_word (const McpAuthSettings *self,
            McpAuthSetting         setting,
            const char * const    *words,
            GError               **error)
{
  const char *value = self->values[setting];
  g_autofree char *known = NULL;

  if (value == NULL || g_strv_contains (words, value))
    return TRUE;

  known = g_strjoinv (", ", (GStrv) words);
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” cannot be “%s”, only one of: %s"),
               settings[setting].key, value, known);

  return FALSE;
}

gboolean
mcp_auth_settings_check (const McpAuthSettings *self,
                         GError               **error)
{
  static const McpAuthSetting urls[] = {
    MCP_AUTH_AUTHORIZATION_ENDPOINT, MCP_AUTH_TOKEN_ENDPOINT, MCP_AUTH_REGISTRATION_ENDPOINT,
    MCP_AUTH_IDP_TOKEN_ENDPOINT, MCP_AUTH_CLIENT_METADATA_URL, MCP_AUTH_ISSUER,
  };
  const char *grant_words[MCP_AUTH_N_GRANTS + 1] = { NULL };
  gboolean allow_http = mcp_auth_settings_is_on (self, MCP_AUTH_ALLOW_HTTP);
  const char *redirect = self->values[MCP_AUTH_REDIRECT_URI];

  for (gsize i = 0; i < MCP_AUTH_N_GRANTS; i++)
    grant_words[i] = grants[i];
  if (!check_word (self, MCP_AUTH_GRANT, grant_words, error)
      || !check_word (self, MCP_AUTH_TOKEN_AUTH_METHOD, token_auth_methods, error))
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) cause = NULL;
      g_autoptr (GUri) uri = NULL;

      if (self->values[urls[i]] == NULL)
        continue;
      uri = mcp_auth_url_parse (self->values[urls[i]], allow_http, &cause);
      if (uri == NULL)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", settings[urls[i]].key,
                       cause->message);
          return FALSE;
        }
    }

  if (redirect != NULL)
    {
      g_autoptr (GUri) uri = g_uri_parse (redirect, G_URI_FLAGS_NONE, NULL);

      if (uri == NULL || g_strcmp0 (g_uri_get_scheme (uri), "http") != 0
          || !mcp_auth_url_is_loopback (uri))
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                       _("redirectUri: “%s” is not an address of this machine such as "
                         "http://127.0.0.1:8976/callback"),
                       redirect);
          return FALSE;
        }
    }

  return TRUE;
}

const char *
mcp_auth_setting_get_key (McpAuthSetting setting)
{
  return settings[setting].key;
}

gboolean
mcp_auth_setting_is_secret (McpAuthSetting setting)
{
  return settings[setting].is_secret;
}

const char *
mcp_auth_grant_get_name (McpAuthGrant grant)
{
  return grants[grant];
}
