/* mcp-journal-open.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

/*
 * Journals that are read in from a file. Their properties: loading, until all that the file has is
 * known; live, as long as another program writes the file.
 */
McpJournal   *mcp_journal_open_spool        (const char  *path,
                                             gboolean     follow,
                                             GError     **error);
gboolean      mcp_journal_is_loading        (McpJournal  *self);
gboolean      mcp_journal_is_live           (McpJournal  *self);
gboolean      mcp_journal_is_newer          (McpJournal  *self); /* of a later version: it cannot be saved */
double        mcp_journal_get_load_progress (McpJournal  *self); /* 0 to 1 */
const GError *mcp_journal_get_load_error    (McpJournal  *self); /* (nullable): why the rest is missing */
const char   *mcp_journal_get_profile_json  (McpJournal  *self); /* (nullable): what it is of; known with the first records */
void          mcp_journal_set_profile_json  (McpJournal  *self,
                                             const char  *json); /* before the first record */

/* What is looked for in a journal that was read in: serials from @from up to, not with, @end. */
guint         mcp_journal_find_answer       (McpJournal         *self,
                                             guint               from,
                                             guint               end,
                                             const char * const *methods); /* first result for one of these methods; 0: none found */
/* What the index knows of a record, for those who walk over a million of them. */
typedef struct
{
  McpRecordKind  kind;
  McpDirection   direction;
  McpChannel     channel;
  McpStatus      status;
  guint          flags;
  guint          life;
  guint          pair;          /* serial, 0 for none */
  guint          http_status;   /* status of the response that carried it as its body, or 0 */
  guint64        size;          /* of the message, as it is stored */
  gint64         time_usec;
  gint64         queued_usec;
  gint64         latency_usec;  /* -1 for none */
  const char    *method;        /* (nullable); an answer has its request's */
} McpJournalLook;

gboolean      mcp_journal_look              (McpJournal         *self,
                                             guint               serial,
                                             McpJournalLook     *look);

G_END_DECLS
