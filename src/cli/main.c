/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "cli-connection.h"
#include "cli-interrupt.h"
#include "mcp-consent.h"
#include "mcp-host.h"
#include "mcp-install.h"
#include "mcp-redaction-rules.h"
#include "mcp-sent-value.h"

#define MAX_HELP_COLUMNS 100

/* With rules that cannot be read, secrets could leave. */
static gboolean
load_redaction_rules (CliConnection *connection,
                      int           *status)
{
  g_autofree char *path = mcp_redaction_rules_dup_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRedactionRules) rules = mcp_redaction_rules_load (path, &error);

  if (rules == NULL)
    {
      *status = cli_connection_fail (connection, NULL, error, NULL);
      return FALSE;
    }

  mcp_redaction_rules_set_default (rules);

  return TRUE;
}

static gboolean
agree (CliConnection    *connection,
       const CliOptions *options,
       int              *status)
{
  for (guint i = 0; options->allow_values != NULL && options->allow_values[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!mcp_sent_value_allow (options->allow_values[i], &error))
        {
          *status = cli_connection_fail (connection, NULL, error, NULL);
          return FALSE;
        }
    }
  if (options->yes)
    mcp_consent_give_all (FALSE);

  return TRUE;
}

static int
run_command (const CliOptions *options,
             CliOutput        *output)
{
  g_autoptr (CliConnection) connection = cli_connection_new (options, output);
  int status;

  cli_connection_watch (connection);
  if (load_redaction_rules (connection, &status) && agree (connection, options, &status))
    status = options->command->run (connection);
  status = cli_connection_close (connection, status);
  cli_interrupt_unwatch ();

  return status;
}

static int
fail_usage (int           argc,
            char        **argv,
            const GError *error)
{
  g_autoptr (CliOutput) output = cli_output_new (STDOUT_FILENO,
                                                 cli_options_guess_format (argc, argv),
                                                 CLI_COLOR_NEVER);
  g_autoptr (CliFailure) failure = cli_failure_new (NULL, error, TRUE);

  cli_failure_print (failure, output);
  cli_output_flush (output);

  return failure->status;
}

/* What is opened next must not become standard output, where results would go into it. */
static void
open_standard_files (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    {
      if (fcntl (fd, F_GETFD) < 0 && open ("/dev/null", O_RDWR) < 0)
        _exit (CLI_EXIT_ERROR);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (CliOptions) options = NULL;
  g_autoptr (CliOutput) output = NULL;
  g_autofree char *locale_folder = NULL;
  g_autoptr (GError) error = NULL;

  open_standard_files ();
  setlocale (LC_ALL, "");
  locale_folder = mcp_install_dup_locale_folder ();
  bindtextdomain (GETTEXT_PACKAGE, locale_folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("sounder-cli");

  /* A reader that goes away is an error of write(), not our end: the server must not stay. */
  signal (SIGPIPE, SIG_IGN);

  mcp_host_detect ();

  options = cli_options_parse (argc, argv, &error);
  if (options == NULL)
    return fail_usage (argc, argv, error);

  /* What goes wrong beside a report is told in words. */
  output = cli_output_new (STDOUT_FILENO,
                           options->format < CLI_FORMAT_REPORT ? options->format : CLI_FORMAT_TEXT,
                           options->color);

  if (options->version)
    cli_output_print (output, "sounder-cli %s\n", PACKAGE_VERSION);
  else if (options->help)
    {
      guint columns = cli_output_get_columns (output);
      g_autofree char *help = NULL;

      /* Lines of help are read, so that they are not as long as a wide terminal would have them. */
      columns = columns > 0 ? MIN (columns, MAX_HELP_COLUMNS) : 80;
      help = cli_options_get_help (options->command, options->help_group, columns);

      cli_output_print (output, "%s", help);
    }
  else
    return run_command (options, output);

  if (cli_output_flush (output) || cli_output_get_errno (output) == EPIPE)
    return CLI_EXIT_OK;

  cli_note (_("sounder-cli: standard output: %s"), g_strerror (cli_output_get_errno (output)));

  return CLI_EXIT_ERROR;
}
