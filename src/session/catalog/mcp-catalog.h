/* mcp-catalog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-call.h"
#include "mcp-catalog-item.h"

G_BEGIN_DECLS

typedef struct _McpSession McpSession;

typedef enum {
  MCP_CATALOG_EMPTY,       /* never asked */
  MCP_CATALOG_UNSUPPORTED, /* the server did not declare the capability */
  MCP_CATALOG_LOADING,
  MCP_CATALOG_LOADED,
  MCP_CATALOG_FAILED,
  MCP_CATALOG_UNRECORDED,  /* recording without a list request */
} McpCatalogState;

#define MCP_TYPE_CATALOG (mcp_catalog_get_type ())

/*
 * A GListModel of McpCatalogItem. All pages, or the first ones of a list that is loaded page by page, in the server's
 * order; an item that did not change stays the same object over a refresh. Properties: state, n-pages, age,
 * n-items.
 * Signals: refreshed.
 */
G_DECLARE_FINAL_TYPE (McpCatalog, mcp_catalog, MCP, CATALOG, GObject)

McpCatalog      *mcp_catalog_new            (McpSession          *session,
                                             McpCatalogKind       kind);
McpCatalog      *mcp_catalog_new_for_directory (McpSession       *session,
                                             const char          *uri);
McpSession      *mcp_catalog_get_session    (McpCatalog          *self);  /* (transfer none) (nullable): it is gone */
McpCatalogKind   mcp_catalog_get_kind       (McpCatalog          *self);
McpCatalogState  mcp_catalog_get_state      (McpCatalog          *self);
gboolean         mcp_catalog_is_recorded    (McpCatalog          *self);  /* listed once and for all */
const GError    *mcp_catalog_get_error      (McpCatalog          *self);  /* (nullable) */
guint            mcp_catalog_get_n_pages    (McpCatalog          *self);  /* of the last load */
gboolean         mcp_catalog_has_more       (McpCatalog          *self);  /* the server named a next page, which was not asked for */
gint64           mcp_catalog_get_age_usec   (McpCatalog          *self);  /* since the last load; -1 for never */
gint64           mcp_catalog_get_ttl_msec   (McpCatalog          *self);  /* the smallest of its pages; -1 when one gave none */
const char      *mcp_catalog_get_cache_scope (McpCatalog         *self);  /* (nullable) "public", "private", another */
gboolean         mcp_catalog_is_fresh       (McpCatalog          *self);
McpCatalogItem  *mcp_catalog_find           (McpCatalog          *self,
                                             const char          *name);  /* name or URI; (transfer none) (nullable) */
void             mcp_catalog_refresh_soon   (McpCatalog          *self);
void             mcp_catalog_come_back      (McpCatalog          *self);  /* somebody looks at it again */
void             mcp_catalog_load_more      (McpCatalog          *self,
                                             gboolean             all);
void             mcp_catalog_refresh_async  (McpCatalog          *self,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data);
gboolean         mcp_catalog_refresh_finish (McpCatalog          *self,
                                             GAsyncResult        *result,
                                             GError             **error);
McpCall         *mcp_catalog_new_page_call  (McpCatalog          *self,
                                             const char          *cursor);  /* (nullable) JSON */
const char      *mcp_catalog_get_method     (McpCatalog          *self);
void             mcp_catalog_reset          (McpCatalog          *self,
                                             McpCatalogState      state); /* the session tells */

G_END_DECLS
