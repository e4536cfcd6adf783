/* sounder-tree-keys.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     sounder_tree_select   (GtkListView     *view,
                                guint            position);
gboolean sounder_tree_take_key (GtkListView     *view,
                                guint            keyval,
                                GdkModifierType  state);

G_END_DECLS
