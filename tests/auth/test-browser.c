/* test-browser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "mcp-browser.h"
#include "test-support.h"

/* What a program of one's own was started with, by each way to write it. */
static void
test_chosen (void)
{
  static const struct { const char *browser; const char *arguments; } cases[] = {
    { "%s", "http://h/a?b=c&d\n" },
    { "/no/such/browser:%s", "http://h/a?b=c&d\n" },
    { ":%s --new", "--new\nhttp://h/a?b=c&d\n" },
    { "%s --url=%%s -x", "--url=http://h/a?b=c&d\n-x\n" },
  };
  g_autofree char *folder = test_make_folder ();
  g_autofree char *program = g_build_filename (folder, "browse", NULL);
  g_autofree char *seen = g_build_filename (folder, "seen", NULL);
  g_autofree char *part = g_build_filename (folder, "part", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\nprintf '%%s\\n' \"$@\" > '%s'\nmv '%s' '%s'\n", part, part, seen);

  g_assert_true (g_file_set_contents_full (program, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *browser = g_strdup_printf (cases[i].browser, program);
      g_autofree char *arguments = NULL;
      g_autoptr (GError) error = NULL;

      g_setenv ("BROWSER", browser, TRUE);
      g_assert_true (mcp_browser_is_chosen ());
      g_assert_true (mcp_browser_start ("http://h/a?b=c&d", &error));
      g_assert_no_error (error);
      TEST_AWAIT_POLL (g_file_test (seen, G_FILE_TEST_EXISTS));
      g_assert_true (g_file_get_contents (seen, &arguments, NULL, NULL));
      g_assert_cmpstr (arguments, ==, cases[i].arguments);
      g_assert_cmpint (g_unlink (seen), ==, 0);
    }
  g_assert_cmpint (g_unlink (program), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_none (void)
{
  static const char * const wrong[] = { "/no/such/browser", "/no/such:/nor/such", "'open" };

  g_setenv ("BROWSER", "", TRUE);
  g_assert_false (mcp_browser_is_chosen ());
  g_unsetenv ("BROWSER");
  g_assert_false (mcp_browser_is_chosen ());
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_setenv ("BROWSER", wrong[i], TRUE);
      g_assert_false (mcp_browser_start ("http://h/", &error));
      g_assert_nonnull (error);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/auth/browser/chosen", test_chosen);
  g_test_add_func ("/auth/browser/none", test_none);

  return g_test_run ();
}
