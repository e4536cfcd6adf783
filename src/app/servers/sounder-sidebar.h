/* sounder-sidebar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-sidebar-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SIDEBAR (sounder_sidebar_get_type ())

/*
 * The list of servers with its groups and its search.
 * Signals: selected (SounderServer), activated (SounderServer), failed (const char *heading, GError).
 */
G_DECLARE_FINAL_TYPE (SounderSidebar, sounder_sidebar, SOUNDER, SIDEBAR, AdwBin)

void           sounder_sidebar_set_model (SounderSidebar     *self,
                                          SounderServerModel *model);  /* (nullable) */
SounderServer *sounder_sidebar_get_selected (SounderSidebar  *self);   /* (nullable) */
void           sounder_sidebar_select    (SounderSidebar     *self,
                                          SounderServer      *server);
void           sounder_sidebar_search    (SounderSidebar     *self);
void           sounder_sidebar_update_actions (SounderSidebar *self);  /* when the selected server was saved */

G_END_DECLS
