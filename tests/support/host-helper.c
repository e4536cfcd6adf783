/* host-helper.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Stands in for the Flatpak session helper on a bus of the tests: org.freedesktop.Flatpak with
 * the interface org.freedesktop.Flatpak.Development, and its habits: descriptors are mapped by
 * their order, a command leads a session of its own, nobody is known once its leader has ended,
 * and who leaves the bus has those of its commands interrupted that it wanted watched.
 *
 * A test of the worst asks for it with Misbehave (habit, n_commands): the command after so many
 * has that habit, once.
 *
 *   error     an error, and nothing is started
 *   zero      nothing is started, and the process is number 0
 *   early     its exit is told before the answer, and again behind it
 *   vanish    the helper ends behind the answer, and the command lives on
 */

#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gio.h>
#include <gio/gunixfdlist.h>

#define FLAG_CLEAR_ENV 1
#define FLAG_WATCH_BUS 2

#define OBJECT_PATH "/org/freedesktop/Flatpak/Development"
#define INTERFACE   "org.freedesktop.Flatpak.Development"

static const char introspection[] =
  "<node><interface name='" INTERFACE "'>"
  "<method name='HostCommand'>"
  "<arg type='ay' direction='in'/><arg type='aay' direction='in'/>"
  "<arg type='a{uh}' direction='in'/><arg type='a{ss}' direction='in'/>"
  "<arg type='u' direction='in'/><arg type='u' direction='out'/>"
  "</method>"
  "<method name='HostCommandSignal'>"
  "<arg type='u' direction='in'/><arg type='u' direction='in'/><arg type='b' direction='in'/>"
  "</method>"
  "<method name='Misbehave'><arg type='s' direction='in'/><arg type='u' direction='in'/></method>"
  "<signal name='HostCommandExited'><arg type='u'/><arg type='u'/></signal>"
  "</interface></node>";

typedef struct
{
  GDBusConnection *connection;
  char            *client;
  GPid             pid;
  gboolean         watched;
  guint            name_watch;
} Command;

static GHashTable *commands;
static char *habit;
static guint n_until_habit;

static void
command_free (Command *command)
{
  g_bus_unwatch_name (command->name_watch);
  g_free (command->client);
  g_free (command);
}

static void
client_left_cb (GDBusConnection *connection,
                const char      *name,
                gpointer         user_data)
{
  Command *command = user_data;

  if (command->watched)
    killpg (command->pid, SIGINT);
}

static void
tell_exit (Command *command,
           int      status)
{
  g_dbus_connection_emit_signal (command->connection, command->client, OBJECT_PATH, INTERFACE,
                                 "HostCommandExited",
                                 g_variant_new ("(uu)", (guint32) command->pid, (guint32) status),
                                 NULL);
}

static void
exited_cb (GPid     pid,
           int      status,
           gpointer user_data)
{
  tell_exit (user_data, status);
  g_hash_table_remove (commands, GINT_TO_POINTER (pid));
}

/* Whether the next command is the one to have this habit; forgets it then. */
static gboolean
has_habit (const char *name)
{
  if (n_until_habit > 0 || g_strcmp0 (habit, name) != 0)
    return FALSE;

  g_clear_pointer (&habit, g_free);

  return TRUE;
}

/* The worst habits, which start nothing. */
static gboolean
refuse (GDBusMethodInvocation *invocation)
{
  if (has_habit ("error"))
    g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_LIMITS_EXCEEDED,
                                           "The helper is tired");
  else if (has_habit ("zero"))
    g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", 0));
  else
    return FALSE;

  return TRUE;
}

/* Answers with the process id, and does what the test asked for. */
static void
answer (GDBusMethodInvocation *invocation,
        Command               *command)
{
  GVariant *pid = g_variant_new ("(u)", (guint32) command->pid);
  int status;

  if (has_habit ("early"))
    {
      waitpid (command->pid, &status, 0);
      tell_exit (command, status);
      g_dbus_method_invocation_return_value (invocation, pid);
      tell_exit (command, status);
      command_free (command);
      return;
    }

  g_dbus_method_invocation_return_value (invocation, pid);
  if (has_habit ("vanish"))
    {
      g_dbus_connection_flush_sync (command->connection, NULL, NULL);
      exit (0);
    }

  g_hash_table_insert (commands, GINT_TO_POINTER (command->pid), command);
  g_child_watch_add (command->pid, exited_cb, command);
}

static void
child_setup (gpointer user_data)
{
  setsid ();
  /* What a session bus starts ignores nothing; who starts the tests may, as nohup does. */
  for (int number = 1; number < NSIG; number++)
    signal (number, SIG_DFL);
}

static void
host_command (GDBusMethodInvocation *invocation,
              GVariant              *parameters)
{
  GUnixFDList *fd_list =
    g_dbus_message_get_unix_fd_list (g_dbus_method_invocation_get_message (invocation));
  g_autofree const char **argv = NULL;
  g_autoptr (GVariant) fds = NULL;
  g_autoptr (GVariant) env = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) envp = NULL;
  g_autofree int *sources = NULL;
  g_autofree int *targets = NULL;
  GVariantIter iter;
  const char *cwd;
  const char *name;
  const char *value;
  guint32 flags;
  gsize n_fds;
  GPid pid;

  g_variant_get (parameters, "(^&ay^a&ay@a{uh}@a{ss}u)", &cwd, &argv, &fds, &env, &flags);
  n_fds = g_variant_n_children (fds);
  sources = g_new0 (int, n_fds + 1);
  targets = g_new0 (int, n_fds + 1);
  for (gsize i = 0; i < n_fds; i++)
    {
      guint32 target;

      g_variant_get_child (fds, i, "{uh}", &target, NULL);
      targets[i] = (int) target;
      sources[i] = g_unix_fd_list_get (fd_list, (int) i, NULL);
    }

  envp = (flags & FLAG_CLEAR_ENV) != 0 ? g_new0 (char *, 1) : g_get_environ ();
  g_variant_iter_init (&iter, env);
  while (g_variant_iter_next (&iter, "{&s&s}", &name, &value))
    envp = g_environ_setenv (envp, name, value, TRUE);

  if (!g_spawn_async_with_pipes_and_fds (cwd, argv, (const char * const *) envp,
                                         G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                                         child_setup, NULL, -1, -1, -1, sources, targets, n_fds,
                                         &pid, NULL, NULL, NULL, &error))
    {
      g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_FILE_NOT_FOUND,
                                             "Failed to start command: %s", error->message);
    }
  else
    {
      Command *command = g_new0 (Command, 1);

      command->connection = g_dbus_method_invocation_get_connection (invocation);
      command->client = g_strdup (g_dbus_method_invocation_get_sender (invocation));
      command->pid = pid;
      command->watched = (flags & FLAG_WATCH_BUS) != 0;
      command->name_watch = g_bus_watch_name_on_connection (command->connection, command->client,
                                                            G_BUS_NAME_WATCHER_FLAGS_NONE, NULL,
                                                            client_left_cb, command, NULL);
      answer (invocation, command);
    }

  for (gsize i = 0; i < n_fds; i++)
    close (sources[i]);
}

static void
host_command_signal (GDBusMethodInvocation *invocation,
                     GVariant              *parameters)
{
  guint32 pid;
  guint32 number;
  gboolean group;

  g_variant_get (parameters, "(uub)", &pid, &number, &group);
  if (!g_hash_table_contains (commands, GUINT_TO_POINTER (pid)))
    {
      g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR,
                                             G_DBUS_ERROR_UNIX_PROCESS_ID_UNKNOWN,
                                             "No such pid");
      return;
    }

  kill (group ? -(GPid) pid : (GPid) pid, (int) number);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
call_cb (GDBusConnection       *connection,
         const char            *sender,
         const char            *path,
         const char            *interface,
         const char            *method,
         GVariant              *parameters,
         GDBusMethodInvocation *invocation,
         gpointer               user_data)
{
  if (g_str_equal (method, "Misbehave"))
    {
      g_free (habit);
      g_variant_get (parameters, "(su)", &habit, &n_until_habit);
      g_dbus_method_invocation_return_value (invocation, NULL);
    }
  else if (g_str_equal (method, "HostCommand"))
    {
      if (!refuse (invocation))
        host_command (invocation, parameters);
      n_until_habit -= n_until_habit > 0;
    }
  else
    host_command_signal (invocation, parameters);
}

static void
lost_cb (GDBusConnection *connection,
         const char      *name,
         gpointer         user_data)
{
  exit (0);
}

int
main (int   argc,
      char *argv[])
{
  static const GDBusInterfaceVTable functions = { call_cb, NULL, NULL, { NULL } };
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GDBusNodeInfo) node = NULL;
  g_autoptr (GError) error = NULL;

  commands = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) command_free);
  connection = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  node = g_dbus_node_info_new_for_xml (introspection, &error);
  g_assert_no_error (error);
  g_dbus_connection_register_object (connection, OBJECT_PATH, node->interfaces[0], &functions,
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  g_bus_own_name_on_connection (connection, "org.freedesktop.Flatpak", G_BUS_NAME_OWNER_FLAGS_NONE,
                                NULL, lost_cb, NULL, NULL);
  g_main_loop_run (g_main_loop_new (NULL, FALSE));

  return 0;
}
