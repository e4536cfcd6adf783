/* sounder-history-popover.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-session.h"
#include "sounder-invocation.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_HISTORY_POPOVER (sounder_history_popover_get_type ())

/*
 * The calls of one tool. Signals, each with a SounderInvocation: chosen (look at it), repeat, edit
 * (take its arguments).
 */
G_DECLARE_FINAL_TYPE (SounderHistoryPopover, sounder_history_popover, SOUNDER, HISTORY_POPOVER, GtkPopover)

void sounder_history_popover_set_calls (SounderHistoryPopover *self,
                                        McpSession            *session,  /* (nullable) */
                                        GListModel            *calls);   /* (nullable) of SounderInvocation */

G_END_DECLS
