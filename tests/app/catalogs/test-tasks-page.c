/* test-tasks-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "mcp-session.h"
#include "sounder-adaptive-bin.h"
#include "sounder-result-view.h"
#include "sounder-tasks-page.h"
#include "test-support.h"

#define TASK(status)                                                                               \
  "{'taskId': 't1', 'status': '" status "', 'statusMessage': 'Half way <b>', 'createdAt': "        \
  "'2026-01-01T00:00:00Z', 'lastUpdatedAt': '2026-01-01T00:00:01Z', 'ttl': 60000,"                 \
  "'pollInterval': 100}"
#define SCRIPT                                                                                     \
  "[{'handshake': {'capabilities': {'tools': {}, 'tasks': {'list': {}, 'cancel': {}, 'requests': " \
  "{'tools': {'call': {}}}}}}}, {'serve': {"                                                       \
  "'tools/list': {'result': {'tools': [{'name': 'long', 'inputSchema': {'type': 'object'},"        \
  "'execution': {'taskSupport': 'optional'}}]}},"                                                  \
  "'tools/call': {'result': {'task': " TASK ("working") "}}}, 'then_continue_after': 2},"          \
  "{'serve': {'tasks/get': {'result': " TASK ("working") "}, 'tasks/cancel': {'result': "          \
  TASK ("cancelled") "}, 'tasks/list': {'result': {'tasks': []}}}}]"

typedef struct
{
  McpProfile       *profile;
  McpSession       *session;
  GtkWidget        *window;
  SounderTasksPage *page;
} Fixture;

static gpointer
page_child (Fixture    *fixture,
            const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (fixture->page), SOUNDER_TYPE_TASKS_PAGE, id);
}

static const char *
label_text (Fixture    *fixture,
            const char *id)
{
  return gtk_label_get_text (GTK_LABEL (page_child (fixture, id)));
}

/* (nullable) */
static McpTask *
get_selected (Fixture *fixture)
{
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (page_child (fixture, "view")));

  return gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  mcp_session_open_finish (MCP_SESSION (source), result, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->profile = app_test_new_profile ("Tasks", SCRIPT);
  mcp_profile_set_temporary (fixture->profile, TRUE);
  mcp_profile_stop_probes (fixture->profile);
  fixture->session = mcp_session_new (fixture->profile, NULL);
  fixture->page = g_object_new (SOUNDER_TYPE_TASKS_PAGE, "session", fixture->session, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
  gtk_window_present (GTK_WINDOW (fixture->window));

  mcp_session_open_async (fixture->session, NULL, opened_cb, NULL);
  TEST_AWAIT (mcp_session_get_state (fixture->session) == MCP_SESSION_READY);
  TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (fixture->session, MCP_CATALOG_TOOLS))
              == MCP_CATALOG_LOADED);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  McpTasks *tasks = mcp_session_get_tasks (fixture->session);

  while (g_list_model_get_n_items (G_LIST_MODEL (tasks)) > 0)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (tasks), 0);

      mcp_tasks_forget (tasks, task);
    }
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  mcp_session_kill (fixture->session);
  TEST_AWAIT_POLL (!mcp_session_is_open (fixture->session));
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->profile);
}

static McpTask *
make_task (Fixture *fixture)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("long", NULL);

  mcp_call_set_task (call, -1);
  mcp_session_start_call (fixture->session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);

  return mcp_call_get_made_task (call);
}

/* How it stands, in words; markup of the server is text. */
static void
test_shows (Fixture       *fixture,
            gconstpointer  unused)
{
  McpTask *task = make_task (fixture);

  g_assert_true (get_selected (fixture) == task);
  g_assert_cmpstr (label_text (fixture, "title"), ==, "long");
  g_assert_cmpstr (label_text (fixture, "id_label"), ==, "t1");
  g_assert_cmpstr (label_text (fixture, "pill_label"), ==, "Working");
  g_assert_cmpstr (label_text (fixture, "message"), ==, "Half way <b>");
  g_assert_cmpstr (label_text (fixture, "count"), ==, "1 task");
  g_assert_nonnull (strstr (label_text (fixture, "facts"), "Kept for: 1 min"));
  g_assert_nonnull (strstr (label_text (fixture, "facts"), "Polled "));
  g_assert_nonnull (strstr (label_text (fixture, "facts"), ", every 100"));
  app_test_assert_labelled (GTK_WIDGET (fixture->page));
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  unused)
{
  McpTask *task = make_task (fixture);

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "tasks.cancel", NULL);
  TEST_AWAIT (mcp_task_get_info (task)->hold == MCP_TASK_SETTLED);
  g_assert_cmpstr (label_text (fixture, "pill_label"), ==, "Cancelled");
}

static void
test_forget (Fixture       *fixture,
             gconstpointer  unused)
{
  make_task (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "tasks.forget", NULL);
  g_assert_null (get_selected (fixture));
  g_assert_cmpstr (label_text (fixture, "count"), ==, "0 tasks");
}

static void
test_size (Fixture       *fixture,
           gconstpointer  unused)
{
  make_task (fixture);
  g_object_set (fixture->page, "width-class", SOUNDER_WIDTH_NARROW, NULL);
  app_test_assert_fits (GTK_WIDGET (fixture->page));
  g_object_set (fixture->page, "width-class", SOUNDER_WIDTH_MEDIUM, NULL);
  app_test_assert_fits (GTK_WIDGET (fixture->page));
}

static void
test_finalize (void)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("Tasks", SCRIPT);
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  GtkWidget *page = g_object_ref_sink (g_object_new (SOUNDER_TYPE_TASKS_PAGE, "session", session, NULL));

  g_assert_finalize_object (page);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/tasks-page/finalize", test_finalize);

#define ADD(name, function) \
  g_test_add ("/app/tasks-page/" name, Fixture, NULL, set_up, function, tear_down)

  ADD ("shows", test_shows);
  ADD ("cancel", test_cancel);
  ADD ("forget", test_forget);
  ADD ("size", test_size);

  return g_test_run ();
}
