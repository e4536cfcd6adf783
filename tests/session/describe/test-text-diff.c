/* test-text-diff.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "mcp-text-diff.h"

/* The next line of *@text with its newline, or what is left. */
static char *
take_line (const char **text)
{
  const char *newline = strchr (*text, '\n');
  gsize length = newline != NULL ? (gsize) (newline + 1 - *text) : strlen (*text);
  char *line = g_strndup (*text, length);

  *text += length;

  return line;
}

/* Does what "patch" does, strictly: each line that is said to be there must be, at the line that is said. */
static char *
apply (const char *before,
       const char *diff)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint line = 1;
  guint new_line = 1;

  if (*diff == '\0')
    return g_strdup (before);
  g_assert_true (g_str_has_prefix (diff, "--- old\n+++ new\n@@ "));
  diff = strstr (diff, "@@ ");

  while (*diff != '\0')
    {
      guint start, n, new_start, new_n;
      guint n_context = 0;
      gboolean has_changed = FALSE;
      g_autofree char *head = take_line (&diff);

      g_assert_cmpint (sscanf (head, "@@ -%u,%u +%u,%u @@\n", &start, &n, &new_start, &new_n), ==, 4);
      for (; line < start + (n == 0); line++, new_line++)
        {
          g_autofree char *same = take_line (&before);

          g_assert_cmpstr (same, !=, "");
          g_string_append (out, same);
        }
      g_assert_cmpuint (new_line, ==, new_start + (new_n == 0));

      while (n > 0 || new_n > 0)
        {
          g_autofree char *row = take_line (&diff);

          if (g_str_has_prefix (diff, "\\ No newline at end of file\n"))
            {
              g_autofree char *note = take_line (&diff);

              row[strlen (row) - 1] = '\0';
            }
          n_context = *row == ' ' ? n_context + 1 : 0;
          /* No more context than three at the beginning, and six between changes. */
          g_assert_cmpuint (n_context, <=, has_changed ? 6 : 3);
          has_changed |= *row != ' ';
          if (*row != '+')
            {
              g_autofree char *old = take_line (&before);

              g_assert_cmpstr (old, ==, row + 1);
              g_assert_cmpuint (n--, >, 0);
              line++;
            }
          if (*row != '-')
            {
              g_string_append (out, row + 1);
              g_assert_cmpuint (new_n--, >, 0);
              new_line++;
            }
        }
      g_assert_true (has_changed);
      g_assert_cmpuint (n_context, <=, 3);
    }
  g_string_append (out, before);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
assert_applies (const char *before,
                const char *after)
{
  g_autofree char *diff = mcp_text_diff (before, after, "old", "new");
  g_autofree char *applied = NULL;

  g_test_message ("%s", diff);
  applied = apply (before, diff);
  g_assert_cmpstr (applied, ==, after);
  g_assert_cmpint (*diff == '\0', ==, g_str_equal (before, after));
}

static void
test_edges (void)
{
  static const char *const texts[] = {
    "", "\n", "\n\n", "a", "a\n", "a\n\n", "\na", "a\nb", "a\nb\n", "b\na\n", "a\na\na\n", "a\na\n", "a\r\nb\r\n", "é\n",
    "--- old\n+++ new\n@@ -1,1 +1,1 @@\n", "\\ No newline at end of file\n", "-a\n+b\n c\n",
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "0\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n13\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
      assert_applies (texts[i], texts[j]);
}

static char *
make_text (void)
{
  GString *text = g_string_new (NULL);
  guint n = g_test_rand_int_range (0, 30);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%c\n", 'a' + g_test_rand_int_range (0, 4));
  if (text->len > 0 && g_test_rand_bit ())
    g_string_truncate (text, text->len - 1);

  return g_string_free (text, FALSE);
}

/* Whatever two texts are, the one and the difference make the other. */
static void
test_any (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *before = make_text ();
      g_autofree char *after = make_text ();
      g_autofree char *diff = mcp_text_diff (before, after, "old", "new");
      g_autofree char *applied = apply (before, diff);

      g_assert_cmpstr (applied, ==, after);
    }
}

/* What stayed is kept: one line that was added is one row. */
static void
test_shortest (void)
{
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  g_autofree char *diff = NULL;
  guint n_changes = 0;

  for (guint i = 0; i < 100; i++)
    {
      g_string_append_printf (before, "line %u\n", i);
      if (i % 10 == 5)
        g_string_append_printf (after, "new %u\n", i);
      if (i % 10 != 9)
        g_string_append_printf (after, "line %u\n", i);
    }
  diff = mcp_text_diff (before->str, after->str, "old", "new");
  for (const char *at = diff; (at = strchr (at, '\n')) != NULL; at++)
    n_changes += (at[1] == '+' || at[1] == '-') && at[2] != '+' && at[2] != '-';
  g_assert_cmpuint (n_changes, ==, 20);
  assert_applies (before->str, after->str);
}

/* Too much to be compared row by row is one change, and still right. */
static void
test_large (void)
{
  g_autoptr (GString) before = g_string_new ("head\n");
  g_autoptr (GString) after = g_string_new ("head\n");
  g_autofree char *diff = NULL;
  g_autofree char *applied = NULL;

  for (guint i = 0; i < 3000; i++)
    {
      g_string_append_printf (before, "before %u\n", i);
      g_string_append_printf (after, "after %u\n", i);
    }
  g_string_append (before, "tail\n");
  g_string_append (after, "tail\n");
  diff = mcp_text_diff (before->str, after->str, "old", "new");
  g_assert_true (g_str_has_prefix (diff, "--- old\n+++ new\n@@ -1,3002 +1,3002 @@\n head\n-before 0\n"));
  applied = apply (before->str, diff);
  g_assert_cmpstr (applied, ==, after->str);
}

static char *
dup_part (const char *text,
          McpSpan     span)
{
  return g_strndup (text + span.offset, span.length);
}

/* The lines with their signs, what changed in brackets. */
static char *
show (const char *before,
      const char *after)
{
  g_autoptr (GPtrArray) lines = mcp_text_diff_lines (before, after);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    {
      const McpDiffLine *line = lines->pdata[i];
      const char *text = line->kind == MCP_DIFF_ADDED ? after : before;
      gsize at = line->text.offset;

      g_string_append_c (out, (char) line->kind);
      for (guint j = 0; j < line->changed->len; j++)
        {
          McpSpan span = g_array_index (line->changed, McpSpan, j);

          g_assert_cmpuint (span.offset, >=, at);
          g_assert_cmpuint (span.offset + span.length, <=, line->text.offset + line->text.length);
          g_string_append_len (out, text + at, span.offset - at);
          g_string_append_printf (out, "[%.*s]", (int) span.length, text + span.offset);
          at = span.offset + span.length;
        }
      g_string_append_len (out, text + at, line->text.offset + line->text.length - at);
    }

  return g_string_free (out, FALSE);
}

static void
test_words (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    const char *shown;
  } cases[] = {
    { "a\nsunny with 21 degrees\nend\n", "a\nsunny with 22 degrees\nend\n",
      " a\n-sunny with [21] degrees\n+sunny with [22] degrees\n end\n" },
    { "the quick fox jumps\n", "the fox jumps high\n", "-the [quick ]fox jumps\n+the fox jumps[ high]\n" },
    /* Words that went to another line. */
    { "one two three\n", "one two\nthree\n", "-one two[ ]three\n+one two[\n]+three\n" },
    /* Hardly anything stayed: nothing is marked. */
    { "completely different\n", "of other words, all of them\n",
      "-completely different\n+of other words, all of them\n" },
    { "a\n", "a\nb\n", " a\n+b\n" },
    { "a\nb\n", "a\n", " a\n-b\n" },
    { "\xeb\x82\xa0\xec\x94\xa8 \xeb\xa7\x91\xec\x9d\x8c\n", "\xeb\x82\xa0\xec\x94\xa8 \xeb\xb9\x84\n",
      "-\xeb\x82\xa0\xec\x94\xa8 [\xeb\xa7\x91\xec\x9d\x8c]\n+\xeb\x82\xa0\xec\x94\xa8 [\xeb\xb9\x84]\n" },
    { "same\n", "same\n", " same\n" },
    { "", "", "" },
    /* No UTF-8. */
    { "a \377 b\n", "a \376 b\n", "-a [\377] b\n+a [\376] b\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = show (cases[i].before, cases[i].after);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* Too long for a table, and few edits: each of them is found. */
static void
test_far (void)
{
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GString) old = g_string_new (NULL);
  g_autoptr (GString) new = g_string_new (NULL);
  guint n_changed = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (before, "line %u\n", i);
      if (i % 5000 == 17)
        g_string_append_printf (after, "another %u\n", i);
      else if (i % 5000 != 1234)
        g_string_append_printf (after, "line %u\n", i);
    }
  lines = mcp_text_diff_lines (before->str, after->str);
  for (guint i = 0; i < lines->len; i++)
    {
      const McpDiffLine *line = lines->pdata[i];
      g_autofree char *text = dup_part (line->kind == MCP_DIFF_ADDED ? after->str : before->str, line->text);

      n_changed += line->kind != MCP_DIFF_SAME;
      if (line->kind != MCP_DIFF_ADDED)
        g_string_append (old, text);
      if (line->kind != MCP_DIFF_REMOVED)
        g_string_append (new, text);
    }
  g_assert_cmpuint (n_changed, ==, 12);
  g_assert_cmpstr (old->str, ==, before->str);
  g_assert_cmpstr (new->str, ==, after->str);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/text-diff/edges", test_edges);
  g_test_add_func ("/session/text-diff/any", test_any);
  g_test_add_func ("/session/text-diff/shortest", test_shortest);
  g_test_add_func ("/session/text-diff/large", test_large);
  g_test_add_func ("/session/text-diff/words", test_words);
  g_test_add_func ("/session/text-diff/far", test_far);

  return g_test_run ();
}
