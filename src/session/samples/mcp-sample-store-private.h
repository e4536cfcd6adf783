/* mcp-sample-store-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-histogram-private.h"
#include "mcp-sample-store.h"

G_BEGIN_DECLS

#define CHUNK_SAMPLES 1024
#define N_WINDOWS     4

/*
 * A sample's word: what became of it in 12 bits, a bucket of McpHistogram or one of the two below;
 * whether it was modern; and the three highest of the 35 bits of its round trip.
 */
#define WORD_BUCKET_MASK 0xfff
#define WORD_LOST        0xffe
#define WORD_FAILED      0xfff
#define WORD_MODERN      0x1000
#define WORD_HIGH_SHIFT  13

G_STATIC_ASSERT (MCP_HISTOGRAM_N_BUCKETS < WORD_LOST);

/* What is added up of samples; times in microseconds. */
typedef struct
{
  guint  n_answered;
  guint  n_lost;
  guint  n_failed;
  gint64 sum_usec;      /* of the round trips */
  gint64 min_usec;      /* G_MAXINT64 of none */
  gint64 max_usec;      /* -1 of none */
  gint64 watched_usec;  /* each until the next one of the same life */
  gint64 up_usec;       /* the same of those that were answered */
} Totals;

/* Column by column: who looks for one thing reads only that. 24 bytes a sample. */
typedef struct
{
  gint64  times_usec[CHUNK_SAMPLES];
  guint32 rtts_usec[CHUNK_SAMPLES];    /* the low bits */
  guint32 queued_usec[CHUNK_SAMPLES];
  guint32 serials[CHUNK_SAMPLES];
  guint16 words[CHUNK_SAMPLES];
  guint16 lives[CHUNK_SAMPLES];

  Totals   totals[2];   /* legacy, modern */
  gint64   latest_usec; /* of all times up to its end */
  gboolean is_ordered;
} Chunk;

/* A window over the samples that statistics were asked of, to slide on from. */
typedef struct
{
  guint               first;
  guint               end;
  McpSamples          samples;
  guint               used;        /* when, in requests */
  gboolean            is_current;  /* whether statistics are those of the window */
  McpHistogram        histogram;   /* of the answered */
  McpHealthStatistics statistics;
} Window;

struct _McpSampleStore
{
  GObject    parent_instance;

  GPtrArray *chunks;       /* of Chunk, oldest first */
  guint      max_samples;
  guint      first;        /* of the oldest chunk */
  guint      end;
  gint64     wall_offset_usec;  /* 0: that of now */

  Window    *windows[N_WINDOWS];  /* (nullable) */
  guint      n_requests;
};

/* The chunk of an index that is in the store. */
static inline Chunk *
chunk_of (McpSampleStore *self,
          guint           index)
{
  return g_ptr_array_index (self->chunks, (index - self->first) / CHUNK_SAMPLES);
}

static inline guint
position_of (McpSampleStore *self,
             guint           index)
{
  return (index - self->first) % CHUNK_SAMPLES;
}

static inline gint64
rtt_of (const Chunk *chunk,
        guint        position)
{
  guint64 high = chunk->words[position] >> WORD_HIGH_SHIFT;

  return (gint64) (high << 32 | chunk->rtts_usec[position]);
}

static inline gboolean
is_wanted (guint16    word,
           McpSamples samples)
{
  return (samples & ((word & WORD_MODERN) != 0 ? MCP_SAMPLES_MODERN : MCP_SAMPLES_LEGACY)) != 0;
}

static inline gboolean
is_answered (guint16 word)
{
  return (word & WORD_BUCKET_MASK) < WORD_LOST;
}

/* The part of a range of samples that is in one chunk. */
typedef struct
{
  const Chunk *chunk;
  guint        from;   /* positions in the chunk */
  guint        to;
  guint        next;   /* the index after it; at first that of the range's first */
} Run;

/* Goes on to the next chunk of the range up to @end; FALSE after the last. */
static inline gboolean
next_run (McpSampleStore *self,
          guint           end,
          Run            *run)
{
  if (run->next >= end)
    return FALSE;

  run->chunk = chunk_of (self, run->next);
  run->from = position_of (self, run->next);
  run->to = MIN (CHUNK_SAMPLES, run->from + (end - run->next));
  run->next += run->to - run->from;

  return TRUE;
}

void mcp_sample_totals_add (Totals      *totals,
                            const Chunk *chunk,
                            guint        position);

G_END_DECLS
