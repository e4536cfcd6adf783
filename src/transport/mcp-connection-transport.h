/* mcp-connection-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

typedef enum {
  MCP_CONNECTION_NEW,
  MCP_CONNECTION_OPENING,
  MCP_CONNECTION_OPEN,
  MCP_CONNECTION_CLOSING,  /* open, and we asked for the end */
  MCP_CONNECTION_CLOSED,
} McpConnectionState;

#define MCP_TYPE_CONNECTION_TRANSPORT (mcp_connection_transport_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpConnectionTransport, mcp_connection_transport, MCP, CONNECTION_TRANSPORT, McpTransport)

/*
 * The life of a transport: what opens, closes, gives up and answers. An implementation says how.
 * All functions are called with a reference held; those in the second half do nothing by default.
 */
struct _McpConnectionTransportClass
{
  McpTransportClass parent_class;

  /* Reaches the server, from the main loop. Ends, now or later, in set_open() or fail_open(). */
  void (*connect)     (McpConnectionTransport *self);
  /* Takes an open connection down in order, from the main loop. Ends, now or later, in end(). */
  void (*disconnect)  (McpConnectionTransport *self);
  /* The open has failed, the state is closed: drops what there is. Who waits is told behind it. */
  void (*open_failed) (McpConnectionTransport *self,
                       const GError           *error);
  /* The connection has ended, the state is closed: drops what there is, and reports messages that
   * still wait as unsent with @lost_error. ::closed comes behind it. */
  void (*ended)       (McpConnectionTransport *self,
                       const GError           *error,       /* (nullable): NULL when we asked for it */
                       const GError           *lost_error);

  /* The open is not wanted any more, while connect() is under way: hastens fail_open(). */
  void (*abort_open)  (McpConnectionTransport *self);
  /* Who waits for the close has lost patience: hastens end(). */
  void (*hurry)       (McpConnectionTransport *self);
  /* Of mcp_connection_transport_start_timer(). */
  void (*timed_out)   (McpConnectionTransport *self);
};

McpConnectionState mcp_connection_transport_get_state       (McpConnectionTransport *self);
gboolean           mcp_connection_transport_is_closing      (McpConnectionTransport *self);
gboolean           mcp_connection_transport_is_given_up     (McpConnectionTransport *self);
void               mcp_connection_transport_give_up         (McpConnectionTransport *self,
                                                             GError                 *error);
void               mcp_connection_transport_set_open        (McpConnectionTransport *self);
void               mcp_connection_transport_return_open     (McpConnectionTransport *self);
void               mcp_connection_transport_fail_open       (McpConnectionTransport *self,
                                                             GError                 *error);
void               mcp_connection_transport_end             (McpConnectionTransport *self,
                                                             GError                 *error);
void               mcp_connection_transport_set_close_error (McpConnectionTransport *self,
                                                             GError                 *error);
void               mcp_connection_transport_start_timer     (McpConnectionTransport *self,
                                                             guint                   msec);
void               mcp_connection_transport_stop_timer      (McpConnectionTransport *self);
GError            *mcp_connection_transport_new_closed_error (void);

G_END_DECLS
