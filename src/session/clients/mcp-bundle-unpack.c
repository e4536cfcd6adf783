/* mcp-bundle-unpack.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-bundle-private.h"
#include "mcp-error.h"
#include "mcp-write.h"

/*
 * Into a new folder beside the one that is wanted, which then gets its name: until all is there, nothing is. No entry leads
 * through a link, for there is none in it, and each folder is opened as such.
 */

typedef struct
{
  McpBundle  *bundle;
  int         root;
  char       *parent;       /* (nullable): of the last file */
  int         parent_fd;
  guint64     n_bytes;
  void      (*tell) (guint64, gpointer);  /* (nullable) */
  gpointer    tell_data;
} Unpacking;

static gboolean
fail (const char  *path,
      int          problem,
      GError     **error)
{
  g_autofree char *visible = g_filename_display_name (path);

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, "%s: %s", visible, g_strerror (problem));

  return FALSE;
}

/* Makes what is missing; -1 with errno. */
static int
open_folder (int         root,
             const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  int fd = fcntl (root, F_DUPFD_CLOEXEC, 0);

  for (guint i = 0; fd >= 0 && names[i] != NULL && *names[i] != '\0'; i++)
    {
      int next = -1;
      int saved_errno;

      if (mkdirat (fd, names[i], 0755) == 0 || errno == EEXIST)
        next = openat (fd, names[i], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      saved_errno = errno;
      close (fd);
      errno = saved_errno;
      fd = next;
    }

  return fd;
}

/* Files of one folder stand together. */
static gboolean
go_to (Unpacking   *self,
       const char  *parent,
       GError     **error)
{
  if (g_strcmp0 (self->parent, parent) == 0)
    return TRUE;

  if (self->parent_fd >= 0)
    close (self->parent_fd);
  g_free (self->parent);
  self->parent = g_strdup (parent);
  self->parent_fd = open_folder (self->root, parent);

  return self->parent_fd >= 0 || fail (parent, errno, error);
}

static gboolean
write_file (Unpacking             *self,
            McpBundleWalk         *walk,
            const McpBundleEntry  *entry,
            GError               **error)
{
  g_autofree guint8 *buffer = g_malloc (64 * 1024);
  const char *slash = strrchr (entry->name, '/');
  g_autofree char *parent = slash != NULL ? g_strndup (entry->name, slash - entry->name) : g_strdup ("");
  mode_t mode = entry->is_executable || g_strcmp0 (self->bundle->program, entry->name) == 0 ? 0755 : 0644;
  gboolean good = TRUE;
  gssize n;
  int fd;

  if (!go_to (self, parent, error))
    return FALSE;
  fd = openat (self->parent_fd, slash != NULL ? slash + 1 : entry->name,
               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (fd < 0)
    return fail (entry->name, errno, error);

  while (good && (n = mcp_bundle_walk_read (walk, buffer, 64 * 1024, error)) != 0)
    {
      int saved_errno = n > 0 ? mcp_write_fully (fd, buffer, n, NULL) : 0;

      good = n > 0 && (saved_errno == 0 || fail (entry->name, saved_errno, error));
      if (good && self->tell != NULL)
        self->tell (self->n_bytes += n, self->tell_data);
    }
  if (close (fd) != 0 && good)
    good = fail (entry->name, errno, error);

  return good;
}

static gboolean
visit_cb (McpBundleWalk         *walk,
          const McpBundleEntry  *entry,
          gpointer               user_data,
          GError               **error)
{
  Unpacking *self = user_data;

  return entry->is_folder ? go_to (self, entry->name, error) : write_file (self, walk, entry, error);
}

/* All in a folder, which has no links to elsewhere but such as somebody else put there just now: they are removed. */
static void
remove_folder (int         parent,
               const char *name)
{
  int fd = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent *entry;

  if (folder == NULL && fd >= 0)
    close (fd);
  while (folder != NULL && (entry = readdir (folder)) != NULL)
    {
      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      if (unlinkat (dirfd (folder), entry->d_name, 0) != 0)
        remove_folder (dirfd (folder), entry->d_name);
    }
  if (folder != NULL)
    closedir (folder);
  unlinkat (parent, name, AT_REMOVEDIR);
}

/* --- The folder --- */

/* What is missing above it; their own parents first. */
static GPtrArray *
list_missing (const char *folder)
{
  GPtrArray *missing = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = g_path_get_dirname (folder);

  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      char *above = g_path_get_dirname (path);

      g_ptr_array_insert (missing, 0, path);
      path = above;
    }

  return missing;
}

/* It may be there, when nothing is in it. */
static gboolean
check_free (const char  *folder,
            GError     **error)
{
  g_autofree char *visible = g_filename_display_name (folder);
  struct stat info;
  GDir *content;
  gboolean is_empty;

  if (lstat (folder, &info) != 0)
    return errno == ENOENT || fail (folder, errno, error);

  content = S_ISDIR (info.st_mode) ? g_dir_open (folder, 0, NULL) : NULL;
  is_empty = content != NULL && g_dir_read_name (content) == NULL;
  g_clear_pointer (&content, g_dir_close);
  if (!is_empty)
    g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE,
                 _("%s: something is there already; a bundle needs a folder of its own"), visible);

  return is_empty;
}

static gboolean
unpack_beside (Unpacking     *self,
               const char    *folder,
               GCancellable  *cancellable,
               GError       **error)
{
  g_autofree char *template = g_strconcat (folder, ".XXXXXX", NULL);
  gboolean good;

  if (g_mkdtemp_full (template, 0700) == NULL)
    return fail (folder, errno, error);

  self->root = open (template, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  good = self->root >= 0 || fail (folder, errno, error);
  good = good && mcp_bundle_walk (self->bundle, visit_cb, self, cancellable, error);
  /* An empty folder gives way; what has come into it since is kept. */
  if (good && rename (template, folder) != 0)
    good = fail (folder, errno, error);
  if (!good)
    remove_folder (AT_FDCWD, template);

  if (self->parent_fd >= 0)
    close (self->parent_fd);
  if (self->root >= 0)
    close (self->root);
  g_free (self->parent);

  return good;
}

static gboolean
unpack (McpBundle     *bundle,
        const char    *folder,
        void         (*tell) (guint64, gpointer),
        gpointer       tell_data,
        GCancellable  *cancellable,
        GError       **error)
{
  Unpacking self = { .bundle = bundle, .root = -1, .parent_fd = -1, .tell = tell, .tell_data = tell_data };
  g_autofree char *whole = g_canonicalize_filename (folder, NULL);
  g_autoptr (GPtrArray) missing = list_missing (whole);
  gboolean good = check_free (whole, error);
  guint n_made = 0;

  for (; good && n_made < missing->len; n_made++)
    if (mkdir (missing->pdata[n_made], 0755) != 0)
      {
        good = fail (missing->pdata[n_made], errno, error);
        break;
      }
  good = good && unpack_beside (&self, whole, cancellable, error);
  while (!good && n_made > 0)
    rmdir (missing->pdata[--n_made]);

  return good;
}

/**
 * mcp_bundle_unpack:
 * @folder: (type filename): where to; it may be there when nothing is in it
 *
 * Writes what is in a bundle into a folder of its own: all of it, or nothing. Nothing is started.
 *
 * Returns: %FALSE with %MCP_ERROR_CONFIG, which names what is wrong with the bundle, %MCP_ERROR_STORAGE, or
 *   %G_IO_ERROR_CANCELLED
 */
gboolean
mcp_bundle_unpack (McpBundle     *self,
                   const char    *folder,
                   GCancellable  *cancellable,
                   GError       **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  return unpack (self, folder, NULL, NULL, cancellable, error);
}

/**
 * mcp_bundle_remove:
 * @folder: (type filename): where a bundle was just unpacked
 *
 * Removes all that is in it, when nobody got to use it.
 */
void
mcp_bundle_remove (const char *folder)
{
  g_return_if_fail (folder != NULL);

  remove_folder (AT_FDCWD, folder);
}

/* --- Elsewhere --- */

typedef struct
{
  McpBundle         *bundle;
  char              *folder;
  McpBundleProgress  progress;       /* (nullable) */
  gpointer           progress_data;
  guint64            next_bytes;     /* when it is told again */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  mcp_bundle_unref (job->bundle);
  g_free (job->folder);
  g_free (job);
}

typedef struct
{
  GTask   *task;
  guint64  n_bytes;
} Told;

static void
told_free (gpointer data)
{
  Told *told = data;

  g_object_unref (told->task);
  g_free (told);
}

static gboolean
progress_cb (gpointer data)
{
  Told *told = data;
  Job *job = g_task_get_task_data (told->task);

  if (!g_task_get_completed (told->task))
    job->progress (told->n_bytes, job->progress_data);

  return G_SOURCE_REMOVE;
}

/* In the worker: a hundred times at most. */
static void
tell_cb (guint64  n_bytes,
         gpointer user_data)
{
  GTask *task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr (GSource) source = NULL;
  Told *told;

  if (job->progress == NULL || n_bytes < job->next_bytes)
    return;

  job->next_bytes = n_bytes + MAX (job->bundle->n_bytes / 100, 1);
  told = g_new0 (Told, 1);
  told->task = g_object_ref (task);
  told->n_bytes = n_bytes;

  /* g_main_context_invoke() would call it in this thread while nobody iterates the context. */
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, progress_cb, told, told_free);
  g_source_attach (source, g_task_get_context (task));
}

static void
unpack_in_thread (GTask        *task,
                  gpointer      source,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;

  if (unpack (job->bundle, job->folder, tell_cb, task, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * mcp_bundle_unpack_async:
 * @folder: (type filename): where to
 * @progress: (nullable) (scope notified): told how far it is, until @callback is called
 * @progress_data: data for @progress
 * @callback: called when all is there, or nothing
 *
 * See mcp_bundle_unpack().
 */
void
mcp_bundle_unpack_async (McpBundle           *self,
                         const char          *folder,
                         GCancellable        *cancellable,
                         McpBundleProgress    progress,
                         gpointer             progress_data,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  g_return_if_fail (self != NULL);
  g_return_if_fail (folder != NULL);

  job->bundle = mcp_bundle_ref (self);
  job->folder = g_strdup (folder);
  job->progress = progress;
  job->progress_data = progress_data;
  g_task_set_source_tag (task, mcp_bundle_unpack_async);
  /* What is there although it was given up is told so. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, unpack_in_thread);
}

gboolean
mcp_bundle_unpack_finish (GAsyncResult  *result,
                          GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
