/* mcp-journal-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-annotations-private.h"
#include "mcp-finding-store.h"
#include "mcp-interner.h"
#include "mcp-journal.h"
#include "mcp-pages.h"
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
  guint32 next_waiting;  /* the next request with the same id, while it waits; of a notification
                            the request that it is about */
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
  guint   judged : 1;    /* its status was set, and does not follow from its pair */
} McpSlot;

G_STATIC_ASSERT (sizeof (McpSlot) == 64);

#define MCP_SLOT_ID_UNKNOWN G_MAXUINT16
#define MCP_CHUNK_SLOTS 1024

/*
 * What the index holds of a record that belongs to an exchange, or whose message is only a part of
 * its bytes: 16 bytes more. They stand in chunks of their own, which a session that knows no
 * exchanges never allocates.
 *
 * The records of an exchange are a list that is walked from either end: a link is the serial of
 * the record before XOR that of the record behind, 0 for none.
 */
typedef struct
{
  guint32 exchange;
  guint32 link;
  guint32 lead;          /* stored bytes before the message, */
  guint32 trail;         /* and behind it; both are far below the 4 GiB they could be */
} McpSlotWire;

typedef struct
{
  guint32 number;
  guint32 first;         /* serials */
  guint32 last;
  guint32 n_records;
  guint32 status;        /* of HTTP; 0 before the head came */
  guint32 message;       /* serial of what the client sent in it; 0 for nothing, or not yet */
} McpJournalExchange;

/* A stretch of the spool. */
typedef struct
{
  guint64 offset;
  guint64 length;
} McpStretch;

/* A line of the recording that a journal was read from, which is written again as it is. */
typedef struct
{
  guint64 offset;
  guint64 length;
  guint32 serial;
  guint32 behind;   /* it stands behind the record, and not for it */
} McpKeptLine;

/* From a serial on, wall time is monotonic time and this much. */
typedef struct
{
  guint32 serial;
  gint64  offset_usec;
} McpWallStep;

/* Shared by the files of the journal. */
struct _McpJournal
{
  GObject          parent_instance;

  McpSpool        *spool;
  gint64           start_usec;
  gint64           start_wall_usec;

  /* The index: chunks that never move, so that a million records cost no copying. */
  McpPages        *pages;       /* where they are */
  guint64          memory_limit_bytes;
  GPtrArray       *chunks;
  GPtrArray       *wire_chunks; /* of McpSlotWire, beside those; NULL for none */
  GArray          *exchanges;   /* by number */
  guint            n_records;
  guint            n_announced;
  McpInterner     *methods;
  McpInterner     *names;
  GArray          *wall_steps;
  gint64           wall_checked_usec;

  McpPendingTable *pending;
  McpFindingStore *findings;
  GHashTable
      *counted_findings; /* McpFinding to how often it was counted since the spool was told */

  GListStore      *annotations; /* of McpAnnotation, by serial */
  GArray          *annotated;   /* their serials */
  GArray          *annotation_changes; /* serials, in the order of time */

  GHashTable      *conversations; /* (nullable): serial to the serial of the first request */
  GHashTable      *alive;       /* serial to McpRecord, which takes itself out */
  GArray          *changed;     /* serials */

  guint            n_messages[2];

  guint            notified_findings; /* what the property was when it was last notified */

  /* What is read in from a file. */
  struct _McpIntake *intake;    /* (nullable): while it is read */
  GError          *load_error;  /* (nullable) */
  char            *profile_json; /* (nullable) */
  char            *head_line;   /* (nullable) of the recording it was read from */
  GArray          *kept_lines;  /* (nullable) of McpKeptLine, by serial */
  guint            n_kept_findings; /* how many of the findings stand in those lines */
  guint            n_kept_annotations; /* and of the changes of annotations */
  guint            newest_life;
  gboolean         loading;
  gboolean         live;        /* another program writes the spool */
  gboolean         newer;       /* it was read from a recording of a later version */

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

/* (nullable) what else is known of a record. */
static inline McpSlotWire *
mcp_journal_get_wire (McpJournal *self,
                      guint       serial)
{
  McpSlotWire *chunk = self->wire_chunks->pdata[(serial - 1) / MCP_CHUNK_SLOTS];

  return chunk != NULL ? &chunk[(serial - 1) % MCP_CHUNK_SLOTS] : NULL;
}

/* Whether a slot, with its (nullable) pair, is of the question which era a server is of: that an old
 * one refuses it is an answer, and no error. */
static inline gboolean
mcp_slot_asks_era (const McpSlot *slot,
                   const McpSlot *pair)
{
  return ((slot->flags | (pair != NULL ? pair->flags : 0)) & MCP_RECORD_FLAG_ERA) != 0;
}

/* Health probes come for ever and say nothing new; the one for the era is how it all began. */
static inline gboolean
mcp_slot_is_health_probe (const McpSlot *slot)
{
  return slot != NULL
         && (slot->flags & (MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA)) == MCP_RECORD_FLAG_PROBE;
}

gboolean    mcp_slot_is_error          (const McpSlot *slot,
                                        const McpSlot *pair);
McpSlot    *mcp_journal_add_slot       (McpJournal    *self);
void        mcp_journal_fill_slot      (McpJournal    *self,
                                        McpSlot       *slot,
                                        const McpJournalEntry *entry);
void        mcp_journal_count_record   (McpJournal    *self,
                                        guint          serial);
void        mcp_journal_correlate      (McpJournal    *self,
                                        guint          serial,
                                        const McpJournalEntry *entry);
void        mcp_journal_take_finding   (McpJournal    *self,
                                        McpFinding    *finding);
void        mcp_journal_remark_counts  (McpJournal    *self);
void        mcp_journal_mark_changed   (McpJournal    *self,
                                        guint          serial);
void        mcp_journal_schedule_flush (McpJournal    *self);
void        mcp_journal_forget_record  (McpJournal    *self,
                                        guint          serial);
gint64      mcp_journal_get_wall_usec  (McpJournal    *self,
                                        guint          serial);
void        mcp_journal_get_extent     (McpJournal    *self,
                                        guint          serial,
                                        gint64        *start_usec,
                                        gint64        *end_usec); /* G_MAXINT64 while it goes on */
gint64      mcp_journal_get_latency_usec (McpJournal  *self,
                                          guint        serial);
GBytes     *mcp_journal_read_part      (McpJournal    *self,
                                        guint          serial,
                                        guint64        offset,
                                        gsize          length,
                                        GError       **error);
GBytes     *mcp_journal_read_raw       (McpJournal    *self,
                                        guint          serial,
                                        GError       **error);
McpStretch  mcp_journal_get_message    (McpJournal    *self,
                                        guint          serial);
McpStretch  mcp_journal_get_raw        (McpJournal    *self,
                                        guint          serial);
void        mcp_journal_note_span      (McpJournal    *self,
                                        guint          serial,
                                        gsize          lead,
                                        gsize          trail,
                                        gsize          length);
void        mcp_journal_join_exchange  (McpJournal    *self,
                                        guint          serial,
                                        guint          number);
void        mcp_journal_judge_body     (McpJournal    *self,
                                        guint          serial);
void        mcp_journal_note_http_status (McpJournal  *self,
                                          guint        serial,
                                          guint        status);
guint       mcp_journal_read_http_status (const char  *http,
                                          gsize        length);
const McpJournalExchange *mcp_journal_get_exchange (McpJournal *self,
                                             guint       serial);
const char *mcp_journal_get_method     (McpJournal    *self,
                                        guint          serial);
const char *mcp_journal_get_name       (McpJournal    *self,
                                        guint          serial);

McpRecord  *mcp_record_new             (McpJournal    *journal,
                                        guint          serial);
void        mcp_record_tell_changed    (McpRecord     *self);

G_END_DECLS
