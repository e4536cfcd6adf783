/* mcp-text-diff.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-text-diff.h"

#define CONTEXT 3

/* Of what is between the equal beginning and the equal end; more is compared by the few edits it
 * takes, and what takes more of them counts as one change. */
#define MAX_CELLS (4u * 1000 * 1000)
#define MAX_EDITS 2000

/* A line or a word. What is the same has the same number. */
typedef struct
{
  McpSpan span;
  guint   number;
} Piece;

typedef enum {
  SAME = MCP_DIFF_SAME,
  REMOVED = MCP_DIFF_REMOVED,
  ADDED = MCP_DIFF_ADDED,
} Kind;

typedef struct
{
  Kind  kind;
  Piece piece;
  guint before;  /* pieces before it, in each of them */
  guint after;
} Row;

/* --- Pieces --- */

typedef struct
{
  const char *text;
  gsize       length;
} Key;

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return (guint) mcp_hash_bytes (key->text, key->length);
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  const Key *one = a;
  const Key *other = b;

  return one->length == other->length && memcmp (one->text, other->text, one->length) == 0;
}

/* Adds what is in @part of @text: its lines, each with its newline, or its words. */
static void
split (GArray     *pieces,
       GHashTable *numbers,
       const char *text,
       McpSpan     part,
       gsize     (*measure) (const char *text,
                             const char *end))
{
  const char *end = text + part.offset + part.length;

  for (const char *p = text + part.offset; p < end;)
    {
      gsize length = measure (p, end);
      Key key = { p, length };
      Piece piece = { { p - text, length }, g_hash_table_size (numbers) };
      gpointer known;

      if (g_hash_table_lookup_extended (numbers, &key, NULL, &known))
        piece.number = GPOINTER_TO_UINT (known);
      else
        g_hash_table_insert (numbers, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (piece.number));
      g_array_append_val (pieces, piece);
      p += length;
    }
}

static gsize
measure_line (const char *text,
              const char *end)
{
  const char *newline = memchr (text, '\n', end - text);

  return (newline != NULL ? newline + 1 : end) - text;
}

typedef enum {
  ALONE,
  LETTER,
  BLANK,
} CharClass;

/* A Chinese character and a sign are words by themselves. */
static CharClass
get_class (gunichar c)
{
  if (g_unichar_isspace (c))
    return BLANK;

  return g_unichar_isalnum (c) && !g_unichar_iswide (c) ? LETTER : ALONE;
}

static gsize
measure_word (const char *text,
              const char *end)
{
  gunichar first = g_utf8_get_char_validated (text, end - text);
  CharClass same = get_class (first);
  const char *p = text + ((gint32) first < 0 ? 1 : g_unichar_to_utf8 (first, NULL));

  while (same != ALONE && p < end && get_class (g_utf8_get_char_validated (p, end - p)) == same)
    p = g_utf8_next_char (p);

  return p - text;
}

/* --- Comparing --- */

static gboolean
is_same (GArray *a,
         guint   i,
         GArray *b,
         guint   k)
{
  return g_array_index (a, Piece, i).number == g_array_index (b, Piece, k).number;
}

static void
add_row (GArray *rows,
         Kind    kind,
         GArray *pieces,
         guint   i)
{
  Row row = { kind, g_array_index (pieces, Piece, i), 0, 0 };

  g_array_append_val (rows, row);
}

/* The longest common subsequence of the middle parts. */
static void
add_by_table (GArray *rows,
              GArray *a,
              guint   a_start,
              guint   a_end,
              GArray *b,
              guint   b_start,
              guint   b_end)
{
  gsize width = b_end - b_start + 1;
  gsize height = a_end - a_start + 1;
  g_autofree guint32 *longest = g_new0 (guint32, height * width);
  guint i = a_start;
  guint k = b_start;

  for (gsize y = height - 1; y-- > 0;)
    for (gsize x = width - 1; x-- > 0;)
      longest[y * width + x] = is_same (a, a_start + y, b, b_start + x)
                                 ? longest[(y + 1) * width + x + 1] + 1
                                 : MAX (longest[(y + 1) * width + x], longest[y * width + x + 1]);

  while (i < a_end || k < b_end)
    {
      gsize y = i - a_start;
      gsize x = k - b_start;

      if (i < a_end && k < b_end && is_same (a, i, b, k))
        {
          add_row (rows, SAME, a, i++);
          k++;
        }
      else if (i < a_end && (k == b_end || longest[(y + 1) * width + x] >= longest[y * width + x + 1]))
        add_row (rows, REMOVED, a, i++);
      else
        add_row (rows, ADDED, b, k++);
    }
}

/* How far @k, the pieces removed less those added, came with @d edits; -1: nowhere. */
static int
get_reach (GPtrArray *reached,
           int        d,
           int        k)
{
  return d < 0 || k < -d || k > d ? -1 : ((int *) reached->pdata[d])[k + d];
}

/* Whether the last edit on the way there was a removal. */
static gboolean
came_by_removal (GPtrArray *reached,
                 int        d,
                 int        k)
{
  return get_reach (reached, d - 1, k - 1) >= get_reach (reached, d - 1, k + 1);
}

/* Myers, An O(ND) Difference Algorithm: the fewest edits, if they are few. */
static gboolean
add_by_edits (GArray *rows,
              GArray *a,
              guint   a_start,
              guint   a_end,
              GArray *b,
              guint   b_start,
              guint   b_end)
{
  g_autoptr (GPtrArray) reached = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) backwards = g_array_new (FALSE, FALSE, sizeof (Row));
  int n = (int) (a_end - a_start);
  int m = (int) (b_end - b_start);
  int d;

  for (d = 0; d <= MAX_EDITS; d++)
    {
      int *reach = g_new (int, 2 * d + 1);

      for (int k = -d; k <= d; k++)
        {
          int removed = get_reach (reached, d - 1, k - 1);
          int added = get_reach (reached, d - 1, k + 1);
          int x = d == 0 ? 0 : -1;

          if (removed >= 0 && removed < n)
            x = removed + 1;
          if (added >= 0 && added - k <= m && added > x)
            x = added;
          while (x >= 0 && x < n && x - k < m && is_same (a, a_start + x, b, b_start + x - k))
            x++;
          reach[k + d] = x;
        }
      g_ptr_array_add (reached, reach);
      if (get_reach (reached, d, n - m) == n)
        break;
    }
  if (d > MAX_EDITS)
    return FALSE;

  for (int x = n, y = m; x > 0 || y > 0;)
    {
      int k = x - y;
      gboolean is_removal = d > 0 && came_by_removal (reached, d, k);
      int from = d == 0 ? 0 : is_removal ? get_reach (reached, d - 1, k - 1) + 1 : get_reach (reached, d - 1, k + 1);

      for (; x > from; x--, y--)
        add_row (backwards, SAME, a, a_start + x - 1);
      if (d == 0)
        break;
      if (is_removal)
        add_row (backwards, REMOVED, a, a_start + --x);
      else
        add_row (backwards, ADDED, b, b_start + --y);
      d--;
    }
  for (guint i = backwards->len; i-- > 0;)
    g_array_append_val (rows, g_array_index (backwards, Row, i));

  return TRUE;
}

static void
add_middle (GArray *rows,
            GArray *a,
            guint   a_start,
            guint   a_end,
            GArray *b,
            guint   b_start,
            guint   b_end)
{
  if ((gsize) (a_end - a_start + 1) * (b_end - b_start + 1) <= MAX_CELLS)
    {
      add_by_table (rows, a, a_start, a_end, b, b_start, b_end);
      return;
    }
  if (add_by_edits (rows, a, a_start, a_end, b, b_start, b_end))
    return;

  for (guint i = a_start; i < a_end; i++)
    add_row (rows, REMOVED, a, i);
  for (guint i = b_start; i < b_end; i++)
    add_row (rows, ADDED, b, i);
}

/* In each change what was removed comes first. */
static void
put_in_order (GArray *rows)
{
  g_autoptr (GArray) ordered = g_array_sized_new (FALSE, FALSE, sizeof (Row), rows->len);
  guint before = 0;
  guint after = 0;

  for (guint i = 0, end; i < rows->len; i = end)
    {
      for (end = i + 1; end < rows->len && (g_array_index (rows, Row, end).kind == SAME)
                                             == (g_array_index (rows, Row, i).kind == SAME);)
        end++;
      for (guint pass = 0; pass < 2; pass++)
        for (guint j = i; j < end; j++)
          if ((g_array_index (rows, Row, j).kind == ADDED) == (pass == 1))
            g_array_append_val (ordered, g_array_index (rows, Row, j));
    }

  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);

      *row = g_array_index (ordered, Row, i);
      row->before = before;
      row->after = after;
      before += row->kind != ADDED;
      after += row->kind != REMOVED;
    }
}

static GArray *
compare (const char *before,
         McpSpan     before_part,
         const char *after,
         McpSpan     after_part,
         gsize     (*measure) (const char *text,
                               const char *end))
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (Piece));
  g_autoptr (GArray) b = g_array_new (FALSE, FALSE, sizeof (Piece));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  guint n_before = 0;
  guint n_behind = 0;

  split (a, numbers, before, before_part, measure);
  split (b, numbers, after, after_part, measure);
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
  put_in_order (rows);

  return rows;
}

/* --- As a program has it --- */

static void
append_row (GString    *out,
            const Row  *row,
            const char *before,
            const char *after)
{
  const char *line = (row->kind == ADDED ? after : before) + row->piece.span.offset;

  g_string_append_c (out, (char) row->kind);
  g_string_append_len (out, line, row->piece.span.length);
  if (line[row->piece.span.length - 1] != '\n')
    g_string_append (out, "\n\\ No newline at end of file\n");
}

static void
append_hunk (GString    *out,
             GArray     *rows,
             guint       start,
             guint       end,
             const char *before,
             const char *after)
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
    append_row (out, &g_array_index (rows, Row, i), before, after);
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
  g_autoptr (GArray) rows = NULL;
  GString *out = g_string_new (NULL);
  guint i = 0;

  g_return_val_if_fail (before != NULL, NULL);
  g_return_val_if_fail (after != NULL, NULL);

  if (g_str_equal (before, after))
    return g_string_free (out, FALSE);

  rows = compare (before, (McpSpan) { 0, strlen (before) }, after, (McpSpan) { 0, strlen (after) },
                  measure_line);
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
      append_hunk (out, rows, start, end, before, after);
      i = end;
    }

  return g_string_free (out, FALSE);
}

/* --- With its words --- */

static void
line_free (gpointer data)
{
  McpDiffLine *line = data;

  g_array_unref (line->changed);
  g_free (line);
}

/* @span is in one of the lines from @start on. */
static void
mark (GPtrArray *lines,
      guint      start,
      McpSpan    span)
{
  for (guint i = start; i < lines->len; i++)
    {
      McpDiffLine *line = lines->pdata[i];
      McpSpan *last;

      if (span.offset >= line->text.offset + line->text.length)
        continue;
      last = line->changed->len > 0 ? &g_array_index (line->changed, McpSpan, line->changed->len - 1) : NULL;
      if (last != NULL && last->offset + last->length == span.offset)
        last->length += span.length;
      else
        g_array_append_val (line->changed, span);
      return;
    }
}

static McpSpan
join (GPtrArray *lines,
      guint      start,
      guint      end)
{
  const McpDiffLine *first = lines->pdata[start];
  const McpDiffLine *last = lines->pdata[end - 1];

  return (McpSpan) { first->text.offset, last->text.offset + last->text.length - first->text.offset };
}

/* Lines that were removed, and from @middle on those that stand in their place. Where hardly a word
 * stayed all of it is new, and nothing is marked. */
static void
mark_words (GPtrArray  *lines,
            guint       start,
            guint       middle,
            guint       end,
            const char *before,
            const char *after)
{
  g_autoptr (GArray) rows =
    compare (before, join (lines, start, middle), after, join (lines, middle, end), measure_word);
  gsize n_same = 0;
  gsize n_changed = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      const char *word = (row->kind == ADDED ? after : before) + row->piece.span.offset;

      if (g_ascii_isspace (*word))
        continue;
      n_same += row->kind == SAME ? 2 * row->piece.span.length : 0;
      n_changed += row->kind != SAME ? row->piece.span.length : 0;
    }
  if (n_same < n_changed / 4)
    return;

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      if (row->kind != SAME)
        mark (lines, row->kind == REMOVED ? start : middle, row->piece.span);
    }
}

/**
 * mcp_text_diff_lines:
 * @before: a text
 * @after: what it becomes
 *
 * Compares texts line by line, and the lines of each change word by word.
 *
 * Returns: (transfer full) (element-type McpDiffLine): all lines, in each change first those removed
 */
GPtrArray *
mcp_text_diff_lines (const char *before,
                     const char *after)
{
  g_autoptr (GArray) rows = NULL;
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);

  g_return_val_if_fail (before != NULL, lines);
  g_return_val_if_fail (after != NULL, lines);

  rows = compare (before, (McpSpan) { 0, strlen (before) }, after, (McpSpan) { 0, strlen (after) },
                  measure_line);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      McpDiffLine *line = g_new0 (McpDiffLine, 1);

      line->kind = (McpDiffKind) row->kind;
      line->text = row->piece.span;
      line->before = row->before;
      line->after = row->after;
      line->changed = g_array_new (FALSE, FALSE, sizeof (McpSpan));
      g_ptr_array_add (lines, line);
    }

  for (guint i = 0, middle, end; i < lines->len; i = end)
    {
      for (middle = i; middle < lines->len && g_array_index (rows, Row, middle).kind == REMOVED;)
        middle++;
      for (end = middle; end < lines->len && g_array_index (rows, Row, end).kind == ADDED;)
        end++;
      if (middle > i && end > middle)
        mark_words (lines, i, middle, end, before, after);
      end = MAX (end, i + 1);
    }

  return lines;
}
