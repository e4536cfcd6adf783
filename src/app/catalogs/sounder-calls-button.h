/* sounder-calls-button.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-workbench.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CALLS_BUTTON (sounder_calls_button_get_type ())

/*
 * The history of one name, and how many of its calls run. Property: only-unseen (not there unless a call
 * runs that is not shown, and with calls only).
 */
G_DECLARE_FINAL_TYPE (SounderCallsButton, sounder_calls_button, SOUNDER, CALLS_BUTTON, AdwBin)

void sounder_calls_button_set_target (SounderCallsButton *self,
                                      McpWorkbench       *workbench,  /* (nullable) */
                                      McpCatalogKind      kind,
                                      const char         *name);
void sounder_calls_button_set_shown  (SounderCallsButton *self,
                                      McpCall            *call);      /* (nullable) */

G_END_DECLS
