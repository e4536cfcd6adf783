/* mcp-catalog-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-catalog.h"
#include "mcp-call-private.h"
#include "mcp-connection-private.h"

G_BEGIN_DECLS

typedef struct _McpCatalogLoad McpCatalogLoad;

struct _McpCatalog
{
  GObject          parent_instance;

  McpSession      *session;  /* weak */
  McpCatalogKind   kind;
  char            *directory; /* (nullable): its URI, of what is in a directory */
  McpCatalogState  state;
  GError          *error;    /* (nullable): why the last load failed */
  GPtrArray       *items;
  GHashTable      *by_name;  /* names and URIs to items; the strings are theirs */
  guint            n_pages;
  char            *next_cursor; /* (nullable): JSON, of the page after those that are there */
  GHashTable      *cursors;     /* (nullable): those that were followed to get there, and marks of the pages */
  gint64           loaded_usec; /* monotonic; 0 for never */
  gint64           ttl_msec;    /* of what was loaded; -1 when it does not say */
  char            *cache_scope; /* (nullable) */
  gboolean         stale;       /* the server said that it changed */

  McpCatalogLoad  *load;     /* (nullable): see mcp-catalog-load.c */
  GPtrArray       *waiters;  /* for the load under way */
  GPtrArray       *later;    /* for the one after it */
  guint            again_source; /* reads it again; 0 for never */
  gboolean         wanted;   /* a list change waits in @later: further changes add nothing */
};

void  mcp_catalog_set_state      (McpCatalog      *self,
                                  McpCatalogState  state,
                                  const GError    *error);
void  mcp_catalog_replace_items  (McpCatalog      *self,
                                  GPtrArray       *items);
void  mcp_catalog_clear_items    (McpCatalog      *self);
void  mcp_catalog_emit_refreshed (McpCatalog      *self);
void  mcp_catalog_set_hints      (McpCatalog      *self,
                                  gint64           ttl_msec,
                                  const char      *scope);    /* (nullable) */
void  mcp_catalog_set_stale      (McpCatalog      *self);

void  mcp_catalog_watcher_iface_init (McpWatcherInterface *iface);

void  mcp_catalog_arm            (McpCatalog      *self);
void  mcp_catalog_disarm         (McpCatalog      *self);

void  mcp_catalog_init_load      (McpCatalog      *self);
void  mcp_catalog_set_next       (McpCatalog      *self,
                                  char            *cursor,    /* (transfer full) (nullable) */
                                  GHashTable      *cursors);  /* (transfer full) (nullable) */
void  mcp_catalog_stop_load      (McpCatalog      *self,
                                  const GError    *error);

G_END_DECLS
