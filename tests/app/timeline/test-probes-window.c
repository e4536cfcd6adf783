/* test-probes-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "sounder-probes-window.h"
#include "test-support.h"

#define SCRIPT "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, " \
               "{\"serve\": {\"tools/list\": {\"result\": {\"tools\": []}}, \"ping\": {\"result\": {\"x\": 1}}}}]"

static void
show_record_cb (SounderProbesWindow *window,
                McpSession          *session,
                guint                serial,
                guint               *shown)
{
  *shown = serial;
}

/* Runs over connections of its own; what failed is opened, and shown in a timeline. */
static void
test_run (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) profile = app_test_new_profile ("probed", SCRIPT);
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  SounderProbesWindow *window = sounder_probes_window_new (server);
  guint shown = 0;
  McpProbeRun *run;

  g_signal_connect (window, "show-record", G_CALLBACK (show_record_cb), &shown);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_null (sounder_probes_window_get_run (window));
  app_test_assert_labelled (GTK_WIDGET (window));
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (window), "run_button"), "clicked");
  run = sounder_probes_window_get_run (window);
  g_assert_nonnull (run);
  TEST_AWAIT (!sounder_probes_window_is_running (window));

  g_assert_cmpuint (mcp_probe_run_count (run, MCP_PROBE_PASSED), >, 5);
  g_assert_cmpuint (mcp_probe_run_count (run, MCP_PROBE_FAILED), >, 0);
  g_assert_cmpuint (mcp_probe_run_count (run, MCP_PROBE_WAITING), ==, 0);
  g_assert_false (sounder_server_is_open (server));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/probes-window/run", test_run);

  return g_test_run ();
}
