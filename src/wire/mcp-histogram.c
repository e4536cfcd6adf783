/* mcp-histogram.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcp-histogram-private.h"

/**
 * McpHistogram:
 *
 * How often which times were measured, in a fixed amount of memory (the idea of HdrHistogram).
 *
 * Its buckets are log-linear: as wide as 1 up to 256, then twice as wide with each doubling of the
 * value, so that the middle of a bucket is never further than 0.4 % from any value in it. A value
 * can be taken out again: a window slides at the cost of what comes and goes.
 */

McpHistogram *
mcp_histogram_new (void)
{
  return g_new0 (McpHistogram, 1);
}

void
mcp_histogram_free (McpHistogram *self)
{
  g_free (self);
}

void
mcp_histogram_clear (McpHistogram *self)
{
  g_return_if_fail (self != NULL);

  memset (self, 0, sizeof *self);
}

/**
 * mcp_histogram_add:
 * @value: from 0 to %MCP_HISTOGRAM_MAX_VALUE; what is beyond counts as the nearest of them
 *
 * Counts a value.
 */
void
mcp_histogram_add (McpHistogram *self,
                   gint64        value)
{
  g_return_if_fail (self != NULL);

  if (self->n_kept == self->n_values && self->n_kept < MCP_HISTOGRAM_N_KEPT)
    self->kept[self->n_kept++] = CLAMP (value, 0, MCP_HISTOGRAM_MAX_VALUE);
  self->counts[mcp_histogram_find_bucket (value)]++;
  self->n_values++;
}

guint
mcp_histogram_get_n_values (const McpHistogram *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_values;
}

/* The bucket of the value of a rank, from 1; and how many values are in those before it. */
guint
mcp_histogram_find_rank (const McpHistogram *self,
                         guint               rank,
                         guint              *n_before)
{
  guint n = 0;
  guint bucket = 0;

  g_assert (rank >= 1 && rank <= self->n_values);

  while (n + self->counts[bucket] < rank)
    n += self->counts[bucket++];

  if (n_before != NULL)
    *n_before = n;

  return bucket;
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  gint64 first = *(const gint64 *) a;
  gint64 second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

/* The value of a rank, from 1, of those that are kept. */
static gint64
find_kept (const McpHistogram *self,
           guint               rank)
{
  gint64 sorted[MCP_HISTOGRAM_N_KEPT];

  memcpy (sorted, self->kept, self->n_kept * sizeof *sorted);
  qsort (sorted, self->n_kept, sizeof *sorted, compare_values);

  return sorted[rank - 1];
}

/**
 * mcp_histogram_get_percentile:
 * @percent: from 0 to 100
 *
 * Gets the value that as many percent of all values do not exceed, by nearest rank; 0 is the
 * least and 100 the largest. Of up to 64 values it is one of them, of more the middle of a bucket: not
 * further than 0.4 % from the truth.
 *
 * Returns: a value; -1 if there is none
 */
gint64
mcp_histogram_get_percentile (const McpHistogram *self,
                              double              percent)
{
  double rank;

  g_return_val_if_fail (self != NULL, -1);

  if (self->n_values == 0)
    return -1;

  rank = ceil (self->n_values * CLAMP (percent, 0, 100) / 100);
  if (self->n_kept == self->n_values)
    return find_kept (self, (guint) CLAMP (rank, 1, self->n_values));

  return mcp_histogram_get_bucket_middle (
    mcp_histogram_find_rank (self, (guint) CLAMP (rank, 1, self->n_values), NULL));
}

guint
mcp_histogram_get_n_buckets (void)
{
  return MCP_HISTOGRAM_N_BUCKETS;
}

/**
 * mcp_histogram_find_bucket:
 * @value: a value
 *
 * Finds where a value is counted.
 *
 * Returns: the number of a bucket
 */
guint
mcp_histogram_find_bucket (gint64 value)
{
  guint64 v = (guint64) CLAMP (value, 0, MCP_HISTOGRAM_MAX_VALUE);
  guint doublings;

  if (v < MCP_HISTOGRAM_N_EXACT)
    return (guint) v;

  /* 256 and up: the eight highest bits tell. A gulong may have no more than 32. */
  doublings = (v >> 32 != 0 ? 32 + g_bit_storage ((gulong) (v >> 32))
                            : g_bit_storage ((gulong) v)) - 8;

  return MCP_HISTOGRAM_N_EXACT + (doublings - 1) * (MCP_HISTOGRAM_N_EXACT / 2)
         + (guint) (v >> doublings) - MCP_HISTOGRAM_N_EXACT / 2;
}

/**
 * mcp_histogram_get_bucket_start:
 * @bucket: the number of a bucket; one past the last is the end of that
 *
 * Gets the least value that is counted in a bucket. The bucket ends where the next one starts.
 *
 * Returns: a value
 */
gint64
mcp_histogram_get_bucket_start (guint bucket)
{
  guint doublings;
  guint rest;

  g_return_val_if_fail (bucket <= MCP_HISTOGRAM_N_BUCKETS, 0);

  if (bucket < MCP_HISTOGRAM_N_EXACT)
    return bucket;

  doublings = (bucket - MCP_HISTOGRAM_N_EXACT) / (MCP_HISTOGRAM_N_EXACT / 2) + 1;
  rest = (bucket - MCP_HISTOGRAM_N_EXACT) % (MCP_HISTOGRAM_N_EXACT / 2);

  return (gint64) (MCP_HISTOGRAM_N_EXACT / 2 + rest) << doublings;
}

gint64
mcp_histogram_get_bucket_middle (guint bucket)
{
  gint64 start = mcp_histogram_get_bucket_start (bucket);

  return start + (mcp_histogram_get_bucket_start (bucket + 1) - 1 - start) / 2;
}

guint
mcp_histogram_get_bucket_count (const McpHistogram *self,
                                guint               bucket)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (bucket < MCP_HISTOGRAM_N_BUCKETS, 0);

  return self->counts[bucket];
}
