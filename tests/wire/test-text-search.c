/* test-text-search.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-text-search.h"

static char *
search (const char *text,
        gsize       length,
        const char *needle,
        guint       max_hits)
{
  g_autoptr (GArray) hits = mcp_text_search (text, length, needle, max_hits, NULL, NULL);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < hits->len; i++)
    g_string_append_printf (out, "%s%zu", i > 0 ? " " : "", g_array_index (hits, gsize, i));

  return g_string_free (out, FALSE);
}

static void
test_hits (void)
{
  static const struct
  {
    const char *text;
    const char *needle;
    guint       max_hits;
    const char *expected;
  } cases[] = {
    { "abcabc", "bc", 10, "1 4" },
    { "aBCabc", "bc", 10, "1 4" },
    { "aBCabc", "BC", 10, "1" },
    { "aaaa", "aa", 10, "0 2" },
    { "aaaa", "a", 3, "0 1 2" },
    { "abc", "abcd", 10, "" },
    { "abc", "", 10, "" },
    { "", "a", 10, "" },
    { "{\"A\":1}", "\"a\":", 10, "1" },
    { "\xff\xfe" "1.10", "1.1", 10, "2" },
    { "\xed\x95\x9c\xea\xb8\x80", "\xea\xb8\x80", 10, "3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *copy = g_memdup2 (cases[i].text, MAX (strlen (cases[i].text), 1));
      g_autofree char *found = search (copy, strlen (cases[i].text), cases[i].needle,
                                       cases[i].max_hits);

      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

/* Across the border of two blocks, and behind a NUL. */
static void
test_blocks (void)
{
  gsize length = 3 * 1024 * 1024;
  g_autofree char *text = g_malloc0 (length);

  for (gsize at = 1024 * 1024 - 8; at <= 1024 * 1024 + 8; at++)
    {
      g_autofree char *expected = g_strdup_printf ("%zu %zu", at, length - 6);
      g_autofree char *found = NULL;
      g_autofree char *by_case = NULL;

      memset (text, 0, length);
      memcpy (text + at, "Needle", 6);
      memcpy (text + length - 6, "Needle", 6);
      found = search (text, length, "needle", 100);
      by_case = search (text, length, "Needle", 100);
      g_assert_cmpstr (found, ==, expected);
      g_assert_cmpstr (by_case, ==, expected);
    }
}

static gboolean
stop_at_once (gpointer user_data)
{
  return TRUE;
}

static void
test_stopped (void)
{
  g_autoptr (GArray) hits = mcp_text_search ("aaa", 3, "a", 10, stop_at_once, NULL);

  g_assert_cmpuint (hits->len, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/text-search/hits", test_hits);
  g_test_add_func ("/wire/text-search/blocks", test_blocks);
  g_test_add_func ("/wire/text-search/stopped", test_stopped);

  return g_test_run ();
}
