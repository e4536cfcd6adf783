/* mcp-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-tasks-private.h"
#include "mcp-task-memory.h"

/**
 * McpTasks:
 *
 * What the server does in the background: tasks of 2025-11-25 (basic/utilities/tasks) and those
 * of the extension io.modelcontextprotocol/tasks. They outlive connections, and this program:
 * what was not done is asked for again when the server is there again.
 *
 * Following one of them is mcp-tasks-follow.c; being told of changes is mcp-tasks-push.c.
 */

/* Settled tasks are there to look back at, and no more of them. */
#define MAX_ITEMS 1000

enum {
  PROP_0,
  PROP_N_ITEMS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GType
mcp_tasks_get_item_type (GListModel *model)
{
  return MCP_TYPE_TASK;
}

static guint
mcp_tasks_get_n_items (GListModel *model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (MCP_TASKS (model)->list));
}

static gpointer
mcp_tasks_get_item (GListModel *model,
                    guint       position)
{
  return g_list_model_get_item (G_LIST_MODEL (MCP_TASKS (model)->list), position);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = mcp_tasks_get_item_type;
  iface->get_n_items = mcp_tasks_get_n_items;
  iface->get_item = mcp_tasks_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpTasks, mcp_tasks, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init)
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_WATCHER, mcp_tasks_watcher_iface_init))

static void
items_changed_cb (McpTasks *self,
                  guint     position,
                  guint     removed,
                  guint     added)
{
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  if (removed != added)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

static void
mcp_tasks_dispose (GObject *object)
{
  McpTasks *self = MCP_TASKS (object);

  mcp_tasks_detach (self);
  g_clear_pointer (&self->follows, g_hash_table_unref);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (mcp_tasks_parent_class)->dispose (object);
}

static void
mcp_tasks_get_property (GObject    *object,
                        guint       prop_id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, g_list_model_get_n_items (G_LIST_MODEL (object)));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_tasks_class_init (McpTasksClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_tasks_dispose;
  object_class->get_property = mcp_tasks_get_property;

  /**
   * McpTasks:n-items:
   *
   * How many tasks are known.
   */
  properties[PROP_N_ITEMS] =
    g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_tasks_init (McpTasks *self)
{
  self->restore = TRUE;
  self->list = g_list_store_new (MCP_TYPE_TASK);
  self->follows = g_hash_table_new_full (NULL, NULL, g_object_unref, mcp_follow_unref);
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
add (McpTasks *self,
     McpTask  *task)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  for (guint i = 0; n >= MAX_ITEMS && i < n; i++)
    {
      g_autoptr (McpTask) old = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (g_hash_table_contains (self->follows, old))
        continue;
      g_list_store_remove (self->list, i);
      break;
    }

  g_list_store_append (self->list, task);
}

static void
load_memory (McpTasks *self)
{
  g_autoptr (GPtrArray) tasks = mcp_task_memory_load (mcp_session_get_profile (self->session));

  for (guint i = 0; i < tasks->len; i++)
    if (mcp_tasks_find (self, mcp_task_get_info (tasks->pdata[i])->id) == NULL)
      add (self, tasks->pdata[i]);
}

McpTasks *
mcp_tasks_new (McpSession *session)
{
  McpTasks *self = g_object_new (MCP_TYPE_TASKS, NULL);

  self->session = session;
  load_memory (self);

  return self;
}

/* The session goes: the list stays for whoever looks at it. */
void
mcp_tasks_detach (McpTasks *self)
{
  if (self->session == NULL)
    return;

  mcp_tasks_session_ended (self);
  self->session = NULL;
}

/* Of which kind tasks are in this connection. */
McpTaskFlavour
mcp_tasks_get_flavour (McpTasks *self)
{
  return mcp_session_has_feature (self->session, MCP_FEATURE_TASKS_EXTENSION) ? MCP_TASK_EXTENSION
                                                                              : MCP_TASK_BASE;
}

/* What was left over is asked for again. */
void
mcp_tasks_session_ready (McpTasks *self)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new_with_free_func (g_object_unref);

  if (!self->restore)
    return;

  load_memory (self);
  for (guint i = 0; i < mcp_tasks_get_n_items (G_LIST_MODEL (self)); i++)
    g_ptr_array_add (tasks, mcp_tasks_get_item (G_LIST_MODEL (self), i));

  for (guint i = 0; i < tasks->len; i++)
    {
      McpTask *task = tasks->pdata[i];

      if (mcp_task_get_info (task)->hold != MCP_TASK_KEPT)
        continue;
      if (mcp_task_get_info (task)->flavour == mcp_tasks_get_flavour (self))
        mcp_follow_begin (self, task, TRUE);
      else
        mcp_task_set_hold (task, MCP_TASK_KEPT,
                           mcp_task_get_info (task)->flavour == MCP_TASK_BASE
                             ? _("it is of revision 2025-11-25, and the connection is not")
                             : _("it is of revision 2026-07-28, and the connection is not"));
    }
}

/* Nothing is asked until the session is ready again. */
void
mcp_tasks_session_ended (McpTasks *self)
{
  g_autoptr (GList) follows = g_hash_table_get_values (self->follows);

  mcp_tasks_drop_push (self);
  for (GList *l = follows; l != NULL; l = l->next)
    {
      GHashTableIter iter;
      gpointer task;
      gpointer follow;

      g_hash_table_iter_init (&iter, self->follows);
      while (g_hash_table_iter_next (&iter, &task, &follow))
        if (follow == l->data)
          {
            g_object_ref (task);
            mcp_follow_end (follow, FALSE);
            mcp_task_set_hold (task, MCP_TASK_KEPT, NULL);
            g_object_unref (task);
            break;
          }
    }
  mcp_tasks_drop_push (self);
}

/* It is done with, one way or another: nothing of it need be kept. */
void
mcp_tasks_settle (McpTasks    *self,
                  McpTask     *task,
                  McpTaskHold  hold,
                  const char  *problem)
{
  mcp_task_set_hold (task, hold, problem);
  if (hold != MCP_TASK_KEPT && hold != MCP_TASK_FOLLOWED)
    mcp_task_memory_forget (mcp_session_get_profile (self->session), mcp_task_get_info (task)->id);
}

/**
 * mcp_tasks_is_supported:
 * @self: the tasks of a session
 *
 * Gets whether the server says that it has tasks: by the capability `tasks`, or by the extension.
 */
gboolean
mcp_tasks_is_supported (McpTasks *self)
{
  g_return_val_if_fail (MCP_IS_TASKS (self), FALSE);

  if (self->session == NULL)
    return FALSE;
  if (mcp_tasks_get_flavour (self) == MCP_TASK_BASE)
    return mcp_session_has_capability (self->session, "tasks");

  return mcp_session_has_extension (self->session, MCP_TASKS_EXTENSION);
}

gboolean
mcp_tasks_can_list (McpTasks *self)
{
  g_return_val_if_fail (MCP_IS_TASKS (self), FALSE);

  return self->session != NULL && mcp_tasks_get_flavour (self) == MCP_TASK_BASE
         && mcp_session_has_capability (self->session, "tasks.list");
}

gboolean
mcp_tasks_can_cancel (McpTasks *self)
{
  g_return_val_if_fail (MCP_IS_TASKS (self), FALSE);

  return self->session != NULL
         && (mcp_tasks_get_flavour (self) == MCP_TASK_EXTENSION
             || mcp_session_has_capability (self->session, "tasks.cancel"));
}

/**
 * mcp_tasks_get_support:
 * @self: the tasks of a session
 * @tool: a tool's name
 *
 * Gets whether a call of a tool may be made a task: what the server declared and what the tool's
 * entry in the list says (2025-11-25, basic/utilities/tasks). From 2026-07-28 on the server alone
 * decides, and nobody may ask for it.
 *
 * Returns: whether it may, or must
 */
McpTaskSupport
mcp_tasks_get_support (McpTasks   *self,
                       const char *tool)
{
  McpCatalogItem *item;
  g_autofree char *support = NULL;

  g_return_val_if_fail (MCP_IS_TASKS (self), MCP_TASK_SUPPORT_FORBIDDEN);

  if (self->session == NULL || tool == NULL
      || mcp_tasks_get_flavour (self) == MCP_TASK_EXTENSION
      || !mcp_session_has_capability (self->session, "tasks.requests.tools.call"))
    return MCP_TASK_SUPPORT_FORBIDDEN;

  item = mcp_session_find_tool (self->session, tool);
  support = item != NULL ? mcp_catalog_item_lookup (item, "execution.taskSupport") : NULL;
  if (g_strcmp0 (support, "\"required\"") == 0)
    return MCP_TASK_SUPPORT_REQUIRED;

  return g_strcmp0 (support, "\"optional\"") == 0 ? MCP_TASK_SUPPORT_OPTIONAL
                                                  : MCP_TASK_SUPPORT_FORBIDDEN;
}

/* Whether a call may go out as it is; the error to fail it with. */
GError *
mcp_tasks_check_call (McpTasks *self,
                      McpCall  *call)
{
  gboolean is_task = mcp_call_get_task (call, NULL);
  const char *tool = mcp_call_get_tool (call);
  McpTaskSupport support;

  if (g_str_has_prefix (mcp_call_get_method (call), "tasks/")
      && mcp_tasks_get_flavour (self) == MCP_TASK_EXTENSION
      && !mcp_profile_has_extension (mcp_session_get_profile (self->session), MCP_TASKS_EXTENSION))
    return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                        _("%s needs the extension %s, which this client does not declare"),
                        mcp_call_get_method (call), MCP_TASKS_EXTENSION);

  if (mcp_call_get_kind (call) != MCP_REQUEST_TOOLS_CALL
      || mcp_call_get_params (call) == NULL)
    return is_task ? g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                                  _("%s cannot be a task"), mcp_call_get_method (call))
                   : NULL;

  support = mcp_tasks_get_support (self, tool);

  if (is_task && mcp_tasks_get_flavour (self) == MCP_TASK_EXTENSION)
    return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                        _("in revision %s the server decides whether a call becomes a task"),
                        mcp_version_to_string (mcp_session_get_version (self->session)));
  if (is_task && !mcp_session_has_capability (self->session, "tasks.requests.tools.call"))
    return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                        _("“%s” did not declare %s, which %s needs"),
                        mcp_profile_get_name (mcp_session_get_profile (self->session)),
                        "tasks.requests.tools.call", _("a task"));
  if (is_task && support == MCP_TASK_SUPPORT_FORBIDDEN)
    return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                        _("the tool “%s” cannot be called as a task"), tool != NULL ? tool : "");
  if (!is_task && support == MCP_TASK_SUPPORT_REQUIRED)
    return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                        _("the tool “%s” can be called as a task only"), tool);

  return NULL;
}

/**
 * mcp_tasks_find:
 * @self: the tasks of a session
 * @id: a task's id
 *
 * Finds a task.
 *
 * Returns: (transfer none) (nullable): it
 */
McpTask *
mcp_tasks_find (McpTasks   *self,
                const char *id)
{
  g_return_val_if_fail (MCP_IS_TASKS (self), NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->list)); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (g_strcmp0 (mcp_task_get_info (task)->id, id) == 0)
        return task; /* the list holds it */
    }

  return NULL;
}

/**
 * mcp_tasks_add:
 * @self: the tasks of a session
 * @id: a task's id
 *
 * Takes a handle that somebody else got. Nothing is asked before mcp_tasks_refresh().
 *
 * Returns: (transfer none): the task, which may have been there
 */
McpTask *
mcp_tasks_add (McpTasks   *self,
               const char *id)
{
  McpTask *task;

  g_return_val_if_fail (MCP_IS_TASKS (self), NULL);
  g_return_val_if_fail (id != NULL && self->session != NULL, NULL);

  task = mcp_tasks_find (self, id);
  if (task == NULL)
    {
      g_autoptr (McpTask) added = mcp_task_new (id, mcp_tasks_get_flavour (self));

      add (self, added);
      task = added; /* the list holds it */
    }

  return task;
}

void
mcp_tasks_set_restore (McpTasks *self,
                       gboolean  restore)
{
  g_return_if_fail (MCP_IS_TASKS (self));

  self->restore = restore;
}

/**
 * mcp_tasks_refresh:
 * @self: the tasks of a session that is ready
 * @task: one of them
 *
 * Asks for it now, and then until it ends.
 */
void
mcp_tasks_refresh (McpTasks *self,
                   McpTask  *task)
{
  g_return_if_fail (MCP_IS_TASKS (self));
  g_return_if_fail (MCP_IS_TASK (task));

  if (self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_READY)
    mcp_follow_begin (self, task, TRUE);
}

/**
 * mcp_tasks_forget:
 * @self: the tasks of a session
 * @task: one of them
 *
 * Throws the handle away. The task itself goes on: to end it, cancel it.
 */
void
mcp_tasks_forget (McpTasks *self,
                  McpTask  *task)
{
  g_autoptr (McpTask) alive = NULL;
  McpFollow *follow;
  guint position;

  g_return_if_fail (MCP_IS_TASKS (self));
  g_return_if_fail (MCP_IS_TASK (task));

  alive = g_object_ref (task);
  follow = g_hash_table_lookup (self->follows, task);
  if (follow != NULL)
    mcp_follow_end (follow, TRUE);
  if (self->session != NULL)
    mcp_task_memory_forget (mcp_session_get_profile (self->session), mcp_task_get_info (task)->id);
  if (g_list_store_find (self->list, task, &position))
    g_list_store_remove (self->list, position);
}

/* A request about a task, in one conversation with the call it came from. */
McpCall *
mcp_tasks_new_call (McpTask    *task,
                    const char *method,
                    const char *member,
                    const char *value)
{
  g_autoptr (GString) params = g_string_new ("{");
  McpCall *call;

  mcp_json_append_member_string (params, "taskId", mcp_task_get_info (task)->id);
  if (member != NULL)
    mcp_json_append_member (params, member, value);
  g_string_append_c (params, '}');

  call = mcp_call_new (method, params->str);
  mcp_call_set_first_serial (call, mcp_task_get_info (task)->serial);

  return call;
}

static McpTask *
make_task (McpTasks   *self,
           const char *id,
           guint       serial)
{
  McpTask *task = mcp_tasks_find (self, id);
  McpFollow *follow = task != NULL ? g_hash_table_lookup (self->follows, task) : NULL;
  guint position;

  if (task == NULL)
    return mcp_task_new (id, mcp_tasks_get_flavour (self));

  mcp_tasks_report_reused (self, id, serial);
  if (follow != NULL)
    mcp_follow_end (follow, TRUE);
  if (g_list_store_find (self->list, task, &position))
    g_list_store_remove (self->list, position);

  return mcp_task_new (id, mcp_tasks_get_flavour (self));
}

/* A call was answered with a handle. @result is its result. */
void
mcp_tasks_take_created (McpTasks   *self,
                        McpCall    *call,
                        const char *result,
                        gsize       length,
                        guint       serial)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  gboolean is_base = mcp_tasks_get_flavour (self) == MCP_TASK_BASE;
  guint first = outcome->first_serial != 0 ? outcome->first_serial
                                                      : outcome->serial;
  const char *params = mcp_call_get_params (call);
  g_autofree char *arguments = params != NULL ? mcp_json_edit_get (params, "arguments") : NULL;
  g_autofree char *id = NULL;
  g_autoptr (McpTask) task = NULL;
  McpSpan span;
  McpFollow *follow;

  id = mcp_tasks_read_handle (self, mcp_call_get_method (call), result, length, serial, &span);
  if (id == NULL)
    return;

  result += span.offset;
  task = make_task (self, id, serial);
  mcp_task_set_origin (task, mcp_call_get_tool (call), arguments, first,
                       is_base && mcp_call_wants_progress (call) ? outcome->id : NULL);
  mcp_journal_set_conversation (mcp_session_get_journal (self->session), first, first);
  mcp_tasks_apply (self, task, result, span.length, serial);
  mcp_call_set_made_task (call, task);
  add (self, task);

  mcp_task_memory_store (mcp_session_get_profile (self->session), task);
  mcp_follow_begin (self, task, FALSE);
  follow = g_hash_table_lookup (self->follows, task);
  if (!is_base && mcp_task_is_terminal (task))
    mcp_follow_poll_now (follow); /* the handle has no result in it */
  else
    mcp_follow_go_on (follow, result, span.length, serial);
}

/* The token of a call that became a task is good until that ends (basic/utilities/tasks). */
gboolean
mcp_tasks_take_progress (McpTasks *self,
                         McpId    *token,
                         double    progress,
                         double    total)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->list)); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (!mcp_task_is_terminal (task) && mcp_task_get_token (task) != NULL
          && mcp_id_equal (mcp_task_get_token (task), token))
        {
          mcp_task_set_progress (task, progress, total);
          return TRUE;
        }
    }

  return FALSE;
}

/* `notifications/tasks/status`, or `notifications/tasks` of the extension: it may come or not. */
void
mcp_tasks_take_status (McpTasks   *self,
                       const char *params,
                       gsize       length,
                       guint       serial)
{
  g_autofree char *id = length > 0 ? mcp_json_lookup_string (params, length, "taskId") : NULL;
  McpTask *task = id != NULL ? mcp_tasks_find (self, id) : NULL;
  McpFollow *follow;

  if (task == NULL)
    {
      mcp_reporter_report (mcp_session_get_reporter (self->session), serial, "task.unknown-id",
                           _("The server told of the task “%s”, which this client does not know"),
                           id != NULL ? id : "");
      return;
    }

  mcp_tasks_apply (self, task, params, length, serial);
  follow = g_hash_table_lookup (self->follows, task);
  if (follow == NULL)
    return;

  if (mcp_task_get_info (task)->flavour == MCP_TASK_EXTENSION)
    mcp_follow_go_on (follow, params, length, serial);
  else if (mcp_task_get_info (task)->status != MCP_TASK_WORKING)
    mcp_follow_poll_now (follow);
}
