/* mcp-metrics-endpoint.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-metrics.h"

G_BEGIN_DECLS

#define MCP_TYPE_METRICS_ENDPOINT (mcp_metrics_endpoint_get_type ())

/* Serves metrics at /metrics, for Prometheus and its kin. */
G_DECLARE_FINAL_TYPE (McpMetricsEndpoint, mcp_metrics_endpoint, MCP, METRICS_ENDPOINT, GObject)

McpMetricsEndpoint *mcp_metrics_endpoint_new     (McpMetrics          *metrics,
                                                  const char          *address,  /* "127.0.0.1:9464", "[::1]:9464", ":9464", "9464" */
                                                  const char * const  *allowed,  /* (nullable) */
                                                  GError             **error);
const char         *mcp_metrics_endpoint_get_url (McpMetricsEndpoint  *self);

G_END_DECLS
