/* mcp-inline-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a format that is near to JSON writes a value in one line. */
typedef struct
{
  const char *padding;      /* inside of braces that are not empty */
  const char *assign;       /* between key and value */
  gboolean    has_null;     /* else such a member is left out */
  void      (*append_string) (GString    *out,
                              const char *text);
  void      (*append_key)    (GString    *out,
                              const char *key);
} McpInlineStyle;

void mcp_inline_append (GString              *out,
                        const McpInlineStyle *style,
                        const char           *json,
                        gsize                 length);

G_END_DECLS
