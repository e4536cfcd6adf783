/* mcp-websocket-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-websocket-queue"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-transport-private.h"
#include "mcp-websocket-queue.h"

/*
 * The write side of a WebSocket. libsoup takes any number of messages and writes them in its own
 * time; what waits before that, for the connection to open or for the gate, waits here, where it
 * can be taken back.
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
  McpTransport            *owner;        /* not a reference: it owns us */
  SoupWebsocketConnection *connection;   /* NULL before it is open and once closed */
  gboolean                 held;
  guint64                  last_ticket;
  GQueue                   waiting;      /* Message */
  GQueue                   lost;         /* Message; to be reported from the main loop */
  GError                  *close_error;  /* set once closed */
  guint                    source;       /* sends or reports */
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
can_send (McpWebsocketQueue *self)
{
  return self->connection != NULL && !self->held
         && soup_websocket_connection_get_state (self->connection) == SOUP_WEBSOCKET_STATE_OPEN;
}

/* Takes @message. */
static void
hand_over (McpWebsocketQueue *self,
           Message           *message)
{
  /* It may be written at once, and answered before we run again. */
  gint64 now_usec = g_get_monotonic_time ();

  soup_websocket_connection_send_message (self->connection, SOUP_WEBSOCKET_DATA_TEXT,
                                          message->bytes);
  mcp_transport_report_sent (self->owner, message->ticket, message->bytes, message->queued_usec,
                             now_usec, now_usec);
  message_free (message);
}

static gboolean
work_cb (gpointer user_data)
{
  McpWebsocketQueue *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);

  self->source = 0;
  while (can_send (self) && !g_queue_is_empty (&self->waiting))
    hand_over (self, g_queue_pop_head (&self->waiting));
  mcp_websocket_queue_report_lost (self);

  return G_SOURCE_REMOVE;
}

static void
work_later (McpWebsocketQueue *self)
{
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_DEFAULT, work_cb, self, NULL);
}

/* Takes @message and @error; the report comes from the main loop. */
static void
lose (McpWebsocketQueue *self,
      Message           *message,
      GError            *error)
{
  message->error = error;
  g_queue_push_tail (&self->lost, message);
  work_later (self);
}

/**
 * mcp_websocket_queue_new:
 * @owner: whose sink is told; not referenced
 *
 * Creates a queue that keeps messages until it is opened.
 *
 * Returns: (transfer full): a queue; @owner frees it no sooner than when it is finalized
 */
McpWebsocketQueue *
mcp_websocket_queue_new (McpTransport *owner)
{
  McpWebsocketQueue *self = g_new0 (McpWebsocketQueue, 1);

  self->owner = owner;

  return self;
}

/**
 * mcp_websocket_queue_free:
 * @self: (transfer full): a queue
 *
 * Frees a queue with all that waits in it.
 */
void
mcp_websocket_queue_free (McpWebsocketQueue *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->connection);
  g_queue_clear_full (&self->waiting, message_free);
  g_queue_clear_full (&self->lost, message_free);
  g_clear_error (&self->close_error);
  g_free (self);
}

/**
 * mcp_websocket_queue_open:
 * @self: a queue
 * @connection: where messages go
 *
 * Begins to send what waits and what comes, from the main loop.
 */
void
mcp_websocket_queue_open (McpWebsocketQueue       *self,
                          SoupWebsocketConnection *connection)
{
  if (self->close_error != NULL)
    return;

  g_set_object (&self->connection, connection);
  work_later (self);
}

/**
 * mcp_websocket_queue_hold:
 * @self: a queue
 * @hold: whether nothing goes to libsoup now
 *
 * Keeps messages here while the connection stands still.
 */
void
mcp_websocket_queue_hold (McpWebsocketQueue *self,
                          gboolean           hold)
{
  self->held = hold;
  if (!hold && !g_queue_is_empty (&self->waiting))
    work_later (self);
}

/**
 * mcp_websocket_queue_send:
 * @self: a queue
 * @bytes: a message
 *
 * Sends a message at once if it can, else queues it. A text frame is UTF-8: what is not, is lost.
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
  else if (can_send (self) && g_queue_is_empty (&self->waiting))
    hand_over (self, message);
  else
    g_queue_push_tail (&self->waiting, message);

  return ticket;
}

/**
 * mcp_websocket_queue_unsend:
 * @self: a queue
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
  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    {
      Message *message = l->data;

      if (message->ticket != ticket)
        continue;

      g_queue_delete_link (&self->waiting, l);
      lose (self, message,
            g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                 _("The message was taken back before it was sent.")));
      return TRUE;
    }

  return FALSE;
}

/**
 * mcp_websocket_queue_close:
 * @self: a queue
 * @error: why
 *
 * Sends no more: what waits, and all that is sent from now on, is lost with @error. Nothing
 * happens the second time.
 */
void
mcp_websocket_queue_close (McpWebsocketQueue *self,
                           const GError      *error)
{
  Message *message;

  if (self->close_error != NULL)
    return;

  self->close_error = g_error_copy (error);
  g_clear_object (&self->connection);
  while ((message = g_queue_pop_head (&self->waiting)) != NULL)
    lose (self, message, g_error_copy (error));
}

/**
 * mcp_websocket_queue_report_lost:
 * @self: a queue
 *
 * Reports what is lost now, not later. Only from the main loop.
 */
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
