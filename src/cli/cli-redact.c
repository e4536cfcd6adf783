/* cli-redact.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-arguments.h"
#include "cli-connection.h"
#include "mcp-json.h"
#include "mcp-redactor.h"

/* A stream of messages is JSON line by line. */
static void
print_lines (CliOutput   *output,
             McpRedactor *redactor,
             const char  *text,
             gsize        length)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *line_end = newline != NULL ? newline : end;
      gsize line_length = line_end - text;
      g_autofree char *line = mcp_redactor_redact_line (redactor, 0, text, line_length, &line_length);

      cli_output_write (output, line != NULL ? line : text, line_length);
      if (newline != NULL)
        cli_output_write (output, "\n", 1);
      text = line_end + (newline != NULL);
    }
}

/* Prints a text as it would be in a recording: without secrets. */
int
cli_run_redact (CliConnection *connection)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *redacted = NULL;
  gsize length;

  text = cli_arguments_read_file (connection->options->words[0], &length, &error);
  if (text == NULL)
    return cli_connection_fail (connection, "redact", error, NULL);

  if (mcp_json_validate (text, length, NULL))
    {
      redacted = mcp_redactor_redact (redactor, text, length, &length);
      cli_output_write (connection->output, redacted, length);
    }
  else
    {
      print_lines (connection->output, redactor, text, length);
    }
  cli_output_write (connection->output, "\n", 1);

  return CLI_EXIT_OK;
}
