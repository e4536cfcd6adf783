/* cli-catalog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-catalog.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-nearest.h"

/* What the list commands have in common. */

/* {"tools": [ITEM, ITEM]}, all pages, each item as the server spelled it. */
static void
print_json (CliOutput  *output,
            GListModel *catalog,
            const char *member)
{
  guint n_items = g_list_model_get_n_items (catalog);
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out, "{\"%s\":[", member);
  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (catalog, i);
      GBytes *json = mcp_catalog_item_get_json (item);

      if (i > 0)
        g_string_append_c (out, ',');
      g_string_append_len (out, g_bytes_get_data (json, NULL), g_bytes_get_size (json));
    }
  g_string_append (out, "]}");

  cli_output_print_json (output, out->str, out->len);
}

/* As @print_item prints them; what is no list, as it came. */
static void
print_page (CliOutput      *output,
            McpCatalogKind  kind,
            CliItemFunc     print_item,
            const char     *text,
            gsize           length)
{
  g_autofree char *cursor = mcp_json_lookup_string (text, length, "nextCursor");
  McpJsonIter iter;
  McpSpan array, value;
  guint n_items = 0;

  if (!mcp_json_lookup (text, length, mcp_catalog_kind_get_member (kind), &array)
      || !mcp_json_iter_init (&iter, text + array.offset, array.length) || iter.is_object)
    {
      cli_output_print_json (output, text, length);
      return;
    }

  for (; mcp_json_iter_next (&iter, NULL, &value); n_items++)
    {
      g_autoptr (McpCatalogItem) item =
        mcp_catalog_item_new (kind, text + array.offset + value.offset, value.length);

      print_item (output, item);
    }

  /* What is printed to standard error comes behind it. */
  cli_output_flush (output);
  if (n_items == 0)
    cli_note (_("The page is empty."));
  if (cursor != NULL)
    {
      g_autofree char *quoted = g_shell_quote (cursor);
      g_autofree char *visible = cli_text_visible (quoted, -1, FALSE);

      cli_note (_("The next page: --cursor %s"), visible);
    }
}

/* One page, as the server has it (server/utilities/pagination). */
static int
run_page (CliConnection *connection,
          McpCatalog    *catalog,
          CliItemFunc    print_item)
{
  g_autoptr (GString) cursor = g_string_new (NULL);
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *result;

  if (connection->options->cursor != NULL)
    mcp_json_append_string (cursor, connection->options->cursor, -1);
  call = mcp_catalog_new_page_call (catalog, cursor->len > 0 ? cursor->str : NULL);
  if (!cli_connection_call (connection, call, &error))
    return cli_connection_fail (connection, mcp_catalog_get_method (catalog), error, call);

  result = mcp_call_get_result (call);
  if (cli_output_is_text (connection->output))
    print_page (connection->output, mcp_catalog_get_kind (catalog), print_item, g_bytes_get_data (result, NULL),
                g_bytes_get_size (result));
  else
    cli_output_print_json (connection->output, g_bytes_get_data (result, NULL), g_bytes_get_size (result));
  cli_connection_note_findings (connection, NULL);

  return CLI_EXIT_OK;
}

static void
print_items (CliConnection *connection,
             McpCatalog    *catalog,
             CliItemFunc    print_item)
{
  GListModel *items = G_LIST_MODEL (catalog);

  if (!cli_output_is_text (connection->output))
    {
      print_json (connection->output, items, mcp_catalog_kind_get_member (mcp_catalog_get_kind (catalog)));
      return;
    }

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (items, i);

      print_item (connection->output, item);
    }
}

/* A list that broke off is still printed: the failure behind it says that there is more, or may be. */
static int
run (CliConnection *connection,
     McpCatalog    *catalog,
     CliItemFunc    print_item)
{
  g_autoptr (GError) error = NULL;
  gboolean is_whole;
  guint n_items;
  int status = CLI_EXIT_OK;

  if (connection->options->page || connection->options->cursor != NULL)
    return run_page (connection, catalog, print_item);

  is_whole = cli_connection_fill (connection, catalog, &error);
  n_items = g_list_model_get_n_items (G_LIST_MODEL (catalog));
  if (is_whole || n_items > 0)
    print_items (connection, catalog, print_item);
  if (is_whole && n_items == 0 && cli_output_is_text (connection->output))
    cli_note (_("The list is empty."));
  if (!is_whole)
    status = cli_connection_fail (connection, mcp_catalog_get_method (catalog), error, NULL);
  cli_connection_note_findings (connection, NULL);

  return status;
}

/**
 * cli_catalog_run:
 * @kind: what to list
 * @print_item: prints an item for people
 *
 * Connects and prints a list, all pages merged, or one of them.
 */
int
cli_catalog_run (CliConnection  *connection,
                 McpCatalogKind  kind,
                 CliItemFunc     print_item)
{
  int status = cli_connection_open (connection);

  return status == CLI_EXIT_OK ? run (connection, mcp_session_get_catalog (connection->session, kind), print_item)
                               : status;
}

/**
 * cli_catalog_run_directory:
 * @uri: a resource that is a directory
 * @print_item: prints an item for people
 *
 * Connects and prints what is in a directory, in the same way.
 */
int
cli_catalog_run_directory (CliConnection *connection,
                           const char    *uri,
                           CliItemFunc    print_item)
{
  int status = cli_connection_open (connection);
  g_autoptr (McpCatalog) directory = NULL;

  if (status != CLI_EXIT_OK)
    return status;

  directory = mcp_catalog_new_for_directory (connection->session, uri);

  return run (connection, directory, print_item);
}

/**
 * cli_catalog_print_head:
 * @item: an item
 * @name: what scripts call it by
 * @detail: (nullable): more for the first line
 *
 * Prints an item's name, title and description.
 */
void
cli_catalog_print_head (CliOutput      *output,
                        McpCatalogItem *item,
                        const char     *name,
                        const char     *detail)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *visible_name = cli_text_visible (name, -1, FALSE);
  g_autofree char *title = cli_text_visible (mcp_catalog_item_get_display_name (item), -1, FALSE);
  g_autofree char *description = cli_text_visible (mcp_catalog_item_get_description (item), -1,
                                                   TRUE);

  cli_output_style (output, out, CLI_STYLE_BOLD, visible_name);
  if (*title != '\0' && !g_str_equal (title, visible_name))
    g_string_append_printf (out, "  %s", title);
  if (detail != NULL && *detail != '\0')
    {
      g_string_append (out, "  ");
      cli_output_style (output, out, CLI_STYLE_DIM, detail);
    }
  g_string_append_c (out, '\n');

  if (*description != '\0')
    {
      g_string_append (out, "    ");
      cli_text_append_wrapped (out, description, 4, cli_output_get_columns (output));
    }

  cli_output_write (output, out->str, out->len);
}

/* One text that is much too wide must not push the others away. */
static guint
get_widest (GPtrArray *texts)
{
  guint widest = 0;

  for (guint i = 0; i < texts->len; i++)
    widest = MAX (widest, cli_text_width (texts->pdata[i]));

  return MIN (widest, 30);
}

/* Fills up the column; what goes over it is still two spaces from the next one. */
static void
append_cell (GString    *out,
             const char *text,
             guint       columns)
{
  cli_text_append_padded (out, text, columns);
  if (columns > 0 && cli_text_width (text) + 2 > columns)
    g_string_append (out, "  ");
}

/**
 * cli_catalog_print_fields:
 * @names: (element-type utf8): names, safe to show
 * @types: (element-type utf8): types, safe to show
 * @descriptions: (element-type utf8): descriptions, safe to show
 *
 * Prints the arguments of an item in aligned columns.
 */
void
cli_catalog_print_fields (CliOutput *output,
                          GPtrArray *names,
                          GPtrArray *types,
                          GPtrArray *descriptions)
{
  guint columns = cli_output_get_columns (output);
  guint name_width = get_widest (names) + 2;
  guint type_width = get_widest (types);

  if (type_width > 0)
    type_width += 2;

  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (GString) out = g_string_new ("      ");
      g_autoptr (GString) field = g_string_new (NULL);
      guint indent = 6 + name_width + type_width;
      gboolean has_description = *(char *) descriptions->pdata[i] != '\0';
      gboolean has_more = has_description || *(char *) types->pdata[i] != '\0';

      /* No spaces at the end of a line. */
      append_cell (field, names->pdata[i], has_more ? name_width : 0);
      cli_output_style (output, out, CLI_STYLE_CYAN, field->str);

      g_string_truncate (field, 0);
      append_cell (field, types->pdata[i], has_description ? type_width : 0);
      cli_output_style (output, out, CLI_STYLE_DIM, field->str);

      /* No room for a third column: the description goes below. */
      if (columns > 0 && columns < indent + 20 && has_description)
        {
          indent = 10;
          g_string_append (out, "\n          ");
        }
      cli_text_append_wrapped (out, descriptions->pdata[i], indent, columns);
      cli_output_write (output, out->str, out->len);
    }
}

static const char *
get_key (McpCatalogKind  kind,
         McpCatalogItem *item)
{
  return kind == MCP_CATALOG_RESOURCES ? mcp_catalog_item_get_uri (item)
                                       : mcp_catalog_item_get_name (item);
}

/* "about" is enough of "demo://about" to know what is meant, if nothing else ends so. */
static const char *
find_end (GPtrArray  *keys,
          const char *word)
{
  g_autofree char *end = g_strconcat ("/", word, NULL);
  const char *found = NULL;

  for (guint i = 0; i + 1 < keys->len; i++)
    {
      if (!g_str_has_suffix (keys->pdata[i], end))
        continue;
      if (found != NULL)
        return NULL;
      found = keys->pdata[i];
    }

  return found;
}

/**
 * cli_catalog_find_nearest:
 * @connection: a connection, open
 * @kind: what @word was meant to name
 * @word: a name, of a resource the URI
 *
 * Finds what somebody may have meant by a name that the server does not know. Lists the catalog
 * where that has not been done.
 *
 * Returns: (transfer full) (nullable): a name or URI that the server lists; %NULL also when it
 *   lists @word itself
 */
char *
cli_catalog_find_nearest (CliConnection  *connection,
                          McpCatalogKind  kind,
                          const char     *word)
{
  McpCatalog *catalog = mcp_session_get_catalog (connection->session, kind);
  GListModel *items = G_LIST_MODEL (catalog);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  const char *nearest;

  if (g_list_model_get_n_items (items) == 0 && !cli_connection_list (connection, kind, NULL))
    return NULL;

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (items, i);
      const char *key = get_key (kind, item);

      /* The catalog keeps it as long as we use it. */
      if (g_strcmp0 (key, word) == 0)
        return NULL;
      if (key != NULL)
        g_ptr_array_add (keys, (char *) key);
    }
  g_ptr_array_add (keys, NULL);

  nearest = mcp_find_nearest (word, (const char * const *) keys->pdata);

  return g_strdup (nearest != NULL ? nearest : find_end (keys, word));
}

/**
 * cli_catalog_fail:
 * @connection: a connection, open
 * @kind: what @word was meant to name
 * @word: a name, of a resource the URI
 * @what: what was tried
 * @error: why it failed
 * @call: the call that failed
 *
 * Tells what went wrong, as cli_connection_fail() does, and what may have been meant when the
 * server does not know what was named.
 */
int
cli_catalog_fail (CliConnection  *connection,
                  McpCatalogKind  kind,
                  const char     *word,
                  const char     *what,
                  const GError   *error,
                  McpCall        *call)
{
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    {
      g_autofree char *nearest = cli_catalog_find_nearest (connection, kind, word);

      if (nearest != NULL)
        connection->hint = g_strdup_printf (_("Did you mean “%s”?"), nearest);
    }

  return cli_connection_fail (connection, what, error, call);
}
