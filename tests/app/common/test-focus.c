/* test-focus.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "sounder-buttons.h"
#include "sounder-focus.h"
#include "sounder-import-dialog.h"
#include "sounder-questions-panel.h"
#include "sounder-server-dialog.h"
#include "sounder-window.h"
#include "test-support.h"

/* That are there, each with the number of its key. */
#define FOR_EACH_PAGE(view, i, name)                                  \
  for (guint i = 0; i < 8; i++)                                       \
    if (((name) = sounder_session_view_nth_page (view, i)) != NULL)

/* Where the keyboard goes: through lists, to pages, into dialogs, and back out of popovers. */

static void
destroy_window (GtkWindow *window)
{
  GtkWindow *watched = window;

  g_object_add_weak_pointer (G_OBJECT (watched), (gpointer *) &watched);
  gtk_window_destroy (window);
  TEST_AWAIT_POLL (watched == NULL);
}

static const char *
describe (GtkWidget *widget)
{
  const char *id = widget != NULL ? gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)) : NULL;

  return widget == NULL ? "nothing" : id != NULL ? id : G_OBJECT_TYPE_NAME (widget);
}

static GtkWidget *
get_focus (GtkWidget *window)
{
  return gtk_window_get_focus (GTK_WINDOW (window));
}

static gboolean
is_focus_below (GtkWidget *window,
                GtkWidget *ancestor)
{
  GtkWidget *focus = get_focus (window);

  return focus != NULL && (focus == ancestor || gtk_widget_is_ancestor (focus, ancestor));
}

/* A new window's first key goes where something can be typed. */
static void
test_dialogs (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  GtkWidget *server_dialog = GTK_WIDGET (sounder_server_dialog_new (model, NULL));
  GtkWidget *import_dialog = GTK_WIDGET (sounder_import_dialog_new (model));

  gtk_window_present (GTK_WINDOW (server_dialog));
  gtk_window_present (GTK_WINDOW (import_dialog));
  app_test_draw_frames (server_dialog);
  g_assert_true (is_focus_below (server_dialog, app_test_find_labelled (
                                                  server_dialog, ADW_TYPE_ENTRY_ROW,
                                                  "Command or URL")));
  g_assert_true (GTK_IS_TEXT_VIEW (get_focus (import_dialog)));

  destroy_window (GTK_WINDOW (server_dialog));
  destroy_window (GTK_WINDOW (import_dialog));
}

/* Presses Tab where the window takes it: before the widget that has the focus. */
static gboolean
press_tab (GtkWidget *window,
           gboolean   back)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (window);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", back ? GDK_KEY_ISO_Left_Tab : GDK_KEY_Tab,
                               0, back ? GDK_SHIFT_MASK : 0, &handled);
    }

  return handled;
}

static void
setup_row_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item)
{
  gtk_list_item_set_child (item, gtk_label_new ("row"));
}

/* Tab goes past the other rows, chooses none of them, and comes back to the same one. */
static void
test_tab_leaves_lists (void)
{
  const char *const words[] = { "a", "b", "c", NULL };
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *before = gtk_button_new_with_label ("before");
  GtkWidget *after = gtk_button_new_with_label ("after");
  GtkSingleSelection *selection =
    gtk_single_selection_new (G_LIST_MODEL (gtk_string_list_new (words)));
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list = gtk_list_view_new (GTK_SELECTION_MODEL (selection), factory);
  GtkWidget *row;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row_cb), NULL);
  sounder_focus_install (window);
  gtk_box_append (GTK_BOX (box), before);
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), after);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);

  /* Each visit by key begins in the list, wherever the last one ended. */
  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_grab_focus (before);
      sounder_focus_enter_page (box);
      row = get_focus (window);
      g_assert_true (gtk_widget_is_ancestor (row, list));
    }
  g_assert_true (press_tab (window, FALSE));
  g_assert_true (get_focus (window) == after);
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 0);
  /* Outside of lists it is GTK's business. */
  g_assert_false (press_tab (window, FALSE));

  gtk_widget_grab_focus (list);
  g_assert_true (get_focus (window) == row);
  g_assert_true (press_tab (window, TRUE));
  g_assert_true (get_focus (window) == before);

  destroy_window (GTK_WINDOW (window));
}

/* A menu of its own gives the focus back as that of a button does. */
static void
test_context_menu (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = gtk_button_new_with_label ("first");
  GtkWidget *second = gtk_button_new_with_label ("second");
  GtkWidget *popover = gtk_popover_new ();

  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), second);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_popover_set_child (GTK_POPOVER (popover), gtk_button_new_with_label ("verb"));
  gtk_widget_set_parent (popover, box);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);

  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_grab_focus (i == 0 ? second : first);
      sounder_focus_popup (GTK_POPOVER (popover));
      TEST_AWAIT_POLL (gtk_widget_get_mapped (popover));
      g_assert_true (is_focus_below (window, popover));
      gtk_popover_popdown (GTK_POPOVER (popover));
      TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
      TEST_AWAIT_POLL (get_focus (window) == (i == 0 ? second : first));
    }

  gtk_widget_unparent (popover);
  destroy_window (GTK_WINDOW (window));
}

/* A list at its end is entered there, and stays where it is. */
static void
test_enters_at_end (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkStringList *strings = gtk_string_list_new (NULL);
  GtkNoSelection *selection = gtk_no_selection_new (G_LIST_MODEL (strings));
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list = gtk_list_view_new (GTK_SELECTION_MODEL (selection), factory);
  GtkAdjustment *place;
  double before;

  for (guint i = 0; i < 500; i++)
    gtk_string_list_append (strings, "x");
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row_cb), NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_window_set_child (GTK_WINDOW (window), scroller);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 300);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", 499);
  app_test_draw_frames (window);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);

  place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  before = gtk_adjustment_get_value (place);
  g_assert_cmpfloat (before, >, 1000);
  sounder_focus_enter_page (scroller);
  app_test_draw_frames (window);
  g_assert_true (is_focus_below (window, list));
  g_assert_true (get_focus (window) != list);
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (place), before, 40);

  destroy_window (GTK_WINDOW (window));
}

static SounderWindow *
open_window (SounderServerModel *model,
             int                 width)
{
  g_autoptr (McpProfile) profile =
    mcp_profile_new_for_argv ("demo", (const char *const[]) { g_getenv ("SOUNDER_DEMO_SERVER"),
                                                              NULL });
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  SounderWindow *window = sounder_window_new (NULL, model);

  gtk_window_set_default_size (GTK_WINDOW (window), width, 800);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (sounder_server_get_session (server),
                                                                kind))
                == MCP_CATALOG_LOADED);

  return window;
}

/* A label that can be selected takes Tab even when it cannot be focused, and there Tab ends. */
static void
assert_no_barrier (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_label_get_selectable (GTK_LABEL (widget)))
    g_assert_true (gtk_widget_get_focusable (widget) || !gtk_widget_get_can_focus (widget));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_no_barrier (child);
}

/* The next key after that of a page goes to the page. */
static void
test_pages (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = open_window (model, 1280);
  SounderSessionView *view = sounder_window_get_session_view (window);
  const char *name;

  FOR_EACH_PAGE (view, i, name)
    {
      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.nth-page", "u", i));
      app_test_draw_frames (GTK_WIDGET (window));
      g_test_message ("%s: %s", name, describe (get_focus (GTK_WIDGET (window))));
      g_assert_true (is_focus_below (GTK_WIDGET (window), sounder_session_view_find_page (view, name)));
    }
  assert_no_barrier (GTK_WIDGET (window));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* A page that nobody has seen gives them to its rows too, from whatever had them before. */
static void
test_first_visit (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = open_window (model, 1280);
  SounderSessionView *view = sounder_window_get_session_view (window);
  GtkWidget *page;

  sounder_session_view_set_page (view, "tools");
  page = sounder_session_view_find_page (view, "tools");
  app_test_draw_frames (GTK_WIDGET (window));
  gtk_widget_grab_focus (app_test_find (page, GTK_TYPE_SEARCH_ENTRY));

  gtk_widget_activate_action (GTK_WIDGET (view), "session.show-page", "s", "timeline");
  page = sounder_session_view_find_page (view, "timeline");
  TEST_AWAIT_POLL (get_focus (GTK_WIDGET (window)) != NULL
                   && is_focus_below (GTK_WIDGET (window),
                                      app_test_find (page, GTK_TYPE_LIST_VIEW)));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* Where a question covers what had the keys, they go to its panel, but not to an answer. */
static void
test_question_covers (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = open_window (model, 720);
  g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (model), 0);
  McpSession *session = sounder_server_get_session (server);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("ask-form", NULL);
  GtkWidget *focus;

  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  app_test_draw_frames (GTK_WIDGET (window));
  mcp_session_start_call (session, call);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (mcp_session_get_questions (session))) == 1);
  app_test_draw_frames (GTK_WIDGET (window));

  focus = get_focus (GTK_WIDGET (window));
  g_assert_nonnull (focus);
  g_assert_nonnull (gtk_widget_get_ancestor (focus, SOUNDER_TYPE_QUESTIONS_PANEL));
  g_assert_null (gtk_widget_get_ancestor (focus, SOUNDER_TYPE_QUESTION_VIEW));

  mcp_call_cancel (call, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What Tab does in the window: the keys of its own, or GTK's. */
static GtkWidget *
tab (GtkWidget *window)
{
  GtkWidget *focus = get_focus (window);

  if (!press_tab (window, FALSE))
    g_signal_emit_by_name (focus != NULL ? focus : window, "move-focus", GTK_DIR_TAB_FORWARD);

  return get_focus (window);
}

/* With Tab one comes round on every page, through the whole of it, and is never nowhere. */
static void
test_tab_goes_round (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = open_window (model, 1280);
  SounderSessionView *view = sounder_window_get_session_view (window);
  const char *name;

  FOR_EACH_PAGE (view, i, name)
    {
      GtkWidget *page;
      GtkWidget *first;
      GtkWidget *focus;
      guint n_stops = 0;
      guint n_on_page = 0;
      guint n_in_header = 0;

      sounder_session_view_set_page (view, name);
      page = sounder_session_view_find_page (view, name);
      app_test_draw_frames (GTK_WIDGET (window));
      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      first = focus = tab (GTK_WIDGET (window));
      do
        {
          g_assert_nonnull (focus);
          n_on_page += gtk_widget_is_ancestor (focus, page);
          n_in_header += gtk_widget_is_ancestor (focus, GTK_WIDGET (view))
                         && gtk_widget_get_ancestor (focus, ADW_TYPE_HEADER_BAR) != NULL;
          g_test_message ("%s: %s in %s", name, describe (focus),
                          describe (gtk_widget_get_parent (focus)));
          focus = tab (GTK_WIDGET (window));
        }
      while (focus != first && n_stops++ < 200);
      g_assert_true (focus == first);
      /* Each page, and what stands before it: connect, restart, and the rest of the header bar. */
      g_assert_cmpuint (n_on_page, >, 0);
      g_assert_cmpuint (n_in_header, >=, 4);
    }

  gtk_window_destroy (GTK_WINDOW (window));
}

static void
collect (GtkWidget *widget,
         GType      type,
         GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_is_sensitive (widget))
    g_ptr_array_add (found, g_object_ref (widget));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

/* Opens a popover as Space does, closes it as Escape does; the focus is where it was. */
static void
open_and_close (GtkWidget     *window,
                GtkMenuButton *button)
{
  GtkPopover *popover;
  gboolean had_focus = gtk_widget_grab_focus (GTK_WIDGET (button));
  GtkWidget *before = get_focus (window);

  gtk_menu_button_popup (button);
  popover = gtk_menu_button_get_popover (button);
  g_assert_nonnull (popover);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (popover)));
  app_test_draw_frames (window);
  /* What Escape does, but for menus that have no binding of their own. */
  gtk_popover_popdown (popover);
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (GTK_WIDGET (popover)));
  app_test_draw_frames (window);

  g_test_message ("%s %s: %s", describe (GTK_WIDGET (button)), gtk_menu_button_get_icon_name (button),
                  describe (get_focus (window)));
  g_assert_true (had_focus ? is_focus_below (window, GTK_WIDGET (button))
                           : get_focus (window) == before);
}

static void
test_popovers (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = open_window (model, 1280);
  SounderSessionView *view = sounder_window_get_session_view (window);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const char *name;

  FOR_EACH_PAGE (view, i, name)
    {
      g_autoptr (GPtrArray) buttons = g_ptr_array_new_with_free_func (g_object_unref);

      sounder_session_view_set_page (view, name);
      app_test_draw_frames (GTK_WIDGET (window));
      collect (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, buttons);
      for (guint j = 0; j < buttons->len; j++)
        if (g_hash_table_add (seen, g_ptr_array_index (buttons, j)))
          open_and_close (GTK_WIDGET (window), g_ptr_array_index (buttons, j));
    }
  /* The window has at least so many: what finds none proves nothing. */
  g_assert_cmpuint (g_hash_table_size (seen), >, 8);

  gtk_window_destroy (GTK_WINDOW (window));
}

/* A button has one name for who hears it, whatever becomes of its label. */
static void
test_spoken_once (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *named = gtk_button_new_with_mnemonic ("_Run");
  GtkWidget *plain = gtk_check_button_new_with_mnemonic ("_Failures only");

  sounder_buttons_install ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (named), GTK_ACCESSIBLE_PROPERTY_LABEL, "Run", -1);
  gtk_box_append (GTK_BOX (box), named);
  gtk_box_append (GTK_BOX (box), plain);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (plain));
  g_assert_false (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (named), GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  gtk_test_accessible_assert_property (gtk_widget_get_last_child (plain), GTK_ACCESSIBLE_PROPERTY_LABEL, "Failures only");

  gtk_button_set_label (GTK_BUTTON (named), "_Stop");
  g_assert_false (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (named), GTK_ACCESSIBLE_RELATION_LABELLED_BY));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* Where a layout takes the focus away, the page has it. */
static void
test_keeps_focus (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *going = gtk_button_new_with_label ("Goes");
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *entry = gtk_entry_new ();

  gtk_box_append (GTK_BOX (page), entry);
  gtk_box_append (GTK_BOX (box), going);
  gtk_box_append (GTK_BOX (box), page);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);
  gtk_widget_grab_focus (going);
  sounder_focus_keep (page);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  gtk_widget_set_visible (going, FALSE);
  TEST_AWAIT_POLL (get_focus (window) != NULL && gtk_widget_is_ancestor (get_focus (window), entry));

  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/focus/dialogs", test_dialogs);
  g_test_add_func ("/app/focus/tab-leaves-lists", test_tab_leaves_lists);
  g_test_add_func ("/app/focus/enters-at-end", test_enters_at_end);
  g_test_add_func ("/app/focus/context-menu", test_context_menu);
  g_test_add_func ("/app/focus/keeps-focus", test_keeps_focus);
  g_test_add_func ("/app/spoken/once", test_spoken_once);
  if (g_getenv ("SOUNDER_DEMO_SERVER") != NULL)
    {
      g_test_add_func ("/app/focus/pages", test_pages);
      g_test_add_func ("/app/focus/first-visit", test_first_visit);
      g_test_add_func ("/app/focus/tab-goes-round", test_tab_goes_round);
      g_test_add_func ("/app/focus/question-covers", test_question_covers);
      g_test_add_func ("/app/focus/popovers", test_popovers);
    }

  return g_test_run ();
}
