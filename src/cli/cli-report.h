/* cli-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "mcp-report.h"

G_BEGIN_DECLS

gboolean cli_report_is_printed (const CliOptions *options);
int      cli_report_write      (CliConnection    *connection,
                                const McpReport  *report,
                                int               status);

G_END_DECLS
