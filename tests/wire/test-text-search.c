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

/* Places of all kinds: at every offset in sixteen, and the end that is looked at one by one. */
static void
test_as_plainly (void)
{
  static const char letters[] = "abAB\"\xc3\xa9";
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 4000; i++)
    {
      char text[120];
      char needle[8];
      gsize length = g_rand_int_range (rand, 0, sizeof text);
      gsize n_needle = g_rand_int_range (rand, 1, sizeof needle - 1);
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autofree char *copy = NULL;
      g_autofree char *found = NULL;

      for (gsize k = 0; k < length; k++)
        text[k] = letters[g_rand_int_range (rand, 0, sizeof letters - 1)];
      for (gsize k = 0; k < n_needle; k++)
        needle[k] = letters[g_rand_int_range (rand, 0, sizeof letters - 1)];
      needle[n_needle] = '\0';

      for (gsize k = 0; k + n_needle <= length; k++)
        if (mcp_text_search_has_case (needle)
              ? memcmp (text + k, needle, n_needle) == 0
              : g_ascii_strncasecmp (text + k, needle, n_needle) == 0)
          {
            g_string_append_printf (expected, "%s%zu", expected->len > 0 ? " " : "", k);
            k += n_needle - 1;
          }

      /* On the heap, where a sanitizer sees what is read behind the end. */
      copy = g_memdup2 (text, MAX (length, 1));
      found = search (copy, length, needle, 1000);
      g_assert_cmpstr (found, ==, expected->str);
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
  g_test_add_func ("/wire/text-search/as-plainly", test_as_plainly);
  g_test_add_func ("/wire/text-search/stopped", test_stopped);

  return g_test_run ();
}
