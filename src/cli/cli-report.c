/* cli-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-file.h"
#include "cli-report.h"

/* Reports for other programs: --format and --report. See docs/ci.md. */

gboolean
cli_report_is_printed (const CliOptions *options)
{
  return options->format >= CLI_FORMAT_REPORT;
}

static gboolean
write_file (const char       *path,
            const McpReport  *report,
            GError          **error)
{
  g_autoptr (CliFile) file = cli_file_new (path, FALSE, error);
  g_autofree char *text = NULL;
  McpReportFormat format;

  if (file == NULL)
    return FALSE;

  mcp_report_format_from_name (path, &format);
  text = mcp_report_write (report, format);
  cli_file_write (file, text, strlen (text));

  return cli_file_finish (file, error);
}

/**
 * cli_report_write:
 * @report: what a run came to
 * @status: what the command would end with
 *
 * Prints a report where --format asks for one, and writes the files of --report.
 *
 * Returns: @status; %CLI_EXIT_ERROR when a file could not be written and all else was right
 */
int
cli_report_write (CliConnection   *connection,
                  const McpReport *report,
                  int              status)
{
  const CliOptions *options = connection->options;

  if (cli_report_is_printed (options))
    {
      g_autofree char *text = mcp_report_write (report, options->format - CLI_FORMAT_REPORT);

      cli_output_write (connection->output, text, strlen (text));
    }
  for (guint i = 0; options->reports != NULL && options->reports[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;

      if (write_file (options->reports[i], report, &error))
        continue;
      cli_note ("sounder-cli: --report: %s", error->message);
      status = status != CLI_EXIT_OK ? status : CLI_EXIT_ERROR;
    }

  return status;
}
