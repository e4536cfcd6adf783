/* mcp-needle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "mcp-needle.h"

/*
 * McpNeedle:
 *
 * Finds a text whatever the case of its ASCII letters; other letters must be as they are written.
 *
 * Two bytes of the text that are rare in JSON are looked for at once, sixteen places at a time;
 * only where both are, all are compared. What is left at the end, and everything on machines
 * without those instructions, is Horspool's search.
 */

struct _McpNeedle
{
  char    *text;        /* folded */
  gsize    length;
  gsize    rare[2];     /* where its two rarest bytes are; the same when it has but one */
  gsize    skips[256];  /* how far to go on, by the last byte as it stands */
};

static inline guchar
fold (guchar c)
{
  return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

/* How common a folded byte is in JSON: a guess that only costs time when it is wrong. */
static guint
get_frequency (guchar c)
{
  if (c == '"' || c == ' ' || c == 0)
    return 9;
  if (strchr (",:{}[]", c) != NULL)
    return 7;
  if (strchr ("etaoinsr", c) != NULL)
    return 6;
  if (strchr ("lcdmup", c) != NULL)
    return 4;
  if (g_ascii_isdigit (c))
    return 3;

  return g_ascii_islower (c) ? 2 : 1;
}

static void
choose_rare (McpNeedle *self)
{
  gsize *rare = self->rare;

  for (gsize i = 1; i < self->length; i++)
    {
      if (get_frequency (self->text[i]) < get_frequency (self->text[rare[0]]))
        rare[0] = i;
    }

  rare[1] = rare[0] == 0 ? self->length - 1 : 0;
  for (gsize i = 0; i < self->length; i++)
    {
      if (i != rare[0] && get_frequency (self->text[i]) < get_frequency (self->text[rare[1]]))
        rare[1] = i;
    }
}

McpNeedle *
mcp_needle_new (const char *text,
                gsize       length)
{
  McpNeedle *self;

  g_return_val_if_fail (length > 0, NULL);

  self = g_new0 (McpNeedle, 1);
  self->text = g_strndup (text, length);
  self->length = length;
  for (gsize i = 0; i < length; i++)
    self->text[i] = fold (text[i]);
  choose_rare (self);

  for (guint i = 0; i < 256; i++)
    self->skips[i] = length;
  for (gsize i = 0; i + 1 < length; i++)
    {
      guchar c = self->text[i];

      self->skips[c] = length - 1 - i;
      if (g_ascii_islower (c))
        self->skips[c - 0x20] = length - 1 - i;
    }

  return self;
}

void
mcp_needle_free (McpNeedle *self)
{
  g_free (self->text);
  g_free (self);
}

gsize
mcp_needle_get_length (const McpNeedle *self)
{
  return self->length;
}

const char *
mcp_needle_get_text (const McpNeedle *self)
{
  return self->text;
}

static gboolean
is_at (const McpNeedle *self,
       const guchar    *at)
{
  for (gsize i = 0; i < self->length; i++)
    {
      if (fold (at[i]) != (guchar) self->text[i])
        return FALSE;
    }

  return TRUE;
}

static const guchar *
search_plainly (const McpNeedle *self,
                const guchar    *at,
                const guchar    *end)
{
  const guchar last = self->text[self->length - 1];

  while ((gsize) (end - at) >= self->length)
    {
      guchar c = at[self->length - 1];

      if (fold (c) == last && is_at (self, at))
        return at;
      at += self->skips[c];
    }

  return NULL;
}

#ifdef __SSE2__
/* For a letter, the bit that tells its cases apart: with it set, both are the same byte. */
static inline __m128i
get_case_bit (guchar folded)
{
  return _mm_set1_epi8 (g_ascii_islower (folded) ? 0x20 : 0);
}

static inline guint
look_at_sixteen (const guchar *at,
                 __m128i       bit,
                 __m128i       wanted)
{
  __m128i bytes = _mm_loadu_si128 ((const __m128i *) at);

  return _mm_movemask_epi8 (_mm_cmpeq_epi8 (_mm_or_si128 (bytes, bit), wanted));
}

/* Goes on as long as sixteen places fit, and gives the first that was not looked at. */
static const guchar *
search_sixteen (const McpNeedle  *self,
                const guchar    **position,
                const guchar     *end)
{
  const guchar first = self->text[self->rare[0]];
  const guchar second = self->text[self->rare[1]];
  const __m128i first_bit = get_case_bit (first);
  const __m128i first_wanted = _mm_set1_epi8 (first);
  const __m128i second_bit = get_case_bit (second);
  const __m128i second_wanted = _mm_set1_epi8 (second);
  const guchar *at = *position;

  for (; (gsize) (end - at) >= self->length + 15; at += 16)
    {
      guint places = look_at_sixteen (at + self->rare[0], first_bit, first_wanted);

      if (G_LIKELY (places == 0))
        continue;

      places &= look_at_sixteen (at + self->rare[1], second_bit, second_wanted);
      for (; places != 0; places &= places - 1)
        {
          if (is_at (self, at + __builtin_ctz (places)))
            return at + __builtin_ctz (places);
        }
    }
  *position = at;

  return NULL;
}
#endif

/**
 * mcp_needle_find:
 * @text: any bytes
 *
 * Looks for the text. May be called in any thread.
 *
 * Returns: (transfer none) (nullable): where in @text it stands first
 */
const char *
mcp_needle_find (const McpNeedle *self,
                 const char      *text,
                 gsize            length)
{
  const guchar *at = (const guchar *) text;
  const guchar *end = at + length;

#ifdef __SSE2__
  const guchar *found = search_sixteen (self, &at, end);

  if (found != NULL)
    return (const char *) found;
#endif

  return (const char *) search_plainly (self, at, end);
}
