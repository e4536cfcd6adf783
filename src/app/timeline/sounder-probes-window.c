/* sounder-probes-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-probe-report.h"
#include "mcp-summary.h"
#include "sounder-consent-dialog.h"
#include "sounder-focus.h"
#include "sounder-probe-row.h"
#include "sounder-probes-window.h"
#include "sounder-save.h"
#include "sounder-template.h"
#include "sounder-toast.h"
#include "sounder-widgets.h"

/**
 * SounderProbesWindow:
 *
 * The probes in the order of the specification, each with a mark that comes while they run. They go
 * over connections of their own: the one in the main window goes on as it is.
 */

struct _SounderProbesWindow
{
  AdwWindow        parent_instance;

  McpProfile      *profile;
  McpProbeRun     *run;         /* (nullable): before the first */
  GCancellable    *cancellable; /* (nullable): while it runs */
  GPtrArray       *rows;        /* of SounderProbeRow, in groups */
  GPtrArray       *groups;      /* of AdwPreferencesGroup */

  AdwWindowTitle  *title;
  GtkButton       *run_button;
  GtkCheckButton  *any_tool;
  GtkCheckButton  *only_failures;
  GtkLabel        *summary;
  GtkProgressBar  *progress;
  GtkBox          *list;
  GtkWidget       *note;
  GtkWidget       *nothing;
};

G_DEFINE_FINAL_TYPE (SounderProbesWindow, sounder_probes_window, ADW_TYPE_WINDOW)

enum {
  SIGNAL_SHOW_RECORD,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static guint
count (SounderProbesWindow *self,
       McpSeverity          severity)
{
  guint n = 0;

  for (guint i = 0; self->run != NULL && i < g_list_model_get_n_items (mcp_probe_run_get_results (self->run)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (mcp_probe_run_get_results (self->run), i);

      n += mcp_probe_result_get_info (result)->state == MCP_PROBE_FAILED
           && mcp_probe_result_get_info (result)->severity == severity;
    }

  return n;
}

/* Which rows are shown, and of which groups there is nothing to show. */
static void
update_filter (SounderProbesWindow *self)
{
  gboolean only_failures = gtk_check_button_get_active (self->only_failures);
  guint n_shown = 0;

  for (guint i = 0; i < self->groups->len; i++)
    gtk_widget_set_visible (self->groups->pdata[i], FALSE);
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = self->rows->pdata[i];
      McpProbeState state = mcp_probe_result_get_info (sounder_probe_row_get_result (SOUNDER_PROBE_ROW (row)))->state;
      gboolean is_shown = !only_failures || state == MCP_PROBE_FAILED;

      gtk_widget_set_visible (row, is_shown);
      if (is_shown)
        gtk_widget_set_visible (gtk_widget_get_ancestor (row, ADW_TYPE_PREFERENCES_GROUP), TRUE);
      n_shown += is_shown;
    }
  gtk_widget_set_visible (self->nothing, only_failures && n_shown == 0 && self->rows->len > 0);
}

static void
update (SounderProbesWindow *self)
{
  gboolean runs = self->cancellable != NULL;
  guint n = self->run != NULL ? g_list_model_get_n_items (mcp_probe_run_get_results (self->run)) : 0;
  guint n_left = self->run != NULL ? mcp_probe_run_count (self->run, MCP_PROBE_WAITING)
                                     + mcp_probe_run_count (self->run, MCP_PROBE_RUNNING) : 0;
  g_autofree char *summary = NULL;

  gtk_button_set_label (self->run_button, runs ? _("_Stop") : self->run != NULL ? _("_Run Again") : _("_Run"));
  sounder_widgets_set_class (self->run_button, "suggested-action", !runs);
  gtk_widget_set_sensitive (GTK_WIDGET (self->any_tool), !runs);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), runs);
  gtk_progress_bar_set_fraction (self->progress, n > 0 ? (n - n_left) / (double) n : 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "probes.export", self->run != NULL && !runs);
  gtk_widget_set_visible (self->note, self->run == NULL);

  if (self->run != NULL)
    /* Translators: of active probes. */
    summary = g_strdup_printf (_("%u passed, %u failed, %u warned, %u not applicable"),
                               mcp_probe_run_count (self->run, MCP_PROBE_PASSED), count (self, MCP_SEVERITY_ERROR),
                               count (self, MCP_SEVERITY_WARNING),
                               mcp_probe_run_count (self->run, MCP_PROBE_NOT_APPLICABLE));
  gtk_label_set_text (self->summary, summary != NULL ? summary : "");
}

static void
show_record_cb (SounderProbeRow     *row,
                guint                serial,
                SounderProbesWindow *self)
{
  g_signal_emit (self, signals[SIGNAL_SHOW_RECORD], 0, mcp_probe_run_get_session (self->run), serial);
}

/* Rows of a run, in place of those of the run before. */
static void
fill_list (SounderProbesWindow *self)
{
  McpJournal *journal = mcp_session_get_journal (mcp_probe_run_get_session (self->run));
  const char *name = NULL;
  GtkWidget *group = NULL;

  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < self->groups->len; i++)
    gtk_box_remove (self->list, self->groups->pdata[i]);
  g_ptr_array_set_size (self->groups, 0);

  for (guint i = 0; i < g_list_model_get_n_items (mcp_probe_run_get_results (self->run)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (mcp_probe_run_get_results (self->run), i);
      const McpProbe *probe = mcp_probe_result_get_info (result)->probe;
      GtkWidget *row = sounder_probe_row_new (result, journal);

      if (g_strcmp0 (name, probe->group) != 0)
        {
          name = probe->group;
          group = adw_preferences_group_new ();
          adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), mcp_probe_group_get_title (name));
          gtk_box_append (self->list, group);
          g_ptr_array_add (self->groups, group);
        }
      g_signal_connect_object (row, "show-record", G_CALLBACK (show_record_cb), self, 0);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
      g_ptr_array_add (self->rows, row);
    }
  update_filter (self);
}

static void
done_cb (McpProbeRun         *run,
         McpProbeResult      *result,
         SounderProbesWindow *self)
{
  update (self);
  if (gtk_check_button_get_active (self->only_failures))
    update_filter (self);
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (SounderProbesWindow) self = user_data;
  McpProbeRun *run = MCP_PROBE_RUN (source);
  g_autoptr (GError) error = NULL;

  if (!mcp_probe_run_finish (run, result, &error) && !g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED)
      && self->run == run)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", error->message);
  if (self->run != run)
    return;

  g_clear_object (&self->cancellable);
  update (self);
  update_filter (self);
}

static void
start (SounderProbesWindow *self)
{
  static const char * const any_tool[] = { "*", NULL };
  g_autoptr (McpSession) session = mcp_session_new_beside (self->profile);

  g_clear_object (&self->run);
  self->run = mcp_probe_run_new (session);
  if (gtk_check_button_get_active (self->any_tool))
    mcp_probe_run_allow_tools (self->run, any_tool);
  g_signal_connect_object (self->run, "done", G_CALLBACK (done_cb), self, 0);
  fill_list (self);
  self->cancellable = g_cancellable_new ();
  mcp_probe_run_async (self->run, self->cancellable, ran_cb, g_object_ref (self));
  update (self);
}

static void
agreed_cb (gboolean agreed,
           gpointer user_data)
{
  g_autoptr (SounderProbesWindow) self = SOUNDER_PROBES_WINDOW (user_data);

  if (agreed && self->cancellable == NULL && self->profile != NULL)
    start (self);
}

static void
run_cb (SounderProbesWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    sounder_consent_ask (GTK_WINDOW (self), self->profile, agreed_cb, g_object_ref (self));
}

static void
filter_cb (SounderProbesWindow *self)
{
  update_filter (self);
}

/* --- Export --- */

static void
export_cb (SounderProbesWindow *self,
           const char          *action_name,
           GVariant            *parameter)
{
  static const struct { const char *word; const char *name; McpReportFormat format; } formats[] = {
    { "html", "probes.html", MCP_REPORT_HTML },
    { "junit", "probes.xml", MCP_REPORT_JUNIT },
    { "sarif", "probes.sarif", MCP_REPORT_SARIF },
    { "tap", "probes.tap", MCP_REPORT_TAP },
  };
  g_autoptr (McpReport) report = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *text;
  gsize i = 0;

  if (self->run == NULL)
    return;

  while (i < G_N_ELEMENTS (formats) - 1 && !g_str_equal (formats[i].word, g_variant_get_string (parameter, NULL)))
    i++;
  report = mcp_probe_report_new (self->run);
  text = mcp_report_write (report, formats[i].format);
  bytes = g_bytes_new_take (text, strlen (text));
  sounder_save_bytes (GTK_WIDGET (self), _("Export the Report"), formats[i].name, bytes, G_FILE_CREATE_REPLACE_DESTINATION);
}

/* --- The window --- */

static gboolean
sounder_probes_window_close_request (GtkWindow *window)
{
  SounderProbesWindow *self = SOUNDER_PROBES_WINDOW (window);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  return GTK_WINDOW_CLASS (sounder_probes_window_parent_class)->close_request (window);
}

static void
sounder_probes_window_dispose (GObject *object)
{
  SounderProbesWindow *self = SOUNDER_PROBES_WINDOW (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->run);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->groups, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_probes_window_parent_class)->dispose (object);
}

static void
sounder_probes_window_class_init (SounderProbesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_probes_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = sounder_probes_window_close_request;

  signals[SIGNAL_SHOW_RECORD] = g_signal_new ("show-record", SOUNDER_TYPE_PROBES_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                              NULL, NULL, G_TYPE_NONE, 2, MCP_TYPE_SESSION, G_TYPE_UINT);

  sounder_template_set (widget_class, "sounder-probes-window.ui");
  sounder_template_bind (widget_class, SounderProbesWindow, title);
  sounder_toast_install (widget_class);
  sounder_template_bind (widget_class, SounderProbesWindow, run_button, any_tool, only_failures,
                         summary, progress, list, note, nothing);
  sounder_template_connect (widget_class, run_cb, filter_cb);
  sounder_template_action (widget_class, "probes.export", "s", export_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_probes_window_init (SounderProbesWindow *self)
{
  self->rows = g_ptr_array_new ();
  self->groups = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_focus_install (GTK_WIDGET (self));
  update (self);
}

SounderProbesWindow *
sounder_probes_window_new (SounderServer *server)
{
  SounderProbesWindow *self;
  g_autofree char *name = NULL;

  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  self = g_object_new (SOUNDER_TYPE_PROBES_WINDOW, NULL);
  self->profile = g_object_ref (sounder_server_get_profile (server));
  name = mcp_format_label (mcp_profile_get_name (self->profile), FALSE);
  adw_window_title_set_subtitle (self->title, name);

  return self;
}

McpProbeRun *
sounder_probes_window_get_run (SounderProbesWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_PROBES_WINDOW (self), NULL);

  return self->run;
}

gboolean
sounder_probes_window_is_running (SounderProbesWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_PROBES_WINDOW (self), FALSE);

  return self->cancellable != NULL;
}
