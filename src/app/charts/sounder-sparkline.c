/* sounder-sparkline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-graph-scale.h"
#include "sounder-palette.h"
#include "sounder-sparkline.h"
#include "sounder-widgets.h"

/**
 * SounderSparkline:
 *
 * The pulse of a server in its row: the last round trips, one beside the other,
 * each lost one a gap with a dot. It has no clock: it moves when a sample comes.
 */

#define WIDTH     50
#define HEIGHT    16
#define EDGE      2.0
/* From one sample to the next. */
#define STEP      1.3

struct _SounderSparkline
{
  GtkWidget     parent_instance;

  McpHealth    *health;
  GSignalGroup *health_signals;
  guint         sampled_id;  /* shows the last samples soon */
};

G_DEFINE_FINAL_TYPE (SounderSparkline, sounder_sparkline, GTK_TYPE_WIDGET)

static void
set_source (cairo_t    *cr,
            SounderTone tone)
{
  GdkRGBA color = sounder_palette_get (tone);

  gdk_cairo_set_source_rgba (cr, &color);
}

static McpSampleStore *
get_samples (SounderSparkline *self)
{
  return self->health != NULL ? mcp_health_get_probes (self->health) : NULL;
}

static void
changed_cb (SounderSparkline *self)
{
  McpSampleStore *samples = get_samples (self);
  g_autofree char *label = NULL;
  McpHealthSample last;

  if (samples != NULL && mcp_sample_store_get (samples, mcp_sample_store_get_end (samples) - 1, &last))
    {
      g_autofree char *value = sounder_sample_dup_value (&last);

      /* Translators: a round-trip time, or "lost". */
      label = g_strdup_printf (_("Last ping: %s"), value);
    }

  sounder_widgets_set_spoken (self, label != NULL ? label : _("No ping yet"));
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
show_samples_cb (gpointer user_data)
{
  SounderSparkline *self = user_data;

  self->sampled_id = 0;
  changed_cb (self);

  return G_SOURCE_REMOVE;
}

/* Timeouts of seconds come together: the rows of many servers are drawn in one frame. */
static void
sampled_cb (SounderSparkline *self)
{
  if (self->sampled_id == 0)
    self->sampled_id = g_timeout_add_seconds (1, show_samples_cb, self);
}

/* Small changes of a quick answer are no drama: the scale spans at least half of the largest. */
static void
find_scale (McpSampleStore *samples,
            guint           first,
            guint           end,
            gint64         *min_usec,
            gint64         *max_usec)
{
  McpHealthStatistics statistics;

  mcp_sample_store_summarize (samples, first, end, MCP_SAMPLES_ALL, &statistics);
  *max_usec = MAX (statistics.max_usec, 0);
  *min_usec = MIN (MAX (statistics.min_usec, 0), *max_usec / 2);
  *max_usec = MAX (*max_usec, *min_usec + 1);
}

static void
draw (SounderSparkline *self,
      cairo_t          *cr,
      guint             first,
      guint             end)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * EDGE;
  double right = gtk_widget_get_width (GTK_WIDGET (self)) - EDGE;
  gboolean off = mcp_health_get_state (self->health) == MCP_HEALTH_OFF;
  McpSampleStore *samples = get_samples (self);
  McpHealthSample sample;
  gint64 min_usec;
  gint64 max_usec;

  find_scale (samples, first, end, &min_usec, &max_usec);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);

  for (guint i = first; i < end && mcp_sample_store_get (samples, i, &sample); i++)
    {
      double x = right - STEP * (end - 1 - i);
      double share = (double) (sample.rtt_usec - min_usec) / (double) (max_usec - min_usec);

      if (sample.status == MCP_SAMPLE_OK)
        {
          cairo_line_to (cr, x, EDGE + height * (1 - share));
          /* Two equal points: alone between two lost ones it is a dot. */
          cairo_line_to (cr, x, EDGE + height * (1 - share));
          continue;
        }

      set_source (cr, off ? SOUNDER_TONE_DIM : SOUNDER_TONE_REQUEST);
      cairo_stroke (cr);
      set_source (cr, SOUNDER_TONE_BAR_FAILED);
      cairo_arc (cr, x, EDGE + height - 0.5, 1.75, 0, 2 * G_PI);
      cairo_fill (cr);
    }

  set_source (cr, off ? SOUNDER_TONE_DIM : SOUNDER_TONE_REQUEST);
  cairo_stroke (cr);
}

static void
sounder_sparkline_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  SounderSparkline *self = SOUNDER_SPARKLINE (widget);
  McpSampleStore *samples = get_samples (self);
  guint room = 1 + (guint) (MAX (gtk_widget_get_width (widget) - 2 * EDGE, 0) / STEP);
  cairo_t *cr;
  guint end;

  if (samples == NULL || mcp_sample_store_get_n_samples (samples) == 0)
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                       gtk_widget_get_height (widget)));
  end = mcp_sample_store_get_end (samples);
  draw (self, cr, end - MIN (mcp_sample_store_get_n_samples (samples), room), end);
  cairo_destroy (cr);
}

static void
sounder_sparkline_dispose (GObject *object)
{
  SounderSparkline *self = SOUNDER_SPARKLINE (object);

  g_clear_handle_id (&self->sampled_id, g_source_remove);
  g_clear_object (&self->health_signals);
  g_clear_object (&self->health);

  G_OBJECT_CLASS (sounder_sparkline_parent_class)->dispose (object);
}

static void
sounder_sparkline_class_init (SounderSparklineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_sparkline_dispose;
  widget_class->snapshot = sounder_sparkline_snapshot;

  gtk_widget_class_set_css_name (widget_class, "sparkline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sounder_sparkline_init (SounderSparkline *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), WIDTH, HEIGHT);
  self->health_signals = g_signal_group_new (MCP_TYPE_HEALTH);
  g_signal_group_connect_swapped (self->health_signals, "sample", G_CALLBACK (sampled_cb), self);
  g_signal_group_connect_swapped (self->health_signals, "notify::state", G_CALLBACK (changed_cb),
                                  self);
  sounder_palette_watch (self, G_CALLBACK (changed_cb));
  changed_cb (self);
}

GtkWidget *
sounder_sparkline_new (void)
{
  return g_object_new (SOUNDER_TYPE_SPARKLINE, NULL);
}

/**
 * sounder_sparkline_set_health:
 * @health: (nullable): whose samples to show
 *
 * Shows another server's pulse.
 */
void
sounder_sparkline_set_health (SounderSparkline *self,
                              McpHealth        *health)
{
  g_return_if_fail (SOUNDER_IS_SPARKLINE (self));
  g_return_if_fail (health == NULL || MCP_IS_HEALTH (health));

  if (!g_set_object (&self->health, health))
    return;

  g_signal_group_set_target (self->health_signals, health);
  changed_cb (self);
}
