/* mcp-record.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-record"

#include "config.h"

#include "mcp-journal-private.h"

/**
 * McpRecord:
 *
 * One row of a journal, made when somebody asks for it. It holds its serial and the journal, and
 * reads all else from there, so that thousands of them may come and go while a list is scrolled.
 * The last values it told are kept to notify only what has changed.
 */

struct _McpRecord
{
  GObject        parent_instance;

  McpJournal    *journal;
  guint          serial;

  McpRecordKind  told_kind;
  McpStatus      told_status;
  guint          told_flags;
  guint          told_pair;
  guint64        told_size;
};

G_DEFINE_FINAL_TYPE (McpRecord, mcp_record, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_SERIAL,
  PROP_KIND,
  PROP_STATUS,
  PROP_FLAGS,
  PROP_SIZE,
  PROP_LATENCY_USEC,
  PROP_PAIR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const McpSlot *
get_slot (McpRecord *self)
{
  return mcp_journal_get_slot (self->journal, self->serial);
}

static void
remember_told (McpRecord *self)
{
  const McpSlot *slot = get_slot (self);

  self->told_kind = slot->kind;
  self->told_status = slot->status;
  self->told_flags = slot->flags;
  self->told_pair = slot->pair;
  self->told_size = slot->size;
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
mcp_record_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  McpRecord *self = MCP_RECORD (object);

  switch (prop_id)
    {
    case PROP_SERIAL:
      g_value_set_uint (value, self->serial);
      break;
    case PROP_KIND:
      g_value_set_uint (value, mcp_record_get_kind (self));
      break;
    case PROP_STATUS:
      g_value_set_uint (value, mcp_record_get_status (self));
      break;
    case PROP_FLAGS:
      g_value_set_uint (value, mcp_record_get_flags (self));
      break;
    case PROP_SIZE:
      g_value_set_uint64 (value, mcp_record_get_size (self));
      break;
    case PROP_LATENCY_USEC:
      g_value_set_int64 (value, mcp_record_get_latency_usec (self));
      break;
    case PROP_PAIR:
      g_value_set_uint (value, mcp_record_get_pair (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_record_class_init (McpRecordClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags =
    G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = mcp_record_finalize;
  object_class->get_property = mcp_record_get_property;

  /**
   * McpRecord:serial:
   *
   * Its number in the journal; 1 is the first.
   */
  properties[PROP_SERIAL] = g_param_spec_uint ("serial", NULL, NULL, 0, G_MAXUINT, 0, flags);

  /**
   * McpRecord:kind:
   *
   * A #McpRecordKind.
   */
  properties[PROP_KIND] = g_param_spec_uint ("kind", NULL, NULL, 0, MCP_RECORD_COMMENT, 0, flags);

  /**
   * McpRecord:status:
   *
   * A #McpStatus.
   */
  properties[PROP_STATUS] =
    g_param_spec_uint ("status", NULL, NULL, 0, MCP_STATUS_ORPHAN, 0, flags);

  /**
   * McpRecord:flags:
   *
   * #McpRecordFlags.
   */
  properties[PROP_FLAGS] = g_param_spec_uint ("flags", NULL, NULL, 0, G_MAXUINT, 0, flags);

  /**
   * McpRecord:size:
   *
   * Bytes on the wire, of a message those of the message, without the line end.
   */
  properties[PROP_SIZE] = g_param_spec_uint64 ("size", NULL, NULL, 0, G_MAXUINT64, 0, flags);

  /**
   * McpRecord:latency-usec:
   *
   * From the request to its answer, -1 when there is no pair.
   */
  properties[PROP_LATENCY_USEC] =
    g_param_spec_int64 ("latency-usec", NULL, NULL, -1, G_MAXINT64, -1, flags);

  /**
   * McpRecord:pair:
   *
   * Serial of the answer to this request, or of the request of this answer; 0 for none.
   */
  properties[PROP_PAIR] = g_param_spec_uint ("pair", NULL, NULL, 0, G_MAXUINT, 0, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
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
  remember_told (self);

  return self;
}

void
mcp_record_notify_changes (McpRecord *self)
{
  const McpSlot *slot = get_slot (self);
  gboolean kind_changed = self->told_kind != slot->kind;
  gboolean status_changed = self->told_status != slot->status;
  gboolean flags_changed = self->told_flags != slot->flags;
  gboolean pair_changed = self->told_pair != slot->pair;
  gboolean size_changed = self->told_size != slot->size;
  GObject *object = G_OBJECT (self);

  remember_told (self);

  g_object_freeze_notify (object);
  if (kind_changed)
    g_object_notify_by_pspec (object, properties[PROP_KIND]);
  if (status_changed)
    g_object_notify_by_pspec (object, properties[PROP_STATUS]);
  if (flags_changed)
    g_object_notify_by_pspec (object, properties[PROP_FLAGS]);
  if (size_changed)
    g_object_notify_by_pspec (object, properties[PROP_SIZE]);
  if (pair_changed)
    {
      g_object_notify_by_pspec (object, properties[PROP_PAIR]);
      g_object_notify_by_pspec (object, properties[PROP_LATENCY_USEC]);
    }
  g_object_thaw_notify (object);
}

/**
 * mcp_record_get_serial:
 *
 * Gets its number in the journal.
 *
 * Returns: the serial; 1 is the first
 */
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

/**
 * mcp_record_get_wall_usec:
 *
 * Gets when its last byte crossed, by the wall clock of that time.
 *
 * Returns: microseconds since 1970, UTC
 */
gint64
mcp_record_get_wall_usec (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return mcp_journal_get_wall_usec (self->journal, self->serial);
}

/**
 * mcp_record_get_time_usec:
 *
 * Gets when its last byte crossed, by the clock of g_get_monotonic_time().
 */
gint64
mcp_record_get_time_usec (McpRecord *self)
{
  g_return_val_if_fail (MCP_IS_RECORD (self), 0);

  return get_slot (self)->time_usec;
}

/**
 * mcp_record_get_queued_usec:
 *
 * Gets how long it waited in our own queue before it left.
 *
 * Returns: microseconds, at most 71 minutes
 */
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

/**
 * mcp_record_asks_era:
 *
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

/**
 * mcp_record_get_flags:
 *
 * Gets what else is to be said of it.
 *
 * Returns: #McpRecordFlags
 */
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

/**
 * mcp_record_get_pair:
 *
 * Gets the answer of a request, or the request of an answer.
 *
 * Returns: its serial, 0 for none
 */
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

/**
 * mcp_record_get_exchange:
 *
 * Gets which exchange of HTTP it is part of. Exchanges are numbered on over all lives.
 *
 * Returns: the number, 0 for none
 */
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

/**
 * mcp_record_dup_id:
 *
 * Gets the id as it stands in the message: a JSON token, strings with their quotes.
 *
 * Returns: (transfer full) (nullable): the token
 */
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
