/* mcp-catalog-item.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "mcp-param-header.h"

G_BEGIN_DECLS

typedef enum {
  MCP_CATALOG_TOOLS,
  MCP_CATALOG_RESOURCES,
  MCP_CATALOG_TEMPLATES,
  MCP_CATALOG_PROMPTS,
  MCP_CATALOG_SKILLS,    /* of the extension: see MCP_SKILLS_EXTENSION */
  MCP_N_CATALOGS,
} McpCatalogKind;

#define MCP_SKILLS_EXTENSION "io.modelcontextprotocol/skills"

/* Of a resource that is a directory, and what says what is in it (io.modelcontextprotocol/skills, *Directory Resources*). */
#define MCP_DIRECTORY_TYPE "inode/directory"
#define MCP_DIRECTORY_READ "resources/directory/read"

#define MCP_TYPE_CATALOG_ITEM (mcp_catalog_item_get_type ())

/*
 * One tool, resource, template, prompt or skill, exactly as listed. A tool's schemas, a prompt's arguments
 * and so on are read from the JSON.
 */
G_DECLARE_FINAL_TYPE (McpCatalogItem, mcp_catalog_item, MCP, CATALOG_ITEM, GObject)

const char     *mcp_catalog_kind_get_method     (McpCatalogKind kind);  /* that lists it: "tools/list" */
const char     *mcp_catalog_kind_get_member     (McpCatalogKind kind);  /* of its result: "tools" */
const char     *mcp_catalog_kind_get_capability (McpCatalogKind kind);  /* that a server with such a list declares */

GBytes         *mcp_catalog_item_get_json         (McpCatalogItem *self);  /* (transfer none): its tokens */
const char     *mcp_catalog_item_get_name         (McpCatalogItem *self);  /* "" when the server gave none */
const char     *mcp_catalog_item_get_display_name (McpCatalogItem *self);  /* title, annotations.title, name */
const char     *mcp_catalog_item_get_description  (McpCatalogItem *self);  /* "" for none */
const char     *mcp_catalog_item_get_uri          (McpCatalogItem *self);  /* (nullable): uri or uriTemplate; of a skill, that of its SKILL.md */
const char     *mcp_catalog_item_get_mime_type    (McpCatalogItem *self);  /* (nullable) */
char           *mcp_catalog_item_lookup           (McpCatalogItem *self,
                                                   const char     *path);  /* (nullable): JSON text at a dotted path */
gboolean        mcp_catalog_item_get_hint         (McpCatalogItem *self,
                                                   const char     *hint,   /* "readOnlyHint" … of the annotations */
                                                   gboolean        fallback);
const char     *mcp_catalog_item_get_exclusion    (McpCatalogItem *self);  /* (nullable): why a tool cannot be called over HTTP */

/* For the catalog: an item is made of its tokens, which it copies. */
McpCatalogItem *mcp_catalog_item_new     (McpCatalogKind  kind,
                                          const char     *text,
                                          gsize           length);
/* What of a tool's arguments goes into headers too. NULL: nothing, or the tool is excluded. */
McpParamHeaders *mcp_catalog_item_get_param_headers (McpCatalogItem *self);
/* What must be there and be the only one: a name, or the URI of a resource or skill. NULL if it is not. */
const char     *mcp_catalog_item_get_key (McpCatalogItem *self);

G_END_DECLS
