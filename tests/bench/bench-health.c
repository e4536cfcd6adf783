/* bench-health.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "bench-support.h"
#include "mcp-sample-store.h"

/*
 * The store of samples with a week of one probe a second: what a frame that shows all of it costs,
 * and the memory.
 */

#define SECOND_USEC  G_GINT64_CONSTANT (1000000)
#define WEEK_SAMPLES (7 * 24 * 3600)
#define N_COLUMNS    1000
#define N_FRAMES     100

typedef struct
{
  McpSampleStore *store;
  GRand          *rand;
  gint64          end_usec;
} Week;

/* A quiet server with a long tail, and now and then no answer. */
static void
append (Week *week)
{
  McpHealthSample sample = {
    .time_usec = week->end_usec,
    .rtt_usec = 800 + (gint64) (-600 * log (1 - g_rand_double (week->rand))),
    .queued_usec = 12,
    .serial = mcp_sample_store_get_end (week->store) * 2,
    .life = 1,
  };

  if (mcp_sample_store_get_end (week->store) % 1000 == 999)
    {
      sample.status = MCP_SAMPLE_LOST;
      sample.rtt_usec = -1;
    }
  mcp_sample_store_append (week->store, &sample);
  week->end_usec += SECOND_USEC;
}

/* Nanoseconds a sample. */
static double
append_week (gpointer data)
{
  Week *week = data;
  gint64 start_usec;

  g_clear_object (&week->store);
  week->store = mcp_sample_store_new (0);
  week->end_usec = 0;
  start_usec = g_get_monotonic_time ();
  for (guint i = 0; i < WEEK_SAMPLES; i++)
    append (week);

  return bench_seconds (start_usec) * 1e9 / WEEK_SAMPLES;
}

/* Milliseconds a frame: each shows a little more. */
static double
fill_columns (gpointer data)
{
  Week *week = data;
  McpSampleColumn columns[N_COLUMNS];
  gint64 start_usec = g_get_monotonic_time ();

  for (guint i = 0; i < N_FRAMES; i++)
    mcp_sample_store_fill_columns (week->store, i * SECOND_USEC, week->end_usec, columns, N_COLUMNS);

  return bench_seconds (start_usec) * 1e3 / N_FRAMES;
}

/* Milliseconds a time: more windows in turn than are kept, none near to another. */
static double
summarize_new (gpointer data)
{
  Week *week = data;
  McpHealthStatistics statistics;
  gint64 start_usec = g_get_monotonic_time ();
  const guint n_windows = 6;

  for (guint i = 0; i < n_windows; i++)
    mcp_sample_store_summarize (week->store, i * (WEEK_SAMPLES / n_windows),
                                (i + 1) * (WEEK_SAMPLES / n_windows), MCP_SAMPLES_ALL, &statistics);

  return bench_seconds (start_usec) * 1e3 / n_windows;
}

static double
summarize_frames (Week *week,
                  guint n_samples)
{
  McpHealthStatistics statistics;
  gint64 start_usec = g_get_monotonic_time ();

  for (guint i = 0; i < N_FRAMES; i++)
    {
      append (week);
      mcp_sample_store_get_statistics (week->store, week->end_usec - n_samples * SECOND_USEC,
                                       G_MAXINT64, &statistics);
    }

  return bench_seconds (start_usec) * 1e3 / N_FRAMES;
}

/* Milliseconds a frame with a new sample each. */
static double
summarize_week (gpointer data)
{
  return summarize_frames (data, WEEK_SAMPLES);
}

/* The most that is exact. */
static double
summarize_day (gpointer data)
{
  return summarize_frames (data, 100000);
}

int
main (int   argc,
      char *argv[])
{
  Week week = { .rand = g_rand_new_with_seed (1) };
  double bytes;

  bench_print ("a sample appended", bench_run (append_week, &week), "ns", 0);
  bytes = (double) mcp_sample_store_get_memory_bytes (week.store);
  bench_print ("a week of samples in 1000 columns (limit 8)", bench_run (fill_columns, &week), "ms",
               0);
  bench_print ("statistics of 100,800 samples, a new window", bench_run (summarize_new, &week), "ms",
               0);
  bench_print ("statistics of a week, a frame with a new sample",
               bench_run (summarize_week, &week), "ms", 0);
  bench_print ("statistics of 100,000 samples, exact, the same",
               bench_run (summarize_day, &week), "ms", 0);
  bench_print ("memory of a week (limit 20)", bytes / 1e6, "MB", 0);
  bench_print ("memory a sample", bytes / WEEK_SAMPLES, "bytes", 0);

  g_object_unref (week.store);
  g_rand_free (week.rand);

  return 0;
}
