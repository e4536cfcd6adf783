/* mcp-catalog-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-catalog-item.h"
#include "mcp-catalog-page.h"
#include "mcp-hash.h"
#include "mcp-json.h"

struct _McpCatalogPage
{
  McpCatalogKind kind;
  GBytes        *result;
  McpSpan        array;  /* the items, in @result */
  McpJsonIter    iter;
};

/**
 * mcp_catalog_page_new:
 * @kind: of which list
 * @result: the result of a request for a page
 *
 * Prepares to read the items of a page (server/utilities/pagination).
 *
 * Returns: (transfer full) (nullable): %NULL for a result without the array of that list
 */
McpCatalogPage *
mcp_catalog_page_new (McpCatalogKind  kind,
                      GBytes         *result)
{
  McpCatalogPage *self;
  McpSpan array;
  gsize length;
  const char *text = g_bytes_get_data (result, &length);

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT
      || !mcp_json_lookup (text, length, mcp_catalog_kind_get_member (kind), &array)
      || mcp_json_get_type (text + array.offset, array.length) != MCP_JSON_ARRAY)
    return NULL;

  self = g_new0 (McpCatalogPage, 1);
  self->kind = kind;
  self->result = g_bytes_ref (result);
  self->array = array;
  mcp_json_iter_init (&self->iter, text + array.offset, array.length);

  return self;
}

void
mcp_catalog_page_free (McpCatalogPage *self)
{
  g_bytes_unref (self->result);
  g_free (self);
}

/**
 * mcp_catalog_page_dup_mark:
 *
 * Tells pages apart by their items, token for token.
 *
 * Returns: (transfer full) (nullable): no JSON, so that no cursor is the same; %NULL for an empty page
 */
char *
mcp_catalog_page_dup_mark (McpCatalogPage *self)
{
  const char *array = (const char *) g_bytes_get_data (self->result, NULL) + self->array.offset;

  if (mcp_json_count (array, self->array.length) == 0)
    return NULL;

  return g_strdup_printf ("page %" G_GINT64_MODIFIER "x", mcp_hash_bytes (array, self->array.length));
}

/**
 * mcp_catalog_page_next:
 *
 * Reads the next item.
 *
 * Returns: (transfer full) (nullable): %NULL at the end
 */
McpCatalogItem *
mcp_catalog_page_next (McpCatalogPage *self)
{
  const char *array = (const char *) g_bytes_get_data (self->result, NULL) + self->array.offset;
  McpSpan key;
  McpSpan value;

  if (!mcp_json_iter_next (&self->iter, &key, &value))
    return NULL;

  return mcp_catalog_item_new (self->kind, array + value.offset, value.length);
}

/**
 * mcp_catalog_page_dup_cursor:
 *
 * Gets the cursor of the next page. An empty cursor is a cursor like others.
 *
 * Returns: (transfer full) (nullable): JSON; %NULL on the last page, whose cursor is null or missing
 */
char *
mcp_catalog_page_dup_cursor (McpCatalogPage *self)
{
  McpSpan span;
  gsize length;
  const char *text = g_bytes_get_data (self->result, &length);

  if (!mcp_json_lookup (text, length, "nextCursor", &span)
      || mcp_json_get_type (text + span.offset, span.length) != MCP_JSON_STRING)
    return NULL;

  return g_strndup (text + span.offset, span.length);
}
