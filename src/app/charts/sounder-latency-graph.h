/* sounder-latency-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"
#include "sounder-chart.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_LATENCY_GRAPH (sounder_latency_graph_get_type ())

/* Round trips over time. Click or Enter asks for session.show-record. */
G_DECLARE_FINAL_TYPE (SounderLatencyGraph, sounder_latency_graph, SOUNDER, LATENCY_GRAPH, SounderChart)

void  sounder_latency_graph_set_health     (SounderLatencyGraph *self,
                                            McpHealth           *health);  /* (nullable) */
void  sounder_latency_graph_set_look       (SounderLatencyGraph *self,
                                            gboolean             is_logarithmic,
                                            gboolean             shows_requests);
void  sounder_latency_graph_update_limits  (SounderLatencyGraph *self);
void  sounder_latency_graph_get_statistics (SounderLatencyGraph *self,
                                            McpHealthStatistics *statistics);
guint sounder_latency_graph_get_cursor     (SounderLatencyGraph *self); /* G_MAXUINT: none */

G_END_DECLS
