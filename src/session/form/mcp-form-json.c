/* mcp-form-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-form-private.h"
#include "mcp-hash.h"
#include "mcp-json.h"

/* Values from JSON, and to JSON. Nodes that are here already stay, so that somebody can go on editing them. */

static void
member_free (gpointer data)
{
  McpFormMember *member = data;

  g_free (member->key);
  g_free (member->json);
  g_free (member);
}

static gboolean
is_of_kind (McpShape    *shape,
            McpJsonType  type)
{
  switch (mcp_shape_get_kind (shape))
    {
    case MCP_SHAPE_OBJECT:
      return type == MCP_JSON_OBJECT;
    case MCP_SHAPE_ARRAY:
      return type == MCP_JSON_ARRAY;
    case MCP_SHAPE_LEAF:
    case MCP_SHAPE_CHOICE:
    default:
      break;
    }

  switch (mcp_shape_get_field (shape)->kind)
    {
    case MCP_FIELD_STRING:
      return type == MCP_JSON_STRING;
    case MCP_FIELD_NUMBER:
    case MCP_FIELD_INTEGER:
      return type == MCP_JSON_NUMBER;
    case MCP_FIELD_BOOLEAN:
      return type == MCP_JSON_BOOLEAN;
    case MCP_FIELD_MULTI:
      return type == MCP_JSON_ARRAY;
    case MCP_FIELD_ENUM:
    case MCP_FIELD_JSON:
    default:
      return TRUE;
    }
}

/* The variant that a value fits; else the one of its kind with the fewest errors; -1 for none. */
static int
find_variant (McpFormNode *self,
              const char  *json,
              gsize        length)
{
  McpJsonType type = mcp_json_get_type (json, length);
  guint n = mcp_shape_get_n_variants (self->choice);
  guint fewest = G_MAXUINT;
  int found = -1;

  /* First the one that it is now: a value may fit several. */
  for (guint k = 0; k <= n && fewest > 0; k++)
    {
      int i = k == 0 ? self->variant : (int) k - 1;
      g_autoptr (GPtrArray) errors = NULL;
      guint n_errors;

      if (i < 0 || !is_of_kind (mcp_shape_get_variant (self->choice, i), type))
        continue;
      errors = mcp_shape_validate (mcp_shape_get_variant (self->choice, i), json, length);
      n_errors = errors != NULL ? errors->len : G_MAXUINT - 1;
      if (n_errors < fewest)
        {
          fewest = n_errors;
          found = i;
        }
    }

  return found;
}

static void
load_as_text (McpFormNode *self,
              const char  *json,
              gsize        length)
{
  const McpField *field = mcp_form_node_get_field (self);

  mcp_form_node_clear_group (self);
  g_free (self->text);
  g_free (self->json);
  self->json = g_strndup (json, length);
  self->text = NULL;
  if (!self->is_json && field->kind == MCP_FIELD_STRING)
    self->text = mcp_json_dup_string (json, length);
  /* Also a string that cannot be text, with U+0000 in it. */
  if (self->text == NULL)
    self->text = g_strndup (json, length);
}

static void
add_to_order (McpFormNode *self,
              McpFormNode *child,
              const char  *key,
              gsize        key_length,
              const char  *value,
              gsize        value_length)
{
  McpFormMember *member = g_new0 (McpFormMember, 1);

  member->node = child;
  member->key = g_strndup (key, key_length);
  if (child == NULL)
    member->json = g_strndup (value, value_length);
  g_ptr_array_add (self->order, member);
}

/* Where the last member of each name stands: that is the one that counts. */
static GHashTable *
find_last_members (const char *json,
                   gsize       length)
{
  GHashTable *last = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, json, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      char *name = mcp_json_dup_string (json + key.offset, key.length);

      if (name != NULL)
        g_hash_table_replace (last, name, GSIZE_TO_POINTER (key.offset));
    }

  return last;
}

/* The others that a text has no more go; those of its members that are not here come. */
static GHashTable *
match_others (McpFormNode *self,
              GHashTable  *last)
{
  GHashTable *by_name = g_hash_table_new (mcp_str_hash, g_str_equal);
  g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);

      if (child->is_other && !g_hash_table_contains (last, child->name))
        continue;
      g_hash_table_insert (by_name, child->name, child);
      g_ptr_array_add (children, g_object_ref (child));
    }
  mcp_form_node_set_children (self, children);

  return by_name;
}

static void
load_members (McpFormNode *self,
              const char  *json,
              gsize        length)
{
  g_autoptr (GHashTable) last = find_last_members (json, length);
  g_autoptr (GHashTable) by_name = NULL;
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  McpJsonIter iter;
  McpSpan key, value;

  mcp_form_node_refresh_members (self, json, length);
  by_name = match_others (self, last);
  g_clear_pointer (&self->order, g_ptr_array_unref);
  self->order = g_ptr_array_new_with_free_func (member_free);
  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);

      if (!g_hash_table_contains (last, child->name))
        {
          child->state = MCP_FORM_ABSENT;
          g_clear_pointer (&child->json, g_free);
          child->is_touched = TRUE;
          child->is_edited = FALSE;
          mcp_form_node_emit_changed (child);
        }
    }

  mcp_json_iter_init (&iter, json, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (json + key.offset, key.length);
      McpFormNode *child = name != NULL ? g_hash_table_lookup (by_name, name) : NULL;

      /* A name that cannot be text is carried along, as what is said again later. */
      if (name == NULL || GPOINTER_TO_SIZE (g_hash_table_lookup (last, name)) != key.offset)
        {
          add_to_order (self, NULL, json + key.offset, key.length, json + value.offset, value.length);
          continue;
        }
      if (child == NULL)
        {
          child = mcp_form_node_new_other (self, name);
          g_ptr_array_add (added, child);
        }
      mcp_form_node_load (child, json + value.offset, value.length);
      mcp_form_node_emit_changed (child);
      add_to_order (self, child, json + key.offset, key.length, NULL, 0);
    }
  mcp_form_node_splice (self, mcp_form_node_get_n_children (self), 0, added);
}

static void
load_elements (McpFormNode *self,
               const char  *json,
               gsize        length)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_old = mcp_form_node_get_n_children (self);
  McpJsonIter iter;
  McpSpan value;
  guint n = 0;

  mcp_json_iter_init (&iter, json, length);
  for (; mcp_json_iter_next (&iter, NULL, &value); n++)
    {
      McpShape *shape = mcp_shape_get_element (self->shape, n);
      McpFormNode *child = n < n_old ? mcp_form_node_get_child (self, n) : NULL;

      if (child == NULL)
        {
          child = mcp_form_node_new (self->form, self, NULL, shape != NULL ? shape : mcp_shape_get_any (self->shape));
          g_ptr_array_add (added, child);
        }
      mcp_form_node_load (child, json + value.offset, value.length);
      mcp_form_node_emit_changed (child);
    }

  if (n < n_old)
    mcp_form_node_truncate (self, n);
  else
    mcp_form_node_splice (self, n_old, 0, added);
}

/* Takes a value of the shape that it has. */
void
mcp_form_node_load_shape (McpFormNode *self,
            const char  *json,
            gsize        length)
{
  McpJsonType type = mcp_json_get_type (json, length);
  McpShapeKind kind = mcp_shape_get_kind (self->shape);

  self->state = MCP_FORM_VALUE;
  self->is_json = kind == MCP_SHAPE_CHOICE || !is_of_kind (self->shape, type)
                  || (kind != MCP_SHAPE_LEAF
                      && (self->depth >= MCP_FORM_MAX_DEPTH || !mcp_shape_has_budget (self->shape)
                          || self->form->n_nodes + mcp_json_count (json, length) > MCP_FORM_MAX_NODES));
  if (self->is_json || kind == MCP_SHAPE_LEAF)
    load_as_text (self, json, length);
  else if (kind == MCP_SHAPE_OBJECT)
    load_members (self, json, length);
  else
    load_elements (self, json, length);
}

/* Takes a value from valid JSON. */
void
mcp_form_node_load (McpFormNode *self,
                    const char  *json,
                    gsize        length)
{
  if (self->form == NULL)
    return;

  self->is_touched = TRUE;
  self->is_edited = FALSE;
  if (mcp_json_get_type (json, length) == MCP_JSON_NULL)
    {
      self->state = MCP_FORM_NULL;
      return;
    }

  if (self->choice != NULL)
    {
      int variant = find_variant (self, json, length);

      if (variant != self->variant)
        mcp_form_node_clear_group (self);
      self->variant = variant;
      self->shape = variant >= 0 ? mcp_shape_get_variant (self->choice, variant) : self->choice;
    }
  mcp_form_node_load_shape (self, json, length);
}

/* --- Writing --- */

static void
append_member (GString     *out,
               const char  *key,
               McpFormNode *child,
               const char  *json)
{
  if (child != NULL && !mcp_form_node_has_value (child))
    return;

  if (out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');
  g_string_append (out, key);
  g_string_append_c (out, ':');
  if (child != NULL)
    mcp_form_node_append_json (child, out);
  else
    g_string_append (out, json);
}

static void
append_object (McpFormNode *self,
               GString     *out)
{
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);

  g_string_append_c (out, '{');
  for (guint i = 0; self->order != NULL && i < self->order->len; i++)
    {
      McpFormMember *member = self->order->pdata[i];

      append_member (out, member->key, member->node, member->json);
      if (member->node != NULL)
        g_hash_table_add (written, member->node);
    }

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);
      g_autoptr (GString) key = NULL;

      if (g_hash_table_contains (written, child))
        continue;
      key = g_string_new (NULL);
      mcp_json_append_string (key, child->name, -1);
      append_member (out, key->str, child, NULL);
    }
  g_string_append_c (out, '}');
}

static void
append_array (McpFormNode *self,
              GString     *out)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);

      if (i > 0)
        g_string_append_c (out, ',');
      /* An element cannot be absent. */
      if (mcp_form_node_has_value (child))
        mcp_form_node_append_json (child, out);
      else
        g_string_append (out, "null");
    }
  g_string_append_c (out, ']');
}

/* Whether it sends anything. */
gboolean
mcp_form_node_has_value (McpFormNode *self)
{
  if (self->state != MCP_FORM_VALUE)
    return self->state == MCP_FORM_NULL;

  return mcp_form_node_get_kind (self) != MCP_SHAPE_LEAF || self->json != NULL || *self->text != '\0'
         || (!self->is_json && mcp_form_node_get_field (self)->kind == MCP_FIELD_STRING);
}

/* Writes what it sends, of one that has a value. */
void
mcp_form_node_append_json (McpFormNode *self,
                           GString     *out)
{
  g_autofree char *json = NULL;

  if (self->state == MCP_FORM_NULL)
    {
      g_string_append (out, "null");
      return;
    }

  switch (mcp_form_node_get_kind (self))
    {
    case MCP_SHAPE_OBJECT:
      append_object (self, out);
      break;
    case MCP_SHAPE_ARRAY:
      append_array (self, out);
      break;
    case MCP_SHAPE_LEAF:
    case MCP_SHAPE_CHOICE:
    default:
      json = mcp_form_node_type_text (self, NULL);
      g_string_append (out, json);
      break;
    }
}
