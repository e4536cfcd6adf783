/* mcp-journal-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-finding-store.h"
#include "mcp-interner.h"
#include "mcp-journal.h"
#include "mcp-pending-table.h"
#include "mcp-spool.h"

G_BEGIN_DECLS

/* What the index holds of a record: 64 bytes. Latency follows from the times of a pair. */
typedef struct
{
  guint64 offset;        /* of the bytes in the spool */
  guint64 length;        /* of the bytes in the spool */
  guint64 size;          /* on the wire */
  gint64  time_usec;
  guint32 life;
  guint32 pair;
  guint32 next_waiting;  /* the next request with the same id, while it waits */
  guint32 queued_usec;
  guint32 id_offset;     /* of the id token in the bytes */
  guint16 id_length;     /* 0: none; MCP_SLOT_ID_UNKNOWN: has to be looked for */
  guint16 method;
  guint16 name;
  guint16 flags;
  guint   kind : 8;
  guint   channel : 8;
  guint   status : 4;
  guint   direction : 1;
  guint   changed : 1;   /* since the last flush */
} McpSlot;

G_STATIC_ASSERT (sizeof (McpSlot) == 64);

#define MCP_SLOT_ID_UNKNOWN G_MAXUINT16
#define MCP_CHUNK_SLOTS 1024

/* From a serial on, wall time is monotonic time and this much. */
typedef struct
{
  guint32 serial;
  gint64  offset_usec;
} McpWallStep;

/* Shared by mcp-journal.c and mcp-journal-append.c. */
struct _McpJournal
{
  GObject          parent_instance;

  McpSpool        *spool;
  gint64           start_usec;
  gint64           start_wall_usec;

  /* The index: chunks that never move, so that a million records cost no copying. */
  GPtrArray       *chunks;
  guint            n_records;
  guint            n_announced;
  McpInterner     *methods;
  McpInterner     *names;
  GArray          *wall_steps;
  gint64           wall_checked_usec;

  McpPendingTable *pending;
  McpFindingStore *findings;

  GHashTable      *alive;       /* serial to McpRecord, which takes itself out */
  GArray          *changed;     /* serials */

  guint            n_messages[2];
  guint64          n_bytes[2];

  /* What the properties were when they were last notified. */
  guint            notified_messages[2];
  guint64          notified_bytes[2];
  guint            notified_findings;

  guint            flush_source;
  gint64           flushed_usec;
  gboolean         flushing;
  GError          *fault;       /* (nullable) to be emitted */
};

static inline McpSlot *
mcp_journal_get_slot (McpJournal *self,
                      guint       serial)
{
  McpSlot *chunk;

  if (serial == 0 || serial > self->n_records)
    return NULL;

  chunk = self->chunks->pdata[(serial - 1) / MCP_CHUNK_SLOTS];

  return &chunk[(serial - 1) % MCP_CHUNK_SLOTS];
}

void        mcp_journal_mark_changed   (McpJournal    *self,
                                        guint          serial);
void        mcp_journal_schedule_flush (McpJournal    *self);
void        mcp_journal_forget_record  (McpJournal    *self,
                                        guint          serial);
gint64      mcp_journal_get_wall_usec  (McpJournal    *self,
                                        guint          serial);
gint64      mcp_journal_get_latency_usec (McpJournal  *self,
                                          guint        serial);
GBytes     *mcp_journal_read_part      (McpJournal    *self,
                                        guint          serial,
                                        guint64        offset,
                                        gsize          length,
                                        GError       **error);
const char *mcp_journal_get_method     (McpJournal    *self,
                                        guint          serial);
const char *mcp_journal_get_name       (McpJournal    *self,
                                        guint          serial);

McpRecord  *mcp_record_new             (McpJournal    *journal,
                                        guint          serial);
void        mcp_record_notify_changes  (McpRecord     *self);

G_END_DECLS
