/* sounder-tool-marks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-workbench.h"

G_BEGIN_DECLS

/* What is wrong with the tools of a server. */
const char *sounder_tool_marks_get_problem (McpCatalogItem *tool);       /* (nullable): of its schema */
GHashTable *sounder_tool_marks_list_findings (McpWorkbench *workbench);  /* (transfer full) */
const char *sounder_tool_marks_find        (McpWorkbench   *workbench,
                                            GHashTable     *by_serial,
                                            McpCatalogItem *tool);       /* (nullable) */

G_END_DECLS
