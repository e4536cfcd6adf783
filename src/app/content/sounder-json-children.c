/* sounder-json-children.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-json-children.h"

/**
 * SounderJsonChildren:
 *
 * Of the first thousand children it keeps where they are, of those behind them only where each
 * thousand begins: an array of ten million numbers costs 80 KB. Nodes are made when they are asked
 * for. The bytes are read in slices, some in the constructor and the rest from an idle, and a child
 * is there as soon as it begins.
 */

/* Of 16 ms that a frame has. */
#define SLICE_USEC 2000

/* Between two looks at the clock. */
#define STEP_BYTES (64 * 1024)
#define STEP_EVENTS 256

struct _SounderJsonChildren
{
  GObject          parent_instance;

  SounderJsonNode *node;
  McpJsonOutline   outline;
  guint64          max_found;    /* of a range; G_MAXUINT64 for all */
  guint64          n_found;
  GArray          *children;     /* of McpJsonChild: the first ones */
  GArray          *ranges;       /* of gsize: where the first child of each begins */
  guint            n_announced;
  GHashTable      *nodes;        /* position to SounderJsonNode, those that were asked for */
  guint            source_id;
  gboolean         busy;
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SounderJsonChildren, sounder_json_children, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static guint
count_range (SounderJsonChildren *self,
             guint                range)
{
  guint64 before = (guint64) SOUNDER_JSON_CHUNK * (range + 1);

  return MIN (self->n_found - before, SOUNDER_JSON_CHUNK);
}

static void
take_child (SounderJsonChildren *self)
{
  const McpJsonChild *child = &self->outline.child;

  if (self->n_found < SOUNDER_JSON_CHUNK)
    g_array_append_val (self->children, *child);
  else if (self->n_found % SOUNDER_JSON_CHUNK == 0)
    g_array_append_val (self->ranges, child->key.offset);
  self->n_found++;
}

/* The last child that was found has an end. */
static void
take_length (SounderJsonChildren *self)
{
  SounderJsonNode *node;

  if (self->n_found > SOUNDER_JSON_CHUNK)
    return;

  g_array_index (self->children, McpJsonChild, self->n_found - 1) = self->outline.child;
  node = g_hash_table_lookup (self->nodes, GUINT_TO_POINTER ((guint) self->n_found - 1));
  if (node != NULL)
    sounder_json_node_set_length (node, self->outline.child.value.length);
}

/* Returns: whether there is more to read */
static gboolean
read_slice (SounderJsonChildren *self)
{
  gint64 end_usec = g_get_monotonic_time () + SLICE_USEC;

  for (;;)
    for (guint i = 0; i < STEP_EVENTS; i++)
      {
        switch (mcp_json_outline_next (&self->outline, STEP_BYTES))
          {
          case MCP_JSON_OUTLINE_CHILD:
            take_child (self);
            break;
          case MCP_JSON_OUTLINE_WHOLE:
            take_length (self);
            if (self->n_found >= self->max_found)
              return FALSE;
            break;
          case MCP_JSON_OUTLINE_END:
            return FALSE;
          case MCP_JSON_OUTLINE_MORE:
          default:
            /* A step of so many bytes is worth a look. */
            i = STEP_EVENTS;
            break;
          }
        if (i >= STEP_EVENTS - 1 && g_get_monotonic_time () >= end_usec)
          return TRUE;
      }
}

static void
announce (SounderJsonChildren *self)
{
  guint n_items = self->children->len + self->ranges->len;
  guint n_before = self->n_announced;
  SounderJsonNode *last;

  if (self->ranges->len > 0)
    {
      last = g_hash_table_lookup (self->nodes, GUINT_TO_POINTER (n_before - 1));
      if (last != NULL && sounder_json_node_is_range (last))
        sounder_json_node_set_n_children (last,
                                          count_range (self, n_before - 1 - SOUNDER_JSON_CHUNK));
    }

  self->n_announced = n_items;
  if (n_items > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, n_items - n_before);
}

static gboolean
slice_cb (gpointer data)
{
  g_autoptr (SounderJsonChildren) self = g_object_ref (SOUNDER_JSON_CHILDREN (data));
  gboolean more = read_slice (self);

  self->busy = more;
  if (!more)
    self->source_id = 0;
  announce (self);

  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static GType
get_item_type (GListModel *model)
{
  return SOUNDER_TYPE_JSON_NODE;
}

static guint
get_n_items (GListModel *model)
{
  return SOUNDER_JSON_CHILDREN (model)->n_announced;
}

static SounderJsonNode *
create_node (SounderJsonChildren *self,
             guint                position)
{
  guint range = position - SOUNDER_JSON_CHUNK;

  if (position < self->children->len)
    return sounder_json_node_new_child (self->node,
                                        sounder_json_node_get_first (self->node) + position,
                                        &g_array_index (self->children, McpJsonChild, position));

  return sounder_json_node_new_range (self->node, (guint64) SOUNDER_JSON_CHUNK * (range + 1),
                                      g_array_index (self->ranges, gsize, range),
                                      count_range (self, range));
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  SounderJsonChildren *self = SOUNDER_JSON_CHILDREN (model);
  SounderJsonNode *node;

  if (position >= self->n_announced)
    return NULL;

  node = g_hash_table_lookup (self->nodes, GUINT_TO_POINTER (position));
  if (node == NULL)
    {
      node = create_node (self, position);
      g_hash_table_insert (self->nodes, GUINT_TO_POINTER (position), node);
    }

  return g_object_ref (node);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
sounder_json_children_dispose (GObject *object)
{
  SounderJsonChildren *self = SOUNDER_JSON_CHILDREN (object);

  g_clear_handle_id (&self->source_id, g_source_remove);

  G_OBJECT_CLASS (sounder_json_children_parent_class)->dispose (object);
}

static void
sounder_json_children_finalize (GObject *object)
{
  SounderJsonChildren *self = SOUNDER_JSON_CHILDREN (object);

  g_object_unref (self->node);
  g_array_unref (self->children);
  g_array_unref (self->ranges);
  g_hash_table_unref (self->nodes);

  G_OBJECT_CLASS (sounder_json_children_parent_class)->finalize (object);
}

static void
sounder_json_children_class_init (SounderJsonChildrenClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sounder_json_children_dispose;
  object_class->finalize = sounder_json_children_finalize;
}

static void
sounder_json_children_init (SounderJsonChildren *self)
{
  self->children = g_array_new (FALSE, FALSE, sizeof (McpJsonChild));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->nodes = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->max_found = G_MAXUINT64;
}

/**
 * sounder_json_children_new:
 * @node: a container or a range
 *
 * Begins to look for the children of a node. What is found in some milliseconds is there at once.
 *
 * Returns: (transfer full): the children
 */
SounderJsonChildren *
sounder_json_children_new (SounderJsonNode *node)
{
  SounderJsonChildren *self;
  gsize length;
  const char *data;

  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (node), NULL);

  self = g_object_new (SOUNDER_TYPE_JSON_CHILDREN, NULL);
  self->node = g_object_ref (node);
  data = g_bytes_get_data (sounder_json_node_get_text (node), &length);

  if (sounder_json_node_is_range (node))
    {
      self->max_found = SOUNDER_JSON_CHUNK;
      mcp_json_outline_resume (&self->outline, data, length, sounder_json_node_get_start (node),
                               sounder_json_node_is_in_object (node));
    }
  else
    {
      mcp_json_outline_init (&self->outline, data, length,
                             sounder_json_node_get_value (node).offset);
    }

  self->busy = read_slice (self);
  self->n_announced = self->children->len + self->ranges->len;
  if (self->busy)
    self->source_id = g_idle_add (slice_cb, self);

  return self;
}

gboolean
sounder_json_children_is_busy (SounderJsonChildren *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_CHILDREN (self), FALSE);

  return self->busy;
}

gboolean
sounder_json_children_is_broken (SounderJsonChildren *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_CHILDREN (self), FALSE);

  return self->outline.is_broken;
}

guint64
sounder_json_children_get_n_found (SounderJsonChildren *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_CHILDREN (self), 0);

  return self->n_found;
}

/* Where the child or range at a position begins. */
static gsize
get_start (SounderJsonChildren *self,
           guint                position)
{
  if (position < self->children->len)
    return g_array_index (self->children, McpJsonChild, position).key.offset;

  return g_array_index (self->ranges, gsize, position - SOUNDER_JSON_CHUNK);
}

/**
 * sounder_json_children_find:
 * @offset: a place in the text
 * @position: (out): of the child or range that it is in
 *
 * Finds a place. While there are more to come only what has been read can be found.
 *
 * Returns: %FALSE when it is in none of those that are known
 */
gboolean
sounder_json_children_find (SounderJsonChildren *self,
                            gsize                offset,
                            guint               *position)
{
  guint low = 0;
  guint high;

  g_return_val_if_fail (SOUNDER_IS_JSON_CHILDREN (self), FALSE);
  g_return_val_if_fail (position != NULL, FALSE);

  high = self->n_announced;
  if (high == 0 || offset < get_start (self, 0)
      || (offset >= self->outline.position && self->busy))
    return FALSE;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (get_start (self, middle) <= offset)
        low = middle;
      else
        high = middle;
    }

  *position = low;

  return TRUE;
}
