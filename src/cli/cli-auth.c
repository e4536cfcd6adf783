/* cli-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <unistd.h>

#include "cli-auth.h"
#include "cli-text.h"
#include "mcp-browser.h"
#include "mcp-error.h"
#include "mcp-json.h"

/*
 * Signing in from a terminal: the commands of "auth", and what --interactive does in all others.
 * What the flow tells goes to standard error, results to standard output. Nothing secret is
 * printed.
 */

/* Of a pasted address. */
#define MAX_LINE_BYTES 65536

/* --- What is typed --- */

/* Of a flow, whoever began it. */
typedef struct
{
  McpAuthFlow *flow;    /* which has it */
  GString     *line;
  gboolean     pastes;  /* whether somebody may paste where the browser went */
  gboolean     ended;
  guint        source;
} Input;

#define INPUT_KEY "cli-auth-input"

static void
input_free (gpointer data)
{
  Input *self = data;

  g_clear_handle_id (&self->source, g_source_remove);
  g_string_free (self->line, TRUE);
  g_free (self);
}

static void listen_cb (McpAuthFlow *flow,
                       GParamSpec  *pspec,
                       Input       *input);

/* Lines of standard input: an empty one takes the next step, another is where the browser went. */
static gboolean
input_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  Input *input = user_data;
  gboolean steps = mcp_auth_flow_get_need (input->flow) == MCP_AUTH_NEEDS_GO;
  char byte;
  gssize n_read = read (fd, &byte, 1);

  if (n_read <= 0 || input->line->len > MAX_LINE_BYTES)
    {
      input->source = 0;
      input->ended = TRUE;
      listen_cb (input->flow, NULL, input);
      return G_SOURCE_REMOVE;
    }
  if (byte != '\n')
    {
      g_string_append_c (input->line, byte);
      return G_SOURCE_CONTINUE;
    }

  /* An answer changes what is needed: see listen_cb(). */
  if (steps)
    mcp_auth_flow_answer (input->flow, NULL);
  else if (input->line->len > 0)
    mcp_auth_flow_answer (input->flow, g_strchomp (input->line->str));
  g_string_truncate (input->line, 0);

  return input->source != 0;
}

/* What is typed ahead waits until it is asked for. */
static void
listen_cb (McpAuthFlow *flow,
           GParamSpec  *pspec,
           Input       *input)
{
  McpAuthNeed need = mcp_auth_flow_get_need (flow);
  gboolean wants = need == MCP_AUTH_NEEDS_GO || (need == MCP_AUTH_NEEDS_CALLBACK && input->pastes);

  if (!wants)
    {
      g_clear_handle_id (&input->source, g_source_remove);
    }
  else if (!input->ended && input->source == 0)
    {
      input->source = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP, input_cb, input);
    }
  else if (input->ended && need == MCP_AUTH_NEEDS_GO)
    {
      cli_note (_("Standard input has ended, and with it the steps"));
      mcp_auth_flow_cancel (flow);
    }
}

static void
follow_input (McpAuthFlow *flow)
{
  Input *input = g_new0 (Input, 1);

  input->flow = flow;
  input->line = g_string_new (NULL);
  g_object_set_data_full (G_OBJECT (flow), INPUT_KEY, input, input_free);
  g_signal_connect (flow, "notify::need", G_CALLBACK (listen_cb), input);
}

/* --- What a flow needs --- */

static gboolean
open_browser (const char  *url,
              GError     **error)
{
  return mcp_browser_is_chosen () ? mcp_browser_start (url, error) : g_app_info_launch_default_for_uri (url, NULL, error);
}

static void
consent (CliConnection *connection,
         McpAuthFlow   *flow)
{
  const char *url = mcp_auth_flow_get_browser_url (flow);
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL);
  const char *scope = mcp_auth_flow_get_scope (flow);
  g_autofree char *visible = cli_text_visible (scope != NULL ? scope : _("none named"), -1, FALSE);
  g_autoptr (GError) error = NULL;

  cli_note (_("Signing in at %s, scopes: %s, coming back to %s"),
            uri != NULL ? g_uri_get_host (uri) : "", visible,
            mcp_auth_flow_get_redirect_uri (flow));
  if (connection->options->no_browser || !open_browser (url, &error))
    {
      ((Input *) g_object_get_data (G_OBJECT (flow), INPUT_KEY))->pastes = TRUE;
      if (error != NULL)
        cli_note (_("The browser could not be opened: %s"), error->message);
      cli_note (_("Open this address in a browser:\n%s\nand paste here where it leads to, if it "
                  "does not come back by itself."),
                url);
    }
  mcp_auth_flow_answer (flow, NULL);
}

static void
need_cb (McpAuthFlow   *flow,
         GParamSpec    *pspec,
         CliConnection *connection)
{
  switch (mcp_auth_flow_get_need (flow))
    {
    case MCP_AUTH_NEEDS_GO:
      cli_note (_("Enter takes the next step."));
      break;

    /* Nobody is there to answer: it fails, and says which setting does. */
    case MCP_AUTH_NEEDS_ISSUER:
    case MCP_AUTH_NEEDS_CLIENT:
      mcp_auth_flow_answer (flow, NULL);
      break;

    case MCP_AUTH_NEEDS_FALLBACK:
      cli_note (_("The server has no metadata: going on as revision 2025-03-26 has it. Whether PKCE "
                  "is understood cannot be verified."));
      mcp_auth_flow_answer (flow, NULL);
      break;

    case MCP_AUTH_NEEDS_CONSENT:
      consent (connection, flow);
      break;

    case MCP_AUTH_NEEDS_NOTHING:
    case MCP_AUTH_NEEDS_CALLBACK:
    default:
      break;
    }
}

static void
append_checks (GString     *text,
               McpAuthStep *step)
{
  GPtrArray *checks = mcp_auth_step_get_checks (step);

  for (guint i = 0; i < checks->len; i++)
    {
      McpAuthCheck *check = g_ptr_array_index (checks, i);
      g_autofree char *visible = cli_text_visible (check->text, -1, FALSE);

      g_string_append_printf (text, "\n    %s %s (%s, %s)",
                              check->result == MCP_AUTH_CHECK_HOLDS   ? "✓"
                              : check->result == MCP_AUTH_CHECK_WARNS ? "⚠"
                                                                      : "✗",
                              visible, check->rule, check->paragraph);
    }
}

static void
step_cb (McpAuthStep   *step,
         GParamSpec    *pspec,
         CliConnection *connection)
{
  McpAuthStepState state = mcp_auth_step_get_state (step);
  const char *detail = mcp_auth_step_get_detail (step);
  g_autofree char *visible = cli_text_visible (detail != NULL ? detail : "", -1, FALSE);
  g_autoptr (GString) text = NULL;

  if (state != MCP_AUTH_STEP_DONE && state != MCP_AUTH_STEP_FAILED)
    return;

  text = g_string_new (state == MCP_AUTH_STEP_DONE ? "✓ " : "✗ ");
  g_string_append (text, mcp_auth_stage_get_title (mcp_auth_step_get_stage (step)));
  if (visible[0] != '\0')
    g_string_append_printf (text, ": %s", visible);
  if (mcp_auth_step_get_took_usec (step) >= 0)
    g_string_append_printf (text, " (%" PRId64 " ms)", mcp_auth_step_get_took_usec (step) / 1000);
  append_checks (text, step);
  cli_note ("%s", text->str);
}

static void
flow_cb (McpAuthorizer *authorizer,
         GParamSpec    *pspec,
         CliConnection *connection)
{
  McpAuthFlow *flow = mcp_authorizer_get_flow (authorizer);
  GListModel *steps = flow != NULL ? mcp_auth_flow_get_steps (flow) : NULL;
  gboolean tells = connection->options->verbose
                   || (g_str_equal (connection->options->command->name, "auth")
                       && !g_str_equal (connection->options->command->verb, "check"));

  if (flow == NULL)
    return;

  g_signal_connect (flow, "notify::need", G_CALLBACK (need_cb), connection);
  follow_input (flow);
  for (guint i = 0; tells && i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (steps, i);

      g_signal_connect (step, "notify::state", G_CALLBACK (step_cb), connection);
    }
}

void
cli_auth_follow (CliConnection *connection)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (connection->session);

  if (authorizer == NULL)
    return;

  mcp_authorizer_set_interactive (authorizer, connection->options->interactive);
  g_signal_connect (authorizer, "notify::flow", G_CALLBACK (flow_cb), connection);
}

/* --- Running --- */

static void
cancelled_cb (GCancellable *cancellable,
              McpAuthFlow  *flow)
{
  mcp_auth_flow_cancel (flow);
}

gboolean
cli_auth_run (CliConnection  *connection,
              McpAuthGoal     goal,
              GError        **error)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (connection->session);
  g_autoptr (McpAuthFlow) flow = NULL;
  gulong handler;

  flow = g_object_ref (mcp_authorizer_begin (authorizer, goal, connection->options->step));
  handler = g_signal_connect_object (connection->cancellable, "cancelled",
                                     G_CALLBACK (cancelled_cb), flow, 0);
  if (g_cancellable_is_cancelled (connection->cancellable))
    mcp_auth_flow_cancel (flow);
  while (mcp_authorizer_get_status (authorizer) == MCP_AUTHORIZER_WORKING)
    g_main_context_iteration (NULL, TRUE);

  g_clear_signal_handler (&handler, connection->cancellable);
  if (mcp_auth_flow_get_error (flow) == NULL)
    return TRUE;

  g_propagate_error (error, g_error_copy (mcp_auth_flow_get_error (flow)));

  return FALSE;
}

/* --- Commands --- */

static int
prepare (CliConnection *connection)
{
  int status = cli_connection_prepare (connection);
  g_autoptr (GError) error = NULL;

  if (status != CLI_EXIT_OK)
    return status;

  if (mcp_session_get_authorizer (connection->session) != NULL)
    return CLI_EXIT_OK;

  error = g_error_new_literal (MCP_ERROR, MCP_ERROR_USAGE,
                               _("only servers with an address are signed in to, and not with an "
                                 "Authorization header of one's own"));

  return cli_connection_fail (connection, "auth", error, NULL);
}

static void
append_text (GString    *json,
             const char *key,
             const char *value)
{
  if (value != NULL)
    mcp_json_append_member_string (json, key, value);
}

static void
print_text (CliOutput  *output,
            const char *title,
            const char *value)
{
  g_autofree char *visible = value != NULL ? cli_text_visible (value, -1, FALSE) : NULL;

  if (visible != NULL)
    cli_output_print (output, "%s: %s\n", title, visible);
}

static void
print_status (CliConnection *connection)
{
  CliOutput *output = connection->output;
  McpAuthorizer *authorizer = mcp_session_get_authorizer (connection->session);
  const McpAuthToken *token = mcp_authorizer_get_token (authorizer);
  const GError *kept = mcp_authorizer_get_store_error (authorizer);
  g_autoptr (GString) json = NULL;
  gint64 left = token != NULL ? mcp_auth_token_get_left (token) : G_MAXINT64;

  if (!cli_output_is_text (output))
    {
      json = g_string_new ("{");
      mcp_json_append_member_string (json, "server", mcp_authorizer_get_server_url (authorizer));
      mcp_json_append_member (json, "signedIn", token != NULL ? "true" : "false");
      if (token != NULL)
        {
          append_text (json, "issuer", token->issuer);
          append_text (json, "tokenType", token->token_type);
          append_text (json, "scope", token->scope);
          append_text (json, "requestedScope", token->requested_scope);
          append_text (json, "resource", token->resource);
          mcp_json_append_member (json, "refreshable", token->refresh_token != NULL ? "true"
                                                                                    : "false");
          append_text (json, "departures", token->departures);
          if (left != G_MAXINT64)
            mcp_json_append_member_int (json, "expiresInSeconds", left);
        }
      append_text (json, "keyringError", kept != NULL ? kept->message : NULL);
      g_string_append_c (json, '}');
      cli_output_print_json (output, json->str, json->len);
      return;
    }

  if (token == NULL)
    {
      cli_output_print (output, _("Not signed in at %s\n"),
                        mcp_authorizer_get_server_url (authorizer));
      return;
    }

  cli_output_print (output, _("Signed in at %s\n"), mcp_authorizer_get_server_url (authorizer));
  print_text (output, _("Issuer"), token->issuer);
  print_text (output, _("Token"), token->token_type);
  print_text (output, _("Scopes"), token->scope != NULL ? token->scope : token->requested_scope);
  if (left == G_MAXINT64)
    cli_output_print (output, _("The server does not say when it expires\n"));
  else if (left > 0)
    cli_output_print (output, _("Expires in %" PRId64 " s\n"), left);
  else
    cli_output_print (output, _("Expired %" PRId64 " s ago\n"), -left);
  if (token->refresh_token != NULL)
    cli_output_print (output, _("It can be refreshed\n"));
  print_text (output, _("Got with settings that depart from the specification"), token->departures);
  if (kept != NULL)
    cli_output_print (output, _("It is not kept: %s\n"), kept->message);
}

static int
run_goal (CliConnection *connection,
          McpAuthGoal    goal)
{
  g_autoptr (GError) error = NULL;
  int status = prepare (connection);

  if (status != CLI_EXIT_OK)
    return status;

  cli_auth_follow (connection);
  if (!cli_auth_run (connection, goal, &error))
    return cli_connection_fail (connection, mcp_profile_get_name (connection->profile), error, NULL);

  print_status (connection);

  return CLI_EXIT_OK;
}

int
cli_run_auth_login (CliConnection *connection)
{
  return run_goal (connection, MCP_AUTH_SIGN_IN);
}

int
cli_run_auth_refresh (CliConnection *connection)
{
  return run_goal (connection, MCP_AUTH_REFRESH);
}

static gboolean
load (CliConnection *connection)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (connection->session);
  g_autoptr (GAsyncResult) result = NULL;

  mcp_authorizer_load_async (authorizer, connection->cancellable, cli_connection_store_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  mcp_authorizer_load_finish (authorizer, result);

  return mcp_authorizer_get_token (authorizer) != NULL;
}

/**
 * cli_run_auth_status:
 *
 * Tells of the token that is kept. The server is not asked.
 *
 * Returns: what to end with: %CLI_EXIT_AUTH without a token
 */
int
cli_run_auth_status (CliConnection *connection)
{
  int status = prepare (connection);
  gboolean signed_in;

  if (status != CLI_EXIT_OK)
    return status;

  signed_in = load (connection);
  print_status (connection);

  return signed_in ? CLI_EXIT_OK : CLI_EXIT_AUTH;
}

/* Forgets the token and the registration; with --revoke the server is told first. */
int
cli_run_auth_logout (CliConnection *connection)
{
  McpAuthorizer *authorizer;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  int status = prepare (connection);

  if (status != CLI_EXIT_OK)
    return status;

  authorizer = mcp_session_get_authorizer (connection->session);
  cli_auth_follow (connection);
  if (connection->options->revoke && !cli_auth_run (connection, MCP_AUTH_REVOKE, &error))
    return cli_connection_fail (connection, mcp_profile_get_name (connection->profile), error, NULL);

  load (connection);
  mcp_authorizer_forget_async (authorizer, cli_connection_store_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  if (!mcp_authorizer_forget_finish (authorizer, result, &error))
    return cli_connection_fail (connection, mcp_profile_get_name (connection->profile), error, NULL);
  print_status (connection);

  return CLI_EXIT_OK;
}

/* --- Mistakes --- */

/* How long a browser may take to come back; a server that refuses in the browser never sends it. */
#define CHECK_SECONDS 10

static McpAuthVerdict
try_mistake (CliConnection  *connection,
             McpAuthMistake  mistake,
             char          **detail)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (connection->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *said = NULL;
  McpAuthVerdict verdict;

  mcp_authorizer_try_async (authorizer, mistake, CHECK_SECONDS, cli_connection_store_cb, &result);
  while (result == NULL)
    {
      if (g_cancellable_is_cancelled (connection->cancellable))
        mcp_authorizer_cancel (authorizer);
      g_main_context_iteration (NULL, TRUE);
    }

  verdict = mcp_authorizer_try_finish (authorizer, result, &said);
  *detail = said != NULL ? cli_text_visible (said, -1, FALSE) : NULL;

  return verdict;
}

static void
print_verdict (CliConnection  *connection,
               McpAuthMistake  mistake,
               McpAuthVerdict  verdict,
               const char     *detail)
{
  static const char * const marks[] = { "✓", "✗", "⚠", "–" };

  cli_output_print (connection->output, "%s %s: %s (%s)%s%s\n", marks[verdict],
                    mcp_auth_mistake_get_title (mistake), mcp_auth_verdict_get_text (verdict),
                    mcp_auth_mistake_get_paragraph (mistake), detail != NULL ? ": " : "",
                    detail != NULL ? detail : "");
}

static void
append_verdict (GString        *json,
                McpAuthMistake  mistake,
                McpAuthVerdict  verdict,
                const char     *detail)
{
  g_string_append (json, json->str[json->len - 1] == '[' ? "{" : ",{");
  mcp_json_append_member_string (json, "mistake", mcp_auth_mistake_get_name (mistake));
  mcp_json_append_member_string (json, "result", mcp_auth_verdict_get_nick (verdict));
  mcp_json_append_member_string (json, "rule", mcp_auth_mistake_get_paragraph (mistake));
  append_text (json, "detail", detail);
  g_string_append_c (json, '}');
}

/**
 * cli_run_auth_check:
 *
 * Makes one mistake after the other, in signing in and with the token, each of which has to be
 * refused. Signs in first, where nobody has.
 *
 * Returns: what to end with: %CLI_EXIT_FINDINGS where one was not
 */
int
cli_run_auth_check (CliConnection *connection)
{
  g_autoptr (GString) json = g_string_new ("{\"mistakes\":[");
  g_autoptr (GError) error = NULL;
  int status = prepare (connection);

  if (status != CLI_EXIT_OK)
    return status;

  cli_auth_follow (connection);
  if (!load (connection) && !cli_auth_run (connection, MCP_AUTH_SIGN_IN, &error))
    return cli_connection_fail (connection, mcp_profile_get_name (connection->profile), error, NULL);

  for (McpAuthMistake i = MCP_AUTH_NO_MISTAKE + 1; i < MCP_AUTH_N_MISTAKES; i++)
    {
      g_autofree char *detail = NULL;
      McpAuthVerdict verdict = try_mistake (connection, i, &detail);

      if (g_cancellable_is_cancelled (connection->cancellable))
        return CLI_EXIT_TIMEOUT;
      if (verdict == MCP_AUTH_ACCEPTED
          || (verdict == MCP_AUTH_TOLERATED && connection->options->strict))
        status = CLI_EXIT_FINDINGS;

      append_verdict (json, i, verdict, detail);
      if (cli_output_is_text (connection->output))
        print_verdict (connection, i, verdict, detail);
    }
  g_string_append (json, "]}");
  if (!cli_output_is_text (connection->output))
    cli_output_print_json (connection->output, json->str, json->len);

  return status;
}
