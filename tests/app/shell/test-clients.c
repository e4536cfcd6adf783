/* test-clients.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "app-test.h"
#include "mcp-client.h"
#include "mcp-consent.h"
#include "sounder-client-export-dialog.h"
#include "sounder-import-list.h"
#include "sounder-import-dialog.h"
#include "test-support.h"

/* Servers of other clients, in a home folder of the test's own. What would run writes a file, and never does. */

static char *home;

static char *
write_file (const char *name,
            const char *text)
{
  char *path = g_build_filename (home, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return path;
}

static guint
count_shown (GtkWidget *list)
{
  guint n = 0;

  for (int i = 0;; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i);

      if (row == NULL)
        return n;
      n += gtk_widget_get_child_visible (GTK_WIDGET (row));
    }
}

static void
test_import (void)
{
  g_autofree char *trap = g_build_filename (home, "started", NULL);
  g_autofree char *servers = g_strdup_printf ("{\"mcpServers\": {\"sea\": {\"command\": \"/bin/touch\", \"args\": [\"%s\"]},"
                                              "\"far\": {\"url\": \"http://localhost:1/\"}, \"bad\": {\"command\": 7}}}",
                                              trap);
  g_autofree char *cursor = write_file (".cursor/mcp.json", servers);
  g_autofree char *codex = write_file (".codex/config.toml", "[mcp_servers.deep]\ncommand = 'd'\n");
  g_autofree char *broken = write_file (".gemini/settings.json", "{");
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) saved = mcp_profile_new_for_url ("far", "http://localhost:1/");
  SounderImportDialog *dialog;
  SounderServer *added;
  GtkWidget *found;
  GtkWidget *list;
  GtkWidget *next;
  guint n_ticked;

  g_assert_nonnull (sounder_server_model_add (model, saved, NULL));
  dialog = sounder_import_dialog_new (model);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_cmpuint (sounder_import_dialog_look (dialog), ==, 5);
  found = app_test_find_named (GTK_WIDGET (dialog), "found");
  list = app_test_find_named (found, "list");
  next = app_test_find_named (GTK_WIDGET (dialog), "next_button");
  app_test_assert_labelled (GTK_WIDGET (dialog));
  g_assert_false (gtk_widget_get_sensitive (next));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog)),
                                         app_test_find_named (found, "search")));

  /* What is saved, and what cannot be read, is not ticked. */
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (found, "search")), "DEEP");
  TEST_AWAIT_POLL (count_shown (list) == 1);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (found, "search")), "");
  TEST_AWAIT_POLL (count_shown (list) == 5);
  g_signal_emit_by_name (app_test_find_named (found, "all"), "clicked");
  n_ticked = sounder_import_list_get_n_ticked (SOUNDER_IMPORT_LIST (found));
  g_assert_cmpuint (n_ticked, ==, 2);
  g_assert_true (gtk_widget_get_sensitive (next));

  g_signal_emit_by_name (next, "clicked");
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 2);
  g_assert_nonnull (sounder_server_model_find (model, "deep"));
  added = sounder_server_model_find (model, "sea");
  g_assert_nonnull (added);
  g_assert_false (sounder_server_is_open (added));
  g_assert_false (g_file_test (trap, G_FILE_TEST_EXISTS));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What a project has is found from a folder within it, and agreed to as a whole. */
static void
test_project (void)
{
  g_autofree char *mark = write_file ("work/.git", "");
  g_autofree char *config = write_file ("work/.vscode/mcp.json",
                                        "{\"servers\": {\"lake\": {\"command\": \"sh\", \"args\": [\"-c\", \"x\"]}}}");
  g_autofree char *below = write_file ("work/src/a/b.c", "");
  g_autofree char *folder = g_path_get_dirname (below);
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) saved = mcp_profile_new_for_argv ("near", (const char *const[]) { "x", NULL });
  SounderImportDialog *dialog;
  GtkWidget *found;
  SounderServer *lake;

  g_object_set (saved, "cwd", folder, NULL);
  g_assert_nonnull (sounder_server_model_add (model, saved, NULL));
  dialog = sounder_import_dialog_new (model);
  gtk_window_present (GTK_WINDOW (dialog));
  sounder_import_dialog_look (dialog);
  found = app_test_find_named (GTK_WIDGET (dialog), "found");
  g_assert_nonnull (app_test_find_labelled (found, GTK_TYPE_LABEL, "lake"));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (found, "search")), "lake");
  TEST_AWAIT_POLL (count_shown (app_test_find_named (found, "list")) == 1);
  g_signal_emit_by_name (app_test_find_named (found, "all"), "clicked");
  g_signal_emit_by_name (app_test_find_named (GTK_WIDGET (dialog), "next_button"), "clicked");
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_LABEL,
                                            "To Look At: A shell runs a text, which can do anything."));
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (app_test_find_named (GTK_WIDGET (dialog), "consent"))));
  gtk_switch_set_active (GTK_SWITCH (app_test_find_named (GTK_WIDGET (dialog), "consent")), TRUE);
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 1);
  lake = sounder_server_model_find (model, "lake");
  g_assert_nonnull (lake);
  g_assert_true (mcp_consent_check (sounder_server_get_profile (lake), NULL));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Of the ways of a server.json one is ticked, and what it asks for is named. */
static void
test_manifest (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderImportDialog *dialog = sounder_import_dialog_new (model);

  sounder_import_dialog_set_text (dialog, "{\"name\": \"io.x/sea\", \"packages\": [{\"registryType\": \"npm\", \"identifier\":"
                                          "\"sea\", \"environmentVariables\": [{\"name\": \"KEY\", \"isRequired\": true}]}],"
                                          "\"remotes\": [{\"type\": \"sse\", \"url\": \"http://localhost:1/\"}]}");
  g_assert_true (sounder_import_dialog_review (dialog));
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_LABEL, "asks for KEY"));
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 1);
  g_assert_nonnull (sounder_server_model_find (model, "sea (npm)"));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_export (void)
{
  g_autofree char *path = write_file ("project/.cursor/mcp.json", "{\n  // mine\n  \"mcpServers\": {}\n}\n");
  g_autofree char *backup = g_strconcat (path, ".before-sounder", NULL);
  g_autofree char *text = NULL;
  g_autofree char *after = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("sea", (const char * const[]) { "deep", "down", NULL });
  SounderClientExportDialog *dialog = sounder_client_export_dialog_new (profile);
  GtkTextBuffer *buffer;
  GtkTextIter start, end;

  gtk_window_present (GTK_WINDOW (dialog));
  sounder_client_export_dialog_set_file (dialog, mcp_client_file_new_for_path (path));
  app_test_assert_labelled (GTK_WIDGET (dialog));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (app_test_find_named (GTK_WIDGET (dialog), "diff")));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  g_assert_nonnull (strstr (text, "\n+      \"command\": \"deep\",\n"));
  g_assert_true (gtk_widget_get_sensitive (app_test_find_named (GTK_WIDGET (dialog), "write_button")));
  g_assert_false (g_file_test (backup, G_FILE_TEST_EXISTS));

  g_assert_true (sounder_client_export_dialog_write (dialog));
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_nonnull (strstr (after, "// mine\n"));
  g_assert_nonnull (strstr (after, "\"args\": [\"down\"]"));
  g_assert_true (g_file_test (backup, G_FILE_TEST_EXISTS));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* A file that cannot be changed says why, and nothing can be written. */
static void
test_export_refused (void)
{
  g_autofree char *path = write_file ("project/codex.toml", "mcp_servers = {}\n");
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("sea", (const char * const[]) { "deep", NULL });
  SounderClientExportDialog *dialog = sounder_client_export_dialog_new (profile);

  sounder_client_export_dialog_set_file (dialog, mcp_client_file_new_for_path (path));
  g_assert_false (gtk_widget_get_sensitive (app_test_find_named (GTK_WIDGET (dialog), "write_button")));
  g_assert_true (gtk_widget_get_visible (app_test_find_named (GTK_WIDGET (dialog), "error")));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

int
main (int   argc,
      char *argv[])
{
  int status;

  home = g_dir_make_tmp ("sounder-home-XXXXXX", NULL);
  g_setenv ("HOME", home, TRUE);
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/clients/import", test_import);
  g_test_add_func ("/app/clients/project", test_project);
  g_test_add_func ("/app/clients/manifest", test_manifest);
  g_test_add_func ("/app/clients/export", test_export);
  g_test_add_func ("/app/clients/export-refused", test_export_refused);

  status = g_test_run ();
  test_remove_tree (home);
  g_free (home);

  return status;
}
