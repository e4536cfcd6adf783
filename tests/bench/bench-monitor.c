/* bench-monitor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the connection monitor costs: ten servers, one ping a second each, with everything below
 * the window that a ping makes: record, sample, statistics, a reading of the process each second.
 * The promise is 3 % of one core with the window; this is the part without drawing.
 *
 *   bench-monitor ECHO-SERVER [SECONDS]
 */

#include "config.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "bench-support.h"
#include "health-fixture.h"
#include "mcp-process-group.h"
#include "mcp-session.h"

#define N_SERVERS       10
#define DEFAULT_SECONDS 10
#define N_READINGS      200

static double
cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);

  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static McpSession *
start_session (const char *program)
{
  const char *argv[] = { program, NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("echo", argv);
  McpSession *session;

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  health_fixture_set_ping (profile, TRUE, 1000, 3, MCP_REACTION_MARK);
  session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (session, FALSE);
  mcp_health_set_watched (mcp_session_get_health (session), TRUE);
  mcp_session_open_async (session, NULL, NULL, NULL);

  return session;
}

static void
run_for (gint64 usec)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_timeout_add ((guint) (usec / 1000), G_SOURCE_FUNC (g_main_loop_quit), loop);
  g_main_loop_run (loop);
}

static gboolean
all_ready (GPtrArray *sessions)
{
  for (guint i = 0; i < sessions->len; i++)
    if (mcp_session_get_state (g_ptr_array_index (sessions, i)) != MCP_SESSION_READY)
      return FALSE;

  return TRUE;
}

/* What a page shows of each server, once a second. */
static void
summarize (GPtrArray *sessions)
{
  for (guint i = 0; i < sessions->len; i++)
    {
      McpHealth *health = mcp_session_get_health (g_ptr_array_index (sessions, i));
      McpHealthStatistics statistics;

      mcp_sample_store_get_statistics (mcp_health_get_probes (health), G_MININT64, G_MAXINT64,
                                       &statistics);
    }
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  guint *n_open = user_data;

  mcp_session_close_finish (MCP_SESSION (source), result, NULL);
  (*n_open)--;
}

static void
measure_servers (const char *program,
                 guint       seconds)
{
  g_autoptr (GPtrArray) sessions = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_open = N_SERVERS;
  guint n_probes = 0;
  double cpu;

  for (guint i = 0; i < N_SERVERS; i++)
    g_ptr_array_add (sessions, start_session (program));
  while (!all_ready (sessions))
    g_main_context_iteration (NULL, TRUE);
  run_for (1500 * 1000);

  cpu = cpu_seconds ();
  for (guint i = 0; i < seconds; i++)
    {
      run_for (G_USEC_PER_SEC);
      summarize (sessions);
    }
  cpu = cpu_seconds () - cpu;

  for (guint i = 0; i < N_SERVERS; i++)
    n_probes += mcp_sample_store_get_n_samples (
      mcp_health_get_probes (mcp_session_get_health (g_ptr_array_index (sessions, i))));
  if (n_probes < N_SERVERS * seconds)
    g_error ("only %u probes", n_probes);

  bench_print ("10 servers, a ping a second each: share of a core", 100 * cpu / seconds, "%", 0);

  for (guint i = 0; i < N_SERVERS; i++)
    mcp_session_close_async (g_ptr_array_index (sessions, i), NULL, closed_cb, &n_open);
  while (n_open > 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
measure_reading (const char *program)
{
  const char *argv[] = { program, NULL };
  g_autoptr (McpProcess) process = mcp_process_spawn (argv, NULL, NULL, NULL);
  McpProcessUsage usage;
  gint64 start_usec;

  mcp_process_read_usage (process, &usage);
  start_usec = g_get_monotonic_time ();
  for (guint i = 0; i < N_READINGS; i++)
    mcp_process_read_usage (process, &usage);
  bench_print ("reading what a process uses", 1e6 * bench_seconds (start_usec) / N_READINGS, "µs",
               0);

  start_usec = g_get_monotonic_time ();
  for (guint i = 0; i < N_READINGS / 10; i++)
    mcp_process_group_read (mcp_process_get_pid (process), &usage);
  bench_print ("the same by looking through all processes",
               1e6 * bench_seconds (start_usec) / (N_READINGS / 10.0), "µs", 0);
}

int
main (int   argc,
      char *argv[])
{
  guint seconds = argc > 2 ? (guint) atoi (argv[2]) : DEFAULT_SECONDS;

  if (argc < 2 || seconds == 0)
    return EXIT_FAILURE;

  measure_reading (argv[1]);
  measure_servers (argv[1], seconds);

  return EXIT_SUCCESS;
}
