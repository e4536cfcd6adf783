/* sounder-process-panel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"
#include "sounder-time-span.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PROCESS_PANEL (sounder_process_panel_get_type ())

/* What the server's process uses. Property: session. */
G_DECLARE_FINAL_TYPE (SounderProcessPanel, sounder_process_panel, SOUNDER, PROCESS_PANEL, SounderPage)

void sounder_process_panel_set_span (SounderProcessPanel *self,
                                     SounderTimeSpan     *span);

G_END_DECLS
