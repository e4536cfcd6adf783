/* test-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-text.h"

static void
test_text_elide (void)
{
  static const struct
  {
    const char *text;
    gsize       max_bytes;
    const char *elided;
  } cases[] = {
    { "", 0, "" },
    { "anchor", 6, "anchor" },
    { "anchor", 5, "ancho…" },
    { "anchor", 0, "…" },
    { "aéz", 2, "a…" },
    { "aéz", 3, "aé…" },
    { "⚓⚓", 5, "⚓…" },
    { "⚓⚓", 1, "…" },
    { "\xf0\x9f\x9a\xa2!", 4, "\xf0\x9f\x9a\xa2…" },
    { "\xf0\x9f\x9a\xa2!", 3, "…" },
    { "a\xff", 9, "a\xef\xbf\xbd" },
    { "\x80\x80\x80\x80\x80\x80", 4, "\xef\xbf\xbd…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *elided = mcp_text_elide (cases[i].text, cases[i].max_bytes);

      g_assert_cmpstr (elided, ==, cases[i].elided);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/text/elide", test_text_elide);

  return g_test_run ();
}
