/* cli-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-connection.h"
#include "cli-filter.h"
#include "cli-follow.h"
#include "cli-metrics.h"
#include "cli-statistics.h"
#include "cli-text.h"
#include "mcp-summary.h"

/* Connecting again by itself is not part of what was asked for, so it is said. */
static void
state_changed_cb (McpSession    *session,
                  GParamSpec    *pspec,
                  CliConnection *connection)
{
  const GError *error = mcp_session_get_error (session);
  guint attempt;
  gint64 at_usec;

  if (mcp_session_get_retry (session, &attempt, &at_usec))
    {
      g_autofree char *reason = cli_text_visible (error != NULL ? error->message : "", -1, FALSE);
      g_autofree char *wait = mcp_format_duration (MAX (0, at_usec - g_get_monotonic_time ()));

      cli_note (_("sounder-cli: watch: %s; connecting again in %s (attempt %u)"), reason, wait,
                attempt);
    }
  else if (mcp_session_get_state (session) == MCP_SESSION_READY && connection->ready)
    cli_note (_("sounder-cli: watch: connected again"));
}

/* A server that is being connected to again is still watched. */
static gboolean
watch_further (CliConnection *connection)
{
  McpSessionState state;

  if (cli_connection_iterate (connection))
    return TRUE;

  state = mcp_session_get_state (connection->session);

  return !g_cancellable_is_cancelled (connection->cancellable) &&
         mcp_profile_get_reconnect (connection->profile) &&
         (state == MCP_SESSION_CLOSING || state == MCP_SESSION_WAITING);
}

/*
 * Stays connected and prints each record of the session once, or the figures of all at the end. A
 * server with a URL is connected to again when the connection is lost.
 */
int
cli_run_watch (CliConnection *connection)
{
  g_autoptr (McpQuery) query = NULL;
  CliFollow follow;
  int status;

  if (connection->options->allow_hosts != NULL && connection->options->metrics == NULL)
    return cli_connection_usage (connection, _("watch: --allow-host needs --metrics ADDRESS"));
  if (cli_options_want_figures (connection->options))
    return cli_metrics_run (connection);
  if (connection->options->words[0] != NULL)
    return cli_connection_usage (connection, _("watch: unexpected “%s”; only with --metrics and --otlp, servers are given by their names"),
                                 connection->options->words[0]);
  if (!cli_options_have_server (connection->options))
    return cli_connection_usage (connection, _("which server? Give one of -- PROGRAM ARGS…, --url URL, "
                                               "--server NAME, --demo"));

  status = cli_filter_read (connection, &query);
  if (status != CLI_EXIT_OK)
    return status;

  status = cli_connection_prepare (connection);
  if (status != CLI_EXIT_OK)
    return status;

  /* From the first row on: a server that cannot be reached is what one watches for. */
  if (!connection->options->stats)
    cli_follow_begin (&follow, mcp_session_get_journal (connection->session), query,
                      connection->output);

  status = cli_connection_open (connection);
  g_signal_connect (connection->session, "notify::state", G_CALLBACK (state_changed_cb),
                    connection);
  while (status == CLI_EXIT_OK && watch_further (connection))
    ;
  g_signal_handlers_disconnect_by_func (connection->session, state_changed_cb, connection);

  if (connection->options->stats)
    cli_print_statistics (connection->output, mcp_session_get_journal (connection->session), query);
  else
    cli_follow_end (&follow);

  if (status != CLI_EXIT_OK)
    return status;

  return cli_connection_ended (connection, "watch");
}
