/* sounder-timeline-lanes-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-view.h"
#include "mcp-traffic-lanes.h"

#include "sounder-palette.h"
#include "sounder-timeline-lanes.h"

G_BEGIN_DECLS

/* Left of the lanes are their names, above them the axis and the marks. */
#define SOUNDER_LANES_GUTTER 96
#define SOUNDER_LANES_NAMES_GUTTER 168   /* for the names of methods and tools */
#define SOUNDER_LANES_MARGIN 8
#define SOUNDER_LANES_AXIS_HEIGHT  22
#define SOUNDER_LANES_MARKS_HEIGHT 18
#define SOUNDER_LANES_BAR_HEIGHT   7
/* The overview below the lanes: the whole journal, with the visible part marked. */
#define SOUNDER_LANES_OVERVIEW_HEIGHT 24
#define SOUNDER_LANES_TOP (SOUNDER_LANES_AXIS_HEIGHT + SOUNDER_LANES_MARKS_HEIGHT)

/* More than these are drawn as sums. */
#define SOUNDER_LANES_MAX_BARS 2500

typedef enum {
  SOUNDER_LANES_DRAG_NONE,
  SOUNDER_LANES_DRAG_BRUSH,
  SOUNDER_LANES_DRAG_PAN,
  SOUNDER_LANES_DRAG_OVERVIEW,
} SounderLanesDrag;

/* Where a lane is drawn. */
typedef struct
{
  guint   lane;
  int     y;
  int     height;
} SounderLanePlace;

/* Where a record is drawn. */
typedef struct
{
  McpLaneBar bar;
  float      x;
  float      width;
  float      y;
} SounderPlacedBar;

/* Shared by sounder-timeline-lanes.c, -draw.c, -filter.c, -input.c and -words.c. */
struct _SounderTimelineLanes
{
  GtkWidget         parent_instance;

  McpJournal       *journal;         /* (nullable), and so are the lanes */
  McpTrafficLanes  *lanes;
  gulong            lanes_handler;

  /* See sounder-timeline-lanes-filter.c. */
  McpQuery         *query;           /* (nullable) */
  guint             scope;
  guint             hidden_until;
  McpJournalView   *filter;          /* (nullable) made of those */

  guint             show_probes : 1;
  guint             live : 1;
  guint             fit : 1;         /* all there is, also what comes */
  guint             follow : 1;      /* the right end is the end */
  McpLanesBy        grouping;
  int               gutter;          /* in pixels, as wide as the text asks for */
  guint             overview_measured : 1;
  guint             measured : 1;    /* what follows is of the span in sight */

  gint64            start_usec;
  gint64            end_usec;

  GArray           *columns;         /* of McpLaneColumn, one for each pixel */
  GArray           *overview;        /* of the same, of all the time there was when it was measured */
  gint64            overview_start_usec;
  gint64            overview_end_usec;
  GArray           *bars;            /* (nullable) of SounderPlacedBar; NULL: too many */

  guint             selected_serial;
  guint             current_lane;

  gint64            brush_start_usec;
  gint64            brush_end_usec;
  gint64            brush_anchor_usec;

  SounderLanesDrag  drag;
  double            drag_x;
  gint64            drag_anchor_usec;
  gint64            drag_start_usec;
  gint64            drag_end_usec;
  double            pinch_scale;
  double            pointer_x;

  guint             tick_id;
  gint64            grown_usec;
};

/* sounder-timeline-lanes.c */
gint64   sounder_timeline_lanes_get_now     (SounderTimelineLanes *self);
double   sounder_timeline_lanes_get_x       (SounderTimelineLanes *self,
                                             gint64                time_usec);
gint64   sounder_timeline_lanes_get_time    (SounderTimelineLanes *self,
                                             double                x);
int      sounder_timeline_lanes_get_room    (SounderTimelineLanes *self);
guint    sounder_timeline_lanes_place       (SounderTimelineLanes *self,
                                             SounderLanePlace      places[MCP_MAX_LANES]);
void     sounder_timeline_lanes_set_span    (SounderTimelineLanes *self,
                                             gint64                start_usec,
                                             gint64                end_usec);
void     sounder_timeline_lanes_pick        (SounderTimelineLanes *self,
                                             guint                 serial);
void     sounder_timeline_lanes_take_brush  (SounderTimelineLanes *self);
char    *sounder_timeline_lanes_dup_title   (SounderTimelineLanes *self,
                                             guint                 lane);
void     sounder_timeline_lanes_get_whole   (SounderTimelineLanes *self,
                                             gint64               *start_usec,
                                             gint64               *end_usec);

/* sounder-timeline-lanes-filter.c */
void     sounder_timeline_lanes_update_filter (SounderTimelineLanes *self);

/* sounder-timeline-lanes-draw.c */
void     sounder_timeline_lanes_measure     (SounderTimelineLanes *self);
void     sounder_timeline_lanes_snapshot    (GtkWidget            *widget,
                                             GtkSnapshot          *snapshot);

/* sounder-timeline-lanes-words.c */
void     sounder_timeline_lanes_update_label (SounderTimelineLanes *self);

/* sounder-timeline-lanes-input.c */
void     sounder_timeline_lanes_init_input  (SounderTimelineLanes *self);
guint    sounder_timeline_lanes_find_lane   (SounderTimelineLanes *self,
                                             double                y);
guint    sounder_timeline_lanes_find        (SounderTimelineLanes *self,
                                             double                x,
                                             double                y);

G_END_DECLS
