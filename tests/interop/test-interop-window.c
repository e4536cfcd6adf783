/* test-interop-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "interop-auth.h"
#include "sign-in-fixture.h"
#include "test-support.h"

/* From the window to a real authorization server, with a real browser on its login page. */
static void
test_chromium (void)
{
  g_autoptr (AuthServer) server = auth_server_start ((const char *const[]) { "oidc-server.mjs", NULL });
  WindowFixture fixture = { 0 };
  McpCatalog *tools;

  if (server == NULL)
    return;

  sign_in_open_window (&fixture, server->url);
  sign_in_from_window (&fixture);
  tools = mcp_session_get_catalog (fixture.session, MCP_CATALOG_TOOLS);
  TEST_AWAIT_POLL (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tools)), >, 0);
  sign_in_close_window (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("sounder-window-XXXXXX", NULL);
  g_autofree char *node = NULL;
  g_autofree char *script = NULL;
  g_autofree char *command = NULL;
  int status;

  /* Before anything has looked for a browser. Without the directory the test is not run. */
  if (g_getenv ("SOUNDER_INTEROP_DIR") != NULL)
    {
      node = g_build_filename (g_getenv ("SOUNDER_INTEROP_DIR"), "bin", "node", NULL);
      script = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "interop", "servers",
                                 "chromium-visit.mjs", NULL);
      command = g_strdup_printf ("\"%s\" \"%s\"", node, script);
      sign_in_set_up_browser (folder, command);
    }
  app_test_init (&argc, &argv);
  g_test_add_func ("/interop/window/chromium", test_chromium);

  status = g_test_run ();
  test_remove_tree (folder);

  return status;
}
