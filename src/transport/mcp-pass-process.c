/* mcp-pass-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-pass-process.h"

/*
 * GSubprocess and McpProcess are made for a server of our own: they reset every signal and do not
 * block. Here nothing may differ from what the client would have started itself. Between fork and
 * exec there are only async-signal-safe calls.
 */

static void
close_pair (int *fds)
{
  for (guint i = 0; i < 2; i++)
    if (fds[i] >= 0)
      close (fds[i]);
}

/* As execvp() does for a script without a first line that names its interpreter. */
static void
execute (const char   *program,
         char * const *argv,
         char        **shell_argv,
         char * const *envp)
{
  execve (program, argv, envp);
  if (errno == ENOEXEC)
    {
      shell_argv[0] = (char *) "/bin/sh";
      execve (shell_argv[0], shell_argv, envp);
    }
}

typedef struct
{
  const char   *program;
  char * const *argv;
  char        **shell_argv;
  const char   *cwd;
  char * const *envp;
  GPid          parent;
  int           fds[3];
  int           error_fd;
} Child;

static G_NORETURN void
run_child (const Child *child)
{
  int saved_errno;

  setpgid (0, 0);
  /* Ours to ignore, not the program's. */
  signal (SIGPIPE, SIG_DFL);
  prctl (PR_SET_PDEATHSIG, SIGKILL);

  /* We may have been killed before the line above. */
  if (getppid () != child->parent)
    _exit (1);

  for (int i = 0; i < 3; i++)
    dup2 (child->fds[i], i);

  if (child->cwd == NULL || chdir (child->cwd) == 0)
    execute (child->program, child->argv, child->shell_argv, child->envp);

  saved_errno = errno;
  if (write (child->error_fd, &saved_errno, sizeof saved_errno) != sizeof saved_errno)
    _exit (1);
  _exit (127);
}

static void
close_all_but (int kept)
{
  struct rlimit limit;
  int n_fds = 65536;

#ifdef SYS_close_range
  if ((kept == 0 || syscall (SYS_close_range, 0, kept - 1, 0) == 0) &&
      syscall (SYS_close_range, kept + 1, ~0U, 0) == 0)
    return;
#endif

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t) n_fds)
    n_fds = limit.rlim_cur;
  for (int fd = 0; fd < n_fds; fd++)
    if (fd != kept)
      close (fd);
}

/*
 * Waits for the end of the pipe. A byte in it says that all is well. Without one we were killed,
 * and so is the program, with all that it has started: a client that kills the program it knows
 * wants nothing of it to stay.
 */
static G_NORETURN void
run_guard (GPid group,
           int  fd)
{
  char byte;
  gssize n;

  setsid ();
  prctl (PR_SET_NAME, "sounder-guard");
  for (int number = 1; number < NSIG; number++)
    signal (number, SIG_IGN);
  close_all_but (fd);
  if (chdir ("/") != 0)
    _exit (1);

  do
    n = read (fd, &byte, 1);
  while (n < 0 && errno == EINTR);

  if (n == 0)
    kill (-group, SIGKILL);
  _exit (0);
}

static gboolean
start_guard (McpPassProcess  *self,
             GError         **error)
{
  int fds[2];

  if (!g_unix_open_pipe (fds, FD_CLOEXEC, error))
    return FALSE;

  self->guard_pid = fork ();
  if (self->guard_pid == 0)
    {
      close (fds[1]);
      run_guard (self->pid, fds[0]);
    }

  close (fds[0]);
  if (self->guard_pid < 0)
    {
      close (fds[1]);
      g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
                   _("Could not start a process: %s"), g_strerror (errno));
      return FALSE;
    }
  self->guard_fd = fds[1];

  return TRUE;
}

static gboolean
open_pipes (int      pipes[4][2],
            GError **error)
{
  for (guint i = 0; i < 4; i++)
    pipes[i][0] = pipes[i][1] = -1;

  for (guint i = 0; i < 4; i++)
    if (!g_unix_open_pipe (pipes[i], FD_CLOEXEC, error))
      return FALSE;

  return TRUE;
}

/* Waits until the program runs. Returns its errno when it does not. */
static int
await_exec (int  fd,
            GPid pid)
{
  int child_errno = 0;
  gssize n;

  do
    n = read (fd, &child_errno, sizeof child_errno);
  while (n < 0 && errno == EINTR);

  if (n != sizeof child_errno)
    return 0;

  waitpid (pid, NULL, 0);

  return child_errno;
}

static gboolean
fork_child (McpPassProcess  *self,
            Child           *child,
            int              pipes[4][2],
            GError         **error)
{
  int child_errno;

  child->parent = getpid ();
  child->fds[0] = pipes[0][0];
  child->fds[1] = pipes[1][1];
  child->fds[2] = pipes[2][1];
  child->error_fd = pipes[3][1];

  self->pid = fork ();
  if (self->pid == 0)
    run_child (child);

  child_errno = self->pid < 0 ? errno : 0;
  for (guint i = 0; i < 4; i++)
    {
      int *child_end = &pipes[i][i == 0 ? 0 : 1];

      close (*child_end);
      *child_end = -1;
    }

  if (child_errno == 0)
    {
      /* Also here: whoever is first. */
      setpgid (self->pid, self->pid);
      child_errno = await_exec (pipes[3][0], self->pid);
    }
  if (child_errno != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN, _("Could not start “%s”: %s"),
                   child->program, g_strerror (child_errno));
      return FALSE;
    }

  return TRUE;
}

/**
 * mcp_pass_process_start:
 * @self: (out caller-allocates): the process
 * @program: the file to execute, as mcp_program_find() finds it
 * @argv: its arguments, its name first
 * @cwd: (nullable): where it starts; ours by default
 * @envp: its environment, all of it
 * @error: of %MCP_ERROR_SPAWN
 *
 * Starts a program with pipes. Its status is for the caller to wait for.
 *
 * Returns: whether it runs
 */
gboolean
mcp_pass_process_start (McpPassProcess      *self,
                        const char          *program,
                        const char * const  *argv,
                        const char          *cwd,
                        const char * const  *envp,
                        GError             **error)
{
  guint n_args = g_strv_length ((char **) argv);
  g_autofree char **shell_argv = g_new0 (char *, n_args + 2);
  Child child = { program, (char * const *) argv, shell_argv, cwd, (char * const *) envp };
  int pipes[4][2];
  gboolean started;

  for (guint i = 1; i < n_args; i++)
    shell_argv[i + 1] = (char *) argv[i];
  shell_argv[1] = (char *) program;

  started = open_pipes (pipes, error) && fork_child (self, &child, pipes, error);
  if (started && !start_guard (self, error))
    {
      kill (-self->pid, SIGKILL);
      waitpid (self->pid, NULL, 0);
      started = FALSE;
    }

  close_pair (pipes[3]);
  if (!started)
    {
      for (guint i = 0; i < 3; i++)
        close_pair (pipes[i]);
      return FALSE;
    }

  self->stdin_fd = pipes[0][1];
  self->stdout_fd = pipes[1][0];
  self->stderr_fd = pipes[2][0];

  return TRUE;
}

/**
 * mcp_pass_process_signal:
 * @signal_number: the signal
 *
 * Sends a signal to the program and to all of its group.
 */
void
mcp_pass_process_signal (McpPassProcess *self,
                         int             signal_number)
{
  kill (-self->pid, signal_number);
}

/* Lets the guard go: nothing is left that it would have to end. The pipes are the caller's. */
void
mcp_pass_process_release (McpPassProcess *self)
{
  G_GNUC_UNUSED gssize n = write (self->guard_fd, "", 1);

  close (self->guard_fd);
  self->guard_fd = -1;
  while (waitpid (self->guard_pid, NULL, 0) < 0 && errno == EINTR)
    ;
}
