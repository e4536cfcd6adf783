/* sounder-compare-button.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-workbench.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_COMPARE_BUTTON (sounder_compare_button_get_type ())

/* Compares what came back with what came back another time. There to be seen when there is another time. */
G_DECLARE_FINAL_TYPE (SounderCompareButton, sounder_compare_button, SOUNDER, COMPARE_BUTTON, AdwBin)

void sounder_compare_button_set_calls (SounderCompareButton *self,
                                       GListModel           *calls);  /* (nullable) of McpInvocation */
void sounder_compare_button_set_call  (SounderCompareButton *self,
                                       McpCall              *call);   /* (nullable): what is shown */
void sounder_compare_button_update    (SounderCompareButton *self);

G_END_DECLS
