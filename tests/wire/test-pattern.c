/* test-pattern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-pattern.h"

/* Expressions of a server's: ECMA-262's dialect, and no more work than they are worth. */

static McpPatternResult
match_bytes (const char *text,
             const char *subject,
             gsize       length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpPattern) pattern = mcp_pattern_new (text, &error);
  guint64 n_steps;

  g_assert_no_error (error);

  return mcp_pattern_match (pattern, subject, length, G_MAXINT64, &n_steps);
}

typedef struct
{
  const char *pattern;
  const char *subject;
  gboolean    matches;
} MatchCase;

static const MatchCase match_cases[] = {
  /* Not anchored, and $ is the end of the text and nothing else. */
  { "b", "abc", TRUE },
  { "^b", "abc", FALSE },
  { "c$", "abc", TRUE },
  { "c$", "abc\n", FALSE },
  { "^$", "", TRUE },
  { "", "", TRUE },
  { "", "x", TRUE },

  /* The point is a character, however many bytes it has, and no end of a line. */
  { "^.$", "\360\237\230\200", TRUE },
  { "^.$", "\n", FALSE },
  { "^.$", "\r", FALSE },
  { "^.$", "\342\200\250", FALSE },

  /* Code points by number. */
  { "^\\u0041$", "A", TRUE },
  { "^[\\u0041-\\u0043]$", "B", TRUE },
  { "^\\u20ac$", "\342\202\254", TRUE },
  { "^\\x41$", "A", TRUE },

  /* Digits and words are those of ASCII; white space is not. */
  { "^\\d$", "7", TRUE },
  { "^\\d$", "\331\241", FALSE },
  { "^\\w$", "_", TRUE },
  { "^\\w$", "\303\251", FALSE },
  { "^\\W$", "\303\251", TRUE },
  { "^\\s$", "\302\240", TRUE },
  { "^\\s$", "\343\200\200", TRUE },
  { "^\\s$", "\357\273\277", TRUE },
  { "^\\S$", "\302\240", FALSE },
  { "^\\S$", "a", TRUE },
  { "^[\\sx]$", "\302\240", TRUE },
  { "^[^\\s]$", "\302\240", FALSE },

  /* Properties, with the long names that the specification has. */
  { "^\\p{Letter}$", "\303\251", TRUE },
  { "^\\p{Letter}$", "1", FALSE },
  { "^\\p{Lu}$", "A", TRUE },
  { "^\\p{Uppercase_Letter}$", "a", FALSE },
  { "^\\P{Uppercase_Letter}$", "a", TRUE },
  { "^\\p{General_Category=Decimal_Number}$", "\331\241", TRUE },
  { "^\\p{gc=Nd}$", "a", FALSE },
  { "^\\p{Script=Greek}$", "\316\261", TRUE },
  { "^\\p{sc=Greek}$", "a", FALSE },
  { "^[\\p{digit}\\p{punct}]+$", "1,2", TRUE },

  /* Classes that only ECMA-262 has. */
  { "[]", "x", FALSE },
  { "^[^]$", "\n", TRUE },
  { "^\\cA$", "\001", TRUE },

  /* A group that took no part is empty. */
  { "^(a)?\\1b$", "b", TRUE },
  { "^(?:x|(y))\\1$", "x", TRUE },

  /* What else is in use. */
  { "^(?=.*[0-9])(?=.*[a-z]).{4,}$", "ab12", TRUE },
  { "^(?=.*[0-9])(?=.*[a-z]).{4,}$", "abcd", FALSE },
  { "(?<!a)b", "ab", FALSE },
  { "(?<year>\\d{4})-\\k<year>", "2025-2025", TRUE },
  { "^[a-z]+(-[a-z]+)*$", "a-b-c", TRUE },
  { "^\\/\\-\\.$", "/-.", TRUE },
};

static void
test_pattern_matches (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (match_cases); i++)
    {
      const MatchCase *c = &match_cases[i];

      g_test_message ("%s", c->pattern);
      g_assert_cmpint (match_bytes (c->pattern, c->subject, strlen (c->subject)), ==,
                       c->matches ? MCP_PATTERN_MATCHES : MCP_PATTERN_DIFFERS);
    }
}

static void
test_pattern_refused (void)
{
  static const char * const patterns[] = {
    "(", ")", "[a", "a{2,1}", "*", "+a", "(?<a", "\\p{NoSuchProperty}", "[z-a]", "\\k<none>",
    "a\\", "\xff", "(?:",
  };
  g_autofree char *fits = g_strnfill (8 * 1024, 'a');   /* a class of one character */
  g_autofree char *too_long = g_strnfill (8 * 1024 + 1, 'a');
  g_autoptr (GError) error = NULL;
  g_autoptr (McpPattern) pattern = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autofree char *shown = g_strescape (patterns[i], NULL);

      g_test_message ("%s", shown);
      g_assert_null (mcp_pattern_new (patterns[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_cmpstr (error->message, !=, "");
      g_clear_error (&error);
    }

  g_assert_null (mcp_pattern_new (too_long, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "8192"));
  g_clear_error (&error);
  fits[0] = '[';
  fits[8 * 1024 - 1] = ']';
  pattern = mcp_pattern_new (fits, &error);
  g_assert_no_error (error);
}

/* Nothing runs on, and nothing recurses on the stack. */
static void
test_pattern_gives_up (void)
{
  static const char * const patterns[] = {
    "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*b", "^(.*?,){20}x", "(x+x+)+y|(a*)*c", "((a*)*)*b",
    "(a*)\\1\\1\\1b",
  };
  g_autofree char *subject = g_strnfill (4000, 'a');

  subject[3999] = '!';
  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autoptr (McpPattern) pattern = mcp_pattern_new (patterns[i], NULL);
      guint64 n_steps = 0;
      McpPatternResult result = mcp_pattern_match (pattern, subject, 4000, G_MAXINT64, &n_steps);

      g_test_message ("%s: %" G_GUINT64_FORMAT " steps", patterns[i], n_steps);
      g_assert_cmpint (result, !=, MCP_PATTERN_MATCHES);
      g_assert_cmpuint (n_steps, <, 1100000);
    }

  g_assert_cmpint (match_bytes ("^(a+)+$", subject, 4000), ==, MCP_PATTERN_GAVE_UP);
  /* What it cannot tell it does not guess. */
  g_assert_cmpint (match_bytes ("a", "\xff", 1), ==, MCP_PATTERN_GAVE_UP);
}

static void
test_pattern_bounds (void)
{
  g_autofree char *longest = g_strnfill (64 * 1024, 'a');
  g_autofree char *longer = g_strnfill (64 * 1024 + 1, 'a');
  g_autoptr (McpPattern) slow = mcp_pattern_new ("^(a+)+$", NULL);
  guint64 n_steps = 1;

  g_assert_cmpint (match_bytes ("^a", longest, 64 * 1024), ==, MCP_PATTERN_MATCHES);
  g_assert_cmpint (match_bytes ("^a", longer, 64 * 1024 + 1), ==, MCP_PATTERN_GAVE_UP);

  /* The time was over before it began: it looks only now and then, yet long before the last step. */
  longest[4000] = '!';
  g_assert_cmpint (mcp_pattern_match (slow, longest, 4001, 0, &n_steps), ==, MCP_PATTERN_GAVE_UP);
  g_assert_cmpuint (n_steps, <, 100000);
}

/* From one place to the next; all of them share what may be done. */
static void
test_pattern_find (void)
{
  static const char text[] = "a1 \303\251" "22 b333";
  g_autoptr (McpPattern) digits = mcp_pattern_new ("[0-9]+", NULL);
  g_autoptr (McpPattern) end = mcp_pattern_new ("$", NULL);
  g_autoptr (McpPattern) kept = mcp_pattern_new ("b\\K3", NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  guint64 n_left = 100000;
  guint64 before;
  McpSpan span = { 0, 0 };
  gsize at = 0;

  while (mcp_pattern_find (digits, text, strlen (text), at, &n_left, &span) == MCP_PATTERN_MATCHES)
    {
      g_string_append_printf (found, "%" G_GSIZE_FORMAT ":%.*s ", span.offset, (int) span.length,
                              text + span.offset);
      at = span.offset + span.length;
    }
  g_assert_cmpstr (found->str, ==, "1:1 5:22 9:333 ");
  g_assert_cmpuint (n_left, <, 100000);

  g_assert_cmpint (mcp_pattern_find (end, text, strlen (text), 0, &n_left, &span), ==,
                   MCP_PATTERN_MATCHES);
  g_assert_cmpuint (span.offset, ==, strlen (text));
  g_assert_cmpuint (span.length, ==, 0);
  g_assert_cmpint (mcp_pattern_find (kept, text, strlen (text), 0, &n_left, &span), ==,
                   MCP_PATTERN_MATCHES);
  g_assert_cmpuint (span.offset, ==, 9);
  g_assert_cmpuint (span.length, ==, 1);

  /* With nothing left it is not told that there is none. */
  before = n_left = 0;
  g_assert_cmpint (mcp_pattern_find (digits, text, strlen (text), 0, &n_left, &span), ==,
                   MCP_PATTERN_GAVE_UP);
  g_assert_cmpuint (n_left, ==, before);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/pattern/matches", test_pattern_matches);
  g_test_add_func ("/wire/pattern/refused", test_pattern_refused);
  g_test_add_func ("/wire/pattern/gives-up", test_pattern_gives_up);
  g_test_add_func ("/wire/pattern/bounds", test_pattern_bounds);
  g_test_add_func ("/wire/pattern/find", test_pattern_find);

  return g_test_run ();
}
