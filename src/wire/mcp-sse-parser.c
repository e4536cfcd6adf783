/* mcp-sse-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-sse-parser.h"

/**
 * McpSseParser:
 *
 * Cuts an event stream into events and comments by the rules of the HTML Living Standard, section
 * 9.2.6. Bytes are pushed in, items are taken out in order; it does no I/O and knows no clock.
 *
 * Where a browser drops something, an inspector shows it: comments, events without data and the
 * event that the end of the stream cut off are items too. The last line's end is no part of an
 * item's bytes, as a CR ends a line before anyone knows whether an LF follows.
 *
 * An event that lies in one pushed chunk is read where it is and copied once, when it is taken: a
 * chunk of tiny events is never there as items all at once. Only an event that is cut by the end of
 * a chunk is buffered. An event over the cap keeps its first bytes for display; the rest is counted
 * and not held. Its id, name and retry count all the same, so that a stream can be resumed behind
 * it. Items share the last event id, which each of them has.
 *
 * It is one long file because both ways of reading, in place and from the buffer, work on the same
 * unfinished event.
 */

/* What is kept of an event over the cap. */
#define OVERSIZED_KEEP_BYTES (64 * 1024)

/* Messages have no event name: a named event needs no room for a message. */
#define NAMED_CAP_BYTES (1024 * 1024)

/* In an event over the cap, a longer line can only be data. */
#define SHORT_LINE_BYTES 1024

/* The next line ends in a chunk: looked for again only when passed, which keeps this linear. */
typedef struct
{
  const char *lf;
  const char *cr;
  const char *end;
} LineEnds;

struct _McpSseParser
{
  gsize     cap_bytes;
  gsize     named_cap_bytes;

  /* What was pushed and is not read yet; not ours. */
  const char *input;
  LineEnds    ends;
  gint64      now_usec;

  /* The item that was found last, and those nobody took before more was pushed. */
  GArray   *items;
  guint     next_item;

  guint     n_bom_bytes;       /* of the mark that the stream has begun with so far */
  gboolean  begun;             /* past the place where the mark can be */
  gboolean  after_cr;          /* an LF that comes now belongs to the line before */
  GRefString *last_id;         /* (nullable) */

  /* The unfinished event. Offsets are from its first byte, and count what is not held. */
  gboolean  held;              /* an event began, its bytes stay buffered */
  guint64   length;            /* all so far */
  guint64   line_start;        /* of the line that is being read */
  guint64   content_end;       /* of the last whole line, without its end */
  guint     n_lines;
  gint64    first_usec;
  char     *buffer;
  gsize     buffer_length;
  gsize     buffer_size;
  gboolean  oversized;
  char      short_line[SHORT_LINE_BYTES]; /* of an event over the cap */
  gsize     short_length;

  /* What its lines have said. */
  gsize     n_data;
  guint64   data_offset;       /* the first data field's value */
  guint64   data_length;
  guint64   joined_length;
  char     *event;
  GRefString *id;              /* (nullable) */
  guint64   long_id_bytes;
  gboolean  has_retry;
  guint64   retry_msec;
};

static const char byte_order_mark[] = "\xef\xbb\xbf";

static const char *
find_line_end (LineEnds   *ends,
               const char *from)
{
  if (ends->lf < from)
    {
      ends->lf = memchr (from, '\n', ends->end - from);
      if (ends->lf == NULL)
        ends->lf = ends->end;
    }
  if (ends->cr < from)
    {
      /* Where there is no CR, one search of the whole chunk says so. */
      ends->cr = memchr (from, '\r', ends->end - from);
      if (ends->cr == NULL)
        ends->cr = ends->end;
    }

  return MIN (ends->lf, ends->cr);
}

/**
 * mcp_sse_parser_new:
 * @cap_bytes: the biggest event that is kept whole, in bytes; 0 for no limit. One that begins with
 * a name other than "message" has no more than a mebibyte where there is a limit.
 *
 * Creates a parser at the beginning of a stream.
 */
McpSseParser *
mcp_sse_parser_new (gsize cap_bytes)
{
  McpSseParser *self = g_new0 (McpSseParser, 1);

  /* Half of what there is: joined data stands behind the lines. */
  self->cap_bytes = cap_bytes > 0 ? MIN (cap_bytes, G_MAXSSIZE / 4) : G_MAXSSIZE / 4;
  self->named_cap_bytes =
    self->cap_bytes < G_MAXSSIZE / 4 ? MIN (self->cap_bytes, NAMED_CAP_BYTES) : self->cap_bytes;
  self->items = g_array_new (FALSE, FALSE, sizeof (McpSseItem));

  return self;
}

void
mcp_sse_parser_free (McpSseParser *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = self->next_item; i < self->items->len; i++)
    mcp_sse_item_clear (&g_array_index (self->items, McpSseItem, i));
  g_array_unref (self->items);
  g_clear_pointer (&self->last_id, g_ref_string_release);
  g_clear_pointer (&self->id, g_ref_string_release);
  g_free (self->event);
  g_free (self->buffer);
  g_free (self);
}

/* --- The buffer of an event that is cut by the end of a chunk --- */

/* Grows by a half: big blocks are moved by the kernel, page by page, and never held twice. */
static void
buffer_append (McpSseParser *self,
               const char   *data,
               gsize         length)
{
  gsize size = self->buffer_length + length;

  if (length == 0)
    return;

  if (size > self->buffer_size)
    {
      self->buffer_size = MAX (MAX (size, self->buffer_size + self->buffer_size / 2), 256);
      self->buffer = g_realloc (self->buffer, self->buffer_size);
    }
  memcpy (self->buffer + self->buffer_length, data, length);
  self->buffer_length = size;
}

static void
short_line_append (McpSseParser *self,
                   const char   *data,
                   gsize         length)
{
  gsize n = MIN (length, SHORT_LINE_BYTES - self->short_length);

  memcpy (self->short_line + self->short_length, data, n);
  self->short_length += n;
}

static void
become_oversized (McpSseParser *self,
                  const char   *data,
                  gsize         length)
{
  gsize keep = MIN (self->cap_bytes, OVERSIZED_KEEP_BYTES);

  self->oversized = TRUE;
  self->short_length = 0;
  if (self->length > self->line_start)
    short_line_append (self, self->buffer + self->line_start, self->length - self->line_start);

  if (self->buffer_length < keep)
    buffer_append (self, data, MIN (length, keep - self->buffer_length));
  self->buffer_length = MIN (self->buffer_length, keep);
  if (self->buffer_size > keep)
    {
      self->buffer_size = MAX (self->buffer_length, 1);
      self->buffer = g_realloc (self->buffer, self->buffer_size);
    }
}

static void
hold_content (McpSseParser *self,
              const char   *data,
              gsize         length)
{
  gsize cap_bytes = self->event != NULL ? self->named_cap_bytes : self->cap_bytes;

  if (length == 0)
    return;

  if (!self->oversized && length > cap_bytes - MIN (self->length, cap_bytes))
    become_oversized (self, data, length);
  else if (!self->oversized)
    buffer_append (self, data, length);

  if (self->oversized)
    short_line_append (self, data, length);
  self->length += length;
}

/* Two bytes over the cap at most: the next line is over it. */
static void
hold_line_end (McpSseParser *self,
               const char   *data,
               gsize         length)
{
  if (!self->oversized)
    buffer_append (self, data, length);
  self->length += length;
  self->line_start = self->length;
  self->short_length = 0;
}

static void
reset_event (McpSseParser *self)
{
  g_clear_pointer (&self->event, g_free);
  g_clear_pointer (&self->id, g_ref_string_release);
  self->long_id_bytes = 0;
  self->held = FALSE;
  self->oversized = FALSE;
  self->length = self->line_start = self->content_end = 0;
  self->buffer_length = self->short_length = 0;
  self->n_lines = 0;
  self->n_data = 0;
  self->data_offset = self->data_length = self->joined_length = 0;
  self->has_retry = FALSE;
  self->retry_msec = 0;
}

/* --- Fields --- */

/* Gets where the value of a line begins if its field is @name. */
static gboolean
is_field (const char *line,
          gsize       length,
          const char *name,
          gsize      *value)
{
  gsize n = strlen (name);

  if (length < n || memcmp (line, name, n) != 0)
    return FALSE;

  *value = n;
  if (length == n)
    return TRUE;
  if (line[n] != ':')
    return FALSE;

  *value = n + 1;
  if (length > *value && line[*value] == ' ')
    (*value)++;

  return TRUE;
}

static void
read_data (McpSseParser *self,
           guint64       offset,
           guint64       length)
{
  if (self->n_data == 0)
    {
      self->data_offset = offset;
      self->data_length = length;
    }
  else
    self->joined_length++;
  self->joined_length += length;
  self->n_data++;
}

/* Digits only; what no number holds is the highest one. */
static void
read_retry (McpSseParser *self,
            const char   *value,
            gsize         length)
{
  guint64 msec = 0;

  if (length == 0)
    return;

  for (gsize i = 0; i < length; i++)
    {
      guint digit;

      if (!g_ascii_isdigit (value[i]))
        return;
      digit = value[i] - '0';
      msec = msec > (G_MAXUINT64 - digit) / 10 ? G_MAXUINT64 : msec * 10 + digit;
    }

  self->has_retry = TRUE;
  self->retry_msec = msec;
}

static void
read_id (McpSseParser *self,
         const char   *value,
         gsize         length)
{
  g_autofree char *id = NULL;

  if (memchr (value, '\0', length) != NULL)
    return;

  self->long_id_bytes = length > MCP_SSE_MAX_ID_BYTES ? length : 0;
  id = g_utf8_make_valid (value, self->long_id_bytes > 0 ? 0 : length);
  g_clear_pointer (&self->id, g_ref_string_release);
  self->id = g_ref_string_new (id);
}

static void
read_field (McpSseParser *self,
            const char   *line,
            gsize         length)
{
  gsize at;

  if (is_field (line, length, "event", &at))
    {
      g_clear_pointer (&self->event, g_free);
      if (length > at && !(length - at == 7 && memcmp (line + at, "message", 7) == 0))
        self->event = g_utf8_make_valid (line + at, length - at);
    }
  else if (is_field (line, length, "id", &at))
    read_id (self, line + at, length - at);
  else if (is_field (line, length, "retry", &at))
    read_retry (self, line + at, length - at);
}

/* Of @length bytes @line has the first @n_known: all of them, unless the event is over the cap. */
static void
read_line (McpSseParser *self,
           const char   *line,
           gsize         n_known,
           guint64       offset,
           guint64       length)
{
  gsize at;

  self->n_lines++;
  self->content_end = offset + length;

  if (is_field (line, n_known, "data", &at))
    read_data (self, offset + at, length - at);
  else if (n_known == length)
    read_field (self, line, n_known);
}

/* --- Items --- */

/* Puts the values of the data lines in @raw, joined by LF, behind it. */
static void
join_data (char  *raw,
           gsize  length)
{
  LineEnds ends = { NULL, NULL, raw + length };
  const char *line = raw;
  char *out = raw + length;
  gboolean first = TRUE;

  while (line < ends.end)
    {
      const char *stop = find_line_end (&ends, line);
      gsize at;

      if (is_field (line, stop - line, "data", &at))
        {
          if (!first)
            *out++ = '\n';
          first = FALSE;
          memcpy (out, line + at, stop - line - at);
          out += stop - line - at;
        }
      line = stop + 1;
    }
}

/* Takes the bytes of the event that ends, with @n_extra uninitialized ones behind them. */
static GBytes *
take_raw (McpSseParser *self,
          const char   *in_place,
          gsize         n_extra)
{
  gsize length = self->oversized ? self->buffer_length : self->content_end;
  char *raw;

  if (in_place != NULL && n_extra == 0)
    return g_bytes_new (in_place, length);

  if (in_place != NULL)
    {
      raw = g_malloc (length + n_extra);
      memcpy (raw, in_place, length);
    }
  else
    {
      raw = g_realloc (g_steal_pointer (&self->buffer), length + n_extra);
      self->buffer_length = self->buffer_size = 0;
    }
  if (n_extra > 0)
    join_data (raw, length);

  return g_bytes_new_take (raw, length + n_extra);
}

static void
set_data (McpSseParser *self,
          McpSseItem   *item,
          gsize         n_extra)
{
  gsize size = g_bytes_get_size (item->raw);

  item->has_data = self->n_data > 0;
  item->joined = n_extra > 0 || (self->n_data > 1 && !self->oversized);
  if (item->joined)
    {
      item->data_offset = size - n_extra;
      item->data_length = n_extra;
    }
  else if (item->has_data)
    {
      item->data_offset = MIN (self->data_offset, size);
      item->data_length = MIN (self->data_length, size - item->data_offset);
    }
}

/* The event whose bytes are in the buffer, or at @in_place, becomes an item. */
static void
end_event (McpSseParser   *self,
           McpSseItemKind  kind,
           const char     *in_place)
{
  McpSseItem item = { .kind = kind };
  gboolean join = kind == MCP_SSE_EVENT && self->n_data > 1 && !self->oversized;
  gsize n_extra = join ? self->joined_length : 0;

  item.oversized = self->oversized;
  item.total_bytes = self->content_end;
  item.first_usec = self->first_usec;
  item.raw = take_raw (self, in_place, n_extra);

  if (kind == MCP_SSE_EVENT)
    {
      set_data (self, &item, n_extra);
      item.has_id = self->id != NULL;
      item.long_id_bytes = self->long_id_bytes;
      if (item.has_id)
        {
          g_clear_pointer (&self->last_id, g_ref_string_release);
          self->last_id = g_steal_pointer (&self->id);
        }
    }
  if (item.has_id || mcp_sse_parser_get_last_id (self) != NULL)
    item.id = g_ref_string_acquire (self->last_id);
  item.event = g_steal_pointer (&self->event);
  item.has_retry = self->has_retry;
  item.retry_msec = self->retry_msec;

  g_array_append_val (self->items, item);
  reset_event (self);
}

/* --- Reading --- */

/* The bytes from @stop on that end a line: CRLF is one end, in one chunk or in two. */
static gsize
measure_line_end (McpSseParser *self,
                  const char   *stop,
                  const char   *end)
{
  if (*stop == '\n')
    return 1;
  if (stop + 1 < end)
    return stop[1] == '\n' ? 2 : 1;

  self->after_cr = TRUE;

  return 1;
}

/* Reads one event or comment in the chunk. What is not whole there, or too big, is to be held. */
static const char *
read_in_place (McpSseParser *self,
               const char   *start)
{
  LineEnds *ends = &self->ends;
  const char *line = start;
  const char *stop;

  self->first_usec = self->now_usec;

  while ((stop = find_line_end (ends, line)) != ends->end)
    {
      gsize length = stop - line;

      if (length > 0 && (gsize) (stop - start) > self->cap_bytes)
        break;

      if (length == 0)
        {
          if (self->n_lines > 0)
            end_event (self, MCP_SSE_EVENT, start);
          return stop + measure_line_end (self, stop, ends->end);
        }

      if (*line == ':' && self->n_lines == 0)
        {
          self->content_end = length;
          end_event (self, MCP_SSE_COMMENT, start);
          return stop + measure_line_end (self, stop, ends->end);
        }

      read_line (self, line, length, line - start, length);
      line = stop + measure_line_end (self, stop, ends->end);
      if (line == ends->end)
        break;
    }

  self->held = TRUE;
  self->length = self->line_start = line - start;
  buffer_append (self, start, line - start);

  return line;
}

/* Reads one line, or the rest of the chunk, of an event in the buffer. */
static const char *
read_held (McpSseParser *self,
           const char   *data)
{
  LineEnds *ends = &self->ends;
  const char *stop = find_line_end (ends, data);
  const char *line;
  guint64 length;
  gsize n_known;
  gsize n_end;

  hold_content (self, data, stop - data);
  if (stop == ends->end)
    return stop;

  n_end = measure_line_end (self, stop, ends->end);
  length = self->length - self->line_start;
  line = self->oversized ? self->short_line : self->buffer + self->line_start;
  n_known = self->oversized ? self->short_length : length;

  if (length == 0)
    {
      end_event (self, MCP_SSE_EVENT, NULL);
      return stop + n_end;
    }

  if (*line == ':' && self->n_lines == 0)
    {
      self->content_end = self->length;
      end_event (self, MCP_SSE_COMMENT, NULL);
      return stop + n_end;
    }

  read_line (self, line, n_known, self->line_start, length);
  hold_line_end (self, stop, n_end);

  return stop + n_end;
}

/* Skips the mark at the very start; one that is cut off there and goes on otherwise is data. */
static const char *
skip_byte_order_mark (McpSseParser *self,
                      const char   *data,
                      const char   *end)
{
  while (data < end && self->n_bom_bytes < 3 && *data == byte_order_mark[self->n_bom_bytes])
    {
      self->n_bom_bytes++;
      data++;
    }

  if (self->n_bom_bytes == 3)
    self->begun = TRUE;
  else if (data < end)
    {
      self->begun = TRUE;
      if (self->n_bom_bytes > 0)
        {
          self->held = TRUE;
          self->first_usec = self->now_usec;
          hold_content (self, byte_order_mark, self->n_bom_bytes);
        }
    }

  return data;
}

/* Reads on in what was pushed, up to the end of an item or of all of it. */
static void
read_item (McpSseParser *self)
{
  guint n_items = self->items->len;

  while (self->input < self->ends.end && self->items->len == n_items)
    self->input = self->held ? read_held (self, self->input) : read_in_place (self, self->input);
}

static void
read_all (McpSseParser *self)
{
  while (self->input < self->ends.end)
    read_item (self);
}

/**
 * mcp_sse_parser_push:
 * @data: (array length=length): the next bytes of the stream
 * @now_usec: when they arrived, in the caller's clock
 *
 * Adds bytes; take the items they complete with mcp_sse_parser_next(). @data must not change before
 * that has returned %FALSE, or more is pushed.
 */
void
mcp_sse_parser_push (McpSseParser *self,
                     const char   *data,
                     gsize         length,
                     gint64        now_usec)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (data != NULL || length == 0);

  if (length == 0)
    return;

  read_all (self);
  self->now_usec = now_usec;
  self->ends = (LineEnds) { NULL, NULL, data + length };
  if (!self->begun)
    data = skip_byte_order_mark (self, data, self->ends.end);

  if (data < self->ends.end && self->after_cr)
    {
      self->after_cr = FALSE;
      if (*data == '\n')
        {
          if (self->held)
            hold_line_end (self, data, 1);
          data++;
        }
    }

  self->input = data;
  if (self->items->len == 0)
    read_item (self);
}

/*
 * Tells that the stream has ended: what no blank line ended becomes an item of the kind
 * %MCP_SSE_UNFINISHED, without data and without a say on the last event id. The parser can then be
 * used for the stream that goes on with this one: it keeps the last event id.
 */
void
mcp_sse_parser_finish (McpSseParser *self)
{
  g_return_if_fail (self != NULL);

  read_all (self);
  self->input = self->ends.end = NULL;

  /* A part of a mark is no mark. */
  if (!self->begun && self->n_bom_bytes > 0)
    hold_content (self, byte_order_mark, self->n_bom_bytes);

  if (self->length > self->line_start)
    self->content_end = self->length;
  if (self->content_end > 0)
    end_event (self, MCP_SSE_UNFINISHED, NULL);

  reset_event (self);
  self->n_bom_bytes = 0;
  self->begun = FALSE;
  self->after_cr = FALSE;
}

/**
 * mcp_sse_parser_next:
 * @item: (out caller-allocates): the item; clear it with mcp_sse_item_clear()
 *
 * Takes the next item.
 *
 * Returns: %FALSE if there is none yet; @item is not touched then
 */
gboolean
mcp_sse_parser_next (McpSseParser *self,
                     McpSseItem   *item)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (item != NULL, FALSE);

  if (self->next_item == self->items->len)
    return FALSE;

  *item = g_array_index (self->items, McpSseItem, self->next_item);
  self->next_item++;

  if (self->next_item == self->items->len)
    {
      g_array_set_size (self->items, 0);
      self->next_item = 0;
      read_item (self);
    }

  return TRUE;
}

/**
 * mcp_sse_parser_get_pending:
 *
 * Gets the size of the unfinished event, what is not held included.
 *
 * Returns: bytes since the last item or blank line
 */
guint64
mcp_sse_parser_get_pending (McpSseParser *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->length;
}

/**
 * mcp_sse_parser_get_last_id:
 *
 * Gets what a stream that is resumed is to be asked for, in `Last-Event-ID`, when all items have
 * been taken.
 *
 * Returns: (transfer none) (nullable): the last event id; %NULL before the first, and after an
 *   event that set it to nothing
 */
const char *
mcp_sse_parser_get_last_id (McpSseParser *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->last_id != NULL && *self->last_id != '\0' ? self->last_id : NULL;
}

void
mcp_sse_item_clear (McpSseItem *item)
{
  g_return_if_fail (item != NULL);

  g_clear_pointer (&item->raw, g_bytes_unref);
  g_clear_pointer (&item->event, g_free);
  g_clear_pointer (&item->id, g_ref_string_release);
}
