/* mcp-serials.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-serials.h"

/*
 * mcp_serials_find:
 * @serials: ascending serials
 * @serial: one to look for
 * @position: (out): where it is, or where it would be put in
 *
 * Finds a serial.
 *
 * Returns: %TRUE when it is there
 */
gboolean
mcp_serials_find (GArray *serials,
                  guint   serial,
                  guint  *position)
{
  guint low = 0;
  guint high = serials->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (serials, guint, middle) < serial)
        low = middle + 1;
      else
        high = middle;
    }
  *position = low;

  return low < serials->len && g_array_index (serials, guint, low) == serial;
}

static int
compare_serials (gconstpointer a,
                 gconstpointer b)
{
  guint first = *(const guint *) a;
  guint second = *(const guint *) b;

  return first < second ? -1 : first > second;
}

/*
 * mcp_serials_sort_unique:
 * @serials: serials in any order
 *
 * Makes them ascending, each once.
 */
void
mcp_serials_sort_unique (GArray *serials)
{
  guint n_unique = 0;

  g_array_sort (serials, compare_serials);
  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);

      if (n_unique == 0 || g_array_index (serials, guint, n_unique - 1) != serial)
        g_array_index (serials, guint, n_unique++) = serial;
    }
  g_array_set_size (serials, n_unique);
}

/*
 * mcp_serials_flip:
 * @serials: ascending serials
 * @flips: ascending serials, at least one
 * @position: (out): where the change begins
 * @n_removed: (out): how many stood in its range
 * @n_added: (out): how many stand there now
 *
 * Takes those of @flips out that are in @serials, and puts those in that are not, in one pass.
 */
void
mcp_serials_flip (GArray *serials,
                  GArray *flips,
                  guint  *position,
                  guint  *n_removed,
                  guint  *n_added)
{
  g_autoptr (GArray) merged = g_array_new (FALSE, FALSE, sizeof (guint));
  guint at;

  g_assert (flips->len > 0);

  mcp_serials_find (serials, g_array_index (flips, guint, 0), position);
  at = *position;
  for (guint i = 0; i < flips->len; i++)
    {
      guint serial = g_array_index (flips, guint, i);
      guint next;
      gboolean there = mcp_serials_find (serials, serial, &next);

      if (next > at)
        g_array_append_vals (merged, &g_array_index (serials, guint, at), next - at);
      if (!there)
        g_array_append_val (merged, serial);
      at = there ? next + 1 : next;
    }

  *n_removed = at - *position;
  *n_added = merged->len;
  if (*n_removed > 0)
    g_array_remove_range (serials, *position, *n_removed);
  if (*n_added > 0)
    g_array_insert_vals (serials, *position, merged->data, merged->len);
}
