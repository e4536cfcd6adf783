/* mcp-line-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-line-reader.h"
#include "mcp-read-source.h"
#include "mcp-read-thread.h"

/*
 * The lines of line transports. A thread reads ahead and stamps, LOOK_AHEAD_BYTES at most; from
 * there the pipe is the back-pressure. The main loop cuts what came into lines and hands them out,
 * which it may do for a while in each turn, so that a flood leaves the loop to others.
 *
 * The owner frees the reader when it is finalized; while lines go out the reader holds a
 * reference to it, so that a callback may drop the owner.
 */

/* So much is read, and has its true time, while the main loop is elsewhere. */
#define LOOK_AHEAD_BYTES (4 * 1024 * 1024)

/* How long one dispatch may hand out lines, and how many at once: then the clock is asked, and what they
 * caused is written, so that the server works on it while the next ones are looked at. */
#define DISPATCH_USEC 5000
#define DISPATCH_LINES 32

/* So much work goes into lines when they are not wanted any more: the last words of a server, and
 * not the rest of a flood. */
#define HURRIED_USEC (300 * 1000)
#define DROP_MSEC    20

struct _McpLineReader
{
  McpTransport             *owner;         /* not a reference: it owns us */
  const McpLineReaderFuncs *funcs;
  McpChunkQueue            *queue;
  McpReadThread            *thread;        /* (nullable) once ended */
  McpLineSplitter          *splitter;

  gsize                     partial_limit_bytes;

  gboolean                  paused;
  gboolean                  eof;           /* no byte will come */
  gboolean                  ended;         /* ... and this was told */

  gboolean                  hurried;
  gint64                    worked_usec;   /* since then */
  guint                     drop_source;   /* once that was enough */
  guint64                   n_dropped_bytes;
  guint64                   n_dropped_lines;

  gint64                    read_usec;     /* when the last chunk came */
  gboolean                  saw_line;      /* a line ended in it */
  gint64                    first_usec;    /* of the unfinished line; 0 for none */
  guint64                   partial_bytes; /* as it was last reported */
};

static void
report_partial (McpLineReader *self)
{
  guint64 pending_bytes = mcp_line_splitter_get_pending (self->splitter);

  if (self->saw_line)
    {
      self->first_usec = 0;
      self->partial_bytes = 0;
      self->saw_line = FALSE;
    }

  if (pending_bytes > 0 && self->first_usec == 0)
    self->first_usec = self->read_usec;

  if (self->funcs->partial == NULL || pending_bytes < self->partial_limit_bytes
      || pending_bytes <= self->partial_bytes)
    return;

  self->partial_bytes = pending_bytes;
  self->funcs->partial (self->owner, pending_bytes, self->first_usec);
}

/* Into the splitter, which is empty of lines. FALSE when nothing has come. */
static gboolean
take_chunk (McpLineReader *self)
{
  g_auto (McpChunk) chunk = { 0 };
  gsize length;
  const char *data;

  if (self->eof || !mcp_chunk_queue_take (self->queue, &chunk))
    return FALSE;

  if (chunk.kind == MCP_READ_END)
    {
      self->eof = TRUE;
      mcp_line_splitter_finish (self->splitter);
      return TRUE;
    }

  data = g_bytes_get_data (chunk.bytes, &length);
  self->read_usec = chunk.time_usec;
  mcp_line_splitter_push (self->splitter, data, length, chunk.time_usec);

  return TRUE;
}

/* FALSE when there are no more for now. */
static gboolean
hand_out_some (McpLineReader *self)
{
  guint n_lines = 0;

  while (!self->paused && !self->ended && n_lines < DISPATCH_LINES)
    {
      McpLine line;

      if (mcp_line_splitter_next (self->splitter, &line))
        {
          self->saw_line = TRUE;
          self->funcs->line (self->owner, &line, self->read_usec);
          mcp_line_clear (&line);
          n_lines++;
        }
      else
        {
          if (!self->eof)
            report_partial (self);
          if (self->paused || !take_chunk (self))
            return FALSE;
        }
    }

  return !self->paused && !self->ended;
}

/* TRUE when the time is up before all is out. */
static gboolean
hand_out_lines (McpLineReader *self)
{
  gint64 deadline_usec = g_get_monotonic_time () + DISPATCH_USEC;
  gboolean has_more;

  do
    {
      if (self->funcs->begin != NULL)
        self->funcs->begin (self->owner);
      has_more = hand_out_some (self);
      if (self->funcs->end != NULL)
        self->funcs->end (self->owner);
    }
  while (has_more && g_get_monotonic_time () <= deadline_usec);

  return has_more;
}

static void
drop_lines (McpLineReader *self)
{
  McpLine line;

  while (mcp_line_splitter_next (self->splitter, &line))
    {
      self->n_dropped_lines++;
      self->n_dropped_bytes += line.total_bytes
                               + (line.end == MCP_LINE_END_NONE   ? 0
                                  : line.end == MCP_LINE_END_CRLF ? 2
                                                                  : 1);
      mcp_line_clear (&line);
    }
  self->n_dropped_bytes += mcp_line_splitter_get_pending (self->splitter);
  mcp_line_splitter_free (self->splitter);
  self->splitter = mcp_line_splitter_new (0);
}

/* Only counts what has come. */
static void
drop_all (McpLineReader *self)
{
  g_auto (McpChunk) chunk = { 0 };

  drop_lines (self);
  while (!self->eof && mcp_chunk_queue_take (self->queue, &chunk))
    {
      self->eof = chunk.kind == MCP_READ_END;
      if (!self->eof)
        self->n_dropped_bytes += g_bytes_get_size (chunk.bytes);
      self->n_dropped_lines += chunk.n_lines;
      mcp_chunk_clear (&chunk);
    }
}

static void
tell_end (McpLineReader *self)
{
  self->ended = TRUE;
  self->funcs->ended (self->owner);
}

/* In turns, so that a flood that nobody looks at costs nobody a processor. */
static gboolean
drop_cb (gpointer user_data)
{
  McpLineReader *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);

  drop_all (self);
  if (!self->eof)
    return G_SOURCE_CONTINUE;

  self->drop_source = 0;
  tell_end (self);

  return G_SOURCE_REMOVE;
}

/* FALSE when there are no more for now, or none that anybody wants. */
static gboolean
hand_out_wanted_lines (McpLineReader *self)
{
  gint64 begin_usec = g_get_monotonic_time ();
  gboolean has_more = (!self->hurried || self->worked_usec < HURRIED_USEC) && hand_out_lines (self);

  if (!self->hurried || self->paused || self->ended)
    return has_more;

  self->worked_usec += g_get_monotonic_time () - begin_usec;
  if (self->worked_usec < HURRIED_USEC)
    return has_more;

  if (self->drop_source == 0)
    self->drop_source = g_timeout_add (DROP_MSEC, drop_cb, self);

  return FALSE;
}

static gboolean
ready_cb (gpointer user_data)
{
  McpLineReader *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);

  if (hand_out_wanted_lines (self))
    return TRUE;

  if (self->eof && !self->paused && !self->ended && self->drop_source == 0)
    tell_end (self);

  return FALSE;
}

/**
 * mcp_line_reader_new:
 * @owner: who is called; not referenced
 * @funcs: what to call; must stay
 * @fd: a non-blocking descriptor, which stays the caller's until the end or mcp_line_reader_stop()
 * @cap_bytes: the longest line that is kept whole
 * @partial_bytes: from which size on an unfinished line is reported
 * @error: of %MCP_ERROR_FAILED, when the system has no more threads or descriptors
 *
 * Creates a reader and lets it read.
 *
 * Returns: (transfer full) (nullable): a reader; @owner frees it no sooner than when it is
 *   finalized
 */
McpLineReader *
mcp_line_reader_new (McpTransport              *owner,
                     const McpLineReaderFuncs  *funcs,
                     int                        fd,
                     gsize                      cap_bytes,
                     gsize                      partial_bytes,
                     GError                   **error)
{
  McpLineReader *self = g_new0 (McpLineReader, 1);

  self->owner = owner;
  self->funcs = funcs;
  self->splitter = mcp_line_splitter_new (cap_bytes);
  self->partial_limit_bytes = partial_bytes;
  self->queue = mcp_chunk_queue_new (LOOK_AHEAD_BYTES, MCP_READ_PRIORITY, ready_cb, self);
  self->thread = mcp_read_thread_new (fd, self->queue, error);
  if (self->thread == NULL)
    {
      mcp_line_reader_free (self);
      return NULL;
    }

  return self;
}

/**
 * mcp_line_reader_free:
 * @self: (transfer full): a reader
 *
 * Stops and frees a reader. Not from its own callbacks.
 */
void
mcp_line_reader_free (McpLineReader *self)
{
  mcp_line_reader_stop (self);
  mcp_chunk_queue_close (self->queue);
  mcp_chunk_queue_unref (self->queue);
  mcp_line_splitter_free (self->splitter);
  g_free (self);
}

/* Holds back lines, also those that were read already. */
void
mcp_line_reader_pause (McpLineReader *self)
{
  self->paused = TRUE;
}

/* Goes on after a pause, from the main loop. */
void
mcp_line_reader_resume (McpLineReader *self)
{
  self->paused = FALSE;
  mcp_chunk_queue_wake (self->queue);
}

/*
 * Takes only what is in the pipe by now and then ends, for a pipe that somebody else may hold
 * open although its writer is gone.
 */
void
mcp_line_reader_finish_soon (McpLineReader *self)
{
  if (self->thread != NULL)
    mcp_read_thread_finish_soon (self->thread);
}

/*
 * Has little work put into lines from now on, those that were read already included: then they are
 * dropped and counted. Reading goes on to the end, so that a server that writes can end.
 */
void
mcp_line_reader_hurry (McpLineReader *self)
{
  self->hurried = TRUE;
  mcp_chunk_queue_wake (self->queue);
}

/* Gets how many bytes were dropped, and how many lines they were. */
guint64
mcp_line_reader_get_dropped (McpLineReader *self,
                             guint64       *n_lines)
{
  *n_lines = self->n_dropped_lines;

  return self->n_dropped_bytes;
}

/* The start of the line that has come only in part, and when it began. */
GBytes *
mcp_line_reader_dup_unfinished (McpLineReader *self,
                                gsize          max_bytes,
                                gint64        *first_usec)
{
  if (first_usec != NULL)
    *first_usec = self->first_usec;

  return mcp_line_splitter_dup_pending (self->splitter, max_bytes);
}

/*
 * Ends at once: no callback comes any more, what is left is dropped, and counted where it was in a
 * hurry, and the descriptor is not used after this.
 */
void
mcp_line_reader_stop (McpLineReader *self)
{
  if (self->hurried && !self->ended)
    drop_all (self);
  self->ended = TRUE;
  g_clear_handle_id (&self->drop_source, g_source_remove);
  g_clear_pointer (&self->thread, mcp_read_thread_free);
}

/* Why it ended: an errno, or 0 when the other side ended in order. */
int
mcp_line_reader_get_errno (McpLineReader *self)
{
  return self->thread != NULL ? mcp_read_thread_get_errno (self->thread) : 0;
}
