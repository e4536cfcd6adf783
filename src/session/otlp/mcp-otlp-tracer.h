/* mcp-otlp-tracer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-export.h"

G_BEGIN_DECLS

#define MCP_TYPE_OTLP_TRACER (mcp_otlp_tracer_get_type ())

/*
 * Makes a span of each request of a journal, when it has ended: docs/opentelemetry.md says what is in
 * one. Arguments, results, addresses of resources and texts of errors are not, unless they are asked for.
 */
G_DECLARE_FINAL_TYPE (McpOtlpTracer, mcp_otlp_tracer, MCP, OTLP_TRACER, GObject)

typedef enum {
  MCP_OTLP_NO_CONTENT = 0,
  MCP_OTLP_CONTENT    = 1 << 0,  /* arguments and results too, redacted */
  MCP_OTLP_OWN_TRACES = 1 << 1,  /* the traceparent of a call was made for it: it names the span itself */
} McpOtlpFlags;

/* Takes a Span of opentelemetry-proto as JSON. */
typedef void (*McpOtlpSpanFunc) (const char *span,
                                 gpointer    user_data);

McpOtlpTracer *mcp_otlp_tracer_new    (McpJournal      *journal,
                                       const char      *server,     /* (nullable): what it is called */
                                       McpRedactor     *redactor,   /* (nullable); not held */
                                       McpOtlpFlags     flags,
                                       McpOtlpSpanFunc  func,
                                       gpointer         user_data);
void           mcp_otlp_tracer_follow (McpOtlpTracer   *self);      /* a journal that grows, from the main loop */
gboolean       mcp_otlp_tracer_step   (McpOtlpTracer   *self);      /* reads one more record; FALSE: there is none */
void           mcp_otlp_tracer_finish (McpOtlpTracer   *self);      /* what is open has no answer any more */
gboolean       mcp_otlp_tracer_has_failed (McpOtlpTracer *self);    /* something could not be read */

gboolean       mcp_otlp_write         (McpJournal      *journal,
                                       const char      *server,     /* (nullable) */
                                       const char      *resource,   /* see mcp_otlp_dup_resource() */
                                       McpRedactor     *redactor,   /* (nullable) */
                                       McpOtlpFlags     flags,
                                       McpExportSink    sink,
                                       gpointer         user_data);
void           mcp_otlp_save_async    (McpJournal      *journal,
                                       const char      *path,
                                       const char      *server,     /* (nullable) */
                                       const char      *resource,
                                       McpRedactor     *redactor,   /* (nullable) (transfer full) */
                                       GCancellable    *cancellable,
                                       McpProgressFunc  progress,   /* (nullable) */
                                       gpointer         progress_data,
                                       GAsyncReadyCallback callback,
                                       gpointer         user_data);
gboolean       mcp_otlp_save_finish   (McpJournal      *journal,
                                       GAsyncResult    *result,
                                       GError         **error);

G_END_DECLS
