/* mcp-journal-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"
#include "mcp-journal-view-private.h"
#include "mcp-serials.h"

/**
 * McpJournalView:
 *
 * The records of a journal that a scope and a query let through. Whoever shows them owns it.
 *
 * It holds serials in the order of arrival, and beside them, when it is sorted, the order that is
 * shown. How it is filled and kept up is in mcp-journal-view-fill.c, sorting in
 * mcp-journal-view-sort.c.
 */

static void mcp_journal_view_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpJournalView, mcp_journal_view, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      mcp_journal_view_list_model_init))

enum {
  MATCHES_CHANGED,
  JOURNAL_CHANGED,
  BUSY_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* (nullable): which serials match now and did not, or the other way round; NULL for any. */
void
mcp_journal_view_tell_matches (McpJournalView *self,
                               GArray         *serials)
{
  g_signal_emit (self, signals[MATCHES_CHANGED], 0, serials);
}

/* Tells of what has changed while it was filled. */
void
mcp_journal_view_notify_busy (McpJournalView *self)
{
  gboolean busy = mcp_journal_view_has_backlog (self);

  if (self->busy != busy)
    {
      self->busy = busy;
      g_signal_emit (self, signals[BUSY_CHANGED], 0);
    }
}

static void
mcp_journal_view_dispose (GObject *object)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (object);

  if (self->signals != NULL)
    g_signal_group_set_target (self->signals, NULL);
  g_clear_object (&self->signals);
  mcp_journal_view_stop (self);
  g_clear_pointer (&self->order, mcp_view_order_free);
  g_clear_object (&self->journal);
  g_clear_pointer (&self->query, mcp_query_unref);
  mcp_journal_view_clear_matches (self);

  G_OBJECT_CLASS (mcp_journal_view_parent_class)->dispose (object);
}

static void
mcp_journal_view_finalize (GObject *object)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (object);

  g_array_unref (self->serials);
  g_array_unref (self->matches);
  g_array_unref (self->calls);
  g_array_unref (self->counts);
  g_clear_pointer (&self->growing, g_hash_table_unref);
  g_array_unref (self->changed);
  g_array_unref (self->unsettled);
  g_array_unref (self->moved);

  G_OBJECT_CLASS (mcp_journal_view_parent_class)->finalize (object);
}

static void
mcp_journal_view_class_init (McpJournalViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_journal_view_dispose;
  object_class->finalize = mcp_journal_view_finalize;

  /**
   * McpJournalView::matches-changed:
   * @self: a view
   * @serials: (nullable) (element-type guint): ascending; %NULL when it begins anew
   *
   * Other records match. Wherever their rows are: who only asks whether a record matches need not
   * follow the rows.
   */
  signals[MATCHES_CHANGED] = g_signal_new ("matches-changed", G_TYPE_FROM_CLASS (klass),
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                           G_TYPE_POINTER);
  signals[JOURNAL_CHANGED] = g_signal_new ("journal-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 0);
  signals[BUSY_CHANGED] = g_signal_new ("busy-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 0);
}

static void
mcp_journal_view_init (McpJournalView *self)
{
  self->serials = g_array_new (FALSE, FALSE, sizeof (guint));
  self->matches = g_array_new (FALSE, FALSE, sizeof (guint));
  self->calls = g_array_new (FALSE, TRUE, sizeof (guint));
  self->counts = g_array_new (FALSE, TRUE, sizeof (guint));
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint));
  self->unsettled = g_array_new (FALSE, FALSE, sizeof (guint));
  self->moved = g_array_new (FALSE, FALSE, sizeof (guint));
  self->next_serial = 1;
  self->settled = 1;

  self->signals = g_signal_group_new (MCP_TYPE_JOURNAL);
  g_signal_group_connect_swapped (self->signals, "items-changed", G_CALLBACK (mcp_journal_view_run_slice),
                                  self);
  g_signal_group_connect_swapped (self->signals, "records-changed",
                                  G_CALLBACK (mcp_journal_view_records_changed), self);
}

static GType
mcp_journal_view_get_item_type (GListModel *model)
{
  return MCP_TYPE_RECORD;
}

static guint
mcp_journal_view_get_n_items (GListModel *model)
{
  return mcp_journal_view_get_length (MCP_JOURNAL_VIEW (model));
}

static gpointer
mcp_journal_view_get_item (GListModel *model,
                           guint       position)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (model);
  guint serial = mcp_journal_view_get_serial (self, position);

  return serial != 0 ? mcp_journal_get_record (self->journal, serial) : NULL;
}

static void
mcp_journal_view_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = mcp_journal_view_get_item_type;
  iface->get_n_items = mcp_journal_view_get_n_items;
  iface->get_item = mcp_journal_view_get_item;
}

/**
 * mcp_journal_view_new:
 * @journal: (transfer none) (nullable): a journal
 *
 * Creates a view of all records of a journal.
 */
McpJournalView *
mcp_journal_view_new (McpJournal *journal)
{
  McpJournalView *self = g_object_new (MCP_TYPE_JOURNAL_VIEW, NULL);

  mcp_journal_view_set_journal (self, journal);

  return self;
}

/**
 * mcp_journal_view_set_journal:
 * @journal: (transfer none) (nullable): a journal
 *
 * Sets whose records to show. What was hidden of the journal before is forgotten.
 */
void
mcp_journal_view_set_journal (McpJournalView *self,
                              McpJournal     *journal)
{
  g_autoptr (McpJournal) previous = NULL;
  guint n_removed;

  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));
  g_return_if_fail (journal == NULL || MCP_IS_JOURNAL (journal));

  if (self->journal == journal)
    return;

  mcp_journal_view_close_gap (self);
  g_signal_group_set_target (self->signals, NULL);
  mcp_journal_view_stop (self);
  previous = g_steal_pointer (&self->journal);
  n_removed = mcp_journal_view_get_length (self);
  self->edits++;
  mcp_journal_view_clear_matches (self);
  g_clear_pointer (&self->order, mcp_view_order_free);
  if (n_removed > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, 0);
  mcp_journal_view_tell_matches (self, NULL);

  g_set_object (&self->journal, journal);
  self->hidden_until = 0;
  g_signal_group_set_target (self->signals, journal);
  mcp_journal_view_restart (self);
  g_signal_emit (self, signals[JOURNAL_CHANGED], 0);
}

McpJournal *
mcp_journal_view_get_journal (McpJournalView *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), NULL);

  return self->journal;
}

/**
 * mcp_journal_view_set_query:
 * @query: (transfer none) (nullable): which records to show, %NULL for all
 *
 * Sets the query. The view is emptied and filled again.
 */
void
mcp_journal_view_set_query (McpJournalView *self,
                            McpQuery       *query)
{
  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));

  if (query != NULL && mcp_query_is_empty (query))
    query = NULL;
  if (self->query == query)
    return;

  g_clear_pointer (&self->query, mcp_query_unref);
  if (query != NULL)
    self->query = mcp_query_ref (query);
  mcp_journal_view_restart (self);
}

/**
 * mcp_journal_view_set_scope:
 * @scope: #McpViewScope; without any that adds rows, all are taken
 *
 * Sets what kinds of rows are taken: those that any of the bits takes. %MCP_VIEW_NO_PROBES
 * leaves probes and their answers out of these.
 */
void
mcp_journal_view_set_scope (McpJournalView *self,
                            guint           scope)
{
  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));

  if (self->scope == scope)
    return;

  self->scope = scope;
  mcp_journal_view_restart (self);
}

/**
 * mcp_journal_view_set_folded:
 * @folded: whether a row is a call
 *
 * Makes a row of each call of which anything matches, see mcp_journal_get_call(), or one of each
 * record that does. The view is emptied and filled again.
 */
void
mcp_journal_view_set_folded (McpJournalView *self,
                             gboolean        folded)
{
  guint n_removed;

  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));

  if (self->folded == folded)
    return;

  mcp_journal_view_close_gap (self);
  mcp_journal_view_stop (self);
  n_removed = mcp_journal_view_get_length (self);
  mcp_journal_view_clear_matches (self);
  g_clear_pointer (&self->order, mcp_view_order_free);
  self->folded = folded;
  if (n_removed > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, 0);
  mcp_journal_view_restart (self);
}

gboolean
mcp_journal_view_get_folded (McpJournalView *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), FALSE);

  return self->folded;
}

/**
 * mcp_journal_view_hide_until:
 * @serial: the last record to hide, 0 to show all
 *
 * Hides old records. They stay in the journal.
 */
void
mcp_journal_view_hide_until (McpJournalView *self,
                             guint           serial)
{
  g_return_if_fail (MCP_IS_JOURNAL_VIEW (self));

  if (self->hidden_until == serial)
    return;

  self->hidden_until = serial;
  mcp_journal_view_restart (self);
}

/**
 * mcp_journal_view_get_serial:
 * @position: a position
 *
 * Gets the serial of a row without making its record.
 *
 * Returns: the serial, 0 past the end
 */
guint
mcp_journal_view_get_serial (McpJournalView *self,
                             guint           position)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), 0);

  if (position >= mcp_journal_view_get_length (self))
    return 0;
  if (position >= self->gap_position)
    position += self->gap_length;
  if (self->order != NULL)
    return mcp_view_order_get_serial (self->order, position);

  return g_array_index (self->serials, guint, position);
}

/* Gets whether a record matches, as far as it was looked at. */
gboolean
mcp_journal_view_takes (McpJournalView *self,
                        guint           serial)
{
  guint at;

  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), FALSE);

  return mcp_serials_find (mcp_journal_view_get_matches (self), serial, &at);
}

/**
 * mcp_journal_view_find:
 * @position: (out) (optional): where it is, or where it would be
 *
 * Finds the row of a record, or of its call where rows are calls.
 *
 * Returns: %TRUE when it is shown
 */
gboolean
mcp_journal_view_find (McpJournalView *self,
                       guint           serial,
                       guint          *position)
{
  gboolean found;
  guint at;

  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), FALSE);

  if (self->folded)
    serial = mcp_journal_view_get_call (self, serial);
  found = mcp_serials_find (self->serials, serial, &at);
  if (self->order != NULL && found)
    mcp_view_order_find (self->order, serial, &at);
  else if (self->order != NULL && serial > 0
           && serial <= mcp_journal_get_n_records (self->journal))
    at = mcp_view_order_find_place (self->order, serial);
  if (at >= self->gap_position && self->gap_length > 0)
    {
      found = found && at >= self->gap_position + self->gap_length;
      at = MAX (at, self->gap_position + self->gap_length) - self->gap_length;
    }
  if (position != NULL)
    *position = at;

  return found;
}

gboolean
mcp_journal_view_is_busy (McpJournalView *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), FALSE);

  return self->busy;
}

double
mcp_journal_view_get_progress (McpJournalView *self)
{
  guint n_announced;

  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), 1);

  if (self->journal == NULL)
    return 1;

  n_announced = g_list_model_get_n_items (G_LIST_MODEL (self->journal));
  if (n_announced <= self->hidden_until || self->settled > n_announced)
    return 1;

  return (self->settled - 1 - self->hidden_until) / (double) (n_announced - self->hidden_until);
}
