/* mcp-traffic-lanes-look.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-traffic-lanes-private.h"

/* Where one record stands on the axis of time, as far as the index says. */

static McpLane
get_party (const McpSlot *slot)
{
  return slot->direction == MCP_DIRECTION_OUT ? MCP_LANE_CLIENT : MCP_LANE_SERVER;
}

gboolean
mcp_lanes_is_stream (McpTrafficLanes *self,
                     guint            serial)
{
  const McpSlotWire *wire = mcp_journal_get_wire (self->journal, serial);

  return wire != NULL && wire->exchange != 0
         && g_hash_table_contains (self->streams, GUINT_TO_POINTER (wire->exchange));
}

static void
look_at_request (McpTrafficLanes *self,
                 const McpSlot   *slot,
                 McpLaneLook     *look)
{
  const McpSlot *pair = mcp_journal_get_slot (self->journal, slot->pair);

  look->lane = mcp_slot_is_health_probe (slot) ? MCP_LANE_PROBES : get_party (slot);
  /* A batch may answer many, and would have to close as often. */
  look->opens = slot->status == MCP_STATUS_PENDING
                || (pair != NULL && pair->kind != MCP_RECORD_BATCH);
  look->failed = mcp_slot_is_error (slot, pair);
  look->lost = look->lane == MCP_LANE_PROBES
               && (slot->status == MCP_STATUS_TIMED_OUT || slot->status == MCP_STATUS_LOST);
}

static void
look_at_answer (McpTrafficLanes *self,
                const McpSlot   *slot,
                McpLaneLook     *look)
{
  const McpSlot *pair = mcp_journal_get_slot (self->journal, slot->pair);
  gboolean probe = mcp_slot_is_health_probe (pair);

  look->lane = probe ? MCP_LANE_PROBES : get_party (slot);
  if (pair != NULL && pair->kind == MCP_RECORD_REQUEST)
    look->closes = probe ? MCP_LANE_PROBES : get_party (pair);
  look->failed = mcp_slot_is_error (slot, pair);
}

/* What closes something closes what is shown, though it may not be shown itself. */
static gboolean
shows_start (McpTrafficLanes *self,
             guint            serial,
             const McpSlot   *slot)
{
  const McpJournalExchange *exchange;

  if (slot->kind != MCP_RECORD_HTTP_END)
    return mcp_lanes_shows (self, slot->pair);

  exchange = mcp_journal_get_exchange (self->journal, serial);

  return exchange != NULL && mcp_lanes_shows (self, exchange->first);
}

/* The lane of a key; one that comes when all are taken shares the last. */
static guint
find_lane (McpTrafficLanes *self,
           guint            key,
           McpLane          role)
{
  guint lane = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_key, GUINT_TO_POINTER (key)));
  McpLaneKey added = { key, role };

  if (lane != 0)
    return lane - 1;
  if (self->lanes->len + 1 == MCP_MAX_LANES)
    added = (McpLaneKey) { MCP_LANE_KEY_ROLE | MCP_LANE_OTHERS, MCP_LANE_OTHERS };
  if (self->lanes->len < MCP_MAX_LANES)
    g_array_append_val (self->lanes, added);
  g_hash_table_insert (self->by_key, GUINT_TO_POINTER (key), GUINT_TO_POINTER (self->lanes->len));

  return self->lanes->len - 1;
}

/* Where what a party does stands when lanes are of something else. */
static guint
regroup (McpTrafficLanes *self,
         const McpSlot   *slot,
         guint            party)
{
  gboolean has_name = self->grouping == MCP_LANES_BY_TOOL && slot->name != 0
                      && slot->method == self->tools_call;

  if (self->grouping == MCP_LANES_BY_PARTY || party == MCP_NO_LANE)
    return party;
  if (party == MCP_LANE_CONSOLE || party == MCP_LANE_STREAMS || party == MCP_LANE_PROBES
      || slot->method == 0)
    return find_lane (self, MCP_LANE_KEY_ROLE | party, party);
  if (has_name)
    return find_lane (self, MCP_LANE_KEY_TOOL | slot->name, MCP_LANE_CLIENT);

  return find_lane (self, slot->method, party);
}

static McpLaneLook
look_at (McpTrafficLanes *self,
         guint            serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  McpLaneLook look = { MCP_NO_LANE, MCP_NO_LANE, FALSE, FALSE, FALSE };

  switch ((McpRecordKind) slot->kind)
    {
    case MCP_RECORD_REQUEST:
      look_at_request (self, slot, &look);
      break;
    case MCP_RECORD_RESULT:
    case MCP_RECORD_ERROR:
      look_at_answer (self, slot, &look);
      break;
    case MCP_RECORD_NOTIFICATION:
      look.lane = MCP_LANE_NOTIFICATIONS;
      break;
    case MCP_RECORD_INVALID:
    case MCP_RECORD_OVERSIZED:
      look.failed = TRUE;
      look.lane = get_party (slot);
      break;
    case MCP_RECORD_BATCH:
    case MCP_RECORD_PENDING:
      look.lane = get_party (slot);
      break;
    case MCP_RECORD_NOISE:
    case MCP_RECORD_STDERR:
    case MCP_RECORD_SPAWN:
    case MCP_RECORD_EXIT:
    case MCP_RECORD_NOTE:
      look.failed = slot->status == MCP_STATUS_ERROR;
      look.lane = slot->channel == MCP_CHANNEL_AUTH ? get_party (slot) : MCP_LANE_CONSOLE;
      break;
    case MCP_RECORD_HTTP_REQUEST:
      look.opens = mcp_lanes_is_stream (self, serial);
      look.lane = look.opens ? MCP_LANE_STREAMS : MCP_NO_LANE;
      break;
    case MCP_RECORD_HTTP_END:
      look.closes = mcp_lanes_is_stream (self, serial) ? MCP_LANE_STREAMS : MCP_NO_LANE;
      break;
    case MCP_RECORD_EVENT:
    case MCP_RECORD_COMMENT:
      look.lane = MCP_LANE_STREAMS;
      break;
    case MCP_RECORD_HTTP_HEAD:
    case MCP_RECORD_HTTP_BODY:
    case MCP_N_RECORD_KINDS:
    default:
      break;
    }

  return look;
}

McpLaneLook
mcp_lanes_look (McpTrafficLanes *self,
                guint            serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  McpLaneLook look = look_at (self, serial);

  look.lane = regroup (self, slot, look.lane);
  look.closes = regroup (self, slot, look.closes);
  if (self->filter == NULL)
    return look;

  if (look.closes != MCP_NO_LANE
      && !shows_start (self, serial, slot))
    look.closes = MCP_NO_LANE;
  if (!mcp_lanes_shows (self, serial))
    look = (McpLaneLook) { MCP_NO_LANE, look.closes, FALSE, FALSE, FALSE };

  return look;
}

gboolean
mcp_lanes_is_restart (McpTrafficLanes *self,
                      guint            serial)
{
  const guint *serials = (const guint *) self->restarts->data;
  guint low = 0;
  guint high = self->restarts->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (serials[middle] < serial)
        low = middle + 1;
      else
        high = middle;
    }

  return low < self->restarts->len && serials[low] == serial;
}

/* When a record that opens something is over. */
gint64
mcp_lanes_get_end_usec (McpTrafficLanes *self,
                        guint            serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  const McpSlot *pair = mcp_journal_get_slot (self->journal, slot->pair);

  if (slot->kind == MCP_RECORD_REQUEST && pair != NULL)
    return MAX (slot->time_usec, pair->time_usec);
  if (slot->kind == MCP_RECORD_REQUEST)
    return slot->status == MCP_STATUS_PENDING ? G_MAXINT64 : slot->time_usec;

  if (slot->kind == MCP_RECORD_HTTP_REQUEST)
    {
      const McpJournalExchange *exchange = mcp_journal_get_exchange (self->journal, serial);
      const McpSlot *last = exchange != NULL ? mcp_journal_get_slot (self->journal, exchange->last)
                                             : NULL;

      if (last == NULL)
        return slot->time_usec;
      return last->kind == MCP_RECORD_HTTP_END ? last->time_usec : G_MAXINT64;
    }

  return slot->time_usec;
}

gboolean
mcp_traffic_lanes_get_bar (McpTrafficLanes *self,
                           guint            serial,
                           McpLaneBar      *bar)
{
  const McpSlot *slot;
  McpLaneLook look;

  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), FALSE);

  if (serial == 0 || serial > self->n_records)
    return FALSE;

  slot = mcp_journal_get_slot (self->journal, serial);
  look = mcp_lanes_look (self, serial);
  if (look.lane == MCP_NO_LANE)
    return FALSE;

  *bar = (McpLaneBar) {
    .serial = serial,
    .lane = look.lane,
    .start_usec = slot->time_usec - slot->queued_usec,
    .end_usec = mcp_lanes_get_end_usec (self, serial),
    .failed = look.failed,
    .finding = (slot->flags & MCP_RECORD_FLAG_FINDING) != 0,
    .incoming = slot->direction == MCP_DIRECTION_IN,
    .restart = mcp_lanes_is_restart (self, serial),
    .lost = look.lost,
  };

  return TRUE;
}

static gboolean
add_bars (McpTrafficLanes *self,
          GArray          *bars,
          guint            first,
          guint            end,
          gint64           ends_after_usec,
          guint            max_bars)
{
  for (guint serial = first; serial < end; serial++)
    {
      McpLaneBar bar;

      if (!mcp_traffic_lanes_get_bar (self, serial, &bar) || bar.end_usec < ends_after_usec)
        continue;
      if (bars->len == max_bars)
        return FALSE;
      g_array_append_val (bars, bar);
    }

  return TRUE;
}

/**
 * mcp_traffic_lanes_dup_bars:
 * @start_usec: monotonic time
 * @end_usec: monotonic time
 * @max_bars: more are not drawn one by one
 *
 * Gets what is in a stretch of time, also what began before it and reaches into it.
 *
 * Returns: (transfer full) (nullable) (element-type McpLaneBar): by serial; %NULL when
 *   there are more
 */
GArray *
mcp_traffic_lanes_dup_bars (McpTrafficLanes *self,
                            gint64           start_usec,
                            gint64           end_usec,
                            guint            max_bars)
{
  g_autoptr (GArray) bars = g_array_new (FALSE, FALSE, sizeof (McpLaneBar));
  guint first;
  guint end;

  g_return_val_if_fail (MCP_IS_TRAFFIC_LANES (self), NULL);

  first = mcp_traffic_lanes_find_time (self, start_usec);
  end = mcp_traffic_lanes_find_time (self, end_usec + 1);
  /* A frame of HTTP around each message is in no lane; a few are let pass. */
  if (end - first > 4 * max_bars)
    return NULL;

  for (guint i = 0; i < self->blocks->len && i * MCP_LANES_BLOCK + 1 < first; i++)
    {
      guint block_end = MIN (mcp_lanes_block_end (self, i) + 1, first);

      if (mcp_lanes_block (self, i)->last_end_usec >= start_usec
          && !add_bars (self, bars, i * MCP_LANES_BLOCK + 1, block_end, start_usec, max_bars))
        return NULL;
    }

  return add_bars (self, bars, first, end, G_MININT64, max_bars) ? g_steal_pointer (&bars) : NULL;
}
