/* test-sidebar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "sounder-group-row.h"
#include "sounder-server-row.h"
#include "sounder-sidebar-model-private.h"
#include "sounder-sidebar-private.h"
#include "sounder-window.h"
#include "test-support.h"

/* The list of servers: its order, its groups and its search. */

typedef struct
{
  SounderServerModel  *servers;
  SounderSidebarModel *model;
  SounderWindow       *window;  /* (nullable) */
  SounderSidebar      *sidebar; /* with it */
} Fixture;

/* Servers that are saved, “name” or “name@group”. */
static void
add_servers (Fixture    *fixture,
             const char *names)
{
  const char *const argv[] = { "program", NULL };
  g_auto (GStrv) words = g_strsplit (names, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (words[i], "@", 2);
      g_autoptr (McpProfile) profile = mcp_profile_new_for_argv (parts[0], argv);
      g_autoptr (GError) error = NULL;

      g_object_set (profile, "group", parts[1], NULL);
      g_assert_nonnull (sounder_server_model_add (fixture->servers, profile, &error));
      g_assert_no_error (error);
    }
}

static void
set_up (Fixture       *fixture,
        gconstpointer  with_window)
{
  fixture->servers = app_test_new_model ();
  add_servers (fixture, "a b@one c d@two e@one");
  if (with_window == NULL)
    {
      fixture->model = sounder_sidebar_model_new (fixture->servers);
      return;
    }

  fixture->window = sounder_window_new (NULL, fixture->servers);
  fixture->sidebar = SOUNDER_SIDEBAR (app_test_find (GTK_WIDGET (fixture->window), SOUNDER_TYPE_SIDEBAR));
  fixture->model = g_object_ref (fixture->sidebar->model);
  gtk_window_present (GTK_WINDOW (fixture->window));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  with_window)
{
  gpointer watched = fixture->window;

  if (fixture->window != NULL)
    {
      g_object_add_weak_pointer (watched, &watched);
      gtk_window_destroy (GTK_WINDOW (fixture->window));
      TEST_AWAIT_POLL (watched == NULL);
    }
  app_test_let_go (fixture->model);
  app_test_let_go (fixture->servers);
}

static SounderServer *
find (Fixture    *fixture,
      const char *name)
{
  SounderServer *server = sounder_server_model_find (fixture->servers, name);

  g_assert_nonnull (server);

  return server;
}

static void
append_item (GString *text,
             gpointer item)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (SOUNDER_IS_SERVER_GROUP (item))
    g_string_append_printf (text, "[%s]", sounder_server_group_get_name (item));
  else
    g_string_append (text, mcp_profile_get_name (sounder_server_get_profile (item)));
}

/* The rows that are there, and what another program finds in the file in its order. */
static void
assert_rows (Fixture    *fixture,
             const char *rows,
             const char *file)
{
  McpServerList *list = sounder_server_model_get_list (fixture->servers);
  g_autoptr (McpServerList) again = mcp_server_list_new (mcp_server_list_get_path (list));
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autoptr (GString) saved = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture->model)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (fixture->model), i);

      append_item (shown, item);
    }
  g_assert_cmpstr (shown->str, ==, rows);

  g_assert_true (mcp_server_list_load (again, NULL));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (again)); i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (G_LIST_MODEL (again), i);

      g_string_append_printf (saved, "%s%s", i > 0 ? " " : "", mcp_profile_get_name (profile));
      if (mcp_profile_get_settings (profile)->group != NULL)
        g_string_append_printf (saved, "@%s", mcp_profile_get_settings (profile)->group);
    }
  g_assert_cmpstr (saved->str, ==, file);
}

/* What is seen of the list. */
static void
assert_seen (Fixture    *fixture,
             const char *rows)
{
  g_autoptr (GString) seen = g_string_new (NULL);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (fixture->sidebar->list, i)) != NULL; i++)
    if (gtk_widget_get_visible (GTK_WIDGET (row)))
      append_item (seen, SOUNDER_IS_GROUP_ROW (row)
                           ? (gpointer) sounder_group_row_get_group (SOUNDER_GROUP_ROW (row))
                           : (gpointer) sounder_server_row_get_server (SOUNDER_SERVER_ROW (row)));
  g_assert_cmpstr (seen->str, ==, rows);
}

static void
test_order (Fixture       *fixture,
            gconstpointer  unused)
{
  const char *const argv[] = { "program", NULL };
  g_autoptr (McpProfile) loose = mcp_profile_new_for_argv ("loose", argv);
  SounderServer *temporary;
  g_autoptr (GError) error = NULL;

  assert_rows (fixture, "a c [one] b e [two] d", "a b@one c d@two e@one");

  /* What is not saved stands in no group, whatever it says, until it is saved. */
  g_object_set (loose, "group", "two", NULL);
  temporary = sounder_server_model_add_temporary (fixture->servers, loose);
  assert_rows (fixture, "a c loose [one] b e [two] d", "a b@one c d@two e@one");
  g_assert_true (sounder_server_model_save (fixture->servers, temporary, &error));
  TEST_AWAIT (fixture->model->rebuild_id == 0);
  assert_rows (fixture, "a c [one] b e [two] d loose", "a b@one c d@two e@one loose@two");
}

static void
test_moves (Fixture       *fixture,
            gconstpointer  unused)
{
  SounderServer *a = find (fixture, "a");
  SounderServer *d = find (fixture, "d");

  g_assert_true (sounder_sidebar_model_move (fixture->model, d, find (fixture, "e"), "one", NULL));
  assert_rows (fixture, "a c [one] b d e", "a b@one c d@one e@one");
  g_assert_true (sounder_sidebar_model_move (fixture->model, a, NULL, "one", NULL));
  assert_rows (fixture, "c [one] b d e a", "b@one c d@one e@one a@one");
  g_assert_true (sounder_sidebar_model_move (fixture->model, d, NULL, NULL, NULL));
  assert_rows (fixture, "c d [one] b e a", "b@one c d e@one a@one");
  g_assert_true (sounder_sidebar_model_move (fixture->model, d, d, NULL, NULL));
  g_assert_true (sounder_sidebar_model_move (fixture->model, d, find (fixture, "c"), NULL, NULL));
  g_assert_true (sounder_sidebar_model_move (fixture->model, a, NULL, "new", NULL));
  assert_rows (fixture, "d c [one] b e [new] a", "b@one d c e@one a@new");
}

/* A copy stands behind its original, in its group. */
static void
test_duplicate (Fixture       *fixture,
                gconstpointer  unused)
{
  SounderServer *copy = sounder_server_model_duplicate (fixture->servers, find (fixture, "b"), NULL);

  g_assert_true (copy == find (fixture, "b 2"));
  assert_rows (fixture, "a c [one] b b 2 e [two] d", "a b@one b 2@one c d@two e@one");
}

/* Up and down, through the groups and to both ends. */
static void
test_steps (Fixture       *fixture,
            gconstpointer  unused)
{
  static const char *const down[] = {
    "c a [one] b e [two] d", "c [one] a b e [two] d", "c [one] b a e [two] d", "c [one] b e a [two] d",
    "c [one] b e [two] a d", "c [one] b e [two] d a", "c [one] b e [two] d a",
  };
  SounderServer *a = find (fixture, "a");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (down); i++)
    {
      g_autoptr (McpServerList) again = NULL;

      g_assert_true (sounder_sidebar_model_step (fixture->model, a, FALSE, &error));
      g_assert_no_error (error);
      again = mcp_server_list_new (mcp_server_list_get_path (sounder_server_model_get_list (fixture->servers)));
      g_assert_true (mcp_server_list_load (again, NULL));
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 5);
      if (i == 3)
        assert_rows (fixture, down[i], "b@one c d@two e@one a@one");
    }
  assert_rows (fixture, down[6], "b@one c d@two a@two e@one");
  for (guint i = 0; i < 6; i++)
    g_assert_true (sounder_sidebar_model_step (fixture->model, a, TRUE, &error));
  assert_rows (fixture, "a c [one] b e [two] d", "b@one a c d@two e@one");
  g_assert_true (sounder_sidebar_model_step (fixture->model, a, TRUE, &error));
  assert_rows (fixture, "a c [one] b e [two] d", "b@one a c d@two e@one");
}

static void
test_groups (Fixture       *fixture,
             gconstpointer  unused)
{
  SounderServerGroup *one = sounder_sidebar_model_get_group (fixture->model, find (fixture, "b"));

  g_assert_cmpuint (sounder_server_group_get_n_servers (one), ==, 2);
  g_assert_true (sounder_sidebar_model_step_group (fixture->model, "one", FALSE, NULL));
  assert_rows (fixture, "a c [two] d [one] b e", "a c d@two b@one e@one");
  g_assert_true (sounder_sidebar_model_step_group (fixture->model, "one", FALSE, NULL));
  g_assert_true (sounder_sidebar_model_step_group (fixture->model, "one", TRUE, NULL));
  assert_rows (fixture, "a c [one] b e [two] d", "a c b@one e@one d@two");

  g_assert_true (sounder_sidebar_model_rename_group (fixture->model, "one", "two", NULL));
  assert_rows (fixture, "a c [two] b e d", "a c b@two e@two d@two");
  g_assert_true (sounder_sidebar_model_rename_group (fixture->model, "two", NULL, NULL));
  assert_rows (fixture, "a c b e d", "a c b e d");
}

/* Another program changed the file. */
static void
test_outside (Fixture       *fixture,
              gconstpointer  unused)
{
  McpServerList *list = sounder_server_model_get_list (fixture->servers);
  SounderServer *e = find (fixture, "e");

  g_assert_true (g_file_set_contents (mcp_server_list_get_path (list),
                                      "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"sounder\": {\"group\": \"z\"}},"
                                      " \"e\": {\"command\": \"x\"}}}", -1, NULL));
  g_assert_true (mcp_server_list_load (list, NULL));
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (fixture->model)) == 3);
  assert_rows (fixture, "e [z] a", "a@z e");
  g_assert_true (find (fixture, "e") == e);
}

static void
test_fold (Fixture       *fixture,
           gconstpointer  unused)
{
  SounderServer *b = find (fixture, "b");
  SounderServerGroup *one = sounder_sidebar_model_get_group (fixture->model, b);
  GtkWidget *row = app_test_find (GTK_WIDGET (fixture->sidebar), SOUNDER_TYPE_GROUP_ROW);

  assert_seen (fixture, "a c [one] b e [two] d");
  sounder_window_select (fixture->window, b);
  gtk_widget_grab_focus (row);
  app_test_press (row, 0, GDK_KEY_Left);
  assert_seen (fixture, "a c [one] [two] d");

  /* Its session stays what is shown; wanted again, it comes back. */
  g_assert_true (sounder_window_get_selected (fixture->window) == b);
  sounder_window_select (fixture->window, find (fixture, "a"));
  sounder_window_select (fixture->window, b);
  g_assert_false (sounder_server_group_get_folded (one));
  assert_seen (fixture, "a c [one] b e [two] d");

  app_test_press (row, 0, GDK_KEY_Return);
  g_assert_true (sounder_server_group_get_folded (one));
  app_test_press (row, 0, GDK_KEY_Right);
  g_assert_false (sounder_server_group_get_folded (one));
}

static gboolean
is_seen (Fixture *fixture,
         int      row)
{
  return gtk_widget_get_visible (GTK_WIDGET (gtk_list_box_get_row_at_index (fixture->sidebar->list, row)));
}

static void
test_search (Fixture       *fixture,
             gconstpointer  unused)
{
  SounderServerGroup *one = sounder_sidebar_model_get_group (fixture->model, find (fixture, "b"));
  GtkEditable *entry = GTK_EDITABLE (fixture->sidebar->search_entry);

  sounder_server_group_set_folded (one, TRUE);
  sounder_window_select (fixture->window, find (fixture, "c"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.search-servers", NULL);
  g_assert_true (gtk_search_bar_get_search_mode (fixture->sidebar->search_bar));

  gtk_editable_set_text (entry, "ONE");
  TEST_AWAIT_POLL (is_seen (fixture, 3) && !is_seen (fixture, 0));
  assert_seen (fixture, "[one] b e");
  gtk_editable_set_text (entry, "d prog");
  TEST_AWAIT_POLL (!is_seen (fixture, 3) && !is_seen (fixture, 0));
  assert_seen (fixture, "[two] d");
  g_assert_true (sounder_window_get_selected (fixture->window) == find (fixture, "c"));

  /* Enter takes the first; what is selected from elsewhere ends a search that hides it. */
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (sounder_window_get_selected (fixture->window) == find (fixture, "d"));
  sounder_window_select (fixture->window, find (fixture, "a"));
  g_assert_false (gtk_search_bar_get_search_mode (fixture->sidebar->search_bar));
  assert_seen (fixture, "a c [one] [two] d");
}

/* The keyboard stays with the row that it moves. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  unused)
{
  SounderServer *a = find (fixture, "a");
  GtkListBoxRow *row;

  sounder_window_select (fixture->window, a);
  row = gtk_list_box_get_selected_row (fixture->sidebar->list);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  for (guint i = 0; i < 2; i++)
    app_test_press (GTK_WIDGET (fixture->sidebar), GDK_ALT_MASK, GDK_KEY_Down);
  assert_rows (fixture, "c [one] a b e [two] d", "a@one b@one c d@two e@one");

  row = gtk_list_box_get_selected_row (fixture->sidebar->list);
  g_assert_true (sounder_server_row_get_server (SOUNDER_SERVER_ROW (row)) == a);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == GTK_WIDGET (row));
  g_assert_true (sounder_window_get_selected (fixture->window) == a);

  row = gtk_list_box_get_row_at_index (fixture->sidebar->list, 1);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  app_test_press (GTK_WIDGET (row), GDK_ALT_MASK, GDK_KEY_Down);
  assert_rows (fixture, "c [two] d [one] a b e", "c d@two a@one b@one e@one");
  g_assert_true (SOUNDER_IS_GROUP_ROW (gtk_window_get_focus (GTK_WINDOW (fixture->window))));
}

static GtkWindow *
find_dialog (Fixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (fixture->window))
        return window;
    }

  return NULL;
}

/* A group is made by its first server, and named anew in a dialog. */
static void
test_dialog (Fixture       *fixture,
             gconstpointer  unused)
{
  GtkWindow *dialog;
  GtkWidget *row;

  sounder_window_select (fixture->window, find (fixture, "c"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->sidebar), "sidebar.group-server", NULL);
  dialog = find_dialog (fixture);
  app_test_assert_labelled (GTK_WIDGET (dialog));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (GTK_WIDGET (dialog), GTK_TYPE_ENTRY)), " three ");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "apply");
  gtk_window_close (dialog);
  assert_rows (fixture, "a [one] b e [two] d [three] c", "a b@one d@two e@one c@three");
  TEST_AWAIT_POLL (find_dialog (fixture) == NULL);

  gtk_widget_activate_action (GTK_WIDGET (fixture->sidebar), "sidebar.group-server", NULL);
  dialog = find_dialog (fixture);
  row = app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "two");
  g_signal_emit_by_name (row, "clicked");
  assert_rows (fixture, "a [one] b e [two] d c", "a b@one d@two c@two e@one");
  TEST_AWAIT_POLL (find_dialog (fixture) == NULL);

  gtk_widget_activate_action (GTK_WIDGET (fixture->sidebar), "sidebar.rename-group", "s", "one");
  dialog = find_dialog (fixture);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (GTK_WIDGET (dialog), GTK_TYPE_ENTRY)), " ");
  g_assert_false (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "apply"));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (GTK_WIDGET (dialog), GTK_TYPE_ENTRY)), "uno");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "apply");
  gtk_window_close (dialog);
  assert_rows (fixture, "a [uno] b e [two] d c", "a b@uno d@two c@two e@uno");
  TEST_AWAIT_POLL (find_dialog (fixture) == NULL);
}

/* Where a row is let go: on the upper half of another, and on the name of a group. */
static void
test_drop (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->sidebar->list));
  GtkDropTarget *target = NULL;
  GdkDragAction action;
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;
  graphene_rect_t bounds;
  double places[2];

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        target = GTK_DROP_TARGET (controller);
    }
  g_assert_nonnull (target);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (fixture->sidebar->list, i + 1));

      g_assert_true (gtk_widget_compute_bounds (row, GTK_WIDGET (fixture->sidebar->list), &bounds));
      places[i] = bounds.origin.y + bounds.size.height * (i == 0 ? 0.7 : 0.5);
    }

  g_value_init (&value, SOUNDER_TYPE_SERVER);
  g_value_set_object (&value, find (fixture, "a"));
  g_signal_emit_by_name (target, "motion", 10.0, places[0], &action);
  g_assert_cmpint (action, ==, GDK_ACTION_MOVE);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (gtk_list_box_get_row_at_index (fixture->sidebar->list, 1)), "drop-below"));
  g_signal_emit_by_name (target, "leave");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (gtk_list_box_get_row_at_index (fixture->sidebar->list, 1)), "drop-below"));
  g_signal_emit_by_name (target, "drop", &value, 10.0, places[0], &taken);
  g_assert_true (taken);
  assert_rows (fixture, "c a [one] b e [two] d", "b@one c a d@two e@one");

  g_signal_emit_by_name (target, "drop", &value, 10.0, places[1], &taken);
  assert_rows (fixture, "c [one] b e a [two] d", "b@one c d@two e@one a@one");

  /* Far below everything is the end. */
  g_signal_emit_by_name (target, "drop", &value, 10.0, 4000.0, &taken);
  assert_rows (fixture, "c [one] b e [two] d a", "b@one c d@two a@two e@one");

  /* A group goes behind or before the one that it is held above, and above all servers in none before the first. */
  g_value_unset (&value);
  g_value_init (&value, SOUNDER_TYPE_SERVER_GROUP);
  g_value_set_object (&value, sounder_sidebar_model_get_group (fixture->model, find (fixture, "b")));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 4000.0, &taken);
  assert_rows (fixture, "c [two] d a [one] b e", "c d@two a@two b@one e@one");
  g_value_set_object (&value, sounder_sidebar_model_get_group (fixture->model, find (fixture, "b")));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 1.0, &taken);
  assert_rows (fixture, "c [one] b e [two] d a", "c b@one e@one d@two a@two");
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 1.0, &taken);
  assert_rows (fixture, "c [one] b e [two] d a", "c b@one e@one d@two a@two");

  /* What went away while it was held is no group any more. */
  g_assert_true (sounder_sidebar_model_rename_group (fixture->model, "one", NULL, NULL));
  g_assert_true (sounder_sidebar_model_rename_group (fixture->model, "two", NULL, NULL));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 1.0, &taken);
  assert_rows (fixture, "c b e d a", "c b e d a");
}

#define add_scene(name, with_window, func) \
  g_test_add ("/app/sidebar/" name, Fixture, GINT_TO_POINTER (with_window), set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  add_scene ("order", FALSE, test_order);
  add_scene ("moves", FALSE, test_moves);
  add_scene ("duplicate", FALSE, test_duplicate);
  add_scene ("steps", FALSE, test_steps);
  add_scene ("groups", FALSE, test_groups);
  add_scene ("outside", FALSE, test_outside);
  add_scene ("fold", TRUE, test_fold);
  add_scene ("search", TRUE, test_search);
  add_scene ("keys", TRUE, test_keys);
  add_scene ("dialog", TRUE, test_dialog);
  add_scene ("drop", TRUE, test_drop);

  return g_test_run ();
}
