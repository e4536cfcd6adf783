/* sounder-timeline-cells.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-record.h"

#include "sounder-palette.h"
#include "sounder-timeline-columns.h"

G_BEGIN_DECLS

/* What a row of the timeline says of its record, without any widget. */
char        *sounder_timeline_cell_dup_text  (McpRecord     *record,
                                              SounderColumn  column);
SounderTone  sounder_timeline_cell_get_tone  (McpRecord     *record,
                                              SounderColumn  column);
char        *sounder_timeline_cells_dup      (SounderTimelineColumns *columns,
                                              McpRecord     *record,
                                              SounderColumn  column); /* as it is drawn among other rows */
char        *sounder_timeline_cells_dup_label (McpRecord    *record,
                                               const char   *summary); /* one sentence with all of it */
char        *sounder_timeline_cell_dup_tooltip (McpRecord   *record,
                                                SounderColumn column);  /* (nullable) */
char        *sounder_timeline_cell_dup_chip  (McpRecord     *record);   /* (nullable): before the summary */
gboolean     sounder_timeline_record_waits   (McpRecord     *record);

G_END_DECLS
