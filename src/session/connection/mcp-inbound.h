/* mcp-inbound.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-id.h"

G_BEGIN_DECLS

/*
 * What a server asks: its requests that are being answered, and what it makes us keep by them, counted:
 * questions that wait for a person, and answers that are made or wait to be sent. Sizes are bytes of messages.
 */
typedef struct _McpInbound McpInbound;

McpInbound   *mcp_inbound_new                (void);
void          mcp_inbound_free               (McpInbound   *self);

/* From then on the server may ask and tell: it was told `initialized`, or is of an era that has no such thing. */
void          mcp_inbound_open               (McpInbound   *self);
gboolean      mcp_inbound_is_open            (McpInbound   *self);

/* A later request takes the place of one with the same id. */
GCancellable *mcp_inbound_begin              (McpInbound   *self,
                                              McpId        *id);           /* (transfer full): of its answer */
GCancellable *mcp_inbound_find               (McpInbound   *self,
                                              McpId        *id);           /* (transfer none) (nullable) */
gboolean      mcp_inbound_end                (McpInbound   *self,
                                              McpId        *id,
                                              GCancellable *cancellable);  /* FALSE: no longer under way */
void          mcp_inbound_cancel_all         (McpInbound   *self);

gboolean      mcp_inbound_add_question       (McpInbound   *self,
                                              gsize         size,
                                              guint         max_questions,
                                              gsize         max_bytes);    /* FALSE: one too many */
void          mcp_inbound_remove_question    (McpInbound   *self,
                                              gsize         size);
guint         mcp_inbound_get_n_questions    (McpInbound   *self);
guint64       mcp_inbound_get_question_bytes (McpInbound   *self);

void          mcp_inbound_add_answer         (McpInbound   *self,
                                              gsize         size);
void          mcp_inbound_remove_answer      (McpInbound   *self,
                                              gsize         size);
guint         mcp_inbound_get_n_answers      (McpInbound   *self);
guint64       mcp_inbound_get_answer_bytes   (McpInbound   *self);

/* Nothing more is read of a server from too many answers on, until half of them have left. */
gboolean      mcp_inbound_is_full            (McpInbound   *self);
void          mcp_inbound_hold               (McpInbound   *self);
gboolean      mcp_inbound_release            (McpInbound   *self);         /* whether it was held, and no more */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpInbound, mcp_inbound_free)

G_END_DECLS
