/* mcp-replacement.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "mcp-replacement.h"

/*
 * What is written goes to a file beside the one that is wanted, so that whoever gives up, or has no
 * room, leaves the earlier one as it was. A pipe or a device has no place that could be taken: it is
 * written as it is.
 */

/* Of the 255 bytes of a name, what the end of ours needs is left. */
#define MAX_NAME_BYTES 200

struct _McpReplacement
{
  char *path;   /* behind symbolic links */
  char *part;   /* (nullable): when it is written directly, and when it took its place */
  int   fd;     /* -1 when somebody else closes it */
};

/* Those that a program that ends at once would leave behind. */
static GPtrArray *unfinished;

/* Where the bytes end up: a link stays one. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real != NULL ? real : path);

  free (real);

  return copy;
}

static char *
make_part_name (const char *path,
                guint       number)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *part_name = g_strdup_printf ("%.*s.%d-%u.part", MAX_NAME_BYTES, name,
                                                (int) getpid (), number);

  return g_build_filename (folder, part_name, NULL);
}

/* An earlier process with our number may have been killed in the middle of it. */
static gboolean
open_part (McpReplacement *self,
           mode_t          mode)
{
  static guint last_number;

  do
    {
      g_free (self->part);
      self->part = make_part_name (self->path, ++last_number);
      self->fd = g_open (self->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
  while (self->fd < 0 && errno == EEXIST);

  return self->fd >= 0;
}

static gboolean
open_itself (McpReplacement *self,
             mode_t          mode)
{
  g_clear_pointer (&self->part, g_free);
  self->fd = g_open (self->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);

  return self->fd >= 0;
}

/* A folder in which one may not make files may have one that one may write. */
static gboolean
is_forbidden (int saved_errno)
{
  return saved_errno == EACCES || saved_errno == EPERM || saved_errno == EROFS;
}

static gboolean
open_file (McpReplacement *self,
           gboolean        only_owner)
{
  mode_t mode = only_owner ? 0600 : 0666;
  struct stat info;
  struct stat link_info;

  if (stat (self->path, &info) != 0)
    {
      /* A dangling link: create its target. */
      if (lstat (self->path, &link_info) == 0)
        return open_itself (self, mode);

      return open_part (self, mode);
    }
  if (!S_ISREG (info.st_mode))
    return open_itself (self, mode);

  if (!open_part (self, mode))
    return is_forbidden (errno) && open_itself (self, mode)
           && (!only_owner || fchmod (self->fd, mode) == 0);

  /* What others may do with the file is not ours to change. */
  return only_owner || fchmod (self->fd, info.st_mode & 0777) == 0;
}

/**
 * mcp_replacement_new:
 * @path: (type filename): the file that is wanted
 * @only_owner: whether nobody else may read it; else this is as it was, or as the umask says
 *
 * Opens a file to write: one beside @path, when that is a regular file or is not there, else @path
 * itself. Opening a pipe waits for a reader.
 *
 * Returns: (transfer full) (nullable): the file, or %NULL with `errno`
 */
McpReplacement *
mcp_replacement_new (const char *path,
                     gboolean    only_owner)
{
  McpReplacement *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_new0 (McpReplacement, 1);
  self->path = resolve (path);
  self->fd = -1;
  if (!open_file (self, only_owner))
    {
      int saved_errno = errno;

      if (self->fd < 0)
        g_clear_pointer (&self->part, g_free);
      mcp_replacement_free (self);
      errno = saved_errno;

      return NULL;
    }

  if (unfinished == NULL)
    unfinished = g_ptr_array_new ();
  g_ptr_array_add (unfinished, self);

  return self;
}

/**
 * mcp_replacement_get_fd:
 *
 * Gets where to write.
 *
 * Returns: the file descriptor, or -1 when it was stolen
 */
int
mcp_replacement_get_fd (McpReplacement *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return self->fd;
}

/**
 * mcp_replacement_steal_fd:
 *
 * Gets where to write, for somebody who closes it before mcp_replacement_finish().
 *
 * Returns: (transfer full): the file descriptor
 */
int
mcp_replacement_steal_fd (McpReplacement *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return g_steal_fd (&self->fd);
}

/**
 * mcp_replacement_finish:
 *
 * Puts it in the place of the other one.
 *
 * Returns: %FALSE with `errno` when the other one is as it was
 */
gboolean
mcp_replacement_finish (McpReplacement *self)
{
  int fd;

  g_return_val_if_fail (self != NULL, FALSE);

  fd = g_steal_fd (&self->fd);
  if (fd >= 0 && close (fd) != 0)
    return FALSE;
  if (self->part != NULL && g_rename (self->part, self->path) != 0)
    return FALSE;

  g_clear_pointer (&self->part, g_free);

  return TRUE;
}

/**
 * mcp_replacement_free:
 * @self: (nullable) (transfer full): a file
 *
 * Frees it. What was not finished is taken away.
 */
void
mcp_replacement_free (McpReplacement *self)
{
  if (self == NULL)
    return;

  if (unfinished != NULL)
    g_ptr_array_remove_fast (unfinished, self);
  if (self->fd >= 0)
    close (self->fd);
  if (self->part != NULL)
    g_unlink (self->part);
  g_free (self->part);
  g_free (self->path);
  g_free (self);
}

/* Takes away what is not finished: for a program that ends before anybody could free it. */
void
mcp_replacement_discard_all (void)
{
  for (guint i = 0; unfinished != NULL && i < unfinished->len; i++)
    {
      McpReplacement *self = unfinished->pdata[i];

      if (self->part != NULL)
        g_unlink (self->part);
    }
}
