/* cli-commands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-commands.h"
#include "mcp-error.h"

static const CliCommand commands[] = {
  { "info", NULL, NULL,
    N_("Connect and show who the server is and what was negotiated"),
    0, 0, TRUE, cli_run_info },
  { "tools", "list", NULL,
    N_("List the tools with their arguments"),
    0, 0, TRUE, cli_run_tools_list },
  { "tools", "call", N_("NAME [KEY=VALUE…] [KEY:=JSON…]"),
    N_("Call a tool; VALUE is typed by the tool’s schema, JSON is sent as it is"),
    1, G_MAXUINT, TRUE, cli_run_tools_call },
  { "resources", "list", NULL,
    N_("List the resources"),
    0, 0, TRUE, cli_run_resources_list },
  { "resources", "templates", NULL,
    N_("List the resource templates"),
    0, 0, TRUE, cli_run_resources_templates },
  { "resources", "read", N_("URI"),
    N_("Read a resource"),
    1, 1, TRUE, cli_run_resources_read },
  { "resources", "subscribe", N_("URI…"),
    N_("Print each update of these resources until interrupted"),
    1, G_MAXUINT, TRUE, cli_run_resources_subscribe },
  { "prompts", "list", NULL,
    N_("List the prompts with their arguments"),
    0, 0, TRUE, cli_run_prompts_list },
  { "prompts", "get", N_("NAME [KEY=VALUE…]"),
    N_("Get a prompt"),
    1, G_MAXUINT, TRUE, cli_run_prompts_get },
  { "complete", "prompt", N_("NAME ARGUMENT VALUE [KEY=VALUE…]"),
    N_("Complete an argument of a prompt"),
    3, G_MAXUINT, TRUE, cli_run_complete_prompt },
  { "complete", "resource", N_("TEMPLATE ARGUMENT VALUE [KEY=VALUE…]"),
    N_("Complete a variable of a resource template"),
    3, G_MAXUINT, TRUE, cli_run_complete_resource },
  { "ping", NULL, NULL,
    N_("Measure round trips until interrupted, then print a summary"),
    0, 0, TRUE, cli_run_ping },
  { "watch", NULL, NULL,
    N_("Stay connected and print the timeline until interrupted"),
    0, 0, TRUE, cli_run_watch },
  { "send", NULL, N_("JSON|@FILE|-"),
    N_("Send this text exactly and print what comes back"),
    1, 1, TRUE, cli_run_send },
  { "check", NULL, NULL,
    N_("Connect, list everything and print what breaks the protocol"),
    0, 0, TRUE, cli_run_check },
  { "config", "list", NULL,
    N_("List the saved servers"),
    0, 0, FALSE, cli_run_config_list },
  { "config", "import", N_("FILE"),
    N_("Add the servers of an mcp.json-style file to the saved ones"),
    1, 1, FALSE, cli_run_config_import },
  { "config", "export", N_("[NAME…]"),
    N_("Print saved servers as an mcp.json-style file"),
    0, G_MAXUINT, FALSE, cli_run_config_export },
};

/**
 * cli_commands_get:
 * @n_commands: (out): how many there are
 *
 * Gets all commands in the order of the help.
 *
 * Returns: (transfer none) (array length=n_commands): the commands
 */
const CliCommand *
cli_commands_get (guint *n_commands)
{
  *n_commands = G_N_ELEMENTS (commands);
  return commands;
}

/* The Levenshtein distance of two short words. */
static guint
get_distance (const char *a,
              const char *b)
{
  guint n = MIN (strlen (b), 63);
  guint row[64];

  for (guint j = 0; j <= n; j++)
    row[j] = j;

  for (guint i = 1; a[i - 1] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= n; j++)
        {
          guint above = row[j];
          guint best = diagonal + (a[i - 1] != b[j - 1]);

          best = MIN (best, above + 1);
          row[j] = MIN (best, row[j - 1] + 1);
          diagonal = above;
        }
    }

  return row[n];
}

/**
 * cli_find_nearest:
 * @word: what was typed
 * @candidates: what there is
 *
 * Finds what somebody who typed @word may have meant.
 *
 * Returns: (transfer full) (nullable): the nearest candidate, or %NULL when none is near
 */
char *
cli_find_nearest (const char  *word,
                  char       **candidates)
{
  const char *nearest = NULL;
  guint limit = MAX (1, MIN (3, strlen (word) / 2));
  guint best = limit + 1;

  for (guint i = 0; candidates[i] != NULL; i++)
    {
      guint distance = get_distance (word, candidates[i]);

      /* The start of a word is near, however long the word. */
      if (strlen (word) > 2 && g_str_has_prefix (candidates[i], word))
        distance = 1;

      if (distance < best)
        {
          best = distance;
          nearest = candidates[i];
        }
    }

  return g_strdup (nearest);
}

static void
set_unknown_error (GError     **error,
                   const char  *what,
                   const char  *word,
                   GPtrArray   *candidates)
{
  g_autofree char *nearest = NULL;

  g_ptr_array_add (candidates, NULL);
  nearest = cli_find_nearest (word, (char **) candidates->pdata);

  if (nearest != NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                 _("%s: unknown %s; did you mean “%s”?"), word, what, nearest);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                 _("%s: unknown %s"), word, what);
}

static const CliCommand *
find_verb (const char  *name,
           const char  *verb,
           GError     **error)
{
  g_autoptr (GPtrArray) verbs = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (!g_str_equal (commands[i].name, name))
        continue;
      if (verb != NULL && g_str_equal (commands[i].verb, verb))
        return &commands[i];
      g_ptr_array_add (verbs, (char *) commands[i].verb);
    }

  if (verb == NULL)
    {
      g_autofree char *list = NULL;

      g_ptr_array_add (verbs, NULL);
      list = g_strjoinv (", ", (char **) verbs->pdata);
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("%s: which of %s?"), name, list);
    }
  else
    set_unknown_error (error, _("command"), verb, verbs);

  return NULL;
}

/**
 * cli_commands_find:
 * @words: the words of the command line that are no options
 * @n_used: (out): how many of @words name the command
 * @error: return location for an error
 *
 * Finds the command that a command line names.
 *
 * Returns: (transfer none) (nullable): the command, or %NULL with an error of
 *   %MCP_ERROR_USAGE that names the word and the nearest command
 */
const CliCommand *
cli_commands_find (char   **words,
                   guint   *n_used,
                   GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (words[0] == NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, _("no command was given"));
      return NULL;
    }

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (g_str_equal (commands[i].name, words[0]))
        {
          *n_used = commands[i].verb != NULL ? 2 : 1;
          if (commands[i].verb == NULL)
            return &commands[i];
          return find_verb (words[0], words[1], error);
        }
      g_ptr_array_add (names, (char *) commands[i].name);
    }

  set_unknown_error (error, _("command"), words[0], names);
  return NULL;
}
