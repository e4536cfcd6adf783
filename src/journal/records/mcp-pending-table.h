/* mcp-pending-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The requests with one key that wait for an answer, linked through the journal's slots. */
typedef struct
{
  guint64 key;
  guint32 first;  /* serial, 0 marks a free place */
  guint32 last;
} McpPendingQueue;

/* From a 64-bit key to a queue of serials. Internal to the layer. */
typedef struct _McpPendingTable McpPendingTable;

typedef gboolean (*McpPendingFilter) (McpPendingQueue *queue,
                                      gpointer         user_data);

McpPendingTable *mcp_pending_table_new       (void);
void             mcp_pending_table_free      (McpPendingTable  *self);
McpPendingQueue *mcp_pending_table_lookup    (McpPendingTable  *self,
                                              guint64           key);
void             mcp_pending_table_insert    (McpPendingTable  *self,
                                              guint64           key,
                                              guint32           serial);
void             mcp_pending_table_remove    (McpPendingTable  *self,
                                              McpPendingQueue  *queue);
void             mcp_pending_table_keep_if   (McpPendingTable  *self,
                                              McpPendingFilter  filter,
                                              gpointer          user_data);
gsize            mcp_pending_table_get_bytes (McpPendingTable  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpPendingTable, mcp_pending_table_free)

G_END_DECLS
