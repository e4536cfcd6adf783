/* bench-stream.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>

#include "bench-frames.h"
#include "bench-server.h"
#include "bench-support.h"
#include "session-support.h"
#include "sounder-timeline-page.h"

/*
 * The window follows one event stream that says 10,000 messages a second: the longest frame while
 * it does. And as many as it can take. Needs a display.
 */

#define RATE      10000
#define N_PACED   30000
#define N_FLOOD   200000

typedef struct
{
  guint16              port;
  GtkWidget           *window;
  SounderTimelinePage *page;
  SounderTimeline     *timeline;
  BenchFrames          frames;

  guint                rate;      /* 0: as fast as it is read */
  guint                n_messages;
  double               longest_frame_msec;
  double               longest_cpu_msec;
} Bench;

static void
show_page (Bench      *bench,
           McpSession *session)
{
  bench->page = g_object_new (SOUNDER_TYPE_TIMELINE_PAGE, "session", session, NULL);
  bench->timeline = sounder_timeline_page_get_timeline (bench->page);
  gtk_window_set_child (GTK_WINDOW (bench->window), GTK_WIDGET (bench->page));
}

static McpSession *
start_session (Bench *bench)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", bench->port);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("bench", url);
  McpSession *session;
  guint n_frames;

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);
  session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (session, FALSE);
  show_page (bench, session);
  sounder_timeline_set_follow (bench->timeline, TRUE);
  session_open_ok (session);
  TEST_AWAIT (session_has_stream (session, MCP_EXCHANGE_LISTEN));
  n_frames = bench->frames.n_frames;
  TEST_AWAIT_POLL (bench->frames.n_frames > n_frames + 10);

  return session;
}

/* Messages a second. */
static double
follow_stream (gpointer data)
{
  Bench *bench = data;
  McpSession *session = start_session (bench);
  guint n_rows = sounder_timeline_get_n_rows (bench->timeline);
  g_autofree char *params = g_strdup_printf ("{\"count\":%u,\"rate\":%u}", bench->n_messages,
                                             bench->rate);
  gint64 start_usec;
  double seconds;

  bench_frames_start (&bench->frames);
  start_usec = g_get_monotonic_time ();
  mcp_session_notify (session, "notifications/go", params);
  while (sounder_timeline_get_n_rows (bench->timeline) < n_rows + bench->n_messages)
    g_main_context_iteration (NULL, TRUE);
  seconds = bench_seconds (start_usec);

  bench->longest_frame_msec = MAX (bench->longest_frame_msec,
                                   bench->frames.longest_frame_usec / 1000.0);
  bench->longest_cpu_msec = MAX (bench->longest_cpu_msec, bench->frames.longest_cpu_usec / 1000.0);
  gtk_window_set_child (GTK_WINDOW (bench->window), NULL);
  session_finish (session);

  return bench->n_messages / seconds;
}

static void
bench_follow (Bench      *bench,
              guint       rate,
              guint       n_messages,
              const char *title,
              const char *frame_title)
{
  double figures[BENCH_N_RUNS];

  bench->rate = rate;
  bench->n_messages = n_messages;
  /* Not counted: fonts and themes are loaded. */
  follow_stream (bench);
  bench->longest_frame_msec = bench->longest_cpu_msec = 0;
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    figures[i] = follow_stream (bench);

  bench_print (title, bench_median (figures, BENCH_N_RUNS), "msg/s", 0);
  bench_print (frame_title, bench->longest_frame_msec, "ms", 0);
  bench_print ("  most processor time in a frame of all runs", bench->longest_cpu_msec, "ms", 0);
}

int
main (int   argc,
      char *argv[])
{
  GSubprocess *server;
  Bench bench = { 0 };

  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();
  g_assert_cmpint (argc, ==, 2);
  server = bench_server_start (argv[1], NULL, &bench.port);

  bench.window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1280, 800);
  gtk_window_present (GTK_WINDOW (bench.window));
  bench_frames_watch (&bench.frames, bench.window);

  bench_follow (&bench, RATE, N_PACED, "an event stream of 10,000 msg/s, window following",
                "  longest frame of all runs (limit 33)");
  bench_follow (&bench, 0, N_FLOOD, "an event stream at full speed, window following",
                "  longest frame of all runs");

  gtk_window_destroy (GTK_WINDOW (bench.window));
  bench_server_stop (server);

  return 0;
}
