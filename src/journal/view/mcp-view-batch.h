/* mcp-view-batch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-query-private.h"

G_BEGIN_DECLS

/* Records of which some have to be read to know whether they match. Internal to the layer. */
typedef struct _McpViewBatch McpViewBatch;

/* Told in the main loop, in an idle, once, unless it was cancelled. */
typedef void (*McpViewBatchDone) (McpViewBatch *self,
                                  gpointer      user_data);

McpViewBatch *mcp_view_batch_new          (McpQuery         *query,
                                           McpSpool         *spool);
void          mcp_view_batch_free         (McpViewBatch     *self);
void          mcp_view_batch_add          (McpViewBatch     *self,
                                           guint             serial,
                                           gboolean          matches);
void          mcp_view_batch_add_candidate (McpViewBatch    *self,
                                           McpQueryRun      *run,
                                           guint             serial);
gboolean      mcp_view_batch_is_full      (McpViewBatch     *self);
gboolean      mcp_view_batch_is_small     (McpViewBatch     *self);
void          mcp_view_batch_run          (McpViewBatch     *self);
void          mcp_view_batch_start        (McpViewBatch     *self,
                                           McpViewBatchDone  done,
                                           gpointer          user_data);
void          mcp_view_batch_cancel       (McpViewBatch     *self);
guint         mcp_view_batch_get_n_rows   (McpViewBatch     *self);
guint         mcp_view_batch_get_serial   (McpViewBatch     *self,
                                           guint             row,
                                           gboolean         *matches);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpViewBatch, mcp_view_batch_free)

G_END_DECLS
