/* mcp-otlp-span.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-otlp-json.h"
#include "mcp-trace-context.h"

G_BEGIN_DECLS

/* As the SDKs of OpenTelemetry have it: what is more is counted. */
#define MCP_OTLP_MAX_EVENTS 128
#define MCP_OTLP_MAX_LINKS  128

/* A request that is followed until its answer, with what is known of it by now. Internal to the room. */
typedef struct
{
  GList            node;               /* of those that are open */
  guint            first;              /* serials: the first request, */
  guint            current;            /* and that of this round */
  guint            life;
  McpDirection     direction;
  McpTraceContext  context;            /* its own ids */
  char             parent_id[MCP_SPAN_ID_DIGITS + 1];  /* "": none */
  guint            flags;
  char            *state;              /* (nullable): tracestate */
  char            *name;
  gint64           start_usec;         /* wall */
  char            *id_key;             /* (nullable): where the tracer has it */
  char            *progress_key;       /* (nullable) */
  guint            exchange;           /* 0: none */
  gboolean         has_version;
  gboolean         has_http_version;
  gboolean         is_tool_call;
  gboolean         has_content;        /* what was called, and its answer, are wanted */
  GString         *attributes;
  GString         *events;
  GString         *links;
  guint            n_events;
  guint            n_links;
  guint            n_dropped_attributes;
  guint            n_dropped_events;
  guint            n_dropped_links;
} McpOtlpSpan;

McpOtlpSpan *mcp_otlp_span_new       (void);
void         mcp_otlp_span_free      (McpOtlpSpan           *self);
void         mcp_otlp_span_join      (McpOtlpSpan           *self,
                                      const McpTraceContext *parent,
                                      gboolean               is_remote,
                                      const char            *state);      /* (nullable) */
void         mcp_otlp_span_add_event (McpOtlpSpan           *self,
                                      const char            *name,
                                      gint64                 wall_usec,
                                      const char            *attributes); /* JSON, with commas between; "": none */
void         mcp_otlp_span_add_link  (McpOtlpSpan           *self,
                                      const McpTraceContext *to,
                                      const char            *state);      /* (nullable) */
char        *mcp_otlp_span_write     (McpOtlpSpan           *self,
                                      gint64                 end_usec,    /* wall */
                                      const char            *error_type,  /* (nullable): none */
                                      const char            *message);    /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpOtlpSpan, mcp_otlp_span_free)

G_END_DECLS
