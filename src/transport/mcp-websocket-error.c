/* mcp-websocket-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error-cause.h"
#include "mcp-http-limits.h"
#include "mcp-websocket-error.h"

/* What GIO and libsoup say about a WebSocket, in words, as one of our errors. */

/**
 * mcp_websocket_new_end_error:
 * @connection: one that has ended, not because we asked for it
 * @host: the server's
 * @cap_bytes: the limit of a message
 * @cause: (nullable): why, as libsoup said it, or an #McpError
 *
 * Says why it ended.
 *
 * Returns: (transfer full): %MCP_ERROR_DIED, %MCP_ERROR_TOO_LARGE, or @cause
 */
GError *
mcp_websocket_new_end_error (SoupWebsocketConnection *connection,
                             const char              *host,
                             gsize                    cap_bytes,
                             const GError            *cause)
{
  gushort code = soup_websocket_connection_get_close_code (connection);
  const char *reason = soup_websocket_connection_get_close_data (connection);

  if (cause != NULL && cause->domain == MCP_ERROR)
    return g_error_copy (cause);

  if (g_error_matches (cause, SOUP_WEBSOCKET_ERROR, SOUP_WEBSOCKET_CLOSE_TOO_BIG)
      || mcp_http_is_over_fragments (connection))
    {
      g_autofree char *limit = g_format_size_full (cap_bytes, G_FORMAT_SIZE_IEC_UNITS);

      return g_error_new (MCP_ERROR, MCP_ERROR_TOO_LARGE,
                          _("%s sent a WebSocket message over the limit of %s. The connection had "
                            "to be closed."), host, limit);
    }

  if (cause != NULL && cause->domain == SOUP_WEBSOCKET_ERROR)
    return g_error_new (MCP_ERROR, MCP_ERROR_DIED,
                        _("%s broke the rules of WebSocket, and the connection had to be closed: "
                          "%s"), host, cause->message);

  if (cause != NULL)
    return g_error_new (MCP_ERROR, MCP_ERROR_DIED, _("The connection to %s broke: %s"),
                        host, cause->message);

  if (code == 0 || code == SOUP_WEBSOCKET_CLOSE_NO_STATUS || code == SOUP_WEBSOCKET_CLOSE_ABNORMAL)
    return g_error_new (MCP_ERROR, MCP_ERROR_DIED,
                        _("%s closed the connection without saying why."), host);

  if (reason == NULL || reason[0] == '\0')
    return g_error_new (MCP_ERROR, MCP_ERROR_DIED, _("%s closed the connection (%u)."),
                        host, (guint) code);

  return g_error_new (MCP_ERROR, MCP_ERROR_DIED, _("%s closed the connection (%u: %s)."),
                      host, (guint) code, reason);
}

static GError *
new_open_error (SoupMessage    *message,
                McpCertificate *certificate,
                gboolean        was_sent,
                const GError   *cause)
{
  const char *host = g_uri_get_host (soup_message_get_uri (message));
  const char *reason = soup_message_get_reason_phrase (message);
  guint status = soup_message_get_status (message);
  GError *limit_error = mcp_http_dup_limit_error (message);

  if (limit_error != NULL)
    return limit_error;
  if (cause->domain == MCP_ERROR)
    return g_error_copy (cause);
  if (cause->domain == SOUP_WEBSOCKET_ERROR && status == SOUP_STATUS_SWITCHING_PROTOCOLS)
    return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                        _("%s agreed to a WebSocket, but not by its rules: %s"), host,
                        cause->message);
  if (status != 0)
    {
      g_autofree char *words = g_utf8_make_valid (reason != NULL ? reason : "", -1);

      return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                          _("%s answered %u %s instead of opening a WebSocket."), host,
                          status, words);
    }

  if (g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE) && certificate != NULL)
    {
      g_autofree char *problems = mcp_certificate_describe_problems (certificate);

      g_strdelimit (problems, "\n", ' ');
      return g_error_new (MCP_ERROR, MCP_ERROR_TLS,
                          _("The certificate of %s does not verify. %s"), host,
                          problems);
    }
  if (cause->domain == G_TLS_ERROR)
    return g_error_new (MCP_ERROR, MCP_ERROR_TLS,
                        _("The connection to %s could not be secured: %s"), host,
                        cause->message);
  if (was_sent)
    return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("The connection to %s broke: %s"),
                        host, cause->message);

  return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("%s could not be reached: %s"),
                      host, cause->message);
}

/**
 * mcp_websocket_new_open_error:
 * @message: the upgrade
 * @certificate: (nullable): what the server has shown
 * @was_sent: whether the upgrade has left
 * @cause: of GIO or libsoup, or an #McpError; it can be read of what is returned
 *
 * Says why there is no WebSocket.
 *
 * Returns: (transfer full): %MCP_ERROR_HTTP for any answer, %MCP_ERROR_TLS or %MCP_ERROR_NETWORK
 */
GError *
mcp_websocket_new_open_error (SoupMessage    *message,
                              McpCertificate *certificate,
                              gboolean        was_sent,
                              const GError   *cause)
{
  GError *error = new_open_error (message, certificate, was_sent, cause);

  if (cause->domain != MCP_ERROR)
    mcp_error_set_cause (error, cause);

  return error;
}
