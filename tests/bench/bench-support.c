/* bench-support.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-support.h"

#include <stdio.h>
#include <stdlib.h>

#include <glib/gstdio.h>

static int
compare_doubles (const void *a,
                 const void *b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/**
 * bench_median:
 * @values: what was measured; it is sorted
 * @n: how many
 *
 * Gets the value in the middle, which one slow run does not move.
 *
 * Returns: the median
 */
double
bench_median (double *values,
              guint   n)
{
  g_return_val_if_fail (n > 0, 0);

  qsort (values, n, sizeof *values, compare_doubles);

  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/**
 * bench_run:
 * @func: what to measure
 * @data: (nullable): for @func
 *
 * Measures %BENCH_N_RUNS times, after a run that does not count: it warms caches and clocks.
 *
 * Returns: the median of the figures
 */
double
bench_run (BenchFunc func,
           gpointer  data)
{
  double figures[BENCH_N_RUNS];

  func (data);
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    figures[i] = func (data);

  return bench_median (figures, BENCH_N_RUNS);
}

/**
 * bench_seconds:
 * @start_usec: a time of g_get_monotonic_time()
 *
 * Gets the time since then.
 *
 * Returns: seconds, never 0
 */
double
bench_seconds (gint64 start_usec)
{
  return MAX (g_get_monotonic_time () - start_usec, 1) / (double) G_USEC_PER_SEC;
}

/**
 * bench_print:
 * @what: what was measured
 * @value: the median
 * @unit: of @value
 * @ratio: to what the other way of doing it takes, 0 when there is none
 *
 * Prints one line.
 */
void
bench_print (const char *what,
             double      value,
             const char *unit,
             double      ratio)
{
  if (ratio != 0)
    g_print ("%-56s %12.2f %-8s %8.2f x\n", what, value, unit, ratio);
  else
    g_print ("%-56s %12.2f %-8s\n", what, value, unit);
}

/* A recording of requests and answers; the last answer has the word "needle". */
void
bench_write_recording (const char *path,
                       guint       n_messages)
{
  FILE *file = g_fopen (path, "w");
  g_autofree char *padding = g_strnfill (380, 'x');

  fputs ("{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11.001234Z\",\"generator\":\"bench\","
         "\"profile\":{\"command\":\"x\"},\"redacted\":false}\n", file);
  for (guint i = 0; i < n_messages; i += 2)
    {
      fprintf (file,
               "{\"t\":%u,\"ch\":\"stdio\",\"dir\":\"out\",\"raw\":\"{\\\"jsonrpc\\\":\\\"2.0\\\","
               "\\\"id\\\":%u,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":"
               "\\\"tool-%u\\\",\\\"arguments\\\":{\\\"text\\\":\\\"%s\\\"}}}\"}\n",
               i * 10, i, i % 50, padding);
      fprintf (file,
               "{\"t\":%u,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"{\\\"jsonrpc\\\":\\\"2.0\\\","
               "\\\"id\\\":%u,\\\"result\\\":{\\\"content\\\":[{\\\"type\\\":\\\"text\\\","
               "\\\"text\\\":\\\"%s%s\\\"}]}}\"}\n",
               i * 10 + 5 + i % 30, i, i + 2 == n_messages ? "needle" : "", padding);
    }
  fclose (file);
}
