/* test-timeline-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"

#include "mcp-annotations.h"
#include "sounder-settings.h"
#include "sounder-timeline-cells.h"
#include "sounder-timeline-columns.h"
#include "sounder-timeline-header.h"
#include "sounder-timeline-page.h"
#include "sounder-timeline-row.h"
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

  if (sounder_settings_get_default () != NULL)
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

  if (settings == NULL)
    {
      g_test_skip ("the settings are not installed");
      return;
    }

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
  if (sounder_settings_get_default () != NULL)
    {
      g_settings_reset (sounder_settings_get_default (), "timeline-columns");
      g_settings_reset (sounder_settings_get_default (), "timeline-column-order");
    }
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
  if (sounder_settings_get_default () != NULL)
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
    { 400, 0, 0, 0, 60, 92, 72, 38 },
    { 100, 0, 0, 0, 60, 92, 72, 0 },
    { 0, 0, 0, 0, 60, 92, 72, 0 },
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

  if (sounder_settings_get_default () == NULL)
    return;
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

  if (settings == NULL)
    {
      g_test_skip ("the settings are not installed");
      return;
    }

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

  /* Each column that has an order goes round in three steps, and ends where it began. */
  for (guint column = 0; column < SOUNDER_N_COLUMNS; column++)
    {
      sounder_timeline_columns_set_sort (columns, SOUNDER_N_COLUMNS, FALSE);
      fixture->n_sorted = 0;
      for (guint i = 0; i < 3; i++)
        sounder_timeline_columns_next_sort (columns, column);
      g_assert_cmpint (sounder_timeline_columns_get_sort (columns, &descending), ==, SOUNDER_N_COLUMNS);
      g_assert_cmpuint (fixture->n_sorted, ==, sounder_column_can_sort (column) ? 3 : 0);
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

static McpRecord *
add_record (PlainFixture  *fixture,
            McpDirection   direction,
            McpChannel     channel,
            McpRecordKind  kind,
            const char    *id,
            const char    *method,
            guint          flags,
            const char    *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJournalEntry entry = { 0 };
  guint serial;

  entry.direction = direction;
  entry.channel = channel;
  entry.kind = kind;
  entry.flags = flags;
  entry.life = 1;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;
  serial = mcp_journal_append (fixture->journal, &entry, bytes);

  return mcp_journal_get_record (fixture->journal, serial);
}

#define assert_cell(record, column, text)                                                         \
  G_STMT_START                                                                                    \
  {                                                                                               \
    g_autofree char *cell_text = sounder_timeline_cell_dup_text (record, column);                 \
    g_assert_cmpstr (cell_text, ==, text);                                                        \
  }                                                                                               \
  G_STMT_END

/* Whatever a row is of, it says where it went, what it is, and in which tone. */
static void
test_cells_kinds (PlainFixture  *fixture,
                  gconstpointer  unused)
{
  static const struct
  {
    McpRecordKind kind;
    McpDirection  direction;
    McpChannel    channel;
    const char   *id;
    const char   *method;
    const char   *text;
    const char   *sign;
    const char   *nick;
    SounderTone   tone;
    const char   *took;
    const char   *word;   /* of the direction, for a screen reader */
    gboolean      failed;
  } rows[] = {
    { MCP_RECORD_REQUEST, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, "1", "tools/list",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "→", "request", SOUNDER_TONE_REQUEST,
      "pending", "to the server", FALSE },
    { MCP_RECORD_REQUEST, MCP_DIRECTION_IN, MCP_CHANNEL_SSE, "\"a\"", "ping",
      "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}", "←", "request", SOUNDER_TONE_REQUEST,
      "pending", "from the server", FALSE },
    { MCP_RECORD_NOTIFICATION, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, NULL, "notifications/progress",
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}", "←", "notification",
      SOUNDER_TONE_NOTIFICATION, "", "from the server", FALSE },
    { MCP_RECORD_RESULT, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, "9", NULL,
      "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}", "←", "response", SOUNDER_TONE_RESPONSE, "orphan",
      "from the server", TRUE },
    { MCP_RECORD_ERROR, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, "8", NULL,
      "{\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"code\":-1,\"message\":\"no\"}}", "←", "error",
      SOUNDER_TONE_ERROR, "orphan", "from the server", TRUE },
    { MCP_RECORD_INVALID, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, NULL, NULL, "{\"half\":", "←", "invalid",
      SOUNDER_TONE_ERROR, "", "from the server", TRUE },
    { MCP_RECORD_BATCH, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, NULL, NULL, "[]", "→", "batch",
      SOUNDER_TONE_WARNING, "", "to the server", FALSE },
    { MCP_RECORD_NOISE, MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, NULL, NULL, "Listening", "←", "noise",
      SOUNDER_TONE_WARNING, "", "from the server", FALSE },
    { MCP_RECORD_OVERSIZED, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, NULL, NULL, "{", "←", "oversized",
      SOUNDER_TONE_ERROR, "", "from the server", TRUE },
    { MCP_RECORD_STDERR, MCP_DIRECTION_IN, MCP_CHANNEL_STDERR, NULL, NULL, "warn", "←", "stderr",
      SOUNDER_TONE_WARNING, "", "from the server", FALSE },
    { MCP_RECORD_SPAWN, MCP_DIRECTION_OUT, MCP_CHANNEL_PROCESS, NULL, NULL, "{}", "•", "spawn",
      SOUNDER_TONE_DIM, "", "process", FALSE },
    { MCP_RECORD_EXIT, MCP_DIRECTION_IN, MCP_CHANNEL_PROCESS, NULL, NULL, "{}", "•", "exit",
      SOUNDER_TONE_DIM, "", "process", FALSE },
    { MCP_RECORD_NOTE, MCP_DIRECTION_OUT, MCP_CHANNEL_SESSION, NULL, NULL, "{}", "•", "note",
      SOUNDER_TONE_DIM, "", "session", FALSE },
    { MCP_RECORD_COMMENT, MCP_DIRECTION_IN, MCP_CHANNEL_SSE, NULL, NULL, ": alive", "←", "comment",
      SOUNDER_TONE_DIM, "", "from the server", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpRecord) record = add_record (fixture, rows[i].direction, rows[i].channel, rows[i].kind,
                                                 rows[i].id, rows[i].method, 0, rows[i].text);
      g_autofree char *summary = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SUMMARY);
      g_autofree char *label = sounder_timeline_cells_dup_label (record, summary);
      g_autofree char *tooltip = sounder_timeline_cell_dup_tooltip (record, SOUNDER_COLUMN_DIRECTION);
      g_autofree char *chip = sounder_timeline_cell_dup_chip (record);

      g_test_message ("%s: %s", rows[i].nick, label);
      assert_cell (record, SOUNDER_COLUMN_DIRECTION, rows[i].sign);
      assert_cell (record, SOUNDER_COLUMN_KIND, rows[i].nick);
      assert_cell (record, SOUNDER_COLUMN_METHOD, rows[i].method != NULL ? rows[i].method : "");
      assert_cell (record, SOUNDER_COLUMN_ID, rows[i].id != NULL ? rows[i].id : "");
      assert_cell (record, SOUNDER_COLUMN_TOOK, rows[i].took);
      assert_cell (record, SOUNDER_COLUMN_WATERFALL, "");
      assert_cell (record, SOUNDER_N_COLUMNS, "");
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_KIND), ==, rows[i].tone);
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_SUMMARY), ==,
                       rows[i].failed ? SOUNDER_TONE_ERROR : SOUNDER_TONE_DIM);
      g_assert_cmpint (g_str_has_prefix (summary, "✗ "), ==, rows[i].failed);

      /* Who cannot see the colour hears of it. */
      g_assert_nonnull (strstr (label, rows[i].nick));
      g_assert_cmpstr (tooltip, ==, rows[i].word);
      g_assert_nonnull (strstr (label, rows[i].word));
      g_assert_cmpint (g_str_has_suffix (label, ", failed"), ==, rows[i].failed);
      g_assert_null (chip);
    }
}

/* A request says what has become of it, for as long as it waits in the tone of what waits. */
static void
test_cells_statuses (PlainFixture  *fixture,
                     gconstpointer  unused)
{
  static const struct
  {
    McpStatus   status;
    const char *took;
    SounderTone tone;
    SounderTone bar;
  } rows[] = {
    { MCP_STATUS_PENDING, "pending", SOUNDER_TONE_WARNING, SOUNDER_TONE_BAR_WAITING },
    { MCP_STATUS_CANCELLED, "cancelled", SOUNDER_TONE_TEXT, SOUNDER_TONE_BAR },
    { MCP_STATUS_TIMED_OUT, "timed out", SOUNDER_TONE_TEXT, SOUNDER_TONE_BAR_FAILED },
    { MCP_STATUS_LOST, "lost", SOUNDER_TONE_TEXT, SOUNDER_TONE_BAR_FAILED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i + 1);
      g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}", id);
      g_autoptr (McpRecord) record = add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST,
                                                 id, "ping", 0, text);

      if (rows[i].status != MCP_STATUS_PENDING)
        mcp_journal_set_status (fixture->journal, mcp_record_get_serial (record), rows[i].status);
      g_test_message ("%s", rows[i].took);
      assert_cell (record, SOUNDER_COLUMN_TOOK, rows[i].took);
      g_assert_cmpint (sounder_timeline_record_waits (record), ==, rows[i].status == MCP_STATUS_PENDING);
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_TOOK), ==, rows[i].tone);
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_WATERFALL), ==, rows[i].bar);
    }
}

/* An answer has the method of its request, and the time stands at the request alone. */
static void
test_cells_answer (PlainFixture  *fixture,
                   gconstpointer  unused)
{
  gint64 start_usec = mcp_journal_get_start_usec (fixture->journal);
  McpJournalEntry entry = { .direction = MCP_DIRECTION_OUT, .kind = MCP_RECORD_REQUEST, .life = 1, .id = "1",
                            .id_length = 1, .method = "tools/list", .method_length = 10,
                            .time_usec = start_usec + 5000, .queued_usec = 2000 };
  const char *question = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
  const char *reply = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{}]}}";
  g_autoptr (GBytes) asked = g_bytes_new_static (question, strlen (question));
  g_autoptr (GBytes) told = g_bytes_new_static (reply, strlen (reply));
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (McpRecord) answer = NULL;
  g_autofree char *tooltip = NULL;
  gint64 from_usec;
  gint64 to_usec;

  request = mcp_journal_get_record (fixture->journal, mcp_journal_append (fixture->journal, &entry, asked));
  entry = (McpJournalEntry) { .direction = MCP_DIRECTION_IN, .kind = MCP_RECORD_RESULT, .life = 1, .id = "1",
                              .id_length = 1, .time_usec = start_usec + 55000 };
  answer = mcp_journal_get_record (fixture->journal, mcp_journal_append (fixture->journal, &entry, told));

  assert_cell (request, SOUNDER_COLUMN_TOOK, "50.0 ms");
  assert_cell (answer, SOUNDER_COLUMN_TOOK, "");
  assert_cell (answer, SOUNDER_COLUMN_METHOD, "tools/list");
  assert_cell (answer, SOUNDER_COLUMN_SUMMARY, "1 tool");
  g_assert_false (sounder_timeline_record_waits (request));

  tooltip = sounder_timeline_cell_dup_tooltip (request, SOUNDER_COLUMN_WATERFALL);
  g_test_message ("%s", tooltip);
  g_assert_nonnull (strstr (tooltip, "Waited in the queue 2.0"));
  g_assert_nonnull (strstr (tooltip, "Took 50.0 ms"));
  g_assert_null (strstr (tooltip, "First byte"));
  sounder_timeline_row_get_extent (request, start_usec + 90000, &from_usec, &to_usec);
  g_assert_cmpint (from_usec, ==, start_usec + 3000);
  g_assert_cmpint (to_usec, ==, start_usec + 55000);
}

/* What a server chooses cannot turn the row around, break it, or make it long. */
static void
test_cells_hostile (PlainFixture  *fixture,
                    gconstpointer  unused)
{
  g_autofree char *long_method = g_strnfill (10000, 'm');
  g_autoptr (McpRecord) turned = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION,
                                             NULL, "a\u202eb\n\033[31mc", 0, "{}");
  g_autoptr (McpRecord) longest = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION,
                                              NULL, long_method, 0, "{}");
  g_autoptr (McpRecord) noise = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, NULL,
                                            NULL, 0, "\xff\xfe\xe2\x80\xae red\r\nnext");
  McpRecord *const all[] = { turned, longest, noise };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint column = 0; column <= SOUNDER_N_COLUMNS; column++)
      {
        g_autofree char *text = sounder_timeline_cell_dup_text (all[i], column);
        g_autofree char *tooltip = sounder_timeline_cell_dup_tooltip (all[i], column);
        g_autofree char *label = sounder_timeline_cells_dup_label (all[i], text);

        g_assert_true (g_utf8_validate (text, -1, NULL));
        g_assert_cmpuint (strlen (text), <=, 1024);
        g_assert_cmpuint (strlen (label), <=, 4096);
        g_assert_null (strpbrk (text, "\n\r\033"));
        g_assert_null (strstr (text, "\u202e"));
        g_assert_null (strpbrk (label, "\n\r\033"));
        g_assert_null (strstr (label, "\u202e"));
        if (tooltip != NULL)
          g_assert_null (strstr (tooltip, "\u202e"));
      }
}

/* Marks of a person are read first, then the sign of what is wrong, then what the message says. */
static void
test_cells_marks (PlainFixture  *fixture,
                  gconstpointer  unused)
{
  g_autoptr (McpFinding) finding = NULL;
  g_autoptr (McpRecord) record = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, NULL,
                                             NULL, 0, "hello");
  guint serial = mcp_record_get_serial (record);
  g_autofree char *label = NULL;

  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "hello");
  mcp_journal_annotate (fixture->journal, serial, TRUE, NULL);
  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "⚑ hello");
  mcp_journal_annotate (fixture->journal, serial, FALSE, "look");
  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "✎ look · hello");
  mcp_journal_annotate (fixture->journal, serial, TRUE, "look");
  finding = mcp_finding_new ("stdio.noise", MCP_SEVERITY_WARNING, "no message", NULL, serial);
  mcp_journal_add_finding (fixture->journal, finding);
  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "⚑ ✎ look · ⚠ hello");
  g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_SUMMARY), ==, SOUNDER_TONE_WARNING);

  label = sounder_timeline_cells_dup_label (record, "hello");
  g_assert_true (g_str_has_suffix (label, ", has findings, pinned"));
}

/* What Sounder asked by itself says so, at the answer as well, and a refusal of the other era is no failure. */
static void
test_cells_probes (PlainFixture  *fixture,
                   gconstpointer  unused)
{
  g_autoptr (McpRecord) ping = add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, "1",
                                           "ping", MCP_RECORD_FLAG_PROBE,
                                           "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  g_autoptr (McpRecord) pong = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, "1",
                                           NULL, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  g_autoptr (McpRecord) ask = add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, "2",
                                          "server/discover", MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA,
                                          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"server/discover\"}");
  g_autoptr (McpRecord) refusal = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_ERROR, "2",
                                              NULL, 0,
                                              "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,"
                                              "\"message\":\"Method not found\"}}");
  g_autofree char *asked = sounder_timeline_cell_dup_text (ask, SOUNDER_COLUMN_SUMMARY);
  g_autofree char *refused = sounder_timeline_cell_dup_text (refusal, SOUNDER_COLUMN_SUMMARY);
  g_autofree char *probed = sounder_timeline_cell_dup_text (ping, SOUNDER_COLUMN_SUMMARY);
  g_autofree char *answered = sounder_timeline_cell_dup_text (pong, SOUNDER_COLUMN_SUMMARY);

  g_assert_true (g_str_has_prefix (probed, "health probe"));
  g_assert_true (g_str_has_prefix (answered, "health probe"));
  g_assert_true (g_str_has_prefix (asked, "era probe"));
  g_assert_true (g_str_has_prefix (refused, "era probe, refusal expected · -32601"));
  g_assert_cmpint (sounder_timeline_cell_get_tone (refusal, SOUNDER_COLUMN_KIND), ==, SOUNDER_TONE_RESPONSE);
  g_assert_cmpint (sounder_timeline_cell_get_tone (ask, SOUNDER_COLUMN_WATERFALL), ==, SOUNDER_TONE_BAR);
}

/* Of a call in rounds all but the first request are set off, their answers too. */
static void
test_cells_rounds (PlainFixture  *fixture,
                   gconstpointer  unused)
{
  McpRecord *records[4];
  static const char *const ids[] = { "1", "1", "2", "2" };

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s}", ids[i]);

      records[i] = i % 2 == 0 ? add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST,
                                            ids[i], "tools/call", 0, text)
                              : add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
                                            ids[i], NULL, 0, text);
    }
  mcp_journal_set_conversation (fixture->journal, mcp_record_get_serial (records[0]),
                                mcp_record_get_serial (records[0]));
  mcp_journal_set_conversation (fixture->journal, mcp_record_get_serial (records[2]),
                                mcp_record_get_serial (records[0]));

  assert_cell (records[0], SOUNDER_COLUMN_METHOD, "tools/call");
  assert_cell (records[2], SOUNDER_COLUMN_METHOD, "↳ tools/call");
  assert_cell (records[3], SOUNDER_COLUMN_METHOD, "↳ tools/call");
  {
    g_autofree char *label = sounder_timeline_cells_dup_label (records[2], "");

    /* A sign is nothing to hear. */
    g_assert_null (strstr (label, "↳"));
    g_assert_nonnull (strstr (label, "continues a call"));
  }
  for (guint i = 0; i < 4; i++)
    g_object_unref (records[i]);
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
  ADD ("/app/timeline-cells/kinds", test_cells_kinds);
  ADD ("/app/timeline-cells/statuses", test_cells_statuses);
  ADD ("/app/timeline-cells/answer", test_cells_answer);
  ADD ("/app/timeline-cells/hostile", test_cells_hostile);
  ADD ("/app/timeline-cells/marks", test_cells_marks);
  ADD ("/app/timeline-cells/probes", test_cells_probes);
  ADD ("/app/timeline-cells/rounds", test_cells_rounds);
#undef ADD

  return g_test_run ();
}
