/* mcp-record.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"

/**
 * McpRecord:
 *
 * One row of a journal, made when somebody asks for it. It holds its serial and the journal, and
 * reads all else from there, so that thousands of them may come and go while a list is scrolled.
 */

struct _McpRecord
{
  GObject     parent_instance;

  McpJournal *journal;
  guint       serial;
};

G_DEFINE_FINAL_TYPE (McpRecord, mcp_record, G_TYPE_OBJECT)

static guint changed_signal;

static const McpSlot *
get_slot (McpRecord *self)
{
  return mcp_journal_get_slot (self->journal, self->serial);
}

static void
mcp_record_finalize (GObject *object)
{
  McpRecord *self = MCP_RECORD (object);

  mcp_journal_forget_record (self->journal, self->serial);
  g_object_unref (self->journal);

  G_OBJECT_CLASS (mcp_record_parent_class)->finalize (object);
}

static void
mcp_record_class_init (McpRecordClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_record_finalize;

  /**
   * McpRecord::changed:
   * @self: a record
   *
   * Something that is to be said of it is new: its answer came, there is more of it, or somebody wrote a comment.
   */
  changed_signal = g_signal_new ("changed", MCP_TYPE_RECORD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_record_init (McpRecord *self)
{
}

/* The journal keeps the table of those alive: only it makes records. */
McpRecord *
mcp_record_new (McpJournal *journal,
                guint       serial)
{
  McpRecord *self = g_object_new (MCP_TYPE_RECORD, NULL);

  self->journal = g_object_ref (journal);
  self->serial = serial;

  return self;
}

void
mcp_record_tell_changed (McpRecord *self)
{
  g_signal_emit (self, changed_signal, 0);
}

guint
mcp_record_get_serial (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return self->serial;
}

guint
mcp_record_get_life (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return get_slot (self)->life;
}

gint64
mcp_record_get_wall_usec (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return mcp_journal_get_wall_usec (self->journal, self->serial);
}

/* Gets when its last byte crossed, by the clock of g_get_monotonic_time(). */
gint64
mcp_record_get_time_usec (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return get_slot (self)->time_usec;
}

gint64
mcp_record_get_queued_usec (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return get_slot (self)->queued_usec;
}

McpDirection
mcp_record_get_direction (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), MCP_DIRECTION_OUT);

  return get_slot (self)->direction;
}

McpChannel
mcp_record_get_channel (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), MCP_CHANNEL_STDIO);

  return get_slot (self)->channel;
}

McpRecordKind
mcp_record_get_kind (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), MCP_RECORD_INVALID);

  return get_slot (self)->kind;
}

/*
 * Gets whether it is of the question which era a server is of, or of its answer. Old servers refuse
 * that, which is no error of theirs.
 */
gboolean
mcp_record_asks_era (McpRecord *self)
{
  const McpSlot *slot;

  g_return_val_if_fail (MCP_IS_RECORD (self), FALSE);

  slot = get_slot (self);

  return mcp_slot_asks_era (slot, mcp_journal_get_slot (self->journal, slot->pair));
}

McpStatus
mcp_record_get_status (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), MCP_STATUS_NONE);

  return get_slot (self)->status;
}

guint
mcp_record_get_flags (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return get_slot (self)->flags;
}

/**
 * mcp_record_get_size:
 *
 * Gets how long it is on the wire, which may be more than the bytes kept. Of a message in an event
 * that is the message without the lines around it.
 *
 * Returns: bytes, without the line end
 */
guint64
mcp_record_get_size (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return get_slot (self)->size;
}

/**
 * mcp_record_get_latency_usec:
 *
 * Gets the time from the request's last byte to its answer's last byte, of either of the two.
 *
 * Returns: microseconds, -1 when there is no pair
 */
gint64
mcp_record_get_latency_usec (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), -1);

  return mcp_journal_get_latency_usec (self->journal, self->serial);
}

guint
mcp_record_get_pair (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return get_slot (self)->pair;
}

/**
 * mcp_record_get_method:
 *
 * Gets the method as valid UTF-8, of an answer that of its request. A very long one is cut, and
 * when a server has sent too many different ones it is "…": the bytes have the truth.
 *
 * Returns: (nullable): the method, until the journal ends
 */
const char *
mcp_record_get_method (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), NULL);

  return mcp_journal_get_method (self->journal, self->serial);
}

/**
 * mcp_record_get_name:
 *
 * Gets the tool, prompt or URI that a request is about, of an answer that of its request. Limited
 * as the method is.
 *
 * Returns: (nullable): the name, until the journal ends
 */
const char *
mcp_record_get_name (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), NULL);

  return mcp_journal_get_name (self->journal, self->serial);
}

/**
 * mcp_record_get_conversation:
 *
 * Gets the call that it belongs to, when that took several requests (2026-07-28,
 * basic/patterns/mrtr).
 *
 * Returns: the serial of the call's first request; 0 for a call of one request, and for all else
 */
guint
mcp_record_get_conversation (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return mcp_journal_get_conversation (self->journal, self->serial);
}

guint
mcp_record_get_exchange (McpRecord *self)
{
  const McpSlotWire *wire;

  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  wire = mcp_journal_get_wire (self->journal, self->serial);

  return wire != NULL ? wire->exchange : 0;
}

static GBytes *
find_id (McpRecord *self)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (self, NULL);
  gsize length;
  const char *data;
  McpScan scan;

  if (bytes == NULL)
    return NULL;

  data = g_bytes_get_data (bytes, &length);
  mcp_scan (data, length, &scan);
  if (scan.id.length == 0)
    return NULL;

  return g_bytes_new_from_bytes (bytes, scan.id.offset, scan.id.length);
}

char *
mcp_record_dup_id (McpRecord *self)
{
  g_autoptr (GBytes) id = NULL;
  const McpSlot *slot;
  gsize length;
  const char *data;

  g_return_val_if_fail (MCP_IS_RECORD (self), NULL);

  slot = get_slot (self);
  if (slot->id_length == 0)
    return NULL;

  if (slot->id_length == MCP_SLOT_ID_UNKNOWN)
    id = find_id (self);
  else
    id = mcp_journal_read_part (self->journal, self->serial, slot->id_offset, slot->id_length,
                                NULL);
  if (id == NULL || g_bytes_get_size (id) == 0)
    return NULL;

  data = g_bytes_get_data (id, &length);

  return g_strndup (data, length);
}

/**
 * mcp_record_dup_bytes:
 * @error: of %MCP_ERROR_STORAGE
 *
 * Reads the record's message, exactly as it crossed, without the line end and what else was around
 * it. What is no message is all bytes there are.
 *
 * Returns: (transfer full) (nullable): the bytes
 */
GBytes *
mcp_record_dup_bytes (McpRecord  *self,
                      GError    **error)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return mcp_journal_read (self->journal, self->serial, error);
}

/**
 * mcp_record_dup_raw:
 * @error: of %MCP_ERROR_STORAGE
 *
 * Reads the record's bytes as they came: an event of a stream with the names of its fields, all
 * its lines and those of comments between them. Else the same as mcp_record_dup_bytes().
 *
 * Returns: (transfer full) (nullable): the bytes
 */
GBytes *
mcp_record_dup_raw (McpRecord  *self,
                    GError    **error)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return mcp_journal_read_raw (self->journal, self->serial, error);
}

/**
 * mcp_record_dup_head:
 * @max_bytes: how much to read at most
 *
 * Reads the start of the record's message, and no more of the file than that.
 *
 * Returns: (transfer full) (nullable): the bytes, %NULL when they cannot be read
 */
GBytes *
mcp_record_dup_head (McpRecord *self,
                     gsize      max_bytes)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), NULL);

  return mcp_journal_read_part (self->journal, self->serial, 0, max_bytes, NULL);
}

/**
 * mcp_record_get_journal:
 *
 * Gets the journal it belongs to, which lives as long as the record.
 *
 * Returns: (transfer none): the journal
 */
McpJournal *
mcp_record_get_journal (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), NULL);

  return self->journal;
}
