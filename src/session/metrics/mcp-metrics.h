/* mcp-metrics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_TYPE_METRICS (mcp_metrics_get_type ())

/*
 * Counts what sessions do, for other programs that collect such figures. docs/metrics.md lists
 * them. No argument, result, header or address is among them.
 */
G_DECLARE_FINAL_TYPE (McpMetrics, mcp_metrics, MCP, METRICS, GObject)

McpMetrics *mcp_metrics_new         (void);
void        mcp_metrics_add         (McpMetrics *self,
                                     const char *name,     /* of the server; no other has it */
                                     McpSession *session);
char       *mcp_metrics_dup_text    (McpMetrics *self);    /* Prometheus' text format, 0.0.4 */
GBytes     *mcp_metrics_dup_protobuf (McpMetrics *self);   /* the same with native histograms */
guint       mcp_metrics_append_otlp (McpMetrics *self,
                                     gboolean    exponential,
                                     GString    *out);     /* Metric objects of OTLP; how many points they have */

G_END_DECLS
