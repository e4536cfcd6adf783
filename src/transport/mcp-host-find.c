/* mcp-host-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-host-command.h"
#include "mcp-host-find.h"
#include "mcp-program.h"

/*
 * Where a program of the host is: the sandbox cannot look, so a script for the /bin/sh that every
 * host has does. It only looks. Were it to become the program, the program would get the
 * environment as that shell leaves it, and dash takes every variable out of it whose name it does
 * not like, such as those of npm.
 */

/* How long the script may take. */
#define ANSWER_MSEC      5000
/* A path of the host and a PATH of it are not longer. */
#define MAX_ANSWER_BYTES (1024 * 1024)
/* What execvp() takes when there is no PATH at all. */
#define DEFAULT_PATH     "/bin:/usr/bin"

static const char finder[] =
  "say () { printf '%s\\0%s\\0' \"$1\" \"$2\" >&3; exit; }\n"
  "cd -- \"${HOME:-/}\" 2>/dev/null || cd /\n"
  "if [ -n \"$1\" ]; then\n"
  "  [ -e \"$1\" ] || say cwd-missing \"$1\"\n"
  "  [ -d \"$1\" ] || say cwd-file \"$1\"\n"
  "  case $1 in /*) d=$1;; *) d=./$1;; esac\n"
  "  cd -- \"$d\" 2>/dev/null || say cwd-closed \"$1\"\n"
  "fi\n"
  "f=; c=; here=${PWD%/}\n"
  "case $2 in\n"
  "*/*)\n"
  "  case $2 in /*) f=$2;; ./*) f=$here/${2#./};; *) f=$here/$2;; esac\n"
  "  [ -e \"$f\" ] || say missing \"$f\"\n"
  "  [ ! -d \"$f\" ] || say directory \"$f\"\n"
  "  [ -x \"$f\" ] || say closed \"$f\";;\n"
  "*)\n"
  "  path=${SOUNDER_PATH-$PATH}\n"
  "  set -f; IFS=:\n"
  "  for d in $path; do\n"
  "    case $d in /*) g=$d/$2;; '') g=$here/$2;; *) g=$here/$d/$2;; esac\n"
  "    [ -e \"$g\" ] && [ ! -d \"$g\" ] || continue\n"
  "    if [ -x \"$g\" ]; then f=$g; break; fi\n"
  "    c=${c:-$g}\n"
  "  done\n"
  "  [ -n \"$f\" ] || [ -z \"$c\" ] || say closed \"$c\"\n"
  "  [ -n \"$f\" ] || say nowhere \"$path\";;\n"
  "esac\n"
  "{ IFS= read -r l < \"$f\"; } 2>/dev/null\n"
  "case $l in '#!'*)\n"
  "  l=${l#??}; l=${l#\"${l%%[! ]*}\"}; l=${l%% *}\n"
  "  [ -x \"$l\" ] || say interpreter \"$f\";;\n"
  "esac\n"
  "printf 'ok\\0%s\\0%s\\0' \"$f\" \"$PWD\" >&3\n";

/* All that comes until the end, at most MAX_ANSWER_BYTES, in at most ANSWER_MSEC. */
static GString *
read_answer (int fd)
{
  GString *text = g_string_new (NULL);
  gint64 deadline_usec = g_get_monotonic_time () + ANSWER_MSEC * 1000;
  char buffer[4096];
  gssize n_read = 1;

  while (n_read > 0 && text->len < MAX_ANSWER_BYTES)
    {
      struct pollfd ready = { .fd = fd, .events = POLLIN };
      gint64 left_usec = deadline_usec - g_get_monotonic_time ();

      if (left_usec <= 0)
        break;
      if (poll (&ready, 1, (int) (left_usec / 1000) + 1) <= 0)
        continue;

      n_read = read (fd, buffer, sizeof buffer);
      if (n_read < 0 && errno == EINTR)
        n_read = 1;
      else if (n_read > 0)
        g_string_append_len (text, buffer, n_read);
    }

  return text;
}

/* Takes the next word, which ends in NUL, from *@text. */
static const char *
take_word (const char **text,
           const char  *end)
{
  const char *word = *text;
  const char *stop = memchr (word, '\0', end - word);

  if (stop == NULL)
    return NULL;

  *text = stop + 1;

  return word;
}

/* What the script said it found. */
static gboolean
check_answer (const GString  *answer,
              const char     *name,
              char          **program,
              char          **directory,
              GError        **error)
{
  static const struct
  {
    const char      *word;
    McpProgramState  state;
  } states[] = {
    { "cwd-missing", MCP_PROGRAM_NO_CWD },
    { "cwd-file", MCP_PROGRAM_CWD_FILE },
    { "cwd-closed", MCP_PROGRAM_CWD_CLOSED },
    { "missing", MCP_PROGRAM_MISSING },
    { "directory", MCP_PROGRAM_DIRECTORY },
    { "closed", MCP_PROGRAM_NOT_EXECUTABLE },
    { "interpreter", MCP_PROGRAM_NO_INTERPRETER },
    { "nowhere", MCP_PROGRAM_NOWHERE },
  };
  const char *text = answer->str;
  const char *end = text + answer->len;
  const char *word = take_word (&text, end);
  const char *first = word != NULL ? take_word (&text, end) : NULL;
  const char *second = first != NULL ? take_word (&text, end) : NULL;

  if (second != NULL && g_str_equal (word, "ok") && *first == '/' && *second == '/')
    {
      *program = g_strdup (first);
      *directory = g_strdup (second);
      return TRUE;
    }

  for (guint i = 0; first != NULL && i < G_N_ELEMENTS (states); i++)
    if (g_str_equal (word, states[i].word))
      {
        g_autofree char *place = g_utf8_make_valid (first, -1);

        mcp_program_set_error (error, states[i].state, name, place);
        return FALSE;
      }

  g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
               _("“%s” could not be started on the host: its shell gave no answer"), name);

  return FALSE;
}

static char **
dup_finder_environ (const char * const *envp)
{
  char **own = NULL;
  const char *path;
  const char *home;

  if (envp == NULL)
    return NULL;

  path = g_environ_getenv ((char **) envp, "PATH");
  home = g_environ_getenv ((char **) envp, "HOME");
  own = g_environ_setenv (own, "SOUNDER_PATH", path != NULL ? path : DEFAULT_PATH, TRUE);
  if (home != NULL)
    own = g_environ_setenv (own, "HOME", home, TRUE);

  return own;
}

/**
 * mcp_host_find:
 * @name: a name to look up in the PATH of @envp, or a path, which is relative to the directory
 * @cwd: (nullable): a directory of the host; %NULL is the user's home
 * @envp: (nullable): the environment of the program; %NULL is the session helper's
 * @program: (out): the file, as an absolute path of the host
 * @directory: (out): where it is to start, likewise
 *
 * Looks on the host for a program and the directory it is to start in. Blocks, for some
 * milliseconds as a rule.
 *
 * Returns: %FALSE with %MCP_ERROR_SPAWN, as of mcp_program_find()
 */
gboolean
mcp_host_find (const char          *name,
               const char          *cwd,
               const char * const  *envp,
               char               **program,
               char               **directory,
               GError             **error)
{
  const char *argv[] = { "/bin/sh", "-c", finder, "sounder", cwd != NULL ? cwd : "", name, NULL };
  g_auto (GStrv) own = dup_finder_environ (envp);
  g_autoptr (GString) answer = NULL;
  McpHostCommand command = { .argv = argv, .added = (const char * const *) own, .n_fds = 4 };
  int pipe_fds[2];
  int null_fd;
  GPid pid;

  if (!mcp_program_check_name (name, error) || !g_unix_open_pipe (pipe_fds, FD_CLOEXEC, error))
    return FALSE;

  null_fd = open ("/dev/null", O_RDWR | O_CLOEXEC);
  command.fds = (const int[]) { null_fd, null_fd, null_fd, pipe_fds[1] };
  pid = mcp_host_command_run (&command, error);
  close (null_fd);
  close (pipe_fds[1]);
  if (pid != 0)
    answer = read_answer (pipe_fds[0]);
  close (pipe_fds[0]);

  return pid != 0 && check_answer (answer, name, program, directory, error);
}
