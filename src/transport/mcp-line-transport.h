/* mcp-line-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-connection-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_LINE_TRANSPORT (mcp_line_transport_get_type ())

/* One message a line over a connected stream socket, with the framing of stdio. */
G_DECLARE_DERIVABLE_TYPE (McpLineTransport, mcp_line_transport, MCP, LINE_TRANSPORT, McpConnectionTransport)

struct _McpLineTransportClass
{
  McpConnectionTransportClass parent_class;

  /* What it means that the server has ended the connection: of MCP_ERROR_DIED. */
  GError *(*new_ended_error) (McpLineTransport *self);
};

void        mcp_line_transport_set_up      (McpLineTransport *self,
                                            const char       *place,
                                            gsize             cap_bytes); /* 0 is 256 MiB */
const char *mcp_line_transport_get_place   (McpLineTransport *self);
void        mcp_line_transport_become_open (McpLineTransport *self,
                                            int               fd,
                                            const char       *detail);

G_END_DECLS
