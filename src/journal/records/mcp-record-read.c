/* mcp-record-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-journal-private.h"
#include "mcp-record.h"

/*
 * Reads a record of any size without holding up the main loop: a piece at a time, and between two
 * pieces whatever else has to be done.
 */

/* About half a millisecond. */
#define PIECE_BYTES (1024 * 1024)

typedef struct
{
  guint8 *data;
  gsize   length;
  gsize   n_read;
} Reading;

static void
reading_free (Reading *reading)
{
  g_free (reading->data);
  g_free (reading);
}

static gsize
get_stored_length (McpRecord *record)
{
  McpJournal *journal = mcp_record_get_journal (record);

  return mcp_journal_get_message (journal, mcp_record_get_serial (record)).length;
}

static gboolean
read_piece_cb (gpointer user_data)
{
  GTask *task = G_TASK (user_data);
  McpRecord *record = g_task_get_source_object (task);
  Reading *reading = g_task_get_task_data (task);
  g_autoptr (GBytes) piece = NULL;
  GError *error = NULL;
  gsize length;
  const void *data;

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;

  piece = mcp_journal_read_part (mcp_record_get_journal (record), mcp_record_get_serial (record),
                                 reading->n_read,
                                 MIN (PIECE_BYTES, reading->length - reading->n_read),
                                 &error);
  if (piece == NULL)
    {
      g_task_return_error (task, error);
      return G_SOURCE_REMOVE;
    }

  data = g_bytes_get_data (piece, &length);
  memcpy (reading->data + reading->n_read, data, length);
  reading->n_read += length;
  if (reading->n_read < reading->length)
    return G_SOURCE_CONTINUE;

  g_task_return_pointer (task,
                         g_bytes_new_take (g_steal_pointer (&reading->data), reading->length),
                         (GDestroyNotify) g_bytes_unref);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_record_read_async:
 * @callback: called when the bytes are there
 *
 * Reads the record's message as mcp_record_dup_bytes() does, in pieces from the main loop, so that a
 * message of hundreds of megabytes delays nothing.
 */
void
mcp_record_read_async (McpRecord           *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Reading *reading;

  g_return_if_fail (MCP_IS_RECORD (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_record_read_async);

  reading = g_new0 (Reading, 1);
  reading->length = get_stored_length (self);
  g_task_set_task_data (task, reading, (GDestroyNotify) reading_free);

  if (reading->length <= PIECE_BYTES)
    {
      GError *error = NULL;
      GBytes *bytes = mcp_record_dup_bytes (self, &error);

      if (bytes != NULL)
        g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
      else
        g_task_return_error (task, error);
      return;
    }

  reading->data = g_malloc (reading->length);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, read_piece_cb, g_steal_pointer (&task), g_object_unref);
}

/**
 * mcp_record_read_finish:
 * @error: of %MCP_ERROR_STORAGE, or cancelled
 *
 * Ends mcp_record_read_async().
 *
 * Returns: (transfer full) (nullable): the bytes
 */
GBytes *
mcp_record_read_finish (McpRecord     *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
