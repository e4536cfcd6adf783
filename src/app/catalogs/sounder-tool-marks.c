/* sounder-tool-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-schema.h"
#include "mcp-summary.h"
#include "sounder-tool-marks.h"

/* An empty text if there is none. */
static char *
dup_problem (const char *input_schema)
{
  gsize length = strlen (input_schema);
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GError) error = NULL;

  if (length > MCP_SCHEMA_MAX_FORM_BYTES)
    {
      g_autofree char *size = mcp_format_size (length);

      /* Translators: %s is a size, “3.4 MB”. */
      return g_strdup_printf (
          _("The input schema has %s, too much for a form: write the arguments as JSON."), size);
    }

  schema = mcp_schema_new (input_schema, length, &error);
  if (schema == NULL)
    return g_strdup_printf (_("The input schema cannot be read: %s"), error->message);

  return g_strdup ("");
}

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

      problem = text != NULL ? dup_problem (text) : g_strdup (_("The tool has no input schema."));
      g_object_set_data_full (G_OBJECT (tool), "sounder-schema-problem", problem, g_free);
    }

  return *problem != '\0' ? problem : NULL;
}

/**
 * sounder_tool_marks_list_findings:
 * @workbench: of whose tools
 *
 * Gets what the findings say, by the records that they are about.
 *
 * Returns: (transfer full): a table of text for people, by serials; the journal owns the texts
 */
GHashTable *
sounder_tool_marks_list_findings (McpWorkbench *workbench)
{
  McpSession *session = mcp_workbench_get_session (workbench);
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  GHashTable *by_serial = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (mcp_finding_get_serial (finding) > 0)
        g_hash_table_insert (by_serial, GUINT_TO_POINTER (mcp_finding_get_serial (finding)),
                             (gpointer) mcp_finding_get_message (finding));
    }

  return by_serial;
}

/**
 * sounder_tool_marks_find:
 * @workbench: with the calls of @tool
 * @by_serial: of sounder_tool_marks_list_findings()
 * @tool: a tool
 *
 * Finds what is wrong with a tool: its schema, or what a finding says that came with a call of it.
 *
 * Returns: (transfer none) (nullable): for people
 */
const char *
sounder_tool_marks_find (McpWorkbench   *workbench,
                         GHashTable     *by_serial,
                         McpCatalogItem *tool)
{
  GListModel *calls =
    mcp_workbench_get_calls (workbench, MCP_CATALOG_TOOLS, mcp_catalog_item_get_name (tool));
  const char *said = sounder_tool_marks_get_problem (tool);

  for (guint i = 0; said == NULL && i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr (McpInvocation) invocation = g_list_model_get_item (calls, i);
      const McpCallOutcome *outcome = mcp_call_get_outcome (mcp_invocation_get_call (invocation));

      said = g_hash_table_lookup (by_serial, GUINT_TO_POINTER (outcome->answer_serial));
      if (said == NULL)
        said = g_hash_table_lookup (by_serial, GUINT_TO_POINTER (outcome->serial));
    }

  return said;
}
