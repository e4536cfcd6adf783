/* test-own-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-own-tasks.h"
#include "test-support.h"

/* Questions that a server asks as tasks, without a session: what it is answered to each request. */
typedef struct
{
  McpProfile   *profile;
  McpQuestions *questions;
  McpOwnTasks  *tasks;
  GPtrArray    *told;       /* of char *: params of notifications */
} Desk;

/* One request. */
typedef struct
{
  GCancellable *cancellable;
  char         *json;       /* (nullable) */
  GError       *error;
  gint64        code;
  gboolean      is_done;
} Asked;

#define FORM "\"message\":\"Which?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":" \
             "{\"a\":{\"type\":\"string\",\"default\":\"x\"}}}"

static void
told_cb (Desk       *desk,
         const char *params)
{
  g_ptr_array_add (desk->told, g_strdup (params));
}

static void
desk_set_up (Desk         *desk,
             gconstpointer data)
{
  desk->profile = mcp_profile_new ("desk");
  desk->questions = mcp_questions_new (desk->profile);
  desk->tasks = mcp_own_tasks_new (desk->profile, desk->questions);
  desk->told = g_ptr_array_new_with_free_func (g_free);
  mcp_questions_set_attended (desk->questions, TRUE);
  g_signal_connect_swapped (desk->tasks, "told", G_CALLBACK (told_cb), desk);
}

static void
desk_tear_down (Desk         *desk,
                gconstpointer data)
{
  mcp_own_tasks_drop_all (desk->tasks);
  mcp_questions_withdraw_all (desk->questions);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (desk->tasks);
  g_assert_finalize_object (desk->questions);
  g_object_unref (desk->profile);
  g_ptr_array_unref (desk->told);
}

static void
asked_free (Asked *asked)
{
  g_object_unref (asked->cancellable);
  g_free (asked->json);
  g_clear_error (&asked->error);
  g_free (asked);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

static void
responded_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Asked *asked = user_data;

  asked->json = mcp_responder_respond_finish (MCP_RESPONDER (source), result, &asked->code, &asked->error);
  asked->is_done = TRUE;
}

static McpMessage *
new_request (const char *method,
             const char *params)
{
  g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}", method,
                                           params);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return mcp_message_new (bytes);
}

static Asked *
begin (Desk       *desk,
       const char *method,
       const char *params)
{
  Asked *asked = g_new0 (Asked, 1);
  g_autoptr (McpMessage) request = new_request (method, params);

  g_assert_true (mcp_own_tasks_takes (desk->tasks, request));
  asked->cancellable = g_cancellable_new ();
  mcp_responder_respond_async (MCP_RESPONDER (desk->tasks), request, 7, asked->cancellable, responded_cb, asked);

  return asked;
}

static Asked *
run (Desk       *desk,
     const char *method,
     const char *params)
{
  Asked *asked = begin (desk, method, params);

  TEST_AWAIT (asked->is_done);

  return asked;
}

static char *
dup_member (const char *json,
            const char *path)
{
  return mcp_json_lookup_string (json, strlen (json), path);
}

/* Asks a form as a task; returns the id. */
static char *
make (Desk       *desk,
      const char *task)
{
  g_autofree char *params = g_strdup_printf ("{" FORM ",\"task\":%s}", task);
  g_autoptr (Asked) asked = run (desk, "elicitation/create", params);
  char *id;

  g_assert_no_error (asked->error);
  id = dup_member (asked->json, "task.taskId");
  g_assert_nonnull (id);

  return id;
}

static Asked *
run_about (Desk       *desk,
           const char *method,
           const char *id)
{
  g_autofree char *params = g_strdup_printf ("{\"taskId\":\"%s\"}", id);

  return run (desk, method, params);
}

static McpQuestion *
await_question (Desk *desk)
{
  g_autoptr (McpQuestion) question = NULL;

  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (desk->questions)) > 0);
  question = g_list_model_get_item (G_LIST_MODEL (desk->questions), 0);

  return question; /* the desk holds it */
}

static void
assert_status (Desk       *desk,
               const char *id,
               const char *status)
{
  g_autoptr (Asked) got = run_about (desk, "tasks/get", id);
  g_autofree char *word = NULL;

  g_assert_no_error (got->error);
  word = dup_member (got->json, "status");
  g_assert_cmpstr (word, ==, status);
}

/* The result is waited for, and names its task; the server is told once. */
static void
test_completed (Desk         *desk,
                gconstpointer data)
{
  g_autofree char *id = make (desk, "{\"ttl\":60000}");
  g_autofree char *params = g_strdup_printf ("{\"taskId\":\"%s\"}", id);
  g_autofree char *related = NULL;
  g_autoptr (Asked) waiting = begin (desk, "tasks/result", params);
  g_autoptr (Asked) cancelled = NULL;
  g_autoptr (McpTask) shown = g_list_model_get_item (mcp_own_tasks_get_list (desk->tasks), 0);

  assert_status (desk, id, "working");
  g_assert_false (waiting->is_done);
  g_assert_cmpint (mcp_task_get_info (shown)->status, ==, MCP_TASK_WORKING);
  g_assert_cmpint (mcp_task_get_info (shown)->ttl_msec, ==, 60000);
  g_assert_cmpuint (desk->told->len, ==, 0);

  mcp_question_accept (await_question (desk), "{\"a\":\"y\"}");
  TEST_AWAIT (waiting->is_done);
  related = g_strdup_printf ("{\"action\":\"accept\",\"content\":{\"a\":\"y\"},\"_meta\":"
                             "{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"%s\"}}}", id);
  g_assert_cmpstr (waiting->json, ==, related);
  assert_status (desk, id, "completed");
  g_assert_cmpuint (desk->told->len, ==, 1);
  g_assert_cmpint (mcp_task_get_info (shown)->status, ==, MCP_TASK_COMPLETED);
  g_assert_cmpint (mcp_task_get_info (shown)->hold, ==, MCP_TASK_SETTLED);
  g_assert_nonnull (mcp_task_get_info (shown)->result);

  /* What is over stays that. */
  cancelled = run_about (desk, "tasks/cancel", id);
  g_assert_cmpint (cancelled->code, ==, MCP_RPC_INVALID_PARAMS);
  assert_status (desk, id, "completed");
}

/* A refusal is the task's error, and its result. */
static void
test_failed (Desk         *desk,
             gconstpointer data)
{
  g_autofree char *id = make (desk, "{}");
  g_autoptr (Asked) result = NULL;

  mcp_question_refuse (await_question (desk), -7, "No");
  TEST_AWAIT (desk->told->len == 1);
  assert_status (desk, id, "failed");
  result = run_about (desk, "tasks/result", id);
  g_assert_null (result->json);
  g_assert_cmpint (result->code, ==, -7);
  g_assert_cmpstr (result->error->message, ==, "No");
}

/* The question leaves the desk, and who waits is told. */
static void
test_cancelled (Desk         *desk,
                gconstpointer data)
{
  g_autofree char *id = make (desk, "{}");
  g_autofree char *params = g_strdup_printf ("{\"taskId\":\"%s\"}", id);
  g_autoptr (Asked) waiting = begin (desk, "tasks/result", params);
  g_autoptr (Asked) cancelled = NULL;
  g_autofree char *status = NULL;

  await_question (desk);
  cancelled = run_about (desk, "tasks/cancel", id);
  status = dup_member (cancelled->json, "status");
  g_assert_cmpstr (status, ==, "cancelled");
  TEST_AWAIT (waiting->is_done);
  g_assert_null (waiting->json);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (desk->questions)), ==, 0);
  assert_status (desk, id, "cancelled");
}

/* A tasks/result that is taken back ends the waiting alone. */
static void
test_waiting_cancelled (Desk         *desk,
                        gconstpointer data)
{
  g_autofree char *id = make (desk, "{}");
  g_autofree char *params = g_strdup_printf ("{\"taskId\":\"%s\"}", id);
  g_autoptr (Asked) waiting = begin (desk, "tasks/result", params);

  g_cancellable_cancel (waiting->cancellable);
  TEST_AWAIT (waiting->is_done);
  g_assert_nonnull (waiting->error);
  assert_status (desk, id, "working");
}

/* Its time to live is over: nobody knows it, and the question is gone. */
static void
test_ttl_zero (Desk         *desk,
               gconstpointer data)
{
  g_autofree char *id = make (desk, "{\"ttl\":0}");
  g_autoptr (McpTask) shown = g_list_model_get_item (mcp_own_tasks_get_list (desk->tasks), 0);
  g_autoptr (Asked) got = NULL;

  TEST_AWAIT (mcp_task_get_info (shown)->hold == MCP_TASK_EXPIRED);
  got = run_about (desk, "tasks/get", id);
  g_assert_cmpint (got->code, ==, MCP_RPC_INVALID_PARAMS);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (desk->questions)) == 0);
}

static void
test_ttl (Desk         *desk,
          gconstpointer data)
{
  const struct { const char *task; const char *ttl; } rows[] = {
    { "{}", "\"ttl\":3600000" },
    { "{\"ttl\":null}", "\"ttl\":3600000" },
    { "{\"ttl\":1e300}", "\"ttl\":3600000" },
    { "{\"ttl\":99999.5}", "\"ttl\":99999," },
    { "null", NULL },
    { "[]", NULL },
    { "\"x\"", NULL },
    { "{\"ttl\":-1}", NULL },
    { "{\"ttl\":\"60000\"}", NULL },
    { "{\"ttl\":{}}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *params = g_strdup_printf ("{" FORM ",\"task\":%s}", rows[i].task);
      g_autoptr (Asked) asked = run (desk, "elicitation/create", params);

      g_test_message ("%s", rows[i].task);
      if (rows[i].ttl != NULL)
        g_assert_nonnull (strstr (asked->json, rows[i].ttl));
      else
        g_assert_cmpint (asked->code, ==, MCP_RPC_INVALID_PARAMS);
    }
}

static void
test_nonsense (Desk         *desk,
               gconstpointer data)
{
  const struct { const char *method; const char *params; } rows[] = {
    { "tasks/get", "{}" },
    { "tasks/get", "{\"taskId\":7}" },
    { "tasks/get", "{\"taskId\":\"none\"}" },
    { "tasks/result", "{\"taskId\":\"none\"}" },
    { "tasks/cancel", "{\"taskId\":null}" },
    { "tasks/list", "{\"cursor\":\"x\"}" },
    { "tasks/list", "{\"cursor\":\"\"}" },
    { "tasks/list", "{\"cursor\":7}" },
    { "tasks/list", "{\"cursor\":\"99999999999999999999\"}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (Asked) asked = run (desk, rows[i].method, rows[i].params);

      g_test_message ("%s %s", rows[i].method, rows[i].params);
      g_assert_null (asked->json);
      g_assert_cmpint (asked->code, ==, MCP_RPC_INVALID_PARAMS);
    }
}

/* All of them, in pages, each once; one too many is refused. */
static void
test_many (Desk         *desk,
           gconstpointer data)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *cursor = NULL;
  guint n_pages = 0;

  g_object_set (desk->profile, "max-server-requests", 120, NULL);
  for (guint i = 0; i < 120; i++)
    g_free (make (desk, "{}"));
  {
    g_autoptr (Asked) refused = run (desk, "elicitation/create", "{" FORM ",\"task\":{}}");

    g_assert_null (refused->json);
    g_assert_cmpint (refused->code, ==, MCP_RPC_INTERNAL_ERROR);
  }

  do
    {
      g_autofree char *params = cursor != NULL ? g_strdup_printf ("{\"cursor\":\"%s\"}", cursor) : g_strdup ("{}");
      g_autoptr (Asked) page = run (desk, "tasks/list", params);
      McpJsonIter iter;
      McpSpan tasks, task;

      g_assert_true (mcp_json_lookup (page->json, strlen (page->json), "tasks", &tasks));
      g_assert_true (mcp_json_iter_init (&iter, page->json + tasks.offset, tasks.length));
      while (mcp_json_iter_next (&iter, NULL, &task))
        g_assert_true (g_hash_table_add (ids, mcp_json_lookup_string (page->json + tasks.offset + task.offset,
                                                                      task.length, "taskId")));
      g_free (cursor);
      cursor = dup_member (page->json, "nextCursor");
      n_pages++;
    }
  while (cursor != NULL);

  g_assert_cmpuint (g_hash_table_size (ids), ==, 120);
  g_assert_cmpuint (n_pages, ==, 3);
}

/* The connection ends: who waits is answered, and nothing is told. */
static void
test_dropped (Desk         *desk,
              gconstpointer data)
{
  g_autofree char *id = make (desk, "{}");
  g_autofree char *params = g_strdup_printf ("{\"taskId\":\"%s\"}", id);
  g_autoptr (Asked) waiting = begin (desk, "tasks/result", params);

  await_question (desk);
  mcp_own_tasks_drop_all (desk->tasks);
  TEST_AWAIT (waiting->is_done);
  g_assert_null (waiting->json);
  g_assert_false (mcp_own_tasks_knows (desk->tasks, id));
  g_assert_cmpuint (desk->told->len, ==, 0);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (desk->questions)) == 0);
}

/* A rule answers, whoever is there. */
static void
test_rule (Desk         *desk,
           gconstpointer data)
{
  static const char json[] = "[{\"method\":\"sampling/*\",\"do\":\"accept\"}]";
  g_autoptr (McpAnswerRules) rules = mcp_answer_rules_new_from_json (json, strlen (json), NULL);
  g_autoptr (Asked) made = NULL;
  g_autoptr (Asked) result = NULL;
  g_autofree char *id = NULL;

  mcp_questions_set_attended (desk->questions, FALSE);
  mcp_questions_set_rules (desk->questions, rules);
  made = run (desk, "sampling/createMessage",
              "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}],"
              "\"maxTokens\":5,\"task\":{\"ttl\":60000}}");
  id = dup_member (made->json, "task.taskId");
  result = run_about (desk, "tasks/result", id);
  g_assert_no_error (result->error);
  g_assert_nonnull (strstr (result->json, "\"role\":\"assistant\""));
  g_assert_cmpuint (desk->told->len, ==, 1);
}

/* What was not declared is none of its: the question is answered as any other. */
static void
test_declared (Desk         *desk,
               gconstpointer data)
{
  g_autoptr (McpMessage) question = new_request ("elicitation/create", "{" FORM ",\"task\":{}}");
  g_autoptr (McpMessage) plain = new_request ("elicitation/create", "{" FORM "}");
  g_autoptr (McpMessage) roots = new_request ("roots/list", "{\"task\":{}}");
  g_autoptr (McpMessage) list = new_request ("tasks/list", "{}");
  g_autoptr (GString) members = g_string_new ("{");

  mcp_own_tasks_append_capabilities (desk->tasks, members);
  g_assert_cmpstr (members->str, ==,
                   "{\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"sampling\":{\"createMessage\":{}},"
                   "\"elicitation\":{\"create\":{}}}}");
  g_assert_true (mcp_own_tasks_takes (desk->tasks, question));
  g_assert_true (mcp_own_tasks_takes (desk->tasks, list));
  g_assert_false (mcp_own_tasks_takes (desk->tasks, plain));
  g_assert_false (mcp_own_tasks_takes (desk->tasks, roots));

  mcp_profile_set_client_capability (desk->profile, "sampling", FALSE);
  g_string_assign (members, "{");
  mcp_own_tasks_append_capabilities (desk->tasks, members);
  g_assert_cmpstr (members->str, ==,
                   "{\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"elicitation\":{\"create\":{}}}}");

  mcp_profile_set_client_capability (desk->profile, "tasks", FALSE);
  g_string_assign (members, "{");
  mcp_own_tasks_append_capabilities (desk->tasks, members);
  g_assert_cmpstr (members->str, ==, "{");
  g_assert_false (mcp_own_tasks_takes (desk->tasks, question));
  g_assert_false (mcp_own_tasks_takes (desk->tasks, list));
}

#define ADD(path, func) g_test_add ("/session/own-tasks/" path, Desk, NULL, desk_set_up, func, desk_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("completed", test_completed);
  ADD ("failed", test_failed);
  ADD ("cancelled", test_cancelled);
  ADD ("waiting-cancelled", test_waiting_cancelled);
  ADD ("ttl-zero", test_ttl_zero);
  ADD ("ttl", test_ttl);
  ADD ("nonsense", test_nonsense);
  ADD ("many", test_many);
  ADD ("dropped", test_dropped);
  ADD ("rule", test_rule);
  ADD ("declared", test_declared);

  return g_test_run ();
}
