/* sounder-load-chart.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mcp-load-words.h"
#include "mcp-summary.h"
#include "sounder-load-chart-private.h"
#include "sounder-number.h"
#include "sounder-widgets.h"

/**
 * SounderLoadChart:
 *
 * The seconds of a run. Where a column of pixels has more than one of them the highest is drawn: a short
 * peak is not lost. Latencies are a line, p50, and a band up to p99; the others are steps.
 */

#define LATENCY_HEIGHT 210
#define STRIP_HEIGHT   80
/* In less than this a few answers would be a peak. */
#define LEAST_USEC     (G_USEC_PER_SEC / 5)

const SounderLoadFigure sounder_load_figures[SOUNDER_N_LOAD_CHARTS] = {
  [SOUNDER_LOAD_LATENCY] = { N_("Latency"), SOUNDER_UNIT_USEC },
  [SOUNDER_LOAD_THROUGHPUT] = { N_("Answers a second"), SOUNDER_UNIT_COUNT },
  [SOUNDER_LOAD_CPU] = { N_("CPU of the server"), SOUNDER_UNIT_PERCENT },
  [SOUNDER_LOAD_MEMORY] = { N_("Memory of the server"), SOUNDER_UNIT_BYTES },
};

G_DEFINE_FINAL_TYPE (SounderLoadChart, sounder_load_chart, SOUNDER_TYPE_CHART)

GArray *
sounder_load_chart_get_points (SounderLoadChart *self)
{
  return mcp_load_get_report (self->load)->points;
}

gint64
sounder_load_chart_get_start (SounderLoadChart   *self,
                              const McpLoadPoint *point)
{
  return mcp_load_get_begin_usec (self->load) + point->start_usec;
}

/* The last moment of a run is too short for a figure of its own, unless it is all there is. */
gboolean
sounder_load_chart_is_figure (SounderLoadChart   *self,
                              const McpLoadPoint *point)
{
  return point->length_usec >= LEAST_USEC || sounder_load_chart_get_points (self)->len == 1;
}

/* Which point has a time; the last one before it where there is none. */
const McpLoadPoint *
sounder_load_chart_find_point (SounderLoadChart *self,
                               gint64            time_usec,
                               int              *index)
{
  GArray *points = self->load != NULL ? sounder_load_chart_get_points (self) : NULL;
  guint low = 0;
  guint high = points != NULL ? points->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (sounder_load_chart_get_start (self, &g_array_index (points, McpLoadPoint, middle)) <= time_usec)
        low = middle + 1;
      else
        high = middle;
    }

  *index = (int) low - 1;

  return low > 0 ? &g_array_index (points, McpLoadPoint, low - 1) : NULL;
}

gint64
sounder_load_chart_get_middle (SounderLoadChart   *self,
                               const McpLoadPoint *point)
{
  return sounder_load_chart_get_start (self, point) + point->length_usec / 2;
}

double
sounder_load_chart_get_per_second (guint               n,
                                   const McpLoadPoint *point)
{
  return n * (double) G_USEC_PER_SEC / MAX (point->length_usec, 1);
}

/* Below 0: not known. */
double
sounder_load_chart_get_value (SounderLoadChart   *self,
                              const McpLoadPoint *point)
{
  switch (self->kind)
    {
    case SOUNDER_LOAD_THROUGHPUT:
      return sounder_load_chart_get_per_second (point->n_answered, point);

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
char *
sounder_load_chart_dup_value_text (SounderLoadChart   *self,
                                   const McpLoadPoint *point)
{
  double value = sounder_load_chart_get_value (self, point);
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

  other = dup_count (sounder_load_chart_get_per_second (point->n_failed, point));

  /* Translators: calls in a second: those that were answered, those that failed. */
  return g_strdup_printf (_("%s · %s failed"), text, other);
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
  const McpLoadPoint *point = sounder_load_chart_find_point (self, time_usec, &index);

  if (point == NULL || time_usec >= sounder_load_chart_get_start (self, point) + point->length_usec)
    return time_usec;

  return sounder_load_chart_get_middle (self, point);
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

  if (self->load == NULL || sounder_load_chart_get_points (self)->len == 0)
    return FALSE;

  points = sounder_load_chart_get_points (self);
  if (cursor_usec == SOUNDER_NO_TIME)
    index = by < 0 ? (int) points->len : -1;
  else
    sounder_load_chart_find_point (self, cursor_usec, &index);

  index = (int) CLAMP ((gint64) index + by, 0, (gint64) points->len - 1);
  time_usec = sounder_load_chart_get_middle (self, &g_array_index (points, McpLoadPoint, index));
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
  g_autofree char *value = sounder_load_chart_dup_value_text (self, point);
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
      g_string_append_printf (text, _("%s · %s · max %s\n%s answered, %s failed"), time, value, max, answered,
                              failed);
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
  const McpLoadPoint *point = sounder_load_chart_find_point (self, time_usec, &index);

  if (point == NULL || time_usec >= sounder_load_chart_get_start (self, point) + point->length_usec)
    return;

  text = dup_point_text (self, point, index, is_pointed);
  sounder_plot_draw_bubble (plot, text, sounder_plot_get_x (plot, time_usec),
                            sounder_plot_get_y (plot, MAX (sounder_load_chart_get_value (self, point), 0)));
}

/* --- The widget --- */

/* The second under the cursor, or the last one. */
static char *
sounder_load_chart_dup_description (SounderChart *chart)
{
  SounderLoadChart *self = SOUNDER_LOAD_CHART (chart);
  SounderTimeSpan *span = sounder_chart_get_span (chart);
  gint64 time_usec = SOUNDER_NO_TIME;
  const McpLoadPoint *point;
  int index;

  if (span != NULL)
    time_usec = sounder_time_span_get_cursor (span);
  point = sounder_load_chart_find_point (self, time_usec == SOUNDER_NO_TIME ? G_MAXINT64 : time_usec, &index);

  return point != NULL ? dup_point_text (self, point, index, TRUE) : g_strdup (_("Nothing was measured yet"));
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
  SounderChartClass *chart_class = SOUNDER_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_load_chart_dispose;
  chart_class->draw = sounder_load_chart_draw;
  chart_class->draw_cursor = sounder_load_chart_draw_cursor;
  chart_class->find = sounder_load_chart_find;
  chart_class->move_cursor = sounder_load_chart_move_cursor;
  chart_class->dup_description = sounder_load_chart_dup_description;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "loadchart");
}

static void
sounder_load_chart_init (SounderLoadChart *self)
{
  self->load_signals = g_signal_group_new (MCP_TYPE_LOAD);
  g_signal_group_connect_swapped (self->load_signals, "interval", G_CALLBACK (interval_cb), self);
}

GtkWidget *
sounder_load_chart_new (SounderLoadKind kind)
{
  SounderLoadChart *self = g_object_new (SOUNDER_TYPE_LOAD_CHART, NULL);

  g_return_val_if_fail (kind < SOUNDER_N_LOAD_CHARTS, NULL);

  self->kind = kind;
  sounder_chart_set_height (SOUNDER_CHART (self), kind == SOUNDER_LOAD_LATENCY ? LATENCY_HEIGHT : STRIP_HEIGHT);
  sounder_widgets_set_spoken (self, _(sounder_load_figures[kind].name));

  return GTK_WIDGET (self);
}

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

void
sounder_load_chart_set_logarithmic (SounderLoadChart *self,
                                    gboolean          is_logarithmic)
{
  g_return_if_fail (SOUNDER_IS_LOAD_CHART (self));

  self->is_logarithmic = is_logarithmic;
  sounder_chart_redraw (SOUNDER_CHART (self));
}
