/* mcp-journal.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-finding.h"
#include "mcp-record.h"
#include "mcp-scan.h"

G_BEGIN_DECLS

/* What the caller knows of a frame when it is appended. Zero is a good default for most. */
typedef struct
{
  McpDirection   direction;
  McpChannel     channel;
  McpRecordKind  kind;
  guint          flags;         /* McpRecordFlags */
  guint          life;
  gint64         time_usec;     /* monotonic: last byte in or out; 0 is now */
  gint64         queued_usec;   /* how long it waited in our queue */
  guint64        size;          /* on the wire; 0 is the length of the bytes */
  guint          exchange;      /* 0 for none; never decreases from one HTTP_REQUEST to the next */
  gsize          lead;          /* bytes before the message: the message is what lies between */
  gsize          trail;         /* and behind it */
  const char    *id;            /* (nullable) id token, for requests and answers */
  gsize          id_length;
  const char    *about;         /* (nullable) of a notification, id token of the request it is about */
  gsize          about_length;
  const char    *method;        /* (nullable) decoded, not NUL-terminated */
  gsize          method_length;
  const char    *name;          /* (nullable) NUL-terminated */
} McpJournalEntry;

#define MCP_TYPE_JOURNAL (mcp_journal_get_type ())

/*
 * The append-only store of one session's traffic, all its lives included. A GListModel of
 * McpRecord: position is serial - 1. What is appended is announced (items-changed, and
 * ::records-changed for later changes) at most once per 16 ms, never from inside append.
 *
 * Properties: n-findings, loading, live.
 * Signals: records-changed (GArray of guint serials), storage-error (GError): once per fault.
 */
G_DECLARE_FINAL_TYPE (McpJournal, mcp_journal, MCP, JOURNAL, GObject)

McpJournal  *mcp_journal_new              (void);                 /* spool in an unlinked temporary file */
McpJournal  *mcp_journal_new_for_file     (const char  *path,
                                           GError     **error);   /* created 0600, must not exist */
guint        mcp_journal_append           (McpJournal            *self,
                                           const McpJournalEntry *entry,
                                           GBytes                *bytes);
guint        mcp_journal_append_pending   (McpJournal            *self,
                                           const McpJournalEntry *entry);
void         mcp_journal_grow_pending     (McpJournal  *self,
                                           guint        serial,
                                           guint64      size);
void         mcp_journal_finish_pending   (McpJournal            *self,
                                           guint                  serial,
                                           const McpJournalEntry *entry,
                                           GBytes                *bytes);
gboolean     mcp_journal_answer_in_batch  (McpJournal    *self,
                                           guint          serial, /* of the batch */
                                           McpRecordKind  kind,
                                           const char    *id,
                                           gsize          id_length);
void         mcp_journal_set_status       (McpJournal  *self,
                                           guint        serial,
                                           McpStatus    status);
void         mcp_journal_set_flags        (McpJournal  *self,
                                           guint        serial,
                                           guint        flags);   /* added to those there */
void         mcp_journal_set_conversation (McpJournal  *self,
                                           guint        serial,
                                           guint        first_serial); /* both belong to one call */
guint        mcp_journal_get_conversation (McpJournal  *self,
                                           guint        serial);       /* serial of its first request; 0 for none */
guint        mcp_journal_get_call         (McpJournal  *self,
                                           guint        serial);       /* the request that stands for its call; or itself */
GArray      *mcp_journal_dup_conversation (McpJournal  *self,
                                           guint        serial);       /* (transfer full) of guint serials: its requests and answers in order; of an answer too */
void         mcp_journal_lose_pending     (McpJournal  *self,
                                           guint        life);    /* pending requests become lost */
void         mcp_journal_add_finding      (McpJournal  *self,
                                           McpFinding  *finding);
gboolean     mcp_journal_count_finding    (McpJournal  *self,
                                           const char  *rule,
                                           const char  *message,
                                           guint        serial,
                                           guint        n);
GListModel  *mcp_journal_get_findings     (McpJournal  *self);    /* (transfer none) of McpFinding */
guint        mcp_journal_get_n_records    (McpJournal  *self);    /* all, announced or not */
McpRecord   *mcp_journal_get_record       (McpJournal  *self,
                                           guint        serial);  /* (transfer full) (nullable) */
GArray      *mcp_journal_dup_exchange     (McpJournal  *self,
                                           guint        exchange,
                                           guint        max_records); /* (transfer full) of guint serials, in order: request, message, head, … end */
char        *mcp_journal_find_header      (const char  *http,
                                           gsize        length,
                                           const char  *name);    /* (transfer full) (nullable) */
GBytes      *mcp_journal_read             (McpJournal  *self,
                                           guint        serial,
                                           GError     **error);
void         mcp_journal_flush            (McpJournal  *self);    /* write and announce now */
gboolean     mcp_journal_is_written       (McpJournal  *self);    /* no worker is at it any more */
void         mcp_journal_go_alone         (McpJournal  *self);    /* in the child of a fork: works without workers */
gint64       mcp_journal_get_start_usec   (McpJournal  *self);    /* monotonic */
gint64       mcp_journal_get_start_wall_usec (McpJournal *self); /* since 1970, UTC */
guint        mcp_journal_get_n_messages   (McpJournal  *self,
                                           McpDirection direction);
void         mcp_journal_set_limit        (McpJournal  *self,
                                          guint64      limit_bytes);
guint64      mcp_journal_get_spool_bytes  (McpJournal  *self);
gsize        mcp_journal_get_memory_bytes (McpJournal  *self);
gsize        mcp_journal_get_held_bytes   (McpJournal  *self);
void         mcp_journal_set_memory_limit (McpJournal  *self,
                                           guint64      limit_bytes);

G_END_DECLS
