/* cli-commands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-commands.h"
#include "mcp-error.h"
#include "mcp-nearest.h"

#define SERVER CLI_COMMAND_NEEDS_SERVER

static const CliCommand commands[] = {
  { "info", NULL, NULL,
    N_("Connect and show who the server is and what was negotiated"),
    0, 0, SERVER | CLI_COMMAND_SHOWS_STEPS, cli_run_info },
  { "tools", "list", NULL,
    N_("List the tools with their arguments"),
    0, 0, SERVER, cli_run_tools_list },
  { "tools", "call", N_("NAME [KEY=VALUE…] [KEY:=JSON…]"),
    N_("Call a tool; VALUE is typed by the tool’s schema, JSON is sent as it is"),
    1, G_MAXUINT, SERVER, cli_run_tools_call },
  { "resources", "list", NULL,
    N_("List the resources"),
    0, 0, SERVER, cli_run_resources_list },
  { "resources", "templates", NULL,
    N_("List the resource templates"),
    0, 0, SERVER, cli_run_resources_templates },
  { "resources", "read", N_("URI"),
    N_("Read a resource"),
    1, 1, SERVER, cli_run_resources_read },
  { "resources", "directory", N_("URI"),
    N_("List what is in a resource that is a directory"),
    1, 1, SERVER, cli_run_resources_directory },
  { "resources", "subscribe", N_("URI…"),
    N_("Print each update of these resources until interrupted"),
    1, G_MAXUINT, SERVER | CLI_COMMAND_GOES_ON, cli_run_resources_subscribe },
  { "prompts", "list", NULL,
    N_("List the prompts with their arguments"),
    0, 0, SERVER, cli_run_prompts_list },
  { "prompts", "get", N_("NAME [KEY=VALUE…]"),
    N_("Get a prompt"),
    1, G_MAXUINT, SERVER, cli_run_prompts_get },
  { "skills", "list", NULL,
    N_("List the skills"),
    0, 0, SERVER, cli_run_skills_list },
  { "skills", "show", N_("URI|NAME"),
    N_("Show what is listed of a skill; of one that is not listed, ask for it"),
    1, 1, SERVER, cli_run_skills_show },
  { "skills", "read", N_("URI|NAME [FILE]"),
    N_("Read its SKILL.md, or another file, and print it if it is what was listed"),
    1, 2, SERVER, cli_run_skills_read },
  { "skills", "verify", N_("[URI|NAME]"),
    N_("Read all files of a skill, or of all that are listed, and compare them with the list"),
    0, 1, SERVER, cli_run_skills_verify },
  { "complete", "prompt", N_("NAME ARGUMENT VALUE [KEY=VALUE…]"),
    N_("Complete an argument of a prompt"),
    3, G_MAXUINT, SERVER, cli_run_complete_prompt },
  { "complete", "resource", N_("TEMPLATE ARGUMENT VALUE [KEY=VALUE…]"),
    N_("Complete a variable of a resource template"),
    3, G_MAXUINT, SERVER, cli_run_complete_resource },
  { "auth", "login", N_("[URL]"),
    N_("Sign in to a server, and show each step of it"),
    0, 1, SERVER | CLI_COMMAND_TAKES_URL, cli_run_auth_login },
  { "auth", "status", N_("[URL]"),
    N_("Show the token that is kept for a server, but not its value"),
    0, 1, SERVER | CLI_COMMAND_TAKES_URL, cli_run_auth_status },
  { "auth", "refresh", N_("[URL]"),
    N_("Get a new token with the one that is kept"),
    0, 1, SERVER | CLI_COMMAND_TAKES_URL, cli_run_auth_refresh },
  { "auth", "check", N_("[URL]"),
    N_("Sign in with deliberate mistakes, and see that each is refused"),
    0, 1, SERVER | CLI_COMMAND_TAKES_URL, cli_run_auth_check },
  { "auth", "logout", N_("[URL]"),
    N_("Forget the token and the registration"),
    0, 1, SERVER | CLI_COMMAND_TAKES_URL, cli_run_auth_logout },
  { "tasks", "list", NULL,
    N_("List the tasks: the server’s, and those of earlier runs that have not ended"),
    0, 0, SERVER, cli_run_tasks_list },
  { "tasks", "get", N_("ID"),
    N_("Ask for a task"),
    1, 1, SERVER, cli_run_tasks_get },
  { "tasks", "result", N_("ID"),
    N_("Wait until a task ends and print its result"),
    1, 1, SERVER, cli_run_tasks_result },
  { "tasks", "cancel", N_("ID"),
    N_("Ask the server to cancel a task"),
    1, 1, SERVER, cli_run_tasks_cancel },
  { "ping", NULL, NULL,
    N_("Measure round trips until interrupted, then print a summary"),
    0, 0, SERVER, cli_run_ping },
  { "load", "tool", N_("NAME [KEY=VALUE…] [KEY:=JSON…]"),
    N_("Call a tool again and again, and measure how it bears that"),
    1, G_MAXUINT, SERVER | CLI_COMMAND_REPORTS, cli_run_load_tool },
  { "load", "read", N_("URI"),
    N_("The same with reading a resource"),
    1, 1, SERVER | CLI_COMMAND_REPORTS, cli_run_load_read },
  { "load", "prompt", N_("NAME [KEY=VALUE…]"),
    N_("The same with a prompt"),
    1, G_MAXUINT, SERVER | CLI_COMMAND_REPORTS, cli_run_load_prompt },
  { "load", "ping", NULL,
    N_("The same with pings, which show what the connection itself costs"),
    0, 0, SERVER | CLI_COMMAND_REPORTS, cli_run_load_ping },
  { "watch", NULL, N_("[NAME…]"),
    N_("Stay connected and print the timeline until interrupted; or with --metrics, serve figures of these saved servers"),
    0, G_MAXUINT, CLI_COMMAND_MAY_HAVE_SERVER | CLI_COMMAND_GOES_ON | CLI_COMMAND_RECONNECTS, cli_run_watch },
  { "send", NULL, N_("JSON|@FILE|-"),
    N_("Send this text exactly and print what comes back"),
    1, 1, SERVER, cli_run_send },
  { "serve", NULL, N_("FILE"),
    N_("Answer as the server of a recording did"),
    1, 1, 0, cli_run_serve },
  { "tap", NULL, NULL,
    N_("Stand in a client’s configuration in place of the server, and write down what crosses"),
    0, 0, SERVER, cli_run_tap },
  { "check", NULL, NULL,
    N_("Connect, list everything and print what breaks the protocol"),
    0, 0, SERVER | CLI_COMMAND_REPORTS | CLI_COMMAND_SHOWS_FINDINGS, cli_run_check },
  { "test", NULL, N_("FILE…"),
    N_("Run the tests of these files"),
    1, G_MAXUINT, CLI_COMMAND_MAY_HAVE_SERVER | CLI_COMMAND_REPORTS, cli_run_test },
  { "probe", NULL, NULL,
    N_("Try the rules of the specification on the server, broken messages included"),
    0, 0, SERVER | CLI_COMMAND_REPORTS, cli_run_probe },
  { "compare", NULL, N_("SERVER|FILE SERVER|FILE"),
    N_("Tell how two servers differ: saved ones, recordings, or files of --update-baseline"),
    2, 2, 0, cli_run_compare },
  { "log", NULL, NULL,
    N_("Print a recording given with --open"),
    0, 0, SERVER | CLI_COMMAND_OF_RECORDINGS, cli_run_log },
  { "convert", NULL, NULL,
    N_("Write a recording as an HTTP Archive, as JSON Lines or as text"),
    0, 0, SERVER | CLI_COMMAND_OF_RECORDINGS, cli_run_convert },
  { "redact", NULL, N_("[FILE|-]"),
    N_("Print a text without the secrets in it, as it would be in a recording"),
    0, 1, 0, cli_run_redact },
  { "presets", "list", NULL,
    N_("List the arguments that are saved for a server, by their names"),
    0, 0, SERVER, cli_run_presets_list },
  { "presets", "show", N_("tool|prompt|template NAME PRESET"),
    N_("Print the arguments of a preset"),
    3, 3, SERVER, cli_run_presets_show },
  { "presets", "save", N_("tool|prompt|template NAME PRESET JSON|@FILE|-"),
    N_("Save arguments under a name, without what is secret"),
    4, 4, SERVER, cli_run_presets_save },
  { "presets", "delete", N_("tool|prompt|template NAME PRESET"),
    N_("Delete a preset"),
    3, 3, SERVER, cli_run_presets_delete },
  { "presets", "export", N_("[tool|prompt|template NAME]"),
    N_("Print presets and the history of arguments as a file"),
    0, 2, SERVER, cli_run_presets_export },
  { "presets", "import", N_("FILE|-"),
    N_("Add what was exported to the presets of a server"),
    1, 1, SERVER, cli_run_presets_import },
  { "config", "list", NULL,
    N_("List the saved servers"),
    0, 0, 0, cli_run_config_list },
  { "config", "clients", NULL,
    N_("List the servers in the files of other clients on this computer"),
    0, 0, 0, cli_run_config_clients },
  { "config", "import", N_("[CLIENT|FILE [NAME…]]"),
    N_("Add servers of other clients, or of a file, to the saved ones"),
    0, G_MAXUINT, 0, cli_run_config_import },
  { "config", "export", N_("[CLIENT|FILE] [NAME…]"),
    N_("Print saved servers as an mcp.json-style file, or put them into another client’s file"),
    0, G_MAXUINT, 0, cli_run_config_export },
  { "config", "forget", N_("NAME…"),
    N_("Take back your consent to saved servers, so that you are asked before they are started again"),
    1, G_MAXUINT, 0, cli_run_config_forget },
  { "registry", "search", N_("[WORDS]"),
    N_("List the servers of a registry, or those with something in their name"),
    0, 1, 0, cli_run_registry_search },
  { "registry", "show", N_("NAME [VERSION]"),
    N_("Show a server of a registry, and what each of its packages would run"),
    1, 2, 0, cli_run_registry_show },
  { "registry", "add", N_("NAME [PACKAGE…]"),
    N_("Add a server of a registry to the saved ones: its first package, or those that are named"),
    1, G_MAXUINT, 0, cli_run_registry_add },
  { "config", "wrap", N_("FILE [NAME…]"),
    N_("Put “tap” before servers in a client’s configuration"),
    1, G_MAXUINT, 0, cli_run_config_wrap },
  { "config", "unwrap", N_("FILE [NAME…]"),
    N_("Take it out again"),
    1, G_MAXUINT, 0, cli_run_config_unwrap },
};

#undef SERVER

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

static void
set_unknown_error (GError     **error,
                   const char  *what,
                   const char  *word,
                   GPtrArray   *candidates)
{
  const char *nearest = NULL;

  g_ptr_array_add (candidates, NULL);
  nearest = mcp_find_nearest (word, (const char * const *) candidates->pdata);

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
