/* sounder-tree-keys.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-tree-keys.h"

/**
 * sounder_tree_select:
 * @view: a list of a GtkSingleSelection
 * @position: a row
 *
 * Selects a row and scrolls as far as needed, which the list does for what has the focus.
 */
void
sounder_tree_select (GtkListView *view,
                     guint        position)
{
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_list_view_get_model (view)), position);
  gtk_widget_activate_action (GTK_WIDGET (view), "list.scroll-to-item", "u", position);
}

static gboolean
open_row (GtkListView    *view,
          GtkTreeListRow *row)
{
  if (!gtk_tree_list_row_is_expandable (row))
    return FALSE;

  if (!gtk_tree_list_row_get_expanded (row))
    gtk_tree_list_row_set_expanded (row, TRUE);
  else
    sounder_tree_select (view, gtk_tree_list_row_get_position (row) + 1);

  return TRUE;
}

static gboolean
close_row (GtkListView    *view,
           GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) parent = NULL;

  if (gtk_tree_list_row_get_expanded (row))
    {
      gtk_tree_list_row_set_expanded (row, FALSE);
      return TRUE;
    }

  parent = gtk_tree_list_row_get_parent (row);
  if (parent != NULL)
    sounder_tree_select (view, gtk_tree_list_row_get_position (parent));

  return TRUE;
}

/**
 * sounder_tree_take_key:
 * @view: a list of a GtkSingleSelection of GtkTreeListRow
 * @keyval: the key that was pressed
 * @state: what was held with it
 *
 * Lets the arrow that points forward unfold the selected row or go into it, and the other one fold
 * it or go to what it is in.
 *
 * Returns: whether the key was for that
 */
gboolean
sounder_tree_take_key (GtkListView     *view,
                       guint            keyval,
                       GdkModifierType  state)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_list_view_get_model (view));
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (view)) == GTK_TEXT_DIR_RTL;
  g_autoptr (GtkTreeListRow) row = NULL;

  if (gtk_single_selection_get_selected_item (selection) == NULL
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;

  row = g_object_ref (gtk_single_selection_get_selected_item (selection));
  if (keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right)
    return is_rtl ? close_row (view, row) : open_row (view, row);
  if (keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left)
    return is_rtl ? open_row (view, row) : close_row (view, row);

  return FALSE;
}
