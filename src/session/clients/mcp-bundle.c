/* mcp-bundle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-bundle-private.h"
#include "mcp-error.h"
#include "mcp-summary.h"

#define MAX_PACKED_BYTES (G_GUINT64_CONSTANT (1024) * 1024 * 1024)

/* What signing puts behind the ZIP: this, four bytes with the length of the signature, that, and the other. */
#define SIGNATURE_BEGIN "MCPB_SIG_V1"
#define SIGNATURE_END   "MCPB_SIG_END"
#define MAX_SIGNATURE_BYTES (64 * 1024)

static void
bundle_clear (gpointer data)
{
  McpBundle *self = data;

  g_free (self->path);
  g_free (self->name);
  g_free (self->title);
  g_free (self->version);
  g_free (self->author);
  g_free (self->description);
  g_free (self->kind);
  g_free (self->program);
  g_strfreev (self->tools);
  g_strfreev (self->tool_texts);
  g_strfreev (self->notes);
  g_clear_pointer (&self->manifest, g_bytes_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  if (self->fd >= 0)
    close (self->fd);
}

McpBundle *
mcp_bundle_ref (McpBundle *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
mcp_bundle_unref (McpBundle *self)
{
  g_atomic_rc_box_release_full (self, bundle_clear);
}

/**
 * mcp_bundle_is:
 * @path: (type filename): of any file
 *
 * Tells by its name, or by how it begins, whether a file is meant to be a bundle.
 *
 * Returns: whether it is
 */
gboolean
mcp_bundle_is (const char *path)
{
  static const char * const suffixes[] = { ".mcpb", ".dxt" };
  char begin[4];
  int fd;
  gssize n;

  g_return_val_if_fail (path != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      gsize length = strlen (suffixes[i]);

      if (strlen (path) > length && g_ascii_strcasecmp (path + strlen (path) - length, suffixes[i]) == 0)
        return TRUE;
    }

  fd = open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return FALSE;
  n = pread (fd, begin, sizeof begin, 0);
  close (fd);

  return n == sizeof begin && memcmp (begin, "PK\003\004", sizeof begin) == 0;
}

/* Leaves a signature behind the ZIP out; whether there is one. */
static gboolean
cut_signature (McpBundle *self)
{
  const gsize n_begin = strlen (SIGNATURE_BEGIN);
  const gsize n_end = strlen (SIGNATURE_END);
  guint64 n_tail = MIN (self->n_packed_bytes, n_begin + 4 + MAX_SIGNATURE_BYTES + n_end);
  g_autofree guint8 *tail = g_malloc (n_tail + 1);

  if (pread (self->fd, tail, n_tail, self->n_packed_bytes - n_tail) != (gssize) n_tail || n_tail < n_begin + 4 + n_end
      || memcmp (tail + n_tail - n_end, SIGNATURE_END, n_end) != 0)
    return FALSE;

  for (gsize at = n_tail - n_end - 4 - n_begin + 1; at-- > 0;)
    {
      const guint8 *length = tail + at + n_begin;
      guint32 n_signature;

      if (tail[at] != SIGNATURE_BEGIN[0] || memcmp (tail + at, SIGNATURE_BEGIN, n_begin) != 0)
        continue;
      n_signature = length[0] | length[1] << 8 | length[2] << 16 | (guint32) length[3] << 24;
      if (n_signature != n_tail - n_end - (at + n_begin + 4))
        continue;
      self->n_packed_bytes -= n_tail - at;
      return TRUE;
    }

  return FALSE;
}

static gboolean
open_file (McpBundle  *self,
           GError    **error)
{
  struct stat info;
  int saved_errno;

  self->fd = open (self->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  saved_errno = errno;
  if (self->fd < 0 || fstat (self->fd, &info) != 0)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, g_strerror (saved_errno));
  else if (!S_ISREG (info.st_mode))
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, _("this is no file"));
  else if ((guint64) info.st_size > MAX_PACKED_BYTES)
    {
      g_autofree char *most = mcp_format_size (MAX_PACKED_BYTES);

      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is larger than %s"), most);
    }
  else
    {
      self->n_packed_bytes = info.st_size;
      return TRUE;
    }

  return FALSE;
}

static gboolean
read_manifest (McpBundle             *self,
               McpBundleWalk         *walk,
               const McpBundleEntry  *entry,
               GError               **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  gssize n;

  if (entry->is_folder || entry->n_bytes > MCP_BUNDLE_MAX_MANIFEST_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("Its manifest.json is longer than %u bytes, or no file"),
                   MCP_BUNDLE_MAX_MANIFEST_BYTES);
      return FALSE;
    }

  text = g_malloc (entry->n_bytes + 1);
  while ((n = mcp_bundle_walk_read (walk, text + length, entry->n_bytes + 1 - length, error)) > 0)
    length += n;
  if (n < 0)
    return FALSE;
  self->manifest = g_bytes_new_take (g_steal_pointer (&text), length);

  return TRUE;
}

static gboolean
visit_cb (McpBundleWalk         *walk,
          const McpBundleEntry  *entry,
          gpointer               user_data,
          GError               **error)
{
  McpBundle *self = user_data;

  if (self->names == NULL)
    self->names = g_hash_table_ref (mcp_bundle_walk_get_names (walk));
  self->n_files += !entry->is_folder;
  self->n_bytes += entry->n_bytes;

  return !g_str_equal (entry->name, MCP_BUNDLE_MANIFEST) || read_manifest (self, walk, entry, error);
}

static gboolean
read_all (McpBundle     *self,
          GCancellable  *cancellable,
          GError       **error)
{
  gboolean is_signed;

  if (!open_file (self, error))
    return FALSE;
  is_signed = cut_signature (self);
  if (!mcp_bundle_check_list (self, error) || !mcp_bundle_walk (self, visit_cb, self, cancellable, error))
    return FALSE;
  if (self->manifest == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is no manifest.json in it: this is no bundle of a server"));
      return FALSE;
    }

  return mcp_bundle_read_manifest (self, is_signed, error);
}

/**
 * mcp_bundle_open:
 * @path: (type filename): where it is
 *
 * Looks at all names and sizes in a bundle, and reads its manifest.json. Nothing is written. A name that would be written
 * elsewhere, a link, what is encrypted, and more than anybody packs is refused.
 *
 * Returns: (transfer full) (nullable): the bundle, %NULL with %MCP_ERROR_CONFIG, which names what is wrong, or
 *   %G_IO_ERROR_CANCELLED
 */
McpBundle *
mcp_bundle_open (const char    *path,
                 GCancellable  *cancellable,
                 GError       **error)
{
  g_autoptr (McpBundle) self = g_atomic_rc_box_new0 (McpBundle);
  g_autofree char *name = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  self->fd = -1;
  self->path = g_strdup (path);
  if (read_all (self, cancellable, error))
    return g_steal_pointer (&self);

  name = g_filename_display_basename (path);
  g_prefix_error (error, "%s: ", name);

  return NULL;
}

static void
open_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GError *error = NULL;
  McpBundle *self = mcp_bundle_open (task_data, cancellable, &error);

  if (self != NULL)
    g_task_return_pointer (task, self, (GDestroyNotify) mcp_bundle_unref);
  else
    g_task_return_error (task, error);
}

/**
 * mcp_bundle_open_async:
 * @path: (type filename): where it is
 * @callback: called when it was read
 *
 * See mcp_bundle_open().
 */
void
mcp_bundle_open_async (const char          *path,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (path != NULL);

  g_task_set_source_tag (task, mcp_bundle_open_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, open_in_thread);
}

McpBundle *
mcp_bundle_open_finish (GAsyncResult  *result,
                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
