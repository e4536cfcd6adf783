/* mcp-recorder-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-recorder-private.h"
#include "mcp-replacement.h"

/*
 * Saving a journal as it is now: a recorder writes to a file beside the one that is wanted, slice
 * by slice, and takes its place when it is whole. Whoever had that file keeps it until then.
 */

#define CHECK_MSEC 10

/* A line that is still growing is not waited for. */
#define MAX_IDLE_CHECKS 50

/* How long each check works on what is left at the end. */
#define SLICE_USEC 4000

typedef struct
{
  McpJournal  *journal;
  McpRecorder *recorder;
  McpRedactor *redactor;   /* (nullable) */
  char        *path;
  McpReplacement *file;    /* (nullable): when it could not be made */
  guint        source;
  double       progress;
  guint        n_idle;     /* checks since it changed */
  gboolean     closing;    /* only the end is left */

  McpProgressFunc report;  /* (nullable) */
  gpointer        report_data;
} Saving;

static void
saving_free (Saving *saving)
{
  g_clear_handle_id (&saving->source, g_source_remove);
  if (saving->recorder != NULL)
    mcp_recorder_abandon (saving->recorder);
  g_clear_object (&saving->recorder);
  g_clear_object (&saving->journal);
  g_clear_pointer (&saving->redactor, mcp_redactor_free);
  g_clear_pointer (&saving->file, mcp_replacement_free);
  g_free (saving->path);
  g_free (saving);
}

static void
finish_saving (GTask *task)
{
  Saving *saving = g_task_get_task_data (task);
  GError *error = NULL;

  if (!mcp_recorder_finish (saving->recorder, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  if (!mcp_replacement_finish (saving->file))
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_STORAGE,
                               _("Could not write the recording “%s”: %s"), saving->path,
                               g_strerror (errno));
      return;
    }

  g_task_return_boolean (task, TRUE);
}

/* Returns whether there is more to wait for. */
static gboolean
go_on (Saving *saving)
{
  double progress = mcp_recorder_get_progress (saving->recorder);

  if (mcp_recorder_get_error (saving->recorder) != NULL)
    return FALSE;

  saving->n_idle = progress > saving->progress ? 0 : saving->n_idle + 1;
  saving->progress = progress;
  if (saving->report != NULL)
    saving->report (progress, saving->report_data);
  saving->closing = saving->closing || progress >= 1 || saving->n_idle >= MAX_IDLE_CHECKS;

  return !saving->closing
         || mcp_recorder_finish_slice (saving->recorder, g_get_monotonic_time () + SLICE_USEC);
}

static gboolean
check_cb (gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (G_TASK (user_data));
  Saving *saving = g_task_get_task_data (task);

  if (!g_cancellable_is_cancelled (g_task_get_cancellable (task)) && go_on (saving))
    return G_SOURCE_CONTINUE;

  saving->source = 0;
  if (!g_task_return_error_if_cancelled (task))
    finish_saving (task);
  g_object_unref (task);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_recorder_save_async:
 * @journal: (transfer none): what to save
 * @path: (type filename): the file, which is replaced when all is written
 * @profile_json: (nullable): how the server was reached, as a JSON object without secrets
 * @redactor: (transfer full) (nullable): %NULL does not redact
 * @cancellable: (nullable): to give up: the file is as it was
 * @progress: (nullable): hears how far it is
 * @progress_data: for @progress
 * @callback: called when the file is whole
 *
 * Saves all that a journal has by now.
 */
void
mcp_recorder_save_async (McpJournal          *journal,
                         const char          *path,
                         const char          *profile_json,
                         McpRedactor         *redactor,
                         GCancellable        *cancellable,
                         McpProgressFunc      progress,
                         gpointer             progress_data,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Saving *saving;
  GError *error = NULL;

  g_return_if_fail (MCP_IS_JOURNAL (journal));
  g_return_if_fail (path != NULL);

  task = g_task_new (journal, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_recorder_save_async);
  g_task_set_check_cancellable (task, FALSE);
  saving = g_new0 (Saving, 1);
  saving->journal = g_object_ref (journal);
  saving->redactor = redactor;
  saving->report = progress;
  saving->report_data = progress_data;
  saving->path = g_strdup (path);
  g_task_set_task_data (task, saving, (GDestroyNotify) saving_free);

  mcp_journal_flush (journal);
  if (mcp_recorder_may_record (journal, &error))
    {
      saving->file = mcp_replacement_new (path, TRUE);
      saving->recorder = mcp_recorder_new_for_fd (
        journal, saving->file != NULL ? mcp_replacement_steal_fd (saving->file) : -1, path,
        profile_json, redactor, &error);
    }
  if (saving->recorder == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  saving->source = g_timeout_add (CHECK_MSEC, check_cb, g_object_ref (task));
}

/**
 * mcp_recorder_save_finish:
 * @journal: the journal
 * @error: as of mcp_recorder_new(), or that it was cancelled
 *
 * Ends mcp_recorder_save_async().
 *
 * Returns: %FALSE when the file is as it was before
 */
gboolean
mcp_recorder_save_finish (McpJournal    *journal,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, journal), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
