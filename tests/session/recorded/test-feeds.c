/* test-feeds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-journal-open.h"
#include "mcp-profile-journal.h"
#include "mcp-recorder.h"
#include "mcp-recording.h"
#include "session-support.h"

/*
 * A message means the same while it comes and when it is read from a recording: what a server does
 * wrong is found in both. Each row is one server; its session is recorded, and judged again without
 * what was found.
 */

#define INFO      "\"_meta\": {\"io.modelcontextprotocol/serverInfo\": {\"name\": \"m\", \"version\": \"1\"}}"
#define GOOD_FOR  "\"ttlMs\": 0, \"cacheScope\": \"public\""
#define DISCOVER(capabilities)                                                                     \
  "\"server/discover\": {\"result\": {\"resultType\": \"complete\", \"supportedVersions\": "       \
  "[\"2026-07-28\"], \"capabilities\": " capabilities ", " GOOD_FOR ", " INFO "}}"
#define TASKS                                                                                      \
  "{\"handshake\": {\"capabilities\": {\"tools\": {}, \"tasks\": {\"list\": {}, \"cancel\": {},"   \
  "\"requests\": {\"tools\": {\"call\": {}}}}}}}"
#define LIST(support)                                                                              \
  "\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}" support "}]}}"
#define MAY       ", \"execution\": {\"taskSupport\": \"optional\"}"
#define TIMES     "\"createdAt\": \"2026-01-01T00:00:00Z\", \"lastUpdatedAt\": \"2026-01-01T00:00:01Z\""
#define TASK(id, status)                                                                           \
  "{\"taskId\": \"" id "\", \"status\": \"" status "\", " TIMES ", \"ttl\": null, \"pollInterval\": 1}"
#define EXT(id, status, more)                                                                      \
  "\"taskId\": \"" id "\", \"status\": \"" status "\", " TIMES ", \"ttlMs\": null, \"pollIntervalMs\": 1" more "}"
#define RELATED(id) "\"_meta\": {\"io.modelcontextprotocol/related-task\": {\"taskId\": \"" id "\"}}"
#define ANSWER(method, result)                                                                     \
  "{\"expect\": {\"method\": \"" method "\"}},"                                                    \
  "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": " result "}}"
#define TELL(method, params)                                                                       \
  "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"" method "\\\",\\\"params\\\":{" params "}}\"}"
#define TOOLS     "{\"handshake\": {\"capabilities\": {\"tools\": {}}}}"
#define LAST      TELL ("notifications/last", "") ", {\"serve\": {}}"
#define PROGRESS(token, progress)                                                                  \
  TELL ("notifications/progress", "\\\"progressToken\\\":" token ",\\\"progress\\\":" progress)
#define OF(id)    "\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":" id "}"

typedef enum {
  CALLS,      /* calls the tool */
  TASK_CALLS, /* calls it as a task, and waits until that is settled or nothing is asked any more */
  LISTENS,    /* for changes of the list of tools, until the last thing that the server says */
  WATCHES,    /* the same for a resource */
  HEARS,      /* calls the tool, and waits for that */
  GIVES_UP,   /* cancels the call, and waits for that */
  LISTS,      /* reads the list of tools, then calls */
} Does;

typedef struct
{
  const char *name;
  gboolean    is_modern;
  Does        does;
  const char *rules;   /* what is found, sorted; once for each time */
  const char *script;
} Row;

static const Row rows[] = {
  { "task", FALSE, TASK_CALLS, "",
    "[" TASKS ", {\"serve\": {" LIST (MAY) "}, \"then_continue_after\": 1},"
    ANSWER ("tools/call", "{\"task\": " TASK ("a", "working") "}") ","
    ANSWER ("tasks/get", TASK ("a", "completed")) ","
    ANSWER ("tasks/result", "{\"content\": [], " RELATED ("a") "}") ", {\"serve\": {}}]" },
  { "task-result", FALSE, TASK_CALLS, "task.related task.tool-error",
    "[" TASKS ", {\"serve\": {" LIST (MAY) "}, \"then_continue_after\": 1},"
    ANSWER ("tools/call", "{\"task\": " TASK ("a", "working") "}") ","
    ANSWER ("tasks/get", TASK ("a", "completed")) ","
    ANSWER ("tasks/result", "{\"content\": [], \"isError\": true, " RELATED ("b") "}") ", {\"serve\": {}}]" },
  { "task-status", FALSE, TASK_CALLS, "task.member task.other-id task.status",
    "[" TASKS ", {\"serve\": {" LIST (MAY) "}, \"then_continue_after\": 1},"
    ANSWER ("tools/call", "{\"task\": " TASK ("a", "odd") "}") ","
    ANSWER ("tasks/get", TASK ("b", "working")) ","
    ANSWER ("tasks/get", "{\"taskId\": \"a\", \"status\": \"completed\", \"createdAt\": \"2026-01-01T00:00:00Z\","
                         "\"lastUpdatedAt\": \"2026-01-01T00:00:01Z\"}") ","
    ANSWER ("tasks/result", "{\"content\": [], " RELATED ("a") "}") ", {\"serve\": {}}]" },
  { "task-handle", FALSE, CALLS, "task.unasked",
    "[" TASKS ", {\"serve\": {" LIST (MAY) ", \"tools/call\": {\"result\": {\"task\": " TASK ("a", "working") "}}}}]" },
  { "extension", TRUE, TASK_CALLS, "",
    "[{\"serve\": {" DISCOVER ("{\"tools\": {}, \"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}") ","
    "\"tools/call\": {\"result\": {\"resultType\": \"task\", " EXT ("a", "working", "") "},"
    "\"tasks/get\": {\"result\": {\"resultType\": \"complete\", " EXT ("a", "completed", ", \"result\": {\"content\": []}") "}}}]" },
  { "extension-empty", TRUE, TASK_CALLS, "task.no-result",
    "[{\"serve\": {" DISCOVER ("{\"tools\": {}, \"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}") ","
    "\"tools/call\": {\"result\": {\"resultType\": \"task\", " EXT ("a", "working", "") "},"
    "\"tasks/get\": {\"result\": {\"resultType\": \"complete\", " EXT ("a", "failed", "") "}}}]" },
  { "extension-handle", TRUE, CALLS, "task.member",
    "[{\"serve\": {" DISCOVER ("{\"tools\": {}, \"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}") ","
    "\"tools/call\": {\"result\": {\"resultType\": \"task\", \"taskId\": \"\", \"status\": \"working\"}}}}]" },
  { "stream", TRUE, LISTENS, "",
    "[{\"serve\": {" DISCOVER ("{\"tools\": {\"listChanged\": true}}") "}, \"then_continue_after\": 1},"
    "{\"expect\": {\"method\": \"subscriptions/listen\"}},"
    TELL ("notifications/subscriptions/acknowledged", "\\\"notifications\\\":{\\\"toolsListChanged\\\":true}," OF ("$id")) ","
    TELL ("notifications/tools/list_changed", OF ("$id")) "," TELL ("notifications/last", OF ("$id")) ", {\"serve\": {}}]" },
  { "stream-early", TRUE, LISTENS, "capability.undeclared modern.before-acknowledgement modern.not-requested",
    "[{\"serve\": {" DISCOVER ("{\"tools\": {\"listChanged\": true}}") "}, \"then_continue_after\": 1},"
    "{\"expect\": {\"method\": \"subscriptions/listen\"}},"
    TELL ("notifications/tools/list_changed", OF ("$id")) ","
    TELL ("notifications/subscriptions/acknowledged", "\\\"notifications\\\":{\\\"toolsListChanged\\\":true}," OF ("$id")) ","
    TELL ("notifications/prompts/list_changed", OF ("$id")) "," TELL ("notifications/last", OF ("$id")) ", {\"serve\": {}}]" },
  { "stream-names", TRUE, LISTENS,
    "modern.acknowledgement modern.unknown-subscription modern.untagged-notification modern.untagged-notification",
    "[{\"serve\": {" DISCOVER ("{\"tools\": {\"listChanged\": true}}") "}, \"then_continue_after\": 1},"
    "{\"expect\": {\"method\": \"subscriptions/listen\"}},"
    TELL ("notifications/subscriptions/acknowledged", "\\\"notifications\\\":{}," OF ("77")) ","
    TELL ("notifications/subscriptions/acknowledged", OF ("$id")) ","
    TELL ("notifications/tools/list_changed", OF ("\\\"s\\\"")) ","
    TELL ("notifications/tools/list_changed", "") "," TELL ("notifications/last", OF ("$id")) ", {\"serve\": {}}]" },
  { "stream-resource", TRUE, WATCHES, "",
    "[{\"serve\": {" DISCOVER ("{\"resources\": {\"subscribe\": true}}") "}, \"then_continue_after\": 1},"
    "{\"expect\": {\"method\": \"subscriptions/listen\"}},"
    TELL ("notifications/subscriptions/acknowledged",
          "\\\"notifications\\\":{\\\"resourceSubscriptions\\\":[\\\"a:b\\\"]}," OF ("$id")) ","
    TELL ("notifications/resources/updated", "\\\"uri\\\":\\\"a:b\\\"," OF ("$id")) ","
    TELL ("notifications/resources/updated", "\\\"uri\\\":\\\"c:d\\\"," OF ("$id")) ","
    TELL ("notifications/last", OF ("$id")) ", {\"serve\": {}}]" },
  { "answers", FALSE, HEARS, "rpc.second-answer rpc.unattributed-error rpc.unknown-id",
    "[" TOOLS ", {\"serve\": {" LIST ("") "}, \"then_continue_after\": 1},"
    ANSWER ("tools/call", "{\"content\": []}") ","
    "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": {\"content\": []}}},"
    "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": 777, \"result\": {\"content\": []}}},"
    "{\"send\": {\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32603, \"message\": \"m\"}}}," LAST "]" },
  { "progress", FALSE, HEARS, "progress.no-number progress.not-increasing progress.unknown-token progress.unknown-token",
    "[" TOOLS ", {\"serve\": {" LIST ("") "}, \"then_continue_after\": 1},"
    "{\"expect\": {\"method\": \"tools/call\"}}," PROGRESS ("$id", "1") "," PROGRESS ("$id", "1") "," PROGRESS ("$id", "2") ","
    PROGRESS ("$id", "\\\"x\\\"") "," PROGRESS ("777", "1") ","
    "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": {\"content\": []}}},"
    PROGRESS ("$id", "3") "," LAST "]" },
  { "given-up", FALSE, GIVES_UP, "progress.late rpc.late-answer",
    "[" TOOLS ", {\"serve\": {" LIST ("") "}, \"then_continue_after\": 1},"
    "{\"expect\": {\"method\": \"tools/call\"}}, {\"expect\": {\"method\": \"notifications/cancelled\"}}, "
    PROGRESS ("3", "1") ", {\"send\": {\"jsonrpc\": \"2.0\", \"id\": 3, \"result\": {\"content\": []}}}," LAST "]" },
  { "asks", FALSE, HEARS, "cancel.unknown-request cancel.unknown-request resources.no-uri resources.not-subscribed",
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"resources\": {\"subscribe\": true}}}},"
    "{\"serve\": {" LIST ("") "}, \"then_continue_after\": 1}," ANSWER ("tools/call", "{\"content\": []}") ","
    TELL ("notifications/cancelled", "\\\"requestId\\\":5") "," TELL ("notifications/cancelled", "") ","
    TELL ("notifications/resources/updated", "\\\"uri\\\":\\\"a:b\\\"") ","
    TELL ("notifications/resources/updated", "") "," LAST "]" },
  { "early", FALSE, HEARS, "lifecycle.early-notification lifecycle.early-request",
    "[{\"expect\": {\"method\": \"initialize\"}},"
    TELL ("notifications/tools/list_changed", "") ","
    "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"r\\\",\\\"method\\\":\\\"roots/list\\\"}\"},"
    "{\"expect\": {\"id\": \"\\\"r\\\"\"}},"
    "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"protocolVersion\": \"2025-11-25\","
    "\"capabilities\": {\"tools\": {\"listChanged\": true}}, \"serverInfo\": {\"name\": \"m\", \"version\": \"1\"}}}},"
    "{\"serve\": {" LIST ("") "}, \"then_continue_after\": 1}," ANSWER ("tools/call", "{\"content\": []}") "," LAST "]" },
  { "batch", FALSE, HEARS, "progress.unknown-token result.member",
    "[{\"handshake\": {\"protocolVersion\": \"2025-03-26\", \"capabilities\": {\"tools\": {}}}},"
    "{\"serve\": {" LIST ("") "}, \"then_continue_after\": 1}, {\"expect\": {\"method\": \"tools/call\"}},"
    "{\"send_text\": \"[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{}},"
    "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/progress\\\","
    "\\\"params\\\":{\\\"progressToken\\\":777,\\\"progress\\\":1}}]\"}," LAST "]" },
  { "no-batches", FALSE, HEARS, "result.member rpc.batch",
    "[" TOOLS ", {\"serve\": {" LIST ("") "}, \"then_continue_after\": 1}, {\"expect\": {\"method\": \"tools/call\"}},"
    "{\"send_text\": \"[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{}},"
    "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/progress\\\"}]\"}," LAST "]" },
  { "list", FALSE, LISTS, "list.bad-item result.member tools.input-schema",
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, {\"serve\": {"
    "\"tools/list\": {\"result\": {\"tools\": [{\"inputSchema\": {\"type\": \"object\"}}, {\"name\": \"t\"}]}},"
    "\"tools/call\": {\"result\": {\"x\": 1}}}}]" },
};

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* What was found of what the server sent, in the order of the alphabet. */
static char *
dup_rules (McpSession *session)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func (g_free);

  mcp_journal_flush (mcp_session_get_journal (session));
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      for (guint n = mcp_finding_get_count (finding); n > 0; n--)
        if (!g_str_equal (mcp_finding_get_rule (finding), "rpc.unknown-notification"))
          g_ptr_array_add (rules, g_strdup (mcp_finding_get_rule (finding)));
    }
  g_ptr_array_sort (rules, compare_names);
  g_ptr_array_add (rules, NULL);

  return g_strjoinv (" ", (char **) rules->pdata);
}

/* The recording of a session, without what was found in it. */
static char *
record (McpSession *session)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "feeds.mcprec", NULL);
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GString) kept = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  recorder = mcp_recorder_new (mcp_session_get_journal (session), path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_recorder_finish (recorder, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (g_unlink (path), ==, 0);

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && strstr (lines[i], "\"type\":\"finding\"") == NULL)
      g_string_append_printf (kept, "%s\n", lines[i]);

  return g_string_free (g_steal_pointer (&kept), FALSE);
}

static char *
dup_rules_of_recording (const char *text)
{
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("feeds-XXXXXX.mcprec", &stream, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (McpSession) session = NULL;
  g_autoptr (GError) error = NULL;

  g_file_replace_contents (file, text, strlen (text), NULL, FALSE, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  mcp_recording_open_async (file, NULL, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
  g_file_delete (file, NULL, NULL);

  profile = mcp_profile_new_for_recording ("server", mcp_recording_get_profile_json (recording));
  session = mcp_session_new_recorded (profile, mcp_recording_get_journal (recording));
  TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));
  TEST_AWAIT (!mcp_session_is_examining (session));

  return dup_rules (session);
}

static void
read_list (McpSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_catalog_refresh_async (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS), NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  mcp_catalog_refresh_finish (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS), result, NULL);
}

static void
call (McpSession *session,
      gboolean    as_task)
{
  g_autoptr (McpCall) made = mcp_session_new_tool_call ("t", "{}");
  McpTask *task;

  if (as_task)
    mcp_call_set_task (made, -1);
  session_run (session, made, NULL);
  task = mcp_call_get_made_task (made);
  TEST_AWAIT (task == NULL || mcp_task_get_info (task)->hold != MCP_TASK_FOLLOWED);
}

/* The last thing that the server says. */
static void
hear (McpSession *session)
{
  TEST_AWAIT (session_count_findings (session, "rpc.unknown-notification") == 1);
}

static void
listen (McpSession *session,
        const char *filter)
{
  g_autoptr (McpSubscription) subscription = mcp_session_listen (session, filter);

  hear (session);
}

static void
give_up (McpSession *session)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpCall) made = mcp_session_new_tool_call ("t", "{}");
  g_autoptr (GAsyncResult) result = NULL;
  McpJournal *journal = mcp_session_get_journal (session);
  guint n_records = mcp_journal_get_n_records (journal);

  mcp_session_call_async (session, made, cancellable, store_cb, &result);
  TEST_AWAIT (mcp_journal_get_n_records (journal) > n_records);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (result != NULL);
  hear (session);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  McpSession *session = session_new_mock (row->script);
  g_autofree char *live = NULL;
  g_autofree char *recording = NULL;
  g_autofree char *read = NULL;

  if (row->is_modern)
    mcp_profile_set_era (mcp_session_get_profile (session), MCP_ERA_CHOICE_MODERN);
  session_open_ok (session);
  switch (row->does)
    {
    case LISTENS:
      listen (session, "{\"toolsListChanged\":true}");
      break;

    case WATCHES:
      listen (session, "{\"resourceSubscriptions\":[\"a:b\"]}");
      break;

    case GIVES_UP:
      read_list (session);
      give_up (session);
      break;

    case HEARS:
      read_list (session);
      call (session, FALSE);
      hear (session);
      break;

    case TASK_CALLS:
    case CALLS:
    case LISTS:
      if (!row->is_modern)
        read_list (session);
      call (session, row->does == TASK_CALLS && !row->is_modern);
      break;
    }

  live = dup_rules (session);
  g_assert_cmpstr (live, ==, row->rules);
  recording = record (session);
  session_finish (session);

  read = dup_rules_of_recording (recording);
  g_assert_cmpstr (read, ==, row->rules);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/session/feeds/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  return g_test_run ();
}
