/* mcp-inbound-bounds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include "mcp-inbound-bounds.h"

#define MAX_ANSWERS      1000
#define MAX_ANSWER_BYTES (16 * 1024 * 1024)

struct _McpInboundBounds
{
  guint    n_questions;
  guint64  question_bytes;
  guint    n_answers;
  guint64  answer_bytes;
  gboolean held;
};

McpInboundBounds *
mcp_inbound_bounds_new (void)
{
  return g_new0 (McpInboundBounds, 1);
}

void
mcp_inbound_bounds_free (McpInboundBounds *self)
{
  g_free (self);
}

/* The first one may have any size: a message that is longer does not come this far. */
gboolean
mcp_inbound_bounds_add_question (McpInboundBounds *self,
                                 gsize             size,
                                 guint             max_questions,
                                 gsize             max_bytes)
{
  if (self->n_questions >= max_questions || (self->n_questions > 0 && self->question_bytes + size > max_bytes))
    return FALSE;

  self->n_questions++;
  self->question_bytes += size;

  return TRUE;
}

void
mcp_inbound_bounds_remove_question (McpInboundBounds *self,
                                    gsize             size)
{
  self->n_questions--;
  self->question_bytes -= size;
}

guint
mcp_inbound_bounds_get_n_questions (McpInboundBounds *self)
{
  return self->n_questions;
}

guint64
mcp_inbound_bounds_get_question_bytes (McpInboundBounds *self)
{
  return self->question_bytes;
}

void
mcp_inbound_bounds_add_answer (McpInboundBounds *self,
                               gsize             size)
{
  self->n_answers++;
  self->answer_bytes += size;
}

void
mcp_inbound_bounds_remove_answer (McpInboundBounds *self,
                                  gsize             size)
{
  self->n_answers--;
  self->answer_bytes -= size;
}

guint
mcp_inbound_bounds_get_n_answers (McpInboundBounds *self)
{
  return self->n_answers;
}

guint64
mcp_inbound_bounds_get_answer_bytes (McpInboundBounds *self)
{
  return self->answer_bytes;
}

gboolean
mcp_inbound_bounds_is_full (McpInboundBounds *self)
{
  return self->n_answers > MAX_ANSWERS || self->answer_bytes > MAX_ANSWER_BYTES;
}

void
mcp_inbound_bounds_hold (McpInboundBounds *self)
{
  self->held = TRUE;
}

gboolean
mcp_inbound_bounds_release (McpInboundBounds *self)
{
  if (!self->held || self->n_answers > MAX_ANSWERS / 2 || self->answer_bytes > MAX_ANSWER_BYTES / 2)
    return FALSE;

  self->held = FALSE;

  return TRUE;
}
