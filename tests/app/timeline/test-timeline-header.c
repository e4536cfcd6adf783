/* test-timeline-header.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"

#include "sounder-timeline-header.h"
#include "test-support.h"

typedef struct
{
  GtkWidget              *window;
  SounderTimelineHeader  *header;
  SounderTimelineColumns *columns;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->header = g_object_new (SOUNDER_TYPE_TIMELINE_HEADER, NULL);
  fixture->columns = sounder_timeline_header_get_columns (fixture->header);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 100);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->header));
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->header))
                   && gtk_widget_get_width (GTK_WIDGET (fixture->header)) > 0);
  app_test_draw_frames (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  sounder_timeline_columns_reset (fixture->columns);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

static const SounderColumnPlace *
get_place (Fixture       *fixture,
           SounderColumn  column)
{
  return &sounder_timeline_columns_place (fixture->columns, gtk_widget_get_width (GTK_WIDGET (fixture->header)))[column];
}

static double
get_middle (Fixture       *fixture,
            SounderColumn  column)
{
  return get_place (fixture, column)->x + get_place (fixture, column)->width / 2.0;
}

static void
drag (Fixture *fixture,
      double   x,
      double   by)
{
  gpointer gesture = app_test_get_controller (fixture->header, GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", x, 5.0);
  g_signal_emit_by_name (gesture, "drag-update", by / 2, 0.0);
  g_signal_emit_by_name (gesture, "drag-update", by, 0.0);
  g_signal_emit_by_name (gesture, "drag-end", by, 0.0);
}

static const char *
get_cursor_at (Fixture *fixture,
               double   x)
{
  GdkCursor *cursor;

  g_signal_emit_by_name (app_test_get_controller (fixture->header, GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", x, 5.0);
  cursor = gtk_widget_get_cursor (GTK_WIDGET (fixture->header));

  return cursor != NULL ? gdk_cursor_get_name (cursor) : NULL;
}

static gboolean
press (Fixture         *fixture,
       GdkModifierType  state,
       guint            keyval)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (app_test_get_controller (fixture->header, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", keyval,
                         0, state, &handled);

  return handled;
}

static gboolean
is_called (Fixture    *fixture,
           const char *label)
{
  g_autofree char *found =
    gtk_test_accessible_check_property (GTK_ACCESSIBLE (fixture->header), GTK_ACCESSIBLE_PROPERTY_LABEL, label);

  return found == NULL;
}

/* Of a column left of the summary the right edge is dragged, of one right of it the left edge. */
static void
test_resize (Fixture       *fixture,
             gconstpointer  unused)
{
  const SounderColumnPlace *time = get_place (fixture, SOUNDER_COLUMN_TIME);
  int time_width = sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_TIME);
  int took_width = sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_TOOK);

  g_assert_cmpstr (get_cursor_at (fixture, time->x + time->width - 2), ==, "col-resize");
  g_assert_cmpstr (get_cursor_at (fixture, get_middle (fixture, SOUNDER_COLUMN_TIME)), ==, NULL);
  g_assert_cmpstr (get_cursor_at (fixture, get_place (fixture, SOUNDER_COLUMN_TOOK)->x + 2), ==, "col-resize");
  /* The direction has one width. */
  g_assert_cmpstr (get_cursor_at (fixture, get_place (fixture, SOUNDER_COLUMN_KIND)->x), ==, NULL);

  drag (fixture, time->x + time->width - 2, 30);
  g_assert_cmpint (sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_TIME), ==, time_width + 30);
  drag (fixture, get_place (fixture, SOUNDER_COLUMN_TOOK)->x, -20);
  g_assert_cmpint (sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_TOOK), ==, took_width + 20);
  /* Not smaller than what can still be taken hold of. */
  drag (fixture, time->x + time_width + 30, -1000);
  g_assert_cmpint (sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_TIME), ==, 40);
}

/* A title goes where it is let go; on the way the hand holds it, and nothing is sorted. */
static void
test_move (Fixture       *fixture,
           gconstpointer  unused)
{
  gpointer gesture = app_test_get_controller (fixture->header, GTK_TYPE_GESTURE_DRAG);
  double from = get_middle (fixture, SOUNDER_COLUMN_METHOD);
  double by = get_middle (fixture, SOUNDER_COLUMN_TIME) - from;
  gboolean descending;

  g_signal_emit_by_name (gesture, "drag-begin", from, 5.0);
  g_signal_emit_by_name (gesture, "drag-update", 3.0, 0.0);
  g_assert_null (gtk_widget_get_cursor (GTK_WIDGET (fixture->header)));
  g_signal_emit_by_name (gesture, "drag-update", by, 0.0);
  g_assert_cmpstr (gdk_cursor_get_name (gtk_widget_get_cursor (GTK_WIDGET (fixture->header))), ==, "grabbing");
  g_assert_cmpuint (sounder_timeline_columns_get_position (fixture->columns, SOUNDER_COLUMN_METHOD), ==, 0);
  g_signal_emit_by_name (gesture, "drag-end", by, 0.0);
  g_assert_null (gtk_widget_get_cursor (GTK_WIDGET (fixture->header)));
  g_assert_cmpuint (sounder_timeline_columns_get_position (fixture->columns, SOUNDER_COLUMN_TIME), ==, 1);
  g_assert_cmpint (sounder_timeline_columns_get_sort (fixture->columns, &descending), ==, SOUNDER_N_COLUMNS);

  /* Beside all columns there is nothing to change places with. */
  drag (fixture, get_middle (fixture, SOUNDER_COLUMN_KIND), 5000);
  g_assert_cmpuint (sounder_timeline_columns_get_position (fixture->columns, SOUNDER_COLUMN_METHOD), ==, 0);
}

/* One way, the other way, not at all; of sizes the largest come first. By time they are sorted already. */
static void
test_sort (Fixture       *fixture,
           gconstpointer  unused)
{
  static const struct
  {
    SounderColumn column;
    SounderColumn sorted;
    gboolean descending;
  } clicks[] = {
    { SOUNDER_COLUMN_TIME, SOUNDER_COLUMN_TIME, TRUE },
    { SOUNDER_COLUMN_TIME, SOUNDER_N_COLUMNS, FALSE },
    { SOUNDER_COLUMN_SIZE, SOUNDER_COLUMN_SIZE, TRUE },
    { SOUNDER_COLUMN_SUMMARY, SOUNDER_COLUMN_SIZE, TRUE },
    { SOUNDER_COLUMN_SIZE, SOUNDER_COLUMN_SIZE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (clicks); i++)
    {
      gboolean descending = TRUE;

      drag (fixture, get_middle (fixture, clicks[i].column), 2);
      g_assert_cmpint (sounder_timeline_columns_get_sort (fixture->columns, &descending), ==, clicks[i].sorted);
      g_assert_true (descending == clicks[i].descending);
      app_test_draw_frames (fixture->window);
    }
}

static void
test_keys (Fixture       *fixture,
           gconstpointer  unused)
{
  int width = sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_METHOD);

  g_assert_true (is_called (fixture, "Columns of the timeline, Method, not sorted"));
  g_assert_true (press (fixture, 0, GDK_KEY_Return));
  g_assert_true (is_called (fixture, "Columns of the timeline, Method, sorted, smallest first"));
  g_assert_true (press (fixture, 0, GDK_KEY_space));
  g_assert_true (is_called (fixture, "Columns of the timeline, Method, sorted, largest first"));
  g_assert_true (press (fixture, GDK_CONTROL_MASK, GDK_KEY_Right));
  g_assert_cmpint (sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_METHOD), ==, width + 10);

  g_assert_true (press (fixture, 0, GDK_KEY_Left));
  g_assert_true (is_called (fixture, "Columns of the timeline, Kind, not sorted"));
  g_assert_true (press (fixture, GDK_ALT_MASK, GDK_KEY_Left));
  g_assert_cmpuint (sounder_timeline_columns_get_position (fixture->columns, SOUNDER_COLUMN_KIND), ==, 3);
  g_assert_true (press (fixture, GDK_ALT_MASK, GDK_KEY_Left));
  g_assert_true (press (fixture, GDK_ALT_MASK, GDK_KEY_Left));
  g_assert_cmpuint (sounder_timeline_columns_get_position (fixture->columns, SOUNDER_COLUMN_KIND), ==, 0);

  /* What is not shown is passed over, and at the ends there is nothing more. */
  sounder_timeline_columns_set_visible (fixture->columns, SOUNDER_COLUMN_TIME, FALSE);
  g_assert_true (press (fixture, 0, GDK_KEY_Left));
  g_assert_true (is_called (fixture, "Columns of the timeline, Kind, not sorted"));
  g_assert_true (press (fixture, 0, GDK_KEY_Right));
  g_assert_true (is_called (fixture, "Columns of the timeline, Direction, not sorted"));
  /* It has one width. */
  width = sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_DIRECTION);
  g_assert_true (press (fixture, GDK_CONTROL_MASK, GDK_KEY_Right));
  g_assert_cmpint (sounder_timeline_columns_get_width (fixture->columns, SOUNDER_COLUMN_DIRECTION), ==, width);
  g_assert_false (press (fixture, 0, GDK_KEY_a));
}

/* The menu shows and hides columns, and follows when somebody else does. */
static void
test_menu (Fixture       *fixture,
           gconstpointer  unused)
{
  GtkWidget *menu = app_test_find (GTK_WIDGET (fixture->header), GTK_TYPE_POPOVER_MENU);
  GActionGroup *actions = sounder_timeline_header_create_actions (fixture->header);
  g_autoptr (GVariant) state = NULL;

  g_assert_false (gtk_widget_get_visible (menu));
  g_assert_true (press (fixture, GDK_SHIFT_MASK, GDK_KEY_F10));
  g_assert_true (gtk_widget_get_visible (menu));
  gtk_popover_popdown (GTK_POPOVER (menu));
  g_signal_emit_by_name (app_test_get_controller (fixture->header, GTK_TYPE_GESTURE_CLICK), "pressed", 1, 100.0, 5.0);
  g_assert_true (gtk_widget_get_visible (menu));
  gtk_popover_popdown (GTK_POPOVER (menu));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->header), "header-columns.size", NULL));
  g_assert_false (sounder_timeline_columns_get_visible (fixture->columns, SOUNDER_COLUMN_SIZE));
  state = g_action_group_get_action_state (actions, "size");
  g_assert_false (g_variant_get_boolean (state));
  g_assert_false (g_action_group_has_action (actions, "kind"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->header), "header-columns.reset", NULL));
  g_assert_true (sounder_timeline_columns_get_visible (fixture->columns, SOUNDER_COLUMN_SIZE));
  g_assert_finalize_object (actions);
}

static void
test_finalize (void)
{
  GtkWidget *header = g_object_ref_sink (g_object_new (SOUNDER_TYPE_TIMELINE_HEADER, NULL));

  g_assert_finalize_object (header);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/timeline-header/finalize", test_finalize);

#define ADD(name, func) g_test_add ("/app/timeline-header/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("resize", test_resize);
  ADD ("move", test_move);
  ADD ("sort", test_sort);
  ADD ("keys", test_keys);
  ADD ("menu", test_menu);

  return g_test_run ();
}
