/* mcp-host-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-host"

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-host-process.h"
#include "mcp-program.h"
#include "mcp-write-queue.h"

/*
 * Two commands of the host make one process:
 *
 *   the starter  looks for the directory and the program, says on descriptor 3 what it found, and
 *                becomes the program. The sandbox cannot look itself.
 *   the keeper   has a session of its own, signals the program's process group, and reads /proc.
 *                When its input ends it ends the group: we are gone, perhaps without a word. (The
 *                helper's own WATCH_BUS sends one SIGINT, and HostCommandSignal knows nobody any
 *                more once the leader has ended.)
 *
 * Both are scripts for the /bin/sh that every host has; nothing of ours is there.
 */

/* How long a script may take to answer. */
#define ANSWER_MSEC 5000
#define LOOK_MSEC   1000

static const char starter[] =
  "say () { printf '%s\\n' \"$1\" >&3; exit 127; }\n"
  "cd -- \"${HOME:-/}\" 2>/dev/null || cd /\n"
  "if [ -n \"$1\" ]; then\n"
  "  [ -e \"$1\" ] || say \"cwd-missing $1\"\n"
  "  [ -d \"$1\" ] || say \"cwd-file $1\"\n"
  "  case $1 in /*) d=$1;; *) d=./$1;; esac\n"
  "  cd -- \"$d\" 2>/dev/null || say \"cwd-closed $1\"\n"
  "fi\n"
  "p=$2; shift 2; f=; c=\n"
  "case $p in\n"
  "*/*)\n"
  "  case $p in /*) f=$p;; ./*) f=$PWD/${p#./};; *) f=$PWD/$p;; esac\n"
  "  [ -e \"$f\" ] || say \"missing $f\"\n"
  "  [ ! -d \"$f\" ] || say \"directory $f\"\n"
  "  [ -x \"$f\" ] || say \"closed $f\";;\n"
  "*)\n"
  "  set -f; IFS=:\n"
  "  for d in $PATH; do\n"
  "    g=${d:-.}/$p\n"
  "    [ -e \"$g\" ] && [ ! -d \"$g\" ] || continue\n"
  "    if [ -x \"$g\" ]; then f=$g; break; fi\n"
  "    c=${c:-$g}\n"
  "  done\n"
  "  unset IFS; set +f\n"
  "  [ -n \"$f\" ] || [ -z \"$c\" ] || say \"closed $c\"\n"
  "  [ -n \"$f\" ] || say \"nowhere $PATH\";;\n"
  "esac\n"
  "{ read -r l < \"$f\"; } 2>/dev/null\n"
  "case $l in '#!'*)\n"
  "  l=${l#??}; l=${l# }; l=${l%% *}\n"
  "  [ -x \"$l\" ] || say \"interpreter $f\";;\n"
  "esac\n"
  "printf 'ok\\n' >&3\n"
  "exec 3>&-\n"
  "unset PWD OLDPWD\n"
  "exec \"$f\" \"$@\"\n";

/* Fields of /proc/PID/stat behind the name: 1 state, 3 group, 12 to 15 ticks, 18 threads, 22 pages. */
static const char keeper[] =
  "look () {\n"
  "  n=0; c=0; t=0; r=0\n"
  "  for s in /proc/[0-9]*/stat; do\n"
  "    { read -r l < \"$s\"; } 2>/dev/null || continue\n"
  "    set -- ${l##*) }\n"
  "    [ \"$3\" = \"$g\" ] || continue\n"
  "    case $1 in Z|X) continue;; esac\n"
  "    n=$((n + 1)); c=$((c + ${12} + ${13} + ${14} + ${15})); t=$((t + ${18})); r=$((r + ${22}))\n"
  "  done\n"
  "}\n"
  "g=$1\n"
  "while read -r w; do\n"
  "  case $w in\n"
  "  look)\n"
  "    look; set -- /proc/\"$g\"/fd/*; [ -L \"$1\" ] || shift; echo \"$n $c $t $r $#\";;\n"
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
  guint            watch;
  int              keeper_in;   /* we write */
  int              keeper_out;  /* and read */
  GString         *answer;      /* a line that is not whole yet */
  guint            n_asked;     /* looks that are not answered yet */
  gboolean         gone;
  McpProcessUsage  usage;       /* the last answer; its time is 0 before the first */
};

/* Reads what is there into @text within @msec; FALSE at the end or when nothing came. */
static gboolean
read_some (int      fd,
           guint    msec,
           GString *text)
{
  struct pollfd ready = { .fd = fd, .events = POLLIN };
  char buffer[4096];
  gssize n_read;

  while (poll (&ready, 1, (int) msec) < 0)
    if (errno != EINTR)
      return FALSE;

  if (ready.revents == 0)
    return FALSE;

  do
    n_read = read (fd, buffer, sizeof buffer);
  while (n_read < 0 && errno == EINTR);
  if (n_read <= 0)
    return FALSE;

  g_string_append_len (text, buffer, n_read);

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

/* What the starter said it found. */
static gboolean
check_word (const char  *word,
            const char  *program,
            GError     **error)
{
  static const struct
  {
    const char      *word;
    McpProgramState  state;
  } states[] = {
    { "cwd-missing ", MCP_PROGRAM_NO_CWD },
    { "cwd-file ", MCP_PROGRAM_CWD_FILE },
    { "cwd-closed ", MCP_PROGRAM_CWD_CLOSED },
    { "missing ", MCP_PROGRAM_MISSING },
    { "directory ", MCP_PROGRAM_DIRECTORY },
    { "closed ", MCP_PROGRAM_NOT_EXECUTABLE },
    { "interpreter ", MCP_PROGRAM_NO_INTERPRETER },
    { "nowhere ", MCP_PROGRAM_NOWHERE },
  };

  if (word != NULL && g_str_equal (word, "ok"))
    return TRUE;

  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (states); i++)
    if (g_str_has_prefix (word, states[i].word))
      {
        mcp_program_set_error (error, states[i].state, program, word + strlen (states[i].word));
        return FALSE;
      }

  g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
               _("“%s” could not be started on the host: its shell gave no answer"), program);

  return FALSE;
}

static GPid
run_script (const char          *script,
            const char * const  *words,
            const char * const  *envp,
            const int           *fds,
            guint                n_fds,
            gboolean             watched,
            GError             **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  McpHostCommand command = { NULL, envp, fds, n_fds, watched };

  g_ptr_array_add (argv, (gpointer) "/bin/sh");
  g_ptr_array_add (argv, (gpointer) "-c");
  g_ptr_array_add (argv, (gpointer) script);
  g_ptr_array_add (argv, (gpointer) "sounder");
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) words[i]);
  g_ptr_array_add (argv, NULL);
  command.argv = (const char * const *) argv->pdata;

  return mcp_host_command_run (&command, error);
}

static gboolean
start_program (McpHostProcess      *self,
               const char * const  *argv,
               const char          *cwd,
               const char * const  *envp,
               const int           *fds,
               GError             **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *word = NULL;
  int pipe_fds[2];

  if (!g_unix_open_pipe (pipe_fds, FD_CLOEXEC, error))
    return FALSE;

  g_ptr_array_add (words, (gpointer) (cwd != NULL ? cwd : ""));
  for (guint i = 0; argv[i] != NULL; i++)
    g_ptr_array_add (words, (gpointer) argv[i]);
  g_ptr_array_add (words, NULL);
  self->pid = run_script (starter, (const char * const *) words->pdata, envp,
                          (const int[]) { fds[0], fds[1], fds[2], pipe_fds[1] }, 4, TRUE, error);
  close (pipe_fds[1]);

  if (self->pid != 0)
    while ((word = take_line (text)) == NULL && read_some (pipe_fds[0], ANSWER_MSEC, text))
      ;
  close (pipe_fds[0]);

  return self->pid != 0 && check_word (word, argv[0], error);
}

static gboolean
start_keeper (McpHostProcess  *self,
              GError         **error)
{
  g_autofree char *group = g_strdup_printf ("%d", (int) self->pid);
  int in_fds[2];
  int out_fds[2];
  GPid pid;

  if (!g_unix_open_pipe (in_fds, FD_CLOEXEC, error))
    return FALSE;
  if (!g_unix_open_pipe (out_fds, FD_CLOEXEC, error))
    {
      close (in_fds[0]);
      close (in_fds[1]);
      return FALSE;
    }

  pid = run_script (keeper, (const char *[]) { group, NULL }, NULL,
                    (const int[]) { in_fds[0], out_fds[1] }, 2, FALSE, error);
  close (in_fds[0]);
  close (out_fds[1]);
  self->keeper_in = in_fds[1];
  self->keeper_out = out_fds[0];

  return pid != 0;
}

/**
 * mcp_host_process_start:
 * @argv: the program, looked up in the PATH of @envp, and its arguments
 * @cwd: (nullable): a directory of the host; %NULL is the user's home
 * @envp: (nullable): the whole environment; %NULL is the session helper's
 * @fds: (array fixed-size=3): its standard input, output and error; they stay the caller's
 * @func: called once when it has ended, with a status as of waitpid()
 * @user_data: for @func
 * @error: return location for an error
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

  self->keeper_in = -1;
  self->keeper_out = -1;
  self->answer = g_string_new (NULL);
  if (!mcp_program_check_name (argv[0], error) || !start_program (self, argv, cwd, envp, fds, error) || !start_keeper (self, error))
    {
      mcp_host_process_free (self);
      return NULL;
    }

  self->watch = mcp_host_command_watch (self->pid, func, user_data);

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
  if (self->keeper_in >= 0)
    close (self->keeper_in);
  if (self->keeper_out >= 0)
    close (self->keeper_out);
  g_string_free (self->answer, TRUE);
  g_free (self);
}

/**
 * mcp_host_process_get_pid:
 * @self: a process
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

static void
tell_keeper (McpHostProcess *self,
             const char     *line)
{
  gssize n_written;

  do
    n_written = write (self->keeper_in, line, strlen (line));
  while (n_written < 0 && errno == EINTR);
}

/* Takes the answers that are there, waiting for the first one no longer than @msec. */
static void
take_answers (McpHostProcess *self,
              guint           msec)
{
  while (self->n_asked > 0 && read_some (self->keeper_out, msec, self->answer))
    {
      g_autofree char *line = NULL;

      while ((line = take_line (self->answer)) != NULL)
        {
          guint64 cpu_ticks;
          guint64 n_pages;
          McpProcessUsage usage = { 0 };

          self->n_asked -= self->n_asked > 0;
          if (sscanf (line, "%u %" G_GUINT64_FORMAT " %u %" G_GUINT64_FORMAT " %u",
                      &usage.n_processes, &cpu_ticks, &usage.n_threads, &n_pages, &usage.n_fds) == 5)
            {
              usage.time_usec = g_get_monotonic_time ();
              usage.cpu_usec = cpu_ticks * G_USEC_PER_SEC / sysconf (_SC_CLK_TCK);
              usage.rss_bytes = n_pages * sysconf (_SC_PAGESIZE);
              self->usage = usage;
            }
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

/**
 * mcp_host_process_is_alive:
 * @self: a process
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

  look (self);
  take_answers (self, LOOK_MSEC);
  /* A keeper that does not answer knows nothing: the group counts as alive. */
  self->gone = self->n_asked == 0 && self->usage.n_processes == 0;

  return !self->gone;
}

/**
 * mcp_host_process_signal:
 * @self: a process
 * @signal_number: a signal
 *
 * Sends a signal to every process of the group.
 */
void
mcp_host_process_signal (McpHostProcess *self,
                         int             signal_number)
{
  g_autofree char *line = g_strdup_printf ("%d\n", signal_number);

  if (!self->gone)
    tell_keeper (self, line);
}

/**
 * mcp_host_process_read_usage:
 * @self: a process
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

  if (self->gone)
    return FALSE;

  if (first)
    look (self);
  take_answers (self, first ? LOOK_MSEC : 0);
  *usage = self->usage;
  if (self->n_asked == 0)
    look (self);

  return usage->n_processes > 0;
}
