/* sounder-graph-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-draw.h"
#include "sounder-graph-marks.h"

#define LINE_WIDTH  1.75
#define BAND_WIDTH  6
#define STEP_HEIGHT 38
/* A percentile of a handful says nothing. */
#define P95_SAMPLES 5
/* So many requests are seen one by one. */
#define MAX_RINGS   400

/* A point of the line, and how far the values of its column of pixels spread. */
typedef struct
{
  double   x;
  double   y;
  double   y_min;  /* of the shortest: the lower one on the screen */
  double   y_max;
  gboolean starts; /* nothing connects it with the one before */
} Point;

/**
 * sounder_graph_collect_breaks:
 * @health: a monitor
 *
 * Collects when lives and monitoring began: nothing is known of what was between.
 *
 * Returns: (transfer full) (element-type gint64): times, in their order
 */
GArray *
sounder_graph_collect_breaks (McpHealth *health)
{
  GListModel *events = mcp_health_get_events (health);
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);
      McpHealthEventKind kind = event->kind;
      gint64 time_usec = event->time_usec;

      if (kind == MCP_HEALTH_EVENT_STARTED || kind == MCP_HEALTH_EVENT_CONNECTED)
        g_array_append_val (breaks, time_usec);
    }

  return breaks;
}

/**
 * sounder_graph_pass_breaks:
 * @breaks: (element-type gint64): from sounder_graph_collect_breaks()
 * @next: (inout): the first that was not passed yet
 * @time_usec: a time, after the one before
 *
 * Goes on to a time.
 *
 * Returns: whether a break was passed on the way
 */
gboolean
sounder_graph_pass_breaks (GArray *breaks,
                           guint  *next,
                           gint64  time_usec)
{
  gboolean passed = FALSE;

  while (*next < breaks->len && g_array_index (breaks, gint64, *next) <= time_usec)
    {
      passed = TRUE;
      (*next)++;
    }

  return passed;
}

/* One point for each column of pixels. */
static GArray *
collect_columns (const SounderGraphContent *content,
                 const SounderPlot         *plot,
                 GArray                    *breaks)
{
  GArray *points = g_array_sized_new (FALSE, FALSE, sizeof (Point), plot->n_columns);
  guint next_break = 0;

  for (guint i = 0; i < plot->n_columns; i++)
    {
      const McpSampleColumn *column = &content->probes[i];
      gint64 end_usec = plot->start_usec + (i + 1) * plot->column_usec;
      Point point = { .x = plot->x + i + 0.5 };

      if (column->n_answered == 0)
        continue;

      point.y = sounder_plot_get_y (plot, column->median_usec);
      point.y_min = sounder_plot_get_y (plot, column->min_usec);
      point.y_max = sounder_plot_get_y (plot, column->max_usec);
      point.starts = sounder_graph_pass_breaks (breaks, &next_break, end_usec);
      g_array_append_val (points, point);
    }

  return points;
}

/* One point for each answered sample; a lost one interrupts the line. */
static GArray *
collect_samples (const SounderGraphContent *content,
                 const SounderPlot         *plot,
                 GArray                    *breaks)
{
  McpSampleStore *probes = mcp_health_get_probes (content->health);
  guint first = mcp_sample_store_find (probes, plot->start_usec);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));
  gint64 end_usec = sounder_plot_get_end (plot);
  guint next_break = 0;
  gboolean starts = TRUE;
  McpHealthSample sample;

  /* From one before to one behind: the line comes in from the left and leaves at the right. */
  for (guint i = MAX (first, mcp_sample_store_get_first (probes) + 1) - 1;
       mcp_sample_store_get (probes, i, &sample); i++)
    {
      Point point;

      starts = sounder_graph_pass_breaks (breaks, &next_break, sample.time_usec) || starts;
      if (sample.status == MCP_SAMPLE_OK)
        {
          point.x = sounder_plot_get_x (plot, sample.time_usec);
          point.y = point.y_min = point.y_max = sounder_plot_get_y (plot, sample.rtt_usec);
          point.starts = starts;
          g_array_append_val (points, point);
        }

      starts = sample.status != MCP_SAMPLE_OK;
      if (sample.time_usec > end_usec)
        break;
    }

  return points;
}

/* What is below the line. Where there is a point for each pixel these are boxes: a polygon of a
 * thousand corners is what a frame would be spent on. */
static void
trace_area (SounderPlot *plot,
            const Point *points,
            guint        n_points,
            gboolean     is_dense)
{
  double bottom = plot->y + plot->plot_height;

  if (is_dense)
    {
      for (guint i = 0; i + 1 < n_points; i++)
        cairo_rectangle (plot->cr, points[i].x - 0.5, round (points[i].y),
                         points[i + 1].x - points[i].x, bottom - round (points[i].y));

      return;
    }

  cairo_move_to (plot->cr, points[0].x, bottom);
  for (guint i = 0; i < n_points; i++)
    cairo_line_to (plot->cr, points[i].x, points[i].y);
  cairo_line_to (plot->cr, points[n_points - 1].x, bottom);
  cairo_close_path (plot->cr);
}

/* A run of points that belong together: area, spread, line. */
static void
draw_run (SounderPlot     *plot,
          cairo_pattern_t *area,
          const Point     *points,
          guint            n_points,
          gboolean         is_dense)
{
  cairo_t *cr = plot->cr;

  trace_area (plot, points, n_points, is_dense);
  cairo_set_source (cr, area);
  cairo_fill (cr);

  /* On whole pixels: quick, and no gap between neighbours. */
  for (guint i = 0; i < n_points; i++)
    if (points[i].y_min - points[i].y_max >= 1)
      cairo_rectangle (cr, points[i].x - 0.5, round (points[i].y_max), 1,
                       MAX (round (points[i].y_min) - round (points[i].y_max), 1));
  sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, 0.5);
  cairo_fill (cr);

  sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, 1);
  if (n_points == 1)
    {
      cairo_arc (cr, points[0].x, points[0].y, 2, 0, 2 * G_PI);
      cairo_fill (cr);

      return;
    }

  for (guint i = 0; i < n_points; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
  cairo_set_line_width (cr, plot->is_high_contrast ? 1.5 * LINE_WIDTH : LINE_WIDTH);
  cairo_set_line_join (cr, is_dense ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, is_dense ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  /* A line that turns at every pixel shows no finer shades, and they cost most of the frame. */
  cairo_set_antialias (cr, is_dense ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT);
  cairo_stroke (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
}

static void
draw_values (const SounderGraphContent *content,
             SounderPlot               *plot)
{
  g_autoptr (GArray) breaks = sounder_graph_collect_breaks (content->health);
  g_autoptr (GArray) points = content->is_dense ? collect_columns (content, plot, breaks)
                                                : collect_samples (content, plot, breaks);
  const Point *all = (const Point *) (gpointer) points->data;
  GdkRGBA color = plot->colors[SOUNDER_TONE_REQUEST];
  cairo_pattern_t *area = cairo_pattern_create_linear (0, plot->y, 0, plot->y + plot->plot_height);

  cairo_pattern_add_color_stop_rgba (area, 0, color.red, color.green, color.blue, 0.34);
  cairo_pattern_add_color_stop_rgba (area, 1, color.red, color.green, color.blue, 0.12);

  cairo_save (plot->cr);
  cairo_rectangle (plot->cr, plot->x, 0, plot->plot_width + 1, plot->y + plot->plot_height);
  cairo_clip (plot->cr);
  for (guint i = 0; i < points->len;)
    {
      guint run = 1;

      while (i + run < points->len && !all[i + run].starts)
        run++;
      draw_run (plot, area, &all[i], run, content->is_dense);
      i += run;
    }
  cairo_restore (plot->cr);
  cairo_pattern_destroy (area);
}

/* A band for each run of columns with probes that were not answered. */
static void
draw_lost (const SounderGraphContent *content,
           SounderPlot               *plot)
{
  double last_symbol = -G_MAXDOUBLE;

  for (guint i = 0; i < plot->n_columns;)
    {
      guint n_lost = 0;
      guint n_failed = 0;
      guint end = i;
      guint last = i;
      double middle;

      /* Runs go on over columns without any probe. */
      for (; end < plot->n_columns; end++)
        {
          const McpSampleColumn *column = &content->probes[end];

          if (column->n_lost + column->n_failed == 0)
            {
              if (column->n_answered > 0 || n_lost + n_failed == 0)
                break;
              continue;
            }
          n_lost += column->n_lost;
          n_failed += column->n_failed;
          last = end;
        }

      if (n_lost + n_failed > 0)
        {
          double x = MAX (plot->x + i + 0.5 - BAND_WIDTH / 2.0, plot->x);
          double to = MIN (plot->x + last + 0.5 + BAND_WIDTH / 2.0, plot->x + plot->plot_width);

          sounder_plot_set_source (plot, SOUNDER_TONE_BAR_FAILED, 0.28);
          cairo_rectangle (plot->cr, x, plot->y, to - x, plot->plot_height);
          cairo_fill (plot->cr);
          middle = (x + to) / 2;
          if (middle - last_symbol > 10)
            {
              sounder_symbol_draw (n_lost > 0 ? SOUNDER_SYMBOL_LOST : SOUNDER_SYMBOL_FAILED, plot,
                                   middle, plot->y + 9);
              last_symbol = middle;
            }
        }
      i = MAX (end, i + 1);
    }
}

static void
draw_request (SounderPlot *plot,
              double       x,
              gint64       rtt_usec)
{
  double y = sounder_plot_get_y (plot, rtt_usec);

  /* The probes choose the scale: one slow call would make a flat line of them. */
  if (y < plot->y)
    sounder_symbol_draw (SOUNDER_SYMBOL_BEYOND, plot, x, plot->y + 5);
  else
    sounder_symbol_draw (SOUNDER_SYMBOL_REQUEST, plot, x, y);
}

static void
draw_requests (const SounderGraphContent *content,
               SounderPlot               *plot)
{
  McpSampleStore *requests = mcp_health_get_requests (content->health);
  gint64 end_usec = sounder_plot_get_end (plot);
  McpHealthSample sample;

  if (content->n_requests <= MAX_RINGS)
    {
      for (guint i = mcp_sample_store_find (requests, plot->start_usec);
           mcp_sample_store_get (requests, i, &sample) && sample.time_usec < end_usec; i++)
        if (sample.status == MCP_SAMPLE_OK)
          draw_request (plot, sounder_plot_get_x (plot, sample.time_usec), sample.rtt_usec);

      return;
    }

  for (guint i = 0; i < plot->n_columns; i++)
    {
      const McpSampleColumn *column = &content->requests[i];
      double y;

      if (column->n_answered == 0)
        continue;

      y = MAX (round (sounder_plot_get_y (plot, column->max_usec)), plot->y);
      cairo_rectangle (plot->cr, plot->x + i, y, 1,
                       MAX (round (sounder_plot_get_y (plot, column->min_usec)) - y, 2));
    }
  sounder_plot_set_source (plot, SOUNDER_TONE_NOTIFICATION, 0.6);
  cairo_fill (plot->cr);
}

static void
draw_p95 (const SounderGraphContent *content,
          SounderPlot               *plot)
{
  double y = round (sounder_plot_get_y (plot, content->statistics.p95_usec)) + 0.5;
  g_autofree char *value = mcp_format_duration (content->statistics.p95_usec);
  /* Translators: the 95th percentile of round-trip times. */
  g_autofree char *label = g_strdup_printf (_("p95 %s"), value);

  sounder_plot_draw_dashed (plot, plot->x, y, plot->x + plot->plot_width, y);
  sounder_plot_text (plot, label, plot->x + 6, y - 2, 0, 1, SOUNDER_TONE_WARNING);
}

static void
sum_up (const McpSampleColumn *columns,
        guint                  n_columns,
        guint                 *n_samples,
        gint64                *min_usec,
        gint64                *max_usec)
{
  for (guint i = 0; i < n_columns; i++)
    {
      *n_samples += columns[i].n_answered + columns[i].n_lost + columns[i].n_failed;
      if (columns[i].n_answered == 0)
        continue;

      *min_usec = MIN (*min_usec, columns[i].min_usec);
      *max_usec = MAX (*max_usec, columns[i].max_usec);
    }
}

static void
choose_axis (SounderGraphContent *content,
             SounderPlot         *plot)
{
  gint64 min_usec = G_MAXINT64;
  gint64 max_usec = 0;
  gint64 request_min_usec = G_MAXINT64;
  gint64 request_max_usec = 0;
  guint max_steps = (guint) CLAMP (plot->plot_height / STEP_HEIGHT, 2, 8);

  sum_up (content->probes, plot->n_columns, &content->n_probes, &min_usec, &max_usec);
  if (content->requests != NULL)
    sum_up (content->requests, plot->n_columns, &content->n_requests, &request_min_usec,
            &request_max_usec);
  content->is_dense = content->n_probes > plot->n_columns / 2;

  /* There is room for all of them on a logarithmic axis. */
  if (max_usec == 0 || content->is_logarithmic)
    {
      min_usec = MIN (min_usec, request_min_usec);
      max_usec = MAX (max_usec, request_max_usec);
    }

  if (content->is_logarithmic)
    sounder_graph_axis_init_logarithmic (&plot->axis, SOUNDER_UNIT_USEC,
                                         max_usec == 0 ? 100 : (double) min_usec,
                                         MAX ((double) max_usec, 1000), max_steps);
  else
    /* A little air above the highest. */
    sounder_graph_axis_init (&plot->axis, SOUNDER_UNIT_USEC,
                             (double) (max_usec + max_usec / 16), max_steps);
}

/* What is written where there is no probe. */
static const char *
get_nothing (const SounderGraphContent *content)
{
  if (mcp_sample_store_get_end (mcp_health_get_probes (content->health)) > 0)
    return _("No ping in this time");

  return mcp_health_is_recorded (content->health) ? _("No ping in this recording")
                                                  : _("No ping yet");
}

/**
 * sounder_graph_draw:
 * @content: what to draw; its columns are filled
 * @plot: where; laid out, with an axis to be chosen
 *
 * Draws the graph without a cursor.
 */
void
sounder_graph_draw (SounderGraphContent *content,
                    SounderPlot         *plot)
{
  gint64 end_usec = sounder_plot_get_end (plot);

  mcp_sample_store_fill_columns (mcp_health_get_probes (content->health), plot->start_usec,
                                 end_usec, content->probes, plot->n_columns);
  if (content->requests != NULL)
    mcp_sample_store_fill_columns (mcp_health_get_requests (content->health), plot->start_usec,
                                   end_usec, content->requests, plot->n_columns);
  choose_axis (content, plot);

  sounder_plot_draw_values_axis (plot);
  sounder_plot_draw_time_axis (plot, TRUE);
  draw_lost (content, plot);
  draw_values (content, plot);
  if (content->requests != NULL)
    draw_requests (content, plot);
  if (content->statistics.received >= P95_SAMPLES)
    draw_p95 (content, plot);
  sounder_graph_marks_draw (content->marks, plot, TRUE);

  if (content->n_probes == 0)
    sounder_plot_text (plot, get_nothing (content),
                       plot->x + plot->plot_width / 2, plot->y + plot->plot_height / 2, 0.5, 0.5,
                       SOUNDER_TONE_DIM);
}
