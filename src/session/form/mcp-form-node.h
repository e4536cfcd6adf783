/* mcp-form-node.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-shape.h"

G_BEGIN_DECLS

/* What a value is, apart from its text. */
typedef enum {
  MCP_FORM_ABSENT,  /* not sent at all */
  MCP_FORM_NULL,
  MCP_FORM_VALUE,
} McpFormState;

#define MCP_TYPE_FORM_NODE (mcp_form_node_get_type ())

/* One value of a form: a text, or a group of other nodes. Belongs to its form. Signal: changed. */
G_DECLARE_FINAL_TYPE (McpFormNode, mcp_form_node, MCP, FORM_NODE, GObject)

typedef struct _McpForm McpForm;

McpForm        *mcp_form_node_get_form      (McpFormNode   *self);  /* (nullable): it is gone */
McpFormNode    *mcp_form_node_get_parent    (McpFormNode   *self);  /* (nullable) */
const char     *mcp_form_node_get_name      (McpFormNode   *self);  /* (nullable): of an element */
char           *mcp_form_node_dup_label     (McpFormNode   *self);
char           *mcp_form_node_dup_path      (McpFormNode   *self);
const McpField *mcp_form_node_get_field     (McpFormNode   *self);
const McpField *mcp_form_node_get_whole_field (McpFormNode *self);
McpShapeKind    mcp_form_node_get_kind      (McpFormNode   *self);
gboolean        mcp_form_node_is_required   (McpFormNode   *self);
gboolean        mcp_form_node_is_nullable   (McpFormNode   *self);
gboolean        mcp_form_node_is_element    (McpFormNode   *self);
gboolean        mcp_form_node_is_other      (McpFormNode   *self);

McpFormState    mcp_form_node_get_state     (McpFormNode   *self);
void            mcp_form_node_set_state     (McpFormNode   *self,
                                             McpFormState   state);
char           *mcp_form_node_dup_json      (McpFormNode   *self);  /* (nullable) */
void            mcp_form_node_set_json      (McpFormNode   *self,
                                             const char    *json);

gboolean        mcp_form_node_is_edited     (McpFormNode   *self);

/* Of a text. */
const char     *mcp_form_node_get_text      (McpFormNode   *self);
void            mcp_form_node_set_text      (McpFormNode   *self,
                                             const char    *text);
void            mcp_form_node_step          (McpFormNode   *self,
                                             gboolean       up);

/* Any value as JSON text. */
gboolean        mcp_form_node_is_json       (McpFormNode   *self);
gboolean        mcp_form_node_has_form      (McpFormNode   *self);
gboolean        mcp_form_node_edit_as_json  (McpFormNode   *self,
                                             gboolean       as_json);

/* Of a group. */
GListModel     *mcp_form_node_get_children  (McpFormNode   *self);
gboolean        mcp_form_node_takes_more    (McpFormNode   *self);
McpFormNode    *mcp_form_node_add           (McpFormNode   *self,
                                             const char    *name);   /* (nullable): of an element */
gboolean        mcp_form_node_rename        (McpFormNode   *self,
                                             const char    *name);
void            mcp_form_node_remove        (McpFormNode   *self);
void            mcp_form_node_move          (McpFormNode   *self,
                                             guint          position);
guint           mcp_form_node_get_position  (McpFormNode   *self);

/* Of a choice. */
guint           mcp_form_node_get_n_variants (McpFormNode  *self);
const char     *mcp_form_node_get_variant_label (McpFormNode *self,
                                             guint          i);
int             mcp_form_node_get_variant   (McpFormNode   *self);
void            mcp_form_node_set_variant   (McpFormNode   *self,
                                             guint          i);

/* What is wrong. */
const char     *mcp_form_node_get_error     (McpFormNode   *self);  /* (nullable) */
guint           mcp_form_node_get_n_errors  (McpFormNode   *self);

G_END_DECLS
