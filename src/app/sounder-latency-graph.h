/* sounder-latency-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-health.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_LATENCY_GRAPH (sounder_latency_graph_get_type ())

/*
 * Round-trip times over time. Properties: health, range (seconds, 0 is all). A sample that is
 * clicked, or chosen with the arrow keys and Enter, is shown through session.show-record.
 */
G_DECLARE_FINAL_TYPE (SounderLatencyGraph, sounder_latency_graph, SOUNDER, LATENCY_GRAPH, GtkWidget)

void   sounder_latency_graph_get_statistics  (SounderLatencyGraph *self,
                                              McpHealthStatistics *statistics);
guint  sounder_latency_graph_get_cursor      (SounderLatencyGraph *self);
char  *sounder_latency_graph_dup_description (SounderLatencyGraph *self);

G_END_DECLS
