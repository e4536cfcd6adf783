/* cli-follow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cli-follow.h"

static void
print_record (CliFollow  *self,
              McpJournal *journal,
              McpRecord  *record)
{
  /* What HTTP says around the messages is for --verbose, or for who asks for it. */
  if (self->query == NULL ? !mcp_record_is_aside (record)
                           : mcp_query_matches (self->query, journal,
                                                mcp_record_get_serial (record)))
    cli_record_list_add (&self->list, record);
}

static void
items_changed_cb (McpJournal *journal,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  CliFollow  *self)
{
  while (self->n_seen < position + n_added)
    {
      guint serial = ++self->n_seen;
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == MCP_RECORD_PENDING)
        g_array_append_val (self->unfinished, serial);
      else
        print_record (self, journal, record);
    }
}

static void
records_changed_cb (McpJournal *journal,
                    GArray     *serials,
                    CliFollow  *self)
{
  for (guint i = 0; i < self->unfinished->len;)
    {
      guint serial = g_array_index (self->unfinished, guint, i);
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == MCP_RECORD_PENDING)
        {
          i++;
          continue;
        }

      g_array_remove_index (self->unfinished, i);
      print_record (self, journal, record);
    }
}

/**
 * cli_follow_begin:
 * @self: (out caller-allocates): what follows
 * @journal: (transfer none): what to print, from its first record on; outlives @self
 * @query: (nullable) (transfer none): print only what it matches; outlives @self
 *
 * Begins to print.
 */
void
cli_follow_begin (CliFollow  *self,
                  McpJournal *journal,
                  McpQuery   *query,
                  CliOutput  *output)
{
  *self = (CliFollow) { .list = { output, FALSE }, .query = query, .journal = journal };
  self->unfinished = g_array_new (FALSE, FALSE, sizeof (guint));

  g_signal_connect (journal, "items-changed", G_CALLBACK (items_changed_cb), self);
  g_signal_connect (journal, "records-changed", G_CALLBACK (records_changed_cb), self);
}

/* Prints what has not been announced yet, and ends the list. */
void
cli_follow_end (CliFollow *self)
{
  mcp_journal_flush (self->journal);
  g_signal_handlers_disconnect_by_data (self->journal, self);
  cli_record_list_end (&self->list);
  g_clear_pointer (&self->unfinished, g_array_unref);
}
