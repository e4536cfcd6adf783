/* mcp-tcp-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "mcp-error-cause.h"
#include "mcp-tcp-transport.h"
#include "mcp-transport-private.h"

/**
 * McpTcpTransport:
 *
 * An #McpLineTransport over TCP, without encryption and without a proxy. GIO looks the host up and
 * tries its addresses.
 */

struct _McpTcpTransport
{
  McpLineTransport  parent_instance;

  char             *host;
  guint16           port;

  GSocketClient    *client;       /* (nullable): while it connects */
  GCancellable     *cancellable;  /* of connecting */
  McpStep           step;         /* which is under way */
  gboolean          in_step;
  gboolean          is_literal;   /* the host is an address: there is nothing to look up */
};

G_DEFINE_FINAL_TYPE (McpTcpTransport, mcp_tcp_transport, MCP_TYPE_LINE_TRANSPORT)

static GError *
new_connect_error (McpTcpTransport *self,
                   const GError    *cause)
{
  const char *place = mcp_line_transport_get_place (MCP_LINE_TRANSPORT (self));
  GError *error;

  if (g_error_matches (cause, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND))
    error = g_error_new (MCP_ERROR, MCP_ERROR_NETWORK,
                         _("There is no host “%s”. Correct the name."), self->host);
  else if (cause->domain == G_RESOLVER_ERROR)
    error = g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("“%s” could not be looked up: %s"),
                         self->host, cause->message);
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    error = g_error_new (MCP_ERROR, MCP_ERROR_NETWORK,
                         _("No server listens at %s. Start the server, or correct the port."), place);
  else
    error = g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("%s could not be reached: %s"), place,
                         cause->message);
  mcp_error_set_cause (error, cause);

  return error;
}

static GError *
mcp_tcp_transport_new_ended_error (McpLineTransport *transport)
{
  return g_error_new (MCP_ERROR, MCP_ERROR_DIED, _("The server at %s has closed the connection."),
                      mcp_line_transport_get_place (transport));
}

/* --- Opening --- */

static void
begin_step (McpTcpTransport *self,
            McpStep          step)
{
  if (self->in_step && self->step == step)
    return;

  self->in_step = TRUE;
  self->step = step;
  mcp_transport_report_step (MCP_TRANSPORT (self), step, MCP_STEP_BEGAN, NULL);
}

/* A host with several addresses is connected to more than once. */
static void
event_cb (McpTcpTransport    *self,
          GSocketClientEvent  event)
{
  if (event == G_SOCKET_CLIENT_RESOLVING && !self->is_literal && !self->in_step)
    {
      begin_step (self, MCP_STEP_RESOLVE);
    }
  else if (event == G_SOCKET_CLIENT_RESOLVED && self->in_step && self->step == MCP_STEP_RESOLVE)
    {
      mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_RESOLVE, MCP_STEP_SUCCEEDED, self->host);
      begin_step (self, MCP_STEP_CONNECT);
    }
}

/* The descriptor outlives the object, which does what we do ourselves. */
static int
take_fd (GSocketConnection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection);

  /* A message is written whole: nothing is won by waiting for more of it. */
  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  g_socket_set_keepalive (socket, TRUE);

  return fcntl (g_socket_get_fd (socket), F_DUPFD_CLOEXEC, 0);
}

static char *
describe_remote (GSocketConnection *connection)
{
  g_autoptr (GSocketAddress) address = g_socket_connection_get_remote_address (connection, NULL);

  return address != NULL ? g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address)) : NULL;
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (McpTcpTransport) self = user_data;
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GSocketConnection) stream =
    g_socket_client_connect_to_host_finish (G_SOCKET_CLIENT (source), result, &cause);
  g_autofree char *remote = stream != NULL ? describe_remote (stream) : NULL;
  gboolean is_given_up = mcp_connection_transport_is_given_up (connection);
  int fd;

  g_signal_handlers_disconnect_by_data (source, self);
  fd = stream != NULL && !is_given_up ? take_fd (stream) : -1;
  if (fd < 0 && stream != NULL && !is_given_up)
    g_set_error_literal (&cause, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));

  if (is_given_up || cause != NULL)
    {
      if (self->in_step)
        mcp_transport_report_step (MCP_TRANSPORT (self), self->step, MCP_STEP_BROKE,
                                   is_given_up ? NULL : cause->message);
      mcp_connection_transport_fail_open (connection,
                                          is_given_up ? NULL : new_connect_error (self, cause));
      return;
    }

  begin_step (self, MCP_STEP_CONNECT);
  mcp_line_transport_become_open (MCP_LINE_TRANSPORT (self), fd, remote);
}

static void
mcp_tcp_transport_connect (McpConnectionTransport *connection)
{
  McpTcpTransport *self = MCP_TCP_TRANSPORT (connection);

  if (self->is_literal)
    {
      mcp_transport_report_step (MCP_TRANSPORT (self), MCP_STEP_RESOLVE, MCP_STEP_SKIPPED, NULL);
      begin_step (self, MCP_STEP_CONNECT);
    }

  g_socket_client_set_enable_proxy (self->client, FALSE);
  g_signal_connect_swapped (self->client, "event", G_CALLBACK (event_cb), self);
  g_socket_client_connect_to_host_async (self->client, self->host, self->port, self->cancellable,
                                         connected_cb, g_object_ref (self));
}

static void
mcp_tcp_transport_abort_open (McpConnectionTransport *connection)
{
  g_cancellable_cancel (MCP_TCP_TRANSPORT (connection)->cancellable);
}

static const McpStep *
mcp_tcp_transport_get_steps (McpTransport *transport,
                             gsize        *n_steps)
{
  static const McpStep steps[] = { MCP_STEP_RESOLVE, MCP_STEP_CONNECT, MCP_STEP_HANDSHAKE };

  *n_steps = G_N_ELEMENTS (steps);

  return steps;
}

static char *
mcp_tcp_transport_describe (McpTransport *transport)
{
  return g_strdup_printf ("tcp · %s", mcp_line_transport_get_place (MCP_LINE_TRANSPORT (transport)));
}

static void
mcp_tcp_transport_finalize (GObject *object)
{
  McpTcpTransport *self = MCP_TCP_TRANSPORT (object);

  g_object_unref (self->client);
  g_object_unref (self->cancellable);
  g_free (self->host);

  G_OBJECT_CLASS (mcp_tcp_transport_parent_class)->finalize (object);
}

static void
mcp_tcp_transport_class_init (McpTcpTransportClass *klass)
{
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_tcp_transport_finalize;

  transport_class->get_steps = mcp_tcp_transport_get_steps;
  transport_class->describe = mcp_tcp_transport_describe;

  connection_class->connect = mcp_tcp_transport_connect;
  connection_class->abort_open = mcp_tcp_transport_abort_open;

  MCP_LINE_TRANSPORT_CLASS (klass)->new_ended_error = mcp_tcp_transport_new_ended_error;
}

static void
mcp_tcp_transport_init (McpTcpTransport *self)
{
  self->client = g_socket_client_new ();
  self->cancellable = g_cancellable_new ();
}

/**
 * mcp_tcp_transport_new:
 * @host: a name, or an address; one of IPv6 without brackets
 * @port: where the server listens
 * @cap_bytes: the longest line that is kept whole; 0 is 256 MiB
 *
 * Creates a transport that connects when it is opened.
 */
McpTransport *
mcp_tcp_transport_new (const char *host,
                       guint16     port,
                       gsize       cap_bytes)
{
  g_autofree char *place = NULL;
  McpTcpTransport *self;

  g_return_val_if_fail (host != NULL && port != 0, NULL);

  self = g_object_new (MCP_TYPE_TCP_TRANSPORT, NULL);
  self->host = g_strdup (host);
  self->port = port;
  self->is_literal = g_hostname_is_ip_address (host);
  place = g_strdup_printf (strchr (host, ':') != NULL ? "[%s]:%u" : "%s:%u", host, port);
  mcp_line_transport_set_up (MCP_LINE_TRANSPORT (self), place, cap_bytes);

  return MCP_TRANSPORT (self);
}
