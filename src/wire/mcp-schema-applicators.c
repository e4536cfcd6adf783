/* mcp-schema-applicators.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-hash.h"
#include "mcp-scan-private.h"
#include "mcp-schema-check-private.h"

/*
 * The keywords that apply other schemas: JSON Schema Core 2020-12 sections 8.2.3 and 10, with
 * the forms they have in draft-07, and required and the dependencies of Validation section 6.5.
 */

static gboolean
begin_array (McpSchemaPlace *place,
             McpJsonIter    *iter,
             McpSpan         keyword)
{
  return mcp_json_begin (iter, place->check->schema, keyword) && !iter->is_object;
}

static gboolean
begin_object (McpSchemaPlace *place,
              McpJsonIter    *iter,
              McpSpan         keyword)
{
  return mcp_json_begin (iter, place->check->schema, keyword) && iter->is_object;
}

static char *
dup_string (McpSchemaPlace *place,
            McpSpan         span)
{
  return mcp_json_dup_string (place->check->schema + span.offset, span.length);
}

/* Of 2019-09 alone: what it means depends on the way that led here. */
static gboolean
check_recursive_ref (McpSchemaPlace *place,
                     McpSpan         keyword)
{
  mcp_schema_check_note (place->check, MCP_SCHEMA_UNCHECKED, "$recursiveRef",
                         _("the references of draft 2019-09 are not followed"));

  return TRUE;
}

static gboolean
check_all_of (McpSchemaPlace *place,
              McpSpan         keyword)
{
  gboolean fits = TRUE;
  McpJsonIter iter;
  McpSpan schema;

  if (!begin_array (place, &iter, keyword))
    return TRUE;

  while (mcp_json_iter_next (&iter, NULL, &schema))
    if (!mcp_schema_check_apply (place->check, schema, place->value))
      fits = FALSE;

  return fits;
}

/* Counts what is certain to fit, too: with @unsure, nobody can tell whether the others do. */
static guint
count_fitting (McpSchemaPlace *place,
               McpSpan         keyword,
               guint           enough,
               guint          *n_schemas,
               gboolean       *unsure)
{
  guint n_unsure = place->check->n_unsure;
  McpJsonIter iter;
  McpSpan schema;
  guint n = 0;

  *n_schemas = 0;

  if (!begin_array (place, &iter, keyword))
    return 0;

  for (; n < enough && mcp_json_iter_next (&iter, NULL, &schema); (*n_schemas)++)
    if (mcp_schema_check_try (place->check, schema, place->value))
      n++;
  *unsure = place->check->n_unsure != n_unsure;

  return n;
}

static gboolean
check_any_of (McpSchemaPlace *place,
              McpSpan         keyword)
{
  gboolean unsure;
  guint n_schemas;

  /* What each of them has looked at may be asked. */
  if (count_fitting (place, keyword, place->check->seen != NULL ? G_MAXUINT : 1, &n_schemas, &unsure) > 0
      || n_schemas == 0)
    return TRUE;

  return mcp_schema_check_report (place->check, "anyOf", ngettext ("fits none of %u alternative", "fits none of %u alternatives", n_schemas),
                                  n_schemas);
}

static gboolean
check_one_of (McpSchemaPlace *place,
              McpSpan         keyword)
{
  gboolean unsure = FALSE;
  guint n_schemas;
  guint n = count_fitting (place, keyword, 2, &n_schemas, &unsure);

  if (n == 1 || n_schemas == 0 || (n > 1 && unsure))
    return TRUE;
  if (n > 1)
    return mcp_schema_check_report (place->check, "oneOf", _("fits more than one alternative"));

  return mcp_schema_check_report (place->check, "oneOf", ngettext ("fits none of %u alternative", "fits none of %u alternatives", n_schemas),
                                  n_schemas);
}

static gboolean
check_not (McpSchemaPlace *place,
           McpSpan         keyword)
{
  guint n_unsure = place->check->n_unsure;

  if (!mcp_schema_check_try_apart (place->check, keyword, place->value)
      || place->check->n_unsure != n_unsure)
    return TRUE;

  return mcp_schema_check_report (place->check, "not", _("fits what it must not fit"));
}

static gboolean
check_if (McpSchemaPlace *place,
          McpSpan         keyword)
{
  guint n_unsure = place->check->n_unsure;
  gboolean holds = mcp_schema_check_try (place->check, keyword, place->value);
  McpSpan branch;

  if (holds && place->check->n_unsure != n_unsure)
    return TRUE;

  branch = mcp_schema_place_keyword (place, holds ? "then" : "else");

  return branch.length == 0 || mcp_schema_check_apply (place->check, branch, place->value);
}

/* The keys of an object or the strings of an array of the schema. */
static const McpSchemaNames *
get_names (McpSchemaPlace *place,
           McpSpan         container)
{
  return mcp_schema_refs_get_names (place->check->refs, container);
}

static gboolean
require_names (McpSchemaPlace *place,
               McpSpan         names,
               const char     *keyword)
{
  const McpSchemaNames *members = mcp_schema_place_members (place);
  const McpSchemaNames *required;
  gboolean fits = TRUE;

  if (mcp_scan_type_of (place->check->schema, names) != MCP_JSON_ARRAY)
    return TRUE;

  required = get_names (place, names);
  for (guint i = 0; i < required->n; i++)
    {
      const McpSchemaName *name = &required->names[i];

      if (mcp_schema_names_find (members, name->name, name->length) == NULL)
        fits = mcp_schema_check_report_lack (place->check, keyword, name->name, name->length);
    }

  return fits;
}

static gboolean
check_required (McpSchemaPlace *place,
                McpSpan         keyword)
{
  return require_names (place, keyword, "required");
}

static gboolean
check_properties (McpSchemaPlace *place,
                  McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  const McpSchemaNames *members = mcp_schema_place_members (place);
  const McpSchemaNames *properties;
  gboolean fits = TRUE;

  if (mcp_scan_type_of (check->schema, keyword) != MCP_JSON_OBJECT)
    return TRUE;

  properties = get_names (place, keyword);
  for (guint i = 0; i < properties->n; i++)
    {
      const McpSchemaName *property = &properties->names[i];
      const McpSchemaName *member = mcp_schema_names_find (members, property->name, property->length);

      if (member == NULL)
        continue;
      mcp_schema_seen_add_name (check->seen, property->name, property->length);
      if (!mcp_schema_check_member (check, property->value, member->value, property->name,
                                    property->length))
        fits = FALSE;
    }

  return fits;
}

/* Applies each pattern's schema to the members whose names it matches. */
static gboolean
check_pattern_properties (McpSchemaPlace *place,
                          McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  gboolean fits = TRUE;
  McpJsonIter iter;
  McpSpan key, schema;

  if (!begin_object (place, &iter, keyword))
    return TRUE;

  while (check->gave_up == NULL && mcp_json_iter_next (&iter, &key, &schema))
    {
      g_autofree char *pattern = dup_string (place, key);
      McpJsonIter members;
      McpSpan member, value;

      mcp_json_begin (&members, check->value, place->value);
      while (mcp_json_iter_next (&members, &member, &value))
        {
          g_autofree char *name = mcp_json_dup_string (check->value + member.offset, member.length);

          if (mcp_schema_check_match (check, pattern, name) != MCP_PATTERN_MATCHES)
            continue;
          mcp_schema_seen_add_name (check->seen, name, strlen (name));
          if (!mcp_schema_check_member (check, schema, value, name, strlen (name)))
            fits = FALSE;
        }
    }

  return fits;
}

static gboolean
matches_a_pattern (McpSchemaPlace      *place,
                   McpSpan              patterns,
                   const McpSchemaName *member)
{
  g_autofree char *name = NULL;
  McpJsonIter iter;
  McpSpan key;

  if (!begin_object (place, &iter, patterns))
    return FALSE;

  name = g_strndup (member->name, member->length);
  while (mcp_json_iter_next (&iter, &key, NULL))
    {
      g_autofree char *pattern = dup_string (place, key);

      if (mcp_schema_check_match (place->check, pattern, name) != MCP_PATTERN_DIFFERS)
        return TRUE;
    }

  return FALSE;
}

/* Applies a schema to the members that @is_known does not know. */
typedef gboolean (*KnowsFunc) (McpSchemaPlace      *place,
                               const McpSchemaName *member,
                               gpointer             user_data);

static gboolean
check_other_members (McpSchemaPlace *place,
                     McpSpan         schema,
                     const char     *keyword,
                     KnowsFunc       is_known,
                     gpointer        user_data)
{
  McpSchemaCheck *check = place->check;
  const McpSchemaNames *members = mcp_schema_place_members (place);
  gboolean is_false = check->schema[schema.offset] == 'f';
  gboolean fits = TRUE;

  for (guint i = 0; i < members->n; i++)
    {
      const McpSchemaName *member = &members->names[i];

      if (is_known (place, member, user_data))
        continue;
      if (is_false)
        fits = mcp_schema_check_report (check, keyword, _("must not have the property “%.*s”"),
                                        (int) member->length, member->name);
      else if (!mcp_schema_check_member (check, schema, member->value, member->name, member->length))
        fits = FALSE;
    }
  mcp_schema_seen_add_all (check->seen);

  return fits;
}

typedef struct
{
  const McpSchemaNames *names;     /* (nullable) */
  McpSpan               patterns;
} Known;

static gboolean
is_named (McpSchemaPlace      *place,
          const McpSchemaName *member,
          gpointer             user_data)
{
  const Known *known = user_data;

  return (known->names != NULL
          && mcp_schema_names_find (known->names, member->name, member->length) != NULL)
         || matches_a_pattern (place, known->patterns, member);
}

static gboolean
check_additional_properties (McpSchemaPlace *place,
                             McpSpan         keyword)
{
  McpSpan properties = mcp_schema_place_keyword (place, "properties");
  Known known = { NULL, mcp_schema_place_keyword (place, "patternProperties") };

  if (mcp_scan_type_of (place->check->schema, properties) == MCP_JSON_OBJECT)
    known.names = get_names (place, properties);

  return check_other_members (place, keyword, "additionalProperties", is_named, &known);
}

static gboolean
is_seen (McpSchemaPlace      *place,
         const McpSchemaName *member,
         gpointer             user_data)
{
  return mcp_schema_seen_has_name (user_data, member->name, member->length);
}

/* Comes last, see apply_keywords(). */
static gboolean
check_unevaluated_properties (McpSchemaPlace *place,
                              McpSpan         keyword)
{
  return check_other_members (place, keyword, "unevaluatedProperties", is_seen, place->check->seen);
}

/* A key is a JSON string like another: the schema is applied to its token. */
static gboolean
check_property_names (McpSchemaPlace *place,
                      McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  McpJsonIter iter;
  McpSpan key;

  mcp_json_begin (&iter, check->value, place->value);

  while (mcp_json_iter_next (&iter, &key, NULL))
    if (!mcp_schema_check_try_apart (check, keyword, key))
      {
        g_autofree char *name = mcp_json_dup_string (check->value + key.offset, key.length);

        return mcp_schema_check_report (check, "propertyNames",
                                        _("“%s” is not allowed as the name of a property"), name);
      }

  return TRUE;
}

/* An array of names that go with a property, or (draft-07 has both in one) a schema. */
static gboolean
check_dependencies_as (McpSchemaPlace *place,
                       McpSpan         keyword,
                       const char     *name)
{
  const McpSchemaNames *members = mcp_schema_place_members (place);
  const McpSchemaNames *dependencies;
  gboolean fits = TRUE;

  if (mcp_scan_type_of (place->check->schema, keyword) != MCP_JSON_OBJECT)
    return TRUE;

  dependencies = get_names (place, keyword);
  for (guint i = 0; i < dependencies->n; i++)
    {
      const McpSchemaName *dependency = &dependencies->names[i];

      if (mcp_schema_names_find (members, dependency->name, dependency->length) == NULL)
        continue;
      if (place->check->schema[dependency->value.offset] == '['
            ? !require_names (place, dependency->value, name)
            : !mcp_schema_check_apply (place->check, dependency->value, place->value))
        fits = FALSE;
    }

  return fits;
}

static gboolean
check_dependent_required (McpSchemaPlace *place,
                          McpSpan         keyword)
{
  return check_dependencies_as (place, keyword, "dependentRequired");
}

static gboolean
check_dependent_schemas (McpSchemaPlace *place,
                         McpSpan         keyword)
{
  return check_dependencies_as (place, keyword, "dependentSchemas");
}

static gboolean
check_dependencies (McpSchemaPlace *place,
                    McpSpan         keyword)
{
  return check_dependencies_as (place, keyword, "dependencies");
}

/* Applies one schema to the elements from @first on. */
static gboolean
check_elements (McpSchemaPlace *place,
                McpSpan         schema,
                guint           first)
{
  gboolean fits = TRUE;
  McpJsonIter iter;
  McpSpan element;

  mcp_json_begin (&iter, place->check->value, place->value);

  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &element); i++)
    if (i >= first && !mcp_schema_check_element (place->check, schema, element, i))
      fits = FALSE;
  mcp_schema_seen_add_all (place->check->seen);

  return fits;
}

/* Applies one schema to each element, as far as there are schemas. */
static gboolean
check_tuple (McpSchemaPlace *place,
             McpSpan         schemas)
{
  gboolean fits = TRUE;
  McpJsonIter iter, schema_iter;
  McpSpan element, schema;

  if (!begin_array (place, &schema_iter, schemas))
    return TRUE;

  mcp_json_begin (&iter, place->check->value, place->value);

  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &element) &&
                    mcp_json_iter_next (&schema_iter, NULL, &schema); i++)
    {
      mcp_schema_seen_add_first (place->check->seen, i + 1);
      if (!mcp_schema_check_element (place->check, schema, element, i))
        fits = FALSE;
    }

  return fits;
}

static guint
count_schemas (McpSchemaPlace *place,
               McpSpan         schemas)
{
  if (mcp_scan_type_of (place->check->schema, schemas) != MCP_JSON_ARRAY)
    return 0;

  return mcp_json_count (place->check->schema + schemas.offset, schemas.length);
}

static gboolean
check_items (McpSchemaPlace *place,
             McpSpan         keyword)
{
  if (place->check->schema[keyword.offset] == '[')
    return check_tuple (place, keyword);

  return check_elements (place, keyword,
                         count_schemas (place, mcp_schema_place_keyword (place, "prefixItems")));
}

static gboolean
check_additional_items (McpSchemaPlace *place,
                        McpSpan         keyword)
{
  McpSpan items = mcp_schema_place_keyword (place, "items");

  if (mcp_scan_type_of (place->check->schema, items) != MCP_JSON_ARRAY)
    return TRUE;

  return check_elements (place, keyword, count_schemas (place, items));
}

static gint64
get_limit (McpSchemaPlace *place,
           const char     *name,
           gint64          otherwise)
{
  McpSpan span = mcp_schema_place_keyword (place, name);
  gint64 limit = otherwise;

  if (span.length > 0)
    mcp_json_lookup_int64 (place->check->schema + span.offset, span.length, NULL, &limit);

  return limit;
}

static gboolean
check_contains (McpSchemaPlace *place,
                McpSpan         keyword)
{
  gint64 minimum = get_limit (place, "minContains", 1);
  gint64 maximum = get_limit (place, "maxContains", G_MAXINT64);
  guint n_unsure = place->check->n_unsure;
  gint64 n = 0;
  McpJsonIter iter;
  McpSpan element;

  mcp_json_begin (&iter, place->check->value, place->value);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &element); i++)
    if (mcp_schema_check_try_apart (place->check, keyword, element))
      {
        mcp_schema_seen_add_element (place->check->seen, i);
        n++;
      }

  if (n < minimum)
    return mcp_schema_check_report (place->check, minimum == 1 ? "contains" : "minContains",
                                    ngettext ("has %" PRId64 " item that is wanted, must have at least %" PRId64,
                                              "has %" PRId64 " items that are wanted, must have at least %" PRId64,
                                              n),
                                    n, minimum);
  if (n > maximum && place->check->n_unsure == n_unsure)
    return mcp_schema_check_report (place->check, "maxContains",
                                    ngettext ("has %" PRId64 " item that is wanted, must have at most %" PRId64,
                                              "has %" PRId64 " items that are wanted, must have at most %" PRId64,
                                              n),
                                    n, maximum);

  return TRUE;
}

/* Comes last, see apply_keywords(). */
static gboolean
check_unevaluated_items (McpSchemaPlace *place,
                         McpSpan         keyword)
{
  McpSchemaCheck *check = place->check;
  gboolean fits = TRUE;
  McpJsonIter iter;
  McpSpan element;

  mcp_json_begin (&iter, check->value, place->value);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &element); i++)
    if (!mcp_schema_seen_has_element (check->seen, i)
        && !mcp_schema_check_element (check, keyword, element, i))
      fits = FALSE;
  mcp_schema_seen_add_all (check->seen);

  return fits;
}

const McpSchemaKeyword mcp_schema_applicators[] = {
  { "properties", MCP_JSON_OBJECT, check_properties },
  { "required", MCP_JSON_OBJECT, check_required },
  { "items", MCP_JSON_ARRAY, check_items },
  { "$ref", MCP_JSON_NONE, mcp_schema_check_ref },
  { "$dynamicRef", MCP_JSON_NONE, mcp_schema_check_dynamic_ref },
  { "$recursiveRef", MCP_JSON_NONE, check_recursive_ref },
  { "anyOf", MCP_JSON_NONE, check_any_of },
  { "oneOf", MCP_JSON_NONE, check_one_of },
  { "allOf", MCP_JSON_NONE, check_all_of },
  { "not", MCP_JSON_NONE, check_not },
  { "if", MCP_JSON_NONE, check_if },
  { "additionalProperties", MCP_JSON_OBJECT, check_additional_properties },
  { "patternProperties", MCP_JSON_OBJECT, check_pattern_properties },
  { "propertyNames", MCP_JSON_OBJECT, check_property_names },
  { "dependentRequired", MCP_JSON_OBJECT, check_dependent_required },
  { "dependentSchemas", MCP_JSON_OBJECT, check_dependent_schemas },
  { "dependencies", MCP_JSON_OBJECT, check_dependencies },
  { "prefixItems", MCP_JSON_ARRAY, check_tuple },
  { "additionalItems", MCP_JSON_ARRAY, check_additional_items },
  { "contains", MCP_JSON_ARRAY, check_contains },
  { "unevaluatedProperties", MCP_JSON_OBJECT, check_unevaluated_properties },
  { "unevaluatedItems", MCP_JSON_ARRAY, check_unevaluated_items },
  { NULL }
};
