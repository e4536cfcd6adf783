/* sounder-graph-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "sounder-graph-draw.h"

/* Nearer than this in time, what is nearer in height is meant. */
#define NEAR_WIDTH 2
/* Before the first and behind the last of them nothing is meant that is further away. */
#define FAR_WIDTH  24

static guint
find_in_time (McpSampleStore *store,
              gint64          time_usec)
{
  guint next = mcp_sample_store_find (store, time_usec);
  McpHealthSample before;
  McpHealthSample after;
  gboolean has_before = next > mcp_sample_store_get_first (store)
                        && mcp_sample_store_get (store, next - 1, &before);

  if (!mcp_sample_store_get (store, next, &after))
    return has_before ? next - 1 : SOUNDER_NO_SAMPLE;
  if (!has_before || after.time_usec - time_usec <= time_usec - before.time_usec)
    return next;

  return next - 1;
}

/* Whether in sight all samples are on one side of a time. */
static gboolean
is_alone (McpSampleStore    *store,
          const SounderPlot *plot,
          gint64             time_usec)
{
  guint next = mcp_sample_store_find (store, time_usec);

  return next == mcp_sample_store_find (store, plot->start_usec)
         || next == mcp_sample_store_find (store, sounder_plot_get_end (plot));
}

/**
 * sounder_graph_find_sample:
 * @store: what has the samples
 * @plot: where they are drawn
 * @time_usec: a time
 * @y: a height, in pixels
 *
 * Finds the sample that is meant by a point: the nearest in time, and of those that are drawn
 * over each other the one nearest in height.
 *
 * Returns: its index, or %SOUNDER_NO_SAMPLE
 */
guint
sounder_graph_find_sample (McpSampleStore    *store,
                           const SounderPlot *plot,
                           gint64             time_usec,
                           double             y)
{
  gint64 near_usec = NEAR_WIDTH * plot->column_usec;
  guint nearest = find_in_time (store, time_usec);
  double least = G_MAXDOUBLE;
  McpHealthSample sample;

  for (guint i = mcp_sample_store_find (store, time_usec - near_usec);
       mcp_sample_store_get (store, i, &sample) && sample.time_usec <= time_usec + near_usec; i++)
    {
      double distance = sample.status == MCP_SAMPLE_OK
                          ? fabs (sounder_plot_get_y (plot, (double) sample.rtt_usec) - y)
                          : 0;

      if (distance < least)
        {
          least = distance;
          nearest = i;
        }
    }

  if (nearest == SOUNDER_NO_SAMPLE || !mcp_sample_store_get (store, nearest, &sample))
    return SOUNDER_NO_SAMPLE;
  if (sample.time_usec < plot->start_usec || sample.time_usec >= sounder_plot_get_end (plot)
      || (ABS (sample.time_usec - time_usec) > FAR_WIDTH * plot->column_usec
          && is_alone (store, plot, time_usec)))
    return SOUNDER_NO_SAMPLE;

  return nearest;
}

static void
extend_by_samples (McpSampleStore *store,
                   gint64         *first_usec,
                   gint64         *last_usec)
{
  McpHealthSample sample;

  if (mcp_sample_store_get_n_samples (store) == 0)
    return;

  if (mcp_sample_store_get (store, mcp_sample_store_get_first (store), &sample))
    *first_usec = MIN (*first_usec, sample.time_usec);
  if (mcp_sample_store_get (store, mcp_sample_store_get_end (store) - 1, &sample))
    *last_usec = MAX (*last_usec, sample.time_usec + MAX (sample.rtt_usec, 0));
}

static void
extend_by_readings (McpUsageLog *log,
                    gint64      *first_usec,
                    gint64      *last_usec)
{
  McpProcessUsage reading;

  if (mcp_usage_log_get_n (log) == 0)
    return;

  if (mcp_usage_log_get (log, mcp_usage_log_get_first (log), &reading))
    *first_usec = MIN (*first_usec, reading.time_usec);
  if (mcp_usage_log_get (log, mcp_usage_log_get_end (log) - 1, &reading))
    *last_usec = MAX (*last_usec, reading.time_usec);
}

/**
 * sounder_graph_find_limits:
 * @health: a monitor
 * @first_usec: (out): when the first thing happened that it knows of
 * @last_usec: (out): when the last did; now, while it runs or has not begun
 *
 * Finds how much time there is to be seen.
 *
 * Returns: whether the last is now
 */
gboolean
sounder_graph_find_limits (McpHealth *health,
                           gint64    *first_usec,
                           gint64    *last_usec)
{
  GListModel *events = mcp_health_get_events (health);
  McpSampleStore *probes = mcp_health_get_probes (health);
  guint n_events = g_list_model_get_n_items (events);
  gint64 now_usec = g_get_monotonic_time ();
  gboolean is_live = !mcp_health_is_recorded (health)
                     && (mcp_health_get_state (health) != MCP_HEALTH_OFF
                         || (n_events == 0 && mcp_sample_store_get_n_samples (probes) == 0));

  *first_usec = now_usec;
  *last_usec = is_live ? now_usec : G_MININT64;
  if (n_events > 0)
    {
      g_autoptr (McpHealthEvent) first = g_list_model_get_item (events, 0);
      g_autoptr (McpHealthEvent) last = g_list_model_get_item (events, n_events - 1);

      *first_usec = first->time_usec;
      *last_usec = MAX (*last_usec, last->time_usec);
    }

  extend_by_samples (probes, first_usec, last_usec);
  extend_by_samples (mcp_health_get_requests (health), first_usec, last_usec);
  extend_by_readings (mcp_health_get_usage (health), first_usec, last_usec);
  if (*last_usec == G_MININT64)
    *last_usec = now_usec;
  *first_usec = MIN (*first_usec, *last_usec);

  return is_live;
}
