/* mcp-websocket-inbox.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-websocket-inbox"

#include "config.h"

#include "mcp-line-reader.h"
#include "mcp-socket-gate.h"
#include "mcp-transport-private.h"
#include "mcp-websocket-inbox.h"

/*
 * libsoup hands out messages for as long as there is anything to read, in one go. They wait here
 * and go to the sink from the main loop, so that a flood leaves the loop to others. When enough
 * wait, or the sink has paused, the gate on the socket is shut: that ends libsoup's go, and holds
 * the server. What is sent meanwhile is held as well, for it could not leave.
 */

/* From here on what was read waits until it is taken: about as much as a socket holds. */
#define QUEUE_BYTES (256u * 1024)

/* What keeping a message costs beside its bytes, so that empty ones fill the queue as well. */
#define FRAME_COST_BYTES 128

/* What a gate that cannot be shut, for want of descriptors, lets pile up on top of one message. */
#define QUEUE_LIMIT_BYTES (64u * 1024 * 1024)

/* How long one dispatch may hand out frames, and after how many the clock is asked. */
#define DISPATCH_USEC   5000
#define DISPATCH_FRAMES 64

typedef struct
{
  GBytes   *bytes;
  gboolean  is_binary;
  gint64    time_usec;
} Message;

struct _McpWebsocketInbox
{
  McpTransport      *owner;          /* not a reference: it owns us */
  guint              exchange;
  McpWebsocketQueue *outbox;         /* not ours */
  void             (*ended) (McpTransport *owner);

  McpSocketGate     *gate;           /* (nullable) */
  GQueue             waiting;        /* Message */
  gsize              waiting_bytes;  /* what they cost */
  guint64            n_bytes;
  guint              n_frames;
  GSource           *source;         /* hands out messages, and the end */

  gboolean           paused;
  gboolean           let_in;         /* a pause keeps nobody out any more */
  gboolean           finished;       /* nothing more will be pushed */
  gboolean           closed;
};

static void
message_free (gpointer data)
{
  Message *message = data;

  g_bytes_unref (message->bytes);
  g_free (message);
}

static void
clear_source (McpWebsocketInbox *self)
{
  if (self->source == NULL)
    return;

  g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

static void
update_gate (McpWebsocketInbox *self)
{
  gboolean wants_shut = self->waiting_bytes >= QUEUE_BYTES || (self->paused && !self->let_in);

  if (self->gate == NULL || self->finished)
    return;

  if (wants_shut)
    mcp_socket_gate_shut (self->gate);
  else
    mcp_socket_gate_open (self->gate);
  mcp_websocket_queue_hold (self->outbox, mcp_socket_gate_is_shut (self->gate));
}

static void
report (McpWebsocketInbox *self,
        const Message     *message)
{
  McpFrame frame = { 0 };
  g_autofree char *size = NULL;

  frame.source = MCP_FRAME_PACKET;
  frame.exchange = self->exchange;
  frame.bytes = message->bytes;
  frame.total_bytes = g_bytes_get_size (message->bytes);
  frame.first_usec = message->time_usec;
  frame.last_usec = message->time_usec;
  mcp_transport_report_frame (self->owner, &frame);

  if (!message->is_binary)
    return;

  size = g_strdup_printf ("%" G_GUINT64_FORMAT, frame.total_bytes);
  mcp_transport_report_violation (self->owner, self->exchange, "binary-message", size);
}

/* TRUE when none is left. */
static gboolean
hand_out (McpWebsocketInbox *self)
{
  gint64 deadline_usec = g_get_monotonic_time () + DISPATCH_USEC;
  guint n_frames = 0;

  while (!self->paused && !self->closed)
    {
      Message *message = g_queue_pop_head (&self->waiting);

      if (message == NULL)
        return TRUE;

      self->waiting_bytes -= g_bytes_get_size (message->bytes) + FRAME_COST_BYTES;
      report (self, message);
      message_free (message);

      if (++n_frames % DISPATCH_FRAMES == 0 && g_get_monotonic_time () > deadline_usec)
        return FALSE;
    }

  return FALSE;
}

static gboolean work_cb (gpointer user_data);

static void
schedule (McpWebsocketInbox *self)
{
  if (self->source != NULL || self->paused || self->closed)
    return;

  self->source = g_idle_source_new ();
  g_source_set_priority (self->source, MCP_READ_PRIORITY);
  g_source_set_callback (self->source, work_cb, self, NULL);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

static gboolean
work_cb (gpointer user_data)
{
  McpWebsocketInbox *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);
  gboolean all_out;

  clear_source (self);
  all_out = hand_out (self);
  if (self->closed)
    return G_SOURCE_REMOVE;

  if (all_out && self->finished)
    {
      self->ended (self->owner);
      return G_SOURCE_REMOVE;
    }

  update_gate (self);
  if (!all_out)
    schedule (self);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_websocket_inbox_new:
 * @owner: whose sink is told; not referenced
 * @exchange: what its frames are of
 * @queue: the other direction; must stay until mcp_websocket_inbox_close()
 * @ended: called with @owner, from the main loop, behind the last frame
 *
 * Creates an empty inbox.
 *
 * Returns: (transfer full): an inbox; @owner frees it no sooner than when it is finalized
 */
McpWebsocketInbox *
mcp_websocket_inbox_new (McpTransport       *owner,
                         guint               exchange,
                         McpWebsocketQueue  *queue,
                         void              (*ended) (McpTransport *owner))
{
  McpWebsocketInbox *self = g_new0 (McpWebsocketInbox, 1);

  self->owner = owner;
  self->exchange = exchange;
  self->outbox = queue;
  self->ended = ended;

  return self;
}

/**
 * mcp_websocket_inbox_free:
 * @self: (transfer full): an inbox
 *
 * Frees an inbox with what is in it.
 */
void
mcp_websocket_inbox_free (McpWebsocketInbox *self)
{
  mcp_websocket_inbox_close (self);
  g_free (self);
}

/**
 * mcp_websocket_inbox_open:
 * @self: an inbox
 * @socket: (nullable): the one under the WebSocket; without it nothing can be held back
 *
 * Begins to take messages.
 */
void
mcp_websocket_inbox_open (McpWebsocketInbox *self,
                          GSocket           *socket)
{
  if (socket != NULL)
    self->gate = mcp_socket_gate_new (socket);
  update_gate (self);
}

/**
 * mcp_websocket_inbox_push:
 * @self: an inbox
 * @bytes: a message
 * @is_binary: whether it came as a binary one, which it should not
 *
 * Takes a message, to be reported from the main loop.
 *
 * Returns: %FALSE when far too much waits already, because the server could not be held back
 */
gboolean
mcp_websocket_inbox_push (McpWebsocketInbox *self,
                          GBytes            *bytes,
                          gboolean           is_binary)
{
  Message *message = g_new0 (Message, 1);
  gsize size = g_bytes_get_size (bytes);

  message->bytes = g_bytes_ref (bytes);
  message->is_binary = is_binary;
  message->time_usec = g_get_monotonic_time ();
  g_queue_push_tail (&self->waiting, message);
  self->waiting_bytes += size + FRAME_COST_BYTES;
  self->n_bytes += size;
  self->n_frames++;

  update_gate (self);
  schedule (self);

  return self->waiting_bytes <= QUEUE_LIMIT_BYTES + size;
}

/**
 * mcp_websocket_inbox_finish:
 * @self: an inbox
 *
 * Nothing more will come: when the last message is out the owner is told.
 */
void
mcp_websocket_inbox_finish (McpWebsocketInbox *self)
{
  self->finished = TRUE;
  schedule (self);
}

/**
 * mcp_websocket_inbox_pause:
 * @self: an inbox
 *
 * Reports nothing, and lets the server wait.
 */
void
mcp_websocket_inbox_pause (McpWebsocketInbox *self)
{
  self->paused = TRUE;
  clear_source (self);
  update_gate (self);
}

/**
 * mcp_websocket_inbox_resume:
 * @self: an inbox
 *
 * Goes on after a pause, from the main loop.
 */
void
mcp_websocket_inbox_resume (McpWebsocketInbox *self)
{
  self->paused = FALSE;
  schedule (self);
}

/**
 * mcp_websocket_inbox_let_in:
 * @self: an inbox
 *
 * Opens the gate although the sink has paused, for the end that both sides have to say.
 */
void
mcp_websocket_inbox_let_in (McpWebsocketInbox *self)
{
  self->let_in = TRUE;
  update_gate (self);
}

/**
 * mcp_websocket_inbox_close:
 * @self: an inbox
 *
 * Drops what is in it, and lets go of the socket. Nothing is reported any more.
 */
void
mcp_websocket_inbox_close (McpWebsocketInbox *self)
{
  self->closed = TRUE;
  clear_source (self);
  g_clear_pointer (&self->gate, mcp_socket_gate_free);
  g_queue_clear_full (&self->waiting, message_free);
  self->waiting_bytes = 0;
}

/**
 * mcp_websocket_inbox_get_n_bytes:
 * @self: an inbox
 *
 * Gets how much was pushed.
 *
 * Returns: the bytes of all messages
 */
guint64
mcp_websocket_inbox_get_n_bytes (McpWebsocketInbox *self)
{
  return self->n_bytes;
}

/**
 * mcp_websocket_inbox_get_n_frames:
 * @self: an inbox
 *
 * Gets how many messages were pushed.
 *
 * Returns: their number
 */
guint
mcp_websocket_inbox_get_n_frames (McpWebsocketInbox *self)
{
  return self->n_frames;
}
