/* mcp-annotations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-annotations-private.h"
#include "mcp-journal-private.h"
#include "mcp-json.h"
#include "mcp-serials.h"

/*
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

static void
mcp_annotation_finalize (GObject *object)
{
  g_free (MCP_ANNOTATION (object)->comment);

  G_OBJECT_CLASS (mcp_annotation_parent_class)->finalize (object);
}

static void
mcp_annotation_class_init (McpAnnotationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_annotation_finalize;
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

static McpAnnotation *
get (McpJournal *self,
     guint       serial)
{
  g_autoptr (McpAnnotation) annotation = NULL;
  guint position;

  if (!mcp_serials_find (self->annotated, serial, &position))
    return NULL;

  annotation = g_list_model_get_item (G_LIST_MODEL (self->annotations), position);

  return annotation; /* the list holds it */
}

/* Says something about a record; without a pin and a comment, nothing any more. Returns %FALSE when that
 * was said already. */
static gboolean
set (McpJournal *self,
     guint       serial,
     gboolean    pinned,
     const char *comment)
{
  McpAnnotation *known = get (self, serial);
  g_autoptr (McpAnnotation) annotation = NULL;
  guint position;

  if (comment != NULL && *comment == '\0')
    comment = NULL;
  if (known != NULL ? known->pinned == pinned && g_strcmp0 (known->comment, comment) == 0
                    : !pinned && comment == NULL)
    return FALSE;

  mcp_serials_find (self->annotated, serial, &position);
  if (pinned || comment != NULL)
    {
      annotation = g_object_new (MCP_TYPE_ANNOTATION, NULL);
      annotation->serial = serial;
      annotation->pinned = pinned;
      annotation->comment = g_strdup (comment);
    }
  if (annotation == NULL)
    g_array_remove_index (self->annotated, position);
  else if (known == NULL)
    g_array_insert_val (self->annotated, position, serial);
  g_array_append_val (self->annotation_changes, serial);
  g_list_store_splice (self->annotations, position, known != NULL ? 1 : 0, (gpointer *) &annotation,
                       annotation != NULL ? 1 : 0);

  return TRUE;
}

/**
 * mcp_journal_find_annotation:
 * @serial: of a record, 0 for none
 * @forward: whether to look behind it or before it
 *
 * Finds the next record about which something was said. Behind the last comes the first.
 *
 * Returns: its serial, 0 when nothing was said about any
 */
guint
mcp_journal_find_annotation (McpJournal *self,
                             guint       serial,
                             gboolean    forward)
{
  guint n;
  guint position;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  n = self->annotated->len;
  if (n == 0)
    return 0;

  mcp_serials_find (self->annotated, forward ? serial + 1 : serial, &position);
  position = (forward ? position : position + n - 1) % n;

  return g_array_index (self->annotated, guint, position);
}

GListModel *
mcp_journal_get_annotations (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  return G_LIST_MODEL (self->annotations);
}

/* What a remark in the spool and a note in a recording say. */
void
mcp_journal_append_annotation (McpJournal *self,
                               guint       serial,
                               GString    *members)
{
  mcp_json_append_member (members, "pin", mcp_journal_is_pinned (self, serial) ? "true" : "false");
  mcp_json_append_member_string (members, "comment", mcp_journal_get_comment (self, serial));
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

  if (!set (self, serial, pinned, comment))
    return;

  json = g_string_new ("{");
  mcp_journal_append_annotation (self, serial, json);
  g_string_append_c (json, '}');
  bytes = g_string_free_to_bytes (json);
  mcp_spool_remark (self->spool, MCP_SPOOL_ANNOTATION, serial, 0, bytes);
  mcp_journal_mark_changed (self, serial);
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
  if (set (self, serial, pinned, comment))
    mcp_journal_mark_changed (self, serial);
}

gboolean
mcp_journal_is_pinned (McpJournal *self,
                       guint       serial)
{
  McpAnnotation *annotation;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);

  annotation = get (self, serial);

  return annotation != NULL && annotation->pinned;
}

const char *
mcp_journal_get_comment (McpJournal *self,
                         guint       serial)
{
  McpAnnotation *annotation;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  annotation = get (self, serial);

  return annotation != NULL ? annotation->comment : NULL;
}
