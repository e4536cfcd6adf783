/* test-room.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-columns.h"
#include "sounder-pane.h"
#include "sounder-json-view.h"
#include "sounder-record-details.h"
#include "sounder-result-view.h"
#include "sounder-settings.h"
#include "sounder-split.h"
#include "sounder-timeline-page.h"
#include "sounder-tools-page.h"
#include "sounder-traffic-line.h"
#include "test-support.h"
#include "window-fixture.h"

/*
 * Who has how much of the window, in the real window with the demo server. One long file, because all
 * of it moves the same handles and opens the same window.
 */
typedef WindowFixture Fixture;

static void
click (GtkWidget *button)
{
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
}

/* The button that does something, as it is seen. */
static GtkWidget *
find_button (GtkWidget  *widget,
             const char *action_name)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget)
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action_name) == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, action_name);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gboolean
has_focus_in (Fixture   *fixture,
              GtkWidget *widget)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static void
test_details (Fixture       *fixture,
              gconstpointer  unused)
{
  enum { BESIDE, BELOW, ALONE };
  static const struct
  {
    int width;
    int height;
    int how;
  } cases[] = { { 1270, 790, BESIDE }, { 1000, 700, BELOW }, { 720, 480, ALONE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *page, *details, *list, *focus;
      SounderTimeline *timeline;
      graphene_rect_t rows, whole;
      guint serial;

      resize_window (fixture, cases[i].width, cases[i].height);
      page = show_page (fixture, "timeline");
      timeline = sounder_timeline_page_get_timeline (SOUNDER_TIMELINE_PAGE (page));
      details = GTK_WIDGET (app_test_child (page, "details"));
      list = app_test_find (page, GTK_TYPE_LIST_VIEW);

      /* Nothing is selected: the rows reach to the end of the page. */
      g_assert_false (gtk_widget_get_mapped (details));
      rows = get_place (fixture, gtk_widget_get_parent (list));
      whole = get_place (fixture, page);
      g_assert_cmpfloat_with_epsilon (rows.origin.y + rows.size.height,
                                      whole.origin.y + whole.size.height, 1);
      g_assert_cmpfloat_with_epsilon (rows.size.width, whole.size.width, 1);

      select_row (page, 2);
      TEST_AWAIT_POLL (gtk_widget_get_mapped (details));
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      serial = app_test_get_uint (timeline, "selected-serial");
      g_assert_cmpint (gtk_widget_get_mapped (list), ==, cases[i].how != ALONE);
      if (cases[i].how == ALONE)
        {
          g_assert_cmpfloat_with_epsilon (get_place (fixture, details).size.height,
                                          whole.size.height, 1);
          TEST_AWAIT_POLL (has_focus_in (fixture, details));
        }
      else
        {
          graphene_rect_t place = get_place (fixture, details);

          rows = get_place (fixture, gtk_widget_get_parent (list));
          if (cases[i].how == BESIDE)
            g_assert_cmpfloat (place.origin.x, >=, rows.origin.x + rows.size.width);
          else
            g_assert_cmpfloat (place.origin.y, >=, rows.origin.y + rows.size.height);
          g_assert_cmpfloat (rows.size.width, >, 300);
        }

      /* From one to the next, wherever the focus is. */
      app_test_press (page, GDK_ALT_MASK, GDK_KEY_Down);
      g_assert_cmpuint (app_test_get_uint (timeline, "selected-serial"), >, serial);
      app_test_press (page, GDK_ALT_MASK, GDK_KEY_Up);
      g_assert_cmpuint (app_test_get_uint (timeline, "selected-serial"), ==, serial);

      /* Escape gives the room back, and the keys to the rows. */
      focus = find_button (details, "timeline-page.close-details");
      g_assert_nonnull (focus);
      gtk_widget_grab_focus (focus);
      app_test_press (page, 0, GDK_KEY_Escape);
      g_assert_false (gtk_widget_get_visible (details));
      g_assert_cmpuint (app_test_get_uint (timeline, "selected-serial"), ==, 0);
      TEST_AWAIT_POLL (gtk_widget_get_mapped (list) && has_focus_in (fixture, list));
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      rows = get_place (fixture, gtk_widget_get_parent (list));
      g_assert_cmpfloat_with_epsilon (rows.size.width, whole.size.width, 1);

      /* So does the button, and the same row can be selected again. */
      select_row (page, 2);
      TEST_AWAIT_POLL (gtk_widget_get_mapped (details));
      click (find_button (details, "timeline-page.close-details"));
      TEST_AWAIT_POLL (!gtk_widget_get_mapped (details));
    }
}

/* The timeline below the pages, once it has been made. */
static GtkWidget *
find_dock (GtkWidget *widget)
{
  gboolean compact = FALSE;

  if (SOUNDER_IS_TIMELINE (widget))
    g_object_get (widget, "compact", &compact, NULL);
  if (compact)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_dock (child);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* A window that is made narrower puts below what was beside. */
static void
test_split_follows_width (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *split = g_object_new (SOUNDER_TYPE_SPLIT, "beside-from", 600, NULL);
  GtkWidget *children[] = { gtk_label_new ("start"), gtk_label_new ("end") };

  sounder_split_set_start_child (SOUNDER_SPLIT (split), children[0]);
  sounder_split_set_end_child (SOUNDER_SPLIT (split), children[1]);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_set_size_request (children[i], 350, 40);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_EXTERNAL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), split);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 300);
  gtk_window_present (GTK_WINDOW (window));
  TEST_AWAIT_POLL (gtk_widget_get_width (split) >= 600
                   && sounder_split_get_orientation (SOUNDER_SPLIT (split))
                        == GTK_ORIENTATION_HORIZONTAL);

  gtk_window_set_default_size (GTK_WINDOW (window), 500, 300);
  TEST_AWAIT_POLL (sounder_split_get_orientation (SOUNDER_SPLIT (split))
                   == GTK_ORIENTATION_VERTICAL);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 300);
  TEST_AWAIT_POLL (sounder_split_get_orientation (SOUNDER_SPLIT (split))
                   == GTK_ORIENTATION_HORIZONTAL);

  g_object_ref (split);
  gtk_window_destroy (GTK_WINDOW (window));
  app_test_let_go (split);
}

/* A handle is moved in the frame in which something else has to be allocated, and the text below the
 * handle finds out in its own allocation that it needs a scroll bar: GTK must not be left with widgets
 * that nobody allocates, of which it warns. */
static void
test_split_allocates_all (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *split = g_object_new (SOUNDER_TYPE_SPLIT, "vexpand", TRUE, NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *text = gtk_text_view_new ();
  GtkWidget *label = gtk_label_new ("1");
  GtkPaned *paned;

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)),
                            "a line that needs a little more than three hundred pixels", -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), text);
  sounder_split_set_start_child (SOUNDER_SPLIT (split), scrolled);
  sounder_split_set_end_child (SOUNDER_SPLIT (split), gtk_label_new ("end"));
  gtk_overlay_set_child (GTK_OVERLAY (overlay), split);
  gtk_box_append (GTK_BOX (box), overlay);
  gtk_box_append (GTK_BOX (box), label);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 300);
  gtk_window_present (GTK_WINDOW (window));
  TEST_AWAIT_POLL (gtk_widget_get_width (split) > 0);
  paned = GTK_PANED (gtk_widget_get_first_child (split));

  for (int place = 700; place >= 100; place -= 60)
    {
      g_autofree char *shown = g_strdup_printf ("%d", place);

      gtk_paned_set_position (paned, place);
      gtk_label_set_text (GTK_LABEL (label), shown);
      app_test_draw_frames (window);
      g_assert_cmpint (gtk_widget_get_width (scrolled), ==, place);
    }

  gtk_window_destroy (GTK_WINDOW (window));
}

/* Moves the handle beside a widget, as a person would, and gives what the widget then has. */
static int
move_handle (Fixture   *fixture,
             GtkWidget *widget,
             int        by)
{
  GtkPaned *paned = GTK_PANED (gtk_widget_get_ancestor (widget, GTK_TYPE_PANED));

  gtk_paned_set_position (paned, gtk_paned_get_position (paned) + by);
  app_test_draw_frames (GTK_WIDGET (fixture->window));

  return gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == GTK_ORIENTATION_HORIZONTAL
           ? gtk_widget_get_width (widget)
           : gtk_widget_get_height (widget);
}

static GtkWidget *
show_details (Fixture *fixture)
{
  GtkWidget *page = show_page (fixture, "timeline");
  GtkWidget *details =
    GTK_WIDGET (app_test_child (page, "details"));

  select_row (page, 2);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (details));
  app_test_draw_frames (GTK_WIDGET (fixture->window));

  return details;
}

static void
test_splits_are_remembered (Fixture       *fixture,
                            gconstpointer  unused)
{
  int before, beside, below, list, result, dock;
  GtkWidget *page;

  before = move_handle (fixture, show_details (fixture), 0);
  beside = move_handle (fixture, show_details (fixture), -70);
  g_assert_cmpint (beside, ==, before + 70);

  page = show_page (fixture, "tools");
  g_assert_true (gtk_widget_activate_action (page, "session.toggle-dock", NULL));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  dock = move_handle (fixture, find_dock (GTK_WIDGET (fixture->view)), -20);
  before = move_handle (fixture, app_test_find (page, SOUNDER_TYPE_RESULT_VIEW), 0);
  result = move_handle (fixture, app_test_find (page, SOUNDER_TYPE_RESULT_VIEW), -30);
  g_assert_cmpint (result, ==, before + 30);
  list = move_handle (fixture, app_test_find (page, GTK_TYPE_LIST_VIEW), 40);

  /* Below each other has a size of its own. */
  reopen_window (fixture, 1000, 700);
  below = move_handle (fixture, show_details (fixture), -30);

  reopen_window (fixture, 1270, 790);
  g_assert_cmpint (move_handle (fixture, show_details (fixture), 0), ==, beside);
  page = show_page (fixture, "tools");
  g_assert_cmpint (move_handle (fixture, app_test_find (page, GTK_TYPE_LIST_VIEW), 0), ==, list);
  g_assert_cmpint (move_handle (fixture, app_test_find (page, SOUNDER_TYPE_RESULT_VIEW), 0), ==,
                   result);
  g_assert_cmpint (move_handle (fixture, find_dock (GTK_WIDGET (fixture->view)), 0), ==, dock);

  /* Those of another page are its own. */
  page = show_page (fixture, "resources");
  g_assert_cmpint (move_handle (fixture, app_test_find (page, GTK_TYPE_LIST_VIEW), 0), !=, list);

  reopen_window (fixture, 1000, 700);
  g_assert_cmpint (move_handle (fixture, show_details (fixture), 0), ==, below);
}

static void
test_dock_folds (Fixture       *fixture,
                 gconstpointer  unused)
{
  static const int widths[] = { 1270, 720 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *line, *dock, *page;
      graphene_rect_t place, whole;

      resize_window (fixture, widths[i], widths[i] == 720 ? 480 : 790);
      page = show_page (fixture, "tools");
      line = app_test_find (GTK_WIDGET (fixture->view), SOUNDER_TYPE_TRAFFIC_LINE);

      /* One line, which is the last message. */
      TEST_AWAIT_POLL (gtk_widget_get_mapped (line)
                       && sounder_traffic_line_get_record (SOUNDER_TRAFFIC_LINE (line)) != NULL);
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      place = get_place (fixture, line);
      whole = get_place (fixture, page);
      g_assert_cmpfloat (place.size.height, <, 50);
      g_assert_cmpfloat (place.origin.y, >=, whole.origin.y + whole.size.height);
      app_test_assert_labelled (line);

      /* A click unfolds it, and a click folds it. */
      click (find_button (line, "session.toggle-dock"));
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      g_assert_false (gtk_widget_get_mapped (line));
      dock = find_dock (GTK_WIDGET (fixture->view));
      g_assert_nonnull (dock);
      g_assert_true (gtk_widget_get_mapped (dock));
      g_assert_cmpint (gtk_widget_get_height (dock), >, 100);
      click (find_button (dock, "session.toggle-dock"));
      g_assert_true (gtk_widget_get_mapped (line));
      g_assert_false (gtk_widget_get_mapped (dock));

      /* So does the key. */
      app_test_press (GTK_WIDGET (fixture->window), GDK_CONTROL_MASK, GDK_KEY_j);
      g_assert_true (gtk_widget_get_mapped (dock));
      app_test_press (GTK_WIDGET (fixture->window), GDK_CONTROL_MASK, GDK_KEY_j);
      g_assert_true (gtk_widget_get_mapped (line));

      /* Not where there is a whole page for it. */
      show_page (fixture, "timeline");
      g_assert_false (gtk_widget_get_mapped (line));
    }
}

static void
test_line_follows (Fixture       *fixture,
                   gconstpointer  unused)
{
  SounderToolsPage *tools = SOUNDER_TOOLS_PAGE (show_page (fixture, "tools"));
  SounderTrafficLine *line = SOUNDER_TRAFFIC_LINE (
    app_test_find (GTK_WIDGET (fixture->view), SOUNDER_TYPE_TRAFFIC_LINE));

  g_assert_true (sounder_tools_page_select (tools, "weather"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (tools), "tools.call", NULL));
  TEST_AWAIT (app_test_get_call (tools) != NULL
              && mcp_call_is_finished (app_test_get_call (tools)));
  TEST_AWAIT_POLL (sounder_traffic_line_get_record (line) != NULL
                   && mcp_record_get_serial (sounder_traffic_line_get_record (line))
                        == mcp_call_get_outcome (app_test_get_call (tools))->answer_serial);
}

static void
call (Fixture          *fixture,
      SounderToolsPage *tools)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (tools), "tools.call", NULL));
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (tools)));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

/* What comes back can have all the room on the other pages too: what is filled in there is short. */
static void
test_result_alone (Fixture       *fixture,
                   gconstpointer  unused)
{
  static const char *const names[] = { "resources", "prompts" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *page = show_page (fixture, names[i]);
      GtkWidget *columns = app_test_find (page, SOUNDER_TYPE_COLUMNS);
      GtkWidget *result = app_test_find (page, SOUNDER_TYPE_RESULT_VIEW);
      GtkWidget *room =
        GTK_WIDGET (sounder_result_view_get_room_button (SOUNDER_RESULT_VIEW (result)));

      select_row (page, 0);
      TEST_AWAIT_POLL (gtk_widget_get_mapped (room));
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      g_assert_cmpint (gtk_widget_get_height (result), <, gtk_widget_get_height (columns));
      click (room);
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      g_assert_cmpint (gtk_widget_get_height (result), ==, gtk_widget_get_height (columns));
      click (room);
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      g_assert_cmpint (gtk_widget_get_height (result), <, gtk_widget_get_height (columns));

      /* And the keys lead to the other end. */
      app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Left);
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      g_assert_false (gtk_widget_get_mapped (result));
      app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Right);
      app_test_draw_frames (GTK_WIDGET (fixture->window));
      g_assert_true (gtk_widget_get_mapped (result));
    }
}

static void
test_form_and_result (Fixture       *fixture,
                      gconstpointer  unused)
{
  GtkWidget *page = show_page (fixture, "tools");
  SounderToolsPage *tools = SOUNDER_TOOLS_PAGE (page);
  GtkWidget *result = app_test_find (page, SOUNDER_TYPE_RESULT_VIEW);
  GtkWidget *form = GTK_WIDGET (app_test_child (tools, "form"));
  GtkWidget *columns = app_test_find (page, SOUNDER_TYPE_COLUMNS);
  GtkWidget *room =
    GTK_WIDGET (sounder_result_view_get_room_button (SOUNDER_RESULT_VIEW (result)));
  int height = gtk_widget_get_height (columns);

  /* Nothing has come yet: all six fields are in sight. */
  g_assert_true (sounder_tools_page_select (tools, "add"));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_cmpint (gtk_widget_get_height (result), <, height / 3);
  g_assert_cmpfloat (get_place (fixture, form).origin.y + gtk_widget_get_height (form), <,
                     get_place (fixture, result).origin.y);

  /* What has come gets at least a third. */
  g_assert_true (sounder_tools_page_select (tools, "weather"));
  call (fixture, tools);
  g_assert_cmpint (gtk_widget_get_height (result), >=, height / 3 - 1);

  /* Each can have it all: by its button … */
  click (room);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_false (gtk_widget_get_mapped (form));
  g_assert_cmpint (gtk_widget_get_height (result), ==, height);
  click (room);
  g_assert_true (gtk_widget_get_mapped (form));

  /* … and by the keys, which stay where they can lead back. */
  gtk_widget_grab_focus (room);
  app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Left);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_false (gtk_widget_get_mapped (result));
  g_assert_true (has_focus_in (fixture, columns));
  app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Right);
  g_assert_true (gtk_widget_get_mapped (result));
  g_assert_true (gtk_widget_get_mapped (form));
  app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Right);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_false (gtk_widget_get_mapped (form));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (room)));

  /* A tool that was not called has a form to be seen. */
  g_assert_true (sounder_tools_page_select (tools, "slow"));
  g_assert_true (gtk_widget_get_mapped (form));

  /* What comes of a form that has it all is seen. */
  g_assert_true (sounder_tools_page_select (tools, "weather"));
  app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Left);
  g_assert_false (gtk_widget_get_mapped (result));
  call (fixture, tools);
  g_assert_true (gtk_widget_get_mapped (result));

  /* One at a time there is nothing to share. */
  resize_window (fixture, 720, 480);
  sounder_tools_page_enter_form (tools);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_false (gtk_widget_get_mapped (result));
  app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Right);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_true (gtk_widget_get_mapped (result));
  g_assert_false (gtk_widget_get_mapped (form));
  g_assert_false (gtk_widget_get_mapped (room));
}

/* The label that is as large as a title. */
static GtkWidget *
find_title (GtkWidget  *widget,
            const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "title-4")
      && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_title (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_title_stays (Fixture       *fixture,
                  gconstpointer  unused)
{
  GtkWidget *page, *form, *title, *scrolled;
  GtkAdjustment *place;
  graphene_rect_t bounds;

  resize_window (fixture, 1270, 500);
  page = show_page (fixture, "tools");
  g_assert_true (sounder_tools_page_select (SOUNDER_TOOLS_PAGE (page), "add"));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  form = GTK_WIDGET (app_test_child (page, "form"));
  scrolled = gtk_widget_get_ancestor (form, GTK_TYPE_SCROLLED_WINDOW);
  place = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_assert_cmpfloat (gtk_adjustment_get_upper (place), >, gtk_adjustment_get_page_size (place));

  gtk_adjustment_set_value (place, gtk_adjustment_get_upper (place));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_cmpfloat (gtk_adjustment_get_value (place), >, 0);
  title = find_title (page, "Calculate");
  g_assert_nonnull (title);
  bounds = get_place (fixture, title);
  g_assert_cmpfloat (bounds.origin.y, >=, get_place (fixture, page).origin.y);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, get_place (fixture, scrolled).origin.y);
}

static McpCatalogItem *
find_tool (Fixture    *fixture,
           const char *name)
{
  GListModel *tools =
    G_LIST_MODEL (mcp_session_get_catalog (fixture->session, MCP_CATALOG_TOOLS));

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpCatalogItem) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (mcp_catalog_item_get_name (tool), name))
        return g_steal_pointer (&tool);
    }

  g_assert_not_reached ();
}

/* Whether these bytes crossed the wire one after the other. */
static gboolean
came_so (Fixture *fixture,
         GBytes  *bytes)
{
  McpJournal *journal = mcp_session_get_journal (fixture->session);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (GBytes) message = mcp_record_dup_bytes (record, NULL);

      if (message != NULL
          && memmem (g_bytes_get_data (message, NULL), g_bytes_get_size (message), data, length)
               != NULL)
        return TRUE;
    }

  return FALSE;
}

/* A label of a tree, as it is seen. */
static gboolean
shows (GtkWidget  *widget,
       const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;

  return FALSE;
}

static void
test_definition (Fixture       *fixture,
                 gconstpointer  unused)
{
  GtkWidget *page = show_page (fixture, "tools");
  SounderToolsPage *tools = SOUNDER_TOOLS_PAGE (page);
  GtkWidget *form = GTK_WIDGET (app_test_child (tools, "form"));
  GtkWidget *definition = app_test_child (page, "definition");
  GtkWidget *button = app_test_find_labelled (page, GTK_TYPE_TOGGLE_BUTTON, "_Definition");
  SounderJsonView *text = SOUNDER_JSON_VIEW (app_test_find (definition, SOUNDER_TYPE_JSON_VIEW));
  g_autoptr (McpCatalogItem) weather = find_tool (fixture, "weather");
  g_autoptr (McpCatalogItem) echo = find_tool (fixture, "echo");
  g_autofree char *shown = NULL;
  gsize length;
  const char *data = g_bytes_get_data (mcp_catalog_item_get_json (weather), &length);

  g_assert_true (sounder_tools_page_select (tools, "weather"));
  g_assert_false (gtk_widget_get_mapped (definition));
  click (button);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_true (gtk_widget_get_mapped (definition));
  g_assert_false (gtk_widget_get_mapped (form));
  app_test_assert_labelled (definition);

  /* All of it, and as it came. */
  g_assert_true (g_bytes_equal (sounder_json_view_get_bytes (text), mcp_catalog_item_get_json (weather)));
  g_assert_true (came_so (fixture, mcp_catalog_item_get_json (weather)));
  g_assert_nonnull (g_strstr_len (data, length, "\"outputSchema\""));
  gtk_widget_activate_action (definition, "pane.look", "s", "exact");
  gtk_widget_activate_action (GTK_WIDGET (text), "json.show-all", NULL);
  TEST_AWAIT_POLL (!app_test_get_boolean (text, "busy"));
  shown = sounder_json_view_dup_text (text);
  g_assert_cmpmem (shown, strlen (shown), data, length);

  /* The tree. */
  gtk_widget_activate_action (definition, "pane.look", "s", "tree");
  TEST_AWAIT_POLL (shows (definition, "outputSchema") && shows (definition, "annotations"));

  /* That of the next tool, and back to the form. */
  g_assert_true (sounder_tools_page_select (tools, "echo"));
  g_assert_true (g_bytes_equal (sounder_json_view_get_bytes (text), mcp_catalog_item_get_json (echo)));
  sounder_tools_page_enter_form (tools);
  g_assert_true (gtk_widget_get_mapped (form));
}

static void
test_cancel_has_margin (Fixture       *fixture,
                        gconstpointer  unused)
{
  GtkWidget *page = show_page (fixture, "tools");
  SounderToolsPage *tools = SOUNDER_TOOLS_PAGE (page);
  GtkWidget *result = app_test_find (page, SOUNDER_TYPE_RESULT_VIEW);
  graphene_rect_t place, whole;
  GtkWidget *cancel;

  /* The least room that it can have. */
  g_assert_true (gtk_widget_activate_action (page, "session.toggle-dock", NULL));
  g_assert_true (sounder_tools_page_select (tools, "slow"));
  g_assert_true (gtk_widget_activate_action (page, "tools.call", NULL));
  TEST_AWAIT_POLL ((cancel = find_button (result, "result.cancel")) != NULL);
  gtk_paned_set_position (GTK_PANED (gtk_widget_get_ancestor (result, GTK_TYPE_PANED)), 10000);
  app_test_draw_frames (GTK_WIDGET (fixture->window));

  place = get_place (fixture, cancel);
  whole = get_place (fixture, result);
  g_assert_cmpfloat (place.origin.y + place.size.height + 12, <=,
                     whole.origin.y + whole.size.height);

  click (cancel);
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (tools)));
}

/* What acts in a wide window acts in a narrow one, and in one that was made narrow. */
static void
test_narrow_acts (Fixture       *fixture,
                  gconstpointer  unused)
{
  GtkWidget *page, *form, *result, *definition, *columns;
  GtkWidget *cancel;

  resize_window (fixture, 720, 480);
  page = show_page (fixture, "tools");
  form = GTK_WIDGET (app_test_child (page, "form"));
  result = app_test_find (page, SOUNDER_TYPE_RESULT_VIEW);
  columns = app_test_find (page, SOUNDER_TYPE_COLUMNS);
  g_assert_true (sounder_tools_page_select (SOUNDER_TOOLS_PAGE (page), "slow"));
  sounder_tools_page_enter_form (SOUNDER_TOOLS_PAGE (page));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_true (gtk_widget_get_mapped (form));
  g_assert_false (gtk_widget_get_mapped (result));

  click (app_test_find_labelled (page, GTK_TYPE_TOGGLE_BUTTON, "_Definition"));
  definition = app_test_child (page, "definition");
  g_assert_true (gtk_widget_is_sensitive (find_button (definition, "pane.copy")));
  g_assert_true (gtk_widget_is_sensitive (find_button (definition, "pane.find")));

  g_assert_true (gtk_widget_activate_action (page, "tools.call", NULL));
  TEST_AWAIT_POLL ((cancel = find_button (result, "result.cancel")) != NULL);
  g_assert_true (gtk_widget_is_sensitive (cancel));
  click (cancel);
  TEST_AWAIT (mcp_call_is_finished (
    app_test_get_call (page)));

  /* Back to the list, and the keys with it. */
  app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Left);
  app_test_press (columns, GDK_ALT_MASK, GDK_KEY_Left);
  TEST_AWAIT_POLL (has_focus_in (fixture, app_test_find (page, GTK_TYPE_LIST_VIEW)));
}

#define ADD(path, function) \
  g_test_add ("/app/room/" path, Fixture, NULL, window_set_up, function, window_tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/room/split/follows-width", test_split_follows_width);
  g_test_add_func ("/app/room/split/allocates-all", test_split_allocates_all);
  if (g_getenv ("SOUNDER_DEMO_SERVER") != NULL)
    {
      ADD ("details", test_details);
      ADD ("splits-are-remembered", test_splits_are_remembered);
      ADD ("dock/folds", test_dock_folds);
      ADD ("dock/line-follows", test_line_follows);
      ADD ("form-and-result", test_form_and_result);
      ADD ("result-alone", test_result_alone);
      ADD ("title-stays", test_title_stays);
      ADD ("definition", test_definition);
      ADD ("cancel-has-margin", test_cancel_has_margin);
      ADD ("narrow-acts", test_narrow_acts);
    }

  return g_test_run ();
}
