/* mcp-session-life.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-command-advice.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-session-private.h"

/*
 * How a life ends.
 *
 *   opening → handshake → ready → ending → (gone)
 *
 * Every way out passes mcp_session_end_life(), which asks the transport to close, and then
 * mcp_session_life_closed(), which the transport's last word calls. What went wrong is decided
 * by whoever comes first; later reasons are its consequences.
 */

struct _McpEnding
{
  McpFailure  failure;
  GPtrArray  *close_tasks;  /* GTask: all who asked for it */
};

static McpEnding *
ending_new (void)
{
  McpEnding *self = g_new0 (McpEnding, 1);

  self->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);

  return self;
}

static void
ending_free (McpEnding *self)
{
  mcp_failure_clear (&self->failure);
  g_clear_pointer (&self->close_tasks, g_ptr_array_unref);
  g_free (self);
}

void
mcp_life_free (McpLife *life)
{
  mcp_start_clock_free (life->clock);
  mcp_era_probe_free (life->probe);
  mcp_inbound_free (life->inbound);
  g_clear_object (&life->transport);
  g_clear_pointer (&life->headers, g_ptr_array_unref);
  g_clear_object (&life->dialect);
  g_clear_pointer (&life->rounds, g_hash_table_unref);
  g_clear_object (&life->cancellable);
  g_clear_pointer (&life->calls, mcp_call_table_free);
  g_clear_pointer (&life->http, mcp_http_session_free);
  mcp_outgoing_free_all (&life->outgoing);
  g_clear_handle_id (&life->memory_source, g_source_remove);
  g_clear_pointer (&life->memory_held, g_array_unref);
  mcp_repeats_clear (&life->repeats);
  mcp_repeats_clear (&life->stderr_repeats);
  g_clear_pointer (&life->resources, mcp_resource_watch_free);
  g_clear_pointer (&life->seen, mcp_seen_free);
  g_clear_pointer (&life->given, mcp_seen_free);
  g_clear_error (&life->given_error);
  g_free (life->other_path);
  g_free (life->named);
  ending_free (life->ending);
  g_free (life);
}

McpLife *
mcp_life_new (McpSession *self)
{
  McpLife *life = g_new0 (McpLife, 1);

  life->seen = mcp_seen_new ();
  life->dialect = mcp_legacy_dialect_new ();
  life->cancellable = g_cancellable_new ();
  life->ending = ending_new ();
  life->clock = mcp_session_make_clock (self);
  life->probe = mcp_era_probe_new ();
  life->inbound = mcp_inbound_new ();
  life->calls = mcp_call_table_new (mcp_session_calls_due, self);
  life->http = mcp_http_session_new ();
  life->resources = mcp_resource_watch_new ();
  life->rounds = g_hash_table_new_full (NULL, NULL, NULL, mcp_round_unref);

  return life;
}

static void
transport_close_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);

  /* The sink's ::closed has come before, but for a transport that never opened. */
  if (self->life != NULL && self->life->transport == MCP_TRANSPORT (source))
    mcp_session_life_closed (self, NULL);
}

/* What had begun and was not come to its end. */
static void
fail_steps (McpSession *self,
            const char *message)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->steps)); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (G_LIST_MODEL (self->steps), i);

      mcp_connect_step_end (step, FALSE, message);
    }
}

/* The reason is known, and nothing of the life goes on: what all ends have in common. */
static void
settle_end (McpSession *self,
            GError     *error,
            char       *remedy)
{
  McpLife *life = self->life;
  McpFailure *failure = &life->ending->failure;

  life->state = LIFE_ENDING;
  mcp_session_unbound_memory (self);
  life->ended_usec = g_get_monotonic_time ();
  mcp_session_stop_timers (self, life);
  /* An answer that was not taken is no handshake. */
  if (mcp_start_clock_get_ready_usec (life->clock) == 0)
    self->negotiation->took_usec = -1;
  mcp_session_http_end (self);
  if (life->transport != NULL)
    g_set_object (&self->certificate, mcp_transport_get_certificate (life->transport));
  failure->error = error;
  failure->remedy = remedy;
  /* Connecting again is not the same as before. */
  if (mcp_session_is_probe_suspect (self))
    failure->action = MCP_REMEDY_RETRY;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_DIED))
    mcp_session_diagnose_program (self, failure);
  if (remedy == NULL && g_error_matches (error, MCP_ERROR, MCP_ERROR_SPAWN))
    failure->remedy = mcp_command_advise (self->profile);
  if (error != NULL && mcp_start_clock_get_ready_usec (life->clock) == 0)
    mcp_session_diagnose (self, failure);

  g_cancellable_cancel (life->cancellable);
  mcp_session_end_subscriptions (self);
  mcp_session_cancel_inbound (self);
  mcp_watchers_end (self->watchers, failure->error != NULL ? failure->error->message : NULL);
  if (failure->error != NULL)
    fail_steps (self, failure->error->message);
}

/* Ends the life that is there. The first reason given counts. */
static void
end_life (McpSession   *self,
          GError       *error,
          const char   *remedy,
          GCancellable *cancellable)
{
  McpLife *life = self->life;

  if (life == NULL || life->state == LIFE_ENDING)
    {
      g_clear_error (&error);
      return;
    }

  settle_end (self, error, g_strdup (remedy));
  mcp_session_set_state (self, mcp_session_is_restarting_as_modern (self) ? MCP_SESSION_STARTING
                                                                          : MCP_SESSION_CLOSING);
  mcp_session_fail_calls (self, life, life->ending->failure.error);

  if (life->transport != NULL)
    mcp_transport_close_async (life->transport, cancellable, transport_close_cb,
                               g_object_ref (self));
  else
    mcp_session_life_closed (self, NULL);
}

void
mcp_session_end_life (McpSession *self,
                      GError     *error,
                      const char *remedy)
{
  end_life (self, error, remedy, NULL);
}

/* The process ended by itself: say how, and what may help. */
static char *
remedy_for_death (McpSession *self)
{
  if (!mcp_profile_is_stdio (self->profile))
    return g_strdup (_("The server, or something on the way to it, closed the connection. Connect "
                       "again; if it stays away, look at the server’s own log."));

  if (self->stderr_tail.length > 0)
    return g_strdup (_("Its last words are in the Console; run the command in a terminal to see "
                       "it fail there too."));

  return g_strdup (_("It printed no reason. Run the command in a terminal to see what happens."));
}

static GError *
dup_end_error (McpSession   *self,
               const GError *error)
{
  if (error != NULL)
    return g_error_copy (error);

  return g_error_new (MCP_ERROR, MCP_ERROR_DIED, _("“%s” closed the connection"),
                      mcp_profile_get_name (self->profile));
}

/* The transport's last word: the life is over. */
void
mcp_session_life_closed (McpSession   *self,
                         const GError *error)
{
  McpLife *life = self->life;
  g_autoptr (GPtrArray) close_tasks = NULL;
  g_autoptr (McpSession) alive = g_object_ref (self);
  gboolean restarts;
  gboolean relaunch;
  gboolean attempt_failed;
  gboolean reconnect;

  if (life == NULL)
    return;

  restarts = mcp_session_is_restarting_as_modern (self);
  relaunch = restarts || (life->state != LIFE_ENDING && mcp_session_ended_at_probe (self));

  if (life->state != LIFE_ENDING)
    {
      /* It ended by itself. */
      settle_end (self, dup_end_error (self, error), remedy_for_death (self));
      mcp_session_fail_calls (self, life, life->ending->failure.error);
    }

  /*
   * Of a program that did not answer all is there only now: what it wrote when its input was
   * closed.
   */
  if (g_error_matches (life->ending->failure.error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    mcp_session_diagnose_program (self, &life->ending->failure);

  mcp_journal_lose_pending (self->journal, self->n_lives);
  if (life->transport != NULL)
    mcp_transport_set_sink (life->transport, NULL);
  self->life = NULL;
  attempt_failed = mcp_retry_is_trying (self->retry) && mcp_start_clock_get_ready_usec (life->clock) == 0;

  self->failure = life->ending->failure;
  life->ending->failure = (McpFailure) { 0 };
  close_tasks = g_steal_pointer (&life->ending->close_tasks);
  reconnect = close_tasks->len == 0 && mcp_session_may_reconnect (self, mcp_start_clock_get_ready_usec (life->clock));
  mcp_life_free (life);
  mcp_session_auth_ends (self);

  if (relaunch && close_tasks->len == 0)
    {
      mcp_failure_clear (&self->failure);
      if (!restarts)
        mcp_session_note (self, "era", _("the program ended when it was asked which era it is of: "
                                         "starting it once more"));
      mcp_session_open (self, g_steal_pointer (&self->open_task));
      return;
    }

  if (attempt_failed && self->failure.error != NULL)
    mcp_watchers_attempt_failed (self->watchers, mcp_retry_get_attempt (self->retry), self->failure.error->message);
  if (reconnect)
    mcp_session_wait_to_reconnect (self);
  else
    mcp_session_set_state (self, MCP_SESSION_CLOSED);

  if (self->failure.error != NULL)
    {
      mcp_session_return_open (self, self->failure.error);
    }
  else
    {
      g_autoptr (GError) closed = g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED,
                                                       _("the connection was closed"));

      mcp_session_return_open (self, closed);
    }

  for (guint i = 0; i < close_tasks->len; i++)
    g_task_return_boolean (g_ptr_array_index (close_tasks, i), TRUE);
}

/**
 * mcp_session_close_async:
 * @cancellable: (nullable): cancelled, the server is killed at once
 * @callback: called when no process is left
 *
 * Ends the life in the order of the specification (basic/lifecycle, shutdown): closes the
 * server's stdin, waits, sends SIGTERM, waits, sends SIGKILL. Calls that wait fail with
 * %MCP_ERROR_CLOSED. Over HTTP the session is ended with a DELETE (basic/transports, Session
 * Management). A session that waits to connect again stops waiting. Closing a closed session
 * succeeds.
 */
void
mcp_session_close_async (McpSession          *self,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_close_async);
  g_task_set_check_cancellable (task, FALSE);

  mcp_session_program_closed (self);
  mcp_session_stop_retrying (self);
  mcp_retry_end_attempt (self->retry);

  if (self->life == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_ptr_array_add (self->life->ending->close_tasks, g_steal_pointer (&task));
  end_life (self, NULL, NULL, cancellable);
}

gboolean
mcp_session_close_finish (McpSession    *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_session_open_finish (MCP_SESSION (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
closed_for_restart_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (!mcp_session_close_finish (MCP_SESSION (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  mcp_session_open_async (MCP_SESSION (source), g_task_get_cancellable (task), reopened_cb,
                          g_object_ref (task));
}

/**
 * mcp_session_restart_async:
 * @callback: called when the new life is ready, or failed
 *
 * Closes the session and opens it again, with the profile as it is now.
 */
void
mcp_session_restart_async (McpSession          *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (MCP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_restart_async);
  mcp_session_close_async (self, NULL, closed_for_restart_cb, task);
}

gboolean
mcp_session_restart_finish (McpSession    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Kills the server's process group at once. For an application that is dying itself. */
void
mcp_session_kill (McpSession *self)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  if (self->life != NULL && self->life->transport != NULL)
    mcp_transport_kill (self->life->transport);
}
