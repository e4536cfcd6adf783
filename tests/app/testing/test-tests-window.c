/* test-tests-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sounder-save-test.h"
#include "sounder-tests-window.h"
#include "test-support.h"
#include "window-fixture.h"

/* What was sent becomes a test, which the window and the command line run with the same result. */

static GtkWidget *
find_window (GType type)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type) && gtk_widget_get_visible (l->data))
      return l->data;

  return NULL;
}

static guint
call_echo (WindowFixture *fixture,
           const char    *arguments)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", arguments);

  mcp_session_start_call (fixture->session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  mcp_journal_flush (mcp_session_get_journal (fixture->session));

  return mcp_call_get_outcome (call)->serial;
}

static void
save (WindowFixture *fixture,
      guint          serial,
      const char    *path,
      const char    *name)
{
  GtkWidget *dialog;
  GtkWidget *button;

  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "win.save-test", "@au", g_variant_new_parsed ("[%u]", serial));
  dialog = find_window (SOUNDER_TYPE_SAVE_TEST);
  g_assert_nonnull (dialog);
  app_test_assert_labelled (dialog);
  button = app_test_find_named (dialog, "save_button");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (app_test_find_named (dialog, "name_row"))), ==, "tools/call echo");

  sounder_save_test_set_path (SOUNDER_SAVE_TEST (dialog), path);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (dialog, "name_row")), "");
  g_assert_false (gtk_widget_get_sensitive (button));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (dialog, "name_row")), name);
  g_signal_emit_by_name (button, "clicked");
  TEST_AWAIT (find_window (SOUNDER_TYPE_SAVE_TEST) == NULL);
}

static McpTestState
get_state (SounderTestsWindow *window,
           guint               i)
{
  g_autoptr (McpTestResult) result =
    g_list_model_get_item (mcp_test_run_get_results (sounder_tests_window_get_run (window)), i);

  return mcp_test_result_get_info (result)->state;
}

static char *
run_cli (const char *path,
         int        *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, g_getenv ("SOUNDER_CLI"), "test", path, "--demo", NULL);
  char *out = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  *status = g_subprocess_get_exit_status (process);

  return out;
}

static void
test_click_to_run (WindowFixture *fixture,
                   gconstpointer  unused)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "tests.json", NULL);
  g_autofree char *text = NULL;
  g_autofree char *out = NULL;
  g_autoptr (GString) edited = NULL;
  SounderTestsWindow *window;
  int status;

  save (fixture, call_echo (fixture, "{\"message\":\"one\"}"), path, "first");
  save (fixture, call_echo (fixture, "{\"message\":\"two\"}"), path, "second");
  g_assert_cmpstr (mcp_profile_get_settings (sounder_server_get_profile (fixture->server))->tests, ==, path);

  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "win.tests", NULL);
  window = SOUNDER_TESTS_WINDOW (find_window (SOUNDER_TYPE_TESTS_WINDOW));
  app_test_assert_labelled (GTK_WIDGET (window));
  sounder_tests_window_run (window);
  TEST_AWAIT (!sounder_tests_window_is_running (window));
  g_assert_cmpint (get_state (window, 0), ==, MCP_TEST_PASSED);
  g_assert_cmpint (get_state (window, 1), ==, MCP_TEST_PASSED);
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (window), GTK_TYPE_LABEL, "2 passed, 0 failed, 0 skipped"));
  out = run_cli (path, &status);
  g_assert_cmpint (status, ==, 0);
  g_assert_nonnull (strstr (out, "2 passed, 0 failed, 0 skipped"));

  /* The file is edited; what fails is selected, and can be taken for what is expected. */
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  edited = g_string_new (text);
  g_string_replace (edited, "\"text\": \"two\"", "\"text\": \"three\"", 0);
  g_assert_true (g_file_set_contents (path, edited->str, -1, NULL));
  sounder_tests_window_run (window);
  TEST_AWAIT (!sounder_tests_window_is_running (window));
  g_assert_cmpint (get_state (window, 1), ==, MCP_TEST_FAILED);
  g_assert_nonnull (app_test_find_labelled (app_test_find_named (GTK_WIDGET (window), "details"), GTK_TYPE_LABEL,
                                            "\"three\""));
  g_free (out);
  out = run_cli (path, &status);
  g_assert_cmpint (status, ==, 6);

  gtk_widget_activate_action (GTK_WIDGET (window), "tests.update", NULL);
  TEST_AWAIT (!sounder_tests_window_is_running (window));
  g_assert_cmpint (get_state (window, 1), ==, MCP_TEST_PASSED);

  /* Its row in the timeline. */
  gtk_widget_activate_action (GTK_WIDGET (window), "tests.show-record", NULL);
  g_assert_cmpstr (sounder_session_view_get_page (fixture->view), ==, "timeline");

  g_assert_cmpint (g_remove (path), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A file that is none says why, and the window stays. */
static void
test_wrong_file (WindowFixture *fixture,
                 gconstpointer  unused)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "tests.json", NULL);
  SounderTestsWindow *window = sounder_tests_window_present (GTK_WIDGET (fixture->view), fixture->session, NULL);

  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (window), GTK_TYPE_LABEL, "No Tests Yet"));
  g_assert_true (g_file_set_contents (path, "{\"sounderTests\":1,\"test\":[]}", -1, NULL));
  g_assert_false (sounder_tests_window_open (window, path));
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (window), GTK_TYPE_LABEL, "The File Could Not Be Read"));

  g_assert_cmpint (g_remove (path), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What the server asks, and notifications, are no requests of ours. */
static void
test_no_request (WindowFixture *fixture,
                 gconstpointer  unused)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "win.save-test", "@au", g_variant_new_parsed ("[%u]", 1));
  g_assert_null (find_window (SOUNDER_TYPE_SAVE_TEST));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/tests-window/click-to-run", WindowFixture, NULL, window_set_up, test_click_to_run, window_tear_down);
  g_test_add ("/app/tests-window/wrong-file", WindowFixture, NULL, window_set_up, test_wrong_file, window_tear_down);
  g_test_add ("/app/tests-window/no-request", WindowFixture, NULL, window_set_up, test_no_request, window_tear_down);

  return g_test_run ();
}
