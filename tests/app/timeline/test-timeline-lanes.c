/* test-timeline-lanes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"

#include "sounder-timeline-lanes-private.h"
#include "sounder-timeline-page.h"
#include "test-support.h"

typedef struct
{
  McpJournal           *journal;
  GtkWidget            *window;
  SounderTimelinePage  *page;
  SounderTimeline      *timeline;
  SounderTimelineLanes *lanes;
} Fixture;

static guint
append_at (Fixture       *fixture,
           gint64         msec,
           McpDirection   direction,
           McpRecordKind  kind,
           const char    *id)
{
  McpJournalEntry entry = { 0 };
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *method = kind == MCP_RECORD_REQUEST        ? "tools/call"
                       : kind == MCP_RECORD_NOTIFICATION ? "notifications/progress"
                                                         : NULL;

  text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s}", id != NULL ? id : "null");
  bytes = g_bytes_new (text, strlen (text));
  entry.direction = direction;
  entry.kind = kind;
  entry.life = 1;
  entry.time_usec = mcp_journal_get_start_usec (fixture->journal) + msec * 1000;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;

  return mcp_journal_append (fixture->journal, &entry, bytes);
}

/* Ten calls of 50 ms, one each 100 ms, and a notification in each. */
static void
append_calls (Fixture *fixture)
{
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i + 1);

      append_at (fixture, i * 100, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id);
      append_at (fixture, i * 100 + 20, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL);
      append_at (fixture, i * 100 + 50, MCP_DIRECTION_IN, MCP_RECORD_RESULT, id);
    }
  mcp_journal_flush (fixture->journal);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->journal = mcp_journal_new ();
  append_calls (fixture);
  fixture->page = g_object_new (SOUNDER_TYPE_TIMELINE_PAGE, NULL);
  fixture->timeline = sounder_timeline_page_get_timeline (fixture->page);
  fixture->lanes = app_test_child (fixture->timeline, "lanes");
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
  sounder_timeline_set_journal (fixture->timeline, fixture->journal);
  sounder_timeline_set_view (fixture->timeline, SOUNDER_VIEW_LANES);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->lanes))
                   && gtk_widget_get_height (GTK_WIDGET (fixture->lanes)) > 0
                   && !sounder_timeline_lanes_is_busy (fixture->lanes));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

static gint64
get_length (Fixture *fixture)
{
  gint64 start_usec;
  gint64 end_usec;

  sounder_timeline_lanes_get_span (fixture->lanes, &start_usec, &end_usec);

  return end_usec - start_usec;
}

static void
test_lanes_span (Fixture       *fixture,
                 gconstpointer  unused)
{
  gint64 start_usec = mcp_journal_get_start_usec (fixture->journal);
  gint64 whole_usec = get_length (fixture);
  gint64 left_usec;
  gint64 right_usec;

  /* All of it is in sight, with a little air. */
  g_assert_cmpint (whole_usec, >=, 950 * 1000);
  g_assert_cmpint (whole_usec, <, 1000 * 1000);

  sounder_timeline_lanes_zoom (fixture->lanes, 4, 0);
  sounder_timeline_lanes_get_span (fixture->lanes, &left_usec, &right_usec);
  g_assert_cmpint (right_usec - left_usec, ==, whole_usec / 4);
  g_assert_cmpint (left_usec, <=, start_usec);

  /* Not beyond the end, and not closer than makes sense. */
  sounder_timeline_lanes_pan (fixture->lanes, 100);
  sounder_timeline_lanes_get_span (fixture->lanes, &left_usec, &right_usec);
  g_assert_cmpint (right_usec - left_usec, ==, whole_usec / 4);
  g_assert_cmpint (right_usec, <, start_usec + 1000 * 1000);
  sounder_timeline_lanes_zoom (fixture->lanes, 1e9, 0.5);
  g_assert_cmpint (get_length (fixture), >, 0);

  sounder_timeline_lanes_zoom (fixture->lanes, 1e-9, 0.5);
  g_assert_cmpint (get_length (fixture), ==, whole_usec);
}

/* They show what the filter lets through, but a marked span hides nothing beside it. */
static void
test_lanes_filter (Fixture       *fixture,
                   gconstpointer  unused)
{
  McpLaneBar bar;

  sounder_timeline_set_filter (fixture->timeline, "method:tools/call");
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (fixture->lanes)
                   && !mcp_traffic_lanes_has (fixture->lanes->lanes, MCP_LANE_NOTIFICATIONS));
  g_assert_true (mcp_traffic_lanes_has (fixture->lanes->lanes, MCP_LANE_CLIENT));

  sounder_timeline_set_filter (fixture->timeline, "");
  sounder_timeline_set_scope (fixture->timeline, SOUNDER_TIMELINE_NOTIFICATIONS);
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (fixture->lanes)
                   && !mcp_traffic_lanes_has (fixture->lanes->lanes, MCP_LANE_CLIENT));
  g_assert_true (mcp_traffic_lanes_has (fixture->lanes->lanes, MCP_LANE_NOTIFICATIONS));

  sounder_timeline_set_scope (fixture->timeline, SOUNDER_TIMELINE_ALL);
  sounder_timeline_set_filter (fixture->timeline, "time:+0s..+0.1s");
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (fixture->lanes)
                   && mcp_traffic_lanes_has (fixture->lanes->lanes, MCP_LANE_CLIENT));
  g_assert_true (mcp_traffic_lanes_get_bar (fixture->lanes->lanes, 30, &bar));

  sounder_timeline_clear (fixture->timeline);
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (fixture->lanes)
                   && !mcp_traffic_lanes_has (fixture->lanes->lanes, MCP_LANE_CLIENT));
}

/* What comes is in sight while all is, or the end. */
static void
test_lanes_grow (Fixture       *fixture,
                 gconstpointer  unused)
{
  gint64 whole_usec = get_length (fixture);
  gint64 left_usec;
  gint64 right_usec;

  append_at (fixture, 2000, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (get_length (fixture) > 2 * whole_usec);

  sounder_timeline_lanes_zoom (fixture->lanes, 10, 0);
  sounder_timeline_lanes_get_span (fixture->lanes, &left_usec, &right_usec);
  append_at (fixture, 4000, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (fixture->lanes));
  g_assert_cmpint (get_length (fixture), ==, right_usec - left_usec);
}

static void
test_lanes_brush (Fixture       *fixture,
                  gconstpointer  unused)
{
  gint64 start_usec = mcp_journal_get_start_usec (fixture->journal);
  g_autofree char *filter = NULL;

  sounder_timeline_set_filter (fixture->timeline, "tools/call or kind:notification");
  sounder_timeline_lanes_set_brush (fixture->lanes, start_usec + 95 * 1000,
                                    start_usec + 255 * 1000);
  g_signal_emit_by_name (fixture->lanes, "brushed");
  g_object_get (fixture->timeline, "filter", &filter, NULL);
  g_assert_cmpstr (filter, ==,
                   "(tools/call or kind:notification) time:+0.095000s..+0.255000s");
  g_assert_null (sounder_timeline_get_filter_error (fixture->timeline));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 6);

  /* Another span takes its place; none takes it away. */
  sounder_timeline_set_filter (fixture->timeline, "kind:request time:+1s..+2s");
  sounder_timeline_lanes_set_brush (fixture->lanes, start_usec, start_usec + 10 * 1000);
  g_signal_emit_by_name (fixture->lanes, "brushed");
  g_clear_pointer (&filter, g_free);
  g_object_get (fixture->timeline, "filter", &filter, NULL);
  g_assert_cmpstr (filter, ==, "kind:request time:+0.000000s..+0.010000s");
  gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.clear-span", NULL);
  g_clear_pointer (&filter, g_free);
  g_object_get (fixture->timeline, "filter", &filter, NULL);
  g_assert_cmpstr (filter, ==, "kind:request");
}

/* A message that comes while a hand marks does not take the mark away. */
static void
test_lanes_brush_stays (Fixture       *fixture,
                        gconstpointer  unused)
{
  gint64 start_usec = mcp_journal_get_start_usec (fixture->journal);
  gint64 end_usec;

  sounder_timeline_lanes_set_brush (fixture->lanes, start_usec, start_usec + 1000);
  append_at (fixture, 2000, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 31);
  g_assert_true (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
}

/* Who takes the span out of the filter, takes the mark away. */
static void
test_lanes_brush_follows_filter (Fixture       *fixture,
                                 gconstpointer  unused)
{
  gint64 start_usec = mcp_journal_get_start_usec (fixture->journal);
  gint64 end_usec;

  sounder_timeline_lanes_set_brush (fixture->lanes, start_usec, start_usec + 1000);
  g_signal_emit_by_name (fixture->lanes, "brushed");
  g_assert_true (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
  sounder_timeline_set_filter (fixture->timeline, "kind:request");
  g_assert_false (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
}

static void
test_lanes_select (Fixture       *fixture,
                   gconstpointer  unused)
{
  g_signal_emit_by_name (fixture->lanes, "picked", 4);
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 4);
  g_assert_cmpuint (sounder_timeline_lanes_get_selected (fixture->lanes), ==, 4);

  /* What is selected in the list is marked, and comes into sight. */
  sounder_timeline_lanes_zoom (fixture->lanes, 20, 1);
  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  g_assert_cmpuint (sounder_timeline_lanes_get_selected (fixture->lanes), ==, 1);
  {
    gint64 left_usec;
    gint64 right_usec;

    sounder_timeline_lanes_get_span (fixture->lanes, &left_usec, &right_usec);
    g_assert_cmpint (left_usec, <=, mcp_journal_get_start_usec (fixture->journal));
  }
}

/* There is something to be said of some place, and it is what is there. */
static void
test_lanes_tooltip (Fixture       *fixture,
                    gconstpointer  unused)
{
  int width = gtk_widget_get_width (GTK_WIDGET (fixture->lanes));
  int height = gtk_widget_get_height (GTK_WIDGET (fixture->lanes));
  gboolean found = FALSE;

  for (int y = 45; y < height && !found; y += 4)
    for (int x = 100; x < width && !found; x += 4)
      {
        g_autofree char *text = sounder_timeline_lanes_dup_tooltip (fixture->lanes, x, y);

        if (text == NULL)
          continue;
        found = TRUE;
        g_assert_true (g_str_has_prefix (text, "request tools/call"));
        g_assert_nonnull (strstr (text, "50.0 ms"));
      }
  g_assert_true (found);
}

static void
test_lanes_accessible (Fixture       *fixture,
                       gconstpointer  unused)
{
  app_test_assert_labelled (GTK_WIDGET (fixture->timeline));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/app/timeline-lanes/span", test_lanes_span);
  ADD ("/app/timeline-lanes/filter", test_lanes_filter);
  ADD ("/app/timeline-lanes/grow", test_lanes_grow);
  ADD ("/app/timeline-lanes/brush", test_lanes_brush);
  ADD ("/app/timeline-lanes/brush-stays", test_lanes_brush_stays);
  ADD ("/app/timeline-lanes/brush-follows-filter", test_lanes_brush_follows_filter);
  ADD ("/app/timeline-lanes/select", test_lanes_select);
  ADD ("/app/timeline-lanes/tooltip", test_lanes_tooltip);
  ADD ("/app/timeline-lanes/accessible", test_lanes_accessible);
#undef ADD

  return g_test_run ();
}
