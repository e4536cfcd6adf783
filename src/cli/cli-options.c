/* cli-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "cli-options-private.h"
#include "mcp-error.h"
#include "mcp-nearest.h"

/*
 * GOptionContext cannot end the options at "--" and hand on the rest untouched, nor tell which
 * option belongs to which command, so the command line is taken apart here. What options may be
 * with each other is cli-options-check.c; the table of them is cli-option-table.c.
 */

gboolean
cli_options_fail (GError    **error,
                  const char *format,
                  ...)
{
  va_list args;

  va_start (args, format);
  if (error != NULL)
    *error = g_error_new_valist (MCP_ERROR, MCP_ERROR_USAGE, format, args);
  va_end (args);

  return FALSE;
}

static const CliOption *
find_long_option (const char  *name,
                  gsize        length,
                  GError     **error)
{
  g_autofree char *given = g_strndup (name, length);
  const char *nearest = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_options;
  const CliOption *options = cli_option_table_get (&n_options);

  for (guint i = 0; i < n_options; i++)
    {
      if (g_str_equal (options[i].name, given))
        return &options[i];
      g_ptr_array_add (names, (char *) options[i].name);
    }

  g_ptr_array_add (names, NULL);
  nearest = mcp_find_nearest (given, (const char * const *) names->pdata);

  if (nearest != NULL)
    cli_options_fail (error, _("--%s: unknown option; did you mean “--%s”?"), given, nearest);
  else
    cli_options_fail (error, _("--%s: unknown option"), given);

  return NULL;
}

static const CliOption *
find_short_option (char     letter,
                   GError **error)
{
  guint n_options;
  const CliOption *options = cli_option_table_get (&n_options);

  for (guint i = 0; i < n_options; i++)
    {
      if (options[i].letter == letter)
        return &options[i];
    }

  cli_options_fail (error, _("-%c: unknown option"), letter);
  return NULL;
}

static gboolean
parse_seconds (const char  *name,
               const char  *text,
               guint       *msec,
               GError     **error)
{
  char *end = NULL;
  double seconds = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !isfinite (seconds) || seconds <= 0 || seconds > 1e6)
    return cli_options_fail (error, _("--%s %s: not a number of seconds above 0"), name, text);

  *msec = MAX (1, (guint) (seconds * 1000 + 0.5));
  return TRUE;
}

static gboolean
parse_count (const char  *name,
             const char  *text,
             guint       *count,
             GError     **error)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT, &value, NULL))
    return cli_options_fail (error, _("--%s %s: not a whole number above 0"), name, text);

  *count = value;
  return TRUE;
}

static gboolean
parse_percent (const char  *name,
               const char  *text,
               double      *percent,
               GError     **error)
{
  char *end = NULL;

  *percent = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !(*percent >= 0 && *percent <= 100))
    return cli_options_fail (error, _("--%s %s: not a number from 0 to 100"), name, text);

  return TRUE;
}

static gboolean
parse_number (const char  *name,
              const char  *text,
              double      *number,
              GError     **error)
{
  char *end = NULL;

  *number = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (*number) || *number <= 0)
    return cli_options_fail (error, _("--%s %s: not a number above 0"), name, text);

  return TRUE;
}

/* Finds @text in the words that @choices separates by "|". */
static gboolean
parse_choice (const CliOption  *option,
              const char       *text,
              guint            *choice,
              GError          **error)
{
  g_auto (GStrv) words = g_strsplit (option->value_name, "|", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (g_str_equal (words[i], text))
        {
          *choice = i;
          return TRUE;
        }
    }

  return cli_options_fail (error, _("--%s %s: expected one of %s"),
                           option->name, text, option->value_name);
}

static gboolean
parse_port (const char  *name,
            const char  *text,
            int         *port,
            GError     **error)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16, &value, NULL))
    return cli_options_fail (error, _("--%s %s: not a port"), name, text);

  *port = value;
  return TRUE;
}

static void
append_string (char       ***strings,
               const char   *string)
{
  guint n = *strings != NULL ? g_strv_length (*strings) : 0;

  *strings = g_renew (char *, *strings, n + 2);
  (*strings)[n] = g_strdup (string);
  (*strings)[n + 1] = NULL;
}

static gboolean
set_option (CliOptions       *self,
            const CliOption  *option,
            const char       *text,
            GError          **error)
{
  gpointer field = G_STRUCT_MEMBER_P (self, option->offset);
  guint choice = 0;

  switch (option->kind)
    {
    case CLI_OPTION_FLAG:
      *(gboolean *) field = TRUE;
      return TRUE;

    case CLI_OPTION_STRING:
    case CLI_OPTION_OPTIONAL:
      g_free (*(char **) field);
      *(char **) field = g_strdup (text != NULL ? text : "");
      return TRUE;

    case CLI_OPTION_STRINGS:
      append_string (field, text);
      return TRUE;

    case CLI_OPTION_SECONDS:
      return parse_seconds (option->name, text, field, error);

    case CLI_OPTION_COUNT:
      return parse_count (option->name, text, field, error);

    case CLI_OPTION_PERCENT:
      return parse_percent (option->name, text, field, error);

    case CLI_OPTION_NUMBER:
      return parse_number (option->name, text, field, error);

    case CLI_OPTION_PORT:
      return parse_port (option->name, text, field, error);

    case CLI_OPTION_FORMAT:
      if (!parse_choice (option, text, &choice, error))
        return FALSE;
      self->format = choice;
      return TRUE;

    case CLI_OPTION_COLOR:
      if (!parse_choice (option, text, &choice, error))
        return FALSE;
      self->color = choice;
      return TRUE;

    case CLI_OPTION_ERA:
      if (!parse_choice (option, text, &choice, error))
        return FALSE;
      self->era = choice;
      return TRUE;

    default:
      g_assert_not_reached ();
    }
}

/* One option at argv[*i]; takes its value from the next word when it needs one. */
static gboolean
parse_option (CliOptions  *self,
              int          argc,
              char       **argv,
              int         *i,
              GPtrArray   *used,
              GError     **error)
{
  const char *word = argv[*i];
  const char *value = NULL;
  const CliOption *option;

  if (word[1] == '-')
    {
      const char *equals = strchr (word, '=');

      option = find_long_option (word + 2, equals != NULL ? (gsize) (equals - word - 2)
                                                          : strlen (word + 2), error);
      if (equals != NULL)
        value = equals + 1;
    }
  else
    {
      option = find_short_option (word[1], error);
      if (word[2] != '\0')
        value = word + 2;
    }

  if (option == NULL)
    return FALSE;

  if (option->kind == CLI_OPTION_FLAG)
    {
      if (value != NULL)
        return cli_options_fail (error, _("%s: --%s takes no value"), word, option->name);
    }
  else if (value == NULL && option->kind != CLI_OPTION_OPTIONAL)
    {
      if (*i + 1 >= argc || g_str_equal (argv[*i + 1], "--"))
        return cli_options_fail (error, _("--%s: needs a value: %s"),
                                 option->name, _(option->value_name));
      value = argv[++(*i)];
    }

  g_ptr_array_add (used, (gpointer) option);
  return set_option (self, option, value, error);
}

/*
 * Gets whether figures of servers are wanted for as long as the command runs: they are probed for
 * that, and connected to again.
 */
gboolean
cli_options_want_figures (const CliOptions *self)
{
  return self->metrics != NULL || (self->otlp != NULL && g_str_equal (self->command->name, "watch"));
}

/* Whether a server is named, and no recording. */
gboolean
cli_options_have_server (const CliOptions *self)
{
  return self->program != NULL || self->url != NULL || self->server != NULL || self->config != NULL
         || self->demo;
}

static gboolean
find_command (CliOptions  *self,
              GPtrArray   *words,
              GError     **error)
{
  guint n_used = 0;

  /* "tools --help" asks for help on all the verbs. */
  if (self->help && words->len == 2)
    {
      guint n_commands;
      const CliCommand *commands = cli_commands_get (&n_commands);

      for (guint i = 0; i < n_commands; i++)
        {
          if (g_str_equal (commands[i].name, words->pdata[0]))
            {
              self->command = &commands[i];
              self->help_group = TRUE;
              return TRUE;
            }
        }
    }

  self->command = cli_commands_find ((char **) words->pdata, &n_used, error);
  if (self->command == NULL)
    return FALSE;

  self->words = g_strdupv ((char **) words->pdata + n_used);
  return TRUE;
}

/**
 * cli_options_parse:
 * @argc: number of words, the program's name included
 * @argv: the words
 *
 * Takes a command line apart. Options stand before or after the command, up to “--”.
 *
 * Returns: (transfer full) (nullable): the options, or %NULL with an error of
 *   %MCP_ERROR_USAGE that names the word
 */
CliOptions *
cli_options_parse (int      argc,
                   char   **argv,
                   GError **error)
{
  g_autoptr (CliOptions) self = g_new0 (CliOptions, 1);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (GPtrArray) used = g_ptr_array_new ();

  self->era = -1;
  self->listen = -1;
  self->http = -1;
  self->fail_loss = -1;
  self->stop_failed = -1;

  for (int i = 1; i < argc; i++)
    {
      if (g_str_equal (argv[i], "--"))
        {
          self->program = g_strdupv (argv + i + 1);
          break;
        }

      /* A lone "-" is a word: standard input. */
      if (argv[i][0] != '-' || argv[i][1] == '\0')
        g_ptr_array_add (words, argv[i]);
      else if (!parse_option (self, argc, argv, &i, used, error))
        return NULL;
    }

  g_ptr_array_add (words, NULL);

  if (self->version || (self->help && words->len == 1))
    return g_steal_pointer (&self);

  if (!find_command (self, words, error))
    return NULL;

  if (!self->help && !cli_options_check (self, used, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * cli_options_free:
 * @self: (nullable): the options
 *
 * Frees options.
 */
void
cli_options_free (CliOptions *self)
{
  guint n_options;
  const CliOption *options = cli_option_table_get (&n_options);

  if (self == NULL)
    return;

  for (guint i = 0; i < n_options; i++)
    {
      gpointer field = G_STRUCT_MEMBER_P (self, options[i].offset);

      if (options[i].kind == CLI_OPTION_STRING || options[i].kind == CLI_OPTION_OPTIONAL)
        g_free (*(char **) field);
      else if (options[i].kind == CLI_OPTION_STRINGS)
        g_strfreev (*(char ***) field);
    }

  g_strfreev (self->words);
  g_strfreev (self->program);
  g_free (self);
}

/**
 * cli_options_guess_format:
 * @argc: number of words
 * @argv: the words
 *
 * Gets the format that a command line asks for, even when the rest of it is wrong: the error
 * is printed in it.
 *
 * Returns: the format
 */
CliFormat
cli_options_guess_format (int    argc,
                          char **argv)
{
  for (int i = 1; i < argc && !g_str_equal (argv[i], "--"); i++)
    {
      const char *value = NULL;

      if (g_str_equal (argv[i], "--format") && i + 1 < argc)
        value = argv[i + 1];
      else if (g_str_has_prefix (argv[i], "--format="))
        value = argv[i] + strlen ("--format=");

      if (g_strcmp0 (value, "json") == 0)
        return CLI_FORMAT_JSON;
      if (g_strcmp0 (value, "ndjson") == 0)
        return CLI_FORMAT_NDJSON;
    }

  return CLI_FORMAT_TEXT;
}
