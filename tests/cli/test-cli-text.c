/* test-cli-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib.h>

#include "cli-text.h"

#define INDENT  10
#define COLUMNS 40

/* Wraps a text, checks that no line is too wide, and gives back the lines without their indent. */
static char **
wrap (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char **lines;

  cli_text_append_wrapped (out, text, INDENT, COLUMNS);
  g_assert_true (g_str_has_suffix (out->str, "\n"));
  g_string_truncate (out, out->len - 1);

  lines = g_strsplit (out->str, "\n          ", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (cli_text_width (lines[i]), <=, COLUMNS - INDENT);

  return lines;
}

static void
test_spaces (void)
{
  g_auto (GStrv) lines = wrap ("Some words that do not fit in one line, and which stay whole");
  g_auto (GStrv) korean = wrap ("한국어도 낱말 사이에서만 나누어지며, 낱말은 그대로 남습니다");

  g_assert_cmpstrv (lines, ((const char * const[]) { "Some words that do not fit in",
                                                     "one line, and which stay whole", NULL }));
  g_assert_cmpstrv (korean, ((const char * const[]) { "한국어도 낱말 사이에서만", "나누어지며, 낱말은 그대로",
                                                      "남습니다", NULL }));
}

/* Without spaces a line ends wherever it is full, but for what must not stand at an end of it. */
static void
test_no_spaces (void)
{
  const char *text = "サーバーが「送信」した、メッセージと（その）応答を、すべて読み取って、記録に書き込みます。";

  for (const char *start = text; *start != '\0'; start = g_utf8_next_char (start))
    {
      g_auto (GStrv) lines = wrap (start);
      g_autofree char *whole = g_strjoinv ("", lines);

      g_assert_cmpstr (whole, ==, start);
      for (guint i = 1; lines[i] != NULL; i++)
        {
          g_autofree char *last = g_utf8_substring (lines[i - 1], g_utf8_strlen (lines[i - 1], -1) - 1, -1);

          g_assert_null (g_utf8_strchr ("」、。）ーッ", -1, g_utf8_get_char (lines[i])));
          g_assert_null (g_utf8_strchr ("「（", -1, g_utf8_get_char (last)));
        }
    }
}

/* A name or an option between Japanese words is not cut. */
static void
test_mixed (void)
{
  g_auto (GStrv) lines = wrap ("接続したまま、中断されるまでは --metrics を付けると、sounder-cli の数値を提供する");

  g_assert_cmpstrv (lines, ((const char * const[]) { "接続したまま、中断されるまでは", "--metrics を付けると、",
                                                     "sounder-cli の数値を提供する", NULL }));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/text/spaces", test_spaces);
  g_test_add_func ("/cli/text/no-spaces", test_no_spaces);
  g_test_add_func ("/cli/text/mixed", test_mixed);

  return g_test_run ();
}
