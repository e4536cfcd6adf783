/* cli-result.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-commands.h"
#include "cli-content.h"
#include "cli-result.h"
#include "cli-text.h"
#include "mcp-json.h"

/* Results of tools, of a call or of a task. */

static void
print_result_text (CliOutput *output,
                   GBytes    *result)
{
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  McpSpan content, key, value;
  McpJsonIter iter;
  guint n_blocks = 0;

  if (mcp_json_lookup (text, length, "content", &content) &&
      mcp_json_get_type (text + content.offset, content.length) == MCP_JSON_ARRAY &&
      mcp_json_iter_init (&iter, text + content.offset, content.length))
    {
      for (; mcp_json_iter_next (&iter, &key, &value); n_blocks++)
        cli_content_print (output, text + content.offset + value.offset, value.length);
    }

  /* The protocol asks for a text block that says the same; only without it is this news. */
  if (n_blocks == 0 && mcp_json_lookup (text, length, "structuredContent", &value))
    cli_output_print_json (output, text + value.offset, value.length);
}

/**
 * cli_result_print:
 * @result: a CallToolResult, the server's tokens
 * @is_tool_error: whether it says that the tool failed
 * @what: what was called
 *
 * Prints the result of a tool.
 */
int
cli_result_print (CliOutput  *output,
                  GBytes     *result,
                  gboolean    is_tool_error,
                  const char *what)
{
  const char *text = g_bytes_get_data (result, NULL);
  gsize length = g_bytes_get_size (result);

  switch (cli_output_get_format (output))
    {
    case CLI_FORMAT_TEXT:
      print_result_text (output, result);
      break;
    case CLI_FORMAT_JSON:
      cli_output_print_json (output, text, length);
      break;
    case CLI_FORMAT_NDJSON:
    default:
      cli_output_print_wrapped_json (output, "result", text, length);
      break;
    }

  if (!is_tool_error)
    return CLI_EXIT_OK;

  if (cli_output_is_text (output))
    {
      cli_output_flush (output);
      cli_note (_("sounder-cli: %s: the tool reported an error"), what);
    }

  return CLI_EXIT_ERROR;
}
