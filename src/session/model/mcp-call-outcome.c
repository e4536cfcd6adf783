/* mcp-call-outcome.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-call"

#include "config.h"

#include "mcp-call-struct-private.h"

/* What became of a call: how far it is, its rounds, its times, its answer. */

McpCallState
mcp_call_get_state (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), MCP_CALL_FAILED);

  return self->state;
}

gboolean
mcp_call_is_finished (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), TRUE);

  return self->state >= MCP_CALL_DONE;
}

/* (transfer none) (nullable): before it was queued, none. */
McpId *
mcp_call_get_id (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->id;
}

guint
mcp_call_get_serial (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->serial;
}

guint
mcp_call_get_answer_serial (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->answer_serial;
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
 * mcp_call_get_latency_usec:
 *
 * Gets the round-trip time: from the last byte of the request to the last of the answer.
 *
 * Returns: microseconds, or -1 when there was no answer
 */
gint64
mcp_call_get_latency_usec (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), -1);

  return self->latency_usec;
}

/**
 * mcp_call_get_queued_usec:
 *
 * Gets how long the request waited in our own queue: time that is not the server's.
 *
 * Returns: microseconds
 */
gint64
mcp_call_get_queued_usec (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->queued_usec;
}

gint64
mcp_call_get_started_usec (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->started_usec;
}

McpMessage *
mcp_call_get_answer (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->answer;
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

  if (self->result == NULL && self->state == MCP_CALL_DONE)
    self->result = mcp_message_get_part (self->answer, mcp_message_get_scan (self->answer)->result);

  return self->result;
}

const GError *
mcp_call_get_error (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->error;
}

gint64
mcp_call_get_error_code (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->error_code;
}

GBytes *
mcp_call_get_error_object (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->error_object;
}

/**
 * mcp_call_is_tool_error:
 *
 * Gets whether the tool said that it failed (`isError`, server/tools), which is a result, not
 * a protocol error.
 *
 * Returns: %TRUE for a result with `isError` true
 */
gboolean
mcp_call_is_tool_error (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), FALSE);

  return self->is_tool_error;
}

double
mcp_call_get_progress (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), -1);

  return self->progress;
}

double
mcp_call_get_progress_total (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), -1);

  return self->progress_total;
}

const char *
mcp_call_get_progress_message (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->progress_message;
}
