/* mcp-server-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-server-file.h"
#include "mcp-server-list.h"

/* servers.json on the disk: reading, locking, replacing, and keeping a broken one aside. */

#define FILE_VERSION      1
/* Writers hold the lock for milliseconds; one that does not is stuck, and we must not be. */
#define LOCK_TRIES        100
#define LOCK_WAIT_USEC    10000

/* Whether the text is a file of ours, and where the servers stand in it. */
gboolean
mcp_server_file_check (const char  *path,
                       const char  *text,
                       McpSpan     *servers,
                       GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  gint64 version;
  gsize length = strlen (text);

  if (!mcp_json_validate (text, -1, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "“%s”: %s", path,
                   local_error->message);
      return FALSE;
    }

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” must be a JSON object with “mcpServers”"), path);
      return FALSE;
    }

  if (mcp_json_lookup_int64 (text, length, "version", &version) && version > FILE_VERSION)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_VERSION,
                   _("“%s” was written by a newer version of Sounder (format %" PRId64 ")"),
                   path, version);
      return FALSE;
    }

  *servers = (McpSpan) { 0, 0 };
  if (mcp_json_edit_find (text, length, "mcpServers", servers)
      && mcp_json_get_type (text + servers->offset, servers->length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s”: “mcpServers” must be an object of servers"), path);
      return FALSE;
    }

  return TRUE;
}

/* Reads the file; a missing or an empty one is NULL without an error. */
gboolean
mcp_server_file_read (const char  *path,
                      char       **text,
                      GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *content = NULL;
  gsize length = 0;

  *text = NULL;
  if (!g_file_get_contents (path, &content, &length, &local_error))
    {
      if (g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        return TRUE;

      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("The saved servers cannot be read: %s"),
                   local_error->message);
      return FALSE;
    }

  /* A NUL would hide the rest of the file from us, and a save would then lose it. */
  for (gsize i = 0; i < length; i++)
    if (content[i] == '\0')
      content[i] = '\001';

  if (strspn (content, " \t\r\n") == length)
    return TRUE;

  if (g_str_has_prefix (content, "\357\273\277"))
    memmove (content, content + 3, length - 3 + 1);
  *text = g_steal_pointer (&content);

  return TRUE;
}

/* Moves a file that is not understood out of the way: nothing of it is lost. */
gboolean
mcp_server_file_keep_aside (const char  *path,
                            GError     **error)
{
  g_autofree char *aside = NULL;

  for (guint n = 1; aside == NULL || g_file_test (aside, G_FILE_TEST_EXISTS); n++)
    {
      g_free (aside);
      aside = g_strdup_printf ("%s.broken-%u", path, n);
    }

  if (g_rename (path, aside) != 0)
    {
      int code = errno;

      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE,
                   _("“%s” is broken and cannot be moved aside: %s"), path,
                   g_strerror (code));
      return FALSE;
    }

  return TRUE;
}

/* Locks out other writers until the descriptor is closed; -1 on an error. */
int
mcp_server_file_lock (const char  *path,
                      GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *lock_path = g_strconcat (path, ".lock", NULL);
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0
      || (fd = g_open (lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600)) < 0)
    {
      int code = errno;

      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("“%s” cannot be saved: %s"),
                   path, g_strerror (code));
      return -1;
    }

  for (guint i = 0; i < LOCK_TRIES; i++)
    {
      if (flock (fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
      g_usleep (LOCK_WAIT_USEC);
    }

  close (fd);
  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE,
               _("“%s” cannot be saved: another program keeps it locked"), path);

  return -1;
}

/* Replaces the file, laid out to be read. Returns what it says now, NULL on an error. */
char *
mcp_server_file_write (const char  *path,
                       const char  *compact,
                       GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *target = realpath (path, NULL);
  g_autofree char *pretty = mcp_json_pretty (compact, strlen (compact), NULL, NULL);
  g_autofree char *text = g_strconcat (pretty, "\n", NULL);

  /* It may hold secrets; newer GLib keeps the mode of a file that is there. */
  if (target != NULL)
    g_chmod (target, 0600);

  /* A link to a file in somebody's collection of settings stays a link. */
  if (!g_file_set_contents_full (target != NULL ? target : path, text, -1,
                                 G_FILE_SET_CONTENTS_CONSISTENT, 0600, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("The servers cannot be saved: %s"),
                   local_error->message);
      return NULL;
    }

  return g_steal_pointer (&text);
}

/**
 * mcp_server_list_get_default_path:
 *
 * Gets where a user's servers are saved: `sounder/servers.json` in the folder for settings.
 *
 * Returns: (transfer full): a path
 */
char *
mcp_server_list_get_default_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "sounder", "servers.json", NULL);
}
