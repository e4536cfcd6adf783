/* mcp-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-program.h"

/*
 * Where a program is, looked up before it is started: the errors of fork and exec do not say
 * what is missing, and a profile may bring a PATH of its own.
 */

/* What execvp() takes when there is no PATH at all. */
#define DEFAULT_PATH "/bin:/usr/bin"

static McpProgramState
look_at (const char *path)
{
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return MCP_PROGRAM_MISSING;
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return MCP_PROGRAM_DIRECTORY;
  if (access (path, X_OK) != 0)
    return MCP_PROGRAM_NOT_EXECUTABLE;

  return MCP_PROGRAM_OK;
}

/**
 * mcp_program_check_name:
 * @program: the first word of a command
 *
 * Checks that there is a program to look for.
 *
 * Returns: %FALSE with %MCP_ERROR_SPAWN if there is none
 */
gboolean
mcp_program_check_name (const char  *program,
                        GError     **error)
{
  if (*program != '\0')
    return TRUE;

  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_SPAWN,
                       _("There is no program to start: the command is empty."));

  return FALSE;
}

/* As the child sees it, which starts in @cwd. Not g_canonicalize_filename(): taking away “..” by
 * the text names another file when symbolic links are in the way. */
static char *
from_directory (const char *path,
                const char *cwd)
{
  g_autofree char *current = NULL;

  if (g_path_is_absolute (path))
    return g_strdup (path);

  while (g_str_has_prefix (path, "./"))
    path += 2;

  if (cwd != NULL && g_path_is_absolute (cwd))
    return g_build_filename (cwd, path, NULL);

  current = g_get_current_dir ();

  return g_build_filename (current, cwd != NULL ? cwd : "", path, NULL);
}

/* What is not in the sandbox may well be on the host. */
static void
explain_sandbox (GError **error)
{
  g_autofree char *command = mcp_host_dup_permit_command ();

  if (error == NULL || mcp_host_get_state () != MCP_HOST_CLOSED)
    return;

  if (command != NULL)
    g_prefix_error (error,
                    /* Translators: a command line. The reason of the failure follows. */
                    _("Sounder runs in a sandbox and looked only inside it. To let it start "
                      "programs of your system, run “%s” and start it again. "), command);
  else
    g_prefix_error (error, _("Sounder runs in a sandbox and looked only inside it. "));
}

/*
 * The program that the first line of a script names, with its invisible characters as escapes;
 * (nullable).
 */
static char *
dup_interpreter (const char *path)
{
  char line[256];
  FILE *file = fopen (path, "re");
  gboolean is_script = file != NULL && fgets (line, sizeof line, file) != NULL && g_str_has_prefix (line, "#!");
  g_autofree char *valid = NULL;
  char *name;

  if (file != NULL)
    fclose (file);
  if (!is_script)
    return NULL;

  line[strcspn (line, "\n")] = '\0';
  name = line + strlen ("#!");
  name += strspn (name, " \t");
  name[strcspn (name, " \t")] = '\0';
  valid = g_utf8_make_valid (name, -1);

  return *name != '\0' ? g_strescape (valid, NULL) : NULL;
}

/**
 * mcp_program_set_error:
 * @state: what is wrong
 * @program: the first word of the command
 * @place: the path that was looked at, or the PATH that was searched
 *
 * Says what is missing, where, and what to do, as %MCP_ERROR_SPAWN.
 */
void
mcp_program_set_error (GError          **error,
                       McpProgramState   state,
                       const char       *program,
                       const char       *place)
{
  static const char * const words[] = {
    [MCP_PROGRAM_OK] = N_("The program “%s” does not exist. Check the path for a mistake."),
    [MCP_PROGRAM_MISSING] = N_("The program “%s” does not exist. Check the path for a mistake."),
    [MCP_PROGRAM_DIRECTORY] =
      N_("“%s” is a directory, not a program. Give the program inside it."),
    [MCP_PROGRAM_NOT_EXECUTABLE] =
      N_("“%s” is not executable. Make it executable with “chmod +x”, or start it "
         "with its interpreter."),
    [MCP_PROGRAM_NO_INTERPRETER] =
      N_("“%s” cannot be started: the interpreter that its first line names is not there."),
    [MCP_PROGRAM_NO_CWD] =
      N_("The working directory “%s” does not exist. Create it, or choose another."),
    [MCP_PROGRAM_CWD_FILE] =
      N_("The working directory “%s” is not a directory. Choose another."),
    [MCP_PROGRAM_CWD_CLOSED] =
      N_("The working directory “%s” may not be entered. Change its permissions, or "
         "choose another."),
  };

  g_autofree char *interpreter = NULL;

  if (state == MCP_PROGRAM_NOWHERE)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
                   /* The second line is for who looks closer. */
                   _("The program “%s” was not found. Install it, give its full path, or add its "
                     "folder to PATH.\nPATH is %s"), program, place);
      if (mcp_host_is_shell_silent ())
        g_prefix_error (error,
                        /* Translators: another sentence, about a program that was not found, follows. */
                        _("Your login shell did not tell its environment, so that PATH lacks what "
                          "its files set. "));
    }
  else if (state == MCP_PROGRAM_NO_INTERPRETER && !mcp_host_runs (program)
           && (interpreter = dup_interpreter (place)) != NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN,
                 g_str_has_suffix (interpreter, "\\r")
                   ? _("“%s” cannot be started: it has the line ends of Windows, so that its first line names the interpreter "
                       "“%s”. Give it those of Unix: sed -i 's/\\r$//' FILE")
                   : _("“%s” cannot be started: its first line names the interpreter “%s”, which is not there. Install that, or "
                       "name another one."),
                 place, interpreter);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_SPAWN, gettext (words[state]), place);

  explain_sandbox (error);
}

static char *
find_in_path (const char  *program,
              const char  *cwd,
              const char  *path,
              GError     **error)
{
  g_auto (GStrv) directories = g_strsplit (path, ":", -1);
  g_autofree char *not_executable = NULL;

  for (guint i = 0; directories[i] != NULL; i++)
    {
      /* An empty entry is the working directory. */
      g_autofree char *directory = from_directory (*directories[i] != '\0' ? directories[i] : ".",
                                                   cwd);
      g_autofree char *candidate = g_build_filename (directory, program, NULL);
      McpProgramState state = look_at (candidate);

      if (state == MCP_PROGRAM_OK)
        return g_steal_pointer (&candidate);
      if (state == MCP_PROGRAM_NOT_EXECUTABLE && not_executable == NULL)
        not_executable = g_steal_pointer (&candidate);
    }

  if (not_executable != NULL)
    mcp_program_set_error (error, MCP_PROGRAM_NOT_EXECUTABLE, program, not_executable);
  else
    mcp_program_set_error (error, MCP_PROGRAM_NOWHERE, program, path);

  return NULL;
}

/**
 * mcp_program_check_directory:
 * @cwd: a working directory
 *
 * Checks that a process can start in a directory.
 *
 * Returns: %FALSE with %MCP_ERROR_SPAWN if it is missing, no directory, or closed to us
 */
gboolean
mcp_program_check_directory (const char  *cwd,
                             GError     **error)
{
  McpProgramState state = MCP_PROGRAM_OK;

  if (!g_file_test (cwd, G_FILE_TEST_EXISTS))
    state = MCP_PROGRAM_NO_CWD;
  else if (!g_file_test (cwd, G_FILE_TEST_IS_DIR))
    state = MCP_PROGRAM_CWD_FILE;
  else if (access (cwd, X_OK) != 0)
    state = MCP_PROGRAM_CWD_CLOSED;

  if (state != MCP_PROGRAM_OK)
    mcp_program_set_error (error, state, NULL, cwd);

  return state == MCP_PROGRAM_OK;
}

/**
 * mcp_program_find:
 * @program: a name to look up in PATH, or a path, which is relative to @cwd
 * @cwd: (nullable): where the program will start
 * @envp: (nullable): its environment, whose PATH is looked at; %NULL for our own
 *
 * Finds the file that a command line names, as a shell would in that directory with that
 * environment.
 *
 * Returns: (transfer full): an absolute path, or %NULL with %MCP_ERROR_SPAWN that names the
 *   program, where it was looked for, and what to do
 */
char *
mcp_program_find (const char          *program,
                  const char          *cwd,
                  const char * const  *envp,
                  GError             **error)
{
  g_autofree char *path = NULL;
  McpProgramState state;

  g_return_val_if_fail (program != NULL, NULL);

  if (!mcp_program_check_name (program, error))
    return NULL;

  if (strchr (program, '/') == NULL)
    {
      const char *search = envp != NULL ? g_environ_getenv ((char **) envp, "PATH")
                                        : g_getenv ("PATH");

      return find_in_path (program, cwd, search != NULL ? search : DEFAULT_PATH, error);
    }

  path = from_directory (program, cwd);
  state = look_at (path);
  if (state != MCP_PROGRAM_OK)
    {
      mcp_program_set_error (error, state, program, path);
      return NULL;
    }

  return g_steal_pointer (&path);
}

/**
 * mcp_program_dup_environ_names:
 * @envp: (nullable): an environment as NAME=value; %NULL for our own
 *
 * Gets the names of an environment without the values, which may be secret.
 *
 * Returns: (transfer full): the names; free with g_strfreev()
 */
char **
mcp_program_dup_environ_names (const char * const *envp)
{
  char **names;

  if (envp == NULL)
    return g_listenv ();

  names = g_new0 (char *, g_strv_length ((char **) envp) + 1);
  for (guint i = 0; envp[i] != NULL; i++)
    names[i] = g_strndup (envp[i], strcspn (envp[i], "="));

  return names;
}
