/* sounder-sidebar-model-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-sidebar-model.h"

G_BEGIN_DECLS

struct _SounderSidebarModel
{
  GObject             parent_instance;

  SounderServerModel *model;
  GPtrArray          *items;   /* of SounderServer and SounderServerGroup */
  GHashTable         *groups;  /* name to SounderServerGroup: those that were shown once stay folded */
  guint               rebuild_id;
};

const char *sounder_sidebar_model_group_of (SounderServer       *server);
void        sounder_sidebar_model_flush    (SounderSidebarModel *self);

G_END_DECLS
