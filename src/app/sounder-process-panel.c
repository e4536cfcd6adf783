/* sounder-process-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-process-panel"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-history.h"
#include "sounder-process-panel.h"

/**
 * SounderProcessPanel:
 *
 * CPU, memory and the size of the server's process group, read once a second
 * while someone looks and there is a process. The last values stay after its
 * end.
 */

/* The least that the histories span: below it all is quiet. */
#define CPU_TOP_PERCENT 10
#define MEMORY_TOP_BYTES (1000 * 1000)

struct _SounderProcessPanel
{
  AdwBin          parent_instance;

  McpSession     *session;
  GSignalGroup   *session_signals;
  guint           timer_id;
  guint           life;            /* whose values are shown */

  SounderHistory *cpu_history;
  SounderHistory *memory_history;
  GtkLabel       *cpu_label;
  GtkLabel       *memory_label;
  AdwActionRow   *process_row;
};

G_DEFINE_FINAL_TYPE (SounderProcessPanel, sounder_process_panel, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_SESSION,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
clear (SounderProcessPanel *self)
{
  sounder_history_clear (self->cpu_history);
  sounder_history_clear (self->memory_history);
  gtk_label_set_text (self->cpu_label, "–");
  gtk_label_set_text (self->memory_label, "–");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->process_row), _("Not running"));
  adw_action_row_set_subtitle (self->process_row, "");
}

static void
show_usage (SounderProcessPanel   *self,
            McpProcess            *process,
            const McpProcessUsage *usage)
{
  gint64 since_usec = mcp_session_get_ready_since_usec (self->session);
  g_autofree char *cpu = g_strdup_printf (_("%.1f %%"), usage->cpu_percent);
  g_autofree char *memory = mcp_format_size (usage->rss_bytes);
  g_autofree char *processes = g_strdup_printf (ngettext ("%u process", "%u processes",
                                                          usage->n_processes),
                                                usage->n_processes);
  g_autofree char *threads = g_strdup_printf (ngettext ("%u thread", "%u threads",
                                                        usage->n_threads),
                                              usage->n_threads);
  g_autofree char *files = g_strdup_printf (ngettext ("%u file descriptor", "%u file descriptors",
                                                      usage->n_fds),
                                            usage->n_fds);
  g_autofree char *title = g_strdup_printf ("%s · %s · %s", processes, threads, files);
  g_autofree char *pid = g_strdup_printf (_("pid %d"), (int) mcp_process_get_pid (process));
  g_autofree char *subtitle = NULL;

  if (since_usec > 0)
    {
      /* Whole seconds: thousandths would flicker. */
      gint64 up_usec = (usage->time_usec - since_usec) / G_USEC_PER_SEC * G_USEC_PER_SEC;
      g_autofree char *up = up_usec >= 60 * (gint64) G_USEC_PER_SEC
                              ? mcp_format_duration (up_usec)
                              : g_strdup_printf (_("%d s"), (int) (up_usec / G_USEC_PER_SEC));

      /* Translators: the process's number, and how long it has been connected. */
      subtitle = g_strdup_printf (_("%s · up %s"), pid, up);
    }

  sounder_history_push (self->cpu_history, usage->cpu_percent);
  sounder_history_push (self->memory_history, (double) usage->rss_bytes);
  gtk_label_set_text (self->cpu_label, cpu);
  gtk_label_set_text (self->memory_label, memory);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->process_row), title);
  adw_action_row_set_subtitle (self->process_row, subtitle != NULL ? subtitle : pid);
}

static gboolean
sample_cb (gpointer data)
{
  SounderProcessPanel *self = data;
  McpProcess *process = mcp_session_get_process (self->session);
  McpProcessUsage usage;

  if (process != NULL && mcp_process_read_usage (process, &usage))
    show_usage (self, process, &usage);

  return G_SOURCE_CONTINUE;
}

static void
state_changed_cb (SounderProcessPanel *self)
{
  guint life = self->session != NULL ? mcp_session_get_life (self->session) : 0;
  gboolean is_open = self->session != NULL && mcp_session_is_open (self->session);
  gboolean wanted = is_open && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (life != self->life)
    {
      self->life = life;
      clear (self);
    }

  gtk_widget_set_sensitive (GTK_WIDGET (self), is_open);
  if (!is_open && life > 0)
    {
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->process_row), _("Not running"));
      adw_action_row_set_subtitle (self->process_row, _("Values of the last connection"));
    }

  if (wanted && self->timer_id == 0)
    {
      self->timer_id = g_timeout_add_seconds (1, sample_cb, self);
      sample_cb (self);
    }
  else if (!wanted)
    {
      g_clear_handle_id (&self->timer_id, g_source_remove);
    }
}

static void
set_session (SounderProcessPanel *self,
             McpSession          *session)
{
  if (!g_set_object (&self->session, session))
    return;

  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_signal_group_set_target (self->session_signals, session);
  self->life = 0;
  clear (self);
  state_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

static void
sounder_process_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_process_panel_parent_class)->map (widget);
  state_changed_cb (SOUNDER_PROCESS_PANEL (widget));
}

static void
sounder_process_panel_unmap (GtkWidget *widget)
{
  SounderProcessPanel *self = SOUNDER_PROCESS_PANEL (widget);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  GTK_WIDGET_CLASS (sounder_process_panel_parent_class)->unmap (widget);
}

static void
sounder_process_panel_dispose (GObject *object)
{
  SounderProcessPanel *self = SOUNDER_PROCESS_PANEL (object);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (sounder_process_panel_parent_class)->dispose (object);
}

static void
sounder_process_panel_get_property (GObject    *object,
                                    guint       prop_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, SOUNDER_PROCESS_PANEL (object)->session);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_process_panel_set_property (GObject      *object,
                                    guint         prop_id,
                                    const GValue *value,
                                    GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_SESSION:
      set_session (SOUNDER_PROCESS_PANEL (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_process_panel_class_init (SounderProcessPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_process_panel_dispose;
  object_class->get_property = sounder_process_panel_get_property;
  object_class->set_property = sounder_process_panel_set_property;
  widget_class->map = sounder_process_panel_map;
  widget_class->unmap = sounder_process_panel_unmap;

  /**
   * SounderProcessPanel:session:
   *
   * Whose process is shown.
   */
  properties[PROP_SESSION] =
    g_param_spec_object ("session", NULL, NULL, MCP_TYPE_SESSION,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SOUNDER_TYPE_HISTORY);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-process-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderProcessPanel, cpu_history);
  gtk_widget_class_bind_template_child (widget_class, SounderProcessPanel, memory_history);
  gtk_widget_class_bind_template_child (widget_class, SounderProcessPanel, cpu_label);
  gtk_widget_class_bind_template_child (widget_class, SounderProcessPanel, memory_label);
  gtk_widget_class_bind_template_child (widget_class, SounderProcessPanel, process_row);
}

static void
sounder_process_panel_init (SounderProcessPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_history_set_least_top (self->cpu_history, CPU_TOP_PERCENT);
  sounder_history_set_least_top (self->memory_history, MEMORY_TOP_BYTES);

  self->session_signals = g_signal_group_new (MCP_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::state",
                                  G_CALLBACK (state_changed_cb), self);
  clear (self);
  state_changed_cb (self);
}
