/* mcp-inbound-bounds.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * What a server makes us keep by asking, counted: questions that wait for a person, and answers that are made
 * or wait to be sent. Sizes are bytes of messages.
 */
typedef struct _McpInboundBounds McpInboundBounds;

McpInboundBounds *mcp_inbound_bounds_new              (void);
void              mcp_inbound_bounds_free             (McpInboundBounds *self);

gboolean          mcp_inbound_bounds_add_question     (McpInboundBounds *self,
                                                       gsize             size,
                                                       guint             max_questions,
                                                       gsize             max_bytes);  /* FALSE: one too many */
void              mcp_inbound_bounds_remove_question  (McpInboundBounds *self,
                                                       gsize             size);
guint             mcp_inbound_bounds_get_n_questions  (McpInboundBounds *self);
guint64           mcp_inbound_bounds_get_question_bytes (McpInboundBounds *self);

void              mcp_inbound_bounds_add_answer       (McpInboundBounds *self,
                                                       gsize             size);
void              mcp_inbound_bounds_remove_answer    (McpInboundBounds *self,
                                                       gsize             size);
guint             mcp_inbound_bounds_get_n_answers    (McpInboundBounds *self);
guint64           mcp_inbound_bounds_get_answer_bytes (McpInboundBounds *self);

/* Nothing more is read of a server from too many answers on, until half of them have left. */
gboolean          mcp_inbound_bounds_is_full          (McpInboundBounds *self);
void              mcp_inbound_bounds_hold             (McpInboundBounds *self);
gboolean          mcp_inbound_bounds_release          (McpInboundBounds *self);   /* whether it was held, and no more */

G_END_DECLS
