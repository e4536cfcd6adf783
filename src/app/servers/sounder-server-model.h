/* sounder-server-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-server-list.h"
#include "sounder-server.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SERVER_MODEL (sounder_server_model_get_type ())

/* A GListModel of SounderServer: the saved servers in their order, then the temporary ones. */
G_DECLARE_FINAL_TYPE (SounderServerModel, sounder_server_model, SOUNDER, SERVER_MODEL, GObject)

SounderServerModel *sounder_server_model_new           (McpServerList       *list);
McpServerList      *sounder_server_model_get_list      (SounderServerModel  *self);
SounderServer      *sounder_server_model_add_temporary (SounderServerModel  *self,
                                                        McpProfile          *profile);
SounderServer      *sounder_server_model_add_recorded  (SounderServerModel  *self,
                                                        McpSession          *session);
SounderServer      *sounder_server_model_add           (SounderServerModel  *self,
                                                        McpProfile          *profile,
                                                        GError             **error);
SounderServer      *sounder_server_model_duplicate     (SounderServerModel  *self,
                                                        SounderServer       *server,
                                                        GError             **error);
gboolean            sounder_server_model_save          (SounderServerModel  *self,
                                                        SounderServer       *server,
                                                        GError             **error);
gboolean            sounder_server_model_change        (SounderServerModel  *self,
                                                        SounderServer       *server,
                                                        McpProfile          *changed,
                                                        GError             **error);
gboolean            sounder_server_model_remove        (SounderServerModel  *self,
                                                        SounderServer       *server,
                                                        GError             **error);
SounderServer      *sounder_server_model_find          (SounderServerModel  *self,
                                                        const char          *name);
SounderServer      *sounder_server_model_find_demo     (SounderServerModel  *self);
guint               sounder_server_model_count_open    (SounderServerModel  *self);
void                sounder_server_model_kill_all      (SounderServerModel  *self);
void                sounder_server_model_follow        (SounderServerModel  *self,
                                                        const char          *signal,
                                                        GCallback            callback,
                                                        gpointer             object);

/* What a model of rows says that were made anew. */
void                sounder_model_announce             (GListModel          *model,
                                                        GPtrArray           *before,
                                                        GPtrArray           *after);

G_END_DECLS
