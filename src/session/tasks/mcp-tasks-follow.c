/* mcp-tasks-follow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-meta.h"
#include "mcp-source.h"
#include "mcp-tasks-private.h"

/*
 * Following one task until it ends, within one connection.
 *
 *   working ── tasks/get, as often as the server likes ──→ working | input_required | the end
 *   2025-11-25: input_required and the end → tasks/result, which waits for the result and is
 *               what the server's requests meanwhile belong to; tasks/get goes on beside it
 *   extension:  input_required → the questions are put → tasks/update, one answer at a time;
 *               the end has the result in it
 */

/* So often nothing came of asking: then it is left. */
#define MAX_FAILURES 5

struct _McpFollow
{
  McpTasks     *tasks;        /* not referenced: it ends this before it goes */
  McpTask      *task;
  GSource      *timer;        /* (nullable): the next tasks/get */
  McpCall      *poll;         /* (nullable) */
  McpCall      *result;       /* (nullable) */
  GHashTable   *questions;    /* key -> GCancellable: those that wait */
  guint         n_failures;
  gboolean      result_refused; /* since it has been input_required */
  gboolean      ended;
};

/* One question, until it is answered. */
typedef struct
{
  McpFollow    *follow;
  char         *key;
  GCancellable *cancellable;
} Asked;

static McpFollow *
follow_ref (McpFollow *self)
{
  return g_rc_box_acquire (self);
}

static void
follow_clear (gpointer data)
{
  McpFollow *self = data;

  mcp_source_clear (&self->timer);
  g_clear_object (&self->task);
  g_clear_pointer (&self->questions, g_hash_table_unref);
}

void
mcp_follow_unref (gpointer data)
{
  g_rc_box_release_full (data, follow_clear);
}

/* Lets go of a call. One that waits without limit is given up, or it would wait for ever. */
static void
drop_call (McpFollow *self,
           McpCall  **place,
           gboolean   give_up)
{
  McpSession *session = self->tasks->session;
  g_autoptr (McpCall) call = g_steal_pointer (place);

  if (call == NULL)
    return;

  g_signal_handlers_disconnect_by_data (call, self);
  if (give_up && session != NULL && mcp_session_is_open (session))
    mcp_session_abandon_call (session, call,
                              g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                                   _("the task is not followed any more")));
}

/* @give_up: the connection goes on, and nobody waits for what is under way. */
void
mcp_follow_end (McpFollow *self,
                gboolean   give_up)
{
  g_autoptr (GList) cancellables = NULL;

  if (self->ended)
    return;

  self->ended = TRUE;
  follow_ref (self);
  mcp_source_clear (&self->timer);
  drop_call (self, &self->poll, FALSE);
  drop_call (self, &self->result, give_up);
  g_hash_table_remove (self->tasks->follows, self->task);

  cancellables = g_hash_table_get_values (self->questions);
  for (GList *l = cancellables; l != NULL; l = l->next)
    g_object_ref (l->data);
  g_hash_table_remove_all (self->questions);
  for (GList *l = cancellables; l != NULL; l = l->next)
    {
      g_cancellable_cancel (l->data);
      g_object_unref (l->data);
    }
  mcp_tasks_update_push (self->tasks);
  mcp_follow_unref (self);
}

static void
settle (McpFollow   *self,
        McpTaskHold  hold,
        const char  *problem)
{
  McpTasks *tasks = self->tasks;
  g_autoptr (McpTask) task = g_object_ref (self->task);

  mcp_follow_end (self, TRUE);
  mcp_tasks_settle (tasks, task, hold, problem);
}

static gboolean
poll_cb (gpointer user_data)
{
  McpFollow *self = user_data;

  g_clear_pointer (&self->timer, g_source_unref);
  mcp_follow_poll_now (self);

  return G_SOURCE_REMOVE;
}

static void
schedule (McpFollow *self)
{
  guint msec = mcp_task_get_info (self->task)->poll_msec << MIN (self->n_failures, MAX_FAILURES);

  mcp_source_clear (&self->timer);
  self->timer = mcp_source_attach (g_timeout_source_new (msec), poll_cb, self);
}

/* The server says that it has no such task. */
static void
lost (McpFollow    *self,
      const GError *error)
{
  if (mcp_task_is_past_ttl (self->task))
    settle (self, MCP_TASK_EXPIRED, _("its time to live is over, and the server deleted it"));
  else
    settle (self, MCP_TASK_UNKNOWN, error->message);
}

/* Asking came to nothing. What another attempt may cure gets one. */
static void
failed (McpFollow *self,
        McpCall   *call)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  const GError *error = outcome->error;

  if (outcome->error_code == MCP_RPC_INVALID_PARAMS)
    {
      lost (self, error);
    }
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CAPABILITY)
           || outcome->error_code == MCP_RPC_METHOD_NOT_FOUND
           || ++self->n_failures >= MAX_FAILURES)
    {
      settle (self, MCP_TASK_KEPT, error->message);
    }
  else
    {
      mcp_task_set_hold (self->task, MCP_TASK_FOLLOWED, error->message);
      schedule (self);
    }
}

/* A connection that ends fails its calls: the handle stays, and its follower is ended for it. */
static gboolean
session_is_ready (McpFollow *self)
{
  return self->tasks->session != NULL
         && mcp_session_get_state (self->tasks->session) == MCP_SESSION_READY;
}

static void
polled_cb (McpCall   *finished,
           McpFollow *self)
{
  g_autoptr (McpCall) call = g_object_ref (finished);
  GBytes *result = mcp_call_get_result (call);
  const char *text;
  gsize length;

  follow_ref (self);
  drop_call (self, &self->poll, FALSE);

  if (result == NULL)
    {
      if (session_is_ready (self))
        failed (self, call);
    }
  else
    {
      self->n_failures = 0;
      text = g_bytes_get_data (result, &length);
      mcp_task_set_hold (self->task, MCP_TASK_FOLLOWED, NULL);
      if (mcp_tasks_apply (self->tasks, self->task, text, length,
                           mcp_call_get_outcome (call)->answer_serial))
        mcp_follow_go_on (self, text, length, mcp_call_get_outcome (call)->answer_serial);
      else if (++self->n_failures < MAX_FAILURES)
        schedule (self);
      else
        settle (self, MCP_TASK_KEPT, _("the server’s answers are about another task"));
    }

  mcp_follow_unref (self);
}

void
mcp_follow_poll_now (McpFollow *self)
{
  g_autoptr (McpCall) call = NULL;

  if (self->ended || self->poll != NULL || !session_is_ready (self))
    return;

  mcp_source_clear (&self->timer);
  mcp_task_count_poll (self->task);
  call = mcp_tasks_new_call (self->task, "tasks/get", NULL, NULL);
  self->poll = g_object_ref (call);
  g_signal_connect (call, "finished", G_CALLBACK (polled_cb), self);
  mcp_session_start_call (self->tasks->session, call);
}

/* 2025-11-25, and both the status and the result are there. */
static void
finish_base (McpFollow *self)
{
  mcp_tasks_check_tool_error (self->tasks, self->task);
  settle (self, MCP_TASK_SETTLED, NULL);
}

static void
result_failed (McpFollow *self,
               McpCall   *call)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  gboolean terminal = mcp_task_is_terminal (self->task);
  GBytes *error = outcome->error_object;

  /* The error that the task's request had. Before the end of a task it is none of that. */
  if (error != NULL && terminal)
    mcp_task_take_error (self->task, error, outcome->answer_serial);

  if (!session_is_ready (self))
    return;
  if (error != NULL && terminal)
    {
      finish_base (self);
    }
  else if (error != NULL)
    {
      self->result_refused = TRUE;
      mcp_task_set_hold (self->task, MCP_TASK_FOLLOWED, outcome->error->message);
      mcp_follow_poll_now (self);
    }
  else
    {
      failed (self, call);
    }
}

static void
result_cb (McpCall   *finished,
           McpFollow *self)
{
  g_autoptr (McpCall) call = g_object_ref (finished);

  follow_ref (self);
  drop_call (self, &self->result, FALSE);

  if (mcp_call_get_result (call) == NULL)
    {
      result_failed (self, call);
    }
  else
    {
      mcp_tasks_take_result (self->tasks, self->task, mcp_call_get_result (call), mcp_call_get_outcome (call)->is_tool_error,
                             mcp_call_get_outcome (call)->answer_serial);
      if (mcp_task_is_terminal (self->task))
        finish_base (self);
      else
        mcp_follow_poll_now (self);
    }

  mcp_follow_unref (self);
}

static void
ask_for_result (McpFollow *self)
{
  g_autoptr (McpCall) call = NULL;

  if (self->result != NULL || !session_is_ready (self))
    return;

  call = mcp_tasks_new_call (self->task, "tasks/result", NULL, NULL);
  self->result = g_object_ref (call);
  g_signal_connect (call, "finished", G_CALLBACK (result_cb), self);
  mcp_session_start_call (self->tasks->session, call);
}

static void
updated_cb (McpCall   *call,
            McpFollow *self)
{
  const GError *error = mcp_call_get_outcome (call)->error;

  if (!self->ended && error != NULL && session_is_ready (self))
    mcp_task_set_hold (self->task, MCP_TASK_FOLLOWED, error->message);
  mcp_follow_unref (self);
}

/* The answer to one input request: the others may follow. */
static void
update (McpFollow  *self,
        const char *key,
        const char *answer)
{
  g_autoptr (GString) responses = g_string_new ("{");
  g_autoptr (McpCall) call = NULL;

  mcp_json_append_member (responses, key, answer);
  g_string_append_c (responses, '}');
  call = mcp_tasks_new_call (self->task, "tasks/update", "inputResponses", responses->str);
  g_signal_connect (call, "finished", G_CALLBACK (updated_cb), follow_ref (self));
  mcp_session_start_call (self->tasks->session, call);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Asked *asked = user_data;
  McpFollow *self = asked->follow;
  g_autoptr (GError) error = NULL;
  g_autofree char *answer = mcp_session_ask_input_finish (result, &error);

  if (!self->ended && g_hash_table_lookup (self->questions, asked->key) == asked->cancellable)
    {
      g_hash_table_remove (self->questions, asked->key);
      if (answer != NULL)
        update (self, asked->key, answer);
      else
        mcp_task_set_hold (self->task, MCP_TASK_FOLLOWED,
                           _("it waits for input that was refused"));
    }

  g_object_unref (asked->cancellable);
  g_free (asked->key);
  g_free (asked);
  mcp_follow_unref (self);
}

static void
put_question (McpFollow  *self,
              const char *key,
              const char *text,
              gsize       length,
              guint       serial)
{
  g_autofree char *method = mcp_json_lookup_string (text, length, "method");
  McpInputRequest request = { key, method, "{}", 2, NULL, 0, serial };
  g_autoptr (GError) error = NULL;
  McpSpan params;
  Asked *asked;

  /* No key is put twice, also not after it was answered or refused. */
  if (!mcp_task_add_key (self->task, key))
    return;

  error = mcp_session_check_input (self->tasks->session, serial, key, method);
  if (error != NULL)
    {
      mcp_task_set_hold (self->task, MCP_TASK_FOLLOWED, error->message);
      return;
    }

  if (mcp_json_lookup (text, length, "params", &params))
    {
      request.params = text + params.offset;
      request.length = params.length;
    }

  asked = g_new0 (Asked, 1);
  asked->follow = follow_ref (self);
  asked->key = g_strdup (key);
  asked->cancellable = g_cancellable_new ();
  g_hash_table_insert (self->questions, g_strdup (key), g_object_ref (asked->cancellable));
  mcp_session_ask_input_async (self->tasks->session, &request, asked->cancellable, answered_cb,
                               asked);
}

/* Takes back what the server does not ask any more: somebody else has answered. NULL: all of it. */
static void
withdraw_others (McpFollow *self,
                 GPtrArray *keys)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer key;
  gpointer cancellable;

  g_hash_table_iter_init (&iter, self->questions);
  while (g_hash_table_iter_next (&iter, &key, &cancellable))
    if (keys == NULL || !g_ptr_array_find_with_equal_func (keys, key, g_str_equal, NULL))
      {
        g_ptr_array_add (gone, g_object_ref (cancellable));
        g_hash_table_iter_remove (&iter);
      }

  for (guint i = 0; i < gone->len; i++)
    g_cancellable_cancel (gone->pdata[i]);
}

static void
put_questions (McpFollow  *self,
               const char *text,
               gsize       length,
               guint       serial)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter iter;
  McpSpan requests;
  McpSpan key;
  McpSpan value;

  if (!mcp_json_lookup (text, length, "inputRequests", &requests) || text[requests.offset] != '{'
      || !mcp_json_iter_init (&iter, text + requests.offset, requests.length))
    {
      mcp_tasks_report_missing (self->tasks, self->task, "inputRequests", serial);
      return;
    }

  text += requests.offset;
  while (mcp_json_iter_next (&iter, &key, &value) && !self->ended)
    {
      char *name = mcp_json_dup_string (text + key.offset, key.length);

      g_ptr_array_add (keys, name);
      put_question (self, name, text + value.offset, value.length, serial);
    }
  withdraw_others (self, keys);
}

/* What is next, by what the server just said: @text is a Task, of the extension a detailed one. */
void
mcp_follow_go_on (McpFollow  *self,
                  const char *text,
                  gsize       length,
                  guint       serial)
{
  gboolean is_base = mcp_task_get_info (self->task)->flavour == MCP_TASK_BASE;
  gboolean has_result = mcp_task_get_info (self->task)->result != NULL
                        || mcp_task_get_info (self->task)->error != NULL;

  if (self->ended)
    return;

  if (mcp_task_is_terminal (self->task))
    {
      mcp_source_clear (&self->timer);
      if (!is_base)
        {
          mcp_tasks_take_contained (self->tasks, self->task, text, length, serial);
          settle (self, MCP_TASK_SETTLED, NULL);
        }
      else if (has_result || mcp_task_get_info (self->task)->status == MCP_TASK_CANCELLED)
        finish_base (self);
      else
        ask_for_result (self);
      return;
    }

  follow_ref (self);
  if (mcp_task_get_info (self->task)->status == MCP_TASK_INPUT_REQUIRED)
    {
      if (!is_base)
        put_questions (self, text, length, serial);
      else if (!self->result_refused)
        ask_for_result (self);
    }
  else
    {
      self->result_refused = FALSE;
      withdraw_others (self, NULL);
    }
  if (!self->ended && self->poll == NULL)
    schedule (self);
  mcp_follow_unref (self);
}

/* Begins to follow @task, unless it is followed: with a question at once, or with the next one. */
void
mcp_follow_begin (McpTasks *tasks,
                  McpTask  *task,
                  gboolean  now)
{
  McpFollow *self = g_hash_table_lookup (tasks->follows, task);

  if (self == NULL)
    {
      self = g_rc_box_new0 (McpFollow);
      self->tasks = tasks;
      self->task = g_object_ref (task);
      self->questions = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_object_unref);
      g_hash_table_insert (tasks->follows, g_object_ref (task), self);
      mcp_task_set_hold (task, MCP_TASK_FOLLOWED, NULL);
      mcp_tasks_update_push (tasks);
    }

  if (now)
    mcp_follow_poll_now (self);
}
