/* cli-serve.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-recording.h"
#include "cli-serve.h"
#include "mcp-journal-open.h"
#include "mcp-recording.h"

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **slot = user_data;

  *slot = g_object_ref (result);
}

/* The journal is filled by a worker; a script is made of all of it. */
static McpRecording *
open_recording (const char  *path,
                GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GAsyncResult) result = NULL;
  McpRecording *recording;

  mcp_recording_open_async (file, NULL, NULL, opened_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  recording = mcp_recording_open_finish (result, error);
  while (recording != NULL && mcp_journal_is_loading (mcp_recording_get_journal (recording)))
    g_main_context_iteration (NULL, TRUE);

  return recording;
}

/* Answers as the server of a recording did. */
int
cli_run_serve (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  const char *path = options->words[0];
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpReplay) replay = NULL;
  g_autoptr (GError) error = NULL;

  if (options->strict && options->loose)
    return cli_connection_usage (connection, _("serve: --strict or --loose, not both"));

  if (options->allow_hosts != NULL && options->http < 0)
    return cli_connection_usage (connection, _("serve: --allow-host needs --http PORT"));

  recording = open_recording (path, &error);
  if (recording == NULL)
    {
      cli_recording_blame_path (&error);
      return cli_connection_fail (connection, NULL, error, NULL);
    }

  replay = mcp_replay_new (mcp_recording_get_journal (recording));
  if (mcp_replay_get_n_requests (replay) == 0)
    return cli_connection_usage (connection, _("%s: there is no request in it"), path);

  mcp_replay_set_timing (replay, options->timing);
  mcp_replay_set_matching (replay, options->strict  ? MCP_REPLAY_STRICT
                                   : options->loose ? MCP_REPLAY_LOOSE
                                                    : MCP_REPLAY_NORMAL);

  return options->http >= 0 ? cli_serve_http (connection, replay)
                            : cli_serve_stdio (connection, replay);
}
