/* mcp-client-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-client-server.h"

/* Whether a server of another client is saved already. */

static gboolean
has_same_headers (McpProfile *a,
                  McpProfile *b)
{
  GListModel *one = mcp_profile_get_headers (a);
  GListModel *other = mcp_profile_get_headers (b);

  if (g_list_model_get_n_items (one) != g_list_model_get_n_items (other))
    return FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (one); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (one, i);
      gboolean is_there = FALSE;

      for (guint k = 0; k < g_list_model_get_n_items (other) && !is_there; k++)
        {
          g_autoptr (McpHeader) candidate = g_list_model_get_item (other, k);

          /* The value of a secret one is in the keyring. */
          is_there = g_ascii_strcasecmp (mcp_header_get_name (header), mcp_header_get_name (candidate)) == 0
                     && (mcp_header_get_value (header) == NULL || mcp_header_get_value (candidate) == NULL
                         || g_str_equal (mcp_header_get_value (header), mcp_header_get_value (candidate)));
        }
      if (!is_there)
        return FALSE;
    }

  return TRUE;
}

static gboolean
has_same_env (McpProfile *a,
              McpProfile *b)
{
  const char * const *one = mcp_profile_get_env (a);
  const char * const *other = mcp_profile_get_env (b);
  guint n = g_strv_length ((char **) one);

  if (n != g_strv_length ((char **) other))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_strv_contains (other, one[i]))
      return FALSE;

  return TRUE;
}

static gboolean
is_same (McpProfile *a,
         McpProfile *b)
{
  return g_strv_equal (mcp_profile_get_argv (a), mcp_profile_get_argv (b))
         && g_strcmp0 (mcp_profile_get_url (a), mcp_profile_get_url (b)) == 0
         && g_strcmp0 (mcp_profile_get_settings (a)->cwd, mcp_profile_get_settings (b)->cwd) == 0
         && has_same_env (a, b) && has_same_headers (a, b);
}

/**
 * mcp_client_server_match:
 * @self: a server with a profile
 * @list: the saved ones
 * @saved: (out) (transfer none) (nullable) (optional): the saved one that is the same, or has its name
 *
 * Tells whether a server is saved already: the same program or address with the same environment and headers. How
 * Sounder treats it does not count.
 *
 * Returns: what was found
 */
McpClientMatch
mcp_client_server_match (const McpClientServer  *self,
                         McpServerList          *list,
                         McpProfile            **saved)
{
  McpProfile *named;

  g_return_val_if_fail (self != NULL && self->profile != NULL, MCP_CLIENT_MATCH_NEW);
  g_return_val_if_fail (MCP_IS_SERVER_LIST (list), MCP_CLIENT_MATCH_NEW);

  named = mcp_server_list_find (list, self->name);
  if (saved != NULL)
    *saved = named;
  if (named != NULL && is_same (self->profile, named))
    return MCP_CLIENT_MATCH_SAME;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (McpProfile) candidate = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (!is_same (self->profile, candidate))
        continue;
      if (saved != NULL)
        *saved = candidate;
      return MCP_CLIENT_MATCH_SAME;
    }

  return named != NULL ? MCP_CLIENT_MATCH_CHANGED : MCP_CLIENT_MATCH_NEW;
}
