/* mcp-http-stream.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

typedef enum {
  MCP_STREAM_OPENING,
  MCP_STREAM_OPEN,
  MCP_STREAM_WAITING,   /* to be resumed or opened again, at a known time */
  MCP_STREAM_ENDED,
} McpStreamState;

#define MCP_TYPE_HTTP_STREAM (mcp_http_stream_get_type ())

/*
 * An event stream as people see it: it goes on over several exchanges when it is resumed.
 * Properties, all notify: state, exchange (the present one), last-event-usec, n-events.
 */
G_DECLARE_FINAL_TYPE (McpHttpStream, mcp_http_stream, MCP, HTTP_STREAM, GObject)

McpExchangePurpose mcp_http_stream_get_purpose         (McpHttpStream *self); /* SEND or LISTEN */
McpStreamState     mcp_http_stream_get_state           (McpHttpStream *self);
guint              mcp_http_stream_get_exchange        (McpHttpStream *self);
guint              mcp_http_stream_get_n_resumes       (McpHttpStream *self);
guint              mcp_http_stream_get_n_events        (McpHttpStream *self);
gint64             mcp_http_stream_get_since_usec      (McpHttpStream *self); /* monotonic */
gint64             mcp_http_stream_get_last_event_usec (McpHttpStream *self); /* 0 before the first */
gint64             mcp_http_stream_get_next_usec       (McpHttpStream *self); /* when it is tried again; 0 */
const char        *mcp_http_stream_get_last_event_id   (McpHttpStream *self); /* (nullable) */

G_END_DECLS
