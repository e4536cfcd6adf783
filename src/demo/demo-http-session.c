/* demo-http-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-http-private.h"
#include "mcp-error.h"

/*
 * Who talks to the server, and the requests of theirs that are not answered. What is answered at once is
 * answered with JSON; what takes its time, or says something before its answer, on an event stream. All that
 * belongs to no request goes to the stream that a GET opened.
 */

#define MAX_QUEUED        64   /* messages kept until a stream is there for them */

void
demo_exchange_free (DemoExchange *self)
{
  g_signal_handlers_disconnect_by_data (self->message, self);
  g_clear_object (&self->message);
  g_clear_pointer (&self->id, mcp_id_unref);
  g_free (self->progress_token);
  g_free (self);
}

/* Ends what is still open: there will be no more events. */
void
demo_exchange_end (DemoExchange *self)
{
  if (self->ended)
    return;

  self->ended = TRUE;
  if (self->streams)
    soup_message_body_complete (soup_server_message_get_response_body (self->message));
  soup_server_message_unpause (self->message);
}

/* From 2026-07-28 on there are no sessions: what a request needs goes with its stream. */
static gboolean
end_request_cb (gpointer user_data)
{
  demo_session_free (user_data);

  return G_SOURCE_REMOVE;
}

/* The other side has all of it, or went away. Its request goes on: nobody cancelled it. In the
 * revisions without sessions going away is how it is cancelled. */
static void
finished_cb (SoupServerMessage *message,
             DemoExchange      *self)
{
  DemoSession *session = self->session;

  self->ended = TRUE;
  if (session->sessions == NULL)
    {
      g_idle_add (end_request_cb, session);
      return;
    }
  if (session->current == self)
    session->current = NULL;

  if (session->listener == self)
    {
      g_clear_pointer (&session->listener, demo_exchange_free);
    }
  else
    {
      g_ptr_array_remove (session->exchanges, self);
    }
}

DemoExchange *
demo_exchange_new (DemoSession       *session,
                   SoupServerMessage *message)
{
  DemoExchange *self = g_new0 (DemoExchange, 1);

  self->session = session;
  self->message = g_object_ref (message);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), self);
  soup_server_message_pause (message);

  return self;
}

void
demo_exchange_start_stream (DemoExchange *self)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (self->message);

  if (self->streams || self->ended)
    return;

  self->streams = TRUE;
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_replace (headers, "Cache-Control", "no-cache");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (self->message), FALSE);
  soup_server_message_set_status (self->message, SOUP_STATUS_OK, NULL);
  soup_server_message_unpause (self->message);
}

void
demo_exchange_push (DemoExchange *self,
                    const char   *text,
                    gsize         length)
{
  if (self->ended)
    return;

  demo_exchange_start_stream (self);
  soup_message_body_append (soup_server_message_get_response_body (self->message),
                            SOUP_MEMORY_COPY, text, length);
  soup_server_message_unpause (self->message);
}

void
demo_exchange_push_message (DemoExchange *self,
                            GBytes       *bytes)
{
  g_autoptr (GString) event = g_string_new ("event: message\ndata: ");

  g_string_append_len (event, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_string_append (event, "\n\n");
  demo_exchange_push (self, event->str, event->len);
}

/* From 2026-07-28 on the status says what kind of error it is (basic/transports). */
static guint
status_of (DemoExchange *self,
           GBytes       *bytes)
{
  gint64 code = 0;

  if (self->session->sessions != NULL
      || !mcp_json_lookup_int64 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                 "error.code", &code))
    return SOUP_STATUS_OK;

  return code == MCP_RPC_METHOD_NOT_FOUND ? SOUP_STATUS_NOT_FOUND : SOUP_STATUS_BAD_REQUEST;
}

static void
exchange_answer (DemoExchange *self,
                 GBytes       *bytes)
{
  if (self->ended)
    return;

  if (self->streams)
    demo_exchange_push_message (self, bytes);
  else
    {
      soup_server_message_set_status (self->message, status_of (self, bytes), NULL);
      soup_server_message_set_response (self->message, "application/json", SOUP_MEMORY_COPY,
                                        g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  demo_exchange_end (self);
}

static DemoExchange *
find_by_id (DemoSession *self,
            McpId       *id)
{
  for (guint i = 0; id != NULL && i < self->exchanges->len; i++)
    {
      DemoExchange *exchange = self->exchanges->pdata[i];

      if (exchange->id != NULL && mcp_id_equal (exchange->id, id))
        return exchange;
    }

  return self->current;
}

static DemoExchange *
find_for_batch (DemoSession *self,
                McpMessage  *answers)
{
  g_autoptr (GPtrArray) parts = mcp_message_split_batch (answers);

  for (guint i = 0; i < parts->len; i++)
    {
      DemoExchange *exchange = find_by_id (self, mcp_message_get_id (parts->pdata[i]));

      if (exchange != self->current)
        return exchange;
    }

  return self->current;
}

/* Progress goes where its request is answered; all else belongs to what is being handled. */
static DemoExchange *
find_for_notification (DemoSession *self,
                       McpMessage  *message)
{
  GBytes *bytes = mcp_message_get_bytes (message);
  const char *text = g_bytes_get_data (bytes, NULL);
  McpSpan token;

  if (g_strcmp0 (mcp_message_get_method (message), "notifications/progress") != 0 ||
      !mcp_json_lookup (text, g_bytes_get_size (bytes), "params.progressToken", &token))
    return self->current;

  for (guint i = 0; i < self->exchanges->len; i++)
    {
      DemoExchange *exchange = self->exchanges->pdata[i];

      if (exchange->progress_token != NULL && strlen (exchange->progress_token) == token.length &&
          memcmp (exchange->progress_token, text + token.offset, token.length) == 0)
        return exchange;
    }

  return self->current;
}

static void
send_to_listener (DemoSession *self,
                  GBytes      *bytes)
{
  if (self->listener != NULL)
    {
      demo_exchange_push_message (self->listener, bytes);
      return;
    }

  /* Who never listens loses the oldest. */
  g_queue_push_tail (&self->queued, g_bytes_ref (bytes));
  if (self->queued.length > MAX_QUEUED)
    g_bytes_unref (g_queue_pop_head (&self->queued));
}

static void
output_cb (McpMessage *message,
           gpointer    user_data)
{
  DemoSession *self = user_data;
  GBytes *bytes = mcp_message_get_bytes (message);
  McpMessageKind kind = mcp_message_get_kind (message);
  DemoExchange *exchange;

  if (kind == MCP_MESSAGE_RESULT || kind == MCP_MESSAGE_ERROR || kind == MCP_MESSAGE_BATCH)
    {
      exchange = kind == MCP_MESSAGE_BATCH ? find_for_batch (self, message)
                                           : find_by_id (self, mcp_message_get_id (message));
      if (exchange != NULL)
        exchange_answer (exchange, bytes);
      return;
    }

  exchange = kind == MCP_MESSAGE_NOTIFICATION ? find_for_notification (self, message) : NULL;
  if (exchange != NULL)
    demo_exchange_push_message (exchange, bytes);
  else
    send_to_listener (self, bytes);
}

void
demo_session_free (DemoSession *self)
{
  /* What waits ends without an answer, which no longer comes. */
  for (guint i = 0; i < self->exchanges->len; i++)
    demo_exchange_end (self->exchanges->pdata[i]);
  if (self->listener != NULL)
    {
      demo_exchange_end (self->listener);
      demo_exchange_free (self->listener);
    }

  g_ptr_array_unref (self->exchanges);
  g_queue_clear_full (&self->queued, (GDestroyNotify) g_bytes_unref);
  demo_server_free (self->server);
  g_free (self->id);
  g_free (self);
}

DemoSession *
demo_session_new (GHashTable *sessions,
                  DemoEras    eras)
{
  DemoSession *self = g_new0 (DemoSession, 1);

  self->sessions = sessions;
  self->id = g_uuid_string_random ();
  self->used_usec = g_get_monotonic_time ();
  self->server = demo_server_new (eras);
  self->exchanges = g_ptr_array_new_with_free_func ((GDestroyNotify) demo_exchange_free);
  g_queue_init (&self->queued);
  demo_server_set_output (self->server, output_cb, self);
  if (sessions != NULL)
    g_hash_table_insert (sessions, self->id, self);

  return self;
}

/* Most clients end without a DELETE. */
gboolean
demo_session_forget (GHashTable *sessions)
{
  GHashTableIter iter;
  DemoSession *oldest = NULL;
  gpointer value;

  g_hash_table_iter_init (&iter, sessions);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      DemoSession *session = value;

      if (session->listener == NULL && session->exchanges->len == 0
          && (oldest == NULL || session->used_usec < oldest->used_usec))
        oldest = session;
    }

  return oldest != NULL && g_hash_table_remove (sessions, oldest->id);
}
