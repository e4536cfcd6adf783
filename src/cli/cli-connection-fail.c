/* cli-connection-fail.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-connection.h"
#include "mcp-command-advice.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-session-secrets.h"

/*
 * What a command ends with, and what is told of why.
 */

/* A catalog tells the message of an error answer; code and data are in the answer itself. */
static void
set_server_error (CliConnection *self,
                  CliFailure    *failure,
                  McpCall       *call)
{
  McpJournal *journal = mcp_session_get_journal (self->session);
  GBytes *object = call != NULL ? mcp_call_get_outcome (call)->error_object : NULL;

  if (object != NULL)
    {
      cli_failure_set_server_error (failure, g_bytes_get_data (object, NULL),
                                    g_bytes_get_size (object));
      return;
    }

  for (guint serial = mcp_journal_get_n_records (journal); serial > 0; serial--)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (GBytes) bytes = NULL;
      const char *text;
      McpSpan span;

      if (mcp_record_get_kind (record) != MCP_RECORD_ERROR ||
          mcp_record_get_direction (record) != MCP_DIRECTION_IN)
        continue;

      bytes = mcp_record_dup_bytes (record, NULL);
      text = bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;
      if (text != NULL && mcp_json_lookup (text, g_bytes_get_size (bytes), "error", &span))
        cli_failure_set_server_error (failure, text + span.offset, span.length);
      return;
    }
}

#define MAX_LOOKED_AT 500

/* From where on what was seen belongs to the failure: the request, or the whole of a start. */
static guint
find_begin (CliConnection *self,
            McpCall       *call)
{
  McpJournal *journal = mcp_session_get_journal (self->session);
  guint n_records = mcp_journal_get_n_records (journal);

  if (!self->ready)
    return 0;
  if (call != NULL && mcp_call_get_outcome (call)->serial != 0)
    return mcp_call_get_outcome (call)->serial;

  for (guint serial = n_records; serial > 0 && n_records - serial < MAX_LOOKED_AT; serial--)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == MCP_RECORD_REQUEST
          && mcp_record_get_direction (record) == MCP_DIRECTION_OUT
          && mcp_record_get_status (record) != MCP_STATUS_OK)
        return serial;
    }

  return n_records + 1;
}

static gboolean
is_cancelled_error (const GError *error)
{
  return g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED) ||
         g_error_matches (error, MCP_ERROR, MCP_ERROR_CLOSED) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What a sign-in that failed suggests, and how that is given here. (nullable) */
static char *
dup_auth_remedy (CliConnection *self,
                 const GError  *error)
{
  McpAuthorizer *authorizer = self->session != NULL ? mcp_session_get_authorizer (self->session)
                                                    : NULL;
  McpAuthFlow *flow = authorizer != NULL ? mcp_authorizer_get_flow (authorizer) : NULL;
  const GError *reason = flow != NULL ? mcp_auth_flow_get_error (flow) : NULL;
  McpAuthSetting setting;
  const char *remedy;

  if (reason == NULL || !g_error_matches (error, reason->domain, reason->code))
    return NULL;

  remedy = mcp_auth_flow_get_remedy (flow, &setting);
  if (remedy == NULL || setting == MCP_AUTH_N_SETTINGS)
    return mcp_auth_flow_get_goal (flow) != MCP_AUTH_REFRESH ? g_strdup (remedy) : NULL;

  /* Translators: what to set, and the option for it, as in “--oauth issuer=VALUE”. */
  return g_strdup_printf (_("%s On the command line: --oauth %s%s=%s"), remedy,
                          mcp_auth_setting_get_key (setting),
                          setting == MCP_AUTH_PARAM ? ".audience" : "",
                          mcp_auth_setting_is_switch (setting)   ? "true"
                          : mcp_auth_setting_is_secret (setting) ? "@FILE"
                                                                 : "VALUE");
}

/* What to write for a command that cannot start here; (nullable). */
static char *
dup_advice (CliConnection *self,
            const GError  *error)
{
  gboolean is_of_program = g_error_matches (error, MCP_ERROR, MCP_ERROR_SPAWN)
                           || g_error_matches (error, MCP_ERROR, MCP_ERROR_DIED);

  return !self->ready && self->profile != NULL && is_of_program ? mcp_command_advise (self->profile) : NULL;
}

/* Standard error is kept in logs. */
static void
redact (CliConnection *self,
        CliFailure    *failure)
{
  McpRedactor *redactor = mcp_redactor_new ();

  mcp_session_tell_secrets (self->session, redactor);
  cli_failure_redact (failure, redactor);
}

GError *
cli_connection_new_late_error (CliConnection *self)
{
  return g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT, _("not done within --max-time (%g s)"),
                      self->options->max_time_msec / 1000.0);
}

/**
 * cli_connection_fail:
 * @what: (nullable): what was tried
 * @error: why it failed
 * @call: (nullable): the call that failed
 *
 * Tells what went wrong: where results go with a format for scripts, else on standard error.
 */
int
cli_connection_fail (CliConnection *self,
                     const char    *what,
                     const GError  *error,
                     McpCall       *call)
{
  g_autoptr (CliFailure) failure = NULL;
  g_autofree char *auth_remedy = dup_auth_remedy (self, error);
  g_autoptr (GError) late = NULL;
  g_autofree char *advice = dup_advice (self, error);

  if (self->out_of_time && is_cancelled_error (error))
    {
      late = cli_connection_new_late_error (self);
      error = late;
    }

  failure = cli_failure_new (what, error, !self->ready);
  if (self->hint != NULL)
    cli_failure_set_remedy (failure, self->hint);
  else if (late != NULL)
    cli_failure_set_remedy (failure, _("Give it more time with --max-time SECONDS, or see what it "
                                       "does with --verbose."));
  else if (!self->ready && self->profile != NULL &&
           mcp_profile_get_settings (self->profile)->era.choice == MCP_ERA_CHOICE_MODERN &&
           g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    cli_failure_set_remedy (failure, _("It may speak only the legacy revisions: try --era auto."));
  else if (advice != NULL)
    cli_failure_set_remedy (failure, advice);
  else if (!self->ready && self->profile != NULL && mcp_profile_is_stdio (self->profile)
           && mcp_profile_get_settings (self->profile)->inherit_env == MCP_INHERIT_BASIC
           && g_error_matches (error, MCP_ERROR, MCP_ERROR_DIED))
    cli_failure_set_remedy (failure, _("Run the command by itself: it should wait for input. Of your environment it "
                                       "gets HOME, PATH and their kin; --inherit-env all gives it all."));

  if (self->session != NULL)
    {
      if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
        set_server_error (self, failure, call);
      cli_failure_set_session (failure, self->session, find_begin (self, call));
      if (!self->ready && (!mcp_profile_is_stdio (self->profile)
                           || mcp_session_get_failure (self->session)->action != MCP_REMEDY_NONE))
        cli_failure_set_diagnosis (failure, self->session);
      failure->without_findings = (self->options->command->flags & CLI_COMMAND_SHOWS_FINDINGS) != 0;
      failure->with_steps = self->options->verbose ||
                            (self->options->command->flags & CLI_COMMAND_SHOWS_STEPS) != 0;
    }
  if (auth_remedy != NULL && late == NULL)
    cli_failure_set_remedy (failure, auth_remedy);

  g_free (self->told);
  self->told = g_strdup (error->message);

  if (self->session != NULL && cli_output_is_text (self->output) && !self->options->no_redact)
    redact (self, failure);

  /* Somebody who stopped reading does not wait for a complaint. */
  if (cli_output_get_errno (self->output) == 0)
    cli_failure_print (failure, self->output);
  /* They are beside it already, where they are what it is about. */
  if (call != NULL && (failure->evidence == NULL || failure->without_findings))
    cli_connection_note_findings (self, call);

  return failure->status;
}

/**
 * cli_connection_usage:
 *
 * Tells that the command line is wrong.
 *
 * Returns: %CLI_EXIT_USAGE
 */
int
cli_connection_usage (CliConnection *self,
                      const char    *format,
                      ...)
{
  g_autoptr (GError) error = NULL;
  va_list args;

  va_start (args, format);
  error = g_error_new_valist (MCP_ERROR, MCP_ERROR_USAGE, format, args);
  va_end (args);

  return cli_connection_fail (self, NULL, error, NULL);
}

/**
 * cli_connection_interrupted:
 * @what: what was going on
 *
 * Tells that the user, or the time, ended the command.
 */
int
cli_connection_interrupted (CliConnection *self,
                            const char    *what)
{
  g_autoptr (GError) error = g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("cancelled"));

  return cli_connection_fail (self, what, error, NULL);
}

/**
 * cli_connection_ended:
 * @what: the command
 *
 * What a command that runs until it is interrupted ends with: tells it when the server went
 * away under it.
 */
int
cli_connection_ended (CliConnection *self,
                      const char    *what)
{
  g_autoptr (GError) error = NULL;
  const GError *reason = mcp_session_get_error (self->session);

  if (g_cancellable_is_cancelled (self->cancellable) || mcp_session_is_open (self->session)
      || mcp_session_get_state (self->session) == MCP_SESSION_RECORDED)
    return CLI_EXIT_OK;

  if (reason == NULL)
    {
      error = g_error_new_literal (MCP_ERROR, MCP_ERROR_DIED, _("the server went away"));
      reason = error;
    }

  return cli_connection_fail (self, what, reason, NULL);
}
