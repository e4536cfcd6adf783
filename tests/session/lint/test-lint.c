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

  mcp_linter_check_body (fixture->reporter, 10, 10, 0);
  mcp_linter_check_body (fixture->reporter, 0, 10, 0);
  g_assert_cmpuint (count (fixture, "http.content-length"), ==, 0);
  mcp_linter_check_body (fixture->reporter, 11, 10, 0);
  g_assert_cmpuint (count (fixture, "http.content-length"), ==, 1);

  mcp_linter_check_unfinished (fixture->reporter, json, 0);
  mcp_linter_check_unfinished (fixture->reporter, half, 0);
  g_assert_cmpuint (count (fixture, "http.content-type"), ==, 1);
  g_assert_cmpuint (count (fixture, "sse.unfinished"), ==, 1);

  mcp_linter_report_violation (fixture->reporter, MCP_CHANNEL_HTTP, "not-202", "200", 0);
  g_assert_cmpuint (count (fixture, "http.accepted-status"), ==, 1);
}

/* Only what is certain: an id of chance has never so little of it, whatever it looks like. */
static void
test_session_id (Fixture       *fixture,
                 gconstpointer  unused)
{
  static const struct
  {
    const char *id;
    const char *before;
    guint       n;
  } rows[] = {
    { "1", NULL, 1 },
    { "session-1", NULL, 1 },
    { "1732801234567", NULL, 1 },
    { "deadbeef", NULL, 1 },
    { "00000000-0000-0000-0000-000000000000", NULL, 1 },
    { "aaaaaaaaaaaaaaaaaaaaaaaa", NULL, 1 },
    { "9b2f7c1e-5a4d-4e8b-9c3f-1d2e3f4a5b6c", NULL, 0 },
    { "1868a90c40af4b2b", NULL, 0 },
    { "V1StGXR8_Z5jdHi6B-myT", NULL, 0 },
    { "01ARZ3NDEKTSV4RRFFQ69G5FAV", NULL, 0 },
    { "mcp-session-0000000000000042", "mcp-session-0000000000000041", 1 },
    { "mcp-session-0000000000000100", "mcp-session-0000000000000099", 1 },
    { "6fa459ea-ee8a-11ef-894e-db77e160355e", "6fa459eb-ee8a-11ef-894e-db77e160355e", 1 },
    { "V1StGXR8_Z5jdHi6B-myT", "V1StGXR8_Z5jdHi6B-myT", 1 },
    { "9b2f7c1e-5a4d-4e8b-9c3f-1d2e3f4a5b6c", "0c1d2e3f-8a9b-4c5d-8e6f-7a8b9c0d1e2f", 0 },
    { "eyJhbGciOiJIUzI1NiJ9.eyJzIjoxfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      "eyJhbGciOiJIUzI1NiJ9.eyJzIjoyfQ.7h1r9wW1gFWFOEjXkmB92K27uhbUJU1pdBjftJeZ4CV", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint before = count (fixture, "http.guessable-session-id");

      mcp_linter_check_session_id (fixture->reporter, rows[i].id, rows[i].before, 0);
      g_test_message ("%s", rows[i].id);
      g_assert_cmpuint (count (fixture, "http.guessable-session-id") - before, ==, rows[i].n);
    }
}

static void
test_error_text (Fixture       *fixture,
                 gconstpointer  unused)
{
  static const char * const known[] = {
    "{\"name\":\"read\",\"arguments\":{\"path\":\"/home/me/a.txt\",\"other\":\"C:\\\\Users\\\\me\\\\b.txt\"}}",
    "/srv/server", "file:///home/me/work", NULL,
  };
  static const struct
  {
    const char *text;
    guint       n;
  } rows[] = {
    { "boom\n    at read (/app/dist/index.js:12:7)\n    at process.emit (node:events:518:28)", 1 },
    { "java.lang.NullPointerException\n\tat com.example.Tool.run(Tool.java:42)", 1 },
    { "Object reference not set\n   at Tools.Run(String s) in C:\\src\\Tools.cs:line 42", 1 },
    { "Traceback (most recent call last):\n  File \"server.py\", line 3, in run\nValueError", 1 },
    { "panic: nil\n\ngoroutine 1 [running]:\nmain.main()", 1 },
    { "thread 'main' panicked\nstack backtrace:\n   0: rust_begin_unwind", 1 },
    { "Fatal\n#0 /var/www/mcp.php(12): run()\n#1 {main}", 1 },
    { "tool.rb:12:in `run': undefined method", 1 },
    { "ENOENT: no such file or directory, open '/home/alice/server/config.json'", 1 },
    { "could not load /usr/lib/node_modules/x/index.js.", 1 },
    { "cannot import /app/tools/run.py", 1 },
    { "Access to C:\\Users\\alice\\secret.txt is denied", 1 },
    { "Not found", 0 },
    { "No such file: /home/me/a.txt", 0 },
    { "No such file: C:\\Users\\me\\b.txt", 0 },
    { "Outside of /home/me/work", 0 },
    { "Could not start /srv/server/run.js", 0 },
    { "No route /users/1/posts, see https://example.com/home/docs/errors.js", 0 },
    { "Unknown resource file:///home/alice/notes.txt", 0 },
    { "Expected a/b or 1/2, at 12:30: and/or", 0 },
    { "Meet me\n   at noon (or later)", 0 },
    { "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint before = count (fixture, "rpc.error-detail");

      mcp_linter_check_error_text (fixture->reporter, rows[i].text, known, 0);
      g_test_message ("%s", rows[i].text);
      g_assert_cmpuint (count (fixture, "rpc.error-detail") - before, ==, rows[i].n);
    }
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
  ADD ("/session/lint/session-id", test_session_id);
  ADD ("/session/lint/error-text", test_error_text);
  ADD ("/session/lint/log", test_log);

  return g_test_run ();
}
