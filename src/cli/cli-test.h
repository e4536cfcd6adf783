/* cli-test.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "mcp-report.h"
#include "mcp-test-run.h"

G_BEGIN_DECLS

/* A file of tests on one server, as one era. */
typedef struct
{
  McpTestFile   *file;
  char          *label;       /* "weather.json · demo · modern" */
  CliConnection *connection;  /* (nullable): before and after it is run */
  McpTestRun    *run;         /* (nullable): before */
  gboolean       ended;
  GError        *error;       /* (nullable): why nothing could be tested */
} CliTestCell;

void cli_test_print_result  (CliOutput    *output,
                             CliTestCell  *cell,
                             McpTestResult *result,
                             gboolean      with_head);
void cli_test_print_summary (CliOutput    *output,
                             GPtrArray    *cells);
void cli_test_print_json    (CliOutput    *output,
                             GPtrArray    *cells);
void cli_test_append_json   (GString      *out,
                             CliTestCell  *cell,
                             McpTestResult *result);
void cli_test_append_counts (GString      *out,
                             GPtrArray    *cells);
McpReport *cli_test_report_new (const CliOptions *options,
                             GPtrArray    *cells,
                             gint64        start_usec);
guint cli_test_count        (GPtrArray    *cells,
                             McpTestState  state);

G_END_DECLS
