/* mcp-bundle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-client-server.h"

G_BEGIN_DECLS

/*
 * A bundle (.mcpb, before that .dxt): a ZIP with a server and the manifest.json that says how it is started. All of it is
 * what somebody has packed. Nothing in one that is open changes, so that workers may have it.
 */
typedef struct
{
  char      *path;
  char      *name;         /* for programs */
  char      *title;        /* (nullable): for people */
  char      *version;
  char      *author;
  char      *description;
  char      *kind;         /* "node", "python", "binary", "uv" */
  char     **tools;        /* names of those it tells of */
  char     **tool_texts;   /* what each does; "" where it says nothing */
  char     **notes;        /* translated sentences: what else a person should know */
  guint      n_files;
  guint64    n_bytes;      /* when it is unpacked, as it says */

  /*< private >*/
  int         fd;
  guint64     n_packed_bytes;  /* without a signature behind it */
  GBytes     *manifest;
  GHashTable *names;           /* of its entries; the value tells folders */
  char       *program;         /* (nullable): the entry that is started */
} McpBundle;

/* Called where the unpacking was begun. */
typedef void (*McpBundleProgress) (guint64  n_bytes,  /* of those that it has */
                                   gpointer user_data);

gboolean         mcp_bundle_is            (const char           *path);
McpBundle       *mcp_bundle_open          (const char           *path,
                                           GCancellable         *cancellable,
                                           GError              **error);
void             mcp_bundle_open_async    (const char           *path,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
McpBundle       *mcp_bundle_open_finish   (GAsyncResult         *result,
                                           GError              **error); /* (transfer full) (nullable) */
McpBundle       *mcp_bundle_ref           (McpBundle            *self);
void             mcp_bundle_unref         (McpBundle            *self);

char            *mcp_bundle_dup_folder    (McpBundle            *self,
                                           const char           *parent);   /* (nullable): that for all bundles */
McpClientServer *mcp_bundle_make_server   (McpBundle            *self,
                                           const char           *folder);

gboolean         mcp_bundle_unpack        (McpBundle            *self,
                                           const char           *folder,
                                           GCancellable         *cancellable,
                                           GError              **error);
void             mcp_bundle_unpack_async  (McpBundle            *self,
                                           const char           *folder,
                                           GCancellable         *cancellable,
                                           McpBundleProgress     progress,  /* (nullable) */
                                           gpointer              progress_data,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
gboolean         mcp_bundle_unpack_finish (GAsyncResult         *result,
                                           GError              **error);
void             mcp_bundle_remove        (const char           *folder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpBundle, mcp_bundle_unref)

G_END_DECLS
