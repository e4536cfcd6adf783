/* bench-journal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <malloc.h>
#include <string.h>

#include "bench-support.h"
#include "mcp-journal-view.h"

#define N_RECORDS 1000000
#define RECORD_BYTES 150

/* What a session gets in a burst: a main loop iteration for each 64 KiB that were read. */
#define RECORDS_PER_ITERATION (64 * 1024 / RECORD_BYTES)

static void
fill (McpJournal *journal,
      GBytes     *bytes)
{
  McpJournalEntry entry = { 0 };
  const char *method = "notifications/message";

  entry.direction = MCP_DIRECTION_IN;
  entry.kind = MCP_RECORD_NOTIFICATION;
  entry.life = 1;
  entry.method = method;
  entry.method_length = strlen (method);

  for (guint i = 0; i < N_RECORDS; i++)
    {
      if (i % RECORDS_PER_ITERATION == 0)
        {
          g_main_context_iteration (NULL, FALSE);
          entry.time_usec = g_get_monotonic_time ();
        }
      mcp_journal_append (journal, &entry, bytes);
    }
  mcp_journal_flush (journal);
}

/* Requests that are all answered: what pairing costs. */
static void
fill_pairs (McpJournal *journal,
            GBytes     *bytes)
{
  McpJournalEntry entry = { 0 };
  char id[16];

  entry.life = 1;
  entry.id = id;
  for (guint i = 0; i < N_RECORDS / 2; i++)
    {
      if (i % RECORDS_PER_ITERATION == 0)
        {
          g_main_context_iteration (NULL, FALSE);
          entry.time_usec = g_get_monotonic_time ();
        }
      entry.id_length = g_snprintf (id, sizeof id, "%u", i);
      entry.direction = MCP_DIRECTION_OUT;
      entry.kind = MCP_RECORD_REQUEST;
      entry.method = "ping";
      entry.method_length = 4;
      mcp_journal_append (journal, &entry, bytes);
      entry.direction = MCP_DIRECTION_IN;
      entry.kind = MCP_RECORD_RESULT;
      entry.method = NULL;
      entry.method_length = 0;
      mcp_journal_append (journal, &entry, bytes);
    }
  mcp_journal_flush (journal);
}

static double
measure_fill (void (*filler) (McpJournal *, GBytes *),
              GBytes *bytes)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  gint64 begin_usec = g_get_monotonic_time ();

  filler (journal, bytes);

  return (g_get_monotonic_time () - begin_usec) * 1000.0 / N_RECORDS;
}

/* In ms for all records, from setting the query to the view being complete. */
static double
measure_query (McpJournalView *view,
               const char     *text)
{
  g_autoptr (McpQuery) query = mcp_query_new (text, NULL);
  gint64 begin_usec = g_get_monotonic_time ();

  mcp_journal_view_set_query (view, query);
  while (mcp_journal_view_is_busy (view))
    g_main_context_iteration (NULL, TRUE);

  return (g_get_monotonic_time () - begin_usec) / 1000.0;
}

static void
bench_append (const char *what,
              void (*filler) (McpJournal *, GBytes *),
              GBytes     *bytes)
{
  double values[BENCH_N_RUNS];

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    values[i] = measure_fill (filler, bytes);
  bench_print (what, bench_median (values, BENCH_N_RUNS), "ns", 0);
}

static void
bench_query (McpJournalView *view,
             const char     *what,
             const char     *text)
{
  double values[BENCH_N_RUNS];

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      measure_query (view, "kind:note");
      values[i] = measure_query (view, text);
    }
  bench_print (what, bench_median (values, BENCH_N_RUNS), "ms", 0);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *text = g_strnfill (RECORD_BYTES, 'x');
  g_autoptr (GBytes) bytes = g_bytes_new (text, RECORD_BYTES);
  g_autoptr (McpJournal) journal = NULL;
  g_autoptr (McpJournalView) view = NULL;
  gsize before;

  bench_append ("journal: append of 150 bytes, notifications", fill, bytes);
  bench_append ("journal: append of 150 bytes, requests and answers", fill_pairs, bytes);

  before = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
  journal = mcp_journal_new ();
  fill (journal, bytes);
  bench_print ("journal: memory of a record, as the journal counts",
               mcp_journal_get_memory_bytes (journal) / (double) N_RECORDS, "bytes", 0);
  bench_print ("journal: memory of a record, as malloc counts",
               (mallinfo2 ().uordblks + mallinfo2 ().hblkhd - before) / (double) N_RECORDS, "bytes",
               0);

  view = mcp_journal_view_new (journal);
  bench_query (view, "view: a million records by method", "method:*message");
  bench_query (view, "view: a million records by a word not in them", "something");

  return 0;
}
