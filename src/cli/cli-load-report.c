/* cli-load-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "cli-load.h"
#include "cli-text.h"
#include "mcp-load-words.h"
#include "mcp-report.h"
#include "mcp-summary.h"

/* The text of a load run: a line for each second as it passes, then the figures as a table. */

#define N_POINT_COLUMNS 8
#define COLUMN_WIDTH    10

static void
append_right (GString    *line,
              const char *text,
              guint       columns)
{
  for (guint width = cli_text_width (text); width < columns; width++)
    g_string_append_c (line, ' ');
  g_string_append (line, text);
}

static void
print_row (CliOutput  *output,
           CliStyle    style,
           char      **cells)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GString) styled = g_string_new (NULL);

  for (guint i = 0; cells[i] != NULL; i++)
    append_right (line, cells[i], i == 0 ? COLUMN_WIDTH - 2 : COLUMN_WIDTH);
  cli_output_style (output, styled, style, line->str);
  cli_output_print (output, "%s\n", styled->str);
}

void
cli_load_print_head (CliOutput *output)
{
  const char *cells[N_POINT_COLUMNS + 1] = {
    /* Translators: heads of columns, of at most 9 letters. */
    _("time"), _("answers"), _("failed"), "p50", "p99", "max", _("CPU"), _("memory"), NULL,
  };

  print_row (output, CLI_STYLE_DIM, (char **) cells);
}

void
cli_load_print_point (CliOutput          *output,
                      const McpLoadPoint *point)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) cells = NULL;
  const gint64 latencies[] = { point->p50_usec, point->p99_usec, point->max_usec };
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *answered = g_strdup_printf ("%u", point->n_answered);
  g_autofree char *failed = g_strdup_printf ("%u", point->n_failed);
  g_autofree char *cpu = g_strdup_printf ("%.0f %%", point->cpu_percent);
  g_autofree char *memory = mcp_format_size (point->memory_bytes);

  g_ascii_formatd (text, sizeof text, "%.0f s",
                   (point->start_usec + point->length_usec) / (double) G_USEC_PER_SEC);
  g_strv_builder_add_many (builder, text, answered, failed, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (latencies); i++)
    {
      g_autofree char *duration = mcp_load_dup_duration (latencies[i]);

      g_strv_builder_add (builder, duration);
    }
  g_strv_builder_add_many (builder, point->cpu_percent >= 0 ? cpu : MCP_LOAD_NO_VALUE,
                           point->memory_bytes > 0 ? memory : MCP_LOAD_NO_VALUE, NULL);

  cells = g_strv_builder_end (builder);
  print_row (output, point->n_failed > 0 ? CLI_STYLE_RED : CLI_STYLE_NONE, cells);
}

static void
print_latencies (CliOutput           *output,
                 const McpLoadReport *report,
                 const McpLoadReport *earlier)
{
  for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
    {
      g_autoptr (GString) line = g_string_new ("  ");
      g_autofree char *now = mcp_load_dup_duration (report->latency_usec[i]);

      cli_text_append_padded (line, mcp_load_figure_get_name (i), COLUMN_WIDTH);
      append_right (line, now, COLUMN_WIDTH);
      if (earlier != NULL)
        {
          g_autofree char *before = mcp_load_dup_duration (earlier->latency_usec[i]);
          g_autofree char *ratio = mcp_load_dup_ratio (report->latency_usec[i], earlier->latency_usec[i]);

          append_right (line, before, COLUMN_WIDTH + 2);
          append_right (line, ratio, COLUMN_WIDTH + 2);
        }
      cli_output_print (output, "%s\n", line->str);
    }
}

static void
print_counts (CliOutput           *output,
              const McpLoadReport *report)
{
  g_auto (GStrv) counts = mcp_load_report_dup_counts (report);

  for (guint i = 0; counts[i] != NULL; i++)
    cli_output_print (output, "%s\n", counts[i]);
  for (guint i = 0; i < report->errors->len; i++)
    {
      const McpLoadErrors *errors = &g_array_index (report->errors, McpLoadErrors, i);

      cli_output_print (output, "  %" PRIu64 " × %s\n", errors->n, errors->kind);
    }
}

/**
 * cli_load_print_report:
 * @report: what to print
 * @earlier: (nullable): a run to compare it with
 *
 * Prints the figures of a run for people.
 */
void
cli_load_print_report (CliOutput           *output,
                       const McpLoadReport *report,
                       const McpLoadReport *earlier)
{
  g_autofree char *name = cli_text_visible (report->name != NULL ? report->name : "", -1, FALSE);

  cli_output_print (output, "\n--- %s%s%s ---\n", report->method, *name != '\0' ? " " : "", name);
  print_counts (output, report);
  if (earlier != NULL)
    {
      g_autofree char *ratio = mcp_load_dup_ratio (mcp_load_report_get_throughput (report),
                                                   mcp_load_report_get_throughput (earlier));

      cli_output_print (output, _("before: %.5g a second (%s)\n"),
                        mcp_load_report_get_throughput (earlier), ratio);
    }
  if (report->n_answered > 0)
    print_latencies (output, report, earlier);
  if (report->stopped != NULL)
    cli_output_print (output, _("Stopped: %s.\n"), report->stopped);
}

/* --- For other programs --- */

static void
add_latency (McpReport           *to,
             const McpLoadReport *report)
{
  g_autofree char *p50 = mcp_format_duration (report->latency_usec[MCP_LOAD_P50]);
  g_autofree char *p99 = mcp_format_duration (report->latency_usec[MCP_LOAD_P99]);
  g_autofree char *text = g_strdup_printf (_("%" PRIu64 " answered, %.5g a second, p50 %s, p99 %s"),
                                           report->n_answered, mcp_load_report_get_throughput (report), p50, p99);

  if (report->n_answered > 0)
    mcp_report_add (to, "load.answered", MCP_OUTCOME_PASSED, text)->duration_usec = report->duration_usec;
  else
    mcp_report_add (to, "load.answered", MCP_OUTCOME_FAILED, _("nothing was answered"));
}

/* Calls that failed are told; a run fails by the rules that it was given. */
static void
add_errors (McpReport           *to,
            const McpLoadReport *report)
{
  for (guint i = 0; i < report->errors->len; i++)
    {
      const McpLoadErrors *errors = &g_array_index (report->errors, McpLoadErrors, i);
      g_autofree char *rule = g_strdup_printf ("load.error: %s", errors->kind);
      g_autofree char *text = g_strdup_printf (
        ngettext ("%" PRIu64 " call failed in this way", "%" PRIu64 " calls failed in this way", errors->n),
        errors->n);

      mcp_report_add (to, rule, MCP_OUTCOME_FAILED, text)->severity = MCP_SEVERITY_WARNING;
    }
}

/**
 * cli_load_report_new:
 * @options: the command line, with one of the formats of reports
 * @server: its name
 * @report: what a run came to
 *
 * Makes of a run a report of checks: whether anything was answered, the rules that were to stop it,
 * and the kinds of errors as warnings.
 *
 * Returns: (transfer full): the report
 */
McpReport *
cli_load_report_new (const CliOptions    *options,
                     const char          *server,
                     const McpLoadReport *report)
{
  g_autofree char *command = g_strjoin (" ", "load", report->method, report->name, NULL);
  McpReport *to = mcp_report_new (command, server);

  to->duration_usec = report->duration_usec;
  to->start_wall_usec -= report->duration_usec;
  add_latency (to, report);
  if (report->stopped != NULL)
    mcp_report_add (to, "load.stopped", MCP_OUTCOME_FAILED, report->stopped);
  else if (options->stop_failed >= 0 || options->stop_p99_msec > 0)
    mcp_report_add (to, "load.stopped", MCP_OUTCOME_PASSED, _("no rule has stopped it"));
  add_errors (to, report);

  return to;
}
