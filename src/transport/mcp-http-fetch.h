/* mcp-http-fetch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-chunk-queue.h"
#include "mcp-http-client.h"

G_BEGIN_DECLS

/*
 * A SoupMessage on its way, in the thread of its client. What becomes of it comes stamped out of a
 * queue of the main loop, as chunks of these kinds, in this order. Private to the transports.
 */
typedef struct _McpHttpFetch McpHttpFetch;

typedef enum {
  MCP_HTTP_FETCH_START,        /* McpHttpStart; it may fail before */
  MCP_HTTP_FETCH_NETWORK,      /* McpHttpNetwork; any number, while it is wanted */
  MCP_HTTP_FETCH_CERTIFICATE,  /* McpCertificate, one that does not verify */
  MCP_HTTP_FETCH_BEGUN,        /* from here on bytes may leave; stamped before the first does */
  MCP_HTTP_FETCH_SENT,         /* all have left; stamped before the last did */
  MCP_HTTP_FETCH_HEAD,         /* McpHttpHead */
  MCP_HTTP_FETCH_DATA,         /* bytes of the body */
  MCP_HTTP_FETCH_HELD,         /* reading stands still until mcp_http_fetch_go_on() */
  MCP_HTTP_FETCH_END,          /* McpHttpEnd: once, last, in any case */
} McpHttpFetchKind;

typedef struct
{
  GError             *error;        /* (nullable) */
  gboolean            is_repeated;  /* libsoup would have sent it a second time */
  guint64             wire_bytes;   /* of the body, as received */
  gboolean            is_plain;     /* not compressed, although its Content-Encoding says so */
  McpExchangeTimings  timings;      /* but @sent_usec and @ended_usec */
} McpHttpEnd;

McpHttpFetch *mcp_http_fetch_start     (McpHttpClient *client,
                                        SoupMessage   *message,
                                        guint64        body_bytes,     /* of the request */
                                        gboolean       send_once,
                                        McpChunkQueue *queue);
void          mcp_http_fetch_unref     (McpHttpFetch  *self);
gboolean      mcp_http_fetch_take_back (McpHttpFetch  *self);
void          mcp_http_fetch_cancel    (McpHttpFetch  *self);
void          mcp_http_fetch_go_on     (McpHttpFetch  *self);

G_END_DECLS
