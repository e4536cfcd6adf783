/* sounder-timeline-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-view.h"

#include "sounder-saved-views-button.h"
#include "sounder-serial-selection.h"
#include "sounder-timeline-columns.h"
#include "sounder-timeline-filter.h"
#include "sounder-timeline-header.h"
#include "sounder-timeline-lanes.h"
#include "sounder-timeline.h"

G_BEGIN_DECLS

/* Shared by sounder-timeline.c, -query.c, -select.c, -views.c, -scroll.c and -actions.c. */
struct _SounderTimeline
{
  SounderPage             base;

  GtkWidget              *bar;
  SounderSplit           *split;
  GtkWidget              *list_place;
  GtkWidget              *fold_button;
  GtkWidget              *title_label;
  GtkEditable            *filter_entry;
  SounderSavedViewsButton *saved_views;
  SounderTimelineFilter  *filter; /* the entry owns it */
  GtkWidget              *errors_button;
  GtkWidget              *more_button;
  GtkWidget              *error_label;
  GtkWidget              *view_box;
  GtkWidget              *view_button;
  GtkStack               *views;
  SounderTimelineLanes   *lanes;
  SounderTimelineStatistics *statistics;
  GtkWidget              *brush_box;
  GtkWidget              *brush_button;
  GtkWidget              *progress;
  GtkWidget              *empty_box;
  GtkWidget              *empty_label;
  GtkWidget              *unfilter_button;
  GtkWidget              *all_button;
  GtkWidget              *unclear_button;
  GtkWidget              *probes_button;
  GtkWidget              *transport_button;
  GtkWidget              *count_label;
  SounderTimelineHeader  *header;
  GtkScrolledWindow      *scroller;
  GtkListView            *list_view;
  SounderSerialSelection *selection;
  GtkWidget              *menu;
  GMenu                  *filter_menu;  /* by which values of the selected row to filter */
  GMenu                  *exclude_menu; /* and which to leave out */

  McpJournalView         *view;
  /* Counts what the button says: the calls that Errors would show, and what else went wrong. */
  McpJournalView         *errors_view;
  McpJournalView         *all_view;   /* see sounder-timeline-counts.c */
  guint                   count_id;
  guint                   recount_id;
  guint                   n_recounted; /* records that there were when it was counted why rows are hidden */
  SounderTimelineColumns *columns;

  /* See sounder-timeline-views.c. */
  SounderTimelineView     shown_view;
  guint                   progress_id;

  SounderTimelineScope    scope;
  guint                   hidden_until; /* the last serial that was there when it was cleared */
  McpQuery               *lanes_query;  /* (nullable) the filter without its span of time */
  guint                   emptied_id;
  char                   *filter_text; /* (nullable) what was made of the entry's text last */
  McpLanesBy              lanes_by;
  guint                   has_query : 1;
  guint                   by_call : 1; /* a row is a call */
  guint                   compact : 1;
  guint                   show_probes : 1;
  guint                   show_transport : 1;
  guint                   follow : 1;
  /* The filter changes because a span was marked. */
  guint                   brushing : 1;
  /* The rows were sorted anew: show the first as soon as they are. */
  guint                   to_top : 1;

  /* What was selected last; it stays so while the filter hides it. */
  guint                   selected_serial;
  McpRecord              *selected_record;
  /* Serial to scroll to once the view contains it; 0: no wish. */
  guint                   wanted_serial;
  gboolean                unhide_wanted; /* whether a filter that hides it is to be dropped */

  /* All row widgets there are; the list owns them. */
  GPtrArray              *rows;

  /* See sounder-timeline-scroll.c. */
  guint                   tick_id;
  guint                   unsettled;
  gint64                  redrawn_usec;
  double                  last_value;
  guint                   revealed;   /* serial: stays in sight until all has settled; 0 for none */
  guint                   wanted_top; /* serial; to be the first in sight as soon as it can; 0 for none */
  double                  kept_value; /* to scroll to when rows were replaced; -1: nowhere */
};

/* sounder-timeline-views.c */
void sounder_timeline_install_view_actions (GtkWidgetClass *widget_class);
void sounder_timeline_init_views      (SounderTimeline *self);
void sounder_timeline_dispose_views   (SounderTimeline *self);
void sounder_timeline_retarget_views  (SounderTimeline *self);
void sounder_timeline_update_span     (SounderTimeline *self);
void sounder_timeline_update_empty    (SounderTimeline *self);
void sounder_timeline_update_buttons  (SounderTimeline *self);
void sounder_timeline_sort            (SounderTimeline *self);
void sounder_timeline_set_paused      (SounderTimeline *self,
                                       gboolean         paused);
void sounder_timeline_update_brush    (SounderTimeline *self);
void sounder_timeline_update_end      (SounderTimeline *self);
char *sounder_timeline_replace_span   (const char      *filter,
                                       const char      *span);

char *sounder_timeline_add_term       (const char      *filter,
                                       const char      *term);

/* sounder-timeline-counts.c */
void sounder_timeline_init_counts     (SounderTimeline *self);
void sounder_timeline_dispose_counts  (SounderTimeline *self);
void sounder_timeline_queue_count     (SounderTimeline *self);
void sounder_timeline_update_all      (SounderTimeline *self);

/* sounder-timeline-menu.c */
void sounder_timeline_install_menu    (GtkWidgetClass  *widget_class);
void sounder_timeline_init_menu       (SounderTimeline *self);
McpRecord *sounder_timeline_pick_record (SounderTimeline *self,
                                         double           x,
                                         double           y);
void sounder_timeline_filter_by_method (SounderTimeline *self,
                                        const char      *method);

/* sounder-timeline-query.c */
guint sounder_timeline_get_view_scope (SounderTimeline      *self,
                                       SounderTimelineScope  scope);
void sounder_timeline_update_scopes   (SounderTimeline *self);
void sounder_timeline_filter_changed  (SounderTimeline *self);
void sounder_timeline_filter_typed    (SounderTimeline *self);
void sounder_timeline_unclear         (SounderTimeline *self);
void sounder_timeline_set_cleared     (SounderTimeline *self,
                                       guint            serial); /* the last one that is not shown */
void sounder_timeline_unhide_wanted   (SounderTimeline *self);

/* sounder-timeline-select.c */
void sounder_timeline_init_selection  (SounderTimeline *self);
void sounder_timeline_find_wanted     (SounderTimeline *self);

/* sounder-timeline-scroll.c */
void sounder_timeline_init_scroll     (SounderTimeline *self);
void sounder_timeline_dispose_scroll  (SounderTimeline *self);
void sounder_timeline_queue_update    (SounderTimeline *self);
void sounder_timeline_keep_place      (SounderTimeline *self);
guint sounder_timeline_get_top        (SounderTimeline *self);   /* serial; 0 while it follows */
void sounder_timeline_set_top         (SounderTimeline *self,
                                       guint            serial);
void sounder_timeline_reveal          (SounderTimeline *self,
                                       guint            serial);

/* sounder-timeline-actions.c */
void sounder_timeline_install_actions (GtkWidgetClass  *widget_class);
void sounder_timeline_init_actions    (SounderTimeline *self);
void sounder_timeline_update_actions  (SounderTimeline *self);

G_END_DECLS
