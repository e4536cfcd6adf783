/* sounder-chart-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "sounder-chart-private.h"
#include "sounder-widgets.h"

/*
 * Pointer, wheel, fingers and keys over a chart. The plain wheel is left to the page, as everywhere:
 * with Ctrl it zooms, sideways or with Shift it moves through the time.
 */

#define WHEEL_FACTOR   1.25
#define KEY_FACTOR     1.5
#define WHEEL_SHARE    0.08
#define KEY_SHARE      0.1
/* Touchpads count in pixels: so many are a notch of a wheel. */
#define NOTCH_PIXELS   30.0

static double
get_share (SounderPlot *plot,
           double       x)
{
  return (x - plot->x) / plot->plot_width;
}

static void
point (SounderChart *self,
       double        x,
       double        y)
{
  SounderChartClass *klass = SOUNDER_CHART_GET_CLASS (self);
  SounderTimeSpan *span = sounder_chart_get_span (self);
  SounderPlot *plot = sounder_chart_get_plot (self);
  gint64 time_usec = SOUNDER_NO_TIME;

  sounder_chart_get_input (self)->pointer_x = x;
  if (span == NULL || plot == NULL)
    return;

  if (x >= plot->x - 4 && x <= plot->x + plot->plot_width + 4)
    time_usec = klass->find != NULL ? klass->find (self, plot, x, y)
                                    : sounder_plot_get_time (plot, x);
  sounder_chart_set_pointed (self, TRUE);
  sounder_time_span_set_cursor (span, time_usec);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_cb (SounderChart *self)
{
  sounder_chart_set_pointed (self, FALSE);
}

static void
drag_begin_cb (SounderChart *self,
               double        x)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  sounder_chart_get_input (self)->start_x = x;
  sounder_chart_get_input (self)->is_dragging = FALSE;
  sounder_chart_get_input (self)->dragged = 0;
}

static void
drag_update_cb (SounderChart *self,
                double        offset_x,
                double        offset_y,
                GtkGesture   *gesture)
{
  SounderTimeSpan *span = sounder_chart_get_span (self);
  SounderPlot *plot = sounder_chart_get_plot (self);
  SounderChartInput *input = sounder_chart_get_input (self);

  if (span == NULL || plot == NULL)
    return;

  /* A click that trembles is a click. */
  input->is_dragging = input->is_dragging
                       || gtk_drag_check_threshold (GTK_WIDGET (self), (int) input->start_x, 0,
                                                    (int) (input->start_x + offset_x), 0);
  if (!input->is_dragging)
    return;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  sounder_time_span_pan (span, (input->dragged - offset_x) / plot->plot_width);
  input->dragged = offset_x;
}

static void
released_cb (SounderChart *self,
             int           n_press,
             double        x,
             double        y)
{
  SounderChartClass *klass = SOUNDER_CHART_GET_CLASS (self);

  if (!gtk_widget_contains (GTK_WIDGET (self), x, y))
    return;

  point (self, x, y);
  if (klass->activate != NULL)
    klass->activate (self);
}

static gboolean
scroll_cb (SounderChart             *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  SounderTimeSpan *span = sounder_chart_get_span (self);
  SounderPlot *plot = sounder_chart_get_plot (self);
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (span == NULL || plot == NULL)
    return GDK_EVENT_PROPAGATE;

  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    {
      dx /= NOTCH_PIXELS;
      dy /= NOTCH_PIXELS;
    }

  if ((state & GDK_CONTROL_MASK) != 0 && dy != 0)
    {
      sounder_time_span_zoom (span, pow (WHEEL_FACTOR, -dy),
                              get_share (plot, sounder_chart_get_input (self)->pointer_x));

      return GDK_EVENT_STOP;
    }

  if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
    {
      dx = dy;
      dy = 0;
    }
  if (fabs (dx) <= fabs (dy))
    return GDK_EVENT_PROPAGATE;

  sounder_time_span_pan (span, dx * WHEEL_SHARE);

  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (SounderChart     *self,
                GdkEventSequence *sequence,
                GtkGesture       *gesture)
{
  sounder_chart_get_input (self)->scale = 1;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
pinch_cb (SounderChart *self,
          double        scale,
          GtkGesture   *gesture)
{
  SounderTimeSpan *span = sounder_chart_get_span (self);
  SounderPlot *plot = sounder_chart_get_plot (self);
  double x;
  double y;

  if (span == NULL || plot == NULL || scale <= 0
      || !gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    return;

  sounder_time_span_zoom (span, scale / sounder_chart_get_input (self)->scale, get_share (plot, x));
  sounder_chart_get_input (self)->scale = scale;
}

void
sounder_chart_add_input (SounderChart *self)
{
  sounder_widgets_add_controller (self, gtk_event_controller_motion_new (), "enter", point, "motion", point,
                                  "leave", leave_cb, NULL);
  sounder_widgets_add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                                  "scroll", scroll_cb, NULL);
  sounder_widgets_add_controller (self, gtk_gesture_click_new (), "released", released_cb, NULL);
  sounder_widgets_add_controller (self, gtk_gesture_drag_new (), "drag-begin", drag_begin_cb,
                                  "drag-update", drag_update_cb, NULL);
  sounder_widgets_add_controller (self, gtk_gesture_zoom_new (), "begin", pinch_begin_cb,
                                  "scale-changed", pinch_cb, NULL);
}

/* By a number of samples; a chart without them moves a hundredth of its width. */
static gboolean
move_cursor_cb (GtkWidget *widget,
                GVariant  *arguments,
                gpointer   user_data)
{
  SounderChart *self = SOUNDER_CHART (widget);
  SounderChartClass *klass = SOUNDER_CHART_GET_CLASS (self);
  SounderTimeSpan *span = sounder_chart_get_span (self);
  gint64 start_usec;
  gint64 end_usec;
  gint64 cursor_usec;
  int by;

  if (span == NULL)
    return FALSE;

  g_variant_get (arguments, "(i)", &by);
  sounder_chart_set_pointed (self, FALSE);
  if (klass->move_cursor != NULL)
    return klass->move_cursor (self, by);

  sounder_time_span_get (span, &start_usec, &end_usec);
  cursor_usec = sounder_time_span_get_cursor (span);
  if (cursor_usec == SOUNDER_NO_TIME)
    cursor_usec = by < 0 ? end_usec : start_usec;
  by = CLAMP (by, -100, 100);
  sounder_time_span_set_cursor (span, CLAMP (cursor_usec + by * ((end_usec - start_usec) / 100),
                                             start_usec, end_usec - 1));

  return TRUE;
}

static gboolean
pan_cb (GtkWidget *widget,
        GVariant  *arguments,
        gpointer   user_data)
{
  SounderTimeSpan *span = sounder_chart_get_span (SOUNDER_CHART (widget));
  double share;

  if (span == NULL)
    return FALSE;

  g_variant_get (arguments, "(d)", &share);
  sounder_time_span_pan (span, share);

  return TRUE;
}

static gboolean
zoom_cb (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  SounderTimeSpan *span = sounder_chart_get_span (SOUNDER_CHART (widget));
  double factor;

  if (span == NULL)
    return FALSE;

  g_variant_get (arguments, "(d)", &factor);
  if (factor == 0)
    sounder_time_span_reset (span);
  else
    sounder_time_span_zoom_home (span, factor);

  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  SounderChart *self = SOUNDER_CHART (widget);
  SounderTimeSpan *span = sounder_chart_get_span (self);

  if (span == NULL || sounder_time_span_get_cursor (span) == SOUNDER_NO_TIME
      || SOUNDER_CHART_GET_CLASS (self)->activate == NULL)
    return FALSE;

  SOUNDER_CHART_GET_CLASS (self)->activate (self);

  return TRUE;
}

static gboolean
clear_cursor_cb (GtkWidget *widget,
                 GVariant  *arguments,
                 gpointer   user_data)
{
  SounderTimeSpan *span = sounder_chart_get_span (SOUNDER_CHART (widget));

  if (span == NULL || sounder_time_span_get_cursor (span) == SOUNDER_NO_TIME)
    return FALSE;

  sounder_time_span_set_cursor (span, SOUNDER_NO_TIME);

  return TRUE;
}

/* Arrows go from sample to sample, with Ctrl through the time. */
void
sounder_chart_class_add_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint keyval;
    int by;
  } moves[] = {
    { GDK_KEY_Left, -1 },       { GDK_KEY_KP_Left, -1 },      { GDK_KEY_Right, 1 },
    { GDK_KEY_KP_Right, 1 },    { GDK_KEY_Page_Up, -10 },     { GDK_KEY_Page_Down, 10 },
    { GDK_KEY_Home, -G_MAXINT }, { GDK_KEY_End, G_MAXINT },
  };
  static const struct
  {
    guint keyval;
    double factor;
  } zooms[] = {
    { GDK_KEY_plus, KEY_FACTOR },      { GDK_KEY_KP_Add, KEY_FACTOR },
    { GDK_KEY_equal, KEY_FACTOR },     { GDK_KEY_minus, 1 / KEY_FACTOR },
    { GDK_KEY_KP_Subtract, 1 / KEY_FACTOR }, { GDK_KEY_0, 0 }, { GDK_KEY_KP_0, 0 },
  };
  static const guint activate_keys[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    gtk_widget_class_add_binding (widget_class, moves[i].keyval, 0, move_cursor_cb, "(i)",
                                  moves[i].by);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (widget_class, zooms[i].keyval, 0, zoom_cb, "(d)",
                                  zooms[i].factor);
  for (guint i = 0; i < G_N_ELEMENTS (activate_keys); i++)
    gtk_widget_class_add_binding (widget_class, activate_keys[i], 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, GDK_CONTROL_MASK, pan_cb, "(d)",
                                -KEY_SHARE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, GDK_CONTROL_MASK, pan_cb, "(d)",
                                KEY_SHARE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, clear_cursor_cb, NULL);
}
