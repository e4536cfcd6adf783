/* sounder-latency-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-draw.h"
#include "sounder-graph-marks.h"
#include "sounder-latency-graph.h"
#include "sounder-widgets.h"

/**
 * SounderLatencyGraph:
 *
 * The pulse of a connection: one line of round-trip times, with what was lost
 * and what happened to the connection.
 *
 * It also tells the span how much time there is: when a sample comes, and once
 * a second while it is shown and the monitor runs.
 */

#define LEAST_HEIGHT   180
#define TICK_USEC      (900 * 1000)
/* Above the values: a symbol for each end and beginning of a connection. */
#define SYMBOLS_HEIGHT 18

struct _SounderLatencyGraph
{
  SounderChart         parent_instance;

  McpHealth           *health;
  GSignalGroup        *health_signals;
  GSignalGroup        *requests_signals;
  GSignalGroup        *usage_signals;
  gboolean             is_logarithmic;
  gboolean             shows_requests;
  guint                tick_id;          /* while it moves and is shown */
  gint64               updated_usec;     /* when it was moved last */

  /* Of the probes in sight: summing them up again for each frame would be a waste. */
  McpHealthStatistics  statistics;
  guint                statistics_first;
  guint                statistics_end;
};

G_DEFINE_FINAL_TYPE (SounderLatencyGraph, sounder_latency_graph, SOUNDER_TYPE_CHART)

static void
forget_statistics (SounderLatencyGraph *self)
{
  self->statistics_first = 1;
  self->statistics_end = 0;
}

/* Samples move it as well: where they come each second there is nothing left to do. */
static gboolean
tick_cb (gpointer data)
{
  SounderLatencyGraph *self = data;

  if (g_get_monotonic_time () - self->updated_usec > TICK_USEC)
    sounder_latency_graph_update_limits (self);

  return G_SOURCE_CONTINUE;
}

static void
update_tick (SounderLatencyGraph *self)
{
  gboolean moves = self->health != NULL && gtk_widget_get_mapped (GTK_WIDGET (self))
                   && mcp_health_get_state (self->health) != MCP_HEALTH_OFF;

  if (moves && self->tick_id == 0)
    self->tick_id = g_timeout_add_seconds (1, tick_cb, self);
  else if (!moves)
    g_clear_handle_id (&self->tick_id, g_source_remove);
}

/* Whether what is newest is in sight: else it changes nothing that is seen. */
static gboolean
sees_end (SounderLatencyGraph *self)
{
  SounderTimeSpan *span = sounder_chart_get_span (SOUNDER_CHART (self));

  /* Nobody looks; mapping brings it up to date. */
  return span != NULL && gtk_widget_get_mapped (GTK_WIDGET (self))
         && sounder_time_span_get_following (span);
}

static void
sample_cb (SounderLatencyGraph *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  sounder_latency_graph_update_limits (self);
  if (!sees_end (self))
    return;

  sounder_chart_redraw (SOUNDER_CHART (self));
  sounder_chart_update_description (SOUNDER_CHART (self));
}

/* Another request, or a reading of the process: while the monitor is off they alone go on. */
static void
other_cb (SounderLatencyGraph *self)
{
  if (!sees_end (self))
    return;

  if (self->shows_requests)
    sounder_chart_redraw_with_span (SOUNDER_CHART (self));
  if (mcp_health_get_state (self->health) == MCP_HEALTH_OFF)
    sounder_latency_graph_update_limits (self);
}

static void
state_changed_cb (SounderLatencyGraph *self)
{
  update_tick (self);
  sounder_latency_graph_update_limits (self);
  sounder_chart_redraw (SOUNDER_CHART (self));
}

static void
get_probes_in_sight (SounderLatencyGraph *self,
                     guint               *first,
                     guint               *end)
{
  McpSampleStore *probes = mcp_health_get_probes (self->health);
  gint64 start_usec;
  gint64 end_usec;

  sounder_time_span_get (sounder_chart_get_span (SOUNDER_CHART (self)), &start_usec, &end_usec);
  *first = mcp_sample_store_find (probes, start_usec);
  *end = mcp_sample_store_find (probes, end_usec + 1);
}

static void
sounder_latency_graph_draw (SounderChart *chart,
                            SounderPlot  *plot)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (chart);
  double line = sounder_plot_get_line (plot);
  SounderGraphContent content = {
    .health = self->health,
    .is_logarithmic = self->is_logarithmic,
    .shows_requests = self->shows_requests,
  };
  g_autofree McpSampleColumn *probes = NULL;
  g_autofree McpSampleColumn *requests = NULL;
  g_autoptr (GArray) marks = NULL;

  sounder_plot_lay_out (plot, sounder_chart_get_span (chart), SYMBOLS_HEIGHT, 2 * line + 15);
  if (self->health == NULL)
    {
      sounder_graph_axis_init (&plot->axis, SOUNDER_UNIT_USEC, 0, 2);

      return;
    }

  plot->wall_offset_usec =
    mcp_sample_store_get_wall_offset_usec (mcp_health_get_probes (self->health));
  content.probes = probes = g_new (McpSampleColumn, plot->n_columns);
  if (self->shows_requests)
    content.requests = requests = g_new (McpSampleColumn, plot->n_columns);
  content.marks = marks = sounder_graph_marks_collect (self->health, plot);
  sounder_latency_graph_get_statistics (self, &content.statistics);
  sounder_graph_draw (&content, plot);
  sounder_graph_legend_draw (&content, plot, plot->height - line / 2 - 4);
}

static gint64
sounder_latency_graph_find (SounderChart *chart,
                            SounderPlot  *plot,
                            double        x,
                            double        y)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (chart);
  gint64 time_usec = sounder_plot_get_time (plot, x);
  McpHealthSample sample;
  guint index;

  if (self->health == NULL)
    return time_usec;

  index = sounder_graph_find_sample (mcp_health_get_probes (self->health), plot, time_usec, y);
  if (index == SOUNDER_NO_SAMPLE
      || !mcp_sample_store_get (mcp_health_get_probes (self->health), index, &sample))
    return time_usec;

  return sample.time_usec;
}

static void
draw_point (SounderPlot           *plot,
            const McpHealthSample *sample)
{
  double x = sounder_plot_get_x (plot, sample->time_usec);
  double y = sounder_plot_get_y (plot, (double) sample->rtt_usec);

  sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, 1);
  cairo_arc (plot->cr, x, y, 4.5, 0, 2 * G_PI);
  cairo_fill (plot->cr);
  cairo_set_source_rgb (plot->cr, 1, 1, 1);
  cairo_arc (plot->cr, x, y, 2, 0, 2 * G_PI);
  cairo_fill (plot->cr);
}

/* "1.8 ms · 14:02:11.001", what was waited in our own queue, and what happened there. */
static char *
dup_cursor_text (SounderLatencyGraph *self,
                 SounderPlot         *plot,
                 gint64               time_usec)
{
  guint index = sounder_latency_graph_get_cursor (self);
  GString *text = g_string_new (NULL);
  gint64 offset_usec =
    mcp_sample_store_get_wall_offset_usec (mcp_health_get_probes (self->health));
  McpHealthSample sample;

  if (mcp_sample_store_get (mcp_health_get_probes (self->health), index, &sample))
    {
      g_autofree char *of_sample =
        sounder_sample_dup_text (&sample, 0, offset_usec);

      g_string_append (text, of_sample);
    }
  else
    {
      g_autofree char *time = mcp_format_wall_time (time_usec + offset_usec, FALSE);

      g_string_append (text, time);
    }

  if (plot != NULL)
    {
      g_autoptr (GArray) marks = sounder_graph_marks_collect (self->health, plot);
      const char *mark = sounder_graph_marks_find (marks, plot, time_usec);

      if (mark != NULL)
        g_string_append_printf (text, "\n%s", mark);
    }

  return g_string_free (text, FALSE);
}

static void
sounder_latency_graph_draw_cursor (SounderChart *chart,
                                   SounderPlot  *plot,
                                   gint64        time_usec,
                                   gboolean      is_pointed)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (chart);
  g_autofree char *text = NULL;
  McpHealthSample sample;
  double y = plot->y + plot->plot_height / 2;

  if (self->health == NULL)
    return;

  if (mcp_sample_store_get (mcp_health_get_probes (self->health),
                            sounder_latency_graph_get_cursor (self), &sample)
      && sample.status == MCP_SAMPLE_OK)
    {
      draw_point (plot, &sample);
      y = sounder_plot_get_y (plot, (double) sample.rtt_usec);
    }

  text = dup_cursor_text (self, plot, time_usec);
  sounder_plot_draw_bubble (plot, text, sounder_plot_get_x (plot, time_usec), y);
}

/* By a number of probes; from none, back from the end or on from the start of what is seen. */
static gboolean
sounder_latency_graph_move_cursor (SounderChart *chart,
                                   int           by)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (chart);
  SounderTimeSpan *span = sounder_chart_get_span (chart);
  McpSampleStore *probes;
  McpHealthSample sample;
  gint64 position;
  guint first;
  guint end;

  if (self->health == NULL)
    return FALSE;

  probes = mcp_health_get_probes (self->health);
  position = sounder_latency_graph_get_cursor (self);
  if (position == SOUNDER_NO_SAMPLE)
    {
      get_probes_in_sight (self, &first, &end);
      position = by < 0 ? end : (gint64) first - 1;
    }

  first = mcp_sample_store_get_first (probes);
  end = mcp_sample_store_get_end (probes);
  if (first == end)
    return FALSE;

  position = CLAMP (position + by, (gint64) first, (gint64) end - 1);
  mcp_sample_store_get (probes, (guint) position, &sample);
  sounder_time_span_show (span, sample.time_usec);
  if (by == G_MAXINT)
    sounder_time_span_set_following (span, TRUE);
  sounder_time_span_set_cursor (span, sample.time_usec);

  return TRUE;
}

static void
sounder_latency_graph_activate (SounderChart *chart)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (chart);
  McpHealthSample sample;

  if (self->health != NULL
      && mcp_sample_store_get (mcp_health_get_probes (self->health),
                               sounder_latency_graph_get_cursor (self), &sample)
      && sample.serial != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u", sample.serial);
}

static char *
sounder_latency_graph_dup_description (SounderChart *chart)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (chart);
  McpHealthStatistics statistics;

  if (sounder_latency_graph_get_cursor (self) != SOUNDER_NO_SAMPLE)
    return dup_cursor_text (self, NULL, SOUNDER_NO_TIME);

  sounder_latency_graph_get_statistics (self, &statistics);

  return sounder_statistics_dup_text (&statistics);
}

static void
sounder_latency_graph_map (GtkWidget *widget)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (widget);

  sounder_latency_graph_update_limits (self);
  GTK_WIDGET_CLASS (sounder_latency_graph_parent_class)->map (widget);
  update_tick (self);
}

static void
sounder_latency_graph_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_latency_graph_parent_class)->unmap (widget);
  update_tick (SOUNDER_LATENCY_GRAPH (widget));
}

static void
sounder_latency_graph_dispose (GObject *object)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_object (&self->health_signals);
  g_clear_object (&self->requests_signals);
  g_clear_object (&self->usage_signals);
  g_clear_object (&self->health);

  G_OBJECT_CLASS (sounder_latency_graph_parent_class)->dispose (object);
}

static void
sounder_latency_graph_class_init (SounderLatencyGraphClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SounderChartClass *chart_class = SOUNDER_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_latency_graph_dispose;
  widget_class->map = sounder_latency_graph_map;
  widget_class->unmap = sounder_latency_graph_unmap;
  chart_class->draw = sounder_latency_graph_draw;
  chart_class->draw_cursor = sounder_latency_graph_draw_cursor;
  chart_class->find = sounder_latency_graph_find;
  chart_class->move_cursor = sounder_latency_graph_move_cursor;
  chart_class->activate = sounder_latency_graph_activate;
  chart_class->dup_description = sounder_latency_graph_dup_description;
  gtk_widget_class_set_css_name (widget_class, "latencygraph");
}

static void
sounder_latency_graph_init (SounderLatencyGraph *self)
{
  self->shows_requests = TRUE;
  sounder_chart_set_height (SOUNDER_CHART (self), LEAST_HEIGHT);
  forget_statistics (self);
  sounder_widgets_set_spoken (self, _("Round-trip time"));

  self->health_signals = g_signal_group_new (MCP_TYPE_HEALTH);
  g_signal_group_connect_swapped (self->health_signals, "sample", G_CALLBACK (sample_cb), self);
  g_signal_group_connect_swapped (self->health_signals, "notify::state",
                                  G_CALLBACK (state_changed_cb), self);
  self->requests_signals = g_signal_group_new (MCP_TYPE_SAMPLE_STORE);
  g_signal_group_connect_swapped (self->requests_signals, "added", G_CALLBACK (other_cb), self);
  self->usage_signals = g_signal_group_new (MCP_TYPE_USAGE_LOG);
  g_signal_group_connect_swapped (self->usage_signals, "added", G_CALLBACK (other_cb), self);
}

void
sounder_latency_graph_set_health (SounderLatencyGraph *self,
                                  McpHealth           *health)
{
  SounderTimeSpan *span;

  g_return_if_fail (SOUNDER_IS_LATENCY_GRAPH (self));

  if (!g_set_object (&self->health, health))
    return;

  g_signal_group_set_target (self->health_signals, health);
  g_signal_group_set_target (self->requests_signals,
                             health != NULL ? mcp_health_get_requests (health) : NULL);
  g_signal_group_set_target (self->usage_signals,
                             health != NULL ? mcp_health_get_usage (health) : NULL);
  forget_statistics (self);
  span = sounder_chart_get_span (SOUNDER_CHART (self));
  if (span != NULL)
    {
      sounder_time_span_set_cursor (span, SOUNDER_NO_TIME);
      sounder_time_span_reset (span);
    }
  state_changed_cb (self);
  sounder_chart_update_description (SOUNDER_CHART (self));
}

/* Whether each step of the axis is a factor, and whether other requests than probes are shown as well. */
void
sounder_latency_graph_set_look (SounderLatencyGraph *self,
                                gboolean             is_logarithmic,
                                gboolean             shows_requests)
{
  g_return_if_fail (SOUNDER_IS_LATENCY_GRAPH (self));

  self->is_logarithmic = is_logarithmic;
  self->shows_requests = shows_requests;
  sounder_chart_redraw (SOUNDER_CHART (self));
}

/*
 * Tells the span how much time there is: from the first thing that is known to now, or to when
 * the monitor went off.
 */
void
sounder_latency_graph_update_limits (SounderLatencyGraph *self)
{
  SounderTimeSpan *span;
  gint64 first_usec;
  gint64 last_usec;
  gboolean is_live;

  g_return_if_fail (SOUNDER_IS_LATENCY_GRAPH (self));

  self->updated_usec = g_get_monotonic_time ();
  span = sounder_chart_get_span (SOUNDER_CHART (self));
  if (span == NULL || self->health == NULL)
    return;

  is_live = sounder_graph_find_limits (self->health, &first_usec, &last_usec);
  sounder_time_span_set_limits (span, first_usec, last_usec, is_live);
}

/**
 * sounder_latency_graph_get_statistics:
 * @statistics: (out caller-allocates): what the probes in sight say
 *
 * Sums up what is in sight. Cheap while no sample came or went.
 */
void
sounder_latency_graph_get_statistics (SounderLatencyGraph *self,
                                      McpHealthStatistics *statistics)
{
  guint first;
  guint end;

  g_return_if_fail (SOUNDER_IS_LATENCY_GRAPH (self));
  g_return_if_fail (statistics != NULL);

  *statistics = (McpHealthStatistics) {
    .last_usec = -1, .min_usec = -1, .median_usec = -1, .mean_usec = -1,
    .p95_usec = -1, .p99_usec = -1, .max_usec = -1, .jitter_usec = -1,
  };
  if (self->health == NULL || sounder_chart_get_span (SOUNDER_CHART (self)) == NULL)
    return;

  get_probes_in_sight (self, &first, &end);
  if (first != self->statistics_first || end != self->statistics_end)
    {
      mcp_sample_store_summarize (mcp_health_get_probes (self->health), first, end,
                                  MCP_SAMPLES_ALL, &self->statistics);
      self->statistics_first = first;
      self->statistics_end = end;
    }

  *statistics = self->statistics;
}

guint
sounder_latency_graph_get_cursor (SounderLatencyGraph *self)
{
  SounderTimeSpan *span;
  McpSampleStore *probes;
  McpHealthSample sample;
  gint64 cursor_usec;
  guint index;

  g_return_val_if_fail (SOUNDER_IS_LATENCY_GRAPH (self), SOUNDER_NO_SAMPLE);

  span = sounder_chart_get_span (SOUNDER_CHART (self));
  cursor_usec = span != NULL ? sounder_time_span_get_cursor (span) : SOUNDER_NO_TIME;
  if (self->health == NULL || cursor_usec == SOUNDER_NO_TIME)
    return SOUNDER_NO_SAMPLE;

  probes = mcp_health_get_probes (self->health);
  index = mcp_sample_store_find (probes, cursor_usec);

  return mcp_sample_store_get (probes, index, &sample) && sample.time_usec == cursor_usec
           ? index : SOUNDER_NO_SAMPLE;
}
