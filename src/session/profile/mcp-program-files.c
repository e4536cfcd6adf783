/* mcp-program-files.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "mcp-program-files.h"
#include "mcp-program.h"

/* Only files, and only what the command line names: no folder is read, no import followed. */
#define MAX_FILES       16
#define MAX_DIRECTORIES 4
#define MAX_ARGUMENTS   256
/* Of a file whose content is compared. */
#define MAX_CONTENT_BYTES (1024 * 1024)

/* By these names interpreters know what to run. */
static gboolean
has_program_name (const char *path)
{
  static const char * const endings[] = {
    "cjs", "cts", "dll", "exe", "exs", "fsx", "jar", "jl", "js", "jsx", "kts", "lua", "mjs", "mts",
    "php", "phar", "pl", "ps1", "py", "pyc", "pyz", "R", "rb", "sh", "tcl", "ts", "tsx", "wasm", NULL,
  };
  const char *dot = strrchr (path, '.');

  return dot != NULL && g_strv_contains (endings, dot + 1);
}

/* A database or a log, which the server itself writes, is none. */
static gboolean
has_program_content (const char *path)
{
  char start[4] = "";
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  gssize n_read = fd >= 0 ? read (fd, start, sizeof start) : -1;

  if (fd >= 0)
    close (fd);

  return n_read >= 2
         && (memcmp (start, "#!", 2) == 0 || memcmp (start, "MZ", 2) == 0
             || (n_read == 4 && memcmp (start, "\177ELF", 4) == 0));
}

/* As the program will see it: not g_canonicalize_filename(), see mcp-program.c. */
static char *
resolve (const char *path,
         const char *directory)
{
  return g_path_is_absolute (path) ? g_strdup (path) : g_build_filename (directory, path, NULL);
}

/* Fills @info with zeros when the file is missing. */
static void
look_at (const char *path,
         GStatBuf   *info)
{
  if (g_stat (path, info) != 0)
    memset (info, 0, sizeof *info);
}

/*
 * An argument as the file it is: in the working directory, or in one that an argument before it
 * named, as of “uv --directory”. A script that is not built yet is one, too. NULL if it is none.
 */
static char *
find_argument (const char *argument,
               const char *cwd,
               GPtrArray  *directories)
{
  gboolean named = has_program_name (argument) && strstr (argument, "://") == NULL;
  g_autofree char *path = resolve (argument, cwd);
  GStatBuf info;

  look_at (path, &info);
  for (guint i = 0; i < directories->len && info.st_mode == 0; i++)
    {
      g_autofree char *other = resolve (argument, directories->pdata[i]);

      look_at (other, &info);
      if (info.st_mode != 0)
        {
          g_free (path);
          path = g_steal_pointer (&other);
        }
    }

  if (S_ISDIR (info.st_mode) && directories->len < MAX_DIRECTORIES)
    g_ptr_array_add (directories, g_strdup (path));
  if (info.st_mode == 0 ? !named : !S_ISREG (info.st_mode) || (!named && !has_program_content (path)))
    return NULL;

  return g_steal_pointer (&path);
}

/**
 * mcp_program_files_list:
 * @profile: how a server is reached
 *
 * Finds the files that make a program what it is, by its command line alone: what is started, and
 * the arguments that are programs by their name or their first bytes, as an interpreter gets them.
 *
 * Returns: (transfer full) (element-type filename): absolute paths, the program first; none for
 *   an address, and where there is no such program
 */
GPtrArray *
mcp_program_files_list (McpProfile *profile)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) directories = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) envp = NULL;
  g_autofree char *cwd = NULL;
  const char * const *argv;
  char *program;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), files);

  if (!mcp_profile_is_stdio (profile))
    return files;

  argv = mcp_profile_get_argv (profile);
  cwd = g_canonicalize_filename (mcp_profile_get_settings (profile)->cwd != NULL
                                   ? mcp_profile_get_settings (profile)->cwd : ".", NULL);
  envp = mcp_profile_dup_environ (profile);
  program = mcp_program_find (argv[0], cwd, (const char * const *) envp, NULL);
  /* One that is not built yet has a place already, unless PATH has to say it. */
  if (program == NULL && strchr (argv[0], '/') != NULL)
    program = resolve (argv[0], cwd);
  if (program == NULL)
    return files;

  g_ptr_array_add (files, program);
  for (guint i = 1; argv[i] != NULL && i < MAX_ARGUMENTS && files->len < MAX_FILES; i++)
    {
      char *path = find_argument (argv[i], cwd, directories);

      if (path != NULL)
        g_ptr_array_add (files, path);
    }

  return files;
}

/**
 * mcp_program_files_dup_identity:
 * @files: (element-type filename): paths
 *
 * Tells files from what they were: by size, time and place on the disk, without reading them.
 *
 * Returns: (transfer full): the same text for the same files
 */
char *
mcp_program_files_dup_identity (GPtrArray *files)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_return_val_if_fail (files != NULL, NULL);

  for (guint i = 0; i < files->len; i++)
    {
      GStatBuf info;
      gint64 facts[5] = { i };

      look_at (files->pdata[i], &info);
      facts[1] = info.st_size;
      facts[2] = info.st_mtim.tv_sec;
      facts[3] = info.st_mtim.tv_nsec;
      facts[4] = (gint64) info.st_ino;
      g_checksum_update (sum, (const guchar *) facts, sizeof facts);
    }

  return g_strndup (g_checksum_get_string (sum), 32);
}

/**
 * mcp_program_files_dup_content:
 * @files: (element-type filename): paths
 *
 * Tells files from what they were, as mcp_program_files_dup_identity() does, and also by when
 * anything of them changed last, which no program can set, and by the content of those up to 1 MiB.
 *
 * Returns: (transfer full): the same text for the same files
 */
char *
mcp_program_files_dup_content (GPtrArray *files)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autofree char *identity = NULL;

  g_return_val_if_fail (files != NULL, NULL);

  identity = mcp_program_files_dup_identity (files);
  g_string_append (all, identity);
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *content = NULL;
      g_autofree char *sum = NULL;
      gsize length = 0;
      GStatBuf info;

      look_at (files->pdata[i], &info);
      g_string_append_printf (all, " %" G_GINT64_FORMAT ".%09ld", (gint64) info.st_ctim.tv_sec,
                              (long) info.st_ctim.tv_nsec);
      if (S_ISREG (info.st_mode) && info.st_size <= MAX_CONTENT_BYTES
          && g_file_get_contents (files->pdata[i], &content, &length, NULL))
        sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) content, length);
      g_string_append_printf (all, " %s", sum != NULL ? sum : "");
    }

  return g_string_free (g_steal_pointer (&all), FALSE);
}

/**
 * mcp_program_files_count_whole:
 * @files: (element-type filename): paths, the program first
 *
 * Counts the files that look as if they could be run: what is being built is not there, then it
 * is empty, and the last thing a program gets is that it may be executed.
 *
 * Returns: how many of @files
 */
guint
mcp_program_files_count_whole (GPtrArray *files)
{
  guint n_whole = 0;

  g_return_val_if_fail (files != NULL, 0);

  for (guint i = 0; i < files->len; i++)
    {
      GStatBuf info;

      look_at (files->pdata[i], &info);
      if (S_ISREG (info.st_mode) && info.st_size > 0
          && (i > 0 || access (files->pdata[i], X_OK) == 0))
        n_whole++;
    }

  return n_whole;
}
