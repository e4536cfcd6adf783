/* mcp-connector.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-connector"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-session-private.h"
#include "mcp-stdio-transport.h"

/**
 * mcp_connector_make_transport:
 * @profile: how to reach the server
 * @error: return location for an error
 *
 * Makes the transport that a profile describes. Transports take plain arguments and know no
 * profile; this is the one place that knows both.
 *
 * Returns: (transfer full): a transport that is not open, or %NULL with %MCP_ERROR_CONFIG
 */
McpTransport *
mcp_connector_make_transport (McpProfile  *profile,
                              GError     **error)
{
  const char * const *argv = mcp_profile_get_argv (profile);
  g_auto (GStrv) envp = NULL;
  McpTransport *transport;

  if (!mcp_profile_is_stdio (profile))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” is reached by a URL (%s); this version of Sounder starts programs only"),
                   mcp_profile_get_name (profile), mcp_profile_get_url (profile));
      return NULL;
    }

  if (argv[0] == NULL || *argv[0] == '\0')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” has no command to start"), mcp_profile_get_name (profile));
      return NULL;
    }

  envp = mcp_profile_dup_environ (profile);
  transport = mcp_stdio_transport_new (argv, mcp_profile_get_cwd (profile),
                                       (const char * const *) envp);
  mcp_stdio_transport_set_cap (MCP_STDIO_TRANSPORT (transport),
                               mcp_profile_get_max_message_bytes (profile));
  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (transport),
                                 mcp_profile_get_close_wait_msec (profile),
                                 mcp_profile_get_term_wait_msec (profile));

  return transport;
}
