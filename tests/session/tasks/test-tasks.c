/* test-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "session-support.h"

/* Tasks of 2025-11-25 (basic/utilities/tasks) and of the extension io.modelcontextprotocol/tasks. */

#define BASE                                                                                       \
  "{\"handshake\": {\"capabilities\": {\"tools\": {}, \"tasks\": {\"list\": {}, \"cancel\": {},"   \
  "\"requests\": {\"tools\": {\"call\": {}}}}}}}"
#define TOOLS                                                                                      \
  "\"tools/list\": {\"result\": {\"tools\": ["                                                     \
  "{\"name\": \"may\", \"inputSchema\": {\"type\": \"object\"}, \"execution\": {\"taskSupport\": \"optional\"}}," \
  "{\"name\": \"must\", \"inputSchema\": {\"type\": \"object\"}, \"execution\": {\"taskSupport\": \"required\"}}," \
  "{\"name\": \"never\", \"inputSchema\": {\"type\": \"object\"}}]}}"
#define TASK(status)                                                                               \
  "{\"taskId\": \"t1\", \"status\": \"" status "\", \"createdAt\": \"2026-01-01T00:00:00Z\","      \
  "\"lastUpdatedAt\": \"2026-01-01T00:00:01Z\", \"ttl\": null, \"pollInterval\": 100}"
#define CREATED(status) "\"tools/call\": {\"result\": {\"task\": " TASK (status) "}}"
#define RELATED "\"_meta\": {\"io.modelcontextprotocol/related-task\": {\"taskId\": \"t1\"}}"

/* What else a DiscoverResult holds. */
#define GOOD_FOR                                                                                   \
  ", \"ttlMs\": 0, \"cacheScope\": \"public\", \"_meta\": {\"io.modelcontextprotocol/serverInfo\": "   \
  "{\"name\": \"m\", \"version\": \"1\"}}"
#define DISCOVER                                                                                   \
  "\"server/discover\": {\"result\": {\"resultType\": \"complete\", \"supportedVersions\": "       \
  "[\"2026-07-28\"], \"capabilities\": {\"tools\": {}, \"extensions\": "                           \
  "{\"io.modelcontextprotocol/tasks\": {}}}" GOOD_FOR "}}"
#define EXT_TASK(status, more)                                                                     \
  "{\"resultType\": \"complete\", \"taskId\": \"t1\", \"status\": \"" status "\", \"createdAt\": " \
  "\"2026-01-01T00:00:00Z\", \"lastUpdatedAt\": \"2026-01-01T00:00:01Z\", \"ttlMs\": null,"        \
  "\"pollIntervalMs\": 100" more "}"
#define EXT_CREATED                                                                                \
  "{\"resultType\": \"task\", \"taskId\": \"t1\", \"status\": \"working\", \"createdAt\": "        \
  "\"2026-01-01T00:00:00Z\", \"lastUpdatedAt\": \"2026-01-01T00:00:01Z\", \"ttlMs\": null,"        \
  "\"pollIntervalMs\": 100}"

/* A step that answers the next request of a method. */
#define ANSWER(method, result)                                                                     \
  "{\"expect\": {\"method\": \"" method "\"}},"                                                    \
  "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": " result "}}"
#define REFUSE(method, code)                                                                       \
  "{\"expect\": {\"method\": \"" method "\"}},"                                                    \
  "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"error\": {\"code\": " code ", \"message\": \"No such task\"}}}"

static void
forget_all (void)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "sounder", "tasks.json", NULL);

  g_remove (path);
}

static void
catalog_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_assert_true (mcp_catalog_refresh_finish (MCP_CATALOG (source), result, NULL));
  *(gboolean *) user_data = TRUE;
}

static McpSession *
open_base (const char *script)
{
  McpSession *session = session_new_mock (script);
  gboolean done = FALSE;

  session_open_ok (session);
  mcp_catalog_refresh_async (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS), NULL, catalog_cb,
                             &done);
  TEST_AWAIT (done);

  return session;
}

static McpSession *
new_extension (const char *script)
{
  McpSession *session = session_new_mock (script);

  mcp_profile_set_era (mcp_session_get_profile (session), MCP_ERA_CHOICE_MODERN);

  return session;
}

static McpTask *
call_for_task (McpSession *session,
               const char *tool,
               gboolean    ask)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call (tool, "{\"n\":1.10}");
  g_autoptr (GError) error = NULL;
  McpTask *task;

  if (ask)
    mcp_call_set_task (call, 60000);
  session_run (session, call, &error);
  g_assert_no_error (error);
  task = mcp_call_get_made_task (call);
  g_assert_nonnull (task);
  g_assert_cmpstr (mcp_task_get_info (task)->tool, ==, tool);
  g_assert_cmpstr (mcp_task_get_info (task)->arguments, ==, "{\"n\":1.10}");
  g_assert_cmpuint (mcp_task_get_info (task)->serial, ==, mcp_call_get_outcome (call)->serial);

  return task;
}

static char *
dup_bytes (GBytes *bytes)
{
  g_assert_nonnull (bytes);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
assert_no_findings (McpSession *session)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  g_autoptr (McpFinding) first = NULL;

  mcp_journal_flush (mcp_session_get_journal (session));
  first = g_list_model_get_item (findings, 0);
  g_assert_cmpstr (first != NULL ? mcp_finding_get_rule (first) : NULL, ==, NULL);
}

/* The last message we sent of a method. */
static char *
dup_sent (McpSession *session,
          const char *method)
{
  McpJournal *journal = mcp_session_get_journal (session);
  g_autofree char *needle = g_strdup_printf ("\"method\":\"%s\"", method);
  char *found = NULL;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autofree char *text = record != NULL ? session_dup_text (record) : NULL;

      if (text != NULL && mcp_record_get_direction (record) == MCP_DIRECTION_OUT
          && strstr (text, needle) != NULL)
        {
          g_free (found);
          found = g_steal_pointer (&text);
        }
    }

  return found;
}

/* working → completed, and the result as it would have been. */
static void
test_base (void)
{
  McpSession *session =
    open_base ("[" BASE ", {\"serve\": {" TOOLS "}, \"then_continue_after\": 1},"
               ANSWER ("tools/call", "{\"task\": " TASK ("working") "}") ","
               ANSWER ("tasks/get", TASK ("working")) ","
               ANSWER ("tasks/get", TASK ("completed")) ","
               ANSWER ("tasks/result", "{\"content\": [], " RELATED "}") ", {\"serve\": {}}]");
  McpTask *task = call_for_task (session, "may", TRUE);
  g_autofree char *sent = dup_sent (session, "tools/call");
  g_autofree char *result = NULL;

  g_assert_nonnull (strstr (sent, "\"task\": {\"ttl\":60000}"));
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, MCP_TASK_FOLLOWED);
  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_COMPLETED);
  g_assert_cmpuint (mcp_task_get_info (task)->n_polls, ==, 2);
  g_assert_cmpint (mcp_task_get_info (task)->ttl_msec, ==, -1);
  result = dup_bytes (mcp_task_get_info (task)->result);
  g_assert_nonnull (strstr (result, "\"content\""));
  g_assert_cmpuint (mcp_journal_get_conversation (mcp_session_get_journal (session),
                                                  mcp_task_get_info (task)->serial),
                    ==, mcp_task_get_info (task)->serial);
  assert_no_findings (session);
  session_finish (session);
}

/* What tasks/result said before the task was done is not its outcome. */
static void
test_base_refused_early (void)
{
  McpSession *session =
    open_base ("[" BASE ", {\"serve\": {" TOOLS "}, \"then_continue_after\": 1},"
               ANSWER ("tools/call", "{\"task\": " TASK ("input_required") "}") ","
               REFUSE ("tasks/result", "-32603") ","
               ANSWER ("tasks/get", TASK ("input_required")) ","
               ANSWER ("tasks/get", TASK ("completed")) ","
               ANSWER ("tasks/result", "{\"content\": [], " RELATED "}") ", {\"serve\": {}}]");
  McpTask *task = call_for_task (session, "may", TRUE);

  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_null (mcp_task_get_info (task)->error);
  g_assert_nonnull (mcp_task_get_info (task)->result);
  session_finish (session);
}

/* tasks/result is where the server asks; what is answered names the task too. */
static void
test_base_input (void)
{
  McpSession *session =
    open_base ("[" BASE ", {\"serve\": {" TOOLS "}, \"then_continue_after\": 1},"
               ANSWER ("tools/call", "{\"task\": " TASK ("input_required") "}") ","
               "{\"expect\": {\"method\": \"tasks/result\"}},"
               "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"ask\", \"method\": \"roots/list\", \"params\": {" RELATED "}}},"
               "{\"expect\": {\"id\": \"\\\"ask\\\"\"}},"
               "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": {\"content\": [], " RELATED "}}},"
               "{\"serve\": {\"tasks/get\": {\"result\": " TASK ("completed") "}}}]");
  McpTask *task = call_for_task (session, "must", TRUE);
  McpJournal *journal = mcp_session_get_journal (session);
  gboolean tagged = FALSE;

  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_nonnull (mcp_task_get_info (task)->result);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autofree char *text = record != NULL ? session_dup_text (record) : NULL;

      if (text != NULL && strstr (text, "\"id\":\"ask\",\"result\"") != NULL)
        tagged = strstr (text, "related-task\":{\"taskId\":\"t1\"}") != NULL;
    }
  g_assert_true (tagged);
  session_finish (session);
}

typedef struct
{
  gboolean  done;
  GError   *error;
} Done;

static void
cancel_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Done *done = user_data;

  mcp_tasks_cancel_finish (MCP_TASKS (source), result, &done->error);
  done->done = TRUE;
}

static void
test_base_cancel (void)
{
  McpSession *session =
    open_base ("[" BASE ", {\"serve\": {" TOOLS ", " CREATED ("working") ","
               "\"tasks/get\": {\"result\": " TASK ("working") "},"
               "\"tasks/cancel\": {\"result\": " TASK ("cancelled") "}}}]");
  McpTask *task = call_for_task (session, "may", TRUE);
  Done done = { 0 };

  g_assert_true (mcp_tasks_can_cancel (mcp_session_get_tasks (session)));
  mcp_tasks_cancel_async (mcp_session_get_tasks (session), task, NULL, cancel_cb, &done);
  TEST_AWAIT (done.done);
  g_assert_no_error (done.error);
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_CANCELLED);
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, MCP_TASK_SETTLED);
  session_finish (session);
}

/* The error that the call would have had. */
static void
test_base_failed (void)
{
  McpSession *session =
    open_base ("[" BASE ", {\"serve\": {" TOOLS ", " CREATED ("working") ","
               "\"tasks/get\": {\"result\": " TASK ("failed") "},"
               "\"tasks/result\": {\"error\": {\"code\": -32603, \"message\": \"Broken\"}}}}]");
  McpTask *task = call_for_task (session, "may", TRUE);
  g_autofree char *error = NULL;

  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_FAILED);
  g_assert_null (mcp_task_get_info (task)->result);
  error = dup_bytes (mcp_task_get_info (task)->error);
  g_assert_nonnull (strstr (error, "Broken"));
  session_finish (session);
}

/* What may be a task is the server's and the tool's to say; what must be one goes as nothing else. */
static void
test_base_rules (void)
{
  McpSession *session = open_base ("[" BASE ", {\"serve\": {" TOOLS "}}]");
  McpTasks *tasks = mcp_session_get_tasks (session);
  g_autoptr (McpCall) never = mcp_session_new_tool_call ("never", NULL);
  g_autoptr (McpCall) must = mcp_session_new_tool_call ("must", NULL);
  g_autoptr (McpCall) read = mcp_session_new_resource_read ("a:b");

  g_assert_true (mcp_tasks_is_supported (tasks));
  g_assert_cmpint (mcp_tasks_get_support (tasks, "may"), ==, MCP_TASK_SUPPORT_OPTIONAL);
  g_assert_cmpint (mcp_tasks_get_support (tasks, "must"), ==, MCP_TASK_SUPPORT_REQUIRED);
  g_assert_cmpint (mcp_tasks_get_support (tasks, "never"), ==, MCP_TASK_SUPPORT_FORBIDDEN);

  mcp_call_set_task (never, -1);
  mcp_session_start_call (session, never);
  g_assert_error (mcp_call_get_outcome (never)->error, MCP_ERROR, MCP_ERROR_CAPABILITY);
  mcp_session_start_call (session, must);
  g_assert_error (mcp_call_get_outcome (must)->error, MCP_ERROR, MCP_ERROR_CAPABILITY);
  mcp_call_set_task (read, -1);
  mcp_session_start_call (session, read);
  g_assert_error (mcp_call_get_outcome (read)->error, MCP_ERROR, MCP_ERROR_CAPABILITY);
  session_finish (session);
}

static void
list_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Done *done = user_data;

  mcp_tasks_list_finish (MCP_TASKS (source), result, &done->error);
  done->done = TRUE;
}

static void
test_base_list (void)
{
  McpSession *session =
    open_base ("[" BASE ", {\"serve\": {" TOOLS "}, \"then_continue_after\": 1},"
               ANSWER ("tasks/list", "{\"tasks\": [" TASK ("working") "], \"nextCursor\": \"2\"}") ","
               ANSWER ("tasks/list", "{\"tasks\": [{\"status\": \"working\"}]}") ", {\"serve\": {}}]");
  McpTasks *tasks = mcp_session_get_tasks (session);
  Done done = { 0 };

  mcp_tasks_list_async (tasks, NULL, list_cb, &done);
  TEST_AWAIT (done.done);
  g_assert_no_error (done.error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tasks)), ==, 1);
  g_assert_nonnull (mcp_tasks_find (tasks, "t1"));
  g_assert_cmpuint (session_count_findings (session, "task.member"), ==, 1);
  session_finish (session);
}

/* A server that gets it wrong: each is a finding, and the task is shown as it is told. */
static void
test_base_findings (void)
{
  McpSession *session =
    open_base ("[" BASE ", {\"serve\": {" TOOLS "}, \"then_continue_after\": 1},"
               ANSWER ("tools/call", "{\"task\": " TASK ("completed") "}") ","
               "{\"send\": {\"jsonrpc\": \"2.0\", \"method\": \"notifications/tasks/status\", \"params\": " TASK ("working") "}},"
               "{\"send\": {\"jsonrpc\": \"2.0\", \"method\": \"notifications/tasks/status\", \"params\": " TASK ("dreaming") "}},"
               "{\"send\": {\"jsonrpc\": \"2.0\", \"method\": \"notifications/tasks/status\", \"params\": {\"taskId\": \"t2\"}}},"
               "{\"send\": {\"jsonrpc\": \"2.0\", \"method\": \"notifications/tasks/status\", \"params\": {\"taskId\": \"t1\"}}},"
               ANSWER ("tasks/result", "{\"content\": [], \"isError\": true}") ","
               "{\"serve\": {\"tasks/get\": {\"result\": " TASK ("completed") "}}}]");
  McpTask *task = call_for_task (session, "may", TRUE);

  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_cmpuint (session_count_findings (session, "task.after-end"), >, 0);
  g_assert_cmpuint (session_count_findings (session, "task.status"), >, 0);
  g_assert_cmpuint (session_count_findings (session, "task.unknown-id"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "task.member"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "task.related"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "task.tool-error"), ==, 1);
  session_finish (session);
}

/* An unfinished task is asked for again by another session, and after that is forgotten. */
static void
test_kept (void)
{
  g_autofree char *log = NULL;
  const char *script =
    "[" BASE ", {\"serve\": {" TOOLS ", " CREATED ("working") ","
    "\"tasks/get\": {\"result\": " TASK ("working") "}}}]";
  McpSession *session = open_base (script);
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "sounder", "tasks.json", NULL);
  McpTask *task = call_for_task (session, "may", TRUE);
  McpTasks *tasks;
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (path, &log, NULL, NULL));
  g_assert_nonnull (strstr (log, "\"t1\""));
  g_assert_null (strstr (log, "1.10"));

  /* The same session again, and another one of the same server. */
  g_object_ref (task);
  session_close (session);
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, MCP_TASK_KEPT);
  session_open_ok (session);
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, MCP_TASK_FOLLOWED);
  TEST_AWAIT (mcp_task_get_info (task)->n_polls > 1);
  g_object_unref (task);
  session_finish (session);

  session = session_new_mock (script);
  tasks = mcp_session_get_tasks (session);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tasks)), ==, 1);
  task = mcp_tasks_find (tasks, "t1");
  g_assert_cmpstr (mcp_task_get_info (task)->tool, ==, "may");
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, MCP_TASK_KEPT);
  session_open_ok (session);
  TEST_AWAIT (mcp_task_get_info (task)->n_polls > 0);
  mcp_tasks_forget (tasks, task);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tasks)), ==, 0);
  session_finish (session);

  session = session_new_mock (script);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (mcp_session_get_tasks (session))), ==, 0);
  session_finish (session);
}

/* A handle the server does not know: what it is worth depends on the time it was promised. */
static void
test_unknown (gconstpointer data)
{
  gboolean expired = GPOINTER_TO_INT (data);
  g_autofree char *script = g_strdup_printf (
    "[" BASE ", {\"serve\": {" TOOLS "}, \"then_continue_after\": 1},"
    ANSWER ("tools/call", "{\"task\": {\"taskId\": \"t1\", \"status\": \"working\", \"createdAt\": "
            "\"2026-01-01T00:00:00Z\", \"lastUpdatedAt\": \"2026-01-01T00:00:00Z\", \"ttl\": %s, "
            "\"pollInterval\": 100}}") ", " REFUSE ("tasks/get", "-32602") ", {\"serve\": {}}]",
    expired ? "1000" : "null");
  McpSession *session = open_base (script);
  McpTask *task = call_for_task (session, "may", TRUE);

  TEST_AWAIT (mcp_task_get_info (task)->hold != MCP_TASK_FOLLOWED);
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, expired ? MCP_TASK_EXPIRED : MCP_TASK_UNKNOWN);
  g_assert_nonnull (mcp_task_get_info (task)->problem);
  session_finish (session);
}

/* The server decides, tells in the middle that it needs input, and inlines the result. */
static void
test_extension (void)
{
  const char *asking = ", \"inputRequests\": {\"where\": {\"method\": \"roots/list\"}}";
  g_autofree char *input = g_strdup_printf (EXT_TASK ("input_required", "%s"), asking);
  g_autofree char *script = g_strdup_printf (
    "[" ANSWER ("server/discover", "{\"resultType\": \"complete\", \"supportedVersions\": "
                "[\"2026-07-28\"], \"capabilities\": {\"tools\": {}}" GOOD_FOR "}") ","
    ANSWER ("tools/call", EXT_CREATED) ","
    ANSWER ("tasks/get", "%s") ","
    ANSWER ("tasks/update", "{\"resultType\": \"complete\"}") ","
    ANSWER ("tasks/get", "%s") ","
    ANSWER ("tasks/get", EXT_TASK ("completed", ", \"result\": {\"content\": [], \"isError\": true}")) ","
    "{\"serve\": {}}]", input, input);
  McpSession *session = new_extension (script);
  g_autofree char *sent = NULL;
  g_autofree char *called = NULL;
  McpTask *task;

  session_open_ok (session);
  task = call_for_task (session, "may", FALSE);
  g_assert_cmpint (mcp_task_get_info (task)->flavour, ==, MCP_TASK_EXTENSION);
  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_COMPLETED);
  g_assert_true (mcp_task_get_info (task)->is_tool_error);

  /* Asked twice, answered once: the mock would have been out of step. */
  sent = dup_sent (session, "tasks/update");
  g_assert_nonnull (strstr (sent, "\"inputResponses\":{\"where\":{\"roots\":[]}}"));
  g_assert_nonnull (strstr (sent, "\"taskId\":\"t1\""));
  called = dup_sent (session, "tools/call");
  g_assert_null (strstr (called, "\"task\": {"));
  assert_no_findings (session);
  session_finish (session);
}

static void
test_extension_failed (void)
{
  McpSession *session =
    new_extension ("[{\"serve\": {" DISCOVER ", \"tools/call\": {\"result\": " EXT_CREATED "},"
                   "\"tasks/get\": {\"result\": " EXT_TASK ("failed", ", \"error\": {\"code\": -32603, \"message\": \"Broken\"}") "}}}]");
  g_autofree char *error = NULL;
  McpTask *task;

  session_open_ok (session);
  task = call_for_task (session, "may", FALSE);
  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  error = dup_bytes (mcp_task_get_info (task)->error);
  g_assert_nonnull (strstr (error, "Broken"));
  session_finish (session);
}

/* A question that waits is taken back when the server asks no more; cancelling is only asked for. */
static void
test_extension_cancel (void)
{
  McpSession *session =
    new_extension ("[" ANSWER ("server/discover", "{\"resultType\": \"complete\", \"supportedVersions\": "
                               "[\"2026-07-28\"], \"capabilities\": {\"tools\": {}}" GOOD_FOR "}") ","
                   ANSWER ("tools/call", EXT_CREATED) ","
                   ANSWER ("tasks/get", EXT_TASK ("input_required", ", \"inputRequests\": {\"a\": {\"method\": "
                           "\"elicitation/create\", \"params\": {\"message\": \"?\", \"requestedSchema\": {}}}}")) ","
                   "{\"serve\": {\"tasks/get\": {\"result\": " EXT_TASK ("working", "") "}}, \"then_continue_after\": 2},"
                   ANSWER ("tasks/cancel", "{\"resultType\": \"complete\"}") ","
                   "{\"serve\": {\"tasks/get\": {\"result\": " EXT_TASK ("cancelled", "") "}}}]");
  GListModel *questions = G_LIST_MODEL (mcp_session_get_questions (session));
  Done done = { 0 };
  McpTask *task;

  mcp_questions_set_attended (mcp_session_get_questions (session), TRUE);
  session_open_ok (session);
  task = call_for_task (session, "may", FALSE);
  TEST_AWAIT (g_list_model_get_n_items (questions) == 1);
  TEST_AWAIT (g_list_model_get_n_items (questions) == 0);
  TEST_AWAIT (mcp_task_get_info (task)->n_polls >= 3);

  mcp_tasks_cancel_async (mcp_session_get_tasks (session), task, NULL, cancel_cb, &done);
  TEST_AWAIT (done.done);
  g_assert_no_error (done.error);
  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_CANCELLED);
  session_finish (session);
}

/* The server tells of it on a subscription; a result that is not there is a finding. */
static void
test_extension_push (void)
{
  McpSession *session =
    new_extension ("[{\"serve\": {" DISCOVER ", \"tools/call\": {\"result\": {\"resultType\": \"task\","
                   "\"taskId\": \"t1\", \"status\": \"working\", \"createdAt\": \"2026-01-01T00:00:00Z\","
                   "\"lastUpdatedAt\": \"2026-01-01T00:00:01Z\", \"ttlMs\": null, \"pollIntervalMs\": 60000}},"
                   "\"subscriptions/listen\": {\"silent\": true, \"before\": ["
                   "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/subscriptions/acknowledged\\\","
                   "\\\"params\\\":{\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":$id},\\\"notifications\\\":{\\\"taskIds\\\":[\\\"t1\\\"]}}}\"},"
                   "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/tasks\\\","
                   "\\\"params\\\":{\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":$id},\\\"taskId\\\":\\\"t1\\\","
                   "\\\"status\\\":\\\"completed\\\",\\\"createdAt\\\":\\\"2026-01-01T00:00:00Z\\\","
                   "\\\"lastUpdatedAt\\\":\\\"2026-01-01T00:00:01Z\\\",\\\"ttlMs\\\":null}}\"}]}}}]");
  g_autofree char *sent = NULL;
  McpTask *task;

  session_open_ok (session);
  task = call_for_task (session, "may", FALSE);
  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_cmpuint (mcp_task_get_info (task)->n_polls, ==, 0);
  g_assert_cmpuint (session_count_findings (session, "task.no-result"), ==, 1);
  sent = dup_sent (session, "subscriptions/listen");
  g_assert_nonnull (strstr (sent, "\"notifications\":{\"taskIds\":[\"t1\"]}"));
  session_finish (session);
}

/* Nobody may ask for a task where the server decides. */
static void
test_extension_rules (void)
{
  McpSession *session = new_extension ("[{\"serve\": {" DISCOVER "}}]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("may", NULL);
  g_autoptr (McpCall) get = mcp_call_new ("tasks/get", "{\"taskId\":\"t1\"}");
  const char *none[] = { NULL };

  session_open_ok (session);
  g_assert_true (mcp_tasks_is_supported (mcp_session_get_tasks (session)));
  g_assert_false (mcp_tasks_can_list (mcp_session_get_tasks (session)));
  mcp_call_set_task (call, -1);
  mcp_session_start_call (session, call);
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_CAPABILITY);

  /* What is not declared is not used. */
  mcp_profile_set_extensions (mcp_session_get_profile (session), none);
  mcp_session_start_call (session, get);
  g_assert_error (mcp_call_get_outcome (get)->error, MCP_ERROR, MCP_ERROR_CAPABILITY);
  session_finish (session);
}

/* The list may outlive its session; both go when nobody holds them. */
static void
test_finalize (void)
{
  McpSession *session = session_new_mock ("[]");
  McpTasks *tasks = g_object_ref (mcp_session_get_tasks (session));
  McpTask *task = g_object_ref (mcp_tasks_add (tasks, "t1"));

  session_finish (session);
  g_assert_finalize_object (tasks);
  g_assert_finalize_object (task);
}

typedef void (*Test) (void);

static void
run_test (gconstpointer data)
{
  forget_all ();
  ((Test) data) ();
  forget_all ();
}

#define ASK                                                                                        \
  "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": 77, \"method\": \"elicitation/create\", \"params\": "   \
  "{\"message\": \"?\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {}}, \"task\": {}}}}"

/* A rule that accepts, and what came of the question that the mock asks as a task. */
static McpSession *
open_asking (const char *script)
{
  static const char json[] = "[{\"do\": \"accept\"}]";
  g_autoptr (McpAnswerRules) rules = mcp_answer_rules_new_from_json (json, strlen (json), NULL);
  McpSession *session = session_new_mock (script);

  mcp_questions_set_rules (mcp_session_get_questions (session), rules);
  session_open_ok (session);

  return session;
}

static char *
dup_answer (McpSession *session)
{
  g_autoptr (McpRecord) record = NULL;

  TEST_AWAIT (session_count_records (session, MCP_RECORD_RESULT) == 2);
  for (guint i = 1; i <= mcp_journal_get_n_records (mcp_session_get_journal (session)); i++)
    {
      g_autoptr (McpRecord) found = mcp_journal_get_record (mcp_session_get_journal (session), i);

      if (mcp_record_get_kind (found) == MCP_RECORD_RESULT
          && mcp_record_get_direction (found) == MCP_DIRECTION_OUT)
        g_set_object (&record, found);
    }
  g_assert_nonnull (record);

  return session_dup_text (record);
}

/* A question of the server's is answered as a task, and the server is told when it is over. */
static void
test_asked_as_task (void)
{
  McpSession *session = open_asking (
    "[{\"handshake\": {\"protocolVersion\": \"2025-11-25\"}}, " ASK ", "
    "{\"expect\": {\"id\": \"77\"}}, {\"expect\": {\"method\": \"notifications/tasks/status\"}}, {\"serve\": {}}]");
  GListModel *own = mcp_own_tasks_get_list (mcp_session_get_own_tasks (session));
  g_autofree char *answer = dup_answer (session);
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (session);
  g_autoptr (McpTask) task = g_list_model_get_item (own, 0);

  g_assert_nonnull (strstr (capabilities, "\"tasks\":{\"list\":{},\"cancel\":{}"));
  g_assert_nonnull (strstr (answer, "\"result\":{\"task\":{\"taskId\":"));
  TEST_AWAIT (mcp_task_get_info (task)->status == MCP_TASK_COMPLETED);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_NOTIFICATION) == 2);
  g_assert_cmpuint (session_count_findings (session, "capability.not-offered"), ==, 0);
  g_assert_cmpuint (session_count_findings (session, "task.unknown-id"), ==, 0);

  /* With the connection it is forgotten, and what came of it is still shown. */
  session_close (session);
  g_assert_false (mcp_own_tasks_knows (mcp_session_get_own_tasks (session), mcp_task_get_info (task)->id));
  g_assert_cmpint (mcp_task_get_info (task)->hold, ==, MCP_TASK_SETTLED);
  session_finish (session);
}

/* A revision without such tasks has none, whatever the server asks. */
static void
test_asked_in_older (void)
{
  McpSession *session = open_asking (
    "[{\"handshake\": {\"protocolVersion\": \"2025-06-18\"}}, " ASK ", {\"expect\": {\"id\": \"77\"}}, {\"serve\": {}}]");
  g_autofree char *answer = dup_answer (session);

  g_assert_nonnull (strstr (answer, "\"action\":\"accept\""));
  g_assert_cmpuint (g_list_model_get_n_items (mcp_own_tasks_get_list (mcp_session_get_own_tasks (session))), ==, 0);
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  const struct
  {
    const char *path;
    Test        func;
  } tests[] = {
    { "/session/tasks/finalize", test_finalize },
    { "/session/tasks/base", test_base },
    { "/session/tasks/base/input", test_base_input },
    { "/session/tasks/base/refused-early", test_base_refused_early },
    { "/session/tasks/base/cancel", test_base_cancel },
    { "/session/tasks/base/failed", test_base_failed },
    { "/session/tasks/base/rules", test_base_rules },
    { "/session/tasks/base/list", test_base_list },
    { "/session/tasks/base/findings", test_base_findings },
    { "/session/tasks/kept", test_kept },
    { "/session/tasks/extension", test_extension },
    { "/session/tasks/extension/failed", test_extension_failed },
    { "/session/tasks/extension/cancel", test_extension_cancel },
    { "/session/tasks/extension/push", test_extension_push },
    { "/session/tasks/extension/rules", test_extension_rules },
  };

  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_data_func (tests[i].path, (gconstpointer) tests[i].func, run_test);
  g_test_add_data_func ("/session/tasks/unknown", GINT_TO_POINTER (FALSE), test_unknown);
  g_test_add_data_func ("/session/tasks/expired", GINT_TO_POINTER (TRUE), test_unknown);
  g_test_add_func ("/session/tasks/asked-as-task", test_asked_as_task);
  g_test_add_func ("/session/tasks/asked-in-older", test_asked_in_older);

  return g_test_run ();
}
