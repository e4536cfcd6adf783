/* mcp-metrics-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-metrics-private.h"

/*
 * The text format: all samples of a metric below its HELP and TYPE, so that each metric is a pass
 * over the servers.
 */

static void
append_label_value (GString    *out,
                    const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (*text == '\n')
        g_string_append (out, "\\n");
      else if (*text == '"' || *text == '\\')
        g_string_append_printf (out, "\\%c", *text);
      else
        g_string_append_c (out, *text);
    }
}

/* metric{server="…",name="value",… without the closing brace */
static void
begin_sample (GString         *out,
              const McpSample *sample,
              const char      *part)
{
  g_string_append_printf (out, "%s%s{server=\"", sample->metric->name, part);
  append_label_value (out, sample->server->name);
  for (guint i = 0; i < MCP_METRIC_MAX_LABELS; i++)
    if (sample->values[i] != NULL)
      {
        g_string_append_printf (out, "\",%s=\"", sample->metric->labels[i]);
        append_label_value (out, sample->values[i]);
      }
  g_string_append_c (out, '"');
}

static void
end_count (GString *out,
           guint64  value)
{
  g_string_append_printf (out, "} %" G_GUINT64_FORMAT "\n", value);
}

static void
end_seconds (GString *out,
             guint64  usec)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.6f", usec / 1e6);
  g_string_append_printf (out, "} %s\n", buffer);
}

static void
add_count (McpMetricsWriter *self,
           const McpSample  *sample,
           guint64           value)
{
  begin_sample (self->out, sample, "");
  end_count (self->out, value);
}

static void
add_seconds (McpMetricsWriter *self,
             const McpSample  *sample,
             guint64           usec)
{
  begin_sample (self->out, sample, "");
  end_seconds (self->out, usec);
}

static void
add_times (McpMetricsWriter      *self,
           const McpSample       *sample,
           const McpMetricsTimes *times)
{
  guint64 n = 0;

  for (guint i = 0; i <= MCP_METRICS_BUCKETS; i++)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE] = "+Inf";

      n += times->counts[i];
      if (i < MCP_METRICS_BUCKETS)
        g_ascii_formatd (buffer, sizeof buffer, "%g", mcp_metrics_bounds_usec[i] / 1e6);
      begin_sample (self->out, sample, "_bucket");
      g_string_append_printf (self->out, ",le=\"%s\"", buffer);
      end_count (self->out, n);
    }
  begin_sample (self->out, sample, "_sum");
  end_seconds (self->out, times->sum_usec);
  begin_sample (self->out, sample, "_count");
  end_count (self->out, times->n);
}

char *
mcp_metrics_write_text (GPtrArray *servers)
{
  static const char *const kinds[] = { "gauge", "counter", "histogram" };
  McpMetricsWriter writer = {
    .out = g_string_new (NULL), .add_count = add_count, .add_seconds = add_seconds, .add_times = add_times,
  };
  guint n_metrics;
  const McpMetric *metrics = mcp_metrics_get_table (&n_metrics);

  for (guint i = 0; i < n_metrics; i++)
    {
      g_string_append_printf (writer.out, "# HELP %s %s\n# TYPE %s %s\n", metrics[i].name, metrics[i].help,
                              metrics[i].name, kinds[metrics[i].kind]);
      for (guint j = 0; j < servers->len; j++)
        metrics[i].read (&metrics[i], servers->pdata[j], &writer);
    }

  return g_string_free (writer.out, FALSE);
}
