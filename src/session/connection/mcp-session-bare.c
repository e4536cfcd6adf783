/* mcp-session-bare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-transport.h"
#include "mcp-session-private.h"

/*
 * Connections on which nothing is said but what somebody writes: no handshake, no lists, no pings, no
 * session id and no revision in the headers, no second try. Who asks what a server does with broken
 * messages needs them. What is written and what comes is recorded as on any other connection.
 */

/**
 * mcp_session_set_bare:
 * @bare: whether the connections that it opens from now on are bare ones
 *
 * Makes the next connections bare, or ordinary again. A session is ready as soon as its transport is
 * open then, and its era and revision are not known. Over HTTP it goes the way that the connection
 * before took: HTTP+SSE where Streamable HTTP was refused.
 */
void
mcp_session_set_bare (McpSession *self,
                      gboolean    bare)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  if (bare && self->life != NULL && mcp_seen_get_first_way (self->life->seen, NULL) != NULL)
    self->bare_over_sse = TRUE;
  self->bare = bare;
}

/* Which transport an http: address is reached by. */
McpProfileTransport
mcp_session_get_way (McpSession *self)
{
  return self->bare && self->bare_over_sse ? MCP_PROFILE_TRANSPORT_SSE
                                           : mcp_profile_get_settings (self->profile)->transport;
}

/* A bare session skips the handshake: it is ready when the transport is open. */
void
mcp_session_become_bare (McpSession *self)
{
  McpLife *life = self->life;

  if (MCP_IS_HTTP_TRANSPORT (life->transport))
    mcp_http_transport_set_resume (MCP_HTTP_TRANSPORT (life->transport), FALSE);

  mcp_session_stop_timers (self, life);
  life->state = LIFE_READY;
  mcp_start_clock_set_ready (life->clock);
  mcp_inbound_open (life->inbound);
  mcp_session_set_state (self, MCP_SESSION_READY);
  mcp_session_return_open (self, NULL);
}

/**
 * mcp_session_send_exact:
 * @self: a session that is open
 * @message: (nullable): any text, in a #GBytes of its own; %NULL for an HTTP request without a body
 * @options: its HTTP headers, beside those of the settings, and the HTTP method by its purpose: POST
 *   of @message, GET for %MCP_EXCHANGE_LISTEN, DELETE for %MCP_EXCHANGE_END
 *
 * Sends exactly this, as mcp_session_send_raw_message() does. What it is answered with stands in the
 * journal, and nobody goes on with what breaks.
 *
 * Returns: a ticket for mcp_session_abandon(), or 0 with %MCP_ERROR_NOT_OPEN when there is no
 *   connection
 */
guint64
mcp_session_send_exact (McpSession            *self,
                        McpMessage            *message,
                        const McpSendOptions  *options,
                        GError               **error)
{
  static const McpSendOptions none = { 0 };

  g_return_val_if_fail (MCP_IS_SESSION (self), 0);

  if (message != NULL)
    return mcp_session_send_text (self, message, options != NULL ? options : &none, error);

  if (self->life == NULL || self->life->state != LIFE_READY
      || !MCP_IS_HTTP_TRANSPORT (self->life->transport))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN, _("“%s” is not connected"),
                   mcp_profile_get_name (self->profile));
      return 0;
    }
  else
    {
      g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);

      return mcp_transport_send (self->life->transport, nothing, options);
    }
}

/**
 * mcp_session_abandon:
 * @ticket: of mcp_session_send_exact()
 *
 * Closes what a message is answered on, where it is an exchange of its own. Nothing is sent.
 */
void
mcp_session_abandon (McpSession *self,
                     guint64     ticket)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  if (ticket != 0 && self->life != NULL && self->life->state == LIFE_READY)
    mcp_transport_abandon (self->life->transport, ticket);
}
