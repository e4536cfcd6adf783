/* test-graph-scale.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <string.h>

#include "sounder-graph-scale.h"

#define SECOND_USEC G_GINT64_CONSTANT (1000000)

static void
test_axis (void)
{
  static const struct
  {
    gint64 max_usec;
    guint max_steps;
    gint64 step_usec;
    guint n_steps;
    const char *top;
  } cases[] = {
    { 0, 5, 20, 5, "100 µs" },
    { 100, 5, 20, 5, "100 µs" },
    { 420, 5, 100, 5, "500 µs" },
    { 1000, 5, 200, 5, "1 ms" },
    { 1100, 5, 500, 3, "1.5 ms" },
    { 7700, 5, 2000, 4, "8 ms" },
    { 9999, 5, 2000, 5, "10 ms" },
    { 10001, 5, 5000, 3, "15 ms" },
    { 202000, 4, 100000, 3, "300 ms" },
    { 4900000, 5, 1000000, 5, "5 s" },
    { 1500000, 5, 500000, 3, "1.5 s" },
    { 7700, 1, 10000, 1, "10 ms" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SounderGraphAxis axis;
      g_autofree char *top = NULL;
      g_autofree char *zero = NULL;

      sounder_graph_axis_init (&axis, cases[i].max_usec, cases[i].max_steps);
      g_assert_cmpint (axis.step_usec, ==, cases[i].step_usec);
      g_assert_cmpuint (axis.n_steps, ==, cases[i].n_steps);
      g_assert_cmpint (sounder_graph_axis_get_top (&axis), >=, cases[i].max_usec);

      top = sounder_graph_axis_dup_label (&axis, axis.n_steps);
      g_assert_cmpstr (top, ==, cases[i].top);
      zero = sounder_graph_axis_dup_label (&axis, 0);
      g_assert_true (g_str_has_prefix (zero, "0 "));
      g_assert_cmpstr (strchr (zero, ' '), ==, strchr (top, ' '));
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
    { 90 * 3600, 3, 48 * 3600, 48 * 3600, "−48 h" },
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
test_columns (void)
{
  McpHealthSample samples[] = {
    { 50, 999, 1, MCP_SAMPLE_OK },    /* before the start */
    { 100, 10, 2, MCP_SAMPLE_OK },
    { 105, 90, 3, MCP_SAMPLE_OK },
    { 106, -1, 4, MCP_SAMPLE_LOST },
    { 109, 20, 5, MCP_SAMPLE_OK },
    { 120, -1, 6, MCP_SAMPLE_FAILED },
    { 135, 7, 7, MCP_SAMPLE_OK },
    { 140, 8, 8, MCP_SAMPLE_OK },     /* the end belongs to the last column */
    { 141, 999, 9, MCP_SAMPLE_OK },   /* after the end */
  };
  SounderGraphColumn columns[4];

  sounder_graph_fill_columns (samples, G_N_ELEMENTS (samples), 100, 140, columns, 4);
  g_assert_cmpuint (columns[0].n_answered, ==, 3);
  g_assert_cmpint (columns[0].min_usec, ==, 10);
  g_assert_cmpint (columns[0].median_usec, ==, 20);
  g_assert_cmpint (columns[0].max_usec, ==, 90);
  g_assert_cmpuint (columns[1].n_answered, ==, 0);
  g_assert_cmpuint (columns[2].n_answered, ==, 0);
  g_assert_cmpuint (columns[3].n_answered, ==, 2);
  g_assert_cmpint (columns[3].max_usec, ==, 8);

  sounder_graph_fill_columns (NULL, 0, 100, 140, columns, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (columns[i].n_answered, ==, 0);

  g_assert_cmpint (sounder_graph_find_max (samples + 1, 7), ==, 90);
  g_assert_cmpint (sounder_graph_find_max (samples + 3, 1), ==, 0);
}

/* The one long round trip among very many must come through, wherever it is. */
static void
test_no_spike_is_hidden (void)
{
  const guint n_samples = 100000;
  g_autofree McpHealthSample *samples = g_new0 (McpHealthSample, n_samples);
  SounderGraphColumn columns[700];

  for (guint i = 0; i < n_samples; i++)
    samples[i] = (McpHealthSample) { i * SECOND_USEC, 1000 + i % 7, i, MCP_SAMPLE_OK };

  for (guint spike = 0; spike < n_samples; spike += 33333)
    {
      guint n_answered = 0;
      gint64 max_usec = 0;

      samples[spike].rtt_usec = 50000;
      sounder_graph_fill_columns (samples, n_samples, 0, n_samples * SECOND_USEC, columns, 700);
      for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
        {
          n_answered += columns[i].n_answered;
          max_usec = MAX (max_usec, columns[i].max_usec);
          g_assert_cmpint (columns[i].median_usec, <, 1007);
        }
      g_assert_cmpuint (n_answered, ==, n_samples);
      g_assert_cmpint (max_usec, ==, 50000);
      samples[spike].rtt_usec = 1000;
    }
}

static void
test_sample_text (void)
{
  McpHealthSample answered = { 1000000, 1800, 1, MCP_SAMPLE_OK };
  McpHealthSample lost = { 2000000, -1, 2, MCP_SAMPLE_LOST };
  McpHealthSample failed = { 2000000, -1, 3, MCP_SAMPLE_FAILED };
  g_autofree char *answered_text = sounder_sample_dup_text (&answered, 5000000, 90000000);
  g_autofree char *lost_text = sounder_sample_dup_text (&lost, 5000000, 90000000);
  g_autofree char *failed_value = sounder_sample_dup_value (&failed);

  g_assert_true (g_str_has_prefix (answered_text, "1.8 ms · "));
  g_assert_true (g_str_has_suffix (answered_text, ":26.000"));
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
      g_autofree char *text = sounder_share_dup_text (cases[i].share);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_csv (void)
{
  McpHealthSample samples[] = {
    { 1000000, 1800, 1, MCP_SAMPLE_OK },
    { 2000001, -1, 2, MCP_SAMPLE_LOST },
    { 3000000, -1, 3, MCP_SAMPLE_FAILED },
  };
  g_autofree char *csv = sounder_samples_to_csv (samples, G_N_ELEMENTS (samples), 4000000,
                                                 G_GINT64_CONSTANT (1770000004000000));

  g_assert_cmpstr (csv, ==,
                   "time,t_usec,rtt_usec,status\r\n"
                   "2026-02-02T02:40:01.000000Z,1000000,1800,ok\r\n"
                   "2026-02-02T02:40:02.000001Z,2000001,,lost\r\n"
                   "2026-02-02T02:40:03.000000Z,3000000,,failed\r\n");
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/graph-scale/axis", test_axis);
  g_test_add_func ("/app/graph-scale/time-axis", test_time_axis);
  g_test_add_func ("/app/graph-scale/columns", test_columns);
  g_test_add_func ("/app/graph-scale/no-spike-is-hidden", test_no_spike_is_hidden);
  g_test_add_func ("/app/graph-scale/sample-text", test_sample_text);
  g_test_add_func ("/app/graph-scale/statistics-text", test_statistics_text);
  g_test_add_func ("/app/graph-scale/share-text", test_share_text);
  g_test_add_func ("/app/graph-scale/csv", test_csv);

  return g_test_run ();
}
