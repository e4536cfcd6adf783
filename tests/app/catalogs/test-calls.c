/* test-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "http-fixture.h"
#include "mcp-call-options.h"
#include "mcp-error.h"
#include "mcp-meta.h"
#include "mcp-workbench.h"
#include "mcp-trace-context.h"
#include "sounder-call-options.h"
#include "sounder-compare-button.h"
#include "sounder-difference-view.h"
#include "sounder-outcome.h"
#include "sounder-resources-page.h"
#include "sounder-tools-page.h"
#include "test-support.h"

/* How tools are called, in the real page with a real session on the demo server. */
typedef struct
{
  McpSession       *session;
  McpWorkbench     *workbench;
  GtkWidget        *window;
  SounderToolsPage *tools;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_for_demo (&error);

  g_assert_no_error (error);
  fixture->session = mcp_session_new (profile, NULL);
  fixture->workbench = mcp_workbench_new (fixture->session);
  fixture->tools = g_object_new (SOUNDER_TYPE_TOOLS_PAGE, "session", fixture->session, "workbench",
                                 fixture->workbench, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 790);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->tools));
  gtk_window_present (GTK_WINDOW (fixture->window));

  mcp_session_open_async (fixture->session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (fixture->session, MCP_CATALOG_TOOLS))
              == MCP_CATALOG_LOADED);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *closed = user_data;

  mcp_session_close_finish (MCP_SESSION (source), result, NULL);
  *closed = TRUE;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gboolean closed = FALSE;
  gpointer page = fixture->tools;

  mcp_session_close_async (fixture->session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);

  g_object_add_weak_pointer (page, &page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (page == NULL);
  g_assert_finalize_object (fixture->workbench);
  app_test_let_go (fixture->session);
}

static GtkWidget *
get_named (Fixture    *fixture,
           const char *name)
{
  GtkWidget *widget = app_test_find_named (GTK_WIDGET (fixture->tools), name);

  g_assert_nonnull (widget);

  return widget;
}

static McpCall *
call_tool (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->tools), "tools.call", NULL);

  return app_test_get_call (fixture->tools);
}

static void
set_meta (Fixture    *fixture,
          const char *text)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (get_named (fixture, "meta"))),
                            text, -1);
}

/* They hold for the next calls, are told, and can be taken back. */
static void
test_options (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *icon = get_named (fixture, "options_icon");
  GtkWidget *trace = get_named (fixture, "trace");
  g_autofree char *traceparent = NULL;
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "weather"));
  g_assert_false (gtk_widget_has_css_class (icon, "accent"));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (get_named (fixture, "trace_check")), TRUE);
  set_meta (fixture, "{ \"example.com/n\": 1.10 }");
  g_assert_true (gtk_widget_has_css_class (icon, "accent"));

  call = call_tool (fixture);
  g_assert_nonnull (call);
  g_assert_nonnull (strstr (mcp_call_get_params (call), "\"example.com/n\": 1.10"));
  traceparent = mcp_call_dup_traceparent (call);
  g_assert_true (mcp_trace_context_check (traceparent));
  g_assert_true (gtk_widget_get_visible (trace));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (trace)), ==, traceparent);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);

  g_signal_emit_by_name (get_named (fixture, "reset_button"), "clicked");
  g_assert_false (gtk_widget_has_css_class (icon, "accent"));
  call = call_tool (fixture);
  g_assert_null (strstr (mcp_call_get_params (call), "_meta"));
  g_assert_false (gtk_widget_get_visible (trace));
  TEST_AWAIT (mcp_call_is_finished (call));
}

/* What is no `_meta` is not sent, and said. */
static void
test_wrong_options (Fixture       *fixture,
                    gconstpointer  unused)
{
  GtkWidget *icon = get_named (fixture, "options_icon");
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  McpCall *call;

  mcp_meta_check_key ("a b", &error);
  note = g_strdup_printf ("The options of the call: %s", error->message);
  g_assert_true (sounder_tools_page_select (fixture->tools, "weather"));
  set_meta (fixture, "{\"a b\":1}");
  g_assert_true (gtk_widget_has_css_class (icon, "error"));
  g_assert_null (call_tool (fixture));
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (fixture->tools), GTK_TYPE_LABEL, note));

  set_meta (fixture, "");
  g_assert_false (gtk_widget_has_css_class (icon, "error"));
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
}

/* The call's own, not the server's. */
static void
test_timeout (Fixture       *fixture,
              gconstpointer  unused)
{
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "slow"));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (get_named (fixture, "timeout_check")), TRUE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (get_named (fixture, "timeout")), 0.05);
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
}

static GtkWidget *
find_window (GType inside)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      GtkWidget *found = app_test_find (window, inside);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
call_with (Fixture    *fixture,
           const char *arguments)
{
  McpForm *form = sounder_schema_form_get_form (app_test_child (fixture->tools, "form"));
  McpCall *call;

  g_assert_true (mcp_form_load (form, arguments, NULL));
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
}

static GtkListBoxRow *
get_other (Fixture *fixture,
           int      index)
{
  GtkWidget *compare = app_test_find (GTK_WIDGET (fixture->tools), SOUNDER_TYPE_COMPARE_BUTTON);

  gtk_menu_button_popup (GTK_MENU_BUTTON (app_test_find_named (compare, "button")));

  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (app_test_find_named (compare, "rows")),
                                        index);
}

/* What came back with what came back another time, once there is another one. */
static void
test_compare (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *compare = app_test_find (GTK_WIDGET (fixture->tools), SOUNDER_TYPE_COMPARE_BUTTON);
  SounderDifferenceView *view;
  GtkListBoxRow *row;

  g_assert_true (sounder_tools_page_select (fixture->tools, "echo"));
  call_with (fixture, "{\"message\":\"one\"}");
  g_assert_false (gtk_widget_get_visible (compare));
  call_with (fixture, "{\"message\":\"two\"}");
  g_assert_true (gtk_widget_get_visible (compare));
  call_with (fixture, "{ \"message\": \"t\\u0077o\" }");

  g_assert_null (get_other (fixture, 2));
  row = get_other (fixture, 0);
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (row), GTK_TYPE_LABEL, "same arguments"));
  row = get_other (fixture, 1);
  g_assert_null (app_test_find_labelled (GTK_WIDGET (row), GTK_TYPE_LABEL, "same arguments"));

  gtk_widget_activate (GTK_WIDGET (row));
  view = SOUNDER_DIFFERENCE_VIEW (find_window (SOUNDER_TYPE_DIFFERENCE_VIEW));
  g_assert_nonnull (view);
  TEST_AWAIT (!sounder_difference_view_is_busy (view));
  /* How many there are, and the one. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (app_test_child (view, "changes"))), ==, 2);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view))));

  /* Another tool has nothing to compare with. */
  g_assert_true (sounder_tools_page_select (fixture->tools, "weather"));
  g_assert_false (gtk_widget_get_visible (compare));
}

/* What is read of a resource once more can be compared with what it was. */
static void
test_readings (Fixture       *fixture,
               gconstpointer  unused)
{
  gpointer page = g_object_new (SOUNDER_TYPE_RESOURCES_PAGE, "session", fixture->session,
                                "workbench", fixture->workbench, NULL);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *compare = app_test_find (page, SOUNDER_TYPE_COMPARE_BUTTON);
  GListModel *readings =
    mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_RESOURCES, "demo://data.json");

  g_object_add_weak_pointer (page, &page);
  gtk_window_set_child (GTK_WINDOW (window), page);
  for (guint i = 1; i <= 2; i++)
    {
      sounder_resources_page_open (page, "demo://data.json");
      TEST_AWAIT (mcp_call_is_finished (app_test_get_call (page)));
      g_assert_cmpuint (g_list_model_get_n_items (readings), ==, i);
      g_assert_cmpint (gtk_widget_get_visible (compare), ==, i > 1);
    }

  gtk_widget_activate_action (app_test_find_named (page, "result"), "result.again", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (readings), ==, 3);
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (page)));
  g_assert_true (gtk_widget_get_visible (compare));
  sounder_resources_page_open (page, "demo://readme.md");
  g_assert_false (gtk_widget_get_visible (compare));
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (page)));

  gtk_window_destroy (GTK_WINDOW (window));
  TEST_AWAIT_POLL (page == NULL);
}

/* The newest are remembered, and not more than a window can bear. */
static void
test_forget (Fixture       *fixture,
             gconstpointer  unused)
{
  GListModel *echoes =
    mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_TOOLS, "echo");
  GListModel *large =
    mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_TOOLS, "large");

  g_assert_true (sounder_tools_page_select (fixture->tools, "echo"));
  for (guint i = 0; i < 52; i++)
    call_with (fixture, "{\"message\":\"one\"}");
  g_assert_cmpuint (g_list_model_get_n_items (echoes), ==, 50);

  g_assert_true (sounder_tools_page_select (fixture->tools, "large"));
  for (guint i = 0; i < 3; i++)
    call_with (fixture, "{\"bytes\":34603008}");
  g_assert_cmpuint (g_list_model_get_n_items (large), ==, 2);
}

static void
press_in_row (GtkListBoxRow *row,
              const char    *tooltip)
{
  GtkWidget *box = gtk_list_box_row_get_child (row);

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (g_strcmp0 (gtk_widget_get_tooltip_text (child), tooltip) == 0)
      {
        g_signal_emit_by_name (child, "clicked");
        return;
      }

  g_assert_not_reached ();
}

/* Calls of one tool run beside each other, each can be cancelled and looked at. */
static void
test_at_once (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *history = get_named (fixture, "history");
  GtkWidget *unseen = get_named (fixture, "calls");
  GtkListBox *rows = GTK_LIST_BOX (app_test_find_named (history, "calls_list"));
  McpCall *first;
  McpCall *second;

  g_assert_true (sounder_tools_page_select (fixture->tools, "slow"));
  g_assert_true (mcp_form_load (
    sounder_schema_form_get_form (app_test_child (fixture->tools, "form")),
    "{\"seconds\":600,\"steps\":2}", NULL));
  first = call_tool (fixture);
  g_assert_false (gtk_widget_get_visible (app_test_find_named (history, "running_label")));
  g_assert_false (gtk_widget_get_visible (unseen));
  second = call_tool (fixture);
  g_assert_true (first != second);
  g_assert_true (gtk_widget_get_visible (unseen));
  g_assert_nonnull (app_test_find_labelled (history, GTK_TYPE_LABEL, "2 running"));

  /* The newest is the first one. */
  gtk_menu_button_popup (GTK_MENU_BUTTON (app_test_find_named (history, "history_button")));
  TEST_AWAIT (gtk_widget_get_mapped (GTK_WIDGET (rows)));
  press_in_row (gtk_list_box_get_row_at_index (rows, 1), "Cancel");
  TEST_AWAIT (mcp_call_is_finished (first));
  g_assert_error (mcp_call_get_outcome (first)->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_false (mcp_call_is_finished (second));
  g_assert_false (gtk_widget_get_visible (unseen));
  g_assert_true (app_test_get_call (fixture->tools) == second);

  gtk_widget_activate (GTK_WIDGET (gtk_list_box_get_row_at_index (rows, 1)));
  g_assert_true (app_test_get_call (fixture->tools) == first);
  g_assert_true (gtk_widget_get_visible (unseen));
  mcp_call_cancel (second, NULL);
  TEST_AWAIT (mcp_call_is_finished (second));
  g_assert_false (gtk_widget_get_visible (unseen));
}

/* Not as the form and the options are by now. */
static void
test_run_again (Fixture       *fixture,
                gconstpointer  unused)
{
  g_autofree char *sent = NULL;
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "echo"));
  set_meta (fixture, "{\"example.com/n\": 1.10}");
  call_with (fixture, "{\"message\":\"\\u0031\"}");
  call = app_test_get_call (fixture->tools);
  sent = g_strdup (mcp_call_get_params (call));
  g_assert_nonnull (strstr (sent, "1.10"));

  g_signal_emit_by_name (get_named (fixture, "reset_button"), "clicked");
  g_assert_true (mcp_form_load (
    sounder_schema_form_get_form (app_test_child (fixture->tools, "form")),
    "{\"message\":\"2\"}", NULL));
  g_signal_emit_by_name (get_named (fixture, "repeat_button"), "clicked");
  g_assert_true (app_test_get_call (fixture->tools) != call);
  call = app_test_get_call (fixture->tools);
  g_assert_cmpstr (mcp_call_get_params (call), ==, sent);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
}

/* Answers with a stream that ends before the answer, and has no id to go on from. */
static void
lose_cb (HttpFixture *http,
         HttpRequest *request,
         gpointer     user_data)
{
  http_request_start_events (request);
  http_request_push (request, ": nothing comes\n\n");
  http_request_finish (request);
}

/* A call that was lost says so, and is made again only by the user. */
static void
test_lost_call (void)
{
  HttpFixture *http = http_fixture_new ();
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("remote", http_fixture_get_url (http));
  McpSession *session = mcp_session_new (profile, NULL);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", "{\"text\": \"x\"}");
  g_autoptr (McpInvocation) invocation = mcp_invocation_new (MCP_CATALOG_TOOLS, "echo", "{\"text\": \"x\"}", call);
  McpWorkbench *workbench = mcp_workbench_new (session);
  GtkWidget *page = g_object_ref_sink (g_object_new (SOUNDER_TYPE_TOOLS_PAGE, "session", session,
                                                     "workbench", workbench, NULL));
  SounderResultView *view = app_test_child (page, "result");
  GtkWidget *again = app_test_child (view, "again_button");
  gboolean closed = FALSE;
  McpCall *second;

  http_fixture_serve_mcp (http, NULL);
  mcp_profile_stop_probes (profile);
  mcp_profile_set_reconnect (profile, FALSE);
  /* Nothing is sent but what the test sends. */
  mcp_session_set_auto_list (session, FALSE);
  mcp_session_open_async (session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY
              && http_fixture_count (http, "POST", "notifications/initialized") == 1);

  http_fixture_queue_handler (http, "POST", lose_cb, NULL);
  mcp_workbench_start (workbench, invocation);
  sounder_invoke_page_show_call (SOUNDER_INVOKE_PAGE (page), call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_LOST);
  g_assert_cmpint (sounder_outcome_of_call (call), ==, SOUNDER_OUTCOME_LOST);
  g_assert_cmpuint (http_fixture_count (http, "POST", "tools/call"), ==, 1);

  g_assert_true (gtk_widget_get_visible (again));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (again)), ==, "result.again");
  http_fixture_queue_handler (http, "POST", lose_cb, NULL);
  gtk_widget_activate_action (GTK_WIDGET (view), "result.again", NULL);
  second = sounder_result_view_get_call (view);
  g_assert_true (second != call);
  TEST_AWAIT (mcp_call_is_finished (second));
  g_assert_cmpuint (http_fixture_count (http, "POST", "tools/call"), ==, 2);

  g_assert_finalize_object (page);
  mcp_session_close_async (session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);
  app_test_let_go (workbench);
  app_test_let_go (session);
  http_fixture_free (http);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/calls/options", Fixture, NULL, set_up, test_options, tear_down);
  g_test_add ("/app/calls/wrong-options", Fixture, NULL, set_up, test_wrong_options, tear_down);
  g_test_add ("/app/calls/at-once", Fixture, NULL, set_up, test_at_once, tear_down);
  g_test_add ("/app/calls/run-again", Fixture, NULL, set_up, test_run_again, tear_down);
  g_test_add ("/app/calls/compare", Fixture, NULL, set_up, test_compare, tear_down);
  g_test_add ("/app/calls/readings", Fixture, NULL, set_up, test_readings, tear_down);
  g_test_add ("/app/calls/forget", Fixture, NULL, set_up, test_forget, tear_down);
  g_test_add ("/app/calls/timeout", Fixture, NULL, set_up, test_timeout, tear_down);
  g_test_add_func ("/app/result-view/lost-call", test_lost_call);

  return g_test_run ();
}
