/* mcp-registry.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where servers are published: the Generic Registry API, version 0.1, and 0 of older registries. */

#define MCP_REGISTRY_OFFICIAL "https://registry.modelcontextprotocol.io"

/* A server version as published in a registry: the text is untrusted. */
typedef struct
{
  char   *name;         /* "io.github.someone/weather" */
  char   *title;        /* (nullable), as all that follow */
  char   *description;
  char   *version;
  char   *status;       /* "active", "deprecated", "deleted" */
  char   *status_message; /* why */
  char   *published;    /* RFC 3339 */
  char   *repository;   /* an address, as is the next one */
  char   *website;
  GBytes *manifest;     /* its server.json, see mcp_client_manifest_read() */
} McpRegistryEntry;

gboolean          mcp_registry_check_address (const char           *registry,
                                              GError              **error);
void              mcp_registry_search_async  (const char           *registry,
                                              const char           *words,       /* (nullable) */
                                              const char           *cursor,      /* (nullable): the first page */
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
GPtrArray        *mcp_registry_search_finish (GAsyncResult         *result,
                                              char                **next,        /* (out) (nullable) */
                                              GError              **error);
void              mcp_registry_get_async     (const char           *registry,
                                              const char           *name,
                                              const char           *version,     /* (nullable): the latest */
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
McpRegistryEntry *mcp_registry_get_finish    (GAsyncResult         *result,
                                              GError              **error);
char             *mcp_registry_entry_dup_origin (const McpRegistryEntry *self,
                                                 const char             *registry);
McpRegistryEntry *mcp_registry_entry_ref      (McpRegistryEntry     *self);
void              mcp_registry_entry_unref    (McpRegistryEntry     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRegistryEntry, mcp_registry_entry_unref)

G_END_DECLS
