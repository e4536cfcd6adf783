/* mcp-journal-view-fold.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"
#include "mcp-journal-view-private.h"
#include "mcp-serials.h"

/*
 * What matches, and the rows that are made of it.
 *
 * A row is a record that matches. Where rows are folded it is a call of which at least one record
 * does: eight bytes for each record of the journal say which call each match is counted with, and how
 * many of a call match. To which call a record belongs may change while it is young: then it has
 * changed, is asked again, and is counted with the other.
 */

static guint *
get_entry (GArray *array,
           guint   serial)
{
  if (serial >= array->len)
    g_array_set_size (array, MAX (serial + 1, array->len + array->len / 2));

  return &g_array_index (array, guint, serial);
}

/* What is there already of a line that grows is no size yet. */
static void
add_bytes (McpJournalView *self,
           guint           serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);

  if (slot->kind != MCP_RECORD_PENDING)
    {
      self->n_bytes += slot->size;
      return;
    }

  if (self->growing == NULL)
    self->growing = g_hash_table_new (NULL, NULL);
  g_hash_table_add (self->growing, GUINT_TO_POINTER (serial));
}

static void
remove_bytes (McpJournalView *self,
              guint           serial)
{
  if (self->growing == NULL || !g_hash_table_remove (self->growing, GUINT_TO_POINTER (serial)))
    self->n_bytes -= mcp_journal_get_slot (self->journal, serial)->size;
}

static void
update_bytes (McpJournalView *self,
              guint           serial)
{
  if (self->growing != NULL && g_hash_table_remove (self->growing, GUINT_TO_POINTER (serial)))
    add_bytes (self, serial);
}

/* Counts a match with its call, and notes which calls that touches. */
static void
count (McpJournalView *self,
       guint           serial,
       gboolean        matches,
       GArray         *touched)
{
  guint *counted = get_entry (self->calls, serial);
  guint before = *counted;
  guint after = matches ? mcp_journal_get_call (self->journal, serial) : 0;

  *counted = after;
  if (before != after && before != 0)
    (*get_entry (self->counts, before))--;
  if (before != after && after != 0)
    (*get_entry (self->counts, after))++;
  if (before != 0)
    g_array_append_val (touched, before);
  if (after != 0 && after != before)
    g_array_append_val (touched, after);
}

/* Puts the rows of these calls right. */
static void
update_rows (McpJournalView *self,
             GArray         *touched)
{
  g_autoptr (GArray) added = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) flips = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) stays = g_array_new (FALSE, FALSE, sizeof (guint));
  guint generation = self->generation;
  guint last = self->serials->len > 0
                 ? g_array_index (self->serials, guint, self->serials->len - 1)
                 : 0;

  mcp_serials_sort_unique (touched);
  for (guint i = 0; i < touched->len; i++)
    {
      guint call = g_array_index (touched, guint, i);
      gboolean matches = *get_entry (self->counts, call) > 0;
      guint position;

      if (mcp_serials_find (self->serials, call, &position) == matches)
        {
          if (matches)
            g_array_append_val (stays, call);
        }
      else if (matches && call > last)
        g_array_append_val (added, call);
      else
        g_array_append_val (flips, call);
    }

  mcp_journal_view_move (self, stays);
  if (generation == self->generation)
    mcp_journal_view_flip (self, flips);
  if (generation == self->generation)
    mcp_journal_view_append (self, added);
}

/*
 * mcp_journal_view_add_matches:
 * @serials: ascending, behind all that match so far
 *
 * Takes over what matches.
 */
void
mcp_journal_view_add_matches (McpJournalView *self,
                              GArray         *serials)
{
  g_autoptr (GArray) touched = NULL;

  if (serials->len == 0)
    return;

  for (guint i = 0; i < serials->len; i++)
    add_bytes (self, g_array_index (serials, guint, i));
  if (!self->folded)
    {
      mcp_journal_view_append (self, serials);
      mcp_journal_view_tell_matches (self, serials);
      return;
    }

  touched = g_array_sized_new (FALSE, FALSE, sizeof (guint), serials->len);
  g_array_append_vals (self->matches, serials->data, serials->len);
  for (guint i = 0; i < serials->len; i++)
    count (self, g_array_index (serials, guint, i), TRUE, touched);
  update_rows (self, touched);
  mcp_journal_view_tell_matches (self, serials);
}

/* Lets those enter that do not match yet, and the others leave. @serials: ascending. */
void
mcp_journal_view_flip_matches (McpJournalView *self,
                               GArray         *serials)
{
  g_autoptr (GArray) touched = NULL;
  guint position, n_removed, n_added;

  if (serials->len == 0)
    return;

  self->edits++;
  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);

      if (mcp_serials_find (mcp_journal_view_get_matches (self), serial, &position))
        remove_bytes (self, serial);
      else
        add_bytes (self, serial);
    }
  if (!self->folded)
    {
      mcp_journal_view_flip (self, serials);
      mcp_journal_view_tell_matches (self, serials);
      return;
    }

  touched = g_array_sized_new (FALSE, FALSE, sizeof (guint), serials->len);
  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);

      count (self, serial, !mcp_serials_find (self->matches, serial, &position), touched);
    }
  mcp_serials_flip (self->matches, serials, &position, &n_removed, &n_added);
  update_rows (self, touched);
  mcp_journal_view_tell_matches (self, serials);
}

/* These match as before, and have changed. @serials: ascending. */
void
mcp_journal_view_touch_matches (McpJournalView *self,
                                GArray         *serials)
{
  g_autoptr (GArray) touched = NULL;

  for (guint i = 0; i < serials->len; i++)
    update_bytes (self, g_array_index (serials, guint, i));
  if (!self->folded)
    {
      mcp_journal_view_move (self, serials);
      return;
    }

  touched = g_array_sized_new (FALSE, FALSE, sizeof (guint), serials->len);
  for (guint i = 0; i < serials->len; i++)
    count (self, g_array_index (serials, guint, i), TRUE, touched);
  update_rows (self, touched);
}

void
mcp_journal_view_clear_matches (McpJournalView *self)
{
  g_array_set_size (self->serials, 0);
  g_array_set_size (self->matches, 0);
  g_array_set_size (self->calls, 0);
  g_array_set_size (self->counts, 0);
  g_clear_pointer (&self->growing, g_hash_table_unref);
  self->n_bytes = 0;
}

/* The record whose row another one has. */
guint
mcp_journal_view_get_call (McpJournalView *self,
                           guint           serial)
{
  guint call;

  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), 0);

  if (!self->folded || serial == 0 || self->journal == NULL
      || serial > mcp_journal_get_n_records (self->journal))
    return serial;

  call = serial < self->calls->len ? g_array_index (self->calls, guint, serial) : 0;

  return call != 0 ? call : mcp_journal_get_call (self->journal, serial);
}

guint
mcp_journal_view_count_of_call (McpJournalView *self,
                                guint           serial)
{
  guint call;

  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), 0);

  call = mcp_journal_view_get_call (self, serial);

  return self->folded && call < self->counts->len ? g_array_index (self->counts, guint, call) : 0;
}

/**
 * mcp_journal_view_dup_matches:
 * @calls: (nullable) (element-type guint): ascending serials of rows; %NULL for all
 *
 * Gets which records match, where a row is a call all of its records that do.
 *
 * Returns: (transfer full) (element-type guint): their serials, ascending
 */
GArray *
mcp_journal_view_dup_matches (McpJournalView *self,
                              GArray         *calls)
{
  GArray *matches;
  GArray *found;
  guint at;

  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), NULL);

  matches = mcp_journal_view_get_matches (self);
  found = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < matches->len; i++)
    {
      guint serial = g_array_index (matches, guint, i);

      if (calls == NULL
          || mcp_serials_find (calls, mcp_journal_view_get_call (self, serial), &at))
        g_array_append_val (found, serial);
    }

  return found;
}

guint64
mcp_journal_view_get_n_bytes (McpJournalView *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), 0);

  return self->n_bytes;
}
