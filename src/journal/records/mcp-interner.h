/* mcp-interner.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Each text once, by a 16-bit number; counted and capped. Internal to the layer. */
typedef struct _McpInterner McpInterner;

McpInterner *mcp_interner_new         (void);
void         mcp_interner_free        (McpInterner *self);
guint16      mcp_interner_add         (McpInterner *self,
                                       const char  *text,
                                       gsize        length);
const char  *mcp_interner_get         (McpInterner *self,
                                       guint16      number);
guint        mcp_interner_get_n_texts (McpInterner *self);
gsize        mcp_interner_get_bytes   (McpInterner *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpInterner, mcp_interner_free)

G_END_DECLS
