/* sounder-tests-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "mcp-test-write.h"
#include "sounder-compat.h"
#include "sounder-template.h"
#include "sounder-test-details.h"
#include "sounder-test-row.h"
#include "sounder-tests-window.h"

/**
 * SounderTestsWindow:
 *
 * The file is read again for each run, so that it can be edited beside the window.
 */
struct _SounderTestsWindow
{
  AdwWindow           parent_instance;

  GtkWidget          *origin;       /* (nullable) weak */
  McpSession         *session;      /* (nullable): while the window is open */
  char               *path;         /* (nullable) */
  McpTestRun         *run;          /* (nullable) */
  GCancellable       *cancellable;  /* (nullable): while it runs */
  GtkSingleSelection *selection;
  GSignalGroup       *selected_signals;   /* of the result that is selected */

  AdwWindowTitle     *title;
  GtkStack           *stack;
  AdwStatusPage      *status;
  GtkWidget          *run_button;
  GtkWidget          *stop_button;
  GtkLabel           *summary;
  GtkListView        *list;
  GtkBox             *details;
};

G_DEFINE_FINAL_TYPE (SounderTestsWindow, sounder_tests_window, ADW_TYPE_WINDOW)

enum {
  SIGNAL_OPENED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static guint
count (SounderTestsWindow *self,
       McpTestState        state)
{
  GListModel *results = mcp_test_run_get_results (self->run);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (McpTestResult) result = g_list_model_get_item (results, i);

      n += mcp_test_result_get_info (result)->state == state;
    }

  return n;
}

static McpTestResult *
get_selected (SounderTestsWindow *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static gboolean
has_snapshot_failure (McpTestResult *result)
{
  GPtrArray *failures = result != NULL ? mcp_test_result_get_info (result)->failures : NULL;

  for (guint i = 0; failures != NULL && i < failures->len; i++)
    {
      const McpTestFailure *failure = failures->pdata[i];

      if (g_str_has_prefix (failure->expectation, "snapshot"))
        return TRUE;
    }

  return FALSE;
}

static void
update_actions (SounderTestsWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean is_running = self->cancellable != NULL;
  McpTestResult *selected = get_selected (self);
  gboolean has_snapshots = self->run != NULL && !is_running
                           && g_hash_table_size (mcp_test_run_get_snapshots (self->run)) > 0;

  gtk_widget_set_visible (self->run_button, !is_running);
  gtk_widget_set_visible (self->stop_button, is_running);
  gtk_widget_action_set_enabled (widget, "tests.run", self->run != NULL && !is_running);
  gtk_widget_action_set_enabled (widget, "tests.stop", is_running);
  gtk_widget_action_set_enabled (widget, "tests.open", !is_running);
  gtk_widget_action_set_enabled (widget, "tests.update-all", has_snapshots);
  gtk_widget_action_set_enabled (widget, "tests.update", has_snapshots && has_snapshot_failure (selected));
  gtk_widget_action_set_enabled (widget, "tests.show-record",
                                 selected != NULL && mcp_test_result_get_info (selected)->serial != 0);
}

static void
show_summary (SounderTestsWindow *self)
{
  g_autofree char *text = NULL;

  if (self->cancellable != NULL)
    text = g_strdup (_("Running…"));
  else if (count (self, MCP_TEST_PASSED) + count (self, MCP_TEST_FAILED) + count (self, MCP_TEST_SKIPPED) > 0)
    text = g_strdup_printf (_("%u passed, %u failed, %u skipped"), count (self, MCP_TEST_PASSED),
                            count (self, MCP_TEST_FAILED), count (self, MCP_TEST_SKIPPED));
  else
    text = g_strdup_printf (ngettext ("%u test", "%u tests", count (self, MCP_TEST_WAITING)),
                            count (self, MCP_TEST_WAITING));
  gtk_label_set_text (self->summary, text);
}

static void
show_details (SounderTestsWindow *self)
{
  sounder_test_details_fill (self->details, get_selected (self));
}

static void
selected_cb (SounderTestsWindow *self)
{
  g_signal_group_set_target (self->selected_signals, get_selected (self));
  show_details (self);
  update_actions (self);
}

static void
show_status (SounderTestsWindow *self,
             const char         *title,
             const char         *description)
{
  g_autofree char *escaped = g_markup_escape_text (description, -1);

  g_clear_object (&self->run);
  gtk_single_selection_set_model (self->selection, NULL);
  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, escaped);
  gtk_stack_set_visible_child_name (self->stack, "status");
  gtk_label_set_text (self->summary, "");
  update_actions (self);
}

/* Reads the file and shows its tests, which have not run yet. */
static gboolean
load (SounderTestsWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpTestFile) file = mcp_test_file_read (self->path, &error);
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (file == NULL)
    {
      show_status (self, _("The File Could Not Be Read"), error->message);
      return FALSE;
    }
  if (file->cases->len == 0)
    {
      show_status (self, _("No Tests"), _("There is none in this file yet."));
      return FALSE;
    }

  g_clear_object (&self->run);
  self->run = mcp_test_run_new (file, self->session);
  gtk_single_selection_set_model (self->selection, mcp_test_run_get_results (self->run));
  gtk_single_selection_set_selected (self->selection, selected < file->cases->len ? selected : 0);
  gtk_stack_set_visible_child_name (self->stack, "tests");
  show_summary (self);
  selected_cb (self);

  return TRUE;
}

/* What went wrong is what a person wants to see first. */
static void
select_failure (SounderTestsWindow *self)
{
  GListModel *results = mcp_test_run_get_results (self->run);
  McpTestResult *selected = get_selected (self);

  if (selected != NULL && mcp_test_result_get_info (selected)->state == MCP_TEST_FAILED)
    return;

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (McpTestResult) result = g_list_model_get_item (results, i);

      if (mcp_test_result_get_info (result)->state == MCP_TEST_FAILED)
        {
          gtk_single_selection_set_selected (self->selection, i);
          gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", i);
          return;
        }
    }
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (SounderTestsWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean done = mcp_test_run_start_finish (MCP_TEST_RUN (source), result, &error);

  g_clear_object (&self->cancellable);
  /* The window may be gone by now. */
  if (self->session == NULL)
    return;

  if (!done && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      show_status (self, _("Not Connected"), error->message);
      /* Trying again is what is wanted next. */
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "tests.run", TRUE);
      return;
    }
  show_summary (self);
  select_failure (self);
  selected_cb (self);
}

/* --- Actions --- */

static void
stop_cb (SounderTestsWindow *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (SounderTestsWindow) self = user_data;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  /* The window may be gone by now. */
  if (path != NULL && self->session != NULL)
    {
      sounder_tests_window_open (self, path);
      g_signal_emit (self, signals[SIGNAL_OPENED], 0, path);
    }
}

static void
open_cb (GtkWidget *widget)
{
  sounder_compat_choose_file (GTK_WINDOW (widget), _("Open Tests"), SOUNDER_CHOOSE_OPEN, NULL, chosen_cb,
                              g_object_ref (widget));
}

static void
show_record_cb (SounderTestsWindow *self)
{
  McpTestResult *selected = get_selected (self);

  if (selected != NULL && self->origin != NULL)
    gtk_widget_activate_action (self->origin, "session.show-record", "u", mcp_test_result_get_info (selected)->serial);
}

/* The snapshots of one test alone, or with @test %NULL of all. */
static void
update_snapshots (SounderTestsWindow *self,
                  const McpTestCase  *test)
{
  g_autoptr (GHashTable) snapshots = g_hash_table_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  GHashTableIter iter;
  gpointer step, json;

  g_hash_table_iter_init (&iter, mcp_test_run_get_snapshots (self->run));
  while (g_hash_table_iter_next (&iter, &step, &json))
    if (test == NULL || g_ptr_array_find (test->steps, step, NULL))
      g_hash_table_insert (snapshots, step, json);

  if (!mcp_test_file_set_snapshots (mcp_test_run_get_file (self->run), snapshots, &error))
    {
      show_status (self, _("The Snapshots Could Not Be Written"), error->message);
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "tests.run", TRUE);
      return;
    }
  sounder_tests_window_run (self);
}

static void
update_cb (SounderTestsWindow *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);
  GPtrArray *cases = mcp_test_run_get_file (self->run)->cases;

  if (selected < cases->len)
    update_snapshots (self, cases->pdata[selected]);
}

static void
update_all_cb (SounderTestsWindow *self)
{
  update_snapshots (self, NULL);
}

/* --- The window --- */

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  gtk_list_item_set_child (item, sounder_test_row_new ());
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  sounder_test_row_set_result (SOUNDER_TEST_ROW (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  sounder_test_row_set_result (SOUNDER_TEST_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
forget (SounderTestsWindow *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
}

static gboolean
close_request (GtkWindow *window)
{
  forget (SOUNDER_TESTS_WINDOW (window));

  return GTK_WINDOW_CLASS (sounder_tests_window_parent_class)->close_request (window);
}

static void
sounder_tests_window_dispose (GObject *object)
{
  SounderTestsWindow *self = SOUNDER_TESTS_WINDOW (object);

  forget (self);
  g_clear_weak_pointer (&self->origin);
  g_clear_object (&self->run);
  g_clear_object (&self->selection);
  g_clear_object (&self->selected_signals);
  g_clear_pointer (&self->path, g_free);

  G_OBJECT_CLASS (sounder_tests_window_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "tests.run", NULL, sounder_tests_window_run);
  sounder_template_action (widget_class, "tests.stop", NULL, stop_cb);
  sounder_template_action (widget_class, "tests.open", NULL, open_cb);
  sounder_template_action (widget_class, "tests.show-record", NULL, show_record_cb);
  sounder_template_action (widget_class, "tests.update", NULL, update_cb);
  sounder_template_action (widget_class, "tests.update-all", NULL, update_all_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "tests.run", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK, "tests.open", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_tests_window_class_init (SounderTestsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_tests_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = close_request;

  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  install_actions (widget_class);
  sounder_template_set (widget_class, "sounder-tests-window.ui");
  sounder_template_bind (widget_class, SounderTestsWindow, title, stack, status, run_button,
                         stop_button, summary, list, details);
  sounder_template_connect (widget_class, setup_cb, bind_cb, unbind_cb);
}

static void
sounder_tests_window_init (SounderTestsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->selected_signals = g_signal_group_new (MCP_TYPE_TEST_RESULT);
  g_signal_group_connect_swapped (self->selected_signals, "notify::state", G_CALLBACK (show_details), self);
  self->selection = gtk_single_selection_new (NULL);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sounder_tests_window_present:
 * @origin: a widget of the view that shows @session
 * @session: what tests run on
 * @path: (nullable): a file of tests
 *
 * Shows tests in a window of their own. None runs before a person says so.
 *
 * Returns: (transfer none): the window, owned by GTK
 */
SounderTestsWindow *
sounder_tests_window_present (GtkWidget  *origin,
                              McpSession *session,
                              const char *path)
{
  SounderTestsWindow *self = g_object_new (SOUNDER_TYPE_TESTS_WINDOW, "transient-for",
                                           gtk_widget_get_root (origin), NULL);

  g_set_weak_pointer (&self->origin, origin);
  self->session = g_object_ref (session);
  if (path != NULL)
    sounder_tests_window_open (self, path);
  else
    show_status (self, _("No Tests Yet"),
                 _("Open a file of tests, or save what you have sent as one: in the menu of a message in the timeline, "
                   "or beside an earlier call."));
  gtk_window_present (GTK_WINDOW (self));

  return self;
}

/**
 * sounder_tests_window_open:
 * @path: a file of tests
 *
 * Shows the tests of another file, or says why that is not possible.
 *
 * Returns: whether there are tests now
 */
gboolean
sounder_tests_window_open (SounderTestsWindow *self,
                           const char         *path)
{
  g_autofree char *base = NULL;
  g_autofree char *visible = NULL;

  g_return_val_if_fail (SOUNDER_IS_TESTS_WINDOW (self), FALSE);
  g_return_val_if_fail (self->cancellable == NULL, FALSE);

  base = g_path_get_basename (path);
  visible = mcp_format_label (base, FALSE);
  g_free (self->path);
  self->path = g_strdup (path);
  adw_window_title_set_subtitle (self->title, visible);

  return load (self);
}

/**
 * sounder_tests_window_run:
 * @self: the window, with a file
 *
 * Reads the file again and runs its tests.
 */
void
sounder_tests_window_run (SounderTestsWindow *self)
{
  g_return_if_fail (SOUNDER_IS_TESTS_WINDOW (self));
  g_return_if_fail (self->path != NULL);

  if (self->cancellable != NULL || !load (self))
    return;

  self->cancellable = g_cancellable_new ();
  mcp_test_run_start_async (self->run, self->cancellable, ran_cb, g_object_ref (self));
  show_summary (self);
  update_actions (self);
}

gboolean
sounder_tests_window_is_running (SounderTestsWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_TESTS_WINDOW (self), FALSE);

  return self->cancellable != NULL;
}

McpTestRun *
sounder_tests_window_get_run (SounderTestsWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_TESTS_WINDOW (self), NULL);

  return self->run;
}
