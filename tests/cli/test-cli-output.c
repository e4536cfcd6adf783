/* test-cli-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"
#include "test-support.h"

/* What --output leaves: the whole file, or the earlier one; and a pipe is a pipe. */

#define MAX_ATTEMPTS 20

/* @raw: what each line is of, as it stands in a string of JSON */
static char *
make_recording (const char *name,
                const char *raw,
                guint       n_lines)
{
  g_autoptr (GString) text = g_string_new (
    "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11Z\",\"generator\":\"Other 1\"}\n");
  char *path = cli_path (name);

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (text, "{\"t\":%u,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"%s\"}\n", i,
                            raw);
  g_assert_true (g_file_set_contents (path, text->str, text->len, NULL));

  return path;
}

static char *
repeat (const char *text,
        guint       n)
{
  g_autofree char *zeros = g_strnfill (n, '0');
  g_auto (GStrv) parts = g_strsplit (zeros, "0", -1);

  return g_strjoinv (text, parts);
}

/* The name of what is written beside @wanted by now. (nullable) */
static char *
find_part (const char *wanted)
{
  g_autoptr (GDir) dir = g_dir_open (cli_get_directory (), 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, wanted) && g_str_has_suffix (name, ".part"))
      return g_strdup (name);

  return NULL;
}

static void
assert_mine (const char *name)
{
  g_autofree char *contents = cli_read (name);
  g_autofree char *part = find_part (name);

  g_assert_cmpstr (contents, ==, "mine");
  g_assert_null (part);
}

/* Converts with no more than @n_bytes for each file. */
static void
assert_no_room (const char *recording,
                rlim_t      n_bytes,
                const char *expected)
{
  const struct rlimit little = { n_bytes, RLIM_INFINITY };
  const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
  g_autofree char *target = cli_path ("no-room.out");
  g_autoptr (CliRun) run = NULL;

  g_assert_true (g_file_set_contents (target, "mine", -1, NULL));
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &little), ==, 0);
  run = cli_run (NULL, "--open", recording, "convert", "--to", "text", "-o", target, NULL);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &all), ==, 0);
  assert_status (run, 1);
  assert_contains (run->err, expected);
  assert_mine ("no-room.out");
}

/* A character that cannot be seen takes four bytes where it is written: there is room to read. */
static void
test_no_room (void)
{
  g_autofree char *raw = repeat ("\\u0001", 400);
  g_autofree char *recording = make_recording ("no-room.mcprec", raw, 2000);

  assert_no_room (recording, 2 * 1024 * 1024, "no-room.out”");
  assert_no_room (recording, 64 * 1024, "no-room.mcprec");
}

/* Stops the process in the middle of its file. Returns: whether it was soon enough. */
static gboolean
stop_while_writing (GSubprocess *process,
                    const char  *wanted)
{
  g_autofree char *part = NULL;
  gint64 deadline_usec = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000;

  while ((part = find_part (wanted)) == NULL && g_subprocess_get_identifier (process) != NULL
         && g_get_monotonic_time () < deadline_usec)
    g_main_context_iteration (NULL, FALSE);

  g_subprocess_send_signal (process, SIGSTOP);
  g_free (part);
  part = find_part (wanted);

  return part != NULL;
}

static void
interrupt (const char *recording,
           int         signal_number)
{
  g_autofree char *target = cli_path ("interrupted.out");

  for (guint i = 0; i < MAX_ATTEMPTS; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GSubprocess) process =
        g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, g_getenv ("SOUNDER_CLI"),
                          "--open", recording, "convert", "--to", "jsonl", "-o", target, NULL);
      gboolean stopped;

      g_assert_no_error (error);
      g_assert_true (g_file_set_contents (target, "mine", -1, NULL));
      stopped = stop_while_writing (process, "interrupted.out");
      g_subprocess_send_signal (process, signal_number);
      g_subprocess_send_signal (process, SIGCONT);
      g_assert_true (g_subprocess_wait (process, NULL, &error));
      g_assert_no_error (error);
      if (!stopped)
        continue;

      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 5);
      assert_mine ("interrupted.out");
      return;
    }

  g_error ("it was always over before it could be stopped");
}

static void
test_interrupt (void)
{
  g_autofree char *filler = g_strnfill (400, 'x');
  g_autofree char *raw = g_strdup_printf (
    "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"m\\\",\\\"params\\\":[\\\"%s\\\"]}", filler);
  g_autofree char *recording = make_recording ("interrupt.mcprec", raw, 20000);

  interrupt (recording, SIGINT);
  interrupt (recording, SIGTERM);
}

static int
open_pipe (const char *path)
{
  int fd;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
  g_assert_cmpint (fd, >=, 0);

  return fd;
}

static void
assert_came (int         fd,
             const char *path,
             const char *expected)
{
  char text[4096] = "";
  GStatBuf info;

  g_assert_cmpint (read (fd, text, sizeof text - 1), >, 0);
  close (fd);
  assert_contains (text, expected);
  g_assert_cmpint (g_lstat (path, &info), ==, 0);
  g_assert_true (S_ISFIFO (info.st_mode));
}

static void
test_pipe (void)
{
  g_autofree char *recording = make_recording (
    "pipe.mcprec", "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"m\\\"}", 1);
  g_autofree char *converted = cli_path ("converted.pipe");
  g_autofree char *read = cli_path ("read.pipe");
  g_autoptr (CliRun) convert = NULL;
  g_autoptr (CliRun) resource = NULL;
  int fd = open_pipe (converted);

  convert = cli_run (NULL, "--open", recording, "convert", "--to", "jsonl", "-o", converted, NULL);
  assert_status (convert, 0);
  assert_came (fd, converted, "\"method\":\"m\"");

  fd = open_pipe (read);
  resource = cli_run ("[{\"handshake\": {\"capabilities\": {\"resources\": {}}}}, {\"serve\": {"
                      "\"resources/read\": {\"result\": {\"contents\": [{\"uri\": \"x:y\","
                      " \"text\": \"all of it\"}]}}}}]",
                      "resources", "read", "x:y", "-o", read, NULL);
  assert_status (resource, 0);
  assert_came (fd, read, "all of it");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/output/no-room", test_no_room);
  g_test_add_func ("/cli/output/interrupt", test_interrupt);
  g_test_add_func ("/cli/output/pipe", test_pipe);

  return cli_test_main ();
}
