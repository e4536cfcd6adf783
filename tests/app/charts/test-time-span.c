/* test-time-span.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-time-span.h"
#include "test-support.h"

#define SECOND_USEC G_GINT64_CONSTANT (1000000)
/* An hour of something, beginning at no round number. */
#define FIRST_USEC  (1234567 * SECOND_USEC + 89)
#define LAST_USEC   (FIRST_USEC + 3600 * SECOND_USEC)

static void
count_cb (guint *n)
{
  (*n)++;
}

static SounderTimeSpan *
new_span (gboolean is_live)
{
  SounderTimeSpan *span = sounder_time_span_new ();

  sounder_time_span_set_limits (span, FIRST_USEC, LAST_USEC, is_live);

  return span;
}

static void
assert_span (SounderTimeSpan *span,
             gint64           start_usec,
             gint64           end_usec)
{
  gint64 start;
  gint64 end;

  sounder_time_span_get (span, &start, &end);
  g_assert_cmpint (start, ==, start_usec);
  g_assert_cmpint (end, ==, end_usec);
}

static void
test_range (void)
{
  g_autoptr (SounderTimeSpan) span = new_span (TRUE);

  assert_span (span, LAST_USEC - 300 * SECOND_USEC, LAST_USEC);
  g_assert_true (sounder_time_span_ends_now (span));
  sounder_time_span_set_range (span, 60);
  assert_span (span, LAST_USEC - 60 * SECOND_USEC, LAST_USEC);
  sounder_time_span_set_range (span, 0);
  assert_span (span, FIRST_USEC, LAST_USEC);

  /* A monitor that has just begun shows a minute. */
  sounder_time_span_set_limits (span, LAST_USEC - SECOND_USEC, LAST_USEC, TRUE);
  assert_span (span, LAST_USEC - 60 * SECOND_USEC, LAST_USEC);
}

static void
test_follow (void)
{
  g_autoptr (SounderTimeSpan) span = new_span (TRUE);
  guint n_changes = 0;

  g_signal_connect_swapped (span, "changed", G_CALLBACK (count_cb), &n_changes);
  sounder_time_span_set_limits (span, FIRST_USEC, LAST_USEC + SECOND_USEC, TRUE);
  assert_span (span, LAST_USEC - 299 * SECOND_USEC, LAST_USEC + SECOND_USEC);
  g_assert_cmpuint (n_changes, ==, 1);

  /* What stands still does not hear of what comes. */
  sounder_time_span_set_following (span, FALSE);
  g_assert_cmpuint (n_changes, ==, 2);
  sounder_time_span_set_limits (span, FIRST_USEC, LAST_USEC + 9 * SECOND_USEC, TRUE);
  g_assert_cmpuint (n_changes, ==, 2);
  assert_span (span, LAST_USEC - 299 * SECOND_USEC, LAST_USEC + SECOND_USEC);
  g_assert_false (sounder_time_span_ends_now (span));

  sounder_time_span_set_following (span, TRUE);
  assert_span (span, LAST_USEC - 291 * SECOND_USEC, LAST_USEC + 9 * SECOND_USEC);

  /* All of it can stand still as well. */
  sounder_time_span_set_range (span, 0);
  sounder_time_span_set_following (span, FALSE);
  sounder_time_span_set_limits (span, FIRST_USEC, LAST_USEC + 20 * SECOND_USEC, TRUE);
  assert_span (span, FIRST_USEC, LAST_USEC + 9 * SECOND_USEC);
}

static void
test_zoom (void)
{
  g_autoptr (SounderTimeSpan) span = new_span (TRUE);
  gint64 start;
  gint64 end;

  /* Around the end it goes on following. */
  sounder_time_span_zoom (span, 2, 1);
  assert_span (span, LAST_USEC - 150 * SECOND_USEC, LAST_USEC);
  g_assert_true (sounder_time_span_get_following (span));
  g_assert_cmpuint (sounder_time_span_get_range (span), ==, SOUNDER_RANGE_ZOOMED);

  /* What is under the pointer stays there. */
  sounder_time_span_zoom (span, 3, 0.5);
  assert_span (span, LAST_USEC - 100 * SECOND_USEC, LAST_USEC - 50 * SECOND_USEC);
  g_assert_false (sounder_time_span_get_following (span));

  /* Not closer than there is something to see, not further than there is something. */
  for (guint i = 0; i < 100; i++)
    sounder_time_span_zoom (span, 2, 0.3);
  sounder_time_span_get (span, &start, &end);
  g_assert_cmpint (end - start, ==, 100 * 1000);
  for (guint i = 0; i < 100; i++)
    sounder_time_span_zoom (span, 0.5, 0.3);
  assert_span (span, FIRST_USEC, LAST_USEC);
  g_assert_cmpuint (sounder_time_span_get_range (span), ==, 0);

  sounder_time_span_set_range (span, 60);
  sounder_time_span_zoom_home (span, 4);
  assert_span (span, LAST_USEC - 15 * SECOND_USEC, LAST_USEC);
  sounder_time_span_reset (span);
  assert_span (span, LAST_USEC - 60 * SECOND_USEC, LAST_USEC);

  /* Around the cursor, when there is one. */
  sounder_time_span_set_cursor (span, LAST_USEC - 30 * SECOND_USEC);
  sounder_time_span_zoom_home (span, 2);
  assert_span (span, LAST_USEC - 45 * SECOND_USEC, LAST_USEC - 15 * SECOND_USEC);
}

static void
test_pan (void)
{
  g_autoptr (SounderTimeSpan) span = new_span (TRUE);

  sounder_time_span_pan (span, -0.5);
  assert_span (span, LAST_USEC - 450 * SECOND_USEC, LAST_USEC - 150 * SECOND_USEC);
  g_assert_cmpuint (sounder_time_span_get_range (span), ==, 300);
  sounder_time_span_pan (span, -1000);
  assert_span (span, FIRST_USEC, FIRST_USEC + 300 * SECOND_USEC);
  sounder_time_span_pan (span, 1000);
  g_assert_true (sounder_time_span_get_following (span));

  /* There is nothing else. */
  sounder_time_span_set_range (span, 0);
  sounder_time_span_pan (span, -0.5);
  assert_span (span, FIRST_USEC, LAST_USEC);

  /* With as little movement as possible. */
  sounder_time_span_set_range (span, 60);
  sounder_time_span_show (span, FIRST_USEC + 100 * SECOND_USEC);
  assert_span (span, FIRST_USEC + 100 * SECOND_USEC, FIRST_USEC + 160 * SECOND_USEC);
  sounder_time_span_show (span, FIRST_USEC + 130 * SECOND_USEC);
  assert_span (span, FIRST_USEC + 100 * SECOND_USEC, FIRST_USEC + 160 * SECOND_USEC);
  sounder_time_span_show (span, FIRST_USEC + 200 * SECOND_USEC);
  assert_span (span, FIRST_USEC + 140 * SECOND_USEC, FIRST_USEC + 200 * SECOND_USEC);
}

/* A range that is longer than all there is has nowhere to go: it goes on following. */
static void
test_longer_than_all (void)
{
  g_autoptr (SounderTimeSpan) span = new_span (TRUE);

  sounder_time_span_set_limits (span, LAST_USEC - 30 * SECOND_USEC, LAST_USEC, TRUE);
  sounder_time_span_zoom (span, 1.25, 0.5);
  assert_span (span, LAST_USEC - 240 * SECOND_USEC, LAST_USEC);
  g_assert_true (sounder_time_span_get_following (span));
  sounder_time_span_pan (span, -0.5);
  g_assert_true (sounder_time_span_get_following (span));
}

/* A column that has passed holds the same samples in each later picture. */
static void
test_columns (void)
{
  static const guint ranges[] = { 60, 300, 3600, 0 };
  g_autoptr (SounderTimeSpan) span = new_span (TRUE);

  for (guint range = 0; range < G_N_ELEMENTS (ranges); range++)
    {
      gint64 before_start;
      gint64 before_column;

      sounder_time_span_set_limits (span, FIRST_USEC, LAST_USEC, TRUE);
      sounder_time_span_set_range (span, ranges[range]);
      sounder_time_span_get_columns (span, 977, &before_start, &before_column);

      for (guint i = 1; i < 100; i++)
        {
          gint64 last = LAST_USEC + i * 700 * 1000;
          gint64 start;
          gint64 column;

          sounder_time_span_set_limits (span, FIRST_USEC, last, TRUE);
          sounder_time_span_get_columns (span, 977, &start, &column);
          g_assert_cmpint (column, ==, before_column);
          g_assert_cmpint ((start - before_start) % column, ==, 0);
          g_assert_cmpint (start + 977 * column, >=, last);
          g_assert_cmpint (start, <=, ranges[range] == 0 ? FIRST_USEC + column
                                                         : last - ranges[range] * SECOND_USEC + column);
        }
    }
}

static void
test_cursor (void)
{
  g_autoptr (SounderTimeSpan) span = new_span (FALSE);
  guint n_moves = 0;

  g_assert_false (sounder_time_span_ends_now (span));
  g_signal_connect_swapped (span, "cursor-moved", G_CALLBACK (count_cb), &n_moves);
  g_assert_cmpint (sounder_time_span_get_cursor (span), ==, SOUNDER_NO_TIME);
  sounder_time_span_set_cursor (span, LAST_USEC);
  sounder_time_span_set_cursor (span, LAST_USEC);
  g_assert_cmpuint (n_moves, ==, 1);
  g_assert_cmpint (sounder_time_span_get_cursor (span), ==, LAST_USEC);
}

static void
test_finalize (void)
{
  g_assert_finalize_object (sounder_time_span_new ());
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/time-span/range", test_range);
  g_test_add_func ("/app/time-span/follow", test_follow);
  g_test_add_func ("/app/time-span/zoom", test_zoom);
  g_test_add_func ("/app/time-span/pan", test_pan);
  g_test_add_func ("/app/time-span/longer-than-all", test_longer_than_all);
  g_test_add_func ("/app/time-span/columns", test_columns);
  g_test_add_func ("/app/time-span/cursor", test_cursor);
  g_test_add_func ("/app/time-span/finalize", test_finalize);

  return g_test_run ();
}
