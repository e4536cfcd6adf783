/* mcp-traffic-statistics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-histogram.h"
#include "mcp-journal-private.h"
#include "mcp-journal-view-private.h"
#include "mcp-traffic-row-private.h"

/**
 * McpTrafficStatistics:
 *
 * Sums up what a view shows, by method and direction. Whoever shows it owns it.
 *
 * A call is counted once, by its request, or by its answer when the view shows only that. One byte
 * for each record remembers what was counted of it, so that a request that is answered later moves
 * from one figure to another. Rows that come at the end are added; when the view changes otherwise
 * all is counted anew, aside, and shown when it is done.
 *
 * Methods come from servers: past a few hundred, all others share a row.
 *
 * One file, though a long one: counting, moving and publishing work on the same sums.
 */

#define SLICE_USEC 4000
#define PUBLISH_MSEC 100
#define MAX_ROWS 500

/* What was counted of a record. */
enum {
  COUNTED   = 1 << 0, /* its bytes */
  CALL      = 1 << 1, /* it stands for a call or a notification */
  ERROR     = 1 << 2,
  LOST      = 1 << 3,
  PENDING   = 1 << 4,
  ANSWERED  = 1 << 5, /* its time */
  LOOKED_AT = 1 << 6,
};

/* What is being counted of one method, one way. */
typedef struct
{
  guint16           method;    /* of the interner; 0 for all others */
  McpDirection      direction;
  McpTrafficFigures figures;   /* without those of the histogram, before they are published */
  McpHistogram     *latencies; /* (nullable) */
} Sum;

static const McpTrafficFigures no_figures = { .min_usec = -1, .median_usec = -1, .p95_usec = -1, .max_usec = -1 };

struct _McpTrafficStatistics
{
  GObject         parent_instance;

  McpJournalView *view;        /* (nullable) */
  GSignalGroup   *view_signals;
  McpJournal     *journal;     /* (nullable) of the view, when it was last begun */
  GSignalGroup   *journal_signals;

  GPtrArray      *sums;        /* of Sum */
  GHashTable     *by_method;   /* method and direction to Sum */
  GByteArray     *states;      /* by serial */
  guint           n_counted;   /* of the rows of the view, in the order of arrival */
  guint           edits;       /* of the view, when it was begun */
  McpHistogram   *latencies;   /* of all */

  GListStore     *rows;        /* of McpTrafficRow: what is shown */
  McpTrafficFigures totals;
  guint           slice_source;
  guint           publish_source;
  gboolean        busy;
};

G_DEFINE_FINAL_TYPE (McpTrafficStatistics, mcp_traffic_statistics, G_TYPE_OBJECT)

static guint busy_changed_signal;

static void
sum_free (Sum *sum)
{
  g_clear_pointer (&sum->latencies, mcp_histogram_free);
  g_free (sum);
}

static void
update_busy (McpTrafficStatistics *self)
{
  gboolean busy = self->slice_source != 0 || self->publish_source != 0
                  || (self->view != NULL && mcp_journal_view_is_busy (self->view));

  if (self->busy == busy)
    return;

  self->busy = busy;
  g_signal_emit (self, busy_changed_signal, 0);
}

static Sum *
get_sum (McpTrafficStatistics *self,
         guint16               method,
         McpDirection          direction)
{
  gpointer key = GUINT_TO_POINTER ((guint) method << 1 | direction);
  Sum *sum = g_hash_table_lookup (self->by_method, key);

  if (sum != NULL)
    return sum;
  if (method != 0 && self->sums->len >= MAX_ROWS)
    return get_sum (self, 0, direction);

  sum = g_new0 (Sum, 1);
  sum->method = method;
  sum->direction = direction;
  sum->figures = no_figures;
  g_ptr_array_add (self->sums, sum);
  g_hash_table_insert (self->by_method, key, sum);

  return sum;
}

static guint8
get_state (McpTrafficStatistics *self,
           guint                 serial)
{
  return serial < self->states->len ? self->states->data[serial] : 0;
}

static void
set_state (McpTrafficStatistics *self,
           guint                 serial,
           guint8                state)
{
  guint length = self->states->len;

  if (serial >= length)
    {
      g_byte_array_set_size (self->states, MAX (serial + 1, length * 2));
      memset (self->states->data + length, 0, self->states->len - length);
    }
  self->states->data[serial] = state;
}

/* What became of a call, by its request. */
static guint8
judge_call (const McpSlot *request,
            const McpSlot *answer)
{
  guint8 state = 0;

  switch ((McpStatus) request->status)
    {
    case MCP_STATUS_PENDING:
      state = PENDING;
      break;
    case MCP_STATUS_ERROR:
      state = ERROR;
      break;
    case MCP_STATUS_CANCELLED:
    case MCP_STATUS_TIMED_OUT:
    case MCP_STATUS_LOST:
      state = LOST;
      break;
    case MCP_STATUS_NONE:
    case MCP_STATUS_OK:
    case MCP_STATUS_ORPHAN:
    default:
      break;
    }
  if (((request->flags | (answer != NULL ? answer->flags : 0)) & MCP_RECORD_FLAG_TOOL_ERROR) != 0)
    state |= ERROR;
  if (mcp_slot_asks_era (request, answer))
    state &= ~(ERROR | LOST);
  if (answer != NULL)
    state |= ANSWERED;

  return state;
}

static void
add_latency (McpTrafficStatistics *self,
             Sum                  *sum,
             gint64                usec)
{
  if (sum->latencies == NULL)
    sum->latencies = mcp_histogram_new ();
  mcp_histogram_add (sum->latencies, usec);
  mcp_histogram_add (self->latencies, usec);
  sum->figures.n_answered++;
  sum->figures.min_usec = sum->figures.min_usec < 0 ? usec : MIN (sum->figures.min_usec, usec);
  sum->figures.max_usec = MAX (sum->figures.max_usec, usec);
}

static guint
get_change (guint8 before,
            guint8 after,
            guint8 bit)
{
  return ((after & bit) != 0) - ((before & bit) != 0);
}

/* Counts a record, or what has become of it since. */
static void
count (McpTrafficStatistics *self,
       guint                 serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  const McpSlot *pair = mcp_journal_get_slot (self->journal, slot->pair);
  gboolean is_answer = slot->kind == MCP_RECORD_RESULT || slot->kind == MCP_RECORD_ERROR;
  guint8 before = get_state (self, serial);
  guint8 after = before | LOOKED_AT;
  McpDirection direction = is_answer ? !slot->direction : slot->direction;
  McpTrafficFigures *figures;
  Sum *sum;

  if ((slot->kind != MCP_RECORD_REQUEST && slot->kind != MCP_RECORD_NOTIFICATION
       && !(is_answer && pair != NULL)))
    {
      set_state (self, serial, after);
      return;
    }

  sum = get_sum (self, slot->method, direction);
  figures = &sum->figures;
  if ((before & COUNTED) == 0)
    {
      after |= COUNTED;
      *(slot->direction == MCP_DIRECTION_OUT ? &figures->bytes_out : &figures->bytes_in) += slot->size;
      if (!is_answer || (get_state (self, slot->pair) & CALL) == 0)
        {
          after |= CALL;
          figures->n++;
        }
    }

  if ((after & CALL) != 0 && slot->kind != MCP_RECORD_NOTIFICATION)
    {
      after &= ~(ERROR | LOST | PENDING);
      after |= is_answer ? judge_call (pair, slot) : judge_call (slot, pair);
      figures->n_errors += get_change (before, after, ERROR);
      figures->n_lost += get_change (before, after, LOST);
      figures->n_pending += get_change (before, after, PENDING);
      if (get_change (before, after, ANSWERED) == 1)
        add_latency (self, sum, mcp_journal_get_latency_usec (self->journal, serial));
    }
  set_state (self, serial, after);
}

/* The middle of a bucket may lie beyond what was measured. */
static void
set_percentiles (McpTrafficFigures  *figures,
                 const McpHistogram *latencies)
{
  figures->median_usec = CLAMP (mcp_histogram_get_percentile (latencies, 50), figures->min_usec, figures->max_usec);
  figures->p95_usec = CLAMP (mcp_histogram_get_percentile (latencies, 95), figures->min_usec, figures->max_usec);
}

static void
add_to_totals (McpTrafficFigures       *totals,
               const McpTrafficFigures *figures)
{
  totals->n += figures->n;
  totals->n_errors += figures->n_errors;
  totals->n_lost += figures->n_lost;
  totals->n_pending += figures->n_pending;
  totals->n_answered += figures->n_answered;
  totals->bytes_out += figures->bytes_out;
  totals->bytes_in += figures->bytes_in;
  if (figures->min_usec >= 0)
    totals->min_usec =
      totals->min_usec < 0 ? figures->min_usec : MIN (totals->min_usec, figures->min_usec);
  totals->max_usec = MAX (totals->max_usec, figures->max_usec);
}

/* Whether the rows that are shown are those of the sums, as far as there are any. */
static gboolean
rows_fit (McpTrafficStatistics *self)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows));

  if (self->journal == NULL || n_rows > self->sums->len)
    return FALSE;

  for (guint i = 0; i < n_rows; i++)
    {
      g_autoptr (McpTrafficRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
      const Sum *sum = self->sums->pdata[i];

      if (mcp_traffic_row_get_direction (row) != sum->direction
          || g_strcmp0 (mcp_traffic_row_get_method (row),
                        mcp_interner_get (self->journal->methods, sum->method)) != 0)
        return FALSE;
    }

  return TRUE;
}

/* Shows what was counted. */
static void
publish (McpTrafficStatistics *self)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  guint n_kept = rows_fit (self) ? n_before : 0;

  g_clear_handle_id (&self->publish_source, g_source_remove);
  self->totals = no_figures;
  for (guint i = 0; i < self->sums->len; i++)
    {
      Sum *sum = self->sums->pdata[i];
      g_autoptr (McpTrafficRow) row =
        i < n_kept ? g_list_model_get_item (G_LIST_MODEL (self->rows), i)
                   : mcp_traffic_row_new (mcp_interner_get (self->journal->methods, sum->method), sum->direction);

      if (sum->latencies != NULL)
        set_percentiles (&sum->figures, sum->latencies);
      add_to_totals (&self->totals, &sum->figures);
      mcp_traffic_row_set_figures (row, &sum->figures);
      if (i >= n_kept)
        g_ptr_array_add (added, g_steal_pointer (&row));
    }
  if (self->totals.n_answered > 0)
    set_percentiles (&self->totals, self->latencies);

  if (n_kept < n_before || added->len > 0)
    g_list_store_splice (self->rows, n_kept, n_before - n_kept, added->pdata, added->len);
}

static gboolean
publish_cb (gpointer user_data)
{
  McpTrafficStatistics *self = MCP_TRAFFIC_STATISTICS (user_data);

  self->publish_source = 0;
  g_object_ref (self);
  publish (self);
  update_busy (self);
  g_object_unref (self);

  return G_SOURCE_REMOVE;
}

static gboolean
has_backlog (McpTrafficStatistics *self)
{
  return self->journal != NULL && self->n_counted < mcp_journal_view_get_matches (self->view)->len;
}

static void
begin (McpTrafficStatistics *self)
{
  McpJournal *journal = self->view != NULL ? mcp_journal_view_get_journal (self->view) : NULL;

  g_hash_table_remove_all (self->by_method);
  g_ptr_array_set_size (self->sums, 0);
  g_byte_array_set_size (self->states, 0);
  mcp_histogram_clear (self->latencies);
  g_clear_handle_id (&self->publish_source, g_source_remove);
  self->n_counted = 0;
  self->edits = self->view != NULL ? self->view->edits : 0;
  g_set_object (&self->journal, journal);
  g_signal_group_set_target (self->journal_signals, journal);
}

/* Figures are read, not watched: a few times a second is enough. */
static void
schedule_publish (McpTrafficStatistics *self)
{
  if (self->publish_source == 0)
    self->publish_source = g_timeout_add (PUBLISH_MSEC, publish_cb, self);
}

static gboolean
slice_cb (gpointer user_data)
{
  McpTrafficStatistics *self = MCP_TRAFFIC_STATISTICS (user_data);
  McpViewSlice slice = { g_get_monotonic_time () + SLICE_USEC, 0 };

  while (has_backlog (self) && !mcp_view_slice_is_over (&slice))
    count (self, g_array_index (mcp_journal_view_get_matches (self->view), guint, self->n_counted++));
  if (has_backlog (self))
    return G_SOURCE_CONTINUE;

  self->slice_source = 0;
  schedule_publish (self);
  update_busy (self);

  return G_SOURCE_REMOVE;
}

/* What the view shows has changed, or is about to be shown for the first time. */
static void
view_changed_cb (McpTrafficStatistics *self)
{
  if (self->view == NULL)
    return;

  /* Where rows left, or came between others, nobody knows which. */
  if (self->edits != self->view->edits
      || self->journal != mcp_journal_view_get_journal (self->view))
    begin (self);
  if (has_backlog (self))
    {
      if (self->slice_source == 0)
        self->slice_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, slice_cb, self, NULL);
    }
  else
    {
      schedule_publish (self);
    }
  update_busy (self);
}

static void
records_changed_cb (McpTrafficStatistics *self,
                    GArray               *serials)
{
  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);
      guint pair = mcp_journal_get_slot (self->journal, serial)->pair;

      if (get_state (self, serial) != 0)
        count (self, serial);
      if (get_state (self, pair) != 0)
        count (self, pair);
    }
  schedule_publish (self);
  update_busy (self);
}

static void
mcp_traffic_statistics_dispose (GObject *object)
{
  McpTrafficStatistics *self = MCP_TRAFFIC_STATISTICS (object);

  g_clear_handle_id (&self->slice_source, g_source_remove);
  g_clear_handle_id (&self->publish_source, g_source_remove);
  if (self->view_signals != NULL)
    g_signal_group_set_target (self->view_signals, NULL);
  if (self->journal_signals != NULL)
    g_signal_group_set_target (self->journal_signals, NULL);
  g_clear_object (&self->view_signals);
  g_clear_object (&self->journal_signals);
  g_clear_object (&self->view);
  g_clear_object (&self->journal);

  G_OBJECT_CLASS (mcp_traffic_statistics_parent_class)->dispose (object);
}

static void
mcp_traffic_statistics_finalize (GObject *object)
{
  McpTrafficStatistics *self = MCP_TRAFFIC_STATISTICS (object);

  g_object_unref (self->rows);
  g_hash_table_unref (self->by_method);
  g_ptr_array_unref (self->sums);
  g_byte_array_unref (self->states);
  mcp_histogram_free (self->latencies);

  G_OBJECT_CLASS (mcp_traffic_statistics_parent_class)->finalize (object);
}

static void
mcp_traffic_statistics_class_init (McpTrafficStatisticsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_traffic_statistics_dispose;
  object_class->finalize = mcp_traffic_statistics_finalize;

  busy_changed_signal = g_signal_new ("busy-changed", MCP_TYPE_TRAFFIC_STATISTICS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                      NULL, G_TYPE_NONE, 0);
}

static void
mcp_traffic_statistics_init (McpTrafficStatistics *self)
{
  self->sums = g_ptr_array_new_with_free_func ((GDestroyNotify) sum_free);
  self->by_method = g_hash_table_new (NULL, NULL);
  self->states = g_byte_array_new ();
  self->latencies = mcp_histogram_new ();
  self->rows = g_list_store_new (MCP_TYPE_TRAFFIC_ROW);
  self->totals = no_figures;

  self->view_signals = g_signal_group_new (MCP_TYPE_JOURNAL_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "items-changed",
                                  G_CALLBACK (view_changed_cb), self);
  g_signal_group_connect_swapped (self->view_signals, "journal-changed",
                                  G_CALLBACK (view_changed_cb), self);
  g_signal_group_connect_swapped (self->view_signals, "busy-changed", G_CALLBACK (update_busy),
                                  self);
  self->journal_signals = g_signal_group_new (MCP_TYPE_JOURNAL);
  g_signal_group_connect_swapped (self->journal_signals, "records-changed",
                                  G_CALLBACK (records_changed_cb), self);
}

McpTrafficStatistics *
mcp_traffic_statistics_new (McpJournalView *view)
{
  McpTrafficStatistics *self = g_object_new (MCP_TYPE_TRAFFIC_STATISTICS, NULL);

  mcp_traffic_statistics_set_view (self, view);

  return self;
}

McpTrafficStatistics *
mcp_traffic_statistics_new_for_journal (McpJournal *journal)
{
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);

  return mcp_traffic_statistics_new (view);
}

void
mcp_traffic_statistics_set_view (McpTrafficStatistics *self,
                                 McpJournalView       *view)
{
  g_return_if_fail (MCP_IS_TRAFFIC_STATISTICS (self));
  g_return_if_fail (view == NULL || MCP_IS_JOURNAL_VIEW (view));

  if (self->view == view)
    return;

  g_signal_group_set_target (self->view_signals, NULL);
  g_clear_handle_id (&self->slice_source, g_source_remove);
  g_set_object (&self->view, view);
  begin (self);
  g_signal_group_set_target (self->view_signals, view);
  if (view != NULL)
    view_changed_cb (self);
  else
    publish (self);
  update_busy (self);
}

GListModel *
mcp_traffic_statistics_get_rows (McpTrafficStatistics *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_STATISTICS (self), NULL);

  return G_LIST_MODEL (self->rows);
}

gboolean
mcp_traffic_statistics_is_busy (McpTrafficStatistics *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_STATISTICS (self), FALSE);

  return self->busy;
}

const McpTrafficFigures *
mcp_traffic_statistics_get_totals (McpTrafficStatistics *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_STATISTICS (self), NULL);

  return &self->totals;
}
