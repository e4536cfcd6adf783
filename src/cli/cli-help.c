/* cli-help.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli-option-table.h"

/* "  left       right", with the right column where all of them can have it. */
static void
append_help_row (GString    *help,
                 const char *left,
                 const char *right)
{
  const glong column = 30;
  glong width = g_utf8_strlen (left, -1) + 2;

  g_string_append_printf (help, "  %s", left);
  if (width > column - 2)
    {
      g_string_append_c (help, '\n');
      width = 0;
    }
  g_string_append_printf (help, "%*s%s\n", (int) (column - width), "", right);
}

static void
append_option_help (GString         *help,
                    const CliOption *option)
{
  g_autoptr (GString) left = g_string_new (NULL);

  if (option->letter != 0)
    g_string_append_printf (left, "-%c, ", option->letter);
  g_string_append_printf (left, "--%s", option->name);
  if (option->value_name != NULL)
    g_string_append_printf (left, " %s", _(option->value_name));

  append_help_row (help, left->str, _(option->help));
}

static void
append_command_help (GString          *help,
                     const CliCommand *command)
{
  g_autoptr (GString) left = g_string_new (command->name);

  if (command->verb != NULL)
    g_string_append_printf (left, " %s", command->verb);
  if (command->arguments != NULL)
    g_string_append_printf (left, " %s", _(command->arguments));

  append_help_row (help, left->str, _(command->summary));
}

/* The options that only commands of this name take; the general ones without a name. */
static void
append_options_help (GString    *help,
                     const char *name)
{
  guint n_options;
  const CliOption *options = cli_option_table_get (&n_options);

  for (guint i = 0; i < n_options; i++)
    {
      g_auto (GStrv) commands = NULL;

      if (options[i].commands == NULL)
        {
          if (name == NULL)
            append_option_help (help, &options[i]);
          continue;
        }

      commands = g_strsplit_set (options[i].commands, "| ", -1);
      if (name != NULL && g_strv_contains ((const char * const *) commands, name))
        append_option_help (help, &options[i]);
    }
}

/**
 * cli_options_get_help:
 * @command: (nullable): the command to explain, with all its verbs, or %NULL for all of them
 *
 * Makes the text of --help.
 *
 * Returns: (transfer full): the help
 */
char *
cli_options_get_help (const CliCommand *command)
{
  GString *help = g_string_new (NULL);
  guint n_commands;
  const CliCommand *commands = cli_commands_get (&n_commands);

  if (command == NULL)
    {
      g_string_append (help, _("Usage: sounder-cli [OPTIONS] COMMAND [ARGUMENTS] [-- PROGRAM ARGS…]\n"));
      g_string_append (help, _("Inspect a Model Context Protocol server.\n"));
    }
  else
    g_string_append_printf (help, _("Usage: sounder-cli [OPTIONS] %s [ARGUMENTS] [-- PROGRAM ARGS…]\n"),
                            command->name);

  g_string_append_printf (help, "\n%s\n", _("Commands:"));
  for (guint i = 0; i < n_commands; i++)
    {
      if (command == NULL || g_str_equal (command->name, commands[i].name))
        append_command_help (help, &commands[i]);
    }

  if (command != NULL)
    {
      gsize length = help->len;

      append_options_help (help, command->name);
      if (help->len > length)
        {
          g_autofree char *title = g_strdup_printf ("\n%s\n", _("Options of this command:"));

          g_string_insert (help, length, title);
        }
    }

  g_string_append_printf (help, "\n%s\n", _("Options:"));
  append_options_help (help, NULL);

  if (command == NULL)
    g_string_append_printf (help, "\n%s\n%s\n",
                            _("sounder-cli COMMAND --help tells the options of a command."),
                            _("Ends with 0 done, 1 the tool or server reported an error, 2 wrong usage,\n"
                              "3 could not connect, 4 authorization needed, 5 timed out or cancelled, 6 findings,\n"
                              "7 the server died."));

  return g_string_free (help, FALSE);
}
