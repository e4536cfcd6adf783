/* mcp-schema-node.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-schema-check-private.h"

/*
 * What was read of a schema once: it is applied to each element of an array. All is kept by where it
 * stands in its document.
 */

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

static void
read_entry (McpSchemaNode  *node,
            McpSchemaEntry *entry,
            const char     *key)
{
  entry->keyword = find_keyword (mcp_schema_assertions, key, entry->key.length);
  entry->asserts = entry->keyword != NULL;
  if (entry->keyword == NULL)
    entry->keyword = find_keyword (mcp_schema_applicators, key, entry->key.length);

  if (mcp_json_key_equal (key, entry->key.length, "unevaluatedProperties"))
    node->asks_members = entry->comes_last = TRUE;
  else if (mcp_json_key_equal (key, entry->key.length, "unevaluatedItems"))
    node->asks_elements = entry->comes_last = TRUE;
}

static void
node_free (gpointer data)
{
  McpSchemaNode *node = data;

  g_array_unref (node->entries);
  g_free (node);
}

static void
names_free (gpointer data)
{
  mcp_schema_names_clear (data);
  g_free (data);
}

const McpSchemaNode *
mcp_schema_refs_get_node (McpSchemaRefs *self,
                          McpSpan        schema)
{
  McpSchemaNode *node;
  McpJsonIter iter;
  McpSpan key, value;

  if (self->nodes == NULL)
    self->nodes = g_hash_table_new_full (NULL, NULL, NULL, node_free);
  node = g_hash_table_lookup (self->nodes, GSIZE_TO_POINTER (schema.offset + 1));
  if (node != NULL)
    return node;

  node = g_new0 (McpSchemaNode, 1);
  node->entries = g_array_new (FALSE, FALSE, sizeof (McpSchemaEntry));
  mcp_json_begin (&iter, self->text, schema);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      McpSchemaEntry entry = { key, value, NULL, FALSE, FALSE };

      read_entry (node, &entry, self->text + key.offset);
      g_array_append_val (node->entries, entry);
    }
  g_hash_table_insert (self->nodes, GSIZE_TO_POINTER (schema.offset + 1), node);

  return node;
}

const McpSchemaNames *
mcp_schema_refs_get_names (McpSchemaRefs *self,
                           McpSpan        container)
{
  McpSchemaNames *names;

  if (self->names == NULL)
    self->names = g_hash_table_new_full (NULL, NULL, NULL, names_free);
  names = g_hash_table_lookup (self->names, GSIZE_TO_POINTER (container.offset + 1));
  if (names != NULL)
    return names;

  names = g_new0 (McpSchemaNames, 1);
  mcp_schema_names_init (names, self->text, container);
  g_hash_table_insert (self->names, GSIZE_TO_POINTER (container.offset + 1), names);

  return names;
}
