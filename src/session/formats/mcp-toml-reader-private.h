/* mcp-toml-reader-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "mcp-toml-private.h"

G_BEGIN_DECLS

typedef struct
{
  const char  *text;
  const char  *end;
  const char  *p;
  McpTomlNode *root;
  McpTomlNode *table;   /* what keys are added to */
} McpTomlReader;

gboolean mcp_toml_fail        (McpTomlReader  *self,
                               GError        **error,
                               const char     *format,
                               ...) G_GNUC_PRINTF (3, 4);
gboolean mcp_toml_read_string (McpTomlReader  *self,
                               gboolean        may_be_long,
                               GString        *out,
                               GError        **error);
gboolean mcp_toml_read_bare   (McpTomlReader  *self,
                               GString        *json,
                               GError        **error);

static inline char
mcp_toml_peek (McpTomlReader *self)
{
  return self->p < self->end ? *self->p : '\0';
}

static inline gboolean
mcp_toml_take (McpTomlReader     *self,
      const char *token)
{
  gsize n = strlen (token);

  if ((gsize) (self->end - self->p) < n || memcmp (self->p, token, n) != 0)
    return FALSE;

  self->p += n;

  return TRUE;
}

static inline gboolean
mcp_toml_is_control (char c)
{
  return ((guchar) c < 0x20 && c != '\t') || c == 0x7f;
}

G_END_DECLS
