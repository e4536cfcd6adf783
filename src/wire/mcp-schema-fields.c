/* mcp-schema-fields.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "mcp-json-private.h"
#include "mcp-scan-private.h"
#include "mcp-schema-private.h"

/* What a form needs to know of one property. */

/* The name of the only type beside null, or NULL; all names joined in @label. */
static char *
read_type (McpSchemaLayers  *self,
           char            **label)
{
  McpSpan type = mcp_schema_layers_find (self, "type");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter iter;
  McpSpan value;

  if (mcp_scan_type_of (self->text, type) == MCP_JSON_STRING)
    g_ptr_array_add (names, mcp_schema_dup_string (self->text, type));
  else if (mcp_json_begin (&iter, self->text, type) && !iter.is_object)
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        if (mcp_schema_says (self->text, value, "null"))
          self->nullable = TRUE;
        else if (mcp_scan_type_of (self->text, value) == MCP_JSON_STRING)
          g_ptr_array_add (names, mcp_schema_dup_string (self->text, value));
      }

  g_ptr_array_add (names, NULL);
  *label = g_strjoinv (" | ", (char **)names->pdata);

  return names->len == 2 ? g_strdup (names->pdata[0]) : NULL;
}

static void
add_option (GPtrArray  *json,
            GPtrArray  *labels,
            const char *text,
            McpSpan     value,
            McpSpan     title)
{
  char *label = mcp_schema_dup_string (text, title);

  if (label == NULL)
    label = mcp_schema_dup_string (text, value);

  g_ptr_array_add (json, mcp_schema_dup_token (text, value));
  g_ptr_array_add (labels, label != NULL ? label : mcp_schema_dup_token (text, value));
}

/* enum, with enumNames for the labels where there are any. */
static gboolean
read_enum (McpSchemaLayers *self,
           GPtrArray       *json,
           GPtrArray       *labels)
{
  McpJsonIter iter, name_iter;
  McpSpan value;
  McpSpan names = mcp_schema_layers_find (self, "enumNames");
  McpSpan constant = mcp_schema_layers_find (self, "const");
  gboolean has_names = mcp_json_begin (&name_iter, self->text, names);

  if (mcp_json_begin (&iter, self->text, mcp_schema_layers_find (self, "enum")) && !iter.is_object)
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
read_constants (McpSchemaLayers *self,
                const char      *keyword,
                GPtrArray       *json,
                GPtrArray       *labels)
{
  McpJsonIter iter;
  McpSpan value;

  if (!mcp_json_begin (&iter, self->text, mcp_schema_layers_find (self, keyword)) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      McpSpan constant = mcp_schema_member (self->text, value, "const");

      if (constant.length == 0 && mcp_schema_is_null (self->text, value))
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
      add_option (
          json, labels, self->text, constant, mcp_schema_member (self->text, value, "title"));
    }

  return json->len > 0;
}

static char **
take_strv (GPtrArray *strings)
{
  g_ptr_array_add (strings, NULL);

  return (char **)g_ptr_array_steal (strings, NULL);
}

/* Options: of the field itself, or of the elements of an array (@kind says which). */
static void
read_options (McpSchemaLayers *self,
              McpField        *field,
              McpFieldKind     kind)
{
  g_autoptr (GPtrArray) json = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

  if (!read_enum (self, json, labels) && !read_constants (self, "oneOf", json, labels)
      && !read_constants (self, "anyOf", json, labels))
    return;

  field->kind = kind;
  field->enum_json = take_strv (json);
  field->enum_labels = take_strv (labels);
}

/* An array whose elements are all one of some constants: a list to check. */
static void
read_element_options (McpSchemaLayers *self,
                      McpField        *field)
{
  McpSpan items = mcp_schema_layers_find (self, "items");
  McpSchemaLayers elements;

  if (mcp_scan_type_of (self->text, items) != MCP_JSON_OBJECT)
    return;

  mcp_schema_layers_init (&elements, self->refs, items);
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
    const char *name;
    McpJsonType type;
  } types[] = {
    { "null", MCP_JSON_NULL },      { "boolean", MCP_JSON_BOOLEAN }, { "number", MCP_JSON_NUMBER },
    { "integer", MCP_JSON_NUMBER }, { "string", MCP_JSON_STRING },   { "array", MCP_JSON_ARRAY },
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
types_of_alternatives (McpSchemaLayers *self,
                       const char      *keyword,
                       guint            depth)
{
  McpSpan alternatives = mcp_schema_layers_find (self, keyword);
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

static gboolean
has_any (McpSchemaLayers    *self,
         const char * const *keywords)
{
  for (; *keywords != NULL; keywords++)
    if (mcp_schema_layers_find (self, *keywords).length > 0)
      return TRUE;

  return FALSE;
}

/* What a value may be, as bits by McpJsonType. Members or elements without a type say which is
 * meant. */
static guint
types_of_layers (McpSchemaLayers *self,
                 guint            depth)
{
  McpSpan type = mcp_schema_layers_find (self, "type");
  McpJsonIter iter;
  McpSpan value;
  guint types = 0;

  if (type.length > 0)
    {
      g_autofree char *name = mcp_schema_dup_string (self->text, type);

      types = bit_of_type (name);
      if (mcp_json_begin (&iter, self->text, type) && !iter.is_object)
        while (mcp_json_iter_next (&iter, NULL, &value))
          {
            g_autofree char *one = mcp_schema_dup_string (self->text, value);

            types |= bit_of_type (one);
          }
      return types;
    }

  value = mcp_schema_layers_find (self, "const");
  if (value.length > 0)
    return 1u << mcp_scan_type_of (self->text, value);
  if (has_any (self, (const char *[]) { "properties", "additionalProperties", "patternProperties", NULL }))
    return 1u << MCP_JSON_OBJECT;
  if (has_any (self, (const char *[]) { "items", "prefixItems", NULL }))
    return 1u << MCP_JSON_ARRAY;
  if (depth >= MCP_SCHEMA_MAX_DEPTH)
    return MCP_SCHEMA_ANY_TYPE;

  return types_of_alternatives (self, "anyOf", depth)
         & types_of_alternatives (self, "oneOf", depth);
}

static guint
types_of_schema (McpSchemaRefs *refs,
                 McpSpan        schema,
                 guint          depth)
{
  McpSchemaLayers layers;

  mcp_schema_layers_init (&layers, refs, schema);

  return types_of_layers (&layers, depth);
}

/* The token of a limit that is a number; long ones are not for a label. */
static char *
dup_limit (McpSchemaLayers *self,
           const char      *keyword)
{
  McpSpan span = mcp_schema_layers_find (self, keyword);

  return mcp_scan_type_of (self->text, span) == MCP_JSON_NUMBER && span.length <= 32
             ? mcp_schema_dup_token (self->text, span)
             : NULL;
}

static char *
describe_range (McpSchemaLayers *self,
                const char      *low_keyword,
                const char      *high_keyword)
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
append_number_notes (McpSchemaLayers *self,
                     GString         *label)
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
append_element_notes (McpSchemaLayers *self,
                      McpField        *field,
                      GString         *label)
{
  guint n = g_strv_length (field->enum_json);
  g_autofree char *values = g_strdup_printf (ngettext ("%u value", "%u values", n), n);
  g_autofree char *range = describe_range (self, "minItems", "maxItems");
  g_autofree char *chosen = range != NULL ? g_strdup_printf (_("%s chosen"), range) : NULL;

  append_note (label, values);
  append_note (label, chosen);
}

/* What a range ends with, which is what its noun agrees with: “≥ 1 character”. */
static gulong
last_number (const char *range)
{
  const char *digits = range + strlen (range);

  while (digits > range && g_ascii_isdigit (digits[-1]))
    digits--;

  return strtoul (digits, NULL, 10);
}

static char *
make_type_label (McpSchemaLayers *self,
                 McpField        *field,
                 const char      *types)
{
  GString *label = g_string_new (*types != '\0' ? types : NULL);
  McpSpan items = mcp_schema_layers_find (self, "items");
  g_autofree char *item_type
      = mcp_schema_dup_string (self->text, mcp_schema_member (self->text, items, "type"));
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
        length = g_strdup_printf (ngettext ("%s character", "%s characters", last_number (range)),
                                  range);
      append_note (label, length);
    }

  if (field->nullable)
    g_string_append (label, " | null");

  return g_string_free (label, FALSE);
}

/* What some layers are for a form: one field, but for whether it is required. */
McpField *
mcp_schema_read_layers (McpSchemaLayers *layers,
                        McpSpan          key,
                        const char      *only_type)
{
  McpField *field = g_new0 (McpField, 1);
  const char *text = layers->text;
  g_autofree char *types = NULL;
  g_autofree char *type = NULL;

  field->name = mcp_schema_dup_string (text, key);
  field->title = mcp_schema_dup_string (text, mcp_schema_layers_find (layers, "title"));
  field->description
      = mcp_schema_dup_string (text, mcp_schema_layers_find (layers, "description"));
  field->format = mcp_schema_dup_string (text, mcp_schema_layers_find (layers, "format"));
  field->default_json = mcp_schema_dup_token (text, mcp_schema_layers_find (layers, "default"));
  field->schema_json = mcp_schema_dup_token (text, layers->layers[0]);

  type = read_type (layers, &types);
  if (only_type != NULL)
    {
      g_free (type);
      g_free (types);
      type = g_strdup (only_type);
      types = g_strdup (only_type);
    }
  field->kind = kind_of_type (type);
  read_options (layers, field, MCP_FIELD_ENUM);
  if (field->kind == MCP_FIELD_JSON && g_strcmp0 (type, "array") == 0)
    read_element_options (layers, field);
  if (field->kind == MCP_FIELD_JSON)
    field->json_types = only_type != NULL ? bit_of_type (only_type) : types_of_layers (layers, 0);
  field->nullable = layers->nullable;
  field->type_label = make_type_label (layers, field, types);

  return field;
}

/* What a property is for a form: one field, but for whether it is required. */
McpField *
mcp_schema_read_field (McpSchemaRefs *refs,
                       McpSpan        key,
                       McpSpan        schema)
{
  McpSchemaLayers layers;

  mcp_schema_layers_init (&layers, refs, schema);

  return mcp_schema_read_layers (&layers, key, NULL);
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
