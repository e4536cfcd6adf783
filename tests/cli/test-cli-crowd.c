/* test-cli-crowd.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli-fixture.h"
#include "test-support.h"

/* More connections than a server of ours has files for, all broken off: it answers who comes next.
 */

#define N_CROWD 2000

/* By hand, SOUNDER_TEST_CROWDS=100. */
#define N_ROUNDS 3

static const struct
{
  const char *name;
  const char *argv[8];  /* programs, a recording and a server behind it are filled in */
} servers[] = {
  { "demo", { "DEMO", "--http", "0" } },
  { "serve", { "CLI", "serve", "RECORDING", "--http", "0" } },
  { "tap", { "CLI", "tap", "--url", "URL", "--listen", "0" } },
  { "watch", { "CLI", "watch", "--metrics", "127.0.0.1:0", "--", "DEMO" } },
};

static const char *
get_recording (void)
{
  static char *path;
  g_autoptr (CliRun) run = NULL;

  if (path != NULL)
    return path;

  path = cli_path ("crowd.mcprec");
  run = cli_run (
      NULL, "ping", "--count=1", "--record", path, "--", g_getenv ("SOUNDER_DEMO_SERVER"), NULL);
  assert_status (run, 0);

  return path;
}

static const char *
fill_in (const char *word,
         CliDemo    *behind)
{
  if (g_strcmp0 (word, "URL") == 0)
    return behind->url;
  if (g_strcmp0 (word, "DEMO") == 0)
    return g_getenv ("SOUNDER_DEMO_SERVER");
  if (g_strcmp0 (word, "CLI") == 0)
    return g_getenv ("SOUNDER_CLI");

  return g_strcmp0 (word, "RECORDING") == 0 ? get_recording () : word;
}

static void
limit_files_cb (gpointer user_data)
{
  struct rlimit limit = { GPOINTER_TO_UINT (user_data), GPOINTER_TO_UINT (user_data) };

  setrlimit (RLIMIT_NOFILE, &limit);
}

static guint16
read_port (GSubprocess *process)
{
  g_autoptr (GDataInputStream) lines =
    g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  g_autofree char *line = NULL;
  const char *port = NULL;

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  while (port == NULL)
    {
      g_free (line);
      line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
      g_assert_nonnull (line);
      port = strstr (line, "http://127.0.0.1:");
    }

  return g_ascii_strtoull (port + strlen ("http://127.0.0.1:"), NULL, 10);
}

static int
connect_to (guint16 port)
{
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons (port), .sin_addr = { htonl (INADDR_LOOPBACK) },
  };
  struct timeval patience = { TEST_AWAIT_MSEC / 1000, 0 };
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (fd, >=, 0);
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);

  return fd;
}

static void
come_and_go (guint16 port,
             guint   n_crowd)
{
  struct linger at_once = { 1, 0 };
  g_autofree int *crowd = g_new (int, n_crowd);

  for (guint i = 0; i < n_crowd; i++)
    crowd[i] = connect_to (port);
  for (guint i = 0; i < n_crowd; i++)
    {
      setsockopt (crowd[i], SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
      close (crowd[i]);
    }
}

static void
assert_answers (guint16 port)
{
  static const char question[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
  char answer[16] = "";
  int fd = connect_to (port);

  g_assert_cmpint (send (fd, question, strlen (question), MSG_NOSIGNAL), ==, strlen (question));
  g_assert_cmpint (recv (fd, answer, 7, MSG_WAITALL), ==, 7);
  g_assert_cmpstr (answer, ==, "HTTP/1.");
  close (fd);
}

/* How many this process may have open. */
static guint
get_crowd (void)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  limit.rlim_cur = limit.rlim_max;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);

  return limit.rlim_cur == RLIM_INFINITY ? N_CROWD : MIN (N_CROWD, limit.rlim_cur - 100);
}

static guint
get_rounds (void)
{
  const char *text = g_getenv ("SOUNDER_TEST_CROWDS");

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : N_ROUNDS;
}

static void
check (guint server,
       guint n_files)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (CliDemo) behind = cli_demo_start (FALSE);
  const char *argv[8] = { NULL };
  guint n_crowd = get_crowd ();
  guint16 port;

  for (guint i = 0; i < G_N_ELEMENTS (argv); i++)
    argv[i] = fill_in (servers[server].argv[i], behind);
  g_subprocess_launcher_set_child_setup (
      launcher, limit_files_cb, GUINT_TO_POINTER (n_files), NULL);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  port = read_port (process);

  for (guint i = 0; i < get_rounds (); i++)
    {
      come_and_go (port, n_crowd);
      assert_answers (port);
    }

  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
}

static void
test_crowd (gconstpointer data)
{
  check (GPOINTER_TO_UINT (data), 256);
  check (GPOINTER_TO_UINT (data), 1024);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cli/crowd/%s", servers[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_crowd);
    }

  return cli_test_main ();
}
