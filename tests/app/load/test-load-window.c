/* test-load-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sounder-load-chart.h"
#include "sounder-load-settings.h"
#include "sounder-load-window.h"
#include "sounder-tools-page.h"
#include "test-support.h"
#include "window-fixture.h"

/* A load from the page of a tool, on the demo server. */

static GtkWidget *
find_window (GType type)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type) && gtk_widget_get_visible (l->data))
      return l->data;

  return NULL;
}

/* As from the menu beside “Call”. */
static SounderLoadWindow *
open_load (WindowFixture *fixture,
           const char    *tool,
           const char    *arguments)
{
  SounderToolsPage *page = SOUNDER_TOOLS_PAGE (show_page (fixture, "tools"));
  McpForm *form;
  GtkWidget *window;

  g_assert_true (sounder_tools_page_select (page, tool));
  form = sounder_schema_form_get_form (app_test_child (page, "form"));
  g_assert_true (mcp_form_load (form, arguments, NULL));
  gtk_widget_activate_action (GTK_WIDGET (page), "tools.load", NULL);
  window = find_window (SOUNDER_TYPE_LOAD_WINDOW);
  g_assert_nonnull (window);

  return SOUNDER_LOAD_WINDOW (window);
}

static void
run (SounderLoadWindow *window,
     McpLoadPlan        plan)
{
  mcp_load_plan_settle (&plan);
  sounder_load_settings_load (app_test_child (window, "settings"), &plan);
  sounder_load_window_run (window);
  g_assert_true (sounder_load_window_is_running (window));
  TEST_AWAIT (!sounder_load_window_is_running (window));
}

static const McpLoadReport *
get_report (SounderLoadWindow *window)
{
  g_assert_nonnull (sounder_load_window_get_load (window));

  return mcp_load_get_report (sounder_load_window_get_load (window));
}

static gboolean
says (SounderLoadWindow *window,
      const char        *text)
{
  GtkWidget *label = app_test_find_labelled (GTK_WIDGET (window), GTK_TYPE_LABEL, text);

  return label != NULL && gtk_widget_get_mapped (label);
}

static McpLoadReport *
read_back (GBytes *bytes)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autoptr (GError) error = NULL;
  McpLoadReport *report = mcp_load_report_new_from_json (text, length, &error);

  g_assert_no_error (error);

  return report;
}

static void
run_cli (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, g_getenv ("SOUNDER_CLI"), "load", "tool", "echo",
                      "message=x", "-c", "20", "--demo", "--format", "json", NULL);
  g_autofree char *out = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  g_assert_true (g_file_set_contents (path, out, -1, NULL));
}

static SounderChart *
find_chart (GtkWidget *box,
            guint      n)
{
  GtkWidget *child = gtk_widget_get_first_child (box);

  while (n-- > 0)
    child = gtk_widget_get_next_sibling (child);

  return SOUNDER_CHART (child);
}

/* The figures of a run are seen, saved as the command line does, and compared. */
static void
test_run (WindowFixture *fixture,
          gconstpointer  unused)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "before.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SounderLoadWindow *window = open_load (fixture, "echo", "{\"message\":\"x\"}");
  guint n_records = mcp_journal_get_n_records (mcp_session_get_journal (fixture->session));
  McpLoadPlan plan = { .concurrency = 4, .n_calls = 300, .stop_failed_percent = -1 };
  g_autoptr (GBytes) json = NULL;
  g_autoptr (GBytes) log = NULL;
  g_autoptr (McpLoadReport) read = NULL;
  g_autoptr (GError) error = NULL;

  app_test_assert_labelled (GTK_WIDGET (window));
  g_assert_null (sounder_load_window_get_load (window));
  g_assert_null (sounder_load_window_dup_json (window));
  run (window, plan);
  g_assert_cmpuint (get_report (window)->n_answered, ==, 300);
  g_assert_cmpuint (get_report (window)->concurrency, ==, 4);
  g_assert_cmpstr (get_report (window)->name, ==, "echo");
  g_assert_true (says (window, "Done"));
  g_assert_true (says (window, "p99.99"));
  g_assert_false (says (window, "Run before"));
  app_test_assert_labelled (GTK_WIDGET (window));
  app_test_draw_frames (GTK_WIDGET (window));

  /* Nothing of it went over the connection of the main window, but pings. */
  g_assert_cmpuint (mcp_journal_get_n_records (mcp_session_get_journal (fixture->session)), <, n_records + 100);

  json = sounder_load_window_dup_json (window);
  read = read_back (json);
  g_assert_cmpuint (read->n_answered, ==, 300);
  g_assert_cmpint (read->latency_usec[MCP_LOAD_P99], ==, get_report (window)->latency_usec[MCP_LOAD_P99]);
  log = sounder_load_window_dup_hdr_log (window);
  g_assert_true (g_str_has_prefix (g_bytes_get_data (log, NULL), "#[Histogram log format version 1.3]\n"));
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (log, NULL), (gssize) g_bytes_get_size (log), "\n0.000,"));

  run (window, plan);
  g_assert_true (says (window, "Run before"));
  gtk_widget_activate_action (GTK_WIDGET (window), "load.compare", "s", "none");
  g_assert_false (says (window, "Run before"));

  run_cli (path);
  g_assert_true (sounder_load_window_compare_with (window, file, &error));
  g_assert_no_error (error);
  g_assert_true (says (window, "before.json"));
  g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
  g_assert_false (sounder_load_window_compare_with (window, file, &error));
  g_assert_nonnull (error);
  g_assert_true (says (window, "before.json"));

  g_assert_cmpint (g_remove (path), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
answer (const char *label)
{
  TEST_AWAIT_POLL (find_window (ADW_TYPE_MESSAGE_DIALOG) != NULL);
  g_signal_emit_by_name (app_test_find_labelled (find_window (ADW_TYPE_MESSAGE_DIALOG), GTK_TYPE_BUTTON, label),
                         "clicked");
  TEST_AWAIT_POLL (find_window (ADW_TYPE_MESSAGE_DIALOG) == NULL);
}

/* What may change something with each call is said, and asked, once. */
static void
test_warning (WindowFixture *fixture,
              gconstpointer  unused)
{
  SounderLoadWindow *window = open_load (fixture, "delay-ping", "{}");
  McpLoadPlan plan = { .concurrency = 1, .n_calls = 5, .stop_failed_percent = -1 };

  g_assert_true (says (window, "delay-ping: not marked as read-only, so that each call may change something"));
  sounder_load_settings_load (app_test_child (window, "settings"), &plan);
  gtk_widget_activate_action (GTK_WIDGET (window), "load.run", NULL);
  answer ("_Cancel");
  g_assert_false (sounder_load_window_is_running (window));
  g_assert_null (sounder_load_window_get_load (window));

  gtk_widget_activate_action (GTK_WIDGET (window), "load.run", NULL);
  answer ("_Run");
  g_assert_true (sounder_load_window_is_running (window));
  TEST_AWAIT (!sounder_load_window_is_running (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "load.run", NULL);
  g_assert_true (sounder_load_window_is_running (window));
  TEST_AWAIT (!sounder_load_window_is_running (window));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A rule that ends the run is told, and the kinds of errors are counted. */
static void
test_failures (WindowFixture *fixture,
               gconstpointer  unused)
{
  SounderLoadWindow *window = open_load (fixture, "fail", "{}");
  McpLoadPlan plan = { .concurrency = 2, .duration_msec = 3600 * 1000, .stop_failed_percent = 50 };
  GtkWidget *charts = app_test_find_named (GTK_WIDGET (window), "charts_box");
  g_autofree char *description = NULL;

  run (window, plan);
  description = sounder_chart_dup_description (find_chart (charts, SOUNDER_LOAD_THROUGHPUT));
  g_assert_nonnull (strstr (description, " × tool"));
  g_assert_cmpuint (get_report (window)->n_answered, ==, 0);
  g_assert_cmpuint (get_report (window)->n_failed, >=, 20);
  g_assert_true (says (window, "Stopped: 100 % of the calls failed"));
  g_assert_true (says (window, "tool"));
  g_assert_true (says (window, "Calls that failed, by kind"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static McpLoadPlan
new_long_plan (void)
{
  return (McpLoadPlan) { .rate = 50, .concurrency = 8, .duration_msec = 3600 * 1000, .stop_failed_percent = -1 };
}

/* Its seconds are drawn while it runs; what was measured until it is stopped stays. */
static void
test_stop (WindowFixture *fixture,
           gconstpointer  unused)
{
  SounderLoadWindow *window = open_load (fixture, "echo", "{\"message\":\"x\"}");
  GtkWidget *charts = app_test_find_named (GTK_WIDGET (window), "charts_box");
  McpLoadPlan plan = new_long_plan ();
  g_autofree char *nothing = sounder_chart_dup_description (find_chart (charts, SOUNDER_LOAD_LATENCY));
  g_autofree char *latency = NULL;
  g_autofree char *cpu = NULL;
  g_autofree char *memory = NULL;

  g_assert_cmpstr (nothing, ==, "Nothing was measured yet");
  sounder_load_settings_load (app_test_child (window, "settings"), &plan);
  gtk_widget_activate_action (GTK_WIDGET (window), "load.run", NULL);
  TEST_AWAIT (sounder_load_window_get_load (window) != NULL && get_report (window)->points->len >= 2);
  g_assert_false (gtk_widget_get_visible (app_test_find_named (GTK_WIDGET (window), "run_button")));
  app_test_draw_frames (GTK_WIDGET (window));

  app_test_press (GTK_WIDGET (find_chart (charts, SOUNDER_LOAD_LATENCY)), 0, GDK_KEY_Left);
  latency = sounder_chart_dup_description (find_chart (charts, SOUNDER_LOAD_LATENCY));
  g_assert_true (g_str_has_prefix (latency, "0:0"));
  g_assert_nonnull (strstr (latency, "p50 "));
  g_assert_nonnull (strstr (latency, " answered, 0 failed"));
  cpu = sounder_chart_dup_description (find_chart (charts, SOUNDER_LOAD_CPU));
  g_assert_nonnull (strstr (cpu, " %"));
  memory = sounder_chart_dup_description (find_chart (charts, SOUNDER_LOAD_MEMORY));
  g_assert_nonnull (strstr (memory, "MB"));

  gtk_widget_activate_action (GTK_WIDGET (window), "load.stop", NULL);
  TEST_AWAIT (!sounder_load_window_is_running (window));
  g_assert_true (says (window, "Stopped"));
  g_assert_cmpuint (get_report (window)->n_answered, >=, 50);
  g_assert_true (gtk_widget_get_visible (app_test_find_named (GTK_WIDGET (window), "run_button")));

  gtk_widget_activate_action (GTK_WIDGET (window), "load.show-record", NULL);
  g_assert_cmpstr (sounder_session_view_get_page (sounder_window_get_session_view (fixture->window)), ==,
                   "timeline");
  g_assert_true (fixture->server != sounder_window_get_selected (fixture->window));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Without a tool there are pings; a window that is closed ends its run. */
static void
test_gone (WindowFixture *fixture,
           gconstpointer  unused)
{
  SounderLoadWindow *window = sounder_load_window_new (fixture->session, NULL, NULL);
  McpLoadPlan plan = new_long_plan ();
  g_autoptr (McpLoad) load = NULL;
  gpointer watched = window;

  g_object_add_weak_pointer (watched, &watched);
  gtk_window_present (GTK_WINDOW (window));
  sounder_load_settings_load (app_test_child (window, "settings"), &plan);
  sounder_load_window_run (window);
  TEST_AWAIT (sounder_load_window_get_load (window) != NULL && get_report (window)->n_answered > 0);
  g_assert_cmpstr (get_report (window)->method, ==, "ping");
  g_set_object (&load, sounder_load_window_get_load (window));
  gtk_window_close (GTK_WINDOW (window));
  TEST_AWAIT_POLL (watched == NULL);
  TEST_AWAIT (!mcp_load_is_running (load));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/load-window/run", WindowFixture, NULL, window_set_up, test_run, window_tear_down);
  g_test_add ("/app/load-window/warning", WindowFixture, NULL, window_set_up, test_warning, window_tear_down);
  g_test_add ("/app/load-window/failures", WindowFixture, NULL, window_set_up, test_failures, window_tear_down);
  g_test_add ("/app/load-window/stop", WindowFixture, NULL, window_set_up, test_stop, window_tear_down);
  g_test_add ("/app/load-window/gone", WindowFixture, NULL, window_set_up, test_gone, window_tear_down);

  return g_test_run ();
}
