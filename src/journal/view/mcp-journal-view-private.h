/* mcp-journal-view-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-view.h"
#include "mcp-query-private.h"
#include "mcp-view-batch.h"
#include "mcp-view-order.h"

G_BEGIN_DECLS

/* A new order that is being made. */
typedef struct _McpViewSorting McpViewSorting;

struct _McpJournalView
{
  GObject         parent_instance;

  McpJournal     *journal;       /* (nullable) */
  GSignalGroup   *signals;
  McpQuery       *query;         /* (nullable) */
  McpQueryRun    *run;           /* (nullable) of it */
  guint           scope;
  guint           hidden_until;

  GArray         *serials;       /* of the rows, ascending: what matches, or its calls */

  gboolean        folded;        /* see mcp-journal-view-fold.c */
  GArray         *matches;       /* that match, ascending, where the rows are calls */
  GArray         *calls;         /* by serial: the call that a match is counted with */
  GArray         *counts;        /* by serial of a call: how many of it match */
  guint64         n_bytes;       /* of what matches, but for */
  GHashTable     *growing;       /* (nullable) set of serials: what matches and has no size yet */

  guint           next_serial;   /* the first of which the index was not asked yet */
  guint           settled;       /* the first of which it is not known whether it matches */

  McpViewBatch   *batch;         /* (nullable) being collected: up to next_serial */
  McpViewBatch   *rechecks;      /* (nullable) being collected: of those that changed */
  McpViewBatch   *working;       /* (nullable) in the worker */
  guint           working_end;   /* what is settled when it is done; 0 for one of rechecks */
  guint           batch_end;     /* the same of the one being collected */

  GArray         *changed;       /* settled serials, to be asked again */
  guint           n_rechecked;   /* of those */
  GArray         *unsettled;     /* serials that changed and are with the worker, or about to be */

  McpSortKey      sort_key;
  gboolean        descending;
  McpViewOrder   *order;         /* (nullable) what is shown, when it is not the order of arrival */
  gint64          latest_usec;   /* of all rows that there were */
  guint           gap_position;  /* rows from here on that are not to be seen, while others */
  guint           gap_length;    /* are told that they have gone and come back */
  McpViewSorting *sorting;       /* (nullable) */
  GArray         *moved;         /* serials that came, went or changed while that is made */

  guint           slice_source;
  gboolean        busy;
  gboolean        paused;
  guint           edits;         /* counts changes of serials that are more than new ones behind */
  guint           generation;    /* counts restarts: handlers may cause one */
};

/* When the current slice must end; looks at the clock only now and then. */
typedef struct
{
  gint64 deadline_usec;
  guint  n_calls;
} McpViewSlice;

static inline gboolean
mcp_view_slice_is_over (McpViewSlice *slice)
{
  return ++slice->n_calls % 64 == 0 && g_get_monotonic_time () >= slice->deadline_usec;
}

guint    mcp_journal_view_get_length      (McpJournalView *self);
void     mcp_journal_view_close_gap       (McpJournalView *self);
void     mcp_journal_view_notify_busy     (McpJournalView *self);
void     mcp_journal_view_tell_matches    (McpJournalView *self,
                                           GArray         *serials);

static inline GArray *
mcp_journal_view_get_matches (McpJournalView *self)
{
  return self->folded ? self->matches : self->serials;
}

/* Folding: what matches becomes rows. */
void     mcp_journal_view_add_matches     (McpJournalView *self,
                                           GArray         *serials);
void     mcp_journal_view_flip_matches    (McpJournalView *self,
                                           GArray         *serials);
void     mcp_journal_view_touch_matches   (McpJournalView *self,
                                           GArray         *serials);
void     mcp_journal_view_clear_matches   (McpJournalView *self);

/* Filling. */
gboolean mcp_journal_view_has_backlog     (McpJournalView *self);
void     mcp_journal_view_run_slice       (McpJournalView *self);
void     mcp_journal_view_records_changed (McpJournalView *self,
                                           GArray         *serials);
void     mcp_journal_view_restart         (McpJournalView *self);
void     mcp_journal_view_stop            (McpJournalView *self);

/* Sorting; what is shown follows what matches through these. */
void     mcp_journal_view_append          (McpJournalView *self,
                                           GArray         *serials);
void     mcp_journal_view_flip            (McpJournalView *self,
                                           GArray         *serials);
void     mcp_journal_view_move            (McpJournalView *self,
                                           GArray         *serials);
void     mcp_journal_view_begin_order     (McpJournalView *self);
gboolean mcp_journal_view_run_sorting     (McpJournalView *self,
                                           McpViewSlice   *slice);
gboolean mcp_journal_view_can_run_sorting (McpJournalView *self);
void     mcp_journal_view_stop_sorting    (McpJournalView *self);

G_END_DECLS
