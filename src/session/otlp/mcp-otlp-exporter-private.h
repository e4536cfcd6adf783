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
  GString       *items;    /* with commas between */
  guint          n_items;  /* spans, or data points */
  gsize          n_bytes;
} McpOtlpBatch;

/* Traces, or metrics. A receiver may know only one of them: the other does not wait for it. */
typedef struct
{
  McpOtlpExporter *exporter;          /* not referenced */
  McpOtlpSignal    signal;
  char            *url;
  GQueue           queue;             /* of McpOtlpBatch; the first is on its way, or is tried again */
  McpAuthExchange *exchange;          /* (nullable): the first batch on its way */
  McpBackoff       backoff;
  guint            retry_source;
  gboolean         was_asked_to_wait; /* by Retry-After */
  gboolean         failing;           /* it is told that nothing gets through */
  McpOtlpFigures   figures;
} McpOtlpLane;

struct _McpOtlpExporter
{
  GObject             parent_instance;

  McpAuthHttp        *http;
  GCancellable       *cancellable;
  GStrv               headers;
  char               *resource;

  McpOtlpBatch       *open;              /* (nullable): of spans */
  guint               delay_msec;
  guint               age_source;
  McpOtlpLane         lanes[MCP_OTLP_N_SIGNALS];
  gsize               n_bytes;           /* of all batches */

  McpOtlpMetricsFunc  metrics_func;      /* (nullable) */
  gpointer            metrics_data;
  guint               metrics_source;
  gint64              start_usec;        /* wall */

  gint64              told_usec;         /* when losses were told last; 0: never */
  gint64              said_usec;         /* and what the receiver says */
};

McpOtlpBatch *mcp_otlp_batch_new              (void);
void          mcp_otlp_batch_free             (McpOtlpBatch    *self);
void          mcp_otlp_lane_queue             (McpOtlpLane     *self,
                                               McpOtlpBatch    *batch);  /* (transfer full) */
gboolean      mcp_otlp_exporter_take_room     (McpOtlpExporter *self,
                                               McpOtlpSignal    signal,
                                               guint            n_items,
                                               gsize            n_bytes);
void          mcp_otlp_exporter_tell          (McpOtlpExporter *self,
                                               const char      *message);

/* mcp-otlp-exporter-metrics.c */
void          mcp_otlp_exporter_queue_metrics (McpOtlpExporter *self);

/* mcp-otlp-exporter-send.c */
void          mcp_otlp_lane_send_next         (McpOtlpLane     *self);
void          mcp_otlp_exporter_tell_losses   (McpOtlpExporter *self);

G_END_DECLS
