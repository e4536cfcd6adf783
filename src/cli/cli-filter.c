/* cli-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-filter.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-saved-views.h"

/* The filter with a mark under the word that is wrong. */
static int
report_bad_filter (CliConnection *connection,
                   const char    *filter,
                   const GError  *error)
{
  g_autoptr (GError) usage = g_error_new_literal (MCP_ERROR, MCP_ERROR_USAGE, error->message);
  int status = cli_connection_fail (connection, "--filter", usage, NULL);

  if (cli_output_is_text (connection->output))
    {
      g_autofree char *head =
        cli_text_visible (filter, mcp_query_error_get_offset (error), FALSE);
      g_autofree char *visible = cli_text_visible (filter, -1, FALSE);

      cli_note ("  %s", visible);
      cli_note ("  %*s^", (int) cli_text_width (head), "");
    }

  return status;
}

/**
 * cli_filter_read:
 * @query: (out) (transfer full) (nullable): what --filter asks for, %NULL without it
 *
 * Reads --filter, and tells what is wrong with it.
 *
 * Returns: %CLI_EXIT_OK, or what to end with
 */
int
cli_filter_read (CliConnection  *connection,
                 McpQuery      **query)
{
  g_autofree char *filter = NULL;
  g_autoptr (GError) error = NULL;

  *query = NULL;
  if (connection->options->filter == NULL)
    return CLI_EXIT_OK;

  filter = mcp_saved_views_expand (connection->options->filter, &error);
  if (filter == NULL)
    return cli_connection_fail (connection, "--filter", error, NULL);

  *query = mcp_query_new (filter, &error);

  return *query != NULL ? CLI_EXIT_OK : report_bad_filter (connection, filter, error);
}
