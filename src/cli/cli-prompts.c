/* cli-prompts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-catalog.h"
#include "cli-connection.h"
#include "cli-content.h"
#include "cli-presets.h"
#include "cli-text.h"
#include "mcp-json.h"

static void
print_prompt (CliOutput      *output,
              McpCatalogItem *item)
{
  g_autofree char *arguments = mcp_catalog_item_lookup (item, "arguments");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) types = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) descriptions = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter iter;
  McpSpan key, value;

  cli_catalog_print_head (output, item, mcp_catalog_item_get_name (item), NULL);
  if (arguments == NULL || mcp_json_get_type (arguments, strlen (arguments)) != MCP_JSON_ARRAY ||
      !mcp_json_iter_init (&iter, arguments, strlen (arguments)))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *text = arguments + value.offset;
      g_autofree char *name = mcp_json_lookup_string (text, value.length, "name");
      g_autofree char *description = mcp_json_lookup_string (text, value.length, "description");
      g_autofree char *visible = cli_text_visible (name, -1, FALSE);
      gboolean required = FALSE;

      mcp_json_lookup_boolean (text, value.length, "required", &required);
      g_ptr_array_add (names, required ? g_steal_pointer (&visible)
                                       : g_strdup_printf ("[%s]", visible));
      g_ptr_array_add (types, g_strdup (""));
      g_ptr_array_add (descriptions, cli_text_visible (description, -1, TRUE));
    }

  cli_catalog_print_fields (output, names, types, descriptions);
}

int
cli_run_prompts_list (CliConnection *connection)
{
  return cli_catalog_run (connection, MCP_CATALOG_PROMPTS, print_prompt);
}

static void
print_messages (CliOutput *output,
                GBytes    *result)
{
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  g_autofree char *description = mcp_json_lookup_string (text, length, "description");
  McpSpan messages, key, value, content;
  McpJsonIter iter;

  if (description != NULL)
    {
      g_autofree char *visible = cli_text_visible (description, -1, TRUE);
      g_autoptr (GString) line = g_string_new (NULL);

      cli_output_style (output, line, CLI_STYLE_DIM, visible);
      cli_output_print (output, "%s\n", line->str);
    }

  if (!mcp_json_lookup (text, length, "messages", &messages) ||
      mcp_json_get_type (text + messages.offset, messages.length) != MCP_JSON_ARRAY ||
      !mcp_json_iter_init (&iter, text + messages.offset, messages.length))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *message = text + messages.offset + value.offset;
      g_autofree char *role = mcp_json_lookup_string (message, value.length, "role");
      g_autofree char *visible = cli_text_visible (role, -1, FALSE);
      g_autoptr (GString) line = g_string_new (NULL);

      cli_output_style (output, line, CLI_STYLE_BOLD, visible);
      cli_output_print (output, "%s:\n", line->str);
      if (mcp_json_lookup (message, value.length, "content", &content))
        cli_content_print (output, message + content.offset, content.length);
    }
}

/* Gets a prompt. Its arguments are strings, whatever they look like. */
int
cli_run_prompts_get (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  g_autofree char *what = g_strdup_printf ("prompts/get %s", options->words[0]);
  g_autofree char *arguments = NULL;
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *result;
  int status = cli_presets_build_prompt (connection, &arguments);

  if (status != CLI_EXIT_OK)
    return status;

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  call = mcp_session_new_prompt_get (options->words[0], arguments);
  if (!cli_connection_call (connection, call, &error))
    return cli_catalog_fail (connection, MCP_CATALOG_PROMPTS, options->words[0], what, error, call);

  result = mcp_call_get_result (call);
  if (cli_output_is_text (connection->output))
    print_messages (connection->output, result);
  else
    cli_output_print_json (connection->output, g_bytes_get_data (result, NULL),
                           g_bytes_get_size (result));
  cli_connection_note_findings (connection, call);

  return CLI_EXIT_OK;
}
