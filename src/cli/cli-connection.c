/* cli-connection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "cli-auth.h"
#include "cli-call-options.h"
#include "cli-connection.h"
#include "cli-interrupt.h"
#include "cli-profile.h"
#include "cli-recording.h"
#include "cli-record.h"
#include "cli-text.h"
#include "cli-trace.h"
#include "mcp-error.h"
#include "mcp-replacement.h"
#include "mcp-session-secrets.h"
#include "mcp-summary.h"

/*
 * What every command stands on: a session or a recording, the main loop until it is ready, and how
 * it is closed: all ways to end meet here, and their order is the point.
 */

/* How long servers get after SIGTERM when we are told to end at once. */
#define LAST_WAIT_MSEC 500

/* What --max-time leaves for the end. */
#define OVERTIME_MSEC 1000

/* An end that takes longer is worth a word. */
#define WAIT_NOTE_MSEC 700

/**
 * cli_connection_new:
 * @options: the command line, borrowed
 * @output: where results go, borrowed
 *
 * Creates what a command works with. Nothing is started yet.
 */
CliConnection *
cli_connection_new (const CliOptions *options,
                    CliOutput        *output)
{
  CliConnection *self = g_new0 (CliConnection, 1);

  self->options = options;
  self->output = output;
  self->begin_usec = g_get_monotonic_time ();
  self->cancellable = g_cancellable_new ();

  return self;
}

/**
 * cli_connection_free:
 * @self: (nullable): a connection, closed
 *
 * Frees a connection.
 */
void
cli_connection_free (CliConnection *self)
{
  if (self == NULL)
    return;

  if (!self->is_part)
    cli_interrupt_uninstall ();
  g_clear_handle_id (&self->max_time_source, g_source_remove);
  g_clear_handle_id (&self->ending_source, g_source_remove);
  g_clear_handle_id (&self->reader_source, g_source_remove);
  g_clear_pointer (&self->otlp, cli_otlp_leave);
  g_clear_object (&self->recorder);
  g_clear_pointer (&self->redactor, mcp_redactor_free);
  g_clear_pointer (&self->trace_redactor, mcp_redactor_free);
  g_clear_object (&self->session);
  g_clear_object (&self->profile);
  g_clear_object (&self->cancellable);
  g_free (self->hint);
  g_free (self->told);
  g_clear_object (&self->call_options);
  g_free (self);
}

/* Nobody may be left behind, whatever state all is in; then nothing may block any more. */
static void
end_at_once (CliConnection *self,
             guint          wait_msec)
{
  if (self->session != NULL)
    mcp_session_kill (self->session);
  mcp_process_end_all (wait_msec);
  if (self->recorder != NULL)
    mcp_recorder_finish (self->recorder, NULL);
  mcp_replacement_discard_all ();
  cli_status (NULL);
  _exit (CLI_EXIT_TIMEOUT);
}

/* Who has asked for the end sees why it has not come. */
static gboolean
still_ending_cb (gpointer user_data)
{
  CliConnection *self = user_data;

  self->ending_source = 0;
  if (g_cancellable_is_cancelled (self->cancellable))
    cli_note (_("sounder-cli: waiting for the server to end; Ctrl+C ends it at once"));
  else
    cli_status (_("waiting for the server to end"));

  return G_SOURCE_REMOVE;
}

static void
watch_end (CliConnection *self)
{
  if (self->ending_source == 0)
    self->ending_source = g_timeout_add (WAIT_NOTE_MSEC, still_ending_cb, self);
}

static void
cancel (CliConnection *self)
{
  watch_end (self);
  g_cancellable_cancel (self->cancellable);
}

static void
interrupt_cb (int      signal_number,
              gpointer user_data)
{
  CliConnection *self = user_data;

  if (signal_number != SIGINT)
    {
      /* The servers get SIGTERM and a moment, not the whole ladder. */
      mcp_process_end_all (LAST_WAIT_MSEC);
      end_at_once (self, 0);
    }

  if (++self->n_interrupts > 1)
    end_at_once (self, 0);

  cancel (self);
}

/* Prints why, if nothing was said yet: whoever waits for the server has not come to it. */
static void
end_out_of_time (CliConnection *self)
{
  g_autoptr (GError) error = g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("cancelled"));

  if (self->session != NULL)
    mcp_session_kill (self->session);
  if (self->told == NULL)
    cli_connection_fail (self, NULL, error, NULL);
  cli_output_flush (self->output);
  end_at_once (self, 0);
}

/* For standard output that blocks nobody. */
static gboolean
can_write (int fd)
{
  struct pollfd poll_fd = { fd, POLLOUT, 0 };

  return poll (&poll_fd, 1, 0) > 0 && (poll_fd.revents & POLLOUT) != 0;
}

/* From the thread that watches: the main loop is stuck, and cannot do any of it. */
static void
end_by_force (gpointer user_data)
{
  CliConnection *self = user_data;
  guint max_msec = self->options->max_time_msec;
  gboolean is_late =
    max_msec > 0 && g_get_monotonic_time () - self->begin_usec > (gint64) max_msec * 1000;
  g_autoptr (GError) error =
    is_late ? cli_connection_new_late_error (self)
                : g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("cancelled"));
  g_autoptr (CliFailure) failure = cli_failure_new (NULL, error, TRUE);

  mcp_process_end_all (0);
  mcp_replacement_discard_all ();
  if (self->told == NULL && !cli_output_is_used (self->output)
      && can_write (cli_output_get_fd (self->output)))
    {
      cli_failure_print (failure, self->output);
      cli_output_flush (self->output);
    }
  _exit (CLI_EXIT_TIMEOUT);
}

/**
 * cli_connection_watch:
 * @self: the connection of the whole command
 *
 * Sees to it that the command ends when somebody says so, and --max-time plus a second is over,
 * whatever it waits for.
 */
void
cli_connection_watch (CliConnection *self)
{
  cli_interrupt_watch (end_by_force, self);
  if (self->options->max_time_msec > 0)
    cli_interrupt_watch_time (self->options->max_time_msec + OVERTIME_MSEC);
}

static gboolean
max_time_cb (gpointer user_data)
{
  CliConnection *self = user_data;

  /* The second time it is over for the end, too. */
  if (self->out_of_time)
    end_out_of_time (self);

  self->max_time_source = g_timeout_add (OVERTIME_MSEC, max_time_cb, self);
  self->out_of_time = TRUE;
  cancel (self);

  return G_SOURCE_REMOVE;
}

static void
flush_output (CliConnection *self)
{
  if (!cli_output_flush (self->output))
    g_cancellable_cancel (self->cancellable);
}

/*
 * Who reads our output has gone away, as `head -1` does. A write would tell, but a quiet server
 * gives nothing to write, and `watch` would stay for ever.
 */
static gboolean
reader_gone_cb (int          fd,
                GIOCondition condition,
                gpointer     user_data)
{
  CliConnection *self = user_data;

  self->reader_source = 0;
  cli_output_set_errno (self->output, EPIPE);
  g_cancellable_cancel (self->cancellable);

  return G_SOURCE_REMOVE;
}

/* --verbose: every record, in a form for people, on standard error. */
static void
trace_records_cb (GListModel    *journal,
                  guint          position,
                  guint          n_removed,
                  guint          n_added,
                  CliConnection *self)
{
  guint n_records = position + n_added;

  while (self->n_traced < n_records)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (MCP_JOURNAL (journal),
                                                             ++self->n_traced);

      cli_trace_record (record, self->trace_redactor);
    }
}

static void
still_starting_cb (McpSession    *session,
                   GParamSpec    *pspec,
                   CliConnection *self)
{
  g_auto (GStrv) lines = NULL;
  g_autofree char *last = NULL;
  g_autofree char *text = NULL;
  guint seconds = 0;
  guint n_lines;

  g_object_get (session, "still-starting-seconds", &seconds, NULL);
  if (seconds == 0)
    {
      cli_status (NULL);
      return;
    }

  lines = mcp_session_dup_stderr_tail (session);
  n_lines = lines != NULL ? g_strv_length (lines) : 0;
  last = cli_text_visible (n_lines > 0 ? lines[n_lines - 1] : "", -1, FALSE);
  text = g_strdup_printf (_("still starting, %u s  %s"), seconds, last);
  cli_status (text);
}

/* Told when it happens; the session goes on, and the command ends with the error. */
static void
recording_failed_cb (McpRecorder   *recorder,
                     const GError  *error,
                     CliConnection *self)
{
  cli_note (_("sounder-cli: --record: %s; the session goes on"), error->message);
}

/* Values come from the keyring when it connects; the recorder writes after this is done. */
static void
tell_secrets_cb (CliConnection *self)
{
  if (self->redactor != NULL)
    mcp_session_tell_secrets (self->session, self->redactor);
  if (self->trace_redactor != NULL)
    mcp_session_tell_secrets (self->session, self->trace_redactor);
}

/* The disk of temporary files is full: what comes now is held in memory, as far as that goes. */
static void
storage_error_cb (McpJournal    *journal,
                  const GError  *error,
                  CliConnection *self)
{
  cli_note (_("sounder-cli: %s; the session goes on"), error->message);
}

static void
memory_short_cb (McpSession    *session,
                 guint64        limit_bytes,
                 CliConnection *self)
{
  g_autofree char *size = mcp_format_size (limit_bytes);

  cli_note (
      _("sounder-cli: more than %s is held: reading waits until it is written (--max-memory)"),
      size);
}

static gboolean
start_recording (CliConnection *self,
                 GError       **error)
{
  g_autofree char *profile_json = mcp_profile_to_public_json (self->profile);

  if (self->options->record == NULL)
    return TRUE;

  if (!self->options->no_redact)
    {
      self->redactor = mcp_redactor_new ();
      tell_secrets_cb (self);
    }

  self->recorder = mcp_recorder_new (mcp_session_get_journal (self->session),
                                     self->options->record, profile_json, self->redactor, error);
  if (self->recorder == NULL)
    return FALSE;

  /* The first line is written by now. */
  if (mcp_recorder_get_error (self->recorder) != NULL)
    recording_failed_cb (self->recorder, mcp_recorder_get_error (self->recorder), self);
  g_signal_connect (self->recorder, "failed", G_CALLBACK (recording_failed_cb), self);

  return TRUE;
}

/*
 * A level the server cannot set is worth a word, not the whole command. Later revisions name it in
 * each request.
 */
static int
set_log_level (CliConnection *self)
{
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;

  if (self->options->log_level == NULL
      || mcp_session_has_feature (self->session, MCP_FEATURE_LOG_LEVEL_IN_REQUESTS))
    return CLI_EXIT_OK;

  if (!mcp_session_has_capability (self->session, "logging"))
    {
      cli_note (_("sounder-cli: --log-level: the server does not declare logging"));
      return CLI_EXIT_OK;
    }

  call = mcp_session_new_set_level (self->options->log_level);
  if (!cli_connection_call (self, call, &error))
    return cli_connection_fail (self, "logging/setLevel", error, call);

  return CLI_EXIT_OK;
}

/* Rules of this run come before those of the server. Without any, nobody is there to ask. */
static gboolean
read_answers (CliConnection *self,
              GError       **error)
{
  const char *path = self->options->answers;
  g_autofree char *text = NULL;
  g_autoptr (McpAnswerRules) rules = NULL;
  g_autoptr (GError) reason = NULL;
  gsize length;

  if (path == NULL)
    return TRUE;

  if (g_file_get_contents (path, &text, &length, &reason))
    rules = mcp_answer_rules_new_from_json (text, length, &reason);
  if (rules == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "--answers %s: %s", path, reason->message);
      return FALSE;
    }

  mcp_questions_set_rules (mcp_session_get_questions (self->session), rules);

  return TRUE;
}

/**
 * cli_connection_listen:
 *
 * Takes signals from here on, and the time of --max-time: they cancel what the connection does.
 *
 * Returns: whether that is possible
 */
gboolean
cli_connection_listen (CliConnection  *self,
                       GError        **error)
{
  gint64 spent_msec = (g_get_monotonic_time () - self->begin_usec) / 1000;

  if (self->is_listening)
    return TRUE;

  self->is_listening = TRUE;
  if (self->options->max_time_msec > 0)
    self->max_time_source = g_timeout_add (
        (guint) MAX (self->options->max_time_msec - spent_msec, 0), max_time_cb, self);

  return cli_interrupt_install (interrupt_cb, self, error);
}

static void
question_settled_cb (McpQuestions *questions,
                     McpQuestion  *question)
{
  const char *rule = mcp_question_get_info (question)->rule;
  g_autofree char *misfit = rule != NULL ? mcp_question_dup_misfit (question) : NULL;

  if (misfit != NULL)
    cli_note (_("sounder-cli: what a rule answered breaks the form: %s (%s)"), misfit, rule);
}

/* Each is told once, when it is over: what is before is in the messages. */
static void
own_task_changed_cb (McpTask *task)
{
  const McpTaskInfo *info = mcp_task_get_info (task);

  if (info->hold == MCP_TASK_FOLLOWED)
    return;

  g_signal_handlers_disconnect_by_func (task, own_task_changed_cb, NULL);
  cli_note (_("sounder-cli: the server asked %s as the task %s: %s"), info->tool, info->id,
            info->hold == MCP_TASK_EXPIRED ? _("no longer kept") : info->status_word);
}

static void
own_tasks_changed_cb (GListModel *tasks,
                      guint       position,
                      guint       removed,
                      guint       added)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (tasks, i);

      g_signal_connect (task, "changed", G_CALLBACK (own_task_changed_cb), NULL);
    }
}

static gboolean
prepare_session (CliConnection *self,
                 GError       **error)
{
  if (self->options->open != NULL)
    {
      if (self->options->otlp != NULL)
        {
          g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE,
                               _("--otlp goes with a server; “convert --to otlp” writes the spans of a recording"));
          return FALSE;
        }
      if (!cli_connection_listen (self, error))
        return FALSE;
      self->session = cli_recording_open (self->options, self->cancellable, &self->profile, error);
      return self->session != NULL;
    }

  if (self->profile == NULL)
    self->profile = cli_profile_new (self->options, error);
  if (self->profile == NULL)
    return FALSE;

  self->session = mcp_session_new (self->profile, NULL);
  mcp_session_set_auto_list (self->session, FALSE);
  mcp_tasks_set_restore (mcp_session_get_tasks (self->session), FALSE);
  g_signal_connect (self->session, "notify::still-starting-seconds",
                    G_CALLBACK (still_starting_cb), self);

  g_signal_connect (self->session, "memory-short", G_CALLBACK (memory_short_cb), self);
  g_signal_connect (mcp_session_get_journal (self->session), "storage-error",
                    G_CALLBACK (storage_error_cb), self);
  if (!self->options->no_redact && (self->options->verbose || self->options->record != NULL))
    g_signal_connect_swapped (mcp_session_get_journal (self->session), "items-changed",
                              G_CALLBACK (tell_secrets_cb), self);
  if (self->options->verbose && !self->options->no_redact)
    self->trace_redactor = mcp_redactor_new ();
  if (self->options->verbose)
    g_signal_connect (mcp_session_get_journal (self->session), "items-changed",
                      G_CALLBACK (trace_records_cb), self);

  /* Only commands that run until interrupted stop when the reader of their output has gone. */
  if ((self->options->command->flags & CLI_COMMAND_GOES_ON) != 0 && !self->is_part)
    self->reader_source = g_unix_fd_add (cli_output_get_fd (self->output), G_IO_ERR,
                                         reader_gone_cb, self);
  g_signal_connect (mcp_session_get_questions (self->session), "settled",
                    G_CALLBACK (question_settled_cb), NULL);
  g_signal_connect (mcp_own_tasks_get_list (mcp_session_get_own_tasks (self->session)), "items-changed",
                    G_CALLBACK (own_tasks_changed_cb), NULL);

  if (self->options->otlp == NULL && (self->options->otlp_headers != NULL || self->options->otlp_content))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, _("--otlp-header and --otlp-content go with --otlp URL"));
      return FALSE;
    }
  if (self->options->otlp != NULL
      && (self->otlp = cli_otlp_join (self->options, self->session, error)) == NULL)
    return FALSE;

  return read_answers (self, error) && start_recording (self, error) &&
         (self->is_part || cli_connection_listen (self, error));
}

/**
 * cli_connection_prepare:
 *
 * Makes the session without starting the server, for who wants to hear of its start. Prints why
 * when it cannot.
 *
 * Returns: %CLI_EXIT_OK, or what to end with
 */
int
cli_connection_prepare (CliConnection *self)
{
  g_autoptr (GError) error = NULL;

  if ((self->call_options == NULL
       && (self->call_options = cli_call_options_read (self->options, &error)) == NULL) || (self->session == NULL && !prepare_session (self, &error)))
    return cli_connection_fail (self, NULL, error, NULL);

  return CLI_EXIT_OK;
}

/* After a connect that failed for want of a token, as @error says. */
static gboolean
sign_in_and_open (CliConnection  *self,
                  GError        **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (mcp_session_get_authorizer (self->session) == NULL)
    return FALSE;
  if (!self->options->interactive)
    {
      if (self->hint == NULL)
        self->hint = g_strdup_printf (_("Sign in with “sounder-cli auth login %s”, or give "
                                        "--interactive."),
                                      mcp_profile_get_url (self->profile));
      return FALSE;
    }

  g_clear_error (error);
  if (!cli_auth_run (self, MCP_AUTH_SIGN_IN, error))
    return FALSE;

  mcp_session_open_async (self->session, self->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (self, &result);
  cli_status (NULL);

  return mcp_session_open_finish (self->session, result, error);
}

/**
 * cli_connection_open:
 *
 * Starts the server that the command line names and waits until it may be used. Prints why
 * when it cannot.
 *
 * Returns: %CLI_EXIT_OK, or what to end with
 */
int
cli_connection_open (CliConnection *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  int status = cli_connection_prepare (self);

  if (status != CLI_EXIT_OK)
    return status;

  if (mcp_session_get_state (self->session) == MCP_SESSION_RECORDED)
    return CLI_EXIT_OK;

  cli_auth_follow (self);
  mcp_session_open_async (self->session, self->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (self, &result);
  cli_status (NULL);

  if (!mcp_session_open_finish (self->session, result, &error)
      && !(g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTH) && sign_in_and_open (self, &error)))
    return cli_connection_fail (self, mcp_profile_get_name (self->profile), error, NULL);

  self->ready = TRUE;
  self->n_before = mcp_journal_get_n_records (mcp_session_get_journal (self->session));

  return set_log_level (self);
}

static void
close_session (CliConnection *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  guint64 n_dropped_bytes;

  watch_end (self);
  mcp_session_close_async (self->session, NULL, cli_connection_store_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  mcp_session_close_finish (self->session, result, NULL);
  g_clear_handle_id (&self->ending_source, g_source_remove);
  cli_status (NULL);

  n_dropped_bytes = mcp_session_get_n_dropped_bytes (self->session);
  if (n_dropped_bytes > 0)
    {
      g_autofree char *size = mcp_format_size (n_dropped_bytes);

      cli_note (
          _("sounder-cli: %s came while the connection was being closed, and were not looked at"),
          size);
    }

  /* The last rows are for --verbose and --record too. */
  mcp_journal_flush (mcp_session_get_journal (self->session));
}

/**
 * cli_connection_close:
 * @status: what the command ended with
 *
 * Writes all that is left, ends the server and finishes the recording.
 *
 * Returns: what the program ends with
 */
int
cli_connection_close (CliConnection *self,
                      int            status)
{
  g_autoptr (GError) error = NULL;
  int write_errno;

  cli_status (NULL);
  cli_output_flush (self->output);

  if (self->session != NULL)
    close_session (self);
  g_clear_pointer (&self->otlp, cli_otlp_leave);

  /* What a signal kept us from writing. */
  cli_output_flush (self->output);

  if (self->recorder != NULL && !mcp_recorder_finish (self->recorder, &error))
    {
      cli_note ("sounder-cli: --record %s: %s", self->options->record, error->message);
      status = status != CLI_EXIT_OK ? status : CLI_EXIT_ERROR;
    }

  write_errno = cli_output_get_errno (self->output);
  if (write_errno == EPIPE)
    status = CLI_EXIT_OK;
  else if (write_errno != 0)
    {
      cli_note (_("sounder-cli: standard output: %s"), g_strerror (write_errno));
      status = CLI_EXIT_ERROR;
    }

  return status;
}

/**
 * cli_connection_iterate:
 * @self: a connection, open, or one that will never have a session
 *
 * Waits for something to happen and lets it, then writes what was printed meanwhile.
 *
 * Returns: %FALSE when the command has to end: interrupted, out of time, nobody reads, or the
 *   session is over
 */
gboolean
cli_connection_iterate (CliConnection *self)
{
  g_main_context_iteration (NULL, TRUE);
  flush_output (self);

  return !g_cancellable_is_cancelled (self->cancellable)
         && (self->session == NULL || mcp_session_is_open (self->session));
}

static gboolean
set_flag_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;

  return G_SOURCE_REMOVE;
}

/**
 * cli_connection_await:
 * @deadline_usec: until when, monotonic
 * @condition: (nullable): what to wait for
 *
 * Waits until @condition holds, the time is over, or the command has to end.
 *
 * Returns: whether @condition holds
 */
gboolean
cli_connection_await (CliConnection *self,
                      gint64         deadline_usec,
                      gboolean     (*condition) (gpointer user_data),
                      gpointer       user_data)
{
  gint64 left_usec = MAX (0, deadline_usec - g_get_monotonic_time ());
  gboolean is_over = FALSE;
  guint source_id = g_timeout_add ((left_usec + 999) / 1000, set_flag_cb, &is_over);

  while (!is_over && !(condition != NULL && condition (user_data)))
    {
      if (!cli_connection_iterate (self))
        break;
    }

  if (!is_over)
    g_source_remove (source_id);

  return condition != NULL && condition (user_data);
}
