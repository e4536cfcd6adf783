/* sounder-defaults.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "sounder-defaults.h"
#include "sounder-settings.h"

McpProfile *
sounder_defaults_new_profile (void)
{
  g_autofree char *settings = sounder_settings_dup_string ("new-servers", "");
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_settings (*settings != '\0' ? settings : NULL, &error);

  if (profile != NULL)
    return profile;

  /* Somebody else wrote it. */
  g_message ("Setting “new-servers”: %s", error->message);

  return mcp_profile_new ("");
}

void
sounder_defaults_save (McpProfile *profile)
{
  g_autofree char *settings = mcp_profile_dup_settings (profile);

  sounder_settings_set ("new-servers", "s", settings != NULL ? settings : "");
}

McpProfile *
sounder_defaults_apply (McpProfile *profile)
{
  g_autoptr (McpProfile) defaults = sounder_defaults_new_profile ();
  g_autofree char *settings = mcp_profile_dup_settings (defaults);
  g_autofree char *own = mcp_profile_dup_settings (profile);
  g_autofree char *json = NULL;
  McpProfile *made;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (settings == NULL)
    return g_object_ref (profile);

  if (own == NULL)
    own = g_strdup ("{}");
  mcp_json_iter_init (&iter, settings, strlen (settings));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (settings + key.offset, key.length);
      g_autofree char *text = g_strndup (settings + value.offset, value.length);
      g_autofree char *said = mcp_json_edit_get (own, name);

      if (said == NULL)
        mcp_json_edit_set (&own, name, text);
    }

  json = mcp_profile_to_json (profile);
  mcp_json_edit_set (&json, "sounder", own);
  made = mcp_profile_new_from_json (mcp_profile_get_name (profile), json, -1, NULL);

  return made != NULL ? made : g_object_ref (profile);
}
