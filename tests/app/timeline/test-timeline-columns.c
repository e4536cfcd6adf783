/* test-timeline-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-settings.h"
#include "sounder-timeline-columns.h"
#include "sounder-timeline-header.h"
#include "sounder-timeline-page.h"
#include "test-support.h"

typedef struct
{
  McpJournal             *journal;
  GtkWidget              *window;
  SounderTimeline        *timeline;
  SounderTimelineColumns *columns;
} Fixture;

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
append (Fixture *fixture,
        guint    size)
{
  g_autofree char *text = g_strnfill (size, ' ');
  g_autoptr (GBytes) bytes = g_bytes_new (text, size);
  McpJournalEntry entry = { 0 };

  entry.direction = MCP_DIRECTION_IN;
  entry.kind = MCP_RECORD_NOTIFICATION;
  entry.life = 1;
  entry.method = "notifications/progress";
  entry.method_length = strlen (entry.method);
  mcp_journal_append (fixture->journal, &entry, bytes);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  const guint sizes[] = { 20, 40, 10, 30 };

  g_settings_reset (sounder_settings_get_default (), "timeline-column-order");
  fixture->journal = mcp_journal_new ();
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    append (fixture, sizes[i]);
  mcp_journal_flush (fixture->journal);

  fixture->timeline = g_object_new (SOUNDER_TYPE_TIMELINE, NULL);
  fixture->columns = sounder_timeline_header_get_columns (SOUNDER_TIMELINE_HEADER (
    find_widget (GTK_WIDGET (fixture->timeline), SOUNDER_TYPE_TIMELINE_HEADER)));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->timeline));
  sounder_timeline_set_journal (fixture->timeline, fixture->journal);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 4);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

/* The serial of the row at the top, or at a place below it. */
static guint
get_serial_at (Fixture *fixture,
               guint    position)
{
  GtkListView *list;
  g_autoptr (McpRecord) record = NULL;

  list = GTK_LIST_VIEW (find_widget (GTK_WIDGET (fixture->timeline), GTK_TYPE_LIST_VIEW));
  record = g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);

  return record != NULL ? mcp_record_get_serial (record) : 0;
}

static void
test_columns_sort (Fixture       *fixture,
                   gconstpointer  unused)
{
  SounderTimelineColumns *columns = fixture->columns;
  gboolean descending;

  /* The largest first, then the smallest, then as they came. */
  sounder_timeline_columns_next_sort (columns, SOUNDER_COLUMN_SIZE);
  TEST_AWAIT_POLL (get_serial_at (fixture, 0) == 2);
  g_assert_cmpuint (get_serial_at (fixture, 3), ==, 3);
  sounder_timeline_columns_next_sort (columns, SOUNDER_COLUMN_SIZE);
  TEST_AWAIT_POLL (get_serial_at (fixture, 0) == 3);
  g_assert_cmpuint (get_serial_at (fixture, 3), ==, 2);
  sounder_timeline_columns_next_sort (columns, SOUNDER_COLUMN_SIZE);
  TEST_AWAIT_POLL (get_serial_at (fixture, 0) == 1);
  g_assert_cmpint (sounder_timeline_columns_get_sort (columns, &descending), ==,
                   SOUNDER_N_COLUMNS);

  /* What has no order changes nothing; another column begins anew. */
  sounder_timeline_columns_next_sort (columns, SOUNDER_COLUMN_SUMMARY);
  g_assert_cmpint (sounder_timeline_columns_get_sort (columns, &descending), ==,
                   SOUNDER_N_COLUMNS);
  sounder_timeline_columns_next_sort (columns, SOUNDER_COLUMN_SIZE);
  sounder_timeline_columns_next_sort (columns, SOUNDER_COLUMN_METHOD);
  g_assert_cmpint (sounder_timeline_columns_get_sort (columns, &descending), ==,
                   SOUNDER_COLUMN_METHOD);
  g_assert_false (descending);
}

/* Sorted, the newest are anywhere: there is no end to stay at. */
static void
test_columns_sort_follow (Fixture       *fixture,
                          gconstpointer  unused)
{
  sounder_timeline_set_follow (fixture->timeline, TRUE);
  sounder_timeline_columns_next_sort (fixture->columns, SOUNDER_COLUMN_TIME);
  g_assert_false (app_test_get_boolean (fixture->timeline, "follow"));
  sounder_timeline_set_follow (fixture->timeline, TRUE);
  g_assert_false (app_test_get_boolean (fixture->timeline, "follow"));

  sounder_timeline_columns_set_sort (fixture->columns, SOUNDER_N_COLUMNS, FALSE);
  sounder_timeline_set_follow (fixture->timeline, TRUE);
  g_assert_true (app_test_get_boolean (fixture->timeline, "follow"));
}

/* What comes first now is what one wants to see. */
static void
test_columns_sort_shows_top (Fixture       *fixture,
                             gconstpointer  unused)
{
  GtkScrollable *list;
  GtkAdjustment *adjustment;

  list = GTK_SCROLLABLE (find_widget (GTK_WIDGET (fixture->timeline), GTK_TYPE_LIST_VIEW));
  adjustment = gtk_scrollable_get_vadjustment (list);
  for (guint i = 0; i < 500; i++)
    append (fixture, 50 + i % 7);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (gtk_adjustment_get_value (adjustment) > 1000);

  sounder_timeline_columns_next_sort (fixture->columns, SOUNDER_COLUMN_SIZE);
  TEST_AWAIT_POLL (gtk_adjustment_get_value (adjustment) == 0);
}

/* However many rows are sorted, what is selected stays so. */
static void
test_columns_sort_keeps_selection (Fixture       *fixture,
                                   gconstpointer  unused)
{
  GtkWidget *list = find_widget (GTK_WIDGET (fixture->timeline), GTK_TYPE_LIST_VIEW);
  GtkSelectionModel *selection = gtk_list_view_get_model (GTK_LIST_VIEW (list));
  guint serials[] = { 1000, 2, 2003 };

  for (guint i = 0; i < 2000; i++)
    append (fixture, 50 + i % 7);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (fixture->timeline) == 2004);

  for (guint i = 0; i < G_N_ELEMENTS (serials); i++)
    {
      guint position;

      sounder_timeline_set_selected_serial (fixture->timeline, serials[i]);
      gtk_widget_grab_focus (list);
      sounder_timeline_columns_next_sort (fixture->columns, SOUNDER_COLUMN_SIZE);
      app_test_draw_frames (fixture->window);
      g_assert_cmpuint (app_test_get_uint (fixture->timeline, "selected-serial"), ==, serials[i]);
      for (position = 0; !gtk_selection_model_is_selected (selection, position); position++)
        g_assert_cmpuint (position, <, sounder_timeline_get_n_rows (fixture->timeline));
      g_assert_cmpuint (get_serial_at (fixture, position), ==, serials[i]);
      g_assert_nonnull (gtk_window_get_focus (GTK_WINDOW (fixture->window)));
      g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                             GTK_WIDGET (fixture->timeline)));
    }
}

static void
test_columns_move (Fixture       *fixture,
                   gconstpointer  unused)
{
  SounderTimelineColumns *columns = fixture->columns;
  const SounderColumnPlace *places;
  int right = 0;

  sounder_timeline_columns_move (columns, SOUNDER_COLUMN_TOOK, 0);
  sounder_timeline_columns_move (columns, SOUNDER_COLUMN_SUMMARY, 100);
  places = sounder_timeline_columns_place (columns, 1200);
  g_assert_cmpint (places[SOUNDER_COLUMN_TOOK].x, ==, 0);
  g_assert_cmpint (places[SOUNDER_COLUMN_SUMMARY].x + places[SOUNDER_COLUMN_SUMMARY].width, ==,
                   1200);

  /* Side by side, in the order they have now. */
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      SounderColumn column = sounder_timeline_columns_get_at (columns, i);

      g_assert_cmpuint (sounder_timeline_columns_get_position (columns, column), ==, i);
      g_assert_cmpint (places[column].x, ==, right);
      right += places[column].width;
    }
  g_assert_cmpint (right, ==, 1200);

  sounder_timeline_columns_reset (columns);
  g_assert_cmpuint (sounder_timeline_columns_get_position (columns, SOUNDER_COLUMN_TOOK), ==,
                    SOUNDER_COLUMN_TOOK);
}

/* The next timeline has them where the last one had them; what is wrong in the setting is nothing. */
static void
test_columns_order_kept (Fixture       *fixture,
                         gconstpointer  unused)
{
  static const char *const odd[] = { "id", "nosuch", "id", "kind", NULL };
  GSettings *settings = sounder_settings_get_default ();
  g_autoptr (SounderTimelineColumns) other = NULL;
  g_autoptr (SounderTimelineColumns) third = NULL;

  sounder_timeline_columns_move (fixture->columns, SOUNDER_COLUMN_ID, 1);
  other = sounder_timeline_columns_new ();
  g_assert_cmpuint (sounder_timeline_columns_get_position (other, SOUNDER_COLUMN_ID), ==, 1);

  g_settings_set_strv (settings, "timeline-column-order", odd);
  third = sounder_timeline_columns_new ();
  g_assert_cmpuint (sounder_timeline_columns_get_at (third, 0), ==, SOUNDER_COLUMN_ID);
  g_assert_cmpuint (sounder_timeline_columns_get_at (third, 1), ==, SOUNDER_COLUMN_KIND);
  g_assert_cmpuint (sounder_timeline_columns_get_at (third, 2), ==, SOUNDER_COLUMN_TIME);
  g_settings_reset (settings, "timeline-column-order");
}

/* A journal of its own, without a window. */
typedef struct
{
  McpJournal             *journal;
  SounderTimelineColumns *columns;
  guint                   n_changed;
  guint                   n_sorted;
} PlainFixture;

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
plain_set_up (PlainFixture  *fixture,
              gconstpointer  unused)
{
  g_settings_reset (sounder_settings_get_default (), "timeline-columns");
  g_settings_reset (sounder_settings_get_default (), "timeline-column-order");
  fixture->journal = mcp_journal_new ();
  fixture->columns = sounder_timeline_columns_new ();
  g_signal_connect_swapped (fixture->columns, "changed", G_CALLBACK (count_cb), &fixture->n_changed);
  g_signal_connect_swapped (fixture->columns, "sort-changed", G_CALLBACK (count_cb),
                            &fixture->n_sorted);
}

static void
plain_tear_down (PlainFixture  *fixture,
                 gconstpointer  unused)
{
  g_settings_reset (sounder_settings_get_default (), "timeline-columns");
  g_assert_finalize_object (fixture->columns);
  g_assert_finalize_object (fixture->journal);
}

/* With less room the waterfall shrinks, then columns go, then the others get narrow; the summary is read longest. */
static void
test_columns_give_way (PlainFixture  *fixture,
                       gconstpointer  unused)
{
  static const struct
  {
    int width;
    int waterfall;
    int size;
    int id;
    int method;
    int time;
    int took;
    int summary;
  } rows[] = {
    { 2000, 186, 70, 46, 186, 102, 84, 1188 },
    { 992, 186, 70, 46, 186, 102, 84, 180 },
    { 991, 185, 70, 46, 186, 102, 84, 180 },
    { 866, 60, 70, 46, 186, 102, 84, 180 },
    { 865, 0, 70, 46, 186, 102, 84, 239 },
    { 806, 0, 70, 46, 186, 102, 84, 180 },
    { 805, 0, 0, 46, 186, 102, 84, 249 },
    { 735, 0, 0, 0, 186, 102, 84, 225 },
    { 690, 0, 0, 0, 186, 102, 84, 180 },
    { 689, 0, 0, 0, 185, 102, 84, 180 },
    { 608, 0, 0, 0, 104, 102, 84, 180 },
    { 607, 0, 0, 0, 104, 101, 84, 180 },
    { 597, 0, 0, 0, 104, 92, 83, 180 },
    { 586, 0, 0, 0, 104, 92, 72, 180 },
    { 466, 0, 0, 0, 104, 92, 72, 60 },
    { 465, 0, 0, 0, 103, 92, 72, 60 },
    { 422, 0, 0, 0, 60, 92, 72, 60 },
    { 421, 0, 0, 0, 60, 92, 72, 89 },
    { 391, 0, 0, 0, 60, 0, 72, 151 },
    { 100, 0, 0, 0, 60, 0, 0, 0 },
    { 0, 0, 0, 0, 60, 0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const SounderColumnPlace *places = sounder_timeline_columns_place (fixture->columns, rows[i].width);
      int right = 0;

      g_test_message ("%d pixels", rows[i].width);
      g_assert_cmpint (places[SOUNDER_COLUMN_WATERFALL].width, ==, rows[i].waterfall);
      g_assert_cmpint (places[SOUNDER_COLUMN_SIZE].width, ==, rows[i].size);
      g_assert_cmpint (places[SOUNDER_COLUMN_ID].width, ==, rows[i].id);
      g_assert_cmpint (places[SOUNDER_COLUMN_METHOD].width, ==, rows[i].method);
      g_assert_cmpint (places[SOUNDER_COLUMN_TIME].width, ==, rows[i].time);
      g_assert_cmpint (places[SOUNDER_COLUMN_TOOK].width, ==, rows[i].took);
      g_assert_cmpint (places[SOUNDER_COLUMN_SUMMARY].width, ==, rows[i].summary);

      for (guint column = 0; column < SOUNDER_N_COLUMNS; column++)
        {
          g_assert_cmpint (places[column].x, ==, right);
          right += places[column].width;
        }
    }
}

/* A place belongs to one column, its left edge included; what has given way is nowhere. */
static void
test_columns_find (PlainFixture  *fixture,
                   gconstpointer  unused)
{
  SounderTimelineColumns *columns = fixture->columns;
  guint seen = 0;

  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, -0.5), ==, SOUNDER_N_COLUMNS);
  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, 0), ==, SOUNDER_COLUMN_TIME);
  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, 101.9), ==, SOUNDER_COLUMN_TIME);
  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, 102), ==, SOUNDER_COLUMN_DIRECTION);
  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, 1199.9), ==, SOUNDER_COLUMN_WATERFALL);
  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, 1200), ==, SOUNDER_N_COLUMNS);

  for (int x = 0; x < 700; x++)
    seen |= 1u << sounder_timeline_columns_find (columns, 700, x);
  g_assert_cmpuint (seen & (1u << SOUNDER_COLUMN_SUMMARY), !=, 0);
  g_assert_cmpuint (seen & (1u << SOUNDER_COLUMN_WATERFALL), ==, 0);
  g_assert_cmpuint (seen & (1u << SOUNDER_COLUMN_SIZE), ==, 0);
  g_assert_cmpuint (seen & (1u << SOUNDER_COLUMN_ID), ==, 0);

  /* The order is that on the screen. */
  sounder_timeline_columns_move (columns, SOUNDER_COLUMN_WATERFALL, 0);
  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, 0), ==, SOUNDER_COLUMN_WATERFALL);
  g_assert_cmpint (sounder_timeline_columns_find (columns, 1200, 186), ==, SOUNDER_COLUMN_TIME);
}

/* Widths stay within what can be used, are told once, and are there in the next timeline. */
static void
test_columns_widths (PlainFixture  *fixture,
                     gconstpointer  unused)
{
  SounderTimelineColumns *columns = fixture->columns;
  g_autoptr (SounderTimelineColumns) other = NULL;

  sounder_timeline_columns_set_width (columns, SOUNDER_COLUMN_KIND, 5);
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_KIND), ==, 40);
  sounder_timeline_columns_set_width (columns, SOUNDER_COLUMN_SIZE, 100000);
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_SIZE), ==, 1000);
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_SUMMARY), ==, 0);

  fixture->n_changed = 0;
  sounder_timeline_columns_set_width (columns, SOUNDER_COLUMN_KIND, 40);
  sounder_timeline_columns_set_width (columns, SOUNDER_COLUMN_KIND, -3);
  sounder_timeline_columns_move (columns, SOUNDER_COLUMN_KIND,
                                 sounder_timeline_columns_get_position (columns, SOUNDER_COLUMN_KIND));
  sounder_timeline_columns_set_visible (columns, SOUNDER_COLUMN_ID, TRUE);
  g_assert_cmpuint (fixture->n_changed, ==, 0);

  sounder_timeline_columns_set_visible (columns, SOUNDER_COLUMN_ID, FALSE);
  other = sounder_timeline_columns_new ();
  g_assert_cmpint (sounder_timeline_columns_get_width (other, SOUNDER_COLUMN_KIND), ==, 40);
  g_assert_cmpint (sounder_timeline_columns_get_width (other, SOUNDER_COLUMN_SIZE), ==, 1000);
  g_assert_false (sounder_timeline_columns_get_visible (other, SOUNDER_COLUMN_ID));
  g_assert_cmpint (sounder_timeline_columns_place (other, 3000)[SOUNDER_COLUMN_ID].width, ==, 0);

  /* Timelines share them: the other one is told. */
  sounder_timeline_columns_reset (other);
  g_assert_true (sounder_timeline_columns_get_visible (columns, SOUNDER_COLUMN_ID));
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_KIND), ==, 108);
  g_assert_cmpuint (fixture->n_changed, >, 0);
}

/* Whoever edits the settings by hand hides no column that must be there, and none gets too wide or too narrow. */
static void
test_columns_odd_settings (PlainFixture  *fixture,
                           gconstpointer  unused)
{
  GSettings *settings = sounder_settings_get_default ();
  g_autoptr (SounderTimelineColumns) columns = NULL;

  g_settings_set_value (settings, "timeline-columns",
                        g_variant_new_parsed ("{'kind': 0, 'method': 0, 'summary': 500, 'size': 99999,"
                                              " 'took': 1, 'id': -7, 'nosuch': 80, 'time': 0}"));
  columns = sounder_timeline_columns_new ();
  g_assert_true (sounder_timeline_columns_get_visible (columns, SOUNDER_COLUMN_KIND));
  g_assert_true (sounder_timeline_columns_get_visible (columns, SOUNDER_COLUMN_METHOD));
  g_assert_true (sounder_timeline_columns_get_visible (columns, SOUNDER_COLUMN_SUMMARY));
  g_assert_false (sounder_timeline_columns_get_visible (columns, SOUNDER_COLUMN_TIME));
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_KIND), ==, 108);
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_SUMMARY), ==, 0);
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_SIZE), ==, 1000);
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_TOOK), ==, 40);
  g_assert_cmpint (sounder_timeline_columns_get_width (columns, SOUNDER_COLUMN_ID), ==, 46);
}

/* The order is told when it is another one, and only then. */
static void
test_columns_sort_told (PlainFixture  *fixture,
                        gconstpointer  unused)
{
  SounderTimelineColumns *columns = fixture->columns;
  gboolean descending = TRUE;

  sounder_timeline_columns_set_sort (columns, SOUNDER_N_COLUMNS, FALSE);
  g_assert_cmpuint (fixture->n_sorted, ==, 0);
  sounder_timeline_columns_set_sort (columns, SOUNDER_COLUMN_TIME, TRUE);
  sounder_timeline_columns_set_sort (columns, SOUNDER_COLUMN_TIME, TRUE);
  g_assert_cmpuint (fixture->n_sorted, ==, 1);
  sounder_timeline_columns_set_sort (columns, SOUNDER_COLUMN_TIME, FALSE);
  g_assert_cmpuint (fixture->n_sorted, ==, 2);

  /* Each column that has an order goes round in three steps, and ends where it began; time, which is
   * the order of rows anyway, in two. */
  for (guint column = 0; column < SOUNDER_N_COLUMNS; column++)
    {
      guint n_steps = column == SOUNDER_COLUMN_TIME ? 2 : 3;

      sounder_timeline_columns_set_sort (columns, SOUNDER_N_COLUMNS, FALSE);
      fixture->n_sorted = 0;
      for (guint i = 0; i < n_steps; i++)
        sounder_timeline_columns_next_sort (columns, column);
      g_assert_cmpint (sounder_timeline_columns_get_sort (columns, &descending), ==, SOUNDER_N_COLUMNS);
      g_assert_cmpuint (fixture->n_sorted, ==, sounder_column_can_sort (column) ? n_steps : 0);
    }
  /* Nothing of this moves a column. */
  g_assert_cmpuint (fixture->n_changed, ==, 0);
}

static void
test_columns_time (PlainFixture  *fixture,
                   gconstpointer  unused)
{
  SounderTimelineColumns *columns = fixture->columns;
  gint64 before_usec = g_get_monotonic_time ();
  gint64 start_usec;
  gint64 end_usec;

  g_assert_true (sounder_timeline_columns_set_span (columns, 10, 20));
  g_assert_false (sounder_timeline_columns_set_span (columns, 10, 20));
  g_assert_true (sounder_timeline_columns_set_span (columns, 10, 21));
  sounder_timeline_columns_get_span (columns, &start_usec, &end_usec);
  g_assert_cmpint (start_usec, ==, 10);
  g_assert_cmpint (end_usec, ==, 21);
  /* The bars are drawn anew by whoever has them. */
  g_assert_cmpuint (fixture->n_changed, ==, 0);

  g_assert_false (sounder_timeline_columns_is_over (columns));
  g_assert_cmpint (sounder_timeline_columns_get_now (columns), >=, before_usec);
  sounder_timeline_columns_set_end (columns, 77);
  g_assert_true (sounder_timeline_columns_is_over (columns));
  g_assert_cmpint (sounder_timeline_columns_get_now (columns), ==, 77);
  sounder_timeline_columns_set_end (columns, 0);
  g_assert_cmpint (sounder_timeline_columns_get_now (columns), >=, before_usec);
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

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/app/timeline-columns/sort", test_columns_sort);
  ADD ("/app/timeline-columns/sort-follow", test_columns_sort_follow);
  ADD ("/app/timeline-columns/sort-shows-top", test_columns_sort_shows_top);
  ADD ("/app/timeline-columns/sort-keeps-selection", test_columns_sort_keeps_selection);
  ADD ("/app/timeline-columns/move", test_columns_move);
  ADD ("/app/timeline-columns/order-kept", test_columns_order_kept);
#undef ADD
#define ADD(path, function) g_test_add (path, PlainFixture, NULL, plain_set_up, function, plain_tear_down)
  ADD ("/app/timeline-columns/give-way", test_columns_give_way);
  ADD ("/app/timeline-columns/find", test_columns_find);
  ADD ("/app/timeline-columns/widths", test_columns_widths);
  ADD ("/app/timeline-columns/odd-settings", test_columns_odd_settings);
  ADD ("/app/timeline-columns/sort-told", test_columns_sort_told);
  ADD ("/app/timeline-columns/time", test_columns_time);
#undef ADD
  g_test_add_func ("/app/timeline-columns/place", test_columns_place);

  return g_test_run ();
}
