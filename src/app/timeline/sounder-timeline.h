/* sounder-timeline.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"
#include "sounder-split.h"

#include "sounder-timeline-filter.h"
#include "sounder-timeline-lanes.h"
#include "sounder-timeline-statistics.h"

G_BEGIN_DECLS

typedef enum {
  SOUNDER_TIMELINE_ALL,
  SOUNDER_TIMELINE_REQUESTS,
  SOUNDER_TIMELINE_NOTIFICATIONS,
  SOUNDER_TIMELINE_ERRORS,
} SounderTimelineScope;

/* How the traffic is shown. */
typedef enum {
  SOUNDER_VIEW_LIST,
  SOUNDER_VIEW_LANES,
  SOUNDER_VIEW_STATISTICS,
} SounderTimelineView;

#define SOUNDER_TYPE_TIMELINE_VIEW (sounder_timeline_view_get_type ())
GType sounder_timeline_view_get_type (void) G_GNUC_CONST;

#define SOUNDER_TYPE_TIMELINE_SCOPE (sounder_timeline_scope_get_type ())
GType sounder_timeline_scope_get_type (void) G_GNUC_CONST;

#define SOUNDER_TYPE_LANES_BY (sounder_lanes_by_get_type ())
GType sounder_lanes_by_get_type (void) G_GNUC_CONST;

#define SOUNDER_TYPE_TIMELINE (sounder_timeline_get_type ())

/*
 * The traffic of a session, a row per message or call, with a filter. What a person chose is in these
 * properties, for whoever keeps it: view, scope, by-call, lanes-by, reference-serial, show-probes,
 * show-transport, sort ("took:desc", "" for the order of time), cleared-until,
 * top-serial (the first row in sight, 0 while it follows), follow, filter, selected-serial. The others: session, journal (the session's, or
 * set alone), compact (docked under another page), width-class, selected-record, n-rows.
 */
G_DECLARE_FINAL_TYPE (SounderTimeline, sounder_timeline, SOUNDER, TIMELINE, SounderPage)

void         sounder_timeline_keep                (SounderTimeline      *self,
                                                   SounderPlace         *place);
void         sounder_timeline_set_journal         (SounderTimeline      *self,
                                                   McpJournal           *journal);  /* (nullable) */
McpJournal  *sounder_timeline_get_journal         (SounderTimeline      *self);  /* (nullable) */
void         sounder_timeline_set_filter          (SounderTimeline      *self,
                                                   const char           *text);
const char  *sounder_timeline_get_filter_error    (SounderTimeline      *self);     /* (nullable) */
void         sounder_timeline_set_view            (SounderTimeline      *self,
                                                   SounderTimelineView   view);
SounderTimelineFilter *sounder_timeline_get_filter (SounderTimeline     *self);
void         sounder_timeline_set_scope           (SounderTimeline      *self,
                                                   SounderTimelineScope  scope);
void         sounder_timeline_set_by_call         (SounderTimeline      *self,
                                                   gboolean              by_call);  /* a row is a call */
void         sounder_timeline_set_lanes_by        (SounderTimeline      *self,
                                                   McpLanesBy            lanes_by);
void         sounder_timeline_set_reference       (SounderTimeline      *self,
                                                   guint                 serial);   /* 0: the start */
void         sounder_timeline_set_follow          (SounderTimeline      *self,
                                                   gboolean              follow);
void         sounder_timeline_set_show_probes     (SounderTimeline      *self,
                                                   gboolean              show_probes);
void         sounder_timeline_set_show_transport     (SounderTimeline      *self,
                                                   gboolean              show_transport);
void         sounder_timeline_set_selected_serial (SounderTimeline      *self,
                                                   guint                 serial);
McpRecord   *sounder_timeline_get_selected_record (SounderTimeline      *self);     /* (nullable) */
void         sounder_timeline_show_record         (SounderTimeline      *self,
                                                   guint                 serial);   /* drops a filter that hides it */
void         sounder_timeline_show_selected       (SounderTimeline      *self);
guint        sounder_timeline_get_n_rows          (SounderTimeline      *self);
GArray      *sounder_timeline_dup_serials         (SounderTimeline      *self);     /* of guint: the rows, oldest first */
GArray      *sounder_timeline_dup_selected_serials (SounderTimeline     *self);     /* the same of those that are selected */
GArray      *sounder_timeline_dup_selection       (SounderTimeline      *self);     /* the selected rows themselves */
void         sounder_timeline_clear               (SounderTimeline      *self);     /* hides what is there */
void         sounder_timeline_focus_filter        (SounderTimeline      *self);
SounderSplit *sounder_timeline_get_split          (SounderTimeline      *self);     /* its end is for whoever has it */
void         sounder_timeline_set_alone           (SounderTimeline      *self,
                                                   gboolean              alone);    /* what is in the split is */
void         sounder_timeline_unselect            (SounderTimeline      *self);     /* back to the list */
void         sounder_timeline_step                (SounderTimeline      *self,
                                                   gboolean              forward);

G_END_DECLS
