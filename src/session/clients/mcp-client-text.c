/* mcp-client-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-client"

#include "config.h"

#include <string.h>

#include "mcp-client-manifest.h"
#include "mcp-client-private.h"

/**
 * mcp_client_read_text:
 * @text: what somebody pasted, or the content of a file that is no client’s by its name
 *
 * Reads servers from the shapes of JSON that are around, see mcp_server_list_parse(), and from the server.json of a
 * registry, see mcp_client_manifest_read().
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers; %NULL with %MCP_ERROR_CONFIG
 */
GPtrArray *
mcp_client_read_text (const char  *text,
                      gsize        length,
                      GError     **error)
{
  g_autoptr (GPtrArray) servers = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_server_free);
  g_autoptr (GPtrArray) profiles = NULL;
  g_autofree char *json = NULL;
  g_autofree char *left_out = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  json = mcp_client_relax_json (text, length, NULL);
  if (json != NULL && mcp_client_manifest_is (json, strlen (json)))
    return mcp_client_manifest_read (json, strlen (json), error);

  profiles = mcp_server_list_parse (text, length, &left_out, error);
  if (profiles == NULL)
    return NULL;

  for (guint i = 0; i < profiles->len; i++)
    {
      McpClientServer *server = g_new0 (McpClientServer, 1);

      server->name = g_strdup (mcp_profile_get_name (profiles->pdata[i]));
      server->profile = g_object_ref (profiles->pdata[i]);
      server->left_out = g_strdup (left_out);
      g_ptr_array_add (servers, server);
    }

  mcp_client_servers_set_origin (servers, NULL);

  return g_steal_pointer (&servers);
}
