/* mcp-catalog-item.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-catalog.h"
#include "mcp-param-header.h"

G_BEGIN_DECLS

/* For the catalog: an item is made of its tokens, which it copies. */
McpCatalogItem *mcp_catalog_item_new     (McpCatalogKind  kind,
                                          const char     *text,
                                          gsize           length);
/* What of a tool's arguments goes into headers too. NULL: nothing, or the tool is excluded. */
McpParamHeaders *mcp_catalog_item_get_param_headers (McpCatalogItem *self);
/* What must be there and be the only one: a name, or the URI of a resource. NULL if it is not. */
const char     *mcp_catalog_item_get_key (McpCatalogItem *self);

G_END_DECLS
