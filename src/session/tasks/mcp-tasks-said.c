/* mcp-tasks-said.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json-edit.h"
#include "mcp-meta.h"
#include "mcp-tasks-private.h"

/*
 * What a server says of its tasks, and the rules for it (2025-11-25, basic/utilities/tasks, and
 * io.modelcontextprotocol/tasks): the same for a connection and for a recording.
 */

/*
 * Takes what the server says of a task, and reports what is wrong with it. FALSE: it is about
 * another one, and nothing was taken.
 */
gboolean
mcp_tasks_apply (McpTasks   *self,
                 McpTask    *task,
                 const char *text,
                 gsize       length,
                 guint       serial)
{
  const McpTaskInfo *info = mcp_task_get_info (task);
  g_autofree char *id = mcp_json_lookup_string (text, length, "taskId");
  g_autofree char *before = g_strdup (info->status_word);
  const char *member;
  McpTaskFaults faults;

  if (id != NULL && !g_str_equal (id, info->id))
    {
      mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.other-id",
                           _("The answer about the task “%s” is about “%s”"),
                           info->id, id);
      return FALSE;
    }

  faults = mcp_task_read (task, text, length, serial, &member);
  if (faults & MCP_TASK_FAULT_MEMBER)
    mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.member",
                         _("What the server says of the task “%s” has no “%s”"),
                         info->id, member);
  if (faults & MCP_TASK_FAULT_STATUS)
    mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.status",
                         _("The task “%s” has the status “%s”, which is none"),
                         info->id, info->status_word);
  if (faults & MCP_TASK_FAULT_TERMINAL)
    mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.after-end",
                         _("The task “%s” was “%s”, which is final, and became “%s”"),
                         info->id, before, info->status_word);

  return TRUE;
}

/*
 * The id of the task that a call was made. @handle is where the result says so. NULL: it has none,
 * which is reported.
 */
char *
mcp_tasks_read_handle (McpTasks   *self,
                       const char *method,
                       const char *result,
                       gsize       length,
                       guint       serial,
                       McpSpan    *handle)
{
  g_autofree char *id = NULL;

  *handle = (McpSpan) { 0, length };
  if (mcp_tasks_get_flavour (self) == MCP_TASK_BASE)
    mcp_json_edit_find (result, length, "task", handle);

  id = mcp_json_lookup_string (result + handle->offset, handle->length, "taskId");
  if (id != NULL && *id != '\0')
    return g_steal_pointer (&id);

  mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.member",
                       _("The server made a task of %s and gave it no taskId"), method);

  return NULL;
}

/* The id of a task in the answer to `tasks/list`. NULL: it has none, which is reported. */
char *
mcp_tasks_read_listed (McpTasks   *self,
                       const char *text,
                       gsize       length,
                       guint       serial)
{
  char *id = mcp_json_lookup_string (text, length, "taskId");

  if (id == NULL)
    mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.member",
                         _("A task of the list has no taskId"));

  return id;
}

/* The answer to `tasks/cancel` of 2025-11-25: it is the task, which is cancelled already. */
gboolean
mcp_tasks_apply_cancelled (McpTasks   *self,
                           McpTask    *task,
                           const char *text,
                           gsize       length,
                           guint       serial)
{
  const McpTaskInfo *info = mcp_task_get_info (task);

  if (!mcp_tasks_apply (self, task, text, length, serial))
    return FALSE;

  if (info->status != MCP_TASK_CANCELLED)
    mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.not-cancelled",
                         _("The server cancelled the task “%s”, and its status is “%s”"),
                         info->id, info->status_word);

  return TRUE;
}

void
mcp_tasks_report_reused (McpTasks   *self,
                         const char *id,
                         guint       serial)
{
  mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.reused-id",
                       _("The server gave the id “%s” to a task before"), id);
}

/* A finding: @task is in a state that demands @member, which the server left out. */
void
mcp_tasks_report_missing (McpTasks   *self,
                          McpTask    *task,
                          const char *member,
                          guint       serial)
{
  mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.no-result",
                       _("The task “%s” is “%s” and has no “%s”"), mcp_task_get_info (task)->id,
                       mcp_task_get_info (task)->status_word, member);
}

/* Takes the result or error out of the notification or answer that ended an extension task. */
void
mcp_tasks_take_contained (McpTasks   *self,
                          McpTask    *task,
                          const char *text,
                          gsize       length,
                          guint       serial)
{
  McpTaskStatus status = mcp_task_get_info (task)->status;
  const char *member = status == MCP_TASK_FAILED ? "error" : "result";
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_error = FALSE;
  McpSpan span;

  if (status == MCP_TASK_CANCELLED)
    return;
  if (!mcp_json_edit_find (text, length, member, &span) || text[span.offset] != '{')
    {
      mcp_tasks_report_missing (self, task, member, serial);
      return;
    }

  bytes = g_bytes_new (text + span.offset, span.length);
  mcp_json_lookup_boolean (text + span.offset, span.length, "isError", &is_error);
  if (status == MCP_TASK_FAILED)
    mcp_task_take_error (task, bytes, serial);
  else
    mcp_task_take_result (task, bytes, is_error, serial);
}

/* The answer to `tasks/result`, which says which task it is of (related-task). */
void
mcp_tasks_take_result (McpTasks *self,
                       McpTask  *task,
                       GBytes   *result,
                       gboolean  is_tool_error,
                       guint     serial)
{
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  g_autofree char *id = NULL;
  McpSpan span;

  if (mcp_meta_find (text, length, MCP_META_RELATED_TASK, &span))
    id = mcp_json_lookup_string (text + span.offset, span.length, "taskId");
  if (g_strcmp0 (id, mcp_task_get_info (task)->id) != 0)
    mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.related",
                         _("The result of the task “%s” does not name it in its _meta"),
                         mcp_task_get_info (task)->id);

  mcp_task_take_result (task, result, is_tool_error, serial);
}

/* Of a task of 2025-11-25, once its status and its result are both there. */
void
mcp_tasks_check_tool_error (McpTasks *self,
                            McpTask  *task)
{
  const McpTaskInfo *info = mcp_task_get_info (task);

  if (info->flavour == MCP_TASK_BASE && info->is_tool_error
      && info->status == MCP_TASK_COMPLETED)
    mcp_reporter_report (mcp_session_get_reporter (self->session), info->result_serial,
                         "task.tool-error",
                         _("The task “%s” is completed, and its result is an error of the tool: it "
                           "should have failed"),
                         info->id);
}
