/* mcp-catalog-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-catalog.h"

G_BEGIN_DECLS

/* A page of a list, as the server answered it, whose items are read one by one. */
typedef struct _McpCatalogPage McpCatalogPage;

McpCatalogPage *mcp_catalog_page_new        (McpCatalogKind  kind,
                                             GBytes         *result);
void            mcp_catalog_page_free       (McpCatalogPage *self);
char           *mcp_catalog_page_dup_mark   (McpCatalogPage *self);
McpCatalogItem *mcp_catalog_page_next       (McpCatalogPage *self);
char           *mcp_catalog_page_dup_cursor (McpCatalogPage *self);

G_END_DECLS
