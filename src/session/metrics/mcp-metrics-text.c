/* mcp-metrics-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-metrics"

#include "config.h"

#include "mcp-metrics-private.h"

/*
 * The text format: all samples of a metric below its HELP and TYPE, so that each metric is a pass
 * over the servers. HELP is English, for dashboards share it.
 */

typedef void (*WriteFunc) (GString          *out,
                           const char       *metric,
                           McpMetricsSession *server);

typedef struct
{
  const char *name;
  const char *type;
  const char *help;
  WriteFunc   write;
} Metric;

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

/* metric{server="…",name="value",… without the closing brace; @...: names and values, up to NULL */
static void
begin_sample (GString                *out,
              const char             *metric,
              const McpMetricsSession *server,
              ...) G_GNUC_NULL_TERMINATED;

static void
begin_sample (GString                *out,
              const char             *metric,
              const McpMetricsSession *server,
              ...)
{
  const char *name;
  va_list args;

  g_string_append_printf (out, "%s{server=\"", metric);
  append_label_value (out, server->name);
  va_start (args, server);
  while ((name = va_arg (args, const char *)) != NULL)
    {
      g_string_append_printf (out, "\",%s=\"", name);
      append_label_value (out, va_arg (args, const char *));
    }
  va_end (args);
  g_string_append_c (out, '"');
}

static void
end_count (GString *out,
           guint64  value)
{
  g_string_append_printf (out, "} %" G_GUINT64_FORMAT "\n", value);
}

static void
write_count (GString                 *out,
             const char              *metric,
             const McpMetricsSession *server,
             guint64                  value)
{
  begin_sample (out, metric, server, NULL);
  end_count (out, value);
}

static void
end_seconds (GString *out,
             guint64  usec)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.6f", usec / 1e6);
  g_string_append_printf (out, "} %s\n", buffer);
}

/* @method: (nullable) */
static void
begin_part (GString                *out,
            const char             *metric,
            const char             *part,
            const McpMetricsSession *server,
            const char             *method)
{
  g_autofree char *name = g_strconcat (metric, part, NULL);

  begin_sample (out, name, server, method != NULL ? "method" : NULL, method, NULL);
}

static void
write_times (GString                *out,
             const char             *metric,
             const McpMetricsSession *server,
             const char             *method,   /* (nullable) */
             const McpMetricsTimes  *times)
{
  guint64 n = 0;

  for (guint i = 0; i <= MCP_METRICS_BUCKETS; i++)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE] = "+Inf";

      n += times->counts[i];
      if (i < MCP_METRICS_BUCKETS)
        g_ascii_formatd (buffer, sizeof buffer, "%g", mcp_metrics_bounds_usec[i] / 1e6);
      begin_part (out, metric, "_bucket", server, method);
      g_string_append_printf (out, ",le=\"%s\"", buffer);
      end_count (out, n);
    }
  begin_part (out, metric, "_sum", server, method);
  end_seconds (out, times->sum_usec);
  begin_part (out, metric, "_count", server, method);
  end_count (out, times->n);
}

/* --- Each metric --- */

static void
write_up (GString          *out,
          const char       *metric,
          McpMetricsSession *server)
{
  write_count (out, metric, server, mcp_session_get_state (server->session) == MCP_SESSION_READY);
}

static void
write_info (GString          *out,
            const char       *metric,
            McpMetricsSession *server)
{
  McpVersion version = mcp_session_get_version (server->session);

  if (version == MCP_VERSION_UNKNOWN)
    return;
  begin_sample (out, metric, server, "protocol", mcp_version_to_string (version), NULL);
  end_count (out, 1);
}

static void
write_connections (GString          *out,
                   const char       *metric,
                   McpMetricsSession *server)
{
  write_count (out, metric, server, mcp_session_get_life (server->session));
}

static void
write_round_trips (GString          *out,
                   const char       *metric,
                   McpMetricsSession *server)
{
  write_times (out, metric, server, NULL, &server->round_trips);
}

static void
write_lost_probes (GString          *out,
                   const char       *metric,
                   McpMetricsSession *server)
{
  write_count (out, metric, server, server->n_lost);
}

static void
write_requests (GString          *out,
                const char       *metric,
                McpMetricsSession *server)
{
  for (guint i = 0; i < server->methods->len; i++)
    {
      const McpMetricsMethod *method = server->methods->pdata[i];

      write_times (out, metric, server, method->method, &method->answered);
    }
}

static void
write_errors (GString          *out,
              const char       *metric,
              McpMetricsSession *server)
{
  for (guint i = 0; i < server->methods->len; i++)
    {
      const McpMetricsMethod *method = server->methods->pdata[i];

      begin_sample (out, metric, server, "method", method->method, "kind", "rpc", NULL);
      end_count (out, method->n_errors);
      begin_sample (out, metric, server, "method", method->method, "kind", "tool", NULL);
      end_count (out, method->n_failed);
      begin_sample (out, metric, server, "method", method->method, "kind", "lost", NULL);
      end_count (out, method->n_lost);
    }
}

static void
write_bytes (GString          *out,
             const char       *metric,
             McpMetricsSession *server)
{
  McpTrafficFigures figures;

  mcp_traffic_statistics_get_totals (server->traffic, &figures);
  begin_sample (out, metric, server, "direction", "out", NULL);
  end_count (out, figures.bytes_out);
  begin_sample (out, metric, server, "direction", "in", NULL);
  end_count (out, figures.bytes_in);
}

static guint64
count_findings (GListModel  *findings,
                McpSeverity  severity)
{
  guint64 n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (mcp_finding_get_severity (finding) == severity)
        n += mcp_finding_get_count (finding);
    }

  return n;
}

static void
write_findings (GString          *out,
                const char       *metric,
                McpMetricsSession *server)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (server->session));

  for (guint severity = MCP_SEVERITY_INFO; severity <= MCP_SEVERITY_ERROR; severity++)
    {
      begin_sample (out, metric, server, "severity", mcp_severity_get_nick (severity), NULL);
      end_count (out, count_findings (findings, severity));
    }
}

/* Of what is no program there is nothing to say. */
static void
write_cpu (GString           *out,
           const char        *metric,
           McpMetricsSession *server)
{
  if (!server->has_usage)
    return;
  begin_sample (out, metric, server, NULL);
  end_seconds (out, server->usage.cpu_usec);
}

static void
write_memory (GString           *out,
              const char        *metric,
              McpMetricsSession *server)
{
  if (server->has_usage)
    write_count (out, metric, server, server->usage.rss_bytes);
}

static void
write_threads (GString           *out,
               const char        *metric,
               McpMetricsSession *server)
{
  if (server->has_usage)
    write_count (out, metric, server, server->usage.n_threads);
}

static void
write_files (GString           *out,
             const char        *metric,
             McpMetricsSession *server)
{
  if (server->has_usage)
    write_count (out, metric, server, server->usage.n_fds);
}

static const Metric metrics[] = {
  { "mcp_up", "gauge", "Whether the server is connected and ready.", write_up },
  { "mcp_server_info", "gauge", "The protocol revision that was negotiated, as a label.", write_info },
  { "mcp_connections_total", "counter", "How often the server was connected to.", write_connections },
  { "mcp_ping_duration_seconds", "histogram",
    "Round trips of the probes of the health monitor: ping, or server/discover.", write_round_trips },
  { "mcp_ping_lost_total", "counter", "Probes that were not answered in time, or failed.", write_lost_probes },
  { "mcp_request_duration_seconds", "histogram",
    "From the last byte of a request to the last byte of its answer; what waits for a person is left out.",
    write_requests },
  { "mcp_request_errors_total", "counter",
    "Requests that failed: by a JSON-RPC error (rpc), by a result with isError (tool), without an answer (lost).",
    write_errors },
  { "mcp_message_bytes_total", "counter", "Bytes of messages, to the server (out) and from it (in).", write_bytes },
  { "mcp_findings_total", "counter", "Rules of the protocol that the server has broken, by severity.",
    write_findings },
  { "mcp_process_cpu_seconds_total", "counter",
    "Processor time of the server and of what it has started, if it is a program; since it was started.",
    write_cpu },
  { "mcp_process_resident_memory_bytes", "gauge", "Resident memory of all these processes.", write_memory },
  { "mcp_process_threads", "gauge", "Threads of all these processes.", write_threads },
  { "mcp_process_open_fds", "gauge", "Open files of the server itself.", write_files },
};

char *
mcp_metrics_write_text (GPtrArray *servers)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    {
      g_string_append_printf (out, "# HELP %s %s\n# TYPE %s %s\n", metrics[i].name, metrics[i].help,
                              metrics[i].name, metrics[i].type);
      for (guint j = 0; j < servers->len; j++)
        metrics[i].write (out, metrics[i].name, servers->pdata[j]);
    }

  return g_string_free (out, FALSE);
}
