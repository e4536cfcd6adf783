/* mcp-line-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-line-reader"

#include "config.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <glib-unix.h>

#include "mcp-line-reader.h"

/*
 * The read loop of line transports. At most CHUNK_BYTES are read in a dispatch, and nothing more
 * before all their lines are consumed: the pipe is the back-pressure, and a flood leaves the main
 * loop to others after each chunk. A chunk of many tiny lines is cut by time as well.
 *
 * The owner frees the reader when it is finalized; while lines go out the reader holds a
 * reference to it, so that a callback may drop the owner.
 */

#define CHUNK_BYTES (64 * 1024)

/* How long one dispatch may hand out lines, and after how many the clock is asked. */
#define DISPATCH_USEC 5000
#define DISPATCH_LINES 64

struct _McpLineReader
{
  McpTransport             *owner;         /* not a reference: it owns us */
  const McpLineReaderFuncs *funcs;
  int                       fd;
  McpLineSplitter          *splitter;
  char                     *chunk;

  gsize                     partial_limit_bytes;

  GSource                  *read_source;   /* waits for bytes */
  GSource                  *lines_source;  /* goes on with the lines at hand */

  gboolean                  paused;
  gboolean                  consumed;      /* no line at hand */
  gboolean                  eof;           /* no byte will come */
  gboolean                  ended;         /* ... and this was told */

  /* How many bytes are still wanted after mcp_line_reader_finish_soon(); else -1. */
  gssize                    budget;

  gint64                    read_usec;     /* when the last chunk came */
  gboolean                  saw_line;      /* a line ended in it */
  gint64                    first_usec;    /* of the unfinished line; 0 for none */
  guint64                   partial_bytes; /* as it was last reported */
};

static void update_sources (McpLineReader *self);

/* TRUE when no line is left. */
static gboolean
hand_out_lines (McpLineReader *self)
{
  gint64 deadline_usec = g_get_monotonic_time () + DISPATCH_USEC;
  guint n_lines = 0;
  McpLine line;

  while (!self->paused && !self->ended)
    {
      if (!mcp_line_splitter_next (self->splitter, &line))
        return TRUE;

      self->saw_line = TRUE;
      self->funcs->line (self->owner, &line, self->read_usec);
      mcp_line_clear (&line);

      if (++n_lines % DISPATCH_LINES == 0 && g_get_monotonic_time () > deadline_usec)
        return FALSE;
    }

  return FALSE;
}

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

static void
process (McpLineReader *self)
{
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);

  self->consumed = hand_out_lines (self);
  if (self->consumed && !self->eof)
    report_partial (self);
  else if (self->consumed && !self->ended)
    {
      self->ended = TRUE;
      self->funcs->ended (self->owner);
    }

  update_sources (self);
}

static void
set_eof (McpLineReader *self)
{
  if (self->eof)
    return;

  self->eof = TRUE;
  self->consumed = FALSE;
  mcp_line_splitter_finish (self->splitter);
}

static gboolean
read_cb (int          fd,
         GIOCondition condition,
         gpointer     user_data)
{
  McpLineReader *self = user_data;
  gsize wanted = self->budget >= 0 ? MIN (self->budget, CHUNK_BYTES) : CHUNK_BYTES;
  gssize n_read;

  do
    n_read = read (self->fd, self->chunk, wanted);
  while (n_read < 0 && errno == EINTR);

  if (n_read < 0 && errno == EAGAIN)
    return G_SOURCE_CONTINUE;

  if (n_read > 0)
    {
      self->read_usec = g_get_monotonic_time ();
      self->consumed = FALSE;
      mcp_line_splitter_push (self->splitter, self->chunk, n_read, self->read_usec);
      if (self->budget >= 0)
        self->budget -= n_read;
    }

  /* A read error means the same as the end: nothing more will come. */
  if (n_read <= 0 || self->budget == 0)
    set_eof (self);

  process (self);

  return G_SOURCE_CONTINUE;
}

static gboolean
lines_cb (gpointer user_data)
{
  McpLineReader *self = user_data;

  process (self);

  return G_SOURCE_CONTINUE;
}

static void
clear_source (GSource **source)
{
  if (*source == NULL)
    return;

  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/* Removing a source within its own callback is fine. */
static void
update_sources (McpLineReader *self)
{
  gboolean wants_bytes = !self->paused && self->consumed && !self->eof;
  gboolean wants_lines = !self->paused && !self->consumed && !self->ended;

  if (!wants_bytes)
    clear_source (&self->read_source);
  else if (self->read_source == NULL)
    {
      self->read_source = g_unix_fd_source_new (self->fd, G_IO_IN | G_IO_HUP | G_IO_ERR);
      g_source_set_priority (self->read_source, MCP_READ_PRIORITY);
      g_source_set_callback (self->read_source, G_SOURCE_FUNC (read_cb), self, NULL);
      g_source_attach (self->read_source, g_main_context_get_thread_default ());
    }

  if (!wants_lines)
    clear_source (&self->lines_source);
  else if (self->lines_source == NULL)
    {
      self->lines_source = g_idle_source_new ();
      g_source_set_priority (self->lines_source, MCP_READ_PRIORITY);
      g_source_set_callback (self->lines_source, lines_cb, self, NULL);
      g_source_attach (self->lines_source, g_main_context_get_thread_default ());
    }
}

/**
 * mcp_line_reader_new:
 * @owner: who is called; not referenced
 * @funcs: what to call; must stay
 * @fd: a non-blocking descriptor, which stays the caller's
 * @cap_bytes: the longest line that is kept whole
 * @partial_bytes: from which size on an unfinished line is reported
 *
 * Creates a reader and lets it read.
 *
 * Returns: (transfer full): a reader; @owner frees it no sooner than when it is finalized
 */
McpLineReader *
mcp_line_reader_new (McpTransport             *owner,
                     const McpLineReaderFuncs *funcs,
                     int                       fd,
                     gsize                     cap_bytes,
                     gsize                     partial_bytes)
{
  McpLineReader *self = g_new0 (McpLineReader, 1);

  self->owner = owner;
  self->funcs = funcs;
  self->fd = fd;
  self->splitter = mcp_line_splitter_new (cap_bytes);
  self->chunk = g_malloc (CHUNK_BYTES);
  self->partial_limit_bytes = partial_bytes;
  self->consumed = TRUE;
  self->budget = -1;
  update_sources (self);

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
  clear_source (&self->read_source);
  clear_source (&self->lines_source);
  mcp_line_splitter_free (self->splitter);
  g_free (self->chunk);
  g_free (self);
}

/**
 * mcp_line_reader_pause:
 * @self: a reader
 *
 * Stops reading, and lines that were read already.
 */
void
mcp_line_reader_pause (McpLineReader *self)
{
  self->paused = TRUE;
  update_sources (self);
}

/**
 * mcp_line_reader_resume:
 * @self: a reader
 *
 * Goes on after a pause, from the main loop.
 */
void
mcp_line_reader_resume (McpLineReader *self)
{
  self->paused = FALSE;
  update_sources (self);
}

/**
 * mcp_line_reader_finish_soon:
 * @self: a reader
 *
 * Takes only what is in the pipe by now and then ends, for a pipe that somebody else may hold
 * open although its writer is gone.
 */
void
mcp_line_reader_finish_soon (McpLineReader *self)
{
  int n_bytes = 0;

  if (self->eof || self->budget >= 0)
    return;

  if (ioctl (self->fd, FIONREAD, &n_bytes) != 0)
    n_bytes = 0;

  self->budget = n_bytes;
  if (n_bytes == 0)
    set_eof (self);
  update_sources (self);
}

/**
 * mcp_line_reader_stop:
 * @self: a reader
 *
 * Ends at once: no callback comes any more, and what is left is dropped.
 */
void
mcp_line_reader_stop (McpLineReader *self)
{
  self->eof = TRUE;
  self->ended = TRUE;
  update_sources (self);
}
