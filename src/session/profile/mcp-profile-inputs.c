/* mcp-profile-inputs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-profile-private.h"
#include "mcp-variables.h"

/* What a person fills in for a profile: how it is asked for, what they said, and what the keyring has of it. */

/**
 * mcp_profile_get_value:
 * @key: the key of a variable
 *
 * Gets what a person said a variable is: in this process, or for good.
 *
 * Returns: (nullable): the value
 */
const char *
mcp_profile_get_value (McpProfile *self,
                       const char *key)
{
  const char *value = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  if (self->given != NULL)
    value = g_hash_table_lookup (self->given, key);

  return value != NULL ? value : g_environ_getenv (self->settings.values, key);
}

void
mcp_profile_keep_value (McpProfile *self,
                        const char *key,
                        const char *value)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (key != NULL && *key != '\0' && strchr (key, '=') == NULL);
  g_return_if_fail (value != NULL);

  self->settings.values = g_environ_setenv (self->settings.values, key, value, TRUE);
}

/**
 * mcp_profile_give_value:
 * @key: the key of a variable
 * @value: what it is
 *
 * Says what a variable is until this process ends. It is never written to a file.
 */
void
mcp_profile_give_value (McpProfile *self,
                        const char *key,
                        const char *value)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (key != NULL);
  g_return_if_fail (value != NULL);

  if (self->given == NULL)
    self->given = mcp_variables_new_values ();
  g_hash_table_replace (self->given, g_strdup (key), g_strdup (value));
}

/* For copies: they are of the same process. */
void
mcp_profile_copy_given (McpProfile *self,
                        McpProfile *other)
{
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  if (other->given == NULL)
    return;

  g_hash_table_iter_init (&iter, other->given);
  while (g_hash_table_iter_next (&iter, &key, &value))
    mcp_profile_give_value (self, key, value);
}

const char *
mcp_profile_ensure_secret_id (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  if (self->settings.secret_id == NULL)
    self->settings.secret_id = g_uuid_string_random ();

  return self->settings.secret_id;
}
