/* mcp-escape-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A C string cannot hold U+0000. */
#define MCP_ESCAPE_SYMBOL_FOR_NULL 0x2400

gunichar mcp_escape_next         (const char **position,
                                  const char  *end);
gboolean mcp_escape_equal        (const char  *text,
                                  gsize        length,
                                  const char  *plain,
                                  gsize        plain_length);
void     mcp_escape_append_plain (GString     *out,
                                  const char  *text,
                                  gsize        length,
                                  gunichar     null);   /* what U+0000 becomes */
gsize    mcp_escape_skip_string  (const char  *data,
                                  gsize        position,
                                  gsize        end);

G_END_DECLS
