/* mcp-line-splitter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-line-splitter.h"

/**
 * McpLineSplitter:
 *
 * Cuts a stream of bytes into lines that end in LF or CRLF. Bytes are pushed in, lines are
 * taken out in order; it does no I/O and knows no clock.
 *
 * A line that lies in one pushed chunk is copied once. Only a line that is cut by the end of a
 * chunk is buffered. A line over the cap keeps its first bytes for display; the rest is counted
 * and not held, and the next line is read normally.
 */

/* What is kept of a line over the cap. */
#define OVERSIZED_KEEP_BYTES (64 * 1024)

struct _McpLineSplitter
{
  gsize    cap_bytes;

  /* Ready lines; those before next_line have been taken. */
  GArray  *lines;
  guint    next_line;

  /* The unfinished line. */
  char    *buffer;
  gsize    buffer_length;
  gsize    buffer_size;
  guint64  total_bytes;   /* pushed, also what is not held */
  gint64   first_usec;
  char     last_byte;
  gboolean oversized;
};

/**
 * mcp_line_splitter_new:
 * @cap_bytes: the longest line that is kept whole, without its end; 0 for no limit
 *
 * Creates a splitter that has seen no byte.
 */
McpLineSplitter *
mcp_line_splitter_new (gsize cap_bytes)
{
  McpLineSplitter *self = g_new0 (McpLineSplitter, 1);

  /* Leaves room to count one CR more. */
  self->cap_bytes = cap_bytes > 0 ? MIN (cap_bytes, G_MAXSSIZE) : G_MAXSSIZE;
  self->lines = g_array_new (FALSE, FALSE, sizeof (McpLine));

  return self;
}

void
mcp_line_splitter_free (McpLineSplitter *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = self->next_line; i < self->lines->len; i++)
    mcp_line_clear (&g_array_index (self->lines, McpLine, i));
  g_array_unref (self->lines);
  g_free (self->buffer);
  g_free (self);
}

static void
append_line (McpLineSplitter *self,
             GBytes          *bytes,
             McpLineEnd       end,
             gboolean         oversized,
             guint64          total_bytes,
             gint64           first_usec)
{
  McpLine line = { bytes, end, oversized, total_bytes, first_usec };

  g_array_append_val (self->lines, line);
}

static void
become_oversized (McpLineSplitter *self)
{
  self->oversized = TRUE;
  self->buffer_length = MIN (self->buffer_length, MIN (self->cap_bytes, OVERSIZED_KEEP_BYTES));
  if (self->buffer_size > OVERSIZED_KEEP_BYTES)
    {
      self->buffer_size = MAX (self->buffer_length, 1);
      self->buffer = g_realloc (self->buffer, self->buffer_size);
    }
}

/* Grows by a half: big blocks are moved by the kernel, page by page, and never held twice. */
static void
reserve (McpLineSplitter *self,
         gsize            size)
{
  if (size <= self->buffer_size)
    return;

  size = MAX (size, self->buffer_size + self->buffer_size / 2);
  size = MIN (size, self->cap_bytes + 1);
  self->buffer_size = MAX (size, 256);
  self->buffer = g_realloc (self->buffer, self->buffer_size);
}

/* Adds to the unfinished line a piece without LF. */
static void
buffer_piece (McpLineSplitter *self,
              const char      *data,
              gsize            length,
              gint64           now_usec)
{
  gsize keep;

  if (length == 0)
    return;

  if (self->total_bytes == 0)
    self->first_usec = now_usec;
  self->total_bytes += length;
  self->last_byte = data[length - 1];

  /* One byte over the cap may be the CR of the line's end. */
  if (!self->oversized && self->total_bytes > self->cap_bytes &&
      !(self->total_bytes == self->cap_bytes + 1 && self->last_byte == '\r'))
    become_oversized (self);

  keep = length;
  if (self->oversized)
    {
      gsize limit = MIN (self->cap_bytes, OVERSIZED_KEEP_BYTES);

      keep = MIN (keep, limit - MIN (limit, self->buffer_length));
    }
  if (keep == 0)
    return;

  reserve (self, self->buffer_length + keep);
  memcpy (self->buffer + self->buffer_length, data, keep);
  self->buffer_length += keep;
}

static GBytes *
take_buffer (McpLineSplitter *self)
{
  gsize length = self->buffer_length;
  char *buffer = g_steal_pointer (&self->buffer);

  self->buffer_length = self->buffer_size = 0;

  if (length == 0)
    {
      g_free (buffer);
      return g_bytes_new_static ("", 0);
    }

  return g_bytes_new_take (g_realloc (buffer, length), length);
}

static void
end_buffered_line (McpLineSplitter *self,
                   McpLineEnd       end)
{
  guint64 total_bytes = self->total_bytes;

  if (end == MCP_LINE_END_LF && self->last_byte == '\r')
    {
      end = MCP_LINE_END_CRLF;
      total_bytes--;
      if (self->buffer_length > total_bytes)
        self->buffer_length--;
    }
  else if (total_bytes > self->cap_bytes)
    become_oversized (self); /* the byte over the cap was a CR, but not of a line's end */

  append_line (self, take_buffer (self), end, self->oversized, total_bytes, self->first_usec);

  self->total_bytes = 0;
  self->last_byte = '\0';
  self->oversized = FALSE;
}

/* A line that lies between two ends in one chunk. */
static void
cut_line (McpLineSplitter *self,
          const char      *data,
          gsize            length,
          gint64           now_usec)
{
  McpLineEnd end = MCP_LINE_END_LF;
  gboolean oversized;
  gsize keep;

  if (length > 0 && data[length - 1] == '\r')
    {
      end = MCP_LINE_END_CRLF;
      length--;
    }

  oversized = length > self->cap_bytes;
  keep = oversized ? MIN (self->cap_bytes, OVERSIZED_KEEP_BYTES) : length;
  append_line (self, g_bytes_new (data, keep), end, oversized, length, now_usec);
}

/**
 * mcp_line_splitter_push:
 * @data: (array length=length): the next bytes of the stream
 * @now_usec: when they arrived, in the caller's clock
 *
 * Adds bytes; take the lines they complete with mcp_line_splitter_next().
 */
void
mcp_line_splitter_push (McpLineSplitter *self,
                        const char      *data,
                        gsize            length,
                        gint64           now_usec)
{
  const char *end;
  const char *newline;

  g_return_if_fail (self != NULL);
  g_return_if_fail (data != NULL || length == 0);

  if (length == 0)
    return;

  end = data + length;

  while ((newline = memchr (data, '\n', end - data)) != NULL)
    {
      if (self->total_bytes == 0)
        cut_line (self, data, newline - data, now_usec);
      else
        {
          buffer_piece (self, data, newline - data, now_usec);
          end_buffered_line (self, MCP_LINE_END_LF);
        }

      data = newline + 1;
      if (data == end)
        return;
    }

  buffer_piece (self, data, end - data, now_usec);
}

/*
 * Tells that the stream has ended: bytes without a line end become a last line with
 * %MCP_LINE_END_NONE. The splitter can then be used for another stream.
 */
void
mcp_line_splitter_finish (McpLineSplitter *self)
{
  g_return_if_fail (self != NULL);

  if (self->total_bytes > 0)
    end_buffered_line (self, MCP_LINE_END_NONE);
}

/**
 * mcp_line_splitter_next:
 * @line: (out caller-allocates): the line; clear it with mcp_line_clear()
 *
 * Takes the next complete line.
 *
 * Returns: %FALSE if there is none yet; @line is not touched then
 */
gboolean
mcp_line_splitter_next (McpLineSplitter *self,
                        McpLine         *line)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (line != NULL, FALSE);

  if (self->next_line == self->lines->len)
    return FALSE;

  *line = g_array_index (self->lines, McpLine, self->next_line);
  self->next_line++;

  if (self->next_line == self->lines->len)
    {
      g_array_set_size (self->lines, 0);
      self->next_line = 0;
    }

  return TRUE;
}

/**
 * mcp_line_splitter_get_pending:
 *
 * Gets the size of the unfinished line, what is not held included.
 *
 * Returns: bytes since the last line end
 */
guint64
mcp_line_splitter_get_pending (McpLineSplitter *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->total_bytes;
}

/* The start of the line that has come only in part. */
GBytes *
mcp_line_splitter_dup_pending (McpLineSplitter *self,
                               gsize            max_bytes)
{
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);

  length = MIN (self->buffer_length, max_bytes);

  return length > 0 ? g_bytes_new (self->buffer, length) : NULL;
}

void
mcp_line_clear (McpLine *line)
{
  g_return_if_fail (line != NULL);

  g_clear_pointer (&line->bytes, g_bytes_unref);
}
