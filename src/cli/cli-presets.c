/* cli-presets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-arguments.h"
#include "cli-presets.h"
#include "cli-text.h"
#include "mcp-argument-store.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-nearest.h"

/* The presets of a server, which the window keeps, too. Nothing here connects. */

static const char *const kind_words[MCP_N_CATALOGS] = {
  [MCP_CATALOG_TOOLS] = "tool",
  [MCP_CATALOG_TEMPLATES] = "template",
  [MCP_CATALOG_PROMPTS] = "prompt",
};

/* (transfer full) (nullable) with what to end with */
static McpArgumentStore *
load_store (CliConnection *connection,
            int           *status)
{
  g_autoptr (McpArgumentStore) store = NULL;
  g_autoptr (GError) error = NULL;

  *status = cli_connection_prepare (connection);
  if (*status != CLI_EXIT_OK)
    return NULL;

  store = mcp_argument_store_new (connection->profile, NULL);
  if (mcp_argument_store_load (store, &error))
    return g_steal_pointer (&store);

  *status = cli_connection_fail (connection, NULL, error, NULL);

  return NULL;
}

/* The first word of a command says of what the next is the name. */
static gboolean
read_kind (CliConnection  *connection,
           McpCatalogKind *kind,
           int            *status)
{
  const char *word = connection->options->words[0];

  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    if (g_strcmp0 (kind_words[i], word) == 0)
      {
        *kind = i;
        return TRUE;
      }

  *status = cli_connection_usage (connection, _("presets: “%s” is none of tool, prompt, template"), word);

  return FALSE;
}

static McpArguments *
find_preset (CliConnection    *connection,
             McpArgumentStore *store,
             McpCatalogKind    kind,
             const char       *name,
             const char       *preset,
             int              *status)
{
  McpArguments *found = mcp_argument_store_find_preset (store, kind, name, preset);
  GListModel *presets = mcp_argument_store_get_presets (store, kind, name);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest;

  if (found != NULL)
    return found;

  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (McpArguments) other = g_list_model_get_item (presets, i);

      /* The list holds it. */
      g_ptr_array_add (names, (char *) other->name);
    }
  g_ptr_array_add (names, NULL);
  nearest = mcp_find_nearest (preset, (const char *const *) names->pdata);
  *status = nearest != NULL
              ? cli_connection_usage (connection, _("%s has no preset “%s”; did you mean “%s”?"), name,
                                      preset, nearest)
              : cli_connection_usage (connection, _("%s has no preset “%s”"), name, preset);

  return NULL;
}

/* Puts the members of @over into @base. Both are objects. */
static void
override_members (char       **base,
                  const char  *over)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, over, strlen (over));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (over + key.offset, key.length);
      g_autofree char *json = g_strndup (over + value.offset, value.length);

      if (name != NULL)
        mcp_json_edit_set (base, name, json);
    }
}

/**
 * cli_presets_read_arguments:
 * @connection: a command that takes --preset and --args
 * @kind: of what its first word is the name
 * @base: (out) (nullable): a JSON object, %NULL without either
 *
 * Reads the arguments that the command line gives as a whole. Members of --args replace those of
 * the preset.
 *
 * Returns: %CLI_EXIT_OK, or what to end with
 */
int
cli_presets_read_arguments (CliConnection   *connection,
                            McpCatalogKind   kind,
                            char           **base)
{
  const CliOptions *options = connection->options;
  g_autofree char *text = NULL;
  g_autofree char *given = NULL;
  g_autofree char *object = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpArgumentStore) store = NULL;
  McpArguments *preset;
  gsize length = 0;
  int status;

  *base = NULL;
  if (options->args != NULL
      && ((text = cli_arguments_read_text (options->args, &length, &error)) == NULL
          || (given = cli_arguments_check_object ("--args", text, &error)) == NULL))
    return cli_connection_fail (connection, NULL, error, NULL);
  if (options->preset == NULL)
    {
      *base = g_steal_pointer (&given);
      return CLI_EXIT_OK;
    }

  store = load_store (connection, &status);
  if (store == NULL)
    return status;
  preset = find_preset (connection, store, kind, options->words[0], options->preset, &status);
  if (preset == NULL)
    return status;

  object = cli_arguments_check_object ("--preset", preset->json, &error);
  if (object == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);
  if (given != NULL)
    override_members (&object, given);
  *base = g_steal_pointer (&object);

  return CLI_EXIT_OK;
}

/**
 * cli_presets_build_prompt:
 * @connection: a command whose words are a prompt's name and KEY=VALUE
 * @arguments: (out): the arguments, as JSON
 *
 * Makes the arguments of a prompt, which are strings, whatever they look like.
 *
 * Returns: %CLI_EXIT_OK, or what to end with
 */
int
cli_presets_build_prompt (CliConnection  *connection,
                          char          **arguments)
{
  g_autofree char *base = NULL;
  g_autoptr (GError) error = NULL;
  int status = cli_presets_read_arguments (connection, MCP_CATALOG_PROMPTS, &base);

  if (status != CLI_EXIT_OK)
    return status;

  *arguments = cli_arguments_build (base, connection->options->words + 1, NULL, &error);

  return *arguments != NULL ? CLI_EXIT_OK : cli_connection_fail (connection, NULL, error, NULL);
}

static void
print_presets (CliOutput        *output,
               McpArgumentStore *store,
               McpCatalogKind    kind,
               const char       *name)
{
  GListModel *presets = mcp_argument_store_get_presets (store, kind, name);
  g_autofree char *visible_name = cli_text_visible (name, -1, FALSE);

  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (McpArguments) preset = g_list_model_get_item (presets, i);
      const char *json = preset->json;
      g_autofree char *visible = cli_text_visible (preset->name, -1, FALSE);
      g_autofree char *line = mcp_json_one_line (json, strlen (json), NULL);
      g_autofree char *head = g_strdup_printf ("%s %s", kind_words[kind], visible_name);
      g_autofree char *arguments = cli_text_visible (line, -1, FALSE);
      guint columns = cli_output_get_columns (output);
      guint used = cli_text_width (head) + cli_text_width (visible) + 4;
      g_autofree char *cut = cli_text_ellipsize (arguments, columns == 0      ? 0
                                                            : columns > used + 10 ? columns - used
                                                                                  : 10);
      g_autoptr (GString) bold = g_string_new (NULL);
      g_autoptr (GString) dim = g_string_new (NULL);

      cli_output_style (output, bold, CLI_STYLE_BOLD, visible);
      cli_output_style (output, dim, CLI_STYLE_DIM, cut);
      cli_output_print (output, "%s  %s  %s\n", head, bold->str, dim->str);
    }
}

/* Lists the presets of a server; as JSON, the same as exporting does. */
int
cli_run_presets_list (CliConnection *connection)
{
  g_autoptr (McpArgumentStore) store = NULL;
  int status;

  if (!cli_output_is_text (connection->output))
    return cli_run_presets_export (connection);

  store = load_store (connection, &status);
  if (store == NULL)
    return status;

  for (guint i = 0; i < mcp_argument_store_get_n (store); i++)
    {
      McpCatalogKind kind;
      const char *name = mcp_argument_store_get_nth (store, i, &kind);

      print_presets (connection->output, store, kind, name);
    }

  return CLI_EXIT_OK;
}

/* Prints the arguments of a preset, token for token. */
int
cli_run_presets_show (CliConnection *connection)
{
  char **words = connection->options->words;
  g_autoptr (McpArgumentStore) store = NULL;
  McpArguments *preset;
  McpCatalogKind kind;
  int status;

  if (!read_kind (connection, &kind, &status)
      || (store = load_store (connection, &status)) == NULL
      || (preset = find_preset (connection, store, kind, words[1], words[2], &status)) == NULL)
    return status;

  cli_output_print_json (connection->output, preset->json,
                         strlen (preset->json));

  return CLI_EXIT_OK;
}

int
cli_run_presets_save (CliConnection *connection)
{
  char **words = connection->options->words;
  g_autoptr (McpArgumentStore) store = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *kept = NULL;
  McpCatalogKind kind;
  gsize length = 0;
  int status;

  if (!read_kind (connection, &kind, &status) || (store = load_store (connection, &status)) == NULL)
    return status;

  text = cli_arguments_read_text (words[3], &length, &error);
  if (text == NULL || !mcp_argument_store_set_preset (store, kind, words[1], words[2], text, &error))
    return cli_connection_fail (connection, NULL, error, NULL);

  kept = mcp_arguments_dup_without_secrets (connection->profile, text);
  if (strcmp (kept, text) != 0)
    cli_note (_("What is secret was left out: %s"), kept);

  return CLI_EXIT_OK;
}

int
cli_run_presets_delete (CliConnection *connection)
{
  char **words = connection->options->words;
  g_autoptr (McpArgumentStore) store = NULL;
  g_autoptr (GError) error = NULL;
  McpCatalogKind kind;
  int status;

  if (!read_kind (connection, &kind, &status)
      || (store = load_store (connection, &status)) == NULL
      || find_preset (connection, store, kind, words[1], words[2], &status) == NULL)
    return status;

  if (!mcp_argument_store_remove_preset (store, kind, words[1], words[2], &error))
    return cli_connection_fail (connection, NULL, error, NULL);

  return CLI_EXIT_OK;
}

int
cli_run_presets_export (CliConnection *connection)
{
  char **words = connection->options->words;
  g_autoptr (McpArgumentStore) store = NULL;
  g_autofree char *json = NULL;
  McpCatalogKind kind = MCP_CATALOG_TOOLS;
  int status;

  if (words[0] != NULL && words[1] == NULL)
    return cli_connection_usage (connection, _("presets export: %s of which name?"), words[0]);
  if ((words[0] != NULL && !read_kind (connection, &kind, &status))
      || (store = load_store (connection, &status)) == NULL)
    return status;

  json = mcp_argument_store_to_json (store, kind, words[0] != NULL ? words[1] : NULL);
  if (cli_output_is_text (connection->output))
    cli_output_print (connection->output, "%s", json);
  else
    cli_output_print_json (connection->output, json, strlen (json));

  return CLI_EXIT_OK;
}

int
cli_run_presets_import (CliConnection *connection)
{
  g_autoptr (McpArgumentStore) store = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  guint n_presets;
  int status;

  store = load_store (connection, &status);
  if (store == NULL)
    return status;

  text = cli_arguments_read_file (connection->options->words[0], &length, &error);
  if (text == NULL || !mcp_argument_store_import (store, text, length, &n_presets, &error))
    return cli_connection_fail (connection, NULL, error, NULL);

  cli_note (ngettext ("%u preset was imported.", "%u presets were imported.", n_presets), n_presets);

  return CLI_EXIT_OK;
}
