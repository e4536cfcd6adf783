/* mcp-view-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-journal-view.h"

G_BEGIN_DECLS

/* Serials in the order of a key. Internal to the layer. */
typedef struct _McpViewOrder McpViewOrder;

McpViewOrder *mcp_view_order_new           (McpJournal         *journal,
                                            McpSortKey          key,
                                            gboolean            descending,
                                            gboolean            of_calls); /* a row is a call */
void          mcp_view_order_free          (McpViewOrder       *self);
McpSortKey    mcp_view_order_get_key       (const McpViewOrder *self);
gboolean      mcp_view_order_is_descending (const McpViewOrder *self);
void          mcp_view_order_reverse       (McpViewOrder       *self);
void          mcp_view_order_add           (McpViewOrder       *self,
                                            guint               serial);
void          mcp_view_order_sort          (McpViewOrder       *self);
guint         mcp_view_order_get_length    (const McpViewOrder *self);
guint         mcp_view_order_get_serial    (const McpViewOrder *self,
                                            guint               position);
gboolean      mcp_view_order_find          (McpViewOrder       *self,
                                            guint               serial,
                                            guint              *position);
guint         mcp_view_order_find_place    (McpViewOrder       *self,
                                            guint               serial);
gboolean      mcp_view_order_is_in_place   (McpViewOrder       *self,
                                            guint               serial);
guint         mcp_view_order_insert        (McpViewOrder       *self,
                                            guint               serial);
void          mcp_view_order_remove        (McpViewOrder       *self,
                                            guint               position);
void          mcp_view_order_change        (McpViewOrder       *self,
                                            GArray             *removed,
                                            GArray             *added,
                                            guint              *position,
                                            guint              *n_removed,
                                            guint              *n_added);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpViewOrder, mcp_view_order_free)

G_END_DECLS
