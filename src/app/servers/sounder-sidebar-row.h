/* sounder-sidebar-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_SIDEBAR_ROW (sounder_sidebar_row_get_type ())

/* A row of the sidebar with a menu, which opens by a click or a key. */
G_DECLARE_DERIVABLE_TYPE (SounderSidebarRow, sounder_sidebar_row, SOUNDER, SIDEBAR_ROW, GtkListBoxRow)

struct _SounderSidebarRowClass
{
  GtkListBoxRowClass  parent_class;

  const char         *menu_resource; /* has a “menu” */
};

G_END_DECLS
