/* mcp-http-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-report.h"
#include "mcp-http-transport-private.h"
#include "mcp-transport-private.h"

/**
 * McpHttpTransport:
 *
 * The transport Streamable HTTP of the revisions 2025-03-26 to 2025-11-25. Opening touches no
 * network; closing lasts until nothing is under way.
 *
 * It is split by verb: messages and their event streams (mcp-http-send.c), the GET stream
 * (mcp-http-listen.c), opening and closing here. One exchange is #McpHttpExchange, what they all
 * share is McpHttpClient. The session owns the transport; each exchange under way is kept by the
 * client, and told off when the transport goes.
 */

/* How long a DELETE may take at the end. */
#define DELETE_MSEC 2000

G_DEFINE_FINAL_TYPE (McpHttpTransport, mcp_http_transport, MCP_TYPE_CONNECTION_TRANSPORT)

McpConnectionState
mcp_http_transport_get_state (McpHttpTransport *self)
{
  return mcp_connection_transport_get_state (MCP_CONNECTION_TRANSPORT (self));
}

/* Is closed when it is to be and nothing is under way. */
void
mcp_http_transport_check_closed (McpHttpTransport *self)
{
  g_autoptr (McpHttpTransport) hold = NULL;

  if (!self->ending || mcp_http_transport_get_state (self) != MCP_CONNECTION_CLOSING ||
      self->waiting.length > 0 || self->delete_exchange != NULL ||
      mcp_http_client_get_n_exchanges (self->client) > 0)
    return;

  hold = g_object_ref (self);
  mcp_connection_transport_end (MCP_CONNECTION_TRANSPORT (self), NULL);
}

static void
idle_func (McpTransport *transport)
{
  mcp_http_transport_check_closed (MCP_HTTP_TRANSPORT (transport));
}

/* --- Opening --- */

static void
mcp_http_transport_connect (McpConnectionTransport *connection)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (connection);

  mcp_connection_transport_set_open (connection);
  mcp_connection_transport_return_open (connection);
  if (self->listening)
    mcp_http_transport_start_listening (self);
  mcp_http_transport_pump (self);
}

static void
mcp_http_transport_open_failed (McpConnectionTransport *connection,
                                const GError           *error)
{
  mcp_http_transport_end_sends (MCP_HTTP_TRANSPORT (connection));
}

/* --- Closing --- */

static void
abort_all (McpHttpTransport *self)
{
  mcp_connection_transport_stop_timer (MCP_CONNECTION_TRANSPORT (self));
  mcp_http_client_abort (self->client);
  mcp_http_transport_check_closed (self);
}

static void
delete_ended_cb (McpHttpExchange *exchange,
                 const GError    *error,
                 gpointer         user_data)
{
  McpHttpTransport *self = user_data;

  /* Whatever the server thinks of it: 405 says that sessions cannot be ended by us. */
  g_clear_object (&self->delete_exchange);
  abort_all (self);
}

static void
mcp_http_transport_timed_out (McpConnectionTransport *connection)
{
  abort_all (MCP_HTTP_TRANSPORT (connection));
}

static const McpHttpExchangeFuncs delete_funcs = {
  .ended = delete_ended_cb,
};

static void
mcp_http_transport_disconnect (McpConnectionTransport *connection)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (connection);
  McpHttpRequest request = { 0 };

  g_clear_handle_id (&self->listen_timeout, g_source_remove);
  self->ending = TRUE;
  if (self->send_delete)
    {
      self->send_delete = FALSE;
      request.purpose = MCP_EXCHANGE_END;
      request.method = "DELETE";
      self->delete_exchange =
        mcp_http_exchange_start (self->client, &request, &delete_funcs, self);
      mcp_connection_transport_start_timer (connection, DELETE_MSEC);
    }

  mcp_http_transport_end_sends (self);
  mcp_http_transport_pump (self);
  if (self->delete_exchange == NULL)
    abort_all (self);
}

static void
mcp_http_transport_ended (McpConnectionTransport *connection,
                          const GError           *error,
                          const GError           *lost_error)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (connection);

  mcp_http_transport_clear_sends (self);
  g_list_store_remove_all (self->streams);
  mcp_http_client_close_connections (self->client);
}

/* No DELETE any more. */
static void
mcp_http_transport_hurry (McpConnectionTransport *connection)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (connection);

  self->send_delete = FALSE;
  if (self->ending)
    abort_all (self);
}

static void
mcp_http_transport_kill (McpTransport *transport)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);

  MCP_TRANSPORT_CLASS (mcp_http_transport_parent_class)->kill (transport);
  mcp_http_transport_hurry (MCP_CONNECTION_TRANSPORT (self));
  /* There may be no main loop any more that would do it. */
  if (self->client != NULL)
    mcp_http_client_close_connections (self->client);
}

/* --- The rest of the class --- */

static void
mcp_http_transport_pause (McpTransport *transport,
                          guint         exchange)
{
  mcp_http_client_pause (MCP_HTTP_TRANSPORT (transport)->client, exchange);
}

static void
mcp_http_transport_resume (McpTransport *transport,
                           guint         exchange)
{
  mcp_http_client_resume (MCP_HTTP_TRANSPORT (transport)->client, exchange);
}

static GListModel *
mcp_http_transport_get_streams (McpTransport *transport)
{
  return G_LIST_MODEL (MCP_HTTP_TRANSPORT (transport)->streams);
}

static McpCertificate *
mcp_http_transport_get_certificate (McpTransport *transport)
{
  return mcp_http_client_get_certificate (MCP_HTTP_TRANSPORT (transport)->client);
}

static const McpStep *
mcp_http_transport_get_steps (McpTransport *transport,
                              gsize        *n_steps)
{
  return mcp_http_client_get_steps (MCP_HTTP_TRANSPORT (transport)->client, n_steps);
}

static char *
mcp_http_transport_describe (McpTransport *transport)
{
  return mcp_http_describe ("Streamable HTTP",
                            mcp_http_client_get_uri (MCP_HTTP_TRANSPORT (transport)->client));
}

static void
mcp_http_transport_dispose (GObject *object)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (object);

  g_clear_handle_id (&self->listen_timeout, g_source_remove);
  mcp_http_transport_clear_sends (self);
  if (self->listen_exchange != NULL)
    mcp_http_exchange_detach (self->listen_exchange);
  g_clear_object (&self->listen_exchange);
  g_clear_object (&self->listen_stream);
  if (self->delete_exchange != NULL)
    mcp_http_exchange_detach (self->delete_exchange);
  g_clear_object (&self->delete_exchange);
  /* Ends what is under way. */
  g_clear_pointer (&self->client, mcp_http_client_free);

  G_OBJECT_CLASS (mcp_http_transport_parent_class)->dispose (object);
}

static void
mcp_http_transport_finalize (GObject *object)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (object);

  g_hash_table_unref (self->sends);
  g_object_unref (self->streams);

  G_OBJECT_CLASS (mcp_http_transport_parent_class)->finalize (object);
}

static void
mcp_http_transport_class_init (McpHttpTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_http_transport_dispose;
  object_class->finalize = mcp_http_transport_finalize;

  transport_class->send = mcp_http_transport_send;
  transport_class->unsend = mcp_http_transport_unsend;
  transport_class->answered = mcp_http_transport_answered;
  transport_class->abandon = mcp_http_transport_abandon;
  transport_class->pause = mcp_http_transport_pause;
  transport_class->resume = mcp_http_transport_resume;
  transport_class->get_streams = mcp_http_transport_get_streams;
  transport_class->get_certificate = mcp_http_transport_get_certificate;
  transport_class->get_steps = mcp_http_transport_get_steps;
  transport_class->describe = mcp_http_transport_describe;
  transport_class->kill = mcp_http_transport_kill;

  connection_class->connect = mcp_http_transport_connect;
  connection_class->open_failed = mcp_http_transport_open_failed;
  connection_class->disconnect = mcp_http_transport_disconnect;
  connection_class->ended = mcp_http_transport_ended;
  connection_class->hurry = mcp_http_transport_hurry;
  connection_class->timed_out = mcp_http_transport_timed_out;
}

static void
mcp_http_transport_init (McpHttpTransport *self)
{
  self->resume = TRUE;
  self->streams = g_list_store_new (MCP_TYPE_HTTP_STREAM);
  mcp_http_transport_init_sends (self);
}

/**
 * mcp_http_transport_new:
 * @options: how to reach the server; copied
 *
 * Creates a transport to a server with a URL. The user's headers go with every exchange, but not
 * in place of those that the protocol sets.
 *
 * Returns: (transfer full): a new transport, or %NULL with %MCP_ERROR_CONFIG
 */
McpTransport *
mcp_http_transport_new (const McpHttpOptions  *options,
                        GError               **error)
{
  g_autoptr (McpHttpTransport) self = NULL;

  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (MCP_TYPE_HTTP_TRANSPORT, NULL);
  self->client = mcp_http_client_new (MCP_TRANSPORT (self), options, error);
  if (self->client == NULL)
    return NULL;

  mcp_http_client_set_idle_func (self->client, idle_func);

  return MCP_TRANSPORT (g_steal_pointer (&self));
}

/**
 * mcp_http_transport_set_header:
 * @name: of a header
 * @value: (nullable): what it is on every later exchange; %NULL takes it away
 *
 * Sets a header that stays: the session id, the protocol version.
 *
 * Returns: %FALSE when @name or @value cannot be a header's; nothing is changed then
 */
gboolean
mcp_http_transport_set_header (McpHttpTransport *self,
                               const char       *name,
                               const char       *value)
{
  g_return_val_if_fail (MCP_IS_HTTP_TRANSPORT (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return mcp_http_client_set_header (self->client, name, value);
}

/**
 * mcp_http_transport_set_resume:
 * @resume: whether event streams that break are gone on with
 *
 * Sets whether a broken stream is resumed by GET with `Last-Event-ID`. Default %TRUE.
 */
void
mcp_http_transport_set_resume (McpHttpTransport *self,
                               gboolean          resume)
{
  g_return_if_fail (MCP_IS_HTTP_TRANSPORT (self));

  self->resume = resume;
}

/**
 * mcp_http_transport_set_delete:
 * @send_delete: whether there is a session on the server to end
 *
 * Sets whether closing sends a DELETE with the headers that stay, and waits for it, at most two
 * seconds. Default %FALSE.
 */
void
mcp_http_transport_set_delete (McpHttpTransport *self,
                               gboolean          send_delete)
{
  g_return_if_fail (MCP_IS_HTTP_TRANSPORT (self));

  self->send_delete = send_delete;
}
