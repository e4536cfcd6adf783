/* cli-resources.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-catalog.h"
#include "cli-connection.h"
#include "cli-content.h"
#include "cli-csv.h"
#include "cli-file.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-resource-contents.h"
#include "mcp-summary.h"

static void
print_resource (CliOutput      *output,
                McpCatalogItem *item)
{
  g_autofree char *size_text = mcp_catalog_item_lookup (item, "size");
  g_autoptr (GString) detail = g_string_new (NULL);
  g_autofree char *visible = NULL;
  guint64 size;

  if (mcp_catalog_item_get_mime_type (item) != NULL)
    g_string_append (detail, mcp_catalog_item_get_mime_type (item));

  if (size_text != NULL && g_ascii_string_to_unsigned (size_text, 10, 0, G_MAXUINT64, &size, NULL))
    {
      g_autofree char *formatted = mcp_format_size (size);

      g_string_append_printf (detail, "%s%s", detail->len > 0 ? ", " : "", formatted);
    }

  visible = cli_text_visible (detail->str, -1, FALSE);
  cli_catalog_print_head (output, item, mcp_catalog_item_get_uri (item), visible);
}

int
cli_run_resources_list (CliConnection *connection)
{
  return cli_catalog_run (connection, MCP_CATALOG_RESOURCES, print_resource);
}

int
cli_run_resources_templates (CliConnection *connection)
{
  return cli_catalog_run (connection, MCP_CATALOG_TEMPLATES, print_resource);
}

/* Lists what is in a directory (extension io.modelcontextprotocol/skills, *Reading Directories*). */
int
cli_run_resources_directory (CliConnection *connection)
{
  return cli_catalog_run_directory (connection, connection->options->words[0], print_resource);
}

/* All contents one after the other, exactly as they are. */
static gboolean
save_contents (const char  *path,
               const char  *contents,
               gsize        length,
               GError     **error)
{
  g_autoptr (CliFile) file = cli_file_new (path, FALSE, error);
  McpJsonIter iter;
  McpSpan key, value;

  if (file == NULL)
    return FALSE;

  if (mcp_json_iter_init (&iter, contents, length))
    {
      while (mcp_json_iter_next (&iter, &key, &value))
        {
          g_autoptr (GBytes) bytes = mcp_resource_contents_dup_bytes (contents + value.offset, value.length,
                                                                      NULL, error);

          if (bytes == NULL)
            return FALSE;
          if (!cli_file_write (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)))
            break;
        }
    }

  return cli_file_finish (file, error);
}

static int
report_contents (CliConnection *connection,
                 McpCall       *call,
                 const char    *what)
{
  const char *path = connection->options->output_file;
  GBytes *result = mcp_call_get_result (call);
  const char *text = g_bytes_get_data (result, NULL);
  McpSpan contents, key, value;
  McpJsonIter iter;
  g_autoptr (GError) error = NULL;

  if (connection->options->csv)
    return cli_csv_print (connection->output, result, &error)
           ? CLI_EXIT_OK
           : cli_connection_fail (connection, what, error, NULL);

  if (path == NULL && !cli_output_is_text (connection->output))
    {
      cli_output_print_json (connection->output, text, g_bytes_get_size (result));
      return CLI_EXIT_OK;
    }

  if (!mcp_json_lookup (text, g_bytes_get_size (result), "contents", &contents) ||
      mcp_json_get_type (text + contents.offset, contents.length) != MCP_JSON_ARRAY)
    {
      error = g_error_new_literal (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                                   _("the result has no “contents” array"));
      return cli_connection_fail (connection, what, error, NULL);
    }

  if (path != NULL)
    {
      if (save_contents (path, text + contents.offset, contents.length, &error))
        return CLI_EXIT_OK;
      return cli_connection_fail (connection, "--output", error, NULL);
    }

  mcp_json_iter_init (&iter, text + contents.offset, contents.length);
  while (mcp_json_iter_next (&iter, &key, &value))
    cli_content_print_resource (connection->output, text + contents.offset + value.offset, value.length);

  return CLI_EXIT_OK;
}

int
cli_run_resources_read (CliConnection *connection)
{
  const char *uri = connection->options->words[0];
  g_autofree char *what = g_strdup_printf ("resources/read %s", uri);
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;
  int status = cli_connection_open (connection);

  if (status != CLI_EXIT_OK)
    return status;

  call = mcp_session_new_resource_read (uri);
  if (!cli_connection_call (connection, call, &error))
    return cli_catalog_fail (connection, MCP_CATALOG_RESOURCES, uri, what, error, call);

  status = report_contents (connection, call, what);
  cli_connection_note_findings (connection, call);

  return status;
}

/* Updates as one document, or as they come. */
typedef struct
{
  CliOutput *output;
  guint      n_updates;
} Updates;

static void
updated_cb (McpSession *session,
            McpMessage *message,
            guint       serial,
            Updates    *updates)
{
  GBytes *bytes = mcp_message_get_bytes (message);
  const char *text = g_bytes_get_data (bytes, NULL);
  gsize length = g_bytes_get_size (bytes);

  if (g_strcmp0 (mcp_message_get_method (message), "notifications/resources/updated") != 0)
    return;

  if (cli_output_is_text (updates->output))
    {
      g_autofree char *uri = mcp_json_lookup_string (text, length, "params.uri");
      g_autofree char *visible = cli_text_visible (uri, -1, FALSE);
      g_autofree char *time = mcp_format_wall_time (g_get_real_time (), FALSE);
      g_autoptr (GString) line = g_string_new (NULL);

      cli_output_style (updates->output, line, CLI_STYLE_DIM, time);
      g_string_append_printf (line, "  %s\n", visible);
      cli_output_write (updates->output, line->str, line->len);
    }
  else if (cli_output_get_format (updates->output) == CLI_FORMAT_NDJSON)
    cli_output_print_wrapped_json (updates->output, "notification", text, length);
  else
    {
      g_autofree char *line = mcp_json_one_line (text, length, NULL);

      cli_output_print (updates->output, "%s",
                        updates->n_updates == 0 ? "{\"notifications\": [\n  " : ",\n  ");
      cli_output_write_tokens (updates->output, line, strlen (line));
    }

  updates->n_updates++;
}

static void
end_updates (Updates *updates)
{
  if (cli_output_get_format (updates->output) != CLI_FORMAT_JSON)
    return;

  cli_output_print (updates->output,
                    updates->n_updates == 0 ? "{\"notifications\": []}\n" : "\n]}\n");
}

static gboolean
subscribe_all (CliConnection  *connection,
               char          **uris,
               guint          *n_subscribed,
               GError        **error)
{
  for (*n_subscribed = 0; uris[*n_subscribed] != NULL; (*n_subscribed)++)
    {
      g_autoptr (GAsyncResult) result = NULL;

      mcp_session_subscribe_async (connection->session, uris[*n_subscribed], TRUE,
                                   connection->cancellable, cli_connection_store_cb, &result);
      cli_connection_wait (connection, &result);
      if (!mcp_session_subscribe_finish (connection->session, result, error))
        return FALSE;
    }

  return TRUE;
}

int
cli_run_resources_subscribe (CliConnection *connection)
{
  Updates updates = { connection->output, 0 };
  char **uris = connection->options->words;
  g_autoptr (GError) error = NULL;
  guint n_subscribed = 0;
  gulong handler_id;
  int status = cli_connection_open (connection);

  if (status != CLI_EXIT_OK)
    return status;

  handler_id = g_signal_connect (connection->session, "notification",
                                 G_CALLBACK (updated_cb), &updates);

  if (subscribe_all (connection, uris, &n_subscribed, &error))
    {
      if (cli_output_is_text (connection->output))
        cli_note (_("Subscribed; Ctrl+C ends."));
      while (cli_connection_iterate (connection))
        ;
      end_updates (&updates);
      status = cli_connection_ended (connection, "resources subscribe");
    }
  else
    {
      g_autofree char *what = g_strdup_printf ("resources/subscribe %s", uris[n_subscribed]);

      status = cli_connection_fail (connection, what, error, NULL);
    }

  g_signal_handler_disconnect (connection->session, handler_id);

  return status;
}
