/* mcp-tasks-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-tasks-private.h"

/* What people ask for: the server's list of tasks, and the end of one. */

/* A server with more pages than this is one that never ends. */
#define MAX_PAGES 100

static void list_page (GTask      *task,
                       const char *cursor);

/* The pages of one mcp_tasks_list_async(). */
typedef struct
{
  McpCall *call;      /* (nullable) */
  char    *cursor;    /* (nullable): of the page being read */
  guint    n_pages;
} Listing;

static void
listing_free (gpointer data)
{
  Listing *listing = data;

  g_clear_object (&listing->call);
  g_free (listing->cursor);
  g_free (listing);
}

/* Asks for each task that has not ended: all, or those the server did not list. */
static void
refresh_unfinished (McpTasks *self,
                    gboolean  all)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self)); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (self), i);
      McpTaskHold hold = mcp_task_get_info (task)->hold;

      if ((hold == MCP_TASK_KEPT && (all || mcp_task_get_info (task)->json == NULL))
          || (hold == MCP_TASK_FOLLOWED && all))
        if (mcp_task_get_info (task)->flavour == mcp_tasks_get_flavour (self))
          mcp_follow_begin (self, task, TRUE);
    }
}

static void
take_listed (McpTasks   *self,
             const char *text,
             gsize       length,
             guint       serial)
{
  g_autofree char *id = mcp_tasks_read_listed (self, text, length, serial);

  if (id != NULL)
    mcp_tasks_apply (self, mcp_tasks_add (self, id), text, length, serial);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpTasks *self = g_task_get_source_object (task);
  Listing *listing = g_task_get_task_data (task);
  g_autofree char *cursor = NULL;
  GError *error = NULL;
  const char *text;
  gsize length;
  McpJsonIter iter;
  McpSpan tasks;
  McpSpan value;

  if (!mcp_session_call_finish (MCP_SESSION (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (self->session == NULL)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CLOSED, _("the connection was closed"));
      return;
    }

  text = g_bytes_get_data (mcp_call_get_result (listing->call), &length);
  if (mcp_json_lookup (text, length, "tasks", &tasks) && text[tasks.offset] == '['
      && mcp_json_iter_init (&iter, text + tasks.offset, tasks.length))
    while (mcp_json_iter_next (&iter, NULL, &value))
      take_listed (self, text + tasks.offset + value.offset, value.length,
                   mcp_call_get_outcome (listing->call)->answer_serial);

  cursor = mcp_json_lookup_string (text, length, "nextCursor");
  if (cursor != NULL && g_strcmp0 (cursor, listing->cursor) != 0 && ++listing->n_pages < MAX_PAGES)
    {
      list_page (g_steal_pointer (&task), cursor);
      return;
    }
  if (cursor != NULL)
    mcp_reporter_report (mcp_session_get_reporter (self->session), mcp_call_get_outcome (listing->call)->answer_serial,
                         "list.cursor-loop", _("The list of tasks does not end"));

  refresh_unfinished (self, FALSE);
  g_task_return_boolean (task, TRUE);
}

/* Takes the task. */
static void
list_page (GTask      *task,
           const char *cursor)
{
  McpTasks *self = g_task_get_source_object (task);
  Listing *listing = g_task_get_task_data (task);
  g_autoptr (GString) params = g_string_new ("{");

  if (cursor != NULL)
    mcp_json_append_member_string (params, "cursor", cursor);
  g_string_append_c (params, '}');

  g_free (listing->cursor);
  listing->cursor = g_strdup (cursor);
  g_clear_object (&listing->call);
  listing->call = mcp_call_new ("tasks/list", cursor != NULL ? params->str : NULL);
  mcp_session_call_async (self->session, listing->call, g_task_get_cancellable (task), listed_cb,
                          task);
}

/**
 * mcp_tasks_list_async:
 * @self: the tasks of a session that is ready
 * @callback: called when all pages are there
 *
 * Reads the server's list of tasks, all pages of it. Where it has none (always with the
 * extension) the tasks that are known and have not ended are asked for instead.
 */
void
mcp_tasks_list_async (McpTasks            *self,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (MCP_IS_TASKS (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_tasks_list_async);
  g_task_set_task_data (task, g_new0 (Listing, 1), listing_free);

  if (self->session == NULL || mcp_session_get_state (self->session) != MCP_SESSION_READY)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_NOT_OPEN, _("there is no connection"));
      g_object_unref (task);
    }
  else if (mcp_tasks_can_list (self))
    {
      list_page (task, NULL);
    }
  else
    {
      refresh_unfinished (self, TRUE);
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
    }
}

gboolean
mcp_tasks_list_finish (McpTasks      *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* What one mcp_tasks_cancel_async() is about. */
typedef struct
{
  McpTask *task;
  McpCall *call;
} Cancelling;

static void
cancelling_free (gpointer data)
{
  Cancelling *cancelling = data;

  g_object_unref (cancelling->task);
  g_object_unref (cancelling->call);
  g_free (cancelling);
}

static void
take_cancelled (McpTasks *self,
                McpTask  *task,
                McpCall  *call)
{
  guint serial = mcp_call_get_outcome (call)->answer_serial;
  McpFollow *follow = g_hash_table_lookup (self->follows, task);
  gsize length;
  const char *text = g_bytes_get_data (mcp_call_get_result (call), &length);

  if (mcp_task_get_info (task)->flavour == MCP_TASK_EXTENSION)
    {
      if (follow != NULL)
        mcp_follow_poll_now (follow);
      return;
    }

  if (!mcp_tasks_apply_cancelled (self, task, text, length, serial))
    return;
  if (follow != NULL)
    mcp_follow_go_on (follow, text, length, serial);
  else if (mcp_task_is_terminal (task))
    mcp_tasks_settle (self, task, MCP_TASK_SETTLED, NULL);
}

static void
cancelled_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpTasks *self = g_task_get_source_object (task);
  Cancelling *cancelling = g_task_get_task_data (task);
  GError *error = NULL;

  if (!mcp_session_call_finish (MCP_SESSION (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  if (self->session != NULL)
    take_cancelled (self, cancelling->task, cancelling->call);
  g_task_return_boolean (task, TRUE);
}

/**
 * mcp_tasks_cancel_async:
 * @self: the tasks of a session that is ready
 * @task: one of them
 * @cancellable: (nullable): to give up waiting
 * @callback: called when the server has answered
 *
 * Asks the server to cancel a task. With the extension it may end otherwise all the same.
 */
void
mcp_tasks_cancel_async (McpTasks            *self,
                        McpTask             *task,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  Cancelling *cancelling;
  GTask *operation;

  g_return_if_fail (MCP_IS_TASKS (self));
  g_return_if_fail (MCP_IS_TASK (task));

  operation = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (operation, mcp_tasks_cancel_async);
  if (self->session == NULL)
    {
      g_task_return_new_error (operation, MCP_ERROR, MCP_ERROR_NOT_OPEN,
                               _("there is no connection"));
      g_object_unref (operation);
      return;
    }

  cancelling = g_new0 (Cancelling, 1);
  cancelling->task = g_object_ref (task);
  cancelling->call = mcp_tasks_new_call (task, "tasks/cancel", NULL, NULL);
  g_task_set_task_data (operation, cancelling, cancelling_free);
  mcp_session_call_async (self->session, cancelling->call, cancellable, cancelled_cb, operation);
}

gboolean
mcp_tasks_cancel_finish (McpTasks      *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
