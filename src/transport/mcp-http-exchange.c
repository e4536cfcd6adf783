/* mcp-http-exchange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-http-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-exchange-private.h"
#include "mcp-http-limits.h"
#include "mcp-http-report.h"
#include "mcp-line-reader.h"
#include "mcp-transport-private.h"

/**
 * McpHttpExchange:
 *
 * One HTTP request and what it is answered with; the only place of a #SoupMessage. Its states:
 * created, begun (from the main loop: nothing is reported in the call that starts it), sent,
 * answered (status and headers), read, ended. A failure or an abort may end it from any of them.
 *
 * The client holds a reference until it has ended; so does each operation under way. Cancelling a
 * read does not close a connection: the body's stream is closed in any case.
 *
 * Reading the answer is in mcp-http-exchange-read.c, why it failed in mcp-http-exchange-error.c.
 */

/* A refusal's body is worth showing, and not worth waiting for. */
#define REFUSAL_BODY_MSEC 10000

G_DEFINE_FINAL_TYPE (McpHttpExchange, mcp_http_exchange, G_TYPE_OBJECT)

static void
clear_source (GSource **source)
{
  if (*source == NULL)
    return;

  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
mcp_http_exchange_finalize (GObject *object)
{
  McpHttpExchange *self = MCP_HTTP_EXCHANGE (object);

  clear_source (&self->work_source);
  g_clear_handle_id (&self->deadline, g_source_remove);
  g_clear_object (&self->session);
  g_clear_object (&self->message);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->stream);
  g_clear_error (&self->cause);
  g_clear_error (&self->error);
  g_clear_pointer (&self->text, g_byte_array_unref);
  g_clear_pointer (&self->parser, mcp_sse_parser_free);
  g_free (self->media_type);
  g_free (self->chunk);

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
  self->cancellable = g_cancellable_new ();
  self->consumed = TRUE;
}

static GError *
new_cancelled_error (void)
{
  return g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("The exchange was cancelled."));
}

void
mcp_http_exchange_schedule (McpHttpExchange *self,
                            int              priority,
                            GSourceFunc      func)
{
  if (self->work_source != NULL || self->ended)
    return;

  self->work_source = g_idle_source_new ();
  g_source_set_priority (self->work_source, priority);
  g_source_set_callback (self->work_source, func, g_object_ref (self), g_object_unref);
  g_source_attach (self->work_source, g_main_context_get_thread_default ());
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
  McpTransport *owner = mcp_http_client_get_owner (self->client);
  SoupMessageMetrics *metrics = soup_message_get_metrics (self->message);
  McpExchangeEnd end = { 0 };

  end.exchange = self->number;
  end.error = self->aborted ? NULL : self->cause;
  end.cancelled = self->aborted;
  end.body_bytes = self->body_bytes;
  end.wire_bytes = soup_message_metrics_get_response_body_bytes_received (metrics);
  end.n_events = self->n_events;
  end.time_usec = g_get_monotonic_time ();
  mcp_http_fill_timings (self->message, self->started_usec, &end.timings);
  end.timings.sent_usec = self->sent_usec != 0 ? MAX (self->sent_usec - self->started_usec, 0) : -1;
  end.timings.ended_usec = end.time_usec - self->started_usec;
  mcp_transport_report_exchange_ended (owner, &end);
}

static void
end_now (McpHttpExchange *self)
{
  g_autoptr (McpHttpExchange) hold = g_object_ref (self);
  g_autoptr (McpTransport) owner = NULL;
  McpHttpClient *client = self->client;

  if (self->ended)
    return;
  self->ended = TRUE;
  clear_source (&self->work_source);
  g_clear_handle_id (&self->deadline, g_source_remove);
  if (client == NULL)
    return;

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

static void
closed_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (McpHttpExchange) self = user_data;

  g_input_stream_close_finish (G_INPUT_STREAM (object), result, NULL);
  self->busy = FALSE;
  end_now (self);
}

/* Gives the connection back, or closes it when the answer was not read to its end. */
void
mcp_http_exchange_finish (McpHttpExchange *self)
{
  if (self->closing || self->busy)
    return;
  self->closing = TRUE;

  if (self->stream == NULL)
    {
      end_now (self);
      return;
    }

  self->busy = TRUE;
  g_input_stream_close_async (self->stream, G_PRIORITY_DEFAULT, NULL, closed_cb,
                              g_object_ref (self));
}

/* --- Request and head --- */

static void
report_start (McpHttpExchange *self)
{
  McpExchangeStart start = { 0 };

  start.exchange = self->number;
  start.purpose = self->purpose;
  start.ticket = self->ticket;
  start.resumes = self->resumes;
  start.time_usec = self->started_usec;
  mcp_http_report_start (mcp_http_client_get_owner (self->client), self->message, &start);
}

static void
tell_sent (McpHttpExchange *self)
{
  if (self->sent_told || self->sent_usec == 0 || self->aborted || self->client == NULL)
    return;

  self->sent_told = TRUE;
  if (self->funcs != NULL && self->funcs->sent != NULL)
    self->funcs->sent (self, MIN (self->begun_usec, self->sent_usec), self->sent_usec,
                       self->user_data);
}

static gboolean
deadline_cb (gpointer user_data)
{
  McpHttpExchange *self = user_data;

  self->deadline = 0;
  self->overdue = TRUE;
  g_cancellable_cancel (self->cancellable);

  return G_SOURCE_REMOVE;
}

static void
take_head (McpHttpExchange *self)
{
  g_autoptr (McpTransport) owner = g_object_ref (mcp_http_client_get_owner (self->client));

  self->status = soup_message_get_status (self->message);
  tell_sent (self);
  if (self->client != NULL && !self->aborted)
    mcp_http_client_saw_head (self->client, self->message);
  if (self->client != NULL && !self->aborted)
    mcp_http_report_head (mcp_http_client_get_owner (self->client), self->message, self->number);
  if (self->client != NULL && !self->aborted)
    mcp_http_exchange_prepare_content (self);
  if (!self->aborted && self->funcs != NULL && self->funcs->head != NULL)
    self->funcs->head (self, self->user_data);

  if (!SOUP_STATUS_IS_SUCCESSFUL (self->status) && !self->ended)
    self->deadline = g_timeout_add (REFUSAL_BODY_MSEC, deadline_cb, self);
  mcp_http_exchange_process (self);
}

static void
take_failure (McpHttpExchange *self,
              GError          *cause)
{
  g_autoptr (McpTransport) owner = g_object_ref (mcp_http_client_get_owner (self->client));
  GError *limit_error = mcp_http_dup_limit_error (self->message);

  if (limit_error != NULL)
    {
      g_error_free (cause);
      cause = limit_error;
    }
  mcp_http_exchange_set_error (self, cause);
  tell_sent (self);
  if (self->client != NULL && !self->aborted)
    mcp_http_client_saw_failure (self->client, self->message, cause);
  mcp_http_exchange_finish (self);
}

static void
send_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (McpHttpExchange) self = user_data;
  g_autoptr (GError) error = NULL;

  self->stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  self->busy = FALSE;

  if (self->client == NULL || self->aborted)
    mcp_http_exchange_finish (self);
  else if (self->stream != NULL)
    take_head (self);
  else
    take_failure (self, g_steal_pointer (&error));
}

static void
starting_cb (SoupMessage     *message,
             McpHttpExchange *self)
{
  self->begun_usec = g_get_monotonic_time ();
  if (self->client != NULL)
    mcp_http_client_saw_request (self->client, message);
}

static void
wrote_body_cb (SoupMessage     *message,
               McpHttpExchange *self)
{
  self->sent_usec = g_get_monotonic_time ();
  /* A connection that was there takes all of it before the start could be reported. */
  if (self->started_usec != 0)
    tell_sent (self);
}

/*
 * A connection that was kept has closed. What was not written whole cannot have been understood,
 * and goes out again; else the server may have done it already.
 */
static void
restarted_cb (SoupMessage     *message,
              McpHttpExchange *self)
{
  if (self->sent_usec == 0 || self->purpose != MCP_EXCHANGE_SEND)
    return;

  self->is_repeated = TRUE;
  g_cancellable_cancel (self->cancellable);
}

static gboolean
accept_certificate_cb (SoupMessage          *message,
                       GTlsCertificate      *certificate,
                       GTlsCertificateFlags  problems,
                       McpHttpExchange      *self)
{
  return self->client != NULL &&
         mcp_http_client_accept_certificate (self->client, message, certificate, problems);
}

static void
network_event_cb (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  McpHttpExchange    *self)
{
  if (self->client != NULL)
    mcp_http_client_network_event (self->client, message, event, connection);
}

static gboolean
begin_cb (gpointer user_data)
{
  McpHttpExchange *self = user_data;
  g_autoptr (McpHttpExchange) hold = g_object_ref (self);
  g_autoptr (McpTransport) owner = NULL;
  gint64 now_usec = g_get_monotonic_time ();

  clear_source (&self->work_source);
  if (self->client == NULL || self->aborted)
    {
      mcp_http_exchange_finish (self);
      return G_SOURCE_REMOVE;
    }

  owner = g_object_ref (mcp_http_client_get_owner (self->client));
  self->busy = TRUE;
  soup_session_send_async (self->session, self->message, G_PRIORITY_DEFAULT, self->cancellable,
                           send_cb, g_object_ref (self));
  self->started_usec = now_usec;
  /* Only now, as libsoup has added its own headers. */
  if (self->client != NULL && !self->aborted)
    report_start (self);
  tell_sent (self);

  return G_SOURCE_REMOVE;
}

static void
fill_message (McpHttpExchange      *self,
              const McpHttpRequest *request)
{
  SoupMessageHeaders *headers = soup_message_get_request_headers (self->message);

  /* Idempotent is what lets libsoup take a connection that was kept; see restarted_cb(). */
  soup_message_set_flags (self->message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS |
                                           SOUP_MESSAGE_IDEMPOTENT);
  if (request->body != NULL)
    {
      soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
      soup_message_set_request_body_from_bytes (self->message, "application/json", request->body);
    }
  else if (g_str_equal (request->method, "GET"))
    {
      soup_message_headers_replace (headers, "Accept", "text/event-stream");
    }
  if (request->last_event_id != NULL)
    soup_message_headers_replace (headers, "Last-Event-ID", request->last_event_id);
  mcp_http_client_fill_headers (self->client, headers, request->headers);

  mcp_http_limit_informational (self->message, self->cancellable);
  g_signal_connect_object (self->message, "starting", G_CALLBACK (starting_cb), self, 0);
  g_signal_connect_object (self->message, "wrote-body", G_CALLBACK (wrote_body_cb), self, 0);
  g_signal_connect_object (self->message, "restarted", G_CALLBACK (restarted_cb), self, 0);
  g_signal_connect_object (self->message, "network-event", G_CALLBACK (network_event_cb), self, 0);
  g_signal_connect_object (self->message, "accept-certificate",
                           G_CALLBACK (accept_certificate_cb), self, 0);
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
  g_autoptr (GUri) uri = NULL;

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
  self->session = g_object_ref (mcp_http_client_pick_session (client));
  self->message = soup_message_new_from_uri (request->method, uri);
  fill_message (self, request);
  self->number = mcp_http_client_add (client, self);
  mcp_http_exchange_schedule (self, G_PRIORITY_DEFAULT, begin_cb);

  return self;
}

/**
 * mcp_http_exchange_abort:
 * @self: an exchange
 *
 * Ends it and closes its connection. Nothing more is reported but its end, from the main loop.
 */
void
mcp_http_exchange_abort (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  if (self->aborted || self->ended)
    return;

  self->aborted = TRUE;
  g_cancellable_cancel (self->cancellable);
  if (!self->busy)
    {
      clear_source (&self->work_source);
      mcp_http_exchange_schedule (self, G_PRIORITY_DEFAULT, mcp_http_exchange_work_cb);
    }
}

/**
 * mcp_http_exchange_detach:
 * @self: an exchange
 *
 * Makes it go on without telling whoever started it. Its client still reports it.
 */
void
mcp_http_exchange_detach (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  self->funcs = NULL;
}

/**
 * mcp_http_exchange_drop:
 * @self: an exchange
 *
 * Ends it and closes its connection, without a word to anybody: the client goes.
 */
void
mcp_http_exchange_drop (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  self->funcs = NULL;
  self->client = NULL;
  mcp_http_exchange_abort (self);
}

/**
 * mcp_http_exchange_pause:
 * @self: an exchange
 *
 * Stops reading, what was read already, and the end behind it.
 */
void
mcp_http_exchange_pause (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  self->paused = TRUE;
}

/**
 * mcp_http_exchange_resume:
 * @self: an exchange
 *
 * Goes on after a pause, from the main loop.
 */
void
mcp_http_exchange_resume (McpHttpExchange *self)
{
  g_return_if_fail (MCP_IS_HTTP_EXCHANGE (self));

  if (!self->paused)
    return;

  self->paused = FALSE;
  /* Before the head there is nothing to go on with; an operation under way goes on by itself. */
  if (self->stream != NULL && !self->busy)
    mcp_http_exchange_schedule (self, MCP_READ_PRIORITY, mcp_http_exchange_work_cb);
}

guint
mcp_http_exchange_get_number (McpHttpExchange *self)
{
  return self->number;
}

gboolean
mcp_http_exchange_has_begun (McpHttpExchange *self)
{
  return self->begun_usec != 0;
}

gboolean
mcp_http_exchange_is_sent (McpHttpExchange *self)
{
  return self->sent_usec != 0;
}

gboolean
mcp_http_exchange_is_ended (McpHttpExchange *self)
{
  return self->ended;
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
  return soup_message_headers_get_list (soup_message_get_response_headers (self->message), name);
}

guint
mcp_http_exchange_get_n_events (McpHttpExchange *self)
{
  return self->n_events;
}
