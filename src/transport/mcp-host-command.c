/* mcp-host-command.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gio/gunixfdlist.h>
#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-host-command.h"
#include "mcp-host-private.h"

/*
 * The interface org.freedesktop.Flatpak.Development of the Flatpak session helper, which runs
 * outside of every sandbox. It takes a command with its descriptors and tells how it ended.
 */

#define HELPER_NAME      "org.freedesktop.Flatpak"
#define HELPER_PATH      "/org/freedesktop/Flatpak/Development"
#define HELPER_INTERFACE "org.freedesktop.Flatpak.Development"

/* Flags of HostCommand. */
#define FLAG_CLEAR_ENV 1
#define FLAG_WATCH_BUS 2

/* The helper is started by the bus when it is needed first. */
#define START_MSEC  10000
#define SIGNAL_MSEC 1000

/* Everybody who has a command there; an exit is announced once, to all who listen. */
typedef struct
{
  guint                      id;
  GPid                       pid;
  const McpHostCommandFuncs *funcs;
  gpointer                   user_data;
} Watch;

static GArray *watches;
static guint last_watch;
static guint subscription;
static guint owner_subscription;

static void
exited_cb (GDBusConnection *connection,
           const char      *sender,
           const char      *path,
           const char      *interface,
           const char      *signal,
           GVariant        *parameters,
           gpointer         user_data)
{
  guint32 pid;
  guint32 wait_status;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(uu)")))
    return;

  g_variant_get (parameters, "(uu)", &pid, &wait_status);
  for (guint i = 0; i < watches->len; i++)
    {
      Watch watch = g_array_index (watches, Watch, i);

      if (watch.pid != (GPid) pid)
        continue;

      g_array_remove_index (watches, i);
      watch.funcs->exited ((int) wait_status, watch.user_data);
      return;
    }
}

/* Somebody may come after a helper that is gone, but knows nothing of the commands that are there. */
static void
owner_changed_cb (GDBusConnection *connection,
                  const char      *sender,
                  const char      *path,
                  const char      *interface,
                  const char      *signal,
                  GVariant        *parameters,
                  gpointer         user_data)
{
  const char *old_owner;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(sss)")))
    return;

  g_variant_get (parameters, "(&s&s&s)", NULL, &old_owner, NULL);
  if (*old_owner == '\0')
    return;

  for (guint i = 0; i < watches->len; i++)
    {
      Watch watch = g_array_index (watches, Watch, i);

      watch.funcs->lost (watch.user_data);
    }
}

static void
listen_to (GDBusConnection *connection)
{
  if (subscription != 0)
    return;

  if (watches == NULL)
    watches = g_array_new (FALSE, FALSE, sizeof (Watch));
  subscription = g_dbus_connection_signal_subscribe (connection, HELPER_NAME, HELPER_INTERFACE,
                                                     "HostCommandExited", HELPER_PATH, NULL,
                                                     G_DBUS_SIGNAL_FLAGS_NONE, exited_cb, NULL,
                                                     NULL);
  owner_subscription =
    g_dbus_connection_signal_subscribe (connection, "org.freedesktop.DBus", "org.freedesktop.DBus",
                                        "NameOwnerChanged", "/org/freedesktop/DBus", HELPER_NAME,
                                        G_DBUS_SIGNAL_FLAGS_NONE, owner_changed_cb, NULL, NULL);
}

/* Takes our ear from a connection that is used no more. */
void
mcp_host_command_leave (GDBusConnection *connection)
{
  if (subscription == 0)
    return;

  g_dbus_connection_signal_unsubscribe (connection, subscription);
  g_dbus_connection_signal_unsubscribe (connection, owner_subscription);
  subscription = 0;
  owner_subscription = 0;
}

static gboolean
add_environ (GVariantBuilder     *builder,
             const char * const  *envp,
             GError             **error)
{
  for (guint i = 0; envp != NULL && envp[i] != NULL; i++)
    {
      const char *equals = strchr (envp[i], '=');
      g_autofree char *name = NULL;

      if (equals == NULL || equals == envp[i])
        continue;

      name = g_strndup (envp[i], equals - envp[i]);
      if (!g_utf8_validate (envp[i], -1, NULL))
        {
          g_autofree char *shown = g_utf8_make_valid (name, -1);

          g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
                       _("The environment variable “%s” is not UTF-8, and the way out of the "
                         "sandbox takes nothing else."), shown);
          return FALSE;
        }
      g_variant_builder_add (builder, "{ss}", name, equals + 1);
    }

  return TRUE;
}

static GVariant *
make_parameters (const McpHostCommand  *command,
                 GUnixFDList           *fd_list,
                 GError               **error)
{
  g_auto (GVariantBuilder) fds = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{uh}"));
  g_auto (GVariantBuilder) env = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{ss}"));
  guint32 flags = 0;

  /* The helper maps them by their order in the list, so that has to be the order here. */
  for (guint i = 0; i < command->n_fds; i++)
    {
      int handle = g_unix_fd_list_append (fd_list, command->fds[i], error);

      if (handle < 0)
        return NULL;
      g_variant_builder_add (&fds, "{uh}", i, handle);
    }

  if (!add_environ (&env, command->envp, error) || !add_environ (&env, command->added, error))
    return NULL;

  if (command->envp != NULL)
    flags |= FLAG_CLEAR_ENV;
  if (command->watched)
    flags |= FLAG_WATCH_BUS;

  return g_variant_new ("(^ay^aay@a{uh}@a{ss}u)", command->cwd != NULL ? command->cwd : "/",
                        command->argv,
                        g_variant_builder_end (&fds), g_variant_builder_end (&env), flags);
}

/**
 * mcp_host_command_run:
 * @command: what to start
 *
 * Starts a command on the host, as leader of a session and process group of its own. Blocks until
 * the helper has answered: a few milliseconds, more when the bus has to start it first.
 *
 * Returns: its process id on the host, or 0 with %MCP_ERROR_SPAWN
 */
GPid
mcp_host_command_run (const McpHostCommand  *command,
                      GError               **error)
{
  GDBusConnection *connection = mcp_host_get_connection ();
  g_autoptr (GUnixFDList) fd_list = g_unix_fd_list_new ();
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) call_error = NULL;
  GVariant *parameters;
  guint32 pid;

  parameters = make_parameters (command, fd_list, error);
  if (parameters == NULL)
    return 0;

  listen_to (connection);
  reply = g_dbus_connection_call_with_unix_fd_list_sync (connection, HELPER_NAME, HELPER_PATH,
                                                         HELPER_INTERFACE, "HostCommand",
                                                         parameters, G_VARIANT_TYPE ("(u)"),
                                                         G_DBUS_CALL_FLAGS_NONE, START_MSEC,
                                                         fd_list, NULL, NULL, &call_error);
  if (reply == NULL)
    {
      g_dbus_error_strip_remote_error (call_error);
      g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
                   _("The Flatpak session helper did not start “%s”: %s"), command->argv[0],
                   call_error->message);
      return 0;
    }

  g_variant_get (reply, "(u)", &pid);
  /* As a group these would be all processes, or our own. */
  if (pid <= 1 || pid > G_MAXINT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
                   _("The Flatpak session helper did not start “%s”: it answered with the process "
                     "number %u"), command->argv[0], pid);
      return 0;
    }

  return (GPid) pid;
}

/**
 * mcp_host_command_signal:
 * @pid: of mcp_host_command_run()
 * @signal_number: a signal
 *
 * Sends a signal to the process group of a command. The helper does so only while the leader lives.
 * Blocks until it has answered.
 */
void
mcp_host_command_signal (GPid pid,
                         int  signal_number)
{
  GDBusConnection *connection = mcp_host_get_connection ();
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (pid > 1);

  if (connection == NULL)
    return;

  reply = g_dbus_connection_call_sync (connection, HELPER_NAME, HELPER_PATH, HELPER_INTERFACE,
                                       "HostCommandSignal",
                                       g_variant_new ("(uub)", (guint32) pid,
                                                      (guint32) signal_number, TRUE),
                                       NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, SIGNAL_MSEC, NULL,
                                       &error);
  if (reply == NULL)
    g_info ("No signal %d for %d: %s", signal_number, (int) pid, error->message);
}

/**
 * mcp_host_command_watch:
 * @pid: of mcp_host_command_run()
 * @funcs: called from the main loop; must stay
 *
 * Waits for the end of a command. One that has ended already is not missed when this is called
 * before the main loop runs again: the signal comes from there.
 *
 * Returns: what mcp_host_command_forget() takes
 */
guint
mcp_host_command_watch (GPid                       pid,
                        const McpHostCommandFuncs *funcs,
                        gpointer                   user_data)
{
  Watch watch = { ++last_watch, pid, funcs, user_data };

  g_array_append_val (watches, watch);

  return watch.id;
}

/**
 * mcp_host_command_forget:
 * @watch: of mcp_host_command_watch()
 *
 * Waits no more. Nothing happens when the end was told already.
 */
void
mcp_host_command_forget (guint watch)
{
  for (guint i = 0; i < watches->len; i++)
    if (g_array_index (watches, Watch, i).id == watch)
      {
        g_array_remove_index (watches, i);
        return;
      }
}
