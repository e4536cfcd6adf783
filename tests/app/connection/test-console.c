/* test-console.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-console-page.h"
#include "sounder-pane.h"
#include "sounder-console-row.h"
#include "test-support.h"

/* The Console: what a server prints, whatever that is and however much. */

typedef struct
{
  McpSession         *session;
  McpJournal         *journal;   /* of it */
  GtkWidget          *window;
  SounderConsolePage *page;
  GtkListView        *list;
  char               *copied;    /* by the action "session.copy" */
} Fixture;

static void
copy_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  Fixture *fixture = user_data;

  g_free (fixture->copied);
  fixture->copied = g_variant_dup_string (parameter, NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  script)
{
  static const GActionEntry entries[] = { { .name = "copy", .activate = copy_cb, .parameter_type = "s" } };
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", script != NULL ? script : "[]");
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  mcp_profile_stop_probes (profile);
  mcp_profile_set_reconnect (profile, FALSE);
  fixture->session = mcp_session_new (profile, NULL);
  fixture->journal = mcp_session_get_journal (fixture->session);
  fixture->page = g_object_new (SOUNDER_TYPE_CONSOLE_PAGE, "session", fixture->session, NULL);
  fixture->list = app_test_child (fixture->page, "list");
  fixture->window = gtk_window_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), fixture);
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (actions));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
}

static void
show_window (Fixture *fixture)
{
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->page)));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  script)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_free (fixture->copied);
  app_test_let_go (fixture->session);
}

static guint
append_bytes (McpJournal    *journal,
              McpChannel     channel,
              McpRecordKind  kind,
              const char    *method,
              const void    *data,
              gsize          length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  McpJournalEntry entry = { .direction = MCP_DIRECTION_IN, .channel = channel, .kind = kind, .life = 1,
                            .method = method };

  entry.method_length = method != NULL ? strlen (method) : 0;

  return mcp_journal_append (journal, &entry, bytes);
}

static guint
append_stderr (Fixture    *fixture,
               const char *line)
{
  return append_bytes (fixture->journal, MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, line, strlen (line));
}

static guint
count_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (fixture->list)));
}

#define LOG "notifications/message"

/* Each source by its name, the level of a log message apart, and nothing that the terminal or the eye would obey. */
static void
test_lines (void)
{
  static const struct
  {
    McpChannel    channel;
    McpRecordKind kind;
    const char   *method;
    const char   *bytes;
    const char   *source;
    const char   *level;
    const char   *css_class;   /* (nullable) of the level */
    const char   *text;        /* (nullable): only looked whether it is safe */
  } rows[] = {
    { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, "hello <b>you</b>", "stderr", "", NULL, "hello <b>you</b>" },
    { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, "\033[1;31mred\033[0m\007", "stderr", "", NULL, NULL },
    { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, "over\rwritten", "stderr", "", NULL, NULL },
    { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, "\xe2\x80\xaegnp.exe", "stderr", "", NULL, NULL },
    { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, "\xff\xc3(\xf0\x9f", "stderr", "", NULL, NULL },
    { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, "", "stderr", "", NULL, "" },
    { MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, NULL, "Listening on 3000", "stdout", "", NULL, "Listening on 3000" },
    { MCP_CHANNEL_STDIO, MCP_RECORD_INVALID, NULL, "{\"a\":", "stdout", "", NULL, "{\"a\":" },
    { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG,
      "{\"method\":\"" LOG "\",\"params\":{\"level\":\"error\",\"logger\":\"db\",\"data\":\"gone\"}}", "log", "error",
      "state-failed", "db: gone" },
    { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG,
      "{\"method\":\"" LOG "\",\"params\":{\"level\":\"emergency\",\"data\":\"x\"}}", "log", "emergency",
      "state-failed", "x" },
    { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG,
      "{\"method\":\"" LOG "\",\"params\":{\"level\":\"warning\",\"data\":{\"a\": 1.0}}}", "log", "warning",
      "state-slow", "{\"a\": 1.0}" },
    { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG,
      "{\"method\":\"" LOG "\",\"params\":{\"level\":\"info\",\"data\":null}}", "log", "info", NULL, "null" },
    /* What lacks what it should have is shown as it is. */
    { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG, "{\"method\":\"" LOG "\",\"params\":{\"level\":\"info\"}}", "log",
      "info", NULL, "{\"method\":\"" LOG "\",\"params\":{\"level\":\"info\"}}" },
    { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG, "{\"method\":\"" LOG "\",\"params\":7}", "log", "", NULL,
      "{\"method\":\"" LOG "\",\"params\":7}" },
    { MCP_CHANNEL_PROCESS, MCP_RECORD_SPAWN, NULL, "{}", "process", "", NULL, NULL },
    { MCP_CHANNEL_SESSION, MCP_RECORD_NOTE, NULL, "{}", "session", "", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      GtkWidget *row = g_object_ref_sink (sounder_console_row_new ());
      g_autoptr (McpRecord) record = NULL;
      GtkWidget *labels[4];
      const char *shown;

      append_bytes (journal, rows[i].channel, rows[i].kind, rows[i].method, rows[i].bytes, strlen (rows[i].bytes));
      record = mcp_journal_get_record (journal, 1);
      sounder_console_row_set_record (SOUNDER_CONSOLE_ROW (row), record);
      labels[0] = gtk_widget_get_first_child (row);
      for (guint j = 1; j < G_N_ELEMENTS (labels); j++)
        labels[j] = gtk_widget_get_next_sibling (labels[j - 1]);

      shown = gtk_label_get_text (GTK_LABEL (labels[3]));
      g_test_message ("%s", shown);
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (labels[1])), ==, rows[i].source);
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (labels[2])), ==, rows[i].level);
      g_assert_cmpint (gtk_widget_has_css_class (labels[2], "state-failed"), ==,
                       g_strcmp0 (rows[i].css_class, "state-failed") == 0);
      g_assert_cmpint (gtk_widget_has_css_class (labels[2], "state-slow"), ==,
                       g_strcmp0 (rows[i].css_class, "state-slow") == 0);
      if (rows[i].text != NULL)
        g_assert_cmpstr (shown, ==, rows[i].text);
      g_assert_true (g_utf8_validate (shown, -1, NULL));
      g_assert_null (strpbrk (shown, "\033\007\r\n"));
      g_assert_null (strstr (shown, "\xe2\x80\xae"));
      g_assert_finalize_object (row);
    }
}

/* A row is used again: nothing of the last line stays. */
static void
test_row_used_again (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  GtkWidget *row = g_object_ref_sink (sounder_console_row_new ());
  GtkWidget *level = gtk_widget_get_prev_sibling (gtk_widget_get_last_child (row));
  const char *log = "{\"method\":\"" LOG "\",\"params\":{\"level\":\"error\",\"data\":\"bad\"}}";
  g_autoptr (McpRecord) first = NULL;
  g_autoptr (McpRecord) second = NULL;

  append_bytes (journal, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG, log, strlen (log));
  append_bytes (journal, MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, NULL, "fine", 4);
  first = mcp_journal_get_record (journal, 1);
  second = mcp_journal_get_record (journal, 2);
  sounder_console_row_set_record (SOUNDER_CONSOLE_ROW (row), first);
  g_assert_true (gtk_widget_has_css_class (level, "state-failed"));
  sounder_console_row_set_record (SOUNDER_CONSOLE_ROW (row), NULL);
  sounder_console_row_set_record (SOUNDER_CONSOLE_ROW (row), second);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (level)), ==, "");
  g_assert_false (gtk_widget_has_css_class (level, "state-failed"));
  g_assert_finalize_object (row);
}

static guint
count_widgets (GtkWidget *root)
{
  guint n = SOUNDER_IS_CONSOLE_ROW (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_widgets (child);

  return n;
}

static gboolean
is_at_end (Fixture *fixture)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->list));

  return gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment)
         && gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) + 1
              >= gtk_adjustment_get_upper (adjustment);
}

/* However many lines come, there are only so many rows, and who follows sees the last one. */
static void
test_flood (Fixture       *fixture,
            gconstpointer  unused)
{
  show_window (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (app_test_child (fixture->page, "stack")), ==, "empty");
  for (guint i = 0; i < 20000; i++)
    append_stderr (fixture, "one of many");
  append_stderr (fixture, "last");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (count_rows (fixture) == 20001);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (app_test_child (fixture->page, "stack")), ==, "list");
  TEST_AWAIT_POLL (is_at_end (fixture));
  g_assert_cmpuint (count_widgets (GTK_WIDGET (fixture->list)), <, 500);
  TEST_AWAIT_POLL (app_test_find_labelled (GTK_WIDGET (fixture->list), GTK_TYPE_LABEL, "last") != NULL);

  /* Who does not follow stays where they are. */
  gtk_toggle_button_set_active (app_test_child (fixture->page, "follow"), FALSE);
  app_test_draw_frames (fixture->window);
  gtk_widget_activate_action (GTK_WIDGET (fixture->list), "list.scroll-to-item", "u", 0);
  TEST_AWAIT_POLL (!is_at_end (fixture));
  append_stderr (fixture, "later");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (count_rows (fixture) == 20002);
  app_test_draw_frames (fixture->window);
  g_assert_false (is_at_end (fixture));
  gtk_toggle_button_set_active (app_test_child (fixture->page, "follow"), TRUE);
  TEST_AWAIT_POLL (is_at_end (fixture));
}

/* Each line belongs to one source; a filter that finds nothing is no empty console. */
static void
test_sources (Fixture       *fixture,
              gconstpointer  unused)
{
  static const guint n_of_source[] = { 6, 2, 1, 1, 2 };
  GtkDropDown *source = app_test_child (fixture->page, "source");
  GtkEditable *filter = app_test_child (fixture->page, "filter");
  GtkWidget *error = app_test_child (fixture->page, "filter_error");
  GtkStack *stack = app_test_child (fixture->page, "stack");
  const char *log = "{\"method\":\"" LOG "\",\"params\":{\"level\":\"info\",\"data\":\"told\"}}";

  show_window (fixture);
  append_stderr (fixture, "one");
  append_stderr (fixture, "two");
  append_bytes (fixture->journal, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, NULL, "three", 5);
  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, LOG, log, strlen (log));
  append_bytes (fixture->journal, MCP_CHANNEL_PROCESS, MCP_RECORD_SPAWN, NULL, "{}", 2);
  append_bytes (fixture->journal, MCP_CHANNEL_PROCESS, MCP_RECORD_EXIT, NULL, "{}", 2);
  /* What is no output has no line here. */
  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, "ping", "{}", 2);
  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, MCP_RECORD_INVALID, NULL, "{", 1);
  mcp_journal_flush (fixture->journal);

  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (source)), ==, G_N_ELEMENTS (n_of_source));
  for (guint i = 0; i < G_N_ELEMENTS (n_of_source); i++)
    {
      g_test_message ("source %u", i);
      gtk_drop_down_set_selected (source, i);
      TEST_AWAIT_POLL (count_rows (fixture) == n_of_source[i]);
    }

  gtk_drop_down_set_selected (source, 1);
  gtk_editable_set_text (filter, "two");
  g_signal_emit_by_name (filter, "search-changed");
  TEST_AWAIT_POLL (count_rows (fixture) == 1);
  gtk_editable_set_text (filter, "nowhere");
  g_signal_emit_by_name (filter, "search-changed");
  TEST_AWAIT_POLL (count_rows (fixture) == 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "list");
  g_assert_false (gtk_widget_get_visible (error));

  /* A filter that makes no sense says so. */
  gtk_editable_set_text (filter, "nosuch:x");
  g_signal_emit_by_name (filter, "search-changed");
  g_assert_true (gtk_widget_get_visible (error));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (error)), "nosuch"));
  gtk_editable_set_text (filter, "");
  g_signal_emit_by_name (filter, "search-changed");
  g_assert_false (gtk_widget_get_visible (error));
  TEST_AWAIT_POLL (count_rows (fixture) == 2);
}

/* The line that is selected is shown below, as much of it as one looks at, and copied whole. */
static void
test_details (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkSelectionModel *selection = gtk_list_view_get_model (fixture->list);
  GtkWidget *details = app_test_child (fixture->page, "details");
  GtkWidget *copy = app_test_child (fixture->page, "copy");
  g_autofree char *longest = g_strnfill (1024 * 1024 + 5, 'l');
  GBytes *shown;

  show_window (fixture);
  append_stderr (fixture, longest);
  append_stderr (fixture, "bad \xff end");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (count_rows (fixture) == 2);
  g_assert_false (gtk_widget_get_visible (details));
  g_assert_false (gtk_widget_get_sensitive (copy));

  gtk_selection_model_select_item (selection, 0, TRUE);
  g_assert_true (gtk_widget_get_visible (details));
  shown = sounder_pane_get_bytes (SOUNDER_PANE (details));
  g_assert_cmpuint (g_bytes_get_size (shown), ==, 1024 * 1024);
  g_signal_emit_by_name (copy, "clicked");
  g_assert_cmpuint (strlen (fixture->copied), ==, 1024 * 1024 + 5);

  /* The clipboard takes nothing but UTF-8. */
  gtk_selection_model_select_item (selection, 1, TRUE);
  g_signal_emit_by_name (copy, "clicked");
  g_assert_cmpstr (fixture->copied, ==, "bad \xef\xbf\xbd end");

  gtk_selection_model_unselect_item (selection, 1);
  g_assert_false (gtk_widget_get_visible (details));
  g_assert_false (gtk_widget_get_sensitive (copy));
  app_test_assert_labelled (GTK_WIDGET (fixture->page));
}

/* What came while nobody looked is counted, but for what Sounder did itself; looking ends that. */
static void
test_unseen (Fixture       *fixture,
             gconstpointer  unused)
{
  append_stderr (fixture, "one");
  append_bytes (fixture->journal, MCP_CHANNEL_PROCESS, MCP_RECORD_SPAWN, NULL, "{}", 2);
  append_bytes (fixture->journal, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, NULL, "two", 3);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (app_test_get_uint (fixture->page, "n-unseen") == 2);
  append_stderr (fixture, "three");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (app_test_get_uint (fixture->page, "n-unseen") == 3);

  show_window (fixture);
  g_assert_cmpuint (app_test_get_uint (fixture->page, "n-unseen"), ==, 0);
  append_stderr (fixture, "seen");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (count_rows (fixture) == 5);
  g_assert_cmpuint (app_test_get_uint (fixture->page, "n-unseen"), ==, 0);

  gtk_widget_set_visible (GTK_WIDGET (fixture->page), FALSE);
  append_stderr (fixture, "not seen");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (app_test_get_uint (fixture->page, "n-unseen") == 1);
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
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

static guint
count_requests (Fixture    *fixture,
                const char *method)
{
  guint n = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (fixture->journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (fixture->journal, serial);

      n += mcp_record_get_kind (record) == MCP_RECORD_REQUEST && g_strcmp0 (mcp_record_get_method (record), method) == 0;
    }

  return n;
}

/* A level is asked for when somebody chooses one, and can be chosen only of a server that has them. */
static void
test_level (Fixture       *fixture,
            gconstpointer  script)
{
  GtkWidget *level = app_test_child (fixture->page, "level");
  gboolean has_levels = strstr (script, "logging") != NULL;
  gboolean closed = FALSE;

  show_window (fixture);
  g_assert_false (gtk_widget_get_sensitive (level));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (level), ==, "Not connected");
  mcp_session_open_async (fixture->session, NULL, opened_cb, NULL);
  TEST_AWAIT (mcp_session_get_state (fixture->session) == MCP_SESSION_READY);
  g_assert_cmpint (gtk_widget_get_sensitive (level), ==, has_levels);
  if (has_levels)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (level), 4);
      TEST_AWAIT (count_requests (fixture, "logging/setLevel") == 1);
      /* The server's own is nothing that can be asked for. */
      gtk_drop_down_set_selected (GTK_DROP_DOWN (level), 0);
    }
  else
    {
      g_assert_cmpstr (gtk_widget_get_tooltip_text (level), ==, "The server does not declare logging");
    }

  mcp_session_close_async (fixture->session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);
  g_assert_false (gtk_widget_get_sensitive (level));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (level)), ==, 0);
  g_assert_cmpuint (count_requests (fixture, "logging/setLevel"), ==, has_levels);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(path, function, data) g_test_add (path, Fixture, data, set_up, function, tear_down)
  g_test_add_func ("/app/console-row/lines", test_lines);
  g_test_add_func ("/app/console-row/used-again", test_row_used_again);
  ADD ("/app/console-page/flood", test_flood, NULL);
  ADD ("/app/console-page/sources", test_sources, NULL);
  ADD ("/app/console-page/details", test_details, NULL);
  ADD ("/app/console-page/unseen", test_unseen, NULL);
  ADD ("/app/console-page/level", test_level,
       "[{\"handshake\": {\"capabilities\": {\"logging\": {}}}}, {\"serve\": {\"logging/setLevel\": {\"result\": {}}}}]");
  ADD ("/app/console-page/no-level", test_level, "[{\"handshake\": {}}, {\"serve\": {}}]");
#undef ADD

  return g_test_run ();
}
