/* mcp-text-search.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-needle.h"
#include "mcp-text-search.h"

/* So many bytes take far less than a millisecond. */
#define BLOCK_BYTES (1024 * 1024)

/**
 * mcp_text_search_has_case:
 * @needle: what somebody looks for
 *
 * Gets whether a search minds upper and lower case: it does when there is a capital in what is
 * looked for.
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

/* Folded search, or an exact one when @folded is NULL. */
static const char *
find_next (const McpNeedle *folded,
           const char      *text,
           gsize            text_length,
           const char      *needle,
           gsize            length)
{
  return folded != NULL ? mcp_needle_find (folded, text, text_length)
                        : memmem (text, text_length, needle, length);
}

/**
 * mcp_text_search:
 * @text: (array length=length): any bytes
 * @needle: what to look for; with a capital letter in it, case counts
 * @max_hits: no more than so many
 * @stopped: (nullable) (scope call): ends the search early
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
  gsize n_needle = strlen (needle);
  g_autoptr (McpNeedle) folded = NULL;
  gsize position = 0;

  if (n_needle == 0)
    return hits;
  if (!mcp_text_search_has_case (needle))
    folded = mcp_needle_new (needle, n_needle);

  while (position + n_needle <= length && hits->len < max_hits)
    {
      /* Blocks overlap by what a hit across their border needs. */
      const char *end = text + position + MIN (length - position, BLOCK_BYTES + n_needle - 1);
      const char *hit;

      if (stopped != NULL && stopped (user_data))
        break;

      hit = find_next (folded, text + position, end - (text + position), needle, n_needle);
      while (hit != NULL && hits->len < max_hits)
        {
          gsize offset = hit - text;

          g_array_append_val (hits, offset);
          position = offset + n_needle;
          hit = find_next (folded, text + position, end - (text + position), needle, n_needle);
        }

      position = MAX (position, (gsize) (end - text) - (n_needle - 1));
    }

  return hits;
}
