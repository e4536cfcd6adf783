/* sounder-load-chart.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-load-chart"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mcp-load-words.h"
#include "mcp-summary.h"
#include "sounder-graph-legend.h"
#include "sounder-graph-steps.h"
#include "sounder-load-chart.h"
#include "sounder-number.h"

/**
 * SounderLoadChart:
 *
 * The seconds of a run. Where a column of pixels has more than one of them the highest is drawn: a short
 * peak is not lost. Latencies are a line, p50, and a band up to p99; the others are steps.
 */

/* Its title is above the values, not on them. */
#define ABOVE          20
#define BELOW          6
#define LATENCY_HEIGHT 210
#define STRIP_HEIGHT   80
#define STEP_HEIGHT    40
/* In less than this a few answers would be a peak. */
#define LEAST_USEC     (G_USEC_PER_SEC / 5)
#define BAND_ALPHA     0.3
#define FAILED_ALPHA   0.2

static const struct
{
  const char *name;
  SounderUnit unit;
} kinds[SOUNDER_N_LOAD_CHARTS] = {
  [SOUNDER_LOAD_LATENCY] = { N_("Latency"), SOUNDER_UNIT_USEC },
  [SOUNDER_LOAD_THROUGHPUT] = { N_("Answers a second"), SOUNDER_UNIT_COUNT },
  [SOUNDER_LOAD_CPU] = { N_("CPU of the server"), SOUNDER_UNIT_PERCENT },
  [SOUNDER_LOAD_MEMORY] = { N_("Memory of the server"), SOUNDER_UNIT_BYTES },
};

struct _SounderLoadChart
{
  SounderChart     parent_instance;

  SounderLoadKind  kind;
  McpLoad         *load;            /* (nullable) */
  GSignalGroup    *load_signals;
  gboolean         is_logarithmic;
};

G_DEFINE_FINAL_TYPE (SounderLoadChart, sounder_load_chart, SOUNDER_TYPE_CHART)

/* The latencies of a column of pixels. */
typedef struct
{
  gint64 column;
  gint64 time_usec;
  gint64 p50_usec;
  gint64 p99_usec;
} Latency;

static GArray *
get_points (SounderLoadChart *self)
{
  return mcp_load_get_report (self->load)->points;
}

static gint64
get_start (SounderLoadChart   *self,
           const McpLoadPoint *point)
{
  return mcp_load_get_begin_usec (self->load) + point->start_usec;
}

/* The last moment of a run is too short for a figure of its own, unless it is all there is. */
static gboolean
is_figure (SounderLoadChart   *self,
           const McpLoadPoint *point)
{
  return point->length_usec >= LEAST_USEC || get_points (self)->len == 1;
}

/* Which point has a time; the last one before it where there is none. */
static const McpLoadPoint *
find_point (SounderLoadChart *self,
            gint64            time_usec,
            int              *index)
{
  GArray *points = self->load != NULL ? get_points (self) : NULL;
  guint low = 0;
  guint high = points != NULL ? points->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_start (self, &g_array_index (points, McpLoadPoint, middle)) <= time_usec)
        low = middle + 1;
      else
        high = middle;
    }

  *index = (int) low - 1;

  return low > 0 ? &g_array_index (points, McpLoadPoint, low - 1) : NULL;
}

static gint64
get_middle (SounderLoadChart   *self,
            const McpLoadPoint *point)
{
  return get_start (self, point) + point->length_usec / 2;
}

static double
get_per_second (guint               n,
                const McpLoadPoint *point)
{
  return n * (double) G_USEC_PER_SEC / MAX (point->length_usec, 1);
}

/* Below 0: not known. */
static double
get_value (SounderLoadChart   *self,
           const McpLoadPoint *point)
{
  switch (self->kind)
    {
    case SOUNDER_LOAD_THROUGHPUT:
      return get_per_second (point->n_answered, point);

    case SOUNDER_LOAD_CPU:
      return point->cpu_percent;

    case SOUNDER_LOAD_MEMORY:
      return point->memory_bytes > 0 ? (double) point->memory_bytes : -1;

    case SOUNDER_LOAD_LATENCY:
    default:
      return (double) point->p50_usec;
    }
}

static char *
dup_count (double value)
{
  return value >= 100 ? sounder_number_group ((guint64) llround (value)) : g_strdup_printf ("%.3g", value);
}

/* "p50 1.2 ms · p99 8.1 ms", "1,234 · 3 failed", "12.0 %" */
static char *
dup_value_text (SounderLoadChart   *self,
                const McpLoadPoint *point)
{
  double value = get_value (self, point);
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;

  if (self->kind == SOUNDER_LOAD_LATENCY)
    {
      text = mcp_load_dup_duration (point->p50_usec);
      other = mcp_load_dup_duration (point->p99_usec);

      return g_strdup_printf ("p50 %s · p99 %s", text, other);
    }
  if (value < 0)
    return g_strdup (MCP_LOAD_NO_VALUE);
  if (self->kind == SOUNDER_LOAD_CPU)
    return g_strdup_printf (_("%.1f %%"), value);
  if (self->kind == SOUNDER_LOAD_MEMORY)
    return mcp_format_size ((guint64) value);

  text = dup_count (value);
  if (point->n_failed == 0)
    return g_steal_pointer (&text);

  other = dup_count (get_per_second (point->n_failed, point));

  /* Translators: calls in a second: those that were answered, those that failed. */
  return g_strdup_printf (_("%s · %s failed"), text, other);
}

/* --- Drawing --- */

static gboolean
get_columns (SounderLoadChart   *self,
             const SounderPlot  *plot,
             const McpLoadPoint *point,
             guint              *first,
             guint              *last)
{
  gint64 start_usec = get_start (self, point) - plot->start_usec;
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
  GArray *points = get_points (self);

  for (guint i = 0; i < plot->n_columns; i++)
    values[i] = failed[i] = -1;
  *any_failed = FALSE;

  for (guint i = 0; i < points->len; i++)
    {
      const McpLoadPoint *point = &g_array_index (points, McpLoadPoint, i);
      double value = get_value (self, point);
      double n_failed = get_per_second (point->n_failed, point);
      guint first, last;

      if (!is_figure (self, point) || !get_columns (self, plot, point, &first, &last))
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
    sounder_graph_draw_steps (plot, columns, first, last - 1, tone);
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

  sounder_graph_axis_init (&plot->axis, kinds[self->kind].unit, top, 2);
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
  GArray *points = get_points (self);
  GArray *latencies = g_array_new (FALSE, FALSE, sizeof (Latency));
  int first;

  find_point (self, plot->start_usec, &first);
  for (guint i = (guint) MAX (first - 1, 0); i < points->len; i++)
    {
      const McpLoadPoint *point = &g_array_index (points, McpLoadPoint, i);
      gint64 time_usec = get_middle (self, point);
      Latency latency = { (time_usec - plot->start_usec) / plot->column_usec, time_usec, point->p50_usec,
                          point->p99_usec };
      Latency *before = latencies->len > 0 ? &g_array_index (latencies, Latency, latencies->len - 1) : NULL;

      if (!is_figure (self, point))
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
    sounder_graph_axis_init_logarithmic (&plot->axis, SOUNDER_UNIT_USEC, most > 0 ? MAX (least, 1) : 100, MAX (most, 1000),
                                         max_steps);
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
  GArray *points = get_points (self);
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

      if (!is_figure (self, point))
        continue;
      last = point;
      whole.cpu_percent = MAX (whole.cpu_percent, point->cpu_percent);
      whole.memory_bytes = MAX (whole.memory_bytes, point->memory_bytes);
    }

  if (last == NULL)
    return NULL;
  if (mcp_load_is_running (self->load))
    return dup_value_text (self, last);
  if (self->kind == SOUNDER_LOAD_LATENCY || self->kind == SOUNDER_LOAD_THROUGHPUT)
    return dup_value_text (self, &whole);

  highest = dup_value_text (self, &whole);

  /* Translators: the highest CPU or memory of a run. */
  return g_strdup_printf (_("at most %s"), highest);
}

static void
draw_title (SounderLoadChart *self,
            SounderPlot      *plot)
{
  g_autofree char *value = dup_title_value (self);
  g_autofree char *title = value != NULL ? g_strdup_printf (_("%s: %s"), _(kinds[self->kind].name), value)
                                         : g_strdup (_(kinds[self->kind].name));

  sounder_plot_text (plot, title, plot->x, plot->y - 2, 0, 1, SOUNDER_TONE_TEXT);
}

static void
sounder_load_chart_draw (SounderChart *chart,
                         SounderPlot  *plot)
{
  SounderLoadChart *self = SOUNDER_LOAD_CHART (chart);
  double below = self->kind == SOUNDER_LOAD_LATENCY ? 2 * sounder_plot_get_line (plot) + 15 : BELOW;

  sounder_plot_lay_out (plot, sounder_chart_get_span (chart), ABOVE, below);
  if (self->load == NULL)
    {
      sounder_graph_axis_init (&plot->axis, kinds[self->kind].unit, 0, 1);
      return;
    }

  plot->origin_usec = mcp_load_get_begin_usec (self->load);
  if (self->kind == SOUNDER_LOAD_LATENCY)
    draw_latencies (self, plot);
  else
    draw_steps (self, plot);
  draw_warmup (self, plot);
  draw_title (self, plot);
}

/* --- The cursor --- */

static gint64
sounder_load_chart_find (SounderChart *chart,
                         SounderPlot  *plot,
                         double        x,
                         double        y)
{
  SounderLoadChart *self = SOUNDER_LOAD_CHART (chart);
  gint64 time_usec = sounder_plot_get_time (plot, x);
  int index;
  const McpLoadPoint *point = find_point (self, time_usec, &index);

  return point != NULL && time_usec < get_start (self, point) + point->length_usec ? get_middle (self, point)
                                                                                    : time_usec;
}

static gboolean
sounder_load_chart_move_cursor (SounderChart *chart,
                                int           by)
{
  SounderLoadChart *self = SOUNDER_LOAD_CHART (chart);
  SounderTimeSpan *span = sounder_chart_get_span (chart);
  gint64 cursor_usec = sounder_time_span_get_cursor (span);
  gint64 time_usec;
  GArray *points;
  int index;

  if (self->load == NULL || get_points (self)->len == 0)
    return FALSE;

  points = get_points (self);
  if (cursor_usec == SOUNDER_NO_TIME)
    index = by < 0 ? (int) points->len : -1;
  else
    find_point (self, cursor_usec, &index);

  index = (int) CLAMP ((gint64) index + by, 0, (gint64) points->len - 1);
  time_usec = get_middle (self, &g_array_index (points, McpLoadPoint, index));
  sounder_time_span_show (span, time_usec);
  sounder_time_span_set_cursor (span, time_usec);

  return TRUE;
}

/* With all that is known of the second where the pointer is, else its value alone. */
static char *
dup_point_text (SounderLoadChart   *self,
                const McpLoadPoint *point,
                int                 index,
                gboolean            is_whole)
{
  g_autofree char *value = dup_value_text (self, point);
  g_autofree char *time = sounder_graph_dup_elapsed_label (point->start_usec, G_USEC_PER_SEC);
  g_autofree char *errors = mcp_load_report_dup_point_errors (mcp_load_get_report (self->load), (guint) index);
  g_autofree char *max = NULL;
  g_autofree char *answered = NULL;
  g_autofree char *failed = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!is_whole)
    return g_steal_pointer (&value);

  if (self->kind == SOUNDER_LOAD_LATENCY)
    {
      max = mcp_load_dup_duration (point->max_usec);
      answered = sounder_number_group (point->n_answered);
      failed = sounder_number_group (point->n_failed);
      /* Translators: of a second of a run: when, its latencies, the longest; the number of answers and of failures. */
      g_string_append_printf (text, _("%s · %s · max %s\n%s answered, %s failed"), time, value, max, answered, failed);
    }
  else
    {
      g_string_append_printf (text, "%s · %s", time, value);
    }
  if (errors != NULL && self->kind <= SOUNDER_LOAD_THROUGHPUT)
    g_string_append_printf (text, "\n%s", errors);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
sounder_load_chart_draw_cursor (SounderChart *chart,
                                SounderPlot  *plot,
                                gint64        time_usec,
                                gboolean      is_pointed)
{
  SounderLoadChart *self = SOUNDER_LOAD_CHART (chart);
  g_autofree char *text = NULL;
  int index;
  const McpLoadPoint *point = find_point (self, time_usec, &index);

  if (point == NULL || time_usec >= get_start (self, point) + point->length_usec)
    return;

  text = dup_point_text (self, point, index, is_pointed);
  sounder_plot_draw_bubble (plot, text, sounder_plot_get_x (plot, time_usec),
                            sounder_plot_get_y (plot, MAX (get_value (self, point), 0)));
}

/* --- The widget --- */

static char *
sounder_load_chart_describe (SounderChart *chart)
{
  return sounder_load_chart_dup_description (SOUNDER_LOAD_CHART (chart));
}

static void
sounder_load_chart_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = SOUNDER_LOAD_CHART (widget)->kind == SOUNDER_LOAD_LATENCY ? LATENCY_HEIGHT : STRIP_HEIGHT;
  else
    GTK_WIDGET_CLASS (sounder_load_chart_parent_class)
      ->measure (widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
interval_cb (SounderLoadChart *self)
{
  sounder_chart_redraw (SOUNDER_CHART (self));
  sounder_chart_update_description (SOUNDER_CHART (self));
}

static void
sounder_load_chart_dispose (GObject *object)
{
  SounderLoadChart *self = SOUNDER_LOAD_CHART (object);

  g_clear_object (&self->load_signals);
  g_clear_object (&self->load);

  G_OBJECT_CLASS (sounder_load_chart_parent_class)->dispose (object);
}

static void
sounder_load_chart_class_init (SounderLoadChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SounderChartClass *chart_class = SOUNDER_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_load_chart_dispose;
  widget_class->measure = sounder_load_chart_measure;
  chart_class->draw = sounder_load_chart_draw;
  chart_class->draw_cursor = sounder_load_chart_draw_cursor;
  chart_class->find = sounder_load_chart_find;
  chart_class->move_cursor = sounder_load_chart_move_cursor;
  chart_class->dup_description = sounder_load_chart_describe;

  gtk_widget_class_set_css_name (widget_class, "loadchart");
}

static void
sounder_load_chart_init (SounderLoadChart *self)
{
  self->load_signals = g_signal_group_new (MCP_TYPE_LOAD);
  g_signal_group_connect_swapped (self->load_signals, "interval", G_CALLBACK (interval_cb), self);
}

/**
 * sounder_load_chart_new:
 * @kind: which figure
 *
 * Creates a chart of nothing.
 *
 * Returns: (transfer floating): a new widget
 */
GtkWidget *
sounder_load_chart_new (SounderLoadKind kind)
{
  SounderLoadChart *self = g_object_new (SOUNDER_TYPE_LOAD_CHART, NULL);

  g_return_val_if_fail (kind < SOUNDER_N_LOAD_CHARTS, NULL);

  self->kind = kind;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(kinds[kind].name), -1);

  return GTK_WIDGET (self);
}

/**
 * sounder_load_chart_set_load:
 * @self: a chart
 * @load: (nullable): a run, which may be going on
 *
 * Shows another run.
 */
void
sounder_load_chart_set_load (SounderLoadChart *self,
                             McpLoad          *load)
{
  g_return_if_fail (SOUNDER_IS_LOAD_CHART (self));

  if (!g_set_object (&self->load, load))
    return;

  g_signal_group_set_target (self->load_signals, load);
  interval_cb (self);
}

/**
 * sounder_load_chart_set_logarithmic:
 * @self: a chart of latencies
 * @is_logarithmic: whether each step of its axis is a factor
 *
 * Chooses the axis.
 */
void
sounder_load_chart_set_logarithmic (SounderLoadChart *self,
                                    gboolean          is_logarithmic)
{
  g_return_if_fail (SOUNDER_IS_LOAD_CHART (self));

  self->is_logarithmic = is_logarithmic;
  sounder_chart_redraw (SOUNDER_CHART (self));
}

/**
 * sounder_load_chart_dup_description:
 * @self: a chart
 *
 * Says in words what is seen: the second under the cursor, or the last one.
 *
 * Returns: (transfer full): the accessible description
 */
char *
sounder_load_chart_dup_description (SounderLoadChart *self)
{
  SounderTimeSpan *span;
  gint64 time_usec = SOUNDER_NO_TIME;
  const McpLoadPoint *point;
  int index;

  g_return_val_if_fail (SOUNDER_IS_LOAD_CHART (self), NULL);

  span = sounder_chart_get_span (SOUNDER_CHART (self));
  if (span != NULL)
    time_usec = sounder_time_span_get_cursor (span);
  point = find_point (self, time_usec == SOUNDER_NO_TIME ? G_MAXINT64 : time_usec, &index);

  return point != NULL ? dup_point_text (self, point, index, TRUE) : g_strdup (_("Nothing was measured yet"));
}
