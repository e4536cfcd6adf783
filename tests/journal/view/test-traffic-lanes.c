/* test-traffic-lanes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "journal-support.h"
#include "mcp-traffic-lanes.h"

#define MSEC 1000
#define START_USEC (100 * G_USEC_PER_SEC)

static guint
append_at (McpJournal    *journal,
           gint64         msec,
           McpDirection   direction,
           McpRecordKind  kind,
           const char    *id,
           guint          flags)
{
  McpJournalEntry entry = make_entry (direction, kind, 1, id, id != NULL ? "tools/call" : "note");

  entry.time_usec = START_USEC + msec * MSEC;
  entry.flags = flags;

  return append_text (journal, &entry, "{}");
}

static guint
append_http (McpJournal    *journal,
             gint64         msec,
             McpChannel     channel,
             McpRecordKind  kind,
             guint          exchange,
             const char    *text)
{
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, kind, 1, NULL, NULL);

  entry.time_usec = START_USEC + msec * MSEC;
  entry.channel = channel;
  entry.exchange = exchange;

  return append_text (journal, &entry, text);
}

static McpTrafficLanes *
new_lanes (McpJournal *journal)
{
  McpTrafficLanes *lanes = mcp_traffic_lanes_new (journal);

  mcp_journal_flush (journal);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));

  return lanes;
}

static McpLaneColumn
measure_one (McpTrafficLanes *lanes,
             gint64           from_msec,
             gint64           until_msec)
{
  McpLaneColumn column;

  mcp_traffic_lanes_measure (lanes, START_USEC + from_msec * MSEC, START_USEC + until_msec * MSEC,
                             &column, 1);

  return column;
}

static void
test_parties (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = NULL;
  McpLaneColumn column;
  McpLaneBar bar;
  guint request = append_at (journal, 0, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", 0);

  append_at (journal, 10, MCP_DIRECTION_IN, MCP_RECORD_REQUEST, "2", 0);
  append_at (journal, 20, MCP_DIRECTION_OUT, MCP_RECORD_RESULT, "2", 0);
  append_at (journal, 30, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, 0);
  append_at (journal, 40, MCP_DIRECTION_IN, MCP_RECORD_STDERR, NULL, 0);
  append_at (journal, 50, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "1", 0);
  append_at (journal, 60, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "3", MCP_RECORD_FLAG_PROBE);
  lanes = new_lanes (journal);

  column = measure_one (lanes, 0, 60);
  g_assert_cmpuint (column.first_serial, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_CLIENT].n, ==, 2);
  g_assert_cmpuint (column.lanes[MCP_LANE_CLIENT].n_failed, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_SERVER].n, ==, 2);
  g_assert_cmpuint (column.lanes[MCP_LANE_NOTIFICATIONS].n, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_CONSOLE].n, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_PROBES].n, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_PROBES].n_open, ==, 1);
  g_assert_false (mcp_traffic_lanes_has (lanes, MCP_LANE_STREAMS));
  g_assert_true (mcp_traffic_lanes_is_waiting (lanes));

  /* The client's request is under way between its ends, and the server's is not any more. */
  column = measure_one (lanes, 25, 45);
  g_assert_cmpuint (column.lanes[MCP_LANE_CLIENT].n, ==, 0);
  g_assert_cmpuint (column.lanes[MCP_LANE_CLIENT].n_open, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_SERVER].n_open, ==, 0);
  column = measure_one (lanes, 51, 55);
  g_assert_cmpuint (column.lanes[MCP_LANE_CLIENT].n_open, ==, 0);

  g_assert_true (mcp_traffic_lanes_get_bar (lanes, request, &bar));
  g_assert_cmpint (bar.end_usec - bar.start_usec, ==, 50 * MSEC);
  g_assert_true (bar.failed);
}

static void
test_lost_probe (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = NULL;
  guint probe = append_at (journal, 0, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1",
                           MCP_RECORD_FLAG_PROBE);
  McpLaneColumn column;
  McpLaneBar bar;

  lanes = new_lanes (journal);
  g_assert_cmpuint (measure_one (lanes, 0, 10).n_lost, ==, 0);

  mcp_journal_set_status (journal, probe, MCP_STATUS_TIMED_OUT);
  mcp_journal_set_flags (journal, probe, MCP_RECORD_FLAG_FINDING);
  mcp_journal_flush (journal);
  column = measure_one (lanes, 0, 10);
  g_assert_cmpuint (column.n_lost, ==, 1);
  g_assert_cmpuint (column.n_findings, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_PROBES].n_open, ==, 0);
  g_assert_true (mcp_traffic_lanes_get_bar (lanes, probe, &bar));
  g_assert_true (bar.lost);
  g_assert_false (mcp_traffic_lanes_is_waiting (lanes));
}

static void
test_restart (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = NULL;
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_SPAWN, 2, NULL, NULL);
  McpLaneBar bar;
  guint serial;

  append_at (journal, 0, MCP_DIRECTION_IN, MCP_RECORD_SPAWN, NULL, 0);
  entry.time_usec = START_USEC + 5 * MSEC;
  serial = append_text (journal, &entry, "{}");
  lanes = new_lanes (journal);

  g_assert_cmpuint (measure_one (lanes, 0, 4).n_restarts, ==, 0);
  g_assert_cmpuint (measure_one (lanes, 0, 5).n_restarts, ==, 1);
  g_assert_true (mcp_traffic_lanes_get_bar (lanes, serial, &bar));
  g_assert_true (bar.restart);
}

static void
test_streams (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = mcp_traffic_lanes_new (journal);
  g_autoptr (GArray) bars = NULL;
  McpLaneBar bar;
  guint stream;

  stream = append_http (journal, 0, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 1, "{}");
  append_http (journal, 1, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 1,
               "{\"type\":\"head\",\"headers\":[[\"content-type\",\"text/event-stream\"]]}");
  append_http (journal, 2, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 2, "{}");
  append_http (journal, 3, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 2,
               "{\"type\":\"head\",\"headers\":[[\"content-type\",\"application/json\"]]}");
  append_http (journal, 4, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, 2, "{}");
  mcp_journal_flush (journal);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));

  g_assert_cmpuint (measure_one (lanes, 0, 10).lanes[MCP_LANE_STREAMS].n, ==, 1);
  g_assert_cmpuint (measure_one (lanes, 8, 9).lanes[MCP_LANE_STREAMS].n_open, ==, 1);
  g_assert_true (mcp_traffic_lanes_get_bar (lanes, stream, &bar));
  g_assert_cmpint (bar.end_usec, ==, G_MAXINT64);

  /* It is still there much later, although it began long before. */
  for (guint i = 0; i < 200; i++)
    append_http (journal, 10 + i, MCP_CHANNEL_SSE, MCP_RECORD_COMMENT, 1, ":");
  append_http (journal, 300, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, 1, "{}");
  mcp_journal_flush (journal);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));
  bars = mcp_traffic_lanes_dup_bars (lanes, START_USEC + 250 * MSEC, START_USEC + 260 * MSEC, 10);
  g_assert_nonnull (bars);
  g_assert_cmpuint (bars->len, ==, 1);
  g_assert_cmpuint (g_array_index (bars, McpLaneBar, 0).serial, ==, stream);
  g_assert_cmpint (g_array_index (bars, McpLaneBar, 0).end_usec, ==, START_USEC + 300 * MSEC);
  g_assert_cmpuint (measure_one (lanes, 301, 310).lanes[MCP_LANE_STREAMS].n_open, ==, 0);
}

/* Requests of many lengths, so that they overlap, from both sides and in no simple rhythm. */
static void
append_random (McpJournal *journal,
               GRand      *rand,
               guint       n)
{
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_free);
  static guint last_id;
  static gint64 msec;

  for (guint i = 0; i < n; i++)
    {
      msec += g_rand_int_range (rand, 0, 4);
      if (waiting->len > 0 && g_rand_boolean (rand))
        {
          guint which = g_rand_int_range (rand, 0, waiting->len);
          g_autofree char *id = g_ptr_array_steal_index_fast (waiting, which);

          append_at (journal, msec, MCP_DIRECTION_IN,
                     g_rand_boolean (rand) ? MCP_RECORD_RESULT : MCP_RECORD_ERROR, id, 0);
        }
      else if (g_rand_int_range (rand, 0, 3) == 0)
        append_at (journal, msec, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, 0);
      else
        {
          char *id = g_strdup_printf ("%u", ++last_id);

          append_at (journal, msec, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id, 0);
          g_ptr_array_add (waiting, id);
        }
    }
}

/* The same, counted without any cleverness. */
static void
assert_like_counted (McpTrafficLanes     *lanes,
                     McpJournal          *journal,
                     const McpLaneColumn *column,
                     gint64               start_usec,
                     gint64               end_usec)
{
  McpLaneCell cells[MCP_N_LANES] = { 0 };

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      McpLaneBar bar;

      if (!mcp_traffic_lanes_get_bar (lanes, serial, &bar))
        continue;
      if (bar.start_usec >= start_usec && bar.start_usec < end_usec)
        {
          cells[bar.lane].n++;
          cells[bar.lane].n_failed += bar.failed;
        }
      if (bar.lane == MCP_LANE_CLIENT && bar.start_usec < end_usec && bar.end_usec >= start_usec)
        cells[bar.lane].n_open++;
    }

  for (guint i = 0; i < MCP_N_LANES; i++)
    {
      g_assert_cmpuint (column->lanes[i].n, ==, cells[i].n);
      g_assert_cmpuint (column->lanes[i].n_failed, ==, cells[i].n_failed);
      g_assert_cmpuint (column->lanes[i].n_open, ==, cells[i].n_open);
    }
}

/* Only what a filter takes is there; what ends goes with what began, however late the filter knows. */
static void
test_filter (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = NULL;
  g_autoptr (McpJournalView) view = mcp_journal_view_new (NULL);
  g_autoptr (McpQuery) out = mcp_query_new ("dir:out", NULL);
  g_autoptr (McpQuery) pending = mcp_query_new ("status:pending", NULL);
  McpLaneColumn column;
  McpLaneBar bar;

  append_at (journal, 0, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", 0);
  append_at (journal, 10, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, MCP_RECORD_FLAG_FINDING);
  append_at (journal, 50, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", 0);
  lanes = new_lanes (journal);
  mcp_journal_view_set_query (view, out);
  mcp_journal_view_set_journal (view, journal);
  mcp_traffic_lanes_set_filter (lanes, view);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));

  column = measure_one (lanes, 0, 60);
  g_assert_cmpuint (column.lanes[MCP_LANE_CLIENT].n, ==, 1);
  g_assert_cmpuint (column.lanes[MCP_LANE_SERVER].n, ==, 0);
  g_assert_cmpuint (column.lanes[MCP_LANE_NOTIFICATIONS].n, ==, 0);
  g_assert_cmpuint (column.n_findings, ==, 0);
  g_assert_false (mcp_traffic_lanes_get_bar (lanes, 2, &bar));
  /* Its answer is not shown, and ends it. */
  g_assert_cmpuint (measure_one (lanes, 55, 60).lanes[MCP_LANE_CLIENT].n_open, ==, 0);
  g_assert_false (mcp_traffic_lanes_is_waiting (lanes));

  /* What waits goes when it is answered. */
  mcp_journal_view_set_query (view, pending);
  append_at (journal, 70, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2", 0);
  mcp_journal_flush (journal);
  wait_until (measure_one (lanes, 0, 100).lanes[MCP_LANE_CLIENT].n == 1);
  g_assert_true (mcp_traffic_lanes_is_waiting (lanes));
  append_at (journal, 80, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "2", 0);
  mcp_journal_flush (journal);
  wait_until (measure_one (lanes, 0, 100).lanes[MCP_LANE_CLIENT].n == 0);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));
  g_assert_false (mcp_traffic_lanes_is_waiting (lanes));

  mcp_traffic_lanes_set_filter (lanes, NULL);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));
  g_assert_cmpuint (measure_one (lanes, 0, 100).lanes[MCP_LANE_NOTIFICATIONS].n, ==, 1);
}

static void
test_many (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = mcp_traffic_lanes_new (journal);
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  McpLaneColumn columns[50];
  gint64 start_usec;
  gint64 end_usec;

  /* In several announcements, so that blocks are begun in one and ended in the next. */
  for (guint i = 0; i < 7; i++)
    {
      append_random (journal, rand, 150 + i);
      mcp_journal_flush (journal);
      wait_until (!mcp_traffic_lanes_is_busy (lanes));
    }

  g_assert_true (mcp_traffic_lanes_get_span (lanes, &start_usec, &end_usec));
  for (guint zoom = 0; zoom < 6; zoom++)
    {
      gint64 width_usec = ((end_usec - start_usec) >> zoom) / 50 * 50;

      mcp_traffic_lanes_measure (lanes, start_usec + zoom * 777, start_usec + zoom * 777 + width_usec,
                                 columns, 50);
      for (guint i = 0; i + 1 < 50; i++)
        assert_like_counted (lanes, journal, &columns[i],
                             start_usec + zoom * 777 + (gint64) (i * (width_usec / 50.0)),
                             start_usec + zoom * 777 + (gint64) ((i + 1) * (width_usec / 50.0)));
    }
}

static void
test_find (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = NULL;
  guint stderr_line;

  for (guint i = 0; i < 500; i++)
    append_at (journal, i, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, 0);
  stderr_line = append_at (journal, 500, MCP_DIRECTION_IN, MCP_RECORD_STDERR, NULL, 0);
  for (guint i = 0; i < 500; i++)
    append_at (journal, 501 + i, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, 0);
  lanes = new_lanes (journal);

  g_assert_cmpuint (mcp_traffic_lanes_find_time (lanes, START_USEC - 1), ==, 1);
  g_assert_cmpuint (mcp_traffic_lanes_find_time (lanes, START_USEC + 700 * MSEC), ==, 701);
  g_assert_cmpuint (mcp_traffic_lanes_find_time (lanes, START_USEC + 700 * MSEC + 1), ==, 702);
  g_assert_cmpuint (mcp_traffic_lanes_find_time (lanes, G_MAXINT64), ==, 1002);

  g_assert_cmpuint (mcp_traffic_lanes_find_next (lanes, MCP_LANE_CONSOLE, 1, 1), ==, stderr_line);
  g_assert_cmpuint (mcp_traffic_lanes_find_next (lanes, MCP_LANE_CONSOLE, 1001, -1), ==,
                    stderr_line);
  g_assert_cmpuint (mcp_traffic_lanes_find_next (lanes, MCP_LANE_CONSOLE, stderr_line, 1), ==, 0);
  g_assert_cmpuint (mcp_traffic_lanes_find_next (lanes, MCP_LANE_NOTIFICATIONS, 0, 1), ==, 1);
  g_assert_cmpuint (mcp_traffic_lanes_find_next (lanes, MCP_LANE_NOTIFICATIONS, G_MAXUINT, -1), ==,
                    1001);
  g_assert_null (mcp_traffic_lanes_dup_bars (lanes, START_USEC, START_USEC + 900 * MSEC, 10));
}

static void
test_empty (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = new_lanes (journal);
  McpLaneColumn column;
  gint64 start_usec;
  gint64 end_usec;

  g_assert_false (mcp_traffic_lanes_get_span (lanes, &start_usec, &end_usec));
  g_assert_cmpuint (mcp_traffic_lanes_find_next (lanes, MCP_LANE_CLIENT, 0, 1), ==, 0);
  column = measure_one (lanes, 0, 10);
  g_assert_cmpuint (column.lanes[MCP_LANE_CLIENT].n, ==, 0);
  g_assert_false (mcp_traffic_lanes_is_waiting (lanes));
}

static void
test_finalize (void)
{
  McpJournal *journal = mcp_journal_new ();
  McpTrafficLanes *lanes = mcp_traffic_lanes_new (journal);

  g_assert_finalize_object (lanes);
  append_at (journal, 0, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, 0);
  mcp_journal_flush (journal);
  g_assert_finalize_object (journal);
}

static guint
find_lane (McpTrafficLanes *lanes,
           const char      *name)
{
  guint lane = 0;

  while (lane < mcp_traffic_lanes_get_n_lanes (lanes)
         && g_strcmp0 (mcp_traffic_lanes_get_name (lanes, lane), name) != 0)
    lane++;

  return lane;
}

/* A lane for each tool: a call and its answer stand in one; what comes when all are taken shares the last. */
static void
test_tools (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficLanes) lanes = NULL;
  McpLaneColumn column;
  guint lane;

  for (guint i = 0; i < MCP_MAX_LANES + 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("tool-%u", i);
      g_autofree char *id = g_strdup_printf ("%u", i);
      McpJournalEntry entry =
        make_entry (MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, id, "tools/call");

      entry.name = name;
      entry.time_usec = START_USEC + i * 10 * MSEC;
      append_text (journal, &entry, "{}");
      append_at (journal, i * 10 + 5, MCP_DIRECTION_IN, MCP_RECORD_RESULT, id, 0);
    }
  lanes = new_lanes (journal);
  g_assert_cmpuint (mcp_traffic_lanes_get_n_lanes (lanes), ==, MCP_LANE_OTHERS);

  mcp_traffic_lanes_set_grouping (lanes, MCP_LANES_BY_TOOL);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));
  column = measure_one (lanes, 0, 1000);
  g_assert_cmpuint (mcp_traffic_lanes_get_n_lanes (lanes), ==, MCP_MAX_LANES);
  lane = find_lane (lanes, "tool-3");
  g_assert_cmpuint (column.lanes[lane].n, ==, 2);
  g_assert_cmpuint (mcp_traffic_lanes_find_next (lanes, lane, 0, 1), ==, 7);
  g_assert_cmpuint (find_lane (lanes, "tool-17"), ==, MCP_MAX_LANES);
  g_assert_cmpint (mcp_traffic_lanes_get_role (lanes, MCP_MAX_LANES - 1), ==, MCP_LANE_OTHERS);
  g_assert_cmpuint (column.lanes[MCP_MAX_LANES - 1].n, ==, 2 * 5);

  mcp_traffic_lanes_set_grouping (lanes, MCP_LANES_BY_METHOD);
  wait_until (!mcp_traffic_lanes_is_busy (lanes));
  column = measure_one (lanes, 0, 1000);
  g_assert_cmpuint (column.lanes[find_lane (lanes, "tools/call")].n, ==, 2 * (MCP_MAX_LANES + 4));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/traffic-lanes/parties", test_parties);
  g_test_add_func ("/journal/traffic-lanes/lost-probe", test_lost_probe);
  g_test_add_func ("/journal/traffic-lanes/restart", test_restart);
  g_test_add_func ("/journal/traffic-lanes/streams", test_streams);
  g_test_add_func ("/journal/traffic-lanes/filter", test_filter);
  g_test_add_func ("/journal/traffic-lanes/many", test_many);
  g_test_add_func ("/journal/traffic-lanes/find", test_find);
  g_test_add_func ("/journal/traffic-lanes/tools", test_tools);
  g_test_add_func ("/journal/traffic-lanes/empty", test_empty);
  g_test_add_func ("/journal/traffic-lanes/finalize", test_finalize);

  return g_test_run ();
}
