/* mcp-metrics-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-metrics.h"
#include "mcp-traffic-statistics.h"

G_BEGIN_DECLS

/* Upper ends of the buckets, in microseconds; what is above is in one more. */
#define MCP_METRICS_BUCKETS 14
extern const gint64 mcp_metrics_bounds_usec[MCP_METRICS_BUCKETS];

/* Times, as Prometheus wants them: how many were at most so long. */
typedef struct
{
  guint64 counts[MCP_METRICS_BUCKETS + 1];  /* not cumulative yet */
  guint64 n;
  guint64 sum_usec;
} McpMetricsTimes;

/* The requests of one method. */
typedef struct
{
  char            *method;
  McpMetricsTimes  answered;
  guint64          n_errors;   /* of those: JSON-RPC errors */
  guint64          n_failed;   /* of those: tools that reported an error */
  guint64          n_lost;     /* no answer came */
} McpMetricsMethod;

/* A server that is watched. */
typedef struct
{
  char                 *name;
  McpSession           *session;
  McpTrafficStatistics *traffic;
  GPtrArray            *methods;      /* of McpMetricsMethod, in the order in which they were seen */
  McpMetricsTimes       round_trips;  /* of probes */
  guint64               n_lost;       /* probes */
  guint                 next_probe;   /* indices into the stores */
  guint                 next_request;
  gboolean              has_usage;    /* its process was read, for the answer that is being written */
  McpProcessUsage       usage;
} McpMetricsSession;

void  mcp_metrics_session_catch_up (McpMetricsSession *self);
char *mcp_metrics_write_text      (GPtrArray        *servers);

G_END_DECLS
