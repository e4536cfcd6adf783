/* mcp-call-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-call"

#include "config.h"

#include "mcp-call-struct-private.h"
#include "mcp-error.h"

/* What a session does to a call: from queued to done or failed. */

static void
set_state (McpCall      *self,
           McpCallState  state)
{
  if (self->state == state)
    return;

  self->state = state;
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
  g_assert (self->state == MCP_CALL_NEW);

  self->id = mcp_id_ref (id);
  self->started_usec = g_get_monotonic_time ();
  self->owner = owner;
  self->owner_data = user_data;
  set_state (self, MCP_CALL_QUEUED);
}

/* It was refused before anybody looked at it, and goes out once more under another id. */
void
mcp_call_requeue (McpCall *self,
                  McpId   *id)
{
  g_clear_pointer (&self->id, mcp_id_unref);
  self->id = mcp_id_ref (id);
  self->requeued = TRUE;
  self->serial = 0;
  self->sent_usec = 0;
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
  McpCallRound round = { self->serial, answer_serial, g_strdup (request_state) };

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
  if (self->first_serial == 0)
    self->first_serial = self->serial;
}

/* 0 for a call of one request. */
guint
mcp_call_get_first_serial (McpCall *self)
{
  return self->first_serial;
}

/* It belongs to the conversation that began with that record. */
void
mcp_call_set_first_serial (McpCall *self,
                           guint    serial)
{
  self->first_serial = serial;
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
  self->serial = serial;
  self->queued_usec = first_usec - (self->requeued ? queued_usec : self->started_usec);
  self->sent_usec = last_usec;

  if (self->state == MCP_CALL_QUEUED)
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

  self->progress = progress;
  self->progress_total = total;
  g_object_notify_by_pspec (object, mcp_call_properties[MCP_CALL_PROP_PROGRESS]);

  if (g_strcmp0 (self->progress_message, message) != 0)
    {
      g_free (self->progress_message);
      self->progress_message = g_strdup (message);
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
  g_assert (self->answer == NULL);

  self->answer = mcp_message_ref (answer);
  self->answer_serial = serial;

  if (self->sent_usec > 0)
    self->latency_usec = MAX (time_usec - self->sent_usec, 0);
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

      self->error_object = mcp_message_get_part (answer, mcp_message_get_scan (answer)->error);
      mcp_message_get_error_code (answer, &self->error_code);
      self->error = g_error_new_literal (MCP_ERROR, MCP_ERROR_SERVER, message);
      finish (self, MCP_CALL_FAILED);
      return;
    }

  self->is_tool_error = !!is_tool_error;
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

  self->error = error;
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

gint64
mcp_call_get_sent_usec (McpCall *self)
{
  return self->sent_usec;
}

McpCallLimits *
mcp_call_get_limits (McpCall *self)
{
  return &self->limits;
}
