/* mcp-bundle-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <archive.h>

#include "mcp-bundle.h"
#include "mcp-manifest-private.h"

G_BEGIN_DECLS

#define MCP_BUNDLE_MANIFEST "manifest.json"
#define MCP_BUNDLE_MAX_MANIFEST_BYTES (1024u * 1024)
#define MCP_BUNDLE_MAX_ENTRIES 100000

/* Something in a bundle, whose name is good to be written below a folder. */
typedef struct
{
  const char *name;           /* "server/index.js", UTF-8 */
  guint64     n_bytes;        /* as it says */
  gboolean    is_folder;
  gboolean    is_executable;
} McpBundleEntry;

/* A walk through a bundle. */
typedef struct _McpBundleWalk McpBundleWalk;

typedef gboolean (*McpBundleVisit) (McpBundleWalk         *walk,
                                    const McpBundleEntry  *entry,
                                    gpointer               user_data,
                                    GError               **error);

gboolean    mcp_bundle_walk           (McpBundle             *self,
                                       McpBundleVisit         visit,
                                       gpointer               user_data,
                                       GCancellable          *cancellable,
                                       GError               **error);
gssize      mcp_bundle_walk_read      (McpBundleWalk         *walk,
                                       void                  *buffer,
                                       gsize                  length,
                                       GError               **error);
GHashTable *mcp_bundle_walk_get_names (McpBundleWalk         *walk);
gboolean    mcp_bundle_check_list     (McpBundle             *self,
                                       GError               **error);
gboolean    mcp_bundle_refuse         (const char            *name,
                                       const char            *why,
                                       GError               **error);

gboolean          mcp_bundle_read_manifest  (McpBundle         *self,
                                             gboolean           is_signed,
                                             GError           **error);
McpManifestValue  mcp_bundle_get_manifest   (McpBundle         *self);
gboolean          mcp_bundle_get            (McpManifestValue   object,
                                             const char        *key,
                                             const char        *whole,
                                             McpJsonType        type,
                                             gboolean           is_required,
                                             McpManifestValue  *value,
                                             GError           **error);
gboolean          mcp_bundle_get_text       (McpManifestValue   object,
                                             const char        *key,
                                             const char        *whole,
                                             gboolean           is_required,
                                             char             **text,        /* (nullable) */
                                             GError           **error);
gboolean          mcp_bundle_check_server   (McpBundle         *self,
                                             GError           **error);
char             *mcp_bundle_make_inputs    (McpManifestValue   options,
                                             const char        *folder,
                                             GError           **error);
char             *mcp_bundle_fill           (const char        *text,
                                             const char        *folder,
                                             McpManifestValue   options,     /* without text where there are none */
                                             GError           **error);

G_END_DECLS
