/* mcp-text-diff.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-text-diff.h"

#define CONTEXT 3

/* Of what is between the equal beginning and the equal end; more counts as one change. */
#define MAX_CELLS (4u * 1000 * 1000)

typedef struct
{
  const char *text;
  gsize       length;  /* with its newline */
} Line;

typedef enum {
  SAME = ' ',
  REMOVED = '-',
  ADDED = '+',
} Kind;

typedef struct
{
  Kind  kind;
  Line  line;
  guint before;  /* lines before it, in each of them */
  guint after;
} Row;

static GArray *
split (const char *text)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  const char *end = text + strlen (text);

  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      Line line = { text, (newline != NULL ? newline + 1 : end) - text };

      g_array_append_val (lines, line);
      text += line.length;
    }

  return lines;
}

static gboolean
is_same (GArray *a,
         guint   i,
         GArray *b,
         guint   k)
{
  const Line *one = &g_array_index (a, Line, i);
  const Line *other = &g_array_index (b, Line, k);

  return one->length == other->length && memcmp (one->text, other->text, one->length) == 0;
}

static void
add_row (GArray *rows,
         Kind    kind,
         GArray *lines,
         guint   i)
{
  Row row = { kind, g_array_index (lines, Line, i), 0, 0 };

  if (rows->len > 0)
    {
      const Row *last = &g_array_index (rows, Row, rows->len - 1);

      row.before = last->before + (last->kind != ADDED);
      row.after = last->after + (last->kind != REMOVED);
    }
  g_array_append_val (rows, row);
}

/* The longest common subsequence of the middle parts. */
static void
add_middle (GArray *rows,
            GArray *a,
            guint   a_start,
            guint   a_end,
            GArray *b,
            guint   b_start,
            guint   b_end)
{
  gsize width = b_end - b_start + 1;
  gsize height = a_end - a_start + 1;
  g_autofree guint32 *longest = NULL;
  guint i = a_start;
  guint k = b_start;

  if (height * width <= MAX_CELLS)
    {
      longest = g_new0 (guint32, height * width);
      for (gsize y = height - 1; y-- > 0;)
        for (gsize x = width - 1; x-- > 0;)
          longest[y * width + x] = is_same (a, a_start + y, b, b_start + x)
                                     ? longest[(y + 1) * width + x + 1] + 1
                                     : MAX (longest[(y + 1) * width + x], longest[y * width + x + 1]);
    }

  while (i < a_end || k < b_end)
    {
      gsize y = i - a_start;
      gsize x = k - b_start;

      if (longest != NULL && i < a_end && k < b_end && is_same (a, i, b, k))
        {
          add_row (rows, SAME, a, i++);
          k++;
        }
      else if (i < a_end && (k == b_end || longest == NULL || longest[(y + 1) * width + x] >= longest[y * width + x + 1]))
        add_row (rows, REMOVED, a, i++);
      else
        add_row (rows, ADDED, b, k++);
    }
}

static GArray *
compare (GArray *a,
         GArray *b)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  guint n_before = 0;
  guint n_behind = 0;

  while (n_before < a->len && n_before < b->len && is_same (a, n_before, b, n_before))
    n_before++;
  while (n_behind < a->len - n_before && n_behind < b->len - n_before
         && is_same (a, a->len - 1 - n_behind, b, b->len - 1 - n_behind))
    n_behind++;

  for (guint i = 0; i < n_before; i++)
    add_row (rows, SAME, a, i);
  add_middle (rows, a, n_before, a->len - n_behind, b, n_before, b->len - n_behind);
  for (guint i = a->len - n_behind; i < a->len; i++)
    add_row (rows, SAME, a, i);

  return rows;
}

static void
append_row (GString   *out,
            const Row *row)
{
  g_string_append_c (out, (char) row->kind);
  g_string_append_len (out, row->line.text, row->line.length);
  if (row->line.text[row->line.length - 1] != '\n')
    g_string_append (out, "\n\\ No newline at end of file\n");
}

static void
append_hunk (GString *out,
             GArray  *rows,
             guint    start,
             guint    end)
{
  const Row *first = &g_array_index (rows, Row, start);
  guint n_before = 0;
  guint n_after = 0;

  for (guint i = start; i < end; i++)
    {
      n_before += g_array_index (rows, Row, i).kind != ADDED;
      n_after += g_array_index (rows, Row, i).kind != REMOVED;
    }
  g_string_append_printf (out, "@@ -%u,%u +%u,%u @@\n", first->before + (n_before > 0), n_before,
                          first->after + (n_after > 0), n_after);
  for (guint i = start; i < end; i++)
    append_row (out, &g_array_index (rows, Row, i));
}

/**
 * mcp_text_diff:
 * @before: a text
 * @after: what it becomes
 * @before_name: what to call it
 * @after_name: what to call that
 *
 * Compares texts line by line.
 *
 * Returns: (transfer full): a unified diff; empty when they are the same
 */
char *
mcp_text_diff (const char *before,
               const char *after,
               const char *before_name,
               const char *after_name)
{
  g_autoptr (GArray) a = NULL;
  g_autoptr (GArray) b = NULL;
  g_autoptr (GArray) rows = NULL;
  GString *out = g_string_new (NULL);
  guint i = 0;

  g_return_val_if_fail (before != NULL, NULL);
  g_return_val_if_fail (after != NULL, NULL);

  if (g_str_equal (before, after))
    return g_string_free (out, FALSE);

  a = split (before);
  b = split (after);
  rows = compare (a, b);
  g_string_append_printf (out, "--- %s\n+++ %s\n", before_name, after_name);
  while (i < rows->len)
    {
      guint start, end;

      while (i < rows->len && g_array_index (rows, Row, i).kind == SAME)
        i++;
      if (i == rows->len)
        break;

      /* Changes whose contexts touch are one. */
      start = i > CONTEXT ? i - CONTEXT : 0;
      for (end = i; i < rows->len && i <= end + 2 * CONTEXT + 1; i++)
        if (g_array_index (rows, Row, i).kind != SAME)
          end = i;
      end = MIN (end + 1 + CONTEXT, rows->len);
      append_hunk (out, rows, start, end);
      i = end;
    }

  return g_string_free (out, FALSE);
}
