/* mcp-observer-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-http-parser.h"
#include "mcp-json.h"
#include "mcp-observer-private.h"
#include "mcp-row-json.h"
#include "mcp-sse-parser.h"

/*
 * HTTP/1.x as it crosses, taken apart beside the passing: the same records as those of a transport
 * of our own. Requests and answers of a connection go with each other by their order (RFC 9112
 * section 9.3).
 */

/* Requests of a connection that may wait for their answers: who sends more is passed on, and not
 * written down. No client sends more than a few ahead. */
#define MAX_EXCHANGES 1000

/* A body, with its content coding undone where that is known. */
typedef struct
{
  GConverter *decoder;     /* (nullable) */
  gboolean    broken;      /* what comes cannot be decoded any more */
  GByteArray *bytes;
  guint64     n_bytes;     /* decoded */
  guint64     n_wire;
} Body;

typedef struct
{
  guint         number;      /* in the journal */
  gboolean      is_head;     /* a HEAD request, whose answer has no body */
  gint64        begun_usec;
  gint64        sent_usec;   /* 0: not yet */
  gint64        first_usec;
  Body          request;
  Body          answer;
  McpSseParser *events;      /* (nullable) of an event stream */
  guint         n_events;
} Exchange;

typedef struct
{
  McpObserver   *observer;   /* not a reference */
  guint          number;
  McpHttpParser *requests;
  McpHttpParser *answers;
  gint64         time_usec;  /* of the bytes that are being read */
  GQueue         exchanges;  /* of Exchange: without their whole answer */
  Exchange      *sending;    /* (nullable) whose request is being read */
  char          *reached;    /* (nullable) JSON: peer, tls, connected */
  gboolean       told_reached;
  char          *why;        /* (nullable) why it ends */
} Connection;

static void
body_clear (Body *body)
{
  g_clear_object (&body->decoder);
  g_clear_pointer (&body->bytes, g_byte_array_unref);
}

static void
exchange_free (Exchange *exchange)
{
  body_clear (&exchange->request);
  body_clear (&exchange->answer);
  g_clear_pointer (&exchange->events, mcp_sse_parser_free);
  g_free (exchange);
}

static void
connection_free (gpointer data)
{
  Connection *connection = data;

  mcp_http_parser_free (connection->requests);
  mcp_http_parser_free (connection->answers);
  g_queue_clear_full (&connection->exchanges, (GDestroyNotify) exchange_free);
  g_free (connection->reached);
  g_free (connection->why);
  g_free (connection);
}

/* What cannot be decoded stands in the journal as it came. */
static void
body_begin (Body                    *body,
            const McpHttpParserHead *head)
{
  const char *coding = mcp_http_head_find (head, "Content-Encoding");

  body->bytes = g_byte_array_new ();
  if (coding == NULL)
    return;
  if (g_ascii_strcasecmp (coding, "gzip") == 0 || g_ascii_strcasecmp (coding, "x-gzip") == 0)
    body->decoder = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  else if (g_ascii_strcasecmp (coding, "deflate") == 0)
    body->decoder = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
}

typedef void (*BodyFunc) (const char *data,
                          gsize       length,
                          gpointer    user_data);

static void
body_decode (Body       *body,
             const char *data,
             gsize       length,
             BodyFunc    func,
             gpointer    user_data)
{
  char buffer[16384];

  while (!body->broken)
    {
      gsize n_read = 0;
      gsize n_written = 0;
      GConverterResult result =
        g_converter_convert (body->decoder, data, length, buffer, sizeof buffer,
                             G_CONVERTER_FLUSH, &n_read, &n_written, NULL);

      if (result == G_CONVERTER_ERROR)
        {
          /* It needs more to go on, or will never make sense. */
          body->broken = length > 0;
          return;
        }
      func (buffer, n_written, user_data);
      data += n_read;
      length -= n_read;
      if (result == G_CONVERTER_FINISHED || (length == 0 && n_written < sizeof buffer))
        return;
    }
}

static void
body_push (Body       *body,
           const char *data,
           gsize       length,
           BodyFunc    func,
           gpointer    user_data)
{
  body->n_wire += length;
  if (body->decoder != NULL)
    body_decode (body, data, length, func, user_data);
  else
    func (data, length, user_data);
}

static const char *
get_purpose (const McpHttpParserHead *head)
{
  if (mcp_http_head_find (head, "Upgrade") != NULL)
    return "upgrade";
  if (g_str_equal (head->method, "GET"))
    return mcp_http_head_find (head, "Last-Event-ID") != NULL ? "resume" : "listen";
  if (g_str_equal (head->method, "DELETE"))
    return "end";

  return "send";
}

static gboolean
request_head_cb (const McpHttpParserHead *head,
                 gpointer                 user_data)
{
  Connection *connection = user_data;
  McpObserver *self = connection->observer;
  Exchange *exchange = g_new0 (Exchange, 1);
  g_autofree char *url = g_strconcat (g_str_has_prefix (head->target, "/") ? self->origin : "",
                                      head->target, NULL);
  GString *json = mcp_http_request_to_json (head->method, url, (McpHeaderList) head->headers->pdata);

  exchange->number = ++self->n_exchanges;
  exchange->is_head = g_str_equal (head->method, "HEAD");
  exchange->begun_usec = connection->time_usec;
  body_begin (&exchange->request, head);
  connection->sending = exchange;
  g_queue_push_tail (&connection->exchanges, exchange);

  mcp_json_append_member_string (json, "purpose", get_purpose (head));
  mcp_observer_append_json (self, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST,
                            exchange->number, connection->time_usec, json);

  return TRUE;
}

/* Beyond the limit of a message only the size goes on. */
static void
add_to_body (McpObserver *self,
             Body        *body,
             const char  *data,
             gsize        length)
{
  body->n_bytes += length;
  if (body->bytes->len == body->n_bytes - length
      && body->n_bytes <= MIN (self->max_message_bytes, G_MAXUINT32 / 2))
    g_byte_array_append (body->bytes, (const guint8 *) data, length);
}

static void
add_request_cb (const char *data,
                gsize       length,
                gpointer    user_data)
{
  Connection *connection = user_data;

  add_to_body (connection->observer, &connection->sending->request, data, length);
}

static void
request_body_cb (const char *data,
                 gsize       length,
                 gpointer    user_data)
{
  Connection *connection = user_data;

  if (connection->sending != NULL)
    body_push (&connection->sending->request, data, length, add_request_cb, connection);
}

/* The whole body, or as much of it as there will be. */
static void
append_body (Connection   *connection,
             Exchange     *exchange,
             Body         *body,
             McpDirection  direction,
             gboolean      whole)
{
  McpObserved observed = { 0 };
  g_autoptr (GBytes) bytes = NULL;
  gboolean truncated = body->bytes->len < body->n_bytes;

  if (body->bytes->len == 0)
    return;

  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&body->bytes));
  body->bytes = g_byte_array_new ();
  observed.direction = direction;
  observed.channel = MCP_CHANNEL_HTTP;
  observed.exchange = exchange->number;
  observed.time_usec = connection->time_usec;
  observed.flags = truncated ? MCP_RECORD_FLAG_TRUNCATED : 0;
  mcp_observer_append (connection->observer, &observed, bytes);
}

static void
request_end_cb (gboolean whole,
                gpointer user_data)
{
  Connection *connection = user_data;
  Exchange *exchange = g_steal_pointer (&connection->sending);

  if (exchange == NULL)
    return;

  exchange->sent_usec = connection->time_usec;
  append_body (connection, exchange, &exchange->request, MCP_DIRECTION_OUT, whole);
}

static void
append_connection_members (Connection *connection,
                           GString    *json)
{
  g_autofree char *peer = NULL;
  g_autofree char *tls = NULL;

  if (connection->reached == NULL)
    return;

  peer = mcp_json_lookup_string (connection->reached, strlen (connection->reached), "peer");
  tls = mcp_json_lookup_string (connection->reached, strlen (connection->reached), "tls");
  mcp_json_append_member_string (json, "peer", peer);
  mcp_json_append_member_string (json, "tls", tls);
}

static gboolean
answer_head_cb (const McpHttpParserHead *head,
                gpointer                 user_data)
{
  Connection *connection = user_data;
  Exchange *exchange = g_queue_peek_head (&connection->exchanges);
  const char *type = mcp_http_head_find (head, "Content-Type");
  GString *json;

  /* "100 Continue" is not the answer yet. */
  if (exchange == NULL || (head->status < 200 && head->status != 101))
    return FALSE;

  exchange->first_usec = connection->time_usec;
  body_begin (&exchange->answer, head);
  if (type != NULL && g_ascii_strncasecmp (type, "text/event-stream", 17) == 0)
    exchange->events = mcp_sse_parser_new (connection->observer->max_message_bytes);

  json = mcp_http_head_to_json (head->status, head->reason, head->version, (McpHeaderList) head->headers->pdata);
  append_connection_members (connection, json);
  mcp_observer_append_json (connection->observer, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP,
                            MCP_RECORD_HTTP_HEAD, exchange->number, connection->time_usec, json);

  return !exchange->is_head;
}

static void
append_item (Connection       *connection,
             Exchange         *exchange,
             const McpSseItem *item)
{
  McpObserver *self = connection->observer;
  McpJournalEntry entry = { 0 };

  exchange->n_events += item->kind == MCP_SSE_EVENT;
  if (item->kind == MCP_SSE_EVENT && item->data_length > 0 && !item->oversized)
    {
      McpObserved observed = { 0 };

      observed.direction = MCP_DIRECTION_IN;
      observed.channel = MCP_CHANNEL_SSE;
      observed.exchange = exchange->number;
      observed.time_usec = connection->time_usec;
      observed.flags = item->joined ? MCP_RECORD_FLAG_JOINED : 0;
      observed.lead = item->data_offset;
      observed.trail = g_bytes_get_size (item->raw) - item->data_offset - item->data_length;
      mcp_observer_append (self, &observed, item->raw);
      return;
    }

  entry.direction = MCP_DIRECTION_IN;
  entry.channel = MCP_CHANNEL_SSE;
  entry.kind = item->kind == MCP_SSE_COMMENT ? MCP_RECORD_COMMENT
               : item->oversized             ? MCP_RECORD_OVERSIZED
                                             : MCP_RECORD_EVENT;
  entry.size = item->oversized ? item->total_bytes : 0;
  entry.flags = (item->kind == MCP_SSE_UNFINISHED ? MCP_RECORD_FLAG_NO_EOL : 0)
                | (item->oversized ? MCP_RECORD_FLAG_TRUNCATED : 0);
  entry.life = self->life;
  entry.exchange = exchange->number;
  entry.time_usec = connection->time_usec;
  mcp_journal_append (self->journal, &entry, item->raw);
}

static void
take_items (Connection *connection,
            Exchange   *exchange)
{
  McpSseItem item;

  while (mcp_sse_parser_next (exchange->events, &item))
    {
      append_item (connection, exchange, &item);
      mcp_sse_item_clear (&item);
    }
}

static void
add_answer_cb (const char *data,
               gsize       length,
               gpointer    user_data)
{
  Connection *connection = user_data;
  Exchange *exchange = g_queue_peek_head (&connection->exchanges);

  if (exchange->events == NULL)
    {
      add_to_body (connection->observer, &exchange->answer, data, length);
      return;
    }

  exchange->answer.n_bytes += length;
  mcp_sse_parser_push (exchange->events, data, length, connection->time_usec);
  take_items (connection, exchange);
}

static void
answer_body_cb (const char *data,
                gsize       length,
                gpointer    user_data)
{
  Connection *connection = user_data;
  Exchange *exchange = g_queue_peek_head (&connection->exchanges);

  if (exchange != NULL && exchange->answer.bytes != NULL)
    body_push (&exchange->answer, data, length, add_answer_cb, connection);
}

static gint64
since_begin (const Exchange *exchange,
             gint64          usec)
{
  return usec > 0 ? usec - exchange->begun_usec : -1;
}

static void
append_end (Connection *connection,
            Exchange   *exchange,
            const char *why)
{
  McpExchangeTimings timings = {
    .resolved_usec = -1,
    .connected_usec = -1,
    .secured_usec = -1,
    .sent_usec = since_begin (exchange, exchange->sent_usec),
    .first_byte_usec = since_begin (exchange, exchange->first_usec),
    .ended_usec = since_begin (exchange, connection->time_usec),
  };
  GString *json;

  if (connection->reached != NULL && !connection->told_reached)
    mcp_json_lookup_int64 (connection->reached, strlen (connection->reached), "connected", &timings.connected_usec);
  connection->told_reached = TRUE;

  json = mcp_http_end_to_json (why, exchange->answer.n_bytes, &timings);
  mcp_json_append_member_int (json, "wire", exchange->answer.n_wire);
  mcp_json_append_member_int (json, "events", exchange->n_events);
  mcp_observer_append_json (connection->observer, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP,
                            MCP_RECORD_HTTP_END, exchange->number, connection->time_usec, json);
}

/* The first exchange of the connection is over. */
static void
end_exchange (Connection *connection,
              gboolean    whole,
              const char *why)
{
  Exchange *exchange = g_queue_pop_head (&connection->exchanges);

  if (exchange->events != NULL)
    {
      mcp_sse_parser_finish (exchange->events);
      take_items (connection, exchange);
    }
  else if (exchange->answer.bytes != NULL)
    {
      append_body (connection, exchange, &exchange->answer, MCP_DIRECTION_IN, whole);
    }

  append_end (connection, exchange, why);
  if (connection->sending == exchange)
    connection->sending = NULL;
  exchange_free (exchange);
}

static void
answer_end_cb (gboolean whole,
               gpointer user_data)
{
  Connection *connection = user_data;
  Exchange *exchange = g_queue_peek_head (&connection->exchanges);

  /* The end of what came before the answer proper. */
  if (exchange == NULL || exchange->answer.bytes == NULL)
    return;

  end_exchange (connection, whole, whole ? NULL : _("The connection ended before the answer did"));
}

static void
other_cb (gboolean upgraded,
          gpointer user_data)
{
  Connection *connection = user_data;

  if (upgraded)
    mcp_observer_note (connection->observer, "upgraded",
                       _("Connection %u goes on with another protocol, which is passed on and not "
                         "written down"), connection->number);
  else
    mcp_observer_note (connection->observer, "not-http",
                       _("What crosses on connection %u is not HTTP/1.x, and is passed on without "
                         "being written down"), connection->number);
}

static Connection *
find_connection (McpObserver *self,
                 guint        number)
{
  return g_hash_table_lookup (self->connections, GUINT_TO_POINTER (number));
}

/**
 * mcp_observer_connection_opened:
 * @self: an observer of a server with an address
 * @number: which connection; never the same again
 *
 * Takes note that a client has connected.
 */
void
mcp_observer_connection_opened (McpObserver *self,
                                guint        number)
{
  static const McpHttpParserFuncs request_funcs = {
    request_head_cb, request_body_cb, request_end_cb, other_cb, NULL,
  };
  static const McpHttpParserFuncs answer_funcs = {
    answer_head_cb, answer_body_cb, answer_end_cb, other_cb, NULL,
  };
  Connection *connection = g_new0 (Connection, 1);

  g_return_if_fail (MCP_IS_OBSERVER (self));

  if (self->connections == NULL)
    self->connections = g_hash_table_new_full (NULL, NULL, NULL, connection_free);

  connection->observer = self;
  connection->number = number;
  connection->time_usec = g_get_monotonic_time ();
  connection->requests = mcp_http_parser_new (FALSE, &request_funcs, connection);
  connection->answers = mcp_http_parser_new (TRUE, &answer_funcs, connection);
  g_queue_init (&connection->exchanges);
  g_hash_table_insert (self->connections, GUINT_TO_POINTER (number), connection);
}

/**
 * mcp_observer_connection_reached:
 * @number: which connection
 * @json: (transfer none): "peer", "tls", "connected" in microseconds
 *
 * Takes note that the server has been reached for it.
 */
void
mcp_observer_connection_reached (McpObserver *self,
                                 guint        number,
                                 GBytes      *json)
{
  Connection *connection = find_connection (self, number);

  if (connection == NULL)
    return;

  g_free (connection->reached);
  connection->reached = g_strndup (g_bytes_get_data (json, NULL), g_bytes_get_size (json));
}

/**
 * mcp_observer_connection_push:
 * @number: which connection
 * @direction: which way
 * @data: (array length=length): the next bytes
 * @time_usec: when, monotonic
 *
 * Takes note of bytes.
 */
void
mcp_observer_connection_push (McpObserver  *self,
                              guint         number,
                              McpDirection  direction,
                              const char   *data,
                              gsize         length,
                              gint64        time_usec)
{
  Connection *connection = find_connection (self, number);

  if (connection == NULL)
    return;

  connection->time_usec = time_usec;
  mcp_http_parser_push (direction == MCP_DIRECTION_OUT ? connection->requests : connection->answers,
                        data, length);

  if (connection->exchanges.length <= MAX_EXCHANGES)
    return;

  mcp_observer_note (self, "gap",
                     _("%u requests of connection %u wait for an answer: what follows on it is passed "
                       "on and not written down"), connection->exchanges.length, number);
  mcp_observer_connection_closed (self, number);
}

/**
 * mcp_observer_connection_end:
 * @number: which connection
 * @direction: which way
 * @why: (nullable): what went wrong, for people
 *
 * Takes note that no more bytes go one way.
 */
void
mcp_observer_connection_end (McpObserver  *self,
                             guint         number,
                             McpDirection  direction,
                             const char   *why)
{
  Connection *connection = find_connection (self, number);

  if (connection == NULL)
    return;

  connection->time_usec = g_get_monotonic_time ();
  if (why != NULL && connection->why == NULL)
    connection->why = g_strdup (why);
  mcp_http_parser_finish (direction == MCP_DIRECTION_OUT ? connection->requests
                                                         : connection->answers);
}

/**
 * mcp_observer_connection_closed:
 * @number: which connection
 *
 * Takes note that a connection is over. What was not answered on it never will be.
 */
void
mcp_observer_connection_closed (McpObserver *self,
                                guint        number)
{
  Connection *connection = find_connection (self, number);

  if (connection == NULL)
    return;

  connection->time_usec = g_get_monotonic_time ();
  mcp_http_parser_finish (connection->requests);
  while (!g_queue_is_empty (&connection->exchanges))
    end_exchange (connection, FALSE,
                  connection->why != NULL ? connection->why : _("The connection was closed."));
  g_hash_table_remove (self->connections, GUINT_TO_POINTER (number));
}
