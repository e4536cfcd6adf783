/* sounder-recent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-recent.h"
#include "sounder-settings.h"

#define SETTING    "recent-recordings"
#define MAX_KEPT   20
#define MAX_SHOWN  8

void
sounder_recent_add (GFile *file)
{
  g_autofree char *uri = NULL;
  g_auto (GStrv) before = NULL;
  g_autoptr (GPtrArray) now = NULL;

  g_return_if_fail (G_IS_FILE (file));

  uri = g_file_get_uri (file);
  before = sounder_settings_dup_strings (SETTING);
  now = g_ptr_array_new ();
  g_ptr_array_add (now, uri);
  for (guint i = 0; before[i] != NULL && now->len < MAX_KEPT; i++)
    if (!g_str_equal (before[i], uri))
      g_ptr_array_add (now, before[i]);
  g_ptr_array_add (now, NULL);
  sounder_settings_set (SETTING, "^as", (const char *const *) now->pdata);
}

/**
 * sounder_recent_dup:
 *
 * Gets the recordings that are worth offering. Only those with a path: nobody waits for a network
 * to open a menu.
 *
 * Returns: (transfer full) (element-type GFile): those that are there, the last first
 */
GPtrArray *
sounder_recent_dup (void)
{
  g_auto (GStrv) uris = sounder_settings_dup_strings (SETTING);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; uris[i] != NULL && files->len < MAX_SHOWN; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_uri (uris[i]);

      if (g_file_is_native (file) && g_file_query_exists (file, NULL))
        g_ptr_array_add (files, g_steal_pointer (&file));
    }

  return files;
}
