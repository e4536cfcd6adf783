/* sounder-graph-scale.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-graph-scale"

#include "config.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-scale.h"

/*
 * All of the round-trip graph that needs no widget: axes, what a column of pixels shows, and
 * samples as text.
 */

/* Less than this much is noise of the clock: a flat line must not look like a mountain range. */
#define LEAST_TOP_USEC 100
/* 64 bits wide: hours in microseconds are more than an int. */
#define SECOND_USEC    G_GINT64_CONSTANT (1000000)

/**
 * sounder_graph_axis_init:
 * @axis: (out caller-allocates): the axis
 * @max_usec: the largest value to show, in microseconds
 * @max_steps: how many steps there is room for, above 0
 *
 * Chooses an axis from 0 to at least @max_usec with steps of 1, 2 or 5 times a power of ten.
 */
void
sounder_graph_axis_init (SounderGraphAxis *axis,
                         gint64            max_usec,
                         guint             max_steps)
{
  static const int factors[] = { 1, 2, 5 };
  gint64 power = 1;

  g_return_if_fail (axis != NULL);
  g_return_if_fail (max_steps > 0);

  max_usec = MAX (max_usec, LEAST_TOP_USEC);
  for (;; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      {
        gint64 step = power * factors[i];

        if (max_usec <= step * max_steps)
          {
            axis->step_usec = step;
            axis->n_steps = (guint) ((max_usec + step - 1) / step);

            return;
          }
      }
}

/**
 * sounder_graph_axis_get_top:
 * @axis: an axis
 *
 * Gets the value at its upper end.
 *
 * Returns: microseconds, above 0
 */
gint64
sounder_graph_axis_get_top (const SounderGraphAxis *axis)
{
  return axis->step_usec * axis->n_steps;
}

/**
 * sounder_graph_axis_dup_label:
 * @axis: an axis
 * @n_steps: how many steps above 0
 *
 * Writes a value of the axis, all of them in the unit that suits its upper end.
 *
 * Returns: (transfer full): "4 ms"
 */
char *
sounder_graph_axis_dup_label (const SounderGraphAxis *axis,
                              guint                   n_steps)
{
  gint64 top_usec = sounder_graph_axis_get_top (axis);
  gint64 value_usec = axis->step_usec * n_steps;

  if (top_usec < 1000)
    return g_strdup_printf (_("%d µs"), (int) value_usec);
  if (top_usec < SECOND_USEC)
    return g_strdup_printf (_("%g ms"), value_usec / 1e3);

  return g_strdup_printf (_("%g s"), value_usec / 1e6);
}

/**
 * sounder_graph_time_step:
 * @span_usec: how much time is shown, in microseconds
 * @max_labels: how many labels there is room for, above 0
 *
 * Chooses how far apart the labels of a time axis are.
 *
 * Returns: microseconds, whole seconds
 */
gint64
sounder_graph_time_step (gint64 span_usec,
                         guint  max_labels)
{
  static const guint steps_sec[] = {
    1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 3 * 3600, 6 * 3600, 12 * 3600,
  };
  gint64 step = 24 * 3600 * SECOND_USEC;

  g_return_val_if_fail (max_labels > 0, SECOND_USEC);

  for (guint i = 0; i < G_N_ELEMENTS (steps_sec); i++)
    if (span_usec <= steps_sec[i] * SECOND_USEC * max_labels)
      return steps_sec[i] * SECOND_USEC;

  while (span_usec > step * max_labels)
    step *= 2;

  return step;
}

/**
 * sounder_graph_dup_time_label:
 * @ago_usec: how long ago, in microseconds; a multiple of @step_usec
 * @step_usec: how far apart the labels are, see sounder_graph_time_step()
 *
 * Writes a time before now in the largest unit that all labels have whole.
 *
 * Returns: (transfer full): "−4 min", "now"
 */
char *
sounder_graph_dup_time_label (gint64 ago_usec,
                              gint64 step_usec)
{
  gint64 step_sec = step_usec / SECOND_USEC;
  int ago_sec = (int) (ago_usec / SECOND_USEC);

  if (ago_usec == 0)
    return g_strdup (_("now"));
  if (step_sec % 3600 == 0)
    return g_strdup_printf (_("−%d h"), ago_sec / 3600);
  if (step_sec % 60 == 0)
    return g_strdup_printf (_("−%d min"), ago_sec / 60);

  return g_strdup_printf (_("−%d s"), ago_sec);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static void
finish_column (SounderGraphColumn *column,
               GArray             *times)
{
  gint64 *sorted = (gint64 *) (gpointer) times->data;

  column->n_answered = times->len;
  if (times->len == 0)
    return;

  qsort (sorted, times->len, sizeof *sorted, compare_times);
  column->min_usec = sorted[0];
  column->median_usec = sorted[times->len / 2];
  column->max_usec = sorted[times->len - 1];
  g_array_set_size (times, 0);
}

/**
 * sounder_graph_fill_columns:
 * @samples: (array length=n_samples): in the order of time
 * @n_samples: how many
 * @start_usec: where the first column begins, monotonic
 * @end_usec: where the last column ends, monotonic, after @start_usec
 * @columns: (out caller-allocates) (array length=n_columns): what each shows
 * @n_columns: how many, above 0
 *
 * Sums up more samples than there are pixels: the extremes are kept, so that no spike is hidden.
 * Samples before the start or after the end are left out.
 */
void
sounder_graph_fill_columns (const McpHealthSample *samples,
                            guint                  n_samples,
                            gint64                 start_usec,
                            gint64                 end_usec,
                            SounderGraphColumn    *columns,
                            guint                  n_columns)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  double per_usec;
  guint column = 0;

  g_return_if_fail (end_usec > start_usec);
  g_return_if_fail (n_columns > 0);

  per_usec = n_columns / (double) (end_usec - start_usec);
  for (guint i = 0; i < n_columns; i++)
    columns[i] = (SounderGraphColumn) { 0 };

  for (guint i = 0; i < n_samples; i++)
    {
      guint position;

      if (samples[i].status != MCP_SAMPLE_OK || samples[i].time_usec < start_usec
          || samples[i].time_usec > end_usec)
        continue;

      position = (guint) ((double) (samples[i].time_usec - start_usec) * per_usec);
      position = MIN (position, n_columns - 1);
      if (position != column)
        {
          finish_column (&columns[column], times);
          column = position;
        }
      g_array_append_val (times, samples[i].rtt_usec);
    }

  finish_column (&columns[column], times);
}

/**
 * sounder_graph_find_max:
 * @samples: (array length=n_samples): samples
 * @n_samples: how many
 *
 * Finds the longest round trip.
 *
 * Returns: microseconds, 0 if none was answered
 */
gint64
sounder_graph_find_max (const McpHealthSample *samples,
                        guint                  n_samples)
{
  gint64 max_usec = 0;

  for (guint i = 0; i < n_samples; i++)
    if (samples[i].status == MCP_SAMPLE_OK)
      max_usec = MAX (max_usec, samples[i].rtt_usec);

  return max_usec;
}

/**
 * sounder_sample_dup_value:
 * @sample: a sample
 *
 * Writes what became of a probe.
 *
 * Returns: (transfer full): "1.8 ms", "lost"
 */
char *
sounder_sample_dup_value (const McpHealthSample *sample)
{
  switch (sample->status)
    {
    case MCP_SAMPLE_OK:
      return mcp_format_duration (sample->rtt_usec);

    case MCP_SAMPLE_LOST:
      /* Translators: a ping that was not answered in time. */
      return g_strdup (_("lost"));

    case MCP_SAMPLE_FAILED:
    default:
      /* Translators: a ping that was answered with an error, or cut off. */
      return g_strdup (_("failed"));
    }
}

static gint64
wall_time_of (const McpHealthSample *sample,
              gint64                 now_usec,
              gint64                 wall_now_usec)
{
  return wall_now_usec - (now_usec - sample->time_usec);
}

/**
 * sounder_sample_dup_text:
 * @sample: a sample
 * @now_usec: the monotonic time
 * @wall_now_usec: the same as time of day
 *
 * Writes what became of a probe, and when it was sent.
 *
 * Returns: (transfer full): "1.8 ms · 14:02:11.001"
 */
char *
sounder_sample_dup_text (const McpHealthSample *sample,
                         gint64                 now_usec,
                         gint64                 wall_now_usec)
{
  g_autofree char *value = sounder_sample_dup_value (sample);
  g_autofree char *time = mcp_format_wall_time (wall_time_of (sample, now_usec, wall_now_usec),
                                                FALSE);

  return g_strdup_printf ("%s · %s", value, time);
}

/**
 * sounder_share_dup_text:
 * @share: 0 to 1
 *
 * Writes a share as it is read: 99.96 % are not 100 %, for that word is kept for all.
 *
 * Returns: (transfer full): "99.6 %"
 */
char *
sounder_share_dup_text (double share)
{
  double tenths = share * 1000;

  if (share > 0 && share < 1)
    tenths = CLAMP (round (tenths), 1, 999);

  /* Translators: a share in percent. */
  return g_strdup_printf (_("%g %%"), round (tenths) / 10);
}

/**
 * sounder_statistics_dup_text:
 * @statistics: what the samples of a while say
 *
 * Sums up the graph for those who do not see it.
 *
 * Returns: (transfer full): a sentence or two
 */
char *
sounder_statistics_dup_text (const McpHealthStatistics *statistics)
{
  g_autofree char *last = mcp_format_duration (statistics->last_usec);
  g_autofree char *median = mcp_format_duration (statistics->median_usec);
  g_autofree char *p95 = mcp_format_duration (statistics->p95_usec);
  g_autofree char *max = mcp_format_duration (statistics->max_usec);
  guint n_lost = statistics->sent - statistics->received;
  g_autofree char *lost = NULL;

  if (statistics->sent == 0)
    return g_strdup (_("No ping yet"));

  lost = g_strdup_printf (ngettext ("%u of %u lost", "%u of %u lost", n_lost), n_lost,
                          statistics->sent);
  if (statistics->received == 0)
    return g_steal_pointer (&lost);

  /* Translators: round-trip times; the last part reads "2 of 60 lost". */
  return g_strdup_printf (_("Last %s, median %s, p95 %s, longest %s; %s"), last, median, p95, max,
                          lost);
}

/**
 * sounder_samples_to_csv:
 * @samples: (array length=n_samples): in the order of time
 * @n_samples: how many
 * @now_usec: the monotonic time
 * @wall_now_usec: the same as time of day
 *
 * Writes samples as comma-separated values (RFC 4180) with a head: when the probe was sent as
 * ISO 8601 in UTC and in microseconds of the monotonic clock, the round trip in microseconds
 * (empty unless answered), and "ok", "lost" or "failed". Never translated.
 *
 * Returns: (transfer full): the text
 */
char *
sounder_samples_to_csv (const McpHealthSample *samples,
                        guint                  n_samples,
                        gint64                 now_usec,
                        gint64                 wall_now_usec)
{
  static const char *const names[] = { "ok", "lost", "failed" };
  GString *csv = g_string_new ("time,t_usec,rtt_usec,status\r\n");

  for (guint i = 0; i < n_samples; i++)
    {
      const McpHealthSample *sample = &samples[i];
      gint64 wall_usec = wall_time_of (sample, now_usec, wall_now_usec);
      g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (wall_usec / SECOND_USEC);
      g_autofree char *date = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");

      g_string_append_printf (csv, "%s.%06dZ,%" G_GINT64_FORMAT ",", date,
                              (int) (wall_usec % SECOND_USEC), sample->time_usec);
      if (sample->status == MCP_SAMPLE_OK)
        g_string_append_printf (csv, "%" G_GINT64_FORMAT, sample->rtt_usec);
      g_string_append_printf (csv, ",%s\r\n", names[sample->status]);
    }

  return g_string_free (csv, FALSE);
}
