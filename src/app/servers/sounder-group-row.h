/* sounder-group-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-server-group.h"
#include "sounder-sidebar-row.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_GROUP_ROW (sounder_group_row_get_type ())

/* The name of a group in the sidebar; folds its servers away. */
G_DECLARE_FINAL_TYPE (SounderGroupRow, sounder_group_row, SOUNDER, GROUP_ROW, SounderSidebarRow)

GtkWidget          *sounder_group_row_new       (SounderServerGroup *group);
SounderServerGroup *sounder_group_row_get_group (SounderGroupRow    *self);

G_END_DECLS
