/* mcp-own-tasks-answer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-own-tasks-private.h"

/* What a server sends about tasks of ours, and what it is answered. */

#define MAX_TTL_MSEC (60 * 60 * 1000)  /* what is asked without a time to live has this */
#define PAGE_SIZE    50

/* A task that is made: the question is asked behind the answer that tells of it. */
typedef struct
{
  McpOwnTasks *owner;
  McpOwnTask  *own;
  McpMessage  *request;
} Making;

static void
making_free (Making *making)
{
  g_object_unref (making->owner);
  mcp_own_task_unref (making->own);
  mcp_message_unref (making->request);
  g_free (making);
}

static const char *
get_params (McpMessage *request,
            gsize      *length)
{
  const McpScan *scan = mcp_message_get_scan (request);

  *length = scan->params.length;

  return (const char *) g_bytes_get_data (mcp_message_get_bytes (request), NULL) + scan->params.offset;
}

/* --- The question --- */

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Making *making = user_data;
  McpOwnTask *own = making->own;
  g_autoptr (GError) error = NULL;
  gint64 code = MCP_RPC_INTERNAL_ERROR;
  g_autofree char *json = mcp_questions_ask_finish (MCP_QUESTIONS (source), result, &code, &error);

  if (mcp_own_tasks_find (making->owner, mcp_own_task_get_id (own)) == own
      && !mcp_own_task_is_over (own))
    {
      own->result = g_steal_pointer (&json);
      own->error = error != NULL ? g_strdup (error->message) : NULL;
      own->code = code;
      mcp_own_tasks_end (making->owner, own,
                         own->result != NULL ? MCP_TASK_COMPLETED : MCP_TASK_FAILED, own->error);
    }

  making_free (making);
}

static gboolean
ask_cb (gpointer user_data)
{
  Making *making = user_data;
  gsize length;
  const char *params = get_params (making->request, &length);
  guint serial = mcp_task_get_info (making->own->task)->serial;

  if (g_cancellable_is_cancelled (making->own->cancellable))
    {
      making_free (making);
      return G_SOURCE_REMOVE;
    }

  mcp_questions_ask_async (making->owner->questions, mcp_message_get_method (making->request),
                           params, length, NULL, NULL, 0, serial, making->own->cancellable,
                           asked_cb, making);

  return G_SOURCE_REMOVE;
}

/* --- Requests --- */

/* Milliseconds; FALSE where the server asks for what is no time. */
static gboolean
read_ttl (const char *params,
          gsize       length,
          gint64     *ttl_msec)
{
  McpSpan task, span;
  double number;

  *ttl_msec = MAX_TTL_MSEC;
  if (!mcp_json_edit_find (params, length, "task", &task) || params[task.offset] != '{')
    return FALSE;
  if (!mcp_json_edit_find (params + task.offset, task.length, "ttl", &span)
      || strncmp (params + task.offset + span.offset, "null", 4) == 0)
    return TRUE;
  if (!mcp_json_lookup_double (params + task.offset, task.length, "ttl", &number) || number < 0)
    return FALSE;

  *ttl_msec = (gint64) MIN (number, MAX_TTL_MSEC);

  return TRUE;
}

static void
make_task (McpOwnTasks *self,
           McpMessage  *request,
           guint        serial,
           GTask       *task)
{
  gsize length;
  const char *params = get_params (request, &length);
  gint64 ttl_msec;
  Making *making;
  g_autofree char *json = NULL;

  if (!read_ttl (params, length, &ttl_msec))
    {
      mcp_own_task_return_error (task, MCP_RPC_INVALID_PARAMS,
                                 "task has to be an object, and its ttl a number of "
                                 "milliseconds from 0 on");
      return;
    }
  if (!mcp_own_tasks_has_room (self))
    {
      mcp_own_task_return_error (task, MCP_RPC_INTERNAL_ERROR, "Too many tasks at once");
      return;
    }

  making = g_new0 (Making, 1);
  making->owner = g_object_ref (self);
  making->request = mcp_message_ref (request);
  making->own = mcp_own_task_ref (mcp_own_tasks_add (self, ttl_msec, mcp_message_get_method (request),
                                                     length, serial));

  g_object_set_data (G_OBJECT (task), "making", making);
  json = mcp_own_task_to_json (making->own);
  g_task_return_pointer (task, g_strdup_printf ("{\"task\":%s}", json), g_free);
  g_object_unref (task);
}

/* Its cursors are the numbers of the last task of a page. */
static void
list_tasks (McpOwnTasks *self,
            const char  *params,
            gsize        length,
            GTask       *task)
{
  g_autofree char *cursor = mcp_json_lookup_string (params, length, "cursor");
  GString *json = g_string_new ("{\"tasks\":[");
  guint64 after = 0;
  guint n = 0;
  guint i = 0;
  McpSpan span;

  if ((cursor == NULL && length > 0 && mcp_json_edit_find (params, length, "cursor", &span))
      || (cursor != NULL && !g_ascii_string_to_unsigned (cursor, 10, 1, G_MAXINT64, &after, NULL)))
    {
      g_string_free (json, TRUE);
      mcp_own_task_return_error (task, MCP_RPC_INVALID_PARAMS, "Invalid cursor");
      return;
    }

  for (; i < self->kept->len && n < PAGE_SIZE; i++)
    {
      McpOwnTask *own = self->kept->pdata[i];
      g_autofree char *object = NULL;

      if (own->number <= after)
        continue;

      object = mcp_own_task_to_json (own);
      g_string_append_printf (json, "%s%s", n++ > 0 ? "," : "", object);
      after = own->number;
    }
  g_string_append_c (json, ']');
  if (i < self->kept->len)
    {
      g_autofree char *next = g_strdup_printf ("%" G_GUINT64_FORMAT, after);

      mcp_json_append_member_string (json, "nextCursor", next);
    }
  g_string_append_c (json, '}');

  g_task_return_pointer (task, g_string_free (json, FALSE), g_free);
  g_object_unref (task);
}

static void
cancel_task (McpOwnTasks *self,
             McpOwnTask  *own,
             GTask       *task)
{
  if (mcp_own_task_is_over (own))
    {
      mcp_own_task_return_error (task, MCP_RPC_INVALID_PARAMS,
                                 "The task is over and cannot be cancelled");
      return;
    }

  own->error = g_strdup ("The task was cancelled");
  own->code = MCP_RPC_INTERNAL_ERROR;
  mcp_own_tasks_end (self, own, MCP_TASK_CANCELLED, "Cancelled by the server");
  g_cancellable_cancel (own->cancellable);
  g_task_return_pointer (task, mcp_own_task_to_json (own), g_free);
  g_object_unref (task);
}

static void
own_tasks_respond_async (McpResponder        *responder,
                         McpMessage          *request,
                         guint                serial,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  McpOwnTasks *self = MCP_OWN_TASKS (responder);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  const char *method = mcp_message_get_method (request);
  gsize length;
  const char *params = get_params (request, &length);
  g_autofree char *id = NULL;
  McpOwnTask *own;

  g_task_set_source_tag (task, own_tasks_respond_async);
  g_task_set_check_cancellable (task, FALSE);
  if (!g_str_has_prefix (method, "tasks/"))
    {
      make_task (self, request, serial, task);
      return;
    }
  if (g_str_equal (method, "tasks/list"))
    {
      list_tasks (self, params, length, task);
      return;
    }

  id = mcp_json_lookup_string (params, length, "taskId");
  own = mcp_own_tasks_find (self, id);
  if (own == NULL)
    {
      mcp_own_task_return_error (task, MCP_RPC_INVALID_PARAMS,
                                 id != NULL ? "There is no task with this taskId"
                                            : "taskId is missing");
    }
  else if (g_str_equal (method, "tasks/result"))
    {
      mcp_own_task_await (own, task);
    }
  else if (g_str_equal (method, "tasks/cancel"))
    {
      cancel_task (self, own, task);
    }
  else
    {
      g_task_return_pointer (task, mcp_own_task_to_json (own), g_free);
      g_object_unref (task);
    }
}

static char *
own_tasks_respond_finish (McpResponder  *responder,
                          GAsyncResult  *result,
                          gint64        *code,
                          GError       **error)
{
  GTask *task = G_TASK (result);
  Making *making = g_object_get_data (G_OBJECT (task), "making");
  char *json;

  g_return_val_if_fail (g_task_is_valid (result, responder), NULL);

  json = g_task_propagate_pointer (task, error);
  if (json == NULL)
    *code = mcp_own_task_get_code (task);
  /* A rule may answer at once: not before the server has been told of the task. */
  if (making != NULL)
    g_idle_add_full (G_PRIORITY_DEFAULT, ask_cb, making, NULL);

  return json;
}

static gboolean
own_tasks_handles (McpResponder *responder,
                   const char   *method)
{
  static const char * const methods[] = {
    "tasks/get", "tasks/result", "tasks/cancel", "tasks/list", NULL,
  };

  return g_strv_contains (methods, method);
}

void
mcp_own_tasks_responder_iface_init (McpResponderInterface *iface)
{
  iface->handles = own_tasks_handles;
  iface->respond_async = own_tasks_respond_async;
  iface->respond_finish = own_tasks_respond_finish;
}

/* What may be asked as a task: what was declared. */
static gboolean
may_ask (McpOwnTasks *self,
         const char  *method)
{
  return (g_str_equal (method, "sampling/createMessage")
          || g_str_equal (method, "elicitation/create"))
         && mcp_responder_handles (MCP_RESPONDER (self->questions), method);
}

/**
 * mcp_own_tasks_takes:
 * @request: what the server asks
 *
 * Gets whether a request is about tasks of ours, or is to become one.
 *
 * Returns: %FALSE for all others, and where tasks were not declared
 */
gboolean
mcp_own_tasks_takes (McpOwnTasks *self,
                     McpMessage  *request)
{
  const char *method;
  const char *params;
  gsize length;
  McpSpan span;

  g_return_val_if_fail (MCP_IS_OWN_TASKS (self), FALSE);

  method = mcp_message_get_method (request);
  if (!mcp_profile_get_client_capability (self->profile, "tasks"))
    return FALSE;
  if (own_tasks_handles (MCP_RESPONDER (self), method))
    return may_ask (self, "sampling/createMessage") || may_ask (self, "elicitation/create");

  params = get_params (request, &length);

  return may_ask (self, method) && length > 0 && mcp_json_edit_find (params, length, "task", &span);
}

void
mcp_own_tasks_append_capabilities (McpOwnTasks *self,
                                   GString     *members)
{
  gboolean sampling = may_ask (self, "sampling/createMessage");
  gboolean elicitation = may_ask (self, "elicitation/create");
  g_autoptr (GString) requests = g_string_new ("{");
  g_autofree char *tasks = NULL;

  if (!mcp_profile_get_client_capability (self->profile, "tasks") || !(sampling || elicitation))
    return;

  if (sampling)
    mcp_json_append_member (requests, "sampling", "{\"createMessage\":{}}");
  if (elicitation)
    mcp_json_append_member (requests, "elicitation", "{\"create\":{}}");
  g_string_append_c (requests, '}');
  tasks = g_strdup_printf ("{\"list\":{},\"cancel\":{},\"requests\":%s}", requests->str);
  mcp_json_append_member (members, "tasks", tasks);
}
