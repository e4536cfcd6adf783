/* test-line-splitter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-line-splitter.h"

/* Writes what came out as one text: <bytes>end, with the total where it differs. */
static void
drain (McpLineSplitter *splitter,
       GString         *out)
{
  static const char * const ends[] = { "LF", "CRLF", "NONE" };
  McpLine line;

  while (mcp_line_splitter_next (splitter, &line))
    {
      gsize length;
      const char *bytes = g_bytes_get_data (line.bytes, &length);

      g_string_append_c (out, '<');
      g_string_append_len (out, bytes, length);
      g_string_append_printf (out, ">%s", ends[line.end]);
      if (line.oversized)
        g_string_append_printf (out, "!%" G_GUINT64_FORMAT, line.total_bytes);
      else
        g_assert_cmpuint (line.total_bytes, ==, length);
      mcp_line_clear (&line);
    }
}

static char *
split (const char *text,
       gsize       length,
       gsize       cap_bytes,
       gsize       first,
       gsize       step)
{
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (cap_bytes);
  GString *out = g_string_new (NULL);
  gsize at = MIN (first, length);

  mcp_line_splitter_push (splitter, text, at, 1);
  drain (splitter, out);
  while (at < length)
    {
      gsize n = MIN (step, length - at);
      /* A copy: what was pushed may be gone when the next piece comes. */
      g_autofree char *piece = g_memdup2 (text + at, n);

      mcp_line_splitter_push (splitter, piece, n, 1);
      drain (splitter, out);
      at += n;
    }
  mcp_line_splitter_finish (splitter);
  drain (splitter, out);
  g_assert_cmpuint (mcp_line_splitter_get_pending (splitter), ==, 0);

  return g_string_free (out, FALSE);
}

typedef struct
{
  const char *text;
  gsize       cap_bytes;
  const char *expected;
} SplitCase;

static const SplitCase split_cases[] = {
  { "", 0, "" },
  { "\n", 0, "<>LF" },
  { "\r\n", 0, "<>CRLF" },
  { "\n\r\n\n", 0, "<>LF<>CRLF<>LF" },
  { "a\nbc\r\nd", 0, "<a>LF<bc>CRLF<d>NONE" },
  { "a\rb\r\r\n", 0, "<a\rb\r>CRLF" },
  { "a\r", 0, "<a\r>NONE" },
  { "\r", 0, "<\r>NONE" },
  { "{\"a\":\"\xf0\x9f\x98\x80\"}\n\xef\xbb\xbf{}\n", 0,
    "<{\"a\":\"\xf0\x9f\x98\x80\"}>LF<\xef\xbb\xbf{}>LF" },
  { "abcd\nabcde\nab\n", 4, "<abcd>LF<abcd>LF!5<ab>LF" },
  { "abcd\r\nabcde\r\n", 4, "<abcd>CRLF<abcd>CRLF!5" },
  { "abcd\r\r\n", 4, "<abcd>CRLF!5" },
  { "abcd\r", 4, "<abcd>NONE!5" },
  { "abcdefghijklmnop", 4, "<abcd>NONE!16" },
  { "\r\r\r\r\r\n", 4, "<\r\r\r\r>CRLF" },
};

static void
test_splitter_cases (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (split_cases); i++)
    {
      const SplitCase *c = &split_cases[i];
      gsize length = strlen (c->text);

      g_test_message ("%" G_GSIZE_FORMAT ": %s", i, c->text);

      for (gsize step = 1; step <= MAX (length, 1); step++)
        {
          g_autofree char *actual = split (c->text, length, c->cap_bytes, 0, step);

          g_assert_cmpstr (actual, ==, c->expected);
        }

      for (gsize cut = 0; cut <= length; cut++)
        {
          g_autofree char *actual = split (c->text, length, c->cap_bytes, cut, MAX (length, 1));

          g_assert_cmpstr (actual, ==, c->expected);
        }
    }
}

static void
test_splitter_keeps_bytes (void)
{
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (0);
  McpLine line;

  mcp_line_splitter_push (splitter, "a\0b\n", 4, 0);
  g_assert_true (mcp_line_splitter_next (splitter, &line));
  g_assert_cmpmem (g_bytes_get_data (line.bytes, NULL), g_bytes_get_size (line.bytes), "a\0b", 3);
  mcp_line_clear (&line);
  g_assert_null (line.bytes);
}

static void
test_splitter_times_first_byte (void)
{
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (0);
  const gint64 expected_usec[] = { 10, 20, 30 };
  McpLine line;

  mcp_line_splitter_push (splitter, "a", 1, 10);
  mcp_line_splitter_push (splitter, "b\nc", 3, 20);
  mcp_line_splitter_push (splitter, "\n\n", 2, 30);

  for (gsize i = 0; i < G_N_ELEMENTS (expected_usec); i++)
    {
      g_assert_true (mcp_line_splitter_next (splitter, &line));
      g_assert_cmpint (line.first_usec, ==, expected_usec[i]);
      mcp_line_clear (&line);
    }
  g_assert_false (mcp_line_splitter_next (splitter, &line));
}

static void
test_splitter_holds_little_of_an_endless_line (void)
{
  const gsize cap_bytes = 1024 * 1024;
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (cap_bytes);
  g_autofree char *chunk = g_malloc (65536);
  const guint64 total_bytes = G_GUINT64_CONSTANT (300) * 1024 * 1024;
  McpLine line;

  memset (chunk, 'x', 65536);
  for (guint64 n = 0; n < total_bytes; n += 65536)
    {
      mcp_line_splitter_push (splitter, chunk, 65536, 0);
      g_assert_cmpuint (mcp_line_splitter_get_pending (splitter), ==, n + 65536);
    }
  mcp_line_splitter_push (splitter, "\nok\n", 4, 0);

  g_assert_true (mcp_line_splitter_next (splitter, &line));
  g_assert_true (line.oversized);
  g_assert_cmpuint (line.total_bytes, ==, total_bytes);
  g_assert_cmpuint (g_bytes_get_size (line.bytes), ==, 65536);
  mcp_line_clear (&line);

  g_assert_true (mcp_line_splitter_next (splitter, &line));
  g_assert_false (line.oversized);
  g_assert_cmpuint (g_bytes_get_size (line.bytes), ==, 2);
  mcp_line_clear (&line);
}

static void
test_splitter_frees_untaken_lines (void)
{
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (0);
  McpLine line;

  mcp_line_splitter_push (splitter, "a\nb\nc\nd", 7, 0);
  g_assert_true (mcp_line_splitter_next (splitter, &line));
  mcp_line_clear (&line);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/line-splitter/cases", test_splitter_cases);
  g_test_add_func ("/wire/line-splitter/keeps-bytes", test_splitter_keeps_bytes);
  g_test_add_func ("/wire/line-splitter/times-first-byte", test_splitter_times_first_byte);
  g_test_add_func ("/wire/line-splitter/endless-line", test_splitter_holds_little_of_an_endless_line);
  g_test_add_func ("/wire/line-splitter/frees-untaken-lines", test_splitter_frees_untaken_lines);

  return g_test_run ();
}
