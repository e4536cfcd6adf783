/* mcp-form-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-form-private.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-json-edit.h"

/*
 * Nodes with parts. Members that the schema does not name are nodes, too, and each member goes out at the place where it
 * was loaded from; what is said twice is carried along. What a form cannot hold is edited as JSON: that part, and no
 * more.
 */

/* Required groups within required groups are made so far; the next is absent until somebody asks for it. */
#define MAX_DEFAULT_DEPTH 8
#define MAX_DEFAULT_NODES 2000

guint
mcp_form_node_get_n_children (McpFormNode *self)
{
  return self->children != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;
}

/* Not a reference: the list holds one. */
McpFormNode *
mcp_form_node_get_child (McpFormNode *self,
           guint        i)
{
  g_autoptr (McpFormNode) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

  return child;
}

/* It is no more part of a form. */
void
mcp_form_node_let_go (McpFormNode *self)
{
  if (self->form != NULL)
    self->form->n_nodes--;
  self->form = NULL;
  self->parent = NULL;
  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    mcp_form_node_let_go (mcp_form_node_get_child (self, i));
}

/* Puts other children where some are, and tells of no more than that. */
void
mcp_form_node_splice (McpFormNode *self,
        guint        position,
        guint        n_removed,
        GPtrArray   *added)
{
  g_autoptr (GPtrArray) removed = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_removed; i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, position + i);

      if (!g_ptr_array_find (added, child, NULL))
        g_ptr_array_add (removed, g_object_ref (child));
    }
  if (n_removed > 0 || added->len > 0)
    g_list_store_splice (G_LIST_STORE (mcp_form_node_get_children (self)), position, n_removed, added->pdata, added->len);
  for (guint i = 0; i < removed->len; i++)
    {
      for (guint k = 0; self->order != NULL && k < self->order->len; k++)
        if (((McpFormMember *) self->order->pdata[k])->node == removed->pdata[i])
          g_ptr_array_remove_index (self->order, k--);
      mcp_form_node_let_go (removed->pdata[i]);
    }
}

void
mcp_form_node_truncate (McpFormNode *self,
             guint        position)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  mcp_form_node_splice (self, position, mcp_form_node_get_n_children (self) - position, none);
}

void
mcp_form_node_clear_group (McpFormNode *self)
{
  mcp_form_node_truncate (self, 0);
  g_clear_pointer (&self->order, g_ptr_array_unref);
}

McpFormNode *
mcp_form_node_find_child (McpFormNode *self,
                          const char  *name)
{
  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    if (g_strcmp0 (mcp_form_node_get_child (self, i)->name, name) == 0)
      return mcp_form_node_get_child (self, i);

  return NULL;
}

/* --- Making them --- */

static void
set_shape (McpFormNode *self,
           McpShape    *shape)
{
  self->shape = shape;
  self->variant = -1;
  if (mcp_shape_get_kind (shape) != MCP_SHAPE_CHOICE || mcp_shape_get_n_variants (shape) == 0)
    return;

  self->choice = shape;
  self->variant = 0;
  self->shape = mcp_shape_get_variant (shape, 0);
}

McpFormNode *
mcp_form_node_new (McpForm     *form,
                   McpFormNode *parent,
                   const char  *name,
                   McpShape    *shape)
{
  McpFormNode *self = g_object_new (MCP_TYPE_FORM_NODE, NULL);

  self->form = form;
  self->parent = parent;
  self->name = g_strdup (name);
  self->depth = parent != NULL ? parent->depth + 1 : 0;
  set_shape (self, shape);
  form->n_nodes++;

  return self;
}

/* What was asked for is there: a text may be empty, a group has its members. */
static void
set_to_something (McpFormNode *self)
{
  const McpField *field = mcp_form_node_get_field (self);

  if (field->kind == MCP_FIELD_ENUM)
    mcp_form_node_load (self, field->enum_json[0], strlen (field->enum_json[0]));
  else if (mcp_form_node_get_kind (self) != MCP_SHAPE_LEAF)
    self->state = MCP_FORM_VALUE;
  else if (self->is_other || mcp_form_node_is_element (self))
    self->state = field->kind == MCP_FIELD_STRING ? MCP_FORM_VALUE : MCP_FORM_ABSENT;
  if (self->state == MCP_FORM_VALUE)
    mcp_form_node_fill (self);
}

/* A schema may require more than anybody wants to see at once. */
static gboolean
can_begin (McpFormNode *self)
{
  return self->depth < MAX_DEFAULT_DEPTH && self->form->n_nodes < MAX_DEFAULT_NODES
         && mcp_shape_has_budget (self->shape);
}

/* Whether it is a constant of the variant that was chosen: others are told apart from it by that. */
static gboolean
tells_variant (McpFormNode *self)
{
  const McpField *field = mcp_form_node_get_field (self);

  return self->parent != NULL && self->parent->choice != NULL && field->kind == MCP_FIELD_ENUM
         && field->enum_json[1] == NULL;
}

/* Gives it its default; what is required and has none is begun. */
void
mcp_form_node_set_default (McpFormNode *self)
{
  const McpField *field = mcp_form_node_get_whole_field (self);
  gboolean must_be = self->required || self->is_other || mcp_form_node_is_element (self);

  if (field->default_json != NULL)
    mcp_form_node_load (self, field->default_json, strlen (field->default_json));
  else if ((must_be && !self->form->for_question && can_begin (self)) || tells_variant (self))
    set_to_something (self);
  self->is_touched = FALSE;
}

static McpFormNode *
new_member (McpFormNode *self,
            McpShape    *shape,
            GHashTable  *required)
{
  const char *name = mcp_shape_get_field (shape)->name;
  McpFormNode *child = mcp_form_node_new (self->form, self, name, shape);

  child->required = g_hash_table_contains (required, name);
  mcp_form_node_set_default (child);

  return child;
}

static McpShape *
get_other_shape (McpFormNode *self)
{
  McpShape *other = mcp_shape_get_other_member (self->shape);

  return other != NULL ? other : mcp_shape_get_any (self->shape);
}

McpFormNode *
mcp_form_node_new_other (McpFormNode *self,
           const char  *name)
{
  McpFormNode *child = mcp_form_node_new (self->form, self, name, get_other_shape (self));

  child->is_other = TRUE;

  return child;
}

static McpShape *
get_said (McpFormNode *self)
{
  return self->choice != NULL ? self->choice : self->shape;
}

/* --- The members of an object --- */

/* Gives a value that is told otherwise now to another node. */
static McpFormNode *
hand_over (McpFormNode *to,
           McpFormNode *from)
{
  g_autofree char *json = mcp_form_node_dup_json (from);

  if (json != NULL)
    mcp_form_node_load (to, json, strlen (json));
  for (guint i = 0; from->parent->order != NULL && i < from->parent->order->len; i++)
    {
      McpFormMember *member = from->parent->order->pdata[i];

      if (member->node == from)
        member->node = to;
    }

  return to;
}

/* The children that an object has when these are its members: those that are here already stay. */
static GPtrArray *
collect_children (McpFormNode *self,
                  GPtrArray   *members,
                  GHashTable  *required)
{
  GPtrArray *children = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) by_name = g_hash_table_new (mcp_str_hash, g_str_equal);
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    g_hash_table_insert (by_name, mcp_form_node_get_child (self, i)->name, mcp_form_node_get_child (self, i));

  for (guint i = 0; i < members->len; i++)
    {
      McpShape *shape = members->pdata[i];
      McpFormNode *child = g_hash_table_lookup (by_name, mcp_shape_get_field (shape)->name);
      McpFormNode *former = child;

      if (child == NULL || child->is_other || get_said (child) != shape)
        child = new_member (self, shape, required);
      else
        g_object_ref (child);
      if (former != NULL)
        g_hash_table_add (taken, former);
      if (former != NULL && former != child && former->is_touched && mcp_form_node_has_value (former))
        hand_over (child, former);
      g_ptr_array_add (children, child);
    }

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);

      if (g_hash_table_contains (taken, child))
        continue;
      if (child->is_other)
        g_ptr_array_add (children, g_object_ref (child));
      else if (child->is_touched && mcp_form_node_has_value (child))
        g_ptr_array_add (children, hand_over (mcp_form_node_new_other (self, child->name), child));
    }

  return children;
}

void
mcp_form_node_set_children (McpFormNode *self,
              GPtrArray   *children)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  guint n_old = mcp_form_node_get_n_children (self);
  guint before = 0, behind = 0;

  while (before < n_old && before < children->len && mcp_form_node_get_child (self, before) == children->pdata[before])
    before++;
  while (behind < n_old - before && behind < children->len - before
         && mcp_form_node_get_child (self, n_old - 1 - behind) == children->pdata[children->len - 1 - behind])
    behind++;
  for (guint i = before; i < children->len - behind; i++)
    g_ptr_array_add (added, children->pdata[i]);
  mcp_form_node_splice (self, before, n_old - before - behind, added);
}

void
mcp_form_node_refresh_members (McpFormNode *self,
                 const char  *json,
                 gsize        length)
{
  g_autoptr (GHashTable) required = NULL;
  g_autoptr (GPtrArray) members = mcp_shape_dup_members (self->shape, json, length, &required);
  g_autoptr (GPtrArray) children = collect_children (self, members, required);

  mcp_form_node_set_children (self, children);
  for (guint i = 0; i < children->len; i++)
    {
      McpFormNode *child = children->pdata[i];
      gboolean must_be = !child->is_other && g_hash_table_contains (required, child->name);

      if (child->required != must_be)
        {
          child->required = must_be;
          mcp_form_node_emit_changed (child);
        }
    }
}

/* Shows and hides the members that are there because of what others are. */
void
mcp_form_node_refresh (McpFormNode *self)
{
  g_autofree char *json = NULL;

  if (self->state != MCP_FORM_VALUE || mcp_form_node_get_kind (self) != MCP_SHAPE_OBJECT
      || !mcp_shape_depends (self->shape))
    return;

  json = mcp_form_node_dup_json (self);
  mcp_form_node_refresh_members (self, json, strlen (json));
}

/* Makes the children of what is a group from now on. */
void
mcp_form_node_fill (McpFormNode *self)
{
  if (self->form == NULL)
    return;

  if (mcp_form_node_get_kind (self) == MCP_SHAPE_OBJECT && mcp_form_node_get_n_children (self) == 0)
    {
      mcp_form_node_refresh_members (self, "{}", 2);
      mcp_form_node_refresh (self);
    }
  else if (mcp_form_node_get_kind (self) == MCP_SHAPE_ARRAY && mcp_form_node_get_n_children (self) == 0)
    {
      g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

      for (guint i = 0; i < mcp_shape_get_n_first (self->shape); i++)
        {
          McpFormNode *child = mcp_form_node_new (self->form, self, NULL, mcp_shape_get_element (self->shape, i));

          mcp_form_node_set_default (child);
          g_ptr_array_add (added, child);
        }
      mcp_form_node_splice (self, 0, 0, added);
    }
}

/* --- Editing --- */

static void
tell (McpFormNode *self,
      McpFormNode *child)
{
  for (McpFormNode *node = self; node != NULL; node = node->parent)
    node->is_touched = TRUE;
  mcp_form_node_emit_changed (self);
  /* Elements are called by their places. */
  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    mcp_form_node_emit_changed (mcp_form_node_get_child (self, i));
  if (self->form != NULL)
    mcp_form_emit_changed (self->form, child != NULL ? child : self);
}

GListModel *
mcp_form_node_get_children (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  if (self->children == NULL)
    self->children = g_list_store_new (MCP_TYPE_FORM_NODE);

  return G_LIST_MODEL (self->children);
}

/* Gets whether elements can be added to it, or members that the schema does not name. */
gboolean
mcp_form_node_takes_more (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  if (self->form == NULL || self->state != MCP_FORM_VALUE || self->depth >= MCP_FORM_MAX_DEPTH
      || self->form->n_nodes >= MCP_FORM_MAX_NODES)
    return FALSE;
  if (mcp_form_node_get_kind (self) == MCP_SHAPE_ARRAY)
    return mcp_shape_get_element (self->shape, mcp_form_node_get_n_children (self)) != NULL;

  if (mcp_form_node_get_kind (self) != MCP_SHAPE_OBJECT || !mcp_shape_is_map (self->shape))
    return FALSE;

  /* A tool whose schema says nothing takes no arguments. */
  return self->parent != NULL || mcp_shape_get_field (mcp_shape_get_other_member (self->shape))->schema_json != NULL;
}

/**
 * mcp_form_node_add:
 * @self: a group that takes more
 * @name: (nullable): the name of a member; %NULL for an element
 *
 * Adds an element at the end, or a member that the schema does not name.
 *
 * Returns: (transfer none) (nullable): the new child; %NULL when the name is there already
 */
McpFormNode *
mcp_form_node_add (McpFormNode *self,
                   const char  *name)
{
  g_autoptr (McpFormNode) child = NULL;
  g_autoptr (GPtrArray) added = g_ptr_array_new ();

  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);
  g_return_val_if_fail (mcp_form_node_takes_more (self), NULL);
  g_return_val_if_fail ((name == NULL) == (mcp_form_node_get_kind (self) == MCP_SHAPE_ARRAY), NULL);

  if (name != NULL && mcp_form_node_find_child (self, name) != NULL)
    return NULL;

  mcp_shape_renew_budget (self->shape);
  child = name != NULL ? mcp_form_node_new_other (self, name)
                       : mcp_form_node_new (self->form, self, NULL,
                                            mcp_shape_get_element (self->shape, mcp_form_node_get_n_children (self)));
  mcp_form_node_set_default (child);
  g_ptr_array_add (added, child);
  mcp_form_node_splice (self, mcp_form_node_get_n_children (self), 0, added);
  tell (self, child);

  return child;
}

/**
 * mcp_form_node_rename:
 * @self: a member that the schema does not name
 * @name: its new name
 *
 * Renames it, at its place.
 *
 * Returns: %FALSE when another member has that name
 */
gboolean
mcp_form_node_rename (McpFormNode *self,
                      const char  *name)
{
  McpFormNode *other;

  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);
  g_return_val_if_fail (self->is_other && self->parent != NULL, FALSE);

  other = mcp_form_node_find_child (self->parent, name);
  if (other != NULL)
    return other == self;

  g_free (self->name);
  self->name = g_strdup (name);
  for (guint i = 0; self->parent->order != NULL && i < self->parent->order->len; i++)
    {
      McpFormMember *member = self->parent->order->pdata[i];
      GString *key;

      if (member->node != self)
        continue;
      key = g_string_new (NULL);
      mcp_json_append_string (key, name, -1);
      g_free (member->key);
      member->key = g_string_free (key, FALSE);
    }
  tell (self->parent, self);

  return TRUE;
}

void
mcp_form_node_remove (McpFormNode *self)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  McpFormNode *parent;

  g_return_if_fail (MCP_IS_FORM_NODE (self));
  g_return_if_fail (self->parent != NULL);

  parent = self->parent;
  mcp_form_node_splice (parent, mcp_form_node_get_position (self), 1, none);
  tell (parent, NULL);
}

guint
mcp_form_node_get_position (McpFormNode *self)
{
  guint position = 0;

  g_return_val_if_fail (MCP_IS_FORM_NODE (self), 0);

  if (self->parent != NULL)
    g_list_store_find (self->parent->children, self, &position);

  return position;
}

/**
 * mcp_form_node_move:
 * @position: its new place, of those behind the ones that are said one by one
 *
 * Moves it among its like.
 */
void
mcp_form_node_move (McpFormNode *self,
                    guint        position)
{
  g_autoptr (McpFormNode) held = g_object_ref (self);
  McpFormNode *parent = self->parent;
  guint n_first;
  guint from;

  g_return_if_fail (MCP_IS_FORM_NODE (self));
  g_return_if_fail (mcp_form_node_is_element (self));

  n_first = mcp_shape_get_n_first (parent->shape);
  from = mcp_form_node_get_position (self);
  if (from == position || from < n_first || position < n_first || position >= mcp_form_node_get_n_children (parent))
    return;

  g_list_store_remove (parent->children, from);
  g_list_store_insert (parent->children, position, self);
  tell (parent, self);
}

/* --- Choices --- */

guint
mcp_form_node_get_n_variants (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), 0);

  return self->choice != NULL ? mcp_shape_get_n_variants (self->choice) : 0;
}

const char *
mcp_form_node_get_variant_label (McpFormNode *self,
                                 guint        i)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);
  g_return_val_if_fail (self->choice != NULL, NULL);

  return mcp_shape_get_label (mcp_shape_get_variant (self->choice, i));
}

/* -1 when the value fits none. */
int
mcp_form_node_get_variant (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), -1);

  return self->variant;
}

/* Members of the variant before that mean the same in this one. */
static void
take_over (McpFormNode *self,
           const char  *json)
{
  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);
      McpSpan value;

      if (child->name != NULL && mcp_json_edit_find (json, strlen (json), child->name, &value)
          && mcp_shape_fits (get_said (child), json + value.offset, value.length))
        mcp_form_node_load (child, json + value.offset, value.length);
    }
}

/**
 * mcp_form_node_set_variant:
 * @i: the one to use
 *
 * Chooses what it is. What fits in both stays; what was chosen and filled in before is there again.
 */
void
mcp_form_node_set_variant (McpFormNode *self,
                           guint        i)
{
  g_autofree char *json = NULL;
  const char *before;

  g_return_if_fail (MCP_IS_FORM_NODE (self));
  g_return_if_fail (i < mcp_form_node_get_n_variants (self));

  if (self->variant == (int) i && !self->is_json)
    return;

  json = mcp_form_node_dup_json (self);
  if (self->former == NULL)
    self->former = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (self->variant >= 0 && json != NULL)
    g_hash_table_insert (self->former, GINT_TO_POINTER (self->variant), g_strdup (json));
  before = g_hash_table_lookup (self->former, GUINT_TO_POINTER (i));

  mcp_form_node_clear_group (self);
  mcp_shape_renew_budget (self->choice);
  self->shape = mcp_shape_get_variant (self->choice, i);
  self->variant = i;
  self->is_json = FALSE;
  g_clear_pointer (&self->json, g_free);
  self->state = MCP_FORM_ABSENT;
  if (before != NULL)
    mcp_form_node_load_shape (self, before, strlen (before));
  else if (mcp_form_node_get_field (self)->default_json != NULL)
    mcp_form_node_load (self, mcp_form_node_get_field (self)->default_json,
                        strlen (mcp_form_node_get_field (self)->default_json));
  else
    set_to_something (self);

  if (before == NULL && json != NULL && mcp_form_node_get_kind (self) == MCP_SHAPE_OBJECT
      && mcp_json_get_type (json, strlen (json)) == MCP_JSON_OBJECT)
    take_over (self, json);
  tell (self, NULL);
}
