/* sounder-graph-scale.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"

G_BEGIN_DECLS

#define SOUNDER_AXIS_MAX_TICKS 16
/* What a probe waited in our own queue is not the server's time: from here on it is told. */
#define SOUNDER_QUEUED_USEC    1000

typedef enum {
  SOUNDER_UNIT_USEC,
  SOUNDER_UNIT_PERCENT,
  SOUNDER_UNIT_BYTES,
  SOUNDER_UNIT_COUNT,
} SounderUnit;

/* An axis of values in round steps, from 0 or logarithmic. */
typedef struct
{
  SounderUnit unit;
  gboolean    is_logarithmic;
  double      bottom;
  double      top;
  guint       n_ticks;       /* the first is the bottom, the last the top */
  double      ticks[SOUNDER_AXIS_MAX_TICKS];
} SounderGraphAxis;

void   sounder_graph_axis_init             (SounderGraphAxis          *axis,
                                            SounderUnit                unit,
                                            double                     max,
                                            guint                      max_steps);
void   sounder_graph_axis_init_logarithmic (SounderGraphAxis          *axis,
                                            SounderUnit                unit,
                                            double                     min,
                                            double                     max,
                                            guint                      max_steps);
double sounder_graph_axis_get_share        (const SounderGraphAxis    *axis,
                                            double                     value);
char  *sounder_graph_axis_dup_label        (const SounderGraphAxis    *axis,
                                            guint                      tick);
gint64 sounder_graph_time_step             (gint64                     span_usec,
                                            guint                      max_labels);
char  *sounder_graph_dup_time_label        (gint64                     ago_usec,
                                            gint64                     step_usec);
char  *sounder_graph_dup_elapsed_label      (gint64                     since_usec,
                                            gint64                     step_usec);
char  *sounder_graph_dup_clock_label       (gint64                     wall_usec,
                                            gint64                     step_usec);

/* Samples as text. Times of day are wall_now_usec less what has passed until now_usec. */
char  *sounder_sample_dup_value            (const McpHealthSample     *sample);
char  *sounder_sample_dup_text             (const McpHealthSample     *sample,
                                            gint64                     now_usec,
                                            gint64                     wall_now_usec);
char  *sounder_statistics_dup_text         (const McpHealthStatistics *statistics);

G_END_DECLS
