/* test-resource-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-catalog-list.h"
#include "sounder-resource-tree.h"
#include "sounder-tree-keys.h"
#include "test-support.h"

/* The list of resources and its tree, in a window, with a server that lists them. */

#define RESOURCE(uri) "{\"uri\":\"" uri "\",\"name\":\"n\"}"
#define SERVER \
  "[{\"handshake\":{\"capabilities\":{\"resources\":{}}}},{\"serve\":{\"resources/list\":{\"result\":{\"resources\":[" \
  RESOURCE ("demo://b/1") "," RESOURCE ("demo://b/2") "," RESOURCE ("demo://a") "," RESOURCE ("urn:x") "]}}}}]"

typedef struct
{
  McpProfile *profile;
  McpSession *session;
  GtkWidget  *window;
  GtkWidget  *list;
  guint       n_activated;
} Fixture;

static void
activated_cb (Fixture *fixture)
{
  fixture->n_activated++;
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *opened = user_data;

  *opened = mcp_session_open_finish (MCP_SESSION (source), result, NULL);
}

static void
show_list (Fixture    *fixture,
           McpCatalog *catalog)
{
  g_autoptr (SounderPlace) place = sounder_place_new ();

  fixture->list = g_object_new (SOUNDER_TYPE_CATALOG_LIST, NULL);
  sounder_catalog_list_set_catalog (SOUNDER_CATALOG_LIST (fixture->list), catalog, place);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->list);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  McpCatalog *catalog;
  gboolean opened = FALSE;

  fixture->profile = app_test_new_profile ("tree", data != NULL ? data : SERVER);
  fixture->session = mcp_session_new (fixture->profile, NULL);
  catalog = mcp_session_get_catalog (fixture->session, MCP_CATALOG_RESOURCES);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 320, 480);
  show_list (fixture, catalog);
  g_signal_connect_swapped (fixture->list, "activated", G_CALLBACK (activated_cb), fixture);
  gtk_window_present (GTK_WINDOW (fixture->window));
  mcp_session_open_async (fixture->session, NULL, opened_cb, &opened);
  TEST_AWAIT (opened && mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *closed = user_data;

  *closed = TRUE;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gboolean closed = FALSE;
  gpointer watched = fixture->list;

  g_object_add_weak_pointer (watched, &watched);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (watched == NULL);
  mcp_session_close_async (fixture->session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);
  g_object_unref (fixture->session);
  g_object_unref (fixture->profile);
}

static GtkWidget *
show_tree (Fixture  *fixture,
           gboolean  shown)
{
  GtkWidget *button = app_test_find (fixture->list, GTK_TYPE_TOGGLE_BUTTON);

  g_assert_true (gtk_widget_get_visible (button));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), shown);
  app_test_draw_frames (fixture->window);

  return app_test_find (fixture->list, SOUNDER_TYPE_RESOURCE_TREE);
}

static GListModel *
get_rows (GtkWidget *tree)
{
  GtkListView *view = GTK_LIST_VIEW (app_test_find (tree, GTK_TYPE_LIST_VIEW));

  return G_LIST_MODEL (gtk_list_view_get_model (view));
}

/* The labels of the rows, as they are drawn. */
static char *
describe (GtkWidget *tree)
{
  GtkWidget *view = app_test_find (tree, GTK_TYPE_LIST_VIEW);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  app_test_draw_frames (GTK_WIDGET (gtk_widget_get_root (tree)));
  for (guint i = 0; i < g_list_model_get_n_items (get_rows (tree)); i++)
    g_ptr_array_add (rows, NULL);
  for (GtkWidget *row = gtk_widget_get_first_child (view); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_widget_get_first_child (row));
      GtkTreeListRow *list_row = gtk_tree_expander_get_list_row (expander);
      const char *label = gtk_label_get_text (GTK_LABEL (app_test_find (GTK_WIDGET (expander), GTK_TYPE_LABEL)));

      rows->pdata[gtk_tree_list_row_get_position (list_row)] =
        g_strdup_printf ("%u:%s", gtk_tree_list_row_get_depth (list_row), label);
    }
  g_ptr_array_add (rows, NULL);

  return g_strjoinv (" ", (char **) rows->pdata);
}

static void
assert_rows (GtkWidget  *tree,
             const char *expected)
{
  g_autofree char *rows = describe (tree);

  g_assert_cmpstr (rows, ==, expected);
}

static void
press (GtkWidget *tree,
       guint      position,
       guint      keyval)
{
  GtkWidget *view = app_test_find (tree, GTK_TYPE_LIST_VIEW);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (tree)), position);
  g_assert_true (sounder_tree_take_key (GTK_LIST_VIEW (view), keyval, 0));
}

static const char *
get_selected (Fixture *fixture)
{
  McpCatalogItem *item = sounder_catalog_list_get_selected (SOUNDER_CATALOG_LIST (fixture->list));

  return item != NULL ? mcp_catalog_item_get_uri (item) : NULL;
}

static void
test_folders (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *tree = show_tree (fixture, TRUE);

  assert_rows (tree, "0:demo:// 1:b 2:1 2:2 1:a 0:urn: 1:x");

  /* A folder is no choice. */
  press (tree, 1, GDK_KEY_Left);
  assert_rows (tree, "0:demo:// 1:b 1:a 0:urn: 1:x");
  g_assert_null (get_selected (fixture));

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (tree)), 2);
  g_assert_cmpstr (get_selected (fixture), ==, "demo://a");

  /* What is chosen elsewhere is unfolded. */
  sounder_catalog_list_select (SOUNDER_CATALOG_LIST (fixture->list), "demo://b/2");
  assert_rows (tree, "0:demo:// 1:b 2:1 2:2 1:a 0:urn: 1:x");
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (get_rows (tree))), ==, 3);
}

static void
test_activate (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWidget *tree = show_tree (fixture, TRUE);
  GtkWidget *view = app_test_find (tree, GTK_TYPE_LIST_VIEW);

  g_signal_emit_by_name (view, "activate", 1);
  assert_rows (tree, "0:demo:// 1:b 1:a 0:urn: 1:x");
  g_assert_cmpuint (fixture->n_activated, ==, 0);
  g_signal_emit_by_name (view, "activate", 2);
  g_assert_cmpuint (fixture->n_activated, ==, 1);
  g_assert_cmpstr (get_selected (fixture), ==, "demo://a");
}

static void
test_filter (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *tree = show_tree (fixture, TRUE);
  GtkWidget *label;

  press (tree, 1, GDK_KEY_Left);
  /* What is left is to be seen, also where it was folded. */
  sounder_catalog_list_set_search (SOUNDER_CATALOG_LIST (fixture->list), "b/2");
  assert_rows (tree, "0:demo://b 1:2");
  label = app_test_find_labelled (tree, GTK_TYPE_LABEL, "2");
  g_assert_nonnull (gtk_label_get_attributes (GTK_LABEL (label)));
  sounder_catalog_list_set_search (SOUNDER_CATALOG_LIST (fixture->list), "");
  assert_rows (tree, "0:demo:// 1:b 1:a 0:urn: 1:x");
}

static void
test_refresh (Fixture       *fixture,
              gconstpointer  data)
{
  McpCatalog *catalog = mcp_session_get_catalog (fixture->session, MCP_CATALOG_RESOURCES);
  GtkWidget *tree = show_tree (fixture, TRUE);

  press (tree, 5, GDK_KEY_Left);
  assert_rows (tree, "0:demo:// 1:b 2:1 2:2 1:a 0:urn:");
  g_list_model_items_changed (G_LIST_MODEL (catalog), 0, 4, 4);
  assert_rows (tree, "0:demo:// 1:b 2:1 2:2 1:a 0:urn:");

  /* In the list as well it is the same one that is chosen. */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (tree)), 2);
  show_tree (fixture, FALSE);
  g_assert_cmpstr (get_selected (fixture), ==, "demo://b/1");
  g_list_model_items_changed (G_LIST_MODEL (catalog), 0, 4, 4);
  show_tree (fixture, TRUE);
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (get_rows (tree))), ==, 2);
}

#define DIRECTORY(uri) "{\"uri\":\"" uri "\",\"name\":\"d\",\"mimeType\":\"inode/directory\"}"
#define DIRECTORY_SERVER \
  "[{\"handshake\":{\"capabilities\":{\"resources\":{},\"extensions\":{\"io.modelcontextprotocol/skills\":" \
  "{\"directoryRead\":true}}}}},{\"serve\":{\"skills/list\":{\"result\":{\"skills\":[]}}," \
  "\"resources/list\":{\"result\":{\"resources\":[" DIRECTORY ("demo://d") "," RESOURCE ("demo://d/1") "]}}," \
  "\"resources/directory/read\":{\"result\":{\"resources\":[" RESOURCE ("demo://d/1") "," RESOURCE ("demo://d/2") \
  "," DIRECTORY ("demo://d") "]}}}}]"

static guint
count_directory_reads (Fixture *fixture)
{
  McpJournal *journal = mcp_session_get_journal (fixture->session);
  guint n = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      n += mcp_record_get_kind (record) == MCP_RECORD_REQUEST
           && g_strcmp0 (mcp_record_get_method (record), "resources/directory/read") == 0;
    }

  return n;
}

/* Asked for when it is unfolded, and not before; what is listed is there once; it may have itself in it. */
static void
test_directories (Fixture       *fixture,
                  gconstpointer  data)
{
  McpCatalog *catalog = mcp_session_get_catalog (fixture->session, MCP_CATALOG_RESOURCES);
  GtkWidget *tree = show_tree (fixture, TRUE);
  GtkListView *view = GTK_LIST_VIEW (app_test_find (tree, GTK_TYPE_LIST_VIEW));

  assert_rows (tree, "0:demo://d");
  g_assert_cmpuint (count_directory_reads (fixture), ==, 0);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (tree)), 0);
  g_assert_true (sounder_tree_take_key (view, GDK_KEY_Right, 0));
  TEST_AWAIT (g_list_model_get_n_items (get_rows (tree)) == 4);
  assert_rows (tree, "0:demo://d 1:1 1:2 1:demo://d");
  g_assert_cmpuint (count_directory_reads (fixture), ==, 1);

  /* Itself once more, of which what is there is known. */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (tree)), 3);
  g_assert_true (sounder_tree_take_key (view, GDK_KEY_Right, 0));
  assert_rows (tree, "0:demo://d 1:1 1:2 1:demo://d 2:1 2:2 2:demo://d");
  g_assert_cmpuint (count_directory_reads (fixture), ==, 1);

  /* A resource that is only here can be chosen. */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (tree)), 2);
  g_assert_cmpstr (get_selected (fixture), ==, "demo://d/2");
  sounder_catalog_list_select (SOUNDER_CATALOG_LIST (fixture->list), "demo://d/1");
  g_assert_cmpstr (get_selected (fixture), ==, "demo://d/1");

  /* Another list, and the first of those that were unfolded is again. */
  g_list_model_items_changed (G_LIST_MODEL (catalog), 0, 2, 2);
  assert_rows (tree, "0:demo://d 1:1 1:2 1:demo://d");
  mcp_catalog_refresh_soon (catalog);
  TEST_AWAIT (count_directory_reads (fixture) == 2);

  /* A filter asks for nothing. */
  sounder_catalog_list_set_search (SOUNDER_CATALOG_LIST (fixture->list), "d/1");
  assert_rows (tree, "0:demo://d 1:1");
  sounder_catalog_list_set_search (SOUNDER_CATALOG_LIST (fixture->list), "demo");
  assert_rows (tree, "0:demo://d 1:1");
  g_assert_cmpuint (count_directory_reads (fixture), ==, 2);
}

static guint
count_shown (GtkWidget *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (app_test_child (list, "view"))));
}

/* A list that goes on says so, and how far it is. */
static void
test_pages (Fixture       *fixture,
            gconstpointer  data)
{
  static const char script[] =
    "[{\"handshake\":{\"capabilities\":{\"resources\":{}}}},"
    "{\"expect\":{\"method\":\"resources/list\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"resources\\\":"
    "[{\\\"uri\\\":\\\"f:a\\\",\\\"name\\\":\\\"a\\\"}],\\\"nextCursor\\\":\\\"x\\\"}}\"},"
    "{\"expect\":{\"method\":\"resources/list\",\"params\":{\"cursor\":\"x\"}}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"resources\\\":"
    "[{\\\"uri\\\":\\\"f:b\\\",\\\"name\\\":\\\"b\\\"}]}}\"}]";
  g_autoptr (McpProfile) profile = app_test_new_profile ("paged", script);
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_RESOURCES);
  GtkWidget *next;
  gboolean opened = FALSE;
  gboolean closed = FALSE;

  g_object_set (profile, "list-by-page", TRUE, NULL);
  mcp_session_set_auto_list (session, FALSE);
  mcp_session_open_async (session, NULL, opened_cb, &opened);
  TEST_AWAIT (opened);
  mcp_session_set_auto_list (session, TRUE);
  show_list (fixture, catalog);
  mcp_catalog_refresh_soon (catalog);
  TEST_AWAIT (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED);
  next = app_test_find_labelled (fixture->list, GTK_TYPE_BUTTON, "Next Page");
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (next)));
  g_assert_nonnull (app_test_find_labelled (fixture->list, GTK_TYPE_LABEL, "1 page, and more"));

  g_signal_emit_by_name (next, "clicked");
  g_assert_false (gtk_widget_get_sensitive (next));
  TEST_AWAIT (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED);
  g_assert_cmpuint (count_shown (fixture->list), ==, 2);
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_parent (next)));

  mcp_session_close_async (session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);
}

static void
test_many (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GListStore) store = g_list_store_new (MCP_TYPE_CATALOG_ITEM);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *tree;

  for (guint i = 0; i < 100000; i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"uri\":\"f:%u/%u\",\"name\":\"n\"}", i / 100, i);

      g_ptr_array_add (items, mcp_catalog_item_new (MCP_CATALOG_RESOURCES, json, strlen (json)));
    }
  g_list_store_splice (store, 0, 0, items->pdata, items->len);
  tree = sounder_resource_tree_new (G_LIST_MODEL (store));
  gtk_window_set_child (GTK_WINDOW (fixture->window), tree);
  app_test_draw_frames (fixture->window);

  /* Not all at once; and what is chosen is found in its folder. */
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (tree)), ==, 1);
  sounder_resource_tree_show_item (SOUNDER_RESOURCE_TREE (tree), items->pdata[77777]);
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (tree)), ==, 1 + 1000 + 100);
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (get_rows (tree))), ==, 1 + 777 + 1 + 77);
  show_list (fixture, mcp_session_get_catalog (fixture->session, MCP_CATALOG_RESOURCES));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/resource-tree/folders", Fixture, NULL, set_up, test_folders, tear_down);
  g_test_add ("/app/resource-tree/activate", Fixture, NULL, set_up, test_activate, tear_down);
  g_test_add ("/app/resource-tree/filter", Fixture, NULL, set_up, test_filter, tear_down);
  g_test_add ("/app/resource-tree/refresh", Fixture, NULL, set_up, test_refresh, tear_down);
  g_test_add ("/app/resource-tree/directories", Fixture, DIRECTORY_SERVER, set_up, test_directories, tear_down);
  g_test_add ("/app/resource-tree/pages", Fixture, NULL, set_up, test_pages, tear_down);
  g_test_add ("/app/resource-tree/many", Fixture, NULL, set_up, test_many, tear_down);

  return g_test_run ();
}
