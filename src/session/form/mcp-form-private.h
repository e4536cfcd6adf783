/* mcp-form-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-form.h"

G_BEGIN_DECLS

/* Deeper, and more in all, than this is edited as JSON. */
#define MCP_FORM_MAX_DEPTH 100
#define MCP_FORM_MAX_NODES 5000

/* A member in the order in which it was loaded and goes out. */
typedef struct
{
  McpFormNode *node;  /* (nullable): said again later */
  char        *key;   /* with its quotes, as it was spelt */
  char        *json;  /* (nullable): without a node */
} McpFormMember;

struct _McpFormNode
{
  GObject       parent_instance;

  McpForm      *form;       /* (nullable): it is gone */
  McpFormNode  *parent;     /* (nullable) */
  char         *name;       /* (nullable) */
  guint         depth;
  gboolean      required;
  gboolean      is_other;   /* the schema does not name it */

  McpShape     *shape;      /* the current shape; owned by @form */
  McpShape     *choice;     /* (nullable): of which @shape is one */
  int           variant;    /* -1: none fits */
  GHashTable   *former;     /* (nullable): variant to the JSON that it was before another was chosen */
  gboolean      is_json;    /* edited as JSON, though it has parts */

  McpFormState  state;
  gboolean      is_touched; /* it or what is below was loaded or edited */
  gboolean      is_edited;  /* by somebody, since it was loaded */
  char         *text;       /* never NULL; kept while it is absent */
  char         *json;       /* (nullable): the exact token, until the text is edited */
  GListStore   *children;   /* (nullable): NULL until first listed */
  GPtrArray    *order;      /* (nullable): of McpFormMember */

  char         *error;      /* (nullable) */
  gboolean      is_missing; /* or its text is not of its kind: what the schema says of that is said already */
  guint         n_errors;   /* its own */
  guint         n_all;      /* with those below */
};

struct _McpForm
{
  GObject       parent_instance;

  McpSchema    *schema;
  McpShape     *shape;
  McpFormNode  *root;
  guint         n_nodes;
  gboolean      for_question;    /* nothing is made up */
  gboolean      checks_formats;
  gboolean      checked;         /* what is wrong has been asked since the last change */

  /* What only a worker can tell. */
  GCancellable *judging;         /* (nullable) */
  char         *judged_json;     /* (nullable): what it is or was about */
  GPtrArray    *judged;          /* (nullable): of McpSchemaError, when it has ended */
};

McpFormNode *mcp_form_node_new         (McpForm      *form,
                                        McpFormNode  *parent,  /* (nullable) */
                                        const char   *name,    /* (nullable) */
                                        McpShape     *shape);
gboolean     mcp_form_node_has_value   (McpFormNode  *self);
void         mcp_form_node_set_default (McpFormNode  *self);
void         mcp_form_node_fill        (McpFormNode  *self);
void         mcp_form_node_clear_group (McpFormNode  *self);
void         mcp_form_node_refresh     (McpFormNode  *self);
void         mcp_form_node_emit_changed (McpFormNode *self);
void         mcp_form_node_load        (McpFormNode  *self,
                                        const char   *json,
                                        gsize         length);
void         mcp_form_node_append_json (McpFormNode  *self,
                                        GString      *out);
char        *mcp_form_node_type_text   (McpFormNode  *self,
                                        char        **reason);
guint        mcp_form_node_get_n_children (McpFormNode *self);
McpFormNode *mcp_form_node_get_child   (McpFormNode  *self,   /* (transfer none) */
                                        guint         i);
McpFormNode *mcp_form_node_new_other   (McpFormNode  *self,
                                        const char   *name);
void         mcp_form_node_splice      (McpFormNode  *self,
                                        guint         position,
                                        guint         n_removed,
                                        GPtrArray    *added);
void         mcp_form_node_truncate    (McpFormNode  *self,
                                        guint         n);
void         mcp_form_node_set_children (McpFormNode *self,
                                        GPtrArray    *children);
void         mcp_form_node_refresh_members (McpFormNode *self,
                                        const char   *json,
                                        gsize         length);
void         mcp_form_node_load_shape  (McpFormNode  *self,
                                        const char   *json,
                                        gsize         length);
McpFormNode *mcp_form_node_find_child  (McpFormNode  *self,
                                        const char   *name);
void         mcp_form_node_let_go      (McpFormNode  *self);
void         mcp_form_emit_judged      (McpForm      *self);
void         mcp_form_emit_changed     (McpForm      *self,
                                        McpFormNode  *node);
void         mcp_form_check            (McpForm      *self);

G_END_DECLS
