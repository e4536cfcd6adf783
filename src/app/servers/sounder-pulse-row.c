/* sounder-pulse-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-number.h"
#include "sounder-pulse-row.h"
#include "sounder-sparkline.h"
#include "sounder-template.h"

struct _SounderPulseRow
{
  GtkListBoxRow  parent_instance;

  SounderServer *server;

  GtkImage      *dot;
  GtkLabel      *name;
  GtkLabel      *status;
  AdwBin        *sparkline_bin;
  GtkLabel      *times;
  GtkLabel      *losses;
};

G_DEFINE_FINAL_TYPE (SounderPulseRow, sounder_pulse_row, GTK_TYPE_LIST_BOX_ROW)

/* What the probes of the last minutes say; empty while there is none. */
static void
show_figures (SounderPulseRow *self,
              McpHealth       *health)
{
  McpHealthStatistics statistics = MCP_HEALTH_STATISTICS_NONE;
  g_autofree char *times = NULL;
  g_autofree char *losses = NULL;

  if (health != NULL)
    mcp_health_get_recent (health, &statistics);

  if (statistics.median_usec >= 0)
    {
      g_autofree char *median = mcp_format_duration (statistics.median_usec);
      g_autofree char *p95 = mcp_format_duration (statistics.p95_usec);

      /* Translators: two round-trip times: the one in the middle, and the one that 95 % stay below. */
      times = g_strdup_printf (_("%s, 95 %% below %s"), median, p95);
    }
  if (statistics.sent > 0)
    {
      g_autofree char *loss = sounder_number_share (statistics.loss);
      g_autofree char *window = sounder_number_age ((gint64) MCP_HEALTH_RECENT_SEC * G_USEC_PER_SEC);

      /* Translators: the share of lost probes, and of which time: "0.4 % lost in 5 min" */
      losses = g_strdup_printf (_("%s lost in %s"), loss, window);
    }

  gtk_label_set_text (self->times, times != NULL ? times : "");
  gtk_label_set_text (self->losses, losses != NULL ? losses : "");
}

static void
update (SounderPulseRow *self)
{
  McpSession *session = sounder_server_peek_session (self->server);
  McpHealth *health = session != NULL ? mcp_session_get_health (session) : NULL;
  g_autofree char *name = NULL;
  g_autofree char *status_text = NULL;
  g_autofree char *label = NULL;

  g_object_get (self->server, "name", &name, "status-text", &status_text, NULL);
  gtk_label_set_text (self->name, name);
  gtk_label_set_text (self->status, status_text);
  sounder_status_show (sounder_server_get_status (self->server), self->dot);

  sounder_sparkline_set_health (SOUNDER_SPARKLINE (adw_bin_get_child (self->sparkline_bin)), health);
  show_figures (self, health);

  label = g_strjoin (", ", name, status_text, gtk_label_get_text (self->times), gtk_label_get_text (self->losses),
                     NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
sounder_pulse_row_dispose (GObject *object)
{
  SounderPulseRow *self = SOUNDER_PULSE_ROW (object);

  g_clear_object (&self->server);

  G_OBJECT_CLASS (sounder_pulse_row_parent_class)->dispose (object);
}

static void
sounder_pulse_row_class_init (SounderPulseRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_pulse_row_dispose;

  sounder_template_set (widget_class, "sounder-pulse-row.ui");
  sounder_template_bind (widget_class, SounderPulseRow, dot, name, status, sparkline_bin, times,
                         losses);
}

static void
sounder_pulse_row_init (SounderPulseRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_bin_set_child (self->sparkline_bin, sounder_sparkline_new ());
}

GtkWidget *
sounder_pulse_row_new (SounderServer *server)
{
  static const char *const changes[] = { "notify::name", "notify::status", "notify::status-text", "notify::value" };
  SounderPulseRow *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  self = g_object_new (SOUNDER_TYPE_PULSE_ROW, NULL);
  self->server = g_object_ref (server);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (server, changes[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

SounderServer *
sounder_pulse_row_get_server (SounderPulseRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_PULSE_ROW (self), NULL);

  return self->server;
}
