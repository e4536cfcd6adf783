/* test-registry-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "window-fixture.h"

#include "http-fixture.h"
#include "mcp-registry.h"
#include "sounder-import-dialog.h"
#include "sounder-registry-window.h"
#include "sounder-settings.h"
#include "test-support.h"

#define SERVER(name, package)                                                                    \
  "{\"server\":{\"name\":\"" name "\",\"description\":\"<b>A\\u001btool</b>\",\"version\":\"1.10\"," \
  "\"packages\":[{\"registryType\":\"npm\",\"identifier\":\"" package "\",\"version\":\"1.10\"," \
  "\"transport\":{\"type\":\"stdio\"}}]}}"

typedef struct
{
  WindowFixture          window;
  HttpFixture           *server;
  SounderRegistryWindow *registry;
} Fixture;

static GtkWidget *
get (Fixture    *f,
     const char *name)
{
  return app_test_find_named (GTK_WIDGET (f->registry), name);
}

static gboolean
shows (Fixture    *f,
       const char *page)
{
  return g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (get (f, "stack"))), page);
}

static guint
count_rows (Fixture *f)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (get (f, "list")), (int) n) != NULL)
    n++;

  return n;
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autofree char *url = NULL;

  window_set_up (&f->window, NULL);
  f->server = http_fixture_new ();
  url = http_fixture_dup_url (f->server, "/");
  sounder_settings_set ("registry", "s", url);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (f->registry));
  http_fixture_free (f->server);
  sounder_settings_set ("registry", "s", MCP_REGISTRY_OFFICIAL);
  window_tear_down (&f->window, NULL);
}

/* Pages follow each other, and a search begins anew. */
static void
test_pages (Fixture       *f,
            gconstpointer  data)
{
  http_fixture_queue (f->server, "GET", 200, "application/json",
                      "{\"servers\":[" SERVER ("io.x/one", "one") "," SERVER ("io.x/two", "two") "],"
                      "\"metadata\":{\"nextCursor\":\"c\"}}");
  f->registry = sounder_registry_window_present (f->window.window);
  g_assert_true (shows (f, "busy"));
  TEST_AWAIT (shows (f, "list"));
  g_assert_cmpuint (count_rows (f), ==, 2);
  g_assert_nonnull (app_test_find_labelled (get (f, "list"), GTK_TYPE_LABEL, "<b>A␛tool</b>"));
  app_test_assert_labelled (GTK_WIDGET (f->registry));

  g_assert_true (gtk_widget_get_visible (get (f, "more_button")));
  http_fixture_queue (f->server, "GET", 200, "application/json", "{\"servers\":[" SERVER ("io.x/three", "three") "]}");
  g_signal_emit_by_name (get (f, "more_button"), "clicked");
  TEST_AWAIT (count_rows (f) == 3);
  g_assert_false (gtk_widget_get_visible (get (f, "more_button")));

  http_fixture_queue (f->server, "GET", 200, "application/json", "{\"servers\":[]}");
  gtk_editable_set_text (GTK_EDITABLE (get (f, "search")), "none");
  TEST_AWAIT (shows (f, "status"));
  g_assert_cmpuint (count_rows (f), ==, 0);
}

static void
test_failure (Fixture       *f,
              gconstpointer  data)
{
  http_fixture_queue (f->server, "GET", 500, "text/plain", "no");
  f->registry = sounder_registry_window_present (f->window.window);
  TEST_AWAIT (shows (f, "status"));
  g_assert_true (gtk_widget_get_visible (get (f, "retry_button")));
  g_assert_nonnull (strstr (adw_status_page_get_description (ADW_STATUS_PAGE (get (f, "status"))), "500"));

  http_fixture_queue (f->server, "GET", 200, "application/json", "{\"servers\":[" SERVER ("io.x/one", "one") "]}");
  g_signal_emit_by_name (get (f, "retry_button"), "clicked");
  TEST_AWAIT (shows (f, "list"));
}

/* What is chosen is reviewed, and nothing of it is there before that. */
static void
test_choose (Fixture       *f,
             gconstpointer  data)
{
  GtkWindow *dialog = NULL;
  g_autoptr (GList) windows = NULL;

  http_fixture_queue (f->server, "GET", 200, "application/json", "{\"servers\":[" SERVER ("io.x/one", "pack") "]}");
  f->registry = sounder_registry_window_present (f->window.window);
  TEST_AWAIT (shows (f, "list"));
  g_signal_emit_by_name (get (f, "list"), "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (get (f, "list")), 0));

  windows = gtk_window_list_toplevels ();
  for (GList *l = windows; l != NULL; l = l->next)
    if (SOUNDER_IS_IMPORT_DIALOG (l->data))
      dialog = l->data;
  g_assert_nonnull (dialog);
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_LABEL, "npx -y pack@1.10"));
  g_assert_null (sounder_server_model_find (f->window.model, "one"));
  gtk_window_destroy (dialog);
}

#define add(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  add ("/registry-window/pages", test_pages);
  add ("/registry-window/failure", test_failure);
  add ("/registry-window/choose", test_choose);

  return g_test_run ();
}
