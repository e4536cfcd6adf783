/* mcp-metrics-otlp.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-metrics-private.h"
#include "mcp-otlp-json.h"

/* The figures as Metric objects of opentelemetry-proto, cumulative since a server is counted. */

typedef struct
{
  McpMetricsWriter base;
  gboolean         exponential;
} Writer;

static void
begin_point (McpMetricsWriter *self,
             const McpSample  *sample,
             gint64            start_usec)
{
  GString *out = self->out;

  self->n_samples++;
  mcp_json_append_comma (out);
  g_string_append (out, "{\"attributes\":[");
  mcp_otlp_attribute_string (out, "service.peer.name", sample->server->name);
  for (guint i = 0; i < MCP_METRIC_MAX_LABELS; i++)
    mcp_otlp_attribute_string (out, sample->metric->attributes[i], sample->values[i]);
  g_string_append_c (out, ']');
  if (sample->metric->kind != MCP_METRIC_GAUGE)
    mcp_otlp_member_time (out, "startTimeUnixNano", start_usec);
  mcp_otlp_member_time (out, "timeUnixNano", g_get_real_time ());
}

static void
add_count (McpMetricsWriter *self,
           const McpSample  *sample,
           guint64           value)
{
  begin_point (self, sample, sample->server->start_usec);
  mcp_otlp_member_count (self->out, "asInt", value);
  g_string_append_c (self->out, '}');
}

static void
add_seconds (McpMetricsWriter *self,
             const McpSample  *sample,
             guint64           usec)
{
  begin_point (self, sample, sample->server->cpu_start_usec);
  mcp_otlp_member_double (self->out, "asDouble", usec / 1e6);
  g_string_append_c (self->out, '}');
}

static void
append_count (GString *array,
              guint64  value)
{
  mcp_json_append_comma (array);
  g_string_append_printf (array, "\"%" G_GUINT64_FORMAT "\"", value);
}

static void
append_explicit (GString               *out,
                 const McpMetricsTimes *times)
{
  mcp_json_append_member (out, "bucketCounts", "[");
  for (guint i = 0; i <= MCP_METRICS_BUCKETS; i++)
    append_count (out, times->counts[i]);
  g_string_append (out, "],\"explicitBounds\":[");
  for (guint i = 0; i < MCP_METRICS_BUCKETS; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      mcp_json_append_comma (out);
      g_string_append (out, g_ascii_formatd (text, sizeof text, "%g", mcp_metrics_bounds_usec[i] / 1e6));
    }
  g_string_append_c (out, ']');
}

static void
append_exponential (GString               *out,
                    const McpMetricsTimes *times)
{
  guint first;
  guint end;

  mcp_metrics_times_get_range (times, &first, &end);
  mcp_json_append_member_int (out, "scale", MCP_METRICS_SCALE);
  mcp_otlp_member_count (out, "zeroCount", times->n_zero);
  if (first == end)
    return;
  g_string_append (out, ",\"positive\":{");
  mcp_json_append_member_int (out, "offset", MCP_METRICS_FINE_FIRST + (int) first);
  mcp_json_append_member (out, "bucketCounts", "[");
  for (guint i = first; i < end; i++)
    append_count (out, times->fine[i]);
  g_string_append (out, "]}");
}

static void
add_times (McpMetricsWriter      *self,
           const McpSample       *sample,
           const McpMetricsTimes *times)
{
  begin_point (self, sample, sample->server->start_usec);
  mcp_otlp_member_count (self->out, "count", times->n);
  mcp_otlp_member_double (self->out, "sum", times->sum_usec / 1e6);
  if (((Writer *) self)->exponential)
    append_exponential (self->out, times);
  else
    append_explicit (self->out, times);
  g_string_append_c (self->out, '}');
}

static const char *
get_member (const McpMetric *metric,
            gboolean         exponential)
{
  switch (metric->kind)
    {
    case MCP_METRIC_GAUGE:
      return "gauge";
    case MCP_METRIC_COUNTER:
      return "sum";
    case MCP_METRIC_HISTOGRAM:
    default:
      return exponential ? "exponentialHistogram" : "histogram";
    }
}

static void
write_metric (Writer          *writer,
              const McpMetric *metric,
              GPtrArray       *servers)
{
  GString *out = writer->base.out;
  gsize start = out->len;
  guint n_before = writer->base.n_samples;

  mcp_json_append_comma (out);
  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "name", metric->otel_name);
  mcp_json_append_member_string (out, "description", metric->help);
  mcp_json_append_member_string (out, "unit", metric->unit);
  g_string_append_printf (out, ",\"%s\":{\"dataPoints\":[", get_member (metric, writer->exponential));
  for (guint i = 0; i < servers->len; i++)
    metric->read (metric, servers->pdata[i], &writer->base);
  g_string_append_c (out, ']');
  if (metric->kind != MCP_METRIC_GAUGE)
    mcp_json_append_member_int (out, "aggregationTemporality", MCP_OTLP_TEMPORALITY_CUMULATIVE);
  if (metric->kind == MCP_METRIC_COUNTER)
    mcp_json_append_member (out, "isMonotonic", "true");
  g_string_append (out, "}}");

  /* A metric without points is not sent. */
  if (writer->base.n_samples == n_before)
    g_string_truncate (out, start);
}

/* Returns: how many data points there are */
guint
mcp_metrics_write_otlp (GPtrArray *servers,
                        gboolean   exponential,
                        GString   *out)
{
  Writer writer = {
    .base = { .out = out, .splits_outcomes = TRUE,
              .add_count = add_count, .add_seconds = add_seconds, .add_times = add_times },
    .exponential = exponential,
  };
  guint n_metrics;
  const McpMetric *metrics = mcp_metrics_get_table (&n_metrics);

  for (guint i = 0; i < n_metrics; i++)
    write_metric (&writer, &metrics[i], servers);

  return writer.base.n_samples;
}
