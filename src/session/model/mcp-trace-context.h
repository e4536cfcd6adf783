/* mcp-trace-context.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The key of `_meta` that carries a W3C trace context (basic, _meta; SEP-414). */
#define MCP_META_TRACEPARENT "traceparent"

char     *mcp_trace_context_new   (void);
gboolean  mcp_trace_context_check (const char *traceparent);

G_END_DECLS
