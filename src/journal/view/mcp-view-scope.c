/* mcp-view-scope.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"
#include "mcp-journal-view-private.h"

/* What the bits of a scope mean. */

/* A message, or what came where one should; and what asks for a token, which is part of no message. */
static gboolean
is_message_row (const McpSlot *slot)
{
  if (slot->channel == MCP_CHANNEL_AUTH)
    return slot->kind == MCP_RECORD_HTTP_REQUEST;

  return (mcp_channel_carries_messages (slot->channel) || slot->channel == MCP_CHANNEL_NOISE)
         && !mcp_record_kind_is_transport (slot->kind);
}

static gboolean
is_console (McpJournal    *journal,
            guint          serial,
            const McpSlot *slot)
{
  switch ((McpRecordKind) slot->kind)
    {
    case MCP_RECORD_NOISE:
      return slot->channel != MCP_CHANNEL_AUTH;
    case MCP_RECORD_OVERSIZED:
    case MCP_RECORD_STDERR:
    case MCP_RECORD_SPAWN:
    case MCP_RECORD_EXIT:
      return TRUE;
    case MCP_RECORD_NOTIFICATION:
      return g_strcmp0 (mcp_journal_get_method (journal, serial), "notifications/message") == 0;
    case MCP_RECORD_INVALID:
    case MCP_RECORD_REQUEST:
    case MCP_RECORD_RESULT:
    case MCP_RECORD_ERROR:
    case MCP_RECORD_BATCH:
    case MCP_RECORD_PENDING:
    case MCP_RECORD_NOTE:
    case MCP_RECORD_HTTP_REQUEST:
    case MCP_RECORD_HTTP_HEAD:
    case MCP_RECORD_HTTP_END:
    case MCP_RECORD_EVENT:
    case MCP_RECORD_COMMENT:
    case MCP_RECORD_HTTP_BODY:
    case MCP_N_RECORD_KINDS:
    default:
      return slot->channel == MCP_CHANNEL_STDERR;
    }
}

/* A probe of health, its answer, and all that HTTP says around the two. */
static gboolean
is_of_probe (McpJournal    *journal,
             guint          serial,
             const McpSlot *slot,
             const McpSlot *pair)
{
  const McpJournalExchange *exchange = NULL;

  if (mcp_slot_is_health_probe (slot) || mcp_slot_is_health_probe (pair))
    return TRUE;
  if (mcp_record_kind_is_transport (slot->kind))
    exchange = mcp_journal_get_exchange (journal, serial);

  return exchange != NULL
         && mcp_slot_is_health_probe (mcp_journal_get_slot (journal, exchange->message));
}

/**
 * mcp_journal_count_output:
 * @first: a serial
 * @last: a serial, of a record that is there
 *
 * Counts what a server has printed and logged, without a view: of #MCP_VIEW_CONSOLE all but what
 * Sounder itself says.
 *
 * Returns: how many records from @first to @last, both counted
 */
guint
mcp_journal_count_output (McpJournal *journal,
                          guint       first,
                          guint       last)
{
  guint n = 0;

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), 0);
  g_return_val_if_fail (last <= mcp_journal_get_n_records (journal), 0);

  for (guint serial = MAX (first, 1); serial <= last; serial++)
    {
      const McpSlot *slot = mcp_journal_get_slot (journal, serial);

      if (slot->kind != MCP_RECORD_SPAWN && slot->kind != MCP_RECORD_EXIT
          && slot->kind != MCP_RECORD_NOTE && is_console (journal, serial, slot))
        n++;
    }

  return n;
}

/*
 * mcp_view_scope_takes:
 * @scope: #McpViewScope
 * @serial: of one of its records
 *
 * Gets whether a view with this scope takes a record. Without any bit that adds rows, it takes all.
 *
 * Returns: %TRUE when it does
 */
gboolean
mcp_view_scope_takes (guint       scope,
                      McpJournal *journal,
                      guint       serial)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);
  const McpSlot *pair = mcp_journal_get_slot (journal, slot->pair);

  if ((scope & MCP_VIEW_NO_PROBES) != 0 && is_of_probe (journal, serial, slot, pair))
    return FALSE;

  scope &= ~MCP_VIEW_NO_PROBES;
  if (scope == 0)
    return TRUE;

  if ((scope & MCP_VIEW_MESSAGES) != 0 && is_message_row (slot))
    return TRUE;
  if ((scope & MCP_VIEW_TRANSPORT) != 0 && mcp_record_kind_is_transport (slot->kind))
    return TRUE;
  if ((scope & MCP_VIEW_REQUESTS) != 0
      && (slot->kind == MCP_RECORD_REQUEST || slot->kind == MCP_RECORD_RESULT
          || slot->kind == MCP_RECORD_ERROR))
    return TRUE;
  if ((scope & MCP_VIEW_NOTIFICATIONS) != 0 && slot->kind == MCP_RECORD_NOTIFICATION)
    return TRUE;
  if ((scope & MCP_VIEW_NOTES) != 0
      && (slot->channel == MCP_CHANNEL_PROCESS || slot->channel == MCP_CHANNEL_SESSION))
    return TRUE;
  if ((scope & MCP_VIEW_ERRORS) != 0 && mcp_slot_is_error (slot, pair))
    return TRUE;

  return (scope & MCP_VIEW_CONSOLE) != 0 && is_console (journal, serial, slot);
}

static void
count_hidden (McpJournalView *self,
              guint           serial,
              McpViewHidden  *hidden)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  const McpSlot *pair = mcp_journal_get_slot (self->journal, slot->pair);

  if (mcp_record_kind_is_transport (slot->kind) && (self->scope & MCP_VIEW_TRANSPORT) == 0)
    hidden->n_transport++;
  else if ((self->scope & MCP_VIEW_NO_PROBES) != 0
           && is_of_probe (self->journal, serial, slot, pair))
    hidden->n_probes++;
  else if (serial <= self->hidden_until)
    hidden->n_cleared++;
  else if (!mcp_view_scope_takes (self->scope, self->journal, serial))
    hidden->n_scope++;
  else
    hidden->n_query++;
}

/**
 * mcp_journal_view_count_hidden:
 * @scope: #McpViewScope: what counts at all
 * @hidden: (out): why how many do not match
 *
 * Looks through the journal for records that do not match, and why. It takes some thirty milliseconds
 * for a million: for a list that is empty, not for each frame.
 */
void
mcp_journal_view_count_hidden (McpJournalView *self,
                               guint           scope,
                               McpViewHidden  *hidden)
{
  GArray *matches;
  guint n_records;
  guint at = 0;

  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));

  *hidden = (McpViewHidden) { 0 };
  n_records = self->journal != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->journal)) : 0;
  matches = mcp_journal_view_get_matches (self);
  for (guint serial = 1; serial <= n_records; serial++)
    {
      while (at < matches->len && g_array_index (matches, guint, at) < serial)
        at++;
      if ((at == matches->len || g_array_index (matches, guint, at) != serial)
          && mcp_view_scope_takes (scope, self->journal, serial))
        count_hidden (self, serial, hidden);
    }
}
