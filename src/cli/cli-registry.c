/* cli-registry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-config.h"
#include "cli-text.h"
#include "mcp-client-manifest.h"
#include "mcp-json.h"
#include "mcp-registry.h"

/*
 * What is published in a registry: found, shown, and added to the saved servers. Nothing is started
 * by it.
 */

static const char *
get_registry (CliConnection *connection)
{
  return connection->options->registry != NULL ? connection->options->registry : MCP_REGISTRY_OFFICIAL;
}

/* --- Search --- */

static void
print_entry (CliOutput              *output,
             const McpRegistryEntry *entry)
{
  g_autofree char *name = cli_text_visible (entry->name, -1, FALSE);
  g_autofree char *version = cli_text_visible (entry->version != NULL ? entry->version : "", -1, FALSE);
  g_autofree char *status = cli_text_visible (entry->status != NULL ? entry->status : "active", -1, FALSE);
  g_autofree char *description = cli_text_visible (entry->description != NULL ? entry->description : "", -1, FALSE);
  g_autoptr (GString) text = g_string_new (NULL);

  cli_output_style (output, text, CLI_STYLE_BOLD, name);
  g_string_append_printf (text, "  %s", version);
  if (!g_str_equal (status, "active"))
    {
      g_string_append (text, "  ");
      cli_output_style (output, text, CLI_STYLE_YELLOW, status);
      if (entry->status_message != NULL)
        {
          g_autofree char *why = cli_text_visible (entry->status_message, -1, FALSE);

          g_string_append_printf (text, ": %s", why);
        }
    }
  g_string_append_c (text, '\n');
  if (*description != '\0')
    {
      g_string_append (text, "  ");
      cli_text_append_wrapped (text, description, 2, cli_output_get_columns (output));
    }
  cli_output_print (output, "%s", text->str);
}

static void
print_entries_json (CliOutput  *output,
                    GPtrArray  *entries,
                    const char *next)
{
  g_autoptr (GString) json = g_string_new ("{\"servers\":[");

  for (guint i = 0; i < entries->len; i++)
    {
      const McpRegistryEntry *entry = entries->pdata[i];

      if (i > 0)
        g_string_append_c (json, ',');
      g_string_append_len (json, g_bytes_get_data (entry->manifest, NULL), g_bytes_get_size (entry->manifest));
    }
  g_string_append_c (json, ']');
  mcp_json_append_member_string (json, "nextCursor", next);
  g_string_append_c (json, '}');
  cli_output_print_json (output, json->str, json->len);
}

int
cli_run_registry_search (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *next = NULL;

  mcp_registry_search_async (get_registry (connection), options->words[0], options->cursor, connection->cancellable,
                             cli_connection_store_cb, &result);
  entries = mcp_registry_search_finish (cli_connection_wait (connection, &result), &next, &error);
  if (entries == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  if (!cli_output_is_text (connection->output))
    {
      print_entries_json (connection->output, entries, next);
      return CLI_EXIT_OK;
    }

  for (guint i = 0; i < entries->len; i++)
    print_entry (connection->output, entries->pdata[i]);
  /* What is printed to standard error comes behind it. */
  cli_output_flush (connection->output);
  if (entries->len == 0)
    cli_note (_("No server has that in its name."));
  if (next != NULL)
    {
      g_autofree char *quoted = g_shell_quote (next);
      g_autofree char *visible = cli_text_visible (quoted, -1, FALSE);

      cli_note (_("The next page: --cursor %s"), visible);
    }

  return CLI_EXIT_OK;
}

/* --- One server --- */

static McpRegistryEntry *
get_entry (CliConnection *connection,
           const char    *version,  /* (nullable) */
           int           *status)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpRegistryEntry *entry;

  mcp_registry_get_async (get_registry (connection), connection->options->words[0], version, connection->cancellable,
                          cli_connection_store_cb, &result);
  entry = mcp_registry_get_finish (cli_connection_wait (connection, &result), &error);
  *status = entry != NULL ? CLI_EXIT_OK : cli_connection_fail (connection, NULL, error, NULL);

  return entry;
}

static GPtrArray *
read_ways (CliConnection          *connection,
           const McpRegistryEntry *entry,
           int                    *status)
{
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *text = g_bytes_get_data (entry->manifest, &length);
  GPtrArray *ways = mcp_client_manifest_read (text, length, &error);
  g_autofree char *origin = mcp_registry_entry_dup_origin (entry, get_registry (connection));

  if (ways != NULL)
    mcp_client_servers_set_origin (ways, origin);

  *status = ways != NULL ? CLI_EXIT_OK : cli_connection_fail (connection, entry->name, error, NULL);

  return ways;
}

static void
print_fact (CliOutput  *output,
            const char *label,
            const char *value)  /* (nullable) */
{
  g_autofree char *visible = value != NULL ? cli_text_visible (value, -1, FALSE) : NULL;

  if (visible != NULL && *visible != '\0')
    cli_output_print (output, "  %s: %s\n", label, visible);
}

static void
print_way (CliOutput             *output,
           const McpClientServer *way)
{
  g_autofree char *command = way->profile == NULL                  ? g_strdup (way->problem)
                             : mcp_profile_is_stdio (way->profile) ? mcp_profile_dup_command (way->profile)
                                                                   : g_strdup (mcp_profile_get_url (way->profile));
  g_autofree char *visible = cli_text_visible (command, -1, FALSE);
  g_autofree char *name = cli_text_visible (way->name, -1, FALSE);
  g_autoptr (GString) line = g_string_new ("  ");

  cli_output_style (output, line, CLI_STYLE_BOLD, name);
  g_string_append_printf (line, "  %s", visible);
  cli_output_print (output, "%s\n", line->str);
}

/*
 * Prints what a registry says of a server, and what each of its packages and addresses would run or
 * reach.
 */
int
cli_run_registry_show (CliConnection *connection)
{
  CliOutput *output = connection->output;
  char **words = connection->options->words;
  g_autoptr (McpRegistryEntry) entry = NULL;
  g_autoptr (GPtrArray) ways = NULL;
  int status;

  entry = get_entry (connection, words[1], &status);
  if (entry == NULL)
    return status;

  if (!cli_output_is_text (output))
    {
      cli_output_print_json (output, g_bytes_get_data (entry->manifest, NULL), g_bytes_get_size (entry->manifest));
      return CLI_EXIT_OK;
    }

  print_entry (output, entry);
  print_fact (output, _("Title"), entry->title);
  print_fact (output, _("Repository"), entry->repository);
  print_fact (output, _("Website"), entry->website);
  print_fact (output, _("Published"), entry->published);
  cli_output_print (output, "\n");

  ways = read_ways (connection, entry, &status);
  for (guint i = 0; ways != NULL && i < ways->len; i++)
    {
      print_way (output, ways->pdata[i]);
      cli_config_note_inputs (ways->pdata[i]);
    }

  return status;
}

/* The first that can be run: its publisher has put it there. */
static void
keep_first (GPtrArray *ways)
{
  guint first = 0;

  while (first + 1 < ways->len && ((McpClientServer *) ways->pdata[first])->profile == NULL)
    first++;
  g_ptr_array_remove_range (ways, first + 1, ways->len - first - 1);
  g_ptr_array_remove_range (ways, 0, first);
}

/* Adds packages or addresses of a server to the saved servers: those that are named, or its first. */
int
cli_run_registry_add (CliConnection *connection)
{
  char **words = connection->options->words;
  g_autoptr (McpRegistryEntry) entry = NULL;
  GPtrArray *ways;
  int status;

  entry = get_entry (connection, NULL, &status);
  if (entry == NULL)
    return status;
  ways = read_ways (connection, entry, &status);
  if (ways == NULL)
    return status;

  if (words[1] == NULL)
    keep_first (ways);

  return cli_config_import (connection, ways, words + 1);
}
