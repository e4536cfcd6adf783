/* mcp-host-environ.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <glib-unix.h>

#include "mcp-host-command.h"
#include "mcp-host-private.h"
#include "mcp-source.h"

/*
 * The environment of the host as the user's login shell makes it: what the session helper has
 * lacks the PATH of nvm, uv, Homebrew and the like, for those are set in the shell's files.
 */

/* A shell that asks something, or waits for the network, is not waited for longer. */
#define SHELL_MSEC        8000
#define HELPER_MSEC       2000
#define MAX_ENVIRON_BYTES (4 * 1024 * 1024)

/* Files of a shell may print what they like before, and leave somebody behind who keeps the pipe. */
#define BEGIN_MARK "sounder-environment-begins\n"
#define END_MARK   "sounder-environment-ends\n"
/* In a shell's own quotes of either kind, which all shells have in common. */
#define PRINT "echo sounder-environment-begins; env -0; echo sounder-environment-ends"

static char **host_environ;
static gboolean asked;
static gboolean shell_failed;
static guint shell_msec = SHELL_MSEC;

/*
 * Interactive as well, for that is where nvm and others write their lines. The shells of C take -l
 * only alone, and close all descriptors but the first three, so the environment is on one of these.
 */
static const char * const shell_argv[] = {
  "/bin/sh", "-c",
  "shell=${SHELL:-/bin/sh}; [ -x \"$shell\" ] || shell=/bin/sh\n"
  "case ${shell##*/} in *csh) set -- -i;; *) set -- -l -i;; esac\n"
  "exec \"$shell\" \"$@\" -c 'exec /bin/sh -c \"" PRINT "\"'",
  NULL
};

static const char * const helper_argv[] = { "/bin/sh", "-c", PRINT, NULL };

/* A load that goes on; it ends with an answer of the shell, or with that of the helper itself. */
typedef struct
{
  GByteArray   *text;
  GInputStream *stream;
  GCancellable *patience;
  GSource      *timeout;
  GPid          pid;
  gboolean      of_helper;
  guint8        buffer[8192];
} Loading;

static void
loading_free (Loading *loading)
{
  mcp_source_clear (&loading->timeout);
  g_clear_object (&loading->stream);
  g_clear_object (&loading->patience);
  g_byte_array_unref (loading->text);
  g_free (loading);
}

static const char *
find_mark (const Loading *loading,
           gsize          from,
           const char    *mark)
{
  if (loading->text->len <= from)
    return NULL;

  return memmem (loading->text->data + from, loading->text->len - from, mark, strlen (mark));
}

/* What is between the marks, or %NULL as long as they are not there. */
static char **
parse (const Loading *loading)
{
  const char *p = find_mark (loading, 0, BEGIN_MARK);
  const char *end = NULL;
  GStrvBuilder *builder;
  char **variables;

  if (p != NULL)
    {
      p += strlen (BEGIN_MARK);
      end = find_mark (loading, p - (const char *) loading->text->data, END_MARK);
    }
  if (end == NULL)
    return NULL;

  /* Each variable ends in NUL. What the helper shell itself added is left out. */
  builder = g_strv_builder_new ();
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
  variables = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);

  return variables;
}

static void ask (GTask              *task,
                 const char * const *argv,
                 guint               msec);

/* Takes the task. The shell that gave no answer is ended, and whoever it waits for. */
static void
finish (GTask *task)
{
  g_autoptr (GTask) owned = task;
  Loading *loading = g_task_get_task_data (task);
  g_auto (GStrv) loaded = parse (loading);
  gboolean there = g_environ_getenv (loaded, "PATH") != NULL;
  gboolean open = mcp_host_get_state () == MCP_HOST_OPEN
                  && !g_cancellable_is_cancelled (g_task_get_cancellable (task));

  mcp_source_clear (&loading->timeout);
  if (!there && loading->pid != 0 && mcp_host_get_state () == MCP_HOST_OPEN)
    mcp_host_command_signal (loading->pid, SIGKILL);

  if (!there && open && !loading->of_helper)
    {
      loading->of_helper = TRUE;
      ask (g_steal_pointer (&owned), helper_argv, HELPER_MSEC);
      return;
    }

  if (open)
    {
      asked = TRUE;
      shell_failed = !there || loading->of_helper;
    }
  if (there && open)
    {
      g_strfreev (host_environ);
      host_environ = g_steal_pointer (&loaded);
    }

  g_task_return_boolean (task, host_environ != NULL);
}

static void read_on (GTask *task);

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GTask *task = user_data;
  Loading *loading = g_task_get_task_data (task);
  g_auto (GStrv) loaded = NULL;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, NULL);

  if (n_read > 0 && loading->text->len + n_read <= MAX_ENVIRON_BYTES)
    {
      g_byte_array_append (loading->text, loading->buffer, n_read);
      loaded = parse (loading);
      if (loaded == NULL)
        {
          read_on (task);
          return;
        }
    }

  finish (task);
}

/* Takes the task. */
static void
read_on (GTask *task)
{
  Loading *loading = g_task_get_task_data (task);

  g_input_stream_read_async (loading->stream, loading->buffer, sizeof loading->buffer,
                             G_PRIORITY_DEFAULT, loading->patience, read_cb, task);
}

static gboolean
too_long_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);

  return G_SOURCE_REMOVE;
}

/* Starts what prints the environment, and reads. Takes the task. */
static void
ask (GTask              *task,
     const char * const *argv,
     guint               msec)
{
  Loading *loading = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  McpHostCommand command = { .argv = argv, .n_fds = 3, .watched = TRUE };
  g_autoptr (GError) error = NULL;
  int pipe_fds[2];
  int null_fd;

  loading->pid = 0;
  g_byte_array_set_size (loading->text, 0);
  g_clear_object (&loading->stream);
  g_clear_object (&loading->patience);
  if (!g_unix_open_pipe (pipe_fds, FD_CLOEXEC, &error))
    {
      g_info ("%s", error->message);
      finish (task);
      return;
    }

  null_fd = open ("/dev/null", O_RDWR | O_CLOEXEC);
  command.fds = (const int[]) { null_fd, pipe_fds[1], null_fd };
  loading->pid = mcp_host_command_run (&command, &error);
  if (loading->pid == 0)
    g_info ("The login shell was not asked: %s", error->message);
  close (null_fd);
  close (pipe_fds[1]);

  loading->patience = g_cancellable_new ();
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (g_cancellable_cancel),
                             loading->patience, G_CONNECT_SWAPPED);
  g_unix_set_fd_nonblocking (pipe_fds[0], TRUE, NULL);
  loading->stream = g_unix_input_stream_new (pipe_fds[0], TRUE);
  loading->timeout = g_timeout_source_new (msec);
  g_source_set_callback (loading->timeout, too_long_cb, g_object_ref (loading->patience),
                         g_object_unref);
  g_source_attach (loading->timeout, g_main_context_get_thread_default ());
  read_on (task);
}

/**
 * mcp_host_load_environ_async:
 * @callback: called when it is there, or was given up after some seconds
 *
 * Asks the user's login shell on the host for its environment; without an answer the session helper
 * for its own.
 */
void
mcp_host_load_environ_async (GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Loading *loading = g_new0 (Loading, 1);

  g_task_set_source_tag (task, mcp_host_load_environ_async);
  g_task_set_check_cancellable (task, FALSE);
  loading->text = g_byte_array_new ();
  g_task_set_task_data (task, loading, (GDestroyNotify) loading_free);
  ask (task, shell_argv, shell_msec);
}

/*
 * Ends mcp_host_load_environ_async(). There is no error: where not even the session helper answers
 * starting a program tells so.
 */
void
mcp_host_load_environ_finish (GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, NULL));

  g_task_propagate_boolean (G_TASK (result), NULL);
}

/**
 * mcp_host_set_shell_wait:
 * @msec: how long the login shell may take, in milliseconds; 0 for as long as usual
 *
 * Sets how long to wait for a login shell from now on.
 */
void
mcp_host_set_shell_wait (guint msec)
{
  shell_msec = msec > 0 ? msec : SHELL_MSEC;
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
 * mcp_host_is_shell_silent:
 *
 * Gets whether the login shell was asked and gave no answer, so that PATH may lack what it sets.
 *
 * Returns: %FALSE when it answered, or was not asked
 */
gboolean
mcp_host_is_shell_silent (void)
{
  return mcp_host_get_state () == MCP_HOST_OPEN && shell_failed;
}

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
  shell_failed = FALSE;
}
