/* mcp-client-change.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-export.h"
#include "mcp-error.h"
#include "mcp-replacement.h"
#include "mcp-text-diff.h"
#include "mcp-write.h"

/* A change to a client's file, which is looked at before it is made. */

#define BACKUP_END ".before-sounder"

/* (nullable), without an error when there is no file. */
static char *
read_present (const char       *path,
              McpTextEncoding  *encoding,
              GError          **error)
{
  g_autoptr (GError) local_error = NULL;
  gsize length = 0;
  char *text = mcp_client_dup_text (path, &length, encoding, &local_error);

  if (text != NULL && strlen (text) < length)
    {
      g_free (text);
      text = NULL;
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: there is a zero byte in it"), path);
    }
  else if (local_error != NULL && !g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_propagate_error (error, g_steal_pointer (&local_error));

  return text;
}

/**
 * mcp_client_change_new:
 * @file: a client’s file, which may not be there yet
 * @profiles: (element-type McpProfile): the servers it is to have
 *
 * Works out what putting servers into a file would change. Nothing is written yet.
 *
 * Returns: (transfer full) (nullable): the change; %NULL with %MCP_ERROR_CONFIG, which names the file
 */
McpClientChange *
mcp_client_change_new (McpClientFile  *file,
                       GPtrArray      *profiles,
                       GError        **error)
{
  g_autoptr (McpClientChange) self = g_new0 (McpClientChange, 1);
  g_autoptr (GError) local_error = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (file != NULL, NULL);
  g_return_val_if_fail (profiles != NULL, NULL);

  if (file->client->is_read_only)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: Sounder reads the file of %s and does not write it; add the "
                                                         "server by hand"), file->path, file->client->name);
      return NULL;
    }

  self->path = g_strdup (file->path);
  self->before = read_present (file->path, &self->encoding, &local_error);
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }

  self->after = mcp_client_write (file->client, self->before, profiles, &self->left_out, &local_error);
  if (self->after == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", file->path, local_error->message);
      return NULL;
    }
  name = g_filename_display_name (file->path);
  self->diff = mcp_text_diff (self->before != NULL ? self->before : "", self->after,
                              self->before != NULL ? name : "/dev/null", name);

  return g_steal_pointer (&self);
}

static gboolean
write_file (const char       *path,
            const char       *text,
            McpTextEncoding   encoding,
            gboolean          only_owner,
            GError          **error)
{
  gsize length;
  g_autofree char *bytes = mcp_text_encode (text, encoding, &length);
  g_autoptr (McpReplacement) replacement = mcp_replacement_new (path, only_owner);
  int saved_errno = replacement == NULL ? errno
                                        : mcp_write_fully (mcp_replacement_get_fd (replacement), bytes, length, NULL);

  if (saved_errno == 0 && !mcp_replacement_finish (replacement))
    saved_errno = errno;
  if (saved_errno == 0)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("could not write “%s”: %s"), path, g_strerror (saved_errno));

  return FALSE;
}

/* Beside the file; one that a portal lends has no folder of its own, and its backup is with what Sounder keeps. */
static char *
make_backup_name (const char *path)
{
  g_autofree char *lent = g_build_filename (g_get_user_runtime_dir (), "doc/", NULL);
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;

  if (!g_str_has_prefix (path, lent))
    return g_strconcat (path, BACKUP_END, NULL);

  folder = g_build_filename (g_get_user_state_dir (), "sounder", "clients", NULL);
  g_mkdir_with_parents (folder, 0700);
  name = g_path_get_basename (path);

  return g_strconcat (folder, "/", name, BACKUP_END, NULL);
}

/**
 * mcp_client_change_apply:
 * @backup: (out) (transfer full) (nullable) (optional): where the file is as it was
 *
 * Makes a change. The file as it was is kept beside it, for its owner alone. One that is another since it was read is
 * left alone.
 *
 * Returns: %FALSE with %MCP_ERROR_CONFIG or %MCP_ERROR_STORAGE
 */
gboolean
mcp_client_change_apply (McpClientChange  *self,
                         char            **backup,
                         GError          **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *present = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (g_strcmp0 (self->before, self->after) == 0)
    return TRUE;

  present = read_present (self->path, NULL, &local_error);
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
  if (g_strcmp0 (present, self->before) != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: somebody has changed it meanwhile"), self->path);
      return FALSE;
    }

  folder = g_path_get_dirname (self->path);
  if (self->before == NULL)
    g_mkdir_with_parents (folder, 0700);
  else
    {
      kept = make_backup_name (self->path);
      if (!write_file (kept, self->before, self->encoding, TRUE, error))
        return FALSE;
    }
  if (!write_file (self->path, self->after, self->encoding, self->before == NULL, error))
    return FALSE;
  if (backup != NULL)
    *backup = g_steal_pointer (&kept);

  return TRUE;
}

/**
 * mcp_client_change_free:
 * @self: (nullable): a change
 */
void
mcp_client_change_free (McpClientChange *self)
{
  if (self == NULL)
    return;

  g_free (self->path);
  g_free (self->before);
  g_free (self->after);
  g_free (self->diff);
  g_free (self->left_out);
  g_free (self);
}
