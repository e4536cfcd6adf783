/* mcp-view-batch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-view-batch.h"

/*
 * McpViewBatch:
 *
 * A stretch of the journal for a view: rows that the index has decided already, and between them
 * candidates whose bytes have to be asked. It is collected in the main loop and asked in a worker,
 * or at once when that takes no time, and says then which rows match.
 *
 * All that belongs to others is released in the main loop, also after it was cancelled: the worker
 * only looks.
 */

/* What a batch holds: it takes the worker about ten milliseconds. */
#define MAX_ROWS 65536
#define MAX_CANDIDATES 16384
#define MAX_BYTES (8 * 1024 * 1024)

/* What may be asked in the main loop. */
#define SMALL_CANDIDATES 512
#define SMALL_BYTES (128 * 1024)

typedef struct
{
  guint    serial;
  gboolean matches;
  gboolean is_candidate;
} Row;

struct _McpViewBatch
{
  McpQuery         *query;       /* (nullable) when there are no candidates */
  McpSpool         *spool;
  GArray           *rows;        /* of Row, in the order in which they were added */
  GArray           *candidates;  /* of McpQueryCandidate, in the order of their rows */
  guint64           n_bytes;
  GCancellable     *cancellable;
  McpViewBatchDone  done;        /* (nullable) */
  gpointer          user_data;
};

static void
clear_candidate (McpQueryCandidate *candidate)
{
  g_clear_pointer (&candidate->held, g_bytes_unref);
}

McpViewBatch *
mcp_view_batch_new (McpQuery *query,
                    McpSpool *spool)
{
  McpViewBatch *self = g_new0 (McpViewBatch, 1);

  self->query = query != NULL ? mcp_query_ref (query) : NULL;
  self->spool = g_object_ref (spool);
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->candidates = g_array_new (FALSE, FALSE, sizeof (McpQueryCandidate));
  g_array_set_clear_func (self->candidates, (GDestroyNotify) clear_candidate);
  self->cancellable = g_cancellable_new ();

  return self;
}

void
mcp_view_batch_free (McpViewBatch *self)
{
  g_array_unref (self->candidates);
  g_array_unref (self->rows);
  g_object_unref (self->cancellable);
  g_object_unref (self->spool);
  g_clear_pointer (&self->query, mcp_query_unref);
  g_free (self);
}

/* Adds a row that needs no asking. */
void
mcp_view_batch_add (McpViewBatch *self,
                    guint         serial,
                    gboolean      matches)
{
  Row row = { serial, matches, FALSE };

  g_array_append_val (self->rows, row);
}

/* Adds a row of which only the bytes can tell. */
void
mcp_view_batch_add_candidate (McpViewBatch *self,
                              McpQueryRun  *run,
                              guint         serial)
{
  Row row = { serial, FALSE, TRUE };
  McpQueryCandidate candidate;

  mcp_query_run_fill (run, serial, &candidate);
  g_array_append_val (self->candidates, candidate);
  g_array_append_val (self->rows, row);
  self->n_bytes += candidate.length;
}

gboolean
mcp_view_batch_is_full (McpViewBatch *self)
{
  return self->rows->len >= MAX_ROWS || self->candidates->len >= MAX_CANDIDATES
         || self->n_bytes >= MAX_BYTES;
}

/* Whether asking takes less than a frame: an expression never does for sure. */
gboolean
mcp_view_batch_is_small (McpViewBatch *self)
{
  return self->candidates->len == 0
         || (self->candidates->len <= SMALL_CANDIDATES && self->n_bytes <= SMALL_BYTES
             && !mcp_query_has_expression (self->query));
}

/* Asks the candidates. In the main loop when the batch is small, else in a worker. */
void
mcp_view_batch_run (McpViewBatch *self)
{
  g_autoptr (McpQueryReader) reader = NULL;
  guint n = 0;

  if (self->candidates->len == 0)
    return;

  reader = mcp_query_reader_new (self->query, self->spool, self->cancellable);
  for (guint i = 0; i < self->rows->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);

      if (row->is_candidate)
        row->matches = mcp_query_reader_look (
          reader, &g_array_index (self->candidates, McpQueryCandidate, n++));
    }
}

static void
run_in_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  mcp_view_batch_run (task_data);
  g_task_return_boolean (task, TRUE);
}

/* Whoever began it frees it in the callback; nobody does when it was cancelled. */
static void
done_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  McpViewBatch *self = user_data;

  if (g_cancellable_is_cancelled (self->cancellable))
    mcp_view_batch_free (self);
  else
    self->done (self, self->user_data);
}

/*
 * mcp_view_batch_start:
 * @done: called when it is known which rows match
 * @user_data: for @done
 *
 * Asks the candidates in a worker. Until @done is called the batch belongs to the worker.
 */
void
mcp_view_batch_start (McpViewBatch     *self,
                      McpViewBatchDone  done,
                      gpointer          user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done_cb, self);

  self->done = done;
  self->user_data = user_data;
  g_task_set_source_tag (task, mcp_view_batch_start);
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, run_in_thread);
}

/* Ends a batch that was started: it is not told of any more, and frees itself. */
void
mcp_view_batch_cancel (McpViewBatch *self)
{
  g_cancellable_cancel (self->cancellable);
}

guint
mcp_view_batch_get_n_rows (McpViewBatch *self)
{
  return self->rows->len;
}

guint
mcp_view_batch_get_serial (McpViewBatch *self,
                           guint         row,
                           gboolean     *matches)
{
  const Row *found = &g_array_index (self->rows, Row, row);

  *matches = found->matches;

  return found->serial;
}
