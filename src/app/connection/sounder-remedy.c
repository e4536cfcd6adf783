/* sounder-remedy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-summary.h"
#include "sounder-remedy.h"

/*
 * Which button does what the advice says. Where only the code of the error is known, it is the one
 * that gets closest.
 */

static const struct
{
  const char *label;
  const char *accessible;
} buttons[MCP_N_REMEDIES] = {
  [MCP_REMEDY_NONE] = { N_("_Try Again"), N_("Try to connect again") },
  [MCP_REMEDY_RETRY] = { N_("_Try Again"), N_("Try to connect again") },
  [MCP_REMEDY_EDIT] = { N_("_Edit Server…"), N_("Edit this server") },
  [MCP_REMEDY_USE_PATH] = { N_("_Use This Address"), N_("Use the address that is advised and try again") },
  [MCP_REMEDY_USE_URL] = { N_("_Use This Address"), N_("Use the address that is advised and try again") },
  [MCP_REMEDY_USE_HTTPS] = { N_("_Switch to HTTPS"), N_("Switch the address to HTTPS and try again") },
  [MCP_REMEDY_USE_HTTP] = { N_("_Switch to HTTP"),
                            N_("Switch the address to HTTP, without encryption, and try again") },
  [MCP_REMEDY_USE_PROTOCOL] = { N_("_Edit Server…"), N_("Offer this revision of the protocol and try again") },
  [MCP_REMEDY_CERTIFICATE] = { N_("_Show Certificate…"), N_("Show the server's certificate") },
  [MCP_REMEDY_PERMIT] = { N_("_Copy Command"),
                          N_("Copy the command that lets Sounder start programs of your system") },
  [MCP_REMEDY_COPY_COMMAND] = { N_("_Copy Command"), N_("Copy the command, to run it in a terminal") },
  [MCP_REMEDY_SIGN_IN] = { N_("_Sign In…"), N_("Sign in to the server in a browser") },
  [MCP_REMEDY_SET_HEADER] = { N_("Set _Header…"), N_("Give the header a value") },
  [MCP_REMEDY_SET_VARIABLE] = { N_("Set _Variable…"), N_("Give the environment variable a value") },
  [MCP_REMEDY_ADD_ARGUMENT] = { N_("_Edit Server…"), N_("Add the argument to the command and try again") },
  [MCP_REMEDY_TIMELINE] = { N_("_Open the Timeline"), N_("Show what was sent and received") },
};

static gboolean
has_tls (const char *url)
{
  return g_ascii_strncasecmp (url, "https:", 6) == 0 || g_ascii_strncasecmp (url, "wss:", 4) == 0;
}

static McpRemedyAction
choose_for_tls (McpCertificate *certificate,
                const char     *url)
{
  if (!has_tls (url))
    return MCP_REMEDY_USE_HTTPS;
  if (certificate != NULL && mcp_certificate_get_problems (certificate) != 0)
    return MCP_REMEDY_CERTIFICATE;

  return MCP_REMEDY_USE_HTTP;
}

/* What a sandbox lacks may well be outside of it, where we may not look. */
static gboolean
may_be_outside (void)
{
  g_autofree char *command = mcp_host_dup_permit_command ();

  return command != NULL;
}

/**
 * sounder_remedy_choose:
 * @failed_step: the step that failed, %MCP_N_STEPS when none did
 * @error: why there is no connection
 * @certificate: (nullable): the server's
 * @url: (nullable): the address, or %NULL for a program
 *
 * Finds the one button for a failed connection.
 *
 * Returns: what it does
 */
McpRemedyAction
sounder_remedy_choose (McpStep         failed_step,
                       const GError   *error,
                       McpCertificate *certificate,
                       const char     *url)
{
  g_return_val_if_fail (error != NULL, MCP_REMEDY_RETRY);

  if (error->domain != MCP_ERROR)
    return MCP_REMEDY_RETRY;
  if (error->code == MCP_ERROR_TLS && url != NULL)
    return choose_for_tls (certificate, url);

  switch (error->code)
    {
    case MCP_ERROR_SPAWN:
      return may_be_outside () ? MCP_REMEDY_PERMIT : MCP_REMEDY_EDIT;

    case MCP_ERROR_CONFIG:
    case MCP_ERROR_USAGE:
    case MCP_ERROR_AUTH:
    case MCP_ERROR_VERSION:
    case MCP_ERROR_TOO_LARGE:
    case MCP_ERROR_STORAGE:
      return MCP_REMEDY_EDIT;

    case MCP_ERROR_HTTP:
      /* Most often the path. */
      return failed_step == MCP_STEP_RESPONSE || failed_step == MCP_STEP_CONTENT_TYPE
               ? MCP_REMEDY_EDIT
               : MCP_REMEDY_TIMELINE;

    case MCP_ERROR_INVALID_MESSAGE:
    case MCP_ERROR_INVALID_RESPONSE:
    case MCP_ERROR_SERVER:
      return MCP_REMEDY_TIMELINE;

    case MCP_ERROR_NETWORK:
      return failed_step == MCP_STEP_RESOLVE ? MCP_REMEDY_EDIT : MCP_REMEDY_RETRY;

    default:
      return MCP_REMEDY_RETRY;
    }
}

/**
 * sounder_remedy_for:
 * @session: a session that has an error
 *
 * Finds the one button for how its last connection ended.
 *
 * Returns: what it does
 */
McpRemedyAction
sounder_remedy_for (McpSession *session)
{
  const McpFailure *failure;
  McpProfile *profile;

  g_return_val_if_fail (MCP_IS_SESSION (session), MCP_REMEDY_RETRY);

  profile = mcp_session_get_profile (session);
  failure = mcp_session_get_failure (session);
  if (failure->action != MCP_REMEDY_NONE)
    return failure->action;
  if (failure->is_passing)
    return MCP_REMEDY_RETRY;

  if (g_error_matches (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_AUTH)
      && mcp_session_get_authorizer (session) != NULL)
    return MCP_REMEDY_SIGN_IN;

  return sounder_remedy_choose (mcp_session_get_failed_step (session),
                                mcp_session_get_error (session),
                                mcp_session_get_certificate (session),
                                mcp_profile_is_stdio (profile) ? NULL
                                                               : mcp_profile_get_url (profile));
}

/* Before a name: a name may well have what makes a mnemonic. */
static char *
dup_named (const char *format,
           const char *name)
{
  g_autofree char *visible = mcp_format_label (name, FALSE);
  g_auto (GStrv) parts = g_strsplit (visible, "_", -1);
  g_autofree char *escaped = g_strjoinv ("__", parts);

  return g_strdup_printf (format, escaped);
}

/**
 * sounder_remedy_dup_label:
 * @target: (nullable): of the action
 *
 * Returns: (transfer full): what stands on the button, with a mnemonic; translated
 */
char *
sounder_remedy_dup_label (McpRemedyAction  action,
                          const char      *target)
{
  if (target != NULL && mcp_remedy_applies (action, target) && action != MCP_REMEDY_USE_URL)
    {
      if (action == MCP_REMEDY_ADD_ARGUMENT)
        return dup_named (_("Add “%s”"), target);
      if (action == MCP_REMEDY_USE_PROTOCOL)
        return dup_named (_("Offer %s"), target);

      return dup_named (_("Set %s"), target);
    }
  if (target != NULL && (action == MCP_REMEDY_SET_HEADER || action == MCP_REMEDY_SET_VARIABLE))
    return dup_named (_("Set %s…"), target);

  return g_strdup (_(buttons[action].label));
}

const char *
sounder_remedy_get_accessible (McpRemedyAction action)
{
  return _(buttons[action].accessible);
}
