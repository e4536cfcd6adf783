/* test-invoke.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "mcp-error.h"
#include "mcp-workbench.h"
#include "sounder-adaptive-bin.h"
#include "sounder-catalog-list.h"
#include "sounder-content-view.h"
#include "sounder-prompts-page.h"
#include "sounder-resources-page.h"
#include "sounder-tools-page.h"
#include "test-support.h"

/*
 * Real pages with a real session on the demo server. It is long because tools, resources and prompts
 * are gone through with one fixture, and one set of functions that find and fill their fields.
 */
typedef struct
{
  McpSession           *session;
  McpWorkbench         *workbench;
  GtkWidget            *window;
  SounderToolsPage     *tools;
  SounderResourcesPage *resources;
  SounderPromptsPage   *prompts;
} Fixture;

static gboolean
is_loaded (Fixture *fixture)
{
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (mcp_catalog_get_state (mcp_session_get_catalog (fixture->session, kind))
        != MCP_CATALOG_LOADED)
      return FALSE;

  return TRUE;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_for_demo (&error);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_assert_no_error (error);
  fixture->session = mcp_session_new (profile, NULL);
  fixture->workbench = mcp_workbench_new (fixture->session);
  fixture->tools = g_object_new (SOUNDER_TYPE_TOOLS_PAGE, NULL);
  fixture->resources = g_object_new (SOUNDER_TYPE_RESOURCES_PAGE, NULL);
  fixture->prompts = g_object_new (SOUNDER_TYPE_PROMPTS_PAGE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->tools));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->resources));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->prompts));
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 790);
  gtk_window_set_child (GTK_WINDOW (fixture->window), box);
  g_object_set (fixture->tools, "workbench", fixture->workbench, "session", fixture->session, NULL);
  g_object_set (fixture->resources, "workbench", fixture->workbench, "session", fixture->session, NULL);
  g_object_set (fixture->prompts, "workbench", fixture->workbench, "session", fixture->session, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));

  mcp_session_open_async (fixture->session, NULL, NULL, NULL);
  TEST_AWAIT (is_loaded (fixture));
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
  gpointer pages[] = { fixture->tools, fixture->resources, fixture->prompts };

  mcp_session_close_async (fixture->session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    g_object_add_weak_pointer (pages[i], &pages[i]);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (pages[0] == NULL && pages[1] == NULL && pages[2] == NULL);
  g_assert_finalize_object (fixture->workbench);
  app_test_let_go (fixture->session);
}

/* Any visible widget whose text contains this. */
static GtkWidget *
find_text (GtkWidget  *widget,
           const char *text)
{
  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return NULL;
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_text (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static GtkWidget *
find_type (GtkWidget *widget,
           GType      type)
{
  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return NULL;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  GtkWidget *found = find_text (widget, label);

  return found != NULL ? gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON) : NULL;
}

static GtkWidget *
get_control (Fixture *fixture,
             guint    field)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");

  return sounder_field_row_get_control (sounder_schema_form_get_row (form, field));
}

/* The entry of a number or a string. */
static GtkEditable *
get_entry (Fixture *fixture,
           guint    field)
{
  return GTK_EDITABLE (find_type (get_control (fixture, field), GTK_TYPE_ENTRY));
}

static void
assert_form (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *json =
    sounder_schema_form_dup_json (app_test_child (fixture->tools, "form"), NULL);

  g_assert_cmpstr (json, ==, expected);
}

static McpCall *
call_tool (Fixture *fixture)
{
  McpCall *before = app_test_get_call (fixture->tools);
  McpCall *call;

  gtk_widget_activate_action (GTK_WIDGET (fixture->tools), "tools.call", NULL);
  call = app_test_get_call (fixture->tools);

  return call != before ? call : NULL;
}

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
test_form_gives_exact_json (Fixture       *fixture,
                            gconstpointer  unused)
{
  GtkWidget *boolean, *toggle;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  gtk_editable_set_text (get_entry (fixture, A), "9007199254740993");
  gtk_editable_set_text (get_entry (fixture, B), "1.10");
  assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"operation\":\"add\",\"digits\":4,"
                        "\"explain\":false}");

  boolean = get_control (fixture, EXPLAIN);
  toggle = find_button (boolean, "True");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_control (fixture, OPERATION)), 3);
  gtk_editable_set_text (get_entry (fixture, NOTE), "");
  assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"operation\":\"multiply\","
                        "\"digits\":4,\"explain\":true}");

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (boolean, "Absent")), TRUE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_control (fixture, OPERATION)), 0);
  gtk_editable_set_text (get_entry (fixture, NOTE), "x");
  gtk_editable_set_text (get_entry (fixture, NOTE), "");
  assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"digits\":4,\"note\":\"\"}");

  gtk_widget_activate_action (gtk_widget_get_ancestor (get_control (fixture, NOTE),
                                                       SOUNDER_TYPE_FIELD_ROW),
                              "field.state", "s", "null");
  gtk_widget_activate_action (gtk_widget_get_ancestor (get_control (fixture, DIGITS),
                                                       SOUNDER_TYPE_FIELD_ROW),
                              "field.state", "s", "absent");
  assert_form (fixture, "{\"a\":9007199254740993,\"b\":1.10,\"note\":null}");
}

static void
test_text_and_form_agree (Fixture       *fixture,
                          gconstpointer  unused)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");
  g_autoptr (GError) error = NULL;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  g_assert_true (sounder_schema_form_set_raw (form, TRUE, NULL));
  sounder_schema_form_set_text (form, "{ \"x\": 1.0, \"a\": 1.10, \"b\": 9007199254740993 }");
  g_assert_true (sounder_schema_form_set_raw (form, FALSE, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (gtk_editable_get_text (get_entry (fixture, A)), ==, "1.10");
  assert_form (fixture, "{\"x\":1.0,\"a\":1.10,\"b\":9007199254740993}");
  /* What the schema does not name has a row of its own. */
  g_assert_true (mcp_form_node_is_other (sounder_field_row_get_node (sounder_schema_form_get_row (form, NOTE + 1))));

  g_assert_true (sounder_schema_form_set_raw (form, TRUE, NULL));
  sounder_schema_form_set_text (form, "[1]");
  g_assert_false (sounder_schema_form_set_raw (form, FALSE, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_assert_true (sounder_schema_form_get_raw (form));
  assert_form (fixture, "[1]");
}

static void
test_errors_stand_beside_their_field (Fixture       *fixture,
                                      gconstpointer  unused)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  g_assert_false (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, A), "error_box")));
  gtk_editable_set_text (get_entry (fixture, B), "two");
  g_assert_false (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, A), "error_box")));
  g_assert_true (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, B), "error_box")));

  /* The first press tells, the second sends. */
  g_assert_null (call_tool (fixture));
  g_assert_true (gtk_widget_get_visible (app_test_child (sounder_schema_form_get_row (form, A), "error_box")));
  g_assert_nonnull (find_button (GTK_WIDGET (fixture->tools), "Send Anyway"));
  call = call_tool (fixture);
  g_assert_nonnull (call);
  g_assert_nonnull (strstr (mcp_call_get_params (call), "\"b\":\"two\""));
  TEST_AWAIT (mcp_call_is_finished (call));

  gtk_editable_set_text (get_entry (fixture, A), "1");
  gtk_editable_set_text (get_entry (fixture, B), "2");
  g_assert_nonnull (find_button (GTK_WIDGET (fixture->tools), "Call Tool"));
}

static void
test_result_and_history (Fixture       *fixture,
                         gconstpointer  unused)
{
  GListModel *calls;
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "weather"));
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (find_text (GTK_WIDGET (fixture->tools), "OK"));
  g_assert_nonnull (find_text (GTK_WIDGET (fixture->tools), "Matches the output schema"));

  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (find_button (get_control (fixture, 2), "True")), TRUE);
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (find_text (GTK_WIDGET (fixture->tools), "Breaks the output schema"));

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
test_destructive_is_asked (Fixture       *fixture,
                           gconstpointer  unused)
{
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "crash"));
  g_assert_null (call_tool (fixture));
  answer_question ("_Cancel");
  g_assert_null (app_test_get_call (fixture->tools));

  g_assert_null (call_tool (fixture));
  answer_question ("_Call");
  call = app_test_get_call (fixture->tools);
  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
}

static void
test_destructive_is_not_asked (Fixture       *fixture,
                               gconstpointer  unused)
{
  McpCall *call;

  mcp_profile_set_confirm_destructive (mcp_session_get_profile (fixture->session), FALSE);
  g_assert_true (sounder_tools_page_select (fixture->tools, "crash"));
  call = call_tool (fixture);
  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
}

static void
test_errors_look_different (Fixture       *fixture,
                            gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call;

  g_assert_true (sounder_tools_page_select (fixture->tools, "fail"));
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_true (mcp_call_is_tool_error (call));
  g_assert_nonnull (find_text (page, "The tool reports an error"));
  g_assert_null (find_text (page, "Protocol error"));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_control (fixture, 0)), 2);
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_cmpint (mcp_call_get_error_code (call), !=, 0);
  g_assert_null (find_text (page, "The tool reports an error"));
  g_assert_nonnull (find_text (page, "Protocol error"));
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
test_progress_and_cancel (Fixture       *fixture,
                          gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call, *other;

  g_assert_true (sounder_tools_page_select (fixture->tools, "slow"));
  gtk_editable_set_text (get_entry (fixture, 0), "60");
  gtk_editable_set_text (get_entry (fixture, 1), "1000");
  call = call_tool (fixture);
  TEST_AWAIT_POLL (mcp_call_get_progress (call) > 0
                   && find_type (page, GTK_TYPE_PROGRESS_BAR) != NULL
                   && gtk_progress_bar_get_text (
                        GTK_PROGRESS_BAR (find_type (page, GTK_TYPE_PROGRESS_BAR)))
                        != NULL);

  /* It goes on while another tool is called. */
  sounder_tools_page_select (fixture->tools, "links");
  other = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (other));
  g_assert_false (mcp_call_is_finished (call));

  sounder_tools_page_select (fixture->tools, "slow");
  g_assert_true (app_test_get_call (fixture->tools) == call);
  gtk_widget_activate_action (find_button (page, "Cancel"), "result.cancel", NULL);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_true (g_error_matches (mcp_call_get_error (call), MCP_ERROR, MCP_ERROR_CANCELLED));
  g_assert_nonnull (find_text (page, "Cancelled"));
  /* It went as it was wanted: no box that looks like a failure. */
  g_assert_false (has_class (page, "protocol-error"));
  g_assert_false (has_class (page, "tool-error"));
}

static void
test_links_and_pictures (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call;

  sounder_tools_page_select (fixture->tools, "links");
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (find_button (page, "Open"));
  g_assert_nonnull (find_text (page, "Embedded resource"));

  sounder_tools_page_select (fixture->tools, "image");
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (find_type (page, GTK_TYPE_PICTURE));
  g_assert_nonnull (find_text (page, "160 × 160"));
}

static void
await_resource (Fixture *fixture)
{
  McpCall *call = app_test_get_call (fixture->resources);

  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_error (call));
}

static void
test_resources_by_type (Fixture       *fixture,
                        gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->resources);

  sounder_resources_page_open (fixture->resources, "demo://picture.png");
  await_resource (fixture);
  g_assert_nonnull (find_type (page, GTK_TYPE_PICTURE));

  sounder_resources_page_open (fixture->resources, "demo://clock");
  await_resource (fixture);
  g_assert_null (find_type (page, GTK_TYPE_PICTURE));
  g_assert_nonnull (find_text (page, "text/plain"));

  sounder_resources_page_open (fixture->resources, "demo://bytes.bin");
  await_resource (fixture);
  g_assert_nonnull (find_text (page, "application/octet-stream · 256"));

  /* What no list has can be opened by its URI all the same. */
  sounder_resources_page_open (fixture->resources, "demo://square/12");
  await_resource (fixture);
  g_assert_nonnull (find_text (page, "144"));
}

static gboolean
select_template (SounderResourcesPage *page,
                 const char           *uri_template)
{
  gtk_stack_set_visible_child_name (app_test_child (page, "sections"), "templates");

  return sounder_catalog_list_select (app_test_child (page, "templates"), uri_template);
}

static void
test_templates_are_expanded (Fixture       *fixture,
                             gconstpointer  unused)
{
  SounderArgumentList *arguments = app_test_child (fixture->resources, "arguments");

  g_assert_true (select_template (fixture->resources, "demo://greeting/{name}{?language}"));
  g_assert_cmpuint (sounder_argument_list_get_n (arguments), ==, 2);
  sounder_argument_list_set_text (arguments, "name", "A b");
  g_assert_cmpstr (sounder_resources_page_get_uri (fixture->resources), ==,
                   "demo://greeting/A%20b");
  sounder_argument_list_set_text (arguments, "language", "ko");
  g_assert_nonnull (
    find_text (GTK_WIDGET (fixture->resources), "demo://greeting/A%20b?language=ko"));

  gtk_widget_activate_action (GTK_WIDGET (fixture->resources), "resources.read", NULL);
  await_resource (fixture);
}

static void
test_subscription_reads_again (Fixture       *fixture,
                               gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->resources);
  McpCall *first;

  sounder_resources_page_open (fixture->resources, "demo://clock");
  await_resource (fixture);
  first = app_test_get_call (fixture->resources);
  g_assert_null (find_text (page, "Live"));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (page, "Subscribe")), TRUE);
  TEST_AWAIT (mcp_session_is_subscribed (fixture->session, "demo://clock"));
  TEST_AWAIT (find_text (page, "Live · updated") != NULL);
  TEST_AWAIT (app_test_get_call (fixture->resources) != first);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (page, "Subscribe")), FALSE);
  TEST_AWAIT (!mcp_session_is_subscribed (fixture->session, "demo://clock"));
  TEST_AWAIT (find_text (page, "Live") == NULL);
}

static void
test_prompt_is_a_conversation (Fixture       *fixture,
                               gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->prompts);
  SounderArgumentList *arguments = app_test_child (fixture->prompts, "arguments");
  McpCall *call;

  g_assert_true (sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "summarize"));
  gtk_widget_activate_action (page, "prompts.get", NULL);
  g_assert_null (app_test_get_call (fixture->prompts));
  g_assert_nonnull (find_text (page, "Required"));

  sounder_argument_list_set_text (arguments, "text", "a long story");
  gtk_widget_activate_action (page, "prompts.get", NULL);
  call = app_test_get_call (fixture->prompts);
  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_error (call));
  g_assert_nonnull (find_text (page, "User"));
  g_assert_nonnull (find_text (page, "a long story"));

  /* Both are there again after another prompt. */
  sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "picture");
  g_assert_null (app_test_get_call (fixture->prompts));
  sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "summarize");
  g_assert_true (app_test_get_call (fixture->prompts) == call);
  {
    g_autofree char *json = sounder_argument_list_to_json (arguments);

    g_assert_cmpstr (json, ==, "{\"text\":\"a long story\"}");
  }
}

/* What an entry sees before its text does. */
static gboolean
press_key (GtkWidget *entry,
           guint      keyval)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (entry);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, 0, &handled);
    }

  return handled;
}

/* The entry that a completion belongs to. */
static GtkWidget *
find_completed (GtkWidget         *widget,
                SounderCompletion *completion)
{
  if (g_object_get_data (G_OBJECT (widget), "sounder-completion") == completion)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_completed (child, completion);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* What comes of a task is shown where the tool was called. */
static void
test_task_result_comes_back (Fixture       *fixture,
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
  TEST_AWAIT_POLL (find_text (GTK_WIDGET (fixture->tools), "The result comes here") != NULL);
  TEST_AWAIT_POLL (find_text (GTK_WIDGET (fixture->tools), "The result comes here") == NULL);
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
test_numbers_are_one_stop (Fixture       *fixture,
                           gconstpointer  unused)
{
  SounderFieldRow *row;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  row = SOUNDER_FIELD_ROW (find_type (GTK_WIDGET (fixture->tools), SOUNDER_TYPE_FIELD_ROW));
  while (row != NULL && !GTK_IS_BOX (sounder_field_row_get_control (row)))
    row = SOUNDER_FIELD_ROW (gtk_widget_get_next_sibling (GTK_WIDGET (row)));
  g_assert_nonnull (row);
  g_assert_nonnull (app_test_find (sounder_field_row_get_control (row), GTK_TYPE_BUTTON));
  g_assert_false (any_focusable_button (sounder_field_row_get_control (row)));
}

/* A few letters and Enter lead to the first that is left. */
static void
test_enter_chooses (Fixture       *fixture,
                    gconstpointer  unused)
{
  GtkWidget *search = find_type (GTK_WIDGET (fixture->tools), GTK_TYPE_SEARCH_ENTRY);

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  gtk_editable_set_text (GTK_EDITABLE (search), "weath");
  g_signal_emit_by_name (search, "activate");
  g_assert_nonnull (find_text (GTK_WIDGET (app_test_child (fixture->tools, "form")), "location"));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
}

static void
test_completion_knows_the_context (Fixture       *fixture,
                                   gconstpointer  unused)
{
  SounderArgumentList *arguments = app_test_child (fixture->prompts, "arguments");
  SounderCompletion *city;
  g_autofree char *json = NULL;

  g_assert_true (sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "travel"));
  sounder_argument_list_set_text (arguments, "country", "Kenya");
  sounder_argument_list_set_text (arguments, "city", "M");
  city = sounder_argument_list_get_completion (arguments, "city");
  TEST_AWAIT (sounder_completion_is_open (city));
  g_assert_cmpuint (sounder_completion_get_n_shown (city), ==, 1);

  /* Enter without a choice takes what is typed. */
  g_assert_false (press_key (find_completed (GTK_WIDGET (arguments), city), GDK_KEY_Return));
  TEST_AWAIT_POLL (!sounder_completion_is_open (city));
  sounder_argument_list_set_text (arguments, "city", "Mo");
  TEST_AWAIT (sounder_completion_is_open (city));
  sounder_completion_accept (city, 0);
  json = sounder_argument_list_to_json (arguments);
  g_assert_cmpstr (json, ==, "{\"country\":\"Kenya\",\"city\":\"Mombasa\"}");
}

/* A click of the window's own, at the place of a widget. */
static void
click_at (Fixture   *fixture,
          GtkWidget *target)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (fixture->window);
  graphene_point_t place;

  g_assert_true (gtk_widget_compute_point (target, fixture->window, &GRAPHENE_POINT_INIT (3, 3),
                                           &place));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "pressed", 1, (double) place.x, (double) place.y);
    }
}

/* Elsewhere may be what takes no focus, such as a text. */
static void
test_completion_closes (Fixture       *fixture,
                        gconstpointer  unused)
{
  SounderArgumentList *arguments = app_test_child (fixture->prompts, "arguments");
  SounderCompletion *country;
  GtkWidget *entry;

  g_assert_true (sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "travel"));
  country = sounder_argument_list_get_completion (arguments, "country");
  entry = find_completed (GTK_WIDGET (arguments), country);
  gtk_widget_grab_focus (entry);
  sounder_argument_list_set_text (arguments, "country", "K");
  TEST_AWAIT (sounder_completion_is_open (country));
  click_at (fixture, entry);
  g_assert_true (sounder_completion_is_open (country));
  click_at (fixture, find_text (GTK_WIDGET (fixture->prompts), "travel"));
  g_assert_false (sounder_completion_is_open (country));
}

static void
test_large_results_are_read_elsewhere (Fixture       *fixture,
                                       gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->tools);
  McpCall *call;

  sounder_tools_page_select (fixture->tools, "large");
  gtk_editable_set_text (get_entry (fixture, 0), "6000000");
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_nonnull (find_text (page, "Reading "));
  TEST_AWAIT (find_type (page, SOUNDER_TYPE_CONTENT_VIEW) != NULL);
  g_assert_null (find_text (page, "Reading "));

  /* What is overtaken does not come. */
  call = call_tool (fixture);
  TEST_AWAIT (mcp_call_is_finished (call));
  sounder_tools_page_select (fixture->tools, "echo");
  g_assert_null (find_type (page, SOUNDER_TYPE_CONTENT_VIEW));
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
test_refresh_keeps_what_is_typed (Fixture       *fixture,
                                  gconstpointer  unused)
{
  McpCatalog *tools = mcp_session_get_catalog (fixture->session, MCP_CATALOG_TOOLS);
  gboolean refreshed = FALSE;

  g_assert_true (sounder_tools_page_select (fixture->tools, "echo"));
  gtk_editable_set_text (get_entry (fixture, 0), "kept");
  mcp_catalog_refresh_async (tools, NULL, refreshed_cb, &refreshed);
  TEST_AWAIT (refreshed);
  assert_form (fixture, "{\"message\":\"kept\"}");
  g_assert_nonnull (find_text (GTK_WIDGET (fixture->tools), "Gives back the message"));
}

/* The lists are emptied and filled again; what was chosen in them is chosen again. */
static void
test_restart_keeps_what_is_chosen (Fixture       *fixture,
                                   gconstpointer  unused)
{
  for (guint i = 0; i < 3; i++)
    {
      guint life = mcp_session_get_life (fixture->session);

      g_assert_true (sounder_tools_page_select (fixture->tools, "echo"));
      mcp_session_restart_async (fixture->session, NULL, NULL, NULL);
      TEST_AWAIT (mcp_session_get_life (fixture->session) == life + 1 && is_loaded (fixture));
      g_assert_nonnull (find_text (GTK_WIDGET (fixture->tools), "Gives back the message"));
    }
}

/* Also with no session, and with one that is exchanged while calls are under way. */
static void
test_sessions_come_and_go (Fixture       *fixture,
                           gconstpointer  unused)
{
  g_autoptr (McpProfile) profile = mcp_profile_new ("other");
  g_autoptr (McpSession) other = mcp_session_new (profile, NULL);
  g_autoptr (McpWorkbench) workbench = mcp_workbench_new (other);
  McpCall *call;

  sounder_tools_page_select (fixture->tools, "slow");
  call = g_object_ref (call_tool (fixture));
  g_object_set (fixture->tools, "workbench", workbench, "session", other, NULL);
  g_assert_nonnull (find_text (GTK_WIDGET (fixture->tools), "Not Connected"));
  g_object_set (fixture->tools, "workbench", NULL, "session", NULL, NULL);
  g_assert_nonnull (find_text (GTK_WIDGET (fixture->tools), "No Server"));
  g_object_set (fixture->resources, "workbench", NULL, "session", NULL, NULL);
  g_object_set (fixture->prompts, "workbench", NULL, "session", NULL, NULL);

  g_object_set (fixture->tools, "workbench", fixture->workbench, "session", fixture->session, NULL);
  sounder_tools_page_select (fixture->tools, "slow");
  g_assert_true (app_test_get_call (fixture->tools) == call);
  g_assert_false (mcp_call_is_finished (call));
  g_object_unref (call);
}

static void
test_fits_small_windows (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *pages[] = { GTK_WIDGET (fixture->tools), GTK_WIDGET (fixture->resources),
                         GTK_WIDGET (fixture->prompts) };
  static const struct
  {
    SounderWidthClass width_class;
    int               width;
  } cases[] = {
    { SOUNDER_WIDTH_NARROW, 720 },
    { SOUNDER_WIDTH_MEDIUM, 640 },
    { SOUNDER_WIDTH_WIDE, 1000 },
  };

  sounder_tools_page_select (fixture->tools, "add");
  sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "travel");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
      {
        int width = 0, height = 0;

        g_object_set (pages[i], "width-class", cases[j].width_class, NULL);
        gtk_widget_measure (pages[i], GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
        gtk_widget_measure (pages[i], GTK_ORIENTATION_VERTICAL, cases[j].width, &height, NULL,
                            NULL, NULL);
        g_test_message ("%s %u: %d × %d", G_OBJECT_TYPE_NAME (pages[i]), j, width, height);
        g_assert_cmpint (width, <=, cases[j].width);
        g_assert_cmpint (height, <=, 400);
      }
}

static void
test_limits_of_pictures (void)
{
  /* A head that promises 60000 × 60000 pixels in a few bytes. */
  static const guint8 head[] = {
    0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R',
    0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 2, 0, 0, 0, 0x85, 0x33, 0x1c, 0x8c,
  };
  g_autofree char *base64 = g_base64_encode (head, sizeof head);
  g_autofree char *json = g_strdup_printf (
    "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"%s\"}", base64);
  GtkWidget *view =
    g_object_ref_sink (sounder_content_view_new (sounder_content_new_for_block (json, strlen (json))));

  g_assert_null (find_type (view, GTK_TYPE_PICTURE));
  g_assert_nonnull (find_text (view, "too many pixels"));
  g_assert_finalize_object (view);
}

static guint
count_children (GtkWidget *box)
{
  guint n_children = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_children++;

  return n_children;
}

static GPtrArray *
read_blocks (guint n_blocks)
{
  g_autoptr (GString) json = g_string_new ("{\"content\":[");

  for (guint i = 0; i < n_blocks; i++)
    g_string_append_printf (json, "%s{\"type\":\"text\",\"text\":\"%u\"}", i > 0 ? "," : "", i);
  g_string_append (json, "]}");

  return sounder_content_read_list (json->str, json->len, "content");
}

/* Many blocks come a few at a time, in their order, and give way to what is shown next. */
static void
test_many_blocks_come_in_slices (void)
{
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  const SounderContent *content;

  sounder_content_view_fill (GTK_BOX (box), read_blocks (SOUNDER_CONTENT_MAX_SHOWN + 2));
  g_assert_cmpuint (count_children (box), <=, 10);
  TEST_AWAIT (count_children (box) == SOUNDER_CONTENT_MAX_SHOWN + 1);
  content = sounder_content_view_get_content (SOUNDER_CONTENT_VIEW (
    gtk_widget_get_prev_sibling (gtk_widget_get_last_child (box))));
  g_assert_cmpstr (content->text, ==, "99");
  g_assert_nonnull (find_text (gtk_widget_get_last_child (box), "2 more are not shown"));

  sounder_content_view_fill (GTK_BOX (box), read_blocks (SOUNDER_CONTENT_MAX_SHOWN));
  sounder_content_view_fill (GTK_BOX (box), read_blocks (1));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (count_children (box), ==, 1);

  sounder_content_view_fill (GTK_BOX (box), read_blocks (SOUNDER_CONTENT_MAX_SHOWN));
  g_assert_finalize_object (box);
}

#define ADD(path, function) \
  g_test_add ("/app/invoke/" path, Fixture, NULL, set_up, function, tear_down)

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
  ADD ("resources/by-type", test_resources_by_type);
  ADD ("resources/templates-are-expanded", test_templates_are_expanded);
  ADD ("resources/subscription-reads-again", test_subscription_reads_again);
  ADD ("prompts/conversation", test_prompt_is_a_conversation);
  ADD ("tools/numbers-are-one-stop", test_numbers_are_one_stop);
  ADD ("tools/task-result-comes-back", test_task_result_comes_back);
  ADD ("prompts/completion-knows-the-context", test_completion_knows_the_context);
  ADD ("prompts/completion-closes", test_completion_closes);
  ADD ("pages/sessions-come-and-go", test_sessions_come_and_go);
  ADD ("pages/fit-small-windows", test_fits_small_windows);
  g_test_add_func ("/app/invoke/content/limits-of-pictures", test_limits_of_pictures);
  g_test_add_func ("/app/invoke/content/many-blocks-come-in-slices", test_many_blocks_come_in_slices);

  return g_test_run ();
}
