/* test-workbench.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-workbench.h"
#include "test-support.h"

/* On a session that is not connected: what is called there fails at once, and is kept all the same. */
typedef struct
{
  McpSession   *session;
  McpWorkbench *workbench;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv (NULL, (const char *const[]) { "none", NULL });

  fixture->session = mcp_session_new (profile, NULL);
  fixture->workbench = mcp_workbench_new (fixture->session);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_assert_finalize_object (fixture->workbench);
  g_object_unref (fixture->session);
}

static McpCatalogItem *
new_tool (const char *schema)
{
  g_autofree char *json = g_strdup_printf ("{\"name\":\"t\",\"inputSchema\":%s}", schema);

  return mcp_catalog_item_new (MCP_CATALOG_TOOLS, json, strlen (json));
}

static void
assert_draft (Fixture        *fixture,
              McpCatalogItem *tool,
              const char     *expected)
{
  g_autofree char *json = mcp_form_to_json (mcp_workbench_get_draft (fixture->workbench, tool));

  g_assert_cmpstr (json, ==, expected);
}

/* What was entered stays, also when the server changes the tool. */
static void
test_drafts (Fixture       *fixture,
             gconstpointer  unused)
{
  g_autoptr (McpCatalogItem) tool = new_tool ("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"}}}");
  g_autoptr (McpCatalogItem) same = new_tool ("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"}}}");
  g_autoptr (McpCatalogItem) changed =
    new_tool ("{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"string\",\"default\":\"x\"},\"a\":{\"type\":\"number\"}}}");
  McpForm *draft = mcp_workbench_get_draft (fixture->workbench, tool);
  gboolean checks_formats;

  g_assert_true (mcp_form_load (draft, "{\"a\":1.10}", NULL));
  g_assert_true (mcp_workbench_get_draft (fixture->workbench, same) == draft);
  g_object_set (fixture->workbench, "checks-formats", FALSE, NULL);
  g_object_get (draft, "checks-formats", &checks_formats, NULL);
  g_assert_false (checks_formats);

  assert_draft (fixture, changed, "{\"a\":1.10}");
  g_object_get (mcp_workbench_get_draft (fixture->workbench, changed), "checks-formats", &checks_formats, NULL);
  g_assert_false (checks_formats);
}

static void
test_calls (Fixture       *fixture,
            gconstpointer  unused)
{
  GListModel *calls = mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_TOOLS, "t");
  GListModel *history =
    mcp_argument_store_get_history (mcp_workbench_get_store (fixture->workbench), MCP_CATALOG_TOOLS, "t");
  g_autoptr (McpCall) first = NULL;
  McpInvocation *last;

  for (guint i = 0; i < MCP_WORKBENCH_MAX_CALLS + 2; i++)
    {
      g_autofree char *arguments = g_strdup_printf ("{\"i\":%u, \"token\":\"x\"}", i / 2);
      g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", arguments);
      g_autoptr (McpInvocation) invocation = mcp_invocation_new (MCP_CATALOG_TOOLS, "t", arguments, call);

      mcp_workbench_start (fixture->workbench, invocation);
      TEST_AWAIT (mcp_call_is_finished (call));
      if (first == NULL)
        first = g_object_ref (call);
    }

  g_assert_cmpuint (g_list_model_get_n_items (calls), ==, MCP_WORKBENCH_MAX_CALLS);
  g_assert_cmpuint (g_list_model_get_n_items (history), ==, MCP_WORKBENCH_MAX_CALLS / 2 + 1);
  last = mcp_workbench_get_last (fixture->workbench, MCP_CATALOG_TOOLS, "t");
  g_assert_cmpstr (mcp_invocation_get_arguments (last), ==, "{\"i\":25, \"token\":\"x\"}");
  g_assert_true (mcp_workbench_find (fixture->workbench, mcp_invocation_get_call (last)) == last);
  g_assert_null (mcp_workbench_find (fixture->workbench, first));
  g_assert_null (mcp_workbench_get_last (fixture->workbench, MCP_CATALOG_PROMPTS, "t"));
}

static void
test_commands (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (McpCall) call = mcp_session_new_prompt_get ("p q", "{\"a\":\"b\"}");
  g_autoptr (McpInvocation) invocation = mcp_invocation_new (MCP_CATALOG_PROMPTS, "p q", "{\"a\":\"b\"}", call);
  g_autofree char *command =
    mcp_invocation_dup_cli_command (invocation, mcp_session_get_profile (fixture->session));

  g_assert_cmpstr (command, ==, "sounder-cli prompts get 'p q' --args '{\"a\":\"b\"}' -- none");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/session/workbench/drafts", Fixture, NULL, set_up, test_drafts, tear_down);
  g_test_add ("/session/workbench/calls", Fixture, NULL, set_up, test_calls, tear_down);
  g_test_add ("/session/workbench/commands", Fixture, NULL, set_up, test_commands, tear_down);

  return g_test_run ();
}
