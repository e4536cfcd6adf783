/* mcp-own-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-own-tasks-private.h"
#include "mcp-source.h"

/**
 * McpOwnTasks:
 *
 * A server may ask for input or for a model's answer as a task (2025-11-25, basic/utilities/tasks):
 * it is told of the task at once, and the question goes to the desk of all questions. What comes of
 * it is kept until its time to live is over.
 *
 * What a server can make us keep by that is bounded: tasks that wait are counted as questions are,
 * those that are over give way to new ones when they were fetched.
 */

#define MAX_KEPT  1000
#define MAX_SHOWN 1000

enum {
  TOLD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE_WITH_CODE (McpOwnTasks, mcp_own_tasks, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_RESPONDER,
                                                      mcp_own_tasks_responder_iface_init))

/* --- What is kept --- */

McpOwnTask *
mcp_own_tasks_find (McpOwnTasks *self,
                    const char  *id)
{
  return id != NULL ? g_hash_table_lookup (self->by_id, id) : NULL;
}

static void
forget (McpOwnTasks *self,
        McpOwnTask  *own)
{
  g_autoptr (McpOwnTask) hold = mcp_own_task_ref (own);

  self->n_bytes -= own->n_bytes;
  g_hash_table_remove (self->by_id, mcp_own_task_get_id (own));
  g_ptr_array_remove (self->kept, own);
  mcp_own_task_disappear (own);
}

/* A task that is over and whose result the server has is what is missed least. */
static void
make_room (McpOwnTasks *self,
           gsize        max_bytes)
{
  guint i = 0;

  while (i < self->kept->len && (self->kept->len >= MAX_KEPT || self->n_bytes > max_bytes))
    {
      McpOwnTask *own = self->kept->pdata[i];

      if (mcp_own_task_is_over (own) && own->was_fetched)
        forget (self, own);
      else
        i++;
    }
}

/* Whether one more may be made. */
gboolean
mcp_own_tasks_has_room (McpOwnTasks *self)
{
  const McpProfileSettings *settings = mcp_profile_get_settings (self->profile);
  guint n_waiting = 0;

  make_room (self, settings->max_message_bytes);
  for (guint i = 0; i < self->kept->len; i++)
    n_waiting += !mcp_own_task_is_over (self->kept->pdata[i]);

  return self->kept->len < MAX_KEPT && self->n_bytes <= settings->max_message_bytes
         && n_waiting < settings->max_server_requests;
}

static void
show (McpOwnTasks *self,
      McpTask     *task)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->shown)) == MAX_SHOWN)
    g_list_store_remove (self->shown, 0);
  g_list_store_append (self->shown, task);
}

static gboolean
expired_cb (gpointer user_data)
{
  McpOwnTask *own = user_data;
  McpOwnTasks *self = g_object_get_data (G_OBJECT (own->task), "owner");

  forget (self, own);

  return G_SOURCE_REMOVE;
}

/* Makes a task and keeps it until its time to live is over. */
McpOwnTask *
mcp_own_tasks_add (McpOwnTasks *self,
                   gint64       ttl_msec,
                   const char  *method,
                   gsize        n_bytes,
                   guint        serial)
{
  McpOwnTask *own = mcp_own_task_new (++self->n_made, ttl_msec, method, n_bytes, serial);

  g_object_set_data (G_OBJECT (own->task), "owner", self);
  g_ptr_array_add (self->kept, own);
  g_hash_table_insert (self->by_id, (char *) mcp_own_task_get_id (own), own);
  self->n_bytes += own->n_bytes;
  own->timer = mcp_source_attach (g_timeout_source_new ((guint) ttl_msec), expired_cb, own);
  show (self, own->task);

  return own;
}

/* It is over: whoever waits gets its result, and the server is told. */
void
mcp_own_tasks_end (McpOwnTasks   *self,
                   McpOwnTask    *own,
                   McpTaskStatus  status,
                   const char    *message)
{
  gsize was_bytes = own->n_bytes;
  g_autofree char *params = NULL;

  mcp_own_task_end (own, status, message);
  self->n_bytes += own->n_bytes - was_bytes;
  params = mcp_own_task_to_json (own);
  g_signal_emit (self, signals[TOLD], 0, params);
}

gboolean
mcp_own_tasks_knows (McpOwnTasks *self,
                     const char  *id)
{
  g_return_val_if_fail (MCP_IS_OWN_TASKS (self), FALSE);

  return mcp_own_tasks_find (self, id) != NULL;
}

void
mcp_own_tasks_drop_all (McpOwnTasks *self)
{
  g_return_if_fail (MCP_IS_OWN_TASKS (self));

  while (self->kept->len > 0)
    forget (self, self->kept->pdata[0]);
}

GListModel *
mcp_own_tasks_get_list (McpOwnTasks *self)
{
  g_return_val_if_fail (MCP_IS_OWN_TASKS (self), NULL);

  return G_LIST_MODEL (self->shown);
}

static void
mcp_own_tasks_dispose (GObject *object)
{
  McpOwnTasks *self = MCP_OWN_TASKS (object);

  mcp_own_tasks_drop_all (self);
  g_clear_object (&self->questions);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (mcp_own_tasks_parent_class)->dispose (object);
}

static void
mcp_own_tasks_finalize (GObject *object)
{
  McpOwnTasks *self = MCP_OWN_TASKS (object);

  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->kept);
  g_object_unref (self->shown);

  G_OBJECT_CLASS (mcp_own_tasks_parent_class)->finalize (object);
}

static void
mcp_own_tasks_class_init (McpOwnTasksClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_own_tasks_dispose;
  object_class->finalize = mcp_own_tasks_finalize;

  /**
   * McpOwnTasks::told:
   * @params: a Task object
   *
   * A task is over: the server may be told by notifications/tasks/status.
   */
  signals[TOLD] = g_signal_new ("told", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
mcp_own_tasks_init (McpOwnTasks *self)
{
  self->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_own_task_unref);
  self->by_id = g_hash_table_new (mcp_str_hash, g_str_equal);
  self->shown = g_list_store_new (MCP_TYPE_TASK);
}

McpOwnTasks *
mcp_own_tasks_new (McpProfile   *profile,
                   McpQuestions *questions)
{
  McpOwnTasks *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (MCP_IS_QUESTIONS (questions), NULL);

  self = g_object_new (MCP_TYPE_OWN_TASKS, NULL);
  self->profile = g_object_ref (profile);
  self->questions = g_object_ref (questions);

  return self;
}
