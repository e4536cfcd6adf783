/* mcp-sse-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-exchange.h"
#include "mcp-http-report.h"
#include "mcp-http-stream-private.h"
#include "mcp-sse-send.h"
#include "mcp-sse-transport.h"
#include "mcp-transport-private.h"

/**
 * McpSseTransport:
 *
 * HTTP+SSE of revision 2024-11-05 (basic/transports, "HTTP with SSE"). A GET opens the event
 * stream that everything comes on; its event `endpoint` says where messages go by POST.
 *
 * Whatever ends it, nothing is told before the last exchange has ended: an open that fails
 * aborts the stream and answers when that is done; so does closing. There is no resumption, so
 * the end of the stream is the end of the connection.
 *
 * The endpoint must have the origin of the URL. Headers that let us in would go to it, and a
 * server that could choose it freely could have us knock at doors that only we can reach.
 */

/*
 * How long the server may take from its answer to the GET to the first event. Who opens limits the
 * rest.
 */
#define ENDPOINT_WAIT_MSEC 10000

/* Of an address: more than any server or proxy takes in a request line. */
#define MAX_ENDPOINT_BYTES (64 * 1024)

/* How much of the server's text goes into a sentence, in bytes. */
#define QUOTE_BYTES 200

struct _McpSseTransport
{
  McpConnectionTransport  parent_instance;

  McpHttpClient   *client;
  McpSseSends     *sends;

  gboolean         ending;          /* what is under way has been ended */
  GError          *end_error;       /* (nullable) why it has ended by itself */

  McpHttpExchange *listen;          /* (nullable) the GET */
  McpHttpStream   *stream;          /* (nullable) */
  GListStore      *streams;         /* of the one stream */
  char            *endpoint;        /* (nullable) absolute */
  char            *given;           /* (nullable) the same as the server gave it, followed or not */
};

G_DEFINE_FINAL_TYPE (McpSseTransport, mcp_sse_transport, MCP_TYPE_CONNECTION_TRANSPORT)

/* Text of the server's for a sentence. */
static char *
quote (const char *text,
       gsize       length)
{
  return g_utf8_make_valid (text, MIN (length, QUOTE_BYTES));
}

static void
end_stream (McpSseTransport *self)
{
  if (self->stream == NULL)
    return;

  mcp_http_stream_set_ended (self->stream);
  g_list_store_remove_all (self->streams);
  g_clear_object (&self->stream);
}

/* --- The end --- */

/* Nothing is under way any more. */
static void
mcp_sse_transport_open_failed (McpConnectionTransport *connection,
                               const GError           *error)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);

  end_stream (self);
  mcp_sse_sends_close (self->sends, error);
}

static void
mcp_sse_transport_ended (McpConnectionTransport *connection,
                         const GError           *error,
                         const GError           *lost_error)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);

  mcp_sse_sends_report_lost (self->sends);
  mcp_http_client_close_connections (self->client);
}

/* Is closed when it is to be and nothing is under way. The caller holds a reference. */
static void
check_closed (McpSseTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);

  if (self->ending && mcp_http_client_get_n_exchanges (self->client) == 0
      && mcp_connection_transport_get_state (connection) != MCP_CONNECTION_CLOSED)
    mcp_connection_transport_end (connection, g_steal_pointer (&self->end_error));
}

static void
idle_func (McpTransport *transport)
{
  check_closed (MCP_SSE_TRANSPORT (transport));
}

/* Ends what is under way; the rest is done when the last of it has ended. */
static void
end_all (McpSseTransport *self)
{
  g_autoptr (GError) lost_error = self->end_error != NULL
    ? g_error_copy (self->end_error)
    : mcp_connection_transport_new_closed_error ();

  self->ending = TRUE;
  end_stream (self);
  mcp_sse_sends_close (self->sends, lost_error);
  mcp_http_client_abort (self->client);
  check_closed (self);
}

static void
mcp_sse_transport_disconnect (McpConnectionTransport *connection)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);

  /* It may be on its way already, by itself. */
  if (!self->ending)
    end_all (self);
}

static void
mcp_sse_transport_abort_open (McpConnectionTransport *connection)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);

  if (self->listen != NULL)
    mcp_http_exchange_abort (self->listen);
}

static gboolean
is_opening (McpSseTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);

  return mcp_connection_transport_get_state (connection) == MCP_CONNECTION_OPENING
         && !mcp_connection_transport_is_given_up (connection);
}

/* --- The endpoint --- */

static int
get_port (GUri *uri)
{
  if (g_uri_get_port (uri) > 0)
    return g_uri_get_port (uri);

  return g_str_equal (g_uri_get_scheme (uri), "https") ? 443 : 80;
}

static gboolean
is_same_origin (GUri *a,
                GUri *b)
{
  return g_str_equal (g_uri_get_scheme (a), g_uri_get_scheme (b))
         && g_uri_get_host (b) != NULL
         && g_ascii_strcasecmp (g_uri_get_host (a), g_uri_get_host (b)) == 0
         && get_port (a) == get_port (b)
         && g_uri_get_userinfo (b) == NULL;
}

static char *
dup_origin (GUri *uri)
{
  return g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                     g_uri_get_port (uri), "", NULL, NULL);
}

/* What is meant for the one would go to the other: headers that let us in, and what people type. */
static GError *
new_origin_error (GUri *base,
                  GUri *endpoint)
{
  g_autofree char *here = dup_origin (base);
  g_autofree char *there = dup_origin (endpoint);
  g_autofree char *valid = g_utf8_make_valid (there, MIN (strlen (there), QUOTE_BYTES));

  return g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                      _("The server wants messages to go to %s, and is itself at %s. They are not sent to another "
                        "origin: headers and messages are meant for this one."), valid, here);
}

static void
take_endpoint (McpSseTransport  *self,
               McpHttpExchange  *exchange,
               const McpSseItem *item)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  guint number = mcp_http_exchange_get_number (exchange);
  GUri *base = mcp_http_client_get_uri (self->client);
  const char *data = g_bytes_get_data (item->raw, NULL);
  g_autofree char *words = quote (data + item->data_offset, item->data_length);
  gboolean is_too_long = item->oversized || item->data_length > MAX_ENDPOINT_BYTES;
  g_autofree char *text = g_strndup (data + item->data_offset, is_too_long ? 0 : item->data_length);
  g_autoptr (GUri) uri = NULL;

  if (self->endpoint != NULL)
    {
      mcp_transport_report_violation (MCP_TRANSPORT (self), number, "second-endpoint", words);
      return;
    }
  if (!is_opening (self))
    return;

  self->given = g_strdup (words);
  g_strstrip (text);
  if (text[0] != '\0')
    uri = g_uri_parse_relative (base, text, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri == NULL)
    {
      mcp_transport_report_violation (MCP_TRANSPORT (self), number, "endpoint-invalid", words);
      mcp_connection_transport_give_up (
        connection, g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                                 _("The server says that messages go to “%s”, which is no "
                                   "address."), words));
    }
  else if (!is_same_origin (base, uri))
    {
      mcp_transport_report_violation (MCP_TRANSPORT (self), number, "endpoint-origin", words);
      mcp_connection_transport_give_up (connection, new_origin_error (base, uri));
    }
  else
    {
      self->endpoint = g_uri_to_string_partial (uri, G_URI_HIDE_FRAGMENT);
      mcp_connection_transport_set_open (connection);
      mcp_connection_transport_return_open (connection);
      mcp_sse_sends_open (self->sends, self->endpoint);
    }
}

/* --- The event stream --- */

/* It answered, and the endpoint did not come. */
static void
mcp_sse_transport_timed_out (McpConnectionTransport *connection)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);
  const char *host = g_uri_get_host (mcp_http_client_get_uri (self->client));
  GError *error;

  if (self->stream != NULL)
    error = g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                         _("%s opened an event stream, and sent no “endpoint” in %d seconds. "
                           "Perhaps it speaks Streamable HTTP."), host, ENDPOINT_WAIT_MSEC / 1000);
  else
    error = g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT, _("The answer of %s did not end in %d seconds."),
                         host, ENDPOINT_WAIT_MSEC / 1000);

  mcp_connection_transport_give_up (connection, error);
}

static void
head_cb (McpHttpExchange *exchange,
         gpointer         user_data)
{
  McpSseTransport *self = user_data;
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  guint status = mcp_http_exchange_get_status (exchange);
  McpHttpContent content = mcp_http_exchange_get_content (exchange);

  if (mcp_connection_transport_get_state (connection) != MCP_CONNECTION_OPENING)
    return;

  /* Also for the body of what is no event stream: it is worth showing, not worth waiting for. */
  mcp_connection_transport_start_timer (connection, ENDPOINT_WAIT_MSEC);
  if (status == SOUP_STATUS_OK && content == MCP_HTTP_CONTENT_EVENTS)
    {
      self->stream = mcp_http_stream_new (MCP_TRANSPORT (self), MCP_EXCHANGE_LISTEN);
      mcp_http_stream_set_exchange (self->stream, mcp_http_exchange_get_number (exchange));
      g_list_store_append (self->streams, self->stream);
      mcp_http_stream_set_open (self->stream);
    }
}

static void
item_cb (McpHttpExchange  *exchange,
         const McpSseItem *item,
         gboolean          is_message,
         gpointer          user_data)
{
  McpSseTransport *self = user_data;

  if (self->stream != NULL)
    mcp_http_stream_take_item (self->stream, mcp_http_exchange_get_number (exchange), item,
                               is_message);
  if (item->kind == MCP_SSE_EVENT && g_strcmp0 (item->event, "endpoint") == 0)
    take_endpoint (self, exchange, item);
}

/* Why there is no open stream although nobody gave up. */
static GError *
new_open_error (McpSseTransport *self,
                McpHttpExchange *exchange,
                const GError    *error)
{
  guint status = mcp_http_exchange_get_status (exchange);
  const char *type = mcp_http_exchange_get_media_type (exchange);

  if (status == 0)
    return g_error_copy (error);
  if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    return mcp_http_exchange_new_status_error (exchange);
  if (status != SOUP_STATUS_OK)
    return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                        _("The server answered %u instead of opening an event stream."), status);
  if (self->stream == NULL)
    {
      g_autofree char *words = type != NULL ? quote (type, strlen (type)) : g_strdup ("");

      return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                          _("The server answered with “%s” instead of opening an event stream."),
                          words);
    }

  return g_error_new_literal (MCP_ERROR, MCP_ERROR_HTTP,
                              _("The server ended its event stream before it said where messages "
                                "go (“endpoint”)."));
}

static void
ended_cb (McpHttpExchange *exchange,
          const GError    *error,
          gpointer         user_data)
{
  McpSseTransport *self = user_data;
  g_autoptr (McpSseTransport) hold = g_object_ref (self);
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);
  gboolean given_up = mcp_connection_transport_is_given_up (connection);
  McpConnectionState state = mcp_connection_transport_get_state (connection);

  g_clear_object (&self->listen);
  if (state == MCP_CONNECTION_OPENING)
    mcp_connection_transport_fail_open (connection,
                                        given_up ? NULL : new_open_error (self, exchange, error));
  if (state != MCP_CONNECTION_OPEN || self->ending)
    return;

  if (error == NULL)
    self->end_error = g_error_new_literal (MCP_ERROR, MCP_ERROR_DIED,
                                           _("The server has ended its event stream."));
  else
    self->end_error = g_error_new (MCP_ERROR, MCP_ERROR_LOST, _("The event stream broke: %s"),
                                   error->message);
  end_all (self);
}

static const McpHttpExchangeFuncs listen_funcs = {
  .head = head_cb,
  .item = item_cb,
  .ended = ended_cb,
};

/* --- Opening --- */

static void
mcp_sse_transport_connect (McpConnectionTransport *connection)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);
  McpHttpRequest request = { .purpose = MCP_EXCHANGE_LISTEN, .method = "GET" };

  self->listen = mcp_http_exchange_start (self->client, &request, &listen_funcs, self);
}

static void
mcp_sse_transport_kill (McpTransport *transport)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (transport);

  MCP_TRANSPORT_CLASS (mcp_sse_transport_parent_class)->kill (transport);
  /* There may be no main loop any more that would do it. */
  mcp_http_client_close_connections (self->client);
}

/* --- The rest of the class --- */

static guint64
mcp_sse_transport_send (McpTransport         *transport,
                        GBytes               *bytes,
                        const McpSendOptions *options)
{
  return mcp_sse_sends_send (MCP_SSE_TRANSPORT (transport)->sends, bytes, options);
}

static gboolean
mcp_sse_transport_unsend (McpTransport *transport,
                          guint64       ticket)
{
  return mcp_sse_sends_unsend (MCP_SSE_TRANSPORT (transport)->sends, ticket);
}

/* Of both the answer is on the stream of all: nothing is to be ended. */
static void
mcp_sse_transport_forget (McpTransport *transport,
                          guint64       ticket)
{
  mcp_sse_sends_forget (MCP_SSE_TRANSPORT (transport)->sends, ticket);
}

static void
mcp_sse_transport_pause (McpTransport *transport,
                         guint         exchange)
{
  mcp_http_client_pause (MCP_SSE_TRANSPORT (transport)->client, exchange);
}

static void
mcp_sse_transport_resume (McpTransport *transport,
                          guint         exchange)
{
  mcp_http_client_resume (MCP_SSE_TRANSPORT (transport)->client, exchange);
}

static GListModel *
mcp_sse_transport_get_streams (McpTransport *transport)
{
  return G_LIST_MODEL (MCP_SSE_TRANSPORT (transport)->streams);
}

static McpCertificate *
mcp_sse_transport_get_certificate (McpTransport *transport)
{
  return mcp_http_client_get_certificate (MCP_SSE_TRANSPORT (transport)->client);
}

static const McpStep *
mcp_sse_transport_get_steps (McpTransport *transport,
                             gsize        *n_steps)
{
  return mcp_http_client_get_steps (MCP_SSE_TRANSPORT (transport)->client, n_steps);
}

static char *
mcp_sse_transport_describe (McpTransport *transport)
{
  return mcp_http_describe ("HTTP+SSE",
                            mcp_http_client_get_uri (MCP_SSE_TRANSPORT (transport)->client));
}

static void
mcp_sse_transport_dispose (GObject *object)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (object);

  if (self->listen != NULL)
    mcp_http_exchange_detach (self->listen);
  g_clear_object (&self->listen);
  g_clear_object (&self->stream);
  g_clear_pointer (&self->sends, mcp_sse_sends_free);
  /* Ends what is under way. */
  g_clear_pointer (&self->client, mcp_http_client_free);

  G_OBJECT_CLASS (mcp_sse_transport_parent_class)->dispose (object);
}

static void
mcp_sse_transport_finalize (GObject *object)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (object);

  g_object_unref (self->streams);
  g_clear_error (&self->end_error);
  g_free (self->endpoint);
  g_free (self->given);

  G_OBJECT_CLASS (mcp_sse_transport_parent_class)->finalize (object);
}

static void
mcp_sse_transport_class_init (McpSseTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_sse_transport_dispose;
  object_class->finalize = mcp_sse_transport_finalize;

  transport_class->send = mcp_sse_transport_send;
  transport_class->unsend = mcp_sse_transport_unsend;
  transport_class->answered = mcp_sse_transport_forget;
  transport_class->abandon = mcp_sse_transport_forget;
  transport_class->pause = mcp_sse_transport_pause;
  transport_class->resume = mcp_sse_transport_resume;
  transport_class->get_streams = mcp_sse_transport_get_streams;
  transport_class->get_certificate = mcp_sse_transport_get_certificate;
  transport_class->get_steps = mcp_sse_transport_get_steps;
  transport_class->describe = mcp_sse_transport_describe;
  transport_class->kill = mcp_sse_transport_kill;

  connection_class->connect = mcp_sse_transport_connect;
  connection_class->abort_open = mcp_sse_transport_abort_open;
  connection_class->open_failed = mcp_sse_transport_open_failed;
  connection_class->disconnect = mcp_sse_transport_disconnect;
  connection_class->ended = mcp_sse_transport_ended;
  connection_class->timed_out = mcp_sse_transport_timed_out;
}

static void
mcp_sse_transport_init (McpSseTransport *self)
{
  self->streams = g_list_store_new (MCP_TYPE_HTTP_STREAM);
}

/**
 * mcp_sse_transport_new:
 * @options: how to reach the server; copied
 *
 * Creates a transport to a server of revision 2024-11-05 with a URL.
 *
 * Returns: (transfer full): a new transport, or %NULL with %MCP_ERROR_CONFIG
 */
McpTransport *
mcp_sse_transport_new (const McpHttpOptions  *options,
                       GError               **error)
{
  g_autoptr (McpSseTransport) self = NULL;

  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (MCP_TYPE_SSE_TRANSPORT, NULL);
  self->client = mcp_http_client_new (MCP_TRANSPORT (self), options, error);
  if (self->client == NULL)
    return NULL;

  self->sends = mcp_sse_sends_new (self->client);
  mcp_http_client_set_idle_func (self->client, idle_func);

  return MCP_TRANSPORT (g_steal_pointer (&self));
}

/**
 * mcp_sse_transport_get_endpoint:
 *
 * Gets where messages go.
 *
 * Returns: (nullable): an absolute URL, or %NULL before the server has said it
 */
const char *
mcp_sse_transport_get_endpoint (McpSseTransport *self)
{
  g_return_val_if_fail (MCP_IS_SSE_TRANSPORT (self), NULL);

  return self->endpoint;
}

const char *
mcp_sse_transport_get_given (McpSseTransport *self)
{
  g_return_val_if_fail (MCP_IS_SSE_TRANSPORT (self), NULL);

  return self->given;
}
