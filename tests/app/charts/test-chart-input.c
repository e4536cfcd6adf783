/* test-chart-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"

#include "sounder-chart-private.h"
#include "test-support.h"

#define SECOND_USEC G_GINT64_CONSTANT (1000000)
#define START_USEC  (1000 * SECOND_USEC)
#define END_USEC    (2000 * SECOND_USEC)

/* A chart of nothing, which tells what it is asked. */
typedef struct
{
  SounderChart parent_instance;

  guint        n_activated;
  guint        n_cursors;    /* drawn */
  gboolean     is_pointed;   /* the last of them */
} TestChart;

typedef SounderChartClass TestChartClass;

static GType test_chart_get_type (void);
G_DEFINE_TYPE (TestChart, test_chart, sounder_chart_get_type ())

static void
draw (SounderChart *chart,
      SounderPlot  *plot)
{
  sounder_plot_lay_out (plot, sounder_chart_get_span (chart), 10, 10);
  sounder_graph_axis_init (&plot->axis, SOUNDER_UNIT_COUNT, 10, 2);
}

static void
draw_cursor (SounderChart *chart,
             SounderPlot  *plot,
             gint64        time_usec,
             gboolean      is_pointed)
{
  ((TestChart *) chart)->n_cursors++;
  ((TestChart *) chart)->is_pointed = is_pointed;
}

static void
activate (SounderChart *chart)
{
  ((TestChart *) chart)->n_activated++;
}

static char *
dup_description (SounderChart *chart)
{
  return g_strdup ("nothing");
}

static void
test_chart_class_init (TestChartClass *klass)
{
  klass->draw = draw;
  klass->draw_cursor = draw_cursor;
  klass->activate = activate;
  klass->dup_description = dup_description;
}

static void
test_chart_init (TestChart *self)
{
  sounder_chart_set_height (SOUNDER_CHART (self), 100);
}

typedef struct
{
  GtkWidget       *window;
  GtkWidget       *chart;
  SounderTimeSpan *span;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->span = sounder_time_span_new ();
  sounder_time_span_set_limits (fixture->span, START_USEC, END_USEC, FALSE);
  sounder_time_span_set_range (fixture->span, 100);
  fixture->chart = g_object_new (test_chart_get_type (), NULL);
  sounder_chart_set_span (SOUNDER_CHART (fixture->chart), fixture->span);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 800, 200);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->chart);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (sounder_chart_get_plot (SOUNDER_CHART (fixture->chart)) != NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->span);
}

static SounderPlot *
get_plot (Fixture *fixture)
{
  app_test_draw_frames (fixture->window);

  return sounder_chart_get_plot (SOUNDER_CHART (fixture->chart));
}

static gint64
get_end (Fixture *fixture)
{
  gint64 start_usec;
  gint64 end_usec;

  sounder_time_span_get (fixture->span, &start_usec, &end_usec);

  return end_usec;
}

static gint64
get_length (Fixture *fixture)
{
  gint64 start_usec;
  gint64 end_usec;

  sounder_time_span_get (fixture->span, &start_usec, &end_usec);

  return end_usec - start_usec;
}

/* The time under the pointer is that of all charts, until it has gone. */
static void
test_motion (Fixture       *fixture,
             gconstpointer  unused)
{
  gpointer motion = app_test_get_controller (fixture->chart, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  TestChart *chart = (TestChart *) fixture->chart;
  SounderPlot *plot = get_plot (fixture);
  double middle = plot->x + plot->plot_width / 2;

  g_signal_emit_by_name (motion, "enter", middle, 50.0);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, sounder_plot_get_time (plot, middle));
  app_test_draw_frames (fixture->window);
  g_assert_cmpuint (chart->n_cursors, >, 0);
  g_assert_true (chart->is_pointed);

  /* Left of the values there is no time. */
  g_signal_emit_by_name (motion, "motion", plot->x - 20, 50.0);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, SOUNDER_NO_TIME);
  g_signal_emit_by_name (motion, "motion", plot->x, 50.0);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, plot->start_usec);
  g_signal_emit_by_name (motion, "leave");
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, SOUNDER_NO_TIME);

  /* Another chart has the pointer: its cursor is drawn here, and stays when nothing leaves. */
  sounder_time_span_set_cursor (fixture->span, sounder_plot_get_time (plot, middle));
  app_test_draw_frames (fixture->window);
  g_assert_false (chart->is_pointed);
  g_signal_emit_by_name (motion, "leave");
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), !=, SOUNDER_NO_TIME);
}

/* Sideways it goes through the time, also when there is more of it than frames; the plain wheel is the page's. */
static void
test_scroll (Fixture       *fixture,
             gconstpointer  unused)
{
  gpointer scroll = app_test_get_controller (fixture->chart, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  gboolean handled = TRUE;

  g_signal_emit_by_name (scroll, "scroll", 0.0, 1.0, &handled);
  g_assert_false (handled);
  g_signal_emit_by_name (scroll, "scroll", 1.0, -2.0, &handled);
  g_assert_false (handled);
  g_assert_cmpint (get_end (fixture), ==, END_USEC);

  g_signal_emit_by_name (scroll, "scroll", -2.0, 0.5, &handled);
  g_assert_true (handled);
  g_assert_cmpint (get_end (fixture), ==, END_USEC - 16 * SECOND_USEC);
  g_assert_false (sounder_time_span_get_following (fixture->span));
  g_signal_emit_by_name (scroll, "scroll", 2.0, 0.0, &handled);
  g_assert_cmpint (get_end (fixture), ==, END_USEC);
  g_assert_true (sounder_time_span_get_following (fixture->span));
}

/* The values go with the hand, from where it is no click any more. */
static void
test_drag (Fixture       *fixture,
           gconstpointer  unused)
{
  gpointer drag = app_test_get_controller (fixture->chart, GTK_TYPE_GESTURE_DRAG);
  double width = get_plot (fixture)->plot_width;

  g_signal_emit_by_name (drag, "drag-begin", 300.0, 50.0);
  g_assert_true (gtk_widget_is_focus (fixture->chart));
  g_signal_emit_by_name (drag, "drag-update", 2.0, 40.0);
  g_assert_cmpint (get_end (fixture), ==, END_USEC);
  g_signal_emit_by_name (drag, "drag-update", width / 4, 0.0);
  g_assert_cmpint (get_end (fixture), ==, END_USEC - 25 * SECOND_USEC);
  /* Back again, be it by a pixel. */
  g_signal_emit_by_name (drag, "drag-update", width / 5, 0.0);
  g_assert_cmpint (ABS (get_end (fixture) - (END_USEC - 20 * SECOND_USEC)), <=, 1);
  g_signal_emit_by_name (drag, "drag-update", 0.0, 0.0);
  g_assert_cmpint (ABS (get_end (fixture) - END_USEC), <=, 2);

  /* The next one begins anew. */
  g_signal_emit_by_name (drag, "drag-begin", 300.0, 50.0);
  g_signal_emit_by_name (drag, "drag-update", 1.0, 0.0);
  g_assert_cmpint (ABS (get_end (fixture) - END_USEC), <=, 2);
  g_assert_cmpint (get_length (fixture), ==, 100 * SECOND_USEC);
}

/* Where it is let go, and not elsewhere. */
static void
test_click (Fixture       *fixture,
            gconstpointer  unused)
{
  gpointer click = app_test_get_controller (fixture->chart, GTK_TYPE_GESTURE_CLICK);
  TestChart *chart = (TestChart *) fixture->chart;
  SounderPlot *plot = get_plot (fixture);

  g_signal_emit_by_name (click, "released", 1, plot->x + 10, 50.0);
  g_assert_cmpuint (chart->n_activated, ==, 1);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, sounder_plot_get_time (plot, plot->x + 10));
  g_signal_emit_by_name (click, "released", 1, plot->x + 10, -50.0);
  g_assert_cmpuint (chart->n_activated, ==, 1);
}

/* A chart without samples goes by a hundredth of what is seen. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  unused)
{
  TestChart *chart = (TestChart *) fixture->chart;
  gint64 first_usec = END_USEC - 100 * SECOND_USEC;

  app_test_press (fixture->chart, 0, GDK_KEY_Left);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, END_USEC - SECOND_USEC);
  app_test_press (fixture->chart, 0, GDK_KEY_Page_Up);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, END_USEC - 11 * SECOND_USEC);
  app_test_press (fixture->chart, 0, GDK_KEY_Home);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, first_usec);
  app_test_press (fixture->chart, 0, GDK_KEY_End);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, END_USEC - 1);
  app_test_press (fixture->chart, 0, GDK_KEY_space);
  g_assert_cmpuint (chart->n_activated, ==, 1);

  app_test_press (fixture->chart, 0, GDK_KEY_Escape);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, SOUNDER_NO_TIME);
  app_test_press (fixture->chart, 0, GDK_KEY_Right);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, first_usec + SECOND_USEC);

  app_test_press (fixture->chart, GDK_CONTROL_MASK, GDK_KEY_Left);
  g_assert_cmpint (get_end (fixture), ==, END_USEC - 10 * SECOND_USEC);
  app_test_press (fixture->chart, GDK_CONTROL_MASK, GDK_KEY_Right);
  g_assert_cmpint (get_end (fixture), ==, END_USEC);
  app_test_press (fixture->chart, 0, GDK_KEY_equal);
  g_assert_cmpint (get_length (fixture), <, 67 * SECOND_USEC);
  app_test_press (fixture->chart, 0, GDK_KEY_KP_0);
  g_assert_cmpint (get_length (fixture), ==, 100 * SECOND_USEC);
}

/* Without a time there is nothing that any of it could do. */
static void
test_no_span (Fixture       *fixture,
              gconstpointer  unused)
{
  gboolean handled = TRUE;

  sounder_chart_set_span (SOUNDER_CHART (fixture->chart), NULL);
  g_signal_emit_by_name (app_test_get_controller (fixture->chart, GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", 200.0,
                         50.0);
  g_signal_emit_by_name (app_test_get_controller (fixture->chart, GTK_TYPE_GESTURE_DRAG), "drag-update", 100.0, 0.0);
  g_signal_emit_by_name (app_test_get_controller (fixture->chart, GTK_TYPE_GESTURE_ZOOM), "scale-changed", 2.0);
  g_signal_emit_by_name (app_test_get_controller (fixture->chart, GTK_TYPE_EVENT_CONTROLLER_SCROLL), "scroll", 1.0,
                         0.0, &handled);
  g_assert_false (handled);
  app_test_draw_frames (fixture->window);
  g_assert_cmpint (get_end (fixture), ==, END_USEC);
  g_assert_cmpint (sounder_time_span_get_cursor (fixture->span), ==, SOUNDER_NO_TIME);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(name, func) g_test_add ("/app/chart-input/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("motion", test_motion);
  ADD ("scroll", test_scroll);
  ADD ("drag", test_drag);
  ADD ("click", test_click);
  ADD ("keys", test_keys);
  ADD ("no-span", test_no_span);

  return g_test_run ();
}
