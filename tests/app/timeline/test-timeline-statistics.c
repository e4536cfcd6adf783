/* test-timeline-statistics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "mcp-traffic-statistics.h"

#include "sounder-timeline-page.h"
#include "test-support.h"

typedef struct
{
  McpJournal                *journal;
  GtkWidget                 *window;
  SounderTimeline           *timeline;
  SounderTimelineStatistics *statistics;
} Fixture;

static void
append (Fixture       *fixture,
        McpDirection   direction,
        McpRecordKind  kind,
        const char    *id,
        const char    *method)
{
  g_autofree char *text = g_strdup_printf ("{\"id\":%s}", id != NULL ? id : "null");
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJournalEntry entry = { 0 };

  entry.direction = direction;
  entry.kind = kind;
  entry.life = 1;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;
  mcp_journal_append (fixture->journal, &entry, bytes);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->journal = mcp_journal_new ();
  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "tools/list");
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL);
  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2", "tools/call");
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_ERROR, "2", NULL);
  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "3", "tools/call");
  append (fixture, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "3", NULL);
  mcp_journal_flush (fixture->journal);

  fixture->timeline = g_object_new (SOUNDER_TYPE_TIMELINE, NULL);
  fixture->statistics = app_test_child (fixture->timeline, "statistics");
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->timeline));
  sounder_timeline_set_journal (fixture->timeline, fixture->journal);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 6);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

static guint
get_n_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (sounder_timeline_statistics_get_rows (fixture->statistics));
}

static guint
get_count (Fixture    *fixture,
           const char *method)
{
  GListModel *rows = sounder_timeline_statistics_get_rows (fixture->statistics);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (McpTrafficRow) row = g_list_model_get_item (rows, i);
      const McpTrafficFigures *figures;

      figures = mcp_traffic_row_get_figures (row);
      if (g_strcmp0 (mcp_traffic_row_get_method (row), method) == 0)
        return figures->n;
    }

  return 0;
}

/* The row that stands at the top. */
static const char *
get_first_method (Fixture *fixture)
{
  GListModel *rows = sounder_timeline_statistics_get_rows (fixture->statistics);
  g_autoptr (McpTrafficRow) row = g_list_model_get_item (rows, 0);

  return row != NULL ? g_intern_string (mcp_traffic_row_get_method (row)) : NULL;
}

static void
test_statistics_rows (Fixture       *fixture,
                      gconstpointer  unused)
{
  /* Nobody looks: nothing is counted. */
  g_assert_cmpuint (get_n_rows (fixture), ==, 0);

  sounder_timeline_set_view (fixture->timeline, SOUNDER_VIEW_STATISTICS);
  TEST_AWAIT_POLL (get_count (fixture, "tools/call") == 2);
  g_assert_cmpuint (get_count (fixture, "tools/list"), ==, 1);

  append (fixture, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "4", "tools/call");
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (get_count (fixture, "tools/call") == 3);

  /* Of what the filter lets through. */
  sounder_timeline_set_filter (fixture->timeline, "method:tools/list");
  TEST_AWAIT_POLL (get_n_rows (fixture) == 1);
  app_test_assert_labelled (GTK_WIDGET (fixture->timeline));
}

static GtkColumnView *
find_table (GtkWidget *widget)
{
  if (GTK_IS_COLUMN_VIEW (widget))
    return GTK_COLUMN_VIEW (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkColumnView *found = find_table (child);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_statistics_sort (Fixture       *fixture,
                      gconstpointer  unused)
{
  GtkColumnView *table = find_table (GTK_WIDGET (fixture->statistics));
  g_autoptr (GtkColumnViewColumn) count = NULL;

  sounder_timeline_set_view (fixture->timeline, SOUNDER_VIEW_STATISTICS);
  TEST_AWAIT_POLL (get_count (fixture, "tools/call") == 2);
  count = g_list_model_get_item (gtk_column_view_get_columns (table), 1);
  gtk_column_view_sort_by_column (table, count, GTK_SORT_DESCENDING);
  TEST_AWAIT_POLL (g_strcmp0 (get_first_method (fixture), "tools/call") == 0);
  gtk_column_view_sort_by_column (table, count, GTK_SORT_ASCENDING);
  TEST_AWAIT_POLL (g_strcmp0 (get_first_method (fixture), "tools/list") == 0);
}

static void
test_statistics_pick (Fixture       *fixture,
                      gconstpointer  unused)
{
  g_autofree char *filter = NULL;
  SounderTimelineView view;

  sounder_timeline_set_view (fixture->timeline, SOUNDER_VIEW_STATISTICS);
  g_signal_emit_by_name (fixture->statistics, "picked", "tools/call");
  g_object_get (fixture->timeline, "filter", &filter, "view", &view, NULL);
  g_assert_cmpstr (filter, ==, "method:tools/call");
  g_assert_cmpint (view, ==, SOUNDER_VIEW_LIST);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 4);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/app/timeline-statistics/rows", test_statistics_rows);
  ADD ("/app/timeline-statistics/sort", test_statistics_sort);
  ADD ("/app/timeline-statistics/pick", test_statistics_pick);
#undef ADD

  return g_test_run ();
}
