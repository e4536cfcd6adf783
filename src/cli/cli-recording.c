/* cli-recording.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n.h>

#include "cli-output.h"
#include "cli-recording.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-journal-open.h"
#include "mcp-profile-journal.h"
#include "mcp-recording.h"

/* Recordings on the command line. */

#define MAX_PROBLEMS 10

/**
 * cli_recording_blame_path:
 * @error: (nullable): why a recording could not be opened
 *
 * Makes a file that cannot be opened what it is to who runs a command: a wrong argument, and no
 * server that could not be reached.
 */
void
cli_recording_blame_path (GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (error == NULL || *error == NULL
      || ((*error)->domain == MCP_ERROR && (*error)->code != MCP_ERROR_STORAGE)
      || g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  cause = g_steal_pointer (error);
  *error = g_error_new_literal (MCP_ERROR, MCP_ERROR_CONFIG, cause->message);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_set_object ((GAsyncResult **) user_data, result);
}

static McpRecording *
open_recording (const char    *path,
                McpQuery      *query,
                GCancellable  *cancellable,
                GError       **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GAsyncResult) result = NULL;

  mcp_recording_open_async (file, query, cancellable, opened_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);

  return mcp_recording_open_finish (result, error);
}

/* What could not be read is worth a few lines, whatever else is printed. */
static void
note_problems (const char   *path,
               McpRecording *recording)
{
  g_autoptr (GPtrArray) problems = mcp_recording_dup_problems (recording);
  guint n_problems = mcp_recording_get_n_problems (recording);

  if (mcp_recording_is_newer (recording))
    cli_note (_("sounder-cli: %s: written by a later version; what is not known is left out"),
              path);
  for (guint i = 0; i < MIN (problems->len, MAX_PROBLEMS); i++)
    {
      const McpRecordingProblem *problem = problems->pdata[i];

      cli_note ("sounder-cli: %s:%" G_GUINT64_FORMAT ": %s", path, problem->line, problem->text);
    }
  if (n_problems > MAX_PROBLEMS)
    cli_note (ngettext ("sounder-cli: %s: %u more line that is no event",
                        "sounder-cli: %s: %u more lines that are no events", n_problems - MAX_PROBLEMS),
              path, n_problems - MAX_PROBLEMS);
}

/**
 * cli_recording_begin:
 * @self: (out caller-allocates): what is opened
 * @path: what --open names
 * @query: (nullable): what all records match that are printed, and nothing but their own lines is
 * @cancellable: (nullable): ends the opening
 *
 * Opens a recording. It is read in the background; cli_recording_end() comes last.
 *
 * Returns: whether it could be opened
 */
gboolean
cli_recording_begin (CliRecording  *self,
                     const char    *path,
                     McpQuery      *query,
                     GCancellable  *cancellable,
                     GError       **error)
{
  *self = (CliRecording) { .path = path };

  if (g_str_has_suffix (self->path, ".spool"))
    self->journal = mcp_journal_open_spool (self->path, TRUE, error);
  else
    self->recording = open_recording (path, query, cancellable, error);
  if (self->recording != NULL)
    self->journal = g_object_ref (mcp_recording_get_journal (self->recording));
  if (self->journal == NULL)
    cli_recording_blame_path (error);

  return self->journal != NULL;
}

/**
 * cli_recording_is_loading:
 *
 * Gets whether more of it is to come: of what another program still writes, what is there by now.
 *
 * Returns: %FALSE when all is read
 */
gboolean
cli_recording_is_loading (CliRecording *self)
{
  return mcp_journal_is_loading (self->journal)
         && !(mcp_journal_is_live (self->journal)
              && mcp_journal_get_load_progress (self->journal) >= 1);
}

/* Tells what could not be read, and closes it. */
void
cli_recording_end (CliRecording *self)
{
  if (mcp_journal_get_load_error (self->journal) != NULL)
    cli_note ("sounder-cli: %s: %s", self->path,
              mcp_journal_get_load_error (self->journal)->message);
  if (self->recording != NULL)
    note_problems (self->path, self->recording);

  g_clear_object (&self->recording);
  g_clear_object (&self->journal);
}

/**
 * cli_recording_open:
 * @cancellable: ends the reading
 * @profile: (out) (transfer full): what the server was
 *
 * Reads what --open names, all of it.
 *
 * Returns: (transfer full) (nullable): its session
 */
McpSession *
cli_recording_open (const CliOptions  *options,
                    GCancellable      *cancellable,
                    McpProfile       **profile,
                    GError           **error)
{
  g_autofree char *name = NULL;
  CliRecording recording;
  McpSession *session;

  if (!cli_recording_begin (&recording, options->open, NULL, cancellable, error))
    return NULL;

  while (cli_recording_is_loading (&recording)
         && !g_cancellable_is_cancelled (cancellable))
    g_main_context_iteration (NULL, TRUE);

  name = recording.recording != NULL ? mcp_recording_dup_name (recording.recording)
                                     : g_path_get_basename (recording.path);
  *profile = mcp_profile_new_for_recording (name, mcp_journal_get_profile_json (recording.journal));
  session = mcp_session_new_recorded (*profile, recording.journal);
  cli_recording_end (&recording);

  /* A converted file contains neither findings nor tasks. */
  while (!g_str_equal (options->command->name, "convert")
         && mcp_session_is_examining (session)
         && !g_cancellable_is_cancelled (cancellable))
    g_main_context_iteration (NULL, TRUE);

  return session;
}
