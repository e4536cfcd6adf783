/* mcp-health-statistics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-sample-store-private.h"

/*
 * What the samples of a window say. A graph asks for every frame, and its window slides: the last
 * few windows are kept as histograms, to which what came is added and from which what went is
 * taken. The histogram says in which narrow range a percentile is; up to a size its exact value is
 * then looked for among the samples in that range.
 */

/* From here on a percentile is the middle of its bucket. */
#define MAX_EXACT      100000
/* Of fewer samples no window is kept: they are read faster than it is found. */
#define LEAST_KEPT     512
/* (15 / 16) ^ 1024 is below 1e-28: what came before has no part in the jitter. */
#define JITTER_SAMPLES 1024
/* A percentile is looked for by so many bits at a time. */
#define DIGIT_BITS     8
#define VALUE_BITS     35

typedef struct
{
  McpSampleStore *store;
  guint           first;
  guint           end;
  McpSamples      samples;  /* only these count */
} Span;

static void
add_totals (Totals       *totals,
            const Totals *more)
{
  totals->n_answered += more->n_answered;
  totals->n_lost += more->n_lost;
  totals->n_failed += more->n_failed;
  totals->sum_usec += more->sum_usec;
  totals->min_usec = MIN (totals->min_usec, more->min_usec);
  totals->max_usec = MAX (totals->max_usec, more->max_usec);
  totals->watched_usec += more->watched_usec;
  totals->up_usec += more->up_usec;
}

/* The time from a sample to the next one of its life. */
static void
add_span (Totals     *totals,
          const Span *span,
          const Run  *run,
          guint       position)
{
  guint next = run->next - (run->to - position) + 1;
  const Chunk *chunk = run->chunk;
  gint64 span_usec;

  if (next == span->store->end)
    return;

  chunk = chunk_of (span->store, next);
  if (chunk->lives[position_of (span->store, next)] != run->chunk->lives[position])
    return;

  span_usec = MAX (chunk->times_usec[position_of (span->store, next)]
                   - run->chunk->times_usec[position], 0);
  totals->watched_usec += span_usec;
  if (is_answered (run->chunk->words[position]))
    totals->up_usec += span_usec;
}

/* Whole chunks have added themselves up. */
static void
sum_up (const Span *span,
        Totals     *totals)
{
  *totals = (Totals) { .min_usec = G_MAXINT64, .max_usec = -1 };

  for (Run run = { .next = span->first }; next_run (span->store, span->end, &run);)
    {
      if (run.to - run.from == CHUNK_SAMPLES)
        {
          if (span->samples & MCP_SAMPLES_LEGACY)
            add_totals (totals, &run.chunk->totals[0]);
          if (span->samples & MCP_SAMPLES_MODERN)
            add_totals (totals, &run.chunk->totals[1]);
          continue;
        }

      for (guint i = run.from; i < run.to; i++)
        if (is_wanted (run.chunk->words[i], span->samples))
          {
            mcp_sample_totals_add (totals, run.chunk, i);
            add_span (totals, span, &run, i);
          }
    }
}

static void
add_to_histogram (const Span   *span,
                  McpHistogram *histogram,
                  gboolean      remove)
{
  for (Run run = { .next = span->first }; next_run (span->store, span->end, &run);)
    for (guint i = run.from; i < run.to; i++)
      {
        guint16 word = run.chunk->words[i];

        if (!is_answered (word) || !is_wanted (word, span->samples))
          continue;

        if (remove)
          {
            histogram->counts[word & WORD_BUCKET_MASK]--;
            histogram->n_values--;
          }
        else
          {
            histogram->counts[word & WORD_BUCKET_MASK]++;
            histogram->n_values++;
          }
      }
}

/*
 * The value of a rank, from 1, of those in a range of 2 ^ @bits values: the range is cut into
 * parts, the part of the rank is found by counting, and cut again.
 */
static gint64
select_value (const Span *span,
              guint       rank,
              gint64      start,
              guint       bits)
{
  while (bits > 0)
    {
      guint shift = bits > DIGIT_BITS ? bits - DIGIT_BITS : 0;
      guint counts[1 << DIGIT_BITS] = { 0 };
      guint part = 0;

      for (Run run = { .next = span->first }; next_run (span->store, span->end, &run);)
        for (guint i = run.from; i < run.to; i++)
          {
            guint16 word = run.chunk->words[i];
            guint64 rest = (guint64) (rtt_of (run.chunk, i) - start);

            if (rest >> bits == 0 && is_answered (word) && is_wanted (word, span->samples))
              counts[rest >> shift]++;
          }

      while (counts[part] < rank)
        rank -= counts[part++];
      start += (gint64) part << shift;
      bits = shift;
    }

  return start;
}

static gint64
get_value (const Span         *span,
           const McpHistogram *histogram,
           const Totals       *totals,
           guint               rank)
{
  guint n_before = 0;
  guint bucket;
  gint64 start;
  gint64 width;

  if (histogram == NULL)
    return select_value (span, rank, 0, VALUE_BITS);

  bucket = mcp_histogram_find_rank (histogram, rank, &n_before);
  if (totals->n_answered > MAX_EXACT)
    return CLAMP (mcp_histogram_get_bucket_middle (bucket), totals->min_usec, totals->max_usec);

  start = mcp_histogram_get_bucket_start (bucket);
  width = mcp_histogram_get_bucket_start (bucket + 1) - start;

  return select_value (span, rank - n_before, start, g_bit_storage ((gulong) width) - 1);
}

/* Nearest rank: the smallest value that @percent of all values do not exceed. */
static guint
rank_of (guint n,
         guint percent)
{
  return MAX ((guint) (((guint64) n * percent + 99) / 100), 1);
}

/* The smoothed difference between one round trip and the next. */
static void
find_jitter (const Span          *span,
             McpHealthStatistics *statistics)
{
  guint from = span->end;
  guint n_found = 0;
  gint64 previous_usec = -1;
  double jitter = 0;

  while (from > span->first && n_found < JITTER_SAMPLES)
    {
      const Chunk *chunk = chunk_of (span->store, --from);
      guint16 word = chunk->words[position_of (span->store, from)];

      if (is_answered (word) && is_wanted (word, span->samples))
        n_found++;
    }

  for (Run run = { .next = from }; next_run (span->store, span->end, &run);)
    for (guint i = run.from; i < run.to; i++)
      {
        guint16 word = run.chunk->words[i];
        gint64 rtt_usec = rtt_of (run.chunk, i);

        if (!is_answered (word) || !is_wanted (word, span->samples))
          continue;

        if (previous_usec >= 0)
          jitter += ((double) ABS (rtt_usec - previous_usec) - jitter) / 16;
        previous_usec = rtt_usec;
      }

  statistics->last_usec = previous_usec;
  statistics->jitter_usec = (gint64) (jitter + 0.5);
}

static void
fill_counts (McpHealthStatistics *statistics,
             const Totals        *totals)
{
  guint sent = totals->n_answered + totals->n_lost + totals->n_failed;

  *statistics = (McpHealthStatistics) MCP_HEALTH_STATISTICS_NONE;
  statistics->sent = sent;
  statistics->received = totals->n_answered;
  statistics->lost = totals->n_lost;
  statistics->failed = totals->n_failed;
  if (sent == 0)
    return;

  statistics->success = (double) totals->n_answered / sent;
  statistics->loss = 1 - statistics->success;
  statistics->availability = totals->watched_usec > 0
                               ? (double) totals->up_usec / (double) totals->watched_usec
                               : statistics->success;
}

static void
fill_statistics (const Span          *span,
                 const McpHistogram  *histogram,
                 McpHealthStatistics *statistics)
{
  Totals totals;
  guint n;

  sum_up (span, &totals);
  fill_counts (statistics, &totals);
  n = totals.n_answered;
  if (n == 0)
    return;

  statistics->min_usec = totals.min_usec;
  statistics->max_usec = totals.max_usec;
  statistics->mean_usec = totals.sum_usec / n;
  statistics->median_usec = get_value (span, histogram, &totals, (n + 1) / 2);
  if (n % 2 == 0)
    statistics->median_usec =
      (statistics->median_usec + get_value (span, histogram, &totals, n / 2 + 1)) / 2;
  statistics->p95_usec = get_value (span, histogram, &totals, rank_of (n, 95));
  statistics->p99_usec = get_value (span, histogram, &totals, rank_of (n, 99));
  find_jitter (span, statistics);
}

static guint
distance (guint a,
          guint b)
{
  return a > b ? a - b : b - a;
}

/* How many samples must be read to make a window that of a span; those that have gone cannot be. */
static guint
cost_of (const Window *window,
         const Span   *span)
{
  guint n = span->end - span->first;

  if (window == NULL || window->samples != span->samples
      || window->first < span->store->first
      || window->first >= span->end || window->end <= span->first)
    return n;

  return MIN (distance (window->first, span->first) + distance (window->end, span->end), n);
}

/* The window that is the nearest, or else the one that was not used for the longest time. */
static Window *
choose_window (const Span *span)
{
  McpSampleStore *self = span->store;
  guint n = span->end - span->first;
  guint least = n;
  guint chosen = 0;

  for (guint i = 0; i < N_WINDOWS; i++)
    {
      guint cost = cost_of (self->windows[i], span);

      if (cost < least)
        {
          least = cost;
          chosen = i;
        }
    }

  if (least == n)
    for (guint i = 0; i < N_WINDOWS && self->windows[chosen] != NULL; i++)
      if (self->windows[i] == NULL || self->windows[i]->used < self->windows[chosen]->used)
        chosen = i;

  if (self->windows[chosen] == NULL)
    self->windows[chosen] = g_new0 (Window, 1);
  if (least == n)
    {
      mcp_histogram_clear (&self->windows[chosen]->histogram);
      self->windows[chosen]->first = self->windows[chosen]->end = span->first;
      self->windows[chosen]->samples = span->samples;
      self->windows[chosen]->is_current = FALSE;
    }

  return self->windows[chosen];
}

/* Adds or removes the part of @span outside of @first to @end: before and after it. */
static void
add_difference (const Span   *span,
                guint         first,
                guint         end,
                McpHistogram *histogram,
                gboolean      remove)
{
  Span before = *span;
  Span after = *span;

  before.end = MIN (span->end, MAX (first, span->first));
  after.first = MAX (span->first, MIN (end, span->end));
  add_to_histogram (&before, histogram, remove);
  add_to_histogram (&after, histogram, remove);
}

static Window *
slide_window (const Span *span)
{
  Window *window = choose_window (span);
  Span old = { span->store, window->first, window->end, window->samples };

  window->used = ++span->store->n_requests;
  if (window->first == span->first && window->end == span->end)
    return window;

  add_difference (span, old.first, old.end, &window->histogram, FALSE);
  add_difference (&old, span->first, span->end, &window->histogram, TRUE);
  window->first = span->first;
  window->end = span->end;
  window->is_current = FALSE;

  return window;
}

/**
 * mcp_sample_store_summarize:
 * @first: the index of the first sample; those that have gone are left out
 * @end: one past that of the last
 * @samples: which kinds of samples count
 * @statistics: (out caller-allocates): what they say
 *
 * Sums samples up. Percentiles are by nearest rank, the median of an even number is between the
 * two in the middle; they are exact up to 100,000 answered samples, and beyond less than 0.5 % from
 * the truth; all else is always exact. Jitter is that of RFC 3550 section 6.4.1 over the round
 * trips that came back. The availability holds what a probe said until the next one of the same
 * life. Without any answer the times are -1.
 *
 * It is cheap to ask for the same range again, or for one that has moved on a little.
 */
void
mcp_sample_store_summarize (McpSampleStore      *self,
                            guint                first,
                            guint                end,
                            McpSamples           samples,
                            McpHealthStatistics *statistics)
{
  Span span = { self, first, end, samples };
  Window *window;

  g_return_if_fail (MCP_IS_SAMPLE_STORE (self));
  g_return_if_fail (statistics != NULL);

  span.end = MIN (end, self->end);
  span.first = CLAMP (first, self->first, MAX (span.end, self->first));
  span.end = MAX (span.first, span.end);
  if (span.end - span.first < LEAST_KEPT)
    {
      fill_statistics (&span, NULL, statistics);
      return;
    }

  window = slide_window (&span);
  if (!window->is_current)
    {
      fill_statistics (&span, &window->histogram, &window->statistics);
      window->is_current = TRUE;
    }
  *statistics = window->statistics;
}

/* Both ends belong to it. */
static void
find_range (McpSampleStore *self,
            gint64          from_usec,
            gint64          to_usec,
            guint          *first,
            guint          *end)
{
  *first = mcp_sample_store_find (self, from_usec);
  *end = to_usec == G_MAXINT64 ? self->end : mcp_sample_store_find (self, to_usec + 1);
}

/**
 * mcp_sample_store_get_statistics:
 * @from_usec: monotonic time in microseconds; %G_MININT64 for all
 * @to_usec: the same; %G_MAXINT64 for all
 * @statistics: (out caller-allocates): what the samples of that time say
 *
 * Sums up the samples of a time. See mcp_sample_store_summarize().
 */
void
mcp_sample_store_get_statistics (McpSampleStore      *self,
                                 gint64               from_usec,
                                 gint64               to_usec,
                                 McpHealthStatistics *statistics)
{
  guint first;
  guint end;

  g_return_if_fail (MCP_IS_SAMPLE_STORE (self));
  g_return_if_fail (statistics != NULL);

  find_range (self, from_usec, to_usec, &first, &end);
  mcp_sample_store_summarize (self, first, end, MCP_SAMPLES_ALL, statistics);
}

/**
 * mcp_sample_store_fill_histogram:
 * @from_usec: monotonic time in microseconds; %G_MININT64 for all
 * @to_usec: the same; %G_MAXINT64 for all
 * @histogram: what to fill; what it had is forgotten
 *
 * Counts the round trips of the samples of a time.
 */
void
mcp_sample_store_fill_histogram (McpSampleStore *self,
                                 gint64          from_usec,
                                 gint64          to_usec,
                                 McpHistogram   *histogram)
{
  Span span = { .store = self, .samples = MCP_SAMPLES_ALL };

  g_return_if_fail (MCP_IS_SAMPLE_STORE (self));
  g_return_if_fail (histogram != NULL);

  find_range (self, from_usec, to_usec, &span.first, &span.end);
  span.end = MAX (span.first, span.end);
  if (span.end - span.first >= LEAST_KEPT)
    {
      *histogram = slide_window (&span)->histogram;
      return;
    }

  mcp_histogram_clear (histogram);
  add_to_histogram (&span, histogram, FALSE);
}
