/* cli-statistics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-statistics.h"
#include "cli-text.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "mcp-traffic-statistics.h"

/* The traffic by method: a table for people, one object for scripts. */

#define N_COLUMNS 12
#define FIRST_NUMBER 2
#define FIRST_COUNT 3 /* of errors, … */
#define LAST_COUNT 5  /* … and pending */
#define MIN_METHOD 12u

typedef struct
{
  char *cells[N_COLUMNS];
} Line;

static void
line_free (Line *line)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    g_free (line->cells[i]);
  g_free (line);
}

static char *
dup_duration (gint64 usec)
{
  return usec >= 0 ? mcp_format_duration (usec) : g_strdup ("–");
}

static Line *
make_line (const char              *method,
           const char              *direction,
           const McpTrafficFigures *figures)
{
  Line *line = g_new0 (Line, 1);

  line->cells[0] = cli_text_visible (method, -1, FALSE);
  line->cells[1] = g_strdup (direction);
  line->cells[2] = g_strdup_printf ("%u", figures->n);
  line->cells[3] = g_strdup_printf ("%u", figures->n_errors);
  line->cells[4] = g_strdup_printf ("%u", figures->n_lost);
  line->cells[5] = g_strdup_printf ("%u", figures->n_pending);
  line->cells[6] = dup_duration (figures->min_usec);
  line->cells[7] = dup_duration (figures->median_usec);
  line->cells[8] = dup_duration (figures->p95_usec);
  line->cells[9] = dup_duration (figures->max_usec);
  line->cells[10] = mcp_format_size (figures->bytes_out);
  line->cells[11] = mcp_format_size (figures->bytes_in);

  return line;
}

static Line *
make_head (void)
{
  const char * const titles[N_COLUMNS] = {
    _("method"), _("way"),    _("count"), _("errors"), _("lost"), _("pending"),
    _("min"),    _("median"), _("p95"),   _("max"),    _("out"),  _("in"),
  };
  Line *line = g_new0 (Line, 1);

  for (guint i = 0; i < N_COLUMNS; i++)
    line->cells[i] = g_strdup (titles[i]);

  return line;
}

/* Whether every cell below the title is "0". */
static gboolean
is_empty_column (GPtrArray *lines,
                 guint      column)
{
  for (guint i = 1; i < lines->len; i++)
    {
      const Line *line = lines->pdata[i];

      if (!g_str_equal (line->cells[column], "0"))
        return FALSE;
    }

  return TRUE;
}

/*
 * How wide each column is, 0 to leave it out. Where the terminal is narrow, first what never
 * happened goes, and then the end of the methods.
 */
static void
measure (GPtrArray *lines,
         guint      columns,
         guint      widths[N_COLUMNS])
{
  guint total = 0;

  for (guint j = 0; j < N_COLUMNS; j++)
    {
      widths[j] = 0;
      for (guint i = 0; i < lines->len; i++)
        widths[j] = MAX (widths[j], cli_text_width (((Line *) lines->pdata[i])->cells[j]));
      total += widths[j] + (j > 0 ? 2 : 0);
    }

  for (guint j = FIRST_COUNT; j <= LAST_COUNT && columns > 0 && total > columns; j++)
    {
      if (!is_empty_column (lines, j))
        continue;
      total -= widths[j] + 2;
      widths[j] = 0;
    }

  if (columns > 0 && total > columns)
    widths[0] = MAX (MIN (widths[0], MIN_METHOD), widths[0] - MIN (widths[0], total - columns));
}

static void
print_line (CliOutput   *output,
            const Line  *line,
            const guint  widths[N_COLUMNS],
            CliStyle     style)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint j = 0; j < N_COLUMNS; j++)
    {
      g_autofree char *cell = NULL;
      guint space;

      if (widths[j] == 0)
        continue;

      cell = cli_text_ellipsize (line->cells[j], widths[j]);
      space = widths[j] - cli_text_width (cell);
      if (j > 0)
        g_string_append (out, "  ");
      if (j >= FIRST_NUMBER)
        g_string_append_printf (out, "%*s", (int) space, "");
      cli_output_style (output, out, style, cell);
      if (j < FIRST_NUMBER)
        g_string_append_printf (out, "%*s", (int) space, "");
    }

  cli_output_print (output, "%s\n", out->str);
}

static void
print_lines (CliOutput *output,
             GPtrArray *lines)
{
  guint widths[N_COLUMNS];

  measure (lines, cli_output_get_columns (output), widths);
  for (guint i = 0; i < lines->len; i++)
    print_line (output, lines->pdata[i], widths, i == 0 ? CLI_STYLE_BOLD : CLI_STYLE_NONE);
}

static void
print_text (CliOutput            *output,
            McpTrafficStatistics *statistics)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) line_free);
  GListModel *rows = mcp_traffic_statistics_get_rows (statistics);

  g_ptr_array_add (lines, make_head ());
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (McpTrafficRow) row = g_list_model_get_item (rows, i);
      const char *method = mcp_traffic_row_get_method (row);

      g_ptr_array_add (lines,
                       make_line (method != NULL ? method : _("(others)"),
                                  mcp_direction_get_nick (mcp_traffic_row_get_direction (row)),
                                  mcp_traffic_row_get_figures (row)));
    }
  g_ptr_array_add (lines, make_line (_("all"), "", mcp_traffic_statistics_get_totals (statistics)));
  print_lines (output, lines);
}

static void
append_duration (GString    *out,
                 const char *key,
                 gint64      usec)
{
  if (usec >= 0)
    mcp_json_append_member_int (out, key, usec);
}

static void
append_figures (GString                 *out,
                const McpTrafficFigures *figures)
{
  mcp_json_append_member_int (out, "count", figures->n);
  mcp_json_append_member_int (out, "errors", figures->n_errors);
  mcp_json_append_member_int (out, "lost", figures->n_lost);
  mcp_json_append_member_int (out, "pending", figures->n_pending);
  append_duration (out, "min_usec", figures->min_usec);
  append_duration (out, "median_usec", figures->median_usec);
  append_duration (out, "p95_usec", figures->p95_usec);
  append_duration (out, "max_usec", figures->max_usec);
  mcp_json_append_member_int (out, "bytes_out", figures->bytes_out);
  mcp_json_append_member_int (out, "bytes_in", figures->bytes_in);
}

static void
print_json (CliOutput            *output,
            McpTrafficStatistics *statistics)
{
  g_autoptr (GString) out = g_string_new ("{");
  GListModel *rows = mcp_traffic_statistics_get_rows (statistics);

  mcp_json_append_key (out, "methods");
  g_string_append_c (out, '[');
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (McpTrafficRow) row = g_list_model_get_item (rows, i);
      const char *method = mcp_traffic_row_get_method (row);

      g_string_append (out, i > 0 ? ",{" : "{");
      if (method != NULL)
        mcp_json_append_member_string (out, "method", method);
      mcp_json_append_member_string (
        out, "dir", mcp_direction_get_nick (mcp_traffic_row_get_direction (row)));
      append_figures (out, mcp_traffic_row_get_figures (row));
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');

  mcp_json_append_key (out, "all");
  g_string_append_c (out, '{');
  append_figures (out, mcp_traffic_statistics_get_totals (statistics));
  g_string_append (out, "}}");
  cli_output_print_json (output, out->str, out->len);
}

/**
 * cli_print_statistics:
 * @journal: (transfer none): whose traffic
 * @query: (nullable): only of what it matches
 *
 * Sums up the traffic by method and prints it, with the main loop running meanwhile.
 */
void
cli_print_statistics (CliOutput  *output,
                      McpJournal *journal,
                      McpQuery   *query)
{
  g_autoptr (McpJournalView) view = mcp_journal_view_new (NULL);
  g_autoptr (McpTrafficStatistics) statistics = mcp_traffic_statistics_new (view);

  mcp_journal_flush (journal);
  mcp_journal_view_set_query (view, query);
  mcp_journal_view_set_journal (view, journal);
  while (mcp_traffic_statistics_is_busy (statistics))
    g_main_context_iteration (NULL, TRUE);

  if (cli_output_is_text (output))
    print_text (output, statistics);
  else
    print_json (output, statistics);
}
