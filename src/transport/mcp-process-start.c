/* mcp-process-start.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-process-private.h"
#include "mcp-program.h"

/* How a process begins: here, by GSubprocess, or on the host. */

static void
wait_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  GWeakRef *weak = user_data;
  g_autoptr (McpProcess) self = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);

  /* Not cancellable, so this cannot fail. */
  g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL);
  if (self != NULL)
    mcp_process_reap (self, g_subprocess_get_status (self->subprocess));
}

static void
host_exited_cb (int      wait_status,
                gpointer user_data)
{
  g_autoptr (McpProcess) self = g_object_ref (user_data);

  mcp_process_reap (self, wait_status);
}

typedef struct
{
  GPid parent;
  int  pid_fd;  /* to tell the child's id through */
} ChildSetup;

/* Runs between fork and exec: only async-signal-safe calls. */
static void
child_setup (gpointer user_data)
{
  const ChildSetup *setup = user_data;
  GPid pid = getpid ();
  sigset_t none;

  setsid ();
  if (write (setup->pid_fd, &pid, sizeof pid) != sizeof pid)
    _exit (1);

  for (int number = 1; number < NSIG; number++)
    signal (number, SIG_DFL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);

  prctl (PR_SET_PDEATHSIG, SIGTERM);
  /* It may have died before the line above. */
  if (getppid () != setup->parent)
    _exit (1);
}

/* A pipe for the child's descriptor @child_fd: our end goes to @ours, the child's to @theirs. */
static gboolean
open_pipe (int      child_fd,
           int     *ours,
           int     *theirs,
           GError **error)
{
  int fds[2];
  int our_index = child_fd == STDIN_FILENO ? 1 : 0;

  if (!g_unix_open_pipe (fds, FD_CLOEXEC, error))
    return FALSE;

  *ours = fds[our_index];
  *theirs = fds[1 - our_index];

  return g_unix_set_fd_nonblocking (*ours, TRUE, error);
}

/* The child's ends, in the order of its descriptors; those opened before an error are closed. */
static gboolean
open_pipes (McpProcess  *self,
            int         *child_fds,
            GError     **error)
{
  int *ours[] = { &self->stdin_fd, &self->stdout_fd, &self->stderr_fd };

  for (int i = 0; i < 3; i++)
    child_fds[i] = -1;

  for (int i = 0; i < 3; i++)
    if (!open_pipe (i, ours[i], &child_fds[i], error))
      {
        for (int k = 0; k < 3; k++)
          mcp_process_close_fd (&child_fds[k]);
        return FALSE;
      }

  return TRUE;
}

static gboolean
start_on_host (McpProcess          *self,
               const char * const  *argv,
               const char          *cwd,
               const char * const  *envp,
               GError             **error)
{
  int child_fds[3];

  if (!open_pipes (self, child_fds, error))
    return FALSE;

  self->host = mcp_host_process_start (argv, cwd, envp, child_fds, host_exited_cb, self, error);
  for (int i = 0; i < 3; i++)
    mcp_process_close_fd (&child_fds[i]);
  if (self->host == NULL)
    return FALSE;

  self->pid = mcp_host_process_get_pid (self->host);

  return TRUE;
}

static gboolean
start_here (McpProcess          *self,
            const char          *program,
            const char * const  *argv,
            const char          *cwd,
            const char * const  *envp,
            GError             **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree const char **child_argv = g_new0 (const char *, g_strv_length ((char **) argv) + 1);
  ChildSetup setup = { getpid (), -1 };
  int child_fds[3];
  int pid_pipe[2];
  gssize n_read;

  if (!open_pipes (self, child_fds, error))
    return FALSE;

  g_subprocess_launcher_take_stdin_fd (launcher, child_fds[0]);
  g_subprocess_launcher_take_stdout_fd (launcher, child_fds[1]);
  g_subprocess_launcher_take_stderr_fd (launcher, child_fds[2]);
  if (!g_unix_open_pipe (pid_pipe, FD_CLOEXEC, error))
    return FALSE;

  for (guint i = 0; argv[i] != NULL; i++)
    child_argv[i] = i == 0 ? program : argv[i];

  if (cwd != NULL)
    g_subprocess_launcher_set_cwd (launcher, cwd);
  if (envp != NULL)
    g_subprocess_launcher_set_environ (launcher, (char **) envp);
  setup.pid_fd = pid_pipe[1];
  g_subprocess_launcher_set_child_setup (launcher, child_setup, &setup, NULL);

  self->subprocess = g_subprocess_launcher_spawnv (launcher, child_argv, error);

  /* GSubprocess forgets the id of a child that has ended already, and its group may live on. */
  close (pid_pipe[1]);
  do
    n_read = read (pid_pipe[0], &self->pid, sizeof self->pid);
  while (n_read < 0 && errno == EINTR);
  close (pid_pipe[0]);

  if (self->subprocess == NULL)
    {
      self->pid = 0;
      return FALSE;
    }
  if (n_read != sizeof self->pid)
    {
      self->pid = 0;
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_SPAWN, _("the child ended before it began"));
      return FALSE;
    }

  return TRUE;
}

static gboolean
find_and_start (McpProcess          *self,
                const char * const  *argv,
                const char          *cwd,
                const char * const  *envp,
                GError             **error)
{
  g_autofree char *program = NULL;
  g_autoptr (GError) spawn_error = NULL;
  GWeakRef *weak;

  if (cwd != NULL && !mcp_program_check_directory (cwd, error))
    return FALSE;

  program = mcp_program_find (argv[0], cwd, envp, error);
  if (program == NULL)
    return FALSE;

  if (!start_here (self, program, argv, cwd, envp, &spawn_error))
    {
      /* The program exists, so the missing file is its interpreter. */
      if (g_error_matches (spawn_error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
        {
          mcp_program_set_error (error, MCP_PROGRAM_NO_INTERPRETER, argv[0], program);
          return FALSE;
        }
      g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN, _("“%s” could not be started: %s"),
                   program, spawn_error->message);
      return FALSE;
    }

  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  g_subprocess_wait_async (self->subprocess, NULL, wait_cb, weak);

  return TRUE;
}

/* Where mcp_host_runs() says. */
gboolean
mcp_process_start (McpProcess          *self,
                   const char * const  *argv,
                   const char          *cwd,
                   const char * const  *envp,
                   GError             **error)
{
  if (mcp_host_runs (argv[0]))
    return start_on_host (self, argv, cwd, envp, error);

  return find_and_start (self, argv, cwd, envp, error);
}
