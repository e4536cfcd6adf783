/* mcp-journal-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-query.h"

G_BEGIN_DECLS

#define MCP_TYPE_JOURNAL_VIEW (mcp_journal_view_get_type ())

/*
 * The records of a journal that match, as a GListModel of McpRecord that holds only serials.
 * Filled in slices of at most 4 ms, and by a worker where bytes are read; keeps up with the
 * journal. Signals: matches-changed, journal-changed, busy-changed.
 */
G_DECLARE_FINAL_TYPE (McpJournalView, mcp_journal_view, MCP, JOURNAL_VIEW, GObject)

/* Rows that a view takes or leaves before its query is asked. */
typedef enum {
  MCP_VIEW_MESSAGES      = 1 << 0,  /* all that crossed the wire as, or in place of, a message */
  MCP_VIEW_CONSOLE       = 1 << 1,  /* stderr, noise, bodies that are no messages, spawn, exit, log notifications */
  MCP_VIEW_REQUESTS      = 1 << 2,  /* requests and their answers */
  MCP_VIEW_NOTIFICATIONS = 1 << 3,
  MCP_VIEW_ERRORS        = 1 << 4,  /* see mcp_record_is_error() */
  MCP_VIEW_NOTES         = 1 << 5,  /* notes and process rows beside the messages */
  MCP_VIEW_NO_PROBES     = 1 << 6,
  MCP_VIEW_TRANSPORT     = 1 << 7,  /* what HTTP says around the bodies, events without message, comments */
} McpViewScope;

/* Records that a view does not take, each counted with the first that keeps it away. */
typedef struct
{
  guint n_transport; /* no MCP_VIEW_TRANSPORT */
  guint n_probes;    /* MCP_VIEW_NO_PROBES */
  guint n_cleared;   /* they are hidden as old */
  guint n_scope;     /* the rest of the scope */
  guint n_query;
} McpViewHidden;

/* What a view is sorted by. An answer is sorted as its request, where both have the same. */
typedef enum {
  MCP_SORT_NONE,    /* the usual order: MCP_SORT_TIME */
  MCP_SORT_TIME,
  MCP_SORT_METHOD,
  MCP_SORT_SIZE,
  MCP_SORT_TOOK,    /* without an answer: the smallest */
  MCP_SORT_KIND,
  MCP_SORT_ID,      /* numbers, then text by its first seven bytes */
  MCP_SORT_ARRIVAL, /* by serial: no row comes before one that is there, unless it begins to match */
} McpSortKey;

McpJournalView *mcp_journal_view_new        (McpJournal     *journal);
void            mcp_journal_view_set_journal (McpJournalView *self,
                                              McpJournal     *journal); /* (nullable) */
McpJournal     *mcp_journal_view_get_journal (McpJournalView *self);  /* (nullable) */
void            mcp_journal_view_set_query  (McpJournalView *self,
                                             McpQuery       *query);    /* (nullable) */
void            mcp_journal_view_set_scope  (McpJournalView *self,
                                             guint           scope);
void            mcp_journal_view_set_folded (McpJournalView *self,
                                             gboolean        folded);   /* a row is a call */
gboolean        mcp_journal_view_get_folded (McpJournalView *self);
void            mcp_journal_view_hide_until (McpJournalView *self,
                                             guint           serial);   /* Clear: hides up to here; 0 shows all */
void            mcp_journal_view_set_paused (McpJournalView *self,
                                             gboolean        paused);   /* nobody looks: nothing is done */
void            mcp_journal_view_set_sort   (McpJournalView *self,
                                             McpSortKey      key,
                                             gboolean        descending);
McpSortKey      mcp_journal_view_get_sort   (McpJournalView *self,
                                             gboolean       *descending);
guint           mcp_journal_view_get_serial (McpJournalView *self,
                                             guint           position); /* 0 past the end */
guint           mcp_journal_view_get_call   (McpJournalView *self,
                                             guint           serial);   /* whose row it has; itself unless a row is a call */
guint           mcp_journal_view_count_of_call (McpJournalView *self,
                                                guint           serial); /* how many of it match; 0 unless a row is a call */
GArray         *mcp_journal_view_dup_matches (McpJournalView *self,
                                              GArray         *calls);   /* (nullable) (transfer full) of guint */
guint64         mcp_journal_view_get_n_bytes (McpJournalView *self);     /* of what matches, as it crossed */
void            mcp_journal_view_count_hidden (McpJournalView *self,
                                              guint           scope,
                                              McpViewHidden  *hidden);
gboolean        mcp_journal_view_takes       (McpJournalView *self,
                                              guint           serial);
gboolean        mcp_journal_view_find       (McpJournalView *self,
                                             guint           serial,
                                             guint          *position);
gboolean        mcp_journal_view_is_busy    (McpJournalView *self);
gboolean        mcp_journal_view_is_replacing (McpJournalView *self);
double          mcp_journal_view_get_progress (McpJournalView *self); /* from 0 to 1, when it is not busy */

guint           mcp_journal_count_output    (McpJournal     *journal,
                                             guint           first,
                                             guint           last);

G_END_DECLS
