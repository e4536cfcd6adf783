/* mcp-facts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-facts.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-version.h"

/*
 * What a server is and offers as one JSON object, in its own tokens, so that two of them can be
 * compared:
 *
 *     version, supportedVersions, capabilities, instructions, serverInfo,
 *     tools, resources, resourceTemplates, prompts, skills: by name or URI; those that were listed
 */

static void
append_versions (GString    *facts,
                 McpSession *session)
{
  GBytes *json = mcp_session_get_server_json (session);
  const char *version = mcp_version_to_string (mcp_session_get_version (session));
  gsize length;
  const char *text;
  McpSpan span;

  /* A recording may begin in the middle of a session. */
  if (version != NULL)
    mcp_json_append_member_string (facts, "version", version);
  if (json == NULL)
    return;

  text = g_bytes_get_data (json, &length);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "supportedVersions", "capabilities", "instructions" };
      g_autofree char *value = NULL;

      if (!mcp_json_edit_find (text, length, names[i], &span))
        continue;
      value = g_strndup (text + span.offset, span.length);
      mcp_json_append_member (facts, names[i], value);
    }
}

/* By name, so that order is no difference; what has no name, or one twice, has its place. */
static void
append_list (GString    *facts,
             McpSession *session,
             guint       kind)
{
  McpCatalog *catalog = mcp_session_get_catalog (session, kind);
  g_autoptr (GString) object = g_string_new ("{");
  g_autoptr (GHashTable) names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  /* An incomplete list proves no removal. */
  if (mcp_catalog_get_state (catalog) != MCP_CATALOG_LOADED || mcp_catalog_has_more (catalog))
    return;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (catalog)); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (catalog), i);
      GBytes *json = mcp_catalog_item_get_json (item);
      g_autofree char *text = g_strndup (g_bytes_get_data (json, NULL), g_bytes_get_size (json));
      const char *name = mcp_catalog_item_get_uri (item) != NULL ? mcp_catalog_item_get_uri (item)
                                                                 : mcp_catalog_item_get_name (item);
      g_autofree char *unique = g_strdup (name);

      if (*name == '\0' || g_hash_table_contains (names, name))
        {
          g_free (unique);
          unique = g_strdup_printf ("%s#%u", name, i);
        }
      mcp_json_append_member (object, unique, text);
      g_hash_table_add (names, g_steal_pointer (&unique));
    }
  g_string_append_c (object, '}');
  mcp_json_append_member (facts, mcp_catalog_kind_get_member (kind), object->str);
}

GString *
mcp_facts_new (McpSession *session)
{
  g_autofree char *info = mcp_session_dup_server_info (session);
  GString *facts = g_string_new ("{");

  append_versions (facts, session);
  if (info != NULL)
    mcp_json_append_member (facts, "serverInfo", info);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    append_list (facts, session, kind);

  return facts;
}

char *
mcp_facts_dup (McpSession *session)
{
  return g_string_free (g_string_append_c (mcp_facts_new (session), '}'), FALSE);
}
