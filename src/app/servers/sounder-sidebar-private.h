/* sounder-sidebar-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-sidebar.h"

G_BEGIN_DECLS

struct _SounderSidebar
{
  AdwBin               parent_instance;

  SounderServerModel  *servers;   /* NULL before it has a model */
  SounderSidebarModel *model;     /* with it */
  SounderServer       *selected;  /* (nullable): also while its row is folded away */
  gboolean             restoring; /* a row is selected because it was made anew */

  GtkListBox          *list;
  GtkSearchBar        *search_bar;
  GtkSearchEntry      *search_entry;
  GtkLabel            *placeholder;
  GtkWidget           *drop_row;  /* (nullable): that which shows where a drop goes */
};

/* Says what could not be done; takes the error. */
void sounder_sidebar_report        (SounderSidebar *self,
                                    const char     *heading,
                                    GError         *error);

void sounder_sidebar_focus_group   (SounderSidebar *self,
                                    const char     *name);

/* In sounder-sidebar-actions.c. */
void sounder_sidebar_install_actions (GtkWidgetClass *widget_class);

/* In sounder-sidebar-drag.c. */
void sounder_sidebar_init_drag     (SounderSidebar *self);
void sounder_sidebar_add_source    (GtkWidget      *row);

G_END_DECLS
