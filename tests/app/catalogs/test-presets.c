/* test-presets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "invoke-fixture.h"
#include "mcp-uri-template.h"
#include "sounder-catalog-list.h"
#include "test-support.h"

/* Presets and history in the real popovers, with a real session on the demo server that counts as saved. */

static void
set_up (InvokeFixture *fixture,
        gconstpointer  unused)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_demo (NULL);
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "sounder", "arguments", NULL);

  if (g_file_test (folder, G_FILE_TEST_EXISTS))
    test_remove_tree (folder);
  mcp_profile_set_temporary (profile, FALSE);
  invoke_open (fixture, profile);
}

static GtkWidget *
open_popover (gpointer page)
{
  GtkWidget *button = app_test_find_named (GTK_WIDGET (page), "history_button");
  GtkWidget *popover;

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_get_visible (button));
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (popover));

  return popover;
}

static void
close_popover (GtkWidget *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
}

static void
type_name (GtkWidget  *popover,
           const char *name)
{
  GtkWidget *entry = app_test_find_named (popover, "entry");

  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  g_signal_emit_by_name (entry, "activate");
}

/* Activates a row as Enter and a click do. */
static void
activate_row (GtkWidget  *popover,
              const char *list,
              const char *text)
{
  GtkWidget *rows = app_test_find_named (popover, list);
  GtkWidget *label = app_test_find_labelled (rows, GTK_TYPE_LABEL, text);

  g_assert_nonnull (label);
  gtk_widget_activate (gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW));
}

static void
assert_presets (InvokeFixture  *fixture,
                McpCatalogKind  kind,
                const char     *name,
                const char     *expected)
{
  GListModel *presets = mcp_argument_store_get_presets (mcp_workbench_get_store (fixture->workbench), kind, name);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (McpArguments) preset = g_list_model_get_item (presets, i);

      g_string_append_printf (text, "%s=%s;", preset->name, preset->json);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
load_form (InvokeFixture *fixture,
           const char    *json)
{
  g_assert_true (
    mcp_form_load (sounder_schema_form_get_form (app_test_child (fixture->tools, "form")), json, NULL));
}

static void
test_presets_of_a_tool (InvokeFixture *fixture,
                        gconstpointer  unused)
{
  static const char exact[] = "{\"a\":9007199254740993,\"b\":1.10}";
  GtkWidget *popover, *save_button, *entry;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  load_form (fixture, exact);
  popover = open_popover (fixture->tools);
  app_test_assert_labelled (popover);
  save_button = app_test_find_named (popover, "save_button");
  entry = app_test_find_named (popover, "entry");
  g_assert_false (gtk_widget_get_sensitive (save_button));
  type_name (popover, "Large");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  assert_presets (fixture, MCP_CATALOG_TOOLS, "add", "Large={\"a\":9007199254740993,\"b\":1.10};");

  /* What the button is going to do, it says. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "Large");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (save_button)), ==, "_Replace");
  gtk_editable_set_text (GTK_EDITABLE (entry), "Larger");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (save_button)), ==, "_Save");
  close_popover (popover);

  load_form (fixture, "{\"a\":1,\"b\":2}");
  popover = open_popover (fixture->tools);
  activate_row (popover, "list", "Large");
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
  invoke_assert_form (fixture, exact);

  popover = open_popover (fixture->tools);
  g_signal_emit_by_name (app_test_find_labelled (popover, GTK_TYPE_BUTTON, "Rename “Large”"), "clicked");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "Large");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (save_button)), ==, "_Rename");
  type_name (popover, "Exact");
  assert_presets (fixture, MCP_CATALOG_TOOLS, "add", "Exact={\"a\":9007199254740993,\"b\":1.10};");
  g_signal_emit_by_name (app_test_find_labelled (popover, GTK_TYPE_BUTTON, "Delete “Exact”"), "clicked");
  assert_presets (fixture, MCP_CATALOG_TOOLS, "add", "");
  close_popover (popover);
}

/* It says when something was left out, and when nothing can be saved. */
static void
test_what_is_not_saved (InvokeFixture *fixture,
                        gconstpointer  unused)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");
  GtkWidget *popover, *note;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  load_form (fixture, "{\"a\":1,\"b\":2,\"apiKey\":\"hush\"}");
  popover = open_popover (fixture->tools);
  note = app_test_find_named (popover, "note");
  g_assert_false (gtk_widget_get_visible (note));
  type_name (popover, "p");
  assert_presets (fixture, MCP_CATALOG_TOOLS, "add", "p={\"a\":1,\"b\":2};");
  g_assert_true (gtk_widget_get_visible (note));
  g_assert_false (gtk_widget_has_css_class (note, "error"));
  close_popover (popover);

  g_assert_true (sounder_schema_form_set_raw (form, TRUE, NULL));
  sounder_schema_form_set_text (form, "{\"a\":");
  popover = open_popover (fixture->tools);
  g_assert_false (gtk_widget_get_visible (note));
  type_name (popover, "q");
  g_assert_true (gtk_widget_has_css_class (note, "error"));
  assert_presets (fixture, MCP_CATALOG_TOOLS, "add", "p={\"a\":1,\"b\":2};");
  close_popover (popover);
}

/* The arguments of a call are there again after a restart; while it lasts the call itself is. */
static void
test_history_outlives_the_session (InvokeFixture *fixture,
                                   gconstpointer  unused)
{
  GtkWidget *popover;

  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  load_form (fixture, "{\"a\":1.10,\"b\":2e2}");
  gtk_widget_activate_action (GTK_WIDGET (fixture->tools), "tools.call", NULL);
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (fixture->tools)));
  popover = open_popover (fixture->tools);
  g_assert_true (gtk_widget_get_visible (app_test_find_named (popover, "calls_list")));
  g_assert_false (gtk_widget_get_visible (app_test_find_named (popover, "earlier_list")));
  close_popover (popover);

  invoke_begin_anew (fixture);
  g_assert_true (sounder_tools_page_select (fixture->tools, "add"));
  invoke_assert_form (fixture, "{\"operation\":\"add\",\"digits\":4,\"explain\":false}");
  popover = open_popover (fixture->tools);
  g_assert_false (gtk_widget_get_visible (app_test_find_named (popover, "calls_list")));
  activate_row (popover, "earlier_list", "{\"a\":1.10,\"b\":2e2}");
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
  invoke_assert_form (fixture, "{\"a\":1.10,\"b\":2e2}");

  popover = open_popover (fixture->tools);
  gtk_widget_activate_action (app_test_find_named (popover, "presets"), "presets.forget", NULL);
  g_assert_false (gtk_widget_get_visible (app_test_find_named (popover, "earlier_list")));
  close_popover (popover);
}

static void
test_prompts (InvokeFixture *fixture,
              gconstpointer  unused)
{
  SounderArgumentList *arguments = app_test_child (fixture->prompts, "arguments");
  g_autofree char *json = NULL;
  GtkWidget *popover;
  McpCall *call;

  g_assert_true (sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "summarize"));
  sounder_argument_list_set_text (arguments, "text", "A “text”");
  popover = open_popover (fixture->prompts);
  app_test_assert_labelled (popover);
  type_name (popover, "mine");
  assert_presets (fixture, MCP_CATALOG_PROMPTS, "summarize", "mine={\"text\":\"A “text”\"};");
  close_popover (popover);

  gtk_widget_activate_action (GTK_WIDGET (fixture->prompts), "prompts.get", NULL);
  call = app_test_get_call (fixture->prompts);
  TEST_AWAIT (mcp_call_is_finished (call));
  sounder_argument_list_set_text (arguments, "text", "other");
  sounder_argument_list_set_text (arguments, "style", "brief");
  popover = open_popover (fixture->prompts);
  activate_row (popover, "list", "mine");
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
  json = sounder_argument_list_to_json (arguments);
  g_assert_cmpstr (json, ==, "{\"text\":\"A “text”\"}");

  /* A call is made again as it was. */
  sounder_argument_list_set_text (arguments, "text", "other");
  popover = open_popover (fixture->prompts);
  g_signal_emit_by_name (app_test_find_labelled (popover, GTK_TYPE_BUTTON, "Run Again"), "clicked");
  g_assert_true (app_test_get_call (fixture->prompts) != call);
  call = app_test_get_call (fixture->prompts);
  g_assert_nonnull (strstr (mcp_call_get_params (call), "A “text”"));
  TEST_AWAIT (mcp_call_is_finished (call));
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
}

static void
set_variables (SounderArgumentList *arguments,
               const char          *uri,
               const char          *text)
{
  g_autoptr (McpUriTemplate) parsed = mcp_uri_template_new (uri, NULL);

  for (const char *const *variable = mcp_uri_template_get_variables (parsed); *variable != NULL; variable++)
    sounder_argument_list_set_text (arguments, *variable, text);
}

static void
test_templates (InvokeFixture *fixture,
                gconstpointer  unused)
{
  GListModel *templates = G_LIST_MODEL (mcp_session_get_catalog (fixture->session, MCP_CATALOG_TEMPLATES));
  g_autoptr (McpCatalogItem) item = g_list_model_get_item (templates, 0);
  const char *uri = mcp_catalog_item_get_uri (item);
  SounderArgumentList *arguments = app_test_child (fixture->resources, "arguments");
  g_autofree char *filled = NULL;
  g_autofree char *loaded = NULL;
  GtkWidget *popover;

  g_assert_true (invoke_select_template (fixture->resources, uri));
  g_assert_cmpuint (sounder_argument_list_get_n (arguments), >, 0);
  set_variables (arguments, uri, "1");
  filled = sounder_argument_list_to_json (arguments);
  gtk_widget_activate_action (GTK_WIDGET (fixture->resources), "resources.read", NULL);
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (fixture->resources)));

  set_variables (arguments, uri, "2");
  popover = open_popover (fixture->resources);
  activate_row (popover, "earlier_list", filled);
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
  loaded = sounder_argument_list_to_json (arguments);
  g_assert_cmpstr (loaded, ==, filled);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(name, function) g_test_add ("/app/presets/" name, InvokeFixture, NULL, set_up, function, invoke_tear_down)

  ADD ("of-a-tool", test_presets_of_a_tool);
  ADD ("what-is-not-saved", test_what_is_not_saved);
  ADD ("history-outlives-the-session", test_history_outlives_the_session);
  ADD ("prompts", test_prompts);
  ADD ("templates", test_templates);

  return g_test_run ();
}
