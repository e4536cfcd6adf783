/* mcp-shape.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-shape-private.h"

/* What values may be checked against parts until the budget is renewed, in bytes that are read. */
#define CHECK_BUDGET (32 * 1024 * 1024)

static int
find_member (GPtrArray  *members,
             const char *name)
{
  for (guint i = 0; i < members->len; i++)
    if (g_strcmp0 (((McpShape *) members->pdata[i])->field->name, name) == 0)
      return i;

  return -1;
}

static McpShape *
new_root (McpSchema  *schema,
          const char *only_type)
{
  McpShapeReader *reader;
  McpShape *self;
  const char *text;

  g_return_val_if_fail (schema != NULL, NULL);

  reader = g_new0 (McpShapeReader, 1);
  reader->schema = mcp_schema_ref (schema);
  text = mcp_schema_get_text (schema);
  mcp_schema_refs_init (&reader->refs, text, strlen (text), NULL);
  reader->refs_budget = reader->refs.budget;
  reader->check_budget = CHECK_BUDGET;
  self = mcp_shape_new_part (reader, (McpSpan) { 0, 0 }, reader->refs.root, NULL, only_type);
  self->is_root = TRUE;
  /* Also where options are said that no object is. */
  if (only_type != NULL && self->kind == MCP_SHAPE_LEAF)
    {
      self->field->kind = MCP_FIELD_JSON;
      self->kind = MCP_SHAPE_OBJECT;
    }

  return self;
}

McpShape *
mcp_shape_new_object (McpSchema *schema)
{
  return new_root (schema, "object");
}

void
mcp_shape_free (McpShape *self)
{
  McpShapeReader *reader = self->reader;

  g_return_if_fail (self->is_root);

  mcp_shape_free_part (self);
  g_clear_pointer (&reader->any, mcp_shape_free_part);
  mcp_schema_refs_clear (&reader->refs);
  mcp_schema_unref (reader->schema);
  g_free (reader);
}

/**
 * mcp_shape_get_field:
 *
 * Gets what it is for a form. Its name is that of the member; an element has none.
 *
 * Returns: (transfer none): a field
 */
const McpField *
mcp_shape_get_field (McpShape *self)
{
  return self->field;
}

McpShapeKind
mcp_shape_get_kind (McpShape *self)
{
  return self->kind;
}

/* --- Asking an object --- */

static gboolean
holds (McpShape   *self,
       McpShapeCondition  *condition,
       const char *value,
       gsize       length)
{
  McpSchemaRefs *refs = &self->reader->refs;
  g_autoptr (GPtrArray) errors = NULL;
  g_autofree char *name = NULL;
  McpSpan root, member;

  if (condition->by_name)
    {
      name = mcp_schema_dup_string (refs->text, condition->test);
      mcp_json_lookup (value, length, NULL, &root);
      return name != NULL && mcp_json_get_member (value, root, name, strlen (name), &member);
    }

  errors = mcp_schema_validate_part (self->reader->schema, refs, condition->test, value, length,
                                     &self->reader->check_budget);

  return errors != NULL && (errors->len == 0) != condition->negated;
}

/**
 * mcp_shape_dup_members:
 * @value: the object as it is, as JSON
 * @required: (out) (transfer full): the names of those that must be there, as the set's keys
 *
 * Gets the members that the schema names for an object such as @value, in the schema's order; at last those that are
 * only there because of what others are.
 *
 * Returns: (transfer container) (element-type McpShape): shapes
 */
GPtrArray *
mcp_shape_dup_members (McpShape    *self,
                       const char  *value,
                       gsize        length,
                       GHashTable **required)
{
  g_autoptr (GPtrArray) members = NULL;
  g_autoptr (GHashTable) names = NULL;
  GHashTableIter iter;
  gpointer name;

  g_return_val_if_fail (self->kind == MCP_SHAPE_OBJECT, NULL);

  mcp_shape_read_parts (self);
  if (self->conditions->len == 0)
    {
      *required = g_hash_table_ref (self->required);
      return g_ptr_array_ref (self->members);
    }

  members = g_ptr_array_new ();
  names = g_hash_table_new (mcp_str_hash, g_str_equal);
  for (guint i = 0; i < self->members->len; i++)
    {
      McpShape *member = self->members->pdata[i];

      g_ptr_array_add (members, member);
      g_hash_table_add (names, member->field->name);
    }
  *required = g_hash_table_new (mcp_str_hash, g_str_equal);
  g_hash_table_iter_init (&iter, self->required);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (*required, name);

  for (guint i = 0; i < self->conditions->len; i++)
    {
      McpShapeCondition *condition = &g_array_index (self->conditions, McpShapeCondition, i);

      if (!holds (self, condition, value, length))
        continue;
      if (condition->members == NULL)
        mcp_shape_read_condition (self, condition);
      for (guint k = 0; k < condition->members->len; k++)
        {
          McpShape *member = condition->members->pdata[k];

          /* What is said of a member that is there anyway is checked; it does not become another one. */
          if (g_hash_table_add (names, member->field->name))
            g_ptr_array_add (members, member);
        }
      g_hash_table_iter_init (&iter, condition->required);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        g_hash_table_add (*required, name);
    }

  return g_steal_pointer (&members);
}

/* Gets whether its members depend on what others are. */
gboolean
mcp_shape_depends (McpShape *self)
{
  g_return_val_if_fail (self->kind == MCP_SHAPE_OBJECT, FALSE);

  mcp_shape_read_parts (self);

  return self->conditions->len > 0;
}

McpShape *
mcp_shape_get_other_member (McpShape *self)
{
  g_return_val_if_fail (self->kind == MCP_SHAPE_OBJECT, NULL);

  mcp_shape_read_parts (self);

  return self->other;
}

/**
 * mcp_shape_is_map:
 *
 * Gets whether it is meant to have members that the schema does not name, and not only allowed to.
 *
 * Returns: %TRUE if the schema says what they are, or names none
 */
gboolean
mcp_shape_is_map (McpShape *self)
{
  McpShape *other = mcp_shape_get_other_member (self);

  return other != NULL && (other->places[0].length > 0 || (self->members->len == 0 && self->conditions->len == 0));
}

McpShape *
mcp_shape_get_any (McpShape *self)
{
  if (self->reader->any == NULL)
    self->reader->any = mcp_shape_new_part (self->reader, (McpSpan) { 0, 0 }, (McpSpan) { 0, 0 }, NULL, NULL);

  return self->reader->any;
}

/* --- Asking an array --- */

/**
 * mcp_shape_get_element:
 * @index: which one
 *
 * Gets what an element is.
 *
 * Returns: (transfer none) (nullable): a shape; %NULL when there may be none
 */
McpShape *
mcp_shape_get_element (McpShape *self,
                       guint     index)
{
  g_return_val_if_fail (self->kind == MCP_SHAPE_ARRAY, NULL);

  mcp_shape_read_parts (self);

  return index < self->first->len ? self->first->pdata[index] : self->other;
}

/**
 * mcp_shape_get_n_first:
 *
 * Gets how many elements are said one by one.
 *
 * Returns: the length of the tuple, 0 if it is none
 */
guint
mcp_shape_get_n_first (McpShape *self)
{
  g_return_val_if_fail (self->kind == MCP_SHAPE_ARRAY, 0);

  mcp_shape_read_parts (self);

  return self->first->len;
}

/* --- Asking a choice --- */

guint
mcp_shape_get_n_variants (McpShape *self)
{
  g_return_val_if_fail (self->kind == MCP_SHAPE_CHOICE, 0);

  mcp_shape_read_parts (self);

  return self->variants->len;
}

McpShape *
mcp_shape_get_variant (McpShape *self,
                       guint     i)
{
  g_return_val_if_fail (self->kind == MCP_SHAPE_CHOICE, NULL);
  g_return_val_if_fail (i < mcp_shape_get_n_variants (self), NULL);

  return self->variants->pdata[i];
}

/**
 * mcp_shape_get_label:
 * @self: a variant of a choice
 *
 * Gets what to call it: its title, the constant in it, what it refers to, or its type.
 *
 * Returns: text
 */
const char *
mcp_shape_get_label (McpShape *self)
{
  return self->label;
}

/* --- What stands deeper --- */

static McpShape *
find_child (McpShape   *self,
            const char *name)
{
  McpShape *other;
  int place;

  if (self->kind == MCP_SHAPE_ARRAY && name[0] == '[')
    return mcp_shape_get_element (self, MIN (g_ascii_strtoull (name + 1, NULL, 10), G_MAXUINT));
  if (self->kind != MCP_SHAPE_OBJECT || name[0] == '[')
    return NULL;

  other = mcp_shape_get_other_member (self);
  place = find_member (self->members, name);

  return place >= 0 ? self->members->pdata[place] : other;
}

/**
 * mcp_shape_find:
 * @path: names of members, and elements such as "[0]"
 *
 * Gets what stands at a path; of a choice, in the first variant that says so.
 *
 * Returns: (transfer none) (nullable): a shape; %NULL where the schema does not say what is there
 */
McpShape *
mcp_shape_find (McpShape           *self,
                const char * const *path)
{
  McpShape *child;

  if (*path == NULL)
    return self->places[0].length > 0 ? self : NULL;

  if (self->kind == MCP_SHAPE_CHOICE)
    {
      for (guint i = 0; i < mcp_shape_get_n_variants (self); i++)
        {
          McpShape *found = mcp_shape_find (mcp_shape_get_variant (self, i), path);

          if (found != NULL)
            return found;
        }
      return NULL;
    }

  child = find_child (self, *path);

  return child != NULL ? mcp_shape_find (child, path + 1) : NULL;
}

/* --- Checking --- */

/**
 * mcp_shape_validate:
 * @value: JSON
 *
 * Checks a value against the part of the schema that is nearest to @self, without regular expressions.
 *
 * Returns: (transfer full) (element-type McpSchemaError) (nullable): in which ways it does not fit; %NULL when that
 *   takes too long
 */
GPtrArray *
mcp_shape_validate (McpShape   *self,
                    const char *value,
                    gsize       length)
{
  if (self->only_type != NULL)
    {
      const char *name = mcp_json_type_get_name (mcp_json_get_type (value, length));

      if (!g_str_equal (name, self->only_type)
          && !(g_str_equal (name, "number") && g_str_equal (self->only_type, "integer")))
        return NULL;
    }

  return mcp_schema_validate_part (self->reader->schema, &self->reader->refs, self->places[0], value, length,
                                   &self->reader->check_budget);
}

/**
 * mcp_shape_fits:
 * @value: JSON
 *
 * Gets whether a value fits, as mcp_shape_validate() sees it.
 *
 * Returns: %FALSE as well when that takes too long
 */
gboolean
mcp_shape_fits (McpShape   *self,
                const char *value,
                gsize       length)
{
  g_autoptr (GPtrArray) errors = mcp_shape_validate (self, value, length);

  return errors != NULL && errors->len == 0;
}

/*
 * Lets parts be read and values be checked again after many were: what a person does renews it, what a server sends
 * does not.
 */
void
mcp_shape_renew_budget (McpShape *self)
{
  self->reader->refs.budget = self->reader->refs_budget;
  self->reader->check_budget = CHECK_BUDGET;
}

/**
 * mcp_shape_has_budget:
 *
 * Gets whether parts can be read: else what was read of them may not be all.
 *
 * Returns: %FALSE when so much was done that a person has to ask for more
 */
gboolean
mcp_shape_has_budget (McpShape *self)
{
  return self->reader->refs.budget > 0;
}
