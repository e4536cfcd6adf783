/* test-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-catalog-list.h"
#include "sounder-prompts-page.h"
#include "sounder-tool-argument-dialog.h"
#include "sounder-tools-page.h"
#include "test-support.h"
#include "window-fixture.h"

/* What can be done with the messages of a prompt, in the real window. */

static GtkWidget *
get_prompt (WindowFixture *fixture)
{
  GtkWidget *page = show_page (fixture, "prompts");
  SounderArgumentList *arguments = app_test_child (page, "arguments");

  g_assert_true (sounder_catalog_list_select (app_test_child (page, "list"), "summarize"));
  sounder_argument_list_set_text (arguments, "text", "a long story");
  gtk_widget_activate_action (page, "prompts.get", NULL);
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (page)));

  return app_test_find (page, g_type_from_name ("SounderMessagesButton"));
}

typedef struct
{
  gboolean  done;
  char     *text;
} Reading;

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Reading *reading = user_data;

  reading->text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  reading->done = TRUE;
}

static char *
copy (GtkWidget  *button,
      const char *action)
{
  Reading reading = { 0 };

  g_assert_true (gtk_widget_activate_action (button, action, NULL));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (button), NULL, read_cb, &reading);
  TEST_AWAIT (reading.done);

  return reading.text;
}

static void
test_copy (WindowFixture *fixture,
           gconstpointer  data)
{
  GtkWidget *button = get_prompt (fixture);
  g_autofree char *text = copy (button, "messages.copy-text");
  g_autofree char *markdown = copy (button, "messages.copy-markdown");
  g_autofree char *json = copy (button, "messages.copy-json");

  g_assert_true (gtk_widget_get_visible (button));
  g_assert_nonnull (strstr (text, "a long story"));
  g_assert_nonnull (strstr (markdown, "a long story"));
  g_assert_true (g_str_has_prefix (json, "[{\"role\":"));
}

static GtkWindow *
find_dialog (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (SOUNDER_IS_TOOL_ARGUMENT_DIALOG (l->data))
      return l->data;

  return NULL;
}

static void
test_use (WindowFixture *fixture,
          gconstpointer  data)
{
  GtkWidget *button = get_prompt (fixture);
  GtkWidget *tools;
  GtkWindow *dialog;
  GtkWidget *list;
  GtkWidget *use;
  g_autofree char *json = NULL;

  g_assert_true (gtk_widget_activate_action (button, "messages.use", NULL));
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  use = app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "_Use");
  list = app_test_find (GTK_WIDGET (dialog), SOUNDER_TYPE_CATALOG_LIST);
  g_assert_false (gtk_widget_get_sensitive (use));

  /* Its arguments are numbers. */
  g_assert_true (sounder_catalog_list_select (SOUNDER_CATALOG_LIST (list), "slow"));
  g_assert_false (gtk_widget_get_sensitive (use));
  g_assert_true (sounder_catalog_list_select (SOUNDER_CATALOG_LIST (list), "echo"));
  g_assert_true (gtk_widget_get_sensitive (use));
  g_signal_emit_by_name (use, "clicked");
  TEST_AWAIT_POLL (find_dialog () == NULL);

  g_assert_cmpstr (sounder_session_view_get_page (fixture->view), ==, "tools");
  tools = sounder_session_view_find_page (fixture->view, "tools");
  json = sounder_schema_form_dup_json (app_test_child (tools, "form"), NULL);
  g_assert_nonnull (strstr (json, "a long story"));
  g_assert_null (app_test_get_call (tools));
}

/* A text that is a JSON object can be all of the arguments. */
static void
test_use_json (WindowFixture *fixture,
               gconstpointer  data)
{
  GtkWidget *page = show_page (fixture, "prompts");
  GtkWindow *dialog = sounder_tool_argument_dialog_present (page, sounder_server_get_workbench (fixture->server), "{\"a\":3,\"b\":4}");
  GtkWidget *list = app_test_find (GTK_WIDGET (dialog), SOUNDER_TYPE_CATALOG_LIST);
  GtkWidget *use = app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "_Use");
  GtkWidget *tools;
  g_autofree char *json = NULL;

  g_assert_true (sounder_catalog_list_select (SOUNDER_CATALOG_LIST (list), "add"));
  g_signal_emit_by_name (use, "clicked");
  TEST_AWAIT_POLL (find_dialog () == NULL);
  tools = sounder_session_view_find_page (fixture->view, "tools");
  json = sounder_schema_form_dup_json (app_test_child (tools, "form"), NULL);
  g_assert_cmpstr (json, ==, "{\"a\":3,\"b\":4}");
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/messages/copy", WindowFixture, NULL, window_set_up, test_copy, window_tear_down);
  g_test_add ("/app/messages/use", WindowFixture, NULL, window_set_up, test_use, window_tear_down);
  g_test_add ("/app/messages/use-json", WindowFixture, NULL, window_set_up, test_use_json, window_tear_down);

  return g_test_run ();
}
