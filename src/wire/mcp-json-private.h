/* mcp-json-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json.h"

G_BEGIN_DECLS

/* What a number or a word ends at. */
extern const gboolean mcp_json_ends_word[256];

static inline gboolean
mcp_json_is_space (char c)
{
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline gsize
mcp_json_skip_space (const char *data,
                     gsize       position,
                     gsize       end)
{
  while (position < end && mcp_json_is_space (data[position]))
    position++;

  return position;
}

/* From the first byte of a value to behind its last; to @end when the value broke off. */
gsize       mcp_json_skip_value    (const char *data,
                                    gsize       position,
                                    gsize       end);

/* Where the value begins in a text that may have a byte order mark. */
gsize       mcp_json_skip_start    (const char *data,
                                    gsize       end);

/* McpSpan of members by decoded name, the last of each name. */
GHashTable *mcp_json_index_members (const char *text,
                                    McpSpan     object);

/* A value inside a text. All spans count from the start of the whole text. */

gboolean mcp_json_get_member (const char *text,
                              McpSpan     object,
                              const char *name,
                              gsize       name_length,
                              McpSpan    *value);
/* The JSON Pointer (RFC 6901) of the innermost value in @root that stands around @offset. */
char    *mcp_json_dup_pointer (const char *text,
                               McpSpan     root,
                               gsize       offset);
/* Appends a name as a token of a JSON Pointer, with its slash. */
void     mcp_json_append_token (GString    *pointer,
                                const char *name,
                                gsize       length);
gboolean mcp_json_begin      (McpJsonIter *iter,
                              const char  *text,
                              McpSpan      container);

G_END_DECLS
