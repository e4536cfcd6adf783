/* mcp-shape-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-scan-private.h"
#include "mcp-shape-private.h"

/* What a schema says of a value: its kind, and when they are asked for its parts. */

/* Nobody chooses among more; a value of others is edited as JSON. */
#define MAX_VARIANTS 100

/* Members beyond these are as those that the schema does not name. */
#define MAX_MEMBERS 20000

/* allOf in allOf. */
#define MAX_DEPTH 16

static void
condition_clear (gpointer data)
{
  McpShapeCondition *self = data;

  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_pointer (&self->required, g_hash_table_unref);
}

static GHashTable *
new_names (void)
{
  return g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
}

void
mcp_shape_free_part (gpointer data)
{
  McpShape *self = data;

  mcp_field_free (self->field);
  g_free (self->only_type);
  g_free (self->label);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_pointer (&self->required, g_hash_table_unref);
  g_clear_pointer (&self->conditions, g_array_unref);
  g_clear_pointer (&self->first, g_ptr_array_unref);
  g_clear_pointer (&self->other, mcp_shape_free_part);
  g_clear_pointer (&self->variants, g_ptr_array_unref);
  g_free (self);
}

static GPtrArray *
new_shapes (void)
{
  return g_ptr_array_new_with_free_func (mcp_shape_free_part);
}

/* --- What it is --- */

static void
mcp_shape_read_layers (McpShape        *self,
             McpSchemaLayers *layers)
{
  layers->refs = &self->reader->refs;
  layers->text = layers->refs->text;
  layers->nullable = FALSE;
  layers->n_layers = 0;
  for (guint i = 0; i < self->n_places; i++)
    {
      mcp_schema_layers_add (layers, self->places[i]);
      if (i == 0)
        self->n_own_layers = layers->n_layers;
    }
}

/* Whether an alternative says what a value is, and not only which of the others must be there. */
static gboolean
has_shape (const char *text,
           McpSpan     schema)
{
  static const char *const keywords[] = { "type", "$ref", "properties", "const", "enum", "items", "prefixItems",
                                          "additionalProperties", "allOf", "anyOf", "oneOf", "$dynamicRef" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (mcp_schema_member (text, schema, keywords[i]).length > 0)
      return TRUE;

  return FALSE;
}

/* The alternatives of a choice; 0 when they are none. */
static guint
find_alternatives (McpShape        *self,
                   McpSchemaLayers *layers,
                   McpSpan         *alternatives)
{
  static const char *const keywords[] = { "oneOf", "anyOf" };

  for (guint i = 0; i < self->n_own_layers; i++)
    for (guint k = 0; k < G_N_ELEMENTS (keywords); k++)
      {
        McpJsonIter iter;
        McpSpan value;
        guint n = 0;
        gboolean says = FALSE;

        *alternatives = mcp_schema_member (layers->text, layers->layers[i], keywords[k]);
        if (!mcp_json_begin (&iter, layers->text, *alternatives) || iter.is_object)
          continue;

        layers->refs->budget -= alternatives->length;
        while (mcp_json_iter_next (&iter, NULL, &value))
          {
            n += !mcp_schema_is_null (layers->text, value);
            says = says || has_shape (layers->text, value);
          }
        if (n > 1 && n <= MAX_VARIANTS && says)
          return n;
      }

  return 0;
}

/* The types of a "type" with several of them, without null; NULL when there are not several. */
static GPtrArray *
find_types (McpShape        *self,
            McpSchemaLayers *layers)
{
  McpSpan type = mcp_schema_layers_find (layers, "type");
  g_autoptr (GPtrArray) types = NULL;
  McpJsonIter iter;
  McpSpan value;

  if (self->only_type != NULL || !mcp_json_begin (&iter, layers->text, type) || iter.is_object)
    return NULL;

  types = g_ptr_array_new_with_free_func (g_free);
  while (mcp_json_iter_next (&iter, NULL, &value) && types->len <= MCP_JSON_OBJECT + 1)
    {
      char *name = mcp_schema_dup_string (layers->text, value);

      if (name != NULL && strcmp (name, "null") != 0)
        g_ptr_array_add (types, name);
      else
        g_free (name);
    }

  return types->len > 1 ? g_steal_pointer (&types) : NULL;
}

static gboolean
offers_null (McpShape        *self,
             McpSchemaLayers *layers)
{
  McpSpan alternatives, value;
  McpJsonIter iter;

  if (find_alternatives (self, layers, &alternatives) == 0)
    return FALSE;

  mcp_json_begin (&iter, layers->text, alternatives);
  while (mcp_json_iter_next (&iter, NULL, &value))
    if (mcp_schema_is_null (layers->text, value))
      return TRUE;

  return FALSE;
}

static McpShapeKind
find_kind (McpShape        *self,
           McpSchemaLayers *layers)
{
  g_autoptr (GPtrArray) types = NULL;
  McpSpan alternatives;

  if (self->field->kind != MCP_FIELD_JSON)
    return MCP_SHAPE_LEAF;
  if (find_alternatives (self, layers, &alternatives) > 1)
    return MCP_SHAPE_CHOICE;

  types = find_types (self, layers);
  if (types != NULL)
    return MCP_SHAPE_CHOICE;
  if (self->field->json_types == 1u << MCP_JSON_OBJECT)
    return MCP_SHAPE_OBJECT;
  if (self->field->json_types == 1u << MCP_JSON_ARRAY)
    return MCP_SHAPE_ARRAY;

  return MCP_SHAPE_LEAF;
}

/* @outer: (nullable) which speaks of the same value as well, and says less. Without a @place it may be anything. */
McpShape *
mcp_shape_new_part (McpShapeReader     *reader,
           McpSpan     key,
           McpSpan     place,
           McpShape   *outer,
           const char *only_type)
{
  McpShape *self = g_new0 (McpShape, 1);
  McpSchemaLayers layers;

  self->reader = reader;
  self->only_type = g_strdup (only_type);
  self->places[self->n_places++] = place;
  for (guint i = 0; outer != NULL && i < outer->n_places && self->n_places < MCP_SHAPE_MAX_PLACES; i++)
    self->places[self->n_places++] = outer->places[i];

  mcp_shape_read_layers (self, &layers);
  self->field = mcp_schema_read_layers (&layers, key, only_type != NULL || outer == NULL ? only_type
                                                                                        : outer->only_type);
  self->kind = find_kind (self, &layers);
  if (self->kind == MCP_SHAPE_CHOICE && offers_null (self, &layers))
    self->field->nullable = TRUE;

  return self;
}

/* --- Members --- */

/* What is said twice of a member holds twice; what comes later says more. */
static void
add_member (McpShape   *self,
            GPtrArray  *members,
            GHashTable *places,
            McpSpan     key,
            McpSpan     schema)
{
  g_autofree char *name = mcp_schema_dup_string (self->reader->refs.text, key);
  gpointer place;
  McpShape *member;

  if (name == NULL)
    return;

  if (!g_hash_table_lookup_extended (places, name, NULL, &place))
    {
      g_hash_table_insert (places, g_steal_pointer (&name), GUINT_TO_POINTER (members->len));
      g_ptr_array_add (members, mcp_shape_new_part (self->reader, key, schema, NULL, NULL));
      return;
    }

  member = members->pdata[GPOINTER_TO_UINT (place)];
  members->pdata[GPOINTER_TO_UINT (place)] = mcp_shape_new_part (self->reader, key, schema, member, NULL);
  mcp_shape_free_part (member);
}

static void
add_required (McpShape   *self,
              GHashTable *required,
              McpSpan     names)
{
  McpJsonIter iter;
  McpSpan name;

  if (!mcp_json_begin (&iter, self->reader->refs.text, names) || iter.is_object)
    return;

  while (mcp_json_iter_next (&iter, NULL, &name))
    {
      char *decoded = mcp_schema_dup_string (self->reader->refs.text, name);

      if (decoded != NULL)
        g_hash_table_add (required, decoded);
    }
}

static void
add_condition (McpShape *self,
               McpSpan   test,
               gboolean  by_name,
               gboolean  negated,
               McpSpan   schema)
{
  McpShapeCondition condition = { test, by_name, negated, schema, NULL, NULL };

  if (test.length > 0 && schema.length > 0)
    g_array_append_val (self->conditions, condition);
}

static void
add_conditions (McpShape *self,
                McpSpan   layer)
{
  static const char *const by_name[] = { "dependentSchemas", "dependentRequired", "dependencies" };
  const char *text = self->reader->refs.text;
  McpSpan test = mcp_schema_member (text, layer, "if");

  add_condition (self, test, FALSE, FALSE, mcp_schema_member (text, layer, "then"));
  add_condition (self, test, FALSE, TRUE, mcp_schema_member (text, layer, "else"));
  for (guint i = 0; i < G_N_ELEMENTS (by_name); i++)
    {
      McpJsonIter iter;
      McpSpan key, value;

      if (!mcp_json_begin (&iter, text, mcp_schema_member (text, layer, by_name[i])) || !iter.is_object)
        continue;
      while (mcp_json_iter_next (&iter, &key, &value))
        add_condition (self, key, TRUE, FALSE, value);
    }
}

/* What is being gathered of an object. */
typedef struct
{
  GPtrArray  *members;
  GHashTable *places;       /* name to place in @members */
  GHashTable *required;
  gboolean    conditions;   /* whether they are wanted, too */
} Members;

static void
gather (McpShape        *self,
        Members         *into,
        McpSchemaLayers *layers,
        guint            depth)
{
  const char *text = self->reader->refs.text;
  McpSchemaRefs *refs = &self->reader->refs;

  /* The layer that is nearest says most: it comes last. */
  for (guint i = layers->n_layers; i > 0; i--)
    {
      McpSpan layer = layers->layers[i - 1];
      McpSpan all = mcp_schema_member (text, layer, "allOf");
      McpJsonIter iter;
      McpSpan key, value;

      if (mcp_json_begin (&iter, text, mcp_schema_member (text, layer, "properties")) && iter.is_object)
        while (refs->budget >= 0 && into->members->len < MAX_MEMBERS && mcp_json_iter_next (&iter, &key, &value))
          {
            refs->budget -= (gint64) value.length * MCP_SCHEMA_N_KEYWORDS;
            add_member (self, into->members, into->places, key, value);
          }
      add_required (self, into->required, mcp_schema_member (text, layer, "required"));
      if (into->conditions)
        add_conditions (self, layer);

      /* The only one of an allOf is a layer already, where no $ref led elsewhere. */
      if (depth >= MAX_DEPTH || !mcp_json_begin (&iter, text, all) || iter.is_object
          || (mcp_json_count (text + all.offset, all.length) == 1
              && mcp_schema_member (text, layer, "$ref").length == 0))
        continue;
      refs->budget -= (gint64) all.length * MCP_SCHEMA_N_KEYWORDS;
      while (refs->budget >= 0 && mcp_json_iter_next (&iter, NULL, &value))
        {
          McpSchemaLayers branch;

          mcp_schema_layers_init (&branch, refs, value);
          gather (self, into, &branch, depth + 1);
        }
    }
}

static void
read_members (McpShape *self)
{
  Members into = { new_shapes (), g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL), new_names (),
                   TRUE };
  McpSchemaLayers layers;

  self->conditions = g_array_new (FALSE, FALSE, sizeof (McpShapeCondition));
  g_array_set_clear_func (self->conditions, condition_clear);
  mcp_shape_read_layers (self, &layers);
  gather (self, &into, &layers, 0);
  g_hash_table_unref (into.places);
  self->members = into.members;
  self->required = into.required;
  for (guint i = 0; i < self->members->len; i++)
    {
      McpField *field = ((McpShape *) self->members->pdata[i])->field;

      field->required = g_hash_table_contains (self->required, field->name);
    }
}

/* Finds the schema for unnamed members; sets @closed when a layer forbids them. */
static McpSpan
find_other_member (McpShape *self,
                   gboolean *closed)
{
  const char *text = self->reader->refs.text;
  McpSchemaLayers layers;

  mcp_shape_read_layers (self, &layers);
  *closed = FALSE;
  for (guint i = 0; i < layers.n_layers; i++)
    {
      McpSpan patterns = mcp_schema_member (text, layers.layers[i], "patternProperties");
      McpSpan other = mcp_schema_member (text, layers.layers[i], "additionalProperties");
      McpJsonIter iter;
      McpSpan value;

      if (other.length == 0)
        other = mcp_schema_member (text, layers.layers[i], "unevaluatedProperties");

      /* One pattern says what they are, whatever they are called: names are checked with the rest. */
      if (mcp_json_begin (&iter, text, patterns) && iter.is_object && mcp_json_iter_next (&iter, NULL, &value)
          && (other.length == 0 || mcp_scan_type_of (text, other) != MCP_JSON_OBJECT))
        return value;
      if (mcp_scan_type_of (text, other) == MCP_JSON_OBJECT)
        return other;
      *closed = *closed || (other.length > 0 && text[other.offset] == 'f');
    }

  return (McpSpan) { 0, 0 };
}

/* --- Elements --- */

static void
read_elements (McpShape *self)
{
  const char *text = self->reader->refs.text;
  McpSpan tuple, items;
  McpSchemaLayers layers;
  McpJsonIter iter;
  McpSpan value;

  mcp_shape_read_layers (self, &layers);
  self->first = new_shapes ();
  tuple = mcp_schema_layers_find (&layers, "prefixItems");
  items = mcp_schema_layers_find (&layers, "items");
  if (tuple.length == 0 && mcp_scan_type_of (text, items) == MCP_JSON_ARRAY)
    {
      tuple = items;
      items = mcp_schema_layers_find (&layers, "additionalItems");
    }

  if (mcp_json_begin (&iter, text, tuple) && !iter.is_object)
    while (layers.refs->budget >= 0 && mcp_json_iter_next (&iter, NULL, &value))
      {
        layers.refs->budget -= (gint64) value.length * MCP_SCHEMA_N_KEYWORDS;
        g_ptr_array_add (self->first, mcp_shape_new_part (self->reader, (McpSpan) { 0, 0 }, value, NULL, NULL));
      }
  if (items.length == 0 || text[items.offset] != 'f')
    self->other = mcp_shape_new_part (self->reader, (McpSpan) { 0, 0 }, items, NULL, NULL);
}

/* --- Variants --- */

/* The constant by which the alternatives of a choice are told apart: "kind": "circle". */
static char *
dup_constant (McpShape *variant)
{
  const char *text = variant->reader->refs.text;
  McpSchemaLayers layers;

  mcp_shape_read_layers (variant, &layers);
  for (guint i = 0; i < variant->n_own_layers; i++)
    {
      McpJsonIter iter;
      McpSpan key, value;

      if (!mcp_json_begin (&iter, text, mcp_schema_member (text, layers.layers[i], "properties")) || !iter.is_object)
        continue;
      while (mcp_json_iter_next (&iter, &key, &value))
        {
          g_autofree char *constant = mcp_schema_dup_string (text, mcp_schema_member (text, value, "const"));

          if (constant != NULL)
            return g_steal_pointer (&constant);
        }
    }

  return NULL;
}

static char *
dup_label (McpShape *variant)
{
  const char *text = variant->reader->refs.text;
  g_autofree char *reference = mcp_schema_dup_string (text, mcp_schema_member (text, variant->places[0], "$ref"));
  g_autofree char *constant = NULL;
  const char *last = reference != NULL ? strrchr (reference, '/') : NULL;
  McpSpan title = mcp_schema_member (text, variant->places[0], "title");

  if (variant->only_type == NULL && title.length > 0 && variant->field->title != NULL)
    return g_strdup (variant->field->title);
  constant = dup_constant (variant);
  if (constant != NULL)
    return g_steal_pointer (&constant);
  if (last != NULL && last[1] != '\0')
    return g_strdup (last + 1);

  return g_strdup (variant->field->type_label);
}

static void add_variant (McpShape *self,
                         McpShape *variant);

static void
read_variants (McpShape *self)
{
  McpSchemaLayers layers;
  McpSpan alternatives, value;
  McpJsonIter iter;

  self->variants = new_shapes ();
  mcp_shape_read_layers (self, &layers);
  if (find_alternatives (self, &layers, &alternatives) > 0)
    {
      mcp_json_begin (&iter, layers.text, alternatives);
      while (layers.refs->budget >= 0 && mcp_json_iter_next (&iter, NULL, &value))
        {
          layers.refs->budget -= (gint64) value.length * MCP_SCHEMA_N_KEYWORDS;
          if (!mcp_schema_is_null (layers.text, value))
            add_variant (self, mcp_shape_new_part (self->reader, (McpSpan) { 0, 0 }, value, self, NULL));
        }
    }
  else
    {
      g_autoptr (GPtrArray) types = find_types (self, &layers);

      for (guint i = 0; types != NULL && i < types->len; i++)
        add_variant (self, mcp_shape_new_part (self->reader, (McpSpan) { 0, 0 }, self->places[0], NULL, types->pdata[i]));
    }
}

/* A choice within a choice is no step of its own. */
static void
add_variant (McpShape *self,
             McpShape *variant)
{
  if (variant->kind == MCP_SHAPE_CHOICE && self->variants->len < MAX_VARIANTS && variant->n_places < MCP_SHAPE_MAX_PLACES)
    {
      read_variants (variant);
      while (variant->variants->len > 0)
        g_ptr_array_add (self->variants, g_ptr_array_steal_index (variant->variants, 0));
      mcp_shape_free_part (variant);
      return;
    }

  /* Deeper than that nobody looks. */
  if (variant->kind == MCP_SHAPE_CHOICE)
    variant->kind = MCP_SHAPE_LEAF;
  variant->label = dup_label (variant);
  g_ptr_array_add (self->variants, variant);
}

/* --- All of them --- */

void
mcp_shape_read_parts (McpShape *self)
{
  gboolean closed = FALSE;
  McpSpan other;

  if (self->is_read)
    return;

  self->is_read = TRUE;
  if (self->kind == MCP_SHAPE_OBJECT)
    {
      read_members (self);
      other = find_other_member (self, &closed);
      if (!closed || other.length > 0)
        self->other = mcp_shape_new_part (self->reader, (McpSpan) { 0, 0 }, other, NULL, NULL);
    }
  else if (self->kind == MCP_SHAPE_ARRAY)
    {
      read_elements (self);
    }
  else if (self->kind == MCP_SHAPE_CHOICE)
    {
      read_variants (self);
    }
}

void
mcp_shape_read_condition (McpShape  *self,
                McpShapeCondition *condition)
{
  Members into = { new_shapes (), g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL), new_names (),
                   FALSE };
  McpSchemaLayers layers;

  if (mcp_scan_type_of (self->reader->refs.text, condition->schema) == MCP_JSON_ARRAY)
    {
      add_required (self, into.required, condition->schema);
    }
  else
    {
      mcp_schema_layers_init (&layers, &self->reader->refs, condition->schema);
      gather (self, &into, &layers, 0);
    }
  g_hash_table_unref (into.places);
  condition->members = into.members;
  condition->required = into.required;
}
