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
#include "sounder-json-view.h"
#include "sounder-pane.h"
#include "sounder-record-details.h"
#include "sounder-timeline-header.h"
#include "sounder-timeline-page.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"
#include "test-support.h"
#include "timeline-fixture.h"

/*
 * One file, because all of it looks at one page through one fixture: what is selected in the list
 * is what the details show, and most cases check both ends.
 */

static void
test_timeline_rows (TimelineFixture *fixture,
                    gconstpointer    unused)
{
  SounderTimelineRow *row;

  timeline_append_some (fixture);
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 5);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 5) != NULL);

  row = timeline_find_row (fixture, 4);
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_KIND), ==, "request");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_METHOD), ==, "tools/call");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_DIRECTION), ==, "→");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_ID), ==, "2");
  /* Failure is told by a sign and not by the colour alone. */
  g_assert_true (g_str_has_prefix (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_SUMMARY),
                                   "✗"));

  row = timeline_find_row (fixture, 5);
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_KIND), ==, "error");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_METHOD), ==, "tools/call");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_DIRECTION), ==, "←");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), ==, "");
}

/* A row says what its record says after the record has changed. */
static void
test_timeline_row_changes (TimelineFixture *fixture,
                           gconstpointer    unused)
{
  SounderTimelineRow *row;

  timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "7", "ping",
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 1) != NULL);
  row = timeline_find_row (fixture, 1);
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), ==, "pending");
  g_assert_true (sounder_timeline_row_is_pending (row));

  timeline_append (fixture, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "7", NULL,
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
  mcp_journal_flush (fixture->journal);
  g_assert_false (sounder_timeline_row_is_pending (row));
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), !=, "pending");
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), !=, "");
}

static void
test_timeline_filter (TimelineFixture *fixture,
                      gconstpointer    unused)
{
  timeline_append_some (fixture);

  sounder_timeline_set_filter (fixture->timeline, "method:tools/*");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 4);
  sounder_timeline_set_filter (fixture->timeline, "method:tools/* dir:in");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);
  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);
}

static void
test_timeline_filter_error (TimelineFixture *fixture,
                            gconstpointer    unused)
{
  GtkWidget *entry = timeline_find_one (fixture->timeline, GTK_TYPE_SEARCH_ENTRY);

  timeline_append_some (fixture);
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
test_timeline_scope (TimelineFixture *fixture,
                     gconstpointer    unused)
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

  timeline_append_some (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.scope",
                                                 "s", cases[i].scope));
      TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == cases[i].n_rows);
    }
}

static void
test_timeline_errors_count (TimelineFixture *fixture,
                            gconstpointer    unused)
{
  g_autoptr (GPtrArray) buttons = timeline_find_all (fixture->timeline, GTK_TYPE_TOGGLE_BUTTON);
  gboolean found = FALSE;

  timeline_append_some (fixture);
  for (guint i = 0; i < buttons->len; i++)
    found |= g_strcmp0 (gtk_button_get_label (buttons->pdata[i]), "Errors 1") == 0;
  g_assert_true (found);
}

static void
assert_count (TimelineFixture *fixture,
              const char      *text)
{
  GtkLabel *label = GTK_LABEL (fixture->timeline->count_label);

  TEST_AWAIT_POLL (g_str_has_prefix (gtk_label_get_label (label), text));
}

/* A call with its answer is one row, and found by either half. */
static void
test_timeline_by_call (TimelineFixture *fixture,
                       gconstpointer    unused)
{
  SounderTimeline *timeline = fixture->timeline;
  SounderTimelineRow *row;

  timeline_append_some (fixture);
  sounder_timeline_set_selected_serial (timeline, 2);
  assert_count (fixture, "5 · ");
  sounder_timeline_set_by_call (timeline, TRUE);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 3);
  assert_count (fixture, "3 · ");
  g_assert_cmpuint (app_test_get_uint (timeline, "selected-serial"), ==, 1);

  row = timeline_find_row (fixture, 4);
  g_assert_nonnull (strstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_SUMMARY), "← "));
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_TOOK), !=, "");
  sounder_timeline_set_filter (timeline, "kind:error");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 1);
  assert_count (fixture, "1 of 3 · ");
  sounder_timeline_set_filter (timeline, "");
  sounder_timeline_set_by_call (timeline, FALSE);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 5);
}

/* A list without rows says what hides how many, and a button brings them back. */
static void
test_timeline_empty (TimelineFixture *fixture,
                     gconstpointer    unused)
{
  SounderTimeline *timeline = fixture->timeline;
  GtkButton *unfilter = GTK_BUTTON (timeline->unfilter_button);
  GtkButton *unclear = GTK_BUTTON (timeline->unclear_button);

  g_assert_true (gtk_widget_get_visible (timeline->empty_box));
  timeline_append_some (fixture);
  TEST_AWAIT_POLL (!gtk_widget_get_visible (timeline->empty_box));

  sounder_timeline_set_filter (timeline, "nothing of this");
  TEST_AWAIT_POLL (gtk_widget_get_visible (timeline->empty_box)
                   && gtk_widget_get_visible (timeline->unfilter_button));
  g_assert_cmpstr (gtk_button_get_label (unfilter), ==, "Clear the Filter: 5 messages");
  assert_count (fixture, "0 of 5 · ");
  sounder_timeline_clear (timeline);
  TEST_AWAIT_POLL (gtk_widget_get_visible (timeline->unclear_button));
  g_assert_cmpstr (gtk_button_get_label (unclear), ==, "Show Cleared: 5 messages");
  g_assert_false (gtk_widget_get_visible (timeline->unfilter_button));

  gtk_widget_activate (timeline->unclear_button);
  TEST_AWAIT_POLL (gtk_widget_get_visible (timeline->unfilter_button));
  gtk_widget_activate (timeline->unfilter_button);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 5);
  g_assert_false (gtk_widget_get_visible (timeline->empty_box));
}

static void
type (TimelineFixture *fixture,
      const char      *text)
{
  SounderTimeline *timeline = fixture->timeline;

  gtk_editable_set_text (timeline->filter_entry, text);
  g_signal_emit_by_name (timeline->filter_entry, "search-changed");
}

/* What may become a field, or an exclusion, changes nothing before it is one, or Enter says that it is meant. */
static void
test_timeline_half_typed (TimelineFixture *fixture,
                          gconstpointer    unused)
{
  static const char *const halves[] = { "m", "meth", "method", "method:", "-", "kind:x" };
  SounderTimeline *timeline = fixture->timeline;

  timeline_append_some (fixture);
  sounder_timeline_set_filter (timeline, "dir:out");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 2);
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      type (fixture, halves[i]);
      g_assert_cmpuint (sounder_timeline_get_n_rows (timeline), ==, 2);
    }
  type (fixture, "method:tools/list");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 2
                   && timeline_find_row (fixture, 2) != NULL);

  type (fixture, "method");
  g_signal_emit_by_name (timeline->filter_entry, "activate");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 3);

  /* Between two texts the entry is empty, and shows nothing for it. */
  type (fixture, "progress");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 1);
  type (fixture, "");
  g_assert_cmpuint (sounder_timeline_get_n_rows (timeline), ==, 1);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 5);
}

/* Times from a row, and from the one before. */
static void
test_timeline_reference (TimelineFixture *fixture,
                         gconstpointer    unused)
{
  SounderTimeline *timeline = fixture->timeline;
  SounderTimelineRow *row;

  timeline_append_some (fixture);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 4) != NULL);
  sounder_timeline_columns_set_visible (timeline->columns, SOUNDER_COLUMN_SINCE, TRUE);
  sounder_timeline_set_reference (timeline, 4);
  row = timeline_find_row (fixture, 4);
  g_assert_cmpstr (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_REFERENCE), ==, "reference");
  g_assert_true (g_str_has_prefix (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_SINCE), "+"));
  row = timeline_find_row (fixture, 2);
  g_assert_true (g_str_has_prefix (sounder_timeline_row_get_text (row, SOUNDER_COLUMN_REFERENCE), "−"));
  sounder_timeline_columns_reset (timeline->columns);
  g_assert_false (sounder_timeline_columns_get_visible (timeline->columns, SOUNDER_COLUMN_SINCE));
}

static void
test_timeline_probes (TimelineFixture *fixture,
                      gconstpointer    unused)
{
  guint serial;

  timeline_append_some (fixture);
  serial = timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "9", "ping",
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
test_timeline_follow (TimelineFixture *fixture,
                      gconstpointer    unused)
{
  GtkAdjustment *adjustment = timeline_get_adjustment (fixture);
  double value;

  g_assert_true (app_test_get_boolean (fixture->timeline, "follow"));
  timeline_append_many (fixture, 400);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 400) != NULL && timeline_is_at_end (fixture));
  timeline_settle (fixture);
  g_assert_true (app_test_get_boolean (fixture->timeline, "follow"));

  /* Scrolling up releases it, and then rows come without moving anything. */
  value = gtk_adjustment_get_value (adjustment) - 500;
  gtk_adjustment_set_value (adjustment, value);
  g_assert_false (app_test_get_boolean (fixture->timeline, "follow"));
  timeline_append_many (fixture, 100);
  timeline_settle (fixture);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, value);
  g_assert_false (app_test_get_boolean (fixture->timeline, "follow"));

  /* The button goes back to the end; so does who scrolls there. */
  sounder_timeline_set_follow (fixture->timeline, TRUE);
  TEST_AWAIT_POLL (timeline_is_at_end (fixture) && timeline_find_row (fixture, 500) != NULL);
  gtk_adjustment_set_value (adjustment, 0);
  g_assert_false (app_test_get_boolean (fixture->timeline, "follow"));
  timeline_settle (fixture);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  g_assert_true (app_test_get_boolean (fixture->timeline, "follow"));
}

static void
test_timeline_selection (TimelineFixture *fixture,
                         gconstpointer    unused)
{
  g_autofree char *shown = NULL;

  timeline_append_some (fixture);
  g_assert_null (app_test_get_object (fixture->details, "record"));

  sounder_timeline_set_selected_serial (fixture->timeline, 4);
  g_assert_cmpuint (mcp_record_get_serial (app_test_get_object (fixture->details, "record")),
                    ==, 4);
  shown = sounder_json_view_dup_text (
    sounder_pane_get_text (app_test_child (fixture->details, "message_view")));
  /* The number is spelt as it was. */
  g_assert_nonnull (strstr (shown, "\"n\": 1.10"));

  /* What is selected stays, also while the filter hides it. */
  sounder_timeline_set_filter (fixture->timeline, "kind:notification");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 1);
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 4);
  sounder_timeline_set_filter (fixture->timeline, "");
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 5);
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 4);

  sounder_timeline_set_selected_serial (fixture->timeline, 0);
  g_assert_null (app_test_get_object (fixture->details, "record"));
}

static void
test_timeline_clear (TimelineFixture *fixture,
                     gconstpointer    unused)
{
  timeline_append_some (fixture);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.clear",
                                             NULL));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 0);
  g_assert_cmpuint (mcp_journal_get_n_records (fixture->journal), ==, 5);

  timeline_append_many (fixture, 2);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline),
                                             "timeline.show-hidden", NULL));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 7);
}

static void
test_timeline_copy (TimelineFixture *fixture,
                    gconstpointer    unused)
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

  timeline_append_bytes (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "\"a b\"", "x", message);
  timeline_append_bytes (fixture, MCP_DIRECTION_IN, MCP_RECORD_NOISE, NULL, NULL, noise);
  mcp_journal_flush (fixture->journal);

  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  copied = timeline_copy (fixture, "timeline.copy-bytes");
  g_assert_true (g_bytes_equal (copied, message));
  copied_id = timeline_copy (fixture, "timeline.copy-id");
  g_assert_cmpmem (g_bytes_get_data (copied_id, NULL), g_bytes_get_size (copied_id), "\"a b\"", 5);
  copied_pretty = timeline_copy (fixture, "timeline.copy-pretty");
  pretty = mcp_json_pretty (text, strlen (text), &options, &length);
  g_assert_cmpmem (g_bytes_get_data (copied_pretty, NULL), g_bytes_get_size (copied_pretty),
                   pretty, length);

  sounder_timeline_set_selected_serial (fixture->timeline, 2);
  copied_noise = timeline_copy (fixture, "timeline.copy-bytes");
  g_assert_true (g_bytes_equal (copied_noise, noise));
  /* There is no id to copy. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), "timeline.copy-id", NULL);
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
test_timeline_flood (TimelineFixture *fixture,
                     gconstpointer    unused)
{
  GtkListView *list = timeline_find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);
  g_autoptr (GPtrArray) rows = NULL;
  guint n_changes = 0;
  guint n_flushes = 0;
  gulong handler;

  handler = g_signal_connect (gtk_list_view_get_model (list), "items-changed",
                              G_CALLBACK (count_cb), &n_changes);
  for (guint i = 0; i < 50; i++)
    {
      timeline_append_many (fixture, 2000);
      n_flushes++;
      while (g_main_context_pending (NULL))
        g_main_context_iteration (NULL, FALSE);
    }
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 100000);
  /* Slices of the view may divide a flush, but never down to single rows. */
  g_assert_cmpuint (n_changes, <=, n_flushes * 10);

  TEST_AWAIT_POLL (timeline_find_row (fixture, 100000) != NULL && timeline_is_at_end (fixture));
  rows = timeline_find_all (fixture->timeline, SOUNDER_TYPE_TIMELINE_ROW);
  g_assert_cmpuint (rows->len, <, 500);
  g_signal_handler_disconnect (gtk_list_view_get_model (list), handler);
}

static void
test_timeline_accessible (TimelineFixture *fixture,
                          gconstpointer    unused)
{
  SounderTimelineRow *row;
  const char *label;

  timeline_append_some (fixture);
  TEST_AWAIT_POLL (timeline_find_row (fixture, 4) != NULL);
  timeline_settle (fixture);

  row = timeline_find_row (fixture, 4);
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
test_timeline_controls_labelled (TimelineFixture *fixture,
                                 gconstpointer    unused)
{
  g_autoptr (GPtrArray) buttons = timeline_find_all (fixture->timeline, GTK_TYPE_BUTTON);
  g_autoptr (GPtrArray) menus = timeline_find_all (fixture->timeline, GTK_TYPE_MENU_BUTTON);

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
test_details_tabs (TimelineFixture *fixture,
                   gconstpointer    unused)
{
  static const char *const tabs[] = { "message", "pair", "transport", "findings" };
  g_autoptr (McpFinding) finding = NULL;
  g_autoptr (GPtrArray) views = NULL;

  timeline_append_some (fixture);
  finding = mcp_finding_new ("rpc.test", MCP_SEVERITY_WARNING, "Not <b>good</b>", NULL, 4);
  mcp_journal_add_finding (fixture->journal, finding);
  mcp_journal_flush (fixture->journal);

  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      g_object_set (fixture->details, "tab", tabs[i], NULL);
      for (guint serial = 0; serial <= 5; serial++)
        sounder_timeline_set_selected_serial (fixture->timeline, serial);
      timeline_settle (fixture);
    }

  /* Request and response beside each other, whichever of the two is selected. */
  g_object_set (fixture->details, "tab", "pair", NULL);
  views = timeline_find_all (fixture->details, SOUNDER_TYPE_JSON_VIEW);
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
test_details_big_message (TimelineFixture *fixture,
                          gconstpointer    unused)
{
  g_autoptr (GString) text = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[");
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *shown = NULL;
  SounderJsonView *view;

  for (guint i = 0; i < 400000; i++)
    g_string_append_printf (text, "%s\"element %u of a big array\"", i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  bytes = g_bytes_new (text->str, text->len);
  timeline_append_bytes (fixture, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL, bytes);
  mcp_journal_flush (fixture->journal);

  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  view = timeline_find_one (fixture->details, SOUNDER_TYPE_JSON_VIEW);
  TEST_AWAIT_POLL (sounder_json_view_get_bytes (view) != NULL && !app_test_get_boolean (view, "busy"));
  g_assert_true (g_bytes_equal (sounder_json_view_get_bytes (view), bytes));
  shown = sounder_json_view_dup_text (view);
  g_assert_cmpuint (strlen (shown), <, 2 * 1024 * 1024);
  g_assert_nonnull (strstr (shown, "element 1000 of"));
}

/* Pinned, commented, found again, and shown in the row. */
static void
test_pins (TimelineFixture *fixture,
           gconstpointer    unused)
{
  SounderPinBar *bar = sounder_record_details_get_pin_bar (fixture->details);
  g_autofree char *text = NULL;
  guint serial = timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, NULL, "a", "{}");
  guint other = timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, NULL, "b", "{}");

  mcp_journal_flush (fixture->journal);
  sounder_timeline_show_record (fixture->timeline, serial);
  TEST_AWAIT_POLL (app_test_get_object (fixture->details, "record") != NULL);
  g_assert_false (gtk_widget_get_visible (app_test_child (bar, "list_button")));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "timeline-page.pin", NULL));
  g_assert_true (mcp_journal_is_pinned (fixture->journal, serial));
  g_assert_true (gtk_widget_get_visible (app_test_child (bar, "list_button")));
  sounder_pin_bar_set_comment (bar, "look here");
  g_assert_cmpstr (mcp_journal_get_comment (fixture->journal, serial), ==, "look here");
  /* It is read in the row and beside the message. */
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (timeline_find_row (fixture, serial) != NULL);
  g_assert_nonnull (strstr (sounder_timeline_row_get_text (timeline_find_row (fixture, serial),
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

/* A key in the list opens the comment, and the next key after it is for the list. */
static void
test_comment_by_key (TimelineFixture *fixture,
                     gconstpointer    unused)
{
  GtkWidget *bar = GTK_WIDGET (sounder_record_details_get_pin_bar (fixture->details));
  GtkWidget *popover = app_test_find (bar, GTK_TYPE_POPOVER);
  guint serial = timeline_append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, NULL, "a", "{}");
  GtkWidget *before;

  mcp_journal_flush (fixture->journal);
  sounder_timeline_show_record (fixture->timeline, serial);
  TEST_AWAIT_POLL (app_test_get_object (fixture->details, "record") != NULL);
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
test_saved_views (TimelineFixture *fixture,
                  gconstpointer    unused)
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
test_page_minimum_size (TimelineFixture *fixture,
                        gconstpointer    unused)
{
  int width;
  int height;

  timeline_append_some (fixture);
  g_object_set (fixture->page, "width-class", SOUNDER_WIDTH_NARROW, NULL);
  sounder_timeline_set_selected_serial (fixture->timeline, 1);
  sounder_timeline_set_filter (fixture->timeline, "nosuch:x");
  timeline_settle (fixture);

  gtk_widget_measure (GTK_WIDGET (fixture->page), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (fixture->page), GTK_ORIENTATION_VERTICAL, 720, &height, NULL,
                      NULL, NULL);
  /* A window of 720 pixels without its borders, and without the style that makes tabs narrower. */
  g_assert_cmpint (width, <=, 700);
  g_assert_cmpint (height, <=, 360);
}

static void
test_timeline_swap_journal (TimelineFixture *fixture,
                            gconstpointer    unused)
{
  McpJournal *other = mcp_journal_new ();

  timeline_append_some (fixture);
  sounder_timeline_set_selected_serial (fixture->timeline, 2);
  timeline_settle (fixture);

  sounder_timeline_set_journal (fixture->timeline, other);
  g_assert_cmpuint (sounder_timeline_get_n_rows (fixture->timeline), ==, 0);
  g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, 0);
  g_assert_null (app_test_get_object (fixture->details, "record"));
  timeline_settle (fixture);

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
  GtkWidget *timeline = g_object_ref_sink (g_object_new (SOUNDER_TYPE_TIMELINE, NULL));
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

#define ADD(path, function) \
  g_test_add (path, TimelineFixture, NULL, timeline_set_up, function, timeline_tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  ADD ("/app/timeline/rows", test_timeline_rows);
  ADD ("/app/timeline/row-changes", test_timeline_row_changes);
  ADD ("/app/timeline/filter", test_timeline_filter);
  ADD ("/app/timeline/filter-error", test_timeline_filter_error);
  ADD ("/app/timeline/scope", test_timeline_scope);
  ADD ("/app/timeline/errors-count", test_timeline_errors_count);
  ADD ("/app/timeline/by-call", test_timeline_by_call);
  ADD ("/app/timeline/empty", test_timeline_empty);
  ADD ("/app/timeline/half-typed", test_timeline_half_typed);
  ADD ("/app/timeline/reference", test_timeline_reference);
  ADD ("/app/timeline/probes", test_timeline_probes);
  ADD ("/app/timeline/follow", test_timeline_follow);
  ADD ("/app/timeline/selection", test_timeline_selection);
  ADD ("/app/timeline/clear", test_timeline_clear);
  ADD ("/app/timeline/copy", test_timeline_copy);
  ADD ("/app/timeline/flood", test_timeline_flood);
  ADD ("/app/timeline/accessible", test_timeline_accessible);
  ADD ("/app/timeline/controls-labelled", test_timeline_controls_labelled);
  ADD ("/app/timeline/swap-journal", test_timeline_swap_journal);
  ADD ("/app/record-details/tabs", test_details_tabs);
  ADD ("/app/record-details/big-message", test_details_big_message);
  ADD ("/app/timeline-page/pins", test_pins);
  ADD ("/app/timeline-page/comment-by-key", test_comment_by_key);
  ADD ("/app/timeline/saved-views", test_saved_views);
  ADD ("/app/timeline-page/minimum-size", test_page_minimum_size);
  g_test_add_func ("/app/timeline/finalize", test_timeline_finalize);

  return g_test_run ();
}
