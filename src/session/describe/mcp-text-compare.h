/* mcp-text-compare.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json-compare.h"

G_BEGIN_DECLS

/*
 * One place where two texts differ: a JSON pointer (RFC 6901). Where a string holds JSON and differs,
 * the place is in that: "/content/0/text#/temperature".
 */
typedef struct
{
  McpJsonChangeKind  kind;
  char              *path;      /* (nullable): NULL for ADDED */
  char              *new_path;  /* (nullable): NULL for REMOVED */
  GBytes            *before;    /* (nullable): JSON */
  GBytes            *after;     /* (nullable): JSON */
} McpTextChange;

GPtrArray *mcp_text_compare            (GBytes              *before,
                                        GBytes              *after,
                                        guint                flags,
                                        guint                max_changes,
                                        gboolean            *truncated);
gboolean   mcp_text_change_dup_strings (const McpTextChange *self,
                                        char               **before,
                                        char               **after);
void       mcp_text_change_free        (McpTextChange       *self);

G_END_DECLS
