/* mcp-otlp-tracer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-otlp-facts.h"

G_BEGIN_DECLS

struct _McpOtlpTracer
{
  GObject          parent_instance;

  McpOtlpFacts     facts;
  McpOtlpSpanFunc  func;
  gpointer         user_data;

  guint            next;         /* serial */
  guint            life;
  gint64           last_usec;    /* wall time of the last record */
  char            *version;      /* (nullable): what was agreed on in this life */

  GQueue           open;         /* of McpOtlpSpan, oldest first */
  GHashTable      *by_serial;    /* of its first request, and of that of the current round */
  GHashTable      *by_exchange;  /* those that went out */
  GHashTable      *by_key;       /* ids and progress tokens, with who asked */
  GHashTable      *parents;      /* first serial of a conversation to McpTraceContext, when the span has ended */
};

/* mcp-otlp-tracer.c */
char *mcp_otlp_tracer_make_key        (McpDirection    asker,
                                       const char     *kind,
                                       const char     *token);
void  mcp_otlp_tracer_file_round      (McpOtlpTracer  *self,
                                       McpOtlpSpan    *span,
                                       McpRecord      *request);
void  mcp_otlp_tracer_end_span        (McpOtlpTracer  *self,
                                       McpOtlpSpan    *span,
                                       gint64          end_usec,     /* wall */
                                       const char     *error_type,   /* (nullable) */
                                       const char     *message);     /* (nullable) */
void  mcp_otlp_tracer_end_unanswered  (McpOtlpTracer  *self,
                                       McpOtlpSpan    *span,
                                       gint64          end_usec,
                                       gboolean        was_cancelled);

/* mcp-otlp-tracer-read.c */
void  mcp_otlp_tracer_read            (McpOtlpTracer  *self,
                                       McpRecord      *record);

G_END_DECLS
