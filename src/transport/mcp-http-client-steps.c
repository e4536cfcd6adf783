/* mcp-http-client-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-http-client-private.h"
#include "mcp-transport-private.h"

/* How reaching the server goes, step by step: told of the first message alone. */

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
               gconstpointer  who)
{
  if (self->first == NULL)
    self->first = who;

  return self->first == who && !self->steps_done;
}

static void
saw_connecting (McpHttpClient        *self,
                const McpHttpNetwork *network)
{
  if (!self->resolved)
    {
      self->resolved = TRUE;
      end_step (self, MCP_STEP_RESOLVE, MCP_STEP_SKIPPED, NULL);
    }
  begin_step (self, MCP_STEP_CONNECT);

  if (network->is_proxy)
    {
      g_free (self->proxy);
      self->proxy = g_strdup (network->address);
      self->is_tunnel = network->is_tunnel;
    }
}

static void
saw_connected (McpHttpClient        *self,
               const McpHttpNetwork *network)
{
  g_autofree char *detail = NULL;

  if (self->connected)
    return;
  self->connected = TRUE;

  if (self->proxy != NULL)
    detail = g_strdup_printf (_("through the proxy %s"), self->proxy);
  end_step (self, MCP_STEP_CONNECT, MCP_STEP_SUCCEEDED,
            detail != NULL ? detail : network->address);
}

static void
saw_secured (McpHttpClient        *self,
             const McpHttpNetwork *network)
{
  if (self->secured)
    return;
  self->secured = TRUE;

  end_step (self, MCP_STEP_TLS, MCP_STEP_SUCCEEDED, network->tls);
}

/**
 * mcp_http_client_wants_steps:
 *
 * Tells whether a request that begins now may be the one whose steps are reported.
 *
 * Returns: %FALSE once they have been
 */
gboolean
mcp_http_client_wants_steps (McpHttpClient *self)
{
  return !self->steps_done;
}

/**
 * mcp_http_client_network_event:
 * @who: whose connection it is
 * @network: what happened
 *
 * Takes what SoupMessage::network-event tells. On a connection that was there already nothing is.
 */
void
mcp_http_client_network_event (McpHttpClient        *self,
                               gconstpointer         who,
                               const McpHttpNetwork *network)
{
  mcp_http_client_keep_certificate (self, network->certificate);
  if (!reports_steps (self, who))
    return;

  switch (network->event)
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
        saw_connecting (self, network);
      break;
    case G_SOCKET_CLIENT_CONNECTED:
      if (self->is_tunnel && !self->connected)
        mcp_transport_report_step (self->owner, MCP_STEP_CONNECT, MCP_STEP_BEGAN, self->proxy);
      else
        saw_connected (self, network);
      break;
    case G_SOCKET_CLIENT_PROXY_NEGOTIATED:
      saw_connected (self, network);
      break;
    case G_SOCKET_CLIENT_TLS_HANDSHAKING:
      if (!self->secured)
        begin_step (self, MCP_STEP_TLS);
      break;
    case G_SOCKET_CLIENT_TLS_HANDSHAKED:
      saw_secured (self, network);
      break;
    case G_SOCKET_CLIENT_PROXY_NEGOTIATING:
    case G_SOCKET_CLIENT_COMPLETE:
    default:
      break;
    }
}

/**
 * mcp_http_client_saw_request:
 * @who: a request
 *
 * Tells that the connection stands and the request begins to leave.
 */
void
mcp_http_client_saw_request (McpHttpClient *self,
                             gconstpointer  who)
{
  if (reports_steps (self, who))
    begin_step (self, MCP_STEP_RESPONSE);
}

/**
 * mcp_http_client_saw_head:
 * @who: a request
 * @head: how its answer begins
 *
 * Tells that an answer came. Authorization that is wanted is the session's to judge: then the
 * answer itself is as it should be.
 */
void
mcp_http_client_saw_head (McpHttpClient     *self,
                          gconstpointer      who,
                          const McpHttpHead *head)
{
  guint status = head->status;
  const char *reason = head->reason;
  gboolean is_challenge;
  g_autofree char *detail = NULL;

  self->was_answered = TRUE;
  if (self->cookies != NULL)
    mcp_http_cookies_take (self->cookies, head->headers);
  mcp_http_client_keep_certificate (self, head->certificate);
  if (!reports_steps (self, who))
    return;

  is_challenge = status == SOUP_STATUS_UNAUTHORIZED ||
                 (status == SOUP_STATUS_FORBIDDEN &&
                  soup_message_headers_get_list (head->headers, "WWW-Authenticate") != NULL);
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
 * @who: a request that was answered
 * @phase: what the content type is worth
 * @detail: (nullable): the media type
 *
 * Tells what the first answer is made of. Later ones are ignored.
 */
void
mcp_http_client_saw_content (McpHttpClient *self,
                             gconstpointer  who,
                             McpStepPhase   phase,
                             const char    *detail)
{
  if (!reports_steps (self, who))
    return;

  self->steps_done = TRUE;
  end_step (self, MCP_STEP_CONTENT_TYPE, phase, detail);
}

/**
 * mcp_http_client_saw_failure:
 * @who: a request that was not answered
 * @error: why
 *
 * Tells that no answer came. The step that was under way is the one that broke.
 */
void
mcp_http_client_saw_failure (McpHttpClient *self,
                             gconstpointer  who,
                             const GError  *error)
{
  McpStep step = self->step;

  if (!reports_steps (self, who))
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
