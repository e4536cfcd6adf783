/* sounder-limit-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-limit-settings"

#include "config.h"

#include "sounder-limit-settings.h"
#include "sounder-number.h"
#include "sounder-template.h"

#define MIB (1024.0 * 1024.0)

struct _SounderLimitSettings
{
  AdwPreferencesGroup  parent_instance;

  gboolean             loading;

  GtkEditable         *timeout_rows[MCP_N_TIMEOUTS]; /* that of pings is the monitor's */
  GtkSwitch           *progress_resets;
  GtkWidget           *ending_group;
  GtkEditable         *close_wait_row;
  GtkEditable         *term_wait_row;
  GtkEditable         *max_message_row;
  GtkEditable         *max_journal_row;
  GtkEditable         *max_requests_row;
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
  /* In the order of McpTimeout. */
  static const char *const timeout_ids[MCP_N_TIMEOUTS] = {
    NULL,                "timeout_read_row",  "timeout_call_row",    "timeout_initialize_row",
    "timeout_start_row", "timeout_other_row", "timeout_maximum_row",
  };

  /**
   * SounderLimitSettings::changed:
   *
   * The user changed a field.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-limit-settings.ui");
  for (guint i = MCP_TIMEOUT_READ; i < MCP_N_TIMEOUTS; i++)
    gtk_widget_class_bind_template_child_full (
      widget_class, timeout_ids[i], FALSE,
      G_STRUCT_OFFSET (SounderLimitSettings, timeout_rows) + i * sizeof (GtkEditable *));
  sounder_template_bind (widget_class, SounderLimitSettings, progress_resets, ending_group,
                         close_wait_row, term_wait_row, max_message_row, max_journal_row,
                         max_requests_row);
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
  for (guint i = MCP_TIMEOUT_READ; i < MCP_N_TIMEOUTS; i++)
    sounder_number_write (self->timeout_rows[i], mcp_profile_get_timeout_msec (profile, i) / 1000.0);
  gtk_switch_set_active (self->progress_resets, mcp_profile_get_progress_resets (profile));
  sounder_number_write (self->close_wait_row, mcp_profile_get_close_wait_msec (profile) / 1000.0);
  sounder_number_write (self->term_wait_row, mcp_profile_get_term_wait_msec (profile) / 1000.0);
  sounder_number_write (self->max_message_row, mcp_profile_get_max_message_bytes (profile) / MIB);
  sounder_number_write (self->max_journal_row, mcp_profile_get_max_journal_bytes (profile) / MIB);
  sounder_number_write (self->max_requests_row, mcp_profile_get_max_server_requests (profile));
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

  for (guint i = MCP_TIMEOUT_READ; i < MCP_N_TIMEOUTS; i++)
    good = sounder_number_read (self->timeout_rows[i], 0.001, 86400, &value) && good;
  good = sounder_number_read (self->close_wait_row, 0, 600, &value) && good;
  good = sounder_number_read (self->term_wait_row, 0, 600, &value) && good;
  good = sounder_number_read (self->max_message_row, 0.0625, 1 << 10, &value) && good;
  good = sounder_number_read (self->max_journal_row, 1, 1 << 30, &value) && good;

  return sounder_number_read (self->max_requests_row, 1, 1000000, &value) && good;
}

static double
number_of (GtkEditable *entry)
{
  double value = 0;

  sounder_number_parse (gtk_editable_get_text (entry), -G_MAXDOUBLE, G_MAXDOUBLE, &value);

  return value;
}

void
sounder_limit_settings_store (SounderLimitSettings *self,
                              McpProfile           *profile)
{
  g_return_if_fail (SOUNDER_IS_LIMIT_SETTINGS (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  for (guint i = MCP_TIMEOUT_READ; i < MCP_N_TIMEOUTS; i++)
    mcp_profile_set_timeout_msec (profile, i, (guint) (number_of (self->timeout_rows[i]) * 1000));
  mcp_profile_set_progress_resets (profile, gtk_switch_get_active (self->progress_resets));
  mcp_profile_set_waits (profile, (guint) (number_of (self->close_wait_row) * 1000),
                         (guint) (number_of (self->term_wait_row) * 1000));
  mcp_profile_set_max_message_bytes (profile, (gsize) (number_of (self->max_message_row) * MIB));
  mcp_profile_set_max_journal_bytes (profile, (guint64) (number_of (self->max_journal_row) * MIB));
  mcp_profile_set_max_server_requests (profile, (guint) number_of (self->max_requests_row));
}
