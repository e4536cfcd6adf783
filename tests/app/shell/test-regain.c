/* test-regain.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>

#include <glib/gstdio.h>

#include "app-test.h"
#include "http-fixture.h"
#include "mcp-journal-open.h"
#include "mcp-session-private.h"
#include "sounder-catalog-list.h"
#include "sounder-connect-report.h"
#include "sounder-drift-dialog.h"
#include "sounder-settings.h"
#include "sounder-window.h"
#include "test-support.h"

/* A server that is lost, restarted or changed, and what the window does about it. */

#define SERVE "[{\"handshake\": {}}, {\"serve\": {}}]"
#define TOOLS(name) "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, " \
                    "{\"serve\": {\"tools/list\": {\"result\": {\"tools\": " \
                    "[{\"name\": \"" name "\", \"inputSchema\": {\"type\": \"object\"}}]}}}}]"

static const char *const pages[] = {
  "overview", "tools", "resources", "prompts", "timeline", "health", "console",
};

typedef struct
{
  char               *folder;
  char               *path;
  guint               version;
  const char         *script;
  SounderServerModel *model;
  McpProfile         *profile;
  SounderServer      *server;
  McpSession         *session;
  SounderWindow      *window;
  SounderSessionView *view;
  GtkWidget          *strip;
  GtkLabel           *label;
  GtkWidget          *act;
} Fixture;

static GtkWidget *
find_by_id (GtkWidget  *root,
            const char *id)
{
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_by_id (child, id);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* A script that becomes the scripted server, replaced as an editor does it. */
static void
build_server (Fixture *f)
{
  g_auto (GStrv) argv = test_mock_argv (f->script);
  g_autoptr (GString) text = g_string_new ("#!/bin/sh\nexec");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; argv[i] != NULL; i++)
    {
      g_autofree char *quoted = g_shell_quote (argv[i]);

      g_string_append_printf (text, " %s", quoted);
    }
  g_string_append_printf (text, " # %u\n", f->version++);
  g_file_set_contents_full (f->path, text->str, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0700, &error);
  g_assert_no_error (error);
}

/* At the view of the server that is selected. */
static void
look (Fixture *f)
{
  f->view = sounder_window_get_session_view (f->window);
  f->strip = find_by_id (GTK_WIDGET (f->view), "link_revealer");
  f->label = GTK_LABEL (find_by_id (GTK_WIDGET (f->view), "link_label"));
  f->act = find_by_id (GTK_WIDGET (f->view), "link_act");
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  const char *argv[2] = { NULL };

  f->folder = test_make_folder ();
  f->path = g_build_filename (f->folder, "server", NULL);
  f->script = SERVE;
  build_server (f);
  argv[0] = f->path;
  f->profile = mcp_profile_new_for_argv ("built", argv);
  mcp_profile_set_era (f->profile, MCP_ERA_CHOICE_LEGACY);
  g_object_set (f->profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  f->model = app_test_new_model ();
  f->server = sounder_server_model_add_temporary (f->model, f->profile);
  f->session = sounder_server_get_session (f->server);
  f->window = sounder_window_new (NULL, f->model);
  look (f);
  gtk_window_present (GTK_WINDOW (f->window));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gpointer watched = f->window;

  sounder_server_close (f->server);
  TEST_AWAIT (!sounder_server_is_open (f->server));
  g_object_add_weak_pointer (G_OBJECT (f->window), &watched);
  gtk_window_destroy (GTK_WINDOW (f->window));
  TEST_AWAIT_POLL (watched == NULL);
  g_clear_object (&f->profile);
  g_clear_object (&f->model);
  test_remove_tree (f->folder);
  g_free (f->path);
  g_free (f->folder);
}

static gboolean
is_shown (Fixture *f)
{
  return gtk_revealer_get_reveal_child (GTK_REVEALER (f->strip));
}

static gboolean
is_ready (Fixture *f,
          guint    life)
{
  return mcp_session_get_life (f->session) == life
         && sounder_server_get_status (f->server) == SOUNDER_STATUS_READY;
}

static void
assert_says (Fixture    *f,
             const char *text,
             const char *button)
{
  g_assert_true (is_shown (f));
  g_assert_nonnull (strstr (gtk_label_get_text (f->label), text));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (f->act)), ==, button);
  g_assert_true (gtk_widget_is_sensitive (f->act));
}

static void
press (GtkWidget *button)
{
  g_signal_emit_by_name (button, "clicked");
}

static void
lose_server (Fixture *f)
{
  mcp_process_signal_group (mcp_session_get_process (f->session), SIGKILL);
  TEST_AWAIT (!sounder_server_is_open (f->server));
}

static GtkWidget *
find_drift_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_DRIFT_DIALOG (window))
        return window;
    }

  return NULL;
}

/* It offers something else than it did: that is told, shown, and accepted. */
static void
test_drifted (Fixture       *f,
              gconstpointer  data)
{
  GtkWidget *dialog;

  f->script = TOOLS ("one");
  build_server (f);
  sounder_server_open (f->server);
  TEST_AWAIT (is_ready (f, 1));
  TEST_AWAIT (mcp_drift_guard_get_accepted (sounder_server_get_drift_guard (f->server)) != NULL);
  g_assert_false (is_shown (f));

  f->script = TOOLS ("two");
  build_server (f);
  TEST_AWAIT (is_shown (f));
  press (f->act);
  TEST_AWAIT (is_ready (f, 2) && is_shown (f));
  assert_says (f, "The tool “one” is gone, and 1 more change", "Re_view…");

  /* Sent away, it is still there for who asks. */
  press (find_by_id (GTK_WIDGET (f->view), "link_dismiss"));
  g_assert_false (is_shown (f));
  gtk_widget_activate_action (GTK_WIDGET (f->view), "session.review-changes", NULL);
  TEST_AWAIT_POLL (find_drift_dialog () != NULL);
  dialog = find_drift_dialog ();
  app_test_assert_labelled (dialog);
  press (find_by_id (dialog, "accept_button"));
  TEST_AWAIT_POLL (find_drift_dialog () == NULL);
  g_assert_false (is_shown (f));
  g_assert_cmpuint (g_list_model_get_n_items (
                      mcp_drift_guard_get_drifts (sounder_server_get_drift_guard (f->server))), ==, 0);
}

/* Built anew, the strip offers on each page to restart it, and can be sent away until the next time. */
static void
test_changed (Fixture       *f,
              gconstpointer  data)
{
  sounder_server_open (f->server);
  TEST_AWAIT (is_ready (f, 1));
  g_assert_false (is_shown (f));

  build_server (f);
  TEST_AWAIT (is_shown (f));
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      sounder_session_view_set_page (f->view, pages[i]);
      assert_says (f, "program has changed", "_Restart");
    }
  app_test_assert_labelled (GTK_WIDGET (f->view));
  press (f->act);
  TEST_AWAIT (is_ready (f, 2));
  g_assert_false (is_shown (f));

  build_server (f);
  TEST_AWAIT (is_shown (f));
  press (find_by_id (GTK_WIDGET (f->view), "link_dismiss"));
  g_assert_false (is_shown (f));
  g_assert_true (mcp_session_is_program_changed (f->session));
  build_server (f);
  TEST_AWAIT (is_shown (f));
  g_assert_true (is_ready (f, 2));

  /* It ends, too: then it is not only lost. */
  lose_server (f);
  assert_says (f, "has changed since", "_Restart");
  press (f->act);
  TEST_AWAIT (is_ready (f, 3));
}

/* Built five times, with the option and nothing pressed. */
static void
test_changed_by_itself (Fixture       *f,
                        gconstpointer  data)
{
  g_autofree char *text = NULL;

  g_object_set (f->profile, "restart-on-change", TRUE, NULL);
  sounder_server_open (f->server);
  TEST_AWAIT (is_ready (f, 1));
  for (guint i = 1; i <= 5; i++)
    {
      build_server (f);
      TEST_AWAIT (is_ready (f, i + 1));
      g_assert_false (is_shown (f));
    }
  text = sounder_server_dup_status_text (f->server);
  g_assert_cmpstr (text, ==, "Connected");
}

/* A lost connection is said on each page, with the button; no green mark stays. */
static void
test_lost (Fixture       *f,
           gconstpointer  data)
{
  g_autofree char *text = NULL;
  GtkWidget *steps;

  sounder_server_open (f->server);
  TEST_AWAIT (is_ready (f, 1));
  lose_server (f);
  text = sounder_server_dup_status_text (f->server);
  g_assert_cmpstr (text, ==, "Disconnected");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      sounder_session_view_set_page (f->view, pages[i]);
      assert_says (f, "connection was lost", "_Reconnect");
    }
  steps = find_by_id (app_test_find (sounder_session_view_find_page (f->view, "overview"),
                                     SOUNDER_TYPE_CONNECT_REPORT), "steps");
  g_assert_false (gtk_widget_get_visible (steps));

  press (f->act);
  TEST_AWAIT (is_ready (f, 2));
  g_assert_false (is_shown (f));
}

/* Nobody listens any more: that is no slow connection, and pings stop. */
static void
test_refused (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr (HttpFixture) http = http_fixture_new ();
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("h", http_fixture_get_url (http));
  g_autofree char *text = NULL;
  SounderServer *server;
  McpSession *session;

  mcp_profile_set_reconnect (profile, FALSE);
  http_fixture_serve_mcp (http, NULL);
  server = sounder_server_model_add_temporary (f->model, profile);
  sounder_window_select (f->window, server);
  look (f);
  session = sounder_server_get_session (server);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  http_fixture_stop (http);
  mcp_health_ping_async (mcp_session_get_health (session), 0, NULL, NULL, NULL);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_FAILED);
  text = sounder_server_dup_status_text (server);
  g_assert_cmpstr (text, ==, "Disconnected");
  assert_says (f, "connection was lost", "_Reconnect");
  g_assert_cmpint (mcp_health_get_state (mcp_session_get_health (session)), ==, MCP_HEALTH_OFF);

  http_fixture_start (http);
  press (f->act);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  g_assert_false (is_shown (f));
  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
}

/* Ended and started again five times, with nothing pressed: each time it is there again, and the strip
 * that told of it gone. */
static void
test_http_restarted (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr (HttpFixture) http = http_fixture_new ();
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("h", http_fixture_get_url (http));
  static const McpBackoff quick = { 5, 40, 0, NULL };
  g_autofree char *text = NULL;
  SounderServer *server;
  McpSession *session;

  http_fixture_serve_mcp (http, NULL);
  server = sounder_server_model_add_temporary (f->model, profile);
  sounder_window_select (f->window, server);
  look (f);
  session = sounder_server_get_session (server);
  mcp_session_set_backoff (session, &quick);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  for (guint i = 0; i < 5; i++)
    {
      guint life = mcp_session_get_life (session);

      sounder_session_view_set_page (f->view, pages[i]);
      TEST_AWAIT (http_fixture_get_n_listeners (http) == 1);
      http_fixture_forget_session (http);
      http_fixture_stop (http);
      TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_WAITING);
      assert_says (f, "econnect", "_Now");
      http_fixture_start (http);
      TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
      g_assert_cmpuint (mcp_session_get_life (session), >, life);
      g_assert_false (is_shown (f));
    }
  text = sounder_server_dup_status_text (server);
  g_assert_cmpstr (text, ==, "Connected");
  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
}

/* One that is there and says nothing: that is told on each page, until it answers again. */
static void
test_not_answering (Fixture       *f,
                    gconstpointer  data)
{
  McpHealthSettings settings;
  McpProcess *process;

  mcp_health_settings_init (&settings, MCP_PRESET_LOCAL);
  settings.interval_msec = 20;
  settings.timeout_msec = 1000;
  settings.n_failures = 2;
  mcp_profile_set_health (f->profile, &settings);
  sounder_server_open (f->server);
  TEST_AWAIT (is_ready (f, 1));
  process = mcp_session_get_process (f->session);
  mcp_process_signal_group (process, SIGSTOP);
  TEST_AWAIT (sounder_server_get_status (f->server) == SOUNDER_STATUS_STALE);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      sounder_session_view_set_page (f->view, pages[i]);
      assert_says (f, "does not answer", "_Reconnect");
    }

  mcp_process_signal_group (process, SIGCONT);
  TEST_AWAIT (!is_shown (f));
  g_assert_cmpuint (mcp_session_get_life (f->session), ==, 1);

  /* Or until it is started anew. */
  mcp_process_signal_group (process, SIGSTOP);
  TEST_AWAIT (is_shown (f));
  press (f->act);
  TEST_AWAIT (is_ready (f, 2));
  g_assert_false (is_shown (f));
}

static guint
count_shown (GtkWidget *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (app_test_child (list, "view"))));
}

/* A server that nobody has seen opens on Overview; one that was seen leaves the page. What was
 * looked for in the tools of one hides none of another. */
static void
test_another_server (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("tools", TOOLS ("one"));
  GtkWidget *list;
  SounderServer *server;

  sounder_session_view_set_page (f->view, "tools");
  server = sounder_server_model_add_temporary (f->model, profile);
  sounder_window_select (f->window, server);
  look (f);
  g_assert_cmpstr (sounder_session_view_get_page (f->view), ==, "overview");

  sounder_session_view_set_page (f->view, "tools");
  sounder_server_open (server);
  list = app_test_find (sounder_session_view_find_page (f->view, "tools"),
                        SOUNDER_TYPE_CATALOG_LIST);
  TEST_AWAIT (count_shown (list) == 1);
  sounder_catalog_list_set_search (SOUNDER_CATALOG_LIST (list), "nothing");
  g_assert_cmpuint (count_shown (list), ==, 0);

  sounder_window_select (f->window, f->server);
  look (f);
  g_assert_cmpstr (sounder_session_view_get_page (f->view), ==, "tools");
  sounder_window_select (f->window, server);
  look (f);
  g_assert_cmpuint (count_shown (list), ==, 0);
  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
}

/* A page that this server has not is none to begin with; it is shown when it was asked for and comes. */
static void
test_page_not_there (Fixture       *f,
                     gconstpointer  data)
{
  SounderWindow *window;
  SounderSessionView *view;
  AdwViewStack *stack;
  GtkWidget *tasks;

  sounder_settings_set ("last-page", "s", "tasks");
  window = sounder_window_new (NULL, f->model);
  view = sounder_window_get_session_view (window);
  g_assert_cmpstr (sounder_session_view_get_page (view), ==, "overview");

  sounder_session_view_await_page (view, "health");
  g_assert_cmpstr (sounder_session_view_get_page (view), ==, "health");
  sounder_session_view_await_page (view, "tasks");
  g_assert_cmpstr (sounder_session_view_get_page (view), ==, "health");
  stack = ADW_VIEW_STACK (app_test_find (GTK_WIDGET (view), ADW_TYPE_VIEW_STACK));
  tasks = adw_view_stack_get_child_by_name (stack, "tasks");
  g_assert_false (adw_view_stack_page_get_visible (adw_view_stack_get_page (stack, tasks)));
  gtk_window_destroy (GTK_WINDOW (window));

  sounder_settings_set ("last-page", "s", "timeline");
  window = sounder_window_new (NULL, f->model);
  g_assert_cmpstr (sounder_session_view_get_page (sounder_window_get_session_view (window)), ==,
                   "timeline");
  gtk_window_destroy (GTK_WINDOW (window));
  sounder_settings_set ("last-page", "s", "overview");
}

/* A recording of the demo is no demo. */
static void
test_demo_recorded (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_for_demo (&error);
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpSession) recorded = NULL;
  SounderServer *server;

  g_assert_no_error (error);
  recorded = mcp_session_new_recorded (profile, journal);
  server = sounder_server_model_add_recorded (f->model, recorded);
  g_assert_true (sounder_server_is_recorded (server));
  g_assert_null (sounder_server_model_find_demo (f->model));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/app/regain/changed", test_changed);
  ADD ("/app/regain/drifted", test_drifted);
  ADD ("/app/regain/changed-by-itself", test_changed_by_itself);
  ADD ("/app/regain/lost", test_lost);
  ADD ("/app/regain/refused", test_refused);
  ADD ("/app/regain/http-restarted", test_http_restarted);
  ADD ("/app/regain/not-answering", test_not_answering);
  ADD ("/app/regain/another-server", test_another_server);
  ADD ("/app/regain/page-not-there", test_page_not_there);
  ADD ("/app/regain/demo-recorded", test_demo_recorded);
#undef ADD

  return g_test_run ();
}
