/* mcp-http-stream-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-exchange.h"
#include "mcp-http-stream.h"

G_BEGIN_DECLS

/* For the transports: each tells the stream how it goes. */
McpHttpStream *mcp_http_stream_new           (McpTransport       *transport,  /* its violations are told there; not referenced */
                                              McpExchangePurpose  purpose);
void           mcp_http_stream_set_exchange  (McpHttpStream      *self,       /* it is opening */
                                              guint               exchange);
void           mcp_http_stream_set_open      (McpHttpStream      *self);
void           mcp_http_stream_take_item     (McpHttpStream      *self,
                                              guint               exchange,
                                              const McpSseItem   *item,
                                              gboolean            is_message);
gint64         mcp_http_stream_set_waiting   (McpHttpStream      *self,       /* a pause in milliseconds */
                                              gboolean            broke);     /* no answer came at all */
void           mcp_http_stream_set_ended     (McpHttpStream      *self);
guint          mcp_http_stream_get_n_failures (McpHttpStream     *self);      /* without an answer, in a row */
gboolean       mcp_http_stream_can_resume    (McpHttpStream      *self);      /* it has an id that can be sent */

G_END_DECLS
