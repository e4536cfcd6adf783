/* test-lint.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "lint-support.h"
#include "mcp-error.h"
#include "mcp-scan.h"

/* What the linter finds in one message, without a session. */

static void
test_reporter (Fixture       *fixture,
               gconstpointer  unused)
{
  GListModel *findings = mcp_journal_get_findings (fixture->journal);
  g_autoptr (McpFinding) first = NULL;
  g_autoptr (McpFinding) second = NULL;

  mcp_reporter_report (fixture->reporter, 0, "log.level", "%s", "a");
  mcp_reporter_set_muted (fixture->reporter, TRUE);
  mcp_reporter_report (fixture->reporter, 0, "log.data", "%s", "b");
  g_assert_cmpuint (count (fixture, "log.level"), ==, 1);
  g_assert_cmpuint (count (fixture, "log.data"), ==, 0);

  mcp_reporter_set_muted (fixture->reporter, FALSE);
  mcp_reporter_set_derives (fixture->reporter, TRUE);
  mcp_reporter_report (fixture->reporter, 0, "log.data", "%s", "b");
  g_assert_cmpuint (count (fixture, "log.data"), ==, 1);

  first = g_list_model_get_item (findings, 0);
  second = g_list_model_get_item (findings, 1);
  g_assert_false (mcp_finding_is_derived (first));
  g_assert_true (mcp_finding_is_derived (second));
  g_assert_nonnull (mcp_finding_get_reference (first));
}

/* The same bytes break a rule of one revision, and none of another. */
static void
test_revision (Fixture       *fixture,
               gconstpointer  unused)
{
  const char *tool = "{\"name\":\"t\",\"outputSchema\":{\"type\":\"array\"}}";
  const char *result = "{\"content\":[],\"structuredContent\":[1]}";

  mcp_reporter_set_revision (fixture->reporter, (McpRevision){ MCP_ERA_LEGACY, MCP_VERSION_2025_03_26 });
  check_result (fixture, "tools/call", tool, result);
  g_assert_cmpuint (count (fixture, "result.structured"), ==, 0);

  mcp_reporter_set_revision (fixture->reporter, (McpRevision){ MCP_ERA_MODERN, MCP_VERSION_2026_07_28 });
  check_result (fixture, "tools/call", tool, result);
  g_assert_cmpuint (count (fixture, "result.structured"), ==, 0);

  mcp_reporter_set_revision (fixture->reporter, (McpRevision){ MCP_ERA_LEGACY, MCP_VERSION_2025_11_25 });
  check_result (fixture, "tools/call", tool, result);
  g_assert_cmpuint (count (fixture, "result.structured"), ==, 1);
}

/* What was promised is known of the tool that was called. */
static void
test_promise (Fixture       *fixture,
              gconstpointer  unused)
{
  const char *tool = "{\"name\":\"t\",\"outputSchema\":{\"type\":\"object\",\"required\":[\"a\"]}}";

  mcp_reporter_set_revision (fixture->reporter, (McpRevision){ MCP_ERA_LEGACY, MCP_VERSION_2025_11_25 });
  check_result (fixture, "tools/call", NULL, "{\"content\":[]}");
  g_assert_cmpuint (count (fixture, "result.structured"), ==, 0);
  check_result (fixture, "tools/call", tool, "{\"content\":[]}");
  g_assert_cmpuint (count (fixture, "result.structured"), ==, 1);
  check_result (fixture, "tools/call", tool, "{\"content\":[],\"structuredContent\":{\"a\":1}}");
  g_assert_cmpuint (count (fixture, "result.schema"), ==, 0);
  check_result (fixture, "tools/call", tool, "{\"content\":[],\"structuredContent\":{}}");
  g_assert_cmpuint (count (fixture, "result.schema"), ==, 1);
}

static void
test_request (Fixture       *fixture,
              gconstpointer  unused)
{
  mcp_linter_check_request (fixture->reporter, "roots/list", "{\"roots\":{}}", 0);
  g_assert_cmpuint (count (fixture, "capability.not-offered"), ==, 0);
  mcp_linter_check_request (fixture->reporter, "roots/list", "{}", 0);
  g_assert_cmpuint (count (fixture, "capability.not-offered"), ==, 1);
  mcp_linter_check_request (fixture->reporter, "server/self-destruct", "{}", 0);
  g_assert_cmpuint (count (fixture, "rpc.unknown-request"), ==, 1);
}

static void
test_http (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (GBytes) json = g_bytes_new_static ("  {\"a\"", 6);
  g_autoptr (GBytes) half = g_bytes_new_static ("data: x", 7);

  mcp_linter_check_address (fixture->reporter, "http://localhost/mcp", NULL, 0);
  mcp_linter_check_address (fixture->reporter, "http://tools.example/mcp", "192.168.1.7:80", 0);
  mcp_linter_check_address (fixture->reporter, "https://tools.example/mcp", "192.0.2.1:443", 0);
  g_assert_cmpuint (count (fixture, "http.cleartext"), ==, 0);
  mcp_linter_check_address (fixture->reporter, "http://tools.example/mcp", "192.0.2.1:80", 0);
  g_assert_cmpuint (count (fixture, "http.cleartext"), ==, 1);
  mcp_linter_check_address (fixture->reporter, "http://0.0.0.0/mcp", NULL, 0);
  g_assert_cmpuint (count (fixture, "http.any-address"), ==, 1);

  mcp_linter_check_head (fixture->reporter, 200, "a", NULL, 0);
  mcp_linter_check_head (fixture->reporter, 200, "a", "a", 0);
  g_assert_cmpuint (count (fixture, "http.session-id-changed"), ==, 0);
  mcp_linter_check_head (fixture->reporter, 307, "b", "a", 0);
  g_assert_cmpuint (count (fixture, "http.session-id-changed"), ==, 1);
  g_assert_cmpuint (count (fixture, "http.redirect"), ==, 1);

  mcp_linter_check_unfinished (fixture->reporter, json, 0);
  mcp_linter_check_unfinished (fixture->reporter, half, 0);
  g_assert_cmpuint (count (fixture, "http.content-type"), ==, 1);
  g_assert_cmpuint (count (fixture, "sse.unfinished"), ==, 1);

  mcp_linter_report_violation (fixture->reporter, MCP_CHANNEL_HTTP, "not-202", "200", 0);
  g_assert_cmpuint (count (fixture, "http.accepted-status"), ==, 1);
}

static void
test_log (Fixture       *fixture,
          gconstpointer  unused)
{
  const char *params = "{\"level\":\"info\",\"data\":1}";

  mcp_reporter_set_revision (fixture->reporter, (McpRevision){ MCP_ERA_MODERN, MCP_VERSION_2026_07_28 });
  mcp_linter_check_log (fixture->reporter, params, strlen (params), TRUE, 0);
  g_assert_cmpuint (count (fixture, "log.unasked"), ==, 0);
  mcp_linter_check_log (fixture->reporter, params, strlen (params), FALSE, 0);
  g_assert_cmpuint (count (fixture, "log.unasked"), ==, 1);
  mcp_linter_check_log (fixture->reporter, "", 0, TRUE, 0);
  g_assert_cmpuint (count (fixture, "log.level"), ==, 1);
  g_assert_cmpuint (count (fixture, "log.data"), ==, 1);
}

/* What a result is depends on the revision, on the method and on what the client takes. */
static void
test_judge_result (Fixture       *fixture,
                   gconstpointer  unused)
{
  const McpRevision legacy = { MCP_ERA_LEGACY, MCP_VERSION_2025_11_25 };
  const McpRevision modern = { MCP_ERA_MODERN, MCP_VERSION_2026_07_28 };
  const struct
  {
    McpRevision       revision;
    const char       *method;
    gboolean          takes_task;
    const char       *result;
    McpResultVerdict  verdict;
    const char       *rule;   /* (nullable): that is broken */
  } cases[] = {
    { legacy, "tools/call", FALSE, "{\"content\":[]}", MCP_RESULT_COMPLETE, NULL },
    { legacy, "tools/call", TRUE, "{\"task\":{}}", MCP_RESULT_TASK, NULL },
    { legacy, "tools/call", FALSE, "{\"task\":{}}", MCP_RESULT_TASK, "task.unasked" },
    { legacy, "tools/call", TRUE, "{\"content\":[]}", MCP_RESULT_COMPLETE, "task.not-made" },
    { legacy, "tools/call", TRUE, "[]", MCP_RESULT_COMPLETE, "task.not-made" },
    { legacy, "prompts/get", FALSE, "{\"task\":{}}", MCP_RESULT_COMPLETE, NULL },
    { legacy, "tools/call", FALSE, "{\"resultType\":\"odd\"}", MCP_RESULT_COMPLETE, NULL },
    { modern, "tools/list", FALSE, "{\"resultType\":\"complete\"}", MCP_RESULT_COMPLETE, NULL },
    { modern, "tools/list", FALSE, "{}", MCP_RESULT_COMPLETE, "modern.no-result-type" },
    { modern, "tools/list", FALSE, "7", MCP_RESULT_COMPLETE, "modern.no-result-type" },
    { modern, "prompts/get", FALSE, "{\"resultType\":\"input_required\"}", MCP_RESULT_NEEDS_INPUT, NULL },
    { modern, "tools/list", FALSE, "{\"resultType\":\"input_required\"}", MCP_RESULT_INVALID, "modern.result-type" },
    { modern, "tools/call", TRUE, "{\"resultType\":\"task\"}", MCP_RESULT_TASK, NULL },
    { modern, "tools/call", FALSE, "{\"resultType\":\"task\"}", MCP_RESULT_INVALID, "task.other-method" },
    { modern, "prompts/get", TRUE, "{\"resultType\":\"task\"}", MCP_RESULT_INVALID, "task.other-method" },
    { modern, "tools/call", TRUE, "{\"resultType\":7}", MCP_RESULT_INVALID, "modern.result-type" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_before = cases[i].rule != NULL ? count (fixture, cases[i].rule) : 0;
      guint n_all = g_list_model_get_n_items (mcp_journal_get_findings (fixture->journal));

      mcp_reporter_set_revision (fixture->reporter, cases[i].revision);
      g_assert_cmpint (mcp_linter_judge_result (fixture->reporter, cases[i].method, cases[i].takes_task,
                                                cases[i].result, strlen (cases[i].result), 0),
                       ==, cases[i].verdict);
      if (cases[i].rule != NULL)
        g_assert_cmpuint (count (fixture, cases[i].rule), ==, n_before + 1);
      else
        g_assert_cmpuint (g_list_model_get_n_items (mcp_journal_get_findings (fixture->journal)), ==, n_all);
    }
}

/* Each list has its own rules, and all have some. */
static void
test_items (Fixture       *fixture,
            gconstpointer  unused)
{
  static const struct
  {
    McpCatalogKind  kind;
    const char     *item;
    const char     *rule;   /* (nullable): that is broken */
  } cases[] = {
    { MCP_CATALOG_PROMPTS, "{\"name\":\"p\"}", NULL },
    { MCP_CATALOG_PROMPTS, "{}", "list.bad-item" },
    { MCP_CATALOG_PROMPTS, "7", "list.bad-item" },
    { MCP_CATALOG_RESOURCES, "{\"name\":\"r\"}", "list.bad-item" },
    { MCP_CATALOG_TEMPLATES, "{\"name\":\"t\",\"uriTemplate\":\"a:{b\"}", "resources.template" },
    { MCP_CATALOG_TEMPLATES, "{\"name\":\"t\",\"uriTemplate\":\"a:{b}\"}", NULL },
    { MCP_CATALOG_PROMPTS, "{\"name\":\"p\",\"icons\":[7]}", "icons.member" },
    { MCP_CATALOG_PROMPTS, "{\"name\":\"p\",\"icons\":[{\"src\":\"https://a/\",\"mimeType\":7}]}", "icons.member" },
    { MCP_CATALOG_PROMPTS, "{\"name\":\"p\",\"icons\":[{\"src\":\"https://a/\",\"sizes\":\"any\"}]}", "icons.member" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpCatalogItem) item = mcp_catalog_item_new (cases[i].kind, cases[i].item,
                                                              strlen (cases[i].item));
      guint n_before = cases[i].rule != NULL ? count (fixture, cases[i].rule) : 0;
      guint n_found;

      mcp_reporter_set_revision (fixture->reporter, (McpRevision) { .version = MCP_VERSION_2025_11_25 });
      n_found = mcp_linter_check_item (fixture->reporter, 0, cases[i].kind, item, i + 1);

      g_assert_cmpuint (n_found, ==, cases[i].rule != NULL ? 1 : 0);
      if (cases[i].rule != NULL)
        g_assert_cmpuint (count (fixture, cases[i].rule), ==, n_before + 1);
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/session/lint/reporter", test_reporter);
  ADD ("/session/lint/revision", test_revision);
  ADD ("/session/lint/promise", test_promise);
  ADD ("/session/lint/request", test_request);
  ADD ("/session/lint/judge-result", test_judge_result);
  ADD ("/session/lint/items", test_items);
  ADD ("/session/lint/http", test_http);
  ADD ("/session/lint/log", test_log);

  return g_test_run ();
}
