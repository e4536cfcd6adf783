/* test-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>

#include <glib/gstdio.h>

#include "app-test.h"
#include "mcp-journal-open.h"
#include "sounder-command-palette.h"
#include "sounder-import-dialog.h"
#include "sounder-server-dialog.h"
#include "sounder-settings.h"
#include "sounder-timeline.h"
#include "sounder-window.h"
#include "test-support.h"

#define N_PAGES 9

#define SERVE "[{\"handshake\": {}}, {\"stderr\": \"hello\"}, {\"serve\": {}}]"

/* Waits until nothing holds the window any more. */
static void
destroy_window (GtkWindow *window)
{
  GtkWindow *watched = window;

  g_object_add_weak_pointer (G_OBJECT (watched), (gpointer *) &watched);
  gtk_window_destroy (window);
  TEST_AWAIT_POLL (watched == NULL);
}

static SounderServer *
add_mock (SounderServerModel *model,
          const char         *script)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", script);

  return sounder_server_model_add_temporary (model, profile);
}

static void
test_window_empty (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);

  gtk_window_present (GTK_WINDOW (window));
  g_assert_null (sounder_window_get_selected (window));
  app_test_assert_labelled (GTK_WIDGET (window));
  destroy_window (GTK_WINDOW (window));
}

/* Connects by the action, shows every page at every width, and closes by the ladder. */
static void
test_window_connects (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_mock (model, SERVE);
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderSessionView *view = sounder_window_get_session_view (window);
  gpointer watched = window;
  const char *page;
  GPid pid;

  g_object_add_weak_pointer (G_OBJECT (window), &watched);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (sounder_window_get_selected (window) == server);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.connect", NULL));
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  pid = mcp_process_get_pid (mcp_session_get_process (sounder_server_get_session (server)));

  /* A page that is not there leaves the keys of the others alone. */
  g_assert_null (sounder_session_view_nth_page (view, 4));
  g_assert_null (sounder_session_view_nth_page (view, 5));
  g_assert_cmpstr (sounder_session_view_nth_page (view, 6), ==, "timeline");
  g_assert_cmpstr (sounder_session_view_nth_page (view, 7), ==, "health");
  g_assert_cmpstr (sounder_session_view_nth_page (view, N_PAGES - 1), ==, "console");
  g_assert_null (sounder_session_view_nth_page (view, N_PAGES));

  /* The timeline below a page is made when it is unfolded. */
  sounder_session_view_set_page (view, "tools");
  g_assert_null (app_test_find (GTK_WIDGET (window), SOUNDER_TYPE_TIMELINE));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.toggle-dock", NULL));
  g_assert_nonnull (app_test_find (GTK_WIDGET (window), SOUNDER_TYPE_TIMELINE));

  /* What the key of a page that there is not asks for. */
  sounder_session_view_set_page (view, NULL);
  for (int width_class = SOUNDER_WIDTH_NARROW; width_class <= SOUNDER_WIDTH_WIDE; width_class++)
    for (guint i = 0; i < N_PAGES; i++)
      {
        page = sounder_session_view_nth_page (view, i);
        if (page == NULL)
          continue;
        g_object_set (view, "width-class", width_class, "page", page, NULL);
        g_assert_cmpstr (sounder_session_view_get_page (view), ==, page);
        if (width_class == SOUNDER_WIDTH_NARROW)
          app_test_assert_fits (GTK_WIDGET (view));
      }
  app_test_assert_labelled (GTK_WIDGET (window));

  gtk_window_close (GTK_WINDOW (window));
  g_assert_nonnull (watched);
  TEST_AWAIT_POLL (watched == NULL);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

static void
count_cb (McpCatalog *catalog,
          guint      *n)
{
  (*n)++;
}

/* A list that nobody tells changes of is asked for again when somebody returns to its page; an empty one, too. */
static void
test_window_comes_back (gconstpointer tools)
{
  g_autofree char *script =
    g_strdup_printf ("[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, {\"serve\":"
                     " {\"tools/list\": {\"result\": {\"tools\": %s}}}}]", (const char *) tools);
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_mock (model, script);
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderSessionView *view = sounder_window_get_session_view (window);
  McpCatalog *catalog;
  guint n_loads = 0;

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.connect", NULL));
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  catalog = mcp_session_get_catalog (sounder_server_get_session (server), MCP_CATALOG_TOOLS);
  TEST_AWAIT (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED);
  sounder_session_view_set_page (view, "tools");
  app_test_draw_frames (GTK_WIDGET (window));
  sounder_session_view_set_page (view, "timeline");
  app_test_draw_frames (GTK_WIDGET (window));
  TEST_AWAIT_POLL (mcp_catalog_get_age_usec (catalog) > G_USEC_PER_SEC);

  g_signal_connect (catalog, "refreshed", G_CALLBACK (count_cb), &n_loads);
  sounder_session_view_set_page (view, "tools");
  TEST_AWAIT (n_loads == 1);
  g_signal_handlers_disconnect_by_data (catalog, &n_loads);
  destroy_window (GTK_WINDOW (window));
}

/* The second request to close does not wait for a server that does not want to end. */
static void
test_window_closes_at_once (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_mock (model, "[{\"ignore_sigterm\": true}, {\"handshake\": {}},"
                                           " {\"ignore_eof\": true}, {\"ignore_stdin\": true}]");
  SounderWindow *window = sounder_window_new (NULL, model);
  gpointer watched = window;
  GPid pid;

  g_object_add_weak_pointer (G_OBJECT (window), &watched);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  pid = mcp_process_get_pid (mcp_session_get_process (sounder_server_get_session (server)));

  gtk_window_close (GTK_WINDOW (window));
  g_assert_nonnull (watched);
  g_assert_true (sounder_server_is_open (server));
  gtk_window_close (GTK_WINDOW (window));
  TEST_AWAIT_POLL (watched == NULL);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

/* Selecting another server disconnects nothing. */
static void
test_window_selects (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *first = add_mock (model, SERVE);
  SounderServer *second = add_mock (model, SERVE);
  SounderWindow *window = sounder_window_new (NULL, model);
  g_autoptr (McpSession) shown = NULL;
  SounderSessionView *view;

  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (first);
  TEST_AWAIT (sounder_server_get_status (first) == SOUNDER_STATUS_READY);
  sounder_window_select (window, second);
  view = sounder_window_get_session_view (window);
  g_assert_true (app_test_get_object (view, "server") == second);
  g_object_get (sounder_session_view_find_page (view, "overview"), "session", &shown, NULL);
  g_assert_true (shown == sounder_server_get_session (second));
  g_assert_cmpint (sounder_server_get_status (first), ==, SOUNDER_STATUS_READY);

  g_assert_true (sounder_server_model_remove (model, second, NULL));
  g_assert_true (sounder_window_get_selected (window) == first);
  g_assert_true (sounder_server_model_remove (model, first, NULL));
  g_assert_null (sounder_window_get_selected (window));

  destroy_window (GTK_WINDOW (window));
}

static void
test_window_server_dialog (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_mock (model, SERVE);
  SounderServerDialog *dialog = sounder_server_dialog_new (model, NULL);
  SounderServerDialog *edit = sounder_server_dialog_new (model, server);
  g_autoptr (McpProfile) made = NULL;
  g_autofree char *before = mcp_profile_to_json (sounder_server_get_profile (server));
  g_autofree char *after = NULL;

  app_test_assert_fits (GTK_WIDGET (dialog));
  app_test_assert_labelled (GTK_WIDGET (dialog));
  g_assert_false (sounder_server_dialog_is_valid (dialog));

  /* Saving without a change changes nothing. */
  g_assert_true (sounder_server_dialog_is_valid (edit));
  made = sounder_server_dialog_make_profile (edit);
  after = mcp_profile_to_json (made);
  g_assert_cmpstr (after, ==, before);

  destroy_window (GTK_WINDOW (dialog));
  destroy_window (GTK_WINDOW (edit));
}

static void
test_window_import_dialog (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderImportDialog *dialog = sounder_import_dialog_new (model);

  app_test_assert_fits (GTK_WIDGET (dialog));
  app_test_assert_labelled (GTK_WIDGET (dialog));

  sounder_import_dialog_set_text (dialog, "{ broken");
  g_assert_false (sounder_import_dialog_review (dialog));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);

  sounder_import_dialog_set_text (dialog, "{\"mcpServers\": {\"a\": {\"command\": \"true\", \"env\":"
                                          " {\"KEY\": \"secret\"}}, \"b\": {\"command\": \"false\"}}}");
  g_assert_true (sounder_import_dialog_review (dialog));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 2);
  g_assert_cmpuint (sounder_server_model_count_open (model), ==, 0);

  destroy_window (GTK_WINDOW (dialog));
}

static int
get_choice (SounderCommandPalette *palette)
{
  GtkWidget *list = app_test_find (GTK_WIDGET (palette), GTK_TYPE_LIST_BOX);

  return gtk_list_box_row_get_index (gtk_list_box_get_selected_row (GTK_LIST_BOX (list)));
}

/* Where the palette takes keys: before the widget that has the focus. */
static void
press_in_palette (SounderCommandPalette *palette,
                  guint                  keyval)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (palette));
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, 0, &handled);
    }
  g_assert_true (handled);
}

/* (nullable): why something cannot be done now, which stands where else its keys do. */
static const char *
get_reason (SounderCommandPalette *palette,
            guint                  index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (app_test_child (palette, "list"), (int) index);
  GtkWidget *words = gtk_widget_get_last_child (gtk_list_box_row_get_child (row));

  return gtk_widget_get_sensitive (GTK_WIDGET (row)) ? NULL : gtk_label_get_text (GTK_LABEL (words));
}

static guint
count_rows (SounderCommandPalette *palette)
{
  guint n_rows = 0;

  while (gtk_list_box_get_row_at_index (app_test_child (palette, "list"), n_rows) != NULL)
    n_rows++;

  return n_rows;
}

static void
test_window_command_palette (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_mock (model, SERVE);
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderCommandPalette *palette = sounder_command_palette_new (window);

  g_assert_nonnull (server);
  app_test_assert_fits (GTK_WIDGET (palette));
  app_test_assert_labelled (GTK_WIDGET (palette));
  g_assert_cmpuint (count_rows (palette), >, 10);
  gtk_editable_set_text (app_test_child (palette, "entry"), "mock server");
  g_assert_cmpuint (count_rows (palette), ==, 1);
  g_assert_null (get_reason (palette, 0));
  gtk_editable_set_text (app_test_child (palette, "entry"), "no such thing");
  g_assert_cmpuint (count_rows (palette), ==, 0);

  /* The entry keeps the focus while Down moves the choice. */
  gtk_editable_set_text (app_test_child (palette, "entry"), "show");
  g_assert_cmpint (get_choice (palette), ==, 0);
  press_in_palette (palette, GDK_KEY_Down);
  press_in_palette (palette, GDK_KEY_Down);
  g_assert_cmpint (get_choice (palette), ==, 2);
  press_in_palette (palette, GDK_KEY_Up);
  g_assert_cmpint (get_choice (palette), ==, 1);

  /* What cannot be done now says why. */
  gtk_editable_set_text (app_test_child (palette, "entry"), "refresh");
  g_assert_cmpuint (count_rows (palette), ==, 1);
  g_assert_cmpstr (get_reason (palette, 0), ==, "Not connected");
  gtk_editable_set_text (app_test_child (palette, "entry"), "show timeline");
  g_assert_null (get_reason (palette, 0));
  destroy_window (GTK_WINDOW (palette));
  destroy_window (GTK_WINDOW (window));
}

#define SERVE_ALL \
  "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"resources\": {}, \"prompts\": {}}}}, {\"serve\": {" \
  " \"tools/list\": {\"result\": {\"tools\": [{\"name\": \"a-tool\", \"inputSchema\": {}}]}}," \
  " \"resources/list\": {\"result\": {\"resources\": [{\"uri\": \"file:///a\", \"name\": \"a-resource\"}]}}," \
  " \"resources/templates/list\": {\"result\": {\"resourceTemplates\":" \
  "  [{\"uriTemplate\": \"file:///{x}\", \"name\": \"a-template\"}]}}," \
  " \"prompts/list\": {\"result\": {\"prompts\": [{\"name\": \"a-prompt\", \"title\": \"Of today\"}]}}}}]"

/* What the server offers, and the settings, each by its name. */
static void
test_window_command_palette_finds (void)
{
  static const struct
  {
    const char *text;
    const char *page;
  } table[] = { { "a-tool", "tools" }, { "a-resource", "resources" }, { "file:///{x}", "resources" },
                { "today", "prompts" } };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_mock (model, SERVE_ALL);
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderSessionView *view = sounder_window_get_session_view (window);
  SounderCommandPalette *palette;

  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  for (guint i = 0; i < MCP_CATALOG_SKILLS; i++)
    TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (mcp_session_get_catalog (sounder_server_get_session (server),
                                                                                i))) == 1);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      palette = sounder_command_palette_new (window);
      gtk_editable_set_text (app_test_child (palette, "entry"), table[i].text);
      /* “a-resource” is found of “a-template” as well, which is a resource template: the best is first. */
      g_assert_cmpuint (count_rows (palette), >=, 1);
      g_signal_emit_by_name (app_test_child (palette, "entry"), "activate");
      g_assert_cmpstr (sounder_session_view_get_page (view), ==, table[i].page);
    }

  palette = sounder_command_palette_new (window);
  gtk_editable_set_text (app_test_child (palette, "entry"), "setting redaction");
  g_assert_cmpuint (count_rows (palette), ==, 1);
  destroy_window (GTK_WINDOW (palette));

  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
  destroy_window (GTK_WINDOW (window));
}

/* A server may have any number of tools, of any names: the first that match are drawn, as text. */
static void
test_window_command_palette_many (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (GString) script = g_string_new ("[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, {\"serve\": {"
                                             " \"tools/list\": {\"result\": {\"tools\": [");
  SounderServer *server;
  SounderWindow *window;
  SounderCommandPalette *palette;
  GtkEditable *entry;
  GListModel *tools;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (script, "{\"name\": \"Zebra \u202e<i> %u\", \"inputSchema\": {}},", i);
  g_string_append (script, "{\"name\": \"zebra-last\", \"inputSchema\": {}}]}}}}]");
  server = add_mock (model, script->str);
  window = sounder_window_new (NULL, model);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  tools = G_LIST_MODEL (mcp_session_get_catalog (sounder_server_get_session (server), MCP_CATALOG_TOOLS));
  TEST_AWAIT (g_list_model_get_n_items (tools) == 301);

  palette = sounder_command_palette_new (window);
  entry = app_test_child (palette, "entry");
  gtk_editable_set_text (entry, "zebra");
  g_assert_cmpuint (count_rows (palette), ==, 60);
  /* Each word, in any case and any order, and the kind is a word as well. */
  gtk_editable_set_text (entry, "299 TOOL zEbRa");
  g_assert_cmpuint (count_rows (palette), ==, 1);
  gtk_editable_set_text (entry, "last  zebra ");
  g_assert_cmpuint (count_rows (palette), ==, 1);
  gtk_editable_set_text (entry, "zebra horse");
  g_assert_cmpuint (count_rows (palette), ==, 0);
  /* Nothing to run: Return stays here. */
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_get_root (GTK_WIDGET (entry)) == GTK_ROOT (palette));

  gtk_editable_set_text (entry, "tool zebra 17");
  for (guint i = 0; i < count_rows (palette); i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (app_test_child (palette, "list"), (int) i));
      GtkLabel *label = GTK_LABEL (app_test_find (row, GTK_TYPE_LABEL));

      g_assert_null (strstr (gtk_label_get_text (label), "\u202e"));
      g_assert_nonnull (strstr (gtk_label_get_text (label), "<i> "));
    }
  /* Up from the first stays there, and so does Down on the last. */
  gtk_editable_set_text (entry, "zebra 299");
  press_in_palette (palette, GDK_KEY_Up);
  g_assert_cmpint (get_choice (palette), ==, 0);
  press_in_palette (palette, GDK_KEY_Down);
  g_assert_cmpint (get_choice (palette), ==, 0);
  destroy_window (GTK_WINDOW (palette));

  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server));
  destroy_window (GTK_WINDOW (window));
}

/* A window that was closed to watch on leaves its sessions; asked to quit it does not. */
static void
test_window_background (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_mock (model, SERVE);
  SounderWindow *window = sounder_window_new (NULL, model);
  gpointer watched = window;

  g_object_add_weak_pointer (G_OBJECT (window), &watched);
  sounder_settings_set ("run-in-background", "b", TRUE);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  gtk_window_close (GTK_WINDOW (window));
  TEST_AWAIT (!gtk_widget_get_visible (GTK_WIDGET (window)));
  g_assert_cmpint (sounder_server_get_status (server), ==, SOUNDER_STATUS_READY);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));

  sounder_window_quit (window);
  TEST_AWAIT_POLL (watched == NULL);
  g_assert_false (sounder_server_is_open (server));
  sounder_settings_set ("run-in-background", "b", FALSE);
}

/* Without a server little can be done, and that stands first. */
static void
test_window_command_palette_empty (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderCommandPalette *palette = sounder_command_palette_new (window);
  gboolean over = FALSE;
  guint n_rows;

  gtk_editable_set_text (app_test_child (palette, "entry"), "server");
  n_rows = count_rows (palette);
  g_assert_null (get_reason (palette, 0));
  for (guint i = 0; i < n_rows; i++)
    {
      const char *reason = get_reason (palette, i);

      if (reason != NULL)
        g_assert_cmpstr (reason, ==, "No server is selected");
      g_assert_false (over && reason == NULL);
      over = reason != NULL;
    }
  g_assert_true (over);

  destroy_window (GTK_WINDOW (palette));
  destroy_window (GTK_WINDOW (window));
}

/* Opens a recording that only has a head, in the version that is asked for. */
static SounderServer *
open_recording (SounderWindow *window,
                int            version)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "head.mcprec", NULL);
  g_autofree char *head = g_strdup_printf ("{\"mcprec\":%d}\n", version);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SounderServer *before = sounder_window_get_selected (window);
  McpJournal *journal;

  g_assert_cmpint (g_mkdir_with_parents (g_get_user_state_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, head, -1, NULL));
  sounder_window_open_recording (window, file);
  TEST_AWAIT (sounder_window_get_selected (window) != before);
  journal = mcp_session_get_journal (
    sounder_server_get_session (sounder_window_get_selected (window)));
  TEST_AWAIT (!mcp_journal_is_loading (journal));
  g_assert_cmpint (g_unlink (path), ==, 0);

  return sounder_window_get_selected (window);
}

/* Whether what is selected can be saved: a button for it would be sensitive. */
static gboolean
can_save (SounderWindow *window)
{
  GtkWidget *button = gtk_button_new ();
  gboolean can;

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.save-recording");
  gtk_widget_set_parent (button, GTK_WIDGET (window));
  can = gtk_widget_get_sensitive (button);
  gtk_widget_unparent (button);

  return can;
}

/* What a later version wrote cannot be saved, and the status says why; all else can. */
static void
test_window_newer_recording (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderServer *ours = open_recording (window, 1);
  g_autofree char *ours_text = sounder_server_dup_status_text (ours);
  g_autofree char *newer_text = NULL;
  SounderServer *newer;

  g_assert_cmpstr (ours_text, ==, "Recording");
  g_assert_true (can_save (window));
  newer = open_recording (window, 7);
  newer_text = sounder_server_dup_status_text (newer);
  g_assert_cmpstr (newer_text, ==, "Recording of a later version, read only");
  g_assert_false (can_save (window));
  sounder_window_select (window, ours);
  g_assert_true (can_save (window));

  destroy_window (GTK_WINDOW (window));
}

static gboolean
pid_file_is_written (const char *path,
                     GPid       *pid)
{
  g_autofree char *contents = NULL;

  if (!g_file_get_contents (path, &contents, NULL, NULL) || strchr (contents, '\n') == NULL)
    return FALSE;

  *pid = atoi (contents);

  return *pid > 0;
}

/* The program as it is installed: SIGTERM leaves no process behind. */
static void
test_window_signal_ends_servers (void)
{
  g_autofree char *directory = test_make_folder ();
  g_autofree char *path = g_build_filename (directory, "pid", NULL);
  const char *const argv[] = {
    g_getenv ("SOUNDER_APP"), "--", "sh", "-c",
    "echo $$ > \"$0.new\"; mv \"$0.new\" \"$0\"; trap '' TERM; while :; do sleep 1; done", path, NULL,
  };
  g_autoptr (GSubprocess) app = NULL;
  g_autoptr (GError) error = NULL;
  GPid pid = 0;

  app = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
  g_assert_no_error (error);
  TEST_AWAIT_POLL (pid_file_is_written (path, &pid));

  g_subprocess_send_signal (app, SIGTERM);
  g_assert_true (g_subprocess_wait (app, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/window/empty", test_window_empty);
  g_test_add_func ("/app/window/connects", test_window_connects);
  g_test_add_data_func ("/app/window/comes-back", "[{\"name\": \"a\", \"inputSchema\": {\"type\": \"object\"}}]",
                        test_window_comes_back);
  g_test_add_data_func ("/app/window/comes-back-to-nothing", "[]", test_window_comes_back);
  g_test_add_func ("/app/window/closes-at-once", test_window_closes_at_once);
  g_test_add_func ("/app/window/selects", test_window_selects);
  g_test_add_func ("/app/window/server-dialog", test_window_server_dialog);
  g_test_add_func ("/app/window/import-dialog", test_window_import_dialog);
  g_test_add_func ("/app/window/command-palette", test_window_command_palette);
  g_test_add_func ("/app/window/command-palette/empty", test_window_command_palette_empty);
  g_test_add_func ("/app/window/command-palette-finds", test_window_command_palette_finds);
  g_test_add_func ("/app/window/command-palette-many", test_window_command_palette_many);
  g_test_add_func ("/app/window/background", test_window_background);
  g_test_add_func ("/app/window/newer-recording", test_window_newer_recording);
  g_test_add_func ("/app/window/signal-ends-servers", test_window_signal_ends_servers);

  return g_test_run ();
}
