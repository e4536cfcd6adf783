/* sounder-row-menu.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-row-menu"

#include "config.h"

#include "sounder-focus.h"
#include "sounder-row-menu.h"

/* Opens the menu of a row of the sidebar; it is made when it is first wanted. */
void
sounder_row_menu_open (GtkWidget           *row,
                       GtkWidget          **menu,
                       const char          *resource,
                       const GdkRectangle  *at)
{
  if (*menu == NULL)
    {
      g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (resource);

      *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (gtk_builder_get_object (builder, "menu")));
      gtk_popover_set_has_arrow (GTK_POPOVER (*menu), FALSE);
      gtk_widget_set_halign (*menu, GTK_ALIGN_START);
      gtk_widget_set_parent (*menu, row);
    }

  sounder_focus_popup (GTK_POPOVER (*menu));
  gtk_popover_set_pointing_to (GTK_POPOVER (*menu), at);
}
