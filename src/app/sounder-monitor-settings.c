/* sounder-monitor-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-monitor-settings"

#include "config.h"

#include <math.h>

#include "mcp-profile.h"
#include "sounder-monitor-settings.h"
#include "sounder-number.h"

/**
 * SounderMonitorSettings:
 *
 * The part of a profile that says how its connection is watched. An edit is in
 * the profile at once; the list of servers is saved a moment after the last one.
 */

/* A held button makes many changes: one write for all of them. */
#define SAVE_DELAY_MSEC 500

struct _SounderMonitorSettings
{
  AdwBin         parent_instance;

  McpProfile    *profile;
  GSignalGroup  *profile_signals;
  gboolean       is_filling;      /* the profile tells the widgets, not the other way round */
  guint          save_id;

  GtkSwitch     *enabled;
  GtkSpinButton *interval;
  GtkSpinButton *timeout;
  GtkSpinButton *failures;
  AdwComboRow   *reaction;
};

G_DEFINE_FINAL_TYPE (SounderMonitorSettings, sounder_monitor_settings, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_PROFILE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
save_cb (gpointer data)
{
  SounderMonitorSettings *self = data;

  self->save_id = 0;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.save-profile", "s",
                              mcp_profile_get_name (self->profile));

  return G_SOURCE_REMOVE;
}

static void
save_now (SounderMonitorSettings *self)
{
  if (self->save_id == 0)
    return;

  g_clear_handle_id (&self->save_id, g_source_remove);
  save_cb (self);
}

static guint
get_msec (GtkSpinButton *button)
{
  return (guint) round (gtk_spin_button_get_value (button) * 1000);
}

static void
edited_cb (SounderMonitorSettings *self)
{
  /* The template sets values before all is there. */
  if (self->is_filling || self->profile == NULL || self->reaction == NULL)
    return;

  /* A notify of the one would fill the old value of the other in again. */
  self->is_filling = TRUE;
  mcp_profile_set_timeout_msec (self->profile, MCP_TIMEOUT_PING, get_msec (self->timeout));
  mcp_profile_set_ping (self->profile, gtk_switch_get_active (self->enabled),
                        get_msec (self->interval),
                        (guint) gtk_spin_button_get_value_as_int (self->failures),
                        (McpReaction) adw_combo_row_get_selected (self->reaction));
  self->is_filling = FALSE;

  if (mcp_profile_is_temporary (self->profile))
    return;

  g_clear_handle_id (&self->save_id, g_source_remove);
  self->save_id = g_timeout_add (SAVE_DELAY_MSEC, save_cb, self);
}

static void
profile_changed_cb (SounderMonitorSettings *self)
{
  if (self->is_filling)
    return;

  gtk_widget_set_sensitive (GTK_WIDGET (self), self->profile != NULL);
  if (self->profile == NULL)
    return;

  self->is_filling = TRUE;
  gtk_switch_set_active (self->enabled, mcp_profile_get_ping_enabled (self->profile));
  gtk_spin_button_set_value (self->interval,
                             mcp_profile_get_ping_interval_msec (self->profile) / 1e3);
  gtk_spin_button_set_value (self->timeout,
                             mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_PING) / 1e3);
  gtk_spin_button_set_value (self->failures, mcp_profile_get_ping_failures (self->profile));
  adw_combo_row_set_selected (self->reaction, mcp_profile_get_reaction (self->profile));
  self->is_filling = FALSE;
}

static int
input_cb (GtkSpinButton *button,
          double        *value,
          gpointer       user_data)
{
  double minimum;
  double maximum;

  gtk_spin_button_get_range (button, &minimum, &maximum);

  /* What makes no sense changes nothing; told of an error GTK would take the least value. */
  if (!sounder_number_parse (gtk_editable_get_text (GTK_EDITABLE (button)), minimum, maximum,
                             value))
    *value = gtk_spin_button_get_value (button);

  return TRUE;
}

static gboolean
output_cb (GtkSpinButton *button,
           gpointer       user_data)
{
  g_autofree char *text = sounder_number_print (gtk_spin_button_get_value (button));

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (button)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (button), text);

  return TRUE;
}

/* The wheel is for the page: whoever scrolls it must not change what is under the pointer. */
static void
ignore_wheel (GtkSpinButton *button)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (button));

  for (guint i = g_list_model_get_n_items (controllers); i > 0; i--)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i - 1);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

static void
set_profile (SounderMonitorSettings *self,
             McpProfile             *profile)
{
  if (self->profile == profile)
    return;

  save_now (self);
  g_set_object (&self->profile, profile);
  g_signal_group_set_target (self->profile_signals, profile);
  profile_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROFILE]);
}

static void
sounder_monitor_settings_unmap (GtkWidget *widget)
{
  save_now (SOUNDER_MONITOR_SETTINGS (widget));
  GTK_WIDGET_CLASS (sounder_monitor_settings_parent_class)->unmap (widget);
}

static void
sounder_monitor_settings_dispose (GObject *object)
{
  SounderMonitorSettings *self = SOUNDER_MONITOR_SETTINGS (object);

  g_clear_handle_id (&self->save_id, g_source_remove);
  g_clear_object (&self->profile_signals);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (sounder_monitor_settings_parent_class)->dispose (object);
}

static void
sounder_monitor_settings_get_property (GObject    *object,
                                       guint       prop_id,
                                       GValue     *value,
                                       GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_PROFILE:
      g_value_set_object (value, SOUNDER_MONITOR_SETTINGS (object)->profile);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_monitor_settings_set_property (GObject      *object,
                                       guint         prop_id,
                                       const GValue *value,
                                       GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_PROFILE:
      set_profile (SOUNDER_MONITOR_SETTINGS (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_monitor_settings_class_init (SounderMonitorSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_monitor_settings_dispose;
  object_class->get_property = sounder_monitor_settings_get_property;
  object_class->set_property = sounder_monitor_settings_set_property;
  widget_class->unmap = sounder_monitor_settings_unmap;

  /**
   * SounderMonitorSettings:profile:
   *
   * Whose settings are shown.
   */
  properties[PROP_PROFILE] =
    g_param_spec_object ("profile", NULL, NULL, MCP_TYPE_PROFILE,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-monitor-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderMonitorSettings, enabled);
  gtk_widget_class_bind_template_child (widget_class, SounderMonitorSettings, interval);
  gtk_widget_class_bind_template_child (widget_class, SounderMonitorSettings, timeout);
  gtk_widget_class_bind_template_child (widget_class, SounderMonitorSettings, failures);
  gtk_widget_class_bind_template_child (widget_class, SounderMonitorSettings, reaction);
  gtk_widget_class_bind_template_callback (widget_class, edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, input_cb);
  gtk_widget_class_bind_template_callback (widget_class, output_cb);
}

static void
sounder_monitor_settings_init (SounderMonitorSettings *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ignore_wheel (self->interval);
  ignore_wheel (self->timeout);
  ignore_wheel (self->failures);

  self->profile_signals = g_signal_group_new (MCP_TYPE_PROFILE);
  g_signal_group_connect_swapped (self->profile_signals, "notify",
                                  G_CALLBACK (profile_changed_cb), self);
  profile_changed_cb (self);
}
