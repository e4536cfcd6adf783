/* mcp-trace-context.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The key of `_meta` that carries a W3C trace context (basic, _meta; SEP-414). */
#define MCP_META_TRACEPARENT "traceparent"
#define MCP_META_TRACESTATE  "tracestate"

#define MCP_TRACE_ID_DIGITS 32
#define MCP_SPAN_ID_DIGITS  16

/* What a traceparent says, in lower-case hexadecimal digits. */
typedef struct
{
  char  trace_id[MCP_TRACE_ID_DIGITS + 1];
  char  span_id[MCP_SPAN_ID_DIGITS + 1];
  guint flags;                               /* 8 bits */
} McpTraceContext;

char     *mcp_trace_context_new   (void);
gboolean  mcp_trace_context_check (const char      *traceparent);
gboolean  mcp_trace_context_parse (McpTraceContext *self,
                                   const char      *traceparent);

G_END_DECLS
