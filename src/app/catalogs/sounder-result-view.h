/* sounder-result-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-workbench.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_RESULT_VIEW (sounder_result_view_get_type ())

/* What became of a call, also while it runs. Property: call. */
G_DECLARE_FINAL_TYPE (SounderResultView, sounder_result_view, SOUNDER, RESULT_VIEW, AdwBin)

void       sounder_result_view_set_kind (SounderResultView *self,
                                         McpCatalogKind     kind);
void       sounder_result_view_add_widget (SounderResultView *self,
                                           GtkWidget         *widget);
GtkToggleButton *sounder_result_view_get_room_button (SounderResultView *self);
McpCall   *sounder_result_view_get_call (SounderResultView *self);  /* (nullable) */
void       sounder_result_view_show     (SounderResultView *self,
                                         McpCall           *call,            /* (nullable) */
                                         const char        *output_schema);  /* (nullable) JSON */
void       sounder_result_view_set_target (SounderResultView *self,
                                           McpWorkbench      *workbench,       /* (nullable): whose calls */
                                           const char        *name);

G_END_DECLS
