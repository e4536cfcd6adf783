/* sounder-usage-chart.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-draw.h"
#include "sounder-graph-marks.h"
#include "sounder-usage-chart.h"
#include "sounder-widgets.h"

/**
 * SounderUsageChart:
 *
 * A strip below the round-trip graph, with the same time, cursor and marks. The
 * highest reading of each column of pixels is drawn: a short peak is not lost.
 */

/* Its title is above the values, not on them. */
#define ABOVE 20
#define BELOW 6

static const struct
{
  const char *name;
  SounderUnit unit;
  int         height;
  guint       max_steps;
} usages[SOUNDER_N_USAGES] = {
  [SOUNDER_USAGE_CPU] = { N_("CPU"), SOUNDER_UNIT_PERCENT, 80, 2 },
  [SOUNDER_USAGE_MEMORY] = { N_("Memory"), SOUNDER_UNIT_BYTES, 80, 2 },
  [SOUNDER_USAGE_THREADS] = { N_("Threads"), SOUNDER_UNIT_COUNT, 62, 1 },
  [SOUNDER_USAGE_FILES] = { N_("File descriptors"), SOUNDER_UNIT_COUNT, 62, 1 },
};

struct _SounderUsageChart
{
  SounderChart  parent_instance;

  SounderUsage  usage;
  McpHealth    *health;
  GSignalGroup *usage_signals;

  /* As drawn last, -1 where there was no reading. Those that have passed stay as they are. */
  GArray       *columns;        /* of double */
  gint64        start_usec;
  gint64        column_usec;
  guint         end_index;      /* of the readings in them */
};

G_DEFINE_FINAL_TYPE (SounderUsageChart, sounder_usage_chart, SOUNDER_TYPE_CHART)

static double
get_value (SounderUsage           usage,
           const McpProcessUsage *reading)
{
  switch (usage)
    {
    case SOUNDER_USAGE_CPU:
      return reading->cpu_percent;

    case SOUNDER_USAGE_MEMORY:
      return (double) reading->rss_bytes;

    case SOUNDER_USAGE_THREADS:
      return reading->n_threads;

    case SOUNDER_USAGE_FILES:
    default:
      return reading->n_fds;
    }
}

/* Writes a value. */
static char *
sounder_usage_dup_value (SounderUsage           usage,
                         const McpProcessUsage *reading)
{
  switch (usage)
    {
    case SOUNDER_USAGE_CPU:
      return g_strdup_printf (_("%.1f %%"), reading->cpu_percent);

    case SOUNDER_USAGE_MEMORY:
      return mcp_format_size (reading->rss_bytes);

    case SOUNDER_USAGE_THREADS:
      return g_strdup_printf ("%u", reading->n_threads);

    case SOUNDER_USAGE_FILES:
    default:
      return g_strdup_printf ("%u", reading->n_fds);
    }
}

static McpUsageLog *
get_log (SounderUsageChart *self)
{
  return self->health != NULL ? mcp_health_get_usage (self->health) : NULL;
}

/* The reading that held at a time: the last before it. */
static gboolean
find_reading (SounderUsageChart *self,
              gint64             time_usec,
              McpProcessUsage   *reading)
{
  McpUsageLog *log = get_log (self);
  guint next = mcp_usage_log_find (log, time_usec + 1);

  return next > mcp_usage_log_get_first (log) && mcp_usage_log_get (log, next - 1, reading);
}

/* The highest reading of each column between two times. */
static void
fill_between (SounderUsageChart *self,
              const SounderPlot *plot,
              guint              index,
              gint64             end_usec)
{
  McpUsageLog *log = get_log (self);
  double *columns = (double *) (gpointer) self->columns->data;
  McpProcessUsage reading;

  for (; mcp_usage_log_get (log, index, &reading) && reading.time_usec < end_usec; index++)
    {
      gint64 column = (reading.time_usec - plot->start_usec) / plot->column_usec;

      if (reading.time_usec >= plot->start_usec)
        columns[column] = MAX (columns[column], get_value (self->usage, &reading));
    }
}

/* Columns stand on a grid: what the last picture has of this one is moved, not read again. */
static void
fill_columns (SounderUsageChart *self,
              const SounderPlot *plot)
{
  McpUsageLog *log = get_log (self);
  g_autoptr (GArray) before = g_steal_pointer (&self->columns);
  gint64 end_usec = sounder_plot_get_end (plot);
  gint64 n = plot->n_columns;
  gint64 by = (plot->start_usec - self->start_usec) / plot->column_usec;
  double *columns;

  self->columns = g_array_sized_new (FALSE, FALSE, sizeof (double), plot->n_columns);
  g_array_set_size (self->columns, plot->n_columns);
  columns = (double *) (gpointer) self->columns->data;
  for (gint64 i = 0; i < n; i++)
    columns[i] = -1;

  if (before != NULL && before->len == plot->n_columns && self->column_usec == plot->column_usec
      && ABS (by) < n)
    {
      memcpy (columns + MAX (-by, 0), &g_array_index (before, double, MAX (by, 0)),
              (gsize) (n - ABS (by)) * sizeof (double));
      if (by < 0)
        fill_between (self, plot, mcp_usage_log_find (log, plot->start_usec), self->start_usec);
      else
        fill_between (self, plot, MAX (self->end_index, mcp_usage_log_get_first (log)), end_usec);
    }
  else
    {
      fill_between (self, plot, mcp_usage_log_find (log, plot->start_usec), end_usec);
    }

  self->start_usec = plot->start_usec;
  self->column_usec = plot->column_usec;
  self->end_index = mcp_usage_log_find (log, end_usec);
}

/* A run for each process: what was between them is nobody's. */
static void
draw_runs (SounderUsageChart *self,
           SounderPlot       *plot)
{
  g_autoptr (GArray) breaks = sounder_graph_collect_breaks (self->health);
  const double *columns = (const double *) (gpointer) self->columns->data;
  guint next_break = 0;
  int first = -1;
  int last = -1;

  for (guint i = 0; i < plot->n_columns; i++)
    {
      gint64 end_usec = plot->start_usec + (i + 1) * plot->column_usec;

      if (columns[i] < 0)
        continue;

      if (sounder_graph_pass_breaks (breaks, &next_break, end_usec) && first >= 0)
        {
          sounder_plot_draw_steps (plot, columns, (guint) first, (guint) last, SOUNDER_TONE_RESPONSE);
          first = -1;
        }
      if (first < 0)
        first = (int) i;
      last = (int) i;
    }

  if (first >= 0)
    sounder_plot_draw_steps (plot, columns, (guint) first, (guint) last, SOUNDER_TONE_RESPONSE);
}

static void
draw_title (SounderUsageChart *self,
            SounderPlot       *plot)
{
  McpProcessUsage reading;
  g_autofree char *value = NULL;

  if (find_reading (self, sounder_plot_get_end (plot), &reading))
    value = sounder_usage_dup_value (self->usage, &reading);
  sounder_plot_draw_title (plot, _(usages[self->usage].name), value);
}

static void
sounder_usage_chart_draw (SounderChart *chart,
                          SounderPlot  *plot)
{
  SounderUsageChart *self = SOUNDER_USAGE_CHART (chart);
  g_autoptr (GArray) marks = NULL;
  double top = 0;

  sounder_plot_lay_out (plot, sounder_chart_get_span (chart), ABOVE, BELOW);
  if (self->health == NULL)
    {
      sounder_graph_axis_init (&plot->axis, usages[self->usage].unit, 0, 1);

      return;
    }

  fill_columns (self, plot);
  for (guint i = 0; i < plot->n_columns; i++)
    top = MAX (top, g_array_index (self->columns, double, i));
  sounder_graph_axis_init (&plot->axis, usages[self->usage].unit, top,
                           usages[self->usage].max_steps);

  sounder_plot_draw_values_axis (plot);
  draw_runs (self, plot);
  marks = sounder_graph_marks_collect (self->health, plot);
  sounder_graph_marks_draw (marks, plot, FALSE);
  draw_title (self, plot);
}

static void
sounder_usage_chart_draw_cursor (SounderChart *chart,
                                 SounderPlot  *plot,
                                 gint64        time_usec,
                                 gboolean      is_pointed)
{
  SounderUsageChart *self = SOUNDER_USAGE_CHART (chart);
  McpProcessUsage reading;
  g_autofree char *value = NULL;

  if (self->health == NULL || !find_reading (self, time_usec, &reading))
    return;

  value = sounder_usage_dup_value (self->usage, &reading);
  sounder_plot_draw_bubble (plot, value, sounder_plot_get_x (plot, time_usec),
                            sounder_plot_get_y (plot, get_value (self->usage, &reading)));
}

/* The value under the cursor, or at the end of what is seen. */
static char *
sounder_usage_chart_dup_description (SounderChart *chart)
{
  SounderUsageChart *self = SOUNDER_USAGE_CHART (chart);
  SounderTimeSpan *span = sounder_chart_get_span (chart);
  McpProcessUsage reading;
  gint64 time_usec = SOUNDER_NO_TIME;
  gint64 start_usec;
  gint64 end_usec;
  g_autofree char *value = NULL;
  g_autofree char *time = NULL;

  if (span != NULL)
    {
      sounder_time_span_get (span, &start_usec, &end_usec);
      time_usec = sounder_time_span_get_cursor (span);
      if (time_usec == SOUNDER_NO_TIME)
        time_usec = end_usec;
    }
  if (self->health == NULL || span == NULL || !find_reading (self, time_usec, &reading))
    return g_strdup (_("No reading in this time"));

  value = sounder_usage_dup_value (self->usage, &reading);
  time = mcp_format_wall_time (
    g_get_real_time () - (g_get_monotonic_time () - reading.time_usec), FALSE);

  return g_strdup_printf ("%s · %s", value, time);
}

static void
added_cb (SounderUsageChart *self)
{
  SounderTimeSpan *span = sounder_chart_get_span (SOUNDER_CHART (self));

  if (span == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || !sounder_time_span_get_following (span))
    return;

  sounder_chart_redraw_with_span (SOUNDER_CHART (self));
  sounder_chart_update_description (SOUNDER_CHART (self));
}

static void
sounder_usage_chart_dispose (GObject *object)
{
  SounderUsageChart *self = SOUNDER_USAGE_CHART (object);

  g_clear_object (&self->usage_signals);
  g_clear_object (&self->health);
  g_clear_pointer (&self->columns, g_array_unref);

  G_OBJECT_CLASS (sounder_usage_chart_parent_class)->dispose (object);
}

static void
sounder_usage_chart_class_init (SounderUsageChartClass *klass)
{
  SounderChartClass *chart_class = SOUNDER_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_usage_chart_dispose;
  chart_class->draw = sounder_usage_chart_draw;
  chart_class->draw_cursor = sounder_usage_chart_draw_cursor;
  chart_class->dup_description = sounder_usage_chart_dup_description;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "usagechart");
}

static void
sounder_usage_chart_init (SounderUsageChart *self)
{
  self->usage_signals = g_signal_group_new (MCP_TYPE_USAGE_LOG);
  g_signal_group_connect_swapped (self->usage_signals, "added", G_CALLBACK (added_cb), self);
}

GtkWidget *
sounder_usage_chart_new (SounderUsage usage)
{
  SounderUsageChart *self = g_object_new (SOUNDER_TYPE_USAGE_CHART, NULL);

  g_return_val_if_fail (usage < SOUNDER_N_USAGES, NULL);

  self->usage = usage;
  sounder_chart_set_height (SOUNDER_CHART (self), usages[usage].height);
  sounder_widgets_set_spoken (self, _(usages[usage].name));

  return GTK_WIDGET (self);
}

void
sounder_usage_chart_set_health (SounderUsageChart *self,
                                McpHealth         *health)
{
  g_return_if_fail (SOUNDER_IS_USAGE_CHART (self));

  if (!g_set_object (&self->health, health))
    return;

  g_signal_group_set_target (self->usage_signals, get_log (self));
  g_clear_pointer (&self->columns, g_array_unref);
  sounder_chart_redraw (SOUNDER_CHART (self));
  sounder_chart_update_description (SOUNDER_CHART (self));
}
