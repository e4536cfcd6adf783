/* mcp-journal-view-sort.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"
#include "mcp-journal-view-private.h"
#include "mcp-serials.h"

/*
 * What is shown of what matches: the order of time, or that of another key.
 *
 * Records arrive nearly in the order of their times. As long as they do, the order of arrival is that
 * of time and nothing is kept beside it; the first row that is late makes an order by time.
 *
 * Many rows are sorted aside: their keys are taken in slices, a worker sorts, and until it is done
 * the order before is shown and kept up. What came, went or changed meanwhile is put right when the
 * new order is taken. Few rows are sorted at once; rows that come one after the other are put in
 * their places.
 */

/* So few single changes are told one by one: a list keeps its place and its selection. */
#define MAX_SINGLE_CHANGES 8

/* Replacing more rows than this is told as two changes, or lists look for each of the rows before. */
#define MAX_REPLACED 512

/* So few rows are sorted at once. */
#define MAX_SORTED_AT_ONCE 8192

struct _McpViewSorting
{
  McpJournalView *view;       /* (nullable) %NULL when it was given up */
  McpViewOrder   *order;
  GArray         *serials;    /* that were shown when it began */
  guint           n_added;    /* of those */
  gboolean        in_worker;
};

static void
sorting_free (McpViewSorting *self)
{
  mcp_view_order_free (self->order);
  g_array_unref (self->serials);
  g_free (self);
}

guint
mcp_journal_view_get_length (McpJournalView *self)
{
  return (self->order != NULL ? mcp_view_order_get_length (self->order) : self->serials->len)
         - self->gap_length;
}

/**
 * mcp_journal_view_is_replacing:
 *
 * Gets, while it tells that rows have gone, whether others take their places at once.
 *
 * Returns: %TRUE if they do
 */
gboolean
mcp_journal_view_is_replacing (McpJournalView *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), FALSE);

  return self->gap_length > 0;
}

/*
 * mcp_journal_view_close_gap:
 *
 * Tells of the rows that come back. Before anything changes: a handler may be the one to change it.
 */
void
mcp_journal_view_close_gap (McpJournalView *self)
{
  guint n_added = self->gap_length;

  self->gap_length = 0;
  if (n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), self->gap_position, 0, n_added);
}

static void
tell (McpJournalView *self,
      guint           position,
      guint           n_removed,
      guint           n_added)
{
  if (n_removed == 0 || n_added <= MAX_REPLACED)
    {
      if (n_removed + n_added > 0)
        g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
      return;
    }

  self->gap_position = position;
  self->gap_length = n_added;
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, 0);
  mcp_journal_view_close_gap (self);
}

static McpViewOrder *
new_order (McpJournalView *self,
           McpSortKey      key,
           gboolean        descending)
{
  return mcp_view_order_new (self->journal, key, descending, self->folded);
}

static void
note_moved (McpJournalView *self,
            GArray         *serials)
{
  if (self->sorting != NULL && serials->len > 0)
    g_array_append_vals (self->moved, serials->data, serials->len);
}

static void
change_order (McpJournalView *self,
              GArray         *removed,
              GArray         *added)
{
  guint position, n_removed, n_added;

  mcp_view_order_change (self->order, removed, added, &position, &n_removed, &n_added);
  tell (self, position, n_removed, n_added);
}

static gint64
get_time (McpJournalView *self,
          guint           serial)
{
  return mcp_journal_get_slot (self->journal, serial)->time_usec;
}

/* Whether the rows are shown as they arrived, and should be by time. */
static gboolean
shows_arrival (McpJournalView *self)
{
  return self->order == NULL && self->sorting == NULL && self->sort_key == MCP_SORT_NONE;
}

/* Whether a row, there or not, would stand between a later and an earlier one. */
static gboolean
is_displaced (McpJournalView *self,
              guint           serial)
{
  gint64 time_usec = get_time (self, serial);
  guint at;
  gboolean found = mcp_serials_find (self->serials, serial, &at);
  guint next = found ? at + 1 : at;

  return (at > 0 && get_time (self, g_array_index (self->serials, guint, at - 1)) > time_usec)
         || (next < self->serials->len
             && get_time (self, g_array_index (self->serials, guint, next)) < time_usec);
}

/* Keeps an order by time from now on. The rows are in it, but for @moving: ascending, (nullable). */
static void
order_by_time (McpJournalView *self,
               GArray         *moving)
{
  McpViewOrder *order = new_order (self, MCP_SORT_TIME, FALSE);
  guint first = 0;
  guint end = self->serials->len;

  for (guint i = 0; i < self->serials->len; i++)
    {
      guint serial = g_array_index (self->serials, guint, i);
      guint at;

      if (moving == NULL || !mcp_serials_find (moving, serial, &at))
        mcp_view_order_add (order, serial);
    }
  for (guint i = 0; moving != NULL && i < moving->len; i++)
    mcp_view_order_insert (order, g_array_index (moving, guint, i));
  self->order = order;
  if (moving == NULL)
    return;

  while (first < end && mcp_view_order_get_serial (order, first)
                          == g_array_index (self->serials, guint, first))
    first++;
  while (end > first && mcp_view_order_get_serial (order, end - 1)
                          == g_array_index (self->serials, guint, end - 1))
    end--;
  tell (self, first, end - first, end - first);
}

/* Whether one of these, ascending and behind all rows, is earlier than what is there. */
static gboolean
are_late (McpJournalView *self,
          GArray         *serials)
{
  gboolean late = FALSE;

  for (guint i = 0; i < serials->len; i++)
    {
      gint64 time_usec = get_time (self, g_array_index (serials, guint, i));

      late |= time_usec < self->latest_usec;
      self->latest_usec = MAX (self->latest_usec, time_usec);
    }

  return late;
}

/*
 * mcp_journal_view_append:
 * @serials: ascending, behind all that match so far
 *
 * Adds rows.
 */
void
mcp_journal_view_append (McpJournalView *self,
                         GArray         *serials)
{
  guint n_before = self->serials->len;

  if (serials->len == 0)
    return;

  /* What is shown follows from it that this holds. */
  g_assert (n_before == 0
            || g_array_index (self->serials, guint, n_before - 1)
                 < g_array_index (serials, guint, 0));

  if (are_late (self, serials) && shows_arrival (self))
    order_by_time (self, NULL);
  g_array_append_vals (self->serials, serials->data, serials->len);
  note_moved (self, serials);
  if (self->order != NULL)
    {
      g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));

      change_order (self, none, serials);
    }
  else
    {
      tell (self, n_before, 0, serials->len);
    }
}

/* Some of these, ascending, may come into the midst of the rows, and not in the order of time. */
static void
keep_order (McpJournalView *self,
            GArray         *serials)
{
  gint64 last_usec = G_MININT64;

  for (guint i = 0; i < serials->len && shows_arrival (self); i++)
    {
      guint serial = g_array_index (serials, guint, i);

      if (get_time (self, serial) < last_usec || is_displaced (self, serial))
        order_by_time (self, NULL);
      last_usec = get_time (self, serial);
    }
}

static void
enter_or_leave (McpJournalView *self,
                guint           serial)
{
  guint position, place;
  gboolean there = mcp_serials_find (self->serials, serial, &position);

  place = position;
  if (there && self->order != NULL && mcp_view_order_find (self->order, serial, &place))
    mcp_view_order_remove (self->order, place);
  else if (!there && self->order != NULL)
    place = mcp_view_order_insert (self->order, serial);

  if (there)
    g_array_remove_index (self->serials, position);
  else
    g_array_insert_val (self->serials, position, serial);
  tell (self, place, there ? 1 : 0, there ? 0 : 1);
}

/* The members of @serials whose match equals @matching. */
static GArray *
dup_matching (McpJournalView *self,
              GArray         *serials,
              gboolean        matching)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);
      guint position;

      if (mcp_serials_find (self->serials, serial, &position) == matching)
        g_array_append_val (found, serial);
    }

  return found;
}

/*
 * mcp_journal_view_flip:
 * @serials: ascending
 *
 * Takes out the rows that are shown, and puts in those that are not.
 */
void
mcp_journal_view_flip (McpJournalView *self,
                       GArray         *serials)
{
  guint generation = self->generation;
  guint position, n_removed, n_added;

  if (serials->len == 0)
    return;

  note_moved (self, serials);
  keep_order (self, serials);
  if (serials->len <= MAX_SINGLE_CHANGES)
    {
      for (guint i = 0; i < serials->len && generation == self->generation; i++)
        enter_or_leave (self, g_array_index (serials, guint, i));
      return;
    }

  if (self->order != NULL)
    {
      g_autoptr (GArray) leaving = dup_matching (self, serials, TRUE);
      g_autoptr (GArray) entering = dup_matching (self, serials, FALSE);

      mcp_serials_flip (self->serials, serials, &position, &n_removed, &n_added);
      change_order (self, leaving, entering);
    }
  else
    {
      mcp_serials_flip (self->serials, serials, &position, &n_removed, &n_added);
      tell (self, position, n_removed, n_added);
    }
}

/*
 * mcp_journal_view_move:
 * @serials: ascending, of rows that are shown and have changed
 *
 * Moves them to where their keys of today put them.
 */
void
mcp_journal_view_move (McpJournalView *self,
                       GArray         *serials)
{
  g_autoptr (GArray) moving = NULL;
  guint generation = self->generation;

  note_moved (self, serials);
  moving = g_array_new (FALSE, FALSE, sizeof (guint));
  if (shows_arrival (self))
    {
      for (guint i = 0; i < serials->len; i++)
        if (is_displaced (self, g_array_index (serials, guint, i)))
          g_array_append_val (moving, g_array_index (serials, guint, i));
      if (moving->len > 0)
        order_by_time (self, moving);
    }
  if (self->order == NULL || moving->len > 0)
    return;

  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);

      if (!mcp_view_order_is_in_place (self->order, serial))
        g_array_append_val (moving, serial);
    }

  if (moving->len > MAX_SINGLE_CHANGES)
    {
      change_order (self, moving, moving);
      return;
    }

  for (guint i = 0; i < moving->len && generation == self->generation; i++)
    {
      guint serial = g_array_index (moving, guint, i);
      guint from, to;

      if (!mcp_view_order_find (self->order, serial, &from))
        continue;
      mcp_view_order_remove (self->order, from);
      to = mcp_view_order_insert (self->order, serial);
      if (from != to)
        tell (self, MIN (from, to), MAX (from, to) - MIN (from, to) + 1,
              MAX (from, to) - MIN (from, to) + 1);
    }
}

/* Begins with an empty list: in its order, if there is one. */
void
mcp_journal_view_begin_order (McpJournalView *self)
{
  g_clear_pointer (&self->order, mcp_view_order_free);
  self->latest_usec = G_MININT64;
  if (self->sort_key != MCP_SORT_NONE && self->sort_key != MCP_SORT_ARRIVAL
      && self->journal != NULL)
    self->order = new_order (self, self->sort_key, self->descending);
}

/* Shows the new order, with what has happened since it was begun. */
static void
take_order (McpJournalView *self,
            McpViewSorting *sorting)
{
  g_autoptr (GArray) added = NULL;
  guint n_before = mcp_journal_view_get_length (self);
  guint position, n_removed, n_added;

  mcp_serials_sort_unique (self->moved);
  added = dup_matching (self, self->moved, TRUE);
  mcp_view_order_change (sorting->order, self->moved, added, &position, &n_removed, &n_added);
  g_array_set_size (self->moved, 0);

  g_clear_pointer (&self->order, mcp_view_order_free);
  self->order = g_steal_pointer (&sorting->order);
  tell (self, 0, n_before, mcp_view_order_get_length (self->order));
}

static void
sort_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  mcp_view_order_sort (task_data);
  g_task_return_boolean (task, TRUE);
}

static void
sorted_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  McpViewSorting *sorting = user_data;
  McpJournalView *self = sorting->view;

  if (self == NULL)
    {
      sorting_free (sorting);
      return;
    }

  g_object_ref (self);
  self->sorting = NULL;
  mcp_journal_view_close_gap (self);
  take_order (self, sorting);
  g_array_unref (sorting->serials);
  g_free (sorting);
  mcp_journal_view_run_slice (self);
  g_object_unref (self);
}

gboolean
mcp_journal_view_can_run_sorting (McpJournalView *self)
{
  return self->sorting != NULL && !self->sorting->in_worker;
}

/*
 * mcp_journal_view_run_sorting:
 * @slice: when to stop
 *
 * Takes the keys of more rows; then a worker sorts.
 *
 * Returns: %TRUE when there is time for something else
 */
gboolean
mcp_journal_view_run_sorting (McpJournalView *self,
                              McpViewSlice   *slice)
{
  McpViewSorting *sorting = self->sorting;
  g_autoptr (GTask) task = NULL;

  if (!mcp_journal_view_can_run_sorting (self))
    return TRUE;

  while (sorting->n_added < sorting->serials->len)
    {
      mcp_view_order_add (sorting->order,
                          g_array_index (sorting->serials, guint, sorting->n_added++));
      if (mcp_view_slice_is_over (slice))
        return FALSE;
    }

  sorting->in_worker = TRUE;
  task = g_task_new (NULL, NULL, sorted_cb, sorting);
  g_task_set_source_tag (task, mcp_journal_view_run_sorting);
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, sorting->order, NULL);
  g_task_run_in_thread (task, sort_in_thread);

  return TRUE;
}

void
mcp_journal_view_stop_sorting (McpJournalView *self)
{
  McpViewSorting *sorting = g_steal_pointer (&self->sorting);

  g_array_set_size (self->moved, 0);
  if (sorting == NULL)
    return;

  if (sorting->in_worker)
    sorting->view = NULL;
  else
    sorting_free (sorting);
}

static void
start_sorting (McpJournalView *self,
               McpSortKey      key)
{
  McpViewSorting *sorting = g_new0 (McpViewSorting, 1);

  sorting->view = self;
  sorting->order = new_order (self, key, self->descending);
  sorting->serials = g_array_sized_new (FALSE, FALSE, sizeof (guint), self->serials->len);
  g_array_append_vals (sorting->serials, self->serials->data, self->serials->len);
  self->sorting = sorting;
}

static void
sort_at_once (McpJournalView *self,
              McpSortKey      key)
{
  guint n_before = mcp_journal_view_get_length (self);
  McpViewOrder *order = new_order (self, key, self->descending);

  for (guint i = 0; i < self->serials->len; i++)
    mcp_view_order_add (order, g_array_index (self->serials, guint, i));
  mcp_view_order_sort (order);
  g_clear_pointer (&self->order, mcp_view_order_free);
  self->order = order;
  tell (self, 0, n_before, self->serials->len);
}

/* By time, unless the order of arrival is that. */
static McpSortKey
get_usual_key (McpJournalView *self)
{
  gint64 latest_usec = G_MININT64;

  for (guint i = 0; i < self->serials->len; i++)
    {
      gint64 time_usec = get_time (self, g_array_index (self->serials, guint, i));

      if (time_usec < latest_usec)
        return MCP_SORT_TIME;
      latest_usec = time_usec;
    }

  return MCP_SORT_NONE;
}

/**
 * mcp_journal_view_set_sort:
 * @key: what to sort by; %MCP_SORT_NONE is %MCP_SORT_TIME, the earliest first
 * @descending: whether the largest comes first; means nothing without a key
 *
 * Sets the order of the rows. Times are of one clock: when a record's last byte was read or written
 * here. Where two are the same, what arrived first comes first. Many are sorted aside: until that is done the order before is shown.
 */
void
mcp_journal_view_set_sort (McpJournalView *self,
                           McpSortKey      key,
                           gboolean        descending)
{
  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));
  g_return_if_fail (key <= MCP_SORT_ARRIVAL);

  mcp_journal_view_close_gap (self);
  descending = key != MCP_SORT_NONE && descending;
  if (key == MCP_SORT_TIME && !descending)
    key = MCP_SORT_NONE;
  if (self->sort_key == key && self->descending == descending)
    return;

  self->sort_key = key;
  self->descending = descending;
  self->generation++;
  mcp_journal_view_stop_sorting (self);
  if (self->journal == NULL)
    return;

  if (key == MCP_SORT_NONE)
    key = get_usual_key (self);
  if (key == MCP_SORT_NONE || key == MCP_SORT_ARRIVAL)
    {
      g_clear_pointer (&self->order, mcp_view_order_free);
      tell (self, 0, self->serials->len, self->serials->len);
    }
  else if (self->order != NULL && mcp_view_order_get_key (self->order) == key)
    {
      if (mcp_view_order_is_descending (self->order) != descending)
        {
          mcp_view_order_reverse (self->order);
          tell (self, 0, self->serials->len, self->serials->len);
        }
    }
  else if (self->serials->len <= MAX_SORTED_AT_ONCE)
    {
      sort_at_once (self, key);
    }
  else
    {
      start_sorting (self, key);
    }
  mcp_journal_view_run_slice (self);
}

McpSortKey
mcp_journal_view_get_sort (McpJournalView *self,
                           gboolean       *descending)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), MCP_SORT_NONE);

  if (descending != NULL)
    *descending = self->descending;

  return self->sort_key;
}
