/* mcp-profile-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-auth-metadata.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-profile-private.h"
#include "mcp-settings-json.h"

/*
 * How to sign in to a server: our own "oauth" inside of "sounder", and what other clients write
 * beside the address. Secrets never go into a file; one that stands there is read.
 */

static gboolean
read_own (const McpSettingsReader  *sounder,
          McpAuthSettings          *settings,
          GError                  **error)
{
  McpSettingsReader oauth;

  if (!mcp_settings_read_object (sounder, "oauth", "sounder.oauth", &oauth, error))
    return FALSE;

  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      g_autofree char *value = NULL;

      if (!mcp_settings_read_string (&oauth, mcp_auth_setting_get_key (i), &value, error))
        return FALSE;
      if (value != NULL)
        mcp_auth_settings_set (settings, i, value);
    }

  return TRUE;
}

/* What Claude Code, Gemini CLI and others write; what is odd in it is left alone. */
static void
read_foreign (const McpSettingsReader *reader,
              McpAuthSettings         *settings)
{
  static const struct
  {
    const char     *key;
    McpAuthSetting  setting;
  } names[] = {
    { "oauth.clientId", MCP_AUTH_CLIENT_ID },
    { "oauth.clientSecret", MCP_AUTH_CLIENT_SECRET },
    { "oauth.scope", MCP_AUTH_SCOPE },
    { "oauth.redirectUri", MCP_AUTH_REDIRECT_URI },
    { "oauth.issuer", MCP_AUTH_ISSUER },
    { "oauth.authorizationUrl", MCP_AUTH_AUTHORIZATION_ENDPOINT },
    { "oauth.tokenUrl", MCP_AUTH_TOKEN_ENDPOINT },
    { "oauth.registrationUrl", MCP_AUTH_REGISTRATION_ENDPOINT },
  };
  g_auto (GStrv) scopes = NULL;
  gint64 port = 0;
  McpSpan oauth;

  if (!mcp_json_lookup (reader->text, reader->length, "oauth", &oauth))
    return;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *value = mcp_json_lookup_string (reader->text, reader->length, names[i].key);

      if (value != NULL)
        mcp_auth_settings_set (settings, names[i].setting, value);
    }

  scopes = mcp_auth_json_dup_strings (reader->text + oauth.offset, oauth.length, "scopes", NULL);
  if (scopes != NULL)
    {
      g_autofree char *scope = g_strjoinv (" ", scopes);

      mcp_auth_settings_set (settings, MCP_AUTH_SCOPE, scope);
    }
  if (mcp_json_lookup_int64 (reader->text, reader->length, "oauth.callbackPort", &port)
      && port > 0 && port < 65536)
    {
      g_autofree char *uri = g_strdup_printf ("http://localhost:%d/callback", (int) port);

      mcp_auth_settings_set (settings, MCP_AUTH_REDIRECT_URI, uri);
    }
}

gboolean
mcp_profile_auth_read (McpAuthSettings         **settings,
                       const McpSettingsReader  *reader,
                       const McpSettingsReader  *sounder,
                       GError                  **error)
{
  g_autoptr (McpAuthSettings) read = mcp_auth_settings_new ();

  read_foreign (reader, read);
  if (!read_own (sounder, read, error))
    return FALSE;

  if (!mcp_auth_settings_is_empty (read))
    *settings = g_steal_pointer (&read);

  return TRUE;
}

static const char *
get (const McpAuthSettings *settings,
     McpAuthSetting         setting)
{
  return settings != NULL ? mcp_auth_settings_get (settings, setting) : NULL;
}

void
mcp_profile_auth_write (const McpAuthSettings  *was,
                        const McpAuthSettings  *now,
                        char                  **sounder)
{
  g_autofree char *original = mcp_settings_take_object (*sounder, "oauth");
  g_autofree char *oauth = g_strdup (original);

  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (!mcp_auth_setting_is_secret (i))
      mcp_settings_put_string (&oauth, mcp_auth_setting_get_key (i), get (was, i), get (now, i));
  mcp_settings_put_object (sounder, "oauth", original, oauth);
}

/**
 * mcp_profile_get_auth:
 * @self: a profile
 *
 * Gets how to sign in to the server. Secrets are only in it where they were just given.
 *
 * Returns: (transfer none) (nullable): %NULL: as the server says
 */
const McpAuthSettings *
mcp_profile_get_auth (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.auth;
}

void
mcp_profile_set_auth (McpProfile            *self,
                      const McpAuthSettings *auth)
{
  McpAuthSettings *copy;

  g_return_if_fail (MCP_IS_PROFILE (self));

  copy = auth != NULL && !mcp_auth_settings_is_empty (auth) ? mcp_auth_settings_copy (auth) : NULL;
  g_clear_pointer (&self->settings.auth, mcp_auth_settings_free);
  self->settings.auth = copy;
}
