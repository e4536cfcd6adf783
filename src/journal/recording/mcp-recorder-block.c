/* mcp-recorder-block.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "mcp-recorder-block.h"
#include "mcp-redactor-private.h"
#include "mcp-write.h"

/* A block waits in memory; what its lines are made of stays in the spool as long as it is there. */
#define BLOCK_ITEMS 2048
#define BLOCK_BYTES (1024 * 1024)

/* How much is read from the spool, and written to the file, at once. */
#define WINDOW_BYTES (256 * 1024)
#define BUFFER_BYTES (256 * 1024)

typedef enum {
  ITEM_RECORD,
  ITEM_LINE,    /* of another recording, as it was */
  ITEM_TEXT,    /* a line that is ready but for redaction */
} ItemType;

typedef struct
{
  ItemType          type;
  McpRecorderObject object;
  McpRecorderLine   line;
  McpSpan           message;
  guint64           offset;  /* in the spool; of a text in the block's texts */
  gsize             length;
  GBytes           *held;    /* (nullable): when the bytes are not in the file yet */
} Item;

struct _McpRecorderBlock
{
  GArray    *items;       /* of Item */
  GString   *texts;
  gsize      n_bytes;
  GPtrArray *secrets;     /* (nullable): what the recording must not give away by now */
  guint      last;        /* serial of its last record */
};

struct _McpRecorderWriter
{
  int          fd;
  McpSpool    *spool;
  McpRedactor *redactor;  /* (nullable) */
  GPtrArray   *secrets;   /* (nullable): which the redactor knows */
  GString     *out;
  int          saved_errno;

  char        *window;
  guint64      window_offset;
  gsize        window_length;
};

static void
clear_item (gpointer data)
{
  g_clear_pointer (&((Item *) data)->held, g_bytes_unref);
}

/* @secrets: (transfer full) (nullable) */
McpRecorderBlock *
mcp_recorder_block_new (GPtrArray *secrets)
{
  McpRecorderBlock *self = g_new0 (McpRecorderBlock, 1);

  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (self->items, clear_item);
  self->texts = g_string_new (NULL);
  self->secrets = secrets;

  return self;
}

void
mcp_recorder_block_free (McpRecorderBlock *self)
{
  g_array_unref (self->items);
  g_string_free (self->texts, TRUE);
  g_clear_pointer (&self->secrets, g_ptr_array_unref);
  g_free (self);
}

gboolean
mcp_recorder_block_is_full (McpRecorderBlock *self)
{
  return self->items->len >= BLOCK_ITEMS || self->n_bytes >= BLOCK_BYTES;
}

static void
add_item (McpRecorderBlock *self,
          McpSpool         *spool,
          Item             *item)
{
  if (item->length > 0)
    item->held = mcp_spool_read_held (spool, item->offset, item->length);
  self->n_bytes += item->length;
  g_array_append_vals (self->items, item, 1);
}

void
mcp_recorder_block_add_record (McpRecorderBlock *self,
                               McpJournal       *journal,
                               guint             serial)
{
  McpStretch raw = mcp_journal_get_raw (journal, serial);
  Item item = { .type = ITEM_RECORD, .offset = raw.offset, .length = raw.length };

  item.object = mcp_recorder_line_get_object (journal, serial);
  item.message = mcp_recorder_line_get_message (journal, serial);
  mcp_recorder_line_describe (journal, serial, &item.line);
  add_item (self, journal->spool, &item);
}

/* A line of the recording that the journal was read from. */
void
mcp_recorder_block_add_line (McpRecorderBlock *self,
                             McpSpool         *spool,
                             guint64           offset,
                             gsize             length)
{
  Item item = { .type = ITEM_LINE, .offset = offset, .length = length };

  add_item (self, spool, &item);
}

/* Gets where to append a line to, with its end; mcp_recorder_block_end_text() comes next. */
GString *
mcp_recorder_block_begin_text (McpRecorderBlock *self)
{
  Item item = { .type = ITEM_TEXT, .offset = self->texts->len };

  g_array_append_val (self->items, item);

  return self->texts;
}

void
mcp_recorder_block_end_text (McpRecorderBlock *self)
{
  Item *item = &g_array_index (self->items, Item, self->items->len - 1);

  /* The line end is written with it. */
  item->length = self->texts->len - item->offset - 1;
  self->n_bytes += item->length;
}

void
mcp_recorder_block_set_last (McpRecorderBlock *self,
                             guint             serial)
{
  self->last = serial;
}

guint
mcp_recorder_block_get_last (McpRecorderBlock *self)
{
  return self->last;
}

/*
 * mcp_recorder_writer_new:
 * @fd: a file, which is taken over
 * @spool: where the bytes are
 * @redactor: (nullable): whose knowledge to begin with
 *
 * Makes what writes blocks.
 *
 * Returns: (transfer full): a new writer
 */
McpRecorderWriter *
mcp_recorder_writer_new (int          fd,
                         McpSpool    *spool,
                         McpRedactor *redactor)
{
  McpRecorderWriter *self = g_new0 (McpRecorderWriter, 1);

  self->fd = fd;
  self->spool = g_object_ref (spool);
  self->redactor = redactor != NULL ? mcp_redactor_copy (redactor) : NULL;
  self->out = g_string_sized_new (BUFFER_BYTES + 4096);

  return self;
}

void
mcp_recorder_writer_free (McpRecorderWriter *self)
{
  mcp_recorder_writer_close (self);
  g_object_unref (self->spool);
  g_clear_pointer (&self->redactor, mcp_redactor_free);
  g_clear_pointer (&self->secrets, g_ptr_array_unref);
  g_string_free (self->out, TRUE);
  g_free (self->window);
  g_free (self);
}

/* Returns: (nullable): what the writer redacts with */
McpRedactor *
mcp_recorder_writer_get_redactor (McpRecorderWriter *self)
{
  return self->redactor;
}

/* Returns 0 or errno: that of the first write that failed, after which nothing is written. */
int
mcp_recorder_writer_close (McpRecorderWriter *self)
{
  if (self->fd >= 0 && close (self->fd) != 0 && self->saved_errno == 0)
    self->saved_errno = errno;
  self->fd = -1;

  return self->saved_errno;
}

static gboolean
flush (McpRecorderWriter *self)
{
  if (self->saved_errno == 0)
    self->saved_errno = mcp_write_fully (self->fd, self->out->str, self->out->len, NULL);
  g_string_truncate (self->out, 0);

  return self->saved_errno == 0;
}

/* Writes a line that is ready. Returns 0 or errno. */
int
mcp_recorder_writer_write_text (McpRecorderWriter *self,
                                const char        *text,
                                gsize              length)
{
  g_string_append_len (self->out, text, length);
  flush (self);

  return self->saved_errno;
}

/* A large line is never in memory as a whole. */
static gboolean
flush_if_full (gpointer user_data)
{
  McpRecorderWriter *self = user_data;

  return self->out->len < BUFFER_BYTES || flush (self);
}

/* Neighbours in the file are read together; what is in it never changes. */
static const char *
read_spool (McpRecorderWriter *self,
            guint64            offset,
            gsize              length)
{
  if (length == 0)
    return "";

  if (offset < self->window_offset
      || offset + length > self->window_offset + self->window_length)
    {
      gssize n_read;

      if (self->window == NULL)
        self->window = g_malloc (WINDOW_BYTES);
      n_read = mcp_spool_read_into (self->spool, offset, self->window, WINDOW_BYTES);
      self->window_offset = offset;
      self->window_length = MAX (n_read, 0);
      if (self->window_length < length)
        return NULL;
    }

  return self->window + (offset - self->window_offset);
}

static void
write_record (McpRecorderWriter *self,
              const Item        *item,
              const char        *data)
{
  mcp_recorder_line_append_before (self->out, &item->line);
  if (item->object != MCP_RECORDER_NO_OBJECT)
    mcp_recorder_line_append_object (self->out, item->object, data, item->length, self->redactor);
  else if (mcp_recorder_line_append_bytes (self->out, data, item->length, item->message,
                                           item->line.channel, self->redactor, flush_if_full, self)
           && item->line.channel == MCP_CHANNEL_SSE)
    mcp_recorder_line_append_event (self->out, data, item->length, self->redactor);
  mcp_recorder_line_append_after (self->out, &item->line);
}

static void
write_text (McpRecorderWriter *self,
            const char        *text,
            gsize              length)
{
  g_autofree char *redacted = NULL;

  if (self->redactor != NULL)
    text = redacted = mcp_redactor_redact (self->redactor, text, length, &length);
  g_string_append_len (self->out, text, length);
  g_string_append_c (self->out, '\n');
}

static void
write_item (McpRecorderWriter *self,
            McpRecorderBlock  *block,
            const Item        *item)
{
  g_autoptr (GBytes) large = NULL;
  const char *data;

  if (item->type == ITEM_TEXT)
    {
      write_text (self, block->texts->str + item->offset, item->length);
      return;
    }

  if (item->held != NULL)
    data = g_bytes_get_data (item->held, NULL);
  else if (item->length <= WINDOW_BYTES)
    data = read_spool (self, item->offset, item->length);
  else
    data = (large = mcp_spool_read_written (self->spool, item->offset, item->length)) != NULL
             ? g_bytes_get_data (large, NULL)
             : NULL;

  if (data == NULL)
    self->saved_errno = EIO;
  else if (item->type == ITEM_LINE)
    write_text (self, data, item->length);
  else
    write_record (self, item, data);
}

/*
 * mcp_recorder_writer_write:
 * @block: what to write
 *
 * Writes the lines of a block, redacted, all of them before it returns.
 *
 * Returns: 0, or the errno since when nothing is written
 */
int
mcp_recorder_writer_write (McpRecorderWriter *self,
                           McpRecorderBlock  *block)
{
  if (self->redactor != NULL && block->secrets != NULL && block->secrets != self->secrets)
    {
      mcp_redactor_follow (self->redactor, block->secrets);
      g_clear_pointer (&self->secrets, g_ptr_array_unref);
      self->secrets = g_ptr_array_ref (block->secrets);
    }

  for (guint i = 0; i < block->items->len && self->saved_errno == 0; i++)
    {
      write_item (self, block, &g_array_index (block->items, Item, i));
      flush_if_full (self);
    }
  flush (self);

  return self->saved_errno;
}
