/* sounder-preferences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-preferences"

#include "config.h"

#include "mcp-stdio-transport.h"
#include "sounder-application.h"
#include "sounder-number.h"
#include "sounder-preferences.h"
#include "sounder-settings.h"

/**
 * SounderPreferences:
 *
 * The settings of the application. A change is kept at once; a number that
 * makes no sense is marked and not kept.
 */

#define MIB (1024.0 * 1024.0)

#define MAX_KEEP_DAYS 3650
#define MAX_KEEP_MIB  (1 << 24)

struct _SounderPreferences
{
  AdwWindow    parent_instance;

  /* While the rows are filled in nothing is kept. */
  gboolean     loading;

  AdwComboRow *style_row;
  GtkSwitch   *notifications;
  GtkSwitch   *check_formats;
  GtkEditable *close_wait_row;
  GtkEditable *term_wait_row;
  GtkEditable *max_message_row;
  GtkEditable *keep_days_row;
  GtkEditable *keep_size_row;
};

G_DEFINE_FINAL_TYPE (SounderPreferences, sounder_preferences, ADW_TYPE_WINDOW)

static const char *const scheme_nicks[] = { "system", "light", "dark" };

static void
style_selected_cb (SounderPreferences *self)
{
  guint selected = adw_combo_row_get_selected (self->style_row);

  if (self->loading || selected >= G_N_ELEMENTS (scheme_nicks))
    return;

  sounder_settings_set_string ("style-scheme", scheme_nicks[selected]);
  sounder_application_apply_style_scheme ();
}

static void
notifications_cb (SounderPreferences *self)
{
  if (!self->loading)
    sounder_settings_set_boolean ("notifications", gtk_switch_get_active (self->notifications));
}

static void
check_formats_cb (SounderPreferences *self)
{
  if (!self->loading)
    sounder_settings_set_boolean ("check-formats", gtk_switch_get_active (self->check_formats));
}

static void
numbers_changed_cb (SounderPreferences *self)
{
  double value;
  guint days;

  if (self->loading)
    return;

  if (sounder_number_read (self->close_wait_row, 0, 600, &value))
    sounder_settings_set_uint ("close-wait-msec", (guint) (value * 1000));
  if (sounder_number_read (self->term_wait_row, 0, 600, &value))
    sounder_settings_set_uint ("term-wait-msec", (guint) (value * 1000));
  if (sounder_number_read (self->max_message_row, 0.0625, 1 << 10, &value))
    sounder_settings_set_uint64 ("max-message-bytes", (guint64) (value * MIB));
  if (sounder_number_read_whole (self->keep_days_row, MAX_KEEP_DAYS, &days))
    sounder_settings_set_uint ("journal-keep-days", days);
  if (sounder_number_read (self->keep_size_row, 0, MAX_KEEP_MIB, &value))
    sounder_settings_set_uint64 ("journal-keep-bytes", (guint64) (value * MIB));
}

static void
load (SounderPreferences *self)
{
  g_autofree char *scheme = sounder_settings_dup_string ("style-scheme", "system");

  self->loading = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (scheme_nicks); i++)
    if (g_str_equal (scheme, scheme_nicks[i]))
      adw_combo_row_set_selected (self->style_row, i);
  gtk_switch_set_active (self->notifications,
                         sounder_settings_get_boolean ("notifications", TRUE));
  gtk_switch_set_active (self->check_formats, sounder_settings_get_boolean ("check-formats", TRUE));
  sounder_number_write (self->close_wait_row,
                        sounder_settings_get_uint ("close-wait-msec",
                                                   MCP_STDIO_DEFAULT_CLOSE_WAIT_MSEC)
                          / 1000.0);
  sounder_number_write (self->term_wait_row,
                        sounder_settings_get_uint ("term-wait-msec",
                                                   MCP_STDIO_DEFAULT_TERM_WAIT_MSEC)
                          / 1000.0);
  sounder_number_write (self->max_message_row,
                        sounder_settings_get_uint64 ("max-message-bytes",
                                                     MCP_STDIO_DEFAULT_CAP_BYTES)
                          / MIB);
  sounder_number_write (self->keep_days_row,
                        sounder_settings_get_uint ("journal-keep-days",
                                                   SOUNDER_SETTINGS_KEEP_DAYS));
  sounder_number_write (self->keep_size_row,
                        sounder_settings_get_uint64 ("journal-keep-bytes",
                                                     SOUNDER_SETTINGS_KEEP_BYTES)
                          / MIB);
  self->loading = FALSE;
}

static void
sounder_preferences_class_init (SounderPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, style_row);
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, notifications);
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, check_formats);
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, close_wait_row);
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, term_wait_row);
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, max_message_row);
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, keep_days_row);
  gtk_widget_class_bind_template_child (widget_class, SounderPreferences, keep_size_row);
  gtk_widget_class_bind_template_callback (widget_class, style_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, notifications_cb);
  gtk_widget_class_bind_template_callback (widget_class, check_formats_cb);
  gtk_widget_class_bind_template_callback (widget_class, numbers_changed_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_preferences_init (SounderPreferences *self)
{
  /* The template's defaults emit before there is anything to keep. */
  self->loading = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  load (self);
}

/**
 * sounder_preferences_present:
 * @parent: (nullable): the window to be above
 *
 * Shows the settings.
 */
void
sounder_preferences_present (GtkWindow *parent)
{
  GtkWindow *window = g_object_new (SOUNDER_TYPE_PREFERENCES, "transient-for", parent, NULL);

  gtk_window_present (window);
}
