/* sounder-catalog-search.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-catalog.h"
#include "mcp-match.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CATALOG_SEARCH (sounder_catalog_search_get_type ())

G_DECLARE_FINAL_TYPE (SounderCatalogSearch, sounder_catalog_search, SOUNDER, CATALOG_SEARCH, GObject)

SounderCatalogSearch *sounder_catalog_search_new         (void);
void                  sounder_catalog_search_set_catalog (SounderCatalogSearch *self,
                                                          McpCatalog           *catalog);
gboolean              sounder_catalog_search_seek        (SounderCatalogSearch *self,
                                                          const char           *sought);
void                  sounder_catalog_search_apply       (SounderCatalogSearch *self);
McpMatch             *sounder_catalog_search_get_match   (SounderCatalogSearch *self);  /* (nullable) */
GListModel           *sounder_catalog_search_get_found   (SounderCatalogSearch *self);  /* in the server's order */
GListModel           *sounder_catalog_search_get_ranked  (SounderCatalogSearch *self);  /* the best first */

G_END_DECLS
