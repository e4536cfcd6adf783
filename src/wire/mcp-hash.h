/* mcp-hash.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* SipHash-1-3 with a seed of the process; fed in pieces, so that nothing needs a decoded copy. */
typedef struct
{
  guint64 v[4];
  guint64 word;
  guint   n_bytes;
} McpHasher;

void    mcp_hasher_init      (McpHasher     *self);
void    mcp_hasher_put       (McpHasher     *self,
                              guint8         byte);
void    mcp_hasher_put_bytes (McpHasher     *self,
                              gconstpointer  bytes,
                              gsize          length);
guint64 mcp_hasher_finish    (McpHasher     *self);

guint64 mcp_hash_bytes       (gconstpointer  bytes,
                              gsize          length);
guint64 mcp_hash_word        (guint64        word);
guint   mcp_str_hash         (gconstpointer  text);
guint   mcp_bytes_hash       (gconstpointer  bytes);

G_END_DECLS
