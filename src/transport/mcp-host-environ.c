/* mcp-host-environ.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-host"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <glib-unix.h>

#include "mcp-host-command.h"
#include "mcp-host-private.h"

/*
 * The environment of the host as the user's login shell makes it: what the session helper has
 * lacks the PATH of nvm, uv, Homebrew and the like, for those are set in the shell's files.
 */

/* A shell that asks something, or waits for the network, is not waited for longer. */
#define SHELL_MSEC 8000
#define MAX_ENVIRON_BYTES (4 * 1024 * 1024)

static char **host_environ;
static gboolean asked;

/* Interactive as well, for that is where nvm and others write their lines. */
static const char * const shell_argv[] = {
  "/bin/sh", "-c",
  "shell=${SHELL:-/bin/sh}; [ -x \"$shell\" ] || shell=/bin/sh; "
  "\"$shell\" -l -i -c 'exec env -0 >&3' </dev/null >/dev/null 2>&1 || exec env -0 >&3",
  NULL
};

typedef struct
{
  GByteArray *text;
  guint8      buffer[8192];
} Loading;

static void
loading_free (Loading *loading)
{
  g_byte_array_unref (loading->text);
  g_free (loading);
}

/* Each variable ends in NUL. What the helper shell itself added is left out. */
static char **
parse (const Loading *loading)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *p = (const char *) loading->text->data;
  const char *end = p + loading->text->len;

  while (p < end)
    {
      const char *stop = memchr (p, '\0', end - p);

      if (stop == NULL)
        break;
      if (strchr (p, '=') != NULL && !g_str_has_prefix (p, "_=")
          && !g_str_has_prefix (p, "SHLVL=") && !g_str_has_prefix (p, "PWD=")
          && !g_str_has_prefix (p, "OLDPWD=") && g_utf8_validate (p, -1, NULL))
        g_strv_builder_add (builder, p);
      p = stop + 1;
    }

  return g_strv_builder_end (builder);
}

static void
finish (GTask *task)
{
  g_auto (GStrv) loaded = parse (g_task_get_task_data (task));

  asked = TRUE;
  if (g_environ_getenv (loaded, "PATH") != NULL && mcp_host_get_state () == MCP_HOST_OPEN)
    {
      g_strfreev (host_environ);
      host_environ = g_steal_pointer (&loaded);
    }

  g_task_return_boolean (task, host_environ != NULL);
}

static void read_on (GInputStream *stream,
                     GTask        *task);

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Loading *loading = g_task_get_task_data (task);
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, NULL);

  if (n_read > 0 && loading->text->len + n_read <= MAX_ENVIRON_BYTES)
    {
      g_byte_array_append (loading->text, loading->buffer, n_read);
      read_on (G_INPUT_STREAM (source), g_steal_pointer (&task));
      return;
    }

  finish (task);
}

/* Takes the task. */
static void
read_on (GInputStream *stream,
         GTask        *task)
{
  Loading *loading = g_task_get_task_data (task);

  g_input_stream_read_async (stream, loading->buffer, sizeof loading->buffer, G_PRIORITY_DEFAULT,
                             g_task_get_cancellable (task), read_cb, task);
}

static gboolean
too_long_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_host_load_environ_async:
 * @cancellable: (nullable): gives up
 * @callback: called when it is there, or was given up after some seconds
 * @user_data: for @callback
 *
 * Asks the user's login shell on the host for its environment.
 */
void
mcp_host_load_environ_async (GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GCancellable) patience = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, patience, callback, user_data);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GSource) timeout = g_timeout_source_new (SHELL_MSEC);
  g_autoptr (GError) error = NULL;
  Loading *loading = g_new0 (Loading, 1);
  int pipe_fds[2];
  int null_fd;
  McpHostCommand command = { .argv = shell_argv, .n_fds = 4, .watched = TRUE };

  g_task_set_source_tag (task, mcp_host_load_environ_async);
  g_task_set_check_cancellable (task, FALSE);
  loading->text = g_byte_array_new ();
  g_task_set_task_data (task, loading, (GDestroyNotify) loading_free);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (g_cancellable_cancel), patience,
                             G_CONNECT_SWAPPED);

  if (!g_unix_open_pipe (pipe_fds, FD_CLOEXEC, &error))
    {
      g_info ("%s", error->message);
      finish (task);
      return;
    }

  null_fd = open ("/dev/null", O_RDWR | O_CLOEXEC);
  command.fds = (const int[]) { null_fd, null_fd, null_fd, pipe_fds[1] };
  if (mcp_host_command_run (&command, &error) == 0)
    g_info ("The login shell was not asked: %s", error->message);
  close (null_fd);
  close (pipe_fds[1]);

  g_unix_set_fd_nonblocking (pipe_fds[0], TRUE, NULL);
  stream = g_unix_input_stream_new (pipe_fds[0], TRUE);
  g_source_set_callback (timeout, too_long_cb, g_object_ref (patience), g_object_unref);
  g_source_attach (timeout, g_main_context_get_thread_default ());
  g_object_set_data_full (G_OBJECT (task), "timeout", g_steal_pointer (&timeout),
                          (GDestroyNotify) g_source_destroy);
  read_on (stream, g_steal_pointer (&task));
}

/**
 * mcp_host_load_environ_finish:
 * @result: what the callback got
 *
 * Ends mcp_host_load_environ_async(). There is no error: without an answer of the shell programs
 * get the environment of the session helper.
 */
void
mcp_host_load_environ_finish (GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, NULL));

  g_task_propagate_boolean (G_TASK (result), NULL);
}

/**
 * mcp_host_needs_environ:
 *
 * Gets whether the environment of the host is still to be asked for.
 *
 * Returns: %FALSE when programs run here, or the shell has answered or failed to
 */
gboolean
mcp_host_needs_environ (void)
{
  return mcp_host_get_state () == MCP_HOST_OPEN && !asked;
}

/**
 * mcp_host_get_environ:
 *
 * Gets the environment of the host.
 *
 * Returns: (transfer none) (nullable): NAME=value strings, or %NULL while it is not known
 */
const char * const *
mcp_host_get_environ (void)
{
  return (const char * const *) host_environ;
}

void
mcp_host_forget_environ (void)
{
  g_clear_pointer (&host_environ, g_strfreev);
  asked = FALSE;
}
