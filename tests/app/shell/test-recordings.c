/* test-recordings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "app-test.h"
#include "mcp-entry.h"
#include "mcp-journal-archive.h"
#include "sounder-autosave.h"
#include "sounder-file-jobs.h"
#include "sounder-recent.h"
#include "sounder-recovery-dialog.h"
#include "sounder-timeline-page.h"
#include "sounder-window.h"
#include "test-support.h"

/* Enough that writing takes longer than it takes for the bar to show. */
#define N_MANY 800000

#define SECRET "sk-abcdefghijklmnopqrstuvwxyz0123456789"
#define TOLD   "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/told\",\"params\":{\"password\":\"hunter2-hunter2\"," \
               "\"text\":\"" SECRET "\"}}"
#define ASKED  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"

typedef struct
{
  char               *directory;
  char               *path;
  SounderServerModel *model;
  SounderServer      *server;
  SounderWindow      *window;
} Fixture;

static void
append (McpJournal *journal,
        const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autofree char *decoded = NULL;
  McpJournalEntry entry = { 0 };
  McpScan scan;

  mcp_scan (text, strlen (text), &scan);
  entry.life = 1;
  mcp_entry_classify (&entry, text, strlen (text), &scan, &decoded);
  mcp_journal_append (journal, &entry, bytes);
}

static McpJournal *
get_journal (Fixture *fixture)
{
  return mcp_session_get_journal (sounder_server_get_session (fixture->server));
}

static void
append_all (Fixture *fixture,
            guint    n)
{
  for (guint i = 0; i < n; i++)
    append (get_journal (fixture), i % 2 == 0 ? TOLD : ASKED);
  mcp_journal_flush (get_journal (fixture));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[]");

  fixture->directory = g_dir_make_tmp ("sounder-save-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->directory, "out", NULL);
  fixture->model = app_test_new_model ();
  fixture->server = sounder_server_model_add_temporary (fixture->model, profile);
  fixture->window = sounder_window_new (NULL, fixture->model);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

/* Nothing but the file is left in the folder. */
static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  if (fixture->window != NULL)
    {
      g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
      gtk_window_destroy (GTK_WINDOW (fixture->window));
      TEST_AWAIT_POLL (fixture->window == NULL);
    }
  g_object_unref (fixture->model);
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->directory), ==, 0);
  g_free (fixture->path);
  g_free (fixture->directory);
}

static SounderFileJobs *
get_jobs (Fixture *fixture)
{
  return SOUNDER_FILE_JOBS (app_test_find (GTK_WIDGET (fixture->window), SOUNDER_TYPE_FILE_JOBS));
}

static void
write_session (Fixture          *fixture,
               SounderSaveChoice choice)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);

  sounder_window_write_session (fixture->window, fixture->server, &choice, file);
}

static char *
write_and_read (Fixture          *fixture,
                SounderSaveChoice choice)
{
  char *contents = NULL;

  write_session (fixture, choice);
  TEST_AWAIT_POLL (sounder_file_jobs_count (get_jobs (fixture)) == 0);
  g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));

  return contents;
}

typedef struct
{
  guint             n_answers;
  gboolean          given_up;
  SounderSaveChoice choice;
} Answer;

static void
answered_cb (const SounderSaveChoice *choice,
             gpointer                 user_data)
{
  Answer *answer = user_data;

  answer->n_answers++;
  answer->given_up = choice == NULL;
  if (choice != NULL)
    answer->choice = *choice;
}

static GtkWidget *
new_dialog (Fixture  *fixture,
            gboolean  as_export,
            gboolean  filtered,
            Answer   *answer)
{
  const SounderSaveChoice proposal = { .as_export = as_export, .format = MCP_EXPORT_JSONL };
  GtkWidget *dialog = sounder_redaction_dialog_new (GTK_WINDOW (fixture->window),
                                                    get_journal (fixture), mcp_redactor_new (),
                                                    &proposal, filtered, answered_cb, answer);

  gtk_window_present (GTK_WINDOW (dialog));

  return dialog;
}

static gboolean
is_shown (GtkWidget  *dialog,
          const char *title,
          const char *subtitle)
{
  GtkWidget *row = app_test_find_labelled (dialog, ADW_TYPE_ACTION_ROW, title);

  return row != NULL && gtk_widget_get_visible (row)
         && g_strcmp0 (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), subtitle) == 0;
}

static GtkWidget *
find_expander (GtkWidget *dialog)
{
  return app_test_find (dialog, GTK_TYPE_EXPANDER);
}

/* All lines have their place, and the first of them is in sight. */
static gboolean
shows_samples (GtkWidget *dialog)
{
  GtkWidget *expander = find_expander (dialog);
  GtkWidget *samples = gtk_expander_get_child (GTK_EXPANDER (expander));
  GtkWidget *scroller = gtk_widget_get_ancestor (expander, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *inner = gtk_widget_get_ancestor (samples, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  return inner == scroller && gtk_widget_get_mapped (samples)
         && gtk_widget_compute_bounds (samples, scroller, &bounds) && bounds.size.height > 0
         && bounds.origin.y >= 0
         && bounds.origin.y + MIN (bounds.size.height, 30) <= gtk_widget_get_height (scroller);
}

/* What is taken out is shown by rule; secrets are kept only when somebody says so. */
static void
test_redaction_dialog (Fixture       *fixture,
                       gconstpointer  data)
{
  Answer answer = { 0 };
  GtkWidget *dialog;
  GtkWidget *keep;

  append_all (fixture, 6);
  dialog = new_dialog (fixture, FALSE, FALSE, &answer);
  TEST_AWAIT_POLL (is_shown (dialog, "Members of objects with secret names", "3 times"));
  g_assert_true (is_shown (dialog, "Tokens that show what they are", "3 times"));
  g_assert_null (app_test_find_labelled (dialog, ADW_TYPE_COMBO_ROW, "Format"));
  app_test_assert_labelled (dialog);
  app_test_assert_fits (dialog);
  gtk_expander_set_expanded (GTK_EXPANDER (find_expander (dialog)), TRUE);
  TEST_AWAIT_POLL (shows_samples (dialog));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  g_assert_cmpuint (answer.n_answers, ==, 1);
  g_assert_true (answer.choice.redact);
  g_assert_false (answer.choice.as_export);
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = new_dialog (fixture, FALSE, FALSE, &answer);
  keep = adw_action_row_get_activatable_widget (
    ADW_ACTION_ROW (app_test_find_labelled (dialog, ADW_TYPE_ACTION_ROW, "Save with all secrets")));
  gtk_switch_set_active (GTK_SWITCH (keep), TRUE);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  g_assert_false (answer.choice.redact);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_export_dialog (Fixture       *fixture,
                    gconstpointer  data)
{
  Answer answer = { 0 };
  GtkWidget *dialog = new_dialog (fixture, TRUE, TRUE, &answer);
  GtkWidget *format = app_test_find_labelled (dialog, ADW_TYPE_COMBO_ROW, "Format");
  GtkWidget *only = app_test_find_labelled (dialog, ADW_TYPE_ACTION_ROW, "Only what the filter shows");

  TEST_AWAIT_POLL (app_test_find_labelled (dialog, ADW_TYPE_ACTION_ROW, "Nothing was recognised as a secret")
                   != NULL);
  app_test_assert_labelled (dialog);
  app_test_assert_fits (dialog);
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (format)), ==, MCP_EXPORT_JSONL);
  adw_combo_row_set_selected (ADW_COMBO_ROW (format), MCP_EXPORT_TEXT);
  gtk_switch_set_active (GTK_SWITCH (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (only))),
                         TRUE);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  g_assert_true (answer.choice.as_export && answer.choice.only_shown && answer.choice.redact);
  g_assert_cmpuint (answer.choice.format, ==, MCP_EXPORT_TEXT);
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = new_dialog (fixture, TRUE, FALSE, &answer);
  g_assert_null (app_test_find_labelled (dialog, ADW_TYPE_ACTION_ROW, "Only what the filter shows"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_assert_true (answer.given_up);
  g_assert_cmpuint (answer.n_answers, ==, 2);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_exports (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *recording = NULL;
  g_autofree char *har = NULL;
  g_autofree char *text = NULL;
  g_autofree char *whole = NULL;

  append_all (fixture, 2);
  recording = write_and_read (fixture, (SounderSaveChoice) { .redact = TRUE });
  g_assert_true (g_str_has_prefix (recording, "{\"mcprec\":1,"));
  g_assert_null (strstr (recording, SECRET));

  har = write_and_read (fixture, (SounderSaveChoice) {
                                   .as_export = TRUE, .format = MCP_EXPORT_HAR, .redact = TRUE });
  g_assert_true (g_str_has_prefix (har, "{\"log\":"));
  g_assert_nonnull (strstr (har, "notifications/told"));
  text = write_and_read (fixture, (SounderSaveChoice) {
                                    .as_export = TRUE, .format = MCP_EXPORT_TEXT, .redact = TRUE });
  g_assert_nonnull (strstr (text, "request ping"));
  g_assert_null (strstr (text, SECRET));
  whole = write_and_read (fixture, (SounderSaveChoice) { .as_export = TRUE, .format = MCP_EXPORT_JSONL });
  g_assert_cmpstr (whole, ==, TOLD "\n" ASKED "\n");
}

/* What the timeline has no row of stays out. */
static void
test_exports_what_is_shown (Fixture       *fixture,
                            gconstpointer  data)
{
  SounderSessionView *view = sounder_window_get_session_view (fixture->window);
  GtkWidget *page = sounder_session_view_find_page (view, "timeline");
  SounderTimeline *timeline = sounder_timeline_page_get_timeline (SOUNDER_TIMELINE_PAGE (page));
  g_autofree char *lines = NULL;
  g_autofree char *picked = NULL;

  append_all (fixture, 4);
  sounder_timeline_set_filter (timeline, "kind:request");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 2);
  lines = write_and_read (fixture, (SounderSaveChoice) {
                                     .as_export = TRUE, .format = MCP_EXPORT_JSONL, .only_shown = TRUE });
  g_assert_cmpstr (lines, ==, ASKED "\n" ASKED "\n");

  sounder_timeline_set_selected_serial (timeline, 2);
  picked = write_and_read (fixture, (SounderSaveChoice) {
                                      .as_export = TRUE, .format = MCP_EXPORT_JSONL, .only_selected = TRUE });
  g_assert_cmpstr (picked, ==, ASKED "\n");
}

/* The bar shows, and its button gives up: the file that was there is as it was. */
static void
give_up (Fixture           *fixture,
         SounderSaveChoice  choice)
{
  g_autofree char *contents = NULL;
  GtkWidget *button;
  GtkWidget *bar;

  g_assert_true (g_file_set_contents (fixture->path, "mine", -1, NULL));
  write_session (fixture, choice);
  g_assert_cmpuint (sounder_file_jobs_count (get_jobs (fixture)), ==, 1);
  button = app_test_find_labelled (GTK_WIDGET (get_jobs (fixture)), GTK_TYPE_BUTTON, "_Cancel");
  bar = app_test_find (GTK_WIDGET (get_jobs (fixture)), GTK_TYPE_PROGRESS_BAR);
  g_assert_false (gtk_widget_get_mapped (button));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (button)
                   && gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (bar)) > 0);
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (bar)), <, 1);
  app_test_assert_labelled (GTK_WIDGET (get_jobs (fixture)));
  g_signal_emit_by_name (button, "clicked");
  TEST_AWAIT_POLL (sounder_file_jobs_count (get_jobs (fixture)) == 0);
  g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "mine");
}

static void
test_gives_up (Fixture       *fixture,
               gconstpointer  data)
{
  append_all (fixture, N_MANY);
  give_up (fixture, (SounderSaveChoice) { .redact = TRUE });
  give_up (fixture, (SounderSaveChoice) {
                      .as_export = TRUE, .format = MCP_EXPORT_TEXT, .redact = TRUE });
}

/* A window that is closed meanwhile waits for the file. */
static void
test_closing_waits (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *contents = NULL;

  append_all (fixture, 5000);
  write_session (fixture, (SounderSaveChoice) { .as_export = TRUE, .format = MCP_EXPORT_JSONL });
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_close (GTK_WINDOW (fixture->window));
  g_assert_nonnull (fixture->window);
  TEST_AWAIT_POLL (fixture->window == NULL);
  g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
  g_assert_true (g_str_has_suffix (contents, ASKED "\n"));
}

/* Closed once more, it gives up and goes. */
static void
test_closing_twice_gives_up (Fixture       *fixture,
                             gconstpointer  data)
{
  append_all (fixture, N_MANY);
  write_session (fixture, (SounderSaveChoice) { .redact = TRUE });
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_close (GTK_WINDOW (fixture->window));
  gtk_window_close (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (fixture->window == NULL);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

/* Leaves a spool without an end and without a lock, as a killed tap does. */
static void
leave_session (const char *name)
{
  g_autofree char *json = g_strdup_printf ("{\"name\":\"%s\",\"command\":\"x\",\"origin\":\"tap\"}", name);
  g_autoptr (McpJournal) journal = mcp_journal_archive_create (json, NULL);
  g_autofree char *contents = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) list = NULL;
  gsize length;

  append (journal, ASKED);
  mcp_journal_flush (journal);
  list = mcp_journal_archive_list ();
  for (guint i = 0; i < list->len && path == NULL; i++)
    if (g_str_equal (((McpJournalInfo *) list->pdata[i])->name, name))
      path = g_strdup (((McpJournalInfo *) list->pdata[i])->path);
  TEST_AWAIT_POLL (({ McpJournalInfo *info = mcp_journal_archive_look_at (path);
                      gboolean has = info->has_records; mcp_journal_info_free (info); has; }));
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  g_clear_object (&journal);
  g_assert_true (g_file_set_contents (path, contents, length, NULL));
}

static guint
count_unsettled (guint *n_files)
{
  g_autoptr (GPtrArray) list = mcp_journal_archive_list ();
  guint n = 0;

  *n_files = 0;
  for (guint i = 0; i < list->len; i++)
    {
      const McpJournalInfo *info = list->pdata[i];

      if (info->name[0] != 'l')
        continue;
      (*n_files)++;
      n += !info->ended && !info->live;
    }

  return n;
}

static SounderRecoveryDialog *
show_dialog (Fixture *fixture)
{
  SounderRecoveryDialog *found = NULL;
  g_autoptr (GListModel) toplevels = g_object_ref (gtk_window_get_toplevels ());

  sounder_window_offer_recovery (fixture->window);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-recoverable",
                                             NULL));
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (SOUNDER_IS_RECOVERY_DIALOG (window))
        found = SOUNDER_RECOVERY_DIALOG (window);
    }

  return found;
}

/* One list for all; recovered, discarded or left, none is offered again. */
static void
test_recovery (Fixture       *fixture,
               gconstpointer  data)
{
  SounderRecoveryDialog *dialog;
  GtkWidget *row;
  guint n_files;

  leave_session ("lost-1");
  leave_session ("lost-2");
  leave_session ("lost-3");
  g_assert_cmpuint (count_unsettled (&n_files), ==, 3);

  dialog = show_dialog (fixture);
  g_assert_cmpuint (sounder_recovery_dialog_count (dialog), ==, 3);
  app_test_assert_labelled (GTK_WIDGET (dialog));
  app_test_assert_fits (GTK_WIDGET (dialog));

  row = app_test_find_labelled (GTK_WIDGET (dialog), ADW_TYPE_ACTION_ROW, "lost-1");
  g_signal_emit_by_name (app_test_find_labelled (row, GTK_TYPE_BUTTON, "Recover"), "clicked");
  TEST_AWAIT_POLL (sounder_server_model_find (fixture->model, "lost-1") != NULL);
  row = app_test_find_labelled (GTK_WIDGET (dialog), ADW_TYPE_ACTION_ROW, "lost-2");
  g_signal_emit_by_name (app_test_find_labelled (row, GTK_TYPE_BUTTON, "Discard"), "clicked");
  g_assert_cmpuint (sounder_recovery_dialog_count (dialog), ==, 1);
  gtk_window_close (GTK_WINDOW (dialog));

  g_assert_cmpuint (count_unsettled (&n_files), ==, 0);
  g_assert_cmpuint (n_files, ==, 2);
  g_assert_null (show_dialog (fixture));
}

static void
test_recovery_all (Fixture       *fixture,
                   gconstpointer  data)
{
  SounderRecoveryDialog *dialog;
  guint n_files;

  leave_session ("left-1");
  leave_session ("left-2");
  dialog = show_dialog (fixture);
  sounder_recovery_dialog_recover_all (dialog);
  g_assert_nonnull (sounder_server_model_find (fixture->model, "left-1"));
  g_assert_nonnull (sounder_server_model_find (fixture->model, "left-2"));
  g_assert_cmpuint (count_unsettled (&n_files), ==, 0);

  leave_session ("left-3");
  leave_session ("left-4");
  count_unsettled (&n_files);
  dialog = show_dialog (fixture);
  sounder_recovery_dialog_discard_all (dialog);
  g_assert_cmpuint (count_unsettled (&n_files), ==, 0);
  g_assert_null (sounder_server_model_find (fixture->model, "left-3"));
}

/* An offer that nobody took up goes with the window. */
static void
test_recovery_declined (Fixture       *fixture,
                        gconstpointer  data)
{
  guint n_files;

  leave_session ("late");
  sounder_window_offer_recovery (fixture->window);
  g_assert_cmpuint (count_unsettled (&n_files), ==, 1);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_close (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (fixture->window == NULL);
  g_assert_cmpuint (count_unsettled (&n_files), ==, 0);
}

/* The offer takes room of its own, covers nothing, and can be sent away. */
static void
test_recovery_strip (Fixture       *fixture,
                     gconstpointer  data)
{
  GtkWidget *button;
  guint n_files;

  leave_session ("left-behind");
  sounder_window_offer_recovery (fixture->window);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  button = app_test_find_labelled (GTK_WIDGET (fixture->window), GTK_TYPE_BUTTON, "_Recover…");
  g_assert_true (gtk_widget_get_mapped (button));
  app_test_assert_fits (GTK_WIDGET (fixture->window));
  g_assert_cmpuint (count_unsettled (&n_files), ==, 1);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.decline-recovery",
                                             NULL));
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (button));
  g_assert_cmpuint (count_unsettled (&n_files), ==, 0);
}

static GtkMenuButton *
find_main_menu (GtkWidget *widget)
{
  GtkMenuButton *found = NULL;

  if (GTK_IS_MENU_BUTTON (widget) && gtk_menu_button_get_primary (GTK_MENU_BUTTON (widget)))
    return GTK_MENU_BUTTON (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_main_menu (child);

  return found;
}

/* How many recordings the menu offers when it is opened. */
static int
count_offered (Fixture *fixture)
{
  GtkMenuButton *button = find_main_menu (GTK_WIDGET (fixture->window));
  GMenuModel *menu = gtk_menu_button_get_menu_model (button);
  g_autoptr (GMenuModel) section = NULL;
  g_autofree char *label = NULL;

  gtk_menu_button_popup (button);
  gtk_menu_button_popdown (button);
  g_menu_model_get_item_attribute (menu, 1, G_MENU_ATTRIBUTE_LABEL, "s", &label);
  if (g_strcmp0 (label, "Recent Recordings") != 0)
    return 0;

  section = g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);

  return g_menu_model_get_n_items (section);
}

static void
test_recent_menu (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);
  int n_before = count_offered (fixture);

  g_assert_true (g_file_set_contents (fixture->path, "x", -1, NULL));
  sounder_recent_add (file);
  g_assert_cmpint (count_offered (fixture), ==, n_before + 1);
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  g_assert_cmpint (count_offered (fixture), ==, n_before);
}

static SounderServer *
add_recorded (Fixture    *fixture,
              const char *folder)
{
  static const char *const env[] = { "TOKEN=in-the-environment", NULL };
  g_autoptr (McpProfile) profile = app_test_new_profile (
    "a/b", "[{\"handshake\": {}}, {\"stderr\": \"told in-the-environment\"}, {\"serve\": {}}]");

  mcp_profile_set_env (profile, env);
  g_object_set (profile, "record", TRUE, "record-folder", folder, NULL);

  return sounder_server_model_add_temporary (fixture->model, profile);
}

/* What is asked for is recorded, without secrets, into a file that is offered; no other session is. */
static void
test_autosave (Fixture       *fixture,
               gconstpointer  data)
{
  SounderServer *server = add_recorded (fixture, fixture->directory);
  SounderAutosave *autosave = sounder_autosave_new (fixture->model);
  g_autoptr (GPtrArray) recent = NULL;
  g_autofree char *contents = NULL;
  g_autofree char *path = NULL;
  g_autofree char *base = NULL;
  g_autofree char *first = NULL;

  g_assert_null (sounder_autosave_get_path (autosave, server));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  path = g_strdup (sounder_autosave_get_path (autosave, server));
  base = g_path_get_basename (path);
  g_assert_true (g_str_has_prefix (base, "a-b-2"));
  g_assert_true (g_str_has_suffix (base, ".mcprec"));
  g_assert_null (sounder_autosave_get_path (autosave, fixture->server));

  recent = sounder_recent_dup ();
  g_assert_cmpuint (recent->len, >, 0);
  first = g_file_get_path (recent->pdata[0]);
  g_assert_cmpstr (first, ==, path);

  /* It is there while it lasts. */
  TEST_AWAIT_POLL (({ g_clear_pointer (&contents, g_free);
                      g_file_get_contents (path, &contents, NULL, NULL)
                        && strstr (contents, "initialize") != NULL
                        && strstr (contents, "told ") != NULL; }));
  g_assert_null (strstr (contents, "in-the-environment"));

  /* The same file, as long as the session lasts; none, when it is not wanted any more. */
  sounder_server_restart (server);
  TEST_AWAIT (sounder_server_get_status (server) != SOUNDER_STATUS_READY);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  g_assert_cmpstr (sounder_autosave_get_path (autosave, server), ==, path);
  g_object_set (sounder_server_get_profile (server), "record", FALSE, "record-folder", NULL, NULL);
  g_assert_null (sounder_autosave_get_path (autosave, server));

  g_assert_finalize_object (autosave);
  g_assert_cmpint (g_unlink (path), ==, 0);
  sounder_server_model_kill_all (fixture->model);
}

static void
failed_cb (SounderAutosave *autosave,
           SounderServer   *server,
           const GError    *error,
           GError         **copy)
{
  *copy = g_error_copy (error);
}

static void
test_autosave_fails (Fixture       *fixture,
                     gconstpointer  data)
{
  SounderServer *server = add_recorded (fixture, "/dev/null/nowhere");
  SounderAutosave *autosave = sounder_autosave_new (fixture->model);
  g_autoptr (GError) error = NULL;

  g_signal_connect (autosave, "failed", G_CALLBACK (failed_cb), &error);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "/dev/null/nowhere"));
  g_assert_null (sounder_autosave_get_path (autosave, server));

  g_assert_finalize_object (autosave);
  sounder_server_model_kill_all (fixture->model);
}

/* The last comes first, once; what is gone is not offered. */
static void
test_recent (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);
  g_autoptr (GFile) other = g_file_new_for_path (fixture->directory);
  g_autoptr (GPtrArray) both = NULL;
  g_autoptr (GPtrArray) one = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "x", -1, NULL));
  sounder_recent_add (file);
  sounder_recent_add (other);
  sounder_recent_add (file);
  both = sounder_recent_dup ();
  g_assert_cmpuint (both->len, ==, 2);
  g_assert_true (g_file_equal (both->pdata[0], file));
  g_assert_true (g_file_equal (both->pdata[1], other));

  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  one = sounder_recent_dup ();
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_true (g_file_equal (one->pdata[0], other));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  app_test_init (&argc, &argv);

  ADD ("/app/recordings/redaction-dialog", test_redaction_dialog);
  ADD ("/app/recordings/export-dialog", test_export_dialog);
  ADD ("/app/recordings/exports", test_exports);
  ADD ("/app/recordings/exports-what-is-shown", test_exports_what_is_shown);
  ADD ("/app/recordings/gives-up", test_gives_up);
  ADD ("/app/recordings/closing-waits", test_closing_waits);
  ADD ("/app/recordings/closing-twice-gives-up", test_closing_twice_gives_up);
  ADD ("/app/recordings/recent", test_recent);
  ADD ("/app/recordings/recent/menu", test_recent_menu);
  ADD ("/app/recordings/autosave", test_autosave);
  ADD ("/app/recordings/autosave/fails", test_autosave_fails);
  ADD ("/app/recordings/recovery", test_recovery);
  ADD ("/app/recordings/recovery/all", test_recovery_all);
  ADD ("/app/recordings/recovery/strip", test_recovery_strip);
  ADD ("/app/recordings/recovery/declined", test_recovery_declined);

  return g_test_run ();
}
