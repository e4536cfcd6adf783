/* sounder-limit-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-limit-settings.h"
#include "sounder-number.h"
#include "sounder-template.h"

#define MIB (1024.0 * 1024.0)

/* The limits that are numbers; the time for pings is the monitor's. */
static const struct
{
  const char *row;
  const char *property;  /* of McpProfile */
  double      unit;      /* what one of the row is there */
  double      minimum;   /* of the row */
  double      maximum;
} limits[] = {
  { "timeout_read_row", "read-timeout-msec", 1000, 0.001, 86400 },
  { "timeout_call_row", "call-timeout-msec", 1000, 0.001, 86400 },
  { "timeout_initialize_row", "initialize-timeout-msec", 1000, 0.001, 86400 },
  { "timeout_discover_row", "discover-timeout-msec", 1000, 0.001, 86400 },
  { "timeout_start_row", "start-timeout-msec", 1000, 0.001, 86400 },
  { "timeout_other_row", "other-timeout-msec", 1000, 0.001, 86400 },
  { "timeout_maximum_row", "maximum-timeout-msec", 1000, 0.001, 86400 },
  { "close_wait_row", "close-wait-msec", 1000, 0, 600 },
  { "term_wait_row", "term-wait-msec", 1000, 0, 600 },
  { "max_message_row", "max-message-bytes", MIB, 0.0625, 1 << 10 },
  { "max_journal_row", "max-journal-bytes", MIB, 1, 1 << 30 },
  { "max_memory_row", "max-memory-bytes", MIB, 16, 1 << 30 },
  { "max_requests_row", "max-server-requests", 1, 1, 1000000 },
  { "list_interval_row", "list-interval-sec", 1, 0, 86400 },
};

struct _SounderLimitSettings
{
  AdwPreferencesGroup  parent_instance;

  gboolean             loading;

  GtkEditable         *rows[G_N_ELEMENTS (limits)];
  GtkSwitch           *progress_resets;
  GtkWidget           *ending_group;
};

G_DEFINE_FINAL_TYPE (SounderLimitSettings, sounder_limit_settings, ADW_TYPE_PREFERENCES_GROUP)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
changed_cb (SounderLimitSettings *self)
{
  if (!self->loading)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
sounder_limit_settings_class_init (SounderLimitSettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  /**
   * SounderLimitSettings::changed:
   *
   * The user changed a field.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-limit-settings.ui");
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    gtk_widget_class_bind_template_child_full (
      widget_class, limits[i].row, FALSE,
      G_STRUCT_OFFSET (SounderLimitSettings, rows) + i * sizeof (GtkEditable *));
  sounder_template_bind (widget_class, SounderLimitSettings, progress_resets, ending_group);
  sounder_template_connect (widget_class, changed_cb);
}

static void
sounder_limit_settings_init (SounderLimitSettings *self)
{
  self->loading = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->loading = FALSE;
}

void
sounder_limit_settings_load (SounderLimitSettings *self,
                             McpProfile           *profile)
{
  g_return_if_fail (SOUNDER_IS_LIMIT_SETTINGS (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  self->loading = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_value_init (&value, G_TYPE_DOUBLE);
      g_object_get_property (G_OBJECT (profile), limits[i].property, &value);
      sounder_number_write (self->rows[i], g_value_get_double (&value) / limits[i].unit);
    }
  gtk_switch_set_active (self->progress_resets,
                         mcp_profile_get_settings (profile)->progress_resets);
  self->loading = FALSE;
}

void
sounder_limit_settings_set_is_stdio (SounderLimitSettings *self,
                                     gboolean              is_stdio)
{
  g_return_if_fail (SOUNDER_IS_LIMIT_SETTINGS (self));

  gtk_widget_set_visible (self->ending_group, is_stdio);
}

gboolean
sounder_limit_settings_validate (SounderLimitSettings *self)
{
  double value;
  gboolean good = TRUE;

  g_return_val_if_fail (SOUNDER_IS_LIMIT_SETTINGS (self), FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    good = sounder_number_read (self->rows[i], limits[i].minimum, limits[i].maximum, &value) && good;

  return good;
}

void
sounder_limit_settings_store (SounderLimitSettings *self,
                              McpProfile           *profile)
{
  g_return_if_fail (SOUNDER_IS_LIMIT_SETTINGS (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;
      double number = 0;

      sounder_number_parse (gtk_editable_get_text (self->rows[i]), -G_MAXDOUBLE, G_MAXDOUBLE, &number);
      g_value_init (&value, G_TYPE_DOUBLE);
      g_value_set_double (&value, number * limits[i].unit);
      g_object_set_property (G_OBJECT (profile), limits[i].property, &value);
    }
  g_object_set (profile, "progress-resets", gtk_switch_get_active (self->progress_resets), NULL);
}
