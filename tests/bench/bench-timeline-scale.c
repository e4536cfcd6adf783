/* bench-timeline-scale.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app-test.h"
#include "bench-timeline-scale.h"
#include "bench-support.h"
#include "mcp-traffic-lanes.h"
#include "sounder-timeline-columns.h"
#include "sounder-timeline-header.h"
#include "sounder-timeline-page.h"

/*
 * The timeline with a million messages: calls of a few lengths, with notifications among them and
 * an error in a thousand, an hour of them. They are made in memory, as fast as the journal takes
 * them; what is measured begins when the window gets the journal.
 */

#define N_MESSAGES 1000000
#define SPAN_USEC  (3600 * (gint64) G_USEC_PER_SEC)
#define N_FRAMES   600
#define N_COLUMNS  1200

typedef struct
{
  GtkWidget       *window;
  SounderTimeline *timeline;
  McpJournal      *journal;
  GArray          *work;       /* of double: milliseconds of layout and drawing of each frame */
  double           begun_msec;
} Bench;

/* What this thread has worked: other programs may have the processor meanwhile. */
static double
get_cpu_msec (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);

  return now.tv_sec * 1000.0 + now.tv_nsec / 1e6;
}

static void
before_paint_cb (GdkFrameClock *clock,
                 Bench         *bench)
{
  bench->begun_msec = get_cpu_msec ();
}

static void
after_paint_cb (GdkFrameClock *clock,
                Bench         *bench)
{
  double msec = get_cpu_msec () - bench->begun_msec;

  g_array_append_val (bench->work, msec);
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

static void
print_frames (Bench      *bench,
              const char *what)
{
  g_autofree char *p95 = g_strdup_printf ("%s: frame at the 95th percentile", what);
  g_autofree char *longest = g_strdup_printf ("%s: longest frame", what);
  GArray *work = bench->work;

  g_array_sort (work, compare_doubles);
  bench_print (p95, g_array_index (work, double, work->len * 95 / 100), "ms", 0);
  bench_print (longest, g_array_index (work, double, work->len - 1), "ms", 0);
}

static void
await_frame (Bench *bench)
{
  guint n_frames = bench->work->len;

  gtk_widget_queue_draw (bench->window);
  while (bench->work->len == n_frames)
    g_main_context_iteration (NULL, TRUE);
}

static guint
append (McpJournal    *journal,
        gint64         time_usec,
        McpDirection   direction,
        McpRecordKind  kind,
        const char    *id,
        const char    *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJournalEntry entry = { 0 };

  entry.direction = direction;
  entry.kind = kind;
  entry.life = 1;
  entry.time_usec = time_usec;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = kind == MCP_RECORD_REQUEST        ? "tools/call"
                 : kind == MCP_RECORD_NOTIFICATION ? "notifications/progress"
                                                   : NULL;
  entry.method_length = entry.method != NULL ? strlen (entry.method) : 0;

  return mcp_journal_append (journal, &entry, bytes);
}

/* A call, a notification and its answer. */
static void
append_call (McpJournal *journal,
             guint       i,
             gint64      time_usec)
{
  g_autofree char *id = g_strdup_printf ("%u", i);
  g_autofree char *request = NULL;
  g_autofree char *answer = NULL;
  gboolean fails = i % 1000 == 0;

  request = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\",\"params\":"
                             "{\"name\":\"echo\",\"arguments\":{\"n\":%u}}}", i, i * 7);
  answer = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%u,\"%s}", i,
                            fails ? "error\":{\"code\":-32603,\"message\":\"No\"}"
                                  : "result\":{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}");
  append (journal, time_usec, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id, request);
  append (journal, time_usec + 500, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL,
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":1}}");
  append (journal, time_usec + 1000 + i % 7 * 1000, MCP_DIRECTION_IN,
          fails ? MCP_RECORD_ERROR : MCP_RECORD_RESULT, id, answer);
}

static void
fill (McpJournal *journal)
{
  gint64 start_usec = mcp_journal_get_start_usec (journal);

  for (guint i = 0; i < N_MESSAGES / 3; i++)
    {
      append_call (journal, i + 1, start_usec + SPAN_USEC * i / (N_MESSAGES / 3));
      if (i % 1000 == 0)
        mcp_journal_flush (journal);
    }
  append (journal, start_usec + SPAN_USEC, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL,
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
  mcp_journal_flush (journal);
}

static double
get_memory_mib (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmRSS:");

  return line != NULL ? strtod (line + strlen ("VmRSS:"), NULL) / 1024 : 0;
}

static void
bench_open (Bench *bench)
{
  gint64 start_usec = g_get_monotonic_time ();

  sounder_timeline_set_journal (bench->timeline, bench->journal);
  while (sounder_timeline_get_n_rows (bench->timeline) == 0)
    g_main_context_iteration (NULL, TRUE);
  await_frame (bench);
  bench_print ("a million messages: until the first rows are drawn", bench_seconds (start_usec),
               "s", 0);
  while (sounder_timeline_get_n_rows (bench->timeline) < N_MESSAGES)
    g_main_context_iteration (NULL, TRUE);
  bench_print ("  until all rows are there", bench_seconds (start_usec), "s", 0);
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
bench_scroll (Bench *bench)
{
  GtkWidget *list = find_widget (GTK_WIDGET (bench->timeline), GTK_TYPE_LIST_VIEW);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));

  g_array_set_size (bench->work, 0);
  for (guint i = 0; i <= N_FRAMES; i++)
    {
      gtk_adjustment_set_value (adjustment,
                                gtk_adjustment_get_upper (adjustment) * i / N_FRAMES);
      await_frame (bench);
    }
  print_frames (bench, "  scrolling from end to end");
}

static void
bench_select (Bench *bench)
{
  g_array_set_size (bench->work, 0);
  for (guint i = 0; i < 100; i++)
    {
      sounder_timeline_show_record (bench->timeline, 1 + i * (N_MESSAGES / 100));
      await_frame (bench);
    }
  print_frames (bench, "  selecting a hundred all over");
}

/* With all selected rows come and go, and the list scrolls, as they do with one. */
static void
bench_select_all (Bench *bench)
{
  GtkWidget *list = find_widget (GTK_WIDGET (bench->timeline), GTK_TYPE_LIST_VIEW);
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (list));
  double begun_msec = get_cpu_msec ();

  gtk_selection_model_select_all (model);
  await_frame (bench);
  bench_print ("  selecting all: until it is drawn", get_cpu_msec () - begun_msec, "ms", 0);
  bench_scroll (bench);

  begun_msec = get_cpu_msec ();
  sounder_timeline_set_filter (bench->timeline, "kind:error");
  while (sounder_timeline_get_n_rows (bench->timeline) != N_MESSAGES / 3000)
    g_main_context_iteration (NULL, TRUE);
  sounder_timeline_set_filter (bench->timeline, "");
  while (sounder_timeline_get_n_rows (bench->timeline) < N_MESSAGES)
    g_main_context_iteration (NULL, TRUE);
  bench_print ("  a filter and none, all selected: work", get_cpu_msec () - begun_msec, "ms", 0);
  gtk_selection_model_unselect_all (model);
}

/* Each turn of the loop is one during which the window does nothing else. */
static void
bench_sort (Bench *bench)
{
  static const SounderColumn columns[] = { SOUNDER_COLUMN_SIZE, SOUNDER_COLUMN_METHOD };
  SounderTimelineColumns *header = sounder_timeline_header_get_columns (
    SOUNDER_TIMELINE_HEADER (find_widget (GTK_WIDGET (bench->timeline), SOUNDER_TYPE_TIMELINE_HEADER)));
  double longest_msec = 0;

  sounder_timeline_show_record (bench->timeline, N_MESSAGES / 2);
  await_frame (bench);
  for (guint i = 0; i < 6; i++)
    {
      gint64 end_usec = g_get_monotonic_time () + 3 * G_USEC_PER_SEC;
      guint selected;

      sounder_timeline_columns_next_sort (header, columns[i / 3]);
      while (g_get_monotonic_time () < end_usec)
        {
          double begun_msec = get_cpu_msec ();

          g_main_context_iteration (NULL, FALSE);
          longest_msec = MAX (longest_msec, get_cpu_msec () - begun_msec);
        }
      g_object_get (bench->timeline, "selected-serial", &selected, NULL);
      g_assert_cmpuint (selected, ==, N_MESSAGES / 2);
    }
  bench_print ("  sorting by a column, and back: longest turn of the loop", longest_msec, "ms", 0);
}

static void
bench_follow (Bench *bench)
{
  gint64 time_usec = mcp_journal_get_start_usec (bench->journal) + SPAN_USEC;

  sounder_timeline_set_follow (bench->timeline, TRUE);
  g_array_set_size (bench->work, 0);
  for (guint i = 0; i < 200; i++)
    {
      for (guint k = 0; k < 20; k++)
        append_call (bench->journal, N_MESSAGES + i * 20 + k, time_usec + i * 16000);
      await_frame (bench);
    }
  print_frames (bench, "  following 60 new ones a frame");
}

static void
bench_lanes (Bench      *bench,
             const char *what)
{
  SounderTimelineLanes *lanes = app_test_child (bench->timeline, "lanes");
  gint64 start_usec = g_get_monotonic_time ();

  sounder_timeline_set_view (bench->timeline, SOUNDER_VIEW_LANES);
  await_frame (bench);
  while (sounder_timeline_lanes_is_busy (lanes))
    g_main_context_iteration (NULL, TRUE);
  bench_print ("  lanes: until all is summed up", bench_seconds (start_usec), "s", 0);

  g_array_set_size (bench->work, 0);
  for (guint i = 0; i < 200; i++)
    {
      if (i % 100 == 0)
        sounder_timeline_lanes_show_all (lanes);
      sounder_timeline_lanes_zoom (lanes, i % 100 < 50 ? 1.3 : 0.77, 0.3);
      await_frame (bench);
    }
  print_frames (bench, what);
}

static double
run_measure (gpointer data)
{
  McpTrafficLanes *lanes = data;
  g_autofree McpLaneColumn *columns = g_new (McpLaneColumn, N_COLUMNS);
  double begun_msec = get_cpu_msec ();
  gint64 start_usec;
  gint64 end_usec;

  mcp_traffic_lanes_get_span (lanes, &start_usec, &end_usec);
  for (guint i = 0; i < 100; i++)
    mcp_traffic_lanes_measure (lanes, start_usec + i, end_usec, columns, N_COLUMNS);

  return (get_cpu_msec () - begun_msec) / 100;
}

static void
bench_measure (Bench *bench)
{
  g_autoptr (McpTrafficLanes) lanes = mcp_traffic_lanes_new (bench->journal);

  while (mcp_traffic_lanes_is_busy (lanes))
    g_main_context_iteration (NULL, TRUE);
  bench_print ("  lanes, summing up 1,200 columns of all", bench_run (run_measure, lanes), "ms", 0);
}

void
bench_timeline_scale (void)
{
  Bench bench = { 0 };
  GtkWidget *page = g_object_new (SOUNDER_TYPE_TIMELINE_PAGE, NULL);
  GdkFrameClock *clock;
  double empty_mib;

  bench.work = g_array_new (FALSE, FALSE, sizeof (double));
  bench.timeline = sounder_timeline_page_get_timeline (SOUNDER_TIMELINE_PAGE (page));
  bench.window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1280, 800);
  gtk_window_set_child (GTK_WINDOW (bench.window), page);
  gtk_window_present (GTK_WINDOW (bench.window));
  clock = gtk_widget_get_frame_clock (bench.window);
  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), &bench);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &bench);
  await_frame (&bench);
  empty_mib = get_memory_mib ();

  bench.journal = mcp_journal_new ();
  fill (bench.journal);
  bench_open (&bench);
  bench_scroll (&bench);
  bench_select (&bench);
  bench_select_all (&bench);
  bench_sort (&bench);
  bench_follow (&bench);
  bench_lanes (&bench, "  lanes, zooming in and out");
  sounder_timeline_set_filter (bench.timeline, "kind:request");
  bench_lanes (&bench, "  lanes with a filter, zooming in and out");
  sounder_timeline_set_filter (bench.timeline, "");
  bench_measure (&bench);
  bench_print ("  memory of the window", get_memory_mib (), "MiB", 0);
  bench_print ("  of that without any message", empty_mib, "MiB", 0);

  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (bench.journal);
  g_array_unref (bench.work);
}
