/* mcp-nearest.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-nearest.h"

/* The Levenshtein distance of two short words. */
static guint
get_distance (const char *a,
              const char *b)
{
  guint n = MIN (strlen (b), 63);
  guint row[64];

  for (guint j = 0; j <= n; j++)
    row[j] = j;

  for (guint i = 1; a[i - 1] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= n; j++)
        {
          guint above = row[j];
          guint best = diagonal + (a[i - 1] != b[j - 1]);

          best = MIN (best, above + 1);
          row[j] = MIN (best, row[j - 1] + 1);
          diagonal = above;
        }
    }

  return row[n];
}

/**
 * mcp_find_nearest:
 * @word: what was typed
 * @candidates: what there is
 *
 * Finds what somebody who typed @word may have meant.
 *
 * Returns: (transfer none) (nullable): the nearest candidate, or %NULL when none is near
 */
const char *
mcp_find_nearest (const char         *word,
                  const char * const *candidates)
{
  const char *nearest = NULL;
  guint limit = MAX (1, MIN (3, strlen (word) / 2));
  guint best = limit + 1;

  for (guint i = 0; candidates[i] != NULL; i++)
    {
      guint distance = get_distance (word, candidates[i]);

      /* The start of a word is near, however long the word. */
      if (strlen (word) > 2 && g_str_has_prefix (candidates[i], word))
        distance = 1;

      if (distance < best)
        {
          best = distance;
          nearest = candidates[i];
        }
    }

  return nearest;
}
