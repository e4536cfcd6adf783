/* test-cli-tap.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib-unix.h>

#include "cli-fixture.h"
#include "mcp-journal-open.h"
#include "mcp-journal-watch.h"
#include "mcp-process-group.h"
#include "test-support.h"

/* That a client and a server do not notice the tap between them, and that it notices all. */

/* The tap as a client starts it: with three blocking pipes. */
typedef struct
{
  GPid pid;
  int  in;
  int  out;
  int  err;
} Tapped;

static Tapped
start_tap (const char *first,
           ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  Tapped tapped;
  va_list words;

  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_CLI"));
  g_ptr_array_add (argv, (char *) "tap");
  va_start (words, first);
  for (const char *word = first; word != NULL; word = va_arg (words, const char *))
    g_ptr_array_add (argv, (char *) word);
  va_end (words);
  g_ptr_array_add (argv, NULL);

  g_spawn_async_with_pipes (NULL, (char **) argv->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL,
                            NULL, &tapped.pid, &tapped.in, &tapped.out, &tapped.err, &error);
  g_assert_no_error (error);

  return tapped;
}

/* Until the end. */
static GByteArray *
read_all (int fd)
{
  GByteArray *all = g_byte_array_new ();
  guint8 buffer[65536];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0)
      g_byte_array_append (all, buffer, n);
  g_assert_cmpint (n, ==, 0);

  return all;
}

static gpointer
read_all_in_thread (gpointer data)
{
  return read_all (GPOINTER_TO_INT (data));
}

static void
write_all (int           fd,
           gconstpointer data,
           gsize         length)
{
  const char *text = data;

  while (length > 0)
    {
      gssize n = write (fd, text, length);

      g_assert_cmpint (n, >, 0);
      text += n;
      length -= n;
    }
}

static int
wait_for (Tapped *tapped)
{
  int status;

  g_assert_cmpint (waitpid (tapped->pid, &status, 0), ==, tapped->pid);
  close (tapped->out);
  close (tapped->err);

  return status;
}

static void
read_line (int   fd,
           char *line,
           gsize size)
{
  gsize length = 0;

  while (length < size - 1 && read (fd, line + length, 1) == 1 && line[length] != '\n')
    length++;
  line[length] = '\0';
}

/* What is no message, no line and no text at all. */
static GByteArray *
make_junk (gsize length)
{
  static const char odd[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\n\r\n{\"cut\":"
                            "\n\xff\xfe\xc0\x80\n[]\n\0\n{\"a\":1}{\"b\":2}\n   \n\xef\xbb\xbf{}\n";
  GByteArray *junk = g_byte_array_new ();
  guint32 state = 1;

  g_byte_array_append (junk, (const guint8 *) odd, sizeof odd - 1);
  while (junk->len < length)
    {
      guint8 byte;

      state = state * 1664525 + 1013904223;
      byte = state >> 24;
      g_byte_array_append (junk, &byte, 1);
    }

  return junk;
}

static void
assert_same (GByteArray *received,
             GByteArray *sent)
{
  g_assert_cmpuint (received->len, ==, sent->len);
  g_assert_true (sent->len == 0 || memcmp (received->data, sent->data, sent->len) == 0);
}

/* Through the server and back, the copy on standard error included. */
static void
check_bytes (GByteArray *sent,
             const char *server)
{
  Tapped tapped = start_tap ("--", "sh", "-c", server, NULL);
  g_autoptr (GByteArray) out = NULL;
  g_autoptr (GByteArray) err = NULL;
  GThread *out_thread = g_thread_new ("out", read_all_in_thread, GINT_TO_POINTER (tapped.out));
  GThread *err_thread = g_thread_new ("err", read_all_in_thread, GINT_TO_POINTER (tapped.err));
  int status;

  write_all (tapped.in, sent->data, sent->len);
  close (tapped.in);
  out = g_thread_join (out_thread);
  err = g_thread_join (err_thread);
  status = wait_for (&tapped);

  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  assert_same (out, sent);
  if (strstr (server, "tee") != NULL)
    assert_same (err, sent);
  else
    g_assert_cmpuint (err->len, ==, 0);
}

static void
test_bytes_junk (void)
{
  g_autoptr (GByteArray) none = g_byte_array_new ();
  g_autoptr (GByteArray) odd = make_junk (0);
  g_autoptr (GByteArray) junk = make_junk (3 * 1024 * 1024 + 17);

  check_bytes (none, "cat");
  check_bytes (odd, "cat");
  check_bytes (odd, "exec tee /dev/stderr");
  check_bytes (junk, "exec tee /dev/stderr");
}

static void
test_bytes_huge_line (void)
{
  g_autoptr (GByteArray) line = g_byte_array_sized_new (100 * 1024 * 1024);

  g_byte_array_set_size (line, 100 * 1024 * 1024);
  memset (line->data, 'x', line->len);
  memcpy (line->data, "{\"a\":\"", 6);
  memcpy (line->data + line->len - 2, "\"}", 2);

  check_bytes (line, "cat");
}

/* What the server got, not only what came back. */
static void
test_bytes_received (void)
{
  g_autoptr (GByteArray) junk = make_junk (100000);
  g_autofree char *path = cli_path ("received");
  g_autofree char *server = g_strdup_printf ("cat > '%s'", path);
  Tapped tapped = start_tap ("--", "sh", "-c", server, NULL);
  g_autofree char *received = NULL;
  gsize length;

  write_all (tapped.in, junk->data, junk->len);
  close (tapped.in);
  g_assert_cmpint (wait_for (&tapped), ==, 0);
  g_assert_true (g_file_get_contents (path, &received, &length, NULL));
  g_assert_cmpmem (received, length, junk->data, junk->len);
}

static void
test_exit_code (void)
{
  Tapped tapped = start_tap ("--", "sh", "-c", "exit 7", NULL);
  int status;

  status = wait_for (&tapped);
  close (tapped.in);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 7);
}

static void
test_exit_signal (void)
{
  static const int signals[] = { SIGKILL, SIGTERM, SIGSEGV, SIGPIPE };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      g_autofree char *server = g_strdup_printf ("kill -%d $$", signals[i]);
      Tapped tapped = start_tap ("--", "sh", "-c", server, NULL);
      int status = wait_for (&tapped);

      close (tapped.in);
      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, signals[i]);
    }
}

static void
test_signals_passed (void)
{
  static const struct { int number; const char *name; } signals[] = {
    { SIGTERM, "TERM" }, { SIGINT, "INT" }, { SIGHUP, "HUP" }, { SIGUSR1, "USR1" },
    { SIGUSR2, "USR2" }, { SIGQUIT, "QUIT" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      g_autofree char *server = g_strdup_printf ("trap 'echo got; exit %u' %s; echo ready; "
                                                 "while :; do read x; done",
                                                 40 + i, signals[i].name);
      Tapped tapped = start_tap ("--", "sh", "-c", server, NULL);
      char line[64];
      int status;

      read_line (tapped.out, line, sizeof line);
      g_assert_cmpstr (line, ==, "ready");
      kill (tapped.pid, signals[i].number);
      read_line (tapped.out, line, sizeof line);
      g_assert_cmpstr (line, ==, "got");
      status = wait_for (&tapped);
      close (tapped.in);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpuint (WEXITSTATUS (status), ==, 40 + i);
    }
}

/* A server that dies of what was passed on: so does the tap. */
static void
test_signal_ends_both (void)
{
  Tapped tapped = start_tap ("--", "sh", "-c", "echo $$; exec cat", NULL);
  char line[64];
  int status;

  read_line (tapped.out, line, sizeof line);
  kill (tapped.pid, SIGTERM);
  status = wait_for (&tapped);
  close (tapped.in);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGTERM);
  g_assert_true (test_group_is_gone (atoi (line), TEST_AWAIT_MSEC));
}

/* Killed without a word: nobody stays, not even who ignores everything. */
static void
test_killed (void)
{
  Tapped tapped =
    start_tap ("--", "sh", "-c", "trap '' TERM HUP INT PIPE; (trap '' TERM HUP INT PIPE; echo $$; "
               "while :; do sleep 1; done) & while :; do sleep 1; done", NULL);
  char line[64];
  GPid group;

  read_line (tapped.out, line, sizeof line);
  group = atoi (line);
  g_assert_cmpint (group, >, 1);
  TEST_AWAIT_POLL (mcp_process_group_read (group, NULL) >= 2);

  kill (tapped.pid, SIGKILL);
  g_assert_true (WIFSIGNALED (wait_for (&tapped)));
  close (tapped.in);
  g_assert_true (test_group_is_gone (group, TEST_AWAIT_MSEC));
}

/* The end of the input reaches the server, the end of the output the client, one by one. */
static void
test_ends_in_order (void)
{
  Tapped tapped = start_tap ("--", "sh", "-c", "echo bye; exec >&-; cat >/dev/null; exit 5", NULL);
  g_autoptr (GByteArray) out = read_all (tapped.out);
  int status;

  /* The server lives on, and so does the tap. */
  g_assert_cmpuint (out->len, ==, 4);
  g_assert_cmpint (waitpid (tapped.pid, &status, WNOHANG), ==, 0);
  close (tapped.in);
  status = wait_for (&tapped);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 5);
}

/* A server that reads no more: the client hears of it. */
static void
test_server_stops_reading (void)
{
  Tapped tapped = start_tap ("--", "sh", "-c", "exec <&-; echo closed; exec sleep 1000", NULL);
  char line[64];

  read_line (tapped.out, line, sizeof line);
  g_assert_cmpstr (line, ==, "closed");
  signal (SIGPIPE, SIG_IGN);
  TEST_AWAIT_POLL (write (tapped.in, "x", 1) < 0 && errno == EPIPE);
  signal (SIGPIPE, SIG_DFL);
  close (tapped.in);
  kill (tapped.pid, SIGTERM);
  wait_for (&tapped);
}

/* A client that reads no more: the server hears of it. */
static void
test_client_stops_reading (void)
{
  Tapped tapped = start_tap ("--", "yes", NULL);
  char line[64];
  int status;

  read_line (tapped.out, line, sizeof line);
  close (tapped.out);
  tapped.out = dup (tapped.in);
  status = wait_for (&tapped);
  close (tapped.in);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGPIPE);
}

/* Who does not read holds the server up, as without the tap. */
static void
test_back_pressure (void)
{
  g_autofree char *path = cli_path ("written");
  g_autofree char *server = g_strdup_printf ("head -c 10000000 /dev/zero; echo done > '%s'", path);
  Tapped tapped = start_tap ("--", "sh", "-c", server, NULL);
  g_autoptr (GByteArray) out = NULL;
  int n_waiting = 0;

  TEST_AWAIT_POLL (ioctl (tapped.out, FIONREAD, &n_waiting) == 0 && n_waiting >= 65536);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  out = read_all (tapped.out);
  g_assert_cmpuint (out->len, ==, 10000000);
  g_assert_cmpint (wait_for (&tapped), ==, 0);
  close (tapped.in);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_cannot_start (void)
{
  Tapped tapped = start_tap ("--", "/nonexistent/program", NULL);
  g_autoptr (GByteArray) err = read_all (tapped.err);
  int status = wait_for (&tapped);

  close (tapped.in);
  g_assert_cmpint (WEXITSTATUS (status), ==, 3);
  g_byte_array_append (err, (const guint8 *) "", 1);
  assert_contains ((const char *) err->data, "/nonexistent/program");
}

/* A session through the tap, and what is in the recording of it. */
static void
test_recorded (void)
{
  static const char script[] = "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, "
                               "{\"stderr\": \"hello\"}, {\"serve\": {}}]";
  g_auto (GStrv) mock = test_mock_argv (script);
  g_autofree char *path = cli_path ("tapped.mcprec");
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *recording = NULL;
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_CLI"));
  g_ptr_array_add (argv, (char *) "info");
  g_ptr_array_add (argv, (char *) "--");
  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_CLI"));
  g_ptr_array_add (argv, (char *) "tap");
  g_ptr_array_add (argv, (char *) "--name=Through");
  g_ptr_array_add (argv, (char *) "--env=SECRET_TOKEN=hunter2hunter2");
  g_ptr_array_add (argv, (char *) "--record");
  g_ptr_array_add (argv, path);
  g_ptr_array_add (argv, (char *) "--");
  for (guint i = 0; mock[i] != NULL; i++)
    g_ptr_array_add (argv, mock[i]);
  g_ptr_array_add (argv, NULL);

  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);

  recording = cli_read ("tapped.mcprec");
  g_assert_true (g_str_has_prefix (recording, "{\"mcprec\":1,"));
  assert_contains (recording, "\"redacted\":true");
  assert_contains (recording, "Through");
  assert_contains (recording, "\"ch\":\"stdio\",\"dir\":\"out\",\"raw\":\"{\\\"jsonrpc\\\":");
  assert_contains (recording, "\\\"method\\\":\\\"initialize\\\"");
  assert_contains (recording, "\"server\":{\"name\":\"mock\",\"version\":\"1.0\"}");
  assert_contains (recording, "\"ch\":\"stderr\",\"dir\":\"in\",\"raw\":\"hello\"");
  assert_contains (recording, "\"type\":\"spawn\"");
  assert_contains (recording, "\"type\":\"exit\"");
  g_assert_null (strstr (recording, "hunter2"));
}

/* Nowhere to write to: one line says so, and all goes through. */
static void
test_cannot_write (void)
{
  g_autoptr (GByteArray) junk = make_junk (300000);
  g_autofree char *file = cli_path ("no-folder");
  Tapped tapped;
  GThread *out_thread, *err_thread;
  g_autoptr (GByteArray) out = NULL;
  g_autoptr (GByteArray) err = NULL;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_setenv ("XDG_STATE_HOME", file, TRUE);
  tapped = start_tap ("--record", "/dev/full", "--", "cat", NULL);
  g_setenv ("XDG_STATE_HOME", cli_get_directory (), TRUE);

  out_thread = g_thread_new ("out", read_all_in_thread, GINT_TO_POINTER (tapped.out));
  err_thread = g_thread_new ("err", read_all_in_thread, GINT_TO_POINTER (tapped.err));
  write_all (tapped.in, junk->data, junk->len);
  close (tapped.in);
  out = g_thread_join (out_thread);
  err = g_thread_join (err_thread);
  g_assert_cmpint (wait_for (&tapped), ==, 0);
  assert_same (out, junk);

  g_byte_array_append (err, (const guint8 *) "", 1);
  assert_contains ((const char *) err->data, "sounder-cli: tap: ");
  g_assert_true (strchr ((const char *) err->data, '\n') ==
                 (const char *) err->data + err->len - 2);
}

static void
set_room (rlim_t bytes)
{
  const struct rlimit limit = { bytes, RLIM_INFINITY };

  signal (SIGXFSZ, bytes == RLIM_INFINITY ? SIG_DFL : SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* The disk is full in the middle: all goes through, and what was written by then can be read. */
static void
test_full_disk (void)
{
  g_autoptr (GByteArray) sent = g_byte_array_new ();
  g_autofree char *path = cli_path ("full.mcprec");
  g_autofree char *log = NULL;
  g_autoptr (CliRun) run = NULL;
  g_autoptr (GByteArray) out = NULL;
  g_autoptr (GByteArray) err = NULL;
  GThread *out_thread, *err_thread;
  Tapped tapped;

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *line =
        g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"m%u\",\"params\":{\"a\":1.10}}\n", i);

      g_byte_array_append (sent, (const guint8 *) line, strlen (line));
    }

  /* Both the limit and that its signal is ignored are handed on. */
  set_room (64 * 1024);
  tapped = start_tap ("--record", path, "--", "cat", NULL);
  set_room (RLIM_INFINITY);
  out_thread = g_thread_new ("out", read_all_in_thread, GINT_TO_POINTER (tapped.out));
  err_thread = g_thread_new ("err", read_all_in_thread, GINT_TO_POINTER (tapped.err));
  write_all (tapped.in, sent->data, sent->len);
  close (tapped.in);
  out = g_thread_join (out_thread);
  err = g_thread_join (err_thread);
  wait_for (&tapped);
  assert_same (out, sent);
  g_byte_array_append (err, (const guint8 *) "", 1);
  assert_contains ((const char *) err->data, "passing on without it");

  run = cli_run (NULL, "--open", path, "log", NULL);
  assert_status (run, 0);
  assert_contains (run->out, "m1 ");
}

static void
found_cb (McpJournalWatch *watch,
          McpJournalInfo  *info,
          char           **path)
{
  if (g_strcmp0 (info->name, "Followed") == 0)
    *path = g_strdup (info->path);
}

static gboolean
has_record (McpJournal   *journal,
            McpDirection  direction,
            const char   *method)
{
  for (guint serial = 1; serial <= g_list_model_get_n_items (G_LIST_MODEL (journal)); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_direction (record) == direction &&
          g_strcmp0 (mcp_record_get_method (record), method) == 0)
        return TRUE;
    }

  return FALSE;
}

/* What the window does: finds the journal of a tap, and sees each message as it crosses. */
static void
test_followed (void)
{
  g_autoptr (McpJournalWatch) watch = mcp_journal_watch_new ("tap");
  g_autoptr (McpJournal) journal = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  Tapped tapped;

  g_signal_connect (watch, "found", G_CALLBACK (found_cb), &path);
  mcp_journal_watch_start (watch);
  tapped = start_tap ("--name=Followed", "--", "cat", NULL);
  TEST_AWAIT (path != NULL);

  journal = mcp_journal_open_spool (path, TRUE, &error);
  g_assert_no_error (error);
  write_all (tapped.in, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n", 45);
  TEST_AWAIT (has_record (journal, MCP_DIRECTION_OUT, "notifications/x"));
  TEST_AWAIT (has_record (journal, MCP_DIRECTION_IN, "notifications/x"));
  g_assert_true (mcp_journal_is_live (journal));

  close (tapped.in);
  g_assert_cmpint (wait_for (&tapped), ==, 0);
  TEST_AWAIT (!mcp_journal_is_live (journal));
}

static void
test_print (void)
{
  Tapped tapped = start_tap ("--print", "--", "cat", NULL);
  g_autoptr (GByteArray) err = NULL;

  write_all (tapped.in, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n", 45);
  close (tapped.in);
  err = read_all (tapped.err);
  g_assert_cmpint (wait_for (&tapped), ==, 0);
  g_byte_array_append (err, (const guint8 *) "", 1);
  assert_contains ((const char *) err->data, "→ notification");
  assert_contains ((const char *) err->data, "← notification");
}

static guint
count_lines (const char *name)
{
  g_autofree char *text = cli_read (name);
  guint n_lines = 0;

  /* Not strchr(), of which a checking build looks at all of the text each time. */
  for (const char *at = text; *at != '\0'; at++)
    n_lines += *at == '\n';

  return n_lines;
}

/* More than can be written down at once: the client sees the end, and the recording is whole. */
static void
test_late (void)
{
  g_autofree char *path = cli_path ("late.mcprec");
  Tapped tapped = start_tap ("--record", path, "--", "/bin/sh", "-c",
                             "yes '{\"jsonrpc\":\"2.0\",\"method\":\"m\"}' | head -n 300000", NULL);
  g_autoptr (GByteArray) all = NULL;
  gint64 deadline_usec;

  close (tapped.in);
  all = read_all (tapped.out);
  g_assert_cmpuint (all->len, ==, 300000 * strlen ("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n"));
  g_assert_cmpint (wait_for (&tapped), ==, 0);

  /* The head, the start, the messages, the end. */
  deadline_usec = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000;
  while (count_lines ("late.mcprec") < 300003 && g_get_monotonic_time () < deadline_usec)
    g_usleep (100 * 1000);
  g_assert_cmpuint (count_lines ("late.mcprec"), ==, 300003);
}

int
main (int   argc,
      char *argv[])
{
  /* Who runs the tests in the background may ignore these, and children would too. */
  signal (SIGINT, SIG_DFL);
  signal (SIGQUIT, SIG_DFL);
  signal (SIGHUP, SIG_DFL);

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/tap/bytes/junk", test_bytes_junk);
  g_test_add_func ("/cli/tap/bytes/huge-line", test_bytes_huge_line);
  g_test_add_func ("/cli/tap/bytes/received", test_bytes_received);
  g_test_add_func ("/cli/tap/exit/code", test_exit_code);
  g_test_add_func ("/cli/tap/exit/signal", test_exit_signal);
  g_test_add_func ("/cli/tap/signals/passed", test_signals_passed);
  g_test_add_func ("/cli/tap/signals/end-both", test_signal_ends_both);
  g_test_add_func ("/cli/tap/killed", test_killed);
  g_test_add_func ("/cli/tap/ends-in-order", test_ends_in_order);
  g_test_add_func ("/cli/tap/server-stops-reading", test_server_stops_reading);
  g_test_add_func ("/cli/tap/client-stops-reading", test_client_stops_reading);
  g_test_add_func ("/cli/tap/back-pressure", test_back_pressure);
  g_test_add_func ("/cli/tap/cannot-start", test_cannot_start);
  g_test_add_func ("/cli/tap/recorded", test_recorded);
  g_test_add_func ("/cli/tap/cannot-write", test_cannot_write);
  g_test_add_func ("/cli/tap/full-disk", test_full_disk);
  g_test_add_func ("/cli/tap/print", test_print);
  g_test_add_func ("/cli/tap/late", test_late);
  g_test_add_func ("/cli/tap/followed", test_followed);

  return cli_test_main ();
}
