/* mcp-journal-view-fill.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"
#include "mcp-journal-view-private.h"
#include "mcp-serials.h"

/*
 * How a view is filled and kept up.
 *
 * A new query empties it. Then the index is asked in slices of a few milliseconds, between which
 * the main loop runs. What the index decides is shown at once; of what only the bytes can tell a
 * batch is collected, and handed to a worker while the next is collected. One batch is out at a
 * time, so that rows come in the order of their serials. What the journal announces later goes the
 * same way, within the announcement itself as far as a slice goes.
 *
 * A record that has changed is asked again, and enters or leaves at its place; one that is with
 * the worker is asked again when it comes back.
 */

#define SLICE_USEC 4000

/* So many rows are put in their places in one slice, when there is an order. */
#define MAX_ORDERED_ROWS 16384

static guint
get_n_announced (McpJournalView *self)
{
  return self->journal != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->journal)) : 0;
}

/* Whether a batch that is being collected takes no more. */
static gboolean
is_full (McpJournalView *self,
         McpViewBatch   *batch)
{
  return batch != NULL
         && (mcp_view_batch_is_full (batch)
             || (self->order != NULL && mcp_view_batch_get_n_rows (batch) >= MAX_ORDERED_ROWS));
}

/* Whether there is anything that may be done now. */
static gboolean
can_go_on (McpJournalView *self)
{
  if (self->journal == NULL || self->paused)
    return FALSE;
  if (mcp_journal_view_can_run_sorting (self))
    return TRUE;
  if (self->n_rechecked < self->changed->len && !is_full (self, self->rechecks))
    return TRUE;

  return self->next_serial <= get_n_announced (self) && !is_full (self, self->batch);
}

/* Whether there are records of which it is not known yet whether they match, or where they go. */
gboolean
mcp_journal_view_has_backlog (McpJournalView *self)
{
  return self->settled <= get_n_announced (self) || self->n_rechecked < self->changed->len
         || self->working != NULL || self->rechecks != NULL || self->sorting != NULL;
}

static McpVerdict
ask_index (McpJournalView *self,
           guint           serial)
{
  if (!mcp_view_scope_takes (self->scope, self->journal, serial))
    return MCP_VERDICT_NO;

  return self->run != NULL ? mcp_query_run_look (self->run, serial) : MCP_VERDICT_YES;
}

static void
add_to_batch (McpJournalView  *self,
              McpViewBatch   **batch,
              guint            serial,
              McpVerdict       verdict)
{
  if (*batch == NULL)
    *batch = mcp_view_batch_new (self->query, self->journal->spool);
  if (verdict == MCP_VERDICT_BODY)
    mcp_view_batch_add_candidate (*batch, self->run, serial);
  else
    mcp_view_batch_add (*batch, serial, verdict == MCP_VERDICT_YES);
}

/* What changed while the worker had it is asked again. */
static void
settle (McpJournalView *self,
        guint           end)
{
  guint n_kept = 0;

  self->settled = end;
  for (guint i = 0; i < self->unsettled->len; i++)
    {
      guint serial = g_array_index (self->unsettled, guint, i);

      if (serial < end)
        g_array_append_val (self->changed, serial);
      else
        g_array_index (self->unsettled, guint, n_kept++) = serial;
    }
  g_array_set_size (self->unsettled, n_kept);
}

/* Shows those that match, all behind those that are shown already. */
static void
append_batch (McpJournalView *self,
              McpViewBatch   *batch,
              guint           end)
{
  g_autoptr (GArray) matching = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < mcp_view_batch_get_n_rows (batch); i++)
    {
      gboolean matches;
      guint serial = mcp_view_batch_get_serial (batch, i, &matches);

      if (matches)
        g_array_append_val (matching, serial);
    }

  settle (self, end);
  mcp_journal_view_add_matches (self, matching);
}

/* Lets those enter or leave that are on the wrong side. */
static void
apply_rechecks (McpJournalView *self,
                McpViewBatch   *batch)
{
  g_autoptr (GArray) flips = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) stays = g_array_new (FALSE, FALSE, sizeof (guint));
  guint generation = self->generation;

  for (guint i = 0; i < mcp_view_batch_get_n_rows (batch); i++)
    {
      gboolean matches;
      guint serial = mcp_view_batch_get_serial (batch, i, &matches);
      guint position;

      if (mcp_serials_find (mcp_journal_view_get_matches (self), serial, &position) != matches)
        g_array_append_val (flips, serial);
      else if (matches)
        g_array_append_val (stays, serial);
    }

  /* A record may have changed twice; it flips once. */
  mcp_serials_sort_unique (flips);
  mcp_serials_sort_unique (stays);
  mcp_journal_view_touch_matches (self, stays);
  if (generation == self->generation)
    mcp_journal_view_flip_matches (self, flips);
}

static void
batch_done_cb (McpViewBatch *batch,
               gpointer      user_data)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (user_data);
  g_autoptr (McpViewBatch) done = batch;
  guint end = self->working_end;

  g_assert (self->working == batch);

  self->working = NULL;
  g_object_ref (self);
  if (end > 0)
    append_batch (self, done, end);
  else
    apply_rechecks (self, done);
  mcp_journal_view_run_slice (self);
  g_object_unref (self);
}

/* Hands a batch over, or asks it at once. Returns FALSE when the worker is not free. */
static gboolean
submit (McpJournalView  *self,
        McpViewBatch   **collected,
        guint            end)
{
  McpViewBatch *batch = *collected;

  /* New rows come in their order, and of two answers about a row the later one counts. */
  if (self->working != NULL
      && ((self->working_end > 0) == (end > 0) || !mcp_view_batch_is_small (batch)))
    return FALSE;

  *collected = NULL;
  if (!mcp_view_batch_is_small (batch))
    {
      self->working = batch;
      self->working_end = end;
      mcp_view_batch_start (batch, batch_done_cb, self);
      return TRUE;
    }

  mcp_view_batch_run (batch);
  if (end > 0)
    append_batch (self, batch, end);
  else
    apply_rechecks (self, batch);
  mcp_view_batch_free (batch);

  return TRUE;
}

/* Asks changed records again. Returns FALSE when the view was restarted. */
static gboolean
recheck_changed (McpJournalView *self,
                 McpViewSlice   *slice)
{
  guint generation = self->generation;

  while (self->n_rechecked < self->changed->len && !is_full (self, self->rechecks))
    {
      guint serial = g_array_index (self->changed, guint, self->n_rechecked++);

      add_to_batch (self, &self->rechecks, serial, ask_index (self, serial));
      if (mcp_view_slice_is_over (slice))
        break;
    }

  if (self->n_rechecked == self->changed->len)
    {
      g_array_set_size (self->changed, 0);
      self->n_rechecked = 0;
    }
  if (self->rechecks != NULL)
    submit (self, &self->rechecks, 0);

  return generation == self->generation;
}

/* Asks the index of records that were not asked yet. */
static void
fill (McpJournalView *self,
      McpViewSlice   *slice)
{
  guint n_announced = get_n_announced (self);

  while (self->next_serial <= n_announced && !is_full (self, self->batch))
    {
      guint serial = self->next_serial++;
      McpVerdict verdict = ask_index (self, serial);

      if (verdict != MCP_VERDICT_NO)
        add_to_batch (self, &self->batch, serial, verdict);
      if (mcp_view_slice_is_over (slice))
        break;
    }

  self->batch_end = self->next_serial;
  if (self->batch != NULL)
    submit (self, &self->batch, self->batch_end);
  else if (self->working == NULL || self->working_end == 0)
    settle (self, self->batch_end);
}

static gboolean
slice_cb (gpointer user_data)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (user_data);
  guint source = self->slice_source;
  gboolean go_on;

  g_object_ref (self);
  mcp_journal_view_run_slice (self);
  go_on = self->slice_source == source;
  g_object_unref (self);

  return go_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
update_source (McpJournalView *self)
{
  if (!can_go_on (self))
    g_clear_handle_id (&self->slice_source, g_source_remove);
  else if (self->slice_source == 0)
    self->slice_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, slice_cb, self, NULL);

  mcp_journal_view_notify_busy (self);
}

/*
 * mcp_journal_view_run_slice:
 *
 * Does what may be done within a slice, and sees to it that the rest comes.
 */
void
mcp_journal_view_run_slice (McpJournalView *self)
{
  McpViewSlice slice = { g_get_monotonic_time () + SLICE_USEC, 0 };

  if (self->journal == NULL || self->paused)
    return;

  g_object_ref (self);
  mcp_journal_view_close_gap (self);
  if (recheck_changed (self, &slice) && self->journal != NULL
      && mcp_journal_view_run_sorting (self, &slice) && self->journal != NULL)
    fill (self, &slice);
  update_source (self);
  g_object_unref (self);
}

/**
 * mcp_journal_view_set_paused:
 * @paused: whether it does nothing until it is told to go on
 *
 * Pauses a view that nobody looks at: it keeps the rows it has, and looks at what has come meanwhile
 * when it goes on.
 */
void
mcp_journal_view_set_paused (McpJournalView *self,
                             gboolean        paused)
{
  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));

  if (self->paused == paused)
    return;

  self->paused = paused;
  if (self->journal == NULL)
    return;

  mcp_journal_view_run_slice (self);
  update_source (self);
}

/* Leaves all that is under way. */
void
mcp_journal_view_stop (McpJournalView *self)
{
  g_clear_handle_id (&self->slice_source, g_source_remove);
  mcp_journal_view_stop_sorting (self);
  g_clear_pointer (&self->batch, mcp_view_batch_free);
  g_clear_pointer (&self->rechecks, mcp_view_batch_free);
  g_clear_pointer (&self->working, mcp_view_batch_cancel);
  g_clear_pointer (&self->run, mcp_query_run_free);
  g_array_set_size (self->changed, 0);
  g_array_set_size (self->unsettled, 0);
  self->n_rechecked = 0;
}

/* Empties the view and fills it again. */
void
mcp_journal_view_restart (McpJournalView *self)
{
  guint generation = ++self->generation;
  guint n_removed;

  mcp_journal_view_close_gap (self);
  if (generation != self->generation)
    return;

  n_removed = mcp_journal_view_get_length (self);
  mcp_journal_view_stop (self);
  self->next_serial = self->hidden_until + 1;
  self->settled = self->next_serial;
  self->edits++;
  mcp_journal_view_clear_matches (self);
  mcp_journal_view_begin_order (self);
  if (self->query != NULL && self->journal != NULL)
    self->run = mcp_query_run_new (self->query, self->journal);

  if (n_removed > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, 0);
  if (generation != self->generation)
    return;

  mcp_journal_view_tell_matches (self, NULL);
  mcp_journal_view_run_slice (self);
  update_source (self);
}

static void
add_changed (McpJournalView *self,
             guint           serial)
{
  if (serial <= self->hidden_until || serial >= self->next_serial)
    return;

  g_array_append_val (serial < self->settled ? self->changed : self->unsettled, serial);
}

/* Records are not what they were. */
void
mcp_journal_view_records_changed (McpJournalView *self,
                                  GArray         *serials)
{
  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);
      guint pair = mcp_journal_get_slot (self->journal, serial)->pair;

      /* What is said of an answer may decide about its request, and the other way round. */
      add_changed (self, serial);
      if (pair != 0)
        add_changed (self, pair);
    }

  mcp_journal_view_run_slice (self);
}
