/* mcp-pass-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "mcp-pass-queue.h"
#include "mcp-source.h"

/* So long the main loop gives items before it looks at what else there is. */
#define SLICE_USEC (20 * 1000)

/* A gap of a stream that has not been told yet. */
typedef struct
{
  guint   stream;
  guint64 n_bytes;
} Gap;

/* What an item costs beside its bytes, so that many small ones fill the queue as well. */
#define ITEM_COST_BYTES 128

/* What a line becomes for who takes note of it, however short it is. */
#define LINE_COST_BYTES 512

struct _McpPassQueue
{
  gatomicrefcount  ref_count;
  gsize            limit_bytes;
  McpPassFunc      func;          /* NULL when nobody listens any more */
  gpointer         user_data;
  GSource         *source;        /* of the main loop's side */
  GArray          *taken;         /* (nullable) of McpPassItem, by the main loop's side */
  guint            n_given;       /* of these */

  GMutex           mutex;
  GArray          *items;         /* of McpPassItem */
  GArray          *gaps;          /* of Gap */
  gsize            held_bytes;    /* of the items, and of those being dispatched */
  guint            ended;         /* a bit for each stream */
  gboolean         closed;
};

typedef struct
{
  GSource       parent;
  McpPassQueue *queue;            /* not a reference: the queue owns the source */
} PassSource;

static gboolean
is_filled (McpPassQueue *self)
{
  gboolean filled;

  if (self->taken != NULL)
    return TRUE;

  g_mutex_lock (&self->mutex);
  filled = self->items->len > 0;
  g_mutex_unlock (&self->mutex);

  return filled;
}

static gboolean
pass_source_prepare (GSource *source,
                     int     *timeout_msec)
{
  *timeout_msec = -1;

  return is_filled (((PassSource *) source)->queue);
}

static gboolean
pass_source_check (GSource *source)
{
  return is_filled (((PassSource *) source)->queue);
}

static void give (McpPassQueue *self,
                  gint64        deadline_usec);

static gboolean
pass_source_dispatch (GSource     *source,
                      GSourceFunc  callback,
                      gpointer     user_data)
{
  g_autoptr (McpPassQueue) queue = mcp_pass_queue_ref (((PassSource *) source)->queue);

  give (queue, g_get_monotonic_time () + SLICE_USEC);

  return G_SOURCE_CONTINUE;
}

static GSourceFuncs pass_source_funcs = {
  .prepare = pass_source_prepare,
  .check = pass_source_check,
  .dispatch = pass_source_dispatch,
};

static void
clear_item (gpointer data)
{
  McpPassItem *item = data;

  g_clear_pointer (&item->bytes, g_bytes_unref);
}

static GArray *
new_items (void)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (McpPassItem));

  g_array_set_clear_func (items, clear_item);

  return items;
}

/**
 * mcp_pass_queue_new:
 * @limit_bytes: how much may wait
 * @func: called from the main loop of the calling thread with each item
 *
 * Makes a queue.
 */
McpPassQueue *
mcp_pass_queue_new (gsize        limit_bytes,
                    McpPassFunc  func,
                    gpointer     user_data)
{
  McpPassQueue *self = g_new0 (McpPassQueue, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->limit_bytes = limit_bytes;
  self->func = func;
  self->user_data = user_data;
  self->items = new_items ();
  self->gaps = g_array_new (FALSE, FALSE, sizeof (Gap));

  self->source = g_source_new (&pass_source_funcs, sizeof (PassSource));
  ((PassSource *) self->source)->queue = self;
  g_source_attach (self->source, g_main_context_get_thread_default ());

  return self;
}

McpPassQueue *
mcp_pass_queue_ref (McpPassQueue *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * mcp_pass_queue_unref:
 * @self: (transfer full): a queue
 *
 * Drops a reference. mcp_pass_queue_close() comes before the last one. May be called from any
 * thread.
 */
void
mcp_pass_queue_unref (McpPassQueue *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_assert (self->source == NULL);
  g_array_unref (self->items);
  g_clear_pointer (&self->taken, g_array_unref);
  g_array_unref (self->gaps);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static gsize
count_cost (gconstpointer data,  /* (nullable) */
            gsize         length)
{
  const char *text = data;
  const char *end = text + length;
  gsize n_lines = 0;

  while (text != NULL && (text = memchr (text, '\n', end - text)) != NULL)
    {
      text++;
      n_lines++;
    }

  return ITEM_COST_BYTES + (data != NULL ? MAX (length, n_lines * LINE_COST_BYTES) : 0);
}

static void
add_item (McpPassQueue *self,
          McpPassKind   kind,
          guint         stream,
          GBytes       *bytes,
          guint64       n_bytes)
{
  McpPassItem item = { kind, stream, g_get_monotonic_time (), bytes, n_bytes };

  g_array_append_val (self->items, item);
  self->held_bytes
      += bytes != NULL ? count_cost (g_bytes_get_data (bytes, NULL), n_bytes) : ITEM_COST_BYTES;
}

/* Bytes of @stream follow, or its end: what was not kept before them is told before them. */
static void
tell_gap (McpPassQueue *self,
          guint         stream)
{
  for (guint i = 0; i < self->gaps->len; i++)
    {
      Gap *gap = &g_array_index (self->gaps, Gap, i);

      if (gap->stream != stream)
        continue;

      add_item (self, MCP_PASS_GAP, stream, NULL, gap->n_bytes);
      g_array_remove_index_fast (self->gaps, i);
      return;
    }
}

static void
add_gap (McpPassQueue *self,
         guint         stream,
         gsize         n_bytes)
{
  Gap gap = { stream, n_bytes };

  for (guint i = 0; i < self->gaps->len; i++)
    if (g_array_index (self->gaps, Gap, i).stream == stream)
      {
        g_array_index (self->gaps, Gap, i).n_bytes += n_bytes;
        return;
      }

  g_array_append_val (self->gaps, gap);
}

/**
 * mcp_pass_queue_put:
 * @kind: what it is
 * @stream: of which stream
 * @data: (nullable): its bytes, which are copied
 *
 * Puts an item in. Who passes bytes does this before it writes them, so that an answer can never
 * overtake its request in the queue, and wakes the main loop after it has. May be called from any
 * thread, and never waits for the other side.
 */
void
mcp_pass_queue_put (McpPassQueue  *self,
                    McpPassKind    kind,
                    guint          stream,
                    gconstpointer  data,
                    gsize          length)
{
  gsize cost = count_cost (data, length);

  g_mutex_lock (&self->mutex);
  if (self->closed)
    ;
  else if (kind == MCP_PASS_DATA && self->held_bytes + cost > self->limit_bytes)
    {
      add_gap (self, stream, length);
    }
  else
    {
      tell_gap (self, stream);
      add_item (self, kind, stream, data != NULL ? g_bytes_new (data, length) : NULL, length);
    }
  g_mutex_unlock (&self->mutex);
}

/**
 * mcp_pass_queue_put_end:
 * @kind: %MCP_PASS_END or %MCP_PASS_BROKEN
 * @stream: of which stream
 * @n_bytes: how many bytes did not arrive
 *
 * Puts the end of a stream in. May be called from any thread.
 */
void
mcp_pass_queue_put_end (McpPassQueue *self,
                        McpPassKind   kind,
                        guint         stream,
                        guint64       n_bytes)
{
  g_mutex_lock (&self->mutex);
  self->ended |= 1u << stream % 32;
  if (!self->closed)
    {
      tell_gap (self, stream);
      add_item (self, kind, stream, NULL, n_bytes);
    }
  g_mutex_unlock (&self->mutex);
}

/* Lets the main loop take what is there. May be called from any thread. */
void
mcp_pass_queue_wake (McpPassQueue *self)
{
  g_mutex_lock (&self->mutex);
  if (!self->closed)
    g_main_context_wakeup (g_source_get_context (self->source));
  g_mutex_unlock (&self->mutex);
}

static void
take (McpPassQueue *self)
{
  g_mutex_lock (&self->mutex);
  if (self->items->len > 0)
    {
      self->taken = g_steal_pointer (&self->items);
      self->items = new_items ();
      self->n_given = 0;
    }
  g_mutex_unlock (&self->mutex);
}

/* Gives what was taken. The listener may close the queue. */
static void
give_taken (McpPassQueue *self,
            gint64        deadline_usec)
{
  while (self->taken != NULL && self->n_given < self->taken->len)
    {
      McpPassItem *item = &g_array_index (self->taken, McpPassItem, self->n_given++);
      gsize cost = item->bytes != NULL ? count_cost (g_bytes_get_data (item->bytes, NULL),
                                                     g_bytes_get_size (item->bytes))
                                       : ITEM_COST_BYTES;

      if (self->func != NULL)
        self->func (item, self->user_data);
      clear_item (item);

      g_mutex_lock (&self->mutex);
      self->held_bytes -= cost;
      g_mutex_unlock (&self->mutex);
      if (g_get_monotonic_time () >= deadline_usec)
        break;
    }

  if (self->taken != NULL && self->n_given == self->taken->len)
    g_clear_pointer (&self->taken, g_array_unref);
}

static void
give (McpPassQueue *self,
      gint64        deadline_usec)
{
  if (self->taken == NULL)
    take (self);
  give_taken (self, deadline_usec);
}

/* Gives all that is there to who listens. */
void
mcp_pass_queue_dispatch (McpPassQueue *self)
{
  give_taken (self, G_MAXINT64);
  give (self, G_MAXINT64);
}

/**
 * mcp_pass_queue_has_end:
 * @stream: of which stream
 *
 * Gets whether all of a stream is passed on, given to who listens or not.
 *
 * Returns: %TRUE when nothing more comes
 */
gboolean
mcp_pass_queue_has_end (McpPassQueue *self,
                        guint         stream)
{
  gboolean has_end;

  g_mutex_lock (&self->mutex);
  has_end = (self->ended & 1u << stream % 32) != 0;
  g_mutex_unlock (&self->mutex);

  return has_end;
}

/**
 * mcp_pass_queue_fork:
 *
 * Forks the process so that the child can give what is there. Nothing is put in any more there.
 *
 * Returns: as fork()
 */
pid_t
mcp_pass_queue_fork (McpPassQueue *self)
{
  pid_t pid;

  g_mutex_lock (&self->mutex);
  pid = fork ();
  g_mutex_unlock (&self->mutex);

  return pid;
}

/* Listens no more, and keeps nothing that is put in. Called from the thread that made it. */
void
mcp_pass_queue_close (McpPassQueue *self)
{
  g_mutex_lock (&self->mutex);
  self->closed = TRUE;
  self->func = NULL;
  g_array_set_size (self->items, 0);
  mcp_source_clear (&self->source);
  g_mutex_unlock (&self->mutex);
}
