/* sounder-timeline-lanes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-journal.h"
#include "mcp-query.h"
#include "mcp-traffic-lanes.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TIMELINE_LANES (sounder_timeline_lanes_get_type ())

/*
 * The traffic of a journal on an axis of time, a lane for each party, method or tool. Times are monotonic.
 *
 * Signals: picked (guint serial), when somebody selects a record; brushed, when the span that is marked changes by somebody's hand.
 */
G_DECLARE_FINAL_TYPE (SounderTimelineLanes, sounder_timeline_lanes, SOUNDER, TIMELINE_LANES,
                      GtkWidget)

void       sounder_timeline_lanes_set_journal     (SounderTimelineLanes *self,
                                                   McpJournal           *journal);  /* (nullable) */
void       sounder_timeline_lanes_set_filter      (SounderTimelineLanes *self,
                                                   McpQuery             *query,     /* (nullable) */
                                                   guint                 scope,     /* of a view; 0: all */
                                                   guint                 hidden_until); /* serial */
void       sounder_timeline_lanes_set_live        (SounderTimelineLanes *self,
                                                   gboolean              live);     /* time goes by */
void       sounder_timeline_lanes_set_grouping    (SounderTimelineLanes *self,
                                                   McpLanesBy            grouping);
void       sounder_timeline_lanes_set_show_probes (SounderTimelineLanes *self,
                                                   gboolean              show_probes);
void       sounder_timeline_lanes_set_selected    (SounderTimelineLanes *self,
                                                   guint                 serial);   /* 0: none */
guint      sounder_timeline_lanes_get_selected    (SounderTimelineLanes *self);
void       sounder_timeline_lanes_set_brush       (SounderTimelineLanes *self,
                                                   gint64                start_usec,
                                                   gint64                end_usec); /* both 0: none */
gboolean   sounder_timeline_lanes_get_brush       (SounderTimelineLanes *self,
                                                   gint64               *start_usec,
                                                   gint64               *end_usec);
void       sounder_timeline_lanes_get_span        (SounderTimelineLanes *self,
                                                   gint64               *start_usec,
                                                   gint64               *end_usec); /* in sight */
void       sounder_timeline_lanes_zoom            (SounderTimelineLanes *self,
                                                   double                factor,    /* above 1: closer */
                                                   double                share);    /* 0 to 1: what stays */
void       sounder_timeline_lanes_pan             (SounderTimelineLanes *self,
                                                   double                share);    /* of the width */
void       sounder_timeline_lanes_show_all        (SounderTimelineLanes *self);
char      *sounder_timeline_lanes_dup_tooltip     (SounderTimelineLanes *self,
                                                   double                x,
                                                   double                y);        /* (nullable) */
gboolean   sounder_timeline_lanes_is_busy         (SounderTimelineLanes *self);

G_END_DECLS
