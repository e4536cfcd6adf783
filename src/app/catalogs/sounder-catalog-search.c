/* sounder-catalog-search.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gtk/gtk.h>

#include "sounder-catalog-search.h"

/**
 * SounderCatalogSearch:
 *
 * Finds items of a catalog by their names, titles and descriptions. Models that filter and sort cost
 * each item something: without a search they do neither.
 */

struct _SounderCatalogSearch
{
  GObject             parent_instance;

  char               *sought;
  McpMatch           *match;   /* (nullable) */
  GHashTable         *ranks;   /* of found items to how well they match */
  GtkFilter          *filter;
  GtkSorter          *sorter;
  GtkFilterListModel *found;
  GtkSortListModel   *ranked;
};

G_DEFINE_FINAL_TYPE (SounderCatalogSearch, sounder_catalog_search, G_TYPE_OBJECT)

static gboolean
match_cb (gpointer item,
          gpointer user_data)
{
  SounderCatalogSearch *self = user_data;
  const char *fields[] = { mcp_catalog_item_get_name (item), mcp_catalog_item_get_display_name (item),
                           mcp_catalog_item_get_uri (item), mcp_catalog_item_get_description (item) };
  guint rank = mcp_match_rank (self->match, fields, G_N_ELEMENTS (fields));

  if (rank != MCP_MATCH_NONE)
    g_hash_table_insert (self->ranks, item, GUINT_TO_POINTER (rank));

  return rank != MCP_MATCH_NONE;
}

/* Equally good items stay in the server's order. */
static int
compare_cb (gconstpointer a,
            gconstpointer b,
            gpointer      user_data)
{
  SounderCatalogSearch *self = user_data;
  guint one = GPOINTER_TO_UINT (g_hash_table_lookup (self->ranks, a));
  guint other = GPOINTER_TO_UINT (g_hash_table_lookup (self->ranks, b));

  return (one > other) - (one < other);
}

static void
sounder_catalog_search_dispose (GObject *object)
{
  SounderCatalogSearch *self = SOUNDER_CATALOG_SEARCH (object);

  /* Their functions use what is freed later. */
  if (self->ranked != NULL)
    gtk_sort_list_model_set_sorter (self->ranked, NULL);
  if (self->found != NULL)
    gtk_filter_list_model_set_filter (self->found, NULL);
  g_clear_object (&self->ranked);
  g_clear_object (&self->found);
  g_clear_object (&self->sorter);
  g_clear_object (&self->filter);

  G_OBJECT_CLASS (sounder_catalog_search_parent_class)->dispose (object);
}

static void
sounder_catalog_search_finalize (GObject *object)
{
  SounderCatalogSearch *self = SOUNDER_CATALOG_SEARCH (object);

  g_clear_pointer (&self->match, mcp_match_free);
  g_hash_table_unref (self->ranks);
  g_free (self->sought);

  G_OBJECT_CLASS (sounder_catalog_search_parent_class)->finalize (object);
}

static void
sounder_catalog_search_class_init (SounderCatalogSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_catalog_search_dispose;
  G_OBJECT_CLASS (klass)->finalize = sounder_catalog_search_finalize;
}

static void
sounder_catalog_search_init (SounderCatalogSearch *self)
{
  self->sought = g_strdup ("");
  self->ranks = g_hash_table_new (NULL, NULL);
  self->filter = GTK_FILTER (gtk_custom_filter_new (match_cb, self, NULL));
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare_cb, self, NULL));
  self->found = gtk_filter_list_model_new (NULL, NULL);
  self->ranked = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->found)), NULL);
}

SounderCatalogSearch *
sounder_catalog_search_new (void)
{
  return g_object_new (SOUNDER_TYPE_CATALOG_SEARCH, NULL);
}

void
sounder_catalog_search_set_catalog (SounderCatalogSearch *self,
                                    McpCatalog           *catalog)
{
  gtk_filter_list_model_set_model (self->found, G_LIST_MODEL (catalog));
}

/**
 * sounder_catalog_search_seek:
 * @sought: words, UTF-8; an empty text finds all
 *
 * Sets what is sought. The lists stay as they are until sounder_catalog_search_apply(), so that who
 * has the last match can be given the new one.
 *
 * Returns: %FALSE when this is what was sought last
 */
gboolean
sounder_catalog_search_seek (SounderCatalogSearch *self,
                             const char           *sought)
{
  if (g_str_equal (sought, self->sought))
    return FALSE;

  g_free (self->sought);
  self->sought = g_strdup (sought);
  g_clear_pointer (&self->match, mcp_match_free);
  self->match = mcp_match_new (sought);

  return TRUE;
}

void
sounder_catalog_search_apply (SounderCatalogSearch *self)
{
  g_hash_table_remove_all (self->ranks);
  if (self->match != NULL && gtk_filter_list_model_get_filter (self->found) != NULL)
    {
      gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
      gtk_sorter_changed (self->sorter, GTK_SORTER_CHANGE_DIFFERENT);
      return;
    }

  gtk_sort_list_model_set_sorter (self->ranked, NULL);
  gtk_filter_list_model_set_filter (self->found, self->match != NULL ? self->filter : NULL);
  gtk_sort_list_model_set_sorter (self->ranked, self->match != NULL ? self->sorter : NULL);
}

McpMatch *
sounder_catalog_search_get_match (SounderCatalogSearch *self)
{
  return self->match;
}

GListModel *
sounder_catalog_search_get_found (SounderCatalogSearch *self)
{
  return G_LIST_MODEL (self->found);
}

GListModel *
sounder_catalog_search_get_ranked (SounderCatalogSearch *self)
{
  return G_LIST_MODEL (self->ranked);
}
