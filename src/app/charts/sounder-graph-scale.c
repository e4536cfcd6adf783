/* sounder-graph-scale.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-scale.h"

/*
 * All of the charts that needs no widget: axes, and samples as text.
 */

/* 64 bits wide: hours in microseconds are more than an int. */
#define SECOND_USEC    G_GINT64_CONSTANT (1000000)
#define DAY_USEC       (24 * 3600 * SECOND_USEC)

/* Less than this much is noise: a flat line must not look like a mountain range. */
static const double least_tops[] = {
  [SOUNDER_UNIT_USEC] = 100,
  [SOUNDER_UNIT_PERCENT] = 5,
  [SOUNDER_UNIT_BYTES] = 1e6,
  [SOUNDER_UNIT_COUNT] = 2,
};

static const int factors[] = { 1, 2, 5 };

/**
 * sounder_graph_axis_init:
 * @axis: (out caller-allocates): the axis
 * @unit: of its values
 * @max: the largest value to show
 * @max_steps: how many steps there is room for, above 0
 *
 * Chooses an axis from 0 to at least @max with steps of 1, 2 or 5 times a power of ten.
 */
void
sounder_graph_axis_init (SounderGraphAxis *axis,
                         SounderUnit       unit,
                         double            max,
                         guint             max_steps)
{
  g_return_if_fail (axis != NULL);
  g_return_if_fail (max_steps > 0);

  max_steps = MIN (max_steps, SOUNDER_AXIS_MAX_TICKS - 1);
  max = MAX (max, least_tops[unit]);
  *axis = (SounderGraphAxis) { .unit = unit };

  for (double power = 1; axis->n_ticks == 0; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      {
        double step = power * factors[i];

        if (max > step * max_steps)
          continue;

        axis->n_ticks = (guint) ceil (max / step) + 1;
        for (guint tick = 0; tick < axis->n_ticks; tick++)
          axis->ticks[tick] = step * tick;
        break;
      }

  axis->top = axis->ticks[axis->n_ticks - 1];
}

/* The next of 1, 2, 5 times a power of ten. */
static double
next_round (double value)
{
  double power = pow (10, floor (log10 (value) + 1e-9));
  double factor = value / power;

  return power * (factor < 1.5 ? 2 : factor < 3 ? 5 : 10);
}

/* Ticks at 1, 2 and 5 times powers of ten; FALSE if more than @max_steps would be needed. */
static gboolean
fill_round_ticks (SounderGraphAxis *axis,
                  double            min,
                  double            max,
                  guint             max_steps)
{
  double decade = pow (10, floor (log10 (min) + 1e-9));
  double value = min >= 5 * decade ? 5 * decade : min >= 2 * decade ? 2 * decade : decade;

  for (; axis->n_ticks <= max_steps; value = next_round (value))
    {
      axis->ticks[axis->n_ticks++] = value;
      if (value >= max && axis->n_ticks > 2)
        return TRUE;
    }

  return FALSE;
}

/**
 * sounder_graph_axis_init_logarithmic:
 * @axis: (out caller-allocates): the axis
 * @unit: of its values
 * @min: the least value to show; 1 if it is below that
 * @max: the largest value to show
 * @max_steps: how many steps there is room for, above 0
 *
 * Chooses an axis on which each step is a factor: 1, 2, 5, 10, or only the powers of ten, or each
 * second one of them, as there is room.
 */
void
sounder_graph_axis_init_logarithmic (SounderGraphAxis *axis,
                                     SounderUnit       unit,
                                     double            min,
                                     double            max,
                                     guint             max_steps)
{
  g_return_if_fail (axis != NULL);
  g_return_if_fail (max_steps > 0);

  max_steps = CLAMP (max_steps, 1, SOUNDER_AXIS_MAX_TICKS - 1);
  min = MAX (min, 1);
  max = MAX (max, min);
  *axis = (SounderGraphAxis) { .unit = unit, .is_logarithmic = TRUE };

  if (!fill_round_ticks (axis, min, max, max_steps))
    {
      double decade = pow (10, floor (log10 (min) + 1e-9));
      guint n_decades = (guint) MAX (ceil (log10 (max / decade) - 1e-9), 1);
      guint stride = (n_decades + max_steps - 1) / max_steps;

      axis->n_ticks = 0;
      for (guint i = 0; axis->n_ticks == 0 || axis->ticks[axis->n_ticks - 1] < max; i++)
        axis->ticks[axis->n_ticks++] = decade * pow (10, i * stride);
    }

  axis->bottom = axis->ticks[0];
  axis->top = axis->ticks[axis->n_ticks - 1];
}

/**
 * sounder_graph_axis_get_share:
 * @axis: an axis
 * @value: a value
 *
 * Gets how high a value is: 0 at the bottom, 1 at the top, more above that.
 *
 * Returns: a share of the height, not below 0
 */
double
sounder_graph_axis_get_share (const SounderGraphAxis *axis,
                              double                  value)
{
  if (value <= axis->bottom)
    return 0;
  if (axis->is_logarithmic)
    return log (value / axis->bottom) / log (axis->top / axis->bottom);

  return value / axis->top;
}

static char *
dup_usec_label (double value,
                double scale)
{
  if (scale < 1000)
    return g_strdup_printf (_("%d µs"), (int) value);
  if (scale < SECOND_USEC)
    return g_strdup_printf (_("%g ms"), value / 1e3);

  return g_strdup_printf (_("%g s"), value / 1e6);
}

/**
 * sounder_graph_axis_dup_label:
 * @axis: an axis
 * @tick: a position in its ticks
 *
 * Writes a value of the axis; of one that is not logarithmic all in the unit that suits its top.
 *
 * Returns: (transfer full): "4 ms"
 */
char *
sounder_graph_axis_dup_label (const SounderGraphAxis *axis,
                              guint                   tick)
{
  double value;

  g_return_val_if_fail (tick < axis->n_ticks, NULL);

  value = axis->ticks[tick];
  switch (axis->unit)
    {
    case SOUNDER_UNIT_USEC:
      return dup_usec_label (value, axis->is_logarithmic ? value : axis->top);

    case SOUNDER_UNIT_PERCENT:
      return g_strdup_printf (_("%g %%"), value);

    case SOUNDER_UNIT_BYTES:
      return value == 0 ? g_strdup ("0") : mcp_format_size ((guint64) value);

    case SOUNDER_UNIT_COUNT:
    default:
      return g_strdup_printf ("%g", value);
    }
}

/**
 * sounder_graph_time_step:
 * @span_usec: how much time is shown, in microseconds
 * @max_labels: how many labels there is room for, above 0
 *
 * Chooses how far apart the labels of a time axis are.
 *
 * Returns: microseconds; whole seconds unless the span is short
 */
gint64
sounder_graph_time_step (gint64 span_usec,
                         guint  max_labels)
{
  static const guint steps_sec[] = {
    1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 3 * 3600, 6 * 3600, 12 * 3600,
  };
  gint64 step = DAY_USEC;

  g_return_val_if_fail (max_labels > 0, SECOND_USEC);

  for (gint64 power = 1000; power < SECOND_USEC; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      if (span_usec <= power * factors[i] * max_labels)
        return power * factors[i];

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
  if (step_usec < SECOND_USEC)
    return g_strdup_printf (_("−%g s"), (double) ago_usec / SECOND_USEC);
  if (step_usec % DAY_USEC == 0)
    return g_strdup_printf (ngettext ("−%d day", "−%d days", ago_sec / (24 * 3600)),
                            ago_sec / (24 * 3600));
  if (step_sec % 3600 == 0)
    return g_strdup_printf (_("−%d h"), ago_sec / 3600);
  if (step_sec % 60 == 0)
    return g_strdup_printf (_("−%d min"), ago_sec / 60);

  return g_strdup_printf (_("−%d s"), ago_sec);
}

/**
 * sounder_graph_dup_elapsed_label:
 * @since_usec: how long after the beginning, in microseconds
 * @step_usec: how far apart the labels are, see sounder_graph_time_step()
 *
 * Writes a time after a beginning no finer than the labels need it.
 *
 * Returns: (transfer full): "0:05", "1:02:00", "0:00.250"
 */
char *
sounder_graph_dup_elapsed_label (gint64 since_usec,
                                 gint64 step_usec)
{
  gint64 sec = since_usec / SECOND_USEC;
  g_autofree char *text = sec >= 3600 ? g_strdup_printf ("%d:%02d:%02d", (int) (sec / 3600),
                                                         (int) (sec / 60 % 60), (int) (sec % 60))
                                      : g_strdup_printf ("%d:%02d", (int) (sec / 60), (int) (sec % 60));

  if (step_usec % SECOND_USEC == 0)
    return g_steal_pointer (&text);

  return g_strdup_printf ("%s.%03d", text, (int) (since_usec % SECOND_USEC / 1000));
}

/**
 * sounder_graph_dup_clock_label:
 * @wall_usec: a time of day in microseconds since 1970
 * @step_usec: how far apart the labels are, see sounder_graph_time_step()
 *
 * Writes a time of day no finer than the labels need it.
 *
 * Returns: (transfer full): "14:02", "14:02:05.250", "Nov 20"
 */
char *
sounder_graph_dup_clock_label (gint64 wall_usec,
                               gint64 step_usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (wall_usec / SECOND_USEC);
  g_autofree char *text = NULL;

  if (step_usec % DAY_USEC == 0)
    /* Translators: a day of this year, as g_date_time_format() writes it. */
    return g_date_time_format (time, _("%b %-d"));
  if (step_usec % (60 * SECOND_USEC) == 0)
    return g_date_time_format (time, "%H:%M");

  text = g_date_time_format (time, "%H:%M:%S");
  if (step_usec % SECOND_USEC == 0)
    return g_steal_pointer (&text);

  return g_strdup_printf ("%s.%03d", text, (int) (wall_usec % SECOND_USEC / 1000));
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

  if (sample->queued_usec > SOUNDER_QUEUED_USEC)
    {
      g_autofree char *queued = mcp_format_duration (sample->queued_usec);

      /* Translators: a round trip, a time of day, and a time that is not part of the round trip. */
      return g_strdup_printf (_("%s · %s · before it %s in Sounder’s own queue"), value, time,
                              queued);
    }

  return g_strdup_printf ("%s · %s", value, time);
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
