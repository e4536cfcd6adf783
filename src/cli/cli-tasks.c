/* cli-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-result.h"
#include "cli-tasks.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "mcp-text.h"

/*
 * Tasks of both kinds. A handle may come from an earlier run: what had not ended then is kept,
 * and asked for when a command needs it.
 */

/* The task as JSON: the server's own tokens, or what we know of one it said nothing about. */
static char *
dup_json (McpTask *task)
{
  const McpTaskInfo *info = mcp_task_get_info (task);
  GBytes *json = info->json;
  GString *out;

  if (json != NULL)
    return g_strndup (g_bytes_get_data (json, NULL), g_bytes_get_size (json));

  out = g_string_new ("{");
  mcp_json_append_member_string (out, "taskId", info->id);
  if (*info->status_word != '\0')
    mcp_json_append_member_string (out, "status", info->status_word);
  if (info->problem != NULL)
    mcp_json_append_member_string (out, "problem", info->problem);
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

/* "expired", and so on: what the handle is worth where the status is not the whole truth. */
static const char *
describe_hold (McpTask *task)
{
  switch (mcp_task_get_info (task)->hold)
    {
    case MCP_TASK_UNKNOWN:
      return _("unknown to the server");
    case MCP_TASK_EXPIRED:
      return _("expired");
    case MCP_TASK_KEPT:
    case MCP_TASK_FOLLOWED:
    case MCP_TASK_SETTLED:
    default:
      return NULL;
    }
}

static CliStyle
style_of (McpTask *task)
{
  if (describe_hold (task) != NULL)
    return CLI_STYLE_DIM;

  switch (mcp_task_get_info (task)->status)
    {
    case MCP_TASK_COMPLETED:
      return CLI_STYLE_GREEN;
    case MCP_TASK_FAILED:
      return CLI_STYLE_RED;
    case MCP_TASK_INPUT_REQUIRED:
      return CLI_STYLE_YELLOW;
    case MCP_TASK_WORKING:
    case MCP_TASK_CANCELLED:
    case MCP_TASK_OTHER:
    default:
      return CLI_STYLE_NONE;
    }
}

static void
print_text (CliOutput *output,
            McpTask   *task)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *id = cli_text_visible (mcp_task_get_info (task)->id, -1, FALSE);
  g_autofree char *word = cli_text_visible (mcp_task_get_info (task)->status_word, -1, FALSE);
  g_autofree char *tool = cli_text_visible (mcp_task_get_info (task)->tool, -1, FALSE);
  g_autofree char *age =
    mcp_format_duration (MAX (0, g_get_real_time () - mcp_task_get_info (task)->created_usec));
  const McpTaskInfo *info = mcp_task_get_info (task);
  const char *message = info->problem != NULL ? info->problem : info->status_message;
  g_autofree char *visible = cli_text_visible (message, -1, FALSE);
  const char *hold = describe_hold (task);

  cli_output_style (output, line, CLI_STYLE_BOLD, id);
  g_string_append (line, "  ");
  cli_output_style (output, line, style_of (task), hold != NULL ? hold : word);
  if (*tool != '\0')
    g_string_append_printf (line, "  %s", tool);
  g_string_append_c (line, ' ');
  g_string_append_printf (line, _(" %s old"), age);
  if (mcp_task_get_info (task)->ttl_msec >= 0)
    {
      g_autofree char *ttl = mcp_format_duration (1000 * mcp_task_get_info (task)->ttl_msec);

      g_string_append_printf (line, _(", kept %s"), ttl);
    }
  if (*visible != '\0')
    g_string_append_printf (line, "  %s", visible);

  cli_output_print (output, "%s\n", line->str);
}

/**
 * cli_tasks_print:
 * @task: a task
 *
 * Prints the handle and what is known of the task.
 */
int
cli_tasks_print (CliConnection *connection,
                 McpTask       *task)
{
  g_autofree char *json = NULL;

  if (cli_output_is_text (connection->output))
    {
      print_text (connection->output, task);
      return CLI_EXIT_OK;
    }

  json = dup_json (task);
  if (cli_output_get_format (connection->output) == CLI_FORMAT_NDJSON)
    cli_output_print_wrapped_json (connection->output, "task", json, strlen (json));
  else
    cli_output_print_json (connection->output, json, strlen (json));

  return CLI_EXIT_OK;
}

/* What was told of a task while it is waited for. */
typedef struct
{
  CliConnection *connection;
  char          *told;
} Watched;

static void
changed_cb (McpTask *task,
            Watched *watched)
{
  const McpTaskInfo *info = mcp_task_get_info (task);
  const char *message = info->status_message;
  double progress = info->progress;
  g_autoptr (GString) line = g_string_new (info->status_word);
  g_autofree char *visible = NULL;

  if (message != NULL)
    g_string_append_printf (line, "  %s", message);
  if (progress >= 0 && info->progress_total > 0)
    {
      g_autofree char *done = mcp_text_from_number (progress);
      g_autofree char *all = mcp_text_from_number (info->progress_total);

      g_string_append_printf (line, "  %s / %s", done, all);
    }

  if (g_strcmp0 (line->str, watched->told) == 0)
    return;
  g_free (watched->told);
  watched->told = g_strdup (line->str);

  if (cli_output_is_text (watched->connection->output))
    {
      visible = cli_text_visible (line->str, line->len, FALSE);
      cli_status (visible);
    }
  else if (cli_output_get_format (watched->connection->output) == CLI_FORMAT_NDJSON)
    {
      cli_tasks_print (watched->connection, task);
    }
}

static int
fail_task (CliConnection *connection,
           McpTask       *task,
           const char    *what)
{
  const McpTaskInfo *info = mcp_task_get_info (task);
  GBytes *object = info->error;
  g_autoptr (GError) error = NULL;
  g_autoptr (CliFailure) failure = NULL;
  g_autofree char *message = NULL;
  const char *text;
  gsize length;

  if (object == NULL)
    {
      if (info->status == MCP_TASK_CANCELLED)
        error = g_error_new_literal (MCP_ERROR, MCP_ERROR_SERVER, _("the task was cancelled"));
      else
        error = g_error_new_literal (MCP_ERROR, MCP_ERROR_SERVER,
                                     info->problem != NULL
                                       ? info->problem
                                       : _("the task ended without a result"));
      return cli_connection_fail (connection, what, error, NULL);
    }

  text = g_bytes_get_data (object, &length);
  if (cli_output_get_format (connection->output) == CLI_FORMAT_NDJSON)
    {
      cli_output_print_wrapped_json (connection->output, "error", text, length);
      return CLI_EXIT_ERROR;
    }

  message = mcp_json_lookup_string (text, length, "message");
  error = g_error_new_literal (MCP_ERROR, MCP_ERROR_SERVER,
                               message != NULL ? message : _("the server gave no message"));
  failure = cli_failure_new (what, error, FALSE);
  cli_failure_set_server_error (failure, text, length);
  cli_failure_print (failure, connection->output);

  return failure->status;
}

/**
 * cli_tasks_wait_for:
 * @task: a task that is followed
 * @what: what was called
 *
 * Waits until a task ends, telling its status on standard error, and prints what came of it.
 */
int
cli_tasks_wait_for (CliConnection *connection,
                    McpTask       *task,
                    const char    *what)
{
  const McpTaskInfo *info = mcp_task_get_info (task);
  Watched watched = { connection, NULL };
  g_autoptr (McpTask) alive = g_object_ref (task);
  gulong handler_id = g_signal_connect (task, "changed", G_CALLBACK (changed_cb), &watched);

  changed_cb (task, &watched);
  while (info->hold == MCP_TASK_FOLLOWED && cli_connection_iterate (connection))
    ;
  g_signal_handler_disconnect (task, handler_id);
  g_free (watched.told);
  cli_status (NULL);

  if (g_cancellable_is_cancelled (connection->cancellable))
    {
      cli_note (_("The task goes on; its result: tasks result %s"), info->id);
      return cli_connection_interrupted (connection, what);
    }
  if (!mcp_session_is_open (connection->session))
    return cli_connection_ended (connection, what);
  if (info->result != NULL)
    return cli_result_print (connection->output, info->result,
                             info->is_tool_error, what);

  return fail_task (connection, task, what);
}

/* Whether the state of a followed task has not been read yet. */
static gboolean
is_waiting (McpTasks *tasks)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (tasks)); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (tasks), i);

      if (mcp_task_get_info (task)->hold == MCP_TASK_FOLLOWED && mcp_task_get_info (task)->json == NULL
          && mcp_task_get_info (task)->problem == NULL)
        return TRUE;
    }

  return FALSE;
}

static void
print_list (CliConnection *connection,
            McpTasks      *tasks)
{
  g_autoptr (GString) out = g_string_new ("{\"tasks\":[");
  guint n_tasks = g_list_model_get_n_items (G_LIST_MODEL (tasks));

  for (guint i = 0; i < n_tasks; i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (tasks), i);
      g_autofree char *json = dup_json (task);

      if (cli_output_is_text (connection->output))
        print_text (connection->output, task);
      else
        g_string_append_printf (out, "%s%s", i > 0 ? "," : "", json);
    }
  g_string_append (out, "]}");

  if (!cli_output_is_text (connection->output))
    cli_output_print_json (connection->output, out->str, out->len);
  else if (n_tasks == 0)
    cli_note (_("The list is empty."));
}

/*
 * Lists the tasks: those of the server where it has a list, and those that were kept. Of a
 * recording, those it tells of.
 */
int
cli_run_tasks_list (CliConnection *connection)
{
  int status = cli_connection_open (connection);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpTasks *tasks;

  if (status != CLI_EXIT_OK)
    return status;

  tasks = mcp_session_get_tasks (connection->session);
  if (mcp_session_get_state (connection->session) == MCP_SESSION_RECORDED)
    {
      print_list (connection, tasks);
      return CLI_EXIT_OK;
    }

  mcp_tasks_list_async (tasks, connection->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);
  if (!mcp_tasks_list_finish (tasks, result, &error))
    return cli_connection_fail (connection, "tasks/list", error, NULL);

  while (is_waiting (tasks) && cli_connection_iterate (connection))
    ;
  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "tasks list");
  print_list (connection, tasks);

  return CLI_EXIT_OK;
}

static int
run_request (CliConnection *connection,
             const char    *method,
             McpCall      **call)
{
  int status = cli_connection_open (connection);
  g_autofree char *params = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) json = g_string_new ("{");

  if (status != CLI_EXIT_OK)
    return status;

  mcp_json_append_member_string (json, "taskId", connection->options->words[0]);
  g_string_append_c (json, '}');
  *call = mcp_call_new (method, json->str);
  if (!cli_connection_call (connection, *call, &error))
    return cli_connection_fail (connection, method, error, *call);

  return CLI_EXIT_OK;
}

int
cli_run_tasks_get (CliConnection *connection)
{
  g_autoptr (McpCall) call = NULL;
  int status = run_request (connection, "tasks/get", &call);
  GBytes *result;

  if (status != CLI_EXIT_OK)
    return status;

  result = mcp_call_get_result (call);
  cli_output_print_json (connection->output, g_bytes_get_data (result, NULL),
                         g_bytes_get_size (result));
  cli_connection_note_findings (connection, call);

  return CLI_EXIT_OK;
}

int
cli_run_tasks_result (CliConnection *connection)
{
  int status = cli_connection_open (connection);
  McpTasks *tasks;
  McpTask *task;

  if (status != CLI_EXIT_OK)
    return status;

  tasks = mcp_session_get_tasks (connection->session);
  task = mcp_tasks_add (tasks, connection->options->words[0]);
  mcp_tasks_refresh (tasks, task);

  return cli_tasks_wait_for (connection, task, "tasks/result");
}

int
cli_run_tasks_cancel (CliConnection *connection)
{
  g_autoptr (McpCall) call = NULL;
  int status = run_request (connection, "tasks/cancel", &call);
  GBytes *result;

  if (status != CLI_EXIT_OK)
    return status;

  result = mcp_call_get_result (call);
  if (!cli_output_is_text (connection->output))
    cli_output_print_json (connection->output, g_bytes_get_data (result, NULL),
                           g_bytes_get_size (result));
  else if (mcp_session_has_feature (connection->session, MCP_FEATURE_TASKS_EXTENSION))
    cli_note (_("The server was asked to cancel it; it may end otherwise all the same."));
  else
    cli_note (_("Cancelled."));
  cli_connection_note_findings (connection, call);

  return CLI_EXIT_OK;
}
