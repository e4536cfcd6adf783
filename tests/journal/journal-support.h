/* journal-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "mcp-journal.h"
#include "test-support.h"

/* What the tests of the journal share: appending in one line, and waiting with a deadline. */

#define wait_until TEST_AWAIT_POLL

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
