/* mcp-journal-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-journal-private.h"

/*
 * What reads a journal without changing it: bytes from the spool, facts from the index, figures.
 */

gint64
mcp_journal_get_wall_usec (McpJournal *self,
                           guint       serial)
{
  const McpWallStep *steps = (const McpWallStep *) self->wall_steps->data;
  guint low = 0;
  guint high = self->wall_steps->len - 1;

  while (low < high)
    {
      guint middle = (low + high + 1) / 2;

      if (steps[middle].serial <= serial)
        low = middle;
      else
        high = middle - 1;
    }

  return mcp_journal_get_slot (self, serial)->time_usec + steps[low].offset_usec;
}

/* Of a pair, from the request's last byte to the answer's; -1 for what has no pair. */
gint64
mcp_journal_get_latency_usec (McpJournal *self,
                              guint       serial)
{
  McpSlot *slot = mcp_journal_get_slot (self, serial);
  McpSlot *pair = mcp_journal_get_slot (self, slot->pair);

  if (pair == NULL)
    return -1;

  return MAX (0, slot->kind == MCP_RECORD_REQUEST ? pair->time_usec - slot->time_usec
                                                  : slot->time_usec - pair->time_usec);
}

const char *
mcp_journal_get_method (McpJournal *self,
                        guint       serial)
{
  return mcp_interner_get (self->methods, mcp_journal_get_slot (self, serial)->method);
}

const char *
mcp_journal_get_name (McpJournal *self,
                      guint       serial)
{
  return mcp_interner_get (self->names, mcp_journal_get_slot (self, serial)->name);
}

/*
 * mcp_journal_get_message:
 *
 * Gets where a record's message is: all its bytes but the lead and the trail.
 *
 * Returns: the stretch of the spool
 */
McpStretch
mcp_journal_get_message (McpJournal *self,
                         guint       serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self, serial);
  const McpSlotWire *wire = mcp_journal_get_wire (self, serial);
  McpStretch stretch = { slot->offset, slot->length };

  /* What could not be stored has a span, but no bytes. */
  if (wire != NULL && slot->length > 0)
    {
      stretch.offset += wire->lead;
      stretch.length -= wire->lead + wire->trail;
    }

  return stretch;
}

/*
 * mcp_journal_get_raw:
 *
 * Gets where a record's bytes as they came are. Behind a joined event stands its message, which
 * did not come like that.
 *
 * Returns: the stretch of the spool
 */
McpStretch
mcp_journal_get_raw (McpJournal *self,
                     guint       serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self, serial);
  const McpSlotWire *wire = mcp_journal_get_wire (self, serial);
  McpStretch stretch = { slot->offset, slot->length };

  if ((slot->flags & MCP_RECORD_FLAG_JOINED) != 0 && wire != NULL && slot->length > 0)
    stretch.length = wire->lead;

  return stretch;
}

/* Reads from within a record's message; what is beyond its end is left out. */
GBytes *
mcp_journal_read_part (McpJournal  *self,
                       guint        serial,
                       guint64      offset,
                       gsize        length,
                       GError     **error)
{
  McpStretch message = mcp_journal_get_message (self, serial);

  offset = MIN (offset, message.length);
  length = MIN (length, message.length - offset);

  return mcp_spool_read (self->spool, message.offset + offset, length, error);
}

/* Reads a record's bytes as they came. */
GBytes *
mcp_journal_read_raw (McpJournal  *self,
                      guint        serial,
                      GError     **error)
{
  McpStretch raw = mcp_journal_get_raw (self, serial);

  return mcp_spool_read (self->spool, raw.offset, raw.length, error);
}

/**
 * mcp_journal_read:
 * @error: of %MCP_ERROR_STORAGE, or %MCP_ERROR_USAGE when there is no such record
 *
 * Reads a record's message back, exactly as it was appended: all its bytes, unless it was appended
 * with a lead or a trail. A pending record has none yet.
 *
 * Returns: (transfer full) (nullable): the bytes
 */
GBytes *
mcp_journal_read (McpJournal  *self,
                  guint        serial,
                  GError     **error)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (serial == 0 || serial > self->n_records)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("There is no record %u"), serial);
      return NULL;
    }

  return mcp_journal_read_part (self, serial, 0, G_MAXSIZE, error);
}

/* Gets when the journal was created, by the clock of g_get_monotonic_time(). */
gint64
mcp_journal_get_start_usec (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  return self->start_usec;
}

gint64
mcp_journal_get_start_wall_usec (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  return self->start_wall_usec;
}

/**
 * mcp_journal_get_n_messages:
 * @direction: which way
 *
 * Gets how many frames crossed the connection as, or in place of, a message.
 *
 * Returns: the number
 */
guint
mcp_journal_get_n_messages (McpJournal   *self,
                            McpDirection  direction)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);
  g_return_val_if_fail (direction <= MCP_DIRECTION_IN, 0);

  return self->n_messages[direction];
}

/* Gets how long the spool is, what is still to be written included. */
guint64
mcp_journal_get_spool_bytes (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  return mcp_spool_get_size (self->spool);
}

/* Gets how much waits in memory to be written. */
gsize
mcp_journal_get_held_bytes (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  return mcp_spool_get_held_bytes (self->spool);
}

/*
 * Gets how much memory the index, the tables and the buffers take, without what waits to be
 * written and without records that others hold.
 */
gsize
mcp_journal_get_memory_bytes (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  return sizeof (McpJournal)
         + mcp_pages_get_bytes (self->pages) + 2 * self->chunks->len * sizeof (gpointer)
         + self->exchanges->len * sizeof (McpJournalExchange)
         + self->wall_steps->len * sizeof (McpWallStep) + mcp_interner_get_bytes (self->methods)
         + mcp_interner_get_bytes (self->names) + mcp_pending_table_get_bytes (self->pending)
         + mcp_spool_get_memory_bytes (self->spool);
}
