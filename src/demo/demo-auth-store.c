/* demo-auth-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-auth-store.h"

struct _DemoStore
{
  GHashTable     *things;  /* char * → gpointer, which it does not own */
  GQueue          names;   /* the same strings, which @things owns, the oldest first */
  GDestroyNotify  free_func;
  guint           max;
};

DemoStore *
demo_store_new (guint          max,
                GDestroyNotify free_func)
{
  DemoStore *self = g_new0 (DemoStore, 1);

  self->things = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_queue_init (&self->names);
  self->free_func = free_func;
  self->max = max;

  return self;
}

void
demo_store_free (DemoStore *self)
{
  while (!g_queue_is_empty (&self->names))
    self->free_func (demo_store_take (self, g_queue_peek_head (&self->names)));
  g_hash_table_unref (self->things);
  g_free (self);
}

void
demo_store_put (DemoStore  *self,
                const char *name,
                gpointer    thing)
{
  gpointer old = demo_store_take (self, name);
  char *key = g_strdup (name);

  if (old == NULL && self->names.length >= self->max)
    old = demo_store_take (self, g_queue_peek_head (&self->names));
  if (old != NULL)
    self->free_func (old);

  g_hash_table_insert (self->things, key, thing);
  g_queue_push_tail (&self->names, key);
}

gpointer
demo_store_find (DemoStore  *self,
                 const char *name)
{
  return name != NULL ? g_hash_table_lookup (self->things, name) : NULL;
}

gpointer
demo_store_take (DemoStore  *self,
                 const char *name)
{
  gpointer key, thing;

  if (name == NULL || !g_hash_table_steal_extended (self->things, name, &key, &thing))
    return NULL;

  g_queue_remove (&self->names, key);
  g_free (key);

  return thing;
}
