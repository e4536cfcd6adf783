/* mcp-session-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-call-private.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-linter.h"
#include "mcp-session-private.h"

/*
 * Outgoing requests: a table of those that wait, by id; the first answer wins. Each has two
 * limits: the time without a sign of progress, and a maximum that nothing puts off.
 */

/* How many abandoned ids are remembered, to tell a late answer from an unknown one. */
#define MAX_GIVEN_UP 10000

static McpTimeout
timeout_kind (const char *method)
{
  if (g_str_equal (method, "ping"))
    return MCP_TIMEOUT_PING;
  if (g_str_equal (method, "tools/call"))
    return MCP_TIMEOUT_CALL;
  if (g_str_equal (method, "resources/read"))
    return MCP_TIMEOUT_READ;

  return MCP_TIMEOUT_OTHER;
}

/* What a server must have declared before a method is used (basic/lifecycle, operation). */
static const char *
needed_capability (McpSession *self,
                   const char *method)
{
  if (g_str_has_prefix (method, "tools/"))
    return "tools";
  if (g_str_equal (method, "resources/subscribe") || g_str_equal (method, "resources/unsubscribe"))
    return "resources.subscribe";
  if (g_str_has_prefix (method, "resources/"))
    return "resources";
  if (g_str_has_prefix (method, "prompts/"))
    return "prompts";
  if (g_str_equal (method, "logging/setLevel"))
    return "logging";
  /* 2024-11-05 had completion and no capability for it. */
  if (g_str_equal (method, "completion/complete") && self->version > MCP_VERSION_2024_11_05)
    return "completions";

  return NULL;
}

static GError *
check_may_send (McpSession *self,
                McpCall    *call)
{
  const char *method = mcp_call_get_method (call);
  const char *name = mcp_profile_get_name (self->profile);
  const char *capability;

  if (self->life == NULL || self->life->state == LIFE_ENDING)
    return g_error_new (MCP_ERROR, MCP_ERROR_NOT_OPEN, _("“%s” is not connected"), name);

  if (self->life->state == LIFE_READY)
    {
      capability = needed_capability (self, method);
      if (capability != NULL && !mcp_session_has_capability (self, capability))
        return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                            _("“%s” did not declare %s, which %s needs"), name, capability, method);
      return NULL;
    }

  /* Before the answer to initialize nothing but ping is sent (basic/lifecycle). */
  if (self->life->state == LIFE_HANDSHAKE
      && (g_str_equal (method, "initialize") || g_str_equal (method, "ping")))
    return NULL;

  return g_error_new (MCP_ERROR, MCP_ERROR_NOT_OPEN, _("“%s” is still starting"), name);
}

static gint64
deadline_of (McpCall *call,
             gint64   idle_from_usec)
{
  McpCallLimits *limits = mcp_call_get_limits (call);
  gint64 idle = idle_from_usec + limits->idle_usec;
  gint64 maximum = mcp_call_get_started_usec (call) + limits->maximum_usec;

  return MIN (idle, maximum);
}

static gboolean
call_timeout_cb (gpointer user_data)
{
  McpCall *call = user_data;
  McpSession *self = mcp_call_get_owner (call);
  gint64 waited_usec = g_get_monotonic_time () - mcp_call_get_started_usec (call);
  g_autofree char *reason = g_strdup_printf ("no answer in %.4g s", waited_usec / 1e6);

  mcp_session_cancel_call (self, call,
                           g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                        _("“%s” did not answer %s in %.4g s"),
                                        mcp_profile_get_name (self->profile),
                                        mcp_call_get_method (call), waited_usec / 1e6),
                           MCP_STATUS_TIMED_OUT, reason);

  return G_SOURCE_REMOVE;
}

static void
start_clock (McpSession *self,
             McpCall    *call)
{
  McpCallLimits *limits = mcp_call_get_limits (call);
  guint msec = mcp_call_get_timeout (call);
  gint64 now_usec = mcp_call_get_started_usec (call);
  gint64 interval_usec;
  GSource *timer;

  /* The handshake has its own limits: see mcp-session-life.c. */
  if (g_str_equal (mcp_call_get_method (call), "initialize"))
    return;

  if (msec == 0)
    msec = mcp_profile_get_timeout_msec (self->profile, timeout_kind (mcp_call_get_method (call)));

  limits->idle_usec = 1000 * (gint64) msec;
  limits->maximum_usec =
    MAX (limits->idle_usec,
         1000 * (gint64) mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_MAXIMUM));

  interval_usec = deadline_of (call, now_usec) - now_usec;
  timer = g_timeout_source_new (interval_usec / 1000);
  g_source_set_callback (timer, call_timeout_cb, call, NULL);
  g_source_attach (timer, g_main_context_get_thread_default ());
  mcp_call_set_timer (call, timer);
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

/* What a record is filed under: the tool's or prompt's name, or the URI. */
static char *
name_of (const char *params)
{
  gsize length;
  char *name;

  if (params == NULL)
    return NULL;

  length = strlen (params);
  name = mcp_json_lookup_string (params, length, "name");
  if (name == NULL)
    name = mcp_json_lookup_string (params, length, "uri");

  return name;
}

/**
 * mcp_session_start_call:
 * @self: a session
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
  g_autoptr (McpMessage) message = NULL;
  g_autofree char *params = NULL;
  McpOutgoing *outgoing;
  GError *error;

  g_return_if_fail (MCP_IS_SESSION (self));
  g_return_if_fail (MCP_IS_CALL (call));
  g_return_if_fail (mcp_call_get_state (call) == MCP_CALL_NEW);

  alive = g_object_ref (call);
  error = check_may_send (self, call);
  if (error != NULL)
    {
      mcp_call_fail (call, error);
      return;
    }

  id = mcp_id_new_integer (self->next_id++);
  mcp_call_queue (call, id, cancel_from_call, self);
  params = MCP_DIALECT_GET_CLASS (self->life->dialect)->prepare (self->life->dialect, call);
  message = mcp_message_new_request (id, mcp_call_get_method (call), params);

  outgoing = g_new0 (McpOutgoing, 1);
  outgoing->kind = MCP_RECORD_REQUEST;
  outgoing->flags = mcp_call_is_probe (call) ? MCP_RECORD_FLAG_PROBE : 0;
  outgoing->id = mcp_id_ref (id);
  outgoing->method = g_strdup (mcp_call_get_method (call));
  outgoing->name = name_of (mcp_call_get_params (call));
  outgoing->call = g_object_ref (call);

  g_hash_table_insert (self->life->pending, mcp_id_ref (id), g_object_ref (call));
  start_clock (self, call);
  mcp_session_transmit (self, outgoing, mcp_message_get_bytes (message));
}

static void
call_finished_cb (McpCall *call,
                  GTask   *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  const GError *error = mcp_call_get_error (call);

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
 * @self: a session
 * @call: a call that is new
 * @cancellable: (nullable): cancels the call, and tells the server
 * @callback: called when the call has finished
 * @user_data: data for @callback
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

/* Takes the call that waits for @id out of the table: steal before completing. */
McpCall *
mcp_session_take_call (McpSession *self,
                       McpId      *id)
{
  gpointer key;
  gpointer call;

  if (!g_hash_table_steal_extended (self->life->pending, id, &key, &call))
    return NULL;

  mcp_id_unref (key);

  return call;
}

static void
give_up (McpLife    *life,
         McpId      *id,
         const char *method)
{
  if (g_hash_table_size (life->given_up) >= MAX_GIVEN_UP)
    g_hash_table_remove_all (life->given_up);

  g_hash_table_replace (life->given_up, mcp_id_ref (id), g_strdup (method));
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

  if (life == NULL || (taken = mcp_session_take_call (self, mcp_call_get_id (call))) == NULL)
    {
      g_error_free (error);
      return;
    }

  if (g_str_equal (mcp_call_get_method (call), "initialize"))
    {
      mcp_session_end_life (self, g_error_copy (error), NULL);
    }
  else if (mcp_call_get_state (call) != MCP_CALL_QUEUED
           || !mcp_transport_unsend (life->transport, mcp_call_get_ticket (call)))
    {
      give_up (life, mcp_call_get_id (call), mcp_call_get_method (call));
      if (mcp_call_get_serial (call) != 0)
        mcp_journal_set_status (self->journal, mcp_call_get_serial (call), status);
      MCP_DIALECT_GET_CLASS (life->dialect)->cancel (life->dialect, self, call, reason);
    }

  mcp_call_fail (call, error);
}

typedef struct
{
  GPtrArray *calls;
  GError    *error;
} FailedCalls;

static gboolean
fail_calls_cb (gpointer user_data)
{
  FailedCalls *failed = user_data;

  for (guint i = 0; i < failed->calls->len; i++)
    {
      McpCall *call = g_ptr_array_index (failed->calls, i);

      mcp_call_fail (call, g_error_new (failed->error->domain, failed->error->code, _("%s: %s"),
                                        mcp_call_get_method (call), failed->error->message));
    }

  return G_SOURCE_REMOVE;
}

static void
failed_calls_free (gpointer user_data)
{
  FailedCalls *failed = user_data;

  g_ptr_array_unref (failed->calls);
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
  GHashTableIter iter;
  gpointer call;

  failed->calls = g_ptr_array_new_with_free_func (g_object_unref);
  failed->error = error != NULL ? g_error_copy (error)
                                : g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED,
                                                       _("the connection was closed"));

  g_hash_table_iter_init (&iter, life->pending);
  while (g_hash_table_iter_next (&iter, NULL, &call))
    {
      mcp_call_set_timer (call, NULL);
      g_ptr_array_add (failed->calls, g_object_ref (call));
    }
  g_hash_table_remove_all (life->pending);

  g_idle_add_full (G_PRIORITY_DEFAULT, fail_calls_cb, failed, failed_calls_free);
}

/* For a session that goes: no call may be left that points to it. */
void
mcp_session_drop_calls (McpSession *self,
                        McpLife    *life)
{
  g_autoptr (GList) calls = g_hash_table_get_values (life->pending);

  for (GList *l = calls; l != NULL; l = l->next)
    g_object_ref (l->data);
  g_hash_table_remove_all (life->pending);

  for (GList *l = calls; l != NULL; l = l->next)
    {
      mcp_call_fail (l->data, g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED,
                                                   _("the connection was closed")));
      g_object_unref (l->data);
    }
}

/* An answer nobody waits for: why not decides what it is called. */
static void
report_orphan (McpSession *self,
               McpId      *id,
               guint       serial)
{
  McpLife *life = self->life;
  const char *method = g_hash_table_lookup (life->given_up, id);
  const char *token = mcp_id_get_token (id);
  gint64 number;

  if (method != NULL)
    {
      mcp_journal_set_flags (self->journal, serial, MCP_RECORD_FLAG_LATE);
      mcp_session_report (self, serial, "rpc.late-answer",
                          _("The answer to %s (id %s) came after it was given up"), method, token);
    }
  else if (mcp_id_is_string (id))
    {
      mcp_session_report (self, serial, "rpc.unknown-id",
                          _("An answer to %s, a string; the ids we sent are numbers"), token);
    }
  else if (mcp_id_get_integer (id, &number) && number > 0 && number < self->next_id)
    {
      mcp_session_report (self, serial, "rpc.second-answer",
                          _("A second answer to the request %s"), token);
    }
  else
    {
      mcp_session_report (self, serial, "rpc.unknown-id",
                          _("An answer to %s, which was never asked"), token);
    }
}

/*
 * Gives an answer to its call. A broken one is still its answer: a call that was answered must
 * not hang until its timeout.
 */
void
mcp_session_handle_answer (McpSession           *self,
                           McpMessage           *message,
                           guint                 serial,
                           gint64                time_usec,
                           const McpResultFacts *facts)
{
  const McpScan *scan = mcp_message_get_scan (message);
  McpMessageKind kind = mcp_message_get_kind (message);
  McpId *id = mcp_message_get_id (message);
  g_autoptr (McpCall) call = NULL;
  gboolean broken = kind == MCP_MESSAGE_INVALID
                    || (scan->envelope & (MCP_ENVELOPE_RESULT_AND_ERROR
                                          | MCP_ENVELOPE_METHOD_AND_RESULT)) != 0;

  if (id == NULL || mcp_id_is_null (id))
    {
      if (kind == MCP_MESSAGE_ERROR)
        mcp_session_report (self, serial, "rpc.unattributed-error",
                            _("An error that names no request"));
      return;
    }

  /* Neither result nor error: not an answer at all. */
  if (broken && scan->result.length == 0 && scan->error.length == 0 && scan->method.length > 0)
    return;

  call = mcp_session_take_call (self, id);
  if (call == NULL)
    {
      if (!g_hash_table_remove (self->life->raw_ids, id))
        report_orphan (self, id, serial);
      return;
    }

  if (broken)
    {
      g_autofree char *what = mcp_scan_describe (scan);

      mcp_journal_set_status (self->journal, mcp_call_get_serial (call), MCP_STATUS_ERROR);
      mcp_call_set_answer (call, message, serial, time_usec);
      mcp_call_fail (call, g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                                        _("the answer to %s is broken: %s"),
                                        mcp_call_get_method (call), what));
      return;
    }

  if (kind == MCP_MESSAGE_RESULT)
    mcp_linter_check_result (self, mcp_call_get_method (call), facts, serial);

  /* Inside a batch the journal could not pair them itself. */
  mcp_journal_set_status (self->journal, mcp_call_get_serial (call),
                          kind == MCP_MESSAGE_RESULT ? MCP_STATUS_OK : MCP_STATUS_ERROR);
  mcp_call_complete (call, message, serial, time_usec, facts->is_tool_error);
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
  g_autofree char *text = NULL;
  g_autoptr (McpId) token = NULL;
  McpCall *call = NULL;
  double progress;
  double total = -1;
  McpSpan span;

  if (length > 0 && mcp_json_lookup (params, length, "progressToken", &span))
    token = mcp_id_new_from_token (params + span.offset, span.length);
  if (token != NULL)
    call = g_hash_table_lookup (self->life->pending, token);

  if (call == NULL || !mcp_call_wants_progress (call))
    {
      mcp_session_report (self, serial, "progress.unknown-token",
                          _("Progress for %s, which is not under way"),
                          token != NULL ? mcp_id_get_token (token) : _("no token"));
      return;
    }

  if (!mcp_json_lookup_double (params, length, "progress", &progress))
    {
      mcp_session_report (self, serial, "progress.no-number",
                          _("Progress without a number for the request %s"),
                          mcp_id_get_token (token));
      return;
    }

  if (mcp_call_get_progress (call) >= 0 && progress <= mcp_call_get_progress (call))
    mcp_session_report (self, serial, "progress.not-increasing",
                        _("Progress of the request %s went from %g to %g; it must increase"),
                        mcp_id_get_token (token), mcp_call_get_progress (call), progress);

  mcp_json_lookup_double (params, length, "total", &total);
  text = mcp_json_lookup_string (params, length, "message");

  if (mcp_profile_get_progress_resets (self->profile) && mcp_call_get_timer (call) != NULL)
    g_source_set_ready_time (mcp_call_get_timer (call),
                             deadline_of (call, g_get_monotonic_time ()));

  g_object_ref (call);
  mcp_call_add_progress (call, progress, total, text);
  mcp_call_notify_message (call, message);
  g_object_unref (call);
}
