/* mcp-hop-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/*
 * How far the connection of a SoupMessage got, so that a failure is blamed on the hop that it
 * happened at: the proxy, or TLS with the server, of which the library tells less than is known.
 * Zero at first; all in the thread of the message.
 */
typedef struct
{
  char     *proxy;               /* (nullable): the one that is being tried, or was passed */
  gboolean  was_asked;           /* it was reached, and asked for the server */
  gboolean  is_through;
  gboolean  wants_certificate;   /* the server asked for one of ours */
  gboolean  has_socket;
  int       socket;              /* a descriptor of our own while TLS is under way */
} McpHopTrace;

void    mcp_hop_trace_watch (McpHopTrace        *self,
                             SoupMessage        *message);     /* disconnected with the data @self */
void    mcp_hop_trace_authorize (SoupMessage    *message);     /* that begins to leave */
void    mcp_hop_trace_event (McpHopTrace        *self,
                             GSocketClientEvent  event,
                             GIOStream          *connection);  /* (nullable) */
GError *mcp_hop_trace_blame (McpHopTrace        *self,
                             SoupSession        *session,
                             SoupMessage        *message,
                             GError             *error);       /* (transfer full) */
void    mcp_hop_trace_clear (McpHopTrace        *self);

G_END_DECLS
