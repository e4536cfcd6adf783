/* sounder-json-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-json-node.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_JSON_TREE (sounder_json_tree_get_type ())

/*
 * Shows JSON as a tree, whatever its size: rows are found when their parent is opened. Right and
 * Left open and close, or go to the first child and to the parent.
 */
G_DECLARE_FINAL_TYPE (SounderJsonTree, sounder_json_tree, SOUNDER, JSON_TREE, AdwBin)

void             sounder_json_tree_set_bytes    (SounderJsonTree *self,
                                                 GBytes          *bytes);   /* (nullable) */
void             sounder_json_tree_reveal       (SounderJsonTree *self,
                                                 gsize            offset);  /* selects what is there, as soon as it is found */
GListModel      *sounder_json_tree_get_rows     (SounderJsonTree *self);    /* of GtkTreeListRow */

G_END_DECLS
