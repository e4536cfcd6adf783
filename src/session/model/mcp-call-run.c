/* mcp-call-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-call-struct-private.h"
#include "mcp-error.h"

/* What a session does to a call, from queued to done or failed, and what became of it. */

static void
set_state (McpCall      *self,
           McpCallState  state)
{
  if (self->outcome.state == state)
    return;

  self->outcome.state = state;
  g_object_notify_by_pspec (G_OBJECT (self), mcp_call_properties[MCP_CALL_PROP_STATE]);
}

/* The last step of every call. Holds a reference: the handlers may drop theirs. */
static void
finish (McpCall      *self,
        McpCallState  state)
{
  g_autoptr (McpCall) alive = g_object_ref (self);
  const McpCallOwner *owner = g_steal_pointer (&self->owner);

  set_state (alive, state);
  if (owner != NULL)
    owner->finished (alive, self->owner_data);
  if (self->finished_func != NULL)
    self->finished_func (alive, self->finished_data);
  g_signal_emit (alive, mcp_call_signals[MCP_CALL_FINISHED], 0);
}

void
mcp_call_queue (McpCall            *self,
                McpId              *id,
                const McpCallOwner *owner,
                gpointer            user_data)
{
  g_assert (self->outcome.state == MCP_CALL_NEW);

  self->outcome.id = mcp_id_ref (id);
  self->outcome.started_usec = g_get_monotonic_time ();
  self->owner = owner;
  self->owner_data = user_data;
  set_state (self, MCP_CALL_QUEUED);
}

/* It was refused before anybody looked at it, and goes out once more under another id. */
void
mcp_call_requeue (McpCall *self,
                  McpId   *id)
{
  g_clear_pointer (&self->outcome.id, mcp_id_unref);
  self->outcome.id = mcp_id_ref (id);
  self->requeued = TRUE;
  self->outcome.serial = 0;
  self->outcome.sent_usec = 0;
  self->ticket = 0;
  set_state (self, MCP_CALL_QUEUED);
}

/* What is sent: the caller's params, or those of the present round. */
void
mcp_call_set_wire_params (McpCall    *self,
                          const char *params)
{
  g_free (self->wire_params);
  self->wire_params = g_strdup (params);
}

const char *
mcp_call_get_wire_params (McpCall *self)
{
  return self->wire_params != NULL ? self->wire_params : self->params;
}

static void
clear_round (gpointer data)
{
  McpCallRound *round = data;

  g_free ((char *) round->request_state);
}

void
mcp_call_add_round (McpCall    *self,
                    guint       answer_serial,
                    const char *request_state)
{
  McpCallRound round = { self->outcome.serial, answer_serial, g_strdup (request_state) };

  if (self->rounds == NULL)
    {
      self->rounds = g_array_new (FALSE, FALSE, sizeof (McpCallRound));
      g_array_set_clear_func (self->rounds, clear_round);
    }
  mcp_call_note_first (self);

  g_array_append_val (self->rounds, round);
  g_signal_emit (self, mcp_call_signals[MCP_CALL_ROUND], 0);
}

/* More requests will follow: the present one is the first, or one of those that follow. */
void
mcp_call_note_first (McpCall *self)
{
  if (self->outcome.first_serial == 0)
    self->outcome.first_serial = self->outcome.serial;
}

/* It belongs to the conversation that began with that record. */
void
mcp_call_set_first_serial (McpCall *self,
                           guint    serial)
{
  self->outcome.first_serial = serial;
}

void
mcp_call_set_made_task (McpCall *self,
                        McpTask *task)
{
  g_set_object (&self->made_task, task);
}

gboolean
mcp_call_was_requeued (McpCall *self)
{
  return self->requeued;
}

void
mcp_call_set_sent (McpCall *self,
                   guint    serial,
                   gint64   queued_usec,
                   gint64   first_usec,
                   gint64   last_usec)
{
  self->outcome.serial = serial;
  self->outcome.queued_usec = first_usec - (self->requeued ? queued_usec : self->outcome.started_usec);
  self->outcome.sent_usec = last_usec;

  if (self->outcome.state == MCP_CALL_QUEUED)
    set_state (self, MCP_CALL_SENT);
}

void
mcp_call_add_progress (McpCall    *self,
                       double      progress,
                       double      total,
                       const char *message)
{
  GObject *object = G_OBJECT (self);

  g_object_freeze_notify (object);

  self->outcome.progress = progress;
  self->outcome.progress_total = total;
  g_object_notify_by_pspec (object, mcp_call_properties[MCP_CALL_PROP_PROGRESS]);

  if (g_strcmp0 (self->outcome.progress_message, message) != 0)
    {
      g_free (self->outcome.progress_message);
      self->outcome.progress_message = g_strdup (message);
      g_object_notify_by_pspec (object, mcp_call_properties[MCP_CALL_PROP_PROGRESS_MESSAGE]);
    }

  g_object_thaw_notify (object);
}

void
mcp_call_notify_message (McpCall    *self,
                         McpMessage *notification)
{
  if (g_signal_has_handler_pending (self, mcp_call_signals[MCP_CALL_NOTIFICATION], 0, FALSE))
    g_signal_emit (self, mcp_call_signals[MCP_CALL_NOTIFICATION], 0, notification);
}

/* Notes the answer without finishing: a broken one fails the call, yet is still shown with it. */
void
mcp_call_set_answer (McpCall    *self,
                     McpMessage *answer,
                     guint       serial,
                     gint64      time_usec)
{
  g_assert (self->outcome.answer == NULL);

  self->outcome.answer = mcp_message_ref (answer);
  self->outcome.answer_serial = serial;

  if (self->outcome.sent_usec > 0)
    self->outcome.latency_usec = MAX (time_usec - self->outcome.sent_usec, 0);
}

void
mcp_call_complete (McpCall    *self,
                   McpMessage *answer,
                   guint       serial,
                   gint64      time_usec,
                   gboolean    is_tool_error)
{
  mcp_call_set_answer (self, answer, serial, time_usec);

  if (mcp_message_get_kind (answer) == MCP_MESSAGE_ERROR)
    {
      g_autofree char *message = mcp_call_describe_refusal (answer);

      self->outcome.error_object = mcp_message_get_part (answer, mcp_message_get_scan (answer)->error);
      mcp_message_get_error_code (answer, &self->outcome.error_code);
      self->outcome.error = g_error_new_literal (MCP_ERROR, MCP_ERROR_SERVER, message);
      finish (self, MCP_CALL_FAILED);
      return;
    }

  self->outcome.is_tool_error = !!is_tool_error;
  finish (self, MCP_CALL_DONE);
}

/* Takes the error. */
void
mcp_call_fail (McpCall *self,
               GError  *error)
{
  if (mcp_call_is_finished (self))
    {
      g_error_free (error);
      return;
    }

  self->outcome.error = error;
  finish (self, MCP_CALL_FAILED);
}

void
mcp_call_set_ticket (McpCall *self,
                     guint64  ticket)
{
  self->ticket = ticket;
}

guint64
mcp_call_get_ticket (McpCall *self)
{
  return self->ticket;
}

McpCallLimits *
mcp_call_get_limits (McpCall *self)
{
  return &self->limits;
}

/* --- What became of it --- */

const McpCallOutcome *
mcp_call_get_outcome (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return &self->outcome;
}

gboolean
mcp_call_is_finished (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), TRUE);

  return self->outcome.state >= MCP_CALL_DONE;
}

/**
 * mcp_call_get_n_rounds:
 *
 * Counts how often the server asked for input before it answered (2026-07-28,
 * basic/patterns/mrtr).
 *
 * Returns: the number of rounds; 0 for a call that was answered at once
 */
guint
mcp_call_get_n_rounds (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->rounds != NULL ? self->rounds->len : 0;
}

/**
 * mcp_call_get_round:
 * @i: which round, from 0
 * @round: (out): where to put it; valid while the call is
 *
 * Gets one of the times the server asked for input.
 *
 * Returns: %FALSE if there were not so many
 */
gboolean
mcp_call_get_round (McpCall      *self,
                    guint         i,
                    McpCallRound *round)
{
  g_return_val_if_fail (MCP_IS_CALL (self), FALSE);

  if (i >= mcp_call_get_n_rounds (self))
    return FALSE;

  *round = g_array_index (self->rounds, McpCallRound, i);

  return TRUE;
}

/**
 * mcp_call_get_result:
 *
 * Gets the result's own tokens, as they were on the wire.
 *
 * Returns: (transfer none) (nullable): JSON text, or %NULL unless the call is done
 */
GBytes *
mcp_call_get_result (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  if (self->result == NULL && self->outcome.state == MCP_CALL_DONE)
    self->result = mcp_message_get_part (self->outcome.answer, mcp_message_get_scan (self->outcome.answer)->result);

  return self->result;
}
