/* mcp-socket-gate.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Stands between a connected socket and whoever reads it, to hold back what comes in. Private to
 * the transports.
 */
typedef struct _McpSocketGate McpSocketGate;

McpSocketGate *mcp_socket_gate_new       (GSocket        *socket,
                                          GError        **error);   /* G_IO_ERROR */
void           mcp_socket_gate_free      (McpSocketGate  *self);
void           mcp_socket_gate_set_shut  (McpSocketGate  *self,
                                          gboolean        shut);
gboolean       mcp_socket_gate_has_error (McpSocketGate  *self,
                                          GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSocketGate, mcp_socket_gate_free)

G_END_DECLS
