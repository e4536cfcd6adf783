/* sounder-probe-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-journal.h"
#include "mcp-probe-result.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PROBE_ROW (sounder_probe_row_get_type ())

/* One probe, what it came to, and what crossed. Signal: show-record (guint serial). */
G_DECLARE_FINAL_TYPE (SounderProbeRow, sounder_probe_row, SOUNDER, PROBE_ROW, AdwExpanderRow)

GtkWidget      *sounder_probe_row_new        (McpProbeResult  *result,
                                              McpJournal      *journal);  /* that has its records */
McpProbeResult *sounder_probe_row_get_result (SounderProbeRow *self);

G_END_DECLS
