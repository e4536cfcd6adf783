/* mcp-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gio.h>

#include "mcp-process-group.h"
#include "mcp-process-private.h"
#include "mcp-write-queue.h"

/**
 * McpProcess:
 *
 * A server's process and whatever it starts.
 *
 * The child leads a session and process group of its own, so that `npx`, `uvx` and shells can be
 * ended with all their descendants. It gets SIGTERM from the kernel when our process dies without
 * a word. Its owner reads the pipes and tells when they have ended; dropping the last reference
 * kills the group.
 *
 * In a Flatpak the program runs on the host, if it may: then its numbers are the host's, and
 * McpHostProcess does what the kernel does here.
 */

/* How long the pipes may stay open after the exit before nobody waits for them any more. */
#define LAST_OUTPUT_MSEC 500

/* How often the last moments look whether a group is gone. */
#define END_ALL_POLL_USEC 5000
/* Over so long at least the share of the CPU is taken. */
#define MIN_CPU_USEC      (G_USEC_PER_SEC / 4)

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
read_status (McpProcess *self,
             int         status)
{
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

/* The leader has ended, with a status as of waitpid(). */
void
mcp_process_reap (McpProcess *self,
                  int         status)
{
  read_status (self, status);
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
  mcp_process_close_fd (&self->stdin_fd);
  mcp_process_close_fd (&self->stdout_fd);
  mcp_process_close_fd (&self->stderr_fd);
  g_clear_object (&self->subprocess);
  g_clear_pointer (&self->host, mcp_host_process_free);
  g_clear_pointer (&self->members, mcp_process_group_members_unref);

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

/**
 * mcp_process_spawn:
 * @argv: the program, looked up in the PATH of @envp, and its arguments
 * @cwd: (nullable): the working directory; %NULL for our own
 * @envp: (nullable): the whole environment as NAME=value; %NULL to inherit ours
 *
 * Starts a program, never through a shell, as leader of its own process group. Its signal
 * dispositions are the defaults. Our ends of the three pipes do not block. In a Flatpak that may,
 * the program, its directory and its PATH are those of the host: see mcp_host_runs().
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
  g_return_val_if_fail (argv != NULL && argv[0] != NULL, NULL);

  mcp_ignore_sigpipe ();
  self = g_object_new (MCP_TYPE_PROCESS, NULL);
  if (!mcp_process_start (self, argv, cwd, envp, error))
    return NULL;

  if (live_processes == NULL)
    live_processes = g_ptr_array_new ();
  g_ptr_array_add (live_processes, self);

  return g_steal_pointer (&self);
}

/**
 * mcp_process_get_pid:
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
 * mcp_process_is_on_host:
 *
 * Gets whether it runs outside of the sandbox that we are in. Its numbers are the host's then.
 *
 * Returns: %FALSE when it runs where we do
 */
gboolean
mcp_process_is_on_host (McpProcess *self)
{
  g_return_val_if_fail (MCP_IS_PROCESS (self), FALSE);

  return self->host != NULL;
}

/**
 * mcp_process_get_stdin_fd:
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

/* Closes the child's standard input, the first step of ending it. Nothing happens the second time. */
void
mcp_process_close_stdin (McpProcess *self)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  mcp_process_close_fd (&self->stdin_fd);
}

/*
 * Closes our end of the standard output, when its reader has seen the end or wants no more.
 * May emit #McpProcess::exited.
 */
void
mcp_process_close_stdout (McpProcess *self)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  mcp_process_close_fd (&self->stdout_fd);
  check_exited (self);
}

/*
 * Closes our end of the standard error, when its reader has seen the end or wants no more.
 * May emit #McpProcess::exited.
 */
void
mcp_process_close_stderr (McpProcess *self)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  mcp_process_close_fd (&self->stderr_fd);
  check_exited (self);
}

/**
 * mcp_process_has_exited:
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
  if (self->host != NULL)
    return mcp_host_process_is_alive (self->host);
  if (kill (-self->pid, 0) == 0 || errno != ESRCH)
    /* Zombies answer to kill(), too. */
    if (mcp_process_group_read (self->pid, NULL) > 0)
      return TRUE;

  self->group_gone = TRUE;

  return FALSE;
}

/**
 * mcp_process_signal_group:
 * @signal_number: a signal
 *
 * Sends a signal to every process of the group. Nothing happens once the group is empty.
 */
void
mcp_process_signal_group (McpProcess *self,
                          int         signal_number)
{
  g_return_if_fail (MCP_IS_PROCESS (self));

  if (self->host != NULL)
    mcp_host_process_signal (self->host, signal_number);
  else if (self->pid > 0 && !self->group_gone)
    kill (-self->pid, signal_number);
}

/**
 * mcp_process_read_usage:
 * @usage: (out): the reading
 *
 * Reads what the whole group uses. Cheap enough for once in a second: what is known of the group
 * is read again, and a worker looks through all of /proc every ten seconds.
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

  if (self->host != NULL)
    {
      /* The keeper's last answer may be of before the end. */
      if (self->reaped && !mcp_process_group_alive (self))
        return FALSE;
      if (!mcp_host_process_read_usage (self->host, usage))
        return FALSE;
    }
  else
    {
      if (self->group_gone)
        return FALSE;
      if (self->members == NULL)
        self->members = mcp_process_group_members_new (self->pid);
      if (mcp_process_group_follow (self->members, usage) == 0)
        return FALSE;

      usage->n_fds = mcp_process_group_count_fds (self->pid);
    }

  /* Time is counted in hundredths of a second: over less than some of them it says nothing. */
  usage->cpu_percent = last->cpu_percent;
  if (last->time_usec > 0 && usage->time_usec - last->time_usec < MIN_CPU_USEC)
    return TRUE;

  if (last->time_usec > 0)
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
