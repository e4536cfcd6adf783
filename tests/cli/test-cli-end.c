/* test-cli-end.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli-fixture.h"
#include "test-support.h"

/* How a run ends: its status, what is said, and that nobody is left behind. */

#define HANDSHAKE "{\"handshake\": {\"capabilities\": {\"tools\": {}}}}"

static const struct
{
  const char *script;   /* (nullable) */
  const char *words[6]; /* up to NULL */
  int         status;
  const char *kind;     /* (nullable) of the error */
  const char *message;  /* (nullable) a part of it */
} ends[] = {
  { "[" HANDSHAKE ", {\"serve\": {\"tools/call\": {\"result\": {\"content\": []}}}}]",
    { "tools", "call", "t" }, 0, NULL, NULL },
  { "[" HANDSHAKE ", {\"serve\": {\"tools/call\": {\"result\": {\"content\": [], \"isError\": true}}}}]",
    { "tools", "call", "t" }, 1, NULL, NULL },
  { "[" HANDSHAKE ", {\"serve\": {\"tools/call\": {\"error\": {\"code\": -32602, \"message\": \"No.\"}}}}]",
    { "tools", "call", "t" }, 1, "server", "No." },
  { "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"error\": {\"code\": -32603, \"message\": \"Oh.\", \"data\": {\"a\": 1}}}}}]",
    { "tools", "list" }, 1, "server", "Oh." },
  { "[" HANDSHAKE ", {\"serve\": {}}]",
    { "prompts", "list" }, 1, "protocol", "prompts" },
  { NULL, { "info", "--", "/nonexistent/program" }, 3, "spawn", "/nonexistent/program" },
  { NULL, { "info", "--", "/dev/null" }, 3, "spawn", "/dev/null" },
  { "[{\"exit\": 3}]", { "info" }, 3, "died", "3" },
  { "[{\"handshake\": {\"protocolVersion\": \"1999-01-01\"}}, {\"serve\": {}}]",
    { "info" }, 3, "protocol", "1999-01-01" },
  { "[{\"expect\": {\"method\": \"initialize\"}}, {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"error\\\":{\\\"code\\\":-32603,\\\"message\\\":\\\"Never.\\\"}}\"}]",
    { "info" }, 3, "server", "Never." },
  { "[{\"ignore_stdin\": true}]", { "info", "--timeout", "0.2" }, 5, "timeout", NULL },
  { "[" HANDSHAKE ", {\"serve\": {\"tools/call\": {\"silent\": true}}}]",
    { "tools", "call", "t", "--timeout", "0.2" }, 5, "timeout", NULL },
  { "[" HANDSHAKE ", {\"serve\": {\"tools/call\": {\"silent\": true}}}]",
    { "tools", "call", "t", "--max-time", "0.5" }, 5, "timeout", "--max-time" },
  { "[" HANDSHAKE ", {\"serve\": {\"ping\": {\"silent\": true}}}]",
    { "ping", "-c1", "-W0.2" }, 5, NULL, NULL },
  { "[" HANDSHAKE ", {\"expect\": {\"method\": \"tools/call\"}}, {\"stderr\": \"last words\"}, {\"exit\": 9}]",
    { "tools", "call", "t" }, 7, "died", "9" },
  { "[" HANDSHAKE ", {\"expect\": {\"method\": \"tools/call\"}}, {\"signal\": 11}]",
    { "tools", "call", "t" }, 7, "died", "SIGSEGV" },
};

static CliRun *
run_end (guint       i,
         const char *format)
{
  const char * const *w = ends[i].words;

  return cli_run (ends[i].script, format, w[0], w[1], w[1] ? w[2] : NULL,
                  w[1] && w[2] ? w[3] : NULL, w[1] && w[2] && w[3] ? w[4] : NULL, NULL);
}

static void
test_status_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (CliRun) run = run_end (i, "--format=text");

      g_test_message ("case %u: %s", i, run->err);
      assert_status (run, ends[i].status);
      if (ends[i].message != NULL)
        assert_contains (run->err, ends[i].message);
      if (ends[i].kind != NULL)
        g_assert_cmpstr (run->out, ==, "");
    }
}

static void
test_status_json (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (CliRun) run = run_end (i, "--format=json");
      g_autoptr (JsonNode) root = NULL;
      JsonObject *error;

      assert_status (run, ends[i].status);
      root = cli_parse (run->out);
      if (ends[i].kind == NULL)
        continue;

      error = json_object_get_object_member (json_node_get_object (root), "error");
      /* With steps, an action or evidence where there are some. */
      g_assert_cmpuint (json_object_get_size (error), >=, 5);
      g_assert_cmpstr (json_object_get_string_member (error, "kind"), ==, ends[i].kind);
      if (ends[i].message != NULL)
        assert_contains (json_object_get_string_member (error, "message"), ends[i].message);
    }
}

/* Code and data of a JSON-RPC error, of a call and of a list. */
static void
test_error_object (void)
{
  g_autoptr (CliRun) list = run_end (3, "--format=ndjson");
  g_autoptr (JsonNode) root = cli_parse (list->out);
  JsonObject *error = json_object_get_object_member (json_node_get_object (root), "error");

  g_assert_cmpint (json_object_get_int_member (error, "code"), ==, -32603);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (error, "data"), "a"),
                   ==, 1);
}

/* A server that died is reported with how, and with its last words. */
static void
test_death (void)
{
  g_autoptr (CliRun) text = run_end (14, "--format=text");
  g_autoptr (CliRun) json = run_end (14, "--format=json");
  g_autoptr (JsonNode) root = cli_parse (json->out);
  JsonObject *error = json_object_get_object_member (json_node_get_object (root), "error");
  JsonObject *data = json_object_get_object_member (error, "data");

  assert_contains (text->err, "  | last words\n");
  g_assert_cmpint (json_object_get_int_member (data, "exit_code"), ==, 9);
  g_assert_cmpstr (json_array_get_string_element (json_object_get_array_member (data, "stderr"), 0),
                   ==, "last words");
}

/* A run that goes on, with the process group of its server. */
typedef struct
{
  GSubprocess      *process;
  GDataInputStream *out;
  GPid              group;
} Running;

/* Reads a line; by then the call, or whatever it is, is under way. */
static char *
read_line (Running *running)
{
  g_autoptr (GError) error = NULL;
  char *line = g_data_input_stream_read_line (running->out, NULL, NULL, &error);

  g_assert_no_error (error);
  return line;
}

static Running *
start (const char *script,
       ...) G_GNUC_NULL_TERMINATED;

/* The script forks a grandchild whose pid is in "pid": its group is the server's. */
static Running *
start (const char *script,
       ...)
{
  Running *running = g_new0 (Running, 1);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = NULL;
  g_autofree char *line = NULL;
  g_autofree char *pid = NULL;
  va_list words;

  va_start (words, script);
  argv = cli_argv (script, words);
  va_end (words);

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                        G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_set_cwd (launcher, cli_get_directory ());
  running->process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv, &error);
  g_assert_no_error (error);
  running->out =
    g_data_input_stream_new (g_subprocess_get_stdout_pipe (running->process));

  line = read_line (running);
  g_assert_nonnull (line);
  pid = cli_read ("pid");
  running->group = getpgid (g_ascii_strtoll (pid, NULL, 10));
  g_assert_cmpint (running->group, >, 1);
  g_assert_cmpint (running->group, !=, getpgid (0));

  return running;
}

static int
finish (Running *running)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_subprocess_wait (running->process, NULL, &error);
  g_assert_no_error (error);
  status = g_subprocess_get_if_exited (running->process)
           ? g_subprocess_get_exit_status (running->process) : -1;
  g_assert_true (test_group_is_gone (running->group, TEST_AWAIT_MSEC));

  g_object_unref (running->out);
  g_object_unref (running->process);
  g_free (running);

  return status;
}

/* Says that it was called, and nothing more; ends only by force, its child too. */
#define STUBBORN \
  "[{\"log_stdin\": \"stdin.log\"}, {\"ignore_sigterm\": true}, {\"ignore_eof\": true}," \
  " {\"fork_grandchild\": {\"ignore_sigterm\": true, \"pidfile\": \"pid\"}}, " HANDSHAKE "," \
  " {\"serve\": {\"tools/call\": {\"silent\": true, \"before\": [" \
  "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/x\\\"}\"}]}}}]"

static void
test_interrupt (void)
{
  Running *running = start (STUBBORN, "tools", "call", "t", "--format=ndjson", NULL);
  g_autofree char *sent = NULL;

  g_subprocess_send_signal (running->process, SIGINT);
  g_assert_cmpint (finish (running), ==, 5);

  sent = cli_read ("stdin.log");
  assert_contains (sent, "notifications/cancelled");
}

/* Returns how long the end took. */
static gint64
interrupt_twice (void)
{
  Running *running = start (STUBBORN, "tools", "call", "t", "--format=ndjson", NULL);
  gint64 start_usec = g_get_monotonic_time ();
  g_autofree char *line = NULL;

  /* The first one is answered by the error, the second one ends the ladder. */
  g_subprocess_send_signal (running->process, SIGINT);
  line = read_line (running);
  assert_contains (line, "\"cancelled\"");
  g_subprocess_send_signal (running->process, SIGINT);

  g_assert_cmpint (finish (running), ==, 5);

  return g_get_monotonic_time () - start_usec;
}

static void
test_interrupt_twice (void)
{
  TEST_SOON (interrupt_twice (), 900 * 1000);
}

/* A server that is waited for without end gets one second more than --max-time, and we too. */
static void
test_overtime (void)
{
  g_autofree char *config = cli_path ("patient.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (CliRun) run = NULL;
  const char *text =
    ("{\"mcpServers\": {\"patient\": {\"command\": \"sh\", \"args\": [\"-c\", \"trap '' TERM; "
         "sleep 600; sleep 600\"], \"sounder\": {\"waits\": {\"close\": 300, \"term\": 300}}}}}");
  g_assert_true (g_file_set_contents (config, text, -1, &error));
  g_assert_no_error (error);

  run = cli_run (NULL, "info", "--yes", "--config", config, "--max-time", "0.2", NULL);
  assert_status (run, 5);
  assert_contains (run->err, "--max-time");
  assert_contains (run->err, "waiting for the server to end");
}

static void
test_terminate (void)
{
  const int signals[] = { SIGTERM, SIGHUP };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      Running *running = start (STUBBORN, "tools", "call", "t", "--format=ndjson", NULL);

      g_subprocess_send_signal (running->process, signals[i]);
      g_assert_cmpint (finish (running), ==, 5);
    }
}

/* Nobody reads any more: an end without a word, for the server too. */
static void
test_closed_output (void)
{
  static const char script[] =
    "[{\"fork_grandchild\": {\"pidfile\": \"pid\"}}, " HANDSHAKE ","
    " {\"serve\": {\"tools/call\": {\"silent\": true, \"before\": [{\"loop\": ["
    "{\"repeat\": 100, \"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"x\\\"}\"},"
    "{\"sleep_msec\": 1}]}]}}}]";
  Running *running = start (script, "tools", "call", "t", "--format=ndjson", NULL);

  g_input_stream_close (G_INPUT_STREAM (running->out), NULL, NULL);
  g_assert_cmpint (finish (running), ==, 0);
}

/* A reader that holds the pipe and does not read blocks us, not our end. */
static void
test_blocked_output (void)
{
  static const char script[] =
    "[{\"fork_grandchild\": {\"pidfile\": \"pid\"}}, " HANDSHAKE ","
    " {\"serve\": {\"tools/call\": {\"silent\": true, \"before\": ["
    "{\"repeat\": 100000, \"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"x\\\"}\"}"
    "]}}}]";
  Running *running = start (script, "tools", "call", "t", "--format=ndjson", NULL);

  g_usleep (200 * 1000); /* the pipe is full by then, or the signal comes early: both must end */
  g_subprocess_send_signal (running->process, SIGTERM);
  g_assert_cmpint (finish (running), ==, 5);
}

/* What ends by itself is not waited for: the server's own five seconds are not ours. */
static gint64
end_quickly (void)
{
  gint64 start_usec = g_get_monotonic_time ();
  g_autoptr (CliRun) run =
    cli_run ("[{\"ignore_eof\": true}, " HANDSHAKE ", {\"serve\": {}}]", "info", NULL);

  assert_status (run, 0);

  return g_get_monotonic_time () - start_usec;
}

static void
test_quick (void)
{
  TEST_SOON (end_quickly (), 1500 * 1000);
}

/*
 * 300 MiB without a newline: the rest over the limit is counted and not held, the next line is
 * read as ever, and memory stays under the limit and 64 MiB.
 */
static void
test_endless_line (void)
{
  g_autoptr (CliRun) run = cli_run (
    "[{\"handshake\":{\"capabilities\":{\"tools\":{}}}},{\"serve\":{"
    "\"tools/list\":{\"result\":{\"tools\":[{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}}]}},"
    "\"tools/call\":{\"result\":{\"content\":[]},\"before\":["
    "{\"fill\":{\"bytes\":314572800,\"char\":\"x\"}},{\"send_text\":\"\"}]}}}]",
    "--format", "json", "tools", "call", "x", NULL);
  struct rusage usage;

  assert_status (run, 0);
  assert_contains (run->out, "\"content\"");
  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
  g_test_message ("peak memory: %ld MiB", usage.ru_maxrss / 1024);
#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpint (usage.ru_maxrss, <, (256 + 64) * 1024);
#endif
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/end/status-text", test_status_text);
  g_test_add_func ("/cli/end/status-json", test_status_json);
  g_test_add_func ("/cli/end/error-object", test_error_object);
  g_test_add_func ("/cli/end/death", test_death);
  g_test_add_func ("/cli/end/interrupt", test_interrupt);
  g_test_add_func ("/cli/end/interrupt-twice", test_interrupt_twice);
  g_test_add_func ("/cli/end/overtime", test_overtime);
  g_test_add_func ("/cli/end/terminate", test_terminate);
  g_test_add_func ("/cli/end/closed-output", test_closed_output);
  g_test_add_func ("/cli/end/blocked-output", test_blocked_output);
  g_test_add_func ("/cli/end/quick", test_quick);
  g_test_add_func ("/cli/end/endless-line", test_endless_line);

  return cli_test_main ();
}
