/* journal-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "mcp-journal.h"

/* What the tests of the journal share: appending in one line, and waiting with a deadline. */

#define WAIT_USEC (10 * G_USEC_PER_SEC)

static inline gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Runs the main loop until @condition holds; fails the test after the deadline. */
#define wait_until(condition)                                                                     \
  G_STMT_START                                                                                    \
  {                                                                                               \
    gint64 wait_deadline_ = g_get_monotonic_time () + WAIT_USEC;                                  \
    guint wait_source_ = g_timeout_add (5, wake_cb, NULL);                                        \
    while (!(condition) && g_get_monotonic_time () < wait_deadline_)                              \
      g_main_context_iteration (NULL, TRUE);                                                      \
    g_source_remove (wait_source_);                                                               \
    g_assert_true (condition);                                                                    \
  }                                                                                               \
  G_STMT_END

static inline McpJournalEntry
make_entry (McpDirection   direction,
            McpRecordKind  kind,
            guint          life,
            const char    *id,
            const char    *method)
{
  McpJournalEntry entry = { 0 };

  entry.direction = direction;
  entry.kind = kind;
  entry.life = life;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;

  return entry;
}

static inline guint
append_text (McpJournal            *journal,
             const McpJournalEntry *entry,
             const char            *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return mcp_journal_append (journal, entry, bytes);
}

static inline guint
append_message (McpJournal    *journal,
                McpDirection   direction,
                McpRecordKind  kind,
                guint          life,
                const char    *id,
                const char    *method)
{
  McpJournalEntry entry = make_entry (direction, kind, life, id, method);

  return append_text (journal, &entry, "{}");
}
