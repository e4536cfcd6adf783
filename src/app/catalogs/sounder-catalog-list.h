/* sounder-catalog-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"
#include "sounder-place.h"

G_BEGIN_DECLS

/* (nullable): what is wrong with an item */
typedef const char *(*SounderMarkFunc) (McpCatalogItem *item,
                                        gpointer        user_data);

#define SOUNDER_TYPE_CATALOG_LIST (sounder_catalog_list_get_type ())

/*
 * What a server offers of one kind, with a search. Signals: selected: another item, or none;
 * activated: by Enter or a click.
 */
G_DECLARE_FINAL_TYPE (SounderCatalogList, sounder_catalog_list, SOUNDER, CATALOG_LIST, AdwBin)

void            sounder_catalog_list_set_catalog  (SounderCatalogList *self,
                                                   McpCatalog         *catalog,
                                                   SounderPlace       *place);
McpCatalogItem *sounder_catalog_list_get_selected (SounderCatalogList *self);     /* (nullable) */
gboolean        sounder_catalog_list_select       (SounderCatalogList *self,
                                                   const char         *name);     /* (nullable): name or URI */
void            sounder_catalog_list_set_mark_func (SounderCatalogList *self,
                                                    SounderMarkFunc     func,
                                                    gpointer            user_data);
void            sounder_catalog_list_update_marks (SounderCatalogList *self);
void            sounder_catalog_list_set_search   (SounderCatalogList *self,
                                                   const char         *text);
void            sounder_catalog_list_set_excluding (SounderCatalogList *self,
                                                    gboolean            excluding);

G_END_DECLS
