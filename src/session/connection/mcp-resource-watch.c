/* mcp-resource-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-resource-watch.h"

struct _McpResourceWatch
{
  GHashTable      *uris;
  McpSubscription *stream; /* (nullable) */
};

McpResourceWatch *
mcp_resource_watch_new (void)
{
  McpResourceWatch *self = g_new0 (McpResourceWatch, 1);

  self->uris = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  return self;
}

void
mcp_resource_watch_free (McpResourceWatch *self)
{
  g_hash_table_unref (self->uris);
  g_clear_object (&self->stream);
  g_free (self);
}

void
mcp_resource_watch_add (McpResourceWatch *self,
                        const char       *uri)
{
  g_hash_table_add (self->uris, g_strdup (uri));
}

void
mcp_resource_watch_remove (McpResourceWatch *self,
                           const char       *uri)
{
  g_hash_table_remove (self->uris, uri);
}

gboolean
mcp_resource_watch_has (McpResourceWatch *self,
                        const char       *uri)
{
  return g_hash_table_contains (self->uris, uri);
}

gboolean
mcp_resource_watch_is_empty (McpResourceWatch *self)
{
  return g_hash_table_size (self->uris) == 0;
}

GList *
mcp_resource_watch_list (McpResourceWatch *self)
{
  return g_hash_table_get_keys (self->uris);
}

static void
append_uri (GString    *filter,
            const char *uri)
{
  if (filter->str[filter->len - 1] != '[')
    g_string_append_c (filter, ',');
  mcp_json_append_string (filter, uri, -1);
}

char *
mcp_resource_watch_dup_filter (McpResourceWatch *self,
                               const char       *uri,
                               gboolean          watch)
{
  g_autoptr (GString) filter = g_string_new ("{\"resourceSubscriptions\":[");
  gsize empty = filter->len;
  GHashTableIter iter;
  gpointer watched;

  g_hash_table_iter_init (&iter, self->uris);
  while (g_hash_table_iter_next (&iter, &watched, NULL))
    if (!g_str_equal (watched, uri))
      append_uri (filter, watched);
  if (watch)
    append_uri (filter, uri);
  if (filter->len == empty)
    return NULL;

  g_string_append (filter, "]}");

  return g_string_free (g_steal_pointer (&filter), FALSE);
}

McpSubscription *
mcp_resource_watch_set_stream (McpResourceWatch *self,
                               McpSubscription  *stream)
{
  McpSubscription *before = self->stream;

  self->stream = stream;

  return before;
}
