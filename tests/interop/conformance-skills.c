/* conformance-skills.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "conformance-skills.h"
#include "conformance-steps.h"
#include "mcp-skill.h"

static gboolean
load_skill (McpSession      *session,
            McpCatalogItem  *item,
            GError         **error)
{
  GBytes *json = mcp_catalog_item_get_json (item);
  g_autoptr (McpSkill) skill = mcp_skill_new (session, g_bytes_get_data (json, NULL), g_bytes_get_size (json));
  g_autoptr (GAsyncResult) result = NULL;

  mcp_skill_verify_async (skill, NULL, steps_ready_cb, &result);
  steps_await (&result);

  return mcp_skill_verify_finish (skill, result, error);
}

/* What the session's catalog does by itself; nothing of a skill is read. */
gboolean
skills_list (McpSession  *session,
             GError     **error)
{
  return steps_list (session, MCP_CATALOG_SKILLS, error);
}

gboolean
skills_load (McpSession  *session,
             GError     **error)
{
  GListModel *catalog = G_LIST_MODEL (mcp_session_get_catalog (session, MCP_CATALOG_SKILLS));

  if (!skills_list (session, error))
    return FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (catalog); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (catalog, i);

      if (!load_skill (session, item, error))
        return FALSE;
    }

  return TRUE;
}
