/* test-graph-scale.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "sounder-graph-scale.h"
#include "sounder-number.h"

#define SECOND_USEC G_GINT64_CONSTANT (1000000)

static void
test_axis (void)
{
  static const struct
  {
    SounderUnit unit;
    double max;
    guint max_steps;
    double step;
    guint n_ticks;
    const char *top;
  } cases[] = {
    { SOUNDER_UNIT_USEC, 0, 5, 20, 6, "100 µs" },
    { SOUNDER_UNIT_USEC, 100, 5, 20, 6, "100 µs" },
    { SOUNDER_UNIT_USEC, 420, 5, 100, 6, "500 µs" },
    { SOUNDER_UNIT_USEC, 1000, 5, 200, 6, "1 ms" },
    { SOUNDER_UNIT_USEC, 1100, 5, 500, 4, "1.5 ms" },
    { SOUNDER_UNIT_USEC, 7700, 5, 2000, 5, "8 ms" },
    { SOUNDER_UNIT_USEC, 9999, 5, 2000, 6, "10 ms" },
    { SOUNDER_UNIT_USEC, 10001, 5, 5000, 4, "15 ms" },
    { SOUNDER_UNIT_USEC, 202000, 4, 100000, 4, "300 ms" },
    { SOUNDER_UNIT_USEC, 4900000, 5, 1000000, 6, "5 s" },
    { SOUNDER_UNIT_USEC, 1500000, 5, 500000, 4, "1.5 s" },
    { SOUNDER_UNIT_USEC, 7700, 1, 10000, 2, "10 ms" },
    { SOUNDER_UNIT_PERCENT, 130, 3, 50, 4, "150 %" },
    { SOUNDER_UNIT_BYTES, 41.5e6, 2, 50e6, 2, "50.0 MB" },
    { SOUNDER_UNIT_COUNT, 7, 2, 5, 3, "10" },
    { SOUNDER_UNIT_COUNT, 0, 2, 1, 3, "2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SounderGraphAxis axis;
      g_autofree char *top = NULL;
      g_autofree char *zero = NULL;

      sounder_graph_axis_init (&axis, cases[i].unit, cases[i].max, cases[i].max_steps);
      g_assert_cmpfloat (axis.ticks[0], ==, 0);
      g_assert_cmpfloat (axis.ticks[1], ==, cases[i].step);
      g_assert_cmpuint (axis.n_ticks, ==, cases[i].n_ticks);
      g_assert_cmpfloat (axis.top, >=, cases[i].max);
      g_assert_cmpfloat (sounder_graph_axis_get_share (&axis, axis.top), ==, 1);
      g_assert_cmpfloat (sounder_graph_axis_get_share (&axis, 0), ==, 0);

      top = sounder_graph_axis_dup_label (&axis, axis.n_ticks - 1);
      g_assert_cmpstr (top, ==, cases[i].top);
      zero = sounder_graph_axis_dup_label (&axis, 0);
      g_assert_true (g_str_has_prefix (zero, "0"));
    }
}

static void
test_logarithmic_axis (void)
{
  static const struct
  {
    double min;
    double max;
    guint max_steps;
    const char *labels;
  } cases[] = {
    { 1500, 9000, 5, "1 ms|2 ms|5 ms|10 ms" },
    { 2100, 4900, 5, "2 ms|5 ms|10 ms" },
    { 2000, 2000, 5, "2 ms|5 ms|10 ms" },
    { 300, 70000, 5, "100 µs|1 ms|10 ms|100 ms" },
    { 0, 5000000, 4, "1 µs|100 µs|10 ms|1 s|100 s" },
    { 90, 1000000, 15, "50 µs|100 µs|200 µs|500 µs|1 ms|2 ms|5 ms|10 ms|20 ms|50 ms|100 ms|200 ms|"
                       "500 ms|1 s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) labels = g_string_new (NULL);
      SounderGraphAxis axis;

      sounder_graph_axis_init_logarithmic (&axis, SOUNDER_UNIT_USEC, cases[i].min, cases[i].max,
                                           cases[i].max_steps);
      for (guint tick = 0; tick < axis.n_ticks; tick++)
        {
          g_autofree char *label = sounder_graph_axis_dup_label (&axis, tick);

          g_string_append_printf (labels, "%s%s", tick > 0 ? "|" : "", label);
        }
      g_assert_cmpstr (labels->str, ==, cases[i].labels);
      g_assert_cmpfloat (axis.bottom, <=, MAX (cases[i].min, 1));
      g_assert_cmpfloat (axis.top, >=, cases[i].max);
      g_assert_cmpfloat_with_epsilon (sounder_graph_axis_get_share (&axis, axis.top), 1, 1e-9);
      g_assert_cmpfloat_with_epsilon (
        sounder_graph_axis_get_share (&axis, sqrt (axis.top * axis.bottom)), 0.5, 1e-9);
      g_assert_cmpfloat (sounder_graph_axis_get_share (&axis, 0), ==, 0);
    }
}

static void
test_time_axis (void)
{
  static const struct
  {
    guint span_sec;
    guint max_labels;
    guint step_sec;
    guint ago_sec;
    const char *label;
  } cases[] = {
    { 60, 6, 10, 60, "−60 s" },
    { 60, 4, 15, 45, "−45 s" },
    { 300, 6, 60, 300, "−5 min" },
    { 300, 3, 120, 240, "−4 min" },
    { 3600, 6, 600, 3600, "−60 min" },
    { 7200, 6, 1800, 5400, "−90 min" },
    { 6 * 3600, 6, 3600, 6 * 3600, "−6 h" },
    { 90 * 3600, 3, 48 * 3600, 48 * 3600, "−2 days" },
    { 7 * 24 * 3600, 7, 24 * 3600, 24 * 3600, "−1 day" },
    { 300, 6, 60, 0, "now" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 step = sounder_graph_time_step (cases[i].span_sec * SECOND_USEC, cases[i].max_labels);
      g_autofree char *label =
        sounder_graph_dup_time_label (cases[i].ago_sec * SECOND_USEC, step);

      g_assert_cmpint (step, ==, cases[i].step_sec * SECOND_USEC);
      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

static void
test_clock_label (void)
{
  static const struct
  {
    gint64 span_usec;
    gint64 step_usec;
    const char *label;
  } cases[] = {
    { 500 * 1000, 100 * 1000, "02:40:05.250" },
    { 5 * SECOND_USEC, SECOND_USEC, "02:40:05" },
    { 300 * SECOND_USEC, 60 * SECOND_USEC, "02:40" },
    { 5 * 24 * 3600 * SECOND_USEC, 24 * 3600 * SECOND_USEC, "Feb 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 step = sounder_graph_time_step (cases[i].span_usec, 5);
      g_autofree char *label =
        sounder_graph_dup_clock_label (G_GINT64_CONSTANT (1770000005250000), step);

      g_assert_cmpint (step, ==, cases[i].step_usec);
      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

static void
test_elapsed_label (void)
{
  static const struct
  {
    gint64 since_usec;
    gint64 step_usec;
    const char *label;
  } cases[] = {
    { 0, SECOND_USEC, "0:00" },
    { 250 * 1000, 50 * 1000, "0:00.250" },
    { 65 * SECOND_USEC, 5 * SECOND_USEC, "1:05" },
    { 3725 * SECOND_USEC, 5 * SECOND_USEC, "1:02:05" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = sounder_graph_dup_elapsed_label (cases[i].since_usec, cases[i].step_usec);

      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

static void
test_sample_text (void)
{
  McpHealthSample answered = { .time_usec = 1000000, .rtt_usec = 1800 };
  McpHealthSample queued = { .time_usec = 1000000, .rtt_usec = 1800, .queued_usec = 2500 };
  g_autofree char *queued_text = sounder_sample_dup_text (&queued, 5000000, 90000000);
  McpHealthSample lost = { .time_usec = 2000000, .status = MCP_SAMPLE_LOST };
  McpHealthSample failed = { .time_usec = 2000000, .status = MCP_SAMPLE_FAILED };
  g_autofree char *answered_text = sounder_sample_dup_text (&answered, 5000000, 90000000);
  g_autofree char *lost_text = sounder_sample_dup_text (&lost, 5000000, 90000000);
  g_autofree char *failed_value = sounder_sample_dup_value (&failed);

  g_assert_true (g_str_has_prefix (answered_text, "1.8 ms · "));
  g_assert_true (g_str_has_suffix (answered_text, ":26.000"));
  g_assert_true (g_str_has_suffix (queued_text, ":26.000 · before it 2.5 ms in Sounder’s own queue"));
  g_assert_true (g_str_has_prefix (lost_text, "lost · "));
  g_assert_cmpstr (failed_value, ==, "failed");
}

static void
test_statistics_text (void)
{
  McpHealthStatistics nothing = { .last_usec = -1 };
  McpHealthStatistics all_lost = { .sent = 2, .last_usec = -1, .median_usec = -1 };
  McpHealthStatistics some = {
    .sent = 60, .received = 58, .last_usec = 1800, .median_usec = 2100, .p95_usec = 3100,
    .max_usec = 9600,
  };
  g_autofree char *nothing_text = sounder_statistics_dup_text (&nothing);
  g_autofree char *all_lost_text = sounder_statistics_dup_text (&all_lost);
  g_autofree char *some_text = sounder_statistics_dup_text (&some);

  g_assert_cmpstr (nothing_text, ==, "No ping yet");
  g_assert_cmpstr (all_lost_text, ==, "2 of 2 lost");
  g_assert_cmpstr (some_text, ==,
                   "Last 1.8 ms, median 2.1 ms, p95 3.1 ms, longest 9.6 ms; 2 of 60 lost");
}

static void
test_share_text (void)
{
  static const struct
  {
    double share;
    const char *text;
  } cases[] = {
    { 0, "0 %" }, { 1, "100 %" }, { 0.996, "99.6 %" }, { 0.99996, "99.9 %" },
    { 0.00001, "0.1 %" }, { 0.004, "0.4 %" }, { 0.5, "50 %" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = sounder_number_share (cases[i].share);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/graph-scale/axis", test_axis);
  g_test_add_func ("/app/graph-scale/logarithmic-axis", test_logarithmic_axis);
  g_test_add_func ("/app/graph-scale/time-axis", test_time_axis);
  g_test_add_func ("/app/graph-scale/clock-label", test_clock_label);
  g_test_add_func ("/app/graph-scale/elapsed-label", test_elapsed_label);
  g_test_add_func ("/app/graph-scale/sample-text", test_sample_text);
  g_test_add_func ("/app/graph-scale/statistics-text", test_statistics_text);
  g_test_add_func ("/app/graph-scale/share-text", test_share_text);

  return g_test_run ();
}
