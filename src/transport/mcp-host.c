/* mcp-host.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/xattr.h>

#include "mcp-host-command.h"
#include "mcp-host-private.h"

/*
 * Whether we are in a Flatpak, and whether servers can be started outside of it, where npx, uvx,
 * docker and the user's own programs are. What the sandbox has of its own, the demo server among
 * it, always runs inside.
 */

/* What Flatpak tells a program about its sandbox, see flatpak-metadata(5). */
#define INFO_FILE "/.flatpak-info"
/* Where it puts what belongs to the application. */
#define APP_PREFIX "/app/"
/* What the document portal tells of a file or folder: where it is outside. */
#define HOST_PATH_XATTR "user.document-portal.host-path"
#define MAX_PATH_BYTES  4096

static McpHostState state;
static GDBusConnection *bus;
static char *app_id;

static gboolean
may_talk (GKeyFile *info)
{
  g_autofree char *policy = g_key_file_get_string (info, "Session Bus Policy",
                                                   "org.freedesktop.Flatpak", NULL);

  return g_strcmp0 (policy, "talk") == 0 || g_strcmp0 (policy, "own") == 0;
}

/*
 * Looks once, at the start of a program, whether it is in a Flatpak and may leave it
 * (permission --talk-name=org.freedesktop.Flatpak). Connects to the session bus if so.
 */
void
mcp_host_detect (void)
{
  if (state == MCP_HOST_NONE)
    mcp_host_detect_from (INFO_FILE);
}

/**
 * mcp_host_detect_from:
 * @info_file: (type filename): what describes the sandbox
 *
 * As mcp_host_detect(), from another file than the sandbox's own.
 */
void
mcp_host_detect_from (const char *info_file)
{
  g_autoptr (GKeyFile) info = g_key_file_new ();
  g_autoptr (GError) error = NULL;

  if (!g_key_file_load_from_file (info, info_file, G_KEY_FILE_NONE, NULL))
    return;

  mcp_host_set_connection (NULL);
  g_free (app_id);
  app_id = g_key_file_get_string (info, "Application", "name", NULL);
  state = MCP_HOST_CLOSED;
#ifdef MCP_WITH_HOST
  if (!may_talk (info))
    return;

  bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  if (bus != NULL)
    state = MCP_HOST_OPEN;
  else
    g_info ("No session bus to leave the sandbox by: %s", error->message);
#endif
}

/**
 * mcp_host_set_connection:
 * @connection: (nullable): a bus where org.freedesktop.Flatpak is, or %NULL for none
 *
 * Starts programs through this bus from now on, whatever the sandbox says.
 */
void
mcp_host_set_connection (GDBusConnection *connection)
{
  if (bus != NULL)
    mcp_host_command_leave (bus);
  g_set_object (&bus, connection);
  mcp_host_forget_environ ();
  state = bus != NULL ? MCP_HOST_OPEN : MCP_HOST_NONE;
}

GDBusConnection *
mcp_host_get_connection (void)
{
  return bus;
}

/**
 * mcp_host_get_state:
 *
 * Gets where programs can run.
 *
 * Returns: the state, %MCP_HOST_NONE before mcp_host_detect()
 */
McpHostState
mcp_host_get_state (void)
{
  return state;
}

/**
 * mcp_host_runs:
 * @program: the first word of a command
 *
 * Gets whether this program is started on the host.
 *
 * Returns: %FALSE when there is no sandbox, no way out of it, or the program is the sandbox's own
 */
gboolean
mcp_host_runs (const char *program)
{
  g_return_val_if_fail (program != NULL, FALSE);

  return state == MCP_HOST_OPEN && !g_str_has_prefix (program, APP_PREFIX);
}

char *
mcp_host_dup_permit_command (void)
{
#ifdef MCP_WITH_HOST
  if (state == MCP_HOST_CLOSED && app_id != NULL)
    return g_strdup_printf ("flatpak override --user --talk-name=org.freedesktop.Flatpak %s", app_id);
#endif

  return NULL;
}

/**
 * mcp_host_dup_path:
 * @path: (type filename): a file or folder that the user chose
 *
 * Finds out how the host calls it. What a dialog gives to a sandbox lies below /run/user/UID/doc,
 * which is a detour for a server of the host, and means nothing to who reads it. Portals before
 * 1.19 do not tell.
 *
 * Returns: (transfer full) (type filename): the path for a program of the host; @path itself when
 *   there is no other, or no program is started there
 */
char *
mcp_host_dup_path (const char *path)
{
  g_autofree char *host_path = NULL;
  gssize length = -1;

  g_return_val_if_fail (path != NULL, NULL);

  if (state == MCP_HOST_OPEN)
    {
      host_path = g_malloc0 (MAX_PATH_BYTES + 1);
      length = getxattr (path, HOST_PATH_XATTR, host_path, MAX_PATH_BYTES);
    }

  return length > 0 && g_path_is_absolute (host_path) ? g_steal_pointer (&host_path)
                                                      : g_strdup (path);
}
