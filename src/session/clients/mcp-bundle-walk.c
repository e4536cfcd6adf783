/* mcp-bundle-walk.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include <archive_entry.h>
#include <glib/gi18n-lib.h>

#include "mcp-bundle-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-summary.h"

/*
 * Each walk looks at all names and sizes anew: between two of them the file may have become another one. libarchive reads
 * the list at the end of the file, as everybody does; what it so much as warns about is refused.
 */

#define MAX_NAME_BYTES   1024
#define MAX_DEPTH        64
#define MAX_BYTES        (G_GUINT64_CONSTANT (2) * 1024 * 1024 * 1024)
/* Programs are packed to a third; what comes to a hundred times of itself is there to fill a disk. */
#define MAX_RATIO        100
#define ALWAYS_GOOD_BYTES (G_GUINT64_CONSTANT (16) * 1024 * 1024)

struct _McpBundleWalk
{
  struct archive *archive;
  GCancellable   *cancellable;
  int             fd;
  gint64          length;
  gint64          position;
  guint64         max_bytes;    /* of all that is unpacked */
  GHashTable     *names;        /* the value tells folders */
  guint           n_entries;
  guint64         n_declared;
  guint64         n_read;
  const char     *name;         /* of the present one */
  guint64         n_left;       /* of what it says that it has */
  guint8          buffer[64 * 1024];
};

/* --- The file --- */

static la_ssize_t
read_cb (struct archive  *archive,
         void            *data,
         const void     **buffer)
{
  McpBundleWalk *self = data;
  gsize wanted = MIN ((gint64) sizeof self->buffer, self->length - self->position);
  gssize n;

  if (g_cancellable_is_cancelled (self->cancellable))
    {
      archive_set_error (archive, ECANCELED, "cancelled");
      return -1;
    }
  do
    n = wanted > 0 ? pread (self->fd, self->buffer, wanted, self->position) : 0;
  while (n < 0 && errno == EINTR);
  if (n < 0)
    archive_set_error (archive, errno, "%s", g_strerror (errno));
  else
    self->position += n;
  *buffer = self->buffer;

  return n;
}

static la_int64_t
seek_cb (struct archive *archive,
         void           *data,
         la_int64_t      offset,
         int             whence)
{
  McpBundleWalk *self = data;
  gint64 from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? self->position : self->length;
  gint64 position;

  if (__builtin_add_overflow (from, offset, &position) || position < 0 || position > self->length)
    {
      archive_set_error (archive, EINVAL, "an offset is outside of the file");
      return ARCHIVE_FATAL;
    }
  self->position = position;

  return position;
}

static la_int64_t
skip_cb (struct archive *archive,
         void           *data,
         la_int64_t      n)
{
  McpBundleWalk *self = data;

  n = CLAMP (n, 0, self->length - self->position);
  self->position += n;

  return n;
}

/* --- Names --- */

/* Says that an entry is bad; FALSE. */
gboolean
mcp_bundle_refuse (const char  *name,
                   const char  *why,
                   GError     **error)
{
  g_autofree char *visible = mcp_format_visible (name, strnlen (name, MAX_NAME_BYTES), FALSE);

  /* Translators: the first %s is the name of a file in an archive, the second says why. */
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” in it is refused: %s"), visible, why);

  return FALSE;
}

static const char *
find_problem (const char *name)
{
  gsize length = strnlen (name, MAX_NAME_BYTES + 1);
  guint depth = 0;

  if (length == 0 || length > MAX_NAME_BYTES)
    return length == 0 ? _("it has no name") : _("its name is too long");
  if (!g_utf8_validate (name, length, NULL))
    return _("its name is no UTF-8");
  if (name[0] == '/' || (g_ascii_isalpha (name[0]) && name[1] == ':'))
    return _("it would be written to a place of its own");
  for (const char *p = name; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) || *p == '\\')
      return _("its name has a character that does not belong there");

  for (const char *p = name; *p != '\0';)
    {
      const char *end = strchrnul (p, '/');

      if (end == p || (end - p == 1 && p[0] == '.'))
        return _("its name is no plain path");
      if (end - p == 2 && p[0] == '.' && p[1] == '.')
        return _("it would be written outside of its folder");
      if (end - p > 255 || ++depth > MAX_DEPTH)
        return _("its name is too long");
      p = *end == '/' ? end + 1 : end;
    }

  return NULL;
}

/* Folders come of the names in them, too; each is looked at once. */
static gboolean
add_name (McpBundleWalk  *self,
          const char     *name,
          gboolean        is_folder,
          GError        **error)
{
  gpointer before;
  char *slash;
  g_autofree char *parent = NULL;

  if (g_hash_table_lookup_extended (self->names, name, NULL, &before))
    {
      if (is_folder && GPOINTER_TO_INT (before))
        return TRUE;
      return mcp_bundle_refuse (name, _("it is there twice"), error);
    }
  g_hash_table_insert (self->names, g_strdup (name), GINT_TO_POINTER (is_folder));

  parent = g_strdup (name);
  while ((slash = strrchr (parent, '/')) != NULL)
    {
      *slash = '\0';
      if (!g_hash_table_lookup_extended (self->names, parent, NULL, &before))
        g_hash_table_insert (self->names, g_strdup (parent), GINT_TO_POINTER (TRUE));
      else if (GPOINTER_TO_INT (before))
        break;
      else
        return mcp_bundle_refuse (name, _("it would be inside of a file"), error);
    }

  return TRUE;
}

/* --- Entries --- */

static const char *
find_entry_problem (struct archive_entry *entry)
{
  if (archive_entry_is_encrypted (entry))
    return _("it is encrypted");
  if (archive_entry_hardlink (entry) != NULL || archive_entry_symlink (entry) != NULL
      || archive_entry_filetype (entry) == AE_IFLNK)
    return _("it is a link");
  if (archive_entry_filetype (entry) != AE_IFREG && archive_entry_filetype (entry) != AE_IFDIR)
    return _("it is neither a file nor a folder");
  if (archive_entry_size (entry) < 0)
    return _("it does not say how large it is");

  return NULL;
}

static gboolean
fail_large (McpBundleWalk  *self,
            GError        **error)
{
  g_autofree char *most = mcp_format_size (self->max_bytes);
  g_autofree char *packed = mcp_format_size (self->length);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               /* Translators: both %s are sizes, such as "16 MB". */
               _("It is refused: with “%s” it would come to more than %s, for %s that it has packed"),
               self->name, most, packed);

  return FALSE;
}

static gboolean
take_entry (McpBundleWalk         *self,
            struct archive_entry  *from,
            char                  *name,
            McpBundleEntry        *entry,
            GError               **error)
{
  const char *problem;
  gsize length = strlen (name);

  /* A folder is told by a stroke at its end. */
  if (length > 1 && name[length - 1] == '/')
    name[length - 1] = '\0';
  problem = find_problem (name);
  if (problem == NULL)
    problem = find_entry_problem (from);
  if (problem != NULL)
    return mcp_bundle_refuse (name, problem, error);

  *entry = (McpBundleEntry) {
    .name = name,
    .is_folder = archive_entry_filetype (from) == AE_IFDIR,
    .is_executable = (archive_entry_perm (from) & 0111) != 0,
  };
  entry->n_bytes = entry->is_folder ? 0 : archive_entry_size (from);
  self->name = name;
  self->n_left = entry->n_bytes;
  if (++self->n_entries > MCP_BUNDLE_MAX_ENTRIES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is refused: it has more than %d files"), MCP_BUNDLE_MAX_ENTRIES);
      return FALSE;
    }
  if (entry->n_bytes > self->max_bytes - self->n_declared)
    return fail_large (self, error);
  self->n_declared += entry->n_bytes;

  return add_name (self, name, entry->is_folder, error);
}

static gboolean
fail_archive (McpBundleWalk  *self,
              GError        **error)
{
  const char *why = archive_error_string (self->archive);
  g_autofree char *valid = g_utf8_make_valid (why != NULL ? why : "?", -1);

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->name != NULL)
    return mcp_bundle_refuse (self->name, valid, error);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("This is no ZIP that can be read: %s"), valid);

  return FALSE;
}

static gboolean
walk_entries (McpBundleWalk   *self,
              McpBundleVisit   visit,
              gpointer         user_data,
              GError         **error)
{
  struct archive_entry *from;
  int status;

  while ((status = archive_read_next_header (self->archive, &from)) == ARCHIVE_OK)
    {
      const char *path = archive_entry_pathname (from);
      g_autofree char *name = g_strdup (path != NULL ? path : "");
      McpBundleEntry entry;
      gboolean good;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      good = take_entry (self, from, name, &entry, error) && visit (self, &entry, user_data, error);
      self->name = NULL;
      if (!good)
        return FALSE;
    }

  return status == ARCHIVE_EOF || fail_archive (self, error);
}

/* What is read of the present entry, which is told to visitors; 0 at its end, -1 with an error. */
gssize
mcp_bundle_walk_read (McpBundleWalk  *self,
                      void           *buffer,
                      gsize           length,
                      GError        **error)
{
  la_ssize_t n;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return -1;
  n = archive_read_data (self->archive, buffer, length);
  if (n < 0)
    {
      fail_archive (self, error);
      return -1;
    }
  if ((guint64) n > self->n_left || (guint64) n > self->max_bytes - self->n_read)
    {
      mcp_bundle_refuse (self->name, _("it is larger than it says"), error);
      return -1;
    }
  self->n_left -= n;
  self->n_read += n;
  if (n == 0 && self->n_left > 0)
    {
      mcp_bundle_refuse (self->name, _("it is smaller than it says"), error);
      return -1;
    }

  return n;
}

/* All names until now; the value tells folders. */
GHashTable *
mcp_bundle_walk_get_names (McpBundleWalk *self)
{
  return self->names;
}

static int
open_archive (McpBundleWalk *self)
{
  archive_read_support_format_zip_seekable (self->archive);
  archive_read_set_read_callback (self->archive, read_cb);
  archive_read_set_seek_callback (self->archive, seek_cb);
  archive_read_set_skip_callback (self->archive, skip_cb);
  archive_read_set_callback_data (self->archive, self);

  return archive_read_open1 (self->archive);
}

/* Shows everything in it to @visit, one after the other, when its name and size are good. */
gboolean
mcp_bundle_walk (McpBundle       *self,
                 McpBundleVisit   visit,
                 gpointer         user_data,
                 GCancellable    *cancellable,
                 GError         **error)
{
  McpBundleWalk *walk = g_new0 (McpBundleWalk, 1);
  /* libarchive makes names those of the locale, which may have no room for them. */
  locale_t utf8 = newlocale (LC_CTYPE_MASK, "C.UTF-8", (locale_t) 0);
  locale_t before = utf8 != (locale_t) 0 ? uselocale (utf8) : (locale_t) 0;
  gboolean good;

  walk->archive = archive_read_new ();
  walk->cancellable = cancellable;
  walk->fd = self->fd;
  walk->length = self->n_packed_bytes;
  walk->max_bytes = MIN (MAX (self->n_packed_bytes * MAX_RATIO, ALWAYS_GOOD_BYTES), MAX_BYTES);
  walk->names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  good = open_archive (walk) == ARCHIVE_OK ? walk_entries (walk, visit, user_data, error)
                                            : fail_archive (walk, error);
  archive_read_free (walk->archive);
  g_hash_table_unref (walk->names);
  g_free (walk);
  if (utf8 != (locale_t) 0)
    {
      uselocale (before);
      freelocale (utf8);
    }

  return good;
}
