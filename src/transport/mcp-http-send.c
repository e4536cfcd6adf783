/* mcp-http-send.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-send-private.h"
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
 * Here they are queued, have their turn and come to their end; how one is followed is in
 * mcp-http-follow.c.
 */

void
mcp_http_send_free (gpointer data)
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

void
mcp_http_transport_schedule_pump (McpHttpTransport *self)
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
void
mcp_http_send_take_out (McpHttpSend *send)
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
    mcp_http_transport_schedule_pump (self);
}

void
mcp_http_send_finish (McpHttpSend *send)
{
  mcp_http_send_take_out (send);
  mcp_http_send_free (send);
}

void
mcp_http_send_fail (McpHttpSend  *send,
                    guint         status,
                    const GError *error)
{
  g_autoptr (McpTransport) transport = g_object_ref (MCP_TRANSPORT (send->transport));

  mcp_http_send_take_out (send);
  if (!send->sent)
    mcp_transport_report_unsent (transport, send->ticket, send->bytes, error);
  mcp_transport_report_failed (transport, send->ticket, status, error);
  mcp_http_send_free (send);
}

/* --- Turns --- */

/* What counts those that are under way as a message is; NULL where there may be any number. */
guint *
mcp_http_send_get_turns (McpHttpSend *send)
{
  if (send->expects_answer)
    return &send->transport->n_following;

  return send->is_answer ? &send->transport->n_answering : NULL;
}

/* Whether a message may go now. An answered one that keeps its stream gives way. */
static gboolean
has_turn (McpHttpTransport *self,
          McpHttpSend      *send)
{
  const guint *turns = mcp_http_send_get_turns (send);
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

/* Starts the messages that have their turn, in order, and reports those that have lost it. */
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
          mcp_http_send_take_out (send);
          mcp_transport_report_unsent (MCP_TRANSPORT (self), send->ticket, send->bytes,
                                       send->lost);
          mcp_http_send_free (send);
          next = self->waiting.head;
        }
      else if (has_turn (self, send))
        {
          g_queue_delete_link (&self->waiting, l);
          mcp_http_send_start (send);
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
      mcp_http_send_start (send);
      return send->ticket;
    }

  g_queue_push_tail (&self->waiting, send);
  if (send->lost != NULL)
    mcp_http_transport_schedule_pump (self);

  return send->ticket;
}

static void
set_lost (McpHttpSend *send,
          McpError     code,
          const char  *message)
{
  if (send->lost == NULL)
    send->lost = g_error_new_literal (MCP_ERROR, code, message);
  mcp_http_transport_schedule_pump (send->transport);
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
    mcp_http_send_finish (send);
  else
    mcp_http_send_linger (send);
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
      mcp_http_send_finish (send);
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
  self->sends = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, mcp_http_send_free);
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
