/* test-invoke.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "invoke-fixture.h"
#include "mcp-error.h"
#include "sounder-content-view.h"
#include "test-support.h"

/* Tools, from their forms to their results. */

/* Fields of the demo's "add". */
enum {
  A,
  B,
  OPERATION,
  DIGITS,
  EXPLAIN,
  NOTE,
};

static void
test_form_gives_exact_json (InvokeFixture *fixture,
                            gconstpointer  unused)
{
  GtkWidget *boolean, *toggle;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  gtk_editable_set_text (invoke_get_entry (fixture, A), "9007199254740993");
  gtk_editable_set_text (invoke_get_entry (fixture, B), "1.10");
  invoke_assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"operation\":\"add\",\"digits\":4,"
                        "\"explain\":false}");

  boolean = invoke_get_control (fixture, EXPLAIN);
  toggle = invoke_find_button (boolean, "True");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (invoke_get_control (fixture, OPERATION)), 3);
  gtk_editable_set_text (invoke_get_entry (fixture, NOTE), "");
  invoke_assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"operation\":\"multiply\","
                        "\"digits\":4,\"explain\":true}");

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (invoke_find_button (boolean, "Absent")), TRUE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (invoke_get_control (fixture, OPERATION)), 0);
  gtk_editable_set_text (invoke_get_entry (fixture, NOTE), "x");
  gtk_editable_set_text (invoke_get_entry (fixture, NOTE), "");
  invoke_assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"digits\":4,\"note\":\"\"}");

  gtk_widget_activate_action (gtk_widget_get_ancestor (invoke_get_control (fixture, NOTE),
                                                       SOUNDER_TYPE_FIELD_ROW),
                              "field.state", "s", "null");
  gtk_widget_activate_action (gtk_widget_get_ancestor (invoke_get_control (fixture, DIGITS),
                                                       SOUNDER_TYPE_FIELD_ROW),
                              "field.state", "s", "absent");
  invoke_assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"note\":null}");
}

static void
test_text_and_form_agree (InvokeFixture *fixture,
                          gconstpointer  unused)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");
  g_autoptr (GError) error = NULL;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  g_assert_true (sounder_schema_form_set_raw (form, TRUE, NULL));
  sounder_schema_form_set_text (form, "{ \"x\": 1.0, \"a\": 1.10, \"b\": 9007199254740993 }");
  g_assert_true (sounder_schema_form_set_raw (form, FALSE, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (gtk_editable_get_text (invoke_get_entry (fixture, A)), ==, "1.10");
  invoke_assert_form (fixture, "{\"x\":1.0,\"a\":1.10,\"b\":9007199254740993}");
  /* What the schema does not name has a row of its own. */
  g_assert_true (mcp_form_node_is_other (sounder_field_row_get_node (sounder_schema_form_get_row (form, NOTE + 1))));

  g_assert_true (sounder_schema_form_set_raw (form, TRUE, NULL));
  sounder_schema_form_set_text (form, "[1]");
  g_assert_false (sounder_schema_form_set_raw (form, FALSE, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_assert_true (app_test_get_boolean (form, "raw"));
  invoke_assert_form (fixture, "[1]");
}

static void
test_errors_stand_beside_their_field (InvokeFixture *fixture,
                                      gconstpointer  unused)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  g_assert_false (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, A), "error_box")));
  gtk_editable_set_text (invoke_get_entry (fixture, B), "two");
  g_assert_false (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, A), "error_box")));
  g_assert_true (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, B), "error_box")));

  /* The first press tells, the second sends. */
  g_assert_null (invoke_call_tool (fixture));
  g_assert_true (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, A), "error_box")));
  g_assert_nonnull (invoke_find_button (GTK_WIDGET (fixture->tools), "Send Anyway"));
  call = invoke_call_tool (fixture);
  g_assert_nonnull (call);
  g_assert_nonnull (strstr (mcp_call_get_params (call), "\"b\":\"two\""));
  TEST_AWAIT (mcp_call_is_finished (call));

  gtk_editable_set_text (invoke_get_entry (fixture, A), "1");
  gtk_editable_set_text (invoke_get_entry (fixture, B), "2");
  g_assert_nonnull (invoke_find_button (GTK_WIDGET (fixture->tools), "Call Tool"));
}

static void
test_result_and_history (InvokeFixture *fixture,
                         gconstpointer  unused)
{
  GListModel *calls;
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "weather"));
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (invoke_find_text (GTK_WIDGET (fixture->tools), "OK"));
  g_assert_nonnull (invoke_find_text (GTK_WIDGET (fixture->tools), "Matches the output schema"));

  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (invoke_find_button (invoke_get_control (fixture, 2), "True")), TRUE);
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (invoke_find_text (GTK_WIDGET (fixture->tools), "Breaks the output schema"));

  calls = mcp_workbench_get_calls (fixture->workbench, MCP_CATALOG_TOOLS, "weather");
  g_assert_cmpuint (g_list_model_get_n_items (calls), ==, 2);
  {
    g_autoptr (McpInvocation) first = g_list_model_get_item (calls, 1);
    g_autofree char *command =
      mcp_invocation_dup_cli_command (first, mcp_session_get_profile (fixture->session));
    g_autofree char *json = mcp_invocation_dup_json (first);

    g_assert_cmpstr (command, ==, "sounder-cli --demo tools call weather --args "
                                  "'{\"location\":\"Seoul\",\"days\":3,\"break\":false}'");
    g_assert_true (g_str_has_prefix (json, "{\"method\":\"tools/call\",\"params\":{"));
    g_assert_nonnull (strstr (json, "\"result\":{"));
  }

  /* What was shown is there again after another tool. */
  sounder_tools_page_select (fixture->tools, "echo");
  g_assert_null (app_test_get_call (fixture->tools));
  sounder_tools_page_select (fixture->tools, "weather");
  g_assert_true (app_test_get_call (fixture->tools) == call);
}

static AdwMessageDialog *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (window))
        return ADW_MESSAGE_DIALOG (window);
    }

  return NULL;
}

static void
answer_question (const char *label)
{
  TEST_AWAIT_POLL (find_question () != NULL);
  g_signal_emit_by_name (app_test_find_labelled (GTK_WIDGET (find_question ()), GTK_TYPE_BUTTON, label),
                         "clicked");
  TEST_AWAIT_POLL (find_question () == NULL);
}

/* What the server marks is asked about, each time, until its settings say not to. */
static void
test_destructive_is_asked (InvokeFixture *fixture,
                           gconstpointer  unused)
{
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "crash"));
  g_assert_null (invoke_call_tool (fixture));
  answer_question ("_Cancel");
  g_assert_null (app_test_get_call (fixture->tools));

  g_assert_null (invoke_call_tool (fixture));
  answer_question ("_Call");
  call = app_test_get_call (fixture->tools);
  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
}

static void
test_destructive_is_not_asked (InvokeFixture *fixture,
                               gconstpointer  unused)
{
  McpCall *call;

  g_object_set (mcp_session_get_profile (fixture->session), "confirm-destructive", FALSE, NULL);
  g_assert_true (sounder_tools_page_select (fixture->tools, "crash"));
  call = invoke_call_tool (fixture);
  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
}

static void
test_errors_look_different (InvokeFixture *fixture,
                            gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "fail"));
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_true (mcp_call_get_outcome (call)->is_tool_error);
  g_assert_nonnull (invoke_find_text (page, "The tool reports an error"));
  g_assert_null (invoke_find_text (page, "Protocol error"));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (invoke_get_control (fixture, 0)), 2);
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_cmpint (mcp_call_get_outcome (call)->error_code, !=, 0);
  g_assert_null (invoke_find_text (page, "The tool reports an error"));
  g_assert_nonnull (invoke_find_text (page, "Protocol error"));
}

static gboolean
has_class (GtkWidget  *widget,
           const char *name)
{
  if (gtk_widget_has_css_class (widget, name))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_class (child, name))
      return TRUE;

  return FALSE;
}

static void
test_progress_and_cancel (InvokeFixture *fixture,
                          gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call, *other;

  g_assert_true (sounder_tools_page_select (fixture->tools, "slow"));
  gtk_editable_set_text (invoke_get_entry (fixture, 0), "60");
  gtk_editable_set_text (invoke_get_entry (fixture, 1), "1000");
  call = invoke_call_tool (fixture);
  TEST_AWAIT_POLL (mcp_call_get_outcome (call)->progress > 0
                   && invoke_find_type (page, GTK_TYPE_PROGRESS_BAR) != NULL
                   && gtk_progress_bar_get_text (
                        GTK_PROGRESS_BAR (invoke_find_type (page, GTK_TYPE_PROGRESS_BAR)))
                        != NULL);

  /* It goes on while another tool is called. */
  sounder_tools_page_select (fixture->tools, "links");
  other = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (other));
  g_assert_false (mcp_call_is_finished (call));

  sounder_tools_page_select (fixture->tools, "slow");
  g_assert_true (app_test_get_call (fixture->tools) == call);
  gtk_widget_activate_action (invoke_find_button (page, "Cancel"), "result.cancel", NULL);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_true (g_error_matches (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_CANCELLED));
  g_assert_nonnull (invoke_find_text (page, "Cancelled"));
  /* It went as it was wanted: no box that looks like a failure. */
  g_assert_false (has_class (page, "protocol-error"));
  g_assert_false (has_class (page, "tool-error"));
}

static void
test_links_and_pictures (InvokeFixture *fixture,
                         gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call;

  sounder_tools_page_select (fixture->tools, "links");
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (invoke_find_button (page, "Open"));
  g_assert_nonnull (invoke_find_text (page, "Embedded resource"));

  sounder_tools_page_select (fixture->tools, "image");
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (invoke_find_type (page, GTK_TYPE_PICTURE));
  g_assert_nonnull (invoke_find_text (page, "160 × 160"));
}

/* What comes of a task is shown where the tool was called. */
static void
test_task_result_comes_back (InvokeFixture *fixture,
                             gconstpointer  unused)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");
  GtkWidget *check;

  g_assert_true (sounder_tools_page_select (fixture->tools, "long-job"));
  check = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (fixture->tools),
                                                     SOUNDER_TYPE_TOOLS_PAGE, "task_check"));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_true (sounder_schema_form_set_raw (form, TRUE, NULL));
  sounder_schema_form_set_text (form, "{\"seconds\": 0.5, \"steps\": 2}");
  gtk_widget_activate_action (GTK_WIDGET (fixture->tools), "tools.call", NULL);
  TEST_AWAIT_POLL (invoke_find_text (GTK_WIDGET (fixture->tools), "The result comes here") != NULL);
  TEST_AWAIT_POLL (invoke_find_text (GTK_WIDGET (fixture->tools), "The result comes here") == NULL);
  g_assert_nonnull (mcp_call_get_result (app_test_get_call (fixture->tools)));
  g_assert_null (mcp_call_get_made_task (app_test_get_call (fixture->tools)));
}

static gboolean
any_focusable_button (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_focusable (widget))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (any_focusable_button (child))
      return TRUE;

  return FALSE;
}

/* Tab goes from a number to the next field, not through its buttons. */
static void
test_numbers_are_one_stop (InvokeFixture *fixture,
                           gconstpointer  unused)
{
  SounderFieldRow *row;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  row = SOUNDER_FIELD_ROW (invoke_find_type (GTK_WIDGET (fixture->tools), SOUNDER_TYPE_FIELD_ROW));
  while (row != NULL && !GTK_IS_BOX (sounder_field_row_get_control (row)))
    row = SOUNDER_FIELD_ROW (gtk_widget_get_next_sibling (GTK_WIDGET (row)));
  g_assert_nonnull (row);
  g_assert_nonnull (app_test_find (sounder_field_row_get_control (row), GTK_TYPE_BUTTON));
  g_assert_false (any_focusable_button (sounder_field_row_get_control (row)));
}

/* A few letters and Enter lead to the first that is left. */
static void
test_enter_chooses (InvokeFixture *fixture,
                    gconstpointer  unused)
{
  GtkWidget *search = invoke_find_type (GTK_WIDGET (fixture->tools), GTK_TYPE_SEARCH_ENTRY);

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  gtk_editable_set_text (GTK_EDITABLE (search), "weath");
  g_signal_emit_by_name (search, "activate");
  g_assert_nonnull (invoke_find_text (GTK_WIDGET (app_test_child (fixture->tools, "form")), "location"));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
}

static void
test_large_results_are_read_elsewhere (InvokeFixture *fixture,
                                       gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call;

  sounder_tools_page_select (fixture->tools, "large");
  gtk_editable_set_text (invoke_get_entry (fixture, 0), "6000000");
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (invoke_find_text (page, "Reading "));
  TEST_AWAIT (invoke_find_type (page, SOUNDER_TYPE_CONTENT_VIEW) != NULL);
  g_assert_null (invoke_find_text (page, "Reading "));

  /* What is overtaken does not come. */
  call = invoke_call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  sounder_tools_page_select (fixture->tools, "echo");
  g_assert_null (invoke_find_type (page, SOUNDER_TYPE_CONTENT_VIEW));
}

static void
refreshed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  gboolean *refreshed = user_data;

  *refreshed = mcp_catalog_refresh_finish (MCP_CATALOG (source), result, NULL);
}

static void
test_refresh_keeps_what_is_typed (InvokeFixture *fixture,
                                  gconstpointer  unused)
{
  McpCatalog *tools = mcp_session_get_catalog (fixture->session, MCP_CATALOG_TOOLS);
  gboolean refreshed = FALSE;

  g_assert_true (sounder_tools_page_select (fixture->tools, "echo"));
  gtk_editable_set_text (invoke_get_entry (fixture, 0), "kept");
  mcp_catalog_refresh_async (tools, NULL, refreshed_cb, &refreshed);
  TEST_AWAIT (refreshed);
  invoke_assert_form (fixture, "{\"message\":\"kept\"}");
  g_assert_nonnull (invoke_find_text (GTK_WIDGET (fixture->tools), "Gives back the message"));
}

/* The lists are emptied and filled again; what was chosen in them is chosen again. */
static void
test_restart_keeps_what_is_chosen (InvokeFixture *fixture,
                                   gconstpointer  unused)
{
  for (guint i = 0; i < 3; i++)
    {
      guint life = mcp_session_get_life (fixture->session);

      g_assert_true (sounder_tools_page_select (fixture->tools, "echo"));
      mcp_session_restart_async (fixture->session, NULL, NULL, NULL);
      TEST_AWAIT (mcp_session_get_life (fixture->session) == life + 1 && invoke_is_loaded (fixture));
      g_assert_nonnull (invoke_find_text (GTK_WIDGET (fixture->tools), "Gives back the message"));
    }
}

/* A page that goes while a call is under way leaves it, and the next one shows it. */
static void
test_pages_come_and_go (InvokeFixture *fixture,
                        gconstpointer  unused)
{
  gpointer page;
  McpCall *call;

  sounder_tools_page_select (fixture->tools, "slow");
  call = invoke_call_tool (fixture);
  page = g_object_ref_sink (g_object_new (SOUNDER_TYPE_TOOLS_PAGE, "session", fixture->session,
                                          "workbench", fixture->workbench, NULL));
  sounder_tools_page_select (page, "slow");
  g_assert_true (app_test_get_call (page) == call);
  g_assert_finalize_object (page);
  g_assert_false (mcp_call_is_finished (call));
}

#define ADD(path, function) \
  g_test_add ("/app/invoke/" path, InvokeFixture, NULL, invoke_set_up, function, invoke_tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  ADD ("form/exact-json", test_form_gives_exact_json);
  ADD ("form/text-and-form-agree", test_text_and_form_agree);
  ADD ("form/errors-beside-their-field", test_errors_stand_beside_their_field);
  ADD ("tools/enter-chooses", test_enter_chooses);
  ADD ("tools/result-and-history", test_result_and_history);
  ADD ("tools/destructive-is-asked", test_destructive_is_asked);
  ADD ("tools/destructive-is-not-asked", test_destructive_is_not_asked);
  ADD ("tools/errors-look-different", test_errors_look_different);
  ADD ("tools/progress-and-cancel", test_progress_and_cancel);
  ADD ("tools/links-and-pictures", test_links_and_pictures);
  ADD ("tools/large-results-are-not-rendered", test_large_results_are_read_elsewhere);
  ADD ("tools/refresh-keeps-what-is-typed", test_refresh_keeps_what_is_typed);
  ADD ("tools/restart-keeps-what-is-chosen", test_restart_keeps_what_is_chosen);
  ADD ("tools/numbers-are-one-stop", test_numbers_are_one_stop);
  ADD ("tools/task-result-comes-back", test_task_result_comes_back);
  ADD ("pages/come-and-go", test_pages_come_and_go);

  return g_test_run ();
}
