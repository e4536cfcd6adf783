/* test-window-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What the window does with its list of servers and with the selected one, as its menus and keys ask for it. */

#include "config.h"

#include "app-test.h"
#include "mcp-consent.h"
#include "sounder-icons.h"
#include "sounder-overlay-split.h"
#include "sounder-window.h"
#include "test-support.h"

#define SERVE "[{\"handshake\": {}}, {\"serve\": {}}]"

typedef struct
{
  SounderServerModel *model;
  SounderServer      *server;
  SounderWindow      *window;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  script)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", script != NULL ? script : SERVE);

  mcp_consent_give (profile, MCP_CONSENT_TYPED, FALSE);
  f->model = app_test_new_model ();
  f->server = sounder_server_model_add_temporary (f->model, profile);
  f->window = sounder_window_new (NULL, f->model);
  gtk_window_present (GTK_WINDOW (f->window));
  g_assert_true (sounder_window_get_selected (f->window) == f->server);
}

static void
tear_down (Fixture       *f,
           gconstpointer  unused)
{
  gpointer watched = f->window;

  g_object_add_weak_pointer (watched, &watched);
  gtk_window_close (GTK_WINDOW (f->window));
  TEST_AWAIT_POLL (watched == NULL);
  app_test_let_go (f->model);
}

static void
act (Fixture    *f,
     const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), action, NULL));
}

/* A button for it would be sensitive. */
static gboolean
is_enabled (Fixture    *f,
            const char *action)
{
  GtkWidget *button = gtk_button_new ();
  gboolean enabled;

  gtk_widget_set_parent (button, GTK_WIDGET (f->window));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  enabled = gtk_widget_get_sensitive (button);
  gtk_widget_unparent (button);

  return enabled;
}

static gboolean
says (Fixture    *f,
      const char *text)
{
  return app_test_find_labelled (GTK_WIDGET (f->window), GTK_TYPE_LABEL, text) != NULL;
}

static guint
count_servers (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (f->model));
}

static guint
count_saved (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (sounder_server_model_get_list (f->model)));
}

static const char *
get_selected_name (Fixture *f)
{
  return mcp_profile_get_name (sounder_server_get_profile (sounder_window_get_selected (f->window)));
}

/* (nullable): a window of a type that is above the main one. */
static GtkWidget *
find_above (Fixture *f,
            GType    type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) && gtk_window_get_transient_for (window) == GTK_WINDOW (f->window))
        return GTK_WIDGET (window);
    }

  return NULL;
}

static void
answer (Fixture    *f,
        const char *response)
{
  GtkWidget *dialog = find_above (f, ADW_TYPE_MESSAGE_DIALOG);

  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  char **text = user_data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
assert_copied (Fixture    *f,
               const char *wanted)
{
  g_autofree char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (f->window)), NULL, pasted_cb, &text);
  TEST_AWAIT (text != NULL);
  g_assert_cmpstr (text, ==, wanted);
}

/* What can be done depends on what is selected: nothing, a server, one that is saved, one that is open. */
static void
test_actions_enabled (Fixture       *f,
                      gconstpointer  unused)
{
  static const char *const any[] = { "win.restart", "win.edit-server", "win.copy-command", "win.remove-server",
                                     "win.toggle-connection", "win.compose", "win.tests", "win.load-icons" };

  for (guint i = 0; i < G_N_ELEMENTS (any); i++)
    g_assert_true (is_enabled (f, any[i]));
  g_assert_true (is_enabled (f, "win.save-server"));
  g_assert_true (is_enabled (f, "win.connect"));
  g_assert_false (is_enabled (f, "win.disconnect"));
  g_assert_true (is_enabled (f, "win.withdraw-consent"));
  g_assert_false (is_enabled (f, "win.close-recording"));

  g_assert_true (sounder_server_model_remove (f->model, f->server, NULL));
  g_assert_null (sounder_window_get_selected (f->window));
  for (guint i = 0; i < G_N_ELEMENTS (any); i++)
    g_assert_false (is_enabled (f, any[i]));
  g_assert_false (is_enabled (f, "win.save-server"));
  g_assert_false (is_enabled (f, "win.connect"));
  g_assert_true (is_enabled (f, "win.add-server"));
  g_assert_true (is_enabled (f, "win.try-demo"));
}

/* Connecting, connecting again and ending, by the verbs that the session has. */
static void
test_actions_connection (Fixture       *f,
                         gconstpointer  unused)
{
  GPid before;

  act (f, "win.toggle-connection");
  TEST_AWAIT (sounder_server_get_status (f->server) == SOUNDER_STATUS_READY);
  g_assert_false (is_enabled (f, "win.connect"));
  g_assert_true (is_enabled (f, "win.disconnect"));
  before = mcp_process_get_pid (mcp_session_get_process (sounder_server_get_session (f->server)));

  act (f, "win.restart");
  TEST_AWAIT (sounder_server_get_status (f->server) == SOUNDER_STATUS_READY
              && mcp_process_get_pid (mcp_session_get_process (sounder_server_get_session (f->server))) != before);

  act (f, "win.disconnect");
  TEST_AWAIT (!sounder_server_is_open (f->server));
  act (f, "win.connect");
  TEST_AWAIT (sounder_server_get_status (f->server) == SOUNDER_STATUS_READY);
  act (f, "win.toggle-connection");
  TEST_AWAIT (!sounder_server_is_open (f->server));
}

/* The era is chosen for good, and connects anew by it. */
static void
test_actions_reconnect_as (Fixture       *f,
                           gconstpointer  unused)
{
  McpProfile *profile = sounder_server_get_profile (f->server);

  act (f, "win.save-server");
  g_assert_cmpuint (count_saved (f), ==, 1);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_AUTO);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.reconnect-as", "s", "legacy"));
  g_assert_cmpint (mcp_profile_get_settings (profile)->era.choice, ==, MCP_ERA_CHOICE_LEGACY);
  TEST_AWAIT (sounder_server_get_status (f->server) == SOUNDER_STATUS_READY);

  /* Of a server that is not there, or not saved, nothing is. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save-profile", "s", "nobody"));
  g_assert_null (find_above (f, ADW_TYPE_MESSAGE_DIALOG));
}

static void
test_actions_copy (Fixture       *f,
                   gconstpointer  unused)
{
  g_autofree char *command = mcp_profile_dup_command (sounder_server_get_profile (f->server));
  g_autoptr (McpProfile) far = mcp_profile_new_for_url ("far", "http://localhost:1/mcp");

  act (f, "win.copy-command");
  assert_copied (f, command);
  TEST_AWAIT_POLL (says (f, "Command copied"));

  sounder_window_select (f->window, sounder_server_model_add_temporary (f->model, far));
  act (f, "win.copy-command");
  assert_copied (f, "http://localhost:1/mcp");
  TEST_AWAIT_POLL (says (f, "Address copied"));
}

/* One that is not saved is, goes on as it was, and is copied behind itself. */
static void
test_actions_save_and_duplicate (Fixture       *f,
                                 gconstpointer  unused)
{
  g_autofree char *command = mcp_profile_dup_command (sounder_server_get_profile (f->server));
  g_autofree char *copied = NULL;
  g_autoptr (McpProfile) last = mcp_profile_new_for_url ("last", "http://localhost:1/mcp");
  g_autoptr (SounderServer) second = NULL;

  g_assert_cmpuint (count_saved (f), ==, 0);
  act (f, "win.save-server");
  TEST_AWAIT_POLL (says (f, "Saved to the list"));
  g_assert_cmpuint (count_saved (f), ==, 1);
  g_assert_cmpuint (count_servers (f), ==, 1);
  g_assert_true (sounder_window_get_selected (f->window) == f->server);
  g_assert_false (is_enabled (f, "win.save-server"));

  g_assert_nonnull (sounder_server_model_add (f->model, last, NULL));
  act (f, "win.duplicate-server");
  g_assert_cmpuint (count_saved (f), ==, 3);
  second = g_list_model_get_item (G_LIST_MODEL (f->model), 1);
  g_assert_true (sounder_window_get_selected (f->window) == second);
  g_assert_true (second != f->server);
  g_assert_cmpstr (get_selected_name (f), !=, "mock");
  copied = mcp_profile_dup_command (sounder_server_get_profile (second));
  g_assert_cmpstr (copied, ==, command);
}

/* A server is removed when somebody says so, and is back when they take it back. */
static void
test_actions_remove (Fixture       *f,
                     gconstpointer  saved)
{
  GtkWidget *undo = NULL;

  if (saved != NULL)
    act (f, "win.save-server");

  act (f, "win.remove-server");
  answer (f, "cancel");
  g_assert_cmpuint (count_servers (f), ==, 1);

  act (f, "win.remove-server");
  answer (f, "confirm");
  g_assert_cmpuint (count_servers (f), ==, 0);
  g_assert_cmpuint (count_saved (f), ==, 0);
  g_assert_null (sounder_window_get_selected (f->window));

  TEST_AWAIT_POLL ((undo = app_test_find_labelled (GTK_WIDGET (f->window), GTK_TYPE_BUTTON, "_Undo")) != NULL);
  g_signal_emit_by_name (undo, "clicked");
  g_assert_cmpuint (count_servers (f), ==, 1);
  g_assert_cmpuint (count_saved (f), ==, saved != NULL ? 1 : 0);
  g_assert_cmpstr (get_selected_name (f), ==, "mock");
}

/* What was agreed to is asked again. */
static void
test_actions_withdraw_consent (Fixture       *f,
                               gconstpointer  unused)
{
  McpProfile *profile = sounder_server_get_profile (f->server);

  g_assert_true (mcp_consent_check (profile, NULL));
  act (f, "win.withdraw-consent");
  TEST_AWAIT_POLL (says (f, "You will be asked before it is started again"));
  g_assert_false (mcp_consent_check (profile, NULL));
}

/* Nothing is loaded from the network before somebody agreed, and only once. */
static void
test_actions_load_icons (Fixture       *f,
                         gconstpointer  unused)
{
  SounderIcons *icons;

  act (f, "win.connect");
  TEST_AWAIT (sounder_server_get_status (f->server) == SOUNDER_STATUS_READY);
  icons = sounder_icons_for (sounder_server_get_session (f->server));

  act (f, "win.load-icons");
  answer (f, "cancel");
  g_assert_false (sounder_icons_get_network (icons));
  act (f, "win.load-icons");
  answer (f, "confirm");
  g_assert_true (sounder_icons_get_network (icons));
  act (f, "win.load-icons");
  TEST_AWAIT_POLL (says (f, "Icons are being loaded already"));
}

static void
test_actions_no_icons (Fixture       *f,
                       gconstpointer  unused)
{
  act (f, "win.load-icons");
  TEST_AWAIT_POLL (says (f, "No icon is on the network"));
  g_assert_null (find_above (f, ADW_TYPE_MESSAGE_DIALOG));
}

/* The demo server is there once, however often it is tried. */
static void
test_actions_demo (Fixture       *f,
                   gconstpointer  unused)
{
  SounderServer *demo;

  act (f, "win.try-demo");
  demo = sounder_window_get_selected (f->window);
  g_assert_true (demo != f->server);
  g_assert_true (demo == sounder_server_model_find_demo (f->model));
  TEST_AWAIT (sounder_server_get_status (demo) == SOUNDER_STATUS_READY);
  /* It is ours: nobody has to be asked, and it is there anyway. */
  g_assert_false (is_enabled (f, "win.withdraw-consent"));
  g_assert_false (is_enabled (f, "win.save-server"));

  sounder_window_select (f->window, f->server);
  act (f, "win.try-demo");
  g_assert_true (sounder_window_get_selected (f->window) == demo);
  g_assert_cmpuint (count_servers (f), ==, 2);
}

/* Parts of the window, and windows beside it. */
static void
test_actions_window (Fixture       *f,
                     gconstpointer  unused)
{
  SounderOverlaySplit *split = app_test_child (f->window, "split");
  GtkToggleButton *questions = app_test_child (sounder_window_get_session_view (f->window), "questions_button");
  GtkWidget *compare;

  act (f, "win.toggle-sidebar");
  g_assert_false (sounder_overlay_split_get_show_sidebar (split));
  act (f, "win.toggle-sidebar");
  g_assert_true (sounder_overlay_split_get_show_sidebar (split));
  act (f, "win.toggle-sidebar");
  act (f, "win.search-servers");
  g_assert_true (sounder_overlay_split_get_show_sidebar (split));

  act (f, "win.questions");
  g_assert_true (gtk_toggle_button_get_active (questions));
  /* It goes only from where the keys are. */
  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  act (f, "win.questions");
  g_assert_true (gtk_toggle_button_get_active (questions));
  act (f, "win.questions");
  g_assert_false (gtk_toggle_button_get_active (questions));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.nth-page", "u", 8));
  g_assert_cmpstr (sounder_session_view_get_page (sounder_window_get_session_view (f->window)), ==, "console");

  act (f, "win.compare-with");
  compare = find_above (f, GTK_TYPE_WINDOW);
  g_assert_nonnull (compare);
  gtk_window_destroy (GTK_WINDOW (compare));
}

#define ADD(path, data, test) g_test_add ("/app/window-actions/" path, Fixture, data, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  ADD ("enabled", NULL, test_actions_enabled);
  ADD ("connection", NULL, test_actions_connection);
  ADD ("reconnect-as", NULL, test_actions_reconnect_as);
  ADD ("copy", NULL, test_actions_copy);
  ADD ("save-and-duplicate", NULL, test_actions_save_and_duplicate);
  ADD ("remove", NULL, test_actions_remove);
  ADD ("remove-saved", SERVE, test_actions_remove);
  ADD ("withdraw-consent", NULL, test_actions_withdraw_consent);
  ADD ("load-icons",
       "[{\"handshake\": {\"serverInfo\": {\"name\": \"n\", \"version\": \"1\","
       " \"icons\": [{\"src\": \"https://localhost:1/icon.png\"}]}}}, {\"serve\": {}}]",
       test_actions_load_icons);
  ADD ("no-icons", NULL, test_actions_no_icons);
  ADD ("demo", NULL, test_actions_demo);
  ADD ("window", NULL, test_actions_window);

  return g_test_run ();
}
