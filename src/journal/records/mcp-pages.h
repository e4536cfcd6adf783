/* mcp-pages.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-spool.h"

G_BEGIN_DECLS

/* Blocks of a journal's index, of which a long one need not be in memory. Internal to the layer. */
typedef struct _McpPages McpPages;

McpPages *mcp_pages_new           (void);
void      mcp_pages_free          (McpPages *self);
void      mcp_pages_set_limit     (McpPages *self,
                                   guint64   limit_bytes);
gpointer  mcp_pages_alloc         (McpPages *self,
                                   McpSpool *spool,
                                   gsize     size);
void      mcp_pages_let_go        (McpPages *self);
gsize     mcp_pages_get_bytes     (McpPages *self); /* in memory, by and large */

G_END_DECLS
