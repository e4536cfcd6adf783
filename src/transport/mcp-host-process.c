/* mcp-host-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>

#include "mcp-host-find.h"
#include "mcp-host-process.h"

/*
 * Two commands of the host make one process:
 *
 *   the program  itself, which mcp_host_find() has found, as leader of its group.
 *   the keeper   has a session of its own, signals the program's process group, and reads /proc.
 *                When its input ends it ends the group: we are gone, perhaps without a word. (The
 *                helper's own WATCH_BUS sends one SIGINT, and HostCommandSignal knows nobody any
 *                more once the leader has ended.) It is a script for the /bin/sh that every host
 *                has; nothing of ours is there.
 *
 * Who misses one of them does with the other: a helper that is gone tells no exit, so that the
 * keeper is asked for the leader; and without a keeper the helper sends the signals.
 */

/* How long the keeper may take to answer. */
#define LOOK_MSEC      1000
/* How often it is asked for a leader whose exit nobody will tell. */
#define LOST_POLL_MSEC 250
/* No status of waitpid(): neither an exit nor a signal. */
#define STATUS_UNKNOWN (-1)

/*
 * Fields of /proc/PID/stat behind the name: 1 state, 3 group, 12 to 15 ticks, 18 threads, 22 pages.
 * A group that was seen empty twice is never signalled again: its number may be another's by now.
 */
static const char keeper[] =
  "look () {\n"
  "  n=0; c=0; t=0; r=0; a=0\n"
  "  for s in /proc/[0-9]*/stat; do\n"
  "    { read -r l < \"$s\"; } 2>/dev/null || continue\n"
  "    set -- ${l##*) }\n"
  "    [ \"$3\" = \"$g\" ] || continue\n"
  "    case $1 in Z|X) continue;; esac\n"
  "    case $s in /proc/\"$g\"/stat) a=1;; esac\n"
  "    n=$((n + 1)); c=$((c + ${12} + ${13} + ${14} + ${15})); t=$((t + ${18})); r=$((r + ${22}))\n"
  "  done\n"
  "}\n"
  "g=$1\n"
  "while read -r w; do\n"
  "  case $w in\n"
  "  look)\n"
  "    look; [ $n != 0 ] || look\n"
  "    set -- /proc/\"$g\"/fd/*; [ -L \"$1\" ] || shift\n"
  "    echo \"$n $c $t $r $# $a\"\n"
  "    [ $n != 0 ] || exit 0;;\n"
  "  *)\n"
  "    kill -s \"$w\" -- -\"$g\" 2>/dev/null;;\n"
  "  esac\n"
  "done\n"
  "for w in 15 0 0 0 0 0 0 0 0 0 0 9; do\n"
  "  kill -s \"$w\" -- -\"$g\" 2>/dev/null || exit 0\n"
  "  sleep 0.1 2>/dev/null || sleep 1\n"
  "done\n";

struct _McpHostProcess
{
  GPid             pid;
  McpHostExitFunc  func;
  gpointer         user_data;
  guint            watch;
  guint            lost_timeout;
  int              keeper_in;   /* we write */
  int              keeper_out;  /* and read */
  GString         *answer;      /* a line that is not whole yet */
  guint            n_asked;     /* looks that are not answered yet */
  gboolean         keeper_gone;
  gboolean         ended;       /* the leader, as @func was told */
  gboolean         gone;        /* the whole group */
  gboolean         leader_alive;
  McpProcessUsage  usage;       /* the last answer; its time is 0 before the first */
};

/* Reads what is there into the answer within @msec; FALSE at the end or when nothing came. */
static gboolean
read_some (McpHostProcess *self,
           guint           msec)
{
  struct pollfd ready = { .fd = self->keeper_out, .events = POLLIN };
  char buffer[4096];
  gssize n_read;

  while (poll (&ready, 1, (int) msec) < 0)
    if (errno != EINTR)
      return FALSE;

  if (ready.revents == 0)
    return FALSE;

  do
    n_read = read (self->keeper_out, buffer, sizeof buffer);
  while (n_read < 0 && errno == EINTR);
  if (n_read <= 0)
    {
      self->keeper_gone = TRUE;
      return FALSE;
    }

  g_string_append_len (self->answer, buffer, n_read);

  return TRUE;
}

/* The first line of @text, taken out of it; NULL when there is no whole one. */
static char *
take_line (GString *text)
{
  const char *newline = memchr (text->str, '\n', text->len);
  char *line;

  if (newline == NULL)
    return NULL;

  line = g_strndup (text->str, newline - text->str);
  g_string_erase (text, 0, newline - text->str + 1);

  return line;
}

static void
tell_keeper (McpHostProcess *self,
             const char     *line)
{
  gssize n_written;

  do
    n_written = write (self->keeper_in, line, strlen (line));
  while (n_written < 0 && errno == EINTR);
  if (n_written < 0)
    self->keeper_gone = TRUE;
}

/*
 * One line of the keeper: n_processes, ticks, threads, pages, descriptors, whether the leader
 * lives.
 */
static void
take_answer (McpHostProcess *self,
             const char     *line)
{
  McpProcessUsage usage = { 0 };
  guint64 cpu_ticks;
  guint64 n_pages;
  guint alive;

  self->n_asked -= self->n_asked > 0;
  if (sscanf (line, "%u %" G_GUINT64_FORMAT " %u %" G_GUINT64_FORMAT " %u %u", &usage.n_processes,
              &cpu_ticks, &usage.n_threads, &n_pages, &usage.n_fds, &alive) != 6)
    return;

  usage.time_usec = g_get_monotonic_time ();
  usage.cpu_usec = cpu_ticks * G_USEC_PER_SEC / sysconf (_SC_CLK_TCK);
  usage.rss_bytes = n_pages * sysconf (_SC_PAGESIZE);
  self->usage = usage;
  self->leader_alive = alive != 0;
  /* It has left with these words. */
  self->gone = usage.n_processes == 0;
}

/* Takes the answers that are there, waiting for the first one no longer than @msec. */
static void
take_answers (McpHostProcess *self,
              guint           msec)
{
  while (self->n_asked > 0 && read_some (self, msec))
    {
      g_autofree char *line = NULL;

      while ((line = take_line (self->answer)) != NULL)
        {
          take_answer (self, line);
          g_clear_pointer (&line, g_free);
        }
    }
}

static void
look (McpHostProcess *self)
{
  tell_keeper (self, "look\n");
  self->n_asked++;
}

static gboolean
start_program (McpHostProcess      *self,
               const char * const  *argv,
               const char          *cwd,
               const char * const  *envp,
               const int           *fds,
               GError             **error)
{
  g_autofree const char **words = NULL;
  g_autofree char *program = NULL;
  g_autofree char *directory = NULL;
  McpHostCommand command = { .envp = envp, .fds = fds, .n_fds = 3, .watched = TRUE };
  gsize n_words = g_strv_length ((char **) argv);

  if (!mcp_host_find (argv[0], cwd, envp, &program, &directory, error))
    return FALSE;

  words = g_new0 (const char *, n_words + 1);
  for (gsize i = 0; i < n_words; i++)
    words[i] = i == 0 ? program : argv[i];
  command.argv = words;
  command.cwd = directory;
  self->pid = mcp_host_command_run (&command, error);

  return self->pid != 0;
}

static gboolean
start_keeper (McpHostProcess  *self,
              GError         **error)
{
  g_autofree char *group = g_strdup_printf ("%d", (int) self->pid);
  const char *argv[] = { "/bin/sh", "-c", keeper, "sounder", group, NULL };
  McpHostCommand command = { .argv = argv, .n_fds = 3 };
  int in_fds[2];
  int out_fds[2];
  int null_fd;
  GPid pid;

  if (!g_unix_open_pipe (in_fds, FD_CLOEXEC, error))
    return FALSE;
  if (!g_unix_open_pipe (out_fds, FD_CLOEXEC, error))
    {
      close (in_fds[0]);
      close (in_fds[1]);
      return FALSE;
    }

  null_fd = open ("/dev/null", O_RDWR | O_CLOEXEC);
  command.fds = (const int[]) { in_fds[0], out_fds[1], null_fd };
  pid = mcp_host_command_run (&command, error);
  close (null_fd);
  close (in_fds[0]);
  close (out_fds[1]);
  self->keeper_in = in_fds[1];
  self->keeper_out = out_fds[0];

  return pid != 0;
}

/* The last thing: @func may free us. */
static void
end (McpHostProcess *self,
     int             wait_status)
{
  self->ended = TRUE;
  g_clear_handle_id (&self->lost_timeout, g_source_remove);
  self->func (wait_status, self->user_data);
}

static void
exited_cb (int      wait_status,
           gpointer user_data)
{
  end (user_data, wait_status);
}

static gboolean
lost_poll_cb (gpointer user_data)
{
  McpHostProcess *self = user_data;

  take_answers (self, 0);
  if (self->keeper_gone || (self->n_asked == 0 && !self->leader_alive))
    {
      self->lost_timeout = 0;
      mcp_host_command_forget (self->watch);
      end (self, STATUS_UNKNOWN);
      return G_SOURCE_REMOVE;
    }
  if (self->n_asked == 0)
    look (self);

  return G_SOURCE_CONTINUE;
}

static void
lost_cb (gpointer user_data)
{
  McpHostProcess *self = user_data;

  if (self->lost_timeout != 0)
    return;

  look (self);
  self->lost_timeout = g_timeout_add (LOST_POLL_MSEC, lost_poll_cb, self);
}

static const McpHostCommandFuncs command_funcs = { exited_cb, lost_cb };

/**
 * mcp_host_process_start:
 * @argv: the program, looked up in the PATH of @envp, and its arguments
 * @cwd: (nullable): a directory of the host; %NULL is the user's home
 * @envp: (nullable): the whole environment; %NULL is the session helper's
 * @fds: (array fixed-size=3): its standard input, output and error; they stay the caller's
 * @func: called once when it has ended, with a status as of waitpid(), which is neither an exit
 *   nor a signal when there was nobody to tell
 *
 * Starts a program on the host.
 *
 * Returns: (transfer full): the process, or %NULL with %MCP_ERROR_SPAWN
 */
McpHostProcess *
mcp_host_process_start (const char * const  *argv,
                        const char          *cwd,
                        const char * const  *envp,
                        const int           *fds,
                        McpHostExitFunc      func,
                        gpointer             user_data,
                        GError             **error)
{
  McpHostProcess *self = g_new0 (McpHostProcess, 1);

  self->func = func;
  self->user_data = user_data;
  self->keeper_in = -1;
  self->keeper_out = -1;
  self->leader_alive = TRUE;
  self->answer = g_string_new (NULL);
  if (!start_program (self, argv, cwd, envp, fds, error) || !start_keeper (self, error))
    {
      /* Nobody would keep it. */
      if (self->pid != 0)
        mcp_host_command_signal (self->pid, SIGKILL);
      mcp_host_process_free (self);
      return NULL;
    }

  self->watch = mcp_host_command_watch (self->pid, &command_funcs, self);

  return self;
}

/**
 * mcp_host_process_free:
 * @self: (transfer full): a process
 *
 * Lets go of it. What is left of its group is ended by the keeper.
 */
void
mcp_host_process_free (McpHostProcess *self)
{
  if (self->watch != 0)
    mcp_host_command_forget (self->watch);
  g_clear_handle_id (&self->lost_timeout, g_source_remove);
  if (self->keeper_in >= 0)
    close (self->keeper_in);
  if (self->keeper_out >= 0)
    close (self->keeper_out);
  g_string_free (self->answer, TRUE);
  g_free (self);
}

/**
 * mcp_host_process_get_pid:
 *
 * Gets its number on the host, which is that of its group as well.
 *
 * Returns: the process id
 */
GPid
mcp_host_process_get_pid (McpHostProcess *self)
{
  return self->pid;
}

/**
 * mcp_host_process_is_alive:
 *
 * Asks the keeper whether any process of the group lives, and waits for the answer: some
 * milliseconds. Zombies do not count.
 *
 * Returns: %FALSE when nothing is left
 */
gboolean
mcp_host_process_is_alive (McpHostProcess *self)
{
  if (self->gone)
    return FALSE;

  /* A keeper that does not answer knows nothing: the group counts as alive. */
  if (!self->keeper_gone)
    {
      look (self);
      take_answers (self, LOOK_MSEC);
    }

  return !self->gone && !(self->keeper_gone && self->ended);
}

/**
 * mcp_host_process_signal:
 * @signal_number: a signal
 *
 * Sends a signal to every process of the group.
 */
void
mcp_host_process_signal (McpHostProcess *self,
                         int             signal_number)
{
  g_autofree char *line = g_strdup_printf ("%d\n", signal_number);

  if (self->gone)
    return;

  if (!self->keeper_gone)
    tell_keeper (self, line);
  if (self->keeper_gone && !self->ended)
    mcp_host_command_signal (self->pid, signal_number);
}

/**
 * mcp_host_process_read_usage:
 * @usage: (out): the reading, with its own time
 *
 * Gets the last answer of the keeper and asks for the next one. Waits only for the first.
 *
 * Returns: %FALSE when no process of the group lives
 */
gboolean
mcp_host_process_read_usage (McpHostProcess  *self,
                             McpProcessUsage *usage)
{
  gboolean first = self->usage.time_usec == 0;

  if (self->gone || self->keeper_gone)
    return FALSE;

  if (first)
    look (self);
  take_answers (self, first ? LOOK_MSEC : 0);
  *usage = self->usage;
  if (self->n_asked == 0)
    look (self);

  return usage->n_processes > 0;
}
