/* mcp-schema-assertions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-number-private.h"
#include "mcp-scan-private.h"
#include "mcp-schema-check-private.h"

/*
 * The keywords of JSON Schema Validation 2020-12 section 6 that look at the value alone, with
 * their draft-07 and draft-04 forms. format is an annotation and not asserted.
 */

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

  return strcmp (name, mcp_json_type_get_name (place->type)) == 0 || !g_strv_contains (known, name);
}

/* Without a copy of the name, as nearly all values fit. */
static gboolean
is_type (McpSchemaPlace *place,
         McpSpan         name)
{
  return mcp_json_key_equal (place->check->schema + name.offset, name.length,
                             mcp_json_type_get_name (place->type));
}

static gboolean
check_type (McpSchemaPlace *place,
            McpSpan         keyword)
{
  const char *text = place->check->schema;
  g_autoptr (GString) wanted = NULL;
  g_autofree char *single = NULL;
  McpJsonIter iter;
  McpSpan element;

  if (text[keyword.offset] == '"' && is_type (place, keyword))
    return TRUE;

  wanted = g_string_new (NULL);
  single = mcp_json_dup_string (text + keyword.offset, keyword.length);
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
                                  mcp_json_type_get_name (place->type), wanted->str);
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
  gint64 n = count_characters (place);

  return check_count (place, keyword, n, TRUE, "minLength",
                      ngettext ("has %" PRId64 " character, must have at least %" PRId64,
                                "has %" PRId64 " characters, must have at least %" PRId64, n));
}

static gboolean
check_max_length (McpSchemaPlace *place,
                  McpSpan         keyword)
{
  gint64 n = count_characters (place);

  return check_count (place, keyword, n, FALSE, "maxLength",
                      ngettext ("has %" PRId64 " character, must have at most %" PRId64,
                                "has %" PRId64 " characters, must have at most %" PRId64, n));
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
  gint64 n = count_elements (place);

  return check_count (place, keyword, n, TRUE, "minItems",
                      ngettext ("has %" PRId64 " item, must have at least %" PRId64,
                                "has %" PRId64 " items, must have at least %" PRId64, n));
}

static gboolean
check_max_items (McpSchemaPlace *place,
                 McpSpan         keyword)
{
  gint64 n = count_elements (place);

  return check_count (place, keyword, n, FALSE, "maxItems",
                      ngettext ("has %" PRId64 " item, must have at most %" PRId64,
                                "has %" PRId64 " items, must have at most %" PRId64, n));
}

static gboolean
check_min_properties (McpSchemaPlace *place,
                      McpSpan         keyword)
{
  gint64 n = mcp_schema_names_count (mcp_schema_place_members (place));

  return check_count (place, keyword, n, TRUE, "minProperties",
                      ngettext ("has %" PRId64 " property, must have at least %" PRId64,
                                "has %" PRId64 " properties, must have at least %" PRId64, n));
}

static gboolean
check_max_properties (McpSchemaPlace *place,
                      McpSpan         keyword)
{
  gint64 n = mcp_schema_names_count (mcp_schema_place_members (place));

  return check_count (place, keyword, n, FALSE, "maxProperties",
                      ngettext ("has %" PRId64 " property, must have at most %" PRId64,
                                "has %" PRId64 " properties, must have at most %" PRId64, n));
}

static gboolean
check_pattern (McpSchemaPlace *place,
               McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  g_autofree char *pattern = mcp_json_dup_string (check->schema + keyword.offset, keyword.length);
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  if (pattern == NULL)
    return TRUE;

  text = mcp_json_dup_string (check->value + place->value.offset, place->value.length);
  if (mcp_schema_check_match (check, pattern, text) != MCP_PATTERN_DIFFERS)
    return TRUE;

  shown = mcp_text_elide (pattern, MCP_SCHEMA_MAX_QUOTED_BYTES);

  return mcp_schema_check_report (check, "pattern", _("does not match the pattern “%s”"), shown);
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
const McpSchemaKeyword mcp_schema_assertions[] = {
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
