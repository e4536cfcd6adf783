/* demo-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-server.h"
#include "mcp-error.h"

/* Work in the background, as revision 2025-11-25 has it (basic/utilities/tasks). */

#define POLL_MSEC 500
#define MAX_TASKS 100

/* A client may ask for less, not for more. */
#define TTL_MSEC (10 * 60 * 1000)

#define RELATED(id) "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"%s\"}}"

typedef struct
{
  DemoServer *server;
  char       *id;
  const char *status;
  GPtrArray  *waiting;         /* McpId: who wants the result */
  char       *progress_token;  /* (nullable) JSON */
  gboolean    fails;
  guint       step;
  guint       n_steps;
  guint       source;          /* 0 when it ended */
  gint64      ttl_msec;
  gint64      created_usec;
  gint64      updated_usec;
} DemoTask;

void
demo_task_free (gpointer data)
{
  DemoTask *task = data;

  g_clear_handle_id (&task->source, g_source_remove);
  g_ptr_array_unref (task->waiting);
  g_free (task->progress_token);
  g_free (task->id);
  g_free (task);
}

static char *
time_text (gint64 usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);

  return g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
}

/* The members of a Task, without braces. */
static char *
members (DemoTask *task)
{
  g_autofree char *created = time_text (task->created_usec);
  g_autofree char *updated = time_text (task->updated_usec);

  return g_strdup_printf ("\"taskId\":\"%s\",\"status\":\"%s\",\"statusMessage\":\"Step %u of %u\","
                          "\"createdAt\":\"%s\",\"lastUpdatedAt\":\"%s\",\"ttl\":%" G_GINT64_FORMAT
                          ",\"pollInterval\":%d",
                          task->id, task->status, task->step, task->n_steps, created, updated,
                          task->ttl_msec, POLL_MSEC);
}

static void
tell_status (DemoTask *task)
{
  g_autofree char *text = members (task);
  g_autofree char *params = g_strdup_printf ("{%s}", text);

  task->updated_usec = g_get_real_time ();
  demo_server_notify (task->server, "notifications/tasks/status", params);
}

static void
reply_result (DemoTask *task,
              McpId    *id)
{
  g_autofree char *result = NULL;

  if (strcmp (task->status, "cancelled") == 0)
    {
      demo_server_reply_error (task->server, id, MCP_RPC_INVALID_PARAMS, NULL,
                               "The task was cancelled");
      return;
    }

  result = g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":\"%s after %u steps\"}],"
                            "\"isError\":%s," RELATED ("%s") "}",
                            task->fails ? "Failed" : "Done", task->step,
                            task->fails ? "true" : "false", task->id);
  demo_server_reply (task->server, id, result);
}

static void
end_task (DemoTask   *task,
          const char *status)
{
  task->status = status;
  tell_status (task);
  for (guint i = 0; i < task->waiting->len; i++)
    reply_result (task, task->waiting->pdata[i]);
  g_ptr_array_set_size (task->waiting, 0);
}

static gboolean
step_cb (gpointer user_data)
{
  DemoTask *task = user_data;

  task->step++;
  task->updated_usec = g_get_real_time ();
  if (task->progress_token != NULL)
    {
      g_autofree char *params =
        g_strdup_printf ("{\"progressToken\":%s,\"progress\":%u,\"total\":%u," RELATED ("%s") "}",
                         task->progress_token, task->step, task->n_steps, task->id);

      demo_server_notify (task->server, "notifications/progress", params);
    }

  if (task->step < task->n_steps)
    return G_SOURCE_CONTINUE;

  task->source = 0;
  end_task (task, task->fails ? "failed" : "completed");

  return G_SOURCE_REMOVE;
}

static DemoTask *
find_task (DemoServer *self,
           const char *params)
{
  g_autofree char *id = demo_string (params, "taskId");
  GPtrArray *tasks = demo_server_get_tasks (self);

  for (guint i = 0; i < tasks->len; i++)
    {
      DemoTask *task = tasks->pdata[i];

      if (g_strcmp0 (task->id, id) == 0)
        return task;
    }

  return NULL;
}

/* Replies with a refusal when there is no such task. */
static DemoTask *
require_task (DemoServer *self,
              McpId      *id,
              const char *params)
{
  DemoTask *task = find_task (self, params);

  if (task == NULL)
    demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "There is no such task");

  return task;
}

/* A call of “long-job” as a task: answered with the handle at once. */
void
demo_tasks_create (DemoServer *self,
                   McpId      *id,
                   const char *arguments,
                   const char *params)
{
  GPtrArray *tasks = demo_server_get_tasks (self);
  DemoTask *task = g_new0 (DemoTask, 1);
  g_autofree char *how = demo_string (arguments, "how");
  g_autofree char *text = NULL;
  g_autofree char *result = NULL;
  double seconds = 10;
  McpSpan token;

  if (tasks->len == MAX_TASKS)
    g_ptr_array_remove_index (tasks, 0);

  mcp_json_lookup_double (arguments, strlen (arguments), "seconds", &seconds);
  task->server = self;
  task->id = g_uuid_string_random ();
  task->status = "working";
  task->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_id_unref);
  task->fails = g_strcmp0 (how, "fail") == 0;
  task->n_steps = demo_int (arguments, "steps", 10, 1, 10000);
  task->ttl_msec = demo_int (params, "task.ttl", TTL_MSEC, 0, TTL_MSEC);
  task->created_usec = task->updated_usec = g_get_real_time ();
  if (mcp_json_lookup (params, strlen (params), "_meta.progressToken", &token))
    task->progress_token = g_strndup (params + token.offset, token.length);
  task->source = g_timeout_add (MAX (1, seconds * 1000 / task->n_steps), step_cb, task);
  g_ptr_array_add (tasks, task);

  text = members (task);
  result = g_strdup_printf ("{\"task\":{%s}}", text);
  demo_server_reply (self, id, result);
}

void
demo_tasks_get (DemoServer *self,
                McpId      *id,
                const char *params)
{
  DemoTask *task = require_task (self, id, params);
  g_autofree char *text = task != NULL ? members (task) : NULL;
  g_autofree char *result = g_strdup_printf ("{%s}", text);

  if (task != NULL)
    demo_server_reply (self, id, result);
}

/* Answered when the task has ended. */
void
demo_tasks_result (DemoServer *self,
                   McpId      *id,
                   const char *params)
{
  DemoTask *task = require_task (self, id, params);

  if (task != NULL && task->source != 0)
    g_ptr_array_add (task->waiting, mcp_id_ref (id));
  else if (task != NULL)
    reply_result (task, id);
}

void
demo_tasks_list (DemoServer *self,
                 McpId      *id,
                 const char *params)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *tasks = demo_server_get_tasks (self);

  for (guint i = 0; i < tasks->len; i++)
    {
      g_autofree char *text = members (tasks->pdata[i]);

      g_ptr_array_add (items, g_strdup_printf ("{%s}", text));
    }

  demo_reply_page (self, id, params, "tasks", (const char * const *) items->pdata, items->len);
}

void
demo_tasks_cancel (DemoServer *self,
                   McpId      *id,
                   const char *params)
{
  DemoTask *task = require_task (self, id, params);
  g_autofree char *text = NULL;
  g_autofree char *result = NULL;

  if (task == NULL)
    return;
  if (task->source == 0)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "The task is “%s” already",
                               task->status);
      return;
    }

  g_clear_handle_id (&task->source, g_source_remove);
  end_task (task, "cancelled");
  text = members (task);
  result = g_strdup_printf ("{%s}", text);
  demo_server_reply (self, id, result);
}
