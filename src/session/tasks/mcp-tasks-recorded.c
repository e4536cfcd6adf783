/* mcp-tasks-recorded.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json-edit.h"
#include "mcp-linter-conversation.h"
#include "mcp-tasks-private.h"

/*
 * The tasks of a session that is over: made again from what its messages said of them. Nothing is
 * asked, and nothing of them is kept for another session.
 */

/* An answer, or a notification, of a recording. */
typedef struct
{
  McpTasks       *tasks;
  const char     *params;        /* (nullable): of the request, or of the notification */
  gsize           params_length;
  guint           request;       /* serial, 0 for none */
  guint           serial;
  gint64          wall_usec;
} Told;

/* What a profile remembers is of other sessions. */
void
mcp_tasks_begin_recorded (McpTasks *self)
{
  self->restore = FALSE;
  g_list_store_remove_all (self->list);
}

static McpTask *
ensure (Told       *told,
        const char *id)
{
  McpTask *task = mcp_tasks_find (told->tasks, id);

  if (task == NULL)
    {
      task = mcp_tasks_add (told->tasks, id);
      mcp_task_set_seen (task, told->wall_usec, told->wall_usec);
    }

  return task;
}

/* Where a Task stands. */
typedef enum {
  IN_LIST,          /* or in the answer to the call that it was made of: without its result */
  IN_ANSWER,        /* to `tasks/get`, or in a notification: of the extension with its result */
  IN_CANCELLATION,  /* the answer to `tasks/cancel` */
} Place;

static gboolean
is_done (McpTask *task)
{
  return mcp_task_is_terminal (task)
         && (mcp_task_get_info (task)->result != NULL || mcp_task_get_info (task)->error != NULL);
}

/* What was heard of a task last, and what its handle was worth then. @text is a Task. */
static void
apply (Told       *told,
       McpTask    *task,
       const char *text,
       gsize       length,
       Place       place)
{
  gboolean is_detailed = place == IN_ANSWER && mcp_task_get_info (task)->flavour == MCP_TASK_EXTENSION;
  gboolean was_terminal = mcp_task_is_terminal (task);
  gboolean was_done = is_done (task);
  McpSpan span;

  if (!(place == IN_CANCELLATION ? mcp_tasks_apply_cancelled : mcp_tasks_apply) (told->tasks, task, text, length,
                                                                                told->serial))
    return;

  mcp_task_set_seen (task, 0, told->wall_usec);
  if (!mcp_task_is_terminal (task))
    {
      mcp_task_set_hold (task, MCP_TASK_KEPT, _("it had not ended when the recording did"));
      if (is_detailed && mcp_task_get_info (task)->status == MCP_TASK_INPUT_REQUIRED
          && !(mcp_json_edit_find (text, length, "inputRequests", &span) && text[span.offset] == '{'))
        mcp_tasks_report_missing (told->tasks, task, "inputRequests", told->serial);
      return;
    }

  mcp_task_set_hold (task, MCP_TASK_SETTLED, NULL);
  if (is_detailed && !(was_terminal && was_done))
    mcp_tasks_take_contained (told->tasks, task, text, length, told->serial);
  else if (!was_done && is_done (task))
    mcp_tasks_check_tool_error (told->tasks, task);
}

static void
take_created (Told       *told,
              const char *result,
              gsize       length)
{
  McpSpan handle;
  McpSpan part;
  g_autofree char *tool = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *id = NULL;
  g_autoptr (McpId) token = NULL;
  McpTask *task;
  guint position;

  /* A call that was answered at once made none. */
  if (!mcp_json_edit_find (result, length,
                           mcp_tasks_get_flavour (told->tasks) == MCP_TASK_BASE ? "task" : "taskId", &part))
    return;

  id = mcp_tasks_read_handle (told->tasks, "tools/call", result, length, told->serial, &handle);
  if (id == NULL)
    return;

  if (told->params != NULL)
    {
      tool = mcp_json_lookup_string (told->params, told->params_length, "name");
      if (mcp_json_edit_find (told->params, told->params_length, "arguments", &part))
        arguments = g_strndup (told->params + part.offset, part.length);
      if (mcp_json_lookup (told->params, told->params_length, "_meta.progressToken", &part))
        token = mcp_id_new_from_token (told->params + part.offset, part.length);
    }

  /* One that was not made by a call of this recording may have been made before it. */
  task = mcp_tasks_find (told->tasks, id);
  if (task != NULL && mcp_task_get_info (task)->serial != 0)
    {
      mcp_tasks_report_reused (told->tasks, id, told->serial);
      if (g_list_store_find (told->tasks->list, task, &position))
        g_list_store_remove (told->tasks->list, position);
    }
  task = ensure (told, id);
  mcp_task_set_origin (task, tool, arguments, told->request, token);
  /* The handle alone has no result in it. */
  apply (told, task, result + handle.offset, handle.length, IN_LIST);
}

static void
take_list (Told       *told,
           const char *result,
           gsize       length)
{
  McpJsonIter iter;
  McpSpan tasks;
  McpSpan value;

  if (!mcp_json_edit_find (result, length, "tasks", &tasks) || result[tasks.offset] != '['
      || !mcp_json_iter_init (&iter, result + tasks.offset, tasks.length))
    return;

  result += tasks.offset;
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      const char *item = result + value.offset;
      g_autofree char *id = mcp_tasks_read_listed (told->tasks, item, value.length, told->serial);

      if (id != NULL)
        apply (told, ensure (told, id), item, value.length, IN_LIST);
    }
}

/* Which task a message is about: that of its request, or what it says itself. */
static McpTask *
find_subject (Told       *told,
              const char *text,
              gsize       length)
{
  g_autofree char *id = told->params != NULL
                          ? mcp_json_lookup_string (told->params, told->params_length, "taskId")
                          : NULL;

  if (id == NULL && text != NULL)
    id = mcp_json_lookup_string (text, length, "taskId");

  return id != NULL ? ensure (told, id) : NULL;
}

static void
take_result (Told       *told,
             const char *method,
             const char *result,
             gsize       length,
             gboolean    is_tool_error)
{
  gboolean was_done;
  McpTask *task;

  if (*result != '{')
    return;

  if (g_str_equal (method, "tools/call"))
    {
      take_created (told, result, length);
    }
  else if (g_str_equal (method, "tasks/list"))
    {
      take_list (told, result, length);
    }
  else if (g_str_equal (method, "tasks/result"))
    {
      g_autoptr (GBytes) bytes = g_bytes_new (result, length);

      task = find_subject (told, NULL, 0);
      if (task == NULL)
        return;

      was_done = is_done (task);
      mcp_tasks_take_result (told->tasks, task, bytes, is_tool_error, told->serial);
      if (!was_done && is_done (task))
        mcp_tasks_check_tool_error (told->tasks, task);
    }
  else if (g_str_equal (method, "tasks/get") && (task = find_subject (told, result, length)) != NULL)
    {
      mcp_task_count_poll (task);
      apply (told, task, result, length, IN_ANSWER);
    }
  else if (g_str_equal (method, "tasks/cancel") && mcp_tasks_get_flavour (told->tasks) == MCP_TASK_BASE
           && (task = find_subject (told, result, length)) != NULL)
    {
      apply (told, task, result, length, IN_CANCELLATION);
    }
}

/* A request that failed: that of the result has the task's own error. */
static void
take_error (Told       *told,
            const char *method,
            const char *error,
            gsize       length)
{
  McpTask *task = g_str_equal (method, "tasks/result") ? find_subject (told, NULL, 0) : NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (task == NULL || *error != '{')
    return;

  bytes = g_bytes_new (error, length);
  mcp_task_take_error (task, bytes, told->serial);
}

static void
take_progress (Told *told)
{
  g_auto (McpProgress) progress = { 0 };

  mcp_progress_read (&progress, told->params, told->params_length);
  if (progress.token != NULL && progress.has_progress)
    mcp_tasks_take_progress (told->tasks, progress.token, progress.progress, progress.total);
}

/**
 * mcp_tasks_wants_recorded:
 * @self: the tasks of a recording
 * @look: a record of it
 *
 * Gets whether a record may say something of a task: what a server sent to `tasks/…`, or to the
 * call of a tool when it has tasks.
 *
 * Returns: whether it is to be given to mcp_tasks_take_recorded()
 */
gboolean
mcp_tasks_wants_recorded (McpTasks             *self,
                          const McpJournalLook *look)
{
  if (look->method == NULL || look->direction != MCP_DIRECTION_IN)
    return FALSE;

  if (look->kind == MCP_RECORD_NOTIFICATION)
    return g_str_has_prefix (look->method, "notifications/tasks")
           || (g_str_equal (look->method, "notifications/progress")
               && g_list_model_get_n_items (G_LIST_MODEL (self)) > 0);
  if (look->pair == 0 || (look->kind != MCP_RECORD_RESULT && look->kind != MCP_RECORD_ERROR))
    return FALSE;

  return g_str_has_prefix (look->method, "tasks/")
         || (g_str_equal (look->method, "tools/call") && mcp_tasks_is_supported (self));
}

/**
 * mcp_tasks_take_recorded:
 * @self: the tasks of a recording
 * @look: a record that is wanted
 * @serial: its serial
 * @data: its message
 * @scan: what the scanner found in it
 * @is_tool_error: whether its result says so
 *
 * Takes what a message of a recording says of tasks (2025-11-25, basic/utilities/tasks, and
 * io.modelcontextprotocol/tasks).
 */
void
mcp_tasks_take_recorded (McpTasks             *self,
                         const McpJournalLook *look,
                         guint                 serial,
                         const char           *data,
                         const McpScan        *scan,
                         gboolean              is_tool_error)
{
  McpJournal *journal = mcp_session_get_journal (self->session);
  g_autoptr (GBytes) request = look->pair != 0 ? mcp_journal_read (journal, look->pair, NULL)
                                               : NULL;
  Told told = { .tasks = self, .serial = serial, .request = look->pair };
  McpSpan span;

  told.wall_usec = mcp_journal_get_start_wall_usec (journal) + look->time_usec
                   - mcp_journal_get_start_usec (journal);
  if (look->kind == MCP_RECORD_NOTIFICATION && scan->params.length > 0)
    {
      told.params = data + scan->params.offset;
      told.params_length = scan->params.length;
    }
  else if (request != NULL)
    {
      gsize length;
      const char *text = g_bytes_get_data (request, &length);

      if (mcp_json_validate (text, length, NULL) && mcp_json_edit_find (text, length, "params", &span)
          && text[span.offset] == '{')
        {
          told.params = text + span.offset;
          told.params_length = span.length;
        }
    }

  if (look->kind == MCP_RECORD_RESULT && scan->result.length > 0)
    take_result (&told, look->method, data + scan->result.offset, scan->result.length,
                 is_tool_error);
  else if (look->kind == MCP_RECORD_ERROR && scan->error.length > 0)
    take_error (&told, look->method, data + scan->error.offset, scan->error.length);
  else if (look->kind == MCP_RECORD_NOTIFICATION && told.params != NULL && *told.params == '{')
    {
      McpTask *task;

      if (g_str_equal (look->method, "notifications/progress"))
        take_progress (&told);
      else if ((task = find_subject (&told, NULL, 0)) != NULL)
        apply (&told, task, told.params, told.params_length, IN_ANSWER);
    }
}
