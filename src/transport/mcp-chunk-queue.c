/* mcp-chunk-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-chunk-queue.h"
#include "mcp-read-source.h"

/*
 * What is between a thread that reads and the main loop. The main loop is woken when the queue
 * stops being empty, not for each chunk: what came while it was drawing is taken in one turn.
 */

/* What keeping a chunk costs beside its bytes, so that small ones fill the queue as well. */
#define CHUNK_COST_BYTES 128

/* What a line costs whoever takes it, whatever is in it: short ones fill the queue as long ones of
 * this size do. */
#define LINE_COST_BYTES 200

/*
 * A queue that is full is read from only when the main loop takes something, which it does not
 * while it draws. So whoever reads slows down before: from a quarter of the limit on it waits the
 * longer the more there is, comes to the pace of what is taken on the whole, and keeps that pace
 * while the main loop is elsewhere. PACE_USEC is the wait where half is filled.
 */
#define PACE_USEC     1000
#define MAX_PACE_USEC 10000

/* From how many taken ones on their places are given back. */
#define COMPACT_CHUNKS 256

struct _McpChunkQueue
{
  gatomicrefcount  ref_count;
  gsize            limit_bytes;
  McpReadSource   *source;

  GMutex           mutex;        /* of all below */
  GCond            has_room;     /* again; or is closed */
  GArray          *chunks;       /* of McpChunk; those before @n_taken are gone */
  guint            n_taken;
  gsize            held_bytes;   /* what they cost */
  gboolean         closed;
};

void
mcp_chunk_clear (McpChunk *chunk)
{
  g_clear_pointer (&chunk->bytes, g_bytes_unref);
}

static gsize
cost_of (const McpChunk *chunk)
{
  gsize n_bytes = chunk->bytes != NULL ? g_bytes_get_size (chunk->bytes) : 0;

  return CHUNK_COST_BYTES + MAX (n_bytes, (gsize) chunk->n_lines * LINE_COST_BYTES);
}

/**
 * mcp_chunk_queue_new:
 * @limit_bytes: how much may wait
 * @priority: of a source of the main loop
 * @func: called when there is something, until it returns %FALSE; then again when something is put
 *   into the empty queue, or by mcp_chunk_queue_wake()
 *
 * Makes a queue to the main loop of the calling thread.
 *
 * Returns: (transfer full): a queue; mcp_chunk_queue_close() comes before it is unreferenced
 */
McpChunkQueue *
mcp_chunk_queue_new (gsize        limit_bytes,
                     int          priority,
                     GSourceFunc  func,
                     gpointer     user_data)
{
  McpChunkQueue *self = g_new0 (McpChunkQueue, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->limit_bytes = limit_bytes;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->has_room);
  self->chunks = g_array_new (FALSE, FALSE, sizeof (McpChunk));

  self->source = mcp_read_source_new (priority, func, user_data);

  return self;
}

McpChunkQueue *
mcp_chunk_queue_ref (McpChunkQueue *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
mcp_chunk_queue_unref (McpChunkQueue *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_assert (self->closed);
  mcp_read_source_unref (self->source);
  g_array_unref (self->chunks);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->has_room);
  g_free (self);
}

/**
 * mcp_chunk_queue_put_all:
 * @chunks: (transfer full) (array length=n_chunks): what was read, the oldest first
 * @n_chunks: how many there are
 *
 * Puts several in, so that the main loop is woken once and finds them all.
 *
 * Returns: %FALSE when it is full by now, or nobody takes any more
 */
gboolean
mcp_chunk_queue_put_all (McpChunkQueue *self,
                         McpChunk      *chunks,
                         guint          n_chunks)
{
  gboolean has_room;
  gboolean was_empty;

  g_mutex_lock (&self->mutex);
  was_empty = self->chunks->len == self->n_taken;
  for (guint i = 0; i < n_chunks; i++)
    if (self->closed)
      {
        mcp_chunk_clear (&chunks[i]);
      }
    else
      {
        g_array_append_val (self->chunks, chunks[i]);
        self->held_bytes += cost_of (&chunks[i]);
      }
  has_room = !self->closed && self->held_bytes < self->limit_bytes;
  g_mutex_unlock (&self->mutex);

  /* Not with the mutex, for which who is woken would wait. */
  if (was_empty && n_chunks > 0)
    mcp_read_source_wake (self->source);

  return has_room;
}

/**
 * mcp_chunk_queue_put:
 * @kind: what it is
 * @time_usec: when it was
 * @bytes: (transfer full) (nullable): what was read
 *
 * Puts something in, also into a full queue: see mcp_chunk_queue_wait(). Never blocks.
 *
 * Returns: %FALSE when it is full by now, or nobody takes any more
 */
gboolean
mcp_chunk_queue_put (McpChunkQueue *self,
                     int            kind,
                     gint64         time_usec,
                     GBytes        *bytes)
{
  McpChunk chunk = { .kind = kind, .time_usec = time_usec, .bytes = bytes };

  return mcp_chunk_queue_put_all (self, &chunk, 1);
}

static gsize
get_free_pace_bytes (McpChunkQueue *self)
{
  return self->limit_bytes / 4;
}

static gint64
get_pace_usec (McpChunkQueue *self)
{
  gdouble filled = (gdouble) self->held_bytes / (self->limit_bytes - self->held_bytes);

  return (gint64) MIN (filled * PACE_USEC, MAX_PACE_USEC);
}

/**
 * mcp_chunk_queue_wait:
 *
 * Blocks while it is full, and for a while when it fills: the back-pressure of a thread that reads.
 *
 * Returns: %FALSE when nobody takes any more
 */
gboolean
mcp_chunk_queue_wait (McpChunkQueue *self)
{
  gboolean paced = FALSE;
  gboolean closed;

  g_mutex_lock (&self->mutex);
  while (!self->closed && self->held_bytes >= self->limit_bytes)
    {
      g_cond_wait (&self->has_room, &self->mutex);
      paced = TRUE;
    }
  if (!paced && self->held_bytes > get_free_pace_bytes (self))
    {
      gint64 end_usec = g_get_monotonic_time () + get_pace_usec (self);

      while (!self->closed && self->held_bytes > get_free_pace_bytes (self)
             && g_cond_wait_until (&self->has_room, &self->mutex, end_usec))
        {
        }
    }
  closed = self->closed;
  g_mutex_unlock (&self->mutex);

  return !closed;
}

static gboolean
fell_below (gsize before_bytes,
            gsize now_bytes,
            gsize mark_bytes)
{
  return before_bytes >= mark_bytes && now_bytes < mark_bytes;
}

/**
 * mcp_chunk_queue_take:
 * @chunk: (out caller-allocates): the oldest one; clear it with mcp_chunk_clear()
 *
 * Takes something out.
 *
 * Returns: %FALSE if there is nothing; @chunk is not touched then
 */
gboolean
mcp_chunk_queue_take (McpChunkQueue *self,
                      McpChunk      *chunk)
{
  gboolean found;

  g_mutex_lock (&self->mutex);
  found = self->n_taken < self->chunks->len;
  if (found)
    {
      gsize before_bytes = self->held_bytes;

      *chunk = g_array_index (self->chunks, McpChunk, self->n_taken++);
      self->held_bytes -= cost_of (chunk);
      if (fell_below (before_bytes, self->held_bytes, self->limit_bytes)
          || fell_below (before_bytes, self->held_bytes, get_free_pace_bytes (self) + 1))
        g_cond_signal (&self->has_room);
    }
  if (self->n_taken == self->chunks->len
      || (self->n_taken >= COMPACT_CHUNKS && self->n_taken > self->chunks->len / 2))
    {
      g_array_remove_range (self->chunks, 0, self->n_taken);
      self->n_taken = 0;
    }
  g_mutex_unlock (&self->mutex);

  return found;
}

/* Has its function called from the main loop, whether there is anything or not. */
void
mcp_chunk_queue_wake (McpChunkQueue *self)
{
  mcp_read_source_wake (self->source);
}

/*
 * Drops what is in it and what is put in from now on, and lets go who waits. Its function is not
 * called any more. From the main loop; nothing happens the second time.
 */
void
mcp_chunk_queue_close (McpChunkQueue *self)
{
  mcp_read_source_destroy (self->source);

  g_mutex_lock (&self->mutex);
  self->closed = TRUE;
  for (guint i = self->n_taken; i < self->chunks->len; i++)
    mcp_chunk_clear (&g_array_index (self->chunks, McpChunk, i));
  g_array_set_size (self->chunks, 0);
  self->n_taken = 0;
  self->held_bytes = 0;
  g_cond_broadcast (&self->has_room);
  g_mutex_unlock (&self->mutex);
}
