/* sounder-health-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-health-page"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-adaptive-bin.h"
#include "sounder-compat.h"
#include "sounder-graph-scale.h"
#include "sounder-health-events.h"
#include "sounder-health-page.h"
#include "sounder-latency-graph.h"
#include "sounder-monitor-settings.h"
#include "sounder-process-panel.h"

/**
 * SounderHealthPage:
 *
 * The monitor of a session: figures and graph over a range, its settings, the
 * process and what happened. The figures are those of what the graph shows.
 */

/* Most answers are back before a spinner would be more than a flicker. */
#define WAITING_DELAY_MSEC 150

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
  AdwBin                  parent_instance;

  McpSession             *session;
  McpHealth              *health;          /* the session's */
  GSignalGroup           *session_signals;
  GSignalGroup           *health_signals;
  GSignalGroup           *profile_signals;
  SounderWidthClass       width_class;
  guint                   tick_id;         /* while mapped: samples leave the range by themselves */

  GCancellable           *ping_cancellable; /* (nullable): a ping of the button is under way */
  guint                   waiting_id;

  GtkLabel               *values[N_FIGURES];

  GtkFlowBox             *figures;
  GtkLabel               *status;
  GtkToggleButton        *range_minute;
  GtkToggleButton        *range_five;
  GtkToggleButton        *range_hour;
  GtkToggleButton        *range_all;
  GtkWidget              *ping;
  GtkSpinner             *ping_spinner;
  GtkLabel               *ping_label;
  SounderLatencyGraph    *graph;
  GtkBox                 *columns;
  SounderMonitorSettings *settings;
  SounderProcessPanel    *process;
  SounderHealthEvents    *events;
};

G_DEFINE_FINAL_TYPE (SounderHealthPage, sounder_health_page, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_SESSION,
  PROP_WIDTH_CLASS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

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
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->values[figure]),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
    }

  g_free (value);
}

static void
update_figures (SounderHealthPage *self)
{
  McpHealthStatistics statistics;
  gboolean any;

  sounder_latency_graph_get_statistics (self->graph, &statistics);
  any = statistics.sent > 0;

  set_figure (self, FIGURE_LAST, mcp_format_duration (statistics.last_usec));
  set_figure (self, FIGURE_MEDIAN, mcp_format_duration (statistics.median_usec));
  set_figure (self, FIGURE_P95, mcp_format_duration (statistics.p95_usec));
  set_figure (self, FIGURE_P99, mcp_format_duration (statistics.p99_usec));
  set_figure (self, FIGURE_JITTER, mcp_format_duration (statistics.jitter_usec));
  set_figure (self, FIGURE_LOSS,
              any ? sounder_share_dup_text (statistics.loss) : g_strdup ("–"));
  set_figure (self, FIGURE_AVAILABILITY,
              any ? sounder_share_dup_text (statistics.availability) : g_strdup ("–"));

  if (statistics.loss > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->values[FIGURE_LOSS]), "state-failed");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->values[FIGURE_LOSS]), "state-failed");

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "health.copy-csv", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "health.export-csv", any);
}

static gboolean
tick_cb (gpointer data)
{
  update_figures (data);

  return G_SOURCE_CONTINUE;
}

static void
sample_cb (SounderHealthPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update_figures (self);
}

static void
update_status (SounderHealthPage *self)
{
  gboolean ready = self->session != NULL
                   && mcp_session_get_state (self->session) == MCP_SESSION_READY;
  McpProfile *profile = self->session != NULL ? mcp_session_get_profile (self->session) : NULL;
  g_autofree char *status = NULL;

  if (!ready)
    {
      status = g_strdup (_("Not connected"));
    }
  else if (!mcp_profile_get_ping_enabled (profile))
    {
      status = g_strdup (_("The monitor is off"));
    }
  else
    {
      guint msec = mcp_profile_get_ping_interval_msec (profile);

      /* Translators: a method, and the seconds between two of it. */
      status = g_strdup_printf (_("%s every %g s"), mcp_health_get_method (self->health),
                                msec / 1e3);
    }

  gtk_label_set_text (self->status, status);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "health.ping", ready);
  gtk_widget_set_tooltip_text (self->ping, ready ? _("Send a ping without waiting for the next")
                                                 : _("Not connected: there is nobody to ping"));
}

/* Without @waiting the button is as it was. It stays active: the focus must not leave it. */
static void
show_waiting (SounderHealthPage *self,
              gboolean           waiting)
{
  g_clear_handle_id (&self->waiting_id, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->ping_spinner), waiting);
  gtk_spinner_set_spinning (self->ping_spinner, waiting);
  gtk_label_set_text (self->ping_label, waiting ? _("Waiting…") : _("Ping Now"));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->ping), GTK_ACCESSIBLE_STATE_BUSY, waiting, -1);
}

static gboolean
waiting_cb (gpointer data)
{
  SounderHealthPage *self = data;

  self->waiting_id = 0;
  show_waiting (self, TRUE);

  return G_SOURCE_REMOVE;
}

static void
stop_waiting (SounderHealthPage *self)
{
  if (self->ping_cancellable == NULL)
    return;

  g_cancellable_cancel (self->ping_cancellable);
  g_clear_object (&self->ping_cancellable);
  show_waiting (self, FALSE);
}

static void
pinged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderHealthPage) self = SOUNDER_HEALTH_PAGE (user_data);
  g_autoptr (GError) error = NULL;
  McpHealthSample sample;
  gboolean done = mcp_health_ping_finish (MCP_HEALTH (source), result, &sample, &error);

  /* Another session is shown, or the page is gone: that has cleared the rest. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->ping_cancellable);
  show_waiting (self, FALSE);
  if (!done)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", error->message);
  else if (sample.status == MCP_SAMPLE_LOST)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s",
                                _("The ping was not answered in time"));
  else if (sample.status == MCP_SAMPLE_FAILED)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", _("The ping failed"));
}

static void
ping_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (widget);

  if (self->health == NULL || self->ping_cancellable != NULL)
    return;

  self->ping_cancellable = g_cancellable_new ();
  self->waiting_id = g_timeout_add (WAITING_DELAY_MSEC, waiting_cb, self);
  mcp_health_ping_async (self->health, 0, self->ping_cancellable, pinged_cb, g_object_ref (self));
}

static guint
get_range (SounderHealthPage *self)
{
  if (gtk_toggle_button_get_active (self->range_minute))
    return 60;
  if (gtk_toggle_button_get_active (self->range_hour))
    return 60 * 60;
  if (gtk_toggle_button_get_active (self->range_all))
    return 0;

  return 5 * 60;
}

static void
range_toggled_cb (SounderHealthPage *self)
{
  /* The template sets the first before all is there. */
  if (self->events == NULL)
    return;

  g_object_set (self->graph, "range", get_range (self), NULL);
  update_figures (self);
}

/* The samples that the graph shows. */
static char *
dup_csv (SounderHealthPage *self)
{
  McpHealthStatistics statistics;
  guint end = mcp_health_get_n_samples (self->health);

  sounder_latency_graph_get_statistics (self->graph, &statistics);

  return sounder_samples_to_csv (mcp_health_get_sample (self->health, end - statistics.sent),
                                 statistics.sent, g_get_monotonic_time (), g_get_real_time ());
}

static void
copy_csv_cb (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  g_autofree char *csv = dup_csv (SOUNDER_HEALTH_PAGE (widget));

  gtk_widget_activate_action (widget, "session.copy", "s", csv);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (SounderHealthPage) self = SOUNDER_HEALTH_PAGE (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    message = g_strdup (_("Samples exported"));
  else
    message = g_strdup_printf (_("The samples were not exported: %s"), error->message);

  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", message);
}

typedef struct
{
  SounderHealthPage *page;
  GBytes            *csv;
} Export;

static void
file_chosen_cb (GFile    *file,
                gpointer  user_data)
{
  g_autofree Export *export = user_data;
  g_autoptr (SounderHealthPage) self = export->page;
  g_autoptr (GBytes) csv = export->csv;

  if (file != NULL)
    g_file_replace_contents_bytes_async (file, csv, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                                         NULL, written_cb, g_object_ref (self));
}

static void
export_csv_cb (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *name = NULL;
  char *csv = dup_csv (self);
  Export *export = g_new0 (Export, 1);

  export->page = g_object_ref (self);
  export->csv = g_bytes_new_take (csv, strlen (csv));
  name = g_strdup_printf ("%s-pings.csv", mcp_profile_get_name (mcp_session_get_profile (self->session)));
  g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
  sounder_compat_choose_file (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _("Export Samples"),
                              SOUNDER_CHOOSE_SAVE, name, file_chosen_cb, export);
}

static void
set_session (SounderHealthPage *self,
             McpSession        *session)
{
  McpProfile *profile = session != NULL ? mcp_session_get_profile (session) : NULL;
  McpHealth *health = session != NULL ? mcp_session_get_health (session) : NULL;

  if (self->session == session)
    return;

  stop_waiting (self);
  g_set_object (&self->session, session);
  g_set_object (&self->health, health);
  g_signal_group_set_target (self->session_signals, session);
  g_signal_group_set_target (self->profile_signals, profile);
  g_object_set (self->graph, "health", health, NULL);
  /* After the graph: its statistics are the new ones then. */
  g_signal_group_set_target (self->health_signals, health);
  g_object_set (self->settings, "profile", profile, NULL);
  g_object_set (self->process, "session", session, NULL);
  g_object_set (self->events, "events",
                health != NULL ? mcp_health_get_events (health) : NULL, NULL);
  update_status (self);
  update_figures (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

static void
set_width_class (SounderHealthPage *self,
                 SounderWidthClass  width_class)
{
  gboolean narrow = width_class == SOUNDER_WIDTH_NARROW;

  if (self->width_class == width_class)
    return;

  self->width_class = width_class;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_homogeneous (self->columns, !narrow);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WIDTH_CLASS]);
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
}

static void
sounder_health_page_map (GtkWidget *widget)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (widget);

  GTK_WIDGET_CLASS (sounder_health_page_parent_class)->map (widget);
  update_figures (self);
  self->tick_id = g_timeout_add_seconds (1, tick_cb, self);
}

static void
sounder_health_page_unmap (GtkWidget *widget)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (widget);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  GTK_WIDGET_CLASS (sounder_health_page_parent_class)->unmap (widget);
}

static void
sounder_health_page_dispose (GObject *object)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_handle_id (&self->waiting_id, g_source_remove);
  if (self->ping_cancellable != NULL)
    g_cancellable_cancel (self->ping_cancellable);
  g_clear_object (&self->ping_cancellable);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->health_signals);
  g_clear_object (&self->profile_signals);
  g_clear_object (&self->health);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (sounder_health_page_parent_class)->dispose (object);
}

static void
sounder_health_page_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;

    case PROP_WIDTH_CLASS:
      g_value_set_enum (value, self->width_class);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_health_page_set_property (GObject      *object,
                                  guint         prop_id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  SounderHealthPage *self = SOUNDER_HEALTH_PAGE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;

    case PROP_WIDTH_CLASS:
      set_width_class (self, g_value_get_enum (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-health-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, figures);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, status);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, range_minute);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, range_five);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, range_hour);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, range_all);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, ping);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, ping_spinner);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, ping_label);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, graph);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, columns);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, settings);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, process);
  gtk_widget_class_bind_template_child (widget_class, SounderHealthPage, events);
  gtk_widget_class_bind_template_callback (widget_class, range_toggled_cb);
}

static void
sounder_health_page_class_init (SounderHealthPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_health_page_dispose;
  object_class->get_property = sounder_health_page_get_property;
  object_class->set_property = sounder_health_page_set_property;
  widget_class->map = sounder_health_page_map;
  widget_class->unmap = sounder_health_page_unmap;

  /**
   * SounderHealthPage:session:
   *
   * Whose monitor is shown.
   */
  properties[PROP_SESSION] =
    g_param_spec_object ("session", NULL, NULL, MCP_TYPE_SESSION,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderHealthPage:width-class:
   *
   * Narrow puts the columns below the graph above each other.
   */
  properties[PROP_WIDTH_CLASS] =
    g_param_spec_enum ("width-class", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS, SOUNDER_WIDTH_WIDE,
                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SOUNDER_TYPE_LATENCY_GRAPH);
  g_type_ensure (SOUNDER_TYPE_MONITOR_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_PROCESS_PANEL);
  g_type_ensure (SOUNDER_TYPE_HEALTH_EVENTS);
  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "health.ping", NULL, ping_cb);
  gtk_widget_class_install_action (widget_class, "health.copy-csv", NULL, copy_csv_cb);
  gtk_widget_class_install_action (widget_class, "health.export-csv", NULL, export_csv_cb);
}

static void
sounder_health_page_init (SounderHealthPage *self)
{
  self->width_class = SOUNDER_WIDTH_WIDE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (Figure figure = 0; figure < N_FIGURES; figure++)
    append_figure (self, figure);

  self->session_signals = g_signal_group_new (MCP_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::state",
                                  G_CALLBACK (update_status), self);
  self->health_signals = g_signal_group_new (MCP_TYPE_HEALTH);
  g_signal_group_connect_swapped (self->health_signals, "sample", G_CALLBACK (sample_cb), self);
  self->profile_signals = g_signal_group_new (MCP_TYPE_PROFILE);
  g_signal_group_connect_swapped (self->profile_signals, "notify", G_CALLBACK (update_status),
                                  self);

  update_status (self);
  update_figures (self);
}
