/* cli-test-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-test.h"
#include "cli-text.h"
#include "mcp-json.h"
#include "mcp-report.h"
#include "mcp-summary.h"

/* What tests came to, for people, for scripts and for other programs. */

#define LABEL_WIDTH 10

guint
cli_test_count (GPtrArray    *cells,
                McpTestState  state)
{
  guint n = 0;

  for (guint i = 0; i < cells->len; i++)
    {
      const CliTestCell *cell = cells->pdata[i];
      GListModel *results = cell->run != NULL ? mcp_test_run_get_results (cell->run) : NULL;

      for (guint j = 0; results != NULL && j < g_list_model_get_n_items (results); j++)
        {
          g_autoptr (McpTestResult) result = g_list_model_get_item (results, j);

          n += mcp_test_result_get_info (result)->state == state;
        }
    }

  return n;
}

/* --- For people --- */

static void
print_line (CliOutput  *output,
            const char *label,
            const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *visible = NULL;

  if (text == NULL)
    return;

  visible = cli_text_visible (text, -1, FALSE);
  cli_text_append_padded (line, label, LABEL_WIDTH);
  cli_output_print (output, "        %s %s\n", line->str, visible);
}

static void
print_failure (CliOutput            *output,
               const McpTestFailure *failure)
{
  g_autofree char *expectation = cli_text_visible (failure->expectation, -1, FALSE);
  g_autofree char *message = cli_text_visible (failure->message, -1, FALSE);

  cli_output_print (output, "      %s: %s\n", expectation, message);
  print_line (output, _("expected"), failure->expected);
  print_line (output, _("got"), failure->got);
}

void
cli_test_print_result (CliOutput     *output,
                       CliTestCell   *cell,
                       McpTestResult *result,
                       gboolean       with_head)
{
  const McpTestResultInfo *info = mcp_test_result_get_info (result);
  gboolean passed = info->state == MCP_TEST_PASSED;
  GPtrArray *failures = info->failures;
  g_autofree char *took = mcp_format_duration (info->duration_usec);
  g_autofree char *name = cli_text_visible (info->name, -1, FALSE);
  g_autoptr (GString) line = g_string_new ("  ");

  if (with_head)
    {
      g_autoptr (GString) head = g_string_new (NULL);

      cli_output_style (output, head, CLI_STYLE_BOLD, cell->label);
      cli_output_print (output, "%s\n", head->str);
    }

  cli_output_style (output, line, passed ? CLI_STYLE_GREEN : CLI_STYLE_RED, passed ? "✓" : "✗");
  g_string_append_printf (line, " %s  ", name);
  cli_output_style (output, line, CLI_STYLE_DIM, took);
  cli_output_print (output, "%s\n", line->str);
  for (guint i = 0; i < failures->len; i++)
    print_failure (output, failures->pdata[i]);
}

void
cli_test_print_summary (CliOutput *output,
                        GPtrArray *cells)
{
  cli_output_print (output, _("%u passed, %u failed, %u skipped\n"),
                    cli_test_count (cells, MCP_TEST_PASSED), cli_test_count (cells, MCP_TEST_FAILED),
                    cli_test_count (cells, MCP_TEST_SKIPPED));
}

/* --- For scripts --- */

static void
append_nullable (GString    *out,
                 const char *key,
                 const char *text)
{
  if (text != NULL)
    mcp_json_append_member_string (out, key, text);
}

static void
append_failure (GString              *out,
                const McpTestFailure *failure)
{
  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "expectation", failure->expectation);
  mcp_json_append_member_string (out, "message", failure->message);
  append_nullable (out, "expected", failure->expected);
  append_nullable (out, "got", failure->got);
  g_string_append_c (out, '}');
}

void
cli_test_append_json (GString       *out,
                      CliTestCell   *cell,
                      McpTestResult *result)
{
  const McpTestResultInfo *info = mcp_test_result_get_info (result);
  McpTestState state = info->state;
  GPtrArray *failures = info->failures;

  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "file", cell->file->path);
  mcp_json_append_member_string (out, "run", cell->label);
  mcp_json_append_member_string (out, "name", info->name);
  mcp_json_append_member_string (out, "state", mcp_test_state_get_nick (state));
  if (info->duration_usec >= 0)
    mcp_json_append_member_int (out, "duration_usec", info->duration_usec);
  mcp_json_append_key (out, "failures");
  g_string_append_c (out, '[');
  for (guint i = 0; i < failures->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_failure (out, failures->pdata[i]);
    }
  g_string_append (out, "]}");
}

void
cli_test_append_counts (GString   *out,
                        GPtrArray *cells)
{
  mcp_json_append_member_int (out, "passed", cli_test_count (cells, MCP_TEST_PASSED));
  mcp_json_append_member_int (out, "failed", cli_test_count (cells, MCP_TEST_FAILED));
  mcp_json_append_member_int (out, "skipped", cli_test_count (cells, MCP_TEST_SKIPPED));
}

static void
append_tests (GString     *out,
              CliTestCell *cell)
{
  GListModel *results = mcp_test_run_get_results (cell->run);

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (McpTestResult) result = g_list_model_get_item (results, i);

      if (out->str[out->len - 1] == '}')
        g_string_append_c (out, ',');
      cli_test_append_json (out, cell, result);
    }
}

static void
append_error (GString           *out,
              const CliTestCell *cell)
{
  if (out->str[out->len - 1] == '}')
    g_string_append_c (out, ',');
  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "run", cell->label);
  mcp_json_append_member_string (out, "message", cell->error->message);
  g_string_append_c (out, '}');
}

void
cli_test_print_json (CliOutput *output,
                     GPtrArray *cells)
{
  g_autoptr (GString) out = g_string_new ("{\"tests\":[");

  for (guint i = 0; i < cells->len; i++)
    append_tests (out, cells->pdata[i]);
  g_string_append (out, "]");
  mcp_json_append_key (out, "errors");
  g_string_append (out, "[");
  for (guint i = 0; i < cells->len; i++)
    if (((CliTestCell *) cells->pdata[i])->error != NULL)
      append_error (out, cells->pdata[i]);
  g_string_append (out, "]");
  cli_test_append_counts (out, cells);
  g_string_append_c (out, '}');

  cli_output_print_json (output, out->str, out->len);
}

/* --- For other programs --- */

static McpOutcome
get_outcome (McpTestResult *result)
{
  switch (mcp_test_result_get_info (result)->state)
    {
    case MCP_TEST_PASSED:
      return MCP_OUTCOME_PASSED;
    case MCP_TEST_FAILED:
      return MCP_OUTCOME_FAILED;
    case MCP_TEST_WAITING:
    case MCP_TEST_RUNNING:
    case MCP_TEST_SKIPPED:
    default:
      return MCP_OUTCOME_SKIPPED;
    }
}

static char *
dup_message (McpTestResult *result)
{
  GPtrArray *failures = mcp_test_result_get_info (result)->failures;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < failures->len; i++)
    {
      const McpTestFailure *failure = failures->pdata[i];

      g_string_append_printf (out, "%s%s: %s", i > 0 ? "\n" : "", failure->expectation,
                              failure->message);
      if (failure->expected != NULL)
        g_string_append_printf (out, "\n  %s %s", _("expected"), failure->expected);
      if (failure->got != NULL)
        g_string_append_printf (out, "\n  %s %s", _("got"), failure->got);
    }

  return g_string_free (out, FALSE);
}

static void
add_cell (McpReport         *report,
          const CliTestCell *cell)
{
  GListModel *results = mcp_test_run_get_results (cell->run);

  if (cell->error != NULL)
    mcp_report_add (report, cell->label, MCP_OUTCOME_FAILED, cell->error->message);

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (McpTestResult) result = g_list_model_get_item (results, i);
      g_autofree char *rule = g_strdup_printf ("%s: %s", cell->label,
                                               mcp_test_result_get_info (result)->name);
      g_autofree char *message = dup_message (result);
      McpReportResult *entry = mcp_report_add (report, rule, get_outcome (result), message);

      entry->duration_usec = mcp_test_result_get_info (result)->duration_usec;
      entry->serial = mcp_test_result_get_info (result)->serial;
    }
}

McpReport *
cli_test_report_new (const CliOptions *options,
                     GPtrArray        *cells,
                     gint64            start_usec)
{
  g_autofree char *files = g_strjoinv (", ", options->words);
  McpReport *report = mcp_report_new ("test", files);

  report->duration_usec = g_get_monotonic_time () - start_usec;
  report->start_wall_usec -= report->duration_usec;
  for (guint i = 0; i < cells->len; i++)
    add_cell (report, cells->pdata[i]);

  return report;
}
