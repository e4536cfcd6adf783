/* cli-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <gio/gnetworking.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <libsoup/soup.h>

#include "cli-fixture.h"
#include "test-support.h"

static char *directory;

/**
 * cli_get_directory:
 *
 * Gets the directory of this test program: home of sounder-cli, gone at the end.
 *
 * Returns: (transfer none): the path
 */
const char *
cli_get_directory (void)
{
  g_assert_nonnull (directory);
  return directory;
}

static int
open_terminal (guint  columns,
               int   *slave)
{
  struct winsize size = { .ws_row = 24, .ws_col = columns };
  int master = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);

  g_assert_cmpint (master, >=, 0);
  g_assert_cmpint (grantpt (master), ==, 0);
  g_assert_cmpint (unlockpt (master), ==, 0);
  *slave = open (ptsname (master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_assert_cmpint (*slave, >=, 0);
  g_assert_cmpint (ioctl (*slave, TIOCSWINSZ, &size), ==, 0);

  return master;
}

/**
 * cli_run_on_terminal:
 * @columns: how wide the terminal is
 * @with_stderr: whether standard error is the terminal too, else it is dropped
 * @script: (nullable): of the mock server
 * @...: the words of the command line, %NULL at the end
 *
 * Runs sounder-cli on a terminal of its own, without colours.
 *
 * Returns: (transfer full): all that was written to it, its line ends CR LF
 */
char *
cli_run_on_terminal (guint       columns,
                     gboolean    with_stderr,
                     const char *script,
                     ...)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = NULL;
  GString *out = g_string_new (NULL);
  char buffer[4096];
  gssize n;
  va_list words;
  int slave;
  int master = open_terminal (columns, &slave);

  va_start (words, script);
  argv = cli_argv (script, words);
  va_end (words);
  launcher = g_subprocess_launcher_new (with_stderr ? G_SUBPROCESS_FLAGS_NONE
                                                    : G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_setenv (launcher, "TERM", "xterm", TRUE);
  g_subprocess_launcher_setenv (launcher, "NO_COLOR", "1", TRUE);
  g_subprocess_launcher_set_cwd (launcher, cli_get_directory ());
  if (with_stderr)
    g_subprocess_launcher_take_stderr_fd (launcher, fcntl (slave, F_DUPFD_CLOEXEC, 3));
  g_subprocess_launcher_take_stdout_fd (launcher, slave);
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv, &error);
  g_assert_no_error (error);
  /* Holds our end of it open. */
  g_clear_object (&launcher);

  /* It ends with EIO when nobody has the other end any more. */
  while ((n = read (master, buffer, sizeof buffer)) > 0)
    g_string_append_len (out, buffer, n);
  close (master);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));

  return g_string_free (out, FALSE);
}

/**
 * cli_path:
 * @name: a file name
 *
 * Makes the path of a file in the directory.
 *
 * Returns: (transfer full): the path
 */
char *
cli_path (const char *name)
{
  return g_build_filename (cli_get_directory (), name, NULL);
}

/**
 * cli_read:
 * @name: a file name
 *
 * Reads a file of the directory.
 *
 * Returns: (transfer full): its contents
 */
char *
cli_read (const char *name)
{
  g_autofree char *path = cli_path (name);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);

  return text;
}

/**
 * cli_demo_start_with:
 * @options: (array zero-terminated=1): options beside --http
 *
 * Starts the demo server over HTTP and waits until it listens.
 *
 * Returns: (transfer full): the server; cli_demo_free() ends it
 */
CliDemo *
cli_demo_start_with (const char * const *options)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;
  CliDemo *self = g_new0 (CliDemo, 1);
  const char *url;

  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_DEMO_SERVER"));
  g_ptr_array_add (argv, (char *) "--http");
  g_ptr_array_add (argv, (char *) "0");
  for (guint i = 0; options[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) options[i]);
  g_ptr_array_add (argv, NULL);

  /* libsoup loses the socket of a client that goes in mid-stream; all else is still checked. */
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", "detect_leaks=0", TRUE);
  self->process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv->pdata,
                                                &error);
  g_assert_no_error (error);

  lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  line = g_data_input_stream_read_line_utf8 (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (line);

  url = strstr (line, "http://127.0.0.1:");
  g_assert_nonnull (url);
  self->url = g_strdup (url);

  return self;
}

/**
 * cli_demo_start:
 * @modern: whether it knows revision 2026-07-28 as well
 *
 * The same, with no other options.
 *
 * Returns: (transfer full): the server
 */
CliDemo *
cli_demo_start (gboolean modern)
{
  const char *options[] = { modern ? "--modern" : NULL, NULL };

  return cli_demo_start_with (options);
}

/**
 * cli_demo_stop:
 * @self: a server
 *
 * Ends the server, so that its port is refused; it has to end well.
 */
void
cli_demo_stop (CliDemo *self)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_send_signal (self->process, SIGTERM);
  g_subprocess_wait_check (self->process, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&self->process);
}

/**
 * cli_demo_take_many:
 * @self: a server
 *
 * Checks that the system takes many connections for it while it does not look.
 */
void
cli_demo_take_many (CliDemo *self)
{
  struct pollfd clients[100];
  g_autoptr (GUri) uri = g_uri_parse (self->url, G_URI_FLAGS_NONE, NULL);
  struct sockaddr_in address = {
    .sin_family = AF_INET,
    .sin_port = g_htons (g_uri_get_port (uri)),
    .sin_addr = { g_htonl (INADDR_LOOPBACK) },
  };

  g_subprocess_send_signal (self->process, SIGSTOP);
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      clients[i].events = POLLOUT;
      clients[i].fd = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
      g_assert_cmpint (clients[i].fd, >=, 0);
      if (connect (clients[i].fd, (struct sockaddr *) &address, sizeof address) != 0)
        g_assert_cmpint (errno, ==, EINPROGRESS);
    }
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      g_test_message ("client %u", i);
      g_assert_cmpint (poll (&clients[i], 1, TEST_AWAIT_MSEC), ==, 1);
      g_assert_cmpint (clients[i].revents, ==, POLLOUT);
    }
  g_subprocess_send_signal (self->process, SIGCONT);

  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    close (clients[i].fd);
}

/**
 * cli_demo_free:
 * @self: a server
 *
 * Ends the server unless it was stopped, and frees all.
 */
void
cli_demo_free (CliDemo *self)
{
  if (self->process != NULL)
    cli_demo_stop (self);
  g_free (self->url);
  g_free (self);
}

/**
 * cli_argv:
 * @script: (nullable): a script for the mock server, inline or a name in tests/cli/scripts; %NULL
 *   for no server of ours
 * @words: the other words, up to %NULL
 *
 * Makes a command line.
 *
 * Returns: (transfer full): the words
 */
char **
cli_argv (const char *script,
          va_list     words)
{
  GPtrArray *argv = g_ptr_array_new ();
  const char *word;

  g_ptr_array_add (argv, g_strdup (g_getenv ("SOUNDER_CLI")));
  /* Scripts are written for one era. What the tests say to sanitizers is for the server, too. */
  if (script != NULL)
    {
      g_ptr_array_add (argv, g_strdup ("--era=legacy"));
      g_ptr_array_add (argv, g_strdup ("--inherit-env=all"));
    }
  while ((word = va_arg (words, const char *)) != NULL)
    g_ptr_array_add (argv, g_strdup (word));

  if (script != NULL)
    {
      g_ptr_array_add (argv, g_strdup ("--"));
      g_ptr_array_add (argv, g_strdup (g_getenv ("SOUNDER_MOCK_SERVER")));
      if (script[0] == '[')
        {
          g_ptr_array_add (argv, g_strdup ("--script"));
          g_ptr_array_add (argv, g_strdup (script));
        }
      else
        g_ptr_array_add (argv, g_test_build_filename (G_TEST_DIST, "cli", "scripts", script, NULL));
    }
  g_ptr_array_add (argv, NULL);

  return (char **) g_ptr_array_free (argv, FALSE);
}

/* The data of no bytes at all may be NULL. */
static char *
dup_text (GBytes *bytes)
{
  gsize length = g_bytes_get_size (bytes);

  return length > 0 ? g_strndup (g_bytes_get_data (bytes, NULL), length) : g_strdup ("");
}

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* The main loop goes on: a server of the test's own process answers meanwhile. */
static CliRun *
run_argv (char      **argv,
          const char *input)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) in = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GBytes) err = NULL;
  g_autoptr (GError) error = NULL;
  CliRun *run = g_new0 (CliRun, 1);

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE |
                                        G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                        G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_set_cwd (launcher, cli_get_directory ());
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv, &error);
  g_assert_no_error (error);

  in = g_bytes_new (input, strlen (input));
  g_subprocess_communicate_async (process, in, NULL, store_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_subprocess_communicate_finish (process, result, &out, &err, &error);
  g_assert_no_error (error);

  run->out = dup_text (out);
  run->err = dup_text (err);
  run->status = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                                     : -g_subprocess_get_term_sig (process);

  return run;
}

/**
 * cli_run:
 * @script: (nullable): as for cli_argv()
 * @...: the words, up to %NULL
 *
 * Runs sounder-cli to its end.
 *
 * Returns: (transfer full): what came of it
 */
CliRun *
cli_run (const char *script,
         ...)
{
  g_auto (GStrv) argv = NULL;
  va_list words;

  va_start (words, script);
  argv = cli_argv (script, words);
  va_end (words);

  return run_argv (argv, "");
}

/**
 * cli_run_with_input:
 * @input: what stands on standard input
 * @script: (nullable): as for cli_argv()
 * @...: the words, up to %NULL
 *
 * Runs sounder-cli to its end.
 *
 * Returns: (transfer full): what came of it
 */
CliRun *
cli_run_with_input (const char *input,
                    const char *script,
                    ...)
{
  g_auto (GStrv) argv = NULL;
  va_list words;

  va_start (words, script);
  argv = cli_argv (script, words);
  va_end (words);

  return run_argv (argv, input);
}

void
cli_run_free (CliRun *self)
{
  if (self == NULL)
    return;

  g_free (self->out);
  g_free (self->err);
  g_free (self);
}

/**
 * cli_parse:
 * @text: one JSON document
 *
 * Parses what was printed; fails when it is no JSON.
 *
 * Returns: (transfer full): the root
 */
JsonNode *
cli_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  if (error != NULL)
    g_error ("%s: %s", error->message, text);
  g_assert_nonnull (node);

  return node;
}

char *
cli_browse (const char *url,
            gboolean    returns)
{
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);
  g_autoptr (SoupMessage) back = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GBytes) page = NULL;
  g_autoptr (GError) error = NULL;
  const char *location;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  body = soup_session_send_and_read (session, message, NULL, &error);
  g_assert_no_error (error);
  location = soup_message_headers_get_one (soup_message_get_response_headers (message), "Location");
  if (location == NULL || !returns)
    return g_strdup (location);

  back = soup_message_new ("GET", location);
  page = soup_session_send_and_read (session, back, NULL, &error);
  g_assert_no_error (error);

  return g_strdup (location);
}

/**
 * cli_test_main:
 *
 * Runs the tests in a home of their own: nothing of the user's is read or written.
 *
 * Returns: what the program ends with
 */
int
cli_test_main (void)
{
  g_autoptr (GError) error = NULL;
  int status;

  directory = g_dir_make_tmp ("sounder-cli-XXXXXX", &error);
  g_assert_no_error (error);

  g_setenv ("HOME", directory, TRUE);
  g_setenv ("XDG_CONFIG_HOME", directory, TRUE);
  g_setenv ("XDG_DATA_HOME", directory, TRUE);
  g_setenv ("XDG_STATE_HOME", directory, TRUE);
  g_unsetenv ("NO_COLOR");

  status = g_test_run ();

  test_remove_tree (directory);
  g_clear_pointer (&directory, g_free);

  return status;
}
