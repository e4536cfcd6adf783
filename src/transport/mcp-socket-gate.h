/* mcp-socket-gate.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Stops and starts the traffic of a socket that somebody else reads. */
typedef struct _McpSocketGate McpSocketGate;

McpSocketGate *mcp_socket_gate_new     (GSocket       *socket);
void           mcp_socket_gate_free    (McpSocketGate *self);   /* opens it */
gboolean       mcp_socket_gate_shut    (McpSocketGate *self);
void           mcp_socket_gate_open    (McpSocketGate *self);
gboolean       mcp_socket_gate_is_shut (McpSocketGate *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSocketGate, mcp_socket_gate_free)

G_END_DECLS
