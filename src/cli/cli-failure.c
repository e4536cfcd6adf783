/* cli-failure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-doctor.h"
#include "cli-failure.h"
#include "cli-json.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"

static int
get_status (const GError *error,
            gboolean      connecting)
{
  if (error->domain == G_IO_ERROR && error->code == G_IO_ERROR_CANCELLED)
    return CLI_EXIT_TIMEOUT;
  if (error->domain != MCP_ERROR)
    return connecting ? CLI_EXIT_CONNECT : CLI_EXIT_ERROR;

  switch (error->code)
    {
    case MCP_ERROR_USAGE:
    case MCP_ERROR_CONFIG:
      return CLI_EXIT_USAGE;
    case MCP_ERROR_SPAWN:
    case MCP_ERROR_NETWORK:
    case MCP_ERROR_TLS:
    case MCP_ERROR_HTTP:
    case MCP_ERROR_LOST:
    case MCP_ERROR_NOT_OPEN:
      return CLI_EXIT_CONNECT;
    case MCP_ERROR_AUTH:
      return CLI_EXIT_AUTH;
    case MCP_ERROR_STORAGE:
      return CLI_EXIT_ERROR;
    case MCP_ERROR_CONSENT:
      return CLI_EXIT_CONSENT;
    case MCP_ERROR_INPUT:
      return CLI_EXIT_USAGE;
    case MCP_ERROR_TIMED_OUT:
    case MCP_ERROR_CANCELLED:
    case MCP_ERROR_CLOSED:
      return CLI_EXIT_TIMEOUT;
    case MCP_ERROR_DIED:
      /* Before the handshake is over there is no connection that could die. */
      return connecting ? CLI_EXIT_CONNECT : CLI_EXIT_DIED;
    default:
      return connecting ? CLI_EXIT_CONNECT : CLI_EXIT_ERROR;
    }
}

/* The session's own remedies speak of the window's pages; these speak of options. */
static const char *
get_remedy (const GError *error,
            gboolean      connecting)
{
  if (error->domain != MCP_ERROR)
    return NULL;

  switch (error->code)
    {
    case MCP_ERROR_USAGE:
      return _("sounder-cli --help tells how it is used.");
    case MCP_ERROR_SPAWN:
      return _("Check the program’s name and path, and --cwd; it is started without a shell.");
    case MCP_ERROR_INPUT:
      return _("Give each with --input NAME=VALUE; on a terminal you are asked.");
    case MCP_ERROR_CONSENT:
      return _("Look at what it would run, and give --yes to agree, or --allow-value for each value "
               "that it would get; on a terminal you are asked.");
    case MCP_ERROR_AUTH:
      return _("Sign in with “sounder-cli auth login”, or give a token that the server takes with "
               "--header 'Authorization: Bearer TOKEN'.");
    case MCP_ERROR_LOST:
      return _("The server may have done it. See how the stream ended with --verbose before you "
               "ask again.");
    case MCP_ERROR_TIMED_OUT:
      if (connecting)
        return _("Does it wait for something, such as a download or a password? --verbose shows "
                 "what it writes, --timeout SECONDS gives it more time.");
      return _("Give it more time with --timeout SECONDS, or see what it does with --verbose.");
    case MCP_ERROR_DIED:
      if (connecting)
        return _("Run the command by itself: it should wait for input.");
      return _("See all that went before it with --verbose.");
    case MCP_ERROR_VERSION:
      return _("Offer another revision with --protocol VERSION, or update the server.");
    case MCP_ERROR_CAPABILITY:
      return _("sounder-cli info tells what the server offers.");
    case MCP_ERROR_INVALID_RESPONSE:
    case MCP_ERROR_INVALID_MESSAGE:
      return _("See the bytes with --verbose, and what is wrong with sounder-cli check.");
    default:
      return NULL;
    }
}

/**
 * cli_failure_new:
 * @what: (nullable): what was tried, such as “tools/call echo”
 * @error: why it failed
 * @connecting: whether the server was not ready yet
 *
 * Creates a failure from an error.
 */
CliFailure *
cli_failure_new (const char   *what,
                 const GError *error,
                 gboolean      connecting)
{
  CliFailure *self = g_new0 (CliFailure, 1);

  if (error->domain == G_IO_ERROR && error->code == G_IO_ERROR_CANCELLED)
    self->kind = g_strdup ("cancelled");
  else if (error->domain == MCP_ERROR)
    self->kind = g_strdup (mcp_error_get_nick (error->code));
  else
    self->kind = g_strdup ("protocol");

  if (what != NULL)
    self->message = g_strdup_printf ("%s: %s", what, error->message);
  else
    self->message = g_strdup (error->message);

  self->remedy = g_strdup (get_remedy (error, connecting));
  self->status = get_status (error, connecting);

  return self;
}

void
cli_failure_set_remedy (CliFailure *self,
                        const char *remedy)
{
  g_free (self->remedy);
  self->remedy = g_strdup (remedy);
}

/**
 * cli_failure_set_server_error:
 * @object: the error object that the server answered with
 *
 * Takes code and data over from a JSON-RPC error (JSON-RPC 2.0 section 5.1), token for token.
 */
void
cli_failure_set_server_error (CliFailure *self,
                              const char *object,
                              gsize       length)
{
  McpSpan data;

  self->has_code = mcp_json_lookup_int64 (object, length, "code", &self->code);

  if (mcp_json_lookup (object, length, "data", &data))
    {
      g_free (self->data);
      self->data = mcp_json_one_line (object + data.offset, data.length, NULL);
    }
}

/* {"exit_code": 3, "stderr": [lines]} */
static char *
describe_death (McpSession *session,
                char      **stderr_tail)
{
  GString *data = g_string_new ("{");
  McpExit status;

  if (mcp_session_get_exit (session, &status))
    mcp_json_append_member_int (data, status.exited ? "exit_code" : "signal",
                                status.exited ? status.exit_code : status.signal_number);

  mcp_json_append_key (data, "stderr");
  g_string_append_c (data, '[');
  for (guint i = 0; stderr_tail != NULL && stderr_tail[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (data, ',');
      mcp_json_append_string (data, stderr_tail[i], -1);
    }
  g_string_append (data, "]}");

  return g_string_free (data, FALSE);
}

/**
 * cli_failure_set_session:
 * @session: the session in which it happened
 * @since: the first record that matters, such as that of the request; 0 for the whole connection
 *
 * Takes over what the session knows: how the server ended, its last lines, and what else was seen.
 */
void
cli_failure_set_session (CliFailure *self,
                         McpSession *session,
                         guint       since)
{
  /* An error that the server answered with says enough. */
  if (!g_str_equal (self->kind, "server") && !g_str_equal (self->kind, "usage") &&
      !g_str_equal (self->kind, "cancelled"))
    {
      g_strfreev (self->stderr_tail);
      self->stderr_tail = mcp_session_dup_stderr_tail (session);
      g_clear_pointer (&self->evidence, g_ptr_array_unref);
      mcp_journal_flush (mcp_session_get_journal (session));
      self->evidence = mcp_session_dup_evidence (session, since);
    }

  if (g_str_equal (self->kind, "died") && self->data == NULL)
    self->data = describe_death (session, self->stderr_tail);
}

/**
 * cli_failure_set_diagnosis:
 * @session: the session in which it happened
 *
 * Takes over what the connection doctor found: its remedy, the steps, and the certificate when
 * it is what is wrong.
 */
void
cli_failure_set_diagnosis (CliFailure *self,
                           McpSession *session)
{
  const McpFailure *failure = mcp_session_get_failure (session);
  const char *remedy = failure->remedy;
  McpCertificate *certificate = mcp_session_get_certificate (session);

  if (mcp_session_get_failed_step (session) == MCP_N_STEPS)
    return;

  if (remedy != NULL)
    {
      g_free (self->remedy);
      self->remedy = g_strdup (remedy);
    }

  self->action = failure->action;
  g_free (self->target);
  self->target = g_strdup (failure->target);

  g_set_object (&self->steps, mcp_session_get_steps (session));
  if (mcp_session_get_failed_step (session) == MCP_STEP_TLS && certificate != NULL &&
      mcp_certificate_get_problems (certificate) != 0)
    g_set_object (&self->certificate, certificate);
}

static void
redact (McpRedactor  *redactor,
        char        **text)    /* (nullable) */
{
  g_autofree char *before = g_steal_pointer (text);

  if (before != NULL)
    *text = mcp_redactor_redact (redactor, before, -1, NULL);
}

/**
 * cli_failure_redact:
 * @redactor: (transfer full): knows what was sent
 *
 * Takes secrets out of what came from the server: it may say what it was sent.
 */
void
cli_failure_redact (CliFailure  *self,
                    McpRedactor *redactor)
{
  self->redactor = redactor;
  redact (redactor, &self->message);
  redact (redactor, &self->data);
  for (guint i = 0; self->stderr_tail != NULL && self->stderr_tail[i] != NULL; i++)
    redact (redactor, &self->stderr_tail[i]);
  for (guint i = 0; self->evidence != NULL && i < self->evidence->len; i++)
    redact (redactor, &((McpEvidence *) self->evidence->pdata[i])->text);
}

/* How the command line does what a button of the window does; (nullable). */
static char *
dup_option (CliFailure *self)
{
  if (self->target == NULL)
    return NULL;

  switch (self->action)
    {
    case MCP_REMEDY_SET_VARIABLE:
      return strchr (self->target, '=') != NULL ? g_strdup_printf ("--env %s", self->target)
                                                : g_strdup_printf ("--env %s=…", self->target);
    case MCP_REMEDY_SET_HEADER:
      return g_strdup_printf ("--header '%s: …'", self->target);
    case MCP_REMEDY_USE_PROTOCOL:
      return g_strdup_printf ("--protocol %s", self->target);
    case MCP_REMEDY_USE_URL:
      return g_strdup_printf ("--url %s", self->target);
    case MCP_REMEDY_NONE:
    case MCP_REMEDY_RETRY:
    case MCP_REMEDY_EDIT:
    case MCP_REMEDY_USE_PATH:
    case MCP_REMEDY_USE_HTTPS:
    case MCP_REMEDY_USE_HTTP:
    case MCP_REMEDY_CERTIFICATE:
    case MCP_REMEDY_PERMIT:
    case MCP_REMEDY_COPY_COMMAND:
    case MCP_REMEDY_SIGN_IN:
    case MCP_REMEDY_ADD_ARGUMENT:
    case MCP_REMEDY_TIMELINE:
    case MCP_N_REMEDIES:
    default:
      return NULL;
    }
}

/* [{"kind": "output", "record": 4, "rule": null, "text": "…"}] */
static void
append_evidence (CliFailure *self,
                 GString    *object)
{
  mcp_json_append_key (object, "evidence");
  g_string_append_c (object, '[');
  for (guint i = 0; i < self->evidence->len; i++)
    {
      const McpEvidence *evidence = self->evidence->pdata[i];

      g_string_append (object, i > 0 ? ",{" : "{");
      mcp_json_append_member_string (object, "kind", mcp_evidence_kind_get_nick (evidence->kind));
      cli_json_append_number (object, "record", evidence->serial > 0 ? (gint64) evidence->serial : -1);
      cli_json_append_string (object, "rule", evidence->rule);
      mcp_json_append_member_string (object, "text", evidence->text);
      g_string_append_c (object, '}');
    }
  g_string_append_c (object, ']');
}

static void
print_json (CliFailure *self,
            CliOutput  *output)
{
  g_autoptr (GString) object = g_string_new ("{");
  g_autoptr (GString) document = g_string_new ("{");

  mcp_json_append_member_string (object, "kind", self->kind);
  mcp_json_append_member_string (object, "message", self->message);
  if (self->has_code)
    mcp_json_append_member_int (object, "code", self->code);
  else
    mcp_json_append_member (object, "code", "null");
  mcp_json_append_member (object, "data", self->data != NULL ? self->data : "null");
  cli_json_append_string (object, "remedy", self->remedy);
  if (self->action != MCP_REMEDY_NONE)
    {
      mcp_json_append_member_string (object, "action", mcp_remedy_get_nick (self->action));
      cli_json_append_string (object, "target", self->target);
    }
  if (self->evidence != NULL && self->evidence->len > 0)
    append_evidence (self, object);
  if (self->steps != NULL)
    {
      mcp_json_append_key (object, "steps");
      cli_doctor_append_steps (object, self->steps);
    }
  if (self->certificate != NULL)
    {
      mcp_json_append_key (object, "certificate");
      cli_doctor_append_certificate (object, self->certificate);
    }
  g_string_append_c (object, '}');

  mcp_json_append_member (document, "error", object->str);
  g_string_append_c (document, '}');
  cli_output_print_json (output, document->str, document->len);
}

/* Each kind under its title; what a command prints of itself is left out. */
static void
print_evidence (CliFailure *self)
{
  const McpEvidence *before = NULL;

  for (guint i = 0; self->evidence != NULL && i < self->evidence->len; i++)
    {
      const McpEvidence *evidence = self->evidence->pdata[i];
      g_autofree char *text = NULL;

      if (evidence->kind == MCP_EVIDENCE_STDERR
          || (evidence->kind == MCP_EVIDENCE_FINDING && self->without_findings))
        continue;
      if (before == NULL || before->kind != evidence->kind)
        cli_note ("%s", mcp_evidence_kind_get_title (evidence->kind));
      before = evidence;

      text = cli_text_visible (evidence->text, -1, FALSE);
      if (evidence->rule != NULL)
        cli_note ("  | %s (%s)", text, evidence->rule);
      else
        cli_note ("  | %s", text);
    }
}

static void
print_text (CliFailure *self)
{
  g_autofree char *option = dup_option (self);

  g_autofree char *message = cli_text_visible (self->message, -1, TRUE);

  if (self->steps != NULL && self->with_steps)
    cli_doctor_note_steps (self->steps, self->redactor);

  cli_note ("sounder-cli: %s", message);
  if (self->data != NULL && self->has_code)
    {
      g_autofree char *data = cli_json_visible (self->data, strlen (self->data));

      cli_note ("  %s", data);
    }
  if (self->remedy != NULL)
    {
      g_autofree char *remedy = cli_text_visible (self->remedy, -1, TRUE);

      cli_note ("  %s", remedy);
    }
  if (option != NULL)
    {
      g_autofree char *visible = cli_text_visible (option, -1, FALSE);

      cli_note ("  %s", visible);
    }
  if (self->certificate != NULL)
    cli_doctor_note_certificate (self->certificate);
  print_evidence (self);

  for (guint i = 0; self->stderr_tail != NULL && self->stderr_tail[i] != NULL; i++)
    {
      g_autofree char *line = cli_text_visible (self->stderr_tail[i], -1, FALSE);

      if (i == 0)
        cli_note (_("The last the server wrote to standard error:"));
      cli_note ("  | %s", line);
    }
}

/**
 * cli_failure_print:
 * @output: where results go
 *
 * Tells what went wrong: people on standard error, scripts as an object on standard output.
 */
void
cli_failure_print (CliFailure *self,
                   CliOutput  *output)
{
  gboolean is_document = cli_output_get_format (output) == CLI_FORMAT_JSON;

  /* Two documents would be none. */
  if (cli_output_is_text (output) || (is_document && cli_output_is_used (output)))
    {
      cli_output_flush (output);
      print_text (self);
    }
  else
    print_json (self, output);
}

/**
 * cli_failure_free:
 * @self: (nullable): a failure
 *
 * Frees a failure.
 */
void
cli_failure_free (CliFailure *self)
{
  if (self == NULL)
    return;

  g_free (self->kind);
  g_free (self->message);
  g_free (self->data);
  g_free (self->remedy);
  g_free (self->target);
  g_strfreev (self->stderr_tail);
  g_clear_pointer (&self->evidence, g_ptr_array_unref);
  g_clear_object (&self->steps);
  g_clear_pointer (&self->redactor, mcp_redactor_free);
  g_clear_object (&self->certificate);
  g_free (self);
}
