/* mcp-schema-fields.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-schema"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-scan-private.h"
#include "mcp-schema-private.h"

/*
 * What a form needs to know of each property. What a property means may be spread over layers:
 * its own schema, the one its $ref leads to, the only member of its allOf, and the alternative
 * of an anyOf that is not null. The first layer that has a keyword decides it.
 */

#define MAX_LAYERS 16

/* How deep alternatives within alternatives are looked into. */
#define MAX_DEPTH 4

/* What comparing two options counts. */
#define OPTION_COST_BYTES 16

/* About how many keywords are looked for in a layer. */
#define N_KEYWORDS 24

typedef struct
{
  McpSchemaRefs *refs;
  const char    *text;
  McpSpan        layers[MAX_LAYERS];
  guint          n_layers;
  gboolean       nullable;
} Layers;

static McpSpan
get (const char *text,
     McpSpan     schema,
     const char *keyword)
{
  McpSpan value = { 0, 0 };

  mcp_json_get_member (text, schema, keyword, strlen (keyword), &value);

  return value;
}

static McpSpan
find (Layers     *self,
      const char *keyword)
{
  for (guint i = 0; i < self->n_layers; i++)
    {
      McpSpan value = get (self->text, self->layers[i], keyword);

      if (value.length > 0)
        return value;
    }

  return (McpSpan) { 0, 0 };
}

static char *
dup_token (const char *text,
           McpSpan     span)
{
  return span.length > 0 ? g_strndup (text + span.offset, span.length) : NULL;
}

static char *
dup_string (const char *text,
            McpSpan     span)
{
  return span.length > 0 ? mcp_json_dup_string (text + span.offset, span.length) : NULL;
}

static gboolean
says (const char *text,
      McpSpan     span,
      const char *string)
{
  return mcp_scan_type_of (text, span) == MCP_JSON_STRING &&
         mcp_json_key_equal (text + span.offset, span.length, string);
}

static gboolean
is_null_schema (const char *text,
                McpSpan     schema)
{
  McpSpan constant = get (text, schema, "const");

  return says (text, get (text, schema, "type"), "null") ||
         mcp_scan_type_of (text, constant) == MCP_JSON_NULL;
}

/* The single alternative of anyOf or oneOf beside null; FALSE if there are several. */
static gboolean
find_only_alternative (const char *text,
                       McpSpan     alternatives,
                       McpSpan    *only)
{
  McpJsonIter iter;
  McpSpan value;
  guint n = 0;
  gboolean has_null = FALSE;

  if (!mcp_json_begin (&iter, text, alternatives) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      if (is_null_schema (text, value))
        {
          has_null = TRUE;
          continue;
        }
      *only = value;
      n++;
    }

  return has_null && n == 1;
}

/* Finds the schema below the last layer. */
static gboolean
find_layer (Layers  *self,
            McpSpan *next)
{
  McpSpan layer = self->layers[self->n_layers - 1];
  McpSpan reference = get (self->text, layer, "$ref");
  g_autofree char *target = dup_string (self->text, reference);
  McpSpan all;

  if (target != NULL)
    return mcp_schema_refs_resolve (self->refs, target, next);

  all = get (self->text, layer, "allOf");
  if (all.length > 0 && mcp_json_count (self->text + all.offset, all.length) == 1)
    {
      McpJsonIter iter;

      return mcp_json_begin (&iter, self->text, all) && !iter.is_object &&
             mcp_json_iter_next (&iter, NULL, next);
    }

  if (find_only_alternative (self->text, get (self->text, layer, "anyOf"), next) ||
      find_only_alternative (self->text, get (self->text, layer, "oneOf"), next))
    {
      self->nullable = TRUE;
      return TRUE;
    }

  return FALSE;
}

/* Every keyword is looked for in each layer: many references to a big schema must not add up. */
static gboolean
next_layer (Layers  *self,
            McpSpan *next)
{
  if (!find_layer (self, next))
    return FALSE;

  self->refs->budget -= (gint64) next->length * N_KEYWORDS;

  return self->refs->budget >= 0;
}

static void
layers_init (Layers        *self,
             McpSchemaRefs *refs,
             McpSpan        schema)
{
  McpSpan next;

  self->refs = refs;
  self->text = refs->text;
  self->nullable = FALSE;
  self->layers[0] = schema;
  self->n_layers = 1;

  /* A reference that leads back to itself ends when the layers are full. */
  while (self->n_layers < MAX_LAYERS && next_layer (self, &next))
    self->layers[self->n_layers++] = next;
}

/* The name of the only type beside null, or NULL; all names joined in @label. */
static char *
read_type (Layers *self,
           char  **label)
{
  McpSpan type = find (self, "type");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter iter;
  McpSpan value;

  if (mcp_scan_type_of (self->text, type) == MCP_JSON_STRING)
    g_ptr_array_add (names, dup_string (self->text, type));
  else if (mcp_json_begin (&iter, self->text, type) && !iter.is_object)
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        if (says (self->text, value, "null"))
          self->nullable = TRUE;
        else if (mcp_scan_type_of (self->text, value) == MCP_JSON_STRING)
          g_ptr_array_add (names, dup_string (self->text, value));
      }

  g_ptr_array_add (names, NULL);
  *label = g_strjoinv (" | ", (char **) names->pdata);

  return names->len == 2 ? g_strdup (names->pdata[0]) : NULL;
}

static void
add_option (GPtrArray  *json,
            GPtrArray  *labels,
            const char *text,
            McpSpan     value,
            McpSpan     title)
{
  char *label = dup_string (text, title);

  if (label == NULL)
    label = dup_string (text, value);

  g_ptr_array_add (json, dup_token (text, value));
  g_ptr_array_add (labels, label != NULL ? label : dup_token (text, value));
}

/* enum, with enumNames for the labels where there are any. */
static gboolean
read_enum (Layers    *self,
           GPtrArray *json,
           GPtrArray *labels)
{
  McpJsonIter iter, name_iter;
  McpSpan value;
  McpSpan names = find (self, "enumNames");
  McpSpan constant = find (self, "const");
  gboolean has_names = mcp_json_begin (&name_iter, self->text, names);

  if (mcp_json_begin (&iter, self->text, find (self, "enum")) && !iter.is_object)
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        McpSpan title = { 0, 0 };

        if (has_names)
          has_names = mcp_json_iter_next (&name_iter, NULL, &title);
        add_option (json, labels, self->text, value, title);
      }
  else if (constant.length > 0)
    add_option (json, labels, self->text, constant, (McpSpan) { 0, 0 });

  return json->len > 0;
}

/* oneOf or anyOf of nothing but constants, each with its title. */
static gboolean
read_constants (Layers     *self,
                const char *keyword,
                GPtrArray  *json,
                GPtrArray  *labels)
{
  McpJsonIter iter;
  McpSpan value;

  if (!mcp_json_begin (&iter, self->text, find (self, keyword)) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      McpSpan constant = get (self->text, value, "const");

      if (constant.length == 0 && is_null_schema (self->text, value))
        {
          self->nullable = TRUE;
          continue;
        }
      if (constant.length == 0)
        {
          g_ptr_array_set_size (json, 0);
          g_ptr_array_set_size (labels, 0);
          return FALSE;
        }
      add_option (json, labels, self->text, constant, get (self->text, value, "title"));
    }

  return json->len > 0;
}

static char **
take_strv (GPtrArray *strings)
{
  g_ptr_array_add (strings, NULL);

  return (char **) g_ptr_array_steal (strings, NULL);
}

/* Options: of the field itself, or of the elements of an array (@kind says which). */
static void
read_options (Layers       *self,
              McpField     *field,
              McpFieldKind  kind)
{
  g_autoptr (GPtrArray) json = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

  if (!read_enum (self, json, labels) &&
      !read_constants (self, "oneOf", json, labels) &&
      !read_constants (self, "anyOf", json, labels))
    return;

  field->kind = kind;
  field->enum_json = take_strv (json);
  field->enum_labels = take_strv (labels);
}

/* An array whose elements are all one of some constants: a list to check. */
static void
read_element_options (Layers   *self,
                      McpField *field)
{
  McpSpan items = find (self, "items");
  Layers elements;

  if (mcp_scan_type_of (self->text, items) != MCP_JSON_OBJECT)
    return;

  layers_init (&elements, self->refs, items);
  read_options (&elements, field, MCP_FIELD_MULTI);
}

static McpFieldKind
kind_of_type (const char *type)
{
  if (g_strcmp0 (type, "string") == 0)
    return MCP_FIELD_STRING;
  if (g_strcmp0 (type, "number") == 0)
    return MCP_FIELD_NUMBER;
  if (g_strcmp0 (type, "integer") == 0)
    return MCP_FIELD_INTEGER;
  if (g_strcmp0 (type, "boolean") == 0)
    return MCP_FIELD_BOOLEAN;

  return MCP_FIELD_JSON;
}

static guint
bit_of_type (const char *name)
{
  static const struct
  {
    const char  *name;
    McpJsonType  type;
  } types[] = {
    { "null", MCP_JSON_NULL },     { "boolean", MCP_JSON_BOOLEAN }, { "number", MCP_JSON_NUMBER },
    { "integer", MCP_JSON_NUMBER }, { "string", MCP_JSON_STRING },  { "array", MCP_JSON_ARRAY },
    { "object", MCP_JSON_OBJECT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (name, types[i].name) == 0)
      return 1u << types[i].type;

  return 0;
}

static guint types_of_schema (McpSchemaRefs *refs,
                              McpSpan        schema,
                              guint          depth);

/* Whatever one of the alternatives allows. */
static guint
types_of_alternatives (Layers     *self,
                       const char *keyword,
                       guint       depth)
{
  McpSpan alternatives = find (self, keyword);
  guint types = 0;
  McpJsonIter iter;
  McpSpan value;

  if (!mcp_json_begin (&iter, self->text, alternatives) || iter.is_object)
    return MCP_SCHEMA_ANY_TYPE;

  self->refs->budget -= alternatives.length;
  while (self->refs->budget >= 0 && mcp_json_iter_next (&iter, NULL, &value))
    types |= types_of_schema (self->refs, value, depth + 1);

  return types;
}

/* What a value may be, as bits by McpJsonType. Members or elements without a type say which is meant. */
static guint
types_of_layers (Layers *self,
                 guint   depth)
{
  McpSpan type = find (self, "type");
  McpJsonIter iter;
  McpSpan value;
  guint types = 0;

  if (type.length > 0)
    {
      g_autofree char *name = dup_string (self->text, type);

      types = bit_of_type (name);
      if (mcp_json_begin (&iter, self->text, type) && !iter.is_object)
        while (mcp_json_iter_next (&iter, NULL, &value))
          {
            g_autofree char *one = dup_string (self->text, value);

            types |= bit_of_type (one);
          }
      return types;
    }

  value = find (self, "const");
  if (value.length > 0)
    return 1u << mcp_scan_type_of (self->text, value);
  if (find (self, "properties").length > 0)
    return 1u << MCP_JSON_OBJECT;
  if (find (self, "items").length > 0)
    return 1u << MCP_JSON_ARRAY;
  if (depth >= MAX_DEPTH)
    return MCP_SCHEMA_ANY_TYPE;

  return types_of_alternatives (self, "anyOf", depth) & types_of_alternatives (self, "oneOf", depth);
}

static guint
types_of_schema (McpSchemaRefs *refs,
                 McpSpan        schema,
                 guint          depth)
{
  Layers layers;

  layers_init (&layers, refs, schema);

  return types_of_layers (&layers, depth);
}

/* The token of a limit that is a number; long ones are not for a label. */
static char *
dup_limit (Layers     *self,
           const char *keyword)
{
  McpSpan span = find (self, keyword);

  return mcp_scan_type_of (self->text, span) == MCP_JSON_NUMBER && span.length <= 32
           ? dup_token (self->text, span) : NULL;
}

static char *
describe_range (Layers     *self,
                const char *low_keyword,
                const char *high_keyword)
{
  g_autofree char *low = dup_limit (self, low_keyword);
  g_autofree char *high = dup_limit (self, high_keyword);

  if (low != NULL && high != NULL)
    return g_strdup_printf ("%s – %s", low, high);
  if (low != NULL)
    return g_strdup_printf ("≥ %s", low);
  if (high != NULL)
    return g_strdup_printf ("≤ %s", high);

  return NULL;
}

static void
append_note (GString    *label,
             const char *note)
{
  if (note == NULL)
    return;

  g_string_append (label, " · ");
  g_string_append (label, note);
}

static void
append_number_notes (Layers  *self,
                     GString *label)
{
  g_autofree char *range = describe_range (self, "minimum", "maximum");
  g_autofree char *over = dup_limit (self, "exclusiveMinimum");
  g_autofree char *under = dup_limit (self, "exclusiveMaximum");
  g_autofree char *over_note = over != NULL ? g_strconcat ("> ", over, NULL) : NULL;
  g_autofree char *under_note = under != NULL ? g_strconcat ("< ", under, NULL) : NULL;

  append_note (label, range);
  append_note (label, over_note);
  append_note (label, under_note);
}

static void
append_element_notes (Layers   *self,
                      McpField *field,
                      GString  *label)
{
  guint n = g_strv_length (field->enum_json);
  g_autofree char *values = g_strdup_printf (ngettext ("%u value", "%u values", n), n);
  g_autofree char *range = describe_range (self, "minItems", "maxItems");
  g_autofree char *chosen = range != NULL ? g_strdup_printf (_("%s chosen"), range) : NULL;

  append_note (label, values);
  append_note (label, chosen);
}

static char *
make_type_label (Layers     *self,
                 McpField   *field,
                 const char *types)
{
  GString *label = g_string_new (*types != '\0' ? types : NULL);
  McpSpan items = find (self, "items");
  g_autofree char *item_type = dup_string (self->text, get (self->text, items, "type"));
  g_autofree char *length = NULL;

  if (field->kind == MCP_FIELD_ENUM)
    {
      guint n = g_strv_length (field->enum_json);
      g_autofree char *note = g_strdup_printf (ngettext ("%u value", "%u values", n), n);

      if (label->len == 0)
        g_string_append (label, "enum");
      append_note (label, note);
    }
  else if (label->len == 0)
    g_string_append (label, _("any"));
  else if (item_type != NULL && strcmp (types, "array") == 0)
    g_string_append_printf (label, _(" of %s"), item_type);

  if (field->kind == MCP_FIELD_MULTI)
    append_element_notes (self, field, label);

  if (field->kind == MCP_FIELD_NUMBER || field->kind == MCP_FIELD_INTEGER)
    append_number_notes (self, label);
  else if (field->kind == MCP_FIELD_STRING)
    {
      g_autofree char *range = describe_range (self, "minLength", "maxLength");

      append_note (label, field->format);
      if (range != NULL)
        length = g_strdup_printf (_("%s characters"), range);
      append_note (label, length);
    }

  if (field->nullable)
    g_string_append (label, " | null");

  return g_string_free (label, FALSE);
}

static McpField *
read_field (McpSchemaRefs *refs,
            McpSpan        key,
            McpSpan        schema)
{
  McpField *field = g_new0 (McpField, 1);
  const char *text = refs->text;
  g_autofree char *types = NULL;
  g_autofree char *type = NULL;
  Layers layers;

  layers_init (&layers, refs, schema);

  field->name = dup_string (text, key);
  field->title = dup_string (text, find (&layers, "title"));
  field->description = dup_string (text, find (&layers, "description"));
  field->format = dup_string (text, find (&layers, "format"));
  field->default_json = dup_token (text, find (&layers, "default"));
  field->schema_json = dup_token (text, schema);

  type = read_type (&layers, &types);
  field->kind = kind_of_type (type);
  read_options (&layers, field, MCP_FIELD_ENUM);
  if (field->kind == MCP_FIELD_JSON && g_strcmp0 (type, "array") == 0)
    read_element_options (&layers, field);
  if (field->kind == MCP_FIELD_JSON)
    field->json_types = types_of_layers (&layers, 0);
  field->nullable = layers.nullable;
  field->type_label = make_type_label (&layers, field, types);

  return field;
}

/* Frees a field and all it holds. */
void
mcp_field_free (McpField *self)
{
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->type_label);
  g_free (self->default_json);
  g_free (self->format);
  g_strfreev (self->enum_json);
  g_strfreev (self->enum_labels);
  g_free (self->schema_json);
  g_free (self);
}

static void
collect_required (Layers     *root,
                  GHashTable *required)
{
  for (guint i = 0; i < root->n_layers; i++)
    {
      McpJsonIter iter;
      McpSpan name;

      if (!mcp_json_begin (&iter, root->text, get (root->text, root->layers[i], "required")))
        continue;
      while (!iter.is_object && mcp_json_iter_next (&iter, NULL, &name))
        {
          char *decoded = dup_string (root->text, name);

          if (decoded != NULL)
            g_hash_table_add (required, decoded);
        }
    }
}

/* The fields of a form while they are gathered. */
typedef struct
{
  McpSchemaRefs  refs;
  GPtrArray     *fields;
  GHashTable    *places;    /* name -> index of its field */
  GHashTable    *required;
} Gathering;

/* Adds the options of @other that @field does not have; FALSE when that would cost too much. */
static gboolean
merge_options (Gathering      *self,
               McpField       *field,
               const McpField *other)
{
  guint n = g_strv_length (field->enum_json);
  guint n_other = g_strv_length (other->enum_json);

  self->refs.budget -= (gint64) n * (n_other + 1) * OPTION_COST_BYTES;
  if (self->refs.budget < 0)
    return FALSE;

  field->enum_json = g_renew (char *, field->enum_json, n + n_other + 1);
  field->enum_labels = g_renew (char *, field->enum_labels, n + n_other + 1);
  for (guint i = 0; i < n_other; i++)
    if (!g_strv_contains ((const char * const *) field->enum_json, other->enum_json[i]))
      {
        field->enum_json[n] = g_strdup (other->enum_json[i]);
        field->enum_labels[n++] = g_strdup (other->enum_labels[i]);
        field->enum_json[n] = NULL;
        field->enum_labels[n] = NULL;
      }

  g_free (field->type_label);
  field->type_label = g_strdup_printf (ngettext ("%u value", "%u values", n), n);

  return TRUE;
}

/* What two branches say of one property: options add up, else it is whatever either allows. */
static void
merge_field (Gathering      *self,
             McpField       *field,
             const McpField *other)
{
  if (field->kind == MCP_FIELD_ENUM && other->kind == MCP_FIELD_ENUM)
    {
      if (merge_options (self, field, other))
        return;
    }
  else if (field->kind == other->kind)
    {
      return;
    }

  g_clear_pointer (&field->enum_json, g_strfreev);
  g_clear_pointer (&field->enum_labels, g_strfreev);
  field->kind = MCP_FIELD_JSON;
  field->json_types = MCP_SCHEMA_ANY_TYPE;
  g_free (field->type_label);
  field->type_label = g_strdup (_("any"));
}

/*
 * A property that occurs twice stands where it was first and is what the last one says; one that
 * is in several branches is what any of them says.
 */
static void
add_field (Gathering *self,
           McpField  *field,
           gboolean   in_branch)
{
  gpointer place;

  if (!g_hash_table_lookup_extended (self->places, field->name, NULL, &place))
    {
      place = GUINT_TO_POINTER (self->fields->len);
      g_ptr_array_add (self->fields, field);
    }
  else if (in_branch)
    {
      merge_field (self, self->fields->pdata[GPOINTER_TO_UINT (place)], field);
      mcp_field_free (field);
      return;
    }
  else
    {
      McpField **slot = (McpField **) &self->fields->pdata[GPOINTER_TO_UINT (place)];

      /* The table's key is the name of the field that goes. */
      g_hash_table_remove (self->places, field->name);
      mcp_field_free (*slot);
      *slot = field;
    }

  g_hash_table_insert (self->places, field->name, place);
}

static void gather (Gathering *self,
                    McpSpan    schema,
                    gboolean   in_branch,
                    gboolean   certain,
                    guint      depth);

/* Each member of an allOf holds; of an anyOf or oneOf some do, and none of their properties must be. */
static void
gather_branches (Gathering  *self,
                 McpSpan     layer,
                 const char *keyword,
                 gboolean    certain,
                 guint       depth)
{
  const char *text = self->refs.text;
  McpSpan branches = get (text, layer, keyword);
  McpJsonIter iter;
  McpSpan value;

  if (depth >= MAX_DEPTH || !mcp_json_begin (&iter, text, branches) || iter.is_object)
    return;

  self->refs.budget -= (gint64) branches.length * N_KEYWORDS;
  while (self->refs.budget >= 0 && mcp_json_iter_next (&iter, NULL, &value))
    gather (self, value, TRUE, certain, depth + 1);
}

static void
gather (Gathering *self,
        McpSpan    schema,
        gboolean   in_branch,
        gboolean   certain,
        guint      depth)
{
  const char *text = self->refs.text;
  Layers layers;

  layers_init (&layers, &self->refs, schema);
  if (certain)
    collect_required (&layers, self->required);

  /* The innermost layer first: a property said again nearer to the root is what counts. */
  for (guint i = layers.n_layers; i > 0; i--)
    {
      McpJsonIter iter;
      McpSpan key, value;

      if (!mcp_json_begin (&iter, text, get (text, layers.layers[i - 1], "properties")))
        continue;
      while (iter.is_object && mcp_json_iter_next (&iter, &key, &value))
        add_field (self, read_field (&self->refs, key, value), in_branch);
    }

  /* The last layer is the one that no single branch leads on from. */
  gather_branches (self, layers.layers[layers.n_layers - 1], "allOf", certain, depth);
  gather_branches (self, layers.layers[layers.n_layers - 1], "anyOf", FALSE, depth);
  gather_branches (self, layers.layers[layers.n_layers - 1], "oneOf", FALSE, depth);
}

/* Reads the properties of an object schema, in their order. The text is valid JSON. */
GPtrArray *
mcp_schema_read_fields (const char *text,
                        gsize       length)
{
  Gathering self = { .fields = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_field_free) };

  self.required = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self.places = g_hash_table_new (mcp_str_hash, g_str_equal);
  mcp_schema_refs_init (&self.refs, text, length);
  gather (&self, self.refs.root, FALSE, TRUE, 0);
  for (guint i = 0; i < self.fields->len; i++)
    {
      McpField *field = self.fields->pdata[i];

      field->required = g_hash_table_contains (self.required, field->name);
    }

  mcp_schema_refs_clear (&self.refs);
  g_hash_table_unref (self.required);
  g_hash_table_unref (self.places);

  return self.fields;
}
