/* sounder-monitor-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "sounder-monitor-settings.h"
#include "sounder-number-row.h"
#include "sounder-template.h"

/**
 * SounderMonitorSettings:
 *
 * The part of a profile that says how its connection is watched. An edit is in
 * the profile at once; the list of servers is saved a moment after the last one.
 */

/* A held button makes many changes: one write for all of them. */
#define SAVE_DELAY_MSEC 500
#define DAY_SECONDS     86400

typedef enum {
  NUMBER_INTERVAL,
  NUMBER_IDLE,
  NUMBER_TIMEOUT,
  NUMBER_THROTTLE,
  NUMBER_FAILURES,
  N_NUMBERS,
} Number;

static const struct
{
  const char *title;
  const char *subtitle;
  double      lower;
  double      upper;
  guint       digits;
} numbers[N_NUMBERS] = {
  [NUMBER_INTERVAL] = { N_("Interval"), N_("seconds between probes"), 0.1, DAY_SECONDS, 3 },
  [NUMBER_IDLE] = { N_("Idle time"), N_("seconds without traffic before a probe"), 0.1, DAY_SECONDS, 3 },
  [NUMBER_TIMEOUT] = { N_("Timeout"), N_("seconds before a probe counts as lost"), 0.1, DAY_SECONDS, 3 },
  [NUMBER_THROTTLE] = { N_("At most one in"), N_("seconds; a shorter interval rules"), 0, DAY_SECONDS, 3 },
  [NUMBER_FAILURES] = { N_("Failures before action"), N_("in a row"), 1, 1000, 0 },
};

struct _SounderMonitorSettings
{
  AdwPreferencesGroup  parent_instance;

  McpProfile          *profile;       /* (nullable) */
  GSignalGroup        *profile_signals;
  gboolean             is_filling;    /* the settings tell the widgets, not the other way round */
  guint                save_id;
  McpHealthSettings    shown;

  AdwComboRow         *strategy;
  AdwComboRow         *preset;
  GtkWidget           *number_rows[N_NUMBERS];
  GtkSpinButton       *numbers[N_NUMBERS];
  GtkWidget           *adaptive_row;
  GtkSwitch           *adaptive;
  AdwComboRow         *reaction;
};

G_DEFINE_FINAL_TYPE (SounderMonitorSettings, sounder_monitor_settings,
                     ADW_TYPE_PREFERENCES_GROUP)

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

static void
show_source (SounderMonitorSettings *self,
             Number                  number,
             McpHealthSource         source)
{
  g_autofree char *words = mcp_health_settings_describe_source (&self->shown, source);
  /* Translators: what a number is, and where it comes from. */
  g_autofree char *subtitle = g_strdup_printf (_("%s; %s"), _(numbers[number].subtitle), words);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->number_rows[number]), subtitle);
}

/* What has no say under the strategy is out of sight. */
static void
update_rows (SounderMonitorSettings *self)
{
  McpHealthStrategy strategy = adw_combo_row_get_selected (self->strategy);
  gboolean by_itself = strategy != MCP_STRATEGY_OFF;

  gtk_widget_set_visible (self->number_rows[NUMBER_INTERVAL],
                          strategy == MCP_STRATEGY_PERIODIC || strategy == MCP_STRATEGY_ADAPTIVE);
  gtk_widget_set_visible (self->number_rows[NUMBER_IDLE], strategy == MCP_STRATEGY_IDLE);
  gtk_widget_set_visible (self->number_rows[NUMBER_THROTTLE], by_itself);
  gtk_widget_set_visible (self->number_rows[NUMBER_FAILURES], by_itself);
  gtk_widget_set_visible (GTK_WIDGET (self->reaction), by_itself);
}

static guint
get_msec (SounderMonitorSettings *self,
          Number                  number)
{
  return (guint) round (gtk_spin_button_get_value (self->numbers[number]) * 1000);
}

static void
set_seconds (SounderMonitorSettings *self,
             Number                  number,
             guint                   msec)
{
  gtk_spin_button_set_value (self->numbers[number], msec / 1e3);
}

static void
store (SounderMonitorSettings  *self,
       const McpHealthSettings *health)
{
  sounder_monitor_settings_load (self, health);
  if (self->profile == NULL)
    return;

  /* A notify would fill the same in again. */
  self->is_filling = TRUE;
  mcp_profile_set_health (self->profile, health);
  self->is_filling = FALSE;

  if (mcp_profile_is_temporary (self->profile))
    return;

  g_clear_handle_id (&self->save_id, g_source_remove);
  self->save_id = g_timeout_add (SAVE_DELAY_MSEC, save_cb, self);
}

static void
edited_cb (SounderMonitorSettings *self)
{
  McpHealthSettings health;

  /* The template sets values before all is there. */
  if (self->is_filling || self->reaction == NULL)
    return;

  sounder_monitor_settings_read (self, &health);
  if (health.interval_msec != self->shown.interval_msec)
    health.interval_source = MCP_HEALTH_BY_NUMBER;
  if (health.timeout_msec != self->shown.timeout_msec)
    health.timeout_source = MCP_HEALTH_BY_NUMBER;
  /* Numbers that were chosen one by one are no preset. */
  mcp_health_settings_settle (&health);
  store (self, &health);
}

static void
preset_cb (SounderMonitorSettings *self)
{
  McpHealthSettings health;

  if (self->is_filling || self->reaction == NULL)
    return;

  sounder_monitor_settings_read (self, &health);
  mcp_health_settings_apply_preset (&health, adw_combo_row_get_selected (self->preset));
  store (self, &health);
}

static void
profile_changed_cb (SounderMonitorSettings *self)
{
  McpHealthSettings health;

  if (self->is_filling || self->profile == NULL)
    return;

  mcp_profile_get_health (self->profile, &health);
  sounder_monitor_settings_load (self, &health);
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
sounder_monitor_settings_class_init (SounderMonitorSettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_monitor_settings_dispose;
  widget_class->unmap = sounder_monitor_settings_unmap;

  sounder_template_set (widget_class, "sounder-monitor-settings.ui");
  sounder_template_bind (widget_class, SounderMonitorSettings, strategy, preset);
  sounder_template_connect (widget_class, edited_cb, preset_cb);
}

static void
set_names (AdwComboRow *row,
           const char *const *names)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);

  adw_combo_row_set_model (row, G_LIST_MODEL (list));
}

static void
add_number (SounderMonitorSettings *self,
            Number                  number)
{
  self->numbers[number] = sounder_number_spin_new (numbers[number].lower, numbers[number].upper,
                                                   numbers[number].digits);
  g_signal_connect_swapped (self->numbers[number], "value-changed", G_CALLBACK (edited_cb), self);
  self->number_rows[number] = sounder_control_row_new (_(numbers[number].title), _(numbers[number].subtitle),
                                                       GTK_WIDGET (self->numbers[number]));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->number_rows[number]);
}

static void
add_reaction (SounderMonitorSettings *self)
{
  const char *const reactions[] = { _("Mark as Stale"), _("Disconnect"), _("Restart"), NULL };

  self->reaction = ADW_COMBO_ROW (adw_combo_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->reaction), _("Then"));
  set_names (self->reaction, reactions);
  g_signal_connect_swapped (self->reaction, "notify::selected", G_CALLBACK (edited_cb), self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (self->reaction));
}

static void
sounder_monitor_settings_init (SounderMonitorSettings *self)
{
  const char *strategies[MCP_STRATEGY_OFF + 2] = { NULL };
  const char *presets[MCP_PRESET_CUSTOM + 2] = { NULL };
  McpHealthSettings health;

  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i <= MCP_STRATEGY_OFF; i++)
    strategies[i] = mcp_health_strategy_get_name (i);
  set_names (self->strategy, strategies);
  for (guint i = 0; i <= MCP_PRESET_CUSTOM; i++)
    presets[i] = mcp_health_preset_get_name (i);
  set_names (self->preset, presets);

  add_number (self, NUMBER_INTERVAL);
  add_number (self, NUMBER_IDLE);
  add_number (self, NUMBER_TIMEOUT);
  self->adaptive = GTK_SWITCH (gtk_switch_new ());
  g_signal_connect_swapped (self->adaptive, "notify::active", G_CALLBACK (edited_cb), self);
  self->adaptive_row = sounder_control_row_new (_("Adaptive timeout"), _("longer when answers take longer"),
                                                GTK_WIDGET (self->adaptive));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->adaptive_row);
  add_number (self, NUMBER_THROTTLE);
  add_number (self, NUMBER_FAILURES);
  add_reaction (self);

  self->profile_signals = g_signal_group_new (MCP_TYPE_PROFILE);
  g_signal_group_connect_swapped (self->profile_signals, "notify",
                                  G_CALLBACK (profile_changed_cb), self);
  mcp_health_settings_init (&health, MCP_PRESET_LOCAL);
  sounder_monitor_settings_load (self, &health);
}

/* (nullable): whose settings are shown. */
void
sounder_monitor_settings_set_profile (SounderMonitorSettings *self,
                                      McpProfile             *profile)
{
  g_return_if_fail (SOUNDER_IS_MONITOR_SETTINGS (self));

  if (self->profile == profile)
    return;

  save_now (self);
  g_set_object (&self->profile, profile);
  g_signal_group_set_target (self->profile_signals, profile);
  profile_changed_cb (self);
}

void
sounder_monitor_settings_load (SounderMonitorSettings  *self,
                               const McpHealthSettings *health)
{
  g_return_if_fail (SOUNDER_IS_MONITOR_SETTINGS (self));
  g_return_if_fail (health != NULL);

  self->is_filling = TRUE;
  self->shown = *health;
  adw_combo_row_set_selected (self->strategy, health->strategy);
  adw_combo_row_set_selected (self->preset, health->preset);
  set_seconds (self, NUMBER_INTERVAL, health->interval_msec);
  set_seconds (self, NUMBER_IDLE, health->idle_msec);
  set_seconds (self, NUMBER_TIMEOUT, health->timeout_msec);
  set_seconds (self, NUMBER_THROTTLE, health->throttle_msec);
  gtk_spin_button_set_value (self->numbers[NUMBER_FAILURES], health->n_failures);
  gtk_switch_set_active (self->adaptive, health->adaptive_timeout);
  adw_combo_row_set_selected (self->reaction, health->reaction);
  show_source (self, NUMBER_INTERVAL, health->interval_source);
  show_source (self, NUMBER_TIMEOUT, health->timeout_source);
  update_rows (self);
  self->is_filling = FALSE;
}

void
sounder_monitor_settings_read (SounderMonitorSettings *self,
                               McpHealthSettings      *health)
{
  g_return_if_fail (SOUNDER_IS_MONITOR_SETTINGS (self));
  g_return_if_fail (health != NULL);

  *health = (McpHealthSettings) {
    .strategy = adw_combo_row_get_selected (self->strategy),
    .preset = adw_combo_row_get_selected (self->preset),
    .base = self->shown.base,
    .interval_source = self->shown.interval_source,
    .timeout_source = self->shown.timeout_source,
    .interval_msec = get_msec (self, NUMBER_INTERVAL),
    .idle_msec = get_msec (self, NUMBER_IDLE),
    .timeout_msec = get_msec (self, NUMBER_TIMEOUT),
    .throttle_msec = get_msec (self, NUMBER_THROTTLE),
    .n_failures = (guint) gtk_spin_button_get_value_as_int (self->numbers[NUMBER_FAILURES]),
    .adaptive_timeout = gtk_switch_get_active (self->adaptive),
    .reaction = adw_combo_row_get_selected (self->reaction),
  };
}
