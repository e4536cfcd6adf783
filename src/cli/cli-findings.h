/* cli-findings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "cli-output.h"
#include "mcp-accepted.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_errors;
  guint n_warnings;
} CliFindingCounts;

CliFindingCounts cli_findings_count (GListModel *findings,
                                       McpAccepted *accepted);
void             cli_findings_print (CliOutput  *output,
                                     GListModel *findings,
                                       McpAccepted *accepted);

G_END_DECLS
