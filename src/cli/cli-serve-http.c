/* cli-serve-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-interrupt.h"
#include "cli-serve.h"
#include "mcp-replay-http.h"

static void
interrupt_cb (int      signal_number,
              gpointer user_data)
{
  gboolean *stopped = user_data;

  *stopped = TRUE;
}

/**
 * cli_serve_http:
 * @replay: what is served
 *
 * Serves any number of clients until it is interrupted.
 */
int
cli_serve_http (CliConnection *connection,
                McpReplay     *replay)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpReplayHttp) server =
    mcp_replay_http_new (replay, connection->options->http,
                         (const char * const *) connection->options->allow_hosts, &error);
  gboolean stopped = FALSE;

  if (server == NULL || !cli_interrupt_install (interrupt_cb, &stopped, &error))
    return cli_connection_fail (connection, "serve", error, NULL);

  cli_note (_("sounder-cli: serve: listening at http://127.0.0.1:%d/mcp"),
            (int) mcp_replay_http_get_port (server));
  while (!stopped)
    g_main_context_iteration (NULL, TRUE);
  cli_interrupt_uninstall ();

  return CLI_EXIT_OK;
}
