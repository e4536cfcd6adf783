/* sounder-server-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_SERVER_GROUP (sounder_server_group_get_type ())

/* A heading of the sidebar, under which servers stand. Signals: counted, folded (or unfolded). */
G_DECLARE_FINAL_TYPE (SounderServerGroup, sounder_server_group, SOUNDER, SERVER_GROUP, GObject)

SounderServerGroup *sounder_server_group_new           (const char         *name);
const char         *sounder_server_group_get_name      (SounderServerGroup *self);
guint               sounder_server_group_get_n_servers (SounderServerGroup *self);
void                sounder_server_group_set_n_servers (SounderServerGroup *self,
                                                        guint               n_servers);
gboolean            sounder_server_group_get_folded    (SounderServerGroup *self);
void                sounder_server_group_set_folded    (SounderServerGroup *self,
                                                        gboolean            folded);

G_END_DECLS
