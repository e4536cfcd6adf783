/* mcp-toml-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"
#include "mcp-toml.h"

G_BEGIN_DECLS

/* How a table came to be: what may still be added to it depends on it. */
typedef enum {
  MCP_TOML_VALUE,    /* not a table, or an inline table: closed */
  MCP_TOML_IMPLIED,  /* named on the way to another one */
  MCP_TOML_DOTTED,   /* by a key with dots */
  MCP_TOML_HEADER,   /* by a line of its own */
  MCP_TOML_ARRAY,    /* no table, but an array of them */
} McpTomlKind;

typedef struct
{
  McpTomlKind  kind;
  char        *key;        /* (nullable): an element has none */
  char        *json;       /* of a value */
  GPtrArray   *children;   /* of a table or an array of tables, in their order */
  GHashTable  *index;      /* of a table: key to child */
  McpSpan      value;      /* where the value stands */
  McpSpan      statement;  /* the lines of key and value; of a table, that of its header */
  gsize        end;        /* of a table with a header: behind the last statement of its own */
} McpTomlNode;

McpTomlNode *mcp_toml_read         (const char   *toml,
                                    gsize         length,
                                    GError      **error);
McpTomlNode *mcp_toml_node_find    (McpTomlNode  *table,
                                    const char   *key);
void         mcp_toml_node_append  (McpTomlNode  *self,
                                    GString      *json);
void         mcp_toml_node_free    (McpTomlNode  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpTomlNode, mcp_toml_node_free)

G_END_DECLS
