/* mcp-text-search.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-text-search"

#include "config.h"

#include <string.h>

#include "mcp-text-search.h"

/* So many bytes take far less than a millisecond. */
#define BLOCK_BYTES (1024 * 1024)

typedef struct
{
  const char *needle;
  gsize       length;
  gboolean    with_case;
  /* The next places of both spellings of its first byte. */
  const char *next[2];
  char        first[2];
} Needle;

/**
 * mcp_text_search_has_case:
 * @needle: what somebody looks for
 *
 * Gets whether a search minds upper and lower case: it does when there is a capital in what is
 * looked for.
 *
 * Returns: %TRUE if so
 */
gboolean
mcp_text_search_has_case (const char *needle)
{
  g_return_val_if_fail (needle != NULL, FALSE);

  for (const char *p = needle; *p != '\0'; p++)
    if (g_ascii_isupper (*p))
      return TRUE;

  return FALSE;
}

/* The first place from @from on where the needle may begin. */
static const char *
next_candidate (Needle     *needle,
                const char *from,
                const char *end)
{
  for (guint i = 0; i < 2; i++)
    if (needle->next[i] < from)
      {
        needle->next[i] = i == 1 && needle->first[0] == needle->first[1]
                            ? end
                            : memchr (from, needle->first[i], end - from);
        if (needle->next[i] == NULL)
          needle->next[i] = end;
      }

  return MIN (needle->next[0], needle->next[1]);
}

static const char *
find_next (Needle     *needle,
           const char *from,
           const char *end)
{
  if (needle->with_case)
    return memmem (from, end - from, needle->needle, needle->length);

  while ((gsize) (end - from) >= needle->length)
    {
      from = next_candidate (needle, from, end);
      if ((gsize) (end - from) < needle->length)
        return NULL;
      if (g_ascii_strncasecmp (from, needle->needle, needle->length) == 0)
        return from;
      from++;
    }

  return NULL;
}

/**
 * mcp_text_search:
 * @text: (array length=length): any bytes
 * @length: how many
 * @needle: what to look for; with a capital letter in it, case counts
 * @max_hits: no more than so many
 * @stopped: (nullable) (scope call): ends the search early
 * @user_data: for @stopped
 *
 * Finds all places where a text stands, without overlap. ASCII letters alone have a case here.
 * Any thread may call it.
 *
 * Returns: (transfer full) (element-type gsize): offsets, in order
 */
GArray *
mcp_text_search (const char           *text,
                 gsize                 length,
                 const char           *needle,
                 guint                 max_hits,
                 McpTextSearchStopped  stopped,
                 gpointer              user_data)
{
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (gsize));
  Needle wanted = { needle, strlen (needle), mcp_text_search_has_case (needle), { NULL, NULL },
                    { g_ascii_tolower (*needle), g_ascii_toupper (*needle) } };
  gsize position = 0;

  if (wanted.length == 0)
    return hits;

  while (position + wanted.length <= length && hits->len < max_hits)
    {
      /* Blocks overlap by what a hit across their border needs. */
      gsize block = MIN (length - position, BLOCK_BYTES + wanted.length - 1);
      const char *end = text + position + block;
      const char *hit;

      if (stopped != NULL && stopped (user_data))
        break;

      wanted.next[0] = wanted.next[1] = NULL;
      hit = find_next (&wanted, text + position, end);
      while (hit != NULL && hits->len < max_hits)
        {
          gsize offset = hit - text;

          g_array_append_val (hits, offset);
          position = offset + wanted.length;
          hit = find_next (&wanted, text + position, end);
        }

      position = MAX (position, (gsize) (end - text) - (wanted.length - 1));
    }

  return hits;
}
