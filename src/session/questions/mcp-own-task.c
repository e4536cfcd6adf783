/* mcp-own-task.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-meta.h"
#include "mcp-own-task-private.h"
#include "mcp-pkce.h"
#include "mcp-source.h"

/*
 * One question that a server asked as a task: what is known of it, in the words of the protocol
 * (2025-11-25, basic/utilities/tasks), and those that wait for its result. Text in it goes to the
 * server and is not translated.
 */

#define N_ID_BYTES     16  /* not to be guessed */
#define POLL_MSEC      1000

const char *
mcp_own_task_get_id (McpOwnTask *self)
{
  return mcp_task_get_info (self->task)->id;
}

/* A Task object (2025-11-25, schema, Task). */
char *
mcp_own_task_to_json (McpOwnTask *self)
{
  GString *json = g_string_new ("{");
  g_autofree char *created = g_date_time_format_iso8601 (self->created);
  g_autofree char *updated = g_date_time_format_iso8601 (self->updated);

  mcp_json_append_member_string (json, "taskId", mcp_own_task_get_id (self));
  mcp_json_append_member_string (json, "status", mcp_task_status_get_word (self->status));
  mcp_json_append_member_string (json, "statusMessage", self->message);
  mcp_json_append_member_string (json, "createdAt", created);
  mcp_json_append_member_string (json, "lastUpdatedAt", updated);
  mcp_json_append_member_int (json, "ttl", self->ttl_msec);
  mcp_json_append_member_int (json, "pollInterval", POLL_MSEC);
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

static void
show (McpOwnTask *self)
{
  g_autofree char *json = mcp_own_task_to_json (self);
  const char *missing;

  mcp_task_read (self->task, json, strlen (json), mcp_task_get_info (self->task)->serial, &missing);
}

McpOwnTask *
mcp_own_task_new (guint64     number,
                  gint64      ttl_msec,
                  const char *method,
                  gsize       n_bytes,
                  guint       serial)
{
  McpOwnTask *self = g_rc_box_new0 (McpOwnTask);
  g_autofree char *id = mcp_random_token (N_ID_BYTES);

  self->task = mcp_task_new (id, MCP_TASK_OWN);
  mcp_task_set_origin (self->task, method, NULL, serial, NULL);
  mcp_task_set_hold (self->task, MCP_TASK_FOLLOWED, NULL);
  self->number = number;
  self->n_bytes = n_bytes;
  self->created = g_date_time_new_now_utc ();
  self->updated = g_date_time_ref (self->created);
  self->ttl_msec = ttl_msec;
  self->status = MCP_TASK_WORKING;
  self->message = "Waiting for an answer";
  self->waiting = g_ptr_array_new ();
  self->cancellable = g_cancellable_new ();
  show (self);

  return self;
}

static void
clear (McpOwnTask *self)
{
  mcp_source_clear (&self->timer);
  g_object_unref (self->task);
  g_object_unref (self->cancellable);
  g_date_time_unref (self->created);
  g_date_time_unref (self->updated);
  g_ptr_array_unref (self->waiting);
  g_free (self->result);
  g_free (self->error);
}

McpOwnTask *
mcp_own_task_ref (McpOwnTask *self)
{
  return g_rc_box_acquire (self);
}

void
mcp_own_task_unref (McpOwnTask *self)
{
  g_rc_box_release_full (self, (GDestroyNotify) clear);
}

gboolean
mcp_own_task_is_over (McpOwnTask *self)
{
  return self->status != MCP_TASK_WORKING;
}

/* --- Its result --- */

void
mcp_own_task_return_error (GTask      *task,
                           gint64      code,
                           const char *message)
{
  g_autoptr (GTask) own = task;

  g_task_set_task_data (task, g_memdup2 (&code, sizeof code), g_free);
  g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_FAILED, "%s", message);
}

gint64
mcp_own_task_get_code (GTask *task)
{
  const gint64 *code = g_task_get_task_data (task);

  return code != NULL ? *code : MCP_RPC_INTERNAL_ERROR;
}

/* What the question would have been answered with, and which task it is of (related-task). */
static void
return_result (McpOwnTask *self,
               GTask      *waiter)
{
  const char *members[] = { MCP_META_RELATED_TASK, NULL, NULL };
  g_autoptr (GString) related = NULL;

  self->was_fetched = TRUE;
  if (self->result == NULL)
    {
      mcp_own_task_return_error (waiter, self->code, self->error != NULL ? self->error : "");
      return;
    }

  related = g_string_new ("{");
  mcp_json_append_member_string (related, "taskId", mcp_own_task_get_id (self));
  g_string_append_c (related, '}');
  members[1] = related->str;
  g_task_return_pointer (waiter, mcp_meta_add (self->result, members), g_free);
  g_object_unref (waiter);
}

static void
give_up_waiting (McpOwnTask *self,
                 gint64      code,
                 const char *message)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

  self->waiting = g_ptr_array_new ();
  for (guint i = 0; i < waiting->len; i++)
    {
      GCancellable *cancellable = g_task_get_cancellable (waiting->pdata[i]);

      if (cancellable != NULL)
        g_signal_handlers_disconnect_by_data (cancellable, waiting->pdata[i]);
      if (message != NULL)
        mcp_own_task_return_error (waiting->pdata[i], code, message);
      else
        return_result (self, waiting->pdata[i]);
    }
}

/* The server takes its tasks/result back; the task goes on. */
static void
waiter_cancelled_cb (GCancellable *cancellable,
                     GTask        *waiter)
{
  GPtrArray *waiting = ((McpOwnTask *) g_object_get_data (G_OBJECT (waiter), "task"))->waiting;

  g_signal_handlers_disconnect_by_data (cancellable, waiter);
  if (g_ptr_array_remove (waiting, waiter))
    mcp_own_task_return_error (waiter, MCP_RPC_INTERNAL_ERROR, "Cancelled");
}

/* Gives the result, now or when there is one. */
void
mcp_own_task_await (McpOwnTask *self,
                    GTask      *waiter)
{
  if (mcp_own_task_is_over (self))
    {
      return_result (self, waiter);
      return;
    }

  g_object_set_data_full (G_OBJECT (waiter), "task", mcp_own_task_ref (self),
                          (GDestroyNotify) mcp_own_task_unref);
  g_ptr_array_add (self->waiting, waiter);
  if (g_task_get_cancellable (waiter) != NULL)
    g_signal_connect (g_task_get_cancellable (waiter), "cancelled",
                      G_CALLBACK (waiter_cancelled_cb), waiter);
}

/* --- Its end --- */

static void
show_result (McpOwnTask *self)
{
  g_autoptr (GString) object = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (self->result != NULL)
    {
      bytes = g_bytes_new (self->result, strlen (self->result));
      mcp_task_take_result (self->task, bytes, FALSE, 0);
      return;
    }

  object = g_string_new ("{");
  mcp_json_append_member_int (object, "code", self->code);
  mcp_json_append_member_string (object, "message", self->error != NULL ? self->error : "");
  g_string_append_c (object, '}');
  bytes = g_bytes_new (object->str, object->len);
  mcp_task_take_error (self->task, bytes, 0);
}

/* It is over, with the result or the error that was set; a status that is terminal never changes. */
void
mcp_own_task_end (McpOwnTask    *self,
                  McpTaskStatus  status,
                  const char    *message)
{
  g_return_if_fail (!mcp_own_task_is_over (self));

  self->status = status;
  self->message = message;
  g_date_time_unref (self->updated);
  self->updated = g_date_time_new_now_utc ();
  self->n_bytes += self->result != NULL ? strlen (self->result) : 0;
  show (self);
  mcp_task_set_hold (self->task, MCP_TASK_SETTLED, NULL);
  show_result (self);
  give_up_waiting (self, 0, NULL);
}

/* Nobody can ask for it any more: its time to live is over, or the connection. */
void
mcp_own_task_disappear (McpOwnTask *self)
{
  mcp_source_clear (&self->timer);
  if (!mcp_own_task_is_over (self))
    mcp_task_set_hold (self->task, MCP_TASK_EXPIRED, NULL);
  give_up_waiting (self, MCP_RPC_INVALID_PARAMS, "The task is no longer kept");
  g_cancellable_cancel (self->cancellable);
}
