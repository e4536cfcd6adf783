/* mcp-profile-journal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-profile-journal.h"
#include "mcp-profile-private.h"

/* What a journal and a recording are told of a profile, and what they tell of it. */

/**
 * mcp_profile_new_for_recording:
 * @name: what to call it
 * @json: (nullable): what the recording says of how the server was reached
 *
 * Makes the profile of a session that is over. One that cannot be read has only a name.
 */
McpProfile *
mcp_profile_new_for_recording (const char *name,
                               const char *json)
{
  McpProfile *profile = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  if (json != NULL)
    profile = mcp_profile_new_from_json (name, json, -1, NULL);
  if (profile == NULL)
    profile = mcp_profile_new (name);
  mcp_profile_set_temporary (profile, TRUE);

  return profile;
}

/**
 * mcp_profile_dup_journal_json:
 * @origin: which program keeps the journal
 *
 * Says what a journal is of, for mcp_journal_archive_create().
 *
 * Returns: (transfer full): a JSON object without secrets
 */
char *
mcp_profile_dup_journal_json (McpProfile *self,
                              const char *origin)
{
  g_autofree char *public_json = NULL;
  GString *json;

  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  public_json = mcp_profile_to_public_json (self);
  json = g_string_new ("{");
  mcp_json_append_member_string (json, "name", mcp_profile_get_name (self));
  mcp_json_append_member_string (json, "origin", origin);
  if (mcp_json_count (public_json, strlen (public_json)) > 0)
    g_string_append_printf (json, ",%s", public_json + 1);
  else
    g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

/**
 * mcp_profile_tell_secrets:
 * @redactor: is told
 *
 * Tells a redactor the secrets of a profile: the values of its environment and of those secret
 * headers that are not in the keyring.
 */
void
mcp_profile_tell_secrets (McpProfile  *self,
                          McpRedactor *redactor)
{
  const char *const *env = mcp_profile_get_env (self);
  GListModel *headers = mcp_profile_get_headers (self);

  g_return_if_fail (redactor != NULL);

  if (self->given != NULL)
    {
      GHashTableIter iter;
      gpointer value;

      g_hash_table_iter_init (&iter, self->given);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        mcp_redactor_add_secret (redactor, value);
    }

  for (guint i = 0; env[i] != NULL; i++)
    {
      const char *equals = strchr (env[i], '=');

      if (equals != NULL)
        mcp_redactor_add_secret (redactor, equals + 1);
    }

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      if (mcp_header_get_secret (header) && mcp_header_get_value (header) != NULL)
        mcp_redactor_add_secret (redactor, mcp_header_get_value (header));
    }
}
