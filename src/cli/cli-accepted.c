/* cli-accepted.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-accepted.h"
#include "mcp-error.h"

/* --accepted FILE: the failures that are accepted. See docs/ci.md. */

/**
 * cli_accepted_open:
 *
 * Reads what is accepted. With --accept a file that is not there yet is made.
 *
 * Returns: (transfer full) (nullable): the failures; %NULL with @error, and without when the
 *   command line names no file
 */
McpAccepted *
cli_accepted_open (const CliOptions  *options,
                   GError           **error)
{
  if (options->accept != NULL && options->accepted == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--accept needs --accepted FILE"));
      return NULL;
    }
  if (options->accept != NULL && *options->accept == '\0')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--accept needs a reason"));
      return NULL;
    }
  if (options->accepted == NULL)
    return NULL;

  return options->accept != NULL && !g_file_test (options->accepted, G_FILE_TEST_EXISTS)
           ? mcp_accepted_new () : mcp_accepted_read (options->accepted, error);
}

/**
 * cli_accepted_settle:
 * @accepted: (nullable): of cli_accepted_open()
 * @report: what came of the checks
 *
 * Marks in a report what is accepted, after --accept has accepted what is new, and tells of what
 * passes again.
 *
 * Returns: %FALSE when the file could not be written
 */
gboolean
cli_accepted_settle (const CliOptions  *options,
                     McpAccepted       *accepted,
                     McpReport         *report,
                     GError           **error)
{
  g_auto (GStrv) passed = mcp_accepted_list_passed (accepted, report);

  if (accepted == NULL)
    return TRUE;

  for (guint i = 0; passed[i] != NULL; i++)
    cli_note (options->accept != NULL ? _("%s passes again, and is no longer accepted")
                                      : _("%s passes again: take it out of the accepted failures"), passed[i]);
  if (options->accept != NULL)
    {
      mcp_accepted_update (accepted, report, options->accept);
      if (!mcp_accepted_write (accepted, options->accepted, error))
        return FALSE;
    }
  mcp_accepted_apply (accepted, report);

  return TRUE;
}
