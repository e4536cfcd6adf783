/* mcp-shape.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-schema.h"

G_BEGIN_DECLS

/*
 * How the values that a schema allows are made of others: what a form has groups, lists and choices for. Parts are read
 * when they are asked for, so that a schema that refers to itself has no end. For one thread.
 */
typedef struct _McpShape McpShape;

typedef enum {
  MCP_SHAPE_LEAF,    /* edited as one text, or chosen */
  MCP_SHAPE_OBJECT,
  MCP_SHAPE_ARRAY,
  MCP_SHAPE_CHOICE,  /* of several shapes */
} McpShapeKind;

/* All shapes belong to the one that was made, and go with it. */
McpShape       *mcp_shape_new_object       (McpSchema   *schema);
void            mcp_shape_free             (McpShape    *self);

const McpField *mcp_shape_get_field        (McpShape    *self);
McpShapeKind    mcp_shape_get_kind         (McpShape    *self);
McpShape       *mcp_shape_get_any          (McpShape    *self);

/* Of an object. */
GPtrArray      *mcp_shape_dup_members      (McpShape    *self,
                                            const char  *value,
                                            gsize        length,
                                            GHashTable **required);
McpShape       *mcp_shape_get_other_member (McpShape    *self);  /* (nullable) */
gboolean        mcp_shape_is_map           (McpShape    *self);
gboolean        mcp_shape_depends          (McpShape    *self);

/* Of an array. */
McpShape       *mcp_shape_get_element      (McpShape    *self,
                                            guint        index);  /* (nullable) */
guint           mcp_shape_get_n_first      (McpShape    *self);

/* Of a choice. */
guint           mcp_shape_get_n_variants   (McpShape    *self);
McpShape       *mcp_shape_get_variant      (McpShape    *self,
                                            guint        i);
const char     *mcp_shape_get_label        (McpShape    *self);

McpShape       *mcp_shape_find             (McpShape    *self,
                                            const char * const *path);  /* (nullable) */

GPtrArray      *mcp_shape_validate         (McpShape    *self,
                                            const char  *value,
                                            gsize        length);
gboolean        mcp_shape_fits             (McpShape    *self,
                                            const char  *value,
                                            gsize        length);
void            mcp_shape_renew_budget     (McpShape    *self);
gboolean        mcp_shape_has_budget       (McpShape    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpShape, mcp_shape_free)

G_END_DECLS
