/* mcp-journal-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-journal-view"

#include "config.h"

#include "mcp-journal-private.h"
#include "mcp-journal-view.h"
#include "mcp-query-private.h"
#include "mcp-serials.h"

/**
 * McpJournalView:
 *
 * The records of a journal that a scope and a query let through. Whoever shows them owns it.
 *
 * It holds serials, in order. A new query empties it and fills it again in slices of a few
 * milliseconds, each one change of the model; between slices the main loop runs. What the journal
 * announces later is looked at in the announcement itself, as far as a slice goes. A record that
 * has changed is asked again, and enters or leaves at its place.
 */

#define SLICE_USEC 4000
#define CLOCK_EVERY 64

/* So few single changes are told one by one: a list keeps its place and its selection. */
#define MAX_SINGLE_FLIPS 8

struct _McpJournalView
{
  GObject         parent_instance;

  McpJournal     *journal;       /* (nullable) */
  GSignalGroup   *signals;
  McpQuery       *query;         /* (nullable) */
  guint           scope;
  guint           hidden_until;

  GArray         *serials;       /* shown, ascending */
  guint           next_serial;   /* the first that was not asked yet */
  McpQueryCursor  cursor;        /* how far that one was asked */

  GArray         *changed;       /* serials before next_serial, to be asked again */
  guint           n_rechecked;   /* of those */
  McpQueryCursor  changed_cursor;

  guint           slice_source;
  gboolean        busy;
  guint           generation;    /* counts restarts: handlers may cause one */
};

static void mcp_journal_view_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpJournalView, mcp_journal_view, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      mcp_journal_view_list_model_init))

enum {
  PROP_0,
  PROP_JOURNAL,
  PROP_BUSY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* When the current slice must end; looks at the clock only now and then. */
typedef struct
{
  gint64 deadline_usec;
  guint  n_calls;
} Slice;

static gboolean
slice_is_over (Slice    *slice,
               gboolean  was_long)
{
  if (!was_long && ++slice->n_calls % CLOCK_EVERY != 0)
    return FALSE;

  return g_get_monotonic_time () >= slice->deadline_usec;
}

static McpVerdict
ask (McpJournalView *self,
     guint           serial,
     McpQueryCursor *cursor)
{
  if (!mcp_view_scope_takes (self->scope, self->journal, serial))
    return MCP_VERDICT_NO;
  if (self->query == NULL)
    return MCP_VERDICT_YES;

  return mcp_query_look (self->query, self->journal, serial, cursor);
}

static guint
get_n_announced (McpJournalView *self)
{
  return self->journal != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->journal)) : 0;
}

static gboolean
has_backlog (McpJournalView *self)
{
  return self->changed->len > self->n_rechecked || self->next_serial <= get_n_announced (self);
}

static void
set_busy (McpJournalView *self,
          gboolean        busy)
{
  if (self->busy == busy)
    return;

  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* Lets the serials enter or leave that are on the wrong side, each in a change of its own. */
static void
flip_singly (McpJournalView *self,
             GArray         *flips)
{
  guint generation = self->generation;

  for (guint i = 0; i < flips->len && generation == self->generation; i++)
    {
      guint serial = g_array_index (flips, guint, i);
      guint position;

      if (mcp_serials_find (self->serials, serial, &position))
        {
          g_array_remove_index (self->serials, position);
          g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
        }
      else
        {
          g_array_insert_val (self->serials, position, serial);
          g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
        }
    }
}

/* The same for many, told as one change from the first to the last. */
static void
flip_together (McpJournalView *self,
               GArray         *flips)
{
  guint position;
  guint n_removed;
  guint n_added;

  mcp_serials_flip (self->serials, flips, &position, &n_removed, &n_added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

/* Asks changed records again. Returns FALSE when the slice is over or the view was restarted. */
static gboolean
recheck_changed (McpJournalView *self,
                 Slice          *slice)
{
  g_autoptr (GArray) flips = g_array_new (FALSE, FALSE, sizeof (guint));
  guint generation = self->generation;
  gboolean over = FALSE;

  while (self->n_rechecked < self->changed->len && !over)
    {
      guint serial = g_array_index (self->changed, guint, self->n_rechecked);
      McpVerdict verdict = ask (self, serial, &self->changed_cursor);
      guint position;

      if (verdict != MCP_VERDICT_MORE)
        {
          if (mcp_serials_find (self->serials, serial, &position) != (verdict == MCP_VERDICT_YES))
            g_array_append_val (flips, serial);
          self->n_rechecked++;
          self->changed_cursor = (McpQueryCursor) { 0 };
        }
      over = slice_is_over (slice, verdict == MCP_VERDICT_MORE);
    }

  if (self->n_rechecked == self->changed->len)
    {
      g_array_set_size (self->changed, 0);
      self->n_rechecked = 0;
    }

  if (flips->len > 0)
    {
      /* A record may have changed twice; it flips once. */
      mcp_serials_sort_unique (flips);
      if (flips->len <= MAX_SINGLE_FLIPS)
        flip_singly (self, flips);
      else
        flip_together (self, flips);
    }

  return !over && generation == self->generation;
}

static void
fill (McpJournalView *self,
      Slice          *slice)
{
  guint n_announced = get_n_announced (self);
  guint n_before = self->serials->len;
  gboolean over = FALSE;

  while (self->next_serial <= n_announced && !over)
    {
      McpVerdict verdict = ask (self, self->next_serial, &self->cursor);

      if (verdict == MCP_VERDICT_YES)
        g_array_append_val (self->serials, self->next_serial);
      if (verdict != MCP_VERDICT_MORE)
        {
          self->next_serial++;
          self->cursor = (McpQueryCursor) { 0 };
        }
      over = slice_is_over (slice, verdict == MCP_VERDICT_MORE);
    }

  if (self->serials->len > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->serials->len - n_before);
}

static gboolean slice_cb (gpointer user_data);

static void
update_backlog (McpJournalView *self)
{
  if (!has_backlog (self))
    g_clear_handle_id (&self->slice_source, g_source_remove);
  else if (self->slice_source == 0)
    self->slice_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, slice_cb, self, NULL);

  set_busy (self, self->slice_source != 0);
}

static void
run_slice (McpJournalView *self)
{
  Slice slice = { g_get_monotonic_time () + SLICE_USEC, 0 };

  if (self->journal == NULL)
    return;

  g_object_ref (self);
  if (recheck_changed (self, &slice) && self->journal != NULL)
    fill (self, &slice);
  update_backlog (self);
  g_object_unref (self);
}

static gboolean
slice_cb (gpointer user_data)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (user_data);
  guint source = self->slice_source;
  gboolean go_on;

  g_object_ref (self);
  run_slice (self);
  go_on = self->slice_source == source;
  g_object_unref (self);

  return go_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
restart (McpJournalView *self)
{
  guint n_removed = self->serials->len;

  self->generation++;
  self->next_serial = self->hidden_until + 1;
  self->cursor = (McpQueryCursor) { 0 };
  self->n_rechecked = 0;
  self->changed_cursor = (McpQueryCursor) { 0 };
  g_array_set_size (self->changed, 0);
  g_array_set_size (self->serials, 0);

  if (n_removed > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, 0);
  run_slice (self);
  update_backlog (self);
}

static void
add_changed (McpJournalView *self,
             guint           serial)
{
  if (serial == self->next_serial)
    self->cursor = (McpQueryCursor) { 0 };
  else if (serial > self->hidden_until && serial < self->next_serial)
    g_array_append_val (self->changed, serial);
}

static void
records_changed_cb (McpJournalView *self,
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

  run_slice (self);
}

static void
mcp_journal_view_dispose (GObject *object)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (object);

  g_clear_handle_id (&self->slice_source, g_source_remove);
  if (self->signals != NULL)
    g_signal_group_set_target (self->signals, NULL);
  g_clear_object (&self->signals);
  g_clear_object (&self->journal);
  g_clear_pointer (&self->query, mcp_query_unref);
  g_array_set_size (self->serials, 0);

  G_OBJECT_CLASS (mcp_journal_view_parent_class)->dispose (object);
}

static void
mcp_journal_view_finalize (GObject *object)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (object);

  g_array_unref (self->serials);
  g_array_unref (self->changed);

  G_OBJECT_CLASS (mcp_journal_view_parent_class)->finalize (object);
}

static void
mcp_journal_view_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (object);

  switch (prop_id)
    {
    case PROP_JOURNAL:
      g_value_set_object (value, self->journal);
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_journal_view_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (object);

  switch (prop_id)
    {
    case PROP_JOURNAL:
      mcp_journal_view_set_journal (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_journal_view_class_init (McpJournalViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_journal_view_dispose;
  object_class->finalize = mcp_journal_view_finalize;
  object_class->get_property = mcp_journal_view_get_property;
  object_class->set_property = mcp_journal_view_set_property;

  /**
   * McpJournalView:journal:
   *
   * Whose records it shows, or %NULL.
   */
  properties[PROP_JOURNAL] =
    g_param_spec_object ("journal", NULL, NULL, MCP_TYPE_JOURNAL,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * McpJournalView:busy:
   *
   * Whether there are records it has not looked at yet.
   */
  properties[PROP_BUSY] =
    g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_journal_view_init (McpJournalView *self)
{
  self->serials = g_array_new (FALSE, FALSE, sizeof (guint));
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint));
  self->next_serial = 1;

  self->signals = g_signal_group_new (MCP_TYPE_JOURNAL);
  g_signal_group_connect_swapped (self->signals, "items-changed", G_CALLBACK (run_slice), self);
  g_signal_group_connect_swapped (self->signals, "records-changed",
                                  G_CALLBACK (records_changed_cb), self);
}

static GType
mcp_journal_view_get_item_type (GListModel *model)
{
  return MCP_TYPE_RECORD;
}

static guint
mcp_journal_view_get_n_items (GListModel *model)
{
  return MCP_JOURNAL_VIEW (model)->serials->len;
}

static gpointer
mcp_journal_view_get_item (GListModel *model,
                           guint       position)
{
  McpJournalView *self = MCP_JOURNAL_VIEW (model);

  if (position >= self->serials->len)
    return NULL;

  return mcp_journal_get_record (self->journal, g_array_index (self->serials, guint, position));
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
 *
 * Returns: (transfer full): a new view
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
 * @self: a view
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

  g_signal_group_set_target (self->signals, NULL);
  previous = g_steal_pointer (&self->journal);
  n_removed = self->serials->len;
  g_array_set_size (self->serials, 0);
  if (n_removed > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, 0);

  g_set_object (&self->journal, journal);
  self->hidden_until = 0;
  g_signal_group_set_target (self->signals, journal);
  restart (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JOURNAL]);
}

/**
 * mcp_journal_view_get_journal:
 * @self: a view
 *
 * Gets whose records it shows.
 *
 * Returns: (transfer none) (nullable): the journal
 */
McpJournal *
mcp_journal_view_get_journal (McpJournalView *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), NULL);

  return self->journal;
}

/**
 * mcp_journal_view_set_query:
 * @self: a view
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
  restart (self);
}

/**
 * mcp_journal_view_set_scope:
 * @self: a view
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
  restart (self);
}

/**
 * mcp_journal_view_hide_until:
 * @self: a view
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
  restart (self);
}

/**
 * mcp_journal_view_get_serial:
 * @self: a view
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

  return position < self->serials->len ? g_array_index (self->serials, guint, position) : 0;
}

/**
 * mcp_journal_view_find:
 * @self: a view
 * @serial: of a record
 * @position: (out) (optional): where it is, or where it would be
 *
 * Finds the row of a record.
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

  found = mcp_serials_find (self->serials, serial, &at);
  if (position != NULL)
    *position = at;

  return found;
}

/**
 * mcp_journal_view_is_busy:
 * @self: a view
 *
 * Gets whether there are records it has not looked at yet.
 *
 * Returns: %TRUE while it is being filled
 */
gboolean
mcp_journal_view_is_busy (McpJournalView *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (self), FALSE);

  return self->busy;
}
