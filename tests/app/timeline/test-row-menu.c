/* test-row-menu.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "http-fixture.h"
#include "sounder-timeline-page.h"
#include "sounder-timeline-private.h"
#include "sounder-window.h"
#include "test-support.h"

/* The menus of the timeline on the smallest screen, with traffic over HTTP, which has the longest. */

typedef struct
{
  HttpFixture        *http;
  SounderServerModel *model;
  SounderServer      *server;
  McpJournal         *journal;
  SounderWindow      *window;
  SounderTimelinePage *page;
  SounderTimeline    *timeline;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (McpProfile) profile = NULL;
  SounderSessionView *view;

  fixture->http = http_fixture_new ();
  http_fixture_serve_mcp (fixture->http, NULL);
  profile = mcp_profile_new_for_url ("h", http_fixture_get_url (fixture->http));
  fixture->model = app_test_new_model ();
  fixture->server = sounder_server_model_add_temporary (fixture->model, profile);
  fixture->window = sounder_window_new (NULL, fixture->model);
  view = sounder_window_get_session_view (fixture->window);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 720, 480);
  gtk_window_present (GTK_WINDOW (fixture->window));
  sounder_window_select (fixture->window, fixture->server);
  sounder_server_open (fixture->server);
  TEST_AWAIT (sounder_server_get_status (fixture->server) == SOUNDER_STATUS_READY);

  fixture->journal = mcp_session_get_journal (sounder_server_get_session (fixture->server));
  sounder_session_view_set_page (view, "timeline");
  fixture->page = SOUNDER_TIMELINE_PAGE (sounder_session_view_find_page (view, "timeline"));
  fixture->timeline = sounder_timeline_page_get_timeline (fixture->page);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) >= 4);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gpointer watched = fixture->window;

  sounder_server_close (fixture->server);
  TEST_AWAIT (!sounder_server_is_open (fixture->server));
  g_object_add_weak_pointer (watched, &watched);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (watched == NULL);
  app_test_let_go (fixture->model);
  http_fixture_free (fixture->http);
}

/* Clicks with the secondary button on the last row that is in sight. */
static void
open_row_menu (Fixture *fixture)
{
  GtkWidget *list = GTK_WIDGET (fixture->timeline->list_view);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (list);
  int y = gtk_widget_get_height (list) - 4;

  while (y > 0 && sounder_timeline_pick_record (fixture->timeline, 200, y) == NULL)
    y -= 4;
  g_assert_cmpint (y, >, 0);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_SECONDARY)
        g_signal_emit_by_name (controller, "pressed", 1, 200.0, (double) y);
    }
  TEST_AWAIT_POLL (gtk_widget_get_mapped (fixture->timeline->menu));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

static void
choose (Fixture    *fixture,
        const char *text)
{
  g_assert_true (app_test_choose (fixture->timeline->menu, text));
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (fixture->timeline->menu));
}

/* All of a menu is in it, and all of it on the screen. */
static void
assert_whole (GtkWidget *popover)
{
  GtkWidget *scrolled = app_test_find (popover, GTK_TYPE_SCROLLED_WINDOW);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (popover));
  GtkAdjustment *place =
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  int y = gdk_popup_get_position_y (GDK_POPUP (surface));

  g_test_message ("%d pixels at %d, of %.0f to scroll", gdk_surface_get_height (surface), y,
                  gtk_adjustment_get_upper (place));
  g_assert_cmpfloat (gtk_adjustment_get_upper (place), <=, gtk_adjustment_get_page_size (place));
  g_assert_cmpint (y + gdk_surface_get_height (surface), <=, 480 + 40);
}

static void
test_whole (Fixture       *fixture,
            gconstpointer  unused)
{
  GtkSelectionModel *rows = gtk_list_view_get_model (fixture->timeline->list_view);
  GtkMenuButton *more = GTK_MENU_BUTTON (fixture->timeline->more_button);

  gtk_menu_button_popup (more);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  assert_whole (GTK_WIDGET (gtk_menu_button_get_popover (more)));
  gtk_menu_button_popdown (more);

  open_row_menu (fixture);
  assert_whole (fixture->timeline->menu);
  g_assert_false (app_test_choose (fixture->timeline->menu, "Compare the Two"));
  choose (fixture, "Copy Exact Bytes");

  /* With two, what is of one alone makes room for what is of both. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "timeline-page.close-details", NULL);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  gtk_selection_model_select_all (rows);
  gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.menu", NULL);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (fixture->timeline->menu));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  assert_whole (fixture->timeline->menu);
  g_assert_false (app_test_choose (fixture->timeline->menu, "Replay…"));
}

static void
test_pin (Fixture       *fixture,
          gconstpointer  unused)
{
  guint serial;

  open_row_menu (fixture);
  serial = app_test_get_uint (fixture->timeline, "selected-serial");
  choose (fixture, "Pin or Unpin");
  TEST_AWAIT_POLL (mcp_journal_is_pinned (fixture->journal, serial));
}

static void
test_comment (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *focus;

  open_row_menu (fixture);
  choose (fixture, "Comment…");
  TEST_AWAIT_POLL ((focus = gtk_window_get_focus (GTK_WINDOW (fixture->window))) != NULL
                   && gtk_widget_get_ancestor (focus, SOUNDER_TYPE_PIN_BAR) != NULL
                   && GTK_IS_TEXT (focus));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  char **text = user_data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
test_copy_as_curl (Fixture       *fixture,
                   gconstpointer  unused)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));
  g_autofree char *text = NULL;

  open_row_menu (fixture);
  gdk_clipboard_set_content (clipboard, NULL);
  choose (fixture, "Copy as curl Command");
  TEST_AWAIT_POLL (gdk_clipboard_get_content (clipboard) != NULL);
  gdk_clipboard_read_text_async (clipboard, NULL, read_cb, &text);
  TEST_AWAIT (text != NULL);
  g_assert_true (g_str_has_prefix (text, "curl "));
  g_assert_nonnull (strstr (text, http_fixture_get_url (fixture->http)));
}

#define ADD(path, function) \
  g_test_add ("/app/row-menu/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  ADD ("whole", test_whole);
  ADD ("pin", test_pin);
  ADD ("comment", test_comment);
  ADD ("copy-as-curl", test_copy_as_curl);

  return g_test_run ();
}
