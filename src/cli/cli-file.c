/* cli-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "cli-file.h"
#include "cli-interrupt.h"
#include "mcp-error.h"
#include "mcp-replacement.h"

struct _CliFile
{
  McpReplacement *replacement;
  char           *path;
  int             saved_errno;   /* of the write that failed */
  gboolean        interrupted;
};

static void
set_error (CliFile  *self,
           GError  **error)
{
  g_autofree char *name = NULL;

  if (self->interrupted || cli_interrupt_is_pending ())
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CANCELLED, _("cancelled"));
      return;
    }

  name = g_filename_display_name (self->path);
  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("could not write “%s”: %s"), name,
               g_strerror (self->saved_errno));
}

/**
 * cli_file_new:
 * @path: (type filename): the file
 * @only_owner: whether nobody else may read it
 * @error: naming the file, or that a signal came
 *
 * Opens a file to write. A pipe waits for its reader.
 *
 * Returns: (transfer full) (nullable): the file
 */
CliFile *
cli_file_new (const char  *path,
              gboolean     only_owner,
              GError     **error)
{
  g_autoptr (CliFile) self = g_new0 (CliFile, 1);

  self->path = g_strdup (path);
  self->replacement = mcp_replacement_new (path, only_owner);
  if (self->replacement != NULL)
    return g_steal_pointer (&self);

  self->saved_errno = errno;
  set_error (self, error);

  return NULL;
}

/**
 * cli_file_write:
 * @data: (array length=length): bytes
 *
 * Writes bytes. A signal ends it, which the main loop sees afterwards.
 *
 * Returns: %FALSE when the rest is not wanted: cli_file_finish() tells why
 */
gboolean
cli_file_write (CliFile    *self,
                const char *data,
                gsize       length)
{
  while (length > 0 && self->saved_errno == 0 && !self->interrupted)
    {
      gssize n;

      self->interrupted = cli_interrupt_is_pending ();
      if (self->interrupted)
        break;

      n = write (mcp_replacement_get_fd (self->replacement), data, length);
      if (n > 0)
        {
          data += n;
          length -= n;
        }
      else if (n == 0 || errno != EINTR)
        self->saved_errno = n < 0 ? errno : ENOSPC;
    }

  return length == 0 && self->saved_errno == 0 && !self->interrupted;
}

/**
 * cli_file_finish:
 * @error: naming the file, or that a signal came
 *
 * Puts what was written in its place, unless something went wrong.
 *
 * Returns: %FALSE when the earlier file is as it was
 */
gboolean
cli_file_finish (CliFile  *self,
                 GError  **error)
{
  if (self->saved_errno == 0 && !self->interrupted && !mcp_replacement_finish (self->replacement))
    self->saved_errno = errno;
  if (self->saved_errno == 0 && !self->interrupted)
    return TRUE;

  set_error (self, error);

  return FALSE;
}

/**
 * cli_file_free:
 * @self: (nullable): a file
 *
 * Frees it. What was not finished is taken away.
 */
void
cli_file_free (CliFile *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->replacement, mcp_replacement_free);
  g_free (self->path);
  g_free (self);
}
