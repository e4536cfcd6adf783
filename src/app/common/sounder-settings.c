/* sounder-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-install.h"
#include "sounder-installed.h"
#include "sounder-settings.h"

#define SCHEMA_ID "io.github.mcp_sounder.Sounder"

/* A new schema may lack a key in an old installation; asking for it would abort. */
static GSettings *
settings_with_key (const char *key)
{
  GSettings *settings = sounder_settings_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (settings == NULL)
    return NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);

  return g_settings_schema_has_key (schema, key) ? settings : NULL;
}

/**
 * sounder_settings_get_default:
 *
 * Gets the settings, when their schema is in GSETTINGS_SCHEMA_DIR or installed, with the system or
 * with this program.
 *
 * Returns: (transfer none) (nullable): the settings
 */
GSettings *
sounder_settings_get_default (void)
{
  static GSettings *settings;
  static gboolean looked;

  if (!looked)
    {
      g_autofree char *data_folder = mcp_install_dup_data_folder ();
      g_autoptr (GSettingsSchema) schema = NULL;

      looked = TRUE;
      schema = sounder_installed_look_up_schema (SCHEMA_ID, data_folder);
      if (schema != NULL)
        settings = g_settings_new_full (schema, NULL, NULL);
      else
        g_debug ("The settings schema is not installed; nothing will be remembered");
    }

  return settings;
}

gboolean
sounder_settings_get_boolean (const char *key,
                              gboolean fallback)
{
  GSettings *settings = settings_with_key (key);

  return settings != NULL ? g_settings_get_boolean (settings, key) : fallback;
}

int
sounder_settings_get_int (const char *key,
                          int fallback)
{
  GSettings *settings = settings_with_key (key);

  return settings != NULL ? g_settings_get_int (settings, key) : fallback;
}

guint
sounder_settings_get_uint (const char *key,
                           guint fallback)
{
  GSettings *settings = settings_with_key (key);

  return settings != NULL ? g_settings_get_uint (settings, key) : fallback;
}

guint64
sounder_settings_get_uint64 (const char *key,
                             guint64 fallback)
{
  GSettings *settings = settings_with_key (key);

  return settings != NULL ? g_settings_get_uint64 (settings, key) : fallback;
}

char *
sounder_settings_dup_string (const char *key,
                             const char *fallback)
{
  GSettings *settings = settings_with_key (key);

  return settings != NULL ? g_settings_get_string (settings, key) : g_strdup (fallback);
}

char **
sounder_settings_dup_strings (const char *key)
{
  GSettings *settings = settings_with_key (key);

  return settings != NULL ? g_settings_get_strv (settings, key) : g_new0 (char *, 1);
}

/**
 * sounder_settings_set:
 * @key: the name of a setting
 * @format: of what follows, as g_settings_set() has it
 *
 * Keeps a value; without a schema nothing happens.
 */
void
sounder_settings_set (const char *key,
                      const char *format,
                      ...)
{
  GSettings *settings = settings_with_key (key);
  va_list values;

  if (settings == NULL)
    return;

  va_start (values, format);
  if (!g_settings_set_value (settings, key, g_variant_new_va (format, NULL, &values)))
    g_debug ("The setting %s is locked or refused its value", key);
  va_end (values);
}

/**
 * sounder_settings_bind:
 * @key: the name of a setting
 * @object: what shows it
 * @property: where it shows it, and a person changes it
 *
 * Keeps a setting and a widget the same; without a schema the widget stays as it is.
 */
void
sounder_settings_bind (const char *key,
                       gpointer    object,
                       const char *property)
{
  GSettings *settings = settings_with_key (key);

  if (settings != NULL)
    g_settings_bind (settings, key, object, property, G_SETTINGS_BIND_DEFAULT);
}

int
sounder_settings_get_entry (const char *key,
                            const char *name,
                            int         fallback)
{
  GSettings *settings = settings_with_key (key);
  g_autoptr (GVariant) entries = NULL;
  int value;

  if (settings == NULL)
    return fallback;

  entries = g_settings_get_value (settings, key);

  return g_variant_lookup (entries, name, "i", &value) ? value : fallback;
}

/**
 * sounder_settings_set_entry:
 * @key: the name of a setting that is a dictionary of numbers
 * @name: an entry
 * @value: what it becomes
 *
 * Keeps one number of many; without a schema nothing happens.
 */
void
sounder_settings_set_entry (const char *key,
                            const char *name,
                            int         value)
{
  GSettings *settings = settings_with_key (key);
  g_autoptr (GVariant) entries = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  const char *other;
  int others;

  if (settings == NULL)
    return;

  entries = g_settings_get_value (settings, key);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{si}"));
  g_variant_iter_init (&iter, entries);
  while (g_variant_iter_next (&iter, "{&si}", &other, &others))
    if (!g_str_equal (other, name))
      g_variant_builder_add (&builder, "{si}", other, others);
  g_variant_builder_add (&builder, "{si}", name, value);
  sounder_settings_set (key, "a{si}", &builder);
}
