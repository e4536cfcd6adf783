/* mcp-schema-seen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-schema-check-private.h"

/* Which members or elements some schema has looked at. Most runs have nobody who asks: @self is NULL. */

void
mcp_schema_seen_clear (McpSchemaSeen *self)
{
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->elements, g_hash_table_unref);
}

void
mcp_schema_seen_add_name (McpSchemaSeen *self,
                          const char    *name,
                          gsize          length)
{
  if (self == NULL || self->all)
    return;

  if (self->names == NULL)
    self->names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (self->names, g_strndup (name, length));
}

void
mcp_schema_seen_add_element (McpSchemaSeen *self,
                             guint          index)
{
  if (self == NULL || mcp_schema_seen_has_element (self, index))
    return;

  if (self->elements == NULL)
    self->elements = g_hash_table_new (NULL, NULL);
  g_hash_table_add (self->elements, GUINT_TO_POINTER (index));
}

void
mcp_schema_seen_add_first (McpSchemaSeen *self,
                           guint          n)
{
  if (self != NULL)
    self->n_first = MAX (self->n_first, n);
}

void
mcp_schema_seen_add_all (McpSchemaSeen *self)
{
  if (self != NULL)
    self->all = TRUE;
}

void
mcp_schema_seen_merge (McpSchemaSeen *self,
                       McpSchemaSeen *other)
{
  GHashTableIter iter;
  gpointer key;

  self->all = self->all || other->all;
  mcp_schema_seen_add_first (self, other->n_first);
  if (self->all)
    return;

  if (other->names != NULL)
    {
      g_hash_table_iter_init (&iter, other->names);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        mcp_schema_seen_add_name (self, key, strlen (key));
    }
  if (other->elements != NULL)
    {
      g_hash_table_iter_init (&iter, other->elements);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        mcp_schema_seen_add_element (self, GPOINTER_TO_UINT (key));
    }
}

gboolean
mcp_schema_seen_has_name (McpSchemaSeen *self,
                          const char    *name,
                          gsize          length)
{
  g_autofree char *key = self->names != NULL && !self->all ? g_strndup (name, length) : NULL;

  return self->all || (key != NULL && g_hash_table_contains (self->names, key));
}

gboolean
mcp_schema_seen_has_element (McpSchemaSeen *self,
                             guint          index)
{
  return self->all || index < self->n_first
         || (self->elements != NULL
             && g_hash_table_contains (self->elements, GUINT_TO_POINTER (index)));
}
