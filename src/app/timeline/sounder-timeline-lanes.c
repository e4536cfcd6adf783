/* sounder-timeline-lanes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "mcp-summary.h"

#include "sounder-timeline-columns.h"
#include "sounder-timeline-lanes-private.h"

/**
 * SounderTimelineLanes:
 *
 * The traffic of a journal on an axis of time.
 *
 * While few records are in sight each is a bar from its start to its end; more are summed up for
 * each column of pixels, see #McpTrafficLanes, so that a frame costs the same for ten messages and
 * a million. What failed hangs from the top of its lane, so that it shows without colour.
 *
 * It belongs to a #SounderTimeline, which keeps the selection and the filter. What it takes to be a
 * widget, and the descriptions, make this file long; drawing, input and words have their own.
 */

/* Closer than this there is nothing to see; in microseconds. */
#define MIN_SPAN_USEC 200
#define MIN_LANE_HEIGHT 26
#define MAX_TITLE_BYTES 128
/* Of a digit, in the usual text of lanes, in pixels. */
#define USUAL_DIGIT_WIDTH 9.0
/* Air at the ends, so that the last bar is not at the edge. */
#define AIR_SHARE 0.01
/* A bar that grows twenty times a second looks smooth. */
#define GROW_USEC 50000

G_DEFINE_FINAL_TYPE (SounderTimelineLanes, sounder_timeline_lanes, GTK_TYPE_WIDGET)

enum {
  PICKED,
  BRUSHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *const titles[MCP_N_LANES] = {
  [MCP_LANE_CLIENT] = N_("Client"),
  [MCP_LANE_SERVER] = N_("Server"),
  [MCP_LANE_NOTIFICATIONS] = N_("Notifications"),
  [MCP_LANE_CONSOLE] = N_("Console"),
  [MCP_LANE_STREAMS] = N_("Streams"),
  [MCP_LANE_PROBES] = N_("Pings"),
  [MCP_LANE_OTHERS] = N_("Others"),
};

/* A server chose the name, if it has one. */
char *
sounder_timeline_lanes_dup_title (SounderTimelineLanes *self,
                                  guint                 lane)
{
  const char *name;

  if (self->lanes == NULL)
    return g_strdup (lane < MCP_N_LANES ? _(titles[lane]) : "");

  name = mcp_traffic_lanes_get_name (self->lanes, lane);
  if (name != NULL)
    return mcp_format_visible (name, strnlen (name, MAX_TITLE_BYTES), FALSE);

  return g_strdup (_(titles[mcp_traffic_lanes_get_role (self->lanes, lane)]));
}

/* Where time has got to. In a journal that nobody writes any more it stands still. */
gint64
sounder_timeline_lanes_get_now (SounderTimelineLanes *self)
{
  gint64 start_usec;
  gint64 end_usec;

  if (self->live)
    return g_get_monotonic_time ();
  if (self->lanes == NULL || !mcp_traffic_lanes_get_span (self->lanes, &start_usec, &end_usec))
    return self->end_usec;

  return end_usec;
}

/* All that there is, with some air around it. */
void
sounder_timeline_lanes_get_whole (SounderTimelineLanes *self,
                                  gint64               *start_usec,
                                  gint64               *end_usec)
{
  gint64 air_usec;

  *start_usec = *end_usec = 0;
  if (self->lanes != NULL && mcp_traffic_lanes_get_span (self->lanes, start_usec, end_usec)
      && self->live)
    *end_usec = MAX (*end_usec, g_get_monotonic_time ());

  air_usec = MAX ((gint64) ((*end_usec - *start_usec) * AIR_SHARE), MIN_SPAN_USEC);
  *start_usec -= air_usec;
  *end_usec += air_usec;
}

/* Pixels that the time has. */
int
sounder_timeline_lanes_get_room (SounderTimelineLanes *self)
{
  return MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - self->gutter
                   - SOUNDER_LANES_MARGIN);
}

double
sounder_timeline_lanes_get_x (SounderTimelineLanes *self,
                              gint64                time_usec)
{
  double span_usec = MAX (1, self->end_usec - self->start_usec);

  return self->gutter
         + (time_usec - self->start_usec) / span_usec * sounder_timeline_lanes_get_room (self);
}

gint64
sounder_timeline_lanes_get_time (SounderTimelineLanes *self,
                                 double                x)
{
  double share = (x - self->gutter) / sounder_timeline_lanes_get_room (self);

  return self->start_usec
         + (gint64) (CLAMP (share, 0, 1) * (self->end_usec - self->start_usec));
}

static gboolean
is_shown (SounderTimelineLanes *self,
          guint                 lane)
{
  return (self->show_probes
          || mcp_traffic_lanes_get_role (self->lanes, lane) != MCP_LANE_PROBES)
         && mcp_traffic_lanes_has (self->lanes, lane);
}

/* Says where the lanes with anything in them are, from top to bottom; returns how many there are. */
guint
sounder_timeline_lanes_place (SounderTimelineLanes *self,
                              SounderLanePlace      places[MCP_MAX_LANES])
{
  int room = gtk_widget_get_height (GTK_WIDGET (self)) - SOUNDER_LANES_TOP
             - SOUNDER_LANES_OVERVIEW_HEIGHT;
  guint n_all = self->lanes != NULL ? mcp_traffic_lanes_get_n_lanes (self->lanes) : 0;
  guint n_lanes = 0;

  for (guint i = 0; i < n_all; i++)
    if (is_shown (self, i))
      places[n_lanes++].lane = i;

  for (guint i = 0; i < n_lanes; i++)
    {
      places[i].y = SOUNDER_LANES_TOP + room * (int) i / (int) n_lanes;
      places[i].height = SOUNDER_LANES_TOP + room * (int) (i + 1) / (int) n_lanes - places[i].y;
    }

  return n_lanes;
}

static void
sounder_timeline_lanes_invalidate (SounderTimelineLanes *self)
{
  self->measured = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
grow_cb (GtkWidget     *widget,
         GdkFrameClock *frame_clock,
         gpointer       user_data)
{
  SounderTimelineLanes *self = SOUNDER_TIMELINE_LANES (widget);
  gint64 now_usec = g_get_monotonic_time ();

  if (now_usec - self->grown_usec < GROW_USEC)
    return G_SOURCE_CONTINUE;

  self->grown_usec = now_usec;
  if (self->lanes == NULL || !self->live || !mcp_traffic_lanes_is_waiting (self->lanes))
    {
      self->tick_id = 0;
      return G_SOURCE_REMOVE;
    }

  if (self->fit)
    sounder_timeline_lanes_show_all (self);
  else
    sounder_timeline_lanes_invalidate (self);

  return G_SOURCE_CONTINUE;
}

/* A span that ends at the end goes with it. */
static void
lanes_changed_cb (SounderTimelineLanes *self)
{
  gint64 start_usec;
  gint64 end_usec;

  self->overview_measured = FALSE;
  sounder_timeline_lanes_get_whole (self, &start_usec, &end_usec);
  if (self->fit)
    sounder_timeline_lanes_show_all (self);
  else if (self->follow && end_usec > self->end_usec)
    sounder_timeline_lanes_set_span (self, self->start_usec + end_usec - self->end_usec, end_usec);
  else
    sounder_timeline_lanes_invalidate (self);

  if (self->tick_id == 0 && self->live && mcp_traffic_lanes_is_waiting (self->lanes)
      && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), grow_cb, NULL, NULL);
}

/* Nobody needs sums that are not drawn. */
static void
make_lanes (SounderTimelineLanes *self)
{
  if (self->lanes != NULL || self->journal == NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->lanes = mcp_traffic_lanes_new (self->journal);
  mcp_traffic_lanes_set_grouping (self->lanes, self->grouping);
  self->lanes_handler = g_signal_connect_object (self->lanes, "changed",
                                                 G_CALLBACK (lanes_changed_cb), self,
                                                 G_CONNECT_SWAPPED);
  sounder_timeline_lanes_update_filter (self);
}

static void
drop_lanes (SounderTimelineLanes *self)
{
  if (self->lanes != NULL)
    g_clear_signal_handler (&self->lanes_handler, self->lanes);
  g_clear_object (&self->lanes);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->bars, g_array_unref);
}

static void
sounder_timeline_lanes_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_timeline_lanes_parent_class)->map (widget);
  make_lanes (SOUNDER_TIMELINE_LANES (widget));
  sounder_timeline_lanes_update_filter (SOUNDER_TIMELINE_LANES (widget));
}

static void
sounder_timeline_lanes_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_timeline_lanes_parent_class)->unmap (widget);
  sounder_timeline_lanes_update_filter (SOUNDER_TIMELINE_LANES (widget));
}

static void
sounder_timeline_lanes_measure_size (GtkWidget      *widget,
                                     GtkOrientation  orientation,
                                     int             for_size,
                                     int            *minimum,
                                     int            *natural,
                                     int            *minimum_baseline,
                                     int            *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = SOUNDER_LANES_TOP + MIN_LANE_HEIGHT * 4 + SOUNDER_LANES_OVERVIEW_HEIGHT;
      *natural = SOUNDER_LANES_TOP + 2 * MIN_LANE_HEIGHT * 4 + SOUNDER_LANES_OVERVIEW_HEIGHT;
    }
  else
    {
      *minimum = SOUNDER_LANES_GUTTER + 160;
      *natural = SOUNDER_LANES_GUTTER + 600;
    }
}

/* Of text that is larger than usual the names need more room. */
static void
update_gutter (SounderTimelineLanes *self)
{
  self->gutter = (int) (sounder_timeline_columns_get_times (
                          gtk_widget_get_pango_context (GTK_WIDGET (self)), USUAL_DIGIT_WIDTH)
                        * (self->grouping == MCP_LANES_BY_PARTY ? SOUNDER_LANES_GUTTER
                                                                : SOUNDER_LANES_NAMES_GUTTER));
  self->measured = FALSE;
  self->overview_measured = FALSE;
}

static void
sounder_timeline_lanes_css_changed (GtkWidget         *widget,
                                    GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sounder_timeline_lanes_parent_class)->css_changed (widget, change);
  update_gutter (SOUNDER_TIMELINE_LANES (widget));
}

static void
sounder_timeline_lanes_size_allocate (GtkWidget *widget,
                                      int        width,
                                      int        height,
                                      int        baseline)
{
  SOUNDER_TIMELINE_LANES (widget)->measured = FALSE;
  SOUNDER_TIMELINE_LANES (widget)->overview_measured = FALSE;
}

static gboolean
sounder_timeline_lanes_query_tooltip (GtkWidget  *widget,
                                      int         x,
                                      int         y,
                                      gboolean    keyboard_tooltip,
                                      GtkTooltip *tooltip)
{
  g_autofree char *text = NULL;

  if (keyboard_tooltip)
    return FALSE;

  text = sounder_timeline_lanes_dup_tooltip (SOUNDER_TIMELINE_LANES (widget), x, y);
  if (text == NULL)
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);
  /* Another place, another tooltip: it follows the pointer. */
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x, y, 1, 1 });

  return TRUE;
}

static void
sounder_timeline_lanes_dispose (GObject *object)
{
  SounderTimelineLanes *self = SOUNDER_TIMELINE_LANES (object);

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  drop_lanes (self);
  g_clear_object (&self->journal);

  G_OBJECT_CLASS (sounder_timeline_lanes_parent_class)->dispose (object);
}

static void
sounder_timeline_lanes_finalize (GObject *object)
{
  SounderTimelineLanes *self = SOUNDER_TIMELINE_LANES (object);

  g_array_unref (self->columns);
  g_array_unref (self->overview);
  g_clear_pointer (&self->query, mcp_query_unref);

  G_OBJECT_CLASS (sounder_timeline_lanes_parent_class)->finalize (object);
}

static void
sounder_timeline_lanes_class_init (SounderTimelineLanesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_timeline_lanes_dispose;
  object_class->finalize = sounder_timeline_lanes_finalize;

  widget_class->snapshot = sounder_timeline_lanes_snapshot;
  widget_class->measure = sounder_timeline_lanes_measure_size;
  widget_class->size_allocate = sounder_timeline_lanes_size_allocate;
  widget_class->css_changed = sounder_timeline_lanes_css_changed;
  widget_class->map = sounder_timeline_lanes_map;
  widget_class->unmap = sounder_timeline_lanes_unmap;
  widget_class->query_tooltip = sounder_timeline_lanes_query_tooltip;

  /**
   * SounderTimelineLanes::picked:
   * @self: the lanes
   * @serial: of a record
   *
   * Somebody has selected a record.
   */
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  /**
   * SounderTimelineLanes::brushed:
   * @self: the lanes
   *
   * Somebody has marked a span of time, or has taken the mark away.
   */
  signals[BRUSHED] = g_signal_new ("brushed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "timelinelanes");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sounder_timeline_lanes_init (SounderTimelineLanes *self)
{
  self->columns = g_array_new (FALSE, TRUE, sizeof (McpLaneColumn));
  self->overview = g_array_new (FALSE, TRUE, sizeof (McpLaneColumn));
  self->gutter = SOUNDER_LANES_GUTTER;
  self->fit = TRUE;
  self->current_lane = MCP_LANE_CLIENT;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  sounder_timeline_lanes_init_input (self);
  sounder_timeline_lanes_update_label (self);
}

void
sounder_timeline_lanes_set_journal (SounderTimelineLanes *self,
                                    McpJournal           *journal)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));
  g_return_if_fail (journal == NULL || MCP_IS_JOURNAL (journal));

  if (!g_set_object (&self->journal, journal))
    return;

  drop_lanes (self);
  self->fit = TRUE;
  self->selected_serial = 0;
  sounder_timeline_lanes_set_brush (self, 0, 0);
  sounder_timeline_lanes_invalidate (self);
  make_lanes (self);
}

void
sounder_timeline_lanes_set_live (SounderTimelineLanes *self,
                                 gboolean              live)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  if (self->live == !!live)
    return;

  self->live = live;
  if (self->lanes != NULL)
    lanes_changed_cb (self);
}

/* Sets whether lanes are parties, methods or tools. */
void
sounder_timeline_lanes_set_grouping (SounderTimelineLanes *self,
                                     McpLanesBy            grouping)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  if (self->grouping == grouping)
    return;

  self->grouping = grouping;
  self->current_lane = 0;
  update_gutter (self);
  if (self->lanes != NULL)
    mcp_traffic_lanes_set_grouping (self->lanes, grouping);
  sounder_timeline_lanes_invalidate (self);
}

void
sounder_timeline_lanes_set_show_probes (SounderTimelineLanes *self,
                                        gboolean              show_probes)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  if (self->show_probes == !!show_probes)
    return;

  self->show_probes = show_probes;
  sounder_timeline_lanes_invalidate (self);
}

/* Brings a time into sight if it is not. */
static void
show_time (SounderTimelineLanes *self,
           gint64                time_usec)
{
  gint64 half_usec = (self->end_usec - self->start_usec) / 2;

  if (time_usec < self->start_usec || time_usec > self->end_usec)
    sounder_timeline_lanes_set_span (self, time_usec - half_usec, time_usec + half_usec);
}

/**
 * sounder_timeline_lanes_set_selected:
 * @serial: of a record, or 0
 *
 * Marks a record, and brings it into sight.
 */
void
sounder_timeline_lanes_set_selected (SounderTimelineLanes *self,
                                     guint                 serial)
{
  McpLaneBar bar;

  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  if (self->selected_serial == serial)
    return;

  self->selected_serial = serial;
  if (self->lanes != NULL && mcp_traffic_lanes_get_bar (self->lanes, serial, &bar))
    {
      self->current_lane = bar.lane;
      show_time (self, bar.start_usec);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  sounder_timeline_lanes_update_label (self);
}

guint
sounder_timeline_lanes_get_selected (SounderTimelineLanes *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_LANES (self), 0);

  return self->selected_serial;
}

/* As somebody does it. */
void
sounder_timeline_lanes_pick (SounderTimelineLanes *self,
                             guint                 serial)
{
  if (serial == 0)
    return;

  sounder_timeline_lanes_set_selected (self, serial);
  g_signal_emit (self, signals[PICKED], 0, serial);
}

/**
 * sounder_timeline_lanes_set_brush:
 * @start_usec: monotonic time
 * @end_usec: monotonic time; 0, like the start, for none
 *
 * Marks a span of time.
 */
void
sounder_timeline_lanes_set_brush (SounderTimelineLanes *self,
                                  gint64                start_usec,
                                  gint64                end_usec)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  if (self->brush_start_usec == start_usec && self->brush_end_usec == end_usec)
    return;

  self->brush_start_usec = MIN (start_usec, end_usec);
  self->brush_end_usec = MAX (start_usec, end_usec);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What is marked is meant: the hand has let go. */
void
sounder_timeline_lanes_take_brush (SounderTimelineLanes *self)
{
  g_signal_emit (self, signals[BRUSHED], 0);
}

gboolean
sounder_timeline_lanes_get_brush (SounderTimelineLanes *self,
                                  gint64               *start_usec,
                                  gint64               *end_usec)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_LANES (self), FALSE);

  *start_usec = self->brush_start_usec;
  *end_usec = self->brush_end_usec;

  return self->brush_end_usec > self->brush_start_usec;
}

void
sounder_timeline_lanes_get_span (SounderTimelineLanes *self,
                                 gint64               *start_usec,
                                 gint64               *end_usec)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  *start_usec = self->start_usec;
  *end_usec = self->end_usec;
}

/* Within what there is; a span that is longer than that shows all. */
void
sounder_timeline_lanes_set_span (SounderTimelineLanes *self,
                                 gint64                start_usec,
                                 gint64                end_usec)
{
  gint64 first_usec;
  gint64 last_usec;
  gint64 length_usec = MAX (end_usec - start_usec, MIN_SPAN_USEC);

  sounder_timeline_lanes_get_whole (self, &first_usec, &last_usec);
  self->fit = length_usec >= last_usec - first_usec;
  if (self->fit)
    {
      start_usec = first_usec;
      length_usec = last_usec - first_usec;
    }
  start_usec = MAX (first_usec, MIN (start_usec, last_usec - length_usec));

  self->start_usec = start_usec;
  self->end_usec = start_usec + length_usec;
  self->follow = self->end_usec >= last_usec;
  sounder_timeline_lanes_invalidate (self);
  sounder_timeline_lanes_update_label (self);
}

/**
 * sounder_timeline_lanes_zoom:
 * @factor: above 1 to see less, and more of it
 * @share: the place that stays where it is, 0 left to 1 right
 *
 * Looks closer, or steps back.
 */
void
sounder_timeline_lanes_zoom (SounderTimelineLanes *self,
                             double                factor,
                             double                share)
{
  double length_usec;
  double new_usec;
  gint64 start_usec;

  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));
  g_return_if_fail (factor > 0);

  length_usec = self->end_usec - self->start_usec;
  new_usec = MAX (length_usec / factor, MIN_SPAN_USEC);
  start_usec = self->start_usec + (gint64) ((length_usec - new_usec) * CLAMP (share, 0, 1));
  sounder_timeline_lanes_set_span (self, start_usec, start_usec + (gint64) new_usec);
}

/**
 * sounder_timeline_lanes_pan:
 * @share: of the width; below 0 to earlier times
 *
 * Goes back or forth in time.
 */
void
sounder_timeline_lanes_pan (SounderTimelineLanes *self,
                            double                share)
{
  gint64 step_usec;

  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  step_usec = (gint64) ((self->end_usec - self->start_usec) * share);
  sounder_timeline_lanes_set_span (self, self->start_usec + step_usec,
                                   self->end_usec + step_usec);
}

/* Shows all there is, and what comes. */
void
sounder_timeline_lanes_show_all (SounderTimelineLanes *self)
{
  gint64 start_usec;
  gint64 end_usec;

  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  sounder_timeline_lanes_get_whole (self, &start_usec, &end_usec);
  sounder_timeline_lanes_set_span (self, start_usec, end_usec);
}

gboolean
sounder_timeline_lanes_is_busy (SounderTimelineLanes *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_LANES (self), FALSE);

  return self->lanes != NULL && mcp_traffic_lanes_is_busy (self->lanes);
}
