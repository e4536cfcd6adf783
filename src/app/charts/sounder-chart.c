/* sounder-chart.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "sounder-chart-private.h"

/**
 * SounderChart:
 *
 * The part that all charts have in common. What is drawn is kept as a node
 * until something in sight has changed, so that the pointer moves over it
 * without drawing it again; while the span follows, that is when a column of
 * pixels has passed.
 */

#define LEAST_WIDTH 240

typedef struct
{
  SounderTimeSpan *span;
  GSignalGroup    *span_signals;

  GskRenderNode   *node;        /* (nullable): all but the cursor */
  SounderPlot      plot;        /* of the node */
  gboolean         is_stale;    /* the node: to be drawn anew with the next change of the span */
  gboolean         is_pointed;
  SounderChartInput input;
} SounderChartPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SounderChart, sounder_chart, GTK_TYPE_WIDGET)

static void
span_changed_cb (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);
  gint64 start_usec;
  gint64 column_usec;

  if (priv->node == NULL)
    return;

  /* It moves less than a pixel: nothing new is to be seen. */
  sounder_time_span_get_columns (priv->span, priv->plot.n_columns, &start_usec, &column_usec);
  if (priv->is_stale || start_usec != priv->plot.start_usec
      || column_usec != priv->plot.column_usec
      || sounder_time_span_ends_now (priv->span) != priv->plot.ends_now)
    sounder_chart_redraw (self);
}

static void
cursor_moved_cb (SounderChart *self)
{
  sounder_chart_update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
draw_node (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));

  g_clear_pointer (&priv->node, gsk_render_node_unref);
  priv->is_stale = FALSE;
  sounder_plot_init (&priv->plot, cr, gtk_widget_get_pango_context (widget), width, height);
  sounder_plot_use_style (&priv->plot);
  SOUNDER_CHART_GET_CLASS (self)->draw (self, &priv->plot);
  cairo_destroy (cr);
  priv->plot.cr = NULL;
  priv->node = gtk_snapshot_to_node (snapshot);
}

static void
draw_cursor (SounderChart *self,
             GtkSnapshot  *snapshot)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);
  SounderPlot *plot = &priv->plot;
  gint64 cursor_usec = sounder_time_span_get_cursor (priv->span);
  double x;

  if (cursor_usec < plot->start_usec || cursor_usec >= sounder_plot_get_end (plot))
    return;

  plot->cr = gtk_snapshot_append_cairo (snapshot,
                                        &GRAPHENE_RECT_INIT (0, 0, (float) plot->width,
                                                             (float) plot->height));
  x = round (sounder_plot_get_x (plot, cursor_usec)) + 0.5;
  sounder_plot_set_source (plot, SOUNDER_TONE_TEXT, 0.5);
  cairo_set_line_width (plot->cr, 1);
  cairo_move_to (plot->cr, x, plot->y);
  cairo_line_to (plot->cr, x, plot->y + plot->plot_height);
  cairo_stroke (plot->cr);
  SOUNDER_CHART_GET_CLASS (self)->draw_cursor (self, plot, cursor_usec, priv->is_pointed);
  g_clear_pointer (&plot->cr, cairo_destroy);
}

static void
sounder_chart_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  SounderChart *self = SOUNDER_CHART (widget);
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);

  if (priv->span == NULL || width <= 0 || height <= 0)
    return;

  if (priv->node == NULL || width != (int) priv->plot.width || height != (int) priv->plot.height)
    draw_node (self);

  if (priv->node != NULL)
    gtk_snapshot_append_node (snapshot, priv->node);
  draw_cursor (self, snapshot);
}

static void
sounder_chart_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_chart_parent_class)->map (widget);
  sounder_chart_redraw (SOUNDER_CHART (widget));
  sounder_chart_update_description (SOUNDER_CHART (widget));
}

static void
sounder_chart_unmap (GtkWidget *widget)
{
  SounderChart *self = SOUNDER_CHART (widget);

  GTK_WIDGET_CLASS (sounder_chart_parent_class)->unmap (widget);
  sounder_chart_set_pointed (self, FALSE);
}

static void
sounder_chart_css_changed (GtkWidget         *widget,
                           GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sounder_chart_parent_class)->css_changed (widget, change);
  sounder_chart_redraw (SOUNDER_CHART (widget));
}

static void
sounder_chart_dispose (GObject *object)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (SOUNDER_CHART (object));

  g_clear_pointer (&priv->node, gsk_render_node_unref);
  g_clear_object (&priv->span_signals);
  g_clear_object (&priv->span);

  G_OBJECT_CLASS (sounder_chart_parent_class)->dispose (object);
}

static void
sounder_chart_class_init (SounderChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_chart_dispose;
  widget_class->snapshot = sounder_chart_snapshot;
  widget_class->map = sounder_chart_map;
  widget_class->unmap = sounder_chart_unmap;
  widget_class->css_changed = sounder_chart_css_changed;

  sounder_chart_class_add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sounder_chart_init (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  sounder_chart_set_height (self, -1);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  sounder_chart_add_input (self);

  priv->span_signals = g_signal_group_new (SOUNDER_TYPE_TIME_SPAN);
  g_signal_group_connect_swapped (priv->span_signals, "changed", G_CALLBACK (span_changed_cb),
                                  self);
  g_signal_group_connect_swapped (priv->span_signals, "cursor-moved",
                                  G_CALLBACK (cursor_moved_cb), self);
  sounder_palette_watch (self, G_CALLBACK (sounder_chart_redraw));
}

SounderTimeSpan *
sounder_chart_get_span (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  g_return_val_if_fail (SOUNDER_IS_CHART (self), NULL);

  return priv->span;
}

/**
 * sounder_chart_set_span:
 * @span: (nullable): which time to show
 *
 * Shares a span with other charts.
 */
void
sounder_chart_set_span (SounderChart    *self,
                        SounderTimeSpan *span)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  g_return_if_fail (SOUNDER_IS_CHART (self));
  g_return_if_fail (span == NULL || SOUNDER_IS_TIME_SPAN (span));

  if (!g_set_object (&priv->span, span))
    return;

  g_signal_group_set_target (priv->span_signals, span);
  sounder_chart_redraw (self);
}

/* The least it needs, in pixels; -1: whatever it gets. */
void
sounder_chart_set_height (SounderChart *self,
                          int           height)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH, height);
}

/* Draws it anew at the next frame. */
void
sounder_chart_redraw (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  g_return_if_fail (SOUNDER_IS_CHART (self));

  g_clear_pointer (&priv->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/*
 * Draws it anew when the span goes on, which is soon: what comes from several places in a second is
 * one picture.
 */
void
sounder_chart_redraw_with_span (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  g_return_if_fail (SOUNDER_IS_CHART (self));

  priv->is_stale = TRUE;
}

/**
 * sounder_chart_dup_description:
 *
 * Says in words what is seen: what is under the cursor, or all of it.
 *
 * Returns: (transfer full): the accessible description
 */
char *
sounder_chart_dup_description (SounderChart *self)
{
  g_return_val_if_fail (SOUNDER_IS_CHART (self), NULL);

  return SOUNDER_CHART_GET_CLASS (self)->dup_description (self);
}

/* Says anew in words what is seen. */
void
sounder_chart_update_description (SounderChart *self)
{
  g_autofree char *description = NULL;

  g_return_if_fail (SOUNDER_IS_CHART (self));

  /* Nobody looks; mapping brings it up to date. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  description = sounder_chart_dup_description (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

/**
 * sounder_chart_render:
 * @self: a chart with a span
 * @cr: where to draw
 * @width: in pixels
 * @height: in pixels
 *
 * Draws it for a file: in any size, on white.
 */
void
sounder_chart_render (SounderChart *self,
                      cairo_t      *cr,
                      double        width,
                      double        height)
{
  SounderPlot plot;

  g_return_if_fail (SOUNDER_IS_CHART (self));
  g_return_if_fail (sounder_chart_get_span (self) != NULL);

  sounder_plot_init (&plot, cr, gtk_widget_get_pango_context (GTK_WIDGET (self)), width, height);
  sounder_plot_use_paper (&plot);
  SOUNDER_CHART_GET_CLASS (self)->draw (self, &plot);
}

/* What is seen until it is drawn anew: that it is stale is no reason not to hear who points at it. */
SounderPlot *
sounder_chart_get_plot (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  return priv->plot.width > 0 ? &priv->plot : NULL;
}

SounderChartInput *
sounder_chart_get_input (SounderChart *self)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  return &priv->input;
}

/* Whether the pointer is here; when it goes it takes the cursor with it. */
void
sounder_chart_set_pointed (SounderChart *self,
                           gboolean      is_pointed)
{
  SounderChartPrivate *priv = sounder_chart_get_instance_private (self);

  if (priv->is_pointed == is_pointed)
    return;

  priv->is_pointed = is_pointed;
  if (!is_pointed && priv->span != NULL)
    sounder_time_span_set_cursor (priv->span, SOUNDER_NO_TIME);
}
