/* test-server-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-test.h"
#include "sounder-drift-view.h"
#include "sounder-server-compare.h"
#include "test-support.h"

/* Two servers side by side, and a server beside a file. */

#define SCRIPT(tools) \
  "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, " \
  "{\"serve\": {\"tools/list\": {\"result\": {\"tools\": [" tools "]}}}}]"
#define TOOL(name) "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\"}}"

static SounderServer *
open_server (SounderServerModel *model,
             const char         *name,
             const char         *script)
{
  g_autoptr (McpProfile) profile = app_test_new_profile (name, script);
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  McpCatalog *tools = mcp_session_get_catalog (sounder_server_get_session (server), MCP_CATALOG_TOOLS);

  sounder_server_open (server);
  TEST_AWAIT (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);

  return server;
}

/* Once, for the whole text is only there with all drifts. */
static gboolean
says (SounderServerCompare *compare,
      const char           *text)
{
  g_autofree char *said = sounder_server_compare_dup_text (compare);

  return strstr (said, text) != NULL;
}

static void
close_server (SounderServer *server)
{
  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
}

static void
test_servers (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *one = open_server (model, "one", SCRIPT (TOOL ("a") "," TOOL ("b")));
  SounderServer *two = open_server (model, "two", SCRIPT (TOOL ("a")));
  GtkWindow *window = sounder_server_compare_present (NULL, model, two);
  SounderServerCompare *compare = SOUNDER_SERVER_COMPARE (window);

  TEST_AWAIT (g_list_model_get_n_items (sounder_server_compare_get_drifts (compare)) == 1);
  g_assert_true (says (compare, "one → two\nerror: The tool “b” is gone (drift.removed)\n"));
  app_test_assert_labelled (GTK_WIDGET (window));
  g_assert_nonnull (app_test_find_labelled (app_test_find (GTK_WIDGET (window), SOUNDER_TYPE_DRIFT_VIEW), GTK_TYPE_LABEL, "one"));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find_named (GTK_WIDGET (window), "swap_button")), TRUE);
  TEST_AWAIT (says (compare, "two → one\nwarning: The tool “b” is new (drift.added)\n"));

  gtk_window_destroy (window);
  close_server (one);
  close_server (two);
}

static void
test_file (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = open_server (model, "server", SCRIPT (TOOL ("a")));
  GtkWindow *window = sounder_server_compare_present (NULL, model, server);
  SounderServerCompare *compare = SOUNDER_SERVER_COMPARE (window);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "baseline.json", NULL);

  g_assert_true (g_file_set_contents (path, "{\"sounderBaseline\":1}", -1, NULL));
  g_assert_false (sounder_server_compare_open_file (compare, path));
  g_assert_cmpuint (g_list_model_get_n_items (sounder_server_compare_get_drifts (compare)), ==, 0);

  g_assert_true (g_file_set_contents (path, "{\"sounderBaseline\":1,\"facts\":{\"tools\":{\"c\":" TOOL ("c")
                                            "},\"prompts\":{}}}", -1, NULL));
  g_assert_true (sounder_server_compare_open_file (compare, path));
  TEST_AWAIT (says (compare, "baseline.json → server\n") && says (compare, "The tool “c” is gone")
              && says (compare, "The tool “a” is new"));
  g_assert_nonnull (app_test_find_labelled (
      GTK_WIDGET (window),
      GTK_TYPE_LABEL,
      "Not compared, as only one side has listed them: capabilities, prompts"));

  g_assert_cmpint (g_remove (path), ==, 0);
  gtk_window_destroy (window);
  close_server (server);
}

/* Nothing is made up about a server that nobody has seen. */
static void
test_unconnected (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *one = open_server (model, "one", SCRIPT (TOOL ("a")));
  g_autoptr (McpProfile) profile = app_test_new_profile ("two", SCRIPT (""));
  SounderServer *two = sounder_server_model_add_temporary (model, profile);
  GtkWindow *window = sounder_server_compare_present (NULL, model, two);

  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (window), GTK_TYPE_LABEL, "Not Connected Yet"));
  g_assert_false (says (SOUNDER_SERVER_COMPARE (window), "→"));

  gtk_window_destroy (window);
  close_server (one);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/server-compare/servers", test_servers);
  g_test_add_func ("/app/server-compare/file", test_file);
  g_test_add_func ("/app/server-compare/unconnected", test_unconnected);

  return g_test_run ();
}
