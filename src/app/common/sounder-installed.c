/* sounder-installed.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-installed.h"

/**
 * sounder_installed_look_up_schema:
 * @id: the id of a schema of settings
 * @data_folder: the folder of data of the installation
 *
 * Looks for a schema where GLib does, and then in the installation.
 *
 * Returns: (transfer full) (nullable): the schema
 */
GSettingsSchema *
sounder_installed_look_up_schema (const char *id,
                                  const char *data_folder)
{
  GSettingsSchemaSource *system_source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchemaSource) source = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;
  GSettingsSchema *schema = NULL;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (data_folder != NULL, NULL);

  if (system_source != NULL)
    schema = g_settings_schema_source_lookup (system_source, id, TRUE);
  if (schema != NULL)
    return schema;

  folder = g_build_filename (data_folder, "glib-2.0", "schemas", NULL);
  source = g_settings_schema_source_new_from_directory (folder, system_source, FALSE, &error);
  if (source == NULL)
    {
      g_debug ("There are no schemas of settings in %s: %s", folder, error->message);
      return NULL;
    }

  return g_settings_schema_source_lookup (source, id, FALSE);
}

/**
 * sounder_installed_add_icons:
 * @theme: where icons are looked for
 * @data_folder: the folder of data of the installation
 *
 * Has icons looked for in the installation as well, after all other places.
 */
void
sounder_installed_add_icons (GtkIconTheme *theme,
                             const char   *data_folder)
{
  g_auto (GStrv) known = NULL;
  g_autofree char *folder = NULL;

  g_return_if_fail (GTK_IS_ICON_THEME (theme));
  g_return_if_fail (data_folder != NULL);

  known = gtk_icon_theme_get_search_path (theme);
  folder = g_build_filename (data_folder, "icons", NULL);

  /* Looking through a folder twice would be for nothing. */
  if ((known == NULL || !g_strv_contains ((const char *const *) known, folder))
      && g_file_test (folder, G_FILE_TEST_IS_DIR))
    gtk_icon_theme_add_search_path (theme, folder);
}
