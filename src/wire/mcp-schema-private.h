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
  char       *uri;        /* (nullable) where the text is from */
  GHashTable *found;      /* reference and where from, to what it leads to */
  GArray     *resources;  /* (nullable): NULL before the first reference */
  GHashTable *by_uri;
  GHashTable *anchors;
  GHashTable *dynamic_anchors;
  GHashTable *members;    /* where an object begins, to its members by name */
  GHashTable *nodes;      /* (nullable) where a schema begins, to what was read of it */
  GHashTable *names;      /* (nullable) where an object or array begins, to its McpSchemaNames */
  GHashTable *places;     /* (nullable) where a reference stands, to what it leads to */
  gboolean    is_dynamic; /* speaks of dynamic anchors or references */
  gboolean    asserts;    /* its dialect has the vocabulary of validation */
} McpSchemaRefs;

/* @uri: (nullable) where the text is from, for what has no absolute $id. */
void                mcp_schema_refs_init    (McpSchemaRefs *self,
                                             const char    *text,
                                             gsize          length,
                                             const char    *uri);
void                mcp_schema_refs_clear   (McpSchemaRefs *self);
McpSchemaRefResult  mcp_schema_refs_resolve (McpSchemaRefs *self,
                                             const char    *reference,
                                             gsize          position,
                                             McpSpan       *target);
/* The absolute URI that a reference at @position means, with its fragment. */
char               *mcp_schema_refs_dup_uri (McpSchemaRefs *self,
                                             const char    *reference,
                                             gsize          position);
gboolean            mcp_schema_is_meta      (const char    *uri);
/* What an absolute URI names in this document. */
McpSchemaRefResult  mcp_schema_refs_find    (McpSchemaRefs *self,
                                             const char    *uri,
                                             McpSpan       *target);
/* The number of the resource around a place, and where one has a dynamic anchor. */
guint               mcp_schema_refs_get_resource (McpSchemaRefs *self,
                                                  gsize          position);
gboolean            mcp_schema_refs_find_dynamic (McpSchemaRefs *self,
                                                  guint          resource,
                                                  const char    *name,
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
void       mcp_schema_layers_add   (McpSchemaLayers *self,     /* behind what it has */
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
McpField  *mcp_schema_read_layers  (McpSchemaLayers *layers,
                                    McpSpan        key,
                                    const char    *only_type); /* (nullable): which of several is meant */
GPtrArray *mcp_schema_read_fields  (const char    *text,
                                    gsize          length);
GPtrArray *mcp_schema_validate_part (McpSchema     *self,
                                     McpSchemaRefs *refs,
                                     McpSpan        schema,
                                     const char    *value,
                                     gsize          length,
                                     gint64        *budget);

G_END_DECLS
