/* mcp-intake.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-intake.h"
#include "mcp-source.h"

/*
 * McpIntake:
 *
 * A thread reads a file, finds the records in it and hands them over in batches; slices of the
 * main loop put them into the journal's index. The bytes are in the spool by then and stay there.
 * The queue is short: a thread that is faster than the main loop waits.
 *
 * The first batch is small, so that there is something to see at once.
 */

#define FIRST_BATCH   64
#define BATCH_ITEMS   2048
#define BATCH_TEXTS   (512 * 1024)
#define MAX_WAITING   8
#define SLICE_USEC    4000
#define SLICE_PRIORITY 200

typedef struct
{
  GArray     *items;      /* of McpIntakeItem */
  GByteArray *texts;
  guint64     spool_end;
} Batch;

struct _McpIntake
{
  McpJournal     *journal;
  GThread        *thread;
  GMainContext   *context;
  McpIntakeFunc   func;
  gpointer        data;
  GDestroyNotify  destroy;

  Batch          *filling;    /* the thread's */
  guint           n_pushed;

  Batch          *current;    /* the main loop's */
  guint           position;

  GMutex          mutex;      /* of what follows */
  GCond           cond;
  GQueue          waiting;    /* of Batch */
  GSource        *source;     /* (nullable) */
  gboolean        finished;
  gboolean        cancelled;
  gboolean        live;
  GError         *error;
  guint64         done;
  guint64         total;
};

static Batch *
batch_new (void)
{
  Batch *batch = g_new (Batch, 1);

  batch->items = g_array_sized_new (FALSE, FALSE, sizeof (McpIntakeItem), FIRST_BATCH);
  batch->texts = g_byte_array_new ();
  batch->spool_end = 0;

  return batch;
}

static void
batch_free (Batch *batch)
{
  g_array_unref (batch->items);
  g_byte_array_unref (batch->texts);
  g_free (batch);
}

/* Takes the next batch; FALSE when there is none, and then the source is gone. */
static gboolean
take_batch (McpIntake *self,
            gboolean  *finished,
            gboolean  *live)
{
  g_mutex_lock (&self->mutex);
  self->current = g_queue_pop_head (&self->waiting);
  *finished = self->finished && self->current == NULL;
  *live = self->live;
  if (self->current == NULL)
    g_clear_pointer (&self->source, g_source_unref);
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);

  self->position = 0;

  return self->current != NULL;
}

/* Returns whether the batch is done. */
static gboolean
index_batch (McpIntake *self,
             gint64     deadline_usec)
{
  Batch *batch = self->current;

  if (self->position == 0)
    mcp_journal_intake_moved (self->journal, batch->spool_end);
  while (self->position < batch->items->len)
    {
      mcp_journal_index (self->journal,
                         &g_array_index (batch->items, McpIntakeItem, self->position++),
                         (const char *) batch->texts->data);
      if (self->position % 64 == 0 && g_get_monotonic_time () >= deadline_usec)
        return self->position == batch->items->len;
    }

  return TRUE;
}

static gboolean
slice_cb (gpointer user_data)
{
  McpIntake *self = user_data;
  gint64 deadline_usec = g_get_monotonic_time () + SLICE_USEC;
  gboolean finished;
  gboolean live;

  while (self->current != NULL || take_batch (self, &finished, &live))
    {
      if (index_batch (self, deadline_usec))
        g_clear_pointer (&self->current, batch_free);
      if (g_get_monotonic_time () >= deadline_usec)
        return G_SOURCE_CONTINUE;
    }

  /* Whoever hears of the end may drop the journal, and the intake with it. */
  if (finished)
    mcp_journal_intake_ended (self->journal, self->error);
  else
    mcp_journal_set_live (self->journal, live);

  return G_SOURCE_REMOVE;
}

/* With the mutex held. */
static void
wake_main_loop (McpIntake *self)
{
  if (self->source != NULL)
    return;

  self->source = g_idle_source_new ();
  g_source_set_priority (self->source, SLICE_PRIORITY);
  g_source_set_callback (self->source, slice_cb, self, NULL);
  g_source_attach (self->source, self->context);
}

static gpointer
run (gpointer user_data)
{
  McpIntake *self = user_data;
  g_autoptr (GError) error = NULL;

  self->func (self, self->data, &error);

  g_mutex_lock (&self->mutex);
  self->finished = TRUE;
  self->error = g_steal_pointer (&error);
  wake_main_loop (self);
  g_mutex_unlock (&self->mutex);

  return NULL;
}

/*
 * mcp_intake_start:
 * @journal: where the records go; must outlive the intake
 * @func: what reads, in a thread of its own
 * @destroy: frees @user_data, in the main loop
 *
 * Begins to read.
 *
 * Returns: (transfer full): the intake
 */
McpIntake *
mcp_intake_start (McpJournal     *journal,
                  McpIntakeFunc   func,
                  gpointer        user_data,
                  GDestroyNotify  destroy)
{
  McpIntake *self = g_new0 (McpIntake, 1);

  self->journal = journal;
  self->context = g_main_context_ref_thread_default ();
  self->func = func;
  self->data = user_data;
  self->destroy = destroy;
  self->filling = batch_new ();
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  g_queue_init (&self->waiting);
  self->thread = g_thread_new ("mcp-intake", run, self);

  return self;
}

void
mcp_intake_free (McpIntake *self)
{
  g_mutex_lock (&self->mutex);
  self->cancelled = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);

  mcp_source_clear (&self->source);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) batch_free);
  g_clear_pointer (&self->current, batch_free);
  batch_free (self->filling);
  self->destroy (self->data);
  g_clear_error (&self->error);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/* Returns: how much of the file has been read, from 0 to 1. */
double
mcp_intake_get_progress (McpIntake *self)
{
  double progress;

  g_mutex_lock (&self->mutex);
  progress = self->total > 0 ? (double) self->done / self->total : 0;
  g_mutex_unlock (&self->mutex);

  return progress;
}

/*
 * mcp_intake_add:
 * @item: a record or a remark; where its texts are is filled in
 * @id: (nullable): the id's token, of the length that @item says
 * @method: (nullable): the method, likewise
 * @name: (nullable): the name, or the bytes of a remark, likewise
 *
 * Adds an item to the batch that is being filled.
 */
void
mcp_intake_add (McpIntake           *self,
                const McpIntakeItem *item,
                const char          *id,
                const char          *method,
                const char          *name)
{
  Batch *batch = self->filling;
  McpIntakeItem *added;

  g_array_append_val (batch->items, *item);
  added = &g_array_index (batch->items, McpIntakeItem, batch->items->len - 1);
  added->texts = batch->texts->len;
  if (item->id_length > 0)
    g_byte_array_append (batch->texts, (const guint8 *) id, item->id_length);
  if (item->method_length > 0)
    g_byte_array_append (batch->texts, (const guint8 *) method, item->method_length);
  if (item->name_length > 0)
    g_byte_array_append (batch->texts, (const guint8 *) name, item->name_length);
}

/*
 * mcp_intake_push:
 * @spool_end: how far the spool is filled
 *
 * Hands the batch over to the main loop; waits as long as that has enough to do.
 */
void
mcp_intake_push (McpIntake *self,
                 guint64    spool_end)
{
  if (self->filling->items->len == 0)
    return;

  self->filling->spool_end = spool_end;
  g_mutex_lock (&self->mutex);
  while (self->waiting.length >= MAX_WAITING && !self->cancelled)
    g_cond_wait (&self->cond, &self->mutex);
  g_queue_push_tail (&self->waiting, self->filling);
  wake_main_loop (self);
  g_mutex_unlock (&self->mutex);

  self->n_pushed++;
  self->filling = batch_new ();
}

/* Returns: how many items the batch could still take before it should be pushed. */
guint
mcp_intake_get_n_free (McpIntake *self)
{
  guint wanted = self->n_pushed == 0 ? FIRST_BATCH : BATCH_ITEMS;

  if (self->filling->texts->len >= BATCH_TEXTS || self->filling->items->len >= wanted)
    return 0;

  return wanted - self->filling->items->len;
}

void
mcp_intake_set_progress (McpIntake *self,
                         guint64    done,
                         guint64    total)
{
  g_mutex_lock (&self->mutex);
  self->done = done;
  self->total = total;
  g_mutex_unlock (&self->mutex);
}

gboolean
mcp_intake_is_cancelled (McpIntake *self)
{
  gboolean cancelled;

  g_mutex_lock (&self->mutex);
  cancelled = self->cancelled;
  g_mutex_unlock (&self->mutex);

  return cancelled;
}

/*
 * mcp_intake_pause:
 * @msec: how long
 *
 * Waits for more to read.
 *
 * Returns: %FALSE when nobody wants it any more
 */
gboolean
mcp_intake_pause (McpIntake *self,
                  guint      msec)
{
  gint64 end_usec = g_get_monotonic_time () + msec * 1000;
  gboolean cancelled;

  g_mutex_lock (&self->mutex);
  while (!self->cancelled && g_cond_wait_until (&self->cond, &self->mutex, end_usec))
    ;
  cancelled = self->cancelled;
  g_mutex_unlock (&self->mutex);

  return !cancelled;
}

/* Says whether another program still writes the file. */
void
mcp_intake_set_live (McpIntake *self,
                     gboolean   live)
{
  g_mutex_lock (&self->mutex);
  self->live = live;
  wake_main_loop (self);
  g_mutex_unlock (&self->mutex);
}
