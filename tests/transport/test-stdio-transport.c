/* test-stdio-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "host-fixture.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "test-sink.h"
#include "test-support.h"

static void
open_ok (TestSink *sink)
{
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
}

/* What servers write, and the frames it is. */
typedef struct
{
  const char *name;
  const char *script;
  const char *frames[4];
  McpLineEnd  last_end;
} FramingCase;

static const FramingCase framing_cases[] = {
  { "lines", "[{'send_text':'{}'},{'send_text':'[1]'},{'exit':0}]", { "{}", "[1]" },
    MCP_LINE_END_LF },
  { "crlf", "[{'send_bytes':'{}\\\\r\\\\n'},{'exit':0}]", { "{}" }, MCP_LINE_END_CRLF },
  { "no-final-newline", "[{'send_text':'a'},{'send_bytes':'rest'},{'exit':0}]", { "a", "rest" },
    MCP_LINE_END_NONE },
  { "byte-by-byte", "[{'send_text':'{\\'a\\':1}','byte_by_byte':true,'gap_usec':300},{'exit':0}]",
    { "{\"a\":1}" }, MCP_LINE_END_LF },
  { "empty-lines", "[{'send_bytes':'\\\\n\\\\na\\\\n'},{'exit':0}]", { "", "", "a" },
    MCP_LINE_END_LF },
  { "not-utf-8", "[{'send_bytes':'\\\\xff\\\\xfe\\\\n'},{'exit':0}]", { "\xff\xfe" },
    MCP_LINE_END_LF },
};

static void
test_stdio_framing (gconstpointer data)
{
  const FramingCase *expected = data;
  g_autoptr (TestSink) sink = test_sink_new (expected->script);
  guint n_expected = 0;

  open_ok (sink);
  TEST_AWAIT (sink->is_closed);

  for (; n_expected < 4 && expected->frames[n_expected] != NULL; n_expected++)
    g_assert_cmpstr (test_sink_frame (sink, n_expected), ==, expected->frames[n_expected]);
  g_assert_cmpuint (sink->frames->len, ==, n_expected);
  g_assert_cmpint (((McpFrame *) g_ptr_array_index (sink->frames, n_expected - 1))->end, ==,
                   expected->last_end);
}

/* All of it, in order, whatever is lost at the exit of others. */
static void
test_stdio_last_output_before_exit (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'repeat':5000,'send_text':'{$n}'},{'exit':0}]");

  open_ok (sink);
  TEST_AWAIT (sink->is_closed);

  g_assert_cmpuint (sink->frames->len, ==, 5000);
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{0}");
  g_assert_cmpstr (test_sink_frame (sink, 4999), ==, "{4999}");
  g_assert_cmpstr (sink->log->str, ==, "spawned exited closed");
}

static void
test_stdio_send_and_frame (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'echo':true}]");

  open_ok (sink);
  g_assert_cmpuint (test_sink_send (sink, "{\"one\":1}"), ==, 1);
  /* Told at once when the pipe has room. */
  g_assert_cmpstr (sink->log->str, ==, "spawned sent-1");
  g_assert_cmpuint (test_sink_send (sink, "{\"two\":2}"), ==, 2);
  TEST_AWAIT (sink->frames->len == 2);

  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{\"one\":1}");
  g_assert_cmpstr (test_sink_frame (sink, 1), ==, "{\"two\":2}");
  g_assert_cmpint (sink->last_frame_usec, >=, sink->last_usec);
}

static void
test_stdio_send_before_open (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'echo':true}]");

  test_sink_send (sink, "early");
  open_ok (sink);
  TEST_AWAIT (sink->frames->len == 1);

  g_assert_cmpstr (sink->log->str, ==, "spawned sent-1");
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "early");
}

static void
test_stdio_send_big (void)
{
  g_autofree char *big = g_strnfill (8 * 1024 * 1024, 'x');
  g_autoptr (TestSink) sink = test_sink_new ("[{'echo':true}]");

  open_ok (sink);
  test_sink_send (sink, big);
  test_sink_send (sink, "small");
  g_assert_cmpstr (sink->log->str, ==, "spawned");
  TEST_AWAIT (sink->frames->len == 2);

  g_assert_cmpstr (sink->log->str, ==, "spawned sent-1 sent-2");
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, big);
  g_assert_cmpstr (test_sink_frame (sink, 1), ==, "small");
}

static gboolean
count_cb (gpointer user_data)
{
  (*(guint *) user_data)++;

  return G_SOURCE_CONTINUE;
}

/* A server that never reads blocks its pipe, not us. */
static void
test_stdio_server_never_reads (void)
{
  g_autofree char *big = g_strnfill (1024 * 1024, 'x');
  g_autoptr (TestSink) sink = test_sink_new ("[{'ignore_stdin':true}]");
  guint n_ticks = 0;
  guint tick = g_timeout_add (1, count_cb, &n_ticks);

  /* A busy machine may take long to end it. */
  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (sink->transport), 100, 5000);
  open_ok (sink);
  test_sink_send (sink, big);
  test_sink_send (sink, "second");
  test_sink_send (sink, "third");
  TEST_AWAIT (n_ticks >= 20);
  g_source_remove (tick);
  g_assert_cmpstr (sink->log->str, ==, "spawned");

  /* What has begun cannot be taken back, what waits can, once. */
  g_assert_false (mcp_transport_unsend (sink->transport, 1));
  g_assert_true (mcp_transport_unsend (sink->transport, 2));
  g_assert_false (mcp_transport_unsend (sink->transport, 2));
  g_assert_false (mcp_transport_unsend (sink->transport, 77));
  g_assert_cmpstr (sink->log->str, ==, "spawned");
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpstr (sink->log->str, ==, "spawned unsent-2");

  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CLOSED);
  g_assert_cmpstr (sink->log->str, ==,
                   "spawned unsent-2 close-stdin unsent-1 unsent-3 sigterm exited reaped closed");
}

static void
test_stdio_died_with_queue (void)
{
  g_autofree char *big = g_strnfill (1024 * 1024, 'x');
  g_autoptr (TestSink) sink = test_sink_new ("[{'stderr':'up'},{'sleep_msec':50},{'exit':4}]");

  open_ok (sink);
  TEST_AWAIT (sink->n_stderr_lines == 1);
  test_sink_send (sink, big);
  test_sink_send (sink, "second");
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpstr (sink->log->str, ==, "spawned unsent-1 unsent-2 exited closed");
}

/* It lives and talks, but does not listen. */
static void
test_stdio_stdin_closed_by_server (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'close_stdin':true},{'send_text':'up'},"
                                             "{'ignore_stdin':true}]");

  open_ok (sink);
  TEST_AWAIT (sink->frames->len == 1);
  test_sink_send (sink, "first");
  g_assert_cmpstr (sink->log->str, ==, "spawned");
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_DIED);

  test_sink_send (sink, "second");
  TEST_AWAIT (strstr (sink->log->str, "unsent-2") != NULL);
  g_assert_false (sink->is_closed);
}

static void
test_stdio_output_closed_but_alive (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'send_text':'last'},{'close_stdout':true},"
                                             "{'ignore_eof':true}]");

  open_ok (sink);
  TEST_AWAIT (strstr (sink->log->str, "output-closed") != NULL);

  g_assert_cmpuint (sink->frames->len, ==, 1);
  g_assert_false (sink->is_closed);
  g_assert_cmpstr (sink->log->str, ==, "spawned output-closed");
}

static void
test_stdio_stderr_flood (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'repeat':200000,'stderr':'"
                                             "0123456789012345678901234567890123456789012345678901"
                                             "2345678901234567890123456789012345678901234567890'},"
                                             "{'fill':{'bytes':3000000,'stream':'stderr'}},"
                                             "{'send_text':'done'}]");

  sink->keep_frames = FALSE;
  /* It is drained while frames are not. */
  mcp_transport_pause (sink->transport, 0);
  open_ok (sink);
  TEST_AWAIT (sink->n_stderr_lines == 200000);
  g_assert_cmpuint (sink->n_stderr_bytes, ==, 200000 * 101);
  g_assert_cmpuint (sink->n_frames, ==, 0);

  mcp_transport_resume (sink->transport, 0);
  TEST_AWAIT (sink->n_frames == 1);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  /* The unfinished last one, which is over the limit. */
  g_assert_cmpuint (sink->n_stderr_lines, ==, 200001);
}

static void
test_stdio_oversized_line (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'send_text':'before'},{'fill':{'bytes':300000}},"
                                             "{'send_text':''},{'send_text':'after'},{'exit':0}]");
  McpFrame *line;

  mcp_stdio_transport_set_cap (MCP_STDIO_TRANSPORT (sink->transport), 1000);
  open_ok (sink);
  TEST_AWAIT (sink->is_closed);

  g_assert_cmpuint (sink->frames->len, ==, 3);
  line = g_ptr_array_index (sink->frames, 1);
  g_assert_true (line->oversized);
  g_assert_cmpuint (line->total_bytes, ==, 300000);
  g_assert_cmpuint (g_bytes_get_size (line->bytes), <=, 1000);
  g_assert_cmpstr (test_sink_frame (sink, 2), ==, "after");
}

static void
test_stdio_partial (void)
{
  /* Three parts with pauses between them: each must be reported, whatever the speed. */
  g_autoptr (TestSink) sink = test_sink_new ("[{'send_text':'before'},"
                                             "{'fill':{'bytes':2097152}},{'sleep_msec':40},"
                                             "{'fill':{'bytes':1048576}},{'sleep_msec':40},"
                                             "{'fill':{'bytes':2097152}},{'sleep_msec':40},"
                                             "{'send_text':''},{'exit':0}]");
  McpFrame *line;

  open_ok (sink);
  TEST_AWAIT (sink->is_closed);

  g_assert_cmpuint (sink->frames->len, ==, 2);
  line = g_ptr_array_index (sink->frames, 1);
  g_assert_false (line->oversized);
  g_assert_cmpuint (line->total_bytes, ==, 5 * 1024 * 1024);

  g_assert_cmpuint (sink->partials->len, >=, 3);
  for (guint i = 0; i < sink->partials->len; i++)
    {
      guint64 size = g_array_index (sink->partials, guint64, i);

      g_assert_cmpuint (size, >=, MCP_STDIO_PARTIAL_BYTES);
      g_assert_cmpuint (size, <=, 5 * 1024 * 1024);
      if (i > 0)
        g_assert_cmpuint (size, >, g_array_index (sink->partials, guint64, i - 1));
    }
}

static void
pause_each (TestSink      *sink,
            const McpFrame *line)
{
  mcp_transport_pause (sink->transport, 0);
}

static void
test_stdio_pause_in_mid_chunk (void)
{
  g_autoptr (TestSink) sink = test_sink_new ("[{'repeat':100,'send_text':'$n'},{'stderr':'up'},"
                                             "{'exit':0}]");

  sink->on_frame = pause_each;
  open_ok (sink);
  TEST_AWAIT (sink->n_frames == 1);

  for (guint i = 1; i < 100; i++)
    {
      mcp_transport_resume (sink->transport, 0);
      g_assert_cmpuint (sink->n_frames, ==, i);
      TEST_AWAIT (sink->n_frames > i);
      g_assert_cmpuint (sink->n_frames, ==, i + 1);
    }

  mcp_transport_resume (sink->transport, 0);
  TEST_AWAIT (sink->is_closed);
  g_assert_cmpstr (test_sink_frame (sink, 99), ==, "99");
}

/* The pipe is the back-pressure: who is paused holds some MiB, not the flood of 20. */
static void
test_stdio_pause_stops_reading (void)
{
  g_autofree char *text = g_strnfill (200, 'x');
  g_autofree char *script = g_strdup_printf ("[{'repeat':100000,'send_text':'$n %s'},"
                                             "{'stderr':'all'},{'exit':0}]", text);
  g_autoptr (TestSink) sink = test_sink_new (script);
  guint n_ticks = 0;
  guint tick = g_timeout_add (1, count_cb, &n_ticks);

  sink->keep_frames = FALSE;
  mcp_transport_pause (sink->transport, 0);
  open_ok (sink);
  TEST_AWAIT (n_ticks >= 50);
  g_source_remove (tick);
  g_assert_cmpuint (sink->n_stderr_lines, ==, 0);

  mcp_transport_resume (sink->transport, 0);
  TEST_AWAIT (sink->is_closed);
  g_assert_cmpuint (sink->n_frames, ==, 100000);
  g_assert_cmpuint (sink->n_stderr_lines, ==, 1);
}

static void
test_stdio_spawned (void)
{
  const char *argv[] = { "env", NULL };
  const char *envp[] = { "PATH=/usr/bin:/bin", "SOUNDER_SECRET=x=y", NULL };
  g_autoptr (TestSink) sink = test_sink_new_argv (argv, "/", envp);
  g_autofree char *before = mcp_transport_describe (sink->transport);
  g_autofree char *after = NULL;
  g_autofree char *expected = NULL;

  open_ok (sink);
  after = mcp_transport_describe (sink->transport);
  expected = g_strdup_printf (mcp_host_runs (argv[0]) ? "stdio · pid %d on the host" : "stdio · pid %d",
                              (int) test_sink_pid (sink));
  TEST_AWAIT (sink->is_closed);

  g_assert_cmpstr (before, ==, "stdio · env");
  g_assert_cmpstr (after, ==, expected);
  g_assert_cmpstr (sink->argv[0], ==, "env");
  /* Names only: the values may be secret. */
  g_assert_cmpstr (sink->environ_names[0], ==, "PATH");
  g_assert_cmpstr (sink->environ_names[1], ==, "SOUNDER_SECRET");
  g_assert_null (sink->environ_names[2]);
  /* A shell on the way may hand them on in another order. */
  g_assert_true (g_str_equal (test_sink_frame (sink, 0), envp[1])
                 || g_str_equal (test_sink_frame (sink, 1), envp[1]));
}

static void
test_stdio_spawn_error (void)
{
  const char *argv[] = { "/no/such/program", NULL };
  g_autoptr (TestSink) sink = test_sink_new_argv (argv, NULL, NULL);

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_SPAWN);
  TEST_AWAIT (sink->unsent_error != NULL);

  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_SPAWN);
  g_assert_cmpstr (sink->log->str, ==, "unsent-1");
}

static void
send_next (TestSink      *sink,
           const McpFrame *line)
{
  guint *n_left = sink->data;

  if (*n_left > 0)
    {
      (*n_left)--;
      test_sink_send (sink, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    }
}

/* Prints what it measures; only fails when something is absurdly slow. */
static void
test_stdio_speed (void)
{
  g_autofree char *line = g_strnfill (140, 'x');
  g_autofree char *script = g_strdup_printf ("[{'expect':{}},{'repeat':200000,'send_text':'%s$n'},"
                                             "{'echo':true}]", line);
  g_autoptr (TestSink) sink = test_sink_new (script);
  guint n_left = 2000;
  gint64 begin_usec;
  gint64 took_usec;
  gint64 worked_usec;

  sink->keep_frames = FALSE;
  open_ok (sink);
  begin_usec = g_get_monotonic_time ();
  worked_usec = test_get_worked_usec ();
  test_sink_send (sink, "{}");
  TEST_AWAIT (sink->n_frames == 200000);
  took_usec = g_get_monotonic_time () - begin_usec;
  worked_usec = test_get_worked_usec () - worked_usec;
  g_test_message ("%.2f million lines a second", 200000.0 / took_usec);
  g_assert_cmpint (worked_usec, <, 5 * G_USEC_PER_SEC);

  sink->on_frame = send_next;
  sink->data = &n_left;
  begin_usec = g_get_monotonic_time ();
  test_sink_send (sink, "{}");
  TEST_AWAIT (sink->n_frames == 202001);
  g_test_message ("%.1f µs a round trip", (g_get_monotonic_time () - begin_usec) / 2001.0);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  host_fixture_set_up ();

  for (gsize i = 0; i < G_N_ELEMENTS (framing_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/stdio/framing/", framing_cases[i].name, NULL);

      g_test_add_data_func (path, &framing_cases[i], test_stdio_framing);
    }
  g_test_add_func ("/transport/stdio/last-output-before-exit", test_stdio_last_output_before_exit);
  g_test_add_func ("/transport/stdio/send-and-frame", test_stdio_send_and_frame);
  g_test_add_func ("/transport/stdio/send-before-open", test_stdio_send_before_open);
  g_test_add_func ("/transport/stdio/send-big", test_stdio_send_big);
  g_test_add_func ("/transport/stdio/server-never-reads", test_stdio_server_never_reads);
  g_test_add_func ("/transport/stdio/died-with-queue", test_stdio_died_with_queue);
  g_test_add_func ("/transport/stdio/stdin-closed-by-server", test_stdio_stdin_closed_by_server);
  g_test_add_func ("/transport/stdio/output-closed-but-alive", test_stdio_output_closed_but_alive);
  g_test_add_func ("/transport/stdio/stderr-flood", test_stdio_stderr_flood);
  g_test_add_func ("/transport/stdio/oversized-line", test_stdio_oversized_line);
  g_test_add_func ("/transport/stdio/partial", test_stdio_partial);
  g_test_add_func ("/transport/stdio/pause-in-mid-chunk", test_stdio_pause_in_mid_chunk);
  g_test_add_func ("/transport/stdio/pause-stops-reading", test_stdio_pause_stops_reading);
  g_test_add_func ("/transport/stdio/spawned", test_stdio_spawned);
  g_test_add_func ("/transport/stdio/spawn-error", test_stdio_spawn_error);
  g_test_add_func ("/transport/stdio/speed", test_stdio_speed);

  status = g_test_run ();
  host_fixture_tear_down ();

  return status;
}
