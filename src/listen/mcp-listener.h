/* mcp-listener.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Takes connections, never more at once than the process has descriptors for, and goes on when it
 * had none. Who comes then waits to be taken. It runs in the main context of the thread that has
 * made it.
 */
typedef struct _McpListener McpListener;

typedef struct
{
  /* One that was taken. It counts until mcp_listener_leave(). */
  void     (*take)      (GSocketConnection *connection,
                         gpointer           user_data);
  /* No more fit, of all or of a peer: whether some who have asked for nothing yet were sent away.
   */
  gboolean (*make_room) (const char        *peer,  /* (nullable): of all */
                         gpointer           user_data);
} McpListenerFuncs;

McpListener *mcp_listener_new   (GSocketAddress          *address,
                                 guint                    n_connections,
                                 guint                    n_descriptors,
                                 const McpListenerFuncs  *funcs,
                                 gpointer                 user_data,
                                 GError                 **error);
guint16      mcp_listener_get_port (McpListener          *self);
void         mcp_listener_leave (McpListener             *self,
                                 const char              *peer);
void         mcp_listener_close (McpListener             *self);
void         mcp_listener_free  (McpListener             *self);

/* (transfer full) (nullable): the address without its port; NULL when who came has gone. */
char        *mcp_listener_dup_peer (GSocketConnection    *connection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpListener, mcp_listener_free)

G_END_DECLS
