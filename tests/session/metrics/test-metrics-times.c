/* test-metrics-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "mcp-metrics-private.h"

static void
clear (McpMetricsTimes *times)
{
  g_free (times->fine);
  *times = (McpMetricsTimes) { 0 };
}

/* A value at a bound is below it; what is above all of them has a bucket, too. */
static void
test_bounds (void)
{
  for (guint i = 0; i < MCP_METRICS_BUCKETS; i++)
    for (int off = -1; off <= 1; off++)
      {
        McpMetricsTimes times = { 0 };
        guint expected = off > 0 ? i + 1 : i;

        mcp_metrics_times_add (&times, mcp_metrics_bounds_usec[i] + off);
        for (guint j = 0; j <= MCP_METRICS_BUCKETS; j++)
          g_assert_cmpuint (times.counts[j], ==, j == expected);
        clear (&times);
      }
}

/* Each of the narrow buckets has what its number says, and no time is in none. */
static void
test_fine (void)
{
  for (gint64 usec = 1; usec < G_GINT64_CONSTANT (200) * 3600 * 1000000; usec += 1 + usec / 7)
    {
      McpMetricsTimes times = { 0 };
      double index;
      guint first, end;

      mcp_metrics_times_add (&times, usec);
      mcp_metrics_times_get_range (&times, &first, &end);
      g_assert_cmpuint (end, ==, first + 1);
      g_assert_cmpuint (times.fine[first], ==, 1);

      index = MCP_METRICS_FINE_FIRST + (double) first;
      if (first > 0)
        g_assert_cmpfloat (usec / 1e6, >, pow (2, index / 8) * (1 - 1e-12));
      if (end < MCP_METRICS_FINE)
        g_assert_cmpfloat (usec / 1e6, <=, pow (2, (index + 1) / 8) * (1 + 1e-12));
      clear (&times);
    }
}

/* A power of two is the upper end of its bucket, and not the beginning of the next. */
static void
test_powers (void)
{
  static const struct
  {
    gint64 usec;
    int    index;
  } rows[] = {
    { 15625, -49 }, { 31250, -41 }, { 62500, -33 }, { 125000, -25 }, { 250000, -17 }, { 500000, -9 },
    { 1000000, -1 }, { 1000001, 0 }, { 2000000, 7 }, { 2000001, 8 }, { 4000000, 15 }, { 1024000000, 79 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpMetricsTimes times = { 0 };
      guint first, end;

      mcp_metrics_times_add (&times, rows[i].usec);
      mcp_metrics_times_get_range (&times, &first, &end);
      g_assert_cmpint (MCP_METRICS_FINE_FIRST + (int) first, ==, rows[i].index);
      clear (&times);
    }
}

/* A clock that was set back, nothing at all, and more than there are buckets for. */
static void
test_extremes (void)
{
  McpMetricsTimes times = { 0 };
  guint first, end;

  mcp_metrics_times_get_range (&times, &first, &end);
  g_assert_cmpuint (first, ==, end);

  mcp_metrics_times_add (&times, 0);
  mcp_metrics_times_add (&times, -5);
  mcp_metrics_times_get_range (&times, &first, &end);
  g_assert_cmpuint (first, ==, end);
  g_assert_cmpuint (times.n, ==, 2);
  g_assert_cmpuint (times.n_zero, ==, 2);
  g_assert_cmpuint (times.sum_usec, ==, 0);
  g_assert_cmpuint (times.counts[0], ==, 2);

  mcp_metrics_times_add (&times, G_MAXINT64);
  mcp_metrics_times_get_range (&times, &first, &end);
  g_assert_cmpuint (first, ==, MCP_METRICS_FINE - 1);
  g_assert_cmpuint (end, ==, MCP_METRICS_FINE);
  g_assert_cmpuint (times.counts[MCP_METRICS_BUCKETS], ==, 1);
  mcp_metrics_times_add (&times, 1);
  mcp_metrics_times_get_range (&times, &first, &end);
  g_assert_cmpuint (first, <, 10);
  g_assert_cmpuint (times.n, ==, 4);
  clear (&times);
}

/* Added up, it is as if all had been counted in one, whichever of them has anything. */
static void
test_merge (void)
{
  static const gint64 values[] = { 0, 1, 99, 100, 101, 2500, 70000, 1000000, 20000000, G_GINT64_CONSTANT (1000000000000) };

  for (guint split = 0; split <= G_N_ELEMENTS (values); split++)
    {
      McpMetricsTimes all = { 0 };
      McpMetricsTimes first = { 0 };
      McpMetricsTimes second = { 0 };

      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        {
          mcp_metrics_times_add (&all, values[i]);
          mcp_metrics_times_add (i < split ? &first : &second, values[i]);
        }
      mcp_metrics_times_merge (&first, &second);
      g_assert_cmpuint (first.n, ==, all.n);
      g_assert_cmpuint (first.n_zero, ==, all.n_zero);
      g_assert_cmpuint (first.sum_usec, ==, all.sum_usec);
      g_assert_cmpmem (first.counts, sizeof first.counts, all.counts, sizeof all.counts);
      g_assert_cmpmem (first.fine, MCP_METRICS_FINE * sizeof *first.fine, all.fine, MCP_METRICS_FINE * sizeof *all.fine);
      clear (&all);
      clear (&first);
      clear (&second);
    }
}

/* Names are as their formats have them, and no two are the same. */
static void
test_table (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  guint n;
  const McpMetric *metrics = mcp_metrics_get_table (&n);

  g_assert_cmpuint (n, >, 10);
  for (guint i = 0; i < n; i++)
    {
      g_test_message ("%s", metrics[i].name);
      g_assert_true (g_hash_table_add (names, (char *) metrics[i].name));
      g_assert_true (g_str_has_prefix (metrics[i].name, "mcp_"));
      for (const char *at = metrics[i].name; *at != '\0'; at++)
        g_assert_true (g_ascii_islower (*at) || *at == '_');
      g_assert_cmpint (g_str_has_suffix (metrics[i].name, "_total"), ==, metrics[i].kind == MCP_METRIC_COUNTER);
      g_assert_nonnull (metrics[i].otel_name);
      g_assert_nonnull (metrics[i].unit);
      /* A help is one line. */
      g_assert_null (strpbrk (metrics[i].help, "\n\\"));
      for (guint j = 0; j < MCP_METRIC_MAX_LABELS; j++)
        g_assert_cmpint (metrics[i].labels[j] == NULL, ==, metrics[i].attributes[j] == NULL);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/metrics-times/bounds", test_bounds);
  g_test_add_func ("/session/metrics-times/fine", test_fine);
  g_test_add_func ("/session/metrics-times/powers", test_powers);
  g_test_add_func ("/session/metrics-times/extremes", test_extremes);
  g_test_add_func ("/session/metrics-times/merge", test_merge);
  g_test_add_func ("/session/metrics-times/table", test_table);

  return g_test_run ();
}
