/* sounder-distribution.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-distribution.h"
#include "sounder-plot.h"
#include "sounder-widgets.h"
#include "sounder-number.h"

/**
 * SounderDistribution:
 *
 * Round trips by how long they took. Each bar is a tenth of its value wide, so
 * that microseconds and seconds have room beside each other; the curve says
 * which share took no longer.
 */

#define BARS_PER_DECADE 24
#define MAX_BARS        (BARS_PER_DECADE * 11)
#define LEAST_WIDTH     240
#define LEAST_HEIGHT    180
#define STEP_HEIGHT     38
#define LABEL_WIDTH     80
/* A percentile of a handful says nothing. */
#define LEAST_SAMPLES   5
#define NO_BAR          G_MAXUINT

struct _SounderDistribution
{
  GtkWidget            parent_instance;

  McpHealthStatistics  statistics;
  gboolean             is_logarithmic;

  double               first;              /* where the first bar begins, in bars from 1 µs */
  guint                n_bars;
  guint                counts[MAX_BARS];
  guint                n_samples;

  SounderPlot          plot;               /* as drawn last */
  guint                cursor;             /* the bar that is asked about */
};

G_DEFINE_FINAL_TYPE (SounderDistribution, sounder_distribution, GTK_TYPE_WIDGET)

static double
get_edge (SounderDistribution *self,
          guint                bar)
{
  return pow (10, (self->first + bar) / BARS_PER_DECADE);
}

static char *
dup_bar_text (SounderDistribution *self,
              guint                bar)
{
  g_autofree char *from = mcp_format_duration ((gint64) round (get_edge (self, bar)));
  g_autofree char *to = mcp_format_duration ((gint64) round (get_edge (self, bar + 1)));
  g_autofree char *share = NULL;
  g_autofree char *below = NULL;
  guint n_below = 0;

  for (guint i = 0; i <= bar; i++)
    n_below += self->counts[i];
  share = g_strdup_printf (_("%u of %u"), self->counts[bar], self->n_samples);
  below = sounder_number_share ((double) n_below / MAX (self->n_samples, 1));

  /* Translators: two times; "42 of 600" round trips took as long; and which share took no longer. */
  return g_strdup_printf (_("%s to %s: %s\n%s took no longer"), from, to, share, below);
}

static void
update_description (SounderDistribution *self)
{
  g_autofree char *description = sounder_distribution_dup_description (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

static void
set_cursor (SounderDistribution *self,
            guint                bar)
{
  if (self->cursor == bar)
    return;

  self->cursor = bar;
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static double
get_bar_width (SounderDistribution *self)
{
  return self->plot.plot_width / MAX (self->n_bars, 1);
}

static double
get_x (SounderDistribution *self,
       double               usec)
{
  return self->plot.x + (log10 (MAX (usec, 1)) * BARS_PER_DECADE - self->first)
                        * get_bar_width (self);
}

static void
draw_bars (SounderDistribution *self)
{
  SounderPlot *plot = &self->plot;
  double width = get_bar_width (self);
  double bottom = plot->y + plot->plot_height;

  for (guint i = 0; i < self->n_bars; i++)
    {
      double x = round (plot->x + i * width);
      double next = round (plot->x + (i + 1) * width);
      /* The one that took longest is what is looked for: it is seen beside a million. */
      double y = MIN (round (sounder_plot_get_y (plot, self->counts[i])), bottom - 2);

      if (self->counts[i] > 0)
        cairo_rectangle (plot->cr, x, y, MAX (next - x - 1, 1), bottom - y);
    }
  sounder_plot_set_source (plot, SOUNDER_TONE_REQUEST, 0.75);
  cairo_fill (plot->cr);
}

/* The share that took no longer, from nothing to all. */
static void
draw_curve (SounderDistribution *self)
{
  SounderPlot *plot = &self->plot;
  double width = get_bar_width (self);
  guint n = 0;

  cairo_move_to (plot->cr, plot->x, plot->y + plot->plot_height);
  for (guint i = 0; i < self->n_bars; i++)
    {
      n += self->counts[i];
      cairo_line_to (plot->cr, plot->x + (i + 1) * width,
                     plot->y + plot->plot_height * (1 - (double) n / self->n_samples));
    }
  sounder_plot_set_source (plot, SOUNDER_TONE_RESPONSE, 0.9);
  cairo_set_line_width (plot->cr, plot->is_high_contrast ? 2.5 : 1.5);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (plot->cr);
}

static void
draw_percentile (SounderDistribution *self,
                 const char          *name,
                 gint64               usec,
                 double              *free_x)
{
  SounderPlot *plot = &self->plot;
  double x = round (get_x (self, (double) usec)) + 0.5;
  g_autofree char *value = mcp_format_duration (usec);
  g_autofree char *label = g_strdup_printf ("%s %s", name, value);
  double width = sounder_plot_get_text_width (plot, label);
  double left = CLAMP (x - width / 2, plot->x, MAX (plot->width - width - 4, plot->x));

  sounder_plot_draw_dashed (plot, x, plot->y, x, plot->y + plot->plot_height);

  /* One beside the other, as long as there is room. */
  left = MAX (left, *free_x);
  if (left + width > plot->width - 2)
    return;

  sounder_plot_text (plot, label, left, plot->y - 3, 0, 1, SOUNDER_TONE_WARNING);
  *free_x = left + width + 12;
}

/* The curve and the percentiles, with a gap where the curve's label is: neither crosses it. */
static void
draw_lines (SounderDistribution *self)
{
  SounderPlot *plot = &self->plot;
  /* Translators: beside a curve: the share of round trips that took no longer than that. */
  const char *label = _("share that took no longer");
  double width = sounder_plot_get_text_width (plot, label);
  double right = plot->x + plot->plot_width - 2;
  double top = plot->y + 4;
  double free_x = 0;

  cairo_save (plot->cr);
  cairo_rectangle (plot->cr, 0, 0, plot->width, plot->y + plot->plot_height + 2);
  cairo_rectangle (plot->cr, right - width - 3, top, width + 4, sounder_plot_get_line (plot));
  cairo_set_fill_rule (plot->cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_clip (plot->cr);

  draw_curve (self);
  if (self->n_samples >= LEAST_SAMPLES)
    {
      draw_percentile (self, "p50", self->statistics.median_usec, &free_x);
      draw_percentile (self, "p95", self->statistics.p95_usec, &free_x);
      draw_percentile (self, "p99", self->statistics.p99_usec, &free_x);
    }
  cairo_restore (plot->cr);

  sounder_plot_text (plot, label, right, top, 1, 0, SOUNDER_TONE_RESPONSE);
}

static void
draw_times (SounderDistribution *self)
{
  SounderPlot *plot = &self->plot;
  SounderGraphAxis axis;

  sounder_graph_axis_init_logarithmic (&axis, SOUNDER_UNIT_USEC, get_edge (self, 0),
                                       get_edge (self, self->n_bars),
                                       (guint) MAX (plot->plot_width / LABEL_WIDTH, 2));
  cairo_set_line_width (plot->cr, 1);
  for (guint i = 0; i < axis.n_ticks; i++)
    {
      double x = round (get_x (self, axis.ticks[i])) + 0.5;
      double y = plot->y + plot->plot_height;
      g_autofree char *label = NULL;

      if (x < plot->x || x > plot->x + plot->plot_width + 1)
        continue;

      label = sounder_graph_axis_dup_label (&axis, i);
      sounder_plot_set_source (plot, SOUNDER_TONE_RULE, 1);
      cairo_move_to (plot->cr, x, y);
      cairo_line_to (plot->cr, x, y + 4);
      cairo_stroke (plot->cr);
      sounder_plot_text (plot, label, x, y + 5, 0.5, 0, SOUNDER_TONE_DIM);
    }
}

static void
choose_axis (SounderDistribution *self)
{
  guint max_steps = (guint) CLAMP (self->plot.plot_height / STEP_HEIGHT, 2, 8);
  guint most = 0;

  for (guint i = 0; i < self->n_bars; i++)
    most = MAX (most, self->counts[i]);

  if (self->is_logarithmic)
    {
      sounder_graph_axis_init_logarithmic (&self->plot.axis, SOUNDER_UNIT_COUNT, 1, most,
                                           max_steps);
      /* One is more than nothing. */
      self->plot.axis.bottom = 0.5;
    }
  else
    {
      sounder_graph_axis_init (&self->plot.axis, SOUNDER_UNIT_COUNT, most, max_steps);
    }
}

static void
draw (SounderDistribution *self)
{
  SounderPlot *plot = &self->plot;
  double line = sounder_plot_get_line (plot);

  sounder_plot_place (plot, line + 8, line + 12);
  choose_axis (self);
  sounder_plot_draw_values_axis (plot);

  if (self->n_samples == 0)
    {
      sounder_plot_text (plot, _("No answer in this time"), plot->x + plot->plot_width / 2,
                         plot->y + plot->plot_height / 2, 0.5, 0.5, SOUNDER_TONE_DIM);

      return;
    }

  draw_times (self);
  draw_bars (self);
  draw_lines (self);
}

static void
draw_cursor (SounderDistribution *self)
{
  SounderPlot *plot = &self->plot;
  double width = get_bar_width (self);
  g_autofree char *text = NULL;

  if (self->cursor >= self->n_bars)
    return;

  text = dup_bar_text (self, self->cursor);
  sounder_plot_set_source (plot, SOUNDER_TONE_TEXT, 0.14);
  cairo_rectangle (plot->cr, plot->x + self->cursor * width, plot->y, width, plot->plot_height);
  cairo_fill (plot->cr);
  sounder_plot_draw_bubble (plot, text, plot->x + (self->cursor + 0.5) * width,
                            sounder_plot_get_y (plot, self->counts[self->cursor]));
}

static void
sounder_distribution_snapshot (GtkWidget   *widget,
                               GtkSnapshot *snapshot)
{
  SounderDistribution *self = SOUNDER_DISTRIBUTION (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (width <= 0 || height <= 0)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  sounder_plot_init (&self->plot, cr, gtk_widget_get_pango_context (widget), width, height);
  sounder_plot_use_style (&self->plot);
  draw (self);
  draw_cursor (self);
  self->plot.cr = NULL;
  cairo_destroy (cr);
}

static void
motion_cb (SounderDistribution *self,
           double               x,
           double               y)
{
  double bar = (x - self->plot.x) / get_bar_width (self);

  set_cursor (self, bar >= 0 && bar < self->n_bars ? (guint) bar : NO_BAR);
}

static void
leave_cb (SounderDistribution *self)
{
  set_cursor (self, NO_BAR);
}

/* To the next bar that is not empty. */
static gboolean
move_cursor_cb (GtkWidget *widget,
                GVariant  *arguments,
                gpointer   user_data)
{
  SounderDistribution *self = SOUNDER_DISTRIBUTION (widget);
  int by;
  int bar;

  if (self->n_samples == 0)
    return FALSE;

  g_variant_get (arguments, "(i)", &by);
  bar = self->cursor < self->n_bars ? (int) self->cursor + by
        : by > 0                    ? 0
                                    : (int) self->n_bars - 1;
  while (bar >= 0 && bar < (int) self->n_bars && self->counts[bar] == 0)
    bar += by;
  if (bar >= 0 && bar < (int) self->n_bars)
    set_cursor (self, (guint) bar);

  return TRUE;
}

static void
sounder_distribution_class_init (SounderDistributionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = sounder_distribution_snapshot;

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, move_cursor_cb, "(i)", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, move_cursor_cb, "(i)", 1);
  gtk_widget_class_set_css_name (widget_class, "distribution");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sounder_distribution_init (SounderDistribution *self)
{
  self->cursor = NO_BAR;
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH, LEAST_HEIGHT);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  sounder_widgets_set_spoken (self, _("Distribution of round-trip times"));

  sounder_widgets_add_controller (self, gtk_event_controller_motion_new (), "enter", motion_cb, "motion", motion_cb,
                                  "leave", leave_cb, NULL);
  sounder_palette_watch (self, G_CALLBACK (gtk_widget_queue_draw));
}

static void
fill_bars (SounderDistribution *self,
           const McpHistogram  *histogram)
{
  guint first = mcp_histogram_find_bucket (self->statistics.min_usec);
  guint last = mcp_histogram_find_bucket (self->statistics.max_usec);

  /* Whole bars, and one at each side: nothing sticks to an edge. */
  self->first = floor (log10 ((double) MAX (self->statistics.min_usec, 1)) * BARS_PER_DECADE) - 1;
  self->first = MAX (self->first, 0);
  self->n_bars = (guint) (log10 ((double) MAX (self->statistics.max_usec, 1)) * BARS_PER_DECADE
                          - self->first) + 2;
  self->n_bars = MIN (self->n_bars, MAX_BARS);

  for (guint i = first; i <= last; i++)
    {
      guint count = mcp_histogram_get_bucket_count (histogram, i);
      double start = (double) MAX (mcp_histogram_get_bucket_start (i), 1);
      int bar = (int) (log10 (start) * BARS_PER_DECADE - self->first);

      if (count == 0)
        continue;

      self->counts[CLAMP (bar, 0, (int) self->n_bars - 1)] += count;
      self->n_samples += count;
    }
}

/**
 * sounder_distribution_show:
 * @store: (nullable): where the samples are
 * @start_usec: from when, monotonic
 * @end_usec: until when
 * @statistics: of those samples
 *
 * Shows how long the round trips of a while took.
 */
void
sounder_distribution_show (SounderDistribution       *self,
                           McpSampleStore            *store,
                           gint64                     start_usec,
                           gint64                     end_usec,
                           const McpHealthStatistics *statistics)
{
  g_return_if_fail (SOUNDER_IS_DISTRIBUTION (self));
  g_return_if_fail (store == NULL || MCP_IS_SAMPLE_STORE (store));
  g_return_if_fail (statistics != NULL);

  self->statistics = *statistics;
  self->n_bars = self->n_samples = 0;
  memset (self->counts, 0, sizeof self->counts);
  if (store != NULL && statistics->received > 0)
    {
      g_autoptr (McpHistogram) histogram = mcp_histogram_new ();

      mcp_sample_store_fill_histogram (store, start_usec, end_usec, histogram);
      fill_bars (self, histogram);
    }

  if (self->cursor != NO_BAR && self->cursor >= self->n_bars)
    self->cursor = NO_BAR;
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Whether each step of the axis of counts is a factor. That of the times always is. */
void
sounder_distribution_set_logarithmic (SounderDistribution *self,
                                      gboolean             is_logarithmic)
{
  g_return_if_fail (SOUNDER_IS_DISTRIBUTION (self));

  self->is_logarithmic = is_logarithmic;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint
sounder_distribution_get_n_bars (SounderDistribution *self)
{
  g_return_val_if_fail (SOUNDER_IS_DISTRIBUTION (self), 0);

  return self->n_bars;
}

/**
 * sounder_distribution_get_bar:
 * @bar: which
 * @from_usec: (out) (optional): where it begins, in microseconds
 * @to_usec: (out) (optional): where it ends, in microseconds
 *
 * Gets a bar.
 *
 * Returns: how many round trips took that long
 */
guint
sounder_distribution_get_bar (SounderDistribution *self,
                              guint                bar,
                              gint64              *from_usec,
                              gint64              *to_usec)
{
  g_return_val_if_fail (SOUNDER_IS_DISTRIBUTION (self), 0);
  g_return_val_if_fail (bar < self->n_bars, 0);

  if (from_usec != NULL)
    *from_usec = (gint64) get_edge (self, bar);
  if (to_usec != NULL)
    *to_usec = (gint64) get_edge (self, bar + 1);

  return self->counts[bar];
}

/**
 * sounder_distribution_dup_description:
 *
 * Says in words what is seen: the bar under the cursor, or all of them.
 *
 * Returns: (transfer full): the accessible description
 */
char *
sounder_distribution_dup_description (SounderDistribution *self)
{
  g_return_val_if_fail (SOUNDER_IS_DISTRIBUTION (self), NULL);

  if (self->cursor < self->n_bars)
    return dup_bar_text (self, self->cursor);
  if (self->n_samples == 0)
    return g_strdup (_("No answer in this time"));

  return sounder_statistics_dup_text (&self->statistics);
}
