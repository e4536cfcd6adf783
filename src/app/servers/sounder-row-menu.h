/* sounder-row-menu.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sounder_row_menu_open (GtkWidget          *row,
                            GtkWidget         **menu,      /* NULL until it is first opened */
                            const char         *resource,  /* has it as “menu” */
                            const GdkRectangle *at);       /* (nullable): the whole row */

G_END_DECLS
