/* lint-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "mcp-linter.h"
#include "mcp-scan.h"

typedef struct
{
  McpJournal  *journal;
  McpReporter *reporter;
} Fixture;

static inline void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->journal = mcp_journal_new ();
  fixture->reporter = mcp_reporter_new (fixture->journal);
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  mcp_reporter_free (fixture->reporter);
  g_object_unref (fixture->journal);
}

/* How many findings there are of a rule; a repeated one counts each time. */
static inline guint
count (Fixture    *fixture,
       const char *rule)
{
  GListModel *findings = mcp_journal_get_findings (fixture->journal);
  guint n = 0;

  mcp_journal_flush (fixture->journal);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (g_str_equal (mcp_finding_get_rule (finding), rule))
        n += mcp_finding_get_count (finding);
    }

  return n;
}

static inline void
check_result (Fixture    *fixture,
              const char *method,
              const char *tool,
              const char *result)
{
  g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}", result);
  g_autoptr (McpCatalogItem) item =
    tool != NULL ? mcp_catalog_item_new (MCP_CATALOG_TOOLS, tool, strlen (tool)) : NULL;
  McpResultFacts facts;
  McpScan scan;

  mcp_scan (text, strlen (text), &scan);
  mcp_linter_read_result (text, &scan, &facts);
  mcp_linter_check_result (fixture->reporter, method, &facts, 0);
  mcp_linter_check_members (fixture->reporter, method, item, text + scan.result.offset,
                            scan.result.length, &facts, 0);
}
