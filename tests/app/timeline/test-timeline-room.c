/* test-timeline-room.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-questions-panel.h"
#include "sounder-timeline-page.h"
#include "sounder-timeline-private.h"
#include "test-support.h"
#include "window-fixture.h"

/* What the Timeline page has of the window, and what of it is for its bar and for its columns. */

/* At the usual size a question stands beside the rows, with a message open too. */
static void
test_questions_beside_timeline (WindowFixture *fixture,
                                gconstpointer  unused)
{
  GtkWidget *view = GTK_WIDGET (fixture->view);
  GtkWidget *page = show_page (fixture, "timeline");
  GtkWidget *panel = app_test_find (view, SOUNDER_TYPE_QUESTIONS_PANEL);

  for (guint i = 0; i < 2; i++)
    {
      graphene_rect_t place, rows;

      if (i == 1)
        select_row (page, 2);
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      gtk_widget_activate_action (view, "session.questions", "s", "rules");
      TEST_AWAIT_POLL (gtk_widget_get_mapped (panel));
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      place = get_place (fixture, panel);
      rows = get_place (fixture, page);
      g_assert_cmpfloat (rows.origin.x + rows.size.width, <=, place.origin.x + 1);
      g_assert_cmpfloat (place.size.width, >=, 370);
      g_assert_cmpfloat (rows.size.width, >=, 600);
      gtk_widget_activate_action (view, "session.questions", "s", "");
      TEST_AWAIT_POLL (!gtk_widget_get_mapped (panel));
    }
}

static int
get_column_width (GtkWidget     *page,
                  SounderColumn  column)
{
  GtkWidget *header = app_test_find (page, SOUNDER_TYPE_TIMELINE_HEADER);
  SounderTimelineColumns *columns =
    sounder_timeline_header_get_columns (SOUNDER_TIMELINE_HEADER (header));

  return sounder_timeline_columns_place (columns, gtk_widget_get_width (header))[column].width;
}

/* Beside a message the rows still say what they are about. */
static void
test_summary_beside_details (WindowFixture *fixture,
                             gconstpointer  unused)
{
  GtkWidget *page = show_page (fixture, "timeline");
  GtkWidget *details =
    GTK_WIDGET (app_test_child (page, "details"));

  select_row (page, 2);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (details));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_cmpint (get_column_width (page, SOUNDER_COLUMN_SUMMARY), >=, 120);
  g_assert_cmpint (get_column_width (page, SOUNDER_COLUMN_METHOD), >=, 100);
}

static guint
count_silent_buttons (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_TOGGLE_BUTTON (widget) || GTK_IS_BUTTON (widget))
    return app_test_find (widget, GTK_TYPE_LABEL) == NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_silent_buttons (child);

  return n;
}

/* Whatever is less than plain from a sign is said in words, on a button or in a menu. */
static void
test_timeline_bar (WindowFixture *fixture,
                   gconstpointer  unused)
{
  static const struct { int width, height; } sizes[] = { { 1270, 790 }, { 720, 480 } };
  SounderTimeline *timeline;
  GtkWidget *page, *more, *popover;
  gboolean shown;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      resize_window (fixture, sizes[i].width, sizes[i].height);
      page = show_page (fixture, "timeline");
      timeline = sounder_timeline_page_get_timeline (SOUNDER_TIMELINE_PAGE (page));

      /* That of saved views, and that of the menu. */
      g_assert_cmpuint (count_silent_buttons (timeline->bar), ==, 2);

      more = timeline->more_button;
      popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more)));
      gtk_menu_button_popup (GTK_MENU_BUTTON (more));
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      shown = timeline->show_transport;
      g_assert_true (app_test_choose (popover, "Show the Transport"));
      g_assert_cmpint (timeline->show_transport, !=, shown);
      g_assert_true (app_test_get_boolean (timeline, "follow"));
      gtk_menu_button_popup (GTK_MENU_BUTTON (more));
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      g_assert_true (app_test_choose (popover, "Follow New Messages"));
      g_assert_false (app_test_get_boolean (timeline, "follow"));
      sounder_timeline_set_follow (timeline, TRUE);
    }
}

#define ADD(path, function) \
  g_test_add ("/app/timeline-room/" path, WindowFixture, NULL, window_set_up, function, \
              window_tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  if (g_getenv ("SOUNDER_DEMO_SERVER") != NULL)
    {
      ADD ("questions-beside", test_questions_beside_timeline);
      ADD ("summary", test_summary_beside_details);
      ADD ("bar", test_timeline_bar);
    }

  return g_test_run ();
}
