/* mcp-icon-loader.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-icon.h"
#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_ICON_MAX_LOADED  256   /* of one loader */
#define MCP_ICON_MAX_LOADING 4     /* at a time */

#define MCP_TYPE_ICON_LOADER (mcp_icon_loader_get_type ())

/* Fetches icons from the network, for whoever was asked and agreed. */
G_DECLARE_FINAL_TYPE (McpIconLoader, mcp_icon_loader, MCP, ICON_LOADER, GObject)

McpIconLoader *mcp_icon_loader_new          (McpSession           *session);
void           mcp_icon_loader_fetch_async  (McpIconLoader        *self,
                                             const McpIcon        *icon,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
GBytes        *mcp_icon_loader_fetch_finish (McpIconLoader        *self,
                                             GAsyncResult         *result,
                                             GError              **error);
GStrv          mcp_icon_loader_list_hosts   (McpSession           *session);

G_END_DECLS
