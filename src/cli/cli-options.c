/* cli-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "cli-option-table.h"
#include "cli-profile.h"
#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-nearest.h"
#include "mcp-report.h"
#include "mcp-version.h"

/*
 * GOptionContext cannot end the options at "--" and hand on the rest untouched, nor tell which
 * option belongs to which command, so the command line is taken apart here. It is long because each
 * option has its own small parser and its own words for what is wrong; the table is elsewhere.
 */

static gboolean
usage_error (GError    **error,
             const char *format,
             ...) G_GNUC_PRINTF (2, 3);

/* Always FALSE, so that a check can end with it. */
static gboolean
usage_error (GError    **error,
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
    usage_error (error, _("--%s: unknown option; did you mean “--%s”?"), given, nearest);
  else
    usage_error (error, _("--%s: unknown option"), given);

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

  usage_error (error, _("-%c: unknown option"), letter);
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
    return usage_error (error, _("--%s %s: not a number of seconds above 0"), name, text);

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
    return usage_error (error, _("--%s %s: not a whole number above 0"), name, text);

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
    return usage_error (error, _("--%s %s: not a number from 0 to 100"), name, text);

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
    return usage_error (error, _("--%s %s: not a number above 0"), name, text);

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

  return usage_error (error, _("--%s %s: expected one of %s"),
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
    return usage_error (error, _("--%s %s: not a port"), name, text);

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
        return usage_error (error, _("%s: --%s takes no value"), word, option->name);
    }
  else if (value == NULL && option->kind != CLI_OPTION_OPTIONAL)
    {
      if (*i + 1 >= argc || g_str_equal (argv[*i + 1], "--"))
        return usage_error (error, _("--%s: needs a value: %s"),
                            option->name, _(option->value_name));
      value = argv[++(*i)];
    }

  g_ptr_array_add (used, (gpointer) option);
  return set_option (self, option, value, error);
}

static gboolean
check_env (char   **env,
           GError **error)
{
  for (guint i = 0; env != NULL && env[i] != NULL; i++)
    {
      const char *equals = strchr (env[i], '=');

      if (equals == NULL || equals == env[i])
        return usage_error (error, _("--env %s: expected NAME=VALUE"), env[i]);
    }

  return TRUE;
}

static gboolean
check_log_level (const char  *level,
                 GError     **error)
{
  static const char * const levels[] = {
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency", NULL
  };
  g_autofree char *list = NULL;

  if (level == NULL || g_strv_contains (levels, level))
    return TRUE;

  list = g_strjoinv (", ", (char **) levels);
  return usage_error (error, _("--log-level %s: expected one of %s"), level, list);
}

static gboolean
check_protocol (const char  *version,
                GError     **error)
{
  g_autofree char *list = NULL;

  if (version == NULL || mcp_version_from_string (version) != MCP_VERSION_UNKNOWN)
    return TRUE;

  list = mcp_version_list ();
  return usage_error (error, _("--protocol %s: not a revision this version speaks: %s"),
                      version, list);
}

/**
 * cli_options_want_figures:
 *
 * Gets whether figures of servers are wanted for as long as the command runs: they are probed for that, and connected to again.
 *
 * Returns: whether they are
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
check_server (CliOptions  *self,
              GError     **error)
{
  gboolean has_url = (self->command->flags & CLI_COMMAND_TAKES_URL) != 0 && self->words[0] != NULL
                     && self->url == NULL;
  guint n_given = has_url + (self->program != NULL) + (self->server != NULL || self->config != NULL)
                  + (self->demo != FALSE) + (self->url != NULL) + (self->open != NULL);
  gboolean needs_server = (self->command->flags & CLI_COMMAND_NEEDS_SERVER) != 0;
  gboolean may_have_server = (self->command->flags & CLI_COMMAND_MAY_HAVE_SERVER) != 0;

  if (has_url)
    self->url = g_strdup (self->words[0]);
  if (n_given > 1)
    return usage_error (error, _("more than one server was given: use one of --url, --server, "
                                 "--demo, --open and -- PROGRAM ARGS…"));
  if ((self->command->flags & CLI_COMMAND_OF_RECORDINGS) != 0 && self->open == NULL)
    return usage_error (error, _("which recording? Give --open FILE"));
  if (needs_server && n_given == 0 && !self->list)
    return usage_error (error, _("which server? Give one of -- PROGRAM ARGS…, --url URL, "
                                 "--server NAME, --demo"));
  if (!needs_server && !may_have_server &&
      (self->program != NULL || self->demo || self->url != NULL))
    return usage_error (error, _("%s %s needs no server"),
                        self->command->name, self->command->verb);
  if (self->program != NULL && self->program[0] == NULL)
    return usage_error (error, _("--: no program follows"));

  return TRUE;
}

static gboolean
check_url (const char  *url,
           GError     **error)
{
  g_autoptr (GError) local_error = NULL;

  if (url == NULL || mcp_profile_check_url (url, &local_error))
    return TRUE;

  return usage_error (error, "--url: %s", local_error->message);
}

static gboolean
check_transport (const char  *transport,
                 GError     **error)
{
  static const char * const words[] = { "auto", "http", "sse", NULL };

  if (transport == NULL || g_strv_contains (words, transport))
    return TRUE;

  return usage_error (error, _("--%s %s: expected one of %s"),
                      "transport", transport, "auto|http|sse");
}

static gboolean
check_inherit_env (const char  *inherit_env,
                   GError     **error)
{
  static const char * const words[] = { "basic", "all", NULL };

  if (inherit_env == NULL || g_strv_contains (words, inherit_env))
    return TRUE;

  return usage_error (error, _("--%s %s: expected one of %s"), "inherit-env", inherit_env, "basic|all");
}

/* A value may be a secret, so that no message has it; nor the name where the colon is missing. */
static gboolean
check_headers (char   **headers,
               GError **error)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;
      g_autoptr (GError) local_error = NULL;

      if (!g_utf8_validate (headers[i], -1, NULL))
        return usage_error (error, _("--header: not valid UTF-8"));
      if (!mcp_header_parse (headers[i], &name, &value, &local_error))
        return usage_error (error, "--header: %s", local_error->message);
    }

  return TRUE;
}

/* Brings "ab:cd:…" or "sha256:ABCD…" to the form that certificates tell theirs in. */
static gboolean
check_fingerprint (char   **fingerprint,
                   GError **error)
{
  const char *text = *fingerprint;
  g_autoptr (GString) canonical = g_string_new ("SHA256:");
  guint n_digits = 0;

  if (text == NULL)
    return TRUE;
  if (g_ascii_strncasecmp (text, "sha256:", 7) == 0)
    text += 7;

  for (; *text != '\0'; text++)
    {
      if (*text == ':' && n_digits % 2 == 0)
        continue;
      if (!g_ascii_isxdigit (*text))
        break;
      if (n_digits > 0 && n_digits % 2 == 0)
        g_string_append_c (canonical, ':');
      g_string_append_c (canonical, g_ascii_toupper (*text));
      n_digits++;
    }

  if (*text != '\0' || n_digits != 64)
    return usage_error (error, _("--accept-certificate %s: not a SHA-256 fingerprint, which has 64 "
                                 "hexadecimal digits"), *fingerprint);

  g_free (*fingerprint);
  *fingerprint = g_string_free (g_steal_pointer (&canonical), FALSE);

  return TRUE;
}

static gboolean
check_ca_file (const char  *path,
               GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  GList *certificates;

  if (path == NULL)
    return TRUE;

  certificates = g_tls_certificate_list_new_from_file (path, &local_error);
  if (local_error != NULL)
    return usage_error (error, "--ca-file %s: %s", path, local_error->message);
  if (certificates == NULL)
    return usage_error (error, _("--ca-file %s: there is no certificate in it"), path);

  g_list_free_full (certificates, g_object_unref);

  return TRUE;
}

/* What makes no sense for how the server is reached, as far as the command line says it. */
static gboolean
check_reach (CliOptions  *self,
             GError     **error)
{
  gboolean is_program = self->program != NULL || self->demo;

  if (self->url != NULL && self->env != NULL)
    return usage_error (error, _("--env: only for a server that is started, not for one with a "
                                 "URL"));
  if (self->url != NULL && self->cwd != NULL)
    return usage_error (error, _("--cwd: only for a server that is started, not for one with a "
                                 "URL"));
  if (is_program)
    return cli_profile_check_http (self, MCP_REACH_STDIO, error);

  return TRUE;
}

static gboolean
check_format (CliOptions  *self,
              GError     **error)
{
  g_autofree char *name = cli_command_get_full_name (self->command);

  if (self->format < CLI_FORMAT_REPORT || (self->command->flags & CLI_COMMAND_REPORTS) != 0)
    return TRUE;

  return usage_error (error, _("%s: --format is one of text, json and ndjson"), name);
}

static gboolean
check_reports (CliOptions  *self,
               GError     **error)
{
  McpReportFormat format;

  for (guint i = 0; self->reports != NULL && self->reports[i] != NULL; i++)
    if (!mcp_report_format_from_name (self->reports[i], &format))
      return usage_error (error, _("--report %s: the name has to end with .xml, .sarif, .tap or .html"), self->reports[i]);

  return TRUE;
}

static gboolean
check_words (CliOptions  *self,
             GError     **error)
{
  guint n_words = g_strv_length (self->words);
  g_autofree char *name = cli_command_get_full_name (self->command);

  if (n_words < self->command->min_words)
    return usage_error (error, _("%s: needs %s"), name, _(self->command->arguments));
  if (n_words > self->command->max_words)
    return usage_error (error, _("%s: unexpected “%s”; a program to start stands after --"),
                        name, self->words[self->command->max_words]);

  for (guint i = 0; i < n_words; i++)
    {
      /* All of them go into messages, which are UTF-8. */
      if (!g_utf8_validate (self->words[i], -1, NULL))
        return usage_error (error, _("%s: argument %u is not valid UTF-8"), name, i + 1);
    }

  return TRUE;
}

/* What can only be said once all is read. */
static gboolean
check_options (CliOptions  *self,
               GPtrArray   *used,
               GError     **error)
{
  for (guint i = 0; i < used->len; i++)
    {
      const CliOption *option = used->pdata[i];

      if (!cli_option_fits_command (option, self->command))
        {
          g_autofree char *name = cli_command_get_full_name (self->command);

          return usage_error (error, _("--%s: not an option of “%s”"), option->name, name);
        }
    }

  return check_words (self, error) &&
         check_format (self, error) &&
         check_reports (self, error) &&
         check_server (self, error) &&
         check_url (self->url, error) &&
         check_transport (self->transport, error) &&
         check_inherit_env (self->inherit_env, error) &&
         check_headers (self->headers, error) &&
         check_ca_file (self->ca_file, error) &&
         check_fingerprint (&self->accept_certificate, error) &&
         check_reach (self, error) &&
         check_env (self->env, error) &&
         check_log_level (self->log_level, error) &&
         check_protocol (self->protocol, error);
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

  if (!self->help && !check_options (self, used, error))
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
