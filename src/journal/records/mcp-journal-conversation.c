/* mcp-journal-conversation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"

/* Calls that took several requests. */

/* That what belongs to the call belongs to another now. */
static void
mark_all (McpJournal *self,
          guint       serial)
{
  const McpJournalExchange *exchange = mcp_journal_get_exchange (self, serial);

  mcp_journal_mark_changed (self, serial);
  if (exchange != NULL)
    mcp_journal_mark_changed (self, exchange->first);
}

/**
 * mcp_journal_set_conversation:
 * @first_serial: of the first request of the call that it belongs to
 *
 * Links the records of a call that takes several requests: each round of input (2026-07-28,
 * basic/patterns/mrtr) has an id of its own. Few calls do, so the link stands beside the index.
 */
void
mcp_journal_set_conversation (McpJournal *self,
                              guint       serial,
                              guint       first_serial)
{
  g_return_if_fail (MCP_IS_JOURNAL (self));
  g_return_if_fail (mcp_journal_get_slot (self, serial) != NULL);

  if (self->conversations == NULL)
    self->conversations = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (self->conversations, GUINT_TO_POINTER (serial),
                       GUINT_TO_POINTER (first_serial));
  mcp_spool_remark (self->spool, MCP_SPOOL_CONVERSATION, serial, first_serial, NULL);
  mark_all (self, serial);
}

static guint
get_first_request (McpJournal *self,
                   guint       serial)
{
  guint first = mcp_journal_get_conversation (self, serial);

  return first != 0 ? first : serial;
}

/**
 * mcp_journal_get_call:
 * @serial: of a record
 *
 * Gets what stands for the whole that a record is part of: a call with its rounds, answers, progress,
 * what was sent to cancel it and its HTTP exchanges; an exchange without a message; or the record.
 * What a server asks on the stream of a call is a call of its own.
 *
 * Returns: a serial, of the first request of a call, of the request of an exchange, or @serial
 */
guint
mcp_journal_get_call (McpJournal *self,
                      guint       serial)
{
  const McpJournalExchange *exchange;
  const McpSlot *slot;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  slot = mcp_journal_get_slot (self, serial);
  g_return_val_if_fail (slot != NULL, 0);

  if (slot->kind == MCP_RECORD_REQUEST)
    return get_first_request (self, serial);
  if ((slot->kind == MCP_RECORD_RESULT || slot->kind == MCP_RECORD_ERROR) && slot->pair != 0)
    return get_first_request (self, slot->pair);
  if (slot->kind == MCP_RECORD_NOTIFICATION && slot->next_waiting != 0)
    return get_first_request (self, slot->next_waiting);

  exchange = mcp_journal_get_exchange (self, serial);
  if (exchange == NULL || exchange->message == serial)
    return serial;
  if (exchange->message != 0)
    return mcp_journal_get_call (self, exchange->message);

  return mcp_record_kind_is_transport (slot->kind) ? exchange->first : serial;
}

guint
mcp_journal_get_conversation (McpJournal *self,
                              guint       serial)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  if (self->conversations == NULL)
    return 0;

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->conversations, GUINT_TO_POINTER (serial)));
}

static int
compare_serials (gconstpointer a,
                 gconstpointer b)
{
  guint first = *(const guint *) a;
  guint second = *(const guint *) b;

  return (first > second) - (first < second);
}

/**
 * mcp_journal_dup_conversation:
 * @serial: of a record: a request of the call, or an answer to one
 *
 * Gets all requests and answers of a call that took several requests, in order. Costs a step for
 * each round of any call.
 *
 * Returns: (transfer full) (element-type guint): the serials, none when it is no such call
 */
GArray *
mcp_journal_dup_conversation (McpJournal *self,
                              guint       serial)
{
  GArray *serials = NULL;
  GHashTableIter iter;
  gpointer key;
  gpointer value;
  guint first;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);
  g_return_val_if_fail (mcp_journal_get_slot (self, serial) != NULL, NULL);

  serials = g_array_new (FALSE, FALSE, sizeof (guint));
  first = mcp_journal_get_conversation (self, serial);
  if (first == 0)
    first = mcp_journal_get_conversation (self, mcp_journal_get_slot (self, serial)->pair);
  if (first == 0)
    return serials;

  g_hash_table_iter_init (&iter, self->conversations);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      guint request = GPOINTER_TO_UINT (key);
      guint answer = mcp_journal_get_slot (self, request)->pair;

      if (GPOINTER_TO_UINT (value) != first)
        continue;
      g_array_append_val (serials, request);
      if (answer != 0 && mcp_journal_get_conversation (self, answer) == 0)
        g_array_append_val (serials, answer);
    }
  g_array_sort (serials, compare_serials);

  return serials;
}
