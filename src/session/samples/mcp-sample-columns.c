/* mcp-sample-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-sample-store-private.h"

/*
 * More samples than pixels: each column is summed up by counting its samples' buckets, which were
 * found when they came. A week is read in a millisecond or two.
 */

/* Up to so many a column's values are put in order: that is exact. */
#define MAX_SORTED   48
#define GROUP_BITS   6
#define N_GROUPS     ((WORD_BUCKET_MASK + 1) >> GROUP_BITS)

/* The buckets of one column, and of 64 buckets each how many: to find a rank by few steps. */
typedef struct
{
  guint counts[WORD_BUCKET_MASK + 1];
  guint groups[N_GROUPS];
} Buckets;

static void
count_samples (McpSampleStore  *self,
               guint            end,
               McpSampleColumn *column,
               Buckets         *buckets)
{
  gint64 min_usec = G_MAXINT64;
  gint64 max_usec = -1;
  guint n_answered = 0;

  for (Run run = { .next = column->first }; next_run (self, end, &run);)
    for (guint i = run.from; i < run.to; i++)
      {
        guint16 word = run.chunk->words[i];
        guint bucket = word & WORD_BUCKET_MASK;
        gint64 rtt_usec;

        buckets->counts[bucket]++;
        if (!is_answered (word))
          continue;

        buckets->groups[bucket >> GROUP_BITS]++;
        rtt_usec = rtt_of (run.chunk, i);
        min_usec = MIN (min_usec, rtt_usec);
        max_usec = MAX (max_usec, rtt_usec);
        n_answered++;
      }

  column->n_answered = n_answered;
  column->n_lost = buckets->counts[WORD_LOST];
  column->n_failed = buckets->counts[WORD_FAILED];
  column->min_usec = min_usec;
  column->max_usec = max_usec;
}

/* Only what was counted: few of the buckets were. */
static void
clear_counts (McpSampleStore        *self,
              guint                  end,
              const McpSampleColumn *column,
              Buckets               *buckets)
{
  for (Run run = { .next = column->first }; next_run (self, end, &run);)
    for (guint i = run.from; i < run.to; i++)
      buckets->counts[run.chunk->words[i] & WORD_BUCKET_MASK] = 0;
  memset (buckets->groups, 0, sizeof buckets->groups);
}

static gint64
find_rank (const Buckets         *buckets,
           const McpSampleColumn *column,
           guint                  rank)
{
  guint group = 0;
  guint bucket;

  while (buckets->groups[group] < rank)
    rank -= buckets->groups[group++];
  bucket = group << GROUP_BITS;
  while (buckets->counts[bucket] < rank)
    rank -= buckets->counts[bucket++];

  return CLAMP (mcp_histogram_get_bucket_middle (bucket), column->min_usec, column->max_usec);
}

static guint
rank_of_p95 (guint n)
{
  return (n * 95 + 99) / 100;
}

static void
sum_up_many (McpSampleStore  *self,
             guint            end,
             McpSampleColumn *column,
             Buckets         *buckets)
{
  count_samples (self, end, column, buckets);
  if (column->n_answered > 0)
    {
      column->median_usec = find_rank (buckets, column, (column->n_answered + 1) / 2);
      column->p95_usec = find_rank (buckets, column, rank_of_p95 (column->n_answered));
    }
  clear_counts (self, end, column, buckets);
}

static void
sum_up_few (McpSampleStore  *self,
            guint            end,
            McpSampleColumn *column)
{
  gint64 sorted[MAX_SORTED];
  guint n = 0;

  for (guint index = column->first; index < end; index++)
    {
      const Chunk *chunk = chunk_of (self, index);
      guint16 word = chunk->words[position_of (self, index)];
      gint64 rtt_usec;
      guint at;

      if (!is_answered (word))
        {
          column->n_lost += (word & WORD_BUCKET_MASK) == WORD_LOST;
          column->n_failed += (word & WORD_BUCKET_MASK) == WORD_FAILED;
          continue;
        }

      rtt_usec = rtt_of (chunk, position_of (self, index));
      for (at = n++; at > 0 && sorted[at - 1] > rtt_usec; at--)
        sorted[at] = sorted[at - 1];
      sorted[at] = rtt_usec;
    }

  column->n_answered = n;
  if (n > 0)
    {
      column->min_usec = sorted[0];
      column->median_usec = sorted[(n - 1) / 2];
      column->p95_usec = sorted[rank_of_p95 (n) - 1];
      column->max_usec = sorted[n - 1];
    }
}

/**
 * mcp_sample_store_fill_columns:
 * @start_usec: where the first column begins, monotonic
 * @end_usec: where the last column ends, monotonic, after @start_usec; it belongs to that column
 * @columns: (out caller-allocates) (array length=n_columns): what each shows
 * @n_columns: how many, above 0
 *
 * Sums up the samples of equal spans of time. The least and the longest round trip are exact, so
 * that no spike is hidden; median (the lower one of an even number) and 95th percentile are exact
 * for a few samples, and else less than 0.5 % from the truth.
 */
void
mcp_sample_store_fill_columns (McpSampleStore  *self,
                               gint64           start_usec,
                               gint64           end_usec,
                               McpSampleColumn *columns,
                               guint            n_columns)
{
  Buckets buckets = { 0 };
  double column_usec;
  guint first;

  g_return_if_fail (MCP_IS_SAMPLE_STORE (self));
  g_return_if_fail (end_usec > start_usec);
  g_return_if_fail (columns != NULL && n_columns > 0);

  column_usec = (double) (end_usec - start_usec) / n_columns;
  first = mcp_sample_store_find (self, start_usec);
  for (guint i = 0; i < n_columns; i++)
    {
      gint64 to_usec = i + 1 < n_columns ? start_usec + (gint64) ((i + 1) * column_usec)
                                         : end_usec + 1;
      guint end = MAX (mcp_sample_store_find (self, to_usec), first);

      columns[i] = (McpSampleColumn) { .first = first };
      if (end - first > MAX_SORTED)
        sum_up_many (self, end, &columns[i], &buckets);
      else
        sum_up_few (self, end, &columns[i]);
      first = end;
    }
}
