/* test-stdio-shutdown.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include "host-fixture.h"
#include "mcp-error.h"
#include "test-sink.h"
#include "test-support.h"

/* How servers end, or do not, when they are asked to. %s is a path for a pid file. */
typedef struct
{
  const char *name;
  const char *script;
  const char *log;
  gboolean    signalled;
  int         number;   /* exit code or signal */
} ShutdownCase;

static const ShutdownCase shutdown_cases[] = {
  { "ends-at-eof", "[{'stderr':'up'}]",
    "spawned close-stdin exited reaped closed", FALSE, 0 },
  { "ends-at-eof-with-code", "[{'stderr':'up'},{'wait_eof':true},{'exit':3}]",
    "spawned close-stdin exited reaped closed", FALSE, 3 },
  { "ignores-eof", "[{'ignore_eof':true},{'stderr':'up'}]",
    "spawned close-stdin sigterm exited reaped closed", TRUE, SIGTERM },
  { "ignores-eof-and-sigterm", "[{'ignore_eof':true},{'ignore_sigterm':true},{'stderr':'up'}]",
    "spawned close-stdin sigterm sigkill exited reaped closed", TRUE, SIGKILL },
  { "leaves-grandchild", "[{'fork_grandchild':{}},{'stderr':'up'}]",
    "spawned close-stdin exited sigterm reaped closed", FALSE, 0 },
  { "leaves-grandchild-ignoring-sigterm",
    "[{'fork_grandchild':{'ignore_sigterm':true}},{'stderr':'up'}]",
    "spawned close-stdin exited sigterm sigkill reaped closed", FALSE, 0 },
  { "leaves-grandchild-holding-stdout",
    "[{'fork_grandchild':{'keep_stdout':true}},{'stderr':'up'}]",
    "spawned close-stdin sigterm exited reaped closed", FALSE, 0 },
  { "ignores-all-with-grandchild",
    "[{'ignore_eof':true},{'ignore_sigterm':true},"
    "{'fork_grandchild':{'ignore_sigterm':true,'keep_stdout':true}},{'stderr':'up'}]",
    "spawned close-stdin sigterm sigkill exited reaped closed", TRUE, SIGKILL },
};

static void
check_exit (TestSink           *sink,
            const ShutdownCase *expected)
{
  g_assert_cmpint (sink->exit.exited, ==, !expected->signalled);
  if (expected->signalled)
    g_assert_cmpint (sink->exit.signal_number, ==, expected->number);
  else
    g_assert_cmpint (sink->exit.exit_code, ==, expected->number);
}

static void
test_shutdown (gconstpointer data)
{
  const ShutdownCase *expected = data;
  g_autoptr (TestSink) sink = test_sink_new (expected->script);
  GPid pid;

  /* Short only where it is waited in vain: a busy machine may take long over the rest. */
  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (sink->transport),
                                 strstr (expected->log, "close-stdin sigterm") != NULL ? 100 : 60000,
                                 strstr (expected->log, "sigkill") != NULL ? 100 : 60000);
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  pid = test_sink_pid (sink);
  TEST_AWAIT (sink->n_stderr_lines == 1);

  test_sink_close (sink);
  /* Nothing is told from within the call. */
  g_assert_cmpstr (sink->log->str, ==, "spawned");
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_true (sink->is_closed);
  g_assert_no_error (sink->close_error);
  g_assert_cmpstr (sink->log->str, ==, expected->log);
  check_exit (sink, expected);
  g_assert_true (test_group_is_gone (pid, 0));
}

static const ShutdownCase death_cases[] = {
  { "exit-code", "[{'exit':3}]", "spawned exited closed", FALSE, 3 },
  { "exit-0", "[{'exit':0}]", "spawned exited closed", FALSE, 0 },
  { "segfault", "[{'signal':11}]", "spawned exited closed", TRUE, SIGSEGV },
  { "with-grandchild", "[{'fork_grandchild':{}},{'exit':1}]",
    "spawned exited sigterm reaped closed", FALSE, 1 },
  { "with-grandchild-holding-stdout",
    "[{'fork_grandchild':{'keep_stdout':true,'ignore_sigterm':true}},{'exit':1}]",
    "spawned sigterm exited sigkill reaped closed", FALSE, 1 },
};

static void
test_death (gconstpointer data)
{
  const ShutdownCase *expected = data;
  g_autoptr (TestSink) sink = test_sink_new (expected->script);
  g_autofree char *text = NULL;

  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  text = mcp_exit_to_text (&sink->exit);
  g_assert_nonnull (strstr (sink->close_error->message, text));
  g_assert_nonnull (strstr (sink->close_error->message, "mock-server"));
  check_exit (sink, expected);
  g_assert_true (test_group_is_gone (test_sink_pid (sink), 0));
  g_assert_cmpstr (sink->log->str, ==, expected->log);
}

static void
test_shutdown_cancelled_kills_at_once (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'ignore_eof':true},{'ignore_sigterm':true},"
                                             "{'stderr':'up'}]");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (sink->transport), 60000, 60000);
  test_sink_open (sink);
  TEST_AWAIT (sink->n_stderr_lines == 1);

  mcp_transport_close_async (sink->transport, cancellable, NULL, NULL);
  TEST_AWAIT (strstr (sink->log->str, "close-stdin") != NULL);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (sink->is_closed);

  g_assert_cmpstr (sink->log->str, ==, "spawned close-stdin sigkill exited reaped closed");
}

static void
test_shutdown_close_twice (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[]");

  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (sink->transport), 60000, 60000);
  test_sink_open (sink);
  test_sink_close (sink);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 2);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 3);

  g_assert_cmpstr (sink->log->str, ==, "spawned close-stdin exited reaped closed");
}

static void
open_failed_cb (GObject      *object,
                GAsyncResult *result,
                gpointer      user_data)
{
  GError **error = user_data;

  g_assert_false (mcp_transport_open_finish (MCP_TRANSPORT (object), result, error));
}

static void
test_shutdown_close_while_opening (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[]");
  g_autoptr (GError) error = NULL;

  mcp_transport_open_async (sink->transport, NULL, open_failed_cb, &error);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);
  TEST_AWAIT (error != NULL);

  g_assert_error (error, MCP_ERROR, MCP_ERROR_CLOSED);
  /* It was never open, so it is not closed either. */
  g_assert_cmpstr (sink->log->str, ==, "");
}

static void
test_shutdown_cancel_open (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[]");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  mcp_transport_open_async (sink->transport, cancellable, open_failed_cb, &error);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (error != NULL);

  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
}

static void
test_shutdown_close_unopened (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[]");
  g_autoptr (GError) error = NULL;

  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  mcp_transport_open_async (sink->transport, NULL, open_failed_cb, &error);
  TEST_AWAIT (error != NULL);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CLOSED);
}

static void
test_shutdown_dropped_without_close (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'ignore_sigterm':true},"
                                             "{'fork_grandchild':{'ignore_sigterm':true}},"
                                             "{'stderr':'up'},{'ignore_stdin':true}]");

  test_sink_open (sink);
  TEST_AWAIT (sink->n_stderr_lines == 1);
  test_sink_drop (sink);
}

static void
drop_in_frame (TestSink      *sink,
               const McpFrame *line)
{
  GPid *pid = sink->data;

  *pid = test_sink_pid (sink);
  mcp_transport_set_sink (sink->transport, NULL);
  g_clear_object (&sink->transport);
}

static void
test_shutdown_dropped_in_frame (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'repeat':1000,'send_text':'$n'}]");
  McpTransport *transport = sink->transport;
  GPid pid = 0;

  g_object_add_weak_pointer (G_OBJECT (transport), (gpointer *) &transport);
  sink->on_frame = drop_in_frame;
  sink->data = &pid;
  test_sink_open (sink);
  TEST_AWAIT (transport == NULL);

  g_assert_cmpuint (sink->n_frames, ==, 1);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

static void
close_in_frame (TestSink      *sink,
                const McpFrame *line)
{
  sink->on_frame = NULL;
  test_sink_close (sink);
}

/* What the server writes while it is being closed still counts. */
static void
test_shutdown_closed_in_frame (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'repeat':1000,'send_text':'$n'},{'wait_eof':true},"
                                             "{'send_text':'last'}]");

  sink->on_frame = close_in_frame;
  test_sink_open (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_cmpuint (sink->n_frames, ==, 1001);
  g_assert_cmpstr (test_sink_frame (sink, 1000), ==, "last");
}

#define FLOOD_LINES 1000000

static void
look_slowly (TestSink       *sink,
             const McpFrame *line)
{
  g_usleep (1000);
  g_assert_cmpuint (sink->n_frames, <, 50000);
}

/* Of a flood little is looked at once it is being closed; the rest is counted, every byte of it. */
static void
test_shutdown_flood (void)
{
  static const char script[] = "yes '' | head -c " G_STRINGIFY (FLOOD_LINES) "; echo up >&2; cat";
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  g_autoptr (TestSink) sink = test_sink_new_argv (argv, NULL, NULL);

  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (sink->transport), 60000, 60000);
  sink->on_frame = look_slowly;
  test_sink_open (sink);
  TEST_AWAIT (sink->n_frames > 0);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_cmpuint (sink->n_dropped_lines, >, 0);
  g_assert_cmpuint (sink->n_frames + sink->n_dropped_lines, ==, FLOOD_LINES);
  g_assert_cmpuint (sink->n_frames + sink->n_dropped_bytes, ==, FLOOD_LINES);
  g_assert_cmpstr (sink->log->str, ==, "spawned close-stdin exited reaped dropped closed");
}

static void
test_shutdown_kill (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'ignore_eof':true},{'ignore_sigterm':true},"
                                             "{'fork_grandchild':{'ignore_sigterm':true}},"
                                             "{'stderr':'up'}]");

  test_sink_open (sink);
  TEST_AWAIT (sink->n_stderr_lines == 1);
  mcp_transport_kill (sink->transport);
  TEST_AWAIT (sink->is_closed);

  g_assert_no_error (sink->close_error);
  g_assert_cmpint (sink->exit.signal_number, ==, SIGKILL);
}

/* Its lines come when the pause ends, and only then it is closed. */
static void
test_shutdown_death_while_paused (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'repeat':10,'send_text':'$n'},"
                                             "{'stderr':'up'},{'exit':0}]");
  McpProcess *process;

  mcp_transport_pause (sink->transport, 0);
  test_sink_open (sink);
  process = mcp_stdio_transport_get_process (MCP_STDIO_TRANSPORT (sink->transport));
  TEST_AWAIT (mcp_process_has_exited (process, NULL));
  TEST_AWAIT (sink->n_stderr_lines == 1);
  g_assert_cmpuint (sink->n_frames, ==, 0);
  g_assert_false (sink->is_closed);

  mcp_transport_resume (sink->transport, 0);
  g_assert_cmpuint (sink->n_frames, ==, 0);
  TEST_AWAIT (sink->is_closed);
  g_assert_cmpuint (sink->n_frames, ==, 10);
}

/* A sink that never resumes must not keep the server for ever. */
static void
test_shutdown_close_while_paused (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'repeat':10,'send_text':'$n'},{'stderr':'up'}]");

  mcp_transport_pause (sink->transport, 0);
  test_sink_open (sink);
  TEST_AWAIT (sink->n_stderr_lines == 1);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_cmpuint (sink->n_frames, ==, 0);
}

static void
add_cases (const char         *prefix,
           const ShutdownCase *cases,
           gsize               n_cases,
           GTestDataFunc       func)
{
  for (gsize i = 0; i < n_cases; i++)
    {
      g_autofree char *path = g_strconcat (prefix, cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], func);
    }
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  host_fixture_set_up ();

  add_cases ("/transport/stdio-shutdown/", shutdown_cases, G_N_ELEMENTS (shutdown_cases),
             test_shutdown);
  add_cases ("/transport/stdio-shutdown/death/", death_cases, G_N_ELEMENTS (death_cases),
             test_death);
  g_test_add_func ("/transport/stdio-shutdown/cancelled-kills-at-once",
                   test_shutdown_cancelled_kills_at_once);
  g_test_add_func ("/transport/stdio-shutdown/close-twice", test_shutdown_close_twice);
  g_test_add_func ("/transport/stdio-shutdown/close-while-opening",
                   test_shutdown_close_while_opening);
  g_test_add_func ("/transport/stdio-shutdown/cancel-open", test_shutdown_cancel_open);
  g_test_add_func ("/transport/stdio-shutdown/close-unopened", test_shutdown_close_unopened);
  g_test_add_func ("/transport/stdio-shutdown/dropped-without-close",
                   test_shutdown_dropped_without_close);
  g_test_add_func ("/transport/stdio-shutdown/dropped-in-frame", test_shutdown_dropped_in_frame);
  g_test_add_func ("/transport/stdio-shutdown/closed-in-frame", test_shutdown_closed_in_frame);
  g_test_add_func ("/transport/stdio-shutdown/flood", test_shutdown_flood);
  g_test_add_func ("/transport/stdio-shutdown/kill", test_shutdown_kill);
  g_test_add_func ("/transport/stdio-shutdown/death-while-paused",
                   test_shutdown_death_while_paused);
  g_test_add_func ("/transport/stdio-shutdown/close-while-paused",
                   test_shutdown_close_while_paused);

  status = g_test_run ();
  host_fixture_tear_down ();

  return status;
}
