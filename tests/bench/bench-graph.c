/* bench-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <stdlib.h>
#include <time.h>

#include <adwaita.h>

#include "bench-support.h"
#include "mcp-session.h"
#include "sounder-health-page.h"
#include "sounder-latency-graph.h"
#include "sounder-pulse-card.h"

/*
 * The Health page with a week of probes and of readings of a process: how long a frame takes,
 * layout and drawing and what is summed up for it, when all of it is new. Runs inside with-display.
 */

#define SECOND_USEC  G_GINT64_CONSTANT (1000000)
#define WEEK_SECONDS (7 * 24 * 3600)
#define N_FRAMES     120

typedef struct
{
  GtkWidget        *window;
  McpHealth        *health;
  SounderPulseCard *card;
  SounderTimeSpan  *span;
  GtkWidget        *graph;
  gint64            last_usec;
  guint             n_samples;

  gint64            begun_usec;
  double            frames_msec[N_FRAMES];
  guint             n_frames;
} Bench;

static GtkWidget *
find (GtkWidget *widget,
      GType      type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);

  return found;
}

/* One second of a connection that is now and then slow, or lost. */
static void
append (Bench *bench)
{
  guint i = bench->n_samples++;
  McpHealthSample sample = {
    .time_usec = bench->last_usec += SECOND_USEC,
    .rtt_usec = 1500 + (i * 7919) % 997 + (i % 5003 == 0 ? 90000 : 0),
    .serial = i + 1,
    .life = 1,
  };
  McpProcessUsage usage = {
    .time_usec = sample.time_usec,
    .cpu_percent = (i * 31) % 40,
    .rss_bytes = 40000000 + i % 9973 * 1000,
    .n_processes = 1,
    .n_threads = 4 + i % 3,
    .n_fds = 12 + i % 7,
  };

  if (i % 7001 == 0)
    {
      sample.status = MCP_SAMPLE_LOST;
      sample.rtt_usec = -1;
    }
  mcp_sample_store_append (mcp_health_get_probes (bench->health), &sample);
  mcp_usage_log_append (mcp_health_get_usage (bench->health), &usage);
}

/* Microseconds that this thread has been at work: other programs do not count. */
static gint64
get_cpu_usec (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void
before_paint_cb (GdkFrameClock *clock,
                 Bench         *bench)
{
  bench->begun_usec = get_cpu_usec ();
}

static void
after_paint_cb (GdkFrameClock *clock,
                Bench         *bench)
{
  if (bench->n_frames < N_FRAMES)
    bench->frames_msec[bench->n_frames++] = (get_cpu_usec () - bench->begun_usec) / 1e3;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

/* What comes each second, or what a hand does, then the frame that shows it. */
static void
run (Bench      *bench,
     const char *what,
     double      pan)
{
  g_autofree char *p95 = g_strdup_printf ("  p95 of %d frames", N_FRAMES);
  gint64 first_usec = bench->last_usec - WEEK_SECONDS * SECOND_USEC;
  double total_usec = 0;

  bench->n_frames = 0;
  while (bench->n_frames < N_FRAMES)
    {
      guint before = bench->n_frames;
      gint64 start_usec = get_cpu_usec ();

      if (pan != 0)
        {
          sounder_time_span_pan (bench->span, pan);
        }
      else
        {
          append (bench);
          sounder_time_span_set_limits (bench->span, first_usec, bench->last_usec, TRUE);
        }
      sounder_chart_redraw (SOUNDER_CHART (bench->graph));
      total_usec += (double) (get_cpu_usec () - start_usec);
      while (bench->n_frames == before)
        g_main_context_iteration (NULL, TRUE);
    }

  qsort (bench->frames_msec, N_FRAMES, sizeof (double), compare);
  bench_print (what, bench->frames_msec[N_FRAMES / 2], "ms", 0);
  bench_print (p95, bench->frames_msec[N_FRAMES * 95 / 100], "ms", 0);
  bench_print ("  the longest", bench->frames_msec[N_FRAMES - 1], "ms", 0);
  bench_print ("  summed up for each, beside it", total_usec / N_FRAMES / 1e3, "ms", 0);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (McpSession) session = NULL;
  Bench bench = { 0 };
  GdkFrameClock *clock;
  GtkWidget *page;

  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();

  profile = mcp_profile_new ("bench");
  session = mcp_session_new (profile, NULL);
  bench.health = mcp_session_get_health (session);
  bench.last_usec = g_get_monotonic_time () + 100 * SECOND_USEC;
  bench.last_usec = MAX (bench.last_usec - WEEK_SECONDS * SECOND_USEC, 0) + SECOND_USEC;
  while (bench.n_samples < WEEK_SECONDS)
    append (&bench);

  bench.window = gtk_window_new ();
  page = g_object_new (SOUNDER_TYPE_HEALTH_PAGE, "session", session, NULL);
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1280, 800);
  gtk_window_set_child (GTK_WINDOW (bench.window), page);
  gtk_window_present (GTK_WINDOW (bench.window));
  bench.card = SOUNDER_PULSE_CARD (find (page, SOUNDER_TYPE_PULSE_CARD));
  bench.graph = find (page, SOUNDER_TYPE_LATENCY_GRAPH);
  bench.span = sounder_pulse_card_get_span (bench.card);
  while (!gtk_widget_get_mapped (bench.graph))
    g_main_context_iteration (NULL, TRUE);
  clock = gtk_widget_get_frame_clock (bench.window);
  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), &bench);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &bench);

  sounder_time_span_set_range (bench.span, 300);
  run (&bench, "five minutes, live: a frame", 0);
  sounder_time_span_set_range (bench.span, 0);
  run (&bench, "a week, live: a frame (limit 8)", 0);
  g_object_set (bench.card, "logarithmic", TRUE, NULL);
  run (&bench, "a week, logarithmic: a frame (limit 8)", 0);
  g_object_set (bench.card, "logarithmic", FALSE, NULL);
  sounder_time_span_zoom (bench.span, 2, 1);
  run (&bench, "half a week, dragged: a frame (limit 8)", -0.002);
  gtk_window_destroy (GTK_WINDOW (bench.window));

  return 0;
}
