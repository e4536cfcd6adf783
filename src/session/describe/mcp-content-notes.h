/* mcp-content-notes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One of the annotations of content or of a resource, in words. Plain data. */
typedef struct
{
  char     *text;    /* "For user", "Priority 0.50": not markup, and not safe to show as it is */
  char     *detail;  /* (nullable): what is wrong with it, or its time in the local zone */
  gboolean  is_wrong;
} McpContentNote;

GPtrArray *mcp_content_notes_read (const char     *json,
                                   gsize           length);
void       mcp_content_note_free  (McpContentNote *self);

G_END_DECLS
