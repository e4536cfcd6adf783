/* sounder-preferences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-registry.h"
#include "sounder-appearance.h"
#include "sounder-defaults-dialog.h"
#include "sounder-number.h"
#include "sounder-preferences.h"
#include "sounder-redaction-settings.h"
#include "sounder-settings.h"
#include "sounder-template.h"
#include "sounder-text-field.h"

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
  GtkSwitch   *background;
  GtkSwitch   *check_formats;
  AdwComboRow *code_font_row;
  GtkEditable *text_percent_row;
  GtkEditable *keep_days_row;
  GtkEditable *keep_size_row;
  GtkEditable *registry_row;
};

G_DEFINE_FINAL_TYPE (SounderPreferences, sounder_preferences, ADW_TYPE_WINDOW)

static const char *const scheme_nicks[] = { "system", "light", "dark" };

static void
style_selected_cb (SounderPreferences *self)
{
  guint selected = adw_combo_row_get_selected (self->style_row);

  if (self->loading || selected >= G_N_ELEMENTS (scheme_nicks))
    return;

  sounder_settings_set ("style-scheme", "s", scheme_nicks[selected]);
  sounder_appearance_apply ();
}

/* The first is that of the desktop. */
static void
code_font_selected_cb (SounderPreferences *self)
{
  guint selected = adw_combo_row_get_selected (self->code_font_row);
  GtkStringList *fonts = GTK_STRING_LIST (adw_combo_row_get_model (self->code_font_row));

  if (self->loading || selected == GTK_INVALID_LIST_POSITION)
    return;

  sounder_settings_set ("code-font", "s", selected > 0 ? gtk_string_list_get_string (fonts, selected) : "");
  sounder_appearance_apply ();
}

static void
text_percent_cb (SounderPreferences *self)
{
  double percent;

  if (self->loading
      || !sounder_number_read (self->text_percent_row, SOUNDER_MIN_TEXT_PERCENT, SOUNDER_MAX_TEXT_PERCENT,
                               &percent))
    return;

  sounder_settings_set ("text-percent", "u", (guint) percent);
  sounder_appearance_apply ();
}

static void
defaults_cb (SounderPreferences *self)
{
  sounder_defaults_dialog_present (GTK_WINDOW (self));
}

static void
redaction_cb (SounderPreferences *self)
{
  sounder_redaction_settings_present (GTK_WINDOW (self));
}

static void
numbers_changed_cb (SounderPreferences *self)
{
  double value;
  guint days;

  if (self->loading)
    return;

  if (sounder_number_read_whole (self->keep_days_row, MAX_KEEP_DAYS, &days))
    sounder_settings_set ("journal-keep-days", "u", days);
  if (sounder_number_read (self->keep_size_row, 0, MAX_KEEP_MIB, &value))
    sounder_settings_set ("journal-keep-bytes", "t", (guint64) (value * MIB));
}

static void
registry_changed_cb (SounderPreferences *self)
{
  const char *address = gtk_editable_get_text (self->registry_row);
  gboolean is_fit = *address == '\0' || mcp_registry_check_address (address, NULL);

  sounder_field_mark (GTK_WIDGET (self->registry_row), !is_fit);
  if (is_fit && !self->loading)
    sounder_settings_set ("registry", "s", *address != '\0' ? address : MCP_REGISTRY_OFFICIAL);
}

static void
load_code_fonts (SounderPreferences *self)
{
  g_autofree char *chosen = sounder_settings_dup_string ("code-font", "");
  g_auto (GStrv) names = sounder_appearance_dup_code_fonts (GTK_WIDGET (self));
  g_autoptr (GtkStringList) fonts = gtk_string_list_new (NULL);
  guint selected = 0;

  gtk_string_list_append (fonts, _("That of the System"));
  for (guint i = 0; names[i] != NULL; i++)
    {
      gtk_string_list_append (fonts, names[i]);
      if (g_str_equal (names[i], chosen))
        selected = i + 1;
    }
  /* It may be there again tomorrow. */
  if (*chosen != '\0' && selected == 0)
    {
      gtk_string_list_append (fonts, chosen);
      selected = g_list_model_get_n_items (G_LIST_MODEL (fonts)) - 1;
    }
  adw_combo_row_set_model (self->code_font_row, G_LIST_MODEL (fonts));
  adw_combo_row_set_selected (self->code_font_row, selected);
}

static void
load (SounderPreferences *self)
{
  g_autofree char *registry = sounder_settings_dup_string ("registry", MCP_REGISTRY_OFFICIAL);
  g_autofree char *scheme = sounder_settings_dup_string ("style-scheme", "system");

  self->loading = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (scheme_nicks); i++)
    if (g_str_equal (scheme, scheme_nicks[i]))
      adw_combo_row_set_selected (self->style_row, i);
  sounder_settings_bind ("notifications", self->notifications, "active");
  sounder_settings_bind ("run-in-background", self->background, "active");
  sounder_settings_bind ("check-formats", self->check_formats, "active");
  load_code_fonts (self);
  sounder_number_write (self->text_percent_row, sounder_settings_get_uint ("text-percent", 100));
  sounder_number_write (self->keep_days_row,
                        sounder_settings_get_uint ("journal-keep-days",
                                                   SOUNDER_SETTINGS_KEEP_DAYS));
  sounder_number_write (self->keep_size_row,
                        sounder_settings_get_uint64 ("journal-keep-bytes",
                                                     SOUNDER_SETTINGS_KEEP_BYTES)
                          / MIB);
  gtk_editable_set_text (self->registry_row, registry);
  self->loading = FALSE;
}

static void
sounder_preferences_class_init (SounderPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  sounder_template_set (widget_class, "sounder-preferences.ui");
  sounder_template_bind (widget_class, SounderPreferences, style_row, notifications, background,
                         check_formats, code_font_row, text_percent_row, keep_days_row,
                         keep_size_row, registry_row);
  gtk_widget_class_bind_template_child_full (widget_class, "defaults_row", FALSE, 0);
  gtk_widget_class_bind_template_child_full (widget_class, "redaction_row", FALSE, 0);
  sounder_template_connect (widget_class, style_selected_cb, code_font_selected_cb, text_percent_cb,
                            defaults_cb, redaction_cb, numbers_changed_cb, registry_changed_cb);
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
 * sounder_preferences_get_rows:
 * @n_rows: (out): how many there are
 *
 * Gets the settings that can be found by their titles.
 *
 * Returns: (transfer none) (array length=n_rows): the rows
 */
const SounderSettingRow *
sounder_preferences_get_rows (guint *n_rows)
{
  static const SounderSettingRow rows[] = {
    { "style_row", N_("Style") },
    { "code_font_row", N_("Font of code") },
    { "text_percent_row", N_("Size of text, in %") },
    { "notifications", N_("Notifications") },
    { "background", N_("Watch in the Background") },
    { "check_formats", N_("Check Formats") },
    { "defaults_row", N_("Defaults of New Servers") },
    { "registry_row", N_("Registry") },
    { "redaction_row", N_("Redaction") },
    { "keep_days_row", N_("Keep for, in days") },
    { "keep_size_row", N_("Keep at most, in MiB") },
  };

  *n_rows = G_N_ELEMENTS (rows);

  return rows;
}

/**
 * sounder_preferences_present:
 * @parent: (nullable): the window to be above
 * @row: (nullable): one of sounder_preferences_get_rows(), which gets the focus
 *
 * Shows the settings.
 */
void
sounder_preferences_present (GtkWindow  *parent,
                             const char *row)
{
  GtkWindow *window = g_object_new (SOUNDER_TYPE_PREFERENCES, "transient-for", parent, NULL);
  GObject *chosen = row != NULL ? gtk_widget_get_template_child (GTK_WIDGET (window), SOUNDER_TYPE_PREFERENCES, row)
                                : NULL;

  gtk_window_present (window);
  if (chosen != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (chosen));
}
