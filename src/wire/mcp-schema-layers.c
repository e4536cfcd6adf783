/* mcp-schema-layers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-private.h"
#include "mcp-scan-private.h"
#include "mcp-schema-private.h"

/*
 * What a property means may be spread over layers: its own schema, the one its $ref leads to, the
 * only member of its allOf, and the alternative of an anyOf that is not null. The first layer that
 * has a keyword decides it.
 */

McpSpan
mcp_schema_member (const char *text,
                   McpSpan     schema,
                   const char *keyword)
{
  McpSpan value = { 0, 0 };

  mcp_json_get_member (text, schema, keyword, strlen (keyword), &value);

  return value;
}

McpSpan
mcp_schema_layers_find (McpSchemaLayers *self,
                        const char      *keyword)
{
  for (guint i = 0; i < self->n_layers; i++)
    {
      McpSpan value = mcp_schema_member (self->text, self->layers[i], keyword);

      if (value.length > 0)
        return value;
    }

  return (McpSpan) { 0, 0 };
}

char *
mcp_schema_dup_token (const char *text,
                      McpSpan     span)
{
  return span.length > 0 ? g_strndup (text + span.offset, span.length) : NULL;
}

char *
mcp_schema_dup_string (const char *text,
                       McpSpan     span)
{
  return span.length > 0 ? mcp_json_dup_string (text + span.offset, span.length) : NULL;
}

gboolean
mcp_schema_says (const char *text,
                 McpSpan     span,
                 const char *string)
{
  return mcp_scan_type_of (text, span) == MCP_JSON_STRING
         && mcp_json_key_equal (text + span.offset, span.length, string);
}

gboolean
mcp_schema_is_null (const char *text,
                    McpSpan     schema)
{
  McpSpan constant = mcp_schema_member (text, schema, "const");

  return mcp_schema_says (text, mcp_schema_member (text, schema, "type"), "null")
         || mcp_scan_type_of (text, constant) == MCP_JSON_NULL;
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
      if (mcp_schema_is_null (text, value))
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
find_layer (McpSchemaLayers *self,
            McpSpan         *next)
{
  McpSpan layer = self->layers[self->n_layers - 1];
  McpSpan reference = mcp_schema_member (self->text, layer, "$ref");
  g_autofree char *target = mcp_schema_dup_string (self->text, reference);
  McpSpan all;

  if (target != NULL)
    return mcp_schema_refs_resolve (self->refs, target, reference.offset, next)
           == MCP_SCHEMA_REF_FOUND;

  all = mcp_schema_member (self->text, layer, "allOf");
  if (all.length > 0 && mcp_json_count (self->text + all.offset, all.length) == 1)
    {
      McpJsonIter iter;

      return mcp_json_begin (&iter, self->text, all) && !iter.is_object
             && mcp_json_iter_next (&iter, NULL, next);
    }

  if (find_only_alternative (self->text, mcp_schema_member (self->text, layer, "anyOf"), next)
      || find_only_alternative (self->text, mcp_schema_member (self->text, layer, "oneOf"), next))
    {
      self->nullable = TRUE;
      return TRUE;
    }

  return FALSE;
}

/* Every keyword is looked for in each layer: many references to a big schema must not add up. */
static gboolean
next_layer (McpSchemaLayers *self,
            McpSpan         *next)
{
  if (!find_layer (self, next))
    return FALSE;

  self->refs->budget -= (gint64) next->length * MCP_SCHEMA_N_KEYWORDS;

  return self->refs->budget >= 0;
}

void
mcp_schema_layers_add (McpSchemaLayers *self,
                       McpSpan          schema)
{
  McpSpan next = schema;

  /* A reference that leads back to itself ends when the layers are full. */
  while (self->n_layers < G_N_ELEMENTS (self->layers))
    {
      self->layers[self->n_layers++] = next;
      if (!next_layer (self, &next))
        return;
    }
}

void
mcp_schema_layers_init (McpSchemaLayers *self,
                        McpSchemaRefs   *refs,
                        McpSpan          schema)
{
  self->refs = refs;
  self->text = refs->text;
  self->nullable = FALSE;
  self->n_layers = 0;
  mcp_schema_layers_add (self, schema);
}
