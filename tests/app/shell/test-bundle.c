/* test-bundle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "app-test.h"
#include "mcp-consent.h"
#include "sounder-consent-dialog.h"
#include "sounder-import-bundle.h"
#include "sounder-import-dialog.h"
#include "sounder-inputs-dialog.h"
#include "sounder-window.h"
#include "test-support.h"
#include "zip-fixture.h"

/* A bundle whose program leaves a file when it is started, and what a person does with it in the window. */

typedef struct
{
  SounderServerModel *model;
  SounderWindow      *window;
  char               *folder;
  GFile              *file;    /* of the bundle */
  char               *target;  /* where it is unpacked */
  char               *mark;    /* what its program leaves */
} Fixture;

static void
write_bundle (Fixture    *f,
              const char *other)   /* (nullable): the name of something else in it */
{
  static const char manifest[] =
    "{\"manifest_version\": \"0.3\", \"name\": \"tell\", \"display_name\": \"<b>Tell</b>\\u001b\", \"version\": \"1.2.0\","
    "\"description\": \"Tells <i>all</i>\", \"author\": {\"name\": \"Some & Body\"},"
    "\"tools\": [{\"name\": \"tell_all\", \"description\": \"Tells\"}], \"compatibility\": {\"platforms\": [\"darwin\"]},"
    "\"server\": {\"type\": \"binary\", \"entry_point\": \"bin/tell\", \"mcp_config\": {\"command\": \"/bin/sh\","
    "\"args\": [\"${__dirname}/bin/tell\", \"${user_config.dirs}\", \"${user_config.n}\", \"${user_config.file}\"],"
    "\"env\": {\"KEY\": \"${user_config.key}\", \"RO\": \"${user_config.ro}\"}}},"
    "\"user_config\": {\"dirs\": {\"type\": \"directory\", \"title\": \"Folders\", \"description\": \"Where & when\","
    "\"multiple\": true, \"required\": true, \"default\": [\"/a\", \"/b\"]},"
    "\"n\": {\"type\": \"number\", \"title\": \"Number\", \"default\": 3, \"max\": 5},"
    "\"file\": {\"type\": \"file\", \"title\": \"File\"},"
    "\"key\": {\"type\": \"string\", \"title\": \"Key\", \"sensitive\": true},"
    "\"ro\": {\"type\": \"boolean\", \"title\": \"Read only\", \"description\": \"Or not\", \"default\": true}}}";
  ZipFixture *zip = zip_fixture_new ();

  zip_fixture_add (zip, (ZipEntry) { .name = "manifest.json", .data = manifest, .packed = TRUE });
  zip_fixture_add (zip, (ZipEntry) { .name = "bin/tell", .data = "echo \"$# $* $KEY $RO\" > seen\n", .packed = TRUE });
  if (other != NULL)
    zip_fixture_add (zip, (ZipEntry) { .name = other, .data = "x" });
  zip_fixture_write (zip, g_file_peek_path (f->file), NULL, 0);
}

static void
set_up (Fixture       *f,
        gconstpointer  unused)
{
  g_autofree char *path = NULL;

  f->folder = test_make_folder ();
  path = g_build_filename (f->folder, "tell.mcpb", NULL);
  f->file = g_file_new_for_path (path);
  f->target = g_build_filename (f->folder, "tell", NULL);
  f->mark = g_build_filename (f->target, "seen", NULL);
  f->model = app_test_new_model ();
  f->window = sounder_window_new (NULL, f->model);
  gtk_window_present (GTK_WINDOW (f->window));
}

static void
tear_down (Fixture       *f,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  app_test_let_go (f->model);
  g_object_unref (f->file);
  g_free (f->folder);
  g_free (f->target);
  g_free (f->mark);
}

static GtkWidget *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) && gtk_widget_get_visible (window))
        return window;
    }

  return NULL;
}

static gboolean
shows (GtkWidget  *dialog,
       const char *page)
{
  return g_str_equal (gtk_stack_get_visible_child_name (app_test_child (dialog, "stack")), page);
}

static GtkWidget *
open_bundle (Fixture *f)
{
  GtkWidget *dialog;

  sounder_import_dialog_present_file (f->window, f->file);
  dialog = find_window (SOUNDER_TYPE_IMPORT_DIALOG);
  TEST_AWAIT (shows (dialog, "bundle"));

  return dialog;
}

static void
click (GtkWidget  *root,
       const char *name)
{
  g_signal_emit_by_name (app_test_find_named (root, name), "clicked");
}

/* Shown, unpacked where somebody chooses, and added: nothing is started by that. */
static SounderServer *
add_bundle (Fixture *f)
{
  GtkWidget *dialog = open_bundle (f);
  SounderImportBundle *page = SOUNDER_IMPORT_BUNDLE (app_test_find_named (dialog, "bundle"));
  SounderServer *server;

  app_test_assert_labelled (dialog);
  g_assert_nonnull (app_test_find_labelled (dialog, GTK_TYPE_LABEL, "<b>Tell</b>␛"));
  g_assert_nonnull (app_test_find_labelled (dialog, GTK_TYPE_LABEL, "1.2.0, by Some & Body"));
  g_assert_nonnull (app_test_find_labelled (dialog, GTK_TYPE_LABEL, "Tells <i>all</i>"));
  g_assert_nonnull (app_test_find_labelled (dialog, GTK_TYPE_LABEL, "It says that it is for darwin alone."));
  g_assert_nonnull (app_test_find_labelled (dialog, GTK_TYPE_LABEL, "Folders, Number, File, Key, Read only"));
  sounder_import_bundle_set_parent (page, f->folder);
  g_assert_false (g_file_test (f->target, G_FILE_TEST_EXISTS));
  click (dialog, "next_button");
  TEST_AWAIT (sounder_server_model_find (f->model, "tell") != NULL);
  server = sounder_server_model_find (f->model, "tell");
  g_assert_true (g_file_test (f->target, G_FILE_TEST_IS_DIR));
  g_assert_false (sounder_server_is_open (server));
  TEST_AWAIT (find_window (SOUNDER_TYPE_IMPORT_DIALOG) == NULL);

  return server;
}

static void
test_add (Fixture       *f,
          gconstpointer  unused)
{
  SounderServer *server;

  write_bundle (f, NULL);
  server = add_bundle (f);
  g_assert_cmpstr (mcp_profile_get_settings (sounder_server_get_profile (server))->cwd, ==, f->target);

  /* No is no. */
  sounder_server_open (server);
  TEST_AWAIT (find_window (SOUNDER_TYPE_CONSENT_DIALOG) != NULL);
  gtk_window_close (GTK_WINDOW (find_window (SOUNDER_TYPE_CONSENT_DIALOG)));
  TEST_AWAIT (find_window (SOUNDER_TYPE_CONSENT_DIALOG) == NULL);
  TEST_AWAIT (!sounder_server_is_open (server));
  g_assert_null (find_window (SOUNDER_TYPE_INPUTS_DIALOG));
  g_assert_false (g_file_test (f->mark, G_FILE_TEST_EXISTS));
}

static GtkWidget *
find_row (GtkWidget  *root,
          const char *title,
          guint       nth)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *row = ADW_IS_PREFERENCES_ROW (child) && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (child)), title) == 0
                         ? child
                         : find_row (child, title, nth);

      if (row == child && nth-- > 0)
        continue;
      if (row != NULL)
        return row;
    }

  return NULL;
}

static void
fill (GtkWidget  *form,
      const char *title,
      guint       nth,
      const char *text)
{
  GtkWidget *row = find_row (form, title, nth);

  g_assert_true (GTK_IS_EDITABLE (row));
  gtk_editable_set_text (GTK_EDITABLE (row), text);
}

/* What it asks for, each by its kind. */
static void
test_form (Fixture       *f,
           gconstpointer  unused)
{
  SounderServer *server;
  GtkWidget *form;
  g_autofree char *seen = NULL;
  g_autofree char *saved = NULL;

  write_bundle (f, NULL);
  server = add_bundle (f);
  sounder_server_open (server);
  TEST_AWAIT (find_window (SOUNDER_TYPE_CONSENT_DIALOG) != NULL);
  click (find_window (SOUNDER_TYPE_CONSENT_DIALOG), "run_button");
  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_INPUTS_DIALOG) != NULL);
  form = find_window (SOUNDER_TYPE_INPUTS_DIALOG);
  app_test_assert_labelled (form);
  g_assert_nonnull (app_test_find_labelled (form, GTK_TYPE_LABEL, "Where & when"));

  fill (form, "Folders", 0, "");
  fill (form, "Folders", 1, "");
  fill (form, "Number", 0, "7");
  click (form, "connect_button");
  g_assert_true (gtk_widget_get_visible (app_test_child (form, "error")));
  g_assert_true (gtk_widget_has_css_class (find_row (form, "Folders", 0), "error"));
  g_assert_true (gtk_widget_has_css_class (find_row (form, "Number", 0), "error"));

  g_signal_emit_by_name (app_test_find (gtk_widget_get_ancestor (find_row (form, "Folders", 0), ADW_TYPE_PREFERENCES_GROUP),
                                        GTK_TYPE_BUTTON), "clicked");
  fill (form, "Folders", 1, "/c d");
  fill (form, "Folders", 2, "/e");
  fill (form, "Number", 0, "5");
  gtk_switch_set_active (GTK_SWITCH (app_test_find (find_row (form, "Read only", 0), GTK_TYPE_SWITCH)), FALSE);
  g_assert_false (g_file_test (f->mark, G_FILE_TEST_EXISTS));
  click (form, "connect_button");
  TEST_AWAIT_POLL (g_file_test (f->mark, G_FILE_TEST_EXISTS));
  TEST_AWAIT (!sounder_server_is_open (server));
  g_assert_true (g_file_get_contents (f->mark, &seen, NULL, NULL));
  g_assert_cmpstr (seen, ==, "3 /c d /e 5  false\n");

  /* All of it is remembered: that there is no secret, too. */
  g_unlink (f->mark);
  sounder_server_open (server);
  TEST_AWAIT_POLL (g_file_test (f->mark, G_FILE_TEST_EXISTS));
  g_assert_null (find_window (SOUNDER_TYPE_INPUTS_DIALOG));
  g_assert_true (
    g_file_get_contents (mcp_server_list_get_path (sounder_server_model_get_list (f->model)), &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, "\"input:key\": \"\""));
  g_assert_nonnull (strstr (saved, "\"input:dirs\": \"/c d\\n/e\""));
}

/* What is bad is told where files are opened; nothing of it is written. */
static void
test_refused (Fixture       *f,
              gconstpointer  unused)
{
  GtkWidget *dialog;

  write_bundle (f, "../escaped");
  sounder_import_dialog_present_file (f->window, f->file);
  dialog = find_window (SOUNDER_TYPE_IMPORT_DIALOG);
  TEST_AWAIT (gtk_widget_get_visible (app_test_child (dialog, "error")));
  g_assert_nonnull (strstr (gtk_label_get_text (app_test_child (dialog, "error")), "“../escaped”"));
  g_assert_true (shows (dialog, "text"));
  gtk_window_close (GTK_WINDOW (dialog));

  /* One that is fine until it is unpacked. */
  write_bundle (f, NULL);
  dialog = open_bundle (f);
  sounder_import_bundle_set_parent (SOUNDER_IMPORT_BUNDLE (app_test_find_named (dialog, "bundle")), f->folder);
  g_assert_true (g_file_set_contents (f->target, "in the way", -1, NULL));
  click (dialog, "next_button");
  g_assert_false (gtk_widget_get_sensitive (app_test_find_named (dialog, "next_button")));
  TEST_AWAIT (gtk_widget_get_sensitive (app_test_find_named (dialog, "next_button")));
  g_assert_nonnull (app_test_find_labelled (dialog, GTK_TYPE_LABEL, "Unpack Into"));
  g_assert_null (sounder_server_model_find (f->model, "tell"));
  g_assert_true (shows (dialog, "bundle"));
  gtk_window_close (GTK_WINDOW (dialog));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/bundle/add", Fixture, NULL, set_up, test_add, tear_down);
  g_test_add ("/app/bundle/form", Fixture, NULL, set_up, test_form, tear_down);
  g_test_add ("/app/bundle/refused", Fixture, NULL, set_up, test_refused, tear_down);

  return g_test_run ();
}
