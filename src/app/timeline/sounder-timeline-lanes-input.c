/* sounder-timeline-lanes-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "sounder-timeline-lanes-private.h"
#include "sounder-widgets.h"

/*
 * Pointer and keys on the lanes. A drag over the lanes marks a span; on the axis, or with the
 * middle button, it moves them. With the keys, Left and Right go from record to record, with Shift
 * they mark, with Ctrl they move.
 */

#define ZOOM_STEP  1.25
#define PAN_SHARE  0.1
/* How near a bar the pointer has to be, in pixels. */
#define REACH      4
/* A hand is not still when it clicks. */
#define MIN_DRAG   4

static double
get_share (SounderTimelineLanes *self,
           double                x)
{
  return (x - self->gutter) / sounder_timeline_lanes_get_room (self);
}

static gboolean
is_overview (SounderTimelineLanes *self,
             double                y)
{
  return y >= gtk_widget_get_height (GTK_WIDGET (self)) - SOUNDER_LANES_OVERVIEW_HEIGHT;
}

/* Brings the time of a place in the overview into the middle. */
static void
show_place (SounderTimelineLanes *self,
            double                x)
{
  gint64 half_usec = (self->end_usec - self->start_usec) / 2;
  gint64 time_usec = self->overview_start_usec
                     + (gint64) (CLAMP (get_share (self, x), 0, 1)
                                 * (self->overview_end_usec - self->overview_start_usec));

  sounder_timeline_lanes_set_span (self, time_usec - half_usec, time_usec + half_usec);
}

static guint
find_bar (SounderTimelineLanes *self,
          double                x,
          double                y)
{
  double best = REACH + 1;
  guint serial = 0;

  for (guint i = 0; i < self->bars->len; i++)
    {
      const SounderPlacedBar *placed = &g_array_index (self->bars, SounderPlacedBar, i);
      double beside = MAX (0, MAX (placed->x - x, x - placed->x - placed->width));
      double above = MAX (0, MAX (placed->y - y, y - placed->y - SOUNDER_LANES_BAR_HEIGHT));
      double distance = hypot (beside, above);

      if (distance < best)
        {
          best = distance;
          serial = placed->bar.serial;
        }
    }

  return serial;
}

/* The record of a lane that is nearest in time, as far as the pointer reaches. */
static guint
find_in_lane (SounderTimelineLanes *self,
              guint                 lane,
              double                x)
{
  guint after = mcp_traffic_lanes_find_time (self->lanes,
                                             sounder_timeline_lanes_get_time (self, x));
  const guint found[] = {
    mcp_traffic_lanes_find_next (self->lanes, lane, after, -1),
    mcp_traffic_lanes_find_next (self->lanes, lane, after - 1, 1),
  };
  double best_distance = REACH + 1;
  guint best = 0;

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    {
      McpLaneBar bar;
      double distance;

      if (!mcp_traffic_lanes_get_bar (self->lanes, found[i], &bar))
        continue;
      distance = fabs (sounder_timeline_lanes_get_x (self, bar.start_usec) - x);
      if (distance < best_distance)
        {
          best_distance = distance;
          best = found[i];
        }
    }

  return best;
}

/* The lane at a height, or MCP_MAX_LANES above and below all of them. */
guint
sounder_timeline_lanes_find_lane (SounderTimelineLanes *self,
                                  double                y)
{
  SounderLanePlace places[MCP_MAX_LANES];
  guint n_lanes = sounder_timeline_lanes_place (self, places);

  for (guint i = 0; i < n_lanes; i++)
    if (y >= places[i].y && y < places[i].y + places[i].height)
      return places[i].lane;

  return MCP_MAX_LANES;
}

/* The record at a place, or 0. */
guint
sounder_timeline_lanes_find (SounderTimelineLanes *self,
                             double                x,
                             double                y)
{
  guint lane = sounder_timeline_lanes_find_lane (self, y);

  if (self->lanes == NULL || lane == MCP_MAX_LANES || x < self->gutter)
    return 0;

  sounder_timeline_lanes_measure (self);

  return self->bars != NULL ? find_bar (self, x, y) : find_in_lane (self, lane, x);
}

static const char *
get_cursor (SounderTimelineLanes *self,
            double                x,
            double                y)
{
  if (x < self->gutter)
    return NULL;
  if (y < SOUNDER_LANES_AXIS_HEIGHT || is_overview (self, y))
    return "grab";

  return sounder_timeline_lanes_find (self, x, y) != 0 ? "pointer" : "text";
}

static void
motion_cb (SounderTimelineLanes     *self,
           double                    x,
           double                    y,
           GtkEventControllerMotion *controller)
{
  self->pointer_x = x;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), get_cursor (self, x, y));
}

static void
drag_begin_cb (SounderTimelineLanes *self,
               double                x,
               double                y,
               GtkGestureDrag       *gesture)
{
  gboolean middle = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture))
                    == GDK_BUTTON_MIDDLE;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag = middle || y < SOUNDER_LANES_AXIS_HEIGHT ? SOUNDER_LANES_DRAG_PAN
                                                       : SOUNDER_LANES_DRAG_BRUSH;
  /* A time, not a place: what is in sight may grow meanwhile. */
  if (is_overview (self, y))
    {
      self->drag = SOUNDER_LANES_DRAG_OVERVIEW;
      show_place (self, x);
    }
  self->drag_anchor_usec = sounder_timeline_lanes_get_time (self, x);
  self->drag_x = x;
  self->drag_start_usec = self->start_usec;
  self->drag_end_usec = self->end_usec;
}

static void
drag_update_cb (SounderTimelineLanes *self,
                double                offset_x,
                double                offset_y,
                GtkGestureDrag       *gesture)
{
  gint64 length_usec = self->drag_end_usec - self->drag_start_usec;
  gint64 moved_usec = (gint64) (offset_x / sounder_timeline_lanes_get_room (self) * length_usec);

  if (self->drag == SOUNDER_LANES_DRAG_OVERVIEW)
    show_place (self, self->drag_x + offset_x);
  else if (self->drag == SOUNDER_LANES_DRAG_PAN)
    sounder_timeline_lanes_set_span (self, self->drag_start_usec - moved_usec,
                                     self->drag_end_usec - moved_usec);
  else if (self->drag == SOUNDER_LANES_DRAG_BRUSH && fabs (offset_x) >= MIN_DRAG)
    sounder_timeline_lanes_set_brush (
      self, self->drag_anchor_usec,
      sounder_timeline_lanes_get_time (self, self->drag_x + offset_x));
}

static void
drag_end_cb (SounderTimelineLanes *self,
             double                offset_x,
             double                offset_y,
             GtkGestureDrag       *gesture)
{
  SounderLanesDrag drag = self->drag;
  double x;
  double y;

  self->drag = SOUNDER_LANES_DRAG_NONE;
  if (drag != SOUNDER_LANES_DRAG_BRUSH)
    return;

  if (fabs (offset_x) >= MIN_DRAG)
    sounder_timeline_lanes_take_brush (self);
  else if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    sounder_timeline_lanes_pick (self, sounder_timeline_lanes_find (self, x, y));
}

static gboolean
scroll_cb (SounderTimelineLanes     *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType state;

  state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  if (state & GDK_SHIFT_MASK)
    dx += dy;
  else if (dy != 0)
    sounder_timeline_lanes_zoom (self, pow (ZOOM_STEP, -dy), get_share (self, self->pointer_x));
  if (dx != 0)
    sounder_timeline_lanes_pan (self, dx * PAN_SHARE);

  return TRUE;
}

static void
pinch_begin_cb (SounderTimelineLanes *self,
                GdkEventSequence     *sequence,
                GtkGesture           *gesture)
{
  self->pinch_scale = 1;
}

static void
pinch_cb (SounderTimelineLanes *self,
          double                scale,
          GtkGestureZoom       *gesture)
{
  double x = self->pointer_x;
  double y;

  if (scale <= 0)
    return;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  sounder_timeline_lanes_zoom (self, scale / self->pinch_scale, get_share (self, x));
  self->pinch_scale = scale;
}

/* Where a key starts from: what is selected, or the middle of what is in sight. */
static gint64
get_key_time (SounderTimelineLanes *self)
{
  McpLaneBar bar;

  if (mcp_traffic_lanes_get_bar (self->lanes, self->selected_serial, &bar)
      && bar.start_usec >= self->start_usec && bar.start_usec <= self->end_usec)
    return bar.start_usec;

  return self->start_usec + (self->end_usec - self->start_usec) / 2;
}

static void
step (SounderTimelineLanes *self,
      int                   direction,
      gboolean              mark)
{
  guint from = self->selected_serial;
  McpLaneBar bar;

  if (mark && self->brush_end_usec <= self->brush_start_usec)
    self->brush_anchor_usec = get_key_time (self);
  if (!mcp_traffic_lanes_get_bar (self->lanes, from, &bar) || bar.lane != self->current_lane)
    {
      /* What is just there is not to be passed over. */
      from = mcp_traffic_lanes_find_time (self->lanes, get_key_time (self));
      from -= direction > 0 ? 1 : 0;
    }

  sounder_timeline_lanes_pick (self, mcp_traffic_lanes_find_next (self->lanes, self->current_lane,
                                                                  from, direction));
  if (!mark || !mcp_traffic_lanes_get_bar (self->lanes, self->selected_serial, &bar))
    return;

  sounder_timeline_lanes_set_brush (self, self->brush_anchor_usec, bar.start_usec);
  sounder_timeline_lanes_take_brush (self);
}

/* To the lane above or below, at the same time. */
static void
change_lane (SounderTimelineLanes *self,
             int                   direction)
{
  SounderLanePlace places[MCP_MAX_LANES];
  int n_lanes = (int) sounder_timeline_lanes_place (self, places);
  guint after = mcp_traffic_lanes_find_time (self->lanes, get_key_time (self));
  int position = 0;
  guint serial;

  for (int i = 0; i < n_lanes; i++)
    if (places[i].lane == self->current_lane)
      position = i;
  position += direction;
  if (position < 0 || position >= n_lanes)
    return;

  self->current_lane = places[position].lane;
  serial = mcp_traffic_lanes_find_next (self->lanes, self->current_lane, after - 1, 1);
  if (serial == 0)
    serial = mcp_traffic_lanes_find_next (self->lanes, self->current_lane, after, -1);

  sounder_timeline_lanes_pick (self, serial);
  sounder_timeline_lanes_update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
go (SounderTimelineLanes *self,
    int                   direction,
    GdkModifierType       state)
{
  if (state & GDK_CONTROL_MASK)
    sounder_timeline_lanes_pan (self, direction * PAN_SHARE);
  else
    step (self, direction, (state & GDK_SHIFT_MASK) != 0);
}

static gboolean
escape (SounderTimelineLanes *self)
{
  if (self->brush_end_usec <= self->brush_start_usec)
    return FALSE;

  sounder_timeline_lanes_set_brush (self, 0, 0);
  sounder_timeline_lanes_take_brush (self);

  return TRUE;
}

static void
zoom_by_key (SounderTimelineLanes *self,
             double                factor)
{
  double length_usec = MAX (1, self->end_usec - self->start_usec);

  sounder_timeline_lanes_zoom (self, factor,
                               (get_key_time (self) - self->start_usec) / length_usec);
}

static gboolean
key_pressed_cb (SounderTimelineLanes  *self,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                GtkEventControllerKey *controller)
{
  if (self->lanes == NULL || (state & GDK_ALT_MASK) != 0)
    return FALSE;

  switch (keyval)
    {
    case GDK_KEY_Left:
      go (self, -1, state);
      return TRUE;
    case GDK_KEY_Right:
      go (self, 1, state);
      return TRUE;
    case GDK_KEY_Up:
      change_lane (self, -1);
      return TRUE;
    case GDK_KEY_Down:
      change_lane (self, 1);
      return TRUE;
    case GDK_KEY_Home:
      sounder_timeline_lanes_pick (
        self, mcp_traffic_lanes_find_next (self->lanes, self->current_lane, 0, 1));
      return TRUE;
    case GDK_KEY_End:
      sounder_timeline_lanes_pick (
        self, mcp_traffic_lanes_find_next (self->lanes, self->current_lane, G_MAXUINT, -1));
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      zoom_by_key (self, 2);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      zoom_by_key (self, 0.5);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      sounder_timeline_lanes_show_all (self);
      return TRUE;
    case GDK_KEY_Escape:
      return escape (self);
    default:
      return FALSE;
    }
}

static void
add_drag (SounderTimelineLanes *self,
          guint                 button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  sounder_widgets_add_controller (self, drag, "drag-begin", drag_begin_cb, "drag-update", drag_update_cb,
                                  "drag-end", drag_end_cb, NULL);
}

/* Once, at init. */
void
sounder_timeline_lanes_init_input (SounderTimelineLanes *self)
{
  sounder_widgets_add_controller (self, gtk_event_controller_motion_new (), "motion", motion_cb, NULL);
  add_drag (self, GDK_BUTTON_PRIMARY);
  add_drag (self, GDK_BUTTON_MIDDLE);
  sounder_widgets_add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                                  "scroll", scroll_cb, NULL);
  sounder_widgets_add_controller (self, gtk_gesture_zoom_new (), "begin", pinch_begin_cb,
                                  "scale-changed", pinch_cb, NULL);
  sounder_widgets_add_controller (self, gtk_event_controller_key_new (), "key-pressed", key_pressed_cb, NULL);
}
