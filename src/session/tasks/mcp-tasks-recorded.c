/* mcp-tasks-recorded.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-tasks"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json-edit.h"
#include "mcp-meta.h"
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

/* What was heard of a task last, and what its handle was worth then. */
static void
apply (Told       *told,
       McpTask    *task,
       const char *text,
       gsize       length)
{
  mcp_tasks_apply (told->tasks, task, text, length, told->serial);
  mcp_task_set_seen (task, 0, told->wall_usec);
  if (mcp_task_is_terminal (task))
    mcp_task_set_hold (task, MCP_TASK_SETTLED, NULL);
  else
    mcp_task_set_hold (task, MCP_TASK_KEPT, _("it had not ended when the recording did"));
}

/* Of the extension the end has the result in it. */
static void
take_contained (Told       *told,
                McpTask    *task,
                const char *text,
                gsize       length)
{
  gboolean failed = mcp_task_get_status (task) == MCP_TASK_FAILED;
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_error = FALSE;
  McpSpan span;

  if (mcp_task_get_flavour (task) != MCP_TASK_EXTENSION || !mcp_task_is_terminal (task)
      || !mcp_json_edit_find (text, length, failed ? "error" : "result", &span)
      || text[span.offset] != '{')
    return;

  bytes = g_bytes_new (text + span.offset, span.length);
  mcp_json_lookup_boolean (text + span.offset, span.length, "isError", &is_error);
  if (failed)
    mcp_task_take_error (task, bytes, told->serial);
  else
    mcp_task_take_result (task, bytes, is_error, told->serial);
}

static void
take_created (Told       *told,
              const char *result,
              gsize       length)
{
  gboolean is_base = mcp_tasks_get_flavour (told->tasks) == MCP_TASK_BASE;
  McpSpan span = { 0, length };
  McpSpan part;
  g_autofree char *tool = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *id = NULL;
  g_autoptr (McpId) token = NULL;
  McpTask *task;

  if (is_base ? !mcp_json_edit_find (result, length, "task", &span)
              : !mcp_json_edit_find (result, length, "taskId", &part))
    return;

  id = mcp_json_lookup_string (result + span.offset, span.length, "taskId");
  if (id == NULL || *id == '\0')
    return;

  if (told->params != NULL)
    {
      tool = mcp_json_lookup_string (told->params, told->params_length, "name");
      if (mcp_json_edit_find (told->params, told->params_length, "arguments", &part))
        arguments = g_strndup (told->params + part.offset, part.length);
      if (mcp_json_lookup (told->params, told->params_length, "_meta.progressToken", &part))
        token = mcp_id_new_from_token (told->params + part.offset, part.length);
    }

  task = ensure (told, id);
  mcp_task_set_origin (task, tool, arguments, told->request, token);
  apply (told, task, result + span.offset, span.length);
  take_contained (told, task, result + span.offset, span.length);
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
      g_autofree char *id = *item == '{' ? mcp_json_lookup_string (item, value.length, "taskId")
                                         : NULL;

      if (id != NULL)
        apply (told, ensure (told, id), item, value.length);
    }
}

/* Which task a message is about: what it says itself, else what its request said. */
static McpTask *
find_subject (Told       *told,
              const char *text,
              gsize       length)
{
  g_autofree char *id = text != NULL && *text == '{'
                          ? mcp_json_lookup_string (text, length, "taskId")
                          : NULL;

  if (id == NULL && told->params != NULL)
    id = mcp_json_lookup_string (told->params, told->params_length, "taskId");

  return id != NULL ? ensure (told, id) : NULL;
}

static void
take_result (Told       *told,
             const char *method,
             const char *result,
             gsize       length,
             gboolean    is_tool_error)
{
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
      if (task != NULL)
        mcp_task_take_result (task, bytes, is_tool_error, told->serial);
    }
  else if ((task = find_subject (told, result, length)) != NULL)
    {
      if (g_str_equal (method, "tasks/get"))
        mcp_task_count_poll (task);
      apply (told, task, result, length);
      take_contained (told, task, result, length);
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
  g_autoptr (McpId) token = NULL;
  g_autofree char *message = NULL;
  double progress = -1;
  double total = -1;
  McpSpan span;

  if (mcp_json_edit_find (told->params, told->params_length, "progressToken", &span))
    token = mcp_id_new_from_token (told->params + span.offset, span.length);
  if (token == NULL
      || !mcp_json_lookup_double (told->params, told->params_length, "progress", &progress))
    return;

  mcp_json_lookup_double (told->params, told->params_length, "total", &total);
  message = mcp_json_lookup_string (told->params, told->params_length, "message");
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (told->tasks)); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (told->tasks), i);

      if (mcp_task_get_token (task) != NULL && mcp_id_equal (mcp_task_get_token (task), token))
        mcp_task_set_progress (task, progress, total, message);
    }
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
        {
          apply (&told, task, told.params, told.params_length);
          take_contained (&told, task, told.params, told.params_length);
        }
    }
}
