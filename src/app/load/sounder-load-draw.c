/* sounder-load-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mcp-summary.h"
#include "sounder-graph-legend.h"
#include "sounder-load-chart-private.h"

/* A chart of a run, without its cursor. */

/* Its title is above the values, not on them. */
#define ABOVE        20
#define BELOW        6
#define STEP_HEIGHT  40
#define BAND_ALPHA   0.3
#define FAILED_ALPHA 0.2

/* The latencies of a column of pixels. */
typedef struct
{
  gint64 column;
  gint64 time_usec;
  gint64 p50_usec;
  gint64 p99_usec;
} Latency;

static gboolean
get_columns (SounderLoadChart   *self,
             const SounderPlot  *plot,
             const McpLoadPoint *point,
             guint              *first,
             guint              *last)
{
  gint64 start_usec = sounder_load_chart_get_start (self, point) - plot->start_usec;
  gint64 end_usec = start_usec + MAX (point->length_usec, 1) - 1;

  if (end_usec < 0 || start_usec >= plot->n_columns * plot->column_usec)
    return FALSE;

  *first = (guint) (MAX (start_usec, 0) / plot->column_usec);
  *last = (guint) MIN (end_usec / plot->column_usec, plot->n_columns - 1);

  return TRUE;
}

/* The highest value of each column, and, unless they are all none, of the calls that failed. */
static void
fill_columns (SounderLoadChart  *self,
              const SounderPlot *plot,
              double            *values,
              double            *failed,
              gboolean          *any_failed)
{
  GArray *points = sounder_load_chart_get_points (self);

  for (guint i = 0; i < plot->n_columns; i++)
    values[i] = failed[i] = -1;
  *any_failed = FALSE;

  for (guint i = 0; i < points->len; i++)
    {
      const McpLoadPoint *point = &g_array_index (points, McpLoadPoint, i);
      double value = sounder_load_chart_get_value (self, point);
      double n_failed = sounder_load_chart_get_per_second (point->n_failed, point);
      guint first, last;

      if (!sounder_load_chart_is_figure (self, point) || !get_columns (self, plot, point, &first, &last))
        continue;

      values[first] = MAX (values[first], value);
      values[last] = MAX (values[last], value);
      failed[first] = MAX (failed[first], n_failed);
      failed[last] = MAX (failed[last], n_failed);
      *any_failed = *any_failed || point->n_failed > 0;
    }
}

static void
draw_columns (SounderPlot  *plot,
              const double *columns,
              SounderTone   tone)
{
  guint first = 0;
  guint last = plot->n_columns;

  while (first < plot->n_columns && columns[first] < 0)
    first++;
  while (last > first && columns[last - 1] < 0)
    last--;
  if (first < last)
    sounder_plot_draw_steps (plot, columns, first, last - 1, tone);
}

static void
draw_steps (SounderLoadChart *self,
            SounderPlot      *plot)
{
  g_autofree double *values = g_new (double, plot->n_columns);
  g_autofree double *failed = g_new (double, plot->n_columns);
  gboolean any_failed;
  double top = 0;

  fill_columns (self, plot, values, failed, &any_failed);
  any_failed = any_failed && self->kind == SOUNDER_LOAD_THROUGHPUT;
  for (guint i = 0; i < plot->n_columns; i++)
    top = MAX (top, any_failed ? MAX (values[i], failed[i]) : values[i]);

  sounder_graph_axis_init (&plot->axis, sounder_load_figures[self->kind].unit, top, 2);
  sounder_plot_draw_values_axis (plot);
  draw_columns (plot, values, SOUNDER_TONE_RESPONSE);
  if (any_failed)
    draw_columns (plot, failed, SOUNDER_TONE_BAR_FAILED);
}

/* From one before what is seen to one behind: the line comes in from the left and leaves at the right. */
static GArray *
collect_latencies (SounderLoadChart  *self,
                   const SounderPlot *plot)
{
  GArray *points = sounder_load_chart_get_points (self);
  GArray *latencies = g_array_new (FALSE, FALSE, sizeof (Latency));
  int first;

  sounder_load_chart_find_point (self, plot->start_usec, &first);
  for (guint i = (guint) MAX (first - 1, 0); i < points->len; i++)
    {
      const McpLoadPoint *point = &g_array_index (points, McpLoadPoint, i);
      gint64 time_usec = sounder_load_chart_get_middle (self, point);
      Latency latency = { (time_usec - plot->start_usec) / plot->column_usec, time_usec, point->p50_usec,
                          point->p99_usec };
      Latency *before = latencies->len > 0 ? &g_array_index (latencies, Latency, latencies->len - 1) : NULL;

      if (!sounder_load_chart_is_figure (self, point))
        continue;
      if (before != NULL && before->column == latency.column)
        {
          before->p50_usec = MAX (before->p50_usec, latency.p50_usec);
          before->p99_usec = MAX (before->p99_usec, latency.p99_usec);
        }
      else
        {
          g_array_append_val (latencies, latency);
        }
      if (time_usec > sounder_plot_get_end (plot))
        break;
    }

  return latencies;
}

static void
choose_axis (SounderLoadChart *self,
             SounderPlot      *plot,
             GArray           *latencies)
{
  guint max_steps = (guint) CLAMP (plot->plot_height / STEP_HEIGHT, 2, 8);
  double least = G_MAXDOUBLE;
  double most = 0;

  for (guint i = 0; i < latencies->len; i++)
    {
      const Latency *latency = &g_array_index (latencies, Latency, i);

      if (latency->p50_usec < 0)
        continue;
      least = MIN (least, (double) latency->p50_usec);
      most = MAX (most, (double) latency->p99_usec);
    }

  if (self->is_logarithmic)
    sounder_graph_axis_init_logarithmic (&plot->axis, SOUNDER_UNIT_USEC, most > 0 ? MAX (least, 1) : 100,
                                         MAX (most, 1000), max_steps);
  else
    /* A little air above the highest. */
    sounder_graph_axis_init (&plot->axis, SOUNDER_UNIT_USEC, most * 17 / 16, max_steps);
}

static void
trace (SounderPlot   *plot,
       const Latency *latencies,
       guint          n_latencies,
       gboolean       is_p99)
{
  for (guint i = 0; i < n_latencies; i++)
    cairo_line_to (plot->cr, sounder_plot_get_x (plot, latencies[i].time_usec),
                   sounder_plot_get_y (plot, (double) (is_p99 ? latencies[i].p99_usec : latencies[i].p50_usec)));
}

/* Neighbours that were all answered. */
static void
draw_latency_run (SounderPlot   *plot,
                  const Latency *latencies,
                  guint          n_latencies)
{
  cairo_t *cr = plot->cr;

  if (n_latencies == 1)
    {
      double x = sounder_plot_get_x (plot, latencies[0].time_usec);
      double p50 = sounder_plot_get_y (plot, (double) latencies[0].p50_usec);
      double p99 = sounder_plot_get_y (plot, (double) latencies[0].p99_usec);

      sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, BAND_ALPHA);
      cairo_rectangle (cr, x - 3, p99, 6, MAX (p50 - p99, 1));
      cairo_fill (cr);
      sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, 1);
      cairo_arc (cr, x, p50, 2.5, 0, 2 * G_PI);
      cairo_fill (cr);
      return;
    }

  trace (plot, latencies, n_latencies, TRUE);
  for (guint i = n_latencies; i > 0; i--)
    trace (plot, &latencies[i - 1], 1, FALSE);
  cairo_close_path (cr);
  sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, BAND_ALPHA);
  cairo_fill (cr);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  trace (plot, latencies, n_latencies, TRUE);
  sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, 0.6);
  cairo_set_line_width (cr, plot->is_high_contrast ? 1.5 : 1);
  cairo_stroke (cr);
  trace (plot, latencies, n_latencies, FALSE);
  sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, 1);
  cairo_set_line_width (cr, plot->is_high_contrast ? 2.6 : 1.75);
  cairo_stroke (cr);
}

/* The seconds in which calls failed. */
static gboolean
draw_failed (SounderLoadChart *self,
             SounderPlot      *plot)
{
  GArray *points = sounder_load_chart_get_points (self);
  gboolean any = FALSE;

  for (guint i = 0; i < points->len; i++)
    {
      const McpLoadPoint *point = &g_array_index (points, McpLoadPoint, i);
      guint first, last;

      if (point->n_failed == 0 || !get_columns (self, plot, point, &first, &last))
        continue;

      cairo_rectangle (plot->cr, plot->x + first, plot->y, last - first + 1, plot->plot_height);
      any = TRUE;
    }
  sounder_plot_set_source (plot, SOUNDER_TONE_BAR_FAILED, FAILED_ALPHA);
  cairo_fill (plot->cr);

  return any;
}

static void
draw_stop_rule (SounderLoadChart *self,
                SounderPlot      *plot)
{
  guint stop_msec = mcp_load_get_plan (self->load)->stop_p99_msec;
  double y = round (sounder_plot_get_y (plot, stop_msec * 1000.0)) + 0.5;
  g_autofree char *value = mcp_format_duration (stop_msec * G_GINT64_CONSTANT (1000));
  g_autofree char *label = NULL;

  if (stop_msec == 0 || y < plot->y)
    return;

  /* Translators: the run ends when p99 is above this. */
  label = g_strdup_printf (_("stop at %s"), value);
  sounder_plot_draw_dashed (plot, plot->x, y, plot->x + plot->plot_width, y);
  sounder_plot_text (plot, label, plot->x + 6, y - 2, 0, 1, SOUNDER_TONE_WARNING);
}

static void
draw_latencies (SounderLoadChart *self,
                SounderPlot      *plot)
{
  g_autoptr (GArray) latencies = collect_latencies (self, plot);
  const Latency *all = (const Latency *) (gpointer) latencies->data;
  SounderLegend legend = { plot, plot->x, plot->height - sounder_plot_get_line (plot) / 2 - 4 };
  gboolean any_failed;

  choose_axis (self, plot, latencies);
  sounder_plot_draw_values_axis (plot);
  sounder_plot_draw_time_axis (plot, TRUE);

  any_failed = draw_failed (self, plot);
  cairo_save (plot->cr);
  cairo_rectangle (plot->cr, plot->x, 0, plot->plot_width + 1, plot->y + plot->plot_height);
  cairo_clip (plot->cr);
  for (guint i = 0; i < latencies->len;)
    {
      guint n = 0;

      while (i + n < latencies->len && all[i + n].p50_usec >= 0)
        n++;
      if (n > 0)
        draw_latency_run (plot, &all[i], n);
      i += MAX (n, 1);
    }
  cairo_restore (plot->cr);
  draw_stop_rule (self, plot);

  sounder_legend_add_line (&legend, SOUNDER_TONE_REQUEST, "p50");
  /* Translators: the legend of an area between p50 and p99. */
  sounder_legend_add_band (&legend, SOUNDER_TONE_REQUEST, BAND_ALPHA, _("up to p99"));
  if (any_failed)
    sounder_legend_add_band (&legend, SOUNDER_TONE_BAR_FAILED, FAILED_ALPHA, _("calls failed"));
}

/* What is not counted. */
static void
draw_warmup (SounderLoadChart *self,
             SounderPlot      *plot)
{
  gint64 until_usec = mcp_load_get_begin_usec (self->load)
                      + mcp_load_get_plan (self->load)->warmup_msec * G_GINT64_CONSTANT (1000);
  double x = MIN (round (sounder_plot_get_x (plot, until_usec)), plot->x + plot->plot_width);

  if (mcp_load_get_plan (self->load)->warmup_msec == 0 || x <= plot->x)
    return;

  sounder_plot_set_source (plot, SOUNDER_TONE_TEXT, 0.07);
  cairo_rectangle (plot->cr, plot->x, plot->y, x - plot->x, plot->plot_height);
  cairo_fill (plot->cr);
  if (self->kind == SOUNDER_LOAD_LATENCY
      && sounder_plot_get_text_width (plot, _("warm-up")) + 8 < x - plot->x)
    sounder_plot_text (plot, _("warm-up"), plot->x + 4, plot->y + 2, 0, 0, SOUNDER_TONE_DIM);
}

/* Of the last second; when it is over of all that was measured: what a server used, at its highest. */
static char *
dup_title_value (SounderLoadChart *self)
{
  const McpLoadReport *report = mcp_load_get_report (self->load);
  McpLoadPoint whole = { .length_usec = report->duration_usec, .n_answered = (guint) report->n_answered,
                         .n_failed = (guint) report->n_failed, .p50_usec = report->latency_usec[MCP_LOAD_P50],
                         .p99_usec = report->latency_usec[MCP_LOAD_P99], .cpu_percent = -1 };
  const McpLoadPoint *last = NULL;
  g_autofree char *highest = NULL;

  for (guint i = 0; i < report->points->len; i++)
    {
      const McpLoadPoint *point = &g_array_index (report->points, McpLoadPoint, i);

      if (!sounder_load_chart_is_figure (self, point))
        continue;
      last = point;
      whole.cpu_percent = MAX (whole.cpu_percent, point->cpu_percent);
      whole.memory_bytes = MAX (whole.memory_bytes, point->memory_bytes);
    }

  if (last == NULL)
    return NULL;
  if (mcp_load_is_running (self->load))
    return sounder_load_chart_dup_value_text (self, last);
  if (self->kind == SOUNDER_LOAD_LATENCY || self->kind == SOUNDER_LOAD_THROUGHPUT)
    return sounder_load_chart_dup_value_text (self, &whole);

  highest = sounder_load_chart_dup_value_text (self, &whole);

  /* Translators: the highest CPU or memory of a run. */
  return g_strdup_printf (_("at most %s"), highest);
}

void
sounder_load_chart_draw (SounderChart *chart,
                         SounderPlot  *plot)
{
  SounderLoadChart *self = SOUNDER_LOAD_CHART (chart);
  g_autofree char *value = NULL;
  double below = self->kind == SOUNDER_LOAD_LATENCY ? 2 * sounder_plot_get_line (plot) + 15 : BELOW;

  sounder_plot_lay_out (plot, sounder_chart_get_span (chart), ABOVE, below);
  if (self->load == NULL)
    {
      sounder_graph_axis_init (&plot->axis, sounder_load_figures[self->kind].unit, 0, 1);
      return;
    }

  plot->origin_usec = mcp_load_get_begin_usec (self->load);
  if (self->kind == SOUNDER_LOAD_LATENCY)
    draw_latencies (self, plot);
  else
    draw_steps (self, plot);
  draw_warmup (self, plot);
  value = dup_title_value (self);
  sounder_plot_draw_title (plot, _(sounder_load_figures[self->kind].name), value);
}
