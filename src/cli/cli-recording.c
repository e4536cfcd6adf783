/* cli-recording.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n.h>

#include "cli-commands.h"
#include "cli-file.h"
#include "cli-interrupt.h"
#include "cli-profile.h"
#include "cli-recording.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-export.h"
#include "mcp-journal-open.h"
#include "mcp-profile-journal.h"
#include "mcp-recording.h"

/* Recordings on the command line: opening them, printing them, writing them for other programs. */

#define MAX_PROBLEMS 10

/**
 * cli_recording_is_command:
 * @command: a command
 *
 * Gets whether a command works with recordings, and never with a server.
 *
 * Returns: %TRUE for log and convert
 */
gboolean
cli_recording_is_command (const CliCommand *command)
{
  return g_str_equal (command->name, "log") || g_str_equal (command->name, "convert");
}

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

static McpRecording *
open_recording (CliConnection  *connection,
                const char     *path,
                GError        **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GAsyncResult) result = NULL;

  mcp_recording_open_async (file, connection->cancellable, cli_connection_store_cb, &result);
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
    cli_note (_("sounder-cli: %s: %u more lines that are no events"), path,
              n_problems - MAX_PROBLEMS);
}

/**
 * cli_recording_begin:
 * @self: (out caller-allocates): what is opened
 * @connection: the command
 * @error: return location for an error
 *
 * Opens what --open names. It is read in the background; cli_recording_end() comes last.
 *
 * Returns: whether it could be opened
 */
gboolean
cli_recording_begin (CliRecording   *self,
                     CliConnection  *connection,
                     GError        **error)
{
  *self = (CliRecording) { .path = connection->options->open };

  if (g_str_has_suffix (self->path, ".spool"))
    self->journal = mcp_journal_open_spool (self->path, TRUE, error);
  else
    self->recording = open_recording (connection, self->path, error);
  if (self->recording != NULL)
    self->journal = g_object_ref (mcp_recording_get_journal (self->recording));
  if (self->journal == NULL)
    cli_recording_blame_path (error);

  return self->journal != NULL;
}

/**
 * cli_recording_is_loading:
 * @self: what was opened
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

/**
 * cli_recording_end:
 * @self: what was opened
 *
 * Tells what could not be read, and closes it.
 */
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
 * @connection: the command
 * @profile: (out) (transfer full): what the server was
 * @error: return location for an error
 *
 * Reads what --open names, all of it.
 *
 * Returns: (transfer full) (nullable): its session
 */
McpSession *
cli_recording_open (CliConnection  *connection,
                    McpProfile    **profile,
                    GError        **error)
{
  g_autofree char *name = NULL;
  CliRecording recording;
  McpSession *session;

  if (!cli_recording_begin (&recording, connection, error))
    return NULL;

  while (cli_recording_is_loading (&recording)
         && !g_cancellable_is_cancelled (connection->cancellable))
    g_main_context_iteration (NULL, TRUE);

  name = recording.recording != NULL ? mcp_recording_dup_name (recording.recording)
                                     : g_path_get_basename (recording.path);
  *profile = mcp_profile_new_for_recording (name, mcp_journal_get_profile_json (recording.journal));
  session = mcp_session_new_recorded (*profile, recording.journal);
  cli_recording_end (&recording);

  /* What it is converted to has no findings and no tasks. */
  while (!g_str_equal (connection->options->command->name, "convert")
         && mcp_session_is_examining (session)
         && !g_cancellable_is_cancelled (connection->cancellable))
    g_main_context_iteration (NULL, TRUE);

  return session;
}

/* Where an export goes. */
typedef struct
{
  CliOutput *output;
  CliFile   *file;      /* (nullable): else the output */
  gboolean   refused;   /* it took no more */
} Target;

/* The main loop does not run meanwhile: a signal is looked for. */
static gboolean
write_piece (const char *data,
             gsize       length,
             gpointer    user_data)
{
  Target *target = user_data;

  if (target->file != NULL)
    {
      target->refused = !cli_file_write (target->file, data, length);
    }
  else
    {
      cli_output_write_tokens (target->output, data, length);
      target->refused = !cli_output_flush (target->output) || cli_interrupt_is_pending ();
    }

  return !target->refused;
}

/* Somebody who stopped reading standard output is told of at the end. */
static gboolean
export (CliConnection    *connection,
        McpExportFormat   format,
        McpRedactor      *redactor,
        GError          **error)
{
  const CliOptions *options = connection->options;
  gboolean to_file = options->output_file != NULL;
  g_autoptr (CliFile) file = to_file ? cli_file_new (options->output_file, TRUE, error) : NULL;
  Target target = { connection->output, file, FALSE };

  if (to_file && file == NULL)
    return FALSE;

  errno = 0;
  if (!mcp_export_write (mcp_session_get_journal (connection->session), format, redactor,
                         write_piece, &target)
      && !target.refused)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("the recording “%s” could not be read: %s"),
                   options->open, g_strerror (errno != 0 ? errno : EIO));
      return FALSE;
    }

  if (to_file)
    return cli_file_finish (file, error);
  if (cli_interrupt_is_pending ())
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CANCELLED, _("cancelled"));

  return !cli_interrupt_is_pending ();
}

/**
 * cli_run_convert:
 * @connection: what to work with
 *
 * Writes a recording for other programs, without secrets unless --no-redact asks for them.
 *
 * Returns: what to end with
 */
int
cli_run_convert (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  g_autoptr (McpRedactor) redactor = options->no_redact ? NULL : mcp_redactor_new ();
  g_autoptr (GError) error = NULL;
  const GError *load_error;
  McpExportFormat format;
  int status;

  if (!mcp_export_parse_format (options->to, &format))
    {
      g_autofree char *visible =
        options->to != NULL ? cli_text_visible (options->to, -1, FALSE) : NULL;

      return visible != NULL
               ? cli_connection_usage (connection,
                                       _("--to: there is no format “%s”; there are har, jsonl and text"),
                                       visible)
               : cli_connection_usage (connection, _("--to: which of har, jsonl and text?"));
    }

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  /* Half a recording would look like a whole one. */
  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "convert");
  load_error = mcp_journal_get_load_error (mcp_session_get_journal (connection->session));
  if (load_error != NULL && options->output_file != NULL)
    return cli_connection_fail (connection, "convert", load_error, NULL);
  if (!export (connection, format, redactor, &error))
    return cli_connection_fail (connection, "convert", error, NULL);

  return CLI_EXIT_OK;
}
