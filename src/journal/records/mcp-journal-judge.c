/* mcp-journal-judge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"

/* What counts as an error: asked here by lists, lanes and rows, so that all of them agree. */

static gboolean
has_failed (const McpSlot *slot)
{
  return slot->kind == MCP_RECORD_ERROR || slot->kind == MCP_RECORD_INVALID
         || slot->kind == MCP_RECORD_OVERSIZED || slot->status == MCP_STATUS_ERROR
         || slot->status == MCP_STATUS_TIMED_OUT || slot->status == MCP_STATUS_ORPHAN
         || (slot->status == MCP_STATUS_LOST && (slot->flags & MCP_RECORD_FLAG_LASTING) == 0)
         || (slot->flags & MCP_RECORD_FLAG_TOOL_ERROR) != 0;
}

static gboolean
has_broken_a_rule (const McpSlot *slot)
{
  return (slot->flags & MCP_RECORD_FLAG_ERROR_FINDING) != 0;
}

static gboolean
is_probe (const McpSlot *slot)
{
  return (slot->flags & (MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA)) != 0;
}

/*
 * mcp_slot_is_error:
 * @slot: of a record
 * @pair: (nullable): of its other half
 *
 * Gets whether a record is of what went wrong: failed answers and tools, what got no answer, what is
 * no message, failed exits, and what a finding calls an error. Both halves of an exchange are. Not
 * what Sounder probes with, nor what was cancelled, which went as it was wanted; nor a warning.
 */
gboolean
mcp_slot_is_error (const McpSlot *slot,
                   const McpSlot *pair)
{
  if (has_broken_a_rule (slot))
    return TRUE;
  if (is_probe (slot) || (pair != NULL && is_probe (pair)))
    return FALSE;
  if (slot->status == MCP_STATUS_CANCELLED
      || (pair != NULL && pair->status == MCP_STATUS_CANCELLED))
    return FALSE;

  return has_failed (slot) || (pair != NULL && has_failed (pair));
}

/* Gets whether it is one of those that a view with #MCP_VIEW_ERRORS takes. */
gboolean
mcp_record_is_error (McpRecord *self)
{
  McpJournal *journal;
  const McpSlot *slot;

  g_return_val_if_fail (MCP_IS_RECORD (self), FALSE);

  journal = mcp_record_get_journal (self);
  slot = mcp_journal_get_slot (journal, mcp_record_get_serial (self));

  return mcp_slot_is_error (slot, mcp_journal_get_slot (journal, slot->pair));
}
