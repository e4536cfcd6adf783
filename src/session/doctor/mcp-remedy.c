/* mcp-remedy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-auth-url.h"
#include "mcp-consent.h"
#include "mcp-remedy.h"

const char *
mcp_remedy_get_nick (McpRemedyAction action)
{
  static const char * const nicks[] = {
    [MCP_REMEDY_RETRY] = "retry",
    [MCP_REMEDY_EDIT] = "edit",
    [MCP_REMEDY_USE_PATH] = "use-path",
    [MCP_REMEDY_USE_URL] = "use-url",
    [MCP_REMEDY_USE_HTTPS] = "use-https",
    [MCP_REMEDY_USE_HTTP] = "use-http",
    [MCP_REMEDY_USE_PROTOCOL] = "use-protocol",
    [MCP_REMEDY_CERTIFICATE] = "certificate",
    [MCP_REMEDY_PERMIT] = "permit",
    [MCP_REMEDY_COPY_COMMAND] = "copy-command",
    [MCP_REMEDY_SIGN_IN] = "sign-in",
    [MCP_REMEDY_SET_HEADER] = "set-header",
    [MCP_REMEDY_SET_VARIABLE] = "set-variable",
    [MCP_REMEDY_ADD_ARGUMENT] = "add-argument",
    [MCP_REMEDY_TIMELINE] = "timeline",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (nicks) == MCP_N_REMEDIES);

  return action < MCP_N_REMEDIES ? nicks[action] : NULL;
}

/* Whether it is a change of the settings that needs nothing more from a person. */
gboolean
mcp_remedy_applies (McpRemedyAction action,
                    const char     *target)
{
  switch (action)
    {
    case MCP_REMEDY_USE_URL:
    case MCP_REMEDY_USE_PROTOCOL:
    case MCP_REMEDY_ADD_ARGUMENT:
      return target != NULL;

    case MCP_REMEDY_SET_VARIABLE:
      return target != NULL && strchr (target, '=') != NULL;

    case MCP_REMEDY_NONE:
    case MCP_REMEDY_RETRY:
    case MCP_REMEDY_EDIT:
    case MCP_REMEDY_USE_PATH:
    case MCP_REMEDY_USE_HTTPS:
    case MCP_REMEDY_USE_HTTP:
    case MCP_REMEDY_CERTIFICATE:
    case MCP_REMEDY_PERMIT:
    case MCP_REMEDY_COPY_COMMAND:
    case MCP_REMEDY_SIGN_IN:
    case MCP_REMEDY_SET_HEADER:
    case MCP_REMEDY_TIMELINE:
    case MCP_N_REMEDIES:
    default:
      return FALSE;
    }
}

static void
set_variable (McpProfile *profile,
              const char *variable)
{
  const char * const *env = mcp_profile_get_env (profile);
  gsize length = strcspn (variable, "=") + 1;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  for (guint i = 0; env[i] != NULL; i++)
    if (strncmp (env[i], variable, length) != 0)
      g_strv_builder_add (builder, env[i]);
  g_strv_builder_add (builder, variable);

  all = g_strv_builder_end (builder);
  mcp_profile_set_env (profile, (const char * const *) all);
}

static void
add_argument (McpProfile *profile,
              const char *argument)
{
  const char * const *argv = mcp_profile_get_argv (profile);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  if (argv[0] == NULL)
    return;

  g_strv_builder_add (builder, argv[0]);
  g_strv_builder_add (builder, argument);
  for (guint i = 1; argv[i] != NULL; i++)
    g_strv_builder_add (builder, argv[i]);

  all = g_strv_builder_end (builder);
  mcp_profile_set_argv (profile, (const char * const *) all);
}

/* Another address may be one that the server gave. */
static gboolean
stays_with_origin (McpProfile *profile,
                   const char *url)
{
  g_autoptr (GUri) old = g_uri_parse (mcp_profile_get_url (profile), G_URI_FLAGS_NONE, NULL);
  g_autoptr (GUri) new = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);

  return old != NULL && new != NULL && g_uri_get_host (old) != NULL && g_uri_get_host (new) != NULL
         && mcp_auth_url_same_origin (old, new);
}

/**
 * mcp_remedy_apply:
 * @action: one of which mcp_remedy_applies() says %TRUE
 * @target: what it is about
 *
 * Changes the settings as the remedy says. It takes effect at the next connection. Who agreed to
 * the server before has agreed to it still, unless it is at another origin now.
 */
void
mcp_remedy_apply (McpRemedyAction  action,
                  const char      *target,
                  McpProfile      *profile)
{
  gboolean agreed;

  g_return_if_fail (MCP_IS_PROFILE (profile));
  g_return_if_fail (mcp_remedy_applies (action, target));

  agreed = mcp_consent_check (profile, NULL)
           && (action != MCP_REMEDY_USE_URL || stays_with_origin (profile, target));
  if (action == MCP_REMEDY_USE_URL)
    mcp_profile_set_url (profile, target);
  else if (action == MCP_REMEDY_USE_PROTOCOL)
    g_object_set (profile, "protocol", target, NULL);
  else if (action == MCP_REMEDY_ADD_ARGUMENT)
    add_argument (profile, target);
  else
    set_variable (profile, target);
  if (agreed)
    mcp_consent_give (profile, MCP_CONSENT_TYPED, FALSE);
}
