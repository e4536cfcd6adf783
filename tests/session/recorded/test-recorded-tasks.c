/* test-recorded-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "mcp-task.h"
#include "recorded-support.h"

/* What the messages of a recording say of its tasks: of 2025-11-25 (basic/utilities/tasks), and of the extension. */

#define TIMES "\\\"createdAt\\\":\\\"2026-11-20T05:02:12Z\\\",\\\"lastUpdatedAt\\\":\\\"2026-11-20T05:02:12Z\\\""
#define RESULT(t, id, result) LINE (t, "in", RPC "\\\"id\\\":" id ",\\\"result\\\":" result "}")
#define ERROR(t, id) LINE (t, "in", RPC "\\\"id\\\":" id ",\\\"error\\\":{\\\"code\\\":-32000,\\\"message\\\":\\\"m\\\"}}")
#define OF(id) "\\\"taskId\\\":\\\"" id "\\\""

#define START                                                                                                      \
  HEAD                                                                                                             \
  ASK (1, "out", "1", "initialize", "\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{}")          \
  RESULT (2, "1", "{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{\\\"tools\\\":{},\\\"tasks\\\":{}}," \
                  "\\\"serverInfo\\\":{\\\"name\\\":\\\"s\\\",\\\"version\\\":\\\"1\\\"}}")                        \
  TELL (3, "out", "notifications/initialized", "")
#define BASE(id, status) "{" OF (id) ",\\\"status\\\":\\\"" status "\\\"," TIMES ",\\\"ttl\\\":1000}"
#define CALL \
  ASK (4, "out", "3", "tools/call", "\\\"name\\\":\\\"long\\\",\\\"arguments\\\":{\\\"a\\\":1},\\\"task\\\":{}," WITH_TOKEN ("3"))
#define MADE CALL RESULT (5, "3", "{\\\"task\\\":" BASE ("T", "working") "}")
#define GET(t, id, status) ASK (t, "out", id, "tasks/get", OF ("T")) RESULT (t, id, BASE ("T", status))
#define WAIT(t, id) ASK (t, "out", id, "tasks/result", OF ("T"))
#define CONTENT(more) "{\\\"content\\\":[]," more "\\\"_meta\\\":{\\\"io.modelcontextprotocol/related-task\\\":{" OF ("T") "}}}"

#define META "\\\"_meta\\\":{\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\"}"
#define DISCOVERED                                                                                                 \
  HEAD                                                                                                             \
  ASK (1, "out", "1", "server/discover", META)                                                                     \
  RESULT (2, "1", "{\\\"resultType\\\":\\\"complete\\\",\\\"supportedVersions\\\":[\\\"2026-07-28\\\"],"            \
                  "\\\"capabilities\\\":{\\\"tools\\\":{},\\\"extensions\\\":{\\\"io.modelcontextprotocol/tasks\\\":{}}}," \
                  "\\\"ttlMs\\\":0,\\\"cacheScope\\\":\\\"public\\\",\\\"_meta\\\":{\\\"io.modelcontextprotocol/serverInfo\\\":" \
                  "{\\\"name\\\":\\\"m\\\",\\\"version\\\":\\\"1\\\"}}}")
#define EXTENSION(status, more) \
  OF ("T") ",\\\"status\\\":\\\"" status "\\\"," TIMES ",\\\"ttlMs\\\":null" more
#define EXT_MADE(status) \
  ASK (4, "out", "3", "tools/call", "\\\"name\\\":\\\"long\\\"," META) \
  RESULT (5, "3", "{\\\"resultType\\\":\\\"task\\\"," EXTENSION (status, "") "}")
#define EXT_GET(status, more) \
  ASK (6, "out", "4", "tasks/get", OF ("T") "," META) \
  RESULT (7, "4", "{\\\"resultType\\\":\\\"complete\\\"," EXTENSION (status, more) "}")

typedef struct
{
  const char    *name;
  const char    *text;
  McpTaskStatus  status;
  McpTaskHold    hold;
  const char    *result;      /* (nullable) what is in it */
  gboolean       has_error;
  gboolean       tool_error;
  guint          n_polls;
  double         progress;
  const char    *tool;        /* (nullable) */
  const char    *rule;        /* (nullable) that is broken */
} Row;

static const Row rows[] = {
  { "made", START MADE, MCP_TASK_WORKING, MCP_TASK_KEPT, .progress = -1, .tool = "long" },
  { "completed", START MADE GET (6, "4", "working") GET (7, "5", "completed"), MCP_TASK_COMPLETED, MCP_TASK_SETTLED,
    .n_polls = 2, .progress = -1, .tool = "long" },
  { "result", START MADE GET (6, "4", "completed") WAIT (7, "5") RESULT (8, "5", CONTENT ("")),
    MCP_TASK_COMPLETED, MCP_TASK_SETTLED, "\"content\":[]", .n_polls = 1, .progress = -1, .tool = "long" },
  { "tool-error", START MADE GET (6, "4", "failed") WAIT (7, "5") RESULT (8, "5", CONTENT ("\\\"isError\\\":true,")),
    MCP_TASK_FAILED, MCP_TASK_SETTLED, "\"isError\":true", .tool_error = TRUE, .n_polls = 1, .progress = -1, .tool = "long" },
  { "tool-error-completed", START MADE GET (6, "4", "completed") WAIT (7, "5") RESULT (8, "5", CONTENT ("\\\"isError\\\":true,")),
    MCP_TASK_COMPLETED, MCP_TASK_SETTLED, "\"isError\":true", .tool_error = TRUE, .n_polls = 1, .progress = -1, .tool = "long",
    .rule = "task.tool-error" },
  { "error", START MADE GET (6, "4", "failed") WAIT (7, "5") ERROR (8, "5"), MCP_TASK_FAILED, MCP_TASK_SETTLED,
    .has_error = TRUE, .n_polls = 1, .progress = -1, .tool = "long" },
  { "error-of-get", START MADE ASK (6, "out", "4", "tasks/get", OF ("T")) ERROR (7, "4"), MCP_TASK_WORKING, MCP_TASK_KEPT,
    .progress = -1, .tool = "long" },
  { "cancelled", START MADE ASK (6, "out", "4", "tasks/cancel", OF ("T")) RESULT (7, "4", BASE ("T", "cancelled")),
    MCP_TASK_CANCELLED, MCP_TASK_SETTLED, .progress = -1, .tool = "long" },
  { "not-cancelled", START MADE ASK (6, "out", "4", "tasks/cancel", OF ("T")) RESULT (7, "4", BASE ("T", "working")),
    MCP_TASK_WORKING, MCP_TASK_KEPT, .progress = -1, .tool = "long", .rule = "task.not-cancelled" },
  { "after-end", START MADE GET (6, "4", "completed") GET (7, "5", "working"), MCP_TASK_WORKING, MCP_TASK_KEPT,
    .n_polls = 2, .progress = -1, .tool = "long", .rule = "task.after-end" },
  { "told", START MADE TELL (6, "in", "notifications/tasks/status", OF ("T") ",\\\"status\\\":\\\"completed\\\"," TIMES ",\\\"ttl\\\":1000"),
    MCP_TASK_COMPLETED, MCP_TASK_SETTLED, .progress = -1, .tool = "long" },
  { "progress", START MADE PROGRESS (6, "3", "0.5") GET (7, "4", "working") PROGRESS (8, "3", "0.75"),
    MCP_TASK_WORKING, MCP_TASK_KEPT, .n_polls = 1, .progress = 0.75, .tool = "long" },
  { "progress-after-end", START MADE PROGRESS (6, "3", "0.5") GET (7, "4", "completed") PROGRESS (8, "3", "0.75"),
    MCP_TASK_COMPLETED, MCP_TASK_SETTLED, .n_polls = 1, .progress = 0.5, .tool = "long", .rule = "progress.unknown-token" },
  { "progress-of-another", START MADE PROGRESS (6, "\\\"3\\\"", "0.5"), MCP_TASK_WORKING, MCP_TASK_KEPT, .progress = -1,
    .tool = "long", .rule = "progress.unknown-token" },
  { "listed", START ASK (4, "out", "3", "tasks/list", "") RESULT (5, "3", "{\\\"tasks\\\":[" BASE ("T", "completed") "]}"),
    MCP_TASK_COMPLETED, MCP_TASK_SETTLED, .progress = -1 },
  { "listed-odd", START ASK (4, "out", "3", "tasks/list", "")
    RESULT (5, "3", "{\\\"tasks\\\":[7,{}," BASE ("T", "working") "]}"), MCP_TASK_WORKING, MCP_TASK_KEPT, .progress = -1,
    .rule = "task.member" },
  { "reused", START MADE GET (6, "4", "completed")
    ASK (7, "out", "5", "tools/call", "\\\"name\\\":\\\"again\\\",\\\"task\\\":{}") RESULT (8, "5", "{\\\"task\\\":" BASE ("T", "working") "}"),
    MCP_TASK_WORKING, MCP_TASK_KEPT, .progress = -1, .tool = "again", .rule = "task.reused-id" },
  { "from-before", START WAIT (4, "3") RESULT (5, "3", CONTENT ("")), MCP_TASK_OTHER, MCP_TASK_KEPT, "\"content\":[]",
    .progress = -1 },

  { "extension", DISCOVERED EXT_MADE ("working") EXT_GET ("working", ""), MCP_TASK_WORKING, MCP_TASK_KEPT, .n_polls = 1,
    .progress = -1, .tool = "long" },
  { "extension-result", DISCOVERED EXT_MADE ("working") EXT_GET ("completed", ",\\\"result\\\":{\\\"content\\\":[]}"),
    MCP_TASK_COMPLETED, MCP_TASK_SETTLED, "\"content\":[]", .n_polls = 1, .progress = -1, .tool = "long" },
  { "extension-error", DISCOVERED EXT_MADE ("working")
    EXT_GET ("failed", ",\\\"error\\\":{\\\"code\\\":-32000,\\\"message\\\":\\\"m\\\"}"),
    MCP_TASK_FAILED, MCP_TASK_SETTLED, .has_error = TRUE, .n_polls = 1, .progress = -1, .tool = "long" },
  { "extension-no-result", DISCOVERED EXT_MADE ("working") EXT_GET ("completed", ""), MCP_TASK_COMPLETED, MCP_TASK_SETTLED,
    .n_polls = 1, .progress = -1, .tool = "long", .rule = "task.no-result" },
  { "extension-no-input", DISCOVERED EXT_MADE ("working") EXT_GET ("input_required", ""), MCP_TASK_INPUT_REQUIRED,
    MCP_TASK_KEPT, .n_polls = 1, .progress = -1, .tool = "long", .rule = "task.no-result" },
  { "extension-input", DISCOVERED EXT_MADE ("working") EXT_GET ("input_required", ",\\\"inputRequests\\\":{}"),
    MCP_TASK_INPUT_REQUIRED, MCP_TASK_KEPT, .n_polls = 1, .progress = -1, .tool = "long" },
  { "extension-told", DISCOVERED EXT_MADE ("working")
    TELL (6, "in", "notifications/tasks", EXTENSION ("completed", ",\\\"result\\\":{\\\"content\\\":[]}")),
    MCP_TASK_COMPLETED, MCP_TASK_SETTLED, "\"content\":[]", .progress = -1, .tool = "long",
    .rule = "modern.untagged-notification" },
};

static gboolean
has_text (GBytes     *bytes,
          const char *text)
{
  gsize length;
  const char *data;

  if (bytes == NULL || text == NULL)
    return bytes == NULL && text == NULL;

  data = g_bytes_get_data (bytes, &length);

  return g_strstr_len (data, length, text) != NULL;
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (row->text, &recording);
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  g_autoptr (McpFinding) finding = NULL;
  McpTasks *tasks = mcp_session_get_tasks (session);
  McpTask *task;

  await_examination (session);
  task = mcp_tasks_find (tasks, "T");
  g_assert_nonnull (task);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tasks)), ==, 1);

  g_assert_cmpint (mcp_task_get_info (task)->status, ==, row->status);
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, row->hold);
  g_assert_true (has_text (mcp_task_get_info (task)->result, row->result));
  g_assert_true (has_text (mcp_task_get_info (task)->error, row->has_error ? "-32000" : NULL));
  g_assert_cmpint (mcp_task_get_info (task)->is_tool_error, ==, row->tool_error);
  g_assert_cmpuint (mcp_task_get_info (task)->n_polls, ==, row->n_polls);
  g_assert_cmpfloat (mcp_task_get_info (task)->progress, ==, row->progress);
  g_assert_cmpstr (mcp_task_get_info (task)->tool, ==, row->tool);

  finding = g_list_model_get_item (findings, 0);
  g_assert_cmpstr (finding != NULL ? mcp_finding_get_rule (finding) : NULL, ==, row->rule);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/session/recorded-tasks/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  return g_test_run ();
}
