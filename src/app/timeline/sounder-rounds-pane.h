/* sounder-rounds-pane.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-journal.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_ROUNDS_PANE (sounder_rounds_pane_get_type ())

/* All requests and answers of a call that took several. */
G_DECLARE_FINAL_TYPE (SounderRoundsPane, sounder_rounds_pane, SOUNDER, ROUNDS_PANE, AdwBin)

gboolean sounder_rounds_pane_has_rounds (McpRecord         *record);
void     sounder_rounds_pane_set_record (SounderRoundsPane *self,
                                         McpRecord         *record);  /* (nullable) */

G_END_DECLS
