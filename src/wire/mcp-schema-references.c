/* mcp-schema-references.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-schema-check-private.h"

/*
 * Applying what $ref and $dynamicRef lead to (Core 2020-12 section 8.2.3), in this document or in
 * another that is at hand. The way that led here, resource by resource, is the dynamic scope.
 */

typedef struct
{
  McpSchemaRefs *refs;
  guint          resource;
} Scope;

GArray *
mcp_schema_check_new_scope (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Scope));
}

/* Goes on in the resource around @position; what it returns is to be given to mcp_schema_check_leave(). */
gsize
mcp_schema_check_enter (McpSchemaCheck *self,
                        gsize           position)
{
  gsize depth = self->scope->len;
  const Scope *last;
  Scope scope;

  if (!self->refs->is_dynamic)
    return depth;

  scope = (Scope) { self->refs, mcp_schema_refs_get_resource (self->refs, position) };
  last = depth > 0 ? &g_array_index (self->scope, Scope, depth - 1) : NULL;
  if (last == NULL || last->refs != scope.refs || last->resource != scope.resource)
    g_array_append_val (self->scope, scope);

  return depth;
}

void
mcp_schema_check_leave (McpSchemaCheck *self,
                        gsize           depth)
{
  g_array_set_size (self->scope, depth);
}

/* Finds what a reference means, and the document it is in. */
static McpSchemaRefResult
find_target (McpSchemaCheck  *self,
             const char      *reference,
             gsize            position,
             McpSchemaRefs  **refs,
             McpSpan         *target)
{
  McpSchemaRefResult result = mcp_schema_refs_resolve (self->refs, reference, position, target);
  g_autofree char *uri = NULL;

  *refs = self->refs;
  if (result != MCP_SCHEMA_REF_OUTSIDE)
    return result;

  uri = mcp_schema_refs_dup_uri (self->refs, reference, position);
  *refs = mcp_schema_check_find_document (self, uri);

  return *refs != NULL ? mcp_schema_refs_find (*refs, uri, target) : MCP_SCHEMA_REF_OUTSIDE;
}

static gboolean
apply_in (McpSchemaPlace *place,
          McpSchemaRefs  *refs,
          McpSpan         target)
{
  McpSchemaCheck *check = place->check;
  McpSchemaRefs *before = check->refs;
  gsize keyword = check->keyword;
  gboolean fits;

  check->refs = refs;
  check->schema = refs->text;
  check->keyword = target.offset;
  fits = mcp_schema_check_apply (check, target, place->value);
  check->refs = before;
  check->schema = before->text;
  check->keyword = keyword;

  return fits;
}

static void
note_result (McpSchemaCheck     *check,
             McpSchemaRefResult  result,
             const char         *keyword,
             const char         *reference)
{
  g_autofree char *shown = mcp_text_elide (reference, MCP_SCHEMA_MAX_QUOTED_BYTES);

  if (result == MCP_SCHEMA_REF_NOWHERE)
    mcp_schema_check_note (check, MCP_SCHEMA_BROKEN, keyword, _("“%s” leads nowhere"), shown);
  else if (result == MCP_SCHEMA_REF_OUTSIDE)
    mcp_schema_check_note (check, MCP_SCHEMA_UNCHECKED, keyword,
                           _("“%s” is outside of the schema and was not fetched"), shown);
  else
    mcp_schema_check_note (check, MCP_SCHEMA_UNCHECKED, keyword,
                           _("“%s” takes too long to be looked for"), shown);
}

/* The outermost resource on the way here that has the anchor, if what was found is such an anchor. */
static void
find_dynamic (McpSchemaCheck  *self,
              const char      *reference,
              McpSchemaRefs  **refs,
              McpSpan         *target)
{
  const char *fragment = strchr (reference, '#');
  McpSpan dynamic;

  if (fragment == NULL || fragment[1] == '\0' || fragment[1] == '/'
      || !mcp_schema_refs_find_dynamic (*refs, mcp_schema_refs_get_resource (*refs, target->offset),
                                        fragment + 1, &dynamic))
    return;

  for (guint i = 0; i < self->scope->len; i++)
    {
      const Scope *scope = &g_array_index (self->scope, Scope, i);

      if (!mcp_schema_check_charge (self, strlen (reference)))
        return;
      if (!mcp_schema_refs_find_dynamic (scope->refs, scope->resource, fragment + 1, &dynamic))
        continue;

      *refs = scope->refs;
      *target = dynamic;
      return;
    }
}

/* What a reference leads to, by where it stands. */
typedef struct
{
  char               *reference;
  McpSchemaRefResult  result;
  McpSchemaRefs      *refs;
  McpSpan             target;
} Led;

static void
led_free (gpointer data)
{
  g_free (((Led *) data)->reference);
  g_free (data);
}

static const Led *
lead (McpSchemaCheck *self,
      McpSpan         keyword)
{
  McpSchemaRefs *refs = self->refs;
  Led *led;

  if (refs->places == NULL)
    refs->places = g_hash_table_new_full (NULL, NULL, NULL, led_free);
  led = g_hash_table_lookup (refs->places, GSIZE_TO_POINTER (keyword.offset));
  if (led != NULL)
    return led;

  led = g_new0 (Led, 1);
  led->reference = mcp_json_dup_string (self->schema + keyword.offset, keyword.length);
  if (led->reference != NULL)
    led->result = find_target (self, led->reference, keyword.offset, &led->refs, &led->target);
  g_hash_table_insert (refs->places, GSIZE_TO_POINTER (keyword.offset), led);

  return led;
}

static gboolean
follow (McpSchemaPlace *place,
        McpSpan         keyword,
        gboolean        is_dynamic)
{
  McpSchemaCheck *check = place->check;
  const Led *led = lead (check, keyword);
  McpSchemaRefs *refs = led->refs;
  McpSpan target = led->target;

  if (led->reference == NULL)
    return TRUE;

  if (led->result == MCP_SCHEMA_REF_FOUND)
    {
      if (is_dynamic)
        find_dynamic (check, led->reference, &refs, &target);
      return apply_in (place, refs, target);
    }

  note_result (check, led->result, is_dynamic ? "$dynamicRef" : "$ref", led->reference);

  return TRUE;
}

gboolean
mcp_schema_check_ref (McpSchemaPlace *place,
                      McpSpan         keyword)
{
  return follow (place, keyword, FALSE);
}

gboolean
mcp_schema_check_dynamic_ref (McpSchemaPlace *place,
                              McpSpan         keyword)
{
  return follow (place, keyword, TRUE);
}
