/* test-uri.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-uri.h"

/* What cannot be written is no URI, and no error of ours. */
static void
test_uri_resolve (void)
{
  static const struct
  {
    const char *base;
    const char *reference;
    const char *expected;  /* (nullable) */
    const char *newer;     /* (nullable) what GLib 2.84 and newer can write */
  } cases[] = {
    { "https://h/a/b", "c", "https://h/a/c" },
    { "https://h/a/b", "//other/x", "https://other/x" },
    { "https://h/a/b", "/..//x", "https://h//x" },
    { "urn:x", "https://h/", "https://h/" },
    { "s:/", ".//x", NULL, "s:/.//x" },
    { "s:/a", "/.//x", NULL, "s:/.//x" },
    { "no base", "x", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *uri = mcp_uri_resolve (cases[i].base, cases[i].reference);

      g_test_message ("%s and %s", cases[i].base, cases[i].reference);
      if (cases[i].newer == NULL || g_strcmp0 (uri, cases[i].newer) != 0)
        g_assert_cmpstr (uri, ==, cases[i].expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/uri/resolve", test_uri_resolve);

  return g_test_run ();
}
