/* mcp-resource-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-catalog-item.h"

G_BEGIN_DECLS

#define MCP_TYPE_RESOURCE_NODE (mcp_resource_node_get_type ())

/* A resource, or what URIs of several have in common, or both. */
G_DECLARE_FINAL_TYPE (McpResourceNode, mcp_resource_node, MCP, RESOURCE_NODE, GObject)

GListModel     *mcp_resource_tree_new          (GListModel      *resources);
McpResourceNode *mcp_resource_node_new         (McpCatalogItem  *item,
                                                const char      *parent_uri);
McpCatalogItem *mcp_resource_node_get_item     (McpResourceNode *self);  /* (transfer none) (nullable) */
GListModel     *mcp_resource_node_get_children (McpResourceNode *self);  /* (transfer none) (nullable) */
guint           mcp_resource_node_get_n_items  (McpResourceNode *self);
char           *mcp_resource_node_dup_label    (McpResourceNode *self);
char           *mcp_resource_node_dup_uri      (McpResourceNode *self);
gboolean        mcp_resource_node_holds        (McpResourceNode *self,
                                                const char      *uri);
gboolean        mcp_resource_node_holds_item   (McpResourceNode *self,
                                                McpCatalogItem  *item);

G_END_DECLS
