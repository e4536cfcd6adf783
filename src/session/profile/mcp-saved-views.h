/* mcp-saved-views.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define MCP_TYPE_SAVED_VIEW (mcp_saved_view_get_type ())

/* A filter with a name, and how what it finds is shown. Immutable. */
G_DECLARE_FINAL_TYPE (McpSavedView, mcp_saved_view, MCP, SAVED_VIEW, GObject)

struct _McpSavedView
{
  GObject  parent_instance;

  char    *name;
  char    *filter;
  char    *scope;    /* (nullable): "all", "requests" … */
  char    *columns;  /* (nullable): names of those shown, in order, with commas */
};

McpSavedView *mcp_saved_view_new (const char *name,
                                  const char *filter,
                                  const char *scope,
                                  const char *columns);

#define MCP_TYPE_SAVED_VIEWS (mcp_saved_views_get_type ())

/* The saved views of a user: views.json beside servers.json. */
G_DECLARE_FINAL_TYPE (McpSavedViews, mcp_saved_views, MCP, SAVED_VIEWS, GObject)

McpSavedViews *mcp_saved_views_new     (const char     *path);     /* (nullable): the user's */
GListModel    *mcp_saved_views_get_model (McpSavedViews *self);    /* of McpSavedView, by name */
gboolean       mcp_saved_views_load    (McpSavedViews  *self,
                                        GError        **error);    /* missing file: no error */
gboolean       mcp_saved_views_set     (McpSavedViews  *self,
                                        McpSavedView   *view,      /* in place of one of its name */
                                        GError        **error);
gboolean       mcp_saved_views_remove  (McpSavedViews  *self,
                                        const char     *name,
                                        GError        **error);
gboolean       mcp_saved_views_rename  (McpSavedViews  *self,
                                        const char     *name,
                                        const char     *new_name,
                                        GError        **error);
McpSavedView  *mcp_saved_views_find    (McpSavedViews  *self,
                                        const char     *name);     /* (transfer none) (nullable) */
char          *mcp_saved_views_expand  (const char     *filter,    /* "@NAME", or a filter */
                                        GError        **error);    /* the filter; of MCP_ERROR_USAGE */

G_END_DECLS
