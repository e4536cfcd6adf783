/* mcp-resource-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-resource-tree.h"

/**
 * McpResourceNode:
 *
 * Resources by their URIs: scheme, authority, path. What a single way leads to is one node, so that
 * there are never more than three for each resource, however many slashes it has. A node is a range
 * of the URIs in their order; its children are made when somebody asks for them. They stand in the
 * order in which the server listed what is in them. A tree is made anew when the list changes.
 */

typedef struct
{
  const char *uri;         /* of the item; "" for none, which is listed as well */
  gsize       length;
  gsize       scheme_end;  /* behind the colon; 0 for no scheme */
  gsize       shared;      /* how much it has in common with the next entry, in bytes */
  guint       position;    /* in the list */
} Entry;

/* What all nodes of a tree share. */
typedef struct
{
  GPtrArray *items;    /* as listed */
  GPtrArray *keys;     /* of what has names instead of URIs: what stands for these */
  GArray    *entries;  /* by URI */
} Tree;

struct _McpResourceNode
{
  GObject         parent_instance;

  Tree           *tree;      /* (owned) */
  guint           start;     /* of the entries */
  guint           end;
  gsize           from;      /* the part of their URIs that is this node's */
  gsize           to;
  guint           order;     /* lowest list position among its entries */
  gboolean        is_folder;
  McpCatalogItem *item;      /* (nullable): of the tree */
  GListStore     *children;  /* NULL until somebody asks */
};

G_DEFINE_FINAL_TYPE (McpResourceNode, mcp_resource_node, G_TYPE_OBJECT)

static void
tree_clear (gpointer data)
{
  Tree *tree = data;

  g_ptr_array_unref (tree->items);
  g_ptr_array_unref (tree->keys);
  g_array_unref (tree->entries);
}

static void
mcp_resource_node_finalize (GObject *object)
{
  McpResourceNode *self = MCP_RESOURCE_NODE (object);

  g_clear_object (&self->children);
  g_rc_box_release_full (self->tree, tree_clear);

  G_OBJECT_CLASS (mcp_resource_node_parent_class)->finalize (object);
}

static void
mcp_resource_node_class_init (McpResourceNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_resource_node_finalize;
}

static void
mcp_resource_node_init (McpResourceNode *self)
{
}

static const Entry *
get_entry (Tree  *tree,
           guint  i)
{
  return &g_array_index (tree->entries, Entry, i);
}

/* Before what ends a part comes nothing else, so that what has a part in common stands together. */
static guint
get_rank (char c)
{
  switch (c)
    {
    case '\0':
      return 0;
    case '#':
      return 1;
    case '?':
      return 2;
    case '/':
      return 3;
    default:
      return 3 + (guchar) c;
    }
}

static gsize
count_shared (const char *a,
              const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;

  return n;
}

static int
compare_uris (const char *first,
              const char *second)
{
  gsize n = count_shared (first, second);

  return (int) get_rank (first[n]) - (int) get_rank (second[n]);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *first = a;
  const Entry *second = b;
  int order = compare_uris (first->uri, second->uri);

  return order != 0 ? order : (first->position > second->position) - (first->position < second->position);
}

/* With its colon; 0 for none (RFC 3986, 3.1). */
static gsize
find_scheme_end (const char *uri)
{
  gsize n = 0;

  if (!g_ascii_isalpha (*uri))
    return 0;
  while (g_ascii_isalnum (uri[n]) || uri[n] == '+' || uri[n] == '-' || uri[n] == '.')
    n++;

  return uri[n] == ':' ? n + 1 : 0;
}

/* Not strcspn(), which some sanitizers let read all of the string each time. */
static gsize
skip_until (const char *uri,
            gsize       from,
            const char *stops)
{
  while (uri[from] != '\0' && strchr (stops, uri[from]) == NULL)
    from++;

  return from;
}

static gboolean
is_authority (const Entry *entry,
              gsize        from)
{
  return from > 0 && from == entry->scheme_end && g_str_has_prefix (entry->uri + from, "//");
}

/*
 * A part is the scheme, the authority, a segment of the path with the slash before it, the query
 * or the fragment; what is no URI has some of them.
 */
static gsize
find_part_end (const Entry *entry,
               gsize        from)
{
  const char *uri = entry->uri;

  if (from < entry->scheme_end)
    return entry->scheme_end;
  if (uri[from] == '#')
    return entry->length;
  if (uri[from] == '?')
    return skip_until (uri, from, "#");

  if (is_authority (entry, from))
    from += 2;
  else if (uri[from] == '/')
    from++;

  return skip_until (uri, from, "/?#");
}

/* Where the last part of a URI begins that gets a row of its own. */
static gsize
find_last_part (const Entry *entry,
                gsize        from)
{
  const char *uri = entry->uri;
  gsize last = from;
  gsize end = find_part_end (entry, from);

  while (uri[end] != '\0' && uri[end] != '?' && uri[end] != '#'
         && !(uri[end] == '/' && uri[end + 1] == '\0'))
    {
      last = end;
      end = find_part_end (entry, end);
    }

  return last;
}

static McpResourceNode *
node_new (Tree     *tree,
          guint     start,
          guint     end,
          gsize     from,
          gsize     to,
          gboolean  is_folder)
{
  McpResourceNode *self = g_object_new (MCP_TYPE_RESOURCE_NODE, NULL);

  self->tree = g_rc_box_acquire (tree);
  self->start = start;
  self->end = end;
  self->from = from;
  self->to = to;
  self->is_folder = is_folder;
  /* Of the same URI the first that was listed is meant. */
  if (get_entry (tree, start)->length == to)
    self->item = g_ptr_array_index (tree->items, get_entry (tree, start)->position);

  self->order = G_MAXUINT;
  for (guint i = start; i < end; i++)
    self->order = MIN (self->order, get_entry (tree, i)->position);

  return self;
}

static void
add_leaves (GPtrArray *nodes,
            Tree      *tree,
            guint      start,
            guint      end,
            gsize      from)
{
  for (guint i = start; i < end; i++)
    g_ptr_array_add (nodes, node_new (tree, i, i + 1, from, get_entry (tree, i)->length, FALSE));
}

/* What has the next part in common, @shared bytes in all. */
static void
add_group (GPtrArray *nodes,
           Tree      *tree,
           guint      start,
           guint      end,
           gsize      from,
           gsize      shared)
{
  const Entry *first = get_entry (tree, start);
  const Entry *last = get_entry (tree, end - 1);
  gsize to;

  /* One resource, or one that is listed again and again. */
  if (first->length == shared && last->length == shared)
    {
      to = find_last_part (first, from);
      if (to > from)
        g_ptr_array_add (nodes, node_new (tree, start, end, from, to, TRUE));
      else
        add_leaves (nodes, tree, start, end, from);
      return;
    }

  to = find_part_end (first, from);
  while (to < first->length)
    {
      gsize next = find_part_end (first, to);

      if (next > shared || find_part_end (last, to) != next)
        break;
      to = next;
    }
  g_ptr_array_add (nodes, node_new (tree, start, end, from, to, TRUE));
}

static int
compare_order (gconstpointer a,
               gconstpointer b)
{
  const McpResourceNode *first = *(McpResourceNode *const *) a;
  const McpResourceNode *second = *(McpResourceNode *const *) b;

  return (first->order > second->order) - (first->order < second->order);
}

/* All that begins with the same @from bytes; what ends there has been dealt with. */
static void
add_groups (GPtrArray *nodes,
            Tree      *tree,
            guint      start,
            guint      end,
            gsize      from)
{
  guint next;

  for (; start < end; start = next)
    {
      gsize to = find_part_end (get_entry (tree, start), from);
      gsize shared = get_entry (tree, start)->length;

      for (next = start + 1; next < end && get_entry (tree, next - 1)->shared >= to
                             && find_part_end (get_entry (tree, next), from) == to;
           next++)
        shared = MIN (shared, get_entry (tree, next - 1)->shared);

      add_group (nodes, tree, start, next, from, shared);
    }

  g_ptr_array_sort (nodes, compare_order);
}

static GListStore *
store_new (GPtrArray *nodes)
{
  GListStore *store = g_list_store_new (MCP_TYPE_RESOURCE_NODE);

  g_list_store_splice (store, 0, 0, nodes->pdata, nodes->len);

  return store;
}

static Tree *
tree_new (void)
{
  Tree *tree = g_rc_box_new0 (Tree);

  tree->items = g_ptr_array_new_with_free_func (g_object_unref);
  tree->keys = g_ptr_array_new_with_free_func (g_free);
  tree->entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  return tree;
}

static void
tree_add (Tree           *tree,
          McpCatalogItem *item,
          const char     *uri)
{
  Entry entry = { uri != NULL ? uri : "", 0, 0, 0, tree->items->len };

  entry.length = strlen (entry.uri);
  entry.scheme_end = find_scheme_end (entry.uri);
  g_ptr_array_add (tree->items, item);
  g_array_append_val (tree->entries, entry);
}

/* How much of a name comes before what joins its first word to the others; 0: there is one word. */
static gsize
measure_first_word (const char *name)
{
  for (gsize i = 1; name[0] != '\0' && name[i] != '\0'; i++)
    {
      if (strchr ("_-./: ", name[i]) != NULL)
        return name[i + 1] != '\0' ? i : 0;
      if (g_ascii_isupper (name[i]) && g_ascii_islower (name[i - 1]))
        return i;
    }

  return 0;
}

/* "github/github_get_issue" where several begin so, and the name alone otherwise: a folder and what is in it. */
static char *
dup_key (const char *name,
         GHashTable *counts)
{
  g_autofree char *plain = g_strdelimit (g_strdup (name), "/?#:", '_');
  g_autofree char *word = g_strndup (name, measure_first_word (name));

  if (*word == '\0' || GPOINTER_TO_UINT (g_hash_table_lookup (counts, word)) < 2)
    return g_steal_pointer (&plain);
  g_strdelimit (word, "/?#:", '_');

  return g_strdup_printf ("%s/%s", word, plain);
}

/* How many names begin with each word. Returns: NULL when one of the items has a URI */
static GHashTable *
count_first_words (GPtrArray *items)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < items->len; i++)
    {
      const char *name = mcp_catalog_item_get_name (items->pdata[i]);
      char *word;

      if (mcp_catalog_item_get_uri (items->pdata[i]) != NULL)
        return NULL;
      word = g_strndup (name, measure_first_word (name));
      g_hash_table_insert (counts, word,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, word)) + 1));
    }

  return g_steal_pointer (&counts);
}

static void
tree_add_all (Tree       *tree,
              GListModel *model)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) counts = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    g_ptr_array_add (items, g_list_model_get_item (model, i));
  counts = count_first_words (items);
  for (guint i = 0; i < items->len; i++)
    {
      const char *key = mcp_catalog_item_get_uri (items->pdata[i]);

      if (counts != NULL)
        {
          key = dup_key (mcp_catalog_item_get_name (items->pdata[i]), counts);
          g_ptr_array_add (tree->keys, (char *) key);
        }
      tree_add (tree, g_object_ref (items->pdata[i]), key);
    }
}

/**
 * mcp_resource_tree_new:
 * @resources: #McpCatalogItem; later changes of it are not seen
 *
 * Arranges resources by their URIs; things of which none has one by the words that several of their
 * names begin with.
 *
 * Returns: (transfer full): a list of #McpResourceNode, those at the top
 */
GListModel *
mcp_resource_tree_new (GListModel *resources)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *top;
  Tree *tree;
  guint n_items;
  guint n_without = 0;

  g_return_val_if_fail (G_IS_LIST_MODEL (resources), NULL);

  tree = tree_new ();
  n_items = g_list_model_get_n_items (resources);
  tree_add_all (tree, resources);
  g_array_sort (tree->entries, compare_entries);
  for (guint i = 0; i + 1 < n_items; i++)
    g_array_index (tree->entries, Entry, i).shared =
      count_shared (get_entry (tree, i)->uri, get_entry (tree, i + 1)->uri);

  while (n_without < n_items && get_entry (tree, n_without)->length == 0)
    n_without++;
  add_leaves (nodes, tree, 0, n_without, 0);
  add_groups (nodes, tree, n_without, n_items, 0);
  top = G_LIST_MODEL (store_new (nodes));
  g_rc_box_release_full (tree, tree_clear);

  return top;
}

/**
 * mcp_resource_node_new:
 * @item: a resource
 * @parent_uri: the directory that it is in
 *
 * Creates a node for a resource that a directory has. Its label is what comes behind the directory in its URI,
 * or all of that, because a server may put anything into a directory.
 */
McpResourceNode *
mcp_resource_node_new (McpCatalogItem *item,
                       const char     *parent_uri)
{
  McpResourceNode *self;
  Tree *tree;
  gsize shared;
  const Entry *entry;

  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (item), NULL);
  g_return_val_if_fail (parent_uri != NULL, NULL);

  tree = tree_new ();
  tree_add (tree, g_object_ref (item), mcp_catalog_item_get_uri (item));
  entry = get_entry (tree, 0);
  shared = count_shared (entry->uri, parent_uri);
  if (shared > 0 && parent_uri[shared] == '\0' && parent_uri[shared - 1] == '/')
    shared--;
  /* Only what is below it, and not all that begins with the same letters. */
  else if (parent_uri[shared] != '\0' || entry->uri[shared] != '/')
    shared = 0;
  self = node_new (tree, 0, 1, shared, entry->length, FALSE);
  g_rc_box_release_full (tree, tree_clear);

  return self;
}

/**
 * mcp_resource_node_get_item:
 *
 * Gets the resource that a node is; what is only a part of URIs is none.
 *
 * Returns: (transfer none) (nullable): the resource
 */
McpCatalogItem *
mcp_resource_node_get_item (McpResourceNode *self)
{
  g_return_val_if_fail (MCP_IS_RESOURCE_NODE (self), NULL);

  return self->item;
}

/**
 * mcp_resource_node_get_children:
 *
 * Gets what is in a node, and makes it where nobody has asked before.
 *
 * Returns: (transfer none) (nullable): a list of #McpResourceNode; %NULL of a resource that has
 *   nothing below it
 */
GListModel *
mcp_resource_node_get_children (McpResourceNode *self)
{
  g_return_val_if_fail (MCP_IS_RESOURCE_NODE (self), NULL);

  if (self->is_folder && self->children == NULL)
    {
      g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func (g_object_unref);
      guint first = self->start + (self->item != NULL ? 1 : 0);
      guint others = first;

      while (others < self->end && get_entry (self->tree, others)->length == self->to)
        others++;
      add_leaves (nodes, self->tree, first, others,
                  find_last_part (get_entry (self->tree, self->start), self->from));
      add_groups (nodes, self->tree, others, self->end, self->to);
      self->children = store_new (nodes);
    }

  return G_LIST_MODEL (self->children);
}

/**
 * mcp_resource_node_get_n_items:
 *
 * Gets how many resources are in a node, however deep; itself among them, if it is one.
 *
 * Returns: the number of resources
 */
guint
mcp_resource_node_get_n_items (McpResourceNode *self)
{
  g_return_val_if_fail (MCP_IS_RESOURCE_NODE (self), 0);

  return self->end - self->start;
}

/**
 * mcp_resource_node_dup_label:
 *
 * Gets the part of the URI that the node stands for, as it was sent, without the slash before it.
 *
 * Returns: (transfer full): what to call it below its parent; "" for what has no URI
 */
char *
mcp_resource_node_dup_label (McpResourceNode *self)
{
  const Entry *first;
  const Entry *last;
  gsize from;
  gsize to;

  g_return_val_if_fail (MCP_IS_RESOURCE_NODE (self), NULL);

  first = get_entry (self->tree, self->start);
  last = get_entry (self->tree, self->end - 1);
  from = self->from;
  to = self->to;

  if (is_authority (first, from))
    from += to - from > 2 && first->uri[from + 2] != '/' ? 2 : 0;
  else if (from > 0 && first->uri[from] == '/' && to - from > 1)
    from++;
  /* "demo://" says more than "demo:". */
  else if (from == 0 && self->is_folder && is_authority (first, to) && is_authority (last, to))
    to += 2;

  return g_strndup (first->uri + from, to - from);
}

char *
mcp_resource_node_dup_uri (McpResourceNode *self)
{
  g_return_val_if_fail (MCP_IS_RESOURCE_NODE (self), NULL);

  return g_strndup (get_entry (self->tree, self->start)->uri, self->to);
}

/**
 * mcp_resource_node_holds:
 * @uri: a URI
 *
 * Tells whether a resource is this node, or in it.
 *
 * Returns: %TRUE of the first one listed with that URI
 */
gboolean
mcp_resource_node_holds (McpResourceNode *self,
                         const char      *uri)
{
  guint low;
  guint high;

  g_return_val_if_fail (MCP_IS_RESOURCE_NODE (self), FALSE);
  g_return_val_if_fail (uri != NULL, FALSE);

  low = 0;
  high = self->tree->entries->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_uris (get_entry (self->tree, middle)->uri, uri) < 0)
        low = middle + 1;
      else
        high = middle;
    }

  return low >= self->start && low < self->end && g_str_equal (get_entry (self->tree, low)->uri, uri);
}

/**
 * mcp_resource_node_holds_item:
 * @item: an item
 *
 * Tells whether an item is this node, or in it: by its URI, or where there are only names, as itself.
 */
gboolean
mcp_resource_node_holds_item (McpResourceNode *self,
                              McpCatalogItem  *item)
{
  g_return_val_if_fail (MCP_IS_RESOURCE_NODE (self), FALSE);
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (item), FALSE);

  if (self->tree->keys->len == 0)
    return mcp_catalog_item_get_uri (item) != NULL
           && mcp_resource_node_holds (self, mcp_catalog_item_get_uri (item));

  for (guint i = self->start; i < self->end; i++)
    if (self->tree->items->pdata[get_entry (self->tree, i)->position] == item)
      return TRUE;

  return FALSE;
}
