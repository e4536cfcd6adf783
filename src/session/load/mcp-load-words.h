/* mcp-load-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-load-report.h"
#include "mcp-session.h"

G_BEGIN_DECLS

/* A load run in words, as window and command line say it. */

/* Where nothing was measured. */
#define MCP_LOAD_NO_VALUE "–"

char  *mcp_load_dup_duration      (gint64               usec);
char  *mcp_load_dup_ratio         (double               now,
                                   double               before);
GStrv  mcp_load_report_dup_counts (const McpLoadReport *report);
char  *mcp_load_dup_warning       (McpSession          *session,
                                   const char          *tool);
char  *mcp_load_dup_error_kind    (McpCall             *call);

G_END_DECLS
