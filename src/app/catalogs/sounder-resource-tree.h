/* sounder-resource-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-catalog.h"
#include "mcp-match.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_RESOURCE_TREE (sounder_resource_tree_get_type ())

/* Resources by their URIs, in folders. Signals: chosen, activated. */
G_DECLARE_FINAL_TYPE (SounderResourceTree, sounder_resource_tree, SOUNDER, RESOURCE_TREE, AdwBin)

GtkWidget *sounder_resource_tree_new          (GListModel          *resources);
void       sounder_resource_tree_set_session  (SounderResourceTree *self,
                                               McpSession          *session);
void       sounder_resource_tree_set_match    (SounderResourceTree *self,
                                               const McpMatch      *match);
void       sounder_resource_tree_update       (SounderResourceTree *self);
void       sounder_resource_tree_refresh      (SounderResourceTree *self);
void       sounder_resource_tree_show_item    (SounderResourceTree *self,
                                               McpCatalogItem      *item);

G_END_DECLS
