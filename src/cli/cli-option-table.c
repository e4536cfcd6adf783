/* cli-option-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli-option-table.h"

#define FIELD(name) G_STRUCT_OFFSET (CliOptions, name)

static const CliOption options[] = {
  { "server", 0, CLI_OPTION_STRING, FIELD (server), N_("NAME"),
    N_("use this saved server, or this one of --config"), NULL },
  { "config", 0, CLI_OPTION_STRING, FIELD (config), N_("FILE"),
    N_("look for --server in this mcp.json-style file"), NULL },
  { "demo", 0, CLI_OPTION_FLAG, FIELD (demo), NULL,
    N_("use the demo server that comes with Sounder"), NULL },
  { "env", 0, CLI_OPTION_STRINGS, FIELD (env), N_("NAME=VALUE"),
    N_("set a variable in the server’s environment; may be repeated"), NULL },
  { "cwd", 0, CLI_OPTION_STRING, FIELD (cwd), N_("DIR"),
    N_("start the server in this directory"), NULL },
  { "root", 0, CLI_OPTION_STRINGS, FIELD (roots), N_("PATH"),
    N_("tell the server of this root; may be repeated"), NULL },
  { "era", 0, CLI_OPTION_ERA, 0, "auto|legacy",
    N_("the family of protocol revisions to speak"), NULL },
  { "protocol", 0, CLI_OPTION_STRING, FIELD (protocol), N_("VERSION"),
    N_("offer this protocol revision instead of the newest"), NULL },
  { "log-level", 0, CLI_OPTION_STRING, FIELD (log_level), N_("LEVEL"),
    N_("ask the server for log messages from this level on"), NULL },
  { "timeout", 0, CLI_OPTION_SECONDS, FIELD (timeout_msec), N_("SECONDS"),
    N_("wait this long for each answer"), NULL },
  { "max-time", 0, CLI_OPTION_SECONDS, FIELD (max_time_msec), N_("SECONDS"),
    N_("end the whole command after this long"), NULL },
  { "record", 0, CLI_OPTION_STRING, FIELD (record), N_("FILE"),
    N_("save the session as a recording, with secrets redacted"), NULL },
  { "no-redact", 0, CLI_OPTION_FLAG, FIELD (no_redact), NULL,
    N_("keep secrets in what --record and config export write"), NULL },
  { "format", 0, CLI_OPTION_FORMAT, 0, "text|json|ndjson",
    N_("how to print the result"), NULL },
  { "color", 0, CLI_OPTION_COLOR, 0, "auto|always|never",
    N_("colour text output"), NULL },
  { "verbose", 'v', CLI_OPTION_FLAG, FIELD (verbose), NULL,
    N_("print every message and the server’s standard error to standard error"), NULL },
  { "version", 0, CLI_OPTION_FLAG, FIELD (version), NULL,
    N_("print the version and end"), NULL },
  { "help", 'h', CLI_OPTION_FLAG, FIELD (help), NULL,
    N_("print this help, or that of a command"), NULL },
  { "args", 0, CLI_OPTION_STRING, FIELD (args), "JSON|@FILE|-",
    N_("the arguments as a JSON object, given here, in a file or on standard input"),
    "tools call|prompts get" },
  { "output", 'o', CLI_OPTION_STRING, FIELD (output_file), N_("FILE"),
    N_("write the contents to this file, decoded"), "resources read" },
  { "filter", 0, CLI_OPTION_STRING, FIELD (filter), N_("FILTER"),
    N_("print only what matches: words, method:GLOB, dir:in|out, kind:KIND, and - before any"),
    "watch" },
  { "raw", 0, CLI_OPTION_FLAG, FIELD (raw), NULL,
    N_("send the text without checking it"), "send" },
  { "strict", 0, CLI_OPTION_FLAG, FIELD (strict), NULL,
    N_("end with 6 for a warning too"), "check" },
  { "count", 'c', CLI_OPTION_COUNT, FIELD (count), N_("COUNT"),
    N_("end after this many probes"), "ping" },
  { "interval", 'i', CLI_OPTION_SECONDS, FIELD (interval_msec), N_("SECONDS"),
    N_("wait this long between probes (1)"), "ping" },
  { "wait", 'W', CLI_OPTION_SECONDS, FIELD (wait_msec), N_("SECONDS"),
    N_("wait this long for each answer"), "ping" },
};

/**
 * cli_option_table_get:
 * @n_options: (out): how many there are
 *
 * Gets all options in the order of the help.
 *
 * Returns: (transfer none) (array length=n_options): the options
 */
const CliOption *
cli_option_table_get (guint *n_options)
{
  *n_options = G_N_ELEMENTS (options);
  return options;
}

/**
 * cli_command_get_full_name:
 * @command: a command
 *
 * Gets the words that name a command.
 *
 * Returns: (transfer full): such as “tools list”
 */
char *
cli_command_get_full_name (const CliCommand *command)
{
  return g_strjoin (" ", command->name, command->verb, NULL);
}

/**
 * cli_option_fits_command:
 * @option: an option
 * @command: (nullable): a command
 *
 * Gets whether a command takes an option.
 *
 * Returns: whether it does
 */
gboolean
cli_option_fits_command (const CliOption  *option,
                         const CliCommand *command)
{
  g_autofree char *name = NULL;
  g_auto (GStrv) names = NULL;

  if (option->commands == NULL)
    return TRUE;
  if (command == NULL)
    return FALSE;

  name = cli_command_get_full_name (command);
  names = g_strsplit (option->commands, "|", -1);

  return g_strv_contains ((const char * const *) names, name);
}
