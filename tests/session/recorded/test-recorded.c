/* test-recorded.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-catalog-item.h"
#include "mcp-connection-private.h"
#include "mcp-error.h"
#include "mcp-recorder.h"
#include "recorded-support.h"

/* What a session of a recording knows of a server that is not there. */

static const char legacy[] =
  "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11.001234Z\","
  "\"profile\":{\"command\":\"server\",\"args\":[\"-x\"]},\"redacted\":false}\n"
  "{\"t\":1,\"ch\":\"session\",\"note\":{\"type\":\"life\"}}\n"
  LINE (10, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"initialize\\\",\\\"params\\\":{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{\\\"roots\\\":{}}}}")
  LINE (42, "in", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"protocolVersion\\\":\\\"2025-06-18\\\",\\\"capabilities\\\":{\\\"tools\\\":{\\\"listChanged\\\":true}},\\\"serverInfo\\\":{\\\"name\\\":\\\"s\\\",\\\"version\\\":\\\"1\\\"}}}")
  LINE (50, "out", RPC "\\\"id\\\":2,\\\"method\\\":\\\"tools/list\\\"}")
  LINE (60, "in", RPC "\\\"id\\\":2,\\\"result\\\":{\\\"tools\\\":[{\\\"name\\\":\\\"a\\\",\\\"inputSchema\\\":{}}],\\\"nextCursor\\\":\\\"c\\\"}}")
  LINE (70, "out", RPC "\\\"id\\\":3,\\\"method\\\":\\\"tools/list\\\",\\\"params\\\":{\\\"cursor\\\":\\\"c\\\"}}")
  LINE (80, "in", RPC "\\\"id\\\":3,\\\"result\\\":{\\\"tools\\\":[{\\\"name\\\":\\\"b\\\",\\\"inputSchema\\\":{}}]}}")
  PROBE (100, RPC "\\\"id\\\":4,\\\"method\\\":\\\"ping\\\"}")
  LINE (150, "in", RPC "\\\"id\\\":4,\\\"result\\\":{}}")
  PROBE (200, RPC "\\\"id\\\":5,\\\"method\\\":\\\"ping\\\"}")
  "{\"t\":200,\"ch\":\"session\",\"note\":{\"type\":\"status\",\"about\":10,\"status\":\"timed-out\"}}\n"
  PROBE (300, RPC "\\\"id\\\":6,\\\"method\\\":\\\"ping\\\"}")
  LINE (370, "in", RPC "\\\"id\\\":6,\\\"result\\\":{}}")
  LINE (400, "out", RPC "\\\"id\\\":7,\\\"method\\\":\\\"tools/call\\\"}");

static const char listening[] =
  "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11Z\",\"profile\":{\"command\":\"server\"},\"redacted\":false}\n"
  LINE (10, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"subscriptions/listen\\\",\\\"params\\\":{\\\"notifications\\\":{\\\"toolsListChanged\\\":true,\\\"promptsListChanged\\\":true},\\\"_meta\\\":{\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\"}}}")
  LINE (20, "in", RPC "\\\"method\\\":\\\"notifications/subscriptions/acknowledged\\\",\\\"params\\\":{\\\"notifications\\\":{\\\"toolsListChanged\\\":true},\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":1}}}")
  LINE (30, "in", RPC "\\\"method\\\":\\\"notifications/tools/list_changed\\\",\\\"params\\\":{\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":1}}}")
  LINE (40, "in", RPC "\\\"method\\\":\\\"notifications/tools/list_changed\\\",\\\"params\\\":{\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":1}}}")
  LINE (50, "out", RPC "\\\"id\\\":2,\\\"method\\\":\\\"subscriptions/listen\\\",\\\"params\\\":{\\\"notifications\\\":{\\\"resourceSubscriptions\\\":[\\\"x:y\\\"]},\\\"_meta\\\":{\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\"}}}")
  LINE (60, "in", RPC "\\\"method\\\":\\\"notifications/subscriptions/acknowledged\\\",\\\"params\\\":{\\\"notifications\\\":{\\\"resourceSubscriptions\\\":[\\\"x:y\\\"]},\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":2}}}")
  LINE (70, "in", RPC "\\\"id\\\":2,\\\"result\\\":{\\\"resultType\\\":\\\"complete\\\"}}")
  LINE (80, "out", RPC "\\\"id\\\":3,\\\"method\\\":\\\"subscriptions/listen\\\",\\\"params\\\":{\\\"notifications\\\":{\\\"resourcesListChanged\\\":true},\\\"_meta\\\":{\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\"}}}")
  LINE (90, "in", RPC "\\\"id\\\":3,\\\"error\\\":{\\\"code\\\":-32601,\\\"message\\\":\\\"Never heard of it\\\"}}")
  LINE (100, "out", RPC "\\\"id\\\":4,\\\"method\\\":\\\"subscriptions/listen\\\",\\\"params\\\":{\\\"notifications\\\":{\\\"promptsListChanged\\\":true},\\\"_meta\\\":{\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\"}}}")
  LINE (110, "out", RPC "\\\"method\\\":\\\"notifications/cancelled\\\",\\\"params\\\":{\\\"requestId\\\":4}}")
  LINE (120, "in", RPC "\\\"method\\\":\\\"notifications/tools/list_changed\\\",\\\"params\\\":{\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":77}}}");

static void
test_knows_the_server (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (legacy, &recording);
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  McpCatalog *prompts = mcp_session_get_catalog (session, MCP_CATALOG_PROMPTS);
  McpSampleStore *probes = mcp_health_get_probes (mcp_session_get_health (session));
  g_autofree char *name = NULL;
  g_autofree char *transport = mcp_session_describe_transport (session);
  static const McpSampleStatus expected[] = { MCP_SAMPLE_OK, MCP_SAMPLE_LOST, MCP_SAMPLE_OK };

  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_RECORDED);
  g_assert_false (mcp_session_is_open (session));
  TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));

  name = mcp_session_lookup (session, "serverInfo.name");
  g_assert_cmpstr (name, ==, "s");
  g_assert_cmpstr (transport, ==, "stdio");
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_LEGACY);
  g_assert_cmpstr (mcp_session_get_asked_version (session), ==, "2025-11-25");
  g_assert_cmpstr (mcp_session_get_negotiation (session)->offered, ==, "2025-06-18");
  g_assert_cmpint (mcp_session_get_handshake_usec (session), ==, 32);
  g_assert_true (mcp_session_has_capability (session, "tools.listChanged"));
  g_assert_false (mcp_session_has_capability (session, "prompts"));

  /* Pages are one list. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tools)), ==, 2);
  g_assert_nonnull (mcp_catalog_find (tools, "b"));
  g_assert_cmpint (mcp_catalog_get_state (tools), ==, MCP_CATALOG_LOADED);
  g_assert_cmpint (mcp_catalog_get_state (prompts), ==, MCP_CATALOG_UNSUPPORTED);

  g_assert_cmpuint (mcp_sample_store_get_n_samples (probes), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      McpHealthSample sample;

      g_assert_true (mcp_sample_store_get (probes, mcp_sample_store_get_first (probes) + i,
                                           &sample));
      g_assert_cmpint (sample.status, ==, expected[i]);
      g_assert_cmpint (sample.rtt_usec, ==, i == 0 ? 50 : i == 1 ? -1 : 70);
    }
}

static void
test_never_connects (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (legacy, &recording);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) called = NULL;
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("a", NULL);
  g_autoptr (McpRecord) last = NULL;
  g_autoptr (GError) error = NULL;

  mcp_session_open_async (session, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  g_assert_false (mcp_session_open_finish (session, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_clear_error (&error);

  TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));
  mcp_session_call_async (session, call, NULL, store_cb, &called);
  TEST_AWAIT (called != NULL);
  g_assert_false (mcp_session_call_finish (session, called, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN);

  /* Asking for a list again gives what there is. */
  g_assert_true (mcp_catalog_is_recorded (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS)));
  mcp_catalog_refresh_async (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS), NULL, store_cb,
                             &listed);
  TEST_AWAIT (listed != NULL);
  g_assert_true (mcp_catalog_refresh_finish (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS),
                                             listed, NULL));

  /* What was not answered never will be. */
  last = mcp_journal_get_record (mcp_session_get_journal (session), 13);
  g_assert_cmpint (mcp_record_get_status (last), ==, MCP_STATUS_LOST);
  g_clear_object (&last);
  g_clear_object (&call);
  g_clear_object (&result);
  g_clear_object (&listed);
  g_clear_object (&called);
  g_assert_finalize_object (g_steal_pointer (&session));
}

static void
test_hostile_answers (void)
{
  static const char *const results[] = {
    "null", "[]", "{}", "{\\\"tools\\\":null}", "{\\\"tools\\\":[1,null,[],{}]}", "\\\"\\\"",
    "{\\\"protocolVersion\\\":7,\\\"capabilities\\\":[],\\\"serverInfo\\\":null}",
  };
  static const char *const asked[] = { "initialize", "server/discover", "tools/list",
                                       "prompts/list" };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    for (guint j = 0; j < G_N_ELEMENTS (asked); j++)
      {
        g_autofree char *text = g_strdup_printf (
          "{\"mcprec\":1,\"profile\":[]}\n"
          LINE (1, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"%s\\\",\\\"params\\\":%s}")
          LINE (2, "in", RPC "\\\"id\\\":1,\\\"result\\\":%s}"),
          asked[j], results[i], results[i]);
        g_autoptr (McpRecording) recording = NULL;
        g_autoptr (McpSession) session = open_session (text, &recording);

        TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));
        g_assert_cmpuint (mcp_journal_get_n_records (mcp_session_get_journal (session)), ==, 2);
      }
}


#define CALL(id, name) \
  RPC "\\\"id\\\":" #id ",\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"" name \
      "\\\",\\\"arguments\\\":{\\\"a\\\":1},\\\"task\\\":{}}}"
#define TASK(status) \
  "{\\\"taskId\\\":\\\"T\\\",\\\"status\\\":\\\"" status "\\\",\\\"createdAt\\\":\\\"2026-11-20T05:02:12Z\\\"," \
  "\\\"lastUpdatedAt\\\":\\\"2026-11-20T05:02:12Z\\\",\\\"ttl\\\":1000}"

static const char foreign[] =
  HEAD
  LINE (10, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"initialize\\\",\\\"params\\\":{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{\\\"roots\\\":{},\\\"sampling\\\":{}}}}")
  LINE (42, "in", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{\\\"tools\\\":{},\\\"tasks\\\":{}},\\\"serverInfo\\\":{\\\"name\\\":\\\"s\\\",\\\"version\\\":\\\"1\\\"}}}")
  LINE (50, "in", RPC "\\\"id\\\":1,\\\"method\\\":\\\"roots/list\\\"}")
  LINE (60, "out", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"roots\\\":[{\\\"uri\\\":\\\"file:///a\\\"},{\\\"uri\\\":\\\"file:///b\\\"}]}}")
  LINE (70, "out", RPC "\\\"id\\\":2,\\\"method\\\":\\\"ping\\\"}")
  LINE (95, "in", RPC "\\\"id\\\":2,\\\"result\\\":{}}")
  LINE (100, "out", CALL (3, "long"))
  LINE (130, "in", RPC "\\\"id\\\":3,\\\"result\\\":{\\\"task\\\":" TASK ("working") "}}")
  LINE (140, "out", RPC "\\\"id\\\":4,\\\"method\\\":\\\"tasks/get\\\",\\\"params\\\":{\\\"taskId\\\":\\\"T\\\"}}")
  LINE (150, "in", RPC "\\\"id\\\":4,\\\"result\\\":" TASK ("completed") "}")
  LINE (160, "out", RPC "\\\"id\\\":5,\\\"method\\\":\\\"tasks/result\\\",\\\"params\\\":{\\\"taskId\\\":\\\"T\\\"}}")
  LINE (170, "in", RPC "\\\"id\\\":5,\\\"result\\\":{\\\"content\\\":[]}}")
  LINE (180, "in", RPC "\\\"id\\\":99,\\\"result\\\":{}}")
  LINE (190, "in", "no message")
  LINE (200, "out", RPC "\\\"id\\\":6,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"a\\\"}}")
  LINE (210, "in", RPC "\\\"id\\\":6,\\\"result\\\":{\\\"x\\\":1}}");

/* Its client is not us: what it offered, and its roots, stand in the messages alone. */
static void
test_other_client (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (foreign, &recording);
  McpSampleStore *probes = mcp_health_get_probes (mcp_session_get_health (session));
  McpSampleStore *requests = mcp_health_get_requests (mcp_session_get_health (session));
  g_autofree char *offered = NULL;
  McpHealthSample sample;

  await_examination (session);
  offered = mcp_session_dup_client_capabilities (session);
  g_assert_cmpstr (offered, ==, "{\"roots\":{},\"sampling\":{}}");
  g_assert_cmpint (mcp_session_get_n_roots (session), ==, 2);

  /* The server has prompts no more than it said, and nobody asked for its tools. */
  g_assert_cmpint (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_PROMPTS)),
                   ==, MCP_CATALOG_UNSUPPORTED);
  g_assert_cmpint (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS)),
                   ==, MCP_CATALOG_UNRECORDED);

  /* Its pings are no probes of ours, and round trips all the same. */
  g_assert_cmpuint (mcp_sample_store_get_n_samples (probes), ==, 1);
  g_assert_true (mcp_sample_store_get (probes, 0, &sample));
  g_assert_cmpint (sample.rtt_usec, ==, 25);
  g_assert_cmpint (sample.time_usec + mcp_sample_store_get_wall_offset_usec (probes), ==,
                   G_GINT64_CONSTANT (1795150931) * G_USEC_PER_SEC + 70);

  /* All other requests but the handshake, and the one that waits for a task. */
  g_assert_cmpuint (mcp_sample_store_get_n_samples (requests), ==, 3);
  g_assert_true (mcp_sample_store_get (requests, 0, &sample));
  g_assert_cmpuint (sample.serial, ==, 7);
  g_assert_cmpint (sample.rtt_usec, ==, 30);
}

static void
test_tasks (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (foreign, &recording);
  McpTasks *tasks = mcp_session_get_tasks (session);
  g_autofree char *result = NULL;
  McpTask *task;
  gsize length;
  const char *text;

  await_examination (session);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tasks)), ==, 1);
  task = mcp_tasks_find (tasks, "T");
  g_assert_nonnull (task);
  g_assert_cmpstr (mcp_task_get_info (task)->tool, ==, "long");
  g_assert_cmpstr (mcp_task_get_info (task)->arguments, ==, "{\"a\":1}");
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_COMPLETED);
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, MCP_TASK_SETTLED);
  g_assert_cmpuint (mcp_task_get_info (task)->n_polls, ==, 1);
  g_assert_cmpuint (mcp_task_get_info (task)->serial, ==, 7);
  g_assert_nonnull (mcp_task_get_info (task)->result);
  text = g_bytes_get_data (mcp_task_get_info (task)->result, &length);
  result = g_strndup (text, length);
  g_assert_cmpstr (result, ==, "{\"content\":[]}");
}

/* Its program applied no rules: we do, and say that it was us. */
static void
test_judges (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (foreign, &recording);
  g_autoptr (McpRecord) record = NULL;

  await_examination (session);
  g_assert_true (has_finding (session, "lifecycle.early-request", 3));
  g_assert_true (has_finding (session, "task.related", 12));
  g_assert_true (has_finding (session, "rpc.unknown-id", 13));
  g_assert_true (has_finding (session, "stdio.noise", 14));
  g_assert_true (has_finding (session, "result.member", 16));
  g_assert_cmpuint (g_list_model_get_n_items (
                      mcp_journal_get_findings (mcp_session_get_journal (session))), ==, 5);
  record = mcp_journal_get_record (mcp_session_get_journal (session), 14);
  g_assert_cmpuint (mcp_record_get_flags (record) & MCP_RECORD_FLAG_FINDING, !=, 0);
}

#define START                                                                                                      \
  HEAD                                                                                                             \
  LINE (1, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"initialize\\\",\\\"params\\\":{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{\\\"roots\\\":{}}}}") \
  LINE (2, "in", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{\\\"tools\\\":{},\\\"resources\\\":{\\\"subscribe\\\":true},\\\"logging\\\":{}},\\\"serverInfo\\\":{\\\"name\\\":\\\"s\\\",\\\"version\\\":\\\"1\\\"}}}") \
  LINE (3, "out", RPC "\\\"method\\\":\\\"notifications/initialized\\\"}")
#define UPDATE(t) TELL (t, "in", "notifications/resources/updated", "\\\"uri\\\":\\\"a:b\\\"")
#define LOG(t) TELL (t, "in", "notifications/message", "\\\"level\\\":\\\"info\\\",\\\"data\\\":1")
#define MODERN_META "\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\""

/* What messages are judged by that were sent before: the rule that is broken, and by which record; NULL for none. */
static void
test_judges_by_requests (void)
{
  static const struct
  {
    const char *text;
    const char *rule;
    guint       serial;
  } rows[] = {
    { START ASK (4, "in", "1", "roots/list", "") ASK (5, "in", "1", "roots/list", ""), "rpc.reused-id", 5 },
    { START ASK (4, "in", "1", "roots/list", "") ANSWER (5, "out", "1") ASK (6, "in", "1", "roots/list", ""), NULL, 0 },
    { START ASK (4, "in", "1", "roots/list", "") TELL (5, "in", "notifications/cancelled", "\\\"requestId\\\":1")
      ASK (6, "in", "1", "roots/list", ""), NULL, 0 },
    { START ASK (4, "in", "1", "roots/list", "") ANSWER (5, "out", "1")
      TELL (6, "in", "notifications/cancelled", "\\\"requestId\\\":1"), "cancel.unknown-request", 6 },
    { START TELL (4, "in", "notifications/cancelled", "\\\"requestId\\\":\\\"1\\\""), "cancel.unknown-request", 4 },
    { START UPDATE (4), "resources.not-subscribed", 4 },
    { START ASK (4, "out", "2", "resources/subscribe", "\\\"uri\\\":\\\"a:\\\"") UPDATE (5), NULL, 0 },
    { START ASK (4, "out", "2", "resources/subscribe", "\\\"uri\\\":\\\"a:\\\"")
      ASK (5, "out", "3", "resources/unsubscribe", "\\\"uri\\\":\\\"a:\\\"") UPDATE (6), "resources.not-subscribed", 6 },
    { START ASK (4, "out", "2", "x", WITH_TOKEN ("\\\"p\\\"")) PROGRESS (5, "\\\"p\\\"", "1") PROGRESS (6, "\\\"p\\\"", "2"), NULL, 0 },
    { START ASK (4, "out", "2", "x", WITH_TOKEN ("\\\"p\\\"")) PROGRESS (5, "\\\"p\\\"", "1") PROGRESS (6, "\\\"p\\\"", "0.5"),
      "progress.not-increasing", 6 },
    { START ASK (4, "out", "2", "x", WITH_TOKEN ("1")) PROGRESS (5, "\\\"1\\\"", "1"), "progress.unknown-token", 5 },
    { START ASK (4, "out", "2", "x", WITH_TOKEN ("1")) TELL (5, "out", "notifications/cancelled", "\\\"requestId\\\":2")
      PROGRESS (6, "1", "1"), "progress.late", 6 },
    { START ASK (4, "out", "2", "x", "") TELL (5, "out", "notifications/cancelled", "\\\"requestId\\\":2") ANSWER (6, "in", "2"),
      "rpc.late-answer", 6 },
    { START ASK (4, "out", "2", "x", "") ANSWER (5, "in", "2") TELL (6, "out", "notifications/cancelled", "\\\"requestId\\\":2"),
      NULL, 0 },
    { START ANSWER (4, "in", "1"), "rpc.second-answer", 4 },
    { START ANSWER (4, "in", "\\\"1\\\""), "rpc.unknown-id", 4 },
    { START LOG (4), NULL, 0 },

    /* Another client of the same server: what belongs to whom is a guess. */
    { START ASK (4, "out", "1", "initialize", "") ASK (5, "in", "1", "roots/list", "") ASK (6, "in", "1", "roots/list", ""), NULL, 0 },
    { START ASK (4, "out", "1", "initialize", "") UPDATE (5), NULL, 0 },

    /* A recording that begins in the middle. */
    { HEAD PROGRESS (1, "1", "1"), NULL, 0 },
    { HEAD TELL (1, "in", "notifications/cancelled", "\\\"requestId\\\":1") UPDATE (2), NULL, 0 },

    /* Who asks for log messages says so with a request. */
    { HEAD ASK (1, "out", "1", "x", "\\\"_meta\\\":{" MODERN_META "}") LOG (2), "log.unasked", 2 },
    { HEAD ASK (1, "out", "1", "x", "\\\"_meta\\\":{" MODERN_META ",\\\"io.modelcontextprotocol/logLevel\\\":\\\"debug\\\"}") LOG (2),
      NULL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpRecording) recording = NULL;
      g_autoptr (McpSession) session = open_session (rows[i].text, &recording);
      guint n_findings;

      await_examination (session);
      n_findings = g_list_model_get_n_items (mcp_journal_get_findings (mcp_session_get_journal (session)));
      if (n_findings != (rows[i].rule != NULL) || (rows[i].rule != NULL && !has_finding (session, rows[i].rule, rows[i].serial)))
        {
          g_autoptr (McpFinding) finding = g_list_model_get_item (
            mcp_journal_get_findings (mcp_session_get_journal (session)), 0);

          g_error ("row %u: %u findings, the first %s of record %u", i, n_findings,
                   finding != NULL ? mcp_finding_get_rule (finding) : "none",
                   finding != NULL ? mcp_finding_get_serial (finding) : 0);
        }
    }
}

/* Over HTTP, what comes with a refusal need not be a message. */
static void
test_judges_refusals (void)
{
  static const char refused[] =
    "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11Z\",\"profile\":{\"url\":\"http://h/\"}}\n"
    "{\"t\":10,\"dir\":\"out\",\"ch\":\"http\",\"x\":1,\"http\":{\"type\":\"request\",\"method\":\"POST\"}}\n"
    "{\"t\":20,\"dir\":\"in\",\"ch\":\"http\",\"x\":1,\"http\":{\"type\":\"head\",\"status\":400}}\n"
    "{\"t\":30,\"dir\":\"in\",\"ch\":\"http\",\"x\":1,\"raw\":\"{\\\"id\\\":7,\\\"error\\\":\\\"no\\\"}\"}\n"
    "{\"t\":40,\"dir\":\"in\",\"ch\":\"http\",\"x\":2,\"http\":{\"type\":\"head\",\"status\":200}}\n"
    "{\"t\":50,\"dir\":\"in\",\"ch\":\"http\",\"x\":2,\"raw\":\"{\\\"id\\\":7,\\\"error\\\":\\\"no\\\"}\"}\n";
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (refused, &recording);

  await_examination (session);
  g_assert_false (has_finding (session, "rpc.envelope", 3));
  g_assert_true (has_finding (session, "rpc.envelope", 5));
}

/* What was judged while it went on is not judged again. */
static void
test_leaves_findings (void)
{
  g_autofree char *text = g_strconcat (
    foreign,
    "{\"t\":220,\"ch\":\"session\",\"note\":{\"type\":\"finding\",\"about\":2,\"rule\":\"json.depth\","
    "\"severity\":\"info\",\"text\":\"x\"}}\n", NULL);
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (text, &recording);
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  g_autoptr (McpFinding) finding = NULL;

  await_examination (session);
  g_assert_cmpuint (g_list_model_get_n_items (findings), ==, 1);
  finding = g_list_model_get_item (findings, 0);
  g_assert_cmpstr (mcp_finding_get_rule (finding), ==, "json.depth");
  g_assert_false (mcp_finding_is_derived (finding));
  g_assert_nonnull (mcp_tasks_find (mcp_session_get_tasks (session), "T"));
}

/* A large message is read in a thread, and the session may go meanwhile. */
static void
test_large_message (void)
{
  for (guint goes = 0; goes < 2; goes++)
    {
      g_autofree char *filler = g_strnfill (600 * 1024, 'x');
      g_autofree char *line =
        g_strdup_printf (LINE (300, "in", RPC "\\\"method\\\":\\\"unknown/%s\\\"}"), filler);
      g_autofree char *text = g_strconcat (foreign, line, NULL);
      g_autoptr (McpRecording) recording = NULL;
      g_autoptr (McpSession) session = open_session (text, &recording);

      TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));
      if (goes == 0)
        {
          await_examination (session);
          g_assert_true (has_finding (session, "rpc.unknown-notification", 17));
        }
      else
        {
          g_assert_true (mcp_session_is_examining (session));
        }
      g_assert_finalize_object (g_steal_pointer (&session));
    }
}

/* No handshake, but each request of a modern client says who it is. */
static void
test_modern_without_start (void)
{
  static const char text[] =
    HEAD
    LINE (10, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"a\\\",\\\"_meta\\\":{"
          "\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\","
          "\\\"io.modelcontextprotocol/clientCapabilities\\\":{\\\"elicitation\\\":{}}}}}")
    LINE (20, "in", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"resultType\\\":\\\"complete\\\",\\\"content\\\":[]}}");
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (text, &recording);
  g_autofree char *offered = NULL;

  await_examination (session);
  offered = mcp_session_dup_client_capabilities (session);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_MODERN);
  g_assert_cmpstr (mcp_session_get_asked_version (session), ==, "2026-07-28");
  g_assert_cmpstr (offered, ==, "{\"elicitation\":{}}");
  g_assert_cmpint (mcp_session_get_n_roots (session), ==, -1);
  g_assert_cmpint (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS)),
                   ==, MCP_CATALOG_UNRECORDED);
}

/* A result is judged as it is while it comes: by the revision, and by what was asked for. */
static void
test_judges_results (void)
{
  static const char modern[] =
    HEAD
    LINE (10, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"tools/list\\\",\\\"params\\\":{\\\"_meta\\\":{"
          "\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\"}}}")
    LINE (20, "in", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"resultType\\\":\\\"odd\\\",\\\"tools\\\":[]}}");
  static const char unasked[] =
    HEAD
    LINE (10, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"a\\\"}}")
    LINE (20, "in", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"task\\\":" TASK ("working") "}}")
    LINE (30, "out", RPC "\\\"id\\\":2,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"a\\\",\\\"task\\\":{}}}")
    LINE (40, "in", RPC "\\\"id\\\":2,\\\"result\\\":{\\\"content\\\":[]}}");
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpRecording) other = NULL;
  g_autoptr (McpSession) session = open_session (modern, &recording);
  g_autoptr (McpSession) legacy_session = open_session (unasked, &other);

  await_examination (session);
  g_assert_true (has_finding (session, "modern.result-type", 2));

  await_examination (legacy_session);
  g_assert_true (has_finding (legacy_session, "task.unasked", 2));
  g_assert_true (has_finding (legacy_session, "task.not-made", 4));
}

/* What is found on opening is not written: the file stays what its program wrote. */
static void
test_saves_same (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (foreign, &recording);
  g_autofree char *directory = g_dir_make_tmp ("recorded-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "again.mcprec", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GError) error = NULL;

  await_examination (session);
  g_assert_true (has_finding (session, "stdio.noise", 14));
  recorder = mcp_recorder_new (mcp_session_get_journal (session), path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_recorder_finish (recorder, NULL));
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, foreign);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

static void
append_line (McpJournal *journal,
             const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  McpJournalEntry entry = { .direction = MCP_DIRECTION_IN, .channel = MCP_CHANNEL_NOISE,
                            .kind = MCP_RECORD_NOISE, .life = 1 };

  mcp_journal_append (journal, &entry, bytes);
  mcp_journal_flush (journal);
}

/* What a tap writes is judged while it goes on; what a session writes has its findings itself. */
static void
test_judges_live (void)
{
  static const char *const origins[] = { "tap", "cli" };

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      g_autofree char *directory = g_dir_make_tmp ("recorded-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (directory, "x.spool", NULL);
      g_autofree char *json = g_strdup_printf ("{\"name\":\"x\",\"origin\":\"%s\"}", origins[i]);
      g_autoptr (McpJournal) written = mcp_journal_new_for_file (path, NULL);
      g_autoptr (McpJournal) followed = NULL;
      g_autoptr (McpProfile) profile = mcp_profile_new ("x");
      g_autoptr (McpSession) session = NULL;
      g_autoptr (GError) error = NULL;

      mcp_journal_set_profile_json (written, json);
      append_line (written, "junk");
      followed = mcp_journal_open_spool (path, TRUE, &error);
      g_assert_no_error (error);
      session = mcp_session_new_recorded (profile, followed);
      TEST_AWAIT (mcp_journal_get_n_records (followed) == 1 && mcp_journal_is_live (followed));
      TEST_AWAIT (!mcp_session_is_examining (session));
      if (i == 0)
        TEST_AWAIT (has_finding (session, "stdio.noise", 1));

      append_line (written, "more junk");
      TEST_AWAIT (mcp_journal_get_n_records (followed) == 2);
      if (i == 0)
        TEST_AWAIT (has_finding (session, "stdio.noise", 2));

      /* The other program's file is not ours. */
      g_assert_cmpuint (g_list_model_get_n_items (mcp_journal_get_findings (written)), ==, 0);
      g_clear_object (&written);
      TEST_AWAIT (!mcp_journal_is_loading (followed) && !mcp_session_is_examining (session));
      g_assert_cmpuint (g_list_model_get_n_items (mcp_journal_get_findings (followed)), ==,
                        i == 0 ? 2 : 0);
      g_assert_finalize_object (g_steal_pointer (&session));
      g_clear_object (&followed);
      g_unlink (path);
      g_assert_cmpint (g_rmdir (directory), ==, 0);
    }
}

/* What was asked for and granted, what came, and how each ended. */
static void
test_subscriptions (void)
{
  static const struct
  {
    const char *requested;
    const char *refused;
    guint       n_notifications;
    const char *reason;
  } expected[] = {
    { "{\"toolsListChanged\":true,\"promptsListChanged\":true}", "promptsListChanged", 2,
      "it had not ended when the recording did" },
    { "{\"resourceSubscriptions\":[\"x:y\"]}", "", 0, "the server ended it" },
    { "{\"resourcesListChanged\":true}", "", 0, "Never heard of it" },
    { "{\"promptsListChanged\":true}", "", 0, "it was closed" },
  };
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (listening, &recording);
  GListModel *subscriptions = mcp_session_get_subscriptions (session);

  TEST_AWAIT (!mcp_session_is_examining (session));
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_MODERN);
  g_assert_cmpuint (g_list_model_get_n_items (subscriptions), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (McpSubscription) subscription = g_list_model_get_item (subscriptions, i);
      g_autofree char *refused = mcp_subscription_dup_refused (subscription);

      g_assert_cmpstr (mcp_subscription_get_requested (subscription), ==, expected[i].requested);
      g_assert_cmpstr (refused, ==, expected[i].refused);
      g_assert_cmpuint (mcp_subscription_get_n_notifications (subscription), ==,
                        expected[i].n_notifications);
      g_assert_cmpint (mcp_subscription_get_state (subscription), ==, MCP_SUBSCRIPTION_CLOSED);
      g_assert_cmpstr (mcp_subscription_get_reason (subscription), ==, expected[i].reason);
      g_assert_cmpuint (mcp_subscription_get_n_opened (subscription), ==, 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/recorded/subscriptions", test_subscriptions);
  g_test_add_func ("/session/recorded/knows-the-server", test_knows_the_server);
  g_test_add_func ("/session/recorded/never-connects", test_never_connects);
  g_test_add_func ("/session/recorded/hostile-answers", test_hostile_answers);

  g_test_add_func ("/session/recorded/other-client", test_other_client);
  g_test_add_func ("/session/recorded/tasks", test_tasks);
  g_test_add_func ("/session/recorded/judges", test_judges);
  g_test_add_func ("/session/recorded/judges-by-requests", test_judges_by_requests);
  g_test_add_func ("/session/recorded/judges-refusals", test_judges_refusals);
  g_test_add_func ("/session/recorded/judges-results", test_judges_results);
  g_test_add_func ("/session/recorded/saves-same", test_saves_same);
  g_test_add_func ("/session/recorded/judges-live", test_judges_live);
  g_test_add_func ("/session/recorded/leaves-findings", test_leaves_findings);
  g_test_add_func ("/session/recorded/large-message", test_large_message);
  g_test_add_func ("/session/recorded/modern-without-start", test_modern_without_start);

  return g_test_run ();
}
