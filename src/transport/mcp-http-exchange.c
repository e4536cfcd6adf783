/* mcp-http-exchange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-exchange-private.h"
#include "mcp-http-limits.h"
#include "mcp-http-report.h"
#include "mcp-line-reader.h"
#include "mcp-transport-private.h"
#include "mcp-unzip.h"

/**
 * McpHttpExchange:
 *
 * One HTTP request and what it is answered with. Its states: created, begun (nothing is reported in
 * the call that starts it), sent, answered (status and headers), read, ended. A failure or an abort
 * may end it from any of them; the end comes in any case from its McpHttpFetch, which has the
 * #SoupMessage in a thread of its own and stamps what happens.
 *
 * The client holds a reference until it has ended.
 *
 * Reading the answer is in mcp-http-exchange-read.c, why it failed in mcp-http-exchange-error.c.
 */

/* A refusal's body is worth showing, and not worth waiting for. */
#define REFUSAL_BODY_MSEC 10000

/* How much is read ahead, so that what comes while the window draws has its true time: the
 * connection is the back-pressure behind that. Everything comes on the stream that listens. */
#define QUEUE_BYTES        (512 * 1024)
#define LISTEN_QUEUE_BYTES (4 * 1024 * 1024)

G_DEFINE_FINAL_TYPE (McpHttpExchange, mcp_http_exchange, G_TYPE_OBJECT)

static gboolean
work_cb (gpointer user_data)
{
  g_autoptr (McpHttpExchange) self = g_object_ref (user_data);

  mcp_http_exchange_process (self);

  return FALSE;
}

static void
mcp_http_exchange_finalize (GObject *object)
{
  McpHttpExchange *self = MCP_HTTP_EXCHANGE (object);

  mcp_read_source_destroy (self->work_source);
  mcp_read_source_unref (self->work_source);
  g_clear_handle_id (&self->deadline, g_source_remove);
  mcp_chunk_queue_close (self->queue);
  mcp_chunk_queue_unref (self->queue);
  mcp_http_fetch_unref (self->fetch);
  if (self->has_next)
    mcp_chunk_clear (&self->next);
  g_clear_pointer (&self->chunk, g_bytes_unref);
  g_clear_pointer (&self->head_bytes, g_bytes_unref);
  g_uri_unref (self->uri);
  g_clear_error (&self->cause);
  g_clear_error (&self->error);
  g_clear_pointer (&self->text, g_byte_array_unref);
  g_clear_pointer (&self->parser, mcp_sse_parser_free);
  g_free (self->media_type);
  g_free (self->accepts);
  g_free (self->encoding);

  G_OBJECT_CLASS (mcp_http_exchange_parent_class)->finalize (object);
}

static void
mcp_http_exchange_class_init (McpHttpExchangeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_http_exchange_finalize;
}

static void
mcp_http_exchange_init (McpHttpExchange *self)
{
  self->work_source = mcp_read_source_new (MCP_READ_PRIORITY, work_cb, self);
}

static GError *
new_cancelled_error (void)
{
  return g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("The exchange was cancelled."));
}

void
mcp_http_exchange_schedule (McpHttpExchange *self)
{
  if (!self->ended)
    mcp_read_source_wake (self->work_source);
}

void
mcp_http_exchange_violation (McpHttpExchange *self,
                             const char      *rule,
                             const char      *detail)
{
  if (self->client != NULL)
    mcp_transport_report_violation (mcp_http_client_get_owner (self->client), self->number, rule,
                                    detail);
}

/* --- The end --- */

static void
report_end (McpHttpExchange *self)
{
  const McpHttpEnd *ended = g_bytes_get_data (self->next.bytes, NULL);
  McpExchangeEnd end = { 0 };

  end.exchange = self->number;
  end.error = self->aborted ? NULL : self->cause;
  end.cancelled = self->aborted;
  end.body_bytes = self->body_bytes;
  end.wire_bytes = ended->wire_bytes;
  end.n_events = self->n_events;
  end.time_usec = self->next.time_usec;
  end.timings = ended->timings;
  end.timings.sent_usec = self->sent_usec != 0 ? MAX (self->sent_usec - self->started_usec, 0) : -1;
  end.timings.ended_usec = end.time_usec - self->started_usec;
  mcp_transport_report_exchange_ended (mcp_http_client_get_owner (self->client), &end);
}

void
mcp_http_exchange_end (McpHttpExchange *self)
{
  g_autoptr (McpHttpExchange) hold = g_object_ref (self);
  g_autoptr (McpTransport) owner = NULL;
  McpHttpClient *client = self->client;

  if (self->ended)
    return;
  self->ended = TRUE;
  mcp_read_source_destroy (self->work_source);
  g_clear_handle_id (&self->deadline, g_source_remove);
  mcp_chunk_queue_close (self->queue);

  /* The client lives as long as its owner. */
  owner = g_object_ref (mcp_http_client_get_owner (client));
  if (self->started_usec != 0)
    report_end (self);
  if (self->aborted)
    {
      g_clear_error (&self->error);
      self->error = new_cancelled_error ();
    }

  mcp_http_client_remove (client, self->number);
  self->client = NULL;
  if (self->funcs != NULL)
    self->funcs->ended (self, self->error, self->user_data);
  self->funcs = NULL;
  mcp_http_client_settle (client);
}

/* --- Request and head --- */

static void
take_start (McpHttpExchange *self,
            const McpChunk  *chunk)
{
  McpExchangeStart start = { 0 };

  const McpHttpStart *sent = g_bytes_get_data (chunk->bytes, NULL);

  for (gsize i = 0; sent->headers[i] != NULL; i += 2)
    if (g_ascii_strcasecmp (sent->headers[i], "Accept-Encoding") == 0)
      self->accepts = g_strdup (sent->headers[i + 1]);
  self->started_usec = chunk->time_usec;
  start.exchange = self->number;
  start.purpose = self->purpose;
  start.ticket = self->ticket;
  start.resumes = self->resumes;
  start.time_usec = self->started_usec;
  mcp_http_report_start (mcp_http_client_get_owner (self->client), sent, &start);
}

static gboolean
deadline_cb (gpointer user_data)
{
  McpHttpExchange *self = user_data;

  self->deadline = 0;
  self->overdue = TRUE;
  mcp_http_fetch_cancel (self->fetch);

  return G_SOURCE_REMOVE;
}

static void
take_head (McpHttpExchange *self,
           const McpChunk  *chunk)
{
  self->head_bytes = g_bytes_ref (chunk->bytes);
  self->head = g_bytes_get_data (chunk->bytes, NULL);
  self->status = self->head->status;
  mcp_http_client_saw_head (self->client, self, self->head);
  if (self->client != NULL && !self->aborted)
    mcp_http_report_head (mcp_http_client_get_owner (self->client), self->head, self->number,
                          chunk->time_usec);
  if (self->client != NULL && !self->aborted)
    mcp_http_exchange_prepare_content (self);
  if (!self->aborted && self->funcs != NULL && self->funcs->head != NULL)
    self->funcs->head (self, self->user_data);

  if (!SOUP_STATUS_IS_SUCCESSFUL (self->status) && !self->ended)
    self->deadline = g_timeout_add (REFUSAL_BODY_MSEC, deadline_cb, self);
}

static void
take_sent (McpHttpExchange *self,
           const McpChunk  *chunk)
{
  self->sent_usec = chunk->time_usec;
  if (self->funcs != NULL && self->funcs->sent != NULL)
    self->funcs->sent (self, self->begun_usec, self->sent_usec, self->user_data);
}

/* All but data and the end. What was cancelled is told of as far as it went: it may have left. */
static void
take (McpHttpExchange *self,
      const McpChunk  *chunk)
{
  gconstpointer data = chunk->bytes != NULL ? g_bytes_get_data (chunk->bytes, NULL) : NULL;

  if (chunk->kind == MCP_HTTP_FETCH_START)
    take_start (self, chunk);
  else if (chunk->kind == MCP_HTTP_FETCH_CERTIFICATE)
    mcp_http_client_set_certificate (self->client, (McpCertificate *) data);
  else if (chunk->kind == MCP_HTTP_FETCH_BEGUN)
    self->begun_usec = chunk->time_usec;
  else if (chunk->kind == MCP_HTTP_FETCH_SENT)
    take_sent (self, chunk);
  if (self->aborted || self->client == NULL)
    return;

  switch ((McpHttpFetchKind) chunk->kind)
    {
    case MCP_HTTP_FETCH_NETWORK:
      mcp_http_client_network_event (self->client, self, data);
      break;
    case MCP_HTTP_FETCH_BEGUN:
      mcp_http_client_saw_request (self->client, self);
      break;
    case MCP_HTTP_FETCH_HEAD:
      take_head (self, chunk);
      break;
    case MCP_HTTP_FETCH_HELD:
      mcp_http_fetch_go_on (self->fetch);
      break;
    case MCP_HTTP_FETCH_START:
    case MCP_HTTP_FETCH_CERTIFICATE:
    case MCP_HTTP_FETCH_SENT:
    case MCP_HTTP_FETCH_DATA:
    case MCP_HTTP_FETCH_END:
    default:
      break;
    }
}

gboolean
mcp_http_exchange_take_next (McpHttpExchange *self)
{
  g_auto (McpChunk) chunk = { 0 };

  while (!self->has_next && self->client != NULL && mcp_chunk_queue_take (self->queue, &chunk))
    {
      self->has_next = chunk.kind == MCP_HTTP_FETCH_DATA || chunk.kind == MCP_HTTP_FETCH_END;
      if (self->has_next)
        {
          self->next = chunk;
          chunk.bytes = NULL;
        }
      else
        take (self, &chunk);
      mcp_chunk_clear (&chunk);
    }

  return self->has_next && self->client != NULL;
}

/* The fetch has told something. What it reads waits until the window is drawn; the rest does not. */
static gboolean
told_cb (gpointer user_data)
{
  McpHttpExchange *self = user_data;
  g_autoptr (McpHttpExchange) hold = g_object_ref (self);
  g_autoptr (McpTransport) owner = g_object_ref (mcp_http_client_get_owner (self->client));

  if (mcp_http_exchange_take_next (self) && !self->aborted)
    mcp_http_exchange_schedule (self);
  else if (self->aborted)
    mcp_http_exchange_process (self);

  return G_SOURCE_REMOVE;
}

static SoupMessage *
make_message (McpHttpExchange      *self,
              const McpHttpRequest *request)
{
  SoupMessage *message = soup_message_new_from_uri (request->method, self->uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  /* Idempotent is what lets libsoup take a connection that was kept; the fetch knows what else. */
  soup_message_set_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS |
                                     SOUP_MESSAGE_IDEMPOTENT);
  if (request->body != NULL)
    {
      soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
      soup_message_set_request_body_from_bytes (message, "application/json", request->body);
    }
  else if (g_str_equal (request->method, "GET"))
    {
      soup_message_headers_replace (headers, "Accept", "text/event-stream");
    }
  if (request->last_event_id != NULL)
    soup_message_headers_replace (headers, "Last-Event-ID", request->last_event_id);
  mcp_http_client_fill_headers (self->client, message, request->headers);
  if (soup_message_headers_get_one (headers, "Accept-Encoding") == NULL)
    soup_message_headers_append (headers, "Accept-Encoding", MCP_UNZIP_ENCODINGS);
  mcp_http_client_show_own (self->client, message);

  return message;
}

/**
 * mcp_http_exchange_start:
 * @client: what it goes over; it keeps the exchange until it has ended
 * @request: what is sent; copied
 * @funcs: what to call; must stay
 * @user_data: for @funcs; must stay until ::ended, or mcp_http_exchange_detach()
 *
 * Starts an exchange. Everything is reported from the main loop, nothing in here. The URL must
 * be a valid one, and the event id one that mcp_header_value_is_valid().
 *
 * Returns: (transfer full): the exchange
 */
McpHttpExchange *
mcp_http_exchange_start (McpHttpClient              *client,
                         const McpHttpRequest       *request,
                         const McpHttpExchangeFuncs *funcs,
                         gpointer                    user_data)
{
  McpHttpExchange *self;
  GUri *uri;

  g_return_val_if_fail (client != NULL, NULL);
  g_return_val_if_fail (funcs != NULL && funcs->ended != NULL, NULL);

  uri = request->url != NULL ? g_uri_parse (request->url, SOUP_HTTP_URI_FLAGS, NULL)
                             : g_uri_ref (mcp_http_client_get_uri (client));
  g_return_val_if_fail (uri != NULL, NULL);

  self = g_object_new (MCP_TYPE_HTTP_EXCHANGE, NULL);
  self->client = client;
  self->funcs = funcs;
  self->user_data = user_data;
  self->purpose = request->purpose;
  self->ticket = request->ticket;
  self->resumes = request->resumes;
  self->only_accepted = request->only_accepted;
  self->is_last = request->is_last;
  self->uri = uri;
  self->queue = mcp_chunk_queue_new (
    request->purpose == MCP_EXCHANGE_LISTEN ? LISTEN_QUEUE_BYTES : QUEUE_BYTES, G_PRIORITY_DEFAULT,
    told_cb, self);
  self->fetch = mcp_http_fetch_start (
    client, make_message (self, request),
    request->body != NULL ? g_bytes_get_size (request->body) : 0,
    request->purpose == MCP_EXCHANGE_SEND, self->queue);
  self->number = mcp_http_client_add (client, self);

  return self;
}

/* Ends it and closes its connection. Nothing more is reported but its end, from the main loop. */
void
mcp_http_exchange_abort (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  if (self->aborted || self->ended)
    return;

  self->aborted = TRUE;
  mcp_http_fetch_cancel (self->fetch);
  mcp_chunk_queue_wake (self->queue);
}

/**
 * mcp_http_exchange_take_back:
 *
 * Aborts it if not a byte of the request has left.
 *
 * Returns: %TRUE when none has and none will
 */
gboolean
mcp_http_exchange_take_back (McpHttpExchange *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_EXCHANGE (self), FALSE);

  if (self->aborted || self->ended || !mcp_http_fetch_take_back (self->fetch))
    return FALSE;

  mcp_http_exchange_abort (self);

  return TRUE;
}

/* Makes it go on without telling whoever started it. Its client still reports it. */
void
mcp_http_exchange_detach (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  self->funcs = NULL;
}

/* Ends it and closes its connection, without a word to anybody: the client goes. */
void
mcp_http_exchange_drop (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  self->funcs = NULL;
  mcp_http_exchange_abort (self);
  self->client = NULL;
  mcp_read_source_destroy (self->work_source);
  g_clear_handle_id (&self->deadline, g_source_remove);
  mcp_chunk_queue_close (self->queue);
}

/* Stops reading, what was read already, and the end behind it. */
void
mcp_http_exchange_pause (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  self->paused = TRUE;
}

/* Goes on after a pause, from the main loop. */
void
mcp_http_exchange_resume (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  if (!self->paused)
    return;

  self->paused = FALSE;
  mcp_http_exchange_schedule (self);
}

gboolean
mcp_http_exchange_is_sent (McpHttpExchange *self)
{
  return self->sent_usec != 0;
}

/* Reports that its request has been sent, if it has, without waiting for its turn. */
void
mcp_http_exchange_tell_sent (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  mcp_http_exchange_take_next (self);
}

guint
mcp_http_exchange_get_number (McpHttpExchange *self)
{
  return self->number;
}

guint
mcp_http_exchange_get_status (McpHttpExchange *self)
{
  return self->status;
}

McpHttpContent
mcp_http_exchange_get_content (McpHttpExchange *self)
{
  return self->content;
}

const char *
mcp_http_exchange_get_media_type (McpHttpExchange *self)
{
  return self->media_type;
}

const char *
mcp_http_exchange_get_header (McpHttpExchange *self,
                              const char      *name)
{
  return self->head != NULL ? soup_message_headers_get_list (self->head->headers, name) : NULL;
}
