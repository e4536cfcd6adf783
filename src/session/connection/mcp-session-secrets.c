/* mcp-session-secrets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-profile-journal.h"
#include "mcp-session-private.h"
#include "mcp-session-secrets.h"
#include "mcp-variables.h"

/*
 * What a recording of a session must not give away: the values of its environment, of its secret
 * headers and of variables. Those that come from the keyring or the environment are in no profile;
 * the session remembers each that it sent, for they stand in its journal.
 */

/* Remembers the secret headers of a life. */
void
mcp_session_learn_secrets (McpSession *self,
                           GPtrArray  *headers)
{
  for (guint i = 0; i < headers->len; i++)
    {
      McpHeader *header = g_ptr_array_index (headers, i);
      const char *value = mcp_header_get_value (header);

      if (mcp_header_get_secret (header) && value != NULL)
        mcp_session_learn_secret (self, value);
    }
}

/* And the variables of one. */
void
mcp_session_learn_values (McpSession *self,
                          GHashTable *values)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, values);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    mcp_session_learn_secret (self, value);
}

/* And what variables of the environment gave to its profile, whatever the header is called that has
 * it. */
void
mcp_session_learn_environ (McpSession *self)
{
  g_autoptr (GPtrArray) values = mcp_variables_list_environ (self->profile);

  for (guint i = 0; i < values->len; i++)
    mcp_session_learn_secret (self, values->pdata[i]);
}

void
mcp_session_learn_secret (McpSession *self,
                          const char *value)
{
  if (self->secrets == NULL)
    self->secrets = g_ptr_array_new_with_free_func (g_free);

  if (!g_ptr_array_find_with_equal_func (self->secrets, value, g_str_equal, NULL))
    g_ptr_array_add (self->secrets, g_strdup (value));
}

/**
 * mcp_session_tell_secrets:
 * @redactor: is told
 *
 * Tells a redactor the secrets of a session: those of its profile as it is now, and those from the
 * keyring and the environment that were sent. Who records live asks again whenever records come:
 * values that are known already cost little.
 */
void
mcp_session_tell_secrets (McpSession  *self,
                          McpRedactor *redactor)
{
  g_return_if_fail (MCP_IS_SESSION (self));
  g_return_if_fail (redactor != NULL);

  mcp_profile_tell_secrets (self->profile, redactor);
  for (guint i = 0; self->secrets != NULL && i < self->secrets->len; i++)
    mcp_redactor_add_secret (redactor, g_ptr_array_index (self->secrets, i));
}
