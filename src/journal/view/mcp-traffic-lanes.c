/* mcp-traffic-lanes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-traffic-lanes-private.h"

/**
 * McpTrafficLanes:
 *
 * The traffic of a journal on an axis of time, one lane for each party. Whoever draws it owns it.
 *
 * Records stand in the journal nearly in the order of time. Each block of 64 has its sums: how much
 * there was before it. So what is in a column of pixels follows from two blocks and a few records,
 * and a million messages are measured in less time than a frame has. What goes on at a time is what
 * was opened before less what was closed before.
 *
 * A record that changes makes its block dirty; the sums behind it are put right when they are next
 * asked for. New records are looked at in slices, like those of a journal that was there before.
 *
 * A filter is a view, whose matches are counted and no others; what it tells of makes blocks dirty as
 * well. When it begins anew, so do the lanes.
 */

#define SLICE_USEC    4000

G_DEFINE_FINAL_TYPE (McpTrafficLanes, mcp_traffic_lanes, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
add_record (McpTrafficLanes *self,
            McpLaneSums     *sums,
            guint            serial)
{
  McpLaneLook look = mcp_lanes_look (self, serial);

  if (look.lane != MCP_NO_LANE)
    {
      sums->n[look.lane]++;
      sums->failed[look.lane] += look.failed;
      sums->opened[look.lane] += look.opens;
    }
  if (look.closes != MCP_NO_LANE)
    sums->closed[look.closes]++;
  if ((mcp_journal_get_slot (self->journal, serial)->flags & MCP_RECORD_FLAG_FINDING) != 0
      && mcp_lanes_shows (self, serial))
    sums->findings++;
  sums->lost += look.lost;
  sums->restarts += self->restarts->len > 0 && mcp_lanes_is_restart (self, serial);
}

static void
add_sums (McpLaneSums       *sums,
          const McpLaneSums *other)
{
  guint32 *to = (guint32 *) sums;
  const guint32 *from = (const guint32 *) other;

  for (guint i = 0; i < sizeof (McpLaneSums) / sizeof (guint32); i++)
    to[i] += from[i];
}

/* Counts the records of a block anew. */
static void
count_block (McpTrafficLanes *self,
             guint            index)
{
  McpLaneBlock *block = mcp_lanes_block (self, index);
  guint end = mcp_lanes_block_end (self, index);

  block->own = (McpLaneSums) { 0 };
  block->last_end_usec = G_MININT64;
  block->last_usec = index > 0 ? mcp_lanes_block (self, index - 1)->last_usec : G_MININT64;
  for (guint serial = index * MCP_LANES_BLOCK + 1; serial <= end; serial++)
    {
      const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);

      add_record (self, &block->own, serial);
      block->last_usec = MAX (block->last_usec, slot->time_usec);
      block->last_end_usec = MAX (block->last_end_usec, mcp_lanes_get_end_usec (self, serial));
    }
  self->dirty_block = MIN (self->dirty_block, index + 1);
}

static void
ensure_sums (McpTrafficLanes *self)
{
  for (guint i = MAX (self->dirty_block, 1); i < self->blocks->len; i++)
    {
      McpLaneBlock *block = mcp_lanes_block (self, i);

      block->before = mcp_lanes_block (self, i - 1)->before;
      add_sums (&block->before, &mcp_lanes_block (self, i - 1)->own);
    }
  self->dirty_block = self->blocks->len;
}

static gboolean
head_is_stream (McpTrafficLanes *self,
                guint            serial)
{
  static const char type[] = "text/event-stream";
  g_autoptr (GBytes) head = mcp_journal_read_part (self->journal, serial, 0, 16384, NULL);
  gsize length = 0;
  const char *data = head != NULL ? g_bytes_get_data (head, &length) : NULL;

  return data != NULL && g_strstr_len (data, length, type) != NULL;
}

/* A stream is drawn from its request on, which stands in an earlier block. */
static void
count_start_of_exchange (McpTrafficLanes *self,
                         guint            serial)
{
  const McpJournalExchange *exchange = mcp_journal_get_exchange (self->journal, serial);

  if (exchange != NULL && exchange->first <= self->n_records)
    count_block (self, (exchange->first - 1) / MCP_LANES_BLOCK);
}

/* Notes what only shows in later records: that an exchange is a stream, or a life a new one. */
static void
note_record (McpTrafficLanes *self,
             guint            serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  const McpSlotWire *wire = mcp_journal_get_wire (self->journal, serial);

  if (self->tools_call == 0
      && g_strcmp0 (mcp_journal_get_method (self->journal, serial), "tools/call") == 0)
    self->tools_call = slot->method;
  if (slot->life > self->last_life)
    {
      if (self->last_life > 0)
        g_array_append_val (self->restarts, serial);
      self->last_life = slot->life;
    }

  if (wire == NULL || wire->exchange == 0)
    return;

  if (mcp_lanes_is_stream (self, serial))
    {
      if (slot->kind == MCP_RECORD_HTTP_END)
        count_start_of_exchange (self, serial);
    }
  else if (slot->channel == MCP_CHANNEL_SSE
           || (slot->kind == MCP_RECORD_HTTP_HEAD && head_is_stream (self, serial)))
    {
      g_hash_table_add (self->streams, GUINT_TO_POINTER (wire->exchange));
      count_start_of_exchange (self, serial);
    }
}

static guint
get_n_announced (McpTrafficLanes *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->journal));
}

/* Looks at one block's worth of new records. */
static void
index_block (McpTrafficLanes *self)
{
  guint index = self->n_records / MCP_LANES_BLOCK;
  guint end = MIN ((index + 1) * MCP_LANES_BLOCK, get_n_announced (self));

  if (index == self->blocks->len)
    g_array_set_size (self->blocks, index + 1);

  for (guint serial = self->n_records + 1; serial <= end; serial++)
    note_record (self, serial);
  self->n_records = end;
  count_block (self, index);
  /* The block itself is new: the sums before it are not there yet. */
  self->dirty_block = MIN (self->dirty_block, index);
}

static gboolean
slice_cb (gpointer user_data)
{
  McpTrafficLanes *self = user_data;
  gint64 deadline_usec = g_get_monotonic_time () + SLICE_USEC;
  gboolean more;

  while (self->n_records < get_n_announced (self) && g_get_monotonic_time () < deadline_usec)
    index_block (self);

  more = self->n_records < get_n_announced (self);
  if (!more)
    self->slice_source = 0;
  g_signal_emit (self, signals[CHANGED], 0);

  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
queue_slice (McpTrafficLanes *self)
{
  if (self->slice_source == 0)
    self->slice_source = g_idle_add (slice_cb, self);
}

static void
records_changed_cb (McpTrafficLanes *self,
                    GArray          *serials,
                    McpJournal      *journal)
{
  guint counted = G_MAXUINT;

  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);
      guint index = (serial - 1) / MCP_LANES_BLOCK;

      if (serial > self->n_records || index == counted)
        continue;
      count_block (self, index);
      counted = index;
    }

  queue_slice (self);
}

static void
recount (McpTrafficLanes *self,
         guint            serial,
         guint           *counted)
{
  guint index = (serial - 1) / MCP_LANES_BLOCK;

  if (serial == 0 || serial > self->n_records || index == *counted)
    return;

  count_block (self, index);
  *counted = index;
}

/* What ends what came or went counts, too: an answer, or the end of a stream. */
static void
matches_changed_cb (McpTrafficLanes *self,
                    GArray          *serials,
                    McpJournalView  *filter)
{
  guint counted = G_MAXUINT;
  guint counted_end = G_MAXUINT;

  if (serials == NULL)
    {
      g_array_set_size (self->blocks, 0);
      g_array_set_size (self->lanes, 0);
      g_hash_table_remove_all (self->by_key);
      self->n_records = 0;
      self->dirty_block = 0;
    }

  for (guint i = 0; serials != NULL && i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);
      const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
      const McpJournalExchange *exchange = NULL;

      if (slot == NULL)
        continue;
      if (slot->kind == MCP_RECORD_HTTP_REQUEST)
        exchange = mcp_journal_get_exchange (self->journal, serial);
      recount (self, serial, &counted);
      recount (self, exchange != NULL ? exchange->last : slot->pair, &counted_end);
    }

  queue_slice (self);
}

static void
mcp_traffic_lanes_dispose (GObject *object)
{
  McpTrafficLanes *self = MCP_TRAFFIC_LANES (object);

  mcp_traffic_lanes_set_filter (self, NULL);
  g_clear_handle_id (&self->slice_source, g_source_remove);
  g_clear_object (&self->journal);

  G_OBJECT_CLASS (mcp_traffic_lanes_parent_class)->dispose (object);
}

static void
mcp_traffic_lanes_finalize (GObject *object)
{
  McpTrafficLanes *self = MCP_TRAFFIC_LANES (object);

  g_array_unref (self->blocks);
  g_array_unref (self->restarts);
  g_hash_table_unref (self->streams);
  g_array_unref (self->lanes);
  g_hash_table_unref (self->by_key);

  G_OBJECT_CLASS (mcp_traffic_lanes_parent_class)->finalize (object);
}

static void
mcp_traffic_lanes_class_init (McpTrafficLanesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_traffic_lanes_dispose;
  object_class->finalize = mcp_traffic_lanes_finalize;

  /**
   * McpTrafficLanes::changed:
   * @self: the lanes
   *
   * There is more to show, or other.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_traffic_lanes_init (McpTrafficLanes *self)
{
  self->blocks = g_array_new (FALSE, TRUE, sizeof (McpLaneBlock));
  self->restarts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->streams = g_hash_table_new (NULL, NULL);
  self->lanes = g_array_new (FALSE, FALSE, sizeof (McpLaneKey));
  self->by_key = g_hash_table_new (NULL, NULL);
}

/**
 * mcp_traffic_lanes_new:
 * @journal: what to show
 *
 * Creates lanes that keep up with a journal. What it has already is looked at in slices.
 *
 * Returns: (transfer full): new lanes
 */
McpTrafficLanes *
mcp_traffic_lanes_new (McpJournal *journal)
{
  McpTrafficLanes *self;

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);

  self = g_object_new (MCP_TYPE_TRAFFIC_LANES, NULL);
  self->journal = g_object_ref (journal);
  g_signal_connect_object (journal, "items-changed", G_CALLBACK (queue_slice), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "records-changed", G_CALLBACK (records_changed_cb), self,
                           G_CONNECT_SWAPPED);
  queue_slice (self);

  return self;
}

/**
 * mcp_traffic_lanes_set_filter:
 * @filter: (nullable): a view of the same journal
 *
 * Shows only what a view takes. The axis stays that of all.
 */
void
mcp_traffic_lanes_set_filter (McpTrafficLanes *self,
                              McpJournalView  *filter)
{
  g_return_if_fail (MCP_IS_TRAFFIC_LANES (self));
  g_return_if_fail (filter == NULL || MCP_IS_JOURNAL_VIEW (filter));

  if (self->filter == filter)
    return;

  if (self->filter != NULL)
    g_clear_signal_handler (&self->filter_handler, self->filter);
  g_set_object (&self->filter, filter);
  if (filter != NULL)
    self->filter_handler = g_signal_connect_object (filter, "matches-changed",
                                                    G_CALLBACK (matches_changed_cb), self,
                                                    G_CONNECT_SWAPPED);
  matches_changed_cb (self, NULL, filter);
}

/**
 * mcp_traffic_lanes_set_grouping:
 * @grouping: what has a lane
 *
 * Sets what lanes are of. Methods and tools have one in the order in which they appear.
 */
void
mcp_traffic_lanes_set_grouping (McpTrafficLanes *self,
                                McpLanesBy       grouping)
{
  g_return_if_fail (MCP_IS_TRAFFIC_LANES (self));

  if (self->grouping == grouping)
    return;

  self->grouping = grouping;
  matches_changed_cb (self, NULL, NULL);
}

guint
mcp_traffic_lanes_get_n_lanes (McpTrafficLanes *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), 0);

  return self->grouping == MCP_LANES_BY_PARTY ? MCP_LANE_OTHERS : self->lanes->len;
}

McpLane
mcp_traffic_lanes_get_role (McpTrafficLanes *self,
                            guint            lane)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), MCP_LANE_OTHERS);

  if (self->grouping == MCP_LANES_BY_PARTY)
    return lane;

  return lane < self->lanes->len ? g_array_index (self->lanes, McpLaneKey, lane).role
                                 : MCP_LANE_OTHERS;
}

const char *
mcp_traffic_lanes_get_name (McpTrafficLanes *self,
                            guint            lane)
{
  guint key;

  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), NULL);

  if (self->grouping == MCP_LANES_BY_PARTY || lane >= self->lanes->len)
    return NULL;

  key = g_array_index (self->lanes, McpLaneKey, lane).key;
  if ((key & MCP_LANE_KEY_ROLE) != 0)
    return NULL;

  return (key & MCP_LANE_KEY_TOOL) != 0 ? mcp_interner_get (self->journal->names, key & G_MAXUINT16)
                                  : mcp_interner_get (self->journal->methods, key);
}

gboolean
mcp_traffic_lanes_is_busy (McpTrafficLanes *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), FALSE);

  return self->n_records < get_n_announced (self);
}

gboolean
mcp_traffic_lanes_get_span (McpTrafficLanes *self,
                            gint64          *start_usec,
                            gint64          *end_usec)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), FALSE);

  if (self->n_records == 0)
    return FALSE;

  *start_usec = mcp_journal_get_slot (self->journal, 1)->time_usec;
  *end_usec = MAX (*start_usec, mcp_lanes_block (self, self->blocks->len - 1)->last_usec);

  return TRUE;
}

/* All that there is. */
static McpLaneSums
get_total (McpTrafficLanes *self)
{
  McpLaneSums sums = { 0 };

  if (self->blocks->len == 0)
    return sums;

  ensure_sums (self);
  sums = mcp_lanes_block (self, self->blocks->len - 1)->before;
  add_sums (&sums, &mcp_lanes_block (self, self->blocks->len - 1)->own);

  return sums;
}

gboolean
mcp_traffic_lanes_has (McpTrafficLanes *self,
                       guint            lane)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), FALSE);
  g_return_val_if_fail (lane < MCP_MAX_LANES, FALSE);

  return get_total (self).n[lane] > 0;
}

gboolean
mcp_traffic_lanes_is_waiting (McpTrafficLanes *self)
{
  McpLaneSums sums;

  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), FALSE);

  sums = get_total (self);
  for (guint i = 0; i < MCP_MAX_LANES; i++)
    if (sums.opened[i] > sums.closed[i])
      return TRUE;

  return FALSE;
}

/**
 * mcp_traffic_lanes_find_time:
 * @time_usec: monotonic time
 *
 * Finds the first record that is not before a time.
 *
 * Returns: its serial; past the last when all are before
 */
guint
mcp_traffic_lanes_find_time (McpTrafficLanes *self,
                             gint64           time_usec)
{
  guint low = 0;
  guint high;
  guint serial;

  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), 0);

  high = self->blocks->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (mcp_lanes_block (self, middle)->last_usec < time_usec)
        low = middle + 1;
      else
        high = middle;
    }

  serial = low * MCP_LANES_BLOCK + 1;
  while (serial <= self->n_records
         && mcp_journal_get_slot (self->journal, serial)->time_usec < time_usec)
    serial++;

  return MIN (serial, self->n_records + 1);
}

/**
 * mcp_traffic_lanes_find_next:
 * @lane: one of them
 * @serial: where to start; 0 or past the end to find the first or last
 * @step: 1 for the next, -1 for the one before
 *
 * Finds the nearest record of a lane, without @serial itself.
 *
 * Returns: its serial, 0 when there is none
 */
guint
mcp_traffic_lanes_find_next (McpTrafficLanes *self,
                             guint            lane,
                             guint            serial,
                             int              step)
{
  gint64 at;

  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), 0);
  g_return_val_if_fail (lane < MCP_MAX_LANES && (step == 1 || step == -1), 0);

  at = (gint64) MIN (serial, self->n_records + 1) + step;
  while (at >= 1 && at <= self->n_records)
    {
      guint index = (at - 1) / MCP_LANES_BLOCK;

      if (mcp_lanes_block (self, index)->own.n[lane] == 0)
        at = step > 0 ? ((gint64) index + 1) * MCP_LANES_BLOCK + 1
                      : (gint64) index * MCP_LANES_BLOCK;
      else if (mcp_lanes_look (self, at).lane == lane)
        return at;
      else
        at += step;
    }

  return 0;
}

/* Moves sums, which are of all records before *serial, on to another place behind it. */
static void
advance (McpTrafficLanes *self,
         McpLaneSums     *sums,
         guint           *serial,
         guint            to)
{
  guint index = (to - 1) / MCP_LANES_BLOCK;

  if (index > (*serial - 1) / MCP_LANES_BLOCK)
    {
      if (index >= self->blocks->len)
        {
          *sums = get_total (self);
          *serial = to;
          return;
        }
      *sums = mcp_lanes_block (self, index)->before;
      *serial = index * MCP_LANES_BLOCK + 1;
    }

  for (; *serial < to; (*serial)++)
    add_record (self, sums, *serial);
}

static void
fill_column (McpLaneColumn     *column,
             const McpLaneSums *before,
             const McpLaneSums *after)
{
  column->n_findings = after->findings - before->findings;
  column->n_lost = after->lost - before->lost;
  column->n_restarts = after->restarts - before->restarts;
  for (guint i = 0; i < MCP_MAX_LANES; i++)
    {
      column->lanes[i].n = after->n[i] - before->n[i];
      column->lanes[i].n_failed = after->failed[i] - before->failed[i];
      /* Clocks may say that an answer was there before its request. */
      column->lanes[i].n_open = MAX (after->opened[i], before->closed[i]) - before->closed[i];
    }
}

/**
 * mcp_traffic_lanes_measure:
 * @start_usec: monotonic time where the first column starts
 * @end_usec: monotonic time where the last one ends
 * @columns: (array length=n_columns): to be filled
 * @n_columns: how many columns there are
 *
 * Sums up a stretch of time, column by column. The effort goes with the number of columns, not
 * of records.
 */
void
mcp_traffic_lanes_measure (McpTrafficLanes *self,
                           gint64           start_usec,
                           gint64           end_usec,
                           McpLaneColumn   *columns,
                           guint            n_columns)
{
  double step_usec;
  McpLaneSums before = { 0 };
  guint serial = 1;

  g_return_if_fail (MCP_IS_TRAFFIC_LANES (self));
  g_return_if_fail (end_usec >= start_usec && n_columns > 0);

  ensure_sums (self);
  step_usec = (double) (end_usec - start_usec) / n_columns;
  advance (self, &before, &serial, mcp_traffic_lanes_find_time (self, start_usec));
  for (guint i = 0; i < n_columns; i++)
    {
      McpLaneSums after = before;
      gint64 until_usec = start_usec + (gint64) ((i + 1) * step_usec);

      columns[i].first_serial = serial;
      /* The very end belongs to the last column: that is where the last record is. */
      advance (self, &after, &serial,
               MAX (serial, mcp_traffic_lanes_find_time (self, i + 1 < n_columns ? until_usec
                                                                                 : end_usec + 1)));
      fill_column (&columns[i], &before, &after);
      before = after;
    }
}
