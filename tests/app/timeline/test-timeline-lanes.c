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
                   "(tools/call or kind:notification) during:+0.095000s..+0.255000s");
  g_assert_null (sounder_timeline_get_filter_error (fixture->timeline));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 6);

  /* Another span takes its place; none takes it away. */
  sounder_timeline_set_filter (fixture->timeline, "kind:request time:+1s..+2s");
  sounder_timeline_lanes_set_brush (fixture->lanes, start_usec, start_usec + 10 * 1000);
  g_signal_emit_by_name (fixture->lanes, "brushed");
  g_clear_pointer (&filter, g_free);
  g_object_get (fixture->timeline, "filter", &filter, NULL);
  g_assert_cmpstr (filter, ==, "kind:request during:+0.000000s..+0.010000s");
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

/* What a key does that the lanes hear themselves. */
static gboolean
press (Fixture         *fixture,
       guint            keyval,
       GdkModifierType  state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->lanes));
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &handled);
    }

  return handled;
}

static guint
get_selected (Fixture *fixture)
{
  return sounder_timeline_lanes_get_selected (fixture->lanes);
}

/* One under the other without a gap, and above them nothing. */
static void
test_lanes_places (Fixture       *fixture,
                   gconstpointer  unused)
{
  int height = gtk_widget_get_height (GTK_WIDGET (fixture->lanes));
  SounderLanePlace places[MCP_MAX_LANES];
  guint n_without_probes = sounder_timeline_lanes_place (fixture->lanes, places);
  int y = SOUNDER_LANES_TOP;

  g_assert_cmpuint (n_without_probes, >=, 3);
  for (guint i = 0; i < n_without_probes; i++)
    {
      g_assert_cmpint (places[i].y, ==, y);
      g_assert_cmpint (places[i].height, >, 0);
      g_assert_cmpint (places[i].lane, !=, MCP_LANE_PROBES);
      g_assert_cmpint (places[i].lane, !=, MCP_LANE_STREAMS);
      g_assert_cmpint (sounder_timeline_lanes_find_lane (fixture->lanes, y), ==, places[i].lane);
      y += places[i].height;
      g_assert_cmpint (sounder_timeline_lanes_find_lane (fixture->lanes, y - 0.1), ==, places[i].lane);
    }
  g_assert_cmpint (y, ==, height - SOUNDER_LANES_OVERVIEW_HEIGHT);
  g_assert_cmpint (sounder_timeline_lanes_find_lane (fixture->lanes, SOUNDER_LANES_TOP - 0.1), ==, MCP_MAX_LANES);
  g_assert_cmpint (sounder_timeline_lanes_find_lane (fixture->lanes, -1), ==, MCP_MAX_LANES);
  g_assert_cmpint (sounder_timeline_lanes_find_lane (fixture->lanes, height), ==, MCP_MAX_LANES);

  /* The pings get a lane when there are any and somebody wants to see them. */
  sounder_timeline_set_show_probes (fixture->timeline, TRUE);
  g_assert_cmpuint (sounder_timeline_lanes_place (fixture->lanes, places), ==, n_without_probes);
  mcp_journal_set_flags (fixture->journal,
                         append_at (fixture, 940, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "999"),
                         MCP_RECORD_FLAG_PROBE);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (fixture->lanes));
  g_assert_cmpuint (sounder_timeline_lanes_place (fixture->lanes, places), ==, n_without_probes + 1);
  sounder_timeline_set_show_probes (fixture->timeline, FALSE);
  g_assert_cmpuint (sounder_timeline_lanes_place (fixture->lanes, places), ==, n_without_probes);
}

/* A bar is found on it and a little beside it, and nowhere else. */
static void
test_lanes_hits (Fixture       *fixture,
                 gconstpointer  unused)
{
  SounderTimelineLanes *lanes = fixture->lanes;
  g_autoptr (GArray) bars = NULL;

  sounder_timeline_lanes_measure (lanes);
  g_assert_nonnull (lanes->bars);
  bars = g_array_copy (lanes->bars);
  g_assert_cmpuint (bars->len, ==, 30);
  for (guint i = 0; i < bars->len; i++)
    {
      const SounderPlacedBar *placed = &g_array_index (bars, SounderPlacedBar, i);
      double middle = placed->y + SOUNDER_LANES_BAR_HEIGHT / 2.0;

      g_assert_cmpuint (sounder_timeline_lanes_find (lanes, placed->x + placed->width / 2, middle), ==,
                        placed->bar.serial);
      g_assert_cmpuint (sounder_timeline_lanes_find (lanes, placed->x - 3, middle), ==, placed->bar.serial);
      g_assert_cmpuint (sounder_timeline_lanes_find (lanes, placed->x - 6, middle), ==, 0);
      g_assert_cmpuint (sounder_timeline_lanes_find (lanes, placed->x + placed->width + 6, middle), ==, 0);
      g_assert_cmpuint (sounder_timeline_lanes_find (lanes, placed->x, placed->y + SOUNDER_LANES_BAR_HEIGHT + 6),
                        ==, 0);
    }

  /* Not in the names at the left, nor on the axis. */
  g_assert_cmpuint (sounder_timeline_lanes_find (lanes, SOUNDER_LANES_GUTTER - 1, SOUNDER_LANES_TOP + 20), ==, 0);
  g_assert_cmpuint (sounder_timeline_lanes_find (lanes, 500, 5), ==, 0);
}

/* Of more than can be drawn one by one, the nearest in the lane under the pointer is meant. */
static void
test_lanes_hits_of_many (Fixture       *fixture,
                         gconstpointer  unused)
{
  SounderTimelineLanes *lanes = fixture->lanes;
  SounderLanePlace places[MCP_MAX_LANES];
  guint n_lanes;
  guint n_found = 0;
  guint last = 0;

  for (guint i = 0; i < 3000; i++)
    last = append_at (fixture, 1000 + i, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (lanes) && get_length (fixture) > 3900 * 1000);
  sounder_timeline_lanes_measure (lanes);
  g_assert_null (lanes->bars);

  n_lanes = sounder_timeline_lanes_place (lanes, places);
  for (guint i = 0; i < n_lanes; i++)
    {
      gint64 end_usec = mcp_journal_get_start_usec (fixture->journal) + 3999 * 1000;
      double x = sounder_timeline_lanes_get_x (lanes, end_usec);
      double y = places[i].y + places[i].height / 2.0;
      guint serial = sounder_timeline_lanes_find (lanes, x, y);
      McpLaneBar bar;

      if (places[i].lane != MCP_LANE_NOTIFICATIONS)
        {
          g_assert_cmpuint (serial, ==, 0);
          continue;
        }

      n_found++;
      g_assert_cmpuint (serial, ==, last);
      g_assert_true (mcp_traffic_lanes_get_bar (lanes->lanes, serial, &bar));
      g_assert_cmpint (bar.lane, ==, MCP_LANE_NOTIFICATIONS);
      {
        g_autofree char *text = sounder_timeline_lanes_dup_tooltip (lanes, x, y);

        g_assert_nonnull (text);
        g_assert_nonnull (strstr (text, "record"));
      }
    }
  g_assert_cmpuint (n_found, ==, 1);
}

/* Times and pixels are two names of one place. */
static void
test_lanes_scale (Fixture       *fixture,
                  gconstpointer  unused)
{
  SounderTimelineLanes *lanes = fixture->lanes;
  int width = gtk_widget_get_width (GTK_WIDGET (lanes));
  gint64 start_usec;
  gint64 end_usec;
  gint64 pixel_usec;

  sounder_timeline_lanes_get_span (lanes, &start_usec, &end_usec);
  pixel_usec = (end_usec - start_usec) / sounder_timeline_lanes_get_room (lanes) + 1;
  g_assert_cmpint (sounder_timeline_lanes_get_room (lanes), ==, width - SOUNDER_LANES_GUTTER - SOUNDER_LANES_MARGIN);
  g_assert_cmpfloat (sounder_timeline_lanes_get_x (lanes, start_usec), ==, SOUNDER_LANES_GUTTER);
  g_assert_cmpfloat_with_epsilon (sounder_timeline_lanes_get_x (lanes, end_usec), width - SOUNDER_LANES_MARGIN, 0.5);
  for (int x = SOUNDER_LANES_GUTTER; x < width - SOUNDER_LANES_MARGIN; x += 17)
    {
      gint64 time_usec = sounder_timeline_lanes_get_time (lanes, x);

      g_assert_cmpfloat_with_epsilon (sounder_timeline_lanes_get_x (lanes, time_usec), x, 1);
      g_assert_cmpint (sounder_timeline_lanes_get_time (lanes, x + 1) - time_usec, <=, pixel_usec);
    }

  /* Beside it time ends. */
  g_assert_cmpint (sounder_timeline_lanes_get_time (lanes, 0), ==, start_usec);
  g_assert_cmpint (sounder_timeline_lanes_get_time (lanes, width * 2.0), ==, end_usec);
}

/* From record to record, with Ctrl along the time, with Shift marking; Up and Down change the lane. */
static void
test_lanes_keys (Fixture       *fixture,
                 gconstpointer  unused)
{
  gint64 origin_usec = mcp_journal_get_start_usec (fixture->journal);
  gint64 whole_usec = get_length (fixture);
  gint64 start_usec;
  gint64 end_usec;
  gint64 before_usec;

  /* The lane of the client: a request is each third record. */
  g_assert_true (press (fixture, GDK_KEY_Home, 0));
  g_assert_cmpuint (get_selected (fixture), ==, 1);
  press (fixture, GDK_KEY_Right, 0);
  g_assert_cmpuint (get_selected (fixture), ==, 4);
  press (fixture, GDK_KEY_Left, 0);
  press (fixture, GDK_KEY_Left, 0);
  g_assert_cmpuint (get_selected (fixture), ==, 1);
  press (fixture, GDK_KEY_End, 0);
  g_assert_cmpuint (get_selected (fixture), ==, 28);
  press (fixture, GDK_KEY_Right, 0);
  g_assert_cmpuint (get_selected (fixture), ==, 28);
  /* The list follows. */
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 28);

  /* Down to the notifications, where the next in time is. */
  press (fixture, GDK_KEY_Home, 0);
  while (fixture->lanes->current_lane != MCP_LANE_NOTIFICATIONS)
    {
      guint before = fixture->lanes->current_lane;

      press (fixture, GDK_KEY_Down, 0);
      g_assert_cmpint (fixture->lanes->current_lane, !=, before);
    }
  g_assert_cmpuint (get_selected (fixture), ==, 5);
  press (fixture, GDK_KEY_Left, 0);
  g_assert_cmpuint (get_selected (fixture), ==, 2);
  for (guint i = 0; i < MCP_N_LANES; i++)
    press (fixture, GDK_KEY_Up, 0);
  g_assert_cmpint (fixture->lanes->current_lane, ==, MCP_LANE_CLIENT);

  /* A mark begins where the keys are, and goes away with Escape, which else is for others. */
  g_assert_false (press (fixture, GDK_KEY_Escape, 0));
  press (fixture, GDK_KEY_Home, 0);
  press (fixture, GDK_KEY_Right, GDK_SHIFT_MASK);
  press (fixture, GDK_KEY_Right, GDK_SHIFT_MASK);
  g_assert_true (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
  g_assert_cmpint (start_usec, ==, origin_usec);
  g_assert_cmpint (end_usec, ==, origin_usec + 200 * 1000);
  g_assert_true (press (fixture, GDK_KEY_Escape, 0));
  g_assert_false (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));

  press (fixture, GDK_KEY_plus, 0);
  g_assert_cmpint (get_length (fixture), <=, whole_usec / 2 + 1);
  sounder_timeline_lanes_get_span (fixture->lanes, &before_usec, &end_usec);
  press (fixture, GDK_KEY_Right, GDK_CONTROL_MASK);
  sounder_timeline_lanes_get_span (fixture->lanes, &start_usec, &end_usec);
  g_assert_cmpint (start_usec, >, before_usec);
  press (fixture, GDK_KEY_minus, 0);
  press (fixture, GDK_KEY_0, 0);
  g_assert_cmpint (get_length (fixture), ==, whole_usec);

  /* With Alt they are those of the window. */
  g_assert_false (press (fixture, GDK_KEY_Left, GDK_ALT_MASK));
  g_assert_false (press (fixture, GDK_KEY_a, 0));
}

/* What broke a rule has its mark above the lanes, which says so to the pointer. */
static void
test_lanes_marks (Fixture       *fixture,
                  gconstpointer  unused)
{
  g_autoptr (McpFinding) finding = mcp_finding_new ("rpc.odd", MCP_SEVERITY_WARNING, "Odd", NULL, 5);
  SounderTimelineLanes *lanes = fixture->lanes;
  double y = SOUNDER_LANES_AXIS_HEIGHT + 2;
  double x;
  g_autofree char *before = NULL;
  g_autofree char *text = NULL;

  x = sounder_timeline_lanes_get_x (lanes, mcp_journal_get_start_usec (fixture->journal) + 120 * 1000);
  before = sounder_timeline_lanes_dup_tooltip (lanes, x, y);
  g_assert_null (before);
  mcp_journal_add_finding (fixture->journal, finding);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (lanes)
                   && (text = sounder_timeline_lanes_dup_tooltip (lanes, x, y)) != NULL);
  g_assert_cmpstr (text, ==, "1 message with findings");

  /* As far as the pointer reaches, and no further. */
  g_clear_pointer (&text, g_free);
  text = sounder_timeline_lanes_dup_tooltip (lanes, x + 5, y);
  g_assert_nonnull (text);
  g_clear_pointer (&text, g_free);
  text = sounder_timeline_lanes_dup_tooltip (lanes, x + 12, y);
  g_assert_null (text);
}

/* Another journal begins anew; without one there is nothing to point at. */
static void
test_lanes_no_journal (Fixture       *fixture,
                       gconstpointer  unused)
{
  SounderTimelineLanes *lanes = fixture->lanes;
  gint64 start_usec;
  gint64 end_usec;

  sounder_timeline_lanes_set_brush (lanes, 1, 2);
  sounder_timeline_lanes_set_selected (lanes, 4);
  sounder_timeline_set_journal (fixture->timeline, NULL);
  g_assert_cmpuint (sounder_timeline_lanes_get_selected (lanes), ==, 0);
  g_assert_false (sounder_timeline_lanes_get_brush (lanes, &start_usec, &end_usec));
  g_assert_null (sounder_timeline_lanes_dup_tooltip (lanes, 300, 100));
  g_assert_cmpuint (sounder_timeline_lanes_find (lanes, 300, 100), ==, 0);
  g_assert_false (press (fixture, GDK_KEY_Home, 0));
  sounder_timeline_lanes_zoom (lanes, 3, 0.5);
  sounder_timeline_lanes_pan (lanes, -1);
  app_test_draw_frames (fixture->window);
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
  ADD ("/app/timeline-lanes/places", test_lanes_places);
  ADD ("/app/timeline-lanes/hits", test_lanes_hits);
  ADD ("/app/timeline-lanes/hits-of-many", test_lanes_hits_of_many);
  ADD ("/app/timeline-lanes/scale", test_lanes_scale);
  ADD ("/app/timeline-lanes/keys", test_lanes_keys);
  ADD ("/app/timeline-lanes/marks", test_lanes_marks);
  ADD ("/app/timeline-lanes/no-journal", test_lanes_no_journal);
#undef ADD

  return g_test_run ();
}
