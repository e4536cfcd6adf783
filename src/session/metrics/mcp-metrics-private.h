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

/*
 * Buckets of an exponential histogram, 2^(1/8) wide: number i is for more than 2^(i/8) seconds, and for
 * 2^((i+1)/8) at most. From a microsecond to 36 hours.
 */
#define MCP_METRICS_SCALE      3
#define MCP_METRICS_FINE_FIRST (-160)
#define MCP_METRICS_FINE       297

/* Times, as Prometheus and OpenTelemetry want them: how many were at most so long. */
typedef struct
{
  guint64  counts[MCP_METRICS_BUCKETS + 1];  /* not cumulative yet */
  guint64 *fine;                             /* (nullable): MCP_METRICS_FINE; before the first */
  guint64  n;
  guint64  n_zero;                           /* of those: less than a microsecond */
  guint64  sum_usec;
} McpMetricsTimes;

/* How a request was answered. */
typedef enum {
  MCP_ANSWERED_OK,
  MCP_ANSWERED_ERROR,   /* a JSON-RPC error */
  MCP_ANSWERED_FAILED,  /* a tool that reported an error */
  MCP_N_ANSWERED
} McpAnswered;

/* The requests of one method. */
typedef struct
{
  char            *method;
  McpMetricsTimes  answered[MCP_N_ANSWERED];
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
  gint64                start_usec;   /* wall: since when it is counted */
  gint64                cpu_start_usec; /* and its processor time: when the process was another */
  gboolean              has_usage;    /* its process was read, for the answer that is being written */
  McpProcessUsage       usage;
} McpMetricsSession;

void  mcp_metrics_times_add        (McpMetricsTimes       *self,
                                    gint64                 usec);
void  mcp_metrics_times_merge      (McpMetricsTimes       *self,
                                    const McpMetricsTimes *other);
void  mcp_metrics_times_get_range  (const McpMetricsTimes *self,
                                    guint                 *first,
                                    guint                 *end);    /* of the fine buckets that have something */

/* --- The table of metrics, and those who write it --- */

typedef enum {
  MCP_METRIC_GAUGE,
  MCP_METRIC_COUNTER,
  MCP_METRIC_HISTOGRAM,
} McpMetricKind;

#define MCP_METRIC_MAX_LABELS 2

typedef struct _McpMetric McpMetric;
typedef struct _McpMetricsWriter McpMetricsWriter;

typedef void (*McpMetricFunc) (const McpMetric   *metric,
                               McpMetricsSession *server,
                               McpMetricsWriter  *writer);

struct _McpMetric
{
  const char    *name;        /* of Prometheus */
  const char    *otel_name;   /* of OpenTelemetry, with its unit */
  const char    *unit;
  McpMetricKind  kind;
  const char    *help;        /* English, for dashboards share it */
  const char    *labels[MCP_METRIC_MAX_LABELS];       /* (nullable) besides the server */
  const char    *attributes[MCP_METRIC_MAX_LABELS];   /* (nullable) the same of OpenTelemetry */
  McpMetricFunc  read;
};

/* What a value is of. */
typedef struct
{
  const McpMetric         *metric;
  const McpMetricsSession *server;
  const char              *values[MCP_METRIC_MAX_LABELS];  /* (nullable) of its labels: left out */
} McpSample;

struct _McpMetricsWriter
{
  GString   *out;
  guint      n_samples;
  gboolean   splits_outcomes;   /* the times of each outcome by themselves: the second label is error.type */
  void     (*add_count)   (McpMetricsWriter      *self,
                           const McpSample       *sample,
                           guint64                value);
  void     (*add_seconds) (McpMetricsWriter      *self,
                           const McpSample       *sample,
                           guint64                usec);
  void     (*add_times)   (McpMetricsWriter      *self,
                           const McpSample       *sample,
                           const McpMetricsTimes *times);
};

const McpMetric *mcp_metrics_get_table     (guint     *n_metrics);
char            *mcp_metrics_write_text    (GPtrArray *servers);
GBytes          *mcp_metrics_write_protobuf (GPtrArray *servers);
guint            mcp_metrics_write_otlp    (GPtrArray *servers,
                                            gboolean   exponential,
                                            GString   *out);

G_END_DECLS
