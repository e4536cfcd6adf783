/* sounder-graph-draw.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"
#include "sounder-plot.h"

G_BEGIN_DECLS

/* There is no sample there. */
#define SOUNDER_NO_SAMPLE G_MAXUINT

/* What a round-trip graph shows at one moment. For one drawing. */
typedef struct
{
  McpHealth           *health;
  gboolean             is_logarithmic;
  gboolean             shows_requests;
  McpHealthStatistics  statistics;      /* of the probes in sight */
  GArray              *marks;           /* of SounderGraphMark, in sight */

  McpSampleColumn     *probes;          /* one for each column of pixels */
  McpSampleColumn     *requests;        /* (nullable): unless they are shown */
  guint                n_probes;        /* in sight */
  guint                n_requests;
  gboolean             is_dense;        /* more probes than there is room for one by one */
} SounderGraphContent;

void     sounder_graph_draw           (SounderGraphContent       *content,
                                       SounderPlot               *plot);
GArray  *sounder_graph_collect_breaks (McpHealth                 *health);
gboolean sounder_graph_pass_breaks    (GArray                    *breaks,
                                       guint                     *next,
                                       gint64                     time_usec);

/* In sounder-graph-find.c. */
gboolean sounder_graph_find_limits    (McpHealth                 *health,
                                       gint64                    *first_usec,
                                       gint64                    *last_usec);
guint    sounder_graph_find_sample    (McpSampleStore            *store,
                                       const SounderPlot         *plot,
                                       gint64                     time_usec,
                                       double                     y);

/* In sounder-graph-legend.c. */
void     sounder_graph_legend_draw    (const SounderGraphContent *content,
                                       SounderPlot               *plot,
                                       double                     y);

G_END_DECLS
