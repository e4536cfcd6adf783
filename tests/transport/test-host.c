/* test-host.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include <glib/gstdio.h>

#include "host-fixture.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-process.h"
#include "test-support.h"

/*
 * A host that goes wrong: a session helper that refuses, lies or is gone, a keeper that is killed,
 * and login shells of all kinds. Starting a program takes three commands: one that looks for it,
 * the program, and its keeper.
 */

#define ARGV(...) ((const char *[]){ __VA_ARGS__, NULL })

enum {
  LOOK,
  PROGRAM,
  KEEPER,
};

typedef struct
{
  char *directory;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("sounder-host-XXXXXX", NULL);
  if (data == NULL)
    host_fixture_set_up ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GDir) files = g_dir_open (fixture->directory, 0, NULL);
  const char *name;

  host_fixture_tear_down ();
  mcp_host_set_shell_wait (0);
  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->directory, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->directory);
  g_free (fixture->directory);
}

static void
count_cb (guint *n_times)
{
  (*n_times)++;
}

/* What a shell has written of itself. */
static GPid
await_pid (const char *path)
{
  g_autofree char *text = NULL;

  TEST_AWAIT_POLL (g_file_get_contents (path, &text, NULL, NULL) && strchr (text, '\n') != NULL);

  return atoi (text);
}

static gboolean
is_gone (GPid pid)
{
  return kill (pid, 0) != 0 && errno == ESRCH;
}

static McpProcess *
spawn_ok (const char * const *argv)
{
  g_autoptr (GError) error = NULL;
  McpProcess *process = mcp_process_spawn (argv, NULL, NULL, &error);

  g_assert_no_error (error);

  return process;
}

static void
assert_refused (const char *habit,
                guint       command,
                const char *says)
{
  g_autoptr (GError) error = NULL;
  McpProcess *process;

  host_fixture_misbehave (habit, command);
  process = mcp_process_spawn (ARGV ("true"), NULL, NULL, &error);
  g_assert_null (process);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  g_assert_nonnull (strstr (error->message, "Flatpak session helper"));
  g_assert_nonnull (strstr (error->message, says));
}

static void
test_host_helper_refuses (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (McpProcess) process = NULL;

  for (guint command = LOOK; command <= KEEPER; command++)
    {
      assert_refused ("error", command, "The helper is tired");
      assert_refused ("zero", command, "process number 0");
    }

  process = spawn_ok (ARGV ("true"));
  TEST_AWAIT (mcp_process_has_exited (process, NULL));
}

/* A process that has this word in its command line, and one more word or none. */
static GPid
find_process (const char *word,
              const char *next)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (processes)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (!g_ascii_isdigit (*name) || !g_file_get_contents (path, &text, &length, NULL))
        continue;
      for (const char *p = text, *end = text + length; p < end; p += strlen (p) + 1)
        if (g_str_equal (p, word)
            && (next == NULL || g_strcmp0 (p + strlen (p) + 1 < end ? p + strlen (p) + 1 : NULL,
                                           next) == 0))
          return atoi (name);
    }

  return 0;
}

/* A program that nobody would keep is not left behind. */
static void
test_host_no_keeper (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *script = g_strdup_printf ("trap '' INT; : %s; sleep 1000", fixture->directory);
  g_autoptr (McpProcess) kept = spawn_ok (ARGV ("sh", "-c", script));
  g_autoptr (GError) error = NULL;
  McpProcess *process;

  /* That it can be seen at all. */
  g_assert_cmpint (find_process (script, NULL), ==, mcp_process_get_pid (kept));
  mcp_process_signal_group (kept, SIGKILL);
  TEST_AWAIT (mcp_process_has_exited (kept, NULL));
  TEST_AWAIT_POLL (find_process (script, NULL) == 0);

  host_fixture_misbehave ("error", KEEPER);
  process = mcp_process_spawn (ARGV ("sh", "-c", script), NULL, NULL, &error);
  g_assert_null (process);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  TEST_AWAIT_POLL (find_process (script, NULL) == 0);
}

static void
test_host_exit_before_answer (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr (McpProcess) process = NULL;
  McpExit status;
  guint n_reaped = 0;
  guint n_exited = 0;

  host_fixture_misbehave ("early", PROGRAM);
  process = spawn_ok (ARGV ("sh", "-c", "exit 7"));
  g_signal_connect_swapped (process, "reaped", G_CALLBACK (count_cb), &n_reaped);
  g_signal_connect_swapped (process, "exited", G_CALLBACK (count_cb), &n_exited);
  TEST_AWAIT (n_exited == 1);
  g_assert_true (mcp_process_has_exited (process, &status));
  g_assert_true (status.exited);
  g_assert_cmpint (status.exit_code, ==, 7);
  g_assert_cmpuint (n_reaped, ==, 1);
  g_assert_false (mcp_process_group_alive (process));
}

/* The server lives on, can be ended, and its end is noticed though nobody can tell how. */
static void
test_host_helper_vanishes (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (McpProcess) polite = spawn_ok (ARGV ("cat"));
  g_autoptr (McpProcess) process = spawn_ok (ARGV ("sh", "-c", "trap '' INT; sleep 1000"));
  g_autoptr (McpProcess) last = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  McpExit status;

  host_fixture_misbehave ("vanish", LOOK);
  last = mcp_process_spawn (ARGV ("true"), NULL, NULL, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  g_assert_true (mcp_process_group_alive (polite));
  g_assert_true (mcp_process_group_alive (process));

  mcp_process_close_stdin (polite);
  TEST_AWAIT (mcp_process_has_exited (polite, NULL));
  g_assert_false (mcp_process_has_exited (process, NULL));

  mcp_process_signal_group (process, SIGTERM);
  TEST_AWAIT (mcp_process_has_exited (process, &status));
  g_assert_false (status.exited);
  g_assert_cmpint (status.signal_number, ==, 0);
  text = mcp_exit_to_text (&status);
  g_assert_nonnull (strstr (text, "unknown"));
  TEST_AWAIT_POLL (!mcp_process_group_alive (process));
}

/* The shell that keeps the group of @pid. */
static GPid
find_keeper (GPid pid)
{
  g_autofree char *group = g_strdup_printf ("%d", (int) pid);

  return find_process ("sounder", group);
}

static void
test_host_keeper_killed (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (McpProcess) process = spawn_ok (ARGV ("sh", "-c", "sleep 1000; true"));
  GPid keeper = find_keeper (mcp_process_get_pid (process));
  McpExit status;

  g_assert_cmpint (keeper, >, 1);
  kill (keeper, SIGKILL);
  TEST_AWAIT_POLL (is_gone (keeper));
  g_assert_true (mcp_process_group_alive (process));
  mcp_process_signal_group (process, SIGTERM);
  TEST_AWAIT (mcp_process_has_exited (process, &status));
  g_assert_cmpint (status.signal_number, ==, SIGTERM);
  g_assert_false (mcp_process_group_alive (process));
  g_assert_true (test_group_is_gone (mcp_process_get_pid (process), TEST_AWAIT_MSEC));
}

/* A keeper goes with its group: the number of the group may be another's afterwards. */
static void
test_host_keeper_ends_with_group (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autoptr (McpProcess) process = spawn_ok (ARGV ("true"));
  GPid keeper = find_keeper (mcp_process_get_pid (process));

  g_assert_cmpint (keeper, >, 1);
  TEST_AWAIT (mcp_process_has_exited (process, NULL));
  TEST_AWAIT_POLL (!mcp_process_group_alive (process));
  TEST_AWAIT_POLL (is_gone (keeper));
}

typedef struct
{
  const char *name;    /* of the test, and of the shell */
  const char *script;
  guint       wait_msec;
  gboolean    answers; /* with a PATH of its own */
} ShellCase;

/* $HERE is a folder of the test. As a shell they find their command behind -c. */
#define FILES "export PATH=/opt/of-the-shell:$PATH\n"
#define RUN   "while [ \"$1\" != -c ]; do shift; done\nexec /bin/sh -c \"$2\"\n"

static const ShellCase shell_cases[] = {
  { "plain", FILES RUN, 0, TRUE },
  { "talks", "echo noise; printf 'no end of line'; echo noise >&2\n" FILES RUN, 0, TRUE },
  { "talks-a-lot", "seq 100000\n" FILES RUN, 0, TRUE },
  { "reads", "read answer; echo $answer\n" FILES RUN, 0, TRUE },
  /* As an ssh-agent that is started there: it holds the pipe for ever. */
  { "leaves-somebody", "sleep 1000 &\necho $! >$HERE/pid\n" FILES RUN, 60000, TRUE },
  { "closes-descriptors", "exec 3>&- 4>&- 5>&-\n" FILES RUN, 0, TRUE },
  { "tcsh", "[ \"$1\" != -l ] || exit 1\n" FILES RUN, 0, TRUE },
  { "hangs", "trap '' INT\necho $$ >$HERE/pid\nsleep 1000\n", 300, FALSE },
  { "refuses", "exit 1\n", 0, FALSE },
  { "crashes", "kill -SEGV $$\n", 0, FALSE },
  { "answers-nothing", "exit 0\n", 0, FALSE },
};

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  mcp_host_load_environ_finish (result);
  *(gboolean *) user_data = TRUE;
}

static void
load_environ (const char *shell)
{
  g_autofree char *before = g_strdup (g_getenv ("SHELL"));
  gboolean loaded = FALSE;

  /* The helper inherits it. */
  g_setenv ("SHELL", shell, TRUE);
  g_assert_true (host_fixture_set_up ());
  if (before != NULL)
    g_setenv ("SHELL", before, TRUE);

  g_assert_true (mcp_host_needs_environ ());
  mcp_host_load_environ_async (NULL, loaded_cb, &loaded);
  TEST_AWAIT (loaded);
  g_assert_false (mcp_host_needs_environ ());
  g_assert_nonnull (mcp_host_get_environ ());
}

static void
assert_environ (gboolean answers)
{
  const char *path = g_environ_getenv ((char **) mcp_host_get_environ (), "PATH");
  g_autoptr (GError) error = NULL;
  McpProcess *process;

  g_assert_cmpint (mcp_host_is_shell_silent (), ==, !answers);
  if (answers)
    g_assert_true (g_str_has_prefix (path, "/opt/of-the-shell:"));
  else
    g_assert_cmpstr (path, ==, g_getenv ("PATH"));

  process = mcp_process_spawn (ARGV ("sounder-no-such-program"), NULL, mcp_host_get_environ (),
                               &error);
  g_assert_null (process);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_cmpint (strstr (error->message, "login shell") != NULL, ==, !answers);
}

static void
test_host_shell (Fixture       *fixture,
                 gconstpointer  data)
{
  const ShellCase *expected = data;
  g_autofree char *shell = g_build_filename (fixture->directory, expected->name, NULL);
  g_autofree char *pid_path = g_build_filename (fixture->directory, "pid", NULL);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\nHERE='%s'\n%s", fixture->directory,
                                           expected->script);

  g_assert_true (g_file_set_contents (shell, text, -1, NULL));
  g_chmod (shell, 0755);
  mcp_host_set_shell_wait (expected->wait_msec);
  load_environ (shell);
  assert_environ (expected->answers);

  if (!g_file_test (pid_path, G_FILE_TEST_EXISTS))
    return;

  /* Only what gave no answer is ended. */
  if (expected->answers)
    kill (await_pid (pid_path), SIGKILL);
  else
    g_assert_true (test_group_is_gone (getpgid (await_pid (pid_path)), TEST_AWAIT_MSEC));
}

static void
test_host_no_shell (Fixture       *fixture,
                    gconstpointer  data)
{
  load_environ ("/no/such/shell");
  g_assert_false (mcp_host_is_shell_silent ());
}

/* Whoever gives up leaves no shell behind. */
static void
test_host_shell_given_up (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *shell = g_build_filename (fixture->directory, "shell", NULL);
  g_autofree char *pid_path = g_build_filename (fixture->directory, "pid", NULL);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\ntrap '' INT\necho $$ >'%s'\nsleep 1000\n",
                                           pid_path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gboolean loaded = FALSE;
  GPid pid;

  g_assert_true (g_file_set_contents (shell, text, -1, NULL));
  g_chmod (shell, 0755);
  g_setenv ("SHELL", shell, TRUE);
  g_assert_true (host_fixture_set_up ());
  mcp_host_load_environ_async (cancellable, loaded_cb, &loaded);
  pid = await_pid (pid_path);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (loaded);
  TEST_AWAIT_POLL (is_gone (pid));
  /* Whoever comes next asks again. */
  g_assert_true (mcp_host_needs_environ ());
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void      (*func) (Fixture *, gconstpointer);
  } helper_tests[] = {
    { "/transport/host/helper-refuses", test_host_helper_refuses },
    { "/transport/host/no-keeper", test_host_no_keeper },
    { "/transport/host/exit-before-answer", test_host_exit_before_answer },
    { "/transport/host/helper-vanishes", test_host_helper_vanishes },
    { "/transport/host/keeper-killed", test_host_keeper_killed },
    { "/transport/host/keeper-ends-with-group", test_host_keeper_ends_with_group },
  };

  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (helper_tests); i++)
    g_test_add (helper_tests[i].path, Fixture, NULL, set_up, helper_tests[i].func, tear_down);
  /* With a helper of their own, that has another shell. */
  for (gsize i = 0; i < G_N_ELEMENTS (shell_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/host/shell/", shell_cases[i].name, NULL);

      g_test_add (path, Fixture, &shell_cases[i], set_up, test_host_shell, tear_down);
    }
  g_test_add ("/transport/host/shell/missing", Fixture, "", set_up, test_host_no_shell, tear_down);
  g_test_add ("/transport/host/shell/given-up", Fixture, "", set_up, test_host_shell_given_up,
              tear_down);

  return g_test_run ();
}
