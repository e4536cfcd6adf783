/* test-process.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "host-fixture.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-process-group.h"
#include "test-support.h"

#define ARGV(...) ((const char *[]){ __VA_ARGS__, NULL })

static McpProcess *
spawn_mock (const char *script)
{
  g_auto (GStrv) argv = test_mock_argv (script);
  g_autoptr (GError) error = NULL;
  McpProcess *process = mcp_process_spawn ((const char * const *) argv, NULL, NULL, &error);

  g_assert_no_error (error);

  return process;
}

/* Until @n_lines are in @text. */
static void
read_lines (int      fd,
            GString *text,
            guint    n_lines)
{
  while (TRUE)
    {
      char buffer[4096];
      guint n_found = 0;
      gssize n_read;

      for (const char *p = text->str; *p != '\0'; p++)
        n_found += *p == '\n';
      if (n_found >= n_lines)
        return;

      TEST_AWAIT_POLL ((n_read = read (fd, buffer, sizeof buffer)) > 0);
      g_string_append_len (text, buffer, n_read);
    }
}

static void
drop (McpProcess *process)
{
  GPid pid = mcp_process_get_pid (process);

  g_assert_finalize_object (process);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

static void
set_true_cb (gboolean *flag)
{
  *flag = TRUE;
}

static void
test_process_exit_status (void)
{
  static const struct
  {
    const char *script;
    const char *text;
  } cases[] = {
    { "[{'exit':0}]", "exit code 0" },
    { "[{'exit':255}]", "exit code 255" },
    { "[{'signal':11}]", "signal 11 (SIGSEGV)" },
    { "[{'signal':9}]", "signal 9 (SIGKILL)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpProcess *process = spawn_mock (cases[i].script);
      g_autofree char *text = NULL;
      McpExit status;

      TEST_AWAIT (mcp_process_has_exited (process, &status));
      text = mcp_exit_to_text (&status);
      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_false (mcp_process_group_alive (process));
      drop (process);
    }
}

static void
test_process_exit_text (void)
{
  McpExit status = { FALSE, 0, SIGABRT, TRUE };
  g_autofree char *core = mcp_exit_to_text (&status);
  g_autofree char *unknown = NULL;

  g_assert_cmpstr (core, ==, "signal 6 (SIGABRT), core dumped");

  status = (McpExit){ FALSE, 0, SIGRTMIN + 3, FALSE };
  unknown = mcp_exit_to_text (&status);
  g_assert_true (g_str_has_prefix (unknown, "signal "));
  g_assert_null (strchr (unknown, '('));
}

/* The end of the pipes is not waited for when a descendant holds them. */
static void
test_process_exited_signal (void)
{
  McpProcess *process = spawn_mock ("[{'fork_grandchild':{'keep_stdout':true}},{'exit':0}]");
  gboolean reaped = FALSE;
  gboolean exited = FALSE;

  g_signal_connect_swapped (process, "reaped", G_CALLBACK (set_true_cb), &reaped);
  g_signal_connect_swapped (process, "exited", G_CALLBACK (set_true_cb), &exited);

  TEST_AWAIT (reaped);
  g_assert_false (exited);
  g_assert_true (mcp_process_group_alive (process));
  TEST_AWAIT (exited);
  drop (process);
}

static void
test_process_exited_after_both_pipes (void)
{
  McpProcess *process = spawn_mock ("[{'exit':0}]");
  gboolean exited = FALSE;

  g_signal_connect_swapped (process, "exited", G_CALLBACK (set_true_cb), &exited);
  mcp_process_close_stdout (process);
  TEST_AWAIT (mcp_process_has_exited (process, NULL));
  g_assert_false (exited);
  mcp_process_close_stderr (process);
  g_assert_true (exited);
  g_assert_cmpint (mcp_process_get_stdout_fd (process), ==, -1);
  drop (process);
}

static void
assert_spawn_error (const char * const *argv,
                    const char         *cwd,
                    const char * const *envp,
                    const char         *names,
                    const char         *also_names)
{
  g_autoptr (GError) error = NULL;
  McpProcess *process = mcp_process_spawn (argv, cwd, envp, &error);

  g_assert_null (process);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  g_assert_nonnull (strstr (error->message, names));
  if (also_names != NULL)
    g_assert_nonnull (strstr (error->message, also_names));
}

static void
test_process_spawn_errors (void)
{
  g_autofree char *dir = g_dir_make_tmp ("sounder-XXXXXX", NULL);
  g_autofree char *plain = g_build_filename (dir, "plain", NULL);
  g_autofree char *broken = g_build_filename (dir, "broken", NULL);
  g_autofree char *windows = g_build_filename (dir, "windows", NULL);
  g_autofree char *path = g_strconcat ("PATH=/nowhere:", dir, NULL);
  gboolean on_host = g_getenv ("SOUNDER_TEST_HOST") != NULL;

  g_assert_true (g_file_set_contents (plain, "#!/bin/sh\n", -1, NULL));
  g_assert_true (g_file_set_contents (broken, "#!/no/such/interpreter\n", -1, NULL));
  g_assert_true (g_file_set_contents (windows, "#!/bin/sh\r\n", -1, NULL));
  g_assert_cmpint (g_chmod (windows, 0700), ==, 0);
  g_assert_cmpint (g_chmod (plain, 0600), ==, 0);
  g_assert_cmpint (g_chmod (broken, 0700), ==, 0);

  assert_spawn_error (ARGV ("sounder-no-such-program"), NULL, NULL, "sounder-no-such-program",
                      g_getenv ("PATH"));
  assert_spawn_error (ARGV ("true"), NULL, ARGV ("PATH=/nowhere"), "true", "/nowhere");
  assert_spawn_error (ARGV ("plain"), NULL, ARGV (path), plain, "executable");
  assert_spawn_error (ARGV (plain), NULL, NULL, plain, "executable");
  assert_spawn_error (ARGV ("./plain"), dir, NULL, plain, "executable");
  assert_spawn_error (ARGV (dir), NULL, NULL, dir, "directory");
  assert_spawn_error (ARGV ("/no/such/program"), NULL, NULL, "/no/such/program", "exist");
  assert_spawn_error (ARGV (""), NULL, NULL, "empty", NULL);
  /* From a sandbox the file on the host cannot be read. */
  assert_spawn_error (ARGV (broken), NULL, NULL, broken, on_host ? NULL : "“/no/such/interpreter”");
  assert_spawn_error (ARGV (windows), NULL, NULL, windows, on_host ? NULL : "“/bin/sh\\r”");
  assert_spawn_error (ARGV ("true"), "/no/such/directory", NULL, "/no/such/directory", "exist");
  assert_spawn_error (ARGV ("true"), plain, NULL, plain, "directory");

  g_remove (plain);
  g_remove (broken);
  g_remove (windows);
  g_rmdir (dir);
}

static void
test_process_environment_and_cwd (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  McpProcess *process;

  process = mcp_process_spawn (ARGV ("env"), NULL, ARGV ("PATH=/usr/bin:/bin", "SOUNDER_X=a b"),
                               &error);
  g_assert_no_error (error);
  read_lines (mcp_process_get_stdout_fd (process), text, 2);
  g_assert_cmpstr (text->str, ==, "PATH=/usr/bin:/bin\nSOUNDER_X=a b\n");
  drop (process);

  g_string_truncate (text, 0);
  process = mcp_process_spawn (ARGV ("pwd"), "/usr", NULL, &error);
  g_assert_no_error (error);
  read_lines (mcp_process_get_stdout_fd (process), text, 1);
  g_assert_cmpstr (text->str, ==, "/usr\n");
  drop (process);

  /* A relative path is one from the working directory. No shell sees the arguments. */
  g_string_truncate (text, 0);
  process = mcp_process_spawn (ARGV ("bin/printf", "%s\n", "$HOME; *"), "/usr", NULL, &error);
  g_assert_no_error (error);
  read_lines (mcp_process_get_stdout_fd (process), text, 1);
  g_assert_cmpstr (text->str, ==, "$HOME; *\n");
  drop (process);
}

/* What a program says before it ends; \1 for NUL. */
static char *
read_all (const char * const *argv,
          const char         *cwd,
          const char * const *envp)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  McpProcess *process = mcp_process_spawn (argv, cwd, envp, &error);
  char buffer[4096];
  gssize n_read;

  g_assert_no_error (error);
  do
    {
      TEST_AWAIT_POLL ((n_read = read (mcp_process_get_stdout_fd (process), buffer,
                                       sizeof buffer)) >= 0);
      g_string_append_len (text, buffer, n_read);
    }
  while (n_read > 0);
  drop (process);
  for (gsize i = 0; i < text->len; i++)
    if (text->str[i] == '\0')
      text->str[i] = '\1';

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Also names that no shell would let through, and those that a script on the way might use. */
static void
test_process_variables (void)
{
  const char *envp[] = { "PATH=/usr/bin:/bin", "npm_config_//registry.example/:_auth=secret",
                         "a.b-c=d=e", "p=1", "d=2", "f=3", "PWD=/nowhere", "SHLVL=7",
                         "IFS=/", "LINES=one\ntwo 'and' \"three\"\n", "EMPTY=", NULL };
  g_autofree char *text = read_all (ARGV ("env", "-0"), NULL, envp);
  g_auto (GStrv) seen = g_strsplit (text, "\1", -1);

  /* Behind the last one is nothing. */
  g_assert_cmpuint (g_strv_length (seen), ==, G_N_ELEMENTS (envp));
  for (gsize i = 0; envp[i] != NULL; i++)
    g_assert_true (g_strv_contains ((const char * const *) seen, envp[i]));
}

/* Each arrives as it is. */
static void
test_process_arguments (void)
{
  g_autofree char *long_word = g_strnfill (100 * 1000, 'x');
  g_autofree char *too_long = g_strnfill (300 * 1000, 'x');
  g_autofree char *text = read_all (ARGV ("printf", "<%s>", "", "a b", "", "\xff\xfe", "-c", "*",
                                          "two\nlines", ""), NULL, NULL);
  g_autofree char *lengths = NULL;

  g_assert_cmpstr (text, ==, "<><a b><><\xff\xfe><-c><*><two\nlines><>");
  lengths = read_all (ARGV ("sh", "-c", "echo ${#1} ${#2} $#", "sh", long_word, long_word), NULL,
                      NULL);
  g_assert_cmpstr (lengths, ==, "100000 100000 2\n");
  assert_spawn_error (ARGV ("printf", too_long), NULL, NULL, "printf", "long");
}

/* Folders with spaces, and those that are relative to where it starts. */
static void
test_process_path (void)
{
  g_autofree char *dir = g_dir_make_tmp ("sounder two words-XXXXXX", NULL);
  g_autofree char *sub = g_build_filename (dir, "sub dir", NULL);
  g_autofree char *program = g_build_filename (sub, "hello there", NULL);
  g_autofree char *absolute = g_strconcat ("PATH=/nowhere::", sub, ":/bin", NULL);
  const char *paths[] = { absolute, "PATH=sub dir:/bin", "PATH=./sub dir", "PATH=*:sub dir:" };

  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0);
  g_assert_true (g_file_set_contents (program, "#! /bin/sh\necho \"$0\"\n", -1, NULL));
  g_assert_cmpint (g_chmod (program, 0700), ==, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *text = read_all (ARGV ("hello there"), dir, ARGV (paths[i]));

      g_assert_true (g_path_is_absolute (text));
      g_assert_true (g_str_has_suffix (text, "/hello there\n"));
    }

  g_remove (program);
  g_rmdir (sub);
  g_rmdir (dir);
}

/* Neither what we ignore nor what we have open is the child's business. */
static void
test_process_clean_start (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  McpProcess *process;
  const char *ignored;

  process = mcp_process_spawn (ARGV ("cat", "/proc/self/status"), NULL, NULL, &error);
  g_assert_no_error (error);
  TEST_AWAIT (mcp_process_has_exited (process, NULL));
  read_lines (mcp_process_get_stdout_fd (process), text, 20);
  ignored = strstr (text->str, "SigIgn:");
  g_assert_nonnull (ignored);
  g_assert_cmpuint (g_ascii_strtoull (ignored + strlen ("SigIgn:\t"), NULL, 16), ==, 0);
  drop (process);

  g_string_truncate (text, 0);
  process = mcp_process_spawn (ARGV ("sh", "-c", "ls /proc/self/fd | wc -l"), NULL, NULL, &error);
  g_assert_no_error (error);
  read_lines (mcp_process_get_stdout_fd (process), text, 1);
  /* Three pipes, and the directory that ls reads. */
  g_assert_cmpint (g_ascii_strtoll (text->str, NULL, 10), ==, 4);
  drop (process);
}

static void
test_process_non_blocking (void)
{
  McpProcess *process = spawn_mock ("[{'ignore_stdin':true}]");
  int fds[] = { mcp_process_get_stdin_fd (process), mcp_process_get_stdout_fd (process),
                mcp_process_get_stderr_fd (process) };

  for (gsize i = 0; i < G_N_ELEMENTS (fds); i++)
    {
      g_assert_true (fcntl (fds[i], F_GETFL) & O_NONBLOCK);
      g_assert_true (fcntl (fds[i], F_GETFD) & FD_CLOEXEC);
    }

  mcp_process_close_stdin (process);
  mcp_process_close_stdin (process);
  g_assert_cmpint (mcp_process_get_stdin_fd (process), ==, -1);
  drop (process);
}

/* The same as a scan of all processes, without one: who comes is found by the parent, and who goes
 * is gone. */
static void
test_process_follows_group (void)
{
  McpProcess *process = spawn_mock ("[{'stderr':'1'},{'sleep_msec':300},{'fork_grandchild':{}},"
                                    "{'stderr':'2'},{'wait_eof':true}]");
  GPid group = mcp_process_get_pid (process);
  McpProcessGroupMembers *members = mcp_process_group_members_new (group);
  g_autoptr (GString) text = g_string_new (NULL);
  McpProcessUsage usage;
  McpProcessUsage scanned;

  read_lines (mcp_process_get_stderr_fd (process), text, 1);
  g_assert_cmpuint (mcp_process_group_follow (members, &usage), ==, 1);

  read_lines (mcp_process_get_stderr_fd (process), text, 2);
  g_assert_cmpuint (mcp_process_group_read (group, &scanned), ==, 2);
  g_assert_cmpuint (mcp_process_group_follow (members, &usage), >=, 1);
  TEST_AWAIT_POLL (mcp_process_group_follow (members, &usage) == 2);
  g_assert_cmpuint (usage.n_threads, ==, scanned.n_threads);
  g_assert_cmpuint (usage.rss_bytes, >, scanned.rss_bytes / 2);
  g_assert_cmpuint (members->pids->len, ==, 2);

  /* Looking through all finds the same, and none twice. */
  g_array_set_size (members->pids, 1);
  members->scanned_usec = 0;
  mcp_process_group_follow (members, &usage);
  TEST_AWAIT (!members->scanning);
  g_assert_cmpuint (members->pids->len, ==, 2);

  mcp_process_signal_group (process, SIGKILL);
  TEST_AWAIT (mcp_process_has_exited (process, NULL));
  g_assert_true (test_group_is_gone (group, TEST_AWAIT_MSEC));
  g_assert_cmpuint (mcp_process_group_follow (members, &usage), ==, 0);
  mcp_process_group_members_unref (members);
  drop (process);
}

static void
test_process_usage (void)
{
  McpProcess *process = spawn_mock ("[{'fork_grandchild':{}},{'stderr':'up'},{'loop':[]}]");
  g_autoptr (GString) text = g_string_new (NULL);
  McpProcessUsage first;
  McpProcessUsage second = { 0 };

  read_lines (mcp_process_get_stderr_fd (process), text, 1);
  g_assert_true (mcp_process_read_usage (process, &first));
  g_assert_cmpuint (first.n_processes, ==, 2);
  g_assert_cmpuint (first.n_threads, >=, 2);
  g_assert_cmpuint (first.n_fds, >=, 3);
  g_assert_cmpuint (first.rss_bytes, >, 100 * 1000);
  g_assert_cmpfloat (first.cpu_percent, ==, 0.0);

  /* It spins. */
  TEST_AWAIT_POLL (mcp_process_read_usage (process, &second)
                   && second.cpu_usec >= first.cpu_usec + 20000 && second.cpu_percent > 0);
  g_assert_cmpint (second.time_usec, >, first.time_usec);
  g_assert_cmpfloat (second.cpu_percent, <, 1000.0);

  mcp_process_signal_group (process, SIGKILL);
  TEST_AWAIT (mcp_process_has_exited (process, NULL));
  g_assert_true (test_group_is_gone (mcp_process_get_pid (process), TEST_AWAIT_MSEC));
  g_assert_false (mcp_process_read_usage (process, &second));
  drop (process);
}

static void
test_process_end_all (void)
{
  McpProcess *polite = spawn_mock ("[{'ignore_eof':true},{'stderr':'up'}]");
  McpProcess *stubborn = spawn_mock ("[{'ignore_sigterm':true},"
                                     "{'fork_grandchild':{'ignore_sigterm':true}},"
                                     "{'stderr':'up'},{'ignore_stdin':true}]");
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 begin_usec;

  read_lines (mcp_process_get_stderr_fd (polite), text, 1);
  g_string_truncate (text, 0);
  read_lines (mcp_process_get_stderr_fd (stubborn), text, 1);

  begin_usec = g_get_monotonic_time ();
  mcp_process_end_all (100);
  g_assert_cmpint (g_get_monotonic_time () - begin_usec, >=, 100 * 1000);
  g_assert_true (test_group_is_gone (mcp_process_get_pid (polite), TEST_AWAIT_MSEC));
  g_assert_true (test_group_is_gone (mcp_process_get_pid (stubborn), TEST_AWAIT_MSEC));

  /* With nobody left it does not wait. */
  begin_usec = g_get_monotonic_time ();
  mcp_process_end_all (2 * TEST_AWAIT_MSEC);
  g_assert_cmpint (g_get_monotonic_time () - begin_usec, <, (gint64) TEST_AWAIT_MSEC * 1000);

  drop (polite);
  drop (stubborn);
}

/* The other process of the test below: starts a server, says its id, and dies without a word. */
static void
spawn_and_die (void)
{
  McpProcess *process = spawn_mock ("[{'ignore_eof':true},{'stderr':'up'}]");
  g_autoptr (GString) text = g_string_new (NULL);

  read_lines (mcp_process_get_stderr_fd (process), text, 1);
  printf ("%d\n", (int) mcp_process_get_pid (process));
  fflush (stdout);
  kill (getpid (), SIGKILL);
}

/* The server ignores the end of its stdin, so only the kernel's signal can end it. */
static void
test_process_dies_with_us (void)
{
  const char *argv[] = { "/proc/self/exe", "--spawn-and-die", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *self = g_file_read_link (argv[0], &error);
  g_autofree char *output = NULL;
  int status = 0;
  GPid pid;

  g_assert_no_error (error);
  argv[0] = self;
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_true (WIFSIGNALED (status));
  pid = g_ascii_strtoll (output, NULL, 10);
  g_assert_cmpint (pid, >, 1);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

/* A document of the portal is named as the host does, if a server of the host is to have it. */
static void
test_process_host_path (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "sounder-document-XXXXXX", NULL);
  g_autofree char *unmarked = NULL;
  g_autofree char *marked = NULL;

  g_assert_nonnull (g_mkdtemp (path));
  unmarked = mcp_host_dup_path (path);
  g_assert_cmpstr (unmarked, ==, path);

  if (setxattr (path, "user.document-portal.host-path", "/home/me/project", 16, 0) != 0)
    {
      g_test_skip ("no extended attributes here");
      g_rmdir (path);
      return;
    }

  marked = mcp_host_dup_path (path);
  g_assert_cmpstr (marked, ==,
                   mcp_host_get_state () == MCP_HOST_OPEN ? "/home/me/project" : path);
  g_rmdir (path);
}

/* In a sandbox without the permission the error has the command that grants it. */
static void
test_process_sandbox_closed (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProcess) process = NULL;
  int fd;

  if (g_getenv ("SOUNDER_TEST_HOST") != NULL)
    {
      g_test_skip ("this sandbox is open");
      return;
    }

  fd = g_file_open_tmp ("sounder-info-XXXXXX", &path, &error);
  g_assert_no_error (error);
  close (fd);
  g_assert_true (g_file_set_contents (path, "[Application]\nname=org.example.App\n"
                                            "[Session Bus Policy]\norg.freedesktop.Flatpak=none\n",
                                      -1, NULL));
  mcp_host_detect_from (path);
  g_unlink (path);
  g_assert_cmpint (mcp_host_get_state (), ==, MCP_HOST_CLOSED);

  process = mcp_process_spawn (ARGV ("no-such-program"), NULL, NULL, &error);
  mcp_host_set_connection (NULL);
  g_assert_null (process);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  g_assert_nonnull (strstr (error->message, "“flatpak override --user "
                                            "--talk-name=org.freedesktop.Flatpak org.example.App”"));
}

int
main (int   argc,
      char *argv[])
{
  int status;

  if (argc == 2 && g_str_equal (argv[1], "--spawn-and-die"))
    {
      host_fixture_set_up ();
      spawn_and_die ();
    }

  g_test_init (&argc, &argv, NULL);
  host_fixture_set_up ();

  g_test_add_func ("/transport/process/exit-status", test_process_exit_status);
  g_test_add_func ("/transport/process/exit-text", test_process_exit_text);
  g_test_add_func ("/transport/process/exited-signal", test_process_exited_signal);
  g_test_add_func ("/transport/process/exited-after-both-pipes",
                   test_process_exited_after_both_pipes);
  g_test_add_func ("/transport/process/spawn-errors", test_process_spawn_errors);
  g_test_add_func ("/transport/process/environment-and-cwd", test_process_environment_and_cwd);
  g_test_add_func ("/transport/process/variables", test_process_variables);
  g_test_add_func ("/transport/process/arguments", test_process_arguments);
  g_test_add_func ("/transport/process/path", test_process_path);
  g_test_add_func ("/transport/process/clean-start", test_process_clean_start);
  g_test_add_func ("/transport/process/non-blocking", test_process_non_blocking);
  g_test_add_func ("/transport/process/usage", test_process_usage);
  g_test_add_func ("/transport/process/follows-group", test_process_follows_group);
  g_test_add_func ("/transport/process/end-all", test_process_end_all);
  g_test_add_func ("/transport/process/dies-with-us", test_process_dies_with_us);
  g_test_add_func ("/transport/process/host-path", test_process_host_path);
  g_test_add_func ("/transport/process/sandbox-closed", test_process_sandbox_closed);

  status = g_test_run ();
  host_fixture_tear_down ();

  return status;
}
