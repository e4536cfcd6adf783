/* mcp-health-statistics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-health"

#include "config.h"

#include <stdlib.h>

#include "mcp-health-private.h"

static int
compare_usec (gconstpointer a,
              gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

/* Nearest rank: the smallest value that @percent of all values do not exceed. */
static gint64
percentile (const gint64 *sorted,
            guint         n,
            guint         percent)
{
  guint rank = (guint) (((guint64) n * percent + 99) / 100);

  return sorted[MAX (rank, 1) - 1];
}

/* The smoothed difference between one round trip and the next. */
static gint64
jitter_of (const McpHealthSample *samples,
           guint                  n_samples)
{
  double jitter = 0;
  gint64 previous_usec = -1;

  for (guint i = 0; i < n_samples; i++)
    {
      if (samples[i].status != MCP_SAMPLE_OK)
        continue;

      if (previous_usec >= 0)
        jitter += (ABS (samples[i].rtt_usec - previous_usec) - jitter) / 16;
      previous_usec = samples[i].rtt_usec;
    }

  return (gint64) (jitter + 0.5);
}

/**
 * mcp_health_statistics_of:
 * @samples: (array length=n_samples): samples in the order of time
 * @n_samples: how many
 * @statistics: (out caller-allocates): what they say
 *
 * Summarises samples, exactly: percentiles are by nearest rank, the median of an even number is
 * between the two in the middle, jitter is that of RFC 3550 section 6.4.1 over the round trips
 * that came back. Without any of those the times are -1.
 */
void
mcp_health_statistics_of (const McpHealthSample *samples,
                          guint                  n_samples,
                          McpHealthStatistics   *statistics)
{
  g_autofree gint64 *sorted = NULL;
  gint64 sum = 0;
  guint n = 0;

  g_return_if_fail (samples != NULL || n_samples == 0);
  g_return_if_fail (statistics != NULL);

  *statistics = (McpHealthStatistics) {
    .sent = n_samples,
    .last_usec = -1,
    .min_usec = -1,
    .median_usec = -1,
    .mean_usec = -1,
    .p95_usec = -1,
    .p99_usec = -1,
    .max_usec = -1,
    .jitter_usec = -1,
  };

  sorted = g_new (gint64, MAX (n_samples, 1));
  for (guint i = 0; i < n_samples; i++)
    if (samples[i].status == MCP_SAMPLE_OK)
      {
        sorted[n++] = samples[i].rtt_usec;
        sum += samples[i].rtt_usec;
        statistics->last_usec = samples[i].rtt_usec;
      }

  statistics->received = n;
  if (n_samples > 0)
    {
      statistics->loss = (double) (n_samples - n) / n_samples;
      statistics->availability = (double) n / n_samples;
    }

  if (n == 0)
    return;

  qsort (sorted, n, sizeof *sorted, compare_usec);
  statistics->min_usec = sorted[0];
  statistics->max_usec = sorted[n - 1];
  statistics->median_usec = n % 2 == 1 ? sorted[n / 2]
                                       : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  statistics->mean_usec = sum / n;
  statistics->p95_usec = percentile (sorted, n, 95);
  statistics->p99_usec = percentile (sorted, n, 99);
  statistics->jitter_usec = jitter_of (samples, n_samples);
}

/**
 * mcp_health_get_n_samples:
 * @self: a monitor
 *
 * Gets how many probes were decided, over all lives.
 *
 * Returns: the number of samples
 */
guint
mcp_health_get_n_samples (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), 0);

  return self->samples->len;
}

/**
 * mcp_health_get_sample:
 * @self: a monitor
 * @i: which sample, oldest first
 *
 * Gets a sample; those after it follow in memory. The pointer is good until the next one is added.
 *
 * Returns: (transfer none) (nullable): the sample
 */
const McpHealthSample *
mcp_health_get_sample (McpHealth *self,
                       guint      i)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return i < self->samples->len ? &g_array_index (self->samples, McpHealthSample, i) : NULL;
}

/**
 * mcp_health_find_sample:
 * @self: a monitor
 * @time_usec: monotonic time in microseconds
 *
 * Finds the first sample at or after a time.
 *
 * Returns: its index, the number of samples if there is none
 */
guint
mcp_health_find_sample (McpHealth *self,
                        gint64     time_usec)
{
  guint low = 0;
  guint high;

  g_return_val_if_fail (MCP_IS_HEALTH (self), 0);

  high = self->samples->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->samples, McpHealthSample, middle).time_usec < time_usec)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/**
 * mcp_health_get_statistics:
 * @self: a monitor
 * @since_usec: monotonic time in microseconds; %G_MININT64 for all
 * @statistics: (out caller-allocates): what the samples since then say
 *
 * Summarises the samples since a time. See mcp_health_statistics_of().
 */
void
mcp_health_get_statistics (McpHealth           *self,
                           gint64               since_usec,
                           McpHealthStatistics *statistics)
{
  guint first;

  g_return_if_fail (MCP_IS_HEALTH (self));
  g_return_if_fail (statistics != NULL);

  first = mcp_health_find_sample (self, since_usec);
  mcp_health_statistics_of ((const McpHealthSample *) (gpointer) self->samples->data + first,
                            self->samples->len - first, statistics);
}
