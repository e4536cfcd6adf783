/* mcp-server-list-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-server-list.h"

G_BEGIN_DECLS

/* What the list has, for the two files that it is made of. */
struct _McpServerList
{
  GObject       parent_instance;

  char         *path;
  gboolean      is_users;  /* not a file of somebody else's */
  GPtrArray    *profiles;
  /* (nullable): the file as it was last read or written. */
  char         *text;
  /* Members that are no servers, by name: kept in the file, and the reason told. */
  GHashTable   *problems;
  GFileMonitor *monitor;
  guint         reload_id;
};

gboolean mcp_server_list_refresh          (McpServerList  *self,
                                           GError        **broken,     /* (nullable) */
                                           GError        **error);
void     mcp_server_list_replace_profiles (McpServerList  *self,
                                           GPtrArray      *profiles);

G_END_DECLS
