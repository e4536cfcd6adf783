/* mcp-hash.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"

/**
 * McpHasher:
 *
 * The hash of everything whose text a server chooses. Names that collide in g_str_hash() can be
 * written down by the million, and make each look-up go through all of them; without the seed,
 * which is drawn once per process, nobody can find two that collide here. Hashes must not be
 * stored.
 */

static guint64 seed[2];

static inline guint64
rotate (guint64 x,
        int     n)
{
  return x << n | x >> (64 - n);
}

static inline void
mix (guint64 v[4])
{
  v[0] += v[1];
  v[1] = rotate (v[1], 13) ^ v[0];
  v[0] = rotate (v[0], 32);
  v[2] += v[3];
  v[3] = rotate (v[3], 16) ^ v[2];
  v[0] += v[3];
  v[3] = rotate (v[3], 21) ^ v[0];
  v[2] += v[1];
  v[1] = rotate (v[1], 17) ^ v[2];
  v[2] = rotate (v[2], 32);
}

static inline void
compress (McpHasher *self,
          guint64    word)
{
  self->v[3] ^= word;
  mix (self->v);
  self->v[0] ^= word;
}

void
mcp_hasher_init (McpHasher *self)
{
  static gsize initialized;

  if (g_once_init_enter (&initialized))
    {
      for (int i = 0; i < 2; i++)
        seed[i] = (guint64) g_random_int () << 32 | g_random_int ();
      g_once_init_leave (&initialized, 1);
    }

  self->v[0] = seed[0] ^ G_GUINT64_CONSTANT (0x736f6d6570736575);
  self->v[1] = seed[1] ^ G_GUINT64_CONSTANT (0x646f72616e646f6d);
  self->v[2] = seed[0] ^ G_GUINT64_CONSTANT (0x6c7967656e657261);
  self->v[3] = seed[1] ^ G_GUINT64_CONSTANT (0x7465646279746573);
  self->word = 0;
  self->n_bytes = 0;
}

/**
 * mcp_hasher_put:
 * @byte: what comes next
 *
 * Adds a byte.
 */
void
mcp_hasher_put (McpHasher *self,
                guint8     byte)
{
  self->word |= (guint64) byte << (self->n_bytes % 8 * 8);
  if (++self->n_bytes % 8 == 0)
    {
      compress (self, self->word);
      self->word = 0;
    }
}

/**
 * mcp_hasher_put_bytes:
 * @bytes: (array length=length): what comes next
 *
 * Adds bytes; in which pieces does not matter.
 */
void
mcp_hasher_put_bytes (McpHasher     *self,
                      gconstpointer  bytes,
                      gsize          length)
{
  const guint8 *p = bytes;
  const guint8 *end = p + length;

  while (p < end && self->n_bytes % 8 != 0)
    mcp_hasher_put (self, *p++);

  for (; end - p >= 8; p += 8, self->n_bytes += 8)
    {
      guint64 word;

      memcpy (&word, p, 8);
      compress (self, GUINT64_FROM_LE (word));
    }

  while (p < end)
    mcp_hasher_put (self, *p++);
}

/**
 * mcp_hasher_finish:
 *
 * Ends a hash.
 *
 * Returns: the hash
 */
guint64
mcp_hasher_finish (McpHasher *self)
{
  compress (self, self->word | (guint64) self->n_bytes << 56);
  self->v[2] ^= 0xff;
  for (int i = 0; i < 3; i++)
    mix (self->v);

  return self->v[0] ^ self->v[1] ^ self->v[2] ^ self->v[3];
}

/**
 * mcp_hash_bytes:
 * @bytes: (array length=length): anything
 *
 * Hashes bytes.
 *
 * Returns: the hash
 */
guint64
mcp_hash_bytes (gconstpointer bytes,
                gsize         length)
{
  McpHasher hasher;

  mcp_hasher_init (&hasher);
  mcp_hasher_put_bytes (&hasher, bytes, length);

  return mcp_hasher_finish (&hasher);
}

/**
 * mcp_hash_word:
 * @word: a number
 *
 * Hashes a number of 64 bits.
 *
 * Returns: the hash
 */
guint64
mcp_hash_word (guint64 word)
{
  McpHasher hasher;

  mcp_hasher_init (&hasher);
  compress (&hasher, word);
  hasher.n_bytes = sizeof word;

  return mcp_hasher_finish (&hasher);
}

/**
 * mcp_str_hash:
 * @text: (type utf8): a string
 *
 * Stands in the place of g_str_hash(), for #GHashTable.
 *
 * Returns: the hash
 */
guint
mcp_str_hash (gconstpointer text)
{
  return mcp_hash_bytes (text, strlen (text));
}

/**
 * mcp_bytes_hash:
 * @bytes: (type GBytes): bytes
 *
 * Stands in the place of g_bytes_hash(), for #GHashTable.
 *
 * Returns: the hash
 */
guint
mcp_bytes_hash (gconstpointer bytes)
{
  gsize length;
  gconstpointer data = g_bytes_get_data ((GBytes *) bytes, &length);

  return mcp_hash_bytes (data, length);
}
