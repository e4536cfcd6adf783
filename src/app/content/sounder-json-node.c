/* sounder-json-node.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-summary.h"

#include "sounder-json-node.h"
#include "sounder-json-path.h"

/* What a row shows of a token, in bytes; the width of a screen is less. */
#define MAX_SHOWN_BYTES 400

/* A container up to here is counted when its row is drawn; it takes some microseconds. */
#define COUNT_AT_ONCE_BYTES 2048

struct _SounderJsonNode
{
  GObject          parent_instance;

  GBytes          *text;
  SounderJsonNode *parent;      /* (nullable); of a range what it is a part of */

  /* Of a range: where its first child begins, and no length. */
  McpJsonChild     span;
  guint64          index;       /* in the container; of a range its first child's */
  guint            n_children;  /* of a range; 0 for every other node */
};

G_DEFINE_FINAL_TYPE (SounderJsonNode, sounder_json_node, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
get_data (SounderJsonNode *self)
{
  return g_bytes_get_data (self->text, NULL);
}

static void
sounder_json_node_finalize (GObject *object)
{
  SounderJsonNode *self = SOUNDER_JSON_NODE (object);

  g_bytes_unref (self->text);
  g_clear_object (&self->parent);

  G_OBJECT_CLASS (sounder_json_node_parent_class)->finalize (object);
}

static void
sounder_json_node_class_init (SounderJsonNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_json_node_finalize;

  /**
   * SounderJsonNode::changed:
   * @self: a node
   *
   * More of it is known than before.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_json_node_init (SounderJsonNode *self)
{
}

static SounderJsonNode *
new_node (GBytes             *text,
          SounderJsonNode    *parent,
          const McpJsonChild *span,
          guint64             index)
{
  SounderJsonNode *self = g_object_new (SOUNDER_TYPE_JSON_NODE, NULL);

  self->text = g_bytes_ref (text);
  self->parent = parent != NULL ? g_object_ref (parent) : NULL;
  self->span = *span;
  self->index = index;

  return self;
}

/**
 * sounder_json_node_new_root:
 * @text: JSON, or what should have been
 *
 * Makes the node of a whole text. Nothing of it is read but its first byte.
 *
 * Returns: (transfer full) (nullable): a node, or %NULL when there is nothing
 */
SounderJsonNode *
sounder_json_node_new_root (GBytes *text)
{
  McpJsonChild span = { { 0, 0 }, { 0, 0 } };
  gsize length;
  const char *data;
  gsize start = 0;

  g_return_val_if_fail (text != NULL, NULL);

  data = g_bytes_get_data (text, &length);
  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    start = 3;
  while (start < length && strchr (" \t\r\n", data[start]) != NULL && data[start] != '\0')
    start++;
  if (start == length)
    return NULL;

  span.key.offset = start;
  span.value = (McpSpan) { start, length - start };

  return new_node (text, NULL, &span, 0);
}

/* The container that a range node belongs to; other nodes are containers themselves. */
static SounderJsonNode *
get_container (SounderJsonNode *self)
{
  return sounder_json_node_is_range (self) ? self->parent : self;
}

SounderJsonNode *
sounder_json_node_new_child (SounderJsonNode    *parent,
                             guint64             index,
                             const McpJsonChild *child)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (parent), NULL);

  return new_node (parent->text, get_container (parent), child, index);
}

SounderJsonNode *
sounder_json_node_new_range (SounderJsonNode *container,
                             guint64          first,
                             gsize            offset,
                             guint            n_children)
{
  McpJsonChild span = { { offset, 0 }, { offset, 0 } };
  SounderJsonNode *self;

  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (container), NULL);
  g_return_val_if_fail (n_children > 0, NULL);

  self = new_node (container->text, container, &span, first);
  self->n_children = n_children;

  return self;
}

void
sounder_json_node_set_length (SounderJsonNode *self,
                              gsize            length)
{
  g_return_if_fail (SOUNDER_IS_JSON_NODE (self));

  if (self->span.value.length == length)
    return;

  self->span.value.length = length;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
sounder_json_node_set_n_children (SounderJsonNode *self,
                                  guint            n_children)
{
  g_return_if_fail (SOUNDER_IS_JSON_NODE (self));
  g_return_if_fail (self->n_children > 0);

  if (self->n_children == n_children)
    return;

  self->n_children = n_children;
  g_signal_emit (self, signals[CHANGED], 0);
}

GBytes *
sounder_json_node_get_text (SounderJsonNode *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), NULL);

  return self->text;
}

gboolean
sounder_json_node_is_range (SounderJsonNode *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), FALSE);

  return self->n_children > 0;
}

gboolean
sounder_json_node_is_container (SounderJsonNode *self)
{
  McpJsonType type = sounder_json_node_get_json_type (self);

  return type == MCP_JSON_OBJECT || type == MCP_JSON_ARRAY;
}

gboolean
sounder_json_node_is_in_object (SounderJsonNode *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), FALSE);

  return sounder_json_node_get_json_type (self) == MCP_JSON_OBJECT;
}

guint64
sounder_json_node_get_first (SounderJsonNode *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), 0);

  return sounder_json_node_is_range (self) ? self->index : 0;
}

gsize
sounder_json_node_get_start (SounderJsonNode *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), 0);

  return self->span.key.offset;
}

McpSpan
sounder_json_node_get_value (SounderJsonNode *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), ((McpSpan) { 0, 0 }));

  return self->span.value;
}

/**
 * sounder_json_node_get_json_type:
 *
 * Gets what the first byte of the value says it is; of a range the type of what it is a part of.
 *
 * Returns: a type; %MCP_JSON_NONE for what is no JSON
 */
McpJsonType
sounder_json_node_get_json_type (SounderJsonNode *self)
{
  SounderJsonNode *container;
  gsize offset;

  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), MCP_JSON_NONE);

  container = get_container (self);
  offset = container->span.value.offset;

  return mcp_json_get_type (get_data (container) + offset, 1);
}

/* How much of a value there is to show: its end may not be known yet. */
static gsize
get_shown_bytes (SounderJsonNode *self,
                 gboolean        *is_cut)
{
  gsize length = self->span.value.length;
  gsize rest = g_bytes_get_size (self->text) - self->span.value.offset;

  /* A token that has no end yet is one that is longer than this. */
  if (length == 0)
    length = rest;

  *is_cut = length > MAX_SHOWN_BYTES;
  if (!*is_cut)
    return length;

  length = MAX_SHOWN_BYTES;
  while (length > 0 && ((guchar) get_data (self)[self->span.value.offset + length] & 0xc0) == 0x80)
    length--;

  return length;
}

/**
 * sounder_json_node_dup_title:
 *
 * Gets what a row calls the node: the key token without its quotes, the index, or the range.
 *
 * Returns: (transfer full): text that is safe to show
 */
char *
sounder_json_node_dup_title (SounderJsonNode *self)
{
  McpSpan key;

  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), NULL);

  if (sounder_json_node_is_range (self))
    return g_strdup_printf ("[%" PRIu64 " … %" PRIu64 "]", self->index,
                            self->index + self->n_children - 1);
  if (self->parent == NULL)
    return g_strdup ("$");

  key = self->span.key;
  if (key.length >= 2)
    return mcp_format_visible (get_data (self) + key.offset + 1,
                               MIN (key.length - 2, MAX_SHOWN_BYTES), FALSE);

  return g_strdup_printf ("%" PRIu64, self->index);
}

static char *
describe_container (SounderJsonNode *self)
{
  McpSpan value = self->span.value;
  gboolean is_object = sounder_json_node_is_in_object (self);
  g_autofree char *size = NULL;

  if (value.length == 0)
    return g_strdup (is_object ? "{…}" : "[…]");

  if (value.length <= COUNT_AT_ONCE_BYTES)
    {
      guint n = mcp_json_count (get_data (self) + value.offset, value.length);

      return g_strdup_printf (is_object ? "{%u}" : "[%u]", n);
    }

  size = mcp_format_size (value.length);
  return g_strdup_printf (is_object ? "{…} %s" : "[…] %s", size);
}

/**
 * sounder_json_node_dup_summary:
 *
 * Gets what a row shows of the value: the exact token, or the start of a long one, or how many
 * children or bytes a container has.
 *
 * Returns: (transfer full): text that is safe to show
 */
char *
sounder_json_node_dup_summary (SounderJsonNode *self)
{
  g_autofree char *token = NULL;
  g_autofree char *size = NULL;
  gboolean is_cut;
  gsize length;

  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), NULL);

  if (sounder_json_node_is_range (self))
    return g_strdup_printf (sounder_json_node_is_in_object (self) ? "{%u}" : "[%u]",
                            self->n_children);
  if (sounder_json_node_is_container (self))
    return describe_container (self);

  length = get_shown_bytes (self, &is_cut);
  token = mcp_format_visible (get_data (self) + self->span.value.offset, length, FALSE);
  if (!is_cut)
    return g_steal_pointer (&token);
  if (self->span.value.length == 0)
    return g_strconcat (token, "…", NULL);

  size = mcp_format_size (self->span.value.length);
  return g_strdup_printf ("%s… %s", token, size);
}

static void
append_pointer_name (GString    *out,
                     const char *name)
{
  g_string_append_c (out, '/');
  for (const char *p = name; *p != '\0'; p++)
    if (*p == '~')
      g_string_append (out, "~0");
    else if (*p == '/')
      g_string_append (out, "~1");
    else
      g_string_append_c (out, *p);
}

static void
append_place (GString         *out,
              SounderJsonNode *self,
              gboolean         as_pointer)
{
  g_autofree char *name = NULL;

  if (self->parent == NULL)
    {
      if (!as_pointer)
        g_string_append_c (out, '$');
      return;
    }

  append_place (out, self->parent, as_pointer);
  /* A range is a fold of the tree and no place in the text. */
  if (sounder_json_node_is_range (self))
    return;

  if (self->span.key.length == 0)
    {
      g_string_append_printf (out, as_pointer ? "/%" PRIu64 : "[%" PRIu64 "]", self->index);
      return;
    }

  name = mcp_json_dup_string (get_data (self) + self->span.key.offset, self->span.key.length);
  if (as_pointer)
    append_pointer_name (out, name != NULL ? name : "");
  else
    sounder_json_path_append_name (out, name != NULL ? name : "");
}

/**
 * sounder_json_node_dup_path:
 *
 * Gets where the node is as a JSONPath (RFC 9535); of a range where its container is.
 *
 * Returns: (transfer full): "$.result.content[0]"
 */
char *
sounder_json_node_dup_path (SounderJsonNode *self)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), NULL);

  append_place (out, self, FALSE);

  return g_string_free (out, FALSE);
}

/**
 * sounder_json_node_dup_pointer:
 *
 * Gets where the node is as a JSON pointer (RFC 6901); of a range where its container is.
 *
 * Returns: (transfer full): "/result/content/0"; "" for the whole
 */
char *
sounder_json_node_dup_pointer (SounderJsonNode *self)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (SOUNDER_IS_JSON_NODE (self), NULL);

  append_place (out, self, TRUE);

  return g_string_free (out, FALSE);
}

static GBytes *
slice (SounderJsonNode *self,
       McpSpan          span)
{
  return g_bytes_new_from_bytes (self->text, span.offset, span.length);
}

static void
read_in_worker (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GBytes *rest = task_data;
  McpJsonOutline outline;
  gsize length;
  const char *data = g_bytes_get_data (rest, &length);

  mcp_json_outline_resume (&outline, data, length, 0, FALSE);
  while (!g_cancellable_is_cancelled (cancellable))
    {
      McpJsonOutlineEvent event = mcp_json_outline_next (&outline, 1024 * 1024);

      if (event == MCP_JSON_OUTLINE_WHOLE || event == MCP_JSON_OUTLINE_END)
        break;
    }

  /* An unfinished value reaches to the end of the text. */
  if (outline.child.value.length > 0)
    length = outline.child.value.length;
  g_task_return_pointer (task, g_bytes_new_from_bytes (rest, 0, length),
                         (GDestroyNotify) g_bytes_unref);
}

/**
 * sounder_json_node_read_async:
 * @callback: called with the bytes
 *
 * Reads the exact bytes of the value, without copying them; of a range those of its container. A
 * worker looks for the end when it is not known.
 */
void
sounder_json_node_read_async (SounderJsonNode     *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  SounderJsonNode *node;
  McpSpan span;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (SOUNDER_IS_JSON_NODE (self));

  node = get_container (self);
  span = node->span.value;
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, sounder_json_node_read_async);

  /* The root's length is that of all the text, space and junk behind it included. */
  if (span.length > 0 && node->parent != NULL)
    {
      g_task_return_pointer (task, slice (node, span), (GDestroyNotify) g_bytes_unref);
      return;
    }

  span.length = g_bytes_get_size (node->text) - span.offset;
  g_task_set_task_data (task, slice (node, span), (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, read_in_worker);
}

GBytes *
sounder_json_node_read_finish (SounderJsonNode  *self,
                               GAsyncResult     *result,
                               GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
