/* mcp-export-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-export-private.h"
#include "mcp-replacement.h"
#include "mcp-write.h"

/*
 * An export to a file while the main loop goes on. The loop gathers a batch of items in a slice,
 * a worker reads, redacts and writes them, and so on in turns: the writer is used by one of them
 * at a time. All goes to a file beside the one that is wanted, and takes its place at the end.
 */

#define SLICE_USEC 4000
#define MAX_BATCH_BYTES (4 * 1024 * 1024)
#define MAX_BATCH_ITEMS 10000

typedef struct
{
  McpExportSource *source;
  McpExportWriter *writer;
  McpRedactor     *redactor;      /* (nullable) */
  char            *path;
  McpReplacement  *file;          /* (nullable): when it could not be made */
  int              saved_errno;
  gboolean         read_failed;   /* saved_errno is of the journal */

  GArray          *batch;         /* of McpExportItem */
  gsize            batch_bytes;
  gboolean         at_end;        /* the batch is the last one */

  McpProgressFunc  report;        /* (nullable) */
  gpointer         report_data;
} Saving;

static void gather (GTask *task);

static void
saving_free (Saving *saving)
{
  g_clear_pointer (&saving->writer, mcp_export_writer_free);
  g_clear_pointer (&saving->source, mcp_export_source_free);
  g_clear_pointer (&saving->redactor, mcp_redactor_free);
  g_array_unref (saving->batch);
  g_clear_pointer (&saving->file, mcp_replacement_free);
  g_free (saving->path);
  g_free (saving);
}

static gboolean
write_piece (const char *data,
             gsize       length,
             gpointer    user_data)
{
  Saving *saving = user_data;
  int saved_errno = mcp_write_fully (mcp_replacement_get_fd (saving->file), data, length, NULL);

  if (saved_errno != 0)
    saving->saved_errno = saved_errno;

  return saved_errno == 0;
}

static gboolean
fail (GTask *task)
{
  Saving *saving = g_task_get_task_data (task);
  g_autofree char *name = g_filename_display_name (saving->path);

  if (g_task_return_error_if_cancelled (task))
    return TRUE;
  if (saving->saved_errno == 0)
    return FALSE;

  if (saving->read_failed)
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_STORAGE,
                             _("The journal could not be read for “%s”: %s"), name,
                             g_strerror (saving->saved_errno));
  else
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not write “%s”: %s"),
                             name, g_strerror (saving->saved_errno));

  return TRUE;
}

static void
finish (GTask *task)
{
  Saving *saving = g_task_get_task_data (task);

  if (!mcp_replacement_finish (saving->file))
    saving->saved_errno = errno;
  if (fail (task))
    return;

  g_task_return_boolean (task, TRUE);
}

static void
write_batch_in_thread (GTask        *batch_task,
                       gpointer      source_object,
                       gpointer      task_data,
                       GCancellable *cancellable)
{
  Saving *saving = task_data;

  for (guint i = 0; i < saving->batch->len && !g_cancellable_is_cancelled (cancellable); i++)
    if (!mcp_export_writer_add (saving->writer, &g_array_index (saving->batch, McpExportItem, i)))
      {
        saving->read_failed = saving->saved_errno == 0;
        if (saving->read_failed)
          saving->saved_errno = errno != 0 ? errno : EIO;
        break;
      }
  if (saving->at_end && saving->saved_errno == 0)
    mcp_export_writer_end (saving->writer);

  g_task_return_boolean (batch_task, TRUE);
}

static void
batch_written_cb (GObject      *object,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  Saving *saving = g_task_get_task_data (task);

  g_array_set_size (saving->batch, 0);
  saving->batch_bytes = 0;
  if (fail (task))
    return;

  if (saving->report != NULL)
    saving->report (mcp_export_source_get_progress (saving->source), saving->report_data);
  if (saving->at_end)
    finish (task);
  else
    gather (task);
}

static void
write_batch (GTask *task)
{
  g_autoptr (GTask) batch_task = g_task_new (NULL, g_task_get_cancellable (task), batch_written_cb,
                                             g_object_ref (task));

  g_task_set_source_tag (batch_task, write_batch);
  g_task_set_check_cancellable (batch_task, FALSE);
  g_task_set_task_data (batch_task, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (batch_task, write_batch_in_thread);
}

/* Fills the batch for as long as a slice lasts. */
static gboolean
gather_cb (gpointer user_data)
{
  GTask *task = G_TASK (user_data);
  Saving *saving = g_task_get_task_data (task);
  gint64 deadline_usec = g_get_monotonic_time () + SLICE_USEC;

  do
    {
      McpExportItem item;
      McpExportStep step = mcp_export_source_next (saving->source, &item);

      if (step == MCP_EXPORT_ITEM)
        {
          g_array_append_val (saving->batch, item);
          saving->batch_bytes += item.length;
        }
      saving->at_end = step == MCP_EXPORT_END;
    }
  while (!saving->at_end && saving->batch_bytes < MAX_BATCH_BYTES
         && saving->batch->len < MAX_BATCH_ITEMS && g_get_monotonic_time () < deadline_usec);

  write_batch (task);

  return G_SOURCE_REMOVE;
}

static void
gather (GTask *task)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, gather_cb, g_object_ref (task), g_object_unref);
}

/**
 * mcp_export_save_async:
 * @journal: (transfer none): a journal
 * @path: (type filename): the file, which is replaced when all is written
 * @serials: (nullable) (element-type guint) (transfer none): the records that are wanted, in order;
 *   an archive has the exchanges that any of them is of. %NULL is all there are by now
 * @redactor: (nullable) (transfer full): %NULL takes nothing out
 * @cancellable: (nullable): to give up: the file is as it was
 * @progress: (nullable): hears how far it is
 * @progress_data: for @progress
 * @callback: called when the file is whole
 *
 * Writes a journal for other programs, into a file that only its owner may read.
 */
void
mcp_export_save_async (McpJournal          *journal,
                       const char          *path,
                       McpExportFormat      format,
                       GArray              *serials,
                       McpRedactor         *redactor,
                       GCancellable        *cancellable,
                       McpProgressFunc      progress,
                       gpointer             progress_data,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Saving *saving;

  g_return_if_fail (MCP_IS_JOURNAL (journal));
  g_return_if_fail (path != NULL);

  task = g_task_new (journal, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_export_save_async);
  g_task_set_check_cancellable (task, FALSE);

  mcp_journal_flush (journal);
  saving = g_new0 (Saving, 1);
  saving->source = mcp_export_source_new (journal, format, serials);
  saving->writer = mcp_export_writer_new (format, redactor, write_piece, saving);
  saving->redactor = redactor;
  saving->path = g_strdup (path);
  saving->batch = g_array_new (FALSE, FALSE, sizeof (McpExportItem));
  g_array_set_clear_func (saving->batch, (GDestroyNotify) mcp_export_item_clear);
  saving->report = progress;
  saving->report_data = progress_data;
  g_task_set_task_data (task, saving, (GDestroyNotify) saving_free);

  saving->file = mcp_replacement_new (path, TRUE);
  if (saving->file == NULL)
    {
      saving->saved_errno = errno;
      fail (task);
      return;
    }

  gather (task);
}

/**
 * mcp_export_save_finish:
 * @journal: the journal
 * @error: of %MCP_ERROR_STORAGE, naming the file, or that it was cancelled
 *
 * Ends mcp_export_save_async().
 *
 * Returns: %FALSE when the file is as it was before
 */
gboolean
mcp_export_save_finish (McpJournal    *journal,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, journal), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
