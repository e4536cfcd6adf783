/* test-composer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"

#include "sounder-composer.h"
#include "sounder-difference-lines.h"
#include "sounder-json-view.h"
#include "test-support.h"

#define SCRIPT "[{\"handshake\":{\"capabilities\":{}}},{\"serve\":{\"x\":{\"result\":{\"n\":1.10}}}}]"

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *done = user_data;
  g_autoptr (GError) error = NULL;

  mcp_session_open_finish (MCP_SESSION (source), result, &error);
  g_assert_no_error (error);
  *done = TRUE;
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *done = user_data;

  mcp_session_close_finish (MCP_SESSION (source), result, NULL);
  *done = TRUE;
}

static McpSession *
open_session (void)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", SCRIPT);
  McpSession *session = mcp_session_new (profile, NULL);
  gboolean done = FALSE;

  mcp_session_open_async (session, NULL, opened_cb, &done);
  TEST_AWAIT (done);

  return session;
}

static void
finish (SounderComposer *composer,
        McpSession      *session)
{
  gboolean done = FALSE;

  gtk_window_destroy (GTK_WINDOW (composer));
  mcp_session_close_async (session, NULL, closed_cb, &done);
  TEST_AWAIT (done);
  TEST_AWAIT_POLL (G_OBJECT (session)->ref_count == 1);
  g_object_unref (session);
}

static McpRecord *
await_answer (SounderComposer *composer,
              McpSession      *session)
{
  McpResend *resend = sounder_composer_get_resend (composer);

  TEST_AWAIT (mcp_resend_get_answer_serial (resend) != 0);

  return mcp_journal_get_record (mcp_session_get_journal (session),
                                 mcp_resend_get_sent_serial (resend));
}

static char *
dup_text (McpRecord *record)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
test_replay (void)
{
  McpSession *session = open_session ();
  SounderComposer *composer = sounder_composer_new (session, NULL);
  SounderComposer *again;
  g_autoptr (McpRecord) first = NULL;
  g_autoptr (McpRecord) second = NULL;
  g_autofree char *text = NULL;
  g_autofree char *same = NULL;
  GListModel *changes;

  app_test_assert_labelled (GTK_WIDGET (composer));
  sounder_composer_set_text (composer,
                             "{\"jsonrpc\":\"2.0\",\n \"id\":7, \"method\":\"x\", \"p\":1e400}");
  sounder_composer_set_keep_id (composer, TRUE);
  g_assert_true (sounder_composer_send (composer));
  first = await_answer (composer, session);
  text = dup_text (first);
  g_assert_cmpstr (text, ==, "{\"jsonrpc\":\"2.0\", \"id\":7, \"method\":\"x\", \"p\":1e400}");
  gtk_window_destroy (GTK_WINDOW (composer));

  /* Sent again it gets another id and stays as it is otherwise. */
  again = sounder_composer_new (session, first);
  TEST_AWAIT (!sounder_composer_is_busy (again));
  TEST_AWAIT_POLL (sounder_composer_send (again));
  second = await_answer (again, session);
  same = dup_text (second);
  g_assert_true (g_str_has_prefix (same, "{\"jsonrpc\":\"2.0\", \"id\":"));
  g_assert_false (g_str_has_prefix (same, "{\"jsonrpc\":\"2.0\", \"id\":7,"));
  g_assert_true (g_str_has_suffix (same, ", \"method\":\"x\", \"p\":1e400}"));

  /* And is answered alike. */
  changes = G_LIST_MODEL (app_test_child (app_test_child (again, "difference"), "changes"));
  TEST_AWAIT_POLL (g_list_model_get_n_items (changes) == 1);
  finish (again, session);
}

/* One button, which says what it does next. */
static void
test_format (void)
{
  McpSession *session = open_session ();
  SounderComposer *composer = sounder_composer_new (session, NULL);
  GtkWidget *button;
  g_autofree char *printed = NULL;
  g_autofree char *joined = NULL;

  gtk_window_present (GTK_WINDOW (composer));
  sounder_composer_set_text (composer, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\"}");
  g_assert_null (app_test_find_labelled (GTK_WIDGET (composer), GTK_TYPE_BUTTON, "_Minify"));
  button = app_test_find_labelled (GTK_WIDGET (composer), GTK_TYPE_BUTTON, "_Format");
  g_assert_nonnull (button);
  app_test_draw_frames (GTK_WIDGET (composer));
  g_signal_emit_by_name (button, "clicked");
  printed = sounder_json_view_dup_text (app_test_child (composer, "editor"));
  g_assert_cmpstr (printed, ==,
                   "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 7,\n  \"method\": \"x\"\n}");

  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "_Minify");
  g_signal_emit_by_name (button, "clicked");
  joined = sounder_json_view_dup_text (app_test_child (composer, "editor"));
  g_assert_null (strchr (joined, '\n'));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "_Format");
  finish (composer, session);
}

/* A hundred megabytes are made, written and compared without holding up the window. */
static void
test_huge (void)
{
  McpSession *session = open_session ();
  SounderComposer *composer = sounder_composer_new (session, NULL);
  McpResend *resend = sounder_composer_get_resend (composer);
  gint64 end_usec = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000;
  gint64 longest_usec = 0;
  g_autoptr (McpRecord) record = NULL;

  sounder_composer_set_text (composer, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{}}");
  gtk_drop_down_set_selected (app_test_child (composer, "padding"), 4);
  g_assert_true (sounder_composer_send (composer));
  /* One at a time. */
  g_assert_false (sounder_composer_send (composer));
  while (mcp_resend_get_sent_serial (resend) == 0 && g_get_monotonic_time () < end_usec)
    {
      gint64 before_usec = test_get_worked_usec ();

      test_iterate_until (end_usec);
      longest_usec = MAX (longest_usec, test_get_worked_usec () - before_usec);
    }
  g_assert_cmpuint (mcp_resend_get_sent_serial (resend), !=, 0);
  record = mcp_journal_get_record (mcp_session_get_journal (session),
                                   mcp_resend_get_sent_serial (resend));
  g_assert_cmpuint (mcp_record_get_size (record), >, 100 * 1024 * 1024);
  g_test_message ("worked at most %.1f ms at a time", longest_usec / 1000.0);
  /* All of it together is a second. */
  g_assert_cmpint (longest_usec, <, 200000);

  finish (composer, session);
}

static void
test_broken (void)
{
  McpSession *session = open_session ();
  SounderComposer *composer = sounder_composer_new (session, NULL);
  McpResend *resend = sounder_composer_get_resend (composer);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (composer), "composer.break", "u", 3));
  text = sounder_json_view_dup_text (app_test_child (composer, "editor"));
  g_assert_nonnull (strstr (text, "\\xff"));
  g_assert_true (sounder_composer_send (composer));
  TEST_AWAIT (mcp_resend_get_sent_serial (resend) != 0);
  record = mcp_journal_get_record (mcp_session_get_journal (session),
                                   mcp_resend_get_sent_serial (resend));
  bytes = mcp_record_dup_bytes (record, NULL);
  g_assert_nonnull (memchr (g_bytes_get_data (bytes, NULL), 0xff, g_bytes_get_size (bytes)));

  /* A message that is broken already is broken no further. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (composer), "composer.restore", NULL));
  finish (composer, session);
}

static void
test_not_open (void)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", SCRIPT);
  McpSession *session = mcp_session_new (profile, NULL);
  SounderComposer *composer = sounder_composer_new (session, NULL);

  g_assert_false (sounder_composer_send (composer));
  app_test_assert_fits (GTK_WIDGET (composer));
  gtk_window_destroy (GTK_WINDOW (composer));
  g_assert_finalize_object (session);
}

static GBytes *
new_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
assert_lines (SounderDifferenceView *view,
              const char            *text)
{
  g_autofree char *shown = NULL;

  g_object_get (app_test_child (app_test_child (view, "lines"), "buffer"), "text", &shown, NULL);
  g_assert_cmpstr (shown, ==, text);
}

static void
test_difference (void)
{
  SounderDifferenceView *view = g_object_ref_sink (g_object_new (SOUNDER_TYPE_DIFFERENCE_VIEW,
                                                                 NULL));
  g_autoptr (GBytes) before = new_bytes ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1.0,\"b\":2}}");
  g_autoptr (GBytes) after = new_bytes ("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"a\":1.00,\"c\":2}}");
  g_autoptr (GBytes) junk = new_bytes ("junk");
  g_autoptr (GBytes) text = new_bytes ("{\"a\":\"one\\nis 1 now\\nend\",\"b\":\"{\\\"c\\\":1,\\\"d\\\":2}\"}");
  g_autoptr (GBytes) other_text = new_bytes ("{\"a\":\"one\\nis 2 now\\nend\",\"b\":\"{\\\"d\\\":2, \\\"c\\\":3}\"}");
  g_autoptr (GBytes) value = new_bytes ("{\"id\":1}");
  g_autoptr (GBytes) other_value = new_bytes ("{\"id\":2}");

  sounder_difference_view_set_texts (view, before, after, NULL);
  TEST_AWAIT (!sounder_difference_view_is_busy (view));
  /* The whole, a, b and c; the id of a message does not count. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (app_test_child (view, "changes"))), ==, 4);

  /* That of a value does. */
  sounder_difference_view_set_texts (view, value, other_value, NULL);
  TEST_AWAIT (!sounder_difference_view_is_busy (view));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (app_test_child (view, "changes"))), ==, 2);

  sounder_difference_view_set_texts (view, before, junk, NULL);
  TEST_AWAIT (!sounder_difference_view_is_busy (view));
  /* What is no JSON is compared line by line. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (app_test_child (view, "changes"))), ==, 1);
  TEST_AWAIT_POLL (!sounder_difference_lines_is_busy (app_test_child (view, "lines")));
  assert_lines (view, "- {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1.0,\"b\":2}}\n+ junk\n");

  sounder_difference_view_set_texts (view, text, other_text, NULL);
  TEST_AWAIT (!sounder_difference_view_is_busy (view));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (app_test_child (view, "changes"))), ==, 3);
  TEST_AWAIT_POLL (!sounder_difference_lines_is_busy (app_test_child (view, "lines")));
  assert_lines (view, "  one\n- is 1 now\n+ is 2 now\n  end\n");

  sounder_difference_view_set_texts (view, before, after, NULL);
  sounder_difference_view_set_texts (view, NULL, NULL, "Nothing");
  g_assert_false (sounder_difference_view_is_busy (view));
  app_test_assert_labelled (GTK_WIDGET (view));
  /* The worker that nobody waits for any more holds it. */
  TEST_AWAIT_POLL (G_OBJECT (view)->ref_count == 1);
  g_assert_finalize_object (view);
}

/* Moves the first handle in a window, and gives where it then is. */
static int
move_handle (GtkWidget *window,
             int        by)
{
  GtkPaned *paned;

  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);
  paned = GTK_PANED (app_test_find (window, GTK_TYPE_PANED));
  gtk_paned_set_position (paned, gtk_paned_get_position (paned) + by);
  app_test_draw_frames (window);

  return gtk_paned_get_position (paned);
}

static void
test_split_is_remembered (void)
{
  McpSession *session = open_session ();
  SounderComposer *composer = sounder_composer_new (session, NULL);
  int before = move_handle (GTK_WIDGET (composer), 0);
  int after = move_handle (GTK_WIDGET (composer), 40);

  g_assert_cmpint (after, ==, before + 40);
  gtk_window_destroy (GTK_WINDOW (composer));
  composer = sounder_composer_new (session, NULL);
  g_assert_cmpint (move_handle (GTK_WIDGET (composer), 0), ==, after);
  finish (composer, session);
}

/* A window with two answers that differ. */
static GtkWidget *
show_difference (GBytes *before,
                 GBytes *after)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *view = g_object_new (SOUNDER_TYPE_DIFFERENCE_VIEW, NULL);

  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 600);
  gtk_window_present (GTK_WINDOW (window));
  sounder_difference_view_set_texts (SOUNDER_DIFFERENCE_VIEW (view), before, after, NULL);
  TEST_AWAIT (!sounder_difference_view_is_busy (SOUNDER_DIFFERENCE_VIEW (view)));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (app_test_find (window, GTK_TYPE_PANED)));

  return window;
}

static void
test_difference_is_remembered (void)
{
  g_autoptr (GBytes) before = new_bytes ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1.0,\"b\":2}}");
  g_autoptr (GBytes) after = new_bytes ("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"a\":1.00,\"c\":2}}");
  GtkWidget *window = show_difference (before, after);
  int first = move_handle (window, 0);
  int moved = move_handle (window, 50);

  g_assert_cmpint (moved, ==, first + 50);
  gtk_window_destroy (GTK_WINDOW (window));
  window = show_difference (before, after);
  g_assert_cmpint (move_handle (window, 0), ==, moved);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/composer/replay", test_replay);
  g_test_add_func ("/app/composer/format", test_format);
  g_test_add_func ("/app/composer/huge", test_huge);
  g_test_add_func ("/app/composer/broken", test_broken);
  g_test_add_func ("/app/composer/not-open", test_not_open);
  g_test_add_func ("/app/composer/split-is-remembered", test_split_is_remembered);
  g_test_add_func ("/app/difference-view/changes", test_difference);
  g_test_add_func ("/app/difference-view/split-is-remembered", test_difference_is_remembered);

  return g_test_run ();
}
