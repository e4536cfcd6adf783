/* mcp-escape-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gunichar mcp_escape_next         (const char **position,
                                  const char  *end);
gboolean mcp_escape_equal        (const char  *text,
                                  gsize        length,
                                  const char  *plain,
                                  gsize        plain_length);
void     mcp_escape_append_plain (GString     *out,
                                  const char  *text,
                                  gsize        length);

/* The inside of a string token, without its quotes. */
static inline const char *
mcp_escape_inside (const char *token,
                   gsize       length,
                   gsize      *inside_length)
{
  *inside_length = length - 2;
  return token + 1;
}

G_END_DECLS
