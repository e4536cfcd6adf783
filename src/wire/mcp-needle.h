/* mcp-needle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A text that is looked for in many. Immutable. */
typedef struct _McpNeedle McpNeedle;

McpNeedle  *mcp_needle_new        (const char      *text,
                                   gsize            length);
void        mcp_needle_free       (McpNeedle       *self);
gsize       mcp_needle_get_length (const McpNeedle *self);
const char *mcp_needle_get_text   (const McpNeedle *self);   /* in small letters */
const char *mcp_needle_find       (const McpNeedle *self,
                                   const char      *text,
                                   gsize            length);  /* (nullable): where it stands first */

static inline gboolean
mcp_needle_is_in (const McpNeedle *self,
                  const char      *text,
                  gsize            length)
{
  return mcp_needle_find (self, text, length) != NULL;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpNeedle, mcp_needle_free)

G_END_DECLS
