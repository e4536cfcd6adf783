/* cli-convert.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>

#include <glib/gi18n.h>

#include "cli-connection.h"
#include "cli-file.h"
#include "cli-interrupt.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-export.h"
#include "mcp-journal-open.h"
#include "mcp-otlp-json.h"
#include "mcp-otlp-tracer.h"

/* Recordings for other programs. */

/* Where an export goes. */
typedef struct
{
  CliOutput *output;
  CliFile   *file;      /* (nullable): else the output */
  gboolean   refused;   /* it took no more */
} Target;

/* The main loop does not run meanwhile: a signal is looked for. */
static gboolean
write_piece (const char *data,
             gsize       length,
             gpointer    user_data)
{
  Target *target = user_data;

  if (target->file != NULL)
    {
      target->refused = !cli_file_write (target->file, data, length);
    }
  else
    {
      cli_output_write_tokens (target->output, data, length);
      target->refused = !cli_output_flush (target->output) || cli_interrupt_is_pending ();
    }

  return !target->refused;
}

static gboolean
write_all (CliConnection         *connection,
           const McpExportFormat *format,    /* (nullable): OTLP */
           McpRedactor           *redactor,
           Target                *target)
{
  const CliOptions *options = connection->options;
  McpJournal *journal = mcp_session_get_journal (connection->session);
  g_autofree char *resource = NULL;

  if (format != NULL)
    return mcp_export_write (journal, *format, redactor, write_piece, target);

  resource = mcp_otlp_dup_resource (g_getenv ("OTEL_SERVICE_NAME"), NULL, g_getenv ("OTEL_RESOURCE_ATTRIBUTES"));

  return mcp_otlp_write (journal, mcp_profile_get_name (connection->profile), resource, redactor,
                         options->otlp_content ? MCP_OTLP_CONTENT : MCP_OTLP_NO_CONTENT, write_piece, target);
}

/* Somebody who stopped reading standard output is told of at the end. */
static gboolean
export (CliConnection          *connection,
        const McpExportFormat  *format,
        McpRedactor            *redactor,
        GError                **error)
{
  const CliOptions *options = connection->options;
  gboolean to_file = options->output_file != NULL;
  g_autoptr (CliFile) file = to_file ? cli_file_new (options->output_file, TRUE, error) : NULL;
  Target target = { connection->output, file, FALSE };

  if (to_file && file == NULL)
    return FALSE;

  errno = 0;
  if (!write_all (connection, format, redactor, &target) && !target.refused)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("the recording “%s” could not be read: %s"),
                   options->open, g_strerror (errno != 0 ? errno : EIO));
      return FALSE;
    }

  if (to_file)
    return cli_file_finish (file, error);
  if (cli_interrupt_is_pending ())
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CANCELLED, _("cancelled"));

  return !cli_interrupt_is_pending ();
}

/* Writes a recording for other programs, without secrets unless --no-redact asks for them. */
int
cli_run_convert (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  g_autoptr (McpRedactor) redactor = options->no_redact ? NULL : mcp_redactor_new ();
  g_autoptr (GError) error = NULL;
  const GError *load_error;
  gboolean is_otlp = g_strcmp0 (options->to, "otlp") == 0;
  McpExportFormat format;
  int status;

  if (options->otlp_content && !is_otlp)
    return cli_connection_usage (connection, _("--otlp-content goes with --to otlp"));
  if (!is_otlp && !mcp_export_parse_format (options->to, &format))
    {
      g_autofree char *visible =
        options->to != NULL ? cli_text_visible (options->to, -1, FALSE) : NULL;

      return visible != NULL
               ? cli_connection_usage (connection,
                                       _("--to: there is no format “%s”; there are har, jsonl, otlp and text"),
                                       visible)
               : cli_connection_usage (connection, _("--to: which of har, jsonl, otlp and text?"));
    }

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  /* Half a recording would look like a whole one. */
  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "convert");
  load_error = mcp_journal_get_load_error (mcp_session_get_journal (connection->session));
  if (load_error != NULL && options->output_file != NULL)
    return cli_connection_fail (connection, "convert", load_error, NULL);
  if (!export (connection, is_otlp ? NULL : &format, redactor, &error))
    return cli_connection_fail (connection, "convert", error, NULL);

  return CLI_EXIT_OK;
}
