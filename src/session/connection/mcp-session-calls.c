/* mcp-session-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-call-private.h"
#include "mcp-entry.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-linter-conversation.h"
#include "mcp-meta.h"
#include "mcp-session-private.h"

/*
 * Outgoing requests: the first answer wins. Each has two limits: the time without a sign of
 * progress, and a maximum that nothing puts off.
 */

static McpTimeout
timeout_of (McpCall *call)
{
  switch (mcp_call_get_kind (call))
    {
    case MCP_REQUEST_PING:
      return MCP_TIMEOUT_PING;

    case MCP_REQUEST_TOOLS_CALL:
      return MCP_TIMEOUT_CALL;

    case MCP_REQUEST_RESOURCES_READ:
    case MCP_REQUEST_DIRECTORY_READ:
      return MCP_TIMEOUT_READ;

    default:
      return MCP_TIMEOUT_OTHER;
    }
}

static gint64
deadline_of (McpCall *call,
             gint64   idle_from_usec)
{
  McpCallLimits *limits = mcp_call_get_limits (call);
  gint64 idle = idle_from_usec + limits->idle_usec;
  gint64 maximum = mcp_call_get_outcome (call)->started_usec + limits->maximum_usec;

  return MIN (idle, maximum);
}

static void
call_is_due (McpSession *self,
             McpCall    *call,
             gint64      now_usec)
{
  gint64 waited_usec = now_usec - mcp_call_get_outcome (call)->started_usec;
  g_autofree char *reason = g_strdup_printf ("no answer in %.4g s", waited_usec / 1e6);
  g_autofree char *suspicion = mcp_session_dup_suspicion (self, call);

  /* A server that waits for the person cannot answer: the clock stands still meanwhile. */
  if (!mcp_call_is_probe (call)
      && (g_list_model_get_n_items (G_LIST_MODEL (self->questions)) > 0
          || mcp_session_is_authorizing (self)))
    {
      mcp_call_table_set_deadline (self->life->calls, call, now_usec + mcp_call_get_limits (call)->idle_usec);
      return;
    }

  mcp_session_cancel_call (self, call,
                           g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                        _("“%s” did not answer %s in %.4g s%s%s"),
                                        mcp_profile_get_name (self->profile),
                                        mcp_call_get_method (call), waited_usec / 1e6,
                                        suspicion != NULL ? "; " : "",
                                        suspicion != NULL ? suspicion : ""),
                           MCP_STATUS_TIMED_OUT, reason);
}

/* Each may end the life, and all others with it. */
void
mcp_session_calls_due (GPtrArray *calls,
                       gpointer   owner)
{
  g_autoptr (McpSession) self = g_object_ref (owner);
  McpLife *life = self->life;
  gint64 now_usec = g_get_monotonic_time ();

  for (guint i = 0; i < calls->len && self->life == life; i++)
    if (mcp_call_table_has (life->calls, g_ptr_array_index (calls, i)))
      call_is_due (self, g_ptr_array_index (calls, i), now_usec);
}

static void
start_clock (McpSession *self,
             McpCall    *call)
{
  McpCallLimits *limits = mcp_call_get_limits (call);
  McpRequestKind kind = mcp_call_get_kind (call);
  guint msec = mcp_call_get_timeout (call);

  /* The handshake has its own limits (mcp-session-open.c); listening has none, and neither has
   * waiting for a task. */
  if (kind == MCP_REQUEST_INITIALIZE || kind == MCP_REQUEST_TASKS_RESULT || kind == MCP_REQUEST_LISTEN
      || (self->life->state == LIFE_HANDSHAKE && kind == MCP_REQUEST_DISCOVER))
    return;

  if (msec == 0)
    msec = mcp_profile_get_timeout_msec (self->profile, timeout_of (call));

  limits->idle_usec = 1000 * (gint64) msec;
  limits->maximum_usec =
    MAX (limits->idle_usec,
         1000 * (gint64) mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_MAXIMUM));

  mcp_call_table_set_deadline (self->life->calls, call, deadline_of (call, mcp_call_get_outcome (call)->started_usec));
}

static void
cancel_from_call (McpCall    *call,
                  const char *reason,
                  gpointer    user_data)
{
  McpSession *self = user_data;

  mcp_session_cancel_call (self, call,
                           g_error_new (MCP_ERROR, MCP_ERROR_CANCELLED, _("%s was cancelled"),
                                        mcp_call_get_method (call)),
                           MCP_STATUS_CANCELLED, reason);
}

static void
call_finished (McpCall  *call,
               gpointer  user_data)
{
  McpSession *self = user_data;

  if (!mcp_call_is_probe (call))
    mcp_watchers_call_finished (self->watchers, call);
  mcp_session_restart_as_modern (self);
}

static const McpCallOwner call_owner = { cancel_from_call, call_finished };

/*
 * What the profile says of each request that somebody asked for. Takes @params, (nullable), which
 * win.
 */
static char *
add_default_meta (McpSession *self,
                  McpCall    *call,
                  char       *params)
{
  const char *meta = mcp_profile_get_settings (self->profile)->meta;
  g_autofree char *prepared = params;

  if (meta == NULL || mcp_call_is_probe (call) || self->life->state == LIFE_HANDSHAKE)
    return g_steal_pointer (&prepared);

  return mcp_meta_add_object (prepared, meta);
}

/* Gives a call that waits in the table to the transport. */
void
mcp_session_transmit_call (McpSession *self,
                           McpCall    *call)
{
  McpDialect *dialect = self->life->dialect;
  McpId *id = mcp_call_get_outcome (call)->id;
  g_autofree char *params = add_default_meta (self, call, MCP_DIALECT_GET_CLASS (dialect)->prepare (dialect, call));
  g_autoptr (GBytes) bytes = mcp_message_write_request (id, mcp_call_get_method (call), params);
  McpOutgoing *outgoing = g_new (McpOutgoing, 1);

  *outgoing = (McpOutgoing) {
    .kind = MCP_RECORD_REQUEST,
    .flags = mcp_call_is_probe (call) ? MCP_RECORD_FLAG_PROBE : 0,
    .id = mcp_id_ref (id),
    .method = mcp_call_ref_method (call),
    .call = g_object_ref (call),
  };
  if (mcp_call_is_probe (call) && self->life->state == LIFE_HANDSHAKE)
    outgoing->flags |= MCP_RECORD_FLAG_ERA;
  if (mcp_call_get_params (call) != NULL)
    outgoing->name = mcp_entry_dup_name (mcp_call_get_params (call),
                                         strlen (mcp_call_get_params (call)));

  mcp_session_transmit (self, outgoing, bytes);
}

/**
 * mcp_session_start_call:
 * @call: a call that is new
 *
 * Sends a request. The call tells how it goes; it fails at once, from inside this function, if
 * the session is not open or the server did not declare what the method needs.
 */
void
mcp_session_start_call (McpSession *self,
                        McpCall    *call)
{
  g_autoptr (McpCall) alive = NULL;
  g_autoptr (McpId) id = NULL;
  GError *error;
  gboolean held;

  g_return_if_fail (MCP_IS_SESSION (self));
  g_return_if_fail (MCP_IS_CALL (call));
  g_return_if_fail (mcp_call_get_outcome (call)->state == MCP_CALL_NEW);

  alive = g_object_ref (call);
  error = mcp_session_check_may_send (self, call);
  held = error == NULL && mcp_watchers_hold_call (self->watchers, call, &error);
  if (error != NULL)
    {
      mcp_call_fail (call, error);
      return;
    }

  id = mcp_id_new_integer (self->next_id++);
  mcp_call_queue (call, id, &call_owner, self);
  mcp_call_table_add (self->life->calls, call);
  start_clock (self, call);

  if (held)
    mcp_call_table_hold (self->life->calls, MCP_CALL_HELD_FOR_PROBE, call);
  else if (!mcp_session_hold_call (self, call))
    mcp_session_transmit_call (self, call);
}

/* The probe that requests waited for was decided. */
void
mcp_session_release_calls (McpSession *self)
{
  McpLife *life = self->life;
  g_autoptr (GPtrArray) calls = NULL;

  if (life == NULL)
    return;

  calls = mcp_call_table_release (life->calls, MCP_CALL_HELD_FOR_PROBE);

  /* Each may end the life, and all others with it. */
  for (guint i = 0; i < calls->len && self->life == life; i++)
    {
      McpCall *call = g_ptr_array_index (calls, i);
      GError *error;

      if (!mcp_call_table_has (life->calls, call))
        continue;

      error = mcp_watchers_check_held (self->watchers, call);
      if (error != NULL)
        {
          g_object_unref (mcp_call_table_take (life->calls, mcp_call_get_outcome (call)->id));
          mcp_call_fail (call, error);
        }
      else if (!mcp_session_hold_call (self, call))
        {
          mcp_session_transmit_call (self, call);
        }
    }
}

static void
call_finished_cb (McpCall *call,
                  GTask   *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  const GError *error = mcp_call_get_outcome (call)->error;

  if (cancellable != NULL)
    g_signal_handlers_disconnect_by_data (cancellable, call);
  g_signal_handlers_disconnect_by_data (call, task);

  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);

  g_object_unref (task);
}

static void
call_cancellable_cb (GCancellable *cancellable,
                     McpCall      *call)
{
  mcp_call_cancel (call, NULL);
}

/**
 * mcp_session_call_async:
 * @call: a call that is new
 * @cancellable: (nullable): cancels the call, and tells the server
 * @callback: called when the call has finished
 *
 * Sends a request and waits for its answer. Errors are those of #McpCall: %MCP_ERROR_SERVER for
 * a JSON-RPC error, whose code and data the call has.
 */
void
mcp_session_call_async (McpSession          *self,
                        McpCall             *call,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (MCP_IS_SESSION (self));
  g_return_if_fail (MCP_IS_CALL (call));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_call_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_object_ref (call), g_object_unref);

  g_signal_connect (call, "finished", G_CALLBACK (call_finished_cb), task);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (call_cancellable_cb), call, 0);

  mcp_session_start_call (self, call);
}

gboolean
mcp_session_call_finish (McpSession    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Sends a call again: another round of it, under an id of its own. */
void
mcp_session_resend (McpSession *self,
                    McpCall    *call)
{
  g_autoptr (McpId) id = NULL;
  GError *error = mcp_session_check_may_send (self, call);

  if (error != NULL)
    {
      mcp_call_fail (call, error);
      return;
    }

  id = mcp_id_new_integer (self->next_id++);
  mcp_call_requeue (call, id);
  mcp_call_table_add (self->life->calls, call);
  start_clock (self, call);
  mcp_session_transmit_call (self, call);
}

/* Stops waiting for an answer without a word to the server; one that comes is a late one. */
void
mcp_session_abandon_call (McpSession *self,
                          McpCall    *call,
                          GError     *error)
{
  g_autoptr (McpCall) taken = mcp_call_table_take (self->life->calls, mcp_call_get_outcome (call)->id);

  if (taken == NULL)
    {
      g_error_free (error);
      return;
    }

  mcp_call_table_give_up (self->life->calls, call);
  mcp_session_set_call_status (self, call, MCP_STATUS_CANCELLED);
  mcp_call_fail (call, error);
}

/*
 * Stops waiting for a call: cancelled or out of time. What has not begun to leave is taken back
 * and never happened; else the server is told. `initialize` must not be cancelled
 * (basic/utilities/cancellation), so giving it up ends the life.
 */
void
mcp_session_cancel_call (McpSession *self,
                         McpCall    *call,
                         GError     *error,
                         McpStatus   status,
                         const char *reason)
{
  McpLife *life = self->life;
  g_autoptr (McpCall) taken = NULL;

  if (mcp_session_cancel_round (self, call, error))
    return;

  if (life == NULL || (taken = mcp_call_table_take (life->calls, mcp_call_get_outcome (call)->id)) == NULL)
    {
      g_error_free (error);
      return;
    }

  if (status == MCP_STATUS_TIMED_OUT)
    mcp_session_http_timed_out (self, mcp_call_get_ticket (call));

  if (mcp_call_get_kind (call) == MCP_REQUEST_INITIALIZE)
    {
      mcp_session_end_life (self, g_error_copy (error), NULL);
    }
  else if (mcp_call_table_drop_held (life->calls, call))
    {
      /* The server has not heard of it. */
    }
  else if (mcp_call_get_outcome (call)->state != MCP_CALL_QUEUED
           || !mcp_transport_unsend (life->transport, mcp_call_get_ticket (call)))
    {
      mcp_call_table_give_up (life->calls, call);
      mcp_session_set_call_status (self, call, status);
      mcp_session_settle_ticket (self, mcp_call_get_ticket (call));
      MCP_DIALECT_GET_CLASS (life->dialect)->cancel (life->dialect, self, call, reason);
    }

  mcp_call_fail (call, error);
}

typedef struct
{
  McpSession *session;   /* which they tell that they have finished */
  GPtrArray  *calls;
  GError     *error;
} FailedCalls;

static gboolean
fail_calls_cb (gpointer user_data)
{
  FailedCalls *failed = user_data;

  for (guint i = 0; i < failed->calls->len; i++)
    mcp_call_fail (g_ptr_array_index (failed->calls, i), g_error_copy (failed->error));

  return G_SOURCE_REMOVE;
}

static void
failed_calls_free (gpointer user_data)
{
  FailedCalls *failed = user_data;

  g_ptr_array_unref (failed->calls);
  g_object_unref (failed->session);
  g_error_free (failed->error);
  g_free (failed);
}

/* Fails all that wait, from an idle: what they do then must not meet a half-ended life. */
void
mcp_session_fail_calls (McpSession   *self,
                        McpLife      *life,
                        const GError *error)
{
  FailedCalls *failed = g_new0 (FailedCalls, 1);

  failed->session = g_object_ref (self);
  failed->calls = mcp_call_table_take_all (life->calls);
  failed->error = error != NULL ? g_error_copy (error)
                                : g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED,
                                                       _("the connection was closed"));

  mcp_session_end_rounds (life, failed->calls);
  /* An answer that comes while the life ends is late, no second one. */
  for (guint i = 0; i < failed->calls->len; i++)
    if (mcp_call_get_outcome (failed->calls->pdata[i])->id != NULL)
      mcp_call_table_give_up (life->calls, failed->calls->pdata[i]);

  g_idle_add_full (G_PRIORITY_DEFAULT, fail_calls_cb, failed, failed_calls_free);
}

/* For a session that goes: no call may be left that points to it. */
void
mcp_session_drop_calls (McpSession *self,
                        McpLife    *life)
{
  g_autoptr (GPtrArray) calls = mcp_call_table_take_all (life->calls);

  mcp_session_end_rounds (life, calls);

  for (guint i = 0; i < calls->len; i++)
    mcp_call_fail (g_ptr_array_index (calls, i),
                   g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED,
                                        _("the connection was closed")));
}

/* Progress puts off the idle limit, never the maximum (basic/utilities/progress). */
void
mcp_session_handle_progress (McpSession *self,
                             McpMessage *message,
                             guint       serial)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *params = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL)
                       + scan->params.offset;
  gsize length = scan->params.length;
  g_auto (McpProgress) progress = { 0 };
  g_autofree char *text = NULL;
  McpProgressOf of = MCP_PROGRESS_OF_NOTHING;
  McpCall *call = NULL;

  mcp_progress_read (&progress, params, length);
  if (progress.token != NULL)
    {
      call = mcp_call_table_find (self->life->calls, progress.token);
      if (call == NULL && progress.has_progress
          && mcp_watchers_take_progress (self->watchers, progress.token, progress.progress, progress.total))
        return;
      if (call != NULL && mcp_call_wants_progress (call))
        of = MCP_PROGRESS_OF_REQUEST;
      else if (call == NULL && mcp_call_table_get_given_up (self->life->calls, progress.token) != NULL)
        of = MCP_PROGRESS_OF_GIVEN_UP;
    }

  if (!mcp_linter_check_progress (self->reporter, &progress, of,
                                  call != NULL ? mcp_call_get_outcome (call)->progress : -1, serial))
    return;

  if (mcp_profile_get_settings (self->profile)->progress_resets
      && mcp_call_get_limits (call)->deadline_usec != 0)
    mcp_call_table_set_deadline (self->life->calls, call, deadline_of (call, g_get_monotonic_time ()));

  g_object_ref (call);
  text = mcp_json_lookup_string (params, length, "message");
  mcp_call_add_progress (call, progress.progress, progress.total, text);
  mcp_call_notify_message (call, message);
  g_object_unref (call);
}
