/* mcp-write-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <sys/uio.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-source.h"
#include "mcp-write-queue.h"

/*
 * The write side of line transports. A message goes out at once when nothing waits and the pipe
 * has room; else it is queued and written when the descriptor becomes writable. They go out in
 * order, as many in one write as wait, and what has begun is finished or lost with the connection:
 * half a line would spoil all that follow.
 */

/* How much one dispatch writes at most: a reader that is as fast as we are must not keep us here. */
#define DISPATCH_BYTES (1024 * 1024)

/* What one write takes. */
#define WRITE_MESSAGES 64

/* So much is written even while the queue is held. */
#define HELD_BYTES (64 * 1024)

typedef struct
{
  GList    link;
  guint64  ticket;
  GBytes  *bytes;
  gsize    n_written;    /* of the bytes and the newline */
  gsize    n_end_bytes;  /* 1 with a line feed behind it, 0 without */
  gint64   queued_usec;
  gint64   first_usec;   /* 0 until a byte has left */
  gint64   last_usec;    /* of the last write */
  GError  *error;        /* why it was lost */
} Message;

struct _McpWriteQueue
{
  McpTransport             *owner;         /* not a reference: it owns us */
  const McpWriteQueueFuncs *funcs;
  int                       fd;            /* -1 before it is open and once closed */

  guint64                   last_ticket;
  GQueue                    waiting;       /* Message; the first one may have begun */
  gsize                     n_held_bytes;  /* of those that came while it was held */
  gboolean                  held;
  gboolean                  writing;
  GQueue                    lost;          /* Message; to be reported from the main loop */
  int                       write_errno;   /* of the write that failed */
  GError                   *close_error;   /* set once closed */

  GSource                  *write_source;
  GSource                  *lost_source;
};

static void
message_free (Message *message)
{
  g_bytes_unref (message->bytes);
  g_clear_error (&message->error);
  g_free (message);
}

static Message *
pop (GQueue *queue)
{
  GList *link = g_queue_pop_head_link (queue);

  return link != NULL ? link->data : NULL;
}

static void
free_all (GQueue *queue)
{
  Message *message;

  while ((message = pop (queue)) != NULL)
    message_free (message);
}

static gsize
get_left (const Message *message)
{
  return g_bytes_get_size (message->bytes) + message->n_end_bytes - message->n_written;
}

/* What is left of a message and of its newline; returns how many parts it has. */
static int
fill_parts (const Message *message,
            struct iovec  *parts)
{
  static char newline[] = "\n";
  gsize length;
  const char *data = g_bytes_get_data (message->bytes, &length);
  int n_parts = 0;

  if (message->n_written < length)
    {
      parts[n_parts].iov_base = (char *) data + message->n_written;
      parts[n_parts++].iov_len = length - message->n_written;
    }
  if (message->n_end_bytes > 0)
    {
      parts[n_parts].iov_base = newline;
      parts[n_parts++].iov_len = 1;
    }

  return n_parts;
}

/*
 * Takes those out of the queue that @n_bytes have finished, and notes the time of all that had
 * some.
 */
static void
take_written (McpWriteQueue *self,
              gsize          n_bytes,
              gint64         time_usec,
              GQueue        *written)
{
  Message *message;

  while ((message = g_queue_peek_head (&self->waiting)) != NULL)
    {
      gsize left = get_left (message);

      if (n_bytes == 0 && left > 0)
        return;

      if (message->first_usec == 0)
        message->first_usec = time_usec;
      message->last_usec = time_usec;
      message->n_written += MIN (n_bytes, left);
      if (n_bytes < left)
        return;

      n_bytes -= left;
      g_queue_push_tail_link (written, g_queue_pop_head_link (&self->waiting));
    }
}

/*
 * One write of what waits. Its time is from before it: a write wakes the reader, who may run and
 * even answer before we do again. FALSE when the descriptor takes no more, or never will.
 */
static gboolean
write_once (McpWriteQueue *self,
            GQueue        *written,
            gsize         *n_bytes)
{
  struct iovec parts[2 * WRITE_MESSAGES];
  int n_parts = 0;
  int n_messages = 0;
  gint64 time_usec = g_get_monotonic_time ();
  gssize n_written = 0;

  for (GList *l = self->waiting.head; l != NULL && n_messages < WRITE_MESSAGES; l = l->next, n_messages++)
    n_parts += fill_parts (l->data, parts + n_parts);

  if (n_parts > 0)
    do
      n_written = writev (self->fd, parts, n_parts);
    while (n_written < 0 && errno == EINTR);

  if (n_written < 0)
    {
      if (errno != EAGAIN)
        self->write_errno = errno;
      return FALSE;
    }

  take_written (self, n_written, time_usec, written);
  *n_bytes += n_written;

  /* The rest of one that has begun waits for room. */
  return g_queue_is_empty (&self->waiting)
         || ((Message *) g_queue_peek_head (&self->waiting))->n_written == 0;
}

static gboolean
lost_cb (gpointer user_data)
{
  mcp_write_queue_report_lost (user_data);

  return G_SOURCE_CONTINUE;
}

/* Takes @message; the report comes from the main loop. */
static void
lose (McpWriteQueue *self,
      Message       *message,
      GError        *error)
{
  message->error = error;
  g_queue_push_tail_link (&self->lost, &message->link);

  if (self->lost_source != NULL)
    return;

  self->lost_source = g_idle_source_new ();
  g_source_set_priority (self->lost_source, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->lost_source, lost_cb, self, NULL);
  g_source_attach (self->lost_source, g_main_context_get_thread_default ());
}

static void
fail_writing (McpWriteQueue *self)
{
  g_autoptr (GError) error = NULL;

  if (self->write_errno == EPIPE)
    g_set_error_literal (&error, MCP_ERROR, MCP_ERROR_DIED,
                         _("The server has closed its input, so nothing can be sent to it."));
  else
    g_set_error (&error, MCP_ERROR, MCP_ERROR_DIED, _("Writing to the server failed: %s"),
                 g_strerror (self->write_errno));

  mcp_write_queue_close (self, error);
}

static void wait_until_writable (McpWriteQueue *self);

/*
 * Writes what waits, as far as the descriptor takes it. Those that are out are out of the queue
 * before anybody is told: the owner may send, or close, from there.
 */
static void
write_waiting (McpWriteQueue *self)
{
  g_autoptr (McpTransport) hold = NULL;
  gsize n_bytes = 0;
  gboolean takes_more = TRUE;

  if (self->writing || self->fd < 0)
    return;

  hold = g_object_ref (self->owner);
  self->writing = TRUE;
  self->n_held_bytes = 0;
  while (takes_more && self->fd >= 0 && !g_queue_is_empty (&self->waiting) && n_bytes < DISPATCH_BYTES)
    {
      GQueue written = G_QUEUE_INIT;
      Message *message;

      takes_more = write_once (self, &written, &n_bytes);
      while ((message = pop (&written)) != NULL)
        {
          self->funcs->sent (self->owner, message->ticket, message->bytes, message->queued_usec,
                             message->first_usec, message->last_usec);
          message_free (message);
        }
    }
  self->writing = FALSE;

  if (self->write_errno != 0)
    fail_writing (self);
  else if (!g_queue_is_empty (&self->waiting))
    wait_until_writable (self);
  else
    mcp_source_clear (&self->write_source);
}

static gboolean
write_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  write_waiting (user_data);

  return G_SOURCE_CONTINUE;
}

static void
wait_until_writable (McpWriteQueue *self)
{
  if (self->write_source != NULL || self->fd < 0)
    return;

  self->write_source = g_unix_fd_source_new (self->fd, G_IO_OUT | G_IO_ERR | G_IO_HUP);
  g_source_set_callback (self->write_source, G_SOURCE_FUNC (write_cb), self, NULL);
  g_source_attach (self->write_source, g_main_context_get_thread_default ());
}

/*
 * Ignores SIGPIPE in the whole program, unless it has a handler. A dead server must not end us,
 * and there is no flag against it for a write to a pipe, only for sockets.
 */
void
mcp_ignore_sigpipe (void)
{
  struct sigaction action;

  if (sigaction (SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
    signal (SIGPIPE, SIG_IGN);
}

/**
 * mcp_write_queue_new:
 * @owner: who is called; not referenced
 * @funcs: what to call; must stay
 *
 * Creates a queue that keeps messages until it is opened. From the first one on SIGPIPE is ignored.
 *
 * Returns: (transfer full): a queue; @owner frees it no sooner than when it is finalized
 */
McpWriteQueue *
mcp_write_queue_new (McpTransport             *owner,
                     const McpWriteQueueFuncs *funcs)
{
  McpWriteQueue *self = g_new0 (McpWriteQueue, 1);

  mcp_ignore_sigpipe ();
  self->owner = owner;
  self->funcs = funcs;
  self->fd = -1;

  return self;
}

/**
 * mcp_write_queue_free:
 * @self: (transfer full): a queue
 *
 * Frees a queue with all that waits in it. Not from its own callbacks.
 */
void
mcp_write_queue_free (McpWriteQueue *self)
{
  mcp_source_clear (&self->write_source);
  mcp_source_clear (&self->lost_source);
  free_all (&self->waiting);
  free_all (&self->lost);
  g_clear_error (&self->close_error);
  g_free (self);
}

/**
 * mcp_write_queue_open:
 * @fd: a non-blocking descriptor, which stays the caller's and outlives mcp_write_queue_close()
 *
 * Begins to write what waits and what comes.
 */
void
mcp_write_queue_open (McpWriteQueue *self,
                      int            fd)
{
  if (self->close_error != NULL)
    return;

  self->fd = fd;
  if (!g_queue_is_empty (&self->waiting))
    wait_until_writable (self);
}

/**
 * mcp_write_queue_send:
 * @bytes: a line without its end
 * @with_line_end: whether to write its end too
 *
 * Writes a line at once if it can and the queue is not held, else queues it. Once closed the line
 * is lost, which is reported from the main loop.
 *
 * Returns: its ticket
 */
guint64
mcp_write_queue_send (McpWriteQueue *self,
                      GBytes        *bytes,
                      gboolean       with_line_end)
{
  Message *message = g_new (Message, 1);
  guint64 ticket = ++self->last_ticket;

  *message = (Message) {
    .link.data = message,
    .ticket = ticket,
    .bytes = g_bytes_ref (bytes),
    .n_end_bytes = with_line_end ? 1 : 0,
    .queued_usec = g_get_monotonic_time (),
  };

  if (self->close_error != NULL)
    {
      lose (self, message, g_error_copy (self->close_error));
      return ticket;
    }

  g_queue_push_tail_link (&self->waiting, &message->link);
  if (self->held)
    self->n_held_bytes += get_left (message);
  /* A write source waits for room already. */
  if (self->write_source == NULL && (!self->held || self->n_held_bytes >= HELD_BYTES))
    write_waiting (self);

  return ticket;
}

/*
 * Lets what is sent from now on wait for mcp_write_queue_release(), to go out in one write: a write
 * for each costs more than all else about a short message.
 */
void
mcp_write_queue_hold (McpWriteQueue *self)
{
  self->held = TRUE;
}

/* Writes what was held. */
void
mcp_write_queue_release (McpWriteQueue *self)
{
  self->held = FALSE;
  if (self->write_source == NULL && !g_queue_is_empty (&self->waiting))
    write_waiting (self);
}

/**
 * mcp_write_queue_unsend:
 * @ticket: of a message
 *
 * Takes a message back that has not begun; it is reported unsent with %MCP_ERROR_CANCELLED,
 * from the main loop.
 *
 * Returns: %FALSE when it has begun, is done, or lost already
 */
gboolean
mcp_write_queue_unsend (McpWriteQueue *self,
                        guint64        ticket)
{
  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    {
      Message *message = l->data;

      if (message->ticket != ticket)
        continue;
      if (message->n_written > 0)
        return FALSE;

      g_queue_unlink (&self->waiting, l);
      lose (self, message,
            g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                 _("The message was taken back before it was sent.")));
      return TRUE;
    }

  return FALSE;
}

/**
 * mcp_write_queue_close:
 * @error: why
 *
 * Writes no more: what waits, and all that is sent from now on, is lost with @error. The
 * descriptor is not used after this. Nothing happens the second time.
 */
void
mcp_write_queue_close (McpWriteQueue *self,
                       const GError  *error)
{
  Message *message;

  if (self->close_error != NULL)
    return;

  self->close_error = g_error_copy (error);
  self->fd = -1;
  mcp_source_clear (&self->write_source);

  while ((message = pop (&self->waiting)) != NULL)
    lose (self, message, g_error_copy (error));
}

/* Reports what is lost now, not later. Only from the main loop. */
void
mcp_write_queue_report_lost (McpWriteQueue *self)
{
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);
  Message *message;

  mcp_source_clear (&self->lost_source);
  while ((message = pop (&self->lost)) != NULL)
    {
      self->funcs->unsent (self->owner, message->ticket, message->bytes, message->error);
      message_free (message);
    }
}
