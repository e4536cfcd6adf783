/* mcp-otlp-exporter-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-auth-http.h"
#include "mcp-backoff.h"
#include "mcp-otlp-exporter.h"

G_BEGIN_DECLS

typedef struct
{
  McpOtlpSignal  signal;
  GString       *items;    /* with commas between */
  guint          n_items;  /* spans, or data points */
  gsize          n_bytes;
} McpOtlpBatch;

struct _McpOtlpExporter
{
  GObject             parent_instance;

  McpAuthHttp        *http;
  GCancellable       *cancellable;
  char               *urls[MCP_OTLP_N_SIGNALS];
  GStrv               headers;
  char               *resource;

  McpOtlpBatch       *open;              /* (nullable): of spans */
  guint               delay_msec;
  guint               age_source;
  GQueue              queue;             /* of McpOtlpBatch; the first is on its way, or is tried again */
  gsize               n_bytes;           /* of all batches */
  McpAuthExchange    *exchange;          /* (nullable): the first batch on its way */
  McpBackoff          backoff;
  guint               retry_source;
  gboolean            was_asked_to_wait; /* by Retry-After */

  McpOtlpMetricsFunc  metrics_func;      /* (nullable) */
  gpointer            metrics_data;
  guint               metrics_source;
  gint64              start_usec;        /* wall */

  McpOtlpFigures      figures[MCP_OTLP_N_SIGNALS];
  gboolean            failing;           /* it is told that nothing gets through */
  gint64              told_usec;         /* when losses were told last; 0: never */
};

void mcp_otlp_batch_free           (McpOtlpBatch    *self);
void mcp_otlp_exporter_tell        (McpOtlpExporter *self,
                                    const char      *message);

/* mcp-otlp-exporter-send.c */
void mcp_otlp_exporter_send_next   (McpOtlpExporter *self);
void mcp_otlp_exporter_tell_losses (McpOtlpExporter *self);

G_END_DECLS
