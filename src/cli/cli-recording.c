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
#include "cli-filter.h"
#include "cli-follow.h"
#include "cli-interrupt.h"
#include "cli-profile.h"
#include "cli-recording.h"
#include "cli-statistics.h"
#include "cli-text.h"
#include "cli-trace.h"
#include "mcp-error.h"
#include "mcp-export.h"
#include "mcp-journal-open.h"
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

static gboolean
is_loaded (gpointer user_data)
{
  return !mcp_journal_is_loading (user_data);
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
  const char *path = connection->options->open;
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpJournal) journal = NULL;
  g_autofree char *name = NULL;
  McpSession *session;

  if (g_str_has_suffix (path, ".spool"))
    journal = mcp_journal_open_spool (path, TRUE, error);
  else
    recording = open_recording (connection, path, error);
  if (recording != NULL)
    journal = g_object_ref (mcp_recording_get_journal (recording));
  if (journal == NULL)
    {
      cli_recording_blame_path (error);
      return NULL;
    }

  /* Of what another program still writes, what is there by now. */
  while (!is_loaded (journal)
         && !(mcp_journal_is_live (journal) && mcp_journal_get_load_progress (journal) >= 1)
         && !g_cancellable_is_cancelled (connection->cancellable))
    g_main_context_iteration (NULL, TRUE);
  if (mcp_journal_get_load_error (journal) != NULL)
    cli_note ("sounder-cli: %s: %s", path, mcp_journal_get_load_error (journal)->message);
  if (recording != NULL)
    note_problems (path, recording);

  name = recording != NULL ? mcp_recording_dup_name (recording) : g_path_get_basename (path);
  *profile = mcp_profile_new_for_recording (name, mcp_journal_get_profile_json (journal));

  session = mcp_session_new_recorded (*profile, journal);

  /* What it is converted to has no findings and no tasks. */
  while (!g_str_equal (connection->options->command->name, "convert")
         && mcp_session_is_examining (session)
         && !g_cancellable_is_cancelled (connection->cancellable))
    g_main_context_iteration (NULL, TRUE);

  return session;
}

/**
 * cli_run_log:
 * @connection: what to work with
 *
 * Prints the records of a recording.
 *
 * Returns: what to end with
 */
int
cli_run_log (CliConnection *connection)
{
  g_autoptr (McpQuery) query = NULL;
  CliRecordList list = { connection->output, FALSE };
  McpJournal *journal;
  int status;

  status = cli_filter_read (connection, &query);
  if (status != CLI_EXIT_OK)
    return status;

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  journal = mcp_session_get_journal (connection->session);
  if (connection->options->stats)
    {
      cli_print_statistics (connection->output, journal, query);
      return CLI_EXIT_OK;
    }

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal)
                         && !g_cancellable_is_cancelled (connection->cancellable);
       serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (query == NULL ? !mcp_record_kind_is_transport (mcp_record_get_kind (record))
                        : mcp_query_matches (query, journal, serial))
        cli_record_list_add (&list, record);
      if (serial % 256 == 0 && !cli_output_flush (connection->output))
        break;
    }
  cli_record_list_end (&list);

  return CLI_EXIT_OK;
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
