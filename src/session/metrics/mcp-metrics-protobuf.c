/* mcp-metrics-protobuf.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-metrics-private.h"

/*
 * The format of Protocol Buffers, for the sake of native histograms, which the text has no place for: a
 * MetricFamily of io.prometheus.client for each metric, with its length before it. The buckets of the
 * text are in it, too, for who has no native ones.
 */

/* Fields of metrics.proto of prometheus/client_model. */
enum
{
  LABEL_NAME = 1, LABEL_VALUE = 2,
  NUMBER_VALUE = 1,
  BUCKET_COUNT = 1, BUCKET_BOUND = 2,
  SPAN_OFFSET = 1, SPAN_LENGTH = 2,
  HISTOGRAM_COUNT = 1, HISTOGRAM_SUM = 2, HISTOGRAM_BUCKET = 3, HISTOGRAM_SCHEMA = 5, HISTOGRAM_ZERO_THRESHOLD = 6,
  HISTOGRAM_ZERO_COUNT = 7, HISTOGRAM_POSITIVE_SPAN = 12, HISTOGRAM_POSITIVE_DELTA = 13,
  METRIC_LABEL = 1, METRIC_GAUGE = 2, METRIC_COUNTER = 3, METRIC_HISTOGRAM = 7,
  FAMILY_NAME = 1, FAMILY_HELP = 2, FAMILY_TYPE = 3, FAMILY_METRIC = 4,
};

enum
{
  WIRE_VARINT = 0,
  WIRE_64_BIT = 1,
  WIRE_LENGTH = 2,
};

/* Nothing is measured between this and a microsecond. */
#define ZERO_THRESHOLD 5e-7

static void
append_varint (GString *out,
               guint64  value)
{
  for (; value >= 0x80; value >>= 7)
    g_string_append_c (out, (char) (0x80 | (value & 0x7f)));
  g_string_append_c (out, (char) value);
}

static void
append_uint (GString *out,
             guint    field,
             guint64  value)
{
  append_varint (out, field << 3 | WIRE_VARINT);
  append_varint (out, value);
}

/* Small ones are short, whichever sign they have. */
static void
append_sint (GString *out,
             guint    field,
             gint64   value)
{
  append_uint (out, field, (guint64) value << 1 ^ (guint64) (value >> 63));
}

static void
append_double (GString *out,
               guint    field,
               double   value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  append_varint (out, field << 3 | WIRE_64_BIT);
  g_string_append_len (out, (const char *) &bits, sizeof bits);
}

static void
append_bytes (GString    *out,
              guint       field,
              const char *data,
              gsize       length)
{
  append_varint (out, field << 3 | WIRE_LENGTH);
  append_varint (out, length);
  g_string_append_len (out, data, length);
}

/* Takes @message. */
static void
append_message (GString *out,
                guint    field,
                GString *message)
{
  append_bytes (out, field, message->str, message->len);
  g_string_free (message, TRUE);
}

static void
append_label (GString    *metric,
              const char *name,
              const char *value)
{
  GString *label = g_string_new (NULL);

  append_bytes (label, LABEL_NAME, name, strlen (name));
  append_bytes (label, LABEL_VALUE, value, strlen (value));
  append_message (metric, METRIC_LABEL, label);
}

/* Takes @value: of the kind of the metric. */
static void
append_metric (McpMetricsWriter *self,
               const McpSample  *sample,
               GString          *value)
{
  static const guint fields[] = { METRIC_GAUGE, METRIC_COUNTER, METRIC_HISTOGRAM };
  GString *message = g_string_new (NULL);

  append_label (message, "server", sample->server->name);
  for (guint i = 0; i < MCP_METRIC_MAX_LABELS; i++)
    if (sample->values[i] != NULL)
      append_label (message, sample->metric->labels[i], sample->values[i]);
  append_message (message, fields[sample->metric->kind], value);
  append_message (self->out, FAMILY_METRIC, message);
}

static void
add_number (McpMetricsWriter *self,
            const McpSample  *sample,
            double            number)
{
  GString *value = g_string_new (NULL);

  append_double (value, NUMBER_VALUE, number);
  append_metric (self, sample, value);
}

static void
add_count (McpMetricsWriter *self,
           const McpSample  *sample,
           guint64           value)
{
  add_number (self, sample, value);
}

static void
add_seconds (McpMetricsWriter *self,
             const McpSample  *sample,
             guint64           usec)
{
  add_number (self, sample, usec / 1e6);
}

static void
append_buckets (GString               *histogram,
                const McpMetricsTimes *times)
{
  guint64 n = 0;

  for (guint i = 0; i < MCP_METRICS_BUCKETS; i++)
    {
      GString *bucket = g_string_new (NULL);

      n += times->counts[i];
      append_uint (bucket, BUCKET_COUNT, n);
      append_double (bucket, BUCKET_BOUND, mcp_metrics_bounds_usec[i] / 1e6);
      append_message (histogram, HISTOGRAM_BUCKET, bucket);
    }
}

/* One span. Bucket i of Prometheus ends at 2^(i/8), ours begins there. */
static void
append_native (GString               *histogram,
               const McpMetricsTimes *times)
{
  GString *span = g_string_new (NULL);
  guint first;
  guint end;
  guint64 before = 0;

  mcp_metrics_times_get_range (times, &first, &end);
  append_sint (histogram, HISTOGRAM_SCHEMA, MCP_METRICS_SCALE);
  append_double (histogram, HISTOGRAM_ZERO_THRESHOLD, ZERO_THRESHOLD);
  append_uint (histogram, HISTOGRAM_ZERO_COUNT, times->n_zero);
  append_sint (span, SPAN_OFFSET, end > first ? MCP_METRICS_FINE_FIRST + (int) first + 1 : 0);
  append_uint (span, SPAN_LENGTH, end - first);
  append_message (histogram, HISTOGRAM_POSITIVE_SPAN, span);
  for (guint i = first; i < end; i++)
    {
      append_sint (histogram, HISTOGRAM_POSITIVE_DELTA, (gint64) (times->fine[i] - before));
      before = times->fine[i];
    }
}

static void
add_times (McpMetricsWriter      *self,
           const McpSample       *sample,
           const McpMetricsTimes *times)
{
  GString *histogram = g_string_new (NULL);

  append_uint (histogram, HISTOGRAM_COUNT, times->n);
  append_double (histogram, HISTOGRAM_SUM, times->sum_usec / 1e6);
  append_buckets (histogram, times);
  append_native (histogram, times);
  append_metric (self, sample, histogram);
}

GBytes *
mcp_metrics_write_protobuf (GPtrArray *servers)
{
  static const guint types[] = { 1, 0, 4 };   /* GAUGE, COUNTER, HISTOGRAM */
  GString *out = g_string_new (NULL);
  guint n_metrics;
  const McpMetric *metrics = mcp_metrics_get_table (&n_metrics);

  for (guint i = 0; i < n_metrics; i++)
    {
      g_autoptr (GString) family = g_string_new (NULL);
      McpMetricsWriter writer = {
        .out = family, .add_count = add_count, .add_seconds = add_seconds, .add_times = add_times,
      };
      gsize head;

      append_bytes (family, FAMILY_NAME, metrics[i].name, strlen (metrics[i].name));
      append_bytes (family, FAMILY_HELP, metrics[i].help, strlen (metrics[i].help));
      append_uint (family, FAMILY_TYPE, types[metrics[i].kind]);
      head = family->len;
      for (guint j = 0; j < servers->len; j++)
        metrics[i].read (&metrics[i], servers->pdata[j], &writer);
      /* Nothing to say of any server. */
      if (family->len == head)
        continue;
      append_varint (out, family->len);
      g_string_append_len (out, family->str, family->len);
    }

  return g_string_free_to_bytes (out);
}
