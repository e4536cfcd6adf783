/* test-timeline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-test.h"
#include "mcp-json.h"

#include "sounder-adaptive-bin.h"
#include "sounder-difference-view.h"
#include "sounder-json-view.h"
#include "sounder-record-details.h"
#include "sounder-timeline-header.h"
#include "sounder-timeline-page.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"
#include "test-support.h"

/*
 * One file, because all of it looks at one page through one fixture: what is selected in the list
 * is what the details show, and most cases check both ends.
 */

typedef struct
{
  McpJournal           *journal;
  GtkWidget            *window;
  SounderTimelinePage  *page;
  SounderTimeline      *timeline;
  SounderRecordDetails *details;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->journal = mcp_journal_new ();
  fixture->page = g_object_new (SOUNDER_TYPE_TIMELINE_PAGE, NULL);
  fixture->timeline = sounder_timeline_page_get_timeline (fixture->page);
  fixture->details = sounder_timeline_page_get_details (fixture->page);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
  sounder_timeline_set_journal (fixture->timeline, fixture->journal);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->timeline))
                   && gtk_widget_get_height (GTK_WIDGET (fixture->timeline)) > 0);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

static guint
append_bytes (Fixture       *fixture,
              McpDirection   direction,
              McpRecordKind  kind,
              const char    *id,
              const char    *method,
              GBytes        *bytes)
{
  McpJournalEntry entry = { 0 };

  entry.direction = direction;
  entry.kind = kind;
  entry.life = 1;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;

  return mcp_journal_append (fixture->journal, &entry, bytes);
}

/* The id token has to be in the text, as on the wire. */
static guint
append (Fixture       *fixture,
        McpDirection   direction,
        McpRecordKind  kind,
        const char    *id,
        const char    *method,
        const char    *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return append_bytes (fixture, direction, kind, id, method, bytes);
}

static void
append_some (Fixture *fixture)
{
  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "tools/list",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL,
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}");
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "notifications/progress",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2", "tools/call",
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"n\":1.10}}");
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "2", NULL,
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"No\"}}");
  mcp_journal_flush (fixture->journal);
}

static void
append_many (Fixture *fixture,
             guint    n)
{
  for (guint i = 0; i < n; i++)
    append (fixture, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "notifications/progress",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
  mcp_journal_flush (fixture->journal);
}

static gboolean
count_frame_cb (GtkWidget     *widget,
                GdkFrameClock *frame_clock,
                gpointer       user_data)
{
  (*(guint *) user_data)++;

  return G_SOURCE_CONTINUE;
}

/* Lets so many frames be drawn that all has come to rest. */
static void
settle (Fixture *fixture)
{
  guint n_frames = 0;
  guint id = gtk_widget_add_tick_callback (fixture->window, count_frame_cb, &n_frames, NULL);

  TEST_AWAIT_POLL (n_frames >= 8);
  gtk_widget_remove_tick_callback (fixture->window, id);
}

static void
collect (GtkWidget *widget,
         GType      type,
         GPtrArray *found)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    g_ptr_array_add (found, widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

static GPtrArray *
find_all (gpointer root,
          GType    type)
{
  GPtrArray *found = g_ptr_array_new ();

  collect (GTK_WIDGET (root), type, found);

  return found;
}

static gpointer
find_one (gpointer root,
          GType    type)
{
  g_autoptr (GPtrArray) found = find_all (root, type);

  g_assert_cmpuint (found->len, >, 0);

  return found->pdata[0];
}

static SounderTimelineRow *
find_row (Fixture *fixture,
          guint    serial)
{
  g_autoptr (GPtrArray) rows = find_all (fixture->timeline, SOUNDER_TYPE_TIMELINE_ROW);

  for (guint i = 0; i < rows->len; i++)
    {
      McpRecord *record = sounder_timeline_row_get_record (rows->pdata[i]);

      if (record != NULL && mcp_record_get_serial (record) == serial)
        return rows->pdata[i];
    }

  return NULL;
}

static GtkAdjustment *
get_adjustment (Fixture *fixture)
{
  GtkListView *list = find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);

  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
}

static gboolean
is_at_end (Fixture *fixture)
{
  GtkAdjustment *adjustment = get_adjustment (fixture);

  return gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment)
         >= gtk_adjustment_get_upper (adjustment) - 1;
}

static void
test_timeline_rows (Fixture       *fixture,
                    gconstpointer  unused)
{
  SounderTimelineRow *row;

  append_some (fixture);
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 5);
  TEST_AWAIT_POLL (find_row (fixture, 5) != NULL);

  row = find_row (fixture, 4);
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_KIND), ==, "request");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_METHOD), ==, "tools/call");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_DIRECTION), ==, "→");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_ID), ==, "2");
  /* Failure is told by a sign and not by the colour alone. */
  g_assert_true (g_str_has_prefix (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_SUMMARY),
                                   "✗"));

  row = find_row (fixture, 5);
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_KIND), ==, "error");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_METHOD), ==, "tools/call");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_DIRECTION), ==, "←");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), ==, "");
}

/* A row says what its record says after the record has changed. */
static void
test_timeline_row_changes (Fixture       *fixture,
                           gconstpointer  unused)
{
  SounderTimelineRow *row;

  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "7", "ping",
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (find_row (fixture, 1) != NULL);
  row = find_row (fixture, 1);
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), ==, "pending");
  g_assert_true (sounder_timeline_row_is_pending (row));

  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "7", NULL,
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
  mcp_journal_flush (fixture->journal);
  g_assert_false (sounder_timeline_row_is_pending (row));
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), !=, "pending");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), !=, "");
}

static void
test_timeline_filter (Fixture       *fixture,
                      gconstpointer  unused)
{
  append_some (fixture);

  sounder_timeline_set_filter (fixture->timeline, "method:tools/*");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 4);
  sounder_timeline_set_filter (fixture->timeline, "method:tools/* dir:in");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);
  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);
}

static void
count_told_cb (guint *n)
{
  (*n)++;
}

static void
count_removed_cb (GListModel *model,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  guint      *n)
{
  *n += n_removed;
}

/* The entry tells of its text again after a pause: nothing is looked at twice for that. */
static void
test_timeline_filter_once (Fixture       *fixture,
                           gconstpointer  unused)
{
  GtkWidget *entry = find_one (fixture->timeline, GTK_TYPE_SEARCH_ENTRY);
  guint n_told = 0;
  guint n_removed = 0;

  append_some (fixture);
  sounder_timeline_set_filter (fixture->timeline, "1.10");
  g_signal_connect_swapped (entry, "search-changed", G_CALLBACK (count_told_cb), &n_told);
  g_signal_connect (fixture->timeline->view, "items-changed", G_CALLBACK (count_removed_cb),
                    &n_removed);
  TEST_AWAIT_POLL (n_told > 0 && sounder_timeline_get_n_rows (fixture->timeline) == 1);
  g_assert_cmpuint (n_removed, ==, 0);
  g_signal_handlers_disconnect_by_data (entry, &n_told);
  g_signal_handlers_disconnect_by_data (fixture->timeline->view, &n_removed);
}

static void
test_timeline_filter_error (Fixture       *fixture,
                            gconstpointer  unused)
{
  GtkWidget *entry = find_one (fixture->timeline, GTK_TYPE_SEARCH_ENTRY);

  append_some (fixture);
  sounder_timeline_set_filter (fixture->timeline, "method:ping");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 0);
  g_assert_null (sounder_timeline_get_filter_error (fixture->timeline));

  sounder_timeline_set_filter (fixture->timeline, "dir:in nosuch:x");
  g_assert_nonnull (strstr (sounder_timeline_get_filter_error (fixture->timeline), "nosuch"));
  g_assert_nonnull (strstr (sounder_timeline_get_filter_error (fixture->timeline), "8"));
  gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  /* The last one that made sense is still in force. */
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 0);

  sounder_timeline_set_filter (fixture->timeline, "");
  g_assert_null (sounder_timeline_get_filter_error (fixture->timeline));
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);
}

static void
test_timeline_scope (Fixture       *fixture,
                     gconstpointer  unused)
{
  static const struct
  {
    const char *scope;
    guint       n_rows;
  } cases[] = {
    { "requests", 4 },
    { "notifications", 1 },
    { "errors", 2 },
    { "all", 5 },
  };

  append_some (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.scope",
                                                 "s", cases[i].scope));
      TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == cases[i].n_rows);
    }
}

static void
test_timeline_errors_count (Fixture       *fixture,
                            gconstpointer  unused)
{
  g_autoptr (GPtrArray) buttons = find_all (fixture->timeline, GTK_TYPE_TOGGLE_BUTTON);
  gboolean found = FALSE;

  append_some (fixture);
  for (guint i = 0; i < buttons->len; i++)
    found |= g_strcmp0 (gtk_button_get_label (buttons->pdata[i]), "Errors 2") == 0;
  g_assert_true (found);
}

static void
assert_errors (Fixture *fixture,
               guint    n)
{
  g_autofree char *wanted = n == 0 ? g_strdup ("Errors") : g_strdup_printf ("Errors %u", n);

  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == n
                   && g_strcmp0 (gtk_button_get_label (
                                   GTK_BUTTON (fixture->timeline->errors_button)), wanted) == 0);
}

static void
add_finding (Fixture     *fixture,
             McpSeverity  severity,
             guint        serial)
{
  g_autoptr (McpFinding) finding = mcp_finding_new ("rpc.test", severity, "So", NULL, serial);

  mcp_journal_add_finding (fixture->journal, finding);
  mcp_journal_flush (fixture->journal);
}

/* What counts, and what does not; and the number is that of the rows whatever else is chosen. */
static void
test_timeline_errors (Fixture       *fixture,
                      gconstpointer  unused)
{
  guint call;
  guint ping;

  sounder_timeline_set_scope (fixture->timeline, SOUNDER_TIMELINE_ERRORS);

  /* Cancelled, also when a refusal comes late. */
  call = append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "tools/call", "{\"id\":1}");
  mcp_journal_set_status (fixture->journal, call, MCP_STATUS_CANCELLED);
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "1", NULL, "{\"id\":1}");
  add_finding (fixture, MCP_SEVERITY_WARNING, call);
  assert_errors (fixture, 0);

  /* A ping of our own, refused. */
  ping = append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2", "ping", "{\"id\":2}");
  mcp_journal_set_flags (fixture->journal, ping, MCP_RECORD_FLAG_PROBE);
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "2", NULL, "{\"id\":2}");
  mcp_journal_flush (fixture->journal);
  assert_errors (fixture, 0);
  sounder_timeline_set_show_probes (fixture->timeline, TRUE);
  assert_errors (fixture, 0);

  /* One whose answer breaks a rule is, where pings are shown. */
  add_finding (fixture, MCP_SEVERITY_ERROR, ping + 1);
  assert_errors (fixture, 1);
  sounder_timeline_set_show_probes (fixture->timeline, FALSE);
  assert_errors (fixture, 0);

  /* A call lost in a crash, and the crash. */
  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "3", "tools/call", "{\"id\":3}");
  mcp_journal_lose_pending (fixture->journal, 1);
  mcp_journal_set_status (fixture->journal,
                          append (fixture, MCP_DIRECTION_IN, MCP_RECORD_EXIT, NULL, NULL,
                                  "{\"type\":\"exit\",\"signal\":11}"),
                          MCP_STATUS_ERROR);
  mcp_journal_flush (fixture->journal);
  assert_errors (fixture, 2);

  /* The transport is no error because it is shown, and a filter hides errors as well. */
  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_HTTP_REQUEST, NULL, NULL, "{}");
  mcp_journal_flush (fixture->journal);
  sounder_timeline_set_show_transport (fixture->timeline, TRUE);
  assert_errors (fixture, 2);
  sounder_timeline_set_filter (fixture->timeline, "method:tools/call");
  assert_errors (fixture, 1);
}

static void
test_timeline_probes (Fixture       *fixture,
                      gconstpointer  unused)
{
  guint serial;

  append_some (fixture);
  serial = append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "9", "ping",
                   "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}");
  mcp_journal_set_flags (fixture->journal, serial, MCP_RECORD_FLAG_PROBE);
  mcp_journal_flush (fixture->journal);
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 5);

  sounder_timeline_set_show_probes (fixture->timeline, TRUE);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 6);
  sounder_timeline_set_show_probes (fixture->timeline, FALSE);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);

  /* Who asks for one gets to see it. */
  sounder_timeline_page_show_record (fixture->page, serial);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 6);
}

static void
test_timeline_follow (Fixture       *fixture,
                      gconstpointer  unused)
{
  GtkAdjustment *adjustment = get_adjustment (fixture);
  double value;

  g_assert_true (sounder_timeline_get_follow (fixture->timeline));
  append_many (fixture, 400);
  TEST_AWAIT_POLL (find_row (fixture, 400) != NULL && is_at_end (fixture));
  settle (fixture);
  g_assert_true (sounder_timeline_get_follow (fixture->timeline));

  /* Scrolling up releases it, and then rows come without moving anything. */
  value = gtk_adjustment_get_value (adjustment) - 500;
  gtk_adjustment_set_value (adjustment, value);
  g_assert_false (sounder_timeline_get_follow (fixture->timeline));
  append_many (fixture, 100);
  settle (fixture);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, value);
  g_assert_false (sounder_timeline_get_follow (fixture->timeline));

  /* The button goes back to the end; so does who scrolls there. */
  sounder_timeline_set_follow (fixture->timeline, TRUE);
  TEST_AWAIT_POLL (is_at_end (fixture) && find_row (fixture, 500) != NULL);
  gtk_adjustment_set_value (adjustment, 0);
  g_assert_false (sounder_timeline_get_follow (fixture->timeline));
  settle (fixture);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  g_assert_true (sounder_timeline_get_follow (fixture->timeline));
}

static void
test_timeline_selection (Fixture       *fixture,
                         gconstpointer  unused)
{
  g_autofree char *shown = NULL;

  append_some (fixture);
  g_assert_null (sounder_record_details_get_record (fixture->details));

  sounder_timeline_set_selected_serial (fixture->timeline, 4);
  g_assert_cmpuint (mcp_record_get_serial (sounder_record_details_get_record (fixture->details)),
                    ==, 4);
  shown = sounder_record_details_dup_shown (fixture->details);
  /* The number is spelt as it was. */
  g_assert_nonnull (strstr (shown, "\"n\": 1.10"));

  /* What is selected stays, also while the filter hides it. */
  sounder_timeline_set_filter (fixture->timeline, "kind:notification");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 1);
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 4);
  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 4);

  sounder_timeline_set_selected_serial (fixture->timeline, 0);
  g_assert_null (sounder_record_details_get_record (fixture->details));
}

static GtkSelectionModel *
get_model (Fixture *fixture)
{
  GtkListView *list = find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);

  return gtk_list_view_get_model (list);
}

/* Several are selected, wherever a filter or an order puts them; those hidden are not meant. */
static void
test_timeline_several (Fixture       *fixture,
                       gconstpointer  unused)
{
  GtkSelectionModel *model = get_model (fixture);
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) shown = NULL;

  append_some (fixture);
  gtk_selection_model_select_item (model, 1, TRUE);
  gtk_selection_model_select_range (model, 1, 3, TRUE);
  /* The end that somebody has moved to is what the details show. */
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 4);
  gtk_selection_model_select_range (model, 0, 2, TRUE);
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 1);
  gtk_selection_model_select_item (model, 3, FALSE);
  all = sounder_timeline_dup_selection (fixture->timeline);
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpuint (g_array_index (all, guint, 2), ==, 4);

  sounder_timeline_set_filter (fixture->timeline, "dir:out");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);
  g_assert_true (gtk_selection_model_is_selected (model, 0));
  g_assert_true (gtk_selection_model_is_selected (model, 1));
  shown = sounder_timeline_dup_selection (fixture->timeline);
  g_assert_cmpuint (shown->len, ==, 2);

  sounder_timeline_columns_set_sort (fixture->timeline->columns, SOUNDER_COLUMN_TIME, TRUE);
  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);
  for (guint i = 0; i < 5; i++)
    {
      guint serial = mcp_journal_view_get_serial (fixture->timeline->view, i);

      g_assert_cmpint (gtk_selection_model_is_selected (model, i), ==,
                       serial == 1 || serial == 2 || serial == 4);
    }
  gtk_selection_model_unselect_item (model, 0);
  gtk_selection_model_unselect_all (model);
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 0);
}

/* Who found a message with a filter sees it among the others when the filter goes. */
static void
test_timeline_selection_revealed (Fixture       *fixture,
                                  gconstpointer  unused)
{
  append_some (fixture);
  append_many (fixture, 300);
  TEST_AWAIT_POLL (is_at_end (fixture));
  sounder_timeline_set_filter (fixture->timeline, "method:tools/call dir:out");
  TEST_AWAIT_POLL (find_row (fixture, 4) != NULL);
  sounder_timeline_set_selected_serial (fixture->timeline, 4);
  settle (fixture);

  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 305);
  settle (fixture);
  g_assert_nonnull (find_row (fixture, 4));
  g_assert_cmpfloat (gtk_adjustment_get_value (get_adjustment (fixture)), <, 100);
}

static void
test_timeline_show_record (Fixture       *fixture,
                           gconstpointer  unused)
{
  append_some (fixture);
  append_many (fixture, 300);
  sounder_timeline_set_filter (fixture->timeline, "kind:notification");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 301);
  settle (fixture);

  sounder_timeline_page_show_record (fixture->page, 4);
  TEST_AWAIT_POLL (find_row (fixture, 4) != NULL);
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 4);
  settle (fixture);
  g_assert_cmpfloat (gtk_adjustment_get_value (get_adjustment (fixture)), <, 100);
}

/* A filter that lets it through is kept, although the view has yet to look at what came meanwhile. */
static void
test_timeline_show_record_later (Fixture       *fixture,
                                 gconstpointer  unused)
{
  guint serial;

  sounder_timeline_set_filter (fixture->timeline, "1.10");
  gtk_widget_set_visible (GTK_WIDGET (fixture->page), FALSE);
  append_many (fixture, 20000);
  append_some (fixture);
  serial = mcp_journal_get_n_records (fixture->journal) - 1;
  gtk_widget_set_visible (GTK_WIDGET (fixture->page), TRUE);

  sounder_timeline_page_show_record (fixture->page, serial);
  TEST_AWAIT_POLL (find_row (fixture, serial) != NULL);
  settle (fixture);
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 1);

  sounder_timeline_page_show_record (fixture->page, 1);
  TEST_AWAIT_POLL (find_row (fixture, 1) != NULL);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == serial + 1);
}

static void
test_timeline_clear (Fixture       *fixture,
                     gconstpointer  unused)
{
  append_some (fixture);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.clear",
                                             NULL));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 0);
  g_assert_cmpuint (mcp_journal_get_n_records (fixture->journal), ==, 5);

  append_many (fixture, 2);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline),
                                             "timeline.show-hidden", NULL));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 7);
}

typedef struct
{
  GBytes   *bytes;
  gboolean  done;
} Pasted;

static void
spliced_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Pasted *pasted = user_data;

  g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, NULL);
  pasted->bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source));
  pasted->done = TRUE;
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GInputStream) in = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  in = gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_splice_async (out, in,
                                G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE
                                  | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                G_PRIORITY_DEFAULT, NULL, spliced_cb, user_data);
}

static GBytes *
paste (Fixture *fixture)
{
  const char *types[] = { "text/plain;charset=utf-8", NULL };
  Pasted pasted = { 0 };

  gdk_clipboard_read_async (gtk_widget_get_clipboard (fixture->window), types, G_PRIORITY_DEFAULT,
                            NULL, read_cb, &pasted);
  TEST_AWAIT_POLL (pasted.done);

  return pasted.bytes;
}

static GBytes *
copy (Fixture    *fixture,
      const char *action)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (fixture->window);

  gdk_clipboard_set_content (clipboard, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), action, NULL));
  TEST_AWAIT_POLL (gdk_clipboard_get_content (clipboard) != NULL);

  return paste (fixture);
}

static void
test_timeline_copy (Fixture       *fixture,
                    gconstpointer  unused)
{
  static const char text[] = "{\"id\":\"a b\",\"n\":9007199254740993,\"d\":1e400,\"d\":2}";
  static const char junk[] = "\xff\x00 half\xc3";
  g_autoptr (GBytes) message = g_bytes_new_static (text, strlen (text));
  g_autoptr (GBytes) noise = g_bytes_new_static (junk, sizeof junk - 1);
  g_autoptr (GBytes) copied = NULL;
  g_autoptr (GBytes) copied_noise = NULL;
  g_autoptr (GBytes) copied_id = NULL;
  g_autoptr (GBytes) copied_pretty = NULL;
  g_autofree char *pretty = NULL;
  McpJsonPrint options = { 0 };
  gsize length;

  append_bytes (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "\"a b\"", "x", message);
  append_bytes (fixture, MCP_DIRECTION_IN, MCP_RECORD_NOISE, NULL, NULL, noise);
  mcp_journal_flush (fixture->journal);

  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  copied = copy (fixture, "timeline.copy-bytes");
  g_assert_true (g_bytes_equal (copied, message));
  copied_id = copy (fixture, "timeline.copy-id");
  g_assert_cmpmem (g_bytes_get_data (copied_id, NULL), g_bytes_get_size (copied_id), "\"a b\"", 5);
  copied_pretty = copy (fixture, "timeline.copy-pretty");
  pretty = mcp_json_pretty (text, strlen (text), &options, &length);
  g_assert_cmpmem (g_bytes_get_data (copied_pretty, NULL), g_bytes_get_size (copied_pretty),
                   pretty, length);

  sounder_timeline_set_selected_serial (fixture->timeline, 2);
  copied_noise = copy (fixture, "timeline.copy-bytes");
  g_assert_true (g_bytes_equal (copied_noise, noise));
  /* There is no id to copy. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.copy-id", NULL);
}

/* The menu of a row filters by its values, and leaves them out, within what is filtered by already. */
static void
test_timeline_filter_by (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *widget = GTK_WIDGET (fixture->timeline);
  GMenuModel *filter_menu = G_MENU_MODEL (fixture->timeline->filter_menu);
  GMenuModel *exclude_menu = G_MENU_MODEL (fixture->timeline->exclude_menu);
  g_autoptr (GVariant) only = NULL;
  g_autoptr (GVariant) not = NULL;
  g_autofree char *filter = NULL;

  append_some (fixture);
  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  sounder_timeline_set_filter (fixture->timeline, "kind:request or kind:response");
  g_assert_true (gtk_widget_activate_action (widget, "timeline.menu", NULL));
  g_assert_cmpint (g_menu_model_get_n_items (filter_menu), >, 3);
  only = g_menu_model_get_item_attribute_value (filter_menu, 0, G_MENU_ATTRIBUTE_TARGET, NULL);
  g_assert_cmpstr (g_variant_get_string (only, NULL), ==, "method:tools/list");
  g_assert_true (gtk_widget_activate_action_variant (widget, "timeline.filter-by", only));
  g_object_get (fixture->timeline, "filter", &filter, NULL);
  g_assert_cmpstr (filter, ==, "(kind:request or kind:response) method:tools/list");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);

  sounder_timeline_set_filter (fixture->timeline, "");
  not = g_menu_model_get_item_attribute_value (exclude_menu, 0, G_MENU_ATTRIBUTE_TARGET, NULL);
  g_assert_true (gtk_widget_activate_action_variant (widget, "timeline.filter-by", not));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 3);

  sounder_timeline_set_filter (fixture->timeline, "");
  g_assert_true (gtk_widget_activate_action (widget, "timeline.show-pair", NULL));
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 2);
  gtk_popover_popdown (GTK_POPOVER (fixture->timeline->menu));
}

/* Two are compared in a window of their own, and several copied as lines. */
static void
test_timeline_several_actions (Fixture       *fixture,
                               gconstpointer  unused)
{
  GtkWidget *widget = GTK_WIDGET (fixture->timeline);
  GtkSelectionModel *model = get_model (fixture);
  GListModel *windows = gtk_window_get_toplevels ();
  SounderDifferenceView *view;
  g_autoptr (GtkWindow) window = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  append_some (fixture);
  gtk_selection_model_select_item (model, 0, TRUE);
  gtk_selection_model_select_item (model, 3, FALSE);
  bytes = copy (fixture, "timeline.copy-bytes");
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[0], "tools/list"));
  g_assert_nonnull (strstr (lines[1], "1.10"));

  g_assert_true (gtk_widget_activate_action (widget, "timeline.compare", NULL));
  for (guint i = 0; i < g_list_model_get_n_items (windows) && window == NULL; i++)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (other) == GTK_WINDOW (fixture->window))
        window = g_steal_pointer (&other);
    }
  g_assert_nonnull (window);
  view = find_one (window, SOUNDER_TYPE_DIFFERENCE_VIEW);
  TEST_AWAIT_POLL (g_list_model_get_n_items (sounder_difference_view_get_changes (view)) > 2);
  app_test_assert_labelled (GTK_WIDGET (window));
  gtk_window_destroy (window);
}

static void
count_cb (gpointer  object,
          guint     position,
          guint     n_removed,
          guint     n_added,
          guint    *n_changes)
{
  (*n_changes)++;
}

/* 100,000 rows with the window following: what it costs is bounded by the frames, not by the rows. */
static void
test_timeline_flood (Fixture       *fixture,
                     gconstpointer  unused)
{
  GtkListView *list = find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);
  g_autoptr (GPtrArray) rows = NULL;
  guint n_changes = 0;
  guint n_flushes = 0;
  gulong handler;

  handler = g_signal_connect (gtk_list_view_get_model (list), "items-changed",
                              G_CALLBACK (count_cb), &n_changes);
  for (guint i = 0; i < 50; i++)
    {
      append_many (fixture, 2000);
      n_flushes++;
      while (g_main_context_pending (NULL))
        g_main_context_iteration (NULL, FALSE);
    }
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 100000);
  /* Slices of the view may divide a flush, but never down to single rows. */
  g_assert_cmpuint (n_changes, <=, n_flushes * 10);

  TEST_AWAIT_POLL (find_row (fixture, 100000) != NULL && is_at_end (fixture));
  rows = find_all (fixture->timeline, SOUNDER_TYPE_TIMELINE_ROW);
  g_assert_cmpuint (rows->len, <, 500);
  g_signal_handler_disconnect (gtk_list_view_get_model (list), handler);
}

static void
test_timeline_accessible (Fixture       *fixture,
                          gconstpointer  unused)
{
  SounderTimelineRow *row;
  const char *label;

  append_some (fixture);
  TEST_AWAIT_POLL (find_row (fixture, 4) != NULL);
  settle (fixture);

  row = find_row (fixture, 4);
  label = sounder_timeline_row_get_label (row);
  g_assert_nonnull (strstr (label, "request"));
  g_assert_nonnull (strstr (label, "tools/call"));
  g_assert_nonnull (strstr (label, "to the server"));
  g_assert_nonnull (strstr (label, "id 2"));
  g_assert_nonnull (strstr (label, "failed"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
  /* The list item around it takes the focus and must say the same. */
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (row))),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, label);
}

static void
test_timeline_controls_labelled (Fixture       *fixture,
                                 gconstpointer  unused)
{
  g_autoptr (GPtrArray) buttons = find_all (fixture->timeline, GTK_TYPE_BUTTON);
  g_autoptr (GPtrArray) menus = find_all (fixture->timeline, GTK_TYPE_MENU_BUTTON);

  /* All but the ones inside of menu buttons, which GTK labels. */
  g_assert_cmpuint (buttons->len, >=, 7);
  for (guint i = 0; i < buttons->len; i++)
    {
      GtkWidget *button = buttons->pdata[i];

      if (gtk_widget_get_ancestor (button, GTK_TYPE_MENU_BUTTON) == NULL
          && gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER) == NULL)
        g_assert_true (app_test_is_labelled (button));
    }
  for (guint i = 0; i < menus->len; i++)
    g_assert_true (app_test_is_labelled (menus->pdata[i]));
}

static void
test_details_tabs (Fixture       *fixture,
                   gconstpointer  unused)
{
  static const char *const tabs[] = { "message", "pair", "transport", "findings" };
  g_autoptr (McpFinding) finding = NULL;
  g_autoptr (GPtrArray) views = NULL;

  append_some (fixture);
  finding = mcp_finding_new ("rpc.test", MCP_SEVERITY_WARNING, "Not <b>good</b>", NULL, 4);
  mcp_journal_add_finding (fixture->journal, finding);
  mcp_journal_flush (fixture->journal);

  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      g_object_set (fixture->details, "tab", tabs[i], NULL);
      for (guint serial = 0; serial <= 5; serial++)
        sounder_timeline_set_selected_serial (fixture->timeline, serial);
      settle (fixture);
    }

  /* Request and response beside each other, whichever of the two is selected. */
  g_object_set (fixture->details, "tab", "pair", NULL);
  views = find_all (fixture->details, SOUNDER_TYPE_JSON_VIEW);
  g_assert_cmpuint (views->len, ==, 3);
  for (guint serial = 4; serial <= 5; serial++)
    {
      g_autofree char *request = NULL;
      g_autofree char *response = NULL;

      sounder_timeline_set_selected_serial (fixture->timeline, serial);
      request = sounder_json_view_dup_text (views->pdata[1]);
      response = sounder_json_view_dup_text (views->pdata[2]);
      g_assert_nonnull (strstr (request, "tools/call"));
      g_assert_nonnull (strstr (response, "-32602"));
    }
}

/* Looking at a big message delays nothing: the main loop runs on while it is read and printed. */
static void
test_details_big_message (Fixture       *fixture,
                          gconstpointer  unused)
{
  g_autoptr (GString) text = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[");
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *shown = NULL;
  SounderJsonView *view;

  for (guint i = 0; i < 400000; i++)
    g_string_append_printf (text, "%s\"element %u of a big array\"", i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  bytes = g_bytes_new (text->str, text->len);
  append_bytes (fixture, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL, bytes);
  mcp_journal_flush (fixture->journal);

  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  view = find_one (fixture->details, SOUNDER_TYPE_JSON_VIEW);
  TEST_AWAIT_POLL (sounder_json_view_get_bytes (view) != NULL && !sounder_json_view_is_busy (view));
  g_assert_true (g_bytes_equal (sounder_json_view_get_bytes (view), bytes));
  shown = sounder_json_view_dup_text (view);
  g_assert_cmpuint (strlen (shown), <, 2 * 1024 * 1024);
  g_assert_nonnull (strstr (shown, "element 1000 of"));
}

/* Pinned, commented, found again, and shown in the row. */
static void
test_pins (Fixture       *fixture,
           gconstpointer  unused)
{
  SounderPinBar *bar = sounder_record_details_get_pin_bar (fixture->details);
  g_autofree char *text = NULL;
  guint serial = append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, NULL, "a", "{}");
  guint other = append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, NULL, "b", "{}");

  mcp_journal_flush (fixture->journal);
  sounder_timeline_show_record (fixture->timeline, serial);
  TEST_AWAIT_POLL (sounder_record_details_get_record (fixture->details) != NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "timeline-page.pin", NULL));
  g_assert_true (mcp_journal_is_pinned (fixture->journal, serial));
  sounder_pin_bar_set_comment (bar, "look here");
  g_assert_cmpstr (mcp_journal_get_comment (fixture->journal, serial), ==, "look here");
  /* It is read in the row and beside the message. */
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (find_row (fixture, serial) != NULL);
  g_assert_nonnull (strstr (sounder_timeline_row_get_text (find_row (fixture, serial),
                                                           SOUNDER_COLUMN_SUMMARY), "look here"));
  g_object_get (bar, "text", &text, NULL);
  g_assert_cmpstr (text, ==, "✎ look here");
  g_assert_true (mcp_journal_is_pinned (fixture->journal, serial));
  g_assert_false (mcp_journal_is_pinned (fixture->journal, other));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "timeline-page.pin", NULL));
  g_assert_false (mcp_journal_is_pinned (fixture->journal, serial));
  g_assert_nonnull (mcp_journal_get_comment (fixture->journal, serial));
  app_test_assert_labelled (GTK_WIDGET (bar));
}

static void
show_record_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  *(guint *) user_data = g_variant_get_uint32 (parameter);
}

/* Docked, a click on a row asks for its message. */
static void
test_docked_click (Fixture       *fixture,
                   gconstpointer  unused)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("show-record", G_VARIANT_TYPE_UINT32);
  g_autoptr (GListModel) controllers = NULL;
  GtkWidget *list = find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);
  graphene_rect_t bounds;
  guint shown = 0;

  append_some (fixture);
  g_signal_connect (action, "activate", G_CALLBACK (show_record_cb), &shown);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (group));
  g_object_set (fixture->timeline, "compact", TRUE, NULL);
  TEST_AWAIT_POLL (find_row (fixture, 3) != NULL);
  settle (fixture);
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (find_row (fixture, 3)), list, &bounds));

  controllers = gtk_widget_observe_controllers (list);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
        g_signal_emit_by_name (controller, "released", 1, bounds.origin.x + 20.0,
                               bounds.origin.y + bounds.size.height / 2.0);
    }
  g_assert_cmpuint (shown, ==, 3);
}

/* A key in the list opens the comment, and the next key after it is for the list. */
static void
test_comment_by_key (Fixture       *fixture,
                     gconstpointer  unused)
{
  GtkWidget *bar = GTK_WIDGET (sounder_record_details_get_pin_bar (fixture->details));
  GtkWidget *popover = app_test_find (bar, GTK_TYPE_POPOVER);
  guint serial = append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, NULL, "a", "{}");
  GtkWidget *before;

  mcp_journal_flush (fixture->journal);
  sounder_timeline_show_record (fixture->timeline, serial);
  TEST_AWAIT_POLL (sounder_record_details_get_record (fixture->details) != NULL);
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (fixture->timeline), GTK_DIR_TAB_FORWARD));
  before = gtk_root_get_focus (gtk_widget_get_root (bar));
  g_assert_nonnull (before);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "timeline-page.comment", NULL));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (popover)
                   && gtk_widget_is_ancestor (gtk_root_get_focus (gtk_widget_get_root (bar)), popover));
  gtk_popover_popdown (GTK_POPOVER (popover));
  TEST_AWAIT_POLL (gtk_root_get_focus (gtk_widget_get_root (bar)) == before);
}

/* What is shown, under a name, and again. */
static void
test_saved_views (Fixture       *fixture,
                  gconstpointer  unused)
{
  g_autofree char *folder = g_dir_make_tmp ("views-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "views.json", NULL);
  g_autoptr (McpSavedViews) views = mcp_saved_views_new (path);
  SounderSavedViewsButton *button = fixture->timeline->saved_views;
  g_autofree char *filter = NULL;
  SounderTimelineScope scope;

  sounder_saved_views_button_set_views (button, views);
  sounder_timeline_set_filter (fixture->timeline, "kind:error");
  sounder_timeline_set_scope (fixture->timeline, SOUNDER_TIMELINE_REQUESTS);
  sounder_timeline_columns_set_visible (fixture->timeline->columns, SOUNDER_COLUMN_SIZE, FALSE);
  g_assert_true (sounder_saved_views_button_save (button, "mine"));

  sounder_timeline_set_filter (fixture->timeline, "");
  sounder_timeline_set_scope (fixture->timeline, SOUNDER_TIMELINE_ALL);
  sounder_timeline_columns_reset (fixture->timeline->columns);
  g_assert_true (sounder_timeline_columns_get_visible (fixture->timeline->columns,
                                                       SOUNDER_COLUMN_SIZE));
  sounder_saved_views_button_apply (button, "mine");
  g_object_get (fixture->timeline, "filter", &filter, "scope", &scope, NULL);
  g_assert_cmpstr (filter, ==, "kind:error");
  g_assert_cmpint (scope, ==, SOUNDER_TIMELINE_REQUESTS);
  g_assert_false (sounder_timeline_columns_get_visible (fixture->timeline->columns,
                                                        SOUNDER_COLUMN_SIZE));
  app_test_assert_labelled (GTK_WIDGET (button));
  sounder_timeline_columns_reset (fixture->timeline->columns);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_page_minimum_size (Fixture       *fixture,
                        gconstpointer  unused)
{
  int width;
  int height;

  append_some (fixture);
  g_object_set (fixture->page, "width-class", SOUNDER_WIDTH_NARROW, NULL);
  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  sounder_timeline_set_filter (fixture->timeline, "nosuch:x");
  settle (fixture);

  gtk_widget_measure (GTK_WIDGET (fixture->page), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (fixture->page), GTK_ORIENTATION_VERTICAL, 720, &height, NULL,
                      NULL, NULL);
  /* A window of 720 pixels without its borders, and without the style that makes tabs narrower. */
  g_assert_cmpint (width, <=, 700);
  g_assert_cmpint (height, <=, 360);
}

static void
test_columns_place (void)
{
  g_autoptr (SounderTimelineColumns) columns = sounder_timeline_columns_new ();

  sounder_timeline_columns_reset (columns);
  for (int width = 300; width < 2000; width += 7)
    {
      const SounderColumnPlace *places = sounder_timeline_columns_place (columns, width);
      int x = 0;

      for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
        {
          g_assert_cmpint (places[i].x, ==, x);
          x += places[i].width;
        }
      if (width >= 500)
        g_assert_cmpint (x, ==, width);
      if (width >= 720)
        g_assert_cmpint (places[SOUNDER_COLUMN_SUMMARY].width, >=, 180);
    }

  g_assert_cmpint (sounder_timeline_columns_place (columns, 720)[SOUNDER_COLUMN_WATERFALL].width,
                   ==, 0);
  g_assert_cmpint (sounder_timeline_columns_place (columns, 720)[SOUNDER_COLUMN_ID].width, ==, 0);
  g_assert_cmpint (sounder_timeline_columns_place (columns, 1300)[SOUNDER_COLUMN_WATERFALL].width,
                   >, 100);

  sounder_timeline_columns_set_visible (columns, SOUNDER_COLUMN_SIZE, FALSE);
  g_assert_cmpint (sounder_timeline_columns_place (columns, 1300)[SOUNDER_COLUMN_SIZE].width, ==,
                   0);
  sounder_timeline_columns_set_width (columns, SOUNDER_COLUMN_METHOD, 250);
  g_assert_cmpint (sounder_timeline_columns_place (columns, 1300)[SOUNDER_COLUMN_METHOD].width, ==,
                   250);
  sounder_timeline_columns_reset (columns);
  g_assert_true (sounder_timeline_columns_get_visible (columns, SOUNDER_COLUMN_SIZE));
}

static void
test_timeline_swap_journal (Fixture       *fixture,
                            gconstpointer  unused)
{
  McpJournal *other = mcp_journal_new ();

  append_some (fixture);
  sounder_timeline_set_selected_serial (fixture->timeline, 2);
  settle (fixture);

  sounder_timeline_set_journal (fixture->timeline, other);
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 0);
  g_assert_cmpuint (sounder_timeline_get_selected_serial (fixture->timeline), ==, 0);
  g_assert_null (sounder_record_details_get_record (fixture->details));
  settle (fixture);

  sounder_timeline_set_journal (fixture->timeline, NULL);
  g_assert_finalize_object (other);
}

static void
test_timeline_finalize (void)
{
  McpJournal *journal = mcp_journal_new ();
  SounderTimelineColumns *columns = sounder_timeline_columns_new ();
  GtkWidget *row = g_object_ref_sink (sounder_timeline_row_new (columns));
  GtkWidget *header = g_object_ref_sink (g_object_new (SOUNDER_TYPE_TIMELINE_HEADER, NULL));
  GtkWidget *timeline = g_object_ref_sink (sounder_timeline_new ());
  GtkWidget *details = g_object_ref_sink (g_object_new (SOUNDER_TYPE_RECORD_DETAILS, NULL));
  GtkWidget *page = g_object_ref_sink (g_object_new (SOUNDER_TYPE_TIMELINE_PAGE, NULL));

  sounder_timeline_set_journal (SOUNDER_TIMELINE (timeline), journal);
  g_assert_finalize_object (row);
  g_assert_finalize_object (header);
  g_assert_finalize_object (timeline);
  g_assert_finalize_object (details);
  g_assert_finalize_object (page);
  g_assert_finalize_object (columns);
  g_assert_finalize_object (journal);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/timeline-columns/place", test_columns_place);
  ADD ("/app/timeline/rows", test_timeline_rows);
  ADD ("/app/timeline/row-changes", test_timeline_row_changes);
  ADD ("/app/timeline/filter", test_timeline_filter);
  ADD ("/app/timeline/filter-once", test_timeline_filter_once);
  ADD ("/app/timeline/filter-error", test_timeline_filter_error);
  ADD ("/app/timeline/scope", test_timeline_scope);
  ADD ("/app/timeline/errors-count", test_timeline_errors_count);
  ADD ("/app/timeline/errors", test_timeline_errors);
  ADD ("/app/timeline/probes", test_timeline_probes);
  ADD ("/app/timeline/follow", test_timeline_follow);
  ADD ("/app/timeline/selection", test_timeline_selection);
  ADD ("/app/timeline/several", test_timeline_several);
  ADD ("/app/timeline/selection-revealed", test_timeline_selection_revealed);
  ADD ("/app/timeline/show-record", test_timeline_show_record);
  ADD ("/app/timeline/show-record-later", test_timeline_show_record_later);
  ADD ("/app/timeline/clear", test_timeline_clear);
  ADD ("/app/timeline/copy", test_timeline_copy);
  ADD ("/app/timeline/filter-by", test_timeline_filter_by);
  ADD ("/app/timeline/several-actions", test_timeline_several_actions);
  ADD ("/app/timeline/flood", test_timeline_flood);
  ADD ("/app/timeline/accessible", test_timeline_accessible);
  ADD ("/app/timeline/controls-labelled", test_timeline_controls_labelled);
  ADD ("/app/timeline/swap-journal", test_timeline_swap_journal);
  ADD ("/app/record-details/tabs", test_details_tabs);
  ADD ("/app/record-details/big-message", test_details_big_message);
  ADD ("/app/timeline/docked-click", test_docked_click);
  ADD ("/app/timeline-page/pins", test_pins);
  ADD ("/app/timeline-page/comment-by-key", test_comment_by_key);
  ADD ("/app/timeline/saved-views", test_saved_views);
  ADD ("/app/timeline-page/minimum-size", test_page_minimum_size);
  g_test_add_func ("/app/timeline/finalize", test_timeline_finalize);

  return g_test_run ();
}
