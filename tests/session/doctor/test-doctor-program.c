/* test-doctor-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <string.h>

#include <glib/gi18n.h>

#include "mcp-doctor.h"
#include "mcp-error.h"

/* Programs that did not become a server: what is told of them, in two languages, and the button. */

#define MESSAGE "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
#define TIMED_OUT .code = MCP_ERROR_TIMED_OUT
#define DIED .code = MCP_ERROR_DIED, .exit = { .exited = TRUE, .exit_code = 1 }

typedef struct
{
  const char     *name;
  int             code;
  McpExit         exit;
  const char     *argv[6];   /* else "server" */
  const char     *output;    /* lines that were no message */
  const char     *unfinished;
  McpLateAnswer     answered;
  const char     *unnamed;
  const char     *errors;    /* lines */
  const char     *english;   /* in the outcome; NULL: there is none */
  const char     *german;
  const char     *remedy;    /* (nullable): in English */
  McpRemedyAction action;
  const char     *target;
} Row;

static const Row rows[] = {
  { "framing", TIMED_OUT, .output = "Content-Length: 38\r\n\r", .english = "as language servers do",
    .german = "Language Server", .remedy = "a line of its own", .action = MCP_REMEDY_TIMELINE },
  { "framing-lower", DIED, .output = "content-length: 38", .english = "as language servers do",
    .german = "Language Server", .action = MCP_REMEDY_TIMELINE },
  { "prefix", TIMED_OUT, .output = "starting\n[info] -> " MESSAGE, .english = "begins at character 11 of the line",
    .german = "Zeichen 11", .remedy = "standard error", .action = MCP_REMEDY_TIMELINE },
  { "prefix-umlaut", TIMED_OUT, .output = "\xc3\xbc {x} " MESSAGE, .english = "begins at character 7 of the line",
    .german = "Zeichen 7", .action = MCP_REMEDY_TIMELINE },
  { "banner", DIED, .output = "Server running on stdio" MESSAGE, .english = "“Server running on stdio” before a message",
    .german = "„Server running on stdio“", .action = MCP_REMEDY_TIMELINE },
  { "suffix", TIMED_OUT, .output = MESSAGE " done", .english = "more text behind a message",
    .german = "hinter eine", .action = MCP_REMEDY_TIMELINE },
  { "two", TIMED_OUT, .output = MESSAGE MESSAGE, .english = "more text behind a message",
    .german = "hinter eine", .action = MCP_REMEDY_TIMELINE },
  { "escapes", TIMED_OUT, .output = "\033[?25l\033[2K" MESSAGE, .english = "escape codes for terminals",
    .german = "Steuercodes", .action = MCP_REMEDY_TIMELINE },
  { "colour", TIMED_OUT, .output = "\033[32m" MESSAGE "\033[0m", .english = "escape codes for terminals",
    .german = "Steuercodes", .action = MCP_REMEDY_TIMELINE },
  { "json-no-message", TIMED_OUT, .output = "log {\"level\":30}", .english = NULL },
  { "text", TIMED_OUT, .output = "hello\nworld", .english = NULL },

  { "npx", TIMED_OUT, .argv = { "/usr/bin/npx", "x" }, .unfinished = "Ok to proceed? (y) ",
    .english = "asks for a confirmation, and waits: Ok to proceed? (y)", .german = "Bestätigung", .remedy = "-y",
    .action = MCP_REMEDY_ADD_ARGUMENT, .target = "-y" },
  { "npx-agreed", TIMED_OUT, .argv = { "npx", "-y", "x" }, .unfinished = "Ok to proceed? (y) ",
    .english = "asks for a confirmation", .german = "Bestätigung", .action = MCP_REMEDY_COPY_COMMAND },
  { "npm-exec", DIED, .argv = { "npm", "exec", "x" }, .unfinished = "Ok to proceed? (y) ",
    .english = "asks for a confirmation", .german = "Bestätigung", .action = MCP_REMEDY_ADD_ARGUMENT,
    .target = "--yes" },
  { "sudo", TIMED_OUT, .unfinished = "[sudo] password for me: ", .english = "asks for a password or key",
    .german = "Passwort", .action = MCP_REMEDY_COPY_COMMAND },
  { "menu", TIMED_OUT, .unfinished = "Choose a profile [1-3]> ", .english = "asks for a choice", .german = "Auswahl",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "key", TIMED_OUT, .unfinished = "Press ENTER to continue", .english = "waits for a key", .german = "Taste",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "name", TIMED_OUT, .unfinished = "Your name:", .english = "asks something", .german = "fragt",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "begun", TIMED_OUT, .unfinished = "loading", .english = "began a line", .german = "begonnen",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "begun-and-died", DIED, .unfinished = "loading", .english = NULL },

  { "unflushed", TIMED_OUT, .argv = { "python3", "s.py" }, .answered = MCP_ANSWERED_AT_END,
    .english = "only when its input was closed", .german = "erst", .remedy = "python -u",
    .action = MCP_REMEDY_SET_VARIABLE, .target = "PYTHONUNBUFFERED=1" },
  { "unflushed-uvx", TIMED_OUT, .argv = { "uvx", "s" }, .answered = MCP_ANSWERED_AT_END,
    .english = "it does not flush", .german = "erst", .action = MCP_REMEDY_SET_VARIABLE,
    .target = "PYTHONUNBUFFERED=1" },
  { "unflushed-c", TIMED_OUT, .answered = MCP_ANSWERED_AT_END, .english = "or reads to the end", .german = "erst",
    .action = MCP_REMEDY_TIMELINE },
  { "no-line-end", TIMED_OUT, .answered = MCP_ANSWERED_WITHOUT_END, .english = "does not end the line",
    .german = "Zeile", .remedy = "newline", .action = MCP_REMEDY_TIMELINE },

  { "unnamed", TIMED_OUT, .unnamed = "{\"jsonrpc\":\"2.0\",\"id\":null}", .english = "probably is its answer",
    .german = "vermutlich", .remedy = "the id of its request", .action = MCP_REMEDY_TIMELINE },
  { "unnamed-died", DIED, .unnamed = "{}", .english = NULL },

  { "variable", DIED, .errors = "Error: environment variable X_TOKEN is not set",
    .english = "Error: environment variable X_TOKEN is not set (exit code 1)", .german = "X_TOKEN is not set (",
    .remedy = "Set X_TOKEN for this server. Your own environment does not have it",
    .action = MCP_REMEDY_SET_VARIABLE, .target = "X_TOKEN" },
  { "variable-ours", DIED, .errors = "starting\nMissing required environment variable: SOUNDER_TEST_KEY\nbye",
    .english = "SOUNDER_TEST_KEY (exit code 1)", .german = "SOUNDER_TEST_KEY (",
    .remedy = "Your own environment has it", .action = MCP_REMEDY_SET_VARIABLE, .target = "SOUNDER_TEST_KEY" },
  { "variable-python", DIED,
    .errors = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 'API_KEY'",
    .english = "KeyError: 'API_KEY'", .german = "KeyError: 'API_KEY'", .action = MCP_REMEDY_SET_VARIABLE,
    .target = "API_KEY" },
  { "variable-timed-out", TIMED_OUT, .errors = "Please set GITHUB_TOKEN", .english = "Please set GITHUB_TOKEN",
    .german = "GITHUB_TOKEN", .action = MCP_REMEDY_SET_VARIABLE, .target = "GITHUB_TOKEN" },
  { "no-variable", DIED, .errors = "Error: Cannot find module '/x'\n  code: 'MODULE_NOT_FOUND'",
    .english = "Error: Cannot find module '/x' (exit code 1)", .german = "Cannot find module",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "not-found", DIED, .errors = "sh: 1: foo: not found", .english = "sh: 1: foo: not found", .german = "not found",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "only-line", DIED, .errors = "\nkaputt\n", .english = "kaputt (exit code 1)", .german = "kaputt (",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "many-lines", DIED, .errors = "one\ntwo", .english = NULL },
  { "printed", DIED, .output = "Error: typer is required. Install it", .english = "Error: typer is required. Install it (exit code 1)",
    .german = "typer is required", .action = MCP_REMEDY_COPY_COMMAND },
  { "printed-variable", DIED, .output = "hello\nPlease set API_TOKEN and API_URL", .english = "Please set API_TOKEN and API_URL",
    .german = "Please set", .remedy = "Set API_TOKEN", .action = MCP_REMEDY_SET_VARIABLE, .target = "API_TOKEN" },
  { "printed-greeting", DIED, .output = "Server running on stdio", .english = NULL },
  { "printed-trace", DIED,
    .output = "12:00 ERROR 1 --- [main] : Application run failed\n\na.b.BeanCreationException: Error creating bean\n"
              "\tat a.b.C.d(C.java:1)\nCaused by: java.net.UnknownHostException: repo\n\tat a.b.E.f(E.java:2)",
    .english = "Caused by: java.net.UnknownHostException: repo", .german = "UnknownHostException", .action = MCP_REMEDY_COPY_COMMAND },
  { "printed-and-told", DIED, .output = "Error: printed", .errors = "Error: told", .english = "Error: told", .german = "told",
    .action = MCP_REMEDY_COPY_COMMAND },
  { "java", DIED, .errors = "Exception in thread \"main\" java.lang.UnsupportedClassVersionError: x\n\tat java.base/y(Unknown)",
    .english = "UnsupportedClassVersionError", .german = "UnsupportedClassVersionError", .action = MCP_REMEDY_COPY_COMMAND },
  { "dotnet", DIED, .errors = "Unhandled exception. System.FormatException: x\n   at A.B() in c.cs:line 1",
    .english = "System.FormatException", .german = "System.FormatException", .action = MCP_REMEDY_COPY_COMMAND },
  { "npm", DIED, .errors = "npm error code E404\nnpm error 404 Not Found - GET https://r/x - Not found\nnpm error 404\nnpm error log",
    .english = "npm error 404 Not Found", .german = "404 Not Found", .action = MCP_REMEDY_COPY_COMMAND },
  { "npx-nothing", DIED, .errors = "npm error could not determine executable to run\nnpm error A complete log of this run can be found in: x",
    .english = "could not determine executable", .german = "could not determine", .action = MCP_REMEDY_COPY_COMMAND },
  { "docker", DIED, .errors = "Unable to find image 'a:latest' locally\ndocker: Error response from daemon: pull access denied for a\n\nRun 'x'",
    .english = "pull access denied", .german = "pull access denied", .action = MCP_REMEDY_COPY_COMMAND },
  { "docker-daemon", DIED, .errors = "docker: Cannot connect to the Docker daemon at unix:///x.\nSee 'docker run --help'.",
    .english = "Cannot connect to the Docker daemon", .german = "Docker daemon", .action = MCP_REMEDY_COPY_COMMAND },
  { "last-of-all", DIED, .errors = "one\nload of plugin failed\nshutdown\nDependencies not installed: x\nbye",
    .english = "Dependencies not installed: x", .german = "not installed", .action = MCP_REMEDY_COPY_COMMAND },
  { "long-ago", DIED, .errors = "load of plugin failed\na\nb\nc", .english = NULL },
  { "line-ends", DIED, .errors = "/usr/bin/env: ‘python3\\r’: No such file or directory\nuse -S", .english = "python3\\r",
    .german = "python3", .remedy = "line ends of Windows", .action = MCP_REMEDY_COPY_COMMAND },
  { "relative", DIED, .errors = "x\n\nError: ENOENT: no such file or directory, mkdir './data'\n    at y", .english = "mkdir './data'",
    .german = "./data", .remedy = "--cwd", .action = MCP_REMEDY_COPY_COMMAND },
  { "relative-word", DIED, .errors = "Traceback (most recent call last):\n  File \"a\"\nOSError: [Errno 30] Read-only file system: 'logs'",
    .english = "Read-only file system", .german = "Read-only", .remedy = "--cwd", .action = MCP_REMEDY_COPY_COMMAND },
  { "no-program", DIED, .errors = "FileNotFoundError: [Errno 2] No such file or directory: 'node'", .english = "'node'",
    .german = "'node'", .remedy = "its own words", .action = MCP_REMEDY_COPY_COMMAND },
  { "absolute", DIED, .errors = "python3: can't open file '//s.py': [Errno 2] No such file or directory", .english = "'//s.py'",
    .german = "'//s.py'", .remedy = "its own words", .action = MCP_REMEDY_COPY_COMMAND },
  { "silent", DIED, .errors = "", .english = NULL },
};

static gboolean german;

static GPtrArray *
split_output (const char *text)
{
  GPtrArray *output = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_ptr_array_add (output, g_bytes_new (lines[i], strlen (lines[i])));

  return output;
}

static void
test_program (gconstpointer data)
{
  const Row *row = data;
  const char *const server[] = { "server", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("name", row->argv[0] != NULL ? row->argv : server);
  g_autoptr (GError) error = g_error_new_literal (MCP_ERROR, row->code, "why");
  g_autoptr (GPtrArray) output = split_output (row->output);
  g_auto (GStrv) errors = g_strsplit (row->errors != NULL ? row->errors : "", "\n", -1);
  g_auto (McpDiagnosis) found = { 0, };
  McpProgramSymptoms symptoms = {
    .profile = profile,
    .error = error,
    .exit = row->exit.exited ? &row->exit : NULL,
    .output = output,
    .unfinished = row->unfinished,
    .answered = row->answered,
    .unnamed = row->unnamed,
    .errors = (const char *const *) errors,
  };

  mcp_doctor_diagnose_program (&symptoms, &found);
  g_test_message ("%s | %s", found.outcome, found.remedy);
  if (row->english == NULL)
    {
      g_assert_null (found.outcome);
      return;
    }

  g_assert_nonnull (found.outcome);
  g_assert_nonnull (strstr (found.outcome, german ? row->german : row->english));
  g_assert_nonnull (found.remedy);
  if (row->remedy != NULL && !german)
    g_assert_nonnull (strstr (found.remedy, row->remedy));
  g_assert_cmpint (found.code, ==, row->code);
  g_assert_cmpint (found.action, ==, row->action);
  g_assert_cmpstr (found.target, ==, row->target);
}

/* Where the settings change, they change as the button says. */
static void
test_apply (void)
{
  const char *const argv[] = { "npx", "x", NULL };
  const char *const env[] = { "A=1", "PYTHONUNBUFFERED=0", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("name", argv);

  mcp_remedy_apply (MCP_REMEDY_ADD_ARGUMENT, "-y", profile);
  g_assert_cmpstr (mcp_profile_get_argv (profile)[1], ==, "-y");
  g_assert_cmpstr (mcp_profile_get_argv (profile)[2], ==, "x");

  mcp_profile_set_env (profile, env);
  g_assert_false (mcp_remedy_applies (MCP_REMEDY_SET_VARIABLE, "X_TOKEN"));
  mcp_remedy_apply (MCP_REMEDY_SET_VARIABLE, "PYTHONUNBUFFERED=1", profile);
  g_assert_cmpuint (g_strv_length ((char **) mcp_profile_get_env (profile)), ==, 2);
  g_assert_cmpstr (mcp_profile_get_env (profile)[1], ==, "PYTHONUNBUFFERED=1");

  mcp_remedy_apply (MCP_REMEDY_USE_PROTOCOL, "2025-03-26", profile);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->protocol, ==, "2025-03-26");
}

/* test-session-doctor-program [LOCALES]: speaks LANGUAGE with the translations of that folder. */
int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "");
  g_setenv ("SOUNDER_TEST_KEY", "x", TRUE);
  g_unsetenv ("X_TOKEN");
  g_test_init (&argc, &argv, NULL);

  if (argc > 1)
    {
      german = TRUE;
      bindtextdomain (GETTEXT_PACKAGE, argv[1]);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      g_assert_cmpstr (g_dgettext (GETTEXT_PACKAGE, "Cancel"), ==, "Abbrechen");
    }

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/session/doctor/program/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_program);
    }
  g_test_add_func ("/session/doctor/program/apply", test_apply);

  return g_test_run ();
}
