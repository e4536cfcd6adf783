/* sounder-health-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-adaptive-bin.h"
#include "sounder-graph-scale.h"
#include "sounder-health-events.h"
#include "sounder-health-page.h"
#include "sounder-monitor-settings.h"
#include "sounder-number.h"
#include "sounder-process-panel.h"
#include "sounder-pulse-card.h"
#include "sounder-streams-panel.h"
#include "sounder-subscriptions-panel.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderHealthPage:
 *
 * The monitor of a session: figures and graph over a range, its settings, the
 * process and what happened. The figures are those of what the graph shows.
 */

typedef enum {
  FIGURE_LAST,
  FIGURE_MEDIAN,
  FIGURE_P95,
  FIGURE_P99,
  FIGURE_JITTER,
  FIGURE_LOSS,
  FIGURE_AVAILABILITY,
  N_FIGURES,
} Figure;

static const struct
{
  const char *name;
  const char *tooltip;
} figure_texts[N_FIGURES] = {
  { N_("last"), N_("The last round trip that came back") },
  { N_("median"), N_("Half of the round trips took no longer") },
  { N_("p95"), N_("95 of 100 round trips took no longer") },
  { N_("p99"), N_("99 of 100 round trips took no longer") },
  { N_("jitter"), N_("How much one round trip differs from the next, smoothed (RFC 3550)") },
  { N_("loss"), N_("Pings without an answer") },
  { N_("availability"), N_("Pings that were answered") },
};

struct _SounderHealthPage
{
  SounderPage             base;

  GtkLabel               *values[N_FIGURES];
  GtkLabel               *loss_name;

  GtkFlowBox             *figures;
  SounderPulseCard       *pulse;
  GtkBox                 *columns;
  SounderMonitorSettings *settings;
  SounderProcessPanel    *process;
  SounderStreamsPanel    *streams;
  SounderHealthEvents    *events;
};

G_DEFINE_FINAL_TYPE (SounderHealthPage, sounder_health_page, SOUNDER_TYPE_PAGE)

static void
set_figure (SounderHealthPage *self,
            Figure             figure,
            char              *value)
{
  g_autofree char *spoken = NULL;

  if (g_strcmp0 (gtk_label_get_text (self->values[figure]), value) != 0)
    {
      /* Translators: a figure and its value: "median: 2.1 ms". */
      spoken = g_strdup_printf (_("%s: %s"), _(figure_texts[figure].name), value);
      gtk_label_set_text (self->values[figure], value);
      sounder_widgets_set_spoken (self->values[figure], spoken);
    }

  g_free (value);
}

/* All figures cover the visible time span; the loss label names it. */
static void
update_window (SounderHealthPage *self)
{
  gint64 start_usec, end_usec;
  g_autofree char *window = NULL;
  g_autofree char *loss = NULL;

  sounder_time_span_get (sounder_pulse_card_get_span (self->pulse), &start_usec, &end_usec);
  window = sounder_number_age (end_usec - start_usec);
  /* Translators: below a share of lost pings: of which time: "loss in 5 min" */
  loss = g_strdup_printf (_("loss in %s"), window);
  if (g_strcmp0 (gtk_label_get_text (self->loss_name), loss) != 0)
    gtk_label_set_text (self->loss_name, loss);
}

static void
update_figures (SounderHealthPage *self)
{
  McpHealthStatistics statistics;
  gboolean any;

  sounder_pulse_card_get_statistics (self->pulse, &statistics);
  any = statistics.sent > 0;

  set_figure (self, FIGURE_LAST, mcp_format_duration (statistics.last_usec));
  set_figure (self, FIGURE_MEDIAN, mcp_format_duration (statistics.median_usec));
  set_figure (self, FIGURE_P95, mcp_format_duration (statistics.p95_usec));
  set_figure (self, FIGURE_P99, mcp_format_duration (statistics.p99_usec));
  set_figure (self, FIGURE_JITTER, mcp_format_duration (statistics.jitter_usec));
  set_figure (self, FIGURE_LOSS,
              any ? sounder_number_share (statistics.loss) : g_strdup ("–"));
  set_figure (self, FIGURE_AVAILABILITY,
              any ? sounder_number_share (statistics.availability) : g_strdup ("–"));

  sounder_widgets_set_class (self->values[FIGURE_LOSS], "state-failed", statistics.loss > 0);
  update_window (self);
}

/* A program has a process, a server over HTTP has streams; a socket has neither. */
static void
update_carrier (SounderHealthPage *self)
{
  McpProfile *profile = mcp_session_get_profile (self->base.session);
  McpReach reach = profile != NULL ? mcp_profile_get_reach (profile) : MCP_REACH_STDIO;
  GListModel *subscriptions =
    mcp_session_get_subscriptions (self->base.session);
  gboolean is_recorded =
    mcp_health_is_recorded (mcp_session_get_health (self->base.session));

  gtk_widget_set_visible (GTK_WIDGET (self->process), !is_recorded && reach == MCP_REACH_STDIO);
  gtk_widget_set_visible (GTK_WIDGET (self->streams), !is_recorded && reach == MCP_REACH_HTTP);
  gtk_widget_set_visible (GTK_WIDGET (self->settings), !is_recorded);
  gtk_widget_set_visible (GTK_WIDGET (self->events), !is_recorded);
  /* What else of it was recorded is in the Timeline; the rest needs a server. */
  gtk_widget_set_visible (GTK_WIDGET (self->columns),
                          !is_recorded || g_list_model_get_n_items (subscriptions) > 0);
}

static void
width_changed (SounderPage *page)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (page);
  gboolean narrow = page->width_class == SOUNDER_WIDTH_NARROW;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_homogeneous (self->columns, !narrow);
}

static void
append_figure (SounderHealthPage *self,
               Figure             figure)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *value = gtk_label_new (NULL);
  GtkWidget *name = gtk_label_new (_(figure_texts[figure].name));
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_widget_add_css_class (value, "figure");
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_add_css_class (name, "caption");
  gtk_widget_add_css_class (box, "card");
  gtk_widget_set_tooltip_text (box, _(figure_texts[figure].tooltip));
  gtk_box_append (GTK_BOX (box), value);
  gtk_box_append (GTK_BOX (box), name);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_insert (self->figures, child, -1);
  self->values[figure] = GTK_LABEL (value);
  if (figure == FIGURE_LOSS)
    self->loss_name = GTK_LABEL (name);
}

static void
sounder_health_page_constructed (GObject *object)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (object);
  McpSession *session = self->base.session;

  G_OBJECT_CLASS (sounder_health_page_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (Figure figure = 0; figure < N_FIGURES; figure++)
    append_figure (self, figure);
  g_signal_connect_object (mcp_session_get_subscriptions (session), "items-changed",
                           G_CALLBACK (update_carrier), self, G_CONNECT_SWAPPED);
  sounder_process_panel_set_span (self->process, sounder_pulse_card_get_span (self->pulse));
  sounder_monitor_settings_set_profile (self->settings, mcp_session_get_profile (session));
  update_carrier (self);
  sounder_health_events_set_events (self->events,
                                    mcp_health_get_events (mcp_session_get_health (session)));
  update_figures (self);
  width_changed (&self->base);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  sounder_template_set (widget_class, "sounder-health-page.ui");
  sounder_template_bind (widget_class, SounderHealthPage, figures, pulse, columns, settings,
                         process, streams, events);
  sounder_template_connect (widget_class, update_figures);
}

static void
sounder_health_page_class_init (SounderHealthPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_health_page_constructed;
  SOUNDER_PAGE_CLASS (klass)->width_changed = width_changed;

  g_type_ensure (SOUNDER_TYPE_PULSE_CARD);
  g_type_ensure (SOUNDER_TYPE_MONITOR_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_PROCESS_PANEL);
  g_type_ensure (SOUNDER_TYPE_STREAMS_PANEL);
  g_type_ensure (SOUNDER_TYPE_SUBSCRIPTIONS_PANEL);
  g_type_ensure (SOUNDER_TYPE_HEALTH_EVENTS);
  bind_template (widget_class);
}

static void
sounder_health_page_init (SounderHealthPage *self)
{
}
