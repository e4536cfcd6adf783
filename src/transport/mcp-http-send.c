/* mcp-http-send.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-http-transport"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-transport-private.h"
#include "mcp-source.h"
#include "mcp-transport-private.h"

/*
 * The messages of a transport. Each is a POST; one that expects an answer is followed until it has
 * it: over the body or event stream of the POST, and over as many GET as it takes when that stream
 * breaks and the server has given event ids.
 *
 * Those that expect an answer take turns beyond `max_streams`. The answers to a server's requests
 * have turns of their own, for what it waits for must never wait for the stream that waits for it.
 * Notifications go at once.
 *
 * It is one long file because a message passes through all of it: queue, POST, stream, judgement.
 */

/* How often the network may fail in a row before a stream is given up. */
#define MAX_RESUME_FAILURES 8

/* How long a stream may be silent after it has brought the answer: it should have ended. */
#define LINGER_SEC 30

/* From its queueing until nothing more can come of it. */
typedef struct
{
  McpHttpTransport *transport;      /* owns it */
  guint64           ticket;
  GBytes           *bytes;
  char            **headers;        /* (nullable) */
  gboolean          expects_answer;
  gboolean          is_answer;
  McpExchangePurpose purpose;       /* SEND; without the message: LISTEN, END */
  gint64            queued_usec;
  guint            *turns;          /* (nullable) had its turn, and counts here */
  gboolean          sent;
  gboolean          answered;
  gboolean          abandoned;
  gboolean          refused;        /* what was to resume it is no event stream */
  GError           *lost;           /* why it is not sent; reported from the main loop */
  McpHttpExchange  *exchange;       /* (nullable) the present one */
  McpHttpStream    *stream;         /* (nullable) once the answer is an event stream */
  guint             timeout;        /* until it is resumed, or lingers no more */
} McpHttpSend;

static void start_resume (McpHttpSend *send);

static void
send_free (gpointer data)
{
  McpHttpSend *send = data;

  if (send->exchange != NULL)
    mcp_http_exchange_detach (send->exchange);
  g_clear_object (&send->exchange);
  g_clear_object (&send->stream);
  g_clear_handle_id (&send->timeout, g_source_remove);
  g_clear_error (&send->lost);
  g_bytes_unref (send->bytes);
  g_strfreev (send->headers);
  g_free (send);
}

static gboolean
pump_cb (gpointer user_data)
{
  McpHttpTransport *self = user_data;

  mcp_http_transport_pump (self);

  return G_SOURCE_REMOVE;
}

static void
schedule_pump (McpHttpTransport *self)
{
  if (self->pump_source != NULL)
    return;

  self->pump_source = g_idle_source_new ();
  g_source_set_priority (self->pump_source, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->pump_source, pump_cb, self, NULL);
  g_source_attach (self->pump_source, g_main_context_get_thread_default ());
}

static void
remove_stream (McpHttpTransport *self,
               McpHttpStream    *stream)
{
  guint position;

  mcp_http_stream_set_ended (stream);
  if (g_list_store_find (self->streams, stream, &position))
    g_list_store_remove (self->streams, position);
}

/* Takes it out of everything; the caller frees it, behind what it reports. */
static void
take_out (McpHttpSend *send)
{
  McpHttpTransport *self = send->transport;

  g_hash_table_steal (self->sends, &send->ticket);
  g_queue_remove (&self->answered, send);
  if (send->turns != NULL)
    (*send->turns)--;
  send->turns = NULL;
  g_clear_handle_id (&send->timeout, g_source_remove);
  if (send->stream != NULL)
    remove_stream (self, send->stream);
  if (self->waiting.length > 0)
    schedule_pump (self);
}

static void
finish (McpHttpSend *send)
{
  take_out (send);
  send_free (send);
}

static void
fail (McpHttpSend  *send,
      guint         status,
      const GError *error)
{
  g_autoptr (McpTransport) transport = g_object_ref (MCP_TRANSPORT (send->transport));

  take_out (send);
  if (!send->sent)
    mcp_transport_report_unsent (transport, send->ticket, send->bytes, error);
  mcp_transport_report_failed (transport, send->ticket, status, error);
  send_free (send);
}

static void
fail_new (McpHttpSend *send,
          guint        status,
          McpError     code,
          const char  *format,
          ...) G_GNUC_PRINTF (4, 5);

static void
fail_new (McpHttpSend *send,
          guint        status,
          McpError     code,
          const char  *format,
          ...)
{
  g_autoptr (GError) error = NULL;
  va_list args;

  va_start (args, format);
  error = g_error_new_valist (MCP_ERROR, code, format, args);
  va_end (args);
  fail (send, status, error);
}

/* --- Resumption --- */

static gboolean
resume_cb (gpointer user_data)
{
  McpHttpSend *send = user_data;

  send->timeout = 0;
  start_resume (send);

  return G_SOURCE_REMOVE;
}

/* The stream has ended, and the answer was not on it. */
static void
wait_to_resume (McpHttpSend *send,
                gboolean     broke)
{
  gint64 pause_msec;

  if (!send->transport->resume)
    fail_new (send, 0, MCP_ERROR_LOST, _("The event stream ended before the answer came."));
  else if (mcp_http_stream_get_last_event_id (send->stream) == NULL)
    fail_new (send, 0, MCP_ERROR_LOST,
              _("The event stream ended before the answer came, and the server gave no event id "
                "to go on behind."));
  else if (!mcp_http_stream_can_resume (send->stream))
    fail_new (send, 0, MCP_ERROR_LOST,
              _("The event stream ended before the answer came, and its last event id cannot be "
                "sent in a header."));
  else
    {
      pause_msec = mcp_http_stream_set_waiting (send->stream, broke);
      send->timeout = g_timeout_add (pause_msec, resume_cb, send);
    }
}

static void
resume_broke (McpHttpSend  *send,
              const GError *error)
{
  if (mcp_http_stream_get_n_failures (send->stream) + 1 >= MAX_RESUME_FAILURES)
    fail_new (send, 0, MCP_ERROR_LOST, _("The event stream could not be resumed: %s"),
              error->message);
  else
    wait_to_resume (send, TRUE);
}

/* --- What exchanges tell --- */

static void
sent_cb (McpHttpExchange *exchange,
         gint64           first_usec,
         gint64           last_usec,
         gpointer         user_data)
{
  McpHttpSend *send = user_data;

  if (send->sent)
    return;

  send->sent = TRUE;
  mcp_transport_report_sent (MCP_TRANSPORT (send->transport), send->ticket, send->bytes,
                             send->queued_usec, MAX (first_usec, send->queued_usec), last_usec);
}

static gboolean
linger_cb (gpointer user_data)
{
  McpHttpSend *send = user_data;
  gint64 last_usec = send->stream != NULL ? mcp_http_stream_get_last_event_usec (send->stream) : 0;

  if (g_get_monotonic_time () - last_usec < LINGER_SEC * G_USEC_PER_SEC)
    return G_SOURCE_CONTINUE;

  send->timeout = 0;
  if (send->exchange != NULL)
    {
      guint exchange = mcp_http_exchange_get_number (send->exchange);

      mcp_http_exchange_abort (send->exchange);
      mcp_transport_report_violation (MCP_TRANSPORT (send->transport), exchange,
                                      "stream-left-open", NULL);
    }

  return G_SOURCE_REMOVE;
}

/* Nothing that must come is left: what is open may end by itself, or give way to others. */
static void
let_linger (McpHttpSend *send)
{
  McpHttpTransport *self = send->transport;

  g_queue_push_tail (&self->answered, send);
  g_clear_handle_id (&send->timeout, g_source_remove);
  send->timeout = g_timeout_add_seconds (LINGER_SEC, linger_cb, send);
  if (self->waiting.length > 0)
    schedule_pump (self);
}

static void
head_cb (McpHttpExchange *exchange,
         gpointer         user_data)
{
  McpHttpSend *send = user_data;
  McpHttpTransport *self = send->transport;
  guint status = mcp_http_exchange_get_status (exchange);

  if (SOUP_STATUS_IS_SUCCESSFUL (status) &&
      mcp_http_exchange_get_content (exchange) == MCP_HTTP_CONTENT_EVENTS)
    {
      if (send->stream == NULL)
        {
          send->stream = mcp_http_stream_new (MCP_TRANSPORT (self), MCP_EXCHANGE_SEND);
          mcp_http_stream_set_exchange (send->stream, mcp_http_exchange_get_number (exchange));
          g_list_store_append (self->streams, send->stream);
        }
      mcp_http_stream_set_open (send->stream);
      if (!send->expects_answer && !send->answered)
        {
          send->answered = TRUE;
          let_linger (send);
        }
    }
  else if (send->stream != NULL && SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      send->refused = TRUE;
      mcp_http_exchange_abort (exchange);
    }
}

static void
item_cb (McpHttpExchange  *exchange,
         const McpSseItem *item,
         gboolean          is_message,
         gpointer          user_data)
{
  McpHttpSend *send = user_data;

  if (send->stream != NULL)
    mcp_http_stream_take_item (send->stream, mcp_http_exchange_get_number (exchange), item,
                               is_message);
}

static void
fail_with_status (McpHttpSend     *send,
                  McpHttpExchange *exchange)
{
  g_autoptr (GError) error = mcp_http_exchange_new_status_error (exchange);

  fail (send, mcp_http_exchange_get_status (exchange), error);
}

/* A notification or an answer of ours: 202 without a body is right. */
static void
judge_acceptance (McpHttpSend     *send,
                  McpHttpExchange *exchange,
                  const GError    *error)
{
  guint status = mcp_http_exchange_get_status (exchange);

  if (status == 0)
    {
      fail (send, 0, error);
      return;
    }
  if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      fail_with_status (send, exchange);
      return;
    }

  if (status != SOUP_STATUS_ACCEPTED)
    {
      g_autofree char *detail = g_strdup_printf ("%u", status);

      mcp_transport_report_violation (MCP_TRANSPORT (send->transport),
                                      mcp_http_exchange_get_number (exchange), "not-202", detail);
    }
  finish (send);
}

static void
judge_resumption (McpHttpSend     *send,
                  McpHttpExchange *exchange,
                  const GError    *error)
{
  guint status = mcp_http_exchange_get_status (exchange);

  if (send->refused)
    fail_new (send, status, MCP_ERROR_LOST,
              _("The server did not go on with the broken event stream: it answered with “%s”."),
              mcp_http_exchange_get_media_type (exchange) != NULL
                ? mcp_http_exchange_get_media_type (exchange) : "");
  else if (status == 0)
    resume_broke (send, error);
  else if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    fail_new (send, status, MCP_ERROR_LOST,
              _("The server did not go on with the broken event stream: it answered %u."), status);
  else
    wait_to_resume (send, FALSE);
}

/* The answer to a request did not come with what has just ended. */
static void
judge_answer (McpHttpSend     *send,
              McpHttpExchange *exchange,
              const GError    *error)
{
  guint status = mcp_http_exchange_get_status (exchange);
  const char *type = mcp_http_exchange_get_media_type (exchange);

  if (status == 0)
    {
      fail (send, 0, error);
      return;
    }
  if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      fail_with_status (send, exchange);
      return;
    }

  switch (mcp_http_exchange_get_content (exchange))
    {
    case MCP_HTTP_CONTENT_EVENTS:
      wait_to_resume (send, FALSE);
      break;
    case MCP_HTTP_CONTENT_JSON:
      if (error != NULL)
        fail (send, status, error);
      else
        fail_new (send, status, MCP_ERROR_INVALID_RESPONSE,
                  _("The server’s answer does not belong to the request."));
      break;
    case MCP_HTTP_CONTENT_NONE:
      if (error != NULL)
        fail (send, status, error);
      else
        fail_new (send, status, MCP_ERROR_HTTP, _("The server answered %u, without a message."),
                  status);
      break;
    case MCP_HTTP_CONTENT_OTHER:
    default:
      fail_new (send, status, MCP_ERROR_HTTP,
                _("The server answered with “%s”, not with JSON or an event stream."),
                type != NULL ? type : "");
      break;
    }
}

static void
ended_cb (McpHttpExchange *exchange,
          const GError    *error,
          gpointer         user_data)
{
  McpHttpSend *send = user_data;
  g_autoptr (McpHttpTransport) self = g_object_ref (send->transport);
  gboolean is_resumption = send->stream != NULL &&
                           mcp_http_stream_get_n_resumes (send->stream) > 0;
  gboolean is_cancelled = g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED);

  g_clear_object (&send->exchange);

  if (send->abandoned || send->answered || (is_cancelled && !send->refused) ||
      mcp_http_transport_get_state (self) != MCP_CONNECTION_OPEN)
    {
      take_out (send);
      if (!send->sent)
        mcp_transport_report_unsent (MCP_TRANSPORT (self), send->ticket, send->bytes,
                                     error != NULL ? error : send->lost);
      send_free (send);
    }
  else if (!send->expects_answer)
    judge_acceptance (send, exchange, error);
  else if (is_resumption)
    judge_resumption (send, exchange, error);
  else
    judge_answer (send, exchange, error);
}

static const McpHttpExchangeFuncs exchange_funcs = {
  .sent = sent_cb,
  .head = head_cb,
  .item = item_cb,
  .ended = ended_cb,
};

/* --- Starting --- */

/* What counts those that are under way as a message is; NULL where there may be any number. */
static guint *
get_turns (McpHttpSend *send)
{
  if (send->expects_answer)
    return &send->transport->n_following;

  return send->is_answer ? &send->transport->n_answering : NULL;
}

static void
start_send (McpHttpSend *send)
{
  McpHttpTransport *self = send->transport;
  McpHttpRequest request = { 0 };

  send->turns = get_turns (send);
  if (send->turns != NULL)
    (*send->turns)++;

  request.purpose = send->purpose;
  request.method = send->purpose == MCP_EXCHANGE_LISTEN ? "GET"
                   : send->purpose == MCP_EXCHANGE_END  ? "DELETE"
                                                        : "POST";
  request.headers = (McpHeaderList) send->headers;
  request.body = send->purpose == MCP_EXCHANGE_SEND ? send->bytes : NULL;
  request.ticket = send->ticket;
  request.is_last = !send->expects_answer;
  send->exchange = mcp_http_exchange_start (self->client, &request, &exchange_funcs, send);
}

static void
start_resume (McpHttpSend *send)
{
  McpHttpTransport *self = send->transport;
  McpHttpRequest request = { 0 };

  request.purpose = MCP_EXCHANGE_RESUME;
  request.method = "GET";
  request.headers = (McpHeaderList) send->headers;
  request.last_event_id = mcp_http_stream_get_last_event_id (send->stream);
  request.ticket = send->ticket;
  request.resumes = mcp_http_stream_get_exchange (send->stream);
  send->exchange = mcp_http_exchange_start (self->client, &request, &exchange_funcs, send);
  mcp_http_stream_set_exchange (send->stream, mcp_http_exchange_get_number (send->exchange));
}

/* Whether a message may go now. An answered one that keeps its stream gives way. */
static gboolean
has_turn (McpHttpTransport *self,
          McpHttpSend      *send)
{
  const guint *turns = get_turns (send);
  guint n_turns = send->is_answer ? MCP_MAX_ANSWERING
                                  : mcp_http_client_get_options (self->client)->max_streams;
  McpHttpSend *oldest;

  if (mcp_http_transport_get_state (self) != MCP_CONNECTION_OPEN)
    return FALSE;
  if (turns == NULL || *turns < n_turns)
    return TRUE;

  oldest = g_queue_pop_head (&self->answered);
  if (oldest != NULL && oldest->exchange != NULL)
    mcp_http_exchange_abort (oldest->exchange);

  return FALSE;
}

/**
 * mcp_http_transport_pump:
 *
 * Starts the messages that have their turn, in order, and reports those that have lost it.
 */
void
mcp_http_transport_pump (McpHttpTransport *self)
{
  g_autoptr (McpHttpTransport) hold = g_object_ref (self);
  GList *next;

  mcp_source_clear (&self->pump_source);

  /* A report may do anything: begin again behind each. */
  for (GList *l = self->waiting.head; l != NULL; l = next)
    {
      McpHttpSend *send = l->data;

      next = l->next;
      if (send->lost != NULL)
        {
          g_queue_delete_link (&self->waiting, l);
          take_out (send);
          mcp_transport_report_unsent (MCP_TRANSPORT (self), send->ticket, send->bytes,
                                       send->lost);
          send_free (send);
          next = self->waiting.head;
        }
      else if (has_turn (self, send))
        {
          g_queue_delete_link (&self->waiting, l);
          start_send (send);
        }
    }

  mcp_http_transport_check_closed (self);
}

/* --- The class's functions --- */

guint64
mcp_http_transport_send (McpTransport         *transport,
                         GBytes               *bytes,
                         const McpSendOptions *options)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  McpHttpSend *send = g_new0 (McpHttpSend, 1);

  send->transport = self;
  send->ticket = ++self->last_ticket;
  send->bytes = g_bytes_ref (bytes);
  send->queued_usec = g_get_monotonic_time ();
  if (options != NULL)
    {
      send->expects_answer = options->expects_answer;
      send->is_answer = options->is_answer;
      send->purpose = options->purpose;
      send->headers = g_strdupv ((char **) options->headers);
    }
  g_hash_table_insert (self->sends, &send->ticket, send);

  if (mcp_http_transport_get_state (self) >= MCP_CONNECTION_CLOSING)
    send->lost = mcp_connection_transport_new_closed_error ();
  if (send->lost == NULL && has_turn (self, send))
    {
      start_send (send);
      return send->ticket;
    }

  g_queue_push_tail (&self->waiting, send);
  if (send->lost != NULL)
    schedule_pump (self);

  return send->ticket;
}

static void
set_lost (McpHttpSend *send,
          McpError     code,
          const char  *message)
{
  if (send->lost == NULL)
    send->lost = g_error_new_literal (MCP_ERROR, code, message);
  schedule_pump (send->transport);
}

gboolean
mcp_http_transport_unsend (McpTransport *transport,
                           guint64       ticket)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  McpHttpSend *send = g_hash_table_lookup (self->sends, &ticket);

  if (send == NULL || send->lost != NULL || send->abandoned || send->sent)
    return FALSE;

  if (send->exchange == NULL)
    {
      set_lost (send, MCP_ERROR_CANCELLED, _("The message was taken back before it was sent."));
      return TRUE;
    }
  send->abandoned = mcp_http_exchange_take_back (send->exchange);

  return send->abandoned;
}

void
mcp_http_transport_answered (McpTransport *transport,
                             guint64       ticket)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  McpHttpSend *send = g_hash_table_lookup (self->sends, &ticket);

  if (send == NULL || send->answered || send->abandoned || send->lost != NULL)
    return;

  send->answered = TRUE;
  /* The answer may have come another way, while this one waits to be resumed. */
  if (send->exchange == NULL)
    finish (send);
  else
    let_linger (send);
}

void
mcp_http_transport_abandon (McpTransport *transport,
                            guint64       ticket)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  McpHttpSend *send = g_hash_table_lookup (self->sends, &ticket);

  if (send == NULL || send->abandoned)
    return;

  if (send->exchange != NULL)
    {
      send->abandoned = TRUE;
      if (send->stream != NULL)
        remove_stream (self, send->stream);
      mcp_http_exchange_abort (send->exchange);
    }
  else if (send->sent)
    {
      finish (send);
    }
  else
    {
      set_lost (send, MCP_ERROR_CANCELLED, _("The message was taken back before it was sent."));
    }
}

void
mcp_http_transport_end_sends (McpHttpTransport *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->sends);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      McpHttpSend *send = value;

      if (send->exchange != NULL)
        continue;
      if (!send->sent)
        set_lost (send, MCP_ERROR_CLOSED, _("The connection was closed."));
      else
        g_clear_handle_id (&send->timeout, g_source_remove);
    }
}

void
mcp_http_transport_init_sends (McpHttpTransport *self)
{
  self->sends = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, send_free);
  g_queue_init (&self->waiting);
  g_queue_init (&self->answered);
}

void
mcp_http_transport_clear_sends (McpHttpTransport *self)
{
  mcp_source_clear (&self->pump_source);
  g_queue_clear (&self->waiting);
  g_queue_clear (&self->answered);
  g_hash_table_remove_all (self->sends);
}
