/* test-sample-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcp-sample-store.h"
#include "mcp-usage-log.h"

#define SECOND_USEC  G_GINT64_CONSTANT (1000000)
#define WEEK_SAMPLES (7 * 24 * 3600)
/* How much of a store goes at once. */
#define CHUNK        1024

static McpHealthSample
sample_of (gint64          time_usec,
           gint64          rtt_usec,
           McpSampleStatus status)
{
  return (McpHealthSample) {
    .time_usec = time_usec, .rtt_usec = rtt_usec, .life = 1, .status = status,
  };
}

static void
append (McpSampleStore *store,
        gint64          time_usec,
        gint64          rtt_usec,
        McpSampleStatus status)
{
  McpHealthSample sample = sample_of (time_usec, rtt_usec, status);

  mcp_sample_store_append (store, &sample);
}

static void
assert_same (const McpHealthSample *a,
             const McpHealthSample *b)
{
  g_assert_cmpint (a->time_usec, ==, b->time_usec);
  g_assert_cmpint (a->rtt_usec, ==, b->rtt_usec);
  g_assert_cmpuint (a->queued_usec, ==, b->queued_usec);
  g_assert_cmpuint (a->serial, ==, b->serial);
  g_assert_cmpuint (a->life, ==, b->life);
  g_assert_cmpint (a->status, ==, b->status);
  g_assert_cmpint (a->modern, ==, b->modern);
}

static void
count_cb (McpSampleStore *store,
          guint           index,
          guint          *n_added)
{
  g_assert_cmpuint (index, ==, *n_added);
  g_assert_cmpuint (index + 1, ==, mcp_sample_store_get_end (store));
  (*n_added)++;
}

static void
test_keeps_all (void)
{
  static const McpHealthSample samples[] = {
    { G_MININT64 / 2, 0, 0, 0, 0, MCP_SAMPLE_OK, FALSE },
    { 0, 1, 1, 1, 1, MCP_SAMPLE_OK, TRUE },
    { 1, 255, 1000, 2, 1, MCP_SAMPLE_OK, FALSE },
    { 2, 256, G_MAXUINT32, G_MAXUINT, 65535, MCP_SAMPLE_OK, TRUE },
    { 2, G_MAXUINT32, 0, 7, 9, MCP_SAMPLE_OK, FALSE },
    { 3, (gint64) G_MAXUINT32 + 1, 0, 7, 9, MCP_SAMPLE_OK, FALSE },
    { 4, MCP_HISTOGRAM_MAX_VALUE, 3, 7, 9, MCP_SAMPLE_OK, TRUE },
    { 5, -1, 3, 7, 9, MCP_SAMPLE_LOST, TRUE },
    { 5, -1, 3, 7, 9, MCP_SAMPLE_LOST, FALSE },
    { 6, -1, 3, 0, 10, MCP_SAMPLE_FAILED, TRUE },
    { G_MAXINT64, -1, 3, 0, 10, MCP_SAMPLE_FAILED, FALSE },
  };
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpHealthSample got;
  guint n_added = 0;

  g_signal_connect (store, "added", G_CALLBACK (count_cb), &n_added);
  g_assert_false (mcp_sample_store_get (store, 0, &got));
  g_assert_false (mcp_sample_store_get (store, G_MAXUINT, &got));
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    mcp_sample_store_append (store, &samples[i]);
  g_assert_cmpuint (n_added, ==, G_N_ELEMENTS (samples));
  g_assert_cmpuint (mcp_sample_store_get_n_samples (store), ==, G_N_ELEMENTS (samples));

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_assert_true (mcp_sample_store_get (store, i, &got));
      assert_same (&got, &samples[i]);
    }
  g_assert_false (mcp_sample_store_get (store, G_N_ELEMENTS (samples), &got));
}

/* What has no room is kept as the largest that has. */
static void
test_keeps_what_is_too_large (void)
{
  const McpHealthSample sample = { 1, G_MAXINT64, 0, 1, G_MAXUINT, MCP_SAMPLE_OK, FALSE };
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpHealthSample got;

  mcp_sample_store_append (store, &sample);
  g_assert_true (mcp_sample_store_get (store, 0, &got));
  g_assert_cmpint (got.rtt_usec, ==, MCP_HISTOGRAM_MAX_VALUE);
  g_assert_cmpuint (got.life, ==, G_MAXUINT16);
  g_assert_cmpint (got.status, ==, MCP_SAMPLE_OK);
}

static void
test_drops_the_oldest (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (3 * CHUNK);
  McpHealthStatistics s;
  McpHealthSample got;

  for (guint i = 0; i < 3 * CHUNK; i++)
    append (store, i, i, MCP_SAMPLE_OK);
  g_assert_cmpuint (mcp_sample_store_get_first (store), ==, 0);
  mcp_sample_store_get_statistics (store, G_MININT64, G_MAXINT64, &s);
  g_assert_cmpint (s.min_usec, ==, 0);

  append (store, 3 * CHUNK, 3 * CHUNK, MCP_SAMPLE_OK);
  g_assert_cmpuint (mcp_sample_store_get_first (store), ==, CHUNK);
  g_assert_cmpuint (mcp_sample_store_get_end (store), ==, 3 * CHUNK + 1);
  g_assert_false (mcp_sample_store_get (store, CHUNK - 1, &got));
  for (guint i = CHUNK; i <= 3 * CHUNK; i++)
    {
      g_assert_true (mcp_sample_store_get (store, i, &got));
      g_assert_cmpint (got.time_usec, ==, i);
      g_assert_cmpuint (mcp_sample_store_find (store, i), ==, i);
    }
  g_assert_cmpuint (mcp_sample_store_find (store, G_MININT64), ==, CHUNK);

  /* The window that was kept knew what has gone. */
  mcp_sample_store_get_statistics (store, G_MININT64, G_MAXINT64, &s);
  g_assert_cmpuint (s.sent, ==, 2 * CHUNK + 1);
  g_assert_cmpint (s.min_usec, ==, CHUNK);
  g_assert_cmpint (s.median_usec, ==, 2 * CHUNK);
}

static void
test_finds (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);

  g_assert_cmpuint (mcp_sample_store_find (store, 0), ==, 0);
  for (guint i = 0; i < 5000; i++)
    append (store, i / 2 * 10, 1, MCP_SAMPLE_OK);

  g_assert_cmpuint (mcp_sample_store_find (store, -1), ==, 0);
  g_assert_cmpuint (mcp_sample_store_find (store, 0), ==, 0);
  g_assert_cmpuint (mcp_sample_store_find (store, 1), ==, 2);
  g_assert_cmpuint (mcp_sample_store_find (store, 10), ==, 2);
  g_assert_cmpuint (mcp_sample_store_find (store, 5120), ==, 1024);
  g_assert_cmpuint (mcp_sample_store_find (store, 5111), ==, 1024);
  g_assert_cmpuint (mcp_sample_store_find (store, 24990), ==, 4998);
  g_assert_cmpuint (mcp_sample_store_find (store, 24991), ==, 5000);
}

/* A request that took long comes after those that were sent later. */
static void
test_takes_them_out_of_order (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpSampleColumn columns[10];
  McpHealthStatistics s;
  guint n = 0;

  for (guint i = 0; i < 3000; i++)
    append (store, i % 7 == 6 ? (gint64) i - 500 : i, i % 7 == 6 ? 500 : 1, MCP_SAMPLE_OK);

  g_assert_cmpuint (mcp_sample_store_find (store, 1000), ==, 1001);
  g_assert_cmpuint (mcp_sample_store_find (store, 2100), ==, 2100);
  mcp_sample_store_get_statistics (store, G_MININT64, G_MAXINT64, &s);
  g_assert_cmpuint (s.sent, ==, 3000);
  mcp_sample_store_fill_columns (store, -500, 3000, columns, 10);
  for (guint i = 0; i < 10; i++)
    n += columns[i].n_answered;
  g_assert_cmpuint (n, ==, 3000);
}

static void
test_statistics_are_exact (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpHealthStatistics s;

  mcp_sample_store_get_statistics (store, G_MININT64, G_MAXINT64, &s);
  g_assert_cmpuint (s.sent, ==, 0);
  g_assert_cmpfloat (s.loss, ==, 0.0);
  g_assert_cmpint (s.median_usec, ==, -1);

  append (store, 1, 100, MCP_SAMPLE_OK);
  append (store, 2, 300, MCP_SAMPLE_OK);
  append (store, 3, -1, MCP_SAMPLE_LOST);
  append (store, 5, 200, MCP_SAMPLE_OK);
  append (store, 6, -1, MCP_SAMPLE_FAILED);
  append (store, 9, 401, MCP_SAMPLE_OK);

  mcp_sample_store_get_statistics (store, G_MININT64, G_MAXINT64, &s);
  g_assert_cmpuint (s.sent, ==, 6);
  g_assert_cmpuint (s.received, ==, 4);
  g_assert_cmpuint (s.lost, ==, 1);
  g_assert_cmpuint (s.failed, ==, 1);
  g_assert_cmpfloat_with_epsilon (s.success, 4.0 / 6, 1e-9);
  g_assert_cmpfloat_with_epsilon (s.loss, 2.0 / 6, 1e-9);
  /* Up from 1 to 3 and from 5 to 6, of 1 to 9. */
  g_assert_cmpfloat_with_epsilon (s.availability, 3.0 / 8, 1e-9);
  g_assert_cmpint (s.last_usec, ==, 401);
  g_assert_cmpint (s.min_usec, ==, 100);
  g_assert_cmpint (s.median_usec, ==, 250);
  g_assert_cmpint (s.mean_usec, ==, 250);
  g_assert_cmpint (s.p95_usec, ==, 401);
  g_assert_cmpint (s.max_usec, ==, 401);
  /* 200/16 = 12.5; + (100 - 12.5)/16 = 17.97; + (201 - 17.97)/16 = 29.41 */
  g_assert_cmpint (s.jitter_usec, ==, 29);

  /* Both ends belong to a window. */
  mcp_sample_store_get_statistics (store, 3, 3, &s);
  g_assert_cmpuint (s.sent, ==, 1);
  g_assert_cmpfloat (s.loss, ==, 1.0);
  g_assert_cmpint (s.last_usec, ==, -1);
  g_assert_cmpint (s.median_usec, ==, -1);
  g_assert_cmpint (s.jitter_usec, ==, -1);

  mcp_sample_store_get_statistics (store, G_MININT64, 1, &s);
  g_assert_cmpint (s.median_usec, ==, 100);
  g_assert_cmpint (s.jitter_usec, ==, 0);
  mcp_sample_store_get_statistics (store, 100, 50, &s);
  g_assert_cmpuint (s.sent, ==, 0);
}

static void
test_percentiles_by_nearest_rank (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpHealthStatistics s;

  for (guint i = 0; i < 200; i++)
    append (store, i, (i * 77) % 200 + 1, MCP_SAMPLE_OK);

  mcp_sample_store_get_statistics (store, G_MININT64, G_MAXINT64, &s);
  g_assert_cmpint (s.p95_usec, ==, 190);
  g_assert_cmpint (s.p99_usec, ==, 198);
  g_assert_cmpint (s.median_usec, ==, 100);
  mcp_sample_store_get_statistics (store, G_MININT64, 99, &s);
  g_assert_cmpint (s.p99_usec, <, s.max_usec);
}

/* Nothing is known of the time between two lives. */
static void
test_availability_is_of_lives (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpHealthSample sample = sample_of (0, 10, MCP_SAMPLE_OK);
  McpHealthStatistics s;

  mcp_sample_store_append (store, &sample);
  sample.time_usec = 10;
  mcp_sample_store_append (store, &sample);
  sample.time_usec = 1000;
  sample.life = 2;
  sample.status = MCP_SAMPLE_LOST;
  mcp_sample_store_append (store, &sample);
  sample.time_usec = 1030;
  mcp_sample_store_append (store, &sample);

  mcp_sample_store_get_statistics (store, G_MININT64, G_MAXINT64, &s);
  g_assert_cmpfloat_with_epsilon (s.availability, 10.0 / 40, 1e-9);
}

static void
test_eras_apart (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpHealthStatistics s;

  for (guint i = 0; i < 3000; i++)
    {
      McpHealthSample sample = sample_of (i, i % 2 == 0 ? 10 : 1000, MCP_SAMPLE_OK);

      sample.modern = i % 2 == 1;
      mcp_sample_store_append (store, &sample);
    }

  mcp_sample_store_summarize (store, 0, 3000, MCP_SAMPLES_LEGACY, &s);
  g_assert_cmpuint (s.sent, ==, 1500);
  g_assert_cmpint (s.max_usec, ==, 10);
  g_assert_cmpint (s.jitter_usec, ==, 0);
  mcp_sample_store_summarize (store, 0, 3000, MCP_SAMPLES_MODERN, &s);
  g_assert_cmpuint (s.sent, ==, 1500);
  g_assert_cmpint (s.median_usec, ==, 1000);
  g_assert_cmpint (s.last_usec, ==, 1000);
  mcp_sample_store_summarize (store, 0, 3000, MCP_SAMPLES_ALL, &s);
  g_assert_cmpint (s.mean_usec, ==, 505);
  g_assert_cmpint (s.median_usec, ==, 505);
}

typedef gint64 (*Distribution) (GRand *rand);

static gint64
uniform (GRand *rand)
{
  return g_rand_int_range (rand, 0, 1000000);
}

static gint64
tiny (GRand *rand)
{
  return g_rand_int_range (rand, 0, 5);
}

static gint64
constant (GRand *rand)
{
  return 1234567;
}

static gint64
exponential (GRand *rand)
{
  return (gint64) (-50000 * log (1 - g_rand_double (rand)));
}

static gint64
log_normal (GRand *rand)
{
  double sum = 0;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (rand);

  return (gint64) exp (7 + 1.5 * (sum - 6));
}

static gint64
two_humps (GRand *rand)
{
  return g_rand_boolean (rand) ? g_rand_int_range (rand, 900, 1100)
                               : g_rand_int_range (rand, 9000000, 9100000);
}

static gint64
hours (GRand *rand)
{
  return (gint64) (g_rand_double (rand) * (double) MCP_HISTOGRAM_MAX_VALUE);
}

static const struct
{
  const char  *name;
  Distribution draw;
} distributions[] = {
  { "uniform", uniform },       { "tiny", tiny },           { "constant", constant },
  { "exponential", exponential }, { "log-normal", log_normal }, { "two-humps", two_humps },
  { "hours", hours },
};

static int
compare_usec (gconstpointer a,
              gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

/* What the statistics of a window must be, found the slow way. */
static void
find_truth (McpSampleStore      *store,
            guint                first,
            guint                end,
            McpHealthStatistics *s)
{
  g_autofree gint64 *sorted = g_new (gint64, end - first + 1);
  gint64 previous_usec = -1;
  double jitter = 0;
  double sum = 0;
  guint n = 0;

  *s = (McpHealthStatistics) MCP_HEALTH_STATISTICS_NONE;
  s->sent = end - first;
  for (guint i = first; i < end; i++)
    {
      McpHealthSample sample;

      g_assert_true (mcp_sample_store_get (store, i, &sample));
      s->lost += sample.status == MCP_SAMPLE_LOST;
      s->failed += sample.status == MCP_SAMPLE_FAILED;
      if (sample.status != MCP_SAMPLE_OK)
        continue;

      if (previous_usec >= 0)
        jitter += ((double) ABS (sample.rtt_usec - previous_usec) - jitter) / 16;
      previous_usec = sorted[n++] = sample.rtt_usec;
      sum += (double) sample.rtt_usec;
    }

  qsort (sorted, n, sizeof *sorted, compare_usec);
  s->received = n;
  s->last_usec = previous_usec;
  s->min_usec = sorted[0];
  s->median_usec = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  s->mean_usec = (gint64) (sum / n);
  s->p95_usec = sorted[(n * G_GUINT64_CONSTANT (95) + 99) / 100 - 1];
  s->p99_usec = sorted[(n * G_GUINT64_CONSTANT (99) + 99) / 100 - 1];
  s->max_usec = sorted[n - 1];
  s->jitter_usec = (gint64) (jitter + 0.5);
}

static void
assert_statistics (McpSampleStore *store,
                   guint           first,
                   guint           end,
                   gboolean        exact)
{
  double error = exact ? 0 : 0.01;
  McpHealthStatistics truth;
  McpHealthStatistics s;

  find_truth (store, first, end, &truth);
  mcp_sample_store_summarize (store, first, end, MCP_SAMPLES_ALL, &s);
  g_assert_cmpuint (s.sent, ==, truth.sent);
  g_assert_cmpuint (s.received, ==, truth.received);
  g_assert_cmpuint (s.lost, ==, truth.lost);
  g_assert_cmpuint (s.failed, ==, truth.failed);
  g_assert_cmpint (s.last_usec, ==, truth.last_usec);
  g_assert_cmpint (s.min_usec, ==, truth.min_usec);
  g_assert_cmpint (s.max_usec, ==, truth.max_usec);
  g_assert_cmpint (ABS (s.mean_usec - truth.mean_usec), <=, 1);
  g_assert_cmpint (s.jitter_usec, ==, truth.jitter_usec);
  g_assert_cmpfloat ((double) ABS (s.median_usec - truth.median_usec), <=,
                     error * (double) truth.median_usec);
  g_assert_cmpfloat ((double) ABS (s.p95_usec - truth.p95_usec), <=,
                     error * (double) truth.p95_usec);
  g_assert_cmpfloat ((double) ABS (s.p99_usec - truth.p99_usec), <=,
                     error * (double) truth.p99_usec);
}

static McpSampleStore *
new_store_of (Distribution draw,
              guint        n_samples)
{
  McpSampleStore *store = mcp_sample_store_new (0);
  GRand *rand = g_rand_new_with_seed (42);

  for (guint i = 0; i < n_samples; i++)
    {
      McpSampleStatus status = i % 50 == 7 ? MCP_SAMPLE_LOST
                                           : i % 90 == 8 ? MCP_SAMPLE_FAILED : MCP_SAMPLE_OK;

      append (store, i * SECOND_USEC, status == MCP_SAMPLE_OK ? draw (rand) : -1, status);
    }
  g_rand_free (rand);

  return store;
}

/* Windows of all kinds, one after the other: each is made from one that was before. */
static void
test_windows (void)
{
  for (guint d = 0; d < G_N_ELEMENTS (distributions); d++)
    {
      g_autoptr (McpSampleStore) store = new_store_of (distributions[d].draw, 20000);

      g_test_message ("%s", distributions[d].name);
      assert_statistics (store, 0, 20000, TRUE);
      assert_statistics (store, 0, 20000, TRUE);
      for (guint i = 0; i < 3000; i += 433)
        assert_statistics (store, i, 9000 + 2 * i, TRUE);
      assert_statistics (store, 100, 400, TRUE);
      assert_statistics (store, 1024, 2048, TRUE);
      assert_statistics (store, 1023, 2049, TRUE);
      assert_statistics (store, 15000, 20000, TRUE);
      assert_statistics (store, 2000, 12000, TRUE);
      assert_statistics (store, 0, 6000, TRUE);
      append (store, 20000 * SECOND_USEC, 77, MCP_SAMPLE_OK);
      assert_statistics (store, 0, 20001, TRUE);
    }
}

static void
test_many_are_near (void)
{
  for (guint d = 0; d < G_N_ELEMENTS (distributions); d++)
    {
      g_autoptr (McpSampleStore) store = new_store_of (distributions[d].draw, 150000);

      g_test_message ("%s", distributions[d].name);
      assert_statistics (store, 0, 150000, FALSE);
      assert_statistics (store, 20, 100020, TRUE);
    }
}

static void
test_histogram (void)
{
  for (guint d = 0; d < G_N_ELEMENTS (distributions); d++)
    {
      g_autoptr (McpSampleStore) store = new_store_of (distributions[d].draw, 10000);
      g_autoptr (McpHistogram) histogram = mcp_histogram_new ();
      McpHealthStatistics truth;
      guint n = 0;

      mcp_histogram_add (histogram, 5);
      mcp_sample_store_fill_histogram (store, 1000 * SECOND_USEC, 8999 * SECOND_USEC, histogram);
      find_truth (store, 1000, 9000, &truth);
      g_assert_cmpuint (mcp_histogram_get_n_values (histogram), ==, truth.received);
      g_assert_cmpfloat ((double) ABS (mcp_histogram_get_percentile (histogram, 95)
                                       - truth.p95_usec),
                         <=, 0.01 * (double) truth.p95_usec);
      g_assert_cmpfloat ((double) ABS (mcp_histogram_get_percentile (histogram, 100)
                                       - truth.max_usec),
                         <=, 0.01 * (double) truth.max_usec);
      for (guint i = 0; i < mcp_histogram_get_n_buckets (); i++)
        n += mcp_histogram_get_bucket_count (histogram, i);
      g_assert_cmpuint (n, ==, truth.received);

      mcp_sample_store_fill_histogram (store, 0, 9 * SECOND_USEC, histogram);
      g_assert_cmpuint (mcp_histogram_get_n_values (histogram), ==, 8);
    }
}

static void
test_columns (void)
{
  g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
  McpSampleColumn columns[4];

  mcp_sample_store_fill_columns (store, 100, 140, columns, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (columns[i].n_answered, ==, 0);

  append (store, 50, 999, MCP_SAMPLE_OK);   /* before the start */
  append (store, 100, 10, MCP_SAMPLE_OK);
  append (store, 105, 90, MCP_SAMPLE_OK);
  append (store, 106, -1, MCP_SAMPLE_LOST);
  append (store, 109, 20, MCP_SAMPLE_OK);
  append (store, 120, -1, MCP_SAMPLE_FAILED);
  append (store, 135, 7, MCP_SAMPLE_OK);
  append (store, 140, 8, MCP_SAMPLE_OK);    /* the end belongs to the last column */
  append (store, 141, 999, MCP_SAMPLE_OK);  /* after the end */

  mcp_sample_store_fill_columns (store, 100, 140, columns, 4);
  g_assert_cmpuint (columns[0].first, ==, 1);
  g_assert_cmpuint (columns[0].n_answered, ==, 3);
  g_assert_cmpuint (columns[0].n_lost, ==, 1);
  g_assert_cmpint (columns[0].min_usec, ==, 10);
  g_assert_cmpint (columns[0].median_usec, ==, 20);
  g_assert_cmpint (columns[0].p95_usec, ==, 90);
  g_assert_cmpint (columns[0].max_usec, ==, 90);
  g_assert_cmpuint (columns[1].n_answered, ==, 0);
  g_assert_cmpuint (columns[2].n_answered, ==, 0);
  g_assert_cmpuint (columns[2].n_failed, ==, 1);
  g_assert_cmpuint (columns[3].first, ==, 6);
  g_assert_cmpuint (columns[3].n_answered, ==, 2);
  g_assert_cmpint (columns[3].max_usec, ==, 8);
}

/* Columns of every size say what the statistics of the same samples say. */
static void
test_columns_are_true (void)
{
  static const guint sizes[] = { 1, 3, 40, 700 };

  for (guint d = 0; d < G_N_ELEMENTS (distributions); d++)
    {
      g_autoptr (McpSampleStore) store = new_store_of (distributions[d].draw, 20000);

      for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
        {
          g_autofree McpSampleColumn *columns = g_new (McpSampleColumn, sizes[k]);

          mcp_sample_store_fill_columns (store, 0, 20000 * SECOND_USEC, columns, sizes[k]);
          for (guint i = 0; i < sizes[k]; i++)
            {
              guint end = i + 1 < sizes[k] ? columns[i + 1].first : 20000;
              McpHealthStatistics truth;

              find_truth (store, columns[i].first, end, &truth);
              g_assert_cmpuint (columns[i].n_answered, ==, truth.received);
              g_assert_cmpuint (columns[i].n_lost, ==, truth.lost);
              g_assert_cmpuint (columns[i].n_failed, ==, truth.failed);
              g_assert_cmpint (columns[i].min_usec, ==, truth.min_usec);
              g_assert_cmpint (columns[i].max_usec, ==, truth.max_usec);
              g_assert_cmpfloat ((double) ABS (columns[i].p95_usec - truth.p95_usec), <=,
                                 0.01 * (double) truth.p95_usec);
            }
        }
    }
}

/* The one long round trip among very many must come through, wherever it is. */
static void
test_no_spike_is_hidden (void)
{
  const guint n_samples = 100000;

  for (guint spike = 0; spike < n_samples; spike += 33333)
    {
      g_autoptr (McpSampleStore) store = mcp_sample_store_new (0);
      McpSampleColumn columns[700];
      guint n_answered = 0;
      gint64 max_usec = 0;

      for (guint i = 0; i < n_samples; i++)
        append (store, i * SECOND_USEC, i == spike ? 50000 : 1000 + i % 7, MCP_SAMPLE_OK);
      mcp_sample_store_fill_columns (store, 0, n_samples * SECOND_USEC, columns, 700);
      for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
        {
          n_answered += columns[i].n_answered;
          max_usec = MAX (max_usec, columns[i].max_usec);
          g_assert_cmpint (columns[i].median_usec, <, 1007);
        }
      g_assert_cmpuint (n_answered, ==, n_samples);
      g_assert_cmpint (max_usec, ==, 50000);
    }
}

static void
test_a_week_is_small (void)
{
  g_autoptr (McpSampleStore) store = new_store_of (exponential, WEEK_SAMPLES);
  g_autoptr (McpHistogram) histogram = mcp_histogram_new ();
  McpHealthStatistics s;

  /* With every window that is kept. */
  for (guint i = 1; i < 9; i++)
    mcp_sample_store_summarize (store, i * 10000, WEEK_SAMPLES - i, i % 3 + 1, &s);
  mcp_sample_store_fill_histogram (store, G_MININT64, G_MAXINT64, histogram);

  g_assert_cmpuint (mcp_sample_store_get_first (store), ==, 0);
  g_assert_cmpuint (mcp_sample_store_get_memory_bytes (store), <, 20 * 1000 * 1000);
  g_assert_cmpuint (mcp_sample_store_get_memory_bytes (store), >, 24 * WEEK_SAMPLES);
}

static void
test_finalize (void)
{
  McpSampleStore *store = new_store_of (uniform, 5000);

  g_assert_finalize_object (store);
}

/* The log of readings: the oldest go, those that are left keep their indices, and what is too large is cut. */
static void
test_usage_log (void)
{
  g_autoptr (McpUsageLog) log = mcp_usage_log_new (1);
  McpProcessUsage usage = { .cpu_usec = 123456, .cpu_percent = 12.5, .rss_bytes = 5000, .n_processes = 70000,
                            .n_threads = 3, .n_fds = 9 };
  McpProcessUsage read;
  guint first;

  g_assert_false (mcp_usage_log_get (log, 0, &read));
  g_assert_cmpuint (mcp_usage_log_find (log, 0), ==, mcp_usage_log_get_end (log));
  for (guint i = 0; i < 10000; i++)
    {
      usage.time_usec = i * SECOND_USEC;
      mcp_usage_log_append (log, &usage);
    }

  first = mcp_usage_log_get_first (log);
  g_assert_cmpuint (mcp_usage_log_get_end (log), ==, 10000);
  g_assert_cmpuint (first, >, 0);
  g_assert_cmpuint (mcp_usage_log_get_n (log), ==, 10000 - first);
  g_assert_false (mcp_usage_log_get (log, first - 1, &read));
  g_assert_false (mcp_usage_log_get (log, 10000, &read));
  g_assert_true (mcp_usage_log_get (log, first, &read));
  g_assert_cmpint (read.time_usec, ==, first * SECOND_USEC);
  g_assert_cmpint (read.cpu_usec, ==, 120000);
  g_assert_cmpfloat (read.cpu_percent, ==, 12.5);
  g_assert_cmpuint (read.rss_bytes, ==, 4096);
  g_assert_cmpuint (read.n_processes, ==, G_MAXUINT16);
  g_assert_cmpuint (read.n_threads, ==, 3);
  g_assert_cmpuint (read.n_fds, ==, 9);
  g_assert_cmpuint (mcp_usage_log_find (log, 0), ==, first);
  g_assert_cmpuint (mcp_usage_log_find (log, 9998 * SECOND_USEC - 1), ==, 9998);
  g_assert_cmpuint (mcp_usage_log_find (log, 10000 * SECOND_USEC), ==, 10000);
  g_assert_finalize_object (g_steal_pointer (&log));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add_func ("/session/sample-store/" path, function)
  ADD ("keeps-all", test_keeps_all);
  ADD ("keeps-what-is-too-large", test_keeps_what_is_too_large);
  ADD ("drops-the-oldest", test_drops_the_oldest);
  ADD ("finds", test_finds);
  ADD ("takes-them-out-of-order", test_takes_them_out_of_order);
  ADD ("statistics-are-exact", test_statistics_are_exact);
  ADD ("percentiles-by-nearest-rank", test_percentiles_by_nearest_rank);
  ADD ("availability-is-of-lives", test_availability_is_of_lives);
  ADD ("eras-apart", test_eras_apart);
  ADD ("windows", test_windows);
  ADD ("many-are-near", test_many_are_near);
  ADD ("histogram", test_histogram);
  ADD ("columns", test_columns);
  ADD ("columns-are-true", test_columns_are_true);
  ADD ("no-spike-is-hidden", test_no_spike_is_hidden);
  ADD ("a-week-is-small", test_a_week_is_small);
  ADD ("finalize", test_finalize);
  ADD ("usage-log", test_usage_log);

  return g_test_run ();
}
