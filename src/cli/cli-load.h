/* cli-load.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"
#include "mcp-load-report.h"
#include "mcp-report.h"

G_BEGIN_DECLS

void cli_load_print_head   (CliOutput           *output);
void cli_load_print_point  (CliOutput           *output,
                            const McpLoadPoint  *point);
void cli_load_print_report (CliOutput           *output,
                            const McpLoadReport *report,
                            const McpLoadReport *earlier);  /* (nullable) */
McpReport *cli_load_report_new (const CliOptions *options,
                            const char          *server,
                            const McpLoadReport *report);

G_END_DECLS
