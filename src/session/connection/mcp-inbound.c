/* mcp-inbound.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-inbound.h"

#define MAX_ANSWERS      1000
#define MAX_ANSWER_BYTES (16 * 1024 * 1024)

struct _McpInbound
{
  GHashTable *requests;    /* McpId -> GCancellable of its answer */
  guint       n_questions;
  guint64     question_bytes;
  guint       n_answers;
  guint64     answer_bytes;
  gboolean    held;
  gboolean    is_open;
};

McpInbound *
mcp_inbound_new (void)
{
  McpInbound *self = g_new0 (McpInbound, 1);

  self->requests = g_hash_table_new_full (mcp_id_hash, mcp_id_equal, (GDestroyNotify) mcp_id_unref,
                                          g_object_unref);

  return self;
}

void
mcp_inbound_free (McpInbound *self)
{
  g_hash_table_unref (self->requests);
  g_free (self);
}

void
mcp_inbound_open (McpInbound *self)
{
  self->is_open = TRUE;
}

gboolean
mcp_inbound_is_open (McpInbound *self)
{
  return self->is_open;
}

GCancellable *
mcp_inbound_begin (McpInbound *self,
                   McpId      *id)
{
  GCancellable *cancellable = g_cancellable_new ();

  g_hash_table_replace (self->requests, mcp_id_ref (id), g_object_ref (cancellable));

  return cancellable;
}

GCancellable *
mcp_inbound_find (McpInbound *self,
                  McpId      *id)
{
  return g_hash_table_lookup (self->requests, id);
}

gboolean
mcp_inbound_end (McpInbound   *self,
                 McpId        *id,
                 GCancellable *cancellable)
{
  return mcp_inbound_find (self, id) == cancellable && g_hash_table_remove (self->requests, id);
}

/* Whoever still thinks about an answer may stop. What they do then finds nothing here. */
void
mcp_inbound_cancel_all (McpInbound *self)
{
  g_autoptr (GPtrArray) cancellables = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer cancellable;

  g_hash_table_iter_init (&iter, self->requests);
  while (g_hash_table_iter_next (&iter, NULL, &cancellable))
    g_ptr_array_add (cancellables, g_object_ref (cancellable));
  g_hash_table_remove_all (self->requests);

  for (guint i = 0; i < cancellables->len; i++)
    g_cancellable_cancel (g_ptr_array_index (cancellables, i));
}

/* The first one may have any size: a message that is longer does not come this far. */
gboolean
mcp_inbound_add_question (McpInbound *self,
                          gsize       size,
                          guint       max_questions,
                          gsize       max_bytes)
{
  if (self->n_questions >= max_questions || (self->n_questions > 0 && self->question_bytes + size > max_bytes))
    return FALSE;

  self->n_questions++;
  self->question_bytes += size;

  return TRUE;
}

void
mcp_inbound_remove_question (McpInbound *self,
                             gsize       size)
{
  self->n_questions--;
  self->question_bytes -= size;
}

guint
mcp_inbound_get_n_questions (McpInbound *self)
{
  return self->n_questions;
}

guint64
mcp_inbound_get_question_bytes (McpInbound *self)
{
  return self->question_bytes;
}

void
mcp_inbound_add_answer (McpInbound *self,
                        gsize       size)
{
  self->n_answers++;
  self->answer_bytes += size;
}

void
mcp_inbound_remove_answer (McpInbound *self,
                           gsize       size)
{
  self->n_answers--;
  self->answer_bytes -= size;
}

guint
mcp_inbound_get_n_answers (McpInbound *self)
{
  return self->n_answers;
}

guint64
mcp_inbound_get_answer_bytes (McpInbound *self)
{
  return self->answer_bytes;
}

gboolean
mcp_inbound_is_full (McpInbound *self)
{
  return self->n_answers > MAX_ANSWERS || self->answer_bytes > MAX_ANSWER_BYTES;
}

void
mcp_inbound_hold (McpInbound *self)
{
  self->held = TRUE;
}

gboolean
mcp_inbound_release (McpInbound *self)
{
  if (!self->held || self->n_answers > MAX_ANSWERS / 2 || self->answer_bytes > MAX_ANSWER_BYTES / 2)
    return FALSE;

  self->held = FALSE;

  return TRUE;
}
