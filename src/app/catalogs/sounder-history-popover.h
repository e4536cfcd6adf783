/* sounder-history-popover.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-workbench.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_HISTORY_POPOVER (sounder_history_popover_get_type ())

/* The presets, the calls and the earlier arguments of one tool, prompt or template: for a SounderInvokePage. */
G_DECLARE_FINAL_TYPE (SounderHistoryPopover, sounder_history_popover, SOUNDER, HISTORY_POPOVER, GtkPopover)

void sounder_history_popover_set_only_calls (SounderHistoryPopover *self,
                                             gboolean               only_calls);  /* no presets, and nothing earlier */
void sounder_history_popover_set_target     (SounderHistoryPopover *self,
                                             McpWorkbench          *workbench,    /* (nullable) */
                                             McpCatalogKind         kind,
                                             const char            *name);

G_END_DECLS
