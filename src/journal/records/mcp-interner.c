/* mcp-interner.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-interner.h"

/*
 * McpInterner:
 *
 * Gives each text a number of 16 bits, so that an index entry can name a method in two bytes.
 *
 * The texts come from servers. One that sends a new method each time gets numbers until the
 * table is full, by count or by bytes; all later ones share the number of "…". Nothing is lost:
 * the text still stands in the spool. Texts live as long as the table, so that their pointers
 * can be handed out.
 */

#define MAX_TEXTS (G_MAXUINT16 - 1)
#define MAX_TEXT_BYTES 512
#define MAX_TOTAL_BYTES (4 * 1024 * 1024)
#define OVERFLOW_NUMBER G_MAXUINT16

typedef struct
{
  const char *text;
  guint32     hash;
  guint32     length;
} Entry;

struct _McpInterner
{
  GStringChunk *chunk;
  GArray       *entries;      /* of Entry; number 1 is the first */
  guint16      *buckets;      /* open addressing, 0 is free */
  guint         n_buckets;    /* a power of two */
  gsize         total_bytes;
  guint16       last;         /* what was given last: most come in a row */
};

static void
rehash (McpInterner *self)
{
  self->n_buckets *= 2;
  g_free (self->buckets);
  self->buckets = g_new0 (guint16, self->n_buckets);

  for (guint i = 0; i < self->entries->len; i++)
    {
      guint at = g_array_index (self->entries, Entry, i).hash & (self->n_buckets - 1);

      while (self->buckets[at] != 0)
        at = (at + 1) & (self->n_buckets - 1);
      self->buckets[at] = i + 1;
    }
}

/* Texts that are too long, or no UTF-8, are made fit to show before they are looked up. */
static char *
make_presentable (const char *text,
                  gsize       length)
{
  g_autofree char *valid = NULL;

  if (length <= MAX_TEXT_BYTES)
    return g_utf8_make_valid (text, length);

  while (length > MAX_TEXT_BYTES || ((guchar) text[length] & 0xc0) == 0x80)
    length = MIN (length, MAX_TEXT_BYTES + 1) - 1;
  valid = g_utf8_make_valid (text, length);

  return g_strconcat (valid, "…", NULL);
}

static gboolean
is_text (const Entry *entry,
         const char  *text,
         gsize        length)
{
  return entry->length == length && memcmp (entry->text, text, length) == 0;
}

static guint16
add_presentable (McpInterner *self,
                 const char  *text,
                 gsize        length)
{
  guint32 hash;
  guint at;
  Entry entry;

  if (self->last != 0 && is_text (&g_array_index (self->entries, Entry, self->last - 1), text, length))
    return self->last;

  hash = mcp_hash_bytes (text, length);
  at = hash & (self->n_buckets - 1);

  for (; self->buckets[at] != 0; at = (at + 1) & (self->n_buckets - 1))
    {
      const Entry *known = &g_array_index (self->entries, Entry, self->buckets[at] - 1);

      if (known->hash == hash && is_text (known, text, length))
        return self->last = self->buckets[at];
    }

  if (self->entries->len >= MAX_TEXTS || self->total_bytes + length > MAX_TOTAL_BYTES)
    return OVERFLOW_NUMBER;

  entry.text = g_string_chunk_insert_len (self->chunk, text, length);
  entry.hash = hash;
  entry.length = length;
  g_array_append_val (self->entries, entry);
  self->buckets[at] = self->entries->len;
  self->total_bytes += length;

  if (self->entries->len > self->n_buckets / 2)
    rehash (self);

  return self->last = self->entries->len;
}

McpInterner *
mcp_interner_new (void)
{
  McpInterner *self = g_new0 (McpInterner, 1);

  self->chunk = g_string_chunk_new (4096);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->n_buckets = 64;
  self->buckets = g_new0 (guint16, self->n_buckets);

  return self;
}

void
mcp_interner_free (McpInterner *self)
{
  g_string_chunk_free (self->chunk);
  g_array_unref (self->entries);
  g_free (self->buckets);
  g_free (self);
}

/*
 * mcp_interner_add:
 * @text: (nullable): any bytes
 *
 * Gets the number of a text, a new one if need be. Text that is no UTF-8 or longer than
 * 512 bytes is stored fit to show.
 *
 * Returns: the number, 0 for %NULL
 */
guint16
mcp_interner_add (McpInterner *self,
                  const char  *text,
                  gsize        length)
{
  g_autofree char *presentable = NULL;

  if (text == NULL)
    return 0;

  if (length <= MAX_TEXT_BYTES && g_utf8_validate_len (text, length, NULL))
    return add_presentable (self, text, length);

  presentable = make_presentable (text, length);

  return add_presentable (self, presentable, strlen (presentable));
}

/*
 * mcp_interner_get:
 * @number: a number it gave
 *
 * Gets a text by its number.
 *
 * Returns: (nullable): the text, "…" for one that found no room, %NULL for 0
 */
const char *
mcp_interner_get (McpInterner *self,
                  guint16      number)
{
  if (number == 0)
    return NULL;
  if (number == OVERFLOW_NUMBER)
    return "…";

  g_assert (number <= self->entries->len);

  return g_array_index (self->entries, Entry, number - 1).text;
}

guint
mcp_interner_get_n_texts (McpInterner *self)
{
  return self->entries->len;
}

gsize
mcp_interner_get_bytes (McpInterner *self)
{
  return self->total_bytes + self->entries->len * (sizeof (Entry) + 1)
         + self->n_buckets * sizeof (guint16);
}
