/* bench-ping.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <string.h>

#include <glib/gstdio.h>

#include "bench-server.h"
#include "bench-support.h"
#include "bench-truth.h"
#include "health-fixture.h"
#include "session-support.h"
#include "sounder-window.h"

/*
 * Whether the times that the window shows are the server's. The monitor pings a server whose answers
 * say when it had the request and when it began to answer, on the clock that we read too; what a
 * sample has beyond that is ours, and the pipe's. Never less: neither before the request was sent
 * nor before the answer was. With the timeline in front, with the health page, and while a million
 * notifications come in. Needs a display.
 *
 *   bench-ping PING-SERVER HTTP-ECHO-SERVER [WAY…]    a way is stdio, socket, ws or http
 */

#define INTERVAL_MSEC 50
#define N_PINGS       300
#define N_FLOOD       1000000
/* What the window can follow, as fast as a server may be. */
#define FLOOD_RATE    100000

typedef struct
{
  SounderServerModel *model;
  SounderWindow      *window;
  const char         *way;
  McpSession         *session;
  McpSampleStore     *probes;
} Bench;

static void
compare (Bench      *bench,
         const char *scene,
         guint       first,
         const char *limits)
{
  g_autofree char *title = g_strdup_printf ("%s, %s", bench->way, scene);
  McpJournal *journal = mcp_session_get_journal (bench->session);
  BenchTruth truth;
  guint n_lost = 0;

  bench_truth_init (&truth);
  mcp_journal_flush (journal);
  for (guint i = first; i < mcp_sample_store_get_end (bench->probes); i++)
    {
      McpHealthSample sample;

      if (!mcp_sample_store_get (bench->probes, i, &sample))
        continue;
      if (sample.status != MCP_SAMPLE_OK)
        {
          n_lost++;
          continue;
        }
      bench_truth_add (&truth, journal, sample.serial, sample.time_usec, sample.rtt_usec);
    }
  bench_truth_print (&truth, title, limits);
  if (n_lost > 0)
    bench_print ("  not answered in time", n_lost, "", 0);
  bench_truth_clear (&truth);
}

/* The requests that opening makes, while the window makes its pages. */
static void
compare_start (Bench *bench)
{
  McpJournal *journal = mcp_session_get_journal (bench->session);
  BenchTruth truth;
  double worst = 0;

  bench_truth_init (&truth);
  mcp_journal_flush (journal);
  for (guint i = 1; i <= mcp_journal_get_n_records (journal); i++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, i);

      if (mcp_record_get_kind (record) != MCP_RECORD_REQUEST
          || mcp_record_get_latency_usec (record) < 0)
        continue;
      worst = MAX (worst, bench_truth_add (&truth, journal, i, mcp_record_get_time_usec (record),
                                           mcp_record_get_latency_usec (record)));
    }
  bench_truth_clear (&truth);
  bench_print ("requests at the start, the worst error", worst, "ms", 0);
}

static void
ping_quietly (Bench      *bench,
              const char *page,
              const char *scene)
{
  guint first;

  sounder_session_view_set_page (sounder_window_get_session_view (bench->window), page);
  first = mcp_sample_store_get_end (bench->probes);
  while (mcp_sample_store_get_end (bench->probes) < first + N_PINGS)
    g_main_context_iteration (NULL, TRUE);
  compare (bench, scene, first, " (limit 0.3, 3)");
}

static void
ping_in_flood (Bench      *bench,
               guint       rate,
               const char *scene,
               const char *limits)
{
  McpJournal *journal = mcp_session_get_journal (bench->session);
  guint n_records = mcp_journal_get_n_records (journal);
  guint first = mcp_sample_store_get_end (bench->probes);
  g_autofree char *params = g_strdup_printf ("{\"count\":%u,\"rate\":%u}", N_FLOOD, rate);
  gint64 start_usec = g_get_monotonic_time ();

  sounder_session_view_set_page (sounder_window_get_session_view (bench->window), "timeline");
  mcp_session_notify (bench->session, "notifications/go", params);
  while (mcp_journal_get_n_records (journal) < n_records + N_FLOOD)
    g_main_context_iteration (NULL, TRUE);
  compare (bench, scene, first, limits);
  bench_print ("  messages", N_FLOOD / bench_seconds (start_usec), "1/s", 0);
}

static void
run (Bench      *bench,
     const char *way,
     McpProfile *profile)
{
  SounderServer *server;

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  health_fixture_set_ping (profile, TRUE, INTERVAL_MSEC, 3, MCP_REACTION_MARK);
  server = sounder_server_model_add_temporary (bench->model, profile);
  sounder_window_select (bench->window, server);
  bench->way = way;
  bench->session = sounder_server_get_session (server);
  bench->probes = mcp_health_get_probes (mcp_session_get_health (bench->session));

  sounder_session_view_set_page (sounder_window_get_session_view (bench->window), "timeline");
  sounder_server_open (server);
  TEST_AWAIT (mcp_sample_store_get_n_samples (bench->probes) > 10);
  compare_start (bench);

  ping_quietly (bench, "timeline", "timeline in front");
  ping_quietly (bench, "health", "health in front");
  ping_in_flood (bench, FLOOD_RATE, "100,000 messages a second", " (limit 1, 10)");
  ping_in_flood (bench, 0, "as fast as the window reads", "");

  sounder_server_close (server);
  TEST_AWAIT_POLL (!sounder_server_is_open (server));
  sounder_server_model_remove (bench->model, server, NULL);
}

static void
run_stdio (Bench      *bench,
           const char *program)
{
  const char *argv[] = { program, NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("stdio", argv);

  run (bench, "stdio", profile);
}

static void
run_socket (Bench      *bench,
            const char *program,
            const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autofree char *url = g_strconcat ("unix:", path, NULL);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("socket", url);
  g_autoptr (GSubprocess) server = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, program, path,
                                                     NULL);

  g_assert_nonnull (server);
  TEST_AWAIT_POLL (g_file_test (path, G_FILE_TEST_EXISTS));
  run (bench, "socket", profile);
  g_subprocess_wait (server, NULL, NULL);
  g_unlink (path);
}

static void
run_websocket (Bench      *bench,
               const char *program)
{
  guint16 port;
  GSubprocess *server = bench_server_start (program, "ws", &port);
  g_autofree char *url = g_strdup_printf ("ws://127.0.0.1:%u/mcp", port);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("ws", url);

  run (bench, "ws", profile);
  bench_server_stop (server);
}

static void
run_http (Bench      *bench,
          const char *program)
{
  guint16 port;
  GSubprocess *server = bench_server_start (program, NULL, &port);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("http", url);

  run (bench, "http", profile);
  bench_server_stop (server);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *directory = g_dir_make_tmp ("sounder-ping-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "servers.json", NULL);
  g_autoptr (McpServerList) list = mcp_server_list_new (path);
  Bench bench = { 0 };
  const char *const *ways;

  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();
  g_assert_cmpint (argc, >=, 3);
  ways = (const char *const *) argv + 3;

  mcp_server_list_load (list, NULL);
  bench.model = sounder_server_model_new (list);
  bench.window = sounder_window_new (NULL, bench.model);
  gtk_window_present (GTK_WINDOW (bench.window));

  if (argc == 3 || g_strv_contains (ways, "stdio"))
    run_stdio (&bench, argv[1]);
  if (argc == 3 || g_strv_contains (ways, "socket"))
    run_socket (&bench, argv[1], directory);
  if (argc == 3 || g_strv_contains (ways, "ws"))
    run_websocket (&bench, argv[1]);
  if (argc == 3 || g_strv_contains (ways, "http"))
    run_http (&bench, argv[2]);

  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (bench.model);
  test_remove_tree (directory);

  return 0;
}
