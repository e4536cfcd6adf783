/* mcp-schema-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-schema.h"
#include "mcp-text.h"

G_BEGIN_DECLS

/* How much of a schema or a value a message quotes. */
#define MCP_SCHEMA_MAX_QUOTED_BYTES 100

/* Follows $ref inside one schema, never outside of it. */
/* A schema that says nothing of the type: every bit of McpField.json_types. */
#define MCP_SCHEMA_ANY_TYPE (~0u)

typedef struct
{
  const char *text;
  McpSpan     root;
  GHashTable *found;   /* reference (owned) to McpSpan (owned); length 0 for one that leads nowhere */
  gint64      budget;  /* bytes that may still be read to look for a target */
} McpSchemaRefs;

void       mcp_schema_refs_init    (McpSchemaRefs *self,
                                    const char    *text,
                                    gsize          length);
void       mcp_schema_refs_clear   (McpSchemaRefs *self);
gboolean   mcp_schema_refs_resolve (McpSchemaRefs *self,
                                    const char    *reference,
                                    McpSpan       *target);

GPtrArray *mcp_schema_read_fields  (const char    *text,
                                    gsize          length);
void       mcp_field_free          (McpField      *self);

G_END_DECLS
