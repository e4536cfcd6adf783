/* bench-support.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-support.h"

#include <stdlib.h>

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
