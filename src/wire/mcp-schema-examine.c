/* mcp-schema-examine.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json-private.h"
#include "mcp-number-private.h"
#include "mcp-pattern.h"
#include "mcp-schema-names.h"
#include "mcp-schema-private.h"

/*
 * A schema against its own dialect. The table says what the meta-schema of each draft says of its
 * keywords, so that a schema is read once, and no meta-schema is walked for each of its parts. What
 * a meta-schema cannot say is told as well: expressions that are none, and references to nowhere.
 */

/* A nested part costs a frame of the stack. */
#define MAX_DEPTH 128
#define MAX_PATTERNS 200
#define COST_OF_MEMBER 32
/* Compiling an expression costs that much for each byte of it. */
#define COST_OF_PATTERN 64

/* The dialects that a keyword is of. */
enum {
  DRAFT_4 = 1 << 0,
  DRAFT_6 = 1 << 1,
  DRAFT_7 = 1 << 2,
  DRAFT_2019 = 1 << 3,
  DRAFT_2020 = 1 << 4,
  DRAFT_UNNAMED = 1 << 5,  /* the newest, with what older ones have in its place */
};

#define FROM_2020 (DRAFT_2020 | DRAFT_UNNAMED)
#define FROM_2019 (DRAFT_2019 | FROM_2020)
#define FROM_7 (DRAFT_7 | FROM_2019)
#define FROM_6 (DRAFT_6 | FROM_7)
#define ALL (DRAFT_4 | FROM_6)

typedef enum {
  WORD_STRING,
  WORD_ANCHOR,
  WORD_ID,            /* a string without a fragment */
  WORD_REFERENCE,
  WORD_PATTERN,
  WORD_BOOLEAN,
  WORD_NUMBER,
  WORD_POSITIVE,      /* over 0 */
  WORD_COUNT,         /* whole, 0 or more */
  WORD_TYPE,
  WORD_LIST,          /* of anything */
  WORD_SOME,          /* the same, and not empty */
  WORD_NAMES,         /* strings, each once */
  WORD_SOME_NAMES,
  WORD_SCHEMA,
  WORD_SCHEMA_OR_BOOLEAN,
  WORD_SCHEMAS,       /* an array of them, not empty */
  WORD_ITEMS,         /* one schema, or an array of them */
  WORD_MAP,           /* an object of schemas */
  WORD_PATTERN_MAP,   /* whose names are expressions */
  WORD_NAMES_MAP,     /* an object of names */
  WORD_DEPENDENCIES,  /* an object of schemas and names */
} WordKind;

static const char * const expected[] = {
  [WORD_STRING] = N_("has to be a string"),
  [WORD_ANCHOR] = N_("has to be a name of letters, digits, “-”, “_”, “:” and “.”"),
  [WORD_ID] = N_("has to be a URI without a fragment"),
  [WORD_REFERENCE] = N_("has to be a string"),
  [WORD_PATTERN] = N_("has to be a string"),
  [WORD_BOOLEAN] = N_("has to be true or false"),
  [WORD_NUMBER] = N_("has to be a number"),
  [WORD_POSITIVE] = N_("has to be a number over 0"),
  [WORD_COUNT] = N_("has to be a whole number, 0 or more"),
  [WORD_TYPE] = N_("has to be “array”, “boolean”, “integer”, “null”, “number”, “object” or “string”, or "
                   "an array of these, each once"),
  [WORD_LIST] = N_("has to be an array"),
  [WORD_SOME] = N_("has to be an array that is not empty"),
  [WORD_NAMES] = N_("has to be an array of strings, each once"),
  [WORD_SOME_NAMES] = N_("has to be an array of strings, each once, that is not empty"),
  [WORD_SCHEMA] = N_("has to be a schema"),
  [WORD_SCHEMA_OR_BOOLEAN] = N_("has to be a schema"),
  [WORD_SCHEMAS] = N_("has to be an array of schemas that is not empty"),
  [WORD_ITEMS] = N_("has to be a schema, or an array of schemas that is not empty"),
  [WORD_MAP] = N_("has to be an object of schemas"),
  [WORD_PATTERN_MAP] = N_("has to be an object of schemas"),
  [WORD_NAMES_MAP] = N_("has to be an object of arrays of strings"),
  [WORD_DEPENDENCIES] = N_("has to be an object of schemas and arrays of strings"),
};

static const struct
{
  const char *name;
  WordKind    kind;
  guint       drafts;
} words[] = {
  { "$anchor", WORD_ANCHOR, FROM_2019 },
  { "$comment", WORD_STRING, FROM_7 },
  { "$defs", WORD_MAP, FROM_2019 },
  { "$dynamicAnchor", WORD_ANCHOR, FROM_2020 },
  { "$dynamicRef", WORD_REFERENCE, FROM_2020 },
  { "$id", WORD_STRING, DRAFT_6 | DRAFT_7 | DRAFT_UNNAMED },
  { "$id", WORD_ID, DRAFT_2019 | DRAFT_2020 },
  { "$recursiveAnchor", WORD_BOOLEAN, DRAFT_2019 },
  { "$recursiveRef", WORD_STRING, DRAFT_2019 },
  { "$ref", WORD_REFERENCE, ALL },
  { "$schema", WORD_STRING, ALL },
  { "additionalItems", WORD_SCHEMA_OR_BOOLEAN, DRAFT_4 | DRAFT_6 | DRAFT_7 | DRAFT_2019 },
  { "additionalProperties", WORD_SCHEMA_OR_BOOLEAN, ALL },
  { "allOf", WORD_SCHEMAS, ALL },
  { "anyOf", WORD_SCHEMAS, ALL },
  { "contains", WORD_SCHEMA, FROM_6 },
  { "contentEncoding", WORD_STRING, FROM_7 },
  { "contentMediaType", WORD_STRING, FROM_7 },
  { "contentSchema", WORD_SCHEMA, FROM_2019 },
  { "definitions", WORD_MAP, ALL },
  { "dependencies", WORD_DEPENDENCIES, ALL },
  { "dependentRequired", WORD_NAMES_MAP, FROM_2019 },
  { "dependentSchemas", WORD_MAP, FROM_2019 },
  { "deprecated", WORD_BOOLEAN, FROM_2019 },
  { "description", WORD_STRING, ALL },
  { "else", WORD_SCHEMA, FROM_7 },
  { "enum", WORD_LIST, FROM_6 },
  { "enum", WORD_SOME, DRAFT_4 },
  { "examples", WORD_LIST, FROM_6 },
  { "exclusiveMaximum", WORD_NUMBER, FROM_6 },
  { "exclusiveMaximum", WORD_BOOLEAN, DRAFT_4 },
  { "exclusiveMinimum", WORD_NUMBER, FROM_6 },
  { "exclusiveMinimum", WORD_BOOLEAN, DRAFT_4 },
  { "format", WORD_STRING, ALL },
  { "id", WORD_STRING, DRAFT_4 },
  { "if", WORD_SCHEMA, FROM_7 },
  { "items", WORD_SCHEMA, DRAFT_2020 },
  { "items", WORD_ITEMS, ALL & ~DRAFT_2020 },
  { "maxContains", WORD_COUNT, FROM_2019 },
  { "maxItems", WORD_COUNT, ALL },
  { "maxLength", WORD_COUNT, ALL },
  { "maxProperties", WORD_COUNT, ALL },
  { "maximum", WORD_NUMBER, ALL },
  { "minContains", WORD_COUNT, FROM_2019 },
  { "minItems", WORD_COUNT, ALL },
  { "minLength", WORD_COUNT, ALL },
  { "minProperties", WORD_COUNT, ALL },
  { "minimum", WORD_NUMBER, ALL },
  { "multipleOf", WORD_POSITIVE, ALL },
  { "not", WORD_SCHEMA, ALL },
  { "oneOf", WORD_SCHEMAS, ALL },
  { "pattern", WORD_PATTERN, ALL },
  { "patternProperties", WORD_PATTERN_MAP, ALL },
  { "prefixItems", WORD_SCHEMAS, FROM_2020 },
  { "properties", WORD_MAP, ALL },
  { "propertyNames", WORD_SCHEMA, FROM_6 },
  { "readOnly", WORD_BOOLEAN, FROM_7 },
  { "required", WORD_NAMES, FROM_6 },
  { "required", WORD_SOME_NAMES, DRAFT_4 },
  { "then", WORD_SCHEMA, FROM_7 },
  { "title", WORD_STRING, ALL },
  { "type", WORD_TYPE, ALL },
  { "unevaluatedItems", WORD_SCHEMA, FROM_2019 },
  { "unevaluatedProperties", WORD_SCHEMA, FROM_2019 },
  { "uniqueItems", WORD_BOOLEAN, ALL },
  { "writeOnly", WORD_BOOLEAN, FROM_7 },
};

static const struct
{
  const char *uri;  /* without scheme and without an empty fragment */
  guint       draft;
} dialects[] = {
  { "json-schema.org/draft-04/schema", DRAFT_4 },
  { "json-schema.org/draft-06/schema", DRAFT_6 },
  { "json-schema.org/draft-07/schema", DRAFT_7 },
  { "json-schema.org/draft/2019-09/schema", DRAFT_2019 },
  { "json-schema.org/draft/2020-12/schema", DRAFT_2020 },
};

typedef struct
{
  const char *text;
  McpSpan     root;
  gint64     *budget;     /* bytes that may still be read */
  GPtrArray  *errors;     /* of McpSchemaError */
  guint       max_errors;
  GArray     *references; /* McpSpan of the values of $ref */
  guint       n_patterns;
  guint       depth;
} Examination;

static void examine_schema (Examination *self,
                            McpSpan      schema,
                            guint        draft);

static gboolean
is_over (Examination *self)
{
  return *self->budget < 0 || self->errors->len >= self->max_errors;
}

static void
charge (Examination *self,
        gsize        bytes)
{
  *self->budget -= (gint64) bytes + COST_OF_MEMBER;
}

/* @message: (transfer full) */
static void
add_error (Examination      *self,
           McpSchemaVerdict  verdict,
           McpSpan           value,
           char             *message)
{
  McpSchemaError *error;

  if (is_over (self))
    {
      g_free (message);
      return;
    }

  error = g_new0 (McpSchemaError, 1);
  error->verdict = verdict;
  error->path = mcp_json_dup_pointer (self->text, self->root, value.offset);
  error->schema_path = g_strdup (error->path);
  error->keyword = g_strdup ("");
  error->message = message;
  charge (self, self->root.length);
  g_ptr_array_add (self->errors, error);
}

static McpJsonType
type_of (Examination *self,
         McpSpan      value)
{
  return mcp_json_get_type (self->text + value.offset, value.length);
}

static gboolean
is_string (Examination *self,
           McpSpan      value)
{
  return self->text[value.offset] == '"';
}

/* The elements of an array, or the values of an object, have their places in the whole text. */
static gboolean
next (Examination *self,
      McpJsonIter *iter,
      McpSpan     *key,
      McpSpan     *value)
{
  if (is_over (self) || !mcp_json_iter_next (iter, key, value))
    return FALSE;

  charge (self, value->length);

  return TRUE;
}

static gboolean
is_anchor (Examination *self,
           McpSpan      value)
{
  g_autofree char *name = mcp_schema_dup_string (self->text, value);

  return name != NULL && (g_ascii_isalpha (*name) || *name == '_')
         && name[strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_:.")] == '\0';
}

static gboolean
is_id (Examination *self,
       McpSpan      value)
{
  g_autofree char *id = mcp_schema_dup_string (self->text, value);
  const char *fragment = id != NULL ? strchr (id, '#') : NULL;

  return id != NULL && (fragment == NULL || fragment[1] == '\0');
}

static gboolean
is_type_name (Examination *self,
              McpSpan      value)
{
  static const char * const names[] = {
    "array", "boolean", "integer", "null", "number", "object", "string",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (mcp_schema_says (self->text, value, names[i]))
      return TRUE;

  return FALSE;
}

/* An array of strings, each once. */
static gboolean
is_names (Examination *self,
          McpSpan      value)
{
  McpSchemaNames names;
  gboolean fits;

  if (type_of (self, value) != MCP_JSON_ARRAY)
    return FALSE;

  mcp_schema_names_init (&names, self->text, value);
  fits = names.n == mcp_json_count (self->text + value.offset, value.length)
         && mcp_schema_names_count (&names) == names.n;
  mcp_schema_names_clear (&names);
  charge (self, 2 * value.length);

  return fits;
}

static gboolean
is_types (Examination *self,
          McpSpan      value)
{
  McpJsonIter iter;
  McpSpan item;

  if (type_of (self, value) != MCP_JSON_ARRAY)
    return is_type_name (self, value);
  if (!is_names (self, value) || mcp_json_count (self->text + value.offset, value.length) == 0)
    return FALSE;

  mcp_json_begin (&iter, self->text, value);
  while (next (self, &iter, NULL, &item))
    if (!is_type_name (self, item))
      return FALSE;

  return TRUE;
}

static gboolean
is_number (Examination *self,
           WordKind     kind,
           McpSpan      value)
{
  const char *token = self->text + value.offset;

  if (type_of (self, value) != MCP_JSON_NUMBER)
    return FALSE;

  charge (self, value.length);
  if (kind == WORD_COUNT)
    return mcp_number_is_integer (token, value.length)
           && mcp_number_compare (token, value.length, "0", 1) >= 0;

  return kind == WORD_NUMBER || mcp_number_compare (token, value.length, "0", 1) > 0;
}

static void
examine_pattern (Examination *self,
                 McpSpan      value)
{
  g_autofree char *pattern = mcp_schema_dup_string (self->text, value);
  g_autofree char *shown = NULL;

  if (pattern == NULL || self->n_patterns++ >= MAX_PATTERNS)
    return;

  charge (self, value.length * COST_OF_PATTERN);
  if (is_over (self) || !mcp_pattern_is_malformed (pattern))
    return;

  shown = mcp_text_elide (pattern, MCP_SCHEMA_MAX_QUOTED_BYTES);
  add_error (self, MCP_SCHEMA_BROKEN, value, g_strdup_printf (_("the pattern “%s” is no regular expression"), shown));
}

/* FALSE when it is no schema at all; what is wrong within is told by itself. */
static gboolean
is_schema (Examination *self,
           McpSpan      value,
           guint        draft,
           gboolean     may_be_boolean)
{
  McpJsonType type = type_of (self, value);

  if (type == MCP_JSON_OBJECT)
    examine_schema (self, value, draft);

  return type == MCP_JSON_OBJECT
         || (type == MCP_JSON_BOOLEAN && (may_be_boolean || draft != DRAFT_4));
}

static gboolean
is_array_of_schemas (Examination *self,
                     McpSpan      value,
                     guint        draft)
{
  McpJsonIter iter;
  McpSpan item;
  guint n = 0;

  if (type_of (self, value) != MCP_JSON_ARRAY)
    return FALSE;

  mcp_json_begin (&iter, self->text, value);
  while (next (self, &iter, NULL, &item))
    {
      n++;
      if (!is_schema (self, item, draft, FALSE))
        add_error (self, MCP_SCHEMA_BROKEN, item, g_strdup (_(expected[WORD_SCHEMA])));
    }

  return n > 0 || is_over (self);
}

/* An object, each of whose members is a schema, or names, as the keyword says. */
static gboolean
is_map (Examination *self,
        WordKind     kind,
        McpSpan      value,
        guint        draft)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan item;

  if (type_of (self, value) != MCP_JSON_OBJECT)
    return FALSE;

  mcp_json_begin (&iter, self->text, value);
  while (next (self, &iter, &key, &item))
    {
      gboolean is_array = type_of (self, item) == MCP_JSON_ARRAY;
      gboolean of_names = kind == WORD_NAMES_MAP || (kind == WORD_DEPENDENCIES && is_array);

      if (kind == WORD_PATTERN_MAP)
        examine_pattern (self, key);
      if (of_names ? !is_names (self, item) : !is_schema (self, item, draft, FALSE))
        add_error (self, MCP_SCHEMA_BROKEN, item, g_strdup (_(expected[of_names ? WORD_NAMES : WORD_SCHEMA])));
    }

  return TRUE;
}

static gboolean
is_list (Examination *self,
         WordKind     kind,
         McpSpan      value)
{
  gboolean some = kind == WORD_SOME || kind == WORD_SOME_NAMES;

  if (type_of (self, value) != MCP_JSON_ARRAY
      || (some && mcp_json_count (self->text + value.offset, value.length) == 0))
    return FALSE;

  return kind == WORD_LIST || kind == WORD_SOME || is_names (self, value);
}

static gboolean
fits_word (Examination *self,
           WordKind     kind,
           McpSpan      value,
           guint        draft)
{
  switch (kind)
    {
    case WORD_ANCHOR:
      return is_anchor (self, value);
    case WORD_ID:
      return is_id (self, value);
    case WORD_REFERENCE:
      if (is_string (self, value))
        g_array_append_val (self->references, value);
      return is_string (self, value);
    case WORD_PATTERN:
      if (is_string (self, value))
        examine_pattern (self, value);
      return is_string (self, value);
    case WORD_BOOLEAN:
      return type_of (self, value) == MCP_JSON_BOOLEAN;
    case WORD_NUMBER:
    case WORD_POSITIVE:
    case WORD_COUNT:
      return is_number (self, kind, value);
    case WORD_TYPE:
      return is_types (self, value);
    case WORD_LIST:
    case WORD_SOME:
    case WORD_NAMES:
    case WORD_SOME_NAMES:
      return is_list (self, kind, value);
    case WORD_SCHEMA:
    case WORD_SCHEMA_OR_BOOLEAN:
      return is_schema (self, value, draft, kind == WORD_SCHEMA_OR_BOOLEAN);
    case WORD_ITEMS:
      if (type_of (self, value) != MCP_JSON_ARRAY)
        return is_schema (self, value, draft, FALSE);
      /* Nobody says which dialect it is: an empty array means the same in all that have it. */
      return is_array_of_schemas (self, value, draft) || draft == DRAFT_UNNAMED;
    case WORD_SCHEMAS:
      return is_array_of_schemas (self, value, draft);
    case WORD_MAP:
    case WORD_PATTERN_MAP:
    case WORD_NAMES_MAP:
    case WORD_DEPENDENCIES:
      return is_map (self, kind, value, draft);
    case WORD_STRING:
    default:
      return is_string (self, value);
    }
}

/* The draft that a schema names; @draft where it names none, and 0 for one that is not known. */
static guint
read_draft (Examination *self,
            McpSpan      schema,
            guint        draft)
{
  McpSpan value = mcp_schema_member (self->text, schema, "$schema");
  g_autofree char *uri = value.length > 0 ? mcp_schema_dup_string (self->text, value) : NULL;
  const char *rest;
  gsize length;

  charge (self, schema.length);
  if (uri == NULL)
    return draft;

  length = strlen (uri);
  if (length > 0 && uri[length - 1] == '#')
    uri[length - 1] = '\0';
  rest = strstr (uri, "://");
  for (guint i = 0; rest != NULL && i < G_N_ELEMENTS (dialects); i++)
    if (g_str_equal (rest + 3, dialects[i].uri))
      return dialects[i].draft;

  return 0;
}

static void
examine_member (Examination *self,
                McpSpan      key,
                McpSpan      value,
                guint        draft)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if ((words[i].drafts & draft) != 0
        && mcp_json_key_equal (self->text + key.offset, key.length, words[i].name))
      {
        if (!fits_word (self, words[i].kind, value, draft) && !is_over (self))
          add_error (self, MCP_SCHEMA_BROKEN, value, g_strdup (_(expected[words[i].kind])));
        return;
      }
}

static void
examine_schema (Examination *self,
                McpSpan      schema,
                guint        draft)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  draft = read_draft (self, schema, draft);
  if (draft == 0 || self->depth == MAX_DEPTH)
    return;

  self->depth++;
  mcp_json_begin (&iter, self->text, schema);
  while (next (self, &iter, &key, &value))
    examine_member (self, key, value, draft);
  self->depth--;
}

static void
examine_reference (Examination   *self,
                   McpSchemaRefs *refs,
                   McpSpan        value)
{
  g_autofree char *reference = mcp_schema_dup_string (self->text, value);
  g_autofree char *shown = NULL;
  g_autofree char *uri = NULL;
  McpSchemaRefResult result;
  McpSpan target;

  if (reference == NULL)
    return;

  result = mcp_schema_refs_resolve (refs, reference, value.offset, &target);
  if (result == MCP_SCHEMA_REF_OUTSIDE)
    uri = mcp_schema_refs_dup_uri (refs, reference, value.offset);
  shown = mcp_text_elide (reference, MCP_SCHEMA_MAX_QUOTED_BYTES);
  if (result == MCP_SCHEMA_REF_NOWHERE)
    add_error (self, MCP_SCHEMA_BROKEN, value, g_strdup_printf (_("“%s” leads nowhere"), shown));
  else if (uri != NULL && !mcp_schema_is_meta (uri))
    add_error (self, MCP_SCHEMA_UNCHECKED, value, g_strdup_printf (_("“%s” is another document"), shown));
  else if (result == MCP_SCHEMA_REF_FOUND && type_of (self, target) != MCP_JSON_OBJECT
           && type_of (self, target) != MCP_JSON_BOOLEAN)
    add_error (self, MCP_SCHEMA_BROKEN, value, g_strdup_printf (_("“%s” leads to what is no schema"), shown));
}

static void
examine_references (Examination *self)
{
  McpSchemaRefs refs;

  if (self->references->len == 0 || is_over (self))
    return;

  mcp_schema_refs_init (&refs, self->text, self->root.offset + self->root.length, NULL);
  refs.budget = MIN (refs.budget, *self->budget);
  *self->budget -= refs.budget;
  for (guint i = 0; i < self->references->len && self->errors->len < self->max_errors; i++)
    examine_reference (self, &refs, g_array_index (self->references, McpSpan, i));
  *self->budget += MAX (refs.budget, 0);
  mcp_schema_refs_clear (&refs);
}

/**
 * mcp_schema_examine:
 * @text: a schema, valid JSON that ends in NUL
 * @length: its length in bytes
 * @is_2020: whether a schema that names no dialect is of 2020-12; else nobody says, and what an
 *   older dialect has in the place of something is as good
 * @budget: (inout): how many bytes may be read, which is more than once each; below 0 the rest was
 *   not looked at
 * @max_errors: how many errors are enough
 *
 * Holds a schema against the dialect that it names (JSON Schema 2020-12, Core and Validation;
 * drafts 4 to 2019-09). Of a dialect that is not known nothing is said.
 *
 * Returns: (transfer full) (element-type McpSchemaError): what is wrong with it, and
 *   %MCP_SCHEMA_UNCHECKED where it goes on in another document; empty for nothing
 */
GPtrArray *
mcp_schema_examine (const char *text,
                    gsize       length,
                    gboolean    is_2020,
                    gint64     *budget,
                    guint       max_errors)
{
  Examination self = { .text = text, .budget = budget, .max_errors = max_errors };
  guint draft = is_2020 ? DRAFT_2020 : DRAFT_UNNAMED;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (budget != NULL, NULL);

  self.errors = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_schema_error_free);
  self.references = g_array_new (FALSE, FALSE, sizeof (McpSpan));
  if (mcp_json_lookup (text, length, NULL, &self.root))
    {
      if (!is_schema (&self, self.root, draft, FALSE))
        add_error (&self, MCP_SCHEMA_BROKEN, self.root, g_strdup (_(expected[WORD_SCHEMA])));
      examine_references (&self);
    }
  g_array_unref (self.references);

  return self.errors;
}
