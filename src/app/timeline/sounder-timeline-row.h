/* sounder-timeline-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-record.h"

#include "sounder-timeline-columns.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TIMELINE_ROW (sounder_timeline_row_get_type ())

/* One record of a timeline, drawn by hand. All rows have the same height. */
G_DECLARE_FINAL_TYPE (SounderTimelineRow, sounder_timeline_row, SOUNDER, TIMELINE_ROW, GtkWidget)

GtkWidget  *sounder_timeline_row_new          (SounderTimelineColumns *columns);
void        sounder_timeline_row_set_record   (SounderTimelineRow     *self,
                                               McpRecord              *record);   /* (nullable) */
McpRecord  *sounder_timeline_row_get_record   (SounderTimelineRow     *self);  /* (nullable) */
const char *sounder_timeline_row_get_text     (SounderTimelineRow     *self,
                                               SounderColumn           column);   /* as drawn */
const char *sounder_timeline_row_get_label    (SounderTimelineRow     *self);     /* for assistive technology */
gboolean    sounder_timeline_row_is_pending   (SounderTimelineRow     *self);
void        sounder_timeline_row_queue_span   (SounderTimelineRow     *self);     /* the waterfall spans another time */

/* When a record began and ended, monotonic; the end of what is pending is @now_usec. */
void        sounder_timeline_row_get_extent   (McpRecord              *record,
                                               gint64                  now_usec,
                                               gint64                 *start_usec,
                                               gint64                 *end_usec);

G_END_DECLS
