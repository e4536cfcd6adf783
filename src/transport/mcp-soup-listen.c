/* mcp-soup-listen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-soup-listen.h"

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             SoupServer        *server)
{
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (connection, NULL);
  g_autoptr (GError) error = NULL;

  if (!soup_server_accept_iostream (server, G_IO_STREAM (connection), local, remote, &error))
    g_debug ("Who came was not taken: %s", error->message);

  return TRUE;
}

/**
 * mcp_soup_listen:
 * @server: a server
 * @address: where to listen
 * @effective: (out) (transfer full): where that is, when the port was 0
 * @error: return location for an error of GIO
 *
 * Takes connections for a server. soup_server_listen() is not used, for libsoup 3.2 loses each
 * socket that it has accepted.
 *
 * Returns: (transfer full) (nullable): what listens, until g_socket_service_stop()
 */
GSocketService *
mcp_soup_listen (SoupServer      *server,
                 GSocketAddress  *address,
                 GSocketAddress **effective,
                 GError         **error)
{
  g_autoptr (GSocketService) service = g_socket_service_new ();

  g_signal_connect_object (service, "incoming", G_CALLBACK (incoming_cb), server, 0);
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (service), address, G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_TCP, NULL, effective, error))
    return NULL;

  return g_steal_pointer (&service);
}
