/* mcp-websocket-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-transport-private.h"
#include "mcp-websocket-queue.h"

/*
 * Messages wait here until the thread that has the connection takes them, one at a time, when
 * libsoup has written the one before: what waits can be taken back, and is counted by the session.
 */

typedef struct
{
  guint64  ticket;
  GBytes  *bytes;
  gint64   queued_usec;
  GError  *error;  /* why it was lost */
} Message;

struct _McpWebsocketQueue
{
  McpTransport *owner;        /* not a reference: it owns us */
  guint64       last_ticket;
  GQueue        lost;         /* Message; to be reported from the main loop */
  GError       *close_error;  /* (nullable) why nothing more is taken */
  guint         source;       /* reports what is lost */

  GMutex        mutex;        /* of what follows */
  GQueue        waiting;      /* Message */
};

static void
message_free (gpointer data)
{
  Message *message = data;

  g_bytes_unref (message->bytes);
  g_clear_error (&message->error);
  g_free (message);
}

static gboolean
report_cb (gpointer user_data)
{
  McpWebsocketQueue *self = user_data;

  self->source = 0;
  mcp_websocket_queue_report_lost (self);

  return G_SOURCE_REMOVE;
}

/* Takes @message and @error; the report comes from the main loop. */
static void
lose (McpWebsocketQueue *self,
      Message           *message,
      GError            *error)
{
  message->error = error;
  g_queue_push_tail (&self->lost, message);
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_DEFAULT, report_cb, self, NULL);
}

/**
 * mcp_websocket_queue_new:
 * @owner: whose sink is told; not referenced
 *
 * Creates an empty queue.
 *
 * Returns: (transfer full): a queue; @owner frees it no sooner than when it is finalized
 */
McpWebsocketQueue *
mcp_websocket_queue_new (McpTransport *owner)
{
  McpWebsocketQueue *self = g_new0 (McpWebsocketQueue, 1);

  self->owner = owner;
  g_mutex_init (&self->mutex);

  return self;
}

void
mcp_websocket_queue_free (McpWebsocketQueue *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_queue_clear_full (&self->waiting, message_free);
  g_queue_clear_full (&self->lost, message_free);
  g_clear_error (&self->close_error);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/**
 * mcp_websocket_queue_send:
 * @bytes: a message
 *
 * Queues a message. A text frame is UTF-8: what is not, is lost.
 *
 * Returns: its ticket
 */
guint64
mcp_websocket_queue_send (McpWebsocketQueue *self,
                          GBytes            *bytes)
{
  Message *message = g_new0 (Message, 1);
  guint64 ticket = ++self->last_ticket;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  message->ticket = ticket;
  message->bytes = g_bytes_ref (bytes);
  message->queued_usec = g_get_monotonic_time ();

  if (self->close_error != NULL)
    lose (self, message, g_error_copy (self->close_error));
  else if (length > 0 && !g_utf8_validate_len (data, length, NULL))
    lose (self, message,
          g_error_new_literal (MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                               _("This is not UTF-8, which a WebSocket’s text has to be.")));
  else
    {
      g_mutex_lock (&self->mutex);
      g_queue_push_tail (&self->waiting, message);
      g_mutex_unlock (&self->mutex);
    }

  return ticket;
}

static Message *
take_out (McpWebsocketQueue *self,
          guint64            ticket)
{
  Message *message = NULL;
  GList *link;

  g_mutex_lock (&self->mutex);
  link = self->waiting.head;
  while (link != NULL && ((Message *) link->data)->ticket != ticket)
    link = link->next;
  if (link != NULL)
    {
      message = link->data;
      g_queue_delete_link (&self->waiting, link);
    }
  g_mutex_unlock (&self->mutex);

  return message;
}

/**
 * mcp_websocket_queue_unsend:
 * @ticket: of a message
 *
 * Takes a message back that libsoup does not have yet; it is reported unsent with
 * %MCP_ERROR_CANCELLED, from the main loop.
 *
 * Returns: %FALSE when it is done, or lost already
 */
gboolean
mcp_websocket_queue_unsend (McpWebsocketQueue *self,
                            guint64            ticket)
{
  Message *message = take_out (self, ticket);

  if (message == NULL)
    return FALSE;

  lose (self, message,
        g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                             _("The message was taken back before it was sent.")));

  return TRUE;
}

/**
 * mcp_websocket_queue_refuse:
 * @error: why
 *
 * Loses all that is sent from now on, with @error. Nothing happens the second time.
 */
void
mcp_websocket_queue_refuse (McpWebsocketQueue *self,
                            const GError      *error)
{
  if (self->close_error == NULL)
    self->close_error = g_error_copy (error);
}

/**
 * mcp_websocket_queue_drop:
 * @self: a queue that refuses more
 *
 * Loses what waits.
 */
void
mcp_websocket_queue_drop (McpWebsocketQueue *self)
{
  GQueue waiting;
  Message *message;

  g_mutex_lock (&self->mutex);
  waiting = self->waiting;
  g_queue_init (&self->waiting);
  g_mutex_unlock (&self->mutex);

  while ((message = g_queue_pop_head (&waiting)) != NULL)
    lose (self, message, g_error_copy (self->close_error));
}

/**
 * mcp_websocket_queue_take:
 * @told: where it is told that the message was taken, before it can leave
 * @kind: what that is
 *
 * Takes the next message out to send it.
 *
 * Returns: (transfer full) (nullable): its bytes
 */
GBytes *
mcp_websocket_queue_take (McpWebsocketQueue *self,
                          McpChunkQueue     *told,
                          int                kind)
{
  GBytes *bytes = NULL;
  Message *message;

  g_mutex_lock (&self->mutex);
  message = g_queue_pop_head (&self->waiting);
  if (message != NULL)
    {
      bytes = g_bytes_ref (message->bytes);
      mcp_chunk_queue_put (told, kind, g_get_monotonic_time (),
                           g_bytes_new_with_free_func (message, sizeof *message, message_free,
                                                       message));
    }
  g_mutex_unlock (&self->mutex);

  return bytes;
}

/**
 * mcp_websocket_queue_report_sent:
 * @chunk: what mcp_websocket_queue_take() has told
 *
 * Reports a message that was sent.
 */
void
mcp_websocket_queue_report_sent (McpWebsocketQueue *self,
                                 const McpChunk    *chunk)
{
  const Message *message = g_bytes_get_data (chunk->bytes, NULL);

  mcp_transport_report_sent (self->owner, message->ticket, message->bytes, message->queued_usec,
                             chunk->time_usec, chunk->time_usec);
}

/* Reports what is lost now, not later. Only from the main loop. */
void
mcp_websocket_queue_report_lost (McpWebsocketQueue *self)
{
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);
  Message *message;

  while ((message = g_queue_pop_head (&self->lost)) != NULL)
    {
      mcp_transport_report_unsent (self->owner, message->ticket, message->bytes, message->error);
      message_free (message);
    }
}
