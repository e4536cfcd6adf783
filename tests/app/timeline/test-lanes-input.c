/* test-lanes-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"

#include "sounder-timeline-lanes-private.h"
#include "test-support.h"

typedef struct
{
  McpJournal           *journal;
  GtkWidget            *window;
  SounderTimelineLanes *lanes;
  guint                 n_brushed;
} Fixture;

static void
count_cb (guint *n)
{
  (*n)++;
}

static guint
append_at (Fixture       *fixture,
           gint64         msec,
           McpDirection   direction,
           McpRecordKind  kind,
           const char    *id)
{
  g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s}", id);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJournalEntry entry = {
    .direction = direction,
    .kind = kind,
    .life = 1,
    .time_usec = mcp_journal_get_start_usec (fixture->journal) + msec * 1000,
    .id = id,
    .id_length = strlen (id),
    .method = kind == MCP_RECORD_REQUEST ? "tools/call" : NULL,
    .method_length = kind == MCP_RECORD_REQUEST ? strlen ("tools/call") : 0,
  };

  return mcp_journal_append (fixture->journal, &entry, bytes);
}

/* A call of 400 ms, one of 200 ms that fails, and one that waits. */
static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->journal = mcp_journal_new ();
  append_at (fixture, 0, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1");
  append_at (fixture, 400, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1");
  append_at (fixture, 500, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2");
  append_at (fixture, 700, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "2");
  append_at (fixture, 800, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "3");
  append_at (fixture, 1000, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "4");
  mcp_journal_flush (fixture->journal);

  fixture->lanes = g_object_new (SOUNDER_TYPE_TIMELINE_LANES, NULL);
  g_signal_connect_swapped (fixture->lanes, "brushed", G_CALLBACK (count_cb), &fixture->n_brushed);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 400);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->lanes));
  sounder_timeline_lanes_set_journal (fixture->lanes, fixture->journal);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->lanes))
                   && gtk_widget_get_height (GTK_WIDGET (fixture->lanes)) > 0
                   && !sounder_timeline_lanes_is_busy (fixture->lanes));
  app_test_draw_frames (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

static gpointer
get_controller (Fixture *fixture,
                GType    type)
{
  return app_test_get_controller (fixture->lanes, type);
}

static double
get_x (Fixture *fixture,
       gint64   msec)
{
  return sounder_timeline_lanes_get_x (fixture->lanes, mcp_journal_get_start_usec (fixture->journal) + msec * 1000);
}

static gint64
get_length (Fixture *fixture)
{
  gint64 start_usec;
  gint64 end_usec;

  sounder_timeline_lanes_get_span (fixture->lanes, &start_usec, &end_usec);

  return end_usec - start_usec;
}

static gint64
get_start (Fixture *fixture)
{
  gint64 start_usec;
  gint64 end_usec;

  sounder_timeline_lanes_get_span (fixture->lanes, &start_usec, &end_usec);

  return start_usec;
}

/* A drag over the lanes marks what it went over, in either direction; a click that trembles marks nothing. */
static void
test_brush (Fixture       *fixture,
            gconstpointer  unused)
{
  gpointer drag = get_controller (fixture, GTK_TYPE_GESTURE_DRAG);
  double x = get_x (fixture, 450);
  gint64 start_usec, end_usec;

  g_signal_emit_by_name (drag, "drag-begin", x, SOUNDER_LANES_TOP + 50.0);
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (fixture->lanes)));
  g_signal_emit_by_name (drag, "drag-update", 3.0, 80.0);
  g_assert_false (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
  g_signal_emit_by_name (drag, "drag-end", 3.0, 80.0);
  g_assert_cmpuint (fixture->n_brushed, ==, 0);

  g_signal_emit_by_name (drag, "drag-begin", x, SOUNDER_LANES_TOP + 50.0);
  g_signal_emit_by_name (drag, "drag-update", 100.0, 0.0);
  g_assert_true (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
  g_assert_cmpint (start_usec, ==, sounder_timeline_lanes_get_time (fixture->lanes, x));
  g_assert_cmpint (end_usec, ==, sounder_timeline_lanes_get_time (fixture->lanes, x + 100));
  g_assert_cmpuint (fixture->n_brushed, ==, 0);
  g_signal_emit_by_name (drag, "drag-update", -100.0, 0.0);
  g_assert_true (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
  g_assert_cmpint (start_usec, ==, sounder_timeline_lanes_get_time (fixture->lanes, x - 100));
  g_assert_cmpint (end_usec, ==, sounder_timeline_lanes_get_time (fixture->lanes, x));
  g_signal_emit_by_name (drag, "drag-end", -100.0, 0.0);
  g_assert_cmpuint (fixture->n_brushed, ==, 1);
  g_assert_cmpint (get_start (fixture), <, start_usec);
}

/* A drag on the axis moves the time under the hand, and not further than there is any. */
static void
test_pan (Fixture       *fixture,
          gconstpointer  unused)
{
  gpointer drag = get_controller (fixture, GTK_TYPE_GESTURE_DRAG);
  double room = sounder_timeline_lanes_get_room (fixture->lanes);
  gint64 whole_start_usec = get_start (fixture);
  gint64 whole_usec = get_length (fixture);
  gint64 length_usec, before_usec, start_usec, end_usec;

  sounder_timeline_lanes_zoom (fixture->lanes, 4, 0.5);
  length_usec = get_length (fixture);
  before_usec = get_start (fixture);
  g_signal_emit_by_name (drag, "drag-begin", 400.0, 5.0);
  g_signal_emit_by_name (drag, "drag-update", -room / 2, 0.0);
  g_assert_cmpint (ABS (get_start (fixture) - before_usec - length_usec / 2), <=, 1);
  g_signal_emit_by_name (drag, "drag-update", room / 4, 0.0);
  g_assert_cmpint (ABS (get_start (fixture) - before_usec + length_usec / 4), <=, 1);
  g_signal_emit_by_name (drag, "drag-update", 100 * room, 0.0);
  g_assert_cmpint (get_start (fixture), ==, whole_start_usec);
  g_signal_emit_by_name (drag, "drag-update", -100 * room, 0.0);
  g_assert_cmpint (get_start (fixture), ==, whole_start_usec + whole_usec - length_usec);
  g_signal_emit_by_name (drag, "drag-end", -100 * room, 0.0);
  g_assert_cmpint (get_length (fixture), ==, length_usec);
  g_assert_cmpuint (fixture->n_brushed, ==, 0);
  g_assert_false (sounder_timeline_lanes_get_brush (fixture->lanes, &start_usec, &end_usec));
}

/* The wheel looks closer at what the pointer is on, and sideways goes through the time. */
static void
test_scroll (Fixture       *fixture,
             gconstpointer  unused)
{
  gpointer scroll = get_controller (fixture, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  gpointer motion = get_controller (fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  double x = get_x (fixture, 300);
  gint64 at_usec = sounder_timeline_lanes_get_time (fixture->lanes, x);
  gint64 whole_usec = get_length (fixture);
  gint64 before_usec;
  gboolean handled = FALSE;

  g_signal_emit_by_name (motion, "motion", x, SOUNDER_LANES_TOP + 50.0);
  g_signal_emit_by_name (scroll, "scroll", 0.0, -1.0, &handled);
  g_assert_true (handled);
  g_assert_cmpint (ABS (get_length (fixture) - whole_usec * 4 / 5), <=, 1);
  g_assert_cmpint (ABS (sounder_timeline_lanes_get_time (fixture->lanes, x) - at_usec), <, 1000);

  before_usec = get_start (fixture);
  g_signal_emit_by_name (scroll, "scroll", 1.0, 0.0, &handled);
  g_assert_cmpint (ABS (get_start (fixture) - before_usec - get_length (fixture) / 10), <=, 1);
  g_signal_emit_by_name (scroll, "scroll", -1.0, 0.0, &handled);
  g_assert_cmpint (ABS (get_start (fixture) - before_usec), <=, 1);
  g_signal_emit_by_name (scroll, "scroll", 0.0, 5.0, &handled);
  g_assert_cmpint (get_length (fixture), ==, whole_usec);
}

/* It says what a press would do there. */
static void
test_cursor (Fixture       *fixture,
             gconstpointer  unused)
{
  SounderLanePlace places[MCP_MAX_LANES];
  guint n_lanes = sounder_timeline_lanes_place (fixture->lanes, places);
  gpointer motion = get_controller (fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  const struct
  {
    double x;
    double y;
    const char *name;
  } spots[] = {
    { 10, 100, NULL },
    { 300, 5, "grab" },
    { get_x (fixture, 200), places[0].y + 8, "pointer" },
    { get_x (fixture, 200), places[n_lanes - 1].y + 8, "text" },
    { SOUNDER_LANES_GUTTER - 1, places[0].y + 8, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (spots); i++)
    {
      GdkCursor *cursor;

      g_signal_emit_by_name (motion, "motion", spots[i].x, spots[i].y);
      cursor = gtk_widget_get_cursor (GTK_WIDGET (fixture->lanes));
      g_assert_cmpstr (cursor != NULL ? gdk_cursor_get_name (cursor) : NULL, ==, spots[i].name);
    }
}

static guint
count (Fixture    *fixture,
       SounderTone tone)
{
  GskRenderNode *node = app_test_draw (fixture->lanes);
  GdkRGBA color = sounder_palette_get (tone);
  guint n = app_test_count_rects (node, &color);

  gsk_render_node_unref (node);

  return n;
}

/* What failed has a flag as well as its colour, what waits an open end; what is selected has a frame. */
static void
test_bars (Fixture       *fixture,
           gconstpointer  unused)
{
  guint n_rules = count (fixture, SOUNDER_TONE_PILL);
  guint n_marks = count (fixture, SOUNDER_TONE_REQUEST);

  g_assert_cmpuint (count (fixture, SOUNDER_TONE_BAR), ==, 1);
  /* The request and its answer. */
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_BAR_FAILED), ==, 4);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_BAR_WAITING), ==, 2);
  g_assert_cmpuint (n_rules, >, 2);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_TEXT), ==, 0);

  sounder_timeline_lanes_set_selected (fixture->lanes, 1);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_TEXT), ==, 2);
  sounder_timeline_lanes_set_brush (fixture->lanes, get_start (fixture) + 100000, get_start (fixture) + 200000);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_PILL), ==, n_rules + 1);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_REQUEST), ==, n_marks + 2);

  /* A span that is out of sight leaves nothing at the edge. */
  sounder_timeline_lanes_set_selected (fixture->lanes, 0);
  sounder_timeline_lanes_set_span (fixture->lanes, get_start (fixture) + 600000, get_start (fixture) + 900000);
  n_rules = count (fixture, SOUNDER_TONE_PILL);
  sounder_timeline_lanes_set_brush (fixture->lanes, 0, 0);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_PILL), ==, n_rules);
}

/* More than can be told apart are sums: what failed hangs from the top, and what is selected is a line. */
static void
test_sums (Fixture       *fixture,
           gconstpointer  unused)
{
  for (guint i = 10; i < 10 + SOUNDER_LANES_MAX_BARS; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      append_at (fixture, 2000 + i, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id);
      append_at (fixture, 2000 + i, MCP_DIRECTION_IN, i % 100 == 0 ? MCP_RECORD_ERROR : MCP_RECORD_RESULT, id);
    }
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (!sounder_timeline_lanes_is_busy (fixture->lanes)
                   && get_length (fixture) > SOUNDER_LANES_MAX_BARS * G_GINT64_CONSTANT (1000));
  app_test_draw_frames (fixture->window);

  g_assert_cmpuint (count (fixture, SOUNDER_TONE_BAR), >, 0);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_BAR_FAILED), >=, 10);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_BAR_WAITING), ==, 0);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_BAR), <, (guint) sounder_timeline_lanes_get_room (fixture->lanes) * 2);
  sounder_timeline_lanes_set_selected (fixture->lanes, 1);
  g_assert_cmpuint (count (fixture, SOUNDER_TONE_TEXT), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(name, func) g_test_add ("/app/lanes-input/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("brush", test_brush);
  ADD ("pan", test_pan);
  ADD ("scroll", test_scroll);
  ADD ("cursor", test_cursor);
  ADD ("bars", test_bars);
  ADD ("sums", test_sums);

  return g_test_run ();
}
