/* mcp-otlp-exporter-metrics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-otlp-exporter-private.h"

/* Metrics at intervals: those of the caller, and the exporter's own counts. */

static void
add_figure (GString    *points,
            const char *component,
            const char *error_type,   /* (nullable) */
            gint64      start_usec,
            guint64     value)
{
  mcp_json_append_comma (points);
  g_string_append (points, "{\"attributes\":[");
  mcp_otlp_attribute_string (points, "otel.component.type", component);
  mcp_otlp_attribute_string (points, "error.type", error_type);
  g_string_append_c (points, ']');
  mcp_otlp_member_time (points, "startTimeUnixNano", start_usec);
  mcp_otlp_member_time (points, "timeUnixNano", g_get_real_time ());
  mcp_otlp_member_count (points, "asInt", value);
  g_string_append_c (points, '}');
}

/* What became of what was sent, by the conventions for the SDKs of OpenTelemetry. */
static guint
append_own_metrics (McpOtlpExporter *self,
                    GString         *metrics)
{
  static const char *const names[MCP_OTLP_N_SIGNALS][3] = {
    { "otel.sdk.exporter.span.exported", "{span}", "otlp_http_json_span_exporter" },
    { "otel.sdk.exporter.metric_data_point.exported", "{data_point}", "otlp_http_json_metric_exporter" },
  };

  for (guint i = 0; i < MCP_OTLP_N_SIGNALS; i++)
    {
      const McpOtlpFigures *figures = &self->lanes[i].figures;

      mcp_json_append_comma (metrics);
      g_string_append_c (metrics, '{');
      mcp_json_append_member_string (metrics, "name", names[i][0]);
      mcp_json_append_member_string (metrics, "unit", names[i][1]);
      g_string_append (metrics, ",\"sum\":{\"dataPoints\":[");
      add_figure (metrics, names[i][2], NULL, self->start_usec, figures->n_exported);
      add_figure (metrics, names[i][2], "rejected", self->start_usec, figures->n_rejected);
      add_figure (metrics, names[i][2], "failed", self->start_usec, figures->n_failed);
      add_figure (metrics, names[i][2], "queue_full", self->start_usec, figures->n_dropped);
      g_string_append_printf (metrics, "],\"aggregationTemporality\":%d,\"isMonotonic\":true}}",
                              MCP_OTLP_TEMPORALITY_CUMULATIVE);
    }

  return MCP_OTLP_N_SIGNALS * 4;
}

void
mcp_otlp_exporter_queue_metrics (McpOtlpExporter *self)
{
  McpOtlpBatch *batch = mcp_otlp_batch_new ();

  batch->n_items = self->metrics_func (batch->items, self->metrics_data);
  batch->n_items += append_own_metrics (self, batch->items);
  batch->n_bytes = batch->items->len;
  if (!mcp_otlp_exporter_take_room (self, MCP_OTLP_METRICS, batch->n_items, batch->n_bytes))
    {
      mcp_otlp_batch_free (batch);
      return;
    }

  mcp_otlp_lane_queue (&self->lanes[MCP_OTLP_METRICS], batch);
}

static gboolean
metrics_cb (gpointer user_data)
{
  mcp_otlp_exporter_queue_metrics (user_data);

  return G_SOURCE_CONTINUE;
}

/**
 * mcp_otlp_exporter_set_metrics:
 * @interval_msec: how often
 * @func: (nullable): writes metrics; %NULL: there are none any more
 *
 * Sends metrics at intervals, and once more at the end.
 */
void
mcp_otlp_exporter_set_metrics (McpOtlpExporter    *self,
                               guint               interval_msec,
                               McpOtlpMetricsFunc  func,
                               gpointer            user_data)
{
  g_return_if_fail (MCP_IS_OTLP_EXPORTER (self));

  g_clear_handle_id (&self->metrics_source, g_source_remove);
  self->start_usec = g_get_real_time ();
  self->metrics_func = func;
  self->metrics_data = user_data;
  if (func != NULL)
    self->metrics_source = g_timeout_add (interval_msec, metrics_cb, self);
}
