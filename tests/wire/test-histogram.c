/* test-histogram.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-histogram.h"

static void
test_buckets (void)
{
  guint n_buckets = mcp_histogram_get_n_buckets ();

  g_assert_cmpint (mcp_histogram_get_bucket_start (0), ==, 0);
  g_assert_cmpint (mcp_histogram_get_bucket_start (n_buckets), ==, MCP_HISTOGRAM_MAX_VALUE + 1);
  for (guint i = 0; i < n_buckets; i++)
    {
      gint64 start = mcp_histogram_get_bucket_start (i);
      gint64 last = mcp_histogram_get_bucket_start (i + 1) - 1;

      g_assert_cmpint (start, <=, last);
      g_assert_cmpuint (mcp_histogram_find_bucket (start), ==, i);
      g_assert_cmpuint (mcp_histogram_find_bucket (last), ==, i);
      /* From the middle to either end. */
      g_assert_cmpfloat ((double) (last - start) / 2, <=, 0.004 * (double) start);
    }
  g_assert_cmpuint (mcp_histogram_find_bucket (-5), ==, 0);
  g_assert_cmpuint (mcp_histogram_find_bucket (G_MAXINT64), ==, n_buckets - 1);
}

static void
test_percentiles (void)
{
  g_autoptr (McpHistogram) histogram = mcp_histogram_new ();

  g_assert_cmpint (mcp_histogram_get_percentile (histogram, 50), ==, -1);
  for (int i = 1; i <= 100; i++)
    mcp_histogram_add (histogram, i);
  g_assert_cmpint (mcp_histogram_get_percentile (histogram, 0), ==, 1);
  g_assert_cmpint (mcp_histogram_get_percentile (histogram, 50), ==, 50);
  g_assert_cmpint (mcp_histogram_get_percentile (histogram, 99.5), ==, 100);
  g_assert_cmpuint (mcp_histogram_get_n_values (histogram), ==, 100);
  mcp_histogram_clear (histogram);
  g_assert_cmpuint (mcp_histogram_get_n_values (histogram), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/histogram/buckets", test_buckets);
  g_test_add_func ("/session/histogram/percentiles", test_percentiles);

  return g_test_run ();
}
