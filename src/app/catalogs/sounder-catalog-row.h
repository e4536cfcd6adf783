/* sounder-catalog-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-catalog.h"
#include "mcp-match.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CATALOG_ROW (sounder_catalog_row_get_type ())
G_DECLARE_FINAL_TYPE (SounderCatalogRow, sounder_catalog_row, SOUNDER, CATALOG_ROW, GtkBox)

GtkWidget *sounder_catalog_row_new        (void);
void       sounder_catalog_row_set_item   (SounderCatalogRow *self,
                                           McpCatalogItem    *item);
void       sounder_catalog_row_show_icon  (SounderCatalogRow *self,
                                           McpCatalog        *catalog,
                                           McpCatalogItem    *item);   /* icon of @item, or default icon of its catalog */
void       sounder_catalog_row_hide_icon  (SounderCatalogRow *self);
void       sounder_catalog_row_set_struck (SounderCatalogRow *self,
                                           gboolean           struck); /* a line through the name */
void       sounder_catalog_row_set_match  (SounderCatalogRow *self,
                                           const McpMatch    *match);  /* (nullable): what is sought, to be marked */
void       sounder_catalog_row_set_mark   (SounderCatalogRow *self,
                                           const char        *text);   /* (nullable): what is wrong; none */

G_END_DECLS
