/* cli-auth-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-auth.h"
#include "mcp-error.h"

/*
 * How signing in is set on the command line: --oauth KEY=VALUE, or KEY=@FILE, and an environment
 * variable for each key. Secrets come by the latter two alone.
 */

#define ENVIRONMENT_PREFIX "SOUNDER_OAUTH_"

/* "clientSecret" is SOUNDER_OAUTH_CLIENT_SECRET. */
static char *
dup_variable (McpAuthSetting setting)
{
  GString *name = g_string_new (ENVIRONMENT_PREFIX);

  for (const char *p = mcp_auth_setting_get_key (setting); *p != '\0'; p++)
    {
      if (g_ascii_isupper (*p))
        g_string_append_c (name, '_');
      g_string_append_c (name, g_ascii_toupper (*p));
    }

  return g_string_free (name, FALSE);
}

/* The setting of a key, MCP_AUTH_N_SETTINGS where there is none. */
static McpAuthSetting
find_setting (const char *key)
{
  McpAuthSetting setting = 0;

  if (mcp_auth_setting_get_param (key) != NULL)
    return MCP_AUTH_PARAM;

  while (setting < MCP_AUTH_N_SETTINGS && !g_str_equal (key, mcp_auth_setting_get_key (setting)))
    setting++;

  return setting;
}

static gboolean
apply_option (McpAuthSettings  *settings,
              const char       *option,
              GError          **error)
{
  const char *equals = strchr (option, '=');
  g_autofree char *key = equals != NULL ? g_strndup (option, equals - option) : NULL;
  McpAuthSetting setting = key != NULL ? find_setting (key) : MCP_AUTH_N_SETTINGS;
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;

  if (setting == MCP_AUTH_N_SETTINGS)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("--oauth %s: no such setting; the manual lists them"),
                   key != NULL ? key : option);
      return FALSE;
    }
  if (equals[1] == '@' && !g_file_get_contents (equals + 2, &text, NULL, &cause))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "--oauth %s: %s", key, cause->message);
      return FALSE;
    }
  if (equals[1] != '@' && mcp_auth_setting_is_secret (setting))
    {
      g_autofree char *variable = dup_variable (setting);

      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("--oauth %s: a secret on the command line is seen by everybody on this "
                     "machine; give %s=@FILE, or set %s"),
                   key, key, variable);
      return FALSE;
    }

  if (text == NULL)
    text = g_strdup (equals + 1);
  else
    g_strstrip (text);
  if (mcp_auth_setting_get_param (key) != NULL)
    mcp_auth_settings_set_param (settings, mcp_auth_setting_get_param (key),
                                 *text != '\0' ? text : NULL);
  else
    mcp_auth_settings_set (settings, setting, text);

  return TRUE;
}

gboolean
cli_auth_apply (McpProfile        *profile,
                const CliOptions  *options,
                GError           **error)
{
  const McpAuthSettings *saved = mcp_profile_get_settings (profile)->auth;
  g_autoptr (McpAuthSettings) settings = saved != NULL ? mcp_auth_settings_copy (saved)
                                                       : mcp_auth_settings_new ();
  g_autoptr (GError) cause = NULL;

  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      g_autofree char *variable = dup_variable (i);

      if (g_getenv (variable) != NULL)
        mcp_auth_settings_set (settings, i, g_getenv (variable));
    }
  for (guint i = 0; options->oauth != NULL && options->oauth[i] != NULL; i++)
    if (!apply_option (settings, options->oauth[i], error))
      return FALSE;

  if (!mcp_auth_settings_check (settings, &cause))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "--oauth %s", cause->message);
      return FALSE;
    }
  mcp_profile_set_auth (profile, settings);

  return TRUE;
}
