/* sounder-tool-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-schema.h"
#include "sounder-tool-marks.h"

/**
 * sounder_tool_marks_get_problem:
 * @tool: a tool
 *
 * Gets why there is no form for a tool. It is kept with the tool, for findings ask for all tools,
 * again and again.
 *
 * Returns: (nullable): for people
 */
const char *
sounder_tool_marks_get_problem (McpCatalogItem *tool)
{
  char *problem = g_object_get_data (G_OBJECT (tool), "sounder-schema-problem");

  if (problem == NULL)
    {
      g_autofree char *text = mcp_catalog_item_lookup (tool, "inputSchema");
      g_autoptr (GError) error = NULL;
      g_autoptr (McpSchema) schema = text != NULL ? mcp_schema_new (text, -1, &error) : NULL;

      if (text == NULL)
        problem = g_strdup (_("The tool has no input schema."));
      else if (schema == NULL)
        problem = g_strdup_printf (_("The input schema cannot be read: %s"), error->message);
      else
        problem = g_strdup ("");
      g_object_set_data_full (G_OBJECT (tool), "sounder-schema-problem", problem, g_free);
    }

  return *problem != '\0' ? problem : NULL;
}

/**
 * sounder_tool_marks_find:
 * @workbench: of whose tools
 *
 * Finds what the findings are about, by the tools whose calls they came with.
 *
 * Returns: (transfer full): a table of text for people, by the names of tools
 */
GHashTable *
sounder_tool_marks_find (McpWorkbench *workbench)
{
  McpSession *session = mcp_workbench_get_session (workbench);
  g_autoptr (GHashTable) marks = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) by_serial = g_hash_table_new (NULL, NULL);
  GListModel *tools, *findings;

  findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      /* The journal holds it. */
      if (mcp_finding_get_serial (finding) > 0)
        g_hash_table_insert (by_serial, GUINT_TO_POINTER (mcp_finding_get_serial (finding)),
                             (gpointer) mcp_finding_get_message (finding));
    }

  tools = G_LIST_MODEL (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS));
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpCatalogItem) tool = g_list_model_get_item (tools, i);
      const char *name = mcp_catalog_item_get_name (tool);
      GListModel *calls = mcp_workbench_get_calls (workbench, MCP_CATALOG_TOOLS, name);
      char *said = g_strdup (sounder_tool_marks_get_problem (tool));

      for (guint j = 0; said == NULL && j < g_list_model_get_n_items (calls); j++)
        {
          g_autoptr (McpInvocation) invocation = g_list_model_get_item (calls, j);
          McpCall *call = mcp_invocation_get_call (invocation);
          const char *message = g_hash_table_lookup (
            by_serial, GUINT_TO_POINTER (mcp_call_get_outcome (call)->answer_serial));

          if (message == NULL)
            message =
              g_hash_table_lookup (by_serial, GUINT_TO_POINTER (mcp_call_get_outcome (call)->serial));
          said = g_strdup (message);
        }
      if (said != NULL)
        g_hash_table_insert (marks, g_strdup (name), said);
    }

  return g_steal_pointer (&marks);
}
