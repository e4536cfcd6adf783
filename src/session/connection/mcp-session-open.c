/* mcp-session-open.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-http-transport.h"
#include "mcp-session-private.h"
#include "mcp-stdio-transport.h"
#include "mcp-variables.h"

/*
 * How a life begins.
 *
 *   opening (secrets, then the transport) → handshake → ready
 *
 * Two limits, ours: the start timeout from the start, and the shorter initialize timeout from each
 * message of the server. It also bounds each step to an address, until the first request leaves.
 */

#define STILL_STARTING_SECONDS 3

void
mcp_session_stop_timers (McpSession *self,
                         McpLife    *life)
{
  mcp_start_clock_stop (life->clock);
  mcp_era_probe_stop (life->probe);

  if (self->still_starting != 0)
    {
      self->still_starting = 0;
      g_object_notify_by_pspec (G_OBJECT (self),
                                mcp_session_properties[MCP_SESSION_PROP_STILL_STARTING]);
    }
}

static void
end_refused (McpSession *self,
             GError     *error)
{
  const char *remedy = NULL;

  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_VERSION))
    remedy = _("Offer another revision in the server’s settings, or update the server.");
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    remedy = _("The server refused to start a session: its message and data are in the "
               "Timeline.");

  mcp_session_end_life (self, error, remedy);
}

static const char *
get_unanswered (McpSession *self)
{
  return mcp_call_table_find_kind (self->life->calls, MCP_REQUEST_INITIALIZE) != NULL ? "initialize"
                                                                                      : "server/discover";
}

/* What a program writes without ending the line, such as a question, is output as well. */
static void
look_for_output (McpSession *self)
{
  McpTransport *transport = self->life->transport;
  g_autoptr (GBytes) bytes = NULL;
  gint64 first_usec = 0;

  if (transport != NULL && MCP_IS_STDIO_TRANSPORT (transport))
    bytes = mcp_stdio_transport_dup_unfinished (MCP_STDIO_TRANSPORT (transport), 1, &first_usec);
  if (bytes != NULL)
    mcp_session_saw_output (self, first_usec);
}

/* A program takes too long: it said nothing, no message, or not the one that is waited for. */
static void
program_timed_out (McpSession *self,
                   gboolean    suspects_probe)
{
  McpStartClock *clock = self->life->clock;
  const char *name = mcp_profile_get_name (self->profile);
  double waited_sec = (g_get_monotonic_time () - mcp_start_clock_get_begun_usec (clock)) / 1e6;
  gboolean was_silent = mcp_start_clock_get_first_byte_usec (clock) == 0;
  const char *remedy;
  GError *error;

  if (was_silent)
    error = g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT, _("“%s” said nothing for %.3g s"), name, waited_sec);
  else if (mcp_start_clock_get_first_message_usec (clock) == 0)
    error = g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                         _("“%s” printed text and sent no message for %.3g s"), name, waited_sec);
  else
    error = g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT, _("“%s” did not answer %s (%.3g s after its start)"),
                         name, get_unanswered (self), waited_sec);

  if (suspects_probe)
    remedy = _("It may have stopped at server/discover: connect again, and it is sent initialize alone. If it only "
               "takes longer, as for a download, raise the start timeout (--timeout SECONDS).");
  else if (was_silent)
    remedy = _("Run the command in a terminal: does it wait for something, such as a "
               "download or a password? The start timeout can be raised in the "
               "server’s settings.");
  else
    remedy = _("Is this an MCP server, started in its stdio mode? What it printed is "
               "in the Console.");
  mcp_session_end_life (self, error, remedy);
}

static void
start_timed_out (gpointer owner)
{
  McpSession *self = owner;
  McpCall *initialize = mcp_call_table_find_kind (self->life->calls, MCP_REQUEST_INITIALIZE);
  gint64 waited_usec = g_get_monotonic_time () - mcp_start_clock_get_begun_usec (self->life->clock);
  GError *refusal = mcp_session_take_refusal (self);
  gboolean suspects_probe = mcp_session_suspects_probe (self);

  if (refusal != NULL)
    {
      end_refused (self, refusal);
      return;
    }
  if (mcp_profile_is_stdio (self->profile))
    {
      look_for_output (self);
      program_timed_out (self, suspects_probe);
      return;
    }

  if (initialize != NULL)
    mcp_session_http_timed_out (self, mcp_call_get_ticket (initialize));
  mcp_session_end_life (self,
                        g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                     _("“%s” did not answer in %.3g s"),
                                     mcp_profile_get_name (self->profile), waited_usec / 1e6),
                        NULL);
}

static void
still_starting (gpointer owner,
                guint    seconds)
{
  McpSession *self = owner;

  look_for_output (self);
  self->still_starting = seconds;
  if (self->still_starting >= STILL_STARTING_SECONDS)
    g_object_notify_by_pspec (G_OBJECT (self),
                              mcp_session_properties[MCP_SESSION_PROP_STILL_STARTING]);
}

McpStartClock *
mcp_session_make_clock (McpSession *self)
{
  static const McpStartClockFuncs funcs = { start_timed_out, still_starting };

  return mcp_start_clock_new (&funcs, self);
}

/* A complete message came: what is still waited for should come soon. */
void
mcp_session_saw_message (McpSession *self,
                         gint64      time_usec)
{
  if (self->life->state <= LIFE_HANDSHAKE)
    mcp_start_clock_saw_message (self->life->clock, time_usec);
}

/* On the way to an address each step has the shorter limit; an answer may take what a start may. */
void
mcp_session_saw_step (McpSession  *self,
                      McpStep      step,
                      McpStepPhase phase)
{
  if (step == MCP_STEP_RESPONSE && phase == MCP_STEP_BEGAN)
    {
      mcp_start_clock_wait_on (self->life->clock);
      mcp_session_probe_was_sent (self);
    }
  else if (step < MCP_STEP_RESPONSE && phase == MCP_STEP_SUCCEEDED)
    mcp_start_clock_expect_soon (self->life->clock, g_get_monotonic_time ());
}

void
mcp_session_saw_output (McpSession *self,
                        gint64      time_usec)
{
  McpLife *life = self->life;
  McpConnectStep *step = mcp_session_find_step (self, MCP_STEP_FIRST_OUTPUT);
  g_autofree char *detail = NULL;
  gint64 after_usec;

  if (life == NULL || life->state > LIFE_HANDSHAKE || !mcp_start_clock_saw_byte (life->clock, time_usec))
    return;

  after_usec = time_usec - mcp_start_clock_get_begun_usec (life->clock);
  if (mcp_profile_is_stdio (self->profile))
    self->spawn_usec = after_usec;
  detail = g_strdup_printf (_("after %.0f ms"), after_usec / 1000.0);
  if (step != NULL)
    mcp_connect_step_succeeded_at (step, time_usec, detail);
}

/* The clock runs from here: waiting for the user to unlock a keyring is nobody's delay. */
void
mcp_session_start_clock (McpSession *self)
{
  mcp_start_clock_begin (self->life->clock, mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_START),
                         mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_INITIALIZE));

  if (!mcp_profile_is_stdio (self->profile))
    mcp_start_clock_expect_soon (self->life->clock, mcp_start_clock_get_begun_usec (self->life->clock));
}

static void open_cancelled_cb (GCancellable *cancellable,
                               gpointer      user_data);

/* Gives the open task its answer, once. */
void
mcp_session_return_open (McpSession   *self,
                         const GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->open_task);

  if (task == NULL)
    return;

  /* The caller may cancel other things with it later; connecting is over. */
  if (g_task_get_cancellable (task) != NULL)
    g_signal_handlers_disconnect_by_func (g_task_get_cancellable (task), open_cancelled_cb, self);

  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);
}

/* Steps that this connection had no use for, such as TLS, are not left open. */
static void
close_steps (McpSession *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->steps)); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (G_LIST_MODEL (self->steps), i);

      if (mcp_connect_step_get_info (step)->state == MCP_STEP_RUNNING)
        mcp_connect_step_end (step, TRUE, NULL);
      else
        mcp_connect_step_skip (step, NULL);
    }
}

void
mcp_session_become_ready (McpSession *self)
{
  McpLife *life = self->life;
  guint attempt;

  mcp_session_stop_timers (self, life);
  life->state = LIFE_READY;
  mcp_start_clock_set_ready (life->clock);
  attempt = mcp_retry_is_trying (self->retry) ? mcp_retry_get_attempt (self->retry) : 0;
  mcp_retry_end_attempt (self->retry);
  mcp_session_end_step (self, MCP_STEP_HANDSHAKE, TRUE, mcp_version_to_string (mcp_session_get_version (self)));
  close_steps (self);
  mcp_session_set_state (self, MCP_SESSION_READY);
  mcp_session_check_required (self, mcp_profile_get_settings (self->profile)->require);
  if (self->auto_list)
    mcp_session_find_listeners_async (self, NULL, NULL, NULL);
  mcp_watchers_ready (self->watchers, attempt);
  mcp_session_return_open (self, NULL);
}

/* initialize failed: another way is tried, or @error (transfer full) is why there is no connection. */
void
mcp_session_refuse_handshake (McpSession *self,
                              GError     *error)
{
  if (mcp_session_fall_back (self, &error) || mcp_session_doubt_era (self, error))
    g_error_free (error);
  else
    end_refused (self, error);
}

static void
handshake_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpDialect *dialect = MCP_DIALECT (source);
  McpLife *life = self->life;
  g_autoptr (GError) error = NULL;
  gboolean done = MCP_DIALECT_GET_CLASS (dialect)->open_finish (dialect, result, &error);

  if (life == NULL || life->dialect != dialect || life->state != LIFE_HANDSHAKE)
    return; /* that life is over */

  if (!done)
    {
      if (!mcp_session_await_probe (self, error))
        mcp_session_refuse_handshake (self, g_steal_pointer (&error));
      return;
    }

  if (mcp_session_is_elsewhere (self))
    return;
  mcp_session_settle_legacy (self);
  mcp_session_become_ready (self);
}

/* The handshake of the era that was chosen or found. */
void
mcp_session_open_dialect (McpSession *self)
{
  McpLife *life = self->life;

  MCP_DIALECT_GET_CLASS (life->dialect)->open_async (life->dialect, self, life->cancellable,
                                                     handshake_cb, g_object_ref (self));
}

static const char *
get_spawn_advice (void)
{
  g_autofree char *permit_command = mcp_host_dup_permit_command ();

  return permit_command != NULL
           ? _("Let Sounder start programs of your system: run the command in a terminal, then "
               "start Sounder again.")
           : _("Check the command and the working directory.");
}

static void
transport_open_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpTransport *transport = MCP_TRANSPORT (source);
  McpLife *life = self->life;
  g_autoptr (GError) error = NULL;
  g_autofree char *outcome = NULL;
  gboolean opened = mcp_transport_open_finish (transport, result, &error);

  if (life == NULL || life->transport != transport || life->state != LIFE_OPENING)
    return;

  /* The first line; the rest stands once, in the error. */
  if (!opened)
    outcome = g_strndup (error->message, strcspn (error->message, "\n"));
  mcp_session_end_step (self, MCP_STEP_SPAWN, opened, outcome);

  if (!opened)
    {
      mcp_session_note (self, "failed", "%s", error->message);
      mcp_session_end_life (self, g_steal_pointer (&error),
                            mcp_profile_is_stdio (self->profile) ? get_spawn_advice () : NULL);
      return;
    }

  life->state = LIFE_HANDSHAKE;
  mcp_session_begin_step (self, MCP_STEP_FIRST_OUTPUT);
  if (!MCP_IS_HTTP_TRANSPORT (transport))
    mcp_start_clock_wait_on (life->clock);
  if (self->bare)
    mcp_session_become_bare (self);
  else
    mcp_session_begin_handshake (self);
}

static McpChannel
channel_of (McpReach reach)
{
  switch (reach)
    {
    case MCP_REACH_HTTP:
      return MCP_CHANNEL_HTTP;
    case MCP_REACH_WEBSOCKET:
      return MCP_CHANNEL_WS;
    case MCP_REACH_SOCKET:
      return MCP_CHANNEL_SOCKET;
    case MCP_REACH_TCP:
      return MCP_CHANNEL_TCP;
    case MCP_REACH_STDIO:
    case MCP_REACH_UNKNOWN:
    default:
      return MCP_CHANNEL_STDIO;
    }
}

/* Gives the life its transport and opens it. */
void
mcp_session_start_transport (McpSession   *self,
                             McpTransport *transport)
{
  /* The last step of every way to a server is the handshake; how it goes depends on the era. */
  static const McpStep era_and_handshake[] = { MCP_STEP_ERA, MCP_STEP_HANDSHAKE };
  McpLife *life = self->life;
  const McpStep *steps;
  gsize n_steps;

  mcp_session_learn_environ (self);
  life->state = LIFE_OPENING;
  life->transport = transport;
  life->channel = channel_of (mcp_profile_get_reach (self->profile));
  mcp_exchange_numbers_restart (self->exchange_numbers);

  steps = mcp_transport_get_steps (transport, &n_steps);
  mcp_session_add_steps (self, steps, n_steps - 1);
  if (mcp_session_probes_era (self))
    mcp_session_add_steps (self, era_and_handshake, 2);
  else
    mcp_session_add_steps (self, era_and_handshake + 1, 1);
  mcp_session_begin_step (self, MCP_STEP_SPAWN);

  mcp_transport_set_sink (transport, MCP_TRANSPORT_SINK (self));
  mcp_transport_open_async (transport, life->cancellable, transport_open_cb, g_object_ref (self));
}

/* What the last life left is the past: its answers move to "previous". */
static void
begin_life (McpSession *self)
{
  self->n_lives++;
  mcp_failure_clear (&self->failure);
  mcp_negotiation_begin (self->negotiation);
  g_clear_object (&self->certificate);
  g_queue_clear_full (&self->stderr_tail, g_free);
  self->has_exit = FALSE;
  self->n_dropped_bytes = 0;
  g_list_store_remove_all (self->subscriptions);
  self->spawn_usec = -1;

  mcp_watchers_begin (self->watchers);
  g_list_store_remove_all (self->steps);
  mcp_journal_set_limit (self->journal, mcp_profile_get_settings (self->profile)->max_journal_bytes);
  mcp_journal_set_memory_limit (self->journal,
                                mcp_profile_get_settings (self->profile)->max_memory_bytes);
  self->life = mcp_life_new (self);
  mcp_session_negotiated (self);
  self->life_serial = mcp_journal_get_n_records (self->journal) + 1;
  mcp_session_note (self, "life", _("connection %u"), self->n_lives);
}

static void
open_cancelled_cb (GCancellable *cancellable,
                   gpointer      user_data)
{
  McpSession *self = user_data;

  mcp_session_end_life (self,
                        g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                             _("connecting was cancelled")),
                        NULL);
}

/* There is no life: the session is closed, with the reason. */
static void
refuse_open (McpSession *self,
             GTask      *task,
             GError     *error)
{
  gboolean lacks_consent = g_error_matches (error, MCP_ERROR, MCP_ERROR_CONSENT);
  gboolean lacks_input = g_error_matches (error, MCP_ERROR, MCP_ERROR_INPUT);

  mcp_failure_clear (&self->failure);
  self->failure.error = g_error_copy (error);
  if (task != NULL)
    g_task_return_error (task, error);
  else
    g_error_free (error);
  g_clear_object (&task);
  mcp_session_set_state (self, MCP_SESSION_CLOSED);
  if (lacks_consent)
    g_signal_emit (self, mcp_session_signals[MCP_SESSION_CONSENT_NEEDED], 0);
  if (lacks_input)
    g_signal_emit (self, mcp_session_signals[MCP_SESSION_INPUT_NEEDED], 0);
}

/*
 * What is connected to is the profile with its variables filled in; what cannot be yet stays as it
 * is written.
 */
void
mcp_session_fill_in (McpSession *self,
                     GHashTable *values)
{
  g_clear_pointer (&self->values, g_hash_table_unref);
  g_clear_object (&self->filled);
  if (values != NULL)
    self->values = g_hash_table_ref (values);
  self->filled = mcp_variables_resolve (self->profile, values, NULL);
}

/* Begins a life, for @task or, with none, because we connect again by ourselves. */
void
mcp_session_open (McpSession *self,
                  GTask      *task)
{
  GCancellable *cancellable = task != NULL ? g_task_get_cancellable (task) : NULL;
  gboolean secrets;
  gboolean from_host = mcp_connector_needs_environ (self->profile);
  McpTransport *transport = NULL;
  g_autoptr (GError) error = NULL;

  /* Before a keyring is opened for it. What the host knows is filled in when it is known. */
  if (!mcp_consent_check (self->profile, &error)
      || (!from_host && !mcp_variables_check (self->profile, &error)))
    {
      refuse_open (self, task, g_steal_pointer (&error));
      return;
    }

  secrets = !from_host && mcp_connector_needs_secrets (self->profile);
  mcp_session_fill_in (self, NULL);
  mcp_session_program_starts (self);
  mcp_session_auth_begins (self);
  if (!secrets && !from_host)
    transport = mcp_connector_make_transport (self->profile, NULL, NULL, mcp_session_get_authorizer (self),
                                              mcp_session_get_way (self), &error);

  if (error != NULL)
    {
      refuse_open (self, task, g_steal_pointer (&error));
      return;
    }

  self->open_task = task;
  begin_life (self);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (open_cancelled_cb), self, 0);

  if (secrets)
    {
      mcp_session_read_secrets (self);
    }
  else if (from_host)
    {
      mcp_session_load_environ (self);
    }
  else
    {
      mcp_session_start_clock (self);
      mcp_session_start_transport (self, transport);
    }

  mcp_session_set_state (self, MCP_SESSION_STARTING);
}

/**
 * mcp_session_open_async:
 * @self: a session that is idle, closed or waiting
 * @callback: called when it is ready, or has failed and is closed again
 *
 * Begins a life: reads what secrets it needs, reaches the server and does the handshake
 * (basic/lifecycle). The journal goes on with a mark. A session that waits to connect again stops
 * waiting. What nobody has agreed to fails with %MCP_ERROR_CONSENT: see mcp_consent_give();
 * what a person has to fill in first with %MCP_ERROR_INPUT: see mcp_variables_list().
 */
void
mcp_session_open_async (McpSession          *self,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_open_async);
  g_task_set_check_cancellable (task, FALSE);

  if (self->state == MCP_SESSION_RECORDED)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_USAGE,
                               _("“%s” is a recording: there is no server to connect to"),
                               mcp_profile_get_name (self->profile));
      return;
    }

  if (self->life != NULL)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is connected already"),
                               mcp_profile_get_name (self->profile));
      return;
    }

  mcp_session_forget_retry (self);
  mcp_session_open (self, g_steal_pointer (&task));
}

gboolean
mcp_session_open_finish (McpSession    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
