/* sounder-load-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-load-words.h"
#include "mcp-summary.h"
#include "sounder-focus.h"
#include "sounder-load-window-private.h"
#include "sounder-template.h"
#include "sounder-toast.h"
#include "sounder-widgets.h"

/**
 * SounderLoadWindow:
 *
 * A run goes over a connection of its own, so that neither the timeline nor the pages of the main window
 * are filled by it, nor slow it down. What was measured stays until the next run.
 */

/* A run by the number of its calls is shown over this at first, and over this at its end. */
#define LEAST_SHOWN_USEC (5 * G_TIME_SPAN_SECOND)
#define LEAST_DONE_USEC  (G_TIME_SPAN_SECOND / 5)

G_DEFINE_FINAL_TYPE (SounderLoadWindow, sounder_load_window, ADW_TYPE_WINDOW)

enum {
  PROP_0,
  PROP_COMPARE,
  PROP_LOGARITHMIC,
  N_PROPS,
};

enum {
  SIGNAL_SHOW_RECORD,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* "echo · Demo" */
static void
update_title (SounderLoadWindow *self)
{
  const char *server = mcp_profile_get_name (mcp_session_get_profile (self->session));
  const char *what = sounder_load_window_is_ping (self) ? _("Ping") : self->name;
  g_autofree char *whole = g_strdup_printf ("%s · %s", what, server);
  g_autofree char *visible = mcp_format_label (whole, FALSE);

  adw_window_title_set_subtitle (self->title, visible);
}

/* How far the run has come; its time is that of the axis as well. */
static double
get_progress (SounderLoadWindow *self,
              gint64            *last_usec)
{
  const McpLoadPlan *plan = mcp_load_get_plan (self->load);
  const McpLoadReport *report = mcp_load_get_report (self->load);
  gint64 begin_usec = mcp_load_get_begin_usec (self->load);
  gint64 planned_usec = (plan->warmup_msec + (gint64) plan->duration_msec) * 1000;
  gint64 passed_usec = 0;
  double share = 0;

  if (report->points->len > 0)
    {
      const McpLoadPoint *last = &g_array_index (report->points, McpLoadPoint, report->points->len - 1);

      passed_usec = last->start_usec + last->length_usec;
    }

  if (plan->n_calls > 0)
    share = (report->n_answered + report->n_failed) / (double) plan->n_calls;
  if (plan->duration_msec > 0)
    share = MAX (share, passed_usec / (double) planned_usec);

  if (self->cancellable == NULL)
    *last_usec = begin_usec + MAX (passed_usec, LEAST_DONE_USEC);
  else if (plan->n_calls > 0)
    *last_usec = begin_usec + MAX (passed_usec, LEAST_SHOWN_USEC);
  else
    *last_usec = begin_usec + MAX (passed_usec, planned_usec);

  return MIN (share, 1);
}

static char *
dup_status (SounderLoadWindow *self)
{
  gboolean is_running = self->cancellable != NULL;
  const McpLoadReport *report = self->load != NULL ? mcp_load_get_report (self->load) : NULL;

  if (is_running && (self->load == NULL || !mcp_load_is_running (self->load)))
    return g_strdup (_("Connecting…"));
  if (self->error != NULL)
    return mcp_format_label (self->error->message, FALSE);
  if (report == NULL)
    return g_strdup ("");
  if (is_running && report->duration_usec == 0)
    return g_strdup (_("Warming up…"));
  if (is_running)
    return g_strdup_printf (ngettext ("Running, %u call under way", "Running, %u calls under way",
                                      mcp_load_get_n_under_way (self->load)),
                            mcp_load_get_n_under_way (self->load));
  if (report->stopped != NULL)
    return g_strdup_printf (_("Stopped: %s"), report->stopped);

  return g_strdup (self->is_stopped ? _("Stopped") : _("Done"));
}

static void
update_results (SounderLoadWindow *self)
{
  const McpLoadReport *report = mcp_load_get_report (self->load);
  g_autofree char *name = NULL;
  const McpLoadReport *earlier = sounder_load_window_get_earlier (self, &name);
  g_auto (GStrv) lines = mcp_load_report_dup_counts (report);
  g_autofree char *counts = g_strjoinv ("\n", lines);
  gint64 last_usec;

  gtk_progress_bar_set_fraction (self->progress, get_progress (self, &last_usec));
  sounder_time_span_set_limits (self->span, mcp_load_get_begin_usec (self->load), last_usec, FALSE);
  gtk_label_set_text (self->counts, counts);
  sounder_load_table_show (self->table, report, earlier, name);
}

void
sounder_load_window_update (SounderLoadWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean is_running = self->cancellable != NULL;
  gboolean has_result = self->load != NULL && !is_running;
  g_autofree char *warning = sounder_load_window_dup_warning (self);
  g_autofree char *status = dup_status (self);

  update_title (self);
  gtk_widget_set_visible (self->run_button, !is_running);
  gtk_widget_set_visible (self->stop_button, is_running);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), is_running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->settings), !is_running);
  gtk_widget_action_set_enabled (widget, "load.run", !is_running);
  gtk_widget_action_set_enabled (widget, "load.stop", is_running);
  gtk_widget_action_set_enabled (widget, "load.save", has_result);
  gtk_widget_action_set_enabled (widget, "load.show-record", has_result);
  gtk_widget_action_set_enabled (widget, "load.compare", self->before != NULL || self->from_file != NULL);
  gtk_label_set_text (self->warning_label, warning != NULL ? warning : "");
  gtk_widget_set_visible (self->warning, warning != NULL);

  gtk_label_set_text (self->status, status);
  gtk_widget_set_visible (GTK_WIDGET (self->status), *status != '\0');
  sounder_widgets_set_class (self->status, "error", self->error != NULL);
  gtk_widget_set_visible (self->results, self->load != NULL);
  if (self->load != NULL)
    update_results (self);
}

static void
show_record_cb (SounderLoadWindow *self)
{
  g_signal_emit (self, signals[SIGNAL_SHOW_RECORD], 0, self->connection, 1u);
}

/* --- The window --- */

static void
changed_cb (SounderLoadWindow *self)
{
  /* The template sets values before all is there. */
  if (self->session != NULL)
    sounder_load_window_update (self);
}

static gboolean
close_request (GtkWindow *window)
{
  sounder_load_window_forget (SOUNDER_LOAD_WINDOW (window));

  return GTK_WINDOW_CLASS (sounder_load_window_parent_class)->close_request (window);
}

static void
sounder_load_window_dispose (GObject *object)
{
  SounderLoadWindow *self = SOUNDER_LOAD_WINDOW (object);

  sounder_load_window_forget (self);
  g_clear_object (&self->call);
  g_clear_object (&self->span);
  g_clear_error (&self->error);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->file_name, g_free);
  g_clear_pointer (&self->before, mcp_load_report_free);
  g_clear_pointer (&self->from_file, mcp_load_report_free);

  G_OBJECT_CLASS (sounder_load_window_parent_class)->dispose (object);
}

static void
sounder_load_window_finalize (GObject *object)
{
  g_string_free (SOUNDER_LOAD_WINDOW (object)->hdr_log, TRUE);

  G_OBJECT_CLASS (sounder_load_window_parent_class)->finalize (object);
}

static void
sounder_load_window_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  SounderLoadWindow *self = SOUNDER_LOAD_WINDOW (object);

  switch (prop_id)
    {
    case PROP_COMPARE:
      g_value_set_static_string (value, self->compare);
      break;

    case PROP_LOGARITHMIC:
      g_value_set_boolean (value, self->is_logarithmic);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_load_window_set_property (GObject      *object,
                                  guint         prop_id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  SounderLoadWindow *self = SOUNDER_LOAD_WINDOW (object);

  switch (prop_id)
    {
    case PROP_COMPARE:
      self->compare = g_intern_string (g_value_get_string (value));
      if (self->load != NULL)
        sounder_load_window_update (self);
      break;

    case PROP_LOGARITHMIC:
      self->is_logarithmic = g_value_get_boolean (value);
      sounder_load_chart_set_logarithmic (SOUNDER_LOAD_CHART (self->charts[SOUNDER_LOAD_LATENCY]),
                                          self->is_logarithmic);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
install_properties (GObjectClass *object_class)
{
  /**
   * SounderLoadWindow:compare:
   *
   * What the last run is compared with: "none", "before" or "file".
   */
  properties[PROP_COMPARE] =
    g_param_spec_string ("compare", NULL, NULL, "before",
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderLoadWindow:logarithmic:
   *
   * Whether each step of the axis of latencies is a factor.
   */
  properties[PROP_LOGARITHMIC] =
    g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  sounder_load_window_install_run (widget_class);
  sounder_template_action (widget_class, "load.show-record", NULL, show_record_cb);
  gtk_widget_class_install_property_action (widget_class, "load.logarithmic", "logarithmic");
  sounder_load_window_install_saving (widget_class);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "load.run", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, GDK_CONTROL_MASK, "load.run", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "load.save", "s", "json");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_LOAD_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_LOAD_TABLE);
  sounder_template_set (widget_class, "sounder-load-window.ui");
  sounder_template_bind (widget_class, SounderLoadWindow, title);
  sounder_toast_install (widget_class);
  sounder_template_bind (widget_class, SounderLoadWindow, run_button, stop_button, progress,
                         warning, warning_label, settings, results, status, counts, charts_box,
                         table);
  sounder_template_connect (widget_class, changed_cb);
}

static void
sounder_load_window_class_init (SounderLoadWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_load_window_dispose;
  object_class->finalize = sounder_load_window_finalize;
  object_class->get_property = sounder_load_window_get_property;
  object_class->set_property = sounder_load_window_set_property;
  GTK_WINDOW_CLASS (klass)->close_request = close_request;

  install_properties (object_class);
  signals[SIGNAL_SHOW_RECORD] = g_signal_new ("show-record", SOUNDER_TYPE_LOAD_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                              NULL, NULL, G_TYPE_NONE, 2, MCP_TYPE_SESSION, G_TYPE_UINT);
  install_actions (widget_class);
  bind_template (widget_class);
}

static void
sounder_load_window_init (SounderLoadWindow *self)
{
  self->compare = g_intern_static_string ("before");
  self->hdr_log = g_string_new (NULL);
  self->span = sounder_time_span_new ();
  sounder_time_span_set_range (self->span, 0);
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_focus_install (GTK_WIDGET (self));

  for (guint i = 0; i < SOUNDER_N_LOAD_CHARTS; i++)
    {
      self->charts[i] = sounder_load_chart_new (i);
      sounder_chart_set_span (SOUNDER_CHART (self->charts[i]), self->span);
      gtk_box_append (self->charts_box, self->charts[i]);
    }
}

/**
 * sounder_load_window_new:
 * @session: of the server, with its tools
 * @call: (nullable): what to call; %NULL for pings alone
 * @name: (nullable): of the tool
 *
 * Creates the window. It is not shown, and nothing runs yet.
 *
 * Returns: (transfer none): a new window, owned by GTK
 */
SounderLoadWindow *
sounder_load_window_new (McpSession *session,
                         McpCall    *call,
                         const char *name)
{
  SounderLoadWindow *self;
  g_autofree char *tool = NULL;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);
  g_return_val_if_fail ((call == NULL) == (name == NULL), NULL);

  self = g_object_new (SOUNDER_TYPE_LOAD_WINDOW, NULL);
  self->session = g_object_ref (session);
  g_set_object (&self->call, call);
  self->name = g_strdup (name);

  tool = name != NULL ? mcp_format_label (name, FALSE) : NULL;
  /* Translators: what is called again and again. */
  sounder_load_settings_set_calls (self->settings, name != NULL ? (const char *[]) { tool, _("Ping"), NULL }
                                                                : (const char *[]) { _("Ping"), NULL });
  sounder_load_settings_set_open (self->settings, TRUE);
  sounder_load_window_update (self);

  return self;
}

gboolean
sounder_load_window_is_running (SounderLoadWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_LOAD_WINDOW (self), FALSE);

  return self->cancellable != NULL;
}

McpLoad *
sounder_load_window_get_load (SounderLoadWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_LOAD_WINDOW (self), NULL);

  return self->load;
}
