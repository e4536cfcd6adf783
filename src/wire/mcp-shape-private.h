/* mcp-shape-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-schema-private.h"
#include "mcp-shape.h"

G_BEGIN_DECLS

/* More schemas that speak of one value than these are not looked at. */
#define MCP_SHAPE_MAX_PLACES 8

typedef struct
{
  McpSchema     *schema;
  McpSchemaRefs  refs;
  gint64         refs_budget;   /* what each question may take */
  gint64         check_budget;
  McpShape      *any;           /* (nullable) */
} McpShapeReader;

/* Members that are there in some cases: if, dependentSchemas, dependentRequired (Core 10.2.2, Validation 6.5.4). */
typedef struct
{
  McpSpan     test;      /* a schema; with @by_name, a member name */
  gboolean    by_name;
  gboolean    negated;
  McpSpan     schema;    /* what holds then: a schema, or an array of names */
  GPtrArray  *members;   /* of McpShape; (nullable) until it held */
  GHashTable *required;
} McpShapeCondition;

struct _McpShape
{
  McpShapeReader       *reader;
  gboolean      is_root;
  McpShapeKind  kind;
  McpField     *field;
  McpSpan       places[MCP_SHAPE_MAX_PLACES]; /* the schemas that speak of it, the one nearest to it first */
  guint         n_places;
  guint         n_own_layers;       /* the layers of the first place */
  char         *only_type;          /* (nullable): which of several types is meant */
  char         *label;

  gboolean      is_read;            /* what follows */
  GPtrArray    *members;
  GHashTable   *required;
  GArray       *conditions;
  GPtrArray    *first;              /* elements of a tuple */
  McpShape     *other;              /* (nullable) member or element */
  GPtrArray    *variants;
};

McpShape *mcp_shape_new_part       (McpShapeReader    *reader,
                                    McpSpan            key,
                                    McpSpan            place,
                                    McpShape          *outer,       /* (nullable) */
                                    const char        *only_type);  /* (nullable) */
void      mcp_shape_free_part      (gpointer           data);
void      mcp_shape_read_parts     (McpShape          *self);
void      mcp_shape_read_condition (McpShape          *self,
                                    McpShapeCondition *condition);

G_END_DECLS
