/* cli-help.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-option-table.h"
#include "cli-text.h"

/* "  left       right", with the right column where all of them can have it. */
static void
append_help_row (GString    *help,
                 const char *left,
                 const char *right,
                 guint       columns)
{
  const guint column = 30;
  guint width = cli_text_width (left) + 2;

  g_string_append_printf (help, "  %s", left);
  if (width > column - 2)
    {
      g_string_append_c (help, '\n');
      width = 0;
    }
  g_string_append_printf (help, "%*s", (int) (column - width), "");
  cli_text_append_wrapped (help, right, column, columns);
}

static void
append_option_help (GString         *help,
                    const CliOption *option,
                    guint            columns)
{
  g_autoptr (GString) left = g_string_new (NULL);

  if (option->letter != 0)
    g_string_append_printf (left, "-%c, ", option->letter);
  g_string_append_printf (left, "--%s", option->name);
  if (option->kind == CLI_OPTION_OPTIONAL)
    g_string_append_printf (left, "[=%s]", _(option->value_name));
  else if (option->value_name != NULL)
    g_string_append_printf (left, " %s", _(option->value_name));

  append_help_row (help, left->str, _(option->help), columns);
}

static void
append_command_help (GString          *help,
                     const CliCommand *command,
                     guint             columns)
{
  g_autoptr (GString) left = g_string_new (command->name);

  if (command->verb != NULL)
    g_string_append_printf (left, " %s", command->verb);
  if (command->arguments != NULL)
    g_string_append_printf (left, " %s", _(command->arguments));

  append_help_row (help, left->str, _(command->summary), columns);
}

/* The options that only these commands take; the general ones without a command. */
static void
append_options_help (GString          *help,
                     const CliCommand *command,
                     gboolean          whole_group,
                     guint             columns)
{
  guint n_options;
  const CliOption *options = cli_option_table_get (&n_options);

  for (guint i = 0; i < n_options; i++)
    {
      g_auto (GStrv) words = NULL;

      if (options[i].commands == NULL || command == NULL)
        {
          if (options[i].commands == NULL && command == NULL)
            append_option_help (help, &options[i], columns);
          continue;
        }

      words = g_strsplit_set (options[i].commands, "| ", -1);
      if (whole_group ? g_strv_contains ((const char * const *) words, command->name)
                      : cli_option_fits_command (&options[i], command))
        append_option_help (help, &options[i], columns);
    }
}

static void
append_usage (GString          *help,
              const CliCommand *command,
              gboolean          whole_group,
              guint             columns)
{
  g_autofree char *name = NULL;
  g_autofree char *usage = NULL;

  if (command == NULL)
    {
      g_string_append (help, _("Usage: sounder-cli [OPTIONS] COMMAND [ARGUMENTS] [-- PROGRAM ARGS…]\n"));
      g_string_append (help, _("Inspect a Model Context Protocol server.\n"));
      return;
    }

  if (whole_group && command->verb != NULL)
    name = g_strdup_printf (_("%s COMMAND [ARGUMENTS]"), command->name);
  else
    {
      g_autofree char *words = cli_command_get_full_name (command);

      name = g_strjoin (" ", words, command->arguments != NULL ? _(command->arguments) : NULL,
                        NULL);
    }

  usage = g_strdup_printf ((command->flags & (CLI_COMMAND_NEEDS_SERVER | CLI_COMMAND_MAY_HAVE_SERVER)) != 0
                             ? _("Usage: sounder-cli [OPTIONS] %s [-- PROGRAM ARGS…]\n")
                             : _("Usage: sounder-cli [OPTIONS] %s\n"),
                           name);
  cli_text_append_wrapped (help, usage, 7, columns);
}

static gboolean
is_shown (const CliCommand *command,
          const CliCommand *wanted,
          gboolean          whole_group)
{
  return wanted == NULL || wanted == command ||
         (whole_group && g_str_equal (wanted->name, command->name));
}

/**
 * cli_options_get_help:
 * @command: (nullable): the command to explain, or %NULL for all of them
 * @whole_group: whether to explain the other verbs of @command as well
 * @columns: how wide the lines may be
 *
 * Makes the text of --help.
 *
 * Returns: (transfer full): the help
 */
char *
cli_options_get_help (const CliCommand *command,
                      gboolean          whole_group,
                      guint             columns)
{
  GString *help = g_string_new (NULL);
  guint n_commands;
  const CliCommand *commands = cli_commands_get (&n_commands);

  append_usage (help, command, whole_group, columns);

  g_string_append_printf (help, "\n%s\n", _("Commands:"));
  for (guint i = 0; i < n_commands; i++)
    {
      if (is_shown (&commands[i], command, whole_group))
        append_command_help (help, &commands[i], columns);
    }

  if (command != NULL)
    {
      gsize length = help->len;

      append_options_help (help, command, whole_group, columns);
      if (help->len > length)
        {
          g_autofree char *title = g_strdup_printf ("\n%s\n", _("Options of this command:"));

          g_string_insert (help, length, title);
        }
    }

  g_string_append_printf (help, "\n%s\n", _("Options:"));
  append_options_help (help, NULL, FALSE, columns);

  if (command == NULL)
    g_string_append_printf (help, "\n%s\n%s\n",
                            _("sounder-cli COMMAND --help tells the options of a command."),
                            _("Ends with 0 done, 1 the tool or server reported an error, 2 wrong usage,\n"
                              "3 could not connect, 4 authorization needed, 5 timed out or cancelled,\n"
                              "6 findings, 7 the server died."));

  return g_string_free (help, FALSE);
}
