/* sounder-remedy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-remedy"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-host.h"
#include "sounder-remedy.h"

/* The doctor says what to do in a sentence; this says which button does it, or gets closest. */

static gboolean
has_tls (const char *url)
{
  return g_ascii_strncasecmp (url, "https:", 6) == 0 || g_ascii_strncasecmp (url, "wss:", 4) == 0;
}

static SounderRemedy
choose_for_tls (McpCertificate *certificate,
                const char     *url)
{
  if (!has_tls (url))
    return SOUNDER_REMEDY_USE_HTTPS;
  if (certificate != NULL && mcp_certificate_get_problems (certificate) != 0)
    return SOUNDER_REMEDY_CERTIFICATE;

  return SOUNDER_REMEDY_USE_HTTP;
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
SounderRemedy
sounder_remedy_choose (McpStep         failed_step,
                       const GError   *error,
                       McpCertificate *certificate,
                       const char     *url)
{
  g_return_val_if_fail (error != NULL, SOUNDER_REMEDY_RETRY);

  if (error->domain != MCP_ERROR)
    return SOUNDER_REMEDY_RETRY;
  if (error->code == MCP_ERROR_TLS && url != NULL)
    return choose_for_tls (certificate, url);

  switch (error->code)
    {
    case MCP_ERROR_SPAWN:
      return may_be_outside () ? SOUNDER_REMEDY_PERMIT : SOUNDER_REMEDY_EDIT;

    case MCP_ERROR_CONFIG:
    case MCP_ERROR_USAGE:
    case MCP_ERROR_AUTH:
    case MCP_ERROR_VERSION:
    case MCP_ERROR_TOO_LARGE:
    case MCP_ERROR_STORAGE:
      return SOUNDER_REMEDY_EDIT;

    case MCP_ERROR_HTTP:
      /* Most often the path. */
      return failed_step == MCP_STEP_RESPONSE || failed_step == MCP_STEP_CONTENT_TYPE
               ? SOUNDER_REMEDY_EDIT
               : SOUNDER_REMEDY_TIMELINE;

    case MCP_ERROR_INVALID_MESSAGE:
    case MCP_ERROR_INVALID_RESPONSE:
    case MCP_ERROR_SERVER:
      return SOUNDER_REMEDY_TIMELINE;

    case MCP_ERROR_NETWORK:
      return failed_step == MCP_STEP_RESOLVE ? SOUNDER_REMEDY_EDIT : SOUNDER_REMEDY_RETRY;

    default:
      return SOUNDER_REMEDY_RETRY;
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
SounderRemedy
sounder_remedy_for (McpSession *session)
{
  McpProfile *profile;

  g_return_val_if_fail (MCP_IS_SESSION (session), SOUNDER_REMEDY_RETRY);

  profile = mcp_session_get_profile (session);
  if (mcp_session_get_failure (session)->remedy_path != NULL)
    return SOUNDER_REMEDY_USE_PATH;
  if (mcp_session_get_failure (session)->is_passing)
    return SOUNDER_REMEDY_RETRY;

  if (g_error_matches (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_AUTH)
      && mcp_session_get_authorizer (session) != NULL)
    return SOUNDER_REMEDY_SIGN_IN;

  return sounder_remedy_choose (mcp_session_get_failed_step (session),
                                mcp_session_get_error (session),
                                mcp_session_get_certificate (session),
                                mcp_profile_is_stdio (profile) ? NULL
                                                               : mcp_profile_get_url (profile));
}

const char *
sounder_remedy_get_label (SounderRemedy remedy)
{
  switch (remedy)
    {
    case SOUNDER_REMEDY_EDIT:
      return _("_Edit Server…");

    case SOUNDER_REMEDY_SIGN_IN:
      return _("_Sign In…");

    case SOUNDER_REMEDY_USE_PATH:
      return _("_Use This Address");

    case SOUNDER_REMEDY_CERTIFICATE:
      return _("_Show Certificate…");

    case SOUNDER_REMEDY_USE_HTTPS:
      return _("_Switch to HTTPS");

    case SOUNDER_REMEDY_USE_HTTP:
      return _("_Switch to HTTP");

    case SOUNDER_REMEDY_PERMIT:
      return _("_Copy Command");

    case SOUNDER_REMEDY_TIMELINE:
      return _("_Open the Timeline");

    case SOUNDER_REMEDY_RETRY:
    default:
      return _("_Try Again");
    }
}

const char *
sounder_remedy_get_accessible (SounderRemedy remedy)
{
  switch (remedy)
    {
    case SOUNDER_REMEDY_EDIT:
      return _("Edit this server");

    case SOUNDER_REMEDY_SIGN_IN:
      return _("Sign in to the server in a browser");

    case SOUNDER_REMEDY_USE_PATH:
      return _("Use the address that is advised and try again");

    case SOUNDER_REMEDY_CERTIFICATE:
      return _("Show the server's certificate");

    case SOUNDER_REMEDY_USE_HTTPS:
      return _("Switch the address to HTTPS and try again");

    case SOUNDER_REMEDY_USE_HTTP:
      return _("Switch the address to HTTP, without encryption, and try again");

    case SOUNDER_REMEDY_PERMIT:
      return _("Copy the command that lets Sounder start programs of your system");

    case SOUNDER_REMEDY_TIMELINE:
      return _("Show what was sent and received");

    case SOUNDER_REMEDY_RETRY:
    default:
      return _("Try to connect again");
    }
}
