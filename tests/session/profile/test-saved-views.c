/* test-saved-views.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-saved-views.h"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->folder = g_dir_make_tmp ("views-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "views.json", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
save (McpSavedViews *views,
      const char    *name,
      const char    *filter)
{
  g_autoptr (McpSavedView) view = mcp_saved_view_new (name, filter, "requests", "time,method");
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_saved_views_set (views, view, &error));
  g_assert_no_error (error);
}

static void
assert_names (McpSavedViews *views,
              const char    *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (mcp_saved_views_get_model (views)); i++)
    {
      g_autoptr (McpSavedView) view = g_list_model_get_item (mcp_saved_views_get_model (views), i);

      g_string_append_printf (names, "%s=%s;", view->name, view->filter);
    }
  g_assert_cmpstr (names->str, ==, expected);
}

static void
test_round_trip (Fixture       *fixture,
                 gconstpointer  unused)
{
  g_autoptr (McpSavedViews) views = mcp_saved_views_new (fixture->path);
  g_autoptr (McpSavedViews) other = mcp_saved_views_new (fixture->path);
  g_autoptr (GError) error = NULL;
  McpSavedView *view;

  g_assert_true (mcp_saved_views_load (views, &error));
  assert_names (views, "");
  save (views, "slow", "took:>1s \"a \\\\ b\"");
  save (views, "broken 한글", "kind:error");
  /* Another program adds one meanwhile. */
  g_assert_true (mcp_saved_views_load (other, &error));
  save (other, "mine", "has:pin");
  save (views, "slow", "took:>2s");
  assert_names (views, "broken 한글=kind:error;mine=has:pin;slow=took:>2s;");

  view = mcp_saved_views_find (views, "slow");
  g_assert_cmpstr (view->scope, ==, "requests");
  g_assert_cmpstr (view->columns, ==, "time,method");

  g_assert_true (mcp_saved_views_rename (views, "slow", "mine", &error));
  g_assert_true (mcp_saved_views_remove (views, "broken 한글", &error));
  g_assert_true (mcp_saved_views_rename (views, "nobody", "x", &error));
  g_assert_true (mcp_saved_views_load (other, &error));
  assert_names (other, "mine=took:>2s;");
  g_assert_null (mcp_saved_views_find (other, "slow"));
}

/* What cannot be read is not overwritten. */
static void
test_broken_file (Fixture       *fixture,
                  gconstpointer  unused)
{
  g_autoptr (McpSavedViews) views = mcp_saved_views_new (fixture->path);
  g_autoptr (McpSavedView) view = mcp_saved_view_new ("a", "b", NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "{\"views\": [", -1, NULL));
  g_assert_false (mcp_saved_views_load (views, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_false (mcp_saved_views_set (views, view, NULL));
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "{\"views\": [");

  g_assert_true (g_file_set_contents (fixture->path, "{\"views\": [1, {\"name\":2}, {\"name\":\"x\"}]}",
                                      -1, NULL));
  g_assert_true (mcp_saved_views_load (views, NULL));
  assert_names (views, "x=;");
}

/* Whatever is there and is no list of views is somebody's: it is named, and nothing is written over it. */
static void
test_foreign_files (Fixture       *fixture,
                    gconstpointer  unused)
{
  static const char * const texts[] = {
    "", " ", "[]", "[{\"name\": \"a\"}]", "null", "7", "\"views\"", "{\"views\": []} trailing", "{\"views\": [}", "\xff",
  };
  static const char * const empty[] = { "{}", "{\"views\": null}", "{\"views\": {}}", "{\"views\": 7}", "{\"other\": []}" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (McpSavedViews) views = mcp_saved_views_new (fixture->path);
      g_autoptr (McpSavedView) view = mcp_saved_view_new ("a", "b", NULL, NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (fixture->path, texts[i], -1, NULL));
      if (mcp_saved_views_load (views, &error))
        g_error ("“%s” was read", texts[i]);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
      g_assert_nonnull (strstr (error->message, fixture->path));

      g_assert_false (mcp_saved_views_set (views, view, NULL));
      g_assert_false (mcp_saved_views_remove (views, "a", NULL));
      g_assert_false (mcp_saved_views_rename (views, "a", "c", NULL));
      g_assert_cmpuint (g_list_model_get_n_items (mcp_saved_views_get_model (views)), ==, 0);
      g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, texts[i]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (empty); i++)
    {
      g_autoptr (McpSavedViews) views = mcp_saved_views_new (fixture->path);

      g_assert_true (g_file_set_contents (fixture->path, empty[i], -1, NULL));
      g_assert_true (mcp_saved_views_load (views, NULL));
      assert_names (views, "");
    }
}

/* A change that cannot be saved is told, with the file. */
static void
test_unsaved (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autofree char *below = g_build_filename (fixture->path, "views.json", NULL);
  g_autoptr (McpSavedViews) views = mcp_saved_views_new (below);
  g_autoptr (McpSavedView) view = mcp_saved_view_new ("a", "b", NULL, NULL);
  g_autoptr (GError) error = NULL;

  /* What should be a folder is a file. */
  g_assert_true (g_file_set_contents (fixture->path, "x", -1, NULL));
  g_assert_false (mcp_saved_views_set (views, view, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, below));
  g_assert_finalize_object (g_steal_pointer (&views));
}

/* The folder leads nowhere: there is no file to read, and none can be written. */
static void
test_nowhere (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autofree char *link = g_build_filename (fixture->folder, "link", NULL);
  g_autofree char *path = g_build_filename (link, "views.json", NULL);
  g_autoptr (McpSavedViews) views = mcp_saved_views_new (path);
  g_autoptr (McpSavedView) view = mcp_saved_view_new ("a", "b", NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("/nonexistent/sounder", link), ==, 0);
  g_assert_true (mcp_saved_views_load (views, NULL));
  g_assert_false (mcp_saved_views_set (views, view, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, path));
  g_unlink (link);
}

static void
test_expand (void)
{
  g_autofree char *plain = mcp_saved_views_expand ("kind:error", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (plain, ==, "kind:error");
  g_assert_null (mcp_saved_views_expand ("@nobody has such a view", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/session/saved-views/round-trip", Fixture, NULL, set_up, test_round_trip, tear_down);
  g_test_add ("/session/saved-views/broken-file", Fixture, NULL, set_up, test_broken_file,
              tear_down);
  g_test_add ("/session/saved-views/foreign-files", Fixture, NULL, set_up, test_foreign_files, tear_down);
  g_test_add ("/session/saved-views/unsaved", Fixture, NULL, set_up, test_unsaved, tear_down);
  g_test_add ("/session/saved-views/nowhere", Fixture, NULL, set_up, test_nowhere, tear_down);
  g_test_add_func ("/session/saved-views/expand", test_expand);

  return g_test_run ();
}
