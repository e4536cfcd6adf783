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

/* A schema that says nothing of the type: every bit of McpField.json_types. */
#define MCP_SCHEMA_ANY_TYPE (~0u)

/* How deep branches within branches are looked into for a form. */
#define MCP_SCHEMA_MAX_DEPTH 4

/* About how many keywords are looked for in a layer. */
#define MCP_SCHEMA_N_KEYWORDS 24

typedef enum {
  MCP_SCHEMA_REF_FOUND,
  MCP_SCHEMA_REF_NOWHERE,   /* what it names is here, and has no such part */
  MCP_SCHEMA_REF_OUTSIDE,
  MCP_SCHEMA_REF_TOO_LONG,  /* looking for targets takes too long */
} McpSchemaRefResult;

/* Follows $ref inside one schema, never outside of it. */
typedef struct
{
  const char *text;
  McpSpan     root;
  gint64      budget;     /* bytes that may still be read to look for a target */
  gboolean    ref_alone;  /* before 2019-09 the keywords beside $ref do not count */
  GHashTable *found;      /* reference and where from, to what it leads to */
  GArray     *resources;  /* (nullable): NULL before the first reference */
  GHashTable *by_uri;
  GHashTable *anchors;
  GHashTable *members;    /* where an object begins, to its members by name */
} McpSchemaRefs;

void                mcp_schema_refs_init    (McpSchemaRefs *self,
                                             const char    *text,
                                             gsize          length);
void                mcp_schema_refs_clear   (McpSchemaRefs *self);
McpSchemaRefResult  mcp_schema_refs_resolve (McpSchemaRefs *self,
                                             const char    *reference,
                                             gsize          position,
                                             McpSpan       *target);

/* A schema and those that it leads on to; see mcp-schema-layers.c. */
typedef struct
{
  McpSchemaRefs *refs;
  const char    *text;
  McpSpan        layers[16];
  guint          n_layers;
  gboolean       nullable;
} McpSchemaLayers;

void       mcp_schema_layers_init  (McpSchemaLayers *self,
                                    McpSchemaRefs   *refs,
                                    McpSpan          schema);
McpSpan    mcp_schema_layers_find  (McpSchemaLayers *self,
                                    const char      *keyword);

/* Parts of a schema's text; a length of 0 is what is not there. */
McpSpan    mcp_schema_member       (const char    *text,
                                    McpSpan        schema,
                                    const char    *keyword);
char      *mcp_schema_dup_token    (const char    *text,
                                    McpSpan        span);
char      *mcp_schema_dup_string   (const char    *text,
                                    McpSpan        span);
gboolean   mcp_schema_says         (const char    *text,
                                    McpSpan        span,
                                    const char    *string);
gboolean   mcp_schema_is_null      (const char    *text,
                                    McpSpan        schema);

McpField  *mcp_schema_read_field   (McpSchemaRefs *refs,
                                    McpSpan        key,
                                    McpSpan        schema);
GPtrArray *mcp_schema_read_fields  (const char    *text,
                                    gsize          length);
void       mcp_field_free          (McpField      *self);

G_END_DECLS
