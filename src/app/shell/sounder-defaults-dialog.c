/* sounder-defaults-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-defaults-dialog.h"
#include "sounder-defaults.h"
#include "sounder-limit-settings.h"
#include "sounder-monitor-settings.h"
#include "sounder-protocol-settings.h"
#include "sounder-template.h"

struct _SounderDefaultsDialog
{
  AdwWindow                parent_instance;

  McpProfile              *profile; /* what the form began with */
  McpHealthSettings        loaded_health;

  GtkWidget               *save_button;
  SounderProtocolSettings *protocol;
  SounderMonitorSettings  *monitor;
  SounderLimitSettings    *limits;
};

G_DEFINE_FINAL_TYPE (SounderDefaultsDialog, sounder_defaults_dialog, ADW_TYPE_WINDOW)

static gboolean
validate (SounderDefaultsDialog *self)
{
  gboolean good = sounder_protocol_settings_validate (self->protocol);

  good = sounder_limit_settings_validate (self->limits) && good;
  gtk_widget_set_sensitive (self->save_button, good);

  return good;
}

static void
changed_cb (SounderDefaultsDialog *self)
{
  validate (self);
}

static void
save_cb (SounderDefaultsDialog *self)
{
  g_autoptr (McpProfile) made = mcp_profile_copy (self->profile);
  McpHealthSettings health;

  if (!validate (self))
    return;

  sounder_protocol_settings_store (self->protocol, made);
  sounder_limit_settings_store (self->limits, made);
  sounder_monitor_settings_read (self->monitor, &health);
  if (!mcp_health_settings_equal (&health, &self->loaded_health))
    mcp_profile_set_health (made, &health);

  sounder_defaults_save (made);
  gtk_window_close (GTK_WINDOW (self));
}

static void
sounder_defaults_dialog_dispose (GObject *object)
{
  SounderDefaultsDialog *self = SOUNDER_DEFAULTS_DIALOG (object);

  g_clear_object (&self->profile);

  G_OBJECT_CLASS (sounder_defaults_dialog_parent_class)->dispose (object);
}

static void
sounder_defaults_dialog_class_init (SounderDefaultsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_defaults_dialog_dispose;

  g_type_ensure (SOUNDER_TYPE_LIMIT_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_MONITOR_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_PROTOCOL_SETTINGS);
  sounder_template_set (widget_class, "sounder-defaults-dialog.ui");
  sounder_template_bind (widget_class, SounderDefaultsDialog, save_button, protocol, monitor,
                         limits);
  sounder_template_connect (widget_class, changed_cb, save_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_defaults_dialog_init (SounderDefaultsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->profile = sounder_defaults_new_profile ();
  mcp_profile_get_health (self->profile, &self->loaded_health);
  sounder_protocol_settings_load (self->protocol, self->profile);
  sounder_limit_settings_load (self->limits, self->profile);
  sounder_monitor_settings_load (self->monitor, &self->loaded_health);
}

void
sounder_defaults_dialog_present (GtkWindow *parent)
{
  GtkWindow *window = g_object_new (SOUNDER_TYPE_DEFAULTS_DIALOG, "transient-for", parent, NULL);

  gtk_window_present (window);
}
