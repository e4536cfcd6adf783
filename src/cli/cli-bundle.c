/* cli-bundle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-config.h"
#include "cli-text.h"
#include "mcp-bundle.h"
#include "mcp-error.h"
#include "mcp-summary.h"

/*
 * A bundle: what is in it is shown, then it is unpacked and added to the saved servers. Nothing is
 * started by it.
 */

static void
append_line (GString    *text,
             CliOutput  *output,
             const char *line)
{
  g_autofree char *visible = cli_text_visible (line, -1, FALSE);

  g_string_append (text, "  ");
  cli_text_append_wrapped (text, visible, 2, cli_output_get_columns (output));
}

static void
append_head (GString         *text,
             CliOutput       *output,
             const McpBundle *bundle)
{
  g_autofree char *title = cli_text_visible (bundle->title != NULL ? bundle->title : bundle->name, -1, FALSE);
  g_autofree char *version = cli_text_visible (bundle->version, -1, FALSE);
  /* Translators: %s is whoever made something. */
  g_autofree char *author = g_strdup_printf (_("by %s"), bundle->author);

  cli_output_style (output, text, CLI_STYLE_BOLD, title);
  g_string_append_printf (text, "  %s\n", version);
  append_line (text, output, author);
  append_line (text, output, bundle->description);
}

static void
append_tools (GString         *text,
              CliOutput       *output,
              const McpBundle *bundle)
{
  g_autofree char *names = g_strjoinv (", ", bundle->tools);
  g_autofree char *line = g_strdup_printf (_("Tools: %s"), names);

  if (bundle->tools[0] != NULL)
    append_line (text, output, line);
}

static void
print_bundle (CliOutput             *output,
              const McpBundle       *bundle,
              const McpClientServer *server,
              const char            *folder)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *command = mcp_profile_dup_command (server->profile);
  g_autofree char *visible_command = cli_text_visible (command, -1, FALSE);
  g_autofree char *visible_folder = g_filename_display_name (folder);
  g_autofree char *size = mcp_format_size (bundle->n_bytes);
  /* Translators: how many files, their size, and the folder they come into. */
  g_autofree char *files = g_strdup_printf (ngettext ("%u file, %s, into %s", "%u files, %s, into %s", bundle->n_files),
                                            bundle->n_files, size, visible_folder);

  append_head (text, output, bundle);
  append_tools (text, output, bundle);
  for (guint i = 0; bundle->notes[i] != NULL; i++)
    append_line (text, output, bundle->notes[i]);
  append_line (text, output, files);
  g_string_append_printf (text, "  %s\n", visible_command);
  cli_output_print (output, "%s", text->str);
  /* What is printed to standard error comes behind it. */
  cli_output_flush (output);
}

static int
unpack (CliConnection *connection,
        McpBundle     *bundle,
        const char    *folder)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_bundle_unpack_async (bundle, folder, connection->cancellable, NULL, NULL, cli_connection_store_cb, &result);

  return mcp_bundle_unpack_finish (cli_connection_wait (connection, &result), &error)
           ? CLI_EXIT_OK
           : cli_connection_fail (connection, NULL, error, NULL);
}

/* What can be said before anything is written; (nullable). */
static McpClientServer *
make_server (CliConnection  *connection,
             McpBundle      *bundle,
             const char     *folder,
             GError        **error)
{
  McpClientServer *server = mcp_bundle_make_server (bundle, folder);
  char **names = connection->options->words + 1;

  for (guint i = 0; server->profile != NULL && names[i] != NULL; i++)
    if (!g_str_equal (names[i], server->name))
      {
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("There is no server “%s”"), names[i]);
        break;
      }
  if (server->profile == NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, server->problem);
  if (*error != NULL)
    g_clear_pointer (&server, mcp_client_server_free);

  return server;
}

/* Takes @server. */
static int
add (CliConnection   *connection,
     McpClientServer *server)
{
  GPtrArray *servers = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_server_free);

  g_ptr_array_add (servers, server);

  return cli_config_import (connection, servers, connection->options->words + 1);
}

/**
 * cli_bundle_import:
 * @path: (type filename): a bundle
 *
 * Shows what is in a bundle, unpacks it, and adds its server to the saved ones.
 */
int
cli_bundle_import (CliConnection *connection,
                   const char    *path)
{
  const CliOptions *options = connection->options;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  McpClientServer *server;
  int status;

  mcp_bundle_open_async (path, connection->cancellable, cli_connection_store_cb, &result);
  bundle = mcp_bundle_open_finish (cli_connection_wait (connection, &result), &error);
  if (bundle == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  folder = options->into != NULL ? g_canonicalize_filename (options->into, NULL) : mcp_bundle_dup_folder (bundle, NULL);
  server = make_server (connection, bundle, folder, &error);
  if (server == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  if (cli_output_is_text (connection->output))
    print_bundle (connection->output, bundle, server, folder);
  status = options->dry_run ? CLI_EXIT_OK : unpack (connection, bundle, folder);
  if (status != CLI_EXIT_OK)
    {
      mcp_client_server_free (server);
      return status;
    }

  status = add (connection, server);
  if (status != CLI_EXIT_OK && !options->dry_run)
    mcp_bundle_remove (folder);

  return status;
}
