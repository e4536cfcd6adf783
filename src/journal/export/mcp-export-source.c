/* mcp-export-source.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-export-private.h"
#include "mcp-journal-private.h"

/*
 * What of a journal is exported, in the order in which it is written. An archive has its exchanges
 * first, each with all its records, then the messages that crossed no HTTP.
 */

/* A stream without an end may have any number of events. */
#define MAX_RECORDS_PER_EXCHANGE 100000

struct _McpExportSource
{
  McpJournal      *journal;
  McpExportFormat  format;
  GArray          *serials;    /* (nullable): only these; of an archive, the exchanges with any of them */
  guint            n_serials;  /* how many are looked at */
  guint            next;       /* which comes next, from 0 */

  gboolean         in_messages;   /* of an archive: its second half */
  GHashTable      *exchanges;     /* numbers of those that are in it */
  GArray          *of_exchange;   /* (nullable): serials of the one that is given now */
  guint            exchange;
  guint            next_of_exchange;
};

void
mcp_export_item_clear (McpExportItem *self)
{
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_object (&self->spool);
}

/* The bytes of an item. May be called in a worker. Returns: (nullable): they cannot be read */
GBytes *
mcp_export_item_read (const McpExportItem *self)
{
  if (self->bytes != NULL)
    return g_bytes_ref (self->bytes);

  return mcp_spool_read_written (self->spool, self->offset, self->length);
}

/*
 * mcp_export_source_new:
 * @serials: (nullable) (transfer none): the records that are wanted, in order; %NULL is all there
 *   are by now
 */
McpExportSource *
mcp_export_source_new (McpJournal      *journal,
                       McpExportFormat  format,
                       GArray          *serials)
{
  McpExportSource *self = g_new0 (McpExportSource, 1);

  self->journal = g_object_ref (journal);
  self->format = format;
  self->serials = serials != NULL ? g_array_ref (serials) : NULL;
  self->n_serials = serials != NULL ? serials->len : mcp_journal_get_n_records (journal);
  self->exchanges = g_hash_table_new (NULL, NULL);

  return self;
}

void
mcp_export_source_free (McpExportSource *self)
{
  g_object_unref (self->journal);
  g_clear_pointer (&self->serials, g_array_unref);
  g_clear_pointer (&self->of_exchange, g_array_unref);
  g_hash_table_unref (self->exchanges);
  g_free (self);
}

static void
fill_item (McpExportSource *self,
           guint            serial,
           gboolean         raw,
           McpExportItem   *item)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (self->journal, serial);
  McpStretch stretch = raw ? mcp_journal_get_raw (self->journal, serial)
                           : mcp_journal_get_message (self->journal, serial);

  *item = (McpExportItem) {
    .kind = mcp_record_get_kind (record),
    .channel = mcp_record_get_channel (record),
    .direction = mcp_record_get_direction (record),
    .wall_usec = mcp_record_get_wall_usec (record),
    .time_usec = mcp_record_get_time_usec (record),
    .latency_usec = mcp_record_get_latency_usec (record),
    .method = g_strdup (mcp_record_get_method (record)),
    .spool = g_object_ref (self->journal->spool),
    .offset = stretch.offset,
    .length = stretch.length,
  };
  item->bytes = item->length == 0
                  ? g_bytes_new_static ("", 0)
                  : mcp_spool_read_held (item->spool, item->offset, item->length);
}

/* The exchange that begins with a record, or that a wanted record is of; 0 for none. */
static guint
find_exchange (McpExportSource *self,
               guint            serial)
{
  g_autoptr (McpRecord) record = NULL;
  guint number;

  if (self->serials == NULL
      && mcp_journal_get_slot (self->journal, serial)->kind != MCP_RECORD_HTTP_REQUEST)
    return 0;

  record = mcp_journal_get_record (self->journal, serial);
  number = mcp_record_get_exchange (record);
  if (number == 0 || !g_hash_table_add (self->exchanges, GUINT_TO_POINTER (number)))
    return 0;

  return number;
}

static McpExportStep
give_of_exchange (McpExportSource *self,
                  McpExportItem   *item)
{
  guint serial = g_array_index (self->of_exchange, guint, self->next_of_exchange);
  McpRecordKind kind = mcp_journal_get_slot (self->journal, serial)->kind;

  fill_item (self, serial, !mcp_record_kind_is_http (kind), item);
  item->exchange = self->exchange;
  if (++self->next_of_exchange == self->of_exchange->len)
    g_clear_pointer (&self->of_exchange, g_array_unref);

  return MCP_EXPORT_ITEM;
}

static McpExportStep
look_at_exchange (McpExportSource *self,
                  guint            serial)
{
  guint number = find_exchange (self, serial);

  if (number == 0)
    return MCP_EXPORT_NOTHING;

  self->of_exchange = mcp_journal_dup_exchange (self->journal, number, MAX_RECORDS_PER_EXCHANGE);
  self->exchange = number;
  self->next_of_exchange = 0;
  if (self->of_exchange->len == 0)
    g_clear_pointer (&self->of_exchange, g_array_unref);

  return MCP_EXPORT_NOTHING;
}

static McpExportStep
give_message (McpExportSource *self,
              guint            serial,
              McpExportItem   *item)
{
  McpChannel channel = mcp_journal_get_slot (self->journal, serial)->channel;

  if (channel != MCP_CHANNEL_STDIO && channel != MCP_CHANNEL_SOCKET && channel != MCP_CHANNEL_TCP
      && channel != MCP_CHANNEL_WS)
    return MCP_EXPORT_NOTHING;

  fill_item (self, serial, TRUE, item);

  return MCP_EXPORT_ITEM;
}

/*
 * mcp_export_source_next:
 * @item: (out): cleared by the caller when there is one
 *
 * Looks at one more record.
 */
McpExportStep
mcp_export_source_next (McpExportSource *self,
                        McpExportItem   *item)
{
  guint serial;

  if (self->of_exchange != NULL)
    return give_of_exchange (self, item);

  if (self->next == self->n_serials)
    {
      if (self->format != MCP_EXPORT_HAR || self->in_messages)
        return MCP_EXPORT_END;
      self->in_messages = TRUE;
      self->next = 0;
      return MCP_EXPORT_NOTHING;
    }

  serial = self->serials != NULL ? g_array_index (self->serials, guint, self->next)
                                 : self->next + 1;
  self->next++;
  if (self->format == MCP_EXPORT_HAR)
    return self->in_messages ? give_message (self, serial, item)
                             : look_at_exchange (self, serial);

  fill_item (self, serial, FALSE, item);

  return MCP_EXPORT_ITEM;
}

double
mcp_export_source_get_progress (McpExportSource *self)
{
  double done = self->n_serials > 0 ? self->next / (double) self->n_serials : 1;

  if (self->format != MCP_EXPORT_HAR)
    return done;

  return (self->in_messages ? 1 + done : done) / 2;
}
