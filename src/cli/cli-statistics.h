/* cli-statistics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"
#include "mcp-query.h"

G_BEGIN_DECLS

void cli_print_statistics (CliOutput  *output,
                           McpJournal *journal,
                           McpQuery   *query);

G_END_DECLS
