/* mcp-catalog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-catalog-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"

/**
 * McpCatalog:
 *
 * What a server lists of one kind: all pages, in its order; or only so many as somebody asked for, where the
 * session lists page by page.
 *
 * The session owns one catalog of each kind, resets them when a life begins, and refreshes them
 * when the server says that a list changed. Old items stay until a refresh is complete. One load
 * runs at a time; who asks meanwhile gets the one after it, because the answer under way may
 * already be out of date. MCP 2025-11-25, server/utilities/pagination.
 */

static GType
mcp_catalog_get_item_type (GListModel *model)
{
  return MCP_TYPE_CATALOG_ITEM;
}

static guint
mcp_catalog_get_n_items (GListModel *model)
{
  return MCP_CATALOG (model)->items->len;
}

static gpointer
mcp_catalog_get_item (GListModel *model,
                      guint       position)
{
  McpCatalog *self = MCP_CATALOG (model);

  if (position >= self->items->len)
    return NULL;

  return g_object_ref (g_ptr_array_index (self->items, position));
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = mcp_catalog_get_item_type;
  iface->get_n_items = mcp_catalog_get_n_items;
  iface->get_item = mcp_catalog_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpCatalog, mcp_catalog, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init)
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_WATCHER, mcp_catalog_watcher_iface_init))

enum {
  PROP_0,
  PROP_STATE,
  PROP_N_PAGES,
  PROP_AGE,
  PROP_N_ITEMS,
  N_PROPS
};

enum {
  REFRESHED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
mcp_catalog_set_state (McpCatalog      *self,
                       McpCatalogState  state,
                       const GError    *error)
{
  g_autoptr (GError) old = g_steal_pointer (&self->error);

  if (error != NULL)
    self->error = g_error_copy (error);

  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
index_items (McpCatalog *self)
{
  g_hash_table_remove_all (self->by_name);

  for (guint i = 0; i < self->items->len; i++)
    {
      McpCatalogItem *item = g_ptr_array_index (self->items, i);
      const char *name = mcp_catalog_item_get_name (item);

      if (name[0] != '\0' && !g_hash_table_contains (self->by_name, name))
        g_hash_table_insert (self->by_name, (char *) name, item);
    }

  /* Names first: a URI never hides an item that is called so. */
  for (guint i = 0; i < self->items->len; i++)
    {
      McpCatalogItem *item = g_ptr_array_index (self->items, i);
      const char *uri = mcp_catalog_item_get_uri (item);

      if (uri != NULL && !g_hash_table_contains (self->by_name, uri))
        g_hash_table_insert (self->by_name, (char *) uri, item);
    }
}

/* Puts the old object in the place of each new one that says the same. */
static void
keep_unchanged (McpCatalog *self,
                GPtrArray  *items)
{
  g_autoptr (GHashTable) old = g_hash_table_new (mcp_bytes_hash, g_bytes_equal);

  for (guint i = 0; i < self->items->len; i++)
    {
      McpCatalogItem *item = g_ptr_array_index (self->items, i);

      if (!g_hash_table_contains (old, mcp_catalog_item_get_json (item)))
        g_hash_table_insert (old, mcp_catalog_item_get_json (item), item);
    }

  for (guint i = 0; i < items->len; i++)
    {
      McpCatalogItem *item = g_ptr_array_index (items, i);
      McpCatalogItem *same = g_hash_table_lookup (old, mcp_catalog_item_get_json (item));

      if (same != NULL)
        {
          /* An object stands in the list once, even if the server repeats itself. */
          g_hash_table_remove (old, mcp_catalog_item_get_json (same));
          g_object_unref (item);
          g_ptr_array_index (items, i) = g_object_ref (same);
        }
    }
}

void
mcp_catalog_replace_items (McpCatalog *self,
                           GPtrArray  *items)
{
  g_autoptr (GPtrArray) old = NULL;
  guint common = MIN (self->items->len, items->len);
  guint head = 0;
  guint tail = 0;

  keep_unchanged (self, items);
  old = g_steal_pointer (&self->items);
  self->items = g_ptr_array_ref (items);
  index_items (self);

  while (head < common && g_ptr_array_index (old, head) == g_ptr_array_index (items, head))
    head++;
  while (tail < common - head
         && g_ptr_array_index (old, old->len - 1 - tail)
            == g_ptr_array_index (items, items->len - 1 - tail))
    tail++;

  if (head == old->len && head == items->len)
    return;

  g_list_model_items_changed (G_LIST_MODEL (self), head,
                              old->len - head - tail, items->len - head - tail);
  if (old->len != items->len)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

void
mcp_catalog_clear_items (McpCatalog *self)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new_with_free_func (g_object_unref);

  mcp_catalog_replace_items (self, none);
}

void
mcp_catalog_emit_refreshed (McpCatalog *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_PAGES]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AGE]);
  g_signal_emit (self, signals[REFRESHED], 0);
}

static void
mcp_catalog_finalize (GObject *object)
{
  McpCatalog *self = MCP_CATALOG (object);

  g_assert (self->load == NULL);

  mcp_catalog_disarm (self);
  g_clear_weak_pointer (&self->session);
  g_clear_error (&self->error);
  g_free (self->cache_scope);
  g_free (self->directory);
  mcp_catalog_set_next (self, NULL, NULL);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->waiters);
  g_ptr_array_unref (self->later);

  G_OBJECT_CLASS (mcp_catalog_parent_class)->finalize (object);
}

static void
mcp_catalog_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  McpCatalog *self = MCP_CATALOG (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;

    case PROP_N_PAGES:
      g_value_set_uint (value, self->n_pages);
      break;

    case PROP_AGE:
      g_value_set_int64 (value, mcp_catalog_get_age_usec (self));
      break;

    case PROP_N_ITEMS:
      g_value_set_uint (value, self->items->len);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_catalog_class_init (McpCatalogClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = mcp_catalog_finalize;
  object_class->get_property = mcp_catalog_get_property;

  /**
   * McpCatalog:state:
   *
   * How far the list is, an #McpCatalogState.
   */
  properties[PROP_STATE] =
    g_param_spec_uint ("state", NULL, NULL, MCP_CATALOG_EMPTY, MCP_CATALOG_UNRECORDED,
                       MCP_CATALOG_EMPTY, flags);

  /**
   * McpCatalog:n-pages:
   *
   * How many pages the last load took.
   */
  properties[PROP_N_PAGES] =
    g_param_spec_uint ("n-pages", NULL, NULL, 0, G_MAXUINT, 0, flags);

  /**
   * McpCatalog:age:
   *
   * How long ago the last load ended, in microseconds; -1 for never. Notified when one ends.
   */
  properties[PROP_AGE] =
    g_param_spec_int64 ("age", NULL, NULL, -1, G_MAXINT64, -1, flags);

  /**
   * McpCatalog:n-items:
   *
   * How many items there are.
   */
  properties[PROP_N_ITEMS] =
    g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * McpCatalog::refreshed:
   *
   * A load ended, well or not, whether or not anything changed.
   */
  signals[REFRESHED] =
    g_signal_new ("refreshed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_catalog_init (McpCatalog *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_name = g_hash_table_new (mcp_str_hash, g_str_equal);
  self->ttl_msec = -1;
  mcp_catalog_init_load (self);
}

/**
 * mcp_catalog_new:
 * @session: whose server to ask; it is not kept alive
 * @kind: what to list
 *
 * Creates an empty catalog.
 */
McpCatalog *
mcp_catalog_new (McpSession     *session,
                 McpCatalogKind  kind)
{
  McpCatalog *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);
  g_return_val_if_fail (kind < MCP_N_CATALOGS, NULL);

  self = g_object_new (MCP_TYPE_CATALOG, NULL);
  self->kind = kind;
  g_set_weak_pointer (&self->session, session);

  return self;
}

/**
 * mcp_catalog_new_for_directory:
 * @session: whose server to ask; it is not kept alive
 * @uri: a resource that is a directory
 *
 * Creates an empty catalog of the resources that are directly in a directory (extension
 * io.modelcontextprotocol/skills, *Reading Directories*). The session does not know of it: who made it loads it.
 */
McpCatalog *
mcp_catalog_new_for_directory (McpSession *session,
                               const char *uri)
{
  McpCatalog *self = mcp_catalog_new (session, MCP_CATALOG_RESOURCES);

  g_return_val_if_fail (uri != NULL, NULL);

  self->directory = g_strdup (uri);

  return self;
}

const char *
mcp_catalog_get_method (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), NULL);

  return self->directory != NULL ? MCP_DIRECTORY_READ : mcp_catalog_kind_get_method (self->kind);
}

McpCatalogKind
mcp_catalog_get_kind (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), MCP_CATALOG_TOOLS);

  return self->kind;
}

McpCatalogState
mcp_catalog_get_state (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), MCP_CATALOG_EMPTY);

  return self->state;
}

McpSession *
mcp_catalog_get_session (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), NULL);

  return self->session;
}

/**
 * mcp_catalog_is_recorded:
 *
 * Tells whether it is that of a recording: there is nobody who could be asked again.
 *
 * Returns: %TRUE if it is all there will ever be
 */
gboolean
mcp_catalog_is_recorded (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), FALSE);

  return self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_RECORDED;
}

const GError *
mcp_catalog_get_error (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), NULL);

  return self->error;
}

guint
mcp_catalog_get_n_pages (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), 0);

  return self->n_pages;
}

gint64
mcp_catalog_get_age_usec (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), -1);

  return self->loaded_usec != 0 ? g_get_monotonic_time () - self->loaded_usec : -1;
}

/**
 * mcp_catalog_find:
 * @name: a name or a URI
 *
 * Finds an item; of several with the same name the first.
 *
 * Returns: (transfer none) (nullable): the item
 */
McpCatalogItem *
mcp_catalog_find (McpCatalog *self,
                  const char *name)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_hash_table_lookup (self->by_name, name);
}

/**
 * mcp_catalog_get_ttl_msec:
 *
 * Gets for how long the server says the list is good, from when it was loaded (2026-07-28,
 * server/utilities/caching).
 *
 * Returns: milliseconds, the fewest of any page; -1 when a page does not say
 */
gint64
mcp_catalog_get_ttl_msec (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), -1);

  return self->ttl_msec;
}

const char *
mcp_catalog_get_cache_scope (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), NULL);

  return self->cache_scope;
}

/**
 * mcp_catalog_is_fresh:
 *
 * Gets whether the list is as good as new by what the server said of it. A hint for people:
 * a refresh always asks.
 *
 * Returns: %TRUE until its time is over, or the server says that it changed
 */
gboolean
mcp_catalog_is_fresh (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), FALSE);

  return self->state == MCP_CATALOG_LOADED && !self->stale && self->ttl_msec > 0
         && mcp_catalog_get_age_usec (self) / 1000 < self->ttl_msec;
}

/**
 * mcp_catalog_has_more:
 *
 * Gets whether the list goes on behind what is there; see mcp_catalog_load_more().
 *
 * Returns: %TRUE if the server named a next page that was not asked for
 */
gboolean
mcp_catalog_has_more (McpCatalog *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), FALSE);

  return self->next_cursor != NULL;
}

/* Where the list goes on. */
void
mcp_catalog_set_next (McpCatalog *self,
                      char       *cursor,
                      GHashTable *cursors)
{
  g_free (self->next_cursor);
  self->next_cursor = cursor;
  g_clear_pointer (&self->cursors, g_hash_table_unref);
  self->cursors = cursors;
}

/* What came with a load. */
void
mcp_catalog_set_hints (McpCatalog *self,
                       gint64      ttl_msec,
                       const char *scope)
{
  self->ttl_msec = ttl_msec;
  self->stale = FALSE;
  g_free (self->cache_scope);
  self->cache_scope = g_strdup (scope);
}

/* The server said that it changed, or changes may have been missed. */
void
mcp_catalog_set_stale (McpCatalog *self)
{
  self->stale = TRUE;
}

/**
 * mcp_catalog_reset:
 * @state: %MCP_CATALOG_EMPTY or %MCP_CATALOG_UNSUPPORTED
 *
 * Forgets everything: a new life of the session begins, or the server turned out not to have
 * the capability. Who waits for a refresh gets %MCP_ERROR_CLOSED.
 */
void
mcp_catalog_reset (McpCatalog      *self,
                   McpCatalogState  state)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (MCP_IS_CATALOG (self));
  g_return_if_fail (state == MCP_CATALOG_EMPTY || state == MCP_CATALOG_UNSUPPORTED);

  error = g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED, _("The server was connected anew"));
  mcp_catalog_stop_load (self, error);
  mcp_catalog_disarm (self);

  self->n_pages = 0;
  mcp_catalog_set_next (self, NULL, NULL);
  mcp_catalog_set_hints (self, -1, NULL);
  self->loaded_usec = 0;
  mcp_catalog_clear_items (self);
  mcp_catalog_set_state (self, state, NULL);
}
