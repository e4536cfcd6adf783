/* sounder-graph-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-graph-view"

#include "config.h"

#include <math.h>

#include "sounder-graph-view.h"

/* Above the plot: a symbol for each end and beginning of a connection. */
#define SYMBOLS_HEIGHT 16
#define MARGIN         12
#define LABEL_GAP      8
#define STEP_HEIGHT    38
/* "All" of a monitor that has just begun. */
/* 64 bits wide: hours in microseconds are more than an int. */
#define SECOND_USEC     G_GINT64_CONSTANT (1000000)
#define LEAST_SPAN_USEC (60 * SECOND_USEC)

/**
 * sounder_graph_view_find_end:
 * @health: a monitor
 * @is_live: (out) (optional): whether that is now
 *
 * Finds the time at the right end. While the monitor is off it stands still, so that what was
 * measured stays in sight.
 *
 * Returns: monotonic time in microseconds
 */
gint64
sounder_graph_view_find_end (McpHealth *health,
                             gboolean  *is_live)
{
  GListModel *events = mcp_health_get_events (health);
  guint n_events = g_list_model_get_n_items (events);
  guint n_samples = mcp_health_get_n_samples (health);
  gboolean live = mcp_health_get_state (health) != MCP_HEALTH_OFF
                  || (n_samples == 0 && n_events == 0);
  gint64 end_usec = G_MININT64;

  if (is_live != NULL)
    *is_live = live;
  if (live)
    return g_get_monotonic_time ();

  if (n_samples > 0)
    {
      const McpHealthSample *last = mcp_health_get_sample (health, n_samples - 1);

      end_usec = last->time_usec + MAX (last->rtt_usec, 0);
    }
  if (n_events > 0)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, n_events - 1);

      end_usec = MAX (end_usec, mcp_health_event_get_time_usec (event));
    }

  return end_usec;
}

/**
 * sounder_graph_view_find_start:
 * @health: a monitor
 * @range_sec: how many seconds to show; 0 is all
 * @end_usec: the time at the right end
 *
 * Finds the time at the left end.
 *
 * Returns: monotonic time in microseconds, before @end_usec
 */
gint64
sounder_graph_view_find_start (McpHealth *health,
                               guint      range_sec,
                               gint64     end_usec)
{
  if (range_sec > 0)
    return end_usec - range_sec * SECOND_USEC;
  if (mcp_health_get_n_samples (health) == 0)
    return end_usec - LEAST_SPAN_USEC;

  return MIN (mcp_health_get_sample (health, 0)->time_usec, end_usec - LEAST_SPAN_USEC);
}

static void
lay_out (SounderGraphView *view)
{
  int width = gtk_widget_get_width (view->widget);
  int height = gtk_widget_get_height (view->widget);
  int label_width = 0;
  int line_height = 0;

  for (guint i = 0; i <= view->axis.n_steps; i++)
    {
      g_autofree char *label = sounder_graph_axis_dup_label (&view->axis, i);
      g_autoptr (PangoLayout) layout = sounder_graph_create_layout (view->widget, label);
      int this_width;

      pango_layout_get_pixel_size (layout, &this_width, &line_height);
      label_width = MAX (label_width, this_width);
    }

  view->plot.x = MARGIN + label_width + LABEL_GAP;
  view->plot.y = SYMBOLS_HEIGHT;
  view->plot.width = MAX (width - view->plot.x - MARGIN - LABEL_GAP, 1);
  view->plot.height = MAX (height - view->plot.y - line_height - LABEL_GAP, 1);
}

/**
 * sounder_graph_view_init:
 * @view: (out caller-allocates): the view
 * @widget: where it is drawn
 * @health: what is shown
 * @range_sec: how many seconds to show; 0 is all
 *
 * Decides what is shown now, and where.
 */
void
sounder_graph_view_init (SounderGraphView *view,
                         GtkWidget        *widget,
                         McpHealth        *health,
                         guint             range_sec)
{
  gint64 max_usec;
  int steps_height = gtk_widget_get_height (widget) - 2 * SYMBOLS_HEIGHT;

  *view = (SounderGraphView) { .widget = widget, .health = health };
  view->end_usec = sounder_graph_view_find_end (health, &view->is_live);
  view->start_usec = sounder_graph_view_find_start (health, range_sec, view->end_usec);
  view->first = mcp_health_find_sample (health, view->start_usec);
  view->n_samples = mcp_health_get_n_samples (health) - view->first;

  max_usec = sounder_graph_find_max (mcp_health_get_sample (health, view->first), view->n_samples);
  /* A little air above the highest. */
  sounder_graph_axis_init (&view->axis, max_usec + max_usec / 16,
                           (guint) CLAMP (steps_height / STEP_HEIGHT, 2, 8));
  lay_out (view);
}

/**
 * sounder_graph_view_get_x:
 * @view: a view
 * @time_usec: monotonic time in microseconds
 *
 * Gets where a time is.
 *
 * Returns: pixels from the left of the widget
 */
double
sounder_graph_view_get_x (const SounderGraphView *view,
                          gint64                  time_usec)
{
  double span_usec = (double) (view->end_usec - view->start_usec);

  return view->plot.x + (double) (time_usec - view->start_usec) / span_usec * view->plot.width;
}

/**
 * sounder_graph_view_get_y:
 * @view: a view
 * @rtt_usec: a round trip in microseconds
 *
 * Gets where a value is.
 *
 * Returns: pixels from the top of the widget
 */
double
sounder_graph_view_get_y (const SounderGraphView *view,
                          gint64                  rtt_usec)
{
  double share = (double) rtt_usec / (double) sounder_graph_axis_get_top (&view->axis);

  return view->plot.y + view->plot.height * (1 - share);
}

/**
 * sounder_graph_view_find:
 * @view: a view
 * @x: pixels from the left of the widget
 * @y: pixels from the top of the widget
 *
 * Finds the sample that is meant by a point: the nearest in time, and of those that are drawn
 * over each other the one nearest in height.
 *
 * Returns: its index in the monitor, or %SOUNDER_GRAPH_NO_SAMPLE
 */
guint
sounder_graph_view_find (const SounderGraphView *view,
                         double                  x,
                         double                  y)
{
  double span_usec = (double) (view->end_usec - view->start_usec);
  double share = (x - view->plot.x) / view->plot.width;
  gint64 pixel_usec = (gint64) (span_usec / view->plot.width);
  gint64 at_usec = view->start_usec + (gint64) (share * span_usec);
  guint end = view->first + view->n_samples;
  guint nearest = SOUNDER_GRAPH_NO_SAMPLE;
  double least = G_MAXDOUBLE;

  if (view->n_samples == 0)
    return SOUNDER_GRAPH_NO_SAMPLE;

  /* From one before the point, so that there always is a candidate. */
  for (guint i = MAX (mcp_health_find_sample (view->health, at_usec - 2 * pixel_usec), view->first + 1) - 1;
       i < end; i++)
    {
      const McpHealthSample *sample = mcp_health_get_sample (view->health, i);
      double dx = fabs (sounder_graph_view_get_x (view, sample->time_usec) - x);
      double dy = sample->rtt_usec < 0 ? 0 : fabs (sounder_graph_view_get_y (view, sample->rtt_usec) - y);
      double distance = dx <= 2 ? dy / 1e4 : dx;

      if (distance < least)
        {
          least = distance;
          nearest = i;
        }
      if (sample->time_usec > at_usec + 2 * pixel_usec && nearest != i)
        break;
    }

  return nearest;
}
