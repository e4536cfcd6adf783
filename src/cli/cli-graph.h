/* cli-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"
#include "mcp-sample-store.h"

G_BEGIN_DECLS

char *cli_graph_draw         (CliOutput      *output,
                              McpSampleStore *samples,
                              guint           columns,
                              gboolean        only_recent,
                              guint          *n_lines);
char *cli_graph_dup_duration (gint64          usec);

G_END_DECLS
