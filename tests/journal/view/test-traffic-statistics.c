/* test-traffic-statistics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdlib.h>

#include "journal-support.h"
#include "mcp-traffic-statistics.h"

static void
append_at (McpJournal    *journal,
           McpDirection   direction,
           McpRecordKind  kind,
           const char    *id,
           const char    *method,
           gint64         time_usec,
           guint64        size)
{
  McpJournalEntry entry = make_entry (direction, kind, 1, id, method);

  entry.time_usec = mcp_journal_get_start_usec (journal) + time_usec;
  entry.size = size;
  append_text (journal, &entry, "{}");
}

static void
await (McpTrafficStatistics *statistics)
{
  wait_until (!mcp_traffic_statistics_is_busy (statistics));
}

static McpTrafficRow *
find_row (McpTrafficStatistics *statistics,
          const char           *method,
          McpDirection          direction)
{
  for (guint i = 0; i < g_list_model_get_n_items (mcp_traffic_statistics_get_rows (statistics)); i++)
    {
      g_autoptr (McpTrafficRow) row = g_list_model_get_item (mcp_traffic_statistics_get_rows (statistics), i);

      if (g_strcmp0 (mcp_traffic_row_get_method (row), method) == 0
          && mcp_traffic_row_get_direction (row) == direction)
        return g_steal_pointer (&row);
    }

  return NULL;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_figures (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficStatistics) statistics = NULL;
  g_autoptr (McpTrafficRow) calls = NULL;
  g_autoptr (McpTrafficRow) pings = NULL;
  const McpTrafficFigures *figures;
  guint n_changed = 0;
  char id[8];

  for (guint i = 1; i <= 20; i++)
    {
      g_snprintf (id, sizeof id, "%u", i);
      append_at (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id, "tools/call", i * 10000, 100);
      if (i <= 18)
        append_at (journal, MCP_DIRECTION_IN, i == 5 ? MCP_RECORD_ERROR : MCP_RECORD_RESULT, id,
                   NULL, i * 10000 + i * 100, 1000);
    }
  append_at (journal, MCP_DIRECTION_IN, MCP_RECORD_REQUEST, "1", "ping", 1000000, 10);
  append_at (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "a", 1000000, 7);
  append_at (journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "99", NULL, 1000000, 5);
  mcp_journal_flush (journal);

  statistics = mcp_traffic_statistics_new_for_journal (journal);
  await (statistics);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_traffic_statistics_get_rows (statistics)), ==, 3);
  calls = find_row (statistics, "tools/call", MCP_DIRECTION_OUT);
  pings = find_row (statistics, "ping", MCP_DIRECTION_IN);
  figures = mcp_traffic_row_get_figures (calls);
  g_assert_cmpuint (figures->n, ==, 20);
  g_assert_cmpuint (figures->n_errors, ==, 1);
  g_assert_cmpuint (figures->n_pending, ==, 2);
  g_assert_cmpuint (figures->n_lost, ==, 0);
  g_assert_cmpuint (figures->n_answered, ==, 18);
  g_assert_cmpint (figures->min_usec, ==, 100);
  g_assert_cmpint (figures->max_usec, ==, 1800);
  g_assert_cmpint (ABS (figures->median_usec - 900), <=, 4);
  g_assert_cmpint (ABS (figures->p95_usec - 1800), <=, 8);
  g_assert_cmpuint (figures->bytes_out, ==, 2000);
  g_assert_cmpuint (figures->bytes_in, ==, 18000);
  figures = mcp_traffic_row_get_figures (pings);
  g_assert_cmpuint (figures->n_pending, ==, 1);
  g_assert_cmpint (figures->median_usec, ==, -1);
  g_assert_cmpuint (figures->bytes_in, ==, 10);

  /* One is answered, one is lost, a tool says that it failed. */
  g_signal_connect_swapped (calls, "changed", G_CALLBACK (count_cb), &n_changed);
  append_at (journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "19", NULL, 19 * 10000 + 50, 1);
  mcp_journal_lose_pending (journal, 1);
  mcp_journal_set_flags (journal, 2, MCP_RECORD_FLAG_TOOL_ERROR);
  mcp_journal_flush (journal);
  g_assert_true (mcp_traffic_statistics_is_busy (statistics));
  await (statistics);
  g_assert_cmpuint (n_changed, ==, 1);
  figures = mcp_traffic_row_get_figures (calls);
  g_assert_cmpuint (figures->n, ==, 20);
  g_assert_cmpuint (figures->n_errors, ==, 2);
  g_assert_cmpuint (figures->n_pending, ==, 0);
  g_assert_cmpuint (figures->n_lost, ==, 1);
  g_assert_cmpint (figures->min_usec, ==, 50);

  figures = mcp_traffic_statistics_get_totals (statistics);
  g_assert_cmpuint (figures->n, ==, 22);
  g_assert_cmpuint (figures->n_lost, ==, 2);
  g_assert_cmpuint (figures->bytes_in, ==, 18001 + 10 + 7);
  g_assert_cmpint (figures->max_usec, ==, 1800);
}

/* Random traffic through a filter that rows enter and leave, against counting it plainly. */
static void
test_follows_a_view (gconstpointer data)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (McpQuery) query = mcp_query_new (data, NULL);
  g_autoptr (McpTrafficStatistics) statistics = mcp_traffic_statistics_new (view);
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());
  static const char * const methods[] = { "a", "b", "c" };
  guint next_id = 1;
  gint64 time_usec = 0;
  char id[16];

  mcp_journal_view_set_query (view, query);
  for (guint round = 0; round < 12; round++)
    {
      const McpTrafficFigures *totals;
      guint n = 0, n_pending = 0, n_errors = 0;
      guint64 bytes[2] = { 0, 0 };

      for (int i = g_rand_int_range (random, 0, 300); i > 0; i--)
        {
          time_usec += g_rand_int_range (random, 1, 1000);
          if (g_rand_boolean (random))
            {
              g_snprintf (id, sizeof id, "%u", next_id++);
              append_at (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id,
                         methods[g_rand_int_range (random, 0, 3)], time_usec, 10);
            }
          else
            {
              g_snprintf (id, sizeof id, "%d", g_rand_int_range (random, 1, next_id + 1));
              append_at (journal, MCP_DIRECTION_IN,
                         g_rand_boolean (random) ? MCP_RECORD_RESULT : MCP_RECORD_ERROR, id, NULL,
                         time_usec, 3);
            }
        }
      if (round == 6)
        mcp_journal_view_set_sort (view, MCP_SORT_TOOK, TRUE);
      if (round == 9)
        mcp_journal_view_hide_until (view, mcp_journal_get_n_records (journal) / 2);
      mcp_journal_flush (journal);
      await (statistics);

      for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (view)); i++)
        {
          g_autoptr (McpRecord) record = g_list_model_get_item (G_LIST_MODEL (view), i);
          gboolean is_request = mcp_record_get_kind (record) == MCP_RECORD_REQUEST;
          guint pair = mcp_record_get_pair (record);

          if (!is_request && pair == 0)
            continue;
          bytes[mcp_record_get_direction (record)] += mcp_record_get_size (record);
          if (!is_request && mcp_journal_view_find (view, pair, NULL))
            continue;
          n++;
          n_pending += mcp_record_get_status (record) == MCP_STATUS_PENDING;
          n_errors += mcp_record_get_status (record) == MCP_STATUS_ERROR;
        }
      totals = mcp_traffic_statistics_get_totals (statistics);
      g_assert_cmpuint (totals->n, ==, n);
      g_assert_cmpuint (totals->n_pending, ==, n_pending);
      g_assert_cmpuint (totals->n_errors, ==, n_errors);
      g_assert_cmpuint (totals->bytes_out, ==, bytes[MCP_DIRECTION_OUT]);
      g_assert_cmpuint (totals->bytes_in, ==, bytes[MCP_DIRECTION_IN]);
    }
}

/* A server that sends a new method each time does not get a row for each. */
static void
test_many_methods (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpTrafficStatistics) statistics = mcp_traffic_statistics_new_for_journal (journal);
  g_autoptr (McpTrafficRow) rest = NULL;
  const McpTrafficFigures *figures;

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *method = g_strdup_printf ("m%u", i);

      append_at (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, method, i, 1);
    }
  mcp_journal_flush (journal);
  await (statistics);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_traffic_statistics_get_rows (statistics)), <, 1000);
  rest = find_row (statistics, NULL, MCP_DIRECTION_IN);
  figures = mcp_traffic_row_get_figures (rest);
  g_assert_cmpuint (figures->n, >, 4000);
  figures = mcp_traffic_statistics_get_totals (statistics);
  g_assert_cmpuint (figures->n, ==, 5000);
}

static void
test_finalizes (void)
{
  McpJournal *journal = mcp_journal_new ();
  McpJournalView *view = mcp_journal_view_new (journal);
  McpTrafficStatistics *statistics = mcp_traffic_statistics_new (view);

  append_at (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "a", 1, 1);
  mcp_journal_flush (journal);
  await (statistics);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_traffic_statistics_get_rows (statistics)), ==, 1);
  mcp_journal_view_set_journal (view, NULL);
  await (statistics);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_traffic_statistics_get_rows (statistics)), ==, 0);
  g_assert_finalize_object (journal);
  mcp_traffic_statistics_set_view (statistics, NULL);
  g_assert_finalize_object (view);
  g_assert_finalize_object (statistics);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/traffic-statistics/figures", test_figures);
  g_test_add_data_func ("/journal/traffic-statistics/follows/all", "", test_follows_a_view);
  g_test_add_data_func ("/journal/traffic-statistics/follows/pending", "status:pending or method:b",
                        test_follows_a_view);
  g_test_add_data_func ("/journal/traffic-statistics/follows/answers", "dir:in",
                        test_follows_a_view);
  g_test_add_func ("/journal/traffic-statistics/many-methods", test_many_methods);
  g_test_add_func ("/journal/traffic-statistics/finalizes", test_finalizes);

  return g_test_run ();
}
