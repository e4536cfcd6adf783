/* mcp-schema-validate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-schema"

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-number-private.h"
#include "mcp-scan-private.h"
#include "mcp-schema-check-private.h"

/*
 * Whether a value fits a schema: the walk, and the keywords of JSON Schema Validation 2020-12
 * section 6 with their draft-07 and draft-04 forms. format is an annotation and not asserted.
 *
 * A server writes the schema, so nothing here trusts it: the nesting, the bytes that are read
 * and the steps of a regular expression are bounded, and what was not checked is said.
 */

#define MAX_DEPTH        512
#define MAX_ERRORS       200
#define MIN_BUDGET       (64 * 1024 * 1024)
#define BUDGET_PER_BYTE  32

/* PCRE counts these for each match; a pattern can only lower them. */
#define PATTERN_LIMITS   "(*LIMIT_MATCH=100000)(*LIMIT_DEPTH=5000)"
#define MAX_SUBJECT      (64 * 1024)

static void
add_error (McpSchemaCheck *self,
           const char     *keyword,
           char           *message)
{
  McpSchemaError *entry;

  if (self->errors->len >= MAX_ERRORS)
    {
      g_free (message);
      return;
    }

  entry = g_new0 (McpSchemaError, 1);
  entry->path = g_strdup (self->path->str);
  entry->message = message;
  entry->keyword = g_strdup (keyword);
  g_ptr_array_add (self->errors, entry);
}

/* Says why a value does not fit. Returns FALSE, for the caller to return. */
gboolean
mcp_schema_check_report (McpSchemaCheck *self,
                         const char     *keyword,
                         const char     *format,
                         ...)
{
  va_list args;

  if (self->n_trials > 0 || self->gave_up != NULL)
    return FALSE;

  va_start (args, format);
  add_error (self, keyword, g_strdup_vprintf (format, args));
  va_end (args);

  return FALSE;
}

/* Says once, also in a trial, that something could not be checked. */
void
mcp_schema_check_note (McpSchemaCheck *self,
                       const char     *keyword,
                       const char     *format,
                       ...)
{
  char *message;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  if (!g_hash_table_add (self->noted, g_strdup (message)))
    {
      g_free (message);
      return;
    }

  add_error (self, keyword, message);
}

/* Takes work from the budget; FALSE if there is none left. */
gboolean
mcp_schema_check_charge (McpSchemaCheck *self,
                         gsize           bytes)
{
  if (self->gave_up != NULL)
    return FALSE;

  self->budget -= (gint64) bytes + 64;
  if (self->budget < 0)
    {
      self->gave_up = _("checking this takes too long; the rest was not checked");
      return FALSE;
    }

  return TRUE;
}

/* Finds another keyword of the same schema. */
McpSpan
mcp_schema_place_keyword (McpSchemaPlace *self,
                          const char     *name)
{
  McpSpan value = { 0, 0 };

  mcp_json_get_member (self->check->schema, self->schema, name, strlen (name), &value);

  return value;
}

/* Gets the members of the value, which is an object; the last of each name. */
GHashTable *
mcp_schema_place_members (McpSchemaPlace *self)
{
  const char *text = self->check->value;
  McpJsonIter iter;
  McpSpan key, value;

  if (self->members != NULL)
    return self->members;

  self->members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  mcp_json_begin (&iter, text, self->value);
  while (mcp_json_iter_next (&iter, &key, &value))
    g_hash_table_replace (self->members, mcp_json_dup_string (text + key.offset, key.length),
                          g_memdup2 (&value, sizeof value));

  return self->members;
}

/* ECMA-262 spells a code point \uXXXX, PCRE \x{XXXX}. */
static char *
translate_pattern (const char *pattern)
{
  GString *out = g_string_new (PATTERN_LIMITS);

  for (const char *p = pattern; *p != '\0'; p++)
    {
      if (p[0] != '\\' || p[1] == '\0')
        {
          g_string_append_c (out, *p);
          continue;
        }

      if (p[1] == 'u' && g_ascii_isxdigit (p[2]) && g_ascii_isxdigit (p[3]) &&
          g_ascii_isxdigit (p[4]) && g_ascii_isxdigit (p[5]))
        {
          g_string_append_printf (out, "\\x{%.4s}", p + 2);
          p += 5;
          continue;
        }

      g_string_append_len (out, p, 2);
      p++;
    }

  return g_string_free (out, FALSE);
}

static GRegex *
get_pattern (McpSchemaCheck *self,
             const char     *pattern)
{
  gpointer regex;

  if (!g_hash_table_lookup_extended (self->patterns, pattern, NULL, &regex))
    {
      g_autofree char *translated = translate_pattern (pattern);

      regex = strlen (pattern) <= MAX_SUBJECT
                ? g_regex_new (translated, G_REGEX_DOLLAR_ENDONLY, 0, NULL) : NULL;
      g_hash_table_insert (self->patterns, g_strdup (pattern), regex);
    }

  return regex;
}

/* Whether a text matches; one that could not be tried is noted and counts as a match. */
gboolean
mcp_schema_check_match (McpSchemaCheck *self,
                        const char     *pattern,
                        const char     *text)
{
  GRegex *regex = get_pattern (self, pattern);
  g_autoptr (GError) error = NULL;
  gsize length = strlen (text);
  gboolean matches;

  if (regex == NULL)
    {
      mcp_schema_check_note (self, "pattern", _("the pattern “%.100s” is no regular expression"),
                             pattern);
      return TRUE;
    }

  if (length > MAX_SUBJECT)
    {
      mcp_schema_check_note (self, "pattern", _("too long to try the pattern “%.100s”"), pattern);
      return TRUE;
    }

  /* A step costs far more than reading a byte. */
  if (!mcp_schema_check_charge (self, 4096 + 16 * length))
    return TRUE;

  matches = g_regex_match_full (regex, text, length, 0, 0, NULL, &error);
  if (error != NULL)
    {
      self->budget -= 1024 * 1024;
      mcp_schema_check_note (self, "pattern", _("the pattern “%.100s” takes too long to try"),
                             pattern);
      return TRUE;
    }

  return matches;
}

static const char *
type_name (McpJsonType type)
{
  switch (type)
    {
    case MCP_JSON_NULL:
      return "null";
    case MCP_JSON_BOOLEAN:
      return "boolean";
    case MCP_JSON_NUMBER:
      return "number";
    case MCP_JSON_STRING:
      return "string";
    case MCP_JSON_ARRAY:
      return "array";
    case MCP_JSON_OBJECT:
      return "object";
    case MCP_JSON_NONE:
    default:
      return "";
    }
}

/* A type nobody knows tells nothing: it fits. */
static gboolean
fits_type (McpSchemaPlace *place,
           const char     *name)
{
  static const char * const known[] = {
    "null", "boolean", "number", "integer", "string", "array", "object", NULL
  };

  if (strcmp (name, "integer") == 0)
    return place->type == MCP_JSON_NUMBER &&
           mcp_number_is_integer (place->check->value + place->value.offset, place->value.length);

  return strcmp (name, type_name (place->type)) == 0 || !g_strv_contains (known, name);
}

static gboolean
check_type (McpSchemaPlace *place,
            McpSpan         keyword)
{
  const char *text = place->check->schema;
  g_autoptr (GString) wanted = g_string_new (NULL);
  g_autofree char *single = mcp_json_dup_string (text + keyword.offset, keyword.length);
  McpJsonIter iter;
  McpSpan element;

  if (single != NULL)
    {
      if (fits_type (place, single))
        return TRUE;
      g_string_append (wanted, single);
    }
  else if (!mcp_json_begin (&iter, text, keyword) || iter.is_object)
    return TRUE;
  else
    while (mcp_json_iter_next (&iter, NULL, &element))
      {
        g_autofree char *name = mcp_json_dup_string (text + element.offset, element.length);

        if (name == NULL || fits_type (place, name))
          return TRUE;
        g_string_append_printf (wanted, "%s%s", wanted->len > 0 ? ", " : "", name);
      }

  return mcp_schema_check_report (place->check, "type", _("is of type %s, must be %s"),
                                  type_name (place->type), wanted->str);
}

static gboolean
check_enum (McpSchemaPlace *place,
            McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  McpJsonIter iter;
  McpSpan option;

  if (!mcp_json_begin (&iter, check->schema, keyword) || iter.is_object)
    return TRUE;

  while (mcp_json_iter_next (&iter, NULL, &option))
    if (!mcp_schema_check_charge (check, place->value.length) ||
        mcp_json_equal (check->schema, option, check->value, place->value))
      return TRUE;

  return mcp_schema_check_report (check, "enum", _("is not one of %.*s"),
                                  (int) MIN (keyword.length, 200), check->schema + keyword.offset);
}

static gboolean
check_const (McpSchemaPlace *place,
             McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;

  if (mcp_json_equal (check->schema, keyword, check->value, place->value))
    return TRUE;

  return mcp_schema_check_report (check, "const", _("must be %.*s"),
                                  (int) MIN (keyword.length, 200), check->schema + keyword.offset);
}

static gboolean
is_number (McpSchemaPlace *place,
           McpSpan         keyword)
{
  return mcp_scan_type_of (place->check->schema, keyword) == MCP_JSON_NUMBER;
}

static gboolean
is_true (McpSchemaPlace *place,
         McpSpan         keyword)
{
  return mcp_scan_type_of (place->check->schema, keyword) == MCP_JSON_BOOLEAN &&
         place->check->schema[keyword.offset] == 't';
}

static int
compare_to (McpSchemaPlace *place,
            McpSpan         keyword)
{
  return mcp_number_compare (place->check->value + place->value.offset, place->value.length,
                             place->check->schema + keyword.offset, keyword.length);
}

static gboolean
report_limit (McpSchemaPlace *place,
              const char     *keyword,
              const char     *relation,
              McpSpan         limit)
{
  return mcp_schema_check_report (place->check, keyword, _("must be %s %.*s"), relation,
                                  (int) MIN (limit.length, 40),
                                  place->check->schema + limit.offset);
}

/* Draft-04 has a boolean beside the limit in place of a limit of its own. */
static gboolean
check_minimum (McpSchemaPlace *place,
               McpSpan         keyword)
{
  gboolean exclusive = is_true (place, mcp_schema_place_keyword (place, "exclusiveMinimum"));

  if (!is_number (place, keyword) || compare_to (place, keyword) >= (exclusive ? 1 : 0))
    return TRUE;

  return report_limit (place, "minimum", exclusive ? ">" : "≥", keyword);
}

static gboolean
check_maximum (McpSchemaPlace *place,
               McpSpan         keyword)
{
  gboolean exclusive = is_true (place, mcp_schema_place_keyword (place, "exclusiveMaximum"));

  if (!is_number (place, keyword) || compare_to (place, keyword) <= (exclusive ? -1 : 0))
    return TRUE;

  return report_limit (place, "maximum", exclusive ? "<" : "≤", keyword);
}

static gboolean
check_exclusive_minimum (McpSchemaPlace *place,
                         McpSpan         keyword)
{
  if (!is_number (place, keyword) || compare_to (place, keyword) > 0)
    return TRUE;

  return report_limit (place, "exclusiveMinimum", ">", keyword);
}

static gboolean
check_exclusive_maximum (McpSchemaPlace *place,
                         McpSpan         keyword)
{
  if (!is_number (place, keyword) || compare_to (place, keyword) < 0)
    return TRUE;

  return report_limit (place, "exclusiveMaximum", "<", keyword);
}

static gboolean
check_multiple_of (McpSchemaPlace *place,
                   McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;

  if (!is_number (place, keyword) ||
      mcp_number_compare (check->schema + keyword.offset, keyword.length, "0", 1) <= 0 ||
      mcp_number_is_multiple_of (check->value + place->value.offset, place->value.length,
                                 check->schema + keyword.offset, keyword.length))
    return TRUE;

  return report_limit (place, "multipleOf", _("a multiple of"), keyword);
}

/* Characters, not bytes and not UTF-16 units. */
static gint64
count_characters (McpSchemaPlace *place)
{
  const char *p = place->check->value + place->value.offset + 1;
  const char *end = p + place->value.length - 2;
  gint64 n = 0;

  for (; p < end; n++)
    mcp_escape_next (&p, end);

  return n;
}

/* Compares a count with a keyword that limits it. */
static gboolean
check_count (McpSchemaPlace *place,
             McpSpan         keyword,
             gint64          count,
             gboolean        is_minimum,
             const char     *name,
             const char     *format)
{
  gint64 limit;

  if (!mcp_json_lookup_int64 (place->check->schema + keyword.offset, keyword.length, NULL, &limit) ||
      (is_minimum ? count >= limit : count <= limit))
    return TRUE;

  return mcp_schema_check_report (place->check, name, format, count, limit);
}

static gboolean
check_min_length (McpSchemaPlace *place,
                  McpSpan         keyword)
{
  return check_count (place, keyword, count_characters (place), TRUE, "minLength",
                      _("has %" PRId64 " characters, must have at least %"
                        PRId64));
}

static gboolean
check_max_length (McpSchemaPlace *place,
                  McpSpan         keyword)
{
  return check_count (place, keyword, count_characters (place), FALSE, "maxLength",
                      _("has %" PRId64 " characters, must have at most %"
                        PRId64));
}

static gint64
count_elements (McpSchemaPlace *place)
{
  return mcp_json_count (place->check->value + place->value.offset, place->value.length);
}

static gboolean
check_min_items (McpSchemaPlace *place,
                 McpSpan         keyword)
{
  return check_count (place, keyword, count_elements (place), TRUE, "minItems",
                      _("has %" PRId64 " items, must have at least %" PRId64));
}

static gboolean
check_max_items (McpSchemaPlace *place,
                 McpSpan         keyword)
{
  return check_count (place, keyword, count_elements (place), FALSE, "maxItems",
                      _("has %" PRId64 " items, must have at most %" PRId64));
}

static gboolean
check_min_properties (McpSchemaPlace *place,
                      McpSpan         keyword)
{
  return check_count (place, keyword, g_hash_table_size (mcp_schema_place_members (place)), TRUE,
                      "minProperties",
                      _("has %" PRId64 " properties, must have at least %"
                        PRId64));
}

static gboolean
check_max_properties (McpSchemaPlace *place,
                      McpSpan         keyword)
{
  return check_count (place, keyword, g_hash_table_size (mcp_schema_place_members (place)), FALSE,
                      "maxProperties",
                      _("has %" PRId64 " properties, must have at most %"
                        PRId64));
}

static gboolean
check_pattern (McpSchemaPlace *place,
               McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  g_autofree char *pattern = mcp_json_dup_string (check->schema + keyword.offset, keyword.length);
  g_autofree char *text = NULL;

  if (pattern == NULL)
    return TRUE;

  text = mcp_json_dup_string (check->value + place->value.offset, place->value.length);
  if (mcp_schema_check_match (check, pattern, text))
    return TRUE;

  return mcp_schema_check_report (check, "pattern", _("does not match the pattern “%.100s”"),
                                  pattern);
}

static int
compare_hashes (gconstpointer a,
                gconstpointer b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return left < right ? -1 : left > right ? 1 : 0;
}

typedef struct
{
  guint64 hash;
  McpSpan value;
} HashedElement;

static gboolean
check_unique_items (McpSchemaPlace *place,
                    McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (HashedElement));
  McpJsonIter iter;
  HashedElement element;

  if (!is_true (place, keyword))
    return TRUE;

  mcp_json_begin (&iter, check->value, place->value);
  while (mcp_json_iter_next (&iter, NULL, &element.value))
    {
      element.hash = mcp_json_hash (check->value, element.value);
      g_array_append_val (elements, element);
    }
  g_array_sort (elements, compare_hashes);

  for (guint i = 0; i < elements->len; i++)
    for (guint j = i + 1; j < elements->len; j++)
      {
        HashedElement *a = &g_array_index (elements, HashedElement, i);
        HashedElement *b = &g_array_index (elements, HashedElement, j);

        if (a->hash != b->hash)
          break;
        if (!mcp_schema_check_charge (check, a->value.length + b->value.length))
          return TRUE;
        if (mcp_json_equal (check->value, a->value, check->value, b->value))
          return mcp_schema_check_report (check, "uniqueItems", _("has equal items"));
      }

  return TRUE;
}

/* Looked through in this order: the common ones come first. */
static const McpSchemaKeyword assertions[] = {
  { "type", MCP_JSON_NONE, check_type },
  { "enum", MCP_JSON_NONE, check_enum },
  { "const", MCP_JSON_NONE, check_const },
  { "minimum", MCP_JSON_NUMBER, check_minimum },
  { "maximum", MCP_JSON_NUMBER, check_maximum },
  { "exclusiveMinimum", MCP_JSON_NUMBER, check_exclusive_minimum },
  { "exclusiveMaximum", MCP_JSON_NUMBER, check_exclusive_maximum },
  { "multipleOf", MCP_JSON_NUMBER, check_multiple_of },
  { "minLength", MCP_JSON_STRING, check_min_length },
  { "maxLength", MCP_JSON_STRING, check_max_length },
  { "pattern", MCP_JSON_STRING, check_pattern },
  { "minItems", MCP_JSON_ARRAY, check_min_items },
  { "maxItems", MCP_JSON_ARRAY, check_max_items },
  { "uniqueItems", MCP_JSON_ARRAY, check_unique_items },
  { "minProperties", MCP_JSON_OBJECT, check_min_properties },
  { "maxProperties", MCP_JSON_OBJECT, check_max_properties },
  { NULL }
};

static const McpSchemaKeyword *
find_keyword (const McpSchemaKeyword *keywords,
              const char             *key,
              gsize                   length)
{
  for (; keywords->name != NULL; keywords++)
    if (mcp_json_key_equal (key, length, keywords->name))
      return keywords;

  return NULL;
}

static gboolean
apply_keyword (McpSchemaPlace *place,
               McpSpan         key,
               McpSpan         value)
{
  const char *name = place->check->schema + key.offset;
  const McpSchemaKeyword *keyword = find_keyword (assertions, name, key.length);

  if (keyword == NULL)
    keyword = find_keyword (mcp_schema_applicators, name, key.length);
  if (keyword == NULL || (keyword->type != MCP_JSON_NONE && keyword->type != place->type))
    return TRUE;

  return keyword->func (place, value);
}

static gboolean
apply_keywords (McpSchemaPlace *place)
{
  McpSchemaCheck *check = place->check;
  gboolean fits = TRUE;
  McpJsonIter iter;
  McpSpan key, value, reference;

  if (check->ref_alone)
    {
      reference = mcp_schema_place_keyword (place, "$ref");
      if (reference.length > 0)
        return find_keyword (mcp_schema_applicators, "\"$ref\"", 6)->func (place, reference);
    }

  mcp_json_begin (&iter, check->schema, place->schema);

  /* In a trial the first reason is enough. */
  while ((fits || check->n_trials == 0) && mcp_json_iter_next (&iter, &key, &value))
    if (!apply_keyword (place, key, value))
      fits = FALSE;

  return fits;
}

/* Applies a schema to a value. What could not be checked fits. */
gboolean
mcp_schema_check_apply (McpSchemaCheck *self,
                        McpSpan         schema,
                        McpSpan         value)
{
  McpSchemaPlace place = { self, schema, value, mcp_scan_type_of (self->value, value), NULL };
  gboolean fits;

  if (!mcp_schema_check_charge (self, schema.length + value.length))
    return TRUE;

  if (self->schema[schema.offset] == 'f')
    return mcp_schema_check_report (self, "false", _("is not allowed here"));
  if (self->schema[schema.offset] != '{')
    return TRUE;

  if (self->depth == MAX_DEPTH)
    {
      self->gave_up = _("schema and value are nested too deeply to be checked");
      return TRUE;
    }

  self->depth++;
  fits = apply_keywords (&place);
  self->depth--;
  g_clear_pointer (&place.members, g_hash_table_unref);

  return fits || self->gave_up != NULL;
}

/* Applies a schema without saying what does not fit. */
gboolean
mcp_schema_check_try (McpSchemaCheck *self,
                      McpSpan         schema,
                      McpSpan         value)
{
  gboolean fits;

  self->n_trials++;
  fits = mcp_schema_check_apply (self, schema, value);
  self->n_trials--;

  return fits;
}

/* Applies a schema to a member, with its name in the path (RFC 6901). */
gboolean
mcp_schema_check_member (McpSchemaCheck *self,
                         McpSpan         schema,
                         McpSpan         value,
                         const char     *name)
{
  gsize length = self->path->len;
  gboolean fits;

  g_string_append_c (self->path, '/');
  for (; *name != '\0'; name++)
    if (*name == '~')
      g_string_append (self->path, "~0");
    else if (*name == '/')
      g_string_append (self->path, "~1");
    else
      g_string_append_c (self->path, *name);

  fits = mcp_schema_check_apply (self, schema, value);
  g_string_truncate (self->path, length);

  return fits;
}

/* Applies a schema to an element, with its index in the path. */
gboolean
mcp_schema_check_element (McpSchemaCheck *self,
                          McpSpan         schema,
                          McpSpan         value,
                          guint           index)
{
  char name[16];

  g_snprintf (name, sizeof name, "%u", index);

  return mcp_schema_check_member (self, schema, value, name);
}

static void
free_pattern (gpointer regex)
{
  if (regex != NULL)
    g_regex_unref (regex);
}

static gboolean
is_before_2019 (const char *text,
                gsize       length)
{
  g_autofree char *dialect = mcp_json_lookup_string (text, length, "$schema");

  return dialect != NULL && strstr (dialect, "json-schema.org/draft-0") != NULL;
}

static void
run (McpSchemaCheck *check,
     McpSpan         schema,
     gsize           length)
{
  McpSpan value;

  mcp_json_lookup (check->value, length, NULL, &value);
  mcp_schema_check_apply (check, schema, value);

  if (check->gave_up != NULL)
    {
      g_string_truncate (check->path, 0);
      add_error (check, "", g_strdup (check->gave_up));
    }
}

/**
 * mcp_schema_validate:
 * @self: a schema
 * @value: a JSON value
 * @length: its length in bytes, -1 if it ends in NUL
 *
 * Checks a value. Numbers are compared by value, formats are not asserted. What could not be
 * checked is an entry, too: a reference that is not local and was not fetched, a pattern that is
 * none or takes too long, nesting or work over the limits. A value that is not valid JSON has
 * one entry that says so.
 *
 * Returns: (transfer full) (element-type McpSchemaError): in which ways the value does not fit;
 *   empty if it does
 */
GPtrArray *
mcp_schema_validate (McpSchema  *self,
                     const char *value,
                     gssize      length)
{
  McpSchemaCheck check = { NULL };
  g_autoptr (GError) error = NULL;
  gsize schema_length;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);

  if (length < 0)
    length = strlen (value);

  check.schema = mcp_schema_get_text (self);
  check.value = value;
  check.errors = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_schema_error_free);
  check.path = g_string_new (NULL);
  check.patterns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_pattern);
  check.noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  check.budget = MIN_BUDGET + (gint64) length * BUDGET_PER_BYTE;

  schema_length = strlen (check.schema);
  check.ref_alone = is_before_2019 (check.schema, schema_length);
  mcp_schema_refs_init (&check.refs, check.schema, schema_length);

  if (mcp_json_validate (value, length, &error))
    run (&check, check.refs.root, length);
  else
    add_error (&check, "", g_strdup (error->message));

  mcp_schema_refs_clear (&check.refs);
  g_hash_table_unref (check.noted);
  g_hash_table_unref (check.patterns);
  g_string_free (check.path, TRUE);

  return check.errors;
}

/**
 * mcp_schema_error_free:
 * @self: (transfer full): an entry
 *
 * Frees an entry and its strings.
 */
void
mcp_schema_error_free (McpSchemaError *self)
{
  if (self == NULL)
    return;

  g_free (self->path);
  g_free (self->message);
  g_free (self->keyword);
  g_free (self);
}
