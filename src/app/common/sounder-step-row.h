/* sounder-step-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_STEP_ROW (sounder_step_row_get_type ())

/* A step of reaching a server: state, time, outcome, and what was seen. */
G_DECLARE_FINAL_TYPE (SounderStepRow, sounder_step_row, SOUNDER, STEP_ROW, GtkListBoxRow)

GtkWidget  *sounder_step_row_new         (McpConnectStep *step);
const char *sounder_step_state_get_text  (McpStepState    state); /* translated: "failed" */
const char *sounder_step_state_get_icon_name (McpStepState state);
const char *sounder_step_state_get_css_class (McpStepState state); /* (nullable) */

G_END_DECLS
