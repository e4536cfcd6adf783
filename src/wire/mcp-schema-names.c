/* mcp-schema-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-schema-names.h"

/* So many are looked through faster than a table of them is made. */
#define MAX_UNINDEXED 16

static guint
hash_name (gconstpointer data)
{
  const McpSchemaName *name = data;

  return (guint) mcp_hash_bytes (name->name, name->length);
}

static gboolean
equal_names (gconstpointer a,
             gconstpointer b)
{
  const McpSchemaName *left = a;
  const McpSchemaName *right = b;

  return left->length == right->length && memcmp (left->name, right->name, left->length) == 0;
}

static void
read_name (McpSchemaNames *self,
           McpSchemaName  *name,
           const char     *text,
           McpSpan         token)
{
  char *decoded;

  name->name = text + token.offset + 1;
  name->length = token.length - 2;
  if (memchr (name->name, '\\', name->length) == NULL)
    return;

  if (self->decoded == NULL)
    self->decoded = g_ptr_array_new_with_free_func (g_free);
  decoded = mcp_json_dup_string (text + token.offset, token.length);
  g_ptr_array_add (self->decoded, decoded);
  name->name = decoded;
  name->length = strlen (decoded);
}

void
mcp_schema_names_init (McpSchemaNames *self,
                       const char     *text,
                       McpSpan         container)
{
  guint n_allocated = 0;
  McpJsonIter iter;
  McpSpan key, value;

  *self = (McpSchemaNames) { NULL };
  if (!mcp_json_begin (&iter, text, container))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (!iter.is_object)
        key = value;
      if (key.length < 2 || text[key.offset] != '"')
        continue;

      if (self->n == n_allocated)
        {
          n_allocated = MAX (n_allocated * 2, 8);
          self->names = g_renew (McpSchemaName, self->names, n_allocated);
        }
      read_name (self, &self->names[self->n], text, key);
      self->names[self->n++].value = value;
    }

  if (self->n <= MAX_UNINDEXED)
    return;

  self->index = g_hash_table_new (hash_name, equal_names);
  for (guint i = 0; i < self->n; i++)
    g_hash_table_replace (self->index, &self->names[i], &self->names[i]);
}

void
mcp_schema_names_clear (McpSchemaNames *self)
{
  g_clear_pointer (&self->index, g_hash_table_unref);
  g_clear_pointer (&self->decoded, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_free);
  self->n = 0;
}

const McpSchemaName *
mcp_schema_names_find (const McpSchemaNames *self,
                       const char           *name,
                       gsize                 length)
{
  McpSchemaName wanted = { name, length, { 0, 0 } };

  if (self->index != NULL)
    return g_hash_table_lookup (self->index, &wanted);

  for (guint i = self->n; i > 0; i--)
    if (equal_names (&self->names[i - 1], &wanted))
      return &self->names[i - 1];

  return NULL;
}

guint
mcp_schema_names_count (const McpSchemaNames *self)
{
  guint n = 0;

  if (self->index != NULL)
    return g_hash_table_size (self->index);

  for (guint i = 0; i < self->n; i++)
    n += mcp_schema_names_find (self, self->names[i].name, self->names[i].length) == &self->names[i];

  return n;
}
