/* sounder-sidebar-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-server-group.h"
#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SIDEBAR_MODEL (sounder_sidebar_model_get_type ())

/* A GListModel of SounderServer and SounderServerGroup, in the order in which the sidebar has them. */
G_DECLARE_FINAL_TYPE (SounderSidebarModel, sounder_sidebar_model, SOUNDER, SIDEBAR_MODEL, GObject)

SounderSidebarModel *sounder_sidebar_model_new          (SounderServerModel   *model);
SounderServerGroup  *sounder_sidebar_model_get_group    (SounderSidebarModel  *self,
                                                         SounderServer        *server); /* (nullable) */
gboolean             sounder_sidebar_model_matches      (SounderServer        *server,
                                                         const char           *search);
gboolean             sounder_sidebar_model_move         (SounderSidebarModel  *self,
                                                         SounderServer        *server,
                                                         SounderServer        *before, /* (nullable): the last of the group */
                                                         const char           *group,  /* (nullable) */
                                                         GError              **error);
gboolean             sounder_sidebar_model_step         (SounderSidebarModel  *self,
                                                         SounderServer        *server,
                                                         gboolean              up,
                                                         GError              **error);
gboolean             sounder_sidebar_model_move_group   (SounderSidebarModel  *self,
                                                         const char           *group,
                                                         const char           *before, /* (nullable): the last one */
                                                         GError              **error);
gboolean             sounder_sidebar_model_step_group   (SounderSidebarModel  *self,
                                                         const char           *group,
                                                         gboolean              up,
                                                         GError              **error);
gboolean             sounder_sidebar_model_rename_group (SounderSidebarModel  *self,
                                                         const char           *group,
                                                         const char           *name,   /* (nullable): takes the group apart */
                                                         GError              **error);

G_END_DECLS
