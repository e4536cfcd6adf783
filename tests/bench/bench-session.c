/* bench-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench-support.h"
#include "mcp-session.h"
#include "test-support.h"

/*
 * The session's own costs: a ping through it beside a bare write and read of the same pipe, a
 * flood of notifications, and a message of 100 MiB while the main loop goes on.
 */

#define N_RUNS  5
#define N_PINGS 5000
#define N_FLOOD 300000

typedef struct
{
  McpSession *session;
  gboolean    done;
  guint       n_left;
} Run;

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  Run *run = user_data;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_error ("%s", error->message);
  run->done = TRUE;
}

static void
await (Run *run)
{
  while (!run->done)
    g_main_context_iteration (NULL, TRUE);
  run->done = FALSE;
}

static McpSession *
open_session (const char * const *argv)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("bench", argv);
  Run run = { 0 };

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);
  run.session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (run.session, FALSE);
  mcp_session_open_async (run.session, NULL, done_cb, &run);
  await (&run);

  return run.session;
}

static void
close_session (McpSession *session)
{
  Run run = { session, FALSE, 0 };

  mcp_session_close_async (session, NULL, done_cb, &run);
  await (&run);
  g_object_unref (session);
}

/* Microseconds a ping, by nothing but write() and read(); and those of the median one. */
static double
bare_pings (const char *program,
            double     *median)
{
  g_autofree double *times = g_new (double, N_PINGS);
  int to[2], from[2];
  gint64 start;
  pid_t pid;

  g_assert_cmpint (pipe (to), ==, 0);
  g_assert_cmpint (pipe (from), ==, 0);
  pid = fork ();
  if (pid == 0)
    {
      dup2 (to[0], STDIN_FILENO);
      dup2 (from[1], STDOUT_FILENO);
      close (to[1]);
      close (from[0]);
      execl (program, program, NULL);
      _exit (127);
    }
  close (to[0]);
  close (from[1]);

  start = g_get_monotonic_time ();
  for (guint i = 1; i <= N_PINGS; i++)
    {
      gint64 sent_usec = g_get_monotonic_time ();
      char text[256];
      int length = g_snprintf (text, sizeof text,
                               "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"ping\"}\n", i);

      g_assert_cmpint (write (to[1], text, length), ==, length);
      do
        length = read (from[0], text, sizeof text);
      while (length > 0 && text[length - 1] != '\n');
      times[i - 1] = (double) (g_get_monotonic_time () - sent_usec);
    }
  start = g_get_monotonic_time () - start;
  *median = bench_median (times, N_PINGS);

  close (to[1]);
  close (from[0]);
  waitpid (pid, NULL, 0);

  return (double) start / N_PINGS;
}

static void
next_ping_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Run *run = user_data;

  if (result != NULL)
    g_assert_true (mcp_session_call_finish (run->session, result, NULL));

  if (run->n_left-- > 0)
    {
      g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);

      mcp_session_call_async (run->session, call, NULL, next_ping_cb, run);
      return;
    }

  run->done = TRUE;
}

static double
session_pings (const char *program)
{
  const char *argv[] = { program, NULL };
  Run run = { open_session (argv), FALSE, N_PINGS };
  gint64 start = g_get_monotonic_time ();

  next_ping_cb (NULL, NULL, &run);
  await (&run);
  start = g_get_monotonic_time () - start;
  close_session (run.session);

  return (double) start / N_PINGS;
}

static void
next_probe_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  McpHealth *health = MCP_HEALTH (source);
  Run *run = user_data;

  if (result != NULL)
    g_assert_true (mcp_health_ping_finish (health, result, NULL, NULL));

  if (run->n_left-- > 0)
    mcp_health_ping_async (health, 0, NULL, next_probe_cb, run);
  else
    run->done = TRUE;
}

/* The median that the monitor says, in microseconds. */
static double
monitor_pings (const char *program)
{
  const char *argv[] = { program, NULL };
  Run run = { open_session (argv), FALSE, N_PINGS };
  McpHealth *health = mcp_session_get_health (run.session);
  McpHealthStatistics statistics;

  next_probe_cb (G_OBJECT (health), NULL, &run);
  await (&run);
  mcp_sample_store_get_statistics (mcp_health_get_probes (health), G_MININT64, G_MAXINT64,
                                   &statistics);
  g_assert_cmpuint (statistics.received, ==, N_PINGS);
  close_session (run.session);

  return (double) statistics.median_usec;
}

static void
bench_pings (const char *program)
{
  double bare[N_RUNS], session[N_RUNS], extra[N_RUNS];
  double bare_median[N_RUNS], measured[N_RUNS], beside[N_RUNS];

  /* In turn, so that both see the same machine. */
  for (guint i = 0; i < N_RUNS; i++)
    {
      bare[i] = bare_pings (program, &bare_median[i]);
      session[i] = session_pings (program);
      extra[i] = session[i] - bare[i];
      measured[i] = monitor_pings (program);
      beside[i] = measured[i] - bare_median[i];
    }

  bench_print ("ping, bare write and read", bench_median (bare, N_RUNS), "us", 0);
  bench_print ("ping, through the session", bench_median (session, N_RUNS), "us",
               bench_median (session, N_RUNS) / bench_median (bare, N_RUNS));
  bench_print ("ping, what the session adds (limit 50)", bench_median (extra, N_RUNS), "us", 0);
  bench_print ("the median ping, bare write and read", bench_median (bare_median, N_RUNS), "us", 0);
  bench_print ("the median ping, as the monitor measures it", bench_median (measured, N_RUNS), "us",
               0);
  bench_print ("the median ping, by how much it is more (limit 50)", bench_median (beside, N_RUNS),
               "us", 0);
}

/* Notifications a second from the server into the journal. */
static double
flood (void)
{
  g_autofree char *filler = g_strnfill (78, 'x');
  g_autofree char *script = g_strdup_printf (
    "[{'handshake':{'capabilities':{'tools':{},'logging':{}}}},{'expect':{'method':'tools/call'}},"
    "{'repeat':%u,'send':{'jsonrpc':'2.0','method':'notifications/message','params':{'level':"
    "'info','data':'%s'}}},{'send':{'jsonrpc':'2.0','id':'$id','result':{'content':[]}}}]",
    N_FLOOD, filler);
  g_auto (GStrv) argv = test_mock_argv (script);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("flood", NULL);
  Run run = { open_session ((const char * const *) argv), FALSE, 0 };
  gint64 start = g_get_monotonic_time ();

  mcp_session_call_async (run.session, call, NULL, done_cb, &run);
  await (&run);
  start = g_get_monotonic_time () - start;
  g_assert_cmpuint (mcp_journal_get_n_messages (mcp_session_get_journal (run.session),
                                                MCP_DIRECTION_IN), >, N_FLOOD);
  close_session (run.session);

  return N_FLOOD / (start / 1e6);
}

typedef struct
{
  gint64 due_usec;
  gint64 worst_usec;
} Timer;

static gboolean
tick_cb (gpointer user_data)
{
  Timer *timer = user_data;
  gint64 now = g_get_monotonic_time ();

  timer->worst_usec = MAX (timer->worst_usec, now - timer->due_usec);
  timer->due_usec = now + 10000;

  return G_SOURCE_CONTINUE;
}

/* Milliseconds by which a 10 ms timer was late at worst while 100 MiB came in and were read. */
static double
big_message (double *took_sec)
{
  const char *script =
    "[{'handshake':{'capabilities':{'tools':{}}}},{'expect':{'method':'tools/call'}},"
    "{'send_bytes':'{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"result\\\":{\\\"content\\\":["
    "{\\\"type\\\":\\\"text\\\",\\\"text\\\":\\\"'},"
    "{'fill':{'bytes':104857600,'char':'x'}},{'send_bytes':'\\\"}]}}\\\\n'}]";
  g_auto (GStrv) argv = test_mock_argv (script);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("big", NULL);
  Run run = { open_session ((const char * const *) argv), FALSE, 0 };
  Timer timer = { g_get_monotonic_time () + 10000, 0 };
  guint source = g_timeout_add_full (G_PRIORITY_HIGH, 10, tick_cb, &timer, NULL);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GBytes) head = NULL;

  mcp_session_call_async (run.session, call, NULL, done_cb, &run);
  await (&run);
  *took_sec = (g_get_monotonic_time () - start) / 1e6;
  mcp_journal_flush (mcp_session_get_journal (run.session));
  record = mcp_journal_get_record (mcp_session_get_journal (run.session),
                                   mcp_call_get_outcome (call)->answer_serial);
  head = mcp_record_dup_head (record, 4096);
  g_assert_cmpuint (mcp_record_get_size (record), >, 100 * 1024 * 1024);
  g_assert_cmpuint (mcp_record_get_pair (record), ==, mcp_call_get_outcome (call)->serial);

  /* Half a second more: what was put off is still to come. */
  start = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start < G_USEC_PER_SEC / 2)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  close_session (run.session);

  return timer.worst_usec / 1000.0;
}

int
main (int   argc,
      char *argv[])
{
  double rates[N_RUNS], late[N_RUNS], took[N_RUNS];

  g_assert_cmpint (argc, ==, 2);
  bench_pings (argv[1]);

  for (guint i = 0; i < N_RUNS; i++)
    rates[i] = flood ();
  bench_print ("notifications into the journal", bench_median (rates, N_RUNS), "1/s", 0);

  for (guint i = 0; i < N_RUNS; i++)
    late[i] = big_message (&took[i]);
  bench_print ("a message of 100 MiB, until its call is done", bench_median (took, N_RUNS), "s", 0);
  bench_print ("meanwhile a 10 ms timer is late by at most (limit 50)",
               bench_median (late, N_RUNS), "ms", 0);

  return 0;
}
