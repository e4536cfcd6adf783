/* mcp-http-client-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-http-client"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-http-client-private.h"
#include "mcp-transport-private.h"
#include "mcp-tls.h"

/* How reaching the server goes, step by step: told of the first message alone. */

/* How to read a socket's address: "127.0.0.1:3001". */
static char *
dup_address (GSocketAddress *address)
{
  return address != NULL ? g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address)) : NULL;
}

/* Who is at the other end, or %NULL before there is one. */
char *
mcp_http_dup_peer (SoupMessage *message)
{
  return dup_address (soup_message_get_remote_address (message));
}

/* What protects the connection, or %NULL when nothing does. */
char *
mcp_http_dup_tls (SoupMessage *message)
{
  if (soup_message_get_tls_peer_certificate (message) == NULL)
    return NULL;

  return mcp_tls_describe (soup_message_get_tls_protocol_version (message),
                           soup_message_get_tls_ciphersuite_name (message));
}

static void
begin_step (McpHttpClient *self,
            McpStep        step)
{
  if (self->in_step && self->step == step)
    return;

  self->in_step = TRUE;
  self->step = step;
  mcp_transport_report_step (self->owner, step, MCP_STEP_BEGAN, NULL);
}

static void
end_step (McpHttpClient *self,
          McpStep        step,
          McpStepPhase   phase,
          const char    *detail)
{
  self->in_step = FALSE;
  mcp_transport_report_step (self->owner, step, phase, detail);
}

static gboolean
reports_steps (McpHttpClient *self,
               SoupMessage   *message)
{
  if (self->first_message == NULL)
    self->first_message = message;

  return self->first_message == message && !self->steps_done;
}

static void
saw_connecting (McpHttpClient *self,
                GIOStream     *connection)
{
  g_autoptr (GSocketAddress) address = NULL;

  if (!self->resolved)
    {
      self->resolved = TRUE;
      end_step (self, MCP_STEP_RESOLVE, MCP_STEP_SKIPPED, NULL);
    }
  begin_step (self, MCP_STEP_CONNECT);

  if (!G_IS_SOCKET_CONNECTION (connection))
    return;
  address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
  if (address != NULL && G_IS_PROXY_ADDRESS (address))
    {
      g_free (self->proxy);
      self->proxy = dup_address (address);
    }
}

static void
saw_connected (McpHttpClient *self,
               GIOStream     *connection)
{
  g_autoptr (GSocketAddress) address = NULL;
  g_autofree char *text = NULL;
  g_autofree char *detail = NULL;

  if (self->connected)
    return;
  self->connected = TRUE;

  if (G_IS_SOCKET_CONNECTION (connection))
    address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
  text = dup_address (address);
  if (self->proxy != NULL)
    detail = g_strdup_printf (_("through the proxy %s"), self->proxy);
  end_step (self, MCP_STEP_CONNECT, MCP_STEP_SUCCEEDED, detail != NULL ? detail : text);
}

static void
saw_secured (McpHttpClient *self,
             GIOStream     *connection)
{
  g_autofree char *detail = NULL;
  g_autofree char *cipher = NULL;

  if (self->secured)
    return;
  self->secured = TRUE;

  if (G_IS_TLS_CONNECTION (connection))
    {
      GTlsConnection *tls = G_TLS_CONNECTION (connection);

      cipher = g_tls_connection_get_ciphersuite_name (tls);
      detail = mcp_tls_describe (g_tls_connection_get_protocol_version (tls), cipher);
    }
  end_step (self, MCP_STEP_TLS, MCP_STEP_SUCCEEDED, detail);
}

/**
 * mcp_http_client_network_event:
 * @self: a client
 * @message: whose connection it is
 * @event: what happened
 * @connection: (nullable): where
 *
 * Takes what SoupMessage::network-event tells. On a connection that was there already nothing is.
 */
void
mcp_http_client_network_event (McpHttpClient      *self,
                               SoupMessage        *message,
                               GSocketClientEvent  event,
                               GIOStream          *connection)
{
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKED && G_IS_TLS_CONNECTION (connection))
    mcp_http_client_keep_certificate (self, g_tls_connection_get_peer_certificate (G_TLS_CONNECTION (connection)));

  if (!reports_steps (self, message))
    return;

  switch (event)
    {
    case G_SOCKET_CLIENT_RESOLVING:
      if (!self->resolved)
        begin_step (self, MCP_STEP_RESOLVE);
      break;
    case G_SOCKET_CLIENT_RESOLVED:
      if (!self->resolved)
        {
          self->resolved = TRUE;
          end_step (self, MCP_STEP_RESOLVE, MCP_STEP_SUCCEEDED, g_uri_get_host (self->uri));
        }
      break;
    case G_SOCKET_CLIENT_CONNECTING:
      if (!self->connected)
        saw_connecting (self, connection);
      break;
    case G_SOCKET_CLIENT_CONNECTED:
      saw_connected (self, connection);
      break;
    case G_SOCKET_CLIENT_TLS_HANDSHAKING:
      if (!self->secured)
        begin_step (self, MCP_STEP_TLS);
      break;
    case G_SOCKET_CLIENT_TLS_HANDSHAKED:
      saw_secured (self, connection);
      break;
    case G_SOCKET_CLIENT_PROXY_NEGOTIATING:
    case G_SOCKET_CLIENT_PROXY_NEGOTIATED:
    case G_SOCKET_CLIENT_COMPLETE:
    default:
      break;
    }
}

/**
 * mcp_http_client_saw_request:
 * @self: a client
 * @message: a request
 *
 * Tells that the connection stands and the request begins to leave.
 */
void
mcp_http_client_saw_request (McpHttpClient *self,
                             SoupMessage   *message)
{
  if (reports_steps (self, message))
    begin_step (self, MCP_STEP_RESPONSE);
}

/**
 * mcp_http_client_saw_head:
 * @self: a client
 * @message: a request that has a status line and headers now
 *
 * Tells that an answer came. Authorization that is wanted is the session's to judge: then the
 * answer itself is as it should be.
 */
void
mcp_http_client_saw_head (McpHttpClient *self,
                          SoupMessage   *message)
{
  guint status = soup_message_get_status (message);
  const char *reason = soup_message_get_reason_phrase (message);
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  gboolean is_challenge;
  g_autofree char *detail = NULL;

  self->was_answered = TRUE;
  mcp_http_client_keep_certificate (self, soup_message_get_tls_peer_certificate (message));
  if (!reports_steps (self, message))
    return;

  is_challenge = status == SOUP_STATUS_UNAUTHORIZED ||
                 (status == SOUP_STATUS_FORBIDDEN &&
                  soup_message_headers_get_list (headers, "WWW-Authenticate") != NULL);
  detail = g_strdup_printf ("%u %s", status, reason != NULL ? reason : "");
  end_step (self, MCP_STEP_RESPONSE,
            SOUP_STATUS_IS_SUCCESSFUL (status) || is_challenge ? MCP_STEP_SUCCEEDED
                                                               : MCP_STEP_BROKE,
            g_strchomp (detail));
  if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      if (is_challenge)
        end_step (self, MCP_STEP_CONTENT_TYPE, MCP_STEP_SKIPPED, NULL);
      self->steps_done = TRUE;
    }
}

/**
 * mcp_http_client_saw_content:
 * @self: a client
 * @message: a request that was answered
 * @phase: what the content type is worth
 * @detail: (nullable): the media type
 *
 * Tells what the first answer is made of. Later ones are ignored.
 */
void
mcp_http_client_saw_content (McpHttpClient *self,
                             SoupMessage   *message,
                             McpStepPhase   phase,
                             const char    *detail)
{
  if (!reports_steps (self, message))
    return;

  self->steps_done = TRUE;
  end_step (self, MCP_STEP_CONTENT_TYPE, phase, detail);
}

/**
 * mcp_http_client_saw_failure:
 * @self: a client
 * @message: a request that was not answered
 * @error: why
 *
 * Tells that no answer came. The step that was under way is the one that broke.
 */
void
mcp_http_client_saw_failure (McpHttpClient *self,
                             SoupMessage   *message,
                             const GError  *error)
{
  McpStep step = self->step;

  if (!reports_steps (self, message))
    return;

  self->steps_done = TRUE;
  /* It may break before the first event, or between two. */
  if (!self->in_step)
    step = !self->resolved ? MCP_STEP_RESOLVE
           : !self->connected ? MCP_STEP_CONNECT
           : !self->secured && g_str_equal (g_uri_get_scheme (self->uri), "https") ? MCP_STEP_TLS
                                                                                   : MCP_STEP_RESPONSE;
  end_step (self, step, MCP_STEP_BROKE, error->message);
}

/**
 * mcp_http_client_get_steps:
 * @self: a client
 * @n_steps: (out): how many there are
 *
 * Gets what reaching its server takes, in order.
 *
 * Returns: (array length=n_steps): the steps
 */
const McpStep *
mcp_http_client_get_steps (McpHttpClient *self,
                           gsize         *n_steps)
{
  static const McpStep plain[] = {
    MCP_STEP_RESOLVE, MCP_STEP_CONNECT, MCP_STEP_RESPONSE, MCP_STEP_CONTENT_TYPE,
    MCP_STEP_AUTHORIZATION, MCP_STEP_HANDSHAKE,
  };
  static const McpStep secure[] = {
    MCP_STEP_RESOLVE, MCP_STEP_CONNECT, MCP_STEP_TLS, MCP_STEP_RESPONSE, MCP_STEP_CONTENT_TYPE,
    MCP_STEP_AUTHORIZATION, MCP_STEP_HANDSHAKE,
  };
  const char *scheme = g_uri_get_scheme (self->uri);

  if (g_str_equal (scheme, "https") || g_str_equal (scheme, "wss"))
    {
      *n_steps = G_N_ELEMENTS (secure);
      return secure;
    }

  *n_steps = G_N_ELEMENTS (plain);

  return plain;
}
