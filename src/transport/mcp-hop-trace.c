/* mcp-hop-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mcp-hop-trace.h"
#include "mcp-proxy-error.h"
#include "mcp-proxy-resolver.h"

/* How much of what the server sent is looked at. */
#define REST_BYTES 16

static void
drop_socket (McpHopTrace *self)
{
  if (self->has_socket)
    close (self->socket);
  self->has_socket = FALSE;
}

/* The library closes its own before it tells that TLS has failed. */
static void
keep_socket (McpHopTrace *self,
             GIOStream   *connection)
{
  g_autoptr (GIOStream) base = NULL;

  drop_socket (self);
  if (G_IS_TLS_CONNECTION (connection))
    g_object_get (connection, "base-io-stream", &base, NULL);
  if (!G_IS_SOCKET_CONNECTION (base))
    return;

  self->socket = fcntl (g_socket_get_fd (g_socket_connection_get_socket (G_SOCKET_CONNECTION (base))),
                        F_DUPFD_CLOEXEC, 0);
  self->has_socket = self->socket >= 0;
}

static gboolean
request_certificate_cb (SoupMessage          *message,
                        GTlsClientConnection *connection,
                        McpHopTrace          *self)
{
  self->wants_certificate = TRUE;

  return FALSE;
}

/**
 * mcp_hop_trace_watch:
 * @message: a request that is not sent yet
 *
 * Watches whether the server asks for a certificate. The rest is told with mcp_hop_trace_event().
 */
void
mcp_hop_trace_watch (McpHopTrace *self,
                     SoupMessage *message)
{
  g_signal_connect (message, "request-certificate", G_CALLBACK (request_certificate_cb), self);
}

/**
 * mcp_hop_trace_authorize:
 * @message: a request that has a connection and begins to leave
 *
 * Gives a proxy of plain HTTP the name and password of its address. Tunnels are asked for before.
 */
void
mcp_hop_trace_authorize (SoupMessage *message)
{
  GSocketAddress *address = soup_message_get_remote_address (message);
  g_autofree char *value = NULL;
  GProxyAddress *proxy;

  if (address == NULL || !G_IS_PROXY_ADDRESS (address))
    return;

  proxy = G_PROXY_ADDRESS (address);
  if (!g_str_equal (g_proxy_address_get_protocol (proxy), "http") || g_proxy_address_get_username (proxy) == NULL)
    return;

  value = mcp_proxy_dup_authorization (g_proxy_address_get_username (proxy), g_proxy_address_get_password (proxy));
  soup_message_headers_replace (soup_message_get_request_headers (message), "Proxy-Authorization", value);
}

/**
 * mcp_hop_trace_event:
 * @event: of SoupMessage::network-event
 * @connection: (nullable): where
 *
 * Follows how a connection comes about.
 */
void
mcp_hop_trace_event (McpHopTrace        *self,
                     GSocketClientEvent  event,
                     GIOStream          *connection)
{
  g_autoptr (GSocketAddress) address = NULL;

  switch (event)
    {
    case G_SOCKET_CLIENT_CONNECTING:
      mcp_hop_trace_clear (self);
      if (G_IS_SOCKET_CONNECTION (connection))
        address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
      if (address != NULL && G_IS_PROXY_ADDRESS (address))
        self->proxy = mcp_proxy_dup_peer (g_proxy_address_get_uri (G_PROXY_ADDRESS (address)));
      break;
    case G_SOCKET_CLIENT_PROXY_NEGOTIATING:
      self->was_asked = TRUE;
      break;
    case G_SOCKET_CLIENT_TLS_HANDSHAKING:
      self->is_through = TRUE;
      keep_socket (self, connection);
      break;
    case G_SOCKET_CLIENT_TLS_HANDSHAKED:
      drop_socket (self);
      break;
    case G_SOCKET_CLIENT_PROXY_NEGOTIATED:
    case G_SOCKET_CLIENT_COMPLETE:
      self->is_through = TRUE;
      break;
    case G_SOCKET_CLIENT_RESOLVING:
    case G_SOCKET_CLIENT_RESOLVED:
    case G_SOCKET_CLIENT_CONNECTED:
    default:
      break;
    }
}

/* --- Who is to blame --- */

/* The proxy whose name could not be looked up: with one, that of the server is not. */
static char *
dup_unresolved (SoupSession *session,
                const char  *host)
{
  GProxyResolver *resolver = soup_session_get_proxy_resolver (session);
  g_autofree char *uri = MCP_IS_PROXY_RESOLVER (resolver)
                           ? mcp_proxy_resolver_dup_proxy (MCP_PROXY_RESOLVER (resolver), host) : NULL;

  return uri != NULL ? mcp_proxy_dup_peer (uri) : NULL;
}

/* (nullable): the error where it was the proxy. */
static GError *
blame_proxy (McpHopTrace  *self,
             SoupSession  *session,
             SoupMessage  *message,
             const GError *cause)
{
  const char *host = g_uri_get_host (soup_message_get_uri (message));
  g_autofree char *peer = self->proxy != NULL                  ? g_strdup (self->proxy)
                          : cause->domain == G_RESOLVER_ERROR ? dup_unresolved (session, host)
                                                              : NULL;
  McpProxyReport report = { .peer = peer, .target = (char *) host };

  if (peer == NULL || self->is_through)
    return NULL;

  report.trouble = mcp_proxy_judge_cause (cause, self->was_asked);

  return mcp_proxy_new_error (&report, cause);
}

/*
 * The library has one code for whatever a server sends that is no TLS, and takes a connection that
 * closed for a peer without TLS. It has read the five bytes of the head of a record by now; what
 * follows is still there.
 *
 * Returns: a code of G_TLS_ERROR
 */
static int
look_at_rest (McpHopTrace *self,
              int          code)
{
  guint8 rest[REST_BYTES];
  gssize n_read = recv (self->socket, rest, sizeof rest, MSG_DONTWAIT);

  if (code == G_TLS_ERROR_NOT_TLS && (n_read == 0 || (n_read < 0 && errno == ECONNRESET)))
    return G_TLS_ERROR_EOF;

  for (gssize i = 0; i < n_read; i++)
    if (!g_ascii_isprint (rest[i]) && !g_ascii_isspace (rest[i]))
      return code;

  return n_read > 0 ? G_TLS_ERROR_NOT_TLS : code;
}

/* Takes @error. */
static GError *
judge (McpHopTrace *self,
       SoupSession *session,
       SoupMessage *message,
       GError      *error)
{
  GError *blamed;

  if (error->domain == MCP_ERROR || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return error;

  blamed = blame_proxy (self, session, message, error);
  if (blamed != NULL)
    {
      g_error_free (error);
      return blamed;
    }

  if (error->domain == G_TLS_ERROR && self->wants_certificate)
    error->code = G_TLS_ERROR_CERTIFICATE_REQUIRED;
  else if (error->domain == G_TLS_ERROR && self->has_socket)
    error->code = look_at_rest (self, error->code);

  return error;
}

/**
 * mcp_hop_trace_blame:
 * @session: that sent @message, with an #McpProxyResolver
 * @message: a request that failed
 * @error: (transfer full): why, as GIO or libsoup said it
 *
 * Finds out at which hop it failed.
 *
 * Returns: (transfer full): @error, with its code put right, or an %MCP_ERROR about the proxy
 */
GError *
mcp_hop_trace_blame (McpHopTrace *self,
                     SoupSession *session,
                     SoupMessage *message,
                     GError      *error)
{
  GError *blamed = judge (self, session, message, error);

  drop_socket (self);

  return blamed;
}

void
mcp_hop_trace_clear (McpHopTrace *self)
{
  g_clear_pointer (&self->proxy, g_free);
  drop_socket (self);
  self->was_asked = FALSE;
  self->is_through = FALSE;
  self->wants_certificate = FALSE;
}
