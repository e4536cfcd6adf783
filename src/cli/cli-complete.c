/* cli-complete.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "cli-arguments.h"
#include "cli-connection.h"
#include "cli-text.h"
#include "mcp-json.h"

static void
print_values (CliOutput *output,
              GBytes    *result)
{
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  McpSpan values, key, value;
  McpJsonIter iter;
  guint n_values = 0;
  gint64 total = 0;
  gboolean has_more = FALSE;

  if (mcp_json_lookup (text, length, "completion.values", &values) &&
      mcp_json_get_type (text + values.offset, values.length) == MCP_JSON_ARRAY &&
      mcp_json_iter_init (&iter, text + values.offset, values.length))
    {
      for (; mcp_json_iter_next (&iter, &key, &value); n_values++)
        {
          g_autofree char *visible = cli_json_visible (text + values.offset + value.offset,
                                                       value.length);

          cli_output_print (output, "%s\n", visible);
        }
    }

  cli_output_flush (output);
  mcp_json_lookup_boolean (text, length, "completion.hasMore", &has_more);
  if (mcp_json_lookup_int64 (text, length, "completion.total", &total) && total > n_values)
    cli_note (_("%u of %" PRId64 " values"), n_values, total);
  else if (has_more)
    cli_note (_("There are more."));
  else if (n_values == 0)
    cli_note (_("No value fits."));
}

static int
complete (CliConnection *connection,
          gboolean       is_prompt)
{
  char **words = connection->options->words;
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *context = NULL;
  GBytes *result;
  int status;

  /* What the other arguments are already (server/utilities/completion). */
  if (words[3] != NULL &&
      (context = cli_arguments_build (NULL, words + 3, NULL, &error)) == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  call = mcp_session_new_completion (is_prompt, words[0], words[1], words[2], context);
  if (!cli_connection_call (connection, call, &error))
    return cli_connection_fail (connection, "completion/complete", error, call);

  result = mcp_call_get_result (call);
  if (cli_output_is_text (connection->output))
    print_values (connection->output, result);
  else
    cli_output_print_json (connection->output, g_bytes_get_data (result, NULL),
                           g_bytes_get_size (result));
  cli_connection_note_findings (connection, call);

  return CLI_EXIT_OK;
}

int
cli_run_complete_prompt (CliConnection *connection)
{
  return complete (connection, TRUE);
}

int
cli_run_complete_resource (CliConnection *connection)
{
  return complete (connection, FALSE);
}
