/* sounder-graph-scale.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"

G_BEGIN_DECLS

/* A vertical axis from 0 in round steps. */
typedef struct
{
  gint64 step_usec;
  guint  n_steps;   /* the top is that many steps */
} SounderGraphAxis;

/* What the answered probes of one column of pixels took. */
typedef struct
{
  guint  n_answered;  /* 0: the others mean nothing */
  gint64 min_usec;
  gint64 median_usec;
  gint64 max_usec;
} SounderGraphColumn;

void   sounder_graph_axis_init       (SounderGraphAxis      *axis,
                                      gint64                 max_usec,
                                      guint                  max_steps);
gint64 sounder_graph_axis_get_top    (const SounderGraphAxis *axis);
char  *sounder_graph_axis_dup_label  (const SounderGraphAxis *axis,
                                      guint                  n_steps);
gint64 sounder_graph_time_step       (gint64                 span_usec,
                                      guint                  max_labels);
char  *sounder_graph_dup_time_label  (gint64                 ago_usec,
                                      gint64                 step_usec);
void   sounder_graph_fill_columns    (const McpHealthSample *samples,
                                      guint                  n_samples,
                                      gint64                 start_usec,
                                      gint64                 end_usec,
                                      SounderGraphColumn    *columns,
                                      guint                  n_columns);
gint64 sounder_graph_find_max        (const McpHealthSample *samples,
                                      guint                  n_samples);

/* Samples as text. Times of day are wall_now_usec less what has passed until now_usec. */
char  *sounder_sample_dup_value      (const McpHealthSample *sample);
char  *sounder_sample_dup_text       (const McpHealthSample *sample,
                                      gint64                 now_usec,
                                      gint64                 wall_now_usec);
char  *sounder_statistics_dup_text   (const McpHealthStatistics *statistics);
char  *sounder_share_dup_text        (double                 share);
char  *sounder_samples_to_csv        (const McpHealthSample *samples,
                                      guint                  n_samples,
                                      gint64                 now_usec,
                                      gint64                 wall_now_usec);

G_END_DECLS
