/* test-timeline-select.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-difference-view.h"
#include "test-support.h"
#include "timeline-fixture.h"

/* What is selected in a timeline, what its menu does, and which rows there are to choose from. */

static void
assert_errors (TimelineFixture *fixture, guint n)
{
  g_autofree char *wanted = n == 0 ? g_strdup ("Errors") : g_strdup_printf ("Errors %u", n);

  TEST_AWAIT_POLL (
      sounder_timeline_get_n_rows (fixture->timeline) == n
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (fixture->timeline->errors_button)), wanted)
             == 0);
}

static void
add_finding (TimelineFixture *fixture, McpSeverity severity, guint serial)
{
  g_autoptr (McpFinding) finding = mcp_finding_new ("rpc.test", severity, "So", NULL, serial);

  mcp_journal_add_finding (fixture->journal, finding);
  mcp_journal_flush (fixture->journal);
}

/* What counts, and what does not; and the number is that of the rows whatever else is chosen. */
static void
test_timeline_errors (TimelineFixture *fixture, gconstpointer unused)
{
  guint call;
  guint ping;

  sounder_timeline_set_scope (fixture->timeline, SOUNDER_TIMELINE_ERRORS);

  /* Cancelled, also when a refusal comes late. */
  call = timeline_append (
      fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "tools/call", "{\"id\":1}");
  mcp_journal_set_status (fixture->journal, call, MCP_STATUS_CANCELLED);
  timeline_append (fixture, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "1", NULL, "{\"id\":1}");
  add_finding (fixture, MCP_SEVERITY_WARNING, call);
  assert_errors (fixture, 0);

  /* A ping of our own, refused. */
  ping
      = timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2", "ping", "{\"id\":2}");
  mcp_journal_set_flags (fixture->journal, ping, MCP_RECORD_FLAG_PROBE);
  timeline_append (fixture, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "2", NULL, "{\"id\":2}");
  mcp_journal_flush (fixture->journal);
  assert_errors (fixture, 0);
  sounder_timeline_set_show_probes (fixture->timeline, TRUE);
  assert_errors (fixture, 0);

  /* One whose answer breaks a rule is, where pings are shown. */
  add_finding (fixture, MCP_SEVERITY_ERROR, ping + 1);
  assert_errors (fixture, 1);
  sounder_timeline_set_show_probes (fixture->timeline, FALSE);
  assert_errors (fixture, 0);

  /* A call lost in a crash, and the crash; a stream that is listened to ends with its connection. */
  timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "4", "subscriptions/listen",
                   "{\"id\":4}");
  timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "3", "tools/call", "{\"id\":3}");
  mcp_journal_lose_pending (fixture->journal, 1);
  mcp_journal_set_status (fixture->journal,
                          timeline_append (fixture,
                                           MCP_DIRECTION_IN,
                                           MCP_RECORD_EXIT,
                                           NULL,
                                           NULL,
                                           "{\"type\":\"exit\",\"signal\":11}"),
                          MCP_STATUS_ERROR);
  mcp_journal_flush (fixture->journal);
  assert_errors (fixture, 2);

  /* The transport is no error because it is shown, and a filter hides errors as well. */
  timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_HTTP_REQUEST, NULL, NULL, "{}");
  mcp_journal_flush (fixture->journal);
  sounder_timeline_set_show_transport (fixture->timeline, TRUE);
  assert_errors (fixture, 2);
  sounder_timeline_set_filter (fixture->timeline, "method:tools/call");
  assert_errors (fixture, 1);
}

static GtkSelectionModel *
get_model (TimelineFixture *fixture)
{
  GtkListView *list = timeline_find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);

  return gtk_list_view_get_model (list);
}

/* Several are selected, wherever a filter or an order puts them; those hidden are not meant. */
static void
test_timeline_several (TimelineFixture *fixture, gconstpointer unused)
{
  GtkSelectionModel *model = get_model (fixture);
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) shown = NULL;

  timeline_append_some (fixture);
  gtk_selection_model_select_item (model, 1, TRUE);
  gtk_selection_model_select_range (model, 1, 3, TRUE);
  /* The end that somebody has moved to is what the details show. */
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 4);
  gtk_selection_model_select_range (model, 0, 2, TRUE);
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 1);
  gtk_selection_model_select_item (model, 3, FALSE);
  all = sounder_timeline_dup_selection (fixture->timeline);
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpuint (g_array_index (all, guint, 2), ==, 4);

  sounder_timeline_set_filter (fixture->timeline, "dir:out");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);
  g_assert_true (gtk_selection_model_is_selected (model, 0));
  g_assert_true (gtk_selection_model_is_selected (model, 1));
  shown = sounder_timeline_dup_selection (fixture->timeline);
  g_assert_cmpuint (shown->len, ==, 2);

  sounder_timeline_columns_set_sort (fixture->timeline->columns, SOUNDER_COLUMN_TIME, TRUE);
  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);
  for (guint i = 0; i < 5; i++)
    {
      guint serial = mcp_journal_view_get_serial (fixture->timeline->view, i);

      g_assert_cmpint (gtk_selection_model_is_selected (model, i),
                       ==,
                       serial == 1 || serial == 2 || serial == 4);
    }
  gtk_selection_model_unselect_item (model, 0);
  gtk_selection_model_unselect_all (model);
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 0);
}

/* Who found a message with a filter sees it among the others when the filter goes. */
static void
test_timeline_selection_revealed (TimelineFixture *fixture, gconstpointer unused)
{
  timeline_append_some (fixture);
  timeline_append_many (fixture, 300);
  TEST_AWAIT_POLL (timeline_is_at_end (fixture));
  sounder_timeline_set_filter (fixture->timeline, "method:tools/call dir:out");
  TEST_AWAIT_POLL (timeline_find_row (fixture, 4) != NULL);
  sounder_timeline_set_selected_serial (fixture->timeline, 4);
  timeline_settle (fixture);

  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 305);
  timeline_settle (fixture);
  g_assert_nonnull (timeline_find_row (fixture, 4));
  g_assert_cmpfloat (gtk_adjustment_get_value (timeline_get_adjustment (fixture)), <, 100);
}

/* The menu of a row filters by its values, and leaves them out, within what is filtered by already.
 */
static void
test_timeline_filter_by (TimelineFixture *fixture, gconstpointer unused)
{
  GtkWidget *widget = GTK_WIDGET (fixture->timeline);
  GMenuModel *filter_menu = G_MENU_MODEL (fixture->timeline->filter_menu);
  GMenuModel *exclude_menu = G_MENU_MODEL (fixture->timeline->exclude_menu);
  g_autoptr (GVariant) only = NULL;
  g_autoptr (GVariant) not = NULL;
  g_autofree char *filter = NULL;

  timeline_append_some (fixture);
  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  sounder_timeline_set_filter (fixture->timeline, "kind:request or kind:response");
  g_assert_true (gtk_widget_activate_action (widget, "timeline.menu", NULL));
  g_assert_cmpint (g_menu_model_get_n_items (filter_menu), >, 3);
  only = g_menu_model_get_item_attribute_value (filter_menu, 0, G_MENU_ATTRIBUTE_TARGET, NULL);
  g_assert_cmpstr (g_variant_get_string (only, NULL), ==, "method:tools/list");
  g_assert_true (gtk_widget_activate_action_variant (widget, "timeline.filter-by", only));
  g_object_get (fixture->timeline, "filter", &filter, NULL);
  g_assert_cmpstr (filter, ==, "(kind:request or kind:response) method:tools/list");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);

  sounder_timeline_set_filter (fixture->timeline, "");
  not = g_menu_model_get_item_attribute_value (exclude_menu, 0, G_MENU_ATTRIBUTE_TARGET, NULL);
  g_assert_true (gtk_widget_activate_action_variant (widget, "timeline.filter-by", not ));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 3);

  sounder_timeline_set_filter (fixture->timeline, "");
  g_assert_true (gtk_widget_activate_action (widget, "timeline.show-pair", NULL));
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 2);
  gtk_popover_popdown (GTK_POPOVER (fixture->timeline->menu));
}

/* Two are compared in a window of their own, and several copied as lines. */
static void
test_timeline_several_actions (TimelineFixture *fixture, gconstpointer unused)
{
  GtkWidget *widget = GTK_WIDGET (fixture->timeline);
  GtkSelectionModel *model = get_model (fixture);
  GListModel *windows = gtk_window_get_toplevels ();
  SounderDifferenceView *view;
  g_autoptr (GtkWindow) window = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  timeline_append_some (fixture);
  gtk_selection_model_select_item (model, 0, TRUE);
  gtk_selection_model_select_item (model, 3, FALSE);
  bytes = timeline_copy (fixture, "timeline.copy-bytes");
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[0], "tools/list"));
  g_assert_nonnull (strstr (lines[1], "1.10"));

  g_assert_true (gtk_widget_activate_action (widget, "timeline.compare", NULL));
  for (guint i = 0; i < g_list_model_get_n_items (windows) && window == NULL; i++)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (other) == GTK_WINDOW (fixture->window))
        window = g_steal_pointer (&other);
    }
  g_assert_nonnull (window);
  view = timeline_find_one (window, SOUNDER_TYPE_DIFFERENCE_VIEW);
  TEST_AWAIT_POLL (g_list_model_get_n_items (G_LIST_MODEL (app_test_child (view, "changes"))) > 2);
  app_test_assert_labelled (GTK_WIDGET (window));
  gtk_window_destroy (window);
}

static void
show_record_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  *(guint *)user_data = g_variant_get_uint32 (parameter);
}

/* Docked, a click on a row asks for its message. */
static void
test_docked_click (TimelineFixture *fixture, gconstpointer unused)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("show-record", G_VARIANT_TYPE_UINT32);
  g_autoptr (GListModel) controllers = NULL;
  GtkWidget *list = timeline_find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);
  graphene_rect_t bounds;
  guint shown = 0;

  timeline_append_some (fixture);
  g_signal_connect (action, "activate", G_CALLBACK (show_record_cb), &shown);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (group));
  g_object_set (fixture->timeline, "compact", TRUE, NULL);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 3) != NULL);
  timeline_settle (fixture);
  g_assert_true (
      gtk_widget_compute_bounds (GTK_WIDGET (timeline_find_row (fixture, 3)), list, &bounds));

  controllers = gtk_widget_observe_controllers (list);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
        g_signal_emit_by_name (controller,
                               "released",
                               1,
                               bounds.origin.x + 20.0,
                               bounds.origin.y + bounds.size.height / 2.0);
    }
  g_assert_cmpuint (shown, ==, 3);
}

static void
count_told_cb (guint *n)
{
  (*n)++;
}

static void
count_removed_cb (GListModel *model, guint position, guint n_removed, guint n_added, guint *n)
{
  *n += n_removed;
}

/* The entry tells of its text again after a pause: nothing is looked at twice for that. */
static void
test_timeline_filter_once (TimelineFixture *fixture, gconstpointer unused)
{
  GtkWidget *entry = timeline_find_one (fixture->timeline, GTK_TYPE_SEARCH_ENTRY);
  guint n_told = 0;
  guint n_removed = 0;

  timeline_append_some (fixture);
  sounder_timeline_set_filter (fixture->timeline, "1.10");
  g_signal_connect_swapped (entry, "search-changed", G_CALLBACK (count_told_cb), &n_told);
  g_signal_connect (
      fixture->timeline->view, "items-changed", G_CALLBACK (count_removed_cb), &n_removed);
  TEST_AWAIT_POLL (n_told > 0 && sounder_timeline_get_n_rows (fixture->timeline) == 1);
  g_assert_cmpuint (n_removed, ==, 0);
  g_signal_handlers_disconnect_by_data (entry, &n_told);
  g_signal_handlers_disconnect_by_data (fixture->timeline->view, &n_removed);
}

static void
test_timeline_show_record (TimelineFixture *fixture, gconstpointer unused)
{
  timeline_append_some (fixture);
  timeline_append_many (fixture, 300);
  sounder_timeline_set_filter (fixture->timeline, "kind:notification");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 301);
  timeline_settle (fixture);

  sounder_timeline_page_show_record (fixture->page, 4);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 4) != NULL);
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 4);
  timeline_settle (fixture);
  g_assert_cmpfloat (gtk_adjustment_get_value (timeline_get_adjustment (fixture)), <, 100);
}

/* A filter that lets it through is kept, although the view has yet to look at what came meanwhile.
 */
static void
test_timeline_show_record_later (TimelineFixture *fixture, gconstpointer unused)
{
  guint serial;

  sounder_timeline_set_filter (fixture->timeline, "1.10");
  gtk_widget_set_visible (GTK_WIDGET (fixture->page), FALSE);
  timeline_append_many (fixture, 20000);
  timeline_append_some (fixture);
  serial = mcp_journal_get_n_records (fixture->journal) - 1;
  gtk_widget_set_visible (GTK_WIDGET (fixture->page), TRUE);

  sounder_timeline_page_show_record (fixture->page, serial);
  TEST_AWAIT_POLL (timeline_find_row (fixture, serial) != NULL);
  timeline_settle (fixture);
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 1);

  sounder_timeline_page_show_record (fixture->page, 1);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 1) != NULL);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == serial + 1);
}

#define ADD(path, function)                                                                        \
  g_test_add (path, TimelineFixture, NULL, timeline_set_up, function, timeline_tear_down)

int
main (int argc, char *argv[])
{
  app_test_init (&argc, &argv);

  ADD ("/app/timeline/filter-once", test_timeline_filter_once);
  ADD ("/app/timeline/errors", test_timeline_errors);
  ADD ("/app/timeline/several", test_timeline_several);
  ADD ("/app/timeline/selection-revealed", test_timeline_selection_revealed);
  ADD ("/app/timeline/show-record", test_timeline_show_record);
  ADD ("/app/timeline/show-record-later", test_timeline_show_record_later);
  ADD ("/app/timeline/filter-by", test_timeline_filter_by);
  ADD ("/app/timeline/several-actions", test_timeline_several_actions);
  ADD ("/app/timeline/docked-click", test_docked_click);

  return g_test_run ();
}
