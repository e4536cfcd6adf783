/* test-json-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-pane.h"
#include "sounder-json-table.h"
#include "sounder-json-view.h"
#include "test-support.h"

static const char items[] = "{\"items\":[{\"n\":10,\"s\":\"b\"},{\"n\":9007199254740993,\"s\":\"a\"},"
                            "{\"n\":9007199254740992,\"s\":\"c\"},{\"n\":1.10,\"s\":\"d\"}]}";

static GtkWidget *
present (const char *text)
{
  GtkWidget *content = sounder_pane_new ();
  GtkWidget *window = gtk_window_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  g_object_set (content, "label", "Result", NULL);
  sounder_pane_set_bytes (SOUNDER_PANE (content), bytes);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 500);
  gtk_window_set_child (GTK_WINDOW (window), content);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);

  return window;
}

static char *
dup_csv (GtkWidget *window)
{
  GtkWidget *table = app_test_find (window, SOUNDER_TYPE_JSON_TABLE);

  return sounder_json_table_dup_csv (SOUNDER_JSON_TABLE (table));
}

static void
test_sort (void)
{
  GtkWidget *window = present (items);
  GtkColumnView *view = GTK_COLUMN_VIEW (app_test_find (window, GTK_TYPE_COLUMN_VIEW));
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (view),
                                                                  0);
  g_autofree char *plain = dup_csv (window);
  g_autofree char *sorted = NULL;
  g_autofree char *selected = NULL;

  g_assert_cmpstr (plain, ==, "n,s\r\n10,b\r\n9007199254740993,a\r\n9007199254740992,c\r\n1.10,d\r\n");
  gtk_column_view_sort_by_column (view, column, GTK_SORT_DESCENDING);
  app_test_draw_frames (window);
  sorted = dup_csv (window);
  g_assert_cmpstr (sorted, ==, "n,s\r\n9007199254740993,a\r\n9007199254740992,c\r\n10,b\r\n1.10,d\r\n");

  /* Some rows are enough to ask for. */
  gtk_selection_model_select_range (gtk_column_view_get_model (view), 1, 2, TRUE);
  selected = dup_csv (window);
  g_assert_cmpstr (selected, ==, "n,s\r\n9007199254740992,c\r\n10,b\r\n");
  app_test_assert_labelled (window);

  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_row (void)
{
  GtkWidget *window = present (items);
  GtkWidget *view = app_test_find (window, GTK_TYPE_COLUMN_VIEW);
  GtkWidget *table = app_test_find (window, SOUNDER_TYPE_JSON_TABLE);
  SounderJsonView *row = SOUNDER_JSON_VIEW (app_test_find (table, SOUNDER_TYPE_JSON_VIEW));
  GBytes *bytes;

  g_signal_emit_by_name (view, "activate", 3);
  app_test_draw_frames (window);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (row)));
  bytes = sounder_json_view_get_bytes (row);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                   "{\"n\":1.10,\"s\":\"d\"}", 18);

  gtk_window_destroy (GTK_WINDOW (window));
}

/* The text is there as well, and what is no table has no such choice. */
static void
test_text (void)
{
  GtkWidget *window = present (items);
  GtkWidget *pane = gtk_window_get_child (GTK_WINDOW (window));
  GtkWidget *table = app_test_find (window, SOUNDER_TYPE_JSON_TABLE);
  g_autoptr (GBytes) plain = g_bytes_new_static ("[1,2]", 5);

  g_assert_true (gtk_widget_get_mapped (table));
  g_assert_true (gtk_widget_activate_action (pane, "pane.look", "s", "pretty"));
  app_test_draw_frames (window);
  g_assert_false (gtk_widget_get_mapped (table));
  g_assert_true (gtk_widget_activate_action (pane, "pane.look", "s", "table"));
  app_test_draw_frames (window);
  g_assert_true (gtk_widget_get_mapped (table));

  sounder_pane_set_bytes (SOUNDER_PANE (pane), plain);
  g_assert_cmpstr (sounder_pane_get_look (SOUNDER_PANE (pane)), ==, "pretty");
  app_test_draw_frames (window);
  g_assert_null (app_test_find (window, SOUNDER_TYPE_JSON_TABLE));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* Values beside a list are not hidden by its table. */
static void
test_fields (void)
{
  GtkWidget *window = present ("{\"total\":2,\"next\":null,\"q\":\"\\u202eshoes\",\"empty\":\"\","
                               "\"items\":[{\"n\":1},{\"n\":2}]}");
  g_autofree char *csv = dup_csv (window);

  g_assert_nonnull (app_test_find_labelled (window, GTK_TYPE_LABEL, "total"));
  g_assert_nonnull (app_test_find_labelled (window, GTK_TYPE_LABEL, "2"));
  g_assert_nonnull (app_test_find_labelled (window, GTK_TYPE_LABEL, "null"));
  g_assert_nonnull (app_test_find_labelled (window, GTK_TYPE_LABEL, "\"\""));
  g_assert_cmpstr (csv, ==, "n\r\n1\r\n2\r\n");
  gtk_window_destroy (GTK_WINDOW (window));

  /* A list alone is a table; parts that have parts are neither. */
  window = present ("{\"a\":1,\"b\":{\"c\":2}}");
  g_assert_cmpstr (sounder_pane_get_look (SOUNDER_PANE (gtk_window_get_child (GTK_WINDOW (window)))), ==,
                   "pretty");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/json-table/sort", test_sort);
  g_test_add_func ("/app/json-table/row", test_row);
  g_test_add_func ("/app/json-table/text", test_text);
  g_test_add_func ("/app/json-table/fields", test_fields);

  return g_test_run ();
}
