/* sounder-tool-argument-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-workbench.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TOOL_ARGUMENT_DIALOG (sounder_tool_argument_dialog_get_type ())

/* Which argument of which tool a text is to be. */
G_DECLARE_FINAL_TYPE (SounderToolArgumentDialog, sounder_tool_argument_dialog, SOUNDER, TOOL_ARGUMENT_DIALOG,
                      AdwWindow)

GtkWindow *sounder_tool_argument_dialog_present (GtkWidget    *from,
                                                 McpWorkbench *workbench,
                                                 const char   *text);

G_END_DECLS
