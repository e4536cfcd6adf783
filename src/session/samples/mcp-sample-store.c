/* mcp-sample-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-sample-store-private.h"

/**
 * McpSampleStore:
 *
 * What became of the probes of a connection, or of its other requests, over all lives.
 *
 * Samples are kept in chunks, 24 bytes each: a week of one a second is under 15 MB. Indices are
 * absolute: that of a sample never changes, and when there are too many the oldest chunk goes, so
 * that the first index is not 0 for ever.
 *
 * Samples come in the order in which they are decided. For probes that is the order of time; a
 * request that took long is decided after later ones, and windows and columns then have it beside
 * those that were decided with it.
 */

/* A bit over a week at one a second. */
#define DEFAULT_MAX_SAMPLES (592 * CHUNK_SAMPLES)

G_DEFINE_FINAL_TYPE (McpSampleStore, mcp_sample_store, G_TYPE_OBJECT)

enum {
  ADDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
mcp_sample_totals_add (Totals      *totals,
                       const Chunk *chunk,
                       guint        position)
{
  guint16 word = chunk->words[position];
  gint64 rtt_usec;

  if (!is_answered (word))
    {
      if ((word & WORD_BUCKET_MASK) == WORD_LOST)
        totals->n_lost++;
      else
        totals->n_failed++;
      return;
    }

  rtt_usec = rtt_of (chunk, position);
  totals->n_answered++;
  totals->sum_usec += rtt_usec;
  totals->min_usec = MIN (totals->min_usec, rtt_usec);
  totals->max_usec = MAX (totals->max_usec, rtt_usec);
}

static Chunk *
add_chunk (McpSampleStore *self)
{
  Chunk *chunk = g_new0 (Chunk, 1);

  chunk->is_ordered = TRUE;
  chunk->latest_usec = G_MININT64;
  if (self->chunks->len > 0)
    chunk->latest_usec = chunk_of (self, self->end - 1)->latest_usec;
  for (guint i = 0; i < G_N_ELEMENTS (chunk->totals); i++)
    chunk->totals[i] = (Totals) { .min_usec = G_MAXINT64, .max_usec = -1 };

  if (self->end - self->first >= self->max_samples)
    {
      g_ptr_array_remove_index (self->chunks, 0);
      self->first += CHUNK_SAMPLES;
    }
  g_ptr_array_add (self->chunks, chunk);

  return chunk;
}

/* How it is from one sample on is known until the next one, if nothing broke in between. */
static void
add_span (McpSampleStore        *self,
          const McpHealthSample *next)
{
  Chunk *chunk;
  guint position;
  guint16 word;
  gint64 span_usec;

  if (self->end == self->first)
    return;

  chunk = chunk_of (self, self->end - 1);
  position = position_of (self, self->end - 1);
  word = chunk->words[position];
  span_usec = MAX (next->time_usec - chunk->times_usec[position], 0);
  if (chunk->lives[position] == MIN (next->life, G_MAXUINT16))
    {
      Totals *totals = &chunk->totals[(word & WORD_MODERN) != 0];

      totals->watched_usec += span_usec;
      if (is_answered (word))
        totals->up_usec += span_usec;
    }
}

static guint16
word_of (const McpHealthSample *sample)
{
  guint16 word = sample->modern ? WORD_MODERN : 0;
  gint64 rtt_usec;

  switch (sample->status)
    {
    case MCP_SAMPLE_OK:
      rtt_usec = CLAMP (sample->rtt_usec, 0, MCP_HISTOGRAM_MAX_VALUE);
      return (guint16) (word | mcp_histogram_find_bucket (rtt_usec)
                        | (guint16) (rtt_usec >> 32) << WORD_HIGH_SHIFT);

    case MCP_SAMPLE_LOST:
      return word | WORD_LOST;

    case MCP_SAMPLE_FAILED:
    default:
      return word | WORD_FAILED;
    }
}

static void
mcp_sample_store_finalize (GObject *object)
{
  McpSampleStore *self = MCP_SAMPLE_STORE (object);

  g_ptr_array_unref (self->chunks);
  for (guint i = 0; i < N_WINDOWS; i++)
    g_free (self->windows[i]);

  G_OBJECT_CLASS (mcp_sample_store_parent_class)->finalize (object);
}

static void
mcp_sample_store_class_init (McpSampleStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = mcp_sample_store_finalize;

  /**
   * McpSampleStore::added:
   * @self: a store
   * @index: of the new sample
   *
   * A sample was appended.
   */
  signals[ADDED] =
    g_signal_new ("added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mcp_sample_store_init (McpSampleStore *self)
{
  self->chunks = g_ptr_array_new_with_free_func (g_free);
}

/**
 * mcp_sample_store_new:
 * @max_samples: how many to keep at most, rounded up to 2048 at least; 0 is a bit over a week at
 *   one a second
 *
 * Creates an empty store.
 */
McpSampleStore *
mcp_sample_store_new (guint max_samples)
{
  McpSampleStore *self = g_object_new (MCP_TYPE_SAMPLE_STORE, NULL);

  self->max_samples = max_samples == 0 ? DEFAULT_MAX_SAMPLES
                                       : MAX (max_samples, 2 * CHUNK_SAMPLES);

  return self;
}

/**
 * mcp_sample_store_append:
 * @sample: what became of a probe or request
 *
 * Keeps a sample. A round trip of over nine hours is kept as %MCP_HISTOGRAM_MAX_VALUE, a life
 * above 65535 as that.
 */
void
mcp_sample_store_append (McpSampleStore        *self,
                         const McpHealthSample *sample)
{
  guint position;
  Chunk *chunk;

  g_return_if_fail (MCP_IS_SAMPLE_STORE (self));
  g_return_if_fail (sample != NULL);
  g_return_if_fail (sample->status != MCP_SAMPLE_OK || sample->rtt_usec >= 0);

  add_span (self, sample);
  position = (self->end - self->first) % CHUNK_SAMPLES;
  chunk = position == 0 ? add_chunk (self) : chunk_of (self, self->end - 1);

  chunk->times_usec[position] = sample->time_usec;
  chunk->rtts_usec[position] = (guint32) CLAMP (sample->rtt_usec, 0, MCP_HISTOGRAM_MAX_VALUE);
  chunk->queued_usec[position] = sample->queued_usec;
  chunk->serials[position] = sample->serial;
  chunk->words[position] = word_of (sample);
  chunk->lives[position] = (guint16) MIN (sample->life, G_MAXUINT16);

  mcp_sample_totals_add (&chunk->totals[sample->modern != FALSE], chunk, position);
  chunk->is_ordered = chunk->is_ordered && sample->time_usec >= chunk->latest_usec;
  chunk->latest_usec = MAX (chunk->latest_usec, sample->time_usec);

  g_signal_emit (self, signals[ADDED], 0, self->end++);
}

/**
 * mcp_sample_store_get_first:
 *
 * Gets the index of the oldest sample that is still kept.
 *
 * Returns: an index; the end if there is none
 */
guint
mcp_sample_store_get_first (McpSampleStore *self)
{
  g_return_val_if_fail (MCP_IS_SAMPLE_STORE (self), 0);

  return self->first;
}

/**
 * mcp_sample_store_get_end:
 *
 * Gets the index that the next sample will have: how many there ever were.
 *
 * Returns: an index
 */
guint
mcp_sample_store_get_end (McpSampleStore *self)
{
  g_return_val_if_fail (MCP_IS_SAMPLE_STORE (self), 0);

  return self->end;
}

guint
mcp_sample_store_get_n_samples (McpSampleStore *self)
{
  g_return_val_if_fail (MCP_IS_SAMPLE_STORE (self), 0);

  return self->end - self->first;
}

gboolean
mcp_sample_store_get (McpSampleStore  *self,
                      guint            index,
                      McpHealthSample *sample)
{
  const Chunk *chunk;
  guint position;
  guint16 word;

  g_return_val_if_fail (MCP_IS_SAMPLE_STORE (self), FALSE);

  if (index < self->first || index >= self->end)
    return FALSE;
  if (sample == NULL)
    return TRUE;

  chunk = chunk_of (self, index);
  position = position_of (self, index);
  word = chunk->words[position];
  *sample = (McpHealthSample) {
    .time_usec = chunk->times_usec[position],
    .rtt_usec = is_answered (word) ? rtt_of (chunk, position) : -1,
    .queued_usec = chunk->queued_usec[position],
    .serial = chunk->serials[position],
    .life = chunk->lives[position],
    .status = is_answered (word)                             ? MCP_SAMPLE_OK
              : (word & WORD_BUCKET_MASK) == WORD_LOST ? MCP_SAMPLE_LOST
                                                             : MCP_SAMPLE_FAILED,
    .modern = (word & WORD_MODERN) != 0,
  };

  return TRUE;
}

/* Where a time is in the chunk that has it. */
static guint
find_in_chunk (const Chunk *chunk,
               guint        n_samples,
               gint64       time_usec)
{
  guint low = 0;
  guint high = n_samples;

  if (!chunk->is_ordered)
    {
      while (low < n_samples && chunk->times_usec[low] < time_usec)
        low++;

      return low;
    }

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (chunk->times_usec[middle] < time_usec)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/**
 * mcp_sample_store_find:
 * @time_usec: monotonic time in microseconds
 *
 * Finds the first sample at or after a time.
 *
 * Returns: its index; the end if there is none
 */
guint
mcp_sample_store_find (McpSampleStore *self,
                       gint64          time_usec)
{
  guint low = 0;
  guint high;
  guint index;

  g_return_val_if_fail (MCP_IS_SAMPLE_STORE (self), 0);

  high = self->chunks->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const Chunk *chunk = g_ptr_array_index (self->chunks, middle);

      if (chunk->latest_usec < time_usec)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->chunks->len)
    return self->end;

  index = self->first + low * CHUNK_SAMPLES;

  return index + find_in_chunk (g_ptr_array_index (self->chunks, low),
                                MIN (CHUNK_SAMPLES, self->end - index), time_usec);
}

/**
 * mcp_sample_store_get_wall_offset_usec:
 *
 * Gets what lies between the times of the samples and wall time. Those of a recording were measured
 * by the clock of another day.
 *
 * Returns: microseconds to add to the time of a sample, for the time since 1970
 */
gint64
mcp_sample_store_get_wall_offset_usec (McpSampleStore *self)
{
  g_return_val_if_fail (MCP_IS_SAMPLE_STORE (self), 0);

  return self->wall_offset_usec != 0 ? self->wall_offset_usec
                                     : g_get_real_time () - g_get_monotonic_time ();
}

void
mcp_sample_store_set_wall_offset_usec (McpSampleStore *self,
                                       gint64          offset_usec)
{
  g_return_if_fail (MCP_IS_SAMPLE_STORE (self));

  self->wall_offset_usec = offset_usec;
}

/**
 * mcp_sample_store_get_memory_bytes:
 *
 * Gets how much memory the samples take, with all that is kept to sum them up.
 *
 * Returns: bytes
 */
gsize
mcp_sample_store_get_memory_bytes (McpSampleStore *self)
{
  gsize bytes;

  g_return_val_if_fail (MCP_IS_SAMPLE_STORE (self), 0);

  bytes = sizeof *self + self->chunks->len * (sizeof (Chunk) + sizeof (gpointer));
  for (guint i = 0; i < N_WINDOWS; i++)
    if (self->windows[i] != NULL)
      bytes += sizeof (Window);

  return bytes;
}
