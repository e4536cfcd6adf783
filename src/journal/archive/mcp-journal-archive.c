/* mcp-journal-archive.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-journal-archive.h"
#include "mcp-json.h"
#include "mcp-spool.h"

/*
 * The spools that outlive their sessions. One without an end, and without a lock, is what a crash
 * left: a session to recover. The others are kept for as long as the settings say.
 */

#define SUFFIX ".spool"
#define MAX_PROFILE_BYTES (256 * 1024)
#define MAX_TRIES 1000

G_DEFINE_BOXED_TYPE (McpJournalInfo, mcp_journal_info, mcp_journal_info_copy,
                     mcp_journal_info_free)

McpJournalInfo *
mcp_journal_info_copy (const McpJournalInfo *self)
{
  McpJournalInfo *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->path = g_strdup (self->path);
  copy->name = g_strdup (self->name);
  copy->origin = g_strdup (self->origin);
  copy->profile_json = g_strdup (self->profile_json);

  return copy;
}

void
mcp_journal_info_free (McpJournalInfo *self)
{
  g_free (self->path);
  g_free (self->name);
  g_free (self->origin);
  g_free (self->profile_json);
  g_free (self);
}

char *
mcp_journal_archive_get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "sounder", "journals", NULL);
}

/**
 * mcp_journal_archive_create:
 * @profile_json: what the journal is of: a JSON object with name, command or URL, and origin
 * @error: of %MCP_ERROR_STORAGE
 *
 * Creates a journal whose spool stays after a crash.
 *
 * Returns: (transfer full) (nullable): a new journal
 */
McpJournal *
mcp_journal_archive_create (const char  *profile_json,
                            GError     **error)
{
  g_autofree char *folder = mcp_journal_archive_get_folder ();
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%dT%H%M%S");

  g_return_val_if_fail (profile_json != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not create the folder “%s”: %s"),
                   folder, g_strerror (errno));
      return NULL;
    }

  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *base = g_strdup_printf ("%s-%d-%u" SUFFIX, stamp, (int) getpid (), i);
      g_autofree char *path = g_build_filename (folder, base, NULL);
      McpJournal *journal;

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      journal = mcp_journal_new_for_file (path, error);
      if (journal != NULL)
        mcp_journal_set_profile_json (journal, profile_json);
      return journal;
    }

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("There are too many journals in “%s”"),
               folder);

  return NULL;
}

static gboolean
read_at (int      fd,
         void    *to,
         gsize    length,
         guint64  offset)
{
  return pread (fd, to, length, offset) == (gssize) length;
}

/* What the session was of stands before all records. */
static void
read_profile (int             fd,
              McpJournalInfo *info)
{
  guint8 data[MCP_SPOOL_HEADER_BYTES];
  g_autofree char *json = NULL;
  McpSpoolHeader header;

  if (!read_at (fd, data, sizeof data, MCP_SPOOL_FILE_HEADER_BYTES)
      || !mcp_spool_header_decode (data, G_MAXSIZE, &header)
      || (header.kind != (McpRecordKind) MCP_SPOOL_PROFILE && header.kind != MCP_RECORD_NOTE)
      || header.length > MAX_PROFILE_BYTES)
    return;

  json = g_malloc (header.length + 1);
  json[header.length] = '\0';
  if (!read_at (fd, json, header.length, MCP_SPOOL_FILE_HEADER_BYTES + MCP_SPOOL_HEADER_BYTES)
      || !mcp_json_validate (json, header.length, NULL))
    return;

  info->name = mcp_json_lookup_string (json, header.length, "name");
  info->origin = mcp_json_lookup_string (json, header.length, "origin");
  info->profile_json = g_steal_pointer (&json);
  info->has_records =
    info->bytes >= MCP_SPOOL_FILE_HEADER_BYTES + 2 * MCP_SPOOL_HEADER_BYTES + header.length
                     + (info->ended ? MCP_SPOOL_HEADER_BYTES : 0);
}

static gboolean
has_end (int     fd,
         guint64 size)
{
  guint8 data[MCP_SPOOL_HEADER_BYTES];
  McpSpoolHeader header;

  return size >= MCP_SPOOL_FILE_HEADER_BYTES + sizeof data
         && read_at (fd, data, sizeof data, size - sizeof data)
         && mcp_spool_header_decode (data, sizeof data, &header)
         && header.kind == (McpRecordKind) MCP_SPOOL_END && header.serial == 0
         && header.length == 0;
}

/**
 * mcp_journal_archive_look_at:
 * @path: (type filename): a spool
 *
 * Gets what a spool is of, without reading it.
 *
 * Returns: (transfer full) (nullable): what is known, %NULL when it is no spool
 */
McpJournalInfo *
mcp_journal_archive_look_at (const char *path)
{
  g_autoptr (McpJournalInfo) info = g_new0 (McpJournalInfo, 1);
  guint8 header[MCP_SPOOL_FILE_HEADER_BYTES];
  struct stat status;
  gint64 start_usec;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);

  fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode)
      || !read_at (fd, header, sizeof header, 0)
      || !mcp_spool_file_header_decode (header, &start_usec, &info->started_wall_usec))
    {
      close (fd);
      return NULL;
    }

  info->path = g_strdup (path);
  info->bytes = status.st_size;
  info->changed_wall_usec = (gint64) status.st_mtim.tv_sec * G_USEC_PER_SEC
                            + status.st_mtim.tv_nsec / 1000;
  info->live = flock (fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  info->ended = has_end (fd, info->bytes);
  read_profile (fd, info);
  if (info->name == NULL)
    info->name = g_path_get_basename (path);
  close (fd);

  return g_steal_pointer (&info);
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const McpJournalInfo *first = *(McpJournalInfo *const *) a;
  const McpJournalInfo *second = *(McpJournalInfo *const *) b;

  return (first->started_wall_usec < second->started_wall_usec)
         - (first->started_wall_usec > second->started_wall_usec);
}

/**
 * mcp_journal_archive_list:
 *
 * Gets the spools that there are, the newest first. Looks at a few hundred bytes of each.
 *
 * Returns: (transfer full) (element-type McpJournalInfo): the spools
 */
GPtrArray *
mcp_journal_archive_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_journal_info_free);
  g_autofree char *folder = mcp_journal_archive_get_folder ();
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *base;

  while (dir != NULL && (base = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, base, NULL);
      McpJournalInfo *info = g_str_has_suffix (base, SUFFIX) ? mcp_journal_archive_look_at (path)
                                                             : NULL;

      if (info != NULL)
        g_ptr_array_add (list, info);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_ptr_array_sort (list, compare_starts);

  return list;
}

/* Opens a spool that nobody writes, and takes its lock. */
static int
open_locked (const char  *path,
             GError     **error)
{
  int fd = g_open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0)
    return fd;

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not open the journal “%s”: %s"), path,
               g_strerror (errno));
  if (fd >= 0)
    close (fd);

  return -1;
}

/**
 * mcp_journal_archive_remove:
 * @path: (type filename): a spool
 * @error: of %MCP_ERROR_STORAGE, also when somebody writes it
 *
 * Removes a spool.
 *
 * Returns: %TRUE when it is gone
 */
gboolean
mcp_journal_archive_remove (const char  *path,
                            GError     **error)
{
  int fd;
  int result;

  g_return_val_if_fail (path != NULL, FALSE);

  fd = open_locked (path, error);
  if (fd < 0)
    return FALSE;

  result = g_unlink (path);
  if (result != 0)
    g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not remove the journal “%s”: %s"),
                 path, g_strerror (errno));
  close (fd);

  return result == 0;
}

/* Where the last whole record ends. */
static guint64
find_last_end (int fd)
{
  guint8 data[MCP_SPOOL_HEADER_BYTES];
  guint64 offset = MCP_SPOOL_FILE_HEADER_BYTES;
  McpSpoolHeader header;
  struct stat status;

  if (fstat (fd, &status) != 0)
    return 0;

  while (read_at (fd, data, sizeof data, offset)
         && mcp_spool_header_decode (data, status.st_size - offset, &header))
    offset += sizeof data + header.length;

  return offset;
}

/**
 * mcp_journal_archive_settle:
 * @path: (type filename): a spool that a crash left
 * @error: of %MCP_ERROR_STORAGE, also when somebody writes it
 *
 * Has a spool count as closed, so that it is not offered for recovery again. What stands behind
 * its last whole record is cut off.
 *
 * Returns: %FALSE when that cannot be written
 */
gboolean
mcp_journal_archive_settle (const char  *path,
                            GError     **error)
{
  McpSpoolHeader header = { .kind = (McpRecordKind) MCP_SPOOL_END,
                            .channel = MCP_CHANNEL_SESSION };
  guint8 data[MCP_SPOOL_HEADER_BYTES];
  gboolean written;
  guint64 end;
  int fd;

  g_return_val_if_fail (path != NULL, FALSE);

  fd = open_locked (path, error);
  if (fd < 0)
    return FALSE;

  mcp_spool_header_encode (&header, 0, data);
  end = find_last_end (fd);
  written = end > 0 && ftruncate (fd, end) == 0
            && pwrite (fd, data, sizeof data, end) == sizeof data;
  if (!written)
    g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not write the journal “%s”: %s"),
                 path, g_strerror (errno));
  close (fd);

  return written;
}

/**
 * mcp_journal_archive_clean_up:
 * @max_age_usec: how long a spool is kept after its last change, in microseconds
 * @max_bytes: how much all of them may take
 *
 * Removes what is too old, and then the oldest until the rest is small enough. What is being
 * written is never removed, and counts.
 *
 * Returns: how many were removed
 */
guint
mcp_journal_archive_clean_up (gint64  max_age_usec,
                              guint64 max_bytes)
{
  g_autoptr (GPtrArray) list = mcp_journal_archive_list ();
  gint64 now_usec = g_get_real_time ();
  guint64 total = 0;
  guint n_removed = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const McpJournalInfo *info = list->pdata[i];
      gboolean old = now_usec - info->changed_wall_usec > max_age_usec;

      if (!info->live && (old || info->bytes > max_bytes || total > max_bytes - info->bytes)
          && mcp_journal_archive_remove (info->path, NULL))
        n_removed++;
      else
        total += MIN (info->bytes, max_bytes - MIN (total, max_bytes));
    }

  return n_removed;
}
