/* mcp-http-transport-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-exchange.h"
#include "mcp-http-stream-private.h"
#include "mcp-http-transport.h"

G_BEGIN_DECLS

struct _McpHttpTransport
{
  McpConnectionTransport  parent_instance;

  McpHttpClient    *client;
  gboolean          resume;          /* streams that break are gone on with */
  GListStore       *streams;         /* McpHttpStream */

  /* Messages: mcp-http-send.c. */
  guint64           last_ticket;
  GHashTable       *sends;           /* ticket to McpHttpSend */
  GQueue            waiting;         /* McpHttpSend that wait for their turn */
  GQueue            answered;        /* McpHttpSend that have their answer, and their stream still */
  guint             n_following;     /* of those that expect an answer, how many had their turn */
  guint             n_answering;     /* the same of those that are answers */
  GSource          *pump_source;

  /* The GET stream: mcp-http-listen.c. */
  gboolean          listening;
  McpHttpStream    *listen_stream;
  McpHttpExchange  *listen_exchange;
  guint             listen_timeout;

  /* Closing. */
  gboolean          ending;          /* what is under way may end, and then it is closed */
  gboolean          send_delete;
  McpHttpExchange  *delete_exchange;
};

/* mcp-http-send.c */
void     mcp_http_transport_init_sends   (McpHttpTransport     *self);
void     mcp_http_transport_clear_sends  (McpHttpTransport     *self);  /* without a word */
guint64  mcp_http_transport_send         (McpTransport         *transport,
                                          GBytes               *bytes,
                                          const McpSendOptions *options);
gboolean mcp_http_transport_unsend       (McpTransport         *transport,
                                          guint64               ticket);
void     mcp_http_transport_answered     (McpTransport         *transport,
                                          guint64               ticket);
void     mcp_http_transport_abandon      (McpTransport         *transport,
                                          guint64               ticket);
void     mcp_http_transport_pump         (McpHttpTransport     *self);  /* starts what may start */
void     mcp_http_transport_end_sends    (McpHttpTransport     *self);  /* it is closing: what waits is unsent */

/* mcp-http-listen.c */
void     mcp_http_transport_start_listening (McpHttpTransport  *self);

/* mcp-http-transport.c */
McpConnectionState mcp_http_transport_get_state (McpHttpTransport     *self);
void     mcp_http_transport_check_closed (McpHttpTransport     *self);

G_END_DECLS
