/* test-workbench.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-call-private.h"
#include "mcp-json.h"
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

/* Whatever a server calls a schema, there is something to be edited. */
static void
test_odd_drafts (Fixture       *fixture,
                 gconstpointer  unused)
{
  static const char *const schemas[] = { "7", "[]", "null", "{}", "{\"type\":\"array\"}", "{\"properties\":7}", "{\"type\":7}" };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (McpCatalogItem) tool = new_tool (schemas[i]);
      McpForm *draft = mcp_workbench_get_draft (fixture->workbench, tool);
      g_autofree char *json = mcp_form_to_json (draft);

      g_test_message ("%s: %s", schemas[i], json);
      g_assert_true (mcp_json_validate (json, strlen (json), NULL));
      g_assert_true (mcp_workbench_get_draft (fixture->workbench, tool) == draft);
    }
}

/* A tool has one draft, by its name: another tool has another. */
static void
test_draft_names (Fixture       *fixture,
                  gconstpointer  unused)
{
  static const char *const tools[] = { "{\"name\":\"a\"}", "{\"name\":\"b\"}", "{}", "{\"name\":7}" };
  McpForm *drafts[G_N_ELEMENTS (tools)];

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_autoptr (McpCatalogItem) tool = mcp_catalog_item_new (MCP_CATALOG_TOOLS, tools[i], strlen (tools[i]));

      drafts[i] = mcp_workbench_get_draft (fixture->workbench, tool);
      g_assert_nonnull (drafts[i]);
    }
  g_assert_true (drafts[0] != drafts[1]);
  g_assert_true (drafts[0] != drafts[2]);
}

static void
answer (McpInvocation *invocation,
        const char    *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_new (bytes);
  g_autoptr (McpId) id = mcp_id_new_integer (1);
  McpCall *call = mcp_invocation_get_call (invocation);

  mcp_call_queue (call, id, NULL, NULL);
  mcp_call_set_sent (call, 7, 10, 20, 30);
  mcp_call_complete (call, message, 8, 50, FALSE);
}

/* What is copied has the tokens that crossed. */
static void
test_json (Fixture       *fixture,
           gconstpointer  unused)
{
#define RPC "{\"jsonrpc\":\"2.0\",\"id\":1,"
#define CALLED "{\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{\"x\":1.10}}"
  static const struct
  {
    const char *answer;  /* (nullable): it is not sent yet */
    const char *json;
    const char *tokens;  /* (nullable) */
  } rows[] = {
    { NULL, CALLED "}", NULL },
    { RPC "\"result\":{\"content\": [],\"y\":1e400}}", CALLED ",\"result\":{\"content\": [],\"y\":1e400}}",
      "{\"content\": [],\"y\":1e400}" },
    { RPC "\"error\":{\"code\":-7,\"message\":\"n\\u006f\"}}", CALLED ",\"error\":{\"code\":-7,\"message\":\"n\\u006f\"}}",
      "{\"code\":-7,\"message\":\"n\\u006f\"}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", "{\"x\":1.10}");
      g_autoptr (McpInvocation) invocation = mcp_invocation_new (MCP_CATALOG_TOOLS, "t", "{\"x\":1.10}", call);
      g_autoptr (McpInvocation) again = NULL;
      g_autofree char *json = NULL;
      g_autofree char *again_json = NULL;
      GBytes *bytes;

      if (rows[i].answer != NULL)
        answer (invocation, rows[i].answer);
      json = mcp_invocation_dup_json (invocation);
      g_assert_cmpstr (json, ==, rows[i].json);
      bytes = mcp_invocation_get_answer (invocation);
      g_assert_cmpint (bytes == NULL, ==, rows[i].tokens == NULL);
      if (bytes != NULL)
        g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), rows[i].tokens, strlen (rows[i].tokens));

      /* The same once more has nothing of what became of it. */
      again = mcp_invocation_new_again (invocation);
      again_json = mcp_invocation_dup_json (again);
      g_assert_cmpstr (again_json, ==, CALLED "}");
      g_assert_cmpstr (mcp_invocation_get_arguments (again), ==, "{\"x\":1.10}");
      g_assert_true (mcp_invocation_get_call (again) != call);
    }
}

/* Of a call that failed on our side the reason stands in its place. */
static void
test_json_failure (Fixture       *fixture,
                   gconstpointer  unused)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", "{}");
  g_autoptr (McpInvocation) invocation = mcp_invocation_new (MCP_CATALOG_TOOLS, "t", "{}", call);
  g_autofree char *json = NULL;
  g_autofree char *failure = NULL;

  mcp_workbench_start (fixture->workbench, invocation);
  TEST_AWAIT (mcp_call_is_finished (call));
  json = mcp_invocation_dup_json (invocation);
  g_assert_true (mcp_json_validate (json, strlen (json), NULL));
  failure = mcp_json_lookup_string (json, strlen (json), "failure");
  g_assert_cmpstr (failure, ==, mcp_call_get_outcome (call)->error->message);
}

/* One line, and no longer than can be shown. */
static void
test_captions (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autofree char *long_text = g_strnfill (100000, 'x');
  const struct
  {
    const char *arguments;
    const char *end;
  } rows[] = {
    { "{\"a\":1}", " · {\"a\":1}" },
    { "{\n\t\"a\":\"\342\200\256\"}", " · {↵ \"a\":\"<U+202E>\"}" },
    { long_text, "x…" },
    { "", " · " },
  };
  g_autoptr (McpCall) call = mcp_session_new_resource_read ("a:b");
  g_autoptr (McpInvocation) plain = mcp_invocation_new (MCP_CATALOG_RESOURCES, "a:b", NULL, call);
  g_autofree char *time = mcp_invocation_dup_caption (plain);

  g_assert_cmpuint (strlen (time), ==, strlen ("12:30:05.123"));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpInvocation) invocation = mcp_invocation_new (MCP_CATALOG_TOOLS, "t", rows[i].arguments, call);
      g_autofree char *caption = mcp_invocation_dup_caption (invocation);

      g_assert_true (g_str_has_suffix (caption, rows[i].end));
      g_assert_cmpuint (strlen (caption), <, 600);
    }
}

/* Calls of the same name are of one list, whatever else has the name. */
static void
test_lists (Fixture       *fixture,
            gconstpointer  unused)
{
  GListModel *tools = mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_TOOLS, "a b");
  GListModel *prompts = mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_PROMPTS, "a b");
  g_autoptr (McpCall) call = mcp_session_new_prompt_get ("a b", "{}");
  g_autoptr (McpInvocation) invocation = mcp_invocation_new (MCP_CATALOG_PROMPTS, "a b", "{}", call);

  g_assert_true (tools != prompts);
  g_assert_true (mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_TOOLS, "a b") == tools);
  g_assert_null (mcp_workbench_get_last (fixture->workbench, MCP_CATALOG_TOOLS, "a b"));
  mcp_workbench_start (fixture->workbench, invocation);
  g_assert_cmpuint (g_list_model_get_n_items (tools), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (prompts), ==, 1);
  g_assert_true (mcp_workbench_get_last (fixture->workbench, MCP_CATALOG_PROMPTS, "a b") == invocation);
  TEST_AWAIT (mcp_call_is_finished (call));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/session/workbench/drafts", Fixture, NULL, set_up, test_drafts, tear_down);
  g_test_add ("/session/workbench/calls", Fixture, NULL, set_up, test_calls, tear_down);
  g_test_add ("/session/workbench/commands", Fixture, NULL, set_up, test_commands, tear_down);

  g_test_add ("/session/workbench/odd-drafts", Fixture, NULL, set_up, test_odd_drafts, tear_down);
  g_test_add ("/session/workbench/draft-names", Fixture, NULL, set_up, test_draft_names, tear_down);
  g_test_add ("/session/workbench/json", Fixture, NULL, set_up, test_json, tear_down);
  g_test_add ("/session/workbench/json-failure", Fixture, NULL, set_up, test_json_failure, tear_down);
  g_test_add ("/session/workbench/captions", Fixture, NULL, set_up, test_captions, tear_down);
  g_test_add ("/session/workbench/lists", Fixture, NULL, set_up, test_lists, tear_down);

  return g_test_run ();
}
