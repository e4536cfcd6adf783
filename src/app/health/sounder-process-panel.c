/* sounder-process-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-process-panel.h"
#include "sounder-template.h"
#include "sounder-usage-chart.h"

/**
 * SounderProcessPanel:
 *
 * What the server's process uses over time, in strips that share the span and
 * the cursor of the round-trip graph above. It is read once a second while
 * someone looks, else with each probe.
 */

struct _SounderProcessPanel
{
  SounderPage   base;

  McpHealth    *watched;         /* (nullable): told that someone looks */

  GtkBox       *charts;
  GtkLabel     *details;
  GtkWidget    *usages[SOUNDER_N_USAGES];
};

G_DEFINE_FINAL_TYPE (SounderProcessPanel, sounder_process_panel, SOUNDER_TYPE_PAGE)

/* "1 process · pid 4711 · up 12 s" */
static char *
dup_details (SounderProcessPanel *self,
             McpProcess          *process)
{
  McpUsageLog *log = mcp_health_get_usage (mcp_session_get_health (self->base.session));
  gint64 since_usec = mcp_session_get_ready_since_usec (self->base.session);
  GString *text = g_string_new (NULL);
  McpProcessUsage usage;

  if (mcp_usage_log_get_n (log) > 0
      && mcp_usage_log_get (log, mcp_usage_log_get_end (log) - 1, &usage))
    {
      g_string_append_printf (text, ngettext ("%u process", "%u processes", usage.n_processes),
                              usage.n_processes);
      g_string_append (text, " · ");
    }
  g_string_append_printf (text, _("pid %d"), (int) mcp_process_get_pid (process));

  if (since_usec > 0)
    {
      /* Whole seconds: thousandths would flicker. */
      gint64 up_usec = (g_get_monotonic_time () - since_usec) / G_USEC_PER_SEC * G_USEC_PER_SEC;
      g_autofree char *up = up_usec >= 60 * (gint64) G_USEC_PER_SEC
                              ? mcp_format_duration (up_usec)
                              : g_strdup_printf (_("%d s"), (int) (up_usec / G_USEC_PER_SEC));

      g_string_append (text, " · ");
      /* Translators: how long it has been connected. */
      g_string_append_printf (text, _("up %s"), up);
    }

  return g_string_free (text, FALSE);
}

static void
update_details (SounderProcessPanel *self)
{
  McpProcess *process = mcp_session_get_process (self->base.session);
  g_autofree char *text = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  text = process != NULL ? dup_details (self, process) : g_strdup (_("Not running"));
  gtk_label_set_text (self->details, text);
}

static void
watch (SounderProcessPanel *self)
{
  McpHealth *health = gtk_widget_get_mapped (GTK_WIDGET (self))
                        ? mcp_session_get_health (self->base.session)
                        : NULL;

  if (self->watched == health)
    return;

  if (self->watched != NULL)
    mcp_health_set_watched (self->watched, FALSE);
  g_set_object (&self->watched, health);
  if (health != NULL)
    mcp_health_set_watched (health, TRUE);
}

static void
sounder_process_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_process_panel_parent_class)->map (widget);
  watch (SOUNDER_PROCESS_PANEL (widget));
  update_details (SOUNDER_PROCESS_PANEL (widget));
}

static void
sounder_process_panel_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_process_panel_parent_class)->unmap (widget);
  watch (SOUNDER_PROCESS_PANEL (widget));
}

static void
sounder_process_panel_dispose (GObject *object)
{
  SounderProcessPanel *self = SOUNDER_PROCESS_PANEL (object);

  if (self->watched != NULL)
    mcp_health_set_watched (self->watched, FALSE);
  g_clear_object (&self->watched);

  G_OBJECT_CLASS (sounder_process_panel_parent_class)->dispose (object);
}

static void
sounder_process_panel_constructed (GObject *object)
{
  SounderProcessPanel *self = SOUNDER_PROCESS_PANEL (object);
  McpHealth *health = mcp_session_get_health (self->base.session);

  G_OBJECT_CLASS (sounder_process_panel_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < SOUNDER_N_USAGES; i++)
    {
      self->usages[i] = sounder_usage_chart_new (i);
      sounder_usage_chart_set_health (SOUNDER_USAGE_CHART (self->usages[i]), health);
      gtk_box_append (self->charts, self->usages[i]);
    }

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update_details), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (mcp_health_get_usage (health), "added", G_CALLBACK (update_details),
                           self, G_CONNECT_SWAPPED);
  watch (self);
  update_details (self);
}

static void
sounder_process_panel_class_init (SounderProcessPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_process_panel_constructed;
  object_class->dispose = sounder_process_panel_dispose;
  widget_class->map = sounder_process_panel_map;
  widget_class->unmap = sounder_process_panel_unmap;

  sounder_template_set (widget_class, "sounder-process-panel.ui");
  sounder_template_bind (widget_class, SounderProcessPanel, charts, details);
}

static void
sounder_process_panel_init (SounderProcessPanel *self)
{
}

void
sounder_process_panel_set_span (SounderProcessPanel *self,
                                SounderTimeSpan     *span)
{
  g_return_if_fail (SOUNDER_IS_PROCESS_PANEL (self));

  for (guint i = 0; i < SOUNDER_N_USAGES; i++)
    sounder_chart_set_span (SOUNDER_CHART (self->usages[i]), span);
}
