/* mcp-json-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json.h"

G_BEGIN_DECLS

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
