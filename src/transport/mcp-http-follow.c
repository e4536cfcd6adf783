/* mcp-http-follow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-send-private.h"
#include "mcp-transport-private.h"

/*
 * How a message is followed from its POST on: what its exchanges tell, whether what came is an
 * answer, and the GET that go on with a stream that broke.
 */

/* How often the network may fail in a row before a stream is given up. */
#define MAX_RESUME_FAILURES 8

/* How long a stream may be silent after it has brought the answer: it should have ended. */
#define LINGER_SEC 30

static void start_resume (McpHttpSend *send);

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
  mcp_http_send_fail (send, status, error);
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

/* The stream ended before the answer: resume it after a pause, or fail. */
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
void
mcp_http_send_linger (McpHttpSend *send)
{
  McpHttpTransport *self = send->transport;

  g_queue_push_tail (&self->answered, send);
  g_clear_handle_id (&send->timeout, g_source_remove);
  send->timeout = g_timeout_add_seconds (LINGER_SEC, linger_cb, send);
  if (self->waiting.length > 0)
    mcp_http_transport_schedule_pump (self);
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
          mcp_transport_report_violation (MCP_TRANSPORT (self), mcp_http_exchange_get_number (exchange),
                                          "accepted-stream", NULL);
          mcp_http_send_linger (send);
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

  mcp_http_send_fail (send, mcp_http_exchange_get_status (exchange), error);
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
      mcp_http_send_fail (send, 0, error);
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
  mcp_http_send_finish (send);
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
  g_autoptr (GError) form_error = NULL;

  if (status == 0)
    {
      mcp_http_send_fail (send, 0, error);
      return;
    }
  if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      fail_with_status (send, exchange);
      return;
    }

  form_error = error == NULL ? mcp_http_exchange_new_form_error (exchange) : NULL;
  if (form_error != NULL)
    {
      mcp_http_send_fail (send, status, form_error);
      return;
    }

  switch (mcp_http_exchange_get_content (exchange))
    {
    case MCP_HTTP_CONTENT_EVENTS:
      wait_to_resume (send, FALSE);
      break;
    case MCP_HTTP_CONTENT_JSON:
      if (error != NULL)
        mcp_http_send_fail (send, status, error);
      else
        fail_new (send, status, MCP_ERROR_INVALID_RESPONSE,
                  _("The server’s answer does not belong to the request."));
      break;
    case MCP_HTTP_CONTENT_NONE:
      if (error != NULL)
        mcp_http_send_fail (send, status, error);
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
      mcp_http_send_take_out (send);
      if (!send->sent)
        mcp_transport_report_unsent (MCP_TRANSPORT (self), send->ticket, send->bytes,
                                     error != NULL ? error : send->lost);
      mcp_http_send_free (send);
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

void
mcp_http_send_start (McpHttpSend *send)
{
  McpHttpTransport *self = send->transport;
  McpHttpRequest request = { 0 };

  send->turns = mcp_http_send_get_turns (send);
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
