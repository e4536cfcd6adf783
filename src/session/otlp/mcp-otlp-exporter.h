/* mcp-otlp-exporter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "mcp-otlp-json.h"

G_BEGIN_DECLS

#define MCP_OTLP_MAX_BATCH_ITEMS  512
#define MCP_OTLP_MAX_BATCH_BYTES  ((gsize) 1024 * 1024)
#define MCP_OTLP_MAX_QUEUE_BYTES  ((gsize) 16 * 1024 * 1024)
#define MCP_OTLP_MAX_WAIT_SECONDS 3600   /* what a Retry-After may ask for */

/* What became of spans, and of data points of metrics. */
typedef struct
{
  guint64 n_exported;
  guint64 n_rejected;  /* by the receiver, which took the others of a request */
  guint64 n_failed;    /* it refused them, or there was no time left */
  guint64 n_dropped;   /* the queue was full */
} McpOtlpFigures;

/* Appends Metric objects, with commas between; gives how many data points they have. */
typedef guint (*McpOtlpMetricsFunc) (GString  *metrics,
                                     gpointer  user_data);

#define MCP_TYPE_OTLP_EXPORTER (mcp_otlp_exporter_get_type ())

/*
 * Sends spans and metrics to a receiver of OTLP over HTTP, in batches, one request of each after the other.
 * What cannot be sent is kept, up to MCP_OTLP_MAX_QUEUE_BYTES, and tried again as the protocol has it;
 * what is lost is counted. Signal: told (char *message): something to tell a person; a few a minute.
 */
G_DECLARE_FINAL_TYPE (McpOtlpExporter, mcp_otlp_exporter, MCP, OTLP_EXPORTER, GObject)

McpOtlpExporter *mcp_otlp_exporter_new         (const char          *url,        /* /v1/traces and /v1/metrics are added */
                                                const char * const  *headers,    /* names and values in turn; secrets */
                                                const char          *resource,   /* see mcp_otlp_dup_resource() */
                                                const char          *ca_file,    /* (nullable) */
                                                GError             **error);     /* MCP_ERROR_USAGE */
void             mcp_otlp_exporter_set_delay   (McpOtlpExporter     *self,
                                                guint                delay_msec); /* how old a batch gets */
void             mcp_otlp_exporter_set_metrics (McpOtlpExporter     *self,
                                                guint                interval_msec,
                                                McpOtlpMetricsFunc   func,       /* (nullable): none any more */
                                                gpointer             user_data);
void             mcp_otlp_exporter_add_span    (McpOtlpExporter     *self,
                                                const char          *span);
void             mcp_otlp_exporter_finish      (McpOtlpExporter     *self);      /* sends what is left, at once */
gboolean         mcp_otlp_exporter_is_idle     (McpOtlpExporter     *self);
void             mcp_otlp_exporter_give_up     (McpOtlpExporter     *self);      /* what is left has failed */
void             mcp_otlp_exporter_get_figures (McpOtlpExporter     *self,
                                                McpOtlpSignal        signal,
                                                McpOtlpFigures      *figures);
char            *mcp_otlp_exporter_dup_losses  (McpOtlpExporter     *self);      /* (nullable): for a person */

G_END_DECLS
