/* mcp-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-process"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-process-group.h"
#include "mcp-process.h"
#include "mcp-program.h"

/**
 * McpProcess:
 *
 * A server's process and whatever it starts.
 *
 * The child leads a session and process group of its own, so that `npx`, `uvx` and shells can be
 * ended with all their descendants. It gets SIGTERM from the kernel when our process dies without
 * a word. Its owner reads the pipes and tells when they have ended; dropping the last reference
 * kills the group.
 */

/* How long the pipes may stay open after the exit before nobody waits for them any more. */
#define LAST_OUTPUT_MSEC 500

/* How often the last moments look whether a group is gone. */
#define END_ALL_POLL_USEC 5000

struct _McpProcess
{
  GObject          parent_instance;

  GSubprocess     *subprocess;
  GPid             pid;        /* also the process group; kept after the exit */
  int              stdin_fd;
  int              stdout_fd;
  int              stderr_fd;

  McpExit          status;
  gboolean         reaped;     /* @status is known */
  gboolean         exited;     /* ::exited was emitted */
  guint            last_output_timeout;

  /* Once seen empty a group is never signalled again: its number may be another's by now. */
  gboolean         group_gone;

  McpProcessUsage  last_usage; /* to take the difference from */
};

G_DEFINE_FINAL_TYPE (McpProcess, mcp_process, G_TYPE_OBJECT)

enum {
  REAPED,
  EXITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Every process whose object lives. Holds no reference. */
static GPtrArray *live_processes;

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    g_close (*fd, NULL);
  *fd = -1;
}

static void
emit_exited (McpProcess *self)
{
  if (self->exited)
    return;

  self->exited = TRUE;
  g_clear_handle_id (&self->last_output_timeout, g_source_remove);
  g_signal_emit (self, signals[EXITED], 0, &self->status);
}

static gboolean
last_output_cb (gpointer user_data)
{
  McpProcess *self = user_data;

  self->last_output_timeout = 0;
  emit_exited (self);

  return G_SOURCE_REMOVE;
}

static void
check_exited (McpProcess *self)
{
  if (self->reaped && self->stdout_fd < 0 && self->stderr_fd < 0)
    emit_exited (self);
}

static void
read_status (McpProcess *self)
{
  int status = g_subprocess_get_status (self->subprocess);

  self->reaped = TRUE;
  self->status.exited = WIFEXITED (status);
  if (WIFEXITED (status))
    self->status.exit_code = WEXITSTATUS (status);
  if (WIFSIGNALED (status))
    {
      self->status.signal_number = WTERMSIG (status);
      self->status.core_dumped = WCOREDUMP (status) != 0;
    }
}

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
  if (self == NULL)
    return;

  read_status (self);
  self->last_output_timeout = g_timeout_add (LAST_OUTPUT_MSEC, last_output_cb, self);
  g_signal_emit (self, signals[REAPED], 0, &self->status);
  check_exited (self);
}

static void
mcp_process_dispose (GObject *object)
{
  McpProcess *self = MCP_PROCESS (object);

  /* The subprocess reaps its child even when nobody holds it any more. */
  if (self->pid > 0 && mcp_process_group_alive (self))
    mcp_process_signal_group (self, SIGKILL);

  if (live_processes != NULL)
    g_ptr_array_remove_fast (live_processes, self);

  g_clear_handle_id (&self->last_output_timeout, g_source_remove);
  close_fd (&self->stdin_fd);
  close_fd (&self->stdout_fd);
  close_fd (&self->stderr_fd);
  g_clear_object (&self->subprocess);

  G_OBJECT_CLASS (mcp_process_parent_class)->dispose (object);
}

static void
mcp_process_class_init (McpProcessClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_process_dispose;

  /**
   * McpProcess::reaped:
   * @self: a process
   * @status: (type gpointer): the #McpExit
   *
   * The leader has ended and its status is known. Its last output may not be read yet.
   */
  signals[REAPED] =
    g_signal_new ("reaped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);

  /**
   * McpProcess::exited:
   * @self: a process
   * @status: (type gpointer): the #McpExit
   *
   * The leader has ended, and both pipes have, or 500 ms have passed. A descendant may hold
   * the pipes for ever, so that their end cannot be waited for.
   */
  signals[EXITED] =
    g_signal_new ("exited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
mcp_process_init (McpProcess *self)
{
  self->stdin_fd = -1;
  self->stdout_fd = -1;
  self->stderr_fd = -1;
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

/* A dead server must not end us: there is no flag against SIGPIPE for pipes, only for sockets. */
static void
ignore_sigpipe (void)
{
  struct sigaction action;

  if (sigaction (SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
    signal (SIGPIPE, SIG_IGN);
}

/* Our end of the pipe goes to @ours, the launcher takes the child's end. */
static gboolean
open_pipe (GSubprocessLauncher  *launcher,
           int                   child_fd,
           int                  *ours,
           GError              **error)
{
  int fds[2];
  int our_index = child_fd == STDIN_FILENO ? 1 : 0;
  int child_end;

  if (!g_unix_open_pipe (fds, FD_CLOEXEC, error))
    return FALSE;

  *ours = fds[our_index];
  child_end = fds[1 - our_index];
  if (child_fd == STDIN_FILENO)
    g_subprocess_launcher_take_stdin_fd (launcher, child_end);
  else if (child_fd == STDOUT_FILENO)
    g_subprocess_launcher_take_stdout_fd (launcher, child_end);
  else
    g_subprocess_launcher_take_stderr_fd (launcher, child_end);

  return g_unix_set_fd_nonblocking (*ours, TRUE, error);
}

static gboolean
start (McpProcess          *self,
       const char          *program,
       const char * const  *argv,
       const char          *cwd,
       const char * const  *envp,
       GError             **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree const char **child_argv = g_new0 (const char *, g_strv_length ((char **) argv) + 1);
  ChildSetup setup = { getpid (), -1 };
  int pid_pipe[2];
  gssize n_read;

  if (!open_pipe (launcher, STDIN_FILENO, &self->stdin_fd, error)
      || !open_pipe (launcher, STDOUT_FILENO, &self->stdout_fd, error)
      || !open_pipe (launcher, STDERR_FILENO, &self->stderr_fd, error)
      || !g_unix_open_pipe (pid_pipe, FD_CLOEXEC, error))
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

/**
 * mcp_process_spawn:
 * @argv: the program, looked up in the PATH of @envp, and its arguments
 * @cwd: (nullable): the working directory; %NULL for our own
 * @envp: (nullable): the whole environment as NAME=value; %NULL to inherit ours
 * @error: return location for a #GError
 *
 * Starts a program, never through a shell, as leader of its own process group. Its signal
 * dispositions are the defaults. Our ends of the three pipes do not block.
 *
 * From the first call on SIGPIPE is ignored in the whole program, unless it has a handler.
 *
 * Returns: (transfer full): the process, or %NULL with %MCP_ERROR_SPAWN whose message names
 *   what is missing and what to do
 */
McpProcess *
mcp_process_spawn (const char * const  *argv,
                   const char          *cwd,
                   const char * const  *envp,
                   GError             **error)
{
  g_autoptr (McpProcess) self = NULL;
  g_autoptr (GError) spawn_error = NULL;
  g_autofree char *program = NULL;
  GWeakRef *weak;

  g_return_val_if_fail (argv != NULL && argv[0] != NULL, NULL);

  if (cwd != NULL && !mcp_program_check_directory (cwd, error))
    return NULL;

  program = mcp_program_find (argv[0], cwd, envp, error);
  if (program == NULL)
    return NULL;

  ignore_sigpipe ();
  self = g_object_new (MCP_TYPE_PROCESS, NULL);
  if (!start (self, program, argv, cwd, envp, &spawn_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN, _("“%s” could not be started: %s"),
                   program, spawn_error->message);
      return NULL;
    }

  if (live_processes == NULL)
    live_processes = g_ptr_array_new ();
  g_ptr_array_add (live_processes, self);

  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  g_subprocess_wait_async (self->subprocess, NULL, wait_cb, weak);

  return g_steal_pointer (&self);
}

/**
 * mcp_process_get_pid:
 * @self: a process
 *
 * Gets the process id of the leader, which is also the number of the process group.
 *
 * Returns: the id, kept after the exit
 */
GPid
mcp_process_get_pid (McpProcess *self)
{
  g_return_val_if_fail (MCP_IS_PROCESS (self), 0);

  return self->pid;
}

/**
 * mcp_process_get_stdin_fd:
 * @self: a process
 *
 * Gets our end of the child's standard input.
 *
 * Returns: a non-blocking descriptor that stays the process's own, or -1 once closed
 */
int
mcp_process_get_stdin_fd (McpProcess *self)
{
  g_return_val_if_fail (MCP_IS_PROCESS (self), -1);

  return self->stdin_fd;
}

/**
 * mcp_process_get_stdout_fd:
 * @self: a process
 *
 * Gets our end of the child's standard output.
 *
 * Returns: a non-blocking descriptor that stays the process's own, or -1 once closed
 */
int
mcp_process_get_stdout_fd (McpProcess *self)
{
  g_return_val_if_fail (MCP_IS_PROCESS (self), -1);

  return self->stdout_fd;
}

/**
 * mcp_process_get_stderr_fd:
 * @self: a process
 *
 * Gets our end of the child's standard error.
 *
 * Returns: a non-blocking descriptor that stays the process's own, or -1 once closed
 */
int
mcp_process_get_stderr_fd (McpProcess *self)
{
  g_return_val_if_fail (MCP_IS_PROCESS (self), -1);

  return self->stderr_fd;
}

/**
 * mcp_process_close_stdin:
 * @self: a process
 *
 * Closes the child's standard input, the first step of ending it. Nothing happens the second time.
 */
void
mcp_process_close_stdin (McpProcess *self)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  close_fd (&self->stdin_fd);
}

/**
 * mcp_process_close_stdout:
 * @self: a process
 *
 * Closes our end of the standard output, when its reader has seen the end or wants no more.
 * May emit #McpProcess::exited.
 */
void
mcp_process_close_stdout (McpProcess *self)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  close_fd (&self->stdout_fd);
  check_exited (self);
}

/**
 * mcp_process_close_stderr:
 * @self: a process
 *
 * Closes our end of the standard error, when its reader has seen the end or wants no more.
 * May emit #McpProcess::exited.
 */
void
mcp_process_close_stderr (McpProcess *self)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  close_fd (&self->stderr_fd);
  check_exited (self);
}

/**
 * mcp_process_has_exited:
 * @self: a process
 * @status: (out) (optional): how it ended
 *
 * Tells whether the leader has ended. Its descendants may live: see mcp_process_group_alive().
 *
 * Returns: %TRUE when the status is known
 */
gboolean
mcp_process_has_exited (McpProcess *self,
                        McpExit    *status)
{
  g_return_val_if_fail (MCP_IS_PROCESS (self), FALSE);

  if (self->reaped && status != NULL)
    *status = self->status;

  return self->reaped;
}

/**
 * mcp_process_group_alive:
 * @self: a process
 *
 * Tells whether any process of the group lives, the leader or a descendant. Zombies do not count.
 *
 * Returns: %FALSE when nothing is left
 */
gboolean
mcp_process_group_alive (McpProcess *self)
{
  g_return_val_if_fail (MCP_IS_PROCESS (self), FALSE);

  if (self->group_gone || self->pid <= 0)
    return FALSE;
  if (kill (-self->pid, 0) == 0 || errno != ESRCH)
    /* Zombies answer to kill(), too. */
    if (mcp_process_group_read (self->pid, NULL) > 0)
      return TRUE;

  self->group_gone = TRUE;

  return FALSE;
}

/**
 * mcp_process_signal_group:
 * @self: a process
 * @signal_number: a signal
 *
 * Sends a signal to every process of the group. Nothing happens once the group is empty.
 */
void
mcp_process_signal_group (McpProcess *self,
                          int         signal_number)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  if (self->pid > 0 && !self->group_gone)
    kill (-self->pid, signal_number);
}

/**
 * mcp_process_read_usage:
 * @self: a process
 * @usage: (out): the reading
 *
 * Reads what the whole group uses: one pass over /proc, for about once in a second.
 *
 * Returns: %FALSE when no process of the group lives
 */
gboolean
mcp_process_read_usage (McpProcess      *self,
                        McpProcessUsage *usage)
{
  const McpProcessUsage *last = &self->last_usage;

  g_return_val_if_fail (MCP_IS_PROCESS (self), FALSE);
  g_return_val_if_fail (usage != NULL, FALSE);

  if (self->group_gone || mcp_process_group_read (self->pid, usage) == 0)
    return FALSE;

  usage->n_fds = mcp_process_group_count_fds (self->pid);
  if (last->time_usec > 0 && usage->time_usec > last->time_usec)
    usage->cpu_percent = 100.0 * MAX (usage->cpu_usec - last->cpu_usec, 0)
                         / (usage->time_usec - last->time_usec);
  self->last_usage = *usage;

  return TRUE;
}

static gboolean
any_group_alive (void)
{
  for (guint i = 0; i < live_processes->len; i++)
    if (mcp_process_group_alive (g_ptr_array_index (live_processes, i)))
      return TRUE;

  return FALSE;
}

/**
 * mcp_process_end_all:
 * @wait_msec: how long SIGTERM may take, in milliseconds
 *
 * Ends the groups of all processes of this program, for its last moments: SIGTERM, and SIGKILL
 * for what is left. Blocks, needs no main loop, and returns as soon as all are gone.
 */
void
mcp_process_end_all (guint wait_msec)
{
  gint64 deadline_usec = g_get_monotonic_time () + (gint64) wait_msec * 1000;

  if (live_processes == NULL)
    return;

  for (guint i = 0; i < live_processes->len; i++)
    mcp_process_signal_group (g_ptr_array_index (live_processes, i), SIGTERM);

  while (any_group_alive ())
    {
      if (g_get_monotonic_time () >= deadline_usec)
        {
          for (guint i = 0; i < live_processes->len; i++)
            mcp_process_signal_group (g_ptr_array_index (live_processes, i), SIGKILL);
          return;
        }

      g_usleep (END_ALL_POLL_USEC);
    }
}
