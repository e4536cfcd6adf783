/* mcp-sse-send.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-exchange.h"
#include "mcp-sse-send.h"
#include "mcp-transport-private.h"

/*
 * Any 2xx says that a message was taken; its answer comes on the event stream. So a message is
 * done when its POST is. One whose answer has come already, or is not waited for any more, cannot
 * fail: what becomes of its POST is told with the exchange only.
 */

typedef struct
{
  McpSseSends     *sends;      /* owns it */
  guint64          ticket;
  GBytes          *bytes;
  char           **headers;    /* (nullable) */
  gint64           queued_usec;
  gboolean         is_answer;
  gboolean         sent;
  gboolean         forgotten;  /* answered or abandoned */
  gboolean         taken_back;
  GError          *lost;       /* why it is not sent; reported from the main loop */
  McpHttpExchange *exchange;   /* (nullable) before it has its turn */
} Send;

struct _McpSseSends
{
  McpHttpClient *client;
  char          *endpoint;     /* NULL before it is open */
  GError        *close_error;  /* set once closed */
  guint64        last_ticket;
  GHashTable    *all;          /* ticket to Send */
  GQueue         waiting;      /* Send; not started */
  guint          n_answering;  /* answers that are under way */
  guint          source;       /* reports what is lost */
};

static void start_waiting (McpSseSends *self);

static McpTransport *
get_owner (McpSseSends *self)
{
  return mcp_http_client_get_owner (self->client);
}

static void
send_free (gpointer data)
{
  Send *send = data;

  if (send->exchange != NULL)
    mcp_http_exchange_detach (send->exchange);
  g_clear_object (&send->exchange);
  g_clear_error (&send->lost);
  g_bytes_unref (send->bytes);
  g_strfreev (send->headers);
  g_free (send);
}

static gboolean
work_cb (gpointer user_data)
{
  McpSseSends *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (get_owner (self));

  self->source = 0;
  start_waiting (self);
  mcp_sse_sends_report_lost (self);

  return G_SOURCE_REMOVE;
}

static void
work_later (McpSseSends *self)
{
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_DEFAULT, work_cb, self, NULL);
}

/* Takes @error; the report comes from the main loop. */
static void
lose (Send   *send,
      GError *error)
{
  McpSseSends *self = send->sends;

  send->lost = error;
  work_later (self);
}

static void
sent_cb (McpHttpExchange *exchange,
         gint64           first_usec,
         gint64           last_usec,
         gpointer         user_data)
{
  Send *send = user_data;

  if (send->sent)
    return;

  send->sent = TRUE;
  mcp_transport_report_sent (get_owner (send->sends), send->ticket, send->bytes,
                             send->queued_usec, MAX (first_usec, send->queued_usec), last_usec);
}

static void
ended_cb (McpHttpExchange *exchange,
          const GError    *error,
          gpointer         user_data)
{
  Send *send = user_data;
  McpSseSends *self = send->sends;
  g_autoptr (McpTransport) owner = g_object_ref (get_owner (self));
  guint status = mcp_http_exchange_get_status (exchange);
  gboolean fails = !SOUP_STATUS_IS_SUCCESSFUL (status) && !send->forgotten
                   && self->close_error == NULL;
  g_autoptr (GError) reason = NULL;

  g_hash_table_steal (self->all, &send->ticket);
  g_clear_object (&send->exchange);
  self->n_answering -= send->is_answer;
  if (self->waiting.length > 0)
    work_later (self);

  if (send->taken_back)
    reason = g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                  _("The message was taken back before it was sent."));
  else if (self->close_error != NULL)
    reason = g_error_copy (self->close_error);
  else if (status != 0 && !SOUP_STATUS_IS_SUCCESSFUL (status))
    reason = mcp_http_exchange_new_status_error (exchange);
  else if (error != NULL)
    reason = g_error_copy (error);
  else
    reason = g_error_new_literal (MCP_ERROR, MCP_ERROR_LOST,
                                  _("The message was answered before it was sent."));

  if (!send->sent)
    mcp_transport_report_unsent (owner, send->ticket, send->bytes, reason);
  if (fails)
    mcp_transport_report_failed (owner, send->ticket, status, reason);
  send_free (send);
}

static const McpHttpExchangeFuncs exchange_funcs = {
  .sent = sent_cb,
  .ended = ended_cb,
};

/* An answer waits while so many others are under way. */
static gboolean
may_start (Send *send)
{
  McpSseSends *self = send->sends;

  return self->close_error == NULL && self->endpoint != NULL && send->lost == NULL
         && (!send->is_answer || self->n_answering < MCP_MAX_ANSWERING);
}

static void
start (Send *send)
{
  McpSseSends *self = send->sends;
  McpHttpRequest request = { 0 };

  request.purpose = MCP_EXCHANGE_SEND;
  request.method = "POST";
  request.url = self->endpoint;
  request.headers = (McpHeaderList) send->headers;
  request.body = send->bytes;
  request.ticket = send->ticket;
  request.only_accepted = TRUE;
  self->n_answering += send->is_answer;
  send->exchange = mcp_http_exchange_start (self->client, &request, &exchange_funcs, send);
}

/* Starts those that have their turn, in order. */
static void
start_waiting (McpSseSends *self)
{
  GQueue waiting = self->waiting;
  Send *send;

  g_queue_init (&self->waiting);
  while ((send = g_queue_pop_head (&waiting)) != NULL)
    if (may_start (send))
      start (send);
    else
      g_queue_push_tail (&self->waiting, send);
}

/**
 * mcp_sse_sends_new:
 * @client: what messages go over; it and its owner stay longer
 *
 * Creates a queue that keeps messages until it is known where they go.
 *
 * Returns: (transfer full): a queue
 */
McpSseSends *
mcp_sse_sends_new (McpHttpClient *client)
{
  McpSseSends *self = g_new0 (McpSseSends, 1);

  self->client = client;
  self->all = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, send_free);

  return self;
}

/**
 * mcp_sse_sends_free:
 * @self: (transfer full): a queue
 *
 * Frees a queue. Nothing is told of its messages any more.
 */
void
mcp_sse_sends_free (McpSseSends *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_queue_clear (&self->waiting);
  g_hash_table_unref (self->all);
  g_clear_error (&self->close_error);
  g_free (self->endpoint);
  g_free (self);
}

/**
 * mcp_sse_sends_open:
 * @endpoint: where messages go, absolute
 *
 * Begins to send what waits and what comes.
 */
void
mcp_sse_sends_open (McpSseSends *self,
                    const char  *endpoint)
{
  self->endpoint = g_strdup (endpoint);
  start_waiting (self);
}

/**
 * mcp_sse_sends_send:
 * @bytes: a message
 * @options: (nullable): its headers
 *
 * Sends a message, or queues it. Everything is told from the main loop.
 *
 * Returns: its ticket
 */
guint64
mcp_sse_sends_send (McpSseSends          *self,
                    GBytes               *bytes,
                    const McpSendOptions *options)
{
  Send *send = g_new0 (Send, 1);

  send->sends = self;
  send->ticket = ++self->last_ticket;
  send->bytes = g_bytes_ref (bytes);
  send->queued_usec = g_get_monotonic_time ();
  if (options != NULL)
    {
      send->headers = g_strdupv ((char **) options->headers);
      send->is_answer = options->is_answer;
    }
  g_hash_table_insert (self->all, &send->ticket, send);

  if (may_start (send))
    {
      start (send);
      return send->ticket;
    }

  g_queue_push_tail (&self->waiting, send);
  if (self->close_error != NULL)
    lose (send, g_error_copy (self->close_error));

  return send->ticket;
}

/**
 * mcp_sse_sends_unsend:
 * @ticket: of a message
 *
 * Takes a message back that has not begun; it is reported unsent with %MCP_ERROR_CANCELLED.
 *
 * Returns: %FALSE when it has begun, is done, or lost already
 */
gboolean
mcp_sse_sends_unsend (McpSseSends *self,
                      guint64      ticket)
{
  Send *send = g_hash_table_lookup (self->all, &ticket);

  if (send == NULL || send->lost != NULL || send->taken_back)
    return FALSE;

  if (send->exchange == NULL)
    lose (send, g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                     _("The message was taken back before it was sent.")));
  else
    {
      send->taken_back = mcp_http_exchange_take_back (send->exchange);
      send->forgotten |= send->taken_back;
      return send->taken_back;
    }

  return TRUE;
}

/**
 * mcp_sse_sends_forget:
 * @ticket: of a message
 *
 * Its answer has come, or nobody waits for it. The message itself still goes.
 */
void
mcp_sse_sends_forget (McpSseSends *self,
                      guint64      ticket)
{
  Send *send = g_hash_table_lookup (self->all, &ticket);

  if (send != NULL)
    send->forgotten = TRUE;
}

/**
 * mcp_sse_sends_close:
 * @error: why
 *
 * Sends no more: what waits, and all that is sent from now on, is lost with @error. What is under
 * way is the client's to abort. Nothing happens the second time.
 */
void
mcp_sse_sends_close (McpSseSends  *self,
                     const GError *error)
{
  if (self->close_error != NULL)
    return;

  self->close_error = g_error_copy (error);
  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    {
      Send *send = l->data;

      if (send->lost == NULL)
        lose (send, g_error_copy (error));
    }
}

/* Reports what is lost now, not later. Only from the main loop. */
void
mcp_sse_sends_report_lost (McpSseSends *self)
{
  g_autoptr (McpTransport) owner = g_object_ref (get_owner (self));
  GList *l = self->waiting.head;

  while (l != NULL)
    {
      Send *send = l->data;

      if (send->lost == NULL)
        {
          l = l->next;
          continue;
        }

      g_queue_delete_link (&self->waiting, l);
      g_hash_table_steal (self->all, &send->ticket);
      mcp_transport_report_unsent (owner, send->ticket, send->bytes, send->lost);
      send_free (send);
      /* A report may do anything: begin again behind each. */
      l = self->waiting.head;
    }
}
