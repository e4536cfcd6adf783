/* bench-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <malloc.h>
#include <string.h>
#include <time.h>

#include "bench-support.h"
#include "bench-traffic.h"
#include "mcp-journal-view.h"
#include "mcp-traffic-statistics.h"

/* A million messages and more than 500 MB of them: what a filter takes, with a warm cache. */

#define N_MESSAGES 1000000
#define MEAN_BYTES 520

/* The longest iteration of the main loop, of processor time: other programs run, too. */
static gint64 longest_usec;

static gint64
get_thread_usec (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);

  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static void
iterate (void)
{
  gint64 begin_usec;

  /* A blocking iteration would count the wait for the worker. */
  while (!g_main_context_pending (NULL))
    g_usleep (20);
  begin_usec = get_thread_usec ();
  g_main_context_iteration (NULL, FALSE);
  longest_usec = MAX (longest_usec, get_thread_usec () - begin_usec);
}

/* In ms, from the filter being set to the view being complete. */
static double
measure_filter (McpJournalView *view,
                const char     *text)
{
  g_autoptr (McpQuery) query = mcp_query_new (text, NULL);
  gint64 begin_usec = g_get_monotonic_time ();

  mcp_journal_view_set_query (view, query);
  while (mcp_journal_view_is_busy (view))
    iterate ();

  return (g_get_monotonic_time () - begin_usec) / 1000.0;
}

static void
bench_filter (McpJournalView *view,
              const char     *text)
{
  g_autofree char *what = g_strdup_printf ("filter: %s", text);
  g_autofree char *stall = NULL;
  double values[BENCH_N_RUNS];
  guint n_rows = 0;

  longest_usec = 0;
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      measure_filter (view, "kind:note");
      values[i] = measure_filter (view, text);
      n_rows = g_list_model_get_n_items (G_LIST_MODEL (view));
    }
  stall = g_strdup_printf ("filter:   %u rows; longest slice", n_rows);
  bench_print (what, bench_median (values, BENCH_N_RUNS), "ms", 0);
  bench_print (stall, longest_usec / 1000.0, "ms", 0);
}

static void
bench_sort (McpJournalView *view,
            const char     *what,
            McpSortKey      key)
{
  double values[BENCH_N_RUNS];

  longest_usec = 0;
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      gint64 begin_usec;

      mcp_journal_view_set_sort (view, MCP_SORT_NONE, FALSE);
      begin_usec = g_get_monotonic_time ();
      mcp_journal_view_set_sort (view, key, TRUE);
      while (mcp_journal_view_is_busy (view))
        iterate ();
      values[i] = (g_get_monotonic_time () - begin_usec) / 1000.0;
    }
  bench_print (what, bench_median (values, BENCH_N_RUNS), "ms", 0);
  bench_print ("filter:   longest slice", longest_usec / 1000.0, "ms", 0);
  mcp_journal_view_set_sort (view, MCP_SORT_NONE, FALSE);
}

/* A row per call, and what an empty list says of what hides its rows. */
static void
bench_calls (McpJournalView *view)
{
  double values[BENCH_N_RUNS];
  McpViewHidden hidden;
  gint64 begin_usec;

  longest_usec = 0;
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      mcp_journal_view_set_folded (view, FALSE);
      begin_usec = g_get_monotonic_time ();
      mcp_journal_view_set_folded (view, TRUE);
      while (mcp_journal_view_is_busy (view))
        iterate ();
      values[i] = (g_get_monotonic_time () - begin_usec) / 1000.0;
    }
  bench_print ("filter: a row per call", bench_median (values, BENCH_N_RUNS), "ms", 0);
  bench_print ("filter:   longest slice", longest_usec / 1000.0, "ms", 0);
  mcp_journal_view_set_folded (view, FALSE);

  measure_filter (view, "kind:note");
  begin_usec = g_get_monotonic_time ();
  mcp_journal_view_count_hidden (view, MCP_VIEW_MESSAGES | MCP_VIEW_NOTES, &hidden);
  bench_print ("filter: why rows are hidden", (g_get_monotonic_time () - begin_usec) / 1000.0, "ms", 0);
  measure_filter (view, "");
}

static void
bench_statistics (McpJournalView *view)
{
  double values[BENCH_N_RUNS];

  longest_usec = 0;
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      gint64 begin_usec = g_get_monotonic_time ();
      g_autoptr (McpTrafficStatistics) statistics = mcp_traffic_statistics_new (view);

      while (mcp_traffic_statistics_is_busy (statistics))
        iterate ();
      values[i] = (g_get_monotonic_time () - begin_usec) / 1000.0;
    }
  bench_print ("filter: statistics by method", bench_median (values, BENCH_N_RUNS), "ms", 0);
  bench_print ("filter:   longest slice", longest_usec / 1000.0, "ms", 0);
}

static gsize
get_allocated_bytes (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

static void
bench_append_rate (void)
{
  double values[3];

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      gint64 begin_usec = g_get_monotonic_time ();

      bench_traffic_fill (journal, N_MESSAGES / 5, MEAN_BYTES);
      values[i] = N_MESSAGES / 5 / bench_seconds (begin_usec) / 1000;
    }
  bench_print ("filter: append, made and all", bench_median (values, G_N_ELEMENTS (values)),
               "k/s", 0);
}

int
main (int   argc,
      char *argv[])
{
  static const char * const filters[] = {
    "method:tools/call took:>10ms",
    "kind:response size:>1k -tool:run",
    "time:+10s..+60s dir:in",
    BENCH_TRAFFIC_NEEDLE,
    "\"no such words\"",
    "e",
    "method:ping 123456",
    "/limit.:99[,}]/",
    "json:params.arguments.limit>98",
    "id:250000",
  };
  g_autoptr (McpJournal) journal = NULL;
  g_autoptr (McpJournalView) view = NULL;
  gsize before = get_allocated_bytes ();

  bench_append_rate ();
  journal = mcp_journal_new ();
  bench_traffic_fill (journal, N_MESSAGES, MEAN_BYTES);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  bench_print ("filter: bytes of all messages", mcp_journal_get_spool_bytes (journal) / 1e6, "MB", 0);
  view = mcp_journal_view_new (journal);
  while (mcp_journal_view_is_busy (view))
    iterate ();
  bench_print ("filter: memory of a message, with a view of all",
               (get_allocated_bytes () - before) / (double) mcp_journal_get_n_records (journal),
               "bytes", 0);

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    bench_filter (view, filters[i]);
  mcp_journal_view_set_query (view, NULL);
  while (mcp_journal_view_is_busy (view))
    iterate ();
  bench_sort (view, "filter: all sorted by size", MCP_SORT_SIZE);
  bench_sort (view, "filter: all sorted by time to the answer", MCP_SORT_TOOK);
  bench_sort (view, "filter: all sorted by method", MCP_SORT_METHOD);
  bench_sort (view, "filter: all sorted by id", MCP_SORT_ID);
  bench_calls (view);
  bench_statistics (view);

  return 0;
}
