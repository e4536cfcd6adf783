/* sounder-timeline-call-cells.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"

#include "sounder-timeline-cells.h"

/* Cells that say more than their record: of a whole call, or of the time from another row. */

/* "+1.23 s"; the sign says which way. */
static char *
dup_difference (gint64 usec)
{
  g_autofree char *text = mcp_format_duration (ABS (usec));

  return g_strconcat (usec < 0 ? "−" : "+", text, NULL);
}

static char *
dup_since_previous (McpJournalView *view,
                    McpRecord      *record)
{
  g_autoptr (McpRecord) previous = NULL;
  guint position;

  if (!mcp_journal_view_find (view, mcp_record_get_serial (record), &position) || position == 0)
    return g_strdup ("");

  previous = g_list_model_get_item (G_LIST_MODEL (view), position - 1);
  if (previous == NULL)
    return g_strdup ("");

  return dup_difference (mcp_record_get_time_usec (record) - mcp_record_get_time_usec (previous));
}

static char *
dup_since_reference (SounderTimelineColumns *columns,
                     McpRecord              *record)
{
  McpJournal *journal = mcp_record_get_journal (record);
  guint serial = sounder_timeline_columns_get_reference (columns);
  g_autoptr (McpRecord) reference = mcp_journal_get_record (journal, serial);
  gint64 zero_usec = reference != NULL ? mcp_record_get_time_usec (reference)
                                       : mcp_journal_get_start_usec (journal);

  if (reference == record)
    return g_strdup (_("reference"));

  return dup_difference (mcp_record_get_time_usec (record) - zero_usec);
}

/* The last that there is of a call in rounds; (nullable): the call has one. */
static McpRecord *
get_last_round (McpRecord *record)
{
  McpJournal *journal = mcp_record_get_journal (record);
  g_autoptr (GArray) serials = NULL;

  if (mcp_record_get_conversation (record) == 0)
    return NULL;

  serials = mcp_journal_dup_conversation (journal, mcp_record_get_serial (record));

  return serials->len > 2
           ? mcp_journal_get_record (journal, g_array_index (serials, guint, serials->len - 1))
           : NULL;
}

/* (nullable): the answer that ends the call, as far as it has gone. */
static McpRecord *
get_answer (McpRecord *record)
{
  McpRecord *last = get_last_round (record);

  if (last != NULL)
    return last;

  return mcp_journal_get_record (mcp_record_get_journal (record), mcp_record_get_pair (record));
}

/* What was asked, what was answered, and how much more belongs to it. */
static char *
dup_call_summary (McpJournalView *view,
                  McpRecord      *record)
{
  GString *out = g_string_new (NULL);
  g_autofree char *asked = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SUMMARY);
  g_autoptr (McpRecord) pair = get_answer (record);
  guint n = mcp_journal_view_count_of_call (view, mcp_record_get_serial (record));
  guint n_halves = pair != NULL ? 2 : 1;

  g_string_append (out, asked);
  if (pair != NULL)
    {
      g_autofree char *answered = sounder_timeline_cell_dup_text (pair, SOUNDER_COLUMN_SUMMARY);

      g_string_append_printf (out, "%s← %s", out->len > 0 ? " " : "", answered);
    }
  if (n > n_halves)
    {
      /* Translators: behind the summary of a call: other messages that belong to it */
      g_string_append_printf (out, ngettext (" · %u more", " · %u more", n - n_halves),
                              n - n_halves);
    }

  return g_string_free (out, FALSE);
}

static char *
dup_call_size (McpRecord *record)
{
  g_autoptr (McpRecord) pair = get_answer (record);

  return mcp_format_size (mcp_record_get_size (record)
                          + (pair != NULL ? mcp_record_get_size (pair) : 0));
}

/* Of all rounds; of an exchange that carries no message, and of a request that was refused, until it ended. */
static char *
dup_call_took (McpRecord *record)
{
  McpJournal *journal = mcp_record_get_journal (record);
  g_autofree char *took = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_TOOK);
  McpRecordKind kind = mcp_record_get_kind (record);
  g_autoptr (McpRecord) last_round = get_last_round (record);
  g_autoptr (GArray) serials = NULL;
  g_autoptr (McpRecord) last = NULL;

  if (last_round != NULL)
    return mcp_record_get_kind (last_round) == MCP_RECORD_REQUEST
             ? sounder_timeline_cell_dup_text (last_round, SOUNDER_COLUMN_TOOK)
             : mcp_format_duration (mcp_record_get_time_usec (last_round)
                                    - mcp_record_get_time_usec (record));
  if (*took != '\0' || mcp_record_get_exchange (record) == 0
      || (kind != MCP_RECORD_HTTP_REQUEST && kind != MCP_RECORD_REQUEST))
    return g_steal_pointer (&took);

  serials = mcp_journal_dup_exchange (journal, mcp_record_get_exchange (record), 2);
  if (serials->len == 2)
    last = mcp_journal_get_record (journal, g_array_index (serials, guint, 1));
  if (last == NULL || mcp_record_get_kind (last) != MCP_RECORD_HTTP_END)
    return g_strdup (_("pending"));

  return mcp_format_duration (mcp_record_get_time_usec (last) - mcp_record_get_time_usec (record));
}

/**
 * sounder_timeline_cells_dup:
 * @columns: what the row is drawn by
 *
 * Gets what a cell says among other rows: of the whole call where a row is one.
 *
 * Returns: (transfer full): one line, safe to show; empty for the waterfall
 */
char *
sounder_timeline_cells_dup (SounderTimelineColumns *columns,
                            McpRecord              *record,
                            SounderColumn           column)
{
  McpJournalView *view = sounder_timeline_columns_get_view (columns);
  gboolean visible = sounder_timeline_columns_get_visible (columns, column);

  if (column == SOUNDER_COLUMN_SINCE || column == SOUNDER_COLUMN_REFERENCE)
    {
      if (view == NULL || !visible)
        return g_strdup ("");
      return column == SOUNDER_COLUMN_SINCE ? dup_since_previous (view, record)
                                            : dup_since_reference (columns, record);
    }

  if (view != NULL && mcp_journal_view_get_folded (view))
    switch ((int) column)
      {
      case SOUNDER_COLUMN_SUMMARY:
        return dup_call_summary (view, record);
      case SOUNDER_COLUMN_SIZE:
        return dup_call_size (record);
      case SOUNDER_COLUMN_TOOK:
        return dup_call_took (record);
      default:
        break;
      }

  return sounder_timeline_cell_dup_text (record, column);
}
