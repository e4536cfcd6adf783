/* mcp-server-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

#define MCP_TYPE_SERVER_LIST (mcp_server_list_get_type ())

/*
 * The saved servers, a GListModel of McpProfile in the file's order. Loads, watches and saves
 * the file; keeps what it does not know. Names are unique.
 * Signals: load-error (GError): the file was broken and has been kept aside.
 */
G_DECLARE_FINAL_TYPE (McpServerList, mcp_server_list, MCP, SERVER_LIST, GObject)

McpServerList *mcp_server_list_new              (const char     *path);  /* (nullable): servers.json of the user */
char          *mcp_server_list_get_default_path (void);
const char    *mcp_server_list_get_path         (McpServerList  *self);
gboolean       mcp_server_list_load             (McpServerList  *self,
                                                 GError        **error); /* a missing file is an empty list */
void           mcp_server_list_watch            (McpServerList  *self);  /* merge changes from outside, by name */
McpProfile    *mcp_server_list_find             (McpServerList  *self,
                                                 const char     *name);  /* (transfer none) (nullable) */
const GError  *mcp_server_list_get_problem      (McpServerList  *self,
                                                 const char     *name);  /* (nullable): why it is not in the list */
gboolean       mcp_server_list_add              (McpServerList  *self,
                                                 McpProfile     *profile,
                                                 GError        **error); /* saves */
gboolean       mcp_server_list_update           (McpServerList  *self,
                                                 McpProfile     *profile,  /* one of the list */
                                                 McpProfile     *changed,  /* what it becomes */
                                                 GError        **error); /* saves */
gboolean       mcp_server_list_remove           (McpServerList  *self,
                                                 McpProfile     *profile,
                                                 GError        **error); /* saves */
char         **mcp_server_list_dup_groups       (McpServerList  *self);  /* in the order of their first servers */
gboolean       mcp_server_list_arrange          (McpServerList  *self,
                                                 GPtrArray      *order,    /* (nullable) of McpProfile */
                                                 GPtrArray      *members,  /* (nullable) of McpProfile: those that get the group */
                                                 const char     *group,    /* (nullable): none */
                                                 GError        **error); /* saves */
char          *mcp_server_list_make_unique_name (McpServerList  *self,
                                                 const char     *name);

G_END_DECLS
