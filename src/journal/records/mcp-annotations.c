/* mcp-annotations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-annotations"

#include "config.h"

#include "mcp-annotations-private.h"
#include "mcp-journal-private.h"
#include "mcp-json.h"

/**
 * McpAnnotations:
 *
 * What people said about records. It stands beside the records and changes none: in the spool as a
 * remark, in a recording as a note about an event. The last one about a record counts.
 */

struct _McpAnnotation
{
  GObject   parent_instance;

  guint     serial;
  gboolean  pinned;
  char     *comment;  /* (nullable) */
};

G_DEFINE_FINAL_TYPE (McpAnnotation, mcp_annotation, G_TYPE_OBJECT)

struct _McpAnnotations
{
  GObject     parent_instance;

  GPtrArray  *sorted;    /* of McpAnnotation, by serial */
  GHashTable *by_serial; /* to the same; not referenced */
  GArray     *changes;   /* of guint serials, in the order of time */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpAnnotations, mcp_annotations, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

enum {
  PROP_0,
  PROP_PINNED,
  PROP_COMMENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
mcp_annotation_finalize (GObject *object)
{
  g_free (MCP_ANNOTATION (object)->comment);

  G_OBJECT_CLASS (mcp_annotation_parent_class)->finalize (object);
}

static void
mcp_annotation_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  McpAnnotation *self = MCP_ANNOTATION (object);

  switch (prop_id)
    {
    case PROP_PINNED:
      g_value_set_boolean (value, self->pinned);
      break;
    case PROP_COMMENT:
      g_value_set_string (value, self->comment);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_annotation_class_init (McpAnnotationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = mcp_annotation_finalize;
  object_class->get_property = mcp_annotation_get_property;

  /**
   * McpAnnotation:pinned:
   *
   * Whether somebody wants to find the record again.
   */
  properties[PROP_PINNED] = g_param_spec_boolean ("pinned", NULL, NULL, FALSE, flags);

  /**
   * McpAnnotation:comment:
   *
   * What somebody wrote about the record.
   */
  properties[PROP_COMMENT] = g_param_spec_string ("comment", NULL, NULL, NULL, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_annotation_init (McpAnnotation *self)
{
}

guint
mcp_annotation_get_serial (McpAnnotation *self)
{
  g_return_val_if_fail (MCP_IS_ANNOTATION (self), 0);

  return self->serial;
}

gboolean
mcp_annotation_get_pinned (McpAnnotation *self)
{
  g_return_val_if_fail (MCP_IS_ANNOTATION (self), FALSE);

  return self->pinned;
}

const char *
mcp_annotation_get_comment (McpAnnotation *self)
{
  g_return_val_if_fail (MCP_IS_ANNOTATION (self), NULL);

  return self->comment;
}

static GType
get_item_type (GListModel *model)
{
  return MCP_TYPE_ANNOTATION;
}

static guint
get_n_items (GListModel *model)
{
  return MCP_ANNOTATIONS (model)->sorted->len;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  McpAnnotations *self = MCP_ANNOTATIONS (model);

  return position < self->sorted->len ? g_object_ref (self->sorted->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
mcp_annotations_finalize (GObject *object)
{
  McpAnnotations *self = MCP_ANNOTATIONS (object);

  g_hash_table_unref (self->by_serial);
  g_ptr_array_unref (self->sorted);
  g_array_unref (self->changes);

  G_OBJECT_CLASS (mcp_annotations_parent_class)->finalize (object);
}

static void
mcp_annotations_class_init (McpAnnotationsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_annotations_finalize;
}

static void
mcp_annotations_init (McpAnnotations *self)
{
  self->sorted = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_serial = g_hash_table_new (NULL, NULL);
  self->changes = g_array_new (FALSE, FALSE, sizeof (guint));
}

McpAnnotations *
mcp_annotations_new (void)
{
  return g_object_new (MCP_TYPE_ANNOTATIONS, NULL);
}

/* Where the annotation of a record is, or would be. */
static guint
find_position (McpAnnotations *self,
               guint           serial)
{
  guint low = 0;
  guint high = self->sorted->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (mcp_annotation_get_serial (self->sorted->pdata[middle]) < serial)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

static void
add (McpAnnotations *self,
     guint           serial,
     gboolean        pinned,
     const char     *comment)
{
  McpAnnotation *annotation = g_object_new (MCP_TYPE_ANNOTATION, NULL);
  guint position = find_position (self, serial);

  annotation->serial = serial;
  annotation->pinned = pinned;
  annotation->comment = g_strdup (comment);
  g_ptr_array_insert (self->sorted, position, annotation);
  g_hash_table_insert (self->by_serial, GUINT_TO_POINTER (serial), annotation);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
}

static void
take_out (McpAnnotations *self,
          guint           serial)
{
  guint position = find_position (self, serial);

  g_hash_table_remove (self->by_serial, GUINT_TO_POINTER (serial));
  g_ptr_array_remove_index (self->sorted, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}

static gboolean
change (McpAnnotation *annotation,
        gboolean       pinned,
        const char    *comment)
{
  gboolean same_comment = g_strcmp0 (annotation->comment, comment) == 0;
  gboolean same_pin = annotation->pinned == pinned;
  char *copy;

  if (same_comment && same_pin)
    return FALSE;

  copy = g_strdup (comment);
  g_free (annotation->comment);
  annotation->comment = copy;
  annotation->pinned = pinned;
  if (!same_comment)
    g_object_notify_by_pspec (G_OBJECT (annotation), properties[PROP_COMMENT]);
  if (!same_pin)
    g_object_notify_by_pspec (G_OBJECT (annotation), properties[PROP_PINNED]);

  return TRUE;
}

/* Says something about a record; without a pin and a comment, nothing any more. Returns %FALSE when that
 * was said already. */
static gboolean
mcp_annotations_set (McpAnnotations *self,
                     guint           serial,
                     gboolean        pinned,
                     const char     *comment)
{
  McpAnnotation *annotation = mcp_annotations_get (self, serial);
  gboolean is_empty;

  if (comment != NULL && *comment == '\0')
    comment = NULL;
  is_empty = !pinned && comment == NULL;

  if (annotation == NULL && is_empty)
    return FALSE;
  if (annotation == NULL)
    add (self, serial, pinned, comment);
  else if (is_empty)
    take_out (self, serial);
  else if (!change (annotation, pinned, comment))
    return FALSE;

  g_array_append_val (self->changes, serial);

  return TRUE;
}

guint
mcp_annotations_get_n_changes (McpAnnotations *self)
{
  return self->changes->len;
}

guint
mcp_annotations_get_changed (McpAnnotations *self,
                             guint           change_number)
{
  return g_array_index (self->changes, guint, change_number);
}

McpAnnotation *
mcp_annotations_get (McpAnnotations *self,
                     guint           serial)
{
  g_return_val_if_fail (MCP_IS_ANNOTATIONS (self), NULL);

  return g_hash_table_lookup (self->by_serial, GUINT_TO_POINTER (serial));
}

/**
 * mcp_annotations_find:
 * @serial: of a record, 0 for none
 * @forward: whether to look behind it or before it
 *
 * Finds the next record about which something was said. Behind the last comes the first.
 *
 * Returns: its serial, 0 when nothing was said about any
 */
guint
mcp_annotations_find (McpAnnotations *self,
                      guint           serial,
                      gboolean        forward)
{
  guint n;
  guint position;

  g_return_val_if_fail (MCP_IS_ANNOTATIONS (self), 0);

  n = self->sorted->len;
  if (n == 0)
    return 0;

  position = find_position (self, forward ? serial + 1 : serial);
  position = (forward ? position : position + n - 1) % n;

  return mcp_annotation_get_serial (self->sorted->pdata[position]);
}

McpAnnotations *
mcp_journal_get_annotations (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  return self->annotations;
}

/* Whoever shows the record shows what was said about it. */
static void
tell (McpJournal *self,
      guint       serial)
{
  McpRecord *record = g_hash_table_lookup (self->alive, GUINT_TO_POINTER (serial));

  if (record != NULL)
    g_object_notify (G_OBJECT (record), "flags");
  mcp_journal_mark_changed (self, serial);
}

/* What a remark in the spool and a note in a recording say. */
void
mcp_journal_append_annotation (McpJournal *self,
                               guint       serial,
                               GString    *members)
{
  const char *comment = mcp_journal_get_comment (self, serial);

  mcp_json_append_member (members, "pin", mcp_journal_is_pinned (self, serial) ? "true" : "false");
  if (comment != NULL)
    mcp_json_append_member_string (members, "comment", comment);
}

/**
 * mcp_journal_annotate:
 * @pinned: whether somebody wants to find it again
 * @comment: (nullable): what somebody says about it
 *
 * Says something about a record, in place of what was said before. It is kept with the journal and
 * goes into its recordings.
 */
void
mcp_journal_annotate (McpJournal *self,
                      guint       serial,
                      gboolean    pinned,
                      const char *comment)
{
  g_autoptr (GBytes) bytes = NULL;
  GString *json;

  g_return_if_fail (MCP_IS_JOURNAL (self));
  g_return_if_fail (mcp_journal_get_slot (self, serial) != NULL);

  if (!mcp_annotations_set (self->annotations, serial, pinned, comment))
    return;

  json = g_string_new ("{");
  mcp_journal_append_annotation (self, serial, json);
  g_string_append_c (json, '}');
  bytes = g_string_free_to_bytes (json);
  mcp_spool_remark (self->spool, MCP_SPOOL_ANNOTATION, serial, 0, bytes);
  tell (self, serial);
}

/* What a file says about a record; of one that there is not it says nothing. */
void
mcp_journal_take_annotation (McpJournal *self,
                             guint       serial,
                             const char *json,
                             gsize       length)
{
  g_autofree char *comment = NULL;
  gboolean pinned = FALSE;

  if (mcp_journal_get_slot (self, serial) == NULL)
    return;

  mcp_json_lookup_boolean (json, length, "pin", &pinned);
  comment = mcp_json_lookup_string (json, length, "comment");
  if (mcp_annotations_set (self->annotations, serial, pinned, comment))
    tell (self, serial);
}

gboolean
mcp_journal_is_pinned (McpJournal *self,
                       guint       serial)
{
  McpAnnotation *annotation;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);

  annotation = mcp_annotations_get (self->annotations, serial);

  return annotation != NULL && annotation->pinned;
}

const char *
mcp_journal_get_comment (McpJournal *self,
                         guint       serial)
{
  McpAnnotation *annotation;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  annotation = mcp_annotations_get (self->annotations, serial);

  return annotation != NULL ? annotation->comment : NULL;
}
