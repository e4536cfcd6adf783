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
 * Filled in slices of at most 4 ms; keeps up with the journal. Properties: journal, busy.
 */
G_DECLARE_FINAL_TYPE (McpJournalView, mcp_journal_view, MCP, JOURNAL_VIEW, GObject)

/* Rows that a view takes or leaves before its query is asked. */
typedef enum {
  MCP_VIEW_MESSAGES      = 1 << 0,  /* all that crossed the wire as, or in place of, a message */
  MCP_VIEW_CONSOLE       = 1 << 1,  /* stderr, noise, spawn, exit, log notifications */
  MCP_VIEW_REQUESTS      = 1 << 2,  /* requests and their answers */
  MCP_VIEW_NOTIFICATIONS = 1 << 3,
  MCP_VIEW_ERRORS        = 1 << 4,  /* error answers, their requests, invalid, findings */
  MCP_VIEW_NOTES         = 1 << 5,  /* notes and process rows beside the messages */
  MCP_VIEW_NO_PROBES     = 1 << 6,
} McpViewScope;

McpJournalView *mcp_journal_view_new        (McpJournal     *journal);
void            mcp_journal_view_set_journal (McpJournalView *self,
                                              McpJournal     *journal); /* (nullable) */
McpJournal     *mcp_journal_view_get_journal (McpJournalView *self);
void            mcp_journal_view_set_query  (McpJournalView *self,
                                             McpQuery       *query);    /* (nullable) */
void            mcp_journal_view_set_scope  (McpJournalView *self,
                                             guint           scope);
void            mcp_journal_view_hide_until (McpJournalView *self,
                                             guint           serial);   /* Clear: hides up to here; 0 shows all */
guint           mcp_journal_view_get_serial (McpJournalView *self,
                                             guint           position); /* 0 past the end */
gboolean        mcp_journal_view_find       (McpJournalView *self,
                                             guint           serial,
                                             guint          *position);
gboolean        mcp_journal_view_is_busy    (McpJournalView *self);

G_END_DECLS
