/* bench-timeline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>

#include "app-test.h"
#include "bench-frames.h"
#include "bench-timeline-scale.h"
#include "bench-support.h"
#include "session-support.h"
#include "sounder-json-view.h"
#include "sounder-pane.h"
#include "sounder-timeline-page.h"
#include "sounder-window.h"

/*
 * The window follows a server that says as much as it can: how many messages a second are recorded
 * and shown, and how long the longest frame took. Needs a display.
 *
 * First of all, while nothing else takes memory, a million messages; see bench-timeline-scale.c.
 *
 * The last part is one message of 100 MiB that arrives, is selected and looked at, and how late
 * a timer of 10 ms was meanwhile.
 */

#define N_MESSAGES  200000
#define BIG_BYTES   (100 * 1024 * 1024)
#define TIMER_MSEC  10

/* 150 bytes with the counter. */
#define FLOOD_SCRIPT                                                                              \
  "[" HANDSHAKE ",{\"expect\":{\"method\":\"notifications/go\"}},"                                \
  "{\"repeat\":200000,\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"               \
  "\\\"notifications/message\\\",\\\"params\\\":{\\\"level\\\":\\\"info\\\",\\\"data\\\":"        \
  "\\\"a line of a log that says something about number $n\\\"}}\"},{\"serve\":{}}]"

#define BIG_SCRIPT                                                                                \
  "[" HANDSHAKE ",{\"expect\":{\"method\":\"notifications/go\"}},"                                \
  "{\"send_bytes\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"big\\\",\\\"params\\\":"     \
  "{\\\"text\\\":\\\"\"},{\"fill\":{\"bytes\":104857600,\"char\":\"x\"}},"                        \
  "{\"send_bytes\":\"\\\"}}\\\\n\"},{\"serve\":{}}]"

typedef struct
{
  GtkWidget           *window;
  SounderTimelinePage *page;
  SounderTimeline     *timeline;
  BenchFrames          frames;

  gint64               timer_due_usec;
  gint64               latest_usec;
} Bench;

static gboolean
timer_cb (gpointer user_data)
{
  Bench *bench = user_data;
  gint64 now_usec = g_get_monotonic_time ();

  bench->latest_usec = MAX (bench->latest_usec, now_usec - bench->timer_due_usec);
  bench->timer_due_usec = now_usec + TIMER_MSEC * 1000;

  return G_SOURCE_CONTINUE;
}

static void
show_page (Bench      *bench,
           McpSession *session)
{
  bench->page = g_object_new (SOUNDER_TYPE_TIMELINE_PAGE, "session", session, NULL);
  bench->timeline = sounder_timeline_page_get_timeline (bench->page);
  gtk_window_set_child (GTK_WINDOW (bench->window), GTK_WIDGET (bench->page));
}

static McpSession *
start_session (Bench      *bench,
               const char *script)
{
  McpSession *session = session_new_mock (script);
  guint n_frames;

  show_page (bench, session);
  sounder_timeline_set_follow (bench->timeline, TRUE);
  session_open_ok (session);
  n_frames = bench->frames.n_frames;
  TEST_AWAIT_POLL (bench->frames.n_frames > n_frames + 10);

  return session;
}

static void
end_session (Bench      *bench,
             McpSession *session)
{
  gtk_window_set_child (GTK_WINDOW (bench->window), NULL);
  session_finish (session);
}

typedef struct
{
  Bench  *bench;
  double  longest_frame_msec;
  double  longest_work_msec;
} Flood;

static double
run_flood (gpointer data)
{
  Flood *flood = data;
  Bench *bench = flood->bench;
  McpSession *session = start_session (bench, FLOOD_SCRIPT);
  gint64 start_usec;
  guint n_rows = sounder_timeline_get_n_rows (bench->timeline);
  double seconds;

  bench_frames_start (&bench->frames);
  start_usec = g_get_monotonic_time ();
  mcp_session_notify (session, "notifications/go", NULL);
  while (sounder_timeline_get_n_rows (bench->timeline) < n_rows + N_MESSAGES)
    g_main_context_iteration (NULL, TRUE);
  seconds = bench_seconds (start_usec);

  flood->longest_frame_msec = MAX (flood->longest_frame_msec,
                                   bench->frames.longest_frame_usec / 1000.0);
  flood->longest_work_msec = MAX (flood->longest_work_msec,
                                  bench->frames.longest_work_usec / 1000.0);
  end_session (bench, session);

  return N_MESSAGES / seconds;
}

/* The same with all that a window has beside the timeline, which is the page in front. */
static double
run_whole_window (gpointer unused)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "servers.json", NULL);
  g_autoptr (McpServerList) list = mcp_server_list_new (path);
  g_autoptr (SounderServerModel) model = sounder_server_model_new (list);
  g_auto (GStrv) argv = test_mock_argv (FLOOD_SCRIPT);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("flood", (const char *const *) argv);
  SounderServer *server;
  SounderWindow *window;
  SounderTimeline *timeline;
  gint64 start_usec;
  guint n_rows;
  double seconds;

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);
  server = sounder_server_model_add_temporary (model, profile);
  window = sounder_window_new (NULL, model);
  gtk_window_present (GTK_WINDOW (window));
  sounder_window_select (window, server);
  sounder_session_view_set_page (sounder_window_get_session_view (window), "timeline");
  timeline = sounder_timeline_page_get_timeline (SOUNDER_TIMELINE_PAGE (
    sounder_session_view_find_page (sounder_window_get_session_view (window), "timeline")));
  sounder_timeline_set_follow (timeline, TRUE);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  n_rows = sounder_timeline_get_n_rows (timeline);

  start_usec = g_get_monotonic_time ();
  mcp_session_notify (sounder_server_get_session (server), "notifications/go", NULL);
  while (sounder_timeline_get_n_rows (timeline) < n_rows + N_MESSAGES)
    g_main_context_iteration (NULL, TRUE);
  seconds = bench_seconds (start_usec);

  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
  gtk_window_destroy (GTK_WINDOW (window));

  return N_MESSAGES / seconds;
}

static void
bench_flood (Bench *bench)
{
  Flood flood = { .bench = bench };
  double figures[BENCH_N_RUNS];

  /* Not counted: fonts and themes are loaded. */
  run_flood (&flood);
  flood = (Flood) { .bench = bench };
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    figures[i] = run_flood (&flood);

  bench_print ("200,000 notifications, window following", bench_median (figures, BENCH_N_RUNS),
               "msg/s", 0);
  bench_print ("  longest frame of all runs, one drawing to the next", flood.longest_frame_msec,
               "ms", 0);
  bench_print ("  longest layout and drawing of all runs", flood.longest_work_msec, "ms", 0);
  bench_print ("  the same in the whole window (goal 0.6 of it)", bench_run (run_whole_window, NULL),
               "msg/s", 0);
}

/* What the very first look at a message costs: GtkSourceView reads its language for JSON then, once. */
static void
bench_first_look (Bench *bench)
{
  McpSession *session = start_session (bench, "[" HANDSHAKE ",{\"serve\":{}}]");
  gint64 start_usec = g_get_monotonic_time ();

  sounder_timeline_set_selected_serial (bench->timeline, 2);
  bench_print ("the first message that is looked at, once", bench_seconds (start_usec) * 1000,
               "ms", 0);
  end_session (bench, session);
}

static void
bench_big_message (Bench *bench)
{
  McpSession *session = start_session (bench, BIG_SCRIPT);
  SounderJsonView *view = sounder_pane_get_text (
    app_test_child (app_test_child (bench->page, "details"), "message_view"));
  McpJournal *journal = mcp_session_get_journal (session);
  guint n_messages = mcp_journal_get_n_messages (journal, MCP_DIRECTION_IN);
  gint64 start_usec = g_get_monotonic_time ();
  guint timer;
  double arrived;

  bench->latest_usec = 0;
  bench->timer_due_usec = start_usec + TIMER_MSEC * 1000;
  timer = g_timeout_add (TIMER_MSEC, timer_cb, bench);

  mcp_session_notify (session, "notifications/go", NULL);
  while (mcp_journal_get_n_messages (journal, MCP_DIRECTION_IN) == n_messages)
    g_main_context_iteration (NULL, TRUE);
  arrived = bench_seconds (start_usec);

  start_usec = g_get_monotonic_time ();
  sounder_timeline_set_selected_serial (
    bench->timeline, mcp_journal_get_n_records (journal));
  while (sounder_json_view_get_bytes (view) == NULL || app_test_get_boolean (view, "busy"))
    g_main_context_iteration (NULL, TRUE);

  bench_print ("100 MiB message: until it is recorded", arrived * 1000, "ms", 0);
  bench_print ("  until it is shown once it is selected", bench_seconds (start_usec) * 1000, "ms",
               0);
  bench_print ("  latest 10 ms timer meanwhile", bench->latest_usec / 1000.0, "ms late", 0);
  g_source_remove (timer);
  end_session (bench, session);
}

int
main (int   argc,
      char *argv[])
{
  Bench bench = { 0 };

  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();

  bench_timeline_scale ();
  bench.window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1280, 800);
  gtk_window_present (GTK_WINDOW (bench.window));
  bench_frames_watch (&bench.frames, bench.window);

  bench_flood (&bench);
  bench_first_look (&bench);
  bench_big_message (&bench);
  gtk_window_destroy (GTK_WINDOW (bench.window));

  return 0;
}
