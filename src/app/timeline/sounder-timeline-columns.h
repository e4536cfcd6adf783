/* sounder-timeline-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <pango/pango.h>

#include "mcp-journal-view.h"
#include "sounder-column.h"

G_BEGIN_DECLS

/* Where a column is, in pixels. A width of 0: it is not shown. */
typedef struct
{
  int x;
  int width;
} SounderColumnPlace;

/* From the edge of a column to its text, in pixels. */
#define SOUNDER_COLUMN_PADDING 7

#define SOUNDER_TYPE_TIMELINE_COLUMNS (sounder_timeline_columns_get_type ())

/*
 * The geometry that the header and all rows of a timeline share: widths, order, what is shown,
 * and the span of time of the waterfall; what the rows are sorted by; and what cells depend on beside
 * their record. Signals: changed (not for the span), sort-changed, texts-changed.
 */
G_DECLARE_FINAL_TYPE (SounderTimelineColumns, sounder_timeline_columns, SOUNDER, TIMELINE_COLUMNS,
                      GObject)

SounderTimelineColumns   *sounder_timeline_columns_new         (void);
const SounderColumnPlace *sounder_timeline_columns_place       (SounderTimelineColumns *self,
                                                                int                     width);
SounderColumn             sounder_timeline_columns_find        (SounderTimelineColumns *self,
                                                                int                     width,
                                                                double                  x);
int                       sounder_timeline_columns_get_width   (SounderTimelineColumns *self,
                                                                SounderColumn           column);
void                      sounder_timeline_columns_set_width   (SounderTimelineColumns *self,
                                                                SounderColumn           column,
                                                                int                     width);
gboolean                  sounder_timeline_columns_get_visible (SounderTimelineColumns *self,
                                                                SounderColumn           column);
void                      sounder_timeline_columns_set_visible (SounderTimelineColumns *self,
                                                                SounderColumn           column,
                                                                gboolean                visible);
guint                     sounder_timeline_columns_get_position (SounderTimelineColumns *self,
                                                                 SounderColumn         column);
SounderColumn             sounder_timeline_columns_get_at      (SounderTimelineColumns *self,
                                                                guint                   position);
void                      sounder_timeline_columns_move        (SounderTimelineColumns *self,
                                                                SounderColumn           column,
                                                                guint                   position);
void                      sounder_timeline_columns_set_sort    (SounderTimelineColumns *self,
                                                                SounderColumn           column,
                                                                gboolean                descending);
SounderColumn             sounder_timeline_columns_get_sort    (SounderTimelineColumns *self,
                                                                gboolean               *descending);
char                     *sounder_timeline_columns_dup_sort    (SounderTimelineColumns *self);   /* "took:desc", "" as they came */
void                      sounder_timeline_columns_parse_sort  (SounderTimelineColumns *self,
                                                                const char             *text);   /* (nullable); what is none means "" */
void                      sounder_timeline_columns_next_sort   (SounderTimelineColumns *self,
                                                                SounderColumn           column);
void                      sounder_timeline_columns_reset       (SounderTimelineColumns *self);
gboolean                  sounder_timeline_columns_set_span    (SounderTimelineColumns *self,
                                                                gint64                  start_usec,
                                                                gint64                  end_usec);
void                      sounder_timeline_columns_get_span    (SounderTimelineColumns *self,
                                                                gint64                 *start_usec,
                                                                gint64                 *end_usec);

void                      sounder_timeline_columns_set_end     (SounderTimelineColumns *self,
                                                                gint64                  end_usec); /* 0: time goes by */
gint64                    sounder_timeline_columns_get_now     (SounderTimelineColumns *self);
gboolean                  sounder_timeline_columns_is_over     (SounderTimelineColumns *self);
double                    sounder_timeline_columns_get_times   (PangoContext           *context,
                                                                double                  usual);
void                      sounder_timeline_columns_set_scale   (SounderTimelineColumns *self,
                                                                PangoContext           *context);
void                      sounder_timeline_columns_set_view    (SounderTimelineColumns *self,
                                                                McpJournalView         *view);      /* (nullable) */
McpJournalView           *sounder_timeline_columns_get_view    (SounderTimelineColumns *self);      /* (nullable) */
void                      sounder_timeline_columns_set_reference (SounderTimelineColumns *self,
                                                                  guint                   serial);  /* 0: the start */
guint                     sounder_timeline_columns_get_reference (SounderTimelineColumns *self);
void                      sounder_timeline_columns_refresh     (SounderTimelineColumns *self);

G_END_DECLS
