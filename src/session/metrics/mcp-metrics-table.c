/* mcp-metrics-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-metrics-private.h"

/* What is counted, once, for all formats. */

static void
add_count (const McpMetric   *metric,
           McpMetricsSession *server,
           McpMetricsWriter  *writer,
           const char        *first,    /* (nullable) */
           const char        *second,   /* (nullable) */
           guint64            value)
{
  McpSample sample = { metric, server, { first, second } };

  writer->add_count (writer, &sample, value);
}

static void
add_times (const McpMetric       *metric,
           McpMetricsSession     *server,
           McpMetricsWriter      *writer,
           const char            *first,    /* (nullable) */
           const char            *second,   /* (nullable) */
           const McpMetricsTimes *times)
{
  McpSample sample = { metric, server, { first, second } };

  writer->add_times (writer, &sample, times);
}

static void
read_up (const McpMetric   *metric,
         McpMetricsSession *server,
         McpMetricsWriter  *writer)
{
  add_count (metric, server, writer, NULL, NULL, mcp_session_get_state (server->session) == MCP_SESSION_READY);
}

static void
read_info (const McpMetric   *metric,
           McpMetricsSession *server,
           McpMetricsWriter  *writer)
{
  McpVersion version = mcp_session_get_version (server->session);

  if (version != MCP_VERSION_UNKNOWN)
    add_count (metric, server, writer, mcp_version_to_string (version), NULL, 1);
}

static void
read_connections (const McpMetric   *metric,
                  McpMetricsSession *server,
                  McpMetricsWriter  *writer)
{
  add_count (metric, server, writer, NULL, NULL, mcp_session_get_life (server->session));
}

static void
read_round_trips (const McpMetric   *metric,
                  McpMetricsSession *server,
                  McpMetricsWriter  *writer)
{
  add_times (metric, server, writer, NULL, NULL, &server->round_trips);
}

static void
read_lost_probes (const McpMetric   *metric,
                  McpMetricsSession *server,
                  McpMetricsWriter  *writer)
{
  add_count (metric, server, writer, NULL, NULL, server->n_lost);
}

static void
read_requests (const McpMetric   *metric,
               McpMetricsSession *server,
               McpMetricsWriter  *writer)
{
  static const char *const error_types[MCP_N_ANSWERED] = { NULL, "jsonrpc_error", "tool_error" };

  for (guint i = 0; i < server->methods->len; i++)
    {
      const McpMetricsMethod *method = server->methods->pdata[i];
      McpMetricsTimes sum = { 0 };

      for (guint outcome = 0; outcome < MCP_N_ANSWERED; outcome++)
        if (!writer->splits_outcomes)
          mcp_metrics_times_merge (&sum, &method->answered[outcome]);
        else if (method->answered[outcome].n > 0)
          add_times (metric, server, writer, method->method, error_types[outcome], &method->answered[outcome]);
      if (!writer->splits_outcomes)
        add_times (metric, server, writer, method->method, NULL, &sum);
      g_free (sum.fine);
    }
}

static void
read_errors (const McpMetric   *metric,
             McpMetricsSession *server,
             McpMetricsWriter  *writer)
{
  for (guint i = 0; i < server->methods->len; i++)
    {
      const McpMetricsMethod *method = server->methods->pdata[i];

      add_count (metric, server, writer, method->method, "rpc", method->answered[MCP_ANSWERED_ERROR].n);
      add_count (metric, server, writer, method->method, "tool", method->answered[MCP_ANSWERED_FAILED].n);
      add_count (metric, server, writer, method->method, "lost", method->n_lost);
    }
}

static void
read_bytes (const McpMetric   *metric,
            McpMetricsSession *server,
            McpMetricsWriter  *writer)
{
  const McpTrafficFigures *figures = mcp_traffic_statistics_get_totals (server->traffic);

  add_count (metric, server, writer, "out", NULL, figures->bytes_out);
  add_count (metric, server, writer, "in", NULL, figures->bytes_in);
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
read_findings (const McpMetric   *metric,
               McpMetricsSession *server,
               McpMetricsWriter  *writer)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (server->session));

  for (guint severity = MCP_SEVERITY_INFO; severity <= MCP_SEVERITY_ERROR; severity++)
    add_count (metric, server, writer, mcp_severity_get_nick (severity), NULL, count_findings (findings, severity));
}

/* Of what is no program there is nothing to say. */
static void
read_cpu (const McpMetric   *metric,
          McpMetricsSession *server,
          McpMetricsWriter  *writer)
{
  McpSample sample = { metric, server, { NULL } };

  if (server->has_usage)
    writer->add_seconds (writer, &sample, server->usage.cpu_usec);
}

static void
read_memory (const McpMetric   *metric,
             McpMetricsSession *server,
             McpMetricsWriter  *writer)
{
  if (server->has_usage)
    add_count (metric, server, writer, NULL, NULL, server->usage.rss_bytes);
}

static void
read_threads (const McpMetric   *metric,
              McpMetricsSession *server,
              McpMetricsWriter  *writer)
{
  if (server->has_usage)
    add_count (metric, server, writer, NULL, NULL, server->usage.n_threads);
}

static void
read_files (const McpMetric   *metric,
            McpMetricsSession *server,
            McpMetricsWriter  *writer)
{
  if (server->has_usage)
    add_count (metric, server, writer, NULL, NULL, server->usage.n_fds);
}

static const McpMetric table[] = {
  { "mcp_up", "sounder.server.up", "1", MCP_METRIC_GAUGE, "Whether the server is connected and ready.",
    { NULL }, { NULL }, read_up },
  { "mcp_server_info", "sounder.server.info", "1", MCP_METRIC_GAUGE,
    "The protocol revision that was negotiated, as a label.", { "protocol" }, { "mcp.protocol.version" }, read_info },
  { "mcp_connections_total", "sounder.server.connections", "{connection}", MCP_METRIC_COUNTER,
    "How often the server was connected to.", { NULL }, { NULL }, read_connections },
  { "mcp_ping_duration_seconds", "sounder.ping.duration", "s", MCP_METRIC_HISTOGRAM,
    "Round trips of the probes of the health monitor: ping, or server/discover.", { NULL }, { NULL },
    read_round_trips },
  { "mcp_ping_lost_total", "sounder.ping.lost", "{probe}", MCP_METRIC_COUNTER,
    "Probes that were not answered in time, or failed.", { NULL }, { NULL }, read_lost_probes },
  { "mcp_request_duration_seconds", "mcp.client.operation.duration", "s", MCP_METRIC_HISTOGRAM,
    "From the last byte of a request to the last byte of its answer; what waits for a person is left out.",
    { "method", "error_type" }, { "mcp.method.name", "error.type" }, read_requests },
  { "mcp_request_errors_total", "sounder.request.errors", "{request}", MCP_METRIC_COUNTER,
    "Requests that failed: by a JSON-RPC error (rpc), by a result with isError (tool), without an answer (lost).",
    { "method", "kind" }, { "mcp.method.name", "sounder.error.kind" }, read_errors },
  { "mcp_message_bytes_total", "sounder.message.io", "By", MCP_METRIC_COUNTER,
    "Bytes of messages, to the server (out) and from it (in).", { "direction" }, { "sounder.direction" }, read_bytes },
  { "mcp_findings_total", "sounder.findings", "{finding}", MCP_METRIC_COUNTER,
    "Rules of the protocol that the server has broken, by severity.", { "severity" }, { "sounder.severity" },
    read_findings },
  { "mcp_process_cpu_seconds_total", "sounder.server.process.cpu.time", "s", MCP_METRIC_COUNTER,
    "Processor time of the server and of what it has started, if it is a program; since it was started.",
    { NULL }, { NULL }, read_cpu },
  { "mcp_process_resident_memory_bytes", "sounder.server.process.memory.usage", "By", MCP_METRIC_GAUGE,
    "Resident memory of all these processes.", { NULL }, { NULL }, read_memory },
  { "mcp_process_threads", "sounder.server.process.thread.count", "{thread}", MCP_METRIC_GAUGE,
    "Threads of all these processes.", { NULL }, { NULL }, read_threads },
  { "mcp_process_open_fds", "sounder.server.process.open_file_descriptor.count", "{file_descriptor}", MCP_METRIC_GAUGE,
    "Open files of the server itself.", { NULL }, { NULL }, read_files },
};

const McpMetric *
mcp_metrics_get_table (guint *n_metrics)
{
  *n_metrics = G_N_ELEMENTS (table);

  return table;
}
