/* mcp-http-listen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-error.h"
#include "mcp-http-transport-private.h"
#include "mcp-transport-private.h"

/*
 * The GET stream, on which a server says what belongs to no request. It is one thing to the
 * outside and any number of exchanges: when it ends or breaks it is opened again. A server that
 * has none refuses it, and is left alone.
 */

static void
stop (McpHttpTransport *self)
{
  guint position;

  self->listening = FALSE;
  g_clear_handle_id (&self->listen_timeout, g_source_remove);
  if (self->listen_exchange != NULL)
    mcp_http_exchange_detach (self->listen_exchange);
  g_clear_object (&self->listen_exchange);
  if (self->listen_stream == NULL)
    return;

  mcp_http_stream_set_ended (self->listen_stream);
  if (g_list_store_find (self->streams, self->listen_stream, &position))
    g_list_store_remove (self->streams, position);
  g_clear_object (&self->listen_stream);
}

static void
head_cb (McpHttpExchange *exchange,
         gpointer         user_data)
{
  McpHttpTransport *self = user_data;
  const char *type = mcp_http_exchange_get_media_type (exchange);

  if (!SOUP_STATUS_IS_SUCCESSFUL (mcp_http_exchange_get_status (exchange)))
    {
      /* The body is read all the same: it may say why. */
      stop (self);
    }
  else if (mcp_http_exchange_get_content (exchange) != MCP_HTTP_CONTENT_EVENTS)
    {
      /* To ask again would be to get the same again, for as long as we run. */
      stop (self);
      mcp_http_exchange_abort (exchange);
      mcp_transport_report_violation (MCP_TRANSPORT (self), mcp_http_exchange_get_number (exchange),
                                      "listen-content-type", type);
    }
  else
    {
      mcp_http_stream_set_open (self->listen_stream);
    }
}

static void
item_cb (McpHttpExchange  *exchange,
         const McpSseItem *item,
         gboolean          is_message,
         gpointer          user_data)
{
  McpHttpTransport *self = user_data;

  if (self->listen_stream != NULL)
    mcp_http_stream_take_item (self->listen_stream, mcp_http_exchange_get_number (exchange), item,
                               is_message);
}

static gboolean
again_cb (gpointer user_data)
{
  McpHttpTransport *self = user_data;

  self->listen_timeout = 0;
  mcp_http_transport_start_listening (self);

  return G_SOURCE_REMOVE;
}

static void
ended_cb (McpHttpExchange *exchange,
          const GError    *error,
          gpointer         user_data)
{
  McpHttpTransport *self = user_data;
  gboolean broke = mcp_http_exchange_get_status (exchange) == 0;

  g_clear_object (&self->listen_exchange);
  if (mcp_http_transport_get_state (self) == MCP_CONNECTION_OPEN &&
      !g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    self->listen_timeout =
      g_timeout_add (mcp_http_stream_set_waiting (self->listen_stream, broke), again_cb, self);
  else
    stop (self);
}

static const McpHttpExchangeFuncs exchange_funcs = {
  .head = head_cb,
  .item = item_cb,
  .ended = ended_cb,
};

/* Opens the stream, behind the last event that it has brought. */
void
mcp_http_transport_start_listening (McpHttpTransport *self)
{
  McpHttpRequest request = { 0 };

  if (mcp_http_transport_get_state (self) != MCP_CONNECTION_OPEN || self->listen_exchange != NULL)
    return;

  if (self->listen_stream == NULL)
    {
      self->listen_stream = mcp_http_stream_new (MCP_TRANSPORT (self), MCP_EXCHANGE_LISTEN);
      g_list_store_append (self->streams, self->listen_stream);
    }

  request.purpose = MCP_EXCHANGE_LISTEN;
  request.method = "GET";
  if (self->resume && mcp_http_stream_can_resume (self->listen_stream))
    request.last_event_id = mcp_http_stream_get_last_event_id (self->listen_stream);
  request.resumes = mcp_http_stream_get_exchange (self->listen_stream);
  self->listen_exchange =
    mcp_http_exchange_start (self->client, &request, &exchange_funcs, self);
  mcp_http_stream_set_exchange (self->listen_stream,
                                mcp_http_exchange_get_number (self->listen_exchange));
}

/*
 * Opens a GET stream, and opens it again when it ends or breaks, after the server's `retry` and
 * with the last event id it gave. Any status but 2xx ends that quietly; so does another content
 * type, with a violation. Streamable HTTP, *Listening for Messages from the Server*.
 */
void
mcp_http_transport_listen (McpHttpTransport *self)
{
  g_return_if_fail (MCP_IS_HTTP_TRANSPORT (self));

  if (self->listening)
    return;

  self->listening = TRUE;
  mcp_http_transport_start_listening (self);
}

/* Closes the GET stream, if there is one, and opens it no more. */
void
mcp_http_transport_stop_listening (McpHttpTransport *self)
{
  g_autoptr (McpHttpExchange) exchange = NULL;

  g_return_if_fail (MCP_IS_HTTP_TRANSPORT (self));

  exchange = self->listen_exchange != NULL ? g_object_ref (self->listen_exchange) : NULL;
  stop (self);
  if (exchange != NULL)
    mcp_http_exchange_abort (exchange);
}
