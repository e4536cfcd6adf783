/* cli-tap-log.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "cli-profile.h"
#include "cli-tap.h"
#include "mcp-journal-archive.h"
#include "mcp-profile-journal.h"
#include "mcp-session-secrets.h"
#include "mcp-variables.h"

/* What is written in far less than a second. */
#define MAX_LATE_RECORDS 50000

/* Tells once that not all is written. The rest is passed on all the same. */
static void
cli_tap_warn (CliTapLog    *self,
              const GError *error)
{
  if (self->warned)
    return;

  self->warned = TRUE;
  cli_note (_("sounder-cli: tap: %s; passing on without it"), error->message);
}

static void
storage_error_cb (McpJournal *journal,
                  GError     *error,
                  CliTapLog  *self)
{
  cli_tap_warn (self, error);
}

static void
flush_print_cb (CliTapLog *self)
{
  cli_output_flush (self->print_output);
}

static void
open_journal (CliTapLog *self)
{
  g_autofree char *json = mcp_profile_dup_journal_json (self->profile, "tap");
  g_autoptr (GError) error = NULL;

  self->journal = mcp_journal_archive_create (json, &error);
  if (self->journal == NULL)
    {
      cli_tap_warn (self, error);
      self->journal = mcp_journal_new ();
    }
  mcp_journal_set_limit (self->journal, mcp_profile_get_settings (self->profile)->max_journal_bytes);
  mcp_journal_set_memory_limit (self->journal,
                                mcp_profile_get_settings (self->profile)->max_memory_bytes);
  g_signal_connect (self->journal, "storage-error", G_CALLBACK (storage_error_cb), self);
}

/**
 * cli_tap_log_open:
 * @self: (out caller-allocates): what is written
 *
 * Opens the journal, and what the command line asks for beside it.
 *
 * Returns: %FALSE when the command line is wrong
 */
gboolean
cli_tap_log_open (CliTapLog      *self,
                  CliConnection  *connection,
                  GError        **error)
{
  const CliOptions *options = connection->options;
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (GError) local_error = NULL;

  *self = (CliTapLog) { 0 };
  profile = cli_profile_new (options, error);
  self->profile = profile != NULL ? mcp_variables_resolve (profile, NULL, error) : NULL;
  if (self->profile == NULL)
    return FALSE;
  if (options->name != NULL)
    mcp_profile_set_name (self->profile, options->name);

  open_journal (self);
  self->observer = mcp_observer_new (self->journal, self->profile);

  if (options->record != NULL)
    {
      g_autofree char *profile_json = mcp_profile_to_public_json (self->profile);

      if (!options->no_redact)
        {
          self->redactor = mcp_redactor_new ();
          mcp_profile_tell_secrets (self->profile, self->redactor);
        }
      self->recorder = mcp_recorder_new (self->journal, options->record, profile_json,
                                         self->redactor, &local_error);
      if (self->recorder == NULL)
        cli_tap_warn (self, local_error);
    }

  if (options->print)
    {
      self->print_output = cli_output_new (STDERR_FILENO, CLI_FORMAT_TEXT, options->color);
      cli_follow_begin (&self->follow, self->journal, NULL, self->print_output);
      g_signal_connect_data (self->journal, "items-changed", G_CALLBACK (flush_print_cb), self,
                             NULL, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
    }

  return TRUE;
}

/* So much may wait to be taken note of, in bytes; what comes beyond it is passed on and counted. */
gsize
cli_tap_log_get_queue_bytes (CliTapLog *self)
{
  return mcp_profile_get_settings (self->profile)->max_memory_bytes / 2;
}

gboolean
cli_tap_log_is_behind (CliTapLog *self)
{
  if (self->recorder == NULL || mcp_recorder_get_error (self->recorder) != NULL)
    return FALSE;

  mcp_journal_flush (self->journal);

  return (1 - mcp_recorder_get_progress (self->recorder))
           * mcp_journal_get_n_records (self->journal) > MAX_LATE_RECORDS;
}

/**
 * cli_tap_log_leave:
 * @queue: what is still to be taken note of
 *
 * Leaves what is still to be written to a process behind the back of who has started this one: that
 * waits for the end of this process, and of its streams.
 *
 * Returns: %TRUE in that process, which is to write all and then end; %FALSE in the one that is to
 *   end now. When there can be no other process, %TRUE in this one.
 */
gboolean
cli_tap_log_leave (CliTapLog    *self,
                   McpPassQueue *queue)
{
  int nothing = open ("/dev/null", O_RDWR | O_CLOEXEC);
  pid_t pid;

  while (!mcp_journal_is_written (self->journal))
    g_main_context_iteration (NULL, TRUE);
  if (self->recorder != NULL)
    mcp_recorder_take_over (self->recorder);

  pid = mcp_pass_queue_fork (queue);
  if (pid == 0)
    {
      setsid ();
      for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        dup2 (nothing, fd);
      mcp_journal_go_alone (self->journal);
    }
  close (nothing);

  return pid <= 0;
}

/* Writes all that is left. */
void
cli_tap_log_close (CliTapLog *self)
{
  g_autoptr (GError) error = NULL;

  if (self->journal == NULL)
    {
      g_clear_object (&self->profile);
      return;
    }

  mcp_journal_flush (self->journal);
  if (self->print_output != NULL)
    {
      cli_follow_end (&self->follow);
      cli_output_flush (self->print_output);
      g_clear_pointer (&self->print_output, cli_output_free);
    }
  if (self->recorder != NULL && !mcp_recorder_finish (self->recorder, &error))
    cli_tap_warn (self, error);

  while (!mcp_journal_is_written (self->journal))
    g_main_context_iteration (NULL, TRUE);
  g_signal_handlers_disconnect_by_data (self->journal, self);
  g_clear_object (&self->recorder);
  g_clear_pointer (&self->redactor, mcp_redactor_free);
  g_clear_object (&self->observer);
  g_clear_object (&self->journal);
  g_clear_object (&self->profile);
}
