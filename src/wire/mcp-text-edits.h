/* mcp-text-edits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Changes to a text, in any order, by where things stand in it as it was. */
typedef struct _McpTextEdits McpTextEdits;

McpTextEdits *mcp_text_edits_new   (void);
void          mcp_text_edits_add   (McpTextEdits *self,
                                    gsize         offset,
                                    gsize         length,   /* bytes that are taken away */
                                    char         *insert);  /* (transfer full) (nullable) */
char         *mcp_text_edits_apply (McpTextEdits *self,
                                    const char   *text);
void          mcp_text_edits_free  (McpTextEdits *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpTextEdits, mcp_text_edits_free)

G_END_DECLS
